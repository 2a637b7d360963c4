//! What is said in a world, for those who read it: the last lines, each as long as it stands.

use std::time::{Duration, Instant};

/// Most lines at a time: older ones go.
const MOST: usize = 3;
/// The longest that a line stands, in seconds.
const LONGEST_S: f32 = 30.0;

/// The captions that stand.
#[derive(Debug, Default)]
pub struct Captions {
    lines: Vec<(String, Instant)>,
}

impl Captions {
    /// Shows a line from a moment on.
    pub fn say(&mut self, text: &str, seconds: f32, now: Instant) {
        let seconds = if seconds.is_finite() { seconds.clamp(0.0, LONGEST_S) } else { LONGEST_S };
        self.lines.push((text.to_owned(), now + Duration::from_secs_f32(seconds)));
        let more = self.lines.len().saturating_sub(MOST);
        self.lines.drain(..more);
    }

    /// Takes all away.
    pub fn clear(&mut self) {
        self.lines.clear();
    }

    /// Those that stand at a moment.
    fn standing(&mut self, now: Instant) -> &[(String, Instant)] {
        self.lines.retain(|(_, until)| now < *until);
        &self.lines
    }

    /// Draws them above the lower edge of the area that is left, one below the other, no wider than so many points.
    pub fn show(&mut self, ui: &egui::Ui, widest: f32) {
        let now = Instant::now();
        let room = ui.available_rect_before_wrap();
        let lines = self.standing(now);
        let Some(next) = lines.iter().map(|(_, until)| until.saturating_duration_since(now)).min() else {
            return;
        };
        let context = ui.ctx();
        let screen = context.content_rect();
        egui::Area::new(egui::Id::unique("captions"))
            .anchor(egui::Align2::CENTER_BOTTOM, [room.center().x - screen.center().x, -48.0])
            .constrain_to(screen)
            .interactable(false)
            .order(egui::Order::Foreground)
            .show(context, |ui| {
                crate::theme::card().show(ui, |ui| {
                    let most = (room.width().min(screen.width()) - 60.0).clamp(60.0, 720.0);
                    // Without the margins of the card, and never so narrow that words do not fit.
                    let most = most.min((widest - 26.0).max(160.0));
                    let size = egui::FontId::proportional(18.0);
                    let color = egui::Color32::WHITE;
                    let wrapped = lines.iter().map(|(text, _)| {
                        let mut job = egui::text::LayoutJob::simple(text.clone(), size.clone(), color, most);
                        job.halign = egui::Align::Center;
                        job.wrap.max_rows = 4;
                        ui.painter().layout_job(job)
                    });
                    let wrapped: Vec<_> = wrapped.collect();
                    // The card is as wide as the longest of them.
                    ui.set_max_width(wrapped.iter().map(|text| text.size().x).fold(0.0, f32::max).ceil());
                    for text in wrapped {
                        ui.vertical_centered(|ui| ui.label(text));
                    }
                });
            });
        context.request_repaint_after(next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stand_as_long_as_they_say_and_three_at_a_time() {
        let start = Instant::now();
        let at = |seconds: f32| start + Duration::from_secs_f32(seconds);
        let mut captions = Captions::default();
        captions.say("first", 2.0, at(0.0));
        captions.say("second", f32::NAN, at(1.0));
        let texts = |captions: &mut Captions, seconds| -> Vec<String> {
            captions.standing(at(seconds)).iter().map(|(text, _)| text.clone()).collect()
        };
        assert_eq!(texts(&mut captions, 1.9), ["first", "second"]);
        assert_eq!(texts(&mut captions, 2.0), ["second"]);
        for text in ["third", "fourth", "fifth"] {
            captions.say(text, 5.0, at(2.0));
        }
        assert_eq!(texts(&mut captions, 6.9), ["third", "fourth", "fifth"]);
        assert_eq!(texts(&mut captions, 7.0), [""; 0]);
    }

    #[test]
    fn a_line_is_no_wider_than_there_is_room_and_all_of_it_is_seen() {
        let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(640.0, 480.0));
        let area = |text: &str, widest: f32| {
            let context = egui::Context::default();
            crate::theme::apply(&context);
            let mut captions = Captions::default();
            captions.say(text, 9.0, Instant::now());
            for _ in 0..3 {
                let input = egui::RawInput { screen_rect: Some(screen), ..Default::default() };
                let mut output = context.run_ui(input, |ui| captions.show(ui, widest));
                output.textures_delta.clear();
            }
            context.memory(|memory| memory.area_rect(egui::Id::unique("captions"))).unwrap()
        };
        let long = "Escort, this is Haul One. Guns on the road to the south: we wait.";
        let (wide, narrow) = (area(long, f32::INFINITY), area(long, 329.0));
        assert!(wide.width() > 400.0 && narrow.width() <= 329.0, "{wide:?} {narrow:?}");
        assert!((narrow.center().x - 320.0).abs() < 1.0 && screen.contains_rect(narrow), "{narrow:?}");
        // One line more at least.
        assert!(narrow.height() > wide.height() + 18.0, "{wide:?} {narrow:?}");
        // A short one has a short card.
        let short = area("Yes ma'am", f32::INFINITY);
        assert!(short.width() < 120.0 && short.width() > 26.0, "{short:?}");
    }
}
