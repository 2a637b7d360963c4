//! Who can be gone for, and where.

use crate::Simulation;
use glam::Vec3;
use world::{Actor, ActorId, NodeId, Pilot, Side};

/// Somebody who can be gone for. Places are in world space, speeds in units a second.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// Who it is.
    pub actor: ActorId,
    /// Its law, among the vehicles of the scene; none for somebody on foot.
    pub vehicle: Option<u32>,
    /// A person pilots it.
    pub is_person: bool,
    /// Whose side it is on; nobody's, where nobody pilots it.
    pub side: Option<Side>,
    /// Where it stands.
    pub place: Vec3,
    /// Where one looks at.
    pub eye: Vec3,
    /// Where one aims at.
    pub middle: Vec3,
    /// How it moves.
    pub velocity: Vec3,
    /// What shows it.
    pub node: Option<NodeId>,
}

impl Simulation {
    /// Everyone who can be gone for, ascending by actor.
    pub fn marks(&self) -> Vec<Mark> {
        let mut marks = Vec::new();
        gather(self, &mut marks);
        marks
    }
}

/// Everyone who lives, ascending by actor.
pub(super) fn gather(world: &Simulation, marks: &mut Vec<Mark>) {
    marks.clear();
    let actors = &world.state.actors;
    let all = actors.ids().iter().zip(actors.iter());
    marks.extend(all.filter_map(|(id, actor)| of(world, ActorId(*id), actor)));
}

fn of(world: &Simulation, id: ActorId, actor: &Actor) -> Option<Mark> {
    let is_person = matches!(actor.pilot, Pilot::Person(_));
    let vehicle = actor.vehicle();
    if !(is_person || vehicle.is_some()) || world.state.is_destroyed(id, actor) {
        return None;
    }
    // What acts by itself and is hidden is not there yet, or not any more.
    let is_hidden = actor.node.is_some_and(|node| !world.state.is_active(node));
    if is_hidden && matches!(actor.pilot, Pilot::Bot(_)) {
        return None;
    }
    let law = vehicle.and_then(|number| world.scene.vehicles.get(number as usize));
    let place = actor.position();
    let eye = match law {
        Some(law) => place + actor.rotation() * law.views.cockpit,
        None => place + Vec3::Y * world.scene.walker.eye,
    };
    Some(Mark {
        actor: id,
        vehicle,
        is_person,
        side: world.scene.side_of(actor),
        place,
        eye,
        middle: world.scene.aimed_at(actor),
        velocity: actor.avatar().velocity,
        node: actor.node,
    })
}
