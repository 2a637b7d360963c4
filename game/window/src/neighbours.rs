//! The places around the person: those that are wished for are loaded on a thread,
//! one after the other, and join when they are ready; those that are far leave.
//! No frame waits for any of it.

use super::loader::{End, Loading, Purpose, Ready, Wanted};
use super::visit::Visit;
use audio::Bank;
use base::Failure;
use places::Surroundings;
use render::Uploader;
use runtime::places::{PlaceId, Site};
use std::sync::Arc;

/// What happened to the places.
pub enum Change {
    /// One joined.
    Joined {
        /// Its number.
        id: PlaceId,
        /// What sounds in it.
        bank: Bank,
        /// Its data on the device.
        loaded: Box<render::Loaded>,
    },
    /// One left.
    Left(PlaceId),
    /// One could not be loaded, and is not tried again.
    Failed(Failure),
}

/// The places around the person.
pub struct Neighbours {
    surroundings: Surroundings,
    loading: Option<(usize, Loading)>,
}

impl Neighbours {
    /// What lies beside a world that is ready; `None` when nothing does.
    ///
    /// # Errors
    /// The same world twice at one place.
    pub fn of(ready: &Ready) -> Result<Option<Self>, Failure> {
        let Wanted { beside, join_within, .. } = &ready.wanted;
        if beside.is_empty() {
            return Ok(None);
        }
        let surroundings = Surroundings::new(&ready.request.world, &ready.simulation, beside, *join_within)?;
        Ok(Some(Neighbours { surroundings, loading: None }))
    }

    /// Where the first place lies.
    pub fn first(&self) -> &Site {
        self.surroundings.first()
    }

    /// Lets go of what is being loaded, because the device it was meant for is
    /// lost; it is asked for again.
    pub fn cancel(&mut self) {
        self.loading = None;
    }

    /// Joins what is ready, lets go of what is far, and asks for what is wished
    /// for.
    pub fn follow(
        &mut self,
        visit: &mut Visit,
        uploader: impl FnOnce() -> Uploader,
        wake: impl Fn() + Send + 'static,
    ) -> Vec<Change> {
        let mut changes = Vec::new();
        self.hear(visit, &mut changes);
        let wishes = self.surroundings.wishes(&visit.world);
        for number in wishes.leave {
            let place = self.surroundings.get(number).and_then(|(site, _)| visit.world.find(&site.key));
            let Some(id) = place.map(runtime::places::Place::id) else { continue };
            if let Ok(left) = visit.leave(id) {
                drop_elsewhere(left);
                changes.push(Change::Left(id));
            }
        }
        if let Some(number) = wishes.join.first().filter(|_| self.loading.is_none()) {
            self.load(*number, visit, uploader(), wake);
        }
        changes
    }

    fn load(&mut self, number: usize, visit: &Visit, uploader: Uploader, wake: impl Fn() + Send + 'static) {
        let Some((site, world)) = self.surroundings.get(number) else { return };
        let kept = visit.world.kept(&site.key).cloned().map(Arc::new);
        let wanted = Wanted {
            world: Some(world.to_owned()),
            demo: None,
            beside: Vec::new(),
            purpose: Purpose::Join(kept),
            ..visit.known_of(PlaceId::FIRST).wanted.clone()
        };
        self.loading = Some((number, Loading::start(wanted, uploader, wake)));
    }

    /// What became of the place that is being loaded.
    fn hear(&mut self, visit: &mut Visit, changes: &mut Vec<Change>) {
        let Some((number, loading)) = &mut self.loading else { return };
        let (number, Some(end)) = (*number, loading.poll()) else { return };
        self.loading = None;
        match end {
            End::Ready(ready, Some(loaded)) => match self.join(number, ready, loaded, visit) {
                Ok(change) => changes.extend(change),
                Err(failure) => {
                    self.surroundings.give_up(number);
                    changes.push(Change::Failed(failure));
                }
            },
            End::Failed(failure) => {
                self.surroundings.give_up(number);
                changes.push(Change::Failed(failure));
            }
            End::Ready(_, None) | End::Cancelled | End::DeviceLost => {}
        }
    }

    fn join(
        &mut self,
        number: usize,
        mut ready: Box<Ready>,
        loaded: Box<render::Loaded>,
        visit: &mut Visit,
    ) -> Result<Option<Change>, Failure> {
        if !self.surroundings.measured(number, ready.extent, &visit.world)? {
            drop_elsewhere((ready, loaded));
            return Ok(None);
        }
        let Some((site, _)) = self.surroundings.get(number) else { return Ok(None) };
        let bank = std::mem::take(&mut ready.bank);
        let joined = visit.join(site.clone(), *ready);
        let id = joined.map_err(|error| Failure::Unusable(error.to_string()))?;
        Ok(Some(Change::Joined { id, bank, loaded }))
    }
}

/// Frees what is large on a thread of its own, so that no frame waits for it.
pub fn drop_elsewhere<T: Send + 'static>(value: T) {
    // Without a thread it is freed here.
    let _ = std::thread::Builder::new().name("freeing".to_owned()).spawn(move || drop(value));
}
