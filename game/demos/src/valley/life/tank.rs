//! A tank that is not shown until somebody drives it: two tracks, a hull and a turret, with its front to the north.
//! In Recoil's layout it is the vehicle `marten` of the readers.

use crate::builders::graph::{Home, New, Pose};
use crate::valley::Site;
use crate::valley::base::{PLATES, point};
use crate::valley::mesh::{Mesh, Style};
use crate::valley::skins::Skin;
use glam::Vec3;

/// Its name in the readers and in the world.
const NAME: &str = "marten";

pub(super) fn build(site: &mut Site) {
    let [mut below, mut above] = [Mesh::new(), Mesh::new()];
    tracks(&mut below);
    hull(&mut above, PAINT);
    let model = site.graph.model(below.free());
    let node = New::object(NAME, Home::World, Pose::at(Vec3::ZERO));
    let tank = site.graph.add(node.solid().hidden().model(model));
    let model = site.graph.model(above.free());
    // What leans over the tracks.
    let chassis =
        site.graph.add(New::object("chassis", Home::Under(tank), Pose::Initial).solid().model(model));
    let muzzle =
        New::object("gun_muzzle", Home::Under(chassis), Pose::at(Vec3::from_array(super::arms::MUZZLE)));
    site.graph.add(muzzle);
}

const PAINT: [f32; 3] = [0.62, 0.66, 0.5];

/// That of a guard, in another colour; or what is left of it.
pub(super) fn guard(mesh: &mut Mesh, is_burnt: bool) {
    tracks(mesh);
    hull(mesh, if is_burnt { [0.16, 0.15, 0.15] } else { [0.75, 0.4, 0.34] });
}

/// The origin is between the tracks, on the ground.
fn tracks(mesh: &mut Mesh) {
    let track = Style::plain(Skin::Dark).tint(0.5, 0.5, 0.52);
    let steel = PLATES.tint(0.5, 0.5, 0.5);
    for side in [-1.0_f32, 1.0] {
        let (inner, outer) = (0.75 * side, 1.35 * side);
        let [west, east] = [inner.min(outer), inner.max(outer)];
        mesh.frustum([point(west, 0.0, -2.3), point(east, 0.85, 2.3)], [0.0, 0.35], &track, &track, true);
        for z in [-1.6, -0.55, 0.55, 1.6] {
            let hub = point(side * 1.3, 0.38, z);
            mesh.beam(hub, hub + point(side * 0.1, 0.0, 0.0), 0.42, &steel);
        }
    }
}

/// What is above them.
fn hull(mesh: &mut Mesh, [red, green, blue]: [f32; 3]) {
    let paint = Style::tiled(Skin::Vehicle, 3.0).tint(red, green, blue);
    let steel = PLATES.tint(0.5, 0.5, 0.5);
    mesh.frustum([point(-0.95, 0.45, -2.1), point(0.95, 1.15, 2.1)], [0.1, 0.45], &paint, &paint, true);
    mesh.frustum([point(-0.75, 1.15, -0.9), point(0.75, 1.75, 1.1)], [0.2, 0.25], &paint, &paint, false);
    mesh.column(point(0.3, 1.75, 0.4), 0.14, [0.25, 0.22], 8, &steel);
    mesh.beam(point(0.0, 1.45, -0.7), point(0.0, 1.5, -3.0), 0.18, &steel);
    mesh.beam(point(0.0, 1.5, -2.7), point(0.0, 1.5, -3.1), 0.28, &steel);
}
