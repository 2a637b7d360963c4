//! Definitions: what each kind of file says, and lists that are odd. Every key of the tables: `tables.rs`; hostile and
//! damaged files: `hostile.rs`.
//!
//! docs/spec/zbd/vehicles-and-combat.md; docs/spec/zbd/mw3-runtime.md, "4. Reader values" and "5. Mech
//! definitions"; docs/spec/zbd/reader.md, "Conventions in the data".

mod hostile;
mod tables;

use crate::zipper::install::{Install, member};
use binary::Mode;
use load::zipper::definitions::schema::Topic;
use load::zipper::definitions::{Definition, Definitions, Held, Origin};
use zbd::archive::TypedArchive;
use zbd::reader::Value;

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

    // A directive that is written wrong is named, and is none of the words before it.
    let own = of(
        "crimson-skies",
        "objectives.zrd",
        "( OBJECTIVE1 ( WAKEUP_ENEMIES wing_1 wing_2 WAKEUP_TURETS gun_1 COMPLETED_STOPPOINT here OPEN_SESAME (1) ) )",
    );
    let first = get(&own, Topic::Objective, "OBJECTIVE1");
    assert_eq!(first.get("WAKEUP_ENEMIES").unwrap().words(), ["wing_1", "wing_2"]);
    assert_eq!(first.get("COMPLETED_STOPPOINT").unwrap().words(), ["here"]);
    let [(code, said)] = &found(&own)[..] else { panic!("{:?}", own.findings) };
    assert_eq!(*code, "load.definitions.unknown");
    assert!(said.contains("`WAKEUP_TURETS`") && said.contains("`OPEN_SESAME`"), "{said}");

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
