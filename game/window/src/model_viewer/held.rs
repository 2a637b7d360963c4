//! The part of the panel that gives a model other models to hold: a place, and a search among all models.

use crate::theme;
use egui::{RichText, ScrollArea, Ui};
use turntable::Item;

/// Most models that a search shows.
const SHOWN: usize = 40;
/// Height of the list, points.
const HEIGHT: f32 = 120.0;

/// What was chosen so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Held {
    place: usize,
    search: String,
}

/// Shows it; the name of the model with what it is to hold, once somebody chose that.
pub(super) fn show(
    ui: &mut Ui,
    places: &[String],
    item: &Item,
    models: &[Item],
    held: &mut Held,
) -> Option<String> {
    let mut wanted = None;
    let part = egui::CollapsingHeader::new("Holds").show(ui, |ui| {
        held.place = held.place.min(places.len().saturating_sub(1));
        let place = places.get(held.place).map_or("", String::as_str);
        ui.horizontal(|ui| {
            egui::ComboBox::from_id_salt("place").selected_text(place).width(110.0).show_ui(ui, |ui| {
                for (number, name) in places.iter().enumerate() {
                    ui.selectable_value(&mut held.place, number, name);
                }
            });
            if ui.button("Nothing").on_hover_text("Takes away what is at this place").clicked() {
                wanted = Some(without(&item.name, place));
            }
        });
        theme::search(ui, &mut held.search);
        let low = held.search.to_lowercase();
        let fitting = |model: &&Item| model.name.to_lowercase().contains(&low);
        let found: Vec<&Item> = models.iter().filter(fitting).take(SHOWN + 1).collect();
        // Inside another list it would shrink to what is left of that one's room.
        let list = ScrollArea::vertical().id_salt("held").max_height(HEIGHT).min_scrolled_height(HEIGHT);
        list.show(ui, |ui| {
            for model in found.iter().take(SHOWN) {
                if ui.selectable_label(false, &model.name).on_hover_text(&model.source).clicked() {
                    wanted = Some(with(&item.name, place, &model.name));
                }
            }
            if found.len() > SHOWN {
                ui.label(RichText::new("and more: search for them").color(theme::QUIET));
            }
        });
    });
    // What opens comes into view where there is little room.
    if let Some(body) = part.body_response.filter(|_| part.openness < 1.0) {
        body.scroll_to_me(Some(egui::Align::BOTTOM));
    }
    wanted
}

/// A name without what is at a place.
fn without(name: &str, place: &str) -> String {
    let at_place =
        |part: &&str| part.split_once('=').is_none_or(|(known, _)| !known.trim().eq_ignore_ascii_case(place));
    name.split('+').filter(at_place).collect::<Vec<_>>().join("+")
}

/// A name with another model at a place.
fn with(name: &str, place: &str, model: &str) -> String {
    format!("{}+{place}={model}", without(name, place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_at_a_place_at_a_time() {
        let first = with("wolf.m2+skin02", "right", "sword.m2");
        assert_eq!(first, "wolf.m2+skin02+right=sword.m2");
        let both = with(&first, "at27", "cap.m2");
        assert_eq!(with(&both, "right", "axe.m2"), "wolf.m2+skin02+at27=cap.m2+right=axe.m2");
        assert_eq!(without(&both, "RIGHT"), "wolf.m2+skin02+at27=cap.m2");
    }
}
