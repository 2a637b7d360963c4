//! The lists of a definition and of a file as names, and what else the entries have as columns.
//! Source: `docs/spec/zbd/anim.md`, "4. Anim list", "8. Support arrays" and "13. Crimson Skies".

use super::context::Context;
use super::event::{field, one_word};
use super::fields::{Fields, cut, plural, trimmed, until_nul, word_of, wrong};
use super::form::{Form, Show, Worded, always, changed, compile, plain, shown, spell, words};
use super::items::Items;
use super::tree::{Error, Node, Result, Word};
use crate::anim::support::Entry;
use crate::anim::{
    AnimRef, AnimationCondition, BaseFile, Callee, Condition, DynamicSound, EffectRef, LightRef,
    NodeCondition, NodeRef, Object, PathPart, Prerequisite, PufferRef, SourceFile, StaticSound, column_of,
};
use crate::gamez::Version;
use binary::{Garbage, NodeText, Padded, Record};

/// A record of a list that is known by its name.
pub(super) trait Named: Record {
    /// A new entry.
    fn named(name: &[u8], version: Version) -> Self;
    /// All bytes of its name.
    fn bytes(&self) -> &[u8];
}

/// A name and NULs; what is too long is cut.
fn zeros<const N: usize>(name: &[u8]) -> [u8; N] {
    let mut bytes = [0; N];
    let length = name.len().min(N.saturating_sub(1));
    bytes[..length].copy_from_slice(&name[..length]);
    bytes
}

/// A name over the rest of the tool's default name.
fn over_default(name: &[u8]) -> NodeText<32> {
    let mut bytes = *NodeText::<32>::new("").unwrap_or_default().bytes();
    // An empty name leaves the rest of the default name, too.
    let length = name.len().min(31);
    bytes[..length].copy_from_slice(&name[..length]);
    bytes[length] = 0;
    NodeText::from_bytes(bytes)
}

/// `named!(Record, name, constructor, other fields)`.
macro_rules! named {
    ($record:ident, $field:ident: $text:expr $(, $other:ident: $value:expr)*) => {
        impl Named for $record {
            fn named(name: &[u8], _: Version) -> Self {
                $record { $field: $text(name), $($other: $value,)* ..$record::default() }
            }
            fn bytes(&self) -> &[u8] {
                self.$field.bytes()
            }
        }
    };
}

named!(Object, name: over_default, ptr: u32::MAX);
named!(NodeRef, name: over_default, ptr: u32::MAX);
named!(LightRef, name: over_default, ptr: u32::MAX);
named!(DynamicSound, name: over_default, ptr: u32::MAX);
named!(PufferRef, name: |name: &[u8]| Padded::from_bytes(zeros(name)), ptr: u32::MAX);
named!(EffectRef, name: |name: &[u8]| Garbage::from_bytes(zeros(name)));
named!(PathPart, name: |name: &[u8]| Garbage::from_bytes(zeros(name)));
named!(SourceFile, name: |name: &[u8]| Garbage::from_bytes(zeros(name)));
named!(BaseFile, name: |name: &[u8]| Garbage::from_bytes(zeros(name)));

impl Named for StaticSound {
    fn named(name: &[u8], version: Version) -> Self {
        let sound = StaticSound::default();
        match version {
            Version::CrimsonSkies => StaticSound { long_name: Garbage::from_bytes(zeros(name)), ..sound },
            _ => StaticSound { name: Garbage::from_bytes(zeros(name)), ..sound },
        }
    }

    fn bytes(&self) -> &[u8] {
        if self.name.bytes()[0] == 0 { self.long_name.bytes() } else { self.name.bytes() }
    }
}

/// Prints a list without a first entry for none: the names, then a column for each field that is not as
/// in a new entry.
pub(super) fn spell_list<N: Named>(list: &[N], version: Version) -> Vec<Node<'static>> {
    let column = column_of::<N>(version);
    let mut nodes: Vec<_> = list.iter().map(|entry| Node::name(cut(entry.bytes()))).collect();
    let entries: Vec<_> = list.iter().map(|entry| Fields::of(entry, column)).collect();
    let named = |entry: &N| N::named(cut(entry.bytes()), version);
    let new: Vec<_> = list.iter().map(|entry| Fields::of(&named(entry), column)).collect();
    for row in N::LAYOUT.iter().filter(|row| row.offset(column).is_some()) {
        let all = 0..row.elements;
        let mut both = entries.iter().zip(&new);
        if both.any(|(entry, new)| entry.bytes(row, all.clone()) != new.bytes(row, all.clone())) {
            let values = entries.iter().flat_map(|entry| entry.show_all(row)).collect();
            nodes.push(Node::key(row.name, values));
        }
    }
    nodes
}

/// Compiles what [`spell_list`] prints.
pub(super) fn compile_list<N: Named>(items: &mut Items<'_, '_>, version: Version) -> Result<Vec<N>> {
    let column = column_of::<N>(version);
    let named = items.take_words().iter().map(|item| {
        let word = word_of(item)?;
        let name = name_of(word)?;
        let new = N::named(name, version);
        if until_nul(new.bytes()) != name {
            return Err(wrong(word, format_args!("a name of at most {} characters", room(&new))));
        }
        Ok(Fields::of(&new, column))
    });
    let mut entries = named.collect::<Result<Vec<_>>>()?;
    items.leftovers(|key, values| {
        let row = N::LAYOUT.iter().find(|row| key.is(row.name) && row.offset(column).is_some());
        let Some(row) = row else { return Ok(false) };
        let wanted = row.elements * entries.len();
        if values.len() != wanted {
            let expected = format!("{} of {key}, {} for each entry", plural(wanted), row.elements);
            return Err(Error::new(key.at, expected, plural(values.len())));
        }
        for (entry, values) in entries.iter_mut().zip(values.chunks(row.elements.max(1))) {
            for (element, value) in values.iter().enumerate() {
                entry.set_raw(row, element, value)?;
            }
        }
        Ok(true)
    })?;
    Ok(entries.iter().map(Fields::record).collect())
}

fn room<N: Named>(entry: &N) -> usize {
    entry.bytes().len().saturating_sub(1)
}

/// The bytes of a word that is a name.
fn name_of<'n>(word: &'n Word<'_>) -> Result<&'n [u8]> {
    let is_name = !word.is_number() && word.nth == 0 && !word.text.contains(&0);
    if is_name { Ok(&word.text) } else { Err(wrong(word, "a name, in quotes if it looks like a number")) }
}

/// Prints a list whose first entry stands for none; nothing where even that is missing.
pub(super) fn spell_entries<E: Entry + Named>(
    word: &'static str,
    list: &[E],
    version: Version,
) -> Option<Node<'static>> {
    let (first, rest) = list.split_first()?;
    let column = column_of::<E>(version);
    let mut nodes = spell_list(rest, version);
    let none = Fields::of(first, column).leftovers(&Fields::of(&E::zero(version), column));
    if !none.is_empty() {
        nodes.push(Node::key(NONE, none));
    }
    Some(Node::key(word, nodes))
}

/// What the first entry of a list has that is not zero.
const NONE: &str = "none";

/// Compiles what [`spell_entries`] prints.
pub(super) fn compile_entries<E: Entry + Named>(
    items: &mut Items<'_, '_>,
    word: &'static str,
    version: Version,
) -> Result<Vec<E>> {
    let Some((key, values)) = items.take(word, "")? else { return Ok(Vec::new()) };
    let mut items = Items::new(values, key.at);
    let mut none = Fields::of(&E::zero(version), column_of::<E>(version));
    if let Some((key, values)) = items.take(NONE, "")? {
        let mut items = Items::new(values, key.at);
        items.leftovers(|key, values| none.set_leftover(key, values))?;
        items.finish()?;
    }
    let mut list = vec![none.record()];
    list.extend(compile_list::<E>(&mut items, version)?);
    items.finish()?;
    Ok(list)
}

/// Prints a list without a first entry under a key word, if there is one.
pub(super) fn spell_named<N: Named>(
    word: &'static str,
    list: &[N],
    version: Version,
) -> Option<Node<'static>> {
    (!list.is_empty()).then(|| Node::key(word, spell_list(list, version)))
}

/// Compiles what [`spell_named`] prints.
pub(super) fn compile_named<N: Named>(
    items: &mut Items<'_, '_>,
    word: &'static str,
    version: Version,
) -> Result<Vec<N>> {
    let Some((key, values)) = items.take(word, "")? else { return Ok(Vec::new()) };
    let mut items = Items::new(values, key.at);
    let list = compile_list(&mut items, version)?;
    items.finish()?;
    Ok(list)
}

words! { AnimationCondition { always("NAME", &[plain("name")]) } }

words! { NodeCondition {
    always("NAME", &[plain("name")]),
    changed("STATE", &[shown("active", Show::Words(&[("INACTIVE", 0), ("ACTIVE", 1)]))]),
}
    fn base(_: &Context) -> Self {
        NodeCondition { ptr: u32::MAX, ..Default::default() }
    }
    fn derive(&mut self, context: &Context) {
        let later = matches!(context.version, Version::PiratesMoon | Version::CrimsonSkies);
        // Bit 1 only says that the definition looks for nodes below its root alone.
        if later && context.local && self.active <= 1 {
            self.active |= 2;
        }
    }
}

const REQUIREMENTS: [(&str, u32); 2] = [("REQUIRED", 0), ("OPTIONAL", 1)];

/// Prints a prerequisite.
pub(super) fn spell_prerequisite(one: &Prerequisite, context: &Context) -> Node<'static> {
    let condition = match &one.condition {
        Condition::Animation(animation) => vec![Node::key("ANIMATION", spell(animation, context))],
        Condition::Object(node) => vec![Node::key("OBJECT", spell_condition(node, context))],
        Condition::Parent(node) => vec![Node::key("PARENT", spell_condition(node, context))],
        Condition::Other { kind, words } => {
            let words = words.iter().map(|word| Node::bare(format!("{word:#010x}"))).collect();
            vec![Node::key("type", vec![Node::bare(kind.to_string())]), Node::key("words", words)]
        }
    };
    let word = REQUIREMENTS.iter().find(|(_, number)| *number == one.optional);
    let mut nodes = condition;
    if word.is_none() {
        nodes.push(Node::key("optional", vec![Node::bare(one.optional.to_string())]));
    }
    Node::key(word.map_or(REQUIREMENTS[0].0, |(word, _)| word), nodes)
}

/// A node that must be active or not: the wanted state is bit 0.
fn spell_condition(node: &NodeCondition, context: &Context) -> Vec<Node<'static>> {
    let column = column_of::<NodeCondition>(context.version);
    let plain = NodeCondition { active: node.active & 1, ..node.clone() };
    let nodes = spell(&plain, context);
    let again = compile::<NodeCondition>(&mut Items::new(&nodes, Default::default()), context);
    match again {
        Ok(again) if Fields::of(&again, column).is_same(&Fields::of(node, column)) => nodes,
        _ => spell(node, context),
    }
}

/// Compiles the prerequisites of a list.
pub(super) fn compile_prerequisites(
    items: &mut Items<'_, '_>,
    context: &Context,
) -> Result<Vec<Prerequisite>> {
    let is_one = |word: &Word<'_>| REQUIREMENTS.iter().any(|(known, _)| word.is(known));
    let all = items.take_where("REQUIRED, OPTIONAL", is_one);
    let one = |(word, values): (&Word<'_>, &[Node<'_>])| {
        let mut items = Items::new(values, word.at);
        let mut found = Vec::new();
        if let Some((key, values)) = items.take("ANIMATION", "")? {
            found.push(Condition::Animation(whole(key, values, context)?));
        }
        if let Some((key, values)) = items.take("OBJECT", "")? {
            found.push(Condition::Object(whole(key, values, context)?));
        }
        if let Some((key, values)) = items.take("PARENT", "")? {
            found.push(Condition::Parent(whole(key, values, context)?));
        }
        if let Some(kind) = field(&mut items, "type", 0..=u32::MAX.into())? {
            found.push(Condition::Other { kind: kind as u32, words: words_of(&mut items)? });
        }
        let optional = field(&mut items, "optional", 0..=u32::MAX.into())?;
        items.finish()?;
        let usual = REQUIREMENTS.iter().find(|(known, _)| word.is(known)).map_or(0, |(_, number)| *number);
        let optional = optional.map_or(usual, |number| number as u32);
        match <[Condition; 1]>::try_from(found) {
            Ok([condition]) => Ok(Prerequisite { optional, condition }),
            Err(found) => Err(Error::new(word.at, "one of ANIMATION, OBJECT, PARENT and type", found.len())),
        }
    };
    all.into_iter().map(one).collect()
}

/// A record that is all that stands behind a key word.
fn whole<R: Worded>(key: &Word<'_>, values: &[Node<'_>], context: &Context) -> Result<R> {
    let mut items = Items::new(values, key.at);
    let record = compile(&mut items, context)?;
    items.finish()?;
    Ok(record)
}

fn words_of(items: &mut Items<'_, '_>) -> Result<[u32; 10]> {
    let Some((key, values)) = items.take("words", "")? else {
        return Err(Error::new(items.at(), "the key word words", "none"));
    };
    let numbers = values.iter().map(|value| {
        let word = word_of(value)?;
        let number = word.integer().and_then(|number| u32::try_from(number).ok());
        number.ok_or_else(|| wrong(word, "a whole number of 32 bits"))
    });
    let numbers = numbers.collect::<Result<Vec<_>>>()?;
    numbers.try_into().map_err(|_| Error::new(key.at, "10 values of words", plural(values.len())))
}

/// The name of an animation and the whole field, where that is more than the name.
fn spell_callee(nodes: &mut Vec<Node<'static>>, label: &'static str, bytes: &[u8]) {
    let name = until_nul(bytes);
    nodes.push(Node::name(cut(bytes)));
    if bytes.len() == name.len() || bytes[name.len()..].iter().any(|byte| *byte != 0) {
        nodes.push(Node::key(label, vec![Node::quoted(trimmed(bytes))]));
    }
}

/// Key words of references that have a name of their own; one of them in Crimson Skies, which uses the
/// type for something else.
const LOCALS: [&str; 2] = ["CALL_OBJECT_CONNECTOR", "LOCAL_NAME"];
const CALLED: &str = "CALL_ANIMATION";

/// Prints a reference to an animation.
pub(super) fn spell_ref(one: &AnimRef, context: &Context) -> Node<'static> {
    let mut nodes = Vec::new();
    let word = match &one.callee {
        Callee::Animation { name } => {
            spell_callee(&mut nodes, "name", name.bytes());
            CALLED
        }
        Callee::Local { name, local_name } => {
            spell_callee(&mut nodes, "name", name.bytes());
            let mut local = Vec::new();
            spell_callee(&mut local, "local_name", local_name.bytes());
            // Words stand in front of key words.
            nodes.insert(1, local.remove(0));
            nodes.extend(local);
            LOCALS[usize::from(context.version == Version::CrimsonSkies)]
        }
        Callee::Other { kind, name } => {
            spell_callee(&mut nodes, "name", name.bytes());
            nodes.push(Node::key("type", vec![Node::bare(kind.to_string())]));
            CALLED
        }
    };
    if one.instance != 0 {
        nodes.push(Node::key("instance", vec![Node::bare(format!("{:#010x}", one.instance))]));
    }
    Node::key(word, nodes)
}

/// Compiles the references of a list.
pub(super) fn compile_refs(items: &mut Items<'_, '_>) -> Result<Vec<AnimRef>> {
    let is_one = |word: &Word<'_>| word.is(CALLED) || LOCALS.iter().any(|known| word.is(known));
    let all = items.take_where("CALL_ANIMATION, CALL_OBJECT_CONNECTOR, LOCAL_NAME", is_one);
    all.into_iter().map(|(word, values)| compile_ref(word, values)).collect()
}

fn compile_ref(word: &Word<'_>, values: &[Node<'_>]) -> Result<AnimRef> {
    let mut items = Items::new(values, word.at);
    let names = items.take_words();
    let kind = field(&mut items, "type", 0..=u32::MAX.into())?;
    let instance = field(&mut items, "instance", 0..=u32::MAX.into())?.unwrap_or_default() as u32;
    let callee = match (names, word.is(CALLED)) {
        ([name], true) => {
            let name = Garbage::from_bytes(text_of::<64>(&mut items, "name", name)?);
            match kind {
                Some(kind) => Callee::Other { kind: kind as u32, name },
                None => Callee::Animation { name },
            }
        }
        ([name, local], false) => Callee::Local {
            name: Garbage::from_bytes(text_of::<32>(&mut items, "name", name)?),
            local_name: Garbage::from_bytes(text_of::<32>(&mut items, "local_name", local)?),
        },
        (names, is_called) => {
            let wanted = if is_called { "1 name" } else { "2 names" };
            return Err(Error::new(word.at, format!("{wanted} of {word}"), plural(names.len())));
        }
    };
    items.finish()?;
    Ok(AnimRef { callee, instance })
}

/// The bytes of a field: a name and NULs, unless the whole of it stands under its label.
fn text_of<const N: usize>(
    items: &mut Items<'_, '_>,
    label: &'static str,
    name: &Node<'_>,
) -> Result<[u8; N]> {
    let (word, all) = match items.take(label, "")? {
        Some((key, values)) => (one_word(key, values)?, N),
        None => (word_of(name)?, N - 1),
    };
    if all < N {
        name_of(word)?;
    }
    if word.text.len() > all {
        return Err(wrong(word, format_args!("a name of at most {all} bytes")));
    }
    let mut bytes = [0; N];
    bytes[..word.text.len()].copy_from_slice(&word.text);
    Ok(bytes)
}
