//! The start screen: games found on this machine, recent levels, a path, the demos; the page of a game, the
//! settings and the credits are reached from it.

use super::choices::Chosen;
use super::game::{GamePage, Shown};
use super::{Demo, Wish, choices, credits};
use crate::find::{Game, Search};
use crate::loader::Wanted;
use crate::mods::ModLists;
use crate::recent::{Entry, Recent};
use crate::thumbnails::Thumbnails;
use crate::{completion, theme};
use base::path_text;
use egui::{Key, RichText, ScrollArea, Ui};
use std::path::PathBuf;

/// Most completions that are shown.
const MOST_SHOWN: usize = 6;
/// From this width on there are two columns, points.
const TWO_COLUMNS: f32 = 860.0;
/// Widest page, points.
const WIDEST: f32 = 1200.0;
/// Height of a recent level, points.
const ROW: f32 = 52.0;

/// State of the start screen.
pub struct Start {
    path: String,
    /// The path was set since the last frame: the cursor moves to its end.
    path_is_new: bool,
    search: Search,
    /// The page of a game is open.
    pub game: Option<Box<GamePage>>,
    /// Why the last attempt failed.
    pub failure: Option<String>,
    /// The settings page is open.
    pub choosing: Option<choices::Choosing>,
    /// The credits are open.
    credits: bool,
    focused_once: bool,
}

/// What it shows beside what it knows itself.
pub struct Known<'a> {
    /// Levels that were visited.
    pub recent: &'a Recent,
    /// Mods of all games.
    pub mods: &'a ModLists,
    /// Pictures of levels.
    pub thumbnails: &'a mut Thumbnails,
}

impl Start {
    /// Opens it and searches for games.
    pub fn open(wake: impl Fn() + Send + 'static) -> Self {
        Start { search: Search::start(wake), ..Self::idle() }
    }

    /// Opens it without searching.
    pub fn idle() -> Self {
        Start {
            path: String::new(),
            path_is_new: false,
            search: Search::default(),
            game: None,
            failure: None,
            choosing: None,
            credits: false,
            focused_once: false,
        }
    }

    /// Opens the page of a game, or says why there is none; `at_once` opens its only level.
    pub fn look_into(&mut self, path: PathBuf, at_once: bool, wake: impl Fn() + Send + 'static) {
        self.failure = None;
        (self.credits, self.choosing) = (false, None);
        self.path = path_text::shown(&path);
        self.path_is_new = true;
        self.game = Some(Box::new(GamePage::open(path, at_once, wake)));
    }

    /// Whether it shows gamepads and joysticks as they are now.
    pub fn shows_devices(&self) -> bool {
        self.choosing.as_ref().is_some_and(choices::Choosing::shows_devices)
    }

    /// Goes back one step; false when there is none.
    pub fn back(&mut self) -> bool {
        let was_deeper = self.choosing.take().is_some() || std::mem::take(&mut self.credits);
        was_deeper || self.game.take().is_some() || self.failure.take().is_some()
    }

    /// Receives the results of threads.
    pub fn poll(&mut self, wishes: &mut Vec<Wish>) {
        self.search.poll();
        if let Some(game) = &mut self.game {
            game.poll(wishes);
        }
    }

    /// Shows it.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        chosen: &mut Chosen<'_>,
        known: &mut Known<'_>,
        wishes: &mut Vec<Wish>,
    ) {
        if let Some(choosing) = &mut self.choosing {
            let mut back = false;
            choices::show(ui.ctx(), choosing, chosen, wishes, || back = true);
            if back {
                self.choosing = None;
            }
            return;
        }
        if self.credits {
            return theme::page(ui, WIDEST, |ui| credits::show(ui, wishes));
        }
        if let Some(game) = &mut self.game {
            let mut shown = Shown { mods: known.mods, thumbnails: known.thumbnails, open: None, named: &[] };
            return theme::page(ui, WIDEST, |ui| game.show(ui, &mut shown, wishes));
        }
        theme::page(ui, WIDEST, |ui| {
            ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                self.head(ui, wishes);
                if let Some(failure) = &self.failure {
                    ui.add(egui::Label::new(RichText::new(failure).color(theme::WRONG)).wrap());
                }
                if ui.available_width() >= TWO_COLUMNS {
                    ui.columns_const(|[left, right]| {
                        self.path_field(left, wishes);
                        self.found(left, wishes);
                        recent(right, known, wishes);
                        missions(right, wishes);
                        demos(right, wishes);
                    });
                } else {
                    self.path_field(ui, wishes);
                    recent(ui, known, wishes);
                    self.found(ui, wishes);
                    missions(ui, wishes);
                    demos(ui, wishes);
                }
                ui.add_space(12.0);
            });
        });
    }

    fn head(&mut self, ui: &mut Ui, wishes: &mut Vec<Wish>) {
        ui.horizontal(|ui| {
            ui.label(RichText::new("Revisit").size(34.0).color(theme::WARM));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if ui.button("Quit").clicked() {
                    wishes.push(Wish::Quit);
                }
                if ui.button("Credits").clicked() {
                    self.credits = true;
                }
                if ui.button("Settings").clicked() {
                    self.choosing = Some(choices::Choosing::default());
                }
            });
        });
        ui.label(RichText::new("Walk through the worlds of games you own.").color(theme::QUIET));
        ui.add_space(6.0);
    }

    fn path_field(&mut self, ui: &mut Ui, wishes: &mut Vec<Wish>) {
        section(ui, "Open a game");
        theme::quiet(ui, "Its folder, a .zip, .cue or .iso of it, or one of its levels; or drop it here.");
        let id = egui::Id::unique("path");
        let mut open = false;
        ui.horizontal(|ui| {
            // The Open and Browse buttons.
            let buttons = 160.0;
            // Tab completes instead of leaving the field.
            let tabbed = ui.memory(|memory| memory.has_focus(id))
                && ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Tab));
            if tabbed && let Some(longer) = completion::complete(&self.path) {
                self.path = longer;
                self.path_is_new = true;
            }
            let field = egui::TextEdit::singleline(&mut self.path)
                .id(id)
                .lock_focus(true)
                .hint_text("path; Tab completes it")
                .desired_width((ui.available_width() - buttons).max(60.0));
            let output = field.show(ui);
            if self.path_is_new {
                self.path_is_new = false;
                let end = egui::text::CCursor::new(self.path.chars().count());
                let mut state = output.state;
                state.cursor.set_char_range(Some(egui::text::CCursorRange::one(end)));
                state.store(ui.ctx(), id);
            }
            let field = output.response;
            if !self.focused_once {
                self.focused_once = true;
                field.request_focus();
            }
            open |= field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            open |= ui.add_enabled(!self.path.trim().is_empty(), egui::Button::new("Open")).clicked();
            if ui.button("Browse...").clicked() {
                wishes.push(Wish::Browse);
            }
        });
        if open && !self.path.trim().is_empty() {
            wishes.push(Wish::LookInto(completion::expand(self.path.trim())));
        }
        if !self.path.is_empty() {
            let found = completion::candidates(&self.path, MOST_SHOWN + 1);
            ui.horizontal_wrapped(|ui| {
                for path in found.iter().take(MOST_SHOWN) {
                    let name = path_text::name(path);
                    if ui.button(RichText::new(format!("{name}/")).size(13.0)).clicked() {
                        self.path = completion::as_text(path);
                        self.path_is_new = true;
                        ui.memory_mut(|memory| memory.request_focus(id));
                    }
                }
                if found.len() > MOST_SHOWN {
                    ui.label(RichText::new("and more").color(theme::QUIET));
                }
            });
        }
    }

    fn found(&mut self, ui: &mut Ui, wishes: &mut Vec<Wish>) {
        section(ui, "Games on this machine");
        for Game { path, title, source } in self.search.games() {
            let about = format!("{}: {}", source.name(), path_text::shown(path));
            if theme::choice(ui, title, &about).clicked() {
                wishes.push(Wish::ShowGame(path.clone()));
            }
        }
        match (self.search.is_done(), self.search.games().is_empty()) {
            (false, _) => theme::busy(ui, "Searching for games"),
            (true, true) => theme::quiet(
                ui,
                "No games found in the usual places (Steam, GOG, Epic, Wine, Proton). Open the folder of yours above.",
            ),
            (true, false) => {}
        }
    }
}

fn recent(ui: &mut Ui, known: &mut Known<'_>, wishes: &mut Vec<Wish>) {
    if known.recent.entries().is_empty() {
        return;
    }
    section(ui, "Recent levels");
    for (at, entry) in known.recent.entries().iter().enumerate() {
        ui.push_id(at, |ui| {
            ui.horizontal(|ui| {
                let picture = known.thumbnails.get(ui.ctx(), &entry.path, &entry.world);
                let about = path_text::shown(&entry.path);
                let more = 70.0;
                let size = egui::vec2((ui.available_width() - more).max(80.0), ROW);
                let chosen = ui.allocate_ui(size, |ui| {
                    theme::picture_choice(ui, picture, ROW, &entry.label(), &about).on_hover_text(hint(entry))
                });
                if chosen.inner.clicked() {
                    let vehicle = entry.vehicle.clone();
                    wishes.push(Wish::Load(Box::new(Wanted {
                        world: Some(entry.world.clone()),
                        // Whoever drives begins at the start of the mission.
                        stand: entry.stand.filter(|_| vehicle.is_none()),
                        guests: load::Guests {
                            vehicle,
                            difficulty: entry
                                .difficulty
                                .as_deref()
                                .and_then(|own| own.parse().ok())
                                .unwrap_or_default(),
                            ..load::Guests::default()
                        },
                        ..Wanted::new(entry.path.clone())
                    })));
                }
                let game = ui.button("Game").on_hover_text("All its levels, models, sounds, videos and mods");
                if game.clicked() {
                    wishes.push(Wish::ShowGame(entry.path.clone()));
                }
            });
        });
    }
}

fn hint(entry: &Entry) -> &'static str {
    match entry.stand.filter(|_| entry.vehicle.is_none()) {
        Some(_) => "Goes on where you stood",
        None => "Opens it at its start",
    }
}

fn missions(ui: &mut Ui, wishes: &mut Vec<Wish>) {
    section(ui, "Missions");
    theme::quiet(ui, "Of our own, in the file formats of the games: five to ten minutes each.");
    for (game, name, about) in [
        (demos::Game::MechWarrior3, "Escort", "in a 'mech: two trucks have to get out of the valley"),
        (demos::Game::Recoil, "Three pumps", "in a tank, by land and water: switch them off"),
        (demos::Game::CrimsonSkies, "Airship", "in an aeroplane: raiders come for it in four waves"),
    ] {
        if theme::choice(ui, name, about).clicked() {
            wishes.push(Wish::Demo(Demo::Mission(game)));
        }
    }
}

fn demos(ui: &mut Ui, wishes: &mut Vec<Wish>) {
    section(ui, "Demos");
    theme::quiet(ui, "Worlds of our own in the file formats of the games; nothing to install.");
    for (demo, name, about) in [
        (Demo::Valley, "Valley", "a walled base by a river, in the files of MechWarrior 3"),
        (Demo::Island, "Island", "a ruined abbey by the sea, as a game made with Gamestudio"),
        (
            Demo::EverQuest,
            "Larkmere",
            "a valley with a lake, and a ravine of lava behind its gate: zones of EverQuest",
        ),
        (Demo::Warcraft, "Heath", "a fox, a wisp and fires: models of Warcraft on a stage"),
        (Demo::Courtyard, "Courtyard", "wardens, a fountain and a lantern at dusk, made in code"),
        (
            Demo::Daggerfall,
            "Archipelago",
            "ten islands and their towns to walk and fly across: Daggerfall's land",
        ),
    ] {
        // Models alone are no world to walk in.
        if demo == Demo::Warcraft && !has_worlds("warcraft") {
            continue;
        }
        if theme::choice(ui, name, about).clicked() {
            wishes.push(Wish::Demo(demo));
        }
    }
}

/// True for a title whose levels this version opens.
fn has_worlds(title: &str) -> bool {
    titles::manifest().title(title).is_some_and(|title| title.loads_worlds)
}

fn section(ui: &mut Ui, name: &str) {
    ui.add_space(10.0);
    ui.label(RichText::new(name).size(16.0));
}
