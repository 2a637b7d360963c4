//! Clips that fade into one another or are played over others, materials and
//! lights that change, and what bones carry.

use crate::common::{STAND, run, start_scene};
use glam::{Affine3A, Quat, Vec2, Vec3};
use runtime::{AttachError, LinkError, Overlay, Simulation};
use std::f32::consts::{FRAC_PI_2, SQRT_2};
use world::sketch::{ModelSketch, Sketch};
use world::{
    Animator, AnimatorId, Attachment, Bone, BoneMotion, BoneTrack, Clip, ClipId, Clock, Curve, Deform, Layer,
    Light, LightTrack, Limits, MOST_LAYERS, Mask, MaterialTrack, Motion, NodeId, Playable, Skeleton, State,
    Track, TransformCurves,
};

const FIRST: AnimatorId = AnimatorId(0);
const RISE: ClipId = ClipId(0);
const LOW: ClipId = ClipId(1);
const LEAN: ClipId = ClipId(2);
const CAR: NodeId = NodeId(1);
const PLANK: NodeId = NodeId(0);

fn standing(clip: ClipId, time: f32) -> Clock {
    Clock { time, speed: 0.0, ..Clock::once(clip) }
}

fn places(part: &str, keys: &[Vec3]) -> Track {
    Track { part: part.into(), curves: TransformCurves::even(keys.to_vec(), Vec::new()).unwrap() }
}

/// A lift with a plank in it. It rises to 8, stands low at 2, or leans: the plank
/// 3 aside, the lift at 100.
fn lift() -> Sketch {
    let mut sketch = Sketch::new();
    let plank = sketch.node("plank", None, &[]);
    let car = sketch.node("car", None, &[plank]);
    sketch.scene.roots.push(car);
    let parts = |tracks: Vec<Track>| Motion::Parts(tracks);
    sketch.scene.clips = vec![
        Clip::new("rise", 4.0, parts(vec![places("car", &[Vec3::ZERO, Vec3::Y * 8.0])])),
        Clip::new("low", 1.0, parts(vec![places("car", &[Vec3::Y * 2.0])])),
        Clip::new(
            "lean",
            1.0,
            parts(vec![places("car", &[Vec3::Y * 100.0]), places("plank", &[Vec3::X * 3.0])]),
        ),
    ];
    let clips = (0..3).map(|clip| sketch.scene.playable(ClipId(clip), car)).collect();
    let masks = vec![Mask::new("plank", vec![plank], Vec::new())];
    let start = standing(RISE, 4.0);
    sketch.scene.animators.push(Animator { name: "lift".into(), clips, start, masks, ..Animator::default() });
    sketch
}

fn place(simulation: &Simulation, node: NodeId) -> Vec3 {
    simulation.state().nodes.transforms[node.index()].translation.into()
}

#[track_caller]
fn near(found: Vec3, wanted: [f32; 3]) {
    assert!(found.abs_diff_eq(Vec3::from(wanted), 1e-4), "{found}, expected {wanted:?}");
}

#[test]
fn one_clip_fades_into_another_and_takes_its_place() {
    let mut simulation = start_scene(lift().scene);
    near(place(&simulation, CAR), [0.0, 8.0, 0.0]);
    assert!(simulation.edit().fade_to(FIRST, standing(LOW, 0.0), 1.0));
    near(place(&simulation, CAR), [0.0, 8.0, 0.0]);
    run(&mut simulation, &STAND, 30);
    // Half way from 8 to 2.
    near(place(&simulation, CAR), [0.0, 5.0, 0.0]);
    assert_eq!(simulation.state().clocks[0].clip, Some(RISE));
    run(&mut simulation, &STAND, 31);
    near(place(&simulation, CAR), [0.0, 2.0, 0.0]);
    assert_eq!(simulation.state().clocks[0].clip, Some(LOW));
    assert_eq!(simulation.state().layers, []);
    // Back to the start of the rise within half a second: 12 of 30 ticks are two
    // fifths of the way; playing at once ends the fading.
    assert!(simulation.edit().fade_to(FIRST, standing(RISE, 0.0), 0.5));
    run(&mut simulation, &STAND, 12);
    near(place(&simulation, CAR), [0.0, 1.2, 0.0]);
    assert!(simulation.edit().play(FIRST, standing(RISE, 2.0)));
    near(place(&simulation, CAR), [0.0, 4.0, 0.0]);
    assert_eq!(simulation.state().layers, []);
}

#[test]
fn a_fade_that_begins_while_another_is_under_way_starts_where_that_is() {
    let mut simulation = start_scene(lift().scene);
    assert!(simulation.edit().fade_to(FIRST, standing(LOW, 0.0), 1.0));
    run(&mut simulation, &STAND, 30);
    assert!(simulation.edit().fade_to(FIRST, standing(RISE, 0.0), 1.0));
    near(place(&simulation, CAR), [0.0, 5.0, 0.0]);
    run(&mut simulation, &STAND, 15);
    // Below: three quarters from 8 to 2 is 3.5; a quarter of it is gone.
    near(place(&simulation, CAR), [0.0, 3.5 * 0.75, 0.0]);
    run(&mut simulation, &STAND, 46);
    near(place(&simulation, CAR), [0.0, 0.0, 0.0]);
    assert_eq!(simulation.state().clocks[0], Clock { since: 30, ..standing(RISE, 0.0) });
    assert_eq!(simulation.state().layers, []);
}

#[test]
fn a_clip_over_another_moves_what_its_mask_says_until_it_fades_out() {
    let mut simulation = start_scene(lift().scene);
    let overlay = Overlay { clock: standing(LEAN, 0.0), mask: Some(0), seconds: 0.5 };
    assert!(simulation.edit().overlay(FIRST, overlay));
    run(&mut simulation, &STAND, 10);
    // A third of the way; the car is none of its business.
    near(place(&simulation, PLANK), [1.0, 0.0, 0.0]);
    near(place(&simulation, CAR), [0.0, 8.0, 0.0]);
    run(&mut simulation, &STAND, 60);
    near(place(&simulation, PLANK), [3.0, 0.0, 0.0]);
    // It stays whatever is played below.
    assert!(simulation.edit().play(FIRST, standing(LOW, 0.0)));
    near(place(&simulation, PLANK), [3.0, 0.0, 0.0]);
    near(place(&simulation, CAR), [0.0, 2.0, 0.0]);
    assert!(!simulation.edit().fade_out(FIRST, LOW, 0.5));
    assert!(simulation.edit().fade_out(FIRST, LEAN, 0.5));
    run(&mut simulation, &STAND, 15);
    near(place(&simulation, PLANK), [1.5, 0.0, 0.0]);
    run(&mut simulation, &STAND, 16);
    near(place(&simulation, PLANK), [0.0, 0.0, 0.0]);
    assert_eq!(simulation.state().layers, []);
    // Without a mask, and at once.
    let all = Overlay { mask: None, seconds: 0.0, ..overlay };
    assert!(simulation.edit().overlay(FIRST, all));
    near(place(&simulation, CAR), [0.0, 100.0, 0.0]);
}

#[test]
fn layers_are_few_however_often_one_asks() {
    let mut simulation = start_scene(lift().scene);
    for _ in 0..100 {
        assert!(simulation.edit().fade_to(FIRST, standing(LOW, 0.0), 9.0));
        simulation.tick(&STAND);
    }
    assert_eq!(simulation.state().layers.len(), MOST_LAYERS);
    let overlay = Overlay { clock: standing(LEAN, 0.0), mask: None, seconds: 0.0 };
    for _ in 0..MOST_LAYERS {
        assert!(simulation.edit().overlay(FIRST, overlay));
    }
    assert!(!simulation.edit().overlay(FIRST, overlay), "none makes room for it");
    assert_eq!(simulation.state().layers.len(), MOST_LAYERS);
    let hash = simulation.state().hash();
    let mut edit = simulation.edit();
    assert!(!edit.overlay(FIRST, Overlay { mask: Some(1), ..overlay }), "no such mask");
    assert!(!edit.overlay(FIRST, Overlay { clock: Clock::default(), ..overlay }));
    assert!(!edit.overlay(FIRST, Overlay { seconds: f32::NAN, ..overlay }));
    assert!(!edit.overlay(AnimatorId(9), overlay));
    assert!(!edit.fade_to(FIRST, standing(ClipId(9), 0.0), 1.0));
    assert!(!edit.fade_to(FIRST, standing(LOW, f32::NAN), 1.0));
    assert!(!edit.fade_to(FIRST, standing(LOW, 0.0), f32::INFINITY));
    assert!(!edit.fade_out(FIRST, LEAN, f32::NAN));
    drop(edit);
    assert_eq!(simulation.state().hash(), hash);
}

#[test]
fn layers_go_on_through_a_save_and_those_of_another_world_are_refused() {
    let scene = lift().scene;
    let mut first = start_scene(scene.clone());
    let running = Clock { speed: 0.3, ..Clock::looping(RISE) };
    assert!(first.edit().fade_to(FIRST, running, 2.0));
    assert!(first.edit().overlay(FIRST, Overlay { clock: running, mask: Some(0), seconds: 1.0 }));
    run(&mut first, &STAND, 20);
    let saved = first.state().to_json().unwrap();
    let state = State::from_json(&saved).unwrap();
    let limits = Limits::default();
    let (mut second, _) = Simulation::resume(scene.clone().into(), state.clone(), &limits).unwrap();
    for _ in 0..200 {
        first.tick(&STAND);
        second.tick(&STAND);
        assert_eq!(first.state().hash(), second.state().hash());
    }
    let refused = |change: &dyn Fn(&mut State)| {
        let mut state = state.clone();
        change(&mut state);
        Simulation::resume(scene.clone().into(), state, &limits).is_err()
    };
    assert!(!refused(&|_| {}));
    assert!(refused(&|state| state.layers[0].animator = AnimatorId(1)));
    assert!(refused(&|state| state.layers[1].animator = AnimatorId(1)), "no such animator");
    assert!(refused(&|state| state.layers[0].weight = f32::NAN));
    assert!(refused(&|state| state.layers = vec![state.layers[0]; MOST_LAYERS + 1]));
    let own = Attachment { node: CAR, carrier: PLANK, bone: 0, offset: Affine3A::IDENTITY };
    assert!(refused(&|state| state.attachments = vec![own; 2]));
}

#[test]
fn curves_change_materials_and_lights() {
    let mut sketch = lift();
    sketch.scene.materials[0].name = "Water".to_owned();
    let light = Light {
        node: Some(CAR),
        active: true,
        directional: false,
        position: Vec3::ZERO,
        direction: Vec3::NEG_Y,
        color: [1.0, 0.5, 0.25],
        diffuse: 1.0,
        ambient: 0.0,
        near: 1.0,
        far: 10.0,
    };
    sketch.scene.lights = vec![light];
    let linear = |from: f32, to: f32| Curve::linear(vec![0.0, 2.0], vec![from, to]).unwrap();
    let flow = vec![Vec2::ZERO, Vec2::new(1.0, -1.0)];
    sketch.scene.clips.push(Clip {
        materials: vec![MaterialTrack {
            material: "WATER".into(),
            offset: Curve::linear(vec![0.0, 2.0], flow).unwrap().by_world(2.0).unwrap(),
            rotation: linear(0.0, 8.0),
            scale: Curve::constant(Vec2::splat(2.0)).unwrap(),
            // Held within what a colour can be.
            color: Curve::constant(Vec3::new(0.5, 7.0, -7.0)).unwrap(),
            opacity: linear(1.0, 0.0),
        }],
        lights: vec![LightTrack {
            light: "car".into(),
            far: linear(10.0, 30.0),
            active: Curve::step(vec![0.0, 1.0], vec![1.0, 0.0]).unwrap(),
            ..LightTrack::default()
        }],
        ..Clip::new("flow", 2.0, Motion::default())
    });
    let clip = ClipId(3);
    let playable = sketch.scene.playable(clip, CAR);
    sketch.scene.animators[0].clips.push(playable);
    sketch.scene.animators[0].start = Clock::once(clip);
    let mut simulation = start_scene(sketch.scene);
    assert_eq!(simulation.state().materials[0].scale, [2.0; 2]);
    run(&mut simulation, &STAND, 30);
    let close = |found: &[f32], wanted: &[f32]| {
        let near = found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-4);
        assert!(near, "{found:?}, expected {wanted:?}");
    };
    // Half a second of two.
    let water = simulation.state().materials[0];
    close(&water.offset, &[0.25, -0.25]);
    close(&[water.rotation, water.opacity], &[2.0, 0.75]);
    assert_eq!((water.scale, water.color), ([2.0; 2], [0.5, 1.0, 0.0]));
    let lamp = simulation.state().lights[0];
    close(&[lamp.far, lamp.near], &[15.0, 1.0]);
    assert!(lamp.active && lamp.color == light.color);
    run(&mut simulation, &STAND, 120);
    // The clip has ended after two seconds; by the world's time the water flows on:
    // two and a half seconds are half a second.
    let water = simulation.state().materials[0];
    close(&water.offset, &[0.25, -0.25]);
    close(&[water.rotation, water.opacity], &[8.0, 0.0]);
    assert!(!simulation.state().lights[0].active);
}

/// Somebody at (10, 5, 0) with an arm along x: shoulder at its feet, elbow at 2.
/// The elbow turns a quarter to the left, about y, within a second. A plank, a unit
/// wide, that nobody carries yet.
fn carrier() -> Sketch {
    let mut sketch = Sketch::new();
    let body = sketch.model(ModelSketch::new());
    let bone = |parent, x: f32| Bone { name: "".into(), parent, pivot: Vec3::X * x };
    let skeleton = Skeleton::new(vec![bone(None, 0.0), bone(Some(0), 2.0)], Vec::new()).unwrap();
    sketch.scene.models[body.index()].deform = Some(Box::new(Deform { skeleton, ..Deform::default() }));
    let person = sketch.node("person", Some(body), &[]);
    sketch.at(person).transform = Affine3A::from_translation(Vec3::new(10.0, 5.0, 0.0));
    sketch.at(person).animator = Some(FIRST);
    sketch.scene.roots.push(person);
    let plank = sketch.model(ModelSketch::new().floor([-0.5; 2], [0.5; 2], 0.0));
    sketch.node("plank", Some(plank), &[]);
    let turns = vec![Quat::IDENTITY, Quat::from_rotation_y(FRAC_PI_2)];
    let curves =
        TransformCurves { rotation: Curve::linear(vec![0.0, 1.0], turns).unwrap(), ..Default::default() };
    let motion = Motion::Bones(BoneMotion::new(vec![BoneTrack { bone: 1, curves }]));
    sketch.scene.clips = vec![Clip::new("turn", 1.0, motion)];
    let clips = vec![Playable::default()];
    sketch.scene.animators.push(Animator { clips, start: Clock::once(ClipId(0)), ..Animator::default() });
    sketch
}

const PERSON: NodeId = NodeId(0);
const SWORD: NodeId = NodeId(1);
/// At the hand: 4 along the arm.
const HELD: Attachment = Attachment {
    node: SWORD,
    carrier: PERSON,
    bone: 1,
    offset: Affine3A { matrix3: glam::Mat3A::IDENTITY, translation: glam::Vec3A::new(4.0, 0.0, 0.0) },
};

fn stands_at(simulation: &Simulation, x: f32, z: f32) -> bool {
    simulation.probe().ground(x, z, 50.0, 0.0).is_some_and(|hit| (hit.point.y - 5.0).abs() < 1e-4)
}

#[test]
fn what_a_bone_carries_is_hit_where_the_bone_puts_it() {
    let mut simulation = start_scene(carrier().scene);
    assert!(!stands_at(&simulation, 14.0, 0.0), "it hangs nowhere yet");
    assert_eq!(simulation.edit().attach_to_bone(HELD), Ok(()));
    assert!(stands_at(&simulation, 14.0, 0.0) && !stands_at(&simulation, 12.0, -2.0));
    run(&mut simulation, &STAND, 30);
    // Half of the quarter: the hand is 2 from the elbow, at 45 degrees.
    assert!(stands_at(&simulation, 12.0 + SQRT_2, -SQRT_2) && !stands_at(&simulation, 14.0, 0.0));
    run(&mut simulation, &STAND, 31);
    assert!(stands_at(&simulation, 12.0, -2.0));
    near(place(&simulation, SWORD), [2.0, 0.0, -2.0]);
    // Let go, it stays; what moves it then is nobody's business.
    assert!(simulation.edit().detach_from_bone(SWORD));
    assert!(!simulation.edit().detach_from_bone(SWORD));
    assert!(simulation.edit().play(FIRST, standing(ClipId(0), 0.0)));
    run(&mut simulation, &STAND, 5);
    assert!(stands_at(&simulation, 12.0, -2.0));
}

#[test]
fn a_world_starts_with_what_is_carried_in_its_place_and_a_save_goes_on() {
    let mut sketch = carrier();
    sketch.at(PERSON).children.push(SWORD);
    sketch.scene.attachments = vec![HELD];
    sketch.scene.animators[0].start = standing(ClipId(0), 1.0);
    let scene = sketch.scene;
    let mut first = start_scene(scene.clone());
    assert!(stands_at(&first, 12.0, -2.0));
    assert!(first.edit().play(FIRST, Clock::looping(ClipId(0))));
    run(&mut first, &STAND, 7);
    let state = State::from_json(&first.state().to_json().unwrap()).unwrap();
    let (mut second, _) = Simulation::resume(scene.into(), state, &Limits::default()).unwrap();
    for _ in 0..40 {
        first.tick(&STAND);
        second.tick(&STAND);
        assert_eq!(first.state().hash(), second.state().hash());
    }
}

#[test]
fn what_cannot_be_carried_is_refused_and_says_why() {
    let mut simulation = start_scene(carrier().scene);
    let hash = simulation.state().hash();
    let mut edit = simulation.edit();
    let missing = Err(AttachError::Link(LinkError::Missing));
    assert_eq!(edit.attach_to_bone(Attachment { node: NodeId(9), ..HELD }), missing);
    assert_eq!(edit.attach_to_bone(Attachment { carrier: NodeId(9), ..HELD }), missing);
    assert_eq!(edit.attach_to_bone(Attachment { bone: 2, ..HELD }), Err(AttachError::Bone));
    assert_eq!(
        edit.attach_to_bone(Attachment { carrier: SWORD, node: PERSON, ..HELD }),
        Err(AttachError::Bone)
    );
    let own = Err(AttachError::Link(LinkError::Ring));
    assert_eq!(edit.attach_to_bone(Attachment { node: PERSON, ..HELD }), own);
    let nowhere = Affine3A::from_translation(Vec3::splat(f32::NAN));
    assert_eq!(edit.attach_to_bone(Attachment { offset: nowhere, ..HELD }), Err(AttachError::Place));
    drop(edit);
    assert_eq!(simulation.state().hash(), hash);
}

#[test]
fn a_layer_may_name_a_clip_that_is_gone() {
    let scene = lift().scene;
    let mut state = State::new(&scene, 0);
    let clock = Clock { clip: Some(ClipId(77)), ..Clock::default() };
    state.layers =
        vec![Layer { animator: FIRST, clock, weight: 1.0, rate: 0.0, replaces: false, mask: Some(9) }];
    let (mut simulation, _) = Simulation::resume(scene.into(), state, &Limits::default()).unwrap();
    run(&mut simulation, &STAND, 5);
    near(place(&simulation, CAR), [0.0, 8.0, 0.0]);
}
