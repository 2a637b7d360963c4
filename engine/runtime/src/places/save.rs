//! A world of places as it is kept on a disk, and back.

use super::crossing::neighbours;
use super::{MOST_KEPT, MOST_PLACES, Place, PlaceId, Site, World};
use crate::{Misfit, Simulation};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use world::{Finding, Limits, Scene, State};

/// A world as it was at one tick.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedWorld {
    places: Vec<SavedPlace>,
    next: u32,
    tick: u64,
    watched: PlaceId,
    kept: BTreeMap<String, State>,
}

/// A place as it was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedPlace {
    id: PlaceId,
    site: Site,
    touched: bool,
    state: State,
}

impl SavedPlace {
    /// Its number among the places.
    pub fn id(&self) -> PlaceId {
        self.id
    }

    /// What it is called and where it lies.
    pub fn site(&self) -> &Site {
        &self.site
    }
}

/// Why a saved world cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RestoreError {
    /// The scene of a place is not to be had.
    NoScene(String),
    /// A place's state belongs to another scene.
    Misfit(String),
    /// Ids are out of order, places are doubled, or there are too many.
    Inconsistent,
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RestoreError::NoScene(key) => write!(f, "the place \"{key}\" of the save could not be loaded"),
            RestoreError::Misfit(key) => write!(f, "the place \"{key}\" of the save: {Misfit}"),
            RestoreError::Inconsistent => f.write_str("the places of the save contradict each other"),
        }
    }
}

impl std::error::Error for RestoreError {}

impl SavedWorld {
    /// The places that ran, whose scenes are needed to go on.
    pub fn places(&self) -> &[SavedPlace] {
        &self.places
    }

    fn is_consistent(&self) -> bool {
        let mut keys: Vec<&str> = self.places.iter().map(|place| &*place.site.key).collect();
        keys.sort_unstable();
        self.places.is_sorted_by(|a, b| a.id < b.id)
            && self.places.last().is_some_and(|last| last.id.0 < self.next)
            && self.places.iter().any(|place| place.id == self.watched)
            && keys.is_sorted_by(|a, b| a < b)
            && self.places.len() <= MOST_PLACES
            && self.kept.len() <= MOST_KEPT
    }
}

impl World {
    /// The world as it is now.
    pub fn save(&self) -> SavedWorld {
        let saved = |place: &Place| SavedPlace {
            id: place.id,
            site: place.site.clone(),
            touched: place.simulation.is_touched(),
            state: place.simulation.state().clone(),
        };
        SavedWorld {
            places: self.places.iter().map(saved).collect(),
            next: self.next,
            tick: self.tick,
            watched: self.watched,
            kept: self.kept.clone(),
        }
    }

    /// A saved world goes on; `scene` gives the scene of each place that ran.
    /// Also what is wrong with the places' links.
    ///
    /// # Errors
    ///
    /// When a scene is missing or another one, and when the save contradicts
    /// itself.
    pub fn restore(
        saved: SavedWorld,
        mut scene: impl FnMut(&Site) -> Option<Arc<Scene>>,
        limits: &Limits,
    ) -> Result<(Self, Vec<Finding>), RestoreError> {
        if !saved.is_consistent() {
            return Err(RestoreError::Inconsistent);
        }
        let mut findings = Vec::new();
        let mut places = Vec::new();
        for SavedPlace { id, site, touched, state } in saved.places {
            let scene = scene(&site).ok_or_else(|| RestoreError::NoScene(site.key.clone()))?;
            let resumed = Simulation::resume(scene, state, limits);
            let (mut simulation, found) = resumed.map_err(|Misfit| RestoreError::Misfit(site.key.clone()))?;
            findings.extend(found);
            if touched {
                simulation.touch();
            }
            places.push(Place { id, site, simulation });
        }
        let SavedWorld { next, tick, watched, kept, .. } = saved;
        let neighbours = neighbours(&places);
        Ok((World { places, next, tick, watched, kept, neighbours }, findings))
    }
}
