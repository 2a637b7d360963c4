//! A definition: its fixed part, and the lists and sequences behind it. Source:
//! `docs/spec/zbd/anim.md`, "7. Order of the variable tail" and "11. The zero definition (#0)".

use super::events::{Event, Scope};
use super::fixed::{self, DefinitionHead, DefinitionLists, activation, flags};
use super::prerequisites::{self, AnimRef, Prerequisite};
use super::sequence::{self, Part, Sequence, SizedHeader};
use super::support::{
    self, DynamicSound, EffectRef, LightRef, NodeRef, Object, PathPart, PufferRef, StaticSound,
};
use super::{Info, column_of, count, only_in, unwritable};
use crate::gamez::Version;
use crate::gamez::rules::Rules;
use binary::{Code, Cursor, Garbage, Name, Record, Report, Result, Segment, Writer, codes};
use serde::{Deserialize, Serialize};

codes! {
    CALLBACKS = "zbd.anim.definition.callbacks": "there are CALLBACK events, which the flags do not say"
        => "set the flag 0x10";
    RESET_TWICE = "zbd.anim.definition.reset_twice": "the reset sequence does not have the header that is embedded in the definition"
        => "use the same name, address and size in both";
    ZERO = "zbd.anim.zero_definition": "the first definition, which stands for none, is not zero"
        => "set everything to 0 but the activation, which is 3";
    SCRIPT_INDEX = "zbd.anim.definition.script_index": "a definition names a script that the table does not have"
        => "use the position of a script in the table, counted from 0";
    RESERVED = "zbd.anim.reserved_definition": "the first definition of a Crimson Skies file has another name"
        => "call it reserved_anim_0";
}

/// An animation definition.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
            let zero = index == 0;
            let definition = definition(cursor, info, version, zero)?;
            if zero {
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
    definition.read_lists(cursor, info, version)?;
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

    fn read_lists(&mut self, cursor: &mut Cursor<'_>, info: &Info, version: Version) -> Result<()> {
        let (counts, scripts) = (&self.lists, info.script_count);
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
        let at = cursor.offset();
        self.script_indices = cursor.list(counts.script_index_count.into(), "script_indices")?;
        for (slot, index) in self.script_indices.iter().enumerate().filter(|(_, index)| **index >= scripts) {
            let at = at + slot * 4;
            cursor.report.habit(&SCRIPT_INDEX, at, format_args!("one of {scripts} scripts"), index);
        }
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
            let filled = version == Version::PiratesMoon;
            let kind = if filled { Part::FilledReset } else { Part::Reset };
            let (reset, size) = sequence::read(cursor, segment, part(kind), &scope)?;
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
            script_indices: self.script_indices.len(),
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
        if !embedded.same_bytes(&same) {
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

/// Every finding about a definition as a whole.
pub(super) fn all_codes() -> Vec<&'static Code> {
    [CODES, &fixed::all_codes()].concat()
}
