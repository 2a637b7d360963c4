//! What is shown of the place where somebody is: its name on entering, and whether people may fight each other
//! there.

use crate::theme;
use crate::visit::Visit;
use egui::{Align2, Color32, FontId, Order, Vec2};
use std::time::{Duration, Instant};
use world::RegionKind;

/// How long the name of a place is shown.
const NAME_FOR: Duration = Duration::from_secs(4);
/// The last part of it, in which it fades.
const FADES_FOR: Duration = Duration::from_secs(1);

/// The name of the place that was entered last.
#[derive(Debug, Default)]
pub struct PlaceName {
    name: String,
    since: Option<Instant>,
}

impl PlaceName {
    /// Shows the name of a place that was entered now, for a while.
    pub fn show(&mut self, context: &egui::Context, name: &str, now: Instant) {
        if self.name != name {
            // Land without a name shows none, and lets the next one be shown again.
            (self.name, self.since) = (name.to_owned(), Some(now).filter(|_| !name.is_empty()));
        }
        let Some(since) = self.since else { return };
        let strong = strength(now.saturating_duration_since(since));
        if strong <= 0.0 {
            self.since = None;
            return;
        }
        let screen = context.content_rect();
        let size = (screen.width() * 0.03).clamp(20.0, 44.0);
        area("place name").anchor(Align2::CENTER_TOP, [0.0, screen.height() * 0.12]).show(context, |ui| {
            let font = FontId::proportional(size);
            let galley = ui.painter().layout(
                self.name.clone(),
                font,
                Color32::PLACEHOLDER,
                (screen.width() - 40.0).max(60.0),
            );
            let (rect, _) = ui.allocate_exact_size(galley.size(), egui::Sense::hover());
            // A dark edge, so that it is read before a bright sky.
            for edge in [[-1.5, 0.0], [1.5, 0.0], [0.0, -1.5], [0.0, 1.5]] {
                let dark = Color32::from_black_alpha(0xC0).gamma_multiply(strong);
                ui.painter().galley(rect.min + Vec2::from(edge), galley.clone(), dark);
            }
            ui.painter().galley(rect.min, galley, theme::TEXT.gamma_multiply(strong));
        });
        context.request_repaint();
    }
}

/// How strong a name is shown after a while.
fn strength(shown: Duration) -> f32 {
    let left = NAME_FOR.saturating_sub(shown).as_secs_f32();
    (left / FADES_FOR.as_secs_f32()).min(1.0)
}

/// A badge while the feet are where people may fight each other.
pub fn show_badges(context: &egui::Context, visit: &Visit) {
    let Some(feet) = visit.feet_of_view() else { return };
    if !visit.simulation().probe().regions(feet).any(|region| region.kind == RegionKind::Pvp) {
        return;
    }
    area("pvp").anchor(Align2::CENTER_TOP, [0.0, 10.0]).show(context, |ui| {
        theme::card().inner_margin(egui::Margin::symmetric(10, 4)).show(ui, |ui| {
            ui.label(egui::RichText::new("PvP area").size(14.0).color(theme::WRONG));
        });
    });
}

fn area(name: &'static str) -> egui::Area {
    egui::Area::new(egui::Id::unique(name)).interactable(false).order(Order::Foreground)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_shown_for_four_seconds_and_fades_in_the_last() {
        let after = |ms| strength(Duration::from_millis(ms));
        assert_eq!([after(0), after(3000), after(4000), after(9000)], [1.0, 1.0, 0.0, 0.0]);
        assert!((after(3500) - 0.5).abs() < 1e-6);
    }
}
