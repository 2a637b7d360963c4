//! What a model collides with: its triangles in model space, in a tree of boxes
//! that is built at the first question and kept.
//!
//! Hits have to come by polygon order, by distance or by overlap, from one tree,
//! for models of one to a hundred thousand triangles, most of them a handful.

use super::triangle::Line;
use crate::{Aabb, Model, Scene};
use glam::Vec3;
use std::sync::OnceLock;

/// A triangle of a polygon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triangle {
    pub corners: [Vec3; 3],
    /// In [`Model::polygons`]; [`Triangle::BOX`] for a face of a box.
    pub polygon: u32,
    pub double_sided: bool,
}

impl Triangle {
    /// The polygon of what is no polygon.
    pub const BOX: u32 = u32::MAX;

    /// Normal to the front, not of unit length.
    pub fn normal(&self) -> Vec3 {
        let [a, b, c] = self.corners;
        (b - a).cross(c - a)
    }
}

/// Up to this many triangles are simply tried one after the other.
const PLAIN: usize = 8;
/// Triangles in a leaf.
const LEAF: usize = 4;
/// Halving 2^32 triangles ends before this.
const DEPTH: usize = 40;

/// A box of the tree: a leaf with `count` triangles from `first`, or the parent
/// of the boxes `first` and `first + 1`.
#[derive(Clone, Copy, Debug)]
struct Branch {
    min: Vec3,
    max: Vec3,
    first: u32,
    count: u32,
}

/// The triangles of a model.
#[derive(Clone, Debug, Default)]
pub(super) struct Collider {
    triangles: Vec<Triangle>,
    /// Root first; empty for a few triangles.
    branches: Vec<Branch>,
}

impl Collider {
    /// The collider of a model. Overlays, editor's marks and facades, which
    /// face wherever the camera is, have no substance. A model that changes its
    /// shape keeps the substance of the shape without any frame.
    pub fn new(model: &Model) -> Self {
        if model.marker || model.facade.is_some() || model.turning {
            return Collider::default();
        }
        let mut triangles = Vec::with_capacity(model.triangles());
        let bodily = |polygon: &crate::Polygon| polygon.pass == 0 && polygon.solid;
        for (number, polygon) in model.polygons.iter().enumerate().filter(|(_, polygon)| bodily(polygon)) {
            for corners in model.polygon_indices(polygon).chunks_exact(3) {
                let place = |index: u32| model.vertices.get(index as usize).map(|v| Vec3::from(v.position));
                if let (Some(a), Some(b), Some(c)) = (place(corners[0]), place(corners[1]), place(corners[2]))
                {
                    let triangle = Triangle {
                        corners: [a, b, c],
                        polygon: number as u32,
                        double_sided: polygon.double_sided,
                    };
                    let area = triangle.normal().length_squared();
                    if area > 0.0 && area.is_finite() {
                        triangles.push(triangle);
                    }
                }
            }
        }
        let mut collider = Collider { triangles, branches: Vec::new() };
        if collider.triangles.len() > PLAIN {
            collider.grow();
        }
        collider
    }

    fn grow(&mut self) {
        let whole = branch(&self.triangles, 0, self.triangles.len());
        self.branches.push(whole);
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            let Branch { first, count, .. } = self.branches[at];
            let (first, count) = (first as usize, count as usize);
            if count <= LEAF {
                continue;
            }
            let triangles = &mut self.triangles[first..first + count];
            let middle = |triangle: &Triangle| triangle.corners.iter().sum::<Vec3>();
            let spread = Aabb::around(triangles.iter().map(middle));
            let axis = (spread.max - spread.min).max_position();
            let half = count / 2;
            // Ties go by polygon, so that the tree does not depend on chance.
            triangles.select_nth_unstable_by(half, |a, b| {
                middle(a)[axis].total_cmp(&middle(b)[axis]).then(a.polygon.cmp(&b.polygon))
            });
            let below = self.branches.len();
            self.branches.push(branch(&self.triangles, first, half));
            self.branches.push(branch(&self.triangles, first + half, count - half));
            self.branches[at].first = below as u32;
            self.branches[at].count = 0;
            open.extend([below, below + 1]);
        }
    }

    /// Every triangle in boxes that `enters` accepts, in no particular order.
    pub fn visit(&self, mut enters: impl FnMut(Vec3, Vec3) -> bool, mut each: impl FnMut(&Triangle)) {
        if self.branches.is_empty() {
            return self.triangles.iter().for_each(each);
        }
        let mut open = [0u32; DEPTH];
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let branch = &self.branches[open[count] as usize];
            if !enters(branch.min, branch.max) {
                continue;
            }
            if branch.count > 0 {
                let first = branch.first as usize;
                self.triangles[first..first + branch.count as usize].iter().for_each(&mut each);
            } else {
                open[count] = branch.first + 1;
                open[count + 1] = branch.first;
                count += 2;
            }
        }
    }

    /// Every triangle whose box a line may pass between `from` and `to`.
    pub fn along(&self, line: &Line, from: f32, to: f32, each: impl FnMut(&Triangle)) {
        self.visit(|min, max| line.passes(min, max, from, to), each);
    }
}

fn branch(triangles: &[Triangle], first: usize, count: usize) -> Branch {
    let bounds = Aabb::around(triangles[first..first + count].iter().flat_map(|triangle| triangle.corners));
    Branch { min: bounds.min, max: bounds.max, first: first as u32, count: count as u32 }
}

/// The colliders of a scene's models, each made when first asked for.
#[derive(Debug, Default)]
pub struct Colliders {
    models: Vec<OnceLock<Collider>>,
}

impl Colliders {
    /// Room for the models of a scene.
    pub fn new(scene: &Scene) -> Self {
        Colliders { models: scene.models.iter().map(|_| OnceLock::new()).collect() }
    }

    /// The collider of model `index` of the scene.
    pub(super) fn of(&self, scene: &Scene, index: usize) -> Option<&Collider> {
        let model = scene.models.get(index)?;
        Some(self.models.get(index)?.get_or_init(|| Collider::new(model)))
    }
}

/// The twelve triangles of a box, seen from outside, top first.
pub(super) fn box_triangles(bounds: &Aabb) -> [Triangle; 12] {
    // Bit 0 of a corner is x, bit 1 is y, bit 2 is z.
    const FACES: [[usize; 4]; 6] =
        [[6, 7, 3, 2], [4, 5, 7, 6], [5, 1, 3, 7], [1, 0, 2, 3], [0, 4, 6, 2], [0, 1, 5, 4]];
    let corner = |bits: usize| {
        let pick = |bit: usize, low: f32, high: f32| if bits >> bit & 1 == 1 { high } else { low };
        let (min, max) = (bounds.min, bounds.max);
        Vec3::new(pick(0, min.x, max.x), pick(1, min.y, max.y), pick(2, min.z, max.z))
    };
    std::array::from_fn(|index| {
        let [a, b, c, d] = FACES[index / 2].map(corner);
        let corners = if index % 2 == 0 { [a, b, c] } else { [a, c, d] };
        Triangle { corners, polygon: Triangle::BOX, double_sided: false }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::ModelSketch;

    #[test]
    fn the_faces_of_a_box_look_outwards() {
        let bounds = Aabb { min: Vec3::new(1.0, 2.0, 3.0), max: Vec3::new(4.0, 6.0, 8.0) };
        for triangle in box_triangles(&bounds) {
            let middle = triangle.corners.iter().sum::<Vec3>() / 3.0;
            assert!(triangle.normal().dot(middle - bounds.center()) > 0.0, "{triangle:?}");
        }
    }

    #[test]
    fn the_tree_finds_what_trying_every_triangle_finds() {
        let mut sketch = ModelSketch::new();
        for x in 0..40 {
            for z in 0..25 {
                let (x, z) = (x as f32, z as f32);
                sketch = sketch.slope([x, z], [x + 1.0, z + 1.0], x * 0.1, x * 0.1 + z);
            }
        }
        let collider = Collider::new(&sketch.done());
        assert_eq!(collider.triangles.len(), 2000);
        for step in 0..500 {
            let at = step as f32;
            let origin = Vec3::new(at * 0.083, 50.0, (at * 7.7) % 25.0);
            let line = Line::new(origin, Vec3::new((at % 7.0) - 3.0, -30.0, (at % 5.0) - 2.0)).unwrap();
            let crossed = |triangle: &Triangle| {
                line.cross(&triangle.corners).map(|crossing| (triangle.polygon, crossing.at.to_bits()))
            };
            let mut found = Vec::new();
            collider
                .along(&line, f32::NEG_INFINITY, f32::INFINITY, |triangle| found.extend(crossed(triangle)));
            let mut every: Vec<_> = collider.triangles.iter().filter_map(crossed).collect();
            found.sort_unstable();
            every.sort_unstable();
            assert_eq!(found, every, "line {step}");
        }
    }
}
