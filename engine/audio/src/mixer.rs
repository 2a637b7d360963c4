//! Voices joined to one stereo sound. How loud each is with distance is in `falloff.rs`.

use crate::fade::{self, Curve};
use crate::limiter::Limiter;
use crate::voice::{Playing, pitch, towards, unit};
use crate::voices::Voices;
use crate::{Bank, Feed, Handle, Listener, Reach, Source, Voice};
use binary::Finding;
use glam::Vec3;
use world::Scene;

/// Channels of what is mixed, interleaved: left, right.
pub const CHANNELS: usize = 2;
/// Seconds in which a change of loudness is nearly done: short enough to follow
/// a turn of the head, long enough not to crackle.
const FADE_S: f32 = 0.01;
/// What is left of effects and music while somebody speaks.
const DUCKED: f32 = 0.4;
/// Seconds until that is nearly so, and until they are nearly as loud as before.
const DUCK_S: [f32; 2] = [0.2, 0.8];

/// What voices belong to, so that people can have more of one and less of
/// another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bus {
    /// What sounds in a world.
    Effects,
    /// What accompanies it.
    Music,
    /// What menus and messages sound like; goes on while a world stands still.
    Interface,
    /// What is said.
    Speech,
}

impl Bus {
    const COUNT: usize = 4;
}

/// Joins voices to one stereo sound.
///
/// Volumes, places and pitches that are changed are heard from the next
/// [`Mixer::hear`] on; fades begin with the next frame that is mixed. What is
/// said of a voice that has ended does nothing.
#[derive(Debug)]
pub struct Mixer {
    rate: u32,
    volume: f32,
    buses: [f32; Bus::COUNT],
    voices: Voices,
    listener: Option<Listener>,
    /// Time passes.
    running: bool,
    /// What is left of everything while time stops or goes on again.
    fade: f32,
    /// Holds the sum below what would clip.
    limiter: Limiter,
    /// What is left of effects and music, 0..=1: whoever speaks is understood.
    duck: f32,
}

impl Mixer {
    /// Who listens, once somebody has.
    pub fn listener(&self) -> Option<&Listener> {
        self.listener.as_ref()
    }

    /// Nothing yet; `rate` is how many frames a second [`Mixer::mix`] makes.
    pub fn new(rate: u32) -> Self {
        Mixer {
            rate: rate.max(1),
            volume: 1.0,
            buses: [1.0; Bus::COUNT],
            voices: Voices::default(),
            listener: None,
            running: true,
            fade: 1.0,
            limiter: Limiter::new(rate.max(1)),
            duck: 1.0,
        }
    }

    /// Frames a second.
    pub fn rate(&self) -> u32 {
        self.rate
    }

    /// Frames by which what is mixed is heard later: a thousandth of a second, in
    /// which loud peaks are seen coming.
    pub fn delay(&self) -> usize {
        self.limiter.delay()
    }

    /// How loud everything is, 0..=1.
    pub fn set_master_volume(&mut self, volume: f32) {
        self.volume = unit(volume);
    }

    /// How loud one bus is, 0..=1.
    pub fn set_bus(&mut self, bus: Bus, volume: f32) {
        self.buses[bus as usize] = unit(volume);
    }

    /// Stops the time of all voices but those of the interface, or lets it go on;
    /// both softly.
    pub fn set_running(&mut self, running: bool) {
        self.running = running;
    }

    /// Plays a voice from its start. It is heard from the next [`Mixer::hear`] on,
    /// if it is among the 64 that matter most: by priority, then by loudness.
    /// Of more than 4096 voices, and of more than 16 streams, those of the lowest
    /// priority end, and of these the quietest; that may be the new one.
    pub fn play(&mut self, voice: Voice) -> Handle {
        let (buses, volume, listener) = (self.buses, self.volume, self.listener);
        self.voices.insert(Playing::new(voice), |playing| gains(playing, &buses, volume, listener.as_ref()))
    }

    /// True until a voice has come to its end, was stopped, or had to make room.
    pub fn is_playing(&self, handle: Handle) -> bool {
        self.voices.get(handle).is_some()
    }

    /// Moves a voice, engine axes and the game's units; only one that was played
    /// with a place. NaN and infinity are ignored.
    pub fn move_to(&mut self, handle: Handle, place: Vec3) {
        let reach = self.voices.get_mut(handle).and_then(|playing| playing.voice.reach.as_mut());
        if let Some(reach) = reach.filter(|_| place.is_finite()) {
            reach.place = place;
        }
    }

    /// How loud a voice is, 0..=1, apart from its fades; NaN and infinity are
    /// ignored.
    pub fn set_volume(&mut self, handle: Handle, volume: f32) {
        if let Some(playing) = self.voices.get_mut(handle).filter(|_| volume.is_finite()) {
            playing.voice.volume = volume;
        }
    }

    /// How fast a voice is played, 0.1..=4; NaN and infinity are ignored.
    pub fn set_pitch(&mut self, handle: Handle, faster: f32) {
        if let (Some(playing), Some(pitch)) = (self.voices.get_mut(handle), pitch(faster)) {
            playing.voice.pitch = pitch;
        }
    }

    /// Fades a voice from silence to its volume.
    pub fn fade_in(&mut self, handle: Handle, seconds: f32, curve: Curve) {
        self.fade_between(handle, Some(0.0), 1.0, seconds, curve);
    }

    /// Fades a voice from what it is to a part of its volume, 0..=1, and leaves it
    /// there; NaN and infinity are ignored, and so are all fades of a voice that
    /// is being stopped.
    pub fn fade(&mut self, handle: Handle, to: f32, seconds: f32, curve: Curve) {
        self.fade_between(handle, None, to, seconds, curve);
    }

    fn fade_between(&mut self, handle: Handle, from: Option<f32>, to: f32, seconds: f32, curve: Curve) {
        let frames = fade::frames(seconds, self.rate);
        let Some(playing) = self.voices.get_mut(handle).filter(|_| to.is_finite()) else { return };
        if !playing.progress.level.is_ending() {
            let from = from.unwrap_or(playing.progress.level.now());
            playing.progress.level.start(from, unit(to), frames, curve);
        }
    }

    /// Fades a voice to silence and ends it; it takes at least a hundredth of a
    /// second, so that nothing clicks.
    pub fn stop(&mut self, handle: Handle, seconds: f32, curve: Curve) {
        let frames = fade::frames(seconds.max(FADE_S), self.rate);
        if let Some(playing) = self.voices.get_mut(handle) {
            playing.progress.level.end(frames, curve);
        }
    }

    /// Plays the sounds of a world instead of everything before.
    pub fn enter(&mut self, scene: &Scene, bank: &Bank) {
        self.clear();
        for sound in &scene.sounds {
            let Some(samples) = bank.get(&sound.file) else { continue };
            self.play(Voice {
                reach: Some(Reach { full: sound.full, ..Reach::even(sound.place, sound.range) }),
                volume: sound.volume,
                looping: sound.looping,
                ..Voice::new(samples.clone())
            });
        }
    }

    /// Ends all voices at once.
    pub fn clear(&mut self) {
        self.voices.clear();
    }

    /// Voices that are being played, heard or not.
    pub fn voices(&self) -> usize {
        self.voices.len()
    }

    /// How many of them are streams.
    pub fn streams(&self) -> usize {
        self.voices.streams()
    }

    /// Adds the decoding sides of all streams to a list, to be filled elsewhere.
    pub fn feeds(&self, feeds: &mut Vec<Feed>) {
        feeds.extend(self.voices.iter().filter_map(|playing| match &playing.voice.source {
            Source::Stream(stream) => Some(stream.feed()),
            Source::Samples(_) => None,
        }));
    }

    /// What was wrong with streams that have ended, since this was asked last.
    pub fn take_findings(&mut self) -> Vec<Finding> {
        self.voices.take_findings()
    }

    /// Somebody listens from here from now on; where that is NaN or infinite, from
    /// where it was before.
    pub fn hear(&mut self, listener: &Listener) {
        let is_finite = listener.ear.is_finite() && listener.right.is_finite() && listener.near.is_finite();
        let listener = self.listener.filter(|_| !is_finite).unwrap_or(*listener);
        self.listener = Some(listener);
        let (mut buses, volume) = (self.buses, self.volume);
        for bus in [Bus::Effects, Bus::Music] {
            buses[bus as usize] *= self.duck;
        }
        let wanted = |playing: &Playing| gains(playing, &buses, volume, Some(&listener));
        self.voices.trim(wanted);
        self.voices.for_each(|playing| playing.progress.wanted = wanted(playing));
        self.voices.limit_heard(fade::frames(FADE_S, self.rate));
    }

    /// The next frames, left and right after each other, -1..=1; never so loud
    /// that they clip. A half frame at the end is silent.
    pub fn mix(&mut self, out: &mut [f32]) {
        out.fill(0.0);
        let frames = out.as_chunks_mut::<CHANNELS>().0;
        let (rate, soft) = (f64::from(self.rate), self.approach(FADE_S));
        if self.running || self.fade > 0.0 {
            self.duck(frames.len());
            let add = |playing: &mut Playing| playing.add(frames, rate, soft);
            self.voices.retain(|playing| !is_interface(playing), add);
            let wanted = if self.running { 1.0 } else { 0.0 };
            for frame in &mut *frames {
                self.fade = towards(self.fade, wanted, soft);
                *frame = frame.map(|sample| sample * self.fade);
            }
        }
        self.voices.retain(is_interface, |playing| playing.add(frames, rate, soft));
        self.limiter.limit(frames);
    }

    /// Effects and music make room for what is said, or come back, while frames pass.
    fn duck(&mut self, frames: usize) {
        let is_heard = |playing: &Playing| playing.progress.wanted != [0.0; CHANNELS];
        let speaks = self.voices.iter().any(|playing| playing.voice.bus == Bus::Speech && is_heard(playing));
        let (wanted, seconds) = if speaks { (DUCKED, DUCK_S[0]) } else { (1.0, DUCK_S[1]) };
        let left = libm::expf(-4.6 * frames as f32 / (seconds * self.rate as f32));
        self.duck = towards(self.duck, wanted, 1.0 - left);
    }

    /// Lets frames pass that nobody hears; all that was heard is silent at once.
    pub(crate) fn skip(&mut self, frames: usize) {
        let (rate, running) = (f64::from(self.rate), self.running);
        self.fade = if running { 1.0 } else { 0.0 };
        self.limiter.clear();
        let passes = |playing: &Playing| running || is_interface(playing);
        self.voices.retain(passes, |playing| playing.pass(frames, rate));
    }

    /// The part of the way to go each frame to be nearly there after a time.
    fn approach(&self, seconds: f32) -> f32 {
        1.0 - libm::expf(-4.6 / (seconds * self.rate as f32))
    }
}

/// How loud a voice is to be; without a listener, as if it were heard everywhere.
fn gains(
    playing: &Playing,
    buses: &[f32; Bus::COUNT],
    volume: f32,
    listener: Option<&Listener>,
) -> [f32; CHANNELS] {
    let voice = &playing.voice;
    let loud = unit(voice.volume) * buses[voice.bus as usize] * volume;
    let heard = voice.reach.zip(listener).map_or([1.0; 2], |(reach, listener)| listener.gains(&reach));
    heard.map(|gain| gain * loud)
}

fn is_interface(playing: &Playing) -> bool {
    playing.voice.bus == Bus::Interface
}
