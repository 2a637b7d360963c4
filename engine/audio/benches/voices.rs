//! What mixing costs.
//!
//! `cargo bench -p audio --bench voices` mixes ten seconds of 64 looping voices around somebody who turns,
//! a listener each tick as in a running world, and takes the best of several runs: it must take less than
//! 5 % of these ten seconds, half a second. The sum keeps the work from being optimised away. It measures
//! this machine now and keeps no record.

use audio::{Copies, Listener, Mixer, Reach, Samples, Voice};
use glam::Vec3;
use std::f32::consts::TAU;
use std::hint::black_box;
use std::time::{Duration, Instant};
use world::Falloff;

const RATE: u32 = 44_100;
const TICKS: u32 = 600;
const VOICES: u32 = 64;
const RUNS: u32 = 5;

fn main() {
    let best = (0..RUNS).map(|_| ten_seconds()).min().unwrap_or_default();
    let part = best.as_secs_f64() / f64::from(TICKS) * 60.0 * 100.0;
    println!("{VOICES} positional voices: {best:?} for 10 s, {part:.2} % of real time (at most 5)");
    assert!(part < 5.0, "{part:.2} %");
}

fn ten_seconds() -> Duration {
    let mut mixer = Mixer::new(RATE);
    for number in 0..VOICES {
        // Each has a rate of its own, as files of these games have.
        let rate = [11_025, 22_050, 44_100][number as usize % 3];
        let wave = |at: u32| (libm::sinf(at as f32 / rate as f32 * 440.0 * TAU) * 900.0) as i16;
        let Some(samples) = Samples::new(rate, 1, &(0..rate).map(wave).collect::<Vec<_>>()) else {
            return Duration::MAX;
        };
        let angle = number as f32 / VOICES as f32 * TAU;
        let place = Vec3::new(libm::cosf(angle), 0.0, libm::sinf(angle)) * (10.0 + number as f32);
        mixer.play(Voice {
            reach: Some(Reach { place, full: 5.0, range: 200.0, falloff: Falloff::Logarithmic }),
            looping: true,
            copies: Some(Copies { of: number as u16, most: 5 }),
            ..Voice::new(samples)
        });
    }
    let mut out = vec![0.0; (RATE / 60) as usize * 2];
    let mut sum = 0.0;
    let start = Instant::now();
    for tick in 0..TICKS {
        let angle = tick as f32 * 0.01;
        let right = Vec3::new(libm::cosf(angle), 0.0, libm::sinf(angle));
        mixer.hear(&Listener { ear: Vec3::ZERO, right, near: 1.0 });
        mixer.mix(&mut out);
        sum += out.iter().sum::<f32>();
    }
    let took = start.elapsed();
    black_box(sum);
    took
}
