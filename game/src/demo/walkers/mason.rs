//! The mason: a heavy machine that walks upright, with a hand for beams and one
//! that drills. Nine metres high.

use super::Machine;
use super::body::{Along, Body, Skin, off, ring};
use super::gait::{Gait, Key};
use super::skeleton::{Bone, Legs};
use glam::Vec3;

const LEGS: Legs = Legs {
    hips: 4.75,
    joint: Vec3::new(-0.95, -0.25, 0.0),
    lengths: [2.15, 2.15],
    ankle: 0.55,
    track: 0.80,
    chicken: false,
};

const fn bone(
    name: &'static str,
    parent: Option<&'static str>,
    joint: [f32; 3],
    draw: fn(&mut Body, &Bone),
) -> Bone {
    Bone { name, parent, joint: Vec3::new(joint[0], joint[1], joint[2]), draw, small: false }
}

const BONES: [Bone; 15] = [
    bone("hip", None, [0.0, 4.75, 0.0], hip),
    bone("torso", Some("hip"), [0.0, 0.55, 0.0], torso),
    bone("head", Some("torso"), [0.0, 2.55, -0.45], head),
    bone("larm", Some("torso"), [-1.75, 2.05, 0.0], arm),
    bone("lhand", Some("larm"), [-0.25, -1.55, 0.0], claw),
    bone("rarm", Some("torso"), [1.75, 2.05, 0.0], arm),
    bone("rhand", Some("rarm"), [0.25, -1.55, 0.0], drill),
    Bone { small: true, ..bone("mast", Some("torso"), [-0.75, 2.70, 0.75], mast) },
    bone("lthigh", Some("hip"), [-0.95, -0.25, 0.0], thigh),
    bone("lcalf", Some("lthigh"), [0.0, -2.15, 0.0], calf),
    bone("lfoot", Some("lcalf"), [0.0, -2.15, 0.0], foot),
    bone("rthigh", Some("hip"), [0.95, -0.25, 0.0], thigh),
    bone("rcalf", Some("rthigh"), [0.0, -2.15, 0.0], calf),
    bone("rfoot", Some("rcalf"), [0.0, -2.15, 0.0], foot),
    Bone { small: true, ..bone("lamp", Some("head"), [0.0, 0.62, -0.30], lamp) },
];

const fn key(lift: f32, sway: f32, twist: f32, drop: f32, lean: f32, arms: f32) -> Key {
    Key { lift, sway, twist, drop, lean, arms }
}

const GAITS: [Gait; 5] = [
    Gait {
        name: "step",
        speed: 1.4,
        turning: 0.0,
        seconds: 2.3,
        stance: 0.64,
        step: 0.55,
        pause: 0.35,
        keys: [
            key(-0.16, 0.00, 0.05, 0.00, 0.03, 0.12),
            key(-0.24, 0.22, 0.03, 0.03, 0.05, 0.08),
            key(-0.07, 0.34, 0.00, 0.05, 0.03, 0.00),
            key(-0.06, 0.22, -0.03, 0.02, 0.02, -0.08),
        ],
    },
    Gait {
        name: "walk",
        speed: 2.9,
        turning: 0.0,
        seconds: 1.9,
        stance: 0.62,
        step: 0.75,
        pause: 0.40,
        keys: [
            key(-0.30, 0.00, 0.11, 0.00, 0.06, 0.34),
            key(-0.44, 0.20, 0.07, 0.05, 0.09, 0.24),
            key(-0.12, 0.30, 0.00, 0.07, 0.05, 0.00),
            key(-0.08, 0.20, -0.07, 0.03, 0.03, -0.22),
        ],
    },
    Gait {
        name: "trot",
        speed: 4.6,
        turning: 0.0,
        seconds: 1.4,
        stance: 0.50,
        step: 0.95,
        pause: 0.25,
        keys: [
            key(-0.34, 0.00, 0.15, 0.00, 0.12, 0.50),
            key(-0.52, 0.16, 0.10, 0.06, 0.16, 0.36),
            key(-0.18, 0.22, 0.00, 0.07, 0.12, 0.00),
            key(-0.04, 0.12, -0.10, 0.02, 0.10, -0.34),
        ],
    },
    Gait {
        name: "run",
        speed: 7.2,
        turning: 0.0,
        seconds: 1.05,
        stance: 0.40,
        step: 1.25,
        pause: 0.10,
        keys: [
            key(-0.34, 0.00, 0.20, 0.00, 0.22, 0.75),
            key(-0.56, 0.10, 0.14, 0.07, 0.26, 0.52),
            key(-0.26, 0.14, 0.00, 0.06, 0.22, 0.00),
            key(0.06, 0.06, -0.14, 0.00, 0.18, -0.55),
        ],
    },
    Gait {
        name: "turn",
        speed: 0.0,
        turning: 0.45,
        seconds: 1.9,
        stance: 0.64,
        step: 0.50,
        pause: 0.35,
        keys: [
            key(-0.12, 0.00, -0.06, 0.00, 0.03, 0.08),
            key(-0.20, 0.24, -0.04, 0.04, 0.05, 0.05),
            key(-0.07, 0.34, 0.00, 0.06, 0.03, 0.00),
            key(-0.07, 0.22, 0.04, 0.02, 0.02, -0.05),
        ],
    },
];

/// The mason.
pub(super) const MASON: Machine =
    Machine { name: "mason", bones: &BONES, legs: LEGS, gaits: &GAITS, mass: 60.0 };

/// -1 for parts of the left, 1 for those of the right.
fn side(bone: &Bone) -> f32 {
    if bone.name.starts_with('l') { -1.0 } else { 1.0 }
}

fn hip(body: &mut Body, _: &Bone) {
    body.loft(
        Vec3::ZERO,
        Along::Y,
        &[ring(-0.75, 0.42, 0.40), ring(-0.35, 0.62, 0.62), ring(0.10, 0.78, 0.66), ring(0.40, 0.62, 0.55)],
        Skin::Slate,
    );
    if body.fine {
        body.loft(
            Vec3::new(0.0, -0.25, 0.0),
            Along::X,
            &[ring(-0.98, 0.32, 0.32), ring(0.98, 0.32, 0.32)],
            Skin::Steel,
        );
        body.block([-0.30, -0.70, -0.72], [0.30, 0.05, -0.56], Skin::Stripes);
    }
}

fn torso(body: &mut Body, _: &Bone) {
    body.loft(Vec3::ZERO, Along::Y, &[ring(-0.25, 0.48, 0.44), ring(0.30, 0.55, 0.50)], Skin::Steel);
    body.loft(
        Vec3::ZERO,
        Along::Y,
        &[
            off(0.15, 0.85, 0.70, 0.0, 0.0),
            off(0.80, 1.25, 0.98, 0.0, 0.08),
            off(1.90, 1.42, 1.08, 0.0, 0.04),
            off(2.50, 1.05, 0.78, 0.0, -0.10),
        ],
        Skin::Slate,
    );
    // A pack with two chimneys.
    body.loft(
        Vec3::new(0.0, 1.45, 1.25),
        Along::Y,
        &[ring(-0.85, 0.85, 0.42), ring(0.75, 0.75, 0.34)],
        Skin::Steel,
    );
    for x in [-0.45, 0.45] {
        body.loft(
            Vec3::new(x, 2.20, 1.30),
            Along::Y,
            &[ring(0.0, 0.20, 0.20), ring(1.05, 0.16, 0.16)],
            Skin::Steel,
        );
    }
    if body.fine {
        body.block([-0.95, 0.62, -1.12], [0.95, 0.88, -0.92], Skin::Stripes);
        for x in [-0.95, 0.95] {
            body.block([x - 0.20, 1.50, -1.22], [x + 0.20, 1.80, -1.00], Skin::Lamp);
        }
    }
    // The number on the back of the pack and on the chest reads from where one stands.
    let at = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
    body.decal(
        [at(-0.5, 0.75, 1.685), at(0.5, 0.75, 1.685), at(0.5, 1.65, 1.64), at(-0.5, 1.65, 1.64)],
        Skin::Number,
    );
    body.decal(
        [at(0.45, 1.05, -1.125), at(-0.45, 1.05, -1.125), at(-0.45, 1.85, -1.165), at(0.45, 1.85, -1.165)],
        Skin::Number,
    );
}

fn head(body: &mut Body, _: &Bone) {
    body.loft(
        Vec3::ZERO,
        Along::Y,
        &[ring(-0.15, 0.46, 0.44), off(0.20, 0.55, 0.52, 0.0, 0.04), off(0.60, 0.40, 0.38, 0.0, -0.04)],
        Skin::Slate,
    );
    body.block([-0.38, 0.10, -0.66], [0.38, 0.36, -0.40], Skin::Glass);
}

fn lamp(body: &mut Body, _: &Bone) {
    body.block([-0.14, -0.02, -0.14], [0.14, 0.20, 0.14], Skin::Lamp);
}

fn mast(body: &mut Body, _: &Bone) {
    body.loft(Vec3::ZERO, Along::Y, &[ring(-0.3, 0.06, 0.06), ring(1.9, 0.03, 0.03)], Skin::Steel);
    body.block([-0.10, 1.80, -0.10], [0.10, 1.98, 0.10], Skin::Stripes);
}

fn arm(body: &mut Body, bone: &Bone) {
    let s = side(bone);
    body.loft(
        Vec3::new(s * 0.25, 0.0, 0.0),
        Along::Y,
        &[ring(-0.62, 0.48, 0.58), ring(0.05, 0.62, 0.72), ring(0.55, 0.40, 0.50)],
        Skin::Slate,
    );
    body.loft(
        Vec3::new(s * 0.25, 0.0, 0.0),
        Along::Y,
        &[ring(-1.60, 0.27, 0.29), ring(-0.50, 0.33, 0.35)],
        Skin::Steel,
    );
    if body.fine {
        body.block([s * 0.25 - 0.64, -0.42, -0.30], [s * 0.25 + 0.64, -0.26, 0.30], Skin::Stripes);
    }
}

fn forearm(body: &mut Body) {
    body.loft(
        Vec3::ZERO,
        Along::Y,
        &[ring(-1.30, 0.38, 0.42), ring(-0.70, 0.52, 0.58), ring(0.05, 0.36, 0.38), ring(0.28, 0.24, 0.26)],
        Skin::Slate,
    );
}

/// Three fingers that hold a beam.
fn claw(body: &mut Body, _: &Bone) {
    forearm(body);
    for [x, z] in [[-0.26, -0.26], [0.26, -0.26], [0.0, 0.30]] {
        body.loft(
            Vec3::new(x, 0.0, z),
            Along::Y,
            &[off(-2.05, 0.06, 0.08, -x * 0.6, z * 0.6), ring(-1.70, 0.12, 0.15), ring(-1.25, 0.15, 0.17)],
            Skin::Steel,
        );
    }
}

/// A drill.
fn drill(body: &mut Body, _: &Bone) {
    forearm(body);
    body.loft(
        Vec3::ZERO,
        Along::Y,
        &[ring(-2.60, 0.02, 0.02), ring(-1.75, 0.26, 0.26), ring(-1.25, 0.30, 0.30)],
        Skin::Steel,
    );
    if body.fine {
        body.loft(Vec3::ZERO, Along::Y, &[ring(-1.50, 0.36, 0.36), ring(-1.36, 0.36, 0.36)], Skin::Stripes);
    }
}

fn thigh(body: &mut Body, bone: &Bone) {
    let s = side(bone);
    body.loft(Vec3::ZERO, Along::X, &[ring(-0.42, 0.42, 0.42), ring(0.42, 0.42, 0.42)], Skin::Steel);
    body.loft(
        Vec3::ZERO,
        Along::Y,
        &[
            ring(-2.05, 0.34, 0.36),
            off(-1.20, 0.52, 0.60, s * 0.06, 0.06),
            off(-0.25, 0.46, 0.56, s * 0.08, 0.0),
        ],
        Skin::Slate,
    );
}

fn calf(body: &mut Body, _: &Bone) {
    body.loft(Vec3::ZERO, Along::X, &[ring(-0.46, 0.34, 0.34), ring(0.46, 0.34, 0.34)], Skin::Steel);
    body.loft(
        Vec3::ZERO,
        Along::Y,
        &[ring(-2.05, 0.36, 0.40), off(-1.10, 0.56, 0.62, 0.0, -0.06), off(-0.20, 0.46, 0.52, 0.0, 0.06)],
        Skin::Slate,
    );
    if body.fine {
        // A kneecap, and a ram behind the shin.
        body.loft(
            Vec3::new(0.0, 0.0, -0.42),
            Along::Y,
            &[ring(-0.40, 0.30, 0.14), ring(0.34, 0.26, 0.10)],
            Skin::Stripes,
        );
        body.loft(
            Vec3::new(0.0, 0.0, 0.62),
            Along::Y,
            &[ring(-1.85, 0.10, 0.10), ring(-0.40, 0.10, 0.10)],
            Skin::Steel,
        );
    }
}

fn foot(body: &mut Body, _: &Bone) {
    body.loft(Vec3::ZERO, Along::X, &[ring(-0.40, 0.34, 0.30), ring(0.40, 0.34, 0.30)], Skin::Steel);
    body.loft(
        Vec3::ZERO,
        Along::Y,
        &[
            off(-0.55, 0.62, 1.10, 0.0, 0.30),
            off(-0.28, 0.60, 1.02, 0.0, 0.28),
            off(0.06, 0.40, 0.50, 0.0, 0.08),
        ],
        Skin::Slate,
    );
    if body.fine {
        body.block([-0.50, -0.54, -1.52], [0.50, -0.30, -1.30], Skin::Stripes);
    }
}
