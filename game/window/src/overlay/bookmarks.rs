//! The page of bookmarks in the menu: named places of the world, and a place typed in.

use super::Wish;
use crate::bookmarks::{Bookmark, MOST, NAME, parse_coordinates};
use crate::theme;
use egui::{RichText, TextEdit, Ui};

/// A change of the bookmarks of the open world, or a way to a place of it.
#[derive(Clone, Debug, PartialEq)]
pub enum BookmarkWish {
    /// Add the place that is seen from, under this name.
    Add(String),
    /// Go to the place of this number.
    Go(usize),
    /// Give the place of this number another name.
    Rename(usize, String),
    /// Remove the place of this number.
    Remove(usize),
    /// Put the eye here, in the game's own axes and unit.
    GoTo([f32; 3]),
}

/// State of the page while it is open.
#[derive(Debug, Default)]
pub struct Bookmarking {
    name: String,
    /// The one that is being renamed, and its new name.
    renaming: Option<(usize, String)>,
    coordinates: String,
    /// What was typed last is no place.
    wrong: bool,
}

/// Shows the page; `eye` is where one is now. `back` is called when it is left.
pub fn show(
    context: &egui::Context,
    page: &mut Bookmarking,
    bookmarks: &[Bookmark],
    eye: [f32; 3],
    wishes: &mut Vec<Wish>,
    back: impl FnOnce(),
) {
    let room = context.content_rect().size();
    let size = egui::vec2((room.x - 60.0).clamp(200.0, 560.0), (room.y - 60.0).clamp(120.0, 480.0));
    let mut left = false;
    egui::Area::new(egui::Id::unique("bookmarks")).anchor(egui::Align2::CENTER_CENTER, [0.0; 2]).show(
        context,
        |ui| {
            theme::card().show(ui, |ui| {
                ui.set_width(size.x);
                ui.set_height(size.y);
                ui.label(RichText::new("Bookmarks").heading().color(theme::WARM));
                ui.separator();
                let below = 44.0;
                egui::ScrollArea::vertical()
                    .max_height((ui.available_height() - below).max(40.0))
                    .auto_shrink([false, false])
                    .show(ui, |ui| {
                        add(ui, page, bookmarks, wishes);
                        list(ui, page, bookmarks, wishes);
                        ui.add_space(8.0);
                        ui.separator();
                        coordinates(ui, page, eye, wishes);
                    });
                ui.separator();
                left = ui.button("Back (Esc)").clicked();
            });
        },
    );
    if left {
        page.renaming = None;
        back();
    }
}

/// A button behind a text field, and whether it or Enter in the field was pressed.
fn confirmed(ui: &mut Ui, text: &mut String, hint: &str, button: &str, enabled: bool) -> bool {
    ui.horizontal(|ui| {
        let width = (ui.available_width() - 110.0).clamp(80.0, 320.0);
        let field = TextEdit::singleline(text).hint_text(hint).char_limit(NAME).desired_width(width);
        let field = ui.add_enabled(enabled, field);
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        ui.add_enabled(enabled, egui::Button::new(button)).clicked() || entered
    })
    .inner
}

fn add(ui: &mut Ui, page: &mut Bookmarking, bookmarks: &[Bookmark], wishes: &mut Vec<Wish>) {
    let has_room = bookmarks.len() < MOST;
    if confirmed(ui, &mut page.name, "Name of this place", "Add", has_room) {
        wishes.push(Wish::Bookmark(BookmarkWish::Add(std::mem::take(&mut page.name))));
    }
    if !has_room {
        ui.label(
            RichText::new(format!("{MOST} bookmarks are the most that a world has")).color(theme::QUIET),
        );
    }
}

fn list(ui: &mut Ui, page: &mut Bookmarking, bookmarks: &[Bookmark], wishes: &mut Vec<Wish>) {
    if bookmarks.is_empty() {
        ui.label(RichText::new("This world has no bookmarks yet").color(theme::QUIET));
    }
    for (number, bookmark) in bookmarks.iter().enumerate() {
        if let Some((_, name)) = page.renaming.as_mut().filter(|(renamed, _)| *renamed == number) {
            if confirmed(ui, name, "New name", "OK", true) {
                wishes.push(Wish::Bookmark(BookmarkWish::Rename(number, name.clone())));
                page.renaming = None;
            }
            continue;
        }
        ui.horizontal(|ui| {
            if ui.button("Go").clicked() {
                wishes.push(Wish::Bookmark(BookmarkWish::Go(number)));
            }
            if ui.button("Rename").clicked() {
                page.renaming = Some((number, bookmark.name.clone()));
            }
            if ui.button("Remove").clicked() {
                page.renaming = None;
                wishes.push(Wish::Bookmark(BookmarkWish::Remove(number)));
            }
            ui.add(egui::Label::new(&bookmark.name).truncate()).on_hover_text(numbers(bookmark.view.eye));
        });
    }
}

fn coordinates(ui: &mut Ui, page: &mut Bookmarking, eye: [f32; 3], wishes: &mut Vec<Wish>) {
    ui.label("Go to coordinates");
    let here = format!("The eye is at {} in the game's own axes and units", numbers(eye));
    ui.label(RichText::new(here).size(12.0).color(theme::QUIET));
    if confirmed(ui, &mut page.coordinates, "x, y, z", "Go", true) {
        let place = parse_coordinates(&page.coordinates);
        page.wrong = place.is_none();
        wishes.extend(place.map(|place| Wish::Bookmark(BookmarkWish::GoTo(place))));
    }
    if page.wrong {
        let line = "Three numbers with commas between, for example 10, 2.5, -30";
        ui.label(RichText::new(line).size(12.0).color(theme::WRONG));
    }
}

fn numbers([x, y, z]: [f32; 3]) -> String {
    format!("{x:.2}, {y:.2}, {z:.2}")
}
