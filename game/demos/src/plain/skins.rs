//! Materials of the test ground. One plain material for each surface type
//! follows behind, see [`of_soil`].

use super::pictures::{FUSE_FRAMES, WATER_FRAMES};
use crate::builders::materials::{self, Look, skins, soil};
use zbd::gamez::materials::{MaterialSlot, Materials};

/// Number of surface types the format knows.
pub(super) const SOILS: u32 = 14;

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

/// Slot of the plain material of a surface type, 0..14.
pub(super) fn of_soil(soil: u32) -> i32 {
    LOOKS.len() as i32 + soil as i32
}

/// The material array; `texture` finds a texture's place in the directory.
pub(super) fn materials(texture: impl Fn(&str) -> i32) -> Materials {
    let mut used = materials::slots(LOOKS, texture);
    for soil in 0..SOILS {
        // Around the colour wheel, muted.
        let turn = soil as f32 / SOILS as f32 * std::f32::consts::TAU;
        let channel = |shift: f32| (150.0 + 62.0 * libm::cosf(turn + shift)).round();
        let color = [channel(0.0), channel(-2.1), channel(2.1)];
        used.push((MaterialSlot::colored(color, 255).with_soil(soil), None));
    }
    materials::array(used)
}
