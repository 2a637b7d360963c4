//! What bounces, lies, and goes off when somebody is as near as they will come.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "B2. Reader keys", "B3. Projectile tick". When a shot is near enough
//! is inferred: within the reach of its blast, and no nearer than in the tick before.

use super::Battle;
use glam::Vec3;
use world::{CombatRules, Goal, Hit, Shot, WeaponLaw};

/// How far from a surface something bounces, units: a guard, so that it is not behind it in the next tick.
const SKIN: f32 = 0.01;

/// Something bounces off a surface, or comes to lie on it.
pub(super) fn bounce(rules: &CombatRules, shot: &mut Shot, hit: &Hit) {
    let [along_normal, along_surface] = rules.bounce;
    let into = hit.normal * shot.velocity.dot(hit.normal);
    shot.velocity = (shot.velocity - into) * along_surface - into * along_normal;
    shot.place = hit.point + hit.normal * SKIN;
    if shot.velocity.length() <= rules.rest && hit.normal.y >= rules.level {
        (shot.lies, shot.velocity, shot.age) = (true, Vec3::ZERO, 0.0);
    }
}

impl Battle<'_, '_, '_> {
    /// A tick of something that lies; false when it is over.
    pub(super) fn lie(&mut self, weapon: &WeaponLaw, shot: &mut Shot) -> bool {
        let lies = self.scene.combat.rules.lie;
        let is_old = lies > 0.0 && shot.age >= lies;
        if is_old || self.is_at_its_nearest(weapon, shot, shot.place) {
            self.strike_at(shot, shot.place, None);
            return false;
        }
        true
    }

    /// Whether something that goes off near others is within its blast's reach of one, and comes no nearer.
    pub(super) fn is_at_its_nearest(&self, weapon: &WeaponLaw, shot: &mut Shot, next: Vec3) -> bool {
        let reach_sq = weapon.blast_reach_sq(self.scene.combat.rules.blast_quirk);
        let Some(reach_sq) = reach_sq.filter(|_| weapon.fused && shot.flown >= weapon.arming) else {
            return false;
        };
        let now = self.nearest_sq(shot, next).filter(|now| *now <= reach_sq);
        let before = std::mem::replace(&mut shot.near_sq, now);
        matches!((before, now), (Some(before), Some(now)) if now >= before)
            || before.is_some() && now.is_none()
    }

    /// The square of the distance to what is nearest of all that a shot goes off for.
    fn nearest_sq(&self, shot: &Shot, place: Vec3) -> Option<f32> {
        let others =
            self.combat.arms.iter().filter(|arms| Some(arms.actor) != shot.shooter && !arms.destroyed);
        let actors = others.filter_map(|arms| self.nearest_of(arms.actor, place));
        let goal = match shot.goal {
            Some(Goal::Node(node)) => self.node_place(node),
            _ => None,
        };
        actors.chain(goal).map(|at| at.distance_squared(place)).min_by(f32::total_cmp)
    }
}
