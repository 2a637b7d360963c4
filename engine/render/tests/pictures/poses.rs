//! Models that change their shape.

use crate::stage::*;
use glam::{Affine3A, Quat, Vec3};
use render::{Renderer, Settings, Shot, Size, Statistics};
use std::f32::consts::FRAC_PI_2;
use world::{
    Animator, AnimatorId, Blend, Bone, BoneKey, Clip, ClipId, Clock, Deform, DeformFrame, Influence, Light,
    Model, Motion, NodeId, Occurrences, Playable, Point, Skeleton, State, Vertex,
};

const SIDE: u32 = 64;

/// Every vertex a point of its own; no frames yet.
fn deform(model: &Model) -> Deform {
    let point = |vertex: &Vertex| Point { position: vertex.position.into(), normal: vertex.normal() };
    Deform {
        point_of: (0..model.vertices.len() as u32).collect(),
        points: model.vertices.iter().map(point).collect(),
        ..Deform::default()
    }
}

/// A frame in which everything lies elsewhere.
fn shifted(deform: &Deform, by: Vec3) -> DeformFrame {
    let moved = deform.points.iter().enumerate();
    let moved = moved.map(|(index, point)| (index as u32, Point { position: point.position + by, ..*point }));
    DeformFrame { moved: moved.collect(), ..DeformFrame::default() }
}

/// A model that goes four to the right from its first frame to its second.
fn sliding(quad: Quad) -> Model {
    let mut model = model(&[quad]);
    let mut deform = deform(&model);
    deform.frames = vec![DeformFrame::default(), shifted(&deform, Vec3::X * 4.0)];
    with(&mut model, deform);
    model
}

fn with(model: &mut Model, deform: Deform) {
    model.bounds = model.bounds.union(deform.bounds());
    model.deform = Some(Box::new(deform));
}

/// Gives a node a clock of its own over two seconds from frame 0 to frame 1.
fn animate(stage: &mut Stage, node: NodeId, time: f32) -> AnimatorId {
    if stage.scene.clips.is_empty() {
        let motion = Motion::Frames(vec![0, 1]);
        stage.scene.clips.push(Clip::new("slide", 2.0, motion));
    }
    stage.scene.animators.push(Animator {
        name: "slide".into(),
        clips: vec![Playable::default()],
        start: Clock { time, ..Clock::once(ClipId(0)) },
        ..Animator::default()
    });
    let animator = AnimatorId::from(stage.scene.animators.len() - 1);
    stage.at(node).animator = Some(animator);
    animator
}

fn draw(renderer: &Renderer, stage: &Stage, state: &State, between: f32) -> (Picture, Statistics) {
    let loaded = renderer.load(&stage.scene).unwrap();
    let (table, _) = Occurrences::build(&stage.scene, state, 1 << 16);
    let shot = Shot {
        loaded: &loaded,
        scene: &stage.scene,
        state,
        zones: state.zones,
        table: &table,
        camera: state.camera,
        feet: None,
        between,
        settings: &Settings::default(),
        beside: &[],
        hud: None,
    };
    let target = renderer.offscreen(Size { width: SIDE, height: SIDE }).unwrap();
    let statistics = renderer.draw_offscreen(&shot, &target).unwrap();
    (Picture(renderer.read(&target).unwrap()), statistics)
}

#[test]
fn a_model_has_the_shape_its_clock_says_whichever_way_it_is_drawn() {
    let Some(renderer) = renderer() else { return };
    for (blend, opacity) in [(Blend::Opaque, 1.0), (Blend::Alpha, 1.0), (Blend::Opaque, 0.999)] {
        let mut stage = Stage::new();
        let material = stage.material(blend, None);
        let quad = Quad::facing_z([-2.0, 0.0, 0.0], 1.0, RED).material(material);
        let node = stage.show_model(sliding(quad));
        stage.at(node).transform.translation.z = -8.0;
        stage.at(node).opacity = opacity;
        let clock = animate(&mut stage, node, 0.0).index();
        let mut state = stage.state();
        let left = |state: &State, between| {
            let (picture, statistics) = draw(&renderer, &stage, state, between);
            assert_eq!(statistics.posed, 1);
            let red = picture.0.rgba.chunks_exact(4).map(|pixel| pixel[0] > 250).collect::<Vec<_>>();
            assert_eq!(red.iter().filter(|red| **red).count(), 64, "{blend:?} {opacity}");
            red.iter().position(|red| *red).unwrap() as u32 % SIDE
        };
        // A quarter unit a pixel: left edges at -3, -2, -1 and 1.
        for (time, pixel) in [(0.0, 20), (0.5, 24), (1.0, 28), (2.0, 36)] {
            state.clocks[clock].time = time;
            assert_eq!(left(&state, 1.0), pixel, "{blend:?} {opacity} at {time}");
        }
        // A second in a tick; half a tick ago it was half a second.
        state.clocks[clock] = Clock { time: 1.0, speed: 60.0, ..state.clocks[clock] };
        state.tick = 3;
        assert_eq!(left(&state, 0.5), 24);
        state.clocks[clock].since = 3;
        assert_eq!(left(&state, 0.5), 28, "just set");
    }
}

#[test]
fn a_model_without_a_running_clip_keeps_its_own_shape() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let node = stage.show_model(sliding(Quad::facing_z([-2.0, 0.0, -8.0], 1.0, RED)));
    let alone = draw(&renderer, &stage, &stage.state(), 1.0);
    assert_eq!((alone.0.extent(RED), alone.1.posed), (Some([20, 28, 27, 35]), 0));
    animate(&mut stage, node, 2.0);
    let mut state = stage.state();
    assert_eq!(draw(&renderer, &stage, &state, 1.0).0.extent(RED), Some([36, 28, 43, 35]));
    state.clocks[0].clip = None;
    assert_eq!(draw(&renderer, &stage, &state, 1.0).0.extent(RED), Some([20, 28, 27, 35]));
}

#[test]
fn a_morph_takes_a_model_as_far_as_its_weight_says() {
    let Some(renderer) = renderer() else { return };
    let quad = || sliding(Quad::facing_z([-2.0, 0.0, -8.0], 1.0, RED));
    // Its own weight, that of a program, where it begins: four pixels a unit, four units for a weight of 1.
    for (own, program, left) in [
        (None, Some(1.0), 20),
        (Some(0.0), None, 20),
        (Some(0.5), None, 28),
        (Some(0.0), Some(0.25), 24),
        (Some(1.0), Some(0.5), 28),
        (Some(0.0), Some(1.0), 36),
        (Some(1.0), Some(0.000_009), 20),
    ] {
        let mut stage = Stage::new();
        let node = stage.show_model(Model { morph: own, ..quad() });
        let mut state = stage.state();
        state.programs.morphs.extend(program.map(|weight| (node, weight)));
        let (picture, _) = draw(&renderer, &stage, &state, 1.0);
        assert_eq!(picture.extent(RED), Some([left, 28, left + 7, 35]), "{own:?} {program:?}");
    }
}

#[test]
fn bones_turn_surfaces_and_their_normals() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    // Faces +x until a bone turns it about (3, 0) to face +z, into the sun.
    let mut quad = Quad::facing_z([0.0; 3], 1.0, WHITE);
    quad.corners = quad.corners.map(|corner| Vec3::new(3.0, corner.y, 2.0 - corner.x));
    let mut shape = model(&[quad]);
    shape.lit = true;
    let pivot = Vec3::new(3.0, 0.0, 0.0);
    let turn = Quat::from_rotation_y(-FRAC_PI_2);
    let influences = (0..4).map(|point| Influence { point, bone: 0, weight: 1.0 }).collect();
    let bones = vec![BoneKey { rotation: turn, ..BoneKey::default() }];
    let bent = Deform {
        frames: vec![DeformFrame::default(), DeformFrame { bones, ..DeformFrame::default() }],
        skeleton: Skeleton::new(vec![Bone { pivot, ..Bone::default() }], influences).unwrap(),
        ..deform(&shape)
    };
    with(&mut shape, bent);
    let node = stage.show_model(shape);
    stage.at(node).transform = Affine3A::from_translation(Vec3::new(-3.0, 0.0, -8.0));
    animate(&mut stage, node, 2.0);
    stage.scene.lights.push(Light {
        node: None,
        active: true,
        directional: true,
        position: Vec3::ZERO,
        direction: Vec3::NEG_Z,
        color: [1.0, 0.8, 0.6],
        diffuse: 0.5,
        ambient: 0.1,
        near: 0.0,
        far: 0.0,
    });
    let (picture, _) = draw(&renderer, &stage, &stage.state(), 1.0);
    // In the model z 1..=3, x 3; turned about x 3 to x 0..=2 (3 - z), z 0; moved
    // by -3: x -3..=-1.
    assert_near(picture.at(24, 32), [255.0 * 0.6, 204.0 * 0.6, 153.0 * 0.6], 1.0);
    assert_eq!(picture.at(19, 32), BLACK);
    assert_eq!(picture.at(28, 32), BLACK);
}

#[test]
fn copies_that_look_alike_are_worked_out_once_and_only_where_they_are_seen() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let first = stage.show_model(sliding(Quad::facing_z([0.0, 0.0, -20.0], 1.0, RED)));
    let model = stage.at(first).model;
    for index in 1..5 {
        let node = stage.node(model);
        stage.scene.roots.push(node);
        stage.at(node).transform.translation.y = index as f32 * 3.0;
    }
    for index in 0..5 {
        animate(&mut stage, NodeId(index), 0.5);
    }
    let mut state = stage.state();
    let (picture, statistics) = draw(&renderer, &stage, &state, 1.0);
    assert_eq!((statistics.posed, statistics.draws, statistics.instances), (1, 1, 5));
    assert_eq!(statistics.triangles, 10);
    assert!(picture.count(RED) > 0);
    state.clocks[2].time = 0.75;
    let (_, statistics) = draw(&renderer, &stage, &state, 1.0);
    assert_eq!((statistics.posed, statistics.draws, statistics.instances), (2, 2, 5));
    state.camera.yaw = std::f32::consts::PI;
    assert_eq!(draw(&renderer, &stage, &state, 1.0).1.posed, 0);
}

#[test]
fn a_shape_that_reaches_into_the_picture_is_seen() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let mut shape = model(&[Quad::facing_z([-40.0, 0.0, -8.0], 1.0, RED)]);
    let mut frames = deform(&shape);
    frames.frames = vec![shifted(&frames, Vec3::X * 40.0)];
    with(&mut shape, frames);
    let node = stage.show_model(shape);
    assert_eq!(draw(&renderer, &stage, &stage.state(), 1.0).0.count(RED), 0);
    animate(&mut stage, node, 0.0);
    assert_eq!(draw(&renderer, &stage, &stage.state(), 1.0).0.count(RED), 64);
}
