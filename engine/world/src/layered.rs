//! What a model shows when several clips are played on it at once.

use crate::{
    AnimatorId, BoneKey, ClipId, Clock, Deform, Layer, MOST_LAYERS, Model, Moment, Motion, NodeId, Point,
    Pose, PoseMemory, Scene, State, deform::towards,
};
use glam::{Affine3A, Vec3};

/// A morph of less is none.
const LEAST_MORPH: f32 = 1e-5;

/// Numbers in the key of one layer.
const NUMBERS: usize = 6;

/// What one layer shows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum PoseSource {
    /// The shape without any clip.
    #[default]
    Rest,
    /// Two frames of the model and how far it is from one to the other.
    Frames(Pose),
    /// A clip of bones at a moment.
    Bones {
        /// Which.
        clip: ClipId,
        /// When.
        moment: Moment,
    },
}

/// One layer, and how much of it is mixed with those below.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PoseLayer {
    /// What it shows.
    pub source: PoseSource,
    /// 0..=1; the lowest layer is always whole.
    pub weight: f32,
    /// Number of the animator's mask.
    pub mask: Option<u16>,
}

/// Layers of a pose, lowest first: a pure function of State and the moment
/// between two ticks that is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayeredPose {
    animator: AnimatorId,
    layers: [PoseLayer; MOST_LAYERS + 1],
    count: usize,
}

/// What tells poses of one model apart.
pub type PoseKey = [u32; NUMBERS * (MOST_LAYERS + 1)];

impl LayeredPose {
    /// One thing alone.
    pub fn single(animator: AnimatorId, source: PoseSource) -> Self {
        let mut layers = [PoseLayer::default(); MOST_LAYERS + 1];
        layers[0].source = source;
        LayeredPose { animator, layers, count: 1 }
    }

    /// Frames that no animator plays.
    pub fn frames(pose: Pose) -> Self {
        // Only masks ask for the animator, and there is none.
        LayeredPose::single(AnimatorId(u32::MAX), PoseSource::Frames(pose))
    }

    /// Puts another layer on top; `false` when there are too many already.
    pub fn push(&mut self, layer: PoseLayer) -> bool {
        let Some(free) = self.layers.get_mut(self.count) else { return false };
        *free = layer;
        self.count += 1;
        true
    }

    /// The layers, lowest first.
    pub fn layers(&self) -> &[PoseLayer] {
        &self.layers[..self.count]
    }

    /// Numbers that are equal for equal poses of one model alone.
    pub fn key(&self) -> PoseKey {
        let mut key = [0; NUMBERS * (MOST_LAYERS + 1)];
        for (numbers, layer) in key.chunks_exact_mut(NUMBERS).zip(self.layers()) {
            let [a, b, c, d] = match layer.source {
                PoseSource::Rest => [1, 0, 0, 0],
                PoseSource::Frames(pose) => [2, pose.from, pose.to, pose.share.to_bits()],
                PoseSource::Bones { clip, moment } => {
                    // The fraction follows from the seconds.
                    let world = moment.world.to_bits();
                    [3 + clip.0, moment.seconds.to_bits(), (world >> 32) as u32, world as u32]
                }
            };
            // A mask is known by its animator.
            let mask = layer.mask.map_or(0, |mask| 1 + u32::from(mask) + (self.animator.0 << 16));
            numbers.copy_from_slice(&[a, b, c, d, layer.weight.to_bits(), mask]);
        }
        key
    }
}

impl State {
    /// The shape of a morphed model; `None` while it is as it was loaded.
    ///
    /// Source: `docs/spec/zbd/engine-behaviour.md`, "9.2 Morph".
    pub fn morph_of(&self, node: NodeId, model: &Model) -> Option<Pose> {
        let weight = self.programs.morphs.get(&node).copied().unwrap_or(model.morph?);
        (weight >= LEAST_MORPH).then(|| Pose::new(0, 1, weight))
    }

    /// What an animator shows of the shape of a model, at the moment `between`
    /// the tick before (0) and this one (1); `None` when it plays nothing that
    /// changes shapes.
    pub fn pose_of(&self, scene: &Scene, animator: AnimatorId, between: f32) -> Option<LayeredPose> {
        self.pose_at(scene, animator, between, self.world_seconds(between))
    }

    /// The same, `world` seconds after the world began.
    pub(crate) fn pose_at(
        &self,
        scene: &Scene,
        animator: AnimatorId,
        between: f32,
        world: f64,
    ) -> Option<LayeredPose> {
        let (clock, shape) = (self.clock(animator)?, self.animator_shape(animator)?);
        let source = |clock: &Clock| self.source(scene, clock, between, world);
        let layers = self.layers_of(animator);
        let shown = |layer: &Layer| {
            let weight = layer.drawn_weight(between);
            Some(PoseLayer { source: source(&layer.clock)?, weight, mask: layer.mask })
        };
        let base = source(clock);
        if base.is_none() && !layers.iter().any(|layer| shown(layer).is_some()) {
            return None;
        }
        let mut pose = LayeredPose::single(shape, base.unwrap_or_default());
        for layer in layers.iter().filter_map(shown).filter(|layer| layer.weight > 0.0) {
            pose.push(layer);
        }
        Some(pose)
    }

    fn source(&self, scene: &Scene, clock: &Clock, between: f32, world: f64) -> Option<PoseSource> {
        let id = clock.clip?;
        let clip = scene.clips.get(id.index())?;
        let time = clock.drawn(clip, self.tick, between);
        match &clip.motion {
            Motion::Parts(_) => None,
            Motion::Frames(_) => clip.pose(time, clock.looping).map(PoseSource::Frames),
            Motion::Bones(_) => {
                // Most curves ask only for the clip's own time: then equal times are
                // equal poses.
                let world = if clip.follows_world() { world } else { 0.0 };
                Some(PoseSource::Bones { clip: id, moment: clip.moment(time, clock.looping, world) })
            }
        }
    }
}

impl Deform {
    /// Adds the points of a pose to a list: as many as [`Deform::points`].
    pub fn bend(&self, scene: &Scene, pose: &LayeredPose, memory: &mut PoseMemory, points: &mut Vec<Point>) {
        let first = points.len();
        points.extend_from_slice(&self.points);
        for (index, layer) in pose.layers().iter().enumerate() {
            let PoseSource::Frames(frames) = layer.source else { continue };
            if index == 0 {
                self.move_points(frames, &mut memory.other, &mut points[first..]);
            } else if layer.mask.is_none() && self.moves_points(frames) {
                self.mix_points(frames, layer.weight, first, memory, points);
            }
        }
        if self.bone_keys(scene, pose, &mut memory.keys) {
            self.carry(memory, &mut points[first..]);
        }
    }

    fn moves_points(&self, pose: Pose) -> bool {
        [pose.from, pose.to]
            .iter()
            .any(|frame| self.frames.get(*frame as usize).is_some_and(|frame| !frame.moved.is_empty()))
            || self.frames.iter().any(|frame| !frame.moved.is_empty())
    }

    /// Mixes the points of frames with those there are from `first` on.
    fn mix_points(
        &self,
        pose: Pose,
        share: f32,
        first: usize,
        memory: &mut PoseMemory,
        points: &mut Vec<Point>,
    ) {
        let end = points.len();
        points.extend_from_slice(&self.points);
        let (below, above) = points.split_at_mut(end);
        self.move_points(pose, &mut memory.other, above);
        towards(&mut below[first..], above, share);
        points.truncate(end);
    }

    /// The matrix of every bone in a pose: what it does to the model.
    pub fn palette<'m>(
        &self,
        scene: &Scene,
        pose: &LayeredPose,
        memory: &'m mut PoseMemory,
    ) -> &'m [Affine3A] {
        self.bone_keys(scene, pose, &mut memory.keys);
        self.matrices(memory)
    }

    /// What one bone does to the model in a pose; `None` for a bone that does not
    /// exist. Asks only for it and the bones that carry it.
    pub fn joint(&self, scene: &Scene, pose: &LayeredPose, bone: u32) -> Option<Affine3A> {
        self.skeleton.total(bone, |bone| self.layered_key(scene, pose, bone))
    }

    /// Where every bone starts in a pose, model space.
    pub fn joints_of(&self, scene: &Scene, pose: &LayeredPose, memory: &mut PoseMemory) -> Vec<Vec3> {
        self.bone_keys(scene, pose, &mut memory.keys);
        self.starts(memory)
    }

    fn layered_key(&self, scene: &Scene, pose: &LayeredPose, bone: u32) -> BoneKey {
        let key = |source: PoseSource| match source {
            PoseSource::Rest => BoneKey::default(),
            PoseSource::Frames(frames) => self.frame_key(frames, bone),
            PoseSource::Bones { clip, moment } => {
                motion(scene, clip).map_or(BoneKey::default(), |motion| motion.key(bone, &moment))
            }
        };
        let mut mixed = BoneKey::default();
        for (index, layer) in pose.layers().iter().enumerate() {
            if index == 0 {
                mixed = key(layer.source);
            } else if moves(scene, pose, layer, bone) {
                mixed = mixed.towards(&key(layer.source), layer.weight);
            }
        }
        mixed
    }

    /// What every bone does; false when none does anything.
    fn bone_keys(&self, scene: &Scene, pose: &LayeredPose, keys: &mut Vec<BoneKey>) -> bool {
        let count = self.skeleton.bones().len();
        if let [PoseLayer { source: PoseSource::Frames(frames), .. }] = pose.layers() {
            return self.frame_keys(*frames, keys);
        }
        keys.clear();
        if count == 0 {
            return false;
        }
        if let [PoseLayer { source: PoseSource::Bones { clip, moment }, .. }] = pose.layers() {
            keys.resize(count, BoneKey::default());
            for track in motion(scene, *clip).map_or(&[][..], |motion| motion.tracks()) {
                if let Some(key) = keys.get_mut(track.bone as usize) {
                    *key = track.curves.at(moment, &BoneKey::default());
                }
            }
        } else {
            keys.extend((0..count as u32).map(|bone| self.layered_key(scene, pose, bone)));
        }
        true
    }
}

fn motion(scene: &Scene, clip: ClipId) -> Option<&crate::BoneMotion> {
    match &scene.clips.get(clip.index())?.motion {
        Motion::Bones(motion) => Some(motion),
        _ => None,
    }
}

/// True when a layer moves a bone.
fn moves(scene: &Scene, pose: &LayeredPose, layer: &PoseLayer, bone: u32) -> bool {
    let Some(mask) = layer.mask else { return true };
    let animator = scene.animators.get(pose.animator.index());
    animator
        .and_then(|animator| animator.masks.get(usize::from(mask)))
        .is_some_and(|mask| mask.has_bone(bone))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Animator, Bone, BoneMotion, BoneTrack, Clip, Curve, Frame, Mask, Playable, Skeleton, TransformCurves,
    };

    const FIRST: AnimatorId = AnimatorId(0);

    /// A bone that moves along an axis, up to `far` within two seconds.
    fn moving(bone: u32, far: Vec3) -> BoneTrack {
        let translation = Curve::linear(vec![0.0, 2.0], vec![Vec3::ZERO, far]).unwrap();
        BoneTrack { bone, curves: TransformCurves { translation, ..TransformCurves::default() } }
    }

    /// Bone 1 is carried by bone 2; bone 0 stands alone.
    fn skeleton() -> Skeleton {
        let bone = |parent| Bone { parent, pivot: Vec3::Z, ..Bone::default() };
        Skeleton::new(vec![bone(None), bone(Some(2)), bone(None)], Vec::new()).unwrap()
    }

    /// Clip 0 moves bones 0 and 2 along x, clip 1 bones 0 and 1 along y.
    fn world() -> (Scene, State, Deform) {
        let mut scene = Scene::empty("none", "bones", Frame::identity(1.0));
        let clip = |name: &str, tracks| Clip::new(name, 2.0, Motion::Bones(BoneMotion::new(tracks)));
        scene.clips = vec![
            clip("walk", vec![moving(2, Vec3::X * 8.0), moving(0, Vec3::X * 4.0)]),
            clip("swing", vec![moving(1, Vec3::Y * 2.0), moving(0, Vec3::Y * 2.0)]),
        ];
        let clips = [0, 1].map(|clip| Playable { clip: ClipId(clip), ..Playable::default() }).into();
        let masks = vec![Mask::new("arm", Vec::new(), skeleton().below(1))];
        scene.animators.push(Animator { clips, masks, start: Clock::once(ClipId(0)), ..Animator::default() });
        let state = State::new(&scene, 0);
        (scene, state, Deform { skeleton: skeleton(), ..Deform::default() })
    }

    fn over(weight: f32, mask: Option<u16>) -> Layer {
        let clock = Clock { time: 2.0, ..Clock::once(ClipId(1)) };
        Layer { animator: FIRST, clock, weight, rate: 0.0, replaces: false, mask }
    }

    fn places(scene: &Scene, state: &State, deform: &Deform) -> Vec<Vec3> {
        let pose = state.pose_of(scene, FIRST, 1.0).unwrap();
        let mut memory = PoseMemory::default();
        let matrices = deform.palette(scene, &pose, &mut memory).to_vec();
        // One bone asked for alone is where it is among all.
        for (bone, matrix) in (0..).zip(&matrices) {
            assert_eq!(deform.joint(scene, &pose, bone), Some(*matrix));
        }
        assert_eq!(deform.joint(scene, &pose, matrices.len() as u32), None);
        matrices.iter().map(|matrix| matrix.translation.into()).collect()
    }

    #[test]
    fn bones_go_along_their_curves_and_carry_others() {
        let (scene, mut state, deform) = world();
        assert_eq!(places(&scene, &state, &deform), [Vec3::ZERO; 3]);
        state.clocks[0].time = 0.5;
        let [x, xx] = [Vec3::X, Vec3::X * 2.0];
        assert_eq!(places(&scene, &state, &deform), [x, xx, xx]);
        state.clocks[0].clip = None;
        assert_eq!(state.pose_of(&scene, FIRST, 1.0), None);
    }

    #[test]
    fn layers_are_mixed_by_weight_and_moved_bones_by_mask() {
        let (scene, mut state, deform) = world();
        state.clocks[0].time = 2.0;
        state.layers = vec![over(0.25, None)];
        // A quarter of the way: bone 0 from 4 along x to 2 along y; bone 2 to rest,
        // bone 1 a quarter of 2 up from where bone 2 takes it.
        let found = places(&scene, &state, &deform);
        assert_eq!(found, [Vec3::new(3.0, 0.5, 0.0), Vec3::new(6.0, 0.5, 0.0), Vec3::new(6.0, 0.0, 0.0)]);
        // Only the arm: the others walk on.
        state.layers = vec![over(0.25, Some(0))];
        let found = places(&scene, &state, &deform);
        assert_eq!(found, [Vec3::X * 4.0, Vec3::new(8.0, 0.5, 0.0), Vec3::X * 8.0]);
        // A mask that is not there moves nothing; over no clip there is only the layer.
        state.layers = vec![over(1.0, Some(7))];
        assert_eq!(places(&scene, &state, &deform), [Vec3::X * 4.0, Vec3::X * 8.0, Vec3::X * 8.0]);
        state.layers = vec![over(0.5, None)];
        state.clocks[0].clip = None;
        assert_eq!(places(&scene, &state, &deform), [Vec3::Y, Vec3::Y, Vec3::ZERO]);
    }

    #[test]
    fn poses_that_look_alike_have_one_key_and_others_another() {
        let (scene, mut state, _) = world();
        let key = |state: &State| state.pose_of(&scene, FIRST, 1.0).unwrap().key();
        let walking = key(&state);
        state.tick = 1000;
        assert_eq!(key(&state), walking, "no curve goes by the world's clock");
        state.layers = vec![over(0.0, None)];
        assert_eq!(key(&state), walking, "a layer without weight");
        let mut keys = vec![walking];
        for change in [over(0.5, None), over(0.25, None), over(0.25, Some(0))] {
            state.layers = vec![change];
            keys.push(key(&state));
        }
        state.clocks[0].time = 0.25;
        keys.push(key(&state));
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }

    #[test]
    fn a_pose_has_no_more_layers_than_it_holds() {
        let mut pose = LayeredPose::single(FIRST, PoseSource::Rest);
        let taken = (0..9).filter(|_| pose.push(PoseLayer::default())).count();
        assert_eq!((taken, pose.layers().len()), (MOST_LAYERS, MOST_LAYERS + 1));
    }
}
