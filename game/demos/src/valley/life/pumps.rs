//! Three pumps that fill a basin, and what lies about to be collected. They are not shown until a mission of Recoil's
//! layout shows them; whoever comes near switches a pump off
//! that nobody guards any more.

use super::free;
use crate::builders::graph::{Home, Id, New, Pose};
use crate::valley::Site;
use crate::valley::base::{CONCRETE, PLATES, STRIPES, point};
use crate::valley::layout::WATER;
use crate::valley::mesh::{Mesh, Style};
use crate::valley::skins::Skin;
use glam::Vec3;

/// Where they stand, along x and z: on the southern bank, in the river, behind the tunnel.
pub(in crate::valley) const PUMPS: [[f32; 2]; 3] = [[-34.0, 226.0], [-345.0, 420.0], [-506.0, 8.0]];
/// The one in the river stands higher than its bed: only what swims comes near.
const AFLOAT: usize = 2;
/// How deep its foot goes down from there.
const FOOT: f32 = 12.0;
/// What lies about: its name, which says what it is, and where it lies along x and z.
const PICKUPS: [(&str, [f32; 2], [f32; 3]); 6] = [
    ("pu_3400_01", [-84.0, 220.0], HEALTH),
    ("pu_3700_01", [-60.0, 222.0], SWIMS),
    ("pu_3400_02", [-262.0, 398.0], HEALTH),
    ("pu_0200_01", [16.0, 118.0], SHELLS),
    ("pu_3400_03", [16.0, 40.0], HEALTH),
    ("pu_3400_04", [-462.0, 8.0], HEALTH),
];
const HEALTH: [f32; 3] = [0.35, 1.0, 0.45];
const SHELLS: [f32; 3] = [1.0, 0.7, 0.2];
const SWIMS: [f32; 3] = [0.25, 0.55, 1.0];

pub(super) fn build(site: &mut Site) {
    for (number, [x, z]) in (1..).zip(PUMPS) {
        let at = site.standing(x, z);
        pump(site, number, if number == AFLOAT { at.with_y(WATER + 0.6) } else { at });
    }
    for (name, [x, z], color) in PICKUPS {
        let at = site.standing(x, z) + point(0.0, 0.2, 0.0);
        pickup(site, name, at, color);
    }
}

fn pump(site: &mut Site, number: usize, at: Vec3) {
    let name = format!("pump_{number}");
    let root = site.graph.add(New::object(&name, Home::World, Pose::at(at)).in_the_way().hidden());
    let mut body = Mesh::new();
    let (steel, concrete) = (free(PLATES.tint(0.5, 0.56, 0.6)), free(CONCRETE));
    let paint = free(Style::tiled(Skin::Vehicle, 3.0).tint(0.85, 0.55, 0.3));
    let foot = if number == AFLOAT { FOOT } else { 2.0 };
    body.frustum([point(-2.2, -foot, -2.2), point(2.2, 0.3, 2.2)], [0.2, 0.2], &concrete, &concrete, false);
    body.column(point(0.0, 0.3, 0.0), 2.2, [1.1, 1.0], 10, &paint);
    body.beam(point(0.0, 1.0, 0.0), point(0.0, 1.0, -2.1), 0.5, &steel);
    body.beam(point(0.0, 1.0, -2.1), point(0.0, -1.5, -2.1), 0.5, &steel);
    body.cuboid(point(1.0, 0.9, -0.35), point(1.25, 1.6, 0.35), &free(STRIPES), &steel, true);
    obstacle(site, &format!("pump_{number}_body"), root, Vec3::ZERO, body);
    let mut wheel = Mesh::new();
    for turn in [0.0_f32, 90.0] {
        let (sin, cos) = libm::sincosf(turn.to_radians());
        wheel.beam(point(-1.3 * cos, 0.0, -1.3 * sin), point(1.3 * cos, 0.0, 1.3 * sin), 0.18, &steel);
    }
    wheel.column(point(0.0, -0.1, 0.0), 0.3, [0.25, 0.2], 8, &steel);
    obstacle(site, &format!("pump_{number}_runs"), root, point(0.0, 2.75, 0.0), wheel);
    lamp(site, &format!("pump_{number}_lamp"), root, 3.9, [1.0, 0.35, 0.2]);
}

/// A part that is in the way. To a tank that could climb them, its edges would be steps, and throw it up.
fn obstacle(site: &mut Site, name: &str, root: Id, at: Vec3, mesh: Mesh) {
    let model = site.graph.model(mesh.free());
    site.graph.add(New::object(name, Home::Under(root), Pose::at(at)).in_the_way().model(model));
}

/// A glow over something that is seen from afar, so high.
fn lamp(site: &mut Site, name: &str, root: Id, height: f32, [red, green, blue]: [f32; 3]) {
    let mut mesh = Mesh::facade(1, true).only_flagged(zbd::gamez::models::flags::FACADE_CENTROID);
    let glow = Style::fit(Skin::Glow).own().both().tint(red, green, blue);
    let at = |x: f32, y: f32| point(x, height + y, 0.0);
    mesh.polygon(&[at(-0.9, -0.9), at(0.9, -0.9), at(0.9, 0.9), at(-0.9, 0.9)], &glow);
    let model = site.graph.model(mesh.free());
    site.graph.add(New::object(name, Home::Under(root), Pose::Initial).model(model));
}

/// A crate with a band and a glow in the colour of what is in it.
fn pickup(site: &mut Site, name: &str, at: Vec3, color: [f32; 3]) {
    let [red, green, blue] = color;
    let mut mesh = Mesh::new();
    let (wood, stripes) = (Style::fit(Skin::Crate).own(), free(STRIPES));
    mesh.cuboid(point(-0.7, 0.0, -0.7), point(0.7, 1.1, 0.7), &wood, &stripes, true);
    let band = Style::plain(Skin::White).own().tint(red, green, blue);
    mesh.cuboid(point(-0.75, 0.7, -0.75), point(0.75, 1.15, 0.75), &band, &band, true);
    let model = site.graph.model(mesh.free());
    let root = site.graph.add(New::object(name, Home::World, Pose::at(at)).hidden().model(model));
    // Whatever is named like a pickup is one.
    lamp(site, &format!("lamp_of_{name}"), root, 2.2, color);
}
