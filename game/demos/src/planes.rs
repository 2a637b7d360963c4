//! An aeroplane of our own for Crimson Skies, whose planes are a container
//! without a world: nothing but objects and levels of detail.
//! Source: `docs/spec/zbd/nodes.md`, "2. Node order" and "6.8 Crimson Skies limits".

use super::DemoFile;
use super::builders::graph::{NAME, failed};
use super::builders::textures::{self, Picture};
use super::walkers::body::{Along, Body, at, off, oval, ring, round};
use super::walkers::pictures;
use super::walkers::shade::{Blob, Shade};
use super::walkers::skins::Skin;
use binary::{NodeName, Result};
use glam::{Affine3A, Vec3};
use zbd::gamez::materials::{MaterialSlot, Materials};
use zbd::gamez::models::{Model, Models};
use zbd::gamez::nodes::author::BBox;
use zbd::gamez::nodes::{Lod, Node, NodeData, Nodes, Object3d, flags};
use zbd::gamez::{self, GameZ, Version};
use zbd::mechlib::vertex_bounds;

const VERSION: Version = Version::CrimsonSkies;
/// Where the far look takes over, and where nothing is left, units.
const RANGES: [[f32; 2]; 2] = [[0.0, 160.0], [160.0, 2500.0]];

/// Where the dials of its instruments are to the side, and how high: speed, height, heading.
const DIALS: [f32; 3] = [-0.36, 0.0, 0.36];
const DIAL_Y: f32 = -0.63;

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
    let mut tree = Tree { nodes: Nodes::default(), models: Vec::new(), materials };

    let plane = tree.add("dunlin", NodeData::Object3d(Box::new(Object3d::initial())))?;
    for (fine, [near, far], name) in [(true, RANGES[0], "dunlin_near"), (false, RANGES[1], "dunlin_far")] {
        let lod = Lod { level: i32::from(!fine), ..Lod::new(VERSION, near, far) };
        let lod = tree.add(name, NodeData::Lod(Box::new(lod)))?;
        tree.nodes.link(plane, lod);
        let mut all: Option<BBox> = None;
        let bodies = PARTS.map(|(_, _, draw)| {
            let mut body = Body::new(fine);
            draw(&mut body);
            body
        });
        let places = PARTS.map(|(_, joint, _)| Affine3A::from_translation(joint.into()));
        let blobs: Vec<(usize, Vec<Blob>)> =
            bodies.iter().map(|body| body.blobs().to_vec()).enumerate().collect();
        for (index, (part, joint, _)) in PARTS.into_iter().enumerate() {
            let shade = Shade { blobs: &blobs, places: &places, part: index };
            all = join(all, tree.hang(lod, part, joint, &bodies[index], &shade)?);
        }
        let nodes = &mut tree.nodes.nodes;
        nodes[lod].base.flags = flags::ACTIVE | flags::TREE_VALID | flags::ID_ZONE_CHECK | flags::UNK25;
        nodes[lod].base.bound(VERSION, None, all);
        let whole = join(Some(nodes[plane].base.child_bbox), all);
        nodes[plane].base.bound(VERSION, None, if fine { all } else { whole });
    }
    instruments(&mut tree)?;
    let Tree { mut nodes, models, materials } = tree;
    nodes.seal(VERSION);
    let count = models.len();
    let mut world = GameZ::new(VERSION, directory, materials, Models::from_used(models, count + 1), nodes);
    world.timestamp = super::EXPORTED;
    Ok(DemoFile::new("zbd/planes.zbd", gamez::write(&world)?))
}

/// What is seen around whoever flies: the sill with three instruments, whose hands the game turns, and the frame of the
/// windscreen. The origin is between the eyes.
fn instruments(tree: &mut Tree) -> Result<()> {
    let root = tree.add("dunlin_cockpit", NodeData::Object3d(Box::new(Object3d::initial())))?;
    let mut all: Option<BBox> = None;
    let mut part = |name: &str, joint: [f32; 3], draw: &dyn Fn(&mut Body)| -> Result<()> {
        let mut body = Body::new(true);
        draw(&mut body);
        let blobs = [(0, body.blobs().to_vec())];
        let shade = Shade { blobs: &blobs, places: &[Affine3A::from_translation(joint.into())], part: 0 };
        all = join(all, tree.hang(root, name, joint, &body, &shade)?);
        Ok(())
    };
    part("sill", [0.0; 3], &|body| {
        body.block([-2.60, -1.20, -1.42], [2.60, -0.44, -1.32], Skin::Slate);
        body.block([-2.60, -0.47, -1.60], [2.60, -0.43, -1.32], Skin::Steel);
        for side in [-1.0_f32, 1.0] {
            body.block([side * 0.93 - 0.03, -0.86, -1.5], [side * 0.93 + 0.03, 0.72, -1.42], Skin::Steel);
        }
        body.block([-0.96, 0.68, -1.5], [0.96, 0.74, -1.42], Skin::Steel);
        for x in DIALS {
            body.drum(at(x, DIAL_Y, -1.31), Along::Z, [0.0, 0.015], 0.15, Skin::Steel);
            body.drum(at(x, DIAL_Y, -1.295), Along::Z, [0.0, 0.004], 0.135, Skin::Glass);
        }
    })?;
    let hand = |width: f32, length: f32| {
        move |body: &mut Body| {
            body.block([-width, -0.02, 0.0], [width, length, 0.006], Skin::Lamp);
        }
    };
    let [speed, height, heading] = DIALS;
    part("needle_speed", [speed, DIAL_Y, -1.285], &hand(0.006, 0.12))?;
    part("needle_short", [height, DIAL_Y, -1.285], &hand(0.010, 0.07))?;
    part("needle_long", [height, DIAL_Y, -1.278], &hand(0.006, 0.12))?;
    part("needle_heading", [heading, DIAL_Y, -1.285], &hand(0.008, 0.11))?;
    tree.nodes.nodes[root].base.bound(VERSION, None, all);
    Ok(())
}

/// What the file's nodes and models are gathered in.
struct Tree {
    nodes: Nodes,
    models: Vec<Model>,
    materials: Materials,
}

impl Tree {
    fn add(&mut self, name: &str, data: NodeData) -> Result<usize> {
        let name = NodeName::new(name).ok_or_else(|| failed(&NAME, "at most 35 characters", name))?;
        Ok(self.nodes.add(Node::new(VERSION, name, data)))
    }

    /// Hangs a part under a node; gives its box in the space of that node. A part of which nothing is drawn is left out.
    fn hang(
        &mut self,
        under: usize,
        name: &str,
        joint: [f32; 3],
        body: &Body,
        shade: &Shade<'_>,
    ) -> Result<Option<BBox>> {
        let Some(mut model) = body.model(VERSION, shade)? else { return Ok(None) };
        let slot =
            self.add(name, NodeData::Object3d(Box::new(Object3d::placed([0.0; 3], [1.0; 3], joint))))?;
        self.nodes.link(under, slot);
        let bounds = vertex_bounds(&model);
        let base = &mut self.nodes.nodes[slot].base;
        base.model_index = self.models.len() as i32;
        base.bound(VERSION, bounds, None);
        model.list_materials(VERSION, &self.materials);
        model.seal(VERSION);
        self.models.push(model);
        Ok(bounds.map(|bounds| bounds.map(|corner| sum(corner, joint))))
    }
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
            oval(-3.05, 0.12, 0.12, 0.0, -0.16),
            oval(-2.80, 0.32, 0.30, 0.0, -0.12),
            oval(-2.10, 0.54, 0.52, 0.0, -0.06),
            oval(-1.20, 0.68, 0.68, 0.0, 0.0),
            oval(0.40, 0.72, 0.74, 0.0, 0.02),
            oval(1.40, 0.62, 0.64, 0.0, 0.05),
            oval(2.16, 0.36, 0.38, 0.0, 0.05),
        ],
        Skin::Slate,
    );
    // The engine's cover.
    body.loft(
        at(0.0, 0.62, 0.0),
        Along::Z,
        &[
            oval(0.20, 0.28, 0.20, 0.0, 0.08),
            oval(0.60, 0.36, 0.32, 0.0, 0.06),
            oval(1.50, 0.36, 0.30, 0.0, -0.02),
            oval(2.10, 0.20, 0.18, 0.0, -0.22),
        ],
        Skin::Ochre,
    );
    if body.fine {
        body.drum(at(0.0, 0.70, 0.0), Along::Z, [0.12, 0.24], 0.18, Skin::Grille);
        // A band around the nose, guns, exhausts.
        body.loft(
            Vec3::ZERO,
            Along::Z,
            &[oval(-2.42, 0.475, 0.455, 0.0, -0.085), oval(-2.12, 0.555, 0.535, 0.0, -0.06)],
            Skin::Ochre,
        );
        for side in [-1.0, 1.0] {
            body.drum(at(side * 0.34, -0.26, 0.0), Along::Z, [-3.10, -2.2], 0.05, Skin::Steel);
            body.drum(at(side * 0.34, -0.26, 0.0), Along::Z, [-3.30, -3.05], 0.07, Skin::Grille);
            for z in [0.75, 1.00, 1.25] {
                body.outwards(at(0.0, 0.62, z), side, &[round(0.30, 0.06), round(0.46, 0.07)], Skin::Steel);
            }
        }
    }
}

fn cockpit(body: &mut Body) {
    body.loft(
        Vec3::ZERO,
        Along::Z,
        &[
            off(-0.85, 0.24, 0.04, 0.0, -0.16),
            off(-0.25, 0.38, 0.30, 0.0, 0.04),
            off(0.75, 0.36, 0.30, 0.0, 0.06),
            off(1.55, 0.22, 0.08, 0.0, 0.0),
        ],
        Skin::Glass,
    );
    if body.fine {
        for (z, half, high) in [(-0.25, 0.40, 0.32), (0.25, 0.395, 0.32), (0.75, 0.38, 0.32)] {
            body.loft(
                at(0.0, 0.045, z),
                Along::Z,
                &[ring(-0.04, half, high), ring(0.04, half, high)],
                Skin::Slate,
            );
        }
    }
}

fn wing(body: &mut Body, side: f32) {
    // Swept a little, thinner and higher towards the tip.
    body.outwards(
        Vec3::ZERO,
        side,
        &[
            off(0.0, 1.12, 0.18, 0.0, 0.0),
            off(1.15, 1.00, 0.16, -0.08, 0.05),
            off(3.60, 0.68, 0.09, -0.40, 0.25),
            off(4.45, 0.50, 0.06, -0.56, 0.33),
            off(4.80, 0.22, 0.03, -0.70, 0.37),
        ],
        Skin::Ochre,
    );
    if body.fine {
        // Stripes before the tips, where people walk about, and lamps.
        body.outwards(
            Vec3::ZERO,
            side,
            &[off(3.70, 0.675, 0.095, -0.42, 0.26), off(4.05, 0.60, 0.085, -0.48, 0.29)],
            Skin::Slate,
        );
        let tip = side * 4.76;
        body.block([tip - 0.06, 0.31, 0.50], [tip + 0.06, 0.43, 0.86], Skin::Lamp);
    }
}

fn boom(body: &mut Body) {
    body.loft(
        Vec3::ZERO,
        Along::Z,
        &[
            round(-1.85, 0.08),
            round(-1.55, 0.22),
            round(-0.90, 0.30),
            round(0.60, 0.30),
            oval(4.40, 0.12, 0.16, 0.0, 0.0),
        ],
        Skin::Slate,
    );
    body.loft(
        at(0.0, 0.0, 3.75),
        Along::Y,
        &[
            off(-0.34, 0.05, 0.46, 0.0, -0.06),
            off(0.10, 0.07, 0.70, 0.0, 0.0),
            off(0.95, 0.05, 0.50, 0.0, -0.22),
            off(1.16, 0.03, 0.28, 0.0, -0.36),
        ],
        Skin::Ochre,
    );
    for side in [-1.0_f32, 1.0] {
        let (rear, front) = if side < 0.0 { (3.62, 4.12) } else { (4.12, 3.62) };
        let spot = |y: f32, z: f32| at(side * (0.082 - 0.024 * (y - 0.10)), y, z);
        body.decal([spot(0.20, rear), spot(0.20, front), spot(0.70, front), spot(0.70, rear)], Skin::Number);
    }
}

fn tail(body: &mut Body) {
    body.loft(
        Vec3::ZERO,
        Along::X,
        &[ring(-1.80, 0.44, 0.05), ring(0.0, 0.52, 0.06), ring(1.80, 0.44, 0.05)],
        Skin::Slate,
    );
}

fn airscrew(body: &mut Body) {
    body.loft(Vec3::ZERO, Along::Z, &[round(-0.14, 0.26), round(0.12, 0.24), round(0.50, 0.04)], Skin::Ochre);
    for along in [Along::X, Along::Y] {
        // Blades are broad in the middle and turned into the wind.
        let blade: [_; 5] = [(-1.25, 0.06), (-0.70, 0.15), (0.0, 0.10), (0.70, 0.15), (1.25, 0.06)];
        let rings = blade.map(|(place, broad)| match along {
            Along::X => ring(place, 0.03, broad),
            _ => ring(place, broad, 0.03),
        });
        body.loft(Vec3::ZERO, along, &rings, Skin::Steel);
    }
}

fn gear(body: &mut Body) {
    for (x, z, size) in [(-0.95, 0.45, 0.30), (0.95, 0.45, 0.30), (0.0, -1.95, 0.24)] {
        let axle = at(x, size - 0.96, z);
        body.drum(axle, Along::X, [-0.11, 0.11], size, Skin::Steel);
        body.drum(axle, Along::X, [-0.14, 0.14], size * 0.5, Skin::Slate);
        let foot = axle.y + size;
        body.loft(at(x, 0.0, z), Along::Y, &[round(foot - 0.06, 0.06), round(0.62, 0.07)], Skin::Steel);
        if body.fine {
            // The fork.
            for side in [-0.16_f32, 0.16] {
                body.loft(
                    at(x + side, 0.0, z),
                    Along::Y,
                    &[ring(axle.y - 0.05, 0.025, 0.05), ring(foot + 0.04, 0.025, 0.05)],
                    Skin::Steel,
                );
            }
            body.block([x - 0.19, foot, z - 0.06], [x + 0.19, foot + 0.07, z + 0.06], Skin::Steel);
        }
    }
}
