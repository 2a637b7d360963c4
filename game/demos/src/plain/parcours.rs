//! What a walker is tested on: ramps of known angles, a wall, two steps.

use super::Site;
use super::light::SUN;
use super::mesh::{Bake, Mesh, Style, Uv};
use super::signs::label;
use super::skins::Skin;
use crate::builders::graph::{Home, New, Pose};
use glam::Vec3;

/// South edge of everything a walker walks up to.
const FOOT_Z: f32 = 44.0;

/// Builds the parcours on the plaza.
pub(super) fn build(site: &mut Site) {
    let ramps = [
        ("slope_10", 10.0, -52.0, 20.0, 0),
        ("slope_30", 30.0, -40.0, 10.0, 1),
        ("slope_45", 45.0, -28.0, 6.0, 2),
    ];
    for (name, degrees, x, length, word) in ramps {
        ramp(site, name, degrees, x, length, word);
    }
    wall(site);
    for (name, height, x, word) in [("step_low", 0.3, 10.0, 4), ("step_high", 0.6, 17.0, 5)] {
        let concrete = Style { normals: true, ..Style::tiled(Skin::Concrete, 4.0) };
        let mut mesh = Mesh::new();
        mesh.cuboid(
            Vec3::new(x - 2.0, 0.0, FOOT_Z - 4.0),
            Vec3::new(x + 2.0, height, FOOT_Z),
            false,
            &concrete,
        );
        label(&mut mesh, word, Vec3::new(x, 0.0, FOOT_Z + 1.0), Vec3::NEG_Z, 2.4);
        site.graph.thing(mesh, New::object(name, Home::Placed, Pose::Initial).solid());
        let top = Vec3::new(x, height, FOOT_Z - 2.0);
        site.place(name, Vec3::new(x, 0.0, FOOT_Z + 2.5), 0.0, Some(top));
    }
}

/// A ramp of 6 units width that rises to the north, its landing, and a word.
fn ramp(site: &mut Site, name: &'static str, degrees: f32, x: f32, length: f32, word: usize) {
    let rise = length * libm::tanf(degrees.to_radians());
    let (west, east) = (x - 3.0, x + 3.0);
    let (top_z, back_z) = (FOOT_Z - length, FOOT_Z - length - 5.0);
    let point = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
    let walked = Style::paving();
    let side = Style::tiled(Skin::Concrete, 4.0);

    let mut mesh = Mesh::new();
    mesh.polygon(
        &[
            point(west, 0.0, FOOT_Z),
            point(east, 0.0, FOOT_Z),
            point(east, rise, top_z),
            point(west, rise, top_z),
        ],
        &walked,
    );
    mesh.polygon(
        &[
            point(west, rise, top_z),
            point(east, rise, top_z),
            point(east, rise, back_z),
            point(west, rise, back_z),
        ],
        &walked,
    );
    mesh.polygon(
        &[
            point(east, 0.0, FOOT_Z),
            point(east, 0.0, back_z),
            point(east, rise, back_z),
            point(east, rise, top_z),
        ],
        &side,
    );
    mesh.polygon(
        &[
            point(west, 0.0, back_z),
            point(west, 0.0, FOOT_Z),
            point(west, rise, top_z),
            point(west, rise, back_z),
        ],
        &side,
    );
    mesh.polygon(
        &[
            point(east, 0.0, back_z),
            point(west, 0.0, back_z),
            point(west, rise, back_z),
            point(east, rise, back_z),
        ],
        &side,
    );
    cast_shadow(&mut mesh, point(west, 0.0, back_z), point(east, rise, top_z));
    label(&mut mesh, word, point(x, 0.0, FOOT_Z + 1.0), Vec3::NEG_Z, 2.4);
    site.graph.thing(mesh, New::object(name, Home::Placed, Pose::Initial).solid());
    site.place(name, point(x, 0.0, FOOT_Z + 2.0), 0.0, Some(point(x, rise, (top_z + back_z) * 0.5)));
}

/// Four units high, one thick.
fn wall(site: &mut Site) {
    let (min, max) = (Vec3::new(26.0, 0.0, 39.5), Vec3::new(38.0, 4.0, 40.5));
    let mut mesh = Mesh::new();
    mesh.cuboid(min, max, false, &Style { normals: true, ..Style::tiled(Skin::Concrete, 4.0) });
    cast_shadow(&mut mesh, min, max);
    label(&mut mesh, 3, Vec3::new(32.0, 0.0, FOOT_Z + 1.0), Vec3::NEG_Z, 2.4);
    site.graph.thing(mesh, New::object("wall", Home::Placed, Pose::Initial).solid());
    let place = Vec3::new(32.0, 0.0, FOOT_Z);
    site.place("wall", place, 0.0, Some(Vec3::new(32.0, 0.0, 36.0)));
}

/// Paints the shadow of a box onto level ground at height 0: a translucent
/// polygon over the paving.
pub(super) fn cast_shadow(mesh: &mut Mesh, min: Vec3, max: Vec3) {
    let to_sun = SUN.to();
    let mut points = Vec::with_capacity(8);
    for corner in 0..8 {
        let pick = |axis: usize| if corner >> axis & 1 == 1 { max[axis] } else { min[axis] };
        let top = Vec3::new(pick(0), pick(1), pick(2));
        points.push((top - to_sun * (top.y / to_sun.y)).with_y(0.0));
    }
    let style = Style { bake: Bake::None, uv: Uv::None, ..Style::plain(Skin::Shadow.index()) };
    mesh.polygon(&hull(points), &style.layer(2));
}

/// The corners of the smallest convex polygon around points of one height,
/// counter-clockwise from above.
fn hull(mut points: Vec<Vec3>) -> Vec<Vec3> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.z.total_cmp(&b.z)));
    points.dedup();
    let turn = |a: Vec3, b: Vec3, c: Vec3| (b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x);
    let half = |points: &mut dyn Iterator<Item = Vec3>| {
        let mut line: Vec<Vec3> = Vec::new();
        for point in points {
            while let [.., a, b] = line[..] {
                // Small turns are corners that lie on an edge.
                if turn(a, b, point) < -1e-3 {
                    break;
                }
                line.pop();
            }
            line.push(point);
        }
        line.pop();
        line
    };
    let mut all = half(&mut points.iter().copied());
    all.extend(half(&mut points.iter().rev().copied()));
    all
}
