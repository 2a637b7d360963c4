//! Somebody stands exactly over, beside or under a corner: it is in the plane through the eye that faces
//! the view, where it has no place on the screen.

use crate::stage::*;
use glam::Vec3;
use render::Renderer;

const SIDE: u32 = 128;

/// Four tiles that share a corner, and a small mark on them one layer higher, ahead of whoever stands
/// on the corner. `floor` leaves the tiles out.
fn tiles(at: Vec3, yaw: f32, pitch: f32, with_floor: bool) -> Stage {
    let mut stage = Stage::new();
    if with_floor {
        for (x, z) in [(-4.0, -4.0), (4.0, -4.0), (-4.0, 4.0), (4.0, 4.0)] {
            let color = if x * z > 0.0 { RED } else { GREEN };
            stage.show(&[Quad::ground([x, 0.0, z], 4.0, color)]);
        }
    }
    // As far ahead as to each side, whatever way one looks.
    stage.show(&[Quad::ground([0.0; 3], 3.0, BLUE).layer(1)]);
    stage.scene.camera.eye = at;
    stage.scene.camera.yaw = yaw;
    stage.scene.camera.pitch = pitch;
    stage
}

fn counts(renderer: &Renderer, stage: &Stage, name: &str) -> [usize; 3] {
    let picture = stage.look(renderer, name, SIDE);
    [RED, GREEN, BLUE].map(|color| picture.count(color))
}

#[test]
fn over_a_corner_the_ground_and_what_is_painted_on_it_stay() {
    let Some(renderer) = renderer() else { return };
    let quarter = std::f32::consts::FRAC_PI_2;
    for (number, (yaw, pitch)) in
        [(0.0, 0.0), (quarter, 0.0), (0.6, 0.0), (0.0, -0.4), (2.5, 0.2)].into_iter().enumerate()
    {
        let eye = Vec3::Y * 1.7;
        let exactly = tiles(eye, yaw, pitch, true);
        let found = counts(&renderer, &exactly, &format!("standing-{number}"));
        let [red, green, blue] = found;
        assert!(red > 50 && green > 50 && blue > 500, "{found:?} at {number}");
        // The mark is whole: as large as without the ground below it.
        let alone = counts(&renderer, &tiles(eye, yaw, pitch, false), "standing-alone");
        assert_eq!(blue, alone[2], "at {number}");
        // A hair ahead, where no corner is in that plane, the same is seen.
        let ahead = eye + Vec3::new(-libm::sinf(yaw), 0.0, -libm::cosf(yaw)) * 0.002;
        let beside = counts(&renderer, &tiles(ahead, yaw, pitch, true), "standing-ahead");
        for (found, beside) in found.into_iter().zip(beside) {
            assert!(found.abs_diff(beside) <= 40, "{found} and {beside} at {number}");
        }
    }
}

#[test]
fn a_wall_with_a_corner_exactly_beside_the_eye_stays() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    // Along the view, two metres to the left: a corner is level with the eye and exactly beside it.
    let corner = |y: f32, z: f32| Vec3::new(-2.0, y, z);
    let wall = |low: f32, high: f32, near: f32, far: f32, color| Quad {
        corners: [corner(low, near), corner(low, far), corner(high, far), corner(high, near)],
        ..Quad::facing_z([0.0; 3], 1.0, color)
    };
    stage.show(&[wall(-3.0, 0.0, 0.0, -9.0, RED), wall(0.0, 3.0, 0.0, -9.0, GREEN)]);
    let picture = stage.look(&renderer, "standing-wall", SIDE);
    // It reaches from the left edge, where it is two metres ahead, to 2/9 of the way left of the middle.
    let half = SIDE / 2;
    assert_eq!(picture.at(2, half + 5), RED);
    assert_eq!(picture.at(2, half - 5), GREEN);
    let [left, _, right, _] = picture.extent(RED).unwrap();
    assert_eq!(left, 0);
    assert!(right.abs_diff(half - half * 2 / 9) <= 1, "{right}");
}
