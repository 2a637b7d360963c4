//! The loading page, or the card over a world that is loaded again.

use super::Wish;
use crate::loader::Loading;
use crate::theme;

/// Shows it. Over a world it is a small card at the upper edge.
pub fn show(context: &egui::Context, loading: &Loading, over_world: bool, wishes: &mut Vec<Wish>) {
    let step = loading.step();
    let anchor = if over_world {
        (egui::Align2::CENTER_TOP, [0.0, 16.0])
    } else {
        (egui::Align2::CENTER_CENTER, [0.0; 2])
    };
    egui::Area::new(egui::Id::unique("loading")).anchor(anchor.0, anchor.1).show(context, |ui| {
        theme::card().show(ui, |ui| {
            let width = (ui.ctx().content_rect().width() - 60.0).clamp(120.0, 420.0);
            ui.set_width(width);
            ui.vertical_centered(|ui| {
                let folder = loading.wanted.path.file_name().unwrap_or_default().to_string_lossy();
                let name = if loading.wanted.demo.is_some() { "the demo" } else { &folder };
                let world =
                    loading.wanted.world.as_deref().map_or_else(String::new, |world| format!(", {world}"));
                ui.label(egui::RichText::new(format!("Loading {name}{world}")).size(17.0));
                ui.add_space(4.0);
                let bar = egui::ProgressBar::new(step.fraction()).fill(theme::WARM).desired_height(10.0);
                ui.add(bar.corner_radius(5));
                let line = match (loading.building(), step.of) {
                    (true, _) => "building the demo".to_owned(),
                    (_, 0 | 1) => step.stage.name().to_owned(),
                    (_, of) => format!("{}: {} of {of}", step.stage.name(), step.done),
                };
                ui.label(egui::RichText::new(line).color(theme::QUIET));
                ui.add_space(4.0);
                if ui.button("Cancel (Esc)").clicked() {
                    wishes.push(Wish::Cancel);
                }
            });
        });
    });
}
