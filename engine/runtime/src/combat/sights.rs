//! What a vehicle's first trigger would fire now, and from where, for whoever aims from outside.

use super::firing::eye;
use super::{arms_law, muzzle_place};
use crate::{Simulation, vehicles};
use glam::Vec3;
use world::{ActorId, ActorKind, SeatId, WeaponManner};

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

    /// What shots of the first trigger of whoever is driven from the first seat would go for now, `between` the last two
    /// ticks, 0..=1: what is in their way, or the end of their reach; world space. `None` on foot, for what is aimed with the
    /// whole vehicle, and for weapons that go nowhere.
    pub fn aimed(&self, between: f32) -> Option<Vec3> {
        let now = self.line_of_fire()?;
        let before = self.previous().line.unwrap_or(now);
        let from = before.from.lerp(now.from, between);
        let end = from + before.way.lerp(now.way, between).normalize_or(now.way) * now.reach;
        let own = self.state.person()?.node;
        Some(self.probe().ray_without(from, end, own.as_slice()).map_or(end, |hit| hit.point))
    }

    /// The line along which those shots go.
    pub(crate) fn line_of_fire(&self) -> Option<Line> {
        let (id, person) = self.state.actors.piloted_by(SeatId::FIRST)?;
        if !matches!(person.kind, ActorKind::Tank(_) | ActorKind::Mech(_)) {
            return None;
        }
        let sights = self.sights(id).filter(|sights| sights.reach > 0.0)?;
        let way = vehicles::aim(person, arms_law(&self.scene.combat, person.vehicle()?));
        let line = Line { from: sights.eye, way, reach: sights.reach };
        (line.from.is_finite() && line.way.is_finite()).then_some(line)
    }
}

/// A line along which shots go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Line {
    from: Vec3,
    /// A unit vector.
    way: Vec3,
    /// Units.
    reach: f32,
}
