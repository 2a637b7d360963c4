//! Whom the shots of a person stick to: an opponent close beside the aim, until it has been gone from there for a while.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "C4. Weapons": sticky bullets with a rate at which they catch up, an
//! inaccuracy and a time after which they forget. What these do is inferred.

use super::homing::turned_toward;
use super::{Battle, arms_law};
use crate::{DT, opponents, vehicles};
use glam::Vec3;
use world::{ActorId, AimAssist, Arms, Pilot, Side, Stick, WeaponLaw, WeaponManner};

impl Battle<'_, '_, '_> {
    /// Chooses whom the shots of each person stick to.
    pub(super) fn stick(&mut self) {
        let Some(rules) = self.scene.combat.rules.aim_assist else { return };
        for at in 0..self.combat.arms.len() {
            let sticks = self.sticks(&rules, &self.combat.arms[at]);
            self.combat.arms[at].sticks = sticks;
        }
    }

    fn sticks(&self, rules: &AimAssist, arms: &Arms) -> Option<Stick> {
        let actor = self.state().actors.find(arms.actor.0)?;
        if !matches!(actor.pilot, Pilot::Person(_)) || arms.destroyed {
            return None;
        }
        let law = arms_law(&self.scene.combat, actor.vehicle()?);
        let guns = law.slots().iter().filter_map(|slot| self.weapon(slot.weapon)).filter(|own| is_gun(own));
        let reach = guns.map(WeaponLaw::reach).fold(0.0, f32::max);
        let (from, aim) = (actor.position(), vehicles::aim(actor, law));
        let beside = |id: ActorId| {
            let way = self.opponent_place(id)? - from;
            let angle = aim.angle_between(way);
            (way.length() <= reach && angle <= rules.cone).then_some(angle)
        };
        let caught_up = |share: f32| 1.0 - (1.0 - share) * libm::expf(-rules.catch_up.max(0.0) * DT);
        let before = arms.sticks.filter(|own| self.opponent_place(own.to).is_some());
        if let Some(own) = before.filter(|own| beside(own.to).is_some()) {
            return Some(Stick { share: caught_up(own.share), away: 0.0, ..own });
        }
        let all = self.combat.arms.iter().filter_map(|arms| Some((arms.actor, beside(arms.actor)?)));
        if let Some((to, _)) = all.min_by(|(_, a), (_, b)| a.total_cmp(b)) {
            return Some(Stick { to, share: caught_up(0.0), away: 0.0 });
        }
        let own = before?;
        let away = own.away + DT;
        (away < rules.forget).then(|| Stick { share: caught_up(own.share), away, ..own })
    }

    /// Where an opponent of the persons is that is there and lives.
    fn opponent_place(&self, id: ActorId) -> Option<Vec3> {
        let actor = self.state().actors.find(id.0)?;
        let lives = self.combat.arms_of(id).is_some_and(|arms| !arms.destroyed);
        if self.is_hidden(id) || !lives || self.scene.side_of(actor) != Some(Side::Foe) {
            return None;
        }
        self.middle_of(id).filter(|place| place.is_finite())
    }

    /// The way of a shot that sticks to somebody, in place of the way that it is aimed, and half of the cone within which
    /// it misses.
    pub(super) fn stuck(&self, at: usize, weapon: &WeaponLaw, from: Vec3, way: Vec3) -> Option<(Vec3, f32)> {
        let rules = self.scene.combat.rules.aim_assist?;
        let own = self.combat.arms.get(at)?.sticks.filter(|_| is_gun(weapon))?;
        let place = self.opponent_place(own.to)?;
        let velocity = self.state().actors.find(own.to.0)?.avatar().velocity;
        let is_beam = weapon.manner.contains(WeaponManner::BEAM);
        let speed = if is_beam { 0.0 } else { weapon.muzzle_speed() };
        let meets = opponents::aim_ahead(place - from, velocity, speed).try_normalize()?;
        let most = (way.angle_between(meets) * own.share).min(rules.cone.max(0.0));
        Some((turned_toward(way, meets, most), rules.inaccuracy))
    }
}

/// True for what goes on as it was aimed.
fn is_gun(weapon: &WeaponLaw) -> bool {
    let others = WeaponManner::HOMING | WeaponManner::REMOTE | WeaponManner::MINE;
    !weapon.manner.intersects(others)
}
