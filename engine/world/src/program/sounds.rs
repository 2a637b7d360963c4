//! Sounds that programs let be heard, and groups of which one is chosen at a time.
//!
//! Source: `docs/spec/zbd/engine-behaviour.md`, "16. Sound"; `docs/spec/zbd/mw3-runtime.md`, "7. Other MW
//! schemas known [D]".

use crate::SoundManner;
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// A sound that a program lets be heard.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProgramSound {
    /// Address or name of its file, as in the game.
    pub file: Box<str>,
    /// 0..=1.
    pub volume: f32,
    /// Starts over at its end.
    pub looping: bool,
    /// Units: it has its volume nearer than the first and is silent beyond the second; as the game has it
    /// for sounds in general without them.
    pub range: Option<[f32; 2]>,
    /// It is heard everywhere alike, also where a place is named.
    pub everywhere: bool,
    /// How long its file lasts; 0 where nobody asked.
    pub seconds: f32,
    /// How it is treated among others.
    pub manner: SoundManner,
}

/// Index into [`Scene::sound_groups`](crate::Scene::sound_groups).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SoundGroupId(pub u32);

impl SoundGroupId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a program names to be heard.
#[derive(Clone, Debug, PartialEq)]
pub enum SoundRef {
    /// A sound.
    One(ProgramSound),
    /// One of a group.
    Group(SoundGroupId),
}

impl From<ProgramSound> for SoundRef {
    fn from(sound: ProgramSound) -> Self {
        SoundRef::One(sound)
    }
}

/// Sounds of which one is chosen at a time, by weight.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SoundGroup {
    /// Its name in the game's files.
    pub name: Box<str>,
    /// What may be chosen.
    pub members: Vec<GroupMember>,
    /// What is left of the weight of a member that was chosen; weights stay without it.
    pub weight_after_use: Option<f32>,
    /// How often it chooses again afterwards; below 0 for ever.
    pub repeats: i32,
    /// Seconds from the end of what was chosen to the next choice.
    pub repeat_delay_s: f32,
    /// Seconds before which it is not heard again, however often it is named.
    pub min_delay_s: f32,
    /// Seconds in which it fades away when it is switched off.
    pub fade_s: f32,
    /// What it still plays ends when it is named again.
    pub solo: bool,
}

/// Something that a group may choose.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupMember {
    /// What.
    pub what: SoundRef,
    /// How often, compared with the others.
    pub weight: f32,
    /// Seconds from the choice to its start.
    pub delay_s: f32,
    /// How often it is heard in a row, at least once.
    pub count: u32,
}

/// Most groups that play, or wait to, at a time.
pub const MOST_GROUP_RUNS: usize = 256;

/// What a tick changes of a group.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroupState {
    /// Of its members, where it changes them.
    pub weights: Vec<f32>,
    /// The tick before which it is not heard again.
    pub silent_until: u64,
    /// The number under which it was heard last.
    pub handle: u32,
}

/// A group that plays, or waits to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroupRun {
    /// Which.
    pub group: SoundGroupId,
    /// The number under which it is heard.
    pub handle: u32,
    /// World space; heard everywhere alike without it.
    pub place: Option<Vec3>,
    /// A part of the volumes of its sounds.
    pub gain: f32,
    /// What was chosen: a member of this group, which is this one or one inside of it.
    pub chosen: Option<(SoundGroupId, u32)>,
    /// How often that is still to be heard.
    pub left: u32,
    /// How often it still chooses again; below 0 for ever.
    pub repeats: i32,
    /// Seconds to what comes next.
    pub wait: f64,
}

impl GroupState {
    pub(super) fn fits(&self, group: Option<&SoundGroup>) -> bool {
        group.is_some_and(|group| self.weights.is_empty() || self.weights.len() == group.members.len())
            && self.weights.iter().all(|weight| weight.is_finite())
    }
}

impl GroupRun {
    pub(super) fn fits(&self, groups: &[SoundGroup]) -> bool {
        let is_known = |(group, member): (SoundGroupId, u32)| {
            groups.get(group.index()).is_some_and(|group| (member as usize) < group.members.len())
        };
        self.group.index() < groups.len()
            && self.chosen.is_none_or(is_known)
            && self.place.is_none_or(Vec3::is_finite)
            && self.gain.is_finite()
            && self.wait.is_finite()
    }
}
