//! The skins of the machines: worn paint on plates, bare metal, windows, and a
//! number that reads the right way round.

use super::body::Skin;
use crate::demo::craft::numbers::{layered_noise, smooth_step};
use crate::demo::craft::paint::{Canvas, Rgb, blend};
use crate::demo::craft::textures::{Picture, Store};
use binary::Result;
use zbd::mechlib::Material;

/// Edge of a texture, pixels.
const SIZE: u32 = 128;
/// What the materials show, by slot; the last is a colour.
const NAMES: [&str; 6] = ["mch_ochre", "mch_slate", "mch_steel", "mch_glass", "mch_stripes", "mch_number"];
/// Colour of lamps, 0..=255.
pub(in crate::demo) const LAMP: [f32; 3] = [255.0, 214.0, 140.0];

/// The materials in the order of [`Skin`].
pub(super) fn materials() -> Result<Vec<Material>> {
    use crate::demo::craft::graph::{NAME, failed};
    let textured = |name: &&str| Material::textured(name).ok_or_else(|| failed(&NAME, "ASCII", name));
    let mut all: Vec<Material> = NAMES.iter().map(textured).collect::<Result<_>>()?;
    debug_assert_eq!(all.len(), Skin::Lamp as usize);
    all.push(Material::colored(LAMP, 255));
    Ok(all)
}

/// The pictures of all textures.
pub(in crate::demo) fn paint(seed: u32) -> Vec<Picture> {
    let canvases = [
        plates(seed, [0.78, 0.58, 0.28], 1),
        plates(seed, [0.46, 0.52, 0.58], 2),
        steel(seed),
        glass(seed),
        stripes(seed),
        number(seed),
    ];
    NAMES
        .iter()
        .zip(canvases)
        .map(|(name, canvas)| Picture { name: (*name).to_owned(), store: Store::Direct, stretch: 0, canvas })
        .collect()
}

/// Painted plates with seams, rivets, worn edges and dirt that runs down.
fn plates(seed: u32, paint: Rgb, stream: u32) -> Canvas {
    let mut canvas = Canvas::new(SIZE, SIZE, paint);
    canvas.stain(seed ^ (stream * 977), 3, 0.52, paint.map(|channel| channel * 0.82), 0.8);
    canvas.each(|u, v, pixel| {
        let streak = layered_noise(seed ^ (stream * 31 + 5), u * 24.0, v * 2.0, 3, 0);
        blend(pixel, [0.22, 0.19, 0.16], 0.35 * smooth_step(0.55, 0.85, streak) * (0.3 + 0.7 * v));
    });
    for (x, y, width, height) in [(0, 0, 76, 52), (76, 0, 52, 80), (0, 52, 76, 76), (76, 80, 52, 48)] {
        canvas.rect(x, y, width, 2, [0.12, 0.12, 0.13], 0.75).rect(x, y, 2, height, [0.12, 0.12, 0.13], 0.75);
        canvas.rect(x + 2, y + 2, width - 2, 1, [1.0, 0.95, 0.86], 0.35);
        canvas.rect(x + 2, y + 2, 1, height - 2, [1.0, 0.95, 0.86], 0.22);
        for (dx, dy) in [(6, 6), (width - 6, 6), (6, height - 6), (width - 6, height - 6)] {
            canvas.rect(x + dx, y + dy, 2, 2, [0.14, 0.13, 0.13], 0.7);
            canvas.rect(x + dx, y + dy - 1, 2, 1, [1.0; 3], 0.3);
        }
    }
    canvas.rect(88, 22, 28, 16, [0.14, 0.14, 0.15], 0.85).rect(90, 24, 24, 2, [0.4, 0.4, 0.42], 1.0);
    canvas.rect(90, 29, 24, 2, [0.4, 0.4, 0.42], 1.0).rect(90, 34, 24, 2, [0.4, 0.4, 0.42], 1.0);
    canvas.stain(seed ^ (stream * 57), 14, 0.70, [0.55, 0.50, 0.45], 0.7);
    canvas.grain(seed ^ stream, 40, 2, 0.07);
    canvas
}

fn steel(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(SIZE, SIZE, [0.33, 0.33, 0.35]);
    canvas.stain(seed ^ 411, 4, 0.55, [0.22, 0.20, 0.19], 0.8);
    for row in 0..8 {
        canvas.rect(0, row * 16, 128, 2, [0.12, 0.12, 0.13], 0.8).rect(
            0,
            row * 16 + 2,
            128,
            1,
            [1.0; 3],
            0.18,
        );
    }
    canvas.stain(seed ^ 412, 9, 0.66, [0.42, 0.27, 0.17], 0.6);
    canvas.grain(seed ^ 413, 48, 2, 0.10);
    canvas
}

fn glass(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(SIZE, SIZE, [0.10, 0.16, 0.22]);
    canvas.each(|u, v, pixel| {
        blend(pixel, [0.55, 0.70, 0.82], 0.75 * smooth_step(0.75, 0.10, v));
        let glint = (u * 1.4 + v - 0.9).abs();
        blend(pixel, [0.95, 0.97, 1.0], 0.6 * smooth_step(0.10, 0.02, glint));
    });
    for at in [0, 62, 126] {
        canvas.rect(at, 0, 3, 128, [0.10, 0.10, 0.11], 1.0).rect(0, at, 128, 3, [0.10, 0.10, 0.11], 1.0);
    }
    canvas.grain(seed ^ 421, 12, 2, 0.05);
    canvas
}

fn stripes(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(SIZE, SIZE, [0.93, 0.66, 0.12]);
    canvas.each(|u, v, pixel| {
        if ((u + v) * 4.0).fract() < 0.5 {
            blend(pixel, [0.11, 0.11, 0.12], 1.0);
        }
    });
    canvas.stain(seed ^ 431, 10, 0.62, [0.42, 0.38, 0.33], 0.7);
    canvas.grain(seed ^ 432, 40, 2, 0.08);
    canvas
}

fn number(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(SIZE, SIZE, [0.90, 0.87, 0.78]);
    canvas.rect(0, 0, 128, 6, [0.80, 0.24, 0.14], 1.0).rect(0, 122, 128, 6, [0.80, 0.24, 0.14], 1.0);
    canvas.centered([0, 0, 128, 128], 9, [0.12, 0.12, 0.14], "27");
    canvas.stain(seed ^ 441, 8, 0.62, [0.55, 0.50, 0.45], 0.7);
    canvas.grain(seed ^ 442, 40, 2, 0.06);
    canvas
}
