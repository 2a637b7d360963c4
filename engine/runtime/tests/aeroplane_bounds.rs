//! What limits an aeroplane's law, and what it is where it has no numbers: each worked out by hand, a tick is 1/60 s.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "C1. Flight law".

use crate::aeroplane::{REST, ask, ballistic, flown, flying, law, near, throttled, unmoved};
use glam::{Affine3A, Quat, Vec3};
use runtime::Input;
use std::f32::consts::{FRAC_PI_2, PI, TAU};
use world::sketch::{ModelSketch, Sketch};
use world::{Aeroplane, AeroplaneLaw, AirLaw, Gauge, GaugeReading};

fn tick(law: AeroplaneLaw, own: Aeroplane, input: Input) -> Aeroplane {
    ask(&mut flown(Sketch::new(), law, own), input, 1)
}

fn sideways(degrees: f32) -> Aeroplane {
    let mut own = flying(60.0);
    own.avatar.velocity = Quat::from_rotation_y(-degrees.to_radians()) * own.avatar.velocity;
    own
}

#[test]
fn the_lever_has_two_ends_and_half_the_throttle_burns_half() {
    let forward = |forward: f32| {
        ask(&mut flown(Sketch::new(), law(), throttled(flying(60.0), 0.5)), Input { forward, ..REST }, 200)
    };
    assert_eq!((forward(1.0).lever, forward(-1.0).lever), (1.0, 0.0));
    let half = throttled(Aeroplane { fuel: 10.0, ..flying(60.0) }, 0.5);
    near(tick(law(), half, REST).fuel, 10.0 - 2.5 / 60.0);
}

#[test]
fn the_airscrew_turns_with_the_engine() {
    let turned =
        |own: Aeroplane, ticks: u32| ask(&mut flown(Sketch::new(), law(), own), REST, ticks).airscrew;
    // 12 a second while it idles, 46 more at full throttle, and nothing without fuel.
    near(turned(flying(60.0), 1), 12.0 / 60.0);
    near(turned(flying(60.0), 2), 24.0 / 60.0);
    near(turned(throttled(flying(60.0), 0.5), 1), 35.0 / 60.0);
    assert_eq!(turned(Aeroplane { fuel: 0.0, ..flying(60.0) }, 1), 0.0);
    near(turned(Aeroplane { fuel: 0.3, ..flying(60.0) }, 1), 12.0 / 60.0);
    // Whole turns do not add up.
    near(turned(Aeroplane { airscrew: 6.2, ..flying(60.0) }, 1), 6.2 + 0.2 - TAU);
}

#[test]
fn airscrew_and_hands_are_seen_turned_about_their_own_axis() {
    // Both lie on their backs in the model.
    let mut sketch = Sketch::new();
    let [airscrew, hand] = [0, 1].map(|_| {
        let node = sketch.place(ModelSketch::new());
        sketch.at(node).transform = Affine3A::from_rotation_x(FRAC_PI_2);
        node
    });
    let gauges = vec![Gauge { node: hand, shows: GaugeReading::Speed, turn: -0.005 }];
    let own = AeroplaneLaw { airscrews: vec![airscrew], gauges, ..ballistic() };
    let mut simulation = flown(sketch, own, Aeroplane { airscrew: 0.1, ..flying(60.0) });
    ask(&mut simulation, REST, 1);
    let probe = simulation.probe();
    for node in [airscrew, hand] {
        // 0.1 and 12 / 60; 60 of 0.005: 0.3 both.
        let seen = *probe.occurrences.transform(probe.occurrences.of(node).next().unwrap());
        let x = Vec3::from(seen.matrix3.x_axis);
        assert!(x.abs_diff_eq(Vec3::new(0.955_336, 0.0, 0.295_520), 1e-3), "{seen:?}");
        assert!(seen.matrix3.z_axis.abs_diff_eq([0.0, -1.0, 0.0].into(), 1e-4), "{seen:?}");
    }
}

#[test]
fn the_stick_goes_no_farther_than_its_end() {
    let own = AeroplaneLaw { stick: [2.0, 8.0], ..law() };
    let fast = Input { pitch: 9.0, yaw: 9.0, ..REST };
    let found = ask(&mut flown(Sketch::new(), own, flying(60.0)), fast, 30);
    assert_eq!(found.stick, [-1.0, 1.0]);
    // One without a measure does not move, whatever the hand does.
    let own = AeroplaneLaw { stick: [0.0, 8.0], ..law() };
    assert_eq!(tick(own.clone(), flying(60.0), fast).stick, [0.0; 2]);
    assert_eq!(tick(own, flying(60.0), REST).stick, [0.0; 2]);
}

#[test]
fn the_load_of_what_flies_upside_down_is_against_it() {
    let over = |speed: f32| Aeroplane { attitude: Quat::from_rotation_z(PI), ..flying(speed) };
    near(tick(law(), over(60.0), REST).load, -2.036_66);
    // At 20 m/s 2.4 would be asked of the wings; 1.8 are the most either way, which is 14.995 of 20.
    let slow = tick(law(), over(20.0), REST).avatar.velocity.y;
    assert!((slow + (20.0 - 14.995) / 60.0).abs() < 1e-3, "{slow}");
    // Where a load has no measure there is none.
    let mut own = law();
    own.load[0] = 0.0;
    assert_eq!(tick(own, flying(60.0), REST).load, 0.0);
}

#[test]
fn air_without_a_least_speed_gives_no_thrust_at_a_stand() {
    let air = AirLaw { sound: [558.0, 0.0], ..law().air };
    let found = tick(AeroplaneLaw { air, ..law() }, throttled(flying(0.0), 1.0), REST);
    near(found.avatar.velocity.y, -20.0 / 60.0);
    near(found.avatar.velocity.z, 0.0);
}

#[test]
fn air_without_a_speed_of_sound_is_flown_through() {
    let air = AirLaw { sound: [0.0, 0.1], ..law().air };
    let found = tick(AeroplaneLaw { air, ..law() }, flying(60.0), REST);
    assert!((found.avatar.position.z + 1.0).abs() < 0.01, "{found:?}");
}

#[test]
fn controls_that_begin_and_count_at_one_speed_begin_at_once() {
    let own = || AeroplaneLaw { authority: [20.0; 2], ..ballistic() };
    let pulls = |speed: f32| tick(own(), Aeroplane { stick: [0.0, 1.0], ..flying(speed) }, REST).momentum.x;
    // 3.3 / 60, of which e^(-5/60) is left.
    for (speed, share) in [(19.0, 0.0), (20.0, 1.0), (21.0, 1.0)] {
        near(pulls(speed), 0.055 * 0.920_044 * share);
    }
}

#[test]
fn the_rudder_is_lost_with_the_other_controls() {
    let with = |strafe: f32| tick(law(), sideways(46.1), Input { strafe, ..REST }).momentum;
    assert_eq!(with(1.0), with(0.0));
}

#[test]
fn straight_up_it_has_the_heading_that_it_had() {
    let mut up = Aeroplane { attitude: Quat::from_rotation_x(FRAC_PI_2), ..flying(0.0) };
    up.avatar.yaw = 0.7;
    let found = tick(ballistic(), up, REST);
    assert_eq!((found.avatar.yaw, found.avatar.grounded), (0.7, false));
}

#[test]
fn a_law_without_size_weight_or_wings_moves_nothing() {
    let changes: [fn(&mut AeroplaneLaw); 3] =
        [|law| law.metres = 0.0, |law| law.weight = 0.0, |law| law.wings = 0.0];
    for change in changes {
        let mut own = law();
        change(&mut own);
        let found = tick(own, throttled(flying(60.0), 1.0), REST);
        assert_eq!((found.avatar.position, found.airscrew), (Vec3::ZERO, 0.0));
        assert_eq!(found.avatar.velocity, Vec3::NEG_Z * 60.0);
    }
}

#[test]
fn a_tick_that_cannot_be_reckoned_leaves_it_where_it_was() {
    let own = AeroplaneLaw { gravity: f32::INFINITY, ..unmoved() };
    let found = tick(own, Aeroplane { momentum: Vec3::X, ..flying(60.0) }, REST);
    assert_eq!(
        (found.avatar.position, found.avatar.velocity, found.momentum),
        (Vec3::ZERO, Vec3::ZERO, Vec3::ZERO)
    );
    assert_eq!(found.attitude, Quat::IDENTITY);
}

#[test]
fn an_airscrew_that_was_removed_is_not_touched() {
    let mut sketch = Sketch::new();
    let airscrew = sketch.place(ModelSketch::new());
    let own = AeroplaneLaw { airscrews: vec![airscrew], ..law() };
    let mut simulation = flown(sketch, own, flying(60.0));
    assert!(simulation.edit().despawn(airscrew));
    let before = simulation.state().nodes.transforms[airscrew.index()];
    ask(&mut simulation, REST, 1);
    assert_eq!(simulation.state().nodes.transforms[airscrew.index()], before);
}
