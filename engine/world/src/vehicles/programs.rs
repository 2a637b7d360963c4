//! Animations that begin with what a vehicle does.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "A2. Reader keys", "C2. Reader keys"; `docs/spec/zbd/mw3-runtime.md`,
//! "5.1 animations".

use super::TankMode;
use crate::ProgramId;

/// The animations of a vehicle. They are bound to its node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VehiclePrograms {
    /// They begin when it comes into the world.
    pub start: Vec<ProgramId>,
    /// They begin when a tank goes from one mode to another.
    pub modes: Vec<(TankMode, TankMode, ProgramId)>,
    /// It runs while jump jets burn.
    pub jets: Option<ProgramId>,
    /// It runs while an aeroplane is nearer to the ground or to water below it than so many units.
    pub ground_blow: Option<(ProgramId, f32)>,
    /// It begins when whoever is in it ejects.
    pub eject: Option<ProgramId>,
}

impl VehiclePrograms {
    /// True when nothing of what it does begins an animation.
    pub fn is_empty(&self) -> bool {
        *self == VehiclePrograms::default()
    }

    /// What begins when a tank goes from one mode to another.
    pub fn between(&self, from: TankMode, to: TankMode) -> Option<ProgramId> {
        let found = self.modes.iter().find(|(own_from, own_to, _)| (*own_from, *own_to) == (from, to));
        found.map(|(.., program)| *program)
    }
}
