//! What lies over a picture: bars and lines of text, in pixels. Who makes it lays it out for the size of the picture;
//! the renderer draws it as it is. It is no part of a world's state.

use glam::Vec2;

/// Most bars and letters of a HUD; more are left out.
pub const MOST_HUD_PARTS: usize = 8192;

/// Colour with alpha, display-space numbers as everywhere.
pub type HudColor = [u8; 4];

/// Bars and text, in the order in which they are drawn. Kept from picture to picture, it allocates nothing once it has
/// been as full as it gets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hud {
    parts: Vec<HudPart>,
    text: String,
}

/// A part of a HUD.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HudPart {
    /// A rectangle.
    Bar(HudBar),
    /// A letter.
    Letter(HudLetter),
}

/// A rectangle of one colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HudBar {
    /// Its middle, pixels from the left and from the top.
    pub center: Vec2,
    /// Half of its width and of its height, pixels.
    pub half: Vec2,
    /// Radians, clockwise.
    pub turn: f32,
    /// Its colour.
    pub color: HudColor,
}

/// A letter of one colour; all letters of a size are equally wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HudLetter {
    /// Pixel of its upper left corner.
    pub at: [i32; 2],
    /// How large it is.
    pub size: LetterSize,
    /// Which.
    pub letter: char,
    /// Its colour.
    pub color: HudColor,
}

/// How large letters are. There are four sizes, each drawn pixel for pixel, so that small text stays sharp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum LetterSize {
    /// 16 pixels a line.
    #[default]
    Small,
    /// 20.
    Medium,
    /// 24.
    Large,
    /// 32.
    Huge,
}

impl LetterSize {
    /// All, the smallest first.
    pub const ALL: [LetterSize; 4] =
        [LetterSize::Small, LetterSize::Medium, LetterSize::Large, LetterSize::Huge];

    /// Height of a line, pixels.
    pub fn height(self) -> i32 {
        match self {
            LetterSize::Small => 16,
            LetterSize::Medium => 20,
            LetterSize::Large => 24,
            LetterSize::Huge => 32,
        }
    }

    /// Width of a letter with its gap, pixels.
    pub fn advance(self) -> i32 {
        match self {
            LetterSize::Small => 7,
            LetterSize::Medium => 9,
            LetterSize::Large => 11,
            LetterSize::Huge => 14,
        }
    }

    /// The largest that is not higher than so many pixels; the smallest if all are.
    pub fn up_to(height: f32) -> Self {
        let fits = |size: &LetterSize| size.height() as f32 <= height;
        Self::ALL.into_iter().rev().find(fits).unwrap_or_default()
    }

    /// Width of a text of one line, pixels.
    pub fn width(self, text: &str) -> i32 {
        i32::try_from(text.chars().count()).unwrap_or(i32::MAX).saturating_mul(self.advance())
    }
}

/// Where a text stands against its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HudAlign {
    /// It begins there.
    Left,
    /// It has its middle there.
    Center,
    /// It ends there.
    Right,
}

impl Hud {
    /// Without anything.
    pub fn clear(&mut self) {
        self.parts.clear();
    }

    /// The parts, the first one lowest.
    pub fn parts(&self) -> &[HudPart] {
        &self.parts
    }

    /// True when there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Adds a bar; one with a number that is NaN or infinite, or without a size, is left out.
    pub fn bar(&mut self, bar: HudBar) {
        let sound = bar.center.is_finite() && bar.half.is_finite() && bar.turn.is_finite();
        if sound && bar.half.min_element() > 0.0 {
            self.push(HudPart::Bar(bar));
        }
    }

    /// Adds an upright bar from its upper left to its lower right corner.
    pub fn rect(&mut self, [left, top]: [f32; 2], [right, bottom]: [f32; 2], color: HudColor) {
        let (min, max) = (Vec2::new(left, top), Vec2::new(right, bottom));
        self.bar(HudBar { center: (min + max) * 0.5, half: (max - min) * 0.5, turn: 0.0, color });
    }

    /// Adds the frame of a rectangle, so many pixels thick, inside of it.
    pub fn outline(&mut self, [left, top]: [f32; 2], [right, bottom]: [f32; 2], thick: f32, color: HudColor) {
        self.rect([left, top], [right, top + thick], color);
        self.rect([left, bottom - thick], [right, bottom], color);
        self.rect([left, top + thick], [left + thick, bottom - thick], color);
        self.rect([right - thick, top + thick], [right, bottom - thick], color);
    }

    /// Adds a line between two points, so many pixels thick.
    pub fn line(&mut self, from: Vec2, to: Vec2, thick: f32, color: HudColor) {
        let way = to - from;
        let half = Vec2::new(way.length() * 0.5, thick * 0.5);
        self.bar(HudBar { center: (from + to) * 0.5, half, turn: libm::atan2f(way.y, way.x), color });
    }

    /// Adds text of one line at the upper left, upper middle or upper right of it. It has a dark edge, so that it is
    /// read before anything.
    pub fn text(
        &mut self,
        [x, y]: [f32; 2],
        align: HudAlign,
        size: LetterSize,
        color: HudColor,
        text: std::fmt::Arguments<'_>,
    ) {
        use std::fmt::Write as _;
        let mut own = std::mem::take(&mut self.text);
        own.clear();
        // A string takes everything.
        let _ = own.write_fmt(text);
        let width = size.width(&own);
        let left = match align {
            HudAlign::Left => 0,
            HudAlign::Center => width / 2,
            HudAlign::Right => width,
        };
        // Whole pixels, or the letters would be blurred. Conversions of what is no number give 0.
        let (x, y) = (x.round() as i32, y.round() as i32);
        let edge = [0, 0, 0, (u16::from(color[3]) * 3 / 4) as u8];
        for (dx, dy, color) in [(-1, 0, edge), (1, 0, edge), (0, -1, edge), (0, 1, edge), (0, 0, color)] {
            let mut at = x.saturating_sub(left).saturating_add(dx);
            for letter in own.chars() {
                if letter != ' ' {
                    self.push(HudPart::Letter(HudLetter {
                        at: [at, y.saturating_add(dy)],
                        size,
                        letter,
                        color,
                    }));
                }
                at = at.saturating_add(size.advance());
            }
        }
        self.text = own;
    }

    fn push(&mut self, part: HudPart) {
        if self.parts.len() < MOST_HUD_PARTS {
            self.parts.push(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stands_at_whole_pixels_with_a_dark_edge_below_it() {
        let mut hud = Hud::default();
        hud.text([100.4, 20.0], HudAlign::Right, LetterSize::Small, [255; 4], format_args!("{} {}", 1, 'x'));
        let letters: Vec<_> = hud
            .parts()
            .iter()
            .map(|part| match part {
                HudPart::Letter(own) => (own.at, own.letter, own.color),
                HudPart::Bar(bar) => panic!("{bar:?}"),
            })
            .collect();
        // Three letters of 7 pixels end at 100; the gap has no letter.
        assert_eq!(letters.len(), 10);
        assert_eq!(letters[8], ([79, 20], '1', [255; 4]));
        assert_eq!(letters[9], ([93, 20], 'x', [255; 4]));
        assert_eq!(letters[0], ([78, 20], '1', [0, 0, 0, 191]));
    }

    #[test]
    fn what_has_no_place_is_left_out_and_no_hud_is_endless() {
        let mut hud = Hud::default();
        hud.rect([0.0, 0.0], [f32::NAN, 1.0], [255; 4]);
        hud.rect([5.0, 0.0], [5.0, 1.0], [255; 4]);
        hud.line(Vec2::ONE, Vec2::ONE, 2.0, [255; 4]);
        assert!(hud.is_empty());
        hud.line(Vec2::new(0.0, 3.0), Vec2::new(0.0, 7.0), 2.0, [255; 4]);
        let turn = std::f32::consts::FRAC_PI_2;
        let bar = HudBar { center: Vec2::new(0.0, 5.0), half: Vec2::new(2.0, 1.0), turn, color: [255; 4] };
        assert_eq!(hud.parts(), [HudPart::Bar(bar)]);
        for _ in 0..MOST_HUD_PARTS {
            hud.rect([0.0; 2], [1.0; 2], [255; 4]);
        }
        assert_eq!(hud.parts().len(), MOST_HUD_PARTS);
    }

    #[test]
    fn letters_are_as_large_as_there_is_room() {
        let sizes = [3.0, 16.0, 19.9, 20.0, 31.0, 500.0].map(LetterSize::up_to);
        use LetterSize::{Huge, Large, Medium, Small};
        assert_eq!(sizes, [Small, Small, Small, Medium, Large, Huge]);
        assert_eq!(Small.width("km/h"), 28);
    }
}
