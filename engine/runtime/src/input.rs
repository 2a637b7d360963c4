//! What is asked of an actor in one tick.

use serde::{Deserialize, Serialize};

/// What a person asks in one tick. Values that are NaN or infinite count as
/// zero.
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
    /// Down: a vehicle that dives, or a machine that crouches.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sink: bool,
    /// The first trigger of weapons.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fire: bool,
    /// Their second trigger.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fire_second: bool,
}

/// What an actor is asked in one tick, whoever pilots it: every value is finite
/// and in its range. The fields are those of [`Input`], triggers apart: those are the weapons'.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Intent {
    pub forward: f32,
    pub strafe: f32,
    pub yaw: f32,
    pub pitch: f32,
    pub run: bool,
    pub jump: bool,
    pub sink: bool,
}

impl From<&Input> for Intent {
    fn from(input: &Input) -> Self {
        // A zero is a zero, whatever its sign: recordings do not tell them apart, and hashes do.
        let finite = |value: f32| if value.is_finite() { value + 0.0 } else { 0.0 };
        Intent {
            forward: finite(input.forward).clamp(-1.0, 1.0),
            strafe: finite(input.strafe).clamp(-1.0, 1.0),
            yaw: finite(input.yaw),
            pitch: finite(input.pitch),
            run: input.run,
            jump: input.jump,
            sink: input.sink,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nan_or_infinite_counts_as_zero_and_a_zero_has_no_sign() {
        let input =
            Input { forward: -0.0, strafe: f32::NAN, yaw: f32::INFINITY, pitch: -0.0, ..Input::default() };
        let own = Intent::from(&input);
        for value in [own.forward, own.strafe, own.yaw, own.pitch] {
            assert_eq!(value.to_bits(), 0, "{own:?}");
        }
        let far = Intent::from(&Input { forward: -7.0, strafe: 7.0, yaw: 7.0, ..Input::default() });
        assert_eq!((far.forward, far.strafe, far.yaw), (-1.0, 1.0, 7.0));
    }
}
