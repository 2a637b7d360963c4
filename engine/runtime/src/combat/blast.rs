//! Damage to what is near: less of it the farther away that is. A blast reaches vehicles, and nodes that say that they
//! are found by such questions; each of them once, and what was hit itself not again.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "B3. Projectile tick".

use super::Battle;
use super::damage::Blow;
use super::strikes::Strike;
use crate::DamageKind;
use crate::programs::Player;
use glam::Vec3;
use smallvec::SmallVec;
use world::{ActorId, NodeFlags, NodeId, WeaponLaw};

/// What takes its share of a blast with whoever is in it.
type Shared = SmallVec<[NodeId; 4]>;

/// The share of the damage at a distance: `1 - d² / r`, where the original takes the radius itself for `r`, so that the
/// blast reaches as far as the root of the radius. Beyond that nothing heals.
pub(super) fn share(distance_sq: f32, reach_sq: f32) -> f32 {
    if reach_sq > 0.0 { (1.0 - distance_sq / reach_sq).max(0.0) } else { 0.0 }
}

impl Battle<'_, '_, '_> {
    /// A weapon goes off at a place.
    pub(super) fn blast(&mut self, weapon: &WeaponLaw, strike: &Strike, reach_sq: f32) {
        let direct = strike.struck.and_then(|struck| struck.actor);
        let mut shared = self.blast_actors(weapon, strike.place, reach_sq, direct);
        // What was hit itself has its damage.
        shared.extend(strike.struck.map(|struck| struck.node));
        self.blast_things(weapon, strike.place, reach_sq, &shared);
    }

    /// Gives what stands about with a turret in it that took its damage.
    fn blast_actors(
        &mut self,
        weapon: &WeaponLaw,
        place: Vec3,
        reach_sq: f32,
        direct: Option<ActorId>,
    ) -> Shared {
        let mut shared = Shared::new();
        for at in 0..self.combat.arms.len() {
            let id = self.combat.arms[at].actor;
            let Some(middle) = self.nearest_of(id, place).filter(|_| Some(id) != direct) else { continue };
            let share = share(middle.distance_squared(place), reach_sq);
            if share > 0.0 {
                let way = (middle - place).normalize_or_zero();
                self.hurt_actor(id, &Blow::of(weapon, way, share));
                let node = self.state().actors.find(id.0).and_then(|actor| actor.node);
                if let Some(node) = node.filter(|_| self.is_turret(id)) {
                    self.hurt_thing(node, weapon.harm()[1] * share);
                    shared.push(node);
                }
            }
        }
        shared
    }

    /// The place of an actor that is nearest to another: on the box of its node, or where it stands.
    pub(super) fn nearest_of(&self, id: ActorId, place: Vec3) -> Option<Vec3> {
        let actor = self.state().actors.find(id.0)?;
        let table = &self.edit.simulation.occurrences;
        let bounds = actor.node.and_then(|node| table.of(node).next()).map(|id| table.bounds(id));
        let bounds = bounds.filter(|bounds| !bounds.is_empty());
        Some(bounds.map_or(actor.position(), |bounds| place.clamp(bounds.min, bounds.max)))
    }

    /// All but what has its damage already.
    fn blast_things(&mut self, weapon: &WeaponLaw, place: Vec3, reach_sq: f32, done: &[NodeId]) {
        let Battle { scene, edit, memory, .. } = self;
        let super::Memory { near, hurt, .. } = memory;
        let simulation = &*edit.simulation;
        simulation.probe().within(place, reach_sq.sqrt(), NodeFlags::PROXIMITY, near);
        if near.is_empty() || scene.programs.is_empty() {
            return;
        }
        hurt.clear();
        let amount = weapon.harm()[1];
        Player::with(edit, |player| {
            hurt.extend(done.iter().filter_map(|node| player.target_of(*node)));
            for near in near.iter() {
                let Some(target) = player.target_of(near.node).filter(|target| !hurt.contains(target)) else {
                    continue;
                };
                hurt.push(target);
                let share = share(near.distance * near.distance, reach_sq);
                if share > 0.0 {
                    player.damage(target, amount * share, DamageKind::Weapon);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_damage_falls_with_the_square_of_the_distance() {
        // A radius of 16 with the original's slip: all of it in the middle, three quarters 2 units away, none at 4.
        assert_eq!(
            [0.0_f32, 2.0, 4.0, 9.0].map(|distance| share(distance * distance, 16.0)),
            [1.0, 0.75, 0.0, 0.0]
        );
        // Without it: three quarters 8 units away.
        assert_eq!([8.0_f32, 16.0].map(|distance| share(distance * distance, 256.0)), [0.75, 0.0]);
        assert_eq!(share(1.0, 0.0), 0.0);
    }
}
