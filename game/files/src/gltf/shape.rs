//! Models that change their shape: bones as the joints of a skin, frames that move
//! points as morph targets, and clips of frames as animations of both.
//!
//! A clip has one key for each of its frames, as far apart as in a run that loops;
//! the way from the last back to the first is left to whoever plays it.

use super::buffer::{Buffer, Numbers};
use super::motion::{bytes, channel, empty, moments, numbers, sampler, turns};
use glam::{Mat4, Quat, Vec3};
use gltf_json::accessor::{ComponentType, Type};
use gltf_json::animation::{Animation, Property};
use gltf_json::buffer::Target;
use gltf_json::mesh::{MorphTarget, Semantic};
use gltf_json::skin::Skin;
use gltf_json::validation::Checked;
use gltf_json::{Accessor, Index, Node, Root, Value};
use std::collections::BTreeMap;
use world::{Bone, BoneKey, BoneMotion, Deform, DeformFrame, Influence, Model, Moment, Vertex};

/// Bones that carry one corner: two sets of four.
const CARRIERS: usize = 8;
/// Bones of a model, and bones below one another.
const BONES: usize = 4096;
const DEPTH: usize = 256;
/// Most bytes of morph targets and of their weights.
const TARGETS: usize = 64 << 20;
/// The same in words.
pub const LIMITS: &str = "at most 4096 bones, at most 256 below one another, and at most 64 MiB of frames";
/// Bytes of a place and a direction.
const POINT: usize = 24;

/// What of a model's shape is written.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// Its bones, as joints.
    pub bones: bool,
    /// The frames that are morph targets, in their order.
    pub targets: Vec<u32>,
    /// What is left out, and why.
    pub left_out: Option<String>,
}

impl Parts {
    /// What fits into a file for a model whose clips have so many frames.
    pub fn of(model: &Model, deform: &Deform, keys: usize) -> Self {
        let bends = deform.frames.iter().any(|frame| !frame.bones.is_empty());
        let bones = deform.skeleton.bones();
        let fits = bones.len() <= BONES && deepest(bones) <= DEPTH;
        let moved = |frame: &DeformFrame| !frame.moved.is_empty();
        let targets: Vec<u32> = (0..deform.frames.len() as u32)
            .zip(&deform.frames)
            .filter_map(|(index, frame)| moved(frame).then_some(index))
            .collect();
        let corners = model.vertices.len().saturating_mul(POINT);
        let size = targets.len().saturating_mul(corners.saturating_add(keys.saturating_mul(4)));
        let left_out = if bends && !fits {
            Some(format!("{} bones, or more than {DEPTH} below one another", bones.len()))
        } else if size > TARGETS {
            Some(format!("{} frames of {} corners", targets.len(), model.vertices.len()))
        } else {
            None
        };
        Parts {
            bones: bends && fits && !bones.is_empty(),
            targets: if size > TARGETS { Vec::new() } else { targets },
            left_out,
        }
    }
}

/// How many bones hang below one another at most. A skeleton has no rings.
fn deepest(bones: &[Bone]) -> usize {
    let mut depths = vec![0_usize; bones.len()];
    for first in 0..bones.len() {
        let (mut way, mut next) = (Vec::new(), Some(first));
        while let Some(bone) = next.filter(|bone| depths.get(*bone) == Some(&0)) {
            way.push(bone);
            next = bones[bone].parent.map(|parent| parent as usize);
        }
        let mut depth = next.and_then(|bone| depths.get(bone)).copied().unwrap_or(0);
        for bone in way.into_iter().rev() {
            depth += 1;
            depths[bone] = depth;
        }
    }
    depths.into_iter().max().unwrap_or(0)
}

/// Which joints carry each corner, and how much of it. Corners that no bone
/// carries hang at a joint of their own, behind those of the bones.
pub fn carried(
    model: &Model,
    deform: &Deform,
    attributes: &mut BTreeMap<Checked<Semantic>, Index<Accessor>>,
    root: &mut Root,
    buffer: &mut Buffer,
) {
    let still = deform.skeleton.bones().len() as u16;
    let by_point = carriers(deform);
    let sets = if by_point.iter().any(|carriers| carriers.len() > 4) { 2 } else { 1 };
    let count = model.vertices.len();
    for set in 0..sets {
        let (mut joints, mut weights) = (Vec::with_capacity(count * 8), Vec::with_capacity(count * 16));
        for corner in 0..count {
            let point = deform.point_of.get(corner).and_then(|point| by_point.get(*point as usize));
            let alone = [(still, 1.0)];
            let all = point.filter(|carriers| !carriers.is_empty()).map_or(&alone[..], Vec::as_slice);
            for place in 4 * set..4 * set + 4 {
                let (joint, weight) = all.get(place).copied().unwrap_or((0, 0.0));
                joints.extend(joint.to_le_bytes());
                weights.extend(weight.to_le_bytes());
            }
        }
        let four = |component| Numbers {
            component,
            shape: Type::Vec4,
            normalized: false,
            target: Some(Target::ArrayBuffer),
        };
        let joints = buffer.accessor(root, &joints, count, four(ComponentType::U16), None);
        let weights = buffer.accessor(root, &weights, count, four(ComponentType::F32), None);
        attributes.insert(Checked::Valid(Semantic::Joints(set as u32)), joints);
        attributes.insert(Checked::Valid(Semantic::Weights(set as u32)), weights);
    }
}

/// Per point the bones that carry most of it; their parts sum up to 1.
fn carriers(deform: &Deform) -> Vec<Vec<(u16, f32)>> {
    let mut all = vec![Vec::new(); deform.points.len()];
    for of_one in deform.skeleton.influences().chunk_by(|a, b| a.point == b.point) {
        let Some(own) = all.get_mut(of_one[0].point as usize) else { continue };
        // A joint carries a corner once, however often a file says so.
        let mut parts: BTreeMap<u32, f32> = BTreeMap::new();
        for Influence { bone, weight, .. } in of_one {
            *parts.entry(*bone).or_default() += weight;
        }
        let mut most: Vec<(u32, f32)> = parts.into_iter().collect();
        most.sort_by(|a, b| b.1.total_cmp(&a.1));
        most.truncate(CARRIERS);
        let sum: f32 = most.iter().map(|(_, weight)| weight).sum();
        if sum > 0.0 {
            *own = most.into_iter().map(|(bone, weight)| (bone as u16, weight / sum)).collect();
        }
    }
    all
}

/// How far each corner is from its place in the frames that are targets.
pub fn targets(
    model: &Model,
    normals: &[[f32; 3]],
    deform: &Deform,
    wanted: &[u32],
    root: &mut Root,
    buffer: &mut Buffer,
) -> Vec<MorphTarget> {
    let count = model.vertices.len();
    let mut moved = vec![None; deform.points.len()];
    let frames = wanted.iter().filter_map(|frame| deform.frames.get(*frame as usize));
    let mut made = Vec::with_capacity(wanted.len());
    for frame in frames {
        moved.fill(None);
        for (point, place) in &frame.moved {
            if let Some(moved) = moved.get_mut(*point as usize) {
                *moved = Some(*place);
            }
        }
        let (mut places, mut directions) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for (corner, (Vertex { position, .. }, normal)) in model.vertices.iter().zip(normals).enumerate() {
            let there = deform.point_of.get(corner).and_then(|point| *moved.get(*point as usize)?);
            places.push(there.map_or(Vec3::ZERO, |there| there.position - Vec3::from(*position)));
            directions.push(there.map_or(Vec3::ZERO, |there| there.normal - Vec3::from(*normal)));
        }
        let low = places.iter().copied().reduce(Vec3::min).unwrap_or_default();
        let high = places.iter().copied().reduce(Vec3::max).unwrap_or_default();
        let bounds = (Value::from(low.to_array().to_vec()), Value::from(high.to_array().to_vec()));
        let three = || Numbers { target: Some(Target::ArrayBuffer), ..numbers(Type::Vec3) };
        let flat = |of: Vec<Vec3>| bytes(of.into_iter().flat_map(|one| one.to_array()));
        made.push(MorphTarget {
            positions: Some(buffer.accessor(root, &flat(places), count, three(), Some(bounds))),
            normals: Some(buffer.accessor(root, &flat(directions), count, three(), None)),
            tangents: None,
        });
    }
    made
}

/// The joints of one written model.
pub struct Joints {
    /// Its skin.
    pub skin: Index<Skin>,
    /// Joints that hang at no other.
    pub roots: Vec<Index<Node>>,
    /// Per bone.
    pub bones: Vec<Index<Node>>,
}

/// Writes the joints of a model as they are without any frame.
pub fn joints(deform: &Deform, root: &mut Root, buffer: &mut Buffer) -> Joints {
    let bones = deform.skeleton.bones();
    let mut written: Vec<Index<Node>> = Vec::with_capacity(bones.len() + 1);
    for bone in bones {
        let place = bone.pivot - parent_pivot(bones, bone);
        let name = Some(bone.name.to_string());
        written.push(root.push(Node { name, translation: Some(place.to_array()), ..Node::default() }));
    }
    let mut roots = Vec::new();
    for (bone, joint) in bones.iter().zip(&written) {
        match bone.parent.and_then(|parent| written.get(parent as usize)) {
            Some(parent) => root.nodes[parent.value()].children.get_or_insert_default().push(*joint),
            None => roots.push(*joint),
        }
    }
    // For what no bone carries.
    let still = root.push(Node { name: Some("still".to_owned()), ..Node::default() });
    roots.push(still);
    let pivots = bones.iter().map(|bone| bone.pivot).chain([Vec3::ZERO]);
    let back = pivots.flat_map(|pivot| Mat4::from_translation(-pivot).to_cols_array());
    let back = buffer.accessor(root, &bytes(back), bones.len() + 1, numbers(Type::Mat4), None);
    let joints = written.iter().copied().chain([still]).collect();
    let skin = root.push(Skin {
        extensions: None,
        extras: Default::default(),
        inverse_bind_matrices: Some(back),
        joints,
        name: None,
        skeleton: None,
    });
    Joints { skin, roots, bones: written }
}

fn parent_pivot(bones: &[Bone], bone: &Bone) -> Vec3 {
    bone.parent.and_then(|parent| bones.get(parent as usize)).map_or(Vec3::ZERO, |parent| parent.pivot)
}

/// One model that was written with its shape.
pub struct Shaped<'s> {
    /// The node that shows it.
    pub node: Index<Node>,
    /// How it changes.
    pub deform: &'s Deform,
    /// Its joints, if bones are written.
    pub joints: Option<Joints>,
    /// The frames that are its morph targets.
    pub targets: Vec<u32>,
}

/// A clip of frames.
pub fn animation(
    name: String,
    seconds: f32,
    frames: &[u32],
    shaped: &Shaped<'_>,
    root: &mut Root,
    buffer: &mut Buffer,
) {
    let count = frames.len();
    if count == 0 {
        return;
    }
    let mut made = Made::new(name, count, seconds / count as f32, root, buffer);
    let all = || frames.iter().map(|frame| shaped.deform.frames.get(*frame as usize));
    made.bones(shaped, root, buffer, |index| {
        all()
            .map(|frame| frame.and_then(|frame| frame.bones.get(index)).copied().unwrap_or_default())
            .collect()
    });
    if !shaped.targets.is_empty() {
        let weights = frames.iter().flat_map(|frame| {
            shaped.targets.iter().map(move |target| if target == frame { 1.0 } else { 0.0 })
        });
        let (weights, items) = (bytes(weights), count * shaped.targets.len());
        made.put(shaped.node, Property::MorphTargetWeights, &weights, items, Type::Scalar, root, buffer);
    }
    made.finish(root);
}

/// A clip of bones.
pub fn bone_animation(
    name: String,
    seconds: f32,
    motion: &BoneMotion,
    shaped: &Shaped<'_>,
    root: &mut Root,
    buffer: &mut Buffer,
) {
    let moments: Vec<Moment> = moments(seconds).collect();
    let step = seconds / (moments.len() - 1).max(1) as f32;
    let mut made = Made::new(name, moments.len(), step, root, buffer);
    made.bones(shaped, root, buffer, |index| {
        moments.iter().map(|moment| motion.key(index as u32, moment)).collect()
    });
    made.finish(root);
}

/// An animation in the making; all its channels share their times.
struct Made {
    animation: Animation,
    input: Index<Accessor>,
    count: usize,
}

impl Made {
    /// So many keys, `step` seconds apart.
    fn new(name: String, count: usize, step: f32, root: &mut Root, buffer: &mut Buffer) -> Self {
        let bounds = (Value::from(vec![0.0_f32]), Value::from(vec![step * (count - 1) as f32]));
        let times = bytes((0..count).map(|key| key as f32 * step));
        let input = buffer.accessor(root, &times, count, numbers(Type::Scalar), Some(bounds));
        Made { animation: empty(name), input, count }
    }

    #[expect(clippy::too_many_arguments, reason = "one channel: of what, which property, its keys, where to")]
    fn put(
        &mut self,
        node: Index<Node>,
        path: Property,
        data: &[u8],
        count: usize,
        shape: Type,
        root: &mut Root,
        buffer: &mut Buffer,
    ) {
        let output = buffer.accessor(root, data, count, numbers(shape), None);
        let sampler = sampler(&mut self.animation, self.input, output);
        self.animation.channels.push(channel(sampler, node, path));
    }

    /// The keys of each bone by its number.
    fn bones(
        &mut self,
        shaped: &Shaped<'_>,
        root: &mut Root,
        buffer: &mut Buffer,
        keys: impl Fn(usize) -> Vec<BoneKey>,
    ) {
        let (bones, count) = (shaped.deform.skeleton.bones(), self.count);
        for (index, node) in shaped.joints.iter().flat_map(|joints| joints.bones.iter().enumerate()) {
            let keys = keys(index);
            let rest = bones.get(index).map_or(Vec3::ZERO, |bone| bone.pivot - parent_pivot(bones, bone));
            // A scene in which nothing moves is an animation, too: one bone gets
            // keys that keep it in place.
            if index == 0 || keys.iter().any(|key| key.translation != Vec3::ZERO) {
                let places = bytes(keys.iter().flat_map(|key| (rest + key.translation).to_array()));
                self.put(*node, Property::Translation, &places, count, Type::Vec3, root, buffer);
            }
            if keys.iter().any(|key| key.rotation != Quat::IDENTITY) {
                let turns = turns(keys.iter().map(|key| key.rotation));
                self.put(*node, Property::Rotation, &turns, count, Type::Vec4, root, buffer);
            }
            if keys.iter().any(|key| key.scale != Vec3::ONE) {
                let sizes = bytes(keys.iter().flat_map(|key| key.scale.to_array()));
                self.put(*node, Property::Scale, &sizes, count, Type::Vec3, root, buffer);
            }
        }
    }

    fn finish(self, root: &mut Root) {
        if !self.animation.channels.is_empty() {
            root.push(self.animation);
        }
    }
}
