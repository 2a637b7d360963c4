//! Sounds. Source: `docs/spec/zbd/anim-events.md`, "4.1 SOUND (1)", "4.2 SOUND_NODE (2)" and
//! "5. Quick facts for tests".

use super::scope::{self, Checked, Payload, Scope, index, switch, text, unflagged};
use super::{FLAGS, VALUE};
use crate::anim::unwritable;
use crate::gamez::Version;
use crate::gamez::rules::{Rules, bits, equal};
use crate::packed;
use binary::{Cursor, Padded, Report, Result, Writer, record};
use serde::{Deserialize, Serialize};

record! {
    /// Plays a sound once: at a node, or without a place.
    pub struct Sound in "zbd.anim.event.sound" sizes [16] {
        static_sound_index: i16 [0],
        /// 0 for no place.
        node_index: i16 [2],
        /// World axes, from the node.
        offset: [f32; 3] [4],
    }
}

record! {
    /// Starts or stops a sound that stays somewhere.
    pub struct SoundNode in "zbd.anim.event.sound_node" sizes [60] {
        /// That of the entry.
        name: Padded<32> [0],
        dynamic_sound_index: i32 [32],
        /// 1 `translate` is the place, 2 it is counted from the node.
        flags: u32 [36],
        active: u32 [40],
        node_index: i32 [44],
        translate: [f32; 3] [48],
    }
}

/// CS: 176 bytes whose fields are not known.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoundAdjust {
    /// What is there.
    #[serde(with = "packed")]
    pub bytes: Vec<u8>,
}

const SOUND_ADJUST: usize = 176;
const ABSOLUTE: u32 = 1;
const AT_NODE: u32 = 2;

impl Checked for Sound {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        index!(rules, self.static_sound_index, scope.static_sounds);
        index!(rules, self.node_index, scope.nodes, 0);
        unflagged!(rules, self.node_index != 0, self.offset, [0.0; 3]);
    }
}

impl Checked for SoundNode {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        text!(rules, self.name);
        index!(rules, self.dynamic_sound_index, scope.dynamic_sounds);
        scope::name(rules, &self.name, self.dynamic_sound_index, scope.dynamic_sounds);
        bits!(rules, FLAGS, self.flags, ABSOLUTE | AT_NODE);
        scope::exclusive!(rules, self.flags, [ABSOLUTE, AT_NODE]);
        switch!(rules, self.active);
        match self.flags & AT_NODE {
            0 => equal!(rules, VALUE, self.node_index, 0),
            _ => index!(rules, self.node_index, scope.nodes),
        }
        unflagged!(rules, self.flags & (ABSOLUTE | AT_NODE) != 0, self.translate, [0.0; 3]);
    }
}

impl Payload for SoundAdjust {
    fn take(cursor: &mut Cursor<'_>, size: usize, _version: Version) -> Result<Option<Self>> {
        if size != SOUND_ADJUST {
            scope::wrong_size(cursor, SOUND_ADJUST, size);
            return Ok(None);
        }
        let at = cursor.offset();
        let bytes = cursor.take(size, "a sound adjustment")?.to_vec();
        cursor.trace_bytes("bytes", at, size);
        Ok(Some(SoundAdjust { bytes }))
    }

    fn put(&self, writer: &mut Writer, _version: Version) -> Result<()> {
        if self.bytes.len() != SOUND_ADJUST {
            return Err(unwritable(&format!("{SOUND_ADJUST} bytes of SOUND_ADJUST"), self.bytes.len()));
        }
        writer.raw(&self.bytes);
        Ok(())
    }

    fn verify(&self, _report: &mut Report, _at: usize, _scope: &Scope<'_>) {}
}
