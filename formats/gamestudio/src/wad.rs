//! Texture packages of the level editor (`.wad`, WAD7): named textures, and a
//! palette. It is not the `.wad` of other engines. Source: `docs/spec/gamestudio.md`,
//! "2.12 WMP and WAD".

use crate::packed;
use crate::placement::{Gap, Placement, assemble, uncovered};
use crate::text::Text;
use crate::wmb::codes::{TEXTURE_MIPS, TEXTURE_TYPE};
use crate::wmb::textures::{self, COLORS_SIZE};
use crate::wmb::{ColorTable, Texture};
use binary::{
    Code, Cursor, Finding, FormatCodes, Mode, Name, Record, Report, Result, Segment, Severity, Site, Writer,
    codes, record,
};
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::ops::Range;

codes! {
    TRUNCATED = "gamestudio.wad.truncated": "the file ends inside a structure" => "copy the file again from its source";
    NOT_FINITE = "gamestudio.wad.not_finite": "a number is NaN or infinite" => "build the package again";
    TRAILING = "gamestudio.wad.trailing": "bytes follow the last structure" => "cut the file at the stated offset";
    LIMIT = "gamestudio.wad.limit": "a list or an image is larger than the limits allow" => "raise the limit if the file is trusted";
    MAGIC = "gamestudio.wad.magic": "the file does not start as a package of textures" => "check that the file is a WAD7 package and not one of another engine";
    BOUNDS = "gamestudio.wad.bounds": "an entry reaches beyond the file or into its header" => "copy the file again from its source";
    OVERLAP = "gamestudio.wad.overlap": "an entry or the directory reaches into another entry" => "build the package again";
    GAP = "gamestudio.wad.gap": "bytes belong to no entry" => "remove them unless they are meant to be there";
    SIZES = "gamestudio.wad.sizes": "the two sizes of an entry differ" => "set both to the number of its bytes";
    COMPRESSION = "gamestudio.wad.compression": "an entry says that it is compressed; it is kept and left alone" => "store it without compression";
    DATA = "gamestudio.wad.data": "an entry is neither a palette nor a texture; it is kept and left alone" => "store a palette of 768 bytes, or a texture with all its pixels";
    KIND = "gamestudio.wad.kind": "the type of an entry is not that of its texture" => "set it to the texture's type";
    UNWRITABLE = "gamestudio.wad.unwritable": "the parts of a package do not fit each other or the format" => "correct the named part";
}

/// Every finding that reading or writing a package can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, DirectoryEntry::CODES, &[&TEXTURE_TYPE, &TEXTURE_MIPS]].concat()
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

record! {
    struct Header in "gamestudio.wad.header" sizes [12] {
        magic: [u8; 4] [0],
        count: u32 [4],
        directory: u32 [8],
    }
}

record! {
    struct DirectoryEntry in "gamestudio.wad.entry" sizes [32] {
        offset: i32 [0],
        size: i32 [4],
        second_size: i32 [8],
        kind: u8 [12],
        compression: u8 [13],
        filler: u16 [14] must 0xFFFF,
        name: Text<16> [16],
    }
}

const MAGIC_WAD7: [u8; 4] = *b"WAD7";
const HEADER_SIZE: usize = Header::SIZES[0];
/// Offsets have 31 bits.
const LARGEST_FILE: usize = i32::MAX as usize;
const ENTRY_SIZE: usize = DirectoryEntry::SIZES[0];
/// Type of the palette's entry.
pub const PALETTE: u8 = 64;

/// A package of textures.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wad {
    /// In the order of the directory; the first is the palette as a rule.
    pub entries: Vec<Entry>,
    /// Offsets of the entries and, last, of the directory, unless they follow one another in this
    /// order. Clear it after adding or removing anything.
    pub layout: Option<Placement>,
}

/// One entry of a package.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Name, which may have been cut at 16 characters.
    pub name: Text<16>,
    /// [`PALETTE`], or the type of the texture.
    pub kind: u8,
    /// 0.
    pub compression: u8,
    /// 0xFFFF.
    pub filler: u16,
    /// The entry's size once more, where it differs.
    pub second_size: Option<i32>,
    /// What it holds.
    pub data: Data,
}

/// What an entry holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Data {
    /// 256 colours.
    Palette(ColorTable),
    /// An image.
    Texture(Box<Texture>),
    /// Bytes without known meaning.
    Other(#[serde(with = "packed")] Vec<u8>),
}

impl Entry {
    /// The palette's entry.
    pub fn palette(colors: ColorTable) -> Entry {
        let name = Text::new("P").unwrap_or_default();
        Entry {
            name,
            kind: PALETTE,
            compression: 0,
            filler: 0xFFFF,
            second_size: None,
            data: Data::Palette(colors),
        }
    }

    /// The entry of a texture, under the texture's name.
    pub fn texture(texture: Texture) -> Entry {
        Entry {
            name: texture.name,
            kind: texture.kind as u8,
            compression: 0,
            filler: 0xFFFF,
            second_size: None,
            data: Data::Texture(Box::new(texture)),
        }
    }
}

impl Wad {
    /// The textures in order.
    pub fn textures(&self) -> impl Iterator<Item = &Texture> {
        self.entries.iter().filter_map(|entry| match &entry.data {
            Data::Texture(texture) => Some(&**texture),
            _ => None,
        })
    }

    /// The palette, if there is one.
    pub fn colors(&self) -> Option<&ColorTable> {
        self.entries.iter().find_map(|entry| match &entry.data {
            Data::Palette(colors) => Some(colors),
            _ => None,
        })
    }
}

/// Reads a package.
///
/// # Errors
/// Structural damage, in either mode; in strict mode the report's verdict says
/// whether a documented habit is broken.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Wad, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let wad = wad(&mut cursor, bytes)?;
    Ok((wad, cursor.finish()?))
}

/// Every place the reader looks at; up to the damage if there is any. Pixels
/// and bytes without known meaning are one place each.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = wad(&mut cursor, bytes);
    cursor.report.take_sites()
}

fn wad(cursor: &mut Cursor<'_>, bytes: &[u8]) -> Result<Wad> {
    let magic = bytes.get(..4).unwrap_or(bytes);
    if magic != MAGIC_WAD7 {
        let found = format_args!("\"{}\"", magic.escape_ascii());
        return Err(cursor.report.broken(&MAGIC, 0, "the letters WAD7", found));
    }
    let header: Header = cursor.within(Segment::one("header"), |cursor| cursor.record(0))?;
    let directory = header.directory as usize;
    if directory < HEADER_SIZE || bytes.len() > LARGEST_FILE {
        let expected = format_args!("an offset from {HEADER_SIZE} on in a file below 2 GiB");
        return Err(cursor.report.broken(&BOUNDS, 8, expected, directory));
    }
    cursor.seek(directory)?;
    let count = header.count as usize;
    cursor.expect_items(count, ENTRY_SIZE, "entries")?;
    let mut entries = Vec::with_capacity(count);
    let mut parts = Vec::with_capacity(count + 1);
    let mut compact = HEADER_SIZE;
    let mut is_compact = true;
    for index in 0..count {
        let at = directory + index * ENTRY_SIZE;
        cursor.seek(at)?;
        let (entry, range) = cursor.within(Segment::at("entry", index), |cursor| entry(cursor, bytes, at))?;
        is_compact &= range.start == compact;
        compact = range.end;
        entries.push(entry);
        parts.push(range);
    }
    is_compact &= directory == compact;
    parts.push(directory..directory + count * ENTRY_SIZE);
    let offsets = parts.iter().map(|part| part.start as i32).collect();
    let pieces = uncovered(&mut parts, HEADER_SIZE..bytes.len());
    if let Some([_, next]) = parts.array_windows().find(|[part, next]| next.start < part.end) {
        let expected = "entries one behind the other";
        return Err(cursor.report.broken(&OVERLAP, next.start, expected, "one inside another"));
    }
    for piece in &pieces {
        cursor.report.habit(&GAP, piece.start, "the next entry", format_args!("{} more bytes", piece.len()));
        cursor.trace_bytes("gap", piece.start, piece.len());
    }
    cursor.seek(bytes.len())?;
    let layout = (!is_compact || !pieces.is_empty()).then(|| Placement {
        offsets,
        gaps: pieces.into_iter().map(|piece| Gap::of(bytes, 0, piece)).collect(),
    });
    Ok(Wad { entries, layout })
}

/// Reads the directory's entry at `at`, and what it stands for.
fn entry(cursor: &mut Cursor<'_>, bytes: &[u8], at: usize) -> Result<(Entry, Range<usize>)> {
    let DirectoryEntry { offset, size, second_size, kind, compression, filler, name } = cursor.record(0)?;
    let range = usize::try_from(offset).ok().zip(usize::try_from(size).ok());
    let range = range.and_then(|(start, size)| Some(start..start.checked_add(size)?));
    let inside = range.filter(|range| range.start >= HEADER_SIZE).and_then(|range| {
        let data = bytes.get(range.clone())?;
        Some((range, data))
    });
    let Some((range, data)) = inside else {
        let expected = format_args!("bytes between {HEADER_SIZE} and {}", bytes.len());
        let found = format_args!("{size} bytes from {offset} on");
        return Err(cursor.report.broken(&BOUNDS, at, expected, found));
    };
    if second_size != size {
        cursor.report.habit(&SIZES, at + 8, size, second_size);
    }
    cursor.report.enter(Segment::one("data").named(Name::new(name.bytes())));
    let data = content(cursor, range.clone(), data, kind, compression, at);
    cursor.report.leave();
    let second_size = (second_size != size).then_some(second_size);
    Ok((Entry { name, kind, compression, filler, second_size, data: data? }, range))
}

fn content(
    cursor: &mut Cursor<'_>,
    range: Range<usize>,
    data: &[u8],
    kind: u8,
    compression: u8,
    at: usize,
) -> Result<Data> {
    cursor.seek(range.start)?;
    if compression != 0 {
        cursor.report.habit(&COMPRESSION, at + 13, 0, compression);
    } else if kind == PALETTE && data.len() == COLORS_SIZE {
        cursor.trace_bytes("palette", range.start, data.len());
        return Ok(Data::Palette(ColorTable { bytes: data.to_vec() }));
    } else if kind != PALETTE && textures::stated_size(data) == Some(data.len()) {
        let texture = textures::read(cursor, range.end)?;
        if texture.kind != u32::from(kind) {
            cursor.report.habit(&KIND, at + 12, texture.kind, kind);
        }
        return Ok(Data::Texture(Box::new(texture)));
    } else {
        let found = format_args!("{} bytes of type {kind}", data.len());
        cursor.report.habit(&DATA, at, "a palette of 768 bytes or a whole texture", found);
    }
    cursor.trace_bytes("other", range.start, data.len());
    Ok(Data::Other(data.to_vec()))
}

/// Writes a package. Offsets and sizes are derived, offsets from the layout if
/// there is one.
///
/// # Errors
/// `gamestudio.wad.unwritable` when the parts do not fit each other or 31-bit
/// offsets; `gamestudio.wmb.unwritable` when those of a texture do not.
pub fn write(wad: &Wad) -> Result<Vec<u8>> {
    let mut body = Writer::new();
    let mut directory = Writer::new();
    let mut ranges = Vec::with_capacity(wad.entries.len());
    let places = wad.layout.as_ref().map(|layout| layout.offsets.as_slice());
    if places.is_some_and(|places| places.len() != wad.entries.len() + 1) {
        return unwritable(
            "layout",
            format_args!("offsets of {} entries and the directory", wad.entries.len()),
            "another number; clear the layout to have it made anew",
        );
    }
    for (index, entry) in wad.entries.iter().enumerate() {
        let start = body.offset();
        match &entry.data {
            Data::Palette(ColorTable { bytes }) => {
                if bytes.len() != COLORS_SIZE {
                    let expected = format_args!("{COLORS_SIZE} bytes");
                    return unwritable(format_args!("entry {index}"), expected, bytes.len());
                }
                body.raw(bytes);
            }
            Data::Texture(texture) => textures::write(&mut body, format_args!("entry {index}"), texture)?,
            Data::Other(bytes) => body.raw(bytes),
        }
        let range = start..body.offset();
        let offset = places.and_then(|places| places.get(index).copied());
        let size = number(range.len())?;
        directory.record(
            &DirectoryEntry {
                offset: offset.map_or_else(|| number(HEADER_SIZE + start), Ok)?,
                size,
                second_size: entry.second_size.unwrap_or(size),
                kind: entry.kind,
                compression: entry.compression,
                filler: entry.filler,
                name: entry.name,
            },
            0,
        );
        ranges.push(range);
    }
    let derived = number(HEADER_SIZE + body.offset())?;
    let directory_at = places.and_then(|places| places.last().copied()).unwrap_or(derived);
    let mut header = Writer::with_capacity(HEADER_SIZE);
    header.record(
        &Header {
            magic: MAGIC_WAD7,
            count: number(wad.entries.len())? as u32,
            directory: directory_at as u32,
        },
        0,
    );
    let (header, body, directory) = (header.into_bytes(), body.into_bytes(), directory.into_bytes());
    let Some(layout) = &wad.layout else {
        return Ok([header, body, directory].concat());
    };
    let mut parts = vec![(0, header.as_slice())];
    let contents = ranges.into_iter().filter_map(|range| body.get(range)).chain([directory.as_slice()]);
    for (offset, bytes) in layout.offsets.iter().zip(contents) {
        match usize::try_from(*offset) {
            Ok(at) => parts.push((at, bytes)),
            Err(_) => return unwritable("layout", "offsets of 0 or more", offset),
        }
    }
    assemble(&parts, &layout.gaps).or_else(|at| {
        unwritable(
            "layout",
            "entries that do not overlap",
            format_args!("two at {at}; clear the layout to have it made anew"),
        )
    })
}

fn number(number: usize) -> Result<i32> {
    i32::try_from(number).or_else(|_| unwritable("package", "less than 2 GiB", number))
}

fn unwritable<T>(path: impl Display, expected: impl Display, found: impl Display) -> Result<T> {
    Err(Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found).inside(path)))
}
