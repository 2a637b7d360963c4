//! What befalls somebody on foot on the way through worlds: lines into other worlds, lava, a spell that
//! carries them. Nobody in a world without any of these has one, and hashes do not see it there.

use glam::Vec3;
use serde::{Deserialize, Serialize};

/// What befell somebody on foot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Journey {
    /// They were outside all lines into other worlds since they came here, or since the last of them turned
    /// them away: the next one they touch counts. Who arrives in a line does not go back at once.
    pub is_armed: bool,
    /// They are on the way into another world, and stand still meanwhile.
    pub crossing: Option<Crossing>,
    /// Where the feet last stood on ground, in no liquid and no line; only kept where
    /// [`Walker::back_to_safe_ground`](crate::Walker::back_to_safe_ground) asks for it.
    pub safe: Option<Vec3>,
    /// Ticks in lava without a break.
    pub in_lava: u32,
    /// All damage that was taken.
    pub injury: u32,
    /// They let go of a ladder by a jump, and were neither off it nor on the ground since.
    #[serde(skip_serializing_if = "is_false")]
    pub let_go: bool,
    /// Ticks under water without a breath.
    #[serde(skip_serializing_if = "is_none")]
    pub under_water: u32,
    /// They neither fall nor swim, but sink slowly and walk on water.
    pub levitates: bool,
    /// They fly where they look, so many units a second; 0 for who does not.
    #[serde(skip_serializing_if = "is_none_f")]
    pub flies: f32,
    /// They ride, where the world lets them: see [`Walker::ride`](crate::Walker::ride).
    #[serde(skip_serializing_if = "is_false")]
    pub rides: bool,
}

/// On the way into another world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crossing {
    /// The number of the line among the regions of the scene.
    pub region: u32,
    /// The tick in which it was touched.
    pub since: u64,
}

fn is_false(value: &bool) -> bool {
    !value
}

fn is_none(value: &u32) -> bool {
    *value == 0
}

fn is_none_f(value: &f32) -> bool {
    *value == 0.0
}

impl Journey {
    /// True when nothing befell them.
    pub fn is_unused(&self) -> bool {
        *self == Journey::default()
    }

    /// The same for somebody who was put somewhere else, perhaps into another world: what they were about to
    /// cross is behind them, and where they stood safely means nothing there.
    pub fn elsewhere(self) -> Self {
        Journey {
            is_armed: false,
            crossing: None,
            safe: None,
            in_lava: 0,
            let_go: false,
            under_water: 0,
            ..self
        }
    }
}
