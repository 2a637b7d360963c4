//! Keyframes that an event plays. Source: `docs/spec/zbd/anim-events.md`,
//! "4.12 OBJECT_MOTION_SI_SCRIPT (12)" and "5. Quick facts for tests".

use super::scope::{self, HEADER, Payload, Scope, index};
use super::{EMBEDDED, INDEX, VALUE};
use crate::anim::si_script::{FRAME_COUNT, Frames};
use crate::anim::{AnyF32, column_of, count, unwritable};
use crate::gamez::Version;
use crate::gamez::rules::{Rules, equal, require};
use binary::{Cursor, Field, Record, Report, Result, Segment, Writer, record};
use serde::{Deserialize, Serialize};

record! {
    /// Whom the keyframes move, and which they are.
    pub struct SiScriptInfo in "zbd.anim.event.si_script" sizes [20, 24, 24, 64] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon; Crimson Skies.
        unknown_0: i32 [_, _, _, 0],
        node_index: i32 [0, 0, 0, 4],
        #[serde(skip)]
        frame_count: u32 [4, 4, _, _],
        /// PM, CS: number in the table of scripts, counted from 0.
        script_index: u32 [_, _, 4, 8],
        unknown_8: AnyF32 [_, 8, 8, _],
        /// Run time only, as the next two.
        script_time: AnyF32 [8, 12, 12, _],
        script_position: u32 [12, 16, 16, _],
        frame_index: u32 [16, 20, 20, _],
        /// CS: 0.
        unused: [u32; 13] [_, _, _, 12],
    }
}

/// Moves a node along keyframes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectMotionSiScript {
    /// Whom.
    pub info: SiScriptInfo,
    /// RC, MW: along which. Later games have them in their table of scripts.
    #[serde(default, skip_serializing_if = "Frames::is_empty")]
    pub frames: Frames,
}

/// How many scripts an event can play: those of the table, in Crimson Skies those of its definition.
fn scripts_of(scope: &Scope<'_>) -> u32 {
    match scope.version {
        Version::CrimsonSkies => u32::try_from(scope.script_indices).unwrap_or(u32::MAX),
        _ => scope.scripts,
    }
}

/// The keyframes stand in the event.
fn has_frames(version: Version) -> bool {
    matches!(version, Version::Recoil | Version::MechWarrior3)
}

impl Payload for ObjectMotionSiScript {
    fn take(cursor: &mut Cursor<'_>, size: usize, version: Version) -> Result<Option<Self>> {
        let fixed = SiScriptInfo::SIZES[column_of::<SiScriptInfo>(version)];
        let fits = if has_frames(version) { size >= fixed } else { size == fixed };
        if !fits {
            scope::wrong_size(cursor, fixed, size);
            return Ok(None);
        }
        let Some(mut info) = scope::record::<SiScriptInfo>(cursor, version)? else { return Ok(None) };
        let frames = match has_frames(version) {
            true => {
                let at = cursor.offset();
                let frames = Frames::read(cursor, info.frame_count, size - fixed, version)?;
                if frames.is_empty() {
                    cursor.report.note(&FRAME_COUNT, at, "at least one", 0);
                }
                frames
            }
            false => Frames::default(),
        };
        // Derived when writing.
        info.frame_count = 0;
        Ok(Some(ObjectMotionSiScript { info, frames }))
    }

    fn put(&self, writer: &mut Writer, version: Version) -> Result<()> {
        if !has_frames(version) && !self.frames.is_empty() {
            return Err(unwritable("keyframes in the table of scripts", "some in an event"));
        }
        let frame_count = self.frames.count()?;
        let info = SiScriptInfo { frame_count, ..self.info.clone() };
        writer.record(&info, column_of::<SiScriptInfo>(version));
        if has_frames(version) {
            self.frames.write(writer, version);
        }
        Ok(())
    }

    fn verify(&self, report: &mut Report, at: usize, scope: &Scope<'_>) {
        let this = &self.info;
        let column = column_of::<SiScriptInfo>(scope.version);
        let rules = &mut Rules::in_column::<SiScriptInfo>(report, at, column);
        this.verify_indices(rules, scope);
        equal!(rules, VALUE, this.unknown_8, AnyF32::from(0.0));
        equal!(rules, VALUE, this.script_time, AnyF32::from(0.0));
        equal!(rules, VALUE, this.script_position, 0);
        equal!(rules, VALUE, this.frame_index, 0);
    }
}

impl SiScriptInfo {
    fn verify_indices(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        index!(rules, self.node_index, scope.nodes);
        if !has_frames(scope.version) {
            let scripts = scripts_of(scope);
            let known = self.script_index < scripts;
            require!(rules, INDEX, self.script_index, known, "one of {scripts} scripts");
        }
    }
}

/// Type of the events that a skeleton's event is made of.
const SI_SCRIPT: u8 = 12;

/// CS: moves all nodes of a skeleton, one script each.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkeletonSiScript {
    /// One for each node.
    pub scripts: Vec<EmbeddedScript>,
}

record! {
    /// The header of an event inside another.
    struct EmbeddedHeader in "zbd.anim.event.embedded" sizes [12] {
        event_type: u8 [0],
        start_offset: u8 [1],
        pad: u16 [2],
        size: u32 [4],
        start_time: AnyF32 [8],
    }
}

/// An OBJECT_MOTION_SI_SCRIPT inside another event, with its header.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmbeddedScript {
    /// 12.
    pub event_type: u8,
    /// As of all events.
    pub start_offset: u8,
    /// As of all events.
    pub pad: u16,
    /// 76.
    pub size: u32,
    /// As of all events.
    pub start_time: AnyF32,
    /// Whom it moves, and by which script.
    pub info: SiScriptInfo,
}

impl Payload for SkeletonSiScript {
    fn take(cursor: &mut Cursor<'_>, size: usize, version: Version) -> Result<Option<Self>> {
        let column = column_of::<SiScriptInfo>(version);
        let each = HEADER + SiScriptInfo::SIZES[column];
        let at = cursor.offset();
        let length = if size < 4 { None } else { Some(u32::get(cursor.take(4, "script count")?) as usize) };
        let wanted = length.and_then(|length| length.checked_mul(each)?.checked_add(4));
        let Some(length) = length.filter(|_| wanted == Some(size)) else {
            cursor.seek(at)?;
            scope::wrong_size(cursor, wanted.unwrap_or(4), size);
            return Ok(None);
        };
        let mut scripts = Vec::with_capacity(length);
        for index in 0..length {
            let script = cursor.within(Segment::at("script", index), |cursor| {
                let at = cursor.offset();
                let EmbeddedHeader { event_type, start_offset, pad, size, start_time } = cursor.record(0)?;
                if (event_type, size as usize) != (SI_SCRIPT, each) {
                    let expected = format_args!("an event of type {SI_SCRIPT} and {each} bytes");
                    let found = format_args!("type {event_type} and {size} bytes");
                    cursor.report.habit(&EMBEDDED, at, expected, found);
                }
                let info = cursor.record(column)?;
                Ok(EmbeddedScript { event_type, start_offset, pad, size, start_time, info })
            })?;
            scripts.push(script);
        }
        Ok(Some(SkeletonSiScript { scripts }))
    }

    fn put(&self, writer: &mut Writer, version: Version) -> Result<()> {
        writer.value(&count::<u32>(self.scripts.len(), "scripts of a skeleton")?);
        for script in &self.scripts {
            let EmbeddedScript { event_type, start_offset, pad, size, start_time, ref info } = *script;
            writer.record(&EmbeddedHeader { event_type, start_offset, pad, size, start_time }, 0);
            writer.record(info, column_of::<SiScriptInfo>(version));
        }
        Ok(())
    }

    fn verify(&self, report: &mut Report, at: usize, scope: &Scope<'_>) {
        let column = column_of::<SiScriptInfo>(scope.version);
        let each = HEADER + SiScriptInfo::SIZES[column];
        for (index, script) in self.scripts.iter().enumerate() {
            let at = at + 4 + index * each + HEADER;
            let rules = &mut Rules::in_column::<SiScriptInfo>(report, at, column);
            script.info.verify_indices(rules, scope);
        }
    }
}
