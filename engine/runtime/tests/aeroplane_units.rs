//! The same flight in a game whose unit is two metres: what the law says in metres is half as many units.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "C1. Flight law".

use crate::aeroplane::{REST, ask, flown, flying, law, near, piloted, throttled};
use glam::Vec3;
use runtime::Input;
use world::sketch::{ModelSketch, Sketch};
use world::{Aeroplane, AeroplaneLaw, Avatar, Pilot};

/// The law with all that is a length in units half as long.
fn halved() -> AeroplaneLaw {
    let mut own = law();
    own.metres = 2.0;
    own.gear.wheels = own.gear.wheels.map(|wheel| wheel * 0.5);
    own.gear.reach *= 0.5;
    own.crash.points.iter_mut().for_each(|point| *point *= 0.5);
    own
}

/// The same place and speed in that game.
fn half(plane: Aeroplane) -> Aeroplane {
    let (position, velocity) = (plane.avatar.position * 0.5, plane.avatar.velocity * 0.5);
    Aeroplane { avatar: Avatar { position, velocity, ..plane.avatar }, ..plane }
}

#[track_caller]
fn same(whole: Aeroplane, halved: Aeroplane) {
    for (one, other) in [
        (whole.avatar.position, halved.avatar.position * 2.0),
        (whole.avatar.velocity, halved.avatar.velocity * 2.0),
        (whole.momentum, halved.momentum),
        (
            Vec3::new(whole.health, whole.load, whole.stall),
            Vec3::new(halved.health, halved.load, halved.stall),
        ),
    ] {
        one.to_array().into_iter().zip(other.to_array()).for_each(|(one, other)| near(other, one));
    }
}

/// Both after so many ticks over ground at y = 0, or none.
fn both(own: Aeroplane, ground: bool, input: Input, ticks: u32) -> [Aeroplane; 2] {
    [(law(), own), (halved(), half(own))].map(|(law, own)| {
        let mut sketch = Sketch::new();
        if ground {
            sketch.place(ModelSketch::new().floor([-6000.0; 2], [6000.0; 2], 0.0));
        }
        ask(&mut flown(sketch, law, own), input, ticks)
    })
}

#[test]
fn it_flies_the_same() {
    // Above 2,000 m the air is thin.
    for height in [0.0, 1500.0, 3000.0] {
        let mut own = throttled(flying(100.0), 1.0);
        own.avatar.position.y = height;
        let [whole, halved] = both(own, false, Input { pitch: 0.01, strafe: 0.5, ..REST }, 20);
        same(whole, halved);
    }
    // At a stand it gains by its thrust and falls.
    let [whole, halved] = both(throttled(flying(0.0), 1.0), false, REST, 5);
    same(whole, halved);
}

#[test]
fn who_is_put_into_the_air_starts_as_fast() {
    let put = Aeroplane::placed(0, &law(), Avatar { position: Vec3::Y * 300.0, ..Avatar::default() });
    let [whole, halved] = both(put, true, REST, 1);
    same(whole, halved);
    assert!((whole.avatar.velocity.z + 94.5).abs() < 0.5, "{whole:?}");
}

#[test]
fn opponents_go_as_fast_at_least() {
    let mut simulation = piloted(Sketch::new(), halved(), half(flying(0.0)), Pilot::Nobody, Vec3::ZERO);
    near(ask(&mut simulation, REST, 1).avatar.velocity.z, -4.47 / 2.0);
}

#[test]
fn it_rolls_brakes_and_steers_the_same() {
    let mut own = flying(3.0);
    (own.avatar.position.y, own.wheels) = (1.5, Aeroplane::ALL_WHEELS);
    for (input, lever) in
        [(REST, 0.5), (Input { sink: true, ..REST }, 0.0), (Input { strafe: 1.0, ..REST }, 0.5)]
    {
        let [whole, halved] = both(throttled(own, lever), true, input, 10);
        same(whole, halved);
        near(halved.avatar.yaw, whole.avatar.yaw);
        assert_eq!((whole.wheels, halved.wheels), (Aeroplane::ALL_WHEELS, Aeroplane::ALL_WHEELS));
    }
    // At 1.6 m/s it does not park yet, at 1.4 it does.
    for speed in [1.6, 1.4] {
        own.avatar.velocity.z = -speed;
        let [whole, halved] = both(own, true, REST, 1);
        same(whole, halved);
    }
}

#[test]
fn it_lands_as_hard() {
    let mut own = flying(0.0);
    (own.avatar.position.y, own.avatar.velocity.y) = (1.5 + 9.0 / 60.0, -9.0);
    let [whole, halved] = both(own, true, REST, 1);
    assert!(whole.health < 75.0, "{whole:?}");
    same(whole, halved);
}

#[test]
fn a_wreck_falls_the_same() {
    let mut own = Aeroplane { health: 0.0, ..flying(60.0) };
    own.avatar.position.y = 100.0;
    let [whole, halved] = both(own, true, REST, 30);
    same(whole, halved);
    assert!(whole.avatar.velocity.y < -9.0, "{whole:?}");
}

#[test]
fn instruments_show_the_same() {
    let angles = |law: AeroplaneLaw, own: Aeroplane| {
        let mut sketch = Sketch::new();
        let hands: Vec<world::NodeId> = (0..2).map(|_| sketch.place(ModelSketch::new())).collect();
        let gauge = |at: usize, shows, turn| world::Gauge { node: hands[at], shows, turn };
        let gauges =
            vec![gauge(0, world::GaugeReading::Speed, 0.01), gauge(1, world::GaugeReading::Height, 0.001)];
        let mut simulation = flown(sketch, AeroplaneLaw { gauges, ..law }, own);
        ask(&mut simulation, REST, 1);
        [0, 1].map(|at: usize| {
            let x = simulation.state().nodes.transforms[hands[at].index()].matrix3.x_axis;
            -libm::atan2f(x.y, x.x)
        })
    };
    let mut own = flying(50.0);
    own.avatar.position.y = 300.0;
    let (whole, halved) = (angles(law(), own), angles(halved(), half(own)));
    assert!((whole[0] - 0.5).abs() < 1e-2, "{whole:?}");
    (0..2).for_each(|at| near(halved[at], whole[at]));
}
