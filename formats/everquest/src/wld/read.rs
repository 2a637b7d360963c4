//! Reading whole files.

use super::check;
use super::codes::{
    BODY_SIZE, FOOTER, FORMAT, MAGIC, NOT_FINITE, PADDING, STRINGS, TRAILING, TRUNCATED, UNDESCRIBED,
    UNKNOWN_TYPE, UNREADABLE, VERSION,
};
use super::fragment::{Fragment, Raw};
use super::header::{self, Header, NEW, Version};
use super::reference::Reference;
use super::strings::Strings;
use super::types::{Body, type_of};
use super::{FOOTER_BYTES, Wld};
use binary::{Cursor, Field, Mode, Name, Report, Result, Segment, Site};

/// Bytes of a fragment's header: the size of its body and its type.
const FRAGMENT_HEADER: usize = 8;
/// Types whose body does not start with a name.
const NAMELESS: [u32; 3] = [0x01, 0x02, 0x35];
/// Most bytes of padding.
const LONGEST_PADDING: usize = 3;

/// Reads a world.
///
/// # Errors
/// Structural damage, in either mode: the file ends early, or is no world. A
/// fragment that does not fit the layout of its type is a finding, and kept as
/// it is. In strict mode the report's verdict says whether a rule is broken.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Wld, Report)> {
    let mut reader = Reader { bytes, cursor: Cursor::new(bytes, &FORMAT, mode) };
    let wld = reader.wld()?;
    Ok((wld, reader.cursor.report))
}

/// Every place the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let report = Report::new(Mode::Lenient).with_trace();
    let mut reader = Reader { bytes, cursor: Cursor::with_report(bytes, &FORMAT, report) };
    // What ends the reading is reported by `read`.
    let _ = reader.wld();
    reader.cursor.report.take_sites()
}

struct Reader<'a> {
    bytes: &'a [u8],
    cursor: Cursor<'a>,
}

impl Reader<'_> {
    fn wld(&mut self) -> Result<Wld> {
        let cursor = &mut self.cursor;
        let header = cursor.within(Segment::one("header"), read_header)?;
        let start = cursor.offset();
        let strings = cursor.take(header.string_bytes as usize, "string table")?;
        cursor.trace_bytes("strings", start, strings.len());
        cursor.expect_items(header.fragment_count as usize, FRAGMENT_HEADER, "fragments")?;
        let strings = Strings::decode(strings);
        let count = header.fragment_count as usize;
        if count > 0 && !(strings.decoded().first() == Some(&0) && strings.decoded().contains(&0)) {
            let expected = "an empty string at the start of the string table";
            self.cursor.report.habit(&STRINGS, header::SIZE, expected, "another byte");
        }
        let version = header.layout();
        let mut fragments = Vec::with_capacity(count);
        let mut heads = Vec::with_capacity(count);
        let mut largest = 0;
        self.cursor.report.enter(Segment::at("fragment", 0));
        for index in 0..count {
            let at = self.cursor.offset();
            self.cursor.report.step(index + 1);
            let fragment = self.fragment(version, &strings)?;
            heads.push(check::Head { at, id: fragment.body.id() });
            fragments.push(fragment);
            largest = largest.max(self.cursor.offset() - at - FRAGMENT_HEADER);
        }
        self.cursor.report.leave();
        let at = self.cursor.offset();
        let end = self.bytes.get(at..).unwrap_or_default();
        if end != FOOTER_BYTES {
            let found = format_args!("{} other bytes", end.len());
            self.cursor.report.habit(&FOOTER, at, "FF FF FF FF and the end of the file", found);
        }
        let mut wld = Wld { header, strings, fragments, footer: end.to_vec() };
        check::check(&wld, &heads, largest, &mut self.cursor.report);
        wld.header.clear_derived();
        Ok(wld)
    }

    /// Reads the next fragment.
    fn fragment(&mut self, version: Version, strings: &Strings) -> Result<Fragment> {
        let at = self.cursor.offset();
        // What the fragment before was called.
        self.cursor.report.name(Name::default());
        let size: u32 = self.cursor.value("size")?;
        let id: u32 = self.cursor.value("type")?;
        let (start, size) = (self.cursor.offset(), size as usize);
        let Some(body) = self.bytes.get(start..).and_then(|rest| rest.get(..size)) else {
            let expected = format_args!("a body of at most {} bytes", self.cursor.remaining());
            let found = format_args!("a size of {size}");
            return Err(self.cursor.report.broken(&TRUNCATED, at, expected, found));
        };
        self.name(id, body, strings);
        if !size.is_multiple_of(4) {
            self.cursor.report.habit(&BODY_SIZE, start - FRAGMENT_HEADER, "a multiple of 4", size);
        }
        let read = self.cursor.part(start, start + size, |cursor| {
            let Some(body) = Body::read(id, cursor, version) else { return Ok(None) };
            let body = body?;
            Ok(Some((body, cursor.offset())))
        });
        self.cursor.seek(start + size)?;
        match read {
            Ok(Some((body, end))) if start + size - end <= LONGEST_PADDING => {
                let odd_padding = self.padding(start, end, start + size);
                return Ok(Fragment { body, odd_padding });
            }
            Ok(Some((_, end))) => {
                let expected = format_args!("at most {LONGEST_PADDING} bytes of padding");
                self.cursor.report.habit(
                    &TRAILING,
                    end,
                    expected,
                    format_args!("{} bytes", start + size - end),
                );
            }
            Ok(None) => self.unknown(id, start),
            Err(finding) => {
                let code = if finding.code == NOT_FINITE.id { &NOT_FINITE } else { &UNREADABLE };
                let at = finding.offset.map_or(start, |at| at as usize);
                self.cursor.report.habit(code, at, finding.expected, finding.found);
            }
        }
        Ok(Body::Raw(Raw { id, data: body.to_vec() }).into())
    }

    /// Names the fragment in what is said about it.
    fn name(&mut self, id: u32, body: &[u8], strings: &Strings) {
        if let Some(word) = body.first_chunk::<4>()
            && !NAMELESS.contains(&id)
            && let Some(offset) =
                Reference::get(word).0.checked_neg().and_then(|name| u32::try_from(name).ok())
            && offset > 0
            && let Some(name) = strings.bytes_at(offset)
        {
            self.cursor.report.name(Name::new(name));
        }
    }

    /// The bytes from `end` of a body to `next`, if they are not the usual ones.
    fn padding(&mut self, start: usize, end: usize, next: usize) -> Option<Box<[u8]>> {
        let padding = self.bytes.get(end..next).unwrap_or_default();
        if padding.len() == usual_padding(end - start) && padding.iter().all(|byte| *byte == 0) {
            return None;
        }
        let expected = format_args!("{} bytes of 0 as padding", usual_padding(end - start));
        self.cursor.report.note(&PADDING, end, expected, format_args!("{padding:02x?}"));
        Some(padding.into())
    }

    fn unknown(&mut self, id: u32, start: usize) {
        match (id, type_of(id)) {
            // Deleted by an editor.
            (0, _) => {}
            (_, Some(known)) => {
                let found = format_args!("{} (0x{id:02x})", known.keyword);
                self.cursor.report.note(&UNDESCRIBED, start, "a type whose layout is known", found);
            }
            (_, None) => {
                self.cursor.report.habit(
                    &UNKNOWN_TYPE,
                    start,
                    "a type from 0x01 to 0x37",
                    format_args!("0x{id:02x}"),
                );
            }
        }
    }
}

/// Bytes of padding behind a body of `size` bytes.
pub(super) fn usual_padding(size: usize) -> usize {
    size.next_multiple_of(4) - size
}

fn read_header(cursor: &mut Cursor<'_>) -> Result<Header> {
    let header: Header = cursor.record(0)?;
    if header.magic != header::MAGIC {
        let expected = format_args!("0x{:08x}", header::MAGIC);
        return Err(cursor.report.broken(&MAGIC, 0, expected, format_args!("0x{:08x}", header.magic)));
    }
    if header.layout() == Version::New && header.version != NEW {
        let found = format_args!("0x{:08x}", header.version);
        cursor.report.habit(&VERSION, 4, "0x00015500 or 0x1000c800", found);
    }
    Ok(header)
}
