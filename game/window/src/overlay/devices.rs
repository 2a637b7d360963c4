//! The tab of the settings that shows gamepads, joysticks, throttles and pedals as they are now, and on which their axes
//! are set up.

use crate::joysticks::{Joysticks, LARGEST_DEAD_ZONE, STEEPEST};
use crate::pads::Connected;
use crate::theme;
use egui::{RichText, Slider, Ui};
use std::time::Duration;

/// Width and height of the bar of an axis, points.
const BAR: [f32; 2] = [120.0, 12.0];
/// How often it is drawn anew.
const EVERY: Duration = Duration::from_millis(50);

/// Shows it.
pub fn show(ui: &mut Ui, known: &mut Joysticks, connected: &[Connected]) {
    ui.ctx().request_repaint_after(EVERY);
    if connected.is_empty() {
        theme::quiet(ui, "No gamepad or joystick has been used yet: press one of its buttons.");
    }
    for now in connected {
        let Some(device) = known.device.get_mut(now.place) else { continue };
        let name = match device.number {
            Some(number) => format!("Joy {number}: {}", device.name),
            None => device.name.clone(),
        };
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(name).color(theme::WARM));
            let mut on = !device.off;
            ui.checkbox(&mut on, "on");
            device.off = !on;
        });
        let held = if now.held.is_empty() { "none".to_owned() } else { now.held.join(", ") };
        theme::quiet(ui, &format!("Buttons held: {held}"));
        egui::Grid::new(("axes", now.place)).num_columns(5).spacing([12.0, 4.0]).show(ui, |ui| {
            for (number, place) in &now.axes {
                let mut axis = device.axis(*number);
                ui.label(format!("Axis {number}"));
                bar(ui, axis.answer(*place), *place);
                ui.add(
                    Slider::new(&mut axis.dead_zone, 0.0..=LARGEST_DEAD_ZONE).step_by(0.01).text("dead zone"),
                );
                ui.add(Slider::new(&mut axis.curve, 1.0..=STEEPEST).step_by(0.1).text("curve"));
                ui.checkbox(&mut axis.invert, "invert");
                ui.end_row();
                if axis != device.axis(*number) {
                    device.set_axis(axis);
                }
            }
        });
        ui.add_space(10.0);
    }
    let others: Vec<&str> = known
        .device
        .iter()
        .enumerate()
        .filter(|(at, _)| connected.iter().all(|now| now.place != *at))
        .map(|(_, own)| own.name.as_str())
        .collect();
    if !others.is_empty() {
        theme::quiet(ui, &format!("Known from before: {}", others.join(", ")));
    }
}

/// Everything answers as it is again.
pub fn reset(known: &mut Joysticks) {
    for device in &mut known.device {
        device.off = false;
        device.axis.clear();
    }
}

/// What an axis says, as a bar from its middle, and where it is, as a line.
fn bar(ui: &mut Ui, answer: f32, place: f32) {
    let (rect, _) = ui.allocate_exact_size(BAR.into(), egui::Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 2.0, egui::Color32::from_black_alpha(120));
    let x = |value: f32| rect.center().x + value * rect.width() * 0.5;
    let [left, right] = [x(answer.min(0.0)), x(answer.max(0.0))];
    let filled = egui::Rect::from_min_max(egui::pos2(left, rect.top()), egui::pos2(right, rect.bottom()));
    painter.rect_filled(filled, 0.0, theme::WARM);
    painter.vline(x(place), rect.y_range(), egui::Stroke::new(1.0, theme::TEXT));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::joysticks::Axis;

    #[test]
    fn a_stick_is_shown_with_its_number_and_answers() {
        let mut known = Joysticks::default();
        known.place("Flight Stick", "0a", true, &[]);
        known.place("Old Wheel", "0b", true, &[]);
        known.device[0].set_axis(Axis { invert: true, ..Axis::usual(1) });
        let now = Connected { place: 0, axes: vec![(1, 0.5), (7, -1.0)], held: vec!["Button 1".to_owned()] };
        let context = egui::Context::default();
        theme::apply(&context);
        let mut texts = Vec::new();
        for _ in 0..2 {
            let output = context
                .run_ui(egui::RawInput::default(), |ui| show(ui, &mut known, std::slice::from_ref(&now)));
            texts = output.shapes.iter().filter_map(|shape| text_of(&shape.shape)).collect();
        }
        for wanted in [
            "Joy 1: Flight Stick",
            "Buttons held: Button 1",
            "Axis 1",
            "Axis 7",
            "Known from before: Old Wheel",
        ] {
            assert!(texts.iter().any(|text| text == wanted), "`{wanted}` is not in {texts:?}");
        }
        reset(&mut known);
        assert_eq!(known.device[0].axis(1), Axis::usual(1));
    }

    fn text_of(shape: &egui::Shape) -> Option<String> {
        match shape {
            egui::Shape::Text(text) => Some(text.galley.text().to_owned()),
            _ => None,
        }
    }
}
