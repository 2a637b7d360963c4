//! Converts positions, rotations and sizes of a level to the engine's axes. The files' own axes are
//! forward, left and up; the title's [`Frame`] says which of the engine's those are.
//! Source: `docs/spec/gamestudio.md`, "1. World conventions".

use gamestudio::space::axes;
use gamestudio::wmb::objects::EntityView;
use glam::{Affine3A, Mat3A, Vec3, Vec3A};
use world::Frame;

/// A position or a direction.
pub(super) fn place(frame: &Frame, game: [f32; 3]) -> Vec3 {
    frame.to_engine(game.into())
}

/// The rotation by pan, tilt and roll in degrees.
pub(super) fn turn(frame: &Frame, angles: [f32; 3]) -> Mat3A {
    let [forward, left, up] = axes(angles).map(Vec3A::from);
    frame.linear(Mat3A::from_cols(forward, left, up))
}

/// Position, rotation and scale of an entity.
pub(super) fn standing(frame: &Frame, entity: &EntityView<'_>) -> Affine3A {
    put(frame, entity, frame.sizes(entity.scale.into()))
}

/// The transform of a picture: its first two factors are width and height, and it is upright in
/// the engine's axes.
pub(super) fn hanging(frame: &Frame, entity: &EntityView<'_>) -> Affine3A {
    let [width, height, _] = entity.scale;
    put(frame, entity, Vec3::new(width, height, 1.0))
}

fn put(frame: &Frame, entity: &EntityView<'_>, scale: Vec3) -> Affine3A {
    // A scale of 0 was never set.
    let scale = Vec3::select(scale.cmpeq(Vec3::ZERO), Vec3::ONE, scale);
    let affine = Affine3A {
        matrix3: turn(frame, entity.angles) * Mat3A::from_diagonal(scale),
        translation: place(frame, entity.origin).into(),
    };
    if affine.is_finite() { affine } else { Affine3A::IDENTITY }
}

/// A matrix for row vectors in the game's axes, converted to the engine's.
pub(super) fn matrix(frame: &Frame, rows: &[f32; 16]) -> Affine3A {
    let row = |at: usize| Vec3A::new(rows[4 * at], rows[4 * at + 1], rows[4 * at + 2]);
    let game = Affine3A { matrix3: Mat3A::from_cols(row(0), row(1), row(2)), translation: row(3) };
    frame.transform(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame() -> Frame {
        Frame::parse("-y +z -x", 0.025).unwrap()
    }

    #[test]
    fn forward_is_east_and_pan_turns_to_the_north() {
        let frame = &frame();
        let close = |a: Vec3A, b: [f32; 3]| assert!(a.abs_diff_eq(place(frame, b).into(), 1e-6), "{a} {b:?}");
        // The engine's forward is -z.
        close(turn(frame, [0.0; 3]) * Vec3A::NEG_Z, [1.0, 0.0, 0.0]);
        close(turn(frame, [90.0, 0.0, 0.0]) * Vec3A::NEG_Z, [0.0, 1.0, 0.0]);
        close(turn(frame, [0.0, 90.0, 0.0]) * Vec3A::NEG_Z, [0.0, 0.0, 1.0]);
        assert!((turn(frame, [12.0, 34.0, 56.0]).determinant() - 1.0).abs() < 1e-5);
    }

    #[test]
    fn a_matrix_does_in_either_frame_the_same() {
        let rows = [0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 5.0, 6.0, 7.0, 1.0];
        // (1, 2, 3) by rows: x (0 1 0) + y (-1 0 0) + z (0 0 2) + (5 6 7).
        let moved = matrix(&frame(), &rows).transform_point3(place(&frame(), [1.0, 2.0, 3.0]));
        assert!(moved.abs_diff_eq(place(&frame(), [3.0, 7.0, 13.0]), 1e-5), "{moved}");
    }
}
