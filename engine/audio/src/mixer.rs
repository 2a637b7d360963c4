//! Voices joined to one stereo sound.

use crate::{Bank, Listener, Reach, Samples};
use world::Scene;

/// Channels of what is mixed, interleaved: left, right.
pub const CHANNELS: usize = 2;
/// Seconds in which a change of loudness is nearly done: short enough to follow
/// a turn of the head, long enough not to crackle.
const FADE_S: f32 = 0.01;
/// Seconds in which the limiter lets go by a factor of a hundred.
const RELEASE_S: f32 = 0.3;
/// A loudness this near to the wanted one is the wanted one: -100 dB.
const SILENT: f32 = 1e-5;

/// Most voices that are kept, heard or not.
const MOST_VOICES: usize = 4096;
/// Most voices that are heard at a time: the loudest. Nobody misses the others.
const MOST_HEARD: usize = 64;

/// What voices belong to, so that people can have more of one and less of
/// another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bus {
    /// What sounds in a world.
    World,
    /// What accompanies it.
    Music,
}

impl Bus {
    const COUNT: usize = 2;
}

/// Something that sounds.
#[derive(Clone, Debug)]
pub struct Voice {
    /// What is played.
    pub samples: Samples,
    /// What it belongs to.
    pub bus: Bus,
    /// Where; everywhere alike, and in stereo, without it.
    pub reach: Option<Reach>,
    /// 0..=1.
    pub volume: f32,
    /// Starts over at its end; otherwise it is gone then.
    pub looping: bool,
}

/// A voice that is being played.
#[derive(Clone, Debug)]
struct Playing {
    voice: Voice,
    /// Frames of the samples, and parts of one, since their start.
    position: f64,
    gains: [f32; 2],
    wanted: [f32; 2],
}

/// Joins voices to one stereo sound.
#[derive(Clone, Debug)]
pub struct Mixer {
    rate: u32,
    volume: f32,
    buses: [f32; Bus::COUNT],
    playing: Vec<Playing>,
    /// Time passes.
    running: bool,
    /// What is left of everything while time stops or goes on again.
    fade: f32,
    /// What the limiter leaves, 0..=1.
    limit: f32,
}

impl Mixer {
    /// Nothing yet; `rate` is how many frames a second [`Mixer::mix`] makes.
    pub fn new(rate: u32) -> Self {
        Mixer {
            rate: rate.max(1),
            volume: 1.0,
            buses: [1.0; Bus::COUNT],
            playing: Vec::new(),
            running: true,
            fade: 1.0,
            limit: 1.0,
        }
    }

    /// Frames a second.
    pub fn rate(&self) -> u32 {
        self.rate
    }

    /// How loud everything is, 0..=1.
    pub fn set_volume(&mut self, volume: f32) {
        self.volume = unit(volume);
    }

    /// How loud one bus is, 0..=1.
    pub fn set_bus(&mut self, bus: Bus, volume: f32) {
        self.buses[bus as usize] = unit(volume);
    }

    /// Stops the time of all voices, or lets it go on; both softly.
    pub fn set_running(&mut self, running: bool) {
        self.running = running;
    }

    /// Adds a voice, unless there are thousands already. It is heard from the next
    /// [`Mixer::hear`] on, if it is among the loudest.
    pub fn play(&mut self, voice: Voice) {
        if voice.samples.frames() > 0 && self.playing.len() < MOST_VOICES {
            let silent = [0.0; 2];
            self.playing.push(Playing { voice, position: 0.0, gains: silent, wanted: silent });
        }
    }

    /// Plays the sounds of a world instead of everything before.
    pub fn enter(&mut self, scene: &Scene, bank: &Bank) {
        self.clear();
        for sound in &scene.sounds {
            let Some(samples) = bank.get(&sound.file) else { continue };
            self.play(Voice {
                samples: samples.clone(),
                bus: Bus::World,
                reach: Some(Reach { place: sound.place, range: sound.range }),
                volume: sound.volume,
                looping: sound.looping,
            });
        }
    }

    /// Ends all voices.
    pub fn clear(&mut self) {
        self.playing.clear();
    }

    /// Voices that are being played, heard or not.
    pub fn voices(&self) -> usize {
        self.playing.len()
    }

    /// Somebody listens from here from now on.
    pub fn hear(&mut self, listener: &Listener) {
        for playing in &mut self.playing {
            let voice = &playing.voice;
            let loud = unit(voice.volume) * self.buses[voice.bus as usize] * self.volume;
            let gains = voice.reach.map_or([1.0; 2], |reach| listener.gains(&reach));
            playing.wanted = gains.map(|gain| gain * loud);
        }
        if self.playing.len() > MOST_HEARD {
            self.playing.sort_by(|a, b| b.power().total_cmp(&a.power()));
            self.playing[MOST_HEARD..].iter_mut().for_each(|playing| playing.wanted = [0.0; 2]);
        }
    }

    /// The next frames, left and right after each other; -1..=1. A half frame at
    /// the end is silent.
    pub fn mix(&mut self, out: &mut [f32]) {
        out.fill(0.0);
        let approach = |seconds: f32| 1.0 - libm::expf(-4.6 / (seconds * self.rate as f32));
        let (soft, release) = (approach(FADE_S), approach(RELEASE_S));
        let frames = out.as_chunks_mut::<CHANNELS>().0;
        let still = !self.running && self.fade == 0.0;
        if still {
            return;
        }
        let rate = f64::from(self.rate);
        self.playing.retain_mut(|playing| playing.add(frames, rate, soft));
        let wanted = if self.running { 1.0 } else { 0.0 };
        for frame in frames {
            self.fade = towards(self.fade, wanted, soft);
            let peak = frame[0].abs().max(frame[1].abs());
            // Down at once, so that nothing clips; up slowly, so that nobody
            // hears it.
            self.limit = (self.limit * (1.0 + release)).min(1.0);
            if peak * self.limit > 1.0 {
                self.limit = 1.0 / peak;
            }
            *frame = frame.map(|sample| (sample * self.limit).clamp(-1.0, 1.0) * self.fade);
        }
    }
}

impl Playing {
    /// How loud it is to become, squared.
    fn power(&self) -> f32 {
        self.wanted.iter().map(|gain| gain * gain).sum()
    }

    /// Adds the next frames; false when it has come to its end.
    fn add(&mut self, frames: &mut [[f32; CHANNELS]], rate: f64, soft: f32) -> bool {
        let Voice { samples, reach, looping, .. } = &self.voice;
        let length = samples.frames();
        let end = length as f64;
        let step = f64::from(samples.rate()) / rate;
        if self.gains == [0.0; 2] && self.wanted == [0.0; 2] {
            // Nobody hears it, but its time passes.
            self.position += step * frames.len() as f64;
        } else {
            for frame in frames {
                if self.position >= end {
                    if !looping {
                        return false;
                    }
                    self.position %= end;
                }
                let index = self.position as usize;
                let part = (self.position - index as f64) as f32;
                let next = if index + 1 == length && *looping { 0 } else { index + 1 };
                let (now, next) = (samples.frame(index), samples.frame(next));
                let mut heard = [0, 1].map(|side| now[side] + (next[side] - now[side]) * part);
                if reach.is_some() {
                    // What has a place has no sides of its own.
                    heard = [(heard[0] + heard[1]) * 0.5; 2];
                }
                for side in [0, 1] {
                    self.gains[side] = towards(self.gains[side], self.wanted[side], soft);
                    frame[side] += heard[side] * self.gains[side];
                }
                self.position += step;
            }
        }
        if self.position >= end && *looping {
            self.position %= end;
        }
        self.position < end
    }
}

/// A part of the way, or all of it when little is left.
fn towards(value: f32, wanted: f32, part: f32) -> f32 {
    let next = value + (wanted - value) * part;
    if (wanted - next).abs() < SILENT { wanted } else { next }
}

fn unit(volume: f32) -> f32 {
    if volume.is_finite() { volume.clamp(0.0, 1.0) } else { 0.0 }
}
