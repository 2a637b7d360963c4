//! The loading page, or the card over a world that is loaded again.

use super::Wish;
use crate::loader::{Loading, Stage, Step, Wanted};
use crate::theme;
use base::path_text;
use egui::{Label, RichText};

/// Shows it. Over a world it is a small card at the upper edge.
pub fn show(context: &egui::Context, loading: &Loading, over_world: bool, wishes: &mut Vec<Wish>) {
    let step = loading.step();
    let anchor = if over_world {
        (egui::Align2::CENTER_TOP, [0.0, 16.0])
    } else {
        (egui::Align2::CENTER_CENTER, [0.0; 2])
    };
    egui::Area::new(egui::Id::unique("loading")).anchor(anchor.0, anchor.1).show(context, |ui| {
        theme::card().show(ui, |ui| {
            let width = (ui.ctx().content_rect().width() - 60.0).clamp(120.0, 420.0);
            ui.set_width(width);
            ui.vertical_centered(|ui| {
                let (name, line) = said(&loading.wanted, &step);
                ui.add(Label::new(RichText::new(name).size(17.0)).wrap());
                ui.add_space(4.0);
                if step.stage == Stage::Build && step.done == 0 {
                    // Nobody knows how far it is.
                    ui.spinner();
                } else {
                    let bar = egui::ProgressBar::new(step.fraction()).fill(theme::WARM).desired_height(10.0);
                    ui.add(bar.corner_radius(5));
                }
                ui.add(Label::new(RichText::new(line).color(theme::QUIET)).wrap());
                ui.add_space(4.0);
                if ui.button("Cancel (Esc)").clicked() {
                    wishes.push(Wish::Cancel);
                }
            });
        });
    });
}

/// What is loaded, and what is done for it just now.
fn said(wanted: &Wanted, step: &Step) -> (String, String) {
    let level = wanted.world.as_deref().map_or_else(String::new, |world| format!(", {world}"));
    let name = match &wanted.demo {
        Some(demo) => format!("the {} demo", demo.name),
        None => format!("{}{level}", path_text::name(&wanted.path)),
    };
    match (step.stage, step.done, step.of) {
        (Stage::Build, 0, _) => {
            (format!("Building {name}"), "its land, buildings, textures, light and sounds".to_owned())
        }
        (Stage::Build, ..) => {
            (format!("Building {name}"), format!("writing its files to {}", path_text::shown(&wanted.path)))
        }
        (stage, _, 0 | 1) => (format!("Loading {name}"), stage.words().to_owned()),
        (stage, done, of) => (format!("Loading {name}"), format!("{}: {done} of {of}", stage.words())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;
    use titles::demo_install::DemoInstall;

    #[test]
    fn a_demo_says_what_is_being_made_and_where() {
        let options = demos::Options { scale: 1, seed: 1 };
        let demo = DemoInstall::new(PathBuf::from("/cache/valley-1"), "valley", options, demos::courtyard);
        let wanted = Wanted { demo: Some(demo), ..Wanted::new(PathBuf::from("/cache/valley-1")) };
        let at = |done| said(&wanted, &Step { stage: Stage::Build, done, of: 2 });
        assert_eq!(at(0).0, "Building the valley demo");
        assert!(at(1).1.ends_with("/cache/valley-1"), "{}", at(1).1);
        let load = Step { stage: Stage::Start, done: 3, of: 7 };
        assert_eq!(
            said(&wanted, &load),
            ("Loading the valley demo".to_owned(), "placing you in the level: 3 of 7".to_owned())
        );
    }
}
