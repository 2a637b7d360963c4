//! The two places where ground lies over ground: a bridge over a dip, and a
//! tunnel through a hill that zones keep apart.

use super::Site;
use super::layout::{DIP, DIP_EDGES, HILL, STREET_Z};
use super::light::SUN;
use super::mesh::{Bake, Mesh, Style, Uv};
use super::skins::Skin;
use crate::builders::bore::{Bore, HILL_ZONE, PIECE, THRESHOLD, TUNNEL_ZONE};
use crate::builders::graph::{Home, New, Pose};
use crate::builders::numbers::{mix, smooth_step};
use glam::Vec3;
use zbd::gamez::nodes::flags;

/// Height of the bridge's deck.
const DECK: f32 = 0.2;
/// North and south edges of deck and tunnel.
const NORTH: f32 = STREET_Z - 4.0;
const SOUTH: f32 = STREET_Z + 4.0;
/// The tunnel.
const BORE: Bore = Bore { hill: HILL, north: NORTH, south: SOUTH, mouths: [-184.0, -120.0] };
/// Height of the tunnel.
const CEILING: f32 = 5.0;
/// Height of the hill.
const SUMMIT: f32 = 15.0;
/// Ground where hill and tunnel exist; the third is a zone that nothing solid is in.
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

/// The surface over the tunnel, in a zone of its own.
fn hill(site: &mut Site) {
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
            tint * SUN.on(normal, mix(0.4, 1.0, smooth_step(-0.1, 0.2, normal.dot(SUN.to()))), 1.0)
        });
        mesh.push(&indices, &normals, &uvs, &colors, &style, false);
    };
    for corners in BORE.surface(hill_height) {
        add(corners);
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
    for approach in BORE.approaches() {
        for (piece, ends) in approach.pieces.iter().enumerate() {
            let zones = if piece == 0 { THRESHOLD } else { APPROACH };
            floor.polygon(&BORE.floor(*ends), &Style { zones, ..Style::paving() });
            for corners in BORE.walls(*ends, hill_height) {
                walls.polygon(&corners, &wall);
            }
        }
        for corners in BORE.brow(&approach, STREET_Z, CEILING, hill_height) {
            walls.polygon(&corners, &wall);
        }
        let edge = Style { priority: 1, ..Style::fit(Skin::Stripes) };
        let [left, right] = BORE.sides(&approach);
        let face = |y: f32, z: f32| point(approach.mouth + approach.way * 0.02, y, z);
        let (low, high) = (CEILING, CEILING + 0.6);
        walls.polygon(&[face(low, left), face(low, right), face(high, right), face(high, left)], &edge);
    }
    site.graph.thing(floor, New::object("approach_floor", Home::Under(root), Pose::Initial).solid());
    site.graph.thing(walls, New::object("approach_walls", Home::Under(root), Pose::Initial).solid());
    let hidden = New::object("tunnel_annex", Home::Under(root), Pose::at(point(HILL.east, 0.0, SOUTH + 6.0)));
    let mut annex = Mesh::new();
    annex.cuboid(Vec3::splat(-1.0), Vec3::splat(1.0), false, &Style::tiled(Skin::Wood, 2.0));
    let hidden = New { zone: 3, flags: hidden.flags & !flags::ACTIVE, ..hidden };
    site.graph.thing(annex, hidden);

    let [west_mouth, east_mouth] = BORE.mouths;
    let inside = east_mouth - 6.0;
    site.place(
        "tunnel_in",
        point(east_mouth + 20.0, 0.0, STREET_Z),
        90.0,
        Some(point(inside, 0.0, STREET_Z)),
    );
    let middle = (west_mouth + east_mouth) * 0.5;
    site.place(
        "tunnel_mid",
        point(middle, 0.0, STREET_Z),
        90.0,
        Some(point(west_mouth - 10.0, 0.0, STREET_Z)),
    );
    site.place("tunnel_out", point(west_mouth - 20.0, 0.0, STREET_Z), 90.0, None);
    site.place("hill_top", point(middle, hill_height(middle, STREET_Z), STREET_Z), 0.0, None);
}

/// The inside, seen from within only.
fn tunnel(site: &mut Site) {
    let point = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
    let (mut mesh, mut lamps) = (Mesh::new(), Mesh::new());
    let [west_mouth, east_mouth] = BORE.mouths;
    for (piece, west) in BORE.pieces().enumerate() {
        let east = west + PIECE;
        // Daylight falls in a few metres; a lamp hangs in every other piece.
        let depth = |x: f32| (x - west_mouth).min(east_mouth - x);
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
        mesh.polygon(&BORE.floor([west, east]), &floor);
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
