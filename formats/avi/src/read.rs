//! The walk through the chunks. Every chunk is a name, a size and that many
//! bytes, filled up to an even number; a list is a chunk that holds a name and
//! more chunks.

use crate::{
    Avi, BitmapInfo, CHUNK, DIMENSIONS, FORMAT, FORMAT_CODES, FRAMES, Format, FourCc, MainHeader, NO_FRAMES,
    NO_HEADER, NO_VIDEO, RATE, SIGNATURE, SIZE, STREAMS, Stream, StreamHeader, TRAILING, WaveFormat,
};
use binary::{Cursor, Mode, Record as _, Report, Result, Segment, Site};

/// Bytes of the name and the size of a chunk.
const HEAD: usize = 8;
/// Bytes before the chunks of a list: name, size, name.
const LIST_HEAD: usize = HEAD + 4;

const RIFF: &[u8; 4] = b"RIFF";
const LIST: &[u8; 4] = b"LIST";
const VIDEO: &[u8; 4] = b"vids";
const AUDIO: &[u8; 4] = b"auds";

/// True when a file that starts so is an AVI video.
pub fn is_avi(start: &[u8]) -> bool {
    start.starts_with(RIFF) && start.get(HEAD..LIST_HEAD) == Some(b"AVI ")
}

/// Reads the headers of a video and counts its frames.
///
/// # Errors
/// Structural damage, in either mode: no video at all, or a header that ends
/// too early; in strict mode the report's verdict says whether something else
/// is odd.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Avi, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT_CODES, mode);
    let avi = avi(&mut cursor)?;
    Ok((avi, cursor.report))
}

/// Every place the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT_CODES, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = avi(&mut cursor);
    cursor.report.take_sites()
}

/// One chunk.
#[derive(Clone, Copy)]
struct Chunk {
    /// Its name, or that of the list.
    name: [u8; 4],
    is_list: bool,
    /// Offset of its name in the file.
    at: usize,
    /// First byte after the names.
    start: usize,
    /// Just after its last byte.
    end: usize,
}

impl Chunk {
    fn is(&self, name: &[u8; 4]) -> bool {
        self.name == *name && !self.is_list
    }

    fn is_list_of(&self, name: &[u8; 4]) -> bool {
        self.name == *name && self.is_list
    }
}

/// The chunk at the cursor, which then stands behind it; none at `end`. A chunk
/// that reaches past `end` is cut there.
fn next(cursor: &mut Cursor<'_>, end: usize) -> Result<Option<Chunk>> {
    let at = cursor.offset();
    if at >= end {
        return Ok(None);
    }
    if end - at < HEAD {
        cursor.report.habit(&CHUNK, at, "a name and a size", format_args!("{} bytes", end - at));
        cursor.seek(end)?;
        return Ok(None);
    }
    let mut name: [u8; 4] = cursor.value::<FourCc>("name")?.0;
    let size: u32 = cursor.value("size")?;
    let mut start = cursor.offset();
    let stated = start.saturating_add(size as usize);
    if stated > end {
        let expected = format_args!("at most the {} bytes left", end - start);
        cursor.report.habit(&CHUNK, at + 4, expected, format_args!("{size} bytes"));
    }
    let stop = stated.min(end);
    let is_list = name == *LIST || name == *RIFF;
    if is_list && stop - start >= 4 {
        name = cursor.value::<FourCc>("list")?.0;
        start = cursor.offset();
    }
    // The byte that makes the size even may be missing at the end.
    cursor.seek((stop + (size as usize & 1)).min(end))?;
    Ok(Some(Chunk { name, is_list, at, start, end: stop }))
}

fn avi(cursor: &mut Cursor<'_>) -> Result<Avi> {
    let start = cursor.take(LIST_HEAD, "the start of a video")?;
    if !is_avi(start) {
        let found = format_args!("\"{}\"", start.escape_ascii());
        return Err(cursor.report.broken(&SIGNATURE, 0, "\"RIFF\", a size and \"AVI \"", found));
    }
    cursor.seek(0)?;
    let mut avi = Avi::default();
    let mut header = None;
    let mut frames = false;
    let mut first = true;
    while cursor.remaining() > 0 {
        let at = cursor.offset();
        if !first && !continues(cursor)? {
            let rest = cursor.len() - at;
            cursor.report.note(&TRAILING, at, "the end of the file", format_args!("{rest} more bytes"));
            break;
        }
        let end = riff_end(cursor)?;
        cursor.seek(at + LIST_HEAD)?;
        while let Some(chunk) = next(cursor, end)? {
            let after = cursor.offset();
            cursor.seek(chunk.start)?;
            if chunk.is_list_of(b"hdrl") && header.is_none() {
                header =
                    cursor.within(Segment::one("header"), |cursor| headers(cursor, chunk.end, &mut avi))?;
            } else if chunk.is_list_of(b"movi") {
                frames = true;
                cursor.within(Segment::one("movi"), |cursor| movi(cursor, chunk.end, &mut avi.streams))?;
            }
            cursor.seek(after)?;
        }
        // Parts, too, are filled up to an even size.
        cursor.seek((end + (end & 1)).min(cursor.len()))?;
        first = false;
    }
    let Some(main_at) = header else {
        return Err(cursor.report.broken(&NO_HEADER, LIST_HEAD, "a list hdrl with a chunk avih", "none"));
    };
    judge(&mut cursor.report, &avi, main_at, frames);
    Ok(avi)
}

/// True when a further part of a file beyond 1 GB starts here.
fn continues(cursor: &mut Cursor<'_>) -> Result<bool> {
    let at = cursor.offset();
    if cursor.remaining() < LIST_HEAD {
        return Ok(false);
    }
    let start = cursor.take(LIST_HEAD, "a part")?;
    cursor.seek(at)?;
    Ok(start.starts_with(RIFF) && start.ends_with(b"AVIX"))
}

/// Where the part that starts here ends.
fn riff_end(cursor: &mut Cursor<'_>) -> Result<usize> {
    let at = cursor.offset();
    cursor.seek(at + 4)?;
    let size: u32 = cursor.value("riff_size")?;
    let left = cursor.remaining();
    let stated = size as usize;
    // A recorder that was stopped leaves 0.
    if stated > left || stated < 4 {
        let expected = format_args!("at most the {left} bytes left");
        cursor.report.habit(&SIZE, at + 4, expected, format_args!("{size} bytes"));
        return Ok(cursor.len());
    }
    Ok(cursor.offset() + stated)
}

/// Reads the headers; returns where the main header is, if there is one.
fn headers(cursor: &mut Cursor<'_>, end: usize, avi: &mut Avi) -> Result<Option<usize>> {
    let mut main = None;
    while let Some(chunk) = next(cursor, end)? {
        let after = cursor.offset();
        cursor.seek(chunk.start)?;
        if chunk.is(b"avih") && main.is_none() {
            room(cursor, &chunk, MainHeader::SIZES[0], "the header of the whole")?;
            avi.main = cursor.within(Segment::one("main"), |cursor| cursor.record(0))?;
            main = Some(chunk.start);
        } else if chunk.is_list_of(b"strl") {
            let segment = Segment::at("stream", avi.streams.len());
            if let Some(stream) = cursor.within(segment, |cursor| stream(cursor, &chunk))? {
                avi.streams.push(stream);
            }
        } else if chunk.is_list_of(b"odml") {
            while let Some(inner) = next(cursor, chunk.end)? {
                if inner.is(b"dmlh") && inner.end - inner.start >= 4 {
                    let behind = cursor.offset();
                    cursor.seek(inner.start)?;
                    avi.all_frames = Some(cursor.value("all_frames")?);
                    cursor.seek(behind)?;
                }
            }
        }
        cursor.seek(after)?;
    }
    Ok(main)
}

/// Fails unless a chunk has room for a header.
fn room(cursor: &Cursor<'_>, chunk: &Chunk, size: usize, what: &str) -> Result<()> {
    let found = chunk.end - chunk.start;
    if found < size {
        let expected = format_args!("{size} bytes of {what}");
        return Err(cursor.report.broken(&crate::TRUNCATED, chunk.at, expected, format_args!("{found}")));
    }
    Ok(())
}

/// Reads a stream; `None` if its list has no header.
fn stream(cursor: &mut Cursor<'_>, list: &Chunk) -> Result<Option<Stream>> {
    let mut header: Option<(StreamHeader, usize)> = None;
    let mut format = Format::Unknown;
    while let Some(chunk) = next(cursor, list.end)? {
        let after = cursor.offset();
        cursor.seek(chunk.start)?;
        match &header {
            None if chunk.is(b"strh") => {
                let [early, late] = [StreamHeader::SIZES[0], StreamHeader::SIZES[1]];
                room(cursor, &chunk, early, "the header of a stream")?;
                let column = usize::from(chunk.end - chunk.start >= late);
                header = Some((cursor.record(column)?, chunk.start));
            }
            Some((header, _)) if chunk.is(b"strf") && format == Format::Unknown => {
                format = coding(cursor, header.kind, &chunk)?;
            }
            _ => {}
        }
        cursor.seek(after)?;
    }
    let Some((header, at)) = header else { return Ok(None) };
    if matches!(&header.kind.0, VIDEO | AUDIO) {
        if format == Format::Unknown {
            cursor.report.habit(&FORMAT, list.at, "a chunk strf that is long enough", "none");
        }
        if header.scale == 0 || header.rate == 0 {
            let found = format_args!("{} / {}", header.rate, header.scale);
            cursor.report.habit(&RATE, at + 20, "a rate and a scale above 0", found);
        }
    }
    Ok(Some(Stream { header, format, chunks: 0, chunk_bytes: 0 }))
}

/// The format of a stream.
fn coding(cursor: &mut Cursor<'_>, kind: FourCc, chunk: &Chunk) -> Result<Format> {
    let size = chunk.end - chunk.start;
    cursor.within(Segment::one("format"), |cursor| {
        Ok(match &kind.0 {
            VIDEO if size >= BitmapInfo::SIZES[0] => Format::Video(cursor.record(0)?),
            AUDIO => match WaveFormat::SIZES.iter().rposition(|known| *known <= size) {
                Some(column) => Format::Audio(cursor.record(column)?),
                None => Format::Unknown,
            },
            _ => Format::Unknown,
        })
    })
}

/// Counts the chunks of each stream; nested lists group chunks that are read together.
fn movi(cursor: &mut Cursor<'_>, end: usize, streams: &mut [Stream]) -> Result<()> {
    while let Some(chunk) = next(cursor, end)? {
        let after = cursor.offset();
        if chunk.is_list_of(b"rec ") {
            cursor.seek(chunk.start)?;
            while let Some(inner) = next(cursor, chunk.end)? {
                count(&inner, streams);
            }
        }
        count(&chunk, streams);
        cursor.seek(after)?;
    }
    Ok(())
}

/// `01wb` is data of stream 1; `ix01` is an index.
fn count(chunk: &Chunk, streams: &mut [Stream]) {
    let [tens, ones, ..] = chunk.name;
    if chunk.is_list || !tens.is_ascii_digit() || !ones.is_ascii_digit() {
        return;
    }
    let number = usize::from(tens - b'0') * 10 + usize::from(ones - b'0');
    if let Some(stream) = streams.get_mut(number) {
        stream.chunks = stream.chunks.saturating_add(1);
        stream.chunk_bytes = stream.chunk_bytes.saturating_add((chunk.end - chunk.start) as u64);
    }
}

/// Checks the headers against one another.
fn judge(report: &mut Report, avi: &Avi, main_at: usize, frames: bool) {
    let main = &avi.main;
    if main.streams as usize != avi.streams.len() {
        report.habit(&STREAMS, main_at + 24, avi.streams.len(), main.streams);
    }
    if !frames {
        report.habit(&NO_FRAMES, main_at, "a list movi", "none");
    }
    let mut pictures = avi.streams.iter().filter(|stream| stream.header.kind.0 == *VIDEO);
    let Some(stream) = pictures.next() else {
        report.habit(&NO_VIDEO, main_at, "a stream vids", "none");
        return;
    };
    if let Format::Video(bitmap) = &stream.format {
        let (width, height) = (bitmap.width.unsigned_abs(), bitmap.height.unsigned_abs());
        if width == 0 || height == 0 || (width, height) != (main.width, main.height) {
            let expected = format_args!("{width} x {height}, above 0");
            report.habit(
                &DIMENSIONS,
                main_at + 32,
                expected,
                format_args!("{} x {}", main.width, main.height),
            );
        }
    }
    if frames && stream.chunks < stream.header.length {
        report.note(&FRAMES, main_at, format_args!("{} pictures", stream.header.length), stream.chunks);
    }
}
