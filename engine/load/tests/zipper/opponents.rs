//! Turrets of the readers, as laws, and where they stand.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "B4. Turrets (`ai.zrd`)", "C5. Turrets".

use crate::animations::{request, world};
use crate::install::{Install, member};
use binary::Mode;
use load::{Guests, Request, SoundSetup};
use world::{LawKind, Measure, MindKind, MindLaw, Pilot, Scene, State, TurretLaw, TurretMind};
use zbd::archive::TypedArchive;
use zbd::gamez::Version;

const VEHICLES: &str = "( cart ( rates (48 60) ) other ( rates (48 60) ) )";
const WEAPONS: &str = "( pellet ( DAMAGE 1.2 FIRE_RATE 12 RANGE 700 ) mine ( DAMAGE 36 ) )";

fn load(title: &str, vehicles: &str, weapons: &str, turrets: &str, vehicle: Option<&str>) -> Scene {
    let install = Install::new();
    install.file("zbd/c1/gamez.zbd", &world(Version::Recoil));
    let read = |text: &str| zbd::reader::parse(text.as_bytes(), Mode::Strict).unwrap().0;
    let texts = [("vehicle.zrd", vehicles), ("weapons.zrd", weapons), ("ai.zrd", turrets)];
    let entries = texts.map(|(name, text)| member(name, read(text))).to_vec();
    let archive = TypedArchive { entries, ..TypedArchive::default() };
    install.file("zbd/zrdr.zbd", &zbd::reader::write_archive(&archive).unwrap());
    let request = Request {
        title: title.to_owned(),
        sounds: None,
        animations: Vec::new(),
        sound_setup: SoundSetup { readers: vec!["zbd/zrdr.zbd".to_owned()], ..SoundSetup::default() },
        guests: Guests { vehicle: vehicle.map(str::to_owned), ..Guests::default() },
        ..request()
    };
    load::load(&install.vfs(), &request, &mut load::Quiet).unwrap().scene
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
    assert_eq!(actor.position(), place.transform_point3(glam::Vec3::Y));
}

#[test]
fn a_turret_of_crimson_skies_has_limits_spells_and_a_side() {
    let planes = "( cart ( engine 0.5 fd_speed 135 weight 1900 wing_area 330 ) )";
    let text = "( house ( CREATE_STANDALONE 1 ACTIVATED 0 DETECTION_RANGE 450 PITCH (-10 70) YAW (0 0)
                          ATTACK_INTERVAL (4) BORED_INTERVAL (2) )
                  gun ( CREATE_STANDALONE 0 DETECTION_RANGE 450 ) )";
    let scene = load("crimson-skies", planes, WEAPONS, text, Some("cart"));
    assert_eq!(scene.opponents.starts.len(), 1, "one that does not stand alone belongs to a vehicle");
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
