//! What moves by itself: clocks, the nodes they move, and what queries make of
//! it.

use glam::{Quat, Vec3};
use runtime::{Input, Simulation};
use std::f32::consts::FRAC_PI_2;
use world::sketch::{ModelSketch, Sketch};
use world::{
    Animator, AnimatorId, Clip, ClipId, Clock, Limits, Motion, NodeId, Scene, State, Track, TransformCurves,
};

const LIFT: ClipId = ClipId(0);
const WAVE: ClipId = ClipId(1);
const FIRST: AnimatorId = AnimatorId(0);

fn start(scene: Scene) -> Simulation {
    let (simulation, findings) = Simulation::new(scene.into(), 1, &Limits::default());
    assert!(findings.is_empty(), "{findings:?}");
    simulation
}

fn run(simulation: &mut Simulation, ticks: u32) {
    (0..ticks).for_each(|_| simulation.tick(&Input::default()));
}

fn track(part: &str, translations: Vec<Vec3>, rotations: Vec<Quat>) -> Track {
    Track { part: part.into(), curves: TransformCurves::even(translations, rotations).unwrap() }
}

/// Two lifts: a car with a plank on it, two seconds up and two down. A node
/// called as a part but outside.
fn lifts() -> Sketch {
    let mut sketch = Sketch::new();
    let key = |y: f32| Vec3::new(0.0, y, 0.0);
    let turned = Quat::from_rotation_y(FRAC_PI_2);
    sketch.scene.clips = vec![
        Clip::new(
            "lift",
            4.0,
            Motion::Parts(vec![
                track("CAR", vec![key(0.0), key(8.0), key(0.0)], Vec::new()),
                track("tail", vec![key(9.0)], Vec::new()),
                track("plank", Vec::new(), vec![Quat::IDENTITY, turned, Quat::IDENTITY]),
            ]),
        ),
        Clip::new("wave", 1.0, Motion::Frames(vec![0, 1, 2])),
    ];
    let model = sketch.model(ModelSketch::new().floor([-2.0, -1.0], [2.0, 1.0], 0.0));
    for index in 0..2 {
        let plank = sketch.node("Plank", Some(model), &[]);
        let car = sketch.node("Car", None, &[plank]);
        let shaft = sketch.node("shaft", None, &[car]);
        sketch.at(shaft).transform.translation.x = index as f32 * 20.0;
        sketch.scene.roots.push(shaft);
        let mut animator = Animator { name: "lift".into(), ..Animator::default() };
        animator.clips.push(sketch.scene.playable(LIFT, shaft));
        animator.start = Clock { speed: 1.0 + index as f32, ..Clock::looping(LIFT) };
        sketch.scene.animators.push(animator);
    }
    sketch
}

fn height(simulation: &Simulation, x: f32, z: f32) -> Option<f32> {
    simulation.probe().ground(x, z, 50.0, 0.0).map(|hit| hit.point.y)
}

fn near(found: Option<f32>, wanted: f32) -> bool {
    found.is_some_and(|found| (found - wanted).abs() < 1e-3)
}

#[test]
fn every_animator_moves_its_own_nodes_by_its_own_clock() {
    let mut simulation = start(lifts().scene);
    assert!(near(height(&simulation, 0.0, 0.0), 0.0));
    run(&mut simulation, 60);
    // A second of four, and two at double speed.
    assert!(near(height(&simulation, 0.0, 0.0), 4.0));
    assert!(near(height(&simulation, 20.0, 0.0), 8.0));
    // The first plank is half turned; the second a quarter turn: it reaches far
    // along z now.
    assert!(near(height(&simulation, 20.0, 1.9), 8.0) && height(&simulation, 21.9, 0.0).is_none());
    run(&mut simulation, 120);
    assert!(near(height(&simulation, 0.0, 0.0), 4.0));
    assert!(near(height(&simulation, 20.0, 0.0), 8.0), "six seconds of four are two");
    // Seen moving between ticks.
    let car = simulation.occurrences().of(NodeId(1)).next().unwrap();
    let (before, now) = (simulation.occurrences().previous(car), simulation.occurrences().transform(car));
    assert!((before.translation.y - now.translation.y - 4.0 / 60.0).abs() < 1e-3);
}

#[test]
fn a_scene_starts_where_its_clocks_say() {
    let mut sketch = lifts();
    sketch.scene.animators[0].start = Clock { time: 1.5, speed: 0.0, ..Clock::once(LIFT) };
    let state = State::new(&sketch.scene, 0);
    assert!((state.nodes.transforms[1].translation.y - 6.0).abs() < 1e-5);
    let mut simulation = start(sketch.scene);
    assert!(near(height(&simulation, 0.0, 0.0), 6.0));
    run(&mut simulation, 10);
    assert!(near(height(&simulation, 0.0, 0.0), 6.0));
}

#[test]
fn a_clip_once_ends_and_leaves_its_nodes_to_others() {
    let mut simulation = start(lifts().scene);
    assert!(simulation.edit().play(FIRST, Clock { time: 3.5, ..Clock::once(LIFT) }));
    assert!(near(height(&simulation, 0.0, 0.0), 2.0));
    let car = simulation.occurrences().of(NodeId(1)).next().unwrap();
    assert_eq!(simulation.occurrences().previous(car), simulation.occurrences().transform(car));
    run(&mut simulation, 60);
    assert!(near(height(&simulation, 0.0, 0.0), 0.0));
    assert_eq!(simulation.state().clocks[0].time, 4.0);
    let mut place = simulation.state().nodes.transforms[1];
    place.translation.y = 3.0;
    assert!(simulation.edit().move_node(NodeId(1), place));
    run(&mut simulation, 5);
    assert!(near(height(&simulation, 0.0, 0.0), 3.0));
}

#[test]
fn what_cannot_be_played_changes_nothing() {
    let mut simulation = start(lifts().scene);
    run(&mut simulation, 7);
    let before = simulation.state().hash();
    let mut edit = simulation.edit();
    for (animator, clock) in [
        (AnimatorId(2), Clock::looping(LIFT)),
        (FIRST, Clock::looping(WAVE)),
        (FIRST, Clock::looping(ClipId(9))),
        (FIRST, Clock { time: f32::NAN, ..Clock::looping(LIFT) }),
        (FIRST, Clock { speed: f32::INFINITY, ..Clock::looping(LIFT) }),
    ] {
        assert!(!edit.play(animator, clock), "{animator:?} {clock:?}");
    }
    drop(edit);
    assert_eq!(simulation.state().hash(), before);
    // No clip at all: everything stays where it is.
    assert!(simulation.edit().play(FIRST, Clock::default()));
    let at = height(&simulation, 0.0, 0.0);
    run(&mut simulation, 20);
    assert_eq!(height(&simulation, 0.0, 0.0), at);
}

#[test]
fn a_clock_goes_on_through_a_save() {
    let mut scene = lifts().scene;
    let wave = scene.playable(WAVE, NodeId(3));
    scene.animators[1].clips.push(wave);
    scene.animators[1].start = Clock { speed: -0.7, ..Clock::looping(WAVE) };
    let hashes = |simulation: &mut Simulation| -> Vec<u64> {
        let tick = |_| {
            simulation.tick(&Input::default());
            simulation.state().hash()
        };
        (0..100).map(tick).collect()
    };
    let mut first = start(scene.clone());
    hashes(&mut first);
    let saved = first.state().to_json().unwrap();
    let state = State::from_json(&saved).unwrap();
    let (mut resumed, _) =
        Simulation::resume(scene.clone().into(), state.clone(), &Limits::default()).unwrap();
    assert_eq!(hashes(&mut resumed), hashes(&mut first));
    assert!((first.state().clocks[1].time - (1.0 - 0.7 * 200.0 / 60.0_f32).rem_euclid(1.0)).abs() < 1e-3);
    // A save of a world with fewer clocks is another world's.
    scene.animators.pop();
    assert!(Simulation::resume(scene.into(), state, &Limits::default()).is_err());
}
