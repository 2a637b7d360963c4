//! The light of a level: sun, ambient light and lamps; and the colour of its fog. Source:
//! `docs/spec/gamestudio.md`, "2.7 Objects" and "2.10 Sky, fog, light".

use super::backdrop;
use super::nodes::{node, root};
use super::space;
use gamestudio::wmb::Level;
use gamestudio::wmb::objects::{Light as Lamp, color, fog_color};
use glam::{Affine3A, Vec3};
use world::{Fog, Light, Node, NodeFlags, NodeKind, Scene};

/// Factor on sun and ambient light of models, measured on pictures of the running engine. Source:
/// `docs/spec/gamestudio.md`, "2.10 Sky, fog, light".
const MODELS: f32 = 1.57;
/// Most light of sun and sky on a model: the engine doubles light of at most 1.
const MOST_ON_MODELS: f32 = 2.0;
/// Factor on a lamp's light on a surface that faces it at no distance. The engine's own shaders
/// double lamps, and neither the sun nor ambient light.
const LAMP: f32 = 2.0;

pub(super) fn place_lamp(scene: &mut Scene, lamp: &Lamp) {
    let position = space::place(&scene.frame, lamp.origin);
    if !position.is_finite() {
        return;
    }
    let lit = Node { kind: NodeKind::Light, ..node("lamp", NodeFlags::ACTIVE) };
    let node = root(scene, Node { transform: Affine3A::from_translation(position), ..lit });
    // Percent, clamped to the valid range.
    let color = lamp.color.map(|percent| if percent > 0.0 { (percent / 100.0).min(1.0) } else { 0.0 });
    let far = if lamp.range > 0.0 && lamp.range.is_finite() { lamp.range } else { 0.0 };
    scene.lights.push(Light {
        node: Some(node),
        active: far > 0.0,
        directional: false,
        position,
        direction: Vec3::NEG_Y,
        color,
        diffuse: LAMP,
        ambient: 0.0,
        near: 0.0,
        far,
    });
}

/// Sun, light from all sides and the colour of fog. Source:
/// `docs/spec/gamestudio.md`, "2.10 Sky, fog, light".
///
/// Models take the sum of ambient light and of sun as it falls on them, times [`MODELS`], and may
/// become brighter than their own colours. Black is a colour as any other: such levels have light
/// maps or lamps.
pub(super) fn place(scene: &mut Scene, level: &Level, said: Option<backdrop::Fog>) {
    let Some(info) = level.info() else { return };
    let unit = |channels: [u8; 3]| channels.map(|channel| f32::from(channel) / 255.0);
    let [from, ..] = gamestudio::space::axes([info.sun_azimuth, info.sun_elevation, 0.0]);
    let towards = space::place(&scene.frame, from);
    let direction = if towards.is_finite() { -towards } else { Vec3::NEG_Y };
    let sun = |color: [f32; 3], diffuse: f32, ambient: f32| Light {
        node: None,
        active: true,
        directional: true,
        position: Vec3::ZERO,
        direction,
        color,
        diffuse,
        ambient,
        near: 0.0,
        far: 0.0,
    };
    let on_models = |packed: u32| unit(color(packed)).map(|channel| channel * MODELS);
    scene.lights.push(sun(on_models(info.sun_color), 1.0, 0.0));
    scene.lights.push(sun(on_models(info.ambient_color), 0.0, 1.0));
    scene.sunlight_limit = MOST_ON_MODELS;
    // Which colour it has, and how far it reaches, is said by scripts; without them it is off.
    let of_level = |number: usize| unit(fog_color(info.fog_colors[number]));
    scene.fog = match said {
        Some(fog) => Fog {
            on: true,
            color: fog.instead.unwrap_or_else(|| of_level(fog.color)),
            near: fog.start,
            far: fog.end,
            ..Fog::default()
        },
        None => Fog { color: of_level(0), ..Fog::default() },
    };
}
