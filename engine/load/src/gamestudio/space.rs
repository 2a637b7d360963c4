//! Converts the game's axes to the engine's. Source: `docs/spec/gamestudio.md`, "1. World
//! conventions".

use gamestudio::space::{axes, to_y_up};
use gamestudio::wmb::objects::EntityView;
use glam::{Affine3A, Mat3A, Vec3, Vec3A};

/// A position or a direction.
pub(super) fn place(game: [f32; 3]) -> Vec3 {
    to_y_up(game).into()
}

/// The rotation by pan, tilt and roll in degrees.
pub(super) fn turn(angles: [f32; 3]) -> Mat3A {
    let [forward, left, up] = axes(angles).map(|axis| Vec3A::from(to_y_up(axis)));
    Mat3A::from_cols(-left, up, -forward)
}

/// Position, rotation and scale of an entity.
pub(super) fn standing(entity: &EntityView<'_>) -> Affine3A {
    let [forward, left, up] = entity.scale;
    put(entity, Vec3A::new(left, up, forward))
}

/// The transform of a picture: its first two factors are width and height.
pub(super) fn hanging(entity: &EntityView<'_>) -> Affine3A {
    let [width, height, _] = entity.scale;
    put(entity, Vec3A::new(width, height, 1.0))
}

fn put(entity: &EntityView<'_>, scale: Vec3A) -> Affine3A {
    // A scale of 0 was never set.
    let scale = Vec3A::select(scale.cmpeq(Vec3A::ZERO), Vec3A::ONE, scale);
    let affine = Affine3A {
        matrix3: turn(entity.angles) * Mat3A::from_diagonal(scale.into()),
        translation: place(entity.origin).into(),
    };
    if affine.is_finite() { affine } else { Affine3A::IDENTITY }
}

/// A matrix for row vectors in the game's axes, converted to the engine's.
pub(super) fn matrix(rows: &[f32; 16]) -> Affine3A {
    let row = |at: usize| [rows[4 * at], rows[4 * at + 1], rows[4 * at + 2]];
    // The engine's axes: x is the game's -y, y its z, z its -x.
    let image = |at: usize| Vec3A::from(to_y_up(row(at)));
    Affine3A {
        matrix3: Mat3A::from_cols(-image(1), image(2), -image(0)),
        translation: to_y_up(row(3)).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forward_is_east_and_pan_turns_to_the_north() {
        let close = |a: Vec3A, b: [f32; 3]| assert!(a.abs_diff_eq(place(b).into(), 1e-6), "{a} {b:?}");
        // The engine's forward is -z.
        close(turn([0.0; 3]) * Vec3A::NEG_Z, [1.0, 0.0, 0.0]);
        close(turn([90.0, 0.0, 0.0]) * Vec3A::NEG_Z, [0.0, 1.0, 0.0]);
        close(turn([0.0, 90.0, 0.0]) * Vec3A::NEG_Z, [0.0, 0.0, 1.0]);
        assert!((turn([12.0, 34.0, 56.0]).determinant() - 1.0).abs() < 1e-5);
    }

    #[test]
    fn a_matrix_does_in_either_frame_the_same() {
        let rows = [0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 5.0, 6.0, 7.0, 1.0];
        // (1, 2, 3) by rows: x (0 1 0) + y (-1 0 0) + z (0 0 2) + (5 6 7).
        let moved = matrix(&rows).transform_point3(place([1.0, 2.0, 3.0]));
        assert!(moved.abs_diff_eq(place([3.0, 7.0, 13.0]), 1e-5), "{moved}");
    }
}
