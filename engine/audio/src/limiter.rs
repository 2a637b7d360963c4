//! Holds the sum of all voices below what would clip.

use crate::CHANNELS;
use std::collections::VecDeque;

/// The loudest that anything gets: a little below full scale, so that no sample stands at the last value of 16 bits.
const CEILING: f32 = 0.99;
/// Seconds by which it looks ahead. It gets quieter over this time before a peak, instead of following the peak's
/// flank, which would flatten it; and what is heard is heard so much later.
const AHEAD_S: f32 = 0.0009;
/// Seconds in which it lets go by a factor of a hundred: slow beside a wave of 40 Hz, so that nobody hears it.
const RELEASE_S: f32 = 1.0;

/// Makes loud frames quieter without bending their wave.
///
/// What each frame allows is known [`Limiter::delay`] frames before it is heard. The gain is the mean, over that time, of
/// the least that is allowed over that time: it never leaves a frame above the ceiling, and it has no jumps.
#[derive(Debug)]
pub(crate) struct Limiter {
    /// What a frame may be louder by than the one before, as a factor.
    release: f32,
    /// Frames that have been taken and not been given back, oldest first.
    waiting: VecDeque<[f32; CHANNELS]>,
    /// What frames allow, from the oldest that waits on: number of the frame and gain, each gain less than the next.
    least: VecDeque<(u64, f32)>,
    /// The number of the next frame.
    next: u64,
    /// The last gains before the mean, and their sum. The sum of so few numbers of 24 bits is exact in 53.
    gains: VecDeque<f32>,
    sum: f64,
}

impl Limiter {
    /// For so many frames a second.
    pub fn new(rate: u32) -> Self {
        let delay = (AHEAD_S * rate as f32) as usize;
        let mut limiter = Limiter {
            release: libm::expf(4.6 / (RELEASE_S * rate as f32)),
            waiting: VecDeque::with_capacity(delay + 1),
            least: VecDeque::with_capacity(delay + 1),
            next: 0,
            gains: vec![1.0; delay + 1].into(),
            sum: 0.0,
        };
        limiter.clear();
        limiter
    }

    /// Frames by which what is given is heard later.
    pub fn delay(&self) -> usize {
        self.gains.len() - 1
    }

    /// Forgets what was taken and how loud it was.
    pub fn clear(&mut self) {
        let delay = self.delay();
        self.waiting.clear();
        self.waiting.resize(delay, [0.0; CHANNELS]);
        self.least.clear();
        self.gains.iter_mut().for_each(|gain| *gain = 1.0);
        self.sum = (delay + 1) as f64;
    }

    /// Takes frames, and puts those in their place that are heard now.
    pub fn limit(&mut self, frames: &mut [[f32; CHANNELS]]) {
        for frame in frames {
            let gain = self.gain(frame[0].abs().max(frame[1].abs()));
            self.waiting.push_back(*frame);
            let heard = self.waiting.pop_front().unwrap_or_default();
            *frame = heard.map(|sample| sample * gain);
        }
    }

    /// The gain of the frame that is heard as one comes in that is so loud.
    fn gain(&mut self, peak: f32) -> f32 {
        let allowed = if peak > CEILING { CEILING / peak } else { 1.0 };
        while self.least.back().is_some_and(|(_, gain)| *gain >= allowed) {
            self.least.pop_back();
        }
        self.least.push_back((self.next, allowed));
        if self.least.front().is_some_and(|(number, _)| number + (self.delay() as u64) < self.next) {
            self.least.pop_front();
        }
        self.next += 1;
        let least = self.least.front().map_or(1.0, |(_, gain)| *gain);
        let last = self.gains.back().copied().unwrap_or(1.0);
        let gain = (last * self.release).min(least);
        self.gains.push_back(gain);
        self.sum += f64::from(gain) - f64::from(self.gains.pop_front().unwrap_or(1.0));
        (self.sum / self.gains.len() as f64) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At ten thousand frames a second it looks nine frames ahead.
    const RATE: u32 = 10_000;

    /// What comes out of it on a side when the other one is silent, the frames that it is late by left out.
    fn on_side(side: usize, samples: &[f32]) -> Vec<f32> {
        let mut limiter = Limiter::new(RATE);
        let delay = limiter.delay();
        let late = std::iter::repeat_n(0.0, delay);
        let frame = |sample: f32| std::array::from_fn(|at| if at == side { sample } else { 0.0 });
        let mut frames: Vec<[f32; 2]> = samples.iter().copied().chain(late).map(frame).collect();
        limiter.limit(&mut frames);
        assert!(frames.iter().all(|frame| frame[1 - side] == 0.0));
        frames[delay..].iter().map(|frame| frame[side]).collect()
    }

    /// The same of either side.
    fn limited(samples: &[f32]) -> Vec<f32> {
        let out = on_side(0, samples);
        assert_eq!(out, on_side(1, samples));
        out
    }

    #[test]
    fn what_is_not_too_loud_goes_through_unchanged_and_a_little_later() {
        let mut limiter = Limiter::new(RATE);
        assert_eq!(limiter.delay(), 9);
        let mut frames: Vec<[f32; 2]> = (0..100).map(|at| [at as f32 / 100.0, at as f32 / -101.0]).collect();
        let given = frames.clone();
        // However it is cut.
        for part in [0..1, 1..8, 8..60, 60..100] {
            limiter.limit(&mut frames[part]);
        }
        assert_eq!(frames[..9], [[0.0; 2]; 9]);
        assert_eq!(frames[9..], given[..91]);
    }

    #[test]
    fn the_gain_comes_down_evenly_before_a_peak_and_goes_up_slowly_after_it() {
        // Steady at a half, one frame of 1.98: half of it is the ceiling.
        let mut samples = [0.5; 400];
        samples[100] = 1.98;
        let out = limited(&samples);
        let near = |at: usize, wanted: f32| assert!((out[at] - wanted).abs() < 1e-5, "{at}: {}", out[at]);
        near(90, 0.5);
        // Ten frames of mean: each takes a tenth of the way from 1 to a half.
        for step in 1..10 {
            near(90 + step, 0.5 * (1.0 - 0.05 * step as f32));
        }
        near(100, 0.99);
        // 300 frames later: it began to rise with the frame after the peak, and the mean is 4.5 frames late.
        // 4.6 in 10,000 frames: e^(4.6 * 294.5 / 10,000) of a half.
        near(399, 0.25 * libm::expf(4.6e-4 * 294.5));
        let rises = out[101..].windows(2).all(|pair| pair[0] <= pair[1] && pair[1] - pair[0] < 2e-4);
        assert!(rises, "without a jump");
    }

    #[test]
    fn no_wave_is_flattened_however_loud_and_nothing_is_above_the_ceiling() {
        // A tone of 50 Hz, 200 frames a wave, that grows to four times what can be; and noise, with peaks anywhere.
        let mut noise = 1_u32;
        for is_noise in [false, true] {
            let samples: Vec<f32> = (0..4000)
                .map(|at| {
                    noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let tone = libm::sinf(at as f32 * std::f32::consts::TAU / 200.0);
                    let value = if is_noise { (noise >> 8) as f32 / (1 << 23) as f32 - 1.0 } else { tone };
                    value * (at as f32 / 1000.0)
                })
                .collect();
            let out = limited(&samples);
            let peak = out.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
            assert!((0.9..CEILING + 1e-6).contains(&peak), "{peak}");
            // Beside a crest of this tone the wave is a thousandth lower after two frames.
            let flat =
                out.windows(3).filter(|frames| frames.iter().all(|sample| sample.abs() > 0.9899)).count();
            assert!(flat == 0, "{flat} times three frames stand at the top, noise {is_noise}");
        }
    }

    #[test]
    fn a_wave_that_is_too_loud_keeps_its_form() {
        // 50 Hz, three times as loud as can be, with its crests at 50, 150, 250 and so on.
        let phase = |at: usize| libm::sinf(at as f32 * std::f32::consts::TAU / 200.0);
        let out = limited(&(0..1400).map(|at| phase(at) * 3.0).collect::<Vec<_>>());
        for crest in (450..1250).step_by(100) {
            assert!((out[crest].abs() - CEILING).abs() < 1e-5, "{}", out[crest]);
            for after in [5, 20, 34, 50, 67] {
                // All that is bent of it is that the gain rises after a crest, 4.5 frames late.
                let by_hand =
                    (phase(crest + after) / phase(crest)) * libm::expf(4.6e-4 * (after as f32 - 4.5));
                let found = out[crest + after] / out[crest];
                assert!((found - by_hand).abs() < 1e-3, "{crest} + {after}: {found}, by hand {by_hand}");
            }
        }
    }

    #[test]
    fn what_is_forgotten_makes_nothing_quieter() {
        let mut limiter = Limiter::new(RATE);
        limiter.limit(&mut [[50.0; 2]; 30]);
        limiter.clear();
        let mut frames = [[0.5; 2]; 20];
        limiter.limit(&mut frames);
        assert_eq!(frames[..9], [[0.0; 2]; 9]);
        assert_eq!(frames[9..], [[0.5; 2]; 11]);
    }
}
