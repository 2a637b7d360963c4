//! The heath fox: a fox on long legs, with a mane, that carries a blade across its mouth.
//!
//! | file | holds |
//! |---|---|
//! | `body.rs` | its shape |
//! | `motion.rs` | what it does |

mod body;
pub(super) mod motion;

pub(super) use body::windows;

use super::kit::{Kit, Layer};
use super::rig::{Joint, joint};
use binary::Result;
use motion::{ATTACK, BITE, RUN, STAND, STAND_AGAIN, WALK};
use warcraft::m2::{Camera, Model, Track, blend, render_flags, texture_kind};

/// Where its files are.
pub(super) const FOLDER: &str = "Creature\\Heathfox";
/// Its name.
pub(super) const NAME: &str = "Heathfox";
/// Skins: what the hide and the mane are called.
pub(super) const SKINS: [[&str; 2]; 3] = [
    ["HeathfoxRusset", "HeathfoxManeBlack"],
    ["HeathfoxAsh", "HeathfoxManeBlack"],
    ["HeathfoxSnow", "HeathfoxManeSilver"],
];

/// Numbers of bones in [`JOINTS`].
const ROOT: usize = 0;
const HIPS: usize = 1;
const SPINE: usize = 2;
const CHEST: usize = 3;
const NECK: usize = 4;
const HEAD: usize = 5;
const JAW: usize = 6;
const EARS: [usize; 2] = [7, 8];
const TAIL: [usize; 4] = [9, 10, 11, 12];
const BREATH: usize = 25;
const TITLE: usize = 26;

/// A leg: three bones and what they hang from.
#[derive(Clone, Copy, Debug)]
struct Leg {
    parent: usize,
    bones: [usize; 3],
    /// 1 for a knee, which bends forwards, -1 for an elbow.
    bend: f32,
    /// Where the toes are at rest.
    toe: [f32; 3],
}

const fn leg(parent: usize, first: usize, bend: f32, toe: [f32; 3]) -> Leg {
    Leg { parent, bones: [first, first + 1, first + 2], bend, toe }
}

/// Front left, front right, hind left, hind right.
const LEGS: [Leg; 4] = [
    leg(CHEST, 13, -1.0, [0.33, 0.14, 0.0]),
    leg(CHEST, 16, -1.0, [0.33, -0.14, 0.0]),
    leg(HIPS, 19, 1.0, [-0.43, 0.14, 0.0]),
    leg(HIPS, 22, 1.0, [-0.43, -0.14, 0.0]),
];

/// All bones, parents before children; left before right.
const JOINTS: [Joint; 27] = [
    joint(None, [0.0, 0.0, 0.0]).known_as(26),
    joint(Some(ROOT), [-0.40, 0.0, 0.98]).known_as(5),
    joint(Some(HIPS), [-0.08, 0.0, 1.02]).known_as(4),
    joint(Some(SPINE), [0.26, 0.0, 1.02]),
    joint(Some(CHEST), [0.46, 0.0, 1.12]),
    joint(Some(NECK), [0.72, 0.0, 1.46]).known_as(6),
    joint(Some(HEAD), [0.80, 0.0, 1.41]).known_as(7),
    joint(Some(HEAD), [0.69, 0.07, 1.57]),
    joint(Some(HEAD), [0.69, -0.07, 1.57]),
    joint(Some(HIPS), [-0.56, 0.0, 1.02]),
    joint(Some(TAIL[0]), [-0.82, 0.0, 0.96]),
    joint(Some(TAIL[1]), [-1.08, 0.0, 0.90]),
    joint(Some(TAIL[2]), [-1.34, 0.0, 0.86]),
    joint(Some(CHEST), [0.30, 0.125, 0.92]).known_as(0),
    joint(Some(13), [0.22, 0.14, 0.60]),
    joint(Some(14), [0.27, 0.14, 0.15]),
    joint(Some(CHEST), [0.30, -0.125, 0.92]).known_as(1),
    joint(Some(16), [0.22, -0.14, 0.60]),
    joint(Some(17), [0.27, -0.14, 0.15]),
    joint(Some(HIPS), [-0.40, 0.12, 0.92]),
    joint(Some(19), [-0.28, 0.14, 0.60]),
    joint(Some(20), [-0.52, 0.14, 0.33]),
    joint(Some(HIPS), [-0.40, -0.12, 0.92]),
    joint(Some(22), [-0.28, -0.14, 0.60]),
    joint(Some(23), [-0.52, -0.14, 0.33]),
    joint(Some(HEAD), [1.14, 0.0, 1.40]).known_as(21),
    joint(Some(ROOT), [0.10, 0.0, 2.05]).known_as(22),
];

/// The model of client 1.x.
pub(super) fn model() -> Result<Model> {
    let mut kit = Kit::new(NAME)?;
    let hide = kit.chosen(texture_kind::CREATURE_SKIN);
    let mane = kit.chosen(texture_kind::CREATURE_SKIN + 1);
    let gear = kit.texture(&format!("{FOLDER}\\HeathfoxGear.blp"));
    let eye = kit.clamped(&format!("{FOLDER}\\HeathfoxEye.blp"));
    let looks = body::Looks {
        hide: kit.look(vec![Layer::new(hide, blend::OPAQUE)]),
        mane: kit.look(vec![Layer::new(mane, blend::ALPHA_TEST).with(render_flags::TWO_SIDED)]),
        gear: kit.look(vec![Layer::new(gear, blend::OPAQUE).with(render_flags::TWO_SIDED)]),
        eye: kit.look(vec![Layer::new(eye, blend::OPAQUE).with(render_flags::UNLIT)]),
    };
    body::build(&mut kit.shape, &looks);
    kit.animate(&JOINTS, &motion::MOVEMENTS);
    for (id, bone, place) in [
        (1, JAW, [1.0, 0.0, 1.385]),
        (2, JAW, [0.96, 0.0, 1.385]),
        (11, HEAD, [0.74, 0.0, 1.60]),
        (12, SPINE, [-0.05, 0.0, 1.20]),
        (15, CHEST, [0.50, 0.0, 1.0]),
        (16, SPINE, [-0.2, 0.0, 1.15]),
        (17, BREATH, [1.14, 0.0, 1.40]),
        (18, TITLE, [0.10, 0.0, 2.05]),
        (19, ROOT, [0.0, 0.0, 0.0]),
        (20, HEAD, [0.80, 0.0, 1.48]),
        (34, CHEST, [0.30, 0.0, 1.0]),
    ] {
        kit.attachment(id, bone, place);
    }
    events(&mut kit);
    cameras(&mut kit);
    kit.solid_box([-0.6, -0.2, 0.0], [0.6, 0.2, 1.3]);
    Ok(kit.finish(true))
}

/// Steps at the moments at which feet touch the ground, blows, breath.
fn events(kit: &mut Kit) {
    for (index, leg) in LEGS.iter().enumerate() {
        let side = if index % 2 == 0 { "L" } else { "R" };
        let number = index / 2;
        let paw = leg.bones[2];
        let [walked, ran] = [&motion::WALK_PHASES, &motion::RUN_PHASES].map(|phases| phases[index]);
        let meets = |phase: f32| (1.0 - phase).rem_euclid(1.0);
        kit.event(&format!("$F{side}{number}"), paw, 0, &[(WALK, meets(walked))]);
        kit.event(&format!("$R{side}{number}"), paw, 0, &[(RUN, meets(ran))]);
    }
    kit.event("$HIT", CHEST, 0, &[(BITE, 0.5), (ATTACK, 0.55)]);
    kit.event("$CSS", JAW, 0, &[(ATTACK, 0.4)]);
    kit.event("$BTH", BREATH, 0, &[(STAND, 0.25), (STAND, 0.75), (STAND_AGAIN, 0.5)]);
    kit.event("$DTH", ROOT, 0, &[(motion::DEATH, 0.7)]);
    kit.event("$CAH", CHEST, 0, &[]);
    kit.event("$CPP", CHEST, 0, &[]);
}

/// The portrait, and the one of the character window.
fn cameras(kit: &mut Kit) {
    let camera = |kind, base, target_base| Camera {
        kind,
        base,
        target_base,
        roll: Track::constant(0.0),
        ..Camera::default()
    };
    kit.model.cameras = vec![
        Camera { field_of_view: 0.7, ..camera(0, [2.6, 0.9, 1.62], [0.72, 0.0, 1.40]) },
        Camera { field_of_view: 0.95, ..camera(1, [3.4, 2.6, 1.35], [-0.1, 0.0, 0.85]) },
    ];
}
