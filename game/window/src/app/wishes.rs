//! Carries out what pages request.

use super::super::loader::Wanted;
use super::super::media::{self, LoadedModel, Media, Source, VideoFile, Working};
use super::super::model_viewer::{Launch, Viewer};
use super::super::mods::ModEdit;
use super::super::overlaps::Overlapping;
use super::super::overlay::game::{GamePage, Tab};
use super::super::overlay::menu::Page as MenuPage;
use super::super::overlay::start::Start;
use super::super::overlay::{Demo, Wish};
use super::super::visit;
use super::pages::Page;
use super::{App, Asked};
use crate::bindings::Action;
use render::DebugView;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use titles::demo_install::DemoInstall;
use turntable::Item;

/// Where a model is looked at from at first, degrees: as by `revisit show`.
const MODEL_VIEW: (f32, f32) = (30.0, 12.0);

impl App {
    /// Carries out requests.
    pub(super) fn grant(&mut self, wishes: Vec<Wish>) {
        for wish in wishes {
            match wish {
                Wish::Load(wanted) => self.load_from_page(*wanted),
                Wish::LookInto(path) => self.look_into(path, true),
                Wish::ShowGame(path) => self.look_into(path, false),
                Wish::Browse => self.browse(Asked::Game, false),
                Wish::BrowseControls => self.browse(Asked::Controls, false),
                Wish::BrowseMod { zip } => self.browse(Asked::Mod, zip),
                Wish::Demo(wanted) => {
                    let demo = match wanted {
                        Demo::Valley => DemoInstall::usual(&self.folders),
                        Demo::Island => DemoInstall::island(&self.folders),
                        Demo::EverQuest => DemoInstall::everquest(&self.folders),
                        Demo::Warcraft => DemoInstall::warcraft(&self.folders),
                        Demo::Daggerfall => DemoInstall::daggerfall(&self.folders),
                        Demo::Courtyard => DemoInstall::courtyard(&self.folders),
                        Demo::Mission(game) => DemoInstall::valley(&self.folders, game),
                    };
                    let path = demo.path.clone();
                    let mission = match wanted {
                        Demo::Mission(game) => Some(game.mission().to_owned()),
                        _ => None,
                    };
                    self.load(Wanted {
                        demo: Some(demo),
                        drives_usual: mission.is_some(),
                        world: mission,
                        ..Wanted::new(path)
                    });
                }
                Wish::List(media) => self.list(media),
                Wish::Overlaps => self.find_overlaps(),
                Wish::Mods(root, edit) => self.change_mods(&root, edit),
                Wish::ShowModel(item) => self.load_model(item),
                Wish::PlaySound(address) => self.play_sound(&address),
                Wish::PlayVideo(video) => self.play_video(&video),
                Wish::Back => self.back(),
                Wish::Cancel => match &mut self.page {
                    Page::Loading(_) => self.go_to_start(),
                    Page::World(world) => {
                        world.reload = None;
                        world.stale.clear();
                    }
                    Page::Start(_) | Page::Model(..) => {}
                },
                Wish::Reload => {
                    if let Page::World(world) = &mut self.page {
                        world.menu = None;
                    }
                    self.reload();
                    self.return_to_world();
                }
                Wish::Resume => {
                    if let Page::World(world) = &mut self.page {
                        world.menu = None;
                    }
                    self.return_to_world();
                }
                Wish::Levels => self.open_game(Tab::Levels),
                Wish::ChooseMods => self.open_game(Tab::Mods),
                Wish::BackToStart => self.back_to_start(),
                Wish::Body(race) => self.change_body(race),
                Wish::Drive(vehicle, difficulty) => self.drive(vehicle, difficulty),
                Wish::Vehicles => self.choose_vehicle(),
                Wish::Restart => self.restart(),
                Wish::QuickLoad => self.quick_load(),
                Wish::PlaceCreature(name) => self.place_creature(&name),
                Wish::TellCreature(node, words) => {
                    if let Page::World(world) = &mut self.page {
                        world.visit.type_line(format!("tell #{} {words}", node.0));
                    }
                }
                Wish::RemoveCreature(node) => {
                    if let Page::World(world) = &mut self.page {
                        world.visit.remove_creature(node);
                    }
                }
                Wish::Bookmark(wish) => self.bookmark(wish),
                Wish::PhotoMode => self.toggle_photo(),
                Wish::TakePicture => self.take_picture(),
                Wish::Leave => self.go_to_start(),
                Wish::Quit => self.frames = Some(0),
                Wish::Console => self.asked(Action::Console),
                Wish::Animations => self.asked(Action::Animations),
                Wish::Type(line) => {
                    if let Page::World(world) = &mut self.page {
                        world.visit.type_line(line);
                    }
                    self.keep_typed_lines();
                }
                Wish::Travel(cell) => {
                    if let Page::World(world) = &mut self.page {
                        world.visit.travel(cell);
                    }
                    self.asked(Action::Map);
                }
                Wish::Ask(command) => {
                    if let Page::World(world) = &mut self.page {
                        world.visit.ask(*command);
                    }
                }
                Wish::GoTo(id) => {
                    let fov_y = visit::fov_y_deg(self.settings.picture.field_of_view_deg);
                    if let Page::World(world) = &mut self.page {
                        world.visit.go_to(id, fov_y.to_radians());
                        self.note.say(format!(
                            "Free camera; {} goes back to walking",
                            self.scheme().hint(Action::Fly)
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

    /// Lines that were typed are there again in the next visit.
    fn keep_typed_lines(&mut self) {
        if !self.is_counted
            && let Err(failure) = self.console.typed.save(&self.folders.data)
        {
            tracing::warn!(target: "settings", "{failure}");
        }
    }

    /// Another level of the game that is visited keeps the mods that were named for the visit.
    fn load_from_page(&mut self, mut wanted: Wanted) {
        if let Page::World(world) = &self.page
            && world.visit.root == wanted.path
        {
            wanted.mods = world.visit.first().wanted.mods.clone();
        }
        self.load(wanted);
    }

    pub(super) fn look_into(&mut self, path: PathBuf, at_once: bool) {
        let waker = self.waker();
        if let Page::Start(start) = &mut self.page {
            start.look_into(path, at_once, waker);
        }
    }

    /// The levels or the mods of the game that is visited, in the menu.
    fn open_game(&mut self, tab: Tab) {
        let waker = self.waker();
        let Page::World(world) = &mut self.page else { return };
        let mut game = GamePage::open(world.visit.root.clone(), false, waker);
        game.tab = tab;
        world.game = Some(Box::new(game));
        world.menu = Some(MenuPage::Game);
    }

    /// The game whose page is open, as its files are read.
    fn source(&self) -> Option<Source> {
        let root = self.page.game()?.game()?.root.clone();
        let textures = self.settings.picture.textures.word();
        Some(Source { mods: self.mods.in_use(&root), path: root, textures })
    }

    fn list(&mut self, media: Media) {
        let Some(source) = self.source() else { return };
        let working = Working::start(move || media::list(&source, media), self.waker());
        if let Some(game) = self.page.game_mut() {
            game.list(media, working);
        }
    }

    fn find_overlaps(&mut self) {
        let Some(source) = self.source() else { return };
        let overlapping = Overlapping::start(source.path, source.mods, self.waker());
        if let Some(game) = self.page.game_mut() {
            game.overlap(overlapping);
        }
    }

    fn change_mods(&mut self, root: &Path, edit: ModEdit) {
        if let ModEdit::Add(path) = &edit
            && !path.exists()
        {
            return self.note.say(format!("{}: there is no such folder or file", path.display()));
        }
        if !self.mods.edit(root, edit) {
            return;
        }
        if let Err(failure) = self.mods.save(&self.folders.config) {
            self.note.say(failure.to_string());
        }
        if let Page::World(world) = &mut self.page {
            world.mods_changed = true;
        }
        self.find_overlaps();
    }

    /// Loads the open level again if its mods were changed.
    pub(super) fn apply_mods(&mut self) {
        if let Page::World(world) = &mut self.page
            && std::mem::take(&mut world.mods_changed)
        {
            self.reload();
        }
    }

    fn load_model(&mut self, item: Item) {
        let Some(source) = self.source() else { return };
        if let Some(game) = self.page.game_mut() {
            (game.loading, game.failure) = (Some(item.name.clone()), None);
        }
        self.model = Some(Working::start(move || media::model(&source, item), self.waker()));
    }

    /// A model that was loaded is shown, if the page that asked for it is still open.
    pub(super) fn hear_model(&mut self) {
        let Some(result) = self.model.as_mut().and_then(Working::poll) else { return };
        self.model = None;
        let Some(game) = self.page.game_mut() else { return };
        if game.loading.take().is_none() {
            return;
        }
        let LoadedModel { shelf, item, stage, findings } = match result {
            Ok(loaded) => loaded,
            Err(failure) => {
                game.failure = Some(failure.to_string());
                return;
            }
        };
        for finding in findings {
            tracing::warn!(target: "load", "{finding}");
        }
        let Some(screen) = &self.screen else { return };
        let (yaw_deg, pitch_deg) = MODEL_VIEW;
        let first = (!stage.clips.is_empty()).then_some(0);
        let clip = stage.extras.idle.or(first).map(|clip| (clip, 0.0));
        let mut viewer = Viewer::new(Launch {
            folders: self.folders.clone(),
            shelf,
            item,
            stage,
            clip,
            camera: None,
            level: 0,
            view: DebugView::None,
            joints: false,
            yaw_deg,
            pitch_deg,
            size: None,
            frames: None,
        });
        if let Err(failure) = viewer.upload(screen) {
            game.failure = Some(failure.to_string());
            return;
        }
        self.title(&viewer.title());
        let start = match std::mem::replace(&mut self.page, Page::Start(Box::new(Start::idle()))) {
            Page::Start(start) => start,
            // Only the start screen offers models.
            other => {
                self.page = other;
                return;
            }
        };
        self.sound.leave();
        self.captions.clear();
        self.page = Page::Model(Box::new(viewer), start);
    }

    /// Back to the page of the game.
    pub(super) fn leave_model(&mut self) {
        let idle = Page::Start(Box::new(Start::idle()));
        match std::mem::replace(&mut self.page, idle) {
            Page::Model(_, start) => self.page = Page::Start(start),
            other => self.page = other,
        }
        // The device may have been lost meanwhile.
        self.thumbnails.forget();
        self.title("Revisit");
    }

    fn play_sound(&mut self, address: &str) {
        let was_heard = self.sound.stop_alone();
        if self.playing.take().is_some_and(|playing| playing == address) && was_heard {
            return;
        }
        let Some(read) = self.page.game().and_then(|game| game.sound(address)) else { return };
        let played = read.map_err(|failure| failure.to_string()).and_then(|bytes| {
            let name = address.rsplit('/').next().unwrap_or(address);
            self.sound.play_alone(name, &bytes, &self.settings.sound)
        });
        match played {
            Ok(()) => self.playing = Some(address.to_owned()),
            Err(line) => self.note.say(line),
        }
    }

    fn play_video(&mut self, video: &VideoFile) {
        let line = match &video.file {
            Some(file) => match open::that_detached(file) {
                Ok(()) => format!("{}: opened in this system's player", video.address),
                Err(error) => format!("{}: no player could be opened: {error}", file.display()),
            },
            None => format!("{} is inside of an archive; `revisit videos` can convert it", video.address),
        };
        self.note.say(line);
    }

    fn browse(&mut self, asked: Asked, zip: bool) {
        let (sender, chosen) = mpsc::channel();
        let wake = self.waker();
        let work = move || {
            let dialog = rfd::FileDialog::new();
            let path = match (asked, zip) {
                (Asked::Game, _) => dialog.set_title("Folder of a game").pick_folder(),
                (Asked::Controls, _) => {
                    dialog.set_title("Controls of MechWarrior 3").add_filter("Readers", &["zrd"]).pick_file()
                }
                (Asked::Mod, false) => dialog.set_title("Folder of a mod").pick_folder(),
                (Asked::Mod, true) => {
                    dialog.set_title("Zip file of a mod").add_filter("Zip files", &["zip"]).pick_file()
                }
            };
            // The window may be closed by now.
            let _ = sender.send(path);
            wake();
        };
        if std::thread::Builder::new().name("dialog".to_owned()).spawn(work).is_ok() {
            self.dialog = Some((asked, chosen));
        }
    }
}
