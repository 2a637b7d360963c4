//! How fast an actor goes when it walks or runs as its animation was made: the foot that stands on the ground goes
//! back as fast as the body goes ahead. So feet do not slide.
//!
//! Files do not say it, and what the game's server said is one speed for all sizes. Source:
//! `docs/spec/everquest/zone-install.md`, "8. Player (emulator values)".

use order::Order;
use world::{Clip, Deform, Moment, Motion, Walker};

/// Moments of an animation that are looked at.
const MOMENTS: u16 = 24;
/// Points from which on an actor is not looked at: more than any original has.
const MOST_POINTS: usize = 1 << 16;
/// A pace is believed between this part of a person's walk and so many times their run.
const BELIEVED: [f32; 2] = [0.1, 3.0];

/// Units a second; none where no foot goes back on the ground, or far too fast.
pub(super) fn speed(deform: &Deform, clip: &Clip, person: &Walker) -> Option<f32> {
    let Motion::Bones(motion) = &clip.motion else { return None };
    if deform.points.is_empty() || deform.points.len() > MOST_POINTS || clip.seconds <= 0.0 {
        return None;
    }
    let step = clip.seconds / f32::from(MOMENTS);
    let points = |number: u16| {
        let seconds = step * f32::from(number);
        let fraction = f32::from(number) / f32::from(MOMENTS);
        deform.points_at(motion, &Moment { seconds, fraction, world: f64::from(seconds) })
    };
    let mut before = points(0);
    let mut paces = Vec::with_capacity(MOMENTS.into());
    for number in 1..=MOMENTS {
        // The last moment is the first again.
        let after = points(number % MOMENTS);
        let lowest = before.iter().enumerate().min_by(|(_, a), (_, b)| a.y.total_cmp(&b.y));
        if let Some((foot, was)) = lowest
            && let Some(is) = after.get(foot)
        {
            // Bodies look along -z.
            paces.push((is.z - was.z) / step);
        }
        before = after;
    }
    paces.retain(|pace| *pace > 0.0);
    paces.order_by(f32::total_cmp);
    let most = paces.len() > usize::from(MOMENTS) / 3;
    let [slow, fast] = [BELIEVED[0] * person.walk_speed, BELIEVED[1] * person.run_speed];
    paces.get(paces.len() / 2).copied().filter(|pace| most && (slow..=fast).contains(pace))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use world::{Bone, BoneMotion, BoneTrack, Curve, Frame, Influence, Point, Skeleton, TransformCurves};

    /// Two feet that go to and fro under a body: each goes back on the ground for a second and a half of two, by 3 units,
    /// and ahead in half a second, a unit higher.
    fn feet(scale: f32) -> (Deform, Clip) {
        let foot = |x: f32| Point { position: Vec3::new(x, 0.0, 0.0), normal: Vec3::Y };
        let bone =
            |name: &str, x: f32| Bone { name: name.into(), parent: None, pivot: Vec3::new(x, 0.0, 0.0) };
        let influence = |point: u32| Influence { point, bone: point, weight: 1.0 };
        let bones = vec![bone("left", -1.0), bone("right", 1.0)];
        let skeleton = Skeleton::new(bones, vec![influence(0), influence(1)]).unwrap();
        let deform = Deform { points: vec![foot(-1.0), foot(1.0)], skeleton, ..Deform::default() };
        let at = |back: f32, up: f32| Vec3::new(0.0, up, back) * scale;
        let track = |bone: u32, times: Vec<f32>, places: Vec<Vec3>| BoneTrack {
            bone,
            curves: TransformCurves {
                translation: Curve::linear(times, places).unwrap(),
                ..TransformCurves::default()
            },
        };
        let left =
            track(0, vec![0.0, 1.5, 1.75, 2.0], vec![at(0.0, 0.0), at(3.0, 0.0), at(1.5, 1.0), at(0.0, 0.0)]);
        let right = track(
            1,
            vec![0.0, 0.5, 0.75, 1.0, 2.0],
            vec![at(2.0, 0.0), at(3.0, 0.0), at(1.5, 1.0), at(0.0, 0.0), at(2.0, 0.0)],
        );
        (deform, Clip::new("L01", 2.0, Motion::Bones(BoneMotion::new(vec![left, right]))))
    }

    #[test]
    fn who_walks_is_as_fast_as_its_feet_go_back_on_the_ground() {
        let person = Walker::person(&Frame::identity(0.3048));
        let (deform, clip) = feet(2.0);
        // Two units back in a second, twice as large.
        assert!((speed(&deform, &clip, &person).unwrap() - 4.0).abs() < 1e-3);
        // Feet that hang in the air or fly back are not believed.
        for scale in [0.001, 1e4] {
            let (deform, clip) = feet(scale);
            assert_eq!(speed(&deform, &clip, &person), None, "{scale}");
        }
        let still = Clip::new("L01", 2.0, Motion::Bones(BoneMotion::new(Vec::new())));
        assert_eq!(speed(&deform, &still, &person), None);
    }
}
