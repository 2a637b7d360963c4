//! What the world wants heard: cues become voices of the mixer.
//!
//! A file that cannot be heard is one message, and is not read again. Sounds that wait for others are in
//! `queue.rs`; how files are opened is in `opener.rs`.

use crate::asked::{Asked, Role};
use crate::doppler::Doppler;
use crate::opener::{Opener, Opening};
use crate::queue::Queue;
use audio::{Copies, Curve, Handle, Mixer, Reach, Source, Voice};
use glam::Vec3;
use runtime::Cue;
use runtime::places::PlaceId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use titles::install::Install;
use world::{SoundManner, SoundQueue, SoundRules};

/// Metres within which the sound of a cue is heard, which says none itself.
const RANGE_M: f32 = 60.0;
/// Seconds in which music goes over into other music.
const MUSIC_FADE_S: f32 = 1.5;
/// Most sounds that are being opened; cues beyond are not heard.
const MOST_OPENING: usize = 64;
/// Most captions that wait for somebody to take them.
const MOST_CAPTIONS: usize = 64;

/// What a cue comes from.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    /// Where its place is for the listener.
    pub offset: Vec3,
    /// Units of the game in a metre.
    pub units: f32,
    /// How the game of the place lets sounds be heard.
    pub rules: &'a SoundRules,
    /// The tick that is over.
    pub tick: u64,
}

/// What is said, for those who read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Caption {
    /// The words.
    pub text: String,
    /// How long they stand.
    pub seconds: f32,
}

/// A voice that sounds, and where in coordinates of its place.
#[derive(Clone, Copy, Debug)]
struct Sounding {
    handle: Handle,
    number: u64,
    /// How often it is heard again.
    again: u32,
    at: Option<Vec3>,
    doppler: Option<Doppler>,
}

/// The voices of cues.
#[derive(Debug, Default)]
pub struct CueVoices {
    opener: Option<Opener>,
    asked: u64,
    opening: BTreeMap<Role, Asked>,
    sounding: BTreeMap<Role, Sounding>,
    queues: BTreeMap<SoundQueue, Queue>,
    silent: BTreeSet<String>,
    /// Files that were heard, each with the number of its copies.
    files: BTreeMap<String, u16>,
    captions: Vec<Caption>,
    /// The music that a world asked for, if any.
    world_music: Option<String>,
}

impl CueVoices {
    /// Files come from this install from now on; what sounds goes on.
    pub fn enter(&mut self, install: &Arc<Install>, opening: Opening) {
        self.opener = Opener::start(Arc::clone(install), opening);
        self.opening.clear();
        self.queues.clear();
        self.silent.clear();
        self.world_music = None;
    }

    /// Nothing sounds any more.
    pub fn leave(&mut self) {
        *self = CueVoices::default();
    }

    /// True when nothing is to be started or watched.
    pub fn is_idle(&self) -> bool {
        self.opening.is_empty() && self.sounding.is_empty() && self.queues.values().all(Queue::is_empty)
    }

    /// Ends what sounds in a place.
    pub fn leave_place(&mut self, mixer: &mut Mixer, id: PlaceId) {
        let of_place = |role: &Role| matches!(role, Role::Sound(place, _) if *place == id);
        self.opening.retain(|role, _| !of_place(role));
        self.queues.values_mut().for_each(|queue| queue.leave_place(id));
        for (_, sounding) in self.sounding.extract_if(.., |role, _| of_place(role)) {
            mixer.stop(sounding.handle, MUSIC_FADE_S, Curve::Linear);
        }
    }

    /// Does what a cue of a place asks for.
    pub fn hear(&mut self, mixer: &mut Mixer, id: PlaceId, cue: &Cue, around: &Around<'_>) {
        match cue {
            Cue::Sound { handle, file, at, volume, looping, range, manner } => {
                let [full, silent] = range.unwrap_or([0.0, RANGE_M * around.units]);
                let falloff = around.rules.falloff;
                let asked = Asked {
                    role: Role::Sound(id, *handle),
                    number: 0,
                    file: file.clone(),
                    reach: at.map(|place| Reach { place, full, range: silent, falloff }),
                    volume: *volume,
                    looping: *looping,
                    again: 0,
                    fade_out_s: None,
                    copies: self.copies(file, around.rules.copies),
                    drop_beyond: around.rules.drop_beyond,
                    speed_of_sound: around.rules.speed_of_sound,
                    speech: manner.speech,
                    subtitle: manner.subtitle.clone(),
                };
                match manner {
                    SoundManner { queue: Some(queue), priority, .. } => {
                        let queue = self.queues.entry(*queue).or_default();
                        queue.push(asked, *priority, around.tick, around.rules);
                    }
                    _ => {
                        self.ask(asked);
                    }
                }
            }
            Cue::MoveSound { handle, at } => {
                let role = Role::Sound(id, *handle);
                let queued = self.queues.values_mut().filter_map(|queue| queue.find(role));
                for reach in self
                    .opening
                    .get_mut(&role)
                    .into_iter()
                    .chain(queued)
                    .filter_map(|asked| asked.reach.as_mut())
                {
                    reach.place = *at;
                }
                if let Some(sounding) = self.sounding.get_mut(&role) {
                    sounding.at = sounding.at.and(Some(*at));
                    mixer.move_to(sounding.handle, *at + around.offset);
                }
            }
            Cue::StopSound { handle, seconds } => self.stop(mixer, Role::Sound(id, *handle), *seconds),
            Cue::Music { file: None, fade_out, .. } => {
                self.world_music = None;
                self.stop(mixer, Role::Music, fade_out.unwrap_or(MUSIC_FADE_S));
            }
            Cue::Music { file: Some(file), times, fade_out } => {
                // One that leads from world to world goes on.
                if self.world_music.as_ref() == Some(file) && self.has_music() {
                    return;
                }
                self.world_music = Some(file.clone());
                let again = times.saturating_sub(1);
                self.ask(Asked { again, fade_out_s: *fade_out, ..Asked::music(file, *times == 0) });
            }
            _ => {}
        }
    }

    /// Goes over to other music: a file, or a track of the CD by its address.
    pub fn music(&mut self, file: &str, looping: bool) {
        self.world_music = None;
        self.ask(Asked::music(file, looping));
    }

    /// Fades music out.
    pub fn stop_music(&mut self, mixer: &mut Mixer) {
        self.world_music = None;
        self.stop(mixer, Role::Music, MUSIC_FADE_S);
    }

    /// True while music sounds or is being opened.
    pub fn has_music(&self) -> bool {
        self.opening.contains_key(&Role::Music) || self.sounding.contains_key(&Role::Music)
    }

    /// Ends everything but music, which goes on until the next world has its own; what a place of this world
    /// asked for fades out.
    pub fn leave_but_music(&mut self, mixer: &mut Mixer) {
        if self.world_music.is_some() {
            self.stop_music(mixer);
        }
        (self.opener, self.opening) = (None, BTreeMap::new());
        self.queues.clear();
        for (_, sounding) in self.sounding.extract_if(.., |role, _| *role != Role::Music) {
            mixer.stop(sounding.handle, 0.0, Curve::Linear);
        }
    }

    /// The copies of a file, which are counted together.
    fn copies(&mut self, file: &str, most: u8) -> Option<Copies> {
        if let Some(of) = self.files.get(file) {
            return Some(Copies { of: *of, most });
        }
        let of = u16::try_from(self.files.len()).ok()?;
        self.files.insert(file.to_owned(), of);
        Some(Copies { of, most })
    }

    /// Has a file opened; the number of what was asked for.
    fn ask(&mut self, mut asked: Asked) -> Option<u64> {
        let opener = self.opener.as_mut()?;
        if self.silent.contains(&asked.file) {
            // What is said is read even so.
            say(&mut self.captions, &asked, 0.0);
            return None;
        }
        if self.opening.len() >= MOST_OPENING {
            return None;
        }
        self.asked += 1;
        asked.number = self.asked;
        if !opener.ask(asked.clone()) {
            return None;
        }
        self.opening.insert(asked.role, asked);
        Some(self.asked)
    }

    fn stop(&mut self, mixer: &mut Mixer, role: Role, seconds: f32) {
        self.opening.remove(&role);
        self.queues.values_mut().for_each(|queue| {
            queue.remove(role);
        });
        if let Some(sounding) = self.sounding.remove(&role) {
            // The other half of how music fades in.
            let curve = if role == Role::Music { Curve::EqualPower } else { Curve::Linear };
            mixer.stop(sounding.handle, seconds, curve);
        }
    }

    /// Starts what was opened meanwhile and what need not wait any more; `tick` is the one that is over,
    /// `offset` says where each place is for the listener. Gives a line about each file that cannot be
    /// heard.
    pub fn start(
        &mut self,
        mixer: &mut Mixer,
        tick: u64,
        offset: impl Fn(PlaceId) -> Option<Vec3>,
    ) -> Vec<String> {
        let mut lines = Vec::new();
        self.start_opened(mixer, &offset, &mut lines);
        self.play_again(mixer);
        self.sounding.retain(|_, sounding| mixer.is_playing(sounding.handle));
        let mut queues = std::mem::take(&mut self.queues);
        for queue in queues.values_mut() {
            let is_heard = |role: Role, number: u64| {
                self.opening.get(&role).is_some_and(|asked| asked.number == number)
                    || self.sounding.get(&role).is_some_and(|sounding| sounding.number == number)
            };
            if let Some(asked) = queue.next(tick, is_heard) {
                let number = self.ask(asked);
                queue.began(number.unwrap_or_default());
            }
        }
        self.queues = queues;
        self.start_opened(mixer, &offset, &mut lines);
        self.bend(mixer, tick, &offset);
        lines
    }

    /// Starts music anew that is to be heard several times, and was heard once more.
    fn play_again(&mut self, mixer: &Mixer) {
        let is_over = |own: &&Sounding| own.again > 0 && !mixer.is_playing(own.handle);
        let Some(again) = self.sounding.get(&Role::Music).filter(is_over).map(|own| own.again - 1) else {
            return;
        };
        self.sounding.remove(&Role::Music);
        if let Some(file) = self.world_music.clone() {
            self.ask(Asked { again, ..Asked::music(&file, false) });
        }
    }

    /// What comes nearer sounds higher, and what goes away lower.
    fn bend(&mut self, mixer: &mut Mixer, tick: u64, offset: &impl Fn(PlaceId) -> Option<Vec3>) {
        let Some(ear) = mixer.listener().map(|listener| listener.ear) else { return };
        for (role, sounding) in &mut self.sounding {
            let (Role::Sound(id, _), Some(doppler), Some(at)) = (role, &mut sounding.doppler, sounding.at)
            else {
                continue;
            };
            let Some(offset) = offset(*id) else { continue };
            if let Some(pitch) = doppler.pitch((at + offset).distance(ear), tick) {
                mixer.set_pitch(sounding.handle, pitch);
            }
        }
    }

    fn start_opened(
        &mut self,
        mixer: &mut Mixer,
        offset: &impl Fn(PlaceId) -> Option<Vec3>,
        lines: &mut Vec<String>,
    ) {
        while let Some((asked, source)) = self.opener.as_mut().and_then(Opener::next) {
            // What was stopped, or asked for anew, since.
            if self.opening.get(&asked.role).is_none_or(|open| open.number != asked.number) {
                continue;
            }
            let Some(asked) = self.opening.remove(&asked.role) else { continue };
            match source {
                Ok(source) => self.sound(mixer, asked, source, offset),
                Err(why) => {
                    lines.push(format!("{}: {why}", asked.file));
                    say(&mut self.captions, &asked, 0.0);
                    self.silent.insert(asked.file);
                }
            }
        }
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
        let fade_out = asked.fade_out_s.unwrap_or(MUSIC_FADE_S);
        self.stop(mixer, asked.role, if is_music { fade_out } else { 0.0 });
        let reach = asked.reach_from(offset);
        let distance = reach.zip(mixer.listener()).map(|(reach, ear)| reach.place.distance(ear.ear));
        if let (Some(reach), Some(distance), Some(times)) = (reach, distance, asked.drop_beyond)
            && !asked.looping
            && distance > reach.range * times
        {
            return;
        }
        if reach.zip(distance).is_none_or(|(reach, distance)| reach.loudness(distance) > 0.0) {
            say(&mut self.captions, &asked, length(&source));
        }
        let handle = mixer.play(Voice {
            bus: asked.bus(),
            reach,
            volume: asked.volume,
            priority: asked.priority(),
            looping: asked.looping,
            copies: asked.copies,
            ..Voice::new(source)
        });
        if is_music {
            mixer.fade_in(handle, MUSIC_FADE_S, Curve::EqualPower);
        }
        let at = asked.reach.map(|reach| reach.place);
        let doppler = asked.speed_of_sound.map(Doppler::new);
        self.sounding
            .insert(asked.role, Sounding { handle, number: asked.number, again: asked.again, at, doppler });
    }

    /// What was said since this was asked last.
    pub fn take_captions(&mut self) -> Vec<Caption> {
        std::mem::take(&mut self.captions)
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

/// Seconds of a sound that is decoded; 0 for a stream, which knows it when it is over.
fn length(source: &Source) -> f32 {
    match source {
        Source::Samples(samples) => samples.seconds() as f32,
        Source::Stream(_) => 0.0,
    }
}

/// Shows what a sound says, as long as it lasts, and long enough to be read.
fn say(captions: &mut Vec<Caption>, asked: &Asked, seconds: f32) {
    let Some(text) = asked.subtitle.as_deref().filter(|_| captions.len() < MOST_CAPTIONS) else { return };
    let reading = (1.0 + 0.06 * text.chars().count() as f32).clamp(2.0, 12.0);
    captions.push(Caption { text: text.to_owned(), seconds: seconds.max(reading) });
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

    const RULES: SoundRules = SoundRules {
        falloff: world::Falloff::Linear,
        volume_power: 1.0,
        copies: 5,
        drop_beyond: None,
        speed_of_sound: None,
        queue_gap_s: 0.3,
        queue_timeout_s: 5.0,
        weight_after_use: 0.5,
    };

    fn music(file: Option<&str>) -> Cue {
        Cue::Music { file: file.map(str::to_owned), times: 0, fade_out: None }
    }

    fn at(offset: Vec3) -> Around<'static> {
        Around { offset, units: 1.0, rules: &RULES, tick: 0 }
    }

    /// Starts what is ready until there are so many voices.
    fn wait(voices: &mut CueVoices, mixer: &mut Mixer, count: usize) -> Vec<String> {
        let mut lines = Vec::new();
        for _ in 0..3000 {
            lines.extend(voices.start(mixer, 0, |_| Some(Vec3::ZERO)));
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
            manner: SoundManner::default(),
        };
        voices.enter(&install, Opening::OnThread);
        voices.hear(&mut mixer, place, &sound("zbd/hum.wav", 20.0), &at(Vec3::ZERO));
        assert_eq!(wait(&mut voices, &mut mixer, 1), [] as [String; 0]);
        // 20 of 60 m to the right: a quarter at two thirds, all on one side.
        let [left, right] = sides(&mut mixer);
        assert!(left.abs() < 1e-3 && (right - 0.25 * 2.0 / 3.0).abs() < 1e-3, "{left} {right}");
        let moved = Cue::MoveSound { handle: 5, at: Vec3::new(-10.0, 0.0, 0.0) };
        // Of a place 20 m to the west: 30 m to the left.
        voices.hear(&mut mixer, place, &moved, &at(Vec3::new(-20.0, 0.0, 0.0)));
        let [left, right] = sides(&mut mixer);
        assert!((left - 0.125).abs() < 1e-3 && right.abs() < 1e-3, "{left} {right}");

        // The same number in another place is another sound.
        let other = PlaceId(7);
        voices.hear(&mut mixer, other, &sound("zbd/hum.wav", 1.0), &at(Vec3::ZERO));
        voices.hear(&mut mixer, other, &music(Some("zbd/hum.wav")), &at(Vec3::ZERO));
        wait(&mut voices, &mut mixer, 3);
        voices.leave_place(&mut mixer, other);
        let stop = |handle| Cue::StopSound { handle, seconds: 0.0 };
        voices.hear(&mut mixer, place, &stop(5), &at(Vec3::ZERO));
        for _ in 0..16 {
            sides(&mut mixer);
        }
        assert_eq!(mixer.voices(), 1, "music goes on");
        voices.hear(&mut mixer, place, &music(None), &at(Vec3::ZERO));
        for _ in 0..16 {
            sides(&mut mixer);
        }
        assert_eq!((mixer.voices(), voices.start(&mut mixer, 0, |_| None).len()), (0, 0));
        assert!(voices.is_idle());
    }

    #[test]
    fn what_cannot_be_heard_is_one_line_and_what_was_stopped_never_starts() {
        let folder = tempfile::tempdir().unwrap();
        let install = install(folder.path());
        let (mut voices, mut mixer) = (CueVoices::default(), Mixer::new(44_100));
        voices.enter(&install, Opening::OnThread);
        let play = |file: &str| music(Some(file));
        for file in ["zbd/gone.wav", "zbd/hum.wav/none"] {
            voices.hear(&mut mixer, PlaceId::FIRST, &play(file), &at(Vec3::ZERO));
            let lines = wait(&mut voices, &mut mixer, 0);
            assert!(matches!(&lines[..], [line] if line.contains(file)), "{lines:?}");
            voices.hear(&mut mixer, PlaceId::FIRST, &play(file), &at(Vec3::ZERO));
            assert!(voices.opening.is_empty(), "it is not read again");
        }
        voices.hear(&mut mixer, PlaceId::FIRST, &play("zbd/hum.wav"), &at(Vec3::ZERO));
        voices.hear(&mut mixer, PlaceId::FIRST, &music(None), &at(Vec3::ZERO));
        let late = std::iter::repeat_with(|| {
            std::thread::sleep(Duration::from_millis(10));
            voices.opener.as_mut().unwrap().next()
        });
        let late = late.take(3000).flatten().next().unwrap();
        assert!(late.1.is_ok() && voices.opening.is_empty());
        assert_eq!((voices.start(&mut mixer, 0, |_| None).len(), mixer.voices()), (0, 0));
    }

    /// A sound that is heard once, and how it is treated.
    fn once(handle: u32, x: f32, manner: SoundManner) -> Cue {
        Cue::Sound {
            handle,
            file: "zbd/hum.wav".to_owned(),
            at: Some(Vec3::new(x, 0.0, 0.0)),
            volume: 1.0,
            looping: false,
            range: Some([10.0, 60.0]),
            manner,
        }
    }

    fn entered(folder: &Path) -> (CueVoices, Mixer) {
        let (mut voices, mut mixer) = (CueVoices::default(), Mixer::new(44_100));
        voices.enter(&install(folder), Opening::AtOnce);
        mixer.hear(&Listener { ear: Vec3::ZERO, right: Vec3::X, near: 1.0 });
        (voices, mixer)
    }

    #[test]
    fn queued_sounds_follow_each_other_and_captions_follow_them() {
        let folder = tempfile::tempdir().unwrap();
        let (mut voices, mut mixer) = entered(folder.path());
        for (handle, text, priority) in [(0, "a", 3), (1, "b", 3), (2, "c", 7), (3, "d", 3), (4, "e", 3)] {
            let (queue, subtitle) = (Some(SoundQueue::Speech), Some(text.into()));
            let manner = SoundManner { speech: true, queue, priority, subtitle };
            voices.hear(&mut mixer, PlaceId::FIRST, &once(handle, 0.0, manner), &at(Vec3::ZERO));
        }
        let mut said = Vec::new();
        let mut out = vec![0.0; 735 * 2];
        for tick in 0..400 {
            voices.start(&mut mixer, tick, |_| Some(Vec3::ZERO));
            said.extend(voices.take_captions().into_iter().map(|caption| (tick, caption.text)));
            assert!(mixer.voices() <= 1);
            mixer.hear(&Listener { ear: Vec3::ZERO, right: Vec3::X, near: 1.0 });
            mixer.mix(&mut out);
        }
        // The greater priority first. Each lasts a second and is followed by 0.3 s of silence, 78 ticks in
        // all; the fifth would begin after 312, and does not wait longer than 300.
        let by_hand = [(0, "c"), (78, "a"), (156, "b"), (234, "d")];
        assert_eq!(said, by_hand.map(|(tick, text)| (tick, text.to_owned())));
        assert!(voices.is_idle() || mixer.voices() == 0);
    }

    #[test]
    fn five_copies_are_heard_and_captions_within_earshot_are_shown() {
        let folder = tempfile::tempdir().unwrap();
        let (mut voices, mut mixer) = entered(folder.path());
        // Ten apart from 10 to 70, full up to 10 and silent from 60 on: 1, 0.8, 0.6, 0.4, 0.2, 0, 0.
        let said = |text: &str| SoundManner { subtitle: Some(text.into()), ..SoundManner::default() };
        for number in 0..7_u32 {
            let cue = once(number, 10.0 + 10.0 * number as f32, said(&number.to_string()));
            voices.hear(&mut mixer, PlaceId::FIRST, &cue, &at(Vec3::ZERO));
        }
        // And two more copies where the third is: of seven that could be heard the five loudest are.
        for number in [7, 8] {
            let cue = once(number, 30.0, SoundManner::default());
            voices.hear(&mut mixer, PlaceId::FIRST, &cue, &at(Vec3::ZERO));
        }
        assert_eq!(voices.start(&mut mixer, 0, |_| Some(Vec3::ZERO)), [] as [String; 0]);
        let texts: Vec<String> = voices.take_captions().into_iter().map(|caption| caption.text).collect();
        assert_eq!(texts, ["0", "1", "2", "3", "4"]);
        let [left, right] = sides(&mut mixer);
        // 1 + 0.8 + 3 times 0.6, of a quarter each; the limiter holds what is above 1 down to it.
        let by_hand = 0.25 * (1.0 + 0.8 + 3.0 * 0.6);
        assert!((right - by_hand).abs() < 2e-3 && left.abs() < 1e-3, "{left} {right}, by hand {by_hand}");
        // Those beyond five have ended, those out of range wait unheard.
        assert_eq!(mixer.voices(), 7);
    }

    #[test]
    fn a_game_may_leave_out_what_begins_far_away() {
        let folder = tempfile::tempdir().unwrap();
        let (mut voices, mut mixer) = entered(folder.path());
        let rules = SoundRules { drop_beyond: Some(1.1), ..RULES };
        let around = Around { rules: &rules, ..at(Vec3::ZERO) };
        // The range ends at 60: 66 is where it is left out.
        for (number, x) in [(0, 65.0), (1, 67.0)] {
            voices.hear(&mut mixer, PlaceId::FIRST, &once(number, x, SoundManner::default()), &around);
        }
        voices.start(&mut mixer, 0, |_| Some(Vec3::ZERO));
        assert_eq!(mixer.voices(), 1);
    }
}
