//! Models that change their shape: frames that list moved points, and
//! skeletons.
//!
//! Everything here is a pure function of a [`Pose`]. A pose is worked out for
//! *points*; the corners of a [`Model`](crate::Model) say which point they stand
//! at, so that a point is worked out once for all its corners.

use crate::{Aabb, Bone, BoneKey, BoneMotion, Influence, Moment, Skeleton, Viewer};
use glam::{Affine3A, Vec3, Vec3A};

/// Moments of a clip of bones at which its bounds are taken.
const BOUNDS_STEPS: u32 = 120;

/// Two frames of a model and how far it is from one to the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// The frame it comes from.
    pub from: u32,
    /// The frame it goes to.
    pub to: u32,
    /// 0..=1.
    pub share: f32,
}

impl Pose {
    /// Between two frames; nothing of the second is one frame alone.
    pub fn new(from: u32, to: u32, share: f32) -> Self {
        if share > 0.0 && from != to { Pose { from, to, share } } else { Pose { from, to: from, share: 0.0 } }
    }

    /// One frame alone.
    pub fn still(frame: u32) -> Self {
        Pose { from: frame, to: frame, share: 0.0 }
    }
}

/// A place on the surface of a model.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Model space.
    pub position: Vec3,
    /// Unit vector.
    pub normal: Vec3,
}

/// How a model changes its shape.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deform {
    /// Per vertex of the model: its point. Vertices without one stay.
    pub point_of: Vec<u32>,
    /// The points without any frame.
    pub points: Vec<Point>,
    /// The frames.
    pub frames: Vec<DeformFrame>,
    /// Bones that carry points.
    pub skeleton: Skeleton,
}

/// One shape. Each starts from [`Deform::points`], never from another frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeformFrame {
    /// Name in the game's files.
    pub name: Box<str>,
    /// Points that lie elsewhere; of two entries for one point the later counts.
    pub moved: Vec<(u32, Point)>,
    /// What every bone does; empty when none does anything.
    pub bones: Vec<BoneKey>,
}

/// Memory for working out poses, kept from one to the next.
#[derive(Clone, Debug, Default)]
pub struct PoseMemory {
    pub(crate) other: Vec<Point>,
    pub(crate) keys: Vec<BoneKey>,
    totals: Vec<Affine3A>,
    /// From where the model is seen; without, bones that face whoever looks stand as their keys say.
    pub viewer: Option<Viewer>,
}

impl Deform {
    /// Adds the points of a pose to a list: as many as [`Deform::points`].
    /// Frames that do not exist have the shape without any.
    pub fn pose(&self, pose: Pose, memory: &mut PoseMemory, points: &mut Vec<Point>) {
        let first = points.len();
        points.extend_from_slice(&self.points);
        let points = &mut points[first..];
        self.move_points(pose, &mut memory.other, points);
        if self.frame_keys(pose, &mut memory.keys) {
            self.carry(memory, points);
        }
    }

    /// Puts points that stand as in [`Deform::points`] where frames have them.
    pub(crate) fn move_points(&self, pose: Pose, other: &mut Vec<Point>, points: &mut [Point]) {
        let (from, to) = (self.frames.get(pose.from as usize), self.frames.get(pose.to as usize));
        move_to(points, from);
        let moves = |frame: Option<&DeformFrame>| frame.is_some_and(|frame| !frame.moved.is_empty());
        if pose.share > 0.0 && (moves(from) || moves(to)) {
            other.clear();
            other.extend_from_slice(&self.points);
            move_to(other, to);
            towards(points, other, pose.share);
        }
    }

    /// What every bone does in a pose of frames; false when none does anything.
    pub(crate) fn frame_keys(&self, pose: Pose, keys: &mut Vec<BoneKey>) -> bool {
        keys.clear();
        let (from, to) = self.frame_bones(pose);
        if from.is_empty() && (to.is_empty() || pose.share <= 0.0) {
            return false;
        }
        keys.extend((0..self.skeleton.bones().len()).map(|bone| between(from, to, bone, pose.share)));
        true
    }

    /// What one bone does in a pose of frames.
    pub(crate) fn frame_key(&self, pose: Pose, bone: u32) -> BoneKey {
        let (from, to) = self.frame_bones(pose);
        between(from, to, bone as usize, pose.share)
    }

    fn frame_bones(&self, pose: Pose) -> (&[BoneKey], &[BoneKey]) {
        (bones(self.frames.get(pose.from as usize)), bones(self.frames.get(pose.to as usize)))
    }

    /// Moves points with the bones that carry them; `memory` holds what the bones
    /// do.
    pub(crate) fn carry(&self, memory: &mut PoseMemory, points: &mut [Point]) {
        self.skeleton.totals(&memory.keys, memory.viewer.as_ref(), &mut memory.totals);
        for carried in self.skeleton.influences().chunk_by(|a, b| a.point == b.point) {
            let Some(point) = points.get_mut(carried[0].point as usize) else { continue };
            let (position, normal) = (Vec3A::from(point.position), Vec3A::from(point.normal));
            let (mut at, mut facing) = (Vec3A::ZERO, Vec3A::ZERO);
            for Influence { bone, weight, .. } in carried {
                let total = &memory.totals[*bone as usize];
                at += total.transform_point3a(position) * *weight;
                facing += total.transform_vector3a(normal) * *weight;
            }
            *point = Point { position: at.into(), normal: Vec3::from(facing.normalize_or(normal)) };
        }
    }

    /// The matrices of all bones; `memory` holds what they do.
    pub(crate) fn matrices<'m>(&self, memory: &'m mut PoseMemory) -> &'m [Affine3A] {
        self.skeleton.totals(&memory.keys, memory.viewer.as_ref(), &mut memory.totals);
        &memory.totals
    }

    /// Where every bone starts in a pose, model space.
    pub fn joints(&self, pose: Pose, memory: &mut PoseMemory) -> Vec<Vec3> {
        self.frame_keys(pose, &mut memory.keys);
        self.starts(memory)
    }

    /// Where every bone starts; `memory` holds what they do.
    pub(crate) fn starts(&self, memory: &mut PoseMemory) -> Vec<Vec3> {
        self.skeleton.totals(&memory.keys, memory.viewer.as_ref(), &mut memory.totals);
        let place = |(bone, total): (&Bone, &Affine3A)| total.transform_point3(bone.pivot);
        self.skeleton.bones().iter().zip(&memory.totals).map(place).collect()
    }

    /// True when only bones change the shape: then a matrix for each of them says
    /// all of it.
    pub fn is_skin(&self) -> bool {
        !self.skeleton.bones().is_empty() && self.frames.iter().all(|frame| frame.moved.is_empty())
    }

    /// A box that holds every frame and the way between neighbouring ones, for
    /// bones that turn by no more than a quarter from one to the next.
    pub fn bounds(&self) -> Aabb {
        let still = Aabb::around(self.points.iter().map(|point| point.position));
        let moved = self.frames.iter().flat_map(|frame| &frame.moved).map(|(_, point)| point.position);
        let mut all = moved.fold(still, |mut all, place| {
            all.grow(place);
            all
        });
        let boxes = self.carried();
        if boxes.is_empty() {
            return all;
        }
        let (mut keys, mut totals) = (Vec::new(), Vec::new());
        for (index, frame) in self.frames.iter().enumerate() {
            let next = self.frames.get(index + 1);
            for share in [0.0, 0.25, 0.5, 0.75] {
                if frame.bones.is_empty() && (bones(next).is_empty() || share <= 0.0) {
                    continue;
                }
                keys.clear();
                let count = self.skeleton.bones().len();
                keys.extend((0..count).map(|bone| between(&frame.bones, bones(next), bone, share)));
                self.skeleton.totals(&keys, None, &mut totals);
                all = self.held(&boxes, &totals, all);
            }
        }
        let bends = self.frames.iter().any(|frame| !frame.bones.is_empty());
        // What turns goes in an arc: between four steps of a quarter turn it is
        // a fiftieth of its length farther out, at most.
        if bends && !all.is_empty() { all.padded(all.half().length() * 0.02) } else { all }
    }

    /// A box that holds the model through a clip of bones, `seconds` long.
    pub fn bounds_of(&self, motion: &BoneMotion, seconds: f32) -> Aabb {
        let boxes = self.carried();
        let (mut keys, mut totals) = (Vec::new(), Vec::new());
        let mut all = Aabb::around(self.points.iter().map(|point| point.position));
        for step in 0..=BOUNDS_STEPS {
            let fraction = step as f32 / BOUNDS_STEPS as f32;
            let moment =
                Moment { seconds: fraction * seconds, fraction, world: f64::from(fraction * seconds) };
            keys.clear();
            keys.extend((0..boxes.len() as u32).map(|bone| motion.key(bone, &moment)));
            self.skeleton.totals(&keys, None, &mut totals);
            all = self.held(&boxes, &totals, all);
        }
        if all.is_empty() { all } else { all.padded(all.half().length() * 0.02) }
    }

    /// Where all points are at a moment of a clip of bones, model space.
    pub fn points_at(&self, motion: &BoneMotion, moment: &Moment) -> Vec<Vec3> {
        let keys = (0..self.skeleton.bones().len() as u32).map(|bone| motion.key(bone, moment));
        let mut memory = PoseMemory { keys: keys.collect(), ..PoseMemory::default() };
        let mut points = self.points.clone();
        self.carry(&mut memory, &mut points);
        points.iter().map(|point| point.position).collect()
    }

    /// A box with all that bones carry, however those turn that face whoever looks.
    fn held(&self, boxes: &[Aabb], totals: &[Affine3A], all: Aabb) -> Aabb {
        if !self.skeleton.faces() {
            return held(boxes, totals, all);
        }
        let bones = self.skeleton.bones();
        // What each bone turns about: the pivot of the nearest carrier that faces, if there is one.
        let facing = |bone: usize| {
            let mut at = bone;
            for _ in 0..bones.len() {
                if self.skeleton.manner(at as u32).facing.is_some() {
                    return Some(at);
                }
                at = bones.get(at)?.parent? as usize;
            }
            None
        };
        let carried = boxes.iter().zip(totals).enumerate().filter(|(_, (held, _))| !held.is_empty());
        carried.fold(all, |all, (bone, (held, total))| {
            let held = held.transformed(total);
            let Some(about) = facing(bone).and_then(|at| Some((bones.get(at)?, totals.get(at)?))) else {
                return all.union(held);
            };
            let pivot = about.1.transform_point3(about.0.pivot);
            let reach = (held.min - pivot).abs().max((held.max - pivot).abs()).length();
            all.union(Aabb { min: pivot - reach, max: pivot + reach })
        })
    }

    /// Per bone: the box around all places of the points it carries.
    fn carried(&self) -> Vec<Aabb> {
        if self.skeleton.bones().is_empty() {
            return Vec::new();
        }
        let mut of_point = vec![Aabb::EMPTY; self.points.len()];
        let still = self.points.iter().enumerate().map(|(index, point)| (index, point.position));
        let moved = self.frames.iter().flat_map(|frame| &frame.moved);
        for (index, place) in still.chain(moved.map(|(index, point)| (*index as usize, point.position))) {
            if let Some(held) = of_point.get_mut(index) {
                held.grow(place);
            }
        }
        let mut boxes = vec![Aabb::EMPTY; self.skeleton.bones().len()];
        for one in self.skeleton.influences() {
            if let Some(held) = of_point.get(one.point as usize) {
                let bone = &mut boxes[one.bone as usize];
                *bone = bone.union(*held);
            }
        }
        boxes
    }
}

/// A box with all that bones carry.
fn held(boxes: &[Aabb], totals: &[Affine3A], all: Aabb) -> Aabb {
    let held = boxes.iter().zip(totals).filter(|(held, _)| !held.is_empty());
    held.fold(all, |all, (held, total)| all.union(held.transformed(total)))
}

/// What a bone does between two frames.
fn between(from: &[BoneKey], to: &[BoneKey], bone: usize, share: f32) -> BoneKey {
    let own = from.get(bone).copied().unwrap_or_default();
    if share > 0.0 { own.towards(&to.get(bone).copied().unwrap_or_default(), share) } else { own }
}

/// Moves points part of the way to others.
pub(crate) fn towards(points: &mut [Point], others: &[Point], share: f32) {
    for (point, other) in points.iter_mut().zip(others) {
        point.position = point.position.lerp(other.position, share);
        point.normal = point.normal.lerp(other.normal, share).normalize_or(point.normal);
    }
}

fn bones(frame: Option<&DeformFrame>) -> &[BoneKey] {
    frame.map_or(&[], |frame| &frame.bones)
}

fn move_to(points: &mut [Point], frame: Option<&DeformFrame>) {
    for (index, moved) in frame.map_or(&[][..], |frame| &frame.moved[..]) {
        if let Some(point) = points.get_mut(*index as usize) {
            *point = *moved;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::FRAC_PI_2;

    fn at(x: f32, y: f32) -> Point {
        Point { position: Vec3::new(x, y, 0.0), normal: Vec3::X }
    }

    fn posed(deform: &Deform, pose: Pose) -> Vec<Point> {
        let mut points = vec![Point::default()];
        deform.pose(pose, &mut PoseMemory::default(), &mut points);
        points.split_off(1)
    }

    fn positions(deform: &Deform, pose: Pose) -> Vec<Vec3> {
        posed(deform, pose).iter().map(|point| point.position).collect()
    }

    #[test]
    fn a_sparse_frame_starts_from_the_base_each_time() {
        let frame = |moved: &[(u32, Point)]| DeformFrame { moved: moved.to_vec(), ..DeformFrame::default() };
        let up = Point { normal: Vec3::Y, ..at(4.0, 0.0) };
        let deform = Deform {
            points: vec![at(0.0, 0.0), at(1.0, 0.0), at(2.0, 0.0)],
            frames: vec![
                frame(&[]),
                frame(&[(0, at(0.0, 8.0))]),
                // The later entry for a point counts; a point that is not there does not.
                frame(&[(2, at(9.0, 9.0)), (2, up), (7, up)]),
            ],
            ..Deform::default()
        };
        let place = |x: f32, y: f32| Vec3::new(x, y, 0.0);
        let base = [place(0.0, 0.0), place(1.0, 0.0), place(2.0, 0.0)];
        assert_eq!(positions(&deform, Pose::still(0)), base);
        assert_eq!(positions(&deform, Pose::still(1)), [place(0.0, 8.0), base[1], base[2]]);
        assert_eq!(positions(&deform, Pose::still(2)), [base[0], base[1], place(4.0, 0.0)]);
        assert_eq!(positions(&deform, Pose::still(99)), base);
        // A quarter of the way from 1 to 2: y of the first 8 * 3/4, x of the last 2 + 2 * 1/4.
        let quarter = Pose::new(1, 2, 0.25);
        assert_eq!(positions(&deform, quarter), [place(0.0, 6.0), base[1], place(2.5, 0.0)]);
        let normal = posed(&deform, quarter)[2].normal;
        assert!(normal.abs_diff_eq(Vec3::new(3.0, 1.0, 0.0).normalize(), 1e-6), "{normal}");
        assert_eq!(deform.bounds(), Aabb { min: Vec3::ZERO, max: Vec3::new(9.0, 9.0, 0.0) });
    }

    /// An arm along x: shoulder at the origin, elbow at 2, hand at 4. The elbow
    /// is listed first.
    fn arm(shoulder: f32, elbow: f32) -> Deform {
        let bone = |parent, x| Bone { name: "".into(), parent, pivot: Vec3::new(x, 0.0, 0.0) };
        let carry = |point, bone, weight| Influence { point, bone, weight };
        let influences = vec![
            carry(2, 0, 5.0),
            carry(0, 1, 1.0),
            // Half and half at the elbow, however large the weights.
            carry(1, 0, f32::MAX),
            carry(1, 1, f32::MAX),
            carry(1, 9, 7.0),
            carry(0, 0, 0.0),
            carry(0, 0, f32::NAN),
            carry(0, 0, f32::INFINITY),
        ];
        let turn = |angle: f32, x: f32| {
            let about = Vec3::new(x, 0.0, 0.0);
            let matrix = Affine3A::from_translation(about)
                * Affine3A::from_rotation_z(angle)
                * Affine3A::from_translation(-about);
            BoneKey::from_matrix(&matrix, about)
        };
        Deform {
            points: vec![at(1.0, 0.0), at(2.0, 1.0), at(4.0, 0.0), at(7.0, 7.0)],
            frames: vec![
                DeformFrame::default(),
                DeformFrame { bones: vec![turn(elbow, 2.0), turn(shoulder, 0.0)], ..Default::default() },
            ],
            skeleton: Skeleton::new(vec![bone(Some(1), 2.0), bone(None, 0.0)], influences).unwrap(),
            ..Deform::default()
        }
    }

    #[track_caller]
    fn near(found: &[Vec3], wanted: &[[f32; 2]]) {
        assert_eq!(found.len(), wanted.len());
        for (found, [x, y]) in found.iter().zip(wanted) {
            assert!(found.abs_diff_eq(Vec3::new(*x, *y, 0.0), 1e-5), "{found}, expected {x} {y}");
        }
    }

    #[test]
    fn a_bone_carries_what_hangs_at_it() {
        // Shoulder and elbow a quarter turn each: up to (0, 2), then to the left.
        let both = positions(&arm(FRAC_PI_2, FRAC_PI_2), Pose::still(1));
        // The point at the elbow: by the shoulder alone (-1, 2); by the elbow,
        // first about (2, 0) to (1, 0), then up to (0, 1): in the middle of both.
        near(&both, &[[0.0, 1.0], [-0.5, 1.5], [-2.0, 2.0], [7.0, 7.0]]);
        let elbow = positions(&arm(0.0, FRAC_PI_2), Pose::still(1));
        near(&elbow, &[[1.0, 0.0], [1.5, 0.5], [2.0, 2.0], [7.0, 7.0]]);
        // Normals turn along.
        let hand = posed(&arm(FRAC_PI_2, FRAC_PI_2), Pose::still(1))[2].normal;
        assert!(hand.abs_diff_eq(Vec3::NEG_X, 1e-5), "{hand}");
    }

    #[test]
    fn joints_are_carried_by_the_bones_before_them() {
        let arm = arm(FRAC_PI_2, FRAC_PI_2);
        let joints = |pose: Pose| arm.joints(pose, &mut PoseMemory::default());
        near(&joints(Pose::still(0)), &[[2.0, 0.0], [0.0, 0.0]]);
        // The shoulder's quarter turn takes the elbow along, the elbow's own does not.
        near(&joints(Pose::still(1)), &[[0.0, 2.0], [0.0, 0.0]]);
        let lean = 2.0_f32.sqrt();
        near(&joints(Pose::new(0, 1, 0.5)), &[[lean, lean], [0.0, 0.0]]);
    }

    #[test]
    fn between_frames_a_bone_turns_about_its_pivot() {
        // Half of a quarter turn of the elbow: the hand 2 from it, at 45 degrees.
        let half = positions(&arm(0.0, FRAC_PI_2), Pose::new(0, 1, 0.5));
        let lean = 2.0_f32.sqrt();
        assert!(half[2].abs_diff_eq(Vec3::new(2.0 + lean, lean, 0.0), 1e-4), "{}", half[2]);
        assert_eq!(positions(&arm(1.0, 1.0), Pose::still(0)), positions(&arm(0.0, 0.0), Pose::still(0)));
    }

    #[test]
    fn bounds_hold_every_pose() {
        let deform = arm(FRAC_PI_2, FRAC_PI_2);
        let bounds = deform.bounds();
        for step in 0..=16 {
            let pose = Pose::new(0, 1, step as f32 / 16.0);
            for place in positions(&deform, pose) {
                let inside = bounds.min.cmple(place).all() && place.cmple(bounds.max).all();
                assert!(inside, "{place} of {pose:?} outside {bounds:?}");
            }
        }
    }
}
