//! An aeroplane on the ground: standing, rolling, taking off, landing; what walls do to it, and what becomes of a wreck.

use crate::aeroplane::{REST, ask, flown, flying, law, near, piloted, plane, throttled};
use glam::{Quat, Vec3};
use runtime::{Cue, Input, Simulation};
use std::f32::consts::FRAC_PI_2;
use world::sketch::{ModelSketch, Sketch};
use world::{Aeroplane, AeroplaneLaw, Avatar, Pilot, SeatId};

fn field() -> Sketch {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-6000.0; 2], [6000.0; 2], 0.0));
    sketch
}

/// Put on level ground.
fn put(at: Vec3) -> Aeroplane {
    Aeroplane::placed(0, &law(), Avatar { position: at, ..Avatar::default() })
}

/// One that stands on level ground.
fn standing() -> Aeroplane {
    plane(&{
        let mut simulation = flown(field(), law(), put(Vec3::ZERO));
        ask(&mut simulation, REST, 1);
        simulation
    })
}

/// How far a wheel that stands is from its ground at most, units.
fn worst_gap(simulation: &Simulation) -> f32 {
    let (own, probe) = (plane(simulation), simulation.probe());
    let gap = |(at, wheel): (usize, &Vec3)| {
        let place = own.avatar.position + own.attitude * *wheel;
        let ground = probe.ground(place.x, place.z, place.y, 1.0).unwrap();
        if own.wheels >> at & 1 == 1 { (place.y - ground.point.y).abs() } else { 0.0 }
    };
    law().gear.wheels.iter().enumerate().map(gap).fold(0.0, f32::max)
}

#[test]
fn who_is_put_on_the_ground_stands_and_in_the_air_flies() {
    let own = standing();
    assert_eq!((own.wheels, own.avatar.grounded), (Aeroplane::ALL_WHEELS, true));
    near(own.avatar.position.y, 1.5);
    assert!(own.avatar.velocity.length() < 1e-3, "{own:?}");
    // It stays there.
    let mut simulation = flown(field(), law(), own);
    let after = ask(&mut simulation, REST, 300);
    assert!(after.avatar.position.distance(own.avatar.position) < 1e-3, "{after:?}");
    // 0.7 of the simple speed, and half of the throttle.
    let mut simulation = flown(field(), law(), put(Vec3::Y * 100.0));
    let up = ask(&mut simulation, REST, 1);
    assert!((up.avatar.velocity.z + 94.5).abs() < 0.5, "{up:?}");
    assert_eq!((up.wheels, up.lever, up.throttle), (0, 0.5, 0.5));
    assert!(ask(&mut simulation, REST, 120).avatar.position.y > 95.0);
}

#[test]
fn wheels_roll_brake_and_park() {
    let mut simulation = flown(field(), law(), throttled(standing(), 1.0));
    // 47.152 79 less 0.02 of gravity.
    near(ask(&mut simulation, REST, 1).avatar.velocity.z, -(47.152_79 - 0.4) / 60.0);
    let mut rolling = standing();
    rolling.avatar.velocity = Vec3::NEG_Z * 10.0;
    let slower = |input: Input| 10.0 + ask(&mut flown(field(), law(), rolling), input, 1).avatar.velocity.z;
    // Drag is 0.081 054 m/s², and the wings carry 0.077 636 of the weight.
    near(slower(REST), (0.081_054 + 0.4 * 0.922_364) / 60.0);
    near(slower(Input { sink: true, ..REST }), (0.081_054 + 8.0 * 0.922_364) / 60.0);
    // Slow and with the lever back it brakes by itself.
    rolling.avatar.velocity = Vec3::NEG_Z * 1.4;
    let after = ask(&mut flown(field(), law(), rolling), REST, 15);
    assert!(after.avatar.velocity.length() < 1e-3, "{after:?}");
}

/// A slope that rises to +x by so much a unit.
fn slope(rise: f32) -> Sketch {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().slope([-500.0; 2], [500.0; 2], -500.0 * rise, 500.0 * rise));
    sketch
}

/// Put on a slope, standing.
fn on_a_slope(rise: f32, yaw: f32) -> Simulation {
    let place = Avatar { position: Vec3::Y * 0.2, yaw, ..Avatar::default() };
    let mut simulation = flown(slope(rise), law(), Aeroplane::placed(0, &law(), place));
    assert_eq!(ask(&mut simulation, REST, 1).wheels, Aeroplane::ALL_WHEELS);
    simulation
}

#[test]
fn braked_wheels_hold_on_a_slope_and_free_ones_roll_down() {
    // 8 in 15: 8/17 of the weight pull, 15/17 of it are on the wheels, which hold 0.8 of that: down the slope, across
    // it and askew, whatever the rudder says.
    for yaw in [FRAC_PI_2, 0.0, 0.7] {
        let mut simulation = on_a_slope(8.0 / 15.0, yaw);
        let from = plane(&simulation);
        let after = ask(&mut simulation, Input { sink: true, strafe: 1.0, ..REST }, 600);
        assert!(after.avatar.position.distance(from.avatar.position) < 1e-3, "{yaw}: {after:?}");
        assert!(after.attitude.angle_between(from.attitude) < 1e-3, "{yaw}: {after:?}");
    }
    // Its nose down the slope, as fast as this in m/s, and the lever so little forwards that it does not park.
    let gains = |input: Input, speed: f32| {
        let mut own = plane(&on_a_slope(8.0 / 15.0, FRAC_PI_2));
        let down = Vec3::new(-15.0, -8.0, 0.0) / 17.0;
        (own.avatar.velocity, own.lever) = (down * speed, 1e-6);
        ask(&mut flown(slope(8.0 / 15.0), law(), own), input, 1).avatar.velocity.dot(down) - speed
    };
    let brakes = Input { sink: true, ..REST };
    // Free wheels take 0.02 of what is on them; braked ones that roll take 0.4, less than what pulls.
    near(gains(REST, 0.0), 20.0 * (8.0 - 0.02 * 15.0) / 17.0 / 60.0);
    near(gains(brakes, 0.3), 20.0 * (8.0 - 0.4 * 15.0) / 17.0 / 60.0);
    // What pulls in a tick, 0.157 m/s, is less than the 0.235 that they hold, also with 0.07 of before.
    near(gains(brakes, 0.0), 0.0);
    near(gains(brakes, 0.07), -0.07);
}

#[test]
fn a_wheel_does_not_roll_to_the_side() {
    // Across the same slope with free wheels.
    let mut own = plane(&on_a_slope(8.0 / 15.0, 0.0));
    own.lever = 1e-6;
    let mut simulation = flown(slope(8.0 / 15.0), law(), own);
    let after = ask(&mut simulation, REST, 300);
    assert!((after.avatar.position.x - own.avatar.position.x).abs() < 1e-3, "{after:?}");
    // 5 m/s to the side are more than it holds: of these 1 - e^(-8/60) fade away, and what 8/17 of the weight pull.
    own.avatar.velocity = Vec3::new(15.0, 8.0, 0.0) / 17.0 * 5.0;
    let mut simulation = flown(slope(8.0 / 15.0), law(), own);
    let up = Vec3::new(15.0, 8.0, 0.0) / 17.0;
    let left = (5.0 - 20.0 * 8.0 / 17.0 / 60.0) * libm::expf(-8.0 / 60.0);
    let after = ask(&mut simulation, REST, 1).avatar.velocity.dot(up);
    assert!((after - left).abs() < 0.05, "{after} instead of {left}");
}

#[test]
fn wheels_steer_and_do_not_slide() {
    let mut rolling = standing();
    rolling.avatar.velocity = Vec3::NEG_Z * 2.0;
    let mut simulation = flown(field(), law(), throttled(rolling, 0.01));
    // Half as fast as at 4 m/s: 0.35 a second, to the right.
    let first = ask(&mut simulation, Input { strafe: 1.0, ..REST }, 1);
    assert!((first.avatar.yaw + 0.35 / 60.0).abs() < 4e-4, "{first:?}");
    let after = ask(&mut simulation, Input { strafe: 1.0, ..REST }, 60);
    let (nose, velocity) = (-Vec3::from(after.rotation().z_axis), after.avatar.velocity);
    assert!(after.avatar.yaw < -0.2, "{after:?}");
    assert!(nose.angle_between(velocity) < 0.1, "{after:?}");
}

#[test]
fn it_takes_off_and_lands_again() {
    let by_hand = AeroplaneLaw { stick: [2.0, 8.0], ..law() };
    let mut simulation = flown(field(), by_hand, standing());
    // Full throttle: the nose wheel leaves the ground once the wings carry nearly all of it.
    let mut took_off = 0;
    for tick in 0..600 {
        let back = if plane(&simulation).avatar.position.y < 60.0 { 0.6 * 2.0 / 60.0 } else { 0.0 };
        ask(&mut simulation, Input { forward: 1.0, pitch: back, ..REST }, 1);
        let own = plane(&simulation);
        assert!(worst_gap(&simulation) < 0.02, "{own:?}");
        if own.wheels == 0 && took_off == 0 {
            took_off = tick;
            // 36 m/s carry it.
            let speed = own.avatar.velocity.length();
            assert!((30.0..60.0).contains(&speed), "{speed}");
        }
    }
    assert!(took_off > 60 && plane(&simulation).avatar.position.y > 20.0, "{:?}", plane(&simulation));

    // Two metres a second down at 42 m/s do no harm; all wheels come to stand, and the brakes stop it.
    let mut own = flying(42.0);
    own.attitude = Quat::from_rotation_x(0.05);
    own.avatar.position.y = 4.0;
    own.avatar.velocity.y = -2.0;
    let mut simulation = flown(field(), law(), own);
    let mut landed = None;
    for tick in 0..1200 {
        let own = ask(&mut simulation, Input { sink: tick > 200, ..REST }, 1);
        assert!(worst_gap(&simulation) < 0.02, "{tick}: {own:?}");
        for cue in simulation.cues() {
            if let Cue::Landed { speed, .. } = cue {
                landed = landed.or(Some(*speed));
            }
        }
    }
    let own = plane(&simulation);
    assert!(landed.is_some_and(|speed| (0.5..6.0).contains(&speed)), "{landed:?}");
    assert_eq!((own.wheels, own.health), (Aeroplane::ALL_WHEELS, 100.0));
    assert!(own.avatar.velocity.length() < 0.01, "{own:?}");
}

#[test]
fn all_wheels_stand_on_uneven_ground() {
    let mut sketch = Sketch::new();
    // The right half is a slope.
    sketch.place(ModelSketch::new().floor([-500.0, -500.0], [0.0, 500.0], 0.0).slope(
        [0.0, -500.0],
        [500.0, 500.0],
        0.0,
        100.0,
    ));
    for yaw in [0.0, 0.7, 2.0, 4.0] {
        let place = Avatar { position: Vec3::new(0.3, 0.2, 0.0), yaw, ..Avatar::default() };
        let mut simulation = flown(sketch.clone(), law(), Aeroplane::placed(0, &law(), place));
        let own = ask(&mut simulation, REST, 60);
        assert_eq!(own.wheels, Aeroplane::ALL_WHEELS);
        assert!(worst_gap(&simulation) < 1e-3, "{yaw}: {}", worst_gap(&simulation));
    }
}

#[test]
fn a_hard_landing_does_harm_and_a_crash_is_the_end_for_a_while() {
    let falling = |speed: f32| {
        let mut own = flying(0.0);
        own.avatar.position.y = 1.5 + speed / 60.0;
        own.avatar.velocity.y = -speed;
        own
    };
    // 9 m/s and what gravity adds in a tick: (9.333 - 7) · 12, less what the air takes of the fall, which is 1 % of it.
    let mut simulation = flown(field(), law(), falling(9.0));
    let harm = 100.0 - ask(&mut simulation, REST, 1).health;
    assert!((27.7..28.0).contains(&harm), "{harm}");
    near(100.0 - ask(&mut flown(field(), law(), falling(6.0)), REST, 1).health, 0.0);

    // 30 m/s: (30.333 - 7) · 12 is more than all.
    let mut sketch = field();
    sketch.scene.avatar.position = Vec3::Y * 200.0;
    let mut simulation = piloted(sketch, law(), falling(30.0), Pilot::Person(SeatId(1)), Vec3::Y * 200.0);
    let own = ask(&mut simulation, REST, 1);
    assert!(own.is_wreck());
    let crashes = |simulation: &Simulation| {
        simulation.cues().iter().filter(|cue| matches!(cue, Cue::Crashed { .. })).count()
    };
    assert_eq!(crashes(&simulation), 1);
    // It lies there, deaf to its pilot, and after four seconds its pilot starts anew, in the air.
    let lies = ask(&mut simulation, Input { forward: 1.0, run: true, ..REST }, 200);
    assert!(lies.is_wreck() && lies.avatar.position.y < 2.0 && lies.throttle == 0.0, "{lies:?}");
    assert_eq!(crashes(&simulation), 0);
    let anew = ask(&mut simulation, REST, 60);
    assert!(!anew.is_wreck() && anew.avatar.position.y > 150.0, "{anew:?}");
    assert!(anew.avatar.velocity.length() > 60.0, "{anew:?}");
}

#[test]
fn a_wall_throws_it_back_and_does_harm() {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().wall([-50.0, -10.0], [50.0, -10.0], -20.0, 20.0));
    let mut own = flying(15.0);
    own.avatar.position.z = -6.9;
    // The nose is 3 before the origin: it meets the wall with about 15 m/s, of which 0.3 are left, and loses 5 times
    // that of its health.
    let mut simulation = flown(sketch, law(), own);
    let after = ask(&mut simulation, REST, 1);
    assert!((after.avatar.velocity.z - 4.5).abs() < 0.02, "{after:?}");
    assert!((25.0..25.2).contains(&after.health), "{after:?}");
    assert!(after.avatar.position.z > -7.0, "{after:?}");
}
