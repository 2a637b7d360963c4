//! The texture directory: which texture files the materials refer to.
//! Source: `spec/zbd/gamez.md`, "2. Texture directory".

use binary::{Suffixed, record};

record! {
    /// One texture file by name.
    pub struct TextureEntry in "zbd.gamez.texture" sizes [36, 40, 44] {
        /// Stale address; not zero exactly when `state` is 1 (PM, CS).
        image_ptr: u32 [0, 0, 0],
        field04: u32 [_, _, 4] must 0,
        surface_ptr: u32 [4, 4, 8] must 0,
        /// File name; look it up by stem, it may have been cut.
        name: Suffixed<20> [8, 8, 12],
        /// 1 assigned (PM, CS), 2 used.
        state: u32 [28, 28, 32],
        category: i32 [_, 32, 36] must 0,
        /// Directory entry of the next smaller mip level, or -1.
        mip_index: i32 [32, 36, 40],
    }
}
