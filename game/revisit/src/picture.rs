//! Pictures of worlds for the verbs; a build without `gpu` reports that it cannot draw.

use crate::cli::View;
use base::Failure;
use std::path::Path;
use world::{Occurrences, Scene, State};

/// Draws what the state's camera sees and writes it as PNG. The table is that of the scene in this
/// state.
#[cfg(feature = "gpu")]
pub fn take(
    scene: &Scene,
    state: &State,
    table: &Occurrences,
    size: (u32, u32),
    view: Option<View>,
    path: &Path,
) -> Result<(), Failure> {
    let here = pictures::Pictured { scene, state, table, offset: glam::Vec3::ZERO };
    pictures::take(&here, &[], size, view.map_or(render::DebugView::None, debug_view), path)
}

#[cfg(feature = "gpu")]
fn debug_view(view: View) -> render::DebugView {
    use render::DebugView;
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
pub fn take(
    _: &Scene,
    _: &State,
    _: &Occurrences,
    _: (u32, u32),
    _: Option<View>,
    path: &Path,
) -> Result<(), Failure> {
    Err(without_renderer(path))
}

/// Draws what the camera of a world of several places sees and writes it as PNG.
#[cfg(feature = "gpu")]
pub fn take_all(
    world: &runtime::places::World,
    size: (u32, u32),
    view: Option<View>,
    path: &Path,
) -> Result<(), Failure> {
    fn pictured(place: &runtime::places::Place, offset: glam::Vec3) -> pictures::Pictured<'_> {
        let simulation = place.simulation();
        let (scene, state, table) = (simulation.scene(), simulation.state(), simulation.occurrences());
        pictures::Pictured { scene, state, table, offset }
    }
    let watched = world.watched();
    let others = world.places().iter().filter(|place| place.id() != watched);
    let beside = others.filter_map(|place| Some(pictured(place, world.offset(place.id(), watched)?)));
    let beside: Vec<_> = beside.collect();
    let here = pictured(world.watched_place(), glam::Vec3::ZERO);
    pictures::take(&here, &beside, size, view.map_or(render::DebugView::None, debug_view), path)
}

/// This build has no renderer.
#[cfg(not(feature = "gpu"))]
pub fn take_all(
    _: &runtime::places::World,
    _: (u32, u32),
    _: Option<View>,
    path: &Path,
) -> Result<(), Failure> {
    Err(without_renderer(path))
}

#[cfg(not(feature = "gpu"))]
fn without_renderer(path: &Path) -> Failure {
    let path = path.display();
    Failure::Machine(format!("{path}: this build of Revisit cannot draw; build it with the feature `gpu`"))
}
