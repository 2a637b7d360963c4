//! What the world wants heard: cues become voices of the mixer.
//!
//! A file that cannot be heard is one message, and is not read again. Sounds that wait for others are in
//! `queue.rs`; how files are opened is in `opener.rs`. Of vehicles no cue tells while they drive: what is heard of them
//! follows from where they are, and is in `cue_voices/vehicles.rs`.

mod vehicles;

use crate::asked::{Asked, Role};
use crate::captions::{Caption, length, say};
use crate::doppler::Doppler;
use crate::opener::{Opener, Opening};
use crate::queue::Queue;
use audio::{Copies, Curve, Handle, Mixer, Reach, Source, Voice};
use glam::Vec3;
use runtime::places::{Place, PlaceId, World};
use runtime::{Cue, Simulation};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use titles::install::Install;
use world::{SoundManner, SoundQueue, SoundRules, VehicleSounds};

/// Metres within which the sound of a cue is heard, which says none itself.
const RANGE_M: f32 = 60.0;
/// Seconds in which music goes over into other music.
const MUSIC_FADE_S: f32 = 1.5;
/// Most sounds that are being opened; cues beyond are not heard.
const MOST_OPENING: usize = 64;

/// What is heard comes from here.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    /// Where its place is for the listener.
    pub offset: Vec3,
    /// What goes on there.
    pub simulation: &'a Simulation,
    /// The tick that is over.
    pub tick: u64,
}

impl<'a> Around<'a> {
    /// A place of a world, for whoever watches that.
    pub fn of(world: &World, place: &'a Place) -> Self {
        let offset = world.offset(place.id(), world.watched()).unwrap_or_default();
        Around { offset, simulation: place.simulation(), tick: world.tick() }
    }

    /// How the game of the place lets sounds be heard.
    fn rules(&self) -> &'a SoundRules {
        &self.simulation.scene().sound_rules
    }

    /// A file that is heard at a place, or everywhere alike; within that range in units, or the usual one.
    fn asked(&self, role: Role, file: &str, at: Option<Vec3>, range: Option<[f32; 2]>) -> Asked {
        let units = self.simulation.scene().frame.units(RANGE_M);
        let [full, silent] = range.unwrap_or([0.0, units]);
        let SoundRules { falloff, drop_beyond, speed_of_sound, .. } = *self.rules();
        let reach = at.map(|place| Reach { place, full, range: silent, falloff });
        Asked { reach, drop_beyond, speed_of_sound, ..Asked::new(role, file, false) }
    }
}

/// A voice that sounds, and where in coordinates of its place.
#[derive(Clone, Copy, Debug)]
struct Sounding {
    handle: Handle,
    number: u64,
    /// How often it is heard again.
    again: u32,
    at: Option<Vec3>,
    /// How fast it is played by somebody who stands beside it.
    pitch: f32,
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
        let of_place = |role: &Role| role.place() == Some(id);
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
                let asked = Asked {
                    volume: *volume,
                    looping: *looping,
                    copies: self.copies(file, around.rules().copies),
                    speech: manner.speech,
                    subtitle: manner.subtitle.clone(),
                    ..around.asked(Role::Sound(id, *handle), file, *at, *range)
                };
                match manner {
                    SoundManner { queue: Some(queue), priority, .. } => {
                        let queue = self.queues.entry(*queue).or_default();
                        queue.push(asked, *priority, around.tick, around.rules());
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
            Cue::StopQueued => self.queues.values_mut().for_each(|queue| queue.leave_place(id)),
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
            Cue::Landed { actor, at, speed, .. } => {
                let land = |own: &VehicleSounds| own.land.clone();
                self.knock(id, *actor, *at, *speed, around, land);
            }
            Cue::Bumped { actor, at, speed } => {
                let collide = |own: &VehicleSounds| own.collide.clone();
                self.knock(id, *actor, *at, *speed, around, collide);
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
            let (Some(id), Some(doppler), Some(at)) = (role.place(), &mut sounding.doppler, sounding.at)
            else {
                continue;
            };
            let Some(offset) = offset(id) else { continue };
            if let Some(pitch) = doppler.pitch((at + offset).distance(ear), tick) {
                mixer.set_pitch(sounding.handle, sounding.pitch * pitch);
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
        let offset = asked.role.place().and_then(offset).unwrap_or_default();
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
            pitch: asked.pitch,
            priority: asked.priority(),
            looping: asked.looping,
            copies: asked.copies,
            ..Voice::new(source)
        });
        match asked.role {
            Role::Music => mixer.fade_in(handle, MUSIC_FADE_S, Curve::EqualPower),
            Role::Vehicle(..) => mixer.fade_in(handle, vehicles::FADE_S, Curve::Linear),
            Role::Sound(..) | Role::Once(..) => {}
        }
        let at = asked.reach.map(|reach| reach.place);
        let doppler = asked.speed_of_sound.map(Doppler::new);
        let Asked { role, number, again, pitch, .. } = asked;
        self.sounding.insert(role, Sounding { handle, number, again, at, pitch, doppler });
    }

    /// What was said since this was asked last.
    pub fn take_captions(&mut self) -> Vec<Caption> {
        std::mem::take(&mut self.captions)
    }

    /// The listener is in the coordinates of another place.
    pub fn shift(&self, mixer: &mut Mixer, offset: impl Fn(PlaceId) -> Option<Vec3>) {
        for (role, sounding) in &self.sounding {
            if let Some((at, offset)) = sounding.at.zip(role.place().and_then(&offset)) {
                mixer.move_to(sounding.handle, at + offset);
            }
        }
    }
}

#[cfg(test)]
mod tests;
