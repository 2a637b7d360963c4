//! How the goblin moves: legs reach for the ground, so that feet stay on it; the
//! rest swings. Source: `docs/spec/everquest/zone-install.md`, "10. Characters".

use super::goblin::{CHEST, FOOT, FOREARM, GROUND, HAND, HEAD, JOINTS, NECK, ROOT, SHIN, THIGH, UPPER_ARM};
use crate::builders::numbers::{keyed as keys, smooth_step};
use crate::everquest::skeletons::{Pose, about};
use glam::{Quat, Vec3};
use std::f32::consts::{PI, TAU};
use world::slerp;

/// A moment: how each bone is turned in its parent, and where the root is.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    turns: [Quat; JOINTS.len()],
    root: Vec3,
}

/// An animation: its code, frames, and the moment at a part of it.
pub(super) type Animation = (&'static str, u32, fn(f32) -> Moment);

/// All animations; those that start over do not repeat their first frame at the end.
pub(super) const ANIMATIONS: [Animation; 9] = [
    ("P01", 16, stand),
    ("L01", 10, walk),
    ("L02", 8, run),
    ("C05", 9, swing),
    ("D01", 6, hit),
    ("D02", 8, hit_hard),
    ("D05", 15, die),
    ("O01", 24, idle),
    ("P06", 12, swim),
];

/// True for those that start over.
pub(super) fn repeats(name: &str) -> bool {
    matches!(name, "P01" | "L01" | "L02" | "P06")
}

impl Moment {
    fn rest() -> Self {
        Moment { turns: [Quat::IDENTITY; JOINTS.len()], root: JOINTS[ROOT].place }
    }

    /// The pose of a bone in its parent.
    pub fn pose(&self, bone: usize) -> Pose {
        let place = match JOINTS[bone].parent {
            Some(parent) => JOINTS[bone].place - JOINTS[parent].place,
            None => self.root,
        };
        Pose { turn: self.turns[bone], place }
    }

    fn turn(&mut self, bone: usize, turn: Quat) {
        self.turns[bone] = turn;
    }

    /// Arms: left and right, each swung forwards and outwards, and bent at the elbow.
    fn arms(&mut self, arms: [[f32; 3]; 2]) {
        for (side, [forward, out, bend]) in arms.into_iter().enumerate() {
            let away = if side == 0 { out } else { -out };
            self.turn(UPPER_ARM[side], about(Vec3::X, away) * about(Vec3::Y, -forward));
            self.turn(FOREARM[side], about(Vec3::Y, -bend));
        }
    }

    /// Legs that reach for ankles at these places before and above where they stand at rest; feet are tipped by so
    /// much, toes down.
    fn legs(&mut self, ankles: [[f32; 3]; 2]) {
        for (side, [forward, up, tip]) in ankles.into_iter().enumerate() {
            let rest = [THIGH[side], SHIN[side], FOOT[side]].map(|bone| JOINTS[bone].place);
            let shift = self.root - JOINTS[ROOT].place;
            let hip = rest[0] + shift;
            let ankle = rest[2] + Vec3::new(forward, 0.0, up);
            let flat = |way: Vec3| Vec3::new(way.x, 0.0, way.z);
            let angle = |way: Vec3| libm::atan2f(way.x, -way.z);
            let (thigh, shin) = (flat(rest[1] - rest[0]), flat(rest[2] - rest[1]));
            let (a, b) = (thigh.length(), shin.length());
            let reach = flat(ankle - hip);
            let far = reach.length().clamp(0.3, a + b - 1e-3);
            let knee = |near: f32, other: f32| {
                libm::acosf(((near * near + far * far - other * other) / (2.0 * near * far)).clamp(-1.0, 1.0))
            };
            let upper = angle(thigh) - (angle(reach) + knee(a, b));
            let lower = angle(shin) - (angle(reach) - knee(b, a));
            self.turn(THIGH[side], about(Vec3::Y, upper));
            self.turn(SHIN[side], about(Vec3::Y, lower - upper));
            self.turn(FOOT[side], about(Vec3::Y, tip - lower));
        }
    }
}

/// On guard: the right hand before the body.
const GUARD: [[f32; 3]; 2] = [[0.10, 0.16, 0.55], [0.16, 0.14, 1.05]];

fn stand(part: f32) -> Moment {
    let mut moment = Moment::rest();
    let breath = libm::sinf(part * TAU);
    moment.root.z += -0.05 + 0.025 * breath;
    moment.root.x += 0.02 * libm::sinf(part * TAU + 0.6);
    moment.turn(CHEST, about(Vec3::Y, 0.10 + 0.03 * breath));
    moment.turn(HEAD, about(Vec3::Y, -0.08 - 0.02 * breath) * about(Vec3::Z, 0.08 * libm::sinf(part * TAU)));
    let [left, right] = GUARD;
    moment.arms([
        [left[0] + 0.03 * breath, left[1], left[2]],
        [right[0] + 0.04 * breath, right[1], right[2] + 0.04 * breath],
    ]);
    moment.legs([[0.10, 0.0, 0.0], [-0.12, 0.0, 0.0]]);
    moment
}

/// Where a foot is in a step, and how it is tipped: on the ground for `stance` of it, moving back as evenly as the
/// ground does.
fn step(part: f32, half: f32, lift: f32, stance: f32) -> [f32; 3] {
    let part = part.rem_euclid(1.0);
    if part < stance {
        let along = part / stance;
        // The heel leaves the ground at the end.
        let off = smooth_step(0.78, 1.0, along);
        return [half - 2.0 * half * along, off * 0.10, off * 0.45];
    }
    let along = (part - stance) / (1.0 - stance);
    let forward = -half + 2.0 * half * smooth_step(0.0, 1.0, along);
    let up = libm::sinf(along * PI) * lift + 0.10 * (1.0 - smooth_step(0.0, 0.4, along));
    let tip = 0.45 * (1.0 - smooth_step(0.0, 0.5, along)) - 0.25 * libm::sinf(along * PI) * along;
    [forward, up, tip]
}

fn walk(part: f32) -> Moment {
    let mut moment = Moment::rest();
    let turn = part * TAU;
    // Lowest when both feet are on the ground, and over the foot that stands.
    moment.root.z += -0.12 - 0.045 * libm::cosf(2.0 * turn);
    moment.root.y += 0.03 * libm::sinf(turn);
    moment.turn(ROOT, about(Vec3::Z, 0.06 * libm::cosf(turn)));
    moment.turn(
        CHEST,
        about(Vec3::Z, -0.24 * libm::cosf(turn))
            * about(Vec3::Y, 0.16)
            * about(Vec3::X, 0.05 * libm::sinf(turn)),
    );
    moment.turn(HEAD, about(Vec3::Z, 0.14 * libm::cosf(turn)) * about(Vec3::Y, -0.12));
    let swing = 0.42 * libm::cosf(turn);
    moment.arms([[-swing, 0.14, 0.45], [0.10 + swing * 0.7, 0.12, 0.95]]);
    moment.legs([step(part, 0.46, 0.26, 0.58), step(part + 0.5, 0.46, 0.26, 0.58)]);
    moment
}

fn run(part: f32) -> Moment {
    let mut moment = Moment::rest();
    let turn = part * TAU;
    moment.root.z += -0.16 - 0.09 * libm::cosf(2.0 * turn + 0.4);
    moment.turn(ROOT, about(Vec3::Z, 0.08 * libm::cosf(turn)));
    moment.turn(CHEST, about(Vec3::Z, -0.34 * libm::cosf(turn)) * about(Vec3::Y, 0.36));
    moment.turn(HEAD, about(Vec3::Z, 0.2 * libm::cosf(turn)) * about(Vec3::Y, -0.30));
    let swing = 0.8 * libm::cosf(turn);
    moment.arms([[-swing, 0.16, 1.15], [swing * 0.8, 0.14, 1.25]]);
    moment.legs([step(part, 0.62, 0.52, 0.40), step(part + 0.5, 0.62, 0.52, 0.40)]);
    moment
}

fn swing(part: f32) -> Moment {
    let mut moment = stand(0.0);
    // Twist, lean, arm forwards, out, bend, hips forwards.
    let [twist, lean, forward, out, bend, hips] = keys(
        part,
        &[
            (0.0, [0.0, 0.10, 0.16, 0.14, 1.05, 0.0]),
            (0.36, [-0.55, -0.06, 2.75, 0.35, 1.15, -0.10]),
            (0.58, [0.50, 0.34, 0.85, -0.10, 0.25, 0.16]),
            (0.72, [0.62, 0.36, 0.35, -0.28, 0.40, 0.16]),
            (1.0, [0.0, 0.10, 0.16, 0.14, 1.05, 0.0]),
        ],
    );
    moment.root.x += hips;
    moment.root.z -= hips.abs() * 0.5;
    moment.turn(CHEST, about(Vec3::Z, twist) * about(Vec3::Y, lean));
    moment.turn(HEAD, about(Vec3::Z, -twist * 0.8) * about(Vec3::Y, -lean * 0.6));
    moment.arms([[0.10 - forward * 0.12, 0.30, 0.75], [forward, out, bend]]);
    moment.legs([[0.10, 0.0, 0.0], [-0.12, 0.0, 0.0]]);
    moment
}

/// Thrown back by so much.
fn thrown(part: f32, amount: f32) -> Moment {
    let mut moment = stand(0.0);
    let [back] = keys(part, &[(0.0, [0.0]), (0.3, [1.0]), (1.0, [0.0])]);
    let back = back * amount;
    moment.root.x -= 0.16 * back;
    moment.root.z -= 0.10 * back;
    moment.turn(CHEST, about(Vec3::Z, 0.35 * back) * about(Vec3::Y, 0.10 - 0.45 * back));
    moment.turn(HEAD, about(Vec3::Y, -0.08 - 0.40 * back));
    moment.arms([[0.10 + 0.3 * back, 0.16 + 0.5 * back, 0.75], [0.16 - 0.3 * back, 0.14 + 0.5 * back, 1.05]]);
    moment.legs([[0.10, 0.0, 0.0], [-0.12, 0.0, 0.0]]);
    moment
}

fn hit(part: f32) -> Moment {
    thrown(part, 0.8)
}

fn hit_hard(part: f32) -> Moment {
    thrown(part, 1.5)
}

fn die(part: f32) -> Moment {
    let mut moment = stand(0.0);
    let sag = smooth_step(0.0, 0.30, part) * (1.0 - smooth_step(0.35, 0.7, part));
    let fall = smooth_step(0.25, 0.80, part);
    let settle = libm::sinf(smooth_step(0.78, 1.0, part) * PI) * 0.05;
    let lean = fall * (PI / 2.0 - 0.03) - settle;
    let start = JOINTS[ROOT].place;
    // About the heels; on its back at the end.
    let heels = start.z - GROUND;
    let (sin, cos) = libm::sincosf(lean);
    moment.root = Vec3::new(-0.2 * sin - heels * sin * 0.8, 0.0, GROUND + heels * cos + 0.46 * sin);
    moment.root.z -= sag * 0.35;
    let limp = fall;
    moment.turn(CHEST, about(Vec3::Y, 0.10 + sag * 0.35 - 0.06 * limp) * about(Vec3::Z, 0.06 * limp));
    moment.turn(NECK, about(Vec3::Y, 0.10 * limp));
    moment.turn(HEAD, about(Vec3::Y, sag * 0.3 - 0.05 * limp) * about(Vec3::Z, 0.5 * limp));
    moment.arms([
        [0.10 + sag * 0.2, 0.16 + 1.0 * limp, 0.55 - 0.35 * limp],
        [0.16 + sag * 0.2, 0.14 + 1.25 * limp, 1.05 - 0.75 * limp],
    ]);
    moment.legs([[0.10, 0.0, 0.0], [-0.12, 0.0, 0.0]]);
    let standing: [Quat; JOINTS.len()] = moment.turns;
    moment.turn(ROOT, about(Vec3::Y, -lean));
    for side in 0..2 {
        let bend = if side == 0 { 0.55 } else { 0.12 };
        for (bone, lying) in [(THIGH[side], -bend), (SHIN[side], bend * 1.5), (FOOT[side], 0.35)] {
            let lying = about(Vec3::Y, lying);
            moment.turn(bone, slerp(standing[bone], lying, smooth_step(0.2, 0.6, part)));
        }
    }
    moment
}

fn idle(part: f32) -> Moment {
    let mut moment = stand(part);
    let [look, nod, scratch] = keys(
        part,
        &[
            (0.0, [0.0, 0.0, 0.0]),
            (0.18, [0.8, 0.05, 0.0]),
            (0.34, [0.7, -0.10, 0.0]),
            (0.5, [-0.7, 0.0, 0.3]),
            (0.62, [-0.35, 0.25, 1.0]),
            (0.82, [-0.25, 0.25, 1.0]),
            (1.0, [0.0, 0.0, 0.0]),
        ],
    );
    moment.turn(CHEST, about(Vec3::Z, look * 0.25) * about(Vec3::Y, 0.10));
    moment.turn(HEAD, about(Vec3::Z, look * 0.75) * about(Vec3::Y, nod - 0.08));
    let itch = libm::sinf(part * TAU * 8.0) * 0.16 * scratch;
    let [left, right] = GUARD;
    moment.arms([
        [left[0] + scratch * 0.55 + itch, left[1] + scratch * 0.25, left[2] + scratch * 1.6 + itch],
        right,
    ]);
    moment.turn(HAND[0], about(Vec3::Y, -0.5 * scratch));
    moment
}

fn swim(part: f32) -> Moment {
    let mut moment = Moment::rest();
    let turn = part * TAU;
    moment.root.z += 0.35 + 0.06 * libm::sinf(turn);
    moment.turn(ROOT, about(Vec3::Y, 1.15));
    moment.turn(CHEST, about(Vec3::Y, -0.15 + 0.08 * libm::sinf(turn)));
    moment.turn(HEAD, about(Vec3::Y, -0.75));
    // Arms reach out in front, pull to the sides and come back.
    let pull = 0.5 - 0.5 * libm::cosf(turn);
    let arm = [
        2.7 - 1.9 * pull,
        0.15 + 0.75 * libm::sinf(turn).max(0.0),
        0.25 + 0.9 * libm::sinf(turn + PI).max(0.0),
    ];
    moment.arms([arm, arm]);
    for side in 0..2 {
        let kick = libm::sinf(turn * 2.0 + side as f32 * PI);
        moment.turn(THIGH[side], about(Vec3::Y, 0.10 + 0.38 * kick));
        moment.turn(SHIN[side], about(Vec3::Y, 0.32 - 0.25 * kick));
        moment.turn(FOOT[side], about(Vec3::Y, 0.6));
    }
    moment
}
