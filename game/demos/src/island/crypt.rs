//! The crypt: down the stairs in the church, under a vault, out onto the ledge.

use super::Site;
use super::layout::{CRYPT, CRYPT_STAIRS, FLOOR, NAVE, POOL, VAULT};
use super::shape::{Lie, Paint, Solid, Surface};
use super::wall::{Opening, Wall};
use glam::{Vec2, Vec3};

/// Below its floor.
const ROOT: f32 = CRYPT - 0.9;
/// Underside of the church's floor.
const ABOVE: f32 = FLOOR - 0.4;
/// Where the vault springs, and how high it rises.
const SPRING: f32 = CRYPT + 1.35;
const RISE: f32 = 1.95;
/// Pieces of its curve.
const PIECES: u32 = 12;
/// Steps down.
const STEPS: u32 = 20;

pub(super) fn build(site: &mut Site) {
    stairs(site);
    room(site);
    vault(site);
    inside(site);
}

fn stairs(site: &mut Site) {
    let area = CRYPT_STAIRS;
    let tread = (area.east - area.west) / STEPS as f32;
    let rise = (FLOOR - CRYPT) / STEPS as f32;
    let mut solid = Solid::new(Surface::Stone);
    for step in 0..STEPS {
        let west = area.west + step as f32 * tread;
        let (top, before) = (FLOOR - (step + 1) as f32 * rise, FLOOR - step as f32 * rise);
        let at = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
        let (n, s) = (area.north, area.south);
        // The last one is the sill of the entrance.
        if step + 1 < STEPS {
            let tread =
                [at(west, n, top), at(west + tread, n, top), at(west + tread, s, top), at(west, s, top)];
            solid.face(&tread, Paint::Flags);
        }
        solid.face(
            &[at(west, n, top), at(west, s, top), at(west, s, before), at(west, n, before)],
            Paint::Flags,
        );
    }
    site.add(solid);
    for y in [area.north - 0.9, area.south] {
        let (min, max) = (Vec3::new(area.west, y, ROOT), Vec3::new(VAULT.west - 0.9, y + 0.9, ABOVE));
        site.add(Solid::cuboid(min, max, Paint::Damp));
    }
}

fn room(site: &mut Site) {
    let (w, e) = (VAULT.west, VAULT.east);
    // Its long walls stand before those of the church.
    for (south, north) in [(NAVE.north - 0.2, VAULT.north), (VAULT.south, NAVE.south + 0.2)] {
        site.add(Solid::cuboid(Vec3::new(w - 0.9, south, ROOT), Vec3::new(e, north, ABOVE), Paint::Damp));
    }
    let mut entrance = Wall::level(
        Vec2::new(w - 0.45, VAULT.north),
        Vec2::new(w - 0.45, VAULT.south),
        0.9,
        [ROOT, ABOVE],
        Paint::Damp,
    );
    entrance.openings = vec![Opening {
        at: (CRYPT_STAIRS.north + CRYPT_STAIRS.south) * 0.5 - VAULT.north,
        half: 0.78,
        sill: CRYPT,
        spring: CRYPT + 1.45,
        rise: 0.85,
        point: 0.1,
        trim: 0.22,
    }];
    site.add(entrance.build());
    // The floor around the pool.
    let (low, high) = (ROOT, CRYPT);
    for [x0, y0, x1, y1] in [
        [w, VAULT.north, POOL.west, VAULT.south],
        [POOL.east, VAULT.north, e, VAULT.south],
        [POOL.west, VAULT.north, POOL.east, POOL.north],
        [POOL.west, POOL.south, POOL.east, VAULT.south],
    ] {
        site.add(Solid::cuboid(Vec3::new(x0, y0, low), Vec3::new(x1, y1, high), Paint::Flags));
    }
    let bed = |z: f32| [Vec3::new(POOL.west, POOL.north, z), Vec3::new(POOL.east, POOL.south, z)];
    let [min, max] = bed(CRYPT - 0.4);
    site.add(Solid::cuboid(min - Vec3::Z * 0.3, max, Paint::Damp));
    let [min, max] = bed(CRYPT - 0.12);
    let mut water = Solid::new(Surface::Water);
    water.face(&[min, Vec3::new(max.x, min.y, min.z), max, Vec3::new(min.x, max.y, max.z)], Paint::Pool);
    site.add(water);
    // A low rim of dressed stone.
    for [x0, y0, x1, y1] in [
        [POOL.west - 0.28, POOL.north - 0.28, POOL.east + 0.28, POOL.north],
        [POOL.west - 0.28, POOL.south, POOL.east + 0.28, POOL.south + 0.28],
        [POOL.west - 0.28, POOL.north, POOL.west, POOL.south],
        [POOL.east, POOL.north, POOL.east + 0.28, POOL.south],
    ] {
        site.add(Solid::cuboid(Vec3::new(x0, y0, CRYPT), Vec3::new(x1, y1, CRYPT + 0.14), Paint::Voussoir));
    }
}

/// Places across the vault, from south to north, and their heights.
fn curve(inset: f32) -> Vec<[f32; 2]> {
    let (middle, half) = ((VAULT.north + VAULT.south) * 0.5, (VAULT.south - VAULT.north) * 0.5 - inset);
    (0..=PIECES)
        .map(|piece| {
            let turn = piece as f32 / PIECES as f32 * std::f32::consts::PI;
            [middle - libm::cosf(turn) * half, SPRING + libm::sinf(turn) * (RISE - inset)]
        })
        .collect()
}

/// A strip of the vault between two places along it, seen from below.
fn strip(solid: &mut Solid, [x0, x1]: [f32; 2], inset: f32, paint: Paint) {
    let mut along = 0.0;
    for pair in curve(inset).windows(2) {
        let [[y0, z0], [y1, z1]] = [pair[0], pair[1]];
        let corners =
            [Vec3::new(x0, y0, z0), Vec3::new(x0, y1, z1), Vec3::new(x1, y1, z1), Vec3::new(x1, y0, z0)];
        let down = (corners[1] - corners[0]).normalize_or(Vec3::Y);
        let shift = Vec2::new(0.0, along - down.dot(corners[0]));
        solid.lying(&corners, paint, Lie { right: Vec3::X, down, shift });
        along += corners[0].distance(corners[1]);
    }
}

fn vault(site: &mut Site) {
    let mut solid = Solid::new(Surface::Stone);
    strip(&mut solid, [VAULT.west, VAULT.east], 0.0, Paint::Damp);
    site.add(solid);
    for x in [VAULT.west + 0.35, 6.0, 9.2, VAULT.east - 0.35] {
        let (w, e) = (x - 0.24, x + 0.24);
        let mut rib = Solid::new(Surface::Stone);
        strip(&mut rib, [w, e], 0.2, Paint::Voussoir);
        // Its cheeks, and the shafts it stands on.
        for (pair, inner) in curve(0.0).windows(2).zip(curve(0.2).windows(2)) {
            for (x, flip) in [(w, false), (e, true)] {
                let at = |[y, z]: [f32; 2]| Vec3::new(x, y, z);
                let mut corners = [at(inner[1]), at(inner[0]), at(pair[0]), at(pair[1])];
                if flip {
                    corners.reverse();
                }
                rib.face(&corners, Paint::Voussoir);
            }
        }
        for [y0, y1] in [[VAULT.north, VAULT.north + 0.2], [VAULT.south - 0.2, VAULT.south]] {
            // One would stand in the way down.
            if x < VAULT.west + 1.0 && y0 > 14.0 {
                continue;
            }
            rib.add_cuboid(Vec3::new(w, y0, CRYPT), Vec3::new(e, y1, SPRING), Paint::Voussoir);
        }
        site.add(rib);
    }
}

fn inside(site: &mut Site) {
    // Two tombs along the walls.
    for (x, y) in [(4.4, 9.7), (7.6, 14.3)] {
        let mut tomb = Solid::new(Surface::Stone);
        let half = Vec3::new(1.05, 0.42, 0.0);
        let at = Vec3::new(x + 0.4, y, CRYPT);
        tomb.add_cuboid(at - half, at + half + Vec3::Z * 0.55, Paint::Ashlar);
        let lid = half + Vec3::new(0.1, 0.1, 0.0);
        tomb.add_frustum(at - lid + Vec3::Z * 0.55, at + lid + Vec3::Z * 0.78, 0.09, Paint::Voussoir);
        site.add(tomb);
    }
    site.brazier(Vec3::new(10.9, 9.8, CRYPT), 7.4, "fire_crypt_e");
    site.brazier(Vec3::new(4.1, 11.6, CRYPT), 7.4, "fire_crypt_w");
}
