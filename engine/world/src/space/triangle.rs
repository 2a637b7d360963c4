//! A line or a moving capsule against one triangle.
//!
//! All of it is done in double precision relative to the question's own start:
//! ground polygons reach over a thousand units, and a point on the edge of two
//! of them has to be on at least one.

use glam::{DVec3, Vec3};

/// A line through model space, prepared for many triangles.
///
/// Neighbouring triangles see a shared edge from both sides with exactly
/// opposite signs, so no line slips between them (Woop, Benthin, Wald:
/// *Watertight Ray/Triangle Intersection*, 2013).
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub origin: Vec3,
    pub direction: Vec3,
    axes: [usize; 3],
    shear: [f64; 3],
}

/// Where a line meets a triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    /// In units of the line's direction.
    pub at: f32,
    /// The line comes from the front.
    pub front: bool,
}

impl Line {
    /// None when the direction has no length or anything is not finite.
    pub fn new(origin: Vec3, direction: Vec3) -> Option<Self> {
        if !origin.is_finite() || !direction.is_finite() || direction == Vec3::ZERO {
            return None;
        }
        let main = direction.abs().max_position();
        let (mut first, mut second) = ((main + 1) % 3, (main + 2) % 3);
        if direction[main] < 0.0 {
            std::mem::swap(&mut first, &mut second);
        }
        let length = f64::from(direction[main]);
        let shear =
            [f64::from(direction[first]) / length, f64::from(direction[second]) / length, 1.0 / length];
        Some(Line { origin, direction, axes: [first, second, main], shear })
    }

    #[inline]
    fn shear(&self, corner: Vec3) -> [f64; 3] {
        let from = corner.as_dvec3() - self.origin.as_dvec3();
        let [first, second, main] = self.axes.map(|axis| from[axis]);
        [first - self.shear[0] * main, second - self.shear[1] * main, self.shear[2] * main]
    }

    /// Where the line meets a triangle; edges belong to it.
    #[inline]
    pub fn cross(&self, [a, b, c]: &[Vec3; 3]) -> Option<Crossing> {
        let (a, b, c) = (self.shear(*a), self.shear(*b), self.shear(*c));
        let u = c[0] * b[1] - c[1] * b[0];
        let v = a[0] * c[1] - a[1] * c[0];
        let w = b[0] * a[1] - b[1] * a[0];
        if (u < 0.0 || v < 0.0 || w < 0.0) && (u > 0.0 || v > 0.0 || w > 0.0) {
            return None;
        }
        let area = u + v + w;
        if area == 0.0 {
            return None;
        }
        let at = (u * a[2] + v * b[2] + w * c[2]) / area;
        at.is_finite().then_some(Crossing { at: at as f32, front: area > 0.0 })
    }

    /// True when the line passes a box between `from` and `to`, or nearly.
    #[inline]
    pub fn passes(&self, min: Vec3, max: Vec3, mut from: f32, mut to: f32) -> bool {
        for axis in 0..3 {
            let (low, high) = (min[axis] - self.origin[axis], max[axis] - self.origin[axis]);
            let step = self.direction[axis];
            if step == 0.0 {
                if low > 0.0 || high < 0.0 {
                    return false;
                }
                continue;
            }
            let (near, far) = if step > 0.0 { (low / step, high / step) } else { (high / step, low / step) };
            from = from.max(near);
            to = to.min(far);
        }
        // Rounding must not lose a box the line only touches.
        from <= to + 4.0 * f32::EPSILON * to.abs().max(from.abs())
    }
}

/// Where the axis of a capsule and a triangle are nearest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    pub distance: f64,
    pub on_axis: DVec3,
    pub on_triangle: DVec3,
}

/// Nearest points of a segment and a triangle.
pub(super) fn nearest(axis: [DVec3; 2], triangle: &[DVec3; 3]) -> Nearest {
    let [a, b, c] = *triangle;
    let normal = (b - a).cross(c - a);
    let [low, high] = axis.map(|end| normal.dot(end - a));
    if low * high <= 0.0 && low != high {
        let point = axis[0].lerp(axis[1], low / (low - high));
        if inside(point, triangle, normal) {
            return Nearest { distance: 0.0, on_axis: point, on_triangle: point };
        }
    }
    let mut best = Nearest { distance: f64::INFINITY, on_axis: axis[0], on_triangle: a };
    let mut offer = |on_axis: DVec3, on_triangle: DVec3| {
        let distance = on_axis.distance(on_triangle);
        if distance < best.distance {
            best = Nearest { distance, on_axis, on_triangle };
        }
    };
    let square = normal.length_squared();
    if square > 0.0 {
        for end in axis {
            let foot = end - normal * (normal.dot(end - a) / square);
            if inside(foot, triangle, normal) {
                offer(end, foot);
            }
        }
    }
    for edge in [[a, b], [b, c], [c, a]] {
        let (on_axis, on_edge) = nearest_segments(axis, edge);
        offer(on_axis, on_edge);
    }
    best
}

/// True when a point of the triangle's plane lies in it.
fn inside(point: DVec3, [a, b, c]: &[DVec3; 3], normal: DVec3) -> bool {
    let left = |from: DVec3, to: DVec3| (to - from).cross(point - from).dot(normal) >= 0.0;
    left(*a, *b) && left(*b, *c) && left(*c, *a)
}

fn nearest_segments([a0, a1]: [DVec3; 2], [b0, b1]: [DVec3; 2]) -> (DVec3, DVec3) {
    let (a, b, between) = (a1 - a0, b1 - b0, a0 - b0);
    let (aa, bb, ab) = (a.length_squared(), b.length_squared(), a.dot(b));
    let (along_a, along_b) = (a.dot(between), b.dot(between));
    let clamped = |value: f64, length: f64| if length > 0.0 { (value / length).clamp(0.0, 1.0) } else { 0.0 };
    let spread = aa * bb - ab * ab;
    let mut s = clamped(ab * along_b - along_a * bb, spread.max(0.0));
    let t = clamped(ab * s + along_b, bb);
    // With t held at an end of its segment, s has to follow.
    s = clamped(ab * t - along_a, aa);
    (a0 + a * s, b0 + b * t)
}

/// A capsule that moves along a straight line, given relative to its start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving {
    pub axis: [DVec3; 2],
    pub radius: f64,
    pub motion: DVec3,
}

/// The first touch of a moving capsule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    /// Of the motion, 0..=1.
    pub fraction: f64,
    /// Relative to the capsule's start.
    pub point: DVec3,
    /// From the surface to the capsule.
    pub normal: DVec3,
}

/// A capsule counts as touching within this part of its radius.
pub(super) const TOUCH: f64 = 1e-3;

/// A surface seen at this cosine or less is not seen from its front.
const FRONT: f64 = 1e-3;

/// Steps of approach; each closes the gap along the direction of nearest
/// approach, so a few suffice, and stopping early only stops short.
const STEPS: usize = 32;

impl Moving {
    /// The first touch with a triangle that stops the motion.
    ///
    /// For two convex bodies the direction of nearest approach separates them:
    /// the gap along it bounds how far the capsule may go, and a motion that
    /// does not go against it never closes the gap.
    pub fn touch(&self, triangle: &[DVec3; 3], double_sided: bool) -> Option<Touch> {
        let front = face(triangle)?;
        let length = self.motion.length();
        let mut fraction = 0.0;
        for _ in 0..STEPS {
            let offset = self.motion * fraction;
            let nearest = nearest(self.axis.map(|end| end + offset), triangle);
            let normal = self.away(&nearest, front, offset);
            let approach = -self.motion.dot(normal);
            if approach <= 1e-6 * length {
                return None;
            }
            let gap = nearest.distance - self.radius;
            if gap <= TOUCH * self.radius {
                let solid = double_sided || normal.dot(front) > FRONT;
                return solid.then_some(Touch { fraction, point: nearest.on_triangle, normal });
            }
            fraction += gap / approach;
            if fraction > 1.0 {
                return None;
            }
        }
        let offset = self.motion * fraction;
        let nearest = nearest(self.axis.map(|end| end + offset), triangle);
        let normal = self.away(&nearest, front, offset);
        let solid = double_sided || normal.dot(front) > FRONT;
        solid.then_some(Touch { fraction, point: nearest.on_triangle, normal })
    }

    /// How deep the capsule at its start is in a triangle, the way out, and the
    /// nearest point of the triangle.
    pub fn overlap(&self, triangle: &[DVec3; 3], double_sided: bool) -> Option<(f64, DVec3, DVec3)> {
        let front = face(triangle)?;
        let nearest = nearest(self.axis, triangle);
        let depth = self.radius - nearest.distance;
        let normal = self.away(&nearest, front, DVec3::ZERO);
        let solid = double_sided || normal.dot(front) > FRONT;
        (depth > 0.0 && solid).then_some((depth, normal, nearest.on_triangle))
    }

    /// Unit vector from the triangle to the capsule. Where the axis pierces the
    /// triangle, the side its middle is on decides.
    fn away(&self, nearest: &Nearest, front: DVec3, offset: DVec3) -> DVec3 {
        if nearest.distance > 1e-9 {
            return (nearest.on_axis - nearest.on_triangle) / nearest.distance;
        }
        let middle = (self.axis[0] + self.axis[1]) * 0.5 + offset - nearest.on_triangle;
        if middle.dot(front) < 0.0 { -front } else { front }
    }
}

/// Unit normal to the front; none for a triangle without area.
fn face([a, b, c]: &[DVec3; 3]) -> Option<DVec3> {
    (*b - *a).cross(*c - *a).try_normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLOOR: [Vec3; 3] = [Vec3::ZERO, Vec3::new(0.0, 0.0, 4.0), Vec3::new(4.0, 0.0, 0.0)];

    #[test]
    fn a_line_knows_where_and_from_which_side_it_meets_a_triangle() {
        let down = Line::new(Vec3::new(1.0, 3.0, 1.0), Vec3::new(0.0, -2.0, 0.0)).unwrap();
        let crossing = down.cross(&FLOOR).unwrap();
        assert_eq!((crossing.at, crossing.front), (1.5, true));
        let up = Line::new(Vec3::new(1.0, -3.0, 1.0), Vec3::new(0.0, 2.0, 0.0)).unwrap();
        let crossing = up.cross(&FLOOR).unwrap();
        assert_eq!((crossing.at, crossing.front), (1.5, false));
        assert!(Line::new(Vec3::new(3.0, 3.0, 3.0), Vec3::NEG_Y).unwrap().cross(&FLOOR).is_none());
        assert!(Line::new(Vec3::ZERO, Vec3::ZERO).is_none());
        assert!(Line::new(Vec3::NAN, Vec3::X).is_none());
    }

    #[test]
    fn no_line_slips_between_two_triangles() {
        let corners = [[0.1_f32, 0.3], [1023.7, 5.9], [517.3, 900.1], [-300.3, 411.7]];
        let corner = |i: usize| Vec3::new(corners[i][0], 0.1 * i as f32, corners[i][1]);
        let (first, second) = ([corner(0), corner(1), corner(2)], [corner(0), corner(2), corner(3)]);
        for step in 1..1000 {
            let at = corner(0).lerp(corner(2), step as f32 / 1000.0);
            let line = Line::new(Vec3::new(at.x, 0.0, at.z), Vec3::Y).unwrap();
            assert!(line.cross(&first).is_some() || line.cross(&second).is_some(), "{step}");
        }
    }

    #[test]
    fn nearest_points_cover_faces_edges_corners_and_piercing() {
        let floor = FLOOR.map(|corner| corner.as_dvec3());
        let of = |a: [f64; 3], b: [f64; 3]| nearest([DVec3::from(a), DVec3::from(b)], &floor).distance;
        assert_eq!(of([1.0, 2.0, 1.0], [1.0, 5.0, 1.0]), 2.0);
        assert_eq!(of([1.0, -1.0, 1.0], [1.0, 5.0, 1.0]), 0.0);
        assert_eq!(of([-3.0, 0.0, -4.0], [-3.0, 5.0, -4.0]), 5.0);
        assert_eq!(of([-2.0, 1.0, 1.0], [-2.0, -1.0, 2.0]), 2.0);
        // Parallel to an edge and beside it.
        assert_eq!(of([1.0, 0.0, -3.0], [3.0, 0.0, -3.0]), 3.0);
    }

    #[test]
    fn a_sphere_stops_a_radius_from_a_face_but_not_from_behind() {
        let floor = FLOOR.map(|corner| corner.as_dvec3());
        let fall = |y: f64, dy: f64| Moving {
            axis: [DVec3::new(1.0, y, 1.0); 2],
            radius: 0.5,
            motion: DVec3::new(0.0, dy, 0.0),
        };
        let touch = fall(3.0, -5.0).touch(&floor, false).unwrap();
        assert!((touch.fraction - 0.5).abs() < 2e-4, "{touch:?}");
        assert_eq!(touch.normal, DVec3::Y);
        assert!(fall(-3.0, 5.0).touch(&floor, false).is_none());
        assert!(fall(-3.0, 5.0).touch(&floor, true).is_some());
        assert!(fall(0.3, 5.0).touch(&floor, true).is_none(), "leaving is free");
        assert_eq!(
            fall(0.3, 0.0).overlap(&floor, false).unwrap(),
            (0.2, DVec3::Y, DVec3::new(1.0, 0.0, 1.0))
        );
    }
}
