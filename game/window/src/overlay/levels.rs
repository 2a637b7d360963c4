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

/// What a level is entered in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Enters {
    /// A mission in its usual vehicle, any other level on foot.
    #[default]
    Usual,
    /// On foot.
    OnFoot,
    /// In the vehicle of this name.
    In(String),
}

impl Enters {
    fn name(&self, game: &Game) -> String {
        match self {
            Enters::Usual if has_missions(game) => "on foot, missions in their usual vehicle".to_owned(),
            Enters::Usual | Enters::OnFoot => "on foot".to_owned(),
            Enters::In(own) => format!("in {own}"),
        }
    }
}

fn has_missions(game: &Game) -> bool {
    game.levels.iter().any(|level| level.is_mission)
}

/// How a level that is chosen is entered.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    enters: Enters,
    difficulty: load::Difficulty,
}

impl Entry {
    fn wanted(&self, game: &Game, level: &Level) -> Wanted {
        let vehicle = match &self.enters {
            Enters::In(own) => Some(own.clone()),
            Enters::Usual | Enters::OnFoot => None,
        };
        Wanted {
            world: Some(level.id.clone()),
            guests: load::Guests { vehicle, difficulty: self.difficulty, ..load::Guests::default() },
            drives_usual: self.enters == Enters::Usual && level.is_mission,
            ..Wanted::new(game.root.clone())
        }
    }
}

/// Shows it, filling what is left of the page: what its names have to contain, and how the level that is chosen is
/// entered.
pub fn show(
    ui: &mut Ui,
    game: &Game,
    (filter, entry): (&mut String, &mut Entry),
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
        choose_vehicle(ui, game, entry);
    }
    let wanted = filter.to_lowercase();
    let fits = |level: &&Level| level.name.to_lowercase().contains(&wanted) || level.id.contains(&wanted);
    let levels: Vec<&Level> = game.levels.iter().filter(fits).collect();
    ScrollArea::vertical().auto_shrink([false, false]).show_rows(ui, ROW, levels.len(), |ui, rows| {
        for level in levels.get(rows).unwrap_or_default() {
            let picture = shown.thumbnails.get(ui.ctx(), &game.root, &level.id);
            let is_open = shown.open == Some(level.id.as_str());
            if theme::picture_choice(ui, picture, ROW, &level.name, &about(level, is_open)).clicked() {
                wishes.push(Wish::Load(Box::new(entry.wanted(game, level))));
            }
        }
    });
}

/// What is usual, on foot, or in one of the vehicles of the game, and how hard that is.
fn choose_vehicle(ui: &mut Ui, game: &Game, entry: &mut Entry) {
    let Entry { enters, difficulty: hard } = entry;
    let has_missions = has_missions(game);
    ui.horizontal_wrapped(|ui| {
        ui.label("Enter a level");
        let text = enters.name(game);
        egui::ComboBox::from_id_salt("vehicle").width(300.0).selected_text(text).show_ui(ui, |ui| {
            let usual = has_missions.then_some(Enters::Usual).into_iter();
            let named = game.vehicles.iter().cloned().map(Enters::In);
            for own in usual.chain([Enters::OnFoot]).chain(named) {
                let text = own.name(game);
                ui.selectable_value(enters, own, text);
            }
        });
        if *enters != Enters::OnFoot && (has_missions || *enters != Enters::Usual) {
            difficulty(ui, hard);
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
    use std::path::PathBuf;

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

    #[test]
    fn a_mission_is_entered_in_its_usual_vehicle_and_a_level_on_foot_unless_one_is_chosen() {
        let level = |id: &str, is_mission| Level {
            id: id.to_owned(),
            name: id.to_owned(),
            folder: String::new(),
            size_bytes: 0,
            is_test: false,
            is_mission,
        };
        let levels = vec![level("c1", false), level("c1/m01", true)];
        let game = Game {
            root: PathBuf::from("game"),
            name: String::new(),
            about: String::new(),
            levels,
            vehicles: vec!["dunlin".to_owned(), "kite".to_owned()],
            is_staged: false,
            named: None,
            missing: Vec::new(),
        };
        let entered = |enters: &Enters| {
            let entry = Entry { enters: enters.clone(), ..Entry::default() };
            [0, 1].map(|at| {
                let wanted = entry.wanted(&game, &game.levels[at]);
                (wanted.drives_usual, wanted.guests.vehicle)
            })
        };
        assert_eq!(Enters::default().name(&game), "on foot, missions in their usual vehicle");
        assert_eq!(entered(&Enters::default()), [(false, None), (true, None)]);
        assert_eq!(entered(&Enters::OnFoot), [(false, None), (false, None)]);
        let kite = Some("kite".to_owned());
        assert_eq!(entered(&Enters::In("kite".to_owned())), [(false, kite.clone()), (false, kite)]);
        // Where there is no mission, nothing is said of any.
        let walked = Game { levels: vec![level("c1", false)], ..game.clone() };
        assert_eq!(Enters::default().name(&walked), "on foot");
    }
}
