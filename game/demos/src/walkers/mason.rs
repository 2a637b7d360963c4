//! The mason: a heavy machine that walks upright, with a claw for beams and an
//! arm that drills. Nine metres high.

use super::Machine;
use super::body::{Along, Body, at, off, ring, round};
use super::gait::{Gait, keys};
use super::skeleton::{Bone, Legs};
use super::skins::Skin;
use glam::Vec3;

const LEGS: Legs = Legs {
    hips: 4.95,
    joint: Vec3::new(0.95, -0.25, 0.0),
    lengths: [2.15, 2.15],
    ankle: 0.55,
    track: 0.86,
    sole: [1.50, 0.90],
    chicken: false,
};

/// From the shoulder's joint to the middle of the arm.
const ARM: f32 = 0.42;

fn bones() -> Vec<Bone> {
    let middle = [
        Bone::new("hip", None, [0.0, LEGS.hips, 0.0], hip),
        Bone::new("torso", Some("hip"), [0.0, 0.50, 0.0], torso),
        Bone::new("cab", Some("torso"), [0.0, 2.55, -0.25], cab),
        // What one sees from inside.
        Bone::new("head", Some("cab"), [0.0, 0.20, 0.0], cockpit),
        Bone::new("mast", Some("torso"), [-0.62, 2.20, 1.30], mast).small(),
    ];
    let arms = Bone::pair(["larm", "rarm"], ["torso"; 2], [1.62, 2.00, 0.0], [arm; 2]);
    let hands = Bone::pair(["lhand", "rhand"], ["larm", "rarm"], [0.0, -1.55, 0.0], [claw, drill]);
    let hands = hands.map(|hand| Bone { joint: hand.joint + Vec3::X * (ARM * hand.side()), ..hand });
    [&middle[..], &arms, &hands, &LEGS.bones([thigh, calf, foot])].concat()
}

const GAITS: [Gait; 5] = [
    Gait {
        name: "step",
        speed: 1.3,
        turning: 0.0,
        seconds: 2.1,
        stance: 0.64,
        step: 0.50,
        pause: 0.35,
        keys: keys([
            [-0.10, 0.00, 0.05, 0.00, 0.02, 0.12],
            [-0.18, 0.24, 0.03, 0.03, 0.04, 0.08],
            [-0.04, 0.36, 0.00, 0.05, 0.02, 0.00],
            [-0.04, 0.22, -0.03, 0.02, 0.01, -0.08],
        ]),
    },
    Gait {
        name: "walk",
        speed: 2.5,
        turning: 0.0,
        seconds: 1.75,
        stance: 0.62,
        step: 0.70,
        pause: 0.40,
        keys: keys([
            [-0.20, 0.00, 0.11, 0.00, 0.04, 0.34],
            [-0.32, 0.24, 0.07, 0.05, 0.07, 0.24],
            [-0.04, 0.34, 0.00, 0.07, 0.04, 0.00],
            [-0.06, 0.20, -0.07, 0.03, 0.02, -0.22],
        ]),
    },
    Gait {
        name: "trot",
        speed: 4.2,
        turning: 0.0,
        seconds: 1.35,
        stance: 0.50,
        step: 0.85,
        pause: 0.25,
        keys: keys([
            [-0.28, 0.00, 0.15, 0.00, 0.10, 0.50],
            [-0.46, 0.18, 0.10, 0.06, 0.14, 0.36],
            [-0.12, 0.24, 0.00, 0.07, 0.10, 0.00],
            [0.02, 0.12, -0.10, 0.02, 0.08, -0.34],
        ]),
    },
    Gait {
        name: "run",
        speed: 7.0,
        turning: 0.0,
        seconds: 1.05,
        stance: 0.35,
        step: 1.15,
        pause: 0.10,
        keys: keys([
            [-0.22, 0.00, 0.20, 0.00, 0.18, 0.75],
            [-0.50, 0.10, 0.14, 0.07, 0.24, 0.52],
            [-0.26, 0.14, 0.00, 0.06, 0.20, 0.00],
            [-0.08, 0.06, -0.14, 0.00, 0.16, -0.55],
        ]),
    },
    Gait {
        name: "turn",
        speed: 0.0,
        turning: 0.45,
        seconds: 1.9,
        stance: 0.64,
        step: 0.50,
        pause: 0.35,
        keys: keys([
            [-0.10, 0.00, -0.06, 0.00, 0.02, 0.08],
            [-0.18, 0.26, -0.04, 0.04, 0.04, 0.05],
            [-0.04, 0.36, 0.00, 0.06, 0.02, 0.00],
            [-0.05, 0.24, 0.04, 0.02, 0.01, -0.05],
        ]),
    },
];

/// The mason.
pub(super) const MASON: Machine =
    Machine { name: "mason", bones, legs: LEGS, gaits: &GAITS, swing: 1.0, mass: 60.0 };

fn hip(body: &mut Body, _: &Bone) {
    body.drum(at(0.0, -0.25, 0.0), Along::X, [-1.02, 1.02], 0.36, Skin::Steel);
    body.loft(
        Vec3::ZERO,
        Along::Y,
        &[ring(-0.62, 0.34, 0.40), ring(-0.18, 0.52, 0.62), ring(0.24, 0.70, 0.68), ring(0.44, 0.56, 0.54)],
        Skin::Slate,
    );
    if body.fine {
        // Aprons in front and behind, between the thighs.
        for (z, forwards) in [(-0.66, 1.0), (0.66, -1.0)] {
            body.loft(
                at(0.0, 0.0, z),
                Along::Y,
                &[off(-0.82, 0.20, 0.06, 0.0, forwards * 0.06), off(0.20, 0.38, 0.09, 0.0, 0.0)],
                if z < 0.0 { Skin::Ochre } else { Skin::Slate },
            );
        }
        body.block([-0.27, -0.62, -0.83], [0.27, -0.40, -0.70], Skin::Stripes);
    }
}

fn torso(body: &mut Body, _: &Bone) {
    body.loft(Vec3::ZERO, Along::Y, &[round(-0.30, 0.50), round(0.30, 0.58)], Skin::Steel);
    body.loft(
        Vec3::ZERO,
        Along::Y,
        &[
            off(0.12, 0.78, 0.66, 0.0, 0.0),
            off(0.60, 1.10, 0.92, 0.0, 0.02),
            off(1.35, 1.34, 1.06, 0.0, 0.04),
            off(2.05, 1.36, 1.04, 0.0, 0.0),
            off(2.45, 1.02, 0.76, 0.0, 0.0),
        ],
        Skin::Slate,
    );
    // The breastplate, and the axle of the shoulders.
    body.loft(
        at(0.0, 1.42, 0.0),
        Along::Z,
        &[ring(-1.32, 0.66, 0.46), ring(-1.18, 0.84, 0.60), ring(-0.70, 0.90, 0.62)],
        Skin::Slate,
    );
    body.drum(at(0.0, 2.00, 0.0), Along::X, [-1.62, 1.62], 0.34, Skin::Steel);
    body.loft(at(0.0, 2.40, -0.22), Along::Y, &[round(0.0, 0.70), round(0.16, 0.62)], Skin::Steel);
    // A pack with two chimneys.
    body.loft(
        at(0.0, 0.0, 1.28),
        Along::Y,
        &[ring(0.55, 0.72, 0.34), ring(0.85, 0.88, 0.46), ring(2.05, 0.86, 0.44), ring(2.35, 0.66, 0.30)],
        Skin::Ochre,
    );
    if body.fine {
        for x in [-0.62, 0.62] {
            let base = at(x, 2.10, 1.40);
            body.drum(base, Along::Y, [0.0, 0.95], 0.16, Skin::Steel);
            body.loft(base, Along::Y, &[round(0.80, 0.19), round(1.05, 0.22)], Skin::Grille);
        }
        body.block([-0.60, 0.72, -1.05], [0.60, 0.92, -0.86], Skin::Stripes);
        for side in [-1.0, 1.0] {
            body.outwards(
                at(0.0, 1.10, 0.10),
                side,
                &[ring(1.10, 0.44, 0.30), ring(1.36, 0.40, 0.26)],
                Skin::Grille,
            );
            body.lamp(at(side * 1.02, 2.02, -1.16), 0.15);
            body.lamp(at(side * 1.02, 1.66, -1.20), 0.11);
        }
        body.block([-0.56, 0.95, 1.70], [0.56, 1.08, 1.79], Skin::Grille);
    }
    body.decal(
        [at(0.40, 1.10, -1.33), at(-0.40, 1.10, -1.33), at(-0.40, 1.76, -1.33), at(0.40, 1.76, -1.33)],
        Skin::Number,
    );
    body.decal(
        [at(-0.46, 1.18, 1.745), at(0.46, 1.18, 1.745), at(0.46, 1.94, 1.735), at(-0.46, 1.94, 1.735)],
        Skin::Number,
    );
}

fn cab(body: &mut Body, _: &Bone) {
    body.loft(
        Vec3::ZERO,
        Along::Y,
        &[
            ring(-0.12, 0.46, 0.46),
            off(0.14, 0.56, 0.56, 0.0, 0.04),
            off(0.50, 0.54, 0.52, 0.0, 0.0),
            off(0.76, 0.36, 0.36, 0.0, -0.06),
        ],
        Skin::Ochre,
    );
    body.loft(
        at(0.0, 0.31, -0.36),
        Along::Z,
        &[ring(-0.28, 0.44, 0.13), ring(0.10, 0.52, 0.17)],
        Skin::Glass,
    );
    if body.fine {
        // A visor over the window, cheeks below, a lamp on top.
        body.loft(
            at(0.0, 0.54, -0.40),
            Along::Z,
            &[ring(-0.40, 0.44, 0.04), ring(0.20, 0.55, 0.07)],
            Skin::Slate,
        );
        body.loft(
            at(0.0, 0.06, -0.44),
            Along::Z,
            &[ring(-0.22, 0.20, 0.06), ring(0.12, 0.34, 0.12)],
            Skin::Grille,
        );
        body.lamp(at(-0.22, 0.82, -0.20), 0.10);
        body.lamp(at(0.22, 0.82, -0.20), 0.10);
    }
}

/// The frame of the window and the panel below, from inside.
fn cockpit(body: &mut Body, _: &Bone) {
    body.block([-0.40, -0.20, -0.46], [0.40, -0.02, -0.20], Skin::Steel);
    body.block([-0.03, -0.02, -0.46], [0.03, 0.26, -0.42], Skin::Steel);
}

fn mast(body: &mut Body, _: &Bone) {
    body.loft(Vec3::ZERO, Along::Y, &[round(-0.3, 0.06), round(1.55, 0.025)], Skin::Steel);
    body.block([-0.08, 1.50, -0.08], [0.08, 1.64, 0.08], Skin::Stripes);
}

fn arm(body: &mut Body, bone: &Bone) {
    let side = bone.side();
    let middle = at(side * ARM, 0.0, 0.0);
    body.drum(Vec3::ZERO, Along::X, [-0.40, 0.40], 0.30, Skin::Steel);
    // The pauldron.
    body.outwards(
        Vec3::ZERO,
        side,
        &[
            off(-0.06, 0.56, 0.48, 0.0, 0.10),
            off(0.16, 0.74, 0.62, 0.0, 0.12),
            off(0.66, 0.68, 0.54, 0.0, 0.10),
            off(0.92, 0.44, 0.34, 0.0, 0.06),
        ],
        Skin::Ochre,
    );
    body.loft(middle, Along::Y, &[ring(-1.55, 0.27, 0.30), ring(-0.35, 0.36, 0.40)], Skin::Steel);
    if body.fine {
        body.loft(middle, Along::Y, &[ring(-1.18, 0.36, 0.40), ring(-0.62, 0.42, 0.47)], Skin::Slate);
        body.block([middle.x - 0.30, -0.40, -0.71], [middle.x + 0.30, -0.22, -0.48], Skin::Stripes);
    }
}

fn forearm(body: &mut Body) {
    body.axle(0.40, 0.32);
    body.loft(
        Vec3::ZERO,
        Along::Y,
        &[
            ring(-1.42, 0.38, 0.42),
            ring(-1.05, 0.54, 0.60),
            ring(-0.50, 0.56, 0.64),
            ring(-0.05, 0.42, 0.46),
            ring(0.14, 0.28, 0.30),
        ],
        Skin::Slate,
    );
    if body.fine {
        body.block([-0.22, -1.10, 0.48], [0.22, -0.40, 0.74], Skin::Grille);
    }
}

/// Three fingers that hold a beam.
fn claw(body: &mut Body, _: &Bone) {
    forearm(body);
    body.drum(Vec3::ZERO, Along::Y, [-1.62, -1.36], 0.34, Skin::Steel);
    for [x, z] in [[-0.30, -0.20], [0.30, -0.20], [0.0, 0.34]] {
        body.loft(
            at(x, 0.0, z),
            Along::Y,
            &[
                off(-2.30, 0.05, 0.06, -x * 0.7, z * 0.7),
                off(-1.98, 0.12, 0.14, x * 0.5, -z * 0.5),
                ring(-1.52, 0.14, 0.16),
            ],
            Skin::Ochre,
        );
    }
}

/// A drill, its thread in steps.
fn drill(body: &mut Body, _: &Bone) {
    forearm(body);
    body.drum(Vec3::ZERO, Along::Y, [-1.66, -1.36], 0.36, Skin::Stripes);
    let steps: &[_] = if body.fine {
        &[
            round(-2.75, 0.02),
            round(-2.46, 0.16),
            round(-2.42, 0.10),
            round(-2.20, 0.23),
            round(-2.16, 0.16),
            round(-1.94, 0.29),
            round(-1.90, 0.22),
            round(-1.64, 0.32),
        ]
    } else {
        &[round(-2.75, 0.02), round(-1.64, 0.32)]
    };
    body.loft(Vec3::ZERO, Along::Y, steps, Skin::Steel);
}

fn thigh(body: &mut Body, bone: &Bone) {
    body.axle(0.46, 0.42);
    body.loft(
        Vec3::ZERO,
        Along::Y,
        &[
            ring(-2.00, 0.32, 0.36),
            ring(-1.62, 0.44, 0.50),
            off(-0.85, 0.52, 0.62, 0.0, 0.02),
            ring(-0.20, 0.46, 0.54),
            ring(0.16, 0.32, 0.38),
        ],
        Skin::Slate,
    );
    if body.fine {
        body.outwards(
            at(0.0, -0.86, -0.02),
            bone.side(),
            &[ring(0.46, 0.46, 0.56), ring(0.58, 0.44, 0.54), ring(0.66, 0.32, 0.42)],
            Skin::Ochre,
        );
    }
}

fn calf(body: &mut Body, _: &Bone) {
    body.axle(0.50, 0.36);
    body.loft(
        Vec3::ZERO,
        Along::Y,
        &[
            ring(-2.05, 0.34, 0.38),
            ring(-1.80, 0.46, 0.52),
            off(-1.05, 0.58, 0.68, 0.0, -0.08),
            off(-0.42, 0.50, 0.58, 0.0, -0.04),
            ring(-0.02, 0.36, 0.40),
        ],
        Skin::Slate,
    );
    if body.fine {
        // A kneecap, a guard before the shin, a ram behind it.
        body.loft(
            at(0.0, 0.02, -0.30),
            Along::Z,
            &[ring(-0.36, 0.18, 0.24), ring(-0.20, 0.30, 0.36), ring(0.05, 0.32, 0.38)],
            Skin::Ochre,
        );
        body.loft(
            at(0.0, 0.0, -0.56),
            Along::Y,
            &[
                ring(-1.78, 0.28, 0.10),
                ring(-1.50, 0.36, 0.14),
                ring(-0.56, 0.40, 0.14),
                ring(-0.46, 0.30, 0.08),
            ],
            Skin::Ochre,
        );
        body.block([-0.30, -1.66, -0.74], [0.30, -1.50, -0.62], Skin::Stripes);
        body.drum(at(0.0, 0.0, 0.68), Along::Y, [-1.90, -0.62], 0.12, Skin::Steel);
    }
}

fn foot(body: &mut Body, _: &Bone) {
    body.axle(0.42, 0.32);
    body.loft(
        Vec3::ZERO,
        Along::Y,
        &[
            off(-0.55, 0.68, 1.00, 0.0, 0.12),
            off(-0.38, 0.66, 0.96, 0.0, 0.12),
            off(-0.16, 0.50, 0.72, 0.0, 0.06),
            off(0.12, 0.34, 0.42, 0.0, 0.02),
        ],
        Skin::Slate,
    );
    // Two toes.
    for x in [-0.35, 0.35] {
        body.loft(
            at(x, -0.55, 0.0),
            Along::Z,
            &[
                off(-1.50, 0.22, 0.09, 0.0, 0.09),
                off(-1.30, 0.29, 0.15, 0.0, 0.15),
                off(-0.80, 0.31, 0.22, 0.0, 0.22),
            ],
            Skin::Ochre,
        );
    }
    if body.fine {
        body.block([-0.60, -0.50, 0.84], [0.60, -0.32, 0.93], Skin::Stripes);
    }
}
