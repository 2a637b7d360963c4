//! One health: a hit takes of it, and a hard one pushes.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "A6. Health". That the push is a speed is inferred.

use super::Blow;
use world::{Avatar, CombatRules};

/// A hit; gives the share that is left.
pub(super) fn hurt(health: &mut f32, most: f32, amount: f32) -> f32 {
    *health = (*health - amount).clamp(0.0, most.max(0.0));
    if most > 0.0 { *health / most } else { 0.0 }
}

/// A hard hit pushes along its way: the damage by the mass, within bounds.
pub(super) fn push(rules: &CombatRules, mass: f32, blow: &Blow, avatar: &mut Avatar) {
    let [above, least, most] = rules.push;
    let amount = blow.harm[1];
    if amount > above && mass > 0.0 && least <= most {
        avatar.velocity += blow.way * (amount / mass).clamp(least, most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn health_ends_at_nothing_and_at_the_whole() {
        let mut health = 100.0;
        assert_eq!(hurt(&mut health, 100.0, 24.0), 0.76);
        assert_eq!((hurt(&mut health, 100.0, 500.0), health), (0.0, 0.0));
        let mut health = 120.0;
        assert_eq!((hurt(&mut health, 100.0, 0.0), health), (1.0, 100.0));
        assert_eq!(hurt(&mut health, 0.0, 1.0), 0.0);
        assert_eq!((hurt(&mut health, -5.0, 1.0), health), (0.0, 0.0));
    }

    #[test]
    fn a_push_is_the_damage_by_the_mass_within_bounds() {
        let rules = CombatRules { push: [5.0, 0.005, 0.333], ..CombatRules::default() };
        let pushed = |amount: f32, mass: f32| {
            let mut avatar = Avatar::default();
            let blow = Blow { harm: [0.0, amount], way: Vec3::X, ..Blow::default() };
            push(&rules, mass, &blow, &mut avatar);
            avatar.velocity.x
        };
        assert_eq!([pushed(5.0, 1.0), pushed(24.0, 100.0), pushed(24.0, 2.0)], [0.0, 0.24, 0.333]);
        assert_eq!([pushed(6.0, 1e6), pushed(6.0, 0.0), pushed(6.0, f32::NAN)], [0.005, 0.0, 0.0]);
        // Bounds that are none push nothing.
        let rules = CombatRules { push: [5.0, 0.333, 0.005], ..CombatRules::default() };
        let mut avatar = Avatar::default();
        let blow = Blow { harm: [0.0, 24.0], way: Vec3::X, ..Blow::default() };
        push(&rules, 1.0, &blow, &mut avatar);
        assert_eq!(avatar.velocity, Vec3::ZERO);
    }
}
