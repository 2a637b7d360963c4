//! The pause menu.

use super::{Wish, choices};
use crate::bindings::Bindings;
use crate::settings::Settings;
use crate::theme;
use crate::visit::Visit;

/// Which page of the menu is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The main entries.
    Main,
    /// Settings and bindings.
    Choices,
}

/// Shows it.
pub fn show(
    context: &egui::Context,
    page: &mut Page,
    choosing: &mut choices::Choosing,
    settings: &mut Settings,
    bindings: &mut Bindings,
    visit: &Visit,
    wishes: &mut Vec<Wish>,
) {
    let screen = context.content_rect();
    egui::Area::new(egui::Id::unique("shade")).order(egui::Order::Background).interactable(false).show(
        context,
        |ui| {
            ui.painter().rect_filled(screen, 0.0, egui::Color32::from_black_alpha(0x78));
        },
    );
    match page {
        Page::Choices => choices::show(context, choosing, settings, bindings, wishes, || *page = Page::Main),
        Page::Main => {
            egui::Area::new(egui::Id::unique("menu")).anchor(egui::Align2::CENTER_CENTER, [0.0; 2]).show(
                context,
                |ui| {
                    theme::card().show(ui, |ui| {
                        ui.set_width(260.0);
                        ui.vertical_centered_justified(|ui| {
                            ui.label(egui::RichText::new("Paused").heading().color(theme::WARM));
                            let world = format!("{}, {}", visit.title_name, visit.known().request.world);
                            ui.label(egui::RichText::new(world).color(theme::QUIET));
                            ui.add_space(6.0);
                            let mut entry =
                                |name: &str| ui.add_sized([260.0, 32.0], egui::Button::new(name)).clicked();
                            if entry("Resume") {
                                wishes.push(Wish::Resume);
                            }
                            if entry("Settings") {
                                *page = Page::Choices;
                            }
                            if entry("Reload") {
                                wishes.push(Wish::Reload);
                            }
                            if entry("Main menu") {
                                wishes.push(Wish::Leave);
                            }
                            if entry("Quit") {
                                wishes.push(Wish::Quit);
                            }
                        });
                    });
                },
            );
        }
    }
}
