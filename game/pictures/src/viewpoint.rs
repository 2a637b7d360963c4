//! Where a picture was taken, as the PNG itself says it.

use base::{Failure, regular};
use serde::{Deserialize, Serialize};
use std::path::Path;
use world::{Camera, Scene};

/// Largest picture that is looked into, in bytes: one of 16 384 x 16 384 pixels that nothing could pack.
const LARGEST: u64 = 1 << 30;

/// The keyword of a PNG's text that says where the picture was taken.
pub const KEYWORD: &str = "revisit";

/// Where a picture was taken: what a PNG's text of the keyword `revisit` says,
/// as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Viewpoint {
    /// Title's id.
    pub title: String,
    /// World's id.
    pub world: String,
    /// The eye, in the game's own axes and unit.
    pub eye: [f32; 3],
    /// Degrees about the up axis; 0 looks along the game's forward, growing to
    /// the left.
    pub yaw_deg: f32,
    /// Degrees; positive looks up.
    pub pitch_deg: f32,
}

impl Viewpoint {
    /// Where a camera of a scene is.
    pub fn of(scene: &Scene, camera: &Camera) -> Self {
        Viewpoint {
            title: scene.title.clone(),
            world: scene.world.clone(),
            eye: scene.frame.to_game(camera.eye).to_array(),
            yaw_deg: camera.yaw.to_degrees(),
            pitch_deg: camera.pitch.to_degrees(),
        }
    }

    /// Where a picture that Revisit saved was taken.
    ///
    /// # Errors
    /// No PNG, or one that does not say.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let no = |what: &str| Failure::Unusable(format!("{}: {what}", path.display()));
        let bytes = regular::read(path, LARGEST)?;
        let limits = png::Limits { bytes: 1 << 20 };
        let decoder = png::Decoder::new_with_limits(std::io::Cursor::new(bytes), limits);
        let reader = decoder.read_info().map_err(|error| no(&format!("not a PNG file: {error}")))?;
        let texts = &reader.info().uncompressed_latin1_text;
        let text = texts.iter().find(|text| text.keyword == KEYWORD);
        let text =
            text.ok_or_else(|| no("does not say where it was taken; only pictures saved by Revisit do"))?;
        let place: Viewpoint = serde_json::from_str(&text.text)
            .map_err(|error| no(&format!("where it was taken cannot be read: {error}")))?;
        let numbers = place.eye.iter().chain([&place.yaw_deg, &place.pitch_deg]);
        if numbers.into_iter().all(|number| number.is_finite()) {
            Ok(place)
        } else {
            Err(no("where it was taken is NaN or infinite"))
        }
    }
}
