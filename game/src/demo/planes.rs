//! An aeroplane of our own for Crimson Skies, whose planes are a container
//! without a world: nothing but objects and levels of detail.
//! Source: `spec/zbd/nodes.md`, "Node order" and "Crimson Skies limits".

use super::DemoFile;
use super::craft::graph::{NAME, failed};
use super::craft::textures::{self, Picture};
use super::walkers::body::{Along, Body, Skin, off, ring};
use super::walkers::pictures;
use binary::{NodeName, Result};
use glam::Vec3;
use zbd::gamez::materials::{MaterialSlot, Materials};
use zbd::gamez::models::{Model, Models};
use zbd::gamez::nodes::author::BBox;
use zbd::gamez::nodes::{Lod, Node, NodeData, Nodes, Object3d, flags};
use zbd::gamez::{self, GameZ, Version};
use zbd::mechlib::vertex_bounds;

const VERSION: Version = Version::CrimsonSkies;
/// Where the far look takes over, and where nothing is left, units.
const RANGES: [[f32; 2]; 2] = [[0.0, 160.0], [160.0, 2500.0]];

/// A part: its name, its joint in the space of the plane, how it is drawn.
type Part = (&'static str, [f32; 3], fn(&mut Body));

/// The dunlin: a pusher with a twin tail, its airscrew between the booms.
const PARTS: [Part; 9] = [
    ("fuselage", [0.0, 0.0, 0.0], fuselage),
    ("cockpit", [0.0, 0.62, -1.55], cockpit),
    ("lwing", [-0.62, 0.10, 0.20], |body| wing(body, -1.0)),
    ("rwing", [0.62, 0.10, 0.20], |body| wing(body, 1.0)),
    ("lboom", [-1.75, 0.14, 1.05], boom),
    ("rboom", [1.75, 0.14, 1.05], boom),
    ("tail", [0.0, 1.05, 4.85], tail),
    ("spinner", [0.0, 0.05, 2.28], airscrew),
    ("gear", [0.0, -0.55, -0.20], gear),
];

/// The pictures of its skins, which are those of the machines.
pub(super) fn paint(seed: u32) -> Vec<Picture> {
    pictures::paint(seed)
}

/// `planes.zbd`.
pub(super) fn file() -> Result<DemoFile> {
    let pictures = pictures::paint(0);
    let directory = textures::directory(&pictures)?;
    let mut slots: Vec<_> =
        (0..directory.len() as i32).map(|index| (MaterialSlot::textured(index), None)).collect();
    slots.push((MaterialSlot::colored(pictures::LAMP, 255), None));
    let materials = Materials::from_used(VERSION, slots, 1000);
    let (mut nodes, mut models) = (Nodes::default(), Vec::new());

    let plane = add(&mut nodes, "dunlin", NodeData::Object3d(Box::new(Object3d::initial())))?;
    for (fine, [near, far], name) in [(true, RANGES[0], "dunlin_near"), (false, RANGES[1], "dunlin_far")] {
        let lod = Lod { level: i32::from(!fine), ..Lod::new(VERSION, near, far) };
        let lod = add(&mut nodes, name, NodeData::Lod(Box::new(lod)))?;
        nodes.link(plane, lod);
        let mut all: Option<BBox> = None;
        for (part, joint, draw) in PARTS {
            let mut body = Body::new(VERSION, fine);
            draw(&mut body);
            let Some(model) = body.finish()? else { continue };
            let object = Object3d::placed([0.0; 3], [1.0; 3], joint);
            let slot = add(&mut nodes, part, NodeData::Object3d(Box::new(object)))?;
            nodes.link(lod, slot);
            let bounds = vertex_bounds(&model);
            all = join(all, bounds.map(|bounds| bounds.map(|corner| sum(corner, joint))));
            let base = &mut nodes.nodes[slot].base;
            base.model_index = models.len() as i32;
            base.bound(VERSION, bounds, None);
            models.push(sealed(model, &materials));
        }
        nodes.nodes[lod].base.flags = flags::ACTIVE | flags::TREE_VALID | flags::ID_ZONE_CHECK | flags::UNK25;
        nodes.nodes[lod].base.bound(VERSION, None, all);
        let whole = join(Some(nodes.nodes[plane].base.child_bbox), all);
        nodes.nodes[plane].base.bound(VERSION, None, if fine { all } else { whole });
    }
    nodes.seal(VERSION);
    let count = models.len();
    let mut world = GameZ::new(VERSION, directory, materials, Models::from_used(models, count + 1), nodes);
    world.timestamp = super::EXPORTED;
    Ok(DemoFile::new("zbd/planes.zbd", gamez::write(&world)?))
}

fn add(nodes: &mut Nodes, name: &str, data: NodeData) -> Result<usize> {
    let name = NodeName::new(name).ok_or_else(|| failed(&NAME, "at most 35 characters", name))?;
    Ok(nodes.add(Node::new(VERSION, name, data)))
}

fn sealed(mut model: Model, materials: &Materials) -> Model {
    model.list_materials(VERSION, materials);
    model.seal(VERSION);
    model
}

fn sum(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    std::array::from_fn(|axis| a[axis] + b[axis])
}

fn join(a: Option<BBox>, b: Option<BBox>) -> Option<BBox> {
    let (Some([low, high]), Some([min, max])) = (a, b) else { return a.or(b) };
    let pick = |a: [f32; 3], b: [f32; 3], pick: fn(f32, f32) -> f32| {
        std::array::from_fn(|axis| pick(a[axis], b[axis]))
    };
    Some([pick(low, min, f32::min), pick(high, max, f32::max)])
}

fn fuselage(body: &mut Body) {
    body.loft(
        Vec3::ZERO,
        Along::Z,
        &[
            off(-3.10, 0.12, 0.12, 0.0, -0.18),
            off(-2.60, 0.40, 0.38, 0.0, -0.10),
            off(-1.30, 0.66, 0.64, 0.0, 0.0),
            off(0.60, 0.72, 0.70, 0.0, 0.02),
            off(1.70, 0.56, 0.54, 0.0, 0.05),
            off(2.20, 0.34, 0.34, 0.0, 0.05),
        ],
        Skin::Slate,
    );
    if body.fine {
        for x in [-0.34, 0.34] {
            body.loft(
                Vec3::new(x, -0.22, 0.0),
                Along::Z,
                &[ring(-3.25, 0.05, 0.05), ring(-2.2, 0.07, 0.07)],
                Skin::Steel,
            );
        }
        body.block([-0.74, -0.08, -0.55], [0.74, 0.02, 0.75], Skin::Stripes);
        body.block([-0.28, 0.55, 0.55], [0.28, 0.98, 1.45], Skin::Steel);
    }
    let at = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
    body.decal(
        [at(-0.75, -0.02, 0.80), at(-0.75, -0.02, 1.35), at(-0.68, 0.42, 1.35), at(-0.75, 0.42, 0.80)],
        Skin::Number,
    );
    body.decal(
        [at(0.75, -0.02, 1.35), at(0.75, -0.02, 0.80), at(0.75, 0.42, 0.80), at(0.68, 0.42, 1.35)],
        Skin::Number,
    );
}

fn cockpit(body: &mut Body) {
    body.loft(
        Vec3::ZERO,
        Along::Z,
        &[
            off(-0.75, 0.22, 0.04, 0.0, -0.12),
            off(-0.20, 0.36, 0.30, 0.0, 0.05),
            off(0.75, 0.34, 0.28, 0.0, 0.05),
            off(1.45, 0.20, 0.06, 0.0, -0.08),
        ],
        Skin::Glass,
    );
}

fn wing(body: &mut Body, side: f32) {
    // Swept a little, thinner and higher towards the tip.
    let mut rings = [
        off(0.0, 1.10, 0.17, 0.0, 0.0),
        off(1.15 * side, 0.98, 0.15, -0.10, 0.05),
        off(4.40 * side, 0.56, 0.07, -0.55, 0.32),
        off(4.75 * side, 0.20, 0.03, -0.75, 0.36),
    ];
    // Rings run to the right, whichever side they are on.
    if side < 0.0 {
        rings.reverse();
    }
    body.loft(Vec3::ZERO, Along::X, &rings, Skin::Ochre);
    if body.fine {
        let tip = side * 4.72;
        body.block([tip - 0.06, 0.30, 0.45], [tip + 0.06, 0.42, 0.85], Skin::Lamp);
    }
}

fn boom(body: &mut Body) {
    body.loft(
        Vec3::ZERO,
        Along::Z,
        &[ring(-1.75, 0.10, 0.10), ring(-1.20, 0.26, 0.26), ring(0.60, 0.26, 0.28), ring(4.30, 0.12, 0.15)],
        Skin::Slate,
    );
    body.loft(
        Vec3::new(0.0, 0.0, 3.75),
        Along::Y,
        &[
            off(-0.28, 0.06, 0.52, 0.0, 0.0),
            off(0.10, 0.07, 0.68, 0.0, 0.0),
            off(1.10, 0.04, 0.36, 0.0, -0.28),
        ],
        Skin::Ochre,
    );
    if body.fine {
        body.block([-0.08, 0.62, 3.55], [0.08, 0.86, 4.35], Skin::Stripes);
    }
}

fn tail(body: &mut Body) {
    body.loft(
        Vec3::ZERO,
        Along::X,
        &[ring(-1.95, 0.44, 0.05), ring(0.0, 0.52, 0.06), ring(1.95, 0.44, 0.05)],
        Skin::Ochre,
    );
}

fn airscrew(body: &mut Body) {
    body.loft(
        Vec3::ZERO,
        Along::Z,
        &[ring(-0.12, 0.22, 0.22), ring(0.10, 0.20, 0.20), ring(0.42, 0.04, 0.04)],
        Skin::Steel,
    );
    body.loft(
        Vec3::ZERO,
        Along::Y,
        &[ring(-1.30, 0.07, 0.02), ring(0.0, 0.13, 0.05), ring(1.30, 0.07, 0.02)],
        Skin::Steel,
    );
    body.loft(
        Vec3::ZERO,
        Along::X,
        &[ring(-1.30, 0.02, 0.07), ring(0.0, 0.05, 0.13), ring(1.30, 0.02, 0.07)],
        Skin::Steel,
    );
}

fn gear(body: &mut Body) {
    for (x, z) in [(-0.85, 0.35), (0.85, 0.35), (0.0, -1.85)] {
        body.loft(
            Vec3::new(x, 0.0, z),
            Along::Y,
            &[ring(-0.62, 0.05, 0.05), ring(0.25, 0.07, 0.07)],
            Skin::Steel,
        );
        body.loft(
            Vec3::new(x, -0.70, z),
            Along::X,
            &[ring(-0.11, 0.24, 0.24), ring(0.11, 0.24, 0.24)],
            Skin::Steel,
        );
    }
}
