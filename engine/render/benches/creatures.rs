//! How much 200 creatures of 60 bones cost, each with a clock of its own: a frame
//! made ready, and a frame drawn, compared with the calibration in turn, so that
//! whatever else the machine does slows both alike.
//!
//! `cargo bench -p render --bench creatures` prints the median and the 95th
//! percentile. It measures this machine now and keeps no record.

use glam::{Affine3A, Quat, Vec3};
use render::{
    Loaded, Offscreen, Options, RenderError, Renderer, Settings, Shot, Size, Statistics, calibration,
};
use std::time::Instant;
use world::{
    Animator, AnimatorId, Bone, BoneMotion, BoneTrack, Clip, ClipId, Clock, Curve, Deform, Influence, Light,
    Model, Motion, NodeId, Occurrences, Playable, Point, Scene, Skeleton, State, TransformCurves, Vertex,
    sketch::{ModelSketch, Sketch},
};

const CREATURES: u32 = 200;
const BONES: u32 = 60;
const FRAMES: usize = 200;
const SIZE: Size = Size { width: 640, height: 480 };

/// A row of boxes one above the other, a bone each.
fn creature() -> Model {
    let mut sketch = ModelSketch::new();
    for bone in 0..BONES {
        let foot = Vec3::Y * bone as f32 * 0.04;
        sketch = sketch.cuboid(foot - Vec3::new(0.2, 0.0, 0.2), foot + Vec3::new(0.2, 0.04, 0.2));
    }
    let mut model = sketch.done();
    model.lit = true;
    let bone_of = |vertex: &Vertex| ((vertex.position[1] / 0.04) as u32).min(BONES - 1);
    let point = |vertex: &Vertex| Point { position: vertex.position.into(), normal: vertex.normal() };
    let influences = (0..).zip(&model.vertices);
    let influences =
        influences.map(|(point, vertex)| Influence { point, bone: bone_of(vertex), weight: 1.0 }).collect();
    let bones = (0..BONES).map(|bone| Bone {
        name: "".into(),
        parent: bone.checked_sub(1),
        pivot: Vec3::Y * bone as f32 * 0.04,
    });
    model.deform = Skeleton::new(bones.collect(), influences).ok().map(|skeleton| {
        Box::new(Deform {
            point_of: (0..model.vertices.len() as u32).collect(),
            points: model.vertices.iter().map(point).collect(),
            skeleton,
            ..Deform::default()
        })
    });
    // As far as it may bend.
    model.bounds.min -= Vec3::splat(2.4);
    model.bounds.max += Vec3::splat(2.4);
    model
}

fn swaying() -> BoneMotion {
    let tracks = (0..BONES).filter_map(|bone| {
        let times = (0..=8).map(|key| key as f32 * 0.25).collect();
        let turns = (0..=8).map(|key| Quat::from_rotation_z(0.03 * libm::sinf(key as f32 + bone as f32)));
        let rotation = Curve::linear(times, turns.collect()).ok()?;
        Some(BoneTrack { bone, curves: TransformCurves { rotation, ..TransformCurves::default() } })
    });
    BoneMotion::new(tracks.collect())
}

fn scene() -> Scene {
    let mut sketch = Sketch::new();
    let first = sketch.place(ModelSketch::new());
    if let Some(model) = sketch.at(first).model {
        sketch.scene.models[model.index()] = creature();
    }
    let scene = &mut sketch.scene;
    scene.clips.push(Clip::new("sway", 2.0, Motion::Bones(swaying())));
    for number in 0..CREATURES {
        let at = Vec3::new((number % 20) as f32 * 1.5 - 14.25, -2.0, (number / 20) as f32 * -1.5 - 6.0);
        let mut node = scene.nodes[first.index()].clone();
        node.transform = Affine3A::from_translation(at);
        node.animator = Some(AnimatorId::from(scene.animators.len()));
        scene.animators.push(Animator {
            clips: vec![Playable::default()],
            start: Clock { time: number as f32 * 0.007, ..Clock::looping(ClipId(0)) },
            ..Animator::default()
        });
        if number == 0 {
            scene.nodes[first.index()] = node;
        } else {
            scene.roots.push(NodeId::from(scene.nodes.len()));
            scene.nodes.push(node);
        }
    }
    scene.lights.push(Light {
        node: None,
        active: true,
        directional: true,
        position: Vec3::ZERO,
        direction: Vec3::new(-0.48, -0.8, -0.36),
        color: [1.0; 3],
        diffuse: 0.7,
        ambient: 0.3,
        near: 0.0,
        far: 0.0,
    });
    sketch.scene
}

/// A world and its times, milliseconds.
struct Timed {
    scene: Scene,
    state: State,
    table: Occurrences,
    loaded: Loaded,
    target: Offscreen,
    made_ready: Vec<f64>,
    drawn: Vec<f64>,
}

impl Timed {
    fn new(renderer: &Renderer, scene: Scene) -> Result<Self, RenderError> {
        let state = State::new(&scene, 1);
        let (table, _) = Occurrences::build(&scene, &state, 1 << 12);
        let (loaded, target) = (renderer.load(&scene)?, renderer.offscreen(SIZE)?);
        Ok(Timed { scene, state, table, loaded, target, made_ready: Vec::new(), drawn: Vec::new() })
    }

    fn frame(&mut self, renderer: &mut Renderer, frame: usize) -> Result<Statistics, RenderError> {
        for (number, clock) in self.state.clocks.iter_mut().enumerate() {
            clock.time = (number as f32 * 0.007 + frame as f32 / 60.0) % 2.0;
        }
        let shot = Shot {
            loaded: &self.loaded,
            scene: &self.scene,
            state: &self.state,
            zones: self.state.zones,
            table: &self.table,
            camera: self.scene.camera,
            feet: None,
            between: 1.0,
            settings: &Settings::default(),
            beside: &[],
            hud: None,
        };
        let start = Instant::now();
        renderer.prepare(&shot, SIZE);
        let ready = start.elapsed();
        let start = Instant::now();
        let statistics = renderer.draw_offscreen(&shot, &self.target)?;
        // The first frames make pipelines and buffers.
        if frame >= 10 {
            self.made_ready.push(ready.as_secs_f64() * 1e3);
            self.drawn.push(start.elapsed().as_secs_f64() * 1e3);
        }
        Ok(statistics)
    }
}

/// Prints the median and the 95th percentile; returns the latter.
fn percentiles(name: &str, mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    let of = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or(0.0);
    println!("{name:28} p50 {:8.3} ms, p95 {:8.3} ms", of(0.5), of(0.95));
    of(0.95)
}

fn main() -> Result<(), RenderError> {
    // Run along with the tests there is nothing to measure.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let mut renderer = Renderer::new(&Options::from_env())?;
    println!("{CREATURES} creatures of {BONES} bones on {}", renderer.adapter());
    let mut creatures = Timed::new(&renderer, scene())?;
    let mut plain = Timed::new(&renderer, calibration())?;
    let mut statistics = Statistics::default();
    for frame in 0..FRAMES + 10 {
        statistics = creatures.frame(&mut renderer, frame)?;
        plain.frame(&mut renderer, frame)?;
    }
    println!("{statistics:?}");
    percentiles("a frame made ready", creatures.made_ready);
    let ours = percentiles("a frame", creatures.drawn);
    let calibrated = percentiles("a frame of the calibration", plain.drawn);
    println!("{:.2} times the calibration at p95", ours / calibrated);
    Ok(())
}
