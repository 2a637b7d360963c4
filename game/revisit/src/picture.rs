//! Pictures of worlds for the verbs; a build without `gpu` reports that it cannot draw.

use crate::cli::View;
use base::Failure;
use runtime::places::World;
use std::path::Path;
use world::{Occurrences, Scene, State};

/// Draws what the state's camera sees and writes it as PNG.
#[cfg(feature = "gpu")]
pub fn take(
    scene: &Scene,
    state: &State,
    table: &Occurrences,
    size: (u32, u32),
    view: Option<View>,
    path: &Path,
) -> Result<(), Failure> {
    pictures::take(scene, state, table, &[], size, view.map_or(render::DebugView::None, debug_view), path)
}

/// Draws what the camera of a world of several places sees and writes it as PNG.
#[cfg(feature = "gpu")]
pub fn take_all(world: &World, size: (u32, u32), view: Option<View>, path: &Path) -> Result<(), Failure> {
    let others = world.places().iter().filter(|place| place.id() != world.watched());
    let beside = others.filter_map(|place| {
        let simulation = place.simulation();
        let offset = world.offset(place.id(), world.watched())?;
        let (scene, state, table) = (simulation.scene(), simulation.state(), simulation.occurrences());
        Some(pictures::Beside { scene, state, table, offset })
    });
    let beside: Vec<_> = beside.collect();
    let watched = world.watched_place().simulation();
    let view = view.map_or(render::DebugView::None, debug_view);
    let table = watched.occurrences();
    pictures::take(watched.scene(), watched.state(), table, &beside, size, view, path)
}

/// This build has no renderer.
#[cfg(not(feature = "gpu"))]
pub fn take_all(world: &World, size: (u32, u32), view: Option<View>, path: &Path) -> Result<(), Failure> {
    let watched = world.watched_place().simulation();
    take(watched.scene(), watched.state(), watched.occurrences(), size, view, path)
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
    Err(Failure::Machine(format!(
        "{}: this build of Revisit cannot draw; build it with the feature `gpu`",
        path.display()
    )))
}
