//! How the person gets along: on foot or riding, the modes of a tank.

use crate::{ActorError, Command, Simulation};
use glam::Vec3;
use world::{ActorId, ActorKind, SeatId, TankMode};

impl Simulation {
    /// What brings the person's next mode of getting along, and what that is called: the next mode of a tank that it has;
    /// riding or walking, where one rides. None for anything else.
    ///
    /// # Errors
    ///
    /// Why one cannot ride just here: see [`Simulation::may_ride`].
    pub fn next_mode(&self) -> Option<Result<(Command, &'static str), ActorError>> {
        let (actor, own) = self.state().actors.piloted_by(SeatId::FIRST)?;
        match &own.kind {
            ActorKind::Tank(tank) => {
                let at = TankMode::ALL.iter().position(|mode| *mode == tank.mode)?;
                let others =
                    (1..TankMode::ALL.len()).map(|step| TankMode::ALL[(at + step) % TankMode::ALL.len()]);
                let mode = others.into_iter().find(|mode| tank.upgrades & mode.bit() != 0)?;
                Some(Ok((Command::SetTankMode { actor, mode }, mode.name())))
            }
            ActorKind::Walker(avatar) => {
                self.scene().walker.ride?;
                if avatar.journey.rides {
                    return Some(Ok((Command::Ride { actor, on: false }, "on foot")));
                }
                Some(self.may_ride(actor).map(|()| (Command::Ride { actor, on: true }, "riding")))
            }
            _ => None,
        }
    }

    /// Whether somebody can leave a vehicle for good.
    ///
    /// # Errors
    ///
    /// An actor that does not exist, is no 'mech and no aeroplane, or is destroyed.
    pub fn may_eject(&self, actor: ActorId) -> Result<(), ActorError> {
        let own = self.state().actors.find(actor.0).ok_or(ActorError::Missing(actor))?;
        let ejects = matches!(own.kind, ActorKind::Mech(_) | ActorKind::Aeroplane(_));
        let can = ejects && !self.state().is_destroyed(actor, own);
        if can { Ok(()) } else { Err(ActorError::NoSeat(actor)) }
    }

    /// Whether somebody can mount, or rides already.
    ///
    /// # Errors
    ///
    /// An actor that does not exist, or is not on foot or in deep water; a world in which nobody rides; a ceiling too low
    /// for a rider.
    pub fn may_ride(&self, actor: ActorId) -> Result<(), ActorError> {
        let own = self.state().actors.find(actor.0).ok_or(ActorError::Missing(actor))?;
        let probe = self.probe_of(own);
        let walker = probe.scene.walker;
        let ActorKind::Walker(avatar) = &own.kind else { return Err(ActorError::NoMount) };
        let rider = walker.ride.ok_or(ActorError::NoMount)?;
        if avatar.journey.rides {
            return Ok(());
        }
        let surface = probe.water(avatar.position);
        if surface.is_some_and(|surface| surface - avatar.position.y > walker.float) {
            return Err(ActorError::NoMount);
        }
        let top = avatar.position + Vec3::Y * (walker.height - walker.radius);
        let way = Vec3::Y * (rider.height - walker.height).max(0.0);
        let is_free = probe.sweep_sphere(top, walker.radius, way, &[]).is_none();
        if is_free { Ok(()) } else { Err(ActorError::NoRoom) }
    }
}
