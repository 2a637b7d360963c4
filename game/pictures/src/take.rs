//! A picture of a world, from nothing to the file.

use crate::{Viewpoint, encode};
use base::{Failure, disk};
use render::DebugView;
use std::path::Path;
use world::{Occurrences, Scene, State};

/// Draws what the state's camera sees and writes it as PNG. The table is that of the scene in this
/// state, which whoever loaded or ran it has.
pub fn take(
    scene: &Scene,
    state: &State,
    table: &Occurrences,
    (width, height): (u32, u32),
    view: DebugView,
    path: &Path,
) -> Result<(), Failure> {
    let machine = |error: render::RenderError| Failure::Machine(error.to_string());
    let renderer = render::Renderer::new(&render::Options::from_env()).map_err(machine)?;
    let loaded = renderer.load(scene).map_err(machine)?;
    let settings = render::Settings { view, ..Default::default() };
    let shot = render::Shot {
        loaded: &loaded,
        scene,
        state,
        zones: state.zones,
        table,
        camera: state.camera,
        between: 1.0,
        settings: &settings,
    };
    let image = renderer.picture_as(&shot, render::Size { width, height }).map_err(machine)?;
    disk::write(path, &encode(&image, Some(&Viewpoint::of(scene, &state.camera)))?)
}
