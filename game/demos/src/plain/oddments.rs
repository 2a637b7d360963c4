//! What a loader must cope with and a visitor hardly sees: facades of every
//! mode, boxes that stand for polygons, templates, ghosts, rocks.

use super::Site;
use super::mesh::{Mesh, Style};
use super::parcours::cast_shadow;
use super::signs::label;
use super::skins::Skin;
use crate::builders::graph::{Home, New, Pose};
use crate::builders::numbers::Random;
use crate::builders::solid;
use glam::Vec3;
use zbd::gamez::nodes::flags;

/// Builds all of them.
pub(super) fn build(site: &mut Site) {
    facades(site);
    crates(site);
    rocks(site);
    templates(site);
}

fn point(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

/// One card for each way to turn, once about the node and once about the
/// middle of the card.
fn facades(site: &mut Site) {
    for mode in 0..4u32 {
        for centroid in [false, true] {
            let column = (mode * 2 + u32::from(centroid)) as f32;
            let place = point(-56.0 + column * 4.0, 2.0, 84.0);
            // Away from the node when it is the middle that counts.
            let offset = if centroid { point(0.0, 1.5, 0.0) } else { Vec3::ZERO };
            let mut mesh = Mesh::facade(mode, centroid);
            label(&mut mesh, 6 + mode as usize, offset, Vec3::Y, 3.0);
            let name = format!("facade_{mode}_{}", if centroid { "middle" } else { "node" });
            site.graph.thing(mesh, New::object(&name, Home::Placed, Pose::at(place)));
        }
    }
    for (name, word, x) in [("word_west", 11, -60.0), ("word_east", 10, 60.0)] {
        let mut mesh = Mesh::new();
        label(&mut mesh, word, point(x, 0.0, 8.0), Vec3::NEG_Z, 4.0);
        site.graph.thing(mesh, New::object(name, Home::Placed, Pose::Initial));
    }
}

/// Crates collide by their boxes; a barrel is found by radius searches; a ghost
/// is half transparent.
fn crates(site: &mut Site) {
    let mut wooden = Mesh::new();
    wooden.cuboid(
        point(-1.0, 0.0, -1.0),
        point(1.0, 2.0, 1.0),
        false,
        &Style { normals: true, ..Style::fit(Skin::Wood) },
    );
    let wooden = site.graph.model(wooden);
    for (name, place, yaw) in [
        ("crate_1", point(30.0, 0.0, -20.0), 0.0),
        ("crate_2", point(32.4, 0.0, -20.3), 0.2),
        ("crate_3", point(31.2, 2.0, -20.1), 0.1),
    ] {
        let pose = Pose::Turned([0.0, yaw, 0.0], [1.0; 3], place);
        site.graph
            .add(New::object(name, Home::Placed, pose).solid().with(flags::INTERSECT_BBOX).model(wooden));
    }
    let mut shade = Mesh::new();
    cast_shadow(&mut shade, point(29.0, 0.0, -21.0), point(33.4, 2.0, -19.0));
    site.graph.thing(shade, New::object("crate_shadow", Home::Placed, Pose::Initial));

    let mut barrel = Mesh::new();
    barrel.column(Vec3::ZERO, 1.2, [0.45, 0.45], 8, &Style::tiled(Skin::Metal, 1.5).tint(1.0, 0.55, 0.35));
    let pose = Pose::at(point(36.0, 0.0, -18.0));
    site.graph.thing(barrel, New::object("barrel", Home::Placed, pose).solid().with(flags::PROXIMITY));

    let mut ghost = Mesh::new();
    ghost.cuboid(point(-1.0, 0.0, -1.0), point(1.0, 3.0, 1.0), false, &Style::plain(Skin::Blue.index()));
    let ghostly = New::object("ghost", Home::Placed, Pose::at(point(42.0, 0.0, -16.0)));
    site.graph.thing(ghost, New { opacity: Some(0.5), ..ghostly });
}

/// Rocks around the level ground, few models in many sizes.
fn rocks(site: &mut Site) {
    let mut random = Random::new(site.seed, 0x0052_0C4B);
    let shapes: Vec<_> = (0..3).map(|_| site.graph.model(rock(&mut random))).collect();
    for number in 0..40 {
        let turn = random.between(0.0, std::f32::consts::TAU);
        let away = random.between(230.0, 420.0);
        let (x, z) = (libm::sinf(turn) * away, libm::cosf(turn) * away * 0.8);
        let place = point(x, site.terrain.height(x, z) - 0.3, z);
        let (size, yaw) = (random.between(0.8, 3.2), random.between(-3.1, 3.1));
        let pose = Pose::Turned([0.0, yaw, 0.0], [size, size * 0.7, size], place);
        let name = format!("rock_{number:02}");
        let rock = New::object(&name, Home::Placed, pose).solid();
        site.graph.add(rock.model(shapes[random.next() as usize % shapes.len()]));
    }
}

/// About one unit in every direction, and never the same.
fn rock(random: &mut Random) -> Mesh {
    const SIDES: usize = 6;
    let mut rings = Vec::new();
    for (height, radius) in [(-0.2, 1.0), (0.55, 0.9), (1.05, 0.45)] {
        let ring: Vec<Vec3> = (0..SIDES)
            .map(|side| {
                let turn = side as f32 / SIDES as f32 * std::f32::consts::TAU;
                let out = radius * random.between(0.75, 1.2);
                point(libm::sinf(turn) * out, height + random.between(-0.12, 0.12), libm::cosf(turn) * out)
            })
            .collect();
        rings.push(ring);
    }
    let mut mesh = Mesh::new();
    let style = Style { normals: true, ..Style::tiled(Skin::Rock, 1.5).tint(0.95, 0.92, 0.88) };
    for face in solid::stone(&rings, point(0.0, 1.25, 0.0)) {
        mesh.polygon(&face, &style);
    }
    mesh
}

/// Nodes that stand nowhere: games copy them when they are needed.
fn templates(site: &mut Site) {
    let root = site.graph.add(New::object("template_wreck", Home::Template, Pose::Initial));
    let mut hull = Mesh::new();
    hull.cuboid(
        point(-2.0, 0.0, -3.0),
        point(2.0, 1.2, 3.0),
        false,
        &Style::tiled(Skin::Metal, 2.0).tint(0.4, 0.38, 0.36),
    );
    let hull = site.graph.thing(hull, New::object("wreck_hull", Home::Under(root), Pose::Initial).solid());
    let mut part = Mesh::new();
    part.column(Vec3::ZERO, 0.6, [0.8, 0.6], 5, &Style::tiled(Skin::Metal, 2.0).tint(0.4, 0.38, 0.36));
    let pose = Pose::Turned([0.4, 0.3, 0.0], [1.0, 1.5, 1.0], point(0.0, 1.2, 0.5));
    site.graph.thing(part, New::object("wreck_turret", Home::Under(hull), pose));

    let mut flash = Mesh::facade(1, false).only_flagged(0);
    let style = Style { double_sided: true, ..Style::fit(Skin::Glow) };
    flash.polygon(
        &[point(-1.0, -1.0, 0.0), point(1.0, -1.0, 0.0), point(1.0, 1.0, 0.0), point(-1.0, 1.0, 0.0)],
        &style,
    );
    site.graph.thing(flash, New::object("template_flash", Home::Template, Pose::Initial));
}
