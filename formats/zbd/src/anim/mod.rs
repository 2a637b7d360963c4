//! Compiled animation definitions (`anim.zbd`, in Crimson Skies `cam_anim.zbd` and `mis_anim.zbd`): which
//! nodes an animation acts on, what starts it, and its sequences of events. It plays nothing and
//! resolves no name against a world. Source: `docs/spec/zbd/anim.md` and `docs/spec/zbd/anim-events.md`.
//!
//! The file is memory of the tool that made it, with stale addresses, texts over old texts, and counts
//! that follow from lists: the addresses and the texts are kept, the counts are derived when writing.
//! An event that is damaged or not known is kept as its bytes, since the others can do without it.
//!
//! | file | holds |
//! |---|---|
//! | `header.rs` | what stands ahead of the definitions |
//! | `definition.rs`, `fixed.rs` | a definition, and its part of a fixed size |
//! | `support.rs`, `prerequisites.rs` | its lists |
//! | `sequence.rs`, `events` | its sequences, and what happens in them |
//! | `si_script.rs` | keyframes, and the table of them at the end of later files |
//! | `text` | all of it as text, and back |
//! | `values.rs` | floats and texts as old tools left them |

mod definition;
pub mod events;
mod fixed;
mod header;
mod prerequisites;
mod sequence;
pub mod si_script;
mod support;
pub mod text;
mod values;

use crate::gamez::Version;
use binary::{
    Code, Cursor, Finding, FormatCodes, Mode, Record, Report, Result, Severity, Site, Writer, codes,
};
pub use definition::Definition;
pub use fixed::{DefinitionHead, DefinitionLists, activation, flags};
pub use header::{BaseFile, GRAVITY, Info, SIGNATURE, SourceFile};
pub use prerequisites::{AnimRef, AnimationCondition, Callee, Condition, NodeCondition, Prerequisite};
pub use sequence::{INITIAL, ON_CALL, RESET_NAME_TEXT, Sequence, SequenceEvent, SequenceHeader, SizedHeader};
use serde::{Deserialize, Serialize};
pub use si_script::{Frame, Frames, RotateChannel, Script, ScriptInfo, VectorChannel};
pub use support::{DynamicSound, EffectRef, LightRef, NodeRef, Object, PathPart, PufferRef, StaticSound};
pub use values::{AnyF32, Terminated};

codes! {
    TRUNCATED = "zbd.anim.truncated": "the file ends inside a structure" => "copy the file again from its source";
    NOT_FINITE = "zbd.anim.not_finite": "a number outside the events is NaN or infinite" => "export the file again";
    TRAILING = "zbd.anim.trailing": "bytes follow the last structure" => "cut the file at the stated offset";
    LIMIT = "zbd.anim.limit": "a list is larger than the limits allow" => "raise the limit if the file is trusted";
    UNWRITABLE = "zbd.anim.unwritable": "the animations do not fit the format of the game" => "correct the named part";
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

/// Every finding that reading or writing animations can make.
pub fn codes() -> Vec<&'static Code> {
    let mut codes = CODES.to_vec();
    codes.extend(header::all_codes());
    codes.extend(definition::all_codes());
    codes.extend(support::all_codes());
    codes.extend(prerequisites::all_codes());
    codes.extend(sequence::all_codes());
    codes.extend(si_script::all_codes());
    codes.extend(events::CODES);
    codes
}

/// An animation file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anim {
    /// Which game's layout.
    pub version: Version,
    /// PM: Unix time of the build.
    #[serde(default)]
    pub timestamp: u32,
    /// CS: worlds that the animations were made for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub base_files: Vec<BaseFile>,
    /// Files of the reader that the definitions were made from.
    pub files: Vec<SourceFile>,
    /// What holds for all definitions.
    pub info: Info,
    /// The definitions. The first stands for none; the position is the number.
    pub definitions: Vec<Definition>,
    /// PM, CS: keyframes that events refer to by their number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scripts: Vec<Script>,
}

/// The version word of a game's animation files.
pub const fn number_of(version: Version) -> u32 {
    match version {
        Version::Recoil => 28,
        Version::MechWarrior3 => 39,
        Version::PiratesMoon => 50,
        Version::CrimsonSkies => 53,
    }
}

/// The game whose animation files have this version word.
pub const fn file_version(number: u32) -> Option<Version> {
    Some(match number {
        28 => Version::Recoil,
        39 => Version::MechWarrior3,
        50 => Version::PiratesMoon,
        53 => Version::CrimsonSkies,
        _ => return None,
    })
}

/// Column of a record's table: games beyond the last column share that one.
fn column_of<R: Record>(version: Version) -> usize {
    let column = match version {
        Version::Recoil => 0,
        Version::MechWarrior3 => 1,
        Version::PiratesMoon => 2,
        Version::CrimsonSkies => 3,
    };
    column.min(R::SIZES.len() - 1)
}

/// Reads an animation file.
///
/// # Errors
/// Structural damage: another signature or version, bytes that end inside a structure or go on behind
/// the last, an event that does not end inside its sequence. Everything else odd is in the report.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Anim, Report)> {
    read_with(bytes, Report::new(mode))
}

/// Reads an animation file under a prepared report, for other limits.
///
/// # Errors
/// As [`read`].
pub fn read_with(bytes: &[u8], report: Report) -> Result<(Anim, Report)> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, report);
    let anim = anim(&mut cursor)?;
    Ok((anim, cursor.finish()?))
}

/// Every place the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = anim(&mut cursor);
    cursor.report.take_sites()
}

fn anim(cursor: &mut Cursor<'_>) -> Result<Anim> {
    let header::Beginning { version, timestamp, base_files, files, info } = header::read(cursor)?;
    let definitions = definition::read(cursor, &info, version)?;
    let scripts = match version {
        Version::Recoil | Version::MechWarrior3 => Vec::new(),
        _ => si_script::read(cursor, info.script_count, version)?,
    };
    // Derived when writing.
    let info = Info { def_count: 0, script_count: 0, ..info };
    Ok(Anim { version, timestamp, base_files, files, info, definitions, scripts })
}

/// Writes an animation file; all counts and sizes are derived.
///
/// # Errors
/// `zbd.anim.unwritable` where a list is longer than its count can say, or the game has no such list.
pub fn write(anim: &Anim) -> Result<Vec<u8>> {
    let mut writer = Writer::new();
    let info = Info {
        def_count: count(anim.definitions.len(), "definitions")?,
        script_count: count(anim.scripts.len(), "scripts")?,
        ..anim.info.clone()
    };
    only_in(&[Version::CrimsonSkies], anim.version, &anim.base_files, "base files")?;
    only_in(&[Version::PiratesMoon, Version::CrimsonSkies], anim.version, &anim.scripts, "scripts")?;
    header::write(&mut writer, anim, &info)?;
    for (index, definition) in anim.definitions.iter().enumerate() {
        definition.write(&mut writer, anim.version).map_err(|finding| {
            let name = definition.head.anim_name.text();
            Box::new((*finding).inside(format_args!("definition {index} \"{name}\"")))
        })?;
    }
    si_script::write(&mut writer, &anim.scripts, anim.version)?;
    Ok(writer.into_bytes())
}

impl Anim {
    /// A file with no definition but the one that stands for none. Pirate's Moon needs a script, too.
    pub fn new(version: Version) -> Self {
        Anim {
            version,
            timestamp: 0,
            base_files: Vec::new(),
            files: Vec::new(),
            info: Info::new(version),
            definitions: vec![Definition::zero(version)],
            scripts: Vec::new(),
        }
    }
}

impl Anim {
    /// The events of all definitions, in file order.
    pub fn events(&self) -> impl Iterator<Item = &events::Event> {
        let sequences = self.definitions.iter().flat_map(Definition::all_sequences);
        sequences.flat_map(|sequence| &sequence.events).map(|event| &event.event)
    }
}

/// A length as a count of the file.
fn count<C: TryFrom<usize>>(length: usize, what: &str) -> Result<C> {
    C::try_from(length).map_err(|_| {
        let most = (1_u64 << (8 * size_of::<C>())) - 1;
        unwritable(&format!("at most {most} {what}"), length)
    })
}

/// Fails when a list is there that the game does not have.
fn only_in<T>(games: &[Version], version: Version, list: &[T], what: &str) -> Result<()> {
    match list.is_empty() || games.contains(&version) {
        true => Ok(()),
        false => Err(unwritable(&format!("no {what} in {version:?}"), list.len())),
    }
}

fn unwritable(expected: &str, found: impl std::fmt::Display) -> Box<Finding> {
    Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found))
}
