//! The mark in the middle of the view, where a click hits.

/// Points from the middle to the inner and the outer end of a line.
const LINE: [f32; 2] = [3.0, 8.0];

/// Draws it, light on a dark rim, so that it is seen over everything.
pub fn show(context: &egui::Context) {
    let layer = egui::LayerId::new(egui::Order::Background, egui::Id::unique("aim"));
    let painter = context.layer_painter(layer);
    let middle = context.content_rect().center();
    for (width, color) in
        [(3.0, egui::Color32::from_black_alpha(90)), (1.0, egui::Color32::from_white_alpha(190))]
    {
        for way in [egui::vec2(1.0, 0.0), egui::vec2(-1.0, 0.0), egui::vec2(0.0, 1.0), egui::vec2(0.0, -1.0)]
        {
            let ends = [middle + way * LINE[0], middle + way * LINE[1]];
            painter.line_segment(ends, egui::Stroke::new(width, color));
        }
    }
}
