//! Where things go: a sheet as large as the picture, with a scale for it.

use crate::{HudOptions, SCALE, color};
use glam::{Vec2, Vec3};
use world::{Camera, Hud, HudAlign, HudBar, HudColor, LetterSize};

/// A picture this high and this wide has a scale of 1, pixels.
const SIZE_OF_ONE: [f32; 2] = [960.0, 720.0];
/// Scales of pictures, whatever their size.
const SCALES: [f32; 2] = [0.7, 4.0];
/// From the edge to what stands there, points.
const MARGIN: f32 = 16.0;
/// Line of letters, points; small letters are 16 pixels at least.
const LINE: f32 = 20.0;

/// A sheet that is filled.
pub struct Sheet<'a> {
    hud: &'a mut Hud,
    /// Its size, pixels.
    size: [f32; 2],
    /// Pixels of a point.
    point: f32,
    /// From the left, right and lower edge, pixels.
    margins: [f32; 2],
}

impl<'a> Sheet<'a> {
    /// For a picture of so many pixels.
    pub fn new(size: [u32; 2], options: &HudOptions, hud: &'a mut Hud) -> Self {
        let size = size.map(|side| side as f32);
        let suits = (size[0] / SIZE_OF_ONE[0]).min(size[1] / SIZE_OF_ONE[1]).clamp(SCALES[0], SCALES[1]);
        let asked = if options.scale.is_finite() { options.scale } else { 1.0 };
        let point = suits * asked.clamp(*SCALE.start(), *SCALE.end());
        let inset = if options.inset.is_finite() { options.inset.clamp(0.0, 1.0) } else { 0.0 };
        // Parts of the two sides meet in the middle, but do not cover each other.
        let room = [size[0] * 0.5 - point * (MARGIN + crate::gauges::WIDTH), size[1] * 0.5 - point * 160.0];
        let margins = room.map(|room| point * MARGIN + inset * room.max(0.0));
        Sheet { hud, size, point, margins }
    }

    /// Pixels of so many points.
    pub fn pixels(&self, points: f32) -> f32 {
        points * self.point
    }

    /// Where a way from a camera is seen, pixels; `None` beside the picture.
    pub fn place(&self, camera: &Camera, way: Vec3) -> Option<Vec2> {
        let (forward, right) = (camera.forward(), camera.right());
        let depth = way.dot(forward);
        let [wide, high] = self.middle();
        let pixels = high / (libm::tanf(camera.fov_y * 0.5) * depth);
        let off = Vec2::new(way.dot(right), -way.dot(right.cross(forward))) * pixels;
        let is_inside = depth > 0.0 && off.x.abs() < wide && off.y.abs() < high;
        is_inside.then(|| Vec2::new(wide, high) + off)
    }

    /// The middle of the picture, pixels.
    pub fn middle(&self) -> [f32; 2] {
        self.size.map(|side| (side * 0.5).round())
    }

    /// Width of the picture, pixels.
    pub fn width(&self) -> f32 {
        self.size[0]
    }

    /// Where parts on the left begin and stand, pixels.
    pub fn lower_left(&self) -> [f32; 2] {
        [self.margins[0].round(), (self.size[1] - self.margins[1]).round()]
    }

    /// Where parts on the right end and stand, pixels.
    pub fn lower_right(&self) -> [f32; 2] {
        [(self.size[0] - self.margins[0]).round(), (self.size[1] - self.margins[1]).round()]
    }

    /// Upper edge of what stands at the top, pixels.
    pub fn top(&self) -> f32 {
        (self.point * MARGIN * 0.5).round()
    }

    /// Where what is to be read on a panel begins below something, pixels: the two do not touch.
    pub fn below(&self, foot: f32) -> f32 {
        (foot + self.more() + self.pixels(2.0)).ceil()
    }

    /// How much larger a panel is than what is to be read on it, on each side, pixels.
    pub fn more(&self) -> f32 {
        self.pixels(MARGIN * 0.4)
    }

    /// Letters of a line, and larger ones.
    pub fn letters(&self, lines: f32) -> LetterSize {
        LetterSize::up_to(self.point * LINE * lines)
    }

    /// Fills a rectangle.
    pub fn rect(&mut self, min: [f32; 2], max: [f32; 2], color: HudColor) {
        self.hud.rect(min.map(f32::round), max.map(f32::round), color);
    }

    /// A dark ground for what is to be read from a point to another one, and a little more around it.
    pub fn panel(&mut self, [left, top]: [f32; 2], [right, bottom]: [f32; 2]) {
        let more = self.more();
        self.rect([left - more, top - more], [right + more, bottom + more], color::DARK);
    }

    /// The frame of a rectangle.
    pub fn outline(&mut self, min: [f32; 2], max: [f32; 2], color: HudColor) {
        let thick = self.point.round().max(1.0);
        self.hud.outline(min.map(f32::round), max.map(f32::round), thick, color);
    }

    /// Draws a line, pixels.
    pub fn line(&mut self, from: Vec2, to: Vec2, thick: f32, color: HudColor) {
        self.hud.line(from, to, thick, color);
    }

    /// Fills a square that stands on a corner, with a dark rim; half of its side, pixels.
    pub fn diamond(&mut self, center: Vec2, half: f32, color: HudColor) {
        for (more, color) in [(1.0, color::DARK), (0.0, color)] {
            let half = Vec2::splat(half + more);
            self.hud.bar(HudBar { center, half, turn: std::f32::consts::FRAC_PI_4, color });
        }
    }

    /// Writes a line.
    pub fn text(
        &mut self,
        at: [f32; 2],
        align: HudAlign,
        size: LetterSize,
        color: HudColor,
        text: std::fmt::Arguments<'_>,
    ) {
        self.hud.text(at, align, size, color, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::FRAC_PI_2;

    #[test]
    fn a_way_has_its_place_in_the_picture_or_none() {
        let mut hud = Hud::default();
        let sheet = Sheet::new([200, 100], &HudOptions::default(), &mut hud);
        let camera = world::sketch::Sketch::new().scene.camera;
        let camera = Camera { yaw: 0.0, pitch: 0.0, roll: 0.0, fov_y: FRAC_PI_2, ..camera };
        let place = |x: f32, y: f32, z: f32| sheet.place(&camera, Vec3::new(x, y, z));
        // A quarter of a turn high: as far up as ahead is the edge, 50 above the middle.
        assert_eq!(place(0.0, 0.0, -1.0), Some(Vec2::new(100.0, 50.0)));
        for (x, y, by_hand) in
            [(1.9, 0.0, [195.0, 50.0]), (0.0, 0.9, [100.0, 5.0]), (-0.5, -0.5, [75.0, 75.0])]
        {
            let found = place(x * 2.0, y * 2.0, -2.0).unwrap();
            assert!((found - Vec2::from_array(by_hand)).length() < 1e-2, "{found} instead of {by_hand:?}");
        }
        assert_eq!([place(2.1, 0.0, -1.0), place(0.0, 1.1, -1.0), place(0.0, -1.1, -1.0)], [None; 3]);
        assert_eq!([place(0.0, 0.0, 1.0), place(0.5, 0.0, 0.0)], [None; 2]);
    }
}
