//! What part of a map is seen, and how its colours and heights are shown.

use egui::{Color32, Pos2, Rect, Vec2};
use glam::Vec3;
use world::Aabb;

/// Least brightness of a line on the dark background, 0..=1.
pub const LINES: f32 = 0.55;
/// The same of letters.
pub const LETTERS: f32 = 0.75;
/// How strong lines of other levels are shown.
pub const FAINT: f32 = 0.2;

/// The part of a map that is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Where on the screen, points.
    pub rect: Rect,
    /// What is in its middle: x and z of the world.
    pub middle: [f32; 2],
    /// Points for a unit.
    pub zoom: f32,
}

impl View {
    /// Where a place is on the screen: north, which is -z, is up.
    pub fn on_screen(&self, at: Vec3) -> Pos2 {
        let [x, z] = self.middle;
        self.rect.center() + Vec2::new(at.x - x, at.z - z) * self.zoom
    }

    /// What is at a place of the screen: x and z of the world.
    pub fn at(&self, point: Pos2) -> [f32; 2] {
        let way = (point - self.rect.center()) / self.zoom;
        [self.middle[0] + way.x, self.middle[1] + way.y]
    }

    /// Moves what is seen by so many points: what is under the mouse stays under it.
    pub fn drag(&mut self, by: Vec2) {
        self.middle[0] -= by.x / self.zoom;
        self.middle[1] -= by.y / self.zoom;
    }

    /// Changes the zoom so that what is at a place of the screen stays there.
    pub fn zoom_at(&mut self, point: Pos2, factor: f32, [least, most]: [f32; 2]) {
        let before = self.at(point);
        self.zoom = (self.zoom * factor).clamp(least, most.max(least));
        let after = self.at(point);
        self.middle[0] += before[0] - after[0];
        self.middle[1] += before[1] - after[1];
    }

    /// Points for a unit at which all of a map is seen.
    pub fn fit(rect: Rect, bounds: &Aabb) -> f32 {
        let size = (bounds.max - bounds.min).max(Vec3::ONE);
        let fit = (rect.width() / size.x).min(rect.height() / size.z) * 0.9;
        if fit.is_finite() && fit > 0.0 { fit } else { 1.0 }
    }
}

/// How strong something between two heights is shown to somebody whose feet are at another: as it is on the same
/// level, which is `near` units, and fainter on others.
pub fn strength([low, high]: [f32; 2], feet: f32, near: f32) -> f32 {
    let away = (low - feet).max(feet - high).max(0.0);
    let part = (away - near) / (near * 2.0);
    1.0 + (FAINT - 1.0) * part.clamp(0.0, 1.0)
}

/// A colour that was chosen for white paper, at least as light as a dark background needs it.
pub fn lightened([r, g, b]: [u8; 3], least: f32) -> Color32 {
    let [red, green, blue] = [r, g, b].map(|part| f32::from(part) / 255.0);
    let light = 0.299 * red + 0.587 * green + 0.114 * blue;
    let share = ((least - light) / (1.0 - light).max(1e-3)).clamp(0.0, 1.0);
    let [r, g, b] = [red, green, blue]
        .map(|part| ((part + (1.0 - part) * share) * 255.0).round().clamp(0.0, 255.0) as u8);
    Color32::from_rgb(r, g, b)
}

/// The longest of 1, 2 and 5 times a power of ten that is no longer than `most`.
pub fn round_length(most: f32) -> f32 {
    if !(most.is_finite() && most > 0.0) {
        return 1.0;
    }
    let ten = libm::powf(10.0, libm::floorf(libm::log10f(most)));
    [5.0, 2.0, 1.0].into_iter().map(|times| times * ten).find(|length| *length <= most).unwrap_or(ten)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view() -> View {
        let rect = Rect::from_min_size(Pos2::new(100.0, 50.0), Vec2::new(400.0, 200.0));
        View { rect, middle: [10.0, -20.0], zoom: 2.0 }
    }

    #[test]
    fn north_is_up_and_east_is_right() {
        let view = view();
        // The middle of the screen is 300, 150; ten units are twenty points.
        assert_eq!(view.on_screen(Vec3::new(10.0, 7.0, -20.0)), Pos2::new(300.0, 150.0));
        assert_eq!(view.on_screen(Vec3::new(10.0, 7.0, -30.0)), Pos2::new(300.0, 130.0));
        assert_eq!(view.on_screen(Vec3::new(20.0, 7.0, -20.0)), Pos2::new(320.0, 150.0));
        assert_eq!(view.at(Pos2::new(320.0, 130.0)), [20.0, -30.0]);
    }

    #[test]
    fn what_is_under_the_mouse_stays_there() {
        let (mut view, point) = (view(), Pos2::new(340.0, 100.0));
        let under = view.at(point);
        view.zoom_at(point, 3.0, [0.1, 100.0]);
        assert_eq!((view.zoom, view.at(point)), (6.0, under));
        view.drag(Vec2::new(12.0, -6.0));
        assert_eq!(view.at(point + Vec2::new(12.0, -6.0)), under);
        view.zoom_at(point, 1e9, [0.1, 100.0]);
        assert_eq!(view.zoom, 100.0);
    }

    #[test]
    fn all_of_a_map_fits() {
        // 800 by 100 units in 400 by 200 points: half a point for a unit, and a tenth of margin.
        let bounds = Aabb { min: Vec3::new(-400.0, 0.0, 0.0), max: Vec3::new(400.0, 5.0, 100.0) };
        assert!((View::fit(view().rect, &bounds) - 0.45).abs() < 1e-6);
        assert!(View::fit(view().rect, &Aabb::EMPTY).is_finite());
    }

    #[test]
    fn other_levels_are_faint() {
        // Within 15 units as it is, beyond 45 at a fifth, and half way between at 0.6.
        for (heights, wanted) in [
            ([0.0, 0.0], 1.0),
            ([-40.0, 90.0], 1.0),
            ([15.0, 20.0], 1.0),
            ([30.0, 31.0], 0.6),
            ([-99.0, -30.0], 0.6),
            ([45.0, 45.0], 0.2),
            ([1e6, 1e6], 0.2),
        ] {
            let found = strength(heights, 0.0, 15.0);
            assert!((found - wanted).abs() < 1e-5, "{heights:?}: {found}");
        }
    }

    #[test]
    fn dark_colours_are_lightened_and_light_ones_kept() {
        // Black is 0.55 of white, which is 140.25.
        assert_eq!(lightened([0, 0, 0], LINES), Color32::from_rgb(140, 140, 140));
        assert_eq!(lightened([255, 255, 255], LINES), Color32::from_rgb(255, 255, 255));
        assert_eq!(lightened([200, 220, 180], LINES), Color32::from_rgb(200, 220, 180));
        // Blue has a brightness of 0.114: 0.436 of 0.886 are missing, which is 0.492 of the way to white.
        assert_eq!(lightened([0, 0, 255], LINES), Color32::from_rgb(125, 125, 255));
    }

    #[test]
    fn bars_have_round_lengths() {
        let found = [0.7, 1.0, 4.9, 5.0, 19.0, 260.0, 999.0].map(round_length);
        for (found, wanted) in found.into_iter().zip([0.5, 1.0, 2.0, 5.0, 10.0, 200.0, 500.0]) {
            assert!((found - wanted).abs() < wanted * 1e-4, "{found} {wanted}");
        }
        assert_eq!(round_length(f32::NAN), 1.0);
    }
}
