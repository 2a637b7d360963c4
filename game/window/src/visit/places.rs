//! Places of a visit that join, leave and are loaded again, and a world that goes on where it was saved.

use super::{MOST_CUES, Visit, parts};
use crate::input::Steering;
use crate::loader::Ready;
use crate::screen_cover::ScreenCover;
use base::Failure;
use heap::drop_elsewhere;
use replay::PlaceEvent;
use runtime::places::{PlaceError, PlaceId, RestoreError, SavedWorld, Site, World};
use runtime::{Carried, Command, Simulation};
use std::collections::BTreeMap;
use std::sync::Arc;
use world::{Limits, Scene};

/// Ticks before which places are loaded that a recording joins: ten seconds.
const FORESEEN_TICKS: u64 = 600;

impl Visit {
    /// A place that was loaded again goes on where it was. A recording from the
    /// start would not lead here, so it ends, unless nothing but creatures is new.
    pub fn reload(&mut self, id: PlaceId, ready: Ready) -> Option<Carried> {
        let fingerprint = Arc::clone(&ready.fingerprint);
        let (simulation, mut known) = parts(ready);
        known.joined_at = self.known_of(id).joined_at;
        let guests = self.take_invited(id).then(|| known.request.guests.clone());
        let (before, carried) = self.world.reload(id, simulation, &Limits::default())?;
        drop_elsewhere(before);
        if id == PlaceId::FIRST {
            self.first = known;
            self.fingerprint = fingerprint;
        } else {
            self.joined.insert(id, known);
        }
        match guests {
            Some(guests) => {
                let key = self.world.place(id).map(|place| place.site().key.clone());
                self.record(PlaceEvent::guests(key.unwrap_or_default(), &guests));
            }
            None => *self.recorder.lock() = None,
        }
        if id == self.world.watched()
            && let Some(mode) = self.camera_to_be.take()
        {
            self.ask(Command::SetCamera { mode, seconds: 0.0 });
        }
        Some(carried)
    }

    /// The world goes on where it was saved; gives the places that are not in the save and are gone. A
    /// recording from the start would not lead here, so it ends.
    ///
    /// # Errors
    /// The save needs a place that does not run now, or belongs to another world.
    pub fn resume(&mut self, saved: SavedWorld) -> Result<Vec<PlaceId>, RestoreError> {
        // What is on the device belongs to places by their numbers.
        for place in saved.places() {
            let now = self.world.place(place.id()).map(|now| &now.site().key);
            if now != Some(&place.site().key) {
                return Err(RestoreError::NoScene(place.site().key.clone()));
            }
        }
        let scenes: BTreeMap<String, Arc<Scene>> = self
            .world
            .places()
            .iter()
            .map(|place| (place.site().key.clone(), Arc::clone(place.simulation().scene())))
            .collect();
        let (world, _) = World::restore(saved, |site| scenes.get(&site.key).cloned(), &Limits::default())?;
        let before = std::mem::replace(&mut self.world, world);
        let ids = before.places().iter().map(runtime::places::Place::id);
        let gone = ids.filter(|id| self.world.place(*id).is_none()).collect();
        drop_elsewhere(before);
        self.joined.retain(|id, _| self.world.place(*id).is_some());
        (self.steering, self.aim) = (Steering::default(), None);
        self.asked.clear();
        // A recording from the start does not lead on from here.
        self.watched = None;
        // What programs had switched on is heard again.
        let places = self.world.places().iter();
        let sounding = places.flat_map(|place| place.simulation().sounding().map(|cue| (place.id(), cue)));
        self.cues = sounding.take(MOST_CUES).collect();
        self.cover = ScreenCover::default();
        self.crossed = true;
        *self.recorder.lock() = None;
        Ok(gone)
    }

    /// A place joins; recorded.
    ///
    /// # Errors
    /// As [`World::join`].
    pub fn join(&mut self, site: Site, ready: Ready) -> Result<PlaceId, PlaceError> {
        let fingerprint = ready.fingerprint.get().map_or_else(String::new, |value| format!("{value:016x}"));
        let (simulation, mut known) = parts(ready);
        known.joined_at = self.world.tick();
        let id = self.world.join(site.clone(), simulation)?;
        let world = known.request.world.clone();
        self.joined.insert(id, known);
        self.record(PlaceEvent::Join { world, site, fingerprint });
        Ok(id)
    }

    /// A place leaves; recorded.
    ///
    /// # Errors
    /// As [`World::leave`].
    pub fn leave(&mut self, id: PlaceId) -> Result<Simulation, PlaceError> {
        let key = self.world.place(id).map(|place| place.site().key.clone());
        let left = self.world.leave(id)?;
        self.joined.remove(&id);
        self.record(PlaceEvent::Leave(key.unwrap_or_default()));
        Ok(left)
    }

    /// True while a recording is watched that says which places join and leave.
    pub fn is_led(&self) -> bool {
        self.watched.as_ref().is_some_and(|watched| watched.has_places())
    }

    /// What the recording that is watched says of places before the next tick and was not followed yet: until it is,
    /// time stands still.
    pub fn due(&self) -> &[PlaceEvent] {
        let watched = self.watched.as_ref().filter(|watched| watched.has_places());
        let events = watched.map_or(&[][..], |watched| watched.places_at(self.world.tick()));
        events.get(self.followed..).unwrap_or_default()
    }

    /// One more of what is due was followed.
    pub fn followed(&mut self) {
        self.followed += 1;
    }

    /// The places that the recording joins soon, with the worlds that they show.
    pub fn foreseen(&self) -> Vec<(&Site, &str)> {
        let Some(watched) = self.watched.as_ref().filter(|watched| watched.has_places()) else {
            return Vec::new();
        };
        let tick = self.world.tick();
        let soon = watched.places_within(tick..tick + FORESEEN_TICKS);
        soon.filter_map(|event| match event {
            PlaceEvent::Join { world, site, .. } => Some((site, world.as_str())),
            _ => None,
        })
        .collect()
    }

    /// Whoever is watched travelled to a place; recorded.
    ///
    /// # Errors
    /// As [`places::arrive`].
    pub fn travelled(&mut self, to: &str, from: &str) -> Result<(), Failure> {
        places::arrive(&self.first.files.land, &mut self.world, to, from)?;
        self.record(PlaceEvent::Travel { to: to.to_owned(), from: from.to_owned() });
        self.crossed = true;
        Ok(())
    }

    /// The recording cannot be followed any further: whoever watched goes on by themselves.
    pub fn stop_watching(&mut self) {
        if self.watched.take().is_some() {
            self.steering = Steering::default();
        }
    }

    pub(super) fn record(&mut self, event: PlaceEvent) {
        let tick = self.world.tick();
        if let Some(recording) = self.recorder.lock().as_mut() {
            recording.push_places(tick, &[event]);
        }
    }
}
