//! Chance and noise that come out the same on every machine: whole numbers
//! inside, and only operations that IEEE 754 rounds one way.

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

/// Values at parts, softly from one to the next.
pub(crate) fn keyed<const N: usize>(part: f32, keys: &[(f32, [f32; N])]) -> [f32; N] {
    let last = keys.len() - 1;
    let at = keys.windows(2).find(|pair| part <= pair[1].0);
    let Some([(from, a), (to, b)]) = at.map(|pair| [pair[0], pair[1]]) else { return keys[last].1 };
    let t = smooth_step(from, to, part);
    std::array::from_fn(|index| a[index] + (b[index] - a[index]) * t)
}
