//! Where the camera goes.

use super::Edit;
use crate::TICKS_PER_SECOND;
use world::{CameraBlend, CameraMode};

/// Longest way of a camera from one mode to another.
const MOST_SECONDS: f32 = 3600.0;

impl Edit<'_> {
    /// Gives the camera another mode; it takes so many seconds to get there, 0
    /// for a cut. False for numbers that are NaN or infinite, a path without keys
    /// or out of order, and a node that does not exist.
    pub fn set_camera(&mut self, mode: CameraMode, seconds: f32) -> bool {
        let sound = mode.is_sound() && seconds.is_finite() && mode.node().is_none_or(|node| self.knows(node));
        if sound {
            self.simulation.state.rig.mode = mode;
            self.blend_camera(seconds);
        }
        sound
    }

    /// Lets the camera go from where it is to where its mode wants it. A path or
    /// an orbit begins anew.
    pub(super) fn blend_camera(&mut self, seconds: f32) {
        let state = &mut self.simulation.state;
        // NaN and negative times are cuts.
        let ticks = (seconds.min(MOST_SECONDS) * TICKS_PER_SECOND as f32).round() as u32;
        let from = state.camera.pose();
        state.rig.since = state.tick;
        state.rig.blend = (ticks > 0).then_some(CameraBlend { from, ticks });
        self.simulation.cut = ticks == 0;
    }
}
