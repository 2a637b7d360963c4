//! Camera data. Source: `docs/spec/zbd/nodes.md`, "6.1 Camera".

use super::codes::{CAMERA_CLIP, CAMERA_FOV, CAMERA_INDEX, CAMERA_LOD};
use super::rules::{Rules, equal, require};
use crate::gamez::Version;
use binary::{Report, record};

record! {
    /// How the world is looked at. Everything the engine computes at run time
    /// is zero in files.
    pub struct Camera in "zbd.node.camera" sizes [488, 488, 488] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
        /// Slot of the World node.
        world_index: i32 [0, 0, 0],
        /// Slot of the Window node.
        window_index: i32 [4, 4, 4],
        focus_node_xy: i32 [8, 8, 8],
        focus_node_xz: i32 [12, 12, 12],
        flags: u32 [16, 16, 16] must 0,
        translate: [f32; 3] [20, 20, 20] must [0.0; 3],
        rotate: [f32; 3] [32, 32, 32] must [0.0; 3],
        world_translate: [f32; 3] [44, 44, 44] must [0.0; 3],
        world_rotate: [f32; 3] [56, 56, 56] must [0.0; 3],
        ancestor_matrix: [f32; 12] [68, 68, 68] must [0.0; 12],
        view_vector: [f32; 3] [116, 116, 116] must [0.0; 3],
        translate_matrix: [f32; 12] [128, 128, 128] must [0.0; 12],
        /// Units, > 0.
        clip_near: f32 [176, 176, 176],
        /// Units, > `clip_near`.
        clip_far: f32 [180, 180, 180],
        clip_near_in_world: [f32; 3] [184, 184, 184] must [0.0; 3],
        clip_far_in_world: [f32; 3] [196, 196, 196] must [0.0; 3],
        /// > 0; distances to LOD nodes are divided by it.
        lod_multiplier: f32 [208, 208, 208],
        /// 1 / multiplier squared.
        lod_mul_inv_sq: f32 [212, 212, 212],
        fov_h_scale: f32 [216, 216, 216],
        fov_v_scale: f32 [220, 220, 220],
        /// Radians.
        fov_h_base: f32 [224, 224, 224],
        fov_v_base: f32 [228, 228, 228],
        fov_h_scaled: f32 [232, 232, 232],
        fov_v_scaled: f32 [236, 236, 236],
        fov_h_half: f32 [240, 240, 240],
        fov_v_half: f32 [244, 244, 244],
        clip_recalc: i32 [248, 248, 248] must 1,
        /// `clip_unknown`, then the far plane's corners.
        clip_corners: [[f32; 3]; 5] [252, 252, 252] must [[0.0; 3]; 5],
        fov_recalc: i32 [312, 312, 312] must 1,
        /// Right, left, bottom, top, front, back.
        local_frustum: [[f32; 3]; 6] [316, 316, 316] must [[0.0; 3]; 6],
        rotate_recalc: i32 [388, 388, 388] must 1,
        world_frustum: [[f32; 3]; 6] [392, 392, 392] must [[0.0; 3]; 6],
        field464: i32 [464, 464, 464] must 0,
        /// 1 / tan(`fov_h_half`).
        fov_h_cot: f32 [468, 468, 468],
        fov_v_cot: f32 [472, 472, 472],
        field476: i32 [476, 476, 476] must 0,
        zone_set_valid: i32 [480, 480, 480] must 0,
        zone_set: u32 [484, 484, 484] must 0xFFFF_FF00,
    }
}

/// 1 / tan(angle), computed in f64 and rounded once.
pub fn cotangent(angle: f32) -> f32 {
    (1.0 / libm::tan(f64::from(angle))) as f32
}

impl Camera {
    /// Everything that must agree; `nodes` is the number of nodes, `window` the
    /// slot of the window where the node's name decides it.
    pub(super) fn check(
        &self,
        report: &mut Report,
        at: usize,
        version: Version,
        nodes: usize,
        window: Option<i32>,
    ) {
        let rules = &mut Rules::of::<Camera>(report, at, version);
        let slot = |index: i32| index == -1 || usize::try_from(index).is_ok_and(|index| index < nodes);
        let slots = format_args!("-1, or a slot below {nodes}");
        require!(rules, CAMERA_INDEX, self.world_index, slot(self.world_index), "{slots}");
        require!(rules, CAMERA_INDEX, self.window_index, slot(self.window_index), "{slots}");
        require!(rules, CAMERA_INDEX, self.focus_node_xy, slot(self.focus_node_xy), "{slots}");
        require!(rules, CAMERA_INDEX, self.focus_node_xz, slot(self.focus_node_xz), "{slots}");
        require!(rules, CAMERA_CLIP, self.clip_near, self.clip_near > 0.0, "a distance above 0");
        require!(
            rules,
            CAMERA_CLIP,
            self.clip_far,
            self.clip_far > self.clip_near,
            "a distance above {:?}",
            self.clip_near
        );
        let above = "a number above 0";
        require!(rules, CAMERA_FOV, self.fov_h_scale, self.fov_h_scale > 0.0, "{above}");
        require!(rules, CAMERA_FOV, self.fov_v_scale, self.fov_v_scale > 0.0, "{above}");
        if version == Version::CrimsonSkies {
            if let Some(window) = window {
                equal!(rules, CAMERA_INDEX, self.window_index, window);
            }
            equal!(rules, CAMERA_CLIP, self.clip_near, 1.0);
            equal!(rules, CAMERA_CLIP, self.clip_far, 5000.0);
            equal!(rules, CAMERA_FOV, self.fov_h_scale, 1.0);
            equal!(rules, CAMERA_FOV, self.fov_v_scale, 1.0);
            // Crimson Skies sets the lens up when it runs.
            equal!(rules, CAMERA_LOD, self.lod_multiplier, 0.0);
            equal!(rules, CAMERA_LOD, self.lod_mul_inv_sq, 0.0);
            equal!(rules, CAMERA_FOV, self.fov_h_base, 0.0);
            equal!(rules, CAMERA_FOV, self.fov_v_base, 0.0);
            equal!(rules, CAMERA_FOV, self.fov_h_cot, 0.0);
            equal!(rules, CAMERA_FOV, self.fov_v_cot, 0.0);
        } else {
            require!(rules, CAMERA_LOD, self.lod_multiplier, self.lod_multiplier > 0.0, "{above}");
            equal!(rules, CAMERA_LOD, self.lod_mul_inv_sq, 1.0 / (self.lod_multiplier * self.lod_multiplier));
            require!(rules, CAMERA_FOV, self.fov_h_base, self.fov_h_base > 0.0, "an angle above 0");
            require!(rules, CAMERA_FOV, self.fov_v_base, self.fov_v_base > 0.0, "an angle above 0");
            equal!(rules, CAMERA_FOV, self.fov_h_cot, cotangent(self.fov_h_half));
            equal!(rules, CAMERA_FOV, self.fov_v_cot, cotangent(self.fov_v_half));
        }
        equal!(rules, CAMERA_FOV, self.fov_h_scaled, self.fov_h_base * self.fov_h_scale);
        equal!(rules, CAMERA_FOV, self.fov_v_scaled, self.fov_v_base * self.fov_v_scale);
        equal!(rules, CAMERA_FOV, self.fov_h_half, self.fov_h_scaled / 2.0);
        equal!(rules, CAMERA_FOV, self.fov_v_half, self.fov_v_scaled / 2.0);
    }
}
