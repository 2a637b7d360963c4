//! Small things: vehicles, containers, crates, lamps, signs, the flag.

use super::{CONCRETE, PLATES, STRIPES, point};
use crate::builders::graph::{Home, ModelId, New, Pose};
use crate::builders::numbers::Random;
use crate::valley::Site;
use crate::valley::layout::{BRIDGE, STREET_X};
use crate::valley::mesh::{Lit, Mesh, Style, Uv};
use crate::valley::pictures::sign_part;
use crate::valley::skins::Skin;
use crate::valley::structures::put;
use glam::Vec3;
use zbd::gamez::models::flags as model_flags;
use zbd::gamez::nodes::flags;

pub(super) fn build(site: &mut Site) {
    for (name, x, z, turn) in [
        ("truck_1", 30.0, 62.0, 180.0),
        ("truck_2", 31.0, 44.0, 180.0),
        ("truck_3", -30.0, 62.0, 84.0),
        ("truck_4", 96.0, 2.0, 90.0),
        ("truck_5", -34.0, -38.0, 10.0),
    ] {
        truck(site, name, point(x, 0.0, z), turn);
    }
    for (name, x, z, turn) in [
        ("scout_1", 40.0, -60.0, 24.0),
        ("scout_2", 47.0, -61.0, 20.0),
        ("scout_3", 94.0, 26.0, 90.0),
        ("scout_4", -12.0, 30.0, -60.0),
    ] {
        scout(site, name, point(x, 0.0, z), turn);
    }
    containers(site);
    crates(site);
    flag(site);
    signs(site);
}

fn wheel(mesh: &mut Mesh, x: f32, z: f32, radius: f32) {
    let rubber = Style::plain(Skin::Dark);
    let (from, to) = (point(x - 0.2, radius, z), point(x + 0.2, radius, z));
    mesh.ring(from, to, [radius, radius], 8, &rubber);
    for (at, turn) in [(from, -1.0f32), (to, 1.0)] {
        let lid: Vec<Vec3> = (0..8)
            .map(|side| {
                let (sin, cos) = libm::sincosf(turn * side as f32 / 8.0 * std::f32::consts::TAU);
                at + point(0.0, cos * radius, sin * radius)
            })
            .collect();
        mesh.polygon(&lid, &rubber.tint(1.7, 1.6, 1.5));
    }
}

/// A truck, its front to the south before it is turned.
pub(in crate::valley) fn truck_body(mesh: &mut Mesh) {
    let paint = Style::tiled(Skin::Vehicle, 3.0).tint(0.66, 0.70, 0.52);
    let canvas = Style::tiled(Skin::Vehicle, 6.0).tint(0.60, 0.58, 0.46);
    mesh.cuboid(point(-1.2, 0.7, -4.0), point(1.2, 1.1, 3.8), &Style::plain(Skin::Dark), &paint, true);
    mesh.frustum([point(-1.25, 1.1, 1.4), point(1.25, 2.0, 3.9)], [0.0, 0.1], &paint, &paint, false);
    mesh.frustum(
        [point(-1.2, 2.0, 1.2), point(1.2, 2.9, 3.0)],
        [0.15, 0.35],
        &Style::plain(Skin::Dark).tint(0.5, 0.66, 0.76),
        &paint,
        false,
    );
    mesh.frustum([point(-1.3, 1.1, -4.1), point(1.3, 3.1, 1.0)], [0.25, 0.0], &canvas, &canvas, false);
    for z in [-3.2, -1.9, 2.8] {
        for x in [-1.15, 1.15] {
            wheel(mesh, x, z, 0.62);
        }
    }
    let lamp = Style::plain(Skin::White).own().tint(1.0, 0.92, 0.7).layer(1);
    for x in [-0.9, 0.9] {
        let p = |dx: f32, y: f32| point(x + dx, y, 3.93);
        mesh.polygon(&[p(-0.18, 1.25), p(0.18, 1.25), p(0.18, 1.55), p(-0.18, 1.55)], &lamp);
    }
}

fn truck(site: &mut Site, name: &str, at: Vec3, degrees: f32) {
    let mut mesh = Mesh::new();
    mesh.stand(at, degrees);
    truck_body(&mut mesh);
    let reach = if degrees.rem_euclid(180.0) > 45.0 && degrees.rem_euclid(180.0) < 135.0 {
        [3.8, 1.2]
    } else {
        [1.2, 3.8]
    };
    mesh.blocks.push([at + point(-reach[0], 0.0, -reach[1]), at + point(reach[0], 2.7, reach[1])]);
    put(site, name, mesh);
}

/// A light car with a gun, its front to the south before it is turned.
pub(in crate::valley) fn scout_body(mesh: &mut Mesh) {
    let paint = Style::tiled(Skin::Vehicle, 3.0).tint(0.86, 0.78, 0.60);
    mesh.frustum([point(-1.2, 0.6, -2.4), point(1.2, 1.5, 2.4)], [0.12, 0.3], &paint, &paint, true);
    mesh.frustum(
        [point(-1.0, 1.5, -1.8), point(1.0, 2.3, 0.8)],
        [0.25, 0.5],
        &Style::plain(Skin::Dark).tint(0.5, 0.66, 0.76),
        &paint,
        false,
    );
    mesh.column(point(0.0, 2.3, -0.8), 0.5, [0.45, 0.35], 6, &paint);
    mesh.beam(point(0.0, 2.6, -0.6), point(0.0, 2.7, 1.4), 0.14, &PLATES.tint(0.5, 0.5, 0.5));
    for z in [-1.6, 1.6] {
        for x in [-1.15, 1.15] {
            wheel(mesh, x, z, 0.55);
        }
    }
    mesh.column(point(0.9, 1.5, -2.0), 2.4, [0.04, 0.02], 4, &PLATES);
}

fn scout(site: &mut Site, name: &str, at: Vec3, degrees: f32) {
    let mut mesh = Mesh::new();
    mesh.stand(at, degrees);
    scout_body(&mut mesh);
    mesh.blocks.push([at + point(-1.3, 0.0, -1.6), at + point(1.3, 1.9, 1.6)]);
    put(site, name, mesh);
}

fn containers(site: &mut Site) {
    let colors = [[0.86, 0.46, 0.26], [0.48, 0.58, 0.62], [0.74, 0.70, 0.56], [0.40, 0.50, 0.46]];
    let stacks = [
        (-46.0, 40.0, 0.0, 0),
        (-46.0, 43.2, 0.0, 1),
        (-46.0, 40.4, 2.6, 2),
        (-46.0, 50.0, 0.0, 3),
        (-45.6, 76.0, 0.0, 0),
        (-46.0, 79.2, 0.0, 2),
        (-46.0, 77.0, 2.6, 1),
        (-110.0, 86.0, 0.0, 3),
        (-102.0, 86.0, 0.0, 1),
        (60.0, -70.0, 0.0, 2),
        (60.0, -73.2, 0.0, 1),
        (60.2, -71.6, 2.6, 0),
    ];
    for (number, (x, z, y, color)) in stacks.into_iter().enumerate() {
        let mut mesh = Mesh::new();
        let [r, g, b] = colors[color];
        let (side, lid) = (Style::fit(Skin::Box).tint(r, g, b), Style::tiled(Skin::Ribs, 2.0).tint(r, g, b));
        mesh.block(point(x - 3.0, y, z - 1.25), point(x + 3.0, y + 2.6, z + 1.25), &side, &lid);
        put(site, &format!("container_{number:02}"), mesh);
    }
}

fn crates(site: &mut Site) {
    let mut random = Random::new(site.seed, 0x4352_4154);
    for (heap, (x, z)) in [
        (-34.0, 46.0),
        (-36.0, 72.0),
        (-50.0, -20.0),
        (84.0, -8.0),
        (52.0, 66.0),
        (40.0, -14.0),
        (-52.0, -74.0),
        (100.0, -72.0),
    ]
    .into_iter()
    .enumerate()
    {
        let mut mesh = Mesh::new();
        for number in 0..6 {
            let size = random.between(0.5, 0.8);
            let (dx, dz) = (random.between(-3.0, 3.0), random.between(-2.5, 2.5));
            let foot = point(x + dx, if number > 4 { 1.3 } else { 0.0 }, z + dz);
            mesh.stand(foot, random.between(-20.0, 20.0));
            let wooden = Style::fit(Skin::Crate);
            if number % 3 == 2 {
                let tint =
                    if number == 2 { STRIPES.tint(1.0, 1.0, 1.0) } else { PLATES.tint(0.5, 0.62, 0.5) };
                mesh.column(Vec3::ZERO, 1.1, [0.38, 0.38], 8, &Style { uv: Uv::Tile([1.2, 1.1]), ..tint });
            } else {
                mesh.cuboid(point(-size, 0.0, -size), point(size, size * 1.7, size), &wooden, &wooden, false);
            }
            mesh.blocks
                .push([foot + point(-size, 0.0, -size) * 0.9, foot + point(size, size * 1.6, size) * 0.9]);
        }
        put(site, &format!("crates_{heap}"), mesh);
    }
}

/// On a pole in front of the tower, with a second shape to blow to.
fn flag(site: &mut Site) {
    let at = point(0.0, 0.0, -58.0);
    let mut pole = Mesh::new();
    pole.stand(at, 0.0);
    pole.column(Vec3::ZERO, 0.6, [1.6, 1.2], 8, &CONCRETE);
    pole.column(point(0.0, 0.6, 0.0), 15.0, [0.14, 0.07], 6, &PLATES);
    pole.blocks.push([at + point(-0.12, 0.0, -0.12), at + point(0.12, 15.0, 0.12)]);
    put(site, "flag_pole", pole);
    let mut cloth = Mesh::new();
    let style = Style { lit: Lit::Free, ..Style::fit(Skin::Flag) }.both();
    for piece in 0..5 {
        let p = |step: u8, y: f32| {
            let x = f32::from(step) * 0.95;
            point(0.1 + x, y, 0.4 * libm::sinf(x * 1.7))
        };
        let (left, right) = (f32::from(piece) / 5.0, f32::from(piece + 1) / 5.0);
        let style = style.part([left, 0.0, right, 1.0]);
        cloth.polygon(&[p(piece, 12.4), p(piece + 1, 12.4), p(piece + 1, 15.2), p(piece, 15.2)], &style);
    }
    site.graph.thing(cloth.free(), New::object("flag", Home::Placed, Pose::at(at)));
}

/// A board on two posts, its face to the south before it is turned.
fn board(site: &mut Site, name: &str, at: Vec3, degrees: f32, word: usize, wide: f32) {
    let mut mesh = Mesh::new();
    mesh.stand(at, degrees);
    let tall = wide * 0.2;
    for x in [-wide * 0.42, wide * 0.42] {
        mesh.beam(point(x, -1.0, -0.1), point(x, 2.2 + tall, -0.1), 0.18, &PLATES);
    }
    let back = PLATES.tint(0.5, 0.52, 0.54);
    mesh.cuboid(point(-wide * 0.5, 2.0, -0.05), point(wide * 0.5, 2.0 + tall, 0.05), &back, &back, true);
    let p = |x: f32, y: f32| point(x, y, 0.07);
    let face = Style::fit(Skin::Signs).part(sign_part(word)).layer(1);
    let half = wide * 0.5 - 0.06;
    mesh.polygon(&[p(-half, 2.06), p(half, 2.06), p(half, 1.94 + tall), p(-half, 1.94 + tall)], &face);
    put(site, name, mesh);
}

fn signs(site: &mut Site) {
    let ground = |site: &Site, x: f32, z: f32| point(x, site.terrain.height(x, z), z);
    for (name, x, z, degrees, word, wide) in [
        ("sign_base", 37.5, 252.0, -12.0, 0, 6.0),
        ("sign_bridge", 24.5, 220.0, 0.0, 1, 4.0),
        ("sign_tunnel", -226.0, 0.0, 90.0, 5, 4.0),
        ("sign_entry", 30.0, 106.0, 0.0, 3, 3.6),
    ] {
        let at = ground(site, x, z);
        board(site, name, at, degrees, word, wide);
    }
}

/// Lamp posts along the road and in the base, all from the same models.
pub(in crate::valley) fn lamps(site: &mut Site) {
    let mut post = Mesh::new();
    let steel = Style { lit: Lit::Free, ..PLATES.tint(0.56, 0.57, 0.60) };
    post.cuboid(
        point(-0.3, -1.2, -0.3),
        point(0.3, 0.4, 0.3),
        &Style { lit: Lit::Free, ..CONCRETE },
        &steel,
        false,
    );
    post.ring(point(0.0, 0.4, 0.0), point(0.0, 6.4, 0.0), [0.13, 0.08], 6, &steel);
    // What walks on the road is as high as its arms.
    let mut arm = Mesh::new();
    arm.beam(point(0.0, 6.3, 0.0), point(2.0, 6.7, 0.0), 0.14, &steel);
    arm.cuboid(point(1.5, 6.5, -0.22), point(2.5, 6.75, 0.22), &steel, &steel, false);
    let lit = Style::plain(Skin::White).own().tint(1.0, 0.90, 0.66);
    let p = |x: f32, z: f32| point(x, 6.49, z);
    arm.polygon(&[p(1.55, -0.18), p(2.45, -0.18), p(2.45, 0.18), p(1.55, 0.18)], &lit);
    let [post, arm] = [post, arm].map(|mesh| site.graph.model(mesh.free()));
    let mut halo = Mesh::facade(1, true).only_flagged(model_flags::FACADE_CENTROID);
    let p = |x: f32, y: f32| point(2.0 + x, 6.5 + y, 0.0);
    let glow = Style::fit(Skin::Glow).own().both().tint(1.0, 0.86, 0.60);
    halo.polygon(&[p(-0.8, -0.8), p(0.8, -0.8), p(0.8, 0.8), p(-0.8, 0.8)], &glow);
    let halo = site.graph.model(halo.free());

    let mut spots: Vec<(Vec3, f32)> = Vec::new();
    // Every thirty units along the road, on its left.
    let points = site.terrain.road().points().to_vec();
    let (mut gone, mut next) = (0.0, 12.0);
    for pair in points.windows(2) {
        let along = (pair[1] - pair[0]).with_y(0.0);
        gone += along.length();
        if gone > next && pair[0].z > BRIDGE[1] {
            next += 30.0;
            let way = along.normalize_or(Vec3::NEG_Z);
            let left = Vec3::new(way.z, 0.0, -way.x);
            let at = pair[0] + left * 6.2;
            spots.push((at.with_y(pair[0].y - 0.5), libm::atan2f(left.z, -left.x).to_degrees()));
        }
    }
    for step in 0..5 {
        let z = 80.0 - 30.0 * step as f32;
        spots.push((point(STREET_X - 7.0, 0.0, z), 0.0));
        spots.push((point(STREET_X + 7.0, 0.0, z), 180.0));
    }
    for step in 0..4 {
        spots.push((point(-100.0 + 30.0 * step as f32, 0.0, 14.5), 90.0));
        spots.push((point(-146.0 - 30.0 * step as f32, -0.3, 14.5), 90.0));
    }
    for (number, (at, degrees)) in spots.into_iter().enumerate() {
        lamp(site, number, at, degrees, [post, arm, halo]);
    }
}

fn lamp(site: &mut Site, number: usize, at: Vec3, degrees: f32, [post, arm, halo]: [ModelId; 3]) {
    let pose = Pose::Turned([0.0, degrees.to_radians(), 0.0], [1.0; 3], at);
    let name = format!("lamp_{number:02}");
    let lamp = New::object(&name, Home::Placed, pose).with(flags::INTERSECT_SURFACE);
    let lamp = site.graph.add(lamp.model(post));
    site.graph.add(New::object("arm", Home::Under(lamp), Pose::Initial).model(arm));
    site.graph.add(New::object("halo", Home::Under(lamp), Pose::Initial).model(halo));
}
