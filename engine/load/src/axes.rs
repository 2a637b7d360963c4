//! Models and nodes whose loader built them in the game's axes, put into the
//! engine's. Loaders that place corner by corner ask the [`Frame`] themselves.

use glam::Vec3;
use world::{Aabb, Frame, Model, Node, Point, Vertex};

/// A model whose polygons run against the clock as the game's own numbers say.
/// It must not have frames or bones yet.
pub(crate) fn model(frame: &Frame, model: &mut Model) {
    if frame.is_identity() {
        return;
    }
    for vertex in &mut model.vertices {
        let placed = Point { position: vertex.position.into(), normal: vertex.normal() };
        vertex.position = frame.to_engine(placed.position).to_array();
        vertex.normal = Vertex::pack_normal(frame.to_engine(placed.normal));
    }
    let (triangles, _) = model.indices.as_chunks_mut::<3>();
    triangles.iter_mut().for_each(|triangle| *triangle = frame.corners(*triangle));
    let points = model.lights.iter_mut().flat_map(|light| &mut light.points);
    points.for_each(|point| *point = frame.to_engine(*point));
    model.bounds = bounds(frame, model.bounds);
}

/// A node with its transform and bounds.
pub(crate) fn node(frame: &Frame, node: &mut Node) {
    if !frame.is_identity() {
        node.transform = frame.transform(node.transform);
        node.bounds = bounds(frame, node.bounds);
    }
}

/// Angles about three axes, or how fast they change. A mirror image turns the other way.
pub(crate) fn turns(frame: &Frame, angles: Vec3) -> Vec3 {
    let turned = frame.to_engine(angles);
    if frame.mirrors() { -turned } else { turned }
}

/// A box; one that is empty stays so.
pub(crate) fn bounds(frame: &Frame, bounds: Aabb) -> Aabb {
    let corner = |at: Vec3| frame.to_engine(at);
    if bounds.is_empty() { bounds } else { Aabb::around([corner(bounds.min), corner(bounds.max)]) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Affine3A;
    use world::{NodeFlags, PointLight};

    #[test]
    fn a_left_handed_model_keeps_its_front_its_normals_and_its_sprites() {
        let frame = Frame::parse("+x +y -z", 1.0).unwrap();
        let corner = |position: [f32; 3]| Vertex {
            position,
            normal: Vertex::pack_normal(Vec3::Z),
            ..Vertex::default()
        };
        let light = PointLight {
            points: vec![Vec3::new(1.0, 2.0, 3.0)],
            color: [1.0; 3],
            fade_near: 0.0,
            fade_far: 0.0,
            fade_slope: 0.0,
            blink: None,
            max_pixels: 0.0,
        };
        let mut made = Model {
            vertices: [[0.0, 0.0, 5.0], [2.0, 0.0, 5.0], [0.0, 2.0, 5.0]].map(corner).into(),
            indices: vec![0, 1, 2],
            lights: vec![light],
            bounds: Aabb { min: Vec3::new(0.0, 0.0, 5.0), max: Vec3::new(2.0, 2.0, 5.0) },
            ..Model::default()
        };
        model(&frame, &mut made);
        assert_eq!(made.indices, [0, 2, 1]);
        assert_eq!(made.vertices[1].position, [2.0, 0.0, -5.0]);
        assert_eq!(made.vertices[1].normal(), Vec3::NEG_Z);
        assert_eq!(made.lights[0].points, [Vec3::new(1.0, 2.0, -3.0)]);
        assert_eq!(made.bounds, Aabb { min: Vec3::new(0.0, 0.0, -5.0), max: Vec3::new(2.0, 2.0, -5.0) });
    }

    #[test]
    fn a_left_handed_node_turns_the_other_way() {
        let frame = Frame::parse("+x +y -z", 1.0).unwrap();
        let quarter = Affine3A::from_rotation_y(std::f32::consts::FRAC_PI_2);
        let mut turned = Node { transform: quarter, flags: NodeFlags::ACTIVE, ..Node::default() };
        node(&frame, &mut turned);
        // In the file x turns to -z; that is the engine's z.
        assert!(turned.transform.transform_vector3(Vec3::X).abs_diff_eq(Vec3::Z, 1e-6));
        assert!(turned.bounds.is_empty());
    }
}
