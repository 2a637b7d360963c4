//! A picture of a world, from nothing to the file.

use crate::{Viewpoint, encode};
use base::{Failure, disk};
use binary::Limits;
use glam::Vec3;
use render::DebugView;
use std::path::Path;
use world::{Occurrences, Scene, State};

/// A place beside the one that the camera is in.
#[derive(Clone, Copy, Debug)]
pub struct Beside<'a> {
    /// Its scene.
    pub scene: &'a Scene,
    /// Its state.
    pub state: &'a State,
    /// Its origin in the coordinates of the camera's place, units.
    pub offset: Vec3,
}

/// Draws what the state's camera sees, with the places beside, and writes it as
/// PNG.
pub fn take(
    scene: &Scene,
    state: &State,
    beside: &[Beside<'_>],
    (width, height): (u32, u32),
    view: DebugView,
    path: &Path,
) -> Result<(), Failure> {
    let machine = |error: render::RenderError| Failure::Machine(error.to_string());
    let renderer = render::Renderer::new(&render::Options::from_env()).map_err(machine)?;
    let loaded = renderer.load(scene).map_err(machine)?;
    let (table, _) = Occurrences::build(scene, state, Limits::default().occurrences);
    let mut others = Vec::new();
    for place in beside {
        let loaded = renderer.load(place.scene).map_err(machine)?;
        others.push((loaded, Occurrences::build(place.scene, place.state, Limits::default().occurrences).0));
    }
    let neighbours = beside.iter().zip(&others).map(|(place, (loaded, table))| render::Neighbour {
        loaded,
        scene: place.scene,
        state: place.state,
        zones: place.state.zones,
        table,
        between: 1.0,
        offset: place.offset,
    });
    let neighbours: Vec<_> = neighbours.collect();
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
        beside: &neighbours,
    };
    let image = renderer.picture_as(&shot, render::Size { width, height }).map_err(machine)?;
    disk::write(path, &encode(&image, Some(&Viewpoint::of(scene, &state.camera)))?)
}
