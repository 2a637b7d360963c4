//! Sizes and speeds of a person on foot and in water: how far a step up, how fast a run, how steep
//! a slope. How the person moves is in the crate `runtime`, in a file `walker.rs` of its own.

use crate::{Frame, Journey};
use serde::{Deserialize, Serialize};

/// Sizes and speeds of a walker, all in the game's units and seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Walker {
    /// Radius of the capsule.
    pub radius: f32,
    /// From the feet to the top of the capsule.
    pub height: f32,
    /// From the feet to the eye.
    pub eye: f32,
    /// Highest step climbed without a jump.
    pub step: f32,
    /// Steepest slope stood on: the least y of a ground normal.
    pub slope_cos: f32,
    /// Walking, per second.
    pub walk_speed: f32,
    /// Running, per second.
    pub run_speed: f32,
    /// Per second at take-off.
    pub jump_speed: f32,
    /// Per second squared, downwards.
    pub gravity: f32,
    /// Highest speed of a fall, per second.
    pub fall_speed: f32,
    /// Depth of water in which they float, from the feet to the surface; shallower water is waded
    /// through.
    pub float: f32,
    /// Swimming, per second.
    pub swim_speed: f32,
    /// Swimming in a hurry, per second.
    pub swim_run_speed: f32,
    /// Swims as far from land as they like.
    pub swims_out_to_sea: bool,
    /// Seconds under water before one drowns; 0 for somebody who never does.
    #[serde(default)]
    pub breath: f32,
    /// Whoever falls so far below the lowest ground is put back.
    pub lost_depth: f32,
    /// They are put back to where they last stood in safety, not to the start.
    pub back_to_safe_ground: bool,
    /// How they ride; nobody does where there is none.
    #[serde(default)]
    pub ride: Option<Ride>,
}

/// What is different about somebody who rides, in the game's units and seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ride {
    /// From the hooves to the top of the rider.
    pub height: f32,
    /// From the hooves to the rider's eye.
    pub eye: f32,
    /// Per second, however much they hurry.
    pub speed: f32,
}

impl Walker {
    /// A person of 1.8 m; `units` takes metres.
    pub fn person(frame: &Frame) -> Self {
        Walker {
            radius: frame.units(0.35),
            height: frame.units(1.8),
            eye: frame.units(1.65),
            step: frame.units(0.45),
            // 50 degrees.
            slope_cos: 0.642_787_6,
            walk_speed: frame.units(3.0),
            run_speed: frame.units(8.0),
            jump_speed: frame.units(4.5),
            gravity: frame.units(9.8),
            fall_speed: frame.units(60.0),
            float: frame.units(1.4),
            swim_speed: frame.units(1.5),
            swim_run_speed: frame.units(4.0),
            swims_out_to_sea: false,
            breath: 0.0,
            // A fall of two seconds.
            lost_depth: frame.units(20.0),
            back_to_safe_ground: false,
            ride: None,
        }
    }

    /// The sizes and speeds of somebody to whom this befell.
    pub fn with(self, journey: &Journey) -> Self {
        match self.ride {
            Some(ride) if journey.rides => {
                let Ride { height, eye, speed } = ride;
                Walker { height, eye, walk_speed: speed, run_speed: speed, ..self }
            }
            _ => self,
        }
    }
}
