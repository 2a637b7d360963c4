//! The brolga: a light machine on the legs of a bird, its body hung between
//! them, two pods at its sides. Seven metres high.

use super::Machine;
use super::body::{Along, Body, Skin, off, ring};
use super::gait::{Gait, Key};
use super::skeleton::{Bone, Legs};
use glam::Vec3;

const LEGS: Legs = Legs {
    hips: 3.95,
    joint: Vec3::new(-0.92, 0.05, 0.0),
    lengths: [2.05, 2.20],
    ankle: 0.50,
    track: 0.72,
    chicken: true,
};

const fn bone(
    name: &'static str,
    parent: Option<&'static str>,
    joint: [f32; 3],
    draw: fn(&mut Body, &Bone),
) -> Bone {
    Bone { name, parent, joint: Vec3::new(joint[0], joint[1], joint[2]), draw, small: false }
}

const BONES: [Bone; 18] = [
    bone("hip", None, [0.0, 3.95, 0.0], hip),
    bone("torso", Some("hip"), [0.0, 0.55, -0.10], torso),
    bone("head", Some("torso"), [0.0, 0.85, -2.05], head),
    bone("larm", Some("torso"), [-1.30, 1.15, -0.25], pod),
    bone("rarm", Some("torso"), [1.30, 1.15, -0.25], pod),
    Bone { small: true, ..bone("mast", Some("torso"), [0.55, 1.85, 1.15], mast) },
    bone("lthigh", Some("hip"), [-0.92, 0.05, 0.0], thigh),
    bone("lcalf", Some("lthigh"), [0.0, -2.05, 0.0], calf),
    bone("lfoot", Some("lcalf"), [0.0, -2.20, 0.0], foot),
    bone("ltoe01", Some("lfoot"), [-0.22, -0.12, -0.22], toe),
    bone("ltoe02", Some("lfoot"), [0.22, -0.12, -0.22], toe),
    bone("ltoe03", Some("lfoot"), [0.0, -0.12, 0.24], spur),
    bone("rthigh", Some("hip"), [0.92, 0.05, 0.0], thigh),
    bone("rcalf", Some("rthigh"), [0.0, -2.05, 0.0], calf),
    bone("rfoot", Some("rcalf"), [0.0, -2.20, 0.0], foot),
    bone("rtoe01", Some("rfoot"), [-0.22, -0.12, -0.22], toe),
    bone("rtoe02", Some("rfoot"), [0.22, -0.12, -0.22], toe),
    bone("rtoe03", Some("rfoot"), [0.0, -0.12, 0.24], spur),
];

const fn key(lift: f32, sway: f32, twist: f32, drop: f32, lean: f32, arms: f32) -> Key {
    Key { lift, sway, twist, drop, lean, arms }
}

const GAITS: [Gait; 5] = [
    Gait {
        name: "step",
        speed: 1.8,
        turning: 0.0,
        seconds: 1.8,
        stance: 0.62,
        step: 0.60,
        pause: 0.30,
        keys: [
            key(-0.12, 0.00, 0.05, 0.00, 0.00, 0.03),
            key(-0.20, 0.24, 0.03, 0.04, 0.05, 0.05),
            key(-0.04, 0.38, 0.00, 0.06, 0.02, 0.00),
            key(-0.02, 0.24, -0.03, 0.02, -0.02, -0.03),
        ],
    },
    Gait {
        name: "walk",
        speed: 3.6,
        turning: 0.0,
        seconds: 1.5,
        stance: 0.60,
        step: 0.90,
        pause: 0.32,
        keys: [
            key(-0.20, 0.00, 0.10, 0.00, 0.02, 0.05),
            key(-0.34, 0.22, 0.07, 0.06, 0.09, 0.08),
            key(-0.06, 0.34, 0.00, 0.08, 0.03, 0.00),
            key(0.00, 0.20, -0.07, 0.03, -0.03, -0.05),
        ],
    },
    Gait {
        name: "trot",
        speed: 6.2,
        turning: 0.0,
        seconds: 1.08,
        stance: 0.50,
        step: 1.10,
        pause: 0.20,
        keys: [
            key(-0.26, 0.00, 0.13, 0.00, 0.05, 0.06),
            key(-0.44, 0.18, 0.09, 0.06, 0.12, 0.10),
            key(-0.12, 0.24, 0.00, 0.07, 0.06, 0.00),
            key(0.04, 0.12, -0.09, 0.02, 0.00, -0.06),
        ],
    },
    Gait {
        name: "run",
        speed: 10.0,
        turning: 0.0,
        seconds: 0.80,
        stance: 0.38,
        step: 1.40,
        pause: 0.10,
        keys: [
            key(-0.30, 0.00, 0.16, 0.00, 0.10, 0.08),
            key(-0.52, 0.10, 0.11, 0.06, 0.18, 0.12),
            key(-0.20, 0.14, 0.00, 0.05, 0.10, 0.00),
            key(0.12, 0.06, -0.11, 0.00, 0.02, -0.08),
        ],
    },
    Gait {
        name: "turn",
        speed: 0.0,
        turning: 0.75,
        seconds: 1.4,
        stance: 0.62,
        step: 0.55,
        pause: 0.30,
        keys: [
            key(-0.10, 0.00, -0.06, 0.00, 0.00, 0.02),
            key(-0.18, 0.26, -0.04, 0.05, 0.04, 0.03),
            key(-0.04, 0.38, 0.00, 0.06, 0.02, 0.00),
            key(-0.03, 0.24, 0.04, 0.02, -0.01, -0.02),
        ],
    },
];

/// The brolga.
pub(super) const BROLGA: Machine =
    Machine { name: "brolga", bones: &BONES, legs: LEGS, gaits: &GAITS, mass: 30.0 };

/// -1 for parts of the left, 1 for those of the right.
fn side(bone: &Bone) -> f32 {
    if bone.name.starts_with('l') { -1.0 } else { 1.0 }
}

fn hip(body: &mut Body, _: &Bone) {
    body.loft(
        Vec3::new(0.0, 0.05, 0.0),
        Along::X,
        &[ring(-0.62, 0.48, 0.42), ring(0.62, 0.48, 0.42)],
        Skin::Steel,
    );
    body.loft(Vec3::ZERO, Along::Y, &[ring(-0.45, 0.30, 0.34), ring(0.55, 0.55, 0.62)], Skin::Steel);
}

fn torso(body: &mut Body, _: &Bone) {
    // A hull that is deepest over the legs and ends in a short tail.
    body.loft(
        Vec3::new(0.0, 0.95, 0.0),
        Along::Z,
        &[
            off(-2.10, 0.55, 0.50, 0.0, -0.05),
            off(-1.20, 0.92, 0.86, 0.0, -0.02),
            off(0.10, 1.06, 0.98, 0.0, 0.04),
            off(1.15, 0.86, 0.74, 0.0, 0.16),
            off(1.95, 0.42, 0.34, 0.0, 0.30),
        ],
        Skin::Ochre,
    );
    body.loft(
        Vec3::new(0.0, 1.28, 1.9),
        Along::Z,
        &[ring(0.0, 0.26, 0.20), ring(0.45, 0.20, 0.15)],
        Skin::Steel,
    );
    if body.fine {
        // Fins, an intake, and stripes where one climbs in.
        for x in [-0.62, 0.62] {
            body.loft(
                Vec3::new(x, 1.55, 1.35),
                Along::Y,
                &[off(0.0, 0.06, 0.55, 0.0, 0.0), off(0.85, 0.03, 0.26, x * 0.35, -0.35)],
                Skin::Ochre,
            );
        }
        body.block([-0.42, 1.75, -0.55], [0.42, 2.10, 0.75], Skin::Steel);
        body.block([-0.36, 1.80, -0.60], [0.36, 2.04, -0.54], Skin::Stripes);
        body.block([-1.10, 0.62, -0.55], [1.10, 0.74, 0.65], Skin::Stripes);
    }
    let at = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
    body.decal(
        [at(-1.075, 0.85, -0.15), at(-1.075, 0.85, 0.65), at(-1.01, 1.45, 0.65), at(-1.01, 1.45, -0.15)]
            .map(|p| p - Vec3::X * 0.02),
        Skin::Number,
    );
    body.decal(
        [at(1.075, 0.85, 0.65), at(1.075, 0.85, -0.15), at(1.01, 1.45, -0.15), at(1.01, 1.45, 0.65)]
            .map(|p| p + Vec3::X * 0.02),
        Skin::Number,
    );
}

/// A beak with windows.
fn head(body: &mut Body, _: &Bone) {
    body.loft(
        Vec3::ZERO,
        Along::Z,
        &[
            off(-1.55, 0.16, 0.12, 0.0, -0.38),
            off(-0.85, 0.42, 0.32, 0.0, -0.20),
            off(0.05, 0.52, 0.46, 0.0, 0.0),
        ],
        Skin::Ochre,
    );
    body.loft(
        Vec3::new(0.0, 0.22, 0.0),
        Along::Z,
        &[
            off(-0.98, 0.24, 0.05, 0.0, -0.12),
            off(-0.45, 0.38, 0.20, 0.0, 0.04),
            off(0.02, 0.36, 0.24, 0.0, 0.10),
        ],
        Skin::Glass,
    );
    if body.fine {
        for x in [-0.30, 0.30] {
            body.block([x - 0.09, -0.36, -1.18], [x + 0.09, -0.22, -0.98], Skin::Lamp);
        }
        body.loft(
            Vec3::new(0.0, -0.52, 0.0),
            Along::Z,
            &[ring(-1.75, 0.06, 0.06), ring(-0.2, 0.10, 0.10)],
            Skin::Steel,
        );
    }
}

fn pod(body: &mut Body, bone: &Bone) {
    let s = side(bone);
    body.loft(Vec3::ZERO, Along::X, &[ring(-0.42, 0.20, 0.20), ring(0.42, 0.20, 0.20)], Skin::Steel);
    let middle = Vec3::new(s * 0.52, 0.05, 0.0);
    body.loft(
        middle,
        Along::Z,
        &[ring(-1.30, 0.42, 0.46), ring(-1.10, 0.48, 0.52), ring(0.75, 0.48, 0.52), ring(1.05, 0.30, 0.34)],
        Skin::Ochre,
    );
    body.block(
        [middle.x - 0.36, -0.34, -1.34],
        [middle.x + 0.36, 0.44, -1.29],
        if body.fine { Skin::Steel } else { Skin::Stripes },
    );
    if body.fine {
        for (x, y) in [(-0.18, -0.14), (0.18, -0.14), (-0.18, 0.24), (0.18, 0.24)] {
            body.loft(
                middle + Vec3::new(x, y, 0.0),
                Along::Z,
                &[ring(-1.46, 0.11, 0.11), ring(-1.30, 0.13, 0.13)],
                Skin::Lamp,
            );
        }
        body.block([middle.x - 0.50, 0.20, 0.10], [middle.x + 0.50, 0.36, 0.55], Skin::Stripes);
    }
}

fn mast(body: &mut Body, _: &Bone) {
    body.loft(Vec3::ZERO, Along::Y, &[ring(-0.3, 0.05, 0.05), off(1.6, 0.02, 0.02, 0.0, -0.30)], Skin::Steel);
}

fn thigh(body: &mut Body, bone: &Bone) {
    let s = side(bone);
    body.loft(Vec3::ZERO, Along::X, &[ring(-0.34, 0.46, 0.46), ring(0.34, 0.46, 0.46)], Skin::Ochre);
    body.loft(
        Vec3::ZERO,
        Along::Y,
        &[
            ring(-1.95, 0.22, 0.26),
            off(-1.10, 0.36, 0.46, s * 0.04, 0.0),
            off(-0.20, 0.38, 0.52, s * 0.04, 0.0),
        ],
        Skin::Ochre,
    );
    if body.fine {
        body.loft(
            Vec3::new(0.0, 0.0, -0.48),
            Along::Y,
            &[ring(-1.70, 0.08, 0.08), ring(-0.45, 0.08, 0.08)],
            Skin::Steel,
        );
    }
}

fn calf(body: &mut Body, _: &Bone) {
    body.loft(Vec3::ZERO, Along::X, &[ring(-0.36, 0.30, 0.30), ring(0.36, 0.30, 0.30)], Skin::Steel);
    body.loft(
        Vec3::ZERO,
        Along::Y,
        &[ring(-2.10, 0.17, 0.19), off(-1.00, 0.24, 0.28, 0.0, 0.0), off(-0.10, 0.30, 0.38, 0.0, -0.04)],
        Skin::Ochre,
    );
    if body.fine {
        body.block([-0.26, -1.35, -0.30], [0.26, -1.20, 0.30], Skin::Stripes);
        body.loft(
            Vec3::new(0.0, 0.0, -0.32),
            Along::Y,
            &[ring(-1.75, 0.07, 0.07), ring(-0.35, 0.07, 0.07)],
            Skin::Steel,
        );
    }
}

fn foot(body: &mut Body, _: &Bone) {
    body.loft(Vec3::ZERO, Along::X, &[ring(-0.28, 0.26, 0.26), ring(0.28, 0.26, 0.26)], Skin::Steel);
    body.loft(
        Vec3::ZERO,
        Along::Y,
        &[ring(-0.50, 0.46, 0.42), ring(-0.20, 0.40, 0.36), ring(0.10, 0.20, 0.20)],
        Skin::Ochre,
    );
}

fn toe(body: &mut Body, bone: &Bone) {
    let out = if bone.name.ends_with("01") { -1.0 } else { 1.0 };
    body.loft(
        Vec3::ZERO,
        Along::Z,
        &[
            off(-1.15, 0.08, 0.05, out * 0.42, -0.32),
            off(-0.55, 0.19, 0.14, out * 0.20, -0.22),
            off(0.05, 0.20, 0.18, 0.0, -0.12),
        ],
        Skin::Steel,
    );
}

fn spur(body: &mut Body, _: &Bone) {
    body.loft(
        Vec3::ZERO,
        Along::Z,
        &[
            off(-0.05, 0.20, 0.18, 0.0, -0.12),
            off(0.40, 0.15, 0.13, 0.0, -0.22),
            off(0.85, 0.06, 0.05, 0.0, -0.32),
        ],
        Skin::Steel,
    );
}
