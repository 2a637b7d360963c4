//! What is visible: walks the nodes and decides, node by node, by switches,
//! zones, level of detail, distance and direction.
//!
//! Source: `spec/zbd/engine-behaviour.md`, sections 2, 5, 6 and 10, and
//! `spec/zbd/rendering.md`, "LOD nodes", "Zones".

use crate::{facade, view::View};
use glam::{Affine3A, Vec3, Vec3A};
use world::{
    Aabb, LodRange, Model, ModelId, Node, NodeFlags, NodeId, NodeKind, OccurrenceId, Occurrences, Scene,
    State,
};

/// When something is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Group {
    /// Behind everything, moving with the camera.
    Sky,
    World,
    /// Over everything, without a depth test.
    Overwrite,
}

/// A model in its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawn {
    pub node: NodeId,
    pub model: ModelId,
    /// Model space to world axes around the eye.
    pub place: Affine3A,
    /// Of the node and all above it.
    pub opacity: f32,
    pub group: Group,
    /// Sphere around the model, relative to the eye.
    pub center: Vec3A,
    pub radius: f32,
}

/// Everything the camera can see, in drawing order.
pub(crate) fn gather(scene: &Scene, state: &State, table: &Occurrences, view: &View) -> Vec<Drawn> {
    let mut drawn = Vec::new();
    // The subtree that follows the camera, and how far it has to go.
    let mut sky = (OccurrenceId(0), Vec3A::ZERO);
    let mut next = OccurrenceId(0);
    while next.index() < table.len() {
        let id = next;
        let flags = table.flags(id);
        let follows = flags.has(NodeFlags::FOLLOWS_CAMERA);
        if follows && id >= sky.0 {
            sky = (table.end(id), Vec3A::from(view.eye) - table.transform(id).translation);
        }
        let hidden = !flags.has(NodeFlags::ACTIVE) || table.opacity(id) <= 0.0;
        if hidden || !follows && !may_see(view, table.bounds(id)) {
            next = table.end(id);
            continue;
        }
        next = OccurrenceId(id.0 + 1);
        // Nodes made by scripts while the world runs are plain places.
        let Some(node) = scene.nodes.get(table.node(id).index()) else { continue };
        let mut world = *table.transform(id);
        if follows {
            world.translation += sky.1;
        }
        if let NodeKind::Lod(range) = node.kind
            && !in_range(node, &range, &world, view.eye, view.lod_multiplier)
        {
            next = table.end(id);
        } else if state.zones.shows(node.zone) {
            let visit = Visit { node: table.node(id), world, flags, opacity: table.opacity(id) };
            drawn.extend(place(scene, node, &visit, view));
        }
    }
    drawn
}

/// An occurrence that is switched on.
struct Visit {
    node: NodeId,
    /// To world space.
    world: Affine3A,
    flags: NodeFlags,
    opacity: f32,
}

/// False when nothing in a box of the world can be in the picture.
fn may_see(view: &View, bounds: &Aabb) -> bool {
    !bounds.is_empty() && view.sees((bounds.center() - view.eye).into(), bounds.half().length())
}

fn in_range(node: &Node, range: &LodRange, world: &Affine3A, eye: Vec3, multiplier: f32) -> bool {
    let center = if node.bounds.is_empty() { Vec3::ZERO } else { node.bounds.center() };
    let mut distance_sq = world.transform_point3(center).distance_squared(eye);
    if multiplier > 0.0 {
        distance_sq /= multiplier * multiplier;
    }
    range.near_sq <= distance_sq && distance_sq < range.far_sq
}

/// The node's model in its place, unless there is none or it cannot be seen.
fn place(scene: &Scene, node: &Node, visit: &Visit, view: &View) -> Option<Drawn> {
    let model_id = node.model?;
    let model =
        scene.models.get(model_id.index()).filter(|model| !model.marker && !model.bounds.is_empty())?;
    let mut around_eye = visit.world;
    around_eye.translation -= Vec3A::from(view.eye);
    if model.facade.is_some() {
        around_eye = facade::turned(model, &around_eye);
    }
    let (center, radius) = sphere(model, &around_eye);
    let group = if visit.flags.has(NodeFlags::OVERWRITE) {
        Group::Overwrite
    } else if visit.flags.has(NodeFlags::FOLLOWS_CAMERA) {
        Group::Sky
    } else {
        Group::World
    };
    let endless = group == Group::Sky || visit.flags.has(NodeFlags::LANDMARK);
    let too_far = !endless && center.length() - radius > view.far;
    (!too_far && view.sees(center, radius)).then_some(Drawn {
        node: visit.node,
        model: model_id,
        place: around_eye,
        opacity: visit.opacity,
        group,
        center,
        radius,
    })
}

fn sphere(model: &Model, place: &Affine3A) -> (Vec3A, f32) {
    let axes = place.matrix3;
    let scale = axes.x_axis.length().max(axes.y_axis.length()).max(axes.z_axis.length());
    // Shear can stretch beyond the longest axis, by no more than this.
    let stretch = if axes.x_axis.dot(axes.y_axis).abs() > 1e-3 * scale * scale { 1.75 } else { 1.0 };
    (place.transform_point3a(model.bounds.center().into()), model.bounds.half().length() * scale * stretch)
}
