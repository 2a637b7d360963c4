//! How machines move: key poses of the body, and feet that stay where they are
//! put while they carry.
//!
//! Forwards is -z. The ground passes at the speed of the gait; a foot that
//! stands moves with it exactly, and meets and leaves it at that speed.

use super::skeleton::{Foot, Legs};
use glam::{Quat, Vec3};
use std::f32::consts::{PI, TAU};

/// Keys of a step of each foot.
const FRAMES: u32 = 48;

/// The body at one of the four poses of a step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Key {
    /// Hips above where they are when it stands, units.
    pub lift: f32,
    /// Hips over the standing foot, units.
    pub sway: f32,
    /// Hips turned with the leg that is in front, radians.
    pub twist: f32,
    /// The free side of the hips hangs so much, radians.
    pub drop: f32,
    /// Torso bent forwards, radians.
    pub lean: f32,
    /// Arms swung, radians.
    pub arms: f32,
}

/// Contact, down, passing, up; each as lift, sway, twist, drop, lean, arms.
pub(super) const fn keys(rows: [[f32; 6]; 4]) -> [Key; 4] {
    const fn key([lift, sway, twist, drop, lean, arms]: [f32; 6]) -> Key {
        Key { lift, sway, twist, drop, lean, arms }
    }
    [key(rows[0]), key(rows[1]), key(rows[2]), key(rows[3])]
}

/// A way to walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gait {
    /// Ends the motion's name.
    pub name: &'static str,
    /// Speed over the ground, units a second.
    pub speed: f32,
    /// Turning to the left, radians a second.
    pub turning: f32,
    /// Seconds of two steps.
    pub seconds: f32,
    /// Part of that in which each foot carries.
    pub stance: f32,
    /// How high the feet are lifted, units.
    pub step: f32,
    /// How much slower the body is at the contact, 0..1.
    pub pause: f32,
    /// Contact, down, passing, up.
    pub keys: [Key; 4],
}

/// All of a machine at a moment, parts in the space of those above them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pose {
    /// The hips: place and turn.
    pub hips: (Vec3, Quat),
    pub torso: Quat,
    pub head: Quat,
    /// Left and right.
    pub arms: [Quat; 2],
    pub hands: [Quat; 2],
    pub feet: [Foot; 2],
    /// How far the toes hang, radians.
    pub toes: [f32; 2],
}

impl Gait {
    /// Keys of the motion.
    pub fn frames(&self) -> u32 {
        FRAMES
    }

    /// Where a foot is, and how far its toes hang; `phase` 0 is its contact.
    fn foot(&self, legs: &Legs, side: f32, phase: f32) -> (Foot, f32) {
        let carried = self.seconds * self.stance;
        let home = Vec3::new(side * legs.track, legs.ankle, 0.0);
        // Seconds from the middle of the time it carries, run backwards while
        // it is free, with the same speed at both ends.
        let (time, lift, pitch, toes) = if phase < self.stance {
            (phase * self.seconds - carried * 0.5, 0.0, 0.0, 0.0)
        } else {
            let u = (phase - self.stance) / (1.0 - self.stance);
            let free = self.seconds - carried;
            let up = libm::sinf(PI * u);
            let swing = hermite(u, [carried * 0.5, -carried * 0.5], free);
            let pitch = -0.60 * libm::sinf(TAU * u) * up * self.step.min(1.0);
            // It leaves the ground with the toes and meets it with the heel.
            let end = legs.sole[usize::from(pitch > 0.0)] * libm::sinf(pitch.abs());
            (swing, self.step * up * up + end, pitch, 0.45 * self.step * up * up)
        };
        let yaw = -self.turning * time;
        let ankle = Quat::from_rotation_y(yaw) * home + Vec3::new(0.0, lift, self.speed * time);
        (Foot { ankle, yaw, pitch }, toes)
    }

    /// The machine at a moment, 0..1.
    pub fn pose(&self, legs: &Legs, phase: f32) -> Pose {
        let slowed = phase - self.pause * libm::sinf(2.0 * TAU * phase) / (2.0 * TAU);
        let key = self.body(slowed);
        let (left, left_toes) = self.foot(legs, -1.0, phase);
        let (right, right_toes) = self.foot(legs, 1.0, (phase + 0.5).fract());
        let hips = Vec3::new(-key.sway, legs.hips + key.lift, 0.0);
        let turn = Quat::from_rotation_y(-key.twist) * Quat::from_rotation_z(-key.drop);
        // What the hips do, the torso takes back, and half as much again.
        let torso = Quat::from_rotation_z(key.drop)
            * Quat::from_rotation_y(key.twist * 1.5)
            * Quat::from_rotation_x(-key.lean);
        let arm = |swing: f32| Quat::from_rotation_x(swing);
        let hand = |swing: f32| Quat::from_rotation_x(0.30 + swing.abs() * 0.35 + swing * 0.25);
        Pose {
            hips: (hips, turn),
            torso,
            head: Quat::from_rotation_y(-key.twist * 0.5) * Quat::from_rotation_x(key.lean * 0.8),
            arms: [arm(-key.arms), arm(key.arms)],
            hands: [hand(-key.arms), hand(key.arms)],
            feet: [left, right],
            toes: [left_toes, right_toes],
        }
    }

    /// The body between its poses; the second step is the first in a mirror.
    fn body(&self, phase: f32) -> Key {
        let at = |index: i32| {
            let index = index.rem_euclid(8) as usize;
            let key = self.keys[index % 4];
            if index < 4 {
                key
            } else {
                Key { sway: -key.sway, twist: -key.twist, drop: -key.drop, arms: -key.arms, ..key }
            }
        };
        let place = phase * 8.0;
        let first = place.floor();
        let keys: [Key; 4] = std::array::from_fn(|index| at(first as i32 + index as i32 - 1));
        let t = place - first;
        let curve = |pick: fn(&Key) -> f32| {
            let [a, b, c, d] = [0, 1, 2, 3].map(|index| pick(&keys[index]));
            let bend = (2.0 * a - 5.0 * b + 4.0 * c - d) + (3.0 * b - a - 3.0 * c + d) * t;
            0.5 * (2.0 * b + (c - a + bend * t) * t)
        };
        Key {
            lift: curve(|key| key.lift),
            sway: curve(|key| key.sway),
            twist: curve(|key| key.twist),
            drop: curve(|key| key.drop),
            lean: curve(|key| key.lean),
            arms: curve(|key| key.arms),
        }
    }
}

/// From one value to another, starting and ending with `slope`.
fn hermite(t: f32, [from, to]: [f32; 2], slope: f32) -> f32 {
    let (t2, t3) = (t * t, t * t * t);
    from * (2.0 * t3 - 3.0 * t2 + 1.0)
        + to * (3.0 * t2 - 2.0 * t3)
        + slope * (t3 - 2.0 * t2 + t)
        + slope * (t3 - t2)
}

/// A moment of a jump.
#[derive(Clone, Copy, Debug)]
struct Moment {
    /// 0..=1.
    at: f32,
    /// Hips above where they are when it stands, units.
    lift: f32,
    /// Feet drawn up, units.
    tuck: f32,
    lean: f32,
    arms: f32,
}

/// When in a jump both feet leave the ground and meet it again, 0..1.
const FLIGHT: [f32; 2] = [0.33, 0.74];
/// How high it goes, units: as high as a fall takes that long.
const RISE: f32 = 1.15;

/// Crouch, stretch, fly with the legs drawn in, reach for the ground, take it.
const JUMP: [Moment; 9] = [
    Moment { at: 0.0, lift: 0.0, tuck: 0.0, lean: 0.0, arms: 0.0 },
    Moment { at: 0.16, lift: -1.0, tuck: 0.0, lean: 0.22, arms: -0.5 },
    Moment { at: 0.24, lift: -1.05, tuck: 0.0, lean: 0.24, arms: -0.6 },
    Moment { at: 0.33, lift: 0.14, tuck: 0.0, lean: -0.06, arms: 0.6 },
    Moment { at: 0.45, lift: 0.10, tuck: 0.85, lean: 0.02, arms: 0.4 },
    Moment { at: 0.60, lift: 0.05, tuck: 0.90, lean: 0.08, arms: 0.2 },
    Moment { at: 0.74, lift: 0.08, tuck: 0.0, lean: 0.05, arms: 0.0 },
    Moment { at: 0.84, lift: -0.85, tuck: 0.0, lean: 0.25, arms: -0.25 },
    Moment { at: 1.0, lift: 0.0, tuck: 0.0, lean: 0.0, arms: 0.0 },
];

/// The machine at a moment of a jump, 0..1; how much it swings its arms, too.
pub(super) fn jump(legs: &Legs, arms: f32, phase: f32) -> Pose {
    let next = JUMP.iter().position(|moment| moment.at > phase).unwrap_or(JUMP.len() - 1).max(1);
    let (a, b) = (JUMP[next - 1], JUMP[next]);
    let t = ((phase - a.at) / (b.at - a.at)).clamp(0.0, 1.0);
    let t = t * t * (3.0 - 2.0 * t);
    let mix = |from: f32, to: f32| from + (to - from) * t;
    let (lift, tuck) = (mix(a.lift, b.lift), mix(a.tuck, b.tuck));
    let (lean, swing) = (mix(a.lean, b.lean), arms * mix(a.arms, b.arms));
    let mut pose = standing(legs, lift, tuck, lean, swing, 0.0);
    let [leaves, lands] = FLIGHT;
    let flown = ((phase - leaves) / (lands - leaves)).clamp(0.0, 1.0);
    let rise = Vec3::Y * (RISE * 4.0 * flown * (1.0 - flown));
    pose.hips.0 += rise;
    pose.feet.iter_mut().for_each(|foot| foot.ankle += rise);
    pose
}

/// The machine breathing where it stands, looking about; 0..1.
pub(super) fn stand(legs: &Legs, phase: f32) -> Pose {
    let breath = 0.5 - 0.5 * libm::cosf(TAU * phase);
    standing(legs, -0.05 * breath, 0.0, 0.02 * breath, 0.04 * breath, 0.10 * libm::sinf(TAU * phase))
}

/// Both feet beside each other, `tuck` above the ground.
fn standing(legs: &Legs, lift: f32, tuck: f32, lean: f32, swing: f32, look: f32) -> Pose {
    let foot = |side: f32| Foot {
        ankle: Vec3::new(side * legs.track, legs.ankle + tuck, 0.0),
        yaw: 0.0,
        pitch: -0.35 * tuck,
    };
    Pose {
        hips: (Vec3::new(0.0, legs.hips + lift, 0.0), Quat::IDENTITY),
        torso: Quat::from_rotation_y(look * 0.5) * Quat::from_rotation_x(-lean),
        head: Quat::from_rotation_y(look) * Quat::from_rotation_x(lean * 0.8),
        arms: [Quat::from_rotation_x(swing); 2],
        hands: [Quat::from_rotation_x(0.30 + swing.abs() * 0.4); 2],
        feet: [foot(-1.0), foot(1.0)],
        toes: [0.6 * tuck; 2],
    }
}
