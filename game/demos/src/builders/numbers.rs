//! Chance, noise and what sounds are made of, the same on every machine: whole
//! numbers inside, and only operations that IEEE 754 rounds one way.

use glam::Vec4;
use std::f32::consts::{LN_2, LOG2_E, TAU};

/// A generator of numbers for things strewn about.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// One stream of numbers; streams of one seed have nothing in common.
    pub fn new(seed: u32, stream: u32) -> Self {
        Random(u64::from(seed) << 32 | u64::from(stream))
    }

    /// The next 32 bits.
    pub fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (bits >> 32) as u32
    }

    /// A number from `low` up to `high`.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * unit(self.next())
    }
}

/// 24 bits as a number in 0..1, exactly.
fn unit(bits: u32) -> f32 {
    (bits >> 8) as f32 / 16_777_216.0
}

fn hash(seed: u32, x: i32, y: i32) -> f32 {
    let mut bits = seed ^ (x as u32).wrapping_mul(0x85EB_CA6B) ^ (y as u32).wrapping_mul(0xC2B2_AE35);
    bits = (bits ^ bits >> 16).wrapping_mul(0x7FEB_352D);
    bits = (bits ^ bits >> 15).wrapping_mul(0x846C_A68B);
    unit(bits ^ bits >> 16)
}

/// 0 below `low`, 1 above `high`, a smooth step between.
pub(crate) fn smooth_step(low: f32, high: f32, value: f32) -> f32 {
    let t = ((value - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Linear between `from` (t = 0) and `to` (t = 1), both met exactly.
pub(crate) fn mix(from: f32, to: f32, t: f32) -> f32 {
    from * (1.0 - t) + to * t
}

/// Smooth noise in 0..=1 with one lattice point per unit. With a period above
/// 0 it repeats after that many units.
pub(crate) fn noise(seed: u32, x: f32, y: f32, period: i32) -> f32 {
    let (fx, fy) = (x.floor(), y.floor());
    // Nearly all are within the first period: four divisions took longer than the rest.
    let wrap = |value: i32| {
        if period > 0 && !(0..period).contains(&value) { value.rem_euclid(period) } else { value }
    };
    let (west, north) = (fx as i32, fy as i32);
    let (west, east, north, south) = (wrap(west), wrap(west + 1), wrap(north), wrap(north + 1));
    let (tx, ty) = (smooth_step(0.0, 1.0, x - fx), smooth_step(0.0, 1.0, y - fy));
    let along_north = mix(hash(seed, west, north), hash(seed, east, north), tx);
    let along_south = mix(hash(seed, west, south), hash(seed, east, south), tx);
    mix(along_north, along_south, ty)
}

/// Noise of several octaves in 0..=1, each half as strong and twice as fine.
pub(crate) fn layered_noise(seed: u32, x: f32, y: f32, octaves: u32, period: i32) -> f32 {
    let (mut sum, mut weight, mut total, mut scale) = (0.0, 1.0, 0.0, 1.0);
    for octave in 0..octaves {
        let fine = if period > 0 { period << octave } else { 0 };
        sum += weight * noise(seed.wrapping_add(octave * 101), x * scale, y * scale, fine);
        total += weight;
        weight *= 0.5;
        scale *= 2.0;
    }
    sum / total
}

/// The sines of so many turns, less than 5e-6 beside them: two fifths of the time that a demo took to build
/// were `libm` for samples of sound.
pub(crate) fn sines(turns: Vec4) -> Vec4 {
    let part = turns - turns.trunc();
    let part = Vec4::select(part.abs().cmpgt(Vec4::splat(0.5)), part - Vec4::ONE.copysign(part), part);
    // A quarter of a turn to both sides, where few terms of the series do.
    let half = Vec4::splat(0.5).copysign(part);
    let near = Vec4::select(part.abs().cmpgt(Vec4::splat(0.25)), half - part, part);
    let x = near * TAU;
    let sq = x * x;
    x * (1.0 + sq * (-1.0 / 6.0 + sq * (1.0 / 120.0 + sq * (-1.0 / 5040.0 + sq / 362_880.0))))
}

/// What is left of 1 that fades away, `e^-x` for each `x` of at least 0, less than 5e-6 beside it.
pub(crate) fn fadings(x: Vec4) -> Vec4 {
    // Beyond that nothing is left.
    const MOST: f32 = 121.0;
    let halvings = at_most(x * LOG2_E, MOST);
    let whole = halvings.trunc();
    let z = (whole - halvings) * LN_2;
    let terms = [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
    let part = terms.into_iter().fold(Vec4::splat(1.0 / 5040.0), |sum, term| sum * z + term);
    let power = |whole: f32| if whole < MOST { f32::from_bits((127 - whole as u32) << 23) } else { 0.0 };
    part * Vec4::from_array(whole.to_array().map(power))
}

/// Each of some numbers, or what is the most that it may be.
pub(crate) fn at_most(values: Vec4, most: f32) -> Vec4 {
    let most = Vec4::splat(most);
    Vec4::select(values.cmplt(most), values, most)
}

/// One of [`sines`].
pub(crate) fn sine(turns: f32) -> f32 {
    sines(Vec4::splat(turns)).x
}

/// One of [`fadings`].
pub(crate) fn fading(x: f32) -> f32 {
    fadings(Vec4::splat(x)).x
}

/// Values at parts, softly from one to the next.
pub(crate) fn keyed<const N: usize>(part: f32, keys: &[(f32, [f32; N])]) -> [f32; N] {
    let last = keys.len() - 1;
    let at = keys.windows(2).find(|pair| part <= pair[1].0);
    let Some([(from, a), (to, b)]) = at.map(|pair| [pair[0], pair[1]]) else { return keys[last].1 };
    let t = smooth_step(from, to, part);
    std::array::from_fn(|index| a[index] + (b[index] - a[index]) * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sines_and_what_fades_are_those_of_the_library() {
        for step in -4000..4000_i32 {
            let turns = step as f32 * 0.003_7;
            let exact = libm::sin(f64::from(turns) * std::f64::consts::TAU);
            assert!((f64::from(sine(turns)) - exact).abs() < 5e-6, "{turns}");
        }
        assert_eq!((sine(0.0), sine(7.0)), (0.0, 0.0));
        for step in 0..3000 {
            let x = step as f32 * 0.013;
            assert!((f64::from(fading(x)) - libm::exp(-f64::from(x))).abs() < 5e-6, "{x}");
        }
        assert_eq!((fading(0.0), fading(1e9)), (1.0, 0.0));
    }
}
