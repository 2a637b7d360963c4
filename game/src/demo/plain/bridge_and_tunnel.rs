//! The two places where ground lies over ground: a bridge over a dip, and a
//! tunnel through a hill that zones keep apart.
//!
//! Zones: the hill is zone 1, the tunnel zone 2, and the ground in front of
//! each mouth belongs to both, so that either exists when one comes from the
//! other. All other ground has no zones, and from there both exist. Under the
//! hill its surface is neither seen nor in the way; on the hill the tunnel is
//! neither. Source: `spec/zbd/engine-behaviour.md`, "5. Zones".

use super::Site;
use super::layout::{DIP, DIP_EDGES, HILL, STREET_Z};
use super::mesh::{Bake, Mesh, Style, Uv};
use super::skins::Skin;
use crate::demo::craft::graph::{Home, New, Pose};
use crate::demo::craft::numbers::{mix, smooth_step};
use glam::Vec3;
use zbd::gamez::nodes::flags;

/// Height of the bridge's deck.
const DECK: f32 = 0.2;
/// North and south edges of deck and tunnel.
const NORTH: f32 = STREET_Z - 4.0;
const SOUTH: f32 = STREET_Z + 4.0;
/// West and east mouths of the tunnel.
const MOUTHS: [f32; 2] = [-184.0, -120.0];
/// Height of the tunnel.
const CEILING: f32 = 5.0;
/// Height of the hill.
const SUMMIT: f32 = 15.0;
/// Length of a piece of tunnel or trench, and of the hill's grid along x.
const PIECE: f32 = 8.0;
/// The hill's grid along z.
const FINE: f32 = 4.0;

const HILL_ZONE: i8 = 1;
const TUNNEL_ZONE: i8 = 2;
/// Where both exist.
const THRESHOLD: &[i8] = &[HILL_ZONE, TUNNEL_ZONE];
/// Likewise; the third is a zone that nothing solid is in.
const APPROACH: &[i8] = &[HILL_ZONE, TUNNEL_ZONE, 3];

/// Builds both.
pub(super) fn build(site: &mut Site) {
    bridge(site);
    hill(site);
    trenches(site);
    tunnel(site);
}

fn bridge(site: &mut Site) {
    let [west, bottom_west, bottom_east, east] = DIP_EDGES;
    let (west, east) = (west - 4.0, east + 4.0);
    let root = site.graph.add(New::object("bridge", Home::Placed, Pose::Initial).solid());

    let mut deck = Mesh::new();
    let concrete = Style { normals: true, bake: Bake::Sun(-3.0), ..Style::tiled(Skin::Concrete, 8.0) };
    let point = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
    deck.cuboid(point(west, DECK - 0.8, NORTH), point(east, DECK - 0.01, SOUTH), true, &concrete);
    let road = Style::paving();
    let mut span = |from: Vec3, to: Vec3| {
        deck.polygon(&[from.with_z(SOUTH), to.with_z(SOUTH), to.with_z(NORTH), from.with_z(NORTH)], &road);
    };
    // The approaches rise out of the street.
    span(point(west - 6.0, -0.02, 0.0), point(west, DECK, 0.0));
    span(point(west, DECK, 0.0), point(east, DECK, 0.0));
    span(point(east, DECK, 0.0), point(east + 6.0, -0.02, 0.0));
    site.graph.thing(deck, New::object("bridge_deck", Home::Under(root), Pose::Initial).solid());

    let mut piers = Mesh::new();
    for x in [bottom_west - 2.0, bottom_east + 2.0] {
        for z in [NORTH + 1.0, SOUTH - 1.0] {
            let foot = point(x, -DIP - 0.5, z);
            let style = Style { bake: Bake::Sun(-DIP), ..Style::tiled(Skin::Concrete, 4.0) };
            piers.column(foot, DIP + DECK - 0.3, [0.7, 0.55], 8, &style);
        }
    }
    site.graph.thing(piers, New::object("bridge_piers", Home::Under(root), Pose::Initial).solid());

    let mut rails = Mesh::new();
    let fence = Style { double_sided: true, ..Style::plain(Skin::Fence.index()) };
    for z in [NORTH + 0.15, SOUTH - 0.15] {
        for piece in 0..14 {
            let (from, to) = (west + piece as f32 * PIECE * 0.5, west + (piece + 1) as f32 * PIECE * 0.5);
            let style = Style { uv: Uv::Part([0.0, 0.0, 2.0, 1.0]), ..fence };
            let (low, high) = (DECK, DECK + 1.1);
            rails.polygon(
                &[point(from, low, z), point(to, low, z), point(to, high, z), point(from, high, z)],
                &style,
            );
        }
    }
    site.graph.thing(rails, New::object("bridge_rails", Home::Under(root), Pose::Initial).solid());

    let middle = (bottom_west + bottom_east) * 0.5;
    site.place("bridge_top", point(middle, DECK, STREET_Z), -90.0, Some(point(east + 8.0, 0.0, STREET_Z)));
    site.place("bridge_under", point(middle, -DIP, STREET_Z), 0.0, Some(point(middle, -DIP, -20.0)));
}

/// Height of the hill; 0 along the border of its area.
fn hill_height(x: f32, z: f32) -> f32 {
    let part = |low: f32, high: f32, value: f32| {
        let half = (high - low) * 0.5;
        smooth_step(0.0, 0.8, 1.0 - (value - low - half).abs() / half)
    };
    SUMMIT * part(HILL.west, HILL.east, x) * part(HILL.north, HILL.south, z)
}

/// True over the open trenches in front of the mouths.
fn is_trench(x: f32, z: f32) -> bool {
    (NORTH..SOUTH).contains(&z) && !(MOUTHS[0]..=MOUTHS[1]).contains(&x)
}

/// The surface over the tunnel, in a zone of its own.
fn hill(site: &mut Site) {
    let columns = ((HILL.east - HILL.west) / PIECE) as usize;
    let rows = ((HILL.south - HILL.north) / FINE) as usize;
    let light = super::light::Light::new();
    let at = |column: usize, row: usize| {
        let (x, z) = (HILL.west + column as f32 * PIECE, HILL.north + row as f32 * FINE);
        Vec3::new(x, hill_height(x, z), z)
    };
    let normal_at = |point: Vec3| {
        let across = hill_height(point.x + 4.0, point.z) - hill_height(point.x - 4.0, point.z);
        let along = hill_height(point.x, point.z + 4.0) - hill_height(point.x, point.z - 4.0);
        Vec3::new(-across, 8.0, -along).normalize()
    };
    let style = Style { zones: &[HILL_ZONE], ..Style::plain(Skin::Grass.index()) };
    let mut mesh = Mesh::new().flagged(zbd::gamez::models::flags::CLOUDS);
    let mut add = |corners: [Vec3; 3]| {
        let mut normals = [0; 3];
        for (index, corner) in normals.iter_mut().zip(corners) {
            mesh.model().normals.push(normal_at(corner).to_array());
            *index = mesh.model().normals.len() as u32 - 1;
        }
        let indices = corners.map(|corner| mesh.vertex(corner));
        let uvs = corners.map(|corner| [corner.x / PIECE, corner.z / PIECE]);
        let colors = corners.map(|corner| {
            let normal = normal_at(corner);
            let dry = smooth_step(0.93, 0.80, normal.y);
            let tint = Vec3::new(0.66, 0.70, 0.38).lerp(Vec3::new(0.84, 0.75, 0.52), dry);
            tint * light.on(normal, mix(0.4, 1.0, smooth_step(-0.1, 0.2, normal.dot(light.to_sun))), 1.0)
        });
        mesh.push(&indices, &normals, &uvs, &colors, &style, false);
    };
    for row in 0..rows {
        for column in 0..columns {
            let (nw, ne) = (at(column, row), at(column + 1, row));
            let (sw, se) = (at(column, row + 1), at(column + 1, row + 1));
            let middle = (nw + se) * 0.5;
            if is_trench(middle.x, middle.z) {
                continue;
            }
            add([nw, sw, se]);
            add([nw, se, ne]);
        }
    }
    let object = New::object("hill", Home::World, Pose::Initial).solid();
    let object = New { zone: HILL_ZONE, ..object.with(flags::TERRAIN) };
    site.graph.thing(mesh, object);
}

/// The cuts that lead to the mouths: ground, walls and the walls over the
/// mouths. They exist in every zone; their ground names the zones beyond.
fn trenches(site: &mut Site) {
    let root = site.graph.add(New::object("tunnel_approach", Home::World, Pose::Initial).solid());
    let point = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
    let mut floor = Mesh::new();
    let mut walls = Mesh::new();
    let wall = Style { normals: true, ..Style::tiled(Skin::Concrete, 4.0) };
    // The hill's border, and which way it is from the mouth.
    for (mouth, border) in [(MOUTHS[0], HILL.west), (MOUTHS[1], HILL.east)] {
        let step = if border < mouth { -PIECE } else { PIECE };
        let pieces = ((border - mouth) / step) as i32;
        for piece in 0..pieces {
            let near = mouth + piece as f32 * step;
            let (west, east) = (near.min(near + step), near.max(near + step));
            let zones = if piece == 0 { THRESHOLD } else { APPROACH };
            let style = Style { zones, ..Style::paving() };
            floor.polygon(
                &[
                    point(west, 0.0, NORTH),
                    point(west, 0.0, SOUTH),
                    point(east, 0.0, SOUTH),
                    point(east, 0.0, NORTH),
                ],
                &style,
            );
            for (z, from, to) in [(NORTH, west, east), (SOUTH, east, west)] {
                let top = |x: f32| point(x, hill_height(x, z), z);
                let corners = [point(from, 0.0, z), point(to, 0.0, z), top(to), top(from)];
                // At the border the wall runs out.
                let corners: Vec<Vec3> = match corners {
                    [a, b, c, d] if b == c => vec![a, b, d],
                    [a, b, c, d] if a == d => vec![a, b, c],
                    other => other.to_vec(),
                };
                walls.polygon(&corners, &wall);
            }
        }
        // Over the mouth, from the ceiling up to the hill.
        let half = STREET_Z;
        for (north, south) in [(NORTH, half), (half, SOUTH)] {
            let top = |z: f32| point(mouth, hill_height(mouth, z), z);
            let low = |z: f32| point(mouth, CEILING, z);
            let (left, right) = if step > 0.0 { (south, north) } else { (north, south) };
            walls.polygon(&[low(left), low(right), top(right), top(left)], &wall);
        }
        let edge = Style { priority: 1, ..Style::fit(Skin::Stripes) };
        let out = point(step.signum() * 0.02, 0.0, 0.0);
        let (left, right) = if step > 0.0 { (SOUTH, NORTH) } else { (NORTH, SOUTH) };
        let low = |z: f32| point(mouth, CEILING, z) + out;
        let high = |z: f32| point(mouth, CEILING + 0.6, z) + out;
        walls.polygon(&[low(left), low(right), high(right), high(left)], &edge);
    }
    site.graph.thing(floor, New::object("approach_floor", Home::Under(root), Pose::Initial).solid());
    site.graph.thing(walls, New::object("approach_walls", Home::Under(root), Pose::Initial).solid());
    let hidden = New::object("tunnel_annex", Home::Under(root), Pose::at(point(HILL.east, 0.0, SOUTH + 6.0)));
    let mut annex = Mesh::new();
    annex.cuboid(Vec3::splat(-1.0), Vec3::splat(1.0), false, &Style::tiled(Skin::Wood, 2.0));
    let hidden = New { zone: 3, flags: hidden.flags & !flags::ACTIVE, ..hidden };
    site.graph.thing(annex, hidden);

    let inside = MOUTHS[1] - 6.0;
    site.place("tunnel_in", point(MOUTHS[1] + 20.0, 0.0, STREET_Z), 90.0, Some(point(inside, 0.0, STREET_Z)));
    let middle = (MOUTHS[0] + MOUTHS[1]) * 0.5;
    site.place(
        "tunnel_mid",
        point(middle, 0.0, STREET_Z),
        90.0,
        Some(point(MOUTHS[0] - 10.0, 0.0, STREET_Z)),
    );
    site.place("tunnel_out", point(MOUTHS[0] - 20.0, 0.0, STREET_Z), 90.0, None);
    site.place("hill_top", point(middle, hill_height(middle, STREET_Z), STREET_Z), 0.0, None);
}

/// The inside, seen from within only.
fn tunnel(site: &mut Site) {
    let point = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
    let (mut mesh, mut lamps) = (Mesh::new(), Mesh::new());
    let pieces = ((MOUTHS[1] - MOUTHS[0]) / PIECE) as i32;
    for piece in 0..pieces {
        let west = MOUTHS[0] + piece as f32 * PIECE;
        let east = west + PIECE;
        // Daylight falls in a few metres; a lamp hangs in every other piece.
        let depth = |x: f32| (x - MOUTHS[0]).min(MOUTHS[1] - x);
        let glow = |x: f32| mix(0.30, 0.95, smooth_step(24.0, 0.0, depth(x)));
        let light = mix(glow(west), glow(east), 0.5);
        let warm = if piece % 2 == 0 { 1.12 } else { 0.92 };
        let style = |skin: Skin| Style {
            zones: &[TUNNEL_ZONE],
            bake: Bake::None,
            normals: true,
            tint: Vec3::new(1.0, 0.93, 0.80) * (light * warm),
            ..Style::tiled(skin, 4.0)
        };
        let (floor, wall) = (style(Skin::Paving), style(Skin::Concrete));
        mesh.polygon(
            &[
                point(west, 0.0, NORTH),
                point(west, 0.0, SOUTH),
                point(east, 0.0, SOUTH),
                point(east, 0.0, NORTH),
            ],
            &floor,
        );
        mesh.polygon(
            &[
                point(west, CEILING, SOUTH),
                point(west, CEILING, NORTH),
                point(east, CEILING, NORTH),
                point(east, CEILING, SOUTH),
            ],
            &wall,
        );
        mesh.polygon(
            &[
                point(west, 0.0, NORTH),
                point(east, 0.0, NORTH),
                point(east, CEILING, NORTH),
                point(west, CEILING, NORTH),
            ],
            &wall,
        );
        mesh.polygon(
            &[
                point(east, 0.0, SOUTH),
                point(west, 0.0, SOUTH),
                point(west, CEILING, SOUTH),
                point(east, CEILING, SOUTH),
            ],
            &wall,
        );
        if piece % 2 == 0 {
            let (middle, lamp) =
                (point(west + PIECE * 0.5, CEILING - 0.15, STREET_Z), Style::plain(Skin::White.index()));
            let lamp =
                Style { bake: Bake::None, tint: Vec3::new(1.0, 0.95, 0.8), zones: &[TUNNEL_ZONE], ..lamp };
            lamps.cuboid(middle - point(1.2, 0.0, 0.2), middle + point(1.2, 0.14, 0.2), true, &lamp);
        }
    }
    let object = New::object("tunnel", Home::World, Pose::Initial).solid();
    let tunnel = site.graph.thing(mesh, New { zone: TUNNEL_ZONE, ..object });
    // Not solid: seen from far above, their upper sides would be ground.
    let object = New::object("tunnel_lamps", Home::Under(tunnel), Pose::Initial);
    site.graph.thing(lamps, New { zone: TUNNEL_ZONE, ..object });
}
