//! Copies that live: animators with clocks of their own, lights, particles,
//! ribbons and what bones carry come with a copy and go with it.

use crate::common::{STAND, run, start_scene};
use glam::{Affine3A, Quat, Vec3};
use runtime::{Command, Simulation, SpawnError};
use std::f32::consts::{FRAC_PI_2, SQRT_2};
use world::sketch::{ModelSketch, Sketch};
use world::{
    Animator, AnimatorId, Attachment, Bone, BoneMotion, BoneTrack, Clip, ClipId, Clock, Curve, Deform,
    EmitterLaw, EmitterLawId, Light, LightId, LightTrack, Limits, Motion, NodeFlags, NodeId, Playable, Ramp,
    Rate, RibbonLaw, RibbonLawId, ShownTrack, Skeleton, State, Track, TransformCurves,
};

const PERSON: NodeId = NodeId(0);
const SWORD: NodeId = NodeId(1);
const LAMP: NodeId = NodeId(2);
const FAN: NodeId = NodeId(3);

fn at(x: f32, y: f32, z: f32) -> Affine3A {
    Affine3A::from_translation(Vec3::new(x, y, z))
}

fn clock(looping: bool, clip: u32) -> Clock {
    Clock { looping, ..Clock::once(ClipId(clip)) }
}

/// A template that hangs nowhere, loaded at (100, 0, 0): somebody with an arm along
/// x (shoulder at the feet, elbow at 2) whose elbow turns a quarter to the left, about
/// y, within a second, with a plank in the hand, 4 along the arm. Above it, at 3, a
/// lamp whose light is half a unit over it, grows from 10 to 30 within two seconds,
/// and sends out 30 particles a second. A fan that rises by 2 a second, and the
/// template itself that goes 1 a second along z.
fn template() -> Sketch {
    let mut sketch = Sketch::new();
    let body = sketch.model(ModelSketch::new());
    let bone = |parent, x: f32| Bone { name: "".into(), parent, pivot: Vec3::X * x };
    let skeleton = Skeleton::new(vec![bone(None, 0.0), bone(Some(0), 2.0)], Vec::new()).unwrap();
    sketch.scene.models[body.index()].deform = Some(Box::new(Deform { skeleton, ..Deform::default() }));
    let plank = sketch.model(ModelSketch::new().floor([-0.5; 2], [0.5; 2], 0.0));
    let person = sketch.node("person", Some(body), &[SWORD, LAMP, FAN]);
    let sword = sketch.node("sword", Some(plank), &[]);
    let lamp = sketch.node("lamp", None, &[]);
    let fan = sketch.node("fan", None, &[]);
    assert_eq!([person, sword, lamp, fan], [PERSON, SWORD, LAMP, FAN]);
    sketch.at(PERSON).transform = at(100.0, 0.0, 0.0);
    sketch.at(PERSON).animator = Some(AnimatorId(0));
    sketch.at(LAMP).transform = at(0.0, 3.0, 0.0);

    let turns = vec![Quat::IDENTITY, Quat::from_rotation_y(FRAC_PI_2)];
    let rotation = Curve::linear(vec![0.0, 1.0], turns).unwrap();
    let arm = BoneTrack { bone: 1, curves: TransformCurves { rotation, ..Default::default() } };
    let way = |far: Vec3| {
        let translation = Curve::linear(vec![0.0, 2.0], vec![Vec3::ZERO, far]).unwrap();
        TransformCurves { translation, ..TransformCurves::default() }
    };
    let fan = Track { part: "fan".into(), curves: way(Vec3::Y * 4.0) };
    let far = Curve::linear(vec![0.0, 2.0], vec![10.0, 30.0]).unwrap();
    sketch.scene.lights = vec![Light {
        node: Some(LAMP),
        active: true,
        directional: false,
        position: Vec3::new(100.0, 3.5, 0.0),
        direction: Vec3::NEG_Y,
        color: [1.0; 3],
        diffuse: 1.0,
        ambient: 0.0,
        near: 1.0,
        far: 10.0,
    }];
    sketch.scene.clips = vec![
        Clip::new("turn", 1.0, Motion::Bones(BoneMotion::new(vec![arm]))),
        Clip {
            lights: vec![LightTrack { light: "lamp".into(), far, ..LightTrack::default() }],
            ..Clip::new("blow", 2.0, Motion::Parts(vec![fan]))
        },
    ];
    let blow = sketch.scene.playable(ClipId(1), PERSON);
    let animator =
        |clip, playable| Animator { clips: vec![playable], start: clock(false, clip), ..Animator::default() };
    sketch.scene.animators = vec![animator(0, Playable::default()), animator(1, blow)];
    sketch.scene.attachments =
        vec![Attachment { node: SWORD, carrier: PERSON, bone: 1, offset: at(4.0, 0.0, 0.0) }];
    sketch.scene.emitters.push(EmitterLaw {
        rate: Rate::PerSecond { births: Ramp::constant(30.0), period: None },
        ..EmitterLaw::default()
    });
    sketch.scene.emitting.push((LAMP, EmitterLawId(0)));
    sketch.scene.ribbons.push(RibbonLaw { edges_per_second: 60.0, ..RibbonLaw::default() });
    sketch.scene.trailing.push((LAMP, RibbonLawId(0)));
    sketch
}

fn spawn(simulation: &mut Simulation, x: f32) -> NodeId {
    simulation.edit().spawn(PERSON, None, at(x, 5.0, 0.0)).unwrap()
}

/// What stands in a copy for a node of the template.
fn part(simulation: &Simulation, copy: NodeId, shape: NodeId) -> NodeId {
    let nodes = &simulation.state().nodes;
    let of = |node: &NodeId| nodes.shape(*node) == Some(shape);
    nodes.children[copy.index()].iter().copied().find(of).expect("the copy has it")
}

fn place(simulation: &Simulation, node: NodeId) -> Vec3 {
    simulation.state().nodes.transforms[node.index()].translation.into()
}

fn stands_at(simulation: &Simulation, x: f32, z: f32) -> bool {
    simulation.probe().ground(x, z, 50.0, 0.0).is_some_and(|hit| (hit.point.y - 5.0).abs() < 1e-4)
}

#[track_caller]
fn near(found: Vec3, x: f32, y: f32, z: f32) {
    assert!(found.abs_diff_eq(Vec3::new(x, y, z), 1e-4), "{found}, expected {x} {y} {z}");
}

#[test]
fn copies_made_at_different_ticks_are_in_different_poses() {
    let mut simulation = start_scene(template().scene);
    run(&mut simulation, &STAND, 7);
    let first = spawn(&mut simulation, 10.0);
    // At once in the pose of the start, whatever the template's clock says.
    assert!(stands_at(&simulation, 14.0, 0.0));
    run(&mut simulation, &STAND, 30);
    let second = spawn(&mut simulation, 50.0);
    assert!(stands_at(&simulation, 54.0, 0.0));
    run(&mut simulation, &STAND, 30);
    // The first has turned its arm by the whole quarter, the second by half.
    assert!(stands_at(&simulation, 12.0, -2.0));
    assert!(stands_at(&simulation, 52.0 + SQRT_2, -SQRT_2) && !stands_at(&simulation, 52.0, -2.0));
    near(place(&simulation, part(&simulation, first, FAN)), 0.0, 2.0, 0.0);
    near(place(&simulation, part(&simulation, second, FAN)), 0.0, 1.0, 0.0);
    // The template hangs nowhere, but its clock went on: 67 ticks of two seconds.
    near(place(&simulation, FAN), 0.0, 4.0 * 67.0 / 120.0, 0.0);

    let (scene, state) = (simulation.scene(), simulation.state());
    let key = |node: NodeId| {
        let animator = state.animator_of(scene, node).unwrap();
        (animator, state.pose_of(scene, animator, 1.0).unwrap().key())
    };
    assert_eq!(key(PERSON).0, AnimatorId(0));
    assert!(key(first).0 > AnimatorId(1) && key(second).0 > key(first).0);
    assert_ne!(key(first).1, key(second).1);
    run(&mut simulation, &STAND, 60);
    // Both have come to the end: one pose for both, worked out once.
    let (scene, state) = (simulation.scene(), simulation.state());
    let key = |node| state.pose_of(scene, state.animator_of(scene, node).unwrap(), 1.0).unwrap().key();
    assert_eq!(key(first), key(second));
}

#[test]
fn the_animator_of_a_copy_is_played_and_layered_like_any_other() {
    let mut simulation = start_scene(template().scene);
    let copy = spawn(&mut simulation, 10.0);
    let other = spawn(&mut simulation, 50.0);
    let animator = simulation.state().animator_of(simulation.scene(), copy).unwrap();
    let still = Clock { speed: 0.0, ..clock(false, 0) };
    assert!(simulation.edit().play(animator, Clock { time: 1.0, ..still }));
    assert!(stands_at(&simulation, 12.0, -2.0) && stands_at(&simulation, 54.0, 0.0));
    // Half of the way back within half a second of one.
    assert!(simulation.edit().fade_to(animator, still, 1.0));
    run(&mut simulation, &STAND, 30);
    assert!(stands_at(&simulation, 12.0 + SQRT_2, -SQRT_2));
    run(&mut simulation, &STAND, 31);
    assert!(stands_at(&simulation, 14.0, 0.0));
    assert_eq!(simulation.state().clock(animator).unwrap().time, 0.0);
    assert!(!simulation.edit().play(animator, clock(false, 1)), "a clip of the other animator");
    assert!(simulation.edit().despawn(copy));
    assert!(!simulation.edit().play(animator, still));
    assert!(simulation.edit().despawn(other));
    assert_eq!(simulation.state().animator_ids().count(), 2);
}

#[test]
fn lights_and_particles_of_a_copy_are_where_it_is_and_end_with_it() {
    let mut simulation = start_scene(template().scene);
    run(&mut simulation, &STAND, 10);
    let copy = spawn(&mut simulation, 10.0);
    let lamp = part(&simulation, copy, LAMP);
    let light = |simulation: &Simulation| simulation.state().lights.find(1).copied();
    near(light(&simulation).unwrap().position, 10.0, 8.5, 0.0);
    assert_eq!(light(&simulation).unwrap().node, Some(lamp));
    run(&mut simulation, &STAND, 12);
    // A tenth of the way from 10 to 30 within two seconds: 12 of 120 ticks. That of
    // the template is 10 ticks ahead.
    let far = |simulation: &Simulation, id| simulation.state().lights.find(id).unwrap().far;
    assert!((far(&simulation, 1) - 12.0).abs() < 1e-3 && (far(&simulation, 0) - 13.6667).abs() < 1e-3);
    let born = |simulation: &Simulation| {
        let state = simulation.state();
        let emitter = state.effects.emitters.iter().find(|own| own.node == lamp)?;
        let mut places = Vec::new();
        let law = &simulation.scene().emitters[0];
        emitter.particles(law, state.tick as f64, |own| places.push(own.position));
        Some(places)
    };
    // Every second tick one, at the lamp.
    assert_eq!(born(&simulation).unwrap(), [Vec3::new(10.0, 8.0, 0.0); 6]);
    assert!(simulation.edit().move_node(copy, at(20.0, 5.0, 1.0)));
    simulation.tick(&STAND);
    near(light(&simulation).unwrap().position, 20.0, 8.5, 1.0);
    assert_eq!(simulation.state().effects.ribbons.len(), 2);
    assert!(simulation.edit().set_active(copy, false));
    simulation.tick(&STAND);
    assert!(!light(&simulation).unwrap().active);
    assert!(simulation.edit().set_active(copy, true));

    assert!(simulation.edit().set_paint(copy, Some(0)) && simulation.edit().despawn(copy));
    let state = simulation.state();
    assert_eq!(
        (state.attachments.len(), state.effects.paints.len(), state.instances.animators.len()),
        (1, 0, 0)
    );
    simulation.tick(&STAND);
    assert_eq!(light(&simulation), None);
    assert!(simulation.state().mounts.keys().all(|id| *id == LightId(0)));
    // What was born lives for its time, nothing is born any more.
    let left = born(&simulation).unwrap().len();
    run(&mut simulation, &STAND, 10);
    assert!(left >= 7 && born(&simulation).unwrap().len() <= left);
    run(&mut simulation, &STAND, 200);
    assert_eq!(born(&simulation), None);
    assert_eq!((simulation.state().effects.emitters.len(), simulation.state().effects.ribbons.len()), (1, 1));
}

#[test]
fn a_copy_of_what_goes_along_a_path_goes_that_way_from_its_own_place() {
    let mut sketch = Sketch::new();
    let cart = sketch.place(ModelSketch::new().floor([-0.5; 2], [0.5; 2], 5.0));
    sketch.at(cart).transform = at(1.0, 0.0, 0.0);
    let stops = vec![Vec3::X, Vec3::new(1.0, 0.0, -6.0)];
    let translation = Curve::linear(vec![0.0, 2.0], stops).unwrap();
    let curves = TransformCurves { translation, ..TransformCurves::default() };
    let track = Track { part: "placed".into(), curves };
    sketch.scene.clips = vec![Clip::new("go", 2.0, Motion::Parts(vec![track]))];
    let clips = vec![sketch.scene.playable(ClipId(0), cart)];
    sketch.scene.animators.push(Animator { clips, start: clock(false, 0), ..Animator::default() });
    let mut simulation = start_scene(sketch.scene);
    run(&mut simulation, &STAND, 20);
    // Turned by a quarter to the left, 20 to the east: what went along -z goes along -x.
    let turned = Affine3A::from_rotation_translation(Quat::from_rotation_y(FRAC_PI_2), Vec3::X * 20.0);
    let copy = simulation.edit().spawn(cart, None, turned).unwrap();
    run(&mut simulation, &STAND, 60);
    near(place(&simulation, copy), 17.0, 0.0, 0.0);
    near(place(&simulation, cart), 1.0, 0.0, -4.0);
    assert!(stands_at(&simulation, 17.0, 0.0) && stands_at(&simulation, 1.0, -4.0));
}

#[test]
fn a_world_of_copies_goes_on_from_a_save_and_a_replay_as_it_was() {
    let scene = template().scene;
    let fresh = start_scene(scene.clone());
    assert!(!fresh.state().to_json().unwrap().contains("instances"), "none, nothing is said");
    let commands = |tick: u64| match tick {
        3 => vec![Command::Spawn { template: PERSON, parent: None, transform: at(10.0, 5.0, 0.0) }],
        20 => {
            vec![Command::Spawn { template: PERSON, parent: Some(NodeId(4)), transform: at(0.0, 5.0, 0.0) }]
        }
        25 => vec![Command::FadeTo { animator: AnimatorId(4), clock: clock(true, 0), seconds: 0.5 }],
        50 => vec![Command::Despawn(NodeId(8))],
        _ => vec![],
    };
    let play = |simulation: &mut Simulation, from: u64, to: u64| -> Vec<u64> {
        let hash = |tick| {
            simulation.advance(&[STAND], &commands(tick));
            assert_eq!(simulation.take_findings(), []);
            assert_eq!(simulation.hash(), simulation.state().hash(), "tick {tick}");
            simulation.hash()
        };
        (from..to).map(hash).collect()
    };
    let mut first = start_scene(scene.clone());
    let early = play(&mut first, 0, 30);
    let saved = first.state().to_json().unwrap();
    let state = State::from_json(&saved).unwrap();
    assert_eq!(&state, first.state());
    let limits = Limits::default();
    let (mut second, _) = Simulation::resume(scene.clone().into(), state.clone(), &limits).unwrap();
    assert_eq!(play(&mut first, 30, 90), play(&mut second, 30, 90));
    assert_eq!(first.state().instances.animators.len(), 2);
    assert_eq!(play(&mut start_scene(scene.clone()), 0, 30), early);
    assert_eq!(second.state().nodes.len(), 12);

    // A save whose instances are not of this world is refused.
    type Change = fn(&mut State);
    let changes: [Change; 6] = [
        |state| state.instances.animators[0].shape = AnimatorId(2),
        |state| state.instances.animators[1].nodes[0].1 = NodeId(99),
        |state| state.instances.animators[1].nodes.reverse(),
        |state| state.instances.animators[0].clock.time = f32::NAN,
        |state| state.instances.shaped[0].1 = AnimatorId(99),
        |state| state.instances.shaped.reverse(),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut state = state.clone();
        change(&mut state);
        let refused = Simulation::resume(scene.clone().into(), state, &limits).is_err();
        assert!(refused, "change {number}");
    }
}

#[test]
fn copies_go_on_when_the_world_is_loaded_again() {
    let scene = template().scene;
    let mut simulation = start_scene(scene.clone());
    spawn(&mut simulation, 10.0);
    run(&mut simulation, &STAND, 20);
    let mut again = start_scene(scene.clone());
    again.go_on_from(&simulation, &Limits::default());
    assert_eq!(again.state().instances, simulation.state().instances);
    for world in [&mut simulation, &mut again] {
        run(world, &STAND, 40);
        // The whole quarter, from the tick at which it was made on.
        assert!(stands_at(world, 12.0, -2.0));
    }
    assert_eq!(again.hash(), simulation.hash());
    // Other lights: those of copies are not there, and nothing means others by their
    // numbers. Other animators: copies follow the clock of their template, which has
    // come as far.
    let mut darker = scene.clone();
    darker.lights[0].far = 20.0;
    let mut again = start_scene(darker);
    again.go_on_from(&simulation, &Limits::default());
    assert!(again.state().instances.animators.iter().all(|own| own.lights.is_empty()));
    let mut shorter = scene;
    shorter.animators.pop();
    let mut again = start_scene(shorter);
    again.go_on_from(&simulation, &Limits::default());
    assert!(again.state().instances.is_unused());
    run(&mut again, &STAND, 5);
    assert!(stands_at(&again, 12.0, -2.0));
    let limits = Limits::default();
    assert!(Simulation::resume(again.scene().clone(), again.state().clone(), &limits).is_ok());
}

#[test]
fn a_storm_of_copies_ends_where_there_is_no_room_for_what_belongs_to_them() {
    let mut simulation = start_scene(template().scene);
    // An emitter and a ribbon each, 4096 together, two of them the template's.
    let mut edit = simulation.edit();
    let results: Vec<_> = (0..3000).map(|_| edit.spawn(PERSON, None, at(0.0, 0.0, 0.0))).collect();
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 2047);
    let full = SpawnError::Full { what: "emitters and ribbons", most: 4096 };
    assert_eq!(results[2047], Err(full));
    assert_eq!(full.to_string(), "the world would have had more than 4096 emitters and ribbons");
    let nodes = edit.state().nodes.len();
    assert_eq!(nodes, 4 + 4 * 2047);
    drop(edit);
    run(&mut simulation, &STAND, 2);
    // Something without emitters can still come.
    assert!(simulation.edit().spawn(FAN, None, at(0.0, 0.0, 0.0)).is_ok());
    let all: Vec<NodeId> = simulation.state().nodes.roots.clone();
    let mut edit = simulation.edit();
    all.iter().for_each(|node| assert!(edit.despawn(*node)));
    drop(edit);
    assert_eq!(simulation.state().instances.animators.len(), 0);
    assert!(simulation.state().instances.shaped.is_empty());
    run(&mut simulation, &STAND, 1);
    assert_eq!(simulation.state().lights.len(), 1);
    assert_eq!(simulation.hash(), simulation.state().hash());
    assert!(simulation.state().nodes.flags[PERSON.index()].contains(NodeFlags::ACTIVE));
}

#[test]
fn clips_show_and_hide_what_a_copy_carries_by_its_own_clock() {
    let mut sketch = template();
    // The sword is seen in the first half of the second.
    let shown = Curve::step(vec![0.0, 0.5], vec![1.0, 0.0]).unwrap();
    sketch.scene.clips[0].shown = vec![ShownTrack { node: "SWORD".into(), shown }];
    sketch.scene.animators[0].clips = vec![sketch.scene.playable(ClipId(0), PERSON)];
    assert_eq!(sketch.scene.animators[0].clips[0].shown, [Some(SWORD)]);
    let mut simulation = start_scene(sketch.scene);
    let is_seen = |simulation: &Simulation, node: NodeId| {
        simulation.state().nodes.flags[node.index()].contains(NodeFlags::ACTIVE)
    };
    run(&mut simulation, &STAND, 20);
    let copy = spawn(&mut simulation, 10.0);
    let sword = part(&simulation, copy, SWORD);
    run(&mut simulation, &STAND, 20);
    // 40 ticks after the start of the one, 20 after that of the other.
    assert_eq!([SWORD, sword].map(|node| is_seen(&simulation, node)), [false, true]);
    run(&mut simulation, &STAND, 20);
    assert_eq!([SWORD, sword].map(|node| is_seen(&simulation, node)), [false, false]);
}
