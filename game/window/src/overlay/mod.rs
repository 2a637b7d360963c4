//! What lies over the picture: pages and panels. They are told what there is,
//! and answer with wishes; none of them does anything itself.

pub mod choices;
pub mod keys;
pub mod loading;
pub mod menu;
pub mod start;
pub mod statistics;
pub mod tree;

use super::loader::Wanted;
use crate::bindings::Action;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use world::OccurrenceId;

/// How long a line stays on the screen.
const NOTE_FOR: Duration = Duration::from_secs(5);

/// Something a person wants done.
#[derive(Clone, Debug)]
pub enum Wish {
    /// Load this world.
    Load(Wanted),
    /// See what is in this folder.
    LookInto(PathBuf),
    /// Choose a folder with the system's own dialog.
    Browse,
    /// Build the valley and load it.
    Demo,
    /// Build the island and load it.
    Island,
    /// Stop loading.
    Cancel,
    /// Load the world again.
    Reload,
    /// Back to the world.
    Resume,
    /// Back to the start screen.
    Leave,
    /// End the program.
    Quit,
    /// Fly there.
    GoTo(OccurrenceId),
    /// The next key, button or stick is bound to this action.
    Bind(Action),
    /// Settings or bindings are new.
    Changed,
}

/// A line that goes away by itself.
#[derive(Debug, Default)]
pub struct Note {
    line: Option<(String, Instant)>,
}

impl Note {
    /// Shows a line from now on.
    pub fn say(&mut self, line: impl Into<String>) {
        self.line = Some((line.into(), Instant::now()));
    }

    /// Draws it in the lower right corner of what is left of the picture.
    pub fn show(&mut self, ui: &egui::Ui) {
        let context = ui.ctx();
        let room = ui.available_rect_before_wrap();
        let Some((line, since)) = &self.line else { return };
        let left = NOTE_FOR.saturating_sub(since.elapsed());
        if left.is_zero() {
            self.line = None;
            return;
        }
        egui::Area::new(egui::Id::unique("note"))
            .anchor(egui::Align2::RIGHT_BOTTOM, [room.right() - context.content_rect().right() - 12.0, -12.0])
            .interactable(false)
            .order(egui::Order::Foreground)
            .show(context, |ui| {
                super::theme::card().show(ui, |ui| {
                    ui.set_max_width((room.width() * 0.5 - 50.0).max(160.0));
                    ui.label(line);
                });
            });
        context.request_repaint_after(left);
    }
}
