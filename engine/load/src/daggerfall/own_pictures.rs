//! Pictures of our own for ground and plants, where an install lacks those of the game: plain colours with some
//! grain, pieces between two of them, simple shapes of trees, bushes and stones.

use daggerfall::ground::{DIRT, GRASS, STONE, WATER};
use daggerfall::woods::perlin::perlin;
use world::Image;

/// Pixels along an edge of a picture of the ground.
const SIDE: u32 = 64;
/// Colours of water, dirt, grass and stone.
const COLORS: [[f32; 3]; 4] =
    [[54.0, 92.0, 120.0], [128.0, 108.0, 76.0], [84.0, 112.0, 54.0], [122.0, 120.0, 114.0]];
/// Snow on grass and dirt.
const SNOW: [f32; 3] = [222.0, 228.0, 234.0];

/// The picture of a record of a ground archive.
pub fn ground(record: u8, winter: bool) -> Image {
    let (low, high, shape) = match record {
        WATER..=STONE => (record, record, Shape::Whole),
        5..=7 | 10..=12 | 15..=17 => {
            let low = record / 5 - 1;
            let shape = [Shape::Corner, Shape::Half, Shape::Three][usize::from(record % 5)];
            (low, low + 1, shape)
        }
        48 => (WATER, DIRT, Shape::Saddle),
        51 => (DIRT, GRASS, Shape::Saddle),
        53 => (GRASS, STONE, Shape::Saddle),
        // Paths.
        46 | 47 | 55 => (DIRT, DIRT, Shape::Whole),
        _ => (STONE, STONE, Shape::Whole),
    };
    paint(SIDE, SIDE, |x, y| {
        let [u, v] = [(x as f32 + 0.5) / SIDE as f32, 1.0 - (y as f32 + 0.5) / SIDE as f32];
        // Borders are ragged inside of a piece and straight where it ends, so that neighbours meet.
        let inside = (u.min(1.0 - u).min(v).min(1.0 - v) * RIM).min(1.0);
        let wave = 0.3 * inside * (perlin(f64::from(x) / 9.0, f64::from(y) / 9.0) - 0.5);
        let material = if shape.fills(u + wave, v - wave) { high } else { low };
        let color = match material {
            DIRT | GRASS if winter => SNOW,
            material => COLORS[usize::from(material.min(STONE))],
        };
        Some(color.map(|channel| channel * (0.86 + 0.28 * grain(material, u, v, inside))))
    })
}

/// How fast a piece of ground goes over into its rim: a quarter of its side.
const RIM: f32 = 4.0;

/// The grain of a material, 0 to 1. At the rim it only depends on how far one is from the middle of a side, so that
/// pieces meet however they are turned.
fn grain(material: u8, u: f32, v: f32, inside: f32) -> f32 {
    let fine = |x: f32, y: f32| perlin(f64::from(x) * 24.0 + 31.0 * f64::from(material), f64::from(y) * 24.0);
    let (across, along) = ((u - 0.5).abs(), (v - 0.5).abs());
    let rim = fine(across.min(along), 0.0);
    rim + (fine(u, v) - rim) * inside
}

#[derive(Clone, Copy)]
enum Shape {
    Whole,
    Corner,
    Half,
    Three,
    Saddle,
}

impl Shape {
    /// True where the later material is: u east, v north.
    fn fills(self, u: f32, v: f32) -> bool {
        let near = |x: f32, y: f32| (u - x) * (u - x) + (v - y) * (v - y) < 0.25;
        match self {
            Shape::Whole => true,
            Shape::Corner => near(0.0, 1.0),
            Shape::Half => u < 0.5,
            Shape::Three => !near(1.0, 0.0),
            Shape::Saddle => near(0.0, 1.0) || near(1.0, 0.0),
        }
    }
}

/// The picture of a plant or a stone by its record, cut out, and its width and height in units.
pub fn plant(record: u8, winter: bool) -> (Image, [f32; 2]) {
    let (size, kind) = match record % 8 {
        0 => ([64, 32], Kind::Stone),
        1 | 2 => ([64, 128], Kind::Conifer),
        3 | 4 => ([96, 128], Kind::Crown),
        5 | 6 => ([64, 48], Kind::Bush),
        _ => ([32, 24], Kind::Tuft),
    };
    let [width, height]: [u32; 2] = size;
    let seed = f64::from(record) * 17.0;
    let image = paint(width, height, |x, y| {
        let [u, v] = [(x as f32 + 0.5) / width as f32 * 2.0 - 1.0, 1.0 - (y as f32 + 0.5) / height as f32];
        let ragged = 0.3 * (perlin(f64::from(x) / 5.0 + seed, f64::from(y) / 5.0) - 0.5);
        let light = 0.7 + 0.5 * perlin(f64::from(x) / 3.0, f64::from(y) / 3.0 + seed) + 0.2 * u;
        let color = kind.at(u, v, ragged)?;
        let color = if winter && kind.takes_snow(v, ragged) { SNOW } else { color };
        Some(color.map(|channel| channel * light))
    });
    // The game's own trees are 2 to 6 metres high.
    let scale = 1.5 + f32::from(record % 5) * 0.1;
    (image, [width as f32 * scale, height as f32 * scale])
}

#[derive(Clone, Copy)]
enum Kind {
    Conifer,
    Crown,
    Bush,
    Tuft,
    Stone,
}

impl Kind {
    /// The colour at a place: u from -1 to 1, v from 0 at the foot to 1; `None` where nothing is.
    fn at(self, u: f32, v: f32, ragged: f32) -> Option<[f32; 3]> {
        const BARK: [f32; 3] = [86.0, 64.0, 44.0];
        let within = |wide: f32| u.abs() < wide + ragged;
        match self {
            Kind::Conifer if v < 0.12 => within(0.1 - ragged).then_some(BARK),
            Kind::Conifer => within(0.9 * (1.0 - v) * (0.75 + 0.25 * ((1.0 - v) * 6.0).fract()))
                .then_some([44.0, 74.0, 46.0]),
            Kind::Crown if v < 0.38 => within(0.09 - ragged).then_some(BARK),
            Kind::Crown => {
                let up = (v - 0.66) / 0.32;
                (u * u + up * up < 0.85 + ragged).then_some([66.0, 98.0, 44.0])
            }
            Kind::Bush => (u * u + (v - 0.2) * (v - 0.2) * 2.2 < 0.7 + ragged).then_some([78.0, 100.0, 50.0]),
            Kind::Tuft => (libm::sinf(u * 9.0 + v * u * 6.0) > v * 1.7 - 0.7).then_some([110.0, 128.0, 62.0]),
            Kind::Stone => (u * u + v * v * 1.3 < 0.8 + ragged).then_some([120.0, 118.0, 112.0]),
        }
    }

    fn takes_snow(self, v: f32, ragged: f32) -> bool {
        match self {
            Kind::Conifer | Kind::Crown => ragged > 0.02,
            Kind::Bush | Kind::Stone => v > 0.45 + ragged,
            Kind::Tuft => false,
        }
    }
}

/// A picture pixel by pixel from its top left; `None` is nothing.
fn paint(width: u32, height: u32, color: impl Fn(u32, u32) -> Option<[f32; 3]>) -> Image {
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let rgba = pixels.flat_map(|(x, y)| match color(x, y) {
        Some(color) => {
            let [r, g, b] = color.map(|channel| channel.clamp(0.0, 255.0) as u8);
            [r, g, b, 255]
        }
        None => [0; 4],
    });
    Image { width, height, rgba: rgba.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which quarters of a picture are more like the second colour than like the first: north-west, north-east,
    /// south-west, south-east.
    fn quarters(image: &Image, [low, high]: [u8; 2]) -> [bool; 4] {
        [[8, 8], [56, 8], [8, 56], [56, 56]].map(|[x, y]| {
            let at = (y * 64 + x) * 4;
            let away = |material: u8| -> f32 {
                let color = COLORS[usize::from(material)];
                (0..3).map(|channel| (f32::from(image.rgba[at + channel]) - color[channel]).abs()).sum()
            };
            away(high) < away(low)
        })
    }

    #[test]
    fn pieces_of_our_own_fill_the_same_corners_as_those_of_the_game() {
        for (first, pair) in [(5, [WATER, DIRT]), (10, [DIRT, GRASS]), (15, [GRASS, STONE])] {
            assert_eq!(quarters(&ground(first, false), pair), [true, false, false, false]);
            assert_eq!(quarters(&ground(first + 1, false), pair), [true, false, true, false]);
            assert_eq!(quarters(&ground(first + 2, false), pair), [true, true, true, false]);
        }
        assert_eq!(quarters(&ground(48, false), [WATER, DIRT]), [true, false, false, true]);
    }

    #[test]
    fn pieces_of_one_material_meet_without_a_seam_however_they_are_turned() {
        let of = |image: &Image, x: usize, y: usize| f32::from(image.rgba[(y * 64 + x) * 4 + 1]);
        let (grass, other) = (ground(GRASS, false), ground(11, false));
        for at in 0..64 {
            // Right beside left, lower beside upper, and a lower side beside one that is turned.
            for (one, two) in [
                (of(&grass, 63, at), of(&grass, 0, at)),
                (of(&grass, at, 63), of(&grass, at, 0)),
                (of(&grass, at, 63), of(&grass, 63, 63 - at)),
                // The western side of a piece that is half grass is grass.
                (of(&grass, 63, at), of(&other, 0, at)),
            ] {
                assert!((one - two).abs() <= 6.0, "{at}: {one} {two}");
            }
        }
    }

    #[test]
    fn every_plant_has_a_foot_and_air_around_it() {
        for record in 1..=31 {
            let (image, size) = plant(record, false);
            let foot = &image.rgba[((image.height - 1) * image.width * 4) as usize..];
            assert!(foot.chunks(4).any(|pixel| pixel[3] == 255), "{record}");
            assert!(image.rgba.chunks(4).any(|pixel| pixel[3] == 0), "{record}");
            assert!(size[0] > 30.0 && size[1] < 400.0);
        }
    }
}
