//! Light data. Source: `docs/spec/zbd/nodes.md`, "6.4 Light".

use super::codes::{
    LIGHT_COLOR, LIGHT_DIRECTION, LIGHT_FLAGS, LIGHT_INTENSITY, LIGHT_PARENT_PTR, LIGHT_RANGE, LIGHT_SWITCH,
};
use super::rules::{Rules, equal, require};
use super::screen::is_unit;
use crate::gamez::Version;
use binary::{Report, record};
use serde::{Deserialize, Serialize};

record! {
    /// A light of the world, in every known file the sun.
    pub struct LightInfo in "zbd.node.light" sizes [228, 208, 256] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
        /// RC stores its flags as words.
        recalc: u32 [0, _, _],
        unk1: u32 [4, _, _],
        /// Direction as Euler angles, radians.
        orientation: [f32; 3] [8, 0, 0],
        translate: [f32; 3] [20, 12, 12],
        euler_angles: [f32; 3] [32, 24, 24] must [0.0; 3],
        world_translate: [f32; 3] [44, 36, 36] must [0.0; 3],
        transform: [f32; 12] [56, 48, 48] must [0.0; 12],
        world_point_source: [f32; 3] [104, 96, 96] must [0.0; 3],
        field: [f32; 3] [116, 108, 108] must [0.0; 3],
        camera_point_source: [f32; 3] [128, 120, 120] must [0.0; 3],
        world_view_vector: [f32; 3] [140, 132, 132] must [0.0, 1.0, 0.0],
        camera_view_vector: [f32; 3] [152, 144, 144] must [0.0; 3],
        /// 0..=1.
        diffuse: f32 [164, 156, 156],
        /// 0..=1.
        ambient: f32 [168, 160, 160],
        /// Each channel 0..=1.
        color: [f32; 3] [172, 164, 164],
        color_ambient: [f32; 3] [_, _, 176],
        color_diffuse_mixed: [f32; 3] [_, _, 188],
        color_ambient_mixed: [f32; 3] [_, _, 200],
        color_da_combined: [f32; 3] [_, _, 212],
        directional: u32 [184, _, _],
        directed_source: u32 [188, _, _],
        point_source: u32 [192, _, _],
        saturated: u32 [196, _, _],
        unk9: u32 [200, _, _],
        /// MW, PM, CS.
        flags: u32 [_, 176, 224],
        /// Units, > 0.
        range_near: f32 [204, 180, 228],
        /// Units, > `range_near`.
        range_far: f32 [208, 184, 232],
        range_near_sq: f32 [_, 188, 236],
        range_far_sq: f32 [212, 192, 240],
        /// 1 / (far - near).
        range_inv: f32 [216, 196, 244],
        #[serde(skip)]
        parent_count: u32 [220, 200, 248],
        /// Stale address.
        parent_ptr: u32 [224, 204, 252],
    }
}

/// A light and its own list of parents.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Light {
    /// Colour, direction, range.
    pub info: LightInfo,
    /// Slots of the nodes it shines for; the World node in every known file.
    pub parents: Vec<i32>,
}

impl LightInfo {
    pub(super) fn check(&self, report: &mut Report, at: usize, version: Version) {
        let rules = &mut Rules::of::<LightInfo>(report, at, version);
        // The switches are absent, and so 0, everywhere but in Recoil.
        require!(rules, LIGHT_SWITCH, self.recalc, self.recalc <= 1, "0 or 1");
        require!(rules, LIGHT_SWITCH, self.unk1, self.unk1 <= 1, "0 or 1");
        require!(rules, LIGHT_SWITCH, self.directional, self.directional <= 1, "0 or 1");
        require!(rules, LIGHT_SWITCH, self.directed_source, self.directed_source <= 1, "0 or 1");
        require!(rules, LIGHT_SWITCH, self.point_source, self.point_source <= 1, "0 or 1");
        require!(rules, LIGHT_SWITCH, self.saturated, self.saturated <= 1, "0 or 1");
        require!(rules, LIGHT_SWITCH, self.unk9, self.unk9 <= 1, "0 or 1");
        // In Crimson Skies one value each will do.
        if version != Version::CrimsonSkies {
            self.check_shine(rules);
        }
        require!(rules, LIGHT_RANGE, self.range_near, self.range_near > 0.0, "a distance above 0");
        require!(
            rules,
            LIGHT_RANGE,
            self.range_far,
            self.range_far > self.range_near,
            "a distance above {:?}",
            self.range_near
        );
        if let Some(square) = near_squared(version, self.range_near) {
            equal!(rules, LIGHT_RANGE, self.range_near_sq, square);
        }
        equal!(rules, LIGHT_RANGE, self.range_far_sq, self.range_far * self.range_far);
        equal!(rules, LIGHT_RANGE, self.range_inv, inverse_range(self.range_near, self.range_far));
        // Recoil keeps the address of an array that it empties.
        let has_array = version == Version::Recoil || self.parent_count > 0;
        require!(
            rules,
            LIGHT_PARENT_PTR,
            self.parent_ptr,
            (self.parent_ptr != 0) == has_array,
            "{}",
            if has_array { "an address" } else { "0" }
        );
        if version == Version::CrimsonSkies {
            self.check_skies(rules);
        }
    }

    fn check_shine(&self, rules: &mut Rules<'_>) {
        require!(rules, LIGHT_INTENSITY, self.diffuse, is_unit(&[self.diffuse]), "0..=1");
        require!(rules, LIGHT_INTENSITY, self.ambient, is_unit(&[self.ambient]), "0..=1");
        require!(rules, LIGHT_COLOR, self.color, is_unit(&self.color), "channels in 0..=1");
    }

    /// Crimson Skies has the same light in every file.
    fn check_skies(&self, rules: &mut Rules<'_>) {
        equal!(rules, LIGHT_DIRECTION, self.orientation, [0.0; 3]);
        equal!(rules, LIGHT_DIRECTION, self.translate, [0.0; 3]);
        equal!(rules, LIGHT_INTENSITY, self.diffuse, 0.0);
        equal!(rules, LIGHT_INTENSITY, self.ambient, 1.0);
        equal!(rules, LIGHT_COLOR, self.color, [1.0; 3]);
        equal!(rules, LIGHT_COLOR, self.color_ambient, [1.0; 3]);
        equal!(rules, LIGHT_COLOR, self.color_diffuse_mixed, [0.0; 3]);
        equal!(rules, LIGHT_COLOR, self.color_ambient_mixed, [1.0; 3]);
        equal!(rules, LIGHT_COLOR, self.color_da_combined, [1.0; 3]);
        equal!(rules, LIGHT_FLAGS, self.flags, 0x8B1);
    }
}

/// What stands for the near distance squared; Recoil does not store it, and in
/// Crimson Skies it is a constant.
pub(super) fn near_squared(version: Version, near: f32) -> Option<f32> {
    match version {
        Version::Recoil => None,
        Version::CrimsonSkies => Some(1024.0),
        Version::MechWarrior3 | Version::PiratesMoon => Some(near * near),
    }
}

/// 1 / (far - near).
pub fn inverse_range(near: f32, far: f32) -> f32 {
    1.0 / (far - near)
}
