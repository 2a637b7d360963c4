//! The pause menu.

use super::game::{GamePage, Shown};
use super::{Wish, choices, creatures, vehicles};
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
    /// The body of the person; shown by its own file.
    Body,
    /// The vehicle of the person; shown by its own file.
    Vehicle,
    /// What is to be done in a mission that has not begun; shown by its own file.
    Briefing,
    /// How a mission ended; shown by its own file.
    Result,
}

/// Darkens the world below a page.
pub fn shade(context: &egui::Context) {
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
    chosen: &mut choices::Chosen<'_>,
    visit: &Visit,
    wishes: &mut Vec<Wish>,
) {
    shade(context);
    match page {
        Page::Choices => choices::show(context, choosing, chosen, wishes, || *page = Page::Main),
        Page::Main => {
            main(context, page, visit, wishes);
            // What somebody wants to bind are most likely the keys of what they sit in.
            choosing.driven = visit.driven();
        }
        // Shown with what only the application has.
        Page::Game | Page::Bookmarks | Page::Body | Page::Vehicle | Page::Briefing | Page::Result => {}
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

/// An entry of the menu.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    Resume,
    Settings,
    BackToStart,
    Restart,
    Bookmarks,
    Body,
    Vehicle,
    PhotoMode,
    Levels,
    Mods,
    Reload,
    MainMenu,
    Quit,
}

/// All entries with what they are called.
const ENTRIES: [(Entry, &str); 13] = [
    (Entry::Resume, "Resume"),
    (Entry::Settings, "Settings"),
    (Entry::BackToStart, "Back to start"),
    (Entry::Restart, "Restart mission"),
    (Entry::Bookmarks, "Bookmarks"),
    (Entry::Body, "Body"),
    (Entry::Vehicle, "Vehicle"),
    (Entry::PhotoMode, "Photo mode"),
    (Entry::Levels, "Choose another level"),
    (Entry::Mods, "Mods"),
    (Entry::Reload, "Reload"),
    (Entry::MainMenu, "Main menu"),
    (Entry::Quit, "Quit"),
];

fn main(context: &egui::Context, page: &mut Page, visit: &Visit, wishes: &mut Vec<Wish>) {
    let level = format!("{}, {}", visit.title_name, visit.known().level_name);
    let offers = Offers {
        bodies: creatures::has_bodies(visit),
        vehicles: vehicles::has_any(visit),
        mission: visit.has_mission(),
    };
    let Some(entry) = choose(context, &level, offers) else {
        return;
    };
    match entry {
        Entry::Resume => wishes.push(Wish::Resume),
        Entry::Settings => *page = Page::Choices,
        Entry::BackToStart => wishes.push(Wish::BackToStart),
        Entry::Restart => wishes.push(Wish::Restart),
        Entry::Bookmarks => *page = Page::Bookmarks,
        Entry::Body => *page = Page::Body,
        Entry::Vehicle => wishes.push(Wish::Vehicles),
        Entry::PhotoMode => wishes.push(Wish::PhotoMode),
        Entry::Levels => wishes.push(Wish::Levels),
        Entry::Mods => wishes.push(Wish::ChooseMods),
        Entry::Reload => wishes.push(Wish::Reload),
        Entry::MainMenu => wishes.push(Wish::Leave),
        Entry::Quit => wishes.push(Wish::Quit),
    }
}

/// What a world has that not every world has.
#[derive(Clone, Copy)]
struct Offers {
    bodies: bool,
    vehicles: bool,
    mission: bool,
}

impl Offers {
    fn has(self, entry: Entry) -> bool {
        match entry {
            Entry::Body => self.bodies,
            Entry::Vehicle => self.vehicles,
            Entry::Restart => self.mission,
            Entry::BackToStart => !self.mission,
            _ => true,
        }
    }
}

/// Shows the entries that a world has below the name of the level; the one that is clicked.
fn choose(context: &egui::Context, level: &str, offers: Offers) -> Option<Entry> {
    let room = context.content_rect();
    let mut clicked = None;
    egui::Area::new(egui::Id::unique("menu")).anchor(egui::Align2::CENTER_CENTER, [0.0; 2]).show(
        context,
        |ui| {
            theme::card().show(ui, |ui| {
                let width = (room.width() - 60.0).clamp(80.0, 260.0);
                ui.set_width(width);
                // An area is no higher than it was before, and at first not as high as all entries.
                ui.set_max_height((room.height() - 40.0).max(40.0));
                ScrollArea::vertical().show(ui, |ui| {
                    ui.vertical_centered_justified(|ui| {
                        ui.label(RichText::new("Paused").heading().color(theme::WARM));
                        // A name of two lines would be spread over the whole width.
                        ui.vertical_centered(|ui| {
                            ui.add(egui::Label::new(RichText::new(level).color(theme::QUIET)).wrap());
                        });
                        ui.add_space(6.0);
                        // All entries fit into a window of 640 by 400.
                        let is_low = room.height() < 500.0;
                        ui.spacing_mut().item_spacing.y = if is_low { 3.0 } else { 6.0 };
                        let low = if offers.bodies || offers.vehicles { 21.0 } else { 24.0 };
                        let size = [width, if is_low { low } else { 30.0 }];
                        for (entry, name) in ENTRIES.into_iter().filter(|(entry, _)| offers.has(*entry)) {
                            if ui.add_sized(size, egui::Button::new(name)).clicked() {
                                clicked = Some(entry);
                            }
                        }
                    });
                });
            });
        },
    );
    clicked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_seen_without_scrolling() {
        let none = Offers { bodies: false, vehicles: false, mission: false };
        let bodies = Offers { bodies: true, ..none };
        let mission = Offers { vehicles: true, mission: true, ..none };
        for (width, height, entries, offers) in [
            (640.0, 400.0, 10.0 * 27.0, none),
            (640.0, 400.0, 11.0 * 24.0, bodies),
            (640.0, 400.0, 11.0 * 24.0, mission),
            (1280.0, 720.0, 10.0 * 36.0, none),
            (1280.0, 720.0, 11.0 * 36.0, bodies),
            (1280.0, 720.0, 11.0 * 36.0, mission),
        ] {
            let context = egui::Context::default();
            theme::apply(&context);
            let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(width, height));
            for _ in 0..3 {
                let input = egui::RawInput { screen_rect: Some(screen), ..Default::default() };
                let mut output = context.run_ui(input, |ui| {
                    choose(ui.ctx(), "MechWarrior 3, c1", offers);
                });
                output.textures_delta.clear();
            }
            let area = context.memory(|memory| memory.area_rect(egui::Id::unique("menu"))).unwrap();
            assert!(screen.contains_rect(area), "{area:?} in {screen:?}");
            // The heading and the name of the level above them, and the edge of the card.
            assert!(area.height() > entries + 60.0, "{area:?} in {screen:?}");
        }
    }
}
