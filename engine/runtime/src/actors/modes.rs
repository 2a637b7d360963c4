//! How the person gets along: on foot or riding, the modes of a tank.

use crate::{Command, Simulation};
use world::{ActorKind, SeatId, TankMode};

impl Simulation {
    /// What brings the person's next mode of getting along, and what that is called: the next mode of a tank that it has;
    /// riding or walking, where one rides. None for anything else.
    pub fn next_mode(&self) -> Option<(Command, &'static str)> {
        let (actor, own) = self.state().actors.piloted_by(SeatId::FIRST)?;
        match &own.kind {
            ActorKind::Tank(tank) => {
                let at = TankMode::ALL.iter().position(|mode| *mode == tank.mode)?;
                let others =
                    (1..TankMode::ALL.len()).map(|step| TankMode::ALL[(at + step) % TankMode::ALL.len()]);
                let mode = others.into_iter().find(|mode| tank.upgrades & mode.bit() != 0)?;
                Some((Command::SetTankMode { actor, mode }, mode.name()))
            }
            ActorKind::Walker(avatar) => {
                self.scene().walker.ride?;
                let on = !avatar.journey.rides;
                Some((Command::Ride { actor, on }, if on { "riding" } else { "on foot" }))
            }
            _ => None,
        }
    }
}
