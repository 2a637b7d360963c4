//! The mods of a game: which there are, their order, which are on, and what overrides what.

use super::Wish;
use crate::mods::{Mod, ModEdit};
use crate::overlaps::Overlap;
use crate::{completion, theme};
use base::{output, path_text};
use egui::{RichText, ScrollArea, Ui};
use std::path::{Path, PathBuf};

/// State of the field that adds one.
#[derive(Debug, Default)]
pub struct Adding {
    path: String,
}

impl Adding {
    /// A dropped file or folder.
    pub fn take(&mut self, path: &Path) {
        self.path = path_text::shown(path);
    }
}

/// The mods of a game.
pub struct Lists<'a> {
    /// Those that are kept for it.
    pub kept: &'a [Mod],
    /// Those that were named for this visit alone.
    pub named: &'a [PathBuf],
}

/// Shows them, filling what is left of the page; `overlaps` are those of the mods that are on, `None` while they
/// are looked for.
pub fn show(
    ui: &mut Ui,
    root: &Path,
    lists: &Lists<'_>,
    overlaps: Option<&[Overlap]>,
    adding: &mut Adding,
    wishes: &mut Vec<Wish>,
) {
    let mods = lists.kept;
    let mut edit = |edit| wishes.push(Wish::Mods(root.to_path_buf(), edit));
    theme::quiet(
        ui,
        "A mod is a folder or a zip file with the files that it replaces, in the game's own folders. The game itself is never changed.",
    );
    let mut browse = None;
    ui.horizontal_wrapped(|ui| {
        let field = egui::TextEdit::singleline(&mut adding.path)
            .hint_text("folder or zip file of a mod, or drop it here")
            .desired_width((ui.available_width() - 270.0).clamp(120.0, 420.0));
        let entered = ui.add(field).lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let there = !adding.path.trim().is_empty();
        if ui.add_enabled(there, egui::Button::new("Add")).clicked() || (entered && there) {
            edit(ModEdit::Add(completion::expand(adding.path.trim())));
            adding.path.clear();
        }
        if ui.button("Folder...").clicked() {
            browse = Some(false);
        }
        if ui.button("Zip file...").clicked() {
            browse = Some(true);
        }
    });
    if mods.len() > 1 {
        theme::quiet(ui, "Where two mods have the same file, the one further down wins.");
    }
    ui.add_space(4.0);
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        if mods.is_empty() {
            ui.label("No mods yet.");
        }
        // Overlaps are those of the mods that are on, in order.
        let mut of_used = 0;
        for (at, one) in mods.iter().enumerate() {
            let is_used = one.on && one.path.exists();
            let overlap = overlaps.and_then(|all| all.get(of_used)).filter(|_| is_used);
            of_used += usize::from(is_used);
            ui.push_id(at, |ui| row(ui, at, mods.len(), one, overlap, &mut edit));
        }
        for path in lists.named {
            ui.label(RichText::new(path_text::name(path)).size(15.0));
            theme::quiet(ui, "named with --mod for this visit; it wins over those of this list");
        }
    });
    if let Some(zip) = browse {
        wishes.push(Wish::BrowseMod { zip });
    }
}

fn row(
    ui: &mut Ui,
    at: usize,
    count: usize,
    one: &Mod,
    overlap: Option<&Overlap>,
    edit: &mut impl FnMut(ModEdit),
) {
    ui.horizontal_wrapped(|ui| {
        let mut on = one.on;
        if ui.checkbox(&mut on, RichText::new(one.name()).size(15.0)).changed() {
            edit(ModEdit::Switch(at, on));
        }
        if ui.add_enabled(at > 0, egui::Button::new("Up")).on_hover_text("It wins over fewer mods").clicked()
        {
            edit(ModEdit::Swap(at - 1));
        }
        let down = ui.add_enabled(at + 1 < count, egui::Button::new("Down"));
        if down.on_hover_text("It wins over more mods").clicked() {
            edit(ModEdit::Swap(at));
        }
        let remove =
            ui.button("Remove").on_hover_text("Takes it off this list; its files stay where they are");
        if remove.clicked() {
            edit(ModEdit::Remove(at));
        }
    });
    theme::quiet(ui, &path_text::shown(&one.path));
    if !one.path.exists() {
        ui.label(RichText::new("It is no longer there.").color(theme::WRONG));
    }
    if let Some(overlap) = overlap {
        let (line, is_wrong) = said(overlap);
        let color = if is_wrong { theme::WRONG } else { theme::QUIET };
        ui.add(egui::Label::new(RichText::new(line).size(12.5).color(color)).wrap());
        if !overlap.files.is_empty() {
            egui::CollapsingHeader::new(RichText::new("Files").size(12.5)).show(ui, |ui| {
                for (address, hidden) in &overlap.files {
                    let over = match hidden.is_empty() {
                        true => "new".to_owned(),
                        false => format!("over {}", hidden.join(", ").replace("install", "the game")),
                    };
                    theme::quiet(ui, &format!("{address}: {over}"));
                }
            });
        }
    }
    ui.add_space(6.0);
}

/// What a mod does, in a line, and whether something is wrong with it.
fn said(overlap: &Overlap) -> (String, bool) {
    if let Some(problem) = &overlap.problem {
        return (problem.clone(), true);
    }
    let mut parts = Vec::new();
    let files = |count: usize| output::counted(count, "file", "files");
    if overlap.replaces > 0 {
        parts.push(format!("replaces {} of the game", files(overlap.replaces)));
    }
    if overlap.adds > 0 {
        parts.push(format!("adds {}", files(overlap.adds)));
    }
    parts.extend(overlap.hides.iter().map(|(name, count)| format!("overrides {} of {name}", files(*count))));
    for (name, count) in &overlap.hidden_by {
        parts.push(format!("{} overridden by {name}", files(*count)));
    }
    if parts.is_empty() {
        return ("It has no files that the game reads.".to_owned(), true);
    }
    (parts.join("; "), false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn what_a_mod_does_is_said_in_a_line() {
        let overlap = Overlap {
            replaces: 2,
            adds: 1,
            hides: BTreeMap::from([("trees".to_owned(), 1)]),
            hidden_by: BTreeMap::from([("water".to_owned(), 3)]),
            ..Overlap::default()
        };
        let line = "replaces 2 files of the game; adds 1 file; overrides 1 file of trees; 3 files overridden by water";
        assert_eq!(said(&overlap), (line.to_owned(), false));
        assert!(said(&Overlap::default()).1, "a mod that does nothing is wrong");
    }
}
