//! The space of Gamestudio's worlds: right-handed, X east, Y north, Z up,
//! lengths in quants, angles in degrees. Source: `docs/spec/gamestudio.md`, "1. World conventions".

/// About how many quants make a metre: 16 to a foot. Games scale freely.
pub const QUANTS_PER_METRE: f32 = 40.0;

/// Direction of a positive roll: 1 as in the matrix of the specification. In a published level
/// pipes that stand upright by a roll of 90 degrees meet end to end with this sign, and lie inside
/// one another with the other.
const ROLL_SIGN: f32 = 1.0;

/// The axes (forward, left, up) after a rotation by pan, tilt and roll in degrees, as unit vectors.
/// Roll is applied first, about the forward axis, then tilt, which lifts the nose, then pan,
/// counter-clockwise from above.
///
/// ```
/// let [forward, left, up] = gamestudio::space::axes([90.0, 0.0, 0.0]);
/// assert!((forward[1] - 1.0).abs() < 1e-6 && (left[0] + 1.0).abs() < 1e-6 && up == [0.0, 0.0, 1.0]);
/// ```
pub fn axes([pan, tilt, roll]: [f32; 3]) -> [[f32; 3]; 3] {
    let (sin_pan, cos_pan) = libm::sincosf(pan.to_radians());
    let (sin_tilt, cos_tilt) = libm::sincosf(tilt.to_radians());
    let (sin_roll, cos_roll) = libm::sincosf((ROLL_SIGN * roll).to_radians());
    // Before the pan, as columns of Ry(-tilt) Rx(roll).
    let tilted = [
        [cos_tilt, 0.0, sin_tilt],
        [-sin_roll * sin_tilt, cos_roll, sin_roll * cos_tilt],
        [-cos_roll * sin_tilt, -sin_roll, cos_roll * cos_tilt],
    ];
    tilted.map(|[x, y, z]| [x * cos_pan - y * sin_pan, x * sin_pan + y * cos_pan, z])
}
