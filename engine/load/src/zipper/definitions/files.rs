//! Files of a reader as definitions.

use super::notes::Notes;
use super::read::{Reading, named_lists};
use super::schema::{File, Games, Layout, Schema, Topic};
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
        Layout::Each { own, each } => each_of(items, own, each, game, place, notes),
        Layout::Rows(topic, schema) => {
            let rows = Reading { game, notes }.rows(items, schema, place.name);
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
    let is_own = |item: &Value| own.is_some_and(|(_, schema)| schema.has(item, game));
    // What follows a key of the file belongs to it; the rest are lists.
    let (mut of_file, mut lists) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(item) = items.get(at) {
        at += 1;
        if !is_own(item) {
            lists.push(item.clone());
            continue;
        }
        of_file.push(item.clone());
        while let Some(next) = items.get(at) {
            // A word before a list is the name of a definition.
            let is_name = matches!((next, items.get(at + 1)), (Value::Str(_), Some(Value::List(_))));
            if is_own(next) || (is_name && of_file.last().is_some_and(|last| last != item)) {
                break;
            }
            of_file.push(next.clone());
            at += 1;
            if is_name || matches!(next, Value::List(_)) {
                break;
            }
        }
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
