//! The law of a tank on tracks, line by line, with numbers worked out by hand: a tick is 1/60 s.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "A4. Tick order", "A5. Collision".

use crate::common::start_scene;
use glam::{Affine3A, Vec3};
use runtime::{Cue, Input, Simulation};
use std::f32::consts::FRAC_PI_2;
use world::sketch::{ModelSketch, Sketch};
use world::{
    Aabb, Actor, ActorId, ActorKind, Avatar, LawKind, LeanLaw, NodeId, Pilot, Region, RegionKind, SeatId,
    Tank, TankLaw, TankMode, TracksLaw, VehicleLaw, Views,
};

pub(crate) const DT: f32 = 1.0 / 60.0;
pub(crate) const TANK: ActorId = ActorId(1);

/// The law of the column `bft`, with points around a body 2.4 wide and 4 long.
pub(crate) fn law() -> TankLaw {
    TankLaw {
        rates: [48.0, 65.0],
        turns: [2.5, 3.5],
        turn_damping: 12.0,
        rate_damping: [4.0, 1.25],
        friction: [10_000.0, 8.0],
        attitude_damping: 8.0,
        gravity: 28.0,
        light_gravity: [1.0 / 3.0, 1.0 / 6.0],
        slope: [0.707, 0.0],
        supports: [[-1.2, -2.0], [1.2, -2.0], [-1.2, 2.0], [1.2, 2.0]].map(|[x, z]| Vec3::new(x, 0.0, z)),
        collision: [[-1.2, -2.0], [1.2, -2.0], [-1.2, 2.0], [1.2, 2.0]]
            .map(|[x, z]| Vec3::new(x, 1.0, z))
            .to_vec(),
        bounce: [0.8, 10.0, 0.15],
        ram: [0.2, 1.1],
        walls: [-0.9, -0.9, 0.71],
        quicksand: [0.9, 0.9],
        lava: [0.8, 0.6],
        health: 100.0,
        alarm: 0.25,
        drown: [1.0, 8.0],
        contact_speed: 5.0,
        nose_drop: [std::f32::consts::FRAC_PI_6, -0.7, -0.7],
        tip_rate: 1.2,
        slide: 5.0,
        largest_rise: 55.0,
        side_gravity: -28.0,
        dead_speed: 0.01,
        step: 1.0,
        upgrades: 0,
        mode_pause: 1.0,
        rescues: vec![TankMode::Amphibious, TankMode::Submarine, TankMode::Hover],
        altitude: 2.0,
        draft: 3.0,
        spring: [-10.0, -3.0],
        wave: [0.0; 7],
        dive: [-3.0, 4.1],
        submarine: [20.0, 0.5],
        lean: LeanLaw { body: None, pitch: [-0.01, 0.085], roll: [0.0015, 0.075], smooth: 6.0 },
        tracks: TracksLaw::default(),
    }
}

/// A tank in a world, piloted from the second seat; whoever is in the first stands far away.
pub(crate) fn driven(mut sketch: Sketch, law: TankLaw, tank: Tank) -> Simulation {
    let law = LawKind::Tank(Box::new(law));
    sketch.scene.vehicles.push(VehicleLaw { name: "tank".into(), node: None, views: Views::default(), law });
    sketch.scene.avatar.position = Vec3::new(400.0, 0.0, 400.0);
    let mut simulation = start_scene(sketch.scene);
    let kind = ActorKind::Tank(Box::new(tank));
    let actor = Actor { kind, pilot: Pilot::Person(SeatId(1)), node: None };
    assert_eq!(simulation.edit().add_actor(actor), Ok(TANK));
    simulation
}

pub(crate) fn field() -> Sketch {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-4000.0; 2], [4000.0; 2], 0.0));
    sketch
}

/// One that stands on level ground.
pub(crate) fn standing() -> Tank {
    Tank { contacts: 4, ..Tank::standing(0, &law(), Avatar::default()) }
}

pub(crate) fn tank(simulation: &Simulation) -> Tank {
    match &simulation.state().actors.find(TANK.0).unwrap().kind {
        ActorKind::Tank(tank) => **tank,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn ask(simulation: &mut Simulation, forward: f32, steer: f32, ticks: u32) -> Tank {
    let input = Input { forward, strafe: -steer, ..Input::default() };
    for _ in 0..ticks {
        simulation.advance(&[Input::default(), input], &[]);
    }
    tank(simulation)
}

#[track_caller]
pub(crate) fn near(found: f32, wanted: f32) {
    assert!((found - wanted).abs() <= 1e-4 * wanted.abs().max(1.0), "{found} instead of {wanted}");
}

#[test]
fn throttle_gains_speed_against_what_it_loses() {
    let mut simulation = driven(field(), law(), standing());
    // 48 / 60, and as far as that goes in a tick.
    let first = ask(&mut simulation, 1.0, 0.0, 1);
    near(first.avatar.velocity.z, -0.8);
    near(first.avatar.position.z, -0.8 / 60.0);
    // 0.8 · e^(-1.25/60) + 0.8.
    near(ask(&mut simulation, 1.0, 0.0, 1).avatar.velocity.z, -1.583_506);
    // Where it gains as much as it loses: 0.8 / (1 - e^(-1.25/60)).
    near(ask(&mut simulation, 1.0, 0.0, 1200).avatar.velocity.z, -38.801_39);
    // Coasting: e^(-4/60).
    near(ask(&mut simulation, 0.0, 0.0, 1).avatar.velocity.z, -38.801_39 * 0.935_507);
    // Backwards it only brakes: nothing of the same direction fades away.
    let before = tank(&simulation).avatar.velocity.z;
    near(ask(&mut simulation, -1.0, 0.0, 1).avatar.velocity.z, before + 0.8);
    // In the end it stands.
    ask(&mut simulation, 0.0, 0.0, 400);
    let still = tank(&simulation);
    assert_eq!((still.avatar.velocity.x, still.avatar.velocity.z), (0.0, 0.0));
}

#[test]
fn the_fastest_speed_is_that_of_the_demand() {
    let own = TankLaw { rate_damping: [4.0, 0.0], ..law() };
    let mut simulation = driven(field(), own, standing());
    near(ask(&mut simulation, 1.0, 0.0, 120).avatar.velocity.z, -65.0);
    near(ask(&mut simulation, 0.5, 0.0, 1).avatar.velocity.z, -32.5);
    near(ask(&mut simulation, -1.0, 0.0, 200).avatar.velocity.z, 65.0);
    // Speeds below 0.01 / 60 are none.
    let slow =
        Tank { avatar: Avatar { velocity: Vec3::new(0.0, 0.0, 1.6e-4), ..Avatar::default() }, ..standing() };
    let mut simulation = driven(field(), law(), slow);
    assert_eq!(ask(&mut simulation, 0.0, 0.0, 1).avatar.velocity.z, 0.0);
}

#[test]
fn steering_turns_on_the_ground_alone() {
    let mut simulation = driven(field(), law(), standing());
    // 2.5 / 60, and what that turns in a tick.
    let first = ask(&mut simulation, 0.0, 1.0, 1);
    near(first.yaw_rate, 0.041_666_67);
    near(first.avatar.yaw, 0.041_666_67 / 60.0);
    near(ask(&mut simulation, 0.0, 1.0, 120).yaw_rate, 3.5);
    // e^(-12/60).
    near(ask(&mut simulation, 0.0, 0.0, 1).yaw_rate, 3.5 * 0.818_730_8);
    // Against the turn it first stops.
    near(ask(&mut simulation, 0.0, -1.0, 1).yaw_rate, -0.041_666_67);
    // Whole turns do not add up.
    assert!(ask(&mut simulation, 0.0, 1.0, 600).avatar.yaw.abs() <= std::f32::consts::PI + 1e-3);

    let flying = Tank {
        avatar: Avatar { position: Vec3::Y * 50.0, ..Avatar::default() },
        contacts: 0,
        yaw_rate: 1.0,
        ..standing()
    };
    let mut simulation = driven(field(), law(), flying);
    assert_eq!(ask(&mut simulation, 0.0, 1.0, 5).yaw_rate, 1.0);
}

#[test]
fn the_mouse_steers_as_fast_as_it_turns() {
    let mut simulation = driven(field(), law(), standing());
    // Half of 3.5 / 60 in a tick asks for half.
    let input = Input { yaw: 1.75 / 60.0, pitch: 0.1, ..Input::default() };
    simulation.advance(&[Input::default(), input], &[]);
    let found = tank(&simulation);
    near(found.yaw_rate, 0.5 * 2.5 / 60.0);
    near(found.avatar.pitch, 0.1);
}

#[test]
fn tracks_grip_until_the_side_acceleration_is_too_much() {
    let turning = Tank {
        avatar: Avatar { velocity: Vec3::new(0.0, 0.0, -30.0), ..Avatar::default() },
        yaw_rate: 1.0,
        ..standing()
    };
    // 30 · 1.041667 rad/s, and what the decay of a tick leaves of the speed.
    let mut simulation = driven(field(), law(), turning);
    let gripping = ask(&mut simulation, 0.0, 1.0, 1);
    assert!(!gripping.skids);
    let right = Vec3::new(libm::cosf(gripping.avatar.yaw), 0.0, -libm::sinf(gripping.avatar.yaw));
    near(gripping.avatar.velocity.dot(right), 0.0);

    // In the space of the body, before: -30 goes ahead, and the turn of this tick moves it to the side.
    let own = TankLaw { friction: [20.0, 8.0], turns: [0.0, 3.5], rate_damping: [0.0; 2], ..law() };
    let mut simulation = driven(field(), own, turning);
    let skidding = ask(&mut simulation, 0.0, 1.0, 1);
    assert!(skidding.skids);
    let yaw = DT;
    let right = Vec3::new(libm::cosf(yaw), 0.0, -libm::sinf(yaw));
    let (ahead, side) = (-30.0 * libm::cosf(yaw), 30.0 * libm::sinf(yaw));
    // (side speed + 30 · 1 / 60) · e^(-8/60).
    near(skidding.avatar.velocity.dot(right), (side - ahead * DT) * 0.875_173_3);
    // While it skids half of the throttle may reach the whole speed.
    let fast = Tank {
        avatar: Avatar { velocity: Vec3::new(0.0, 0.0, -60.0), ..Avatar::default() },
        skids: true,
        ..turning
    };
    let own = TankLaw { friction: [20.0, 8.0], rate_damping: [0.0; 2], turns: [0.0, 3.5], ..law() };
    let mut simulation = driven(field(), own, fast);
    let speed = ask(&mut simulation, 0.5, 1.0, 1);
    let ahead = Vec3::new(-libm::sinf(yaw), 0.0, -libm::cosf(yaw));
    near(speed.avatar.velocity.dot(ahead), 60.0 * libm::cosf(yaw) + 0.4);
}

/// A plane that rises to the east by a part of a unit for each unit.
pub(crate) fn hill(rise: f32) -> Sketch {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().slope([-500.0; 2], [500.0; 2], -500.0 * rise, 500.0 * rise));
    sketch
}

/// How far the points of a tank are from a plane through the origin that rises to the east.
fn gaps(tank: &Tank, rise: f32) -> [f32; 4] {
    let body = tank.rotation();
    law().supports.map(|point| {
        let at = tank.avatar.position + body * point;
        at.y - at.x * rise
    })
}

#[test]
fn it_lies_on_the_plane_of_its_points() {
    // Looking north with the hill on the right: it rolls. Looking east: it lifts its nose.
    // Two points just touch the hill: they are 1.2 or 2 to the east.
    let touching = |yaw: f32, y: f32| {
        let avatar = Avatar { yaw, position: Vec3::Y * y, ..Avatar::default() };
        driven(hill(0.25), law(), Tank { avatar, ..standing() })
    };
    for (yaw, y, pitch, roll) in [
        (0.0, 0.3, 0.0, 0.244_978_66),
        (-FRAC_PI_2, 0.5, 0.244_978_66, 0.0),
        (FRAC_PI_2, 0.5, -0.244_978_66, 0.0),
    ] {
        let mut simulation = touching(yaw, y);
        // At first two of its points are in the air: it tips over.
        assert_eq!(ask(&mut simulation, 0.0, 0.0, 1).contacts, 2);
        let found = ask(&mut simulation, 0.0, 0.0, 60);
        near(found.pitch, pitch);
        near(found.roll, roll);
        assert_eq!(found.contacts, 4);
        assert!(gaps(&found, 0.25).iter().all(|gap| gap.abs() < 1e-3), "{:?}", gaps(&found, 0.25));
    }
    // Driving over it, it neither hovers nor sinks by 2 cm.
    let mut simulation = touching(0.0, 0.3);
    ask(&mut simulation, 0.0, 0.0, 60);
    for _ in 0..300 {
        let found = ask(&mut simulation, 1.0, 0.3, 1);
        assert!(gaps(&found, 0.25).iter().all(|gap| gap.abs() < 0.02), "{:?}", gaps(&found, 0.25));
    }
}

#[test]
fn it_slides_down_a_slope_and_cannot_drive_up_a_steep_one() {
    let downhill =
        Tank { avatar: Avatar { yaw: FRAC_PI_2, ..Avatar::default() }, pitch: -0.244_978_66, ..standing() };
    let mut simulation = driven(hill(0.25), law(), downhill);
    // 5 · 28 / 60 along (-sin, -sin²/cos) of the slope: cos² · 0.25 to the west.
    let found = ask(&mut simulation, 0.0, 0.0, 1);
    near(found.avatar.velocity.x, -0.25 / 1.0625 * 5.0 * 28.0 / 60.0);
    // y of the normal of 45° is 0.7071, of a rise of 1.1 less than 0.707.
    for (rise, climbs) in [(0.99, true), (1.1, false)] {
        let own = TankLaw { slide: 0.0, rate_damping: [0.0; 2], ..law() };
        let uphill = Tank {
            avatar: Avatar { yaw: -FRAC_PI_2, ..Avatar::default() },
            pitch: libm::atanf(rise),
            ..standing()
        };
        let mut simulation = driven(hill(rise), own, uphill);
        ask(&mut simulation, 0.0, 0.0, 1);
        let found = ask(&mut simulation, 1.0, 0.0, 30);
        assert_eq!(found.avatar.velocity.x > 1.0, climbs, "{rise}: {found:?}");
        // Down it drives.
        let found = ask(&mut simulation, -1.0, 0.0, 60);
        assert!(found.avatar.velocity.x < -5.0, "{rise}: {found:?}");
    }
}

#[test]
fn it_falls_nose_first_and_lands() {
    let high =
        Tank { avatar: Avatar { position: Vec3::Y * 10.0, ..Avatar::default() }, contacts: 0, ..standing() };
    let mut simulation = driven(field(), law(), high);
    let first = ask(&mut simulation, 0.0, 0.0, 1);
    near(first.avatar.velocity.y, -28.0 / 60.0);
    near(first.avatar.position.y, 10.0 - 28.0 / 3600.0);
    // (0 + 0.5236) · -0.7, of which 1 - e^(-8/60) in a tick.
    near(first.pitch_rate, -0.366_52 * 0.124_826_7);
    // The most that it wants is -0.7.
    let upright = Tank { pitch: 1.2, ..high };
    let mut up = driven(field(), law(), upright);
    near(ask(&mut up, 0.0, 0.0, 1).pitch_rate, -0.7 * 0.124_826_7);

    let mut landed = None;
    for _ in 0..120 {
        ask(&mut simulation, 0.0, 0.0, 1);
        landed = landed.or_else(|| {
            simulation.cues().iter().find_map(|cue| match cue {
                Cue::Landed { actor: TANK, speed, .. } => Some(*speed),
                _ => None,
            })
        });
    }
    // A fall of ten units: about the root of 2 · 28 · 10.
    assert!((landed.unwrap() - 23.66).abs() < 1.0, "{landed:?}");
    let found = tank(&simulation);
    assert_eq!(found.contacts, 4);
    assert!(found.avatar.position.y.abs() < 1e-3 && found.pitch.abs() < 1e-3, "{found:?}");
}

#[test]
fn the_vertical_speed_is_how_far_it_went_and_a_great_rise_is_none() {
    let own = TankLaw { slide: 0.0, ..law() };
    let buried = |depth: f32| Tank {
        avatar: Avatar { position: Vec3::Y * -depth, ..Avatar::default() },
        ..standing()
    };
    let mut simulation = driven(field(), own.clone(), buried(0.5));
    near(ask(&mut simulation, 0.0, 0.0, 1).avatar.velocity.y, 30.0);
    let mut simulation = driven(field(), own, buried(0.95));
    assert_eq!(ask(&mut simulation, 0.0, 0.0, 1).avatar.velocity.y, 0.0);
}

#[test]
fn on_two_points_it_tips_over_the_edge() {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-50.0, 0.0], [50.0, 50.0], 0.0));
    let mut simulation = driven(
        sketch,
        law(),
        Tank { avatar: Avatar { position: Vec3::Z, ..Avatar::default() }, ..standing() },
    );
    let found = ask(&mut simulation, 0.0, 0.0, 1);
    assert_eq!(found.contacts, 2);
    near(found.pitch_rate, -1.2);
    near(found.roll_rate, 0.0);
    // It sank by gravity and was lifted again, and 5 / 60 pulls it down.
    near(found.avatar.velocity.y, -5.0 / 60.0);
    let next = ask(&mut simulation, 0.0, 0.0, 1);
    near(next.pitch, -1.2 / 60.0);

    // It turns about the edge: the points on it stay where they are.
    let edge = |tank: &Tank| tank.avatar.position + tank.rotation() * Vec3::new(0.0, 0.0, 2.0);
    for _ in 0..20 {
        let found = ask(&mut simulation, 0.0, 0.0, 1);
        assert!(edge(&found).abs_diff_eq(Vec3::new(0.0, 0.0, 3.0), 1e-3), "{}", edge(&found));
    }

    // With the ground below its right side alone, that side comes up.
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([0.0, -50.0], [50.0, 50.0], 0.0));
    let mut simulation = driven(sketch, law(), standing());
    let found = ask(&mut simulation, 0.0, 0.0, 1);
    assert_eq!((found.contacts, found.pitch_rate), (2, 0.0));
    near(found.roll_rate, 1.2);
}

#[test]
fn on_one_point_it_tips_over_the_corner_and_on_a_ridge_to_the_nearer_side() {
    // Only the rear right point, at (1.2, 2), has ground below it.
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([1.0, 1.0], [50.0, 50.0], 0.0));
    let found = ask(&mut driven(sketch, law(), standing()), 0.0, 0.0, 1);
    assert_eq!(found.contacts, 1);
    // About an axis across the diagonal: (-2, 1.2) / 2.3324 of 1.2 rad/s.
    near(found.pitch_rate, -1.2 * 2.0 / 2.332_381);
    near(found.roll_rate, 1.2 * 1.2 / 2.332_381);

    // Front left and rear right stand on a ridge; the front right is nearer to the ground than the rear left.
    let mut sketch = Sketch::new();
    for (x, z, y) in [(-1.2, -2.0, 0.0), (1.2, 2.0, 0.0), (1.2, -2.0, -0.5), (-1.2, 2.0, -2.0)] {
        sketch.place(ModelSketch::new().floor([x - 0.2, z - 0.2], [x + 0.2, z + 0.2], y));
    }
    let mut simulation = driven(sketch, law(), standing());
    let found = ask(&mut simulation, 0.0, 0.0, 1);
    assert_eq!(found.contacts, 2);
    assert!(found.pitch_rate < 0.0 && found.roll_rate < 0.0, "{found:?}");
    // It comes down there, within half a second.
    assert!((0..30).any(|_| ask(&mut simulation, 0.0, 0.0, 1).contacts == 3));
}

#[test]
fn quicksand_and_lava_swallow_and_slow_down() {
    for (soil, depth, share) in [(3, 0.9, 0.9), (4, 0.6, 0.8)] {
        let mut sketch = Sketch::new();
        let material = sketch.material([1.0; 3], soil);
        sketch.place(ModelSketch::new().material(material).floor([-500.0; 2], [500.0; 2], 0.0));
        let own = TankLaw { rate_damping: [4.0, 0.0], ..law() };
        let mut simulation = driven(sketch, own, standing());
        // 1 - e^(-8/60) of the depth in the first tick.
        let first = ask(&mut simulation, 1.0, 0.0, 1);
        near(first.sunk, depth * 0.124_826_7);
        let found = ask(&mut simulation, 1.0, 0.0, 200);
        near(found.avatar.velocity.z, -65.0 * share);
        near(found.avatar.position.y, -depth);
    }
}

pub(crate) fn lake(top: f32) -> Sketch {
    let mut sketch = field();
    let bounds = Aabb { min: Vec3::new(-400.0, -10.0, -400.0), max: Vec3::new(400.0, top, 400.0) };
    sketch.scene.regions.push(Region::of_box(RegionKind::Water, bounds));
    sketch
}

#[test]
fn deep_water_drowns_and_carries() {
    let mut simulation = driven(lake(3.0), law(), standing());
    near(ask(&mut simulation, 0.0, 0.0, 1).health, 100.0 - 8.0 / 60.0);
    near(ask(&mut simulation, 0.0, 0.0, 59).health, 92.0);
    // One unit is not too deep.
    let mut shallow = driven(lake(0.9), law(), standing());
    assert_eq!(ask(&mut shallow, 0.0, 0.0, 10).health, 100.0);
    // A third of gravity.
    let sinking =
        Tank { avatar: Avatar { position: Vec3::Y * 2.0, ..Avatar::default() }, contacts: 0, ..standing() };
    let mut simulation = driven(lake(5.0), law(), sinking);
    near(ask(&mut simulation, 0.0, 0.0, 1).avatar.velocity.y, -28.0 / 180.0);
    // Without health it does not listen.
    let wreck = Tank { health: 0.0, ..standing() };
    let mut simulation = driven(field(), law(), wreck);
    assert_eq!(ask(&mut simulation, 1.0, 1.0, 10).avatar.velocity.z, 0.0);
}

#[test]
fn a_platform_carries_it() {
    let mut sketch = Sketch::new();
    let lift = sketch.place(ModelSketch::new().floor([-9.0; 2], [9.0; 2], 0.0));
    let mut simulation = driven(sketch, law(), standing());
    ask(&mut simulation, 0.0, 0.0, 1);
    for tick in 1..=30 {
        let place = Affine3A::from_rotation_y(tick as f32 * 0.01)
            * Affine3A::from_translation(Vec3::X * tick as f32 * 0.1);
        assert!(simulation.edit().move_node(lift, place));
        ask(&mut simulation, 0.0, 0.0, 1);
    }
    let found = tank(&simulation);
    let wanted = Affine3A::from_rotation_y(0.3).transform_point3(Vec3::X * 3.0);
    assert!(found.avatar.position.abs_diff_eq(wanted, 1e-2), "{found:?} instead of {wanted}");
    near(found.avatar.yaw, 0.3);
}

#[test]
fn equal_demands_give_equal_worlds_also_after_a_save() {
    let demand = |tick: u32| (((tick / 40) % 3) as f32 - 1.0, ((tick / 25) % 3) as f32 - 1.0);
    let start = || driven(hill(0.2), law(), standing());
    let (mut whole, mut halves) = (start(), start());
    for tick in 0..200 {
        let (forward, steer) = demand(tick);
        ask(&mut whole, forward, steer, 1);
        ask(&mut halves, forward, steer, 1);
    }
    let saved = halves.state().to_json().unwrap();
    let state = world::State::from_json(&saved).unwrap();
    assert_eq!(&state, halves.state());
    assert_eq!(state.hash(), whole.state().hash());
    let before = whole.state().hash();
    for tick in 200..400 {
        let (forward, steer) = demand(tick);
        ask(&mut whole, forward, steer, 1);
    }
    assert_ne!(whole.state().hash(), before);
    // Each number is in the hash.
    let base = tank(&halves);
    let hash = |tank: Tank| driven(field(), law(), tank).state().hash();
    let changes: [fn(&mut Tank); 24] = [
        |tank| tank.law += 1,
        |tank| tank.avatar.position.x += 1.0,
        |tank| tank.avatar.velocity.y += 1.0,
        |tank| tank.avatar.yaw += 1.0,
        |tank| tank.pitch += 1.0,
        |tank| tank.roll += 1.0,
        |tank| tank.yaw_rate += 1.0,
        |tank| tank.pitch_rate += 1.0,
        |tank| tank.roll_rate += 1.0,
        |tank| tank.contacts = 2,
        |tank| tank.skids = !tank.skids,
        |tank| tank.avatar.soil = 9,
        |tank| tank.sunk += 1.0,
        |tank| tank.health -= 1.0,
        |tank| tank.avatar.pitch += 1.0,
        |tank| tank.pivot.x += 1.0,
        |tank| tank.mode = TankMode::Hover,
        |tank| tank.upgrades = 255,
        |tank| tank.pause = 0.5,
        |tank| tank.dive = 1.0,
        |tank| tank.bob = 1.0,
        |tank| tank.floats = true,
        |tank| tank.platform = None,
        |tank| tank.platform.as_mut().unwrap().node = NodeId(7),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut other = base;
        change(&mut other);
        assert_ne!(hash(other), hash(base), "change {number}");
    }
}

#[test]
fn numbers_that_lead_nowhere_leave_it_where_it_is() {
    let odd: [fn(&mut TankLaw); 5] = [
        |law| law.rates = [1e30, 1e30],
        |law| law.gravity = 1e38,
        |law| law.supports = [Vec3::ZERO; 4],
        |law| law.turns = [1e30, 1e30],
        |law| law.bounce = [1e30; 3],
    ];
    for change in odd {
        let mut own = law();
        change(&mut own);
        let mut sketch = field();
        sketch.place(ModelSketch::new().wall([-50.0, -10.0], [50.0, -10.0], -1.0, 9.0));
        let mut simulation = driven(sketch, own, standing());
        assert!(ask(&mut simulation, 1.0, 1.0, 100).is_finite());
    }
    // A law that is not there moves nothing.
    let mut simulation = driven(field(), law(), Tank { law: 9, ..standing() });
    assert_eq!(ask(&mut simulation, 1.0, 0.0, 5).avatar.position, Vec3::ZERO);
}

#[test]
fn its_body_leans_back_as_it_gains_speed_and_outwards_in_a_turn() {
    let lean = |found: [f32; 2], wanted: [f32; 2]| {
        let is_near = found.iter().zip(wanted).all(|(own, wanted)| (own - wanted).abs() < 2e-6);
        assert!(is_near, "{found:?} instead of {wanted:?}");
    };
    // What is left after a tick of something that follows with 6 a second.
    let left = 0.904_837;
    let mut simulation = driven(field(), law(), standing());
    // It gains 48 units/s²: of 0.01 each that are 0.48, and 0.085 are the most.
    lean(ask(&mut simulation, 1.0, 0.0, 1).lean, [0.085 * (1.0 - left), 0.0]);
    assert!((ask(&mut simulation, 1.0, 0.0, 60).lean[0] - 0.085).abs() < 1e-3);
    // Rolling at 20 with a turn of 1 to the left, which fade to 18.71 and 0.8187: 15.32 · 0.0015 to the right, and the
    // nose down for what it loses.
    let turning = Tank {
        avatar: Avatar { velocity: Vec3::NEG_Z * 20.0, ..Avatar::default() },
        yaw_rate: 1.0,
        ..standing()
    };
    let mut simulation = driven(field(), law(), turning);
    let found = ask(&mut simulation, 0.0, 0.0, 1);
    lean(found.lean, [-0.085 * (1.0 - left), -0.022_977 * (1.0 - left)]);
    // What stands there is as it was.
    assert_eq!((found.pitch, found.roll), (0.0, 0.0));
    // In the air there is nothing to feel.
    let flying =
        Tank { avatar: Avatar { position: Vec3::Y * 50.0, ..Avatar::default() }, contacts: 0, ..standing() };
    lean(ask(&mut driven(field(), law(), flying), 1.0, 0.0, 1).lean, [0.0; 2]);
}
