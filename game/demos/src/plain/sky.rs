//! The sky: a dome that follows the camera, clouds that drift over it, a sun.

use super::Site;
use super::light::{FOG_COLOR, SUN};
use super::mesh::{Bake, Mesh, Style};
use super::skins::Skin;
use crate::builders::dome::{self, Dome};
use crate::builders::graph::{Home, New, Pose};
use crate::builders::numbers::smooth_step;
use glam::Vec3;
use zbd::gamez::models::flags as model_flags;
use zbd::gamez::nodes::flags;

/// Inside the camera's farthest plane, beyond the fog, units.
const RADIUS: f32 = 2200.0;
const DOME: Dome = Dome { around: 24 };
/// Heights of the rings in degrees; the lowest hides what is under the edge of
/// the world.
const RINGS: [f32; 9] = [-20.0, -4.0, 2.0, 6.0, 12.0, 22.0, 38.0, 60.0, 90.0];

/// Builds the sky under the node that follows the camera.
pub(super) fn build(site: &mut Site) {
    let root = New::object("horizon", Home::World, Pose::Initial).with(flags::LANDMARK);
    let root = site.graph.add(root);
    let home = Home::Under(root);
    let add = |site: &mut Site, name: &str, mesh: Mesh| {
        site.graph.thing(mesh, New::object(name, home, Pose::Initial).with(flags::LANDMARK));
    };
    add(site, "dome", dome());
    add(site, "dome_sun", sun());
    add(site, "dome_clouds", clouds());
}

/// The colour of the sky in a direction.
fn color(way: Vec3) -> Vec3 {
    let (zenith, middle) = (Vec3::new(0.30, 0.42, 0.60), Vec3::new(0.60, 0.68, 0.76));
    let sky =
        FOG_COLOR.lerp(middle, smooth_step(0.03, 0.25, way.y)).lerp(zenith, smooth_step(0.2, 0.85, way.y));
    let near_sun = way.dot(SUN.to()).max(0.0);
    let glow = near_sun * near_sun * near_sun * smooth_step(-0.02, 0.12, way.y);
    sky.lerp(Vec3::new(1.0, 0.93, 0.78), glow * 0.55)
}

fn dome() -> Mesh {
    let mut mesh = Mesh::new().only_flagged(0);
    let style = Style { bake: Bake::None, ..Style::plain(Skin::White.index()) }.layer(-50);
    for ways in DOME.bands(&RINGS) {
        let indices: Vec<u32> = ways.iter().map(|way| mesh.vertex(*way * RADIUS)).collect();
        let colors: Vec<Vec3> = ways.iter().map(|way| color(*way)).collect();
        mesh.push(&indices, &[], &[], &colors, &style, false);
    }
    mesh
}

/// A glow where the light comes from.
fn sun() -> Mesh {
    let mut mesh = Mesh::new().only_flagged(0);
    let style = Style { bake: Bake::None, ..Style::fit(Skin::Glow) };
    for (size, priority) in [(520.0, -49), (190.0, -48)] {
        mesh.polygon(&dome::sun(SUN.to(), RADIUS * 0.98, size), &style.layer(priority));
    }
    mesh
}

/// A flat sheet that fades into the horizon by being far away.
fn clouds() -> Mesh {
    let mut mesh = Mesh::new().only_flagged(model_flags::TEXTURE_SCROLL);
    (mesh.model().info.tex_scroll_u, mesh.model().info.tex_scroll_v) = (0.004, 0.0015);
    let style = Style { bake: Bake::None, ..Style::tiled(Skin::Clouds, 900.0) }.layer(-47);
    // Bent down towards its rim, like the sky itself.
    let height = |radius: f32| 320.0 - 250.0 * smooth_step(300.0, 1900.0, radius);
    for corners in DOME.sheet(&[0.0, 500.0, 1000.0, 1450.0, 1900.0], height) {
        mesh.polygon(&corners, &style);
    }
    mesh
}
