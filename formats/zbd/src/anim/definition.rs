//! A definition: what it acts on, what starts it, and the lists and sequences behind it.
//! Source: `docs/spec/zbd/anim.md`, "6. Animation definition, fixed part", "7. Order of the variable
//! tail" and "11. The zero definition (#0)".

use super::events::{Event, Scope};
use super::prerequisites::{self, AnimRef, Prerequisite};
use super::sequence::{self, Part, Sequence, SizedHeader};
use super::support::{
    self, DynamicSound, EffectRef, LightRef, NodeRef, Object, PathPart, PufferRef, StaticSound,
};
use super::{Info, column_of, count, only_in, unwritable};
use crate::gamez::Version;
use crate::gamez::rules::{Rules, bits, equal, pointer, require};
use binary::{Code, Cursor, Garbage, Name, Padded, Record, Report, Result, Segment, Writer, codes, record};
use serde::{Deserialize, Serialize};

codes! {
    TEXT = "zbd.anim.definition.name": "a name is not 7-bit text with a NUL behind it, or `name` has something behind that"
        => "use at most 31 ASCII characters, and NULs behind `name`";
    ANIM_PTR = "zbd.anim.definition.anim_ptr": "an address is not as every known file of the game has it"
        => "use 0xFFFFFFFF in Pirate's Moon, else any address that is not zero, the same for both when the names are the same";
    FLAGS = "zbd.anim.definition.flags": "a flag is set that no file of the game has, or one that needs another"
        => "clear the flag";
    STATUS = "zbd.anim.definition.status": "the status is not one that any file of the game has"
        => "use 0; in Pirate's Moon also 5, disabled";
    ACTIVATION = "zbd.anim.definition.activation": "nothing is known to start such an animation"
        => "use 0 to 4";
    PRIORITY = "zbd.anim.definition.execution_priority": "the priority is not one that any file of the game has"
        => "use 4; in Recoil also 1, in Crimson Skies also 1, 5 and 6";
    UNKNOWN_155 = "zbd.anim.definition.unknown_155": "the byte behind the priority is not that of every known file"
        => "use 2";
    RANGE = "zbd.anim.definition.exec_by_range": "the squared distances are not in order, or are there without EXECUTION_BY_RANGE"
        => "use 0 and 0 without the flag, else 0 <= min <= max";
    RESET_TIME = "zbd.anim.definition.reset_time": "a time is stored without RESET_TIME"
        => "use -1";
    HEALTH = "zbd.anim.definition.health": "the health is below zero, or not the same now and at most"
        => "use the same for both, 0 or more";
    POINTER = "zbd.anim.definition.pointer": "an address must be zero exactly when its list is empty"
        => "use any address that is not zero for a list that is there";
    EFFECTS = "zbd.anim.definition.effects": "MechWarrior 3 and later games have no effects"
        => "remove the effects";
    MIN_TO_SATISFY = "zbd.anim.definition.activ_prereq_min_to_satisfy": "more optional prerequisites are asked for than in any file of the game"
        => "use at most 5 in Recoil, 2 in MechWarrior 3, 4 in Pirate's Moon, and 0 without any";
    CALLBACKS = "zbd.anim.definition.callbacks": "there are CALLBACK events, which the flags do not say"
        => "set the flag 0x10";
    NO_SEQUENCES = "zbd.anim.definition.no_sequences": "a definition has no sequences"
        => "add a sequence";
    RESET_TWICE = "zbd.anim.definition.reset_twice": "the reset sequence does not have the header that is embedded in the definition"
        => "use the same name, address and size in both";
    UNKNOWN_LIST = "zbd.anim.definition.unknowns": "a list is named whose layout is not known"
        => "use 0 for its count and address";
    ZERO = "zbd.anim.zero_definition": "the first definition, which stands for none, is not zero"
        => "set everything to 0 but the activation, which is 3";
    RESERVED = "zbd.anim.reserved_definition": "the first definition of a Crimson Skies file has another name"
        => "call it reserved_anim_0";
}

/// Bits of [`DefinitionHead::flags`].
pub mod flags {
    /// Runs only in a range of distances to the player.
    pub const EXECUTION_BY_RANGE: u32 = 0x2;
    /// Runs only when the player is in the same zone.
    pub const EXECUTION_BY_ZONE: u32 = 0x8;
    /// There are CALLBACK events.
    pub const HAS_CALLBACKS: u32 = 0x10;
    /// `reset_time` was given.
    pub const RESET_TIME: u32 = 0x20;
    /// NETWORK_LOG was given; RC: it is on.
    pub const NETWORK_LOG: u32 = 0x400;
    /// MW, PM: NETWORK_LOG is on.
    pub const NETWORK_LOG_ON: u32 = 0x800;
    /// SAVE_LOG was given; RC: it is on.
    pub const SAVE_LOG: u32 = 0x1000;
    /// MW, PM: SAVE_LOG is on.
    pub const SAVE_LOG_ON: u32 = 0x2000;
    /// MW, PM: a reset restores the nodes.
    pub const AUTO_RESET_NODE_STATES: u32 = 0x1_0000;
    /// PM: names are looked for below the root only.
    pub const LOCAL_NODES_ONLY: u32 = 0x8_0000;
    /// MW, PM: splash damage counts, too.
    pub const PROXIMITY_DAMAGE: u32 = 0x10_0000;
    /// What Recoil has.
    pub const RECOIL: u32 =
        EXECUTION_BY_RANGE | EXECUTION_BY_ZONE | HAS_CALLBACKS | RESET_TIME | NETWORK_LOG | SAVE_LOG;
    /// What MechWarrior 3 has.
    pub const MECHWARRIOR3: u32 =
        RECOIL | NETWORK_LOG_ON | SAVE_LOG_ON | AUTO_RESET_NODE_STATES | PROXIMITY_DAMAGE;
    /// What Pirate's Moon has.
    pub const PIRATES_MOON: u32 = MECHWARRIOR3 | LOCAL_NODES_ONLY;
}

/// Values of [`DefinitionHead::activation`].
pub mod activation {
    /// A weapon hits the root.
    pub const WEAPON_HIT: u8 = 0;
    /// Something runs into the root.
    pub const COLLIDE_HIT: u8 = 1;
    /// Either.
    pub const WEAPON_OR_COLLIDE_HIT: u8 = 2;
    /// Something calls it.
    pub const ON_CALL: u8 = 3;
    /// The world is loaded.
    pub const ON_STARTUP: u8 = 4;
}

record! {
    /// The fixed part up to the sequences.
    pub struct DefinitionHead in "zbd.anim.definition" sizes [196, 200, 216, 216] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon; Crimson Skies.
        /// Name for calls, with old memory behind it.
        anim_name: Garbage<32> [0, 0, 0, 0],
        /// PM, CS. CS: address and number of the parts of a name with wildcards.
        unknowns_ptr: u32 [_, _, 32, 32],
        unknowns_count: u32 [_, _, 36, 36],
        /// The node or model it is attached to.
        name: Padded<32> [32, 32, 40, 40],
        /// Stale address; PM: 0xFFFFFFFF.
        anim_ptr: u32 [64, 64, 72, 72],
        /// Root of the nodes it acts on, with old memory behind it.
        anim_root_name: Garbage<32> [68, 68, 76, 76],
        /// RC, MW: `anim_ptr` exactly when the names are the same.
        anim_root_ptr: u32 [100, 100, 108, 108],
        unused: [u32; 11] [104, 104, 112, 112] must [0; 11],
        /// See [`flags`].
        flags: u32 [148, 148, 156, 156],
        /// PM: 5 disabled.
        status: u8 [152, 152, 160, 160],
        /// See [`activation`].
        activation: u8 [153, 153, 161, 161],
        execution_priority: u8 [154, 154, 162, 162],
        unknown_155: u8 [155, 155, 163, 163],
        /// Metres, squared.
        exec_by_range_min: f32 [156, 156, 164, 164],
        exec_by_range_max: f32 [160, 160, 168, 168],
        /// Seconds; -1 never.
        reset_time: f32 [164, 164, 172, 172],
        /// Run time only.
        clock: f32 [168, 168, 176, 176] must 0.0,
        max_health: f32 [172, 172, 180, 180],
        cur_health: f32 [176, 176, 184, 184],
        run_time: [u32; 3] [180, 180, 188, 188] must [0; 3],
        run_time_3: u32 [_, 192, 200, 200] must 0,
        /// Stale address.
        seq_defs_ptr: u32 [192, 196, 204, 204],
        /// PM, CS: stale address, set exactly when there is a reset sequence.
        reset_state_ptr: u32 [_, _, 208, 208],
        /// PM: 0. CS: stale address, set exactly when there is a damage sequence.
        unknown_seq_ptr: u32 [_, _, 212, 212],
    }
}

record! {
    /// The end of the fixed part: how long the lists are, which is derived, and stale addresses.
    pub struct DefinitionLists in "zbd.anim.definition" sizes [48, 52, 52, 56] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon; Crimson Skies.
        #[serde(skip)]
        seq_def_count: u8 [0, 0, 0, 0],
        #[serde(skip)]
        object_count: u8 [1, 1, 1, 1],
        #[serde(skip)]
        node_count: u8 [2, 2, 2, 2],
        #[serde(skip)]
        light_count: u8 [3, 3, 3, 3],
        #[serde(skip)]
        puffer_count: u8 [_, 4, 4, 4],
        #[serde(skip)]
        dynamic_sound_count: u8 [4, 5, 5, 5],
        #[serde(skip)]
        static_sound_count: u8 [5, 6, 6, 6],
        #[serde(skip)]
        effect_count: u8 [6, 7, 7, 7],
        #[serde(skip)]
        activ_prereq_count: u8 [7, 8, 8, 8],
        /// How many optional prerequisites must hold.
        activ_prereq_min_to_satisfy: u8 [8, 9, 9, 9],
        #[serde(skip)]
        anim_ref_count: u8 [9, 10, 10, 10],
        padding: u8 [10, 11, 11, _] must 0,
        padding_11: u8 [11, _, _, _] must 0,
        #[serde(skip)]
        script_index_count: u8 [_, _, _, 11],
        objects_ptr: u32 [12, 12, 12, 12],
        nodes_ptr: u32 [16, 16, 16, 16],
        lights_ptr: u32 [20, 20, 20, 20],
        puffers_ptr: u32 [_, 24, 24, 24],
        dynamic_sounds_ptr: u32 [24, 28, 28, 28],
        static_sounds_ptr: u32 [28, 32, 32, 32],
        effects_ptr: u32 [32, 36, 36, 36],
        activ_prereqs_ptr: u32 [36, 40, 40, 40],
        anim_refs_ptr: u32 [40, 44, 44, 44],
        next_instance: u32 [44, 48, 48, _] must 0,
        /// CS.
        script_indices_ptr: u32 [_, _, _, 48],
        /// CS.
        unknown_268: u32 [_, _, _, 52],
    }
}

/// An animation definition.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Definition {
    /// What it acts on and what starts it.
    pub head: DefinitionHead,
    /// RC, MW: the embedded header of the reset sequence, where it is not that of `reset_sequence`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odd_reset_header: Option<Box<SizedHeader>>,
    /// Addresses of its lists.
    pub lists: DefinitionLists,
    /// CS: what a name with wildcards was found by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<PathPart>,
    /// Nodes that a reset restores, as in all lists down to the effects with a first entry for none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<Object>,
    /// Nodes that events name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<NodeRef>,
    /// Lights that events name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lights: Vec<LightRef>,
    /// MW, PM, CS: emitters that events name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub puffers: Vec<PufferRef>,
    /// Sound nodes that events name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dynamic_sounds: Vec<DynamicSound>,
    /// Sounds that events name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub static_sounds: Vec<StaticSound>,
    /// RC: effects that events name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<EffectRef>,
    /// What must hold before it may start; without an entry for none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prerequisites: Vec<Prerequisite>,
    /// Animations that events wait for or connect; without an entry for none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub anim_refs: Vec<AnimRef>,
    /// CS: scripts that events name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub script_indices: Vec<u32>,
    /// What a reset does; always there in RC, MW.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reset_sequence: Option<Box<Sequence>>,
    /// What the animation does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sequences: Vec<Sequence>,
    /// CS: what damage does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damage_sequence: Option<Box<Sequence>>,
}

/// Recoil and MechWarrior 3 embed the header of the reset sequence and always store one.
fn embeds_reset(version: Version) -> bool {
    matches!(version, Version::Recoil | Version::MechWarrior3)
}

/// Reads all definitions.
pub(super) fn read(cursor: &mut Cursor<'_>, info: &Info, version: Version) -> Result<Vec<Definition>> {
    let length = usize::from(info.def_count);
    let smallest = smallest(version);
    cursor.expect_items(length, smallest, "definitions")?;
    let mut definitions = Vec::with_capacity(length);
    for index in 0..length {
        let at = cursor.offset();
        let name = Name::new(cursor.take(32, "a definition's name")?);
        cursor.seek(at)?;
        let segment = Segment::at("definition", index).named(name);
        definitions.push(cursor.within(segment, |cursor| {
            let zero = index == 0 && version != Version::CrimsonSkies;
            let definition = definition(cursor, info, version, zero)?;
            if index == 0 {
                definition.verify_first(&mut cursor.report, at, version);
            }
            Ok(definition)
        })?);
    }
    Ok(definitions)
}

/// Bytes of a definition without lists and sequences.
fn smallest(version: Version) -> usize {
    let fixed = DefinitionHead::SIZES[column_of::<DefinitionHead>(version)]
        + DefinitionLists::SIZES[column_of::<DefinitionLists>(version)];
    if embeds_reset(version) { fixed + 2 * sequence::HEADER } else { fixed }
}

fn definition(cursor: &mut Cursor<'_>, info: &Info, version: Version, zero: bool) -> Result<Definition> {
    let at = cursor.offset();
    let head: DefinitionHead = cursor.record(column_of::<DefinitionHead>(version))?;
    let part = |part| if zero { Part::Zero } else { part };
    let embedded = match embeds_reset(version) {
        true => {
            let segment = Segment::one("embedded_reset");
            Some(cursor.within(segment, |cursor| sequence::read_header(cursor, part(Part::Reset)))?)
        }
        false => None,
    };
    let lists_at = cursor.offset();
    let lists: DefinitionLists = cursor.record(column_of::<DefinitionLists>(version))?;
    if !zero {
        head.verify(&mut cursor.report, at, version);
        lists.verify(&mut cursor.report, lists_at, version);
    }
    let mut definition = Definition { head, lists, ..Definition::default() };
    definition.read_lists(cursor, version)?;
    let reset_size = definition.read_sequences(cursor, info, version, part)?;
    definition.compare_reset(&mut cursor.report, at, embedded, reset_size, version);
    // Derived when writing.
    definition.lists = definition.lists.with_counts([0; 11]);
    if !zero {
        definition.verify_callbacks(&mut cursor.report, at, version);
    }
    Ok(definition)
}

impl Definition {
    /// The definition that stands for none. A Crimson Skies file begins with a named one.
    pub fn zero(version: Version) -> Self {
        let mut head = DefinitionHead { activation: activation::ON_CALL, ..DefinitionHead::default() };
        let mut reset_sequence = None;
        match version {
            Version::Recoil | Version::MechWarrior3 => reset_sequence = Some(Box::default()),
            Version::PiratesMoon => (head.anim_ptr, head.anim_root_ptr) = (u32::MAX, u32::MAX),
            Version::CrimsonSkies => head.anim_name = Garbage::new("reserved_anim_0").unwrap_or_default(),
        }
        Definition { head, reset_sequence, ..Definition::default() }
    }

    fn read_lists(&mut self, cursor: &mut Cursor<'_>, version: Version) -> Result<()> {
        let counts = &self.lists;
        if version == Version::CrimsonSkies {
            self.path = path(cursor, self.head.unknowns_count)?;
        }
        self.objects = support::read(cursor, counts.object_count.into(), version)?;
        self.nodes = support::read(cursor, counts.node_count.into(), version)?;
        self.lights = support::read(cursor, counts.light_count.into(), version)?;
        self.puffers = support::read(cursor, counts.puffer_count.into(), version)?;
        self.dynamic_sounds = support::read(cursor, counts.dynamic_sound_count.into(), version)?;
        self.static_sounds = support::read(cursor, counts.static_sound_count.into(), version)?;
        self.effects = support::read(cursor, counts.effect_count.into(), version)?;
        self.prerequisites = prerequisites::read(cursor, counts.activ_prereq_count.into(), version)?;
        self.anim_refs = prerequisites::read_refs(cursor, counts.anim_ref_count.into())?;
        self.script_indices = cursor.list(counts.script_index_count.into(), "script_indices")?;
        Ok(())
    }

    fn read_sequences(
        &mut self,
        cursor: &mut Cursor<'_>,
        info: &Info,
        version: Version,
        part: impl Fn(Part) -> Part,
    ) -> Result<u32> {
        let (mut reset_sequence, mut sequences, mut damage_sequence) = (None, Vec::new(), None);
        let mut reset_size = 0;
        let scope = self.scope(info, version);
        if embeds_reset(version) || self.head.reset_state_ptr != 0 {
            let segment = Segment::one("reset_sequence");
            let (reset, size) = sequence::read(cursor, segment, part(Part::Reset), &scope)?;
            (reset_sequence, reset_size) = (Some(Box::new(reset)), size);
        }
        for index in 0..usize::from(self.lists.seq_def_count) {
            let segment = Segment::at("sequence", index);
            sequences.push(sequence::read(cursor, segment, part(Part::Normal), &scope)?.0);
        }
        if version == Version::CrimsonSkies && self.head.unknown_seq_ptr != 0 {
            let segment = Segment::one("damage_sequence");
            let (damage, _) = sequence::read(cursor, segment, part(Part::Normal), &scope)?;
            damage_sequence = Some(Box::new(damage));
        }
        self.reset_sequence = reset_sequence;
        self.sequences = sequences;
        self.damage_sequence = damage_sequence;
        Ok(reset_size)
    }

    /// What its events can refer to.
    pub(super) fn scope(&self, info: &Info, version: Version) -> Scope<'_> {
        let scripts = info.script_count;
        Scope {
            version,
            scripts,
            nodes: &self.nodes,
            lights: &self.lights,
            puffers: &self.puffers,
            dynamic_sounds: &self.dynamic_sounds,
            static_sounds: &self.static_sounds,
            effects: &self.effects,
            anim_refs: self.anim_refs.len(),
        }
    }

    /// Keeps the embedded header where it says something else.
    fn compare_reset(
        &mut self,
        report: &mut Report,
        at: usize,
        embedded: Option<SizedHeader>,
        size: u32,
        version: Version,
    ) {
        let (Some(embedded), Some(reset)) = (embedded, &self.reset_sequence) else { return };
        let same = SizedHeader { header: reset.header.clone(), size };
        if embedded != same {
            let at = at + DefinitionHead::SIZES[column_of::<DefinitionHead>(version)];
            let show = |sized: &SizedHeader| {
                let SizedHeader { header, size } = sized;
                format!("\"{}\" at {:#010x}, {size} bytes", header.name, header.ptr)
            };
            report.habit(&RESET_TWICE, at, show(&same), show(&embedded));
            self.odd_reset_header = Some(Box::new(embedded));
        }
    }

    /// All its sequences: that of a reset, the normal ones, and that of damage.
    pub fn all_sequences(&self) -> impl Iterator<Item = &Sequence> {
        self.reset_sequence
            .as_deref()
            .into_iter()
            .chain(&self.sequences)
            .chain(self.damage_sequence.as_deref())
    }

    fn verify_callbacks(&self, report: &mut Report, at: usize, version: Version) {
        let mut events = self.all_sequences().flat_map(|sequence| &sequence.events);
        let calls = events.any(|event| matches!(event.event, Event::Callback(_)));
        if calls && self.head.flags & flags::HAS_CALLBACKS == 0 {
            let rules =
                &mut Rules::in_column::<DefinitionHead>(report, at, column_of::<DefinitionHead>(version));
            rules.habit("flags", &CALLBACKS, "the flag 0x10", format_args!("{:#x}", self.head.flags));
        }
    }

    fn verify_first(&self, report: &mut Report, at: usize, version: Version) {
        let name = self.head.anim_name.text();
        match version {
            Version::CrimsonSkies if name == "reserved_anim_0" => {}
            Version::CrimsonSkies => {
                report.habit(&RESERVED, at, "\"reserved_anim_0\"", format_args!("\"{name}\""))
            }
            _ if *self == Definition::zero(version) => {}
            _ => report.habit(&ZERO, at, "zeros, and the activation 3", format_args!("\"{name}\"")),
        }
    }

    /// Writes the definition with its lists and sequences.
    pub(super) fn write(&self, writer: &mut Writer, version: Version) -> Result<()> {
        self.verify_game(version)?;
        let mut head = self.head.clone();
        if version == Version::CrimsonSkies {
            head.unknowns_count = count(self.path.len(), "parts of a name")?;
        }
        writer.record(&head, column_of::<DefinitionHead>(version));
        let embedded_at = writer.offset();
        if let Some(reset) = self.reset_sequence.as_deref().filter(|_| embeds_reset(version)) {
            let header = self.odd_reset_header.as_ref().map_or(&reset.header, |odd| &odd.header);
            writer.record(header, 0);
            writer.value(&self.odd_reset_header.as_ref().map_or(0, |odd| odd.size));
        }
        writer.record(&self.counted()?, column_of::<DefinitionLists>(version));
        support::write(writer, &self.path, version);
        support::write(writer, &self.objects, version);
        support::write(writer, &self.nodes, version);
        support::write(writer, &self.lights, version);
        support::write(writer, &self.puffers, version);
        support::write(writer, &self.dynamic_sounds, version);
        support::write(writer, &self.static_sounds, version);
        support::write(writer, &self.effects, version);
        self.prerequisites.iter().for_each(|prerequisite| prerequisite.write(writer));
        self.anim_refs.iter().for_each(|anim_ref| anim_ref.write(writer));
        writer.list(&self.script_indices);
        if let Some(reset) = &self.reset_sequence {
            let size = reset.write(writer, version)?;
            if embeds_reset(version) && self.odd_reset_header.is_none() {
                writer.patch(embedded_at + sequence::HEADER - 4, size);
            }
        }
        for sequence in self.sequences.iter().chain(self.damage_sequence.as_deref()) {
            sequence.write(writer, version)?;
        }
        Ok(())
    }

    /// The lists with their lengths.
    fn counted(&self) -> Result<DefinitionLists> {
        Ok(self.lists.with_counts([
            count(self.sequences.len(), "sequences")?,
            count(self.objects.len(), "objects")?,
            count(self.nodes.len(), "nodes")?,
            count(self.lights.len(), "lights")?,
            count(self.puffers.len(), "puffers")?,
            count(self.dynamic_sounds.len(), "sound nodes")?,
            count(self.static_sounds.len(), "sounds")?,
            count(self.effects.len(), "effects")?,
            count(self.prerequisites.len(), "prerequisites")?,
            count(self.anim_refs.len(), "animation references")?,
            count(self.script_indices.len(), "script indices")?,
        ]))
    }

    /// Fails when something is there that the game has no place for, or is missing that it needs.
    fn verify_game(&self, version: Version) -> Result<()> {
        let skies = [Version::CrimsonSkies];
        let later = [Version::MechWarrior3, Version::PiratesMoon, Version::CrimsonSkies];
        only_in(&skies, version, &self.path, "parts of a name")?;
        only_in(&skies, version, &self.script_indices, "script indices")?;
        only_in(&later, version, &self.puffers, "puffers")?;
        let embeds = embeds_reset(version);
        let wanted = embeds || self.head.reset_state_ptr != 0;
        if self.reset_sequence.is_some() != wanted {
            let expected =
                if wanted { "a reset sequence" } else { "no reset sequence without `reset_state_ptr`" };
            return Err(unwritable(expected, if wanted { "none" } else { "one" }));
        }
        if self.odd_reset_header.is_some() && !embeds {
            return Err(unwritable("no embedded reset header in this game", "one"));
        }
        let wanted = version == Version::CrimsonSkies && self.head.unknown_seq_ptr != 0;
        if self.damage_sequence.is_some() != wanted {
            let expected =
                if wanted { "a damage sequence" } else { "no damage sequence without `unknown_seq_ptr`" };
            return Err(unwritable(expected, if wanted { "none" } else { "one" }));
        }
        Ok(())
    }
}

/// Crimson Skies: the parts of a name with wildcards.
fn path(cursor: &mut Cursor<'_>, length: u32) -> Result<Vec<PathPart>> {
    let length = length as usize;
    cursor.expect_items(length, PathPart::SIZES[0], "parts of a name")?;
    (0..length).map(|index| cursor.within(Segment::at("path", index), |cursor| cursor.record(0))).collect()
}

impl DefinitionHead {
    fn verify(&self, report: &mut Report, at: usize, version: Version) {
        let rules = &mut Rules::in_column::<DefinitionHead>(report, at, column_of::<DefinitionHead>(version));
        self.anim_name.check(rules.report, &TEXT, rules.offset("anim_name"));
        self.name.check(rules.report, &TEXT, rules.offset("name"));
        self.anim_root_name.check(rules.report, &TEXT, rules.offset("anim_root_name"));
        require!(rules, ACTIVATION, self.activation, self.activation <= 4, "0 to 4");
        equal!(rules, UNKNOWN_155, self.unknown_155, 2);
        self.verify_numbers(rules);
        self.verify_pointers(rules, version);
        let (known, priorities, statuses): (_, &[u8], &[u8]) = match version {
            Version::Recoil => (flags::RECOIL, &[4, 1], &[0]),
            Version::MechWarrior3 => (flags::MECHWARRIOR3, &[4], &[0]),
            Version::PiratesMoon => (flags::PIRATES_MOON, &[4], &[0, 5]),
            // More bits occur than are understood.
            Version::CrimsonSkies => (u32::MAX, &[1, 4, 5, 6], &[0, 5]),
        };
        bits!(rules, FLAGS, self.flags, known);
        let known = priorities.contains(&self.execution_priority);
        require!(rules, PRIORITY, self.execution_priority, known, "one of {priorities:?}");
        require!(rules, STATUS, self.status, statuses.contains(&self.status), "one of {statuses:?}");
    }

    fn verify_numbers(&self, rules: &mut Rules<'_>) {
        let set = |flag| self.flags & flag != 0;
        let in_order = 0.0 <= self.exec_by_range_min && self.exec_by_range_min <= self.exec_by_range_max;
        let none = self.exec_by_range_min == 0.0 && self.exec_by_range_max == 0.0;
        let holds = if set(flags::EXECUTION_BY_RANGE) { in_order } else { none };
        require!(rules, RANGE, self.exec_by_range_min, holds, "squared distances in order, or zeros");
        if !set(flags::RESET_TIME) {
            // Some definitions of Recoil have 0.
            let never = self.reset_time == -1.0 || self.reset_time == 0.0;
            require!(rules, RESET_TIME, self.reset_time, never, "-1");
        }
        require!(rules, HEALTH, self.max_health, self.max_health >= 0.0, "0 or more");
        equal!(rules, HEALTH, self.cur_health, self.max_health);
        let both = set(flags::EXECUTION_BY_RANGE) && set(flags::EXECUTION_BY_ZONE);
        let given = |on, given| set(given) || !set(on);
        let holds = !both
            && given(flags::NETWORK_LOG_ON, flags::NETWORK_LOG)
            && given(flags::SAVE_LOG_ON, flags::SAVE_LOG);
        let expected = "not both range and zone, and no log that is on without being given";
        require!(rules, FLAGS, self.flags, holds, "{expected}");
    }

    fn verify_pointers(&self, rules: &mut Rules<'_>, version: Version) {
        pointer!(rules, POINTER, self.seq_defs_ptr, true);
        match version {
            Version::Recoil | Version::MechWarrior3 => {
                pointer!(rules, ANIM_PTR, self.anim_ptr, true);
                let same = self.name.text() == self.anim_root_name.text();
                let holds = (self.anim_root_ptr == self.anim_ptr) == same;
                let expected = if same { "the address" } else { "an address other than" };
                require!(rules, ANIM_PTR, self.anim_root_ptr, holds, "{expected} {:#010x}", self.anim_ptr);
            }
            Version::PiratesMoon => {
                equal!(rules, ANIM_PTR, self.anim_ptr, u32::MAX);
                equal!(rules, ANIM_PTR, self.anim_root_ptr, u32::MAX);
                equal!(rules, UNKNOWN_LIST, self.unknowns_ptr, 0);
                equal!(rules, UNKNOWN_LIST, self.unknowns_count, 0);
                equal!(rules, UNKNOWN_LIST, self.unknown_seq_ptr, 0);
            }
            Version::CrimsonSkies => pointer!(rules, POINTER, self.unknowns_ptr, self.unknowns_count > 0),
        }
    }
}

impl DefinitionLists {
    /// The same with other counts, in the order of the lists.
    fn with_counts(&self, counts: [u8; 11]) -> Self {
        let [
            seq_def_count,
            object_count,
            node_count,
            light_count,
            puffer_count,
            dynamic_sound_count,
            static_sound_count,
            effect_count,
            activ_prereq_count,
            anim_ref_count,
            script_index_count,
        ] = counts;
        DefinitionLists {
            seq_def_count,
            object_count,
            node_count,
            light_count,
            puffer_count,
            dynamic_sound_count,
            static_sound_count,
            effect_count,
            activ_prereq_count,
            anim_ref_count,
            script_index_count,
            ..self.clone()
        }
    }

    fn verify(&self, report: &mut Report, at: usize, version: Version) {
        let rules =
            &mut Rules::in_column::<DefinitionLists>(report, at, column_of::<DefinitionLists>(version));
        pointer!(rules, POINTER, self.objects_ptr, self.object_count > 0);
        pointer!(rules, POINTER, self.nodes_ptr, self.node_count > 0);
        pointer!(rules, POINTER, self.lights_ptr, self.light_count > 0);
        pointer!(rules, POINTER, self.puffers_ptr, self.puffer_count > 0);
        pointer!(rules, POINTER, self.dynamic_sounds_ptr, self.dynamic_sound_count > 0);
        pointer!(rules, POINTER, self.static_sounds_ptr, self.static_sound_count > 0);
        pointer!(rules, POINTER, self.effects_ptr, self.effect_count > 0);
        pointer!(rules, POINTER, self.activ_prereqs_ptr, self.activ_prereq_count > 0);
        pointer!(rules, POINTER, self.anim_refs_ptr, self.anim_ref_count > 0);
        pointer!(rules, POINTER, self.script_indices_ptr, self.script_index_count > 0);
        // Definitions of Crimson Skies may be nothing but lists.
        if version != Version::CrimsonSkies {
            require!(rules, NO_SEQUENCES, self.seq_def_count, self.seq_def_count > 0, "at least 1");
        }
        if matches!(version, Version::MechWarrior3 | Version::PiratesMoon) {
            equal!(rules, EFFECTS, self.effect_count, 0);
        }
        let most = match (version, self.activ_prereq_count) {
            (Version::CrimsonSkies, _) => u8::MAX,
            (_, 0) => 0,
            (Version::Recoil, _) => 5,
            (Version::MechWarrior3, _) => 2,
            (Version::PiratesMoon, _) => 4,
        };
        let min = self.activ_prereq_min_to_satisfy;
        require!(rules, MIN_TO_SATISFY, self.activ_prereq_min_to_satisfy, min <= most, "at most {most}");
    }
}

/// Every finding about definitions; both records of the fixed part have one prefix.
pub(super) fn all_codes() -> Vec<&'static Code> {
    [CODES, DefinitionHead::CODES, DefinitionLists::CODES].concat()
}
