//! Works: power, fuel, radar, radio, the landing pad.

use super::{CONCRETE, PLATES, RIBS, ROOF, STRIPES, point};
use crate::builders::graph::Shape;
use crate::builders::graph::{Home, New, Pose};
use crate::valley::Site;
use crate::valley::mesh::{Mesh, Style, Uv};
use crate::valley::pictures::sign_part;
use crate::valley::skins::Skin;
use crate::valley::structures::{Draft, stand};
use binary::Result;
use glam::Vec3;
use zbd::gamez::Version;
use zbd::gamez::models::{Model, PointLight, flags as model_flags, model_type};

const TANKS: [[f32; 2]; 3] = [[128.0, -22.0], [128.0, -46.0], [106.0, -34.0]];
/// Where the chimneys stand beside the power house, along x.
pub(in crate::valley) const CHIMNEYS: [f32; 2] = [-12.0, 4.0];
/// The power house.
pub(in crate::valley) const POWER: [f32; 3] = [108.0, 0.0, -104.0];
/// The foot of the radar.
pub(in crate::valley) const RADAR: [f32; 3] = [132.0, 0.0, 70.0];
const MAST: [f32; 3] = [-108.0, 0.0, -4.0 - 130.0];

pub(super) fn build(site: &mut Site) {
    for (number, [x, z]) in TANKS.into_iter().enumerate() {
        stand(site, &format!("tank_{number}"), [x, 0.0, z], 0.0, tank);
    }
    stand(site, "pipes", [118.0, 0.0, -34.0], 0.0, pipes);
    stand(site, "power", POWER, 0.0, power);
    stand(site, "radar", RADAR, 0.0, radar);
    stand(site, "mast", MAST, 0.0, mast);
    stand(site, "pad", [66.0, 0.0, -34.0], 0.0, pad);
    smoke(site);
    beacons(site);
}

fn tank(draft: &mut Draft) {
    let skin = Style { uv: Uv::Tile([9.0, 12.0]), piece: 14.0, ..Style::tiled(Skin::Tank, 1.0) };
    let sides = draft.sides(16);
    draft.mesh.column(point(0.0, 0.0, 0.0), 0.8, [9.6, 9.6], sides, &CONCRETE);
    draft.mesh.ring(point(0.0, 0.8, 0.0), point(0.0, 12.0, 0.0), [8.4, 8.4], sides, &skin);
    draft.mesh.column(point(0.0, 12.0, 0.0), 1.8, [8.4, 1.2], sides, &PLATES.tint(1.0, 1.0, 0.97));
    let at = draft.mesh.place(Vec3::ZERO);
    draft.mesh.blocks.push([at + point(-7.6, 0.0, -5.0), at + point(7.6, 12.0, 5.0)]);
    draft.mesh.blocks.push([at + point(-5.0, 0.0, -7.6), at + point(5.0, 12.0, 7.6)]);
    if draft.is_middle() {
        // A ladder, a platform, a railing around the top.
        draft.mesh.beam(point(-8.7, 0.0, 0.3), point(-8.7, 13.0, 0.3), 0.12, &PLATES);
        draft.mesh.beam(point(-8.7, 0.0, -0.3), point(-8.7, 13.0, -0.3), 0.12, &PLATES);
        let rail = Style { uv: Uv::Tile([2.0, 1.1]), ..Style::tiled(Skin::Rail, 1.0) }.both();
        draft.mesh.ring(point(0.0, 12.0, 0.0), point(0.0, 13.1, 0.0), [8.3, 8.3], sides, &rail);
        draft.mesh.column(point(0.0, 13.6, 0.0), 1.2, [0.5, 0.5], 6, &STRIPES);
    }
    if draft.is_near() {
        let sign = Style::fit(Skin::Signs).part(sign_part(2)).layer(1);
        let at = |x: f32, y: f32| point(x, y, 8.75);
        draft.mesh.polygon(&[at(-2.8, 4.0), at(2.8, 4.0), at(2.8, 5.4), at(-2.8, 5.4)], &sign);
    }
}

fn pipes(draft: &mut Draft) {
    // A low wall around the tanks, and what runs along it.
    for (min, max) in [
        ([-25.0, 0.0, -25.6], [22.0, 1.1, -25.0]),
        ([-25.0, 0.0, 25.0], [22.0, 1.1, 25.6]),
        ([-25.6, 0.0, -25.6], [-25.0, 1.1, 25.6]),
    ] {
        draft.block(min, max, &CONCRETE, &CONCRETE);
    }
    let steel = PLATES.tint(0.92, 0.74, 0.52);
    for (x, y) in [(-3.0, 0.7), (-2.0, 0.7), (-2.5, 1.5)] {
        draft.mesh.ring(point(x, y, -48.0), point(x, y, 24.0), [0.35, 0.35], draft.sides(8), &steel);
    }
    if draft.is_middle() {
        for step in 0..9 {
            let z = -46.0 + 8.5 * step as f32;
            draft.mesh.cuboid(point(-3.6, 0.0, z), point(-1.4, 0.5, z + 0.6), &CONCRETE, &CONCRETE, false);
        }
        for z in [-12.0, 12.0] {
            draft.mesh.column(point(-2.5, 1.6, z), 1.0, [0.6, 0.6], 6, &STRIPES);
        }
    }
}

fn power(draft: &mut Draft) {
    let windows = Style { uv: Uv::Tile([12.0, 8.0]), piece: 12.0, ..Style::tiled(Skin::Windows, 1.0) };
    draft.block([-24.0, -1.0, -14.0], [18.0, 17.0, 14.0], &RIBS.tint(0.90, 0.94, 0.96), &ROOF);
    draft.block([18.0, -1.0, -10.0], [30.0, 9.0, 12.0], &CONCRETE, &ROOF);
    draft.mesh.cuboid(point(-24.3, 15.8, -14.3), point(18.3, 17.6, 14.3), &PLATES, &ROOF, true);
    let at = |x: f32, y: f32| point(x, y, 14.05);
    draft.mesh.quad([at(-22.0, 5.0), at(16.0, 5.0), at(16.0, 13.0), at(-22.0, 13.0)], &windows.layer(1));
    let sides = draft.sides(12);
    for x in CHIMNEYS {
        let z = -20.0;
        draft.mesh.column(point(x, -1.0, z), 5.0, [4.4, 4.0], sides, &CONCRETE);
        draft.mesh.ring(
            point(x, 4.0, z),
            point(x, 40.0, z),
            [3.2, 2.2],
            sides,
            &CONCRETE.tint(0.98, 0.95, 0.90),
        );
        for (low, high) in [(40.0, 43.0), (46.0, 49.0)] {
            draft.mesh.ring(
                point(x, low, z),
                point(x, high, z),
                [2.2, 2.1],
                sides,
                &PLATES.tint(1.0, 0.42, 0.22),
            );
        }
        draft.mesh.ring(
            point(x, 43.0, z),
            point(x, 46.0, z),
            [2.15, 2.1],
            sides,
            &PLATES.tint(1.0, 0.98, 0.95),
        );
        draft.mesh.ring(point(x, 49.0, z), point(x, 50.4, z), [2.5, 2.5], sides, &CONCRETE);
        draft.mesh.polygon(
            &(0..sides)
                .map(|side| {
                    let (sin, cos) = libm::sincosf(side as f32 / sides as f32 * std::f32::consts::TAU);
                    point(x + sin * 2.4, 50.0, z + cos * 2.4)
                })
                .collect::<Vec<_>>(),
            &Style::plain(Skin::Dark),
        );
        let at = draft.mesh.place(point(x, 0.0, z));
        draft.mesh.blocks.push([at + point(-2.4, 0.0, -2.4), at + point(2.4, 50.0, 2.4)]);
        if draft.is_middle() {
            draft.mesh.ring(point(x, 12.0, z), point(x, 12.0, -13.0), [1.4, 1.4], sides, &PLATES);
        }
    }
    if draft.is_middle() {
        for x in [-18.0, -8.0, 4.0] {
            draft.mesh.cuboid(point(x - 3.0, 17.6, -6.0), point(x + 3.0, 20.0, 6.0), &RIBS, &ROOF, false);
        }
        for x in [21.0, 25.0, 29.0] {
            draft.mesh.column(point(x, 9.0, 4.0), 3.0, [1.6, 1.6], sides, &PLATES);
        }
        // Transformers in front.
        for x in [-16.0, -8.0, 0.0, 8.0] {
            draft.mesh.cuboid(point(x - 1.8, 0.0, 18.0), point(x + 1.8, 3.2, 21.0), &RIBS, &PLATES, false);
            for dx in [-1.0, 0.0, 1.0] {
                draft.mesh.column(point(x + dx, 3.2, 19.5), 1.5, [0.22, 0.16], 5, &CONCRETE);
            }
        }
        let sign = Style::fit(Skin::Signs).part(sign_part(6)).layer(2);
        draft.mesh.polygon(&[at(-6.0, 1.6), at(4.0, 1.6), at(4.0, 3.0), at(-6.0, 3.0)], &sign);
    }
}

fn radar(draft: &mut Draft) {
    draft.block([-11.0, -1.0, -9.0], [11.0, 7.0, 9.0], &CONCRETE, &ROOF);
    draft.mesh.frustum([point(-6.0, 7.0, -6.0), point(6.0, 15.0, 6.0)], [2.6, 2.6], &PLATES, &ROOF, false);
    draft.mesh.column(point(0.0, 15.0, 0.0), 2.4, [2.4, 2.0], draft.sides(10), &STRIPES);
    let at = draft.mesh.place(Vec3::ZERO);
    draft.mesh.blocks.push([at + point(-7.0, 15.0, -5.0), at + point(5.0, 27.0, 6.0)]);
    if draft.is_middle() {
        let door = Style::fit(Skin::Door).layer(1);
        let at = |x: f32, y: f32| point(x, y, 9.04);
        draft.mesh.polygon(&[at(-0.6, 0.0), at(0.6, 0.0), at(0.6, 2.2), at(-0.6, 2.2)], &door);
        let rail = Style::fit(Skin::Rail).part([0.0, 0.0, 11.0, 1.0]).both();
        for z in [-8.9, 8.9] {
            draft.mesh.polygon(
                &[point(-11.0, 7.0, z), point(11.0, 7.0, z), point(11.0, 8.1, z), point(-11.0, 8.1, z)],
                &rail,
            );
        }
    }
}

/// The dish of the radar, which looks west and up, around the top of its column.
pub(in crate::valley) fn dish(mesh: &mut Mesh) {
    let hub = point(0.0, 4.1, 0.0);
    let way = point(-0.74, 0.52, 0.42).normalize();
    let (right, sides) = (way.cross(Vec3::Y).normalize(), 16);
    let up = right.cross(way);
    let ring = |side: u32, radius: f32, out: f32| {
        let (sin, cos) = libm::sincosf((side % sides) as f32 / sides as f32 * std::f32::consts::TAU);
        hub + (right * cos + up * sin) * radius + way * out
    };
    let shell = Style::tiled(Skin::Plates, 5.0).both().tint(1.0, 1.0, 1.0);
    for (inner, outer) in [((0.0, -1.6), (5.0, -0.9)), ((5.0, -0.9), (9.6, 1.6))] {
        for side in 0..sides {
            let (a, b) = (ring(side, outer.0, outer.1), ring(side + 1, outer.0, outer.1));
            let (c, d) = (ring(side + 1, inner.0, inner.1), ring(side, inner.0, inner.1));
            if inner.0 > 0.0 {
                mesh.polygon(&[d, c, b, a], &shell);
            } else {
                mesh.polygon(&[d, b, a], &shell);
            }
        }
    }
    mesh.beam(Vec3::ZERO, hub - way * 1.4, 1.6, &PLATES);
    let focus = hub + way * 7.0;
    for side in [1, 6, 11] {
        mesh.beam(ring(side, 8.0, 0.6), focus, 0.22, &PLATES);
    }
    mesh.beam(focus - way * 0.8, focus + way * 0.6, 1.1, &PLATES.tint(0.5, 0.5, 0.52));
}

/// A lattice mast 74 high, held by ropes.
fn mast(draft: &mut Draft) {
    let (height, half) = (74.0, 1.3);
    draft.block([-4.0, -1.0, -4.0], [4.0, 3.0, 4.0], &CONCRETE, &ROOF);
    let lattice = Style::fit(Skin::Lattice).both();
    for (x0, z0, x1, z1) in
        [(-1.0, 1.0, 1.0, 1.0), (1.0, 1.0, 1.0, -1.0), (1.0, -1.0, -1.0, -1.0), (-1.0, -1.0, -1.0, 1.0)]
    {
        for piece in 0..6 {
            let (low, high) = (3.0 + piece as f32 * 11.8, 3.0 + (piece + 1) as f32 * 11.8);
            let at = |x: f32, z: f32, y: f32| point(x * half, y, z * half);
            let tint =
                if piece % 2 == 0 { lattice.tint(1.9, 0.75, 0.42) } else { lattice.tint(1.7, 1.65, 1.6) };
            let style = tint.part([0.0, 0.0, 1.0, 4.0]);
            draft
                .mesh
                .polygon(&[at(x0, z0, low), at(x1, z1, low), at(x1, z1, high), at(x0, z0, high)], &style);
        }
    }
    for (x, z) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        draft.mesh.beam(
            point(x * half, 3.0, z * half),
            point(x * half, height, z * half),
            0.22,
            &PLATES.tint(0.8, 0.5, 0.4),
        );
    }
    draft.mesh.column(point(0.0, height, 0.0), 9.0, [0.3, 0.1], 5, &PLATES);
    for (y, turn) in [(38.0, 0.4), (52.0, 1.9), (60.0, -1.0)] {
        let (sin, cos) = libm::sincosf(turn);
        let out = point(sin, 0.0, cos);
        draft.mesh.ring(
            point(0.0, y, 0.0) + out * 1.4,
            point(0.0, y, 0.0) + out * 2.4,
            [1.3, 1.7],
            draft.sides(10),
            &PLATES.both(),
        );
    }
    if draft.is_middle() {
        for (x, z) in [(-13.0, -6.0), (13.0, -6.0), (0.0, 22.0)] {
            for y in [40.0, 68.0] {
                draft.mesh.beam(point(0.0, y, 0.0), point(x, 0.0, z), 0.10, &PLATES.tint(0.4, 0.4, 0.42));
            }
        }
    }
}

fn pad(draft: &mut Draft) {
    draft.mesh.frustum(
        [point(-18.0, -1.0, -18.0), point(18.0, 0.7, 18.0)],
        [0.6, 0.6],
        &CONCRETE,
        &CONCRETE,
        false,
    );
    let at = |x: f32, z: f32| point(x, 0.7, z);
    draft.mesh.polygon(
        &[at(-16.0, 16.0), at(16.0, 16.0), at(16.0, -16.0), at(-16.0, -16.0)],
        &Style::fit(Skin::Pad).layer(2),
    );
    if draft.is_near() {
        for step in 0..8 {
            let (sin, cos) = libm::sincosf(step as f32 * std::f32::consts::FRAC_PI_4);
            draft.mesh.column(point(sin * 16.8, 0.7, cos * 16.8), 0.4, [0.25, 0.2], 6, &STRIPES);
        }
    }
    shuttle(draft);
}

/// A lander with a blunt nose, stub wings and four engines.
fn shuttle(draft: &mut Draft) {
    let hull = Style::tiled(Skin::Vehicle, 5.0);
    let mesh = &mut draft.mesh;
    let section = |z: f32, wide: f32, low: f32, high: f32| {
        [
            point(-wide, low + 0.8, z),
            point(-wide * 0.7, low, z),
            point(wide * 0.7, low, z),
            point(wide, low + 0.8, z),
            point(wide * 0.62, high, z),
            point(-wide * 0.62, high, z),
        ]
    };
    let sections = [
        section(9.0, 1.2, 2.2, 3.4),
        section(6.0, 2.4, 1.8, 4.6),
        section(-4.0, 2.8, 1.8, 5.4),
        section(-9.0, 2.2, 2.4, 5.0),
    ];
    for pair in sections.windows(2) {
        for side in 0..6 {
            let next = (side + 1) % 6;
            mesh.polygon(&[pair[1][side], pair[1][next], pair[0][next], pair[0][side]].map(|at| at), &hull);
        }
    }
    mesh.polygon(&sections[0], &hull);
    mesh.polygon(&sections[3].iter().rev().copied().collect::<Vec<_>>(), &hull);
    let glass = Style::plain(Skin::Dark).tint(0.5, 0.7, 0.85).layer(1);
    let (a, b) = (sections[0], sections[1]);
    mesh.polygon(&[b[5], a[5], a[4], b[4]].map(|at| at + point(0.0, 0.03, 0.0)), &glass);
    for side in [-1.0, 1.0] {
        mesh.frustum(
            [point(side * 4.4 - 2.2, 3.6, -7.0), point(side * 4.4 + 2.2, 4.1, 1.0)],
            [0.3, 1.2],
            &hull,
            &hull,
            true,
        );
        for z in [-5.4, -0.6] {
            mesh.ring(
                point(side * 6.4, 3.0, z),
                point(side * 6.4, 5.0, z),
                [1.3, 1.0],
                8,
                &PLATES.tint(0.6, 0.6, 0.62),
            );
            mesh.column(point(side * 6.4, 4.9, z), 0.1, [1.0, 0.9], 8, &STRIPES);
        }
        for z in [-6.0, 4.0] {
            mesh.beam(point(side * 1.6, 2.4, z), point(side * 2.6, 0.7, z), 0.3, &PLATES);
        }
        mesh.frustum(
            [point(side * 1.5 - 0.2, 5.0, -9.0), point(side * 1.5 + 0.2, 8.0, -5.6)],
            [0.0, 1.1],
            &hull,
            &STRIPES,
            false,
        );
    }
    let at = mesh.place(Vec3::ZERO);
    mesh.blocks.push([at + point(-2.6, 1.8, -9.0), at + point(2.6, 5.0, 8.0)]);
    mesh.blocks.push([at + point(-7.4, 3.2, -7.0), at + point(7.4, 4.8, 1.0)]);
}

/// What rises from the chimneys.
fn smoke(site: &mut Site) {
    let mut mesh = Mesh::facade(0, false).only_flagged(model_flags::FOG);
    let style = Style::fit(Skin::Smoke).both().own().tint(0.98, 0.92, 0.86);
    mesh.polygon(
        &[point(-8.0, -1.0, 0.0), point(12.0, -1.0, 0.0), point(12.0, 34.0, 0.0), point(-8.0, 34.0, 0.0)],
        &style,
    );
    let model = site.graph.model(mesh.free());
    for (number, x) in CHIMNEYS.into_iter().enumerate() {
        let at = Vec3::from_array(POWER) + point(x, 51.0, -20.0);
        site.graph.add(New::object(&format!("smoke_{number}"), Home::Placed, Pose::at(at)).model(model));
    }
}

/// A model of point lights alone.
struct Lights(Vec<PointLight>);

impl Shape for Lights {
    fn finish(self) -> Result<Model> {
        let mut model = Model::default();
        model.info.flags = model_flags::FOG;
        model.info.model_type = model_type::POINTS;
        model.lights = self.0;
        model.seal(Version::MechWarrior3);
        Ok(model)
    }
}

/// Red lamps that blink on what is high.
fn beacons(site: &mut Site) {
    let command = [16.0, 0.0, -84.0];
    let high: [(&str, [f32; 3], f32); 4] = [
        ("mast", MAST, 83.2),
        ("command", command, 86.2),
        ("chimney_1", POWER, 51.0),
        ("radar", RADAR, 32.0),
    ];
    for (name, foot, y) in high {
        let mut light = PointLight::new([255.0, 70.0, 44.0], vec![[0.0, 0.0, 0.0]], 220.0, 1600.0);
        (light.info.unk04, light.info.unk08) = (1, 0.9);
        let at = Vec3::from_array(foot) + Vec3::Y * y;
        let at = if name == "chimney_1" { at + point(CHIMNEYS[0], 0.0, -20.0) } else { at };
        let name = format!("beacon_{name}");
        let beacon = New::object(&name, Home::Placed, Pose::at(at));
        site.graph.thing(Lights(vec![light]), beacon);
    }
}
