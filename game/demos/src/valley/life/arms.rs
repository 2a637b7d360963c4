//! What the weapons of the tank show: what flies, flashes at the muzzle, sparks and bursts of hits, a beam. All of these
//! are templates: nothing of them is in the world until a weapon of Recoil's readers brings it there.

use super::free;
use crate::builders::graph::{Home, New, Pose};
use crate::valley::Site;
use crate::valley::base::point;
use crate::valley::mesh::{Mesh, Style};
use crate::valley::skins::Skin;
use glam::Vec3;

/// The end of the tank's barrel in its space, where shots leave.
pub(super) const MUZZLE: [f32; 3] = [0.0, 1.5, -3.2];

/// What shines, with its colour: half of its width, red, green, blue.
const LIGHTS: [(&str, f32, [f32; 3]); 4] = [
    ("shot_flash", 0.7, [1.0, 0.9, 0.6]),
    ("shot_spark", 0.35, [1.0, 0.8, 0.4]),
    ("shot_burst", 1.6, [1.0, 0.55, 0.2]),
    ("shot_pyre", 2.2, [1.0, 0.5, 0.18]),
];

pub(super) fn build(site: &mut Site) {
    for (name, half, color) in LIGHTS {
        template(site, name, glow(half, color));
    }
    template(site, "shot_pellet", dart(0.05, 0.7, [1.0, 0.85, 0.45]));
    template(site, "shot_firefly", dart(0.14, 1.1, [1.0, 0.6, 0.3]));
    template(site, "shot_hornet", dart(0.12, 1.3, [0.75, 0.85, 1.0]));
    template(site, "shot_urchin", ball(0.35));
    template(site, "shot_lance", beam([0.5, 1.0, 0.7]));
}

fn template(site: &mut Site, name: &str, mesh: Mesh) {
    let model = site.graph.model(mesh.free());
    site.graph.add(New::object(name, Home::Template, Pose::Initial).model(model));
}

/// A spot of light that turns to whoever looks.
fn glow(half: f32, [red, green, blue]: [f32; 3]) -> Mesh {
    let mut mesh = Mesh::facade(1, true).only_flagged(zbd::gamez::models::flags::FACADE_CENTROID);
    let style = Style::fit(Skin::Glow).own().both().tint(red, green, blue);
    let at = |x: f32, y: f32| point(x * half, y * half, 0.0);
    mesh.polygon(&[at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)], &style);
    mesh
}

/// A thin thing that flies with its front to the north.
fn dart(half: f32, length: f32, [red, green, blue]: [f32; 3]) -> Mesh {
    let mut mesh = Mesh::new();
    let style = Style::plain(Skin::White).own().tint(red, green, blue);
    let (min, max) = (point(-half, -half, -length), point(half, half, length));
    mesh.cuboid(min, max, &style, &style, true);
    mesh
}

fn ball(radius: f32) -> Mesh {
    let mut mesh = Mesh::new();
    let dark = free(Style::plain(Skin::Dark).tint(0.4, 0.42, 0.45));
    mesh.column(point(0.0, -radius, 0.0), radius, [radius * 0.5, radius], 8, &dark);
    mesh.column(Vec3::ZERO, radius, [radius, radius * 0.5], 8, &dark);
    mesh
}

/// One unit long to the south; who shows it stretches it.
fn beam([red, green, blue]: [f32; 3]) -> Mesh {
    let mut mesh = Mesh::new();
    let style = Style::plain(Skin::White).own().tint(red, green, blue);
    mesh.cuboid(point(-0.06, -0.06, 0.0), point(0.06, 0.06, 1.0), &style, &style, true);
    mesh
}
