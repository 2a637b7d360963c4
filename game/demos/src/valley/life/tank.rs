//! A tank that is not shown until somebody drives it: two tracks that run, a hull and a turret, with its front to the
//! north. In Recoil's layout it is the vehicle `marten` of the readers.

use crate::builders::graph::{Home, New, Pose};
use crate::builders::solid;
use crate::valley::Site;
use crate::valley::base::{PLATES, point};
use crate::valley::mesh::{Mesh, Style};
use crate::valley::skins::Skin;
use glam::Vec3;

/// Its name in the readers and in the world.
const NAME: &str = "marten";

/// How often the picture of a track repeats along a unit of it: as often as the programs of Recoil's tanks take it to, so
/// that a track stands still where it lies on the ground.
const LINKS_A_UNIT: f32 = 1.72;
/// The two tracks: their nodes, and to which side they are.
const TRACKS: [(&str, f32); 2] = [("track_l", -1.0), ("track_r", 1.0)];

pub(super) fn build(site: &mut Site) {
    let [mut below, mut above] = [Mesh::new(), Mesh::new()];
    for (_, side) in TRACKS {
        hubs(&mut below, side);
    }
    hull(&mut above, PAINT);
    let model = site.graph.model(below.free());
    let node = New::object(NAME, Home::World, Pose::at(Vec3::ZERO));
    let tank = site.graph.add(node.in_the_way().hidden().model(model));
    let model = site.graph.model(above.free());
    // What leans over the tracks.
    let chassis =
        site.graph.add(New::object("chassis", Home::Under(tank), Pose::Initial).in_the_way().model(model));
    let muzzle =
        New::object("gun_muzzle", Home::Under(chassis), Pose::at(Vec3::from_array(super::arms::MUZZLE)));
    site.graph.add(muzzle);
    // Each runs at a speed of its own, and so has a model of its own.
    for (name, side) in TRACKS {
        let mut mesh = Mesh::new();
        track(&mut mesh, side);
        let model = site.graph.model(mesh.free());
        site.graph.add(New::object(name, Home::Under(tank), Pose::Initial).in_the_way().model(model));
    }
}

const PAINT: [f32; 3] = [0.62, 0.66, 0.5];

/// That of a guard, in another colour; or what is left of it. All guards share one model, whose tracks have no links:
/// they would be seen to run with all of them at once.
pub(super) fn guard(mesh: &mut Mesh, is_burnt: bool) {
    for (_, side) in TRACKS {
        mesh.frustum(extent(side), SLANT, &RUBBER, &RUBBER, true);
        hubs(mesh, side);
    }
    hull(mesh, if is_burnt { [0.16, 0.15, 0.15] } else { [0.75, 0.4, 0.34] });
}

/// What tracks are made of.
const RUBBER: Style = Style::plain(Skin::Dark).tint(0.5, 0.5, 0.52);
/// How much shorter they are above.
const SLANT: [f32; 2] = [0.0, 0.35];

/// The box of the track to that side. The origin is between the tracks, on the ground.
fn extent(side: f32) -> [Vec3; 2] {
    let (inner, outer) = (0.75 * side, 1.35 * side);
    let [west, east] = [inner.min(outer), inner.max(outer)];
    [point(west, 0.0, -2.3), point(east, 0.85, 2.3)]
}

/// A track whose picture leads around it: forwards below, up in front, back above and down behind. Moved on along that
/// way it runs as it does when the tank goes forwards.
fn track(mesh: &mut Mesh, side: f32) {
    let [behind, ahead, east, west, above, below] = solid::frustum(extent(side), SLANT);
    let mut links = 0.0;
    // The first corner of a face is where the picture comes to it, or where it leaves it.
    for (corners, leaves) in [(below, true), (ahead, false), (above, true), (behind, true)] {
        let [first, _, _, last] = corners;
        let next = links + first.distance(last) * LINKS_A_UNIT;
        let [at_first, at_last] = if leaves { [next, links] } else { [links, next] };
        mesh.quad(corners, &Style::fit(Skin::Track).part([0.0, at_last, 1.0, at_first]));
        links = next;
    }
    for flank in [east, west] {
        mesh.quad(flank, &RUBBER);
    }
}

/// The wheels in the track to that side.
fn hubs(mesh: &mut Mesh, side: f32) {
    let steel = PLATES.tint(0.5, 0.5, 0.5);
    for z in [-1.6, -0.55, 0.55, 1.6] {
        let hub = point(side * 1.3, 0.38, z);
        mesh.beam(hub, hub + point(side * 0.1, 0.0, 0.0), 0.42, &steel);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builders::graph::Shape;
    use zbd::gamez::Version;

    #[test]
    fn the_picture_of_a_track_leads_around_it_forwards_below_as_often_as_it_stands_still_there() {
        for (name, side) in TRACKS {
            let mut mesh = Mesh::new();
            track(&mut mesh, side);
            let model = mesh.free().finish().unwrap();
            assert!(model.vertices.iter().all(|[x, ..]| x * side > 0.7), "{name}");
            let mut pictured = 0;
            for face in model.polygons(Version::MechWarrior3) {
                let corners: Vec<Vec3> =
                    face.vertex_indices.iter().map(|at| Vec3::from(model.vertices[*at as usize])).collect();
                let Some(uvs) = face.uvs else { continue };
                pictured += 1;
                let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize();
                // North below, up ahead, south above, down behind.
                let onwards = Vec3::X.cross(normal);
                for (corner, [_, v]) in corners.iter().zip(uvs) {
                    let by_hand = (*corner - corners[0]).dot(onwards) * 1.72;
                    assert!((v - uvs[0][1] - by_hand).abs() < 1e-4, "{name} at {corner}: {uvs:?}");
                }
            }
            assert_eq!(pictured, 4, "{name}");
        }
    }
}
