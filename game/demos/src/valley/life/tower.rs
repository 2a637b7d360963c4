//! A watchtower by the road that takes damage in stages. Its parts stand around points about which they
//! turn when it falls; debris waits in it, unseen.

use super::{free, part};
use crate::builders::graph::{Home, Id, New, Pose};
use crate::valley::Site;
use crate::valley::base::{CONCRETE, PLATES, ROOF, STRIPES, point};
use crate::valley::mesh::{Mesh, Style};
use crate::valley::skins::Skin;
use glam::Vec3;
use zbd::gamez::nodes::flags;

/// Where it stands, along x and z.
const AT: [f32; 2] = [0.0, 236.0];
/// Height of its legs.
const LEGS: f32 = 11.0;
/// Pieces that fly when it breaks: half their sizes.
const DEBRIS: [[f32; 3]; 6] = [
    [1.6, 0.12, 0.9],
    [0.25, 1.6, 0.25],
    [0.9, 0.14, 1.3],
    [0.3, 0.3, 1.1],
    [0.7, 0.5, 0.6],
    [1.2, 0.1, 0.5],
];

pub(super) fn build(site: &mut Site) {
    let [x, z] = AT;
    let foot = point(x, site.terrain.height(x, z), z);
    let root = site.graph.add(New::object("lookout", Home::Placed, Pose::at(foot)).solid());
    let mut base = Mesh::new();
    let concrete = free(CONCRETE);
    base.frustum([point(-2.8, -2.0, -2.8), point(2.8, 0.7, 2.8)], [0.3, 0.3], &concrete, &concrete, false);
    part(site, "lookout_base", root, Vec3::ZERO, base);
    falls(site, "lookout_legs", root, point(0.0, 0.7, 0.0), legs());
    let cabin = falls(site, "lookout_cabin", root, point(0.0, LEGS, 0.0), cabin());
    // Where the turret of Recoil's readers shoots from: the window to the south.
    site.graph.add(New::object("gun_lookout", Home::Under(cabin), Pose::at(point(0.0, 2.0, 2.6))));
    falls(site, "lookout_roof", root, point(0.0, LEGS + 2.9, 0.0), roof());
    for (number, [wide, tall, deep]) in DEBRIS.into_iter().enumerate() {
        let at = point(number as f32 * 0.5 - 1.2, LEGS + 1.4, 1.0 - number as f32 * 0.4);
        unseen(site, &format!("lookout_debris_{number}"), root, at, block([wide, tall, deep], number));
    }
}

fn block([wide, tall, deep]: [f32; 3], number: usize) -> Mesh {
    let mut mesh = Mesh::new();
    let style = free(if number.is_multiple_of(2) { PLATES.tint(0.62, 0.60, 0.58) } else { STRIPES });
    let (min, max) = (point(-wide, -tall, -deep), point(wide, tall, deep));
    mesh.cuboid(min, max, &style, &style, true);
    mesh
}

/// A part that falls itself: no debris comes to rest on it, which would stay in the air without it.
fn falls(site: &mut Site, name: &str, parent: Id, at: Vec3, mesh: Mesh) -> Id {
    let model = site.graph.model(mesh.free());
    site.graph.add(New::object(name, Home::Under(parent), Pose::at(at)).in_the_way().model(model))
}

/// A part that is not active yet.
fn unseen(site: &mut Site, name: &str, parent: Id, at: Vec3, mesh: Mesh) {
    let model = site.graph.model(mesh.free());
    let object = New::object(name, Home::Under(parent), Pose::at(at)).model(model);
    site.graph.add(New { flags: object.flags & !flags::ACTIVE, ..object });
}

fn legs() -> Mesh {
    let mut mesh = Mesh::new();
    let steel = free(PLATES.tint(0.7, 0.7, 0.7));
    let top = LEGS - 0.7;
    for (x, z) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        mesh.beam(point(x * 2.2, 0.0, z * 2.2), point(x * 1.7, top, z * 1.7), 0.4, &steel);
    }
    let lattice = free(Style::fit(Skin::Lattice).both());
    for (x0, z0, x1, z1) in
        [(-1.0, 1.0, 1.0, 1.0), (1.0, 1.0, 1.0, -1.0), (1.0, -1.0, -1.0, -1.0), (-1.0, -1.0, -1.0, 1.0)]
    {
        for level in 0..2 {
            let (low, high) = (5.0 * level as f32, 5.0 + 5.0 * level as f32);
            let wide = |y: f32| 2.2 - 0.5 * y / top;
            let at = |x: f32, z: f32, y: f32| point(x * wide(y), y, z * wide(y));
            mesh.polygon(&[at(x0, z0, low), at(x1, z1, low), at(x1, z1, high), at(x0, z0, high)], &lattice);
        }
    }
    mesh
}

fn cabin() -> Mesh {
    let mut mesh = Mesh::new();
    let (plates, floor) = (free(PLATES.tint(0.86, 0.90, 0.92)), free(ROOF));
    mesh.cuboid(point(-2.9, 0.0, -2.9), point(2.9, 1.2, 2.9), &plates, &floor, true);
    let glass = free(Style::plain(Skin::Dark).tint(0.55, 0.72, 0.84));
    mesh.cuboid(point(-2.4, 1.2, -2.4), point(2.4, 2.8, 2.4), &glass, &glass, false);
    for (x, z) in [(-2.4, -2.4), (2.4, -2.4), (2.4, 2.4), (-2.4, 2.4)] {
        mesh.beam(point(x, 1.2, z), point(x, 2.9, z), 0.25, &plates);
    }
    mesh.cuboid(point(-0.5, 0.3, 2.9), point(0.5, 0.9, 3.5), &free(STRIPES), &free(STRIPES), true);
    mesh
}

fn roof() -> Mesh {
    let mut mesh = Mesh::new();
    let tiles = free(ROOF);
    mesh.frustum([point(-3.5, 0.0, -3.5), point(3.5, 1.6, 3.5)], [2.4, 2.4], &tiles, &tiles, true);
    mesh.column(point(0.0, 1.6, 0.0), 4.0, [0.09, 0.04], 4, &free(PLATES));
    mesh
}
