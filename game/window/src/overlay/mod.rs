//! Pages and panels over the picture. They receive what they show and return requests ([`Wish`]);
//! none of them acts by itself.

pub mod aim;
pub mod animations;
pub mod bookmarks;
pub mod captions;
mod cast;
pub mod choices;
pub mod console;
pub mod creatures;
pub mod credits;
mod devices;
pub mod game;
pub mod hud;
mod key_bindings;
pub mod keys;
mod levels;
pub mod loading;
pub mod map;
mod media;
pub mod menu;
pub mod mission;
mod mods;
pub mod photo;
pub mod start;
pub mod statistics;
pub mod travel_map;
pub mod tree;
pub mod vehicles;

use super::loader::Wanted;
use crate::bindings::Action;
use crate::media::{Media, VideoFile};
use crate::mods::ModEdit;
use bookmarks::BookmarkWish;
use load::Difficulty;
use runtime::Command;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use turntable::Item;
use world::{NodeId, OccurrenceId};

/// How long a message stays on the screen.
const NOTE_FOR: Duration = Duration::from_secs(5);

/// A world of our own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demo {
    /// The valley.
    Valley,
    /// The island.
    Island,
    /// Larkmere, a zone of EverQuest.
    EverQuest,
    /// Models of Warcraft.
    Warcraft,
    /// The archipelago, in the files of Daggerfall.
    Daggerfall,
    /// The courtyard.
    Courtyard,
    /// The mission of the valley in the files of a game.
    Mission(demos::Game),
}

/// A request of the player.
#[derive(Clone, Debug)]
pub enum Wish {
    /// Load this level.
    Load(Box<Wanted>),
    /// Examine this folder, and open its only level at once.
    LookInto(PathBuf),
    /// Show the page of the game in this folder.
    ShowGame(PathBuf),
    /// Choose a folder with the system's own dialog.
    Browse,
    /// Choose a mod with the system's own dialog.
    BrowseMod {
        /// A zip file, not a folder.
        zip: bool,
    },
    /// Build a demo and load it.
    Demo(Demo),
    /// Read a list of the game whose page is open.
    List(Media),
    /// Find out what the mods of that game override.
    Overlaps,
    /// Change the mods of the game at a root.
    Mods(PathBuf, ModEdit),
    /// Show a model of that game.
    ShowModel(Item),
    /// Play the sound at an address of that game.
    PlaySound(String),
    /// Play a video of that game.
    PlayVideo(VideoFile),
    /// One step back.
    Back,
    /// Stop loading.
    Cancel,
    /// Load the world again.
    Reload,
    /// Resume the world.
    Resume,
    /// Choose among the levels of this game.
    Levels,
    /// Change the mods of this game.
    ChooseMods,
    /// Walk in the body of this creature, or in none.
    Body(Option<String>),
    /// Begin the level anew in this vehicle, or on foot, as hard as this.
    Drive(Option<String>, Difficulty),
    /// Choose a vehicle.
    Vehicles,
    /// Begin the mission anew.
    Restart,
    /// Go on where the world was saved last.
    QuickLoad,
    /// Place a creature before the person.
    PlaceCreature(String),
    /// Remove a creature.
    RemoveCreature(NodeId),
    /// A creature is told what to do, in the words of the console.
    TellCreature(NodeId, String),
    /// Put the person back at the start.
    BackToStart,
    /// Change the bookmarks, or go to one of them.
    Bookmark(BookmarkWish),
    /// Begin photo mode, or leave it.
    PhotoMode,
    /// Save a picture.
    TakePicture,
    /// Back to the start screen.
    Leave,
    /// End the program.
    Quit,
    /// Travel to the cell of an overworld of this name, and close the map.
    Travel(String),
    /// Fly there.
    GoTo(OccurrenceId),
    /// Carry a line of the console out.
    Type(String),
    /// Open the console, or close it.
    Console,
    /// Show the animations of the world, or hide them.
    Animations,
    /// Ask this of the world.
    Ask(Box<Command>),
    /// Bind the next key, button or stick to this action.
    Bind(Action),
    /// Choose a file with the controls of MechWarrior 3 on this machine.
    BrowseControls,
    /// Settings or bindings have changed.
    Changed,
}

impl Wish {
    /// Loads a level of an install.
    pub fn level(root: PathBuf, world: Option<String>) -> Self {
        Wish::Load(Box::new(Wanted { world, ..Wanted::new(root) }))
    }
}

/// Part of the width of a picture that is free to the right of the compass of a HUD.
const BESIDE_COMPASS: f32 = 0.29;

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

    /// Takes it away.
    pub fn clear(&mut self) {
        self.line = None;
    }

    /// Draws it in the lower right corner of the area that is left, wrapped so that all of it is inside.
    pub fn show(&mut self, ui: &egui::Ui) {
        self.show_at(ui, egui::Align2::RIGHT_BOTTOM);
    }

    /// The same in the upper right corner, beside the compass and what is said below it: whoever drives reads something
    /// else in the others.
    pub fn show_above(&mut self, ui: &egui::Ui) {
        self.show_at(ui, egui::Align2::RIGHT_TOP);
    }

    fn show_at(&mut self, ui: &egui::Ui, align: egui::Align2) {
        let context = ui.ctx();
        let room = ui.available_rect_before_wrap();
        let Some((line, since)) = &self.line else { return };
        let left = NOTE_FOR.saturating_sub(since.elapsed());
        if left.is_zero() {
            self.line = None;
            return;
        }
        let screen = context.content_rect();
        egui::Area::new(egui::Id::unique("note"))
            .anchor(
                align,
                [
                    room.right().min(screen.right()) - screen.right() - 12.0,
                    if align == egui::Align2::RIGHT_BOTTOM { -12.0 } else { 12.0 },
                ],
            )
            .constrain_to(screen)
            .interactable(false)
            .order(egui::Order::Foreground)
            .show(context, |ui| {
                let card = super::theme::card();
                // The margins of the card, and of the area.
                let most = (room.width().min(screen.width()) - 60.0).clamp(60.0, 520.0);
                let beside = screen.width() * BESIDE_COMPASS - 40.0;
                let most = if align == egui::Align2::RIGHT_TOP { most.min(beside.max(60.0)) } else { most };
                // An area is no wider than it was with the message before.
                ui.set_max_width(most);
                card.show(ui, |ui| {
                    let size = egui::TextStyle::Body.resolve(ui.style());
                    let color = ui.visuals().text_color();
                    let mut job = egui::text::LayoutJob::simple(line.clone(), size, color, most);
                    // A path is one long word.
                    job.wrap.break_anywhere = line.split(' ').any(|word| word.len() > 40);
                    job.wrap.max_rows = ((screen.height() - 60.0) / 20.0).max(1.0) as usize;
                    ui.label(job);
                });
            });
        context.request_repaint_after(left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_stays_inside_of_a_small_window() {
        let path = "/home/somebody/.local/share/revisit/pictures/a-game-with-a-long-name-20261123-101500.png";
        for (width, height) in [(640.0, 400.0), (200.0, 120.0)] {
            let context = egui::Context::default();
            crate::theme::apply(&context);
            let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(width, height));
            let mut note = Note::default();
            note.say(format!("saved {path}"));
            for _ in 0..3 {
                let input = egui::RawInput { screen_rect: Some(screen), ..Default::default() };
                let mut output = context.run_ui(input, |ui| note.show(ui));
                output.textures_delta.clear();
            }
            let area = context.memory(|memory| memory.area_rect(egui::Id::unique("note"))).unwrap();
            assert!(screen.contains_rect(area), "{area:?} in {screen:?}");
            // For whoever drives it is in the upper right corner, beside what is in the middle.
            for _ in 0..3 {
                let input = egui::RawInput { screen_rect: Some(screen), ..Default::default() };
                let mut output = context.run_ui(input, |ui| note.show_above(ui));
                output.textures_delta.clear();
            }
            let area = context.memory(|memory| memory.area_rect(egui::Id::unique("note"))).unwrap();
            assert!(screen.contains_rect(area) && area.top() < 13.0, "{area:?} in {screen:?}");
            assert!(width < 640.0 || area.left() >= width * 0.71, "{area:?} in {screen:?}");
        }
    }
}
