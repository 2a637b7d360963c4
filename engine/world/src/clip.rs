//! Clips: what moves by itself as time goes on, and the clocks that say where
//! in it everything is.
//!
//! A clip is a pure function of a place in time; a [`Clock`] is a place in
//! time and part of [`State`](crate::State). Neither knows of a file format.

use crate::{AnimatorId, ClipId, NodeId, NodeStates, Pose, Scene};
use glam::{Affine3A, Quat, Vec3};
use serde::{Deserialize, Serialize};

/// Ticks in a second.
pub const TICKS_PER_SECOND: u32 = 60;

/// Something that moves by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    /// Name in the game's files.
    pub name: Box<str>,
    /// Length of one run, > 0; a clip without length stands at its start.
    pub seconds: f32,
    /// What it moves.
    pub motion: Motion,
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
}

/// How one part of a model moves. Keys are evenly apart, the first at the start
/// and the last at the end: what loops without a jump ends as it began.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    /// Name of the part.
    pub part: Box<str>,
    /// Places below the parent, replacing the node's own; empty keeps that.
    pub translations: Vec<Vec3>,
    /// Unit quaternions, replacing the node's own rotation; empty keeps that.
    pub rotations: Vec<Quat>,
}

impl Track {
    /// The transform of a node that stands at `rest` without any clip, at
    /// `fraction` (0..=1) of the run. Its scale stays.
    pub fn sample(&self, fraction: f32, rest: &Affine3A) -> Affine3A {
        let (scale, own_rotation, own_translation) = rest.to_scale_rotation_translation();
        let scale = if scale.abs_diff_eq(Vec3::ONE, 1e-4) { Vec3::ONE } else { scale };
        let rotation = between(&self.rotations, fraction)
            .map_or(own_rotation, |(from, to, share)| from.slerp(to, share).normalize());
        let translation = between(&self.translations, fraction)
            .map_or(own_translation, |(from, to, share)| from.lerp(to, share));
        Affine3A::from_scale_rotation_translation(scale, rotation, translation)
    }
}

/// The two keys around a fraction of the run, and how far it is to the second.
fn between<T: Copy>(keys: &[T], fraction: f32) -> Option<(T, T, f32)> {
    let last = keys.len().checked_sub(1)?;
    let place = if fraction > 0.0 { fraction.min(1.0) * last as f32 } else { 0.0 };
    let from = (place as usize).min(last);
    let to = (from + 1).min(last);
    Some((keys[from], keys[to], place - from as f32))
}

impl Clip {
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

    /// What a model shows at a place in time; `None` for a clip of parts or
    /// without frames.
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
}

/// Where in a clip something is. One per [`Animator`], in
/// [`State::clocks`](crate::State::clocks).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    /// What is playing; `None` leaves everything as it is.
    pub clip: Option<ClipId>,
    /// Seconds from the clip's start, 0..= its length.
    pub time: f32,
    /// Seconds of the clip in a second: 1 as authored, negative backwards, 0
    /// for standing still.
    pub speed: f32,
    /// Starts over at the end; otherwise the end stays.
    pub looping: bool,
    /// Tick at which it was set: drawing shows no way there.
    pub since: u64,
}

impl Default for Clock {
    fn default() -> Self {
        Clock { clip: None, time: 0.0, speed: 1.0, looping: true, since: 0 }
    }
}

impl Clock {
    /// A clip from its start, again and again.
    pub fn looping(clip: ClipId) -> Self {
        Clock { clip: Some(clip), ..Clock::default() }
    }

    /// A clip from its start to its end.
    pub fn once(clip: ClipId) -> Self {
        Clock { looping: false, ..Clock::looping(clip) }
    }

    /// The place in time `seconds` later.
    pub fn advanced(&self, clip: &Clip, seconds: f32) -> f32 {
        clip.within(self.time + self.speed * seconds, self.looping)
    }

    /// The place in time that is drawn between the tick before (0) and tick
    /// number `tick` (1), at which this is the clock.
    pub fn drawn(&self, clip: &Clip, tick: u64, between: f32) -> f32 {
        let ended = !self.looping
            && (self.speed >= 0.0 && self.time >= clip.seconds || self.speed <= 0.0 && self.time <= 0.0);
        if between >= 1.0 || ended || self.since >= tick {
            return clip.within(self.time, self.looping);
        }
        let back = (1.0 - between.max(0.0)) / TICKS_PER_SECOND as f32;
        self.advanced(clip, -back)
    }
}

/// A clip that an animator can play.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Playable {
    /// The clip.
    pub clip: ClipId,
    /// Per track of a clip of parts: the node it moves, if there is one; empty
    /// for a clip of frames.
    pub nodes: Vec<Option<NodeId>>,
}

/// Something in the world with a clock of its own: it moves nodes, or the
/// models of nodes that name it ([`Node::animator`](crate::Node::animator)).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Animator {
    /// Name for people.
    pub name: Box<str>,
    /// What it can play, in the game's order.
    pub clips: Vec<Playable>,
    /// Its clock at the start.
    pub start: Clock,
}

impl Animator {
    /// How it plays a clip, if it can.
    pub fn playable(&self, clip: ClipId) -> Option<&Playable> {
        self.clips.iter().find(|playable| playable.clip == clip)
    }
}

impl Scene {
    /// Finds the nodes that a clip moves, by the names of its tracks, in the
    /// subtree of a node as loading made it. Upper and lower case are alike; of
    /// nodes with one name the first counts. Tracks without a node move nothing.
    pub fn playable(&self, clip: ClipId, root: NodeId) -> Playable {
        let Some(Motion::Parts(tracks)) = self.clips.get(clip.index()).map(|clip| &clip.motion) else {
            return Playable { clip, nodes: Vec::new() };
        };
        let mut names = hashbrown::HashMap::new();
        let mut seen = hashbrown::HashSet::new();
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            let Some(node) = self.nodes.get(id.index()).filter(|_| seen.insert(id)) else { continue };
            names.entry(node.name.to_ascii_lowercase()).or_insert(id);
            open.extend(node.children.iter().rev());
        }
        let nodes = tracks.iter().map(|track| names.get(&*track.part.to_ascii_lowercase()).copied());
        Playable { clip, nodes: nodes.collect() }
    }

    /// Where a clock puts the nodes of its animator: each node with its
    /// transform, in the order of the tracks. Nothing for a clip of frames.
    pub fn parts_at(
        &self,
        animator: AnimatorId,
        clock: &Clock,
    ) -> impl Iterator<Item = (NodeId, Affine3A)> + '_ {
        let clip = clock.clip.and_then(|id| self.clips.get(id.index()));
        let playable = clock
            .clip
            .and_then(|id| self.animators.get(animator.index())?.playable(id))
            .map_or(&[][..], |playable| &playable.nodes);
        let tracks = match clip.map(|clip| &clip.motion) {
            Some(Motion::Parts(tracks)) => &tracks[..],
            _ => &[],
        };
        let fraction = clip.map_or(0.0, |clip| clip.fraction(clock.time, clock.looping));
        tracks.iter().zip(playable).filter_map(move |(track, node)| {
            let node = (*node)?;
            let rest = &self.nodes.get(node.index())?.transform;
            Some((node, track.sample(fraction, rest)))
        })
    }
}

impl NodeStates {
    /// Puts nodes where the clocks of their animators say.
    pub(crate) fn follow(&mut self, scene: &Scene, clocks: &[Clock]) {
        for (animator, clock) in clocks.iter().enumerate() {
            for (node, transform) in scene.parts_at(AnimatorId::from(animator), clock) {
                if let Some(own) = self.transforms.get_mut(node.index()) {
                    *own = transform;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::FRAC_PI_2;

    fn parts(seconds: f32, tracks: Vec<Track>) -> Clip {
        Clip { name: "walk".into(), seconds, motion: Motion::Parts(tracks) }
    }

    fn frames(seconds: f32, frames: &[u32]) -> Clip {
        Clip { name: "walk".into(), seconds, motion: Motion::Frames(frames.to_vec()) }
    }

    /// Four keys over three seconds: out, round, and back.
    fn track() -> Track {
        let quarter = Quat::from_rotation_y(FRAC_PI_2);
        Track {
            part: "hip".into(),
            translations: vec![Vec3::ZERO, Vec3::X, Vec3::new(1.0, 2.0, 0.0), Vec3::ZERO],
            rotations: vec![Quat::IDENTITY, quarter, quarter, Quat::IDENTITY],
        }
    }

    #[test]
    fn a_part_goes_straight_between_keys_and_turns_the_short_way() {
        let track = track();
        let at = |fraction: f32| track.sample(fraction, &Affine3A::IDENTITY);
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
        let long = Track { rotations: vec![Quat::IDENTITY, -quarter], ..Track::default() };
        near(long.sample(0.5, &Affine3A::IDENTITY), FRAC_PI_2 * 0.5, Vec3::ZERO);
    }

    #[test]
    fn a_part_keeps_what_its_track_does_not_say() {
        let turn = Quat::from_rotation_x(0.5);
        let rest = Affine3A::from_scale_rotation_translation(Vec3::splat(2.0), turn, Vec3::Y);
        let only_turns = Track { translations: Vec::new(), ..track() };
        let found = only_turns.sample(1.0 / 3.0, &rest);
        let wanted = Affine3A::from_scale_rotation_translation(
            Vec3::splat(2.0),
            Quat::from_rotation_y(FRAC_PI_2),
            Vec3::Y,
        );
        assert!(found.abs_diff_eq(wanted, 1e-5), "{found:?}");
        let only_goes = Track { rotations: Vec::new(), ..track() };
        let found = only_goes.sample(1.0 / 3.0, &rest);
        let wanted = Affine3A::from_scale_rotation_translation(Vec3::splat(2.0), turn, Vec3::X);
        assert!(found.abs_diff_eq(wanted, 1e-5), "{found:?}");
        let one_key = Track { translations: vec![Vec3::Z], ..Track::default() };
        assert_eq!(one_key.sample(0.7, &Affine3A::IDENTITY).translation, Vec3::Z.into());
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
            assert!(track().sample(time, &Affine3A::IDENTITY).is_finite());
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
