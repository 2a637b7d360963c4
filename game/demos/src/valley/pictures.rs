//! What is painted: one function for each texture, small and tileable.
//!
//! Ground textures are nearly white; the colours of the land are in its
//! vertices, so that neighbouring materials meet without a seam.

mod built;
mod grown;
mod land;

use crate::builders::numbers::{layered_noise, smooth_step};
use crate::builders::paint::{Canvas, Rgb, Waves, blend};
use crate::builders::textures::{Picture, Store};
use rayon::prelude::*;

pub(super) use built::sign_part;

/// Frames of the water cycle.
pub(super) const WATER_FRAMES: u32 = 12;

const INK: Rgb = [0.12, 0.12, 0.14];
const CREAM: Rgb = [0.93, 0.90, 0.80];
const ORANGE: Rgb = [0.93, 0.46, 0.12];

type Painter = fn(u32) -> Canvas;

const PAINTERS: &[(&str, Store, Painter)] = &[
    ("grass", Store::Direct, land::grass),
    ("dirt", Store::Direct, land::dirt),
    ("rock", Store::Direct, land::rock),
    ("gravel", Store::Direct, land::gravel),
    ("road", Store::Direct, land::road),
    ("yard", Store::Direct, land::yard),
    ("concrete", Store::Direct, built::concrete),
    ("rampart", Store::Direct, built::rampart),
    ("plates", Store::Direct, built::plates),
    ("ribs", Store::Direct, built::ribs),
    ("windows", Store::Direct, built::windows),
    ("roof", Store::Direct, built::roof),
    ("door", Store::Direct, built::door),
    ("shutter", Store::Direct, built::shutter),
    ("tank", Store::Direct, built::tank),
    ("stripes", Store::Direct, built::stripes),
    ("signs", Store::Direct, built::signs),
    ("pad", Store::Direct, built::pad),
    ("crate", Store::Palette, built::wooden_crate),
    ("box", Store::Direct, built::container),
    ("vehicle", Store::Direct, built::vehicle),
    ("track", Store::Direct, built::track),
    ("lattice", Store::PaletteCutout, built::lattice),
    ("mesh", Store::PaletteCutout, built::wire),
    ("rail", Store::PaletteCutout, built::rail),
    ("spruce", Store::Cutout, grown::spruce),
    ("pine", Store::Cutout, grown::pine),
    ("birch", Store::Cutout, grown::birch),
    ("bush", Store::Cutout, grown::bush),
    ("reeds", Store::Cutout, grown::reeds),
    ("wood", Store::Cutout, grown::wood),
    ("flag", Store::Palette, built::flag),
    ("clouds", Store::Blend, clouds),
    ("veil", Store::Blend, veil),
    ("glow", Store::Blend, glow),
    ("smoke", Store::Blend, smoke),
    ("puff", Store::Blend, puff),
    ("flame", Store::Blend, flame),
    ("falls", Store::Blend, falls),
];

/// Every texture of the world, in the order of its directory.
pub(super) fn paint_all(seed: u32) -> Vec<Picture> {
    let mut all: Vec<Picture> = PAINTERS
        .par_iter()
        .map(|(name, store, paint)| Picture {
            name: (*name).to_owned(),
            store: *store,
            stretch: 0,
            canvas: paint(seed),
        })
        .collect();
    let frames = (0..WATER_FRAMES).into_par_iter().map(|frame| Picture {
        name: format!("water{frame}"),
        store: Store::Direct,
        stretch: 0,
        canvas: water(seed, frame),
    });
    all.extend(frames.collect::<Vec<_>>());
    all
}

fn clouds(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 256, [1.0; 3]);
    canvas.each(|u, v, pixel| {
        let (dx, dy) = (
            layered_noise(seed ^ 133, u * 3.0, v * 3.0, 3, 3) - 0.5,
            layered_noise(seed ^ 134, u * 3.0, v * 3.0, 3, 3) - 0.5,
        );
        let (x, y) = (u * 3.0 + dx * 0.7, v * 3.0 + dy * 0.7);
        let heap = layered_noise(seed ^ 131, x, y, 6, 3);
        let shade = layered_noise(seed ^ 131, x - 0.10, y + 0.07, 5, 3);
        let dark = smooth_step(-0.05, 0.14, heap - shade);
        blend(pixel, [0.80, 0.79, 0.82], 0.75 * (1.0 - dark) * smooth_step(0.50, 0.72, heap));
        pixel[3] = smooth_step(0.47, 0.70, heap) * 0.92;
    });
    canvas
}

/// High, thin, drawn out.
fn veil(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 128, [1.0; 3]);
    canvas.each(|u, v, pixel| {
        let bend = layered_noise(seed ^ 137, u * 2.0, v * 2.0, 3, 2);
        let wisp = layered_noise(seed ^ 136, u * 2.0 + bend * 0.6, v * 6.0 + bend * 1.6, 5, 2);
        pixel[3] = smooth_step(0.48, 0.80, wisp) * 0.55;
    });
    canvas
}

fn glow(_: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [1.0, 0.92, 0.72]);
    canvas.each(|u, v, pixel| {
        let distance = ((u - 0.5) * (u - 0.5) + (v - 0.5) * (v - 0.5)).sqrt() * 2.0;
        let fall = (1.0 - distance).max(0.0);
        let core = smooth_step(0.72, 0.86, fall);
        pixel[3] = (fall * fall * 0.7 + core * 0.6).min(1.0);
    });
    canvas
}

/// A ball of smoke, white so that whoever sends it out can colour it.
fn puff(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [1.0; 3]);
    canvas.each(|u, v, pixel| {
        let billow = layered_noise(seed ^ 149, u * 4.0, v * 4.0, 4, 0);
        let distance = libm::sqrtf((u - 0.5) * (u - 0.5) + (v - 0.5) * (v - 0.5)) * 2.0;
        let body = smooth_step(1.0, 0.25, distance + (billow - 0.5) * 0.7);
        // Lit from above, torn at its rim.
        blend(pixel, [0.66, 0.65, 0.66], smooth_step(0.35, 0.75, billow) * (0.3 + 0.7 * v));
        pixel[3] = body * smooth_step(1.0, 0.86, distance);
    });
    canvas
}

/// A tongue of fire, brightest at its foot.
fn flame(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [1.0, 0.62, 0.16]);
    canvas.each(|u, v, pixel| {
        let flicker = layered_noise(seed ^ 151, u * 5.0, v * 3.0, 4, 0) - 0.5;
        let (across, up) = ((u - 0.5 + flicker * 0.22) / (0.16 + 0.26 * v), 1.0 - v);
        let body = (1.0 - across * across).max(0.0) * smooth_step(0.98, 0.45, up + flicker * 0.5);
        let body = body * smooth_step(0.0, 0.16, up);
        blend(pixel, [1.0, 0.93, 0.62], smooth_step(0.45, 0.95, body));
        blend(pixel, [0.78, 0.16, 0.04], smooth_step(0.45, 0.9, up));
        pixel[3] = smooth_step(0.0, 0.55, body) * 0.95;
    });
    canvas
}

/// Falling water: streaks that repeat downwards.
fn falls(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.80, 0.88, 0.92]);
    canvas.each(|u, v, pixel| {
        let streak = layered_noise(seed ^ 157, u * 12.0, v * 2.0, 3, 2);
        let fine = layered_noise(seed ^ 158, u * 28.0, v * 4.0, 2, 4);
        blend(pixel, [0.45, 0.60, 0.68], smooth_step(0.62, 0.34, streak) * 0.8);
        blend(pixel, [1.0, 1.0, 1.0], smooth_step(0.55, 0.8, fine) * 0.8);
        pixel[3] = 0.62 + 0.34 * smooth_step(0.35, 0.6, streak);
    });
    canvas
}

fn smoke(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 128, [0.92, 0.90, 0.88]);
    canvas.each(|u, v, pixel| {
        let billow = layered_noise(seed ^ 139, u * 4.0, v * 6.0, 4, 0);
        let across = (u - 0.5 - (1.0 - v) * 0.12) / (0.10 + 0.34 * (1.0 - v));
        let body = (1.0 - across * across).max(0.0);
        blend(pixel, [0.60, 0.58, 0.60], smooth_step(0.4, 0.7, billow) * 0.6);
        pixel[3] = body * smooth_step(0.25, 0.65, billow + body * 0.2) * v * smooth_step(0.0, 0.2, v) * 0.7;
    });
    canvas
}

fn water(seed: u32, frame: u32) -> Canvas {
    let waves = Waves {
        seed,
        spread: 0.55,
        across: [5.0, 8.0],
        octaves: 3,
        period: 40,
        sharp: 4.6,
        deep: ([0.50, 0.64, 0.72], 1.0),
        crest: ([1.0, 0.98, 0.92], 0.55),
    };
    let mut canvas = Canvas::new(128, 128, [0.70, 0.82, 0.86]);
    canvas.waves(frame as f32 / WATER_FRAMES as f32, &waves);
    canvas
}
