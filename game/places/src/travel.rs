//! Travelling on an overworld: arriving in a cell that joined, on the side that one comes from.

use crate::Surroundings;
use base::Failure;
use load::daggerfall::{PlaceName, Shared, Side};
use runtime::places::{Place, World};
use titles::install::Install;
use world::SeatId;

/// Somebody who travelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Travelled {
    /// The key of the place where they are now.
    pub to: String,
    /// That of the place that they came from.
    pub from: String,
}

/// Puts the person of the first seat into a cell of the overworld that is there, on the side of the one that they
/// come from.
///
/// # Errors
/// A place that is not there, or is no cell.
pub fn arrive(land: &Shared, world: &mut World, to: &str, from: &str) -> Result<(), Failure> {
    let cell = |key: &str| match key.parse() {
        Ok(PlaceName::Cell(cell)) => Some(cell),
        _ => None,
    };
    let found = cell(to).and_then(|to| {
        let side = Side::towards(cell(from).unwrap_or(to), to);
        land.peek()?.arrival(to, side)
    });
    let id = world.find(to).map(Place::id);
    let (Some(there), Some(id)) = (found, id) else {
        let what =
            format!("the place \"{to}\" is no cell of the map that is there, so that nobody arrives in it");
        return Err(Failure::Unusable(what));
    };
    let arrived = world.arrive(SeatId::FIRST, id, there.feet, there.yaw);
    arrived.map_err(|error| Failure::Unusable(error.to_string()))
}

/// Somebody wants to travel to a place of an install's overworld, by its name, a part of it, or its cell; what is
/// said of it.
///
/// # Errors
/// No overworld around, no such place, or a name of several.
pub fn travel_to(
    install: &Install,
    surroundings: Option<&mut Surroundings>,
    name: &str,
) -> Result<String, String> {
    let surroundings = surroundings.filter(|surroundings| surroundings.is_overworld());
    let surroundings = surroundings.ok_or("one travels on an overworld only")?;
    let place = install.world(Some(name)).map_err(|failure| failure.to_string())?;
    if !surroundings.travel_to(&place.id) {
        return Err(format!("the map has no cell {}", place.id));
    }
    Ok(format!("you travel to {}", place.title))
}
