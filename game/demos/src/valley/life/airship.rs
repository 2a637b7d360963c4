//! An airship over the base, and who attacks it: the mission of the layout of Crimson Skies. Nothing of them is shown in
//! the other layouts.

use super::{free, part};
use crate::builders::graph::{Home, New, Pose};
use crate::game::Game;
use crate::valley::Site;
use crate::valley::base::{PLATES, STRIPES, point};
use crate::valley::mesh::{Mesh, Style};
use crate::valley::skins::Skin;
use glam::Vec3;
use std::fmt::Write;

/// Where the middle of its hull is: over the northern wall of the base.
const PLACE: [f32; 3] = [20.0, 175.0, -150.0];
/// The hull from bow to stern: how far behind the middle, and how thick.
const HULL: [[f32; 2]; 9] = [
    [-46.0, 0.6],
    [-42.0, 5.0],
    [-33.0, 9.0],
    [-18.0, 11.6],
    [0.0, 12.4],
    [16.0, 11.4],
    [30.0, 8.6],
    [40.0, 5.0],
    [47.0, 1.2],
];
const SIDES: u32 = 14;
/// Where raiders wait, by waves: x, height, z, and degrees to the left of north that they look.
const RAIDERS: [&[[f32; 4]]; 4] = [
    &[[-140.0, 230.0, -1180.0, 180.0], [20.0, 260.0, -1300.0, 180.0], [160.0, 245.0, -1240.0, 180.0]],
    &[[-1240.0, 260.0, -260.0, -90.0], [-1280.0, 280.0, 120.0, -90.0], [-1420.0, 300.0, 20.0, -90.0]],
    &[
        [240.0, 250.0, 1200.0, 0.0],
        [60.0, 270.0, 1260.0, 0.0],
        [-80.0, 290.0, 1340.0, 0.0],
        [380.0, 260.0, 1320.0, 0.0],
    ],
    &[
        [1280.0, 260.0, -140.0, 90.0],
        [1360.0, 290.0, 60.0, 90.0],
        [-1280.0, 280.0, -60.0, -90.0],
        [120.0, 280.0, 1280.0, 0.0],
    ],
];

/// The name of the raiders of a wave, counted from 1: all of a wave are one kind of aeroplane for the readers.
fn raider(wave: usize) -> String {
    format!("raider_{wave}")
}

pub(super) fn build(site: &mut Site) {
    let root = site
        .graph
        .add(New::object("airship", Home::World, Pose::at(Vec3::from_array(PLACE))).solid().hidden());
    let mut hull = Mesh::new();
    let skin = free(Style::tiled(Skin::Plates, 9.0).tint(0.86, 0.83, 0.74));
    let band = free(Style::tiled(Skin::Plates, 9.0).tint(0.62, 0.2, 0.16));
    for (at, pair) in HULL.windows(2).enumerate() {
        let [[z0, r0], [z1, r1]] = [pair[0], pair[1]];
        let style = if at == 3 { &band } else { &skin };
        hull.ring(point(0.0, 0.0, z0), point(0.0, 0.0, z1), [r0, r1], SIDES, style);
    }
    let fin = free(Style::tiled(Skin::Plates, 6.0).tint(0.62, 0.2, 0.16).both());
    for [x, y] in [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0_f32]] {
        let at = |out: f32, z: f32| point(x * out, y * out, z);
        hull.polygon(&[at(6.5, 28.0), at(3.0, 44.0), at(15.0, 50.0), at(14.0, 38.0)], &fin);
    }
    part(site, "airship_hull", root, Vec3::ZERO, hull);
    let mut car = Mesh::new();
    let steel = free(PLATES.tint(0.5, 0.52, 0.55));
    car.frustum(
        [point(-2.6, -16.4, -16.0), point(2.6, -12.0, 2.0)],
        [0.0, 0.0],
        &steel,
        &free(STRIPES),
        true,
    );
    for side in [-1.0_f32, 1.0] {
        let hub = point(side * 13.6, -4.0, 12.0);
        car.beam(point(side * 10.0, -4.0, 12.0), hub, 0.8, &steel);
        car.ring(hub + point(0.0, 0.0, -3.0), hub + point(0.0, 0.0, 3.0), [1.1, 0.7], 8, &steel);
    }
    part(site, "airship_car", root, Vec3::ZERO, car);
    // As long as it is there the airship is.
    let mut flag = Mesh::new();
    let red = free(Style::plain(Skin::Dark).tint(3.2, 0.5, 0.4).both());
    let corner = |x: f32, y: f32| point(x, y, 0.0);
    flag.polygon(&[corner(0.1, 0.0), corner(5.4, 0.3), corner(5.4, 2.8), corner(0.1, 3.1)], &red);
    part(site, "airship_flag", root, point(0.0, 12.0, 42.0), flag);
    let muzzle = New::object("gun_muzzle", Home::Under(root), Pose::at(Vec3::new(0.0, -17.0, -14.0)));
    site.graph.add(muzzle);
    raiders(site);
}

fn raiders(site: &mut Site) {
    let mut mesh = Mesh::new();
    plane(&mut mesh);
    let model = site.graph.model(mesh.free());
    for (wave, places) in (1..).zip(RAIDERS) {
        for [x, y, z, degrees] in places {
            let pose = Pose::Turned([0.0, degrees.to_radians(), 0.0], [1.0; 3], Vec3::new(*x, *y, *z));
            site.graph.add(New::object(&raider(wave), Home::World, pose).solid().hidden().model(model));
        }
    }
}

/// A biplane with its front to the north, its origin in the fuselage.
fn plane(mesh: &mut Mesh) {
    let paint = free(Style::tiled(Skin::Vehicle, 3.0).tint(0.5, 0.16, 0.14));
    let dark = free(Style::plain(Skin::Dark).tint(0.5, 0.5, 0.52));
    let wing = free(Style::tiled(Skin::Vehicle, 3.0).tint(0.26, 0.24, 0.25));
    mesh.ring(point(0.0, 0.0, -3.4), point(0.0, 0.0, -2.4), [0.3, 0.62], 8, &dark);
    mesh.ring(point(0.0, 0.0, -2.4), point(0.0, 0.0, 0.8), [0.62, 0.62], 8, &paint);
    mesh.ring(point(0.0, 0.0, 0.8), point(0.0, 0.1, 4.4), [0.62, 0.12], 8, &paint);
    for y in [-0.45, 1.25] {
        mesh.cuboid(point(-4.6, y, -1.7), point(4.6, y + 0.12, -0.2), &wing, &wing, true);
    }
    for x in [-3.2_f32, 3.2] {
        mesh.beam(point(x, -0.4, -0.9), point(x, 1.3, -0.9), 0.14, &dark);
    }
    mesh.cuboid(point(-1.8, 0.1, 3.4), point(1.8, 0.2, 4.4), &wing, &wing, true);
    mesh.cuboid(point(-0.06, 0.1, 3.4), point(0.06, 1.5, 4.5), &paint, &paint, true);
    mesh.cuboid(point(-1.4, -0.08, -3.46), point(1.4, 0.08, -3.4), &dark, &dark, true);
}

/// Raiders for the readers of vehicles.
pub(in crate::valley) fn vehicles() -> String {
    let one = |wave: usize| {
        let name = raider(wave);
        format!("  {name} (\n    kind_of raider\n    destroy_anim {name}_ends\n  )\n")
    };
    (1..=RAIDERS.len()).map(one).collect()
}

/// What becomes of them.
pub(super) fn define(game: Game, text: &mut String) {
    if game != Game::CrimsonSkies {
        return;
    }
    *text += include_str!("airship.txt");
    for wave in 1..=RAIDERS.len() {
        let name = raider(wave);
        let _ = write!(
            text,
            "ANIMATION_DEFINITION(
  ANIM_NAME({name}_ends) NAME({name}) ANIM_ROOT_NAME({name}) ACTIVATION(ON_CALL)
  NODES({name})
  SEQUENCE_DEFINITION(NAME(ends)
    CALL_ANIMATION(NAME(raider_burns) AT_NODE({name}) POSITION(0.0 0.0 0.0))
  )
)\n"
        );
    }
}
