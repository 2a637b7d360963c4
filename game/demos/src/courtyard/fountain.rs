//! The fountain: basin, water, a bowl on a stem, and the water that leaps from it.

use super::layout::{FOUNTAIN, SPOUT, WATER};
use super::mesh::{Mesh, open_sky};
use super::pictures;
use super::site::{Site, ramp};
use glam::{Affine3A, Vec3};
use world::{
    Alpha, Birth, Blend, Combine, EmitterLaw, Facing, Material, MaterialId, Ramp, Rate, TextureLayer,
    UvSource,
};

/// Sides of what is turned.
const SIDES: u32 = 20;
/// Metres a second squared.
const GRAVITY: f32 = 9.8;

pub(super) fn build(site: &mut Site) {
    let mut mesh = Mesh::new();
    let rim =
        [[1.95, 0.0], [1.95, 0.12], [1.78, 0.14], [1.74, 0.48], [1.86, 0.52], [1.86, 0.58], [1.60, 0.58]];
    mesh.turned(site.stone.ashlar, FOUNTAIN, &rim, SIDES);
    mesh.turned(site.stone.coping, FOUNTAIN, &[[1.60, 0.58], [1.58, 0.30]], SIDES);
    // The stem.
    let stem = [[0.42, 0.10], [0.30, 0.5], [0.17, 0.72], [0.22, 0.84], [0.15, 0.95], [0.20, 1.14]];
    mesh.turned(site.stone.voussoir, FOUNTAIN, &stem, 12);
    site.place("fountain", mesh);
    let bronze = bronze(site);
    let mut mesh = Mesh::new();
    let bowl =
        [[0.10, 1.12], [0.34, 1.17], [0.60, 1.30], [0.70, 1.42], [0.66, 1.42], [0.55, 1.34], [0.0, 1.30]];
    mesh.turned(bronze, FOUNTAIN, &bowl, SIDES);
    mesh.turned(bronze, FOUNTAIN, &[[0.07, 1.28], [0.05, 1.44], [0.03, SPOUT]], 8);
    mesh.hollow();
    site.place("bowl of the fountain", mesh);
    water(site);
    jets(site);
}

/// Bronze: a picture of its own colour with the surroundings mirrored in it.
pub(super) fn bronze(site: &mut Site) -> MaterialId {
    if let Some(known) = site.scene.materials.iter().position(|material| material.name == "bronze") {
        return MaterialId::from(known);
    }
    let mirror = site.texture("mirror", Alpha::None, &pictures::mirror());
    site.material(Material {
        name: "bronze".into(),
        color: [0.86, 0.64, 0.40],
        texture: Some(mirror),
        uv: UvSource::Sphere,
        // What it mirrors has its own light.
        unlit: true,
        ..Material::default()
    })
}

/// The water in the basin: mixed with the stone under it, swaying, the sky
/// mirrored in it.
fn water(site: &mut Site) {
    let picture = site.texture("water", Alpha::None, &pictures::water());
    let mirror = site.texture("mirror of the sky", Alpha::None, &pictures::pale_mirror());
    let material = site.material(Material {
        name: "water".into(),
        color: [0.80, 0.86, 0.92],
        opacity: 0.78,
        texture: Some(picture),
        layer: Some(TextureLayer {
            texture: Some(mirror),
            uv: UvSource::Sphere,
            combine: Combine::Modulate2x,
            moved_by: None,
            clamp: [false; 2],
        }),
        blend: Blend::Alpha,
        unlit: true,
        sways: true,
        ..Material::default()
    });
    let mut mesh = Mesh::new();
    let at = |side: u32, r: f32| {
        let (sin, cos) = libm::sincosf(side as f32 / SIDES as f32 * std::f32::consts::TAU);
        let place = FOUNTAIN + Vec3::new(r * cos, WATER, r * sin);
        (place, Vec3::Y, [place.x / 1.3, place.z / 1.3], open_sky(place, Vec3::Y))
    };
    for side in 0..SIDES {
        mesh.polygon(material, &[at(side, 0.2), at(side + 1, 0.2), at(side + 1, 1.6), at(side, 1.6)]);
    }
    mesh.hollow();
    site.place("water", mesh);
}

/// Water that leaps up and falls into the basin, and the rings where it falls.
fn jets(site: &mut Site) {
    let drop = site.texture("drop", Alpha::Full, &pictures::drop());
    let drop = site.material(Material {
        name: "drop".into(),
        texture: Some(drop),
        blend: Blend::Alpha,
        unlit: true,
        ..Material::default()
    });
    let ring = site.texture("ring", Alpha::Full, &pictures::ring());
    let ring = site.material(Material {
        name: "ring".into(),
        texture: Some(ring),
        blend: Blend::AdditiveAlpha,
        unlit: true,
        priority: 1,
        ..Material::default()
    });
    let spout = site.node("spout", None, FOUNTAIN + Vec3::Y * SPOUT);
    site.scene.roots.push(spout);
    // Up to v * v / 2g = 0.69 metres over the spout and down to the water: as long
    // as such a fall takes.
    let law = site.emitter(EmitterLaw {
        name: "jet".into(),
        material: drop,
        rate: Rate::PerSecond { births: Ramp::constant(280.0), period: None },
        life: [0.95, 1.02],
        vertical_range: 0.30,
        speed: Ramp::constant(3.7),
        speed_variation: 0.10,
        acceleration: Vec3::NEG_Y * GRAVITY,
        size: [0.016, 0.030],
        sizes: ramp(&[(0.0, 0.7), (0.5, 1.0), (1.0, 1.3)]),
        colors: ramp(&[
            (0.0, [0.82, 0.88, 1.0, 0.75]),
            (0.7, [0.86, 0.82, 0.92, 0.65]),
            (1.0, [0.90, 0.80, 0.85, 0.2]),
        ]),
        facing: Facing::Streak { seconds: 0.035 },
        ..EmitterLaw::default()
    });
    site.emit(spout, law);
    let law = site.emitter(EmitterLaw {
        name: "rings".into(),
        material: ring,
        rate: Rate::PerSecond { births: Ramp::constant(16.0), period: None },
        life: [0.7, 1.1],
        local: Affine3A::from_translation(Vec3::Y * (WATER + 0.012 - SPOUT)),
        birth: Birth::Box { half: Vec3::new(0.95, 0.0, 0.95) },
        size: [0.22, 0.34],
        sizes: ramp(&[(0.0, 0.1), (1.0, 1.0)]),
        colors: ramp(&[(0.0, [0.75, 0.78, 0.95, 0.55]), (1.0, [0.6, 0.6, 0.8, 0.0])]),
        facing: Facing::Level,
        ..EmitterLaw::default()
    });
    site.emit(spout, law);
}
