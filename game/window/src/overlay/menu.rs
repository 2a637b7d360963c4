//! The pause menu.

use super::game::{GamePage, Shown};
use super::{Wish, choices};
use crate::bindings::Bindings;
use crate::settings::Settings;
use crate::theme;
use crate::visit::Visit;
use egui::{RichText, ScrollArea};

/// Which page of the menu is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The main entries.
    Main,
    /// Settings and bindings.
    Choices,
    /// The levels or the mods of this game.
    Game,
    /// Bookmarks; shown by their own file.
    Bookmarks,
}

/// Darkens the world below a page.
fn shade(context: &egui::Context) {
    let screen = context.content_rect();
    egui::Area::new(egui::Id::unique("shade")).order(egui::Order::Background).interactable(false).show(
        context,
        |ui| {
            ui.painter().rect_filled(screen, 0.0, egui::Color32::from_black_alpha(0x78));
        },
    );
}

/// Shows it.
pub fn show(
    context: &egui::Context,
    page: &mut Page,
    choosing: &mut choices::Choosing,
    settings: &mut Settings,
    bindings: &mut Bindings,
    visit: &Visit,
    wishes: &mut Vec<Wish>,
) {
    shade(context);
    match page {
        Page::Choices => choices::show(context, choosing, settings, bindings, wishes, || *page = Page::Main),
        Page::Main => main(context, page, visit, wishes),
        // Shown with what only the application has.
        Page::Game | Page::Bookmarks => {}
    }
}

/// Shows the levels or the mods of the game that is visited.
pub fn show_game(
    context: &egui::Context,
    game: &mut GamePage,
    shown: &mut Shown<'_>,
    wishes: &mut Vec<Wish>,
) {
    shade(context);
    theme::dialog(context, "game", egui::vec2(720.0, 560.0), |ui| {
        ui.horizontal(|ui| {
            if ui.button("Back").on_hover_text("Esc").clicked() {
                wishes.push(Wish::Back);
            }
            let name = game.game().map_or_else(String::new, |game| game.name.clone());
            ui.add(egui::Label::new(RichText::new(name).heading().color(theme::WARM)).truncate());
        });
        ui.separator();
        game.show_tab(ui, shown, wishes);
    });
}

fn main(context: &egui::Context, page: &mut Page, visit: &Visit, wishes: &mut Vec<Wish>) {
    let room = context.content_rect();
    egui::Area::new(egui::Id::unique("menu")).anchor(egui::Align2::CENTER_CENTER, [0.0; 2]).show(
        context,
        |ui| {
            theme::card().show(ui, |ui| {
                let width = (room.width() - 60.0).clamp(80.0, 260.0);
                ui.set_width(width);
                ScrollArea::vertical().max_height((room.height() - 40.0).max(40.0)).show(ui, |ui| {
                    ui.vertical_centered_justified(|ui| {
                        ui.label(RichText::new("Paused").heading().color(theme::WARM));
                        let level = format!("{}, {}", visit.title_name, visit.known().level_name);
                        ui.add(egui::Label::new(RichText::new(level).color(theme::QUIET)).wrap());
                        ui.add_space(6.0);
                        // All entries fit into a window of 640 by 400.
                        let is_low = room.height() < 500.0;
                        ui.spacing_mut().item_spacing.y = if is_low { 3.0 } else { 6.0 };
                        let size = [width, if is_low { 24.0 } else { 30.0 }];
                        let mut entry = |name: &str| ui.add_sized(size, egui::Button::new(name)).clicked();
                        if entry("Resume") {
                            wishes.push(Wish::Resume);
                        }
                        if entry("Settings") {
                            *page = Page::Choices;
                        }
                        if entry("Back to start") {
                            wishes.push(Wish::BackToStart);
                        }
                        if entry("Bookmarks") {
                            *page = Page::Bookmarks;
                        }
                        if entry("Photo mode") {
                            wishes.push(Wish::PhotoMode);
                        }
                        if entry("Choose another level") {
                            wishes.push(Wish::Levels);
                        }
                        if entry("Mods") {
                            wishes.push(Wish::ChooseMods);
                        }
                        if entry("Reload") {
                            wishes.push(Wish::Reload);
                        }
                        if entry("Main menu") {
                            wishes.push(Wish::Leave);
                        }
                        if entry("Quit") {
                            wishes.push(Wish::Quit);
                        }
                    });
                });
            });
        },
    );
}
