//! What a vehicle is made of for those who shoot at it: one health, parts with armour, or armour and health in pools.

use crate::{NodeId, ProgramId};
use serde::{Deserialize, Serialize};

/// What a kind of vehicle is made of.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum DamageModel {
    /// Health as its own state has it: tanks.
    #[default]
    Health,
    /// Parts that are lost one by one: 'mechs.
    Parts(PartsLaw),
    /// Armour over health, as a whole and of parts: aeroplanes.
    Pools(PoolsLaw),
}

/// Parts that are lost one by one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartsLaw {
    /// In the order of [`PartKind::ALL`]; parts that are not there have nothing to lose.
    pub parts: Vec<PartLaw>,
}

/// A part.
#[derive(Clone, Debug, PartialEq)]
pub struct PartLaw {
    /// Which.
    pub kind: PartKind,
    /// Armour in front and behind.
    pub armor: [f32; 2],
    /// What is below the armour.
    pub frame: f32,
    /// What is gone when it is lost.
    pub node: Option<NodeId>,
    /// What flies off then, among [`CombatLaw::weapons`](super::CombatLaw::weapons): a shot that does no harm.
    pub debris: Option<u32>,
}

/// A part of a 'mech.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartKind {
    /// The head.
    Head,
    /// The middle of the torso.
    Torso,
    /// Its left side.
    LeftTorso,
    /// Its right side.
    RightTorso,
    /// The left arm.
    LeftArm,
    /// The right arm.
    RightArm,
    /// The left leg.
    LeftLeg,
    /// The right leg.
    RightLeg,
}

impl PartKind {
    /// All of them.
    pub const ALL: [PartKind; 8] = [
        PartKind::Head,
        PartKind::Torso,
        PartKind::LeftTorso,
        PartKind::RightTorso,
        PartKind::LeftArm,
        PartKind::RightArm,
        PartKind::LeftLeg,
        PartKind::RightLeg,
    ];

    /// True for one that is not there any more when it is lost: the rest of a 'mech is a wreck then.
    pub fn falls_off(self) -> bool {
        !matches!(self, PartKind::Head | PartKind::Torso)
    }

    /// What takes the damage when it is lost.
    pub fn inward(self) -> Option<PartKind> {
        match self {
            PartKind::Head | PartKind::Torso => None,
            PartKind::LeftTorso | PartKind::RightTorso => Some(PartKind::Torso),
            PartKind::LeftArm | PartKind::LeftLeg => Some(PartKind::LeftTorso),
            PartKind::RightArm | PartKind::RightLeg => Some(PartKind::RightTorso),
        }
    }
}

/// Armour over health, as a whole and of parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PoolsLaw {
    /// Armour and health of the whole.
    pub whole: [f32; 2],
    /// Its parts; none for what has only the whole.
    pub parts: Vec<PoolPart>,
}

/// A part with armour and health of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PoolPart {
    /// Its name.
    pub name: Box<str>,
    /// Armour and health.
    pub pool: [f32; 2],
    /// What is hit where it is hit.
    pub node: Option<NodeId>,
    /// What happens at or below a share of its health, and ends above it.
    pub injuries: Vec<Injury>,
}

/// What happens at or below a share of the health.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Injury {
    /// 0..=1.
    pub share: f32,
    /// What happens.
    pub program: ProgramId,
}

/// What is left of a vehicle, besides the health that its own state has.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DamageState {
    /// Nothing besides.
    #[default]
    Health,
    /// Of each part of its law.
    Parts(Vec<PartState>),
    /// Of the whole, and of each part of its law.
    Pools {
        /// Armour and health.
        whole: [f32; 2],
        /// Armour and health of each.
        parts: Vec<[f32; 2]>,
    },
}

/// What is left of a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartState {
    /// Armour in front and behind.
    pub armor: [f32; 2],
    /// What is below the armour; 0 for a part that is lost.
    pub frame: f32,
}

impl DamageState {
    /// Nothing is broken.
    pub fn whole(law: &DamageModel) -> Self {
        let bounded = super::weapon::bounded;
        match law {
            DamageModel::Health => DamageState::Health,
            DamageModel::Parts(law) => DamageState::Parts(
                law.parts
                    .iter()
                    .map(|part| PartState { armor: part.armor.map(bounded), frame: bounded(part.frame) })
                    .collect(),
            ),
            DamageModel::Pools(law) => DamageState::Pools {
                whole: law.whole.map(bounded),
                parts: law.parts.iter().map(|part| part.pool.map(bounded)).collect(),
            },
        }
    }

    pub(super) fn is_sound(&self) -> bool {
        match self {
            DamageState::Health => true,
            DamageState::Parts(parts) => parts
                .iter()
                .all(|part| part.frame.is_finite() && part.armor.iter().all(|own| own.is_finite())),
            DamageState::Pools { whole, parts } => {
                whole.iter().chain(parts.iter().flatten()).all(|own| own.is_finite())
            }
        }
    }
}
