//! The shape of the heath fox.

use super::{CHEST, EARS, HEAD, HIPS, JAW, LEGS, NECK, SPINE, TAIL};
use crate::warcraft::shape::{Hold, Point, Shape, Window, ring};
use glam::{Vec2, Vec3};

/// Numbers of looks.
pub(super) struct Looks {
    pub hide: usize,
    pub mane: usize,
    pub gear: usize,
    pub eye: usize,
}

/// Where the parts of the hide are on its picture.
pub(in crate::warcraft) mod windows {
    use super::Window;

    pub(in crate::warcraft) const BODY: Window = Window([0.0, 0.0, 0.5, 0.5]);
    pub(in crate::warcraft) const NECK: Window = Window([0.5, 0.0, 1.0, 0.25]);
    pub(in crate::warcraft) const HEAD: Window = Window([0.5, 0.25, 1.0, 0.5]);
    pub(in crate::warcraft) const FRONT_LEG: Window = Window([0.0, 0.5, 0.25, 1.0]);
    pub(in crate::warcraft) const HIND_LEG: Window = Window([0.25, 0.5, 0.5, 1.0]);
    pub(in crate::warcraft) const TAIL: Window = Window([0.5, 0.5, 0.75, 1.0]);
    pub(in crate::warcraft) const EAR: Window = Window([0.75, 0.5, 1.0, 0.75]);
    pub(in crate::warcraft) const JAW: Window = Window([0.75, 0.75, 1.0, 0.875]);
    pub(in crate::warcraft) const PAW: Window = Window([0.75, 0.875, 1.0, 1.0]);
}

pub(super) fn build(shape: &mut Shape, looks: &Looks) {
    shape.part(0, looks.hide);
    trunk(shape);
    head(shape);
    LEGS.iter().enumerate().for_each(|(index, _)| leg(shape, index));
    tail(shape);
    shape.part(0, looks.eye);
    eyes(shape);
    shape.part(101, looks.mane);
    mane(shape, 0.09);
    shape.part(102, looks.mane);
    mane(shape, 0.20);
    shape.part(1501, looks.gear);
    collar(shape);
    shape.part(1502, looks.gear);
    collar(shape);
    saddle(shape);
}

fn trunk(shape: &mut Shape) {
    let between = Hold::between;
    shape.tube(
        &[
            ring([-0.63, 0.0, 1.00], [0.07, 0.06], Hold::of(HIPS)),
            ring([-0.56, 0.0, 1.00], [0.145, 0.115], Hold::of(HIPS)),
            ring([-0.42, 0.0, 0.985], [0.19, 0.15], Hold::of(HIPS)),
            ring([-0.24, 0.0, 0.995], [0.165, 0.13], between(HIPS, SPINE, 0.5)),
            ring([-0.04, 0.0, 0.99], [0.18, 0.135], Hold::of(SPINE)),
            ring([0.14, 0.0, 0.975], [0.22, 0.155], between(SPINE, CHEST, 0.5)),
            ring([0.30, 0.0, 0.97], [0.245, 0.165], Hold::of(CHEST)),
            ring([0.42, 0.0, 1.00], [0.20, 0.145], Hold::of(CHEST)),
            ring([0.53, 0.0, 1.05], [0.10, 0.09], between(CHEST, NECK, 0.3)),
        ],
        12,
        windows::BODY.inset(),
    );
    shape.tube(
        &[
            ring([0.36, 0.0, 1.05], [0.16, 0.135], Hold::of(CHEST)),
            ring([0.47, 0.0, 1.17], [0.145, 0.12], Hold::among(NECK, CHEST, SPINE)),
            ring([0.57, 0.0, 1.29], [0.12, 0.10], Hold::of(NECK)),
            ring([0.66, 0.0, 1.40], [0.10, 0.088], between(NECK, HEAD, 0.4)),
            ring([0.72, 0.0, 1.48], [0.085, 0.08], Hold::of(HEAD)),
        ],
        10,
        windows::NECK.inset(),
    );
}

fn head(shape: &mut Shape) {
    let own = Hold::of(HEAD);
    shape.tube(
        &[
            ring([0.63, 0.0, 1.50], [0.055, 0.055], own),
            ring([0.69, 0.0, 1.505], [0.10, 0.10], own),
            ring([0.78, 0.0, 1.495], [0.11, 0.112], own),
            ring([0.86, 0.0, 1.468], [0.085, 0.086], own),
            ring([0.93, 0.0, 1.442], [0.06, 0.056], own),
            ring([1.04, 0.0, 1.42], [0.044, 0.04], own),
            ring([1.12, 0.0, 1.41], [0.034, 0.031], own),
            ring([1.15, 0.0, 1.412], [0.02, 0.02], own),
        ],
        10,
        windows::HEAD.inset(),
    );
    let own = Hold::of(JAW);
    shape.tube(
        &[
            ring([0.78, 0.0, 1.41], [0.03, 0.06], own),
            ring([0.90, 0.0, 1.388], [0.03, 0.044], own),
            ring([1.02, 0.0, 1.378], [0.02, 0.03], own),
            ring([1.09, 0.0, 1.376], [0.011, 0.016], own),
        ],
        8,
        windows::JAW.inset(),
    );
    for (side, ear) in [1.0, -1.0].into_iter().zip(EARS) {
        shape.tube(
            &[
                ring([0.70, side * 0.065, 1.56], [0.035, 0.05], Hold::between(HEAD, ear, 0.5)),
                ring([0.69, side * 0.085, 1.66], [0.024, 0.052], Hold::of(ear)),
                ring([0.67, side * 0.11, 1.76], [0.013, 0.03], Hold::of(ear)),
                ring([0.655, side * 0.122, 1.83], [0.003, 0.005], Hold::of(ear)),
            ],
            8,
            windows::EAR.inset(),
        );
    }
}

fn eyes(shape: &mut Shape) {
    for side in [1.0, -1.0] {
        let [x, y, z] = [0.842, side * 0.074, 1.505];
        let own = Hold::of(HEAD);
        shape.tube(
            &[
                ring([x - 0.022, y, z], [0.004, 0.004], own),
                ring([x - 0.012, y, z], [0.017, 0.017], own),
                ring([x + 0.012, y, z - 0.004], [0.017, 0.016], own),
                ring([x + 0.024, y, z - 0.006], [0.004, 0.004], own),
            ],
            8,
            Window::WHOLE,
        );
    }
}

fn leg(shape: &mut Shape, index: usize) {
    let leg = LEGS[index];
    let [upper, lower, paw] = leg.bones;
    let side = leg.toe[1].signum();
    let to = |[x, y, z]: [f32; 3]| [x, side * y, z];
    let between = Hold::between;
    let is_front = leg.parent == CHEST;
    let rings = if is_front {
        [
            ring(to([0.30, 0.09, 1.00]), [0.11, 0.055], Hold::of(CHEST)),
            ring(to([0.29, 0.12, 0.90]), [0.10, 0.068], between(CHEST, upper, 0.6)),
            ring(to([0.25, 0.132, 0.74]), [0.072, 0.056], Hold::of(upper)),
            ring(to([0.22, 0.14, 0.60]), [0.056, 0.047], between(upper, lower, 0.5)),
            ring(to([0.235, 0.14, 0.45]), [0.042, 0.038], Hold::of(lower)),
            ring(to([0.255, 0.14, 0.27]), [0.032, 0.030], Hold::of(lower)),
            ring(to([0.272, 0.14, 0.15]), [0.035, 0.033], between(lower, paw, 0.5)),
            ring(to([0.29, 0.14, 0.05]), [0.034, 0.034], Hold::of(paw)),
        ]
    } else {
        [
            ring(to([-0.44, 0.08, 1.02]), [0.13, 0.055], Hold::of(HIPS)),
            ring(to([-0.40, 0.115, 0.90]), [0.14, 0.072], between(HIPS, upper, 0.6)),
            ring(to([-0.33, 0.132, 0.74]), [0.10, 0.062], Hold::of(upper)),
            ring(to([-0.285, 0.14, 0.60]), [0.064, 0.05], between(upper, lower, 0.5)),
            ring(to([-0.41, 0.14, 0.455]), [0.046, 0.04], Hold::of(lower)),
            ring(to([-0.515, 0.14, 0.33]), [0.042, 0.035], between(lower, paw, 0.5)),
            ring(to([-0.49, 0.14, 0.19]), [0.032, 0.03], Hold::of(paw)),
            ring(to([-0.465, 0.14, 0.05]), [0.034, 0.033], Hold::of(paw)),
        ]
    };
    shape.tube(&rings, 8, if is_front { windows::FRONT_LEG.inset() } else { windows::HIND_LEG.inset() });
    let toe = leg.toe[0];
    shape.tube(
        &[
            ring(to([toe - 0.075, 0.14, 0.036]), [0.028, 0.036], Hold::of(paw)),
            ring(to([toe - 0.02, 0.14, 0.042]), [0.042, 0.047], Hold::of(paw)),
            ring(to([toe + 0.045, 0.14, 0.028]), [0.027, 0.04], Hold::of(paw)),
        ],
        8,
        windows::PAW.inset(),
    );
}

fn tail(shape: &mut Shape) {
    let [a, b, c, d] = TAIL;
    let between = Hold::between;
    shape.tube(
        &[
            ring([-0.55, 0.0, 1.03], [0.045, 0.045], Hold::of(HIPS)),
            ring([-0.68, 0.0, 1.00], [0.062, 0.058], Hold::of(a)),
            ring([-0.83, 0.0, 0.96], [0.095, 0.085], between(a, b, 0.5)),
            ring([-0.97, 0.0, 0.925], [0.122, 0.108], Hold::of(b)),
            ring([-1.11, 0.0, 0.895], [0.128, 0.115], between(b, c, 0.5)),
            ring([-1.25, 0.0, 0.875], [0.11, 0.10], Hold::of(c)),
            ring([-1.39, 0.0, 0.86], [0.078, 0.072], between(c, d, 0.6)),
            ring([-1.54, 0.0, 0.855], [0.016, 0.016], Hold::of(d)),
        ],
        9,
        windows::TAIL.inset(),
    );
}

/// Hair along the neck, so high.
fn mane(shape: &mut Shape, high: f32) {
    for side in [1.0_f32, -1.0] {
        let at = |along: f32, down: f32| {
            let base = Vec3::new(0.655, 0.0, 1.54).lerp(Vec3::new(0.14, 0.0, 1.165), along)
                + Vec3::new(-0.03, 0.0, 0.05) * libm::sinf(along * std::f32::consts::PI);
            let out = Vec3::new(-0.64, 0.0, 0.77);
            let up = 1.0 - down;
            let place = base
                + out * high * up * (0.75 + 0.25 * libm::sinf(along * std::f32::consts::PI))
                + Vec3::new(0.0, side * (0.012 + 0.05 * up), 0.0);
            let hold = match along {
                ..0.25 => Hold::between(HEAD, NECK, along * 2.0),
                ..0.6 => Hold::between(NECK, CHEST, (along - 0.4).max(0.0) * 2.5),
                _ => Hold::between(NECK, CHEST, 0.5 + (along - 0.6) * 1.25),
            };
            let normal = Vec3::new(0.0, side, 0.35).normalize();
            // Its upper edge is not that of the picture, which would show what is below through a filter.
            let uv = Vec2::new(along, 0.05 + 0.92 * down);
            Point { place, normal, uv, uv2: uv, hold }
        };
        shape.sheet([8, 1], false, at);
    }
}

/// A band around the neck.
fn collar(shape: &mut Shape) {
    shape.tube(
        &[
            ring([0.50, 0.0, 1.215], [0.128, 0.107], Hold::of(NECK)),
            ring([0.505, 0.0, 1.22], [0.146, 0.124], Hold::of(NECK)),
            ring([0.53, 0.0, 1.25], [0.141, 0.119], Hold::of(NECK)),
            ring([0.535, 0.0, 1.257], [0.12, 0.10], Hold::of(NECK)),
        ],
        10,
        Window([0.0, 0.0, 1.0, 0.2]),
    );
}

/// A cloth over the back.
fn saddle(shape: &mut Shape) {
    let at = |across: f32, down: f32| {
        // From the left flank over the back to the right one.
        let turn = (across - 0.5) * 3.6;
        let (sin, cos) = libm::sincosf(turn);
        let x = -0.26 + 0.44 * (1.0 - down);
        let share = (x + 0.26) / 0.44;
        let size = Vec2::new(0.152 + 0.022 * share, 0.186 + 0.030 * share);
        let flare = 1.0 + 0.12 * (across - 0.5).abs();
        let place = Vec3::new(x, -sin * size.x * flare, 0.985 + cos * size.y);
        let normal = Vec3::new(0.0, -sin, cos);
        let hold = Hold::between(SPINE, if share < 0.5 { HIPS } else { CHEST }, (share - 0.5).abs());
        Point { place, normal, uv: Vec2::new(across, 0.2 + 0.8 * down), uv2: Vec2::new(across, down), hold }
    };
    shape.sheet([10, 3], true, at);
}
