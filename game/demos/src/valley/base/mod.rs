//! The base: a paved terrace behind a wall.

mod command;
mod halls;
mod small;
mod wall;
mod works;

use super::Site;
use super::layout::{BASE, STREET_X};
use super::light::SUN;
use super::mesh::{Mesh, Style};
use super::skins::Skin;
use crate::builders::graph::{Home, New, Pose};
use glam::{Vec2, Vec3};
use zbd::gamez::nodes::flags;

pub(super) use small::{lamps, scout_body, truck_body};
pub(super) use works::{CHIMNEYS, POWER, RADAR, dish};

/// Sides of what is plated, ribbed or poured, and roofs.
pub(super) const PLATES: Style = piece(Style::tiled(Skin::Plates, 6.0));
pub(super) const RIBS: Style = piece(Style::tiled(Skin::Ribs, 6.0));
pub(super) const CONCRETE: Style = piece(Style::tiled(Skin::Concrete, 6.0));
pub(super) const ROOF: Style = piece(Style::tiled(Skin::Roof, 8.0));
pub(super) const STRIPES: Style = Style::tiled(Skin::Stripes, 2.0);

const fn piece(style: Style) -> Style {
    Style { piece: 9.0, ..style }
}

pub(super) fn point(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

/// Describes everything in the base but its ground.
pub(super) fn build(site: &mut Site) {
    wall::build(site);
    command::build(site);
    halls::build(site);
    works::build(site);
    small::build(site);
}

/// The terrace, with the shadows of what stands on it.
pub(super) fn yard(site: &mut Site) {
    const TILE: f32 = 8.0;
    let mut mesh = Mesh::new();
    let style = Style::tiled(Skin::Yard, TILE);
    let tint = Vec3::new(1.0, 0.97, 0.93);
    let sunny = |at: Vec3| {
        let sun = site.terrain.sunlight(at + Vec3::Y, SUN.to());
        tint * SUN.on(Vec3::Y, sun, 1.0)
    };
    let shady = tint * SUN.on(Vec3::Y, 0.0, 1.0);
    let mut paint = |corners: Vec<Vec3>, color: &dyn Fn(Vec3) -> Vec3, style: &Style| {
        let uvs = corners.iter().map(|at| [at.x / TILE, at.z / TILE]).collect();
        let colors = corners.iter().map(|at| color(*at)).collect();
        mesh.exact(corners, uvs, Some(colors), style);
    };
    let step = 24.0;
    let mut z = BASE.north;
    while z < BASE.south {
        let mut x = BASE.west;
        while x < BASE.east {
            let at = |dx: f32, dz: f32| point(x + dx, 0.0, z + dz);
            paint(vec![at(0.0, 0.0), at(0.0, step), at(step, step), at(step, 0.0)], &sunny, &style);
            x += step;
        }
        z += step;
    }
    for [min, max] in site.shade.boxes() {
        let hull = shadow(*min, *max);
        if hull.len() >= 3 {
            let corners = hull.iter().map(|at| point(at.x, 0.0, at.y)).collect();
            paint(corners, &|_| shady, &style.layer(1));
        }
    }
    // Painted lines: the street's edges, and the ways to the hangars.
    let white = Vec3::new(0.98, 0.93, 0.84) * 1.02;
    let yellow = Vec3::new(0.95, 0.58, 0.20);
    let mut line = |west: f32, north: f32, east: f32, south: f32, color: Vec3| {
        let corners = vec![
            point(west, 0.0, south),
            point(east, 0.0, south),
            point(east, 0.0, north),
            point(west, 0.0, north),
        ];
        mesh.exact(corners, Vec::new(), Some(vec![color; 4]), &Style::plain(Skin::White).layer(2));
    };
    for dash in 0..17 {
        let z = 84.0 - 8.0 * dash as f32;
        for x in [STREET_X - 5.2, STREET_X + 5.0] {
            line(x, z - 5.0, x + 0.3, z, white);
        }
    }
    for z in [-44.0, -100.0] {
        line(-56.0, z - 0.2, 8.0, z + 0.2, yellow);
    }
    line(16.0, -34.2, 47.0, -33.8, yellow);
    for bay in 0..9 {
        let z = -2.0 + 4.4 * bay as f32;
        line(88.0, z, 94.0, z + 0.15, white);
    }
    let yard = New::object("yard", Home::World, Pose::Initial).solid();
    site.graph.thing(mesh.free(), yard.with(flags::TERRAIN));
}

/// The shadow of a box on the terrace, as x and z, counter-clockwise seen from
/// above.
fn shadow(min: Vec3, max: Vec3) -> Vec<Vec2> {
    let to_sun = SUN.to();
    let cast = |at: Vec3| Vec2::new(at.x - to_sun.x / to_sun.y * at.y, at.z - to_sun.z / to_sun.y * at.y);
    if min.y > 60.0 || max.y < 0.2 || BASE.distance(min.x, min.z) > 0.0 && BASE.distance(max.x, max.z) > 0.0 {
        return Vec::new();
    }
    let mut points: Vec<Vec2> = (0..8)
        .map(|corner| {
            let pick = |bit: usize, axis: usize| if corner >> bit & 1 == 1 { max[axis] } else { min[axis] };
            cast(Vec3::new(pick(0, 0), pick(1, 1).max(0.0), pick(2, 2)))
        })
        .collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let mut hull: Vec<Vec2> = Vec::new();
    let rounds: [Vec<Vec2>; 2] = [points.clone(), points.into_iter().rev().collect()];
    for round in rounds {
        let start = hull.len();
        for at in round {
            while let [.., a, b] = hull[start..] {
                if (b - a).perp_dot(at - b) > 1e-4 {
                    break;
                }
                hull.pop();
            }
            hull.push(at);
        }
        hull.pop();
    }
    // z points south, so the loop that is counter-clockwise in x and z runs the
    // other way seen from above.
    hull.reverse();
    for (axis, limit, sign) in
        [(0, BASE.west, 1.0), (0, BASE.east, -1.0), (1, BASE.north, 1.0), (1, BASE.south, -1.0)]
    {
        let inside = |at: Vec2| (at[axis] - limit) * sign;
        let mut kept = Vec::new();
        for index in 0..hull.len() {
            let (a, b) = (hull[index], hull[(index + 1) % hull.len()]);
            let (ia, ib) = (inside(a), inside(b));
            if ia >= 0.0 {
                kept.push(a);
            }
            if (ia > 0.0) != (ib > 0.0) && ia != ib {
                let cut = a.lerp(b, ia / (ia - ib));
                if ia != 0.0 && ib != 0.0 {
                    kept.push(cut);
                }
            }
        }
        hull = kept;
    }
    hull
}
