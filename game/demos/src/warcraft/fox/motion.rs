//! How the heath fox moves: its legs reach for the ground, so that feet stay where they are put; the rest follows.

use super::{CHEST, EARS, HEAD, HIPS, JAW, JOINTS, LEGS, NECK, ROOT, SPINE, TAIL};
use crate::builders::numbers::{keyed, smooth_step};
use crate::warcraft::rig::{Movement, Pose, about};
use glam::{Affine3A, Quat, Vec3};
use std::f32::consts::{FRAC_PI_2, PI, TAU};
use world::slerp;

/// Where each leg is in its step at the start of a walk: hind left, front left, hind right, front right set down in
/// turn.
pub(in crate::warcraft) const WALK_PHASES: [f32; 4] = [0.75, 0.25, 0.0, 0.5];
/// As [`WALK_PHASES`], at a gallop: hind legs together, then the front ones.
pub(in crate::warcraft) const RUN_PHASES: [f32; 4] = [0.55, 0.47, 0.0, 0.92];

/// A step: half its length in yards, how high, and for which part the foot is on the ground.
#[derive(Clone, Copy)]
struct Step {
    half: f32,
    lift: f32,
    stance: f32,
}

const WALKING: Step = Step { half: 0.27, lift: 0.11, stance: 0.62 };
const RUNNING: Step = Step { half: 0.40, lift: 0.22, stance: 0.32 };
const WALK_TIME: u32 = 1040;
const RUN_TIME: u32 = 520;

/// Yards a second at which feet on the ground do not slide.
const fn speed(step: Step, milliseconds: u32) -> f32 {
    2.0 * step.half / (step.stance * milliseconds as f32 / 1000.0)
}

/// Numbers of animations.
pub(super) const STAND: usize = 0;
pub(super) const STAND_AGAIN: usize = 1;
pub(super) const WALK: usize = 2;
pub(super) const RUN: usize = 3;
pub(super) const BITE: usize = 4;
pub(super) const ATTACK: usize = 5;
pub(super) const DEATH: usize = 6;

/// All animations.
pub(super) const MOVEMENTS: [Movement; 7] = [
    Movement::new(0, 3000, 30, stand).variation(0, 24_576),
    Movement::new(0, 4200, 42, sniff).variation(1, 8191),
    Movement::new(4, WALK_TIME, 26, walk).at_speed(speed(WALKING, WALK_TIME)),
    Movement::new(5, RUN_TIME, 20, run).at_speed(speed(RUNNING, RUN_TIME)),
    Movement::new(16, 900, 22, bite).once(),
    Movement::new(17, 1000, 25, slash).once(),
    Movement::new(1, 1500, 24, die).once(),
];

fn rest() -> Pose {
    Pose::rest(JOINTS.len())
}

/// Lets a leg reach for toes before and above where they stand at rest, tipped by so much, toes down.
fn reach(pose: &mut Pose, index: usize, [forward, up, tip]: [f32; 3]) {
    let leg = LEGS[index];
    let [upper, lower, paw] = leg.bones.map(|bone| JOINTS[bone].pivot);
    let toe = Vec3::from(leg.toe);
    let ankle = toe + Vec3::new(forward, 0.0, up) + about(Vec3::Y, tip) * (paw - toe);
    // In the space of what the leg hangs from.
    let carried: Affine3A = pose.carried(&JOINTS, leg.parent);
    let ankle = carried.inverse().transform_point3(ankle);
    let flat = |way: Vec3| Vec3::new(way.x, 0.0, way.z);
    let angle = |way: Vec3| libm::atan2f(way.x, -way.z);
    let (thigh, shin) = (flat(lower - upper), flat(paw - lower));
    let (a, b) = (thigh.length(), shin.length());
    let way = flat(ankle - upper);
    let far = way.length().clamp((a - b).abs() + 0.02, a + b - 1e-3);
    let bent = |near: f32, other: f32| {
        let cos = (near * near + far * far - other * other) / (2.0 * near * far);
        libm::acosf(cos.clamp(-1.0, 1.0)) * leg.bend
    };
    let first = angle(thigh) - (angle(way) + bent(a, b));
    let second = angle(shin) - (angle(way) - bent(b, a));
    pose.turn(leg.bones[0], about(Vec3::Y, first));
    pose.turn(leg.bones[1], about(Vec3::Y, second - first));
    let (_, above, _) = carried.to_scale_rotation_translation();
    pose.turn(leg.bones[2], (above * about(Vec3::Y, second)).inverse() * about(Vec3::Y, tip));
}

/// All four feet where they stand at rest.
fn planted(pose: &mut Pose) {
    (0..LEGS.len()).for_each(|leg| reach(pose, leg, [0.0; 3]));
}

/// The tail: how far it hangs, how much it curls up behind, and how it is swung aside.
fn tail(pose: &mut Pose, hang: f32, curl: f32, swing: [f32; 4]) {
    for (number, bone) in TAIL.into_iter().enumerate() {
        let pitch = if number == 0 { -hang } else { curl };
        pose.turn(bone, about(Vec3::Z, swing[number]) * about(Vec3::Y, pitch));
    }
}

/// A wave that runs down the tail.
fn swish(turn: f32, amount: f32) -> [f32; 4] {
    [0.0, 1.0, 2.0, 3.0].map(|number: f32| libm::sinf(turn - number * 0.7) * amount * (0.6 + 0.25 * number))
}

fn ears(pose: &mut Pose, left: f32, right: f32) {
    for ((bone, turned), side) in EARS.into_iter().zip([left, right]).zip([1.0, -1.0]) {
        pose.turn(bone, about(Vec3::Z, side * turned) * about(Vec3::Y, -turned * 0.5));
    }
}

fn stand(part: f32) -> Pose {
    let mut pose = rest();
    let turn = part * TAU;
    let breath = libm::sinf(2.0 * turn);
    pose.moves[HIPS].z = -0.012 + 0.004 * breath;
    pose.turn(CHEST, about(Vec3::Y, 0.012 * breath));
    pose.sizes[CHEST] = Vec3::new(1.0, 1.0 + 0.02 * breath, 1.0 + 0.012 * breath);
    // It looks to the left, listens, and looks ahead again.
    let [look, nod] = keyed(
        part,
        &[
            (0.0, [0.0, 0.0]),
            (0.2, [0.0, 0.02]),
            (0.34, [0.42, -0.05]),
            (0.62, [0.42, -0.03]),
            (0.8, [0.0, 0.0]),
            (1.0, [0.0, 0.0]),
        ],
    );
    pose.turn(NECK, about(Vec3::Z, look * 0.4) * about(Vec3::Y, -0.02 * breath));
    pose.turn(HEAD, about(Vec3::Z, look * 0.6) * about(Vec3::Y, nod));
    pose.turn(JAW, about(Vec3::Y, 0.03));
    let flick = libm::sinf(smooth_step(0.42, 0.50, part) * PI) * 0.5;
    ears(&mut pose, flick, 0.12 * libm::sinf(turn));
    tail(&mut pose, 0.55, -0.12, swish(turn, 0.10));
    planted(&mut pose);
    pose
}

fn sniff(part: f32) -> Pose {
    let mut pose = rest();
    let [down, side] = keyed(
        part,
        &[
            (0.0, [0.0, 0.0]),
            (0.22, [1.0, 0.0]),
            (0.40, [1.0, 0.35]),
            (0.58, [1.0, -0.3]),
            (0.74, [0.9, 0.0]),
            (0.9, [0.0, 0.0]),
            (1.0, [0.0, 0.0]),
        ],
    );
    let nose = libm::sinf(part * TAU * 9.0) * 0.05 * down;
    pose.moves[HIPS] = Vec3::new(-0.05 * down, 0.0, -0.012 - 0.05 * down);
    pose.turn(HIPS, about(Vec3::Y, 0.10 * down));
    pose.turn(SPINE, about(Vec3::Y, 0.12 * down));
    pose.turn(CHEST, about(Vec3::Y, 0.22 * down));
    pose.turn(NECK, about(Vec3::Z, side) * about(Vec3::Y, 1.02 * down));
    pose.turn(HEAD, about(Vec3::Z, side * 0.5) * about(Vec3::Y, -0.62 * down + nose));
    pose.turn(JAW, about(Vec3::Y, 0.03));
    ears(&mut pose, -0.25 * down, -0.25 * down);
    tail(&mut pose, 0.55 - 0.35 * down, -0.12, swish(part * TAU * 2.0, 0.12));
    planted(&mut pose);
    pose
}

/// Where a foot is: on the ground it moves back as evenly as the ground does.
fn step(part: f32, Step { half, lift, stance }: Step) -> [f32; 3] {
    let part = part.rem_euclid(1.0);
    if part < stance {
        let along = part / stance;
        // The heel leaves the ground at the end.
        let off = smooth_step(0.75, 1.0, along);
        return [half - 2.0 * half * along, 0.0, off * 0.5];
    }
    let along = (part - stance) / (1.0 - stance);
    let forward = -half + 2.0 * half * smooth_step(0.0, 1.0, along);
    let tip = 0.5 + 0.75 * libm::sinf(along * PI) - 0.5 * smooth_step(0.3, 1.0, along);
    [forward, libm::sinf(along * PI) * lift, tip]
}

fn walk(part: f32) -> Pose {
    let mut pose = rest();
    let turn = part * TAU;
    pose.moves[HIPS] = Vec3::new(0.0, 0.012 * libm::sinf(turn), -0.03 + 0.010 * libm::cosf(2.0 * turn));
    pose.turn(HIPS, about(Vec3::Z, 0.05 * libm::cosf(turn)) * about(Vec3::X, 0.035 * libm::sinf(turn)));
    pose.turn(SPINE, about(Vec3::Z, -0.07 * libm::cosf(turn)));
    pose.turn(
        CHEST,
        about(Vec3::Z, -0.03 * libm::cosf(turn)) * about(Vec3::Y, 0.02 + 0.02 * libm::cosf(2.0 * turn + 1.2)),
    );
    pose.turn(NECK, about(Vec3::Y, 0.10 + 0.05 * libm::cosf(2.0 * turn)));
    pose.turn(
        HEAD,
        about(Vec3::Y, -0.08 - 0.05 * libm::cosf(2.0 * turn - 0.5)) * about(Vec3::Z, 0.04 * libm::cosf(turn)),
    );
    pose.turn(JAW, about(Vec3::Y, 0.05));
    ears(&mut pose, 0.05, 0.05);
    tail(&mut pose, 0.42, -0.10, swish(turn, 0.14));
    for (leg, phase) in WALK_PHASES.into_iter().enumerate() {
        reach(&mut pose, leg, step(part + phase, WALKING));
    }
    pose
}

fn run(part: f32) -> Pose {
    let mut pose = rest();
    let turn = part * TAU;
    // Gathered when the hind feet land before the front ones lift, stretched in between.
    let gathered = libm::cosf(turn + 0.35);
    pose.moves[HIPS] = Vec3::new(0.0, 0.0, -0.07 + 0.05 * libm::sinf(turn + 2.6));
    pose.turn(HIPS, about(Vec3::Y, -0.22 * gathered));
    pose.turn(SPINE, about(Vec3::Y, 0.24 * gathered));
    pose.turn(CHEST, about(Vec3::Y, 0.16 * gathered + 0.05));
    pose.turn(NECK, about(Vec3::Y, 0.42 - 0.10 * gathered));
    pose.turn(HEAD, about(Vec3::Y, -0.42 - 0.04 * gathered));
    pose.turn(JAW, about(Vec3::Y, 0.12));
    ears(&mut pose, -0.55, -0.55);
    tail(&mut pose, 0.05 + 0.16 * gathered, -0.08 * gathered, swish(turn, 0.05));
    for (leg, phase) in RUN_PHASES.into_iter().enumerate() {
        reach(&mut pose, leg, step(part + phase, RUNNING));
    }
    pose
}

/// A leap of the front half: how far back or ahead, down, and to which side the head is turned.
fn lunge(far: f32, low: f32, turned: f32, pitch: f32, jaw: f32) -> Pose {
    let mut pose = rest();
    let ahead = far.max(0.0);
    pose.moves[HIPS] = Vec3::new(far, 0.0, -0.02 - 0.16 * low);
    pose.turn(HIPS, about(Vec3::Z, turned * 0.08) * about(Vec3::Y, 0.10 * low - 0.22 * ahead));
    pose.turn(SPINE, about(Vec3::Z, turned * 0.16));
    pose.turn(CHEST, about(Vec3::Z, turned * 0.18) * about(Vec3::Y, 0.12 * low));
    pose.turn(NECK, about(Vec3::Z, turned * 0.34) * about(Vec3::Y, pitch));
    pose.turn(HEAD, about(Vec3::Z, turned * 0.40) * about(Vec3::Y, -pitch * 0.55 - 0.1 * low));
    pose.turn(JAW, about(Vec3::Y, jaw));
    ears(&mut pose, -0.6, -0.6);
    tail(&mut pose, 0.30 - 0.5 * ahead, -0.15, [-turned * 0.2, -turned * 0.25, -turned * 0.2, -turned * 0.1]);
    let hop = libm::sinf((ahead / 0.34).clamp(0.0, 1.0) * PI) * 0.10;
    for leg in 0..LEGS.len() {
        let is_front = leg < 2;
        let apart = if leg % 2 == 0 { 0.04 } else { -0.05 };
        let forward = if is_front { far * 0.95 + apart } else { apart - 0.06 * ahead };
        let up = if is_front { hop } else { 0.0 };
        let tip = if is_front { hop * 2.0 } else { ahead * 1.2 };
        reach(&mut pose, leg, [forward, up, tip]);
    }
    pose
}

fn bite(part: f32) -> Pose {
    let [far, low, turned, pitch, jaw] = keyed(
        part,
        &[
            (0.0, [0.0, 0.0, 0.0, 0.0, 0.03]),
            (0.30, [-0.16, 0.8, 0.10, -0.15, 0.10]),
            (0.48, [0.30, 0.35, -0.05, 0.55, 0.62]),
            (0.56, [0.34, 0.45, -0.05, 0.62, 0.02]),
            (0.72, [0.20, 0.30, -0.20, 0.35, 0.05]),
            (1.0, [0.0, 0.0, 0.0, 0.0, 0.03]),
        ],
    );
    lunge(far, low, turned, pitch, jaw)
}

fn slash(part: f32) -> Pose {
    let [far, low, turned, pitch, jaw] = keyed(
        part,
        &[
            (0.0, [0.0, 0.0, 0.0, 0.0, 0.03]),
            (0.34, [-0.14, 0.7, -1.05, 0.15, 0.05]),
            (0.58, [0.32, 0.45, 1.10, 0.42, 0.05]),
            (0.70, [0.30, 0.40, 1.25, 0.35, 0.05]),
            (1.0, [0.0, 0.0, 0.0, 0.0, 0.03]),
        ],
    );
    lunge(far, low, turned, pitch, jaw)
}

fn die(part: f32) -> Pose {
    let sag = smooth_step(0.0, 0.35, part);
    let fall = smooth_step(0.25, 0.72, part);
    let mut pose = lunge(0.0, 0.6 * sag, 0.3 * fall, 0.35 * sag, 0.03 + 0.15 * fall);
    // It lies on its right side in the end.
    let settle = libm::sinf(smooth_step(0.70, 0.95, part) * PI) * 0.05;
    pose.turn(ROOT, about(Vec3::X, fall * FRAC_PI_2 - settle));
    pose.moves[ROOT] = Vec3::new(0.0, 0.30 * fall, 0.155 * fall);
    for (leg, swing) in LEGS.iter().zip([0.25, -0.10, -0.25, 0.12]) {
        for (bone, lying) in leg.bones.into_iter().zip([swing, 0.25 * -leg.bend, 0.45]) {
            let standing: Quat = pose.turns[bone];
            pose.turn(bone, slerp(standing, about(Vec3::Y, lying), smooth_step(0.3, 0.75, part)));
        }
    }
    pose
}

/// The pose of an animation at a part of it.
#[cfg(test)]
pub(in crate::warcraft) fn pose(number: usize, part: f32) -> Pose {
    (MOVEMENTS[number].pose)(part)
}

/// Where the toes of a leg are.
#[cfg(test)]
pub(in crate::warcraft) fn toe(pose: &Pose, leg: usize) -> Vec3 {
    let leg = LEGS[leg];
    pose.carried(&JOINTS, leg.bones[2]).transform_point3(leg.toe.into())
}
