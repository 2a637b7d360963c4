//! Ternholm: an install of a game made with Gamestudio, whose one level is an
//! island with a ruined abbey. Afternoon; one lands at a jetty, goes up through
//! a gate and over a meadow to the church, the cloister and the crypt.
//!
//! The level's blocks are lit by rays, once, while it is built.
//! Source: `docs/spec/gamestudio.md`.

mod bake;
mod bsp;
mod church;
mod cloister;
mod crypt;
mod figure;
mod files;
mod fires;
mod ground;
mod gull;
mod layout;
mod level;
mod life;
mod light;
pub(super) mod pictures;
mod plants;
mod sea;
mod shape;
mod sky;
mod sounds;
mod stag;
#[cfg(test)]
mod tests;
mod tower;
mod views;
mod wall;
mod works;

use super::builders::graph::{NAME, failed};
use super::builders::texts;
use super::{DemoFile, Options};
use binary::Result;
use gamestudio::hmp::{self, Terrain};
use gamestudio::pixels::{Format, Shape};
use gamestudio::wmb;
use glam::Vec3;
use ground::Land;
use layout::{LAND, QUANTS};
use level::Parts;
use light::Light;
use rays::Shadows;
use shape::{Solid, Surface};

/// The level's name.
const LEVEL: &str = "ternholm";
/// Folders, as real games have them.
const LEVELS: &str = "Level";
const MODELS: &str = "Assets/Models";
const TEXTURES: &str = "Assets/Textures";
const SOUNDS: &str = "Assets/Sounds";

/// The island while it is built.
struct Site {
    seed: u32,
    land: Land,
    parts: Parts,
}

impl Site {
    fn add(&mut self, solid: Solid) {
        self.parts.solids.push(solid);
    }
}

/// Builds the island.
pub(super) fn build(options: &Options) -> Result<Vec<DemoFile>> {
    let seed = options.seed;
    let site = site(seed);
    let shadows =
        site.parts.solids.iter().filter(|solid| matches!(solid.kind, Surface::Stone | Surface::Flat));
    let faces = shadows.flat_map(|solid| &solid.faces);
    let fans = faces.flat_map(|face| {
        let corners = &face.corners;
        (2..corners.len()).map(|last| [corners[0], corners[last - 1], corners[last]])
    });
    let triangles = fans.chain(site.land.triangles()).collect();
    let light = Light::new(Shadows::new(triangles), site.parts.lamps.clone());
    let baked = bake::bake(&site.parts.solids, &light);
    let level = level::build(&site.parts, &baked, seed)?;

    let model = |name: &str, bytes: Vec<u8>| DemoFile::new(&format!("{MODELS}/{name}"), bytes);
    let picture = |name: &str| format!("{TEXTURES}/{name}");
    let mut files = vec![
        DemoFile::new("revisit-demo.toml", note(options, &site).into_bytes()),
        DemoFile::new(
            "Source/main.c",
            files::script(&format!("{LEVEL}.wmb"), &[LEVELS, MODELS, TEXTURES, SOUNDS]).into_bytes(),
        ),
        DemoFile::new(&format!("{LEVELS}/{LEVEL}.wmb"), wmb::write(&level)?),
        DemoFile::new(&format!("{LEVELS}/land.hmp"), terrain(seed, &site.land, &light)?),
        model("skydome.mdl", sky::file(seed, sea_color(seed, &light))?),
        model("stag.mdl", stag::file("stag.tga")?),
        model("gull.mdl", gull::standing(seed)?),
        model("gull_wing.mdl", gull::flying(seed)?),
        model("fern.mdl", plants::fern("fern.tga")?),
        model("pine.mdl", plants::pine("needles.tga")?),
        files::tga(&picture(fires::PICTURE), &pictures::fire(seed), false),
        files::tga(&picture("stag.tga"), &pictures::stag(seed), false),
        files::tga(&picture("fern.tga"), &pictures::fern(seed), true),
        files::tga(&picture("needles.tga"), &pictures::leaves(seed), true),
    ];
    files.extend(sounds::files(SOUNDS, seed)?);
    Ok(files)
}

fn site(seed: u32) -> Site {
    let mut site = Site { seed, land: Land::new(seed), parts: Parts::default() };
    church::build(&mut site);
    tower::build(&mut site);
    cloister::build(&mut site);
    crypt::build(&mut site);
    works::build(&mut site);
    life::build(&mut site);
    views::build(&mut site);
    site
}

/// The note that says what the install is.
fn note(options: &Options, site: &Site) -> String {
    let [start, places @ ..] = views::ALL;
    let at = |view: &views::View| super::Place {
        name: view.name,
        position: view.feet(&site.land) * QUANTS,
        yaw_deg: view.pan,
        target: None,
    };
    let places: Vec<_> = places.iter().map(at).collect();
    texts::note(
        "gamestudio",
        "gamestudio",
        "quants, x east, z up, 40 to a metre",
        options,
        &at(&start),
        &places,
    )
}

/// The land as HMP7, with its picture.
fn terrain(seed: u32, land: &Land, light: &Light) -> Result<Vec<u8>> {
    let heights: Vec<f32> = land.heights().iter().map(|height| height * QUANTS).collect();
    let cell = 2.0 * LAND / (ground::COLUMNS - 1) as f32 * QUANTS;
    let wrong = || failed(&NAME, "a terrain", "land.hmp");
    let mut terrain =
        Terrain::from_heights(ground::COLUMNS, cell, [-LAND * QUANTS; 2], &heights).ok_or_else(wrong)?;
    let canvas = pictures::land(seed, land, light);
    let shape = Shape { format: Format::Rgb565, width: canvas.width, height: canvas.height, mips: true };
    terrain.skins.push(hmp::Skin::from_rgba8(shape, &canvas.to_rgba8()).ok_or_else(wrong)?);
    hmp::write(&terrain)
}

/// What the near sea looks like from afar: its mean colour in the light there
/// is.
fn sea_color(seed: u32, light: &Light) -> Vec3 {
    let (_, canvas) = pictures::of(shape::Paint::Sea, seed);
    let pixels = canvas.to_rgba8();
    let sum = pixels.chunks_exact(4).fold(Vec3::ZERO, |sum, pixel| {
        sum + Vec3::new(f32::from(pixel[0]), f32::from(pixel[1]), f32::from(pixel[2]))
    });
    let mean = sum / (pixels.len() as f32 / 4.0) / 255.0;
    mean * light.open(Vec3::Z).min(Vec3::ONE)
}
