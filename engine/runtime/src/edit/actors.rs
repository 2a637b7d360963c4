//! Actors come and go, are put somewhere else, and change their pilots.

use super::Edit;
use crate::{Cue, Simulation, actors, vehicles};
use glam::Vec3;
use std::fmt;
use world::{Actor, ActorId, ActorKind, Aeroplane, Avatar, LawKind, NodeId, Pilot, SeatId, TankMode};

/// How long the camera takes to see from outside what somebody ejects from, seconds.
const LOOKS_BACK_S: f32 = 0.5;
/// Most actors of a world.
const MOST_ACTORS: usize = 4096;
/// Most points of a path that an actor follows.
pub(super) const MOST_POINTS: usize = 4096;

/// Why something could not be done with an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActorError {
    /// The actor does not exist.
    Missing(ActorId),
    /// Its node does not exist.
    MissingNode(NodeId),
    /// Somebody in another seat pilots it.
    Taken(SeatId),
    /// A number is NaN or infinite, or a path has too many points.
    Unsound,
    /// There are as many actors as there can be.
    TooMany,
    /// No creature stands at a node.
    NoCreature(NodeId),
    /// A creature has no such clip, or is to fight itself or nobody.
    Impossible(NodeId),
    /// It is no tank, or one without a law.
    NoTank(ActorId),
    /// It has no weapons, or none in this group.
    NoWeapons(ActorId),
    /// Nobody is ejected from it: it is no 'mech and no aeroplane, or is destroyed.
    NoSeat(ActorId),
    /// The tank does not have this mode, or its mode was changed just now.
    NoMode(TankMode),
    /// Nobody rides in this world, or not this actor, or not in deep water.
    NoMount,
    /// There is no room above the actor for a rider.
    NoRoom,
}

impl fmt::Display for ActorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ActorError::Missing(actor) => write!(f, "actor {} does not exist", actor.0),
            ActorError::MissingNode(node) => write!(f, "node {} does not exist", node.0),
            ActorError::Taken(seat) => write!(f, "the person in seat {} pilots it", seat.0),
            ActorError::Unsound => f.write_str("a number is NaN or infinite, or a path is too long"),
            ActorError::TooMany => write!(f, "there are {MOST_ACTORS} actors already"),
            ActorError::NoTank(actor) => write!(f, "actor {} is no tank", actor.0),
            ActorError::NoSeat(actor) => write!(f, "nobody can eject from actor {}", actor.0),
            ActorError::NoWeapons(actor) => write!(f, "actor {} has no such weapons", actor.0),
            ActorError::NoMode(mode) => {
                write!(f, "the tank has no mode {}, or changed its mode just now", mode.name())
            }
            ActorError::NoMount => f.write_str("nobody rides here"),
            ActorError::NoRoom => f.write_str("there is no room for a rider here"),
            ActorError::NoCreature(node) => write!(f, "no creature stands at node {}", node.0),
            ActorError::Impossible(node) => {
                write!(f, "the creature at node {} lacks that animation, or has nobody to fight", node.0)
            }
        }
    }
}

impl std::error::Error for ActorError {}

impl Edit<'_> {
    /// Adds an actor.
    ///
    /// # Errors
    ///
    /// A node that does not exist, a seat whose person pilots another actor,
    /// numbers that are NaN or infinite, and too many actors.
    pub fn add_actor(&mut self, actor: Actor) -> Result<ActorId, ActorError> {
        self.check_pilot(&actor.pilot)?;
        if !actor.is_finite() {
            return Err(ActorError::Unsound);
        }
        if let Some(node) = actor.node.filter(|node| !self.knows(*node)) {
            return Err(ActorError::MissingNode(node));
        }
        if let Pilot::Person(seat) = actor.pilot
            && self.simulation.state.actors.piloted_by(seat).is_some()
        {
            return Err(ActorError::Taken(seat));
        }
        if self.simulation.state.actors.len() >= MOST_ACTORS {
            return Err(ActorError::TooMany);
        }
        let id = self.simulation.state.actors.add(actor).map(ActorId).ok_or(ActorError::TooMany)?;
        self.show_actor(id);
        Ok(id)
    }

    /// Takes an actor out of the world; its node stays where it is.
    ///
    /// # Errors
    ///
    /// When it does not exist.
    pub fn remove_actor(&mut self, actor: ActorId) -> Result<(), ActorError> {
        self.simulation.state.actors.remove(actor.0).map(|_| ()).ok_or(ActorError::Missing(actor))
    }

    /// Lets something else pilot an actor: nobody, or a path. For a person see
    /// [`Edit::enter`].
    ///
    /// # Errors
    ///
    /// An actor that does not exist, a path with points that are NaN or
    /// infinite, and a seat whose person pilots another actor.
    pub fn set_pilot(&mut self, actor: ActorId, pilot: Pilot) -> Result<(), ActorError> {
        self.check_pilot(&pilot)?;
        if let Pilot::Person(seat) = pilot {
            return self.enter(seat, actor, 0.0);
        }
        let own = self.simulation.state.actors.find_mut(actor.0).ok_or(ActorError::Missing(actor))?;
        own.pilot = pilot;
        Ok(())
    }

    /// The person in a seat leaves whatever it pilots and takes over an actor;
    /// for the first seat the camera takes so many seconds to get there.
    ///
    /// # Errors
    ///
    /// An actor that does not exist, or that a person in another seat pilots.
    pub fn enter(&mut self, seat: SeatId, actor: ActorId, seconds: f32) -> Result<(), ActorError> {
        let state = &mut self.simulation.state;
        match &state.actors.find(actor.0).ok_or(ActorError::Missing(actor))?.pilot {
            Pilot::Person(own) if *own == seat => return Ok(()),
            Pilot::Person(other) => return Err(ActorError::Taken(*other)),
            Pilot::Nobody | Pilot::Path(_) | Pilot::Bot(_) => {}
        }
        self.leave(seat);
        if let Some(own) = self.simulation.state.actors.find_mut(actor.0) {
            own.pilot = Pilot::Person(seat);
        }
        if seat == SeatId::FIRST {
            self.blend_camera(seconds);
        }
        Ok(())
    }

    /// The person in a seat leaves what it pilots; that stands where it is from
    /// now on. False when it piloted nothing.
    pub fn leave(&mut self, seat: SeatId) -> bool {
        let actors = &mut self.simulation.state.actors;
        let piloted = actors.iter_mut().find(|actor| actor.pilot == Pilot::Person(seat));
        piloted.map(|actor| actor.pilot = Pilot::Nobody).is_some()
    }

    /// Puts an actor's feet somewhere, at rest, looking along `yaw` and `pitch`;
    /// not seen on the way.
    ///
    /// # Errors
    ///
    /// An actor that does not exist, and numbers that are NaN or infinite.
    pub fn place_actor(
        &mut self,
        actor: ActorId,
        feet: Vec3,
        yaw: f32,
        pitch: f32,
    ) -> Result<(), ActorError> {
        if !(feet.is_finite() && yaw.is_finite() && pitch.is_finite()) {
            return Err(ActorError::Unsound);
        }
        let simulation = &mut *self.simulation;
        let own = simulation.state.actors.find_mut(actor.0).ok_or(ActorError::Missing(actor))?;
        let before = own.position();
        let journey = own.avatar().journey.elsewhere();
        let place = Avatar { position: feet, yaw, pitch, journey, ..Avatar::default() };
        match &mut own.kind {
            ActorKind::Tank(tank) => **tank = tank.elsewhere(place),
            ActorKind::Mech(mech) => **mech = mech.elsewhere(place),
            ActorKind::Aeroplane(plane) => {
                let law = simulation.scene.vehicles.get(plane.law as usize).map(|vehicle| &vehicle.law);
                let Some(LawKind::Aeroplane(law)) = law else { return Err(ActorError::Missing(actor)) };
                **plane = Aeroplane::placed(plane.law, law, place);
            }
            ActorKind::Turret(turret) => **turret = turret.elsewhere(place),
            ActorKind::Walker(avatar) => *avatar = place,
            ActorKind::Creature(creature) => creature.avatar = place,
        }
        let watched = own.pilot == Pilot::Person(SeatId::FIRST);
        actors::crossings(&simulation.scene, actor, before, feet, &mut simulation.cues);
        self.show_actor(actor);
        if watched {
            self.simulation.look_around_anew();
        }
        Ok(())
    }

    /// Puts an actor where the person of the scene starts, at rest and looking the same way; not
    /// seen on the way.
    ///
    /// # Errors
    ///
    /// An actor that does not exist, and a start that is NaN or infinite.
    pub fn back_to_start(&mut self, actor: ActorId) -> Result<(), ActorError> {
        let start = self.simulation.scene.avatar;
        self.mend(actor);
        self.place_actor(actor, start.position, start.yaw, start.pitch)
    }

    /// Changes which weapons the first trigger of a vehicle fires.
    ///
    /// # Errors
    ///
    /// An actor that does not exist or has no weapons, and a group without any.
    pub fn select_weapons(&mut self, actor: ActorId, group: u8) -> Result<(), ActorError> {
        let Simulation { scene, state, .. } = &mut *self.simulation;
        let own = state.actors.find(actor.0).ok_or(ActorError::Missing(actor))?;
        let law = own.vehicle().and_then(|vehicle| scene.combat.arms.get(vehicle as usize));
        let is_one = |slot: &world::SlotLaw| group < 32 && slot.groups >> group & 1 == 1;
        let law = law.filter(|law| law.slots().iter().any(is_one)).ok_or(ActorError::NoWeapons(actor))?;
        let arms = &mut state.combat.arms;
        let at = match arms.binary_search_by_key(&actor, |arms| arms.actor) {
            Ok(at) => at,
            Err(at) => {
                arms.insert(at, law.loaded(actor));
                at
            }
        };
        arms[at].group = group;
        Ok(())
    }

    /// Changes how a tank moves.
    ///
    /// # Errors
    ///
    /// An actor that does not exist or is no tank, a mode that it does not have, and a change too soon after the one
    /// before.
    pub fn set_tank_mode(&mut self, actor: ActorId, mode: TankMode) -> Result<(), ActorError> {
        let Simulation { scene, state, .. } = &mut *self.simulation;
        let own = state.actors.find_mut(actor.0).ok_or(ActorError::Missing(actor))?;
        let ActorKind::Tank(tank) = &mut own.kind else { return Err(ActorError::NoTank(actor)) };
        let law = scene.vehicles.get(tank.law as usize).map(|vehicle| &vehicle.law);
        let Some(LawKind::Tank(law)) = law else { return Err(ActorError::NoTank(actor)) };
        if vehicles::tank::change(law, tank, mode) { Ok(()) } else { Err(ActorError::NoMode(mode)) }
    }

    /// Whoever drives a 'mech or flies an aeroplane leaves it: nobody drives it any more, which ends a mission.
    ///
    /// # Errors
    ///
    /// An actor that does not exist, or in which nothing ejects anybody, or not any more.
    pub fn eject(&mut self, actor: ActorId) -> Result<(), ActorError> {
        self.simulation.may_eject(actor)?;
        let own = self.simulation.state.actors.find(actor.0).ok_or(ActorError::Missing(actor))?;
        let at = own.position();
        let is_first = own.pilot == Pilot::Person(SeatId::FIRST);
        let outside = self.simulation.scene.vehicle_of(own).map(|vehicle| vehicle.outside());
        vehicles::programs::eject(self, actor);
        self.kill(actor);
        self.simulation.cues.push(Cue::Ejected { actor, at });
        if let Some(mode) = outside.filter(|_| is_first) {
            self.set_camera(mode, LOOKS_BACK_S);
        }
        Ok(())
    }

    /// Lets an actor levitate, or no more: see [`Journey::levitates`](world::Journey::levitates).
    ///
    /// # Errors
    ///
    /// An actor that does not exist.
    pub fn levitate(&mut self, actor: ActorId, on: bool) -> Result<(), ActorError> {
        let own = self.simulation.state.actors.find_mut(actor.0).ok_or(ActorError::Missing(actor))?;
        own.avatar_mut().journey.levitates = on;
        Ok(())
    }

    /// Lets somebody on foot mount or dismount: see [`Walker::ride`](world::Walker::ride).
    ///
    /// # Errors
    ///
    /// An actor that does not exist, or is not on foot or in deep water; a world in which nobody rides; a ceiling too low
    /// for a rider.
    pub fn ride(&mut self, actor: ActorId, on: bool) -> Result<(), ActorError> {
        if on {
            self.simulation.may_ride(actor)?;
        }
        if let Some(own) = self.simulation.state.actors.find_mut(actor.0) {
            own.avatar_mut().journey.rides = on;
        }
        Ok(())
    }

    /// Lets an actor fly where it looks, so many units a second, or with 0 no more: see
    /// [`Journey::flies`](world::Journey::flies).
    ///
    /// # Errors
    ///
    /// An actor that does not exist, and a speed that is NaN, infinite or below 0.
    pub fn fly(&mut self, actor: ActorId, speed: f32) -> Result<(), ActorError> {
        if !(speed.is_finite() && speed >= 0.0) {
            return Err(ActorError::Unsound);
        }
        let own = self.simulation.state.actors.find_mut(actor.0).ok_or(ActorError::Missing(actor))?;
        let avatar = own.avatar_mut();
        avatar.journey.flies = speed;
        avatar.velocity = Vec3::ZERO;
        Ok(())
    }

    /// An actor on the way into another world cannot get there: it may walk on where it is.
    ///
    /// # Errors
    ///
    /// An actor that does not exist.
    pub fn turn_away(&mut self, actor: ActorId) -> Result<(), ActorError> {
        let Simulation { scene, state, cues, .. } = &mut *self.simulation;
        let own = state.actors.find_mut(actor.0).ok_or(ActorError::Missing(actor))?;
        let avatar = own.avatar_mut();
        let exit = avatar.journey.crossing.and_then(|crossing| scene.exit(crossing.region));
        actors::turn_away(exit, avatar, state.tick, &mut state.effects, cues);
        Ok(())
    }

    /// As [`Edit::place_actor`], for the actor of the person in the first seat.
    /// False without one, and for numbers that are NaN or infinite.
    pub fn teleport_avatar(&mut self, feet: Vec3, yaw: f32, pitch: f32) -> bool {
        let person = self.simulation.state.actors.piloted_by(SeatId::FIRST).map(|(id, _)| id);
        person.is_some_and(|id| self.place_actor(id, feet, yaw, pitch).is_ok())
    }

    pub(super) fn check_pilot(&self, pilot: &Pilot) -> Result<(), ActorError> {
        let long = matches!(pilot, Pilot::Path(path) if path.points.len() > MOST_POINTS);
        if long || !pilot.is_finite() { Err(ActorError::Unsound) } else { Ok(()) }
    }

    /// Puts the node of an actor where it is, not seen on the way.
    pub(super) fn show_actor(&mut self, id: ActorId) {
        let simulation = &mut *self.simulation;
        let Some(actor) = simulation.state.actors.find(id.0) else { return };
        let Some(place) = actors::standing(&simulation.scene, &simulation.state.nodes, actor) else { return };
        if let Some(node) = actor.node {
            self.teleport_node(node, place);
        }
    }
}
