//! Which models of a game are to stand on a stage: a list to search and to tick, and the button that goes there.

use super::Wish;
use crate::look_into::Game;
use crate::media::Found;
use crate::theme;
use egui::{Key, ScrollArea, Ui};
use load::warcraft::stage::MOST;
use turntable::Item;

/// Height of a row, points.
const ROW: f32 = 26.0;
/// Width of the box of a row.
const BOX: f32 = 30.0;
/// Letters of the line that says who is chosen.
const LONGEST: usize = 90;

/// The models that are chosen, in the order in which they were.
#[derive(Debug, Default)]
pub struct Cast {
    chosen: Vec<Item>,
    /// A click on a name chooses, too: nothing can be shown on a turntable while a world is open.
    pub only_chooses: bool,
    /// The search had the keyboard once.
    was_focused: bool,
}

impl Cast {
    /// Takes a model in, or out again; false where there is no room for one more.
    pub fn toggle(&mut self, item: &Item) -> bool {
        if let Some(at) = self.chosen.iter().position(|own| own == item) {
            self.chosen.remove(at);
            return true;
        }
        let has_room = self.chosen.len() < MOST;
        if has_room {
            self.chosen.push(item.clone());
        }
        has_room
    }

    /// The name of the stage on which they stand: each by its name, or by its address where others have that name.
    pub fn stage(&self, all: &[Item]) -> String {
        let name = |item: &Item| {
            let bare = item.name.rsplit_once('.').map_or(item.name.as_str(), |(stem, _)| stem);
            let same = all.iter().filter(|other| other.name.eq_ignore_ascii_case(&item.name)).count();
            match (same, item.source.as_str()) {
                (..=1, _) => bare.to_owned(),
                (_, ".") => item.name.clone(),
                (_, folder) => format!("{folder}/{}", item.name),
            }
        };
        self.chosen.iter().map(name).collect::<Vec<_>>().join(",")
    }

    /// Shows the list, filling what is left of the page.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        game: &Game,
        items: &[Item],
        filter: &mut String,
        wishes: &mut Vec<Wish>,
    ) {
        let fitting = fitting(items, filter);
        ui.horizontal(|ui| {
            let typed = theme::search(ui, filter);
            let is_entered = typed.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if is_entered || !std::mem::replace(&mut self.was_focused, true) {
                typed.request_focus();
            }
            let goes = is_entered && filter.trim().is_empty();
            if is_entered && !goes && self.choose_first(&fitting) {
                filter.clear();
            }
            let wanted = self.wanted(items, filter, &fitting);
            let walk = egui::Button::new(match self.chosen.len() {
                0 => "Walk among them".to_owned(),
                count => format!("Walk among {count}"),
            });
            let hint =
                "Puts the models that are ticked on a stage, or, if none is, all that the search finds";
            if ui.add_enabled(wanted.is_some(), walk).on_hover_text(hint).clicked() || goes {
                wishes.extend(wanted.map(|stage| Wish::level(game.root.clone(), Some(stage))));
            }
            if !self.chosen.is_empty() && ui.button("Clear").clicked() {
                self.chosen.clear();
            }
        });
        theme::quiet(ui, &self.about(items, &fitting));
        ui.spacing_mut().item_spacing.y = 0.0;
        ScrollArea::vertical().auto_shrink([false, false]).show_rows(ui, ROW, fitting.len(), |ui, shown| {
            for item in fitting.get(shown).unwrap_or_default() {
                self.row(ui, item, wishes);
            }
        });
        ui.spacing_mut().item_spacing.y = 6.0;
    }

    fn row(&mut self, ui: &mut Ui, item: &Item, wishes: &mut Vec<Wish>) {
        ui.horizontal(|ui| {
            let mut is_chosen = self.chosen.contains(item);
            let ticked = ui.add_sized([BOX, ROW], egui::Checkbox::without_text(&mut is_chosen));
            if ticked.clicked() {
                self.toggle(item);
            }
            let about = if item.source == "." { "" } else { &item.source };
            let hint = if self.only_chooses { "Chooses it" } else { "Shows it on a turntable" };
            let clicked =
                theme::row_that(ui, ROW, &item.name, about, is_chosen).on_hover_text(hint).clicked();
            if clicked && self.only_chooses {
                self.toggle(item);
            } else if clicked {
                wishes.push(Wish::ShowModel(item.clone()));
            }
        });
    }

    /// Enter in the search takes the first that it finds and is not chosen yet; false where there is none, and no room
    /// for it.
    fn choose_first(&mut self, fitting: &[&Item]) -> bool {
        let first = fitting.iter().find(|item| !self.chosen.contains(item));
        first.is_some_and(|item| self.toggle(item))
    }

    /// The stage to go to: of those that are chosen, else of those that the search finds.
    fn wanted(&self, items: &[Item], filter: &str, fitting: &[&Item]) -> Option<String> {
        if !self.chosen.is_empty() {
            return Some(self.stage(items));
        }
        let chosen = fitting.iter().take(MOST).map(|item| (*item).clone()).collect();
        let found = Cast { chosen, ..Cast::default() };
        (!filter.trim().is_empty() && !fitting.is_empty()).then(|| found.stage(items))
    }

    /// What is chosen, and what can be done.
    fn about(&self, items: &[Item], fitting: &[&Item]) -> String {
        if self.chosen.is_empty() {
            let more =
                if self.only_chooses { "" } else { "; a click on a name shows a model on a turntable" };
            return format!(
                "{} of {} models. Tick those that you want to walk among (Enter ticks the first one found, and goes where the search is empty){more}.",
                fitting.len(),
                items.len()
            );
        }
        let mut names = self.stage(items).replace(',', ", ");
        if let Some((end, _)) = names.char_indices().nth(LONGEST) {
            names.truncate(end);
            names.push_str("...");
        }
        let room = if self.chosen.len() == MOST { " (a stage has no room for more)" } else { "" };
        format!("Chosen{room}: {names}")
    }
}

/// Those whose addresses have all words of a term; terms are separated by commas.
fn fitting<'i>(items: &'i [Item], filter: &str) -> Vec<&'i Item> {
    let wanted = filter.replace('\\', "/").to_lowercase();
    let terms: Vec<Vec<&str>> = wanted.split(',').map(|term| term.split_whitespace().collect()).collect();
    let terms: Vec<Vec<&str>> = terms.into_iter().filter(|words| !words.is_empty()).collect();
    let fits = |item: &&Item| {
        let address = format!("{}/{}", item.source, item.name).to_lowercase();
        terms.is_empty() || terms.iter().any(|words| words.iter().all(|word| address.contains(word)))
    };
    items.iter().filter(fits).collect()
}

/// The models of a list; none of another kind.
pub(super) fn models(found: &Found) -> Option<&[Item]> {
    match found {
        Found::Models(items) => Some(items),
        Found::Sounds(..) | Found::Videos(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(source: &str, name: &str) -> Item {
        Item { source: source.to_owned(), name: name.to_owned() }
    }

    fn some() -> Vec<Item> {
        vec![
            item("Creature/Wolf", "Wolf.m2"),
            item("Creature/Bear", "Bear.m2"),
            item("World/Bear", "bear.M2"),
            item(".", "Loose.m2"),
        ]
    }

    #[test]
    fn models_are_chosen_in_order_and_named_so_that_each_is_meant() {
        let (all, mut cast) = (some(), Cast::default());
        for at in [3, 0, 2, 1, 0] {
            assert!(cast.toggle(&all[at]));
        }
        assert_eq!(cast.stage(&all), "Loose,World/Bear/bear.M2,Creature/Bear/Bear.m2");
        let mut full = Cast::default();
        for number in 0..=MOST {
            assert_eq!(full.toggle(&item("many", &format!("{number}.m2"))), number < MOST);
        }
    }

    #[test]
    fn a_search_has_all_words_of_a_term_and_goes_where_nothing_is_chosen() {
        let all = some();
        let names = |filter: &str| -> Vec<String> {
            fitting(&all, filter).into_iter().map(|item| format!("{}/{}", item.source, item.name)).collect()
        };
        assert_eq!(names("bear world"), ["World/Bear/bear.M2"]);
        assert_eq!(names("wolf, loose"), ["Creature/Wolf/Wolf.m2", "./Loose.m2"]);
        assert_eq!(names(" , ").len(), 4);
        let mut cast = Cast::default();
        let wanted = |cast: &Cast, filter: &str| cast.wanted(&all, filter, &fitting(&all, filter));
        assert_eq!(wanted(&cast, "wolf").as_deref(), Some("Wolf"));
        assert_eq!((wanted(&cast, ""), wanted(&cast, "fox")), (None, None));
        assert!(cast.choose_first(&fitting(&all, "bear")) && cast.choose_first(&fitting(&all, "bear")));
        assert!(!cast.choose_first(&fitting(&all, "bear")));
        assert_eq!(wanted(&cast, "wolf").as_deref(), Some("Creature/Bear/Bear.m2,World/Bear/bear.M2"));
    }
}
