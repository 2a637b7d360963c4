//! Chance, noise and what sounds are made of, the same on every machine: whole
//! numbers inside, and only operations that IEEE 754 rounds one way.

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
    let wrap = |value: i32| if period > 0 { value.rem_euclid(period) } else { value };
    let (x0, y0) = (fx as i32, fy as i32);
    let corner = |dx: i32, dy: i32| hash(seed, wrap(x0 + dx), wrap(y0 + dy));
    let (tx, ty) = (smooth_step(0.0, 1.0, x - fx), smooth_step(0.0, 1.0, y - fy));
    let north = mix(corner(0, 0), corner(1, 0), tx);
    let south = mix(corner(0, 1), corner(1, 1), tx);
    mix(north, south, ty)
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

/// The sine of so many turns, less than 5e-6 beside it: a quarter of the time that a demo took to build was `libm::sinf` for
/// samples of sound.
pub(crate) fn sine(turns: f32) -> f32 {
    let part = turns - turns as i32 as f32;
    let part = if part.abs() > 0.5 { part - 1.0_f32.copysign(part) } else { part };
    // A quarter of a turn to both sides, where few terms of the series do.
    let near = if part.abs() > 0.25 { 0.5_f32.copysign(part) - part } else { part };
    let x = near * TAU;
    let sq = x * x;
    x * (1.0 + sq * (-1.0 / 6.0 + sq * (1.0 / 120.0 + sq * (-1.0 / 5040.0 + sq / 362_880.0))))
}

/// What is left of 1 that fades away, `e^-x` for an `x` of at least 0, less than 5e-6 beside it.
pub(crate) fn fading(x: f32) -> f32 {
    let halvings = x * LOG2_E;
    let whole = halvings as u32;
    if whole > 120 {
        return 0.0;
    }
    let z = (whole as f32 - halvings) * LN_2;
    let terms = [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
    let part = terms.into_iter().fold(1.0 / 5040.0, |sum, term| sum * z + term);
    part * f32::from_bits((127 - whole) << 23)
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
