//! How the tracks of a tank are seen to run, with numbers worked out by hand: a tick is 1/60 s.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "Looks".

use crate::tank::{ask, driven, field, law, near, standing};
use glam::Vec3;
use runtime::Simulation;
use std::f32::consts::FRAC_PI_2;
use world::sketch::ModelSketch;
use world::{Avatar, LawKind, ModelId, Tank, TankLaw, TracksLaw, VehicleLaw, Views};

/// The ground has the first model, the left track the next two, the right one the last.
const LEFT: [ModelId; 2] = [ModelId(1), ModelId(2)];
const RIGHT: ModelId = ModelId(3);

fn tracks() -> TracksLaw {
    TracksLaw { models: [LEFT.to_vec(), vec![RIGHT]], half_distance: 2.25, repeats: 1.72 }
}

/// A tank with these tracks that nothing slows down.
fn rolling(tracks: TracksLaw, tank: Tank) -> Simulation {
    let mut sketch = field();
    for _ in 0..3 {
        sketch.model(ModelSketch::new());
    }
    let law = TankLaw { rate_damping: [0.0; 2], turn_damping: 0.0, tracks, ..law() };
    driven(sketch, law, tank)
}

/// One on the ground that goes to the north so fast and turns to the left so fast.
fn going(speed: f32, yaw_rate: f32) -> Tank {
    let avatar = Avatar { velocity: Vec3::new(0.0, 0.0, -speed), ..Avatar::default() };
    Tank { avatar, yaw_rate, ..standing() }
}

/// How far the textures of the left and the right track have moved, once both models of the left are seen to have moved
/// alike, along v alone, and nothing else with them.
#[track_caller]
fn moved(simulation: &Simulation) -> [f32; 2] {
    let scrolls = &simulation.state().scrolls;
    assert!(scrolls.iter().all(|[u, _]| *u == 0.0), "{scrolls:?}");
    assert_eq!(scrolls[0], [0.0; 2]);
    assert_eq!(scrolls[LEFT[0].index()], scrolls[LEFT[1].index()]);
    [scrolls[LEFT[0].index()][1], scrolls[RIGHT.index()][1]]
}

#[track_caller]
fn have_moved(simulation: &Simulation, by_hand: [f32; 2]) {
    for (found, wanted) in moved(simulation).into_iter().zip(by_hand) {
        near(found, wanted);
    }
}

#[test]
fn each_track_runs_as_fast_as_the_ground_passes_below_it() {
    let mut simulation = rolling(tracks(), going(10.0, 0.0));
    ask(&mut simulation, 0.0, 0.0, 1);
    // 10 · 1.72 / 60.
    have_moved(&simulation, [0.286_667; 2]);
    // A turn of 0.5 to the left: (10 - 2.25 · 0.5) · 1.72 / 60, and (10 + 2.25 · 0.5) · 1.72 / 60.
    let mut simulation = rolling(tracks(), going(10.0, 0.5));
    ask(&mut simulation, 0.0, 0.0, 1);
    have_moved(&simulation, [0.254_417, 0.318_917]);
    // On the spot they run against each other: 2.25 · 0.5 · 1.72 / 60, the left one backwards.
    let mut simulation = rolling(tracks(), going(0.0, 0.5));
    ask(&mut simulation, 0.0, 0.0, 1);
    have_moved(&simulation, [1.0 - 0.032_25, 0.032_25]);
}

#[test]
fn they_run_round_and_round_whichever_way_it_goes() {
    // Four ticks of 0.286667.
    let mut simulation = rolling(tracks(), going(10.0, 0.0));
    ask(&mut simulation, 0.0, 0.0, 4);
    have_moved(&simulation, [0.146_667; 2]);
    let mut simulation = rolling(tracks(), going(-10.0, 0.0));
    ask(&mut simulation, 0.0, 0.0, 1);
    have_moved(&simulation, [0.713_333; 2]);
    // Forwards is where it looks, not the north.
    let avatar = Avatar { yaw: -FRAC_PI_2, velocity: Vec3::new(10.0, 0.0, 0.0), ..Avatar::default() };
    let mut simulation = rolling(tracks(), Tank { avatar, ..standing() });
    ask(&mut simulation, 0.0, 0.0, 1);
    have_moved(&simulation, [0.286_667; 2]);
}

#[test]
fn the_tracks_of_a_tank_are_those_of_its_own_law() {
    // The first law has none.
    let mut sketch = field();
    for _ in 0..3 {
        sketch.model(ModelSketch::new());
    }
    let other = LawKind::Tank(Box::new(law()));
    let other = VehicleLaw { name: "other".into(), node: None, views: Views::default(), law: other };
    sketch.scene.vehicles.push(other);
    let own = TankLaw { rate_damping: [0.0; 2], tracks: tracks(), ..law() };
    let mut simulation = driven(sketch, own, Tank { law: 1, ..going(10.0, 0.0) });
    ask(&mut simulation, 0.0, 0.0, 1);
    // 10 · 1.72 / 60.
    have_moved(&simulation, [0.286_667; 2]);
}

#[test]
fn a_fall_runs_no_tracks() {
    // Its nose is down by half a radian, so that a fall is one forwards in the space of the body.
    let avatar = Avatar {
        position: Vec3::new(0.0, 200.0, 0.0),
        velocity: Vec3::new(0.0, -30.0, 0.0),
        ..Avatar::default()
    };
    let mut simulation = rolling(tracks(), Tank { avatar, pitch: -0.5, contacts: 0, ..standing() });
    ask(&mut simulation, 0.0, 0.0, 1);
    assert_eq!(moved(&simulation), [0.0; 2]);
}

#[test]
fn what_has_no_tracks_or_no_number_for_them_runs_none() {
    let beyond = [vec![ModelId(77)], Vec::new()];
    for own in [
        TracksLaw::default(),
        TracksLaw { models: <[Vec<ModelId>; 2]>::default(), ..tracks() },
        TracksLaw { models: beyond, ..tracks() },
        TracksLaw { half_distance: f32::INFINITY, ..tracks() },
        TracksLaw { half_distance: f32::NAN, ..tracks() },
        TracksLaw { repeats: f32::NAN, ..tracks() },
        TracksLaw { repeats: f32::INFINITY, ..tracks() },
    ] {
        let mut simulation = rolling(own.clone(), going(10.0, 0.5));
        ask(&mut simulation, 0.0, 0.0, 2);
        assert_eq!(moved(&simulation), [0.0; 2], "{own:?}");
    }
}

#[test]
fn a_save_with_textures_at_no_place_is_none_of_the_world() {
    let simulation = rolling(tracks(), going(10.0, 0.0));
    for wrong in [f32::NAN, f32::INFINITY] {
        for axis in 0..2 {
            let mut state = simulation.state().clone();
            assert!(state.fits(simulation.scene()));
            state.scrolls[RIGHT.index()][axis] = wrong;
            assert!(!state.fits(simulation.scene()), "{wrong}");
        }
    }
}
