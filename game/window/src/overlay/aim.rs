//! The mark in the middle of the view, where a click hits; and the ring to which an aeroplane with help flies.

use glam::Vec3;
use world::Camera;

/// Points from the middle to the inner and the outer end of a line.
const LINE: [f32; 2] = [3.0, 8.0];

/// Draws it, light on a dark rim, so that it is seen over everything.
pub fn show(context: &egui::Context) {
    let layer = egui::LayerId::new(egui::Order::Background, egui::Id::unique("aim"));
    let painter = context.layer_painter(layer);
    let middle = context.content_rect().center();
    for (width, color) in
        [(3.0, egui::Color32::from_black_alpha(90)), (1.0, egui::Color32::from_white_alpha(190))]
    {
        for way in [egui::vec2(1.0, 0.0), egui::vec2(-1.0, 0.0), egui::vec2(0.0, 1.0), egui::vec2(0.0, -1.0)]
        {
            let ends = [middle + way * LINE[0], middle + way * LINE[1]];
            painter.line_segment(ends, egui::Stroke::new(width, color));
        }
    }
}

/// Radius of the ring, points.
const RING: f32 = 14.0;

/// Draws the ring where a way is seen, if it is in the picture; `fov_y` is that of the picture, radians.
pub fn show_ring(context: &egui::Context, camera: &Camera, fov_y: f32, way: Vec3) {
    let Some([x, y]) = seen_at(camera, fov_y, way) else { return };
    let screen = context.content_rect();
    let half = screen.height() * 0.5;
    let place = screen.center() + egui::vec2(x, -y) * half;
    let layer = egui::LayerId::new(egui::Order::Background, egui::Id::unique("aim ring"));
    let painter = context.layer_painter(layer);
    for (width, color) in
        [(3.5, egui::Color32::from_black_alpha(90)), (1.5, egui::Color32::from_white_alpha(200))]
    {
        painter.circle_stroke(place, RING, egui::Stroke::new(width, color));
    }
}

/// Where a way is seen, right and up from the middle, as parts of half the height; none behind the camera.
fn seen_at(camera: &Camera, fov_y: f32, way: Vec3) -> Option<[f32; 2]> {
    let (forward, right) = (camera.forward(), camera.right());
    let up = right.cross(forward);
    let depth = way.dot(forward) * libm::tanf(fov_y * 0.5);
    (depth > 0.0).then(|| [way.dot(right) / depth, way.dot(up) / depth])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_is_seen_where_it_leads() {
        let camera = world::Scene::empty("none", "none", world::Frame::identity(1.0)).camera;
        let fov = std::f32::consts::FRAC_PI_2;
        let near = |found: Option<[f32; 2]>, x: f32, y: f32| {
            let found = found.unwrap();
            assert!((found[0] - x).abs() < 1e-5 && (found[1] - y).abs() < 1e-5, "{found:?}");
        };
        near(seen_at(&camera, fov, Vec3::NEG_Z), 0.0, 0.0);
        // At the upper edge, and half as far to the right, of a picture that is a quarter of a turn high.
        near(seen_at(&camera, fov, Vec3::new(0.5, 1.0, -1.0)), 0.5, 1.0);
        assert_eq!(seen_at(&camera, fov, Vec3::Z), None);
    }
}
