//! Key words of a record as a table, which is printed and compiled by. What a table does not say of a
//! record is told apart by compiling what was printed, and printed under the names of the fields.

use super::context::{Context, List};
use super::fields::{Fields, float, plural, word_of, wrong};
use super::items::Items;
use super::tree::{Error, Node, Place, Result, Word};
use crate::anim::column_of;
use binary::{Kind, Layout, Record};
use std::ops::Range;

/// The key words of a record.
pub(in crate::anim) struct Form {
    /// Values in front of all key words.
    pub parts: &'static [Part],
    pub keys: &'static [Key],
}

/// A key word and the values behind it.
pub(in crate::anim) struct Key {
    pub word: &'static str,
    /// The first value, which tells keys of one word apart; empty for none.
    pub lead: &'static str,
    pub when: When,
    pub parts: &'static [Part],
}

/// When a key is printed, and what it sets beside its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::anim) enum When {
    /// Always; a text without it is refused.
    Always,
    /// Where a value is not that of a new record.
    Changed,
    /// Where bits of a field are set.
    Set(&'static str, u32),
    /// Where they are clear, unlike those of a new record.
    Clear(&'static str, u32),
    /// Where the first bits are set and the second clear; a new record has all of them clear.
    Only(&'static str, u32, u32),
    /// Where a field has this value.
    Is(&'static str, u32),
}

/// A value, or several of one field.
pub(in crate::anim) struct Part {
    pub field: &'static str,
    pub show: Show,
    /// Only some elements of it, by their numbers.
    pub some: Option<(usize, usize)>,
}

/// How a value is printed.
pub(in crate::anim) enum Show {
    /// As a number or text.
    Plain,
    /// As the name of an entry.
    Entry(List),
    /// The same for a node; INPUT_NODE stands for the number.
    Node(i32),
    /// As a word, if there is one for it.
    Words(&'static [(&'static str, i64)]),
    /// As the float with these bits.
    Float,
    /// As the root of that.
    Root,
    /// As DEFAULT where it has these bits.
    Default(u32),
    /// Any of these words, for bits of the field.
    Bits(&'static [(&'static str, u32)]),
}

impl Part {
    fn is_bits(&self) -> bool {
        matches!(self.show, Show::Bits(_))
    }
}

impl Key {
    /// This game has nothing of what the key is about.
    fn is_lacking(&self, fields: &Fields) -> bool {
        !self.parts.is_empty() && self.parts.iter().all(|part| fields.row(part.field).is_none())
    }
}

/// OFF and ON.
pub(in crate::anim) const SWITCH: Show = Show::Words(&[("OFF", 0), ("ON", 1)]);

/// A field as a number or text.
pub(in crate::anim) const fn plain(field: &'static str) -> Part {
    Part { field, show: Show::Plain, some: None }
}

/// Elements of a field as numbers.
pub(in crate::anim) const fn some(field: &'static str, from: usize, to: usize) -> Part {
    Part { field, show: Show::Plain, some: Some((from, to)) }
}

/// A field as something else.
pub(in crate::anim) const fn shown(field: &'static str, show: Show) -> Part {
    Part { field, show, some: None }
}

/// A node by its name.
pub(in crate::anim) const fn node(field: &'static str) -> Part {
    shown(field, Show::Entry(List::Nodes))
}

/// A key that must be there.
pub(in crate::anim) const fn always(word: &'static str, parts: &'static [Part]) -> Key {
    Key { word, lead: "", when: When::Always, parts }
}

/// A key that is there where a value is not the usual.
pub(in crate::anim) const fn changed(word: &'static str, parts: &'static [Part]) -> Key {
    Key { word, lead: "", when: When::Changed, parts }
}

/// A key that sets bits of `flags`.
pub(in crate::anim) const fn flag(mask: u32, word: &'static str, parts: &'static [Part]) -> Key {
    Key { word, lead: "", when: When::Set("flags", mask), parts }
}

/// A record with key words.
pub(in crate::anim) trait Worded: Record {
    /// Its table.
    const FORM: &'static Form;

    /// The table of a game.
    fn form(_context: &Context) -> &'static Form {
        Self::FORM
    }

    /// A new record, to which key words are applied.
    fn base(_context: &Context) -> Self {
        Self::default()
    }

    /// Sets what follows from the values of key words.
    fn derive(&mut self, _context: &Context) {}
}

/// Prints a record: its key words, then what they do not say.
pub(in crate::anim) fn spell<R: Worded>(record: &R, context: &Context) -> Vec<Node<'static>> {
    let (mut nodes, rest) = spell_apart(record, context);
    nodes.extend(rest);
    nodes
}

/// Prints key words and what they do not say.
pub(in crate::anim) fn spell_apart<R: Worded>(
    record: &R,
    context: &Context,
) -> (Vec<Node<'static>>, Vec<Node<'static>>) {
    let column = column_of::<R>(context.version);
    let (value, base) = (Fields::of(record, column), Fields::of(&R::base(context), column));
    let form = R::form(context);
    let mut nodes = Vec::new();
    let writer = Printer { value: &value, base: &base, context };
    writer.parts(form.parts, &mut nodes);
    nodes.extend(form.keys.iter().filter_map(|key| writer.key(key)));
    // Only what compiling gives is known to be said.
    let rest = match compile_fields::<R>(&mut Items::new(&nodes, Place::default()), context) {
        Ok(compiled) => value.leftovers(&compiled),
        Err(_) => value.leftovers(&base),
    };
    (nodes, rest)
}

/// Makes a record of its key words, and of fields by their own names.
pub(in crate::anim) fn compile<R: Worded>(items: &mut Items<'_, '_>, context: &Context) -> Result<R> {
    let mut fields = compile_fields::<R>(items, context)?;
    items.leftovers(|key, values| fields.set_leftover(key, values))?;
    let record: R = fields.record();
    match record.first_not_finite() {
        None => Ok(record),
        Some(field) => {
            let expected = format!("finite numbers for {field}");
            Err(Error::new(items.at(), expected, "the bits of NaN or infinity"))
        }
    }
}

/// Applies key words to a new record.
fn compile_fields<R: Worded>(items: &mut Items<'_, '_>, context: &Context) -> Result<Fields> {
    let column = column_of::<R>(context.version);
    let mut fields = Fields::of(&R::base(context), column);
    let form = R::form(context);
    Compiler { fields: &mut fields, context }.form(form, items)?;
    let mut record: R = fields.record();
    record.derive(context);
    Ok(Fields::of(&record, column))
}

struct Printer<'f> {
    value: &'f Fields,
    base: &'f Fields,
    context: &'f Context,
}

impl Printer<'_> {
    /// The key with its values; none where it says nothing, or nothing that this game has.
    fn key(&self, key: &Key) -> Option<Node<'static>> {
        if key.is_lacking(self.value) {
            return None;
        }
        let there = match key.when {
            When::Always => true,
            When::Changed => key.parts.iter().any(|part| self.is_changed(part)),
            When::Set(field, mask) => self.value.integer(field) & i64::from(mask) == i64::from(mask),
            When::Clear(field, mask) => self.value.integer(field) & i64::from(mask) == 0,
            When::Only(field, set, clear) => {
                self.value.integer(field) & i64::from(set | clear) == i64::from(set)
            }
            When::Is(field, value) => self.value.integer(field) == i64::from(value),
        };
        if !there {
            return None;
        }
        let mut values = Vec::new();
        if !key.lead.is_empty() {
            values.push(Node::bare(key.lead));
        }
        self.parts(key.parts, &mut values);
        match values.is_empty() {
            true => Some(Node::bare(key.word)),
            false => Some(Node::key(key.word, values)),
        }
    }

    /// The values; those at the end that are as in a new record are left out, but for the first.
    fn parts(&self, parts: &[Part], values: &mut Vec<Node<'static>>) {
        let parts: Vec<_> = parts.iter().filter(|part| self.value.row(part.field).is_some()).collect();
        let first = parts.iter().position(|part| !part.is_bits()).map_or(0, |first| first + 1);
        let last = parts.iter().rposition(|part| self.is_changed(part)).map_or(0, |last| last + 1);
        for part in parts.into_iter().take(last.max(first)) {
            if let Some(row) = self.value.row(part.field) {
                self.part(part, row, values);
            }
        }
    }

    fn is_changed(&self, part: &Part) -> bool {
        let Some(row) = self.value.row(part.field) else { return false };
        if let Show::Bits(words) = &part.show {
            let bits = self.value.integer(part.field);
            return words.iter().any(|(_, mask)| bits & i64::from(*mask) != 0);
        }
        let elements = elements(part, row);
        self.value.bytes(row, elements.clone()) != self.base.bytes(row, elements)
    }

    fn part(&self, part: &Part, row: &Layout, values: &mut Vec<Node<'static>>) {
        let number = self.value.integer(part.field);
        let word = match &part.show {
            Show::Plain => {
                values.extend(elements(part, row).map(|element| self.value.show(row, element)));
                return;
            }
            Show::Bits(words) => {
                let set = words.iter().filter(|(_, mask)| number & i64::from(*mask) == i64::from(*mask));
                values.extend(set.map(|(word, _)| Node::bare(*word)));
                return;
            }
            Show::Node(special) if number == i64::from(*special) => Some(Node::bare(INPUT_NODE)),
            Show::Node(_) => self.context.name_of(List::Nodes, number),
            Show::Entry(list) => self.context.name_of(*list, number),
            Show::Words(words) => {
                words.iter().find(|(_, value)| *value == number).map(|(word, _)| Node::bare(*word))
            }
            Show::Float => Some(Node::bare(float(number as u32))),
            Show::Root => {
                let root = f32::from_bits(number as u32).sqrt();
                Some(Node::bare(float(root.to_bits())))
            }
            Show::Default(bits) if number as u32 == *bits => Some(Node::bare(DEFAULT)),
            Show::Default(_) => None,
        };
        values.push(word.unwrap_or_else(|| self.value.show(row, 0)));
    }
}

/// The word for a node that the caller gives.
const INPUT_NODE: &str = "INPUT_NODE";
/// The word for the usual gravity.
const DEFAULT: &str = "DEFAULT";

fn elements(part: &Part, row: &Layout) -> Range<usize> {
    let (from, to) = part.some.unwrap_or((0, row.elements));
    from..to.min(row.elements)
}

struct Compiler<'f> {
    fields: &'f mut Fields,
    context: &'f Context,
}

impl Compiler<'_> {
    fn form(&mut self, form: &Form, items: &mut Items<'_, '_>) -> Result<()> {
        let base = self.fields.clone();
        if !form.parts.is_empty() {
            let values = items.take_words();
            self.parts(form.parts, values, items.at())?;
        }
        for key in form.keys.iter().filter(|key| !key.is_lacking(&base)) {
            let Some((word, values)) = items.take(key.word, key.lead)? else {
                if key.when == When::Always {
                    return Err(Error::new(items.at(), format!("the key word {}", key.word), "none"));
                }
                continue;
            };
            self.key(key, word, values)?;
        }
        Ok(())
    }

    fn key(&mut self, key: &Key, word: &Word<'_>, values: &[Node<'_>]) -> Result<()> {
        match key.when {
            When::Always | When::Changed => {}
            When::Set(field, mask) | When::Only(field, mask, _) => {
                let bits = self.fields.integer(field) | i64::from(mask);
                self.fields.set_integer(field, bits);
            }
            When::Clear(field, mask) => {
                let bits = self.fields.integer(field) & !i64::from(mask);
                self.fields.set_integer(field, bits);
            }
            When::Is(field, value) => self.fields.set_integer(field, i64::from(value)),
        }
        let values = values.get(usize::from(!key.lead.is_empty())..).unwrap_or_default();
        self.parts(key.parts, values, word.at)
    }

    /// Applies values in order; parts without a value stay as in a new record, but for the first.
    fn parts(&mut self, parts: &[Part], mut values: &[Node<'_>], at: Place) -> Result<()> {
        let mut first = true;
        for part in parts {
            let Some(row) = self.fields.row(part.field) else { continue };
            if let Show::Bits(words) = &part.show {
                values = self.bits(part, words, values)?;
                continue;
            }
            if values.is_empty() && !first {
                break;
            }
            first = false;
            let elements = elements(part, row);
            let Some((taken, rest)) = values.split_at_checked(elements.len()) else {
                let expected = format!("{} for {}", plural(elements.len()), part.field);
                return Err(Error::new(at, expected, plural(values.len())));
            };
            match taken {
                [item] if !matches!(part.show, Show::Plain) => self.one(part, row, word_of(item)?)?,
                taken => self.fields.numbers(row, elements, taken)?,
            }
            values = rest;
        }
        match values.first() {
            None => Ok(()),
            Some(value) => {
                let (word, _) = value.as_key();
                Err(wrong(word, "no more values"))
            }
        }
    }

    /// Takes the words of bits off the front.
    fn bits<'n, 't>(
        &mut self,
        part: &Part,
        words: &[(&str, u32)],
        mut values: &'n [Node<'t>],
    ) -> Result<&'n [Node<'t>]> {
        while let [Node::Word(word), rest @ ..] = values {
            let Some((_, mask)) = words.iter().find(|(known, _)| word.is(known)) else { break };
            let bits = self.fields.integer(part.field) | i64::from(*mask);
            self.fields.set_integer(part.field, bits);
            values = rest;
        }
        Ok(values)
    }

    fn one(&mut self, part: &Part, row: &Layout, word: &Word<'_>) -> Result<()> {
        let number = match &part.show {
            Show::Node(special) if word.is(INPUT_NODE) => Some(i64::from(*special)),
            Show::Node(_) => self.context.index_of(List::Nodes, word)?,
            Show::Entry(list) => self.context.index_of(*list, word)?,
            Show::Words(words) => match words.iter().find(|(known, _)| word.is(known)) {
                Some((_, value)) => Some(*value),
                None if word.is_number() => None,
                None => {
                    let known: Vec<_> = words.iter().map(|(known, _)| *known).collect();
                    return Err(wrong(word, format_args!("one of {}", known.join(", "))));
                }
            },
            Show::Float | Show::Root => {
                let bits = word.float_bits();
                let bits = bits.ok_or_else(|| wrong(word, format_args!("a number for {}", part.field)))?;
                let root = f32::from_bits(bits);
                let is_root = matches!(part.show, Show::Root);
                Some(i64::from(if is_root { (root * root).to_bits() } else { bits }))
            }
            Show::Default(bits) if word.is(DEFAULT) => Some(i64::from(*bits)),
            Show::Default(_) | Show::Plain | Show::Bits(_) => None,
        };
        match number {
            Some(number) if matches!(row.kind, Kind::Float) || fits(number, row) => {
                self.fields.set_integer(part.field, number);
                Ok(())
            }
            Some(_) => Err(wrong(word, format_args!("an entry whose number fits {}", part.field))),
            None => self.fields.set(row, 0, word),
        }
    }
}

/// Whether a number fits a field, with its sign.
fn fits(number: i64, row: &Layout) -> bool {
    let bits = 8 * row.kind.size() as u32;
    (-1_i64 << (bits - 1)..1 << bits).contains(&number)
}

/// `words! { Record { keys } functions of the trait }`: the key words of a record.
macro_rules! words {
    ($record:ty { $($key:expr),* $(,)? } $($function:tt)*) => {
        impl Worded for $record {
            const FORM: &'static Form = &Form { parts: &[], keys: &[$($key),*] };
            $($function)*
        }
    };
}

pub(in crate::anim) use words;
