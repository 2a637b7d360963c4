//! What walls and ceilings do to a tank, with numbers worked out by hand: a tick is 1/60 s.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "A5. Collision". Most of these tanks are in the air, where nothing but the wall
//! changes how they lie and where they look.

use crate::tank::{DT, TANK, ask, driven, field, hill, law, near, standing, tank};
use glam::Vec3;
use runtime::{Cue, Simulation};
use std::f32::consts::{FRAC_PI_2, PI};
use world::sketch::{ModelSketch, Sketch};
use world::{Avatar, Tank, TankLaw};

/// In the air, 50 up.
fn flying(at: Vec3, velocity: Vec3) -> Tank {
    let avatar = Avatar { position: Vec3::new(at.x, 50.0 + at.y, at.z), velocity, ..Avatar::default() };
    Tank { avatar, contacts: 0, ..standing() }
}

/// A wall across the way to the north, 10 away.
fn wall() -> Sketch {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().wall([-50.0, -10.0], [50.0, -10.0], -100.0, 100.0));
    sketch
}

/// The speeds that are told of bumps.
fn bumps(simulation: &Simulation) -> Vec<f32> {
    let told = simulation.cues().iter().filter_map(|cue| match cue {
        Cue::Bumped { actor: TANK, speed, .. } => Some(*speed),
        _ => None,
    });
    told.collect()
}

#[test]
fn whoever_is_thrown_back_lies_as_before() {
    let spins = Tank { pitch: 0.1, roll: -0.2, pitch_rate: 1.0, roll_rate: 0.5, ..standing() };
    let avatar = flying(Vec3::NEG_Z * 7.9, Vec3::NEG_Z * 30.0).avatar;
    let mut simulation = driven(wall(), law(), Tank { avatar, contacts: 0, ..spins });
    let found = ask(&mut simulation, 0.0, 0.0, 1);
    assert_eq!(bumps(&simulation).len(), 1);
    assert_eq!((found.pitch, found.roll), (0.1, -0.2));
}

#[test]
fn a_turn_ends_with_the_part_of_the_way_to_the_wall() {
    // 0.5 a tick to the wall and 1/60 of a turn to the left. That moves the right point of the front 0.519 722 of which
    // 0.4 are free, the left one 0.479 723: the right one is first, and 0.769 642 of the way are left of all.
    let turns = |tank: Tank| Tank { yaw_rate: 1.0, ..tank };
    let own = TankLaw { rate_damping: [0.0; 2], ..law() };
    let north = turns(flying(Vec3::NEG_Z * 7.6, Vec3::NEG_Z * 30.0));
    let mut simulation = driven(wall(), own.clone(), north);
    let found = ask(&mut simulation, 0.0, 0.0, 1);
    near(found.avatar.yaw, 0.769_642 / 60.0);
    assert!((found.avatar.position.z + 7.6 + 0.5 * 0.769_642 - 0.01).abs() < 1e-4, "{found:?}");
    // The right corner is held: that turns it to the right.
    near(found.yaw_rate, 1.0 - 0.15);

    // To the south, where the angle jumps from one half turn to the other on the way: 0.780 984 of it.
    let mut south = Sketch::new();
    south.place(ModelSketch::new().wall([50.0, 10.0], [-50.0, 10.0], -100.0, 100.0));
    let mut tank = turns(flying(Vec3::Z * 7.6, Vec3::Z * 30.0));
    tank.avatar.yaw = PI - 0.005;
    let found = ask(&mut driven(south, own, tank), 0.0, 0.0, 1);
    assert!((found.avatar.yaw - (PI - 0.005 + 0.780_984 / 60.0)).abs() < 2e-5, "{found:?}");
}

#[test]
fn a_point_in_the_middle_turns_nothing() {
    let own = TankLaw { collision: vec![Vec3::new(0.0, 1.0, -3.0)], ..law() };
    let mut simulation = driven(wall(), own, flying(Vec3::NEG_Z * 6.9, Vec3::NEG_Z * 30.0));
    let found = ask(&mut simulation, 0.0, 0.0, 1);
    assert_eq!((bumps(&simulation).len(), found.yaw_rate), (1, 0.0));
}

#[test]
fn a_wall_leaves_the_height_alone_and_a_ceiling_stops_it() {
    // Rising at 20 less 28 / 60, as far as that goes in a tick.
    let velocity = Vec3::new(0.0, 20.0, -30.0);
    let mut simulation = driven(wall(), law(), flying(Vec3::NEG_Z * 7.6, velocity));
    near(ask(&mut simulation, 0.0, 0.0, 1).avatar.position.y, 50.0 + (20.0 - 28.0 / 60.0) / 60.0);
    assert_eq!(bumps(&simulation).len(), 1);

    // Points 1 above the tracks and a ceiling half a unit above them. It rises at 54 - 28/60 = 53.533 and leaves with 0.8
    // of that.
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().ceiling([-50.0; 2], [50.0; 2], 51.5));
    let mut simulation = driven(sketch, law(), flying(Vec3::ZERO, Vec3::Y * 54.0));
    let found = ask(&mut simulation, 0.0, 0.0, 1);
    near(found.avatar.position.y, 50.49);
    near(found.avatar.velocity.y, -0.8 * (54.0 - 28.0 / 60.0));
}

#[test]
fn on_the_ground_a_wall_lifts_nobody() {
    let mut sketch = field();
    sketch.place(ModelSketch::new().wall([-50.0, -10.0], [50.0, -10.0], -1.0, 9.0));
    let at = |contacts: u8, y: f32, fall: f32| {
        let position = Vec3::new(0.0, y, -7.6);
        let velocity = Vec3::new(0.0, fall, -30.0);
        let tank =
            Tank { avatar: Avatar { position, velocity, ..Avatar::default() }, contacts, ..standing() };
        let mut simulation = driven(sketch.clone(), law(), tank);
        let found = ask(&mut simulation, 0.0, 0.0, 1);
        assert_eq!((bumps(&simulation).len(), found.contacts), (1, 4));
        found.avatar.position.y
    };
    // Half a unit below the ground, which is more than it may be lifted to stand again: it stays there.
    assert_eq!(at(4, -0.5, 0.0), -0.5);
    // Who comes down there in this tick is down.
    assert_eq!(at(0, 0.3, -30.0), 0.0);
}

#[test]
fn between_two_walls_a_turn_that_does_not_fit_does_not_happen() {
    // A hundredth of a unit is free to either side. A tick of the turn moves two opposite corners out by 0.033: the left
    // one is held at 0.3 of it and pushed to the right, where the other one is beyond its wall.
    let mut sketch = Sketch::new();
    let lane = ModelSketch::new().wall([-1.21, 50.0], [-1.21, -50.0], 0.0, 100.0);
    sketch.place(lane.wall([1.21, -50.0], [1.21, 50.0], 0.0, 100.0));
    let turns = Tank { yaw_rate: 1.0, ..flying(Vec3::ZERO, Vec3::ZERO) };
    let mut simulation = driven(sketch, law(), turns);
    let found = ask(&mut simulation, 0.0, 0.0, 1);
    assert_eq!((found.avatar.position, found.avatar.yaw), (Vec3::Y * 50.0, 0.0));
    near(found.yaw_rate, 0.85);
    // It did not move to the wall: nothing throws it back.
    assert_eq!((found.avatar.velocity.x, bumps(&simulation)), (0.0, vec![]));
}

#[test]
fn ground_does_not_throw_back_a_point_that_is_below_the_tracks() {
    let own = TankLaw { collision: vec![Vec3::Y * -0.5], ..law() };
    let falls = Tank { contacts: 0, ..standing() };
    let avatar = Avatar { position: Vec3::Y, velocity: Vec3::Y * -60.0, ..Avatar::default() };
    let mut simulation = driven(field(), own, Tank { avatar, ..falls });
    let found = ask(&mut simulation, 0.0, 0.0, 1);
    assert_eq!((bumps(&simulation), found.avatar.position.y), (vec![], 0.0));
    assert!(found.avatar.velocity.y < 0.0, "{found:?}");
}

/// How far the points of a tank are above a plane that rises to the east by a quarter.
fn gaps(tank: &Tank) -> [f32; 4] {
    let body = tank.rotation();
    law().supports.map(|point| {
        let at = tank.avatar.position + body * point;
        at.y - at.x * 0.25
    })
}

/// One that drives up a hill to the east at 30, from `x`.
fn uphill(x: f32) -> Tank {
    let pitch = libm::atanf(0.25);
    let (sin, cos) = (libm::sinf(pitch), libm::cosf(pitch));
    let avatar = Avatar {
        position: Vec3::new(x, x * 0.25, 0.0),
        velocity: Vec3::new(cos, sin, 0.0) * 30.0,
        yaw: -FRAC_PI_2,
        ..Avatar::default()
    };
    Tank { avatar, pitch, ..standing() }
}

#[test]
fn on_a_slope_it_stands_where_it_is_thrown_back_to() {
    // Its front points are 2 · 0.9701 + 1 · -0.2425 = 1.698 ahead of it, and the wall 0.2 farther: where it comes to, the
    // hill is 0.05 higher than where it was.
    let mut sketch = hill(0.25);
    sketch.place(ModelSketch::new().wall([11.898, -50.0], [11.898, 50.0], -100.0, 100.0));
    let mut simulation = driven(sketch, law(), uphill(10.0));
    let found = ask(&mut simulation, 0.0, 0.0, 1);
    assert_eq!(bumps(&simulation).len(), 1);
    assert!((found.avatar.position.x - 10.19).abs() < 5e-3, "{found:?}");
    assert!(gaps(&found).iter().all(|gap| gap.abs() < 1e-3), "{:?}", gaps(&found));
}

#[test]
fn a_corner_over_a_hole_does_not_pull_it_down_when_it_stands_again() {
    // As above, with ground 3 lower below its left rear point: the other three are on the hill.
    let mut sketch = Sketch::new();
    let rise = |from: f32, to: f32, drop: f32| (from * 0.25 - drop, to * 0.25 - drop);
    let mut piece = |x: [f32; 2], z: [f32; 2], drop: f32| {
        let (west, east) = rise(x[0], x[1], drop);
        sketch.place(ModelSketch::new().slope([x[0], z[0]], [x[1], z[1]], west, east));
    };
    piece([-50.0, 10.0], [0.0, 50.0], 0.0);
    piece([10.0, 50.0], [-50.0, 50.0], 0.0);
    piece([-50.0, 10.0], [-50.0, 0.0], 3.0);
    sketch.place(ModelSketch::new().wall([11.898, -50.0], [11.898, 50.0], -100.0, 100.0));
    let mut simulation = driven(sketch, law(), uphill(10.0));
    let found = ask(&mut simulation, 0.0, 0.0, 1);
    assert_eq!((bumps(&simulation).len(), found.contacts), (1, 3));
    let gaps = gaps(&found);
    assert!(gaps.iter().all(|gap| gap.abs() < 1e-3), "{gaps:?}");
}

#[test]
fn who_tips_over_an_edge_tips_on_when_a_wall_is_in_the_way() {
    // Nose down by 0.03 its front stands, and its rear is 0.12 above the ground: two points. A wall throws it back.
    let mut sketch = field();
    sketch.place(ModelSketch::new().wall([-50.0, -10.0], [50.0, -10.0], -1.0, 9.0));
    let avatar =
        Avatar { position: Vec3::new(0.0, 0.06, -7.6), velocity: Vec3::NEG_Z * 30.0, ..Avatar::default() };
    let mut simulation = driven(sketch, law(), Tank { avatar, pitch: -0.03, contacts: 2, ..standing() });
    let found = ask(&mut simulation, 0.0, 0.0, 1);
    assert_eq!((bumps(&simulation).len(), found.contacts, found.pitch), (1, 2, -0.03));
}

#[test]
fn whoever_is_thrown_back_off_a_ledge_does_not_drop_at_once() {
    // It comes down with all of its points on a ledge half a unit high, and the wall throws it back over the edge.
    let mut sketch = Sketch::new();
    let ground = ModelSketch::new().floor([-50.0, -50.0], [50.0, 0.0], 0.5);
    sketch.place(ground.floor([-50.0, 0.0], [50.0, 50.0], 0.0));
    sketch.place(ModelSketch::new().wall([-50.0, -3.0], [50.0, -3.0], -1.0, 9.0));
    let own = TankLaw { rate_damping: [0.0; 2], collision: vec![Vec3::new(0.0, 1.0, -2.0)], ..law() };
    let avatar = Avatar {
        position: Vec3::new(0.0, 0.7, -0.9),
        velocity: Vec3::new(0.0, -12.0, -90.0),
        ..Avatar::default()
    };
    let fast = TankLaw { rates: [48.0, 200.0], ..own };
    let mut simulation = driven(sketch, fast, Tank { avatar, contacts: 0, ..standing() });
    let found = ask(&mut simulation, 0.0, 0.0, 1);
    assert_eq!((bumps(&simulation).len(), found.contacts), (1, 4));
    // The front points are on the ledge, the rear ones over the ground below it.
    assert!((found.avatar.position.z + 0.99).abs() < 1e-2, "{found:?}");
    assert_eq!((found.avatar.position.y, found.pitch), (0.5, 0.0));
    assert!(tank(&simulation).avatar.velocity.z > 60.0 * DT);
}

#[test]
fn the_slowest_bump_is_one_and_ends_where_the_wall_is() {
    // 0.05 to the wall of the 0.1 that it goes in a tick, and 0.01 from it; it leaves with 10.
    let own = || TankLaw { rate_damping: [0.0; 2], ..law() };
    let found = ask(&mut driven(wall(), own(), flying(Vec3::NEG_Z * 7.95, Vec3::NEG_Z * 6.0)), 0.0, 0.0, 1);
    assert!((found.avatar.position.z + 7.99).abs() < 1e-4, "{found:?}");
    near(found.avatar.velocity.z, 10.0);
    let found = ask(&mut driven(wall(), own(), flying(Vec3::NEG_Z * 7.999, Vec3::NEG_Z * 0.3)), 0.0, 0.0, 1);
    near(found.avatar.velocity.z, 10.0);
}

#[test]
fn a_wall_on_a_plinth_does_not_hold_it() {
    // A plinth that it climbs, as steep as a stair, with a lattice on it that is there from both sides.
    let plinth = ModelSketch::new().cuboid(Vec3::new(-3.0, 0.0, -14.0), Vec3::new(3.0, 0.7, -10.0));
    let lattice = ModelSketch::new().double_sided(true);
    let lattice =
        lattice.wall([-2.2, -10.6], [2.2, -10.6], 0.7, 10.0).wall([2.2, -10.6], [2.2, -13.4], 0.7, 10.0);
    let lattice =
        lattice.wall([2.2, -13.4], [-2.2, -13.4], 0.7, 10.0).wall([-2.2, -13.4], [-2.2, -10.6], 0.7, 10.0);
    // Points as high as those of a body with a turret.
    let around = |y: f32| {
        [[-1.2, -2.0], [0.0, -3.0], [1.2, -2.0], [-1.2, 2.0], [0.0, 2.0], [1.2, 2.0]]
            .map(|[x, z]| Vec3::new(x, y, z))
    };
    let law = TankLaw { collision: [around(0.9), around(1.8)].concat(), ..law() };
    for (x, yaw) in [(0.0, 0.0), (1.5, 0.0), (-2.6, -0.2)] {
        let mut sketch = field();
        sketch.place(plinth.clone());
        sketch.place(lattice.clone());
        let mut tank = standing();
        tank.avatar.position.x = x;
        tank.avatar.yaw = yaw;
        let mut simulation = driven(sketch, law.clone(), tank);
        ask(&mut simulation, 1.0, 0.0, 45);
        let near = ask(&mut simulation, 0.6, 0.0, 240);
        // Whoever drives back gets away.
        let from = near.avatar.position;
        let after = ask(&mut simulation, -1.0, 0.0, 120);
        assert!(after.avatar.position.distance(from) > 15.0, "{x} {yaw}: {near:?} {after:?}");
    }
}

#[test]
fn a_wall_throws_it_back() {
    let walled = || {
        let mut sketch = field();
        sketch.place(ModelSketch::new().wall([-50.0, -10.0], [50.0, -10.0], -1.0, 9.0));
        sketch
    };
    // The front points, 2 ahead, meet it after 7.5 more units: 30 / 60 a tick.
    let fast = Tank {
        avatar: Avatar {
            position: Vec3::new(0.0, 0.0, -7.6),
            velocity: Vec3::new(0.0, 0.0, -30.0),
            ..Avatar::default()
        },
        ..standing()
    };
    let own = TankLaw { rate_damping: [0.0; 2], ..law() };
    let mut simulation = driven(walled(), own.clone(), fast);
    let found = ask(&mut simulation, 0.0, 0.0, 1);
    near(found.avatar.velocity.z, 24.0);
    near(found.avatar.position.z, -7.99);
    // The left point is the first of two: from it, the wall turns it to the left.
    near(found.yaw_rate, 0.15);
    let bumps: Vec<f32> = simulation
        .cues()
        .iter()
        .filter_map(|cue| match cue {
            Cue::Bumped { actor: TANK, speed, .. } => Some(*speed),
            _ => None,
        })
        .collect();
    assert_eq!(bumps, [30.0]);
    // A slow one leaves with 10.
    let slow = Tank {
        avatar: Avatar {
            velocity: Vec3::new(0.0, 0.0, -7.0),
            position: Vec3::new(0.0, 0.0, -7.95),
            ..Avatar::default()
        },
        ..standing()
    };
    let mut simulation = driven(walled(), own, slow);
    near(ask(&mut simulation, 0.0, 0.0, 1).avatar.velocity.z, 10.0);
    // However fast it is, it never gets through.
    let mut simulation = driven(walled(), law(), standing());
    for _ in 0..600 {
        assert!(ask(&mut simulation, 1.0, 0.0, 1).avatar.position.z > -8.0);
    }
}

#[test]
fn slopes_that_are_ground_do_not_throw_it_back_and_ceilings_do() {
    // y of the normal of a rise of 0.9 is 0.743.
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-50.0; 2], [5.0, 50.0], 0.0).slope(
        [5.0, -50.0],
        [50.0, 50.0],
        0.0,
        40.5,
    ));
    let own = TankLaw { slide: 0.0, ..law() };
    let mut simulation =
        driven(sketch, own, Tank { avatar: Avatar { yaw: -FRAC_PI_2, ..Avatar::default() }, ..standing() });
    let found = ask(&mut simulation, 1.0, 0.0, 120);
    assert!(found.avatar.position.x > 8.0 && found.avatar.position.y > 2.0, "{found:?}");

    let mut sketch = field();
    sketch.place(ModelSketch::new().ceiling([-50.0; 2], [50.0; 2], 3.0));
    let rising = Tank {
        avatar: Avatar { position: Vec3::Y, velocity: Vec3::Y * 54.0, ..Avatar::default() },
        contacts: 0,
        ..standing()
    };
    let mut simulation = driven(sketch, law(), rising);
    let found = ask(&mut simulation, 0.0, 0.0, 2);
    assert!(found.avatar.velocity.y < -10.0 && found.avatar.position.y < 2.0, "{found:?}");
}
