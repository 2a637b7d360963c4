//! Nodes: the scene graph, the grid and the camera; sun and fog are in `light_and_fog.rs`.
//! Source: `docs/spec/zbd/nodes.md`; `docs/spec/zbd/rendering.md`, "What is placed in the
//! world".

use super::words::CAMERA;
use super::{MODEL_MISSING, NO_WORLD_NODE, NODE_LINK, light_and_fog};
use crate::{Request, axes};
use binary::{Finding, Severity};
use glam::{Affine3A, Mat3A, Vec3, Vec3A};
use std::collections::BTreeSet;
use world::space::{GridDef, SpaceDef};
use world::{Aabb, Frame, LodRange, ModelId, Node, NodeFlags, NodeId, NodeKind, Scene};
use zbd::gamez::nodes::{self, NodeData, flags, object3d_flags};
use zbd::gamez::{GameZ, Version};

/// Most border cells that are drawn again.
const MOST_BORDER: i32 = 2;

/// Fills the scene's nodes, roots, grid, lights, fog and camera.
pub(super) fn build(scene: &mut Scene, gamez: &GameZ, request: &Request, findings: &mut Vec<Finding>) {
    let source = &gamez.nodes.nodes;
    scene.nodes = graph(source, &request.frame, &request.sky_names, &request.container, findings);
    let mut links = Links { count: source.len(), file: &request.container, findings };

    let mut world = None;
    for (slot, node) in gamez.nodes.nodes.iter().enumerate() {
        match &node.data {
            NodeData::World(data) if world.is_none() => world = Some((slot, node, &**data)),
            NodeData::Light(light) => {
                scene.lights.push(light_and_fog::sun(slot, node, light, &request.frame))
            }
            NodeData::Camera(camera) if node.base.name.text().eq_ignore_ascii_case(CAMERA) => {
                set_camera(scene, camera);
            }
            _ => {}
        }
    }
    let Some((slot, node, data)) = world else {
        findings.push(Finding::new(
            &NO_WORLD_NODE,
            Severity::Warning,
            &request.container,
            "a World node",
            "none",
        ));
        scene.roots = unparented(&scene.nodes);
        return;
    };
    scene.roots = placed_roots(slot, node, data, &scene.nodes, &mut links);
    scene.space = SpaceDef::Grid(grid(data, gamez.version, &request.frame));
    scene.fog = light_and_fog::fog(data);
}

/// The nodes with their children; their models are still slots that may not
/// exist.
pub(super) fn graph(
    source: &[nodes::Node],
    frame: &Frame,
    sky_names: &[String],
    file: &str,
    findings: &mut Vec<Finding>,
) -> Vec<Node> {
    let mut links = Links { count: source.len(), file, findings };
    let mut all: Vec<Node> =
        source.iter().enumerate().map(|(slot, node)| convert(slot, node, sky_names, &mut links)).collect();
    attach_empties(&mut all, source, &mut links);
    all.iter_mut().for_each(|node| axes::node(frame, node));
    all
}

/// Checks node numbers of a file.
struct Links<'a> {
    count: usize,
    file: &'a str,
    findings: &'a mut Vec<Finding>,
}

impl Links<'_> {
    fn resolve(&mut self, index: i32, from: usize, what: &str) -> Option<NodeId> {
        match usize::try_from(index) {
            Ok(index) if index < self.count => Some(NodeId::from(index)),
            _ => {
                let mut finding = Finding::new(
                    &NODE_LINK,
                    Severity::Warning,
                    self.file,
                    format_args!("a node below {} as {what}", self.count),
                    index,
                );
                finding.path = format!("node {from}");
                self.findings.push(finding);
                None
            }
        }
    }
}

fn convert(slot: usize, node: &nodes::Node, sky_names: &[String], links: &mut Links<'_>) -> Node {
    let base = &node.base;
    let name = base.name.text();
    let mut opacity = 1.0;
    let mut transform = Affine3A::IDENTITY;
    let mut euler = None;
    let mut kind = NodeKind::Object;
    match &node.data {
        NodeData::Object3d(object) => {
            transform = affine(&object.transform);
            // A node with a matrix of its own stores angles of zero, whatever its matrix.
            let angles = object.flags & object3d_flags::USE_MATRIX == 0;
            euler = angles.then(|| Vec3::from_array(object.rotate)).filter(|euler| euler.is_finite());
            if object.flags & object3d_flags::OPACITY != 0 {
                opacity = object.opacity.clamp(0.0, 1.0);
            }
        }
        NodeData::Lod(lod) => {
            kind = NodeKind::Lod(LodRange { near_sq: lod.range_near_sq, far_sq: lod.range_far_sq });
        }
        NodeData::Light(_) => kind = NodeKind::Light,
        NodeData::Camera(_) | NodeData::World(_) | NodeData::Window(_) | NodeData::Display(_) => {
            kind = NodeKind::Fixed;
        }
        NodeData::Empty { .. } => {}
    }
    let mut switches = node_flags(base.flags);
    let lower = name.to_ascii_lowercase();
    if sky_names.iter().any(|sky| lower.starts_with(sky.as_str())) {
        switches = switches.union(NodeFlags::FOLLOWS_CAMERA);
    }
    let children = node.children.iter().filter_map(|child| links.resolve(*child, slot, "a child")).collect();
    Node {
        name: name.into(),
        kind,
        model: usize::try_from(base.model_index).ok().map(ModelId::from),
        flags: switches,
        transform,
        euler,
        opacity,
        zone: match base.zone_id as u8 as i8 {
            -1 => None,
            zone => Some(zone),
        },
        bounds: stored_bounds(base),
        children,
        ..Node::default()
    }
}

/// The matrix acts on row vectors, so its rows are the columns of the engine's matrix.
fn affine(rows: &[[f32; 3]; 4]) -> Affine3A {
    let [x, y, z, translation] = rows.map(Vec3A::from_array);
    Affine3A { matrix3: Mat3A::from_cols(x, y, z), translation }
}

fn node_flags(file: u32) -> NodeFlags {
    const PAIRS: [(u32, NodeFlags); 9] = [
        (flags::ACTIVE, NodeFlags::ACTIVE),
        (flags::ALTITUDE_SURFACE, NodeFlags::ALTITUDE),
        (flags::INTERSECT_SURFACE, NodeFlags::INTERSECT),
        (flags::INTERSECT_BBOX, NodeFlags::INTERSECT_BOX),
        (flags::PROXIMITY, NodeFlags::PROXIMITY),
        (flags::LANDMARK, NodeFlags::LANDMARK),
        (flags::OVERRIDE, NodeFlags::OVERWRITE),
        (flags::ID_ZONE_CHECK, NodeFlags::ZONE_CHECKED),
        (flags::TERRAIN, NodeFlags::TERRAIN),
    ];
    PAIRS
        .iter()
        .filter(|(bit, _)| file & bit != 0)
        .fold(NodeFlags::default(), |all, (_, flag)| all.union(*flag))
}

/// The box that the file marks as valid, the subtree's first.
fn stored_bounds(base: &nodes::NodeBase) -> Aabb {
    let boxes = [
        (flags::BBOX_CHILD, &base.child_bbox),
        (flags::BBOX_NODE, &base.node_bbox),
        (flags::BBOX_MODEL, &base.model_bbox),
    ];
    boxes
        .iter()
        .find(|(bit, _)| base.flags & bit != 0)
        .map(|(_, [min, max])| Aabb { min: Vec3::from_array(*min), max: Vec3::from_array(*max) })
        .unwrap_or_default()
}

/// Empty nodes name their parent; the parent need not list them.
fn attach_empties(all: &mut [Node], source: &[nodes::Node], links: &mut Links<'_>) {
    for (slot, node) in source.iter().enumerate() {
        let NodeData::Empty { parent } = node.data else { continue };
        let Some(parent) = links.resolve(parent, slot, "a parent") else { continue };
        let child = NodeId::from(slot);
        let siblings = &mut all[parent.index()].children;
        if parent != child && !siblings.contains(&child) {
            siblings.push(child);
        }
    }
}

/// World children and everything the cells list, in slot order, without nodes
/// that hang below another of them.
fn placed_roots(
    world_slot: usize,
    world: &nodes::Node,
    data: &nodes::World,
    all: &[Node],
    links: &mut Links<'_>,
) -> Vec<NodeId> {
    let mut roots = BTreeSet::new();
    for child in &world.children {
        roots.extend(links.resolve(*child, world_slot, "a child of the world"));
    }
    for partition in &data.partitions {
        for listed in &partition.nodes {
            roots.extend(links.resolve(listed.node_index, world_slot, "a node of a cell"));
        }
    }
    roots.remove(&NodeId::from(world_slot));

    let mut below = vec![false; all.len()];
    let mut open: Vec<NodeId> =
        roots.iter().flat_map(|root| all[root.index()].children.iter().copied()).collect();
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut below[node.index()], true) {
            open.extend(all[node.index()].children.iter().copied());
        }
    }
    // In a cycle every node hangs below another: then all stay roots, and the table of occurrences
    // breaks the cycle.
    let placed: Vec<NodeId> = roots.iter().copied().filter(|root| !below[root.index()]).collect();
    if placed.is_empty() { roots.into_iter().collect() } else { placed }
}

/// Nodes that are no node's child: the roots of a container without a world.
pub(super) fn unparented(nodes: &[Node]) -> Vec<NodeId> {
    let mut has_parent = vec![false; nodes.len()];
    for child in nodes.iter().flat_map(|node| &node.children) {
        has_parent[child.index()] = true;
    }
    (0..nodes.len()).filter(|slot| !has_parent[*slot]).map(NodeId::from).collect()
}

fn grid(data: &nodes::World, version: Version, frame: &Frame) -> GridDef {
    let cell = version.cell_size();
    let columns = ((data.info.area_right - data.info.area_left) / cell).max(0.0) as u32;
    let rows = ((data.info.area_bottom - data.info.area_top) / cell).max(0.0) as u32;
    // Whole cells are counted from the bottom edge, maximum z.
    let top = data.info.area_bottom - rows as f32 * cell;
    let right = data.info.area_left + columns as f32 * cell;
    let corners = [Vec3::new(data.info.area_left, 0.0, top), Vec3::new(right, 0.0, data.info.area_bottom)];
    let min = corners.map(|corner| frame.to_engine(corner)).into_iter().reduce(Vec3::min).unwrap_or_default();
    let along = frame.sizes(Vec3::new(columns as f32, 0.0, rows as f32));
    GridDef {
        min_x: min.x,
        min_z: min.z,
        cell,
        columns: along.x as u32,
        rows: along.z as u32,
        border: if data.info.virtual_partition != 0 && columns > 0 && rows > 0 {
            border(data.info.vp_x_min)
        } else {
            0
        },
    }
}

/// How many border cells are drawn again: those before the first cell that is
/// not. It is 1 in every world of MechWarrior 3 and Pirate's Moon, 1 or 2 in those
/// of Crimson Skies; where the first cell is 0, as in a world of one cell, nothing
/// is left to be repeated.
///
/// Source: `docs/spec/zbd/nodes.md`, "6.7 World", `vp_x_min` and `vp_x_max`;
/// `docs/spec/zbd/rendering.md`, "World bounds".
fn border(first_inner: i32) -> u32 {
    first_inner.clamp(0, MOST_BORDER) as u32
}

fn set_camera(scene: &mut Scene, camera: &nodes::Camera) {
    let to = &mut scene.camera;
    if camera.clip_near > 0.0 && camera.clip_far > camera.clip_near {
        (to.near, to.far) = (camera.clip_near, camera.clip_far);
    }
    // Crimson Skies stores no field of view and no multiplier.
    if camera.fov_v_scaled > 0.0 && camera.fov_v_scaled < std::f32::consts::PI {
        to.fov_y = camera.fov_v_scaled;
    }
    if camera.lod_multiplier > 0.0 {
        to.lod_multiplier = camera.lod_multiplier;
    }
}

/// Nodes that name a free or missing slot lose their model.
pub(super) fn drop_unknown_models(scene: &mut Scene, file: &str, findings: &mut Vec<Finding>) {
    let models = &scene.models;
    for (slot, node) in scene.nodes.iter_mut().enumerate() {
        let Some(model) = node.model else { continue };
        let usable = models
            .get(model.index())
            .is_some_and(|model| !model.polygons.is_empty() || !model.lights.is_empty());
        if !usable {
            node.model = None;
            let mut finding =
                Finding::new(&MODEL_MISSING, Severity::Warning, file, "a used model slot", model.0);
            finding.path = format!("node {slot} \"{}\"", node.name);
            findings.push(finding);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_border_that_repeats_lies_before_the_first_inner_cell() {
        assert_eq!([-3, 0, 1, 2, 9].map(border), [0, 0, 1, 2, 2]);
    }
}
