//! The places of the open world: those that come and go, and those that are loaded
//! again after their files changed.

use super::super::loader::{End, Loading, Purpose, Ready, Wanted};
use super::super::neighbours::{Change, drop_elsewhere};
use super::super::overlay::tree::Tree;
use super::App;
use super::pages::Page;
use base::output;
use render::{RenderError, Replaced};
use runtime::places::PlaceId;

impl App {
    /// Places come and go with the person; picture, sound and name follow.
    pub(super) fn follow_places(&mut self) {
        if matches!(&self.page, Page::World(world) if world.reload.is_none() && !world.stale.is_empty()) {
            self.reload_next();
        }
        let waker = self.waker();
        let Some(screen) = &self.screen else { return };
        let Page::World(world) = &mut self.page else { return };
        if world.visit.take_crossed() {
            let (visit, watched) = (&world.visit.world, world.visit.world.watched());
            self.sound.shift(|id| visit.offset(id, watched));
            // What was selected belongs to the place before.
            world.tree = world.tree.take().map(|_| Tree::default());
            screen.window.set_title(&world.visit.title());
        }
        let Some(neighbours) = &mut world.neighbours else { return };
        for change in neighbours.follow(&mut world.visit, || screen.renderer.uploader(), waker) {
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
                    if let Some(loaded) = world.loaded.remove(&id) {
                        drop_elsewhere(loaded);
                    }
                }
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
        if world.reload.is_some() || !world.stale.is_empty() {
            return;
        }
        let running = &world.visit.world;
        let others = running.places().iter().map(runtime::places::Place::id);
        // Taken from the end.
        world.stale = others.filter(|id| *id != running.watched()).collect();
        world.stale.push(running.watched());
        self.reload_next();
    }

    fn reload_next(&mut self) {
        let waker = self.waker();
        let Some(uploader) = self.screen.as_ref().map(|screen| screen.renderer.uploader()) else { return };
        let Page::World(world) = &mut self.page else { return };
        let Some(id) = world.stale.pop() else { return };
        let Some(place) = world.visit.world.place(id) else { return };
        // A demo is not built again: its files may be being edited.
        let wanted = Wanted {
            demo: None,
            purpose: Purpose::Again(place.simulation().scene().clone()),
            ..world.visit.known_of(id).wanted.clone()
        };
        world.reload = Some((id, Loading::start(wanted, uploader, waker)));
    }

    /// How loading a place again ended.
    pub(super) fn loaded_again(&mut self, id: PlaceId, end: End) {
        match end {
            End::Ready(ready, loaded) => self.go_on(id, *ready, loaded),
            End::DeviceLost => self.recover("the graphics device went away"),
            End::Cancelled => {}
            End::Failed(failure) if self.frames.is_some() => self.failure = Some(failure),
            End::Failed(failure) => {
                tracing::error!(target: "load", "{failure}");
                output::note(&format!("error: {failure}"));
                self.note.say(format!("not loaded again: {failure}"));
            }
        }
    }

    /// A place that was loaded again goes on where it was.
    fn go_on(&mut self, id: PlaceId, ready: Ready, loaded: Option<Box<render::Loaded>>) {
        self.finish_recording();
        let Some(screen) = &self.screen else { return };
        let Page::World(world) = &mut self.page else { return };
        let running = &world.visit.world;
        let Some(place) = running.place(id) else { return };
        let replaced = if let Some(loaded) = loaded {
            if let Some(before) = world.loaded.insert(id, *loaded) {
                drop_elsewhere(before);
            }
            Ok(None)
        } else if let Some(there) = world.loaded.get_mut(&id) {
            let (before, after) = (place.simulation().scene(), ready.simulation.scene());
            screen.renderer.uploader().replace(there, before, after).map(Some)
        } else {
            Ok(None)
        };
        let replaced = match replaced {
            Ok(replaced) => replaced,
            Err(RenderError::Lost { .. }) => return self.recover("the graphics device went away"),
            Err(error) => {
                // What is on the device is still sound, and so is what runs.
                output::note(&format!("error: {error}"));
                self.note.say(format!("not loaded again: {error}"));
                return;
            }
        };
        let offset = running.offset(id, running.watched()).unwrap_or_default();
        let silent = self.sound.enter(id, ready.simulation.scene(), &ready.bank, offset);
        self.sound.take_files_from(&ready.install);
        let findings = ready.findings.len();
        let ms = ready.times_ms.last().map_or(0.0, |(_, ms)| *ms);
        let anew = world.visit.reload(id, ready).map_or(0, |carried| carried.anew);
        let mut line = format!("loaded again in {ms:.0} ms, {findings} findings");
        line.push_str(&uploads(replaced));
        line.push_str(&match anew {
            0 => String::new(),
            1 => ", 1 node starts anew".to_owned(),
            nodes => format!(", {nodes} nodes start anew"),
        });
        tracing::info!(target: "load", "{line}");
        self.note.say(line);
        if let Some(line) = silent {
            self.note.say(line);
        }
        world.tree = world.tree.take().map(|_| Tree::default());
        let looking = world.tree.is_none();
        self.last_frame = None;
        if self.focused && looking {
            self.take_pointer();
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

    #[test]
    fn what_went_to_the_device_is_said_in_words() {
        let replaced = |textures, models| Some(Replaced { textures, models, bytes: 5 });
        assert_eq!(uploads(None), "");
        assert_eq!(uploads(replaced(0, 0)), "");
        assert_eq!(uploads(replaced(1, 0)), ", 1 picture uploaded");
        assert_eq!(uploads(replaced(2, 1)), ", 2 pictures uploaded, 1 model uploaded");
    }
}
