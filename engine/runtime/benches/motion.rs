//! What a crowd costs that moves by bones.
//!
//! `cargo bench -p runtime --bench motion` takes the best of many ticks of 200
//! creatures of 60 bones, each with a clock of its own: a tick and the matrices of
//! all bones, as drawing asks for them, must take less than 1 ms together; and so
//! must those of 100 creatures of 200 bones. The next figure is for the same crowd on its way from one clip to another, each
//! with something in its hand; the last for copies of one creature, made while the
//! world runs, beside the animators of the scene. The sum keeps the work from being
//! optimised away. It measures this machine now and keeps no record.

use glam::{Affine3A, Quat, Vec3};
use runtime::{Input, Simulation};
use std::time::{Duration, Instant};
use world::sketch::{ModelSketch, Sketch};
use world::{
    Animator, AnimatorId, Attachment, Bone, BoneMotion, BoneTrack, Clip, ClipId, Clock, Curve, Deform,
    Limits, Motion, Playable, PoseMemory, Skeleton, TransformCurves,
};

const RUNS: u32 = 300;
const CREATURES: u32 = 200;
const BONES: u32 = 60;
/// As large as models of Warcraft are, and more.
const LARGE: [u32; 2] = [100, 200];
const KEYS: usize = 30;

/// A second of turning, a little differently for each bone; every fifth moves too.
fn clip(name: &str, much: f32, bones: u32) -> Clip {
    let times = || (0..KEYS).map(|key| key as f32 / (KEYS - 1) as f32).collect::<Vec<f32>>();
    let track = |bone: u32| {
        let angle = |time: f32| libm::sinf(time * std::f32::consts::TAU + bone as f32) * much;
        let turns = times().into_iter().map(|time| Quat::from_rotation_z(angle(time))).collect();
        let rotation = Curve::linear(times(), turns).unwrap();
        let places = times().into_iter().map(|time| Vec3::Y * time * 0.1).collect();
        let translation =
            if bone.is_multiple_of(5) { Curve::linear(times(), places).unwrap() } else { Curve::default() };
        BoneTrack { bone, curves: TransformCurves { translation, rotation, ..TransformCurves::default() } }
    };
    Clip::new(name, 1.0, Motion::Bones(BoneMotion::new((0..bones).map(track).collect())))
}

fn crowd([creatures, bones]: [u32; 2], carrying: bool) -> Simulation {
    let mut sketch = Sketch::new();
    let body = sketch.model(ModelSketch::new());
    let sword = sketch.model(ModelSketch::new().cuboid(Vec3::ZERO, Vec3::ONE));
    // Limbs of twelve bones.
    let bone = |index: u32| Bone {
        parent: (!index.is_multiple_of(12)).then(|| index - 1),
        pivot: Vec3::X * (index % 12) as f32,
        ..Bone::default()
    };
    let skeleton = Skeleton::new((0..bones).map(bone).collect(), Vec::new()).unwrap();
    sketch.scene.models[body.index()].deform = Some(Box::new(Deform { skeleton, ..Deform::default() }));
    sketch.scene.clips = vec![clip("walk", 0.5, bones), clip("run", 1.0, bones)];
    for index in 0..creatures {
        let held = sketch.node("sword", Some(sword), &[]);
        let node = sketch.node("creature", Some(body), &[held]);
        sketch.at(node).transform = Affine3A::from_translation(Vec3::X * index as f32 * 20.0);
        sketch.at(node).animator = Some(AnimatorId(index));
        sketch.scene.roots.push(node);
        let clips = [0, 1].map(|clip| Playable { clip: ClipId(clip), ..Playable::default() }).into();
        let start = Clock { time: index as f32 * 0.004, ..Clock::looping(ClipId(0)) };
        sketch.scene.animators.push(Animator { clips, start, ..Animator::default() });
        if carrying {
            let offset = Affine3A::IDENTITY;
            sketch.scene.attachments.push(Attachment { node: held, carrier: node, bone: 11, offset });
        }
    }
    Simulation::new(sketch.scene.into(), 1, &Limits::default()).0
}

/// As [`crowd`], of copies of one creature that were made one tick after the other.
fn copies() -> Simulation {
    let mut scene = crowd([CREATURES, BONES], true).scene().as_ref().clone();
    let template = scene.roots[0];
    scene.roots.clear();
    let mut world = Simulation::new(scene.into(), 1, &Limits::default()).0;
    for index in 0..CREATURES {
        let place = Affine3A::from_translation(Vec3::X * index as f32 * 20.0);
        world.edit().spawn(template, None, place).expect("there is room");
        world.tick(&Input::default());
    }
    world
}

/// The best of ticks, and of the matrices of all bones after them; the sum of what
/// was worked out.
fn measure(world: &mut Simulation, creatures: u32) -> ([Duration; 2], f32) {
    let mut best = [Duration::MAX; 2];
    let mut memory = PoseMemory::default();
    let shown: Vec<AnimatorId> = world.state().animator_ids().collect();
    let shown = &shown[shown.len() - creatures as usize..];
    let mut sum = 0.0;
    for _ in 0..RUNS {
        let start = Instant::now();
        world.tick(&Input::default());
        let ticked = start.elapsed();
        let (scene, state) = (world.scene(), world.state());
        let deform = scene.models[0].deform.as_deref().unwrap();
        for animator in shown {
            if let Some(pose) = state.pose_of(scene, *animator, 0.5) {
                let matrices = deform.palette(scene, &pose, &mut memory);
                sum += matrices.last().map_or(0.0, |matrix| matrix.translation.x);
            }
        }
        best = [best[0].min(ticked), best[1].min(start.elapsed() - ticked)];
    }
    (best, sum)
}

fn main() {
    let mut first = 0.0;
    for [creatures, bones] in [[CREATURES, BONES], LARGE] {
        let mut world = crowd([creatures, bones], false);
        let ([tick, pose], sum) = measure(&mut world, creatures);
        println!("{creatures} creatures of {bones} bones: tick {tick:?}, matrices {pose:?} (wanted: 1 ms)");
        first += sum;
    }
    let mut world = crowd([CREATURES, BONES], true);
    for animator in 0..CREATURES {
        let run = Clock::looping(ClipId(1));
        world.edit().fade_to(AnimatorId(animator), run, 1000.0);
    }
    let ([tick, pose], second) = measure(&mut world, CREATURES);
    println!("with cross-fades and something in every hand: tick {tick:?}, matrices {pose:?}");
    let ([tick, pose], third) = measure(&mut copies(), CREATURES);
    println!("copies of one, made one after the other: tick {tick:?}, matrices {pose:?}");
    println!("sum {}", first + second + third);
}
