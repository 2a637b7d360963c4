//! Models that bones bend on the device.

use crate::stage::*;
use glam::{Affine3A, Quat, Vec3};
use render::{Options, Renderer, Settings, Shot, Size, Statistics};
use std::f32::consts::FRAC_PI_2;
use world::{
    Animator, AnimatorId, Blend, Bone, BoneMotion, BoneTrack, Clip, ClipId, Clock, Curve, Deform, Influence,
    Light, Model, Motion, NodeId, Occurrences, Playable, Point, PoseMemory, Skeleton, State, TransformCurves,
    Vertex,
};

const SIDE: u32 = 128;

/// A bar along x from -3 to 3 in strips of one unit. Its left half hangs at bone 0,
/// its right end at bone 1, which starts in the middle; between them both carry.
fn bar() -> Model {
    let strips: Vec<Quad> = (-3..3)
        .map(|x| {
            let mut quad = Quad::facing_z([0.0; 3], 1.0, [200, 100 + 20 * (x + 3) as u8, 50]);
            for corner in &mut quad.corners {
                *corner = Vec3::new(x as f32 + (corner.x + 1.0) * 0.5, corner.y * 0.5, 0.0);
            }
            quad.double_sided = true;
            quad
        })
        .collect();
    let mut model = model(&strips);
    model.lit = true;
    let influences = model.vertices.iter().zip(0..).flat_map(|(vertex, point)| {
        let far = ((vertex.position[0] + 1.0) * 0.5).clamp(0.0, 1.0);
        [(0, 1.0 - far), (1, far)].map(|(bone, weight)| Influence { point, bone, weight })
    });
    let bone = |parent, x: f32| Bone { name: "".into(), parent, pivot: Vec3::X * x };
    let skeleton = Skeleton::new(vec![bone(None, -3.0), bone(Some(0), 0.0)], influences.collect()).unwrap();
    let point = |vertex: &Vertex| Point { position: vertex.position.into(), normal: vertex.normal() };
    let deform = Deform {
        point_of: (0..model.vertices.len() as u32).collect(),
        points: model.vertices.iter().map(point).collect(),
        skeleton,
        ..Deform::default()
    };
    model.bounds = model.bounds.union(deform.bounds_of(&bending(), 1.0));
    model.deform = Some(Box::new(deform));
    model
}

/// Within a second the bar grows and sinks, and its right half turns up and out.
fn bending() -> BoneMotion {
    let times = || vec![0.0, 1.0];
    let turned = Quat::from_rotation_z(FRAC_PI_2) * Quat::from_rotation_y(0.7);
    let grown = TransformCurves {
        translation: Curve::linear(times(), vec![Vec3::ZERO, Vec3::new(0.5, -1.0, 0.0)]).unwrap(),
        scale: Curve::linear(times(), vec![Vec3::ONE, Vec3::new(1.2, 1.5, 1.0)]).unwrap(),
        ..TransformCurves::default()
    };
    let bent = TransformCurves {
        rotation: Curve::linear(times(), vec![Quat::IDENTITY, turned]).unwrap(),
        ..TransformCurves::default()
    };
    BoneMotion::new(vec![BoneTrack { bone: 1, curves: bent }, BoneTrack { bone: 0, curves: grown }])
}

/// A stage with a sun and the clip.
fn lit_stage() -> Stage {
    let mut stage = Stage::new();
    stage.scene.clips.push(Clip::new("bend", 1.0, Motion::Bones(bending())));
    stage.scene.lights.push(Light {
        node: None,
        active: true,
        directional: true,
        position: Vec3::ZERO,
        direction: Vec3::new(0.3, -0.5, -1.0).normalize(),
        color: [1.0, 0.9, 0.8],
        diffuse: 0.8,
        ambient: 0.1,
        near: 0.0,
        far: 0.0,
    });
    stage
}

/// A clock of its own that stands.
fn animate(stage: &mut Stage, node: NodeId, time: f32) {
    stage.at(node).animator = Some(AnimatorId::from(stage.scene.animators.len()));
    stage.scene.animators.push(Animator {
        clips: vec![Playable::default()],
        start: Clock { time, speed: 0.0, ..Clock::once(ClipId(0)) },
        ..Animator::default()
    });
}

fn draw(renderer: &Renderer, stage: &Stage) -> (Picture, Statistics) {
    let loaded = renderer.load(&stage.scene).unwrap();
    let state = stage.state();
    let (table, _) = Occurrences::build(&stage.scene, &state, 1 << 16);
    let shot = Shot {
        loaded: &loaded,
        scene: &stage.scene,
        state: &state,
        table: &table,
        camera: state.camera,
        feet: None,
        zones: state.zones,
        between: 1.0,
        settings: &Settings::default(),
        beside: &[],
        hud: None,
    };
    let target = renderer.offscreen(Size { width: SIDE, height: SIDE }).unwrap();
    let statistics = renderer.draw_offscreen(&shot, &target).unwrap();
    (Picture(renderer.read(&target).unwrap()), statistics)
}

/// The bar as the processor bends it, as a model that does not change.
fn bent(state: &State, stage: &Stage) -> Model {
    let mut model = bar();
    let deform = model.deform.take().unwrap();
    let pose = state.pose_of(&stage.scene, AnimatorId(0), 1.0).unwrap();
    let mut points = Vec::new();
    deform.bend(&stage.scene, &pose, &mut PoseMemory::default(), &mut points);
    for (vertex, point) in model.vertices.iter_mut().zip(&points) {
        vertex.position = point.position.into();
        vertex.normal = Vertex::pack_normal(point.normal);
    }
    model
}

fn place() -> Affine3A {
    Affine3A::from_rotation_translation(Quat::from_rotation_y(0.4), Vec3::new(0.0, 0.5, -6.0))
}

/// Fails unless both show the same, but for rounding: colours by one, and edges
/// that pass through the middle of a pixel.
#[track_caller]
fn assert_same(found: &Picture, wanted: &Picture) {
    let differing = found.0.rgba.chunks_exact(4).zip(wanted.0.rgba.chunks_exact(4));
    let differing = differing.filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 1)).count();
    assert!(differing <= 4, "{differing} pixels differ");
    assert!(wanted.0.rgba.chunks_exact(4).filter(|pixel| pixel[0] > 0).count() > 500, "something is seen");
}

fn compare(renderer: &Renderer, time: f32) {
    let mut stage = lit_stage();
    let node = stage.show_model(bar());
    stage.at(node).transform = place();
    animate(&mut stage, node, time);
    let (found, statistics) = draw(renderer, &stage);
    assert_eq!((statistics.posed, statistics.streamed_corners, statistics.draws), (1, 0, 1), "at {time}");
    let mut still = lit_stage();
    let node = still.show_model(bent(&stage.state(), &stage));
    still.at(node).transform = place();
    assert_same(&found, &draw(renderer, &still).0);
}

#[test]
fn the_device_bends_as_the_processor_does() {
    let Some(renderer) = renderer() else { return };
    for time in [0.0, 0.3, 0.7, 1.0] {
        compare(&renderer, time);
    }
}

#[test]
fn so_does_the_smallest_device() {
    let options = Options { webgl2_limits: true, ..Options::from_env() };
    let Some(renderer) = renderer_with(&options) else { return };
    compare(&renderer, 0.8);
}

#[test]
fn a_crowd_is_one_draw_and_poses_that_are_equal_are_worked_out_once() {
    let Some(renderer) = renderer() else { return };
    let mut stage = lit_stage();
    let first = stage.show_model(bar());
    let model = stage.at(first).model;
    for index in 0..30 {
        let node = if index == 0 { first } else { stage.node(model) };
        stage.at(node).transform = Affine3A::from_translation(Vec3::new(0.0, index as f32 - 15.0, -30.0));
        if index > 0 {
            stage.scene.roots.push(node);
        }
        animate(&mut stage, node, (index % 10) as f32 * 0.1);
    }
    let (_, statistics) = draw(&renderer, &stage);
    assert_eq!((statistics.posed, statistics.instances, statistics.draws), (10, 30, 1));
    assert_eq!((statistics.streamed_corners, statistics.triangles), (0, 30 * 12));
}

#[test]
fn what_the_device_cannot_bend_the_processor_does() {
    let Some(renderer) = renderer() else { return };
    // Five bones at one point: three more in one place.
    let mut crowded = bar();
    let deform = crowded.deform.as_deref_mut().unwrap();
    let mut bones = deform.skeleton.bones().to_vec();
    bones.extend((0..3).map(|_| Bone { parent: Some(1), ..Bone::default() }));
    let mut influences = deform.skeleton.influences().to_vec();
    let last = deform.points.len() as u32 - 1;
    influences.extend((0..5).map(|bone| Influence { point: last, bone, weight: 0.2 }));
    deform.skeleton = Skeleton::new(bones, influences).unwrap();
    let mut faded = bar();
    let mut stage = lit_stage();
    let glass = stage.material(Blend::Alpha, None);
    faded.polygons.iter_mut().for_each(|polygon| polygon.material = glass);
    for model in [crowded, faded] {
        let mut stage = Stage { scene: stage.scene.clone() };
        let node = stage.show_model(model);
        stage.at(node).transform = place();
        animate(&mut stage, node, 0.6);
        let (picture, statistics) = draw(&renderer, &stage);
        assert_eq!((statistics.posed, statistics.streamed_corners), (1, 24));
        // At rest the bar ends at x 3; bent by half it does not reach half as far up.
        assert!(picture.0.rgba.chunks_exact(4).filter(|pixel| pixel[0] > 0).count() > 500);
    }
}

#[test]
fn bones_beyond_what_the_device_holds_are_bent_by_the_processor() {
    let options = Options { webgl2_limits: true, ..Options::from_env() };
    let Some(renderer) = renderer_with(&options) else { return };
    // Sixteen models with 65,536 bones fill the texture of such a device: 2048 rows
    // of 512.
    let mut model = bar();
    let deform = model.deform.as_deref_mut().unwrap();
    let mut bones = deform.skeleton.bones().to_vec();
    bones.resize(1 << 16, Bone::default());
    deform.skeleton = Skeleton::new(bones, deform.skeleton.influences().to_vec()).unwrap();
    let mut stage = lit_stage();
    let first = stage.show_model(model);
    let model = stage.at(first).model;
    for index in 0..17 {
        let node = if index == 0 { first } else { stage.node(model) };
        stage.at(node).transform = Affine3A::from_translation(Vec3::new(0.0, index as f32 - 8.0, -20.0));
        if index > 0 {
            stage.scene.roots.push(node);
        }
        animate(&mut stage, node, index as f32 * 0.05);
    }
    let (_, statistics) = draw(&renderer, &stage);
    assert_eq!((statistics.posed, statistics.streamed_corners), (17, 24));
    assert_eq!((statistics.instances, statistics.triangles), (17, 17 * 12));
}
