//! What a ray meets: a tree of boxes over triangles.

use glam::Vec3;

/// Triangles of a leaf.
const FEW: usize = 4;
/// Deepest that the tree is walked; it is balanced, so 2^32 triangles fit.
const DEPTH: usize = 64;

/// What casts shadows.
pub(crate) struct Shadows {
    nodes: Vec<Node>,
    triangles: Vec<[Vec3; 3]>,
}

#[derive(Clone, Copy)]
struct Node {
    min: Vec3,
    max: Vec3,
    /// First triangle of a leaf; else the second child, the first stands behind
    /// the node.
    first: u32,
    /// Triangles of a leaf; 0 for no leaf.
    count: u32,
}

/// Where a ray ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Met {
    pub distance: f32,
    /// Outwards, of length one.
    pub normal: Vec3,
    /// It came from behind the surface.
    pub behind: bool,
}

impl Shadows {
    /// A tree over triangles, each counter-clockwise from outside.
    pub fn new(mut triangles: Vec<[Vec3; 3]>) -> Self {
        let mut nodes = Vec::with_capacity(triangles.len());
        let count = triangles.len();
        if count > 0 {
            split(&mut nodes, &mut triangles, 0, count);
        }
        Shadows { nodes, triangles }
    }

    /// True when something is on the way within `reach`.
    pub fn blocks(&self, from: Vec3, way: Vec3, reach: f32) -> bool {
        self.walk(from, way, reach, true).is_some()
    }

    /// The nearest surface within `reach`.
    pub fn meet(&self, from: Vec3, way: Vec3, reach: f32) -> Option<Met> {
        self.walk(from, way, reach, false)
    }

    fn walk(&self, from: Vec3, way: Vec3, reach: f32, any: bool) -> Option<Met> {
        let inverse = way.recip();
        let mut best = reach;
        let mut found: Option<usize> = None;
        let mut stack = [0u32; DEPTH];
        let mut height = usize::from(!self.nodes.is_empty());
        while height > 0 {
            height -= 1;
            let index = stack[height] as usize;
            let node = &self.nodes[index];
            let (a, b) = ((node.min - from) * inverse, (node.max - from) * inverse);
            let near = a.min(b).max_element().max(0.0);
            let far = a.max(b).min_element().min(best);
            if near > far {
                continue;
            }
            if node.count == 0 {
                if height + 2 <= DEPTH {
                    stack[height] = node.first;
                    stack[height + 1] = index as u32 + 1;
                    height += 2;
                }
                continue;
            }
            let first = node.first as usize;
            for (number, triangle) in self.triangles[first..first + node.count as usize].iter().enumerate() {
                if let Some(distance) = cut(triangle, from, way).filter(|distance| *distance < best) {
                    best = distance;
                    found = Some(first + number);
                    if any {
                        height = 0;
                        break;
                    }
                }
            }
        }
        found.map(|index| {
            let [a, b, c] = self.triangles[index];
            let normal = (b - a).cross(c - a).normalize_or(Vec3::Z);
            Met { distance: best, normal, behind: normal.dot(way) > 0.0 }
        })
    }
}

/// Distance along a ray to a triangle, either side.
fn cut([a, b, c]: &[Vec3; 3], from: Vec3, way: Vec3) -> Option<f32> {
    let (ab, ac) = (*b - *a, *c - *a);
    let p = way.cross(ac);
    let det = ab.dot(p);
    if det.abs() < 1e-9 {
        return None;
    }
    let inverse = 1.0 / det;
    let t = from - *a;
    let u = t.dot(p) * inverse;
    let q = t.cross(ab);
    let v = way.dot(q) * inverse;
    let distance = ac.dot(q) * inverse;
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && distance > 1e-4).then_some(distance)
}

fn split(nodes: &mut Vec<Node>, triangles: &mut [[Vec3; 3]], start: usize, end: usize) {
    let part = &mut triangles[start..end];
    let (mut min, mut max) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for corner in part.iter().flatten() {
        min = min.min(*corner);
        max = max.max(*corner);
    }
    let index = nodes.len();
    nodes.push(Node { min, max, first: start as u32, count: part.len() as u32 });
    if part.len() <= FEW {
        return;
    }
    let size = max - min;
    let axis = if size.x >= size.y.max(size.z) { 0 } else { 1 + usize::from(size.z > size.y) };
    let middle = |triangle: &[Vec3; 3]| triangle.iter().map(|corner| corner[axis]).sum::<f32>();
    let half = part.len() / 2;
    part.select_nth_unstable_by(half, |a, b| middle(a).total_cmp(&middle(b)));
    split(nodes, triangles, start, start + half);
    nodes[index].first = nodes.len() as u32;
    nodes[index].count = 0;
    split(nodes, triangles, start + half, end);
}
