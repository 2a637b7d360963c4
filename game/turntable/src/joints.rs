//! Lines between parts of a model, and their positions in a picture.

use super::posed;
use glam::Vec3;
use runtime::Simulation;
use world::{Camera, NodeFlags, PoseMemory};

/// Lines from each of the first `nodes` nodes to its parent, and from each of their bones to its
/// parent.
pub fn segments(simulation: &Simulation, nodes: usize) -> Vec<[Vec3; 2]> {
    let table = simulation.occurrences();
    let place = |id| Vec3::from(table.transform(id).translation);
    let mut lines = Vec::new();
    let mut memory = PoseMemory::default();
    let shown = table.ids().filter(|id| table.flags(*id).contains(NodeFlags::ACTIVE));
    for id in shown.filter(|id| table.node(*id).index() < nodes) {
        lines.extend(table.parent(id).map(|parent| [place(parent), place(id)]));
        let Some((deform, pose)) = posed::shape(simulation, table.node(id)) else { continue };
        let joints = deform.joints_of(simulation.scene(), &pose, &mut memory);
        let at = |bone: usize| joints.get(bone).map(|joint| table.transform(id).transform_point3(*joint));
        let bones = deform.skeleton.bones().iter().enumerate();
        lines.extend(bones.filter_map(|(number, bone)| Some([at(bone.parent? as usize)?, at(number)?])));
    }
    lines
}

/// Projects positions into a picture.
#[derive(Clone, Copy, Debug)]
pub struct Projection {
    eye: Vec3,
    right: Vec3,
    up: Vec3,
    forward: Vec3,
    zoom: f32,
    middle: [f32; 2],
}

impl Projection {
    /// The projection for a picture of this size.
    pub fn new(camera: &Camera, (width, height): (f32, f32)) -> Self {
        let forward = camera.forward();
        let right = Vec3::new(libm::cosf(camera.yaw), 0.0, -libm::sinf(camera.yaw));
        Projection {
            eye: camera.eye,
            right,
            up: right.cross(forward),
            forward,
            zoom: height * 0.5 / libm::tanf(camera.fov_y * 0.5),
            middle: [width * 0.5, height * 0.5],
        }
    }

    /// Pixels from the left and from the top; `None` behind the camera.
    pub fn at(&self, place: Vec3) -> Option<[f32; 2]> {
        let way = place - self.eye;
        let depth = way.dot(self.forward);
        if depth <= 1e-6 {
            return None;
        }
        let scale = self.zoom / depth;
        Some([self.middle[0] + way.dot(self.right) * scale, self.middle[1] - way.dot(self.up) * scale])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_where_a_camera_sees_them() {
        let camera = Camera {
            eye: Vec3::new(0.0, 1.0, 0.0),
            yaw: std::f32::consts::FRAC_PI_2,
            pitch: 0.0,
            roll: 0.0,
            fov_y: std::f32::consts::FRAC_PI_2,
            near: 0.1,
            far: 10.0,
            lod_multiplier: 1.0,
        };
        let projection = Projection::new(&camera, (200.0, 100.0));
        let near = |place: Vec3, [x, y]: [f32; 2]| {
            let found = projection.at(place).unwrap();
            assert!((found[0] - x).abs() < 1e-3 && (found[1] - y).abs() < 1e-3, "{found:?}");
        };
        // It looks west: north is on the right.
        near(Vec3::new(-10.0, 1.0, 0.0), [100.0, 50.0]);
        near(Vec3::new(-10.0, 11.0, 0.0), [100.0, 0.0]);
        near(Vec3::new(-10.0, 1.0, -20.0), [200.0, 50.0]);
        assert_eq!(projection.at(Vec3::new(10.0, 1.0, 0.0)), None);
    }
}
