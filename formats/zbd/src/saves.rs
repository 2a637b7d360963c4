//! Savegames of MechWarrior 3 (`*.mw3`), as far as they are known: an archive with a header and one
//! record for each animation that was started. Unknown bytes are kept as they are; savegames of the
//! other games are unknown.
//! Source: `docs/spec/zbd/saves.md`.

use crate::archive::{self, Contents, TypedArchive};
use crate::packed;
use binary::{
    Code, Cursor, Finding, FormatCodes, Mode, Padded, Record, Report, Result, Segment, Severity, Site,
    Writer, codes, record,
};
use serde::{Deserialize, Serialize};

codes! {
    TRUNCATED = "zbd.save.truncated": "a member ends inside a structure" => "copy the file again from its source";
    NOT_FINITE = "zbd.save.not_finite": "a number is NaN or infinite" => "save the game again";
    TRAILING = "zbd.save.trailing": "bytes follow the last structure of a member" => "cut the member at the stated offset";
    LIMIT = "zbd.save.limit": "a list is larger than the limits allow" => "raise the limit if the file is trusted";
    NO_HEADER = "zbd.save.no_header": "the member `zSaveHeader` is missing" => "make sure that this is a savegame of MechWarrior 3";
    RECORD = "zbd.save.record": "a member is no record of an animation and is kept as it is" => "nothing; only records are known";
    TYPE = "zbd.save.activation.type": "the type of a record is not known" => "use 1, 2 or 5";
    NAME = "zbd.save.activation.name": "a name is not 7-bit text with NULs to the end" => "use at most 31 ASCII characters and fill up with NULs";
    NODE_INDEX = "zbd.save.activation.node_index": "a record names no node" => "use -1 for none, or 0 to 19999";
    VALUES = "zbd.save.activation.values": "values that are zero in every known record are not" => "set them to 0";
    PTR = "zbd.save.activation.ptr": "an address does not go with the byte at 86" => "use an address exactly where the byte is 25";
    STATUS = "zbd.save.activation.status": "the status is not known" => "use 1, 3 (executed) or 4 (invalid)";
    COUNT = "zbd.save.activation.count": "a record of type 5 has node states" => "leave them out";
    UNK86 = "zbd.save.activation.unk86": "the byte at 86 is not known" => "use 0 or 25";
    UNWRITABLE = "zbd.save.unwritable": "the savegame does not fit the format" => "correct the named part";
}

/// Every finding that reading or writing a savegame can make, beside those of
/// archives.
pub fn codes() -> Vec<&'static Code> {
    [CODES, HeaderWords::CODES, ActivationInfo::CODES].concat()
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

/// Name of the member that holds [`Content::Header`].
const HEADER: &str = "zSaveHeader";
/// Bytes of one node state.
pub const NODE_STATE: usize = 68;

record! {
    /// The first words of the header.
    pub struct HeaderWords in "zbd.save.header" sizes [8] {
        version: u32 [0] must 8,
        format: u32 [4] must 2,
    }
}

record! {
    /// What an animation was doing.
    pub struct ActivationInfo in "zbd.save.activation" sizes [88] {
        /// The specification's `type`: 1, 2 or 5.
        kind: i32 [0],
        unk04: i32 [4] must 0,
        /// Name of the animation.
        name: Padded<32> [8],
        /// -1 for none, else 0..=19999.
        node_index: i32 [40],
        /// Type 1: zero; type 2: three times zero, then free; type 5: free.
        values: [u32; 9] [44],
        /// Stale address, 0 exactly when `unk86` is.
        ptr: u32 [80],
        /// 1, 3 (executed) or 4 (invalid).
        status: u8 [84],
        #[serde(skip)]
        count: u8 [85],
        /// 0 or 25.
        unk86: u8 [86],
        unk87: u8 [87] must 0,
    }
}

/// A savegame.
pub type Save = TypedArchive<Content>;

/// What a member of a savegame is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "lowercase")]
pub enum Content {
    /// The member `zSaveHeader`.
    Header {
        /// What is known.
        words: HeaderWords,
        /// What follows and is not.
        #[serde(with = "packed")]
        rest: Vec<u8>,
    },
    /// One animation.
    Activation(Box<Activation>),
    /// A member that is not such a record.
    Other(#[serde(with = "packed")] Vec<u8>),
}

/// One animation that was started.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Activation {
    /// What is known.
    pub info: ActivationInfo,
    /// [`NODE_STATE`] bytes for each node, at most 255 times.
    #[serde(with = "packed")]
    pub node_states: Vec<u8>,
}

/// Reads a savegame.
///
/// # Errors
/// Structural damage of the archive or its header, in either mode; in strict
/// mode the report's verdict says whether a documented habit is broken.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Save, Report)> {
    let mut report = Report::new(mode);
    let save = save(bytes, &mut report)?;
    Ok((save, report))
}

/// Every place the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut report = Report::new(Mode::Lenient).with_trace();
    // What ends the reading is reported by `read`.
    let _ = save(bytes, &mut report);
    report.take_sites()
}

fn save(bytes: &[u8], report: &mut Report) -> Result<Save> {
    let save = archive::read_all(bytes, Contents::Other, report, &FORMAT, |cursor, member| {
        if member.name.text().eq_ignore_ascii_case(HEADER) { header(cursor) } else { record(cursor) }
    })?;
    if !save.entries.iter().any(|entry| matches!(entry.content, Content::Header { .. })) {
        report.habit(&NO_HEADER, bytes.len(), "a member `zSaveHeader`", "none");
    }
    Ok(save)
}

fn header(cursor: &mut Cursor<'_>) -> Result<Content> {
    let words = cursor.record(0)?;
    let at = cursor.offset();
    let rest = cursor.take(cursor.remaining(), "a header")?.to_vec();
    cursor.trace_bytes("rest", at, rest.len());
    Ok(Content::Header { words, rest })
}

fn record(cursor: &mut Cursor<'_>) -> Result<Content> {
    let (at, size) = (cursor.offset(), cursor.remaining());
    let all = cursor.take(size, "a record")?;
    let count = all.get(85).map(|count| usize::from(*count));
    let Some(count) = count.filter(|count| ActivationInfo::SIZES[0] + NODE_STATE * count == size) else {
        cursor.report.habit(&RECORD, at, "88 bytes and 68 for each node state", format_args!("{size} bytes"));
        return Ok(Content::Other(all.to_vec()));
    };
    cursor.seek(at)?;
    let mut info: ActivationInfo = cursor.record(0)?;
    info.check(&mut cursor.report, at);
    info.count = 0;
    let states = cursor.offset();
    let node_states = cursor.take(NODE_STATE * count, "node states")?.to_vec();
    for index in 0..count {
        cursor.within(Segment::at("node_state", index), |cursor| {
            cursor.trace_bytes("bytes", states + index * NODE_STATE, NODE_STATE);
            Ok(())
        })?;
    }
    Ok(Content::Activation(Box::new(Activation { info, node_states })))
}

impl ActivationInfo {
    fn check(&self, report: &mut Report, at: usize) {
        if !matches!(self.kind, 1 | 2 | 5) {
            report.habit(&TYPE, at, "1, 2 or 5", self.kind);
        }
        self.name.check(report, &NAME, at + 8);
        if !(-1..20_000).contains(&self.node_index) {
            report.habit(&NODE_INDEX, at + 40, "-1 or 0..=19999", self.node_index);
        }
        let zeros = match self.kind {
            1 => 9,
            2 => 3,
            _ => 0,
        };
        // Floats: the sign of a zero does not count.
        if let Some(index) = self.values.iter().take(zeros).position(|word| word << 1 != 0) {
            let found = format_args!("{:#010x}", self.values[index]);
            report.habit(&VALUES, at + 44 + 4 * index, "0.0", found);
        }
        if (self.ptr == 0) != (self.unk86 == 0) {
            let expected = if self.unk86 == 0 { "0" } else { "an address that is not 0" };
            report.habit(&PTR, at + 80, expected, format_args!("{:#x}", self.ptr));
        }
        if !matches!(self.status, 1 | 3 | 4) {
            report.habit(&STATUS, at + 84, "1, 3 or 4", self.status);
        }
        if self.kind == 5 && self.count != 0 {
            report.habit(&COUNT, at + 85, 0, self.count);
        }
        if !matches!(self.unk86, 0 | 25) {
            report.habit(&UNK86, at + 86, "0 or 25", self.unk86);
        }
    }
}

/// Writes a savegame; the numbers of node states are derived.
///
/// # Errors
/// `zbd.save.unwritable` when node states are not of 68 bytes or more than 255,
/// and when a header has another name or something else has its name.
pub fn write(save: &Save) -> Result<Vec<u8>> {
    for (index, entry) in save.entries.iter().enumerate() {
        let named = entry.name.text().eq_ignore_ascii_case(HEADER);
        if named != matches!(entry.content, Content::Header { .. }) {
            let finding = unwritable("the name `zSaveHeader` exactly for the header", entry.name);
            return Err(Box::new((*finding).inside(format_args!("entry {index}"))));
        }
    }
    let archive = save.to_archive(|content| {
        let mut writer = Writer::new();
        match content {
            Content::Header { words, rest } => {
                writer.record(words, 0);
                writer.raw(rest);
            }
            Content::Activation(activation) => {
                let Activation { info, node_states } = &**activation;
                let count = u8::try_from(node_states.len() / NODE_STATE).ok();
                let count = count.filter(|_| node_states.len().is_multiple_of(NODE_STATE));
                let count = count.ok_or_else(|| {
                    unwritable(
                        "at most 255 node states of 68 bytes",
                        format_args!("{} bytes", node_states.len()),
                    )
                })?;
                writer.record(&ActivationInfo { count, ..info.clone() }, 0);
                writer.raw(node_states);
            }
            Content::Other(bytes) => writer.raw(bytes),
        }
        Ok(writer.into_bytes())
    })?;
    archive::write(&archive)
}

fn unwritable(expected: &str, found: impl std::fmt::Display) -> Box<Finding> {
    Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found))
}
