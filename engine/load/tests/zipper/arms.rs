//! Weapons of the readers and of the vehicle that somebody drives, as laws.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "B2. Reader keys", "C4. Weapons".

use crate::zipper::animations::{request, world};
use crate::zipper::driven;
use crate::zipper::install::Install;
use glam::Vec3;
use load::Request;
use world::{DamageModel, Scene, Surface, WeaponManner};
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
