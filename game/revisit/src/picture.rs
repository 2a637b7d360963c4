//! Pictures of worlds for the verbs; a build without `gpu` reports that it cannot draw.

use crate::cli::{PresetName, View};
use base::Failure;
use base::gate::OutputFile;
#[cfg(feature = "gpu")]
use world::Hud;
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
    out: &OutputFile,
) -> Result<(), Failure> {
    let here = pictures::Pictured { scene, state, table, offset: glam::Vec3::ZERO };
    pictures::take(&here, &[], size, &settings(scene, view, None), None, out)
}

/// Options of a picture of a scene.
#[cfg(feature = "gpu")]
pub fn settings(scene: &Scene, view: Option<View>, preset: Option<PresetName>) -> render::Settings {
    let settings =
        render::Settings { view: view.map_or(render::DebugView::None, debug_view), ..Default::default() };
    let metres = scene.camera.far * scene.frame.metres_per_unit;
    preset.map_or(settings, |name| self::preset(name).applied(settings, metres))
}

/// The preset of a name.
#[cfg(feature = "gpu")]
pub const fn preset(name: PresetName) -> render::Preset {
    match name {
        PresetName::Low => render::Preset::Low,
        PresetName::Medium => render::Preset::Medium,
        PresetName::High => render::Preset::High,
        PresetName::Retro => render::Preset::Retro,
    }
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
    out: &OutputFile,
) -> Result<(), Failure> {
    Err(without_renderer(out))
}

/// Draws what the camera of a world of several places sees, with what a driver reads over it if `hud` is true, and
/// writes it as PNG.
#[cfg(feature = "gpu")]
pub fn take_all(
    world: &runtime::places::World,
    size: (u32, u32),
    view: Option<View>,
    preset: Option<PresetName>,
    hud: bool,
    out: &OutputFile,
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
    let tint = world.watched_place().simulation().tint_at(here.state.camera.eye);
    let settings = render::Settings { tint, ..settings(here.scene, view, preset) };
    let mut over = Hud::default();
    if hud {
        let options = hud::HudOptions::default();
        let simulation = world.watched_place().simulation();
        let size = [size.0, size.1];
        let seen = hud::Seen {
            aimed: simulation.aimed(1.0),
            ..hud::Seen::new(simulation.probe(), here.state, size)
        };
        hud::lay_out(&seen, &options, &mut over);
    }
    pictures::take(&here, &beside, size, &settings, Some(&over), out)
}

/// This build has no renderer.
#[cfg(not(feature = "gpu"))]
pub fn take_all(
    _: &runtime::places::World,
    _: (u32, u32),
    _: Option<View>,
    _: Option<PresetName>,
    _: bool,
    out: &OutputFile,
) -> Result<(), Failure> {
    Err(without_renderer(out))
}

#[cfg(not(feature = "gpu"))]
fn without_renderer(out: &OutputFile) -> Failure {
    let path = out.path().display();
    Failure::Machine(format!("{path}: this build of Revisit cannot draw; build it with the feature `gpu`"))
}
