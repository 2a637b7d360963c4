//! The brolga: a light machine on the legs of a bird, its body hung between
//! them, two pods at its sides. Seven metres high.

use super::Machine;
use super::body::{Along, Body, at, off, ring, round};
use super::gait::{Gait, keys};
use super::skeleton::{Bone, Legs};
use super::skins::Skin;
use glam::Vec3;

const LEGS: Legs = Legs {
    hips: 3.98,
    joint: Vec3::new(0.94, 0.05, 0.0),
    lengths: [2.05, 2.20],
    ankle: 0.50,
    track: 0.78,
    sole: [1.25, 0.95],
    chicken: true,
};

fn bones() -> Vec<Bone> {
    let middle = [
        Bone::new("hip", None, [0.0, LEGS.hips, 0.0], hip),
        Bone::new("torso", Some("hip"), [0.0, 0.55, -0.10], torso),
        Bone::new("cab", Some("torso"), [0.0, 0.86, -2.00], cab),
        // What one sees from inside.
        Bone::new("head", Some("cab"), [0.0, 0.20, -0.30], cockpit),
        Bone::new("mast", Some("torso"), [0.30, 1.86, 0.95], mast).small(),
    ];
    let pods = Bone::pair(["larm", "rarm"], ["torso"; 2], [1.16, 1.15, -0.25], [pod; 2]);
    let feet = ["lfoot", "rfoot"];
    let toes = [
        Bone::pair(["ltoe01", "rtoe01"], feet, [-0.20, -0.10, -0.22], [toe; 2]),
        Bone::pair(["ltoe02", "rtoe02"], feet, [0.20, -0.10, -0.22], [toe; 2]),
        Bone::pair(["ltoe03", "rtoe03"], feet, [0.0, -0.10, 0.24], [spur; 2]),
    ];
    [&middle[..], &pods, &LEGS.bones([thigh, calf, foot]), &toes.concat()].concat()
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
        keys: keys([
            [-0.10, 0.00, 0.05, 0.00, 0.00, 0.03],
            [-0.18, 0.26, 0.03, 0.04, 0.05, 0.05],
            [-0.02, 0.38, 0.00, 0.06, 0.02, 0.00],
            [0.00, 0.24, -0.03, 0.02, -0.02, -0.03],
        ]),
    },
    Gait {
        name: "walk",
        speed: 3.6,
        turning: 0.0,
        seconds: 1.5,
        stance: 0.60,
        step: 0.90,
        pause: 0.32,
        keys: keys([
            [-0.12, 0.00, 0.10, 0.00, 0.02, 0.05],
            [-0.28, 0.24, 0.07, 0.06, 0.09, 0.08],
            [-0.02, 0.34, 0.00, 0.08, 0.03, 0.00],
            [0.04, 0.20, -0.07, 0.03, -0.03, -0.05],
        ]),
    },
    Gait {
        name: "trot",
        speed: 6.2,
        turning: 0.0,
        seconds: 1.08,
        stance: 0.50,
        step: 1.10,
        pause: 0.20,
        keys: keys([
            [-0.20, 0.00, 0.13, 0.00, 0.05, 0.06],
            [-0.40, 0.18, 0.09, 0.06, 0.12, 0.10],
            [-0.08, 0.24, 0.00, 0.07, 0.06, 0.00],
            [0.08, 0.12, -0.09, 0.02, 0.00, -0.06],
        ]),
    },
    Gait {
        name: "run",
        speed: 10.0,
        turning: 0.0,
        seconds: 0.80,
        stance: 0.38,
        step: 1.40,
        pause: 0.10,
        keys: keys([
            [-0.26, 0.00, 0.16, 0.00, 0.10, 0.08],
            [-0.50, 0.10, 0.11, 0.06, 0.18, 0.12],
            [-0.16, 0.14, 0.00, 0.05, 0.10, 0.00],
            [0.16, 0.06, -0.11, 0.00, 0.02, -0.08],
        ]),
    },
    Gait {
        name: "turn",
        speed: 0.0,
        turning: 0.75,
        seconds: 1.4,
        stance: 0.62,
        step: 0.55,
        pause: 0.30,
        keys: keys([
            [-0.10, 0.00, -0.06, 0.00, 0.00, 0.02],
            [-0.18, 0.26, -0.04, 0.05, 0.04, 0.03],
            [-0.04, 0.38, 0.00, 0.06, 0.02, 0.00],
            [-0.03, 0.24, 0.04, 0.02, -0.01, -0.02],
        ]),
    },
];

/// The brolga.
pub(super) const BROLGA: Machine =
    Machine { name: "brolga", bones, legs: LEGS, gaits: &GAITS, swing: 0.25, mass: 30.0 };

fn hip(body: &mut Body, _: &Bone) {
    body.drum(at(0.0, 0.05, 0.0), Along::X, [-1.0, 1.0], 0.34, Skin::Steel);
    body.loft(at(0.0, 0.05, 0.0), Along::X, &[ring(-0.56, 0.46, 0.40), ring(0.56, 0.46, 0.40)], Skin::Slate);
    body.loft(Vec3::ZERO, Along::Y, &[ring(-0.50, 0.26, 0.30), ring(-0.30, 0.38, 0.44)], Skin::Slate);
    body.loft(Vec3::ZERO, Along::Y, &[round(0.20, 0.50), round(0.62, 0.62)], Skin::Steel);
}

fn torso(body: &mut Body, _: &Bone) {
    // A hull that is deepest over the legs and ends in a short tail.
    body.loft(
        at(0.0, 0.95, 0.0),
        Along::Z,
        &[
            off(-2.10, 0.56, 0.50, 0.0, -0.05),
            off(-1.30, 0.90, 0.82, 0.0, -0.02),
            off(0.10, 1.02, 0.94, 0.0, 0.04),
            off(1.15, 0.86, 0.74, 0.0, 0.14),
            off(1.95, 0.46, 0.38, 0.0, 0.28),
        ],
        Skin::Ochre,
    );
    // The keel, and the jet.
    body.loft(
        at(0.0, 0.16, 0.0),
        Along::Z,
        &[
            ring(-1.35, 0.44, 0.10),
            ring(-0.90, 0.62, 0.20),
            ring(0.70, 0.62, 0.20),
            off(1.20, 0.40, 0.10, 0.0, 0.10),
        ],
        Skin::Slate,
    );
    body.loft(at(0.0, 1.26, 1.9), Along::Z, &[round(0.0, 0.30), round(0.50, 0.24)], Skin::Steel);
    body.drum(at(0.0, 1.26, 1.9), Along::Z, [0.42, 0.54], 0.19, Skin::Grille);
    if body.fine {
        for side in [-1.0, 1.0] {
            // Fins, and intakes below the shoulders.
            body.loft(
                at(side * 0.58, 1.62, 1.30),
                Along::Y,
                &[ring(0.0, 0.07, 0.58), off(0.95, 0.03, 0.26, side * 0.34, -0.42)],
                Skin::Slate,
            );
            body.outwards(
                at(0.0, 0.78, -1.00),
                side,
                &[ring(0.70, 0.34, 0.26), ring(1.02, 0.26, 0.20)],
                Skin::Slate,
            );
            body.block([side * 0.88 - 0.16, 0.62, -1.36], [side * 0.88 + 0.12, 0.94, -1.26], Skin::Grille);
        }
        body.loft(
            at(0.0, 1.82, 0.05),
            Along::Z,
            &[ring(-0.75, 0.34, 0.10), ring(-0.45, 0.46, 0.20), ring(0.80, 0.40, 0.16)],
            Skin::Slate,
        );
        body.block([-0.34, 1.80, -0.74], [0.34, 1.96, -0.62], Skin::Grille);
        body.block([-0.50, 1.86, 1.02], [0.50, 1.93, 1.42], Skin::Stripes);
    }
    for side in [-1.0_f32, 1.0] {
        let (rear, front) = if side < 0.0 { (0.58, 1.28) } else { (1.28, 0.58) };
        let spot = |y: f32, z: f32| {
            // On the side of the hull, which narrows backwards.
            let share = (z - 0.10) / 1.05;
            at(side * (1.035 - 0.16 * share), y, z)
        };
        body.decal([spot(0.74, rear), spot(0.74, front), spot(1.34, front), spot(1.34, rear)], Skin::Number);
    }
}

/// A beak with windows.
fn cab(body: &mut Body, _: &Bone) {
    body.loft(
        Vec3::ZERO,
        Along::Z,
        &[
            off(-1.60, 0.16, 0.12, 0.0, -0.36),
            off(-1.30, 0.26, 0.20, 0.0, -0.32),
            off(-0.80, 0.44, 0.32, 0.0, -0.20),
            off(0.10, 0.54, 0.46, 0.0, 0.0),
        ],
        Skin::Ochre,
    );
    body.loft(
        at(0.0, 0.20, 0.0),
        Along::Z,
        &[
            off(-1.04, 0.24, 0.06, 0.0, -0.16),
            off(-0.52, 0.38, 0.20, 0.0, 0.02),
            off(0.06, 0.38, 0.26, 0.0, 0.08),
        ],
        Skin::Glass,
    );
    if body.fine {
        // Frames of the windows, lamps, a gun below.
        body.loft(
            at(0.0, 0.20, 0.0),
            Along::Z,
            &[off(-0.55, 0.40, 0.22, 0.0, 0.02), off(-0.45, 0.41, 0.23, 0.0, 0.03)],
            Skin::Slate,
        );
        for x in [-0.34, 0.34] {
            body.lamp(at(x, -0.36, -0.98), 0.09);
        }
        body.drum(at(0.0, -0.56, 0.0), Along::Z, [-1.30, -0.10], 0.11, Skin::Steel);
        body.drum(at(0.0, -0.56, 0.0), Along::Z, [-1.95, -1.30], 0.06, Skin::Steel);
        body.drum(at(0.0, -0.56, 0.0), Along::Z, [-2.08, -1.90], 0.08, Skin::Grille);
    }
}

/// The panel below the window and its middle frame, from inside.
fn cockpit(body: &mut Body, _: &Bone) {
    body.block([-0.26, -0.20, -0.30], [0.26, -0.04, -0.16], Skin::Steel);
    body.block([-0.02, -0.08, -0.30], [0.02, 0.12, -0.26], Skin::Steel);
}

/// A box of tubes at the end of an axle.
fn pod(body: &mut Body, bone: &Bone) {
    let side = bone.side();
    body.drum(at(side * 0.10, 0.0, 0.0), Along::X, [-0.40, 0.40], 0.26, Skin::Steel);
    let middle = at(side * 0.72, 0.05, 0.0);
    body.loft(
        middle,
        Along::Z,
        &[ring(-1.30, 0.46, 0.48), ring(-1.12, 0.50, 0.54), ring(0.70, 0.50, 0.54), ring(1.05, 0.30, 0.34)],
        Skin::Slate,
    );
    body.block([middle.x - 0.40, -0.38, -1.34], [middle.x + 0.40, 0.48, -1.28], Skin::Grille);
    for (x, y) in [(-0.20, -0.20), (0.20, -0.20), (-0.20, 0.20), (0.20, 0.20)] {
        if body.fine {
            body.drum(middle + at(x, y, 0.0), Along::Z, [-1.44, -1.26], 0.17, Skin::Steel);
            body.drum(middle + at(x, y, 0.0), Along::Z, [-1.46, -1.30], 0.11, Skin::Ochre);
        }
    }
    let (rear, front) = if side < 0.0 { (0.02, 0.66) } else { (0.66, 0.02) };
    let spot = |y: f32, z: f32| at(middle.x + side * 0.51, y, z);
    body.decal([spot(-0.27, rear), spot(-0.27, front), spot(0.37, front), spot(0.37, rear)], Skin::Number);
    if body.fine {
        body.block([middle.x - 0.52, 0.30, -0.62], [middle.x + 0.52, 0.44, -0.30], Skin::Stripes);
        body.loft(
            middle + at(0.0, 0.52, 0.20),
            Along::Z,
            &[ring(-0.60, 0.34, 0.06), ring(0.40, 0.34, 0.09), ring(0.60, 0.20, 0.04)],
            Skin::Ochre,
        );
    }
}

fn mast(body: &mut Body, _: &Bone) {
    body.loft(Vec3::ZERO, Along::Y, &[round(-0.3, 0.05), off(1.1, 0.02, 0.02, 0.0, -0.25)], Skin::Steel);
}

fn thigh(body: &mut Body, bone: &Bone) {
    body.axle(0.36, 0.46);
    body.loft(
        Vec3::ZERO,
        Along::Y,
        &[
            ring(-2.00, 0.22, 0.26),
            ring(-1.60, 0.26, 0.32),
            off(-0.95, 0.36, 0.48, 0.0, -0.04),
            ring(-0.20, 0.36, 0.50),
            ring(0.22, 0.28, 0.38),
        ],
        Skin::Ochre,
    );
    if body.fine {
        body.outwards(
            at(0.0, -0.62, 0.0),
            bone.side(),
            &[ring(0.32, 0.40, 0.60), ring(0.44, 0.38, 0.58), ring(0.50, 0.26, 0.44)],
            Skin::Slate,
        );
        body.drum(at(0.0, 0.0, -0.44), Along::Y, [-1.62, -0.55], 0.09, Skin::Steel);
    }
}

fn calf(body: &mut Body, _: &Bone) {
    body.axle(0.38, 0.30);
    body.loft(
        Vec3::ZERO,
        Along::Y,
        &[
            ring(-2.12, 0.17, 0.19),
            ring(-1.50, 0.22, 0.26),
            off(-0.60, 0.28, 0.38, 0.0, 0.02),
            ring(-0.02, 0.26, 0.30),
        ],
        Skin::Slate,
    );
    if body.fine {
        body.loft(
            at(0.0, 0.0, -0.34),
            Along::Y,
            &[
                ring(-1.45, 0.18, 0.08),
                ring(-1.20, 0.24, 0.12),
                ring(-0.35, 0.28, 0.12),
                ring(-0.22, 0.20, 0.06),
            ],
            Skin::Ochre,
        );
        body.block([-0.25, -1.70, -0.28], [0.25, -1.56, 0.28], Skin::Stripes);
        body.drum(at(0.0, 0.0, 0.36), Along::Y, [-1.80, -0.40], 0.08, Skin::Steel);
    }
}

fn foot(body: &mut Body, _: &Bone) {
    body.axle(0.30, 0.26);
    body.loft(
        Vec3::ZERO,
        Along::Y,
        &[ring(-0.50, 0.46, 0.42), ring(-0.24, 0.42, 0.38), ring(0.10, 0.22, 0.22)],
        Skin::Slate,
    );
}

fn toe(body: &mut Body, bone: &Bone) {
    let out = if bone.joint.x < 0.0 { -1.0 } else { 1.0 };
    body.loft(
        Vec3::ZERO,
        Along::Z,
        &[
            off(-1.20, 0.06, 0.04, out * 0.44, -0.36),
            off(-0.95, 0.15, 0.10, out * 0.36, -0.30),
            off(-0.50, 0.20, 0.15, out * 0.20, -0.22),
            off(0.08, 0.22, 0.18, 0.0, -0.12),
        ],
        Skin::Steel,
    );
    if body.fine {
        body.loft(
            Vec3::ZERO,
            Along::Z,
            &[
                off(-0.78, 0.14, 0.05, out * 0.29, -0.14),
                off(-0.55, 0.18, 0.07, out * 0.22, -0.08),
                off(-0.10, 0.18, 0.07, out * 0.06, 0.02),
            ],
            Skin::Ochre,
        );
    }
}

fn spur(body: &mut Body, _: &Bone) {
    body.loft(
        Vec3::ZERO,
        Along::Z,
        &[
            off(-0.08, 0.22, 0.18, 0.0, -0.12),
            off(0.40, 0.16, 0.13, 0.0, -0.23),
            off(0.85, 0.06, 0.04, 0.0, -0.36),
        ],
        Skin::Steel,
    );
}
