//! Pictures as files.

use crate::cli::View;
use crate::failure::Failure;
#[cfg(feature = "gpu")]
use crate::files;
#[cfg(feature = "gpu")]
use binary::Limits;
#[cfg(feature = "gpu")]
use render::DebugView;
use serde::{Deserialize, Serialize};
use std::path::Path;
use world::{Camera, Scene, State};
#[cfg(feature = "gpu")]
use world::{Image, Occurrences};

/// The keyword of a PNG's text that says where the picture was taken.
pub const KEYWORD: &str = "revisit";

/// Where a picture was taken: what a PNG's text of the keyword `revisit` says,
/// as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
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

impl Place {
    /// Where a camera of a scene is.
    pub fn of(scene: &Scene, camera: &Camera) -> Self {
        Place {
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
        let bytes = std::fs::read(path).map_err(|error| Failure::io("read", path, &error))?;
        let limits = png::Limits { bytes: 1 << 20 };
        let decoder = png::Decoder::new_with_limits(std::io::Cursor::new(bytes), limits);
        let reader = decoder.read_info().map_err(|error| no(&format!("no PNG: {error}")))?;
        let texts = &reader.info().uncompressed_latin1_text;
        let text = texts.iter().find(|text| text.keyword == KEYWORD);
        let text =
            text.ok_or_else(|| no("does not say where it was taken; only pictures saved by Revisit do"))?;
        let place: Place = serde_json::from_str(&text.text)
            .map_err(|error| no(&format!("what it says of its place cannot be read: {error}")))?;
        let numbers = place.eye.iter().chain([&place.yaw_deg, &place.pitch_deg]);
        if numbers.into_iter().all(|number| number.is_finite()) {
            Ok(place)
        } else {
            Err(no("its place is no place"))
        }
    }
}

/// Draws what the state's camera sees and writes it as PNG.
#[cfg(feature = "gpu")]
pub fn take(
    scene: &Scene,
    state: &State,
    (width, height): (u32, u32),
    view: Option<View>,
    path: &Path,
) -> Result<(), Failure> {
    let machine = |error: render::RenderError| Failure::Machine(error.to_string());
    let renderer = render::Renderer::new(&render::Options::from_env()).map_err(machine)?;
    let loaded = renderer.load(scene).map_err(machine)?;
    let (table, _) = Occurrences::build(scene, state, Limits::default().occurrences);
    let settings = render::Settings { view: view.map_or(DebugView::None, debug_view), ..Default::default() };
    let shot = render::Shot {
        loaded: &loaded,
        scene,
        state,
        table: &table,
        camera: state.camera,
        between: 1.0,
        settings: &settings,
    };
    let image = renderer.picture_as(&shot, render::Size { width, height }).map_err(machine)?;
    files::write(path, &encode(&image, Some(&Place::of(scene, &state.camera)))?)
}

#[cfg(feature = "gpu")]
fn debug_view(view: View) -> DebugView {
    match view {
        View::Wireframe => DebugView::Wireframe,
        View::Bounds => DebugView::Bounds,
        View::Cells => DebugView::Cells,
        View::Zones => DebugView::Zones,
        View::Lod => DebugView::Lod,
        View::Overdraw => DebugView::Overdraw,
    }
}

/// This build has no renderer.
#[cfg(not(feature = "gpu"))]
pub fn take(_: &Scene, _: &State, _: (u32, u32), _: Option<View>, path: &Path) -> Result<(), Failure> {
    Err(Failure::Machine(format!(
        "{}: this build of Revisit cannot draw; build it with the feature `gpu`",
        path.display()
    )))
}

/// An image as PNG, and where it was taken.
#[cfg(feature = "gpu")]
pub fn encode(image: &Image, place: Option<&Place>) -> Result<Vec<u8>, Failure> {
    let failed =
        |error: png::EncodingError| Failure::Unusable(format!("the picture cannot be written: {error}"));
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, image.width, image.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    if let Some(place) = place {
        let text = serde_json::to_string(place).unwrap_or_default();
        encoder.add_text_chunk(KEYWORD.to_owned(), ascii(&text)).map_err(failed)?;
    }
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&image.rgba).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

/// JSON with everything beyond ASCII escaped: that is all a PNG's text holds.
#[cfg(feature = "gpu")]
fn ascii(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for letter in json.chars() {
        if letter.is_ascii() {
            text.push(letter);
        } else {
            let mut units = [0; 2];
            text.extend(letter.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    text
}

#[cfg(all(test, feature = "gpu"))]
mod tests {
    use super::*;

    #[test]
    fn a_picture_says_where_it_was_taken() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.png");
        let place = Place {
            title: "mechwarrior3".to_owned(),
            world: "c1/\u{e9}\u{1f30d}".to_owned(),
            eye: [1.5, -2.25, 1e6],
            yaw_deg: -170.5,
            pitch_deg: 3.0,
        };
        let image = Image { width: 1, height: 1, rgba: vec![1, 2, 3, 255] };
        std::fs::write(&path, encode(&image, Some(&place)).unwrap()).unwrap();
        assert_eq!(Place::read(&path).unwrap(), place);
        std::fs::write(&path, encode(&image, None).unwrap()).unwrap();
        assert!(Place::read(&path).unwrap_err().to_string().contains("does not say"));
        std::fs::write(&path, b"no picture").unwrap();
        assert!(Place::read(&path).is_err());
    }
}
