//! Weapons and shots are part of what is kept: saves, hashes.

use super::*;
use world::{Limits, State, WeaponManner};

fn battle() -> Simulation {
    let homing = WeaponLaw {
        manner: WeaponManner::HOMING,
        turn: 1.0,
        fused: true,
        blast: 9.0,
        spread: 0.1,
        ..shell()
    };
    let beam = WeaponLaw { manner: WeaponManner::BEAM, rate: 3.0, ..shell() };
    let mut sketch = armed(vec![homing, beam]);
    sketch.scene.combat.arms[0].slots.iter_mut().for_each(|slot| slot.groups = 1);
    let model = sketch.model(ModelSketch::new().cuboid(Vec3::splat(-0.1), Vec3::splat(0.1)));
    let template = sketch.node("shell", Some(model), &[]);
    sketch.scene.combat.weapons.iter_mut().for_each(|weapon| weapon.model = Some(template));
    target(&mut sketch, Vec3::new(2.0, 1.0, -60.0), 1.0, 500.0);
    let join = opponent(&mut sketch, Vec3::new(-2.0, 0.0, -70.0));
    let mut simulation = start(sketch);
    join(&mut simulation);
    simulation
}

#[test]
fn a_save_goes_on_as_the_world_would_have() {
    let mut simulation = battle();
    run(&mut simulation, &FIRE, 45);
    let combat = &simulation.state().combat;
    assert!(!combat.shots.is_empty() && !combat.beams.is_empty(), "{combat:?}");
    let text = simulation.state().to_json().unwrap();
    let state = State::from_json(&text).unwrap();
    assert_eq!(&state, simulation.state());
    let scene = std::sync::Arc::clone(simulation.scene());
    let mut kept = Simulation::resume(scene, state, &Limits::default()).unwrap().0;
    for _ in 0..120 {
        simulation.tick(&FIRE);
        kept.tick(&FIRE);
        assert_eq!(kept.hash(), simulation.hash());
    }
    assert_eq!(kept.state(), simulation.state());
}

#[test]
fn the_same_triggers_give_the_same_world() {
    let (mut first, mut second) = (battle(), battle());
    for tick in 0..200 {
        let input = if tick % 7 < 4 { FIRE } else { STAND };
        first.tick(&input);
        second.tick(&input);
    }
    assert_eq!(first.hash(), second.hash());
    assert_eq!(first.hash(), first.state().hash());
}

#[test]
fn a_state_with_weapons_of_another_scene_does_not_fit() {
    let mut simulation = battle();
    run(&mut simulation, &FIRE, 10);
    let state = simulation.state();
    let scene = simulation.scene();
    assert!(state.fits(scene));
    let changed = |change: fn(&mut State)| {
        let mut state = state.clone();
        change(&mut state);
        state.fits(scene)
    };
    assert!(!changed(|state| state.combat.shots[0].weapon = 9));
    assert!(!changed(|state| state.combat.shots[0].place.x = f32::NAN));
    assert!(!changed(|state| state.combat.arms[0].group = 40));
    assert!(!changed(|state| state.combat.arms[0].burns[0] = f32::INFINITY));
    assert!(!changed(|state| state.combat.arms.swap(0, 1)));
}
