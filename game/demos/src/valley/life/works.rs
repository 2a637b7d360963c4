//! The dish of the radar and the mouths of the chimneys.

use super::{part, stand};
use crate::builders::graph::{Home, New, Pose};
use crate::valley::Site;
use crate::valley::base::{CHIMNEYS, POWER, RADAR, dish, point};
use crate::valley::mesh::Mesh;
use glam::Vec3;

/// Top of the column that carries the dish.
const COLUMN: f32 = 17.4;
/// Height of the chimneys.
const MOUTH: f32 = 50.4;

pub(super) fn build(site: &mut Site) {
    let mut mesh = Mesh::new();
    dish(&mut mesh);
    let model = site.graph.model(mesh.free());
    let at = Vec3::from_array(RADAR) + point(0.0, COLUMN, 0.0);
    let dish = stand(site, "radar_dish", Home::Placed, at, model);
    // A lamp at the rim, so that one sees it turn from afar.
    let mut lamp = Mesh::new();
    lamp.column(Vec3::ZERO, 0.6, [0.5, 0.3], 6, &crate::valley::base::STRIPES);
    part(site, "radar_lamp", dish, point(0.0, 12.6, 0.0), lamp);
    for (number, x) in CHIMNEYS.into_iter().enumerate() {
        let at = Vec3::from_array(POWER) + point(x, MOUTH, -20.0);
        site.graph.add(New::object(&format!("chimney_{number}"), Home::Placed, Pose::at(at)));
    }
}
