//! Creatures are told what to do.

use super::Edit;
use super::actors::{ActorError, MOST_POINTS};
use crate::Simulation;
use world::{ActorKind, Body, Creature, Foe, NodeId, Order};

impl Edit<'_> {
    /// Tells the creature at a node what to do from now on. One that was never told anything becomes an actor.
    ///
    /// # Errors
    ///
    /// A node without a creature, a clip that it does not have, a way with too many points or with numbers that are
    /// NaN or infinite, somebody to fight who is not there, and too many actors.
    pub fn tell(&mut self, node: NodeId, order: &Order) -> Result<(), ActorError> {
        let Simulation { scene, state, .. } = &*self.simulation;
        let long = matches!(order, Order::Go(path) if path.points.len() > MOST_POINTS);
        if long || !order.is_finite() {
            return Err(ActorError::Unsound);
        }
        let shape = state.nodes.shape(node).filter(|_| state.nodes.lives(node));
        let body = shape.and_then(|shape| scene.body_of(shape)).ok_or(ActorError::NoCreature(node))?;
        if !self.is_possible(node, body, order) {
            return Err(ActorError::Impossible(node));
        }
        let tick = self.simulation.state.tick;
        let known = self.simulation.state.actors.at_node(node).map(|(id, _)| id);
        let Some(id) = known else {
            let place = self.simulation.state.nodes.transforms.get(node.index()).copied().unwrap_or_default();
            let mut creature = Creature::standing_at(&place);
            creature.tell(order.clone(), tick);
            return self.add_actor(creature.at_node(node)).map(|_| ());
        };
        match self.simulation.state.actors.find_mut(id.0).map(|actor| &mut actor.kind) {
            Some(ActorKind::Creature(creature)) => {
                creature.tell(order.clone(), tick);
                Ok(())
            }
            // The body of a person.
            _ => Err(ActorError::NoCreature(node)),
        }
    }

    fn is_possible(&self, node: NodeId, body: &Body, order: &Order) -> bool {
        match order {
            Order::Play(clip) => body.plays(*clip).is_some(),
            Order::Fight(Foe::Node(foe)) => *foe != node && self.knows(*foe),
            Order::Fight(Foe::Person(seat)) => {
                self.simulation.state.actors.piloted_by(*seat).is_some_and(|(_, own)| own.node != Some(node))
            }
            Order::Stand | Order::Go(_) | Order::Die => true,
        }
    }
}
