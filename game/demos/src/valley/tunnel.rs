//! The tunnel through the spur west of the base, which zones keep apart from
//! the land above it.

use super::Site;
use super::layout::{HILL, MOUTHS, TUNNEL_Z};
use super::mesh::{Lit, Mesh, Style};
use super::pictures::sign_part;
use super::skins::Skin;
use super::terrain::{Ground, Terrain};
use crate::builders::bore::{Bore, HILL_ZONE, PIECE, THRESHOLD, TUNNEL_ZONE};
use crate::builders::graph::{Home, New, Pose};
use crate::builders::numbers::{mix, smooth_step};
use glam::Vec3;
use zbd::gamez::nodes::flags;

const NORTH: f32 = TUNNEL_Z - 4.0;
const SOUTH: f32 = TUNNEL_Z + 4.0;
const BORE: Bore = Bore { hill: HILL, north: NORTH, south: SOUTH, mouths: MOUTHS };
const CEILING: f32 = 5.6;
pub(super) fn build(site: &mut Site) {
    if !site.layout.rich {
        return;
    }
    hill(site);
    approaches(site);
    inside(site);
    let [west_mouth, east_mouth] = BORE.mouths;
    let floor = |x: f32| Vec3::new(x, 0.0, TUNNEL_Z);
    site.place("tunnel_in", floor(HILL.east + 20.0), 90.0, Some(floor(east_mouth - 12.0)));
    site.place("tunnel_mid", floor((west_mouth + east_mouth) * 0.5), 90.0, Some(floor(west_mouth - 10.0)));
    site.place("tunnel_out", floor(HILL.west - 20.0), -90.0, None);
}

fn at(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

/// The surface over the tunnel, in a zone of its own.
fn hill(site: &mut Site) {
    let terrain = &site.terrain;
    let mut mesh = Mesh::new();
    for corners in BORE.surface(|x, z| terrain.height(x, z)) {
        let middle = corners.iter().sum::<Vec3>() / 3.0;
        let (skin, tile) = match terrain.cover(middle.x, middle.z) {
            Ground::Rock => (Skin::Rock, 16.0),
            Ground::Grass => (Skin::Grass, 6.0),
            _ => (Skin::Dirt, 6.0),
        };
        let style = Style { zones: &[HILL_ZONE], ..Style::tiled(skin, tile) };
        let uvs = corners.iter().map(|at| [at.x / tile, at.z / tile]).collect();
        let colors = corners.iter().map(|at| terrain.color(at.x, at.z)).collect();
        mesh.exact(corners.to_vec(), uvs, Some(colors), &style);
    }
    debug_assert!(matches!(terrain.ground(-360.0, TUNNEL_Z), Ground::Hole));
    let object = New::object("hill", Home::World, Pose::Initial).solid();
    site.graph.thing(mesh.free(), New { zone: HILL_ZONE, ..object.with(flags::TERRAIN) });
}

/// The cuts that lead to the mouths. They exist in every zone; their ground
/// names the zones beyond.
fn approaches(site: &mut Site) {
    let root = site.graph.add(New::object("tunnel_approach", Home::World, Pose::Initial).solid());
    let terrain: &Terrain = &site.terrain;
    let (mut floor, mut walls) = (Mesh::new(), Mesh::new());
    let wall = Style::tiled(Skin::Rampart, 5.2).tint(0.92, 0.92, 0.92);
    for approach in BORE.approaches() {
        let (mouth, way) = (approach.mouth, approach.way);
        for ends in &approach.pieces {
            let style = Style { zones: THRESHOLD, ..Style::tiled(Skin::Road, 8.0) };
            let [a, b] = ends.map(|x| x / 12.0);
            floor.exact(
                BORE.floor(*ends).to_vec(),
                vec![[1.0, a], [0.0, a], [0.0, b], [1.0, b]],
                None,
                &style,
            );
            for corners in BORE.walls(*ends, |x, z| terrain.height(x, z).max(0.0)) {
                if let [a, b, c, d] = corners[..] {
                    walls.quad([a, b, c, d], &wall);
                } else {
                    walls.polygon(&corners, &wall);
                }
            }
        }
        for corners in BORE.brow(&approach, TUNNEL_Z, CEILING, |x, z| terrain.height(x, z)) {
            walls.polygon(&corners, &wall);
        }
        let concrete = Style::tiled(Skin::Concrete, 5.0);
        let out = |by: f32| mouth + way * by;
        let (out_min, out_max) = (out(0.05).min(out(1.6)), out(0.05).max(out(1.6)));
        for (low, high) in [(NORTH - 0.2, NORTH + 0.5), (SOUTH - 0.5, SOUTH + 0.2)] {
            walls.cuboid(at(out_min, 0.0, low), at(out_max, CEILING, high), &concrete, &concrete, false);
        }
        walls.cuboid(
            at(out_min, CEILING - 0.3, NORTH - 0.2),
            at(out_max, CEILING + 1.9, SOUTH + 0.2),
            &concrete,
            &concrete,
            true,
        );
        let [left, right] = BORE.sides(&approach);
        let face = |y: f32, z: f32| at(out(1.63), y, z);
        let hazard = Style::tiled(Skin::Stripes, 1.6).layer(1);
        walls.polygon(
            &[
                face(CEILING - 0.3, left),
                face(CEILING - 0.3, right),
                face(CEILING + 0.3, right),
                face(CEILING + 0.3, left),
            ],
            &hazard,
        );
        // Light falls on the face at dusk.
        for side in [NORTH + 0.15, SOUTH - 0.15] {
            let lamp = Style::plain(Skin::White).own().tint(1.0, 0.93, 0.76);
            let [low, high] = [CEILING - 1.1, CEILING - 0.5];
            let middle = at(out(1.75), (low + high) * 0.5, side);
            walls.cuboid(middle - at(0.12, 0.3, 0.16), middle + at(0.12, 0.3, 0.16), &lamp, &lamp, true);
        }
        let inward = (right - left).signum() * 0.9;
        let sign = Style::fit(Skin::Signs).part(sign_part(5)).layer(1);
        let (left, right) = (left + inward, right - inward);
        walls.polygon(
            &[
                face(CEILING + 0.5, left),
                face(CEILING + 0.5, right),
                face(CEILING + 1.6, right),
                face(CEILING + 1.6, left),
            ],
            &sign,
        );
    }
    let (floor, walls) = (floor.bake(&site.shade, terrain), walls.free());
    site.graph.thing(floor, New::object("approach_floor", Home::Under(root), Pose::Initial).solid());
    // Bumped into but no ground: the portals' tops are over the tunnel.
    let object = New::object("approach_walls", Home::Under(root), Pose::Initial);
    site.graph.thing(walls, object.with(flags::INTERSECT_SURFACE));
}

/// The inside, seen from within only.
fn inside(site: &mut Site) {
    let (mut mesh, mut lamps) = (Mesh::new(), Mesh::new());
    let [west_mouth, east_mouth] = BORE.mouths;
    // The cross-section from the floor's south edge around: y and z.
    let (low, high) = (CEILING - 1.6, CEILING);
    let section =
        [(0.0, SOUTH), (low, SOUTH), (high, SOUTH - 1.8), (high, NORTH + 1.8), (low, NORTH), (0.0, NORTH)];
    for (piece, west) in BORE.pieces().enumerate() {
        let east = west + PIECE;
        // Daylight falls in a few metres; a lamp hangs in every other piece.
        let glow = |x: f32| {
            let depth = (x - west_mouth).min(east_mouth - x);
            let day = Vec3::new(0.92, 0.90, 0.86) * smooth_step(22.0, 0.0, depth);
            let phase = ((x - west_mouth - PIECE * 0.5) / (2.0 * PIECE)).rem_euclid(1.0);
            let lamp = mix(0.34, 0.66, smooth_step(0.5, 0.0, phase.min(1.0 - phase)));
            day.max(Vec3::new(1.0, 0.86, 0.62) * lamp)
        };
        let mut add = |corners: [Vec3; 4], uvs: [[f32; 2]; 4], skin: Skin, dim: f32| {
            let style = Style { zones: &[TUNNEL_ZONE], lit: Lit::Own, ..Style::tiled(skin, 4.0) };
            let colors = corners.iter().map(|at| glow(at.x) * dim).collect();
            mesh.exact(corners.to_vec(), uvs.to_vec(), Some(colors), &style);
        };
        let half = (west + east) * 0.5;
        for (from, to) in [(west, half), (half, east)] {
            let (a, b) = (from / 12.0, to / 12.0);
            add(BORE.floor([from, to]), [[1.0, a], [0.0, a], [0.0, b], [1.0, b]], Skin::Road, 1.0);
            let mut around = 0.0;
            for pair in section.windows(2) {
                let [(y0, z0), (y1, z1)] = [pair[0], pair[1]];
                let next = around + libm::hypotf(y1 - y0, z1 - z0) / 6.0;
                let (a, b) = (from / 6.0, to / 6.0);
                add(
                    [at(to, y0, z0), at(from, y0, z0), at(from, y1, z1), at(to, y1, z1)],
                    [[b, around], [a, around], [a, next], [b, next]],
                    Skin::Concrete,
                    if y0 == y1 { 1.1 } else { 0.92 },
                );
                around = next;
            }
        }
        if piece % 2 == 0 {
            let middle = at(west + PIECE * 0.5, CEILING - 0.12, TUNNEL_Z);
            let lamp =
                Style { zones: &[TUNNEL_ZONE], ..Style::plain(Skin::White).own().tint(1.0, 0.93, 0.76) };
            lamps.cuboid(middle - at(1.2, 0.1, 0.25), middle + at(1.2, 0.08, 0.25), &lamp, &lamp, true);
        }
    }
    let object = New::object("tunnel", Home::World, Pose::Initial).solid();
    let tunnel = site.graph.thing(mesh.free(), New { zone: TUNNEL_ZONE, ..object });
    // Not solid: seen from far above, their upper sides would be ground.
    let object = New::object("tunnel_lamps", Home::Under(tunnel), Pose::Initial);
    site.graph.thing(lamps.free(), New { zone: TUNNEL_ZONE, ..object });
}
