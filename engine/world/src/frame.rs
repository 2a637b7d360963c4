//! How a game's own axes and unit relate to the engine's.

use glam::{Mat3, Vec3};
use serde::{Deserialize, Serialize};

/// A game's axes and unit.
///
/// The engine is right-handed with y up. Coordinates keep the game's unit;
/// sizes given in metres are divided by [`Frame::metres_per_unit`] once.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// Engine axis = rows applied to a game vector; a signed permutation.
    rows: [[i8; 3]; 3],
    /// Metres in one of the game's units, > 0.
    pub metres_per_unit: f32,
}

impl Frame {
    /// The engine's own axes.
    pub const fn identity(metres_per_unit: f32) -> Self {
        Frame { rows: [[1, 0, 0], [0, 1, 0], [0, 0, 1]], metres_per_unit }
    }

    /// Reads a signed permutation such as `"+x +y +z"` or `"-y +z -x"`: the
    /// game's axis that becomes the engine's x, y and z.
    pub fn parse(axes: &str, metres_per_unit: f32) -> Option<Self> {
        let mut rows = [[0; 3]; 3];
        let mut used = [false; 3];
        let mut words = axes.split_whitespace();
        for row in &mut rows {
            let mut letters = words.next()?.chars();
            let sign = match letters.next()? {
                '+' => 1,
                '-' => -1,
                _ => return None,
            };
            let axis = match letters.next()?.to_ascii_lowercase() {
                'x' => 0,
                'y' => 1,
                'z' => 2,
                _ => return None,
            };
            if letters.next().is_some() || used[axis] {
                return None;
            }
            used[axis] = true;
            row[axis] = sign;
        }
        let positive = metres_per_unit.is_finite() && metres_per_unit > 0.0;
        (words.next().is_none() && positive).then_some(Frame { rows, metres_per_unit })
    }

    /// Game coordinates to engine coordinates.
    pub fn to_engine(&self, game: Vec3) -> Vec3 {
        self.matrix() * game
    }

    /// Engine coordinates to game coordinates.
    pub fn to_game(&self, engine: Vec3) -> Vec3 {
        self.matrix().transpose() * engine
    }

    /// True when the game's frame is left-handed, so that winding flips.
    pub fn mirrors(&self) -> bool {
        self.matrix().determinant() < 0.0
    }

    /// Units in this many metres.
    pub fn units(&self, metres: f32) -> f32 {
        metres / self.metres_per_unit
    }

    /// The matrix that turns game vectors into engine vectors.
    pub fn matrix(&self) -> Mat3 {
        let row =
            |i: usize| Vec3::new(self.rows[i][0].into(), self.rows[i][1].into(), self.rows[i][2].into());
        Mat3::from_cols(row(0), row(1), row(2)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gamestudio_axes_put_forward_on_minus_z() {
        let frame = Frame::parse("-y +z -x", 0.025).unwrap();
        assert_eq!(frame.to_engine(Vec3::X), -Vec3::Z);
        assert_eq!(frame.to_engine(Vec3::Y), -Vec3::X);
        assert_eq!(frame.to_engine(Vec3::Z), Vec3::Y);
        assert_eq!(frame.to_game(frame.to_engine(Vec3::new(1.0, 2.0, 3.0))), Vec3::new(1.0, 2.0, 3.0));
        assert!(!frame.mirrors());
        assert_eq!(frame.units(1.0), 40.0);
    }

    #[test]
    fn a_left_handed_frame_mirrors() {
        assert!(Frame::parse("+x +y -z", 1.0).unwrap().mirrors());
    }

    #[test]
    fn nonsense_axes_are_refused() {
        for axes in ["", "+x +y", "+x +y +z +x", "+x +x +z", "x y z", "+x +y +w", "+xx +y +z"] {
            assert!(Frame::parse(axes, 1.0).is_none(), "{axes}");
        }
        assert!(Frame::parse("+x +y +z", 0.0).is_none());
        assert!(Frame::parse("+x +y +z", f32::NAN).is_none());
    }
}
