//! The palette: fifteen ramps of sixteen shades, and the colour of windows. Shades between two of a ramp are
//! made by a pattern of both.

use daggerfall::climate::WINDOW;
use daggerfall::palette::Palette;
use daggerfall::texture::Picture;

/// Shades of a ramp.
const SHADES: usize = 16;

/// A ramp of colours from dark to light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ramp {
    Grass,
    Olive,
    Forest,
    Earth,
    Sand,
    Stone,
    Warm,
    Brick,
    Slate,
    Wood,
    Thatch,
    Snow,
    Water,
    Autumn,
    Plaster,
}

use Ramp::{
    Autumn, Brick, Earth, Forest, Grass, Olive, Plaster, Sand, Slate, Snow, Stone, Thatch, Warm, Water, Wood,
};

/// Each ramp's darkest and lightest colour.
const RAMPS: [(Ramp, [u8; 3], [u8; 3]); 15] = [
    (Grass, [18, 30, 12], [142, 164, 84]),
    (Olive, [24, 26, 12], [168, 158, 92]),
    (Forest, [8, 20, 14], [98, 138, 88]),
    (Earth, [26, 18, 12], [172, 140, 104]),
    (Sand, [70, 52, 32], [236, 214, 164]),
    (Stone, [24, 25, 28], [190, 190, 186]),
    (Warm, [36, 30, 26], [214, 198, 172]),
    (Brick, [34, 12, 10], [196, 108, 78]),
    (Slate, [16, 20, 28], [138, 152, 170]),
    (Wood, [22, 14, 8], [152, 112, 72]),
    (Thatch, [44, 32, 14], [210, 176, 104]),
    (Snow, [92, 104, 124], [248, 250, 252]),
    (Water, [8, 22, 34], [112, 164, 172]),
    (Autumn, [40, 16, 8], [218, 142, 58]),
    (Plaster, [64, 58, 48], [238, 228, 204]),
];

/// The palette of the whole install, ART_PAL.COL.
pub(super) fn palette() -> Palette {
    let mut colors = [[0; 3]; 256];
    for (ramp, dark, light) in RAMPS {
        for shade in 0..SHADES {
            let t = shade as f32 / (SHADES - 1) as f32;
            let mixed = |part: usize| {
                let [from, to] = [f32::from(dark[part]), f32::from(light[part])];
                (from + (to - from) * t).round() as u8
            };
            colors[1 + ramp as usize * SHADES + shade] = [mixed(0), mixed(1), mixed(2)];
        }
    }
    // By day a window is dark glass; at night it glows by its index.
    colors[usize::from(WINDOW)] = [46, 58, 72];
    Palette::col(colors)
}

/// The index of a shade of a ramp, 0 dark to 1 light, at a place of a picture.
pub(super) fn shade(ramp: Ramp, light: f32, x: usize, y: usize) -> u8 {
    // Thresholds of a 4 x 4 pattern, so that neighbouring shades mingle.
    const PATTERN: [[f32; 4]; 4] =
        [[0.0, 8.0, 2.0, 10.0], [12.0, 4.0, 14.0, 6.0], [3.0, 11.0, 1.0, 9.0], [15.0, 7.0, 13.0, 5.0]];
    let threshold = (PATTERN[y % 4][x % 4] + 0.5) / 16.0;
    let level = (light.clamp(0.0, 1.0) * (SHADES - 1) as f32 + threshold).floor() as usize;
    1 + (ramp as usize * SHADES + level.min(SHADES - 1)) as u8
}

/// A picture, pixel by pixel: `paint` gives ramp and light at u and v, 0 to 1, or nothing for a hole.
pub(super) fn picture(
    [width, height]: [usize; 2],
    paint: impl Fn(f32, f32) -> Option<(Ramp, f32)>,
) -> Picture {
    let pixel = |index: usize| {
        let (x, y) = (index % width, index / width);
        let (u, v) = ((x as f32 + 0.5) / width as f32, (y as f32 + 0.5) / height as f32);
        paint(u, v).map_or(0, |(ramp, light)| shade(ramp, light, x, y))
    };
    Picture { width, height, pixels: (0..width * height).map(pixel).collect() }
}

/// Sets a rectangle of pixels to one index.
pub(super) fn fill(picture: &mut Picture, [x, y, width, height]: [usize; 4], index: u8) {
    for row in y..(y + height).min(picture.height) {
        for column in x..(x + width).min(picture.width) {
            picture.pixels[row * picture.width + column] = index;
        }
    }
}
