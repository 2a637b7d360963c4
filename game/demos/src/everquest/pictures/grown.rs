//! What grows. Where there is nothing the pictures are clear, and of the colour
//! of what is beside, so that no fringe shows.

use crate::builders::numbers::{Random, layered_noise, smooth_step};
use crate::builders::paint::{Canvas, Rgb, blend};
use glam::Vec2;

/// A clear canvas and a mask with shapes on it.
fn cut_out(width: u32, height: u32, clear: Rgb) -> Canvas {
    let mut canvas = Canvas::new(width, height, clear);
    canvas.each(|_, _, pixel| pixel[3] = 0.0);
    canvas
}

/// Paints one leaf: a pointed ellipse, lighter on one side of its rib.
fn leaf(canvas: &mut Canvas, at: Vec2, way: Vec2, length: f32, color: Rgb) {
    let side = way.perp();
    let (width, height) = (canvas.width as f32, canvas.height as f32);
    let scale = Vec2::new(width, height);
    let reach = Vec2::splat(length);
    let (min, max) = ((at - reach).max(Vec2::ZERO), (at + reach).min(scale));
    let _ = (min, max);
    canvas.each(|u, v, pixel| {
        let off = Vec2::new(u, v) * scale - at;
        if off.x.abs() > length || off.y.abs() > length {
            return;
        }
        let (along, across) = (off.dot(way) / length, off.dot(side) / length);
        if !(0.0..=1.0).contains(&along) {
            return;
        }
        let half = 0.30 * libm::sinf(along * std::f32::consts::PI);
        if across.abs() < half {
            let lit = if across > 0.0 { 1.13 } else { 0.86 };
            let rib = if across.abs() < 0.035 { 0.8 } else { 1.0 };
            *pixel = [color[0] * lit * rib, color[1] * lit * rib, color[2] * lit * rib, 1.0];
        }
    });
}

/// Leaves of an oak about a few twigs, dense in the middle.
pub(in crate::everquest) fn leaves(seed: u32) -> Canvas {
    let mut canvas = cut_out(128, 128, [0.24, 0.31, 0.13]);
    let mut random = Random::new(seed, 801);
    for number in 0..330 {
        let turn = random.between(0.0, std::f32::consts::TAU);
        let reach = random.between(0.0, 1.0).sqrt() * 52.0;
        let (sin, cos) = libm::sincosf(turn);
        // Clumps: away from the middle in lobes.
        let lobe = 0.80 + 0.20 * libm::sinf(turn * 5.0 + 0.7);
        let at = Vec2::splat(64.0) + Vec2::new(cos, sin) * reach * lobe;
        let (sin, cos) = libm::sincosf(turn + random.between(-1.2, 1.2));
        // Later leaves lie above and take more light.
        let light = 0.55 + 0.45 * number as f32 / 330.0 + random.between(-0.12, 0.12);
        let warm = random.between(0.0, 0.10);
        let color = [(0.35 + warm) * light, 0.44 * light, 0.17 * light];
        leaf(&mut canvas, at, Vec2::new(cos, sin), random.between(8.0, 13.0), color);
    }
    canvas
}

/// Branches of a fir that hang to both sides, seen from the front.
pub(in crate::everquest) fn needles(seed: u32) -> Canvas {
    let mut canvas = cut_out(64, 128, [0.16, 0.23, 0.14]);
    let mut random = Random::new(seed, 821);
    // From the foot up: what is above lies over what is below.
    for tier in 0..11 {
        let part = tier as f32 / 11.0;
        let half = 30.0 * (1.0 - part) + 3.0;
        let base = 124.0 - part * 112.0;
        for _ in 0..26 {
            let along = random.between(-1.0, 1.0);
            let from = Vec2::new(32.0 + along * half * 0.75, base - 10.0 + along.abs() * 7.0);
            let way = Vec2::new(along * 0.9 + random.between(-0.25, 0.25), 1.0).normalize();
            let light = random.between(0.65, 1.1) * (0.8 + 0.3 * part);
            let color = [0.24 * light, 0.33 * light, 0.18 * light];
            leaf(&mut canvas, from, way, random.between(8.0, 14.0), color);
        }
    }
    canvas
}

/// Reeds that stand in water.
pub(in crate::everquest) fn reeds(seed: u32) -> Canvas {
    let mut canvas = cut_out(64, 64, [0.36, 0.38, 0.20]);
    let mut random = Random::new(seed, 841);
    for _ in 0..34 {
        let foot = random.between(4.0, 60.0);
        let lean = random.between(-9.0, 9.0);
        let top = random.between(2.0, 30.0);
        let light = random.between(0.7, 1.15);
        let color: Rgb = [0.45 * light, 0.48 * light, 0.24 * light];
        canvas.each(|u, v, pixel| {
            let (x, y) = (u * 64.0, v * 64.0);
            let up = (64.0 - y) / (64.0 - top);
            if (0.0..=1.0).contains(&up) && (x - foot - lean * up * up).abs() < 1.3 * (1.1 - up) + 0.25 {
                *pixel = [color[0], color[1], color[2], 1.0];
            }
        });
    }
    canvas
}

/// Furrowed bark.
pub(in crate::everquest) fn bark(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 64, [0.36, 0.28, 0.20]);
    canvas.each(|u, v, pixel| {
        let furrow = layered_noise(seed ^ 861, u * 12.0, v * 3.0, 3, 3);
        blend(pixel, [0.17, 0.12, 0.08], smooth_step(0.48, 0.28, furrow) * 0.85);
        blend(pixel, [0.52, 0.44, 0.33], smooth_step(0.55, 0.75, furrow) * 0.6);
    });
    canvas.stain(seed ^ 862, 3, 0.58, [0.34, 0.37, 0.22], 0.6);
    canvas
}
