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
    /// Those of archives that do not belong to the world, which come after: the name of each, and of its archive.
    others: Listed<(String, String)>,
}

/// Names that a thread reads from files.
#[derive(Default)]
pub(super) enum Listed<T = String> {
    /// Nobody asked for them yet.
    #[default]
    Unknown,
    /// They are being read.
    Working(Working<Vec<T>>),
    /// They.
    Done(Vec<T>),
    /// Why there are none.
    Failed(String),
}

impl<T: Send + 'static> Listed<T> {
    /// Takes what the thread found.
    pub(super) fn follow(&mut self) {
        if let Listed::Working(working) = self
            && let Some(done) = working.poll()
        {
            *self = match done {
                Ok(names) => Listed::Done(names),
                Err(failure) => Listed::Failed(failure.to_string()),
            };
        }
    }

    fn done(&self) -> &[T] {
        match self {
            Listed::Done(names) => names,
            Listed::Unknown | Listed::Working(_) | Listed::Failed(_) => &[],
        }
    }
}

/// True for worlds that offer creatures to place.
pub fn has_any(visit: &Visit) -> bool {
    visit.known().request.family == Family::Everquest
}

/// True for worlds that offer bodies to walk in.
pub fn has_bodies(visit: &Visit) -> bool {
    has_any(visit) || visit.known().request.family == Family::Warcraft
}

impl Creatures {
    /// Asks for the list of the place that is seen, once.
    pub fn follow(&mut self, visit: &Visit, wake: impl Fn() + Clone + Send + 'static) {
        let known = visit.known();
        if self.world != known.request.world {
            self.world.clone_from(&known.request.world);
            let (files, request) = (std::sync::Arc::clone(&known.files), known.request.clone());
            let near = move || Ok(load::creatures(&files.vfs, &request));
            self.list = Listed::Working(Working::start(near, wake.clone()));
            let (files, request) = (std::sync::Arc::clone(&known.files), known.request.clone());
            let others = move || Ok(load::creatures_elsewhere(&files.vfs, &request));
            self.others = Listed::Working(Working::start(others, wake));
        }
        self.list.follow();
        self.others.follow();
    }

    /// The list as rows, with those that fit what is searched for; gives the one that is clicked.
    fn rows(&mut self, ui: &mut Ui, height: f32, about: impl Fn(&str) -> &'static str) -> Option<String> {
        let others = self.others.done();
        let names = match &self.list {
            Listed::Unknown | Listed::Working(_) => {
                theme::busy(ui, "Reading the archives");
                return None;
            }
            Listed::Failed(line) => {
                ui.label(RichText::new(line).color(theme::WRONG));
                return None;
            }
            Listed::Done(names) if names.is_empty() && others.is_empty() => {
                ui.label("No archive of this game has creatures.");
                return None;
            }
            Listed::Done(names) => names,
        };
        theme::search(ui, &mut self.search);
        let wanted = self.search.to_lowercase();
        // A creature of the same name that belongs to the zone is the one that is loaded.
        let near = names.iter().map(|name| (name, ""));
        let far = others.iter().filter(|(name, _)| !names.contains(name));
        let far = far.map(|(name, archive)| (name, archive.as_str()));
        let fits = |(name, archive): &(&String, &str)| {
            name.to_lowercase().contains(&wanted) || archive.contains(&wanted)
        };
        let fitting: Vec<(&String, &str)> = near.chain(far).filter(fits).collect();
        let mut clicked = None;
        ui.spacing_mut().item_spacing.y = 0.0;
        ScrollArea::vertical().max_height(height).auto_shrink([false, false]).show_rows(
            ui,
            ROW,
            fitting.len(),
            |ui, shown| {
                for (name, archive) in fitting.get(shown).unwrap_or_default() {
                    // Models that are files are named by their address.
                    let (folder, bare) = name.rsplit_once('/').unwrap_or((archive, name));
                    let about = Some(about(name)).filter(|about| !about.is_empty()).unwrap_or(folder);
                    if theme::row(ui, ROW, bare, about).clicked() {
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
                    ui.menu_button("Tell", |ui| {
                        if let Some(words) = orders(ui, visit, node) {
                            wishes.push(Wish::TellCreature(node, words));
                            ui.close();
                        }
                    });
                    let doing = console::doing_of(visit.simulation(), node);
                    ui.add(egui::Label::new(format!("{name} (node {}) {doing}", node.index())).truncate());
                });
            }
        });
    }
}

/// What a creature can be told, each in the words of the console, and all its animations; the one that is clicked.
fn orders(ui: &mut Ui, visit: &Visit, node: NodeId) -> Option<String> {
    let (scene, state) = (visit.simulation().scene(), visit.simulation().state());
    let body = scene.body_of(state.nodes.shape(node)?)?;
    let mut told = None;
    for (label, words) in [
        ("Stand", "stand"),
        ("Come here", "walk here"),
        ("Run here", "run here"),
        ("Fight me", "fight"),
        ("Sit", "sit"),
        ("Die", "die"),
    ] {
        let can = words != "sit" || body.named(words).is_some();
        if ui.add_enabled(can, egui::Button::new(label)).clicked() {
            told = Some(words.to_owned());
        }
    }
    ui.separator();
    ScrollArea::vertical().max_height(ROW * 8.0).show(ui, |ui| {
        for own in &body.moves {
            if ui.button(&*own.name).clicked() {
                told = Some(own.name.to_string());
            }
        }
    });
    told
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
