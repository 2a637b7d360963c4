//! Two pieces of music of our own, played by oscillators: what the CD of the demo would hold.
//!
//! A piece repeats without a seam: what still sounds at its end goes on over its beginning.
//! Source of the names: `docs/spec/zbd/mw3-runtime.md`, "12. CD music".

use crate::DemoFile;
use crate::builders::numbers::{Random, at_most, fading, fadings, sines};
use crate::game::Game;
use binary::Result;
use glam::Vec4;
use zbd::sounds::{self, Wave};

/// Samples a second.
const RATE: u32 = 22_050;
/// Beats of a bar.
const BEATS: u32 = 4;

/// A piece in the making.
pub(crate) struct Piece {
    samples: Vec<f32>,
    /// Seconds of a beat.
    beat: f32,
    random: Random,
}

/// A voice: its sound at times after a note began, for a pitch in hertz and a length in seconds. Four samples at once are
/// worked out nearly as quickly as one.
pub(crate) type Voice = fn(time: Vec4, hertz: f32, seconds: f32) -> Vec4;

impl Piece {
    pub fn new(beats_per_minute: f32, bars: u32, seed: u32) -> Self {
        let beat = 60.0 / beats_per_minute;
        let samples = (beat * (bars * BEATS) as f32 * RATE as f32) as usize;
        Piece { samples: vec![0.0; samples], beat, random: Random::new(seed, 9200) }
    }

    /// Plays a note: beats from the start, its key on a piano (69 is 440 Hz), beats it is held, how loud, and
    /// seconds until it has died away.
    pub fn note(&mut self, voice: Voice, at: f32, key: f32, beats: f32, loud: f32, tail: f32) {
        let hertz = 440.0 * libm::exp2f((key - 69.0) / 12.0);
        let (start, held) = ((at * self.beat * RATE as f32) as usize, beats * self.beat);
        let length = ((held + tail) * RATE as f32) as usize;
        let count = self.samples.len();
        let length = length.min(count);
        let mut at = start % count;
        for step in (0..length).step_by(4) {
            let time = (Vec4::new(0.0, 1.0, 2.0, 3.0) + step as f32) / RATE as f32;
            let heard = voice(time, hertz, held) * loud;
            for value in heard.to_array().into_iter().take(length - step) {
                self.samples[at] += value;
                at = if at + 1 == count { 0 } else { at + 1 };
            }
        }
    }

    /// A beat of noise that dies away by so much a second.
    fn hit(&mut self, at: f32, loud: f32, fall: f32, dull: f32) {
        let start = (at * self.beat * RATE as f32) as usize;
        let count = self.samples.len();
        let mut last = 0.0;
        for step in 0..(RATE as usize / 3).min(count) {
            let time = step as f32 / RATE as f32;
            last += (self.random.between(-1.0, 1.0) - last) * (1.0 - dull);
            self.samples[(start + step) % count] += last * fading(fall * time) * loud;
        }
    }

    pub fn wave(mut self) -> Wave {
        let peak = self.samples.iter().fold(1e-6f32, |peak, value| peak.max(value.abs()));
        self.samples.iter_mut().for_each(|value| *value *= 0.8 / peak);
        let bytes = self.samples.iter().flat_map(|value| ((value * 32767.0).round() as i16).to_le_bytes());
        Wave::pcm(1, RATE, 16, bytes.collect())
    }
}

/// Strings: three detuned waves that swell and fade.
pub(crate) fn pad(time: Vec4, hertz: f32, seconds: f32) -> Vec4 {
    let swell = at_most(time / 0.9, 1.0) * unit((seconds + 1.2 - time) / 1.2);
    let wave = |times: f32| sines(hertz * times * time);
    let drift = 1.0 + 0.1 * sines(0.4 * time);
    (wave(1.0) + 0.8 * wave(1.004) + 0.8 * wave(0.996) + 0.25 * wave(2.002) + 0.1 * wave(3.0)) * swell * drift
}

/// A plucked string.
pub(crate) fn pluck(time: Vec4, hertz: f32, _: f32) -> Vec4 {
    let partial = |times: f32, fall: f32| sines(hertz * times * time) * fadings(fall * time);
    partial(1.0, 3.0) + 0.5 * partial(2.0, 5.0) + 0.25 * partial(3.01, 8.0) + 0.12 * partial(4.02, 11.0)
}

/// A low string that is bowed shortly.
pub(crate) fn bass(time: Vec4, hertz: f32, seconds: f32) -> Vec4 {
    let hold = at_most(time / 0.02, 1.0) * unit((seconds + 0.15 - time) / 0.15);
    let wave = |times: f32, part: f32| sines(hertz * times * time) * part;
    (wave(1.0, 1.0) + wave(2.0, 0.45) + wave(3.0, 0.2) + wave(4.0, 0.08)) * hold
}

/// A horn far away.
pub(crate) fn horn(time: Vec4, hertz: f32, seconds: f32) -> Vec4 {
    let hold = at_most(time / 0.12, 1.0) * unit((seconds + 0.5 - time) / 0.5);
    let shake = 0.004 * sines(5.2 * time) * unit(time - 0.4);
    let wave = |times: f32, part: f32| sines(hertz * times * (time + shake * 0.05)) * part;
    (wave(1.0, 1.0) + wave(2.0, 0.5) + wave(3.0, 0.28) + wave(4.0, 0.12) + wave(5.0, 0.05)) * hold
}

/// A drum that falls in pitch.
fn drum(time: Vec4, hertz: f32, _: f32) -> Vec4 {
    sines(hertz * time + 18.0 * (1.0 - fadings(18.0 * time)) / 18.0) * fadings(7.0 * time)
}

/// Nothing below 0 and nothing above 1.
fn unit(value: Vec4) -> Vec4 {
    let value = at_most(value, 1.0);
    Vec4::select(value.cmpgt(Vec4::ZERO), value, Vec4::ZERO)
}

/// Morning over the valley: slow chords of D minor, a harp, a horn now and then.
fn valley(seed: u32) -> Piece {
    let chords: [[f32; 3]; 8] = [
        [50.0, 57.0, 65.0],
        [46.0, 53.0, 65.0],
        [41.0, 53.0, 60.0],
        [48.0, 55.0, 64.0],
        [50.0, 57.0, 65.0],
        [43.0, 55.0, 62.0],
        [46.0, 58.0, 62.0],
        [45.0, 57.0, 64.0],
    ];
    let mut piece = Piece::new(76.0, 16, seed);
    for bar in 0..16 {
        let [root, fifth, third] = chords[bar / 2];
        let at = bar as f32 * BEATS as f32;
        if bar % 2 == 0 {
            for key in [root, fifth, third, third + 7.0] {
                piece.note(pad, at, key, 8.0, 0.16, 1.2);
            }
            piece.note(bass, at, root - 12.0, 6.0, 0.3, 0.2);
        }
        for (step, key) in
            [root, fifth, third, third + 12.0, third, fifth, third, fifth].into_iter().enumerate()
        {
            let loud = if step == 0 { 0.34 } else { 0.22 };
            piece.note(pluck, at + step as f32 * 0.5, key + 12.0, 0.5, loud, 1.2);
        }
    }
    // The tune: beats from the start, keys, lengths.
    for (at, key, beats) in [
        (8.0, 69.0, 3.0),
        (11.0, 72.0, 1.0),
        (12.0, 74.0, 4.0),
        (24.0, 72.0, 2.0),
        (26.0, 70.0, 2.0),
        (28.0, 69.0, 4.0),
        (40.0, 74.0, 3.0),
        (43.0, 76.0, 1.0),
        (44.0, 77.0, 4.0),
        (52.0, 76.0, 2.0),
        (54.0, 74.0, 2.0),
        (56.0, 73.0, 4.0),
    ] {
        piece.note(horn, at, key, beats, 0.26, 0.5);
    }
    piece
}

/// The patrol: a march in A minor over a drum.
fn patrol(seed: u32) -> Piece {
    let roots = [45.0, 45.0, 41.0, 43.0, 45.0, 48.0, 40.0, 40.0];
    let thirds = [3.0, 3.0, 4.0, 4.0, 3.0, 4.0, 4.0, 4.0];
    let mut piece = Piece::new(108.0, 16, seed);
    for bar in 0..16 {
        let (root, third): (f32, f32) = (roots[bar % 8], thirds[bar % 8]);
        let at = bar as f32 * BEATS as f32;
        for step in 0..8 {
            let key = if step % 4 == 3 { root + 7.0 } else { root };
            let loud = if step % 2 == 0 { 0.42 } else { 0.28 };
            piece.note(bass, at + step as f32 * 0.5, key - 12.0, 0.35, loud, 0.15);
        }
        for key in [root + 12.0, root + 12.0 + third, root + 19.0] {
            piece.note(pad, at, key, 4.0, 0.11, 1.2);
        }
        for beat in [0.0, 1.5, 2.0, 3.5] {
            piece.note(drum, at + beat, 28.0, 0.5, 0.7, 0.5);
        }
        for beat in 0..8 {
            piece.hit(at + beat as f32 * 0.5, if beat % 2 == 1 { 0.16 } else { 0.09 }, 40.0, 0.1);
        }
        piece.hit(at + 1.0, 0.4, 16.0, 0.35);
        piece.hit(at + 3.0, 0.4, 16.0, 0.35);
    }
    for (at, key, beats) in [
        (0.0, 69.0, 1.5),
        (1.5, 71.0, 0.5),
        (2.0, 72.0, 2.0),
        (8.0, 72.0, 1.5),
        (9.5, 71.0, 0.5),
        (10.0, 69.0, 1.0),
        (11.0, 67.0, 1.0),
        (16.0, 76.0, 1.5),
        (17.5, 74.0, 0.5),
        (18.0, 72.0, 2.0),
        (24.0, 71.0, 2.0),
        (26.0, 68.0, 2.0),
        (32.0, 69.0, 1.0),
        (33.0, 72.0, 1.0),
        (34.0, 76.0, 2.0),
        (40.0, 77.0, 1.5),
        (41.5, 76.0, 0.5),
        (42.0, 74.0, 2.0),
        (48.0, 76.0, 1.0),
        (49.0, 72.0, 1.0),
        (50.0, 69.0, 2.0),
        (56.0, 68.0, 2.0),
        (58.0, 71.0, 2.0),
    ] {
        piece.note(horn, at, key, beats, 0.3, 0.5);
    }
    piece
}

/// A track: its number, and who composed it.
type Track = (u32, fn(u32) -> Piece);

/// The tracks of a game's CD as files beside the install: two, one on that of Pirate's Moon, none on that of
/// Crimson Skies, whose music is in files.
pub(crate) fn files(game: Game, seed: u32) -> Result<Vec<DemoFile>> {
    let pieces: &[Track] = match game {
        Game::MechWarrior3 | Game::Recoil => &[(2, valley), (3, patrol)],
        Game::PiratesMoon => &[(2, patrol)],
        Game::CrimsonSkies => &[],
    };
    let file = |(number, make): &Track| {
        let bytes = sounds::write(&make(seed).wave())?;
        Ok(DemoFile::new(&format!("music/track{number:02}.wav"), bytes))
    };
    pieces.iter().map(file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_lasts_its_bars_and_repeats_without_a_seam() {
        // 16 bars of four beats at 76 and at 108 a minute.
        for (piece, seconds) in [(valley(1), 50.53), (patrol(1), 35.56)] {
            let Piece { samples, .. } = piece;
            assert!((samples.len() as f32 / RATE as f32 - seconds).abs() < 0.01);
            // The step over the seam is none that would not occur elsewhere.
            let steps = samples.windows(2).map(|pair| (pair[1] - pair[0]).abs());
            let largest = steps.fold(0.0, f32::max);
            let seam = (samples[0] - samples[samples.len() - 1]).abs();
            assert!(seam <= largest, "{seam} of {largest}");
            let loud =
                samples.chunks(RATE as usize).filter(|second| second.iter().any(|own| own.abs() > 0.05));
            assert!(loud.count() + 1 >= seconds as usize, "it is never silent for a second");
        }
    }
}
