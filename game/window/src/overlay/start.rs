//! The start screen: games found on this machine, recent worlds, a path, the demos.

use super::{Wish, choices};
use crate::bindings::Bindings;
use crate::find::{Game, Search};
use crate::loader::Wanted;
use crate::look_into::{Insight, LookingInto};
use crate::recent::Recent;
use crate::settings::Settings;
use crate::{completion, theme};
use egui::{Key, RichText, ScrollArea, Ui};
use std::path::{Path, PathBuf};

/// Most completions that are shown.
const MOST_SHOWN: usize = 6;

/// State of the start screen.
pub struct Start {
    path: String,
    /// The path was set since the last frame: the cursor moves to its end.
    path_is_new: bool,
    search: Search,
    looking: Option<LookingInto>,
    insight: Option<Insight>,
    /// Why the last attempt failed.
    pub failure: Option<String>,
    /// The settings page is open.
    pub choosing: Option<choices::Choosing>,
    focused_once: bool,
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
            looking: None,
            insight: None,
            failure: None,
            choosing: None,
            focused_once: false,
        }
    }

    /// Examines a folder: a choice of worlds, or why there is none.
    pub fn look_into(&mut self, path: PathBuf, wake: impl Fn() + Send + 'static) {
        self.failure = None;
        self.insight = None;
        self.path = path.display().to_string();
        self.path_is_new = true;
        self.looking = Some(LookingInto::start(path, wake));
    }

    /// Goes back one step; false when there is none.
    pub fn back(&mut self) -> bool {
        if self.choosing.take().is_some() {
            return true;
        }
        self.looking = None;
        self.insight.take().is_some() | self.failure.take().is_some()
    }

    /// Receives the results of threads; returns a world to load if there is just one.
    pub fn poll(&mut self, wishes: &mut Vec<Wish>) {
        self.search.poll();
        let Some(insight) = self.looking.as_mut().and_then(LookingInto::poll) else { return };
        self.looking = None;
        match insight {
            Insight::Install { path, mut worlds, .. } if worlds.len() == 1 => {
                wishes.push(load(path, worlds.pop().map(|world| world.id)));
            }
            insight => self.insight = Some(insight),
        }
    }

    /// Shows it.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        settings: &mut Settings,
        bindings: &mut Bindings,
        recent: &Recent,
        wishes: &mut Vec<Wish>,
    ) {
        if let Some(choosing) = &mut self.choosing {
            let mut back = false;
            choices::show(ui.ctx(), choosing, settings, bindings, wishes, || back = true);
            if back {
                self.choosing = None;
            }
            return;
        }
        let room = ui.ctx().content_rect();
        let width = (room.width() - 40.0).clamp(160.0, 700.0);
        let margin = ((room.width() - width) * 0.5).max(0.0);
        let frame = egui::Frame::new().inner_margin(egui::Margin::symmetric(0, 16));
        egui::CentralPanel::default().frame(frame).show(ui, |ui| {
            ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.add_space(margin);
                    ui.vertical(|ui| {
                        ui.set_width(width);
                        self.head(ui, wishes);
                        self.path_field(ui, wishes);
                        if let Some(failure) = &self.failure {
                            ui.label(RichText::new(failure).color(theme::WRONG));
                        }
                        if self.looking.is_some() {
                            ui.horizontal(|ui| {
                                ui.spinner();
                                ui.label("Reading the folder");
                            });
                        }
                        match &self.insight {
                            Some(insight) => insight_of(ui, insight, wishes),
                            None => self.offers(ui, recent, wishes),
                        }
                    });
                });
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
                if ui.button("Settings").clicked() {
                    self.choosing = Some(choices::Choosing::default());
                }
            });
        });
        ui.label(RichText::new("Walk through the worlds of games you own.").color(theme::QUIET));
        ui.add_space(10.0);
    }

    fn path_field(&mut self, ui: &mut Ui, wishes: &mut Vec<Wish>) {
        ui.label("Open the folder of a game, or drop it here");
        let id = egui::Id::unique("path");
        let mut open = false;
        ui.horizontal(|ui| {
            // The Open and Browse buttons.
            let buttons = 140.0;
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
            if ui.button("Browse").clicked() {
                wishes.push(Wish::Browse);
            }
        });
        if open && !self.path.trim().is_empty() {
            wishes.push(Wish::LookInto(completion::expand(self.path.trim())));
        }
        if !self.path.is_empty() && self.looking.is_none() && self.insight.is_none() {
            let found = completion::candidates(&self.path, MOST_SHOWN + 1);
            ui.horizontal_wrapped(|ui| {
                for path in found.iter().take(MOST_SHOWN) {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
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
        ui.add_space(8.0);
    }

    fn offers(&mut self, ui: &mut Ui, recent: &Recent, wishes: &mut Vec<Wish>) {
        section(ui, "Demo");
        let about = "a world of our own in MechWarrior 3's file formats; nothing to install";
        if theme::choice(ui, "Walk through the demo", about).clicked() {
            wishes.push(Wish::Demo);
        }
        let about = "an island with a ruined abbey, as a game made with Gamestudio";
        if theme::choice(ui, "Walk around the island", about).clicked() {
            wishes.push(Wish::Island);
        }
        if !recent.entries().is_empty() {
            section(ui, "Recent");
            for entry in recent.entries() {
                let name = format!("{}, {}", entry.title, entry.world);
                if theme::choice(ui, &name, &entry.path.display().to_string()).clicked() {
                    wishes.push(load(entry.path.clone(), Some(entry.world.clone())));
                }
            }
        }
        section(ui, "Found on this machine");
        for Game { path, title, source } in self.search.games() {
            let about = format!("{}: {}", source.name(), path.display());
            if theme::choice(ui, title, &about).clicked() {
                wishes.push(Wish::LookInto(path.clone()));
            }
        }
        let line = match (self.search.is_done(), self.search.games().is_empty()) {
            (false, _) => "searching for games",
            (true, true) => {
                "no games found in the usual places (Steam, GOG, Epic, Wine, Proton); enter the folder of yours above"
            }
            (true, false) => return,
        };
        ui.label(RichText::new(line).color(theme::QUIET));
    }
}

fn section(ui: &mut Ui, name: &str) {
    ui.add_space(10.0);
    ui.label(RichText::new(name).size(16.0));
}

fn load(path: PathBuf, world: Option<String>) -> Wish {
    Wish::Load(Wanted { world, ..Wanted::new(path) })
}

fn insight_of(ui: &mut Ui, insight: &Insight, wishes: &mut Vec<Wish>) {
    match insight {
        Insight::Install { path, title, worlds, missing } => {
            section(ui, title);
            place(ui, path);
            for line in missing {
                ui.label(RichText::new(line).size(12.5).color(theme::QUIET));
            }
            for world in worlds {
                let about = if world.id == world.title { "" } else { &world.title };
                if theme::choice(ui, &world.id, about).clicked() {
                    wishes.push(load(path.clone(), Some(world.id.clone())));
                }
            }
        }
        Insight::Refused { path, reason, lines } => {
            ui.label(RichText::new(reason).color(theme::WRONG));
            place(ui, path);
            for line in lines {
                ui.label(RichText::new(line).size(13.0));
            }
        }
    }
}

fn place(ui: &mut Ui, path: &Path) {
    ui.label(RichText::new(path.display().to_string()).size(12.5).color(theme::QUIET));
}
