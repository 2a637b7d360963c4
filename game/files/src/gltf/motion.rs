//! Clips as animations: one for each clip that an animator can play, one channel
//! for each place or turn of a part; those of frames are written by `shape`.

use super::buffer::{Buffer, Numbers};
use super::shape::{self, Shaped};
use glam::{Quat, Vec3};
use gltf_json::accessor::{ComponentType, Type};
use gltf_json::animation::{Animation, Channel, Interpolation, Property, Sampler, Target};
use gltf_json::validation::Checked;
use gltf_json::{Accessor, Index, Node, Root, Value};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use world::{
    Animator, AnimatorId, Clip, Curve, CurveClock, CurveKind, CurveValue, Moment, Motion, NodeId, Playable,
    Scene, TICKS_PER_SECOND, Track, TransformCurves,
};

/// Keys written at most for a curve that has to be read.
const MOST_KEYS: u32 = 7200;

/// The nodes written for each node of the scene.
pub type Written = HashMap<NodeId, Vec<Index<Node>>>;

/// Writes the clips of everything that was written; `shaped` is what changes its
/// shape, by the animator that says when.
pub fn write(
    scene: &Scene,
    written: &Written,
    shaped: &[(AnimatorId, Shaped<'_>)],
    root: &mut Root,
    buffer: &mut Buffer,
) {
    let alone = scene.animators.len() == 1;
    for (index, animator) in scene.animators.iter().enumerate() {
        let own = || shaped.iter().filter(|(whose, _)| whose.index() == index);
        for playable in &animator.clips {
            let clip = scene.clips.get(playable.clip.index()).filter(|clip| clip.seconds > 0.0);
            let Some(clip) = clip else { continue };
            let name = name(animator, clip, alone);
            match &clip.motion {
                Motion::Parts(tracks) => animation(name, clip, tracks, playable, written, root, buffer),
                Motion::Frames(frames) => own().for_each(|(_, shaped)| {
                    shape::animation(name.clone(), clip.seconds, frames, shaped, root, buffer);
                }),
                Motion::Bones(bones) => own().for_each(|(_, shaped)| {
                    shape::bone_animation(name.clone(), clip.seconds, bones, shaped, root, buffer);
                }),
            }
        }
    }
}

/// A model's clips keep their names; in a world it is said whose they are.
fn name(animator: &Animator, clip: &Clip, alone: bool) -> String {
    match alone || animator.name.is_empty() {
        true => clip.name.to_string(),
        false => format!("{} {}", animator.name, clip.name),
    }
}

fn animation(
    name: String,
    clip: &Clip,
    tracks: &[Track],
    playable: &Playable,
    written: &Written,
    root: &mut Root,
    buffer: &mut Buffer,
) {
    let mut animation = empty(name);
    // All parts with as many keys share their times.
    let mut times = BTreeMap::new();
    for (track, node) in tracks.iter().zip(&playable.nodes) {
        let nodes = node.and_then(|node| written.get(&node)).map_or(&[][..], Vec::as_slice);
        // What is written as a matrix cannot be animated.
        let nodes: Vec<Index<Node>> =
            nodes.iter().copied().filter(|node| root.nodes[node.value()].matrix.is_none()).collect();
        for (path, bytes, count, shape) in outputs(track, clip.seconds) {
            if nodes.is_empty() || count == 0 {
                continue;
            }
            let input = *times.entry(count).or_insert_with(|| keys(clip.seconds, count, root, buffer));
            let output = buffer.accessor(root, &bytes, count, numbers(shape), None);
            let sampler = sampler(&mut animation, input, output);
            animation.channels.extend(nodes.iter().map(|node| channel(sampler, *node, path)));
        }
    }
    if !animation.channels.is_empty() {
        root.push(animation);
    }
}

/// An animation without channels.
pub fn empty(name: String) -> Animation {
    Animation {
        extensions: None,
        extras: Default::default(),
        channels: Vec::new(),
        name: Some(name),
        samplers: Vec::new(),
    }
}

/// Adds keys; between two of them the way is even.
pub fn sampler(animation: &mut Animation, input: Index<Accessor>, output: Index<Accessor>) -> Index<Sampler> {
    let index = Index::new(animation.samplers.len() as u32);
    animation.samplers.push(Sampler {
        extensions: None,
        extras: Default::default(),
        input,
        interpolation: Checked::Valid(Interpolation::Linear),
        output,
    });
    index
}

/// What of a node the keys are for.
pub fn channel(sampler: Index<Sampler>, node: Index<Node>, path: Property) -> Channel {
    let target = Target { extensions: None, extras: Default::default(), node, path: Checked::Valid(path) };
    Channel { sampler, target, extensions: None, extras: Default::default() }
}

/// What a track says: which property, its keys as bytes, how many, their shape.
fn outputs(track: &Track, seconds: f32) -> [(Property, Vec<u8>, usize, Type); 3] {
    let TransformCurves { translation, rotation, scale } = &track.curves;
    let (places, sizes) = (even(translation, seconds), even(scale, seconds));
    let (rotations, vector) = (even(rotation, seconds), |value: &Vec3| value.to_array());
    [
        (Property::Translation, bytes(places.iter().flat_map(vector)), places.len(), Type::Vec3),
        (Property::Rotation, turns(rotations.iter().copied()), rotations.len(), Type::Vec4),
        (Property::Scale, bytes(sizes.iter().flat_map(vector)), sizes.len(), Type::Vec3),
    ]
}

/// The keys of a curve if they are evenly apart and straight between; others are
/// read as often as a world is drawn.
fn even<T: CurveValue>(curve: &Curve<T>, seconds: f32) -> Cow<'_, [T]> {
    let as_they_are = curve.times().is_none() && curve.clock() == CurveClock::Own;
    if curve.is_empty() || as_they_are && curve.kind() == CurveKind::Linear {
        return Cow::Borrowed(curve.values());
    }
    moments(seconds).filter_map(|moment| curve.at(&moment)).collect()
}

/// Moments of a run, evenly apart from its start to its end.
pub fn moments(seconds: f32) -> impl Iterator<Item = Moment> {
    let steps = ((seconds * TICKS_PER_SECOND as f32).ceil() as u32).clamp(1, MOST_KEYS - 1);
    (0..=steps).map(move |step| {
        let fraction = step as f32 / steps as f32;
        Moment { seconds: fraction * seconds, fraction, world: f64::from(fraction * seconds) }
    })
}

/// Rotations as keys: neighbours lie on the same side, so that every program takes
/// the short way.
pub fn turns(rotations: impl Iterator<Item = Quat>) -> Vec<u8> {
    let mut last = Quat::IDENTITY;
    bytes(rotations.flat_map(|turn| {
        last = if last.dot(turn) < 0.0 { -turn } else { turn };
        last.to_array()
    }))
}

/// Seconds of so many keys, evenly apart from the start to the end.
fn keys(seconds: f32, count: usize, root: &mut Root, buffer: &mut Buffer) -> Index<Accessor> {
    let step = seconds / (count - 1).max(1) as f32;
    let last = step * (count - 1) as f32;
    let times = (0..count).map(|key| key as f32 * step);
    let bounds = (Value::from(vec![0.0_f32]), Value::from(vec![last]));
    buffer.accessor(root, &bytes(times), count, numbers(Type::Scalar), Some(bounds))
}

/// Floats of this shape that are no corners.
pub fn numbers(shape: Type) -> Numbers {
    Numbers { component: ComponentType::F32, shape, normalized: false, target: None }
}

/// Floats as a file has them.
pub fn bytes(numbers: impl Iterator<Item = f32>) -> Vec<u8> {
    numbers.flat_map(f32::to_le_bytes).collect()
}
