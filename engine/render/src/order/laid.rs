//! A polygon in world space, and whether two of them overlap in one plane.

use glam::{Affine3A, Vec3, Vec3A};
use world::{Aabb, Model, Polygon, Sight};

/// Steps of a plane's normal and distance by which neighbours are looked up.
const NORMAL_STEPS: f32 = 64.0;
const DISTANCE_STEPS: f32 = 16.0;
/// Largest difference between planes that count as one.
const SAME_NORMAL: f32 = 2e-3;
const SAME_DISTANCE: f32 = 0.02;
/// Edge of a lookup cell, units.
const CELL: f32 = 64.0;
/// A polygon over more cells than this is looked up plane by plane.
const MOST_CELLS: usize = 64;

/// Lookup key of a polygon; different planes may share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub hash: u32,
    /// The plane's distance in steps; that of the same plane may differ by one.
    pub step: i32,
}

impl Key {
    /// True for keys that one plane may have in one place.
    pub fn is_near(self, other: Key) -> bool {
        self.hash == other.hash && self.step.wrapping_sub(other.step).unsigned_abs() <= 1
    }
}

/// A polygon in world space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Laid {
    bounds: Aabb,
    normal: Vec3,
    on_plane: Vec3,
    layer: i8,
    /// Touches too many cells to be entered in each.
    wide: bool,
    /// Lookup key of most polygons: wide ones, and those that touch one cell.
    only: Option<Key>,
}

impl Laid {
    /// `None` for a polygon without a plane, and for an invisible one.
    pub fn new(model: &Model, polygon: &Polygon, world: &Affine3A) -> Option<Self> {
        if polygon.sight == Sight::Unseen {
            return None;
        }
        let corner = |index: &u32| {
            let position = model.vertices.get(*index as usize)?.position;
            Some(world.transform_point3(Vec3::from(position)))
        };
        let mut bounds = Aabb::EMPTY;
        let mut largest = Vec3::ZERO;
        let mut on_plane = None;
        let mut triangle = [Vec3::ZERO; 3];
        for (index, corner) in model.polygon_indices(polygon).iter().filter_map(corner).enumerate() {
            bounds = Aabb { min: bounds.min.min(corner), max: bounds.max.max(corner) };
            on_plane.get_or_insert(corner);
            triangle[index % 3] = corner;
            let normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
            if index % 3 == 2 && normal.length_squared() >= largest.length_squared() {
                largest = normal;
            }
        }
        if !bounds.min.is_finite() || !bounds.max.is_finite() {
            return None;
        }
        let span = span(&bounds);
        let counts = span.map(|(first, last)| (i64::from(last) - i64::from(first)) as usize + 1);
        let wide =
            counts.iter().any(|count| *count > MOST_CELLS) || counts.iter().product::<usize>() > MOST_CELLS;
        let (normal, on_plane, layer) =
            (Vec3A::from(largest).try_normalize()?.into(), on_plane?, polygon.layer);
        let mut laid = Laid { bounds, normal, on_plane, layer, wide, only: None };
        if wide {
            laid.only = Some(laid.wide_key());
        } else if counts == [1; 3] {
            laid.only = Some(laid.key(laid.plane(), span.map(|(first, _)| first)));
        }
        Some(laid)
    }

    /// The plane, facing either way.
    pub fn normal(&self) -> Vec3 {
        self.normal
    }

    /// Lookup keys: one per cell that it touches, or a single one when it is wide.
    pub fn keys(&self) -> impl Iterator<Item = Key> + use<> {
        let many = self.only.is_none().then(|| {
            let (laid, plane) = (*self, self.plane());
            let [x, y, z] = span(&self.bounds).map(|(first, last)| first..=last);
            let cells = x.flat_map(move |x| {
                let z = z.clone();
                y.clone().flat_map(move |y| z.clone().map(move |z| [x, y, z]))
            });
            cells.map(move |cell| laid.key(plane, cell))
        });
        self.only.into_iter().chain(many.into_iter().flatten())
    }

    /// Key of wide polygons of its plane.
    pub fn wide_key(&self) -> Key {
        Key { hash: hash(self.plane(), [i32::MAX; 3]), step: self.step(Vec3::ZERO) }
    }

    /// Touches too many cells to be entered in each.
    pub fn is_wide(&self) -> bool {
        self.wide
    }

    /// Within a cell the plane's distance is measured from the cell: far from the origin the normal
    /// of a small polygon is too inaccurate.
    fn key(&self, plane: u32, cell: [i32; 3]) -> Key {
        let from = Vec3::from(cell.map(|axis| axis as f32)) * CELL;
        Key { hash: hash(plane, cell), step: self.step(from) }
    }

    fn step(&self, from: Vec3) -> i32 {
        nearest((self.on_plane - from).dot(self.normal) * DISTANCE_STEPS)
    }

    /// Layer and direction.
    fn plane(&self) -> u32 {
        let [x, y, z] = (self.normal * NORMAL_STEPS).to_array().map(|axis| nearest(axis) as i8 as u8);
        u32::from_le_bytes([self.layer as u8, x, y, z])
    }

    /// True when both lie in one plane and their boxes overlap.
    pub fn may_share(&self, other: &Laid) -> bool {
        let one_plane = self.layer == other.layer
            && self.normal.abs_diff_eq(other.normal, SAME_NORMAL)
            && (self.on_plane - other.on_plane).dot(self.normal).abs() < SAME_DISTANCE;
        if !one_plane {
            return false;
        }
        let shared = self.bounds.max.min(other.bounds.max) - self.bounds.min.max(other.bounds.min);
        let smaller = (self.bounds.max - self.bounds.min).min(other.bounds.max - other.bounds.min);
        // Neighbours that share an edge do not overlap; a box is thin across the plane.
        let margin = smaller * 0.01 + SAME_DISTANCE;
        shared.cmpge(-margin).all() && shared.cmpgt(margin).bitmask().count_ones() >= 2
    }
}

/// First and last cell on each axis.
fn span(bounds: &Aabb) -> [(i32, i32); 3] {
    let cell = |point: Vec3| (point / CELL).to_array().map(below);
    let (first, last) = (cell(bounds.min), cell(bounds.max));
    [0, 1, 2].map(|axis| (first[axis], last[axis]))
}

/// Floor, by hand: on processors without an instruction for it, the library's takes as long as all
/// the rest.
fn below(number: f32) -> i32 {
    let whole = number as i32;
    whole.saturating_sub(i32::from(number < whole as f32))
}

fn nearest(number: f32) -> i32 {
    below(number + 0.5)
}

/// Hash of a plane's direction and a cell.
fn hash(plane: u32, [x, y, z]: [i32; 3]) -> u32 {
    let pair = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
    let hash = mixed(mixed(pair(plane, x as u32)) ^ pair(y as u32, z as u32));
    (hash >> 32) as u32
}

/// A polygon's triangles in world space.
pub(super) fn triangles<'a>(
    model: &'a Model,
    polygon: &Polygon,
    world: &'a Affine3A,
) -> impl Iterator<Item = [Vec3; 3]> + Clone + use<'a> {
    let corner = |index: u32| {
        let position = model.vertices.get(index as usize)?.position;
        Some(world.transform_point3(Vec3::from(position)))
    };
    let indices = model.polygon_indices(polygon).chunks_exact(3);
    indices
        .filter_map(move |triangle| Some([corner(triangle[0])?, corner(triangle[1])?, corner(triangle[2])?]))
}

/// True when two sets of triangles in one plane overlap.
pub(super) fn share(
    normal: Vec3,
    mut one: impl Iterator<Item = [Vec3; 3]>,
    other: impl Iterator<Item = [Vec3; 3]> + Clone,
) -> bool {
    one.any(|one| other.clone().any(|other| overlap(normal, &one, &other)))
}

/// False when an edge of one separates the two triangles, or nearly does: triangles that share an
/// edge do not overlap.
fn overlap(normal: Vec3, one: &[Vec3; 3], other: &[Vec3; 3]) -> bool {
    // Relative to a corner: far from the origin products would be too inaccurate.
    let from = one[0];
    let (one, other) = (one.map(|corner| corner - from), other.map(|corner| corner - from));
    let apart = |triangle: &[Vec3; 3]| {
        (0..3).any(|edge| {
            let axis = normal.cross(triangle[(edge + 1) % 3] - triangle[edge]);
            let along = |triangle: &[Vec3; 3]| {
                let [a, b, c] = triangle.map(|corner| corner.dot(axis));
                (a.min(b).min(c), a.max(b).max(c))
            };
            let (one, other) = (along(&one), along(&other));
            let smaller = (one.1 - one.0).min(other.1 - other.0);
            one.1.min(other.1) - one.0.max(other.0) <= smaller * 0.01 + SAME_DISTANCE * axis.length()
        })
    };
    !apart(&one) && !apart(&other)
}

/// Mixes the bits of a word.
fn mixed(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    word ^ word >> 29
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Triangles of a fan in the plane y = 0.
    fn fan(corners: &[[f32; 2]]) -> Vec<[Vec3; 3]> {
        let at = |corner: usize| Vec3::new(corners[corner][0], 0.0, corners[corner][1]);
        (2..corners.len()).map(|last| [at(0), at(last - 1), at(last)]).collect()
    }

    fn shared(one: &[[f32; 2]], other: &[[f32; 2]]) -> bool {
        let (one, other) = (fan(one), fan(other));
        let judged = share(Vec3::Y, one.iter().copied(), other.iter().copied());
        assert_eq!(judged, share(Vec3::Y, other.into_iter(), one.iter().copied()), "either way");
        judged
    }

    const SQUARE: [[f32; 2]; 4] = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]];

    #[test]
    fn halves_and_neighbours_share_no_area() {
        // Both halves have the box of the whole.
        let (below, above) =
            ([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0]], [[0.0, 0.0], [10.0, 10.0], [0.0, 10.0]]);
        assert!(!shared(&below, &above));
        // A rhombus beside the half that is away from it, its box within.
        let rhombus = [[7.0, 1.0], [9.0, 3.0], [7.0, 5.0], [5.0, 3.0]];
        assert!(shared(&below, &rhombus) && !shared(&above, &rhombus));
        // A neighbour by an edge, one by a part of an edge, one by a corner.
        assert!(!shared(&SQUARE, &SQUARE.map(|[x, z]| [x + 10.0, z])));
        assert!(!shared(&SQUARE, &SQUARE.map(|[x, z]| [x + 10.0, z + 5.0])));
        assert!(!shared(&SQUARE, &SQUARE.map(|[x, z]| [x + 10.0, z + 10.0])));
    }

    #[test]
    fn what_lies_within_or_across_shares_area() {
        assert!(shared(&SQUARE, &SQUARE));
        assert!(shared(&SQUARE, &[[4.0, 6.0], [5.0, 6.0], [5.0, 7.0], [4.0, 7.0]]));
        // A cross: no corner of one is within the other.
        assert!(shared(&SQUARE, &[[-5.0, 4.0], [15.0, 4.0], [15.0, 6.0], [-5.0, 6.0]]));
        // A hundredth of a side is a neighbour, a twentieth is not.
        assert!(!shared(&SQUARE, &SQUARE.map(|[x, z]| [x + 9.9, z])));
        assert!(shared(&SQUARE, &SQUARE.map(|[x, z]| [x + 9.5, z])));
    }

    #[test]
    fn what_is_not_convex_shares_only_what_it_covers() {
        // An arrow head: a fan of two triangles around the notch's foot.
        let head = [[5.0, 4.0], [0.0, 0.0], [5.0, 10.0], [10.0, 0.0]];
        assert!(!shared(&head, &[[4.0, 0.0], [6.0, 0.0], [6.0, 2.0], [4.0, 2.0]]));
        assert!(shared(&head, &[[4.0, 5.0], [6.0, 5.0], [6.0, 7.0], [4.0, 7.0]]));
    }

    #[test]
    fn triangles_without_area_share_none() {
        assert!(!shared(&SQUARE, &[[2.0, 2.0], [8.0, 8.0], [4.0, 4.0]]));
        assert!(!shared(&SQUARE, &[[2.0, 2.0], [2.0, 2.0], [2.0, 2.0]]));
    }

    #[test]
    fn far_from_the_origin_neighbours_are_told_apart() {
        let far = |corners: [[f32; 2]; 4]| corners.map(|[x, z]| [x + 20_000.0, z - 30_000.0]);
        assert!(!shared(&far(SQUARE), &far(SQUARE.map(|[x, z]| [x + 10.0, z]))));
        assert!(shared(&far(SQUARE), &far(SQUARE.map(|[x, z]| [x + 5.0, z]))));
    }
}
