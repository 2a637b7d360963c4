//! What is asked to be heard, before its file is open.

use audio::{Bus, Copies, Reach, Voice};
use glam::Vec3;
use runtime::places::PlaceId;
use world::{ActorId, Loop};

/// The priority of speech: it is heard while effects are too many.
const SPEECH_PRIORITY: u8 = Voice::USUAL_PRIORITY + 32;

/// What a voice is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Role {
    /// A sound of a place, by the number that its cues give it.
    Sound(PlaceId, u32),
    /// What of a vehicle sounds on and on.
    Vehicle(PlaceId, ActorId, Loop),
    /// A sound of a place that nobody changes once it is heard, by its number among all that were asked for.
    Once(PlaceId, u64),
    Music,
}

impl Role {
    /// The place that it is heard in; none for music.
    pub fn place(self) -> Option<PlaceId> {
        match self {
            Role::Sound(id, _) | Role::Vehicle(id, ..) | Role::Once(id, _) => Some(id),
            Role::Music => None,
        }
    }
}

/// A sound that is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub role: Role,
    /// Which of all that were asked for: what was stopped meanwhile is not started.
    pub number: u64,
    pub file: String,
    /// Where, in coordinates of its place, and how far it is heard.
    pub reach: Option<Reach>,
    pub volume: f32,
    /// How fast it is played: 2 is an octave higher.
    pub pitch: f32,
    pub looping: bool,
    /// How often it is heard again when it is over.
    pub again: u32,
    /// Music that it takes the place of fades out in so long.
    pub fade_out_s: Option<f32>,
    pub copies: Option<Copies>,
    /// It is left out beyond so many times its range.
    pub drop_beyond: Option<f32>,
    /// Units a second, where its pitch depends on how it moves.
    pub speed_of_sound: Option<f32>,
    pub speech: bool,
    pub subtitle: Option<Box<str>>,
}

impl Asked {
    /// Music: a file, or a track of the CD by its address.
    pub fn music(file: &str, looping: bool) -> Self {
        Asked::new(Role::Music, file, looping)
    }

    /// A file that is heard everywhere alike, as it was recorded.
    pub fn new(role: Role, file: &str, looping: bool) -> Self {
        Asked {
            role,
            number: 0,
            file: file.to_owned(),
            reach: None,
            volume: 1.0,
            pitch: 1.0,
            looping,
            again: 0,
            fade_out_s: None,
            copies: None,
            drop_beyond: None,
            speed_of_sound: None,
            speech: false,
            subtitle: None,
        }
    }

    /// Others may sound the same file.
    pub fn is_shared(&self) -> bool {
        self.role != Role::Music
    }

    pub fn bus(&self) -> Bus {
        match self.role {
            Role::Music => Bus::Music,
            _ if self.speech => Bus::Speech,
            _ => Bus::Effects,
        }
    }

    pub fn priority(&self) -> u8 {
        if self.speech { SPEECH_PRIORITY } else { Voice::USUAL_PRIORITY }
    }

    /// Where it is for a listener to whom its place lies at an offset.
    pub fn reach_from(&self, offset: Vec3) -> Option<Reach> {
        self.reach.map(|reach| Reach { place: reach.place + offset, ..reach })
    }
}
