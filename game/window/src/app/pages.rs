//! Changes of pages: loading, entering and leaving a world. What pages request is carried out in `wishes`;
//! places that come, go and are loaded again while a world is open are in `places`.

use super::super::loader::{Delivery, End, Loading, Ready, Wanted};
use super::super::model_viewer::Viewer;
use super::super::mods::ModEdit;
use super::super::neighbours::Neighbours;
use super::super::overlay::Wish;
use super::super::overlay::animations::Animations;
use super::super::overlay::creatures::Creatures;
use super::super::overlay::game::GamePage;
use super::super::overlay::hud::PlaceName;
use super::super::overlay::map::MapPage;
use super::super::overlay::menu::Page as MenuPage;
use super::super::overlay::photo::Photo;
use super::super::overlay::start::Start;
use super::super::overlay::travel_map::TravelMap;
use super::super::overlay::tree::Tree;
use super::super::overlay::vehicles::Vehicles;
use super::super::recent::Entry;
use super::super::stand::Stand;
use super::super::thumbnails;
use super::super::visit::Visit;
use super::super::watch::Watch;
use super::missions::Ended;
use super::places::Renewal;
use super::{App, Asked};
use crate::bindings::Action;
use base::{output, path_text};
use glam::Vec3;
use render::Statistics;
use runtime::places::PlaceId;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc;

/// What fills the window.
pub(super) enum Page {
    Start(Box<Start>),
    Loading(Box<Loading>),
    World(Box<World>),
    /// A model on a turntable, and the page of the game it belongs to.
    Model(Box<Viewer>, Box<Start>),
}

/// A world on the screen.
pub(super) struct World {
    pub visit: Visit,
    /// The data of each place on the device.
    pub loaded: BTreeMap<PlaceId, render::Loaded>,
    /// What lies beside, if anything does.
    pub neighbours: Option<Neighbours>,
    pub menu: Option<MenuPage>,
    /// The page of its game in the menu.
    pub game: Option<Box<GamePage>>,
    /// The mods of its game were changed since it was loaded.
    pub mods_changed: bool,
    /// Photo mode, while it is on.
    pub photo: Option<Photo>,
    pub tree: Option<Tree>,
    pub animations: Option<Animations>,
    /// The map, open or not.
    pub map: MapPage,
    /// The map of an overworld, in its place.
    pub travel_map: TravelMap,
    /// Creatures that can be placed, and bodies.
    pub creatures: Creatures,
    /// Vehicles that can be driven.
    pub vehicles: Vehicles,
    /// How far its mission is.
    pub ended: Ended,
    /// The name of the place that was entered.
    pub place_name: PlaceName,
    /// What is read over the picture.
    pub over: world::Hud,
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

impl Page {
    /// The page of a game that is open, in the start screen or in the menu of a level.
    pub fn game(&self) -> Option<&GamePage> {
        match self {
            Page::Start(start) => start.game.as_deref(),
            Page::World(world) => world.game.as_deref(),
            Page::Loading(_) | Page::Model(..) => None,
        }
    }

    /// The same, to be changed.
    pub fn game_mut(&mut self) -> Option<&mut GamePage> {
        match self {
            Page::Start(start) => start.game.as_deref_mut(),
            Page::World(world) => world.game.as_deref_mut(),
            Page::Loading(_) | Page::Model(..) => None,
        }
    }
}

impl World {
    /// True while the map is on the screen.
    pub fn has_map(&self) -> bool {
        self.map.is_open && self.menu.is_none() && self.photo.is_none()
    }

    /// True while a name is typed on the map of an overworld.
    pub fn is_searching(&self) -> bool {
        self.has_map() && self.travel_map.is_typed_in()
    }

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
        self.remember();
        self.release_pointer();
        self.finish_recording();
        *self.recorder.lock() = None;
        self.sound.leave();
        self.captions.clear();
        self.watch = None;
        self.page = Page::Start(Box::new(Start::open(self.waker())));
        self.title("Revisit");
    }

    pub(super) fn load(&mut self, mut wanted: Wanted) {
        self.remember();
        self.finish_recording();
        wanted.textures.get_or_insert_with(|| self.settings.picture.textures.word().to_owned());
        wanted.land.get_or_insert_with(|| self.settings.overworld.land());
        wanted.mod_lists = self.mods.clone();
        if wanted.music.is_some() {
            self.music.clone_from(&wanted.music);
        }
        let folder = Some(&self.settings.sound.music_folder).filter(|folder| !folder.trim().is_empty());
        wanted.music = self.music.clone().or_else(|| folder.map(|folder| PathBuf::from(folder.trim())));
        self.release_pointer();
        let name = path_text::name(&wanted.path);
        let name = wanted.demo.as_ref().map_or(name, |demo| format!("the {} demo", demo.name));
        self.title(&format!("Revisit: loading {name}"));
        self.sound.leave_for_next();
        self.captions.clear();
        let Some(uploader) = self.screen.as_ref().map(|screen| screen.renderer.uploader()) else { return };
        self.page = Page::Loading(Box::new(Loading::start(wanted, uploader, self.waker())));
    }

    /// The result of a thread.
    pub(super) fn hear_threads(&mut self) {
        let mut wishes = Vec::new();
        if let Some((asked, dialog)) = &self.dialog {
            match dialog.try_recv() {
                Ok(Some(path)) if *asked == Asked::Game => wishes.push(Wish::LookInto(path)),
                Ok(Some(path)) if *asked == Asked::Controls => self.import_controls(&path),
                Ok(Some(path)) => {
                    let game = self.page.game().and_then(|page| page.game());
                    wishes.extend(game.map(|game| Wish::Mods(game.root.clone(), ModEdit::Add(path))));
                }
                Ok(None) | Err(mpsc::TryRecvError::Disconnected) => {}
                Err(mpsc::TryRecvError::Empty) => return self.hear_pages(wishes),
            }
            self.dialog = None;
        }
        self.hear_pages(wishes);
    }

    pub(super) fn hear_pages(&mut self, mut wishes: Vec<Wish>) {
        self.hear_model();
        let end = match &mut self.page {
            Page::Start(start) => {
                start.poll(&mut wishes);
                None
            }
            Page::Loading(loading) => loading.poll().map(|end| (None, end)),
            Page::World(world) => {
                if let Some(game) = &mut world.game {
                    game.poll(&mut wishes);
                }
                world
                    .reload
                    .as_mut()
                    .and_then(|(id, loading)| Some((Some(*id), loading.poll()?)))
                    .inspect(|_| world.reload = None)
            }
            Page::Model(..) => None,
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
        let Some(file) = self.record.take() else { return };
        let Some(recording) = world.visit.recorded() else { return };
        let ticks = recording.ticks.unwrap_or(0);
        let written = recording.to_text().and_then(|text| file.write(text.as_bytes()));
        match written {
            Ok(()) => output::note(&format!("recorded {ticks} ticks to {}", file.path().display())),
            Err(failure) => {
                self.note.say(failure.to_string());
                self.failure = Some(failure);
            }
        }
    }

    /// Notes where the person stands in the open level, and keeps a small picture of what they see.
    pub(super) fn remember(&mut self) {
        if self.is_counted {
            return;
        }
        let image = self.picture_of(thumbnails::SIZE);
        let Page::World(world) = &self.page else { return };
        let visit = &world.visit;
        // Every cell of an overworld can be entered: the one that was gone to counts.
        let known = if visit.is_overworld() { visit.known() } else { visit.first() };
        let level = &known.request.world;
        if visit.is_overworld() {
            let entry = Entry {
                path: visit.root.clone(),
                title: visit.title_name.clone(),
                world: level.clone(),
                name: known.level_name.clone(),
                vehicle: None,
                difficulty: None,
                stand: Stand::of(visit),
            };
            if let Err(failure) = self.recent.add(&self.folders.data, entry) {
                tracing::warn!(target: "settings", "{failure}");
            }
        }
        let noted = Stand::of(visit)
            .map_or(Ok(()), |stand| self.recent.stood(&self.folders.data, &visit.root, level, stand));
        let kept = match image {
            Some(Ok(image)) => self.thumbnails.keep(&visit.root, level, &image),
            _ => Ok(()),
        };
        for failure in [noted, kept].into_iter().filter_map(Result::err) {
            tracing::warn!(target: "settings", "{failure}");
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
        let mute = self.sound.play_cd(&ready.install, ready.music.as_ref(), &self.settings.sound);
        let silent = silent.or(mute);
        let site = neighbours.as_ref().map(|neighbours| neighbours.first().clone());
        let (stand, first) = (ready.wanted.stand, ready.wanted.first.clone());
        let worlds = ready.install.worlds().iter();
        let is_mission = worlds.filter(|world| world.id == ready.request.world).any(titles::is_mission);
        let mut visit = Visit::enter(ready, site, self.recorder.clone());
        visit.with_hashes = self.record.is_some();
        if !first.is_empty() {
            visit.carry_out(first);
        }
        if let Some(stand) = stand {
            stand.take(&mut visit);
        }
        if self.frames.is_none() {
            let keys = self.scheme().hint(Action::Keys);
            let more = if is_mission && visit.vehicle().is_none() {
                ". To play its mission, choose a vehicle there"
            } else {
                ""
            };
            let menu = self.scheme().hint(Action::Menu);
            self.note.say(format!("{keys} shows the controls, {menu} the menu{more}"));
            let entry = Entry {
                path: visit.root.clone(),
                title: visit.title_name.clone(),
                world: visit.known().request.world.clone(),
                name: visit.known().level_name.clone(),
                vehicle: visit.vehicle().map(str::to_owned),
                difficulty: visit.vehicle().map(|_| visit.difficulty().name().to_owned()),
                stand: None,
            };
            if let Err(failure) = self.recent.add(&self.folders.data, entry) {
                tracing::warn!(target: "settings", "{failure}");
            }
        }
        if let Some(line) = silent {
            self.note.say(line);
        }
        self.watch = Watch::start(&visit.known().mods, self.waker());
        self.page = Page::World(Box::new(World {
            visit,
            loaded: BTreeMap::from([(PlaceId::FIRST, loaded)]),
            neighbours,
            menu: None,
            game: None,
            mods_changed: false,
            photo: None,
            tree: None,
            animations: None,
            map: MapPage::default(),
            travel_map: TravelMap::default(),
            creatures: Creatures::default(),
            vehicles: Vehicles::default(),
            ended: Ended::default(),
            place_name: PlaceName::default(),
            over: world::Hud::default(),
            reload: None,
            renewal: None,
            stale: Vec::new(),
            drawn: Statistics::default(),
            free: egui::Rect::EVERYTHING,
        }));
        self.name_the_place();
        self.last_frame = None;
        if self.focused {
            self.return_to_world();
        }
        self.brief();
    }

    /// The window is called as the place that is seen.
    pub(super) fn name_the_place(&self) {
        if let Page::World(world) = &self.page {
            self.title(&world.visit.title());
        }
    }
}
