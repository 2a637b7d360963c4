//! Lists of a reader, by the tables of keys.
//!
//! Retail data is not always orderly: keys repeat, comments slipped into the data, a key is followed by a bare value, a list of one
//! or several values, a number is written as a word. All of that is understood; the rest is noted.
//!
//! Source: `docs/spec/zbd/mw3-runtime.md`, "4. Reader values"; `docs/spec/zbd/reader.md`, "Conventions in the
//! data".

use super::notes::Notes;
use super::schema::{Bounds, Form, Games, Key, Schema};
use super::value::{Field, Held, Origin, Value};

/// Most values of a list of words or numbers, rows of a table or lists with names that are kept.
const MOST: usize = 4096;

/// Reads lists of one game.
pub(super) struct Reading<'n> {
    pub game: Games,
    pub notes: &'n mut Notes,
}

impl Reading<'_> {
    /// The keys of a list, in its order.
    pub fn block(&mut self, items: &[Value], schema: &'static Schema, place: &str) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::new();
        let mut at = 0;
        while let Some(item) = items.get(at) {
            at += 1;
            let Value::Str(word) = item else {
                if !matches!(item, Value::List(own) if own.is_empty()) && !schema.open {
                    self.notes.odd(place, "a value without a key");
                }
                continue;
            };
            let name = word.text();
            let Some(key) = schema.find(&name, self.game) else {
                at += self.skipped(&name, &items[at..], schema, place);
                continue;
            };
            let (held, taken) = self.value(key, &name, &items[at..], schema, place);
            at += taken;
            let Some(held) = held else { continue };
            if !key.repeats && fields.iter().any(|field| field.name.eq_ignore_ascii_case(&name)) {
                self.notes.doubled(place, &name);
                continue;
            }
            if fields.len() == MOST {
                self.notes.odd(place, &format!("more than {MOST} keys"));
                break;
            }
            fields.push(Field { key, name, held, from: Origin::File });
        }
        fields
    }

    /// How many items belong to a word that is no key, which is noted: a comment takes the words up to the next key, any
    /// other word the values behind it that are no words.
    fn skipped(&mut self, name: &str, rest: &[Value], schema: &Schema, place: &str) -> usize {
        let is_word = |item: &Value| matches!(item, Value::Str(_));
        if name.starts_with("//") {
            return rest.iter().take_while(|item| is_word(item) && !schema.has(item, self.game)).count();
        }
        if !schema.open {
            self.notes.unknown(place, name);
        }
        rest.iter().take_while(|item| !is_word(item)).count()
    }

    /// The value of a key, and how many items it takes.
    fn value(
        &mut self,
        key: &'static Key,
        name: &str,
        rest: &[Value],
        schema: &Schema,
        place: &str,
    ) -> (Option<Held>, usize) {
        let place = format!("{place}, {name}");
        // A key is followed by the next one where its value is missing; a word may look like a key.
        let next = rest.first().filter(|next| !schema.has(next, self.game));
        match (key.form, next, rest.first()) {
            (Form::Flag, Some(next @ (Value::Int(_) | Value::Float(_))), _) => {
                (Some(Held::Flag(next.number() != Some(0.0))), 1)
            }
            (Form::Flag, Some(list @ Value::List(_)), _) if list.number().is_some() => {
                (Some(Held::Flag(list.number() != Some(0.0))), 1)
            }
            (Form::Flag, ..) => (Some(Held::Flag(true)), 0),
            (Form::Word, _, Some(next)) => self.of_one(key, next, &place),
            (form, Some(next), _) => match form {
                Form::Numbers { most, .. } => self.in_a_row(key, rest, most, schema, &place),
                Form::Words if !matches!(next, Value::List(_)) => self.words(rest, schema),
                _ => self.of_one(key, next, &place),
            },
            // Lists of missions hold bare words.
            (Form::Words, ..) => (Some(Held::Words(Vec::new())), 0),
            _ => {
                self.notes.wrong(&place, key.form, "nothing");
                (None, 0)
            }
        }
    }

    /// Numbers in a list, or one behind the other.
    fn in_a_row(
        &mut self,
        key: &'static Key,
        rest: &[Value],
        most: usize,
        schema: &Schema,
        place: &str,
    ) -> (Option<Held>, usize) {
        if let Some(Value::List(_)) = rest.first() {
            return self.of_one(key, &rest[0], place);
        }
        let is_number = |item: &&Value| item.number().is_some() && !schema.has(item, self.game);
        let row: Vec<&Value> = rest.iter().take(most).take_while(is_number).collect();
        let taken = row.len().max(1);
        (self.numbers(key, &row, place), taken)
    }

    /// Words one behind the other, up to the next key or list, or to what must be a key that is not known: a word with
    /// a list behind it, or one that is written almost as a key is.
    fn words(&self, rest: &[Value], schema: &Schema) -> (Option<Held>, usize) {
        let is_list = |item: Option<&Value>| matches!(item, Some(Value::List(_)));
        let belongs = |at: usize| {
            let item = rest.get(at).filter(|item| !is_list(Some(item)))?;
            let is_key =
                schema.has(item, self.game) || is_list(rest.get(at + 1)) && matches!(item, Value::Str(_));
            (!is_key && !schema.is_misspelt(item, self.game)).then_some(item)
        };
        let words: Vec<String> = (0..rest.len()).map_while(belongs).filter_map(word).collect();
        let taken = words.len();
        (Some(Held::Words(words)), taken)
    }

    /// The value that one item is.
    fn of_one(&mut self, key: &'static Key, item: &Value, place: &str) -> (Option<Held>, usize) {
        let held = match key.form {
            Form::Flag => item.number().map(|number| Held::Flag(number != 0.0)),
            Form::Number(bounds) => item.number().and_then(|number| {
                let number = self.within(number, bounds, place)?;
                Some(Held::Number(number))
            }),
            Form::Whole(bounds) => item.number().and_then(|number| {
                let number = self.within(number, bounds, place)?;
                // Whole numbers beyond 24 bits would lose digits as floats.
                let exact = item.integer().filter(|exact| *exact as f32 == number);
                Some(Held::Whole(exact.unwrap_or(number as i32)))
            }),
            Form::Numbers { .. } => {
                let mut flat = Vec::new();
                flatten(item, &mut flat);
                return (self.numbers(key, &flat, place), 1);
            }
            Form::Word => word(item.unwrapped()).map(Held::Word),
            Form::Words => {
                let mut flat = Vec::new();
                flatten(item, &mut flat);
                Some(Held::Words(flat.into_iter().filter_map(word).take(MOST).collect()))
            }
            Form::Block(schema) => list(item).map(|items| Held::Block(self.block(items, schema, place))),
            Form::Named(schema) => list(item).map(|items| Held::Named(self.named(items, schema, place))),
            Form::Row(schema) => list(item).map(|items| Held::Block(self.row(items, schema, place))),
            Form::Rows(schema) => {
                let is_list = matches!(item, Value::List(_));
                is_list.then(|| Held::Rows(self.rows(item.items(), schema, place)))
            }
            Form::Kept => Some(Held::Kept(item.clone())),
        };
        if held.is_none() {
            self.notes.wrong(place, key.form, &shown(item));
        }
        (held, 1)
    }

    fn numbers(&mut self, key: &Key, items: &[&Value], place: &str) -> Option<Held> {
        let Form::Numbers { least, most, bounds } = key.form else { return None };
        let mut numbers = Vec::new();
        for item in items.iter().take(most) {
            numbers.push(item.number().and_then(|number| self.within(number, bounds, place)));
        }
        let whole: Option<Vec<f32>> = numbers.into_iter().collect();
        match whole.filter(|numbers| numbers.len() >= least) {
            Some(numbers) => {
                if items.len() > most {
                    self.notes.odd(place, &format!("{} numbers instead of {most}", items.len()));
                }
                Some(Held::Numbers(numbers))
            }
            None => {
                self.notes.wrong(place, key.form, &format!("{} values", items.len()));
                None
            }
        }
    }

    /// The nearest number that is possible; notes if that is another.
    fn within(&mut self, number: f32, bounds: Bounds, place: &str) -> Option<f32> {
        let nearest = bounds.nearest(number);
        if nearest != Some(number) {
            self.notes.number(place, number, bounds);
        }
        nearest
    }

    /// Lists with a name: before them, or as their first item.
    pub fn named(
        &mut self,
        items: &[Value],
        schema: &'static Schema,
        place: &str,
    ) -> Vec<(String, Vec<Field>)> {
        let mut all = Vec::new();
        for (name, items) in named_lists(items, |what| self.notes.odd(place, what)).into_iter().take(MOST) {
            let fields = self.block(items, schema, &format!("{place}, {name}"));
            all.push((name, fields));
        }
        all
    }

    /// Lists of values in the order of their keys; a single one may stand without a list around it.
    pub fn rows(&mut self, items: &[Value], schema: &'static Schema, place: &str) -> Vec<Vec<Field>> {
        let items = unwrapped(items);
        if items.is_empty() {
            return Vec::new();
        }
        let mut rows = Vec::new();
        if is_pairs(items) {
            for pair in items.chunks_exact(2).take(MOST) {
                let row: Vec<Value> = pair[..1].iter().chain(pair[1].items()).cloned().collect();
                rows.push(self.row(&row, schema, place));
            }
            return rows;
        }
        if !matches!(items.first(), Some(Value::List(_))) {
            return vec![self.row(items, schema, place)];
        }
        for item in items.iter().take(MOST) {
            match item {
                Value::List(own) if own.is_empty() => {}
                Value::List(own) => rows.push(self.row(own, schema, place)),
                _ => self.notes.odd(place, "a value between rows"),
            }
        }
        rows
    }

    fn row(&mut self, items: &[Value], schema: &'static Schema, place: &str) -> Vec<Field> {
        let mut fields = Vec::new();
        let mut rest = items;
        let game = self.game;
        for key in schema.keys().filter(|key| key.games.has(game)) {
            let Some(first) = rest.first() else { break };
            let place = format!("{place}, {}", key.name);
            let (held, taken) = match key.form {
                Form::Numbers { most, .. } if !matches!(first, Value::List(_)) => {
                    let row: Vec<&Value> = rest.iter().take(most).collect();
                    (self.numbers(key, &row, &place), row.len())
                }
                Form::Block(inner) => {
                    let own = if let [only @ Value::List(_)] = rest { only.items() } else { rest };
                    (Some(Held::Block(self.block(own, inner, &place))), rest.len())
                }
                _ => self.of_one(key, first, &place),
            };
            rest = rest.get(taken..).unwrap_or_default();
            let name = key.name.to_owned();
            fields.extend(held.map(|held| Field { key, name, held, from: Origin::File }));
        }
        if !rest.is_empty() && !schema.open {
            self.notes.odd(place, &format!("{} values more than its row has", rest.len()));
        }
        fields
    }
}

/// The items of a list, without lists around it that hold nothing else.
fn list(item: &Value) -> Option<&[Value]> {
    matches!(item, Value::List(_)).then(|| item.dictionary().items())
}

/// A list without lists around it that hold nothing else but lists, or names with lists.
pub(super) fn unwrapped(mut items: &[Value]) -> &[Value] {
    while let [Value::List(only)] = items
        && (matches!(only.first(), Some(Value::List(_))) || is_pairs(only))
    {
        items = only;
    }
    items
}

/// Names, each with a list behind it, and nothing else.
fn is_pairs(items: &[Value]) -> bool {
    let is_pair = |pair: &[Value]| matches!(pair, [Value::Str(_), Value::List(_)]);
    !items.is_empty() && items.len().is_multiple_of(2) && items.chunks_exact(2).all(is_pair)
}

/// A word or a number as text.
fn word(item: &Value) -> Option<String> {
    match item {
        Value::Str(text) => Some(text.text()),
        Value::Int(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        Value::List(_) => None,
    }
}

fn flatten<'v>(value: &'v Value, out: &mut Vec<&'v Value>) {
    match value {
        // The reader bounds how deep lists lie in each other.
        Value::List(items) => items.iter().for_each(|item| flatten(item, out)),
        word => out.push(word),
    }
}

/// Lists with a name: before them, or as their first item. What is neither is told.
pub(super) fn named_lists(items: &[Value], mut odd: impl FnMut(&str)) -> Vec<(String, &[Value])> {
    let mut named = Vec::new();
    let mut at = 0;
    while let Some(item) = items.get(at) {
        at += 1;
        match (item, items.get(at)) {
            (Value::Str(name), Some(Value::List(own))) => {
                at += 1;
                named.push((name.text(), own.as_slice()));
            }
            (Value::List(own), _) => match own.split_first() {
                Some((Value::Str(name), rest)) => named.push((name.text(), rest)),
                Some(_) => odd("a list without a name"),
                None => {}
            },
            (Value::Str(name), _) if name.text().starts_with("//") => {}
            _ => odd("a value that is in no list"),
        }
    }
    named
}

/// A value in a finding.
fn shown(item: &Value) -> String {
    match item {
        Value::List(items) => format!("a list of {}", items.len()),
        other => word(other).map_or_else(String::new, |word| format!("`{word}`")),
    }
}
