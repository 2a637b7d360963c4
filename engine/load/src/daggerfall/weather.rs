//! Weather by climate: which there is in a cell, how far one sees in it, what falls.
//!
//! The files say nothing of it but that skies have pictures of rain and snow; how often each climate has which, and
//! that it goes by where somebody is, so that it is the same in every run, are proposals.
//! Source: `docs/spec/daggerfall.md`, "9. Nature, sky, time, movement".

use super::cell::add_material;
use daggerfall::climate::{BaseSet, Climate};
use daggerfall::woods::perlin::perlin;
use glam::Vec3;
use std::f32::consts::TAU;
use world::{
    Aabb, Alpha, Blend, Image, Material, Model, ModelId, Node, NodeFlags, NodeId, Polygon, Scene, Sight,
    Vertex, ZoneSet,
};

/// Cells from one weather to another, about.
const WIDE: f64 = 40.0;

/// The weather of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weather {
    /// One sees far.
    #[default]
    Clear,
    /// Haze that hides what is far away.
    Fog,
    /// Rain, or snow in winter and on mountains.
    Rain,
    /// Snow.
    Snow,
}

impl Weather {
    /// The weather of this name; `None` for another.
    pub fn by_name(name: &str) -> Option<Self> {
        Some(match name {
            "clear" => Weather::Clear,
            "fog" => Weather::Fog,
            "rain" => Weather::Rain,
            "snow" => Weather::Snow,
            _ => return None,
        })
    }

    /// That of a cell by its climate and the season.
    pub fn of(cell: [i32; 2], climate: &Climate, winter: bool) -> Self {
        let [x, y] = cell.map(|at| f64::from(at) / WIDE);
        // 0 to 1, mostly near a half.
        let wet = perlin(x + 300.25, y + 700.75);
        let [fog, rain] = thresholds(climate.value);
        match wet {
            wet if wet >= rain && winter && climate.base != BaseSet::Desert => Weather::Snow,
            wet if wet >= rain && climate.value == 226 => Weather::Snow,
            wet if wet >= rain => Weather::Rain,
            wet if wet >= fog => Weather::Fog,
            _ => Weather::Clear,
        }
    }

    /// What is added to the first sky of a climate for its pictures.
    pub fn sky(self, winter: bool) -> u16 {
        match self {
            Weather::Clear | Weather::Fog if winter => 3,
            Weather::Clear | Weather::Fog => 2,
            Weather::Rain => 4,
            Weather::Snow => 6,
        }
    }

    /// How far one sees, as a part of clear weather, and the colour of haze.
    pub fn haze(self) -> (f32, [f32; 3]) {
        match self {
            Weather::Clear => (1.0, [0.66, 0.75, 0.84]),
            Weather::Fog => (0.08, [0.72, 0.74, 0.76]),
            Weather::Rain => (0.35, [0.50, 0.54, 0.58]),
            Weather::Snow => (0.25, [0.74, 0.77, 0.81]),
        }
    }

    /// How bright the sun is.
    pub fn sun(self) -> f32 {
        match self {
            Weather::Clear => 1.0,
            Weather::Fog | Weather::Snow => 0.5,
            Weather::Rain => 0.35,
        }
    }
}

/// The noise from which on there is fog, and rain or snow.
fn thresholds(climate: u8) -> [f32; 2] {
    match climate {
        224 | 225 => [0.86, 0.9],
        229 => [0.74, 0.78],
        227 | 228 => [0.62, 0.66],
        232 => [0.6, 0.7],
        _ => [0.68, 0.72],
    }
}

/// Units from the camera to what falls, and how high the sheet of it is.
const AWAY: f32 = 120.0;
const HIGH: f32 = 480.0;
/// Sides of the sheet, and how often its picture goes around.
const SIDES: u32 = 16;
const AROUND: f32 = 16.0;

/// Adds what falls around whoever looks: a sheet of streaks or flakes that moves down.
pub fn fall(scene: &mut Scene, weather: Weather) {
    // Pictures a second, and units of height of a picture.
    let (image, speed, tall) = match weather {
        Weather::Clear | Weather::Fog => return,
        Weather::Rain => (streaks(), 2.6, 140.0),
        Weather::Snow => (flakes(), 0.8, 47.0),
    };
    let material = add_material(scene, "what falls".to_owned(), image);
    if let Some(texture) = scene.textures.last_mut() {
        texture.alpha = Alpha::Full;
    }
    if let Some(own) = scene.materials.get_mut(material.index()) {
        *own = Material { blend: Blend::Alpha, unfogged: true, ..std::mem::take(own) };
    }
    let mut model = Model { scroll: [0.0, -speed], ..Model::default() };
    for step in 0..=SIDES {
        let part = step as f32 / SIDES as f32;
        let (aside, ahead) = libm::sincosf(part * TAU);
        for (up, v) in [(-HIGH * 0.5, 1.0), (HIGH * 0.5, 0.0)] {
            let position = Vec3::new(aside * AWAY, up, -ahead * AWAY);
            model.vertices.push(Vertex {
                position: position.to_array(),
                normal: Vertex::pack_normal(Vec3::Y),
                uv: [part * AROUND, v * HIGH / tall],
                color: [0; 3],
                day: 255,
            });
        }
    }
    for side in 0..SIDES {
        let low = side * 2;
        model.indices.extend([low, low + 2, low + 3, low, low + 3, low + 1]);
    }
    model.polygons.push(Polygon {
        first_vertex: 0,
        first_index: 0,
        index_count: model.indices.len() as u32,
        material,
        layer: 0,
        double_sided: true,
        pass: 0,
        sight: Sight::Painted,
        solid: false,
        zones: ZoneSet::default(),
    });
    model.bounds = Aabb::around(model.vertices.iter().map(|vertex| vertex.position.into()));
    scene.models.push(model);
    let flags = NodeFlags::ACTIVE.union(NodeFlags::FOLLOWS_CAMERA).union(NodeFlags::OVERWRITE);
    let model = Some(ModelId::from(scene.models.len() - 1));
    scene.nodes.push(Node { name: "what falls".into(), model, flags, opacity: 1.0, ..Node::default() });
    scene.roots.push(NodeId::from(scene.nodes.len() - 1));
}

/// A picture of 64 by 64, white where something is, as strongly as `alpha` says.
fn picture(alpha: impl Fn(u32, u32) -> f32) -> Image {
    let pixels = (0..64 * 64_u32).flat_map(|at| [236, 240, 246, (alpha(at % 64, at / 64) * 255.0) as u8]);
    Image { width: 64, height: 64, rgba: pixels.collect() }
}

/// A number from 0 to 1 that belongs to another.
fn chance(number: u32) -> f32 {
    let mut bits = number.wrapping_mul(0x9E37_79B1);
    bits ^= bits >> 15;
    (bits.wrapping_mul(0x85EB_CA77) >> 8) as f32 / (1 << 24) as f32
}

fn streaks() -> Image {
    picture(|x, y| {
        let (is_there, start) = (chance(x) < 0.28, (chance(x + 1000) * 64.0) as u32);
        let along = (y + 64 - start) % 64;
        if is_there && along < 26 { 0.30 * (1.0 - along as f32 / 26.0) } else { 0.0 }
    })
}

fn flakes() -> Image {
    picture(|x, y| {
        let near = (0..26).map(|flake| {
            let (fx, fy) = (chance(flake * 2) * 64.0, chance(flake * 2 + 1) * 64.0);
            // The picture starts over in both directions.
            let way = |at: u32, place: f32| {
                let way = (at as f32 - place).abs();
                way.min(64.0 - way)
            };
            let (dx, dy) = (way(x, fx), way(y, fy));
            (1.6 - (dx * dx + dy * dy).sqrt()).clamp(0.0, 1.0)
        });
        near.fold(0.0, f32::max) * 0.85
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of all cells of a map the shares with fog, rain and snow.
    fn shares(climate: u8, winter: bool) -> [f32; 3] {
        let mut counts = [0.0; 3];
        for x in 0..250 {
            for y in 0..125 {
                match Weather::of([x * 4, y * 4], Climate::of(climate), winter) {
                    Weather::Clear => {}
                    Weather::Fog => counts[0] += 1.0,
                    Weather::Rain => counts[1] += 1.0,
                    Weather::Snow => counts[2] += 1.0,
                }
            }
        }
        counts.map(|count: f32| count / (250.0 * 125.0))
    }

    #[test]
    fn deserts_are_dry_rainforests_are_not_and_mountains_have_snow() {
        let [_, desert, none] = shares(224, false);
        let [fog, forest, no_snow] = shares(227, false);
        assert!(desert < 0.01 && none == 0.0, "{desert}");
        assert!((0.05..0.35).contains(&forest) && fog > 0.0 && no_snow == 0.0, "{forest} {fog}");
        let [_, no_rain, snow] = shares(226, false);
        assert!(no_rain == 0.0 && snow > 0.02, "{snow}");
        // It never snows in a desert.
        assert_eq!((shares(231, true)[1], shares(224, true)[2]), (0.0, 0.0));
        assert!(shares(231, true)[2] > 0.02);
        // Neighbours mostly have the same.
        let weather = |x| Weather::of([x, 200], Climate::of(231), false);
        let changes = (0..999).filter(|x| weather(*x) != weather(x + 1)).count();
        assert!((1..80).contains(&changes), "{changes}");
    }

    #[test]
    fn skies_of_rain_and_snow_follow_those_of_the_seasons() {
        assert_eq!([false, true].map(|winter| Weather::Clear.sky(winter)), [2, 3]);
        assert_eq!((Weather::Rain.sky(false), Weather::Snow.sky(true)), (4, 6));
        assert_eq!(Weather::by_name("snow"), Some(Weather::Snow));
        assert_eq!(Weather::by_name("hail"), None);
    }
}
