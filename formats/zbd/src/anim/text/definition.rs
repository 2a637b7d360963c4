//! Definitions as key words: what starts them, their lists and their sequences.
//! Source: `docs/spec/zbd/anim.md`, "6. Animation definition, fixed part" to "9. Sequence header".

use super::context::{Context, List, SequenceOf};
use super::event::{compile_event, field, is_event, spell_event};
use super::fields::Fields;
use super::form::{
    Form, Key, Show, When, Worded, always, changed, compile, flag, plain, shown, spell, spell_apart, words,
};
use super::items::Items;
use super::lists::{
    compile_entries, compile_named, compile_prerequisites, compile_refs, spell_entries, spell_named,
    spell_prerequisite, spell_ref,
};
use super::tree::{Error, Node, Place, Result, Word};
use crate::anim::{
    AnyF32, Definition, DefinitionHead, DefinitionLists, INITIAL, ON_CALL, RESET_NAME_TEXT, Sequence,
    SequenceHeader, SizedHeader, flags,
};
use crate::gamez::Version;
use binary::Padded;

/// Key word of a definition.
pub(super) const DEFINITION: &str = "ANIMATION_DEFINITION";
/// Key word of the first definition, which stands for none.
pub(super) const ZERO: &str = "ZERO_DEFINITION";

/// Names, what starts it, and what no game lacks.
macro_rules! head_form {
    ($($log:expr),* $(,)?) => {
        &Form { parts: &[], keys: &[
            changed("ANIM_NAME", &[plain("anim_name")]),
            changed("NAME", &[plain("name")]),
            changed("ANIM_ROOT_NAME", &[plain("anim_root_name")]),
            always("ACTIVATION", &[shown("activation", Show::Words(&[
                ("WEAPON_HIT", 0), ("COLLIDE_HIT", 1), ("WEAPON_OR_COLLIDE_HIT", 2), ("ON_CALL", 3),
                ("ON_STARTUP", 4),
            ]))]),
            changed("STATUS", &[shown("status", Show::Words(&[("ACTIVE", 0), ("DISABLED", 5)]))]),
            changed("EXECUTION_PRIORITY", &[plain("execution_priority")]),
            flag(flags::EXECUTION_BY_RANGE, "EXECUTION_BY_RANGE", &[
                shown("exec_by_range_min", Show::Root), shown("exec_by_range_max", Show::Root),
            ]),
            flag(flags::EXECUTION_BY_ZONE, "EXECUTION_BY_ZONE", &[]),
            flag(flags::RESET_TIME, "RESET_TIME", &[plain("reset_time")]),
            changed("HEALTH", &[plain("max_health")]),
            $($log,)*
        ] }
    };
}

/// A key that is a flag of its own and a second one for ON.
const fn log(given: u32, on: u32, word: &'static str, is_on: bool) -> Key {
    match is_on {
        true => Key { word, lead: "ON", when: When::Set("flags", given | on), parts: &[] },
        false => Key { word, lead: "OFF", when: When::Only("flags", given, on), parts: &[] },
    }
}

/// Recoil only says that a log is on.
static RECOIL: &Form =
    head_form![log(flags::NETWORK_LOG, 0, "NETWORK_LOG", true), log(flags::SAVE_LOG, 0, "SAVE_LOG", true),];

impl Worded for DefinitionHead {
    const FORM: &'static Form = head_form![
        log(flags::NETWORK_LOG, flags::NETWORK_LOG_ON, "NETWORK_LOG", true),
        log(flags::NETWORK_LOG, flags::NETWORK_LOG_ON, "NETWORK_LOG", false),
        log(flags::SAVE_LOG, flags::SAVE_LOG_ON, "SAVE_LOG", true),
        log(flags::SAVE_LOG, flags::SAVE_LOG_ON, "SAVE_LOG", false),
        Key {
            word: "AUTO_RESET_NODE_STATES",
            lead: "OFF",
            when: When::Clear("flags", flags::AUTO_RESET_NODE_STATES),
            parts: &[],
        },
        flag(flags::LOCAL_NODES_ONLY, "LOCAL_NODES_ONLY", &[]),
        flag(flags::PROXIMITY_DAMAGE, "PROXIMITY_DAMAGE", &[]),
    ];

    fn form(context: &Context) -> &'static Form {
        // The first definition has no flags, and none to be clear.
        if context.version == Version::Recoil || context.zero { RECOIL } else { Self::FORM }
    }

    fn base(context: &Context) -> Self {
        if context.zero {
            return Definition::zero(context.version).head;
        }
        let recoil = context.version == Version::Recoil;
        DefinitionHead {
            anim_ptr: u32::MAX,
            anim_root_ptr: u32::MAX,
            flags: if recoil { 0 } else { flags::AUTO_RESET_NODE_STATES },
            execution_priority: 4,
            unknown_155: 2,
            reset_time: AnyF32::from(-1.0),
            seq_defs_ptr: u32::MAX,
            ..DefinitionHead::default()
        }
    }

    fn derive(&mut self, context: &Context) {
        if context.callbacks {
            self.flags |= flags::HAS_CALLBACKS;
        }
        self.cur_health = self.max_health;
        let embeds = matches!(context.version, Version::Recoil | Version::MechWarrior3);
        if embeds && !context.zero && self.name.text() != self.anim_root_name.text() {
            // Any address but that of the other name.
            self.anim_root_ptr = u32::MAX - 1;
        }
        if !embeds {
            self.reset_state_ptr = context.address(context.has_reset);
        }
        if context.version == Version::CrimsonSkies {
            self.unknown_seq_ptr = context.address(context.has_damage);
            self.unknowns_ptr = context.address(context.counts.path > 0);
            self.unknowns_count = u32::try_from(context.counts.path).unwrap_or(u32::MAX);
        }
    }
}

words! { DefinitionLists { changed("MIN_TO_SATISFY", &[plain("activ_prereq_min_to_satisfy")]) }
    fn derive(&mut self, context: &Context) {
        let list = |list| context.address(context.length(list) > 0);
        self.objects_ptr = context.address(context.counts.objects > 0);
        self.nodes_ptr = list(List::Nodes);
        self.lights_ptr = list(List::Lights);
        self.puffers_ptr = list(List::Puffers);
        self.dynamic_sounds_ptr = list(List::DynamicSounds);
        self.static_sounds_ptr = list(List::StaticSounds);
        self.effects_ptr = list(List::Effects);
        self.activ_prereqs_ptr = context.address(context.counts.prerequisites > 0);
        self.anim_refs_ptr = context.address(context.counts.anim_refs > 0);
        self.script_indices_ptr = context.address(context.counts.script_indices > 0);
    }
}

const INITIAL_STATE: i64 = INITIAL as i64;
const ON_CALL_STATE: i64 = ON_CALL as i64;

words! { SequenceHeader {
    changed("NAME", &[plain("name")]),
    changed("ACTIVATION", &[shown("current_state", Show::Words(&[
        ("INITIAL", INITIAL_STATE), ("ON_CALL", ON_CALL_STATE),
    ]))]),
}
    fn base(context: &Context) -> Self {
        let name = Padded::new(context.sequence.name).unwrap_or_default();
        SequenceHeader { name, ptr: context.address(context.sequence.filled), ..Default::default() }
    }
    fn derive(&mut self, _: &Context) {
        self.reset_state = self.current_state;
    }
}

/// The name of what damage does, in Crimson Skies.
const DAMAGE_NAME: &str = "DAMAGE_SEQUENCE";
/// Key word of the other sequences.
const SEQUENCE: &str = "SEQUENCE_DEFINITION";
/// What Recoil and MechWarrior 3 have embedded in the definition, where that is not as it should be.
const EMBEDDED: &str = "embedded_reset";

/// The name that sequences under a key word have.
fn name_under(word: &str, zero: bool) -> &'static str {
    match word {
        RESET_NAME_TEXT if !zero => RESET_NAME_TEXT,
        DAMAGE_NAME => DAMAGE_NAME,
        _ => "",
    }
}

fn spell_sequence(word: &'static str, sequence: &Sequence, context: &mut Context) -> Node<'static> {
    let filled = !sequence.events.is_empty();
    context.sequence = SequenceOf { name: name_under(word, context.zero), filled };
    let (mut nodes, rest) = spell_apart(&sequence.header, context);
    nodes.extend(sequence.events.iter().map(|event| spell_event(event, context)));
    nodes.extend(rest);
    Node::key(word, nodes)
}

fn compile_sequence(word: &Word<'_>, values: &[Node<'_>], context: &mut Context) -> Result<Sequence> {
    let mut items = Items::new(values, word.at);
    let events = items.take_where("an event", is_event);
    let events = events.into_iter().map(|(word, values)| compile_event(word, values, context));
    let events = events.collect::<Result<Vec<_>>>()?;
    let key = std::str::from_utf8(&word.text).unwrap_or_default();
    context.sequence = SequenceOf { name: name_under(key, context.zero), filled: !events.is_empty() };
    let header = compile(&mut items, context)?;
    items.finish()?;
    Ok(Sequence { header, events })
}

/// The reset sequence of a definition that says nothing of one.
fn usual_reset(context: &mut Context) -> Result<Option<Box<Sequence>>> {
    if matches!(context.version, Version::PiratesMoon | Version::CrimsonSkies) {
        return Ok(None);
    }
    context.sequence = SequenceOf { name: name_under(RESET_NAME_TEXT, context.zero), filled: false };
    let header = compile(&mut Items::new(&[], Place::default()), context)?;
    Ok(Some(Box::new(Sequence { header, events: Vec::new() })))
}

/// True for sequences that are stored alike: -0.0 is not 0.0 here.
fn is_same(one: &Sequence, other: &Sequence) -> bool {
    one.events.is_empty()
        && other.events.is_empty()
        && Fields::of(&one.header, 0).is_same(&Fields::of(&other.header, 0))
}

/// Prints a definition; `index` is its number in the file.
pub(super) fn spell_definition(definition: &Definition, version: Version, index: usize) -> Node<'static> {
    let zero = index == 0;
    let context = &mut Context::of(definition, version, zero);
    let (mut nodes, head_rest) = spell_apart(&definition.head, context);
    let (min_to_satisfy, lists_rest) = spell_apart(&definition.lists, context);
    nodes.extend(min_to_satisfy);
    nodes.extend(spell_named("NAME1", &definition.path, version));
    nodes.extend(spell_lists(definition, version));
    if !definition.prerequisites.is_empty() {
        let all = definition.prerequisites.iter().map(|one| spell_prerequisite(one, context));
        nodes.push(Node::key("ACTIVATION_PREREQUISITES", all.collect()));
    }
    if !definition.anim_refs.is_empty() {
        let all = definition.anim_refs.iter().map(|one| spell_ref(one, context));
        nodes.push(Node::key("ANIM_REFS", all.collect()));
    }
    if !definition.script_indices.is_empty() {
        let all = definition.script_indices.iter().map(|index| Node::bare(index.to_string()));
        nodes.push(Node::key("SCRIPT_INDICES", all.collect()));
    }
    // Nothing can be wrong with a header that no text is about.
    let usual = usual_reset(context).ok().flatten();
    if let Some(reset) = &definition.reset_sequence
        && usual.is_none_or(|usual| !is_same(&usual, reset))
    {
        nodes.push(spell_sequence(RESET_NAME_TEXT, reset, context));
    }
    let sequences = definition.sequences.iter();
    nodes.extend(sequences.map(|sequence| spell_sequence(SEQUENCE, sequence, context)));
    if let Some(damage) = &definition.damage_sequence {
        nodes.push(spell_sequence(DAMAGE_NAME, damage, context));
    }
    if let Some(odd) = &definition.odd_reset_header {
        context.sequence = SequenceOf { name: RESET_NAME_TEXT, filled: odd.size > 0 };
        let mut header = vec![Node::key("size", vec![Node::bare(odd.size.to_string())])];
        header.extend(spell(&odd.header, context));
        nodes.push(Node::key(EMBEDDED, header));
    }
    nodes.extend(head_rest);
    nodes.extend(lists_rest);
    Node::key(if zero { ZERO } else { DEFINITION }, nodes)
}

/// The lists in their order in the file.
fn spell_lists(definition: &Definition, version: Version) -> impl Iterator<Item = Node<'static>> {
    let Definition { objects, nodes, lights, puffers, dynamic_sounds, static_sounds, effects, .. } =
        definition;
    let lists = [
        spell_entries(OBJECTS, objects, version),
        spell_entries(List::Nodes.word(), nodes, version),
        spell_entries(List::Lights.word(), lights, version),
        spell_entries(List::Puffers.word(), puffers, version),
        spell_entries(List::DynamicSounds.word(), dynamic_sounds, version),
        spell_entries(List::StaticSounds.word(), static_sounds, version),
        spell_entries(List::Effects.word(), effects, version),
    ];
    lists.into_iter().flatten()
}

/// Key word of the nodes that a reset restores, which no event names.
const OBJECTS: &str = "OBJECTS";

/// Compiles a definition; `index` is its number in the file.
pub(super) fn compile_definition(
    word: &Word<'_>,
    values: &[Node<'_>],
    version: Version,
    index: usize,
) -> Result<Definition> {
    let zero = index == 0;
    let items = &mut Items::new(values, word.at);
    let mut definition = compile_lists(items, version)?;
    // Events name entries of the lists; the head says whether there are callbacks and sequences.
    let context = &mut Context::of(&definition, version, zero);
    compile_sequences(&mut definition, items, context)?;
    let context = &mut Context::of(&definition, version, zero);
    definition.head = compile(items, context)?;
    context.local = definition.head.flags & flags::LOCAL_NODES_ONLY != 0;
    if let Some((key, values)) = items.take("ACTIVATION_PREREQUISITES", "")? {
        let mut items = Items::new(values, key.at);
        definition.prerequisites = compile_prerequisites(&mut items, context)?;
        items.finish()?;
    }
    context.counts.prerequisites = definition.prerequisites.len();
    definition.lists = compile(items, context)?;
    if let Some((key, values)) = items.take(EMBEDDED, "")? {
        definition.odd_reset_header = Some(Box::new(compile_embedded(key, values, context)?));
    }
    std::mem::take(items).finish()?;
    Ok(definition)
}

fn compile_lists(items: &mut Items<'_, '_>, version: Version) -> Result<Definition> {
    let mut definition = Definition {
        path: compile_named(items, "NAME1", version)?,
        objects: compile_entries(items, OBJECTS, version)?,
        nodes: compile_entries(items, List::Nodes.word(), version)?,
        lights: compile_entries(items, List::Lights.word(), version)?,
        puffers: compile_entries(items, List::Puffers.word(), version)?,
        dynamic_sounds: compile_entries(items, List::DynamicSounds.word(), version)?,
        static_sounds: compile_entries(items, List::StaticSounds.word(), version)?,
        effects: compile_entries(items, List::Effects.word(), version)?,
        ..Definition::default()
    };
    if let Some((key, values)) = items.take("ANIM_REFS", "")? {
        let mut items = Items::new(values, key.at);
        definition.anim_refs = compile_refs(&mut items)?;
        items.finish()?;
    }
    if let Some((_, values)) = items.take("SCRIPT_INDICES", "")? {
        definition.script_indices = values.iter().map(script_index).collect::<Result<_>>()?;
    }
    Ok(definition)
}

fn script_index(value: &Node<'_>) -> Result<u32> {
    let word = super::fields::word_of(value)?;
    let index = word.integer().and_then(|index| u32::try_from(index).ok());
    index.ok_or_else(|| super::fields::wrong(word, "the number of a script"))
}

fn compile_sequences(
    definition: &mut Definition,
    items: &mut Items<'_, '_>,
    context: &mut Context,
) -> Result<()> {
    definition.reset_sequence = match items.take(RESET_NAME_TEXT, "")? {
        Some((word, values)) => Some(Box::new(compile_sequence(word, values, context)?)),
        None => usual_reset(context)?,
    };
    for (word, values) in items.take_all(SEQUENCE) {
        definition.sequences.push(compile_sequence(word, values, context)?);
    }
    if let Some((word, values)) = items.take(DAMAGE_NAME, "")? {
        definition.damage_sequence = Some(Box::new(compile_sequence(word, values, context)?));
    }
    Ok(())
}

fn compile_embedded(key: &Word<'_>, values: &[Node<'_>], context: &mut Context) -> Result<SizedHeader> {
    let mut items = Items::new(values, key.at);
    let size = field(&mut items, "size", 0..=u32::MAX.into())?;
    let size = size.ok_or_else(|| Error::new(key.at, "the field size", "none"))? as u32;
    context.sequence = SequenceOf { name: RESET_NAME_TEXT, filled: size > 0 };
    let header = compile(&mut items, context)?;
    items.finish()?;
    Ok(SizedHeader { header, size })
}
