//! Changes of pages: loading, entering and leaving a world, and whatever a page requests. Places that
//! come, go and are loaded again while a world is open are in `places`.

use super::super::loader::{Delivery, End, Loading, Ready, Wanted};
use super::super::neighbours::Neighbours;
use super::super::overlay::Wish;
use super::super::overlay::menu::Page as MenuPage;
use super::super::overlay::start::Start;
use super::super::overlay::tree::Tree;
use super::super::recent::Entry;
use super::super::visit::{self, Visit};
use super::super::watch::Watch;
use super::App;
use super::places::Renewal;
use crate::bindings::Action;
use base::{disk, output};
use glam::Vec3;
use render::Statistics;
use runtime::places::PlaceId;
use std::collections::BTreeMap;
use std::sync::mpsc;
use titles::demo_install::DemoInstall;

/// What fills the window.
pub(super) enum Page {
    Start(Box<Start>),
    Loading(Box<Loading>),
    World(Box<World>),
}

/// A world on the screen.
pub(super) struct World {
    pub visit: Visit,
    /// The data of each place on the device.
    pub loaded: BTreeMap<PlaceId, render::Loaded>,
    /// What lies beside, if anything does.
    pub neighbours: Option<Neighbours>,
    pub menu: Option<MenuPage>,
    pub tree: Option<Tree>,
    /// A place that is being loaded again.
    pub reload: Option<(PlaceId, Loading)>,
    /// A place that was loaded again and is being handed to the device.
    pub renewal: Option<Renewal>,
    /// Places that are loaded again after it.
    pub stale: Vec<PlaceId>,
    pub drawn: Statistics,
    /// The area without panels, in points.
    pub free: egui::Rect,
}

impl World {
    /// True while places are loaded again, until all go on as their files say now.
    pub fn is_being_renewed(&self) -> bool {
        self.is_renewing() || !self.stale.is_empty()
    }

    /// True while one of them is being loaded or handed to the device.
    pub fn is_renewing(&self) -> bool {
        self.reload.is_some() || self.renewal.is_some()
    }
}

impl App {
    pub(super) fn go_to_start(&mut self) {
        self.release_pointer();
        self.finish_recording();
        *self.recorder.lock() = None;
        self.sound.leave();
        self.watch = None;
        self.page = Page::Start(Box::new(Start::open(self.waker())));
        self.title("Revisit");
    }

    pub(super) fn load(&mut self, mut wanted: Wanted) {
        wanted.textures.get_or_insert_with(|| self.settings.picture.textures.word().to_owned());
        self.release_pointer();
        self.title("Revisit: loading");
        self.sound.leave();
        let Some(uploader) = self.screen.as_ref().map(|screen| screen.renderer.uploader()) else { return };
        self.page = Page::Loading(Box::new(Loading::start(wanted, uploader, self.waker())));
    }

    /// The result of a thread.
    pub(super) fn hear_threads(&mut self) {
        let mut wishes = Vec::new();
        if let Some(dialog) = &self.dialog {
            match dialog.try_recv() {
                Ok(Some(path)) => wishes.push(Wish::LookInto(path)),
                Ok(None) | Err(mpsc::TryRecvError::Disconnected) => {}
                Err(mpsc::TryRecvError::Empty) => return self.hear_pages(wishes),
            }
            self.dialog = None;
        }
        self.hear_pages(wishes);
    }

    pub(super) fn hear_pages(&mut self, mut wishes: Vec<Wish>) {
        let end = match &mut self.page {
            Page::Start(start) => {
                start.poll(&mut wishes);
                None
            }
            Page::Loading(loading) => loading.poll().map(|end| (None, end)),
            Page::World(world) => world
                .reload
                .as_mut()
                .and_then(|(id, loading)| Some((Some(*id), loading.poll()?)))
                .inspect(|_| world.reload = None),
        };
        match end {
            Some((None, end)) => self.loaded(end),
            Some((Some(id), end)) => self.loaded_again(id, end),
            None => {}
        }
        self.grant(wishes);
    }

    pub(super) fn loaded(&mut self, end: End) {
        match end {
            End::Ready(ready, Delivery::Loaded(loaded)) => self.enter(*ready, *loaded),
            // Whoever enters sees nothing else, and gets all of it at once.
            End::Ready(..) => {}
            End::DeviceLost => self.recover("the graphics device went away"),
            End::Cancelled if matches!(self.page, Page::Loading(_)) => self.go_to_start(),
            End::Cancelled => {}
            End::Failed(failure) => {
                tracing::error!(target: "load", "{failure}");
                if self.frames.is_some() {
                    self.failure = Some(failure);
                    return;
                }
                let line = failure.to_string();
                output::note(&format!("error: {line}"));
                self.go_to_start();
                if let Page::Start(start) = &mut self.page {
                    start.failure = Some(line);
                }
            }
        }
    }

    /// Loads the world again when a file of its mods was saved. Changes while it is
    /// being loaded count once it is there.
    pub(super) fn follow_mods(&mut self) {
        let Page::World(world) = &self.page else { return };
        let on = self.settings.window.reload_changed_mods && !world.is_being_renewed();
        if on && self.watch.as_ref().is_some_and(Watch::changed) {
            self.reload();
        }
    }

    /// Writes the recording of the first world when it is left.
    pub(super) fn finish_recording(&mut self) {
        let Page::World(world) = &mut self.page else { return };
        let Some(path) = self.record.take() else { return };
        let Some(recording) = world.visit.recorded() else { return };
        let ticks = recording.ticks.unwrap_or(0);
        let written = recording.to_text().and_then(|text| disk::write(&path, text.as_bytes()));
        match written {
            Ok(()) => output::note(&format!("recorded {ticks} ticks to {}", path.display())),
            Err(failure) => {
                self.note.say(failure.to_string());
                self.failure = Some(failure);
            }
        }
    }

    /// Switches to a world that is ready; nothing here takes long.
    pub(super) fn enter(&mut self, ready: Ready, loaded: render::Loaded) {
        self.finish_recording();
        let neighbours = match Neighbours::of(&ready) {
            Ok(neighbours) => neighbours,
            Err(failure) => return self.loaded(End::Failed(failure)),
        };
        let silent = self.sound.enter(PlaceId::FIRST, ready.simulation.scene(), &ready.bank, Vec3::ZERO);
        self.sound.take_files_from(&ready.install);
        let site = neighbours.as_ref().map(|neighbours| neighbours.first().clone());
        let mut visit = Visit::enter(ready, site, self.recorder.clone());
        visit.with_hashes = self.record.is_some();
        if self.frames.is_none() {
            let keys = self.bindings.hint(Action::Keys);
            self.note.say(format!("{keys} shows the keys, {} the menu", self.bindings.hint(Action::Menu)));
            let entry = Entry {
                path: visit.known().wanted.path.clone(),
                title: visit.title_name.clone(),
                world: visit.known().request.world.clone(),
            };
            if let Err(failure) = self.recent.add(&self.folders.data, entry) {
                tracing::warn!(target: "settings", "{failure}");
            }
        }
        if let Some(line) = silent {
            self.note.say(line);
        }
        self.watch = Watch::start(&visit.known().wanted.mods, self.waker());
        self.page = Page::World(Box::new(World {
            visit,
            loaded: BTreeMap::from([(PlaceId::FIRST, loaded)]),
            neighbours,
            menu: None,
            tree: None,
            reload: None,
            renewal: None,
            stale: Vec::new(),
            drawn: Statistics::default(),
            free: egui::Rect::EVERYTHING,
        }));
        self.name_the_place();
        self.last_frame = None;
        if self.focused {
            self.take_pointer();
        }
    }

    /// The window is called as the place that is seen.
    pub(super) fn name_the_place(&self) {
        if let Page::World(world) = &self.page {
            self.title(&world.visit.title());
        }
    }

    /// Carries out a request.
    pub(super) fn grant(&mut self, wishes: Vec<Wish>) {
        for wish in wishes {
            match wish {
                Wish::Load(wanted) => self.load(wanted),
                Wish::LookInto(path) => {
                    let waker = self.waker();
                    if let Page::Start(start) = &mut self.page {
                        start.look_into(path, waker);
                    }
                }
                Wish::Browse => self.browse(),
                Wish::Demo | Wish::Island => {
                    let demo = match wish {
                        Wish::Island => DemoInstall::island(&self.folders),
                        _ => DemoInstall::usual(&self.folders),
                    };
                    let path = demo.path.clone();
                    self.load(Wanted { demo: Some(demo), ..Wanted::new(path) });
                }
                Wish::Cancel => match &mut self.page {
                    Page::Loading(_) => self.go_to_start(),
                    Page::World(world) => {
                        world.reload = None;
                        world.stale.clear();
                    }
                    Page::Start(_) => {}
                },
                Wish::Reload => {
                    if let Page::World(world) = &mut self.page {
                        world.menu = None;
                    }
                    self.reload();
                    self.take_pointer();
                }
                Wish::Resume => {
                    if let Page::World(world) = &mut self.page {
                        world.menu = None;
                    }
                    self.take_pointer();
                }
                Wish::Leave => self.go_to_start(),
                Wish::Quit => self.frames = Some(0),
                Wish::GoTo(id) => {
                    let fov_y = visit::fov_y_deg(self.settings.picture.field_of_view_deg);
                    if let Page::World(world) = &mut self.page {
                        world.visit.go_to(id, fov_y.to_radians());
                        self.note.say(format!(
                            "free camera; {} leads back on foot",
                            self.bindings.hint(Action::Fly)
                        ));
                    }
                }
                Wish::Bind(action) => match &mut self.page {
                    Page::Start(start) => {
                        if let Some(choosing) = &mut start.choosing {
                            choosing.binding = Some(action);
                        }
                    }
                    _ => self.choosing.binding = Some(action),
                },
                Wish::Changed => self.changed(),
            }
        }
    }

    pub(super) fn browse(&mut self) {
        let (sender, chosen) = mpsc::channel();
        let wake = self.waker();
        let work = move || {
            let path = rfd::FileDialog::new().set_title("Folder of a game").pick_folder();
            // The window may be closed by now.
            let _ = sender.send(path);
            wake();
        };
        if std::thread::Builder::new().name("dialog".to_owned()).spawn(work).is_ok() {
            self.dialog = Some(chosen);
        }
    }
}
