//! The places around the person: those that are wished for are loaded on a thread,
//! one after the other, handed to the device in pieces between frames, and join
//! when it has all of them; those that are far leave. No frame waits for any of it.
//!
//! What will be wished for is loaded before (`ahead.rs`). A recording that is watched says itself which places join and
//! leave before which tick (`led.rs`).

mod ahead;
mod led;

use super::loader::{Delivery, End, Loading, Purpose, Ready, Wanted};
use super::visit::Visit;
use audio::Bank;
use base::Failure;
use heap::drop_elsewhere;
use places::{Foresight, Orders, Surroundings};
use render::{Loaded, RenderError, Upload, Uploader};
use runtime::places::{PlaceId, Site};
use std::collections::BTreeMap;
use std::sync::Arc;
use world::Scene;

/// Bytes that a window takes besides its places: the program, what it shares of the game's files, the device with its
/// shaders and pictures of its own.
const BESIDES: usize = 96 << 20;

/// Bytes that a place takes in memory and on the device. A device without memory of its own has them in the same.
fn cost(scene: &Scene) -> usize {
    scene.bytes() + render::device_bytes(scene)
}

/// What happened to the places.
pub enum Change {
    /// One joined.
    Joined {
        /// Its number.
        id: PlaceId,
        /// What sounds in it.
        bank: Bank,
        /// Its data on the device.
        loaded: Box<Loaded>,
    },
    /// One left.
    Left(PlaceId),
    /// One is to be loaded again, because the recording that is watched has other creatures in it from now on.
    Again(PlaceId),
    /// One could not be loaded, and is not tried again.
    Failed(Failure),
}

/// The places around the person.
pub struct Neighbours {
    surroundings: Surroundings,
    loading: Option<(Asked, Loading)>,
    arriving: Option<Arriving>,
    /// Where the person goes.
    foresight: Foresight,
    /// By key: places that are asked for, and those of them that the device has.
    orders: Orders<Arrived>,
    /// By key: places that the device has and that the recording that is watched joins later.
    waiting: BTreeMap<String, Arrived>,
    /// The place into which creatures of that recording come; time stands still until they are there.
    inviting: Option<PlaceId>,
}

/// A place that is to be loaded.
struct Asked {
    /// Its number in the surroundings; none of what only a recording knows.
    number: Option<usize>,
    site: Site,
    world: String,
}

/// A place that is loaded and being handed to the device.
struct Arriving {
    asked: Asked,
    ready: Box<Ready>,
    upload: Box<Upload>,
}

/// A place that the device has.
struct Arrived {
    asked: Asked,
    ready: Box<Ready>,
    loaded: Box<Loaded>,
}

impl Neighbours {
    /// What lies beside a world that is ready, or behind its lines; `None` when nothing does.
    ///
    /// # Errors
    /// The same world twice at one place.
    pub fn of(ready: &Ready) -> Result<Option<Self>, Failure> {
        let Wanted { beside, join_within, watch, .. } = &ready.wanted;
        if let Some(surroundings) = places::overworld(&ready.install, &ready.request.world) {
            let surroundings = surroundings.drawn(cost, BESIDES);
            return Ok(Some(Neighbours::within(surroundings)));
        }
        let is_led = watch.as_ref().is_some_and(|watch| watch.has_places());
        if beside.is_empty() && !is_led && !places::has_lines(ready.simulation.scene()) {
            return Ok(None);
        }
        let worlds = ready.install.worlds().iter().map(|world| world.id.as_str());
        let (own, simulation) = (&ready.request.world, &ready.simulation);
        let surroundings = Surroundings::new(own, simulation, beside, *join_within, worlds)?;
        Ok(Some(Neighbours::within(surroundings)))
    }

    fn within(surroundings: Surroundings) -> Self {
        Neighbours {
            surroundings,
            loading: None,
            arriving: None,
            foresight: Foresight::default(),
            orders: Orders::default(),
            waiting: BTreeMap::new(),
            inviting: None,
        }
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
        self.orders = Orders::default();
        self.waiting.clear();
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
        self.hear(visit, &mut changes);
        self.hand_over(bytes, visit, &mut changes);
        if visit.is_led() {
            self.follow_recording(visit, &mut changes);
            if let Some(asked) = self.foreseen(visit).filter(|_| self.is_idle()) {
                self.load(asked, visit, uploader(), wake);
            }
            return changes;
        }
        self.forget_recording();
        visit.arrive(&mut self.surroundings);
        let wishes = self.surroundings.wishes(&visit.world);
        for number in wishes.leave {
            let place = self.surroundings.get(number).and_then(|(site, _)| visit.world.find(&site.key));
            let Some(id) = place.map(runtime::places::Place::id) else { continue };
            leave(id, visit, &mut changes);
        }
        if let Some(away) = self.surroundings.turn_away(&visit.world) {
            visit.ask(away);
        }
        self.join_ready(&wishes.join, visit, &mut changes);
        self.ask(&wishes.join, visit);
        if self.is_idle()
            && let Some(asked) = self.begin()
        {
            self.load(asked, visit, uploader(), wake);
        }
        changes
    }

    fn asked(&self, number: usize) -> Option<Asked> {
        let (site, world) = self.surroundings.get(number)?;
        Some(Asked { number: Some(number), site: site.into_owned(), world })
    }

    fn is_idle(&self) -> bool {
        self.loading.is_none() && self.arriving.is_none()
    }

    fn load(&mut self, asked: Asked, visit: &Visit, uploader: Uploader, wake: impl Fn() + Send + 'static) {
        let kept = visit.world.kept(&asked.site.key).cloned().map(Arc::new);
        let known = visit.known_of(PlaceId::FIRST);
        let first = &known.wanted;
        let wanted = Wanted {
            // Cells of one map share what was read of it.
            install: known.files.land.layout().map(|_| Arc::clone(&known.files)),
            world: Some(asked.world.clone()),
            demo: None,
            beside: Vec::new(),
            watch: None,
            guests: load::Guests { spawns: Vec::new(), vehicle: None, ..first.guests.clone() },
            purpose: Purpose::Join(kept),
            ..first.clone()
        };
        self.loading = Some((asked, Loading::start(wanted, uploader, wake)));
    }

    /// What became of the place that is being loaded.
    fn hear(&mut self, visit: &mut Visit, changes: &mut Vec<Change>) {
        let Some(end) = self.loading.as_mut().and_then(|(_, loading)| loading.poll()) else { return };
        let Some((asked, _)) = self.loading.take() else { return };
        match end {
            End::Ready(ready, Delivery::Upload(upload)) => {
                self.arriving = Some(Arriving { asked, ready, upload });
            }
            End::Failed(failure) => self.fail(&asked, failure, visit, changes),
            // Whoever joins is uploaded in pieces.
            End::Ready(..) | End::Cancelled | End::DeviceLost => self.orders.dropped(&asked.site.key),
        }
    }

    /// Hands over one piece of the place that arrives; with the last one it joins.
    fn hand_over(&mut self, bytes: u64, visit: &mut Visit, changes: &mut Vec<Change>) {
        let Some(arriving) = self.arriving.as_mut().filter(|_| bytes > 0) else { return };
        let stepped = arriving.upload.step(bytes);
        if let Ok(false) = stepped {
            return;
        }
        let Some(Arriving { asked, ready, upload }) = self.arriving.take() else { return };
        match stepped.and_then(|_| upload.finish()) {
            Ok(loaded) => {
                let arrived = Arrived { asked, ready, loaded: Box::new(loaded) };
                if visit.is_led() {
                    self.waiting.insert(arrived.asked.site.key.clone(), arrived);
                } else {
                    self.keep(arrived);
                }
            }
            Err(error) => self.refused(&asked, &error, visit, changes),
        }
    }

    /// The device does not take a place.
    fn refused(&mut self, asked: &Asked, error: &RenderError, visit: &mut Visit, changes: &mut Vec<Change>) {
        // Drawing the frame notices a lost device as well and opens another; the
        // place is asked for again.
        if matches!(error, RenderError::Lost { .. }) {
            self.orders.dropped(&asked.site.key);
        } else {
            self.fail(asked, Failure::Machine(error.to_string()), visit, changes);
        }
    }

    /// A place cannot join, and is not tried again. A recording that needs it is over.
    fn fail(&mut self, asked: &Asked, failure: Failure, visit: &mut Visit, changes: &mut Vec<Change>) {
        if let Some(number) = asked.number {
            self.surroundings.give_up(number);
        }
        self.orders.dropped(&asked.site.key);
        visit.stop_watching();
        changes.push(Change::Failed(failure));
    }

    /// A place that is still wished for joins.
    fn settle(&mut self, mut arrived: Arrived, visit: &mut Visit, changes: &mut Vec<Change>) {
        if let Some(number) = arrived.asked.number {
            match self.surroundings.measured(number, arrived.ready.extent, &visit.world) {
                Ok(true) => {}
                Ok(false) => return drop_elsewhere((arrived.ready, arrived.loaded)),
                Err(failure) => return self.fail(&arrived.asked, failure, visit, changes),
            }
            let site = self.surroundings.get(number).map(|(site, _)| site.into_owned());
            arrived.asked.site = site.unwrap_or(arrived.asked.site);
        }
        self.join(arrived, visit, changes);
    }

    fn join(&mut self, arrived: Arrived, visit: &mut Visit, changes: &mut Vec<Change>) {
        let Arrived { asked, mut ready, loaded } = arrived;
        let bank = std::mem::take(&mut ready.bank);
        match visit.join(asked.site.clone(), *ready) {
            Ok(id) => changes.push(Change::Joined { id, bank, loaded }),
            Err(error) => self.fail(&asked, Failure::Unusable(error.to_string()), visit, changes),
        }
    }
}

/// A place leaves, if it may.
fn leave(id: PlaceId, visit: &mut Visit, changes: &mut Vec<Change>) {
    if let Ok(left) = visit.leave(id) {
        drop_elsewhere(left);
        changes.push(Change::Left(id));
    }
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
        let (mut neighbours, mut visit) = two_worlds(folder.path(), &uploader);
        let mut changes = Vec::new();
        let asked = neighbours.asked(1).unwrap();
        let refused = RenderError::Refused { doing: "uploading the world", reason: "no room".to_owned() };
        neighbours.refused(&asked, &refused, &mut visit, &mut changes);
        assert!(matches!(&changes[..], [Change::Failed(failure)] if failure.to_string().contains("no room")));
        let lost = RenderError::Lost { reason: "gone".to_owned() };
        neighbours.refused(&asked, &lost, &mut visit, &mut changes);
        assert_eq!(changes.len(), 1);
    }
}
