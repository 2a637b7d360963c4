//! Pages and panels over the picture. They receive what they show and return requests ([`Wish`]);
//! none of them acts by itself.

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

/// How long a message stays on the screen.
const NOTE_FOR: Duration = Duration::from_secs(5);

/// A request of the player.
#[derive(Clone, Debug)]
pub enum Wish {
    /// Load this world.
    Load(Wanted),
    /// Examine this folder.
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
    /// Resume the world.
    Resume,
    /// Back to the start screen.
    Leave,
    /// End the program.
    Quit,
    /// Fly there.
    GoTo(OccurrenceId),
    /// Bind the next key, button or stick to this action.
    Bind(Action),
    /// Settings or bindings have changed.
    Changed,
}

/// A message that disappears by itself.
#[derive(Debug, Default)]
pub struct Note {
    line: Option<(String, Instant)>,
}

impl Note {
    /// Shows a message.
    pub fn say(&mut self, line: impl Into<String>) {
        self.line = Some((line.into(), Instant::now()));
    }

    /// Draws it in the lower right corner of the area that is left.
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
