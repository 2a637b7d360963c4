//! Turrets and tanks of the readers, as laws, where they stand, and who wakes them.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "B4. Turrets (`ai.zrd`)", "B5. AI vehicles", "C5. Turrets", "D2. Objective
//! life".

use crate::zipper::animations::world;
use crate::zipper::install::Made;
use crate::zipper::{driven, models};
use glam::Vec3;
use load::Request;
use world::{
    DamageModel, DriverMind, LawKind, Measure, MindKind, MindLaw, MissionAct, Muzzle, Pace, Pilot, Scene,
    Side, State, Strategy, TurretLaw, TurretMind,
};
use zbd::gamez::Version;

const VEHICLES: &str = "( cart ( rates (48 60) ) other ( rates (48 60) ) )";
const WEAPONS: &str = "( pellet ( DAMAGE 1.2 FIRE_RATE 12 RANGE 700 ) mine ( DAMAGE 36 ) )";

fn load(title: &str, vehicles: &str, weapons: &str, turrets: &str, vehicle: Option<&str>) -> Scene {
    let texts = [("vehicle.zrd", vehicles), ("weapons.zrd", weapons), ("ai.zrd", turrets)];
    driven::load(title, &world(Version::Recoil), &texts, vehicle).unwrap().scene
}

fn turret(scene: &Scene) -> (&TurretLaw, &MindLaw, &TurretMind) {
    let LawKind::Turret(law) = &scene.vehicles[1].law else { panic!("{:?}", scene.vehicles) };
    let mind = &scene.opponents.minds[0];
    let MindKind::Turret(own) = &mind.kind else { panic!("{mind:?}") };
    (law, mind, own)
}

#[test]
fn a_turret_of_recoil_is_what_its_reader_and_the_table_say() {
    let text = "( gun ( HEALTH 40 DAMAGE_PART house ACTIVATE_ON_HIT 1 DETECTION_RANGE 120 TARGETS (cart none) FIRE_DWELL 2 )
                  nowhere ( HEALTH 40 DAMAGE_PART none ) )";
    let scene = load("recoil", VEHICLES, WEAPONS, text, Some("cart"));
    let house = scene.nodes.iter().position(|node| &*node.name == "house").map(world::NodeId::from);
    // One that no node shows is not there.
    assert_eq!((scene.vehicles.len(), scene.opponents.starts.len()), (2, 1));
    let (law, mind, own) = turret(&scene);
    assert_eq!((law.health, law.weak, law.turns), (40.0, house, [1.5, 1.0]));
    assert_eq!((law.yaw, law.pitch), (None, None));
    assert_eq!((own.range, own.measure, own.dwell, own.spells), (120.0, Measure::AddedUp, 2.0, [0.0; 2]));
    // The cart is the first of the vehicles.
    assert_eq!((mind.targets.as_deref(), mind.awake, mind.wakes_on_hit), (Some(&[0][..]), true, true));
    assert!((mind.aim - 3.0_f32.to_radians()).abs() < 1e-6);
    let rules = scene.opponents.rules;
    assert_eq!((rules.looks, rules.firing, rules.aim_height), (12, 1, 0.5));
    assert_eq!(rules.spread, 1.5_f32.to_radians());
    // It fires the first weapon, and never runs out of it.
    let slots = &scene.combat.arms[1].slots;
    assert_eq!((slots.len(), slots[0].weapon, slots[0].ammunition), (1, 0, None));
    // It is there from the start, where its node is: its guns a unit above that.
    let state = State::new(&scene, 1);
    let actor = &state.actors[1];
    assert!(matches!(&actor.pilot, Pilot::Bot(bot) if bot.mind == 0), "{actor:?}");
    assert_eq!((actor.node, actor.vehicle()), (house, Some(1)));
    let derived = world::Derived::build(&scene, &state, 1000).0;
    let id = derived.occurrences.of(house.unwrap()).next().unwrap();
    let place = *derived.occurrences.transform(id);
    assert_eq!(actor.position(), place.transform_point3(Vec3::Y));
}

#[test]
fn a_turret_of_crimson_skies_has_limits_spells_and_a_side() {
    let planes = "( cart ( engine 0.5 fd_speed 135 weight 1900 wing_area 330 ) )";
    let text = "( house ( CREATE_STANDALONE 1 ACTIVATED 0 DETECTION_RANGE 450 PITCH (-10 70) YAW (0 0)
                          ATTACK_INTERVAL (4) BORED_INTERVAL (2) )
                  gun ( CREATE_STANDALONE 0 DETECTION_RANGE 450 ) )";
    let scene = load("crimson-skies", planes, WEAPONS, text, Some("cart"));
    assert_eq!(scene.opponents.starts.len(), 1, "one that no node shows is not there");
    let (law, mind, own) = turret(&scene);
    assert_eq!(law.yaw, None);
    let [down, up] = law.pitch.unwrap();
    assert!((down + 0.174_533).abs() < 1e-5 && (up - 1.221_73).abs() < 1e-5, "{law:?}");
    assert_eq!((law.health, law.weak), (60.0, None));
    assert_eq!((own.range, own.measure, own.spells), (450.0, Measure::Straight, [4.0, 2.0]));
    assert_eq!((mind.targets.as_ref(), mind.awake), (None, false));
    assert_eq!(scene.opponents.rules.firing, 0);
}

#[test]
fn a_turret_of_mechwarrior_3_fires_what_the_table_proposes_and_has_parts_that_turn() {
    let mech = "( version 2 configurations ( primary ( weapons ((laser arm group 1)) ) ) )";
    let text = "( house ( HEALTH 30 DETECTION_RANGE 145 FIRE_DWELL 1.6 PARTS (door none) TEAM 1 ) )";
    let texts = [("dfn_cart.zrd", mech), ("ai.zrd", text)];
    let scene =
        driven::load("mechwarrior3", &world(Version::MechWarrior3), &texts, Some("cart")).unwrap().scene;
    let (law, mind, own) = turret(&scene);
    // Another door stands elsewhere, and comes first.
    let door = scene.nodes.iter().rposition(|node| &*node.name == "door").unwrap();
    assert_eq!((law.health, law.parts.as_slice()), (30.0, &[world::NodeId::from(door)][..]));
    // Its guns turn about the first of its parts.
    assert_eq!(law.pivot, scene.nodes[door].transform.translation.into());
    assert_eq!((own.range, own.dwell, own.measure, mind.side), (145.0, 1.6, Measure::Straight, Side::Friend));
    // The 'mech has a laser; the other weapon is the turret's: 1.5 of damage, 220 m far.
    let weapons = &scene.combat.weapons;
    let named: Vec<&str> = weapons.iter().map(|weapon| &*weapon.name).collect();
    assert_eq!(named, ["laser", "turret"]);
    assert_eq!((weapons[1].damage, weapons[1].range, weapons[1].speed), ([1.5; 2], 220.0, 160.0));
    assert!(weapons[1].model.is_some(), "it is seen");
    assert_eq!(scene.combat.arms[1].slots[0].weapon, 1);
}

#[test]
fn nobody_fights_where_nobody_drives_and_without_weapons_nothing_fires() {
    let text = "( house ( DETECTION_RANGE 120 ) )";
    assert!(load("recoil", VEHICLES, WEAPONS, text, None).opponents.starts.is_empty());
    let scene = load("recoil", VEHICLES, "( )", text, Some("cart"));
    assert!(scene.combat.arms[1].slots.is_empty());
    // Hostile numbers of a reader are bounded by what the turret can do.
    let hostile = "( house ( DETECTION_RANGE 1e30 HEALTH -5 FIRE_DWELL 1e30 TARGETS () ) )";
    let scene = load("recoil", VEHICLES, WEAPONS, hostile, Some("cart"));
    assert!(State::new(&scene, 1).actors.iter().all(world::Actor::is_finite));
}

/// A house with a raider in it, and more raiders, a scout, a way.
fn outpost() -> Vec<u8> {
    let mut made = Made::new(Version::Recoil);
    let house = made.object("house", None, [5.0, 0.0, 0.0]);
    made.link(0, house);
    let raider = made.object("raider", None, [10.0, 2.0, 0.0]);
    made.link(house, raider);
    for (name, x) in [("Raider", 100.0), ("scout", 50.0), ("still", 60.0), ("way_1", 30.0), ("way_2", 40.0)] {
        let node = made.object(name, None, [x, 0.0, -7.0]);
        made.link(0, node);
    }
    made.bytes()
}

#[test]
fn tanks_of_recoil_stand_at_the_nodes_of_their_names_and_go_along_their_ways() {
    let vehicles = "( cart ( rates (48 60) attack_strategy 2 )
        raider ( rates (24 30) health 30 weapons (pellet) activate_rad 80 attack_rad 200 pursuit_range (60 20)
                 path_width 5 path_net (way_2 nowhere WAY_1) attack_strategy 1 buddies (scout cart) )
        scout ( rates (20 30) attack_strategy 0 )
        still ( rates (48 60) )
        gone ( attack_strategy 0 ) )";
    let texts = [("vehicle.zrd", vehicles), ("weapons.zrd", WEAPONS)];
    let scene = driven::load("recoil", &outpost(), &texts, Some("cart")).unwrap().scene;
    // Neither the person's vehicle, nor one that says nothing of how it attacks, nor one that no node shows.
    let names: Vec<&str> = scene.vehicles.iter().map(|own| &*own.name).collect();
    assert_eq!(names, ["cart", "raider", "raider", "scout"]);
    let mut places: Vec<[f32; 3]> =
        scene.opponents.starts.iter().map(|own| own.place.position.to_array()).collect();
    places[..2].sort_by(|a, b| a[0].total_cmp(&b[0]));
    assert_eq!(places, [[15.0, 2.0, 0.0], [100.0, 0.0, -7.0], [50.0, 0.0, -7.0]]);
    let minds: Vec<&DriverMind> = scene
        .opponents
        .minds
        .iter()
        .map(|mind| match &mind.kind {
            MindKind::Driver(own) => own,
            other => panic!("{other:?}"),
        })
        .collect();
    let [raider, other, scout] = minds[..] else { panic!("{minds:?}") };
    assert_eq!(raider, other);
    // What no definition says comes from the program, squares of distances as distances.
    let wanted = DriverMind {
        activate: 80.0,
        attack: 200.0,
        attack_dwell: 10.0,
        wait: 3.0,
        keeps: [20.0, 60.0],
        strays: 250.0,
        path_width: 5.0,
        net: Some(0),
        strategy: Strategy::Stops,
        misses: 6,
        nod: std::f32::consts::PI,
        full_lock: 30.0_f32.to_radians(),
        hides: 0.5,
        hide_times: vec![],
        cool: 1.0,
        buddies: vec![2],
    };
    assert_eq!(*raider, wanted);
    assert_eq!(
        (scout.activate, scout.attack, scout.net, scout.strategy),
        (100.0, 1500.0, None, Strategy::Pursues)
    );
    // However narrow its way is, a place is reached that is 2 away.
    assert_eq!(scout.path_width, 2.0);
    assert_eq!(scout.buddies, [0_u32; 0]);
    let net = &scene.opponents.nets[0];
    assert_eq!(net.points, [Vec3::new(40.0, 0.0, -7.0), Vec3::new(30.0, 0.0, -7.0)]);
    assert_eq!(scene.opponents.nets.len(), 1);
    // It has the weapons that it says, and its own health.
    assert_eq!(scene.combat.arms.len(), 4);
    assert_eq!([1, 3].map(|at| scene.combat.arms[at].slots.len()), [1, 0]);
    let LawKind::Tank(law) = &scene.vehicles[1].law else { panic!("{:?}", scene.vehicles[1]) };
    assert_eq!((law.health, law.rates), (30.0, [24.0, 30.0]));
    // Its node hangs below no other any more and stands where it did.
    for start in &scene.opponents.starts {
        let node = start.node.unwrap();
        assert!(scene.roots.contains(&node) && scene.nodes.iter().all(|own| !own.children.contains(&node)));
        assert_eq!(Vec3::from(scene.nodes[node.index()].transform.translation), start.place.position);
    }
    let state = State::new(&scene, 1);
    assert!(matches!(&state.actors[1].pilot, Pilot::Bot(bot) if bot.mind == 0), "{:?}", state.actors[1]);
}

#[test]
fn objectives_wake_opponents_by_their_names() {
    let mut made = Made::new(Version::Recoil);
    for name in ["house", "gun_1", "gun_2", "gun_x"] {
        let node = made.object(name, None, [5.0, 0.0, 0.0]);
        made.link(0, node);
    }
    let texts = [
        ("vehicle.zrd", "( cart ( engine 0.5 fd_speed 135 weight 1900 wing_area 330 ) )"),
        ("weapons.zrd", WEAPONS),
        ("ai.zrd", "( gun_1 ( ACTIVATED 0 ) gun_2 ( ACTIVATED 0 ) gun_x ( ACTIVATED 0 ) )"),
        (
            "objectives.zrd",
            "( OBJECTIVE1 ( IDENTITY (PRIMARY 1 A) INACTIVE1 (house) WAKEUP_TURRETS (gun_*)
                           WAKEUP_ENEMIES (GUN_X nobody) ) )",
        ),
    ];
    let loaded = driven::load("crimson-skies", &made.bytes(), &texts, Some("cart")).unwrap();
    let law = loaded.scene.mission.as_ref().unwrap();
    // A star is one digit, and no letter.
    let wanted = [MissionAct::Rouse(vec![0, 1]), MissionAct::Rouse(vec![2])];
    assert_eq!(law.objectives[0].on_wake, wanted);
    let odd: Vec<&str> = loaded
        .findings
        .iter()
        .filter(|finding| finding.code.starts_with("load.mission"))
        .map(|finding| finding.found.as_str())
        .collect();
    assert_eq!(odd, ["opponent nobody in OBJECTIVE1, WAKEUP_ENEMIES"]);
}

/// A world with raiders, of which one waits, and an airship.
fn sky() -> Vec<u8> {
    let mut made = Made::new(Version::CrimsonSkies);
    for (name, place) in
        [("raider", [50.0, 200.0, -9.0]), ("Raider", [70.0, 210.0, -9.0]), ("ship", [0.0, 150.0, 3.0])]
    {
        let node = made.object(name, None, place);
        made.link(0, node);
        if name == "ship" {
            for part in ["keel", "fin"] {
                let part = made.object(part, None, [0.0; 3]);
                made.link(node, part);
            }
        }
    }
    made.bytes()
}

#[test]
fn aeroplanes_of_crimson_skies_stand_at_the_nodes_of_their_names_and_airships_are_shot_at() {
    let flies = "engine 0.5 fd_speed 135 weight 1900 wing_area 330";
    let vehicles = format!(
        "( cart ( {flies} ) raider ( {flies} armor 10 health 26 ) other ( {flies} )
           ship ( armor 200 health 700 healthy (keel fin nothing) num_healthy_required 2 TEAM 1 )
           nowhere ( {flies} armor 1 health 1 ) )"
    );
    let texts = [("vehicle.zrd", vehicles.as_str()), ("weapons.zrd", WEAPONS)];
    let scene = driven::load("crimson-skies", &sky(), &texts, Some("cart")).unwrap().scene;
    let names: Vec<&str> = scene.vehicles.iter().map(|own| &*own.name).collect();
    // One that has no health of an opponent is none, nor is one that no node shows.
    assert_eq!(names, ["cart", "raider", "raider", "ship"]);
    let places: Vec<[f32; 3]> =
        scene.opponents.starts.iter().map(|own| own.place.position.to_array()).collect();
    assert_eq!(places, [[50.0, 200.0, -9.0], [70.0, 210.0, -9.0], [0.0, 150.0, 3.0]]);
    let [raider, _, ship] = &scene.opponents.minds[..] else { panic!("{:?}", scene.opponents.minds) };
    let MindKind::Flier(own) = &raider.kind else { panic!("{raider:?}") };
    assert_eq!((own.attack, own.breaks_off, own.throttle), (9000.0, [210.0, 4.0], 0.8));
    // They stay within 400 of where all of them stand.
    assert_eq!((own.bounds, own.patience), (Some([[-400.0, -409.0], [470.0, 403.0]]), 25.0));
    assert_eq!((raider.side, raider.awake, ship.side), (Side::Foe, true, Side::Friend));
    let pools = |vehicle: usize| match &scene.combat.arms[vehicle].damage {
        DamageModel::Pools(law) => law.whole,
        other => panic!("{other:?}"),
    };
    assert_eq!((pools(1), pools(3)), ([10.0, 26.0], [200.0, 700.0]));
    assert!(matches!(scene.vehicles[3].law, LawKind::Turret(_)));
    // Of the three nodes that it needs one does not exist.
    let vital = &scene.combat.arms[3].vital;
    let names: Vec<&str> = vital.nodes.iter().map(|node| &*scene.nodes[node.index()].name).collect();
    assert_eq!((names, vital.least), (vec!["keel", "fin"], 2));
    assert_eq!(scene.combat.arms[1].vital.least, 0);
}

#[test]
fn a_turret_of_a_vehicle_sleeps_until_it_is_woken_and_fires_from_the_nodes_that_it_names() {
    let planes = "( cart ( engine 0.5 fd_speed 135 weight 1900 wing_area 330 ) )";
    let text = "( house ( CREATE_STANDALONE 0 DETECTION_RANGE 450 FIRE_POINTS (nowhere door) ) )";
    let scene = load("crimson-skies", planes, WEAPONS, text, Some("cart"));
    let (_, mind, _) = turret(&scene);
    assert!(!mind.awake, "{mind:?}");
    // Another door stands elsewhere, and comes first.
    let door = scene.nodes.iter().rposition(|node| &*node.name == "door").map(world::NodeId::from);
    assert_eq!(scene.combat.arms[1].muzzles, [Muzzle { node: door, place: Vec3::ZERO }]);
}

#[test]
fn a_mech_stands_at_the_nodes_of_its_name_and_goes_along_the_net_near_it() {
    let mech =
        "( version 2 torso_limits (90 -20 25) configurations ( primary ( weapons ((laser arm group 1)) ) ) )";
    let net = "( version 108 name valley north (12 (30 0 -40) 1) south (12 (30 0 40) 2) )";
    let readers = [("dfn_cart.zrd", mech), ("dfn_a.zrd", mech), ("reg_ionet_c1.zrd", net)];
    let world = |names: &[&str]| {
        let mut made = Made::new(Version::MechWarrior3);
        for (at, name) in names.iter().enumerate() {
            let node = made.object(name, None, [10.0 * at as f32, 0.0, -7.0]);
            made.link(0, node);
        }
        made.bytes()
    };
    let load = |names: &[&str]| {
        let (install, request) = driven::installed("mechwarrior3", &world(names), &readers, Some("cart"));
        install.file("zbd/mechlib.zbd", &models::library(Version::MechWarrior3));
        install.file("zbd/motion.zbd", &models::motions(Version::MechWarrior3));
        install.file("zbd/reader.zbd", &models::definitions(Version::MechWarrior3));
        let machines = models::files("mechlib", "zbd/mechlib.zbd", "zbd/rmechtex.zbd");
        let request = Request { machines: Some(machines), ..request };
        load::load(&install.vfs(), &request, &mut load::Quiet).unwrap().scene
    };
    let scene = load(&["a_2", "A", "a_x", "as"]);
    let named: Vec<&str> = scene.opponents.minds.iter().map(|mind| &*mind.name).collect();
    assert_eq!(named, ["A", "a_2"]);
    let LawKind::Mech(law) = &scene.vehicles[1].law else { panic!("{:?}", scene.vehicles) };
    assert!((law.torso[0] - std::f32::consts::FRAC_PI_2).abs() < 1e-5);
    let MindKind::Driver(own) = &scene.opponents.minds[0].kind else { panic!("{:?}", scene.opponents.minds) };
    assert_eq!((own.activate, own.attack, own.keeps, own.cool), (220.0, 260.0, [50.0, 110.0], 0.7));
    let points: Vec<Vec3> = vec![Vec3::new(30.0, 0.0, -40.0), Vec3::new(30.0, 0.0, 40.0)];
    assert_eq!((own.net, scene.opponents.nets[0].points.as_slice()), (Some(0), points.as_slice()));
    assert_eq!(&*scene.opponents.nets[0].name, "valley");
    // Each changes its gait as the table of the title says.
    assert_eq!(scene.machines.len(), 2);
    for machine in &scene.machines {
        let Pace { blend_s, stands, fresh, keeps, turns, jump, rates } = machine.pace;
        assert_eq!([blend_s, stands, fresh, keeps, turns, jump], [0.2, 0.05, 0.15, 1.1, 0.1, 20.0]);
        assert_eq!(rates, [0.3, 2.0]);
    }
    // It is seen where it stands, and can be shot at.
    let start = &scene.opponents.starts[0];
    assert_eq!(start.place.position, Vec3::new(10.0, 0.0, -7.0));
    assert_eq!(&*scene.nodes[start.node.unwrap().index()].name, "A");
    assert!(matches!(scene.combat.arms[1].damage, DamageModel::Parts(_)));
}
