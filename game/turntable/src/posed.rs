//! The current shapes of models.

use runtime::Simulation;
use world::{Aabb, AnimatorId, Deform, LayeredPose, NodeId, OccurrenceId, PoseMemory, PoseSource};

/// How the model of a node changes its shape, and its current shape by its clock; `None` for a
/// model that does not.
pub(super) fn shape(simulation: &Simulation, node: NodeId) -> Option<(&Deform, LayeredPose)> {
    let scene = simulation.scene();
    let state = simulation.state();
    let deform = scene.models.get(scene.shape(&state.nodes, node)?.model?.index())?.deform.as_deref()?;
    let by_clock = || state.pose_of(scene, state.animator_of(scene, node)?, 1.0);
    Some((deform, by_clock().unwrap_or(LayeredPose::single(AnimatorId(0), PoseSource::Rest))))
}

/// The bounding box of what is visible of an occurrence. A model that changes its shape has a box
/// for all shapes: this is that of the current one.
pub(super) fn bounds(simulation: &Simulation, id: OccurrenceId) -> Aabb {
    let table = simulation.occurrences();
    let Some((deform, pose)) = shape(simulation, table.node(id)) else { return *table.own_bounds(id) };
    let mut points = Vec::new();
    deform.bend(simulation.scene(), &pose, &mut PoseMemory::default(), &mut points);
    Aabb::around(points.iter().map(|point| table.transform(id).transform_point3(point.position)))
}
