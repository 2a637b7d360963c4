//! The lists of a definition by their names, and what else its parts follow from.

use super::fields::{until_nul, wrong};
use super::tree::{Node, Result, Word};
use crate::anim::Definition;
use crate::gamez::Version;

/// A list that events refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::anim) enum List {
    Nodes,
    Lights,
    Puffers,
    DynamicSounds,
    StaticSounds,
    Effects,
}

impl List {
    /// Its key word.
    pub const fn word(self) -> &'static str {
        match self {
            List::Nodes => "NODES",
            List::Lights => "LIGHTS",
            List::Puffers => "PUFFERS",
            List::DynamicSounds => "DYNAMIC_SOUNDS",
            List::StaticSounds => "STATIC_SOUNDS",
            List::Effects => "EFFECTS",
        }
    }
}

/// What the parts of a definition are printed and compiled by.
#[derive(Clone, Debug)]
pub(in crate::anim) struct Context {
    pub version: Version,
    /// It is the first definition, which stands for none.
    pub zero: bool,
    /// Nodes are looked for below its root only.
    pub local: bool,
    /// There are CALLBACK events.
    pub callbacks: bool,
    pub has_reset: bool,
    pub has_damage: bool,
    /// The sequence at hand.
    pub sequence: SequenceOf,
    /// How many entries there are of what events do not name.
    pub counts: Counts,
    /// The names of each list, with the empty one of its first entry.
    names: [Vec<Vec<u8>>; 6],
}

/// Which sequence is printed or compiled.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::anim) struct SequenceOf {
    /// The name that all of its kind have; empty for others.
    pub name: &'static str,
    /// It has events.
    pub filled: bool,
}

/// How many entries there are.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::anim) struct Counts {
    pub path: usize,
    pub objects: usize,
    pub prerequisites: usize,
    pub anim_refs: usize,
    pub script_indices: usize,
}

impl Context {
    /// The context of what stands outside of definitions.
    pub fn of_file(version: Version) -> Self {
        Context {
            version,
            zero: false,
            local: false,
            callbacks: false,
            has_reset: false,
            has_damage: false,
            sequence: SequenceOf::default(),
            counts: Counts::default(),
            names: Default::default(),
        }
    }

    /// The context of a definition whose lists are read.
    pub fn of(definition: &Definition, version: Version, zero: bool) -> Self {
        use crate::anim::events::Event;
        let mut events = definition.all_sequences().flat_map(|sequence| &sequence.events);
        let text = |bytes: &[u8]| until_nul(bytes).to_vec();
        Context {
            version,
            zero,
            local: definition.head.flags & crate::anim::flags::LOCAL_NODES_ONLY != 0,
            callbacks: events.any(|event| matches!(event.event, Event::Callback(_))),
            has_reset: definition.reset_sequence.is_some(),
            has_damage: definition.damage_sequence.is_some(),
            sequence: SequenceOf::default(),
            counts: Counts {
                path: definition.path.len(),
                objects: definition.objects.len(),
                prerequisites: definition.prerequisites.len(),
                anim_refs: definition.anim_refs.len(),
                script_indices: definition.script_indices.len(),
            },
            names: [
                definition.nodes.iter().map(|entry| text(entry.name.bytes())).collect(),
                definition.lights.iter().map(|entry| text(entry.name.bytes())).collect(),
                definition.puffers.iter().map(|entry| text(entry.name.bytes())).collect(),
                definition.dynamic_sounds.iter().map(|entry| text(entry.name.bytes())).collect(),
                definition
                    .static_sounds
                    .iter()
                    .map(|entry| match version {
                        Version::CrimsonSkies => text(entry.long_name.bytes()),
                        _ => text(entry.name.bytes()),
                    })
                    .collect(),
                definition.effects.iter().map(|entry| text(entry.name.bytes())).collect(),
            ],
        }
    }

    fn names(&self, list: List) -> &[Vec<u8>] {
        &self.names[list as usize]
    }

    /// How many entries a list has, with its first.
    pub fn length(&self, list: List) -> usize {
        self.names(list).len()
    }

    /// The name of an entry; none for a number that leads to none.
    pub fn name_of(&self, list: List, number: i64) -> Option<Node<'static>> {
        let index = usize::try_from(number).ok().filter(|index| *index > 0)?;
        let names = self.names(list);
        let name = names.get(index).filter(|name| !name.is_empty())?;
        let nth = names[1..=index].iter().filter(|one| *one == name).count();
        let mut word = match Node::name(name) {
            Node::Word(word) => word,
            Node::Key(_) => return None,
        };
        // One that reads as a key word of a value must not be taken for that.
        word.quoted |= word.is("INPUT_NODE");
        if nth > 1 {
            word.nth = u32::try_from(nth).ok()?;
        }
        Some(Node::Word(word))
    }

    /// The number of the entry that a word names; none for a number.
    pub fn index_of(&self, list: List, word: &Word<'_>) -> Result<Option<i64>> {
        if word.is_number() {
            return Ok(None);
        }
        let nth = word.nth.max(1) as usize - 1;
        let named = self.names(list).iter().enumerate().skip(1).filter(|(_, name)| **name == *word.text);
        let found = named.map(|(index, _)| index).nth(nth);
        let index = found.and_then(|index| i64::try_from(index).ok());
        let list = list.word();
        index.map(Some).ok_or_else(|| wrong(word, format_args!("the name of one of the {list}")))
    }

    /// The name of the entry with a number, as bytes; empty for none.
    pub fn bytes_of(&self, list: List, number: i64) -> &[u8] {
        let index = usize::try_from(number).ok().filter(|index| *index > 0);
        index.and_then(|index| self.names(list).get(index)).map_or(&[], Vec::as_slice)
    }

    /// The name of the entry with a number, as a field of an event repeats it.
    pub fn padded(&self, list: List, number: i64) -> binary::Padded<32> {
        let mut bytes = [0; 32];
        let name = self.bytes_of(list, number);
        let length = name.len().min(bytes.len());
        bytes[..length].copy_from_slice(&name[..length]);
        binary::Padded::from_bytes(bytes)
    }

    /// The address of something that may not be there.
    pub fn address(&self, there: bool) -> u32 {
        if there && !self.zero { u32::MAX } else { 0 }
    }
}
