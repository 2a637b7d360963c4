//! Several actors in one world, each with a pilot of its own, and what a tick
//! reports of them.

use crate::common::{RUN, STAND, WALK, run, start};
use glam::{Affine3A, Quat, Vec3};
use runtime::{ActorError, Cue, Input, Simulation};
use std::f32::consts::FRAC_PI_2;
use world::sketch::{ModelSketch, Sketch};
use world::{
    Aabb, Actor, ActorId, ActorKind, Avatar, CameraMode, NodeId, PathPilot, Pilot, Region, RegionKind, SeatId,
};

const PERSON: ActorId = ActorId(0);

fn field() -> Sketch {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-50.0; 2], [50.0; 2], 0.0));
    sketch
}

fn walker_at(feet: [f32; 3], pilot: Pilot) -> Actor {
    Actor::walker(Avatar { position: Vec3::from(feet), grounded: true, ..Avatar::default() }, pilot)
}

fn place(simulation: &Simulation, actor: ActorId) -> Vec3 {
    simulation.state().actors.find(actor.0).expect("the actor exists").position()
}

#[test]
fn each_seat_moves_its_own_actor_and_nobody_s_stands() {
    let mut sketch = field();
    sketch.scene.avatar.grounded = true;
    let mut simulation = start(sketch, [0.0; 3]);
    let mut edit = simulation.edit();
    let second = edit.add_actor(walker_at([10.0, 0.0, 0.0], Pilot::Person(SeatId(1)))).unwrap();
    let idle = edit.add_actor(walker_at([20.0, 0.0, 0.0], Pilot::Nobody)).unwrap();
    drop(edit);
    for _ in 0..60 {
        simulation.advance(&[WALK, RUN], &[]);
    }
    // A second at 3 and at 8 metres a second.
    assert!(place(&simulation, PERSON).abs_diff_eq(Vec3::new(0.0, 0.0, -3.0), 1e-3));
    assert!(place(&simulation, second).abs_diff_eq(Vec3::new(10.0, 0.0, -8.0), 1e-3));
    assert_eq!(place(&simulation, idle), Vec3::new(20.0, 0.0, 0.0));
    // A seat without an input asks for nothing.
    simulation.advance(&[], &[]);
    let before = place(&simulation, second);
    simulation.advance(&[WALK], &[]);
    assert_eq!(place(&simulation, second), before);
}

#[test]
fn a_person_enters_another_actor_and_leaves_it() {
    let mut simulation = start(field(), [0.0; 3]);
    run(&mut simulation, &STAND, 1);
    let other = simulation.edit().add_actor(walker_at([10.0, 0.0, 0.0], Pilot::Nobody)).unwrap();
    assert_eq!(simulation.edit().enter(SeatId::FIRST, other, 0.0), Ok(()));
    let left = place(&simulation, PERSON);
    run(&mut simulation, &WALK, 60);
    assert_eq!(place(&simulation, PERSON), left, "it stands where it was left");
    assert!(place(&simulation, other).abs_diff_eq(Vec3::new(10.0, 0.0, -3.0), 1e-3));
    assert_eq!(simulation.state().camera.eye, place(&simulation, other) + Vec3::Y * 1.65);

    assert!(simulation.edit().leave(SeatId::FIRST) && !simulation.edit().leave(SeatId::FIRST));
    let (camera, zones) = (simulation.state().camera, simulation.state().zones);
    run(&mut simulation, &WALK, 60);
    assert!(place(&simulation, other).abs_diff_eq(Vec3::new(10.0, 0.0, -3.0), 1e-3));
    assert_eq!((simulation.state().camera, simulation.state().zones), (camera, zones));
    assert_eq!(simulation.state().avatar(), None);
    assert!(!simulation.edit().teleport_avatar(Vec3::ZERO, 0.0, 0.0), "nobody is there to be put anywhere");
}

#[test]
fn what_cannot_be_done_with_actors_says_why_and_changes_nothing() {
    let mut simulation = start(field(), [0.0; 3]);
    let second = Pilot::Person(SeatId(1));
    let taken = simulation.edit().add_actor(walker_at([1.0, 0.0, 0.0], second.clone())).unwrap();
    let before = simulation.state().hash();
    let mut edit = simulation.edit();
    let gone = ActorId(9);
    assert_eq!(edit.enter(SeatId::FIRST, taken, 0.0), Err(ActorError::Taken(SeatId(1))));
    assert_eq!(edit.enter(SeatId::FIRST, gone, 0.0), Err(ActorError::Missing(gone)));
    assert_eq!(edit.remove_actor(gone), Err(ActorError::Missing(gone)));
    assert_eq!(edit.place_actor(gone, Vec3::ZERO, 0.0, 0.0), Err(ActorError::Missing(gone)));
    assert_eq!(edit.place_actor(taken, Vec3::NAN, 0.0, 0.0), Err(ActorError::Unsound));
    let path = |points: Vec<Vec3>| Pilot::Path(PathPilot { points, ..PathPilot::default() });
    assert_eq!(edit.set_pilot(taken, path(vec![Vec3::INFINITY])), Err(ActorError::Unsound));
    assert_eq!(edit.set_pilot(taken, path(vec![Vec3::ZERO; 100_000])), Err(ActorError::Unsound));
    assert_eq!(edit.add_actor(walker_at([0.0; 3], second)), Err(ActorError::Taken(SeatId(1))));
    assert_eq!(edit.add_actor(walker_at([f32::NAN; 3], Pilot::Nobody)), Err(ActorError::Unsound));
    let node = NodeId(77);
    let shown = Actor { node: Some(node), ..walker_at([0.0; 3], Pilot::Nobody) };
    assert_eq!(edit.add_actor(shown), Err(ActorError::MissingNode(node)));
    drop(edit);
    assert_eq!(simulation.state().hash(), before);
}

#[test]
fn actors_that_go_leave_no_number_to_others_and_there_is_a_limit() {
    let mut simulation = start(field(), [0.0; 3]);
    let mut edit = simulation.edit();
    let first = edit.add_actor(walker_at([1.0, 0.0, 0.0], Pilot::Nobody)).unwrap();
    assert_eq!(edit.remove_actor(first), Ok(()));
    let next = edit.add_actor(walker_at([1.0, 0.0, 0.0], Pilot::Nobody)).unwrap();
    assert_eq!((first, next), (ActorId(1), ActorId(2)));
    assert_eq!(edit.place_actor(first, Vec3::ZERO, 0.0, 0.0), Err(ActorError::Missing(first)));
    let storm = (0..10_000).map(|_| edit.add_actor(walker_at([0.0; 3], Pilot::Nobody)));
    assert_eq!(storm.filter(Result::is_ok).count(), 4096 - 2);
}

#[test]
fn a_path_is_walked_from_point_to_point() {
    let mut simulation = start(field(), [0.0; 3]);
    let points = vec![Vec3::new(0.0, 9.0, -6.0), Vec3::new(6.0, -9.0, -6.0)];
    let pilot = |looping| Pilot::Path(PathPilot { points: points.clone(), looping, ..PathPilot::default() });
    let walker = simulation.edit().add_actor(walker_at([0.0; 3], pilot(false))).unwrap();
    // 5.65 m to where the first point is reached: 113 ticks of 0.05 m.
    run(&mut simulation, &STAND, 113);
    let corner = place(&simulation, walker);
    assert!(corner.abs_diff_eq(Vec3::new(0.0, 0.0, -5.65), 1e-2), "{corner}");
    // 86.7 degrees to the right at 3 a tick: it stands until no more than 60 are left,
    // for nine ticks and the one in which it got there.
    run(&mut simulation, &STAND, 10);
    let turning = place(&simulation, walker);
    assert!(turning.distance(corner) < 0.051, "{turning}");
    let Some(Actor { kind: ActorKind::Walker(avatar), .. }) = simulation.state().actors.find(walker.0) else {
        panic!("it is gone");
    };
    assert!((-0.4712 - avatar.yaw).abs() < 0.06, "{}", avatar.yaw);
    run(&mut simulation, &STAND, 200);
    let end = place(&simulation, walker);
    assert!(end.distance(Vec3::new(6.0, 0.0, -6.0)) <= 0.35 + 1e-3, "{end}");
    run(&mut simulation, &STAND, 60);
    assert_eq!(place(&simulation, walker), end, "the end of the path");

    assert_eq!(simulation.edit().set_pilot(walker, pilot(true)), Ok(()));
    let mut reached = [0; 2];
    for _ in 0..1200 {
        simulation.tick(&STAND);
        for (point, reached) in points.iter().zip(&mut reached) {
            let near = place(&simulation, walker).with_y(0.0).distance(point.with_y(0.0)) < 0.36;
            *reached += u32::from(near);
        }
    }
    assert!(reached[0] > 1 && reached[1] > 1, "to and fro: {reached:?}");
}

#[test]
fn an_actor_carries_its_node() {
    let mut sketch = field();
    let node = sketch.node("figure", None, &[]);
    sketch.scene.roots.push(node);
    // The model lies on its side in the scene.
    sketch.at(node).transform = Affine3A::from_rotation_x(FRAC_PI_2);
    let mut simulation = start(sketch, [0.0; 3]);
    let shown = Actor { node: Some(node), ..walker_at([5.0, 0.0, 0.0], Pilot::Nobody) };
    let actor = simulation.edit().add_actor(shown).unwrap();
    let standing = |simulation: &Simulation| {
        let id = simulation.occurrences().of(node).next().unwrap();
        (*simulation.occurrences().previous(id), *simulation.occurrences().transform(id))
    };
    let [lying, turned] =
        [0.0, FRAC_PI_2].map(|yaw| Quat::from_rotation_y(yaw) * Quat::from_rotation_x(FRAC_PI_2));
    let (_, now) = standing(&simulation);
    assert!(now.abs_diff_eq(Affine3A::from_rotation_translation(lying, Vec3::X * 5.0), 1e-6));
    assert_eq!(simulation.edit().enter(SeatId::FIRST, actor, 0.0), Ok(()));
    simulation.tick(&Input { yaw: FRAC_PI_2, ..WALK });
    let (before, now) = standing(&simulation);
    assert_eq!(before.translation.x, 5.0);
    let expected = Affine3A::from_rotation_translation(turned, Vec3::X * 4.95);
    assert!(now.abs_diff_eq(expected, 1e-5), "{now:?}");
    // A teleport is not seen on the way.
    assert_eq!(simulation.edit().place_actor(actor, Vec3::new(0.0, 0.0, 9.0), 0.0, 0.0), Ok(()));
    let (before, now) = standing(&simulation);
    assert_eq!((before, now.translation.z), (now, 9.0));
}

#[test]
fn a_solid_figure_stops_others_and_not_its_own_actor() {
    let mut sketch = field();
    let body = ModelSketch::new().cuboid(Vec3::new(-0.4, 0.0, -0.4), Vec3::new(0.4, 1.8, 0.4));
    let figure = sketch.place(body);
    let mut simulation = start(sketch, [0.0, 0.0, 5.0]);
    let shown = Actor { node: Some(figure), ..walker_at([0.0; 3], Pilot::Person(SeatId(1))) };
    let solid = simulation.edit().add_actor(shown).unwrap();
    for _ in 0..120 {
        simulation.advance(&[RUN], &[]);
    }
    // The other is stopped before it: 0.4 m of figure, a radius of 0.35 m and its skin.
    let stopped = place(&simulation, PERSON);
    assert!((stopped.z - 0.7535).abs() < 0.01 && stopped.y == 0.0, "{stopped}");
    for _ in 0..60 {
        simulation.advance(&[STAND, WALK], &[]);
    }
    assert!(place(&simulation, solid).abs_diff_eq(Vec3::new(0.0, 0.0, -3.0), 1e-3));
    // From behind its own back it is seen from as far as wanted.
    assert!(simulation.edit().leave(SeatId(1)));
    assert_eq!(simulation.edit().enter(SeatId::FIRST, solid, 0.0), Ok(()));
    assert!(simulation.edit().set_camera(CameraMode::Chase { distance: 4.0, lift: 0.0 }, 0.0));
    run(&mut simulation, &STAND, 1);
    assert!(simulation.state().camera.eye.abs_diff_eq(Vec3::new(0.0, 1.65, 1.0), 1e-3));
}

#[test]
fn a_fall_is_reported_with_its_speed_and_a_step_is_not() {
    let mut simulation = start(field(), [0.0, 5.0, 0.0]);
    let mut cues = Vec::new();
    for _ in 0..120 {
        simulation.tick(&STAND);
        cues.extend_from_slice(simulation.cues());
    }
    let [Cue::Landed { actor: PERSON, at, speed, .. }] = cues[..] else { panic!("{cues:?}") };
    // The root of 2 * 9.8 * 5, less what the last tick would have added.
    assert!(at == Vec3::ZERO && (9.899 - 0.17..=9.9).contains(&speed), "{at} {speed}");

    let mut simulation = start(field(), [0.0, 0.4, 0.0]);
    run(&mut simulation, &STAND, 60);
    assert!(simulation.state().avatar().unwrap().grounded && simulation.cues().is_empty());
}

/// Ticks, places and names of the ground of all footsteps.
fn steps(simulation: &mut Simulation, input: &Input, ticks: u32) -> Vec<(u32, f32, Option<String>)> {
    let mut steps = Vec::new();
    for tick in 1..=ticks {
        simulation.tick(input);
        for cue in simulation.cues() {
            if let Cue::Footstep { actor: PERSON, at, ground, soil: 1 } = cue {
                steps.push((tick, at.z, ground.clone()));
            }
        }
    }
    steps
}

#[test]
fn footsteps_are_as_far_apart_as_legs_are_long_and_only_made_for_who_asks() {
    let walk = |wanted: bool, names: &[&str]| {
        let mut sketch = Sketch::new();
        let dirt = sketch.material([0.5; 3], 1);
        sketch.place(ModelSketch::new().material(dirt).floor([-50.0; 2], [50.0; 2], 0.0));
        sketch.scene.soils = names.iter().map(|name| (*name).to_owned()).collect();
        let mut simulation = start(sketch, [0.0; 3]);
        simulation.want_footsteps(wanted);
        run(&mut simulation, &STAND, 5);
        let walked = steps(&mut simulation, &WALK, 60);
        let ran = steps(&mut simulation, &RUN, 60);
        (walked, ran, steps(&mut simulation, &STAND, 30).len(), simulation.hash())
    };
    let (walked, ran, stood, hash) = walk(true, &["rock", "dirt"]);
    // A step of 42 hundredths of 1.8 m is 0.756 m, or 15.12 ticks at 5 cm; the first
    // comes after half of that.
    let ticks: Vec<u32> = walked.iter().map(|(tick, ..)| *tick).collect();
    assert_eq!(ticks, [8, 23, 38, 53]);
    assert!(walked.iter().all(|(_, _, ground)| ground.as_deref() == Some("dirt")));
    // Twice as long at 8 m a second: 1.512 m is 11.34 ticks.
    let gaps: Vec<u32> = ran.windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
    assert!(ran.len() == 5 && gaps.iter().all(|gap| (11..=12).contains(gap)), "{ran:?}");
    assert_eq!(stood, 0);
    let (walked, .., silent) = walk(false, &["rock", "dirt"]);
    assert!(walked.is_empty() && silent == hash, "nothing that happens depends on them");
    assert!(walk(true, &[]).0.iter().all(|(_, _, ground)| ground.is_none()));
}

#[test]
fn water_and_regions_are_reported_where_they_begin_and_end() {
    let mut sketch = field();
    let lake = Aabb { min: Vec3::new(-9.0, -1.0, -9.0), max: Vec3::new(9.0, 0.5, -2.0) };
    sketch.scene.regions.push(Region::of_box(RegionKind::Water, lake));
    let gate = Aabb { min: Vec3::new(-1.0, 0.0, -1.5), max: Vec3::new(1.0, 2.0, -1.0) };
    sketch.scene.regions.push(Region { name: "gate".into(), ..Region::of_box(RegionKind::Trigger, gate) });
    let mut simulation = start(sketch, [0.0; 3]);
    let mut cues = Vec::new();
    for tick in 1..=60 {
        simulation.tick(&WALK);
        cues.extend(simulation.cues().iter().map(|cue| (tick, cue.clone())));
    }
    let reported: Vec<_> = cues
        .iter()
        .map(|(tick, cue)| match cue {
            Cue::Entered { region, .. } => (*tick, format!("entered {region}")),
            Cue::Left { region, .. } => (*tick, format!("left {region}")),
            Cue::Splashed { at, .. } => (*tick, format!("splashed {:.1}", at.z)),
            cue => (*tick, format!("{cue:?}")),
        })
        .collect();
    // One tick to find the ground; 0.05 m a tick; edges belong to a region.
    let words: Vec<&str> = reported.iter().map(|(_, word)| word.as_str()).collect();
    assert_eq!(words, ["entered gate", "left gate", "splashed -2.0"]);
    for ((tick, word), about) in reported.iter().zip([21, 31, 41]) {
        assert!((about - 1..=about + 1).contains(tick), "{word} at tick {tick}");
    }
    // Whoever is put into a region has entered it, too.
    let feet = Vec3::new(0.0, 0.0, -1.2);
    let command = runtime::Command::PlaceActor { actor: PERSON, feet, yaw: 0.0, pitch: 0.0 };
    simulation.advance(&[], &[command]);
    let entered = Cue::Entered { actor: PERSON, region: "gate".into() };
    assert!(simulation.cues().contains(&entered), "{:?}", simulation.cues());
}
