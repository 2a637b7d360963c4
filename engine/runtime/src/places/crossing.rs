//! From place to place: over an edge on foot, or somewhere else altogether.

use super::{Place, PlaceError, PlaceId, World, way};
use crate::{Edit, Simulation};
use glam::Vec3;
use world::{Actor, ActorId, ActorKind, MusicPlaying, NodeFlags, NodeId, Pilot, SeatId};

/// True when a person pilots someone in a place.
pub(super) fn has_person(place: &Place) -> bool {
    place.simulation.state().actors.iter().any(|actor| matches!(actor.pilot, Pilot::Person(_)))
}

/// Takes out everyone that a person pilots.
pub(super) fn take_persons(simulation: &mut Simulation) {
    let actors = &simulation.state().actors;
    let persons =
        actors.iter().zip(actors.ids()).filter(|(actor, _)| matches!(actor.pilot, Pilot::Person(_)));
    let persons: Vec<ActorId> = persons.map(|(_, id)| ActorId(*id)).collect();
    for person in persons {
        simulation.take_actor(person);
    }
    // A body that nobody has waits unseen.
    if let Some(body) = simulation.scene().person {
        Edit::new(simulation).set_flags(body, NodeFlags::ACTIVE, false);
    }
}

/// Per place: where in the list those are whose land touches its own, edges and
/// corners included.
pub(super) fn neighbours(places: &[Place]) -> Vec<Vec<usize>> {
    let land = |place: &Place| {
        let extent = place.site.extent?;
        let [x, _, z] = place.site.origin;
        let at = |corner: [i32; 2]| [x.saturating_add(corner[0].into()), z.saturating_add(corner[1].into())];
        Some([at(extent.min), at(extent.max)])
    };
    let lands: Vec<_> = places.iter().map(land).collect();
    let touch = |a: [[i64; 2]; 2], b: [[i64; 2]; 2]| {
        (0..2).all(|axis| a[0][axis] <= b[1][axis] && b[0][axis] <= a[1][axis])
    };
    let beside = |at: usize| {
        let others = lands.iter().enumerate().filter(move |(other, _)| *other != at);
        let own = lands[at];
        let next =
            others.filter(move |(_, land)| own.zip(**land).is_some_and(|(own, land)| touch(own, land)));
        next.map(|(other, _)| other).collect()
    };
    (0..places.len()).map(beside).collect()
}

/// Someone who goes from one place to another.
struct Passage {
    from: usize,
    actor: ActorId,
    to: usize,
}

impl World {
    /// Whoever stands outside what belongs to their place, and inside what
    /// belongs to another, is in that from now on. Where nothing goes on (yet),
    /// they stay in their place and may come back.
    pub(super) fn cross_edges(&mut self) {
        if self.places.len() < 2 {
            return;
        }
        while let Some(passage) = self.next_passage() {
            let (from, to) = (&self.places[passage.from], &self.places[passage.to]);
            let shift = way(from.site.origin, to.site.origin);
            self.pass(&passage, |actor| shift_actor(actor, shift));
        }
    }

    fn next_passage(&self) -> Option<Passage> {
        for (from, place) in self.places.iter().enumerate() {
            let Some(extent) = place.site.extent else { continue };
            let actors = &place.simulation.state().actors;
            for (actor, id) in actors.iter().zip(actors.ids()) {
                let at = actor.position();
                // What is tied to a node of its place stays with the node; a person's body waits where it is.
                let tied = actor.node.is_some() && actor.node != place.simulation.scene().person;
                if tied || !at.is_finite() || extent.contains(at) {
                    continue;
                }
                let holds = |other: &Place| {
                    let there = at + way(place.site.origin, other.site.origin);
                    other.id != place.id && other.site.extent.is_some_and(|extent| extent.contains(there))
                };
                if let Some(to) = self.places.iter().position(holds) {
                    return Some(Passage { from, actor: ActorId(*id), to });
                }
            }
        }
        None
    }

    /// Puts the person of a seat into a place, feet there, looking along `yaw`
    /// and `pitch` (radians), at rest and not seen on the way: through a door, a
    /// zone line, by travelling.
    ///
    /// # Errors
    ///
    /// A place that does not exist, a seat without a person, numbers that are NaN
    /// or infinite.
    pub fn carry(
        &mut self,
        seat: SeatId,
        to: PlaceId,
        feet: Vec3,
        yaw: f32,
        pitch: f32,
    ) -> Result<(), PlaceError> {
        if !(feet.is_finite() && yaw.is_finite() && pitch.is_finite()) {
            return Err(PlaceError::NotFinite);
        }
        let to = self.position(to).ok_or(PlaceError::Missing(to))?;
        let piloted = |place: &Place| place.simulation.state().actors.piloted_by(seat).map(|(id, _)| id);
        let found = self.places.iter().enumerate().find_map(|(at, place)| Some((at, piloted(place)?)));
        let (from, actor) = found.ok_or(PlaceError::EmptySeat(seat))?;
        if from != to {
            self.pass(&Passage { from, actor, to }, |_| ());
        }
        let place = &mut self.places[to];
        let arrived = place.simulation.state().actors.piloted_by(seat).map(|(id, _)| id);
        if let Some(actor) = arrived {
            // Every number was looked at above, and the actor is there.
            let _ = Edit::new(&mut place.simulation).place_actor(actor, feet, yaw, pitch);
        }
        Ok(())
    }

    /// A body belongs to its place: whoever goes leaves it, and has the one that waits in the other place.
    fn change_body(&mut self, passage: &Passage, actor: &mut Actor) {
        let from = &mut self.places[passage.from].simulation;
        let Some(body) = actor.node.filter(|node| Some(*node) == from.scene().person) else { return };
        Edit::new(from).set_flags(body, NodeFlags::ACTIVE, false);
        let to = &mut self.places[passage.to].simulation;
        let waits = |node: &NodeId| !to.state().actors.iter().any(|other| other.node == Some(*node));
        actor.node = to.scene().person.filter(waits);
        if let Some(body) = actor.node {
            Edit::new(to).set_flags(body, NodeFlags::ACTIVE, true);
        }
    }

    fn pass(&mut self, passage: &Passage, change: impl FnOnce(&mut Actor)) {
        let shift = way(self.places[passage.from].site.origin, self.places[passage.to].site.origin);
        let Some(mut actor) = self.places[passage.from].simulation.take_actor(passage.actor) else { return };
        change(&mut actor);
        self.change_body(passage, &mut actor);
        let watched = actor.pilot == Pilot::Person(SeatId::FIRST);
        let time = self.places[passage.from].simulation.state.time_of_day;
        let sight = self.places[passage.from].simulation.sight();
        let to = &mut self.places[passage.to];
        to.simulation.put_actor(actor);
        if watched {
            to.simulation.take_sight(sight.moved(shift));
            // It is as late there as it was here.
            let Simulation { scene, state, .. } = &mut to.simulation;
            state.set_time_of_day(scene, time);
            // What is heard there is told anew, and told again here when somebody comes back.
            state.music = MusicPlaying::default();
            self.watched = to.id;
            self.places[passage.from].simulation.state.music = MusicPlaying::default();
        }
    }
}

fn shift_actor(actor: &mut Actor, shift: Vec3) {
    match &mut actor.kind {
        ActorKind::Walker(avatar) => avatar.position += shift,
        ActorKind::Aeroplane(plane) => plane.avatar.position += shift,
        ActorKind::Turret(turret) => turret.avatar.position += shift,
        ActorKind::Creature(creature) => {
            creature.avatar.position += shift;
            creature.order.shifted(shift);
        }
        ActorKind::Mech(mech) => {
            mech.avatar.position += shift;
            mech.feet.iter_mut().for_each(|foot| foot.place += shift);
        }
        ActorKind::Tank(tank) => {
            tank.avatar.position += shift;
            // What it stood on is in the place that it left.
            tank.platform = None;
        }
    }
    match &mut actor.pilot {
        Pilot::Path(path) => path.points.iter_mut().for_each(|point| *point += shift),
        Pilot::Bot(bot) => bot.home += shift,
        Pilot::Nobody | Pilot::Person(_) => {}
    }
}
