//! Loading one world of an install as a place.

use crate::{Cells, Surroundings};
use base::Failure;
use binary::{Finding, Limits, Severity};
use load::Request;
use runtime::Simulation;
use runtime::places::Extent;
use std::sync::Arc;
use titles::install::Install;
use world::State;

binary::codes! {
    KEPT_MISFIT = "places.kept_misfit": "what was kept of a place does not fit its files any more" => "the place starts anew; bring back the files with which it was left to go on from there";
}

/// Bytes of a megabyte.
const MEGABYTE: usize = 1 << 20;
/// Sectors join within this part of what is seen: haze hides the rest.
const FAR_JOINS: f64 = 0.9;

/// A place that is loaded and ready to join.
#[derive(Debug)]
pub struct Arrival {
    /// What was loaded.
    pub request: Request,
    /// It, at its start or as it was left.
    pub simulation: Simulation,
    /// What belongs to it; `None` where nothing can be stood on.
    pub extent: Option<Extent>,
    /// Findings about its files.
    pub findings: Vec<Finding>,
}

/// Loads a world of an install; `kept` is what it was left like, if it was there
/// before and something was changed in it, `race` the body that the person has in it.
///
/// # Errors
/// As [`Install::request_with`], and when its files cannot be loaded.
pub fn load(
    install: &Install,
    world: &str,
    quality: &str,
    seed: u32,
    guests: &load::Guests,
    kept: Option<&State>,
) -> Result<Arrival, Failure> {
    let mut request = install.request_with(Some(world), quality)?;
    request.guests = guests.clone();
    let loaded = load::load(&install.vfs, &request, &mut load::Quiet)?;
    let start = Simulation::of_loaded(Arc::new(loaded.scene), loaded.derived, seed, &Limits::default());
    let (simulation, extent, more) = settle(start, kept);
    let mut findings = loaded.findings;
    findings.extend(more);
    Ok(Arrival { request, simulation, extent, findings })
}

/// Measures a world that was just loaded, and lets it go on as it was left. What
/// was kept of a world whose files are others by now is forgotten, which is a
/// finding.
pub fn settle(start: Simulation, kept: Option<&State>) -> (Simulation, Option<Extent>, Vec<Finding>) {
    // What belongs to a place does not depend on what was moved in it.
    let extent = Extent::of(&start);
    let resumed =
        kept.map(|state| Simulation::resume(Arc::clone(start.scene()), state.clone(), &Limits::default()));
    match resumed {
        Some(Ok((mut simulation, findings))) => {
            simulation.touch();
            (simulation, extent, findings)
        }
        Some(Err(misfit)) => {
            let expected = "a state of the same nodes, materials and clocks";
            let world = start.scene().world.as_str();
            let finding = Finding::new(&KEPT_MISFIT, Severity::Warning, world, expected, misfit);
            (start, extent, vec![finding])
        }
        None => (start, extent, Vec::new()),
    }
}

/// The cells around one of an install's overworld that was just loaded; `None` for worlds of other games.
pub fn overworld(install: &Install, world: &str) -> Option<Surroundings> {
    let layout = install.land.layout()?;
    let settings = install.land.settings();
    let sight = f64::from(settings.view) * load::daggerfall::CELL_UNITS as f64;
    let cells = Cells::new(layout, settings.around, sight * FAR_JOINS);
    Surroundings::overworld(world, cells, settings.memory as usize * MEGABYTE)
}
