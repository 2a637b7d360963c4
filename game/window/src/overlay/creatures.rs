//! Creatures that a world's archives offer: the person's body, in the menu, and placing them in the world, in the
//! scene tree.

use super::Wish;
use crate::media::Working;
use crate::theme;
use crate::visit::Visit;
use egui::{RichText, ScrollArea, Ui};
use load::Family;
use world::{NodeId, OccurrenceId};

/// Height of a row, points.
const ROW: f32 = 26.0;

/// What is known of the creatures of a world.
#[derive(Default)]
pub struct Creatures {
    search: String,
    selected: Option<String>,
    /// The world that the list is of.
    world: String,
    list: Listed,
}

#[derive(Default)]
enum Listed {
    #[default]
    Unknown,
    Working(Working<Vec<String>>),
    Done(Vec<String>),
    Failed(String),
}

/// True for worlds that offer creatures.
pub fn has_any(visit: &Visit) -> bool {
    visit.known().request.family == Family::Everquest
}

impl Creatures {
    /// Asks for the list of the place that is seen, once.
    pub fn follow(&mut self, visit: &Visit, wake: impl Fn() + Send + 'static) {
        let known = visit.known();
        if self.world != known.request.world {
            self.world.clone_from(&known.request.world);
            let (files, request) = (std::sync::Arc::clone(&known.files), known.request.clone());
            self.list =
                Listed::Working(Working::start(move || Ok(load::creatures(&files.vfs, &request)), wake));
        }
        if let Listed::Working(working) = &mut self.list
            && let Some(done) = working.poll()
        {
            self.list = match done {
                Ok(names) => Listed::Done(names),
                Err(failure) => Listed::Failed(failure.to_string()),
            };
        }
    }

    /// The list as rows, with those that fit what is searched for; gives the one that is clicked.
    fn rows(&mut self, ui: &mut Ui, height: f32, about: impl Fn(&str) -> &'static str) -> Option<String> {
        let names = match &self.list {
            Listed::Unknown | Listed::Working(_) => {
                theme::busy(ui, "Reading the archives");
                return None;
            }
            Listed::Failed(line) => {
                ui.label(RichText::new(line).color(theme::WRONG));
                return None;
            }
            Listed::Done(names) if names.is_empty() => {
                ui.label("No archive of this zone has creatures.");
                return None;
            }
            Listed::Done(names) => names,
        };
        theme::search(ui, &mut self.search);
        let wanted = self.search.to_lowercase();
        let fitting: Vec<&String> = names.iter().filter(|name| name.contains(&wanted)).collect();
        let mut clicked = None;
        ui.spacing_mut().item_spacing.y = 0.0;
        ScrollArea::vertical().max_height(height).auto_shrink([false, false]).show_rows(
            ui,
            ROW,
            fitting.len(),
            |ui, shown| {
                for name in fitting.get(shown).unwrap_or_default() {
                    if theme::row(ui, ROW, name, about(name)).clicked() {
                        clicked = Some((*name).clone());
                    }
                }
            },
        );
        ui.spacing_mut().item_spacing.y = 6.0;
        clicked
    }

    /// The page of the menu that chooses the body of the person.
    pub fn show_bodies(
        &mut self,
        context: &egui::Context,
        now: Option<&str>,
        wishes: &mut Vec<Wish>,
        back: impl FnOnce(),
    ) {
        theme::dialog(context, "body", egui::vec2(520.0, 480.0), |ui| {
            ui.horizontal(|ui| {
                if ui.button("Back").on_hover_text("Esc").clicked() {
                    back();
                }
                ui.label(RichText::new("Body").heading().color(theme::WARM));
            });
            ui.separator();
            theme::quiet(
                ui,
                "The race or creature whose body you walk in. The level is loaded again with it; you stay where you are.",
            );
            if theme::row(ui, ROW, "None (first person)", if now.is_none() { "now" } else { "" }).clicked() {
                wishes.push(Wish::Body(None));
            }
            let height = (ui.available_height() - ROW - 12.0).max(60.0);
            let about = |name: &str| if now == Some(name) { "now" } else { "" };
            if let Some(name) = self.rows(ui, height, about) {
                wishes.push(Wish::Body(Some(name)));
            }
        });
    }

    /// Placing creatures, in a panel.
    pub fn show_placing(&mut self, ui: &mut Ui, visit: &Visit, wishes: &mut Vec<Wish>) {
        let selected = self.selected.clone();
        let button = egui::Button::new(match &selected {
            Some(name) => format!("Place {name} before me"),
            None => "Place before me".to_owned(),
        });
        if ui.add_enabled(selected.is_some(), button).clicked() {
            wishes.extend(selected.clone().map(Wish::PlaceCreature));
        }
        let placed = placed(visit);
        // Its search field is above the list, what was placed below it.
        let below = if placed.is_empty() { 40.0 } else { 70.0 + (ROW + 6.0) * placed.len().min(6) as f32 };
        let height = (ui.available_height() - below).max(60.0);
        let about = |name: &str| if selected.as_deref() == Some(name) { "selected" } else { "" };
        if let Some(name) = self.rows(ui, height, about) {
            self.selected = Some(name);
        }
        if placed.is_empty() {
            return;
        }
        theme::quiet(ui, "Placed here");
        ScrollArea::vertical().id_salt("placed").auto_shrink([false, true]).show(ui, |ui| {
            for (node, occurrence, name) in placed {
                ui.horizontal(|ui| {
                    if ui.small_button("Remove").clicked() {
                        wishes.push(Wish::RemoveCreature(node));
                    }
                    if ui.small_button("Go there").clicked() {
                        wishes.push(Wish::GoTo(occurrence));
                    }
                    ui.add(egui::Label::new(format!("{name} (node {})", node.index())).truncate());
                });
            }
        });
    }
}

/// The creatures that stand in the place that is seen, besides the person.
fn placed(visit: &Visit) -> Vec<(NodeId, OccurrenceId, String)> {
    let simulation = visit.simulation();
    let (scene, state, occurrences) = (simulation.scene(), simulation.state(), simulation.occurrences());
    if scene.bodies.is_empty() {
        return Vec::new();
    }
    let of = |id: OccurrenceId| {
        let node = occurrences.node(id);
        let shape = state.nodes.shape(node).filter(|shape| scene.person != Some(*shape))?;
        let body = scene.body_of(shape).filter(|body| body.node == shape)?;
        let name = scene.nodes.get(body.node.index())?.name.to_string();
        Some((node, id, name))
    };
    occurrences.roots().filter_map(of).collect()
}
