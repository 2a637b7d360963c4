//! Bones that carry their points by more than their own keys: those that face whoever looks, and those that follow
//! only some of what their parents do. Source: `docs/spec/m2.md`, "5. Bones".

use glam::{Affine3A, Mat3A, Vec3, Vec3A};

/// How a bone turns to whoever looks. Its own turns and those of its parents do not count then; its place and its
/// size do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoneFacing {
    /// x to the eye, y as far up as that lets.
    Fully,
    /// About its own x axis: y to the eye as far as that lets.
    AboutX,
    /// About its own y axis: x to the eye as far as that lets.
    AboutY,
    /// About its own z axis: x to the eye as far as that lets.
    AboutZ,
}

/// What a bone does not take from its parent, and whether it faces whoever looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoneManner {
    /// Faces whoever looks; it stands as its keys say while nobody does.
    pub facing: Option<BoneFacing>,
    /// Its pivot stays where it is, wherever the parent goes.
    pub own_translation: bool,
    /// It turns as its keys say, however the parent turns.
    pub own_rotation: bool,
    /// It has the size that its keys say, whatever that of the parent.
    pub own_scale: bool,
}

/// From where a model is seen, in its own space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewer {
    /// The eye.
    pub eye: Vec3,
    /// The way that is up in the world, of any length.
    pub up: Vec3,
}

impl Viewer {
    /// From the eye at the origin, with y up, of a model that stands at `place`; `None` for a place without room.
    pub fn of(place: &Affine3A) -> Option<Self> {
        let back = place.inverse();
        let viewer = Viewer { eye: back.translation.into(), up: back.transform_vector3(Vec3::Y) };
        (viewer.eye.is_finite() && viewer.up.is_finite()).then_some(viewer)
    }
}

impl BoneManner {
    /// True for a bone that does what its keys and its parent say.
    pub fn is_plain(&self) -> bool {
        *self == BoneManner::default()
    }

    /// What a bone does to the model, given what its parent does and its own keys do.
    pub(crate) fn total(
        &self,
        parent: Option<&Affine3A>,
        own: Affine3A,
        pivot: Vec3,
        viewer: Option<&Viewer>,
    ) -> Affine3A {
        let total = parent.map_or(own, |parent| self.followed(parent, pivot) * own);
        match (self.facing, viewer) {
            (Some(facing), Some(viewer)) => turned(facing, &total, pivot, viewer),
            _ => total,
        }
    }

    /// What a bone follows of its parent.
    fn followed(&self, parent: &Affine3A, pivot: Vec3) -> Affine3A {
        if !(self.own_translation || self.own_rotation || self.own_scale) {
            return *parent;
        }
        let pivot = Vec3A::from(pivot);
        let at = if self.own_translation { pivot } else { parent.transform_point3a(pivot) };
        let axes = parent.matrix3;
        let sizes = sizes(&axes);
        let turn = match self.own_rotation {
            true => Mat3A::IDENTITY,
            false => Mat3A::from_cols(
                axes.x_axis.normalize_or(Vec3A::X),
                axes.y_axis.normalize_or(Vec3A::Y),
                axes.z_axis.normalize_or(Vec3A::Z),
            ),
        };
        let matrix3 = if self.own_scale { turn } else { turn * Mat3A::from_diagonal(sizes.into()) };
        Affine3A { matrix3, translation: at - matrix3 * pivot }
    }
}

fn sizes(axes: &Mat3A) -> Vec3A {
    Vec3A::new(axes.x_axis.length(), axes.y_axis.length(), axes.z_axis.length())
}

/// The same with the pivot where it is and the axes turned to the eye. What would face itself stays as it is.
fn turned(facing: BoneFacing, total: &Affine3A, pivot: Vec3, viewer: &Viewer) -> Affine3A {
    let pivot = Vec3A::from(pivot);
    let at = total.transform_point3a(pivot);
    let axes = total.matrix3;
    let Some(turn) = facing_axes(facing, &axes, Vec3A::from(viewer.eye) - at, viewer.up.into()) else {
        return *total;
    };
    let matrix3 = turn * Mat3A::from_diagonal(sizes(&axes).into());
    Affine3A { matrix3, translation: at - matrix3 * pivot }
}

/// Axes that face the way to an eye.
fn facing_axes(facing: BoneFacing, axes: &Mat3A, eye: Vec3A, up: Vec3A) -> Option<Mat3A> {
    let across = |axis: Vec3A| (eye - axis * eye.dot(axis)).try_normalize();
    Some(match facing {
        BoneFacing::Fully => {
            let x = eye.try_normalize()?;
            // Seen from straight above or below, any way is as far up as another.
            let z = x.cross(up).try_normalize().or_else(|| x.cross(Vec3A::X).try_normalize())?;
            Mat3A::from_cols(x, z.cross(x), z)
        }
        BoneFacing::AboutX => {
            let x = axes.x_axis.try_normalize()?;
            let y = across(x)?;
            Mat3A::from_cols(x, y, x.cross(y))
        }
        BoneFacing::AboutY => {
            let y = axes.y_axis.try_normalize()?;
            let x = across(y)?;
            Mat3A::from_cols(x, y, x.cross(y))
        }
        BoneFacing::AboutZ => {
            let z = axes.z_axis.try_normalize()?;
            let x = across(z)?;
            Mat3A::from_cols(x, z.cross(x), z)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bone, BoneKey, Skeleton};
    use glam::Quat;
    use std::f32::consts::FRAC_PI_2;

    const SIDES: [Vec3; 6] = [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z];

    /// A root that turns a quarter about y, goes up by 1 and doubles, and a bone of this manner on it, 2 ahead.
    fn total(manner: BoneManner, eye: Option<Vec3>) -> Affine3A {
        let bone = |parent, x: f32| Bone { name: "".into(), parent, pivot: Vec3::X * x };
        let skeleton = Skeleton::new(vec![bone(None, 0.0), bone(Some(0), 2.0)], Vec::new()).unwrap();
        let skeleton = skeleton.with_manners(vec![BoneManner::default(), manner]);
        let turn = Quat::from_rotation_y(FRAC_PI_2);
        let root = BoneKey { translation: Vec3::Y, rotation: turn, scale: Vec3::splat(2.0) };
        let viewer = eye.map(|eye| Viewer { eye, up: Vec3::Y });
        let mut totals = Vec::new();
        skeleton.totals(&[root, BoneKey::default()], viewer.as_ref(), &mut totals);
        // One bone alone is worked out as it is among all.
        let keys = [root, BoneKey::default()];
        if viewer.is_none() {
            assert!(skeleton.total(1, |bone| keys[bone as usize]).unwrap().abs_diff_eq(totals[1], 1e-6));
        }
        totals[1]
    }

    /// Where the root takes the bone's pivot: 2 ahead, doubled, turned from x to -z, 1 up.
    const AT: Vec3 = Vec3::new(0.0, 1.0, -4.0);

    #[track_caller]
    fn near(found: Vec3, wanted: Vec3) {
        assert!(found.abs_diff_eq(wanted, 1e-5), "{found}, expected {wanted}");
    }

    #[test]
    fn a_bone_faces_the_eye_from_six_sides() {
        let facing = |facing| BoneManner { facing: Some(facing), ..BoneManner::default() };
        for side in SIDES {
            let eye = AT + side * 10.0;
            let full = total(facing(BoneFacing::Fully), Some(eye));
            near(full.transform_point3(Vec3::X * 2.0), AT);
            // Its x axis points to the eye, twice as long as at rest.
            near(full.transform_vector3(Vec3::X), side * 2.0);
            let upright = full.transform_vector3(Vec3::Y);
            if side.y == 0.0 {
                near(upright, Vec3::Y * 2.0);
            }
            assert!((full.matrix3.determinant() - 8.0).abs() < 1e-3, "not mirrored");
            // About an axis it turns as far as that lets: the root has turned x to -z and z to x.
            let about = |kind: BoneFacing, own: Vec3, axis: Vec3, front: Vec3| {
                let found = total(facing(kind), Some(eye));
                near(found.transform_vector3(own), axis * 2.0);
                near(found.transform_point3(Vec3::X * 2.0), AT);
                if side.dot(axis).abs() < 0.5 {
                    near(found.transform_vector3(front), side * 2.0);
                }
            };
            about(BoneFacing::AboutX, Vec3::X, Vec3::NEG_Z, Vec3::Y);
            about(BoneFacing::AboutY, Vec3::Y, Vec3::Y, Vec3::X);
            about(BoneFacing::AboutZ, Vec3::Z, Vec3::X, Vec3::X);
        }
        // Nobody looks: it stands as its keys say.
        near(total(facing(BoneFacing::Fully), None).transform_vector3(Vec3::X), Vec3::NEG_Z * 2.0);
    }

    #[test]
    fn a_bone_follows_only_some_of_what_its_parent_does() {
        let plain = total(BoneManner::default(), None);
        near(plain.transform_point3(Vec3::X * 3.0), Vec3::new(0.0, 1.0, -6.0));
        let without = |own_translation, own_rotation, own_scale| {
            total(BoneManner { own_translation, own_rotation, own_scale, facing: None }, None)
        };
        // One ahead of the pivot, which is at (2, 0, 0) without the parent.
        near(without(false, true, false).transform_point3(Vec3::X * 3.0), AT + Vec3::X * 2.0);
        near(without(false, false, true).transform_point3(Vec3::X * 3.0), AT + Vec3::NEG_Z);
        near(without(true, false, false).transform_point3(Vec3::X * 3.0), Vec3::new(2.0, 0.0, -2.0));
        near(without(true, true, true).transform_point3(Vec3::X * 3.0), Vec3::X * 3.0);
    }
}
