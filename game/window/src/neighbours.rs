//! The places around the person: those that are wished for are loaded on a thread,
//! one after the other, handed to the device in pieces between frames, and join
//! when it has all of them; those that are far leave. No frame waits for any of it.

use super::loader::{Delivery, End, Loading, Purpose, Ready, Wanted};
use super::visit::Visit;
use audio::Bank;
use base::Failure;
use places::Surroundings;
use render::{RenderError, Upload, Uploader};
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
    arriving: Option<Arriving>,
}

/// A place that is loaded and being handed to the device.
struct Arriving {
    number: usize,
    ready: Box<Ready>,
    upload: Box<Upload>,
}

impl Neighbours {
    /// What lies beside a world that is ready, or behind its lines; `None` when nothing does.
    ///
    /// # Errors
    /// The same world twice at one place.
    pub fn of(ready: &Ready) -> Result<Option<Self>, Failure> {
        let Wanted { beside, join_within, .. } = &ready.wanted;
        if let Some(surroundings) = places::overworld(&ready.install, &ready.request.world) {
            return Ok(Some(Neighbours { surroundings, loading: None, arriving: None }));
        }
        if beside.is_empty() && !places::has_lines(ready.simulation.scene()) {
            return Ok(None);
        }
        let worlds = ready.install.worlds().iter().map(|world| world.id.as_str());
        let (own, simulation) = (&ready.request.world, &ready.simulation);
        let surroundings = Surroundings::new(own, simulation, beside, *join_within, worlds)?;
        Ok(Some(Neighbours { surroundings, loading: None, arriving: None }))
    }

    /// Where the first place lies.
    pub fn first(&self) -> &Site {
        self.surroundings.first()
    }

    /// Lets go of what is being loaded or handed over, because the device it was
    /// meant for is lost; it is asked for again.
    pub fn cancel(&mut self) {
        self.loading = None;
        self.arriving = None;
    }

    /// Which places are wished for.
    pub fn surroundings_mut(&mut self) -> &mut Surroundings {
        &mut self.surroundings
    }

    /// True while a place is being handed to the device, which takes frames.
    pub fn is_handing_over(&self) -> bool {
        self.arriving.is_some()
    }

    /// Hands so many bytes more to the device (0 in a frame that has none to spare),
    /// joins what it has all of, lets go of what is far, and asks for what is wished
    /// for. To be called once a frame.
    pub fn follow(
        &mut self,
        visit: &mut Visit,
        bytes: u64,
        uploader: impl FnOnce() -> Uploader,
        wake: impl Fn() + Send + 'static,
    ) -> Vec<Change> {
        let mut changes = Vec::new();
        self.hear(&mut changes);
        self.hand_over(bytes, visit, &mut changes);
        visit.arrive(&mut self.surroundings);
        let wishes = self.surroundings.wishes(&visit.world);
        for number in wishes.leave {
            let place = self.surroundings.get(number).and_then(|(site, _)| visit.world.find(&site.key));
            let Some(id) = place.map(runtime::places::Place::id) else { continue };
            if let Ok(left) = visit.leave(id) {
                drop_elsewhere(left);
                changes.push(Change::Left(id));
            }
        }
        if let Some(away) = self.surroundings.turn_away(&visit.world) {
            visit.ask(away);
        }
        if let Some(number) = wishes.join.first().filter(|_| self.is_idle()) {
            self.load(*number, visit, uploader(), wake);
        }
        changes
    }

    fn is_idle(&self) -> bool {
        self.loading.is_none() && self.arriving.is_none()
    }

    fn load(&mut self, number: usize, visit: &Visit, uploader: Uploader, wake: impl Fn() + Send + 'static) {
        let Some((site, world)) = self.surroundings.get(number) else { return };
        let kept = visit.world.kept(&site.key).cloned().map(Arc::new);
        let known = visit.known_of(PlaceId::FIRST);
        let first = &known.wanted;
        let wanted = Wanted {
            // Cells of one map share what was read of it.
            install: known.files.land.layout().map(|_| Arc::clone(&known.files)),
            world: Some(world),
            demo: None,
            beside: Vec::new(),
            watch: None,
            guests: load::Guests { spawns: Vec::new(), ..first.guests.clone() },
            purpose: Purpose::Join(kept),
            ..first.clone()
        };
        self.loading = Some((number, Loading::start(wanted, uploader, wake)));
    }

    /// What became of the place that is being loaded.
    fn hear(&mut self, changes: &mut Vec<Change>) {
        let Some((number, loading)) = &mut self.loading else { return };
        let (number, Some(end)) = (*number, loading.poll()) else { return };
        self.loading = None;
        match end {
            End::Ready(ready, Delivery::Upload(upload)) => {
                self.arriving = Some(Arriving { number, ready, upload });
            }
            End::Failed(failure) => self.fail(number, failure, changes),
            // Whoever joins is uploaded in pieces.
            End::Ready(..) | End::Cancelled | End::DeviceLost => {}
        }
    }

    /// Hands over one piece of the place that arrives; with the last one it joins.
    fn hand_over(&mut self, bytes: u64, visit: &mut Visit, changes: &mut Vec<Change>) {
        let Some(arriving) = self.arriving.as_mut().filter(|_| bytes > 0) else { return };
        let stepped = arriving.upload.step(bytes);
        if let Ok(false) = stepped {
            return;
        }
        let Some(Arriving { number, ready, upload }) = self.arriving.take() else { return };
        match stepped.and_then(|_| upload.finish()) {
            Ok(loaded) => match self.join(number, ready, Box::new(loaded), visit) {
                Ok(change) => changes.extend(change),
                Err(failure) => self.fail(number, failure, changes),
            },
            Err(error) => self.refused(number, &error, changes),
        }
    }

    /// The device does not take a place.
    fn refused(&mut self, number: usize, error: &RenderError, changes: &mut Vec<Change>) {
        // Drawing the frame notices a lost device as well and opens another; the
        // place is asked for again.
        if !matches!(error, RenderError::Lost { .. }) {
            self.fail(number, Failure::Machine(error.to_string()), changes);
        }
    }

    /// A place cannot join, and is not tried again.
    fn fail(&mut self, number: usize, failure: Failure, changes: &mut Vec<Change>) {
        self.surroundings.give_up(number);
        changes.push(Change::Failed(failure));
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
        let Some(site) = self.surroundings.get(number).map(|(site, _)| site.into_owned()) else {
            return Ok(None);
        };
        let bank = std::mem::take(&mut ready.bank);
        let joined = visit.join(site, *ready);
        let id = joined.map_err(|error| Failure::Unusable(error.to_string()))?;
        Ok(Some(Change::Joined { id, bank, loaded }))
    }
}

/// Frees what is large on a thread of its own, so that no frame waits for it.
pub fn drop_elsewhere<T: Send + 'static>(value: T) {
    // Without a thread it is freed here.
    let _ = std::thread::Builder::new().name("freeing".to_owned()).spawn(move || drop(value));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small_world::{pave, uploader, wait, wanted};
    use replay::report::Recorder;
    use std::path::Path;
    use std::time::Duration;

    /// A world with a copy of itself beside it, both with a picture of 8 MB and its
    /// mipmaps.
    fn two_worlds(folder: &Path, uploader: &Uploader) -> (Neighbours, Visit) {
        let first = wanted(folder);
        pave(folder, [255, 0, 255, 255], 2048, 1024);
        let beside = vec!["c1@100000,0,0".parse().unwrap()];
        let first = Wanted { beside, join_within: Some(1_000_000), ..first };
        let End::Ready(ready, _) = wait(&mut Loading::start(first, uploader.clone(), || ())) else {
            panic!("not ready")
        };
        let neighbours = Neighbours::of(&ready).unwrap().unwrap();
        let site = neighbours.first().clone();
        (neighbours, Visit::enter(*ready, Some(site), Recorder::default()))
    }

    /// Frames that have nothing to spare until the neighbour is loaded: bytes that
    /// are to be handed over then.
    fn wait_for_arrival(neighbours: &mut Neighbours, visit: &mut Visit, uploader: &Uploader) -> u64 {
        for _ in 0..3000 {
            let changes = neighbours.follow(visit, 0, || uploader.clone(), || ());
            assert!(changes.is_empty());
            if let Some(arriving) = &neighbours.arriving {
                return arriving.upload.left();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("never loaded");
    }

    #[test]
    fn a_neighbour_takes_a_frame_for_every_piece_and_joins_with_the_last() {
        let folder = tempfile::tempdir().unwrap();
        let Some(uploader) = uploader() else { return };
        let (mut neighbours, mut visit) = two_worlds(folder.path(), &uploader);
        wait_for_arrival(&mut neighbours, &mut visit, &uploader);
        assert!(neighbours.is_handing_over());
        // The device was lost: nothing joins, and it is loaded again.
        neighbours.cancel();
        assert!(!neighbours.is_handing_over());
        let all = wait_for_arrival(&mut neighbours, &mut visit, &uploader);
        // The picture is 8 MB, a third more with its mipmaps: three pieces of 4 MB.
        assert!(all > 2 * Upload::FRAME_BYTES + (2 << 20), "{all}");
        let (mut frames, mut left) = (0, all);
        let changes = loop {
            assert_eq!(visit.world.places().len(), 1, "{left} are still to come");
            let changes = neighbours.follow(&mut visit, Upload::FRAME_BYTES, || uploader.clone(), || ());
            frames += 1;
            let now = neighbours.arriving.as_ref().map_or(0, |arriving| arriving.upload.left());
            // Pictures are cut at rows: 2048 pixels are 8 kB.
            assert!(left - now <= Upload::FRAME_BYTES + 8192, "{left} {now}");
            left = now;
            if !changes.is_empty() {
                break changes;
            }
        };
        assert_eq!(frames, all.div_ceil(Upload::FRAME_BYTES));
        assert!(matches!(changes[..], [Change::Joined { .. }]));
        assert_eq!((left, visit.world.places().len()), (0, 2));
        assert!(!neighbours.is_handing_over());
    }

    #[test]
    fn a_neighbour_that_the_device_refuses_is_told_once_and_a_lost_device_is_no_failure() {
        let folder = tempfile::tempdir().unwrap();
        let Some(uploader) = uploader() else { return };
        let (mut neighbours, _) = two_worlds(folder.path(), &uploader);
        let mut changes = Vec::new();
        let refused = RenderError::Refused { doing: "uploading the world", reason: "no room".to_owned() };
        neighbours.refused(1, &refused, &mut changes);
        assert!(matches!(&changes[..], [Change::Failed(failure)] if failure.to_string().contains("no room")));
        neighbours.refused(1, &RenderError::Lost { reason: "gone".to_owned() }, &mut changes);
        assert_eq!(changes.len(), 1);
    }
}
