//! The map of a world: the one that the game has or that players drew where the install has it, else the world's own
//! walls.

use binary::{Finding, Limits};
use load::{Family, Request};
use titles::install::Install;
use world::{Derived, Map, Probe, Scene, State};

/// Where a map is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Players drew it.
    Players,
    /// The game has it.
    Game,
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

impl Chart {
    /// Reads or makes the map of a world, and says what is odd about its files.
    pub fn of(install: &Install, request: &Request, scene: &Scene) -> (Self, Vec<Finding>) {
        let (drawn, findings) = load::map(&install.vfs, request);
        let chart = match drawn {
            Some(map) => {
                let origin = if request.family == Family::Everquest { Origin::Players } else { Origin::Game };
                Chart { map, origin }
            }
            None => Chart { map: walls(scene), origin: Origin::Walls },
        };
        (chart, findings)
    }
}

/// The walls of a world as it starts, in all of its zones.
fn walls(scene: &Scene) -> Map {
    let (derived, _) = Derived::build(scene, &State::new(scene, 0), Limits::default().occurrences);
    let probe = Probe::new(scene, &derived.occurrences, &derived.space, scene.zones);
    Map::of_walls(&probe.in_all_zones())
}
