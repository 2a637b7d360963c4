//! The command tower: what the road leads to.

use super::{CONCRETE, PLATES, RIBS, ROOF, STRIPES, point};
use crate::valley::Site;
use crate::valley::mesh::{Style, Uv};
use crate::valley::pictures::sign_part;
use crate::valley::skins::Skin;
use crate::valley::structures::{Draft, stand};

pub(super) fn build(site: &mut Site) {
    stand(site, "command", [16.0, 0.0, -84.0], 0.0, tower);
}

/// Storeys of windows; the texture is four windows wide.
fn windows() -> Style {
    Style { uv: Uv::Tile([10.0, 4.0]), piece: 10.0, ..Style::tiled(Skin::Windows, 1.0) }
}

fn tower(draft: &mut Draft) {
    // A stepped foot with wings.
    draft.block([-30.0, -1.0, -14.0], [30.0, 8.0, 14.0], &windows(), &ROOF);
    draft.block([-20.0, 8.0, -11.0], [20.0, 16.0, 11.0], &windows().tint(0.94, 0.97, 1.0), &ROOF);
    for x in [-30.0, 30.0f32] {
        let (low, high) = (x.min(x * 0.86), x.max(x * 0.86));
        draft.block([low - 0.4, -1.0, 9.0], [high + 0.4, 9.4, 14.8], &CONCRETE, &CONCRETE);
    }
    // The shaft: four piers with plated walls between them.
    draft.block([-8.0, 16.0, -8.0], [8.0, 44.0, 8.0], &PLATES, &ROOF);
    for (x, z) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        let (cx, cz) = (x * 8.4, z * 8.4);
        let box_ = [point(cx - 2.0, 8.0, cz - 2.0), point(cx + 2.0, 46.0, cz + 2.0)];
        draft.mesh.frustum(box_, [0.7, 0.7], &CONCRETE, &CONCRETE, false);
    }
    let slit = Style { uv: Uv::Tile([10.0, 4.0]), ..windows() };
    for turn in [1.0, -1.0] {
        let at = |x: f32, y: f32| point(x * turn, y, 8.05 * turn);
        draft.mesh.quad([at(-5.0, 20.0), at(5.0, 20.0), at(5.0, 40.0), at(-5.0, 40.0)], &slit.layer(1));
        let at = |z: f32, y: f32| point(8.05 * turn, y, -z * turn);
        draft.mesh.quad([at(-5.0, 20.0), at(5.0, 20.0), at(5.0, 40.0), at(-5.0, 40.0)], &slit.layer(1));
    }
    crown(draft);
    porch(draft);
    antennas(draft);
}

/// The flared gallery with leaning glass, and what is on its roof.
fn crown(draft: &mut Draft) {
    let sides = 8;
    let ring = |radius: f32, y: f32| {
        (0..=sides)
            .map(|side| {
                let (sin, cos) = libm::sincosf((side as f32 + 0.5) / sides as f32 * std::f32::consts::TAU);
                point(sin * radius, y, cos * radius)
            })
            .collect::<Vec<_>>()
    };
    let levels: [(f32, f32, Style); 6] = [
        (8.5, 44.0, PLATES.tint(0.80, 0.84, 0.88)),
        (14.5, 48.0, PLATES),
        (14.8, 50.0, Style::plain(Skin::Dark).tint(0.62, 0.80, 0.92)),
        (16.4, 54.0, PLATES),
        (16.8, 55.6, STRIPES),
        (16.8, 56.2, ROOF),
    ];
    for pair in levels.windows(2) {
        let (low, high) = (ring(pair[0].0, pair[0].1), ring(pair[1].0, pair[1].1));
        for side in 0..sides {
            draft.mesh.quad([low[side], low[side + 1], high[side + 1], high[side]], &pair[0].2);
        }
    }
    let top = ring(16.8, 56.2);
    draft.mesh.polygon(&top[..sides], &ROOF);
    let place = draft.mesh.place(point(0.0, 0.0, 0.0));
    draft.mesh.blocks.push([place + point(-13.0, 46.0, -13.0), place + point(13.0, 56.0, 13.0)]);
    // Frames between the panes, and lamps behind some of them.
    if draft.is_middle() {
        let (low, high) = (ring(14.9, 50.0), ring(16.5, 54.0));
        for side in 0..sides {
            draft.mesh.beam(low[side], high[side], 0.5, &PLATES.tint(0.6, 0.6, 0.62));
            let glow = Style::plain(Skin::White).own().tint(1.0, 0.84, 0.52).layer(1);
            if side % 3 != 1 {
                let (a, b) = (low[side].lerp(low[side + 1], 0.2), low[side].lerp(low[side + 1], 0.8));
                let (c, d) = (high[side].lerp(high[side + 1], 0.8), high[side].lerp(high[side + 1], 0.2));
                let corners = [a.lerp(d, 0.12), b.lerp(c, 0.12), b.lerp(c, 0.34), a.lerp(d, 0.34)];
                draft.mesh.polygon(&corners.map(|at| at * 1.004), &glow);
            }
        }
    }
    draft.block([-6.0, 56.0, -6.0], [6.0, 60.0, 6.0], &RIBS, &ROOF);
}

fn porch(draft: &mut Draft) {
    draft.block([-7.0, 5.0, 14.0], [7.0, 6.2, 20.0], &STRIPES, &ROOF);
    for x in [-6.4, 6.4] {
        draft.mesh.column(point(x, 0.0, 19.2), 5.0, [0.35, 0.35], draft.sides(8), &CONCRETE);
    }
    let door = Style::fit(Skin::Door).layer(1);
    for x in [-1.3, 1.3] {
        let at = |dx: f32, y: f32| point(x + dx, y, 14.03);
        draft.mesh.polygon(&[at(-1.2, 0.0), at(1.2, 0.0), at(1.2, 2.6), at(-1.2, 2.6)], &door);
    }
    for step in 0..3 {
        let out = 17.0 + 0.4 * (2 - step) as f32;
        let y = 0.2 * step as f32;
        if draft.is_near() {
            draft.mesh.cuboid(
                point(-3.4, y, 14.0),
                point(3.4, y + 0.2, out - 2.0),
                &CONCRETE,
                &CONCRETE,
                false,
            );
        }
    }
    let sign = Style::fit(Skin::Signs).part(sign_part(0)).layer(1);
    let at = |x: f32, y: f32| point(x, y, 11.04);
    draft.mesh.polygon(&[at(-11.0, 11.0), at(11.0, 11.0), at(11.0, 13.8), at(-11.0, 13.8)], &sign);
}

fn antennas(draft: &mut Draft) {
    let thin = PLATES.tint(0.62, 0.62, 0.64);
    for (x, z, height, radius) in [
        (0.0, 0.0, 26.0, 0.5),
        (-4.0, 3.0, 14.0, 0.22),
        (4.4, -2.0, 18.0, 0.26),
        (9.0, 6.0, 9.0, 0.16),
        (-9.0, -7.0, 11.0, 0.16),
    ] {
        let foot = if libm::fabsf(x) > 6.0 { 56.0 } else { 60.0 };
        draft.mesh.column(point(x, foot, z), height, [radius, radius * 0.4], draft.sides(6), &thin);
    }
    let lattice = Style::fit(Skin::Lattice).both();
    for level in 0..4 {
        let (low, high) = (60.0 + 4.0 * level as f32, 64.0 + 4.0 * level as f32);
        for turn in [1.0, -1.0] {
            let at = |x: f32, y: f32| point(x * turn, y, 0.9 * turn);
            draft.mesh.polygon(&[at(-0.9, low), at(0.9, low), at(0.9, high), at(-0.9, high)], &lattice);
            let at = |z: f32, y: f32| point(0.9 * turn, y, -z * turn);
            draft.mesh.polygon(&[at(-0.9, low), at(0.9, low), at(0.9, high), at(-0.9, high)], &lattice);
        }
    }
    for (y, wide) in [(78.0, 3.4), (81.0, 2.4)] {
        draft.mesh.beam(point(-wide, y, 0.0), point(wide, y, 0.0), 0.22, &thin);
        draft.mesh.beam(point(0.0, y, -wide), point(0.0, y, wide), 0.22, &thin);
    }
    // A drum that listens.
    draft.mesh.ring(
        point(-11.0, 58.0, 9.5),
        point(-11.8, 58.2, 11.0),
        [2.0, 2.4],
        draft.sides(10),
        &PLATES.tint(0.95, 0.95, 0.95).both(),
    );
    draft.mesh.column(point(-10.6, 56.0, 9.0), 2.2, [0.4, 0.3], 5, &thin);
}
