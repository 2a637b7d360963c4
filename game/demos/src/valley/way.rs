//! The road and the river: ribbons over the land.

use super::Site;
use super::layout::{BASE, BRIDGE, DECK, HILL, QUADS, STREET_X, TUNNEL_Z, WATER, river_half};
use super::light::SUN;
use super::mesh::{Mesh, Style};
use super::skins::Skin;
use super::terrain::Terrain;
use crate::builders::area::Area;
use crate::builders::graph::{Home, New, Pose};
use crate::builders::numbers::{mix, smooth_step};
use glam::Vec3;
use zbd::gamez::nodes::flags;

/// Half the width of the road.
pub(super) const ROAD_HALF: f32 = 4.0;

/// Builds both.
pub(super) fn build(site: &mut Site) {
    road(site);
    river(site);
}

/// A piece of road between two cross-sections: left edge, right edge.
fn span(mesh: &mut Mesh, terrain: &Terrain, [from, to]: [[Vec3; 2]; 2], [start, end]: [f32; 2]) {
    let paint = |mesh: &mut Mesh, corners: [Vec3; 4], uvs: [[f32; 2]; 4], skin: Skin, tint: [Vec3; 4]| {
        // Flat pieces only: two triangles.
        for pick in [[0, 1, 2], [0, 2, 3]] {
            let points: Vec<Vec3> = pick.iter().map(|index| corners[*index]).collect();
            let normal = (points[1] - points[0]).cross(points[2] - points[0]).normalize_or(Vec3::Y);
            let light = |at: Vec3| SUN.on(normal, terrain.sunlight(at + Vec3::Y, SUN.to()), 1.0);
            let colors = pick.iter().map(|index| tint[*index] * light(corners[*index])).collect();
            let uvs = pick.iter().map(|index| uvs[*index]).collect();
            mesh.exact(points, uvs, Some(colors), &Style::tiled(skin, 12.0).layer(1));
        }
    };
    let [left, right] = from;
    let [left_on, right_on] = to;
    let white = [Vec3::new(1.0, 0.98, 0.95); 4];
    let uvs = [[0.0, start], [1.0, start], [1.0, end], [0.0, end]];
    paint(mesh, [left, right, right_on, left_on], uvs, Skin::Road, white);
    // Shoulders slope down to the ground.
    for (near, far, out, out_on) in [
        (left, left_on, left - right, left_on - right_on),
        (right, right_on, right - left, right_on - left_on),
    ] {
        let fall = |at: Vec3, out: Vec3| {
            let foot = at + out.normalize_or_zero() * 3.2;
            Vec3::new(foot.x, at.y - 0.75, foot.z)
        };
        let (low, low_on) = (fall(near, out), fall(far, out_on));
        let ground = |at: Vec3| terrain.color(at.x, at.z);
        let mut corners = [near, far, low_on, low];
        let mut colors =
            [Vec3::new(0.90, 0.80, 0.62), Vec3::new(0.90, 0.80, 0.62), ground(low_on), ground(low)];
        if (far - near).cross(low_on - near).y < 0.0 {
            corners.reverse();
            colors.reverse();
        }
        let uvs = corners.map(|at| [at.x / 12.0, at.z / 12.0]);
        paint(mesh, corners, uvs, Skin::Dirt, colors);
    }
}

fn road(site: &mut Site) {
    // In three parts, so that what is behind the hills is left out.
    let points: Vec<Vec3> =
        site.terrain.road().points().iter().copied().filter(|at| at.z >= BRIDGE[1]).collect();
    let sections: Vec<[Vec3; 2]> = (0..points.len())
        .map(|index| {
            let before = points[index.saturating_sub(1)];
            let after = points[(index + 1).min(points.len() - 1)];
            let along = (after - before).with_y(0.0).normalize_or(Vec3::NEG_Z);
            let along = if index + 1 == points.len() { Vec3::NEG_Z } else { along };
            let right = Vec3::new(-along.z, 0.0, along.x) * ROAD_HALF;
            [points[index] - right, points[index] + right]
        })
        .collect();
    let mut along = 0.0;
    for part in 0..points.len().div_ceil(QUADS) {
        let mut mesh = Mesh::new();
        for index in part * QUADS..((part + 1) * QUADS).min(points.len() - 1) {
            let length = points[index].distance(points[index + 1]);
            let next = along + length / 12.0;
            span(&mut mesh, &site.terrain, [sections[index], sections[index + 1]], [-along, -next]);
            along = next;
        }
        if !mesh.is_empty() {
            let name = format!("road_{part}");
            let object = New::object(&name, Home::Placed, Pose::Initial).solid();
            site.graph.thing(mesh.free(), object.with(flags::TERRAIN));
        }
    }
    // From the bridge to the gate, and from the west gate to the tunnel and on.
    let mut mesh = Mesh::new();
    let across =
        |z: f32, y: f32| [Vec3::new(STREET_X - ROAD_HALF, y, z), Vec3::new(STREET_X + ROAD_HALF, y, z)];
    span(&mut mesh, &site.terrain, [across(BRIDGE[0], DECK), across(BASE.south + 8.0, 0.05)], [0.0, -2.0]);
    span(&mut mesh, &site.terrain, [across(BASE.south + 8.0, 0.05), across(BASE.south, 0.0)], [-2.0, -2.7]);
    let along = |x: f32| [Vec3::new(x, 0.04, TUNNEL_Z + ROAD_HALF), Vec3::new(x, 0.04, TUNNEL_Z - ROAD_HALF)];
    for street in [Area::new(HILL.east, 0.0, BASE.west, 0.0), Area::new(-540.0, 0.0, HILL.west, 0.0)] {
        let pieces = ((street.east - street.west) / 12.0).round().max(1.0);
        for piece in 0..pieces as u32 {
            let at = |step: u32| mix(street.east, street.west, step as f32 / pieces);
            span(
                &mut mesh,
                &site.terrain,
                [along(at(piece)), along(at(piece + 1))],
                [piece as f32, piece as f32 + 1.0],
            );
        }
    }
    let object = New::object("streets", Home::World, Pose::Initial).solid();
    site.graph.thing(mesh.free(), object.with(flags::TERRAIN));
}

/// Level water, wider than its bed: the land cuts it to shape.
fn river(site: &mut Site) {
    let points = site.terrain.river().points().to_vec();
    let limit = site.layout.half() - 300.0;
    let side = |index: usize| {
        let (before, after) = (points[index.saturating_sub(1)], points[(index + 1).min(points.len() - 1)]);
        let along = (after - before).with_y(0.0).normalize_or(Vec3::Z);
        Vec3::new(-along.z, 0.0, along.x)
    };
    let deep = Vec3::new(0.42, 0.56, 0.62);
    let shallow = Vec3::new(0.62, 0.68, 0.60);
    let rim = Vec3::new(0.98, 0.93, 0.82);
    // Parts of half the width, and what the water looks like there.
    let bands = [
        (-1.5, rim),
        (-1.02, rim),
        (-0.80, shallow),
        (-0.30, deep),
        (0.30, deep),
        (0.80, shallow),
        (1.02, rim),
        (1.5, rim),
    ];
    let mut parts: Vec<Mesh> = Vec::new();
    for index in 0..points.len() - 1 {
        if points[index].z.abs() > limit || points[index + 1].z.abs() > limit {
            continue;
        }
        if index % 8 == 0 || parts.is_empty() {
            parts.push(Mesh::new());
        }
        let Some(mesh) = parts.last_mut() else { continue };
        for pair in bands.windows(2) {
            let at = |index: usize, (part, tint): (f32, Vec3)| {
                let place = points[index] + side(index) * (river_half(points[index].z) * part);
                let sun = site.terrain.sunlight(place + Vec3::Y * 2.0, SUN.to());
                // It shows the sky, a little less where the land takes the sun.
                (place, tint * mix(0.80, 1.0, smooth_step(0.0, 1.0, sun)) * Vec3::new(1.0, 0.97, 0.92))
            };
            let quad =
                [at(index, pair[0]), at(index, pair[1]), at(index + 1, pair[1]), at(index + 1, pair[0])];
            let corners: Vec<Vec3> = quad.iter().map(|(at, _)| at.with_y(WATER)).collect();
            let uvs = corners.iter().map(|at| [at.x / 14.0, at.z / 14.0]).collect();
            let colors = quad.iter().map(|(_, color)| *color).collect();
            mesh.exact(corners, uvs, Some(colors), &Style::tiled(Skin::Water, 14.0));
        }
    }
    for (number, mesh) in parts.into_iter().enumerate() {
        let name = format!("river_{number:02}");
        let object = New::object(&name, Home::Placed, Pose::Initial).solid();
        site.graph.thing(mesh.free(), object);
    }
}
