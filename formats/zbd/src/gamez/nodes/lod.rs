//! Level-of-detail data. Source: `docs/spec/zbd/nodes.md`, "6.5 Lod".

use super::codes::{LOD_FIELDS, LOD_LEVEL, LOD_RANGE};
use super::rules::{Rules, equal, require};
use crate::gamez::Version;
use binary::{Report, record};

record! {
    /// The distances between which a node's children are drawn.
    pub struct Lod in "zbd.node.lod" sizes [80, 80, 92] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
        level: i32 [0, 0, 0],
        /// Near distance squared, >= 0.
        range_near_sq: f32 [4, 4, 4],
        /// Units.
        range_far: f32 [8, 8, 8],
        /// Square of `range_far`.
        range_far_sq: f32 [12, 12, 12],
        fields16: [f32; 8] [16, 16, 16] must [0.0; 8],
        field48: i32 [48, 48, 48] must 0,
        field52: f32 [52, 52, 52] must 0.0,
        field56: f32 [56, 56, 56] must 0.0,
        /// RC, PM, CS: 0; MW: >= 0.
        field60: f32 [60, 60, 60],
        /// RC: 0; MW: square of `field60`; PM, CS: >= 0.
        field64: f32 [64, 64, 64],
        /// RC, MW: 1.
        field68_word: i32 [68, 68, _],
        /// RC, MW: 0 or 1.
        field72_word: u32 [72, 72, _],
        /// RC, MW: 0 when `field72_word` is 0, else a stale address.
        field76_word: u32 [76, 76, _],
        /// PM, CS: square of `field64`.
        field68: f32 [_, _, 68],
        /// PM, CS: >= 0.
        field72: f32 [_, _, 72],
        /// PM, CS: square of `field72`.
        field76: f32 [_, _, 76],
        field80: i32 [_, _, 80] must 1,
        field84: u32 [_, _, 84] must 0,
        field88: u32 [_, _, 88] must 0,
    }
}

/// CS: the largest near distance is 3000 units.
const NEAR_SQ_MAX_SKIES: f32 = 9_000_000.0;

impl Lod {
    pub(crate) fn check(&self, report: &mut Report, at: usize, version: Version) {
        let rules = &mut Rules::of::<Lod>(report, at, version);
        require!(rules, LOD_RANGE, self.range_near_sq, self.range_near_sq >= 0.0, "0 or more");
        equal!(rules, LOD_RANGE, self.range_far_sq, self.range_far * self.range_far);
        if version == Version::CrimsonSkies {
            require!(rules, LOD_LEVEL, self.level, (0..=1).contains(&self.level), "0 or 1");
            let near = self.range_near_sq <= NEAR_SQ_MAX_SKIES;
            require!(rules, LOD_RANGE, self.range_near_sq, near, "at most {NEAR_SQ_MAX_SKIES}");
        }
        match version {
            Version::Recoil => {
                equal!(rules, LOD_FIELDS, self.field60, 0.0);
                equal!(rules, LOD_FIELDS, self.field64, 0.0);
                equal!(rules, LOD_FIELDS, self.field68_word, 1);
            }
            Version::MechWarrior3 => {
                require!(rules, LOD_FIELDS, self.field60, self.field60 >= 0.0, "0 or more");
                equal!(rules, LOD_FIELDS, self.field64, self.field60 * self.field60);
                equal!(rules, LOD_FIELDS, self.field68_word, 1);
            }
            Version::PiratesMoon | Version::CrimsonSkies => {
                equal!(rules, LOD_FIELDS, self.field60, 0.0);
                require!(rules, LOD_FIELDS, self.field64, self.field64 >= 0.0, "0 or more");
                equal!(rules, LOD_FIELDS, self.field68, self.field64 * self.field64);
                require!(rules, LOD_FIELDS, self.field72, self.field72 >= 0.0, "0 or more");
                equal!(rules, LOD_FIELDS, self.field76, self.field72 * self.field72);
            }
        }
    }
}
