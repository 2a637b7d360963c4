//! The wall, its gates and its towers.

use super::{CONCRETE, PLATES, ROOF, STRIPES, point};
use crate::valley::Site;
use crate::valley::layout::{BASE, STREET_X, TUNNEL_Z};
use crate::valley::mesh::Style;
use crate::valley::pictures::sign_part;
use crate::valley::skins::Skin;
use crate::valley::structures::{Draft, stand};

const RAMPART: Style = Style { piece: 12.0, ..Style::tiled(Skin::Rampart, 5.2) };
const HEIGHT: f32 = 5.2;
/// Half the width of a gate.
const GATE: f32 = 8.0;

pub(super) fn build(site: &mut Site) {
    let (west, north, east, south) = (BASE.west + 2.0, BASE.north + 2.0, BASE.east - 2.0, BASE.south - 2.0);
    let runs = [
        ("wall_south_1", [west, south], [STREET_X - GATE, south]),
        ("wall_south_2", [STREET_X + GATE, south], [east, south]),
        ("wall_north", [west, north], [east, north]),
        ("wall_west_1", [west, north], [west, TUNNEL_Z - GATE]),
        ("wall_west_2", [west, TUNNEL_Z + GATE], [west, south]),
        ("wall_east", [east, north], [east, south]),
    ];
    for (name, from, to) in runs {
        stand(site, name, [0.0; 3], 0.0, |draft| run(draft, from, to));
    }
    for (name, x, z) in [
        ("tower_sw", west, south),
        ("tower_se", east, south),
        ("tower_nw", west, north),
        ("tower_ne", east, north),
    ] {
        let degrees = if x < 0.0 { 90.0 } else { -90.0 };
        stand(site, name, [x, 0.0, z], degrees, watchtower);
    }
    stand(site, "gate_south", [STREET_X, 0.0, south], 0.0, |draft| gate(draft, 0, false));
    stand(site, "gate_west", [west, 0.0, TUNNEL_Z], -90.0, |draft| gate(draft, 5, true));
}

fn run(draft: &mut Draft, from: [f32; 2], to: [f32; 2]) {
    let along_x = from[1] == to[1];
    let half = 0.8;
    let (min, max) = if along_x {
        ([from[0], -1.0, from[1] - half], [to[0], HEIGHT, to[1] + half])
    } else {
        ([from[0] - half, -1.0, from[1]], [to[0] + half, HEIGHT, to[1]])
    };
    let side = Style { piece: 18.0, ..RAMPART };
    draft.block(min, max, &side, &CONCRETE);
    if !draft.is_middle() {
        return;
    }
    // Buttresses, every 16 units; wire on top.
    let length = if along_x { to[0] - from[0] } else { to[1] - from[1] };
    let count = (length / 16.0).round().max(1.0);
    for number in 0..=count as u32 {
        let at = number as f32 / count * length;
        let (x, z) = if along_x { (from[0] + at, from[1]) } else { (from[0], from[1] + at) };
        let box_ = [point(x - 1.1, -1.0, z - 1.6), point(x + 1.1, HEIGHT + 0.4, z + 1.6)];
        let inset = if along_x { [0.2, 0.7] } else { [0.7, 0.2] };
        draft.mesh.frustum(box_, inset, &CONCRETE, &CONCRETE, false);
    }
    if draft.is_near() {
        let wire = Style::fit(Skin::Mesh).both();
        let pieces = (length / 8.0).round().max(1.0);
        for piece in 0..pieces as u32 {
            let at = |step: u32, y: f32| {
                let along = step as f32 / pieces * length;
                if along_x { point(from[0] + along, y, from[1]) } else { point(from[0], y, from[1] + along) }
            };
            let style = wire.part([0.0, 0.0, 4.0, 0.7]);
            let (low, high) = (HEIGHT, HEIGHT + 1.3);
            draft
                .mesh
                .polygon(&[at(piece, low), at(piece + 1, low), at(piece + 1, high), at(piece, high)], &style);
        }
    }
}

/// A cabin on four legs; its front is to the south.
fn watchtower(draft: &mut Draft) {
    let legs = 11.0;
    draft.block([-2.6, -1.0, -2.6], [2.6, 1.0, 2.6], &CONCRETE, &CONCRETE);
    for (x, z) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        draft.mesh.beam(
            point(x * 2.2, 0.0, z * 2.2),
            point(x * 1.7, legs, z * 1.7),
            0.4,
            &PLATES.tint(0.7, 0.7, 0.7),
        );
    }
    let lattice = Style::fit(Skin::Lattice).both();
    for (x0, z0, x1, z1) in
        [(-1.0, 1.0, 1.0, 1.0), (1.0, 1.0, 1.0, -1.0), (1.0, -1.0, -1.0, -1.0), (-1.0, -1.0, -1.0, 1.0)]
    {
        for level in 0..2 {
            let (low, high) = (1.0 + 5.0 * level as f32, 6.0 + 5.0 * level as f32);
            let wide = |y: f32| 2.2 - 0.5 * y / legs;
            let at = |x: f32, z: f32, y: f32| point(x * wide(y), y, z * wide(y));
            draft
                .mesh
                .polygon(&[at(x0, z0, low), at(x1, z1, low), at(x1, z1, high), at(x0, z0, high)], &lattice);
        }
    }
    draft.block([-2.9, legs, -2.9], [2.9, legs + 1.2, 2.9], &PLATES.tint(0.86, 0.90, 0.92), &ROOF);
    let glass = Style::plain(Skin::Dark).tint(0.55, 0.72, 0.84);
    draft.mesh.cuboid(point(-2.4, legs + 1.2, -2.4), point(2.4, legs + 2.8, 2.4), &glass, &glass, false);
    for (x, z) in [(-2.4, -2.4), (2.4, -2.4), (2.4, 2.4), (-2.4, 2.4)] {
        draft.mesh.beam(point(x, legs + 1.2, z), point(x, legs + 2.8, z), 0.25, &PLATES);
    }
    draft.mesh.frustum(
        [point(-3.5, legs + 2.8, -3.5), point(3.5, legs + 4.4, 3.5)],
        [2.4, 2.4],
        &ROOF,
        &ROOF,
        true,
    );
    draft.mesh.column(point(0.0, legs + 4.4, 0.0), 4.0, [0.09, 0.04], 4, &PLATES);
    if draft.is_near() {
        draft.mesh.cuboid(
            point(-0.5, legs + 0.3, 2.9),
            point(0.5, legs + 0.9, 3.5),
            &STRIPES,
            &STRIPES,
            true,
        );
    }
}

/// Two pylons, a beam and a word; the way through is along z.
fn gate(draft: &mut Draft, word: usize, leaves: bool) {
    for side in [-1.0, 1.0] {
        let x = side * (GATE + 1.0);
        let mut box_ = [point(x - 2.6, -1.0, -3.2), point(x + 2.6, 9.5, 3.2)];
        draft.mesh.blocks.push([
            draft.mesh.place(box_[0]).min(draft.mesh.place(box_[1])),
            draft.mesh.place(box_[0]).max(draft.mesh.place(box_[1])),
        ]);
        draft.mesh.frustum(box_, [0.7, 0.8], &CONCRETE, &CONCRETE, false);
        box_ = [point(x - 2.1, 9.5, -2.6), point(x + 2.1, 11.2, 2.6)];
        draft.mesh.frustum(box_, [0.3, 0.4], &PLATES, &ROOF, true);
        draft.mesh.column(point(x, 11.2, 0.0), 5.0, [0.10, 0.05], 4, &PLATES);
        if draft.is_middle() {
            draft.mesh.cuboid(
                point(x - 2.75, 0.0, -3.35),
                point(x + 2.75, 1.6, 3.35),
                &STRIPES,
                &STRIPES,
                false,
            );
            // Those of the south gate move.
            if !leaves {
                continue;
            }
            // Leaves stand open along the way.
            let leaf = side * (GATE - 1.2);
            draft.mesh.cuboid(
                point(leaf - 0.2, 0.2, -12.0),
                point(leaf + 0.2, 4.6, -3.4),
                &PLATES,
                &PLATES,
                true,
            );
        }
    }
    draft.block([-GATE, 7.0, -1.4], [GATE, 9.2, 1.4], &PLATES, &ROOF);
    draft.mesh.cuboid(point(-GATE, 6.6, -1.5), point(GATE, 7.0, 1.5), &STRIPES, &STRIPES, true);
    let sign = Style::fit(Skin::Signs).part(sign_part(word)).layer(2);
    let at = |x: f32, y: f32| point(x, y, 1.43);
    draft.mesh.polygon(&[at(-6.8, 7.2), at(6.8, 7.2), at(6.8, 9.0), at(-6.8, 9.0)], &sign);
}
