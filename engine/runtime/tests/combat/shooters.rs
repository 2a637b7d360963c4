//! Who may fire, from which muzzle, and what firing does to whoever fires.

use super::*;
use crate::tank::near;
use std::f32::consts::{FRAC_PI_2, PI, TAU};
use world::{Aeroplane, DamageModel, Limits, Mech, NodeFlags, TurretLaw, VitalLaw, WeaponManner};

/// The same world with something else about the person's vehicle.
fn changed(simulation: &Simulation, change: impl FnOnce(&mut Actor)) -> Simulation {
    let mut state = simulation.state().clone();
    change(&mut state.actors[0]);
    let scene = std::sync::Arc::clone(simulation.scene());
    Simulation::resume(scene, state, &Limits::default()).unwrap().0
}

fn fires(simulation: &mut Simulation) -> bool {
    simulation.tick(&FIRE);
    simulation.cues().iter().any(|cue| matches!(cue, Cue::Shot { actor: OWN, .. }))
}

/// A person in some other vehicle with a shell.
fn other(law: LawKind) -> Sketch {
    let mut sketch = armed(vec![shell()]);
    sketch.scene.vehicles[0].law = law;
    sketch
}

fn machine() -> Sketch {
    other(LawKind::Mech(Box::new(crate::mech::law())))
}

#[test]
fn what_has_no_health_is_shut_down_or_lies_does_not_fire() {
    let tank = start(armed(vec![shell()]));
    assert!(fires(&mut changed(&tank, |_| {})));
    let drowned = |actor: &mut Actor| {
        let ActorKind::Tank(tank) = &mut actor.kind else { panic!() };
        tank.health = 0.0;
    };
    assert!(!fires(&mut changed(&tank, drowned)));
    let worn = |actor: &mut Actor| {
        let ActorKind::Tank(tank) = &mut actor.kind else { panic!() };
        tank.health = 0.3;
    };
    assert!(fires(&mut changed(&tank, worn)));

    let mech = start(machine());
    let with = |change: fn(&mut Mech)| {
        let mut simulation = changed(&mech, |actor| {
            let ActorKind::Mech(mech) = &mut actor.kind else { panic!() };
            change(mech);
        });
        fires(&mut simulation)
    };
    assert!(with(|_| {}));
    assert!(!with(|mech| (mech.is_shut_down, mech.heat) = (true, 29.0)));
    assert!(!with(|mech| mech.legs = [0.0; 2]));

    let plane = start(other(LawKind::Aeroplane(Box::new(crate::aeroplane::law()))));
    let with = |change: fn(&mut Aeroplane)| {
        let mut simulation = changed(&plane, |actor| {
            let ActorKind::Aeroplane(plane) = &mut actor.kind else { panic!() };
            change(plane);
        });
        fires(&mut simulation)
    };
    assert!(with(|_| {}));
    assert!(!with(|plane| plane.health = 0.0));

    let law = TurretLaw { health: 60.0, turns: [1.5, 0.6], ..TurretLaw::default() };
    let turret = start(other(LawKind::Turret(Box::new(law))));
    let with = |health: f32| {
        let mut simulation = changed(&turret, |actor| {
            let ActorKind::Turret(turret) = &mut actor.kind else { panic!() };
            turret.health = health;
        });
        fires(&mut simulation)
    };
    assert!(with(60.0) && with(0.3));
    assert!(!with(0.0));
}

#[test]
fn a_shot_pushes_a_torso_back_against_where_it_points_and_a_beam_does_not() {
    let jolt = |manner: WeaponManner, look: f32, heading: f32, twist: f32| {
        let mut sketch = machine();
        sketch.scene.combat.weapons[0].manner = manner;
        let LawKind::Mech(law) = &mut sketch.scene.vehicles[0].law else { panic!() };
        // Nothing of it moves by itself.
        law.aim = 0.0;
        let mut simulation = changed(&start(sketch), |actor| {
            let ActorKind::Mech(mech) = &mut actor.kind else { panic!() };
            (mech.avatar.yaw, mech.heading, mech.twist) = (look, heading, twist);
        });
        assert!(fires(&mut simulation));
        let ActorKind::Mech(mech) = &simulation.state().actors[0].kind else { panic!() };
        mech.jolt
    };
    // Back from 0.9, as seen from 0.3 and 0.2: 0.9 + π - 0.5, which is 2.741 593 to the right.
    let left = jolt(WeaponManner::empty(), 0.9, 0.3, 0.2);
    near(left.strength, 0.25);
    near(left.way, 0.4 - PI);
    near(jolt(WeaponManner::empty(), -0.9, -0.3, -0.2).way, PI - 0.4);
    // And from 0.1: 0.1 - π - 0.5, the other way around.
    near(jolt(WeaponManner::empty(), 0.1, 0.3, 0.2).way, PI - 0.4);
    near(jolt(WeaponManner::empty(), 0.5, 0.3, -0.1).way, 0.3 - PI);
    assert_eq!(jolt(WeaponManner::BEAM, 0.9, 0.3, 0.2).strength, 0.0);
}

#[test]
fn firing_heats_a_mech_and_never_cools_it() {
    let heat = |heat: f32| {
        let mut sketch = machine();
        sketch.scene.combat.weapons[0].heat = heat;
        let mut simulation = changed(&start(sketch), |actor| {
            let ActorKind::Mech(mech) = &mut actor.kind else { panic!() };
            mech.heat = 10.0;
        });
        assert!(fires(&mut simulation));
        let ActorKind::Mech(mech) = &simulation.state().actors[0].kind else { panic!() };
        mech.heat
    };
    let sinks = 1.0 / 60.0;
    near(heat(3.0), 13.0 - sinks);
    for odd in [-5.0, f32::NAN, f32::INFINITY] {
        near(heat(odd), 10.0 - sinks);
    }
}

#[test]
fn guns_of_a_mech_point_from_where_its_legs_and_its_torso_do() {
    let mut sketch = machine();
    sketch.scene.combat.arms[0].swing = Some([[-0.2, 0.1], [-0.05, 0.15]]);
    let LawKind::Mech(law) = &mut sketch.scene.vehicles[0].law else { panic!() };
    law.aim = 0.0;
    let mut simulation = changed(&start(sketch), |actor| {
        let ActorKind::Mech(mech) = &mut actor.kind else { panic!() };
        (mech.avatar.yaw, mech.heading, mech.twist) = (1.4, 0.4, 0.3);
    });
    assert!(fires(&mut simulation));
    let way = shots(&simulation)[0].velocity;
    // Of what it looks farther to the left, 0.1.
    near(libm::atan2f(-way.x, -way.z), 0.4 + 0.3 + 0.1);
}

#[test]
fn bounds_of_a_gun_are_in_any_order_and_within_the_sky() {
    let up = |elevation: [f32; 2], pitch: f32| {
        let mut sketch = armed(vec![shell()]);
        sketch.scene.combat.arms[0].elevation = Some(elevation);
        let mut simulation = start(sketch);
        run(&mut simulation, &Input { pitch, ..STAND }, 1);
        simulation.tick(&FIRE);
        let way = shots(&simulation)[0].velocity / 120.0;
        near(way.length(), 1.0);
        way.y
    };
    near(up([-0.25, 0.8], 1.4), 0.8);
    near(up([-0.25, 0.8], -1.4), -0.25);
    // Sines of more than one are straight up.
    near(up([2.0, 1.5], 0.0), 1.0);
}

#[test]
fn a_muzzle_turns_with_its_vehicle_and_a_slot_has_its_own() {
    let mut sketch = armed(vec![WeaponLaw { rate: 60.0, ..shell() }]);
    sketch.scene.avatar.yaw = FRAC_PI_2;
    sketch.scene.avatar.position = Vec3::new(20.0, 0.0, 30.0);
    let at = |x: f32| Muzzle { node: None, place: Vec3::new(x, 1.0, 0.0) };
    let arms = &mut sketch.scene.combat.arms[0];
    arms.muzzles = vec![at(1.0), at(2.0), at(3.0)];
    arms.slots[0].muzzles = vec![2, 0];
    let mut simulation = start(sketch.clone());
    let mut from = |count: u32| {
        let mut all = Vec::new();
        for _ in 0..count {
            simulation.tick(&FIRE);
            all.extend(simulation.cues().iter().filter_map(|cue| match cue {
                Cue::Shot { at, .. } => Some(*at),
                _ => None,
            }));
        }
        all
    };
    // It looks west: what is to its right is to the north.
    for (found, x) in from(4).iter().zip([3.0, 1.0, 3.0, 1.0]) {
        assert!(found.abs_diff_eq(Vec3::new(20.0, 1.0, 30.0 - x), 1e-3), "{found}");
    }
    // Without any it fires from its origin.
    sketch.scene.combat.arms[0].muzzles.clear();
    sketch.scene.combat.arms[0].slots[0].muzzles.clear();
    let mut simulation = start(sketch);
    assert!(fires(&mut simulation));
    assert!(shots(&simulation)[0].place.abs_diff_eq(Vec3::new(18.0, 0.0, 30.0), 1e-2));
}

#[test]
fn shots_meet_in_what_is_seen_wherever_one_is() {
    // To the west from (20, 0, 30), with eyes 2 above the ground and half a unit ahead; a muzzle 3 to the right.
    let mut sketch = armed(vec![shell()]);
    (sketch.scene.avatar.yaw, sketch.scene.avatar.position) = (FRAC_PI_2, Vec3::new(20.0, 0.0, 30.0));
    sketch.scene.vehicles[0].views.cockpit = Vec3::new(0.0, 2.0, -0.5);
    let own = &mut sketch.scene.combat.arms[0];
    (own.converges, own.muzzles[0].place) = (100.0, Vec3::new(3.0, 1.0, 0.0));
    let simulation = start(sketch);
    let sights = simulation.sights(OWN).unwrap();
    assert!(sights.eye.abs_diff_eq(Vec3::new(19.5, 2.0, 30.0), 1e-3), "{sights:?}");
    // One aims from there, too: 700 to the west.
    let aimed = simulation.aimed(1.0).unwrap();
    assert!(aimed.abs_diff_eq(Vec3::new(-680.5, 2.0, 30.0), 1e-2), "{aimed}");
    let mut simulation = simulation;
    simulation.tick(&FIRE);
    let wanted = (Vec3::new(-80.5, 2.0, 30.0) - Vec3::new(20.0, 1.0, 27.0)).normalize();
    let found = shots(&simulation)[0].velocity / 120.0;
    assert!(found.abs_diff_eq(wanted, 1e-3), "{found} instead of {wanted}");
}

#[test]
fn sights_are_those_of_the_weapon_that_the_first_trigger_fires() {
    let beam = WeaponLaw { manner: WeaponManner::BEAM, range: 90.0, ..shell() };
    let mut sketch = armed(vec![shell(), beam]);
    sketch.scene.combat.arms[0].muzzles.push(Muzzle { node: None, place: Vec3::new(0.0, 3.0, 0.0) });
    sketch.scene.combat.arms[0].slots[1].muzzles = vec![1];
    let mut simulation = start(sketch);
    let first = simulation.sights(OWN).unwrap();
    assert_eq!((first.speed, first.reach), (120.0, 700.0));
    // Whose shots do not meet anywhere aims from the muzzle.
    assert!(first.muzzle.abs_diff_eq(Vec3::Y, 1e-3) && first.eye == first.muzzle, "{first:?}");
    select(&mut simulation, 1);
    let second = simulation.sights(OWN).unwrap();
    assert_eq!((second.speed, second.reach), (0.0, 90.0));
    assert!(second.muzzle.abs_diff_eq(Vec3::Y * 3.0, 1e-3), "{second:?}");
    assert_eq!(simulation.sights(ActorId(9)), None);
    // A weapon of several groups is of each of them.
    let mut sketch = armed(vec![shell()]);
    sketch.scene.combat.arms[0].slots[0].groups = 0b11;
    assert!(start(sketch).sights(OWN).is_some());
}

#[test]
fn one_aims_at_what_is_in_the_way_of_shots_or_at_the_end_of_their_reach() {
    let near = |found: Option<Vec3>, wanted: [f32; 3]| {
        let found = found.unwrap();
        assert!(found.abs_diff_eq(Vec3::from_array(wanted), 1e-2), "{found} instead of {wanted:?}");
    };
    // A muzzle 1 above the ground, to the north; after a wall 50 away shots go no farther.
    near(start(armed(vec![shell()])).aimed(1.0), [0.0, 1.0, -700.0]);
    // Its own body, around the muzzle, is in no way.
    let mut inside = armed(vec![shell()]);
    let body = ModelSketch::new().double_sided(true).cuboid(Vec3::splat(-2.0), Vec3::splat(2.0));
    inside.scene.vehicles[0].node = Some(inside.place(body));
    near(start(inside).aimed(1.0), [0.0, 1.0, -700.0]);
    let walled = || {
        let mut sketch = armed(vec![shell()]);
        sketch.place(ModelSketch::new().wall([-20.0, -50.0], [20.0, -50.0], -1.0, 9.0));
        start(sketch)
    };
    let mut simulation = walled();
    near(simulation.aimed(1.0), [0.0, 1.0, -50.0]);
    // In the middle of a tick in which one looks up to a slope of 0.1, half of that: 2.5 in 50.
    simulation.tick(&Input { pitch: libm::atanf(0.1), ..STAND });
    near(simulation.aimed(0.0), [0.0, 1.0, -50.0]);
    near(simulation.aimed(0.5), [0.0, 3.5, -50.0]);
    near(simulation.aimed(1.0), [0.0, 6.0, -50.0]);
    // Who drives is half of the way there: the end of the reach is as far ahead of them everywhere.
    let mut drives = start(armed(vec![shell()]));
    let place = |simulation: &Simulation| simulation.state().person().unwrap().position().z;
    run(&mut drives, &Input { forward: 1.0, ..STAND }, 60);
    let before = place(&drives);
    drives.tick(&Input { forward: 1.0, ..STAND });
    let way = place(&drives) - before;
    assert!(way < -0.2, "{way}");
    for between in [0.0, 0.5, 1.0] {
        near(drives.aimed(between), [0.0, 1.0, before + way * between - 700.0]);
    }
    // Who was put somewhere came from nowhere.
    simulation.edit().place_actor(OWN, Vec3::X * 5.0, 0.0, 0.0).unwrap();
    near(simulation.aimed(0.0), [5.0, 1.0, -50.0]);
    // So does a 'mech. An aeroplane is aimed whole, though it has a weapon that reaches as far.
    near(start(machine()).aimed(1.0), [0.0, 1.0, -700.0]);
    let plane = start(other(LawKind::Aeroplane(Box::new(crate::aeroplane::law()))));
    assert_eq!((plane.sights(OWN).unwrap().reach, plane.aimed(1.0)), (700.0, None));
    // On foot, without weapons, and with what is only dropped one aims nowhere.
    let dropped = WeaponLaw { range: 0.0, ..shell() };
    assert_eq!(start(armed(vec![dropped])).aimed(1.0), None);
    assert_eq!(start(armed(vec![])).aimed(1.0), None);
    assert_eq!(start_scene(tank::field().scene).aimed(1.0), None);
}

#[test]
fn a_spread_is_drawn_evenly_by_its_angle_and_all_around() {
    let ways = |spread: f32, count: u32| {
        let mut sketch = armed(vec![WeaponLaw { spread, rate: 60.0, ..shell() }]);
        sketch.scene.combat.arms[0].muzzles[0].place = Vec3::Y * 90.0;
        let mut simulation = start(sketch);
        let random = simulation.state().random;
        run(&mut simulation, &FIRE, count);
        let ways: Vec<Vec3> = shots(&simulation).iter().map(|shot| shot.velocity / 120.0).collect();
        (ways, simulation.state().random == random)
    };
    // The C library's numbers from 1: 41, 18467, 6334, 26500 of 32767: an angle and a turn each.
    let (found, _) = ways(1.0, 2);
    let angle = |way: Vec3| libm::atan2f(way.cross(Vec3::NEG_Z).length(), way.dot(Vec3::NEG_Z));
    near(angle(found[0]), 41.0 / 32767.0);
    near(angle(found[1]), 6334.0 / 32767.0);
    let around = |way: Vec3| libm::atan2f(way.y, way.x);
    let turn = (around(found[1]) - around(found[0])).rem_euclid(TAU);
    let wanted = (26500.0 - 18467.0) / 32767.0 * TAU;
    assert!((turn - wanted).abs() < 2e-3 || (turn - (TAU - wanted)).abs() < 2e-3, "{turn} and {wanted}");
    // No cone is wider than all around: half of it is π.
    for wide in [TAU, 1e30, f32::INFINITY] {
        let (found, _) = ways(wide, 2);
        near(angle(found[1]), 6334.0 / 32767.0 * PI);
    }
    // Without one no number is drawn.
    for none in [0.0, -1.0, f32::NAN] {
        assert_eq!(ways(none, 1), (vec![Vec3::NEG_Z], true));
    }
}

#[test]
fn what_has_no_speed_lies_in_the_air_where_it_points_and_a_cluster_flies_straight_at_first() {
    let first = |law: WeaponLaw| {
        let mut simulation = start(armed(vec![WeaponLaw { rate: 0.1, ..law }]));
        simulation.tick(&FIRE);
        shots(&simulation)[0].velocity
    };
    assert!(first(WeaponLaw { speed: 0.0, ..shell() }).abs_diff_eq(Vec3::NEG_Z * 1e-3, 1e-6));
    assert!(
        first(WeaponLaw { cluster: 6, arming: 50.0, spread: 0.5, ..shell() })
            .abs_diff_eq(Vec3::NEG_Z * 120.0, 1e-3)
    );
    // What loses speed comes to a stand, and not back.
    let slow = WeaponLaw { speed: 1.0, acceleration: -120.0, ..shell() };
    assert_eq!(first(slow), Vec3::ZERO);
}

#[test]
fn however_slow_a_shot_is_it_is_gone_after_two_minutes() {
    let mut simulation = start(armed(vec![WeaponLaw { speed: 0.01, rate: 0.001, range: 1e6, ..shell() }]));
    simulation.tick(&FIRE);
    run(&mut simulation, &STAND, 7190);
    assert_eq!(shots(&simulation).len(), 1);
    run(&mut simulation, &STAND, 20);
    assert_eq!(shots(&simulation).len(), 0);
}

#[test]
fn whoever_is_gone_has_no_weapons_and_a_wreck_that_flies_again_has_new_ones() {
    let mut sketch = armed(vec![shell()]);
    let join = opponent(&mut sketch, Vec3::NEG_Z * 60.0);
    let mut simulation = start(sketch);
    join(&mut simulation);
    run(&mut simulation, &STAND, 1);
    assert_eq!(simulation.state().combat.arms.len(), 2);
    simulation.edit().remove_actor(OTHER).unwrap();
    run(&mut simulation, &STAND, 1);
    assert_eq!(simulation.state().combat.arms.len(), 1);

    let mut sketch = other(LawKind::Aeroplane(Box::new(crate::aeroplane::law())));
    sketch.scene.combat.arms[0].slots[0].ammunition = Some(3);
    let mut simulation = start(sketch);
    run(&mut simulation, &FIRE, 10);
    let mut state = simulation.state().clone();
    state.combat.arms[0].destroyed = true;
    let scene = std::sync::Arc::clone(simulation.scene());
    simulation = Simulation::resume(scene, state, &Limits::default()).unwrap().0;
    run(&mut simulation, &STAND, 1);
    let arms = &simulation.state().combat.arms[0];
    assert_eq!((arms.destroyed, arms.slots[0].ammunition), (false, Some(3)));
}

#[test]
fn who_starts_again_leaves_the_others_as_they_are_and_has_all_of_its_parts() {
    let mut sketch = machine();
    let arm = sketch.place(ModelSketch::new());
    let parts = vec![world::PartLaw {
        kind: world::PartKind::LeftArm,
        armor: [1.0; 2],
        frame: 1.0,
        node: Some(arm),
        debris: None,
    }];
    let own = &mut sketch.scene.combat.arms[0];
    own.damage = DamageModel::Parts(world::PartsLaw { parts });
    own.vital = VitalLaw::default();
    let mut simulation = start(sketch);
    let kind = simulation.state().actors[0].kind.clone();
    simulation.edit().add_actor(Actor { kind, pilot: Pilot::Nobody, node: None }).unwrap();
    run(&mut simulation, &STAND, 1);
    let mut state = simulation.state().clone();
    state.combat.arms[1].slots[0].wait = 9.0;
    let scene = std::sync::Arc::clone(simulation.scene());
    simulation = Simulation::resume(scene, state, &Limits::default()).unwrap().0;
    assert!(simulation.edit().set_active(arm, false));
    simulation.advance(&[STAND], &[Command::BackToStart { actor: OWN }]);
    assert!(simulation.state().nodes.flags[arm.index()].contains(NodeFlags::ACTIVE));
    assert!(simulation.state().combat.arms_of(OTHER).unwrap().slots[0].wait > 8.0);
}
