//! Scenes as glTF 2.0, in one binary file (`.glb`), for other programs.
//!
//! What glTF has no words for is left out: zones, fog, sprites of lights,
//! pictures that change, levels of detail but the best, and what is switched
//! off at the start. Clips that move parts become animations. A model alone takes
//! its bones and frames along; in worlds shapes that change stand as they are at
//! rest. The engine's axes are glTF's own; the unit becomes
//! the metre. It is no way back into a game's files. Source: the glTF 2.0
//! specification, Khronos.

mod buffer;
mod mesh;
mod motion;
mod paint;
mod shape;
mod written;

use base::Failure;
use binary::{Finding, Severity, codes};
use buffer::Buffer;
use glam::{Affine3A, Mat4, Quat, Vec3};
use gltf_json::scene::UnitQuaternion;
use gltf_json::{Index, Node, Root, Scene as GltfScene};
use mesh::Meshes;
use motion::Written;
use shape::{Parts, Shaped};
use world::{AnimatorId, Deform, Motion, NodeFlags, NodeId, NodeKind, Scene};
pub use written::MARK;

codes! {
    LEFT_OUT = "export.motion_left_out": "a motion is larger than a glTF file should be"
        => "export a lower level of detail with --lod; the model stands as it is at rest";
}

/// Nodes of one file; a game's node that hangs below several others is written
/// once for each, since glTF allows one parent only.
const NODES: usize = 1 << 20;
/// Nodes below one another.
const DEPTH: usize = 256;
/// How far a transform may be from what move, turn and scale say, as a part of
/// its size, before it is written as a matrix.
const SKEW: f32 = 1e-4;

/// A binary glTF file and what is in it.
#[derive(Debug)]
pub struct Glb {
    /// The file.
    pub bytes: Vec<u8>,
    /// Nodes.
    pub nodes: usize,
    /// Models with triangles.
    pub meshes: usize,
    /// Materials.
    pub materials: usize,
    /// Pictures.
    pub images: usize,
    /// Triangles, each model once.
    pub triangles: usize,
    /// Clips.
    pub animations: usize,
    /// What is left out.
    pub findings: Vec<Finding>,
}

/// What of a scene is wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'a> {
    /// Only the first node of this name, whatever its case, with everything below
    /// it.
    pub node: Option<&'a str>,
    /// Bones and frames of models, which suits a model alone: in a world each copy
    /// would need bones of its own.
    pub shapes: bool,
}

/// Writes what is placed in a scene.
///
/// # Errors
/// A name that no node has, and scenes that are too large.
pub fn write(scene: &Scene, wanted: Wanted<'_>) -> Result<Glb, Failure> {
    let mut root = Root::default();
    root.asset.generator = Some(written::generator());
    let mut writer = Writer {
        scene,
        root,
        buffer: Buffer::default(),
        meshes: Meshes::new(scene),
        written: Written::new(),
        shaped: Vec::new(),
        findings: Vec::new(),
        shapes: wanted.shapes,
    };
    let roots = match wanted.node {
        Some(name) => vec![find(scene, name)?],
        None => scene.roots.clone(),
    };
    let alone = wanted.node.is_some();
    let mut top = Vec::with_capacity(roots.len());
    for id in roots {
        // A node that was asked for is shown even if it waits to be switched on.
        top.extend(writer.node(id, 0, alone)?);
    }
    writer.finish(top)
}

fn find(scene: &Scene, name: &str) -> Result<NodeId, Failure> {
    let found = scene.nodes.iter().position(|node| node.name.eq_ignore_ascii_case(name));
    found.map(|index| NodeId(index as u32)).ok_or_else(|| {
        Failure::Unusable(format!("{}: no node is called {name}; `revisit inspect` lists nodes", scene.world))
    })
}

struct Writer<'s> {
    scene: &'s Scene,
    root: Root,
    buffer: Buffer,
    meshes: Meshes<'s>,
    written: Written,
    shaped: Vec<(AnimatorId, Shaped<'s>)>,
    findings: Vec<Finding>,
    shapes: bool,
}

impl<'s> Writer<'s> {
    /// Writes a node and all below it; none for what is not shown.
    fn node(&mut self, id: NodeId, depth: usize, asked: bool) -> Result<Option<Index<Node>>, Failure> {
        let Some(node) = self.scene.nodes.get(id.index()) else { return Ok(None) };
        let coarse = matches!(node.kind, NodeKind::Lod(range) if range.near_sq > 0.0);
        if !asked && (coarse || !node.flags.contains(NodeFlags::ACTIVE)) {
            return Ok(None);
        }
        if depth >= DEPTH || self.root.nodes.len() >= NODES {
            return Err(Failure::Unusable(format!(
                "{}: expected at most {NODES} nodes, at most {DEPTH} below one another; export a part with --node",
                self.scene.world
            )));
        }
        let changing = self.changing(node);
        if let (Some(model), Some((_, _, parts))) = (node.model, &changing) {
            self.meshes.change(model, parts.clone());
        }
        let mesh = node.model.and_then(|model| self.meshes.index(model, &mut self.root, &mut self.buffer));
        let mut written = Node { name: Some(node.name.to_string()), mesh, ..Node::default() };
        place(&mut written, &node.transform);
        // Parents stand before their children.
        let index = self.root.push(written);
        self.written.entry(id).or_default().push(index);
        let mut children = Vec::new();
        if let (Some(_), Some((animator, deform, parts))) = (mesh, changing) {
            let joints = parts.bones.then(|| shape::joints(deform, &mut self.root, &mut self.buffer));
            if let Some(joints) = &joints {
                // They stand where the model does.
                self.root.nodes[index.value()].skin = Some(joints.skin);
                children.extend(&joints.roots);
            }
            self.shaped.push((animator, Shaped { node: index, deform, joints, targets: parts.targets }));
        }
        for child in &node.children {
            children.extend(self.node(*child, depth + 1, false)?);
        }
        if !children.is_empty() {
            self.root.nodes[index.value()].children = Some(children);
        }
        Ok(Some(index))
    }

    /// How a node's model changes its shape and who says when, if that is wanted.
    fn changing(&mut self, node: &world::Node) -> Option<(AnimatorId, &'s Deform, Parts)> {
        let animator = node.animator.filter(|_| self.shapes)?;
        let model = self.scene.models.get(node.model?.index())?;
        let deform = model.deform.as_deref()?;
        let clips = self.scene.animators.get(animator.index())?.clips.iter();
        let clips = clips.filter_map(|playable| self.scene.clips.get(playable.clip.index()));
        let keys = clips.map(|clip| match &clip.motion {
            Motion::Frames(frames) => frames.len(),
            Motion::Parts(_) | Motion::Bones(_) => 0,
        });
        let parts = Parts::of(model, deform, keys.sum());
        if let Some(found) = &parts.left_out {
            let expected = shape::LIMITS;
            self.findings.push(Finding::new(&LEFT_OUT, Severity::Warning, &*node.name, expected, found));
        }
        Some((animator, deform, parts))
    }

    fn finish(mut self, top: Vec<Index<Node>>) -> Result<Glb, Failure> {
        let metres = self.scene.frame.metres_per_unit;
        let name = Some(format!("{} {}", self.scene.title, self.scene.world));
        let top = if metres == 1.0 || top.is_empty() {
            top
        } else {
            let scaled =
                Node { name: name.clone(), scale: Some([metres; 3]), children: Some(top), ..Node::default() };
            vec![self.root.push(scaled)]
        };
        // An empty list is no scene to glTF.
        if !top.is_empty() {
            let scene = GltfScene { extensions: None, extras: Default::default(), name, nodes: top };
            self.root.scene = Some(self.root.push(scene));
        }
        motion::write(self.scene, &self.written, &self.shaped, &mut self.root, &mut self.buffer);
        let triangles = self.meshes.triangles;
        let bytes = self.buffer.finish(&mut self.root)?;
        Ok(Glb {
            bytes,
            nodes: self.root.nodes.len(),
            meshes: self.root.meshes.len(),
            materials: self.root.materials.len(),
            images: self.root.images.len(),
            triangles,
            animations: self.root.animations.len(),
            findings: self.findings,
        })
    }
}

/// Says where a node is: as move, turn and scale, since only these can be
/// animated, or as a matrix where they cannot say it.
fn place(node: &mut Node, transform: &Affine3A) {
    if *transform == Affine3A::IDENTITY {
        return;
    }
    let matrix = Mat4::from(*transform);
    let (scale, rotation, translation) = transform.to_scale_rotation_translation();
    let again = Mat4::from_scale_rotation_translation(scale, rotation, translation);
    let size = matrix.to_cols_array().iter().fold(1.0_f32, |size, number| size.max(number.abs()));
    if !rotation.is_normalized() || !again.abs_diff_eq(matrix, SKEW * size) {
        node.matrix = Some(matrix.to_cols_array());
        return;
    }
    node.translation = (translation != Vec3::ZERO).then(|| translation.to_array());
    node.rotation = (rotation != Quat::IDENTITY).then(|| UnitQuaternion(rotation.normalize().to_array()));
    node.scale = (scale != Vec3::ONE).then(|| scale.to_array());
}

#[cfg(test)]
mod tests;
