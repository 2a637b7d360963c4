//! Skeletons: bones about their pivots, and the points they carry.

use crate::slerp::slerp;
use crate::{BoneManner, Viewer};
use glam::{Affine3A, Quat, Vec3, Vec3A};
use order::Order;
use std::fmt;

/// A bone without any frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bone {
    /// Name in the game's files.
    pub name: Box<str>,
    /// The bone that carries it.
    pub parent: Option<u32>,
    /// Where it starts, model space: what it does, it does about this place.
    pub pivot: Vec3,
}

/// What a bone does besides what its parent does: scales, then turns about its
/// pivot, then moves, all along the axes of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoneKey {
    /// Units.
    pub translation: Vec3,
    /// Unit quaternion.
    pub rotation: Quat,
    /// 1 leaves the size.
    pub scale: Vec3,
}

impl Default for BoneKey {
    fn default() -> Self {
        BoneKey { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE }
    }
}

impl BoneKey {
    /// The key that does what a matrix of model space does. Shear is lost; what
    /// is not finite does nothing.
    pub fn from_matrix(matrix: &Affine3A, pivot: Vec3) -> Self {
        let (scale, rotation, _) = matrix.to_scale_rotation_translation();
        let translation = matrix.transform_point3(pivot) - pivot;
        if scale.is_finite() && rotation.is_finite() && translation.is_finite() {
            BoneKey { translation, rotation: rotation.normalize(), scale }
        } else {
            BoneKey::default()
        }
    }

    /// The change of model space about a pivot.
    pub fn matrix(&self, pivot: Vec3) -> Affine3A {
        let turn = Affine3A::from_scale_rotation_translation(self.scale, self.rotation, Vec3::ZERO);
        let moved = pivot + self.translation;
        Affine3A { translation: Vec3A::from(moved) - turn.matrix3 * Vec3A::from(pivot), ..turn }
    }

    /// Part of the way to another key.
    pub fn towards(&self, other: &Self, share: f32) -> Self {
        BoneKey {
            translation: self.translation.lerp(other.translation, share),
            rotation: slerp(self.rotation, other.rotation, share),
            scale: self.scale.lerp(other.scale, share),
        }
    }
}

/// How much of a point a bone carries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Influence {
    /// The point.
    pub point: u32,
    /// The bone.
    pub bone: u32,
    /// > 0; those of one point are brought to a sum of 1.
    pub weight: f32,
}

/// Why bones are no skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkeletonError {
    /// A bone carries itself, maybe by way of others.
    Ring {
        /// One of them.
        bone: u32,
    },
    /// A bone hangs at one that does not exist.
    Parent {
        /// The bone.
        bone: u32,
        /// What it names.
        parent: u32,
    },
}

impl fmt::Display for SkeletonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SkeletonError::Ring { bone } => write!(f, "bone {bone} is carried by itself"),
            SkeletonError::Parent { bone, parent } => {
                write!(f, "bone {bone} hangs at bone {parent}, which does not exist")
            }
        }
    }
}

impl std::error::Error for SkeletonError {}

/// Bones, and the points they carry. Sound by construction.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skeleton {
    bones: Vec<Bone>,
    /// Parents before children.
    order: Vec<u32>,
    /// By point.
    influences: Vec<Influence>,
    /// By bone; empty when all are plain, as of nearly all skeletons.
    manners: Vec<BoneManner>,
}

impl Skeleton {
    /// Bones in any order, and what they carry. Influences of bones that do not
    /// exist, and weights that are not above 0, carry nothing; a point that is
    /// carried by nothing stays.
    ///
    /// # Errors
    ///
    /// When bones carry one another in a ring, or hang at nothing.
    pub fn new(bones: Vec<Bone>, mut influences: Vec<Influence>) -> Result<Self, SkeletonError> {
        let mut order = Vec::with_capacity(bones.len());
        let mut placed = vec![false; bones.len()];
        let mut way = Vec::new();
        for bone in 0..bones.len() as u32 {
            let mut next = Some(bone);
            while let Some(at) = next.filter(|at| !placed[*at as usize]) {
                if way.len() > bones.len() {
                    return Err(SkeletonError::Ring { bone: at });
                }
                way.push(at);
                next = bones[at as usize].parent;
                if let Some(parent) = next.filter(|parent| *parent as usize >= bones.len()) {
                    return Err(SkeletonError::Parent { bone: at, parent });
                }
            }
            while let Some(at) = way.pop() {
                placed[at as usize] = true;
                order.push(at);
            }
        }
        influences
            .retain(|one| (one.bone as usize) < bones.len() && one.weight > 0.0 && one.weight.is_finite());
        influences.order_by_key(|one| one.point);
        for point in influences.chunk_by_mut(|a, b| a.point == b.point) {
            // Doubles, so that the sum of the largest weights is a number.
            let sum: f64 = point.iter().map(|one| f64::from(one.weight)).sum();
            point.iter_mut().for_each(|one| one.weight = (f64::from(one.weight) / sum) as f32);
        }
        Ok(Skeleton { bones, order, influences, manners: Vec::new() })
    }

    /// The same with what bones do besides their keys, by bone; bones without an entry are plain.
    pub fn with_manners(mut self, mut manners: Vec<BoneManner>) -> Self {
        if manners.iter().all(BoneManner::is_plain) {
            manners.clear();
        }
        self.manners = manners;
        self
    }

    /// What a bone does besides its keys.
    pub fn manner(&self, bone: u32) -> BoneManner {
        self.manners.get(bone as usize).copied().unwrap_or_default()
    }

    /// True when some bone faces whoever looks: then its shape depends on from where it is seen.
    pub fn faces(&self) -> bool {
        self.manners.iter().any(|manner| manner.facing.is_some())
    }

    /// The bones.
    pub fn bones(&self) -> &[Bone] {
        &self.bones
    }

    /// What is carried, by point; weights of one point sum up to 1.
    pub fn influences(&self) -> &[Influence] {
        &self.influences
    }

    /// Every bone that a bone carries, itself first.
    pub fn below(&self, bone: u32) -> Vec<u32> {
        let mut below = vec![bone];
        for at in &self.order {
            let parent = self.bones[*at as usize].parent;
            if *at != bone && parent.is_some_and(|parent| below.contains(&parent)) {
                below.push(*at);
            }
        }
        below
    }

    /// What every bone does to the model, given what each does besides its parent, seen from somewhere.
    pub(crate) fn totals(&self, keys: &[BoneKey], viewer: Option<&Viewer>, totals: &mut Vec<Affine3A>) {
        totals.clear();
        totals.resize(self.bones.len(), Affine3A::IDENTITY);
        for (bone, key) in
            self.order.iter().filter_map(|bone| Some((*bone as usize, keys.get(*bone as usize)?)))
        {
            let Bone { parent, pivot, .. } = &self.bones[bone];
            let own = key.matrix(*pivot);
            totals[bone] = match self.manners.get(bone) {
                None => parent.map_or(own, |parent| totals[parent as usize] * own),
                Some(manner) => {
                    let parent = parent.map(|parent| totals[parent as usize]);
                    manner.total(parent.as_ref(), own, *pivot, viewer)
                }
            };
        }
    }

    /// What one bone does to the model while nobody looks: asks only for itself and
    /// those that carry it.
    pub(crate) fn total(&self, bone: u32, key: impl Fn(u32) -> BoneKey) -> Option<Affine3A> {
        if !self.manners.is_empty() {
            return self.total_by_manner(bone, key);
        }
        let Bone { parent, pivot, .. } = self.bones.get(bone as usize)?;
        let (mut total, mut next) = (key(bone).matrix(*pivot), *parent);
        while let Some(at) = next {
            let Bone { parent, pivot, .. } = &self.bones[at as usize];
            total = key(at).matrix(*pivot) * total;
            next = *parent;
        }
        Some(total)
    }

    /// The same of a skeleton whose bones are not all plain: from the first carrier on.
    fn total_by_manner(&self, bone: u32, key: impl Fn(u32) -> BoneKey) -> Option<Affine3A> {
        let mut way = vec![bone];
        let mut next = self.bones.get(bone as usize)?.parent;
        while let Some(at) = next {
            way.push(at);
            next = self.bones.get(at as usize)?.parent;
        }
        way.into_iter().rev().try_fold(None, |parent: Option<Affine3A>, at| {
            let pivot = self.bones.get(at as usize)?.pivot;
            Some(Some(self.manner(at).total(parent.as_ref(), key(at).matrix(pivot), pivot, None)))
        })?
    }

    /// What carries a point.
    pub fn carriers(&self, point: u32) -> &[Influence] {
        let start = self.influences.partition_point(|one| one.point < point);
        let count = self.influences[start..].partition_point(|one| one.point == point);
        &self.influences[start..start + count]
    }

    /// Most bones that carry one point.
    pub fn most_influences(&self) -> usize {
        self.influences.chunk_by(|a, b| a.point == b.point).map(<[Influence]>::len).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bones_in_a_ring_and_bones_at_nothing_are_refused() {
        let bones = |parents: &[Option<u32>]| -> Vec<Bone> {
            parents.iter().map(|parent| Bone { parent: *parent, ..Bone::default() }).collect()
        };
        let refused = |parents: &[Option<u32>]| Skeleton::new(bones(parents), Vec::new()).unwrap_err();
        assert!(matches!(refused(&[Some(0)]), SkeletonError::Ring { bone: 0 }));
        assert!(matches!(refused(&[None, Some(2), Some(3), Some(1)]), SkeletonError::Ring { .. }));
        assert_eq!(refused(&[None, Some(2)]), SkeletonError::Parent { bone: 1, parent: 2 });
        assert!(Skeleton::new(bones(&[Some(1), Some(2), None, Some(2)]), Vec::new()).is_ok());
    }

    #[test]
    fn a_matrix_that_is_no_number_does_nothing() {
        let broken = Affine3A::from_scale(Vec3::new(f32::NAN, 1.0, 1.0));
        assert_eq!(BoneKey::from_matrix(&broken, Vec3::X), BoneKey::default());
        let flat = BoneKey::from_matrix(&Affine3A::from_scale(Vec3::ZERO), Vec3::X);
        assert!(flat.matrix(Vec3::X).is_finite());
    }
}
