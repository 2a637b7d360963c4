//! The sky: a dome that follows the camera, a glow where the sun is, two sheets
//! of clouds that drift at different speeds.

use super::Site;
use super::light::{FOG_COLOR, SUN};
use super::mesh::{Mesh, Style};
use super::skins::Skin;
use crate::builders::dome::{self, Dome};
use crate::builders::graph::{Home, New, Pose};
use crate::builders::numbers::smooth_step;
use glam::Vec3;
use zbd::gamez::models::flags as model_flags;
use zbd::gamez::nodes::flags;

/// Inside the camera's farthest plane, beyond the fog, units.
const RADIUS: f32 = 2300.0;
const DOME: Dome = Dome { around: 36 };
/// Heights of the rings in degrees; the lowest hides what is under the edge of
/// the world.
const RINGS: [f32; 12] = [-25.0, -5.0, 1.0, 3.5, 7.0, 12.0, 18.0, 26.0, 38.0, 52.0, 70.0, 90.0];

/// Builds the sky under the node that follows the camera.
pub(super) fn build(site: &mut Site) {
    let root = New::object("horizon", Home::World, Pose::Initial).with(flags::LANDMARK);
    let root = site.graph.add(root);
    let sheets = [
        ("dome", dome()),
        ("dome_sun", sun()),
        ("dome_veil", clouds(Skin::Veil, 620.0, 1500.0, [0.0016, 0.0011], -47)),
        ("dome_clouds", clouds(Skin::Clouds, 380.0, 900.0, [0.0042, 0.0016], -46)),
    ];
    for (name, mesh) in sheets {
        let object = New::object(name, Home::Under(root), Pose::Initial).with(flags::LANDMARK);
        site.graph.thing(mesh.free(), object);
    }
}

/// The colour of the sky in a direction.
fn color(way: Vec3) -> Vec3 {
    let low = Vec3::new(0.80, 0.76, 0.70);
    let middle = Vec3::new(0.52, 0.63, 0.74);
    let zenith = Vec3::new(0.22, 0.36, 0.58);
    let sky = FOG_COLOR
        .lerp(low, smooth_step(0.02, 0.10, way.y))
        .lerp(middle, smooth_step(0.08, 0.34, way.y))
        .lerp(zenith, smooth_step(0.28, 0.90, way.y));
    let near_sun = way.dot(SUN.to()).max(0.0);
    let wide = near_sun * near_sun * near_sun * smooth_step(0.0, 0.16, way.y);
    sky.lerp(Vec3::new(1.0, 0.86, 0.62), wide * 0.62)
}

fn dome() -> Mesh {
    let mut mesh = Mesh::new().only_flagged(0);
    let style = Style::plain(Skin::White).layer(-50);
    for ways in DOME.bands(&RINGS) {
        let colors = ways.iter().map(|way| color(*way)).collect();
        mesh.exact(ways.iter().map(|way| *way * RADIUS).collect(), Vec::new(), Some(colors), &style);
    }
    mesh
}

/// A glow where the light comes from.
fn sun() -> Mesh {
    let mut mesh = Mesh::new().only_flagged(0);
    for (size, layer) in [(760.0, -49), (170.0, -48)] {
        let style = Style::fit(Skin::Glow).own().layer(layer);
        mesh.polygon(&dome::sun(SUN.to(), RADIUS * 0.98, size), &style);
    }
    mesh
}

/// A sheet bent down towards its rim, where it takes the colour of the sky.
fn clouds(skin: Skin, height: f32, tile: f32, [u, v]: [f32; 2], layer: i32) -> Mesh {
    let mut mesh = Mesh::new().only_flagged(model_flags::TEXTURE_SCROLL);
    (mesh.model.info.tex_scroll_u, mesh.model.info.tex_scroll_v) = (u, v);
    let style = Style::tiled(skin, tile).layer(layer);
    let height = |radius: f32| height * (1.0 - 0.86 * smooth_step(200.0, 2200.0, radius));
    let tint = |point: Vec3| {
        let way = point.normalize();
        let lit = way.dot(SUN.to()).max(0.0);
        let cloud = Vec3::new(0.93, 0.90, 0.88).lerp(Vec3::new(1.0, 0.93, 0.80), lit);
        color(way).lerp(cloud, smooth_step(0.03, 0.24, way.y))
    };
    for corners in DOME.sheet(&[0.0, 400.0, 800.0, 1200.0, 1600.0, 1950.0, 2200.0], height) {
        let uvs = corners.iter().map(|at| [at.x / tile, at.z / tile]).collect();
        let colors = corners.iter().map(|at| tint(*at)).collect();
        mesh.exact(corners, uvs, Some(colors), &style);
    }
    mesh
}
