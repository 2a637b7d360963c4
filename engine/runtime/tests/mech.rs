//! The law of a 'mech, line by line, with numbers worked out by hand: a tick is 1/60 s.
//!
//! docs/spec/zbd/mw3-runtime.md, "10. Proposed MW movement model".

use crate::common::start_scene;
use glam::Vec3;
use runtime::{Cue, Input, Simulation};
use world::sketch::{ModelSketch, Sketch};
use world::{
    Aabb, Actor, ActorId, ActorKind, Avatar, CollapseLaw, Footfall, Frame, HeatLaw, Jolt, JoltLaw, JumpJets,
    LawKind, Mech, MechLaw, MechParts, Pilot, Region, RegionKind, SeatId, VehicleLaw, Views, Walker,
};

pub(crate) const DT: f32 = 1.0 / 60.0;
pub(crate) const MECH: ActorId = ActorId(1);
/// What is left after a tick of something that follows with 4 a second.
pub(crate) const LEFT: f32 = 0.935_507;

pub(crate) fn law() -> MechLaw {
    let person = Walker::person(&Frame::identity(1.0));
    MechLaw {
        body: Walker { radius: 1.0, height: 8.0, step: 1.0, gravity: 10.0, fall_speed: 90.0, ..person },
        speeds: [18.0, 9.0],
        rates: [12.0, 24.0],
        turn: [1.0, 0.5],
        lean: [0.2, 0.05],
        torso: [1.5, -0.3, 0.4],
        aim: 4.0,
        arms: 0.5,
        track: 1.0,
        ankle: 0.5,
        catches_up: 12.0,
        sag: 0.25,
        slack: 1.0,
        crouch: [1.0, 0.5],
        jets: JumpJets { lift: 20.0, fuel: 2.0, refill: 0.5, steer: 6.0, heat: 4.0 },
        heat: HeatLaw { capacity: 30.0, sinks: 1.0, in_water: 2.0, limits: [1.0, 0.6], hot: 0.75 },
        fall: [12.0, 2.0],
        legs: 20.0,
        alarm: 0.25,
        limp: 0.4,
        collapse: CollapseLaw { seconds: 1.1, down: 0.55, turn: [0.5, 0.25] },
        jolt: JoltLaw {
            bend: 0.1,
            slide: 0.2,
            twist: 0.05,
            fades: 8.0,
            full: [20.0, 0.25],
            shake: [0.02, 0.01, 0.03],
            shakes: [5.0, 2.0],
        },
        parts: MechParts::default(),
    }
}

pub(crate) fn standing() -> Mech {
    Mech::standing(0, &law(), Avatar { grounded: true, ..Avatar::default() })
}

pub(crate) fn field() -> Sketch {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-4000.0; 2], [4000.0; 2], 0.0));
    sketch
}

/// A 'mech in a world, piloted from the second seat; whoever is in the first stands far away.
pub(crate) fn driven(mut sketch: Sketch, law: MechLaw, mech: Mech) -> Simulation {
    let law = LawKind::Mech(Box::new(law));
    sketch.scene.vehicles.push(VehicleLaw { name: "mech".into(), node: None, views: Views::default(), law });
    sketch.scene.avatar.position = Vec3::new(400.0, 0.0, 400.0);
    let mut simulation = start_scene(sketch.scene);
    let kind = ActorKind::Mech(Box::new(mech));
    let actor = Actor { kind, pilot: Pilot::Person(SeatId(1)), node: None };
    assert_eq!(simulation.edit().add_actor(actor), Ok(MECH));
    simulation
}

pub(crate) fn mech(simulation: &Simulation) -> Mech {
    match &simulation.state().actors.find(MECH.0).unwrap().kind {
        ActorKind::Mech(mech) => **mech,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn ask(simulation: &mut Simulation, input: Input, ticks: u32) -> Mech {
    (0..ticks).for_each(|_| simulation.advance(&[Input::default(), input], &[]));
    mech(simulation)
}

pub(crate) const AHEAD: Input = Input {
    forward: 1.0,
    strafe: 0.0,
    yaw: 0.0,
    pitch: 0.0,
    run: false,
    jump: false,
    sink: false,
    fire: false,
    fire_second: false,
};
pub(crate) const REST: Input = Input { forward: 0.0, ..AHEAD };

#[track_caller]
pub(crate) fn near(found: f32, wanted: f32) {
    assert!((found - wanted).abs() <= 1e-4 * wanted.abs().max(1.0), "{found} instead of {wanted}");
}

#[test]
fn its_speed_follows_the_throttle() {
    let mut simulation = driven(field(), law(), standing());
    // 12 / 60.
    let first = ask(&mut simulation, AHEAD, 1);
    near(first.speed, 0.2);
    near(first.avatar.position.z, -0.2 / 60.0);
    near(ask(&mut simulation, AHEAD, 120).speed, 18.0);
    // It loses 24 / 60.
    near(ask(&mut simulation, REST, 1).speed, 17.6);
    // Half of the throttle is half of the speed.
    near(ask(&mut simulation, Input { forward: 0.5, ..AHEAD }, 60).speed, 9.0);
    // Backwards it brakes first, and is half as fast.
    let back = Input { forward: -1.0, ..AHEAD };
    near(ask(&mut simulation, back, 1).speed, 8.6);
    near(ask(&mut simulation, back, 200).speed, -9.0);
}

#[test]
fn it_turns_slower_the_faster_it_is_and_leans() {
    let left = Input { strafe: -1.0, ..REST };
    let mut simulation = driven(field(), law(), standing());
    let first = ask(&mut simulation, left, 1);
    near(first.turning, 1.0);
    near(first.heading, 1.0 / 60.0);
    // The torso looks where it looked, seen from the legs.
    near(first.avatar.yaw, 1.0 / 60.0);
    assert_eq!((first.twist, first.lean), (0.0, 0.0));
    let mut simulation = driven(field(), law(), Mech { speed: 18.0, ..standing() });
    let first = ask(&mut simulation, Input { forward: 1.0, ..left }, 1);
    near(first.turning, 0.5);
    // 0.2 · 0.5 would be 0.1: 0.05 is the most.
    near(first.lean, 0.05 * (1.0 - LEFT));
}

#[test]
fn the_torso_follows_the_aim_within_its_limits() {
    let mut simulation = driven(field(), law(), standing());
    let first = ask(&mut simulation, Input { yaw: 0.5, pitch: 0.2, ..REST }, 1);
    near(first.avatar.yaw, 0.5);
    near(first.twist, 0.5 * (1.0 - LEFT));
    near(first.nod, 0.2 * (1.0 - LEFT));
    assert_eq!(first.heading, 0.0);
    let far = ask(&mut simulation, Input { yaw: 0.1, pitch: 0.1, ..REST }, 300);
    near(far.avatar.yaw, 1.5);
    near(far.avatar.pitch, 0.4);
    near(far.twist, 1.5);
    let other = ask(&mut simulation, Input { yaw: -0.1, pitch: -0.1, ..REST }, 300);
    near(other.twist, -1.5);
    near(other.nod, -0.3);
}

#[test]
fn jump_jets_lift_it_while_there_is_fuel() {
    let up = Input { jump: true, ..REST };
    let mut simulation = driven(field(), law(), standing());
    let first = ask(&mut simulation, up, 1);
    // 20 / 60 up and 10 / 60 down; it rises by the mean of both ends.
    near(first.avatar.velocity.y, 10.0 / 60.0);
    near(first.avatar.position.y, (20.0 + 10.0) * 0.5 / 3600.0);
    near(first.fuel, 2.0 - 1.0 / 60.0);
    let empty = ask(&mut simulation, up, 130);
    assert_eq!(empty.fuel, 0.0);
    assert!(empty.avatar.velocity.y < 20.0 && empty.avatar.position.y > 10.0, "{empty:?}");
    // On the ground half a second of it comes back in a second.
    let down = ask(&mut simulation, REST, 600);
    assert!(down.avatar.grounded && down.fuel == 2.0, "{down:?}");
    // In the air it follows the throttle by 6 / 60 a tick.
    let mut simulation = driven(field(), law(), standing());
    ask(&mut simulation, up, 1);
    near(ask(&mut simulation, Input { forward: 1.0, ..up }, 1).avatar.velocity.z, -0.1);
    // One without jets stays down.
    let mut simulation = driven(field(), MechLaw { jets: JumpJets::default(), ..law() }, standing());
    assert!(ask(&mut simulation, up, 5).avatar.grounded);
}

#[test]
fn a_hard_landing_is_the_legs() {
    let high = |y: f32| Mech::standing(0, &law(), Avatar { position: Vec3::Y * y, ..Avatar::default() });
    let mut simulation = driven(field(), law(), high(12.0));
    let mut landed = None;
    for _ in 0..200 {
        ask(&mut simulation, REST, 1);
        landed = landed.or_else(|| {
            simulation.cues().iter().find_map(|cue| match cue {
                Cue::Landed { actor: MECH, speed, .. } => Some(*speed),
                _ => None,
            })
        });
    }
    // The root of 2 · 10 · 12, but for a tick.
    let speed = landed.unwrap();
    assert!((speed - 15.49).abs() < 0.2, "{speed}");
    near(mech(&simulation).legs[0], 20.0 - (speed - 12.0) * 2.0);
    // From five it is 10 units a second: no harm.
    let mut simulation = driven(field(), law(), high(5.0));
    assert_eq!(ask(&mut simulation, REST, 200).legs, [20.0; 2]);
}

#[test]
fn on_one_leg_it_limps_and_without_any_it_lies() {
    let mut simulation = driven(field(), law(), Mech { legs: [0.0, 20.0], ..standing() });
    near(ask(&mut simulation, AHEAD, 200).speed, 7.2);
    let mut simulation = driven(field(), law(), Mech { legs: [0.0; 2], ..standing() });
    let found = ask(&mut simulation, Input { strafe: 1.0, ..AHEAD }, 60);
    assert_eq!((found.speed, found.heading), (0.0, 0.0));
}

#[test]
fn heat_comes_of_jets_goes_by_sinks_and_shuts_it_down() {
    let up = Input { jump: true, ..REST };
    let mut simulation = driven(field(), law(), Mech { heat: 20.0, ..standing() });
    near(ask(&mut simulation, REST, 1).heat, 20.0 - 1.0 / 60.0);
    near(ask(&mut simulation, up, 1).heat, 20.0 - 1.0 / 60.0 + 3.0 / 60.0);
    let mut simulation = driven(field(), law(), Mech { heat: 30.5, ..standing() });
    assert!(ask(&mut simulation, AHEAD, 1).is_shut_down);
    let still = ask(&mut simulation, AHEAD, 5);
    assert!(still.is_shut_down && still.speed < 0.2, "{still:?}");
    // 30.5 - 18 by one a second: it starts again after 12.5 seconds.
    assert!(ask(&mut simulation, REST, 740).is_shut_down);
    assert!(!ask(&mut simulation, REST, 10).is_shut_down);
    // Twice as fast in water.
    let mut lake = field();
    let bounds = Aabb { min: Vec3::splat(-100.0), max: Vec3::new(100.0, 2.0, 100.0) };
    lake.scene.regions.push(Region::of_box(RegionKind::Water, bounds));
    let mut simulation = driven(lake, law(), Mech { heat: 20.0, ..standing() });
    near(ask(&mut simulation, REST, 1).heat, 20.0 - 2.0 / 60.0);
}

#[test]
fn it_crouches_in_its_time_and_goes_no_farther() {
    let down = Input { sink: true, ..AHEAD };
    let mut simulation = driven(field(), law(), standing());
    // Half a second is 30 ticks.
    near(ask(&mut simulation, down, 1).crouch, 1.0 / 30.0);
    let low = ask(&mut simulation, down, 60);
    assert_eq!((low.crouch, low.speed), (1.0, 0.0));
    near(ask(&mut simulation, REST, 15).crouch, 0.5);
}

#[test]
fn walls_stop_it_and_each_foot_has_its_own_ground() {
    let mut sketch = field();
    sketch.place(ModelSketch::new().wall([-50.0, -10.0], [50.0, -10.0], -1.0, 9.0));
    let found = ask(&mut driven(sketch, law(), standing()), AHEAD, 300);
    assert!(found.avatar.position.z > -9.1 && found.speed.abs() < 0.3, "{found:?}");
    // A hill that rises to the east by a quarter: one to either side.
    let mut hill = Sketch::new();
    hill.place(ModelSketch::new().slope([-500.0; 2], [500.0; 2], -125.0, 125.0));
    let found = ask(&mut driven(hill, law(), standing()), REST, 300);
    near(found.feet[0].rise, -0.25);
    near(found.feet[1].rise, 0.25);
}

#[test]
fn equal_demands_give_equal_worlds_and_each_number_is_in_the_hash() {
    let input = |tick: u32| Input {
        forward: ((tick / 40) % 3) as f32 - 1.0,
        strafe: ((tick / 25) % 3) as f32 - 1.0,
        yaw: 0.01,
        jump: tick % 90 > 70,
        ..REST
    };
    let mut runs = [driven(field(), law(), standing()), driven(field(), law(), standing())];
    for tick in 0..300 {
        for run in &mut runs {
            ask(run, input(tick), 1);
        }
    }
    assert_eq!(runs[0].state().hash(), runs[1].state().hash());
    let saved = runs[0].state().to_json().unwrap();
    let state = world::State::from_json(&saved).unwrap();
    assert_eq!(&state, runs[0].state());
    let base = mech(&runs[0]);
    let hash = |mech: Mech| driven(field(), law(), mech).state().hash();
    let changes: [fn(&mut Mech); 17] = [
        |mech| mech.law += 1,
        |mech| mech.avatar.yaw += 1.0,
        |mech| mech.heading += 1.0,
        |mech| mech.speed += 1.0,
        |mech| mech.turning += 1.0,
        |mech| mech.twist += 1.0,
        |mech| mech.nod += 1.0,
        |mech| mech.lean += 1.0,
        |mech| mech.crouch += 1.0,
        |mech| mech.fuel += 1.0,
        |mech| mech.heat += 1.0,
        |mech| mech.is_shut_down = !mech.is_shut_down,
        |mech| mech.legs[1] -= 1.0,
        |mech| mech.feet[0].stands = !mech.feet[0].stands,
        |mech| mech.feet[1].place.x += 1.0,
        |mech| mech.feet[1].offset.x += 1.0,
        |mech| mech.feet[0] = Footfall { rise: 0.7, ..mech.feet[0] },
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut other = base;
        change(&mut other);
        assert_ne!(hash(other), hash(base), "change {number}");
    }
}

#[test]
fn numbers_that_lead_nowhere_leave_it_where_it_is() {
    let odd: [fn(&mut MechLaw); 5] = [
        |law| law.speeds = [1e30; 2],
        |law| law.rates = [1e30; 2],
        |law| law.body.radius = 0.0,
        |law| law.jets.lift = 1e38,
        |law| law.turn = [1e30; 2],
    ];
    for change in odd {
        let mut own = law();
        change(&mut own);
        let mut simulation = driven(field(), own, standing());
        let found = ask(&mut simulation, Input { strafe: 1.0, jump: true, ..AHEAD }, 100);
        assert!(found.is_finite() && found.avatar.position.is_finite(), "{found:?}");
    }
}

#[test]
fn a_jolt_takes_a_moment_to_be_felt_and_fades_away() {
    let law = law().jolt;
    let jolt = |strength: f32, since: f32| Jolt { strength, way: 0.0, since };
    // It is farthest after an eighth of a second.
    near(jolt(0.5, 0.125).swing(&law), 0.5);
    near(jolt(0.5, 0.25).swing(&law), 0.5 * 2.0 * 0.367_879);
    assert_eq!(jolt(0.5, 0.0).swing(&law), 0.0);
    near(jolt(0.5, 0.125).left(&law), 0.5 * 0.367_879);
    // A quarter of one of five shakes in a second, of which a tenth is gone.
    let left = 0.904_837;
    let found = jolt(1.0, 0.05).shake(&law);
    for (found, most) in found.into_iter().zip([0.02, 0.01, 0.03]) {
        near(found, most * left);
    }
    let back = jolt(1.0, 0.15).shake(&law);
    assert!(back[0] < 0.0, "{back:?}");
}

#[test]
fn what_lost_its_legs_goes_down_on_them_and_stands_when_it_is_whole() {
    let mut simulation = driven(field(), law(), Mech { legs: [0.0; 2], ..standing() });
    near(ask(&mut simulation, AHEAD, 1).fallen, 1.0 / 66.0);
    assert_eq!(ask(&mut simulation, AHEAD, 80).fallen, 1.0);
    let mut simulation = driven(field(), law(), Mech { fallen: 0.7, ..standing() });
    assert_eq!(ask(&mut simulation, AHEAD, 1).fallen, 0.0);
}

#[test]
fn its_jets_are_said_to_burn_while_they_do() {
    let up = Input { jump: true, ..REST };
    let mut simulation = driven(field(), law(), standing());
    assert!(ask(&mut simulation, up, 1).burns);
    assert!(!ask(&mut simulation, REST, 1).burns);
    // Two seconds of fuel.
    assert!(!ask(&mut simulation, up, 130).burns);
}
