//! Places that join: a running world as a list of them.
//!
//! A place is a scene that runs, with coordinates of its own. Where its origin
//! is in the whole world is said in whole units, so that a place far from
//! everything computes with the same small numbers as one at the origin. Places
//! come and go while the world runs; whoever walks over the edge of one is in
//! its neighbour. A world of one place is that place and nothing more.
//!
//! Nothing here loads: an [`Atlas`] says which places are wished for, and whoever
//! loads them (on a thread of its own) hands a place over when it is ready, and
//! asks [`World::kept`] first for what it was left like.

mod atlas;
mod crossing;
mod lines;
mod save;
mod share;

pub use atlas::{Atlas, AtlasError, MOST_SITES, Wishes};
pub use save::{RestoreError, SavedPlace, SavedWorld};

use crate::{Carried, Command, Input, Simulation};
use glam::Vec3;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::fmt;
use world::{Camera, Finding, Limits, Neighbour, ProgramId, SeatId, State};
use xxhash_rust::xxh3::Xxh3;

/// Most places of a world at one time.
pub const MOST_PLACES: usize = 1024;
/// Most places whose state is kept after they were left.
pub const MOST_KEPT: usize = 65_536;

/// The number of a place; never used twice in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlaceId(pub u32);

impl PlaceId {
    /// That of the place that a world starts with.
    pub const FIRST: PlaceId = PlaceId(0);
}

/// What belongs to a place, seen from above: from `min` on, up to and without
/// `max`, in whole units from its origin along x and z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extent {
    /// West and north.
    pub min: [i32; 2],
    /// East and south.
    pub max: [i32; 2],
}

impl Extent {
    /// True for somewhere that belongs to the place.
    pub fn contains(&self, at: Vec3) -> bool {
        let within = |at: f32, axis: usize| {
            let at = f64::from(at);
            at >= f64::from(self.min[axis]) && at < f64::from(self.max[axis])
        };
        within(at.x, 0) && within(at.z, 1)
    }
}

/// What a place is called and where it lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Site {
    /// Its name, by which its state is found again: a zone, a map cell.
    pub key: String,
    /// Its origin in the whole world, in the places' units.
    pub origin: [i64; 3],
    /// What belongs to it; `None` for a place that one does not walk out of.
    pub extent: Option<Extent>,
}

/// One place of a running world.
#[derive(Debug)]
pub struct Place {
    id: PlaceId,
    site: Site,
    simulation: Simulation,
}

impl Place {
    /// Its number.
    pub fn id(&self) -> PlaceId {
        self.id
    }

    /// What it is called and where it lies.
    pub fn site(&self) -> &Site {
        &self.site
    }

    /// It, running.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }
}

/// Why a place cannot join, or cannot be left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceError {
    /// A place of this key is there already.
    Known(String),
    /// There are [`MOST_PLACES`] already.
    TooMany,
    /// No place has this number.
    Missing(PlaceId),
    /// Somebody in a seat is in it.
    Occupied(PlaceId),
    /// No person has this seat.
    EmptySeat(SeatId),
    /// A number is NaN or infinite.
    NotFinite,
}

impl fmt::Display for PlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlaceError::Known(key) => write!(f, "the place \"{key}\" is there already"),
            PlaceError::TooMany => write!(f, "there are {MOST_PLACES} places already"),
            PlaceError::Missing(id) => write!(f, "place {} does not exist", id.0),
            PlaceError::Occupied(id) => write!(f, "somebody is in place {}", id.0),
            PlaceError::EmptySeat(seat) => write!(f, "nobody has seat {}", seat.0),
            PlaceError::NotFinite => f.write_str("a position or a direction is NaN or infinite"),
        }
    }
}

impl std::error::Error for PlaceError {}

/// A running world: places that join.
#[derive(Debug)]
pub struct World {
    /// By id, ascending.
    places: Vec<Place>,
    next: u32,
    tick: u64,
    /// The place that the camera is in.
    watched: PlaceId,
    /// States of places that were left, by key.
    kept: BTreeMap<String, State>,
    /// Per place: where in the list those are whose land touches its own.
    neighbours: Vec<Vec<usize>>,
}

impl World {
    /// A world of one place, at the origin of everything.
    pub fn new(key: &str, simulation: Simulation) -> Self {
        let site = Site { key: key.to_owned(), origin: [0; 3], extent: None };
        Self::starting_at(site, simulation)
    }

    /// A world whose first place lies somewhere.
    pub fn starting_at(site: Site, simulation: Simulation) -> Self {
        let tick = simulation.state().tick;
        let first = Place { id: PlaceId(0), site, simulation };
        World {
            places: vec![first],
            next: 1,
            tick,
            watched: PlaceId(0),
            kept: BTreeMap::new(),
            neighbours: vec![Vec::new()],
        }
    }

    /// The places, by id.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// A place.
    pub fn place(&self, id: PlaceId) -> Option<&Place> {
        self.places.get(self.position(id)?)
    }

    /// The place that the camera is in, running.
    pub fn watched_place(&self) -> &Place {
        // It is always there: a place with the camera in it cannot leave.
        self.place(self.watched).unwrap_or(&self.places[0])
    }

    /// The number of the place that the camera is in.
    pub fn watched(&self) -> PlaceId {
        self.watched
    }

    /// Ticks since the start.
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// The camera, and the place whose coordinates it is in.
    pub fn camera(&self) -> Option<(&Place, Camera)> {
        let place = self.place(self.watched)?;
        Some((place, place.simulation.state().camera))
    }

    /// Where the origin of one place lies in the coordinates of another. The way
    /// between them is a whole number, so that only places which are millions of
    /// units apart, and so never seen together, lose by becoming floats.
    pub fn offset(&self, of: PlaceId, seen_from: PlaceId) -> Option<Vec3> {
        let (of, from) = (self.place(of)?, self.place(seen_from)?);
        Some(way(of.site.origin, from.site.origin))
    }

    fn position(&self, id: PlaceId) -> Option<usize> {
        self.places.binary_search_by_key(&id, |place| place.id).ok()
    }

    /// A place joins the world and runs from the next tick on. The person that
    /// its scene starts with does not come along: whoever is in this world comes
    /// on foot, or is [carried](World::carry).
    ///
    /// # Errors
    ///
    /// When a place of that key is there, or there are too many.
    pub fn join(&mut self, site: Site, mut simulation: Simulation) -> Result<PlaceId, PlaceError> {
        if self.places.iter().any(|place| place.site.key == site.key) {
            return Err(PlaceError::Known(site.key));
        }
        if self.places.len() >= MOST_PLACES {
            return Err(PlaceError::TooMany);
        }
        let id = PlaceId(self.next);
        self.next = self.next.checked_add(1).ok_or(PlaceError::TooMany)?;
        self.kept.remove(&site.key);
        crossing::take_persons(&mut simulation);
        self.places.push(Place { id, site, simulation });
        self.neighbours = crossing::neighbours(&self.places);
        self.follow_stand_ins();
        self.share_hour();
        Ok(id)
    }

    /// A place leaves the world. What was touched in it is [kept](World::kept):
    /// a place that is as it started is not worth the memory.
    ///
    /// # Errors
    ///
    /// When it does not exist, or a person is in it.
    pub fn leave(&mut self, id: PlaceId) -> Result<Simulation, PlaceError> {
        let at = self.position(id).ok_or(PlaceError::Missing(id))?;
        if id == self.watched || crossing::has_person(&self.places[at]) {
            return Err(PlaceError::Occupied(id));
        }
        let place = self.places.remove(at);
        self.neighbours = crossing::neighbours(&self.places);
        self.follow_stand_ins();
        if place.simulation.is_touched() {
            if self.kept.len() >= MOST_KEPT {
                // The names first in order go first: which does not matter, as
                // long as it is the same on every machine.
                self.kept.pop_first();
            }
            self.kept.insert(place.site.key, place.simulation.state().clone());
        }
        Ok(place.simulation)
    }

    /// What a place was left like, to be loaded again with
    /// [`Simulation::resume`].
    pub fn kept(&self, key: &str) -> Option<&State> {
        self.kept.get(key)
    }

    /// Puts what was loaded again from other files in place of what runs: it goes
    /// on where that was, see [`Simulation::go_on_from`]. Gives back what ran
    /// before. `None`, and nothing changes, when the place does not exist.
    pub fn reload(
        &mut self,
        id: PlaceId,
        simulation: Simulation,
        limits: &Limits,
    ) -> Option<(Simulation, Carried)> {
        let at = self.position(id)?;
        let place = &mut self.places[at];
        let before = std::mem::replace(&mut place.simulation, simulation);
        let carried = place.simulation.go_on_from(&before, limits);
        Some((before, carried))
    }

    /// What was found wrong in any place since this was asked last.
    pub fn take_findings(&mut self) -> Vec<Finding> {
        self.places.iter_mut().flat_map(|place| place.simulation.take_findings()).collect()
    }

    /// True when the person of a seat is in a place.
    pub fn is_occupied(&self, id: PlaceId) -> bool {
        self.place(id).is_some_and(crossing::has_person)
    }

    /// True when a place of this key is there.
    pub fn has(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    /// The place of a key.
    pub fn find(&self, key: &str) -> Option<&Place> {
        self.places.iter().find(|place| place.site.key == key)
    }

    /// Changes a place; recordings do not see it.
    pub fn edit(&mut self, id: PlaceId) -> Option<crate::Edit<'_>> {
        let at = self.position(id)?;
        Some(self.places[at].simulation.edit())
    }

    /// Traces programs of a place, see [`Simulation::trace_programs`]. False when it does not exist.
    pub fn trace_programs(&mut self, id: PlaceId, programs: Option<&[ProgramId]>) -> bool {
        let at = self.position(id);
        if let Some(at) = at {
            self.places[at].simulation.trace_programs(programs);
        }
        at.is_some()
    }

    /// One tick of every place: inputs by seat, commands for the places they
    /// name. Then whoever left their place, or stands in a line into another, is in that.
    pub fn advance(&mut self, inputs: &[Input], commands: &[(PlaceId, Command)]) {
        let mut own = Vec::new();
        for at in 0..self.places.len() {
            let (before, rest) = self.places.split_at_mut(at);
            let Some((place, after)) = rest.split_first_mut() else { break };
            own.clear();
            let for_it = commands.iter().filter(|(id, _)| *id == place.id);
            own.extend(for_it.map(|(_, command)| command.clone()));
            let origin = place.site.origin;
            let beside = self.neighbours[at].iter().map(|other| {
                let other = if *other < at { &before[*other] } else { &after[*other - at - 1] };
                other.simulation.neighbour(other.id.0, way(other.site.origin, origin))
            });
            let beside: SmallVec<[Neighbour<'_>; 8]> = beside.collect();
            place.simulation.advance_beside(inputs, &own, &beside);
        }
        self.cross_edges();
        self.cross_lines();
        self.share_hour();
        self.tick += 1;
    }

    /// The hash of one place, as [`Simulation::hash`].
    pub fn hash_of(&mut self, id: PlaceId) -> Option<u64> {
        let at = self.position(id)?;
        Some(self.places[at].simulation.hash())
    }

    /// The hash of everything that runs and is kept: equal for equal worlds.
    pub fn hash(&mut self) -> u64 {
        let mut hash = Xxh3::new();
        let mut put = |bytes: &[u8]| {
            hash.update(&(bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        put(&self.tick.to_le_bytes());
        put(&self.next.to_le_bytes());
        put(&self.watched.0.to_le_bytes());
        for place in &mut self.places {
            put(&place.id.0.to_le_bytes());
            put(place.site.key.as_bytes());
            for axis in place.site.origin {
                put(&axis.to_le_bytes());
            }
            put(&place.simulation.hash().to_le_bytes());
        }
        for (key, state) in &self.kept {
            put(key.as_bytes());
            put(&state.hash().to_le_bytes());
        }
        hash.digest()
    }
}

/// The way from one origin to another.
fn way(to: [i64; 3], from: [i64; 3]) -> Vec3 {
    Vec3::from_array(std::array::from_fn(|axis| to[axis].saturating_sub(from[axis]) as f32))
}
