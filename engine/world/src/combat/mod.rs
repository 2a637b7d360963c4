//! Weapons and damage: their laws, which loading makes, and what flies, burns and is broken, which a tick changes. What
//! they do is in the crate `runtime`, `combat`.
//!
//! | file | holds |
//! |---|---|
//! | `weapon.rs` | what a weapon is |
//! | `arms.rs` | the weapons of a vehicle, and how they are loaded |
//! | `damage.rs` | what a vehicle is made of for those who shoot at it, and what is left of that |
//! | `flying.rs` | shots on their way, beams |
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "Part B — Recoil weapons, turrets, AI, pickups, objectives", "C3.
//! Damage, vehicles", "C4. Weapons".

mod arms;
mod damage;
mod flying;
mod weapon;

pub use arms::{Arms, ArmsLaw, MOST_HITS, MOST_SLOTS, Muzzle, Slot, SlotLaw, Stick, Struck, VitalLaw};
pub use damage::{
    DamageModel, DamageState, Injury, PartKind, PartLaw, PartState, PartsLaw, PoolPart, PoolsLaw,
};
pub use flying::{Beam, Goal, MOST_BEAMS, MOST_SHOTS, Shot, SpareModel};
pub use weapon::{Impact, Surface, WeaponLaw, WeaponManner, WeaponShow};

use crate::{ActorId, Scene};
use serde::{Deserialize, Serialize};

/// Weapons of a scene, who has them, and the rules of its game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CombatLaw {
    /// Weapons, by the number that slots and shots name.
    pub weapons: Vec<WeaponLaw>,
    /// Of each vehicle of the scene, by its number; a vehicle beyond the end has none.
    pub arms: Vec<ArmsLaw>,
    /// What holds for all of them.
    pub rules: CombatRules,
}

/// What holds for all weapons and all damage of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CombatRules {
    /// What a bounce leaves of the speed along the normal and along the surface.
    pub bounce: [f32; 2],
    /// How fast what bounces spins, radians/s.
    pub spin: f32,
    /// Most blasts of a tick; later ones do nothing.
    pub most_blasts: u32,
    /// The original divides the square of the distance by the radius itself: a blast of radius 16 reaches 4 units far.
    /// Without that it is divided by the square of the radius.
    pub blast_quirk: bool,
    /// How long a beam is seen, seconds.
    pub beam: f32,
    /// Seconds over which fire does the damage of the weapon that lit it.
    pub fire: f32,
    /// Seconds for which whoever is frozen does nothing.
    pub freeze: f32,
    /// Damage above which a hit pushes, least and largest push in units/s.
    pub push: [f32; 3],
    /// Half of the cone in which a weapon that finds its way looks for something to go to, radians.
    pub seek: f32,
    /// What is slower than this after a bounce comes to lie, units/s.
    pub rest: f32,
    /// Least y of the normal of ground that something comes to lie on.
    pub level: f32,
    /// Seconds that a shot which bounces lies still before it goes off by itself; for ever at 0.
    pub lie: f32,
    /// How fast a lost part flies off: to some side and up, units/s.
    pub flies_off: [f32; 2],
    /// How far the armour and the health of aeroplanes differ from what their law says, by chance: a share, 0..1.
    pub pool_spread: f32,
    /// How many living parts of an aeroplane there are of which one, by chance, takes a hit that meets none.
    pub first_parts: u32,
    /// Share of what there was below which little is left of a part, or of an opponent; that is only seen.
    pub alarm: f32,
    /// How many times as far as a muzzle is from the eye something has to be for shots to meet in it.
    pub squint: f32,
    /// Of whoever pilots a vehicle in person; none where shots go where they are aimed.
    pub aim_assist: Option<AimAssist>,
}

/// Aim assistance: shots of guns go from the aim to where they meet an opponent close beside it, and stick to that one.
///
/// Source: `docs/spec/zbd/vehicles-and-combat.md`, "C4. Weapons" ("sticky bullets"). How far beside the aim an opponent is
/// found, and what these numbers do, is inferred.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AimAssist {
    /// How fast shots catch up with the opponent, 1/s: what is left between the aim and the opponent fades that fast.
    pub catch_up: f32,
    /// Half of the cone within which such shots miss by chance, radians; a gun that shoots straighter keeps its own.
    pub inaccuracy: f32,
    /// How long an opponent is remembered who is not close beside the aim any more, seconds.
    pub forget: f32,
    /// How far beside the aim an opponent is found, and shots go at most, radians.
    pub cone: f32,
}

/// What a tick changes: weapons, shots, beams.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combat {
    /// Of the vehicles that have any, ascending by actor.
    pub arms: Vec<Arms>,
    /// On their way, in the order in which they were fired.
    pub shots: Vec<Shot>,
    /// Seen now.
    pub beams: Vec<Beam>,
    /// Copies of models that wait for the next shot.
    pub spare: Vec<SpareModel>,
    /// The number of the next shot.
    pub next: u32,
}

impl Combat {
    /// True while nobody has a weapon and nothing flies.
    pub fn is_unused(&self) -> bool {
        *self == Combat::default()
    }

    /// The weapons of an actor.
    pub fn arms_of(&self, actor: ActorId) -> Option<&Arms> {
        let at = self.arms.binary_search_by_key(&actor, |arms| arms.actor).ok()?;
        self.arms.get(at)
    }

    /// The weapons of an actor, to be changed.
    pub fn arms_of_mut(&mut self, actor: ActorId) -> Option<&mut Arms> {
        let at = self.arms.binary_search_by_key(&actor, |arms| arms.actor).ok()?;
        self.arms.get_mut(at)
    }

    /// True when it can be that of a scene: what was read from a file may be anything.
    pub fn fits(&self, scene: &Scene) -> bool {
        let knows = |weapon: u32| (weapon as usize) < scene.combat.weapons.len();
        self.arms.is_sorted_by(|a, b| a.actor < b.actor)
            && self.arms.iter().all(|arms| arms.fits(&scene.combat))
            && self.shots.len() <= MOST_SHOTS
            && self.shots.iter().all(|shot| knows(shot.weapon) && shot.is_finite())
            && self.beams.len() <= MOST_BEAMS
            && self.beams.iter().all(|beam| knows(beam.weapon) && beam.is_finite())
            && self.spare.len() <= MOST_SHOTS + MOST_BEAMS
    }
}
