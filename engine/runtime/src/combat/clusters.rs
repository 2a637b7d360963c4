//! What comes apart into pieces: at once, or when it has flown far enough.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "C4. Weapons". When it does is inferred: as far from its muzzle as it
//! has to be before it can go off.

use super::Battle;
use world::{Shot, WeaponLaw};

/// Most pieces of one shot: a bound for hostile files.
const MOST: u16 = 64;

/// How many pieces a shot comes apart into; 0 for one that stays what it is.
fn pieces(weapon: &WeaponLaw, shot: &Shot) -> u16 {
    let comes_apart = weapon.cluster > 1 && !shot.is_piece && shot.flown >= weapon.arming;
    if comes_apart { weapon.cluster.min(MOST) } else { 0 }
}

impl Battle<'_, '_, '_> {
    /// Whether a shot comes apart here; its pieces fly on, each its own way.
    pub(super) fn come_apart(&mut self, weapon: &WeaponLaw, shot: &Shot) -> bool {
        let count = pieces(weapon, shot);
        let speed = shot.velocity.length();
        let Some(way) = shot.velocity.try_normalize().filter(|_| count > 0) else { return false };
        for _ in 0..count {
            let velocity = self.spread(way, weapon.spread) * speed;
            let piece = Shot { velocity, is_piece: true, node: None, sound: 0, near_sq: None, ..*shot };
            self.memory.pieces.push(piece);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_comes_apart_once_and_not_before_it_may() {
        let weapon = WeaponLaw { cluster: 5, arming: 30.0, ..WeaponLaw::default() };
        let shot = |flown, is_piece| Shot { flown, is_piece, ..Shot::default() };
        assert_eq!(pieces(&weapon, &shot(29.0, false)), 0);
        assert_eq!(pieces(&weapon, &shot(30.0, false)), 5);
        assert_eq!(pieces(&weapon, &shot(40.0, true)), 0);
        let many = WeaponLaw { cluster: u16::MAX, ..weapon };
        assert_eq!(pieces(&many, &shot(30.0, false)), 64);
        let one = WeaponLaw { cluster: 1, ..many };
        assert_eq!(pieces(&one, &shot(30.0, false)), 0);
    }
}
