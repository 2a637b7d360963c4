//! Object data: transform, colour, opacity.
//! Source: `docs/spec/zbd/nodes.md`, "6.6 Object3d".

use super::codes::{
    OBJECT3D_COLOR, OBJECT3D_FLAGS, OBJECT3D_INITIAL, OBJECT3D_MATRIX, OBJECT3D_OPACITY, OBJECT3D_ROTATE,
    OBJECT3D_SCALE, OBJECT3D_TRANSFORM,
};
use super::rules::{Rules, equal, require};
use crate::gamez::Version;
use binary::{Report, record};

/// Bits of [`Object3d::flags`].
pub mod flags {
    /// `opacity` counts.
    pub const OPACITY: u32 = 0x02;
    /// `color` counts.
    pub const COLOR: u32 = 0x04;
    /// No rotation, scale or translation.
    pub const TRANSFORM_INITIAL: u32 = 0x08;
    /// `transform` is arbitrary.
    pub const USE_MATRIX: u32 = 0x10;
    /// Set in every file.
    pub const ALWAYS: u32 = 0x20;
}

record! {
    /// Where an object stands. Use `transform`; in retail files the angles do
    /// not always reproduce it.
    pub struct Object3d in "zbd.node.object3d" sizes [144, 144, 144] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
        /// See [`flags`].
        flags: u32 [0, 0, 0],
        /// 0..=1 with `OPACITY`, else 0.
        opacity: f32 [4, 4, 4],
        /// With `COLOR`, else 0.
        color: [f32; 3] [8, 8, 8],
        field020: f32 [20, 20, 20],
        /// Euler angles, radians.
        rotate: [f32; 3] [24, 24, 24],
        scale: [f32; 3] [36, 36, 36],
        /// Four rows of three; acts on row vectors, translation last.
        transform: [[f32; 3]; 4] [48, 48, 48],
        second_matrix: [f32; 12] [96, 96, 96] must [0.0; 12],
    }
}

/// Rows that change nothing.
pub const IDENTITY: [[f32; 3]; 4] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0; 3]];

/// The transform the original tool computed from Euler angles (radians), a
/// scale and a translation: every step in f32, from left to right. Sines and
/// cosines are rounded once, from double precision: in single precision some of
/// them are off by their last bit, and no other reader would reproduce them.
///
/// It acts on row vectors: scale, then rotate, then translate.
/// Source: `docs/spec/zbd/nodes.md`, "6.6 Object3d".
pub fn transform(rotate: [f32; 3], scale: [f32; 3], translate: [f32; 3]) -> [[f32; 3]; 4] {
    let [sx, sy, sz] = rotate.map(|angle| libm::sin(angle.into()) as f32);
    let [cx, cy, cz] = rotate.map(|angle| libm::cos(angle.into()) as f32);
    let mut rows = [
        [sy * sx * sz + cy * cz, cx * sz, cy * sx * sz - sy * cz],
        [sy * sx * cz - cy * sz, cx * cz, cy * sx * cz + sy * sz],
        [sy * cx, -sx, cy * cx],
        translate,
    ];
    for (row, scale) in rows.iter_mut().zip(scale) {
        *row = row.map(|value| value * scale);
    }
    rows
}

impl Object3d {
    pub(crate) fn check(&self, report: &mut Report, at: usize, version: Version) {
        let rules = &mut Rules::of::<Object3d>(report, at, version);
        let known = match version {
            Version::CrimsonSkies => flags::TRANSFORM_INITIAL,
            _ => flags::OPACITY | flags::COLOR | flags::TRANSFORM_INITIAL | flags::USE_MATRIX,
        };
        require!(
            rules,
            OBJECT3D_FLAGS,
            self.flags,
            self.flags & !known == flags::ALWAYS,
            "{:#x} and no bits but {known:#x}",
            flags::ALWAYS
        );
        if self.flags & flags::OPACITY == 0 {
            equal!(rules, OBJECT3D_OPACITY, self.opacity, 0.0);
        }
        if self.flags & flags::COLOR == 0 {
            equal!(rules, OBJECT3D_COLOR, self.color, [0.0; 3]);
            equal!(rules, OBJECT3D_COLOR, self.field020, 0.0);
        }
        let circle = -std::f32::consts::PI..=std::f32::consts::PI;
        let within = self.rotate.iter().all(|angle| circle.contains(angle));
        require!(rules, OBJECT3D_ROTATE, self.rotate, within, "angles in -pi..=pi");

        if self.flags & flags::TRANSFORM_INITIAL != 0 {
            equal!(rules, OBJECT3D_INITIAL, self.rotate, [0.0; 3]);
            equal!(rules, OBJECT3D_INITIAL, self.scale, [1.0; 3]);
            equal!(rules, OBJECT3D_INITIAL, self.transform, IDENTITY);
        } else if self.flags & flags::USE_MATRIX != 0 {
            equal!(rules, OBJECT3D_MATRIX, self.rotate, [0.0; 3]);
            equal!(rules, OBJECT3D_MATRIX, self.scale, [1.0; 3]);
        } else {
            if version == Version::CrimsonSkies {
                equal!(rules, OBJECT3D_SCALE, self.scale, [1.0; 3]);
            }
            let computed = transform(self.rotate, self.scale, self.transform[3]);
            if self.transform[..3] != computed[..3] {
                let (expected, found) =
                    (format_args!("{:?}", &computed[..3]), format_args!("{:?}", &self.transform[..3]));
                let at = rules.offset("transform");
                // Only Recoil's files all agree; elsewhere about one node in a
                // hundred holds another matrix, and the stored one counts.
                match version {
                    Version::Recoil => rules.report.habit(&OBJECT3D_TRANSFORM, at, expected, found),
                    _ => rules.report.note(&OBJECT3D_TRANSFORM, at, expected, found),
                }
            }
        }
    }
}
