//! What is visible: walks the nodes and decides, node by node, by switches,
//! zones, level of detail, distance and direction.
//!
//! Source: `spec/zbd/engine-behaviour.md`, sections 2, 5, 6 and 10, and
//! `spec/zbd/rendering.md`, "LOD nodes", "Zones".

use crate::{facade, view::View};
use glam::{Affine3A, Vec3, Vec3A};
use world::{LodRange, Model, ModelId, Node, NodeFlags, NodeId, NodeKind, NodeStates, Scene, State};

/// Deepest nesting that is followed; a ring of links ends here.
const MAX_DEPTH: u16 = 64;
/// Most visits of one walk; a graph can have 2^n paths.
const MAX_VISITS: usize = 1 << 20;

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

/// One node on one path from a root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit {
    pub node: NodeId,
    /// To world space.
    pub world: Affine3A,
    /// Inherited.
    pub flags: NodeFlags,
    /// Inherited.
    pub opacity: f32,
    depth: u16,
}

/// Visits every path from a root in drawing order. Nodes that follow the camera
/// stand at `eye`. `visit` says whether to go on below a node.
pub(crate) fn walk(nodes: &NodeStates, eye: Vec3, mut visit: impl FnMut(&Visit) -> bool) {
    let enter = |node: NodeId, above: Option<&Visit>| {
        let index = node.index();
        let own = nodes.flags.get(index).copied().unwrap_or_default();
        let local = nodes.transforms.get(index).copied().unwrap_or(Affine3A::IDENTITY);
        let opacity = nodes.opacities.get(index).copied().unwrap_or(1.0);
        let mut entered = match above {
            None => Visit { node, world: local, flags: own, opacity, depth: 0 },
            Some(above) => Visit {
                node,
                world: above.world * local,
                flags: above.flags.inherit(own),
                opacity: above.opacity * opacity,
                depth: above.depth + 1,
            },
        };
        let followed = above.is_some_and(|above| above.flags.has(NodeFlags::FOLLOWS_CAMERA));
        if !followed && own.has(NodeFlags::FOLLOWS_CAMERA) {
            entered.world.translation = eye.into();
        }
        entered
    };
    let mut waiting: Vec<Visit> = nodes.roots.iter().rev().map(|root| enter(*root, None)).collect();
    for _ in 0..MAX_VISITS {
        let Some(next) = waiting.pop() else { return };
        if !visit(&next) || next.depth >= MAX_DEPTH {
            continue;
        }
        let children = nodes.children.get(next.node.index()).map(Vec::as_slice).unwrap_or_default();
        waiting.extend(children.iter().rev().map(|child| enter(*child, Some(&next))));
    }
}

/// Everything the camera can see, in drawing order.
pub(crate) fn gather(scene: &Scene, state: &State, view: &View) -> Vec<Drawn> {
    let mut drawn = Vec::new();
    walk(&state.nodes, view.eye, |visit| {
        if !visit.flags.has(NodeFlags::ACTIVE) || visit.opacity <= 0.0 {
            return false;
        }
        // Nodes made by scripts while the world runs are plain places.
        let Some(node) = scene.nodes.get(visit.node.index()) else { return true };
        if let NodeKind::Lod(range) = node.kind
            && !in_range(node, &range, visit, view.eye, state.camera.lod_multiplier)
        {
            return false;
        }
        if state.zones.shows(node.zone) {
            drawn.extend(place(scene, node, visit, view));
        }
        true
    });
    drawn
}

fn in_range(node: &Node, range: &LodRange, visit: &Visit, eye: Vec3, multiplier: f32) -> bool {
    let center = if node.bounds.is_empty() { Vec3::ZERO } else { node.bounds.center() };
    let mut distance_sq = visit.world.transform_point3(center).distance_squared(eye);
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
