//! A picture from nothing to the file: of one world, or of places beside each other.

use crate::{Viewpoint, encode};
use base::Failure;
use base::gate::OutputFile;
use glam::Vec3;
use render::Settings;
use world::{Occurrences, Scene, State};

/// A place of a picture.
#[derive(Clone, Copy, Debug)]
pub struct Pictured<'a> {
    /// Its scene.
    pub scene: &'a Scene,
    /// Its state.
    pub state: &'a State,
    /// Its occurrence table, up to date.
    pub table: &'a Occurrences,
    /// Its origin in the coordinates of the camera's place, units.
    pub offset: Vec3,
}

/// Draws what the camera of a place sees, with the places beside, and writes it as
/// PNG.
pub fn take(
    here: &Pictured<'_>,
    beside: &[Pictured<'_>],
    (width, height): (u32, u32),
    settings: &Settings,
    out: &OutputFile,
) -> Result<(), Failure> {
    let machine = |error: render::RenderError| Failure::Machine(error.to_string());
    let renderer = render::Renderer::new(&render::Options::from_env()).map_err(machine)?;
    let loaded = renderer.load(here.scene).map_err(machine)?;
    let others: Result<Vec<_>, _> = beside.iter().map(|place| renderer.load(place.scene)).collect();
    let others = others.map_err(machine)?;
    let neighbours = beside.iter().zip(&others).map(|(place, loaded)| render::Neighbour {
        loaded,
        scene: place.scene,
        state: place.state,
        zones: place.state.zones,
        table: place.table,
        between: 1.0,
        offset: place.offset,
        grown: 1.0,
    });
    let neighbours: Vec<_> = neighbours.collect();
    let shot = render::Shot {
        loaded: &loaded,
        scene: here.scene,
        state: here.state,
        zones: here.state.zones,
        table: here.table,
        camera: here.state.camera,
        feet: here.state.feet_of_view(),
        between: 1.0,
        settings,
        beside: &neighbours,
    };
    let image = renderer.picture_as(&shot, render::Size { width, height }).map_err(machine)?;
    out.write(&encode(&image, Some(&Viewpoint::of(here.scene, &here.state.camera)))?)
}
