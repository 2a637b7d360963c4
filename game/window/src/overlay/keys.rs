//! The card that lists the controls. The keys themselves are in `bindings/mod.rs`.

use crate::bindings::{Action, Bindings};
use crate::theme;

/// Shows it.
pub fn show(context: &egui::Context, bindings: &Bindings) {
    let tight = context.content_rect().height() < 500.0 || context.content_rect().width() < 900.0;
    let size = if tight { 12.0 } else { 13.0 };
    let most = if tight { 1 } else { 2 };
    egui::Area::new(egui::Id::unique("keys"))
        .anchor(egui::Align2::LEFT_TOP, [12.0, 12.0])
        .interactable(false)
        .show(context, |ui| {
            theme::card().show(ui, |ui| {
                ui.label(egui::RichText::new("Controls").heading().color(theme::WARM));
                egui::Grid::new("keys table").num_columns(2).spacing([18.0, 1.0]).min_row_height(17.0).show(
                    ui,
                    |ui| {
                        for action in Action::ALL {
                            let keys = bindings.of(*action).iter().filter(|t| !t.is_pad()).take(most);
                            let keys: Vec<&str> = keys.map(|trigger| trigger.name()).collect();
                            let keys = if keys.is_empty() { "no key".to_owned() } else { keys.join(" or ") };
                            ui.label(egui::RichText::new(keys).size(size).color(theme::WARM));
                            ui.label(egui::RichText::new(action.label()).size(size));
                            ui.end_row();
                        }
                        ui.label(egui::RichText::new("Mouse").size(size).color(theme::WARM));
                        ui.label(egui::RichText::new("Look around (click to start)").size(size));
                        ui.end_row();
                    },
                );
            });
        });
}
