//! Every key of the tables is read as what it is, and every number of the programs has its evidence.
//!
//! docs/spec/zbd/vehicles-and-combat.md; docs/spec/zbd/mw3-runtime.md, "5. Mech definitions".

use super::{found, read};
use load::zipper::definitions::constants::Constants;
use load::zipper::definitions::keys::FILES;
use load::zipper::definitions::schema::{Form, Games, Key, Layout, Schema, Topic};
use load::zipper::definitions::{Field, Held, Origin};
use zbd::reader::Value;

const TITLES: [&str; 4] = ["recoil", "mechwarrior3", "pirates-moon", "crimson-skies"];

/// A word of a key whose name is a pattern.
fn name(key: &Key) -> String {
    match key.name {
        "*" => "a_place".to_owned(),
        name => name.replace('#', "1").replace('*', "OWN"),
    }
}

fn word(text: &str) -> Value {
    Value::string(text).unwrap()
}

/// A value that fits a key.
fn value(form: Form, game: Games) -> Value {
    let half = |bounds: load::zipper::definitions::schema::Bounds| Value::Float(bounds.nearest(0.5).unwrap());
    match form {
        Form::Flag => Value::Int(1),
        Form::Number(bounds) => half(bounds),
        Form::Whole(bounds) => Value::Int(bounds.nearest(3.0).unwrap() as i32),
        Form::Numbers { most, bounds, .. } => Value::List(vec![half(bounds); most]),
        Form::Word => word("some_word"),
        Form::Words => Value::List(vec![word("one"), word("two")]),
        Form::Block(schema) => Value::List(keyed(schema, game)),
        Form::Named(schema) => Value::List(vec![word("first"), Value::List(keyed(schema, game))]),
        Form::Row(schema) => Value::List(row(schema, game)),
        Form::Rows(schema) => Value::List(vec![Value::List(row(schema, game)); 2]),
        Form::Kept => Value::List(vec![Value::Int(7), word("more")]),
    }
}

fn keyed(schema: &Schema, game: Games) -> Vec<Value> {
    let keys = schema.keys().filter(|key| key.games.has(game));
    keys.flat_map(|key| [word(&name(key)), value(key.form, game)]).collect()
}

/// The values of a row; the keys of a last block follow without a list around them.
fn row(schema: &Schema, game: Games) -> Vec<Value> {
    let mut items = Vec::new();
    for key in schema.keys() {
        match key.form {
            Form::Block(inner) => items.extend(keyed(inner, game)),
            form => items.push(value(form, game)),
        }
    }
    items
}

/// Whether a value is what was written for a key.
fn assert_read(field: &Field, game: Games, place: &str) {
    let place = format!("{place}, {}", field.name);
    match (field.key.form, &field.held) {
        (Form::Flag, held) => assert_eq!(held, &Held::Flag(true), "{place}"),
        (Form::Number(bounds), held) => {
            assert_eq!(held, &Held::Number(bounds.nearest(0.5).unwrap()), "{place}");
        }
        (Form::Whole(bounds), held) => {
            assert_eq!(held, &Held::Whole(bounds.nearest(3.0).unwrap() as i32), "{place}");
        }
        (Form::Numbers { most, .. }, Held::Numbers(numbers)) => assert_eq!(numbers.len(), most, "{place}"),
        (Form::Word, held) => assert_eq!(held, &Held::Word("some_word".to_owned()), "{place}"),
        (Form::Words, held) => assert_eq!(held.words(), ["one", "two"], "{place}"),
        (Form::Block(schema) | Form::Row(schema), Held::Block(fields)) => {
            assert_all(schema, fields, game, &place);
        }
        (Form::Named(schema), Held::Named(lists)) => {
            assert_eq!(lists[0].0, "first", "{place}");
            assert_all(schema, &lists[0].1, game, &place);
        }
        (Form::Rows(schema), Held::Rows(rows)) => {
            assert_eq!(rows.len(), 2, "{place}");
            assert_all(schema, &rows[1], game, &place);
        }
        (Form::Kept, Held::Kept(kept)) => assert_eq!(kept, &value(Form::Kept, game), "{place}"),
        (form, held) => panic!("{place}: {held:?} of {form:?}"),
    }
}

fn assert_all(schema: &Schema, fields: &[Field], game: Games, place: &str) {
    let keys: Vec<&str> = schema.keys().filter(|key| key.games.has(game)).map(|key| key.name).collect();
    let own = fields.iter().filter(|field| field.from == Origin::File);
    let read: Vec<&str> = own.clone().map(|field| field.key.name).collect();
    assert_eq!(read, keys, "{place}");
    own.for_each(|field| assert_read(field, game, place));
}

#[test]
fn every_key_of_every_table_is_read() {
    let mut count = 0;
    for title in TITLES {
        let game = Games::of_title(title).unwrap();
        for file in FILES.iter().filter(|file| file.games.has(game)) {
            let member = file.readers[0].replace('*', "heron");
            let (items, topic, schema) = match file.layout {
                Layout::One(topic, schema) => (keyed(schema, game), topic, schema),
                Layout::Rows(topic, schema) => (vec![Value::List(row(schema, game))], topic, schema),
                Layout::Each { own, each } => {
                    if let Some((topic, schema)) = own {
                        let read = read(title, &[(member.as_str(), Value::List(keyed(schema, game)))]);
                        assert_eq!(found(&read), [], "{title}, {member}");
                        if schema.keys().any(|key| key.games.has(game)) {
                            assert_all(schema, &read.all[0].fields, game, &member);
                            assert_eq!(read.all[0].topic, topic);
                        }
                    }
                    let own = Value::List(keyed(each.1, game));
                    (vec![word("heron"), own], each.0, each.1)
                }
                // What these hold is asserted with the sounds, and below.
                Layout::Sounds | Layout::Soils => continue,
            };
            let read = read(title, &[(member.as_str(), Value::List(items))]);
            if title.contains("mech") || title.contains("moon") {
                assert!(found(&read).iter().all(|(code, _)| *code != "load.definitions.values"));
            } else {
                // A vehicle that is a kind of one that is not there.
                let odd = found(&read);
                assert!(odd.iter().all(|(code, _)| *code == "load.definitions.kind_of"), "{title} {odd:?}");
            }
            let one = read.all.iter().find(|one| one.topic == topic).unwrap_or_else(|| panic!("{member}"));
            if schema.open {
                assert!(matches!(one.fields[0].held, Held::Kept(_)), "{one:?}");
                continue;
            }
            assert_all(schema, &one.fields, game, &member);
            count += one.fields.len();
        }
    }
    assert!(count > 200, "{count}");
}

#[test]
fn each_title_has_its_numbers_with_their_evidence() {
    for title in TITLES {
        let game = Games::of_title(title).unwrap();
        let constants = Constants::of(title);
        assert!(constants.all.len() > 5, "{title}");
        for constant in &constants.all {
            let name = &constant.name;
            assert!(constant.value.numbers().iter().all(|number| number.is_finite()), "{title}: {name}");
            assert!(
                !constant.means.is_empty() && constant.source.starts_with("docs/spec/"),
                "{title}: {name}"
            );
            let known = ["disasm", "data", "proposal", "inferred"];
            assert!(known.iter().any(|word| constant.evidence.starts_with(word)), "{title}: {name}");
            let again = constants.all.iter().filter(|other| other.name == *name).count();
            assert_eq!(again, 1, "{title}: {name} stands there twice");
            // One that stands in for a key is of that key's form.
            let (topic, key) = name.split_once('.').unwrap();
            let topic = Topic::ALL.into_iter().find(|own| own.name() == topic);
            let schema = topic.and_then(|topic| load::zipper::definitions::keys::schema(topic, game));
            if let Some(key) = schema.and_then(|schema| schema.find(key, game)) {
                let count = constant.value.numbers().len();
                match key.form {
                    Form::Number(_) | Form::Whole(_) => assert_eq!(count, 1, "{title}: {name}"),
                    Form::Numbers { least, most, .. } => {
                        assert!((least..=most).contains(&count), "{title}: {name}")
                    }
                    form => panic!("{title}: {name} stands in for {form:?}"),
                }
            }
        }
    }
    assert_eq!(Constants::of("recoil").number("rules.nom_gravity"), Some(28.0));
    assert!(Constants::of("acknex").all.is_empty());
}

/// The text of every source file below a folder.
fn sources(folder: &std::path::Path, text: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, text);
        } else if path.extension().is_some_and(|end| end == "rs") {
            *text += &std::fs::read_to_string(&path).unwrap();
        }
    }
}

#[test]
fn every_number_of_the_programs_is_used_or_says_why_not() {
    let mut code = String::new();
    sources(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/zipper"), &mut code);
    for title in TITLES {
        let game = Games::of_title(title).unwrap();
        for own in &Constants::of(title).all {
            let (group, rest) = own.name.split_once('.').unwrap();
            // What a definition does not say, what code asks for by its whole name, and kinds of weapons.
            let is_key = Topic::ALL.into_iter().any(|topic| {
                let schema = load::zipper::definitions::keys::schema(topic, game);
                topic.name() == group && schema.is_some_and(|schema| schema.find(rest, game).is_some())
            });
            let is_asked = code.contains(&format!("\"{}\"", own.name));
            let by_its_rest = ["rules", "camera"].contains(&group) && code.contains(&format!("\"{rest}\""));
            let is_used = is_key || is_asked || by_its_rest || own.name.starts_with("weapon.kind.");
            assert_eq!(
                is_used,
                own.unused.is_empty(),
                "{title}: {}: used {is_used}, {:?}",
                own.name,
                own.unused
            );
        }
    }
}
