//! Where an objective has to be fulfilled: the nodes that it names.

use glam::Vec3;
use runtime::Simulation;
use world::{MissionCondition, NodeId, ObjectivePhase, Rank, Traveler};

/// A place that somebody has to come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// The number of the objective.
    pub objective: usize,
    /// World space.
    pub place: Vec3,
}

/// The nearest place at which an objective that is awake can be fulfilled, those of the highest rank first.
pub fn next(simulation: &Simulation, here: Vec3) -> Option<Goal> {
    let law = simulation.scene().mission.as_deref()?;
    let own = &simulation.state().mission.objectives;
    let awake = law.objectives.iter().zip(own).enumerate();
    let awake = awake.filter(|(_, (law, own))| law.rank.is_some() && own.phase == ObjectivePhase::Awake);
    let goals = awake.flat_map(|(objective, (law, _))| {
        let nodes = law.conditions.iter().flat_map(|condition| places(simulation, condition));
        nodes.map(move |place| (law.rank, Goal { objective, place }))
    });
    let far = |goal: &Goal| goal.place.distance_squared(here);
    let nearer = |a: &(Option<Rank>, Goal), b: &(Option<Rank>, Goal)| {
        a.0.cmp(&b.0).then(far(&a.1).total_cmp(&far(&b.1)))
    };
    goals.min_by(nearer).map(|(_, goal)| goal)
}

/// Where a condition can be fulfilled by whoever comes there: at the nodes that are still as they must not be.
fn places(simulation: &Simulation, condition: &MissionCondition) -> Vec<Vec3> {
    let nodes: Vec<NodeId> = match condition {
        MissionCondition::Nodes { nodes, active, .. } => {
            let flags = &simulation.state().nodes.flags;
            let is_active = |node: &NodeId| {
                flags.get(node.index()).is_some_and(|flags| flags.contains(world::NodeFlags::ACTIVE))
            };
            nodes.iter().copied().filter(|node| is_active(node) != *active).collect()
        }
        MissionCondition::Near { who: Traveler::Person, place, .. } => vec![*place],
        _ => Vec::new(),
    };
    let occurrences = simulation.occurrences();
    let place = |node: NodeId| {
        let id = occurrences.of(node).next()?;
        Some(Vec3::from(occurrences.transform(id).translation))
    };
    nodes.into_iter().filter_map(place).collect()
}
