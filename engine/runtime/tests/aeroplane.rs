//! The law of an aeroplane's flight, line by line, with numbers worked out by hand: a tick is 1/60 s. Of everything that
//! turns, e^(-5/60) = 0.920 044 is left after a tick.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "C1. Flight law".

use crate::common::start_scene;
use glam::{Quat, Vec3};
use runtime::{Input, Simulation};
use world::sketch::{ModelSketch, Sketch};
use world::{
    Actor, ActorId, ActorKind, Aeroplane, AeroplaneLaw, AirLaw, AutopilotLaw, Avatar, CrashLaw, GearLaw,
    LawKind, Pilot, SeatId, VehicleLaw, Views,
};

pub(crate) const PLANE: ActorId = ActorId(1);
/// What is left after a tick of a turn.
const LEFT: f32 = 0.920_044_4;

/// The law of the row `pbloodhawk`, with a stick that stays where it is.
pub(crate) fn law() -> AeroplaneLaw {
    let mph = 0.44704;
    AeroplaneLaw {
        metres: 1.0,
        engine: 0.62,
        torques: [3.3, 7.5, 2.0],
        return_rate: 3.0,
        damping: 5.0,
        inertia: Vec3::new(1.18, 1.0, 1.1),
        simple_speed: 135.0,
        drag: 0.37,
        weight: 1900.0,
        wings: 330.0,
        fuel: 54926.0,
        is_autogyro: false,
        throttle: [0.5, 5.0],
        air: AirLaw {
            ceiling_ft: 6561.68,
            low: [0.988_420_8, 0.954_481_5],
            high: [0.7348, 0.057_048_1],
            density: 0.002377,
            sound: [558.0, 0.1],
        },
        thrust: [0.73, 0.12, 60.0, 0.84, 0.112, 1.33, 1.41],
        thrust_climb: [0.13, 0.24],
        nitro: [1.8, 0.8],
        drag_factors: [0.73, 0.12, 0.8, 0.5, 0.1],
        lift: [5.0_f32.to_radians(), 9.0_f32.to_radians(), 0.75],
        load: [9.82, 2.4384, -5.0, 9.0],
        lift_limit: [1.8, 0.75, 0.15],
        gravity: 20.0,
        authority: [10.0 * mph, 50.0 * mph],
        rudder: [0.0625, 50.0 * mph, 400.0 * mph, 0.17],
        stall_angle: 46.0_f32.to_radians(),
        load_fade: [9.0, 15.0, -6.0, -9.0],
        bank: [0.205, 0.165, 0.205],
        level_rate: 4.0,
        stall: [1.8, 1.25],
        opponent: [4.47, 1000.0],
        warning: [0.3, 0.25],
        stick: [2.0, 0.0],
        stick_over: 4.0,
        lever: 0.5,
        autopilot: AutopilotLaw {
            climb: 0.5,
            turn_climb: 0.3,
            stays: 0.25,
            beside: 0.1,
            low: 0.3,
            fine: 0.25,
        },
        gear: GearLaw {
            wheels: [[0.0, -2.0], [-1.0, 0.5], [1.0, 0.5]].map(|[x, z]| Vec3::new(x, -1.5, z)),
            tip_rate: 1.2,
            reach: 0.015,
            rolling: [0.02, 0.4],
            hold: 0.8,
            grip: 8.0,
            steer: [0.7, 4.0],
            parking: 1.5,
            slope: 0.85,
            put: 1.0,
            harm: [7.0, 12.0],
        },
        crash: CrashLaw {
            points: [[0.0, 0.0, -3.0], [0.0, 0.0, 4.0], [-5.0, 0.0, 0.0], [5.0, 0.0, 0.0]]
                .map(Vec3::from_array)
                .to_vec(),
            health: 100.0,
            alarm: 0.25,
            harm: 5.0,
            bounce: [0.3, 0.04],
            rest: 2.0,
            pause_s: 4.0,
        },
        start: [110.0, 0.7, 0.5],
        airscrew: [12.0, 46.0],
        airscrews: Vec::new(),
        gauges: Vec::new(),
    }
}

#[test]
fn whoever_starts_in_the_air_looks_on_unless_they_fly() {
    let start = |drives: Option<u32>| {
        let mut sketch = Sketch::new();
        let law = LawKind::Aeroplane(Box::new(law()));
        sketch.scene.vehicles.push(VehicleLaw {
            name: "plane".into(),
            node: None,
            views: Views::default(),
            law,
        });
        sketch.scene.drives = drives;
        sketch.scene.avatar.position = Vec3::Y * 90.0;
        start_scene(sketch.scene)
    };
    assert!(start(None).only_looks_on(Vec3::Y * 90.0));
    assert!(!start(Some(0)).only_looks_on(Vec3::Y * 90.0));
}

/// One that flies level to the north at a speed, with its engine stopped.
pub(crate) fn flying(speed: f32) -> Aeroplane {
    let avatar = Avatar { velocity: Vec3::NEG_Z * speed, ..Avatar::default() };
    Aeroplane { is_placed: false, ..Aeroplane::placed(0, &law(), avatar) }
}

/// A law without air and without weight: what flies goes on as it flies.
pub(crate) fn ballistic() -> AeroplaneLaw {
    let lift = [5.0_f32.to_radians(), 9.0_f32.to_radians(), 0.0];
    AeroplaneLaw { gravity: 0.0, drag: 0.0, lift, ..unmoved() }
}

/// A law whose air turns nothing.
pub(crate) fn unmoved() -> AeroplaneLaw {
    AeroplaneLaw { return_rate: 0.0, bank: [0.0; 3], stall: [1.8, 0.0], ..law() }
}

/// With its throttle somewhere, and the lever there too.
pub(crate) fn throttled(plane: Aeroplane, throttle: f32) -> Aeroplane {
    Aeroplane { throttle, lever: throttle, ..plane }
}

/// An aeroplane in a world; whoever is in the first seat stands far away.
pub(crate) fn piloted(
    mut sketch: Sketch,
    law: AeroplaneLaw,
    plane: Aeroplane,
    pilot: Pilot,
    person: Vec3,
) -> Simulation {
    let law = LawKind::Aeroplane(Box::new(law));
    sketch.scene.vehicles.push(VehicleLaw { name: "plane".into(), node: None, views: Views::default(), law });
    sketch.scene.avatar.position = person;
    let mut simulation = start_scene(sketch.scene);
    let actor = Actor { kind: ActorKind::Aeroplane(Box::new(plane)), pilot, node: None };
    assert_eq!(simulation.edit().add_actor(actor), Ok(PLANE));
    simulation
}

/// An aeroplane in a world, piloted from the second seat.
pub(crate) fn flown(sketch: Sketch, law: AeroplaneLaw, plane: Aeroplane) -> Simulation {
    piloted(sketch, law, plane, Pilot::Person(SeatId(1)), Vec3::new(400.0, 0.0, 400.0))
}

pub(crate) fn plane(simulation: &Simulation) -> Aeroplane {
    match &simulation.state().actors.find(PLANE.0).unwrap().kind {
        ActorKind::Aeroplane(plane) => **plane,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn ask(simulation: &mut Simulation, input: Input, ticks: u32) -> Aeroplane {
    (0..ticks).for_each(|_| simulation.advance(&[Input::default(), input], &[]));
    plane(simulation)
}

pub(crate) const REST: Input = Input {
    forward: 0.0,
    strafe: 0.0,
    yaw: 0.0,
    pitch: 0.0,
    run: false,
    jump: false,
    sink: false,
    fire: false,
    fire_second: false,
};

/// One tick in the air.
fn tick_by(law: AeroplaneLaw, plane: Aeroplane, input: Input) -> Aeroplane {
    ask(&mut flown(Sketch::new(), law, plane), input, 1)
}

fn tick(plane: Aeroplane, input: Input) -> Aeroplane {
    tick_by(law(), plane, input)
}

#[track_caller]
pub(crate) fn near(found: f32, wanted: f32) {
    let slack = 2e-4 * wanted.abs().max(0.05);
    assert!((found - wanted).abs() <= slack, "{found} instead of {wanted}");
}

#[track_caller]
fn near_all(found: Vec3, wanted: [f32; 3]) {
    found.to_array().into_iter().zip(wanted).for_each(|(found, wanted)| near(found, wanted));
}

/// What a tick adds to a speed, m/s, at an acceleration in m/s².
fn gained(acceleration: f32) -> f32 {
    acceleration / 60.0
}

#[test]
fn the_throttle_follows_its_lever_and_burns_fuel() {
    let mut simulation = flown(Sketch::new(), law(), Aeroplane { lever: 1.0, ..flying(60.0) });
    // 0.5 / 60.
    let first = ask(&mut simulation, REST, 1);
    near(first.throttle, 0.008_333_33);
    near(ask(&mut simulation, REST, 119).throttle, 1.0);
    // The lever moves by 0.5 a second, too.
    near(ask(&mut simulation, Input { forward: -1.0, ..REST }, 1).lever, 1.0 - 0.008_333_33);
    // 5 / 60 a tick of full throttle.
    let full = throttled(Aeroplane { fuel: 10.0, ..flying(60.0) }, 1.0);
    near(tick(full, REST).fuel, 10.0 - 5.0 / 60.0);
    // The last drop stops the engine.
    let last = tick(Aeroplane { fuel: 0.01, ..full }, REST);
    assert_eq!((last.fuel, last.throttle), (0.0, 0.0));
}

#[test]
fn thrust_is_along_the_nose_and_less_in_thin_air() {
    let still = throttled(flying(0.0), 1.0);
    let up = |degrees: f32| Aeroplane { attitude: Quat::from_rotation_x(degrees.to_radians()), ..still };
    // M' = 0.1: 0.73 · (0.12 - 0.1/60) · ½ · 0.002 268 8 · (0.196 · 1109.54)² / (0.1 · 1.314 6^0.141) = 44.592 a square
    // foot, times 0.62 · 330 · 9.82 / 1900.
    let first = tick(still, REST).avatar.velocity;
    near(first.z, -gained(47.152_79));
    near(first.y, -gained(20.0));
    // The nose 30° up: times 1 + 0.24 · 0.5.
    let climbing = tick(up(30.0), REST).avatar.velocity;
    near(climbing.z, -gained(52.811_13 * 0.866_025_4));
    near(climbing.y, gained(52.811_13 * 0.5 - 20.0));
    // 30° down: times (1 - 0.13 · 0.5) · (1 - 0.24 · 0.5).
    near(tick(up(-30.0), REST).avatar.velocity.z, -gained(38.797_32 * 0.866_025_4));
    // Above 6561.68 ft: k = 0.7348, density 0.0570481 · 0.002377.
    let mut high = still;
    high.avatar.position.y = 3000.0;
    near(tick(high, REST).avatar.velocity.z, -gained(2.236_765));
    // Half of the throttle is half of it.
    near(tick(throttled(still, 0.5), REST).avatar.velocity.z, -gained(47.152_79 * 0.5));
}

#[test]
fn nitro_is_a_throttle_of_1_8_and_less_drag() {
    let nitro = Input { run: true, ..REST };
    let burning = tick(throttled(flying(0.0), 0.25), nitro);
    assert!(burning.nitro);
    near(burning.avatar.velocity.z, -gained(84.875_03));
    // At 100 m/s: 48.614 34 · 1.8 against 0.8 · 22.515 89.
    let fast = tick(throttled(flying(100.0), 0.25), nitro);
    near(fast.avatar.velocity.z + 100.0, -gained(69.493_1));
    assert!(!tick(flying(100.0), nitro).nitro);
}

#[test]
fn drag_grows_with_the_pressure_and_the_mach_number() {
    // q = 122.106 pounds a square foot, M = 0.295 69: q · 330 · 0.37 · 0.73 · (0.12 + 0.8 M + 0.5 M²) · 9.82 / 1900.
    near(tick(flying(100.0), REST).avatar.velocity.z, -100.0 + gained(22.515_89));
    near(tick(flying(60.0), REST).avatar.velocity.z, -60.0 + gained(5.622_984));
    // Below 0.1 m/s there is none.
    assert_eq!(tick(flying(0.1), REST).avatar.velocity.z, -0.1);
}

#[test]
fn wings_carry_the_weight_as_far_as_the_air_lets_them() {
    let level = tick(flying(60.0), REST);
    near(level.avatar.velocity.y, 0.0);
    // 20 / 9.82.
    near(level.load, 2.036_66);
    assert_eq!(level.stall, 0.0);
    // At 30 m/s the coefficient is at most 0.75 - 0.15 · 0.0887: 13.808 m/s² of 20.
    let slow = tick(flying(30.0), REST);
    near(slow.avatar.velocity.y, -gained(20.0 - 13.808_23));
    near(slow.load, 13.808_23 / 9.82);
    // At a stand they carry nothing.
    near(tick(flying(2.4), REST).avatar.velocity.y, -gained(20.0));
    // No more than nine times the weight: a gravity of 12 · 9.82.
    let heavy = AeroplaneLaw { gravity: 12.0 * 9.82, ..law() };
    near(tick_by(heavy, flying(100.0), REST).avatar.velocity.y, -gained(3.0 * 9.82));
}

#[test]
fn wings_turn_the_way_to_the_nose_from_five_to_nine_degrees() {
    let nose_up =
        |degrees: f32| Aeroplane { attitude: Quat::from_rotation_x(degrees.to_radians()), ..flying(100.0) };
    let change = |degrees: f32| tick(nose_up(degrees), REST).avatar.velocity + Vec3::Z * 100.0;
    // Below five they only carry it: 20 across the nose, which is 20 · cos² upwards.
    near_all(change(4.9), [0.0, -0.002_432, 0.403_633]);
    // Half of the way at seven, all of it at nine.
    near_all(change(7.0), [0.0, 0.070_65, 0.424_868]);
    near_all(change(9.0), [0.0, 0.184_978, 0.457_357]);
    // Of an opponent the wanted way is always the nose's.
    let mut own = piloted(Sketch::new(), law(), nose_up(4.0), Pilot::Nobody, Vec3::ZERO);
    let opponent = ask(&mut own, REST, 1);
    near_all(opponent.avatar.velocity + Vec3::Z * 100.0, [0.0, 0.085_361, 0.404_543]);
}

#[test]
fn stick_and_rudder_turn_it_as_far_as_its_speed_lets_them() {
    let with = |speed: f32, stick: [f32; 2]| Aeroplane { stick, ..flying(speed) };
    // 3.3 / 60, 7.5 / 60.
    near_all(tick(with(60.0, [0.0, 1.0]), REST).momentum, [0.055 * LEFT, 0.0, 0.0]);
    near_all(tick(with(60.0, [1.0, 0.0]), REST).momentum, [0.0, 0.0, -0.125 * LEFT]);
    // Between 10 and 50 mph they begin to count: half at 30. The air of a stall is left out.
    let own = || AeroplaneLaw { stall: [1.8, 0.0], ..law() };
    near(tick_by(own(), with(13.4112, [0.0, 1.0]), REST).momentum.x, 0.0275 * LEFT);
    assert_eq!(tick_by(own(), with(4.0, [1.0, 1.0]), REST).momentum, Vec3::ZERO);
    // The rudder: 0.0625 when slow, all of it at 50 mph, 0.17 at 400.
    let right = Input { strafe: 1.0, ..REST };
    for (speed, share) in
        [(4.0, 0.0625), (13.4112, 0.53125), (22.352, 1.0), (60.0, 0.800_287), (178.816, 0.17)]
    {
        near(tick_by(own(), flying(speed), right).momentum.y, -2.0 / 60.0 * share * LEFT);
    }
}

#[test]
fn controls_are_lost_the_farther_the_air_comes_from_the_side() {
    let sideways = |degrees: f32| {
        let mut own = Aeroplane { stick: [0.0, 1.0], ..flying(60.0) };
        own.avatar.velocity = Quat::from_rotation_y(-degrees.to_radians()) * own.avatar.velocity;
        own
    };
    // (cos 20° - cos 46°) / (1 - cos 46°).
    near(tick(sideways(20.0), REST).momentum.x, 0.055 * 0.802_492 * LEFT);
    near(tick(sideways(30.0), REST).momentum.x, 0.055 * 0.561_23 * LEFT);
    near(tick(sideways(46.1), REST).momentum.x, 0.0);
}

#[test]
fn elevators_fade_out_over_large_loads() {
    let by = |load: f32, back: f32| {
        let own = AeroplaneLaw { gravity: load * 9.82, ..law() };
        tick_by(own, Aeroplane { stick: [0.0, back], ..flying(100.0) }, REST).momentum.x
    };
    // Pulling fades out from 9 to 15, pushing from -6 to -9.
    near(by(9.0, 1.0), 0.055 * LEFT);
    near(by(12.0, 1.0), 0.0275 * LEFT);
    near(by(12.0, 0.4), 0.4 * 0.0275 * LEFT);
    near(by(15.0, 1.0), 0.0);
    near(by(15.0, -1.0), -0.055 * LEFT);
    near(by(-6.0, -1.0), -0.055 * LEFT);
    near(by(-7.5, -1.0), -0.0275 * LEFT);
    near(by(-9.0, -1.0), 0.0);
}

#[test]
fn a_bank_turns_and_pulls_upside_down() {
    let rolled =
        |degrees: f32| Aeroplane { attitude: Quat::from_rotation_z(-degrees.to_radians()), ..flying(60.0) };
    // 30° to the right: its right wing is 0.5 down, its up is (0.5, 0.866, 0).
    let turn = -0.205 * 0.5 / 60.0 * LEFT;
    near_all(tick(rolled(30.0), REST).momentum, [turn * 0.5, turn * 0.866_025, 0.0]);
    // At 70° it does not pull yet.
    let turn = -0.205 * 0.939_693 / 60.0 * LEFT;
    near_all(tick(rolled(70.0), REST).momentum, [turn * 0.939_693, turn * 0.342_020, 0.0]);
    // Upside down: 0.205 about its right, which points to the left.
    near_all(tick(rolled(180.0), REST).momentum, [-0.205 / 60.0 * LEFT, 0.0, 0.0]);
    // 120°: its right is (-0.5, -0.866, 0), its up (0.866, -0.5, 0).
    let turn = -0.205 * 0.866_025 / 60.0 * LEFT;
    let pull = (0.165 * 0.866_025 + 0.205 * 0.5) / 60.0 * LEFT;
    let wanted = [turn * 0.866_025 - pull * 0.5, -turn * 0.5 - pull * 0.866_025, 0.0];
    near_all(tick(rolled(120.0), REST).momentum, wanted);
}

#[test]
fn the_nose_returns_to_the_way_it_flies() {
    let mut own = flying(60.0);
    own.avatar.velocity = Quat::from_rotation_y(-0.2) * own.avatar.velocity;
    // 3 · 0.2 / 2, to the right.
    near_all(tick(own, REST).momentum, [0.0, -0.3 / 60.0 * LEFT, 0.0]);
    // Where it hardly moves there is no way that it flies.
    own.avatar.velocity = Vec3::X * 2.0;
    assert_eq!(tick_by(AeroplaneLaw { stall: [1.8, 0.0], ..law() }, own, REST).momentum, Vec3::ZERO);
}

#[test]
fn a_stall_drops_the_nose() {
    // At 20 m/s wings carry 0.628 711 of the weight: 1.25 · 0.371 289 about the left.
    let slow = tick(flying(20.0), REST);
    near(slow.stall, 0.371_289);
    near_all(slow.momentum, [-1.25 * 0.371_289 / 60.0 * LEFT, 0.0, 0.0]);
    // At 60 it does not.
    assert_eq!(tick(flying(60.0), REST).momentum, Vec3::ZERO);
}

#[test]
fn it_levels_off_when_asked_to() {
    let level = Input { jump: true, ..REST };
    let rolled = Aeroplane { attitude: Quat::from_rotation_z(-30.0_f32.to_radians()), ..flying(60.0) };
    // 4 · sin 30° to the left.
    near(tick(rolled, level).momentum.z, 4.0 * 0.5 / 60.0 * LEFT);
    // From any bank it comes to lie level.
    let own = throttled(rolled, 0.4);
    let after = ask(&mut flown(Sketch::new(), law(), own), level, 300);
    assert!(after.rotation().x_axis.y.abs() < 0.02, "{after:?}");
}

#[test]
fn momentum_turns_it_by_its_moments_of_inertia_and_fades_away() {
    let own = AeroplaneLaw { stall: [1.8, 0.0], ..law() };
    let turned = |momentum: Vec3| {
        let own = tick_by(own.clone(), Aeroplane { momentum, ..flying(0.0) }, REST);
        (own.rotation(), own.momentum)
    };
    // To the right by 1.1 · 0.920 044 / 60.
    let (body, left) = turned(Vec3::NEG_Z);
    near(body.y_axis.x, 0.016_866_7);
    near_all(left, [0.0, 0.0, -LEFT]);
    // The nose up by 1.18 · that, and to the left by 1 · that.
    near(-turned(Vec3::X).0.z_axis.y, 0.018_093_2);
    near(turned(Vec3::Y).0.z_axis.x, 0.015_333_5);
}

#[test]
fn opponents_keep_their_way_and_fly_simply_when_far() {
    let alone = |plane: Aeroplane, at: f32| {
        let person = Vec3::X * at;
        ask(&mut piloted(Sketch::new(), law(), plane, Pilot::Nobody, person), REST, 1)
    };
    // One that stands still goes at 4.47 m/s along its nose.
    near(alone(flying(0.0), 0.0).avatar.velocity.z, -4.47);
    near(alone(flying(4.3), 0.0).avatar.velocity.z, -4.47);
    // Beyond 1000 m: 135 · 0.5 - 50, and no gravity.
    let own = throttled(flying(50.0), 0.5);
    near_all(alone(own, 1001.0).avatar.velocity, [0.0, 0.0, -50.0 - gained(17.5)]);
    assert!(alone(own, 999.0).avatar.velocity.z < -50.0 - gained(17.6));
    // Fuel is a person's alone.
    assert_eq!(alone(own, 999.0).fuel, 54926.0);
    // An autogyro flies so under anybody.
    let autogyro = AeroplaneLaw { is_autogyro: true, ..law() };
    near_all(tick_by(autogyro, own, REST).avatar.velocity, [0.0, 0.0, -50.0 - gained(17.5)]);
}

#[test]
fn the_stick_follows_the_hand() {
    let own = AeroplaneLaw { stick: [2.0, 8.0], ..law() };
    // One radian a second is half of it, of which a tick follows 1 - e^(-8/60).
    let hand = Input { yaw: -2.0 / 60.0, pitch: 1.0 / 60.0, ..REST };
    let mut simulation = flown(Sketch::new(), own.clone(), flying(60.0));
    let first = ask(&mut simulation, hand, 1);
    near(first.stick[0], 0.124_826_7);
    near(first.stick[1], 0.062_413_3);
    let after = ask(&mut simulation, hand, 120);
    near(after.stick[0], 1.0);
    near(after.stick[1], 0.5);
    // However fast the hand is, it is four times the end at most.
    let fast = tick_by(own, flying(60.0), Input { pitch: 3.0, ..REST });
    near(fast.stick[1], 4.0 * 0.124_826_7);
    let own = AeroplaneLaw { stick: [2.0, 8.0], ..law() };
    let fast = tick_by(own, flying(60.0), Input { pitch: -3.0, ..REST });
    near(fast.stick[1], -4.0 * 0.124_826_7);
    let own = AeroplaneLaw { stick: [2.0, 8.0], stick_over: 2.0, ..law() };
    near(tick_by(own, flying(60.0), Input { pitch: 3.0, ..REST }).stick[1], 2.0 * 0.124_826_7);
}

#[test]
fn hands_of_instruments_turn_by_speed_height_and_heading() {
    let mut sketch = Sketch::new();
    let hands: Vec<world::NodeId> = (0..4).map(|_| sketch.place(ModelSketch::new())).collect();
    let gauge = |at: usize, shows, turn| world::Gauge { node: hands[at], shows, turn };
    // 0.72 degrees for each mile an hour, a turn for each 1,000 and each 10,000 feet.
    let gauges = vec![
        gauge(0, world::GaugeReading::Speed, 0.72_f32.to_radians() / 0.44704),
        gauge(1, world::GaugeReading::Height, std::f32::consts::TAU / 1000.0),
        gauge(2, world::GaugeReading::Height, std::f32::consts::TAU / 10_000.0),
        gauge(3, world::GaugeReading::Heading, 1.0),
    ];
    let law = AeroplaneLaw { gauges, ..law() };
    let mut own = flying(44.704);
    // 2,250 feet, looking a tenth of a radian to the left of north.
    own.avatar.position.y = 2250.0 / 3.280_84;
    own.attitude = world::euler_rotation(Vec3::Y * 0.1);
    own.avatar.yaw = 0.1;
    let mut simulation = flown(sketch, law, own);
    let now = ask(&mut simulation, Input::default(), 1);
    let clockwise = |at: usize| {
        let x = simulation.state().nodes.transforms[hands[at].index()].matrix3.x_axis;
        (-libm::atan2f(x.y, x.x)).to_degrees()
    };
    let near = |found: f32, wanted: f32| assert!((found - wanted).abs() < 0.6, "{found} instead of {wanted}");
    // 100 miles an hour are 72 degrees.
    near(clockwise(0), 72.0 * now.avatar.velocity.length() / 44.704);
    near(clockwise(1), 90.0);
    near(clockwise(2), 81.0);
    near(clockwise(3), -0.1_f32.to_degrees());
}
