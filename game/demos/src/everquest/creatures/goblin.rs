//! The ember goblin: its bones, and the skins over them. It looks to +x, its left
//! hand is at +y, and it stands three units below its origin. Source:
//! `docs/spec/everquest/zone-install.md`, "10. Characters".

use super::body::{Hide, ring};
use glam::{Vec2, Vec3};

/// A bone: its name behind the code, its parent, and where it is at rest.
pub(super) struct Joint {
    pub name: &'static str,
    pub parent: Option<usize>,
    pub place: Vec3,
}

const fn joint(name: &'static str, parent: Option<usize>, place: [f32; 3]) -> Joint {
    Joint { name, parent, place: Vec3::from_array(place) }
}

/// Numbers of bones in [`JOINTS`].
pub(super) const ROOT: usize = 0;
pub(super) const CHEST: usize = 1;
pub(super) const NECK: usize = 2;
pub(super) const HEAD: usize = 3;
pub(super) const UPPER_ARM: [usize; 2] = [5, 10];
pub(super) const FOREARM: [usize; 2] = [6, 11];
pub(super) const HAND: [usize; 2] = [7, 12];
pub(super) const THIGH: [usize; 2] = [14, 17];
pub(super) const SHIN: [usize; 2] = [15, 18];
pub(super) const FOOT: [usize; 2] = [16, 19];

/// All bones, parents before children; left before right.
pub(super) const JOINTS: [Joint; 20] = [
    joint("", None, [0.0, 0.0, -1.2]),
    joint("CH", Some(0), [0.0, 0.0, -0.75]),
    joint("NE", Some(1), [0.06, 0.0, 0.42]),
    joint("HE", Some(2), [0.16, 0.0, 0.56]),
    joint("HEAD_POINT", Some(3), [0.16, 0.0, 1.5]),
    joint("UAL", Some(1), [0.0, 0.66, 0.22]),
    joint("FAL", Some(5), [-0.02, 0.86, -0.50]),
    joint("HNL", Some(6), [0.02, 0.92, -1.16]),
    joint("L_POINT", Some(7), [0.10, 0.93, -1.36]),
    joint("SHIELD_POINT", Some(6), [0.0, 1.02, -0.85]),
    joint("UAR", Some(1), [0.0, -0.66, 0.22]),
    joint("FAR", Some(10), [-0.02, -0.86, -0.50]),
    joint("HNR", Some(11), [0.02, -0.92, -1.16]),
    joint("R_POINT", Some(12), [0.10, -0.93, -1.36]),
    joint("LGL", Some(0), [0.0, 0.32, -1.32]),
    joint("CAL", Some(14), [0.05, 0.40, -2.06]),
    joint("FTL", Some(15), [-0.04, 0.42, -2.74]),
    joint("LGR", Some(0), [0.0, -0.32, -1.32]),
    joint("CAR", Some(17), [0.05, -0.40, -2.06]),
    joint("FTR", Some(18), [-0.04, -0.42, -2.74]),
];

/// Where the ground is.
pub(super) const GROUND: f32 = -3.0;

/// Parts in the names of materials, by their numbers in meshes.
pub(super) const PARTS: [&str; 8] =
    ["HE0001", "HE0002", "CH0001", "UA0001", "FA0001", "HN0001", "LG0001", "FT0001"];
const FACE: usize = 0;
const IRON: usize = 1;
const TRUNK: usize = 2;
const ARM: usize = 3;
const LOWER_ARM: usize = 4;
const PALM: usize = 5;
const LEG: usize = 6;
const SOLE: usize = 7;

/// The body without its head.
pub(super) fn body() -> Hide {
    let mut hide = Hide::default();
    hide.tube(
        &[
            ring([0.0, 0.0, -1.62], [0.20, 0.30], ROOT),
            ring([0.0, 0.0, -1.36], [0.40, 0.54], ROOT),
            ring([0.03, 0.0, -1.02], [0.47, 0.56], ROOT),
            ring([0.05, 0.0, -0.66], [0.48, 0.52], CHEST),
            ring([0.02, 0.0, -0.22], [0.45, 0.58], CHEST),
            ring([-0.03, 0.0, 0.12], [0.40, 0.66], CHEST),
            ring([-0.03, 0.0, 0.34], [0.27, 0.46], CHEST),
            ring([0.04, 0.0, 0.48], [0.18, 0.20], NECK),
            ring([0.12, 0.0, 0.66], [0.17, 0.18], HEAD),
        ],
        10,
        TRUNK,
    );
    // A skirt of leather in front and behind.
    for (way, wide) in [(1.0f32, 0.34f32), (-1.0, 0.36)] {
        let at = |across: f32, up: f32, out: f32| Vec3::new(way * out, across, up);
        let [low, high] = [0.02, 0.24];
        hide.fin(
            &[
                (at(-wide, -1.14, 0.49), Vec2::new(0.3, high)),
                (at(wide, -1.14, 0.49), Vec2::new(0.7, high)),
                (at(wide * 0.8, -2.0, 0.56), Vec2::new(0.66, low)),
                (at(0.0, -2.16, 0.58), Vec2::new(0.5, 0.0)),
                (at(-wide * 0.8, -2.0, 0.56), Vec2::new(0.34, low)),
            ],
            ROOT,
            TRUNK,
        );
    }
    for side in 0..2 {
        let to = |x: f32, y: f32, z: f32| [x, if side == 0 { y } else { -y }, z];
        let [upper, fore, hand] = [UPPER_ARM[side], FOREARM[side], HAND[side]];
        hide.tube(
            &[
                ring(to(-0.03, 0.88, -0.56), [0.17, 0.16], fore),
                ring(to(-0.02, 0.85, -0.40), [0.19, 0.18], upper),
                ring(to(0.0, 0.76, -0.08), [0.23, 0.21], upper),
                ring(to(0.0, 0.68, 0.20), [0.25, 0.22], upper),
                ring(to(0.0, 0.56, 0.36), [0.17, 0.16], CHEST),
            ],
            8,
            ARM,
        );
        hide.tube(
            &[
                ring(to(0.02, 0.92, -1.18), [0.13, 0.12], hand),
                ring(to(0.01, 0.91, -1.06), [0.15, 0.14], fore),
                ring(to(-0.01, 0.89, -0.78), [0.21, 0.19], fore),
                ring(to(-0.02, 0.87, -0.52), [0.19, 0.18], fore),
                ring(to(-0.02, 0.86, -0.40), [0.16, 0.15], upper),
            ],
            8,
            LOWER_ARM,
        );
        hide.tube(
            &[
                ring(to(0.10, 0.93, -1.56), [0.12, 0.08], hand),
                ring(to(0.08, 0.93, -1.40), [0.19, 0.13], hand),
                ring(to(0.04, 0.92, -1.22), [0.16, 0.12], hand),
                ring(to(0.02, 0.92, -1.10), [0.11, 0.10], hand),
            ],
            7,
            PALM,
        );
        hide.tube(
            &[
                ring(to(0.27, 0.90, -1.46), [0.05, 0.05], hand),
                ring(to(0.18, 0.90, -1.30), [0.07, 0.07], hand),
                ring(to(0.08, 0.91, -1.20), [0.06, 0.06], hand),
            ],
            5,
            PALM,
        );
        let [thigh, shin, foot] = [THIGH[side], SHIN[side], FOOT[side]];
        hide.tube(
            &[
                ring(to(-0.04, 0.42, -2.78), [0.17, 0.16], foot),
                ring(to(-0.04, 0.42, -2.62), [0.17, 0.16], shin),
                ring(to(-0.03, 0.41, -2.34), [0.23, 0.20], shin),
                ring(to(0.05, 0.40, -2.08), [0.23, 0.21], shin),
                ring(to(0.05, 0.39, -1.96), [0.24, 0.22], thigh),
                ring(to(0.02, 0.35, -1.60), [0.31, 0.28], thigh),
                ring(to(0.0, 0.31, -1.30), [0.32, 0.28], thigh),
                ring(to(0.0, 0.27, -1.10), [0.22, 0.20], ROOT),
            ],
            8,
            LEG,
        );
        // Feet larger than one would think, with their soles on the ground.
        hide.tube(
            &[
                ring(to(-0.24, 0.43, -2.86), [0.13, 0.14], foot),
                ring(to(-0.06, 0.43, -2.80), [0.20, 0.19], foot),
                ring(to(0.24, 0.46, -2.86), [0.14, 0.24], foot),
                ring(to(0.50, 0.48, -2.91), [0.085, 0.25], foot),
                ring(to(0.62, 0.49, -2.935), [0.06, 0.20], foot),
            ],
            8,
            SOLE,
        );
    }
    hide
}

/// A head: bare with ears, or under a cap of iron.
pub(super) fn head(number: u32) -> Hide {
    let mut hide = Hide::default();
    let at = |x: f32, z: f32| [0.16 + x, 0.0, 0.56 + z];
    hide.tube(
        &[
            ring(at(0.02, -0.06), [0.20, 0.20], HEAD),
            ring(at(0.10, 0.08), [0.34, 0.31], HEAD),
            ring(at(0.08, 0.28), [0.39, 0.40], HEAD),
            ring(at(0.03, 0.50), [0.40, 0.43], HEAD),
            ring(at(-0.02, 0.70), [0.35, 0.37], HEAD),
            ring(at(-0.05, 0.84), [0.20, 0.21], HEAD),
        ],
        12,
        FACE,
    );
    // The nose.
    hide.tube(
        &[
            ring([0.80, 0.0, 0.80], [0.05, 0.05], HEAD),
            ring([0.68, 0.0, 0.88], [0.09, 0.09], HEAD),
            ring([0.54, 0.0, 1.02], [0.06, 0.07], HEAD),
        ],
        6,
        FACE,
    );
    for side in [-1.0f32, 1.0] {
        // Ears, and teeth that stand up from the lower jaw.
        let point = |x: f32, y: f32, z: f32| Vec3::new(x, y * side, z);
        hide.fin(
            &[
                (point(0.26, 0.36, 0.90), Vec2::new(0.12, 0.40)),
                (point(0.18, 0.37, 1.16), Vec2::new(0.12, 0.70)),
                (point(-0.10, 1.02, 1.36), Vec2::new(0.02, 0.66)),
                (point(0.06, 0.66, 0.98), Vec2::new(0.06, 0.44)),
            ],
            HEAD,
            FACE,
        );
        hide.fin(
            &[
                (point(0.60, 0.12, 0.66), Vec2::new(0.97, 0.03)),
                (point(0.58, 0.18, 0.66), Vec2::new(0.99, 0.03)),
                (point(0.60, 0.16, 0.80), Vec2::new(0.98, 0.08)),
            ],
            HEAD,
            FACE,
        );
    }
    if number == 1 {
        hide.tube(
            &[
                ring(at(0.03, 0.50), [0.46, 0.49], HEAD),
                ring(at(0.01, 0.60), [0.45, 0.48], HEAD),
                ring(at(-0.02, 0.78), [0.36, 0.38], HEAD),
                ring(at(-0.05, 0.92), [0.18, 0.19], HEAD),
                ring(at(-0.06, 1.12), [0.05, 0.05], HEAD),
            ],
            10,
            IRON,
        );
        hide.block([0.52, -0.05, 0.86], [0.66, 0.05, 1.16], HEAD, IRON);
    }
    hide
}
