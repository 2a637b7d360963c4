//! The lists that the events of a definition refer to: objects, nodes, lights, puffers, sounds and
//! effects. The first entry of each is zero and stands for none, so that the positions in a list are
//! the indices in events. Source: `docs/spec/zbd/anim.md`, "8. Support arrays".

use super::{AnyF32, column_of};
use crate::gamez::Version;
use crate::gamez::rules::{Rules, equal, pointer, require};
use binary::{
    Code, Cursor, Garbage, Name, NodeText, Padded, Record, Report, Result, Segment, Writer, codes, record,
};

codes! {
    NAME = "zbd.anim.support.name": "a name is not padded as this list has it"
        => "pad nodes, lights and sound nodes with the rest of `Default_node_name`, everything else with NULs";
    POINTER = "zbd.anim.support.pointer": "an address is not as every known file of the game has it"
        => "use 0xFFFFFFFF in Pirate's Moon, else any address that is not zero";
    ROOT_INDEX = "zbd.anim.support.root_index": "an entry belongs to another root"
        => "use 0";
    PUFFER_FLAGS = "zbd.anim.support.puffer_flags": "a bit below the highest byte is set"
        => "clear the lower 24 bits";
    EFFECT_INDEX = "zbd.anim.support.effect_index": "the number of an effect is not below 20"
        => "use the number of an effect of the reader";
    ZERO_ENTRY = "zbd.anim.support.zero_entry": "the first entry of a list, which stands for none, is not zero"
        => "begin the list with a zeroed entry";
}

record! {
    /// A node whose state is saved when the animation starts and restored on a reset.
    pub struct Object in "zbd.anim.object" sizes [96, 96, 92] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
        name: NodeText<32> [0, 0, 0],
        unknown_32: u32 [32, 32, 32] must 0,
        /// Stale address; PM: 0xFFFFFFFF; CS: an index.
        ptr: u32 [36, 36, 36],
        /// RC, MW: the state that was saved.
        flags: u32 [40, 40, _],
        merged_flags: u32 [44, 44, _],
        /// PM, CS: the state that was saved.
        short_flags: u16 [_, _, 40],
        /// PM, CS.
        root_index: u16 [_, _, 42],
        /// Old memory, not a pose: the engine saves the live one.
        transform: [AnyF32; 12] [48, 48, 44],
    }
}

record! {
    /// A node that events refer to by its index.
    pub struct NodeRef in "zbd.anim.node" sizes [40, 40, 44] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
        /// PM, CS.
        flags: u16 [_, _, 0],
        /// PM, CS.
        root_index: u16 [_, _, 2],
        name: NodeText<32> [0, 0, 4],
        unknown_32: u32 [32, 32, 36] must 0,
        /// Stale address; PM: 0xFFFFFFFF; CS: an index.
        ptr: u32 [36, 36, 40],
    }
}

record! {
    /// A light of the world.
    pub struct LightRef in "zbd.anim.light" sizes [44] {
        name: NodeText<32> [0],
        flags: u32 [32] must 0,
        /// Stale address.
        ptr: u32 [36],
        /// Run time only.
        in_world: u32 [40] must 0,
    }
}

record! {
    /// MW, PM, CS: an emitter of particles.
    pub struct PufferRef in "zbd.anim.puffer" sizes [44] {
        name: Padded<32> [0],
        /// Only the highest byte is used.
        flags: u32 [32],
        /// Stale address.
        ptr: u32 [36],
        unknown_40: u32 [40] must 0,
    }
}

record! {
    /// A sound node: a sound that stays somewhere.
    pub struct DynamicSound in "zbd.anim.dynamic_sound" sizes [44] {
        name: NodeText<32> [0],
        flags: u32 [32] must 0,
        /// Stale address.
        ptr: u32 [36],
        /// Run time only.
        in_world: u32 [40] must 0,
    }
}

record! {
    /// A sound that is played once, by its name in the reader of sounds.
    pub struct StaticSound in "zbd.anim.static_sound" sizes [36, 36, 36, 40] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon; Crimson Skies.
        name: Garbage<32> [0, 0, 0, _],
        unknown_32: u32 [32, 32, 32, _] must 0,
        /// CS has one field in place of both.
        long_name: Garbage<40> [_, _, _, 0],
    }
}

record! {
    /// RC: a sprite-like texture that is cycled.
    pub struct EffectRef in "zbd.anim.effect" sizes [36] {
        name: Garbage<32> [0],
        /// Number of the effect, below 20.
        index: u32 [32],
    }
}

record! {
    /// CS: one part of the path that a name with wildcards stood for.
    pub struct PathPart in "zbd.anim.path_part" sizes [36] {
        name: Garbage<32> [0],
        value: u32 [32],
    }
}

/// An entry of a support list.
pub(super) trait Entry: Record {
    /// What a list of them is called.
    const LABEL: &'static str;
    /// The bytes of the name up to the first NUL.
    fn name(&self) -> Name;
    /// Checks an entry other than the first.
    fn verify(&self, rules: &mut Rules<'_>, version: Version);
    /// The first entry as every known file has it.
    fn zero(_version: Version) -> Self {
        Self::get(&[0; 96], 0)
    }
}

/// Nodes of Pirate's Moon have no address, not even that of none.
const NO_ADDRESS: u32 = u32::MAX;

/// The address of a node: set, except in Pirate's Moon; an index in Crimson Skies.
macro_rules! node_pointer {
    ($rules:expr, $version:expr, $this:ident . $field:ident) => {
        match $version {
            Version::PiratesMoon => equal!($rules, POINTER, $this.$field, NO_ADDRESS),
            Version::CrimsonSkies => {}
            Version::Recoil | Version::MechWarrior3 => pointer!($rules, POINTER, $this.$field, true),
        }
    };
}

/// The name of an entry, padded as its type says.
macro_rules! name {
    ($rules:expr, $this:ident . $field:ident) => {
        if !$this.$field.is_regular() {
            let at = $rules.offset(stringify!($field));
            $this.$field.check($rules.report, &NAME, at);
        }
    };
}

impl Entry for Object {
    const LABEL: &'static str = "object";

    fn name(&self) -> Name {
        Name::new(self.name.bytes())
    }

    fn verify(&self, rules: &mut Rules<'_>, version: Version) {
        name!(rules, self.name);
        match version {
            Version::PiratesMoon => {
                equal!(rules, POINTER, self.ptr, NO_ADDRESS);
                equal!(rules, ROOT_INDEX, self.root_index, 0);
            }
            // An object may have none.
            Version::Recoil | Version::MechWarrior3 | Version::CrimsonSkies => {}
        }
    }

    fn zero(version: Version) -> Self {
        let ptr = if version == Version::PiratesMoon { NO_ADDRESS } else { 0 };
        Object { name: NodeText::from_bytes([0; 32]), ptr, ..Object::default() }
    }
}

impl Entry for NodeRef {
    const LABEL: &'static str = "node";

    fn name(&self) -> Name {
        Name::new(self.name.bytes())
    }

    fn verify(&self, rules: &mut Rules<'_>, version: Version) {
        // Recoil names one node over the rest of two others.
        let broken = version == Version::Recoil && self.name.bytes().starts_with(b"abort_test\0ng\0ame\0");
        if !broken {
            name!(rules, self.name);
        }
        node_pointer!(rules, version, self.ptr);
        if version == Version::PiratesMoon {
            equal!(rules, ROOT_INDEX, self.root_index, 0);
        }
    }

    fn zero(version: Version) -> Self {
        let ptr = if version == Version::PiratesMoon { NO_ADDRESS } else { 0 };
        NodeRef { name: NodeText::from_bytes([0; 32]), ptr, ..NodeRef::default() }
    }
}

impl Entry for LightRef {
    const LABEL: &'static str = "light";

    fn name(&self) -> Name {
        Name::new(self.name.bytes())
    }

    fn verify(&self, rules: &mut Rules<'_>, version: Version) {
        name!(rules, self.name);
        pointer!(rules, POINTER, self.ptr, self.ptr != 0 || version != Version::CrimsonSkies);
    }
}

impl Entry for PufferRef {
    const LABEL: &'static str = "puffer";

    fn name(&self) -> Name {
        Name::new(self.name.bytes())
    }

    fn verify(&self, rules: &mut Rules<'_>, version: Version) {
        name!(rules, self.name);
        require!(rules, PUFFER_FLAGS, self.flags, self.flags & 0x00FF_FFFF == 0, "a highest byte alone");
        pointer!(rules, POINTER, self.ptr, self.ptr != 0 || version != Version::CrimsonSkies);
    }
}

impl Entry for DynamicSound {
    const LABEL: &'static str = "dynamic_sound";

    fn name(&self) -> Name {
        Name::new(self.name.bytes())
    }

    fn verify(&self, rules: &mut Rules<'_>, version: Version) {
        name!(rules, self.name);
        pointer!(rules, POINTER, self.ptr, self.ptr != 0 || version != Version::CrimsonSkies);
    }
}

impl Entry for StaticSound {
    const LABEL: &'static str = "static_sound";

    fn name(&self) -> Name {
        match self.name.bytes()[0] {
            0 => Name::new(self.long_name.bytes()),
            _ => Name::new(self.name.bytes()),
        }
    }

    fn verify(&self, rules: &mut Rules<'_>, version: Version) {
        match version {
            Version::CrimsonSkies => name!(rules, self.long_name),
            _ => name!(rules, self.name),
        }
    }

    fn zero(_version: Version) -> Self {
        StaticSound::default()
    }
}

impl Entry for EffectRef {
    const LABEL: &'static str = "effect";

    fn name(&self) -> Name {
        Name::new(self.name.bytes())
    }

    fn verify(&self, rules: &mut Rules<'_>, _version: Version) {
        name!(rules, self.name);
        require!(rules, EFFECT_INDEX, self.index, self.index < 20, "a number below 20");
    }
}

/// Reads a list whose first entry stands for none.
pub(super) fn read<E: Entry>(cursor: &mut Cursor<'_>, count: usize, version: Version) -> Result<Vec<E>> {
    let column = column_of::<E>(version);
    cursor.expect_items(count, E::SIZES[column], E::LABEL)?;
    let mut list = Vec::with_capacity(count);
    cursor.within(Segment::at(E::LABEL, 0), |cursor| {
        for index in 0..count {
            let at = cursor.offset();
            cursor.report.step(index);
            cursor.report.name(Name::default());
            let entry: E = cursor.record(column)?;
            cursor.report.name(entry.name());
            if index == 0 {
                verify_zero(&mut cursor.report, &entry, at, version);
            } else {
                let rules = &mut Rules::in_column::<E>(&mut cursor.report, at, column);
                Entry::verify(&entry, rules, version);
            }
            list.push(entry);
        }
        Ok(())
    })?;
    Ok(list)
}

fn verify_zero<E: Entry>(report: &mut Report, entry: &E, at: usize, version: Version) {
    // Crimson Skies has live numbers in its addresses; its first entries are not known.
    if version != Version::CrimsonSkies && *entry != E::zero(version) {
        let expected = if version == Version::PiratesMoon { "zeros, and no address" } else { "zeros" };
        report.habit(&ZERO_ENTRY, at, expected, format_args!("\"{}\"", entry.name()));
    }
}

/// Writes a list.
pub(super) fn write<R: Record>(writer: &mut Writer, list: &[R], version: Version) {
    let column = column_of::<R>(version);
    list.iter().for_each(|entry| writer.record(entry, column));
}

/// Every finding about these lists.
pub(super) fn all_codes() -> Vec<&'static Code> {
    [
        CODES,
        Object::CODES,
        NodeRef::CODES,
        LightRef::CODES,
        PufferRef::CODES,
        DynamicSound::CODES,
        StaticSound::CODES,
    ]
    .concat()
}
