//! Display and Window data. Source: `docs/spec/zbd/nodes.md`, "6.2 Display" and
//! "6.3 Window".

use super::codes::{CLEAR_COLOR, WINDOW_SIZE};
use super::rules::{Rules, equal, require};
use crate::gamez::Version;
use binary::{Report, record};

record! {
    /// The screen.
    pub struct Display in "zbd.node.display" sizes [28, 28, 28] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
        /// Pixels.
        origin: [u32; 2] [0, 0, 0],
        /// Pixels.
        resolution: [u32; 2] [8, 8, 8],
        /// Each channel 0..=1.
        clear_color: [f32; 3] [16, 16, 16],
    }
}

record! {
    /// The part of the screen drawn into.
    pub struct Window in "zbd.node.window" sizes [248, 248, 248] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
        /// Pixels.
        origin: [i32; 2] [0, 0, 0],
        /// Pixels.
        resolution: [i32; 2] [8, 8, 8],
        /// Four polygons of four points and a count each, all zero.
        clear_polygons: [[u32; 13]; 4] [16, 16, 16] must [[0; 13]; 4],
        clear_polygon_count: i32 [224, 224, 224] must 0,
        buffer_index: i32 [228, 228, 228] must -1,
        buffer_surface_ptr: u32 [232, 232, 232] must 0,
        buffer_width: u32 [236, 236, 236] must 0,
        buffer_height: u32 [240, 240, 240] must 0,
        buffer_bit_depth: u32 [244, 244, 244] must 0,
    }
}

/// True when every channel is in 0..=1.
pub(super) fn is_unit(channels: &[f32]) -> bool {
    channels.iter().all(|channel| (0.0..=1.0).contains(channel))
}

impl Display {
    pub(super) fn check(&self, report: &mut Report, at: usize, version: Version) {
        let rules = &mut Rules::of::<Display>(report, at, version);
        require!(rules, CLEAR_COLOR, self.clear_color, is_unit(&self.clear_color), "channels in 0..=1");
    }
}

impl Window {
    /// `size` is the resolution where the node's name decides it.
    pub(super) fn check(&self, report: &mut Report, at: usize, version: Version, size: Option<[i32; 2]>) {
        if let Some(size) = size {
            let rules = &mut Rules::of::<Window>(report, at, version);
            equal!(rules, WINDOW_SIZE, self.resolution, size);
        }
    }
}
