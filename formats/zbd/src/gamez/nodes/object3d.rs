//! Object data: transform, colour, opacity.
//! Source: `spec/zbd/nodes.md`, "6.6 Object3d".

use binary::record;

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
