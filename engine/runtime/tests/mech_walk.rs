//! More of the law of a 'mech: what limits it, in the air, on slopes, on edges, with numbers worked out by hand: a tick is
//! 1/60 s.
//!
//! docs/spec/zbd/mw3-runtime.md, "10. Proposed MW movement model".

use crate::mech::{AHEAD, LEFT, REST, ask, driven, field, law, near, standing};
use glam::Vec3;
use runtime::{Cue, Input};
use std::f32::consts::FRAC_PI_2;
use world::sketch::{ModelSketch, Sketch};
use world::{Aabb, Avatar, Footfall, HeatLaw, Jolt, JumpJets, Mech, MechLaw, Region, RegionKind};

/// In the air, 50 up.
fn flying(velocity: Vec3) -> Mech {
    let avatar = Avatar { position: Vec3::Y * 50.0, velocity, ..Avatar::default() };
    Mech::standing(0, &law(), avatar)
}

/// One tick on level ground.
fn tick(law: MechLaw, mech: Mech, input: Input) -> Mech {
    ask(&mut driven(field(), law, mech), input, 1)
}

const LEFTWARDS: Input = Input { strafe: -1.0, ..REST };
const UP: Input = Input { jump: true, ..REST };

#[test]
fn backwards_it_gains_and_loses_as_forwards() {
    let from =
        |speed: f32, forward: f32| tick(law(), Mech { speed, ..standing() }, Input { forward, ..REST }).speed;
    // It gains 12 / 60 and loses 24 / 60: whoever goes back faster gains, whoever turns around loses.
    near(from(-3.0, -1.0), -3.2);
    near(from(-5.0, 1.0), -4.6);
    near(from(-6.0, -0.5), -5.6);
    // A little of the throttle is a little of the speed backwards.
    let gently = ask(&mut driven(field(), law(), standing()), Input { forward: -0.4, ..REST }, 200);
    near(gently.speed, -3.6);
}

#[test]
fn it_walks_where_its_legs_point() {
    let mech = Mech { heading: FRAC_PI_2, speed: 18.0, ..standing() };
    let found = tick(law(), mech, AHEAD);
    near(found.avatar.position.x, -0.3);
    near(found.avatar.position.z, 0.0);
}

#[test]
fn it_turns_slower_by_the_part_of_its_fastest_speed() {
    let own = || MechLaw { turn: [0.8, 0.5], ..law() };
    let turning = |law: MechLaw, speed: f32, forward: f32| {
        tick(law, Mech { speed, ..standing() }, Input { forward, ..LEFTWARDS }).turning
    };
    // Half of it is left at 18, three quarters at 9, forwards or backwards, and no less beyond 18.
    for (speed, share) in [(0.0, 1.0), (9.0, 0.75), (-9.0, 0.75), (18.0, 0.5), (36.0, 0.5)] {
        near(turning(own(), speed, 0.0), 0.8 * share);
    }
    // One that cannot walk turns all the same.
    near(turning(MechLaw { speeds: [0.0; 2], ..own() }, 0.0, 0.0), 0.8);
}

#[test]
fn it_leans_by_its_turn_and_its_speed() {
    // 0.75 · 1 · 0.5 of the fastest speed · 0.2.
    let own = MechLaw { lean: [0.2, 1.0], ..law() };
    near(tick(own, Mech { speed: 9.0, ..standing() }, LEFTWARDS).lean, 0.075 * (1.0 - LEFT));
    // A bound is one to either side, whichever the file names; so is that of the torso, and its ends are in any order.
    let own = MechLaw { lean: [0.2, -0.05], torso: [-1.5, 0.4, -0.3], ..law() };
    let mut simulation = driven(field(), own, Mech { speed: 18.0, ..standing() });
    near(ask(&mut simulation, LEFTWARDS, 1).lean, 0.05 * (1.0 - LEFT));
    let level = ask(&mut simulation, REST, 300);
    assert!(level.lean.abs() < 1e-3 && level.avatar.pitch == 0.0, "{level:?}");
    let found = ask(&mut simulation, Input { yaw: 9.0, pitch: 9.0, ..REST }, 300);
    near(found.twist, 1.5);
    near(found.avatar.pitch, 0.4);
}

#[test]
fn in_the_air_it_turns_by_its_jets_alone() {
    let none = || MechLaw { jets: JumpJets::default(), ..law() };
    near(tick(law(), flying(Vec3::ZERO), LEFTWARDS).turning, 1.0);
    assert_eq!(tick(none(), flying(Vec3::ZERO), LEFTWARDS).turning, 0.0);
    near(tick(none(), standing(), LEFTWARDS).turning, 1.0);
}

#[test]
fn in_the_air_it_goes_on_as_it_went() {
    let sinks = Input { sink: true, ..AHEAD };
    let found = tick(law(), flying(Vec3::NEG_Z * 5.0), sinks);
    near(found.avatar.velocity.z, -5.0);
    near(found.speed, 5.0);
    assert_eq!(found.crouch, 0.0);
    // Burning jets bring it to the speed that is asked for, by 6 / 60 in a tick, however fast it falls.
    let ahead = Input { forward: 1.0, ..UP };
    near(tick(law(), flying(Vec3::NEG_Z * 18.0), ahead).avatar.velocity.z, -18.0);
    near(tick(law(), flying(Vec3::NEG_Y * 30.0), ahead).avatar.velocity.z, -0.1);
}

#[test]
fn without_jets_nothing_burns() {
    let own = MechLaw { jets: JumpJets { lift: 0.0, ..law().jets }, ..law() };
    let found = tick(own, standing(), UP);
    assert_eq!((found.burns, found.fuel), (false, 2.0));
}

#[test]
fn on_the_ground_fuel_comes_back() {
    near(tick(law(), Mech { fuel: 1.0, ..standing() }, REST).fuel, 1.0 + 0.5 / 60.0);
}

#[test]
fn sinks_take_their_heat_and_more_in_water() {
    let heat = HeatLaw { sinks: 3.0, ..law().heat };
    let own = || MechLaw { heat, ..law() };
    let hot = || Mech { heat: 20.0, ..standing() };
    near(tick(own(), hot(), REST).heat, 20.0 - 3.0 / 60.0);
    let mut lake = field();
    let bounds = Aabb { min: Vec3::splat(-100.0), max: Vec3::new(100.0, 2.0, 100.0) };
    lake.scene.regions.push(Region::of_box(RegionKind::Water, bounds));
    near(ask(&mut driven(lake, own(), hot()), REST, 1).heat, 20.0 - 6.0 / 60.0);
}

#[test]
fn a_leg_loses_no_more_than_it_has() {
    let mut mech = flying(Vec3::ZERO);
    mech.avatar.position.y = 100.0;
    // 44 units a second, of which 12 do no harm: 64 of 20.
    assert_eq!(ask(&mut driven(field(), law(), mech), REST, 400).legs, [0.0; 2]);
}

#[test]
fn walking_downhill_is_no_landing() {
    let mut hill = Sketch::new();
    hill.place(ModelSketch::new().slope([-500.0; 2], [500.0; 2], -125.0, 125.0));
    let mech = Mech { heading: FRAC_PI_2, speed: 18.0, ..standing() };
    let mut simulation = driven(hill, law(), mech);
    for _ in 0..60 {
        ask(&mut simulation, AHEAD, 1);
        let lands = simulation.cues().iter().any(|cue| matches!(cue, Cue::Landed { .. }));
        assert!(!lands, "{:?}", simulation.cues());
    }
}

#[test]
fn each_foot_follows_its_own_ground_wherever_it_is() {
    // A quarter up to the east and a half up to the north; the plane at 8 to the east is 2 high.
    let corner = |x: f32, z: f32| Vec3::new(x, 0.25 * x - 0.5 * z, z);
    let corners = [corner(-90.0, 90.0), corner(90.0, 90.0), corner(90.0, -90.0), corner(-90.0, -90.0)];
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().polygon(&corners));
    let body = world::Walker { slope_cos: 0.1, ..law().body };
    let feet = |heading: f32, feet: [Footfall; 2]| {
        let mut mech = Mech { heading, feet, ..standing() };
        mech.avatar.position = Vec3::new(8.0, 2.0, 0.0);
        mech.avatar.yaw = heading;
        let found = ask(&mut driven(sketch.clone(), MechLaw { body, ..law() }, mech), REST, 1);
        assert!(found.avatar.grounded && found.avatar.position.abs_diff_eq(mech.avatar.position, 1e-3));
        found.feet.map(|foot| foot.rise)
    };
    let all = |found: [f32; 2], wanted: [f32; 2]| {
        // 1 - e^(-4/60) of it in a tick.
        let is_near =
            found.iter().zip(wanted).all(|(own, wanted)| (own - wanted * (1.0 - LEFT)).abs() < 1e-4);
        assert!(is_near, "{found:?} instead of {wanted:?}");
    };
    all(feet(0.0, [Footfall::default(); 2]), [-0.25, 0.25]);
    // To the east its left foot is to the north.
    all(feet(-FRAC_PI_2, [Footfall::default(); 2]), [0.5, -0.5]);
    // A foot that stands has the ground where it stands.
    let stands = Footfall { stands: true, place: Vec3::new(9.0, 2.0, -1.0), ..Footfall::default() };
    all(feet(0.0, [stands, Footfall::default()]), [0.75, 0.25]);
}

#[test]
fn a_foot_over_an_edge_and_feet_in_the_air_hang_as_the_motion_has_them() {
    // Its left foot is over ground 3 lower, farther down than a step.
    let mut sketch = Sketch::new();
    let ground = ModelSketch::new().floor([-0.5, -50.0], [50.0, 50.0], 0.0);
    sketch.place(ground.floor([-50.0, -50.0], [-0.5, 50.0], -3.0));
    let found = ask(&mut driven(sketch, law(), standing()), REST, 10);
    assert_eq!(found.feet.map(|foot| foot.rise), [0.0; 2]);
    let mut mech = flying(Vec3::ZERO);
    mech.avatar.position.y = 0.5;
    let found = tick(law(), mech, REST);
    assert_eq!((found.avatar.grounded, found.feet.map(|foot| foot.rise)), (false, [0.0; 2]));
}

#[test]
fn a_jolt_ages_and_is_over_after_an_hour() {
    let since = |since: f32, ticks: u32| {
        let jolt = Jolt { strength: 0.5, way: 0.0, since };
        ask(&mut driven(field(), law(), Mech { jolt, ..standing() }), REST, ticks).jolt.since
    };
    near(since(1.0, 2), 1.0 + 2.0 / 60.0);
    assert_eq!(since(3600.0, 2), 3600.0);
}

#[test]
fn a_law_without_a_body_moves_nothing() {
    for change in [|law: &mut MechLaw| law.body.radius = 0.0, |law: &mut MechLaw| law.body.step = 0.0] {
        let mut own = law();
        change(&mut own);
        assert_eq!(tick(own, standing(), AHEAD).speed, 0.0);
    }
}

#[test]
fn a_tick_that_cannot_be_reckoned_leaves_it_where_it_stood() {
    let own = MechLaw { turn: [f32::INFINITY, 0.5], ..law() };
    let mut mech = Mech { speed: 5.0, ..standing() };
    mech.avatar.velocity = Vec3::NEG_Z * 5.0;
    let found = tick(own, mech, Input { forward: 1.0, ..LEFTWARDS });
    assert_eq!((found.heading, found.avatar.position), (0.0, Vec3::ZERO));
    assert_eq!((found.speed, found.avatar.velocity), (0.0, Vec3::ZERO));
}
