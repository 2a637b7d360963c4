//! What is there to be looked at and judged: words, axes, layers, colours.

use super::Site;
use super::mesh::{Bake, Mesh, Style, Uv};
use super::parcours::cast_shadow;
use super::skins::{self, SOILS, Skin};
use super::terrain::PAVED;
use crate::builders::graph::{Home, New, Pose};
use glam::Vec3;

/// Builds all signs.
pub(super) fn build(site: &mut Site) {
    board(site);
    north_arrow(site);
    axes(site);
    layers(site);
    corner_colors(site);
    soils(site);
}

/// Places a word of the label atlas in the middle of `place`: it stands facing
/// south, or lies on the ground with its upper edge to the north.
pub(super) fn label(mesh: &mut Mesh, word: usize, place: Vec3, up: Vec3, width: f32) {
    let (column, row) = ((word / 8) as f32, (word % 8) as f32);
    let part = [column * 0.5, row / 8.0, (column + 1.0) * 0.5, (row + 1.0) / 8.0];
    // Paper is as bright at its foot as at its top.
    let bake = Bake::Sun(place.y - 4.0);
    let style = Style { uv: Uv::Part(part), bake, ..Style::plain(Skin::Labels.index()) };
    let (across, up) = (Vec3::X * (width * 0.5), up * (width * 0.125));
    let corners = [place - across - up, place + across - up, place + across + up, place - across + up];
    mesh.polygon(&corners, &style.layer(3));
}

/// The name, readable only from the south and only if nothing is mirrored.
fn board(site: &mut Site) {
    let (z, low, high) = (-24.0, 3.5, 9.5);
    let mut mesh = Mesh::new();
    for x in [-10.0, 10.0] {
        let foot = Vec3::new(x, 0.0, z - 0.5);
        mesh.column(foot, high + 0.6, [0.35, 0.25], 6, &Style::tiled(Skin::Metal, 2.0));
        cast_shadow(&mut mesh, foot - Vec3::new(0.3, 0.0, 0.3), foot + Vec3::new(0.3, low, 0.3));
    }
    mesh.cuboid(
        Vec3::new(-12.0, low, z - 0.2),
        Vec3::new(12.0, high, z),
        true,
        &Style::tiled(Skin::Metal, 2.0),
    );
    let point = |x: f32, y: f32| Vec3::new(x, y, z + 0.02);
    mesh.polygon(
        &[point(-12.0, low), point(12.0, low), point(12.0, high), point(-12.0, high)],
        &Style::fit(Skin::Sign).layer(1),
    );
    cast_shadow(&mut mesh, Vec3::new(-12.0, low, z - 0.2), Vec3::new(12.0, high, z));
    site.graph.thing(mesh, New::object("board", Home::World, Pose::Initial).solid());
}

/// Lies on the plaza; it and its word point to -z.
fn north_arrow(site: &mut Site) {
    let point = |x: f32, z: f32| Vec3::new(x, 0.0, z);
    let mut mesh = Mesh::new();
    mesh.polygon(
        &[point(-4.0, 68.0), point(4.0, 68.0), point(4.0, 60.0), point(-4.0, 60.0)],
        &Style { tint: PAVED, ..Style::fit(Skin::Arrow).layer(1) },
    );
    site.graph.thing(mesh, New::object("north_arrow", Home::Placed, Pose::Initial));
}

/// Red along +x, green along +y, blue along +z, from a white middle.
fn axes(site: &mut Site) {
    let middle = Vec3::new(-9.0, 1.0, 30.0);
    let parent = site.graph.add(New::object("axes", Home::Placed, Pose::at(middle)));
    let thick = 0.25;
    let arms =
        [("axis_x", Skin::Red, Vec3::X), ("axis_y", Skin::Green, Vec3::Y), ("axis_z", Skin::Blue, Vec3::Z)];
    for (name, skin, along) in arms {
        let mut mesh = Mesh::new().flagged(zbd::gamez::models::flags::LIGHTING);
        let (min, max) = (along * thick - Vec3::splat(thick), along * 6.0 + Vec3::splat(thick));
        mesh.cuboid(
            min + along * thick,
            max,
            true,
            &Style { normals: true, bake: Bake::Sun(-2.0), ..Style::plain(skin.index()) },
        );
        site.graph.thing(mesh, New::object(name, Home::Under(parent), Pose::Initial).solid());
    }
    let mut mesh = Mesh::new();
    mesh.cuboid(
        Vec3::splat(-thick * 1.3),
        Vec3::splat(thick * 1.3),
        true,
        &Style::plain(Skin::White.index()),
    );
    mesh.column(Vec3::new(0.0, -1.0, 0.0), 0.8, [0.5, 0.2], 6, &Style::tiled(Skin::Concrete, 2.0));
    site.graph.thing(mesh, New::object("axis_middle", Home::Under(parent), Pose::Initial).solid());
}

/// Rectangles in one plane: on the left of equal priority, where the later one
/// must win, on the right of different priority, where the larger one must.
fn layers(site: &mut Site) {
    let z = 12.0;
    let rect = |mesh: &mut Mesh, [left, low, right, high]: [f32; 4], style: &Style| {
        let point = |x: f32, y: f32| Vec3::new(x, y, z);
        mesh.polygon(&[point(left, low), point(right, low), point(right, high), point(left, high)], style);
    };
    let paint = |skin: Skin, priority: i32| Style::plain(skin.index()).layer(priority);
    let mut mesh = Mesh::new();
    mesh.cuboid(
        Vec3::new(20.0, 0.0, z - 0.3),
        Vec3::new(32.0, 4.0, z),
        false,
        &Style::tiled(Skin::Concrete, 4.0),
    );
    cast_shadow(&mut mesh, Vec3::new(20.0, 0.0, z - 0.3), Vec3::new(32.0, 4.0, z));
    rect(&mut mesh, [20.5, 0.5, 23.8, 2.2], &paint(Skin::Red, 1));
    rect(&mut mesh, [22.0, 1.2, 25.5, 3.0], &paint(Skin::Blue, 1));
    rect(&mut mesh, [26.5, 1.2, 29.8, 3.0], &paint(Skin::Green, 3));
    rect(&mut mesh, [28.0, 0.5, 31.5, 2.2], &paint(Skin::Red, 1));
    label(&mut mesh, 13, Vec3::new(23.0, 3.5, z), Vec3::Y, 3.0);
    label(&mut mesh, 12, Vec3::new(29.0, 3.5, z), Vec3::Y, 3.0);
    site.graph.thing(mesh, New::object("layers", Home::Placed, Pose::Initial).solid());
}

/// A textured quad whose corners are red, green, blue and yellow, from the
/// lower left on counter-clockwise.
fn corner_colors(site: &mut Site) {
    let (left, right, low, high, z) = (40.0, 46.0, 0.5, 5.0, 12.0);
    let mut mesh = Mesh::new();
    let back = Vec3::new(left - 0.3, 0.0, z - 0.3);
    mesh.cuboid(back, Vec3::new(right + 0.3, high + 0.3, z - 0.02), false, &Style::tiled(Skin::Metal, 2.0));
    cast_shadow(&mut mesh, back, Vec3::new(right + 0.3, high + 0.3, z));
    let corners = [(left, low), (right, low), (right, high), (left, high)];
    let indices = corners.map(|(x, y)| mesh.vertex(Vec3::new(x, y, z)));
    let uvs = [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]];
    let colors = [
        Vec3::new(0.9, 0.1, 0.1),
        Vec3::new(0.1, 0.8, 0.2),
        Vec3::new(0.15, 0.3, 0.95),
        Vec3::new(0.95, 0.85, 0.1),
    ];
    mesh.push(&indices, &[], &uvs, &colors, &Style::fit(Skin::Plain), false);
    label(&mut mesh, 14, Vec3::new(43.0, 0.0, z + 1.0), Vec3::NEG_Z, 2.4);
    site.graph.thing(mesh, New::object("corner_colors", Home::Placed, Pose::Initial).solid());
}

/// One slab for each surface type, in the order of their numbers.
fn soils(site: &mut Site) {
    let mut mesh = Mesh::new();
    for soil in 0..SOILS {
        let west = 16.0 + soil as f32 * 2.5;
        let style = Style { normals: true, ..Style::plain(skins::of_soil(soil)) };
        mesh.cuboid(Vec3::new(west, 0.0, 66.0), Vec3::new(west + 2.2, 0.06, 69.0), false, &style);
    }
    label(&mut mesh, 15, Vec3::new(17.2, 0.0, 70.0), Vec3::NEG_Z, 2.4);
    site.graph.thing(mesh, New::object("soils", Home::Placed, Pose::Initial).solid());
}
