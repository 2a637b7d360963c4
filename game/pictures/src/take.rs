//! A picture of a world, from nothing to the file.

use crate::{Viewpoint, encode};
use base::{Failure, disk};
use binary::Limits;
use render::DebugView;
use std::path::Path;
use world::{Occurrences, Scene, State};

/// Draws what the state's camera sees and writes it as PNG.
pub fn take(
    scene: &Scene,
    state: &State,
    (width, height): (u32, u32),
    view: DebugView,
    path: &Path,
) -> Result<(), Failure> {
    let machine = |error: render::RenderError| Failure::Machine(error.to_string());
    let renderer = render::Renderer::new(&render::Options::from_env()).map_err(machine)?;
    let loaded = renderer.load(scene).map_err(machine)?;
    let (table, _) = Occurrences::build(scene, state, Limits::default().occurrences);
    let settings = render::Settings { view, ..Default::default() };
    let shot = render::Shot {
        loaded: &loaded,
        scene,
        state,
        zones: state.zones,
        table: &table,
        camera: state.camera,
        between: 1.0,
        settings: &settings,
        beside: &[],
    };
    let image = renderer.picture_as(&shot, render::Size { width, height }).map_err(machine)?;
    disk::write(path, &encode(&image, Some(&Viewpoint::of(scene, &state.camera)))?)
}
