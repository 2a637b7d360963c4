//! The animations of a world: what each is doing, buttons to play, stop, reset, hold and step it, and its
//! timeline. What buttons do is asked of the world as commands, so that recordings hold it.

use super::Wish;
use crate::theme;
use crate::timeline::{self, Row, Timeline};
use crate::visit::Visit;
use egui::{Align2, Color32, FontId, Rect, RichText, ScrollArea, Sense, Stroke, TextEdit, Ui, pos2, vec2};
use runtime::{Command, Simulation};
use world::ProgramId;
use world::program::{Definition, Instance, Step};

/// Height of a row of the list, points.
const ROW: f32 = 20.0;
/// Height of a lane of the timeline, points.
const LANE: f32 = 15.0;
/// Width of the names beside the timeline, points.
const NAMES: f32 = 120.0;
/// A block is drawn at least so wide, points.
const LEAST: f32 = 7.0;
/// Height of the ruler, points.
const RULER: f32 = 18.0;

/// State of the panel.
#[derive(Debug, Default)]
pub struct Animations {
    filter: String,
    selected: Option<ProgramId>,
    /// Those that the filter shows, and for which filter and world that was worked out.
    listed: Vec<ProgramId>,
    made_for: Option<(String, String)>,
    /// The timeline of the one that is selected.
    timeline: Option<(ProgramId, Timeline)>,
}

impl Animations {
    /// Shows the panel below the world.
    pub fn show(&mut self, ui: &mut Ui, visit: &Visit, wishes: &mut Vec<Wish>) {
        let simulation = visit.simulation();
        self.list(simulation);
        let height = (ui.ctx().content_rect().height() * 0.36).clamp(170.0, 320.0);
        egui::Panel::bottom("animations").exact_size(height).resizable(false).show(ui, |ui| {
            ui.add_space(4.0);
            ui.horizontal(|ui| {
                ui.label(RichText::new("Animations").heading().color(theme::WARM));
                let count = simulation.scene().programs.len();
                let count = base::output::counted(count, "animation", "animations");
                ui.label(RichText::new(count).color(theme::QUIET));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if ui.button("Close").clicked() {
                        wishes.push(Wish::Animations);
                    }
                });
            });
            let area = ui.available_rect_before_wrap();
            let left = (area.width() * 0.34).clamp(150.0, 340.0);
            let split = area.left() + left;
            ui.scope_builder(egui::UiBuilder::new().max_rect(area.with_max_x(split - 8.0)), |ui| {
                self.show_list(ui, simulation);
            });
            ui.painter().vline(split, area.y_range(), Stroke::new(1.0, theme::LINE));
            ui.scope_builder(egui::UiBuilder::new().max_rect(area.with_min_x(split + 10.0)), |ui| {
                self.show_selected(ui, simulation, wishes);
            });
        });
    }

    /// Works out what the filter shows.
    fn list(&mut self, simulation: &Simulation) {
        let scene = simulation.scene();
        let wanted = (self.filter.to_lowercase(), scene.world.clone());
        if self.made_for.as_ref() == Some(&wanted) {
            return;
        }
        if self.made_for.as_ref().is_some_and(|(_, world)| *world != wanted.1) {
            (self.selected, self.timeline) = (None, None);
        }
        let all = scene.programs.iter().enumerate();
        let fits = |own: &Definition| wanted.0.is_empty() || own.name.to_lowercase().contains(&wanted.0);
        self.listed = all.filter(|(_, own)| fits(own)).map(|(at, _)| ProgramId::from(at)).collect();
        self.made_for = Some(wanted);
    }

    fn show_list(&mut self, ui: &mut Ui, simulation: &Simulation) {
        let field = TextEdit::singleline(&mut self.filter).hint_text("Search by name");
        ui.add_sized([ui.available_width(), 26.0], field);
        if self.listed.is_empty() {
            let line = if simulation.scene().programs.is_empty() {
                "This world has no animations."
            } else {
                "No animation has this in its name."
            };
            return theme::quiet(ui, line);
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        ScrollArea::vertical()
            .id_salt("names")
            .min_scrolled_height(20.0)
            .auto_shrink([false, false])
            .show_rows(ui, ROW, self.listed.len(), |ui, shown| {
                for program in self.listed.get(shown).unwrap_or_default().to_vec() {
                    let (place, response) =
                        ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
                    let is_selected = self.selected == Some(program);
                    if is_selected || response.hovered() {
                        let fill = if is_selected { ui.visuals().selection.bg_fill } else { theme::LINE };
                        ui.painter().rect_filled(place, 3.0, fill);
                    }
                    let (word, color) = state(simulation, program);
                    let name = simulation.scene().programs.get(program.index()).map_or("", |own| &own.name);
                    let middle = place.center().y;
                    let text = ui.painter().text(
                        pos2(place.right() - 6.0, middle),
                        Align2::RIGHT_CENTER,
                        word,
                        FontId::proportional(12.0),
                        color,
                    );
                    let room = Rect::from_min_max(place.min, pos2(text.left() - 6.0, place.max.y));
                    ui.painter().with_clip_rect(room.intersect(ui.clip_rect())).text(
                        pos2(place.left() + 6.0, middle),
                        Align2::LEFT_CENTER,
                        name,
                        FontId::proportional(13.0),
                        theme::TEXT,
                    );
                    if response.clicked() {
                        self.selected = Some(program);
                    }
                }
            });
    }

    fn show_selected(&mut self, ui: &mut Ui, simulation: &Simulation, wishes: &mut Vec<Wish>) {
        let scene = simulation.scene();
        let chosen = self.selected.and_then(|id| Some((id, scene.programs.get(id.index())?)));
        let Some((program, definition)) = chosen else {
            return theme::quiet(ui, "Choose an animation to play it and to see its timeline.");
        };
        if self.timeline.as_ref().is_none_or(|(own, _)| *own != program) {
            self.timeline = Some((program, Timeline::of(definition)));
        }
        let Some((_, timeline)) = &self.timeline else { return };
        let is_held = simulation.state().programs.held.contains_key(&program);
        let first = simulation.state().programs.instances.get(program.index());
        let (word, _) = state(simulation, program);
        let at = first.filter(|own| own.phase.is_running()).map(|own| format!(", {:.2} s", own.clock));
        ui.horizontal(|ui| {
            ui.label(RichText::new(&*definition.name).size(15.0).color(theme::WARM));
            let state = RichText::new(format!("{word}{}", at.unwrap_or_default()));
            ui.add(egui::Label::new(state.size(12.0).color(theme::QUIET)).truncate());
        });
        ui.horizontal_wrapped(|ui| {
            let mut ask = |name: &str, about: &str, command: Command| {
                if ui.button(name).on_hover_text(about).clicked() {
                    wishes.push(Wish::Ask(Box::new(command)));
                }
            };
            ask("Play", "Starts it", Command::StartProgram { program, node: None });
            ask("Stop", "Ends it", Command::StopProgram(program));
            ask("Reset", "Puts back what it changed", Command::ResetProgram(program));
            let (name, about) =
                if is_held { ("Resume", "Lets it go on") } else { ("Hold", "Lets time stand for it") };
            ask(name, about, Command::HoldProgram { program, held: !is_held });
            ask("Step", "Holds it, and lets it go on by a sixtieth of a second", step(program, 1));
            let next = first.map_or(1, |own| timeline::ticks_to_next(timeline, own));
            ask("Next event", "The same, until an event begins or is over", step(program, next));
        });
        let shown = Shown { simulation, definition, first };
        ScrollArea::vertical()
            .id_salt("timeline")
            .min_scrolled_height(20.0)
            .auto_shrink([false, false])
            .show(ui, |ui| draw(ui, timeline, &shown));
    }
}

fn step(program: ProgramId, ticks: u32) -> Command {
    Command::StepProgram { program, ticks }
}

/// What an animation is doing, and the colour for it.
fn state(simulation: &Simulation, program: ProgramId) -> (String, Color32) {
    let word = console::state_of(simulation, program);
    let color = match word {
        "running" | "running for the last time" | "resetting" => theme::WARM,
        "broken" | "invalid" => theme::WRONG,
        _ => theme::QUIET,
    };
    match simulation.state().programs.held.contains_key(&program) {
        true => (format!("{word}, held"), color),
        false => (word.to_owned(), color),
    }
}

/// Whose timeline is drawn.
struct Shown<'a> {
    simulation: &'a Simulation,
    definition: &'a Definition,
    first: Option<&'a Instance>,
}

/// Draws a timeline: a ruler, and a row of blocks for each list of events.
fn draw(ui: &mut Ui, timeline: &Timeline, shown: &Shown<'_>) {
    let width = ui.available_width();
    // The last number of the ruler stands behind its line.
    let room = (width - NAMES - 40.0).max(40.0);
    let scale = room / timeline.seconds;
    let lanes: Vec<Vec<usize>> =
        timeline.rows.iter().map(|row| timeline::lanes(&row.blocks, LEAST / scale)).collect();
    let height = |lanes: &Vec<usize>| LANE * (lanes.iter().max().copied().unwrap_or(0) + 1) as f32 + 5.0;
    let total = RULER + lanes.iter().map(height).sum::<f32>();
    let (area, response) = ui.allocate_exact_size(vec2(width, total), Sense::hover());
    let painter = ui.painter().with_clip_rect(area.intersect(ui.clip_rect()));
    let origin = area.left() + NAMES;
    ruler(&painter, area, origin, scale, timeline.seconds);
    let mut top = area.top() + RULER;
    for (at, (row, lanes)) in timeline.rows.iter().zip(&lanes).enumerate() {
        let bottom = top + height(lanes);
        painter.hline(area.x_range(), bottom, Stroke::new(1.0, theme::LINE));
        let name = if row.on_call { theme::QUIET } else { theme::TEXT };
        let names = Rect::from_min_max(pos2(area.left(), top), pos2(origin - 6.0, bottom));
        painter.with_clip_rect(names.intersect(ui.clip_rect())).text(
            pos2(area.left() + 2.0, top + 2.0),
            Align2::LEFT_TOP,
            &row.name,
            FontId::proportional(12.0),
            name,
        );
        let (steps, running) = list_of(shown, at);
        for (number, (block, lane)) in row.blocks.iter().zip(lanes).enumerate() {
            let left = origin + block.start * scale;
            let right = (origin + block.end * scale).max(left + LEAST) - 1.0;
            let y = top + 2.0 + *lane as f32 * LANE;
            let place = Rect::from_min_max(pos2(left, y), pos2(right, y + LANE - 2.0));
            let is_at = running.is_some_and(|own| own.is_live() && own.cursor as usize == number);
            let fill = fill(block.keyword);
            painter.rect_filled(place, 2.0, if is_at { fill } else { fill.gamma_multiply(0.55) });
            if place.width() > 60.0 {
                painter.with_clip_rect(place.intersect(ui.clip_rect())).text(
                    pos2(place.left() + 3.0, place.center().y),
                    Align2::LEFT_CENTER,
                    block.keyword,
                    FontId::proportional(10.0),
                    Color32::WHITE,
                );
            }
            if response.hover_pos().is_some_and(|at| place.contains(at)) {
                let text = timeline::about(shown.simulation.scene(), shown.definition, steps, number);
                response.clone().on_hover_ui_at_pointer(|ui| {
                    ui.label(text);
                });
            }
        }
        mark(&painter, row, running.filter(|own| own.is_live()), origin, scale, [top, bottom]);
        top = bottom;
    }
}

/// The cursor of a row, if it runs.
fn mark(
    painter: &egui::Painter,
    row: &Row,
    running: Option<&world::program::SequenceState>,
    origin: f32,
    scale: f32,
    [top, bottom]: [f32; 2],
) {
    if let Some(seconds) = running.and_then(|own| timeline::cursor(row, own)) {
        painter.vline(origin + seconds * scale, top..=bottom, Stroke::new(2.0, theme::WARM));
    }
}

/// The events of a row, and how far the first instance is in it while it runs.
fn list_of<'a>(shown: &Shown<'a>, row: usize) -> (&'a [Step], Option<&'a world::program::SequenceState>) {
    let first = shown.first;
    match shown.definition.sequences.get(row) {
        Some(sequence) => {
            let running = first.filter(|own| own.phase.is_running());
            (&sequence.steps, running.and_then(|own| own.sequences.get(row)))
        }
        None => {
            let resetting = first.filter(|own| own.phase == world::program::Phase::Resetting);
            (&shown.definition.reset, resetting.map(|own| &own.reset))
        }
    }
}

/// Seconds along the top, at round numbers that are far enough apart.
fn ruler(painter: &egui::Painter, area: Rect, origin: f32, scale: f32, seconds: f32) {
    let every = round_step(70.0 / scale);
    for at in 0..200 {
        let second = at as f32 * every;
        if second > seconds {
            return;
        }
        let x = origin + second * scale;
        painter.vline(x, area.y_range(), Stroke::new(1.0, theme::LINE.gamma_multiply(0.7)));
        let text = format!("{second} s");
        painter.text(
            pos2(x + 3.0, area.top() + 1.0),
            Align2::LEFT_TOP,
            text,
            FontId::proportional(10.5),
            theme::QUIET,
        );
    }
}

/// The next of 0.1, 0.2, 0.5, 1, 2, 5 and so on that is not below a number of seconds.
fn round_step(least: f32) -> f32 {
    let mut step = 0.1_f32;
    for factor in [2.0, 2.5, 2.0].into_iter().cycle().take(18) {
        if step >= least {
            break;
        }
        step *= factor;
    }
    (step * 10.0).round() / 10.0
}

/// The colour of an event, by what it is about.
fn fill(keyword: &str) -> Color32 {
    match keyword {
        "LOOP" | "IF" | "ELSEIF" | "ELSE" | "ENDIF" => Color32::from_rgb(0x80, 0x88, 0x96),
        "SOUND" | "SOUND_NODE" => Color32::from_rgb(0x5E, 0xA8, 0x5C),
        "CALLBACK" | "DETONATE_WEAPON" => Color32::from_rgb(0xC8, 0x58, 0x50),
        word if word.contains("CALL")
            || word.contains("STOP")
            || word.contains("_ANIMATION") && !word.starts_with("LIGHT") =>
        {
            Color32::from_rgb(0x9A, 0x70, 0xC8)
        }
        word if word.starts_with("OBJECT") => Color32::from_rgb(0x4C, 0x86, 0xC6),
        _ => Color32::from_rgb(0xB8, 0x8A, 0x3C),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ruler_has_round_numbers() {
        for (least, step) in
            [(0.01, 0.1), (0.11, 0.2), (0.3, 0.5), (0.9, 1.0), (3.0, 5.0), (5.1, 10.0), (99.0, 100.0)]
        {
            assert_eq!(round_step(least), step, "{least}");
        }
    }
}
