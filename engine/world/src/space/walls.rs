//! What of a world is seen from above as walls.

use super::index::is_far_level;
use super::probe::Probe;
use super::shape::Shape;
use crate::{Aabb, NodeFlags};
use glam::Vec3;

/// Largest height of the normal of a wall: 45 degrees.
const STEEP: f32 = 0.707;
/// How far before a wall its ground is looked for.
const BEFORE_METRES: f32 = 0.3;
/// Most floors before one wall, one above the other.
const MOST_FLOORS: usize = 8;
/// Least way from one floor down to the next.
const FLOOR_METRES: f32 = 0.5;

impl Probe<'_> {
    /// Each piece of a solid wall `cut` units above the ground that somebody can stand on before it, as the two ends
    /// of a level line. A triangle of a wall that reaches past several floors gives a piece for each.
    pub fn walls(&self, cut: f32, mut each: impl FnMut([Vec3; 2])) {
        let occurrences = self.occurrences;
        let mut next = occurrences.first();
        while let Some(id) = next {
            if is_far_level(self.scene, occurrences, id) {
                next = occurrences.end(id);
                continue;
            }
            next = occurrences.next(id);
            let flags = occurrences.flags(id);
            let is_thing = flags.contains(NodeFlags::ACTIVE.union(NodeFlags::INTERSECT));
            if !is_thing || occurrences.own_bounds(id).is_empty() {
                continue;
            }
            let Some(shape) = Shape::of(self, self.space, id) else { continue };
            let everywhere = Aabb { min: Vec3::NEG_INFINITY, max: Vec3::INFINITY };
            shape.around(self, &everywhere, |triangle| {
                let normal = shape.normal(triangle);
                if normal.y.abs() < STEEP {
                    let corners = shape.relative(triangle, Vec3::ZERO).map(|corner| corner.as_vec3());
                    self.cut_wall(&corners, normal, cut, &mut each);
                }
            });
        }
    }

    /// The pieces of one triangle.
    fn cut_wall(&self, corners: &[Vec3; 3], normal: Vec3, cut: f32, each: &mut impl FnMut([Vec3; 2])) {
        let bounds = Aabb::around(*corners);
        if !(bounds.min.is_finite() && bounds.max.is_finite()) {
            return;
        }
        let middle = corners.iter().sum::<Vec3>() / 3.0;
        let before = normal.with_y(0.0).normalize_or_zero() * self.scene.frame.units(BEFORE_METRES);
        let at = middle + before;
        let lower = self.scene.frame.units(FLOOR_METRES);
        let mut from = bounds.max.y;
        for _ in 0..MOST_FLOORS {
            let Some(hit) = self.own_ground(at.x, at.z, from, 0.0) else { return };
            let height = hit.point.y + cut;
            if height < bounds.min.y {
                return;
            }
            let stands = hit.normal.y >= self.scene.walker.slope_cos;
            if let Some(piece) = crossed(corners, height).filter(|_| stands) {
                each(piece);
            }
            from = hit.point.y - lower;
        }
    }
}

/// Where a level plane crosses a triangle; nothing where it only touches it.
fn crossed(corners: &[Vec3; 3], height: f32) -> Option<[Vec3; 2]> {
    let [a, b, c] = *corners;
    let cross = |from: Vec3, to: Vec3| {
        let (below, above) = (from.y - height, to.y - height);
        // A corner on the plane counts as above, so that neighbours share no piece and leave no gap.
        ((below < 0.0) != (above < 0.0)).then(|| {
            let part = below / (below - above);
            (from + (to - from) * part).with_y(height)
        })
    };
    let mut ends = [cross(a, b), cross(b, c), cross(c, a)].into_iter().flatten();
    let (from, to) = (ends.next()?, ends.next()?);
    (from.distance_squared(to) > 0.0).then_some([from, to])
}
