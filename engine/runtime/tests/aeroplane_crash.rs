//! What walls, water and its end do to an aeroplane, with numbers worked out by hand: a tick is 1/60 s.

use crate::aeroplane::{PLANE, REST, ask, ballistic, flown, flying, law, near, piloted};
use glam::{Quat, Vec3};
use runtime::{Cue, Simulation};
use std::f32::consts::FRAC_PI_2;
use world::sketch::{ModelSketch, Sketch};
use world::{Aabb, Aeroplane, AeroplaneLaw, CrashLaw, Pilot, Region, RegionKind};

/// A wall across the way to the north, 10 away.
fn wall(from: f32, to: f32) -> Sketch {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().wall([from, -10.0], [to, -10.0], -50.0, 150.0));
    sketch
}

/// Where it is, and how it flies.
fn at(place: Vec3, velocity: Vec3) -> Aeroplane {
    let mut own = flying(0.0);
    (own.avatar.position, own.avatar.velocity) = (place, velocity);
    own
}

fn points(points: &[[f32; 3]]) -> AeroplaneLaw {
    let points = points.iter().copied().map(Vec3::from_array).collect();
    AeroplaneLaw { crash: CrashLaw { points, ..law().crash }, ..ballistic() }
}

fn crashed(simulation: &Simulation) -> Vec<f32> {
    let told = simulation.cues().iter().filter_map(|cue| match cue {
        Cue::Crashed { actor: PLANE, speed, .. } => Some(*speed),
        _ => None,
    });
    told.collect()
}

#[track_caller]
fn is_at(own: &Aeroplane, place: [f32; 3], velocity: [f32; 3]) {
    assert!(own.avatar.position.abs_diff_eq(place.into(), 1e-4), "{own:?}");
    assert!(own.avatar.velocity.abs_diff_eq(velocity.into(), 1e-3), "{own:?}");
}

#[test]
fn it_goes_no_farther_than_the_first_of_its_points() {
    // 0.5 a tick and 0.1 down. Its nose, 3 ahead, has 0.4 to the wall: 0.8 of both.
    let own = at(Vec3::NEG_Z * 6.6, Vec3::new(0.0, -6.0, -30.0));
    let found = ask(&mut flown(wall(-50.0, 50.0), points(&[[0.0, 0.0, -3.0]]), own), REST, 1);
    is_at(&found, [0.0, -0.08, -6.99], [0.0, -6.0, 9.0]);
    // Of three points the second has the least way to go, 0.2; a part of it is right of the middle.
    let three = points(&[[0.0, 0.0, -3.0], [2.0, 0.0, -3.2], [-2.0, 0.0, -3.1]]);
    let found = ask(&mut flown(wall(-50.0, 50.0), three, own), REST, 1);
    is_at(&found, [0.0, -0.04, -6.79], [0.0, -6.0, 9.0]);
    assert!(found.momentum.y < -1.0, "{found:?}");
    // However slow it is: half of 0.2 to the wall at 12 m/s, and at 0.3 m/s 0.3 of it are left and 1.5 of health gone.
    let slow = at(Vec3::NEG_Z * 6.9, Vec3::NEG_Z * 12.0);
    let found = ask(&mut flown(wall(-50.0, 50.0), points(&[[0.0, 0.0, -3.0]]), slow), REST, 1);
    is_at(&found, [0.0, 0.0, -6.99], [0.0, 0.0, 3.6]);
    let slow = at(Vec3::NEG_Z * 6.998, Vec3::NEG_Z * 0.3);
    let found = ask(&mut flown(wall(-50.0, 50.0), points(&[[0.0, 0.0, -3.0]]), slow), REST, 1);
    near(found.avatar.velocity.z, 0.09);
    near(found.health, 98.5);
    // Whichever way it looks: west, into a wall there.
    let mut west = Sketch::new();
    west.place(ModelSketch::new().wall([-10.0, 50.0], [-10.0, -50.0], -50.0, 50.0));
    let mut own = at(Vec3::NEG_X * 6.6, Vec3::NEG_X * 30.0);
    own.attitude = Quat::from_rotation_y(FRAC_PI_2);
    let found = ask(&mut flown(west, points(&[[0.0, 0.0, -3.0]]), own), REST, 1);
    is_at(&found, [-6.99, 0.0, 0.0], [9.0, 0.0, 0.0]);
}

#[test]
fn a_wing_that_hits_turns_it() {
    // Two metres a unit: 10 m/s against the right wing, 5 from the middle, turn it by 0.04 of that, take 5 of health for
    // each of them and leave 0.3.
    let mut own = points(&[[5.0, 0.0, 0.0]]);
    own.metres = 2.0;
    let flies = at(Vec3::NEG_Z * 9.95, Vec3::NEG_Z * 5.0);
    let found = ask(&mut flown(wall(4.0, 6.0), own.clone(), flies), REST, 1);
    near(found.momentum.y, -0.4);
    near(found.health, 50.0);
    near(found.avatar.velocity.z, 1.5);
    // More than all of it is all of it.
    let fast = at(Vec3::NEG_Z * 9.95, Vec3::NEG_Z * 50.0);
    assert_eq!(ask(&mut flown(wall(4.0, 6.0), own, fast), REST, 1).health, 0.0);
}

#[test]
fn whoever_is_thrown_back_lies_as_before() {
    let mut own = at(Vec3::NEG_Z * 6.6, Vec3::NEG_Z * 30.0);
    own.momentum = Vec3::new(0.3, 0.6, 0.0);
    let found = ask(&mut flown(wall(-50.0, 50.0), points(&[[0.0, 0.0, -3.0]]), own), REST, 1);
    assert_eq!(found.attitude, own.attitude);
    assert!(found.health < 100.0);
}

#[test]
fn a_nose_that_swings_into_a_wall_does_no_harm_while_the_body_leaves_it() {
    // The wall is beside the nose, 0.02 to the left; a turn to the left moves the nose 0.046.
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().wall([-0.02, -2.0], [-0.02, -4.0], -5.0, 5.0));
    let mut own = at(Vec3::ZERO, Vec3::X * 0.06);
    own.momentum = Vec3::Y;
    let found = ask(&mut flown(sketch, points(&[[0.0, 0.0, -3.0]]), own), REST, 1);
    assert_eq!((found.health, found.attitude), (100.0, own.attitude));
    near(found.avatar.velocity.x, 0.06);
}

/// Water up to here, and no bed.
fn sea(top: f32) -> Sketch {
    let mut sketch = Sketch::new();
    let bounds = Aabb { min: Vec3::splat(-90.0), max: Vec3::new(90.0, top, 90.0) };
    sketch.scene.regions.push(Region::of_box(RegionKind::Water, bounds));
    sketch
}

#[test]
fn water_is_the_end_of_it() {
    let velocity = Vec3::new(0.0, -30.0, -40.0);
    let mut simulation = flown(sea(3.0), ballistic(), at(Vec3::Y * 3.2, velocity));
    let found = ask(&mut simulation, REST, 1);
    assert_eq!(found.health, 0.0);
    near(found.avatar.position.y, 2.7);
    assert_eq!(crashed(&simulation), [50.0]);
    // Whoever is in the first seat is not told so of somebody else.
    assert!(simulation.cues_of_person().all(|cue| cue.befalls().is_none()));
    // It is no farther below the surface than it flies in a tick: 50 / 60.
    let found = ask(&mut flown(sea(3.0), ballistic(), at(Vec3::Y * -5.0, velocity)), REST, 1);
    near(found.avatar.position.y, 3.0 - 50.0 / 60.0);
}

fn wreck(place: Vec3, velocity: Vec3) -> Aeroplane {
    Aeroplane { health: 0.0, ..at(place, velocity) }
}

fn floor() -> Sketch {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-500.0; 2], [500.0; 2], 0.0));
    sketch
}

#[test]
fn nothing_of_a_wreck_works() {
    let own = Aeroplane {
        throttle: 0.5,
        lever: 0.5,
        nitro: true,
        wheels: 3,
        stick: [0.5; 2],
        load: 2.0,
        stall: 0.5,
        ..wreck(Vec3::Y * 100.0, Vec3::NEG_Y * 10.0)
    };
    let found = ask(&mut flown(floor(), law(), own), REST, 1);
    assert_eq!((found.throttle, found.lever, found.nitro, found.wheels), (0.0, 0.0, false, 0));
    assert_eq!((found.stick, found.load, found.stall), ([0.0; 2], 0.0, 0.0));
    assert!(!found.avatar.grounded);
    // It falls: 10 and 20 / 60.
    is_at(&found, [0.0, 100.0 - (10.0 + 20.0 / 60.0) / 60.0, 0.0], [0.0, -10.0 - 20.0 / 60.0, 0.0]);
}

#[test]
fn a_wreck_comes_to_rest_on_the_ground_and_on_water() {
    // Of its way and its turn e^(-2/60) is left in each tick.
    let mut own = wreck(Vec3::Y * 0.1, Vec3::new(10.0, -20.0, 0.0));
    own.momentum = Vec3::X;
    let found = ask(&mut flown(floor(), law(), own), REST, 1);
    assert_eq!(found.avatar.position.y, 0.0);
    is_at(&found, [10.0 / 60.0, 0.0, 0.0], [9.672_161, 0.0, 0.0]);
    near(found.momentum.x, 0.967_216);
    // A hundredth of a unit below the ground it is brought up again.
    let found = ask(&mut flown(floor(), law(), wreck(Vec3::NEG_Y * 0.011, Vec3::ZERO)), REST, 1);
    assert_eq!(found.avatar.position.y, 0.0);
    // Up a slope it slides as far up as the slope is.
    let mut slope = Sketch::new();
    slope.place(ModelSketch::new().slope([-500.0; 2], [500.0; 2], -250.0, 250.0));
    let found = ask(&mut flown(slope, law(), wreck(Vec3::ZERO, Vec3::X * 30.0)), REST, 1);
    near(found.avatar.position.y, 0.25);
    // Water over the ground holds it.
    let mut lake = sea(3.0);
    lake.place(ModelSketch::new().floor([-500.0; 2], [500.0; 2], 0.0));
    let found = ask(&mut flown(lake, law(), wreck(Vec3::Y * 3.1, Vec3::NEG_Y * 30.0)), REST, 1);
    assert_eq!(found.avatar.position.y, 3.0);
}

#[test]
fn a_wall_stops_a_wreck() {
    let own = wreck(Vec3::new(0.0, 50.0, -9.8), Vec3::new(6.0, 0.0, -30.0));
    let found = ask(&mut flown(wall(-50.0, 50.0), law(), own), REST, 1);
    // 0.2 of 0.5 to the wall, and as much of 0.1 aside.
    is_at(&found, [0.04, 50.0 - 0.4 * 20.0 / 3600.0, -9.99], [6.0, -20.0 / 60.0, 0.0]);
}

#[test]
fn who_lands_for_the_last_time_crashes_and_does_not_land() {
    let mut own = at(Vec3::Y * 2.0, Vec3::NEG_Y * 30.0);
    own.health = 50.0;
    let mut simulation = flown(floor(), law(), own);
    let found = ask(&mut simulation, REST, 1);
    assert_eq!((found.health, crashed(&simulation).len()), (0.0, 1));
    assert!(
        !simulation.cues().iter().any(|cue| matches!(cue, Cue::Landed { .. })),
        "{:?}",
        simulation.cues()
    );
}

#[test]
fn only_a_person_starts_anew_and_only_out_of_a_wreck() {
    let far = Vec3::new(9.0, 60.0, 7.0);
    let lies = |own: Aeroplane, pilot: Pilot| {
        let mut simulation = piloted(floor(), law(), own, pilot, Vec3::Y * 200.0);
        ask(&mut simulation, REST, 1)
    };
    let person = || Pilot::Person(world::SeatId(1));
    let old = Aeroplane { wreck_s: 9.0, ..wreck(far, Vec3::ZERO) };
    assert!(!lies(old, person()).is_wreck());
    assert!(lies(old, Pilot::Nobody).is_wreck());
    let flies = Aeroplane { wreck_s: 9.0, ..at(far, Vec3::NEG_Z * 60.0) };
    assert!(lies(flies, person()).avatar.position.distance(far) < 2.0);
}
