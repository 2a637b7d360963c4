//! Materials of the valley.

use super::pictures::WATER_FRAMES;
use crate::builders::materials::{self, Look, skins, soil};
use zbd::gamez::materials::Materials;

skins! {
    Grass = Look::Show("grass", soil::GRASS);
    Dirt = Look::Show("dirt", soil::DIRT);
    Rock = Look::Show("rock", soil::DEFAULT);
    Gravel = Look::Show("gravel", soil::DIRT);
    Road = Look::Show("road", soil::CONCRETE);
    Yard = Look::Show("yard", soil::CONCRETE);
    Concrete = Look::Decals("concrete", soil::CONCRETE);
    Rampart = Look::Show("rampart", soil::CONCRETE);
    Plates = Look::Decals("plates", soil::MECH);
    Ribs = Look::Show("ribs", soil::MECH);
    Windows = Look::Show("windows", soil::DEFAULT);
    Roof = Look::Show("roof", soil::NO_SLIP);
    Door = Look::Show("door", soil::DEFAULT);
    Shutter = Look::Show("shutter", soil::MECH);
    Tank = Look::Show("tank", soil::MECH);
    Stripes = Look::Show("stripes", soil::DEFAULT);
    Signs = Look::Show("signs", soil::DEFAULT);
    Pad = Look::Show("pad", soil::CONCRETE);
    Crate = Look::Show("crate", soil::NO_SLIP);
    Box = Look::Show("box", soil::MECH);
    Vehicle = Look::Show("vehicle", soil::MECH);
    Track = Look::Show("track", soil::DEFAULT);
    Lattice = Look::Show("lattice", soil::DEFAULT);
    Mesh = Look::Show("mesh", soil::DEFAULT);
    Rail = Look::Show("rail", soil::DEFAULT);
    Spruce = Look::Show("spruce", soil::DEFAULT);
    Pine = Look::Show("pine", soil::DEFAULT);
    Birch = Look::Show("birch", soil::DEFAULT);
    Bush = Look::Show("bush", soil::DEFAULT);
    Reeds = Look::Show("reeds", soil::DEFAULT);
    Wood = Look::Show("wood", soil::DEFAULT);
    Flag = Look::Show("flag", soil::DEFAULT);
    Clouds = Look::Show("clouds", soil::DEFAULT);
    Veil = Look::Show("veil", soil::DEFAULT);
    Glow = Look::Show("glow", soil::DEFAULT);
    Smoke = Look::Show("smoke", soil::DEFAULT);
    Falls = Look::Show("falls", soil::WATER);
    Water = Look::Cycle("water", WATER_FRAMES, 10.0, true, soil::WATER);
    White = Look::Color([255.0; 3], 255);
    Dark = Look::Color([44.0, 44.0, 48.0], 255);
}

/// The material array; `texture` finds a texture's place in the directory.
pub(super) fn materials(texture: impl Fn(&str) -> i32) -> Materials {
    materials::array(materials::slots(LOOKS, texture))
}
