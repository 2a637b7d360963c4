//! Laws that no game has: the world lives on, and no work is without bounds.

use super::*;
use world::{MOST_SHOTS, PoolsLaw, WeaponManner};

#[test]
fn hostile_numbers_do_no_harm() {
    let numbers = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0, 0.0, 1e30, f32::MIN_POSITIVE];
    for number in numbers {
        for manner in [0, 0x2, 0x2000, 0x4000, 0x8_0000, u32::MAX] {
            let law = WeaponLaw {
                damage: [number; 2],
                rate: if number > 1.0 { number } else { 60.0 },
                range: number,
                speed: number,
                acceleration: number,
                gravity: number,
                blast: number,
                arming: number,
                spread: number,
                cluster: 3,
                homing_delay: number,
                turn: number,
                turn_ramp: number,
                heat: number,
                fused: true,
                manner: WeaponManner::from_bits_retain(manner),
                ..shell()
            };
            let mut sketch = armed(vec![law, shell()]);
            sketch.scene.combat.arms[0].mass = number;
            sketch.scene.combat.arms[0].elevation = Some([number; 2]);
            sketch.scene.combat.rules.rest = number;
            sketch.scene.combat.rules.fire = number;
            sketch.scene.combat.rules.seek = number;
            sketch.scene.combat.rules.push = [number; 3];
            let join = opponent(&mut sketch, Vec3::new(0.0, 0.0, -10.0));
            let mut simulation = start(sketch);
            join(&mut simulation);
            run(&mut simulation, &FIRE, 20);
            let state = simulation.state();
            assert!(state.fits(simulation.scene()), "{number} {manner:x}: {:?}", state.combat);
            assert!(state.actors.iter().all(Actor::is_finite), "{number} {manner:x}: {:?}", state.actors);
            assert!(simulation.cues().iter().all(Cue::is_finite), "{number} {manner:x}");
        }
    }
}

#[test]
fn more_shots_than_there_is_room_for_are_a_finding() {
    let law = WeaponLaw { cluster: 64, arming: 0.0, rate: 60.0, spread: 3.0, range: 1e6, ..shell() };
    let slot = |_| SlotLaw { weapon: 0, ammunition: None, groups: 1, muzzles: vec![] };
    let mut sketch = armed(vec![law]);
    sketch.scene.combat.arms[0].slots = (0..400).map(slot).collect();
    sketch.scene.combat.arms[0].muzzles[0].place = Vec3::Y * 500.0;
    let mut simulation = start(sketch);
    run(&mut simulation, &FIRE, 6);
    assert!(shots(&simulation).len() <= MOST_SHOTS);
    let codes: Vec<&str> = simulation.take_findings().iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["runtime.combat.full"], "once");
    run(&mut simulation, &STAND, 3);
}

#[test]
fn numbers_that_lead_nowhere_fire_nothing() {
    let mut sketch = armed(vec![shell()]);
    sketch.scene.combat.arms[0].slots[0].weapon = 99;
    sketch.scene.combat.arms[0].slots[0].muzzles = vec![200];
    let mut simulation = start(sketch);
    run(&mut simulation, &FIRE, 10);
    assert_eq!(shots(&simulation), []);
    // Neither does a muzzle that is nowhere, nor a driver who looks nowhere.
    let fires = |simulation: &mut Simulation| {
        until(simulation, &FIRE, 10, |cue| matches!(cue, Cue::Shot { .. })).is_some()
    };
    for number in [f32::NAN, f32::INFINITY] {
        let mut sketch = armed(vec![shell()]);
        sketch.scene.combat.arms[0].muzzles[0].place = Vec3::Y * number;
        assert!(!fires(&mut start(sketch)), "{number}");
    }
    let simulation = start(armed(vec![shell()]));
    let mut state = simulation.state().clone();
    let ActorKind::Tank(tank) = &mut state.actors[0].kind else { panic!() };
    tank.avatar.pitch = f32::NAN;
    let scene = std::sync::Arc::clone(simulation.scene());
    let mut simulation = Simulation::resume(scene, state, &world::Limits::default()).unwrap().0;
    assert!(!fires(&mut simulation));
    // A model that does not exist is told, and the shot flies unseen.
    let sketch = armed(vec![WeaponLaw { model: Some(NodeId(9999)), ..shell() }]);
    let mut simulation = start(sketch);
    run(&mut simulation, &FIRE, 10);
    let codes: Vec<&str> = simulation.take_findings().iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["runtime.combat.model"]);
    assert_eq!(shots(&simulation).len(), 2);
}

#[test]
fn a_vehicle_without_weapons_and_one_of_another_kind_take_hits() {
    let mut sketch = armed(vec![shell()]);
    let pools = PoolsLaw { whole: [10.0, 20.0], parts: vec![] };
    // A tank whose law says that it is made of pools.
    sketch.scene.combat.arms[0].damage = world::DamageModel::Pools(pools);
    let join = opponent(&mut sketch, Vec3::new(0.0, 0.0, -20.0));
    let mut simulation = start(sketch);
    join(&mut simulation);
    run(&mut simulation, &FIRE, 60);
    assert!(simulation.state().fits(simulation.scene()));
    assert!(simulation.state().combat.arms_of(OTHER).unwrap().destroyed);
}
