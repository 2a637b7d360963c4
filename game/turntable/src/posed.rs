//! The shapes that models have at the moment.

use runtime::Simulation;
use world::{Aabb, AnimatorId, Deform, LayeredPose, NodeId, OccurrenceId, PoseMemory, PoseSource};

/// How the model of a node changes its shape, and the one it has by its clock;
/// none for a model that does not.
pub(super) fn shape(simulation: &Simulation, node: NodeId) -> Option<(&Deform, LayeredPose)> {
    let scene = simulation.scene();
    let node = scene.nodes.get(node.index())?;
    let deform = scene.models.get(node.model?.index())?.deform.as_deref()?;
    let by_clock = || simulation.state().pose_of(scene, node.animator?, 1.0);
    Some((deform, by_clock().unwrap_or(LayeredPose::single(AnimatorId(0), PoseSource::Rest))))
}

/// The box around what is seen of an occurrence. What changes its shape has one
/// that holds every shape: this is that of the present one.
pub(super) fn bounds(simulation: &Simulation, id: OccurrenceId) -> Aabb {
    let table = simulation.occurrences();
    let Some((deform, pose)) = shape(simulation, table.node(id)) else { return *table.own_bounds(id) };
    let mut points = Vec::new();
    deform.bend(simulation.scene(), &pose, &mut PoseMemory::default(), &mut points);
    Aabb::around(points.iter().map(|point| table.transform(id).transform_point3(point.position)))
}
