//! Sources of the level editor (`.wmp`): recognised, taken apart into their
//! outermost chunks and kept. What the chunks hold is not looked at: games are
//! played from the levels built of them. Source: `docs/spec/gamestudio.md`, "2.12 WMP and WAD".

use crate::packed;
use binary::{
    Code, Cursor, Finding, FormatCodes, Mode, Record, Report, Result, Segment, Severity, Site, Writer, codes,
    record,
};
use serde::{Deserialize, Serialize};

codes! {
    TRUNCATED = "gamestudio.wmp.truncated": "the file ends inside a structure" => "copy the file again from its source";
    NOT_FINITE = "gamestudio.wmp.not_finite": "a number is NaN or infinite" => "save the file again";
    TRAILING = "gamestudio.wmp.trailing": "bytes follow the last structure" => "cut the file at the stated offset";
    LIMIT = "gamestudio.wmp.limit": "a list is larger than the limits allow" => "raise the limit if the file is trusted";
    MAGIC = "gamestudio.wmp.magic": "the file does not start as an editor source" => "check that the file was saved by the editor of A7 or A8";
    CHUNK = "gamestudio.wmp.chunk": "a chunk does not end inside the file; it is kept as it is" => "copy the file again from its source";
    UNWRITABLE = "gamestudio.wmp.unwritable": "a chunk does not fit the format" => "keep chunks below 2 GiB";
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

record! {
    // Found by trying: the outermost chunks of all known files add up to the file with this layout;
    // the size includes these eight bytes.
    struct ChunkHeader in "gamestudio.wmp.chunk" sizes [8] {
        id: u8 [0],
        kind: u8 [1],
        version: u16 [2],
        size: i32 [4],
    }
}

const MAGIC_WMPB: &[u8] = b"WMPB";
const CHUNK_HEADER_SIZE: usize = ChunkHeader::SIZES[0];

/// A source of the level editor.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wmp {
    /// Three in known files: about the file, palette and texture packages, and
    /// the level.
    pub chunks: Vec<Chunk>,
    /// Bytes after the last whole chunk; none in known files.
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub rest: Vec<u8>,
}

/// A part of a source.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chunk {
    /// What it stands for among its neighbours.
    pub id: u8,
    /// How it is built.
    pub kind: u8,
    /// Of that.
    pub version: u16,
    /// Its bytes.
    #[serde(with = "packed")]
    pub data: Vec<u8>,
}

/// Every finding that reading or writing a source can make.
pub fn codes() -> Vec<&'static Code> {
    CODES.to_vec()
}

/// Reads a source.
///
/// # Errors
/// `gamestudio.wmp.magic` for anything that does not start with WMPB; there are
/// sources saved as text, which are not read.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Wmp, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let wmp = wmp(&mut cursor, bytes)?;
    Ok((wmp, cursor.finish()?))
}

/// Every place the reader looks at; chunks are one place each.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = wmp(&mut cursor, bytes);
    cursor.report.take_sites()
}

fn wmp(cursor: &mut Cursor<'_>, bytes: &[u8]) -> Result<Wmp> {
    if !bytes.starts_with(MAGIC_WMPB) {
        let magic = bytes.get(..4).unwrap_or(bytes);
        let found = format_args!("\"{}\"", magic.escape_ascii());
        return Err(cursor.report.broken(&MAGIC, 0, "the letters WMPB", found));
    }
    cursor.take(MAGIC_WMPB.len(), "the magic letters")?;
    let mut wmp = Wmp::default();
    while cursor.remaining() > 0 {
        let at = cursor.offset();
        if let Some(chunk) = cursor.within(Segment::at("chunk", wmp.chunks.len()), chunk)? {
            wmp.chunks.push(chunk);
            continue;
        }
        cursor.seek(at)?;
        let rest = cursor.remaining();
        cursor.report.habit(&CHUNK, at, "whole chunks", format_args!("{rest} bytes that are none"));
        wmp.rest = cursor.take(rest, "the rest")?.to_vec();
        cursor.trace_bytes("rest", at, rest);
    }
    Ok(wmp)
}

/// The next chunk; `None` when what follows is none.
fn chunk(cursor: &mut Cursor<'_>) -> Result<Option<Chunk>> {
    if cursor.remaining() < CHUNK_HEADER_SIZE {
        return Ok(None);
    }
    let ChunkHeader { id, kind, version, size } = cursor.record(0)?;
    let size = usize::try_from(size).ok().and_then(|size| size.checked_sub(CHUNK_HEADER_SIZE));
    let Some(size) = size.filter(|size| *size <= cursor.remaining()) else {
        return Ok(None);
    };
    let start = cursor.offset();
    let data = cursor.take(size, "a chunk")?.to_vec();
    cursor.trace_bytes("data", start, size);
    Ok(Some(Chunk { id, kind, version, data }))
}

/// Writes a source.
///
/// # Errors
/// `gamestudio.wmp.unwritable` for a chunk of 2 GiB or more.
pub fn write(wmp: &Wmp) -> Result<Vec<u8>> {
    let mut writer = Writer::new();
    writer.raw(MAGIC_WMPB);
    for (index, chunk) in wmp.chunks.iter().enumerate() {
        let size = chunk.data.len() + CHUNK_HEADER_SIZE;
        let Ok(size) = i32::try_from(size) else {
            let finding = Finding::new(&UNWRITABLE, Severity::Error, "", "less than 2 GiB", size);
            return Err(Box::new(finding.inside(format_args!("chunk {index}"))));
        };
        writer.record(&ChunkHeader { id: chunk.id, kind: chunk.kind, version: chunk.version, size }, 0);
        writer.raw(&chunk.data);
    }
    writer.raw(&wmp.rest);
    Ok(writer.into_bytes())
}
