//! The vehicles that a person can drive in a world: a page of the menu.

use super::creatures::Listed;
use super::{Wish, menu};
use crate::media::Working;
use crate::theme;
use crate::visit::Visit;
use egui::{RichText, ScrollArea, Ui};
use load::{Difficulty, Family};

/// Height of a row, points.
const ROW: f32 = 26.0;

/// What is known of the vehicles of a world.
#[derive(Default)]
pub struct Vehicles {
    /// The world that the list is of.
    world: String,
    list: Listed,
    /// How hard it is to be in what is chosen.
    pub difficulty: Difficulty,
}

/// True for worlds of games in which somebody drives.
pub fn has_any(visit: &Visit) -> bool {
    visit.known().request.family == Family::Zipper
}

/// A choice of how hard missions are, in a row.
pub fn difficulty(ui: &mut Ui, chosen: &mut Difficulty) {
    ui.label("Difficulty");
    for own in Difficulty::ALL {
        ui.selectable_value(chosen, own, own.name());
    }
}

impl Vehicles {
    /// Asks for the list of the place that is seen, once.
    pub fn follow(&mut self, visit: &Visit, wake: impl Fn() + Clone + Send + 'static) {
        let known = visit.known();
        if self.world != known.request.world {
            self.world.clone_from(&known.request.world);
            let (files, request) = (std::sync::Arc::clone(&known.files), known.request.clone());
            let work = move || Ok(load::vehicles(&files.vfs, &request));
            self.list = Listed::Working(Working::start(work, wake));
        }
        self.list.follow();
    }

    /// The page: on foot, or in one of them. Either begins the level anew.
    pub fn show(&mut self, context: &egui::Context, visit: &Visit, wishes: &mut Vec<Wish>) {
        let now = visit.vehicle();
        menu::shade(context);
        theme::dialog(context, "vehicles", egui::vec2(520.0, 480.0), |ui| {
            ui.horizontal(|ui| {
                if ui.button("Back").on_hover_text("Esc").clicked() {
                    wishes.push(Wish::Back);
                }
                ui.label(RichText::new("Vehicle").heading().color(theme::WARM));
            });
            ui.separator();
            theme::quiet(
                ui,
                "What you drive. The level, and its mission if it has one, begins anew with it.",
            );
            let own = &mut self.difficulty;
            ui.horizontal(|ui| difficulty(ui, own));
            let difficulty = *own;
            let about = |name: Option<&str>| if now == name { "now" } else { "" };
            if theme::row(ui, ROW, "On foot", about(None)).clicked() {
                wishes.push(Wish::Drive(None, difficulty));
            }
            match &self.list {
                Listed::Unknown | Listed::Working(_) => theme::busy(ui, "Reading the definitions"),
                Listed::Failed(line) => {
                    ui.label(RichText::new(line).color(theme::WRONG));
                }
                Listed::Done(names) if names.is_empty() => {
                    ui.label("The definitions of this game have no vehicle that can be driven.");
                }
                Listed::Done(names) => {
                    let height = (ui.available_height() - 6.0).max(60.0);
                    ui.spacing_mut().item_spacing.y = 0.0;
                    ScrollArea::vertical().max_height(height).auto_shrink([false, false]).show_rows(
                        ui,
                        ROW,
                        names.len(),
                        |ui, shown| {
                            for name in names.get(shown).unwrap_or_default() {
                                if theme::row(ui, ROW, name, about(Some(name))).clicked() {
                                    wishes.push(Wish::Drive(Some(name.clone()), difficulty));
                                }
                            }
                        },
                    );
                }
            }
        });
    }
}
