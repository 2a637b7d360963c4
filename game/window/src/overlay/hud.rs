//! What is shown of the place where somebody is: its name on entering, whether people may fight each other there,
//! how much air is left under water; on an overworld compass, region, cell and time.

use crate::theme;
use crate::visit::{Visit, Whereabouts};
use egui::{Align2, Color32, FontId, Order, Vec2};
use glam::Vec3;
use runtime::{Simulation, TICKS_PER_SECOND};
use std::time::{Duration, Instant};
use world::RegionKind;

/// The colour of air.
const AIR: Color32 = Color32::from_rgb(0x4A, 0x9C, 0xD8);
/// Behind what is read over the picture: all colours of text are legible on it before a bright sky.
const GROUND: Color32 = Color32::from_black_alpha(0xC8);
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
    /// Shows the name of a place that was entered now, for a while; none where the name is empty.
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
            let dark = GROUND.gamma_multiply(strong);
            ui.painter().rect_filled(rect.expand2(Vec2::new(14.0, 6.0)), 6.0, dark);
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

/// Part of the air that is left from which on it is short.
const SHORT: f32 = 0.25;

/// How somebody is where they are.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Status {
    /// People may fight each other here.
    pub pvp: bool,
    /// The part of a breath that is left, while somebody is under water who can drown.
    pub air: Option<f32>,
}

impl Status {
    /// That of the person with these feet.
    pub fn of(simulation: &Simulation, feet: Vec3) -> Self {
        let pvp = simulation.probe().regions(feet).any(|region| region.kind == RegionKind::Pvp);
        let breath = simulation.scene().walker.breath * TICKS_PER_SECOND as f32;
        let under = simulation.state().avatar().map_or(0, |avatar| avatar.journey.under_water);
        let air = (breath > 0.0 && under > 0).then(|| (1.0 - under as f32 / breath).max(0.0));
        Status { pvp, air }
    }
}

/// Points of the compass, and the degrees from the north on to the right at which they are.
const POINTS: [(&str, f32); 8] = [
    ("N", 0.0),
    ("NE", 45.0),
    ("E", 90.0),
    ("SE", 135.0),
    ("S", 180.0),
    ("SW", 225.0),
    ("W", 270.0),
    ("NW", 315.0),
];
/// Degrees that the compass shows from one end to the other.
const COMPASS_DEG: f32 = 150.0;

/// Where a direction is on the compass, as a part of its half width from the middle, -1 to 1; `None` beyond its
/// ends. `yaw` is where one looks, radians growing to the left.
fn on_compass(degrees: f32, yaw: f32) -> Option<f32> {
    let right = (degrees + yaw.to_degrees()).rem_euclid(360.0);
    let right = if right > 180.0 { right - 360.0 } else { right };
    let part = right / (COMPASS_DEG * 0.5);
    (part.abs() <= 1.0).then_some(part)
}

/// On an overworld a compass, and below it region, cell and time.
pub fn show_way(context: &egui::Context, visit: &Visit) {
    let Some(Whereabouts { cell: [x, y], region, time, yaw }) = visit.whereabouts() else { return };
    let screen = context.content_rect();
    let width = (screen.width() * 0.34).clamp(180.0, 460.0);
    area("way").anchor(Align2::CENTER_TOP, [0.0, 6.0]).show(context, |ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::new(width, 46.0), egui::Sense::hover());
        let painter = ui.painter();
        let letter = |at: egui::Pos2, line: &str, size: f32, color: Color32| {
            painter.text(at, Align2::CENTER_CENTER, line, FontId::proportional(size), color);
        };
        let strip = egui::Rect::from_min_size(rect.min, Vec2::new(width, 22.0));
        painter.rect_filled(rect, 4.0, GROUND);
        for (name, degrees) in POINTS {
            let Some(part) = on_compass(degrees, yaw) else { continue };
            let at = strip.center() + Vec2::new(part * (width * 0.5 - 14.0), 0.0);
            let (size, color) = if name.len() == 1 { (15.0, theme::WARM) } else { (11.5, theme::TEXT) };
            letter(at, name, size, color);
        }
        let mark = strip.center_bottom();
        painter.line_segment([mark, mark - Vec2::new(0.0, 4.0)], egui::Stroke::new(2.0, theme::WARM));
        let place = region.map_or_else(String::new, |region| format!("{region}  ·  "));
        let line = format!("{place}{x},{y}  ·  {time}");
        letter(strip.center_bottom() + Vec2::new(0.0, 13.0), &line, 13.5, theme::TEXT);
    });
}

/// A badge while the feet are where people may fight each other; a meter of the air while somebody is under water.
pub fn show_badges(context: &egui::Context, visit: &Visit) {
    let Some(feet) = visit.feet_of_view() else { return };
    let Status { pvp, air } = Status::of(visit.simulation(), feet);
    if pvp {
        area("pvp").anchor(Align2::CENTER_TOP, [0.0, 10.0]).show(context, |ui| {
            theme::card().inner_margin(egui::Margin::symmetric(10, 4)).show(ui, |ui| {
                ui.label(egui::RichText::new("PvP area").size(14.0).color(theme::WRONG));
            });
        });
    }
    if let Some(air) = air {
        show_air(context, air);
    }
}

/// A bar that grows shorter, over the captions; red once there is little left.
fn show_air(context: &egui::Context, air: f32) {
    let screen = context.content_rect();
    let wide = (screen.width() * 0.2).clamp(160.0, 360.0);
    let above = (screen.height() * 0.2).max(90.0);
    area("air").anchor(Align2::CENTER_BOTTOM, [0.0, -above]).show(context, |ui| {
        theme::card().inner_margin(egui::Margin::symmetric(8, 5)).show(ui, |ui| {
            let text = if air > 0.0 { "Air" } else { "No air: you are drowning" };
            ui.label(egui::RichText::new(text).size(14.0).color(theme::TEXT));
            let (rect, _) = ui.allocate_exact_size(Vec2::new(wide, 10.0), egui::Sense::hover());
            let color = if air < SHORT { theme::WRONG } else { AIR };
            let full = egui::Rect::from_min_size(rect.min, Vec2::new(rect.width() * air, rect.height()));
            let painter = ui.painter();
            painter.rect_filled(rect, 3.0, Color32::from_black_alpha(0xA0));
            painter.rect_filled(full, 3.0, color);
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
    fn a_badge_says_where_people_fight_and_a_meter_how_much_air_is_left() {
        let mut sketch = world::sketch::Sketch::new();
        sketch.place(world::sketch::ModelSketch::new().floor([-50.0; 2], [50.0; 2], 0.0));
        let within = |kind, min: f32, max: f32| {
            let bounds = world::Aabb { min: Vec3::new(min, -1.0, -20.0), max: Vec3::new(max, 40.0, 20.0) };
            world::Region::of_box(kind, bounds)
        };
        sketch.scene.regions =
            vec![within(RegionKind::Pvp, -10.0, 0.0), within(RegionKind::Water, 10.0, 20.0)];
        sketch.scene.walker.breath = 10.0;
        sketch.scene.walker.swims_out_to_sea = true;
        let (mut simulation, _) = Simulation::new(sketch.scene.into(), 1, &world::Limits::default());
        let mut status = |x: f32, ticks: usize| {
            assert!(simulation.edit().teleport_avatar(Vec3::new(x, 0.0, 0.0), 0.0, 0.0));
            (0..ticks).for_each(|_| simulation.tick(&runtime::Input::default()));
            let feet = simulation.state().avatar().unwrap().position;
            Status::of(&simulation, feet)
        };
        assert_eq!(status(-5.0, 1), Status { pvp: true, air: None });
        assert_eq!(status(5.0, 60), Status::default());
        // A second of ten.
        assert_eq!(status(15.0, 60), Status { pvp: false, air: Some(0.9) });
        assert_eq!(status(15.0, 900).air, Some(0.0));
    }

    #[test]
    fn the_compass_shows_where_one_looks_in_its_middle() {
        let quarter = std::f32::consts::FRAC_PI_2;
        // Looking west, which is a quarter to the left of north: north is to the right, beyond the end.
        assert_eq!(on_compass(270.0, quarter), Some(0.0));
        assert_eq!(on_compass(0.0, quarter), None);
        let north_west = on_compass(315.0, quarter).unwrap();
        assert!((north_west - 45.0 / 75.0).abs() < 1e-5, "{north_west}");
        assert!(on_compass(225.0, quarter).unwrap() < 0.0);
        assert_eq!(on_compass(180.0, 0.0), None);
    }

    #[test]
    fn a_name_is_shown_for_four_seconds_and_fades_in_the_last() {
        let after = |ms| strength(Duration::from_millis(ms));
        assert_eq!([after(0), after(3000), after(4000), after(9000)], [1.0, 1.0, 0.0, 0.0]);
        assert!((after(3500) - 0.5).abs() < 1e-6);
    }
}
