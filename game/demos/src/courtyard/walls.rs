//! Ground, walls, gates and what is built of stone.

use super::layout::{GATE, SCONCES, SCREEN, URNS, WALL, YARD};
use super::mesh::{Mesh, Panel, open_sky};
use super::site::Site;
use glam::Vec3;

/// Stones around the opening of a gate.
const STONES: u32 = 14;
/// Metres between two corners of a wall: lamps light corners.
const STEP: f32 = 0.7;

pub(super) fn build(site: &mut Site) {
    ground(site);
    let [east, south] = YARD;
    let [tall, thick] = WALL;
    for side in [-1.0f32, 1.0] {
        // East and west: one piece.
        let x = east * side;
        let (least, most) = (x.min(x + thick * side), x.max(x + thick * side));
        let mut mesh = Mesh::new();
        mesh.cuboid(
            site.stone.ashlar,
            Vec3::new(least, 0.0, -south - thick),
            Vec3::new(most, tall, south + thick),
            STEP,
        );
        mesh.cuboid(
            site.stone.coping,
            Vec3::new(least - 0.12, tall, -south - thick - 0.12),
            Vec3::new(most + 0.12, tall + 0.22, south + thick + 0.12),
            3.0,
        );
        site.place("wall", mesh);
        // North and south: two pieces and a gate between them.
        gate(site, south * side, side);
        for half in [-1.0f32, 1.0] {
            buttress(site, Vec3::new(east * side - 0.25 * side, 0.0, south * 0.36 * half));
        }
    }
    screen(site);
    for at in SCONCES {
        sconce(site, at);
    }
    let mut mesh = Mesh::new();
    for at in URNS {
        let foot = [[0.30, 0.0], [0.30, 0.08], [0.14, 0.12], [0.14, 0.22]];
        mesh.turned(site.stone.ashlar, at, &foot, 12);
        let belly = [
            [0.14, 0.22],
            [0.34, 0.42],
            [0.38, 0.60],
            [0.32, 0.70],
            [0.40, 0.76],
            [0.40, 0.80],
            [0.33, 0.80],
        ];
        mesh.turned(site.stone.voussoir, at, &belly, 12);
        mesh.turned(site.grass, at, &[[0.33, 0.77], [0.0, 0.79]], 12);
    }
    site.place("urns", mesh);
}

fn ground(site: &mut Site) {
    let [east, south] = YARD;
    let mut mesh = Mesh::new();
    let from = Vec3::new(-east, 0.0, south);
    mesh.panel(
        site.stone.flags,
        Panel { from, along: Vec3::X * east * 2.0, up: -Vec3::Z * south * 2.0 },
        0.8,
    );
    // The way through the gates, and on.
    for side in [-1.0f32, 1.0] {
        let (near, far) = (south * side, (south + 12.0) * side);
        let from = Vec3::new(-GATE[0], 0.0, near.max(far));
        let up = -Vec3::Z * (near - far).abs();
        mesh.panel(site.stone.flags, Panel { from, along: Vec3::X * GATE[0] * 2.0, up }, 1.5);
    }
    site.place("paving", mesh);

    let mut mesh = Mesh::new();
    let color = Vec3::new(0.80, 0.82, 0.86);
    for ring in [[8.0f32, 30.0], [30.0, 90.0], [90.0, 260.0]] {
        for side in 0..24u32 {
            let at = |side: u32, r: f32| {
                let (sin, cos) = libm::sincosf(side as f32 / 24.0 * std::f32::consts::TAU);
                let place = Vec3::new(r * cos, -0.03, r * sin);
                (place, Vec3::Y, [place.x / 5.0, place.z / 5.0], color)
            };
            let [near, far] = ring;
            mesh.polygon(site.grass, &[at(side, near), at(side + 1, near), at(side + 1, far), at(side, far)]);
        }
    }
    site.place("meadow", mesh);
}

/// A wall with an opening under a round arch.
fn gate(site: &mut Site, z: f32, side: f32) {
    let [half, spring] = GATE;
    let [tall, thick] = WALL;
    let (inner, outer) = (z, z + thick * side);
    let (low, high) = (inner.min(outer), inner.max(outer));
    let top = spring + half + 0.75;
    let mut mesh = Mesh::new();
    for hand in [-1.0f32, 1.0] {
        let (near, far) = (half * hand, YARD[0] * hand);
        let (least, most) = (near.min(far), near.max(far));
        mesh.cuboid(site.stone.ashlar, Vec3::new(least, 0.0, low), Vec3::new(most, tall, high), STEP);
        // Over the wall beside the arch: the house of the gate.
        let (near, far) = (half * hand, (half + 0.85) * hand);
        let (least, most) = (near.min(far), near.max(far));
        mesh.cuboid(site.stone.ashlar, Vec3::new(least, tall, low), Vec3::new(most, top, high), STEP);
        let (near, far) = ((half + 0.85) * hand, (YARD[0] + 0.1) * hand);
        let (least, most) = (near.min(far), near.max(far));
        mesh.cuboid(
            site.stone.coping,
            Vec3::new(least, tall, low - 0.12),
            Vec3::new(most, tall + 0.22, high + 0.12),
            3.0,
        );
    }
    arch(site, &mut mesh, [low, high], top);
    mesh.cuboid(
        site.stone.coping,
        Vec3::new(-half - 1.05, top, low - 0.15),
        Vec3::new(half + 1.05, top + 0.26, high + 0.15),
        1.0,
    );
    site.place("gate", mesh);
}

/// Two faces above an opening, the stones around it, and the vault between them.
fn arch(site: &Site, mesh: &mut Mesh, [low, high]: [f32; 2], top: f32) {
    let [half, spring] = GATE;
    let round = |stone: u32, radius: f32, z: f32| {
        let (sin, cos) = libm::sincosf(stone as f32 / STONES as f32 * std::f32::consts::PI);
        Vec3::new(radius * cos, spring + radius * sin, z)
    };
    let reach = half + 0.42;
    for stone in 0..STONES {
        for (z, front) in [(high + 0.06, 1.0f32), (low - 0.06, -1.0)] {
            let normal = Vec3::Z * front;
            // Of the ring of stones.
            let uv = |stone: u32, out: f32| [stone as f32 / 3.0, 0.2 * out];
            let corner = |stone: u32, radius: f32, out: f32| {
                let place = round(stone, radius, z);
                (place, normal, uv(stone, out), open_sky(place, normal))
            };
            let mut ring = [
                corner(stone, half, 0.0),
                corner(stone, reach, 1.0),
                corner(stone + 1, reach, 1.0),
                corner(stone + 1, half, 0.0),
            ];
            if front < 0.0 {
                ring.reverse();
            }
            mesh.polygon(site.stone.voussoir, &ring);
            // Of the wall above it, up to its upper edge.
            let wall = z - 0.06 * front;
            let above = |stone: u32| {
                let place = round(stone, half, wall);
                let x = place.x.clamp(-half, half);
                [place, Vec3::new(x, top, wall)]
            };
            let ([a, a_top], [b, b_top]) = (above(stone), above(stone + 1));
            let lie = |place: Vec3| {
                (place, normal, [place.x / 2.6 * front, -place.y / 2.6], open_sky(place, normal))
            };
            let mut face = [lie(a), lie(a_top), lie(b_top), lie(b)];
            if front < 0.0 {
                face.reverse();
            }
            mesh.polygon(site.stone.ashlar, &face);
        }
        // The vault, seen from below, and the upper side of the ring's edge.
        let inside = |stone: u32, z: f32| {
            let place = round(stone, half, z);
            let normal = (Vec3::new(0.0, spring, z) - place).normalize_or_zero();
            (place, normal, [stone as f32 / 3.0, z / 2.0], open_sky(place, normal) * 0.9)
        };
        mesh.polygon(
            site.stone.voussoir,
            &[
                inside(stone, low - 0.06),
                inside(stone, high + 0.06),
                inside(stone + 1, high + 0.06),
                inside(stone + 1, low - 0.06),
            ],
        );
    }
}

fn buttress(site: &mut Site, at: Vec3) {
    let mut mesh = Mesh::new();
    let half = Vec3::new(0.35, 0.0, 0.45);
    mesh.cuboid(site.stone.ashlar, at - half, at + half + Vec3::Y * 2.3, 0.8);
    mesh.cuboid(site.stone.coping, at - half * 1.2 + Vec3::Y * 2.3, at + half * 1.2 + Vec3::Y * 2.46, 2.0);
    site.place("buttress", mesh);
}

/// The wall that a lantern is carried around. It has more corners than others.
fn screen(site: &mut Site) {
    let mut mesh = Mesh::new();
    mesh.cuboid(site.stone.rubble, SCREEN.least, SCREEN.most, 0.34);
    let lip = Vec3::new(0.1, 0.0, 0.1);
    let top = Vec3::Y * SCREEN.most.y;
    let least = Vec3::new(SCREEN.least.x, 0.0, SCREEN.least.z) - lip + top;
    mesh.cuboid(site.stone.coping, least, SCREEN.most + lip + Vec3::Y * 0.16, 0.8);
    site.place("screen wall", mesh);
}

/// A bracket of iron under a flame.
fn sconce(site: &mut Site, at: Vec3) {
    let mut mesh = Mesh::new();
    let below = at - Vec3::Y * 0.42;
    mesh.turned(site.iron, below, &[[0.02, 0.0], [0.05, 0.08], [0.06, 0.22], [0.15, 0.34], [0.13, 0.34]], 8);
    mesh.hollow();
    site.place("sconce", mesh);
    let node = site.node("sconce flame", None, at);
    site.scene.roots.push(node);
    site.flame(node);
    let color = [1.0, 0.62, 0.28];
    site.lamp(None, at + Vec3::Y * 0.15, color, [0.5, 4.6]);
}
