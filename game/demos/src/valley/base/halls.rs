//! Long buildings: hangars, barracks, the warehouse, the garage.

use super::{CONCRETE, PLATES, RIBS, ROOF, STRIPES, point};
use crate::valley::Site;
use crate::valley::mesh::{Style, Uv};
use crate::valley::pictures::sign_part;
use crate::valley::skins::Skin;
use crate::valley::structures::{Draft, stand};

pub(super) fn build(site: &mut Site) {
    stand(site, "hangar_1", [-78.0, 0.0, -44.0], 90.0, |draft| hangar(draft, 4));
    stand(site, "hangar_2", [-78.0, 0.0, -100.0], 90.0, |draft| hangar(draft, 4));
    for (name, z) in [("barracks_1", 74.0), ("barracks_2", 52.0), ("barracks_3", 30.0)] {
        stand(site, name, [66.0, 0.0, z], -90.0 * 2.0, barracks);
    }
    stand(site, "warehouse", [-80.0, 0.0, 60.0], 90.0, warehouse);
    stand(site, "garage", [112.0, 0.0, 14.0], -90.0, garage);
}

/// A vault 44 wide and 40 deep; its gate looks south.
fn hangar(draft: &mut Draft, word: usize) {
    let (half, deep, eaves) = (20.0f32, 21.0f32, 5.0f32);
    let pieces = draft.sides(12);
    let arch = |step: u32| {
        let (sin, cos) = libm::sincosf(step as f32 / pieces as f32 * std::f32::consts::PI);
        point(-cos * half, eaves + sin * 12.5, 0.0)
    };
    let skin = Style { uv: Uv::Tile([6.0, 6.0]), piece: 14.0, ..RIBS.tint(0.86, 0.92, 0.94) };
    for step in 0..pieces {
        let (a, b) = (arch(step), arch(step + 1));
        let (front, back) = (point(0.0, 0.0, deep), point(0.0, 0.0, -deep));
        draft.mesh.quad([a + front, b + front, b + back, a + back], &skin);
    }
    for side in [-1.0, 1.0] {
        let x = side * half;
        draft.mesh.frustum(
            [point(x - 1.2, -1.0, -deep), point(x + 1.2, eaves + 0.4, deep)],
            [0.2, 0.0],
            &CONCRETE,
            &CONCRETE,
            false,
        );
    }
    // End walls follow the vault.
    for (turn, style) in [(1.0, PLATES), (-1.0, RIBS)] {
        let mut corners = vec![point(-half, 0.0, 0.0), point(half, 0.0, 0.0)];
        corners.extend((0..=pieces).rev().map(arch));
        let corners: Vec<_> =
            corners.iter().map(|at| point(at.x * turn, at.y, (deep - 0.6) * turn)).collect();
        draft.mesh.polygon(&corners, &style);
    }
    let a = draft.mesh.place(point(-half, 0.0, -deep));
    let b = draft.mesh.place(point(half, 12.0, deep));
    draft.mesh.blocks.push([a.min(b), a.max(b)]);
    let a = draft.mesh.place(point(-half * 0.6, 12.0, -deep));
    let b = draft.mesh.place(point(half * 0.6, 16.6, deep));
    draft.mesh.blocks.push([a.min(b), a.max(b)]);
    let gate = Style::fit(Skin::Shutter).layer(1);
    let at = |x: f32, y: f32| point(x, y, deep - 0.56);
    for x in [-7.0, 7.0] {
        draft.mesh.polygon(&[at(x - 6.9, 0.0), at(x + 6.9, 0.0), at(x + 6.9, 9.0), at(x - 6.9, 9.0)], &gate);
    }
    if !draft.is_middle() {
        return;
    }
    let sign = Style::fit(Skin::Signs).part(sign_part(word)).layer(1);
    draft.mesh.polygon(&[at(-6.0, 10.4), at(6.0, 10.4), at(6.0, 12.0), at(-6.0, 12.0)], &sign);
    let frame = STRIPES;
    for x in [-14.6, 14.6] {
        draft.mesh.cuboid(
            point(x - 0.5, 0.0, deep - 0.6),
            point(x + 0.5, 9.6, deep + 0.2),
            &frame,
            &frame,
            false,
        );
    }
    draft.mesh.cuboid(point(-15.1, 9.1, deep - 0.6), point(15.1, 9.9, deep + 0.3), &frame, &frame, true);
    // Ribs over the roof, and ventilators.
    for rib in 0..4 {
        let z = -deep + 4.0 + rib as f32 * 11.4;
        for step in 0..pieces {
            let (a, b) = (arch(step), arch(step + 1));
            draft.mesh.beam(point(a.x * 1.01, a.y + 0.1, z), point(b.x * 1.01, b.y + 0.1, z), 0.6, &PLATES);
        }
        if rib < 3 {
            draft.mesh.column(point(0.0, 17.2, z + 5.7), 1.8, [1.1, 0.9], draft.sides(8), &PLATES);
        }
    }
}

/// Two storeys, a flat roof with a parapet, an outer stair.
fn barracks(draft: &mut Draft) {
    let windows = Style { uv: Uv::Tile([10.0, 4.0]), piece: 10.0, ..Style::tiled(Skin::Windows, 1.0) };
    draft.block([-17.0, -1.0, -6.0], [17.0, 8.0, 6.0], &windows.tint(1.0, 0.97, 0.90), &ROOF);
    draft.mesh.frustum([point(-17.4, 7.8, -6.4), point(17.4, 8.8, 6.4)], [0.0, 0.0], &CONCRETE, &ROOF, true);
    draft.block([-17.3, -1.0, -2.4], [-16.0, 10.4, 2.4], &CONCRETE, &CONCRETE);
    if !draft.is_middle() {
        return;
    }
    let door = Style::fit(Skin::Door).layer(1);
    for x in [-9.0, 3.0] {
        let at = |dx: f32, y: f32| point(x + dx, y, 6.04);
        draft.mesh.polygon(&[at(-0.6, 0.0), at(0.6, 0.0), at(0.6, 2.2), at(-0.6, 2.2)], &door);
        draft.mesh.cuboid(point(x - 1.4, 2.7, 6.0), point(x + 1.4, 2.9, 7.6), &STRIPES, &ROOF, true);
    }
    for x in [-8.0, 0.0, 9.0] {
        draft.mesh.cuboid(point(x - 1.4, 8.8, -2.0), point(x + 1.4, 10.2, 1.4), &RIBS, &PLATES, false);
    }
    draft.mesh.column(point(14.0, 8.8, -3.0), 6.0, [0.1, 0.05], 4, &PLATES);
    if draft.is_near() {
        // Steps 0.2 high along the east end, and its railing.
        for step in 0..20 {
            let (y, z) = (step as f32 * 0.2, 5.6 - step as f32 * 0.3);
            draft.mesh.cuboid(point(17.0, y, z - 0.3), point(18.4, y + 0.2, z), &CONCRETE, &CONCRETE, true);
        }
        let rail = Style::fit(Skin::Rail).part([0.0, 0.0, 3.0, 1.0]).both();
        draft.mesh.polygon(
            &[point(18.4, 0.0, 5.6), point(18.4, 4.0, -0.4), point(18.4, 5.1, -0.4), point(18.4, 1.1, 5.6)],
            &rail,
        );
    }
}

/// A row of roofs like saw teeth, and a ramp.
fn warehouse(draft: &mut Draft) {
    let (half, deep) = (24.0, 15.0);
    draft.block([-half, -1.0, -deep], [half, 8.0, deep], &RIBS.tint(0.95, 0.92, 0.86), &ROOF);
    for tooth in 0..4 {
        let (west, east) = (-half + 12.0 * tooth as f32, -half + 12.0 * (tooth + 1) as f32);
        let (low, high) = (8.0, 12.0);
        let at = |x: f32, y: f32, z: f32| point(x, y, z);
        let glass = Style::tiled(Skin::Windows, 6.0);
        draft.mesh.quad(
            [at(west, low, -deep), at(west, low, deep), at(west, high, deep), at(west, high, -deep)],
            &glass,
        );
        draft.mesh.quad(
            [at(west, high, deep), at(east, low, deep), at(east, low, -deep), at(west, high, -deep)],
            &ROOF,
        );
        draft.mesh.polygon(&[at(west, low, deep), at(east, low, deep), at(west, high, deep)], &RIBS);
        draft.mesh.polygon(&[at(east, low, -deep), at(west, low, -deep), at(west, high, -deep)], &RIBS);
        let a = draft.mesh.place(at(west, low, -deep));
        let b = draft.mesh.place(at(west + 5.0, high - 1.0, deep));
        draft.mesh.blocks.push([a.min(b), a.max(b)]);
        let gate = Style::fit(Skin::Shutter).layer(1);
        let at = |x: f32, y: f32| point(west + 6.0 + x, y, deep + 0.04);
        draft.mesh.polygon(&[at(-3.0, 1.0), at(3.0, 1.0), at(3.0, 5.6), at(-3.0, 5.6)], &gate);
    }
    draft.mesh.cuboid(point(-half, 0.0, deep), point(half, 1.0, deep + 3.0), &CONCRETE, &CONCRETE, false);
    draft.mesh.cuboid(
        point(-half, 0.6, deep + 2.96),
        point(half, 1.02, deep + 3.04),
        &STRIPES,
        &STRIPES,
        false,
    );
    if draft.is_middle() {
        draft.mesh.cuboid(point(-half, 6.2, deep), point(half, 6.5, deep + 4.0), &ROOF, &ROOF, true);
        let sign = Style::fit(Skin::Signs).part(sign_part(7)).layer(2);
        let at = |x: f32, y: f32| point(x, y, deep + 4.05);
        draft.mesh.polygon(&[at(-6.0, 6.5), at(6.0, 6.5), at(6.0, 8.0), at(-6.0, 8.0)], &sign);
    }
}

/// Four bays under one roof.
fn garage(draft: &mut Draft) {
    draft.block([-15.0, -1.0, -7.0], [15.0, 6.4, 7.0], &CONCRETE.tint(0.96, 0.94, 0.90), &ROOF);
    let gate = Style::fit(Skin::Shutter).layer(1);
    for bay in 0..4 {
        let x = -11.4 + 7.6 * bay as f32;
        let at = |dx: f32, y: f32| point(x + dx, y, 7.04);
        draft.mesh.polygon(&[at(-2.9, 0.0), at(2.9, 0.0), at(2.9, 4.4), at(-2.9, 4.4)], &gate);
    }
    if draft.is_middle() {
        draft.mesh.cuboid(point(-15.4, 6.0, -7.4), point(15.4, 6.8, 7.8), &PLATES, &ROOF, true);
        draft.mesh.cuboid(point(-4.0, 6.8, -4.0), point(1.0, 9.0, 0.0), &RIBS, &ROOF, false);
        draft.mesh.column(point(9.0, 6.8, -3.0), 3.0, [0.5, 0.5], draft.sides(8), &PLATES);
    }
}
