//! The console: lines that are typed, and what is said of them. What lines mean is in `engine/console`.

use super::Wish;
use crate::theme;
use crate::typed_lines::TypedLines;
use crate::visit::Visit;
use console::{Completion, Said, Tone};
use egui::text::{CCursor, CCursorRange};
use egui::{Align, Color32, Key, Label, Layout, Modifiers, RichText, ScrollArea, TextEdit, Ui};
use std::collections::VecDeque;

/// Most rows of output that are kept.
pub const MOST_ROWS: usize = 1000;
/// Most choices that are listed when a word can go on in several ways.
const MOST_LISTED: usize = 60;

/// The name of the text field.
const FIELD: &str = "console line";

/// The panel, and what was typed and said since the program started.
#[derive(Debug, Default)]
pub struct ConsolePanel {
    /// It is seen.
    pub is_open: bool,
    /// What was typed before.
    pub typed: TypedLines,
    rows: VecDeque<Row>,
    line: String,
    /// The mark of the text field goes behind the last letter.
    to_end: bool,
}

/// A row of output.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    text: String,
    /// How it was said; none for what was typed.
    tone: Option<Tone>,
}

impl ConsolePanel {
    /// A closed one, with what was typed before.
    pub fn new(typed: TypedLines) -> Self {
        ConsolePanel { typed, ..ConsolePanel::default() }
    }

    /// Opens it, or closes it. Its text field has the keyboard at once, so that no letter is lost.
    pub fn toggle(&mut self, context: &egui::Context) {
        self.is_open = !self.is_open;
        let id = egui::Id::unique(FIELD);
        context.memory_mut(
            |memory| if self.is_open { memory.request_focus(id) } else { memory.surrender_focus(id) },
        );
    }

    /// Adds a line that was typed, with what was said of it.
    pub fn add(&mut self, line: &str, said: &[Said]) {
        self.push(format!("> {line}"), None);
        self.say(said);
    }

    fn say(&mut self, said: &[Said]) {
        for said in said {
            said.text.lines().for_each(|text| self.push(text.to_owned(), Some(said.tone)));
        }
    }

    fn push(&mut self, text: String, tone: Option<Tone>) {
        if self.rows.len() >= MOST_ROWS {
            self.rows.pop_front();
        }
        self.rows.push_back(Row { text, tone });
    }

    /// All of the output as one text.
    fn text(&self) -> String {
        self.rows.iter().map(|row| format!("{}\n", row.text)).collect()
    }

    /// Shows it over the upper part of the world.
    pub fn show(&mut self, ui: &mut Ui, visit: &Visit, wishes: &mut Vec<Wish>) {
        let height = (ui.ctx().content_rect().height() * 0.45).clamp(140.0, 420.0);
        egui::Panel::top("console").exact_size(height).resizable(false).show(ui, |ui| {
            ui.add_space(4.0);
            self.heading(ui, wishes);
            let field = 34.0;
            let room = (ui.available_height() - field).max(20.0);
            ScrollArea::vertical()
                .max_height(room)
                .min_scrolled_height(20.0)
                .auto_shrink([false, false])
                .stick_to_bottom(true)
                .show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 1.0;
                    for row in &self.rows {
                        let text = RichText::new(&row.text).monospace().color(color(row.tone));
                        ui.add(Label::new(text).wrap().selectable(true));
                    }
                });
            self.field(ui, visit, wishes);
        });
    }

    fn heading(&mut self, ui: &mut Ui, wishes: &mut Vec<Wish>) {
        ui.horizontal(|ui| {
            ui.label(RichText::new("Console").heading().color(theme::WARM));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.button("Close").on_hover_text("Esc").clicked() {
                    wishes.push(Wish::Console);
                }
                if ui.button("Clear").clicked() {
                    self.rows.clear();
                }
                if ui.button("Copy all").clicked() {
                    ui.ctx().copy_text(self.text());
                }
                let hint = "Enter carries out, Tab completes, Up and Down go through what was typed";
                let hint = RichText::new(hint).size(12.0).color(theme::QUIET);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(Label::new(hint).truncate());
                });
            });
        });
    }

    fn field(&mut self, ui: &mut Ui, visit: &Visit, wishes: &mut Vec<Wish>) {
        ui.horizontal(|ui| {
            ui.label(RichText::new(">").monospace().color(theme::WARM));
            let id = egui::Id::unique(FIELD);
            let has_keyboard = ui.memory(|memory| memory.has_focus(id));
            // Before the field takes these keys for itself.
            let pressed =
                |key: Key| has_keyboard && ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
            let (up, down, tab) = (pressed(Key::ArrowUp), pressed(Key::ArrowDown), pressed(Key::Tab));
            let hint = "help lists what can be typed";
            let edit = TextEdit::singleline(&mut self.line)
                .id(id)
                .font(egui::TextStyle::Monospace)
                .hint_text(hint)
                .char_limit(console::LONGEST)
                .lock_focus(true)
                .desired_width(f32::INFINITY);
            let mut shown = edit.show(ui);
            let is_entered = shown.response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            // Enter takes the keyboard away, and so does a click on the output.
            if ui.memory(|memory| memory.focused().is_none()) {
                shown.response.request_focus();
            }
            // What was typed in the same frame stands in the line by now.
            if up && let Some(line) = self.typed.older(&self.line) {
                line.clone_into(&mut self.line);
                self.to_end = true;
            }
            if down && let Some(line) = self.typed.newer() {
                line.clone_into(&mut self.line);
                self.to_end = true;
            }
            if tab {
                self.complete(&visit.complete(&self.line));
            }
            if std::mem::take(&mut self.to_end) {
                let end = CCursor::new(self.line.chars().count());
                shown.state.cursor.set_char_range(Some(CCursorRange::one(end)));
                shown.state.store(ui.ctx(), id);
            }
            if is_entered {
                self.enter(wishes);
            }
        });
    }

    /// Goes on with a word as far as that is certain, and lists what may follow.
    fn complete(&mut self, completion: &Completion) {
        self.line = completion.apply(&self.line);
        self.to_end = true;
        let count = completion.choices.len();
        if count > 1 {
            let mut list =
                completion.choices.iter().take(MOST_LISTED).cloned().collect::<Vec<_>>().join("  ");
            if count > MOST_LISTED {
                list += "  ...";
            }
            self.push(list, Some(Tone::Note));
        }
    }

    /// The line is typed.
    fn enter(&mut self, wishes: &mut Vec<Wish>) {
        let line = std::mem::take(&mut self.line);
        if line.trim().is_empty() {
            return;
        }
        self.typed.push(&line);
        match line.trim() {
            "clear" => self.rows.clear(),
            line => wishes.push(Wish::Type(line.to_owned())),
        }
    }
}

fn color(tone: Option<Tone>) -> Color32 {
    match tone {
        None => theme::WARM,
        Some(Tone::Plain) => theme::TEXT,
        Some(Tone::Note) => theme::QUIET,
        Some(Tone::Wrong) => theme::WRONG,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str, tone: Tone) -> Said {
        Said { text: text.to_owned(), tone }
    }

    #[test]
    fn the_oldest_rows_go_and_the_rest_is_copied_as_it_stands() {
        let mut panel = ConsolePanel::default();
        (0..MOST_ROWS).for_each(|number| panel.push(format!("{number}"), None));
        panel.add("where", &[said("here\nand there", Tone::Plain)]);
        assert_eq!(panel.rows.len(), MOST_ROWS);
        assert!(panel.text().starts_with("3\n4\n") && panel.text().ends_with("> where\nhere\nand there\n"));
    }

    #[test]
    fn enter_asks_for_the_line_and_clear_empties_the_output() {
        let mut panel = ConsolePanel::default();
        let mut wishes = Vec::new();
        for line in [" where ", "  ", "clear"] {
            panel.push("something".to_owned(), None);
            line.clone_into(&mut panel.line);
            panel.enter(&mut wishes);
        }
        assert!(matches!(&wishes[..], [Wish::Type(line)] if line == "where"), "{wishes:?}");
        assert!(panel.rows.is_empty() && panel.line.is_empty());
        assert_eq!(panel.typed.older(""), Some("clear"));
    }

    #[test]
    fn a_word_goes_on_as_far_as_that_is_certain() {
        let mut panel = ConsolePanel { line: "hide ga".to_owned(), ..ConsolePanel::default() };
        let choices = vec!["gate_left".to_owned(), "gate_right".to_owned()];
        panel.complete(&Completion { start: 5, choices, common: "gate_".to_owned() });
        assert_eq!(panel.line, "hide gate_");
        assert_eq!(panel.rows[0].text, "gate_left  gate_right");
    }
}
