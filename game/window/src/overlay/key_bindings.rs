//! The tab of the settings on which keys, buttons and sticks are bound, on foot and in each kind of vehicle.

use super::Wish;
use super::choices::Choosing;
use super::keys::what;
use crate::bindings::{Action, Bindings, Driven, original};
use crate::theme;
use egui::Ui;

/// Width of the names of actions, points.
const NAMES: f32 = 215.0;

/// Shows it.
pub fn show(ui: &mut Ui, choosing: &mut Choosing, bindings: &mut Bindings, wishes: &mut Vec<Wish>) {
    ui.horizontal_wrapped(|ui| {
        for driven in Driven::ALL {
            if ui.selectable_label(choosing.driven == driven, driven.label()).clicked() {
                choosing.driven = driven;
                choosing.binding = None;
            }
        }
    });
    let driven = choosing.driven;
    let (line, color) = match choosing.binding {
        Some(action) => {
            let line = format!("{}: press a key, button or stick (Esc cancels)", what(action, driven));
            (line, theme::WARM)
        }
        None => {
            let more = if driven == Driven::Nothing { "; vehicles follow" } else { "" };
            (format!("+ adds a key, button or stick, a click on one removes it{more}"), theme::QUIET)
        }
    };
    ui.label(egui::RichText::new(line).color(color));
    if driven == Driven::Mech && ui.button(format!("Import {} ...", original::FILE)).clicked() {
        wishes.push(Wish::BrowseControls);
    }
    ui.add_space(4.0);
    for action in Action::ALL {
        one(ui, choosing, bindings, *action, wishes);
    }
}

/// The row of an action.
fn one(ui: &mut Ui, choosing: &Choosing, bindings: &mut Bindings, action: Action, wishes: &mut Vec<Wish>) {
    let driven = choosing.driven;
    let scheme = bindings.scheme(driven);
    let (triggers, conflicts) = (scheme.of(action).to_vec(), scheme.conflicts(action));
    ui.horizontal_wrapped(|ui| {
        let size = egui::vec2(NAMES, ui.spacing().interact_size.y);
        ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
            ui.set_min_width(NAMES);
            ui.label(what(action, driven));
        });
        if ui.selectable_label(choosing.binding == Some(action), " + ").clicked() {
            wishes.push(Wish::Bind(action));
        }
        for trigger in triggers {
            let clash = conflicts.iter().find(|(bound, _)| *bound == trigger);
            let mut text = egui::RichText::new(trigger.name()).size(13.0);
            if clash.is_some() {
                text = text.color(theme::WRONG);
            }
            let button = ui.button(text);
            let button = match clash {
                Some((_, other)) => button.on_hover_text(format!("also: {}", what(*other, driven))),
                None => button,
            };
            if button.clicked() {
                bindings.unbind(driven, action, trigger);
            }
        }
    });
    for (trigger, other) in &conflicts {
        let line = format!("{} is also bound to: {}", trigger.name(), what(*other, driven));
        ui.label(egui::RichText::new(line).size(12.0).color(theme::WRONG));
    }
}
