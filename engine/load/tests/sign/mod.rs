//! A sign with a letter on it, seen by somebody who stands before it: whatever
//! the axes of the title, it must face them and read right.

mod gamestudio;
mod zipper;

use glam::Vec3;
use load::Loaded;
use render::{Options, RenderError, Renderer, Size};
use world::{Frame, State};

/// When set, a missing adapter fails the tests instead of skipping them.
const REQUIRE_VARIABLE: &str = "REVISIT_REQUIRE_ADAPTER";

/// The letter, eight by eight texels; it differs from itself mirrored either way.
pub const LETTER: [&str; 8] =
    ["........", ".#####..", ".#......", ".####...", ".#......", ".#......", ".#......", "........"];
/// Texels along an edge of the sign.
pub const SIDE: u32 = 8;
/// Half an edge of the sign, and how far it is from the eye, units.
const HALF: f32 = 16.0;
/// Pixels for a texel.
const PIXELS: u32 = 8;
/// Its middle, in the game's axes.
pub const MIDDLE: Vec3 = Vec3::new(128.0, 40.0, 120.0);

/// The letter as a picture: white on black.
pub fn rgba() -> Vec<u8> {
    let texel = |mark: u8| if mark == b'#' { [255; 4] } else { [0, 0, 0, 255] };
    LETTER.iter().flat_map(|row| row.bytes().flat_map(texel)).collect()
}

/// A corner of the sign in the game's axes, and where in the picture it is.
#[derive(Clone, Copy)]
pub struct Corner {
    /// Game axes.
    pub place: [f32; 3],
    /// u right, v down.
    pub uv: [f32; 2],
}

/// The corners of a sign that faces the engine's +z, against the clock in the
/// game's own numbers: their cross product points to the side that is seen.
pub fn corners(frame: &Frame) -> [Corner; 4] {
    let middle = frame.to_engine(MIDDLE);
    let corner = |x: f32, y: f32| Corner {
        place: frame.to_game(middle + Vec3::new(x, y, 0.0) * HALF).to_array(),
        // Pictures start at the upper left.
        uv: [(x + 1.0) / 2.0, (1.0 - y) / 2.0],
    };
    let mut corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    let [a, b, c] = [0, 1, 2].map(|corner| Vec3::from(corners[corner].place));
    if (b - a).cross(c - a).dot(frame.to_game(Vec3::Z)) < 0.0 {
        corners.reverse();
    }
    corners
}

/// What is seen from before the sign, texel by texel; `None` without an adapter.
pub fn seen(loaded: Loaded) -> Option<Vec<String>> {
    let renderer = match Renderer::new(&Options::from_env()) {
        Ok(renderer) => renderer,
        Err(error @ RenderError::NoAdapter { .. }) if std::env::var_os(REQUIRE_VARIABLE).is_none() => {
            eprintln!("skipped: {error}");
            return None;
        }
        Err(error) => panic!("{error}"),
    };
    let mut scene = loaded.scene;
    let camera = &mut scene.camera;
    camera.eye = scene.frame.to_engine(MIDDLE) + Vec3::Z * HALF;
    (camera.yaw, camera.pitch) = (0.0, 0.0);
    // The sign fills the picture.
    (camera.fov_y, camera.near, camera.far) = (std::f32::consts::FRAC_PI_2, 0.5, 1000.0);
    let side = SIDE * PIXELS;
    let uploaded = renderer.load(&scene).unwrap();
    let size = Size { width: side, height: side };
    let picture = renderer.picture(&uploaded, &scene, &State::new(&scene, 0), size).unwrap();
    let texel = |x: u32, y: u32| {
        let at = (y * PIXELS + PIXELS / 2) * side + x * PIXELS + PIXELS / 2;
        let pixel = &picture.rgba[4 * at as usize..][..3];
        match (pixel.iter().min(), pixel.iter().max()) {
            (Some(200..), _) => '#',
            (_, Some(..=50)) => '.',
            _ => '?',
        }
    };
    Some((0..SIDE).map(|y| (0..SIDE).map(|x| texel(x, y)).collect()).collect())
}
