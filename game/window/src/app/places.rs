//! The places of the open world: those that come and go, and those that are loaded
//! again after their files changed.

use super::super::loader::{Delivery, End, Loading, Purpose, Ready, Wanted};
use super::super::neighbours::{Change, Neighbours};
use super::super::overlay::menu::Page as MenuPage;
use super::super::watch::Watch;
use super::App;
use super::pages::Page;
use base::output;
use heap::drop_elsewhere;
use render::{Loaded, RenderError, Replaced, Upload};
use runtime::places::PlaceId;
use std::collections::BTreeMap;

/// A place that was loaded again, on its way to the device. What it was before is
/// drawn, and time passes in it, until the device has all.
pub(super) struct Renewal {
    pub id: PlaceId,
    ready: Box<Ready>,
    delivery: Delivery,
}

impl Renewal {
    /// Hands so many bytes more over; true when that was all.
    fn step(&mut self, loaded: &mut BTreeMap<PlaceId, Loaded>, bytes: u64) -> Result<bool, RenderError> {
        match &mut self.delivery {
            Delivery::Loaded(_) => Ok(true),
            Delivery::Upload(upload) => upload.step(bytes),
            Delivery::Replacement(replacement) => {
                loaded.get_mut(&self.id).map_or(Ok(true), |there| replacement.step(there, bytes))
            }
        }
    }
}

impl App {
    /// True while data is being handed to the device, which takes frames.
    pub(super) fn is_handing_over(&self) -> bool {
        let Page::World(world) = &self.page else { return false };
        world.renewal.is_some() || world.neighbours.as_ref().is_some_and(Neighbours::is_handing_over)
    }

    /// Places come and go with the person; picture, sound and name follow.
    pub(super) fn follow_places(&mut self) {
        // One place at a time: no frame hands over more than its share.
        let bytes = if self.renew() { 0 } else { Upload::FRAME_BYTES };
        self.follow_mods();
        if matches!(&self.page, Page::World(world) if !world.is_renewing() && !world.stale.is_empty()) {
            self.reload_next();
        }
        let [waker, of_map, of_creatures, of_vehicles] = std::array::from_fn(|_| self.waker());
        let Some(screen) = &self.screen else { return };
        let Page::World(world) = &mut self.page else { return };
        if world.visit.take_crossed() {
            let (visit, watched) = (&world.visit.world, world.visit.world.watched());
            self.sound.shift(|id| visit.offset(id, watched));
            // What was selected belongs to the place before.
            world.tree = world.tree.take().map(|tree| tree.anew());
            screen.window.set_title(&world.visit.title());
        }
        if world.map.is_open && world.visit.is_overworld() {
            world.travel_map.follow(&world.visit, of_map);
        } else if world.map.is_open {
            world.map.follow(&world.visit, of_map);
        }
        if let Some(name) = world.visit.take_travel() {
            let install = std::sync::Arc::clone(&world.visit.known().files);
            let surroundings = world.neighbours.as_mut().map(Neighbours::surroundings_mut);
            let said = places::travel_to(&install, surroundings, &name);
            self.note.say(said.unwrap_or_else(|why| why));
        }
        let wants_creatures =
            world.menu == Some(MenuPage::Body) || world.tree.as_ref().is_some_and(|tree| tree.is_placing);
        if wants_creatures {
            world.creatures.follow(&world.visit, of_creatures);
        }
        if world.menu == Some(MenuPage::Vehicle) {
            world.vehicles.follow(&world.visit, of_vehicles);
        }
        let Some(neighbours) = &mut world.neighbours else { return };
        for change in neighbours.follow(&mut world.visit, bytes, || screen.renderer.uploader(), waker) {
            match change {
                Change::Joined { id, bank, loaded } => {
                    world.loaded.insert(id, *loaded);
                    let running = &world.visit.world;
                    let offset = running.offset(id, running.watched()).unwrap_or_default();
                    let Some(place) = running.place(id) else { continue };
                    tracing::info!(target: "places", "joined: {}", place.site().key);
                    let silent = self.sound.enter(id, place.simulation().scene(), &bank, offset);
                    if let Some(line) = silent {
                        self.note.say(line);
                    }
                }
                Change::Left(id) => {
                    tracing::info!(target: "places", "left: {}", id.0);
                    self.sound.leave_place(id);
                    world.stale.retain(|stale| *stale != id);
                    if world.reload.as_ref().is_some_and(|(reloaded, _)| *reloaded == id) {
                        world.reload = None;
                    }
                    if let Some(renewal) = world.renewal.take_if(|renewal| renewal.id == id) {
                        drop_elsewhere(renewal);
                    }
                    if let Some(loaded) = world.loaded.remove(&id) {
                        drop_elsewhere(loaded);
                    }
                }
                Change::Again(id) => world.stale.push(id),
                Change::Failed(failure) => {
                    output::note(&format!("warning: {failure}; it does not join"));
                    self.note.say(failure.to_string());
                }
            }
        }
    }

    /// Loads all places again, the one that is seen first.
    pub(super) fn reload(&mut self) {
        let Page::World(world) = &mut self.page else { return };
        if world.is_being_renewed() {
            return;
        }
        let running = &world.visit.world;
        let others = running.places().iter().map(runtime::places::Place::id);
        // Taken from the end.
        world.stale = others.filter(|id| *id != running.watched()).collect();
        world.stale.push(running.watched());
        self.reload_next();
    }

    pub(super) fn reload_next(&mut self) {
        let waker = self.waker();
        let Some(uploader) = self.screen.as_ref().map(|screen| screen.renderer.uploader()) else { return };
        let Page::World(world) = &mut self.page else { return };
        let Some(id) = world.stale.pop() else { return };
        let (Some(place), Some(there)) = (world.visit.world.place(id), world.loaded.get(&id)) else { return };
        let before = place.simulation().scene().clone();
        // A demo is not built again: its files may be being edited.
        let wanted = Wanted {
            demo: None,
            install: None,
            mod_lists: self.mods.clone(),
            purpose: Purpose::Again { before, pages: there.light_pages() },
            ..world.visit.known_of(id).wanted.clone()
        };
        world.reload = Some((id, Loading::start(wanted, uploader, waker)));
    }

    /// How loading a place again ended.
    pub(super) fn loaded_again(&mut self, id: PlaceId, end: End) {
        match end {
            End::Ready(ready, delivery) => {
                if let Page::World(world) = &mut self.page {
                    world.renewal = Some(Renewal { id, ready, delivery });
                }
            }
            End::DeviceLost => self.recover("the graphics device went away"),
            End::Cancelled => {}
            End::Failed(failure) if self.frames.is_some() => self.failure = Some(failure),
            End::Failed(failure) => {
                tracing::error!(target: "load", "{failure}");
                output::note(&format!("error: {failure}"));
                self.note.say(format!("Not reloaded: {failure}"));
                if let Page::World(world) = &mut self.page {
                    world.visit.forget_invited();
                }
            }
        }
    }

    /// Hands one piece of a place that was loaded again to the device; with the last
    /// one the place goes on as its files say now. True when this frame handed
    /// something over.
    fn renew(&mut self) -> bool {
        let Page::World(world) = &mut self.page else { return false };
        let Some(mut renewal) = world.renewal.take() else { return false };
        match renewal.step(&mut world.loaded, Upload::FRAME_BYTES) {
            Ok(false) => world.renewal = Some(renewal),
            Ok(true) => self.go_on(renewal),
            Err(error) => self.not_renewed(renewal.id, error),
        }
        true
    }

    /// What runs goes on as it is: what the device has of it is still sound.
    fn not_renewed(&mut self, id: PlaceId, error: RenderError) {
        if let RenderError::Lost { .. } = error {
            if let Page::World(world) = &mut self.page {
                world.stale.push(id);
            }
            return self.recover("the graphics device went away");
        }
        output::note(&format!("error: {error}"));
        self.note.say(format!("Not reloaded: {error}"));
        if let Page::World(world) = &mut self.page {
            world.visit.forget_invited();
        }
    }

    /// A place that was loaded again, and that the device has all of, goes on where
    /// it is now.
    fn go_on(&mut self, Renewal { id, ready, delivery }: Renewal) {
        if !matches!(&self.page, Page::World(world) if world.visit.is_invited(id)) {
            self.finish_recording();
        }
        let ready = *ready;
        let Page::World(world) = &mut self.page else { return };
        let running = &world.visit.world;
        if running.place(id).is_none() {
            return;
        }
        let (loaded, replaced) = match delivery {
            Delivery::Loaded(loaded) => (Some(*loaded), None),
            Delivery::Upload(upload) => match upload.finish() {
                Ok(loaded) => (Some(loaded), None),
                Err(error) => return self.not_renewed(id, error),
            },
            Delivery::Replacement(replacement) => (None, Some(replacement.replaced())),
        };
        if let Some(before) = loaded.and_then(|loaded| world.loaded.insert(id, loaded)) {
            drop_elsewhere(before);
        }
        let offset = running.offset(id, running.watched()).unwrap_or_default();
        let silent = self.sound.enter(id, ready.simulation.scene(), &ready.bank, offset);
        self.sound.take_files_from(&ready.install);
        let findings = ready.findings.len();
        let ms = ready.times_ms.last().map_or(0.0, |(_, ms)| *ms);
        let anew = world.visit.reload(id, ready).map_or(0, |carried| carried.anew);
        let mut line = format!("in {ms:.0} ms, {}", output::counted(findings, "finding", "findings"));
        line.push_str(&uploads(replaced));
        if anew > 0 {
            let nodes = output::counted(anew, "node starts", "nodes start");
            line.push_str(&format!(", {nodes} anew"));
        }
        tracing::info!(target: "load", "loaded again {line}");
        self.note.say(format!("Reloaded {line}"));
        if let Some(line) = silent {
            self.note.say(line);
        }
        world.tree = world.tree.take().map(|tree| tree.anew());
        let looking = world.tree.is_none();
        let mods = world.visit.known().mods.clone();
        self.watch = Watch::start(&mods, self.waker());
        self.last_frame = None;
        if self.focused && looking {
            self.return_to_world();
        }
    }
}

/// What went to the device, if not all of the world did.
fn uploads(replaced: Option<Replaced>) -> String {
    let count = |number: u32, one: &str| match number {
        0 => String::new(),
        1 => format!(", 1 {one} uploaded"),
        many => format!(", {many} {one}s uploaded"),
    };
    replaced.map_or_else(String::new, |Replaced { textures, models, .. }| {
        count(textures, "picture") + &count(models, "model")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small_world::{pave, uploader, wait, wanted};

    #[test]
    fn a_picture_that_changed_takes_a_frame_for_every_piece() {
        let folder = tempfile::tempdir().unwrap();
        let Some(uploader) = uploader() else { return };
        let first = wanted(folder.path());
        pave(folder.path(), [255, 0, 0, 255], 2048, 1024);
        let End::Ready(ready, Delivery::Loaded(there)) =
            wait(&mut Loading::start(first.clone(), uploader.clone(), || ()))
        else {
            panic!("not ready")
        };
        pave(folder.path(), [0, 0, 255, 255], 2048, 1024);
        let before = ready.simulation.scene().clone();
        let again = Purpose::Again { before, pages: there.light_pages() };
        let End::Ready(ready, delivery) =
            wait(&mut Loading::start(Wanted { purpose: again, ..first }, uploader, || ()))
        else {
            panic!("not ready")
        };
        let id = PlaceId::FIRST;
        let mut loaded = BTreeMap::from([(id, *there)]);
        let mut renewal = Renewal { id, ready, delivery };
        let mut frames = 1;
        while !renewal.step(&mut loaded, Upload::FRAME_BYTES).unwrap() {
            frames += 1;
        }
        let Delivery::Replacement(replacement) = &renewal.delivery else { panic!("{:?}", renewal.delivery) };
        // 2048 by 1024 pixels of 4 bytes, and mipmaps down to 2 by 1 and then 1 by 1.
        let bytes: u64 = (0..=10).map(|level| (2048 >> level) * (1024 >> level) * 4).sum::<u64>() + 4;
        assert_eq!(replacement.replaced(), Replaced { textures: 1, models: 0, bytes });
        assert_eq!(frames, bytes.div_ceil(Upload::FRAME_BYTES));
        assert_eq!(frames, 3);
    }

    #[test]
    fn what_went_to_the_device_is_said_in_words() {
        let replaced = |textures, models| Some(Replaced { textures, models, bytes: 5 });
        assert_eq!(uploads(None), "");
        assert_eq!(uploads(replaced(0, 0)), "");
        assert_eq!(uploads(replaced(1, 0)), ", 1 picture uploaded");
        assert_eq!(uploads(replaced(2, 1)), ", 2 pictures uploaded, 1 model uploaded");
    }
}
