//! Builds a scene model from triangles of any format: corners that share a point, a texture
//! coordinate and a skin are one vertex. Source: `docs/spec/gamestudio.md`, "3. MDL3 / MDL4 / MDL5"
//! and "4. MDL7".

use super::paint::Skin;
use glam::Vec3;
use hashbrown::HashMap;
use world::{
    Aabb, Deform, DeformFrame, Frame, MaterialId, Model, Point, Polygon, Sight, Skeleton, Vertex, ZoneSet,
};

/// A file's model without its materials: those of its polygons are indices into `skins`.
#[derive(Default)]
pub(super) struct Shape {
    pub model: Model,
    pub skins: Vec<Skin>,
    /// Scenes of frames: name and numbers of the frames.
    pub scenes: Vec<(String, Vec<u32>)>,
}

/// A corner: point and texture coordinate.
pub(super) type Corner = (u32, [f32; 2]);

/// Collects triangles.
pub(super) struct MeshBuilder {
    frame: Frame,
    pub points: Vec<Point>,
    point_of: Vec<u32>,
    model: Model,
}

impl MeshBuilder {
    /// Points are in the engine's axes, triangles run as they do in the game's.
    pub fn new(frame: &Frame) -> Self {
        let model = Model { lit: true, fogged: true, ..Model::default() };
        MeshBuilder { frame: *frame, points: Vec::new(), point_of: Vec::new(), model }
    }

    /// Triangles with one skin, clockwise as seen from the front; triangles with missing points are
    /// left out.
    pub fn surface(&mut self, skin: usize, triangles: impl Iterator<Item = [Corner; 3]>) {
        let model = &mut self.model;
        let (first_vertex, first_index) = (model.vertices.len() as u32, model.indices.len() as u32);
        let mut known: HashMap<(u32, [u32; 2]), u32> = HashMap::new();
        for triangle in triangles {
            if triangle.iter().any(|(point, _)| *point as usize >= self.points.len()) {
                continue;
            }
            // The engine's front faces are counter-clockwise.
            let [a, b, c] = triangle;
            for (point, uv) in self.frame.corners([a, c, b]) {
                let index = known.entry((point, uv.map(f32::to_bits))).or_insert_with(|| {
                    let Point { position, normal } = self.points[point as usize];
                    model.vertices.push(Vertex {
                        position: position.to_array(),
                        normal: Vertex::pack_normal(normal),
                        uv,
                        color: [255; 3],
                        day: 0,
                    });
                    self.point_of.push(point);
                    model.vertices.len() as u32 - 1
                });
                model.indices.push(*index);
            }
        }
        let index_count = model.indices.len() as u32 - first_index;
        if index_count > 0 {
            model.polygons.push(polygon(first_vertex, first_index, index_count, skin));
        }
    }

    /// The model and the frames it has; its rest pose is the points as given.
    pub fn finish(self, mut frames: Vec<DeformFrame>, skeleton: Skeleton) -> Model {
        let MeshBuilder { mut points, point_of, mut model, .. } = self;
        if faces_inwards(&model) {
            for vertex in &mut model.vertices {
                vertex.normal = vertex.normal.map(i16::saturating_neg);
            }
            let moved = frames.iter_mut().flat_map(|frame| &mut frame.moved).map(|(_, point)| point);
            points.iter_mut().chain(moved).for_each(|point| point.normal = -point.normal);
        }
        fill_normals(&mut model, &point_of, &mut points, &mut frames);
        if frames.len() > 1 {
            let deform = Deform { point_of, points, frames, skeleton };
            model.bounds = deform.bounds();
            model.deform = Some(Box::new(deform));
        } else {
            model.bounds = Aabb::around(model.vertices.iter().map(|vertex| vertex.position.into()));
        }
        model
    }
}

/// True if normals point away from the visible side. The game's own tools write them so, others do
/// not, so they are compared with the winding of the triangles.
fn faces_inwards(model: &Model) -> bool {
    let (triangles, _) = model.indices.as_chunks::<3>();
    let against = |triangle: &[u32; 3]| -> i64 {
        let [a, b, c] = triangle.map(|index| &model.vertices[index as usize]);
        let [from, right, left] = [a, b, c].map(|vertex| Vec3::from(vertex.position));
        let front = (right - from).cross(left - from);
        let side = |vertex: &Vertex| -> i64 {
            let towards = front.dot(vertex.normal());
            i64::from(towards < 0.0) - i64::from(towards > 0.0)
        };
        side(a) + side(b) + side(c)
    };
    triangles.iter().map(against).sum::<i64>() > 0
}

/// Gives normals of no length the direction of the triangles around their point, the larger the
/// more.
fn fill_normals(model: &mut Model, point_of: &[u32], points: &mut [Point], frames: &mut [DeformFrame]) {
    let moved = frames.iter().flat_map(|frame| &frame.moved).map(|(_, point)| point);
    if points.iter().chain(moved).all(|point| point.normal != Vec3::ZERO) {
        return;
    }
    let mut sums = vec![Vec3::ZERO; points.len()];
    for triangle in model.indices.as_chunks::<3>().0 {
        let [from, right, left] = triangle.map(|index| Vec3::from(model.vertices[index as usize].position));
        let front = (right - from).cross(left - from);
        for index in triangle {
            if let Some(sum) = point_of.get(*index as usize).and_then(|point| sums.get_mut(*point as usize)) {
                *sum += front;
            }
        }
    }
    let made: Vec<Vec3> = sums.into_iter().map(|sum| sum.normalize_or(Vec3::Y)).collect();
    for (vertex, point) in model.vertices.iter_mut().zip(point_of) {
        if vertex.normal == [0; 3] {
            vertex.normal = Vertex::pack_normal(made.get(*point as usize).copied().unwrap_or(Vec3::Y));
        }
    }
    let moved = frames.iter_mut().flat_map(|frame| &mut frame.moved).map(|(number, point)| (*number, point));
    for (number, point) in (0..).zip(points).chain(moved) {
        if point.normal == Vec3::ZERO {
            point.normal = made.get(number as usize).copied().unwrap_or(Vec3::Y);
        }
    }
}

pub(super) fn polygon(first_vertex: u32, first_index: u32, index_count: u32, skin: usize) -> Polygon {
    Polygon {
        first_vertex,
        first_index,
        index_count,
        material: MaterialId::from(skin),
        layer: 0,
        double_sided: false,
        pass: 0,
        sight: Sight::Painted,
        solid: true,
        zones: ZoneSet::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normals_point_to_the_side_that_is_seen_however_they_were_written() {
        for written in [Vec3::Z, Vec3::NEG_Z] {
            let mut mesh = MeshBuilder::new(&Frame::identity(1.0));
            let place = |x: f32, y: f32| Point { position: Vec3::new(x, y, 0.0), normal: written };
            mesh.points = vec![place(0.0, 0.0), place(0.0, 1.0), place(1.0, 0.0), place(1.0, 1.0)];
            // Clockwise as seen from +z, and one with no area from there.
            let corners = [[0, 1, 2], [1, 3, 2], [0, 0, 2]];
            let corner = |point: u32| (point, [0.0; 2]);
            mesh.surface(0, corners.into_iter().map(|corners| corners.map(corner)));
            let frame = DeformFrame { moved: vec![(1, place(0.0, 2.0))], ..DeformFrame::default() };
            let model = mesh.finish(vec![DeformFrame::default(), frame], Skeleton::default());
            assert!(model.vertices.iter().all(|vertex| vertex.normal() == Vec3::Z), "{written}");
            let deform = model.deform.unwrap();
            let moved = &deform.frames[1].moved[0].1;
            assert!(deform.points.iter().chain([moved]).all(|point| point.normal == Vec3::Z), "{written}");
        }
    }

    #[test]
    fn a_missing_normal_is_made_from_the_triangles_around_the_larger_the_more() {
        let mut mesh = MeshBuilder::new(&Frame::identity(1.0));
        let place = |x: f32, y: f32, z: f32, normal| Point { position: Vec3::new(x, y, z), normal };
        let none = Vec3::ZERO;
        mesh.points = vec![
            place(0.0, 0.0, 0.0, none),
            place(0.0, 3.0, 0.0, Vec3::NEG_Z),
            place(1.0, 0.0, 0.0, none),
            place(0.0, 0.0, -1.0, none),
        ];
        // One of area 1.5 is seen from +z, one of 0.5 from -y.
        let corner = |point: u32| (point, [0.0; 2]);
        mesh.surface(0, [[0, 1, 2], [0, 2, 3]].into_iter().map(|corners| corners.map(corner)));
        let frame = DeformFrame { moved: vec![(2, place(2.0, 0.0, 0.0, none))], ..DeformFrame::default() };
        let model = mesh.finish(vec![DeformFrame::default(), frame], Skeleton::default());
        let both = Vec3::new(0.0, -1.0, 3.0).normalize();
        let deform = model.deform.as_ref().unwrap();
        let moved = &deform.frames[1].moved[0].1;
        for (found, wanted) in [
            (deform.points[0].normal, both),
            (deform.points[2].normal, both),
            (deform.points[3].normal, Vec3::NEG_Y),
            (moved.normal, both),
            (model.vertices[0].normal(), both),
        ] {
            assert!(found.abs_diff_eq(wanted, 1e-4), "{found} instead of {wanted}");
        }
        // What is stored is turned to the side that is seen.
        assert!(deform.points[1].normal.abs_diff_eq(Vec3::Z, 1e-6));
    }
}
