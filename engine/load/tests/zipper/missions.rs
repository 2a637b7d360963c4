//! Objectives of the readers as the mission of whoever drives, directive by directive.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "B7. Objectives (`objectives.zrd`)", "Part D — Mission script vocabulary (Crimson
//! Skies `objectives.zrd`)".

use crate::zipper::animations::{file, request, world};
use crate::zipper::install::{Install, member};
use binary::Mode;
use load::{Guests, Loaded, Request, SoundSetup};
use world::{
    Gift, MissionAct, MissionCondition, MissionLaw, MissionOutcome, NodeFlags, NodeId, ObjectiveLaw,
    ObjectiveLife, ProgramId, ProgramStanding, Rank, Side, TankMode, TimerLaw, Traveler,
};
use zbd::archive::TypedArchive;
use zbd::gamez::Version;

const PLANE: &str = "( house ( engine 0.5 fd_speed 135 weight 1900 wing_area 330 ) )";
const ANIMS: &str =
    "ANIMATION_DEFINITION(ANIM_NAME(open) NAME(house) ANIM_ROOT_NAME(house) ACTIVATION(ON_CALL)
    NODES(door) SEQUENCE_DEFINITION(NAME(main) OBJECT_ACTIVE_STATE(NAME(door) STATE(INACTIVE))))";

pub(crate) fn load(title: &str, vehicles: &str, objectives: &str, targets: &str) -> Loaded {
    load_with(title, vehicles, objectives, targets, ANIMS, &[])
}

/// With other animations and further readers.
pub(crate) fn load_with(
    title: &str,
    vehicles: &str,
    objectives: &str,
    targets: &str,
    anims: &str,
    readers: &[(&str, &str)],
) -> Loaded {
    let install = Install::new();
    let version = if title == "recoil" { Version::Recoil } else { Version::CrimsonSkies };
    install.file("zbd/c1/gamez.zbd", &world(version));
    install.file("zbd/c1/anim.zbd", &file(version, anims));
    install.file("zbd/Bang.WAV", b"a sound");
    let read = |text: &str| zbd::reader::parse(text.as_bytes(), Mode::Strict).unwrap().0;
    let mut entries = vec![member("vehicle.zrd", read(vehicles)), member("objectives.zrd", read(objectives))];
    if !targets.is_empty() {
        entries.push(member("targets.zrd", read(targets)));
    }
    entries.extend(readers.iter().map(|(name, text)| member(name, read(text))));
    let archive = TypedArchive { entries, ..TypedArchive::default() };
    install.file("zbd/zrdr.zbd", &zbd::reader::write_archive(&archive).unwrap());
    let request = Request {
        title: title.to_owned(),
        sound_setup: SoundSetup { readers: vec!["zbd/zrdr.zbd".to_owned()], ..SoundSetup::default() },
        guests: Guests { vehicle: Some("house".to_owned()), ..Guests::default() },
        ..request()
    };
    load::load(&install.vfs(), &request, &mut load::Quiet).unwrap()
}

fn skies(objectives: &str) -> Loaded {
    load("crimson-skies", PLANE, objectives, "")
}

fn law(loaded: &Loaded) -> &MissionLaw {
    loaded.scene.mission.as_deref().expect("a mission")
}

/// The findings of missions: code and what was found.
fn found(loaded: &Loaded) -> Vec<(&str, &str)> {
    let all = loaded.findings.iter().filter(|finding| finding.code.starts_with("load.mission"));
    all.map(|finding| (finding.code, &*finding.found)).collect()
}

fn node(loaded: &Loaded, name: &str, nth: usize) -> NodeId {
    let all = loaded.scene.nodes.iter().enumerate().filter(|(_, own)| &*own.name == name);
    NodeId::from(all.map(|(at, _)| at).nth(nth).unwrap())
}

const OPEN: ProgramId = ProgramId(0);

/// The one objective of a text, of Crimson Skies, with others to name.
fn one(keys: &str) -> (ObjectiveLaw, Vec<(String, String)>) {
    let others = "OBJECTIVE2 ( IDENTITY (PRIMARY 1 B) ANIM_STATE (open EXECUTED) )
                  OBJECTIVE3 ( IDENTITY (PRIMARY 1 C) ANIM_STATE (open EXECUTED) )";
    let loaded = skies(&format!("( OBJECTIVE1 ( {keys} ) {others} )"));
    let odd = found(&loaded).into_iter().filter(|(code, _)| *code != "load.mission.at_once");
    let odd = odd.map(|(code, what)| (code.to_owned(), what.to_owned())).collect();
    (law(&loaded).objectives[0].clone(), odd)
}

#[test]
fn objectives_of_recoil_name_a_node_by_its_path() {
    let loaded = load(
        "recoil",
        "( house ( rates (48 65) ) )",
        "( REVIEW_DELAY 2 READ_TIME 5
           OBJECTIVE1 ( INACTIVE (house door) MSG_GATE HINT_1 (MSG_HOW) READ_SOUND bang )
           OBJECTIVE2 ( ACTIVE (house/door) MSG_TOO READ_TIME 1.5 REVIEW_DELAY 0.5 )
           OBJECTIVE3 ( INACTIVE (nowhere) MSG_NO ) OBJECTIVE4 ( MSG_EMPTY ) )",
        "",
    );
    let [first, second, third, fourth] = &law(&loaded).objectives[..] else { panic!("{:?}", law(&loaded)) };
    let door = node(&loaded, "door", 1);
    let nodes = |active| MissionCondition::Nodes { nodes: vec![door], active, count: 1 };
    assert_eq!((first.conditions.as_slice(), first.rank), (&[nodes(false)][..], Some(Rank::Primary)));
    // Without texts their keys stand for them.
    assert_eq!((&*first.text, &*first.hint, first.read_s, first.review_s), ("MSG_GATE", "MSG_HOW", 5.0, 2.0));
    assert!(first.read_sound.is_some());
    assert_eq!(
        (second.conditions.as_slice(), second.read_s, second.review_s),
        (&[nodes(true)][..], 1.5, 0.5)
    );
    assert_eq!([third, fourth].map(|own| own.conditions.as_slice()), [&[MissionCondition::Never][..]; 2]);
    let rules = &law(&loaded).rules;
    assert_eq!((rules.last, rules.lives, rules.reach, rules.healthy), (None, [0, 3], 4.0, 0.99));
    // The door stands active from the start.
    assert_eq!(
        found(&loaded),
        [
            ("load.mission.names", "node nowhere in OBJECTIVE3, INACTIVE"),
            ("load.mission.values", "OBJECTIVE4: no condition"),
            ("load.mission.at_once", "OBJECTIVE2"),
        ]
    );
    let places: Vec<&str> =
        loaded.findings.iter().filter(|one| one.code.contains("mission")).map(|one| &*one.file).collect();
    assert_eq!(places, ["zbd/zrdr.zbd/objectives.zrd"; 3]);
}

#[test]
fn the_last_mission_of_recoil_has_its_own_end() {
    let text = "( FINAL_MISSION OBJECTIVE1 ( INACTIVE (door) MSG_GATE ) )";
    let loaded = load("recoil", "( house ( rates (48 65) ) )", text, "");
    assert_eq!(law(&loaded).rules.last, Some((5, 60.0)));
}

#[test]
fn nobody_who_walks_has_a_mission() {
    let loaded = skies("( OBJECTIVE1 ( IDENTITY (PRIMARY 1 A) INACTIVE1 (door) ) )");
    assert!(loaded.scene.mission.is_some());
    assert_eq!(found(&loaded), []);
    let install = Install::new();
    install.file("zbd/c1/gamez.zbd", &world(Version::CrimsonSkies));
    let request =
        Request { title: "crimson-skies".to_owned(), animations: Vec::new(), sounds: None, ..request() };
    assert!(load::load(&install.vfs(), &request, &mut load::Quiet).unwrap().scene.mission.is_none());
}

#[test]
fn missions_of_mechs_have_the_words_of_crimson_skies_and_what_is_not_known_completes_nothing() {
    let text = "( OBJECTIVE1 ( IDENTITY (PRIMARY 1 A) INACTIVE1 (door) )
                  OBJECTIVE2 ( IDENTITY (PRIMARY 2 B) CRUSH_THEM (all of) ) )";
    for (title, version) in [("mechwarrior3", Version::MechWarrior3), ("pirates-moon", Version::PiratesMoon)]
    {
        let readers = [("dfn_house.zrd", "( version 2 )"), ("objectives.zrd", text)];
        let loaded = crate::zipper::driven::load(title, &world(version), &readers, Some("house")).unwrap();
        let law = law(&loaded);
        let door = vec![node(&loaded, "door", 0)];
        let off = MissionCondition::Nodes { nodes: door, active: false, count: 1 };
        assert_eq!(
            (law.objectives[0].rank, &law.objectives[0].conditions),
            (Some(Rank::Primary), &vec![off])
        );
        assert_eq!(law.objectives[1].conditions, [MissionCondition::Never]);
        assert_eq!(found(&loaded), [("load.mission.values", "OBJECTIVE2: no condition")], "{title}");
        let named = loaded.findings.iter().any(|finding| finding.found.contains("CRUSH_THEM"));
        assert!(named, "{title}: {:?}", loaded.findings);
        assert_eq!((law.rules.won_s, law.rules.death_s), (3.0, 4.0));
    }
}

#[test]
fn what_stands_beside_the_objectives_is_read() {
    let loaded = skies(
        "( MISSION_TIMER (600.0 NOLOSS) RESTORE_ANIMS (open) EXECUTE_ANIMS (open) INVALIDATE_ANIMS (open nothing)
           PRIMARY_COMPLETE_SOUND bang MISSION_WON_SOUND bang MISSION_LOST_SOUND silence PLAYER_INIT (a 1)
           OBJECTIVE1 ( IDENTITY (PRIMARY 1 A) INACTIVE1 (door) ) )",
    );
    let own = law(&loaded);
    assert_eq!(own.timer, Some(TimerLaw { seconds: 600.0, loses: false }));
    assert_eq!(
        own.begins,
        [
            MissionAct::RestoreProgram(OPEN),
            MissionAct::ExecuteProgram(OPEN),
            MissionAct::InvalidateProgram(OPEN)
        ]
    );
    assert!(own.complete_sounds[0].is_some() && own.complete_sounds[1].is_none());
    assert!(own.won_sound.is_some() && own.lost_sound.is_none());
    assert_eq!((own.rules.won_s, own.rules.instant_s, own.rules.sound_s), (3.0, 0.1, 1.0));
    assert_eq!(
        found(&loaded),
        [
            ("load.mission.directive", "`PLAYER_INIT` in the file"),
            (
                "load.mission.names",
                "animation nothing in INVALIDATE_ANIMS; sound silence in MISSION_LOST_SOUND"
            ),
        ]
    );
    let odd = skies("( MISSION_TIMER (soon) OBJECTIVE1 ( IDENTITY (PRIMARY 1 A) INACTIVE1 (door) ) )");
    assert_eq!((law(&odd).timer, found(&odd)), (None, vec![("load.mission.values", "MISSION_TIMER: soon")]));
}

#[test]
fn conditions_of_crimson_skies_are_read() {
    let doors = "INACTIVE1 (door) INACTIVE2 (house door) INACTIVE3 (house)";
    let (own, odd) = one(&format!("{doors} INACTIVE_COMPLETION_COUNT 2 IDENTITY (SECONDARY 3 SOME_TEXT)"));
    let [MissionCondition::Nodes { nodes, active: false, count: 2 }] = &own.conditions[..] else {
        panic!("{own:?}")
    };
    assert_eq!((nodes.len(), odd), (3, vec![]));
    assert_eq!((own.rank, own.priority, &*own.text), (Some(Rank::Secondary), 3, "SOME_TEXT"));
    // All of them, if nobody says how many; no more than there are, and at least one.
    for (said, count, notes) in
        [("", 3, 0), ("INACTIVE_COMPLETION_COUNT 9", 3, 1), ("INACTIVE_COMPLETION_COUNT 0", 1, 1)]
    {
        let (own, odd) = one(&format!("{doors} {said}"));
        let [MissionCondition::Nodes { count: found, .. }] = own.conditions[..] else { panic!("{own:?}") };
        assert_eq!((found, odd.len()), (count, notes), "{said}");
    }
    for (word, standing) in [
        ("RUNNING", ProgramStanding::Running),
        ("EXECUTED", ProgramStanding::Executed),
        ("INVALID", ProgramStanding::Invalid),
    ] {
        let (own, _) = one(&format!("ANIM_STATE (open {word})"));
        let wanted = MissionCondition::Programs { programs: vec![(OPEN, standing)], count: 1 };
        assert_eq!(own.conditions, [wanted]);
    }
    let (_, odd) = one("ANIM_STATE (open DANCING)");
    assert_eq!(odd, [("load.mission.values".to_owned(), "OBJECTIVE1, ANIM_STATE: DANCING".to_owned())]);

    let (own, _) = one("TRAVELERS (PLAYER APPROACHING house 80.5 1)");
    let [MissionCondition::Near { who: Traveler::Person, radius: 80.5, count: 1, removes: false, .. }] =
        own.conditions[..]
    else {
        panic!("{own:?}")
    };
    let (own, _) = one("TRAVELERS (house APPROACHING door 9 2 DELETE_ON_SUCCESS)");
    let [MissionCondition::Near { who: Traveler::Group(group), count: 2, removes: true, .. }] =
        &own.conditions[..]
    else {
        panic!("{own:?}")
    };
    assert_eq!((group.vehicles.as_slice(), group.nodes.len()), (&[0][..], 1));
    let (own, odd) = one("DEDG (house 1 gen)");
    assert!(matches!(own.conditions[..], [MissionCondition::Few { most: 1, .. }]), "{own:?}");
    assert_eq!(odd, [("load.mission.names".to_owned(), "opponent gen in OBJECTIVE1, DEDG".to_owned())]);
    for hostile in
        ["TRAVELERS (PLAYER)", "TRAVELERS (PLAYER APPROACHING)", "DEDG (nobody 0)", "INACTIVE1 (nowhere)"]
    {
        let (own, odd) = one(hostile);
        assert!(!own.conditions.is_empty() && odd.len() == 1, "{hostile}: {own:?}, {odd:?}");
    }
}

#[test]
fn danger_zones_and_targets_are_named_by_objectives() {
    let targets = "( dz (house door) dzpath (house)
        tower ( description D nodes (house nowhere) category_label C help_label H ) )";
    let objectives = "( OBJECTIVE1 ( IDENTITY (PRIMARY 1 A) DANGER_ZONES_COMPLETED (house 1 7) DANGER_ZONES_COMPLETION_COUNT 1
        ADD_OBJECTIVE_TARGET (tower) REMOVE_OTHER_TARGET (tower shed) SET_HELP_LABEL (tower MSG_BURN) ) )";
    let loaded = load("crimson-skies", PLANE, objectives, targets);
    let own = law(&loaded);
    assert_eq!(own.zones.len(), 1);
    assert_eq!((&*own.zones[0].name, own.zones[0].gates.len()), ("house", 2));
    assert_eq!(own.objectives[0].conditions, [MissionCondition::Zones { zones: vec![0, 0], count: 1 }]);
    let target = &own.targets[0];
    assert_eq!([&*target.name, &*target.text, &*target.category, &*target.help], ["tower", "D", "C", "H"]);
    assert_eq!(
        own.objectives[0].on_completion,
        [
            MissionAct::ShowTarget(0, true),
            MissionAct::ShowTarget(0, false),
            MissionAct::LabelTarget(0, "MSG_BURN".into())
        ]
    );
    let codes: Vec<&str> = found(&loaded).iter().map(|(code, _)| *code).collect();
    assert_eq!(codes, ["load.mission.directive", "load.mission.names"]);
}

#[test]
fn the_life_of_an_objective_is_read() {
    let life = |delay, awake, nap, deadline| ObjectiveLife { delay, awake, nap, deadline };
    for (text, wanted) in [
        ("", life(Some(0.0), 0.0, 0.0, 0.0)),
        ("BEGIN_DORMANT (-1.0)", life(None, 0.0, 0.0, 0.0)),
        ("BEGIN_DORMANT (5.0 2.0 1.0 60.0)", life(Some(5.0), 2.0, 1.0, 60.0)),
        ("BEGIN_DORMANT (3.0 -2.0)", life(Some(3.0), 0.0, 0.0, 0.0)),
    ] {
        assert_eq!(one(text).0.life, wanted, "{text}");
    }
    assert_eq!(one("TICK_DEPENDS_ON_OBJ (OBJECTIVE3)").0.after, Some(2));
    assert_eq!(one("TICK_DEPENDS_ON_OBJ 2").0.after, Some(1));
    // One that waits for itself would never be completed.
    let (own, odd) = one("TICK_DEPENDS_ON_OBJ (OBJECTIVE1)");
    assert_eq!((own.after, odd.len()), (None, 1));
    assert_eq!(one("INSTANTWIN").0.ends, Some(MissionOutcome::Won));
    assert_eq!(one("INSTANTLOSS").0.ends, Some(MissionOutcome::Lost));
}

#[test]
fn what_an_objective_sets_off_is_read() {
    let acts = |text: &str| {
        let (own, odd) = one(text);
        assert_eq!(odd, [], "{text}");
        [own.on_wake, own.on_completion, own.on_sleep].concat()
    };
    for (text, wanted) in [
        ("WAKE_OBJECTIVE_WHEN_I_COMPLETE (OBJECTIVE2 3)", MissionAct::Wake(vec![1, 2])),
        ("KILL_OBJECTIVE_WHEN_I_COMPLETE (OBJECTIVE2)", MissionAct::Kill(vec![1])),
        ("SLEEP_OBJECTIVE_WHEN_I_COMPLETE (OBJECTIVE3)", MissionAct::Sleep(vec![2])),
        ("NAP_OBJECTIVE_WHEN_I_COMPLETE (OBJECTIVE2)", MissionAct::Nap(vec![1], 0.3)),
        ("NAP_OBJECTIVE_WHEN_I_COMPLETE (OBJECTIVE2 5.0)", MissionAct::Nap(vec![1], 5.0)),
        ("HIDE_OBJ (OBJECTIVE2)", MissionAct::Hide(vec![1])),
        ("WAKE_OBJECTIVE_WHEN_I_SLEEP (OBJECTIVE2)", MissionAct::Wake(vec![1])),
        ("WAKE_ANIM (open)", MissionAct::StartProgram(OPEN, None)),
        ("SLEEP_ANIM (open)", MissionAct::StartProgram(OPEN, None)),
        ("RESET_TIMER (30.0)", MissionAct::ResetTimer(Some(30.0))),
        ("RESET_TIMER", MissionAct::ResetTimer(None)),
        ("ADJUST_TIMER_WHEN_I_COMPLETE -5.0", MissionAct::AdjustTimer(-5.0)),
        ("END_TIMER", MissionAct::EndTimer),
    ] {
        assert_eq!(acts(text), [wanted], "{text}");
    }
    assert!(matches!(acts("WAKE_ANIM (open house)")[..], [MissionAct::StartProgram(OPEN, Some(_))]));
    assert!(matches!(acts("WARP_VEHICLE (PLAYER house)")[..], [MissionAct::Warp(_)]));
    assert!(matches!(acts("WAKEUP_SOUND_GROUP bang")[..], [MissionAct::Hear(_, false)]));
    assert!(matches!(acts("COMPLETED_SOUND_GROUP bang")[..], [MissionAct::Hear(_, true)]));
}

#[test]
fn a_directive_that_is_not_carried_out_is_named() {
    for word in ["COMPLETED_STOPPOINT", "START_TAXI"] {
        let (_, odd) = one(&format!("{word} (somebody 1)"));
        assert_eq!(odd, [("load.mission.directive".to_owned(), format!("`{word}` in OBJECTIVE1"))]);
    }
}

#[test]
fn what_opponents_are_told_and_what_makes_them_is_read() {
    // Two of them stand at the two doors.
    let planes = "( house ( engine 0.5 fd_speed 135 weight 1900 wing_area 330 ) door ( kind_of house armor 5 health 9 ) )";
    let first = |keys: &str| {
        let text = format!("( OBJECTIVE1 ( IDENTITY (PRIMARY 1 A) ANIM_STATE (open EXECUTED) {keys} ) )");
        let loaded = load("crimson-skies", planes, &text, "");
        let odd: Vec<String> =
            found(&loaded).into_iter().map(|(code, what)| format!("{code}: {what}")).collect();
        (law(&loaded).objectives[0].clone(), law(&loaded).generators.clone(), odd)
    };
    let both = || vec![0, 1];
    let (own, generators, odd) = first(
        "WAKEUP_ZEP_TURRETS (door) WAKEUP_GENERATOR (DOOR 4) COMPLETED_ZEPCANNONS (d**r door) SET_AI_TEAM (door 1)
         SET_AI_ATTACK_RADIUS (door 700) STOP_QUEUED_SOUNDS WARP_VEHICLE (door house)",
    );
    assert_eq!(own.on_wake, [MissionAct::Rouse(both()), MissionAct::Generate(0, 4)]);
    assert_eq!(generators.len(), 1);
    assert_eq!((&*generators[0].name, generators[0].minds.as_slice()), ("DOOR", &[0, 1][..]));
    let [cannons, side, radius, silence, warp] = &own.on_completion[..] else { panic!("{own:?}") };
    assert_eq!(*cannons, MissionAct::Rouse(both()));
    assert_eq!(*side, MissionAct::SetSide(both(), Side::Friend));
    assert_eq!(*radius, MissionAct::SetAttack(both(), 700.0));
    assert_eq!(*silence, MissionAct::StopQueued);
    assert!(matches!(warp, MissionAct::WarpOthers(minds, _) if *minds == both()), "{warp:?}");
    // A star is one digit, and no letter.
    assert_eq!(odd, ["load.mission.names: opponent d**r in OBJECTIVE1, COMPLETED_ZEPCANNONS"]);
    // Another team is against the person; a group may have something that makes more of it.
    let (own, generators, odd) = first("SET_AI_TEAM (door 2) DEDG (door 1 door)");
    assert_eq!(own.on_completion, [MissionAct::SetSide(both(), Side::Foe)]);
    assert!(
        matches!(own.conditions[..], [MissionCondition::Few { most: 1, generator: Some(0), .. }, ..]),
        "{own:?}"
    );
    assert_eq!((generators.len(), odd.len()), (1, 0));
    // What does not exist, or is no number, is named and left out.
    let (own, _, odd) = first(
        "SET_AI_NET (door west) SET_AI_ATTACK_RADIUS (door far) SET_AI_TEAM (door) WARP_VEHICLE (nobody house)",
    );
    assert_eq!(own.on_completion, []);
    assert_eq!(odd.len(), 2, "one line of a kind: {odd:?}");
    for word in ["net of ways west", "opponent nobody", "far", "SET_AI_TEAM: door"] {
        assert!(odd.iter().any(|line| line.contains(word)), "{word}: {odd:?}");
    }
}

#[test]
fn missions_that_win_at_once_and_hostile_ones_load() {
    let loaded = skies("( OBJECTIVE1 ( IDENTITY (PRIMARY 1 A) ) OBJECTIVE1 ( INSTANTLOSS ) )");
    assert_eq!(law(&loaded).objectives.len(), 1, "the first of two with one name counts");
    assert_eq!(found(&loaded), [("load.mission.at_once", "OBJECTIVE1; the mission")]);
    let many: String =
        (1..400).map(|at| format!("OBJECTIVE{at} ( IDENTITY (PRIMARY 1 A) INACTIVE1 (door) ) ")).collect();
    let loaded = skies(&format!("( {many} )"));
    assert_eq!(law(&loaded).objectives.len(), world::MOST_OBJECTIVES);
    assert_eq!(found(&loaded), [("load.mission.values", "the file: 399 objectives instead of 256")]);
    let hostile = "( MISSION_TIMER (-5) OBJECTIVE1 ( BEGIN_DORMANT (1e30 1e30 1e30 1e30) TRAVELERS (PLAYER APPROACHING house -4 0)
        WAKE_OBJECTIVE_WHEN_I_COMPLETE (9 OBJECTIVE1 x) INACTIVE_COMPLETION_COUNT 5 DANGER_ZONES_COMPLETED (0 99999999999) ) )";
    let loaded = skies(hostile);
    let mut simulation =
        runtime::Simulation::of_loaded(loaded.scene.into(), loaded.derived, 1, &world::Limits::default());
    for _ in 0..120 {
        simulation.tick(&runtime::Input::default());
    }
    assert_eq!(simulation.state().mission.outcome, MissionOutcome::Running);
}

#[test]
fn pickups_are_what_the_names_of_their_nodes_say() {
    let mut made = crate::zipper::install::Made::new(Version::Recoil).texture("wall.tif", -1);
    for name in ["house", "pu_3400_01", "pu_0200_02", "pu_36_01", "pu_3800_01", "pu_9900_01", "pump"] {
        let node = made.object(name, None, [5.0, 0.0, 0.0]);
        made.link(0, node);
    }
    let readers = [
        ("vehicle.zrd", "( house ( rates (48 65) ) )"),
        ("objectives.zrd", "( OBJECTIVE1 ( INACTIVE (pump) ) )"),
    ];
    let loaded = crate::zipper::driven::load("recoil", &made.bytes(), &readers, Some("house")).unwrap();
    let pickups = &law(&loaded).pickups;
    let name = |node: NodeId| loaded.scene.nodes[node.index()].name.to_string();
    let all: Vec<_> = pickups.iter().map(|own| (name(own.node), own.gift)).collect();
    let wanted = [
        ("pu_3400_01", Gift::Health(0.5)),
        ("pu_0200_02", Gift::Ammunition(1, 0.5)),
        ("pu_36_01", Gift::Life),
        ("pu_3800_01", Gift::Mode(TankMode::Hover)),
    ];
    assert_eq!(all, wanted.map(|(name, gift)| (name.to_owned(), gift)));
    assert!(pickups.iter().all(|own| own.returns_s == Some(60.0)));
    // Hovering is found here, so whoever drives does not have it yet, nor what is found after it; what is found before it
    // may be from an earlier mission.
    let Some(world::LawKind::Tank(own)) = loaded.scene.driven().map(|vehicle| &vehicle.law) else { panic!() };
    let has = |mode: TankMode| own.upgrades & mode.bit() != 0;
    let modes = [TankMode::Track, TankMode::Amphibious, TankMode::Hover, TankMode::Submarine];
    assert_eq!(modes.map(has), [true, true, false, false]);
    assert!(loaded.scene.nodes.iter().any(|own| own.flags.contains(NodeFlags::ACTIVE)));
}
