//! The travel map of an overworld: regions with their borders, places by kind, search by a part of a name, and
//! travelling to a place or a cell. What is found is in `filter.rs`; the picture is made by
//! `engine/load/src/daggerfall/chart.rs`.

mod filter;

use super::Wish;
use super::map::view::View;
use super::map::{arrow, text};
use crate::media::Working;
use crate::theme;
use crate::visit::Visit;
use base::Failure;
use egui::{
    Align2, Color32, Event, Key, Pos2, Rect, RichText, Sense, Stroke, TextureHandle, TextureOptions, Vec2,
};
use filter::{COLORS, Filter, Group, kind_name};
use glam::Vec3;
use load::daggerfall::{Chart, Location, PlaceName};
use std::sync::Arc;
use world::Aabb;

/// Points from a dot within which a click is one on it.
const NEAR: f32 = 9.0;
/// Points of a cell at the largest zoom.
const LARGEST: f32 = 60.0;
/// Most places that a search lists.
const MOST_LISTED: usize = 200;
/// Width of the list, points.
const LIST: f32 = 250.0;
/// Points of a cell from which on names of places are written.
const NAMES: f32 = 9.0;
/// The name of the search field.
const FIELD: &str = "travel map search";

/// What the map shows.
struct Atlas {
    chart: Chart,
    places: Vec<Location>,
}

/// What was chosen on it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Chosen {
    cell: [i32; 2],
    /// Its number, if it is a place.
    place: Option<usize>,
}

/// The page, which keeps its map while it is closed.
#[derive(Default)]
pub struct TravelMap {
    working: Option<Working<Atlas>>,
    atlas: Option<Atlas>,
    texture: Option<TextureHandle>,
    failure: Option<String>,
    filter: Filter,
    chosen: Option<Chosen>,
    /// What is in the middle, in cells; `None` for the person.
    middle: Option<[f32; 2]>,
    /// Points for a cell; `None` before it was seen first.
    zoom: Option<f32>,
    /// The search field has the keyboard, or gets it.
    is_typed_in: bool,
    /// It was opened and has not the keyboard yet.
    is_opening: bool,
    /// The next frame has the letter that opened the map among what is typed.
    was_opened_by_a_letter: bool,
}

impl TravelMap {
    /// It was opened, by a key that the menus heard or did not. Its search field has the keyboard at once, so that no
    /// letter is lost.
    pub fn open(&mut self, heard: bool) {
        (self.is_typed_in, self.is_opening, self.was_opened_by_a_letter) = (true, true, heard);
    }

    /// It was closed.
    pub fn close(&mut self) {
        (self.is_typed_in, self.is_opening) = (false, false);
    }

    /// True while letters belong to its search field.
    pub fn is_typed_in(&self) -> bool {
        self.is_typed_in
    }

    /// The map is made, if it was not.
    pub fn follow(&mut self, visit: &Visit, wake: impl Fn() + Send + 'static) {
        if self.atlas.is_some() || self.working.is_some() || self.failure.is_some() {
            return;
        }
        let known = visit.known();
        let (files, woods) = (Arc::clone(&known.files), known.request.container.clone());
        let work = move || -> Result<Atlas, Failure> {
            let (overworld, _) = files.land.open(&files.vfs, &woods)?;
            let places = load::daggerfall::locations(&files.vfs, &woods);
            Ok(Atlas { chart: overworld.chart(), places })
        };
        self.working = Some(Working::start(work, wake));
    }

    /// Shows it.
    pub fn show(&mut self, ui: &egui::Ui, visit: &Visit, wishes: &mut Vec<Wish>) {
        match self.working.as_mut().and_then(Working::poll) {
            Some(Ok(atlas)) => (self.working, self.atlas) = (None, Some(atlas)),
            Some(Err(failure)) => (self.working, self.failure) = (None, Some(failure.to_string())),
            None => {}
        }
        let room = ui.available_rect_before_wrap();
        let rect = room.shrink((room.width().min(room.height()) * 0.03).round());
        egui::Area::new(egui::Id::unique("travel map"))
            .fixed_pos(rect.min)
            .order(egui::Order::Background)
            .show(ui.ctx(), |ui| {
                ui.set_clip_rect(rect);
                let response = ui.allocate_rect(rect, Sense::click_and_drag());
                ui.painter().rect(rect, 8.0, PAPER, Stroke::new(1.0, theme::LINE), egui::StrokeKind::Inside);
                let list =
                    Rect::from_min_size(rect.min, Vec2::new(LIST.min(rect.width() * 0.4), rect.height()));
                let sheet = Rect::from_min_max(Pos2::new(list.right(), rect.top()), rect.max);
                if self.atlas.is_none() {
                    let line = self.failure.as_deref().unwrap_or("Drawing the map ...");
                    text(ui.painter(), sheet.center(), Align2::CENTER_CENTER, line, 15.0, theme::TEXT);
                    ui.ctx().request_repaint();
                }
                self.show_sheet(ui, sheet.shrink(6.0), &response, visit, wishes);
                let inner = egui::UiBuilder::new().max_rect(list.shrink(10.0));
                ui.scope_builder(inner, |ui| self.show_list(ui, visit, wishes));
            });
    }

    /// The map itself.
    fn show_sheet(
        &mut self,
        ui: &egui::Ui,
        sheet: Rect,
        response: &egui::Response,
        visit: &Visit,
        wishes: &mut Vec<Wish>,
    ) {
        let Some(atlas) = &self.atlas else { return };
        let image = &atlas.chart.image;
        let size = atlas.chart.cells.map(|cells| cells as f32);
        let texture = self.texture.get_or_insert_with(|| {
            let pixels = [image.width as usize, image.height as usize];
            let picture = egui::ColorImage::from_rgba_unmultiplied(pixels, &image.rgba);
            ui.ctx().load_texture("travel map", picture, TextureOptions::NEAREST)
        });
        let whole = Aabb { min: Vec3::ZERO, max: Vec3::new(size[0], 0.0, size[1]) };
        let fit = View::fit(sheet, &whole);
        let zoom = *self.zoom.get_or_insert(fit * 2.5);
        let here = here(visit);
        let mut view = View { rect: sheet, middle: self.middle.unwrap_or(here), zoom };
        let before = view;
        if response.dragged() {
            view.drag(response.drag_delta());
        }
        if let Some(pointer) = response.hover_pos().filter(|at| sheet.contains(*at)) {
            let turns = ui.input(|input| input.smooth_scroll_delta.y);
            view.zoom_at(pointer, libm::expf(turns / 200.0), [fit * 0.8, LARGEST]);
        }
        if view.middle != before.middle || view.zoom != before.zoom {
            (self.middle, self.zoom) = (Some(view.middle), Some(view.zoom));
        }
        let painter = ui.painter().with_clip_rect(sheet);
        let at = |x: f32, y: f32| view.on_screen(Vec3::new(x, 0.0, y));
        let all = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        painter.image(
            texture.id(),
            Rect::from_min_max(at(0.0, 0.0), at(size[0], size[1])),
            all,
            Color32::WHITE,
        );
        for (number, place) in atlas.places.iter().enumerate().filter(|(_, place)| self.filter.shows(place)) {
            let dot = at(place.cell[0] as f32 + 0.5, place.cell[1] as f32 + 0.5);
            if !sheet.contains(dot) {
                continue;
            }
            let radius = (view.zoom * 0.4).clamp(1.6, 6.0) + if place.kind == 0 { 1.0 } else { 0.0 };
            let color = COLORS.get(usize::from(place.kind)).copied().unwrap_or(theme::TEXT);
            painter.circle(dot, radius, color, Stroke::new(1.0, Color32::from_black_alpha(0xA0)));
            let is_chosen = self.chosen.is_some_and(|chosen| chosen.place == Some(number));
            if view.zoom >= NAMES || place.kind == 0 && view.zoom >= NAMES * 0.4 || is_chosen {
                let beside = dot + Vec2::new(radius + 4.0, 0.0);
                text(&painter, beside, Align2::LEFT_CENTER, &place.name, 12.5, theme::TEXT);
            }
        }
        for (name, [x, y]) in &atlas.chart.regions {
            text(&painter, at(*x, *y), Align2::CENTER_CENTER, name, 14.0, REGION);
        }
        if let Some(Chosen { cell: [x, y], .. }) = self.chosen {
            let square = Rect::from_min_max(at(x as f32, y as f32), at(x as f32 + 1.0, y as f32 + 1.0));
            painter.rect_stroke(
                square.expand(3.0),
                2.0,
                Stroke::new(2.0, theme::WARM),
                egui::StrokeKind::Outside,
            );
        }
        arrow(&painter, at(here[0], here[1]), visit.camera().yaw);
        let under = response.hover_pos().filter(|at| sheet.contains(*at));
        let Some(pointer) = under else { return };
        let found = under_pointer(&view, &atlas.places, &self.filter, pointer, size);
        if let Some(chosen) = found {
            let line = describe(atlas, visit, chosen);
            text(
                &painter,
                sheet.left_bottom() + Vec2::new(8.0, -12.0),
                Align2::LEFT_CENTER,
                &line,
                13.5,
                theme::TEXT,
            );
        }
        if response.clicked() {
            self.chosen = found;
        }
        if response.double_clicked()
            && let Some(Chosen { cell, .. }) = found
        {
            wishes.push(Wish::Travel(PlaceName::Cell(cell).to_string()));
        }
    }

    /// The search field; true when what is in it was entered. It keeps the keyboard then.
    fn show_field(&mut self, ui: &mut egui::Ui) -> bool {
        if std::mem::take(&mut self.was_opened_by_a_letter) {
            ui.input_mut(|input| {
                if let Some(letter) = input.events.iter().position(|event| matches!(event, Event::Text(_))) {
                    input.events.remove(letter);
                }
            });
        }
        let id = egui::Id::unique(FIELD);
        if self.is_opening && ui.is_enabled() {
            ui.memory_mut(|memory| memory.request_focus(id));
            self.is_opening = false;
        } else if self.is_opening {
            // The first frame of an area is for its size alone, and no field in it takes what is typed.
            ui.input(|input| {
                let letters = input.events.iter().filter_map(|event| match event {
                    Event::Text(letters) => Some(letters.as_str()),
                    _ => None,
                });
                self.filter.text.extend(letters);
            });
        }
        let field = egui::TextEdit::singleline(&mut self.filter.text).id(id);
        let field = field.hint_text("Place, or cell as 207,213").desired_width(f32::INFINITY);
        let field = ui.add(field);
        let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if is_entered {
            field.request_focus();
        }
        self.is_typed_in = self.is_opening || field.has_focus();
        is_entered
    }

    /// Search, filters and what was chosen.
    fn show_list(&mut self, ui: &mut egui::Ui, visit: &Visit, wishes: &mut Vec<Wish>) {
        ui.label(RichText::new("Travel map").heading().color(theme::WARM));
        let is_entered = self.show_field(ui);
        let Some(atlas) = &self.atlas else { return };
        ui.horizontal_wrapped(|ui| {
            for (group, name) in Group::ALL {
                ui.checkbox(self.filter.shown_mut(group), name).surrender_focus();
            }
        });
        if ui.button("Where I am").clicked() {
            self.middle = None;
        }
        ui.separator();
        let found = self.filter.found(&atlas.places);
        let cell = self.filter.cell();
        let mut picked = None;
        let below = 110.0;
        let list = egui::ScrollArea::vertical().max_height((ui.available_height() - below).max(40.0));
        list.auto_shrink([false, false]).show(ui, |ui| {
            if let Some([x, y]) =
                cell.filter(|_| ui.selectable_label(false, "This cell").clicked() || is_entered)
            {
                picked = Some(Chosen { cell: [x, y], place: None });
            }
            for number in found.iter().take(MOST_LISTED) {
                let Some(place) = atlas.places.get(*number) else { continue };
                let is_chosen = self.chosen.is_some_and(|chosen| chosen.place == Some(*number));
                let line = format!("{}\n{}, {}", place.name, kind_name(place.kind), place.region);
                if ui.selectable_label(is_chosen, line).clicked() {
                    picked = Some(Chosen { cell: place.cell, place: Some(*number) });
                }
            }
            if found.len() > MOST_LISTED {
                theme::quiet(ui, &format!("{} more: write more of the name", found.len() - MOST_LISTED));
            }
            if found.is_empty() && cell.is_none() && !self.filter.text.trim().is_empty() {
                theme::quiet(ui, "No place of this name");
            }
        });
        if let (true, None, Some(first)) = (is_entered, cell, found.first()) {
            let place = atlas.places.get(*first);
            picked = place.map(|place| Chosen { cell: place.cell, place: Some(*first) });
        }
        if let Some(chosen) = picked {
            // Entered once it is shown, entered again one is there.
            if is_entered && self.chosen == picked {
                wishes.push(Wish::Travel(PlaceName::Cell(chosen.cell).to_string()));
            }
            self.chosen = Some(chosen);
            self.middle = Some(chosen.cell.map(|at| at as f32 + 0.5));
            self.zoom = self.zoom.map(|zoom| zoom.max(NAMES));
        }
        ui.separator();
        match self.chosen {
            None => theme::quiet(
                ui,
                "Click a place or any cell of the map; a double click travels there, and so does Enter twice; Esc \
                 closes the map",
            ),
            Some(chosen) => {
                ui.add(egui::Label::new(describe(atlas, visit, chosen)).wrap());
                if ui.button("Travel there").clicked() {
                    wishes.push(Wish::Travel(PlaceName::Cell(chosen.cell).to_string()));
                }
            }
        }
    }
}

/// Background.
const PAPER: Color32 = Color32::from_rgba_premultiplied(0x0C, 0x0E, 0x11, 0xF3);
/// Names of regions.
const REGION: Color32 = Color32::from_rgba_premultiplied(0xB0, 0xA0, 0x88, 0xC0);

/// Where somebody is, in cells from the west and from the north.
fn here(visit: &Visit) -> [f32; 2] {
    let Some([x, y]) = visit.cell() else { return [0.0; 2] };
    let eye = visit.camera().eye;
    let side = load::daggerfall::CELL_UNITS as f32;
    // The origin of a cell is its south-west corner, and z grows southwards.
    [x as f32 + eye.x / side, y as f32 + 1.0 + eye.z / side]
}

/// The place within a few points of the mouse, or the cell below it.
fn under_pointer(
    view: &View,
    places: &[Location],
    filter: &Filter,
    pointer: Pos2,
    size: [f32; 2],
) -> Option<Chosen> {
    let away = |place: &Location| {
        let [x, y] = place.cell.map(|at| at as f32 + 0.5);
        (view.on_screen(Vec3::new(x, 0.0, y)) - pointer).length()
    };
    let shown = places.iter().enumerate().filter(|(_, place)| filter.shows(place));
    let near = shown.map(|(number, place)| (away(place), number, place.cell));
    let nearest = near.filter(|(away, ..)| *away <= NEAR).min_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((_, number, cell)) = nearest {
        return Some(Chosen { cell, place: Some(number) });
    }
    let [x, y] = view.at(pointer);
    let is_inside = (0.0..size[0]).contains(&x) && (0.0..size[1]).contains(&y);
    is_inside.then_some(Chosen { cell: [x as i32, y as i32], place: None })
}

/// What is said of what was chosen.
fn describe(atlas: &Atlas, visit: &Visit, chosen: Chosen) -> String {
    let [x, y] = chosen.cell;
    let place = chosen.place.and_then(|number| atlas.places.get(number));
    let region = visit.known().files.land.peek().and_then(|land| land.region(chosen.cell));
    match place {
        Some(place) => format!("{}, {} ({}, cell {x},{y})", place.name, place.region, kind_name(place.kind)),
        None => format!("{} (cell {x},{y})", region.unwrap_or("Open sea")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_typed_as_soon_as_the_map_is_open_and_what_opened_it_is_none_of_them() {
        for heard in [false, true] {
            let (context, mut map) = (egui::Context::default(), TravelMap::default());
            // In an area, whose first frame takes nothing.
            let frame = |map: &mut TravelMap, typed: &[&str]| {
                let events = typed.iter().map(|text| Event::Text((*text).to_owned())).collect();
                let input = egui::RawInput { events, ..egui::RawInput::default() };
                let mut drawn = context.run_ui(input, |ui| {
                    egui::Area::new(egui::Id::unique("map")).show(ui.ctx(), |ui| map.show_field(ui));
                });
                // Nobody draws the letters.
                drawn.textures_delta.clear();
            };
            map.open(heard);
            assert!(map.is_typed_in());
            frame(&mut map, if heard { &["m", "t"] } else { &["t"] });
            frame(&mut map, &["o"]);
            frame(&mut map, &["r"]);
            assert_eq!((map.filter.text.as_str(), map.is_typed_in()), ("tor", true));
            map.close();
            assert!(!map.is_typed_in());
            // Nobody opened it with a key: letters are the game's.
            let (context, mut map) = (egui::Context::default(), TravelMap::default());
            let input =
                egui::RawInput { events: vec![Event::Text("x".to_owned())], ..egui::RawInput::default() };
            let mut drawn = context.run_ui(input, |ui| {
                map.show_field(ui);
            });
            drawn.textures_delta.clear();
            assert!(!map.is_typed_in() && map.filter.text.is_empty());
        }
    }

    #[test]
    fn a_click_near_a_dot_is_the_place_and_one_elsewhere_the_cell() {
        let rect = Rect::from_min_size(Pos2::ZERO, Vec2::new(400.0, 200.0));
        // The middle of the sheet is cell 100,50; a cell is four points.
        let view = View { rect, middle: [100.0, 50.0], zoom: 4.0 };
        let place = Location { cell: [110, 50], name: "Oxley".to_owned(), region: String::new(), kind: 2 };
        let at = |x: f32, y: f32| {
            under_pointer(
                &view,
                std::slice::from_ref(&place),
                &Filter::default(),
                Pos2::new(x, y),
                [1000.0, 500.0],
            )
        };
        // Its dot is at 200 + 10.5 x 4, 100 + 0.5 x 4.
        assert_eq!(at(242.0, 102.0), Some(Chosen { cell: [110, 50], place: Some(0) }));
        assert_eq!(at(247.0, 106.0), Some(Chosen { cell: [110, 50], place: Some(0) }));
        assert_eq!(at(260.0, 102.0), Some(Chosen { cell: [115, 50], place: None }));
        let far = View { middle: [0.0, 0.0], ..view };
        assert_eq!(
            under_pointer(&far, &[], &Filter::default(), Pos2::new(10.0, 150.0), [1000.0, 500.0]),
            None
        );
    }
}
