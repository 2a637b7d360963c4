//! What a driver reads: how fast the vehicle is, how it moves, what is left of it.

use crate::theme;
use crate::visit::{Visit, weapons};
use egui::{Align2, Color32, FontId, Order};
use runtime::Simulation;
use world::{Actor, ActorKind, LawKind};

/// km/h in a metre per second.
const KMH: f32 = 3.6;
/// How wide the gauges are at least, points.
const WIDTH: f32 = 130.0;
/// Share of the health below which it is shown as a warning.
const SHORT: f32 = 0.25;

/// What is shown of a vehicle.
#[derive(Clone, Debug, PartialEq)]
pub struct Gauges {
    /// Forwards, backwards below 0, km/h.
    pub speed_kmh: f32,
    /// Names and values of the rest.
    pub rows: Vec<(&'static str, String)>,
    /// Little is left of it.
    pub is_short: bool,
}

impl Gauges {
    /// Those of the vehicle that the person of the first seat drives.
    pub fn of(simulation: &Simulation) -> Option<Self> {
        let (scene, person) = (simulation.scene(), simulation.state().person()?);
        let vehicle = scene.vehicle_of(person)?;
        let speed_kmh = ahead(person) * scene.frame.metres_per_unit * KMH;
        let weapon = weapons::selected(simulation).map(|words| ("Weapon", words));
        match &person.kind {
            ActorKind::Walker(_) | ActorKind::Creature(_) => None,
            ActorKind::Tank(tank) => {
                let whole = match &vehicle.law {
                    LawKind::Tank(law) => law.health,
                    LawKind::Mech(_) => 0.0,
                };
                let share = if whole > 0.0 { tank.health / whole } else { 0.0 };
                let mut rows = vec![
                    ("Mode", tank.mode.name().to_owned()),
                    ("Health", health(share)),
                ];
                rows.extend(weapon);
                Some(Gauges { speed_kmh, rows, is_short: share < SHORT })
            }
            ActorKind::Mech(mech) => {
                let LawKind::Mech(law) = &vehicle.law else { return None };
                let share = |own: f32, whole: f32| if whole > 0.0 { own / whole * 100.0 } else { 0.0 };
                let heat = share(mech.heat, law.heat.capacity);
                let hot = if mech.is_shut_down { ", shut down" } else { "" };
                let mut rows = vec![("Heat", format!("{heat:.0} %{hot}"))];
                if law.jets.fuel > 0.0 {
                    rows.push(("Jump jets", format!("{:.0} %", share(mech.fuel, law.jets.fuel))));
                }
                let legs = mech.legs.map(|leg| share(leg, law.legs));
                rows.push(("Legs", format!("{:.0} %, {:.0} %", legs[0], legs[1])));
                rows.push(("Torso", aside(mech.twist)));
                rows.extend(weapon);
                let is_short = mech.is_shut_down || legs.iter().any(|leg| *leg < SHORT * 100.0);
                Some(Gauges { speed_kmh, rows, is_short })
            }
        }
    }
}

/// What is left of a vehicle.
fn health(share: f32) -> String {
    if share > 0.0 { format!("{:.0} %", share * 100.0) } else { "destroyed, Back to start repairs it".to_owned() }
}

/// An angle in words: radians to the left.
fn aside(left: f32) -> String {
    let degrees = left.to_degrees().round();
    match degrees {
        0.0 => "ahead".to_owned(),
        _ if degrees > 0.0 => format!("{degrees:.0}° left"),
        _ => format!("{:.0}° right", -degrees),
    }
}

/// Speed along where it points, units a second.
fn ahead(person: &Actor) -> f32 {
    let front = -person.rotation().z_axis;
    person.avatar().velocity.dot(front.into())
}

/// In the corner below on the left.
pub fn show(context: &egui::Context, visit: &Visit) {
    if visit.fly.is_some() {
        return;
    }
    let Some(Gauges { speed_kmh, rows, is_short }) = Gauges::of(visit.simulation()) else { return };
    let area = egui::Area::new(egui::Id::unique("gauges")).interactable(false).order(Order::Foreground);
    area.anchor(Align2::LEFT_BOTTOM, [16.0, -16.0]).show(context, |ui| {
        theme::card().inner_margin(egui::Margin::symmetric(12, 8)).show(ui, |ui| {
            // As wide for any number, so that it does not jump.
            ui.set_min_width(WIDTH);
            ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
            // A vehicle that stands moves by less than what is shown, either way: no "-0".
            let speed_kmh = speed_kmh.round() + 0.0;
            let speed = egui::RichText::new(format!("{speed_kmh:.0} km/h")).font(FontId::proportional(30.0));
            ui.label(speed.color(theme::TEXT));
            for (name, value) in rows {
                let color = if is_short { theme::WRONG } else { Color32::LIGHT_GRAY };
                ui.label(egui::RichText::new(format!("{name}: {value}")).size(15.0).color(color));
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use world::sketch::Sketch;
    use world::{TankLaw, VehicleLaw, Views};

    #[test]
    fn the_torso_is_told_in_words() {
        let told = [0.001_f32, -0.004, 0.52, -1.57].map(aside);
        assert_eq!(told, ["ahead", "ahead", "30° left", "90° right"]);
    }

    #[test]
    fn speed_is_along_where_it_points_in_kilometres_an_hour() {
        let mut sketch = Sketch::new();
        sketch.scene.frame.metres_per_unit = 0.5;
        let law = TankLaw { health: 80.0, ..TankLaw::default() };
        let law = LawKind::Tank(Box::new(law));
        let views = Views::default();
        sketch.scene.vehicles.push(VehicleLaw { name: "marten".into(), node: None, views, law });
        assert_eq!(Gauges::of(&Simulation::new(sketch.scene.clone().into(), 1, &Default::default()).0), None);
        sketch.scene.drives = Some(0);
        // 10 units a second to the north, looking west: none of it is ahead.
        for (yaw, kmh) in [(0.0, 18.0), (std::f32::consts::FRAC_PI_2, 0.0), (std::f32::consts::PI, -18.0)] {
            sketch.scene.avatar.yaw = yaw;
            sketch.scene.avatar.velocity = Vec3::NEG_Z * 10.0;
            let (simulation, _) = Simulation::new(sketch.scene.clone().into(), 1, &Default::default());
            let own = Gauges::of(&simulation).unwrap();
            assert!((own.speed_kmh - kmh).abs() < 1e-3, "{own:?}");
            assert_eq!(own.rows[0], ("Mode", "track".to_owned()));
            assert_eq!((own.rows[1].1.as_str(), own.is_short), ("100 %", false));
        }
    }
}
