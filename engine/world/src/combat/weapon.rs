//! What a weapon is. Nothing here decides what it does.

use crate::program::SoundRef;
use crate::{NodeId, ProgramId};
use bitflags::bitflags;

bitflags! {
    /// What a weapon does besides flying and hitting. The bits are the original's.
    ///
    /// Source: `docs/spec/zbd/vehicles-and-combat.md`, "B2. Reader keys".
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct WeaponManner: u32 {
        /// It is there at once, as far as it reaches.
        const BEAM = 0x2;
        /// It is cold.
        const COLD = 0x200;
        /// It says to others where to go.
        const DESIGNATES = 0x800;
        /// What it hits burns.
        const IGNITES = 0x1000;
        /// It bounces, lies, and goes off when somebody comes near.
        const MINE = 0x2000;
        /// It finds its way.
        const HOMING = 0x4000;
        /// It goes on from what it hits to what is near.
        const CHAIN = 0x1_0000;
        /// Whoever fired it steers it.
        const REMOTE = 0x8_0000;
        /// The camera goes with it.
        const TETHER = 0x10_0000;
        /// What it hits cannot move for a while.
        const FREEZES = 0x20_0000;
    }
}

/// A weapon. Numbers may be anything that a reader can say; whoever uses them asks the functions that bound them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeaponLaw {
    /// Its name in the game's files.
    pub name: Box<str>,
    /// What people call it, in the language of the game; its name where nobody says it.
    pub label: Box<str>,
    /// What a hit takes of armour and of health. In games without armour the second alone counts.
    pub damage: [f32; 2],
    /// Shots a second.
    pub rate: f32,
    /// How far it goes, units.
    pub range: f32,
    /// How fast it leaves the muzzle, units/s.
    pub speed: f32,
    /// How it gains speed along its way, units/s².
    pub acceleration: f32,
    /// How it falls, units/s².
    pub gravity: f32,
    /// How far its blast reaches, as the game measures it; 0 for none. See
    /// [`CombatRules::blast_quirk`](super::CombatRules::blast_quirk).
    pub blast: f32,
    /// How far it flies before it can go off near something, or before it comes apart, units.
    pub arming: f32,
    /// It goes off near others, within the reach of its blast.
    pub fused: bool,
    /// Half of the cone in which it flies by chance, radians.
    pub spread: f32,
    /// How many it becomes; 0 and 1 for one that stays what it is.
    pub cluster: u16,
    /// Seconds before it begins to find its way.
    pub homing_delay: f32,
    /// Fastest turn of one that finds its way or is steered, radians/s.
    pub turn: f32,
    /// Seconds over which it comes to turn as fast as that.
    pub turn_ramp: f32,
    /// Heat of a shot.
    pub heat: f32,
    /// Most ammunition; `None` never runs out.
    pub ammunition: Option<u32>,
    /// What else it does.
    pub manner: WeaponManner,
    /// What a shot shows at the muzzle.
    pub fire: WeaponShow,
    /// The node that is copied for what flies, or for a beam, whose z axis then is as long as the beam.
    pub model: Option<NodeId>,
    /// What flies with it.
    pub flight: WeaponShow,
    /// What a hit shows, by what is hit.
    pub impacts: Vec<(Surface, Impact)>,
}

/// What is seen and heard of a weapon.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeaponShow {
    /// What happens there.
    pub program: Option<ProgramId>,
    /// What is heard.
    pub sound: Option<SoundRef>,
    /// The program is turned about the way of the shot by chance.
    pub random_turn: bool,
}

/// What is hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// Anything that is not named.
    Default,
    /// A kind of ground, by its number.
    Soil(u8),
    /// Something that takes damage and does not move by itself.
    Building,
    /// The vehicle of a person.
    Person,
    /// Any other vehicle.
    Opponent,
}

/// What a hit shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Impact {
    /// What happens there.
    pub program: Option<ProgramId>,
    /// What happens in place of it when that destroys what is hit.
    pub kill: Option<ProgramId>,
    /// What happens in place of `program` by what is left of the health of what is hit: the first entry whose share is
    /// at least that.
    pub by_health: Vec<(f32, ProgramId)>,
    /// What is heard.
    pub sound: Option<SoundRef>,
    /// What is heard when it bounces.
    pub bounce_sound: Option<SoundRef>,
    /// Name of an effect of the game; empty for none.
    pub effect: Box<str>,
}

/// The least time between two shots of a barrel, seconds: one in each tick.
const LEAST_PERIOD: f32 = 1.0 / 60.0;
/// The most of what a law can say that a world can still reckon with.
const MOST: f32 = 1e6;

impl WeaponLaw {
    /// Seconds between two shots; `None` for one that never fires.
    pub fn period(&self) -> Option<f32> {
        (self.rate > 0.0).then(|| (1.0 / self.rate).max(LEAST_PERIOD)).filter(|period| *period <= MOST)
    }

    /// How far it goes, units.
    pub fn reach(&self) -> f32 {
        bounded(self.range)
    }

    /// How fast it leaves the muzzle, units/s.
    pub fn muzzle_speed(&self) -> f32 {
        bounded(self.speed)
    }

    /// What a hit takes of armour and of health.
    pub fn harm(&self) -> [f32; 2] {
        self.damage.map(bounded)
    }

    /// The square of the distance beyond which its blast does nothing; `None` without a blast.
    pub fn blast_reach_sq(&self, quirk: bool) -> Option<f32> {
        let radius = bounded(self.blast);
        (radius > 0.0).then_some(if quirk { radius } else { radius * radius })
    }

    /// What a hit of a surface shows: the first of the kinds that it is, or the default.
    pub fn impact(&self, kinds: &[Surface]) -> Option<&Impact> {
        let find = |kind: &Surface| self.impacts.iter().find(|(own, _)| own == kind);
        let found = kinds.iter().find_map(find).or_else(|| find(&Surface::Default));
        found.map(|(_, impact)| impact)
    }
}

/// What is not negative and can be reckoned with; NaN counts as 0.
pub(super) fn bounded(number: f32) -> f32 {
    if number.is_nan() { 0.0 } else { number.clamp(0.0, MOST) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_numbers_are_bounded() {
        let law = |rate: f32| WeaponLaw { rate, ..WeaponLaw::default() };
        assert_eq!(law(12.0).period(), Some(1.0 / 12.0));
        assert_eq!(law(1e9).period(), Some(1.0 / 60.0));
        assert_eq!(law(f32::INFINITY).period(), Some(1.0 / 60.0));
        for never in [0.0, -1.0, f32::NAN, 1e-9] {
            assert_eq!(law(never).period(), None, "{never}");
        }
        let hostile = WeaponLaw {
            range: -5.0,
            speed: f32::NAN,
            damage: [f32::INFINITY, -1.0],
            blast: f32::NAN,
            ..WeaponLaw::default()
        };
        assert_eq!((hostile.reach(), hostile.muzzle_speed(), hostile.harm()), (0.0, 0.0, [1e6, 0.0]));
        assert_eq!(hostile.blast_reach_sq(true), None);
    }

    #[test]
    fn the_quirk_makes_the_radius_the_square_of_the_reach() {
        let law = WeaponLaw { blast: 16.0, ..WeaponLaw::default() };
        assert_eq!((law.blast_reach_sq(true), law.blast_reach_sq(false)), (Some(16.0), Some(256.0)));
    }

    #[test]
    fn what_is_named_comes_before_the_default() {
        let own = |effect: &str| Impact { effect: effect.into(), ..Impact::default() };
        let law = WeaponLaw {
            impacts: vec![
                (Surface::Default, own("any")),
                (Surface::Soil(1), own("water")),
                (Surface::Opponent, own("foe")),
            ],
            ..WeaponLaw::default()
        };
        let effect = |kinds: &[Surface]| law.impact(kinds).map(|impact| &*impact.effect);
        assert_eq!(effect(&[Surface::Opponent, Surface::Soil(1)]), Some("foe"));
        assert_eq!(effect(&[Surface::Building, Surface::Soil(1)]), Some("water"));
        assert_eq!(effect(&[Surface::Soil(2)]), Some("any"));
        assert_eq!(WeaponLaw::default().impact(&[Surface::Default]), None);
    }
}
