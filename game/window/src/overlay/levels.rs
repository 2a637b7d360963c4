//! The list of a game's levels: name, folder, size, and a picture of those that were visited.

use super::Wish;
use super::game::Shown;
use crate::look_into::{Game, Level};
use crate::theme;
use base::output;
use egui::{ScrollArea, Ui};

/// More levels than this get a field to search them.
const FEW: usize = 12;
/// Height of a row, points.
const ROW: f32 = 58.0;

/// Shows it, filling what is left of the page.
pub fn show(ui: &mut Ui, game: &Game, filter: &mut String, shown: &mut Shown<'_>, wishes: &mut Vec<Wish>) {
    if !game.missing.is_empty() {
        let count = output::counted(game.missing.len(), "file is missing", "files are missing");
        egui::CollapsingHeader::new(egui::RichText::new(count).size(12.5).color(theme::QUIET)).show(
            ui,
            |ui| {
                ScrollArea::vertical().max_height(ui.available_height() * 0.5).show(ui, |ui| {
                    game.missing.iter().for_each(|line| theme::quiet(ui, line));
                });
            },
        );
    }
    if game.levels.len() > FEW {
        theme::search(ui, filter);
    }
    let wanted = filter.to_lowercase();
    let fits = |level: &&Level| level.name.to_lowercase().contains(&wanted) || level.id.contains(&wanted);
    let levels: Vec<&Level> = game.levels.iter().filter(fits).collect();
    ScrollArea::vertical().auto_shrink([false, false]).show_rows(ui, ROW, levels.len(), |ui, rows| {
        for level in levels.get(rows).unwrap_or_default() {
            let picture = shown.thumbnails.get(ui.ctx(), &game.root, &level.id);
            let is_open = shown.open == Some(level.id.as_str());
            if theme::picture_choice(ui, picture, ROW, &level.name, &about(level, is_open)).clicked() {
                wishes.push(Wish::level(game.root.clone(), Some(level.id.clone())));
            }
        }
    });
}

fn about(level: &Level, is_open: bool) -> String {
    let mut parts = vec![output::bytes(level.size_bytes)];
    if !level.folder.is_empty() {
        parts.insert(0, level.folder.clone());
    }
    if level.is_test {
        parts.push("a test".to_owned());
    }
    if is_open {
        parts.push("you are here".to_owned());
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_says_its_folder_and_its_size() {
        let level = Level {
            id: "menue".to_owned(),
            name: "Menue".to_owned(),
            folder: "Level".to_owned(),
            size_bytes: 2048,
            is_test: false,
        };
        assert!(about(&level, false).starts_with("Level, 2"), "{}", about(&level, false));
        let own = Level { folder: String::new(), is_test: true, ..level };
        assert!(about(&own, true).ends_with("a test, you are here"), "{}", about(&own, true));
    }
}
