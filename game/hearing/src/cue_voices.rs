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
            Cue::Sound { handle, file, at, volume, looping, range } => self.ask(Asked {
                role: Role::Sound(id, *handle),
                number: 0,
                file: file.clone(),
                at: *at,
                range: range.map_or(RANGE_M * units, |[_, silent]| silent),
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
            reach: asked.at.map(|at| Reach::even(at + offset, asked.range)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use audio::Listener;
    use std::path::Path;
    use std::time::Duration;

    fn install(folder: &Path) -> Arc<Install> {
        for file in demos::plain(&demos::Options { scale: 1, seed: 1 }).unwrap() {
            let path = folder.join(&file.address);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, &file.bytes).unwrap();
        }
        std::fs::write(folder.join("zbd/hum.wav"), crate::steady_sound::wav()).unwrap();
        Arc::new(Install::open(folder, &[]).unwrap())
    }

    /// Starts what is ready until there are so many voices.
    fn wait(voices: &mut CueVoices, mixer: &mut Mixer, count: usize) -> Vec<String> {
        let mut lines = Vec::new();
        for _ in 0..3000 {
            lines.extend(voices.start(mixer, |_| Some(Vec3::ZERO)));
            if voices.opening.is_empty() && mixer.voices() == count {
                return lines;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("{voices:?}");
    }

    /// How loud the left and the right are, after a tenth of a second.
    fn sides(mixer: &mut Mixer) -> [f32; 2] {
        mixer.hear(&Listener { ear: Vec3::ZERO, right: Vec3::X, near: 1.0 });
        let mut out = vec![0.0; 8820];
        mixer.mix(&mut out);
        [out[8818], out[8819]]
    }

    #[test]
    fn cues_start_move_and_stop_sounds_and_music() {
        let folder = tempfile::tempdir().unwrap();
        let install = install(folder.path());
        let (mut voices, mut mixer) = (CueVoices::default(), Mixer::new(44_100));
        let place = PlaceId::FIRST;
        let sound = |file: &str, x| Cue::Sound {
            handle: 5,
            file: file.to_owned(),
            at: Some(Vec3::new(x, 0.0, 0.0)),
            volume: 1.0,
            looping: true,
            range: None,
        };
        voices.enter(&install);
        voices.hear(&mut mixer, place, &sound("zbd/hum.wav", 20.0), Vec3::ZERO, 1.0);
        assert_eq!(wait(&mut voices, &mut mixer, 1), [] as [String; 0]);
        // 20 of 60 m to the right: a quarter at two thirds, all on one side.
        let [left, right] = sides(&mut mixer);
        assert!(left.abs() < 1e-3 && (right - 0.25 * 2.0 / 3.0).abs() < 1e-3, "{left} {right}");
        let moved = Cue::MoveSound { handle: 5, at: Vec3::new(-10.0, 0.0, 0.0) };
        // Of a place 20 m to the west: 30 m to the left.
        voices.hear(&mut mixer, place, &moved, Vec3::new(-20.0, 0.0, 0.0), 1.0);
        let [left, right] = sides(&mut mixer);
        assert!((left - 0.125).abs() < 1e-3 && right.abs() < 1e-3, "{left} {right}");

        // The same number in another place is another sound.
        let other = PlaceId(7);
        voices.hear(&mut mixer, other, &sound("zbd/hum.wav", 1.0), Vec3::ZERO, 1.0);
        voices.hear(&mut mixer, other, &Cue::Music { file: Some("zbd/hum.wav".to_owned()) }, Vec3::ZERO, 1.0);
        wait(&mut voices, &mut mixer, 3);
        voices.leave_place(&mut mixer, other);
        let stop = |handle| Cue::StopSound { handle, seconds: 0.0 };
        voices.hear(&mut mixer, place, &stop(5), Vec3::ZERO, 1.0);
        for _ in 0..16 {
            sides(&mut mixer);
        }
        assert_eq!(mixer.voices(), 1, "music goes on");
        voices.hear(&mut mixer, place, &Cue::Music { file: None }, Vec3::ZERO, 1.0);
        for _ in 0..16 {
            sides(&mut mixer);
        }
        assert_eq!((mixer.voices(), voices.start(&mut mixer, |_| None).len()), (0, 0));
        assert!(voices.is_idle());
    }

    #[test]
    fn what_cannot_be_heard_is_one_line_and_what_was_stopped_never_starts() {
        let folder = tempfile::tempdir().unwrap();
        let install = install(folder.path());
        let (mut voices, mut mixer) = (CueVoices::default(), Mixer::new(44_100));
        voices.enter(&install);
        let music = |file: &str| Cue::Music { file: Some(file.to_owned()) };
        for file in ["zbd/gone.wav", "zbd/hum.wav/none"] {
            voices.hear(&mut mixer, PlaceId::FIRST, &music(file), Vec3::ZERO, 1.0);
            let lines = wait(&mut voices, &mut mixer, 0);
            assert!(matches!(&lines[..], [line] if line.contains(file)), "{lines:?}");
            voices.hear(&mut mixer, PlaceId::FIRST, &music(file), Vec3::ZERO, 1.0);
            assert!(voices.opening.is_empty(), "it is not read again");
        }
        voices.hear(&mut mixer, PlaceId::FIRST, &music("zbd/hum.wav"), Vec3::ZERO, 1.0);
        voices.hear(&mut mixer, PlaceId::FIRST, &Cue::Music { file: None }, Vec3::ZERO, 1.0);
        let late = voices.opener.as_ref().unwrap().opened.recv().unwrap();
        assert!(late.1.is_ok() && voices.opening.is_empty());
        assert_eq!((voices.start(&mut mixer, |_| None).len(), mixer.voices()), (0, 0));
    }
}
