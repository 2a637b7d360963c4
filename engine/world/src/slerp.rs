//! The way between two rotations, for whatever turns: keys of curves, frames of bones, cross-fades.
//!
//! glam's own way takes its sines from vectors of the processor on one system and from a library on
//! another: worlds would part in their last bits, and a recording from one would not fit the other.

use glam::{Quat, Vec4};

/// The short way round from one rotation to another, at even speed.
///
/// Keys lie close together: up to 50 degrees apart the two weights come from a series whose error
/// stays below what a number holds, without sines. The result is the same to the last bit on every
/// system. It is of length 1; rotations that are not are mixed as they are.
pub fn slerp(from: Quat, to: Quat, share: f32) -> Quat {
    /// Factors of the series of `sin(share * angle) / sin(angle)` in `cos(angle) - 1`.
    const SERIES: [(f32, f32); 5] = [
        (1.0 / 3.0, 1.0 / 3.0),
        (1.0 / 10.0, 2.0 / 5.0),
        (1.0 / 21.0, 3.0 / 7.0),
        (1.0 / 36.0, 4.0 / 9.0),
        (1.0 / 55.0, 5.0 / 11.0),
    ];
    let along = from.dot(to);
    let (size, side) = (along.abs(), 1.0_f32.copysign(along));
    if !(0.9..=1.1).contains(&size) {
        let [rest, part] = far_apart(size, share);
        return (from * rest + to * (part * side)).normalize();
    }
    let less = size - 1.0;
    // The weights of both, side by side.
    let shares = Vec4::new(1.0 - share, share, 0.0, 0.0);
    let squares = shares * shares;
    let mut sum = Vec4::ONE;
    for (rise, fall) in SERIES.iter().rev() {
        sum = Vec4::ONE + (squares * *rise - *fall) * less * sum;
    }
    let weights = shares * sum;
    (from * weights.x + to * (weights.y * side)).normalize()
}

/// The weights of two rotations that are more than 50 degrees apart, by the cosine of half of that.
fn far_apart(cosine: f32, share: f32) -> [f32; 2] {
    if cosine > 1.0 {
        // Rotations of more than length 1.
        return [1.0 - share, share];
    }
    let angle = libm::acosf(cosine);
    [1.0 - share, share].map(|share| libm::sinf(share * angle) / libm::sinf(angle))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_go_the_short_way_at_even_speed_however_far_apart() {
        for degrees in [0.0_f64, 0.01, 1.0, 20.0, 49.0, 51.6, 51.7, 60.0, 120.0, 179.0] {
            for (tenths, far) in (0..=10).flat_map(|tenths| [(tenths, 1.0), (tenths, -1.0)]) {
                let (share, half) = (f64::from(tenths) / 10.0, degrees.to_radians() / 2.0);
                let to = Quat::from_xyzw(0.0, half.sin() as f32, 0.0, half.cos() as f32) * far as f32;
                let (sin, cos) = (half * share).sin_cos();
                let found = slerp(Quat::IDENTITY, to, share as f32);
                let off = Quat::from_xyzw(0.0, sin as f32, 0.0, cos as f32) - found;
                let limit = if degrees < 51.65 { 1.5e-7 } else { 2.5e-7 };
                assert!(
                    off.length() <= limit,
                    "{degrees} degrees, {share}: {found} is off by {}",
                    off.length()
                );
            }
        }
    }
}
