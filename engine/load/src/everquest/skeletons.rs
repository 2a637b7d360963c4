//! Objects of several parts, in the pose of the first frame of their tracks. Source:
//! `docs/spec/everquest/wld.md`, "5. Skeletons and animation".

use super::archives::World;
use everquest::wld::{Body, Pose, Reference, Skeleton};
use glam::{Affine3A, Quat, Vec3};

/// The matrix of each bone in the files' axes: `parent * T * R * S`.
pub(super) fn pose(world: &World, skeleton: &Skeleton) -> Vec<Affine3A> {
    let own: Vec<Affine3A> =
        skeleton.bones.iter().map(|bone| matrix(first_pose(world, bone.track))).collect();
    let parents = skeleton.parents();
    let mut placed: Vec<Option<Affine3A>> = vec![None; own.len()];
    let mut way = Vec::new();
    for start in 0..own.len() {
        // Up to a bone that is placed already, or a root; then down again.
        let mut at = Some(start);
        while let Some(bone) = at.filter(|bone| placed.get(*bone).is_some_and(Option::is_none)) {
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

/// The pose of the first frame of a 0x13; none without one.
fn first_pose(world: &World, track: Reference) -> Pose {
    let Some(Body::Track(track)) = world.body(track) else { return Pose::NONE };
    match world.body(track.definition) {
        Some(Body::TrackDef(def)) => def.frames.pose(0).unwrap_or(Pose::NONE),
        _ => Pose::NONE,
    }
}

fn matrix(pose: Pose) -> Affine3A {
    Affine3A::from_scale_rotation_translation(
        Vec3::splat(pose.scale),
        Quat::from_array(pose.rotation),
        pose.translation.into(),
    )
}
