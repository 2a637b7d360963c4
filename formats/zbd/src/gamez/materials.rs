//! Materials: colour or texture, surface type, texture cycles.
//! Source: `spec/zbd/gamez.md`, "3. Materials".

use binary::record;
use serde::{Deserialize, Serialize};

/// Bits of [`MaterialSlot::flags`].
pub mod flags {
    /// The material shows a texture.
    pub const TEXTURED: u8 = 0x01;
    /// Crimson Skies: takes bullet-hole decals.
    pub const DECALS: u8 = 0x02;
    /// The texture cycles through a list.
    pub const CYCLED: u8 = 0x04;
    /// Set on every used slot except in Recoil.
    pub const ALWAYS: u8 = 0x10;
    /// Set on every free slot except in Recoil.
    pub const FREE: u8 = 0x20;
}

record! {
    /// Ahead of the slots.
    pub(crate) struct ArrayHeader in "zbd.gamez.materials" sizes [16, 16, 16] {
        array_size: u32 [0, 0, 0],
        count: u32 [4, 4, 4],
        index_free: i32 [8, 8, 8],
        index_last: i32 [12, 12, 12],
    }
}

record! {
    /// One slot of the material array, used or free.
    pub struct MaterialSlot in "zbd.gamez.material" sizes [44, 44, 44] {
        /// Opacity 0..=255; 255 on textured materials.
        alpha: u8 [0, 0, 0],
        /// See [`flags`].
        flags: u8 [1, 1, 1],
        /// Packed colour, unused: 0x7FFF when textured, else 0.
        rgb: u16 [2, 2, 2],
        /// Colour, each channel 0.0..=255.0.
        color: [f32; 3] [4, 4, 4],
        /// Index into the texture directory.
        texture_index: i32 [16, 16, 16],
        field20: f32 [20, 20, 20],
        field24: f32 [24, 24, 24],
        field28: f32 [28, 28, 28],
        /// Surface type 0..=13.
        soil: u32 [32, 32, 32],
        /// Stale address, not zero exactly when `CYCLED` is set.
        cycle_ptr: u32 [36, 36, 36],
        /// Used slot: next index; free slot: previous free index; -1 at the end.
        link_a: i16 [40, 40, 40],
        /// Used slot: previous index; free slot: next free index; -1 at the end.
        link_b: i16 [42, 42, 42],
    }
}

record! {
    /// How a cycled material steps through its textures.
    pub struct CycleInfo in "zbd.gamez.cycle" sizes [28, 28, 28] {
        /// 1 starts over, 0 stops at the last texture.
        looping: u32 [0, 0, 0],
        /// First frame shown.
        current_frame: i32 [4, 4, 4],
        current_index: f32 [8, 8, 8] must 0.0,
        /// Textures per second.
        speed: f32 [12, 12, 12],
        /// Taken from the list when writing.
        #[serde(skip)]
        tex_map_count: u32 [16, 16, 16],
        /// Equals the number of textures.
        tex_map_index: u32 [20, 20, 20],
        /// Stale address, never zero.
        tex_map_ptr: u32 [24, 24, 24],
    }
}

/// The cycle of one material.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cycle {
    /// Speed and start.
    pub info: CycleInfo,
    /// Indices into the texture directory, in the order shown.
    pub textures: Vec<i32>,
}

/// The material array: used slots first, then free ones.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Materials {
    /// Number of used slots at the head of `slots`.
    pub count: u32,
    /// Head of the free list; equals `count`.
    pub index_free: i32,
    /// Last used slot; equals `count - 1`.
    pub index_last: i32,
    /// Every slot, used and free.
    pub slots: Vec<MaterialSlot>,
    /// Cycles of the used slots flagged `CYCLED`, in slot order.
    pub cycles: Vec<Cycle>,
}

impl Materials {
    /// The used slots.
    pub fn used(&self) -> &[MaterialSlot] {
        self.slots.get(..self.count as usize).unwrap_or(&self.slots)
    }

    /// Pairs each used slot with its cycle, if it has one.
    pub fn with_cycles(&self) -> impl Iterator<Item = (&MaterialSlot, Option<&Cycle>)> {
        let mut cycles = self.cycles.iter();
        self.used().iter().map(move |slot| {
            let cycle = if slot.flags & flags::CYCLED != 0 { cycles.next() } else { None };
            (slot, cycle)
        })
    }
}
