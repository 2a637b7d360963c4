//! The animations of an actor: tracks with one prefix make one, on the bones whose names they end with. What a
//! model lacks it borrows from another with the same bones. Source: `docs/spec/everquest/zone-install.md`,
//! "10. Characters", `docs/spec/everquest/wld.md`, "0x13 Track inst".

use super::cast::{At, Cast};
use super::rig::Rig;
use everquest::wld::tracks::track_flags;
use everquest::wld::{Body, Pose, TrackDef};
use glam::{Quat, Vec3};
use hashbrown::HashMap;
use order::Order;
use std::collections::BTreeMap;
use world::{BoneKey, BoneMotion, BoneTrack, Clip, Curve, CurveValue, Frame, Motion, TransformCurves};

/// Most keys of all animations of an actor, which several tracks may share in files.
const MOST_KEYS: usize = 1 << 20;
/// How long a frame is shown where no track says it.
const FRAME_MS: u32 = 100;
/// Animations that start over at their end, by the starts of their names; all others stay on their last frame.
/// Jumps are over when they are done.
const LOOPING: [&str; 12] =
    ["l01", "l02", "l05", "l06", "l07", "l08", "l09", "p01", "p02", "p03", "p06", "p07"];

/// A clip and whether it starts over.
#[derive(Debug)]
pub(super) struct Animation {
    pub clip: Clip,
    pub looping: bool,
}

/// What was wrong with the tracks of an actor.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Odd {
    /// Tracks that lead to no frames.
    pub broken: usize,
    /// Tracks with neither one frame nor as many as their animation.
    pub lengths: usize,
    /// Tracks beyond the limit.
    pub beyond: usize,
}

/// The tracks of one animation by bone.
type Tracks = HashMap<u32, At>;

/// All animations of a model in the order of their names: its own, then those of `lenders` that it lacks.
pub(super) fn all(
    cast: &Cast,
    rig: &Rig,
    code: &str,
    lenders: &[String],
    frame: &Frame,
    odd: &mut Odd,
) -> Vec<Animation> {
    let bones = rig.by_name();
    let mut found: BTreeMap<String, Tracks> = BTreeMap::new();
    for model in std::iter::once(code).chain(lenders.iter().map(String::as_str)) {
        let mut own: BTreeMap<&str, Tracks> = BTreeMap::new();
        for (animation, bone, at) in cast.tracks_of(model) {
            // Tracks of bones that the skeleton lacks move nothing; of two with one name the first counts.
            if let Some(bone) = bones.get(bone) {
                own.entry(animation).or_default().entry(*bone).or_insert(at);
            }
        }
        for (animation, tracks) in own {
            if !found.contains_key(animation) {
                found.insert(animation.to_owned(), tracks);
            }
        }
    }
    let mut room = MOST_KEYS;
    found
        .into_iter()
        .filter_map(|(name, tracks)| animation(cast, rig, &name, &tracks, frame, &mut room, odd))
        .collect()
}

/// A track with its frames.
struct Found<'c> {
    bone: u32,
    def: &'c TrackDef,
    ms: Option<u32>,
    reversed: bool,
}

impl Found<'_> {
    fn pose(&self, frame: usize) -> Option<Pose> {
        let last = self.def.frames.len().checked_sub(1)?;
        let frame = frame.min(last);
        self.def.frames.pose(if self.reversed { last - frame } else { frame })
    }
}

fn animation(
    cast: &Cast,
    rig: &Rig,
    name: &str,
    tracks: &Tracks,
    frame: &Frame,
    room: &mut usize,
    odd: &mut Odd,
) -> Option<Animation> {
    let mut found = Vec::with_capacity(tracks.len());
    for (bone, at) in tracks {
        let Some(own) = frames_of(cast, *bone, *at) else {
            odd.broken += 1;
            continue;
        };
        found.push(own);
    }
    found.order_by_key(|own| own.bone);
    let count = found.iter().map(|own| own.def.frames.len()).max()?;
    let longest = found.iter().find(|own| own.def.frames.len() == count);
    let ms =
        longest.and_then(|own| own.ms).or_else(|| found.iter().find_map(|own| own.ms)).unwrap_or(FRAME_MS);
    let frame_seconds = ms as f32 / 1000.0;
    let looping = LOOPING.iter().any(|start| name.starts_with(start));
    // What starts over goes on from its last frame to the first.
    let steps = if looping { count } else { count.saturating_sub(1).max(1) };
    let mut made = Vec::with_capacity(found.len());
    for own in &found {
        let length = own.def.frames.len();
        odd.lengths += usize::from(length != 1 && length != count);
        if length >= *room {
            odd.beyond += 1;
            continue;
        }
        *room -= length;
        let keys = (0..length).filter_map(|at| Some(rig.key(own.bone, own.pose(at)?, frame)));
        let wraps = looping && length == count && length > 1;
        made.push(BoneTrack { bone: own.bone, curves: curves(keys.collect(), wraps, frame_seconds) });
    }
    let motion = Motion::Bones(BoneMotion::new(made));
    Some(Animation {
        clip: Clip::new(&name.to_ascii_uppercase(), steps as f32 * frame_seconds, motion),
        looping,
    })
}

fn frames_of(cast: &Cast, bone: u32, at: At) -> Option<Found<'_>> {
    let Some(Body::Track(track)) = cast.body(at) else { return None };
    let Some(Body::TrackDef(def)) = cast.body(At { fragment: track.definition, ..at }) else { return None };
    let reversed = track.flags & track_flags::REVERSE != 0;
    (!def.frames.is_empty()).then_some(Found { bone, def, ms: track.frame_ms(), reversed })
}

/// Curves of a bone; those that would change nothing are empty.
fn curves(mut keys: Vec<BoneKey>, wraps: bool, frame_seconds: f32) -> TransformCurves {
    if wraps && let Some(first) = keys.first().copied() {
        keys.push(first);
    }
    let (none, small) = (BoneKey::default(), 1e-6);
    let mut made = TransformCurves::default();
    if keys.iter().any(|key| !key.translation.abs_diff_eq(none.translation, small)) {
        made.translation =
            curve(keys.iter().map(|key| key.translation).collect::<Vec<Vec3>>(), frame_seconds);
    }
    if keys.iter().any(|key| !key.rotation.abs_diff_eq(none.rotation, small)) {
        made.rotation = curve(keys.iter().map(|key| key.rotation).collect::<Vec<Quat>>(), frame_seconds);
    }
    if keys.iter().any(|key| !key.scale.abs_diff_eq(none.scale, small)) {
        made.scale = curve(keys.iter().map(|key| key.scale).collect::<Vec<Vec3>>(), frame_seconds);
    }
    made
}

/// Keys a frame apart; what is not finite moves nothing.
fn curve<T: CurveValue>(values: Vec<T>, frame_seconds: f32) -> Curve<T> {
    let made = match values.as_slice() {
        [only] => Curve::constant(*only),
        _ => Curve::linear((0..values.len()).map(|at| at as f32 * frame_seconds).collect(), values),
    };
    made.unwrap_or_default()
}

/// The pose of a bone in the first frame of an animation of a model, for who needs no clip.
pub(super) fn first_poses(
    cast: &Cast,
    rig: &Rig,
    code: &str,
    lenders: &[String],
    wanted: &str,
) -> HashMap<u32, Pose> {
    let bones = rig.by_name();
    for model in std::iter::once(code).chain(lenders.iter().map(String::as_str)) {
        let mut poses = HashMap::new();
        for (_, bone, at) in cast.tracks_of(model).into_iter().filter(|(animation, ..)| *animation == wanted)
        {
            let Some(bone) = bones.get(bone) else { continue };
            if let Some(pose) = frames_of(cast, *bone, at).and_then(|own| own.pose(0)) {
                poses.entry(*bone).or_insert(pose);
            }
        }
        if !poses.is_empty() {
            return poses;
        }
    }
    HashMap::new()
}
