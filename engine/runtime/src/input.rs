//! What a person asks of the avatar in one tick.

use serde::{Deserialize, Serialize};

/// What a person asks of the avatar in one tick. Values that are no numbers
/// count as zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Input {
    /// -1..=1, backward to forward.
    pub forward: f32,
    /// -1..=1, left to right.
    pub strafe: f32,
    /// Radians to turn in this tick; positive to the left.
    pub yaw: f32,
    /// Radians to look up in this tick.
    pub pitch: f32,
    /// Faster.
    pub run: bool,
    /// Off the ground, if on it.
    pub jump: bool,
}

impl Input {
    /// The same with every value in its range.
    pub(crate) fn sound(self) -> Self {
        let number = |value: f32| if value.is_finite() { value } else { 0.0 };
        Input {
            forward: number(self.forward).clamp(-1.0, 1.0),
            strafe: number(self.strafe).clamp(-1.0, 1.0),
            yaw: number(self.yaw),
            pitch: number(self.pitch),
            ..self
        }
    }
}
