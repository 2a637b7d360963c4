//! How a game's own axes and unit relate to the engine's.

use glam::{Affine3A, Mat3, Mat3A, Quat, Vec3, Vec3A};
use serde::{Deserialize, Serialize};

/// A game's axes and unit: the one place that says how its coordinates become
/// the engine's. Loaders apply it; files keep their own axes, and nothing behind
/// the loaders knows any others than the engine's.
///
/// The engine is right-handed: x to the right, y up, z back. Coordinates keep the
/// game's unit; sizes given in metres are divided by [`Frame::metres_per_unit`]
/// once.
///
/// A left-handed game ([`Frame::mirrors`]) becomes a mirror image of the numbers
/// in its files and thereby looks as it does in the game. Turns about an axis
/// change their sense ([`Frame::rotation`]), and triangles run the other way
/// round ([`Frame::corners`]).
///
/// Everything here swaps coordinates and changes signs; nothing is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// Which of the game's axes each of the engine's is.
    axes: [u8; 3],
    /// 1 or -1: -1 where it points the other way.
    signs: [f32; 3],
    /// Metres in one of the game's units, > 0.
    pub metres_per_unit: f32,
}

impl Frame {
    /// The engine's own axes.
    pub const fn identity(metres_per_unit: f32) -> Self {
        Frame { axes: [0, 1, 2], signs: [1.0; 3], metres_per_unit }
    }

    /// Reads a signed permutation such as `"+x +y +z"` or `"-y +z -x"`: the
    /// game's axis that becomes the engine's x, y and z.
    pub fn parse(axes: &str, metres_per_unit: f32) -> Option<Self> {
        let mut frame = Frame { axes: [0; 3], signs: [1.0; 3], metres_per_unit };
        let mut used = [false; 3];
        let mut words = axes.split_whitespace();
        for (axis, sign) in frame.axes.iter_mut().zip(&mut frame.signs) {
            let mut letters = words.next()?.chars();
            *sign = match letters.next()? {
                '+' => 1.0,
                '-' => -1.0,
                _ => return None,
            };
            *axis = match letters.next()?.to_ascii_lowercase() {
                'x' => 0,
                'y' => 1,
                'z' => 2,
                _ => return None,
            };
            if letters.next().is_some() || std::mem::replace(&mut used[usize::from(*axis)], true) {
                return None;
            }
        }
        let positive = metres_per_unit.is_finite() && metres_per_unit > 0.0;
        (words.next().is_none() && positive).then_some(frame)
    }

    /// True when the game's axes are the engine's, so that there is nothing to do.
    pub fn is_identity(&self) -> bool {
        self.axes == [0, 1, 2] && self.signs == [1.0; 3]
    }

    /// True when the game's frame is left-handed, so that winding flips.
    pub fn mirrors(&self) -> bool {
        let [a, b, _] = self.axes;
        // Of three axes in their order, or turned by one or two places.
        let even = (a + 1) % 3 == b;
        even != (self.signs.iter().product::<f32>() > 0.0)
    }

    /// Units in this many metres.
    pub fn units(&self, metres: f32) -> f32 {
        metres / self.metres_per_unit
    }

    /// Game coordinates to engine coordinates: a place or a direction.
    pub fn to_engine(&self, game: Vec3) -> Vec3 {
        let [x, y, z] = self.axes.map(|axis| game[usize::from(axis)]);
        Vec3::new(x, y, z) * Vec3::from_array(self.signs)
    }

    /// Engine coordinates to game coordinates.
    pub fn to_game(&self, engine: Vec3) -> Vec3 {
        let mut game = Vec3::ZERO;
        for ((axis, sign), value) in self.axes.iter().zip(self.signs).zip(engine.to_array()) {
            game[usize::from(*axis)] = sign * value;
        }
        game
    }

    /// Sizes along the game's axes as sizes along the engine's.
    pub fn sizes(&self, game: Vec3) -> Vec3 {
        Vec3::from_array(self.axes.map(|axis| game[usize::from(axis)]))
    }

    /// Which of the engine's axes (0 to 2) the game's is.
    pub fn engine_axis(&self, game: usize) -> usize {
        self.axes.iter().position(|axis| usize::from(*axis) == game).unwrap_or(game)
    }

    /// What a matrix does to the game's vectors, done to the engine's.
    pub fn linear(&self, game: Mat3A) -> Mat3A {
        let column = |at: usize| {
            let image = game.col(usize::from(self.axes[at]));
            Vec3A::from(self.to_engine(image.into())) * self.signs[at]
        };
        Mat3A::from_cols(column(0), column(1), column(2))
    }

    /// What a transform does in the game's axes, done in the engine's.
    pub fn transform(&self, game: Affine3A) -> Affine3A {
        Affine3A {
            matrix3: self.linear(game.matrix3),
            translation: self.to_engine(game.translation.into()).into(),
        }
    }

    /// A turn of the game as one of the engine. A mirror image turns the other
    /// way.
    pub fn rotation(&self, game: Quat) -> Quat {
        let axis = self.to_engine(Vec3::new(game.x, game.y, game.z));
        let axis = if self.mirrors() { -axis } else { axis };
        Quat::from_xyzw(axis.x, axis.y, axis.z, game.w)
    }

    /// The corners of a triangle in the engine's order: where the game's frame is
    /// left-handed, they run the other way round, so that the side with
    /// `(b - a) x (c - a)` in the game's coordinates is the same side in the
    /// engine's.
    pub fn corners<T>(&self, [a, b, c]: [T; 3]) -> [T; 3] {
        if self.mirrors() { [a, c, b] } else { [a, b, c] }
    }

    /// The matrix that turns game vectors into engine vectors.
    pub fn matrix(&self) -> Mat3 {
        Mat3::from_cols(self.to_engine(Vec3::X), self.to_engine(Vec3::Y), self.to_engine(Vec3::Z))
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

    /// All 48 signed permutations.
    fn all() -> Vec<Frame> {
        let orders = ["x y z", "x z y", "y x z", "y z x", "z x y", "z y x"];
        let signs = |signs: usize, order: &str| -> String {
            let words = order.split(' ').enumerate();
            words
                .map(|(at, axis)| format!("{}{axis} ", if signs >> at & 1 == 0 { '+' } else { '-' }))
                .collect()
        };
        orders
            .iter()
            .flat_map(|order| (0..8).map(move |bits| Frame::parse(&signs(bits, order), 1.0).unwrap()))
            .collect()
    }

    #[test]
    fn every_frame_carries_over_what_its_own_numbers_say() {
        let (a, b) = (Vec3::new(1.0, 2.0, 3.0), Vec3::new(-4.0, 5.0, 0.5));
        let turn = Quat::from_rotation_x(0.3) * Quat::from_rotation_z(1.1);
        let moved = Affine3A::from_rotation_translation(turn, Vec3::new(7.0, 8.0, 9.0));
        let frames = all();
        assert_eq!(frames.iter().filter(|frame| frame.mirrors()).count(), 24);
        assert_eq!(frames.iter().filter(|frame| frame.is_identity()).count(), 1);
        for frame in frames {
            let [c, d] = [a, b].map(|game| frame.to_engine(game));
            assert_eq!(frame.mirrors(), frame.matrix().determinant() < 0.0, "{frame:?}");
            assert_eq!(frame.to_game(c), a, "{frame:?}");
            assert_eq!(frame.matrix() * a, c, "{frame:?}");
            // A triangle's front stays its front.
            let front = frame.to_engine((a - Vec3::ZERO).cross(b - Vec3::ZERO));
            let [_, p, q] = frame.corners([Vec3::ZERO, c, d]);
            assert_eq!(p.cross(q), front, "{frame:?}");
            // Moving and then changing axes is changing axes and then moving.
            let near = |x: Vec3, y: Vec3| x.abs_diff_eq(y, 1e-5);
            assert!(near(
                frame.transform(moved).transform_point3(c),
                frame.to_engine(moved.transform_point3(a))
            ));
            assert!(near(frame.rotation(turn) * c, frame.to_engine(turn * a)), "{frame:?}");
            assert_eq!(frame.sizes(a.abs()), c.abs());
            let axis = frame.to_engine(Vec3::Z).abs().max_position();
            assert_eq!(frame.engine_axis(2), axis, "{frame:?}");
        }
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
