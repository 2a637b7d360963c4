//! The card that lists the controls. The keys themselves are in `bindings/mod.rs`; in a vehicle they are called by what
//! they do there.

use crate::bindings::{Action, Bindings, Driven};
use crate::theme;

/// Height of a row, points.
const ROW: f32 = 17.0;
/// Height of the heading and the margins, points.
const AROUND: f32 = 70.0;

/// Shows it for whoever sits there, in two columns where the window is too low for one.
pub fn show(context: &egui::Context, bindings: &Bindings, driven: Driven, assisted: bool) {
    let room = context.content_rect();
    let most = if room.height() < 500.0 || room.width() < 900.0 { 1 } else { 2 };
    let rows = rows(bindings, most, driven, assisted);
    let is_low = room.height() < AROUND + ROW * rows.len() as f32;
    let size = if is_low { 11.5 } else { 13.0 };
    let columns = if is_low { 2 } else { 1 };
    egui::Area::new(egui::Id::unique("keys"))
        .anchor(egui::Align2::LEFT_TOP, [12.0, 12.0])
        .interactable(false)
        .show(context, |ui| {
            theme::card().show(ui, |ui| {
                ui.label(egui::RichText::new("Controls").heading().color(theme::WARM));
                let grid = egui::Grid::new("keys table").num_columns(2 * columns);
                let spacing = if is_low { [10.0, 1.0] } else { [18.0, 1.0] };
                grid.spacing(spacing).min_row_height(ROW - 1.0).show(ui, |ui| {
                    let below = rows.len().div_ceil(columns);
                    for row in 0..below {
                        for (keys, label) in rows.iter().skip(row).step_by(below) {
                            ui.label(egui::RichText::new(keys).size(size).color(theme::WARM));
                            ui.label(egui::RichText::new(*label).size(size));
                        }
                        ui.end_row();
                    }
                });
            });
        });
}

/// Up to so many keys of each action, and what it does.
fn rows(bindings: &Bindings, most: usize, driven: Driven, assisted: bool) -> Vec<(String, &'static str)> {
    let scheme = bindings.scheme(driven);
    let row = |action: &Action| {
        let keys = scheme.of(*action).iter().filter(|trigger| trigger.is_usual()).take(most);
        let keys: Vec<_> = keys.map(|trigger| trigger.name()).collect();
        let keys = if keys.is_empty() { "no key".to_owned() } else { keys.join(" or ") };
        (keys, what(*action, driven))
    };
    let actions = Action::ALL.iter().filter(|action| is_of_use(**action, driven));
    let mut rows: Vec<(String, &'static str)> = actions.map(row).collect();
    rows.push(("Mouse".to_owned(), mouse(driven, assisted)));
    rows
}

/// What moving the mouse does, with assisted driving or without.
pub fn mouse(driven: Driven, assisted: bool) -> &'static str {
    match driven {
        Driven::Nothing => "Look around (click first)",
        Driven::Tank => "Turn and aim (click first)",
        Driven::Mech if assisted => "Turn and aim (click first)",
        Driven::Mech => "Turn the torso (click first)",
        Driven::Aeroplane if assisted => "Where to fly (click first)",
        Driven::Aeroplane => "Stick (click first)",
    }
}

/// What ejects has to be asked twice.
const EJECT: &str = "Eject (twice)";

/// Whether a control does anything for whoever sits there; keys have no lever.
pub fn is_of_use(action: Action, driven: Driven) -> bool {
    match action {
        Action::Throttle => false,
        Action::Eject => matches!(driven, Driven::Mech | Driven::Aeroplane),
        Action::VehicleMode => matches!(driven, Driven::Nothing | Driven::Tank),
        Action::NextWeapon | Action::ShootSecond => driven != Driven::Nothing,
        _ => true,
    }
}

/// What a control does for whoever sits there.
pub fn what(action: Action, driven: Driven) -> &'static str {
    match (driven, action) {
        (Driven::Aeroplane, action) => in_aeroplane(action),
        (Driven::Tank | Driven::Mech, Action::Left) => "Turn left",
        (Driven::Tank | Driven::Mech, Action::Right) => "Turn right",
        (Driven::Tank | Driven::Mech, Action::TurnLeft) => "Aim left",
        (Driven::Tank | Driven::Mech, Action::TurnRight) => "Aim right",
        (Driven::Tank | Driven::Mech, Action::LookUp) => "Aim up",
        (Driven::Tank | Driven::Mech, Action::LookDown) => "Aim down",
        (Driven::Tank | Driven::Mech, Action::Shoot) => "Fire",
        (Driven::Tank | Driven::Mech, Action::ThirdPerson) => "From outside or cockpit",
        (Driven::Tank, Action::Jump) => "Rise as a submarine",
        (Driven::Tank, Action::Sink) => "Dive as a submarine",
        (Driven::Tank, Action::VehicleMode) => "Tracks, hover, submarine",
        (Driven::Mech, Action::Jump) => "Jump jets",
        (Driven::Mech, Action::Sink) => "Crouch",
        (Driven::Mech, Action::ShootSecond) => "Fire all weapons",
        (Driven::Mech, Action::Eject) => EJECT,
        (_, action) => action.label(),
    }
}

/// What a control does in an aeroplane.
fn in_aeroplane(action: Action) -> &'static str {
    match action {
        Action::Forward => "Throttle forwards",
        Action::Backward => "Throttle back",
        Action::Left => "Rudder left",
        Action::Right => "Rudder right",
        Action::Run => "Nitro",
        Action::Jump => "Level off",
        Action::Sink => "Brakes",
        Action::TurnLeft => "Stick left",
        Action::TurnRight => "Stick right",
        Action::LookUp => "Stick back: nose up",
        Action::LookDown => "Stick forwards: nose down",
        Action::Shoot => "Fire",
        Action::Eject => EJECT,
        Action::ThirdPerson => "From outside or cockpit",
        other => other.label(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_controls_are_inside_of_a_small_window() {
        let sizes = [(640.0, 400.0), (1280.0, 720.0)];
        let seats = [Driven::Nothing, Driven::Tank, Driven::Mech, Driven::Aeroplane];
        for ((width, height), driven) in sizes.into_iter().flat_map(|size| seats.map(|driven| (size, driven)))
        {
            let context = egui::Context::default();
            theme::apply(&context);
            let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(width, height));
            for _ in 0..3 {
                let input = egui::RawInput { screen_rect: Some(screen), ..Default::default() };
                let mut output =
                    context.run_ui(input, |ui| show(ui.ctx(), &Bindings::default(), driven, true));
                output.textures_delta.clear();
            }
            let area = context.memory(|memory| memory.area_rect(egui::Id::unique("keys"))).unwrap();
            assert!(screen.contains_rect(area), "{area:?} in {screen:?}");
        }
    }
}
