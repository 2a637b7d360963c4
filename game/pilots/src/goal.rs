//! Where to go: to the nodes at which an objective has to be fulfilled, and to what lies about and is of use.

use glam::Vec3;
use runtime::Simulation;
use std::collections::BTreeSet;
use world::{Actor, ActorId, ActorKind, Gift, LawKind, NodeId, ObjectivePhase, Rank};

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
        let nodes = law.conditions.iter().flat_map(|condition| condition.open_nodes(simulation.state()));
        let places = nodes.filter_map(|node| place_of(simulation, node));
        places.map(move |place| (law.rank, Goal { what: What::Objective(objective), place }))
    });
    let far = |goal: &Goal| goal.place.distance_squared(here);
    let nearer = |a: &(Option<Rank>, Goal), b: &(Option<Rank>, Goal)| {
        a.0.cmp(&b.0).then(far(&a.1).total_cmp(&far(&b.1)))
    };
    goals.min_by(nearer).map(|(_, goal)| goal)
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
