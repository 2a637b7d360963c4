//! The tunnel through the spur west of the base, which zones keep apart from
//! the land above it.
//!
//! Zones: the hill is zone 1, the tunnel zone 2, and the ground in front of
//! each mouth belongs to both, so that either exists when one comes from the
//! other. All other ground has no zones, and from there both exist. Under the
//! hill its surface is neither seen nor in the way; on the hill the tunnel is
//! neither. Source: `spec/zbd/engine-behaviour.md`, "5. Zones".

use super::Site;
use super::layout::{HILL, TUNNEL_Z};
use super::mesh::{Lit, Mesh, Style};
use super::pictures::sign_part;
use super::skins::Skin;
use super::terrain::{Ground, Terrain};
use crate::demo::craft::graph::{Home, New, Pose};
use crate::demo::craft::numbers::{mix, smooth_step};
use glam::Vec3;
use zbd::gamez::nodes::flags;

const NORTH: f32 = TUNNEL_Z - 4.0;
const SOUTH: f32 = TUNNEL_Z + 4.0;
/// West and east mouths.
const MOUTHS: [f32; 2] = [-408.0, -312.0];
const CEILING: f32 = 5.6;
/// Length of a piece of tunnel or trench, and of the hill's grid along x.
const PIECE: f32 = 8.0;
/// The hill's grid along z.
const FINE: f32 = 4.0;

const HILL_ZONE: i8 = 1;
const TUNNEL_ZONE: i8 = 2;
/// Where both exist.
const THRESHOLD: &[i8] = &[HILL_ZONE, TUNNEL_ZONE];

pub(super) fn build(site: &mut Site) {
    if !site.layout.rich {
        return;
    }
    hill(site);
    approaches(site);
    inside(site);
    let floor = |x: f32| Vec3::new(x, 0.0, TUNNEL_Z);
    site.place("tunnel_in", floor(HILL.east + 20.0), 90.0, Some(floor(MOUTHS[1] - 12.0)));
    site.place("tunnel_mid", floor((MOUTHS[0] + MOUTHS[1]) * 0.5), 90.0, Some(floor(MOUTHS[0] - 10.0)));
    site.place("tunnel_out", floor(HILL.west - 20.0), -90.0, None);
}

fn at(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

/// True over the open trenches in front of the mouths.
fn is_trench(x: f32, z: f32) -> bool {
    (NORTH..SOUTH).contains(&z) && !(MOUTHS[0]..=MOUTHS[1]).contains(&x)
}

/// The surface over the tunnel, in a zone of its own.
fn hill(site: &mut Site) {
    let columns = ((HILL.east - HILL.west) / PIECE) as usize;
    let rows = ((HILL.south - HILL.north) / FINE) as usize;
    let terrain = &site.terrain;
    let corner = |column: usize, row: usize| {
        let (x, z) = (HILL.west + column as f32 * PIECE, HILL.north + row as f32 * FINE);
        at(x, terrain.height(x, z), z)
    };
    let mut mesh = Mesh::new();
    let mut add = |corners: [Vec3; 3]| {
        let steep = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize().y < 0.80;
        let skin = if steep { Skin::Rock } else { Skin::Dirt };
        let style = Style { zones: &[HILL_ZONE], ..Style::tiled(skin, 12.0) };
        let uvs = corners.iter().map(|at| [at.x / 12.0, at.z / 12.0]).collect();
        let colors = corners.iter().map(|at| terrain.color(at.x, at.z)).collect();
        mesh.exact(corners.to_vec(), uvs, Some(colors), &style);
    };
    for row in 0..rows {
        for column in 0..columns {
            let (nw, ne) = (corner(column, row), corner(column + 1, row));
            let (sw, se) = (corner(column, row + 1), corner(column + 1, row + 1));
            let middle = (nw + se) * 0.5;
            if !is_trench(middle.x, middle.z) {
                add([nw, sw, se]);
                add([nw, se, ne]);
            }
        }
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
    for (mouth, border) in [(MOUTHS[0], HILL.west), (MOUTHS[1], HILL.east)] {
        let step = if border < mouth { -PIECE } else { PIECE };
        let pieces = ((border - mouth) / step) as i32;
        for piece in 0..pieces {
            let near = mouth + piece as f32 * step;
            let (west, east) = (near.min(near + step), near.max(near + step));
            let style = Style { zones: THRESHOLD, ..Style::tiled(Skin::Road, 8.0) };
            let corners =
                vec![at(west, 0.0, NORTH), at(west, 0.0, SOUTH), at(east, 0.0, SOUTH), at(east, 0.0, NORTH)];
            let along = |x: f32| x / 12.0;
            let uvs = vec![[1.0, along(west)], [0.0, along(west)], [0.0, along(east)], [1.0, along(east)]];
            floor.exact(corners, uvs, None, &style);
            for (z, from, to) in [(NORTH, west, east), (SOUTH, east, west)] {
                let top = |x: f32| at(x, terrain.height(x, z).max(0.0), z);
                let corners = [at(from, 0.0, z), at(to, 0.0, z), top(to), top(from)];
                // At the border the wall runs out.
                let corners: Vec<Vec3> = match corners {
                    [a, b, c, d] if b == c && a == d => continue,
                    [a, b, c, d] if b == c => vec![a, b, d],
                    [a, b, c, d] if a == d => vec![a, b, c],
                    other => other.to_vec(),
                };
                if let [a, b, c, d] = corners[..] {
                    walls.quad([a, b, c, d], &wall);
                } else {
                    walls.polygon(&corners, &wall);
                }
            }
        }
        // Over the mouth, from the ceiling up to the hill, and its portal.
        let way = step.signum();
        for (north, south) in [(NORTH, TUNNEL_Z), (TUNNEL_Z, SOUTH)] {
            let top = |z: f32| at(mouth, terrain.height(mouth, z), z);
            let low = |z: f32| at(mouth, CEILING, z);
            let (left, right) = if way > 0.0 { (south, north) } else { (north, south) };
            walls.polygon(&[low(left), low(right), top(right), top(left)], &wall);
        }
        let concrete = Style::tiled(Skin::Concrete, 5.0);
        let (out_min, out_max) = {
            let (near, far) = (mouth + way * 0.05, mouth + way * 1.6);
            (near.min(far), near.max(far))
        };
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
        let (left, right) = if way > 0.0 { (SOUTH, NORTH) } else { (NORTH, SOUTH) };
        let face = |y: f32, z: f32| at(mouth + way * 1.63, y, z);
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
    let pieces = ((MOUTHS[1] - MOUTHS[0]) / PIECE) as i32;
    // The cross-section from the floor's south edge around: y and z.
    let (low, high) = (CEILING - 1.6, CEILING);
    let section =
        [(0.0, SOUTH), (low, SOUTH), (high, SOUTH - 1.8), (high, NORTH + 1.8), (low, NORTH), (0.0, NORTH)];
    for piece in 0..pieces {
        let west = MOUTHS[0] + piece as f32 * PIECE;
        let east = west + PIECE;
        // Daylight falls in a few metres; a lamp hangs in every other piece.
        let glow = |x: f32| {
            let depth = (x - MOUTHS[0]).min(MOUTHS[1] - x);
            let day = Vec3::new(0.92, 0.90, 0.86) * smooth_step(22.0, 0.0, depth);
            let phase = ((x - MOUTHS[0] - PIECE * 0.5) / (2.0 * PIECE)).rem_euclid(1.0);
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
            add(
                [at(from, 0.0, NORTH), at(from, 0.0, SOUTH), at(to, 0.0, SOUTH), at(to, 0.0, NORTH)],
                [[1.0, a], [0.0, a], [0.0, b], [1.0, b]],
                Skin::Road,
                1.0,
            );
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
