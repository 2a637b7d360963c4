//! What a ray meets: a tree of boxes over triangles. A room of its own, so that it is built for speed where all
//! around it is built to be small.
//!
//! Boxes are split where a ray that enters them is expected to meet the fewest triangles (MacDonald and Booth,
//! "Heuristics for ray tracing using space subdivision", 1990); a ray looks into the nearer box first.
//!
//! ```
//! use glam::Vec3;
//! use rays::Shadows;
//!
//! let floor = Shadows::new(vec![[Vec3::ZERO, Vec3::X, Vec3::Y]]);
//! let met = floor.meet(Vec3::new(0.2, 0.2, 3.0), -Vec3::Z, 10.0).unwrap();
//! assert_eq!((met.distance, met.normal, met.behind), (3.0, Vec3::Z, false));
//! assert!(!floor.blocks(Vec3::new(0.2, 0.2, 3.0), -Vec3::Z, 2.0));
//! ```

#![forbid(unsafe_code)]

use glam::Vec3;

/// Triangles of a leaf, at most.
const FEW: usize = 4;
/// Deepest that the tree is: boxes in its lower half are split into halves, so that 2^32 triangles fit.
const DEPTH: usize = 64;
/// Places along an axis where a box may be split.
const BINS: usize = 16;

/// What casts shadows.
#[derive(Debug)]
pub struct Shadows {
    nodes: Vec<Node>,
    triangles: Vec<Triangle>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    min: Vec3,
    max: Vec3,
    /// First triangle of a leaf; else the second child, the first stands behind
    /// the node.
    first: u32,
    /// Triangles of a leaf; 0 for no leaf.
    count: u32,
}

/// A corner, and the sides that begin there.
#[derive(Clone, Copy, Debug)]
struct Triangle {
    a: Vec3,
    ab: Vec3,
    ac: Vec3,
    /// Of the list they came in: of two at one distance, the first is met.
    number: u32,
}

/// Where a ray ends.
#[derive(Clone, Copy, Debug)]
pub struct Met {
    /// In lengths of its way.
    pub distance: f32,
    /// Outwards, of length one.
    pub normal: Vec3,
    /// It came from behind the surface.
    pub behind: bool,
}

/// While the tree is built.
struct Part {
    triangle: Triangle,
    min: Vec3,
    max: Vec3,
    middle: Vec3,
}

impl Shadows {
    /// A tree over triangles, each counter-clockwise from outside.
    pub fn new(triangles: Vec<[Vec3; 3]>) -> Self {
        let part = |(number, [a, b, c]): (u32, [Vec3; 3])| {
            let (min, max) = (a.min(b).min(c), a.max(b).max(c));
            let triangle = Triangle { a, ab: b - a, ac: c - a, number };
            Part { triangle, min, max, middle: (min + max) * 0.5 }
        };
        let mut parts: Vec<Part> = (0..).zip(triangles).map(part).collect();
        let mut nodes = Vec::with_capacity(parts.len());
        let count = parts.len();
        if count > 0 {
            split(&mut nodes, &mut parts, 0, count, 0);
        }
        Shadows { nodes, triangles: parts.iter().map(|part| part.triangle).collect() }
    }

    /// True when something is on the way within `reach`.
    pub fn blocks(&self, from: Vec3, way: Vec3, reach: f32) -> bool {
        self.walk(from, way, reach, true).is_some()
    }

    /// The nearest surface within `reach`.
    pub fn meet(&self, from: Vec3, way: Vec3, reach: f32) -> Option<Met> {
        let (distance, index) = self.walk(from, way, reach, false)?;
        let Triangle { ab, ac, .. } = self.triangles[index];
        let normal = ab.cross(ac).normalize_or(Vec3::Z);
        Some(Met { distance, normal, behind: normal.dot(way) > 0.0 })
    }

    /// Distance and place in the list of what is met first; of any, if `any` is enough.
    fn walk(&self, from: Vec3, way: Vec3, reach: f32, any: bool) -> Option<(f32, usize)> {
        let inverse = way.recip();
        let enters = |index: u32, best: f32| {
            let node = &self.nodes[index as usize];
            let (a, b) = ((node.min - from) * inverse, (node.max - from) * inverse);
            let near = a.min(b).max_element().max(0.0);
            let far = a.max(b).min_element().min(best);
            (near <= far).then_some(near)
        };
        let mut best = reach;
        let mut found: Option<usize> = None;
        let mut stack = [(0u32, 0.0f32); DEPTH];
        let mut height = 0;
        if !self.nodes.is_empty() && enters(0, best).is_some() {
            height = 1;
        }
        while height > 0 {
            height -= 1;
            let (mut index, near) = stack[height];
            if near > best {
                continue;
            }
            loop {
                let node = &self.nodes[index as usize];
                if node.count > 0 {
                    let first = node.first as usize;
                    for (at, triangle) in (first..).zip(&self.triangles[first..first + node.count as usize]) {
                        let Some(distance) = triangle.cut(from, way) else { continue };
                        let is_first =
                            || found.is_some_and(|known| self.triangles[known].number > triangle.number);
                        if distance < best || (distance == best && is_first()) {
                            best = distance;
                            found = Some(at);
                            if any {
                                return Some((best, at));
                            }
                        }
                    }
                    break;
                }
                let (left, right) = (index + 1, node.first);
                match (enters(left, best), enters(right, best)) {
                    (Some(a), Some(b)) => {
                        let (next, later) = if b < a { (right, (left, a)) } else { (left, (right, b)) };
                        // The tree is not deeper.
                        if height < DEPTH {
                            stack[height] = later;
                            height += 1;
                        }
                        index = next;
                    }
                    (Some(_), None) => index = left,
                    (None, Some(_)) => index = right,
                    (None, None) => break,
                }
            }
        }
        found.map(|index| (best, index))
    }
}

impl Triangle {
    /// Distance along a ray to it, from either side.
    fn cut(&self, from: Vec3, way: Vec3) -> Option<f32> {
        let Triangle { a, ab, ac, .. } = *self;
        let p = way.cross(ac);
        let det = ab.dot(p);
        if det.abs() < 1e-9 {
            return None;
        }
        let inverse = 1.0 / det;
        let t = from - a;
        let u = t.dot(p) * inverse;
        if !(0.0..=1.0).contains(&u) {
            return None;
        }
        let q = t.cross(ab);
        let v = way.dot(q) * inverse;
        let distance = ac.dot(q) * inverse;
        (v >= 0.0 && u + v <= 1.0 && distance > 1e-4).then_some(distance)
    }
}

fn area(min: Vec3, max: Vec3) -> f32 {
    let size = (max - min).max(Vec3::ZERO);
    size.x * size.y + size.y * size.z + size.z * size.x
}

fn split(nodes: &mut Vec<Node>, parts: &mut [Part], start: usize, end: usize, depth: usize) {
    let own = &mut parts[start..end];
    let (mut min, mut max) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for part in own.iter() {
        (min, max) = (min.min(part.min), max.max(part.max));
    }
    let index = nodes.len();
    nodes.push(Node { min, max, first: start as u32, count: own.len() as u32 });
    if own.len() <= FEW {
        return;
    }
    let half = if depth < DEPTH / 2 { cheapest(own) } else { None };
    let half = half.unwrap_or_else(|| {
        let size = max - min;
        let axis = if size.x >= size.y.max(size.z) { 0 } else { 1 + usize::from(size.z > size.y) };
        let half = own.len() / 2;
        own.select_nth_unstable_by(half, |a, b| a.middle[axis].total_cmp(&b.middle[axis]));
        half
    });
    split(nodes, parts, start, start + half, depth + 1);
    nodes[index].first = nodes.len() as u32;
    nodes[index].count = 0;
    split(nodes, parts, start + half, end, depth + 1);
}

/// Sorts the parts into two groups so that rays that enter the box meet the fewest triangles, and says how many
/// are in the first; `None` where all have the same middle.
fn cheapest(parts: &mut [Part]) -> Option<usize> {
    let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for part in parts.iter() {
        (low, high) = (low.min(part.middle), high.max(part.middle));
    }
    let bin = |part: &Part, axis: usize| {
        let scale = BINS as f32 / (high[axis] - low[axis]);
        (((part.middle[axis] - low[axis]) * scale) as usize).min(BINS - 1)
    };
    let mut best: Option<(f32, usize, usize)> = None;
    for axis in (0..3).filter(|axis| high[*axis] > low[*axis]) {
        let mut bins = [(Vec3::INFINITY, Vec3::NEG_INFINITY, 0usize); BINS];
        for part in parts.iter() {
            let (min, max, count) = &mut bins[bin(part, axis)];
            (*min, *max, *count) = (min.min(part.min), max.max(part.max), *count + 1);
        }
        let join = |(min, max, count): (Vec3, Vec3, usize), other: &(Vec3, Vec3, usize)| {
            (min.min(other.0), max.max(other.1), count + other.2)
        };
        let empty = (Vec3::INFINITY, Vec3::NEG_INFINITY, 0);
        for cut in 1..BINS {
            let left = bins[..cut].iter().fold(empty, join);
            let right = bins[cut..].iter().fold(empty, join);
            if left.2 == 0 || right.2 == 0 {
                continue;
            }
            let cost = area(left.0, left.1) * left.2 as f32 + area(right.0, right.1) * right.2 as f32;
            if best.is_none_or(|(least, ..)| cost < least) {
                best = Some((cost, axis, cut));
            }
        }
    }
    let (_, axis, cut) = best.filter(|(cost, ..)| cost.is_finite())?;
    let mut first = 0;
    for at in 0..parts.len() {
        if bin(&parts[at], axis) < cut {
            parts.swap(at, first);
            first += 1;
        }
    }
    Some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squares of side 1 with their corners on a grid, each facing up.
    fn floors(heights: &[f32]) -> Vec<[Vec3; 3]> {
        let square = |(column, height): (usize, &f32)| {
            let at = |x: f32, y: f32| Vec3::new(column as f32 + x, y, *height);
            let (a, b, c, d) = (at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0));
            [[a, b, c], [a, c, d]]
        };
        heights.iter().enumerate().flat_map(square).collect()
    }

    #[test]
    fn each_ray_meets_what_trying_all_triangles_finds() {
        let heights: Vec<f32> = (0..200_u32).map(|column| (column * 37 % 11) as f32 * 0.3).collect();
        let triangles = floors(&heights);
        let tree = Shadows::new(triangles.clone());
        let alone: Vec<Shadows> = triangles.iter().map(|triangle| Shadows::new(vec![*triangle])).collect();
        let mut met = 0;
        for ray in 0..500_u32 {
            let from = Vec3::new((ray % 97) as f32 * 2.1, 0.5, (ray % 7) as f32 - 1.5);
            let way = Vec3::new((ray % 13) as f32 - 6.0, 0.01, (ray % 5) as f32 - 2.1).normalize();
            let reach = if ray % 3 == 0 { 4.0 } else { 300.0 };
            let all = alone.iter().filter_map(|one| one.meet(from, way, reach));
            let nearest = all.map(|met| met.distance).min_by(f32::total_cmp);
            assert_eq!(tree.meet(from, way, reach).map(|met| met.distance), nearest, "ray {ray}");
            assert_eq!(tree.blocks(from, way, reach), nearest.is_some(), "ray {ray}");
            met += usize::from(nearest.is_some());
        }
        assert!((100..400).contains(&met), "{met}");
    }

    #[test]
    fn of_two_faces_in_one_place_the_first_of_the_list_is_met() {
        let [[a, b, c], other] = floors(&[0.0])[..] else { unreachable!() };
        for (list, behind) in [([[a, b, c], [a, c, b], other], false), ([[a, c, b], [a, b, c], other], true)]
        {
            let met = Shadows::new(list.to_vec()).meet(Vec3::new(0.7, 0.3, 2.0), -Vec3::Z, 9.0).unwrap();
            assert_eq!((met.distance, met.behind), (2.0, behind));
        }
    }

    #[test]
    fn a_thousand_triangles_in_one_place_are_a_tree_as_any_other() {
        let same = Shadows::new(vec![floors(&[1.0])[0]; 1000]);
        assert!(same.blocks(Vec3::new(0.7, 0.3, 2.0), -Vec3::Z, 9.0));
        assert!(Shadows::new(Vec::new()).meet(Vec3::ZERO, Vec3::Z, 9.0).is_none());
    }
}
