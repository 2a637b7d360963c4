//! Where to go: to the nodes at which an objective has to be fulfilled, and to what lies about and is of use.

use glam::Vec3;
use runtime::Simulation;
use std::collections::BTreeSet;
use world::{
    Actor, ActorId, ActorKind, Gift, LawKind, MissionCondition, NodeId, ObjectivePhase, Rank, Traveler,
};

/// Share of the whole health below which one looks for more.
const HURT: f32 = 0.45;

/// What one goes for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What {
    /// An objective, by its number.
    Objective(usize),
    /// What lies about, by its number.
    Pickup(usize),
    /// An opponent.
    Opponent(ActorId),
}

/// A place that somebody has to come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// For what.
    pub what: What,
    /// World space.
    pub place: Vec3,
}

/// The nearest place at which an objective that is awake can be fulfilled, those of the highest rank first; some are
/// left out.
pub fn next(simulation: &Simulation, here: Vec3, without: &BTreeSet<usize>) -> Option<Goal> {
    let law = simulation.scene().mission.as_deref()?;
    let own = &simulation.state().mission.objectives;
    let awake = law.objectives.iter().zip(own).enumerate();
    let awake = awake.filter(|(number, (law, own))| {
        law.rank.is_some() && own.phase == ObjectivePhase::Awake && !without.contains(number)
    });
    let goals = awake.flat_map(|(objective, (law, _))| {
        let nodes = law.conditions.iter().flat_map(|condition| places(simulation, condition));
        nodes.map(move |place| (law.rank, Goal { what: What::Objective(objective), place }))
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
    nodes.into_iter().filter_map(|node| place_of(simulation, node)).collect()
}

fn place_of(simulation: &Simulation, node: NodeId) -> Option<Vec3> {
    let id = simulation.occurrences().of(node).next()?;
    Some(simulation.occurrences().transform(id).translation.into())
}

/// Whether a tank has little health left.
pub fn is_hurt(simulation: &Simulation, own: &Actor) -> bool {
    let whole = simulation.scene().vehicle_of(own).map(|vehicle| &vehicle.law);
    matches!((&own.kind, whole), (ActorKind::Tank(tank), Some(LawKind::Tank(law))) if tank.health < HURT * law.health)
}

/// The nearest of what lies about that is of use now: health for who has little left, ways to move that it does not have.
pub fn pickup(simulation: &Simulation, own: &Actor, here: Vec3) -> Option<Goal> {
    let law = simulation.scene().mission.as_deref()?;
    let ActorKind::Tank(tank) = &own.kind else { return None };
    let is_hurt = is_hurt(simulation, own);
    let is_wanted = |gift: Gift| match gift {
        Gift::Health(_) => is_hurt,
        Gift::Mode(mode) => tank.upgrades & mode.bit() == 0,
        Gift::Life | Gift::Ammunition(..) => false,
    };
    let there = law.pickups.iter().zip(&simulation.state().mission.gone).enumerate();
    let wanted = there.filter(|(_, (law, gone))| **gone == 0 && is_wanted(law.gift));
    let goals = wanted.filter_map(|(at, (law, _))| {
        Some(Goal { what: What::Pickup(at), place: place_of(simulation, law.node)? })
    });
    goals.min_by(|a, b| a.place.distance_squared(here).total_cmp(&b.place.distance_squared(here)))
}
