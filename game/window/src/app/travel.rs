//! Requests that lead the person or the camera elsewhere: back to the start, to bookmarks and
//! coordinates, and into photo mode.

use super::super::overlay::bookmarks::BookmarkWish;
use super::super::overlay::photo::{self, Photo};
use super::super::saves;
use super::App;
use super::pages::Page;
use glam::Vec3;
use pictures::Viewpoint;
use runtime::places::PlaceId;

impl App {
    pub(super) fn back_to_start(&mut self) {
        let Page::World(world) = &mut self.page else { return };
        world.menu = None;
        if world.visit.back_to_start() {
            self.note.say("Back at the start");
        }
        self.take_pointer();
    }

    /// Saves the open world, in place of its last save.
    pub(super) fn quick_save(&mut self) {
        let Page::World(world) = &self.page else { return };
        match saves::write(&self.folders.data, &world.visit) {
            Ok(path) => {
                tracing::info!(target: "saves", "{}", path.display());
                self.note.say("Saved");
            }
            Err(failure) => {
                tracing::warn!(target: "saves", "{failure}");
                self.note.say(format!("Not saved: {failure}"));
            }
        }
    }

    /// The open world goes on where it was saved last.
    pub(super) fn quick_load(&mut self) {
        let Page::World(world) = &mut self.page else { return };
        if world.is_being_renewed() {
            return;
        }
        let line = match saves::read(&self.folders.data, &world.visit) {
            Ok(None) => "Nothing is saved of this world; F6 saves it".to_owned(),
            Ok(Some(saved)) => match world.visit.resume(saved) {
                Ok(gone) => {
                    self.went_back(&gone);
                    "Loaded".to_owned()
                }
                Err(error) => format!("Not loaded: {error}"),
            },
            Err(failure) => {
                tracing::warn!(target: "saves", "{failure}");
                format!("Not loaded: {failure}")
            }
        };
        self.note.say(line);
        // A page that is still open needs the mouse.
        if matches!(&self.page, Page::World(world) if world.menu.is_none()) {
            self.return_to_world();
        }
    }

    /// The open world goes on where it was before, without the places that are gone.
    pub(super) fn went_back(&mut self, gone: &[PlaceId]) {
        let Page::World(world) = &mut self.page else { return };
        world.menu = None;
        for id in gone {
            world.loaded.remove(id);
            self.sound.leave_place(*id);
        }
        // Those that go on are heard anew.
        let places = world.visit.world.places().iter().map(runtime::places::Place::id);
        places.for_each(|id| self.sound.stop_cues(id));
        self.captions.clear();
    }

    /// Changes the bookmarks of the open world, or goes to one of them.
    pub(super) fn bookmark(&mut self, wish: BookmarkWish) {
        let Page::World(world) = &self.page else { return };
        let here = world.visit.place();
        let (title, name) = (here.title.clone(), here.world.clone());
        match wish {
            BookmarkWish::Add(label) => drop(self.bookmarks.add(&label, here)),
            BookmarkWish::Rename(number, label) => self.bookmarks.rename(&title, &name, number, &label),
            BookmarkWish::Remove(number) => self.bookmarks.remove(&title, &name, number),
            BookmarkWish::Go(number) => {
                if let Some(bookmark) = self.bookmarks.of(&title, &name).into_iter().nth(number) {
                    self.go_to_view(&bookmark.view);
                    self.note.say(bookmark.name);
                }
                return;
            }
            BookmarkWish::GoTo(eye) => return self.go_to_view(&Viewpoint { eye, ..here }),
        }
        if let Err(failure) = self.bookmarks.save(&self.folders.data) {
            tracing::warn!(target: "settings", "{failure}");
            self.note.say(failure.to_string());
        }
    }

    fn go_to_view(&mut self, view: &Viewpoint) {
        let Page::World(world) = &mut self.page else { return };
        world.menu = None;
        let eye = world.visit.simulation().scene().frame.to_engine(Vec3::from(view.eye));
        world.visit.go_to_eye(eye, view.yaw_deg.to_radians(), view.pitch_deg.to_radians());
        self.take_pointer();
    }

    /// Begins photo mode, or leaves it: the free camera is what it was before.
    pub(super) fn toggle_photo(&mut self) {
        let Page::World(world) = &mut self.page else { return };
        world.menu = None;
        if let Some(photo) = world.photo.take() {
            world.visit.fly = photo.before;
            self.note.clear();
        } else {
            world.photo = Some(Photo::new(world.visit.fly));
            world.visit.fly_from_here();
            self.note.say(photo::hint(self.bindings.scheme(world.visit.driven())));
        }
        // The scene tree is used with the mouse.
        if world.photo.is_none() && world.tree.is_some() {
            return self.release_pointer();
        }
        self.take_pointer();
    }
}
