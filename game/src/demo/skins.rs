//! Materials: what a surface shows and what it is made of.

use super::pictures::{FUSE_FRAMES, WATER_FRAMES};
use zbd::gamez::Version;
use zbd::gamez::materials::{Cycle, MaterialSlot, Materials, flags};

/// Slots of the material array in the game's own files.
const ARRAY_SIZE: usize = 1000;
/// Number of surface types the format knows.
pub(super) const SOILS: u32 = 14;

/// Surface types by the names MechWarrior 3 gives them.
mod soil {
    pub const DEFAULT: u32 = 0;
    pub const WATER: u32 = 1;
    pub const DIRT: u32 = 6;
    pub const GRASS: u32 = 8;
    pub const CONCRETE: u32 = 9;
    pub const MECH: u32 = 11;
    pub const NO_SLIP: u32 = 13;
}

/// How a material looks.
enum Look {
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

macro_rules! skins {
    ($($name:ident = $look:expr;)*) => {
        /// A material; its position is its slot. One plain material for each
        /// surface type follows behind, see [`of_soil`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Skin { $($name),* }

        const LOOKS: &[Look] = &[$($look),*];
    };
}

skins! {
    Grass = Look::Show("ground", soil::GRASS);
    Dirt = Look::Show("ground", soil::DIRT);
    Rock = Look::Show("rock", soil::DEFAULT);
    Paving = Look::Show("paving", soil::CONCRETE);
    Concrete = Look::Decals("concrete", soil::CONCRETE);
    Plaster = Look::Show("plaster", soil::DEFAULT);
    Roof = Look::Show("roof", soil::DEFAULT);
    Wood = Look::Show("wood", soil::NO_SLIP);
    Metal = Look::Decals("metal", soil::MECH);
    Window = Look::Show("window", soil::DEFAULT);
    Stripes = Look::Show("stripes", soil::DEFAULT);
    Sign = Look::Show("sign", soil::DEFAULT);
    Arrow = Look::Show("arrow", soil::CONCRETE);
    Labels = Look::Show("labels", soil::DEFAULT);
    Conifer = Look::Show("conifer", soil::DEFAULT);
    Leafy = Look::Show("leafy", soil::DEFAULT);
    Fence = Look::Show("fence", soil::DEFAULT);
    Belt = Look::Show("belt", soil::MECH);
    Clouds = Look::Show("clouds", soil::DEFAULT);
    Glow = Look::Show("glow", soil::DEFAULT);
    Plain = Look::Show("plain", soil::DEFAULT);
    Water = Look::Cycle("water", WATER_FRAMES, 8.0, true, soil::WATER);
    Fuse = Look::Cycle("fuse", FUSE_FRAMES, 2.0, false, soil::DEFAULT);
    White = Look::Color([255.0; 3], 255);
    Red = Look::Color([214.0, 48.0, 40.0], 255);
    Green = Look::Color([52.0, 168.0, 72.0], 255);
    Blue = Look::Color([52.0, 96.0, 214.0], 255);
    Shadow = Look::Color([16.0, 20.0, 30.0], 120);
    Glass = Look::Color([150.0, 196.0, 210.0], 110);
}

impl Skin {
    /// Slot of the material.
    pub fn index(self) -> i32 {
        self as i32
    }
}

/// Slot of the plain material of a surface type, 0..14.
pub(super) fn of_soil(soil: u32) -> i32 {
    LOOKS.len() as i32 + soil as i32
}

/// The material array; `texture` finds a texture's place in the directory.
pub(super) fn materials(texture: impl Fn(&str) -> i32) -> Materials {
    let mut used: Vec<_> = LOOKS
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
        .collect();
    for soil in 0..SOILS {
        // Around the colour wheel, muted.
        let turn = soil as f32 / SOILS as f32 * std::f32::consts::TAU;
        let channel = |shift: f32| (150.0 + 62.0 * libm::cosf(turn + shift)).round();
        let color = [channel(0.0), channel(-2.1), channel(2.1)];
        used.push((MaterialSlot::colored(color, 255).with_soil(soil), None));
    }
    Materials::from_used(Version::MechWarrior3, used, ARRAY_SIZE)
}
