//! Wheels on the ground, one rule at a time, with numbers worked out by hand: a tick is 1/60 s.

use crate::aeroplane::{PLANE, REST, ask, flown, flying, law, near, piloted, unmoved};
use glam::{Quat, Vec3};
use runtime::{Cue, Input, Simulation};
use world::sketch::{ModelSketch, Sketch};
use world::{Aeroplane, AeroplaneLaw, Avatar, GearLaw, Pilot};

/// All of its weight is on its wheels, and no air slows it down: 20 / 60 is what gravity changes in a tick.
fn heavy() -> AeroplaneLaw {
    AeroplaneLaw { drag: 0.0, lift_limit: [0.0; 3], ..unmoved() }
}

/// Its wings carry all of it.
fn light() -> AeroplaneLaw {
    AeroplaneLaw { gravity: 0.0, ..heavy() }
}

fn field(height: f32) -> Sketch {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-600.0; 2], [600.0; 2], height));
    sketch
}

/// One that rolls on the ground at y = 0, with its lever so little forwards that it does not park.
fn rolling(velocity: Vec3) -> Aeroplane {
    let mut own = Aeroplane { wheels: Aeroplane::ALL_WHEELS, lever: 1e-6, ..flying(0.0) };
    (own.avatar.position.y, own.avatar.velocity) = (1.5, velocity);
    own
}

/// One whose nose is up, on its rear wheels alone: these are 1.5 below it and 0.5 behind.
fn nose_up(pitch: f32, velocity: Vec3) -> Aeroplane {
    let mut own = Aeroplane { wheels: 6, attitude: Quat::from_rotation_x(pitch), ..rolling(velocity) };
    own.avatar.position.y = 1.5 * libm::cosf(pitch) + 0.5 * libm::sinf(pitch);
    own
}

fn tick(law: AeroplaneLaw, own: Aeroplane, input: Input) -> Aeroplane {
    ask(&mut flown(field(0.0), law, own), input, 1)
}

fn lands(simulation: &Simulation) -> bool {
    simulation.cues().iter().any(|cue| matches!(cue, Cue::Landed { actor: PLANE, .. }))
}

const BRAKES: Input = Input { sink: true, ..REST };
const RIGHT: Input = Input { strafe: 1.0, ..REST };

#[track_caller]
fn close(found: f32, wanted: f32, slack: f32) {
    assert!((found - wanted).abs() <= slack, "{found} instead of {wanted}");
}

#[test]
fn who_is_put_within_a_unit_of_its_wheels_stands() {
    // 1.5 is how high it stands; the ground is 50 up.
    let put_within = |put: f32, above: f32| {
        let mut place = Avatar { position: Vec3::Y * (50.0 + above), ..Avatar::default() };
        place.velocity = Vec3::NEG_Z * 10.0;
        let own = AeroplaneLaw { gear: GearLaw { put, ..law().gear }, ..law() };
        let mut simulation = flown(field(50.0), own.clone(), Aeroplane::placed(0, &own, place));
        let found = ask(&mut simulation, REST, 1);
        assert!(!lands(&simulation));
        found
    };
    let put = |above: f32| put_within(1.0, above);
    for above in [-0.9, 0.0, 2.4] {
        let found = put(above);
        assert_eq!(found.wheels, Aeroplane::ALL_WHEELS);
        near(found.avatar.position.y, 51.5);
        assert!(found.avatar.velocity.length() < 1e-3, "{found:?}");
    }
    assert_eq!(put(2.6).wheels, 0);
    assert_eq!(put(-1.2).wheels, 0);
    // How near is a number of its gear.
    assert_eq!([2.6, 3.4].map(|above| put_within(2.0, above).wheels), [Aeroplane::ALL_WHEELS; 2]);
    assert_eq!(put_within(0.5, 2.4).wheels, 0);
}

fn slope(rise: f32) -> Sketch {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().slope([-600.0; 2], [600.0; 2], -600.0 * rise, 600.0 * rise));
    sketch
}

#[test]
fn who_is_put_on_a_slope_stands_if_wheels_hold_there() {
    let put = |rise: f32| {
        // Its nose up the slope, and that wheel 3 ahead.
        let mut own = law();
        own.gear.wheels[0].z = -3.0;
        let yaw = -std::f32::consts::FRAC_PI_2;
        let place = Avatar { position: Vec3::Y * 0.2, yaw, ..Avatar::default() };
        let plane = Aeroplane::placed(0, &own, place);
        ask(&mut flown(slope(rise), own, plane), REST, 1)
    };
    // The ground there is 1.8 higher. y of the normal is 0.857, of which 0.85 is enough.
    let stands = put(0.6);
    assert_eq!(stands.wheels, Aeroplane::ALL_WHEELS);
    assert!(stands.avatar.velocity.length() < 0.5, "{stands:?}");
    // 0.78 is not: it flies, as level as it was put.
    let flies = put(0.8);
    assert!(flies.avatar.velocity.length() > 60.0, "{flies:?}");
    assert!(flies.rotation().y_axis.y > 0.97, "{flies:?}");
}

#[test]
fn wheels_stay_on_the_ground_over_dips_and_do_not_find_it_sooner() {
    // A hundredth of a unit above the ground, of which it falls half in a tick: 0.015 are near for wheels that stood.
    let with = |wheels: u8, y: f32, law: AeroplaneLaw| {
        let mut own = Aeroplane { wheels, ..rolling(Vec3::NEG_Z * 10.0) };
        own.avatar.position.y = y;
        tick(law, own, REST).wheels
    };
    assert_eq!(with(7, 1.51, heavy()), 7);
    assert_eq!(with(0, 1.51, heavy()), 0);
    // Also where it does not tip.
    let stiff = AeroplaneLaw { gear: GearLaw { tip_rate: 0.0, ..law().gear }, ..heavy() };
    assert_eq!(with(7, 1.51, stiff), 7);
    // Half a unit above it, it flies.
    assert_eq!(with(7, 2.0, heavy()), 0);
}

#[test]
fn wheels_climb_as_far_as_it_rolls_in_a_tick() {
    // 20 m/s are a third of a unit: a ledge of half a unit is none that its wheels climb.
    let mut sketch = field(0.0);
    sketch.place(ModelSketch::new().floor([-50.0, -50.0], [50.0, -2.2], 0.5));
    let found = ask(&mut flown(sketch, heavy(), rolling(Vec3::NEG_Z * 20.0)), REST, 1);
    assert!((found.avatar.position.y - 1.5).abs() < 1e-3, "{found:?}");
    // Where the ground begins to rise by 0.3 its nose wheel, 0.1 farther up after a tick, stands on it.
    let corner = |z: f32, y: f32, x: f32| Vec3::new(x, y, z);
    let rise = [
        corner(-2.0, 0.0, -50.0),
        corner(-2.0, 0.0, 50.0),
        corner(-52.0, 15.0, 50.0),
        corner(-52.0, 15.0, -50.0),
    ];
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-50.0, -2.0], [50.0, 50.0], 0.0).polygon(&rise));
    let found = ask(&mut flown(sketch, heavy(), rolling(Vec3::NEG_Z * 20.0)), REST, 1);
    let nose = found.avatar.position + found.attitude * law().gear.wheels[0];
    let ground = (-2.0 - nose.z) * 0.3;
    assert!((nose.y - ground).abs() < 2e-3 && ground > 0.08, "{nose} {ground}");
}

#[test]
fn wheels_in_the_air_go_down_as_fast_as_its_weight_tips_it() {
    // 1.2 a second of its nose wheel, 2 ahead: 0.04 in a tick, and what it falls in that, which the rear wheels do not; over
    // the 2.5 between nose and rear.
    let found = tick(heavy(), nose_up(0.1, Vec3::ZERO), REST);
    close(libm::asinf(-found.rotation().z_axis.y), 0.1 - (0.04 + 20.0 / 3600.0) / 2.5, 2e-4);
    // What the wings carry does not tip it.
    let found = tick(light(), nose_up(0.1, Vec3::ZERO), REST);
    close(libm::asinf(-found.rotation().z_axis.y), 0.1, 1e-4);
}

#[test]
fn it_knows_its_ground() {
    let mut sketch = Sketch::new();
    let material = sketch.material([1.0; 3], 3);
    sketch.place(ModelSketch::new().material(material).floor([-50.0; 2], [50.0; 2], 0.0));
    assert_eq!(ask(&mut flown(sketch, heavy(), rolling(Vec3::ZERO)), REST, 1).avatar.soil, 3);
}

#[test]
fn rolling_is_no_landing() {
    let mut simulation = flown(field(0.0), law(), rolling(Vec3::NEG_Z * 10.0));
    for _ in 0..10 {
        ask(&mut simulation, REST, 1);
        assert!(!lands(&simulation), "{:?}", simulation.cues());
    }
}

#[test]
fn steep_ground_hurts_more() {
    // y of the normal of 0.8 is 0.780 869: 5 down are 3.904 344 against it, for which 7 are harmless, and all of that again.
    let falls = |metres: f32, speed: f32, harm: f32| {
        let mut own = Aeroplane { wheels: 0, ..rolling(Vec3::NEG_Y * speed) };
        own.avatar.position.y = 2.3 + speed / 60.0 - 0.01;
        let gear = GearLaw { harm: [7.0, harm], ..law().gear };
        ask(&mut flown(slope(0.8), AeroplaneLaw { metres, gear, ..light() }, own), REST, 1).health
    };
    close(falls(1.0, 5.0, 12.0), 100.0 - 12.0 * 3.904_344, 0.01);
    // In units of two metres: 7.808 688 - 7 and 7.808 688.
    close(falls(2.0, 5.0, 2.0), 100.0 - 2.0 * 8.617_376, 0.01);
    assert_eq!(falls(1.0, 30.0, 12.0), 0.0);
}

#[test]
fn one_wheel_on_steep_ground_is_no_steep_landing() {
    // Below its right wheel the ground rises by 0.8, and is flat below the others: what is hit is between them.
    let mut sketch = Sketch::new();
    let ground = ModelSketch::new().floor([-50.0; 2], [0.5, 50.0], 0.0);
    sketch.place(ground.slope([0.5, -50.0], [50.0, 50.0], 0.0, 39.6));
    let mut own = Aeroplane { wheels: 0, ..rolling(Vec3::NEG_Y * 2.0) };
    own.avatar.position.y = 1.92;
    let found = ask(&mut flown(sketch, light(), own), REST, 1);
    assert!(found.wheels != 0);
    assert_eq!(found.health, 100.0);
}

#[test]
fn the_ground_stops_what_goes_into_it_and_holds_what_stands() {
    // On its rear wheels alone: down is stopped, up is let go.
    near(tick(light(), nose_up(0.1, Vec3::NEG_Y * 2.0), REST).avatar.velocity.y, 0.0);
    near(tick(heavy(), nose_up(0.1, Vec3::Y * 0.5), REST).avatar.velocity.y, 0.5 - 20.0 / 60.0);
    // Whatever stands with its weight on all of them goes along the ground; what its wings carry may leave it.
    near(tick(heavy(), rolling(Vec3::Y * 0.5), REST).avatar.velocity.y, 0.0);
    let mut own = rolling(Vec3::Y * 0.3);
    own.avatar.position.y = 1.49;
    near(tick(light(), own, REST).avatar.velocity.y, 0.3);
}

#[test]
fn it_brakes_along_the_ground_and_not_along_its_nose() {
    // Half a radian up, on its rear wheels: 0.4 of 20 / 60.
    let found = tick(heavy(), nose_up(0.5, Vec3::NEG_Z * 10.0), BRAKES).avatar.velocity;
    near(found.z, -10.0 + 0.4 * 20.0 / 60.0);
    near(found.y, 0.0);
}

#[test]
fn backwards_it_rolls_brakes_and_steers_too() {
    let back = rolling(Vec3::Z * 10.0);
    near(tick(heavy(), back, REST).avatar.velocity.z, 10.0 - 0.02 * 20.0 / 60.0);
    near(tick(heavy(), back, BRAKES).avatar.velocity.z, 10.0 - 0.4 * 20.0 / 60.0);
    // The rudder to the right turns it to the right ahead, and to the left back: 0.7 a second.
    let still = || AeroplaneLaw { torques: [0.0; 3], ..heavy() };
    let turn = |own: Aeroplane| tick(still(), own, RIGHT).avatar.yaw;
    close(turn(rolling(Vec3::NEG_Z * 10.0)), -0.7 / 60.0, 2e-5);
    close(turn(back), 0.7 / 60.0, 2e-5);
}

#[test]
fn nothing_rolls_backwards_by_braking() {
    let found = tick(heavy(), rolling(Vec3::NEG_Z * 0.003), REST).avatar.velocity;
    assert!(found.length() < 1e-6, "{found}");
}

#[test]
fn wheels_steer_by_the_weight_on_them() {
    // At 10 m/s the wings carry 0.077 636 of it.
    let own = AeroplaneLaw { torques: [0.0; 3], ..law() };
    close(tick(own, rolling(Vec3::NEG_Z * 10.0), RIGHT).avatar.yaw, -0.7 * 0.922_364 / 60.0, 5e-5);
}

#[test]
fn braked_wheels_hold_a_part_of_the_weight() {
    // 0.8 of 20 / 60 are 0.267: 0.3 is more, and loses 0.4 of them.
    near(tick(heavy(), rolling(Vec3::NEG_Z * 0.3), BRAKES).avatar.velocity.z, -0.3 + 0.4 * 20.0 / 60.0);
    near(tick(heavy(), rolling(Vec3::NEG_Z * 0.26), BRAKES).avatar.velocity.z, 0.0);
    // To either side they hold as much, and of more than that 1 - e^(-8/60) is gone, or that, whichever is more.
    for side in [-1.0, 1.0] {
        let slips = |law: AeroplaneLaw, speed: f32| {
            tick(law, rolling(Vec3::X * speed * side), REST).avatar.velocity.x * side
        };
        close(slips(heavy(), 0.3), 0.3 - 0.8 * 20.0 / 60.0, 1e-4);
        close(slips(heavy(), 5.0), 5.0 * 0.875_173_3, 1e-3);
    }
    // The less weight is on them, the less fades: at 10 m/s 0.922 of it.
    let gear = GearLaw { hold: 0.0, ..law().gear };
    let own = AeroplaneLaw { gear, drag: 0.0, ..law() };
    let found = tick(own, rolling(Vec3::new(0.5, 0.0, -10.0)), REST).avatar.velocity.x;
    close(found, 0.5 * libm::expf(-8.0 * 0.922 / 60.0), 5e-4);
}

#[test]
fn what_stands_turns_about_the_ground_alone_and_what_is_held_not_at_all() {
    let tumbles = |own: Aeroplane| Aeroplane { momentum: Vec3::new(0.1, 0.2, 0.1), ..own };
    // e^(-5/60) is left of it.
    let rolls = tick(heavy(), tumbles(rolling(Vec3::NEG_Z * 10.0)), REST).momentum;
    assert!(rolls.abs_diff_eq(Vec3::Y * 0.2 * 0.920_044, 1e-3), "{rolls}");
    assert_eq!(tick(heavy(), tumbles(rolling(Vec3::ZERO)), BRAKES).momentum, Vec3::ZERO);
    let held = tick(heavy(), tumbles(rolling(Vec3::ZERO)), BRAKES);
    close(held.avatar.yaw, 0.0, 1e-5);
    // On two wheels it goes on turning over, and brakes do not keep it from that.
    let up = tick(heavy(), tumbles(nose_up(0.5, Vec3::ZERO)), BRAKES);
    assert!(up.momentum.abs_diff_eq(Vec3::new(0.1, 0.2, 0.1) * 0.920_044, 1e-3), "{up:?}");
    assert!(up.avatar.yaw > 2e-3, "{up:?}");
}

#[test]
fn brakes_take_nothing_of_what_the_wings_carry() {
    // It comes down at 60 m/s with its nose ten degrees above its way: they carry more than all of it.
    let lands = |input: Input| {
        let mut own = Aeroplane { wheels: 0, ..rolling(Vec3::new(0.0, -10.6, -60.0)) };
        own.avatar.position.y = 1.5 + 10.0 / 60.0;
        tick(law(), own, input).avatar.velocity
    };
    let (free, braked) = (lands(REST), lands(BRAKES));
    assert_eq!(free, braked);
    assert!(free.y > -1.0, "{free}");
    // Of an autogyro they carry it always.
    let autogyro = || AeroplaneLaw { is_autogyro: true, ..law() };
    let rolls = |input: Input| tick(autogyro(), rolling(Vec3::NEG_Z * 10.0), input).avatar.velocity;
    assert_eq!(rolls(REST), rolls(BRAKES));
    assert_eq!(tick(autogyro(), rolling(Vec3::NEG_Z * 10.0), REST).wheels, Aeroplane::ALL_WHEELS);
}

#[test]
fn without_gravity_it_rolls_on() {
    let braked = tick(light(), rolling(Vec3::NEG_Z * 10.0), BRAKES).avatar.velocity;
    assert!(braked.abs_diff_eq(Vec3::NEG_Z * 10.0, 1e-4), "{braked}");
    near(tick(light(), rolling(Vec3::NEG_Z * 10.0), REST).avatar.position.z, -10.0 / 60.0);
}

#[test]
fn an_opponent_that_stands_stays() {
    let own = Aeroplane { lever: 0.0, ..rolling(Vec3::ZERO) };
    let mut simulation = piloted(field(0.0), law(), own, Pilot::Nobody, Vec3::ZERO);
    assert!(ask(&mut simulation, REST, 10).avatar.velocity.length() < 1e-3);
}
