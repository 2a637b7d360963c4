//! Definitions: every key of the tables is read, odd lists are understood, hostile ones are bounded.
//!
//! docs/spec/zbd/vehicles-and-combat.md; docs/spec/zbd/mw3-runtime.md, "4. Reader values" and "5. Mech
//! definitions"; docs/spec/zbd/reader.md, "Conventions in the data".

use crate::install::{Install, member};
use binary::Mode;
use load::zipper::definitions::constants::Constants;
use load::zipper::definitions::keys::FILES;
use load::zipper::definitions::schema::{Form, Games, Key, Layout, Schema, Topic};
use load::zipper::definitions::{Definition, Definitions, Field, Held, Origin};
use zbd::archive::TypedArchive;
use zbd::reader::Value;

const TITLES: [&str; 4] = ["recoil", "mechwarrior3", "pirates-moon", "crimson-skies"];
const ARCHIVE: &str = "zbd/zrdr.zbd";

fn parse(text: &str) -> Value {
    zbd::reader::parse(text.as_bytes(), Mode::Strict).unwrap_or_else(|finding| panic!("{text}: {finding}")).0
}

/// What is read of files in one archive.
fn read(title: &str, files: &[(&str, Value)]) -> Definitions {
    let entries = files.iter().map(|(name, value)| member(name, value.clone())).collect();
    let archive = TypedArchive { entries, ..TypedArchive::default() };
    let install = Install::new();
    install.file(ARCHIVE, &zbd::reader::write_archive(&archive).unwrap());
    Definitions::read(&install.vfs(), title, &[ARCHIVE.to_owned()])
}

fn of(title: &str, file: &str, text: &str) -> Definitions {
    read(title, &[(file, parse(text))])
}

fn found(own: &Definitions) -> Vec<(&'static str, String)> {
    own.findings.iter().map(|finding| (finding.code, finding.found.clone())).collect()
}

fn get<'d>(own: &'d Definitions, topic: Topic, name: &str) -> &'d Definition {
    own.find(topic, name).unwrap_or_else(|| panic!("{name} in {:?}", own.all))
}

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
fn a_tank_says_what_it_says_and_the_program_the_rest() {
    let own = of(
        "recoil",
        "vehicle.zrd",
        "( nom_gravity 30 MARTEN ( rates (48 65) turns 2.5 3.5 mass ((2)) camback ((0 4 9) (0 3.5 2.25) (0 2 2))
           hover_wave (1 2 3 4 5 6 7) sounds ( idle hum pitch_scale 0.5 ) weapons pellet firefly t2a change ) )",
    );
    assert_eq!(found(&own), []);
    let tank = get(&own, Topic::Vehicle, "marten");
    assert_eq!((tank.name.as_str(), tank.layer.as_str()), ("MARTEN", "install"));
    assert_eq!(tank.file, "zbd/zrdr.zbd/vehicle.zrd");
    assert_eq!(tank.numbers("rates"), [48.0, 65.0]);
    // One behind the other, and in lists of one.
    assert_eq!((tank.numbers("turns"), tank.number("mass")), (&[2.5, 3.5][..], Some(2.0)));
    assert_eq!(tank.numbers("camback"), [0.0, 4.0, 9.0, 0.0, 3.5, 2.25, 0.0, 2.0, 2.0]);
    assert_eq!(tank.numbers("hover_wave").len(), 7);
    let sounds = tank.get("sounds").unwrap();
    assert_eq!(sounds.get("idle").and_then(Held::word), Some("hum"));
    assert_eq!(sounds.get("pitch_scale").unwrap().numbers(), [0.5]);
    assert_eq!(tank.get("weapons").unwrap().words(), ["pellet", "firefly"]);
    // docs/spec/zbd/vehicles-and-combat.md, "A2. Reader keys", the column of defaults.
    for (key, numbers) in [
        ("turn_damping", &[30.0][..]),
        ("friction", &[10000.0, 10.0, 0.0]),
        ("stopping", &[8.0]),
        ("gun_pitch", &[0.8, -0.2588]),
        ("collision_d", &[0.8, 0.15]),
        ("health", &[100.0]),
    ] {
        assert_eq!(tank.numbers(key), numbers, "{key}");
        let field = tank.fields.iter().find(|field| field.name == key).unwrap();
        assert_eq!(field.from, Origin::Constant("disasm RC".to_owned()), "{key}");
    }
    // It has no default.
    assert_eq!(tank.get("rate_damping"), None);
    let rules = get(&own, Topic::Rules, "vehicle");
    assert_eq!((rules.number("nom_gravity"), rules.number("max_slope")), (Some(30.0), Some(0.707)));
}

#[test]
fn a_kind_of_another_takes_over_what_it_does_not_say() {
    let text = "( heron ( fd_speed 135 drag_factor 0.37 weight 1900 )
        night_heron ( kind_of HERON fd_speed 142 )
        grey_heron ( kind_of night_heron weight 2000 )
        egret ( kind_of bittern ) bittern ( kind_of egret ) stork ( kind_of nobody ) )";
    let own = of("crimson-skies", "vehicle.zrd", text);
    let grey = get(&own, Topic::Vehicle, "grey_heron");
    let values: Vec<_> = grey.fields.iter().map(|field| (field.name.as_str(), field.held.number())).collect();
    assert_eq!(
        values,
        [
            ("kind_of", None),
            ("weight", Some(2000.0)),
            ("fd_speed", Some(142.0)),
            ("drag_factor", Some(0.37)),
            ("fuel", Some(54926.0)),
        ]
    );
    let from: Vec<_> = grey.fields.iter().map(|field| &field.from).collect();
    let inherited = |name: &str| Origin::Inherited(name.to_owned());
    assert_eq!(from[2..4], [&inherited("night_heron"), &inherited("heron")]);
    assert_eq!(
        found(&own),
        [(
            "load.definitions.kind_of",
            "egret: a ring through egret; bittern: a ring through bittern; stork: no nobody".to_owned()
        )]
    );
}

#[test]
fn odd_lists_of_retail_data_are_understood() {
    // docs/spec/zbd/mw3-runtime.md, "4. Reader values": a comment that survived as words, a number that is
    // none, keys that repeat, values that are bare or in lists.
    let own = of(
        "mechwarrior3",
        "dfn_strider.zrd",
        "( version 2 // torso limits: maxYaw minPitch maxPitch degrees torso_limits 90 -20 25
           recoil_slide 1.5.0 max_mass (40.0) chicken clan ((0)) lean_angle 4 lean_angle 5 mystery (1 2) 3 )",
    );
    let mech = get(&own, Topic::Mech, "strider");
    assert_eq!(mech.numbers("torso_limits"), [90.0, -20.0, 25.0]);
    assert_eq!((mech.number("recoil_slide"), mech.number("max_mass")), (Some(1.5), Some(40.0)));
    assert_eq!((mech.get("chicken"), mech.get("clan")), (Some(&Held::Flag(true)), Some(&Held::Flag(false))));
    assert_eq!(mech.number("lean_angle"), Some(4.0));
    assert_eq!(
        found(&own),
        [
            ("load.definitions.unknown", "`mystery` in strider".to_owned()),
            ("load.definitions.doubled", "`lean_angle` in strider".to_owned()),
        ]
    );

    // A name before its list or as its first item, and a section around all of them.
    for text in [
        "( pellet ( FIRE_RATE 12 ) firefly ( FIRE_RATE 2 ) )",
        "( ( pellet FIRE_RATE 12 ) ( firefly FIRE_RATE 2 ) )",
        "( WEAPONS ( pellet ( FIRE_RATE 12 ) firefly ( FIRE_RATE 2 ) ) )",
        "( ( WEAPONS ( pellet FIRE_RATE 12 ) ( firefly FIRE_RATE 2 ) ) )",
    ] {
        let own = of("recoil", "weapons.zrd", text);
        assert_eq!(found(&own), [], "{text}");
        let rates: Vec<_> = own.all.iter().map(|one| (one.name.as_str(), one.number("FIRE_RATE"))).collect();
        assert_eq!(rates, [("pellet", Some(12.0)), ("firefly", Some(2.0))], "{text}");
    }
}

#[test]
fn configurations_of_a_mech_are_typed() {
    let own = of(
        "pirates-moon",
        "dfn_heron.zrd",
        "( firepoints ( left_arm (0.4 0.5 larm) ) configurations ( primary (
           engine (200 1 86.4) armor (0 6.5 9 (24 8) (18 6) 16 20) equipment ((heat_sink torso) (jump_jet legs))
           weapons ( (laser left_arm group 1 3) (cannon right_arm group 2 ammo (60 part torso extra 1 2) extra 5) )
           internal endo ) ) )",
    );
    assert_eq!(found(&own), []);
    let mech = get(&own, Topic::Mech, "heron");
    let shown = |key: &str| mech.get(key).unwrap().to_string();
    assert_eq!(shown("firepoints"), "(name left_arm, radius 0.4, share 0.5, part larm)");
    assert_eq!(
        shown("configurations"),
        "primary (engine (rating 200, xl yes, max_speed 86.4), armor (ferro-fibrous no, mass 6.5, head 9, torso 24, 8, \
         torsolr 18, 6, arms 16, legs 20), equipment (type heat_sink, part torso), (type jump_jet, part legs), \
         weapons (type laser, firepoint left_arm, rest (group 1, 3)), (type cannon, firepoint right_arm, rest (group \
         2, ammo (count 60, rest (part torso, extra 1, 2)), extra 5)), internal endo)"
    );
}

#[test]
fn objectives_of_each_game_have_their_own_words() {
    let own = of(
        "recoil",
        "objectives.zrd",
        "( FINAL_MISSION OBJECTIVE1 ( INACTIVE (base pump_1) MSG_PUMP MSG_HINT READ_TIME 6 HINT_NODE pump_1 )
           OBJECTIVE2 ( ACTIVE gate ) )",
    );
    assert_eq!(found(&own), []);
    let first = get(&own, Topic::Objective, "objective1");
    assert_eq!(first.get("INACTIVE").unwrap().words(), ["base", "pump_1"]);
    let texts: Vec<&str> = first.fields.iter().map(|field| field.name.as_str()).collect();
    assert_eq!(texts, ["INACTIVE", "MSG_PUMP", "MSG_HINT", "READ_TIME", "HINT_NODE"]);
    assert_eq!(get(&own, Topic::Mission, "objectives").get("FINAL_MISSION"), Some(&Held::Flag(true)));

    let own = of(
        "crimson-skies",
        "objectives.zrd",
        "( MISSION_TIMER (600 NOLOSS) PRIMARY_COMPLETE_SOUND hum OBJECTIVE1 ( IDENTITY (PRIMARY 1 MSG_A)
           IDENTITY (SECONDARY 2 MSG_B) INACTIVE1 (mast) INACTIVE2 (dome) INACTIVE_COMPLETION_COUNT 2
           STOP_QUEUED_SOUNDS OPEN_SESAME (1) INSTANTWIN WAKEUP_ENEMIES ) )",
    );
    assert_eq!(found(&own), [("load.definitions.unknown", "`OPEN_SESAME` in OBJECTIVE1".to_owned())]);
    let first = get(&own, Topic::Objective, "OBJECTIVE1");
    assert_eq!(first.fields.iter().filter(|field| field.name == "IDENTITY").count(), 2);
    assert_eq!(first.get("INACTIVE2").unwrap().words(), ["dome"]);
    assert_eq!(first.get("INSTANTWIN"), Some(&Held::Flag(true)));
    let mission = get(&own, Topic::Mission, "objectives");
    assert_eq!(mission.get("MISSION_TIMER").unwrap().words(), ["600", "NOLOSS"]);
    assert_eq!(mission.word("PRIMARY_COMPLETE_SOUND"), Some("hum"));

    // Nobody has described those of MechWarrior 3: each word is named.
    let own = of("mechwarrior3", "objectives.zrd", "( OBJECTIVE1 ( DESTROY tower WITHIN 30 ) )");
    let [(code, words)] = &found(&own)[..] else { panic!("{:?}", own.findings) };
    assert_eq!(*code, "load.definitions.unknown");
    assert!(words.contains("`DESTROY`") && words.contains("`WITHIN`"), "{words}");
}

#[test]
fn other_files_are_read_by_their_layouts() {
    let own = of("crimson-skies", "engines.zrd", "( (0 standard 1.0) (1 tuned 1.15) )");
    assert_eq!(found(&own), []);
    assert_eq!(get(&own, Topic::Engine, "tuned").number("factor"), Some(1.15));

    let own =
        of("mechwarrior3", "reg_ionet_c1.zrd", "( version 108 name c1 n1 (12 (1 2 3) 4) n2 (12 5 6 7 8) )");
    assert_eq!(found(&own), []);
    let net = get(&own, Topic::PathNet, "c1");
    let places: Vec<String> =
        net.fields[2..].iter().map(|field| format!("{} {}", field.name, field.held)).collect();
    assert_eq!(
        places,
        ["n1 (kind 12, position 1, 2, 3, number 4)", "n2 (kind 12, position 5, 6, 7, number 8)"]
    );

    let own = of("crimson-skies", "soils.zrd", "( (name player) (name enemy) )");
    let soils: Vec<_> = own.all.iter().map(|one| (one.name.as_str(), one.number("number"))).collect();
    assert_eq!(soils, [("player", Some(6.0)), ("enemy", Some(7.0))]);

    let own = of(
        "recoil",
        "sounds.zrd",
        "( SETS ( COMMON ( (boom boom.wav 3D VOLUME 0.5 RANGE (10 100)) ) ) SOUND_GROUPS ( (crowd (boom)) ) )",
    );
    let boom = get(&own, Topic::Sound, "boom");
    assert_eq!((boom.word("file"), boom.number("VOLUME")), (Some("boom.wav"), Some(0.5)));
    assert_eq!(boom.numbers("RANGE"), [10.0, 100.0]);
    assert_eq!(get(&own, Topic::SoundGroup, "crowd").get("members").unwrap().words(), ["boom"]);

    let own = of("recoil", "puppies.zrd", "( pu_3400_01 ( respawn 30 ) )");
    assert_eq!(found(&own), []);
    assert_eq!(get(&own, Topic::Pickup, "pu_3400_01").fields[0].held.to_string(), "(respawn, 30)");
}

#[test]
fn the_first_archive_and_the_first_name_count_and_difficulties_stand_apart() {
    let install = Install::new();
    let archive = |files: &[(&str, &str)]| {
        let entries = files.iter().map(|(name, text)| member(name, parse(text))).collect();
        zbd::reader::write_archive(&TypedArchive { entries, ..TypedArchive::default() }).unwrap()
    };
    install.file("zbd/m1/zrdr.zbd", &archive(&[("vehicle.zrd", "( a ( mass 1 ) a ( mass 2 ) )")]));
    install.file(
        ARCHIVE,
        &archive(&[("vehicle.zrd", "( a ( mass 3 ) )"), ("vehicle_hard.zrd", "( a ( mass 4 ) )")]),
    );
    let archives = ["zbd/m1/zrdr.zbd", ARCHIVE, "zbd/gone.zbd"].map(str::to_owned);
    let own = Definitions::read(&install.vfs(), "recoil", &archives);
    assert_eq!(found(&own), [("load.definitions.doubled", "`a` in vehicle".to_owned())]);
    let all: Vec<_> = own.all.iter().map(|one| (one.file.as_str(), one.number("mass"))).collect();
    assert_eq!(
        all,
        [
            ("zbd/m1/zrdr.zbd/vehicle.zrd", Some(1.0)),
            ("zbd/zrdr.zbd/vehicle.zrd", Some(3.0)),
            ("zbd/zrdr.zbd/vehicle_hard.zrd", Some(4.0)),
        ]
    );
    assert_eq!(get(&own, Topic::Vehicle, "a").number("mass"), Some(1.0));
    // A title of another family has none.
    assert!(Definitions::read(&install.vfs(), "acknex", &archives).all.is_empty());
}

#[test]
fn hostile_values_are_findings_and_count_as_the_nearest_possible_ones() {
    let numbers = "load.definitions.numbers";
    let values = "load.definitions.values";
    type Row =
        (&'static str, &'static str, &'static str, &'static str, Option<f32>, &'static str, &'static str);
    let rows: [Row; 12] = [
        (
            "recoil",
            "vehicle.zrd",
            "mass 0",
            "mass",
            Some(0.001),
            numbers,
            "a, mass: 0 instead of 0.001 to 1000000000",
        ),
        (
            "recoil",
            "vehicle.zrd",
            "mass -5",
            "mass",
            Some(0.001),
            numbers,
            "a, mass: -5 instead of 0.001 to 1000000000",
        ),
        (
            "recoil",
            "vehicle.zrd",
            "mass heavy",
            "mass",
            Some(1.0),
            values,
            "a, mass: `heavy` instead of number",
        ),
        (
            "recoil",
            "vehicle.zrd",
            "mass (1 2)",
            "mass",
            Some(1.0),
            values,
            "a, mass: a list of 2 instead of number",
        ),
        (
            "recoil",
            "vehicle.zrd",
            "mass rates (1 2)",
            "mass",
            Some(1.0),
            values,
            "a, mass: nothing instead of number",
        ),
        (
            "recoil",
            "vehicle.zrd",
            "rates (1)",
            "rates",
            Some(10.0),
            values,
            "a, rates: 1 values instead of 2 numbers",
        ),
        (
            "recoil",
            "vehicle.zrd",
            "rates (1 2 3)",
            "rates",
            Some(1.0),
            values,
            "a, rates: 3 numbers instead of 2",
        ),
        (
            "recoil",
            "weapons.zrd",
            "FIRE_RATE 1000000000.0",
            "FIRE_RATE",
            Some(60.0),
            numbers,
            "a, FIRE_RATE: 1000000000 instead of 0.001 to 60",
        ),
        (
            "recoil",
            "weapons.zrd",
            "RANGE -700",
            "RANGE",
            Some(0.0),
            numbers,
            "a, RANGE: -700 instead of 0 to 1000000000",
        ),
        (
            "recoil",
            "weapons.zrd",
            "FIRE (SOUND a SOUND b)",
            "FIRE",
            None,
            "load.definitions.doubled",
            "`SOUND` in a, FIRE",
        ),
        (
            "crimson-skies",
            "vehicle.zrd",
            "weight 0",
            "weight",
            Some(0.001),
            numbers,
            "a, weight: 0 instead of 0.001 to 1000000000",
        ),
        (
            "crimson-skies",
            "weapons.zrd",
            "CLUSTER_SIZE 1000000",
            "CLUSTER_SIZE",
            Some(1024.0),
            numbers,
            "a, CLUSTER_SIZE: 1000000 instead of 0 to 1024",
        ),
    ];
    for (title, file, keys, key, value, code, said) in rows {
        let own = of(title, file, &format!("( a ( {keys} ) )"));
        assert_eq!(found(&own), [(code, said.to_owned())], "{keys}");
        assert_eq!(own.all[0].number(key), value, "{keys}");
    }
    // NaN and infinite numbers cannot be in a reader: it is refused, and the rest is read.
    let mut bytes = zbd::reader::write(&parse("( a ( mass 2.5 ) )")).unwrap();
    let at = bytes.windows(4).position(|four| four == 2.5_f32.to_le_bytes()).unwrap();
    for odd in [f32::NAN, f32::INFINITY] {
        bytes[at..at + 4].copy_from_slice(&odd.to_le_bytes());
        let entries = vec![member("vehicle.zrd", bytes.clone()), member("ai.zrd", ai())];
        let version = zbd::gamez::Version::Recoil;
        let entries = entries
            .into_iter()
            .map(|one| zbd::archive::Entry::new(&one.name.text(), one.content).unwrap())
            .collect();
        let archive = zbd::archive::Archive::new(version, zbd::archive::Contents::Readers, entries);
        let install = Install::new();
        install.file(ARCHIVE, &zbd::archive::write(&archive).unwrap());
        let own = Definitions::read(&install.vfs(), "recoil", &[ARCHIVE.to_owned()]);
        assert_eq!(own.findings[0].code, "load.definitions.unreadable");
        assert_eq!(own.all.len(), 1);
    }
}

fn ai() -> Vec<u8> {
    zbd::reader::write(&parse("( gun ( HEALTH 5 ) )")).unwrap()
}

#[test]
fn the_work_on_hostile_files_is_bounded() {
    // A long chain, a list of more keys than are kept, a hundred thousand unknown words and definitions.
    let chain: String = (0..2000).map(|at| format!("v{at} ( kind_of v{} weight 5 )\n", at + 1)).collect();
    let own = of("crimson-skies", "vehicle.zrd", &format!("( {chain} )"));
    assert_eq!(own.all.len(), 2000);
    assert_eq!(found(&own).len(), 1);

    let keys: String = (0..6000).map(|at| format!("INACTIVE{at} (mast)\n")).collect();
    let own = of("crimson-skies", "objectives.zrd", &format!("( OBJECTIVE1 ( {keys} ) )"));
    assert_eq!(own.all[0].fields.len(), 4096);
    assert_eq!(found(&own), [("load.definitions.values", "OBJECTIVE1: more than 4096 keys".to_owned())]);

    let words: String = (0..20_000).map(|at| format!("word{at} 1\n")).collect();
    let own = of("recoil", "vehicle.zrd", &format!("( a ( {words} ) )"));
    let [(code, said)] = &found(&own)[..] else { panic!() };
    assert_eq!(*code, "load.definitions.unknown");
    assert!(said.ends_with("and 19988 more") && said.len() < 600, "{said}");

    let many: String = (0..20_000).map(|at| format!("a{at} (mass 1)\n")).collect();
    let own = of("recoil", "vehicle.zrd", &format!("( {many} )"));
    assert_eq!(own.all.len(), 16_384);
    assert_eq!(own.findings.iter().filter(|one| one.code == "load.definitions.many").count(), 1);
}

#[test]
fn damaged_files_are_findings_and_never_more() {
    let text = "( nom_gravity 28 marten ( rates (48 65) mass 2 sounds ( idle hum ) weapons (a b) camback (1 2 3) ) \
                stoat ( kind_of marten health 40 ) )";
    let bytes = zbd::reader::write(&parse(text)).unwrap();
    let mut random = 20_u32;
    let mut next = || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        random >> 8
    };
    let install = Install::new();
    let mut read_well = 0;
    for _ in 0..400 {
        let mut damaged = bytes.clone();
        for _ in 0..=next() % 3 {
            let at = next() as usize % damaged.len();
            damaged[at] = (next() % 256) as u8;
        }
        damaged.truncate(damaged.len() - (next() % 4 / 3 * (next() % 40)) as usize);
        // As a mod has it: a loose file in place of a member.
        install.file("zbd/zrdr.zbd/vehicle.zrd", &damaged);
        for title in ["recoil", "crimson-skies"] {
            let own = Definitions::read(&install.vfs(), title, &[ARCHIVE.to_owned()]);
            read_well += usize::from(!own.all.is_empty());
            for number in own.all.iter().flat_map(|one| &one.fields).flat_map(|field| field.held.numbers()) {
                assert!(number.is_finite() && number.abs() <= 1e9);
            }
        }
    }
    assert!(read_well > 50, "{read_well}");
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
