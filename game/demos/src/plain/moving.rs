//! Water, a belt, a fuse, lamps and cloth: what changes without being moved.

use super::Site;
use super::layout::{DIP, DIP_EDGES, DIP_REACH};
use super::mesh::{Bake, Mesh, Style};
use super::skins::Skin;
use crate::builders::graph::{Home, New, Pose};
use glam::Vec3;
use zbd::gamez::models::{PointLight, flags as model_flags};
use zbd::gamez::nodes::flags;

/// Builds all of them.
pub(super) fn build(site: &mut Site) {
    basin(site);
    stream(site);
    belt(site);
    fuse(site);
    lamps(site);
    cloth(site);
}

fn point(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

/// Level water between west, north, east, south at a height.
fn water(mesh: &mut Mesh, [west, north, east, south]: [f32; 4], height: f32) {
    let at = |x: f32, z: f32| point(x, height, z);
    let style = Style { bake: Bake::None, ..Style::tiled(Skin::Water, 6.0) };
    mesh.polygon(&[at(west, south), at(east, south), at(east, north), at(west, north)], &style);
}

/// A basin on the plaza with a rim to sit on.
fn basin(site: &mut Site) {
    let [west, north, east, south] = [-34.0, -22.0, -18.0, -10.0];
    let mut rim = Mesh::new();
    let style = Style { normals: true, ..Style::tiled(Skin::Concrete, 4.0) };
    let walls = [
        [west, north, east, north + 0.5],
        [west, south - 0.5, east, south],
        [west, north + 0.5, west + 0.5, south - 0.5],
        [east - 0.5, north + 0.5, east, south - 0.5],
    ];
    for [west, north, east, south] in walls {
        rim.cuboid(point(west, 0.0, north), point(east, 0.55, south), false, &style);
    }
    let root = site.graph.thing(rim, New::object("basin", Home::Placed, Pose::Initial).solid());
    let mut surface = Mesh::new();
    water(&mut surface, [west + 0.5, north + 0.5, east - 0.5, south - 0.5], 0.38);
    site.graph.thing(surface, New::object("basin_water", Home::Under(root), Pose::Initial).solid());
}

/// The northern half of the dip holds water behind a weir.
fn stream(site: &mut Site) {
    let [_, bottom_west, bottom_east, _] = DIP_EDGES;
    let level = -DIP + 0.5;
    let (north, south) = (DIP_REACH[0] - 4.6, -20.0);
    // The banks rise by DIP over 16 units.
    let bank = 0.5 / DIP * 16.0;
    let mut surface = Mesh::new();
    water(&mut surface, [bottom_west - bank, north, bottom_east + bank, south], level);
    let root = site.graph.thing(surface, New::object("stream", Home::Placed, Pose::Initial).solid());
    let mut weir = Mesh::new();
    let style = Style { bake: Bake::Sun(-DIP), normals: true, ..Style::tiled(Skin::Wood, 4.0) };
    weir.cuboid(
        point(bottom_west - 3.0, -DIP, south),
        point(bottom_east + 3.0, level + 0.2, south + 0.6),
        false,
        &style,
    );
    site.graph.thing(weir, New::object("weir", Home::Under(root), Pose::Initial).solid());
}

/// Runs to the south.
fn belt(site: &mut Site) {
    let (west, east, north, south, height) = (52.0, 55.0, 36.0, 56.0, 0.8);
    let mut bed = Mesh::new();
    let style = Style { normals: true, ..Style::tiled(Skin::Metal, 2.0) };
    bed.cuboid(point(west - 0.3, 0.0, north), point(east + 0.3, height - 0.02, south), false, &style);
    let root = site.graph.thing(bed, New::object("belt_bed", Home::Placed, Pose::Initial).solid());
    let mut mesh = Mesh::new().flagged(model_flags::TEXTURE_SCROLL);
    mesh.model().info.tex_scroll_v = -0.5;
    let at = |x: f32, z: f32| point(x, height, z);
    let top = Style::tiled(Skin::Belt, 3.0);
    mesh.polygon(&[at(west, south), at(east, south), at(east, north), at(west, north)], &top);
    site.graph.thing(mesh, New::object("belt", Home::Under(root), Pose::Initial).solid());
}

/// A pillar whose picture burns down once.
fn fuse(site: &mut Site) {
    let (min, max) = (point(-9.0, 0.0, 70.0), point(-7.6, 2.2, 70.6));
    let mut mesh = Mesh::new();
    mesh.cuboid(min, max, false, &Style::tiled(Skin::Metal, 2.0));
    let at = |x: f32, y: f32| point(x, y, max.z + 0.01);
    let style = Style { bake: Bake::None, ..Style::fit(Skin::Fuse) };
    mesh.polygon(&[at(-8.9, 0.9), at(-7.7, 0.9), at(-7.7, 2.1), at(-8.9, 2.1)], &style.layer(1));
    // Under the world and in its cell: it must still be drawn once.
    site.graph.thing(mesh, New::object("fuse", Home::Both, Pose::Initial).solid());
}

/// Lamp posts along both sides of the way north, all from the same models.
fn lamps(site: &mut Site) {
    let mut post = Mesh::new();
    let metal = Style { tint: Vec3::splat(0.6), ..Style::tiled(Skin::Metal, 2.0) };
    post.column(Vec3::ZERO, 5.2, [0.14, 0.09], 6, &metal);
    post.cuboid(point(0.0, 5.0, -0.08), point(1.5, 5.16, 0.08), true, &metal);
    post.cuboid(
        point(1.0, 4.84, -0.2),
        point(1.7, 5.0, 0.2),
        true,
        &Style { bake: Bake::None, ..Style::plain(Skin::White.index()) },
    );
    let post = site.graph.model(post);
    let steady = PointLight::new([255.0, 226.0, 170.0], vec![[1.35, 4.8, 0.0]], 50.0, 150.0);
    let light = site.graph.model(Mesh::points(vec![steady]));
    let mut halo = Mesh::facade(1, true).only_flagged(model_flags::FACADE_CENTROID);
    let at = |x: f32, y: f32| point(1.35 + x, 4.85 + y, 0.0);
    let style = Style { bake: Bake::None, double_sided: true, ..Style::fit(Skin::Glow) };
    halo.polygon(&[at(-0.9, -0.9), at(0.9, -0.9), at(0.9, 0.9), at(-0.9, 0.9)], &style);
    let halo = site.graph.model(halo);

    for number in 0..7 {
        let z = 88.0 - 18.0 * number as f32;
        for (side, x, yaw) in [("west", -12.0, 0.0), ("east", 12.0, std::f32::consts::PI)] {
            let name = format!("lamp_{side}_{number}");
            let pose = Pose::Turned([0.0, yaw, 0.0], [1.0; 3], point(x, 0.0, z));
            let lamp = New::object(&name, Home::Placed, pose).with(flags::INTERSECT_SURFACE);
            let lamp = site.graph.add(lamp.model(post));
            site.graph.add(New::object("lamp_light", Home::Under(lamp), Pose::Initial).model(light));
            site.graph.add(New::object("lamp_halo", Home::Under(lamp), Pose::Initial).model(halo));
        }
    }
}

/// A flag with a second shape to blow to.
fn cloth(site: &mut Site) {
    let mut pole = Mesh::new();
    pole.column(Vec3::ZERO, 9.0, [0.12, 0.06], 6, &Style::tiled(Skin::Metal, 2.0));
    let home = Pose::at(point(-15.0, 0.0, -24.0));
    let root = site.graph.thing(pole, New::object("flag_pole", Home::Placed, home).solid());
    let mut mesh = Mesh::new();
    let style = Style { double_sided: true, bake: Bake::Sun(-4.0), ..Style::tiled(Skin::Stripes, 2.0) };
    for piece in 0..4 {
        let at = |step: u8, y: f32| {
            let x = f32::from(step) * 0.9;
            point(0.1 + x, y, 0.35 * libm::sinf(x * 2.1))
        };
        mesh.polygon(&[at(piece, 6.6), at(piece + 1, 6.6), at(piece + 1, 8.6), at(piece, 8.6)], &style);
    }
    let model = mesh.model();
    model.morphs = model.vertices.iter().map(|[x, _, z]| [0.0, -0.08 * x, -2.0 * z]).collect();
    let cloth = New::object("flag_cloth", Home::Under(root), Pose::Initial);
    site.graph.thing(mesh, New { color: Some([1.0, 0.8, 0.6]), ..cloth });
}
