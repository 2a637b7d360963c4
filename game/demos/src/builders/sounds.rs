//! Sounds made of noise and a few oscillators.
//! Source: `docs/spec/zbd/sounds.md`.

use super::adpcm;
use super::graph::{NAME, failed};
use super::numbers::{Random, fading, sine};
use crate::DemoFile;
use crate::game::Game;
use binary::Result;
use std::f32::consts::TAU;
use zbd::archive::{Archive, Contents, Entry};
use zbd::sounds::{self, Wave};

/// Samples a second in the better archive; half as many in the other.
const RATE: u32 = 22_050;

/// A sound: its name, how long it is in seconds, whether it is to be repeated,
/// and its samples from -1 to 1.
type Recipe = (&'static str, f32, bool, fn(&mut Tape));

/// All of them, by name.
const RECIPES: [Recipe; 9] = [
    ("boom.wav", 1.8, false, boom),
    ("clank.wav", 0.6, false, clank),
    ("falls.wav", 2.0, true, falls),
    ("fire.wav", 2.0, true, fire),
    ("gate.wav", 2.2, false, gate),
    ("hum.wav", 1.0, true, hum),
    ("step.wav", 0.5, false, step),
    ("shot.wav", 0.7, false, shot),
    ("wind.wav", 2.0, true, wind),
];

/// What patch 1.2 of MechWarrior 3 brought: beside the archives, in neither.
const LOOSE: Recipe = ("chime.wav", 0.8, false, chime);

/// What tanks sound like, in the game that has them.
const ENGINE: Recipe = ("engine.wav", 2.0, true, engine);

/// Somebody speaks over the radio.
const RADIO: Recipe = (VOICE, 2.4, false, radio);
/// The file of everything that is said.
pub(crate) const VOICE: &str = "radio.wav";

/// A sound in the making.
pub(crate) struct Tape {
    samples: Vec<f32>,
    random: Random,
}

impl Tape {
    /// Silence of so many seconds, and a stream of chance of its own.
    pub fn new(seconds: f32, seed: u32, stream: u32) -> Self {
        let length = (seconds * RATE as f32) as usize;
        Tape { samples: vec![0.0; length], random: Random::new(seed, stream) }
    }

    /// Sets every sample by its time, in seconds and as part of the whole.
    pub fn each(&mut self, mut sample: impl FnMut(f32, f32, &mut Random) -> f32) {
        let length = self.samples.len() as f32;
        for (index, value) in self.samples.iter_mut().enumerate() {
            *value = sample(index as f32 / RATE as f32, index as f32 / length, &mut self.random);
        }
    }

    /// Takes the treble away; 0 takes nothing, 1 everything.
    pub fn dull(&mut self, amount: f32) {
        // A second round starts where the first ends, so that a sound that is
        // repeated has no seam.
        let mut last = 0.0;
        for _ in 0..2 {
            for value in &mut self.samples {
                last += (*value - last) * (1.0 - amount);
                *value = last;
            }
        }
    }

    /// Makes the loudest sample so loud.
    pub fn level(&mut self, loudest: f32) {
        let peak = self.samples.iter().fold(1e-6f32, |peak, value| peak.max(value.abs()));
        self.samples.iter_mut().for_each(|value| *value *= loudest / peak);
    }
}

/// Something breaks: a crack, then thunder that rolls away.
fn boom(tape: &mut Tape) {
    tape.each(|time, _, random| {
        let crack = random.between(-1.0, 1.0) * fading(16.0 * time);
        let thump = sine(64.0 * time - 14.0 * time * time) * fading(3.0 * time);
        let roll = random.between(-1.0, 1.0) * fading(2.2 * time) * 0.8;
        crack + thump * 1.4 + roll
    });
    tape.dull(0.55);
    tape.level(0.95);
}

/// Twelve cylinders at little load: whole numbers of waves and of puffs, so that it repeats; a few times a second
/// they come a little stronger.
fn engine(tape: &mut Tape) {
    tape.each(|time, _, random| {
        let wave = |hertz: f32, part: f32| sine(hertz * time) * part;
        let puff = 0.55 + 0.45 * sine(21.0 * time);
        let body =
            wave(42.0, 1.0) + wave(84.0, 0.6) + wave(126.0, 0.35) + wave(63.0, 0.3) + wave(211.0, 0.12);
        let rattle = random.between(-1.0, 1.0) * 0.35 * puff;
        (body * (0.6 + 0.4 * puff) + rattle) * (1.0 + 0.12 * sine(3.5 * time))
    });
    tape.dull(0.35);
    tape.level(0.7);
}

/// Syllables of a voice that nobody understands, as narrow as a radio makes it, between two clicks.
fn radio(tape: &mut Tape) {
    let mut syllable = [0.0_f32; 3];
    tape.each(|time, part, random| {
        // Five syllables a second, each with a pitch and two formants of its own.
        let within = (time * 5.0).fract();
        if within < 1.0 / RATE as f32 * 5.0 {
            syllable =
                [random.between(105.0, 150.0), random.between(420.0, 760.0), random.between(1100.0, 2100.0)];
        }
        let [pitch, low, high] = syllable;
        let glottis = (0..9).map(|nth| {
            let hertz = pitch * (nth + 3) as f32;
            let near = |formant: f32| fading((hertz - formant).abs() / 170.0);
            sine(hertz * time) * (near(low) + 0.7 * near(high))
        });
        let swell = libm::sinf(within * std::f32::consts::PI).max(0.0);
        let speaks = if (0.08..0.92).contains(&part) { swell } else { 0.0 };
        let click = fading(90.0 * time) + fading(90.0 * (time - 2.25).abs());
        let hiss = random.between(-1.0, 1.0) * (0.05 + 0.5 * click);
        glottis.sum::<f32>() * speaks + hiss
    });
    tape.dull(0.2);
    tape.level(0.7);
}

/// Steel on stone.
fn clank(tape: &mut Tape) {
    tape.each(|time, _, random| {
        let ring = |hertz: f32, part: f32, fall: f32| sine(hertz * time) * part * fading(fall * time);
        let hit = random.between(-1.0, 1.0) * fading(60.0 * time) * 0.8;
        hit + ring(417.0, 0.7, 9.0)
            + ring(1131.0, 0.5, 13.0)
            + ring(1789.0, 0.35, 16.0)
            + ring(2713.0, 0.2, 22.0)
    });
    tape.level(0.8);
}

/// Water that falls: noise without swells.
fn falls(tape: &mut Tape) {
    tape.each(|_, _, random| random.between(-1.0, 1.0));
    tape.dull(0.6);
    tape.level(0.75);
}

/// Flames: a low roar, and crackles here and there.
pub(crate) fn fire(tape: &mut Tape) {
    let mut crackle = 0.0;
    tape.each(|_, _, random| {
        let chance = random.between(0.0, 1.0);
        crackle = if chance > 0.9993 { 1.0 } else { crackle * 0.985 };
        random.between(-1.0, 1.0) * (0.22 + crackle)
    });
    tape.dull(0.5);
    tape.level(0.7);
}

/// A heavy leaf on a motor: whole numbers of waves, softly on and off.
fn gate(tape: &mut Tape) {
    tape.each(|time, part, random| {
        let wave = |hertz: f32, part: f32| sine(hertz * time) * part;
        let motor = wave(82.0, 0.6) + wave(164.0, 0.4) + wave(246.0, 0.2) + wave(533.0, 0.08);
        let rattle = random.between(-1.0, 1.0) * 0.18 * (1.0 + wave(11.0, 0.6));
        let on = (part * 10.0).min(1.0) * ((1.0 - part) * 8.0).min(1.0);
        (motor + rattle) * on
    });
    tape.dull(0.3);
    tape.level(0.6);
}

/// A machine at rest: whole numbers of waves, so that it repeats.
fn hum(tape: &mut Tape) {
    tape.each(|time, _, _| {
        let wave = |hertz: f32, part: f32| sine(hertz * time) * part;
        let beat = 1.0 + 0.25 * sine(3.0 * time);
        (wave(55.0, 1.0) + wave(110.0, 0.5) + wave(165.0, 0.3) + wave(222.0, 0.12)) * beat
    });
    tape.level(0.6);
}

/// Tons on the ground: a thud that falls in pitch, and gravel.
fn step(tape: &mut Tape) {
    tape.each(|time, _, random| {
        let thud = sine(70.0 * time - 55.0 * time * time) * fading(9.0 * time);
        let gravel = random.between(-1.0, 1.0) * fading(22.0 * time) * 0.5;
        thud + gravel
    });
    tape.dull(0.25);
    tape.level(0.95);
}

fn shot(tape: &mut Tape) {
    tape.each(|time, _, random| {
        let crack = random.between(-1.0, 1.0) * fading(14.0 * time);
        let boom = sine(120.0 * time - 75.0 * time * time) * fading(6.0 * time);
        crack * 1.2 + boom
    });
    tape.level(0.95);
}

/// Noise that swells and falls once.
pub(crate) fn wind(tape: &mut Tape) {
    tape.each(|_, part, random| random.between(-1.0, 1.0) * (0.65 - 0.35 * libm::cosf(TAU * part)));
    tape.dull(0.93);
    tape.level(0.7);
}

/// Two bells.
fn chime(tape: &mut Tape) {
    tape.each(|time, _, _| {
        let bell = |hertz: f32, start: f32| {
            let since = (time - start).max(0.0);
            let partial = |times: f32, part: f32| sine(hertz * times * since) * part;
            (partial(1.0, 1.0) + partial(2.76, 0.4) + partial(5.4, 0.15)) * fading(7.0 * since)
        };
        bell(880.0, 0.0) + bell(660.0, 0.3)
    });
    tape.level(0.8);
}

/// The sound that stands beside the archives: its name, and the file.
pub(crate) fn loose(seed: u32) -> Result<(&'static str, Vec<u8>)> {
    let (name, seconds, _, make) = LOOSE;
    let mut tape = Tape::new(seconds, seed, 9000 + RECIPES.len() as u32);
    make(&mut tape);
    Ok((name, sounds::write(&words(&tape.samples))?))
}

/// Wind of 8 bits for a video.
pub(crate) struct Soft {
    /// One byte each, 128 for silence.
    pub samples: Vec<u8>,
    /// How many of them a second.
    pub rate: u32,
}

/// So many seconds of wind.
pub(crate) fn soft_bytes(seed: u32, seconds: f32) -> Soft {
    let mut tape = Tape::new(seconds, seed, 9100);
    wind(&mut tape);
    Soft { samples: half_bytes(&tape.samples), rate: RATE / 2 }
}

/// The archives of a game: 16 bits, and 8 bits at half the rate.
pub(crate) fn files(game: Game, seed: u32) -> Result<Vec<DemoFile>> {
    let [high, low] = match game {
        Game::MechWarrior3 | Game::PiratesMoon => ["soundsH.zbd", "soundsL.zbd"],
        Game::Recoil | Game::CrimsonSkies => ["soundsh.zbd", "soundsl.zbd"],
    };
    let tapes: Vec<(&str, Tape)> = archived(game)
        .map(|(stream, (name, seconds, _, make))| {
            let mut tape = Tape::new(seconds, seed, stream);
            make(&mut tape);
            (name, tape)
        })
        .collect();
    let archive = |wave: fn(&[f32]) -> Wave| {
        let entries = tapes
            .iter()
            .map(|(name, tape)| {
                // This game packs what is long and soft.
                let is_packed = game == Game::CrimsonSkies && *name == "wind.wav";
                let made = if is_packed { adpcm::wave(RATE, &tape.samples) } else { wave(&tape.samples) };
                let entry = Entry::new(name, sounds::write(&made)?);
                entry.ok_or_else(|| failed(&NAME, "at most 63 characters", name))
            })
            .collect::<Result<_>>()?;
        zbd::archive::write(&Archive::new(game.version(), Contents::Other, entries))
    };
    Ok(vec![
        DemoFile::new(&format!("zbd/{high}"), archive(words)?),
        DemoFile::new(&format!("zbd/{low}"), archive(bytes)?),
    ])
}

/// What is in the archives of a game, each with its stream of chance.
fn archived(game: Game) -> impl Iterator<Item = (u32, Recipe)> {
    let engine = (game == Game::Recoil).then_some((9200, ENGINE));
    (9000..).zip(RECIPES).chain(engine).chain([(9300, RADIO)])
}

/// Names of the sounds of a game, and whether they are to be repeated.
pub(crate) fn names(game: Game) -> impl Iterator<Item = (&'static str, bool)> {
    let loose = (game == Game::MechWarrior3).then_some(LOOSE);
    archived(game).map(|(_, recipe)| recipe).chain(loose).map(|(name, _, looped, _)| (name, looped))
}

/// The sound with 16 bits.
pub(crate) fn wave(tape: &Tape) -> Wave {
    words(&tape.samples)
}

/// 16 bits.
fn words(samples: &[f32]) -> Wave {
    let samples = samples.iter().flat_map(|value| ((value * 32767.0).round() as i16).to_le_bytes());
    Wave::pcm(1, RATE, 16, samples.collect())
}

/// 8 bits, every other sample the middle of two.
fn bytes(samples: &[f32]) -> Wave {
    Wave::pcm(1, RATE / 2, 8, half_bytes(samples))
}

fn half_bytes(samples: &[f32]) -> Vec<u8> {
    let pairs = samples.chunks_exact(2);
    pairs.map(|pair| ((pair[0] + pair[1]) * 63.5 + 128.0).round() as u8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checked::faultless;

    #[test]
    fn the_sounds_of_every_game_obey_every_rule_and_are_what_they_are_called() {
        for game in Game::ALL {
            let files = files(game, 1).expect("sounds");
            for (file, rate) in files.iter().zip([RATE, RATE / 2]) {
                let archive =
                    faultless(&file.address, &file.bytes, sounds::read_archive, sounds::write_archive);
                assert_eq!(archive.entries.len(), RECIPES.len() + 1 + usize::from(game == Game::Recoil));
                for (entry, (_, (name, seconds, ..))) in archive.entries.iter().zip(archived(game)) {
                    assert_eq!(entry.name.text(), name);
                    let format = entry.content.format().expect("a format");
                    let is_packed = format.format_tag == sounds::MS_ADPCM;
                    assert_eq!(is_packed, game == Game::CrimsonSkies && name == "wind.wav", "{name}");
                    assert_eq!(format.samples_per_second, if is_packed { RATE } else { rate });
                    let lasts = entry.content.samples().len() as f32 / format.bytes_per_second as f32;
                    assert!((lasts - seconds).abs() < 0.05, "{name} lasts {lasts} s, not {seconds}");
                }
            }
        }
    }
}
