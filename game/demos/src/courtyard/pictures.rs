//! The pictures of the courtyard that are not stone.

use crate::builders::numbers::{Random, layered_noise, mix, smooth_step};
use crate::builders::paint::{Canvas, Rgb, blend};

/// The sky over the horizon, from the zenith down, and where it glows.
const ZENITH: Rgb = [0.115, 0.135, 0.300];
const UPPER: Rgb = [0.245, 0.235, 0.440];
const LOWER: Rgb = [0.520, 0.375, 0.500];
/// The horizon away from the glow: what fog turns everything into.
pub(super) const HORIZON: Rgb = [0.560, 0.420, 0.470];
const GLOW: Rgb = [0.980, 0.610, 0.370];

/// Part of a turn from the left edge of the sky's picture at which the sun has
/// set: a little west of north.
const SUNSET: f32 = 0.47;

/// The colour of the sky at a part of a turn and a part of the way from the
/// horizon to the zenith.
fn sky_at(turn: f32, up: f32) -> Rgb {
    let away = (turn - SUNSET).abs();
    let away = away.min(1.0 - away) * 2.0;
    let near = 1.0 - smooth_step(0.0, 0.75, away);
    let stops: [(f32, Rgb); 4] = [(0.0, HORIZON), (0.16, LOWER), (0.45, UPPER), (1.0, ZENITH)];
    let after = stops.iter().position(|(at, _)| *at > up).unwrap_or(3).max(1);
    let ((low, from), (high, to)) = (stops[after - 1], stops[after]);
    let t = smooth_step(low, high, up);
    let mut color: Rgb = std::array::from_fn(|channel| mix(from[channel], to[channel], t));
    let glow = near * near * (1.0 - smooth_step(0.0, 0.34, up)) * 0.92;
    for (channel, wanted) in color.iter_mut().zip(GLOW) {
        *channel = mix(*channel, wanted, glow);
    }
    color
}

/// The whole sky: a turn from left to right, the zenith at the top, the horizon
/// at the bottom.
pub(super) fn sky() -> Canvas {
    let seed = super::SEED ^ 0x511;
    let mut canvas = Canvas::new(1024, 256, ZENITH);
    let mut random = Random::new(seed, 1);
    let stars: Vec<[f32; 3]> = (0..170)
        .map(|_| [random.between(0.0, 1.0), random.between(0.0, 0.62), random.between(0.25, 0.9)])
        .collect();
    canvas.each(|u, v, pixel| {
        let up = 1.0 - v;
        let [r, g, b] = sky_at(u, up);
        *pixel = [r, g, b, 1.0];
        // Long low clouds, lit from below where the sun has set.
        let cloud = layered_noise(seed, u * 14.0, up * 22.0, 4, 14);
        let band = smooth_step(0.04, 0.14, up) * (1.0 - smooth_step(0.30, 0.55, up));
        let thick = smooth_step(0.50, 0.70, cloud) * band;
        let away = (u - SUNSET).abs();
        let warm = 1.0 - smooth_step(0.02, 0.30, away.min(1.0 - away));
        let dark: Rgb = [0.33, 0.27, 0.41];
        let lit: Rgb = [0.97, 0.52, 0.38];
        let paint: Rgb =
            std::array::from_fn(|channel| mix(dark[channel], lit[channel], warm * (1.0 - up * 1.8)));
        blend(pixel, paint, thick * 0.75);
    });
    for [u, v, light] in stars {
        let (x, y) = ((u * 1024.0) as i32, (v * 256.0) as i32);
        canvas.rect(x, y, 1, 1, [0.95, 0.95, 1.0], light * (1.0 - v * 1.3).max(0.15));
    }
    canvas
}

/// What a mirroring ball shows of dusk: sky above, the glow low in front of it,
/// warm stone below.
pub(super) fn mirror() -> Canvas {
    let seed = super::SEED ^ 0x777;
    let mut canvas = Canvas::new(128, 128, ZENITH);
    canvas.each(|u, v, pixel| {
        let (x, y) = (u * 2.0 - 1.0, 1.0 - v * 2.0);
        let far = (x * x + y * y).min(1.0).sqrt();
        // Where a mirroring ball throws the sight: straight back in the middle.
        let bend = 2.0 * libm::asinf(far);
        let lift = if far > 1e-4 { y / far * libm::sinf(bend) } else { 0.0 };
        let color = if lift >= 0.0 {
            sky_at(0.5 + x * 0.2, lift)
        } else {
            let stone = layered_noise(seed, x * 5.0, y * 5.0, 3, 0);
            let light = mix(0.75, 1.15, stone) * mix(1.0, 0.70, -lift);
            [0.62 * light, 0.48 * light, 0.43 * light]
        };
        *pixel = [color[0], color[1], color[2], 1.0];
        // A bright seam at the horizon, as bronze has it.
        blend(pixel, [1.0, 0.83, 0.62], smooth_step(0.10, 0.0, (lift - 0.02).abs()) * 0.75);
    });
    canvas
}

/// What still water mirrors: the same, paler.
pub(super) fn pale_mirror() -> Canvas {
    let mut canvas = mirror();
    canvas.each(|_, _, pixel| blend(pixel, [0.66, 0.55, 0.62], 0.6));
    canvas
}

/// A soft round light that fades to nothing at its edge.
pub(super) fn glow() -> Canvas {
    let mut canvas = Canvas::new(64, 64, [1.0; 3]);
    canvas.each(|u, v, pixel| {
        let (x, y) = (u * 2.0 - 1.0, v * 2.0 - 1.0);
        let light = 1.0 - smooth_step(0.0, 1.0, (x * x + y * y).sqrt());
        *pixel = [1.0, 1.0, 1.0, light * light];
    });
    canvas
}

/// A drop: white, softer than the glow towards its ends.
pub(super) fn drop() -> Canvas {
    let mut canvas = Canvas::new(32, 32, [1.0; 3]);
    canvas.each(|u, v, pixel| {
        let (x, y) = (u * 2.0 - 1.0, v * 2.0 - 1.0);
        let light = 1.0 - smooth_step(0.15, 1.0, (x * x + y * y).sqrt());
        *pixel = [1.0, 1.0, 1.0, light];
    });
    canvas
}

/// A ring on water.
pub(super) fn ring() -> Canvas {
    let mut canvas = Canvas::new(64, 64, [1.0; 3]);
    canvas.each(|u, v, pixel| {
        let (x, y) = (u * 2.0 - 1.0, v * 2.0 - 1.0);
        let far = (x * x + y * y).sqrt();
        *pixel = [1.0, 1.0, 1.0, smooth_step(0.16, 0.0, (far - 0.78).abs())];
    });
    canvas
}

/// Darkness under somebody's feet: white changes nothing.
pub(super) fn shadow() -> Canvas {
    let mut canvas = Canvas::new(64, 64, [1.0; 3]);
    canvas.each(|u, v, pixel| {
        let (x, y) = (u * 2.0 - 1.0, v * 2.0 - 1.0);
        let dark = 1.0 - smooth_step(0.1, 0.95, (x * x + y * y).sqrt());
        *pixel = [1.0 - dark * 0.55, 1.0 - dark * 0.53, 1.0 - dark * 0.45, 1.0];
    });
    canvas
}

/// Water in a basin of stone.
pub(super) fn water() -> Canvas {
    let seed = super::SEED ^ 0x313;
    let mut canvas = Canvas::new(128, 128, [0.42, 0.50, 0.56]);
    canvas.waves(
        0.2,
        &crate::builders::paint::Waves {
            seed,
            spread: 0.5,
            across: [5.0, 5.0],
            octaves: 3,
            period: 5,
            sharp: 6.0,
            deep: ([0.26, 0.34, 0.44], 0.7),
            crest: ([0.80, 0.76, 0.80], 0.5),
        },
    );
    canvas
}

/// Dry grass of a late summer.
pub(super) fn grass() -> Canvas {
    let seed = super::SEED ^ 0x121;
    let mut canvas = Canvas::new(128, 128, [0.58, 0.58, 0.40]);
    canvas.grain(seed, 40, 3, 0.22).grain(seed ^ 1, 5, 4, 0.18);
    canvas.stain(seed ^ 2, 4, 0.52, [0.68, 0.61, 0.42], 0.5);
    canvas
}

/// Woven cloth with a hem: white, so that its material colours it.
pub(super) fn cloth() -> Canvas {
    let seed = super::SEED ^ 0x919;
    let mut canvas = Canvas::new(64, 64, [0.93; 3]);
    canvas.grain(seed, 32, 2, 0.10).grain(seed ^ 1, 4, 3, 0.10);
    canvas.each(|u, v, pixel| {
        // Folds run down, a band of another colour along the lower edge.
        let fold = libm::sinf(u * std::f32::consts::TAU * 4.0) * 0.5 + 0.5;
        blend(pixel, [0.55, 0.53, 0.60], (1.0 - fold) * 0.45);
        let band = smooth_step(0.05, 0.02, (v - 0.90).abs());
        blend(pixel, [1.0, 0.86, 0.50], band * 0.8);
    });
    canvas
}

/// A banner: two fields and a ring.
pub(super) fn banner() -> Canvas {
    let seed = super::SEED ^ 0x2b2;
    let mut canvas = Canvas::new(64, 128, [0.56, 0.16, 0.18]);
    canvas.grain(seed, 32, 2, 0.10);
    canvas.each(|u, v, pixel| {
        let gold: Rgb = [0.94, 0.74, 0.36];
        let (x, y) = ((u - 0.5) * 2.0, (v - 0.42) * 4.0);
        let far = (x * x + y * y).sqrt();
        blend(pixel, gold, smooth_step(0.09, 0.04, (far - 0.55).abs()));
        blend(pixel, gold, smooth_step(0.22, 0.18, far));
        blend(pixel, gold, smooth_step(0.05, 0.03, u.min(1.0 - u)));
        // Two tails.
        let tail = 0.86 + 0.12 * (1.0 - (x.abs() * 2.0 - 1.0).abs());
        pixel[3] = if v > tail { 0.0 } else { 1.0 };
    });
    canvas.bleed();
    canvas
}

/// A cypress from root to tip, cut out.
pub(super) fn cypress() -> Canvas {
    let seed = super::SEED ^ 0x5c5;
    let mut canvas = Canvas::new(64, 256, [0.20, 0.26, 0.20]);
    canvas.each(|u, v, pixel| {
        let up = 1.0 - v;
        let x = (u - 0.5) * 2.0;
        let ragged = layered_noise(seed, u * 9.0, v * 34.0, 3, 0) - 0.5;
        let body = 0.78 * smooth_step(1.0, 0.42, up) * smooth_step(-0.02, 0.20, up);
        let half = body + ragged * 0.5 * body.min(0.6);
        let tuft = layered_noise(seed ^ 1, u * 20.0, v * 60.0, 2, 0);
        let light = mix(0.62, 1.30, tuft) * mix(0.85, 1.15, u);
        *pixel = [0.29 * light, 0.36 * light, 0.28 * light, if x.abs() < half { 1.0 } else { 0.0 }];
        if up < 0.09 && x.abs() < 0.14 {
            *pixel = [0.33, 0.27, 0.23, 1.0];
        }
    });
    canvas.bleed();
    canvas
}

/// Ivy that hangs over a wall, cut out: dense at the top.
pub(super) fn ivy() -> Canvas {
    let seed = super::SEED ^ 0x1e1;
    let mut canvas = Canvas::new(128, 128, [0.22, 0.30, 0.18]);
    canvas.each(|u, v, pixel| {
        let leaf = layered_noise(seed, u * 26.0, v * 26.0, 2, 26);
        let mass = layered_noise(seed ^ 1, u * 6.0, v * 3.0, 3, 6);
        let full = leaf * 0.45 + mass * 0.75 - v * 0.62 - 0.16;
        let light = mix(0.60, 1.45, leaf);
        *pixel = [0.24 * light, 0.33 * light, 0.18 * light, if full > 0.0 { 1.0 } else { 0.0 }];
    });
    canvas.bleed();
    canvas
}
