//! How wardens move: steps, arms, and ways around something.

use super::figure::{ANKLE, LEG, SIDES, THIGH, bone};
use super::layout::Way;
use glam::{Quat, Vec3};
use std::f32::consts::{FRAC_PI_2, PI, TAU};
use world::{BoneMotion, BoneTrack, Clip, Curve, CurveValue, Motion, Track, TransformCurves};

/// Metres of a pair of steps, and seconds they take.
pub(super) const STRIDE: f32 = 1.2;
pub(super) const STEPS: f32 = 1.2;
/// Metres a second.
pub(super) const SPEED: f32 = STRIDE / STEPS;
/// Keys of a pair of steps, and of a way.
const KEYS: u32 = 32;
const WAY_KEYS: u32 = 240;
/// The hips are this much lower than straight legs would have them.
const BENT: f32 = 0.045;

/// What both parts of both arms do: radians forward at the shoulder and at the
/// elbow, and how far they swing along with the steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arm {
    pub shoulder: f32,
    pub elbow: f32,
    /// Towards the other side.
    pub inwards: f32,
    pub swing: f32,
}

impl Arm {
    /// Swings along.
    pub const FREE: Arm = Arm { shoulder: 0.05, elbow: 0.30, inwards: 0.0, swing: 0.42 };
}

/// A curve of values that are all sound.
fn even<T: CurveValue>(values: Vec<T>) -> Curve<T> {
    Curve::even(values).unwrap_or_default()
}

fn turning(bone: u32, turns: Vec<Quat>) -> BoneTrack {
    BoneTrack { bone, curves: TransformCurves { rotation: even(turns), ..TransformCurves::default() } }
}

/// Where an ankle is below its hip at a part of a pair of steps: while it carries
/// it goes back as fast as the ground does.
fn ankle(phase: f32) -> (f32, f32) {
    let phase = phase.rem_euclid(1.0);
    let half = STRIDE * 0.5 * 0.5;
    if phase < 0.5 {
        // Ahead is -z.
        return (-half + half * 4.0 * phase, 0.0);
    }
    let t = (phase - 0.5) * 2.0;
    let smooth = t * t * (3.0 - 2.0 * t);
    (half - 2.0 * half * smooth, libm::sinf(t * PI) * 0.13)
}

/// Angles of thigh, shin and foot that bring an ankle to `z` behind and `y` above
/// where it stands; positive turns go forward.
fn leg(z: f32, y: f32, hips: f32) -> [f32; 3] {
    let down = THIGH.y + hips - ANKLE - y;
    let [upper, lower] = LEG;
    let far = (z * z + down * down).sqrt().min(upper + lower - 1e-4);
    let knee = PI
        - libm::acosf(((upper * upper + lower * lower - far * far) / (2.0 * upper * lower)).clamp(-1.0, 1.0));
    let off =
        libm::acosf(((upper * upper + far * far - lower * lower) / (2.0 * upper * far)).clamp(-1.0, 1.0));
    // The joint bends back, as that of a bird does.
    let thigh = libm::atan2f(-z, down) - off;
    [thigh, knee, -(thigh + knee)]
}

/// A pair of steps in place, with arms (left, right). It starts with the left foot
/// ahead, hips and chest straight.
pub(super) fn walk(name: &str, arms: [Arm; 2]) -> Clip {
    let phases: Vec<f32> = (0..=KEYS).map(|key| key as f32 / KEYS as f32).collect();
    let hips = |phase: f32| -BENT + 0.018 * libm::sinf(phase * 2.0 * TAU);
    let sway = |phase: f32| libm::sinf(phase * TAU);
    let mut tracks = vec![BoneTrack {
        bone: bone::HIPS,
        curves: TransformCurves {
            translation: even(phases.iter().map(|at| Vec3::new(-0.02 * sway(*at), hips(*at), 0.0)).collect()),
            rotation: even(phases.iter().map(|at| Quat::from_rotation_z(0.035 * sway(*at))).collect()),
            ..TransformCurves::default()
        },
    }];
    let by = |angle: &dyn Fn(f32) -> Quat| phases.iter().map(|phase| angle(*phase)).collect::<Vec<_>>();
    tracks.push(turning(bone::CHEST, by(&|at| Quat::from_rotation_y(0.10 * sway(at)))));
    // A stork's head nods as it walks.
    tracks.push(turning(
        bone::HEAD,
        by(&|at| {
            Quat::from_rotation_y(-0.10 * sway(at))
                * Quat::from_rotation_x(-0.06 + 0.05 * libm::cosf(at * 2.0 * TAU))
        }),
    ));
    tracks.push(turning(
        bone::CLOAK,
        by(&|at| Quat::from_rotation_x(-0.05 + 0.03 * libm::sinf(at * 2.0 * TAU + 0.6))),
    ));
    tracks.push(turning(
        bone::HEM,
        by(&|at| {
            Quat::from_rotation_x(-0.10 + 0.08 * libm::sinf(at * 2.0 * TAU))
                * Quat::from_rotation_z(0.08 * sway(at + 0.1))
        }),
    ));
    for (index, side) in SIDES.into_iter().enumerate() {
        let shift = if index == 0 { 0.0 } else { 0.5 };
        let angles = |at: f32, part: usize| {
            let (z, y) = ankle(at + shift);
            Quat::from_rotation_x(leg(z, y, hips(at))[part])
        };
        let parts = [bone::THIGH[index], bone::SHIN[index], bone::FOOT[index]];
        for (part, bone) in parts.into_iter().enumerate() {
            tracks.push(turning(bone, by(&|at| angles(at, part))));
        }
        let Arm { shoulder, elbow, inwards, swing } = arms[index];
        tracks.push(turning(
            bone::UPPER_ARM[index],
            by(&|at| {
                // Against the leg of the same side.
                let swung = shoulder - swing * libm::cosf((at + shift) * TAU);
                Quat::from_rotation_y(inwards * side) * Quat::from_rotation_x(swung)
            }),
        ));
        tracks.push(turning(
            bone::FOREARM[index],
            by(&|at| Quat::from_rotation_x(elbow - swing * 0.4 * libm::cosf((at + shift) * TAU))),
        ));
    }
    Clip::new(name, STEPS, Motion::Bones(BoneMotion::new(tracks)))
}

/// A sword swung from over the shoulder down to the left and back: the right arm
/// alone.
pub(super) fn swing() -> Clip {
    let times = vec![0.0, 0.55, 0.75, 0.98, 1.35, 2.0, 2.4];
    let shoulder =
        |forward: f32, inwards: f32| Quat::from_rotation_y(inwards) * Quat::from_rotation_x(forward);
    let upper = vec![
        shoulder(0.55, 0.0),
        shoulder(2.45, -0.55),
        shoulder(2.55, -0.60),
        shoulder(0.95, 0.75),
        shoulder(0.60, 0.95),
        shoulder(0.50, 0.10),
        shoulder(0.55, 0.0),
    ];
    let lower = [1.05, 1.25, 1.30, 0.15, 0.20, 0.95, 1.05].map(Quat::from_rotation_x);
    let track = |bone: u32, keys: Vec<Quat>| BoneTrack {
        bone,
        curves: TransformCurves {
            rotation: Curve::linear(times.clone(), keys).unwrap_or_default(),
            ..TransformCurves::default()
        },
    };
    let tracks = vec![track(bone::UPPER_ARM[1], upper), track(bone::FOREARM[1], lower.to_vec())];
    Clip::new("swing", 2.4, Motion::Bones(BoneMotion::new(tracks)))
}

impl Way {
    /// Metres once around.
    pub fn length(&self) -> f32 {
        let [east, south] = self.half;
        4.0 * (east + south - 2.0 * self.corner) + TAU * self.corner
    }

    /// A place and the direction there, so many metres from the western end of the
    /// straight southern side, which is walked to the east.
    pub fn at(&self, metres: f32) -> (Vec3, Vec3) {
        let [east, south] = self.half.map(|half| (half - self.corner) * 2.0);
        let bend = FRAC_PI_2 * self.corner;
        let mut left = metres.rem_euclid(self.length());
        // Each side with its corner: where it starts, where it leads, where it turns to.
        let half = Vec3::new(east * 0.5, 0.0, south * 0.5);
        let sides = [
            (Vec3::new(-half.x, 0.0, self.half[1]), Vec3::X, Vec3::NEG_Z, east),
            (Vec3::new(self.half[0], 0.0, half.z), Vec3::NEG_Z, Vec3::NEG_X, south),
            (Vec3::new(half.x, 0.0, -self.half[1]), Vec3::NEG_X, Vec3::Z, east),
            (Vec3::new(-self.half[0], 0.0, -half.z), Vec3::Z, Vec3::X, south),
        ];
        for (from, ahead, aside, long) in sides {
            if left < long {
                return (self.middle + from + ahead * left, ahead);
            }
            left -= long;
            if left < bend {
                let (sin, cos) = libm::sincosf(left / self.corner);
                let middle = from + ahead * long + aside * self.corner;
                let place = middle + ahead * (self.corner * sin) - aside * (self.corner * cos);
                return (self.middle + place, ahead * cos + aside * sin);
            }
            left -= bend;
        }
        (self.middle + sides[0].0, Vec3::X)
    }

    /// The way as a clip of one part, at walking speed.
    pub fn clip(&self, part: &str) -> Clip {
        let seconds = self.length() / SPEED;
        let stops = (0..=WAY_KEYS).map(|key| self.at(self.length() * (key as f32 / WAY_KEYS as f32)));
        let (places, turns): (Vec<Vec3>, Vec<Quat>) = stops
            .map(|(place, ahead)| (place, Quat::from_rotation_y(libm::atan2f(-ahead.x, -ahead.z))))
            .unzip();
        let curves =
            TransformCurves { translation: even(places), rotation: even(turns), ..Default::default() };
        Clip::new(part, seconds, Motion::Parts(vec![Track { part: part.into(), curves }]))
    }
}
