//! The sky, the hills on the horizon, and the light they give.

use super::mesh::Mesh;
use super::pictures::{self, HORIZON};
use super::site::Site;
use crate::builders::numbers::layered_noise;
use glam::Vec3;
use world::{Fog, Light, Material, NodeFlags};

/// Radius of the dome, metres.
const DOME: f32 = 300.0;

pub(super) fn build(site: &mut Site) {
    dome(site);
    for (ring, (radius, tall, color)) in
        [(235.0, 46.0, [0.43, 0.36, 0.46]), (165.0, 27.0, [0.30, 0.29, 0.37])].into_iter().enumerate()
    {
        hills(site, ring as u32, radius, tall, color);
    }
    site.scene.fog = Fog { on: true, color: HORIZON, near: 15.0, far: 300.0, high: f32::MAX, low: f32::MAX };
    let sun = |direction: Vec3, color: [f32; 3], diffuse: f32, ambient: f32| Light {
        node: None,
        active: true,
        directional: true,
        position: Vec3::ZERO,
        direction: direction.normalize(),
        color,
        diffuse,
        ambient,
        near: 0.0,
        far: 0.0,
    };
    // The blue of the sky from above, the glow from where the sun has set.
    site.scene.lights.push(sun(Vec3::new(0.1, -1.0, 0.25), [0.64, 0.72, 1.0], 0.18, 0.50));
    site.scene.lights.push(sun(Vec3::new(0.25, -0.35, 1.0), [1.0, 0.62, 0.45], 0.22, 0.02));
}

fn dome(site: &mut Site) {
    let sky = site.texture("sky", world::Alpha::None, &pictures::sky());
    let material = site.material(Material {
        name: "sky".into(),
        texture: Some(sky),
        unlit: true,
        unfogged: true,
        ..Material::default()
    });
    let mut mesh = Mesh::new();
    let (sides, rows) = (32u32, 10u32);
    // From the bottom of the picture, a little under the horizon, to the zenith.
    let at = |side: u32, row: u32| {
        let turn = side as f32 / sides as f32;
        let up = row as f32 / rows as f32;
        let (sin, cos) = libm::sincosf((up * 1.04 - 0.04) * std::f32::consts::FRAC_PI_2);
        // North, where the picture has its middle, is -z.
        let (east, south) = libm::sincosf((turn - 0.5) * std::f32::consts::TAU);
        let place = Vec3::new(east * cos, sin, -south * cos) * DOME;
        (place, -place.normalize(), [turn, 1.0 - up], Vec3::ONE)
    };
    for row in 0..rows {
        for side in 0..sides {
            let corners = [at(side, row), at(side + 1, row), at(side + 1, row + 1), at(side, row + 1)];
            mesh.polygon(material, &corners);
        }
    }
    mesh.hollow().both_sides();
    let node = site.place("sky", mesh);
    site.at(node).flags = NodeFlags::ACTIVE
        | NodeFlags::LANDMARK
        | NodeFlags::FOLLOWS_CAMERA
        | NodeFlags::UNLIT
        | NodeFlags::UNFOGGED;
}

/// A ridge all around.
fn hills(site: &mut Site, ring: u32, radius: f32, tall: f32, color: [f32; 3]) {
    let material = site.plain("hills", color);
    let mut mesh = Mesh::new();
    let sides = 72u32;
    let at = |side: u32, top: bool| {
        let turn = side % sides;
        let (sin, cos) = libm::sincosf(turn as f32 / sides as f32 * std::f32::consts::TAU);
        let rough = layered_noise(super::SEED ^ ring, turn as f32 * 0.25, 0.5, 4, 18);
        let y = if top { tall * (0.25 + rough * 0.9) } else { -1.0 };
        let out = if top { radius } else { radius * 0.86 };
        let place = Vec3::new(out * cos, y, out * sin);
        (place, Vec3::new(-cos, 0.6, -sin).normalize(), [0.0; 2], Vec3::ONE)
    };
    for side in 0..sides {
        mesh.polygon(material, &[at(side, false), at(side + 1, false), at(side + 1, true), at(side, true)]);
    }
    mesh.hollow().both_sides();
    site.place("hills", mesh);
}
