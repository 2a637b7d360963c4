//! The bones of an actor: how they stand at rest, and what a pose of a track does to them. Source:
//! `docs/spec/everquest/wld.md`, "5. Skeletons and animation".

use super::super::archives::World;
use everquest::wld::{Body, Pose, Reference, Skeleton};
use glam::{Affine3A, Quat, Vec3};
use hashbrown::HashMap;
use world::{Bone, BoneKey, Frame, Influence};

/// Most bones of an actor.
pub(super) const MOST_BONES: usize = 4096;
/// A scale nearer to 0 than this has no opposite, so that it counts as 1.
const LEAST_SCALE: f32 = 1e-6;

/// How a bone is put: turned and scaled alike along all axes, then moved. Files' axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    pub rotation: Quat,
    pub scale: f32,
    pub at: Vec3,
}

impl Place {
    const NONE: Place = Place { rotation: Quat::IDENTITY, scale: 1.0, at: Vec3::ZERO };

    /// A pose of a track; what is not finite is none.
    fn of(pose: Pose) -> Self {
        let Pose { rotation, translation, scale } = pose;
        let place = Place { rotation: Quat::from_array(rotation), scale, at: translation.into() };
        let is_sound = place.rotation.is_finite()
            && place.rotation.length_squared() > 0.5
            && place.at.is_finite()
            && scale.is_finite()
            && scale.abs() >= LEAST_SCALE;
        if is_sound { place } else { Place::NONE }
    }

    /// Where a place below this one is.
    fn then(&self, own: &Place) -> Place {
        let rotation = (self.rotation * own.rotation).normalize();
        let place = Place { rotation, scale: self.scale * own.scale, at: self.point(own.at) };
        let is_sound = place.rotation.is_finite() && place.at.is_finite() && place.scale.is_finite();
        if is_sound && place.scale.abs() >= LEAST_SCALE { place } else { *self }
    }

    /// As a matrix.
    pub fn matrix(&self) -> Affine3A {
        Affine3A::from_scale_rotation_translation(Vec3::splat(self.scale), self.rotation, self.at)
    }

    pub fn point(&self, own: Vec3) -> Vec3 {
        self.at + self.direction(own) * self.scale
    }

    pub fn direction(&self, own: Vec3) -> Vec3 {
        self.rotation * own
    }
}

/// The bones of an actor at rest.
#[derive(Debug, Default)]
pub(super) struct Rig {
    /// Names without the code of the model and `_DAG`, lower case; that of the root is empty.
    pub names: Vec<String>,
    pub parents: Vec<Option<u32>>,
    /// Below their parents.
    own: Vec<Place>,
    /// In the actor.
    pub places: Vec<Place>,
}

impl Rig {
    /// The bones of a skeleton in the pose of the first frames of their tracks. `code` is the model's, lower
    /// case.
    pub fn of(world: &World, skeleton: &Skeleton, code: &str) -> Self {
        let bones = skeleton.bones.get(..MOST_BONES).unwrap_or(&skeleton.bones);
        let names = bones.iter().map(|bone| {
            let name = world.wld.text(bone.name).unwrap_or_default().to_ascii_lowercase();
            let name = name.strip_suffix("_dag").unwrap_or(&name);
            name.strip_prefix(code).unwrap_or(name).to_owned()
        });
        let within = |parent: u32| Some(parent).filter(|parent| (*parent as usize) < bones.len());
        let parents = skeleton.parents().into_iter().take(bones.len()).map(|parent| parent.and_then(within));
        let own = bones.iter().map(|bone| Place::of(rest(world, bone.track)));
        let mut rig = Rig {
            names: names.collect(),
            parents: parents.collect(),
            own: own.collect(),
            places: Vec::new(),
        };
        rig.places = rig.posed(|bone| rig.own.get(bone).copied());
        rig
    }

    /// Numbers of bones by their names; the first of a name.
    pub fn by_name(&self) -> HashMap<&str, u32> {
        let mut numbers = HashMap::with_capacity(self.names.len());
        for (name, number) in self.names.iter().zip(0..) {
            numbers.entry(name.as_str()).or_insert(number);
        }
        numbers
    }

    /// Number of a bone by its name.
    pub fn bone(&self, name: &str) -> Option<u32> {
        self.names.iter().position(|known| known == name).map(|at| at as u32)
    }

    /// Where bones are in the actor when `own` puts them below their parents.
    fn posed(&self, own: impl Fn(usize) -> Option<Place>) -> Vec<Place> {
        let mut placed: Vec<Option<Place>> = vec![None; self.own.len()];
        let mut way = Vec::new();
        for start in 0..self.own.len() {
            // Up to a bone that is placed already, or to a root; then down again. Rings were broken before.
            let mut at = Some(start);
            while let Some(bone) = at.filter(|bone| placed.get(*bone).is_some_and(Option::is_none)) {
                way.push(bone);
                at = self.parent(bone);
            }
            while let Some(bone) = way.pop() {
                let above = self.parent(bone).and_then(|parent| placed.get(parent).copied().flatten());
                let below = own(bone).unwrap_or(Place::NONE);
                if let Some(slot) = placed.get_mut(bone) {
                    *slot = Some(above.unwrap_or(Place::NONE).then(&below));
                }
            }
        }
        placed.into_iter().map(|place| place.unwrap_or(Place::NONE)).collect()
    }

    fn parent(&self, bone: usize) -> Option<usize> {
        self.parents.get(bone).copied().flatten().map(|parent| parent as usize)
    }

    /// Where bones are in the actor in the poses that `of` knows; all others keep that of rest.
    pub fn in_poses(&self, of: impl Fn(u32) -> Option<Pose>) -> Vec<Place> {
        self.posed(|bone| of(bone as u32).map(Place::of).or_else(|| self.own.get(bone).copied()))
    }

    /// What a pose of a track does to a bone that stands at rest, in the engine's axes.
    pub fn key(&self, bone: u32, pose: Pose, frame: &Frame) -> BoneKey {
        let at = bone as usize;
        let Some(rest) = self.own.get(at) else { return BoneKey::default() };
        let above =
            self.parent(at).and_then(|parent| self.places.get(parent)).copied().unwrap_or(Place::NONE);
        let pose = Place::of(pose);
        let turn = above.rotation * pose.rotation * (above.rotation * rest.rotation).conjugate();
        BoneKey {
            translation: frame.to_engine(above.direction(pose.at - rest.at) * above.scale),
            rotation: frame.rotation(turn.normalize()),
            scale: Vec3::splat(pose.scale / rest.scale),
        }
    }

    /// The engine's skeleton of these bones.
    pub fn skeleton(&self, frame: &Frame, influences: Vec<Influence>) -> world::Skeleton {
        let bones = self.names.iter().zip(&self.parents).zip(&self.places);
        let bones = bones.map(|((name, parent), place)| Bone {
            name: name.as_str().into(),
            parent: *parent,
            pivot: frame.to_engine(place.at),
        });
        // Rings were broken when the parents were found.
        world::Skeleton::new(bones.collect(), influences).unwrap_or_default()
    }
}

/// The pose of a bone without any animation.
fn rest(world: &World, track: Reference) -> Pose {
    let Some(Body::Track(track)) = world.body(track) else { return Pose::NONE };
    match world.body(track.definition) {
        Some(Body::TrackDef(def)) => def.frames.pose(0).unwrap_or(Pose::NONE),
        _ => Pose::NONE,
    }
}
