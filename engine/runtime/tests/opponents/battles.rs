//! Battles: equal seeds give equal ones, and a save goes on as the world would have.

use super::*;
use crate::combat::shell;
use std::sync::Arc;
use world::{Limits, Measure, PathNet, State};

/// Turrets and drivers around the person, who drives about.
fn battle(seed: u32) -> Simulation {
    let mut sketch = plain(WeaponLaw { spread: 0.1, ..shell() }, Vec3::ZERO);
    sketch.scene.opponents.rules.looks = 3;
    let points = [[0.0, -60.0], [60.0, -60.0], [60.0, 0.0], [0.0, 0.0]].map(|[x, z]| Vec3::new(x, 0.0, z));
    let links = vec![vec![1, 2], vec![2, 3], vec![3, 0], vec![0, 1]];
    sketch.scene.opponents.nets.push(PathNet { name: "net".into(), points: points.to_vec(), links });
    for at in 0..4 {
        let mind = TurretMind { range: 150.0, measure: Measure::AddedUp, dwell: 0.5, spells: [3.0, 1.0] };
        turret(&mut sketch, [at as f32 * 30.0 - 45.0, -50.0], mind);
        let mind = DriverMind {
            activate: 1e3,
            attack: if at == 0 { 1.0 } else { 70.0 },
            attack_dwell: 3.0,
            wait: 1.0,
            keeps: [15.0, 40.0],
            strays: 200.0,
            path_width: 6.0,
            net: Some(0),
            full_lock: 0.5,
            nod: std::f32::consts::PI,
            ..DriverMind::default()
        };
        driver(&mut sketch, [at as f32 * 40.0 - 60.0, 60.0], at as f32, mind);
    }
    Simulation::new(Arc::new(sketch.scene), seed, &Limits::default()).0
}

fn input(tick: u32) -> runtime::Input {
    let strafe = [0.0, 0.5, -0.5][(tick / 40 % 3) as usize];
    runtime::Input { forward: 0.5, strafe, fire: tick % 50 < 10, ..STAND }
}

#[test]
fn equal_seeds_give_equal_battles() {
    // The hash holds the seed itself, so what happened is compared, too: where everybody is.
    let fought = |seed: u32| {
        let mut simulation = battle(seed);
        let mut fired = 0;
        for tick in 0..600 {
            simulation.tick(&input(tick));
            let shots =
                simulation.cues().iter().filter(|cue| matches!(cue, Cue::Shot { actor, .. } if actor.0 > 0));
            fired += shots.count();
        }
        assert!(fired > 20, "{fired}");
        assert_eq!(simulation.hash(), simulation.state().hash());
        let places: Vec<Vec3> = simulation.state().actors.iter().map(world::Actor::position).collect();
        (simulation.hash(), places)
    };
    let (hash, places) = fought(1);
    assert_eq!((hash, places.clone()), fought(1));
    assert_ne!(places, fought(2).1);
}

#[test]
fn a_saved_battle_goes_on_as_it_would_have() {
    let mut simulation = battle(5);
    (0..200).for_each(|tick| simulation.tick(&input(tick)));
    let text = simulation.state().to_json().unwrap();
    let state = State::from_json(&text).unwrap();
    assert_eq!(&state, simulation.state());
    let mut kept = Simulation::resume(Arc::clone(simulation.scene()), state, &Limits::default()).unwrap().0;
    for tick in 200..400 {
        simulation.tick(&input(tick));
        kept.tick(&input(tick));
        assert_eq!(kept.hash(), simulation.hash(), "{tick}");
    }
}
