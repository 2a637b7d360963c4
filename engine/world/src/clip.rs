//! Clips: what moves by itself as time goes on.
//!
//! A clip is a pure function of a [`Moment`]. Which moment it is for whom is
//! said by a [`Clock`](crate::Clock). Neither knows of a file format.

use crate::{BoneKey, Curve, CurveError, EmitterTrack, Light, MaterialState, Moment, Pose, RibbonTrack};
use glam::{Affine3A, Quat, Vec2, Vec3};
use order::Order;

/// Ticks in a second.
pub const TICKS_PER_SECOND: u32 = 60;

/// Something that moves by itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clip {
    /// Name in the game's files.
    pub name: Box<str>,
    /// Length of one run, > 0; a clip without length stands at its start.
    pub seconds: f32,
    /// What moves.
    pub motion: Motion,
    /// How materials change.
    pub materials: Vec<MaterialTrack>,
    /// How lights change.
    pub lights: Vec<LightTrack>,
    /// How emitters change.
    pub emitters: Vec<EmitterTrack>,
    /// How ribbons change.
    pub ribbons: Vec<RibbonTrack>,
    /// When nodes are seen.
    pub shown: Vec<ShownTrack>,
    /// What happens at times in it, in their order.
    pub events: Vec<ClipEvent>,
    /// Seconds in which it takes over from what is played before it.
    pub blend_seconds: f32,
}

/// Something that happens at a time in a clip: a foot is set down, a blow hits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClipEvent {
    /// From the start of the clip.
    pub seconds: f32,
    /// Its name in the game's files.
    pub name: Box<str>,
    /// A number of the game, such as that of a sound; 0 for none.
    pub data: u32,
    /// What it is, for people, if that is known.
    pub says: Option<Box<str>>,
    /// The bone it happens at.
    pub bone: Option<u32>,
    /// Where, model space, while no clip is played.
    pub offset: Vec3,
}

/// What a clip moves.
#[derive(Clone, Debug, PartialEq)]
pub enum Motion {
    /// Nodes, each along its own track.
    Parts(Vec<Track>),
    /// The shape of a model: frames of its [`Deform`](crate::Deform), evenly
    /// apart. A run that loops goes on from the last to the first; one that
    /// does not ends with the last.
    Frames(Vec<u32>),
    /// The bones of a model, each along its own track.
    Bones(BoneMotion),
}

impl Default for Motion {
    fn default() -> Self {
        Motion::Parts(Vec::new())
    }
}

/// Curves of a place; one without keys leaves what is there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TransformCurves {
    /// Units.
    pub translation: Curve<Vec3>,
    /// Unit quaternions.
    pub rotation: Curve<Quat>,
    /// 1 is the size as it was made.
    pub scale: Curve<Vec3>,
}

impl TransformCurves {
    /// Places and turns, each evenly apart over the whole run; empty for none.
    ///
    /// # Errors
    ///
    /// When a key is not finite.
    pub fn even(translations: Vec<Vec3>, rotations: Vec<Quat>) -> Result<Self, CurveError> {
        Ok(TransformCurves {
            translation: Curve::even(translations)?,
            rotation: Curve::even(rotations)?,
            scale: Curve::default(),
        })
    }

    /// The place at a moment, for what stands at `rest` without any clip.
    pub fn at(&self, moment: &Moment, rest: &BoneKey) -> BoneKey {
        BoneKey {
            translation: self.translation.at(moment).unwrap_or(rest.translation),
            rotation: self.rotation.at(moment).unwrap_or(rest.rotation),
            scale: self.scale.at(moment).unwrap_or(rest.scale),
        }
    }

    fn follow_world(&self) -> bool {
        self.translation.follows_world() || self.rotation.follows_world() || self.scale.follows_world()
    }
}

/// How one part of a model moves: its place below its parent, replacing the
/// node's own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    /// Name of the part.
    pub part: Box<str>,
    /// Where it is.
    pub curves: TransformCurves,
}

impl Track {
    /// The transform of a node that stands at `rest` without any clip.
    pub fn sample(&self, moment: &Moment, rest: &Affine3A) -> Affine3A {
        let BoneKey { translation, rotation, scale } = self.curves.at(moment, &key_of(rest));
        Affine3A::from_scale_rotation_translation(scale, rotation, translation)
    }
}

/// A place as scale, turn and move; a scale of nearly 1 is 1.
pub(crate) fn key_of(rest: &Affine3A) -> BoneKey {
    let (scale, rotation, translation) = rest.to_scale_rotation_translation();
    let scale = if scale.abs_diff_eq(Vec3::ONE, 1e-4) { Vec3::ONE } else { scale };
    BoneKey { translation, rotation, scale }
}

/// How one bone moves: what it does besides what its parent does, as
/// [`BoneKey`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoneTrack {
    /// Its number in the skeleton.
    pub bone: u32,
    /// What it does.
    pub curves: TransformCurves,
}

/// How the bones of a model move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoneMotion {
    /// By bone, each once.
    tracks: Vec<BoneTrack>,
    /// Asked for with every pose, so it is found once.
    follows_world: bool,
}

impl BoneMotion {
    /// Tracks in any order; of two for one bone the first counts.
    pub fn new(mut tracks: Vec<BoneTrack>) -> Self {
        tracks.order_by_key(|track| track.bone);
        tracks.dedup_by_key(|track| track.bone);
        let follows_world = tracks.iter().any(|track| track.curves.follow_world());
        BoneMotion { tracks, follows_world }
    }

    /// The tracks, by bone.
    pub fn tracks(&self) -> &[BoneTrack] {
        &self.tracks
    }

    /// What a bone does at a moment.
    pub fn key(&self, bone: u32, moment: &Moment) -> BoneKey {
        let found = self.tracks.binary_search_by_key(&bone, |track| track.bone);
        let track = found.ok().and_then(|at| self.tracks.get(at));
        track.map_or(BoneKey::default(), |track| track.curves.at(moment, &BoneKey::default()))
    }
}

/// How a material changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MaterialTrack {
    /// Name of the material.
    pub material: Box<str>,
    /// See [`MaterialState::offset`].
    pub offset: Curve<Vec2>,
    /// Radians.
    pub rotation: Curve<f32>,
    /// See [`MaterialState::scale`].
    pub scale: Curve<Vec2>,
    /// Factors, held within 0..=1.
    pub color: Curve<Vec3>,
    /// A factor, held within 0..=1.
    pub opacity: Curve<f32>,
}

impl MaterialTrack {
    /// The material at a moment; what no curve says is as by default.
    pub fn at(&self, moment: &Moment) -> MaterialState {
        let rest = MaterialState::default();
        let color = self.color.at(moment).map(|color| color.clamp(Vec3::ZERO, Vec3::ONE));
        MaterialState {
            offset: self.offset.at(moment).map_or(rest.offset, Vec2::into),
            rotation: self.rotation.at(moment).unwrap_or(rest.rotation),
            scale: self.scale.at(moment).map_or(rest.scale, Vec2::into),
            color: color.map_or(rest.color, Vec3::into),
            opacity: self.opacity.at(moment).map_or(rest.opacity, |opacity| opacity.clamp(0.0, 1.0)),
        }
    }

    fn follows_world(&self) -> bool {
        self.offset.follows_world()
            || self.rotation.follows_world()
            || self.scale.follows_world()
            || self.color.follows_world()
            || self.opacity.follows_world()
    }
}

/// How a light changes; what no curve says stays as the light has it at the
/// start of the world.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LightTrack {
    /// Name of the node that the light stands at.
    pub light: Box<str>,
    /// 0..=1 in display space.
    pub color: Curve<Vec3>,
    /// 0..=1.
    pub diffuse: Curve<f32>,
    /// 0..=1.
    pub ambient: Curve<f32>,
    /// Units: full weight nearer than this.
    pub near: Curve<f32>,
    /// Units: no weight beyond this.
    pub far: Curve<f32>,
    /// Shines above 0.
    pub active: Curve<f32>,
}

/// When a node is seen with all that hangs below it: what a hand holds, while it is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShownTrack {
    /// Name of the node.
    pub node: Box<str>,
    /// Seen above 0; what no key says stays as it is.
    pub shown: Curve<f32>,
}

impl LightTrack {
    /// Changes what the curves say of a light; the rest stays. `share` is part of
    /// the way from what the light has now.
    pub fn apply(&self, moment: &Moment, share: f32, light: &mut Light) {
        let mix = |curve: &Curve<f32>, own: &mut f32, most: f32| {
            if let Some(value) = curve.at(moment) {
                *own += (value.clamp(0.0, most) - *own) * share;
            }
        };
        if let Some(color) = self.color.at(moment) {
            light.color = Vec3::from(light.color).lerp(color.clamp(Vec3::ZERO, Vec3::ONE), share).into();
        }
        mix(&self.diffuse, &mut light.diffuse, 1.0);
        mix(&self.ambient, &mut light.ambient, 1.0);
        mix(&self.near, &mut light.near, f32::MAX);
        mix(&self.far, &mut light.far, f32::MAX);
        if let Some(active) = self.active.at(moment).filter(|_| share > 0.5) {
            light.active = active > 0.0;
        }
    }

    fn follows_world(&self) -> bool {
        let numbers = [&self.diffuse, &self.ambient, &self.near, &self.far, &self.active];
        self.color.follows_world() || numbers.iter().any(|curve| curve.follows_world())
    }
}

impl Clip {
    /// A clip that moves something and changes neither materials nor lights.
    pub fn new(name: &str, seconds: f32, motion: Motion) -> Self {
        Clip { name: name.into(), seconds, motion, ..Clip::default() }
    }

    /// A place in time within the run: starts over at the end, or stays there.
    pub fn within(&self, time: f32, looping: bool) -> f32 {
        let sound = self.seconds > 0.0 && self.seconds.is_finite() && time.is_finite();
        if !sound {
            return 0.0;
        }
        if !looping {
            return time.clamp(0.0, self.seconds);
        }
        let wrapped = time.rem_euclid(self.seconds);
        // A remainder of nearly nothing below zero rounds up to the whole.
        if wrapped < self.seconds { wrapped } else { 0.0 }
    }

    /// Part of the run that lies before a place in time, 0..=1.
    pub fn fraction(&self, time: f32, looping: bool) -> f32 {
        let time = self.within(time, looping);
        if time > 0.0 { (time / self.seconds).min(1.0) } else { 0.0 }
    }

    /// A place in time as curves want it; `world` is seconds since the world
    /// began.
    pub fn moment(&self, time: f32, looping: bool, world: f64) -> Moment {
        Moment { seconds: self.within(time, looping), fraction: self.fraction(time, looping), world }
    }

    /// What a model shows at a place in time; `None` for a clip that is not of
    /// frames, or has none.
    pub fn pose(&self, time: f32, looping: bool) -> Option<Pose> {
        let Motion::Frames(frames) = &self.motion else { return None };
        let count = frames.len();
        let last = count.checked_sub(1)?;
        let steps = if looping { count } else { last };
        let place = self.fraction(time, looping) * steps as f32;
        let whole = (place as usize).min(if looping { count } else { last });
        let next = if looping { (whole + 1) % count } else { (whole + 1).min(last) };
        Some(Pose::new(frames[whole % count], frames[next], place - whole as f32))
    }

    /// True when some of it changes while no clock runs: a curve goes by the
    /// time since the world began.
    pub fn follows_world(&self) -> bool {
        let moves = match &self.motion {
            Motion::Parts(tracks) => tracks.iter().any(|track| track.curves.follow_world()),
            Motion::Bones(motion) => motion.follows_world,
            Motion::Frames(_) => false,
        };
        moves
            || self.materials.iter().any(MaterialTrack::follows_world)
            || self.lights.iter().any(LightTrack::follows_world)
            || self.shown.iter().any(|track| track.shown.follows_world())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ClipId, Clock, CurveValue};
    use std::f32::consts::FRAC_PI_2;

    fn parts(seconds: f32, tracks: Vec<Track>) -> Clip {
        Clip::new("walk", seconds, Motion::Parts(tracks))
    }

    fn frames(seconds: f32, frames: &[u32]) -> Clip {
        Clip::new("walk", seconds, Motion::Frames(frames.to_vec()))
    }

    fn even<T: CurveValue>(values: &[T]) -> Curve<T> {
        Curve::even(values.to_vec()).unwrap()
    }

    fn sampled(track: &Track, fraction: f32, rest: &Affine3A) -> Affine3A {
        track.sample(&Moment { fraction, ..Moment::default() }, rest)
    }

    /// Four keys over three seconds: out, round, and back.
    fn track() -> Track {
        let quarter = Quat::from_rotation_y(FRAC_PI_2);
        Track {
            part: "hip".into(),
            curves: TransformCurves {
                translation: even(&[Vec3::ZERO, Vec3::X, Vec3::new(1.0, 2.0, 0.0), Vec3::ZERO]),
                rotation: even(&[Quat::IDENTITY, quarter, quarter, Quat::IDENTITY]),
                ..TransformCurves::default()
            },
        }
    }

    #[test]
    fn a_part_goes_straight_between_keys_and_turns_the_short_way() {
        let track = track();
        let at = |fraction: f32| sampled(&track, fraction, &Affine3A::IDENTITY);
        let near = |found: Affine3A, turn: f32, place: Vec3| {
            let wanted = Affine3A::from_rotation_translation(Quat::from_rotation_y(turn), place);
            assert!(found.abs_diff_eq(wanted, 1e-5), "{found:?}, expected {wanted:?}");
        };
        near(at(0.0), 0.0, Vec3::ZERO);
        // Half way to the first key of three.
        near(at(0.5 / 3.0), FRAC_PI_2 * 0.5, Vec3::new(0.5, 0.0, 0.0));
        near(at(1.0 / 3.0), FRAC_PI_2, Vec3::X);
        near(at(1.75 / 3.0), FRAC_PI_2, Vec3::new(1.0, 1.5, 0.0));
        near(at(2.25 / 3.0), FRAC_PI_2 * 0.75, Vec3::new(0.75, 1.5, 0.0));
        near(at(1.0), 0.0, Vec3::ZERO);
        // The same turn written with the opposite signs.
        let quarter = Quat::from_rotation_y(FRAC_PI_2);
        let rotation = even(&[Quat::IDENTITY, -quarter]);
        let curves = TransformCurves { rotation, ..TransformCurves::default() };
        let long = Track { curves, ..Track::default() };
        near(sampled(&long, 0.5, &Affine3A::IDENTITY), FRAC_PI_2 * 0.5, Vec3::ZERO);
    }

    #[test]
    fn a_part_keeps_what_its_track_does_not_say() {
        let turn = Quat::from_rotation_x(0.5);
        let rest = Affine3A::from_scale_rotation_translation(Vec3::splat(2.0), turn, Vec3::Y);
        let mut only_turns = track();
        only_turns.curves.translation = Curve::default();
        let found = sampled(&only_turns, 1.0 / 3.0, &rest);
        let wanted = Affine3A::from_scale_rotation_translation(
            Vec3::splat(2.0),
            Quat::from_rotation_y(FRAC_PI_2),
            Vec3::Y,
        );
        assert!(found.abs_diff_eq(wanted, 1e-5), "{found:?}");
        let mut only_goes = track();
        only_goes.curves.rotation = Curve::default();
        let found = sampled(&only_goes, 1.0 / 3.0, &rest);
        let wanted = Affine3A::from_scale_rotation_translation(Vec3::splat(2.0), turn, Vec3::X);
        assert!(found.abs_diff_eq(wanted, 1e-5), "{found:?}");
        let curves = TransformCurves { translation: even(&[Vec3::Z]), ..TransformCurves::default() };
        let one_key = Track { curves, ..Track::default() };
        assert_eq!(sampled(&one_key, 0.7, &Affine3A::IDENTITY).translation, Vec3::Z.into());
    }

    #[test]
    fn frames_are_blended_two_at_a_time() {
        let walk = frames(2.0, &[5, 7, 6, 9]);
        let pose = |time, looping| walk.pose(time, looping).unwrap();
        // Looping: half a second a frame, the last half back to the first.
        assert_eq!(pose(0.0, true), Pose::new(5, 7, 0.0));
        assert_eq!(pose(0.625, true), Pose::new(7, 6, 0.25));
        assert_eq!(pose(1.75, true), Pose::new(9, 5, 0.5));
        assert_eq!(pose(2.0, true), Pose::new(5, 7, 0.0));
        assert_eq!(pose(-0.25, true), Pose::new(9, 5, 0.5));
        // Once: two thirds of a second a frame, and the last stays.
        assert_eq!(pose(1.0, false), Pose::new(7, 6, 0.5));
        assert_eq!(pose(2.0, false), Pose::still(9));
        assert_eq!(pose(7.0, false), Pose::still(9));
        assert_eq!(frames(1.0, &[3]).pose(0.6, true), Some(Pose::still(3)));
        assert_eq!(frames(1.0, &[]).pose(0.6, true), None);
        assert_eq!(parts(1.0, vec![track()]).pose(0.6, true), None);
    }

    #[test]
    fn time_that_is_none_is_the_start() {
        for seconds in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            assert_eq!(frames(seconds, &[1, 2]).pose(0.5, true), Some(Pose::new(1, 2, 0.0)), "{seconds}");
        }
        for time in [f32::NAN, f32::INFINITY] {
            assert_eq!(frames(1.0, &[1, 2]).within(time, true), 0.0);
            assert!(sampled(&track(), time, &Affine3A::IDENTITY).is_finite());
        }
        assert_eq!(frames(3.0, &[1, 2]).within(-1e-9, true), 0.0);
    }

    #[test]
    fn a_clock_is_drawn_on_its_way_unless_it_was_just_set_or_stands() {
        let walk = frames(2.0, &[0, 1]);
        let tick = 1.0 / 60.0;
        let clock = Clock { time: 1.0, since: 5, ..Clock::looping(ClipId(0)) };
        let near = |found: f32, wanted: f32| assert!((found - wanted).abs() < 1e-6, "{found}, not {wanted}");
        near(clock.drawn(&walk, 9, 1.0), 1.0);
        near(clock.drawn(&walk, 9, 0.25), 1.0 - 0.75 * tick);
        near(Clock { speed: -2.0, ..clock }.drawn(&walk, 9, 0.5), 1.0 + tick);
        near(clock.drawn(&walk, 5, 0.25), 1.0);
        // Just over the end: before it, half a tick ago.
        near(Clock { time: 0.0, ..clock }.drawn(&walk, 9, 0.5), 2.0 - 0.5 * tick);
        let ended = Clock { time: 2.0, looping: false, ..clock };
        near(ended.drawn(&walk, 9, 0.0), 2.0);
        near(Clock { time: 0.0, speed: -1.0, ..ended }.drawn(&walk, 9, 0.0), 0.0);
    }

    #[test]
    fn tracks_find_their_nodes_by_name_below_the_root_alone() {
        let mut sketch = crate::sketch::Sketch::new();
        let outside = sketch.node("Hip", None, &[]);
        let hip = sketch.node("HIP", None, &[]);
        let again = sketch.node("hip", None, &[]);
        let root = sketch.node("mech", None, &[hip, again]);
        sketch.at(again).children = vec![root];
        let tracks = vec![track(), Track { part: "tail".into(), ..track() }];
        sketch.scene.clips.push(parts(1.0, tracks));
        let playable = sketch.scene.playable(ClipId(0), root);
        assert_eq!(playable.nodes, [Some(hip), None]);
        assert_ne!(hip, outside);
    }
}
