//! The weapons of a vehicle: where they are, which belong together, and how they are loaded.

use super::CombatLaw;
use super::damage::{DamageModel, DamageState};
use crate::{ActorId, NodeId, ProgramId};
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// Most weapons of a vehicle; more are left out.
pub const MOST_SLOTS: usize = 32;
/// Hits that are remembered of a vehicle.
pub const MOST_HITS: usize = 4;

/// The weapons of a kind of vehicle, and what it is made of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ArmsLaw {
    /// Its weapons; at most [`MOST_SLOTS`] count.
    pub slots: Vec<SlotLaw>,
    /// Where shots leave it.
    pub muzzles: Vec<Muzzle>,
    /// Sines of how far up and how far down its guns go against its body; `None` for guns that go where it looks.
    pub elevation: Option<[f32; 2]>,
    /// How far its guns turn against its torso, radians: least and most to the left, down and up; `None` for guns that go
    /// where it looks.
    pub swing: Option<[[f32; 2]; 2]>,
    /// The second trigger fires all weapons at once.
    pub second_fires_all: bool,
    /// Its shots meet in what somebody in its cockpit looks at, up to so far away, units; 0 for guns that go on side by
    /// side.
    pub converges: f32,
    /// What it is made of.
    pub damage: DamageModel,
    /// What happens when it is destroyed; none is known for many.
    pub death: Option<ProgramId>,
    /// How hard it is to push.
    pub mass: f32,
    /// What it cannot do without.
    pub vital: VitalLaw,
}

/// Nodes that a vehicle needs: it is destroyed when fewer of them than that are switched on.
///
/// Source: `docs/spec/zbd/vehicles-and-combat.md`, "C3. Damage, vehicles".
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VitalLaw {
    /// Which; none for what needs none.
    pub nodes: Vec<NodeId>,
    /// How many of them, at most all.
    pub least: u32,
}

/// A place for a weapon.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SlotLaw {
    /// Its weapon, among [`CombatLaw::weapons`].
    pub weapon: u32,
    /// Ammunition at the start; `None` never runs out.
    pub ammunition: Option<u32>,
    /// Groups that it belongs to, as bits.
    pub groups: u32,
    /// Its muzzles, among those of the vehicle, fired in turn; those of the vehicle if it has none of its own.
    pub muzzles: Vec<u8>,
}

/// Where shots leave a vehicle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Muzzle {
    /// The node; shots leave at its origin.
    pub node: Option<NodeId>,
    /// In the space of the body, where there is no node, units.
    pub place: Vec3,
}

impl ArmsLaw {
    /// Its weapons.
    pub fn slots(&self) -> &[SlotLaw] {
        self.slots.get(..MOST_SLOTS).unwrap_or(&self.slots)
    }

    /// All loaded, nothing broken.
    pub fn loaded(&self, actor: ActorId) -> Arms {
        let slots: Vec<Slot> = self.slots().iter().map(Slot::loaded).collect();
        let groups = self.slots().iter().fold(0, |all, slot| all | slot.groups);
        let first = groups.trailing_zeros().min(31);
        let second = (groups & !(1 << first)).trailing_zeros();
        Arms {
            actor,
            slots,
            group: first as u8,
            second: if second < 32 { second as u8 } else { first as u8 },
            damage: DamageState::whole(&self.damage),
            ..Arms::default()
        }
    }
}

/// The weapons of a vehicle, and what is left of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arms {
    /// Whose.
    pub actor: ActorId,
    /// By the slots of its law.
    pub slots: Vec<Slot>,
    /// The group that the first trigger fires.
    pub group: u8,
    /// The group that the second trigger fires.
    pub second: u8,
    /// What is left of it besides what its own state says.
    pub damage: DamageState,
    /// Health a second that fire takes, and seconds that it burns.
    pub burns: [f32; 2],
    /// Seconds for which it is frozen.
    pub frozen: f32,
    /// The shot that its driver steers.
    pub steers: Option<u32>,
    /// It is destroyed, and that was told.
    pub destroyed: bool,
    /// The last hits of a vehicle that a person drives, the latest last; at most [`MOST_HITS`].
    #[serde(default)]
    pub hits: Vec<Struck>,
    /// By which share this one has more armour and health in its pools than its law says, or less.
    #[serde(default)]
    pub extra_pools: f32,
    /// Whom its shots stick to.
    #[serde(default)]
    pub sticks: Option<Stick>,
}

/// An opponent that shots stick to; see [`AimAssist`](super::AimAssist).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stick {
    /// Who.
    pub to: ActorId,
    /// How much of the way from the aim to there shots go, 0..=1.
    pub share: f32,
    /// For how long it has not been close beside the aim, seconds.
    pub away: f32,
}

impl Stick {
    fn is_sound(&self) -> bool {
        (0.0..=1.0).contains(&self.share) && self.away.is_finite() && self.away >= 0.0
    }
}

/// A hit of a vehicle, for whoever asks where it came from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Struck {
    /// The way to where it came from, radians to the left of north.
    pub yaw: f32,
    /// The tick that it happened in.
    pub tick: u64,
}

/// How a weapon is loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    /// Ammunition that is left; `None` never runs out.
    pub ammunition: Option<u32>,
    /// Seconds to the next shot.
    pub wait: f32,
    /// Which of its muzzles is next.
    pub muzzle: u8,
}

impl Slot {
    fn loaded(law: &SlotLaw) -> Self {
        Slot { ammunition: law.ammunition, ..Slot::default() }
    }
}

impl Arms {
    /// Remembers a hit, and forgets the first of too many.
    pub fn remember(&mut self, hit: Struck) {
        if self.hits.len() >= MOST_HITS {
            self.hits.remove(0);
        }
        self.hits.push(hit);
    }

    pub(super) fn fits(&self, law: &CombatLaw) -> bool {
        self.slots.len() <= MOST_SLOTS
            && self.slots.iter().all(|slot| slot.wait.is_finite())
            && self.group < 32
            && self.second < 32
            && self.burns.iter().all(|number| number.is_finite())
            && self.frozen.is_finite()
            && self.hits.len() <= MOST_HITS
            && self.hits.iter().all(|hit| hit.yaw.is_finite())
            && self.extra_pools.is_finite()
            && self.extra_pools > -1.0
            && self.sticks.is_none_or(|own| own.is_sound())
            && self.damage.is_sound()
            && !law.weapons.is_empty()
    }
}
