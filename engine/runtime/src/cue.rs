//! What a tick wants heard, shown or said. Cues leave the world: they are in no
//! state, hash or save, and nothing that happens depends on who takes them.

use glam::Vec3;
use serde::{Deserialize, Serialize};
use world::{ActorId, AnimatorId, MissionOutcome, NodeId, ObjectivePhase, ProgramId, SoundManner};

/// Most cues of one tick; later ones are lost.
pub(crate) const MOST_CUES: usize = 1024;

/// One thing that a tick wants heard, shown or said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Cue {
    /// Starts a sound.
    Sound {
        /// The number under which it is moved or stopped later, chosen by
        /// whoever asks for it.
        handle: u32,
        /// Address or name of its file, as in the game.
        file: String,
        /// Where it sounds, engine axes; everywhere alike without it.
        #[serde(default)]
        at: Option<Vec3>,
        /// 0..=1.
        volume: f32,
        /// Starts over at its end.
        #[serde(default)]
        looping: bool,
        /// Units: it has its volume nearer than the first and is silent beyond the second; as the
        /// listener has it for sounds in general without them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        range: Option<[f32; 2]>,
        /// How it is treated among others.
        #[serde(default, skip_serializing_if = "SoundManner::is_usual")]
        manner: SoundManner,
    },
    /// Moves a sound that was started under this number.
    MoveSound {
        /// Its number.
        handle: u32,
        /// Engine axes.
        at: Vec3,
    },
    /// Stops a sound that was started under this number.
    StopSound {
        /// Its number.
        handle: u32,
        /// It fades for so long.
        #[serde(default)]
        seconds: f32,
    },
    /// Other music; none for silence.
    Music {
        /// Address or name of its file, as in the game.
        file: Option<String>,
        /// How often it is played; 0 for over and over.
        #[serde(default, skip_serializing_if = "is_zero")]
        times: u32,
        /// What plays fades out in so long; as the listener has it without.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fade_out: Option<f32>,
    },
    /// Words that are spoken, for those who read them.
    Caption {
        /// In the language of the game.
        text: String,
        /// How long it stands.
        seconds: f32,
    },
    /// A message to the person.
    Message {
        /// In the language of the game.
        text: String,
    },
    /// A colour over the whole picture.
    ScreenColor {
        /// Red, green, blue in display space and opacity, 0..=1.
        color: [f32; 4],
        /// How long it takes to get there.
        seconds: f32,
    },
    /// The gamepad shakes.
    Rumble {
        /// 0..=1.
        strength: f32,
        /// How long.
        seconds: f32,
    },
    /// An actor came down on the ground from higher than it can step.
    Landed {
        /// Who.
        actor: ActorId,
        /// The feet, engine axes.
        at: Vec3,
        /// Units per second, downwards.
        speed: f32,
        /// Number of the kind of ground it fell on.
        soil: u8,
        /// What the game calls that kind of ground, if it has a name for it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ground: Option<String>,
    },
    /// An actor on foot set down a foot; only while somebody
    /// [asks for it](crate::Simulation::want_footsteps).
    Footstep {
        /// Who.
        actor: ActorId,
        /// The feet, engine axes.
        at: Vec3,
        /// Number of the kind of ground.
        soil: u8,
        /// What the game calls that kind of ground, if it has a name for it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ground: Option<String>,
    },
    /// An actor got into water.
    Splashed {
        /// Who.
        actor: ActorId,
        /// The feet, engine axes.
        at: Vec3,
        /// Units per second.
        speed: f32,
    },
    /// An actor came as far from land as one can swim.
    TooFarOut {
        /// Who.
        actor: ActorId,
        /// The feet, engine axes.
        at: Vec3,
    },
    /// A vehicle became a wreck.
    Crashed {
        /// Who.
        actor: ActorId,
        /// Where, engine axes.
        at: Vec3,
        /// Units per second against what it hit.
        speed: f32,
    },
    /// A vehicle went against a wall.
    Bumped {
        /// Who.
        actor: ActorId,
        /// Where, engine axes.
        at: Vec3,
        /// Units per second against it.
        speed: f32,
    },
    /// An actor fell out of the world and was put back at the start.
    FellOut {
        /// Who.
        actor: ActorId,
        /// Where the feet had come, engine axes.
        at: Vec3,
    },
    /// An actor got into a named region.
    Entered {
        /// Who.
        actor: ActorId,
        /// Name of the region in the game's files.
        region: String,
    },
    /// A program tells the game.
    Callback {
        /// Which.
        program: ProgramId,
        /// Number of its instance.
        instance: u32,
        /// What; 0 when it is over.
        value: u32,
        /// What that means in the game, if it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        says: Option<String>,
    },
    /// A weapon went off somewhere.
    Detonated {
        /// Its name in the game's files.
        weapon: String,
        /// Engine axes.
        at: Vec3,
    },
    /// A weapon was fired.
    Shot {
        /// By whom.
        actor: ActorId,
        /// Its name in the game's files.
        weapon: String,
        /// The muzzle, engine axes.
        at: Vec3,
        /// Where it points, engine axes.
        direction: Vec3,
    },
    /// A shot went off.
    Hit {
        /// The name of its weapon in the game's files.
        weapon: String,
        /// Engine axes.
        at: Vec3,
        /// Who fired it, if that was somebody.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<ActorId>,
        /// The vehicle that is hit, if it is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        actor: Option<ActorId>,
        /// The node that is hit, if anything is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        node: Option<NodeId>,
        /// The share of health that is left of what takes damage.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<f32>,
        /// That destroyed it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        destroyed: bool,
    },
    /// A vehicle was destroyed.
    Destroyed {
        /// Which.
        actor: ActorId,
        /// Where it stands, engine axes.
        at: Vec3,
    },
    /// Whoever drove a vehicle has left it in the air, or in its last moment; nobody drives it any more.
    Ejected {
        /// Which vehicle.
        actor: ActorId,
        /// Where it is, engine axes.
        at: Vec3,
    },
    /// What waits to be said is not said any more.
    StopQueued,
    /// An objective of the mission is given, completed, or cannot be completed any more.
    Objective {
        /// Its name in the game's files.
        name: String,
        /// What is to be done, in the language of the game.
        text: String,
        /// How it stands now.
        phase: ObjectivePhase,
    },
    /// The mission is over.
    MissionOver {
        /// How.
        outcome: MissionOutcome,
    },
    /// A vehicle collected something.
    Collected {
        /// Which vehicle.
        actor: ActorId,
        /// Its name in the game's files.
        name: String,
        /// Where it lay, engine axes.
        at: Vec3,
    },
    /// Something happens at a time in a clip that is played: a foot is set down, a blow hits.
    ClipEvent {
        /// Who plays the clip.
        animator: AnimatorId,
        /// Its name in the game's files.
        name: String,
        /// A number of the game, such as that of a sound; 0 for none.
        #[serde(default, skip_serializing_if = "is_zero")]
        data: u32,
        /// What it is, if that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        says: Option<String>,
        /// Engine axes; none for what stands nowhere.
        #[serde(default)]
        at: Option<Vec3>,
    },
    /// An effect of the game happens somewhere.
    Effect {
        /// Its name in the game's files.
        name: String,
        /// Engine axes.
        at: Vec3,
    },
    /// An actor got out of a named region.
    Left {
        /// Who.
        actor: ActorId,
        /// Name of the region in the game's files.
        region: String,
    },
}

fn is_zero(value: &u32) -> bool {
    *value == 0
}

impl Cue {
    /// True when no number in it is NaN or infinite.
    pub fn is_finite(&self) -> bool {
        match self {
            Cue::Sound { at, volume, range, .. } => {
                let range = range.is_none_or(|range| range.iter().all(|units| units.is_finite()));
                at.is_none_or(Vec3::is_finite) && volume.is_finite() && range
            }
            Cue::ClipEvent { at, .. } => at.is_none_or(Vec3::is_finite),
            Cue::Detonated { at, .. } | Cue::Effect { at, .. } => at.is_finite(),
            Cue::MoveSound { at, .. }
            | Cue::Destroyed { at, .. }
            | Cue::Ejected { at, .. }
            | Cue::Collected { at, .. } => at.is_finite(),
            Cue::Shot { at, direction, .. } => at.is_finite() && direction.is_finite(),
            Cue::Hit { at, left, .. } => at.is_finite() && left.is_none_or(f32::is_finite),
            Cue::StopSound { seconds, .. } | Cue::Caption { seconds, .. } => seconds.is_finite(),
            Cue::ScreenColor { color, seconds } => {
                color.iter().all(|part| part.is_finite()) && seconds.is_finite()
            }
            Cue::Rumble { strength, seconds } => strength.is_finite() && seconds.is_finite(),
            Cue::Landed { at, speed, .. }
            | Cue::Splashed { at, speed, .. }
            | Cue::Bumped { at, speed, .. }
            | Cue::Crashed { at, speed, .. } => at.is_finite() && speed.is_finite(),
            Cue::Footstep { at, .. } | Cue::FellOut { at, .. } | Cue::TooFarOut { at, .. } => at.is_finite(),
            Cue::Music { fade_out, .. } => fade_out.is_none_or(f32::is_finite),
            Cue::Message { .. } | Cue::Callback { .. } | Cue::Entered { .. } | Cue::Left { .. } => true,
            Cue::Objective { .. } | Cue::MissionOver { .. } | Cue::StopQueued => true,
        }
    }

    /// Whoever fell out of the world, came too far from the shore or crashed: of these, people are told about
    /// themselves alone.
    pub fn befalls(&self) -> Option<ActorId> {
        match self {
            Cue::FellOut { actor, .. } | Cue::TooFarOut { actor, .. } | Cue::Crashed { actor, .. } => {
                Some(*actor)
            }
            _ => None,
        }
    }
}

/// The cues of a tick.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cues(Vec<Cue>);

impl Cues {
    pub fn push(&mut self, cue: Cue) {
        if self.0.len() < MOST_CUES {
            self.0.push(cue);
        }
    }

    pub fn all(&self) -> &[Cue] {
        &self.0
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }
}
