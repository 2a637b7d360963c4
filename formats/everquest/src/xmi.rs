//! Music of a zone: `Z.xmi`, an AIL container of MIDI sequences. They are listed and
//! kept; nothing is played. Source: `docs/spec/everquest/zone-install.md`, "11. Sound".
//!
//! It is an IFF file: sizes are big-endian, counts inside chunks little-endian.

use crate::packed;
use binary::{Code, Cursor, FormatCodes, Mode, Report, Result, Segment, Site, codes};
use serde::{Deserialize, Serialize};

codes! {
    TRUNCATED = "everquest.xmi.truncated": "the file ends inside a chunk" => "copy the file again from its source";
    NOT_FINITE = "everquest.xmi.not_finite": "a number is NaN or infinite" => "copy the file again from its source";
    TRAILING = "everquest.xmi.trailing": "bytes follow the last structure" => "cut the file at the stated offset";
    LIMIT = "everquest.xmi.limit": "there are more chunks than the limits allow" => "raise the limit if the file is trusted";
    MAGIC = "everquest.xmi.magic": "the file does not start as music of this kind" => "check that it is an .xmi file and was copied whole";
    CHUNK = "everquest.xmi.chunk": "what stands between chunks is none; it is kept" => "copy the file again from its source";
    COUNT = "everquest.xmi.count": "the file does not have as many sequences as it says" => "set the count to their number";
    PATCHES = "everquest.xmi.patches": "a list of instruments is not as long as it says" => "copy the file again from its source";
    EVENTS = "everquest.xmi.events": "a sequence has no events, or damaged ones" => "copy the file again from its source";
}

/// Every finding that reading music can make.
pub fn codes() -> Vec<&'static Code> {
    CODES.to_vec()
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

/// Ticks of a sequence in a second.
pub const TICKS_PER_SECOND: u32 = 120;
/// How many chunks may be inside each other; known files have two.
const DEPTH: usize = 4;
/// Bytes of the letters and the size of a chunk.
const HEAD: usize = 8;

/// The music of a zone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Xmi {
    /// `FORM XDIR` with the count, `CAT XMID` with the sequences.
    pub chunks: Vec<Chunk>,
    /// Bytes behind the last chunk; none in known files.
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub rest: Vec<u8>,
}

/// A chunk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chunk {
    /// Its four letters.
    pub id: [u8; 4],
    /// What is in it.
    pub content: Content,
    /// The byte that makes an odd size even, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub padding: Option<u8>,
}

/// What is in a chunk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "lowercase")]
pub enum Content {
    /// Chunks: of `FORM` and `CAT `.
    Group {
        /// Four letters that say of what.
        kind: [u8; 4],
        /// The chunks.
        chunks: Vec<Chunk>,
        /// Bytes behind the last of them; none in known files.
        #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
        rest: Vec<u8>,
    },
    /// Bytes.
    Data(#[serde(with = "packed")] Vec<u8>),
}

/// A sequence, in a few figures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sequence {
    /// Patch and bank of each instrument.
    pub instruments: Vec<[u8; 2]>,
    /// Places that it can go on from.
    pub branches: usize,
    /// How long it is, in ticks of 1/120 s; none where its events are damaged.
    pub ticks: Option<u64>,
}

/// Reads music.
///
/// # Errors
/// Another kind of file, and one that ends inside a chunk.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Xmi, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let xmi = xmi(&mut cursor, bytes)?;
    Ok((xmi, cursor.finish()?))
}

/// Every place the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = xmi(&mut cursor, bytes);
    cursor.report.take_sites()
}

/// True for bytes that start as music of this kind.
pub fn is_xmi(bytes: &[u8]) -> bool {
    bytes.starts_with(b"FORM") && bytes.get(8..12) == Some(b"XDIR")
}

fn xmi(cursor: &mut Cursor<'_>, bytes: &[u8]) -> Result<Xmi> {
    if !is_xmi(bytes) {
        let found = format_args!("\"{}\"", bytes.get(..12).unwrap_or(bytes).escape_ascii());
        return Err(cursor.report.broken(&MAGIC, 0, "the letters FORM, a size and XDIR", found));
    }
    let (chunks, rest) = chunks(cursor, bytes.len(), 0)?;
    let xmi = Xmi { chunks, rest };
    look(&mut cursor.report, &xmi);
    Ok(xmi)
}

/// The chunks up to `end`, and what follows them.
fn chunks(cursor: &mut Cursor<'_>, end: usize, depth: usize) -> Result<(Vec<Chunk>, Vec<u8>)> {
    let mut chunks = Vec::new();
    while end - cursor.offset() >= HEAD {
        let start = cursor.offset();
        let head = cursor.take(HEAD, "a chunk's letters and size")?;
        let [id, size] =
            [0, 4].map(|at| head.get(at..at + 4).and_then(|part| <[u8; 4]>::try_from(part).ok()));
        let (id, size) = (id.unwrap_or_default(), u32::from_be_bytes(size.unwrap_or_default()) as usize);
        if !id.iter().all(|letter| letter.is_ascii_uppercase() || matches!(letter, b' ' | b'0'..=b'9')) {
            cursor.seek(start)?;
            break;
        }
        cursor.trace_items::<[u8; 4]>("size", start + 4, 1);
        let left = end - cursor.offset();
        if size > left {
            let expected = format_args!("at most the {left} bytes left");
            return Err(cursor.report.broken(&TRUNCATED, start + 4, expected, size));
        }
        let segment = Segment::at("chunk", chunks.len()).named(binary::Name::new(&id));
        let stop = cursor.offset() + size;
        let content = cursor.within(segment, |cursor| content(cursor, id, stop, depth))?;
        let mut padding = None;
        if size % 2 == 1 && stop < end {
            padding = cursor.take(1, "padding")?.first().copied();
        }
        chunks.push(Chunk { id, content, padding });
    }
    let (at, left) = (cursor.offset(), end - cursor.offset());
    let rest = cursor.take(left, "the rest")?.to_vec();
    if left > 0 {
        cursor.trace_bytes("rest", at, left);
        cursor.report.habit(&CHUNK, at, "a chunk, or the end", format_args!("{left} other bytes"));
    }
    Ok((chunks, rest))
}

fn content(cursor: &mut Cursor<'_>, id: [u8; 4], stop: usize, depth: usize) -> Result<Content> {
    let size = stop - cursor.offset();
    if matches!(&id, b"FORM" | b"CAT ") && size >= 4 && depth < DEPTH {
        let kind = cursor.take(4, "the kind of a group")?.try_into().unwrap_or_default();
        let (chunks, rest) = chunks(cursor, stop, depth + 1)?;
        return Ok(Content::Group { kind, chunks, rest });
    }
    cursor.trace_bytes("data", cursor.offset(), size);
    Ok(Content::Data(cursor.take(size, "a chunk")?.to_vec()))
}

fn look(report: &mut Report, xmi: &Xmi) {
    let sequences = xmi.sequences();
    if xmi.count() != Some(sequences.len()) {
        let stated = xmi.count().map_or_else(|| "no count".to_owned(), |count| count.to_string());
        report.habit(&COUNT, 0, format_args!("the count of {} sequences", sequences.len()), stated);
    }
    for (index, (sequence, forms)) in sequences.iter().zip(xmi.forms()).enumerate() {
        report.enter(Segment::at("sequence", index + 1));
        if sequence.ticks.is_none() {
            report.habit(&EVENTS, 0, "events up to the end of the chunk", "none, or others");
        }
        let patches = data(forms, *b"TIMB");
        if patches
            .is_none_or(|patches| patches.len() != 2 + 2 * sequence.instruments.len() || !counted(patches))
        {
            report.habit(&PATCHES, 0, "a count, and patch and bank of each", "another length, or no list");
        }
        report.leave();
    }
}

/// True where the count at the start is that of the pairs behind it.
fn counted(list: &[u8]) -> bool {
    let count = list.first_chunk::<2>().map(|count| usize::from(u16::from_le_bytes(*count)));
    count.is_some_and(|count| list.len() == 2 + 2 * count)
}

/// The bytes of the first of these chunks with the letters `id`.
fn data(chunks: &[Chunk], id: [u8; 4]) -> Option<&[u8]> {
    chunks.iter().find(|chunk| chunk.id == id).and_then(|chunk| match &chunk.content {
        Content::Data(bytes) => Some(bytes.as_slice()),
        Content::Group { .. } => None,
    })
}

impl Xmi {
    fn groups(&self, wanted: [u8; 4], of: [u8; 4]) -> impl Iterator<Item = &[Chunk]> {
        self.chunks.iter().filter_map(move |chunk| match &chunk.content {
            Content::Group { kind, chunks, .. } if chunk.id == wanted && *kind == of => {
                Some(chunks.as_slice())
            }
            _ => None,
        })
    }

    /// How many sequences the file says it has.
    pub fn count(&self) -> Option<usize> {
        let info = self.groups(*b"FORM", *b"XDIR").find_map(|chunks| data(chunks, *b"INFO"))?;
        info.first_chunk::<2>().map(|count| usize::from(u16::from_le_bytes(*count)))
    }

    /// The chunks of each sequence.
    fn forms(&self) -> impl Iterator<Item = &[Chunk]> {
        let all = self.groups(*b"CAT ", *b"XMID").flatten();
        all.filter_map(|chunk| match &chunk.content {
            Content::Group { kind, chunks, .. } if chunk.id == *b"FORM" && kind == b"XMID" => {
                Some(chunks.as_slice())
            }
            _ => None,
        })
    }

    /// The sequences, of which the sounds of a zone name the first as 1.
    pub fn sequences(&self) -> Vec<Sequence> {
        self.forms().map(sequence).collect()
    }
}

fn sequence(chunks: &[Chunk]) -> Sequence {
    let pairs = data(chunks, *b"TIMB").and_then(|list| list.get(2..)).unwrap_or_default();
    let instruments = pairs.as_chunks::<2>().0.to_vec();
    let branches = data(chunks, *b"RBRN").and_then(<[u8]>::first_chunk::<2>);
    let branches = branches.map_or(0, |count| usize::from(u16::from_le_bytes(*count)));
    Sequence { instruments, branches, ticks: data(chunks, *b"EVNT").and_then(ticks) }
}

/// How long some events take. Delays are bytes below 0x80 that are added up; notes
/// say themselves how long they sound.
fn ticks(events: &[u8]) -> Option<u64> {
    let mut bytes = events.iter().copied();
    let (mut now, mut last) = (0_u64, 0_u64);
    while let Some(byte) = bytes.next() {
        let mut skip = |count: usize| (0..count).try_for_each(|_| bytes.next().map(drop));
        match byte {
            0..0x80 => now += u64::from(byte),
            0x90..0xA0 => {
                skip(2)?;
                last = last.max(now + variable(&mut bytes)?);
            }
            0xC0..0xE0 => skip(1)?,
            0x80..0x90 | 0xA0..0xC0 | 0xE0..0xF0 => skip(2)?,
            0xFF => {
                let kind = bytes.next()?;
                for _ in 0..variable(&mut bytes)? {
                    bytes.next()?;
                }
                // The end of the track.
                if kind == 0x2F {
                    return Some(now.max(last));
                }
            }
            0xF0..0xFF => {
                for _ in 0..variable(&mut bytes)? {
                    bytes.next()?;
                }
            }
        }
    }
    Some(now.max(last))
}

/// A number of at most four bytes with seven bits each, the high ones first.
fn variable(bytes: &mut impl Iterator<Item = u8>) -> Option<u64> {
    let mut number = 0;
    for _ in 0..4 {
        let byte = bytes.next()?;
        number = number << 7 | u64::from(byte & 0x7F);
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Writes music as it was read; sizes are derived.
pub fn write(xmi: &Xmi) -> Vec<u8> {
    let mut bytes = Vec::new();
    put(&mut bytes, &xmi.chunks);
    bytes.extend_from_slice(&xmi.rest);
    bytes
}

fn put(bytes: &mut Vec<u8>, chunks: &[Chunk]) {
    for chunk in chunks {
        bytes.extend_from_slice(&chunk.id);
        let size = bytes.len();
        bytes.extend_from_slice(&[0; 4]);
        match &chunk.content {
            Content::Group { kind, chunks, rest } => {
                bytes.extend_from_slice(kind);
                put(bytes, chunks);
                bytes.extend_from_slice(rest);
            }
            Content::Data(data) => bytes.extend_from_slice(data),
        }
        let length = (bytes.len() - size - 4) as u32;
        if let Some(place) = bytes.get_mut(size..size + 4) {
            place.copy_from_slice(&length.to_be_bytes());
        }
        bytes.extend(chunk.padding);
    }
}
