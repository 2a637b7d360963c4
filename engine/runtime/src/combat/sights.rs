//! What a vehicle's first trigger would fire now, and from where, for whoever aims from outside.

use super::firing::eye;
use super::{arms_law, muzzle_place};
use crate::Simulation;
use glam::Vec3;
use world::{ActorId, WeaponManner};

/// What the first trigger of a vehicle would fire, and from where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sights {
    /// Where one aims from: the eye of somebody whose shots meet in what is seen, else the muzzle; world space.
    pub eye: Vec3,
    /// Where shots leave, world space.
    pub muzzle: Vec3,
    /// How fast they go, units a second; 0 for a beam, which is there at once.
    pub speed: f32,
    /// How far, units.
    pub reach: f32,
}

impl Simulation {
    /// What the first trigger of a vehicle would fire, and from where; none without a weapon.
    pub fn sights(&self, id: ActorId) -> Option<Sights> {
        let actor = self.state.actors.find(id.0)?;
        let law = arms_law(&self.scene.combat, actor.vehicle()?);
        let group = self.state.combat.arms_of(id).map_or(0, |arms| arms.group);
        let slot = law
            .slots()
            .iter()
            .find(|slot| slot.groups.checked_shr(u32::from(group)).is_some_and(|own| own & 1 == 1))?;
        let weapon = self.scene.combat.weapons.get(slot.weapon as usize)?;
        let first = slot.muzzles.first().map_or(0, |own| usize::from(*own));
        let muzzle = law.muzzles.get(first).copied().unwrap_or_default();
        let is_beam = weapon.manner.contains(WeaponManner::BEAM);
        let muzzle = muzzle_place(self, actor, muzzle);
        Some(Sights {
            eye: eye(self, actor, law).unwrap_or(muzzle),
            muzzle,
            speed: if is_beam { 0.0 } else { weapon.muzzle_speed() },
            reach: weapon.reach(),
        })
    }
}
