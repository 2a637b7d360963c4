//! The list of a game's levels: name, folder, size, and a picture of those that were visited.

use super::Wish;
use super::game::Shown;
use super::vehicles::difficulty;
use crate::loader::Wanted;
use crate::look_into::{Game, Level};
use crate::theme;
use base::output;
use egui::{ScrollArea, Ui};

/// More levels than this get a field to search them.
const FEW: usize = 12;
/// Height of a row, points.
const ROW: f32 = 58.0;
/// What whoever drives nothing does.
const ON_FOOT: &str = "on foot";

/// Shows it, filling what is left of the page: what its names have to contain, and what is driven in the level that is
/// chosen.
pub fn show(
    ui: &mut Ui,
    game: &Game,
    (filter, guests): (&mut String, &mut load::Guests),
    shown: &mut Shown<'_>,
    wishes: &mut Vec<Wish>,
) {
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
    if !game.vehicles.is_empty() {
        choose_vehicle(ui, game, guests);
    }
    let wanted = filter.to_lowercase();
    let fits = |level: &&Level| level.name.to_lowercase().contains(&wanted) || level.id.contains(&wanted);
    let levels: Vec<&Level> = game.levels.iter().filter(fits).collect();
    ScrollArea::vertical().auto_shrink([false, false]).show_rows(ui, ROW, levels.len(), |ui, rows| {
        for level in levels.get(rows).unwrap_or_default() {
            let picture = shown.thumbnails.get(ui.ctx(), &game.root, &level.id);
            let is_open = shown.open == Some(level.id.as_str());
            if theme::picture_choice(ui, picture, ROW, &level.name, &about(level, is_open)).clicked() {
                wishes.push(Wish::Load(Box::new(Wanted {
                    world: Some(level.id.clone()),
                    guests: guests.clone(),
                    ..Wanted::new(game.root.clone())
                })));
            }
        }
    });
}

/// On foot, or in one of the vehicles of the game, and how hard that is.
fn choose_vehicle(ui: &mut Ui, game: &Game, guests: &mut load::Guests) {
    let vehicle = &mut guests.vehicle;
    ui.horizontal_wrapped(|ui| {
        ui.label("Enter a level");
        let name =
            |own: &Option<String>| own.as_ref().map_or_else(|| ON_FOOT.to_owned(), |own| format!("in {own}"));
        egui::ComboBox::from_id_salt("vehicle").width(220.0).selected_text(name(vehicle)).show_ui(ui, |ui| {
            for own in std::iter::once(None).chain(game.vehicles.iter().cloned().map(Some)) {
                let text = name(&own);
                ui.selectable_value(vehicle, own, text);
            }
        });
        if vehicle.is_some() {
            difficulty(ui, &mut guests.difficulty);
        }
    });
}

fn about(level: &Level, is_open: bool) -> String {
    let mut parts = vec![output::bytes(level.size_bytes)];
    if !level.folder.is_empty() {
        parts.insert(0, level.folder.clone());
    }
    if level.is_mission {
        parts.push("a mission".to_owned());
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
            is_mission: false,
        };
        assert!(about(&level, false).starts_with("Level, 2"), "{}", about(&level, false));
        let own = Level { folder: String::new(), is_test: true, ..level };
        assert!(about(&own, true).ends_with("a test, you are here"), "{}", about(&own, true));
        let mission = Level { is_mission: true, ..own };
        assert!(about(&mission, false).ends_with("a mission, a test"), "{}", about(&mission, false));
    }
}
