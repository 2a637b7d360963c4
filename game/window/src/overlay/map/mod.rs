//! The map over the world. One goes on walking while it is open; the arrow keys, plus, minus, C and Home are the
//! map's then, and so is the mouse. What part of it is seen is worked out in `view.rs`; the key that opens it is in
//! `bindings/mod.rs`.

pub(super) mod view;

use crate::maps::{self, Chart, Origin};
use crate::media::Working;
use crate::theme;
use crate::visit::Visit;
use egui::{Align2, Color32, FontId, Key, Pos2, Rect, RichText, Sense, Shape, Stroke, Vec2};
use glam::Vec3;
use view::{LETTERS, LINES, View, lightened, round_length, strength};
use winit::keyboard::KeyCode;
use world::{Aabb, Map, MapLabel, MapLine};

/// Background, over the world.
const PAPER: Color32 = Color32::from_rgba_premultiplied(0x0C, 0x0E, 0x11, 0xF3);
/// Walls of a map that nobody drew, and lines without a colour.
const WALL: Color32 = Color32::from_rgb(0xB8, 0xC2, 0xCE);
/// Behind letters.
const SHADOW: Color32 = Color32::from_rgb(0x05, 0x06, 0x08);
/// What is seen from one side to the other when a large map is opened, metres.
const FIRST_M: f32 = 600.0;
/// Largest zoom, points for a metre.
const NEAREST: f32 = 40.0;
/// Heights of one level, as a part of the height of a person.
const LEVEL: f32 = 2.5;
/// Part of the screen that arrow keys move the map by in a second.
const PAN: f32 = 0.6;
/// How many times larger a second of plus makes the map.
const ZOOM: f32 = 4.0;
/// Lines shorter than this are not seen, points.
const SHORTEST: f32 = 0.3;
/// Most labels that are shown at once.
const MOST_LABELS: usize = 300;

/// The map page, which keeps its map while it is closed.
#[derive(Default)]
pub struct MapPage {
    /// It is shown.
    pub is_open: bool,
    /// The world that the rest is of.
    world: String,
    working: Option<Working<Chart>>,
    chart: Option<(Chart, Aabb)>,
    failure: Option<String>,
    /// What is in the middle; `None` for the person.
    middle: Option<[f32; 2]>,
    /// Points for a unit; `None` before it was seen first.
    zoom: Option<f32>,
    all_levels: bool,
}

/// True for a key that is the map's while it is open.
pub fn has_key(code: KeyCode) -> bool {
    use KeyCode::{
        ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Equal, Home, KeyC, Minus, NumpadAdd, NumpadSubtract,
    };
    matches!(
        code,
        ArrowDown
            | ArrowLeft
            | ArrowRight
            | ArrowUp
            | Equal
            | Home
            | KeyC
            | Minus
            | NumpadAdd
            | NumpadSubtract
    )
}

/// Somebody on a map.
struct Person {
    feet: Vec3,
    yaw: f32,
}

impl MapPage {
    /// The map of the place that is seen is asked for, if another one is there.
    pub fn follow(&mut self, visit: &Visit, wake: impl Fn() + Send + 'static) {
        let known = visit.known();
        if self.world == known.request.world {
            return;
        }
        let all_levels = self.all_levels;
        *self = MapPage { is_open: self.is_open, all_levels, ..MapPage::default() };
        self.world.clone_from(&known.request.world);
        self.working = Some(maps::start(known, visit.simulation().scene(), wake));
    }

    /// Shows it; while a line is typed it has no keys.
    pub fn show(&mut self, ui: &egui::Ui, visit: &Visit, is_typing: bool) {
        match self.working.as_mut().and_then(Working::poll) {
            Some(Ok(chart)) => {
                let bounds = chart.map.bounds();
                (self.working, self.chart) = (None, Some((chart, bounds)));
            }
            Some(Err(failure)) => (self.working, self.failure) = (None, Some(failure.to_string())),
            None => {}
        }
        let room = ui.available_rect_before_wrap();
        let margin = (room.width().min(room.height()) * 0.04).round();
        let rect = room.shrink(margin);
        egui::Area::new(egui::Id::unique("map")).fixed_pos(rect.min).order(egui::Order::Background).show(
            ui.ctx(),
            |ui| {
                ui.set_clip_rect(rect);
                let response = ui.allocate_rect(rect, Sense::click_and_drag());
                ui.painter().rect(rect, 8.0, PAPER, Stroke::new(1.0, theme::LINE), egui::StrokeKind::Inside);
                self.show_in(ui, rect, &response, visit, is_typing);
            },
        );
    }

    fn show_in(
        &mut self,
        ui: &mut egui::Ui,
        rect: Rect,
        response: &egui::Response,
        visit: &Visit,
        is_typing: bool,
    ) {
        let person = person(visit);
        let walker = visit.simulation().scene().walker;
        let metre = visit.simulation().scene().frame.units(1.0);
        let bar = Rect::from_min_size(rect.min, Vec2::new(rect.width(), 38.0));
        let empty = Map::default();
        let (map, bounds) = match &self.chart {
            // Whoever stands beside what is drawn is seen, too.
            Some((chart, bounds)) => (&chart.map, bounds.union(Aabb::around([person.feet]))),
            None => (&empty, Aabb::EMPTY),
        };
        let sheet = Rect::from_min_max(Pos2::new(rect.left(), bar.bottom()), rect.max);
        let near = sheet.width() / (FIRST_M * metre);
        let fit = if map.is_empty() { near } else { View::fit(sheet, &bounds) };
        let limits = [fit * 0.5, (NEAREST / metre).max(fit)];
        if self.zoom.is_none() && self.chart.is_some() {
            // A small map is seen whole, a large one around the person.
            self.middle = (fit >= near && !map.is_empty()).then(|| middle(&bounds));
            self.zoom = Some(fit.max(near));
        }
        let zoom = self.zoom.unwrap_or(fit);
        let here = [person.feet.x, person.feet.z];
        let mut view = View { rect: sheet, middle: self.middle.unwrap_or(here), zoom };
        let before = view;
        if response.dragged() {
            view.drag(response.drag_delta());
        }
        // A field of another panel may be what is typed in.
        let is_typing = is_typing || ui.memory(|memory| memory.focused().is_some());
        let keys = if is_typing { Keys::none() } else { Keys::of(ui) };
        view.drag(keys.pan * sheet.width().min(sheet.height()));
        view.zoom_at(sheet.center(), keys.zoom, limits);
        if let Some(pointer) = response.hover_pos().filter(|at| sheet.contains(*at)) {
            let turns = ui.input(|input| input.smooth_scroll_delta.y);
            view.zoom_at(pointer, libm::expf(turns / 200.0), limits);
        }
        if view.middle != before.middle {
            self.middle = Some(view.middle);
        }
        self.zoom = self.zoom.map(|_| view.zoom);
        let (mut centre, mut whole) = (keys.centre, keys.whole);

        let painter = ui.painter().with_clip_rect(sheet);
        let near = (!self.all_levels).then_some(walker.height * LEVEL);
        lines(&painter, &view, &map.lines, person.feet.y, near);
        labels(&painter, &view, &map.labels, person.feet.y, near);
        arrow(&painter, view.on_screen(person.feet), person.yaw);
        furniture(&painter, &view, metre);
        if self.chart.is_none() {
            let line = self.failure.as_deref().unwrap_or("Drawing the map ...");
            text(&painter, sheet.center(), Align2::CENTER_CENTER, line, 15.0, theme::TEXT);
        } else if map.is_empty() {
            let line = "This level has no walls to draw a map of";
            text(&painter, sheet.center(), Align2::CENTER_CENTER, line, 15.0, theme::TEXT);
        }

        let name = visit.place_name();
        let source = self.chart.as_ref().map_or("", |(chart, _)| match chart.origin {
            Origin::Players => "drawn by players",
            Origin::Game => "the game's own",
            Origin::Walls => "walls of the level",
        });
        ui.scope_builder(egui::UiBuilder::new().max_rect(bar.shrink2(Vec2::new(12.0, 6.0))), |ui| {
            ui.horizontal_centered(|ui| {
                let press = |ui: &mut egui::Ui, name: &str, key: &str| {
                    let response = ui.button(name).on_hover_text(key);
                    // Keys go on walking.
                    response.surrender_focus();
                    response.clicked()
                };
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    whole |= press(ui, "Whole map", "Home");
                    centre |= press(ui, "Centre", "C");
                    let levels = ui.checkbox(&mut self.all_levels, "All floors");
                    levels.surrender_focus();
                    ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                        let size = if rect.width() < 700.0 { 15.0 } else { 18.0 };
                        ui.add(
                            egui::Label::new(RichText::new(name).size(size).color(theme::WARM)).truncate(),
                        );
                        ui.add(
                            egui::Label::new(RichText::new(source).size(12.5).color(theme::QUIET)).truncate(),
                        );
                    });
                });
            });
        });
        if whole && self.chart.is_some() {
            (self.middle, self.zoom) = (Some(middle(&bounds)), Some(fit));
        }
        if centre {
            self.middle = None;
        }
        if self.working.is_some() || keys.any {
            ui.ctx().request_repaint();
        }
    }
}

fn middle(bounds: &Aabb) -> [f32; 2] {
    let middle = bounds.center();
    if middle.is_finite() { [middle.x, middle.z] } else { [0.0; 2] }
}

/// Who looks: the person, or the free camera.
fn person(visit: &Visit) -> Person {
    let camera = visit.camera();
    let avatar = visit.simulation().state().avatar().filter(|_| visit.fly.is_none());
    Person { feet: avatar.map_or(camera.eye, |avatar| avatar.position), yaw: camera.yaw }
}

/// What the keys of a frame ask for.
struct Keys {
    /// As a part of the screen.
    pan: Vec2,
    /// So many times larger.
    zoom: f32,
    centre: bool,
    whole: bool,
    any: bool,
}

impl Keys {
    fn none() -> Self {
        Keys { pan: Vec2::ZERO, zoom: 1.0, centre: false, whole: false, any: false }
    }

    fn of(ui: &egui::Ui) -> Self {
        ui.input(|input| {
            let seconds = input.stable_dt.min(0.1);
            let held = |key: Key| f32::from(u8::from(input.key_down(key)));
            let across = held(Key::ArrowLeft) - held(Key::ArrowRight);
            let along = held(Key::ArrowUp) - held(Key::ArrowDown);
            let larger = held(Key::Plus).max(held(Key::Equals)) - held(Key::Minus);
            Keys {
                pan: Vec2::new(across, along) * PAN * seconds,
                zoom: libm::powf(ZOOM, larger * seconds),
                centre: input.key_pressed(Key::C),
                whole: input.key_pressed(Key::Home),
                any: across != 0.0 || along != 0.0 || larger != 0.0,
            }
        })
    }
}

fn lines(painter: &egui::Painter, view: &View, lines: &[MapLine], feet: f32, near: Option<f32>) {
    let width = if view.rect.width() > 1500.0 { 1.6 } else { 1.2 };
    let seen = view.rect.expand(2.0);
    let shapes = lines.iter().filter_map(|line| {
        let [from, to] = line.ends.map(|end| view.on_screen(end));
        if !seen.intersects(Rect::from_two_pos(from, to)) || (to - from).length_sq() < SHORTEST * SHORTEST {
            return None;
        }
        let heights = [line.ends[0].y.min(line.ends[1].y), line.ends[0].y.max(line.ends[1].y)];
        let strong = near.filter(|_| line.has_height).map_or(1.0, |near| strength(heights, feet, near));
        let color = line.color.map_or(WALL, |color| lightened(color, LINES)).gamma_multiply(strong);
        Some(Shape::line_segment([from, to], Stroke::new(width, color)))
    });
    painter.extend(shapes);
}

/// Large ones first; what would cover another is left out.
fn labels(painter: &egui::Painter, view: &View, labels: &[MapLabel], feet: f32, near: Option<f32>) {
    let mut taken: Vec<Rect> = Vec::new();
    for size in [3, 2, 1] {
        for label in labels.iter().filter(|label| label.size == size) {
            let at = view.on_screen(label.at);
            if !view.rect.contains(at) || taken.len() >= MOST_LABELS {
                continue;
            }
            let strong = near.map_or(1.0, |near| strength([label.at.y; 2], feet, near));
            // Letters have to be read, also those of other levels.
            let color = label
                .color
                .map_or(theme::TEXT, |color| lightened(color, LETTERS))
                .gamma_multiply(strong.max(0.85));
            let letters = 11.0 + f32::from(size) * 1.5;
            let galley = painter.layout_no_wrap(label.text.clone(), FontId::proportional(letters), color);
            let room = Rect::from_min_size(at + Vec2::new(6.0, -galley.size().y * 0.5), galley.size());
            if taken.iter().any(|other| other.intersects(room)) {
                continue;
            }
            taken.push(room.expand(1.0));
            painter.circle_filled(at, 2.5, color);
            text(painter, room.left_center(), Align2::LEFT_CENTER, &label.text, letters, color);
        }
    }
}

/// Letters with a dark edge, so that lines behind them do not hide them.
pub(super) fn text(painter: &egui::Painter, at: Pos2, anchor: Align2, line: &str, size: f32, color: Color32) {
    let font = FontId::proportional(size);
    for edge in [[-1.0, 0.0], [1.0, 0.0], [0.0, -1.0], [0.0, 1.0]] {
        painter.text(at + Vec2::from(edge), anchor, line, font.clone(), SHADOW);
    }
    painter.text(at, anchor, line, font, color);
}

/// The person, with the point where they look.
pub(super) fn arrow(painter: &egui::Painter, at: Pos2, yaw: f32) {
    let (sin, cos) = libm::sincosf(yaw);
    // A yaw of 0 looks north, which is up, and grows to the left.
    let (ahead, right) = (Vec2::new(-sin, -cos), Vec2::new(cos, -sin));
    let corner = |along: f32, across: f32| at + ahead * along + right * across;
    let corners = [corner(11.0, 0.0), corner(-7.0, 6.5), corner(-3.5, 0.0), corner(-7.0, -6.5)];
    let halves = [[corners[0], corners[1], corners[2]], [corners[0], corners[2], corners[3]]];
    for half in halves {
        painter.add(Shape::convex_polygon(half.to_vec(), theme::WARM, Stroke::NONE));
    }
    painter.add(Shape::closed_line(corners.to_vec(), Stroke::new(1.2, SHADOW)));
}

/// North and the scale.
fn furniture(painter: &egui::Painter, view: &View, metre: f32) {
    let rect = view.rect;
    let north = Pos2::new(rect.right() - 22.0, rect.top() + 34.0);
    painter.arrow(north, Vec2::new(0.0, -22.0), Stroke::new(1.6, theme::TEXT));
    text(painter, north + Vec2::new(0.0, 10.0), Align2::CENTER_CENTER, "N", 14.0, theme::TEXT);
    let units = round_length(rect.width() * 0.2 / view.zoom);
    let (left, right) = (rect.left() + 14.0, rect.left() + 14.0 + units * view.zoom);
    let base = rect.bottom() - 14.0;
    let stroke = Stroke::new(1.6, theme::TEXT);
    painter.line_segment([Pos2::new(left, base), Pos2::new(right, base)], stroke);
    for end in [left, right] {
        painter.line_segment([Pos2::new(end, base - 5.0), Pos2::new(end, base)], stroke);
    }
    let words = match metre {
        1.0 => format!("{units} m"),
        metre => format!("{units} units, {} m", shortly(units / metre)),
    };
    text(painter, Pos2::new(left, base - 14.0), Align2::LEFT_CENTER, &words, 12.5, theme::TEXT);
}

/// Metres as people say them.
fn shortly(metres: f32) -> String {
    if metres < 10.0 { format!("{metres:.1}") } else { format!("{metres:.0}") }
}
