//! A model of any kind on its way into the scene: corners that share a point,
//! a texture coordinate and a skin are one vertex.
//! Source: `spec/gamestudio.md`, "3. MDL3 / MDL4 / MDL5" and "4. MDL7".

use super::paint::Skin;
use hashbrown::HashMap;
use world::{Aabb, Deform, DeformFrame, MaterialId, Model, Point, Polygon, Sight, Skeleton, Vertex, ZoneSet};

/// A file's model without its materials: those of its polygons number `skins`.
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
pub(super) struct Mould {
    pub points: Vec<Point>,
    point_of: Vec<u32>,
    model: Model,
    known: HashMap<(u32, [u32; 2]), u32>,
}

impl Mould {
    pub fn new() -> Self {
        let model = Model { lit: true, fogged: true, ..Model::default() };
        Mould { points: Vec::new(), point_of: Vec::new(), model, known: HashMap::new() }
    }

    /// Triangles with one skin, clockwise as seen from the front; points that
    /// are not there leave theirs out.
    pub fn surface(&mut self, skin: usize, triangles: impl Iterator<Item = [Corner; 3]>) {
        let model = &mut self.model;
        let (first_vertex, first_index) = (model.vertices.len() as u32, model.indices.len() as u32);
        self.known.clear();
        for triangle in triangles {
            if triangle.iter().any(|(point, _)| *point as usize >= self.points.len()) {
                continue;
            }
            // The engine's fronts run against the clock.
            let [a, b, c] = triangle;
            for (point, uv) in [a, c, b] {
                let index = self.known.entry((point, uv.map(f32::to_bits))).or_insert_with(|| {
                    let Point { position, normal } = self.points[point as usize];
                    model.vertices.push(Vertex {
                        position: position.to_array(),
                        normal: Vertex::pack_normal(normal),
                        material: skin as u16,
                        uv,
                        color: [255; 3],
                        layer: 0,
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

    /// The model, and the frames it can take; it stands as the points do.
    pub fn finish(self, frames: Vec<DeformFrame>, skeleton: Skeleton) -> Model {
        let Mould { points, point_of, mut model, .. } = self;
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
