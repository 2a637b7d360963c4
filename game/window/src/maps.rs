//! The map of a world, read or made on a thread when somebody opens the map page: the one that players drew where
//! the install has it, else the world's own walls.

use crate::media::Working;
use crate::visit::Known;
use base::Failure;
use binary::Limits;
use std::sync::Arc;
use world::{Derived, Map, Probe, Scene, State};

/// Where a map is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Players drew it.
    Players,
    /// It shows the walls of the world.
    Walls,
}

/// A map and where it is from.
#[derive(Debug)]
pub struct Chart {
    /// The map.
    pub map: Map,
    /// Where it is from.
    pub origin: Origin,
}

/// Reads or makes the map of a place; `wake` is called at the end. What is odd about its files goes to the log.
pub fn start(known: &Known, scene: &Arc<Scene>, wake: impl Fn() + Send + 'static) -> Working<Chart> {
    let (files, request, scene) = (Arc::clone(&known.files), known.request.clone(), Arc::clone(scene));
    let work = move || -> Result<Chart, Failure> {
        let (drawn, findings) = load::map(&files.vfs, &request);
        for finding in findings {
            tracing::warn!(target: "load", "{finding}");
        }
        Ok(match drawn {
            Some(map) => Chart { map, origin: Origin::Players },
            None => Chart { map: walls(&scene), origin: Origin::Walls },
        })
    };
    Working::start(work, wake)
}

/// The walls of a world as it starts, in all of its zones.
fn walls(scene: &Scene) -> Map {
    let (derived, _) = Derived::build(scene, &State::new(scene, 0), Limits::default().occurrences);
    let probe = Probe::new(scene, &derived.occurrences, &derived.space, scene.zones);
    Map::of_walls(&probe.in_all_zones())
}
