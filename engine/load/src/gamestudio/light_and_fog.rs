//! The light of a level: sun, ambient light and lamps; and the colour of its fog. Source:
//! `docs/spec/gamestudio.md`, "2.7 Objects" and "2.10 Sky, fog, light".

use super::nodes::{node, root};
use super::space;
use gamestudio::wmb::Level;
use gamestudio::wmb::objects::{Light as Lamp, color};
use glam::{Affine3A, Vec3};
use world::{Fog, Light, Node, NodeFlags, NodeKind, Scene};

/// Sun and ambient light of a level that does not set them, 0x00RRGGBB. Source: the engine's
/// manual, "sun_color".
const USUAL_SUN: u32 = 0x0080_8080;
const USUAL_AMBIENT: u32 = 0x0040_4040;
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
/// Models take the sum of ambient light and of sun as it falls on them, as the
/// engine's own shaders do. Light maps and lamps count twice, these lights once:
/// the largest known level has 58 % of either, and doubled the ambient light alone
/// would be more than all there is and every face of everything as bright as any
/// other.
pub(super) fn place(scene: &mut Scene, level: &Level) {
    let Some(info) = level.info() else { return };
    let unit = |packed: u32| color(packed).map(|channel| f32::from(channel) / 255.0);
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
    let own = |packed: u32, usual: u32| unit(if packed & 0x00FF_FFFF == 0 { usual } else { packed });
    scene.lights.push(sun(own(info.sun_color, USUAL_SUN), 1.0, 0.0));
    scene.lights.push(sun(own(info.ambient_color, USUAL_AMBIENT), 0.0, 1.0));
    // Its range is set by scripts.
    scene.fog = Fog { color: unit(info.fog_colors[0]), ..Fog::default() };
}
