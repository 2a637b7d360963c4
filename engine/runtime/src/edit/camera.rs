//! Where the camera goes.

use super::Edit;
use crate::TICKS_PER_SECOND;
use world::{Camera, CameraBlend, CameraMode};

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

    /// Changes what the camera can do: its vertical field of view in radians, from where to where it sees in
    /// units, and the factor that distances to levels of detail are divided by. False unless the field of
    /// view is between 0 and half a turn, the far end behind the near one, and all of them finite and
    /// above 0.
    pub fn set_lens(&mut self, fov_y: f32, near: f32, far: f32, lod_multiplier: f32) -> bool {
        let sound = fov_y > 0.0
            && fov_y < std::f32::consts::PI
            && near > 0.0
            && far > near
            && lod_multiplier > 0.0
            && far.is_finite()
            && lod_multiplier.is_finite();
        if sound {
            let state = &mut self.simulation.state;
            state.camera = Camera { fov_y, near, far, lod_multiplier, ..state.camera };
            // Programs turn zooms from what they set themselves.
            state.programs.lens = None;
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
