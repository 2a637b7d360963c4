//! The scene tree: the hierarchy of nodes, search by name, and details of a node.

use super::Wish;
use super::creatures::{self, Creatures};
use crate::theme;
use crate::visit::Visit;
use base::output;
use egui::{RichText, Ui};
use std::collections::HashSet;
use world::{EntityData, NodeFlags, NodeId, NodeKind, OccurrenceId};

/// Most search results that are listed.
const MOST_HITS: usize = 500;
/// Height of a row, points.
const ROW: f32 = 20.0;

/// State of the panel.
#[derive(Debug, Default)]
pub struct Tree {
    search: String,
    selected: Option<NodeId>,
    open: HashSet<NodeId>,
    rows: Vec<Row>,
    /// Creatures are shown instead.
    pub is_placing: bool,
    /// The state for which the rows were made.
    made_for: Option<(String, u64, usize)>,
}

#[derive(Clone, Copy, Debug)]
struct Row {
    id: OccurrenceId,
    depth: usize,
}

impl Tree {
    /// The panel for another place, or for the same loaded again.
    pub fn anew(self) -> Self {
        Tree { is_placing: self.is_placing, ..Tree::default() }
    }

    /// Shows the panel.
    pub fn show(&mut self, ui: &mut Ui, visit: &Visit, creatures: &mut Creatures, wishes: &mut Vec<Wish>) {
        let width = (ui.ctx().content_rect().width() * 0.45).clamp(180.0, 360.0);
        egui::Panel::right("tree").exact_size(width).resizable(false).show(ui, |ui| {
            ui.add_space(6.0);
            ui.horizontal(|ui| {
                ui.label(RichText::new("Scene tree").heading().color(theme::WARM));
                let count = visit.simulation().occurrences().len();
                ui.label(RichText::new(output::counted(count, "object", "objects")).color(theme::QUIET));
            });
            if creatures::has_any(visit) {
                ui.horizontal(|ui| {
                    ui.selectable_value(&mut self.is_placing, false, "Objects");
                    ui.selectable_value(&mut self.is_placing, true, "Creatures");
                });
                if self.is_placing {
                    return creatures.show_placing(ui, visit, wishes);
                }
            }
            let field = egui::TextEdit::singleline(&mut self.search).hint_text("Search by name");
            ui.add_sized([ui.available_width(), 26.0], field);
            self.list_rows(visit);
            let details = if self.selected.is_some() { 235.0 } else { 0.0 };
            let height = (ui.available_height() - details).max(80.0);
            ui.spacing_mut().item_spacing.y = 0.0;
            egui::ScrollArea::vertical().max_height(height).auto_shrink([false, false]).show_rows(
                ui,
                ROW,
                self.rows.len(),
                |ui, shown| self.show_rows(ui, visit, shown),
            );
            if let Some(node) = self.selected {
                ui.spacing_mut().item_spacing.y = 4.0;
                ui.separator();
                details_of(ui, visit, node, wishes);
            }
        });
    }

    /// The visible rows: search results, or what is unfolded.
    fn list_rows(&mut self, visit: &Visit) {
        let occurrences = visit.simulation().occurrences();
        let wanted = (self.search.to_lowercase(), occurrences.generation(), self.open.len());
        if self.made_for.as_ref() == Some(&wanted) {
            return;
        }
        self.rows.clear();
        if wanted.0.is_empty() {
            let mut path: Vec<Row> = occurrences.roots().map(|id| Row { id, depth: 0 }).collect();
            path.reverse();
            while let Some(row) = path.pop() {
                self.rows.push(row);
                if self.open.contains(&occurrences.node(row.id)) {
                    let first = path.len();
                    path.extend(occurrences.children(row.id).map(|id| Row { id, depth: row.depth + 1 }));
                    path[first..].reverse();
                }
            }
        } else {
            let scene = visit.simulation().scene();
            let named = |id: &OccurrenceId| {
                let node = occurrences.shape(scene, *id);
                node.is_some_and(|node| node.name.to_lowercase().contains(&wanted.0))
            };
            let hits = occurrences.ids().filter(named);
            self.rows.extend(hits.take(MOST_HITS).map(|id| Row { id, depth: 0 }));
        }
        self.made_for = Some(wanted);
    }

    fn show_rows(&mut self, ui: &mut Ui, visit: &Visit, shown: std::ops::Range<usize>) {
        let occurrences = visit.simulation().occurrences();
        let scene = visit.simulation().scene();
        let spacing = ui.spacing_mut();
        spacing.item_spacing.y = 0.0;
        spacing.interact_size.y = ROW;
        spacing.button_padding = egui::vec2(4.0, 1.0);
        for row in self.rows.get(shown).unwrap_or_default().to_vec() {
            let node = occurrences.node(row.id);
            let leaf = occurrences.children(row.id).next().is_none() || !self.search.is_empty();
            let is_open = self.open.contains(&node);
            ui.horizontal(|ui| {
                ui.set_height(ROW);
                ui.add_space(row.depth.min(16) as f32 * 12.0);
                let (fold, response) = ui.allocate_exact_size(egui::vec2(14.0, ROW), egui::Sense::click());
                if !leaf {
                    arrow(ui, fold, is_open);
                    if response.clicked() {
                        if !self.open.remove(&node) {
                            self.open.insert(node);
                        }
                        self.made_for = None;
                    }
                }
                let visible = occurrences.flags(row.id).contains(NodeFlags::ACTIVE);
                let name = occurrences.shape(scene, row.id).map_or("", |node| &node.name);
                let name = if name.is_empty() { format!("node {}", node.index()) } else { name.to_string() };
                let mut text = RichText::new(name).size(13.0);
                if !visible {
                    text = text.color(theme::QUIET);
                }
                let label = egui::Button::selectable(self.selected == Some(node), text);
                if ui.add(label.min_size(egui::vec2(0.0, ROW))).clicked() {
                    self.selected = Some(node);
                }
            });
        }
    }
}

fn arrow(ui: &Ui, place: egui::Rect, open: bool) {
    let center = place.center();
    let corners =
        if open { [[-4.0, -2.0], [4.0, -2.0], [0.0, 3.5]] } else { [[-2.0, -4.0], [3.5, 0.0], [-2.0, 4.0]] };
    let corners = corners.map(|[x, y]| center + egui::vec2(x, y)).to_vec();
    ui.painter().add(egui::Shape::convex_polygon(corners, theme::QUIET, egui::Stroke::NONE));
}

fn details_of(ui: &mut Ui, visit: &Visit, id: NodeId, wishes: &mut Vec<Wish>) {
    let scene = visit.simulation().scene();
    let occurrences = visit.simulation().occurrences();
    let Some(node) = scene.shape(&visit.simulation().state().nodes, id) else { return };
    ui.horizontal(|ui| {
        ui.label(RichText::new(&*node.name).size(15.0).color(theme::WARM));
        ui.label(RichText::new(format!("node {}", id.index())).color(theme::QUIET));
    });
    let first = occurrences.of(id).next();
    let own = visit.simulation().state().nodes.flags.get(id.index()).copied().unwrap_or_default();
    let mut rows = vec![("kind", kind(&node.kind)), ("flags", flags(own))];
    if let Some(zone) = node.zone {
        rows.push(("zone", zone.to_string()));
    }
    if let Some(first) = first {
        let bounds = occurrences.bounds(first);
        if !bounds.is_empty() {
            let corner = |place: glam::Vec3| {
                let [x, y, z] = scene.frame.to_game(place).to_array();
                format!("{x:.1} {y:.1} {z:.1}")
            };
            rows.push(("bounds", format!("{} to {}", corner(bounds.min), corner(bounds.max))));
        }
        rows.push(("opacity", format!("{:.2}", occurrences.opacity(first))));
    }
    let count = occurrences.of(id).count();
    rows.push(("occurs", if count == 1 { "once".to_owned() } else { format!("{count} times") }));
    if let Some(model) = node.model.and_then(|model| scene.models.get(model.index())) {
        rows.push(("model", format!("{} triangles", model.triangles())));
        rows.push(("material", materials(visit, node.model)));
    }
    let shape = visit.simulation().state().nodes.shape(id);
    if let Some(entity) = shape.and_then(|shape| scene.entity(shape)) {
        rows.extend(said(entity));
    }
    egui::Grid::new("node").num_columns(2).spacing([10.0, 1.0]).min_row_height(15.0).show(ui, |ui| {
        for (name, value) in rows {
            ui.label(RichText::new(name).size(12.0).color(theme::QUIET));
            ui.add(egui::Label::new(RichText::new(value).size(12.0)).truncate());
            ui.end_row();
        }
    });
    if let Some(first) = first
        && ui.button("Go there").clicked()
    {
        wishes.push(Wish::GoTo(first));
    }
}

/// The game's data of a node, if any.
fn said(entity: &EntityData) -> impl Iterator<Item = (&'static str, String)> {
    let skills: Vec<String> = entity
        .skills
        .iter()
        .enumerate()
        .filter(|(_, value)| **value != 0.0)
        .map(|(number, value)| format!("{}: {value}", number + 1))
        .collect();
    let strings: Vec<&str> =
        entity.strings.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
    let rows = [
        ("file", entity.file.clone()),
        ("action", entity.action.clone()),
        ("script material", entity.material.clone()),
        ("strings", strings.join(", ")),
        ("skills", skills.join(", ")),
        ("game flags", if entity.flags == 0 { String::new() } else { format!("0x{:x}", entity.flags) }),
    ];
    rows.into_iter().filter(|(_, value)| !value.is_empty())
}

fn kind(kind: &NodeKind) -> String {
    match kind {
        NodeKind::Object => "object".to_owned(),
        NodeKind::Lod(range) => {
            format!("level of detail, {:.0} to {:.0}", range.near_sq.sqrt(), range.far_sq.sqrt())
        }
        NodeKind::Light => "light".to_owned(),
        NodeKind::Fixed => "fixed".to_owned(),
    }
}

fn flags(flags: NodeFlags) -> String {
    const NAMES: [(NodeFlags, &str); 10] = [
        (NodeFlags::ACTIVE, "active"),
        (NodeFlags::ALTITUDE, "altitude"),
        (NodeFlags::INTERSECT, "intersect"),
        (NodeFlags::INTERSECT_BOX, "box"),
        (NodeFlags::PROXIMITY, "proximity"),
        (NodeFlags::LANDMARK, "landmark"),
        (NodeFlags::OVERWRITE, "overwrite"),
        (NodeFlags::ZONE_CHECKED, "zone checked"),
        (NodeFlags::TERRAIN, "terrain"),
        (NodeFlags::FOLLOWS_CAMERA, "follows camera"),
    ];
    let set: Vec<&str> =
        NAMES.iter().filter(|(flag, _)| flags.contains(*flag)).map(|(_, name)| *name).collect();
    if set.is_empty() { "none".to_owned() } else { set.join(", ") }
}

/// The materials of a model's polygons, by the names of their textures.
fn materials(visit: &Visit, model: Option<world::ModelId>) -> String {
    let scene = visit.simulation().scene();
    let Some(model) = model.and_then(|model| scene.models.get(model.index())) else { return String::new() };
    let mut names: Vec<&str> = Vec::new();
    let mut last = None;
    for polygon in &model.polygons {
        if last.replace(polygon.material) == Some(polygon.material) {
            continue;
        }
        let Some(material) = scene.materials.get(polygon.material.index()) else { continue };
        if !names.contains(&material.name.as_str()) {
            names.push(&material.name);
        }
        if names.len() > 6 {
            break;
        }
    }
    names.join(", ")
}
