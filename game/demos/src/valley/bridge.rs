//! A steel bridge to walk over and under.

use super::Site;
use super::layout::{BRIDGE, DECK, STREET_X, WATER};
use super::mesh::{Mesh, Style};
use super::skins::Skin;
use super::structures::put;
use super::way::ROAD_HALF;
use glam::Vec3;

/// Half the width of the deck.
const HALF: f32 = ROAD_HALF + 0.9;
/// Fields of the trusses.
const FIELDS: u32 = 8;
const HEIGHT: f32 = 7.0;
/// The way under it.
const UNDER_Z: f32 = 141.0;

pub(super) fn build(site: &mut Site) {
    let [north, south] = BRIDGE;
    let point = |x: f32, y: f32, z: f32| Vec3::new(STREET_X + x, y, z);
    let concrete = Style { piece: 9.0, ..Style::tiled(Skin::Concrete, 6.0) };
    let steel = Style::tiled(Skin::Plates, 5.0).tint(0.80, 0.50, 0.34);

    let mut deck = Mesh::new();
    let road = Style::tiled(Skin::Road, 12.0);
    let fields = 11;
    for field in 0..fields {
        let at = |step: u32| south + (north - south) * step as f32 / fields as f32;
        let (from, to) = (at(field), at(field + 1));
        let corners = [
            point(-ROAD_HALF, DECK, from),
            point(ROAD_HALF, DECK, from),
            point(ROAD_HALF, DECK, to),
            point(-ROAD_HALF, DECK, to),
        ];
        let along = |z: f32| -z / 12.0;
        deck.exact(
            corners.to_vec(),
            vec![[0.0, along(from)], [1.0, along(from)], [1.0, along(to)], [0.0, along(to)]],
            None,
            &road,
        );
        for side in [-1.0, 1.0] {
            let (a, b) = ((side * ROAD_HALF).min(side * HALF), (side * ROAD_HALF).max(side * HALF));
            deck.cuboid(point(a, DECK - 0.3, to), point(b, DECK + 0.18, from), &concrete, &concrete, false);
        }
        deck.quad(
            [
                point(-HALF, DECK - 1.3, from),
                point(-HALF, DECK - 1.3, to),
                point(HALF, DECK - 1.3, to),
                point(HALF, DECK - 1.3, from),
            ],
            &Style::tiled(Skin::Plates, 6.0),
        );
    }
    deck.blocks.push([point(-HALF, DECK - 1.2, north), point(HALF, DECK - 0.1, south)]);
    for side in [-1.0, 1.0] {
        deck.beam(
            point(side * (HALF - 0.2), DECK - 0.8, north),
            point(side * (HALF - 0.2), DECK - 0.8, south),
            0.9,
            &steel,
        );
    }
    // Abutments that reach into the banks.
    for z in [north, south] {
        let (near, far) = (z.min(z + (z - 168.0).signum() * 8.0), z.max(z + (z - 168.0).signum() * 8.0));
        deck.cuboid(
            point(-HALF - 0.8, WATER - 1.0, near),
            point(HALF + 0.8, -0.75, far),
            &concrete,
            &concrete,
            false,
        );
        for side in [-1.0, 1.0] {
            deck.frustum(
                [
                    point(side * (HALF + 0.9) - 0.7, WATER, z - 0.9),
                    point(side * (HALF + 0.9) + 0.7, 3.2, z + 0.9),
                ],
                [0.15, 0.15],
                &concrete,
                &concrete,
                false,
            );
        }
    }
    put(site, "bridge_deck", deck);

    let mut piers = Mesh::new();
    for z in [150.0, 186.0] {
        for x in [-3.2, 3.2] {
            piers.column(point(x, WATER - 5.0, z), DECK - 1.2 - WATER + 5.0, [1.25, 0.95], 8, &concrete);
        }
        piers.block(point(-5.2, DECK - 2.6, z - 1.1), point(5.2, DECK - 1.2, z + 1.1), &concrete, &concrete);
    }
    put(site, "bridge_piers", piers);

    // Trusses that rise towards the middle, tied over the road.
    let mut truss = Mesh::new();
    let z = |step: u32| south + (north - south) * step as f32 / FIELDS as f32;
    let rise = |step: u32| {
        let t = step as f32 / FIELDS as f32 * 2.0 - 1.0;
        DECK + 0.4 + HEIGHT * (1.0 - 0.82 * t * t)
    };
    for side in [-1.0, 1.0] {
        let x = side * (HALF + 0.2);
        for step in 0..=FIELDS {
            truss.beam(point(x, DECK - 0.6, z(step)), point(x, rise(step), z(step)), 0.38, &steel);
            if step == FIELDS {
                continue;
            }
            truss.beam(point(x, rise(step), z(step)), point(x, rise(step + 1), z(step + 1)), 0.55, &steel);
            let (a, b) = if step < FIELDS / 2 { (step, step + 1) } else { (step + 1, step) };
            truss.beam(point(x, DECK, z(b)), point(x, rise(a), z(a)), 0.26, &steel);
        }
    }
    for step in 2..=FIELDS - 2 {
        let (y, x) = (rise(step), HALF + 0.2);
        truss.beam(point(-x, y, z(step)), point(x, y, z(step)), 0.34, &steel);
        if step < FIELDS - 2 {
            truss.beam(point(-x, y, z(step)), point(x, rise(step + 1), z(step + 1)), 0.18, &steel);
            truss.beam(point(x, y, z(step)), point(-x, rise(step + 1), z(step + 1)), 0.18, &steel);
        }
    }
    put(site, "bridge_truss", truss);

    let mut rails = Mesh::new();
    let rail = Style::fit(Skin::Rail).both();
    for side in [-1.0, 1.0] {
        let x = side * (HALF - 0.1);
        for piece in 0..11 {
            let at = |step: u32| south + (north - south) * step as f32 / 11.0;
            let (a, b, low, high) = (at(piece), at(piece + 1), DECK + 0.18, DECK + 1.28);
            let corners = [point(x, low, a), point(x, low, b), point(x, high, b), point(x, high, a)];
            rails.polygon(&corners, &rail.part([0.0, 0.0, 4.0, 1.0]));
        }
    }
    put(site, "bridge_rails", rails);

    let under = |x: f32| Vec3::new(STREET_X + x, site.terrain.height(STREET_X + x, UNDER_Z), UNDER_Z);
    let (from, to) = (under(-26.0), under(24.0));
    site.place("bridge_under", from, -90.0, Some(to));
    site.place("bridge_top", point(0.0, DECK, south - 4.0), 0.0, Some(point(0.0, DECK, north + 4.0)));
}
