//! Zones of the later family, `Z.zon`: recognised, their counts listed, and kept.
//! They belong to `.eqg` archives; one beside a `Z.s3d` is the remake of that zone.
//! Source: `docs/spec/everquest/zone-install.md`, "13. Side files, from real ones".

use crate::packed;
use binary::{Code, Cursor, FormatCodes, Mode, Report, Result, Segment, Site, Writer, codes, record};
use serde::{Deserialize, Serialize};

codes! {
    TRUNCATED = "everquest.zon.truncated": "the file ends inside its header" => "copy the file again from its source";
    NOT_FINITE = "everquest.zon.not_finite": "a number is NaN or infinite" => "copy the file again from its source";
    TRAILING = "everquest.zon.trailing": "bytes follow the last structure" => "cut the file at the stated offset";
    LIMIT = "everquest.zon.limit": "a list is larger than the limits allow" => "raise the limit if the file is trusted";
    MAGIC = "everquest.zon.magic": "the file does not start as a zone of the later family" => "check that it is a .zon file and was copied whole";
    COUNTS = "everquest.zon.counts": "the lists that the header counts are longer than the file" => "copy the file again from its source";
}

/// Every finding that reading such a zone can make.
pub fn codes() -> Vec<&'static Code> {
    CODES.to_vec()
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

record! {
    /// What is counted in a zone.
    pub struct Header in "everquest.zon.header" sizes [28] {
        magic: [u8; 4] [0],
        /// 2 in the one that is known.
        version: u32 [4],
        /// Bytes of the table of names.
        string_bytes: u32 [8],
        models: u32 [12],
        placements: u32 [16],
        regions: u32 [20],
        lights: u32 [24],
    }
}

/// The first four letters.
pub const MAGIC_EQGZ: [u8; 4] = *b"EQGZ";

/// A zone of the later family.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zon {
    /// What is in it.
    pub header: Header,
    /// The lists, which are not looked at.
    #[serde(with = "packed")]
    pub body: Vec<u8>,
}

/// Reads a zone's header, and keeps the rest.
///
/// # Errors
/// Another kind of file, or one that ends inside the header.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Zon, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let zon = zon(&mut cursor, bytes)?;
    Ok((zon, cursor.finish()?))
}

/// Every place the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = zon(&mut cursor, bytes);
    cursor.report.take_sites()
}

/// True for bytes that start as a zone of the later family.
pub fn is_zon(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC_EQGZ)
}

fn zon(cursor: &mut Cursor<'_>, bytes: &[u8]) -> Result<Zon> {
    if !is_zon(bytes) {
        let found = format_args!("\"{}\"", bytes.get(..4).unwrap_or(bytes).escape_ascii());
        return Err(cursor.report.broken(&MAGIC, 0, "the letters EQGZ", found));
    }
    let header: Header = cursor.within(Segment::one("header"), |cursor| cursor.record(0))?;
    let left = cursor.remaining();
    // The fewest bytes that one of each takes in version 2; later ones have longer placements.
    let Header { string_bytes, models, placements, regions, lights, .. } = header;
    let counts = [(string_bytes, 1), (models, 4), (placements, 36), (regions, 40), (lights, 32)];
    let least: u64 = counts.iter().map(|(count, size)| u64::from(*count) * size).sum();
    if least > left as u64 {
        let found = format_args!("counts of {least} bytes at least");
        cursor.report.habit(&COUNTS, 8, format_args!("lists in the {left} bytes left"), found);
    }
    let at = cursor.offset();
    let body = cursor.take(left, "the lists")?.to_vec();
    cursor.trace_bytes("body", at, left);
    Ok(Zon { header, body })
}

/// Writes a zone as it was read.
pub fn write(zon: &Zon) -> Vec<u8> {
    let mut writer = Writer::with_capacity(28 + zon.body.len());
    writer.record(&zon.header, 0);
    writer.raw(&zon.body);
    writer.into_bytes()
}
