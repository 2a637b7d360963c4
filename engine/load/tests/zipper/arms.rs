//! Weapons of the readers and of the vehicle that somebody drives, as laws.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "B2. Reader keys", "C4. Weapons".

use crate::zipper::animations::{request, world};
use crate::zipper::install::Install;
use crate::zipper::{driven, missions};
use glam::Vec3;
use load::Request;
use world::{DamageModel, PartKind, ProgramId, Scene, Surface, WeaponManner};
use zbd::gamez::Version;

fn load(title: &str, vehicles: &str, weapons: &str, vehicle: &str) -> Scene {
    let readers = [("vehicle.zrd", vehicles), ("weapons.zrd", weapons)];
    driven::load(title, &world(Version::Recoil), &readers, Some(vehicle)).unwrap().scene
}

const WEAPONS: &str = "(
    pellet ( DAMAGE 1.2 FIRE_RATE 12 RANGE 700 VELOCITY 120 AMMO_LIMIT 123456789 FLYOUT (MODEL house)
             IMPACT ( default (EFFECT dust) water (EFFECT splash) nowhere (EFFECT none) ) )
    mine ( DAMAGE 36 RANGE 160 VELOCITY 60 PROXIMITY 40 FLAGS 8192 AMMO_LIMIT 5 )
    seeker ( DAMAGE 9 FIRE_RATE 2 FLAGS 16384 )
    ray ( DAMAGE 22 FIRE_RATE 2 RANGE 512 BEAM (x) )
)";

#[test]
fn weapons_of_recoil_are_what_their_reader_says() {
    let scene = load(
        "recoil",
        "( house ( gun_pitch (0.8 -0.2588) mass 3 weapons (mine pellet none ray) ) )",
        WEAPONS,
        "house",
    );
    let [pellet, mine, seeker, ray] = &scene.combat.weapons[..] else { panic!("{:?}", scene.combat.weapons) };
    assert_eq!((pellet.damage[1], pellet.rate, pellet.range, pellet.speed), (1.2, 12.0, 700.0, 120.0));
    assert_eq!((pellet.ammunition, pellet.gravity, pellet.blast, pellet.fused), (None, 0.0, 0.0, false));
    assert_eq!(pellet.model.map(|node| &*scene.nodes[node.index()].name), Some("house"));
    let effects: Vec<_> = pellet.impacts.iter().map(|(surface, own)| (*surface, &*own.effect)).collect();
    assert_eq!(effects, [(Surface::Default, "dust"), (Surface::Soil(1), "splash")]);
    assert_eq!(
        (mine.manner, mine.ammunition, mine.blast, mine.fused),
        (WeaponManner::MINE, Some(5), 40.0, true)
    );
    // What the constants say: how it falls, how often what says nothing fires, how fast what finds its way turns.
    assert_eq!((mine.gravity, mine.rate), (28.0, 1.0));
    assert_eq!((seeker.turn, seeker.homing_delay, seeker.turn_ramp), (60.0_f32.to_radians(), 0.25, 0.5));
    assert_eq!(ray.manner, WeaponManner::BEAM);
    let rules = &scene.combat.rules;
    assert_eq!(
        (rules.bounce, rules.most_blasts, rules.blast_quirk, rules.beam),
        ([0.25, 0.5], 64, true, 0.2)
    );

    // Slots in the order of the vehicle's list, each a group; what does not exist has none.
    let [arms] = &scene.combat.arms[..] else { panic!("{:?}", scene.combat.arms) };
    let slots: Vec<_> = arms.slots.iter().map(|slot| (slot.weapon, slot.groups, slot.ammunition)).collect();
    assert_eq!(slots, [(1, 1, Some(5)), (0, 2, None), (3, 8, None)]);
    assert_eq!((arms.elevation, arms.mass, &arms.damage), (Some([0.8, -0.2588]), 3.0, &DamageModel::Health));
    // No node of it is called a muzzle.
    assert_eq!((arms.muzzles.len(), arms.muzzles[0].node, arms.muzzles[0].place), (1, None, Vec3::Y));
}

#[test]
fn nobody_who_walks_has_weapons_loaded() {
    let install = Install::new();
    install.file("zbd/c1/gamez.zbd", &world(Version::Recoil));
    let request = Request { title: "recoil".to_owned(), sounds: None, animations: Vec::new(), ..request() };
    let scene = load::load(&install.vfs(), &request, &mut load::Quiet).unwrap().scene;
    assert!(scene.combat.weapons.is_empty() && scene.combat.arms.is_empty());
}

#[test]
fn hostile_readers_make_laws_that_can_be_reckoned_with() {
    let hostile = "( pellet ( DAMAGE -5 FIRE_RATE 1000000000 RANGE -1 VELOCITY 1e30 PROXIMITY -2 FLAGS -1 AMMO_LIMIT -3 )
                     pellet ( DAMAGE 7 ) FIRE_RATE ( x ) )";
    let scene = load(
        "recoil",
        "( house ( mass 0 weapons (pellet pellet pellet) gun_pitch (9 -9) ) )",
        hostile,
        "house",
    );
    for weapon in &scene.combat.weapons {
        assert!(weapon.harm()[1] >= 0.0 && weapon.reach() >= 0.0, "{weapon:?}");
        assert!(weapon.period().is_none_or(|period| period >= 1.0 / 60.0), "{weapon:?}");
    }
    assert_eq!(scene.combat.arms[0].slots.len(), 3);
}

#[test]
fn parts_and_pools_are_what_the_definitions_say() {
    let anims = "ANIMATION_DEFINITION(ANIM_NAME(hurt) NAME(house) ANIM_ROOT_NAME(house) ACTIVATION(ON_CALL))
                 ANIMATION_DEFINITION(ANIM_NAME(falls) NAME(house) ANIM_ROOT_NAME(house) ACTIVATION(ON_CALL))";
    let plane = "( house ( engine 0.5 fd_speed 135 weight 1900 wing_area 330 destroy_anim falls
        weapons ((wep_02 2) (none 1) (wep_01 4)) destroyable_parts (
            (door 20 35 (critical) (0.72 hurt 0.2 none)) (tail 5 6 () ()) ) )
        door ( kind_of house armor 7 health 9 ) )";
    let weapons = "( wep_01 ( ARMOR_DAMAGE 2 HEALTH_DAMAGE 1 ) wep_02 ( HEALTH_DAMAGE 3 ) )";
    let readers = [("weapons.zrd", weapons)];
    let scene = missions::load_with("crimson-skies", plane, "( )", "", anims, &readers).scene;
    let own = &scene.combat.arms[0];
    let DamageModel::Pools(pools) = &own.damage else { panic!("{own:?}") };
    // Its pools are the sums of its parts.
    assert_eq!(pools.whole, [25.0, 41.0]);
    let [door, tail] = &pools.parts[..] else { panic!("{pools:?}") };
    assert_eq!((&*door.name, door.pool, &*tail.name, tail.pool), ("door", [20.0, 35.0], "tail", [5.0, 6.0]));
    // The door below the house; nothing is called a tail.
    let node = scene.nodes.iter().rposition(|node| &*node.name == "door").map(world::NodeId::from);
    assert_eq!((door.node, tail.node), (node, None));
    let injuries: Vec<_> = door.injuries.iter().map(|injury| (injury.share, injury.program.0)).collect();
    assert_eq!(injuries, [(0.72, 0)]);
    assert_eq!(own.death.map(|program| program.0), Some(1));
    // Weapons in the order of its list, whatever else stands there.
    assert_eq!(own.slots.iter().map(|slot| slot.weapon).collect::<Vec<_>>(), [1, 0]);
    assert_eq!(
        scene.combat.weapons.iter().map(|own| own.damage).collect::<Vec<_>>(),
        [[2.0, 1.0], [3.0, 3.0]]
    );
    // An opponent has the pools that it says, and the parts of what it is a kind of.
    let DamageModel::Pools(pools) = &scene.combat.arms[1].damage else { panic!("{:?}", scene.combat.arms) };
    assert_eq!((pools.whole, pools.parts.len()), ([7.0, 9.0], 2));
}

#[test]
fn a_mech_is_fitted_as_its_configuration_says() {
    let mech = "( version 2 aim_min_yaw -30 aim_max_yaw 60 aim_min_pitch -10 aim_max_pitch 20
        firepoints ( left (0.4 0.5 none) right (0.4 0.5 house) )
        configurations ( primary (
            armor (0 4 9 (24 8) (18 6) 16 20)
            weapons ((laser right group 1) (autocannon left group 2 3 ammo (60 part torso)) (laser nowhere)) ) ) )";
    let texts = [("dfn_house.zrd", mech)];
    let scene =
        driven::load("mechwarrior3", &world(Version::MechWarrior3), &texts, Some("house")).unwrap().scene;
    let own = &scene.combat.arms[0];
    let slots: Vec<_> = own
        .slots
        .iter()
        .map(|slot| (slot.weapon, slot.groups, slot.ammunition, slot.muzzles.clone()))
        .collect();
    let wanted = [(0, 0b1, None, vec![1]), (1, 0b110, Some(60), vec![0]), (0, 0b1, None, vec![])];
    assert_eq!(slots, wanted);
    assert_eq!((own.muzzles.len(), own.second_fires_all, own.converges), (2, true, 300.0));
    let named: Vec<&str> = scene.combat.weapons.iter().map(|weapon| &*weapon.label).collect();
    assert_eq!(named, ["laser", "autocannon"]);
    // To the left is what is to the right the other way about.
    let [[right, left], [down, up]] = own.swing.unwrap().map(|range| range.map(f32::to_degrees));
    for (found, wanted) in [(right, -60.0), (left, 30.0), (down, -10.0), (up, 20.0)] {
        assert!((found - wanted).abs() < 1e-3, "{found} instead of {wanted}");
    }
    // Front and rear; half as much below it.
    let DamageModel::Parts(parts) = &own.damage else { panic!("{own:?}") };
    let part = |kind: PartKind| {
        let own = parts.parts.iter().find(|part| part.kind == kind).unwrap();
        (own.armor, own.frame)
    };
    assert_eq!(part(PartKind::Torso), ([24.0, 8.0], 12.0));
    assert_eq!(part(PartKind::LeftTorso), ([18.0, 6.0], 9.0));
    assert_eq!(
        [PartKind::Head, PartKind::RightArm, PartKind::LeftLeg].map(|kind| part(kind).0),
        [[9.0; 2], [16.0; 2], [20.0; 2]]
    );
}

#[test]
fn a_weapon_is_called_as_its_text_says_or_its_short_name() {
    let weapons = "( one ( DESC MSG_ONE NAME RFPG DAMAGE 1 ) two ( DAMAGE 1 ) )";
    let scene = load("recoil", "( house ( weapons (one two) ) )", weapons, "house");
    // A key without a text is none.
    assert_eq!(scene.combat.weapons.iter().map(|own| &*own.label).collect::<Vec<_>>(), ["RFPG", "two"]);
}

#[test]
fn what_is_seen_and_heard_of_a_weapon_is_what_it_names() {
    let anims = "ANIMATION_DEFINITION(ANIM_NAME(flash) NAME(house) ANIM_ROOT_NAME(house) ACTIVATION(ON_CALL))
                 ANIMATION_DEFINITION(ANIM_NAME(burn) NAME(house) ANIM_ROOT_NAME(house) ACTIVATION(ON_CALL))";
    let weapons = "( gun ( DAMAGE 1 FIRE (ANIMATION flash SOUND bang RANDOM_ROTATE 1)
        FLYOUT (MODEL house MODEL_ANIMATION burn SOUND bang)
        IMPACT ( default (ANIMATION burn KILL_ANIMATION flash SOUND bang BOUNCE_SOUND nothing
                          DAMAGE_ANIM_ON_HEALTH (0.5 burn 1.0 flash)) ) ) )";
    let readers = [("weapons.zrd", weapons)];
    let tank = "( house ( rates (48 65) weapons (gun) ) )";
    let scene = missions::load_with("recoil", tank, "( )", "", anims, &readers).scene;
    let own = &scene.combat.weapons[0];
    let program = |number: u32| Some(ProgramId(number));
    assert_eq!((own.fire.program, own.fire.random_turn, own.fire.sound.is_some()), (program(0), true, true));
    assert_eq!((own.flight.program, own.flight.sound.is_some()), (program(1), true));
    let (surface, impact) = &own.impacts[0];
    assert_eq!((*surface, impact.program, impact.kill), (Surface::Default, program(1), program(0)));
    assert_eq!(impact.by_health, [(0.5, ProgramId(1)), (1.0, ProgramId(0))]);
    assert_eq!((impact.sound.is_some(), impact.bounce_sound.is_some()), (true, false));
}
