//! What is painted: one function for each texture, small and tileable.
//!
//! Ground textures are nearly white; the colours of the land are in its
//! vertices, so that neighbouring materials meet without a seam.

use crate::builders::numbers::{layered_noise, mix, smooth_step};
use crate::builders::paint::{Canvas, Rgb, Waves, blend};
use crate::builders::textures::{Picture, Store};

/// Frames of the water cycle.
pub(super) const WATER_FRAMES: u32 = 8;
/// Frames of the fuse that burns down once.
pub(super) const FUSE_FRAMES: u32 = 4;
/// Words of the label atlas, two columns from top to bottom; each takes half
/// the width and an eighth of the height.
pub(super) const LABELS: [&str; 16] = [
    "10", "30", "45", "4 M", "0.3", "0.6", "CYL Y", "SPHER", "CYL X", "CYL Z", "EAST", "WEST", "LAYER",
    "EQUAL", "RGBY", "SOIL",
];

const INK: Rgb = [0.10, 0.11, 0.13];
const CREAM: Rgb = [0.93, 0.90, 0.80];
const ORANGE: Rgb = [0.90, 0.42, 0.10];

/// Every texture of the world, in the order of its directory.
pub(super) fn paint_all(seed: u32) -> Vec<Picture> {
    let mut all = vec![
        picture("ground", Store::Direct, ground(seed)),
        picture("rock", Store::Palette, rock(seed)),
        picture("paving", Store::Palette, paving(seed)),
        picture("concrete", Store::Direct, concrete(seed)),
        picture("plaster", Store::Direct, plaster(seed)),
        picture("roof", Store::Palette, roof(seed)),
        picture("wood", Store::Palette, wood(seed)),
        picture("metal", Store::Palette, metal(seed)),
        picture("window", Store::Direct, window(seed)),
        Picture { stretch: 2, ..picture("stripes", Store::Direct, stripes(seed)) },
        Picture { stretch: 1, ..picture("sign", Store::Direct, sign(seed)) },
        picture("arrow", Store::Direct, arrow(seed)),
        picture("labels", Store::Palette, labels()),
        Picture { stretch: 2, ..picture("conifer", Store::Cutout, conifer(seed)) },
        picture("leafy", Store::PaletteCutout, leafy(seed)),
        picture("fence", Store::PaletteCutout, fence()),
        picture("belt", Store::Direct, belt(seed)),
        picture("clouds", Store::Blend, clouds(seed)),
        Picture { stretch: 3, ..picture("glow", Store::PaletteBlend, glow()) },
        picture("plain", Store::Direct, Canvas::new(16, 16, [0.97; 3])),
    ];
    for frame in 0..WATER_FRAMES {
        all.push(picture(&format!("water{frame}"), Store::Direct, water(seed, frame)));
    }
    for frame in 0..FUSE_FRAMES {
        all.push(picture(&format!("fuse{frame}"), Store::Direct, fuse(frame)));
    }
    all
}

fn picture(name: &str, store: Store, canvas: Canvas) -> Picture {
    Picture { name: name.to_owned(), store, stretch: 0, canvas }
}

fn ground(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.80, 0.80, 0.78]);
    canvas.grain(seed ^ 1, 4, 5, 0.16).grain(seed ^ 2, 32, 2, 0.14);
    canvas.stain(seed ^ 3, 6, 0.60, [0.66, 0.66, 0.58], 0.5);
    canvas.stain(seed ^ 4, 16, 0.68, [0.93, 0.92, 0.86], 0.6);
    canvas
}

fn rock(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.76, 0.76, 0.77]);
    canvas.each(|u, v, pixel| {
        // Layers that lean and waver.
        let waver = layered_noise(seed ^ 11, u * 4.0, v * 4.0, 4, 4);
        let layer = ((v + waver * 0.35) * 8.0).fract();
        blend(pixel, [0.56, 0.56, 0.58], smooth_step(0.7, 1.0, layer) * 0.5);
    });
    canvas.grain(seed ^ 12, 6, 5, 0.20).stain(seed ^ 13, 5, 0.58, [0.60, 0.58, 0.55], 0.6);
    canvas.grain(seed ^ 14, 40, 1, 0.08);
    canvas
}

fn paving(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.74, 0.73, 0.70]);
    canvas.grain(seed ^ 21, 5, 4, 0.10).stain(seed ^ 22, 4, 0.58, [0.60, 0.59, 0.55], 0.5);
    for row in 0..4 {
        for column in 0..4 {
            let tone = layered_noise(seed ^ 23, column as f32 * 7.3, row as f32 * 5.1, 1, 0);
            canvas.rect(column * 32, row * 32, 32, 32, [tone; 3], 0.07);
            canvas.rect(column * 32, row * 32, 32, 1, INK, 0.35).rect(
                column * 32,
                row * 32,
                1,
                32,
                INK,
                0.35,
            );
            canvas.panel(column * 32 + 1, row * 32 + 1, 31, 31, 0.12);
        }
    }
    canvas.grain(seed ^ 24, 48, 1, 0.05);
    canvas
}

fn concrete(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.72, 0.71, 0.69]);
    canvas.grain(seed ^ 31, 3, 5, 0.12).stain(seed ^ 32, 6, 0.62, [0.55, 0.53, 0.50], 0.5);
    for row in 0..2 {
        canvas.panel(0, row * 64, 128, 64, 0.22);
        for column in 0..4 {
            canvas.rect(column * 32 + 15, row * 64 + 12, 3, 3, INK, 0.4);
            canvas.rect(column * 32 + 15, row * 64 + 50, 3, 3, INK, 0.4);
        }
    }
    // Dirt that ran down from the joints.
    canvas.each(|u, v, pixel| {
        let streak = layered_noise(seed ^ 33, u * 24.0, 0.5, 2, 24);
        let below = 1.0 - (v * 2.0).fract();
        blend(pixel, [0.40, 0.38, 0.35], smooth_step(0.55, 0.85, streak) * below * 0.35);
    });
    canvas
}

fn plaster(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0.90, 0.87, 0.78]);
    canvas.grain(seed ^ 41, 4, 5, 0.08).stain(seed ^ 42, 3, 0.62, [0.76, 0.71, 0.60], 0.5);
    canvas.each(|_, v, pixel| blend(pixel, [0.50, 0.46, 0.40], smooth_step(0.75, 1.0, v) * 0.45));
    canvas
}

fn roof(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.58, 0.30, 0.22]);
    canvas.grain(seed ^ 51, 8, 3, 0.16);
    for row in 0..4 {
        for column in 0..4 {
            let left = column * 16 + if row % 2 == 0 { 0 } else { 8 };
            for left in [left, left - 64] {
                canvas.panel(left, row * 16, 16, 16, 0.35);
            }
        }
        canvas.rect(0, row * 16 + 13, 64, 3, INK, 0.35);
    }
    canvas
}

fn wood(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.60, 0.46, 0.30]);
    canvas.each(|u, v, pixel| {
        let fibre = layered_noise(seed ^ 61, u * 4.0, v * 32.0, 3, 0);
        blend(pixel, [0.36, 0.25, 0.15], fibre * 0.6);
    });
    for row in 0..4 {
        canvas.panel(0, row * 16, 64, 16, 0.35);
        canvas.rect(4, row * 16 + 7, 2, 2, INK, 0.7).rect(58, row * 16 + 7, 2, 2, INK, 0.7);
    }
    canvas
}

fn metal(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.58, 0.62, 0.66]);
    canvas.grain(seed ^ 71, 4, 4, 0.10).stain(seed ^ 72, 5, 0.66, [0.45, 0.30, 0.20], 0.5);
    canvas.panel(0, 0, 64, 64, 0.4);
    for place in 0..4 {
        for (x, y) in [(place * 16 + 7, 4), (place * 16 + 7, 58), (4, place * 16 + 7), (58, place * 16 + 7)] {
            canvas.rect(x, y, 2, 2, [0.85; 3], 0.5).rect(x + 1, y + 1, 2, 2, INK, 0.3);
        }
    }
    canvas
}

fn window(seed: u32) -> Canvas {
    let mut canvas = plaster(seed).halved();
    canvas.rect(14, 10, 36, 40, [0.42, 0.30, 0.20], 1.0);
    for (x, y) in [(17, 13), (33, 13), (17, 31), (33, 31)] {
        canvas.rect(x, y, 14, 16, [0.24, 0.34, 0.42], 1.0).rect(x, y, 14, 5, [0.62, 0.74, 0.82], 0.7);
    }
    canvas.rect(11, 50, 42, 4, [0.80, 0.78, 0.72], 1.0).rect(11, 54, 42, 2, INK, 0.4);
    canvas
}

fn stripes(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(32, 64, ORANGE);
    canvas.each(|u, v, pixel| {
        if ((u + v * 2.0) * 2.0).fract() < 0.5 {
            blend(pixel, INK, 0.9);
        }
    });
    canvas.grain(seed ^ 81, 8, 3, 0.12);
    canvas
}

fn sign(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 64, [0.12, 0.20, 0.26]);
    canvas.grain(seed ^ 91, 8, 3, 0.10);
    canvas.rect(3, 3, 250, 58, CREAM, 1.0).rect(6, 6, 244, 52, [0.12, 0.20, 0.26], 1.0);
    canvas.centered([2, 2, 256, 64], 5, [0.03, 0.05, 0.07], "REVISIT");
    canvas.centered([0, 0, 256, 64], 5, CREAM, "REVISIT");
    canvas.rect(14, 52, 228, 2, ORANGE, 1.0);
    canvas
}

/// Points to the top of the picture.
fn arrow(seed: u32) -> Canvas {
    let mut canvas = paving(seed);
    for row in 0..40 {
        canvas.rect(64 - row, 14 + row, 2 * row, 1, CREAM, 0.92);
    }
    canvas.rect(50, 54, 28, 34, CREAM, 0.92);
    canvas.centered([0, 96, 128, 22], 3, [0.0; 3], "NORTH").centered([-1, 95, 128, 22], 3, CREAM, "NORTH");
    canvas
}

fn labels() -> Canvas {
    let mut canvas = Canvas::new(128, 128, CREAM);
    for (index, label) in LABELS.iter().enumerate() {
        let (x, y) = (index as i32 / 8 * 64, index as i32 % 8 * 16);
        let paper = if index % 2 == 0 { CREAM } else { [0.86, 0.83, 0.73] };
        canvas.rect(x, y, 64, 16, paper, 1.0).panel(x, y, 64, 16, 0.5);
        canvas.centered([x, y, 64, 16], 2, INK, label);
    }
    canvas
}

fn conifer(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 128, [0.17, 0.27, 0.14]);
    canvas.each(|u, v, pixel| {
        let across = (u - 0.5).abs();
        // Five tiers of branches, each wider at its foot.
        let tier = (v * 5.6).fract();
        let reach = 0.05 + 0.36 * v + 0.13 * tier;
        let ragged = layered_noise(seed ^ 101, u * 14.0, v * 28.0, 3, 0);
        let trunk = v > 0.9 && across < 0.05;
        if trunk {
            *pixel = [0.26, 0.18, 0.11, 1.0];
            return;
        }
        let leaf = v < 0.93 && across < reach * mix(0.45, 1.15, ragged);
        let light = mix(0.7, 1.5, ragged) * mix(1.2, 0.75, tier) * mix(1.3, 0.8, u);
        *pixel = [0.26 * light, 0.36 * light, 0.18 * light, f32::from(u8::from(leaf))];
    });
    canvas.bleed();
    canvas
}

fn leafy(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.3, 0.36, 0.15]);
    canvas.each(|u, v, pixel| {
        let ragged = layered_noise(seed ^ 111, u * 10.0, v * 10.0, 3, 0);
        let (x, y) = (u - 0.5, (v - 0.40) * 1.15);
        let crown = (x * x + y * y).sqrt() < 0.30 + 0.22 * (ragged - 0.3);
        let trunk = v > 0.6 && x.abs() < 0.035 + 0.02 * v;
        let light = mix(0.6, 1.45, ragged) * mix(1.3, 0.7, v) * mix(1.2, 0.85, u);
        *pixel = match (crown, trunk) {
            (true, _) => [0.40 * light, 0.44 * light, 0.18 * light, 1.0],
            (_, true) => [0.28, 0.20, 0.13, 1.0],
            _ => [0.0; 4],
        };
    });
    canvas.bleed();
    canvas
}

fn fence() -> Canvas {
    let mut canvas = Canvas::new(64, 32, [0.0; 3]);
    canvas.each(|u, v, pixel| {
        let rail = (v - 0.25).abs() < 0.06 || (v - 0.7).abs() < 0.06;
        let post = (u * 4.0).fract() < 0.28;
        let light = if post { mix(0.9, 0.55, (u * 4.0).fract() * 3.0) } else { 0.62 };
        *pixel = [0.62 * light, 0.60 * light, 0.56 * light, f32::from(u8::from(rail || post))];
    });
    canvas.bleed();
    canvas
}

fn belt(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.20, 0.20, 0.22]);
    canvas.grain(seed ^ 121, 16, 2, 0.2);
    canvas.each(|u, v, pixel| {
        // Chevrons point along v, the way the belt runs.
        if ((v + (u - 0.5).abs()) * 2.0).fract() < 0.25 {
            blend(pixel, ORANGE, 0.85);
        }
    });
    canvas.rect(0, 0, 4, 64, [0.5; 3], 0.8).rect(60, 0, 4, 64, [0.5; 3], 0.8);
    canvas
}

fn clouds(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [1.0, 0.97, 0.92]);
    canvas.each(|u, v, pixel| {
        let heap = layered_noise(seed ^ 131, u * 5.0, v * 5.0, 5, 5);
        let shade = layered_noise(seed ^ 131, u * 5.0 + 0.12, v * 5.0 + 0.06, 5, 5);
        blend(pixel, [0.66, 0.70, 0.78], ((shade - heap) * 5.0 + 0.25).clamp(0.0, 0.7));
        pixel[3] = smooth_step(0.46, 0.74, heap) * 0.85;
    });
    canvas
}

fn glow() -> Canvas {
    let mut canvas = Canvas::new(32, 32, [1.0, 0.93, 0.72]);
    canvas.each(|u, v, pixel| {
        let distance = ((u - 0.5) * (u - 0.5) + (v - 0.5) * (v - 0.5)).sqrt() * 2.0;
        let fall = (1.0 - distance).max(0.0);
        // Few steps, so that a small palette holds them.
        pixel[3] = (fall * fall * 16.0).round() / 16.0;
    });
    canvas
}

fn water(seed: u32, frame: u32) -> Canvas {
    let waves = Waves {
        seed,
        spread: 0.6,
        across: [6.0, 6.0],
        octaves: 2,
        period: 6,
        sharp: 5.0,
        deep: ([0.10, 0.22, 0.28], 0.6),
        crest: ([0.72, 0.84, 0.84], 0.55),
    };
    let mut canvas = Canvas::new(64, 64, [0.20, 0.36, 0.40]);
    canvas.waves(frame as f32 / WATER_FRAMES as f32, &waves);
    canvas
}

fn fuse(frame: u32) -> Canvas {
    let mut canvas = Canvas::new(32, 32, INK);
    let lit = (FUSE_FRAMES - 1 - frame) as i32;
    for bar in 0..FUSE_FRAMES as i32 - 1 {
        let color = if bar < lit { ORANGE } else { [0.25, 0.25, 0.27] };
        canvas.rect(4, 22 - bar * 9, 24, 7, color, 1.0);
    }
    canvas
}
