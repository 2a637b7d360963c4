//! What the world wants heard: cues become voices of the mixer.
//!
//! Files are read and opened on a thread, so no frame waits for a disk; a sound
//! starts some frames after its cue then. A file that cannot be heard is one
//! message, and is not read again.

use audio::{Bus, Curve, DecodeError, Handle, Mixer, Reach, Source, Voice};
use binary::Finding;
use glam::Vec3;
use runtime::Cue;
use runtime::places::PlaceId;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use titles::install::Install;

/// Metres within which the sound of a cue is heard, which says none itself.
const RANGE_M: f32 = 60.0;
/// Seconds in which music goes over into other music.
const MUSIC_FADE_S: f32 = 1.5;
/// Most sounds that are being opened; cues beyond are not heard.
const MOST_OPENING: usize = 64;

/// What a voice is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    /// A sound of a place, by the number that its cues give it.
    Sound(PlaceId, u32),
    Music,
}

/// A sound that is being opened.
#[derive(Clone, Debug)]
struct Asked {
    role: Role,
    /// Which of all that were asked for: what was stopped meanwhile is not started.
    number: u64,
    file: String,
    /// In coordinates of its place.
    at: Option<Vec3>,
    range: f32,
    volume: f32,
    looping: bool,
}

/// A voice that sounds, and where in coordinates of its place.
#[derive(Clone, Copy, Debug)]
struct Sounding {
    handle: Handle,
    at: Option<Vec3>,
}

/// Why a file cannot be heard.
#[derive(Debug)]
enum Unheard {
    /// It cannot be read.
    Unread(Box<Finding>),
    /// It is no sound that can be decoded.
    Undecoded(DecodeError),
}

impl fmt::Display for Unheard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unheard::Unread(finding) => finding.fmt(f),
            Unheard::Undecoded(error) => error.fmt(f),
        }
    }
}

type Opened = (Asked, Result<Source, Unheard>);

/// The voices of cues.
#[derive(Debug, Default)]
pub struct CueVoices {
    opener: Option<Opener>,
    asked: u64,
    opening: BTreeMap<Role, Asked>,
    sounding: BTreeMap<Role, Sounding>,
    silent: BTreeSet<String>,
}

/// The thread that opens files.
#[derive(Debug)]
struct Opener {
    wanted: Sender<Asked>,
    opened: Receiver<Opened>,
}

impl Opener {
    fn start(install: Arc<Install>) -> Option<Self> {
        let (wanted, asked) = mpsc::channel::<Asked>();
        let (sender, opened) = mpsc::channel();
        let open = move || {
            while let Ok(asked) = asked.recv() {
                let source = open(&install, &asked.file);
                if sender.send((asked, source)).is_err() {
                    return;
                }
            }
        };
        std::thread::Builder::new().name("sounds".to_owned()).spawn(open).ok()?;
        Some(Opener { wanted, opened })
    }
}

fn open(install: &Install, file: &str) -> Result<Source, Unheard> {
    let bytes = install.vfs.read(file).map_err(Unheard::Unread)?;
    let reader = std::io::Cursor::new(bytes.as_ref().to_vec());
    Source::open(file, reader).map_err(Unheard::Undecoded)
}

impl CueVoices {
    /// Files come from this install from now on; what sounds goes on.
    pub fn enter(&mut self, install: &Arc<Install>) {
        self.opener = Opener::start(Arc::clone(install));
        self.opening.clear();
        self.silent.clear();
    }

    /// Nothing sounds any more.
    pub fn leave(&mut self) {
        *self = CueVoices::default();
    }

    /// True when nothing is to be started or watched.
    pub fn is_idle(&self) -> bool {
        self.opening.is_empty() && self.sounding.is_empty()
    }

    /// Ends what sounds in a place.
    pub fn leave_place(&mut self, mixer: &mut Mixer, id: PlaceId) {
        let of_place = |role: &Role| matches!(role, Role::Sound(place, _) if *place == id);
        self.opening.retain(|role, _| !of_place(role));
        for (_, sounding) in self.sounding.extract_if(.., |role, _| of_place(role)) {
            mixer.stop(sounding.handle, MUSIC_FADE_S, Curve::Linear);
        }
    }

    /// Does what a cue of a place asks for; `offset` is where the place is for the
    /// listener, `units` how many units a metre has.
    pub fn hear(&mut self, mixer: &mut Mixer, id: PlaceId, cue: &Cue, offset: Vec3, units: f32) {
        match cue {
            Cue::Sound { handle, file, at, volume, looping } => self.ask(Asked {
                role: Role::Sound(id, *handle),
                number: 0,
                file: file.clone(),
                at: *at,
                range: RANGE_M * units,
                volume: *volume,
                looping: *looping,
            }),
            Cue::MoveSound { handle, at } => {
                let role = Role::Sound(id, *handle);
                if let Some(asked) = self.opening.get_mut(&role) {
                    asked.at = asked.at.and(Some(*at));
                }
                if let Some(sounding) = self.sounding.get_mut(&role) {
                    sounding.at = sounding.at.and(Some(*at));
                    mixer.move_to(sounding.handle, *at + offset);
                }
            }
            Cue::StopSound { handle, seconds } => self.stop(mixer, Role::Sound(id, *handle), *seconds),
            Cue::Music { file: None } => self.stop(mixer, Role::Music, MUSIC_FADE_S),
            Cue::Music { file: Some(file) } => self.ask(Asked {
                role: Role::Music,
                number: 0,
                file: file.clone(),
                at: None,
                range: 0.0,
                volume: 1.0,
                looping: true,
            }),
            _ => {}
        }
    }

    fn ask(&mut self, mut asked: Asked) {
        let Some(opener) = &self.opener else { return };
        if self.silent.contains(&asked.file) || self.opening.len() >= MOST_OPENING {
            return;
        }
        self.asked += 1;
        asked.number = self.asked;
        if opener.wanted.send(asked.clone()).is_ok() {
            self.opening.insert(asked.role, asked);
        }
    }

    fn stop(&mut self, mixer: &mut Mixer, role: Role, seconds: f32) {
        self.opening.remove(&role);
        if let Some(sounding) = self.sounding.remove(&role) {
            mixer.stop(sounding.handle, seconds, Curve::Linear);
        }
    }

    /// Starts what was opened meanwhile; `offset` says where each place is for the
    /// listener. Gives a line about each file that cannot be heard.
    pub fn start(&mut self, mixer: &mut Mixer, offset: impl Fn(PlaceId) -> Option<Vec3>) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some((asked, source)) =
            self.opener.as_ref().and_then(|opener| opener.opened.try_recv().ok())
        {
            // What was stopped, or asked for anew, since.
            if self.opening.get(&asked.role).is_none_or(|open| open.number != asked.number) {
                continue;
            }
            let Some(asked) = self.opening.remove(&asked.role) else { continue };
            match source {
                Ok(source) => self.sound(mixer, asked, source, &offset),
                Err(why) => {
                    lines.push(format!("{}: {why}", asked.file));
                    self.silent.insert(asked.file);
                }
            }
        }
        self.sounding.retain(|_, sounding| mixer.is_playing(sounding.handle));
        lines
    }

    fn sound(
        &mut self,
        mixer: &mut Mixer,
        asked: Asked,
        source: Source,
        offset: &impl Fn(PlaceId) -> Option<Vec3>,
    ) {
        let offset = match asked.role {
            Role::Sound(id, _) => offset(id).unwrap_or_default(),
            Role::Music => Vec3::ZERO,
        };
        let is_music = asked.role == Role::Music;
        self.stop(mixer, asked.role, if is_music { MUSIC_FADE_S } else { 0.0 });
        let handle = mixer.play(Voice {
            bus: if is_music { Bus::Music } else { Bus::Effects },
            reach: asked.at.map(|at| Reach { place: at + offset, range: asked.range }),
            volume: asked.volume,
            looping: asked.looping,
            ..Voice::new(source)
        });
        if is_music {
            mixer.fade_in(handle, MUSIC_FADE_S, Curve::EqualPower);
        }
        self.sounding.insert(asked.role, Sounding { handle, at: asked.at });
    }

    /// The listener is in the coordinates of another place.
    pub fn shift(&self, mixer: &mut Mixer, offset: impl Fn(PlaceId) -> Option<Vec3>) {
        for (role, sounding) in &self.sounding {
            let Role::Sound(id, _) = role else { continue };
            if let Some((at, offset)) = sounding.at.zip(offset(*id)) {
                mixer.move_to(sounding.handle, at + offset);
            }
        }
    }
}
