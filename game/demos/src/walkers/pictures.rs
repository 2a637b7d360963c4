//! The skins of the machines: worn paint on plates, bare metal, windows, and a
//! number that reads the right way round.

use super::skins::{CELLS, Finish, PLATES, Plate, Skin, TRIM};
use crate::builders::numbers::{layered_noise, smooth_step};
use crate::builders::paint::{Canvas, Rgb, blend};
use crate::builders::textures::{Picture, Store};
use binary::Result;
use zbd::mechlib::Material;

/// Edge of the other pictures, pixels.
const SIZE: u32 = 128;
/// What the materials show, by slot; the last is a colour.
const NAMES: [&str; 7] =
    ["mch_ochre", "mch_slate", "mch_steel", "mch_grille", "mch_glass", "mch_stripes", "mch_number"];
/// Colour of lamps, 0..=255.
pub(crate) const LAMP: [f32; 3] = [255.0, 226.0, 168.0];
/// Seams, soot, shade.
const DARK: Rgb = [0.10, 0.10, 0.11];
/// Metal where paint is gone.
const BARE: Rgb = [0.62, 0.60, 0.56];

/// The materials in the order of [`Skin`].
pub(super) fn materials() -> Result<Vec<Material>> {
    use crate::builders::graph::{NAME, failed};
    let textured = |name: &&str| Material::textured(name).ok_or_else(|| failed(&NAME, "ASCII", name));
    let mut all: Vec<Material> = NAMES.iter().map(textured).collect::<Result<_>>()?;
    debug_assert_eq!(all.len(), Skin::Lamp as usize);
    all.push(Material::colored(LAMP, 255));
    Ok(all)
}

/// The pictures of all textures.
pub(crate) fn paint(seed: u32) -> Vec<Picture> {
    let canvases = [
        plates(seed, [0.92, 0.66, 0.24], 1),
        plates(seed, [0.64, 0.71, 0.78], 2),
        steel(seed),
        grille(seed),
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

/// Painted plates of every shape: seams, rivets, worn edges, dirt that runs
/// down.
fn plates(seed: u32, paint: Rgb, stream: u32) -> Canvas {
    let seed = seed ^ (stream * 977);
    let mut canvas = Canvas::new(PLATES, PLATES, paint);
    canvas.stain(seed, 5, 0.52, paint.map(|channel| channel * 0.86), 0.7);
    for plate in CELLS {
        on_plate(&mut canvas, plate, paint);
    }
    // Dirt runs down from the upper edge of every plate.
    for Plate { area: [left, top, width, height], .. } in CELLS {
        canvas.each(|u, v, pixel| {
            let (x, y) = (u * PLATES as f32 - left as f32, v * PLATES as f32 - top as f32);
            if x < 0.0 || y < 0.0 || x >= width as f32 || y >= height as f32 {
                return;
            }
            let streak = layered_noise(seed ^ 5, u * 90.0, v * 5.0, 2, 0);
            let fades = 1.0 - y / height as f32;
            blend(pixel, [0.20, 0.17, 0.14], 0.42 * smooth_step(0.60, 0.86, streak) * fades);
            let edge = x.min(y).min(width as f32 - 1.0 - x).min(height as f32 - 1.0 - y);
            let chip = layered_noise(seed ^ 9, u * 60.0, v * 60.0, 3, 0);
            blend(pixel, BARE, 0.75 * smooth_step(0.60, 0.72, chip - edge * 0.035));
        });
    }
    let [top, height] = TRIM;
    canvas.rect(0, top - 4, PLATES as i32, height + 8, paint.map(|channel| (channel * 1.15).min(1.0)), 1.0);
    canvas.each(|u, v, pixel| {
        let y = v * PLATES as f32 - top as f32;
        if (-4.0..height as f32 + 4.0).contains(&y) {
            let worn = layered_noise(seed ^ 13, u * 40.0, v * 60.0, 3, 40);
            blend(pixel, BARE, 0.85 * smooth_step(0.50, 0.66, worn));
        }
    });
    canvas.grain(seed ^ 17, 64, 2, 0.05);
    canvas
}

fn on_plate(canvas: &mut Canvas, Plate { area, look }: Plate, paint: Rgb) {
    let [x, y, width, height] = area;
    let light = paint.map(|channel| channel + (1.0 - channel) * 0.45);
    canvas.rect(x, y, width, 1, DARK, 0.75).rect(x, y + height - 1, width, 1, DARK, 0.85);
    canvas.rect(x, y, 1, height, DARK, 0.75).rect(x + width - 1, y, 1, height, DARK, 0.8);
    canvas.rect(x + 1, y + 1, width - 2, 2, light, 0.55).rect(x + 1, y + 3, 1, height - 4, light, 0.35);
    canvas.rect(x + 1, y + height - 3, width - 2, 2, DARK, 0.25);
    let mut seam = |x: i32, y: i32, width: i32, height: i32| {
        canvas.rect(x, y, width, height, DARK, 0.7);
        if width > height {
            canvas.rect(x, y + height, width, 1, light, 0.4);
        } else {
            canvas.rect(x + width, y, 1, height, light, 0.3);
        }
    };
    match look {
        Finish::Bare => {}
        Finish::Parted => {
            let (across, down) = (width * 5 / 8, height * 2 / 5);
            seam(x, y + down, width, 2);
            seam(x + across, y + down, 2, height - down);
            if height > 64 {
                seam(x + width / 4, y, 2, down);
                slots(canvas, [x + across + 10, y + down + 14, width - across - 20, 22]);
            }
        }
        Finish::Hatch => {
            let [x, y, width, height] = [x + 12, y + 12, width - 24, height - 24];
            seam(x, y, width, 1);
            seam(x, y + height, width, 1);
            seam(x, y, 1, height);
            seam(x + width, y, 1, height);
            canvas.rect(x + width - 9, y + height / 2 - 5, 4, 10, DARK, 0.8);
            canvas.rect(x + width - 9, y + height / 2 - 5, 1, 10, light, 0.7);
        }
        Finish::Vent => slots(canvas, [x + 12, y + height - 62, width - 24, 46]),
        Finish::Riveted => {}
    }
    if look != Finish::Bare {
        let columns = [x + 6, x + width / 2 - 1, x + width - 8];
        for column in columns {
            for row in [y + 6, y + height - 9] {
                canvas.rect(column, row, 2, 2, DARK, 0.65).rect(column, row - 1, 2, 1, light, 0.6);
            }
        }
    }
}

/// Slots in a dark frame.
fn slots(canvas: &mut Canvas, [x, y, width, height]: [i32; 4]) {
    canvas.rect(x, y, width, height, DARK, 0.85);
    for row in (y + 3..y + height - 3).step_by(6) {
        canvas.rect(x + 3, row, width - 6, 2, [0.46, 0.46, 0.48], 0.9);
        canvas.rect(x + 3, row + 2, width - 6, 1, [0.02; 3], 0.9);
    }
}

fn steel(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(SIZE, SIZE, [0.40, 0.40, 0.42]);
    canvas.stain(seed ^ 411, 4, 0.55, [0.27, 0.25, 0.24], 0.8);
    for row in 0..4 {
        canvas.rect(0, row * 32, 128, 2, [0.12, 0.12, 0.13], 0.7);
        canvas.rect(0, row * 32 + 2, 128, 1, [1.0; 3], 0.25);
    }
    canvas.stain(seed ^ 412, 9, 0.66, [0.42, 0.29, 0.20], 0.5);
    canvas.grain(seed ^ 413, 48, 2, 0.10);
    canvas
}

fn grille(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(SIZE, SIZE, [0.20, 0.20, 0.21]);
    for row in 0..8 {
        canvas.rect(0, row * 16, 128, 5, [0.52, 0.51, 0.50], 0.9).rect(0, row * 16, 128, 1, [0.8; 3], 0.7);
        canvas.rect(0, row * 16 + 5, 128, 5, [0.03; 3], 0.9);
    }
    canvas.stain(seed ^ 451, 7, 0.60, [0.14, 0.11, 0.09], 0.6);
    canvas.grain(seed ^ 452, 48, 2, 0.08);
    canvas
}

fn glass(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(SIZE, SIZE, [0.08, 0.15, 0.22]);
    canvas.each(|u, v, pixel| {
        blend(pixel, [0.62, 0.80, 0.92], 0.85 * smooth_step(0.80, 0.05, v));
        let glint = (u * 1.4 + v - 0.9).abs();
        blend(pixel, [0.98, 0.99, 1.0], 0.7 * smooth_step(0.12, 0.02, glint));
    });
    for at in [0, 122] {
        canvas.rect(at, 0, 6, 128, DARK, 1.0).rect(0, at, 128, 6, DARK, 1.0);
    }
    canvas.rect(61, 0, 5, 128, DARK, 1.0);
    canvas.grain(seed ^ 421, 12, 2, 0.04);
    canvas
}

fn stripes(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(SIZE, SIZE, [0.95, 0.70, 0.10]);
    canvas.each(|u, v, pixel| {
        if ((u + v) * 2.0).fract() < 0.5 {
            blend(pixel, [0.10, 0.10, 0.11], 1.0);
        }
    });
    canvas.stain(seed ^ 431, 10, 0.64, [0.42, 0.38, 0.33], 0.6);
    canvas.grain(seed ^ 432, 40, 2, 0.08);
    canvas
}

fn number(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(SIZE, SIZE, [0.93, 0.91, 0.84]);
    canvas.rect(0, 0, 128, 8, [0.82, 0.22, 0.12], 1.0).rect(0, 120, 128, 8, [0.82, 0.22, 0.12], 1.0);
    canvas.centered([0, 0, 128, 128], 9, [0.10, 0.10, 0.12], "27");
    canvas.stain(seed ^ 441, 9, 0.64, [0.60, 0.55, 0.48], 0.6);
    canvas.grain(seed ^ 442, 40, 2, 0.05);
    canvas
}
