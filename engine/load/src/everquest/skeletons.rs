//! Objects of several parts: where their bones stand in each frame of their tracks, and the meshes that they carry.
//! Source: `docs/spec/everquest/wld.md`, "5. Skeletons and animation".

use super::archives::World;
use super::clouds;
use super::surfaces::{Hold, Surface};
use everquest::wld::tracks::track_flags;
use everquest::wld::{Body, Frames, Reference, Skeleton, Track};
use glam::{Affine3A, Quat, Vec3};
use world::{Clip, Frame, Motion, Track as PartTrack, TransformCurves};

/// Most matrices of all frames of a skeleton together; one with more stands still.
const MOST_MATRICES: usize = 1 << 17;

/// Where the bones of a skeleton are, in the files' axes.
pub(super) struct Poses {
    /// The matrix of each bone by frame: `parent * T * R * S`. At least one frame.
    frames: Vec<Vec<Affine3A>>,
    /// How long a frame is shown.
    pub seconds: f32,
}

impl Poses {
    const NONE: Poses = Poses { frames: Vec::new(), seconds: 1.0 };

    /// Those of the tracks that the bones of a skeleton name.
    pub fn of(world: &World, skeleton: &Skeleton) -> Poses {
        let tracks: Vec<_> = skeleton.bones.iter().map(|bone| track(world, bone.track)).collect();
        let longest = tracks.iter().flatten().max_by_key(|(_, frames)| frames.len());
        let count = longest.map_or(1, |(_, frames)| frames.len().max(1));
        let count = if count.saturating_mul(tracks.len()) > MOST_MATRICES { 1 } else { count };
        let ms = longest.and_then(|(track, _)| track.frame_ms()).unwrap_or(100);
        let parents = skeleton.parents();
        let frames = (0..count).map(|frame| placed(&tracks, &parents, frame)).collect();
        Poses { frames, seconds: ms.max(1) as f32 / 1000.0 }
    }

    /// Number of frames, at least 1.
    pub fn count(&self) -> usize {
        self.frames.len()
    }

    /// Where a bone is in a frame.
    pub fn bone(&self, frame: usize, bone: usize) -> Affine3A {
        self.frames.get(frame).and_then(|bones| bones.get(bone)).copied().unwrap_or(Affine3A::IDENTITY)
    }
}

impl Poses {
    /// What a bone does over all frames, as a clip of one part, from the last frame on to the first; none for one
    /// that keeps still.
    pub fn clip(&self, bone: usize, frame: &Frame) -> Option<Clip> {
        let first = self.bone(0, bone);
        let places = (0..self.count()).map(|frame| self.bone(frame, bone));
        let places: Vec<Affine3A> = places.chain([first]).collect();
        if places.iter().all(|place| *place == first) {
            return None;
        }
        let parted = places.iter().map(|place| frame.transform(*place).to_scale_rotation_translation());
        let (translations, rotations) = parted.map(|(_, turn, at)| (at, turn)).unzip();
        // A bone without size has no turn.
        let curves = TransformCurves::even(translations, rotations).unwrap_or_default();
        let motion = Motion::Parts(vec![PartTrack { part: "cloud".into(), curves }]);
        Some(Clip::new("cloud", self.count() as f32 * self.seconds, motion))
    }
}

type Tracked<'w> = Option<(&'w Track, &'w Frames)>;

/// The frames of a 0x13.
fn track(world: &World, track: Reference) -> Tracked<'_> {
    let Some(Body::Track(track)) = world.body(track) else { return None };
    match world.body(track.definition) {
        Some(Body::TrackDef(def)) => Some((track, &def.frames)),
        _ => None,
    }
}

/// The matrices of all bones in a frame.
fn placed(tracks: &[Tracked<'_>], parents: &[Option<u32>], frame: usize) -> Vec<Affine3A> {
    let own: Vec<Affine3A> = tracks.iter().map(|track| matrix(*track, frame)).collect();
    let mut placed: Vec<Option<Affine3A>> = vec![None; own.len()];
    let mut way = Vec::new();
    for start in 0..own.len() {
        // Up to a bone that is placed already, or a root; then down again. Bones that carry one another in a
        // ring are taken in the order in which the way meets them.
        let mut at = Some(start);
        while let Some(bone) = at.filter(|bone| placed.get(*bone).is_some_and(Option::is_none)) {
            if way.len() > own.len() {
                break;
            }
            way.push(bone);
            at = parents.get(bone).copied().flatten().map(|parent| parent as usize);
        }
        while let Some(bone) = way.pop() {
            let parent = parents.get(bone).copied().flatten();
            let parent = parent.and_then(|parent| placed.get(parent as usize).copied().flatten());
            let total = parent.unwrap_or(Affine3A::IDENTITY) * own[bone];
            placed[bone] = Some(if total.is_finite() { total } else { Affine3A::IDENTITY });
        }
    }
    placed.into_iter().map(Option::unwrap_or_default).collect()
}

/// What a bone does in a frame. A track of one frame is constant; one shorter than the others starts again.
fn matrix(track: Tracked<'_>, frame: usize) -> Affine3A {
    let pose = track.and_then(|(track, frames)| {
        let frame = frame.checked_rem(frames.len())?;
        let is_reversed = track.flags & track_flags::REVERSE != 0;
        frames.pose(if is_reversed { frames.len() - 1 - frame } else { frame })
    });
    let Some(pose) = pose else { return Affine3A::IDENTITY };
    let (scale, rotation) = (Vec3::splat(pose.scale), Quat::from_array(pose.rotation));
    Affine3A::from_scale_rotation_translation(scale, rotation, pose.translation.into())
}

/// The meshes that a skeleton carries, each where it stands in the first frame and moved in the others; those with
/// one palette are one. `room` is what [`Surface::cost`] may add up to; nothing is added beyond it.
pub(super) fn surfaces(
    world: &World,
    skeleton: &Skeleton,
    frame: &Frame,
    room: &mut usize,
) -> Option<Vec<Surface>> {
    let poses = Poses::of(world, skeleton);
    let carried = skeleton.bones.iter().enumerate();
    let carried = carried.map(|(number, bone)| (bone.attachment, Hold::Bone(&poses, number)));
    let skins = skeleton.skins.iter().flatten().map(|skin| (skin.mesh, Hold::Skin(&poses)));
    let mut surfaces: Vec<Surface> = Vec::new();
    for (mesh, hold) in carried.chain(skins) {
        let Some(surface) = Surface::of(world, mesh, frame, hold) else { continue };
        *room = room.checked_sub(surface.cost())?;
        match surfaces.last_mut().filter(|last| last.can_take(&surface)) {
            Some(last) => last.take(surface),
            None => surfaces.push(surface),
        }
    }
    Some(surfaces)
}

/// The clouds of particles that bones of a skeleton carry, each with the number of its bone, and where bones are.
pub(super) fn clouds(world: &World, skeleton: &Skeleton) -> (Poses, Vec<(usize, Reference)>) {
    let bones = skeleton.bones.iter().map(|bone| bone.attachment).enumerate();
    let carried: Vec<_> = bones.filter(|(_, carried)| clouds::is_cloud(world, *carried)).collect();
    // Most skeletons carry none: where their bones are is not worked out for it.
    let poses = if carried.is_empty() { Poses::NONE } else { Poses::of(world, skeleton) };
    (poses, carried)
}
