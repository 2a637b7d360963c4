//! Pictures as files.

use crate::failure::Failure;
#[cfg(feature = "gpu")]
use crate::files;
use std::path::Path;
#[cfg(feature = "gpu")]
use world::Image;
use world::{Scene, State};

/// Draws what the state's camera sees and writes it as PNG.
#[cfg(feature = "gpu")]
pub fn take(scene: &Scene, state: &State, (width, height): (u32, u32), path: &Path) -> Result<(), Failure> {
    let machine = |error: render::RenderError| Failure::Machine(error.to_string());
    let renderer = render::Renderer::new(&render::Options::from_env()).map_err(machine)?;
    let loaded = renderer.load(scene).map_err(machine)?;
    let image = renderer.picture(&loaded, scene, state, render::Size { width, height }).map_err(machine)?;
    files::write(path, &encode(&image)?)
}

/// This build has no renderer.
#[cfg(not(feature = "gpu"))]
pub fn take(_: &Scene, _: &State, _: (u32, u32), path: &Path) -> Result<(), Failure> {
    Err(Failure::Machine(format!(
        "{}: this build of Revisit cannot draw; build it with the feature `gpu`",
        path.display()
    )))
}

/// An image as PNG.
#[cfg(feature = "gpu")]
pub fn encode(image: &Image) -> Result<Vec<u8>, Failure> {
    let failed =
        |error: png::EncodingError| Failure::Unusable(format!("the picture cannot be written: {error}"));
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, image.width, image.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&image.rgba).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}
