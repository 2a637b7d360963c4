//! The statistics card: times and counts of the last frames. Its key is in `bindings/mod.rs`.

use crate::theme;
use crate::visit::Visit;
use base::output;
use render::Statistics;
use std::collections::VecDeque;

/// Number of frames for the times.
const KEPT: usize = 120;

/// Times of the last frames, milliseconds.
#[derive(Debug, Default)]
pub struct Times {
    /// Time from frame to frame.
    whole: VecDeque<f32>,
    /// Time spent drawing.
    drawing: VecDeque<f32>,
}

impl Times {
    /// Adds a frame.
    pub fn push(&mut self, whole_ms: f32, drawing_ms: f32) {
        for (times, ms) in [(&mut self.whole, whole_ms), (&mut self.drawing, drawing_ms)] {
            if times.len() == KEPT {
                times.pop_front();
            }
            times.push_back(ms);
        }
    }
}

/// Mean and 95th percentile.
pub fn mean_and_p95(times: impl Iterator<Item = f32>) -> (f32, f32) {
    let mut times: Vec<f32> = times.collect();
    if times.is_empty() {
        return (0.0, 0.0);
    }
    times.sort_by(f32::total_cmp);
    let mean = times.iter().sum::<f32>() / times.len() as f32;
    (mean, times[(times.len() * 95 / 100).min(times.len() - 1)])
}

/// Shows it.
pub fn show(ui: &egui::Ui, times: &Times, drawn: &Statistics, visit: &Visit, adapter: &str) {
    let (frame, frame_p95) = mean_and_p95(times.whole.iter().copied());
    let (draw, draw_p95) = mean_and_p95(times.drawing.iter().copied());
    let rate = if frame > 0.0 { 1000.0 / frame } else { 0.0 };
    let state = visit.simulation().state();
    let place = visit.place();
    let [x, y, z] = place.eye;
    let memory = base::platform::Memory::now().private_bytes.map_or_else(String::new, output::bytes);
    let zones = visit.zones();
    let zones: Vec<String> = zones.zones().iter().map(ToString::to_string).collect();
    let rows = [
        ("frame rate", format!("{rate:.0} fps; {frame:.1} ms, 95 % within {frame_p95:.1}")),
        ("drawing", format!("{draw:.1} ms, 95 % within {draw_p95:.1}")),
        (
            "draw calls",
            format!("{}, {} triangles, {} instances", drawn.draws, drawn.triangles, drawn.instances),
        ),
        ("objects", format!("{} drawn, {} culled", drawn.occurrences_drawn, drawn.occurrences_culled)),
        ("position", format!("{x:.2} {y:.2} {z:.2}")),
        ("direction", format!("yaw {:.1}, pitch {:.1} degrees", place.yaw_deg, place.pitch_deg)),
        ("zones", if zones.is_empty() { "all".to_owned() } else { zones.join(" ") }),
        ("ground", state.avatar().map_or_else(|| "no walker".to_owned(), feet)),
        ("level", visit.where_it_is()),
        ("tick", visit.world.tick().to_string()),
        ("findings", visit.known().findings.len().to_string()),
        ("files read", output::bytes(visit.known().bytes_read)),
        ("loaded in", format!("{:.0} ms", visit.known().times_ms.last().map_or(0.0, |(_, ms)| *ms))),
        ("memory", memory),
        ("graphics", adapter.to_owned()),
    ];
    // Beside the scene tree, if that is open.
    let left = ui.available_rect_before_wrap().right() - ui.ctx().content_rect().right();
    egui::Area::new(egui::Id::unique("statistics"))
        .anchor(egui::Align2::RIGHT_TOP, [left - 12.0, 12.0])
        .interactable(false)
        .show(ui.ctx(), |ui| {
            theme::card().show(ui, |ui| {
                ui.set_max_width((ui.ctx().content_rect().width() * 0.5 - 50.0).clamp(120.0, 320.0));
                egui::Grid::new("statistics table")
                    .num_columns(2)
                    .spacing([12.0, 1.0])
                    .min_row_height(15.0)
                    .show(ui, |ui| {
                        for (name, value) in rows {
                            ui.label(egui::RichText::new(name).size(12.0).color(theme::QUIET));
                            let value = egui::RichText::new(value).size(12.0);
                            ui.add(egui::Label::new(value).truncate());
                            ui.end_row();
                        }
                    });
            });
        });
}

fn feet(avatar: &world::Avatar) -> String {
    if avatar.grounded { format!("surface type {}", avatar.soil) } else { "in the air".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slow_frame_in_forty_is_not_the_usual() {
        let times = (0..40).map(|frame| if frame == 7 { 100.0 } else { 10.0 });
        let (mean, p95) = mean_and_p95(times);
        assert!((mean - 12.25).abs() < 1e-3);
        assert_eq!(p95, 10.0);
        assert_eq!(mean_and_p95(std::iter::empty()), (0.0, 0.0));
    }
}
