//! How vectors of the processor round: what ticks do with them, compared with the same written in single numbers.
//!
//! The browser's vectors are other code of glam than this machine's. Both must make the same sums in the same order,
//! or worlds part there; written out here is the order of the browser's.

use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};

/// Numbers from -2 to 2.
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as f32 / (1_u64 << 31) as f32 - 0.5) * 4.0
    }

    fn three(&mut self) -> [f32; 3] {
        std::array::from_fn(|_| self.next())
    }

    fn rotation(&mut self) -> [f32; 4] {
        let drawn: [f32; 4] = std::array::from_fn(|_| self.next());
        let length = dot4(drawn, drawn).sqrt();
        drawn.map(|value| value / length)
    }
}

fn dot3(a: [f32; 3], b: [f32; 3]) -> f32 {
    (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]
}

fn dot4(a: [f32; 4], b: [f32; 4]) -> f32 {
    (a[0] * b[0] + a[2] * b[2]) + (a[1] * b[1] + a[3] * b[3])
}

fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[1] * b[2] - b[1] * a[2], a[2] * b[0] - b[2] * a[0], a[0] * b[1] - b[0] * a[1]]
}

fn product(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    let [x, y, z, w] = a;
    [
        (w * b[0] + x * b[3]) + (y * b[2] - z * b[1]),
        (w * b[1] - x * b[2]) + (y * b[3] + z * b[0]),
        (w * b[2] + x * b[1]) + (z * b[3] - y * b[0]),
        (w * b[3] - x * b[0]) + (-(y * b[1]) - z * b[2]),
    ]
}

fn turned(turn: [f32; 4], v: [f32; 3]) -> [f32; 3] {
    let [x, y, z, w] = turn;
    let axis = [x, y, z];
    let (squares, along, across) = (w * w - dot3(axis, axis), dot3(v, axis) * 2.0, cross(axis, v));
    std::array::from_fn(|at| (v[at] * squares + axis[at] * along) + across[at] * (w * 2.0))
}

fn columns(m: [[f32; 3]; 3], v: [f32; 3]) -> [f32; 3] {
    std::array::from_fn(|row| (m[0][row] * v[0] + m[1][row] * v[1]) + m[2][row] * v[2])
}

fn bits<const N: usize>(values: [f32; N]) -> [u32; N] {
    values.map(f32::to_bits)
}

#[test]
fn rotations_and_points_are_the_same_sums_as_in_the_browser() {
    let mut draws = Draws(7);
    for _ in 0..2000 {
        let (a, b, v, u) = (draws.rotation(), draws.rotation(), draws.three(), draws.three());
        let (turn, other) = (Quat::from_array(a), Quat::from_array(b));
        assert_eq!(bits((turn * other).to_array()), bits(product(a, b)));
        assert_eq!(turn.dot(other).to_bits(), dot4(a, b).to_bits());
        let length = dot4(a, a).sqrt();
        assert_eq!(bits(turn.normalize().to_array()), bits(a.map(|value| value / length)));
        assert_eq!(bits((turn * Vec3::from(v)).to_array()), bits(turned(a, v)));
        let (v_a, u_a) = (Vec3A::from(v), Vec3A::from(u));
        assert_eq!(v_a.dot(u_a).to_bits(), dot3(v, u).to_bits());
        assert_eq!(v_a.length().to_bits(), dot3(v, v).sqrt().to_bits());
        assert_eq!(bits(v_a.cross(u_a).to_array()), bits(cross(v, u)));
        let mixed: [f32; 3] = std::array::from_fn(|at| v[at] * (1.0 - a[0]) + u[at] * a[0]);
        assert_eq!(bits(v_a.lerp(u_a, a[0]).to_array()), bits(mixed));
    }
}

#[test]
fn transforms_and_their_inverses_are_the_same_sums_as_in_the_browser() {
    let mut draws = Draws(11);
    for _ in 0..2000 {
        let (m, n): ([[f32; 3]; 3], [[f32; 3]; 3]) =
            (std::array::from_fn(|_| draws.three()), std::array::from_fn(|_| draws.three()));
        let (at, point) = (draws.three(), draws.three());
        let first = Affine3A { matrix3: Mat3A::from_cols_array_2d(&m), translation: Vec3A::from(at) };
        let second = Mat3A::from_cols_array_2d(&n);
        let moved: [f32; 3] = std::array::from_fn(|row| columns(m, point)[row] + at[row]);
        assert_eq!(bits(first.transform_point3a(Vec3A::from(point)).to_array()), bits(moved));
        let both = (first.matrix3 * second).to_cols_array_2d();
        assert_eq!(both.map(bits), n.map(|column| bits(columns(m, column))));
        let across = [cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])];
        let parts = 1.0 / dot3(m[0], across[0]);
        let inverse = first.matrix3.inverse().to_cols_array_2d();
        let wanted: [[f32; 3]; 3] = std::array::from_fn(|column| across.map(|row| row[column] * parts));
        assert_eq!(inverse.map(bits), wanted.map(bits));
    }
}
