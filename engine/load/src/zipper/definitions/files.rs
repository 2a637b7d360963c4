//! Files of a reader as definitions.

use super::notes::Notes;
use super::read::{Reading, named_lists, unwrapped};
use super::schema::{File, Form, Games, Key, Layout, Schema, Topic};
use super::value::{Field, Held, Origin, Value};
use super::{Definition, heard};
use binary::Finding;
use std::collections::BTreeSet;

/// A file, and what a definition is called that is a whole file.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub name: &'a str,
    pub file: &'a str,
    pub layer: &'a str,
}

impl Place<'_> {
    pub fn definition(self, topic: Topic, name: String, fields: Vec<Field>) -> Definition {
        let (file, layer) = (self.file.to_owned(), self.layer.to_owned());
        Definition { topic, name, file, layer, fields }
    }
}

/// The definitions of a file.
pub(super) fn definitions(
    value: &Value,
    file: &File,
    game: Games,
    place: Place<'_>,
    notes: &mut Notes,
    findings: &mut Vec<Finding>,
) -> Vec<Definition> {
    let items = value.dictionary().items();
    match file.layout {
        Layout::One(topic, schema) => {
            let fields = Reading { game, notes }.block(items, schema, place.name);
            let fields = if schema.open { kept(items) } else { fields };
            vec![place.definition(topic, place.name.to_owned(), fields)]
        }
        Layout::Each { own, each } => each_of(unwrapped(value.items()), own, each, game, place, notes),
        Layout::Rows(topic, schema) => {
            let rows = Reading { game, notes }.rows(value.items(), schema, place.name);
            let name = |row: &Vec<Field>| row.iter().find_map(|field| field.held.word()).map(str::to_owned);
            rows.into_iter().map(|row| place.definition(topic, name(&row).unwrap_or_default(), row)).collect()
        }
        Layout::Sounds => heard::sounds(value, place, findings),
        Layout::Soils => heard::soils(value, place),
    }
}

/// Named lists, and what stands among them.
fn each_of(
    items: &[Value],
    own: Option<(Topic, &'static Schema)>,
    each: (Topic, &'static Schema),
    game: Games,
    place: Place<'_>,
    notes: &mut Notes,
) -> Vec<Definition> {
    let (mut of_file, mut lists) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(item) = items.get(at) {
        at += 1;
        let key = match (own, item) {
            (Some((_, schema)), Value::Str(word)) => schema.find(&word.text(), game).map(|key| (schema, key)),
            _ => None,
        };
        let Some((schema, key)) = key else {
            lists.push(item.clone());
            continue;
        };
        let count = values_of(key, &items[at..], |item| schema.has(item, game));
        of_file.extend_from_slice(&items[at - 1..at + count]);
        at += count;
    }
    let mut all = Vec::new();
    if let Some((topic, schema)) = own.filter(|_| !of_file.is_empty()) {
        let fields = Reading { game, notes }.block(&of_file, schema, place.name);
        all.push(place.definition(topic, place.name.to_owned(), fields));
    }
    let (topic, schema) = each;
    let mut names = BTreeSet::new();
    for (name, items) in lists_of(&lists, schema, game, place, notes) {
        if !names.insert(name.to_ascii_lowercase()) {
            notes.doubled(place.name, &name);
            continue;
        }
        let fields = if schema.open {
            kept(items)
        } else {
            Reading { game, notes: &mut *notes }.block(items, schema, &name)
        };
        all.push(place.definition(topic, name, fields));
    }
    all
}

/// How many items behind a key of a file belong to it: a list, a value, or values in a row up to the next key or the
/// name of a definition, which is a word before a list.
fn values_of(key: &Key, rest: &[Value], is_key: impl Fn(&Value) -> bool) -> usize {
    let several = matches!(key.form, Form::Numbers { .. } | Form::Words);
    let mut count = 0;
    while let Some(next) = rest.get(count) {
        let is_name = matches!((next, rest.get(count + 1)), (Value::Str(_), Some(Value::List(_))));
        let belongs = match (key.form, next) {
            (Form::Flag, next) => count == 0 && !matches!(next, Value::Str(_)) && next.number().is_some(),
            (_, Value::List(_)) => count == 0,
            (_, Value::Str(_)) => !is_key(next) && (count == 0 || (several && !is_name)),
            _ => count == 0 || several,
        };
        if !belongs {
            break;
        }
        count += 1;
        if matches!(next, Value::List(_)) {
            break;
        }
    }
    count
}

/// The named lists of a file. One without a key of its own around others that have some is a section of the file.
fn lists_of<'v>(
    items: &'v [Value],
    schema: &Schema,
    game: Games,
    place: Place<'_>,
    notes: &mut Notes,
) -> Vec<(String, &'v [Value])> {
    let has_keys = |items: &[Value]| items.iter().any(|item| schema.has(item, game));
    let mut all = Vec::new();
    for (name, list) in named_lists(items, |what| notes.odd(place.name, what)) {
        let inner = list.iter().any(|item| has_keys(item.items()));
        if inner && !has_keys(list) {
            all.extend(named_lists(list, |what| notes.odd(&name, what)));
        } else {
            all.push((name, list));
        }
    }
    all
}

/// All of a list of which no key is known.
fn kept(items: &[Value]) -> Vec<Field> {
    let held = Held::Kept(Value::List(items.to_vec()));
    vec![Field {
        key: &super::keys::CONTENT,
        name: super::keys::CONTENT.name.to_owned(),
        held,
        from: Origin::File,
    }]
}
