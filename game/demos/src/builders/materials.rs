//! Materials: what a surface shows and what it is made of.

use zbd::gamez::Version;
use zbd::gamez::materials::{Cycle, MaterialSlot, Materials, flags};

/// Slots of the material array in the game's own files.
const ARRAY_SIZE: usize = 1000;

/// Surface types by the names MechWarrior 3 gives them.
pub(crate) mod soil {
    pub(crate) const DEFAULT: u32 = 0;
    pub(crate) const WATER: u32 = 1;
    pub(crate) const DIRT: u32 = 6;
    pub(crate) const GRASS: u32 = 8;
    pub(crate) const CONCRETE: u32 = 9;
    pub(crate) const MECH: u32 = 11;
    pub(crate) const NO_SLIP: u32 = 13;
}

/// How a material looks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Look {
    /// A texture, and a surface type.
    Show(&'static str, u32),
    /// The same with the bit that Crimson Skies reads as "takes decals".
    Decals(&'static str, u32),
    /// Numbered textures in turn: name, number, textures a second, whether they
    /// start over, surface type.
    Cycle(&'static str, u32, f32, bool, u32),
    /// A colour and its opacity, each 0..=255.
    Color([f32; 3], u8),
}

/// A material and the textures it shows in turn.
pub(crate) type Slot = (MaterialSlot, Option<Cycle>);

/// One slot for each look; `texture` finds a texture's place in the directory.
pub(crate) fn slots(looks: &[Look], texture: impl Fn(&str) -> i32) -> Vec<Slot> {
    looks
        .iter()
        .map(|look| match *look {
            Look::Show(name, soil) => (MaterialSlot::textured(texture(name)).with_soil(soil), None),
            Look::Decals(name, soil) => {
                let mut slot = MaterialSlot::textured(texture(name)).with_soil(soil);
                slot.flags |= flags::DECALS;
                (slot, None)
            }
            Look::Cycle(name, frames, speed, looping, soil) => {
                let list: Vec<i32> = (0..frames).map(|frame| texture(&format!("{name}{frame}"))).collect();
                let first = list.first().copied().unwrap_or(0);
                let slot = MaterialSlot::textured(first).with_soil(soil);
                (slot, Some(Cycle::new(list, speed, looping)))
            }
            Look::Color(color, alpha) => (MaterialSlot::colored(color, alpha), None),
        })
        .collect()
}

/// The material array.
pub(crate) fn array(slots: Vec<Slot>) -> Materials {
    Materials::from_used(Version::MechWarrior3, slots, ARRAY_SIZE)
}

/// Names the materials of a demo: each name is a slot, in order. Makes the enum
/// `Skin` and the looks `LOOKS`.
macro_rules! skins {
    ($($name:ident = $look:expr;)*) => {
        /// A material; its position is its slot.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Skin { $($name),* }

        const LOOKS: &[Look] = &[$($look),*];

        impl Skin {
            /// Slot of the material.
            pub const fn index(self) -> i32 {
                self as i32
            }
        }
    };
}

pub(crate) use skins;
