//! Cameras and fog. Source: `docs/spec/zbd/anim-events.md`, "4.20 CAMERA_STATE (20)",
//! "4.21 CAMERA_FROM_TO (21)" and "4.28 FOG_STATE (28)".

use super::scope::{Checked, Scope, index, is_color, seconds, text, unflagged};
use super::{FLAGS, VALUE};
use crate::gamez::rules::{Rules, bits, equal, require};
use binary::{Padded, record};

record! {
    /// Sets what its flags say of a camera.
    pub struct CameraState in "zbd.anim.event.camera_state" sizes [36] {
        /// 0x1 and up to 0x40 for each value that follows.
        flags: u32 [0],
        node_index: i32 [4],
        clip_near: f32 [8],
        clip_far: f32 [12],
        lod_multiplier: f32 [16],
        fov_h: f32 [20],
        fov_v: f32 [24],
        zoom_h: f32 [28],
        zoom_v: f32 [32],
    }
}

record! {
    /// Changes a camera over time; each value is from, to and change per second.
    pub struct CameraFromTo in "zbd.anim.event.camera_from_to" sizes [96] {
        /// 0x1 and up to 0x40 for each value that follows.
        flags: u32 [0],
        node_index: i32 [4],
        clip_near: [f32; 3] [8],
        clip_far: [f32; 3] [20],
        lod_multiplier: [f32; 3] [32],
        fov_h: [f32; 3] [44],
        fov_v: [f32; 3] [56],
        zoom_h: [f32; 3] [68],
        zoom_v: [f32; 3] [80],
        /// Seconds.
        run_time: f32 [92],
    }
}

record! {
    /// Sets what its flags say of the world's fog.
    pub struct FogState in "zbd.anim.event.fog_state" sizes [68] {
        name: Padded<32> [0],
        /// 0x1 type, 0x2 colour, 0x4 altitude, 0x8 range.
        flags: u32 [32],
        /// The specification's `type`: 0 off, 1 linear, 2 exponential; 1 without its flag.
        kind: u32 [36],
        color: [f32; 3] [40],
        /// Least and most, in no certain order.
        altitude: [f32; 2] [52],
        /// Near and far.
        range: [f32; 2] [60],
    }
}

/// The name in every event about fog.
const FOG_NAME: &str = "default_fog_name";

impl Checked for CameraState {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        bits!(rules, FLAGS, self.flags, 0x7F);
        index!(rules, self.node_index, scope.nodes);
        unflagged!(rules, self.flags & 0x01 != 0, self.clip_near, 0.0);
        unflagged!(rules, self.flags & 0x02 != 0, self.clip_far, 0.0);
        unflagged!(rules, self.flags & 0x04 != 0, self.lod_multiplier, 0.0);
        unflagged!(rules, self.flags & 0x08 != 0, self.fov_h, 0.0);
        unflagged!(rules, self.flags & 0x10 != 0, self.fov_v, 0.0);
        unflagged!(rules, self.flags & 0x20 != 0, self.zoom_h, 0.0);
        unflagged!(rules, self.flags & 0x40 != 0, self.zoom_v, 0.0);
    }
}

impl Checked for CameraFromTo {
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        bits!(rules, FLAGS, self.flags, 0x7F);
        index!(rules, self.node_index, scope.nodes);
        unflagged!(rules, self.flags & 0x01 != 0, self.clip_near, [0.0; 3]);
        unflagged!(rules, self.flags & 0x02 != 0, self.clip_far, [0.0; 3]);
        unflagged!(rules, self.flags & 0x04 != 0, self.lod_multiplier, [0.0; 3]);
        unflagged!(rules, self.flags & 0x08 != 0, self.fov_h, [0.0; 3]);
        unflagged!(rules, self.flags & 0x10 != 0, self.fov_v, [0.0; 3]);
        unflagged!(rules, self.flags & 0x20 != 0, self.zoom_h, [0.0; 3]);
        unflagged!(rules, self.flags & 0x40 != 0, self.zoom_v, [0.0; 3]);
        seconds!(rules, self.run_time);
    }
}

impl Checked for FogState {
    fn rules(&self, rules: &mut Rules<'_>, _scope: &Scope<'_>) {
        text!(rules, self.name);
        require!(rules, VALUE, self.name, self.name.text() == FOG_NAME, "\"{FOG_NAME}\"");
        bits!(rules, FLAGS, self.flags, 0xF);
        require!(rules, VALUE, self.kind, self.kind <= 2, "0, 1 or 2");
        if self.flags & 0x1 == 0 {
            equal!(rules, VALUE, self.kind, 1);
        }
        unflagged!(rules, self.flags & 0x2 != 0, self.color, [0.0; 3]);
        require!(rules, VALUE, self.color, is_color(&self.color), "channels in 0..=1");
        unflagged!(rules, self.flags & 0x4 != 0, self.altitude, [0.0; 2]);
        unflagged!(rules, self.flags & 0x8 != 0, self.range, [0.0; 2]);
        if self.flags & 0x8 != 0 {
            let [near, far] = self.range;
            require!(rules, VALUE, self.range, 0.0 < near && near <= far, "0 < near <= far");
        }
    }
}
