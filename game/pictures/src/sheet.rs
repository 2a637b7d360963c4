//! Pictures that are put together: lines and letters on them, several on one.

use base::Failure;
use world::Image;

/// Longest side of a sheet, pixels.
const LONGEST: u32 = 16384;
/// Room for the letters below each picture of a sheet, pixels.
const BELOW: u32 = 20;
/// Pixels of a letter's dot.
const DOT: i32 = 2;
/// Colour behind letters.
const PAPER: [u8; 3] = [22, 24, 28];
/// Colour of letters.
const INK: [u8; 3] = [214, 216, 220];

/// A picture that is drawn onto.
#[derive(Debug)]
pub struct Canvas<'i> {
    image: &'i mut Image,
}

impl<'i> Canvas<'i> {
    /// Draws onto this picture.
    pub fn new(image: &'i mut Image) -> Self {
        Canvas { image }
    }

    fn dot(&mut self, x: i32, y: i32, color: [u8; 3]) {
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else { return };
        if x < self.image.width && y < self.image.height {
            let at = 4 * (y as usize * self.image.width as usize + x as usize);
            if let Some(pixel) = self.image.rgba.get_mut(at..at + 4) {
                pixel[..3].copy_from_slice(&color);
                pixel[3] = 255;
            }
        }
    }

    /// A filled square around a place.
    pub fn square(&mut self, [x, y]: [f32; 2], reach: i32, color: [u8; 3]) {
        for down in -reach..=reach {
            for right in -reach..=reach {
                self.dot(x as i32 + right, y as i32 + down, color);
            }
        }
    }

    /// A line two pixels wide.
    pub fn line(&mut self, from: [f32; 2], to: [f32; 2], color: [u8; 3]) {
        let way = [to[0] - from[0], to[1] - from[1]];
        // What is far outside is not worth walking to.
        let steps = way[0].abs().max(way[1].abs()).clamp(1.0, 8.0 * LONGEST as f32) as i32;
        for step in 0..=steps {
            let share = step as f32 / steps as f32;
            let [x, y] = [from[0] + way[0] * share, from[1] + way[1] * share].map(|axis| axis as i32);
            self.dot(x, y, color);
            self.dot(x + 1, y, color);
            self.dot(x, y + 1, color);
        }
    }

    /// Letters from this place to the right and down.
    pub fn text(&mut self, text: &str, left: i32, top: i32, color: [u8; 3]) {
        for (place, letter) in text.chars().enumerate() {
            let left = left + place as i32 * font::ADVANCE as i32 * DOT;
            for (row, bits) in font::rows(letter.to_ascii_uppercase()).into_iter().enumerate() {
                for column in 0..5 {
                    if bits & (0x10 >> column) != 0 {
                        for spot in 0..DOT * DOT {
                            let x = left + column * DOT + spot % DOT;
                            self.dot(x, top + row as i32 * DOT + spot / DOT, color);
                        }
                    }
                }
            }
        }
    }
}

/// Pictures beside and below each other, each with a line of letters below.
#[derive(Debug)]
pub struct Sheet {
    image: Image,
    columns: u32,
    cell: (u32, u32),
    next: u32,
}

impl Sheet {
    /// An empty sheet for so many pictures of this size.
    ///
    /// # Errors
    /// One that would be too large to be a picture.
    pub fn new(frames: u32, columns: u32, (width, height): (u32, u32)) -> Result<Self, Failure> {
        let columns = columns.clamp(1, frames.max(1));
        let rows = frames.max(1).div_ceil(columns);
        let cell = (width, height.saturating_add(BELOW));
        let size = (cell.0.saturating_mul(columns), cell.1.saturating_mul(rows));
        if size.0 > LONGEST || size.1 > LONGEST {
            return Err(Failure::Unusable(format!(
                "a sheet of {} x {} pixels is too large: make the pictures or their number smaller (--size, --frames)",
                size.0, size.1
            )));
        }
        let pixels = size.0 as usize * size.1 as usize;
        let rgba = [PAPER[0], PAPER[1], PAPER[2], 255].repeat(pixels);
        Ok(Sheet { image: Image { width: size.0, height: size.1, rgba }, columns, cell, next: 0 })
    }

    /// Adds a picture with a line below; what has no place is left out.
    pub fn add(&mut self, picture: &Image, line: &str) {
        let left = (self.next % self.columns) * self.cell.0;
        let top = (self.next / self.columns) * self.cell.1;
        self.next += 1;
        let width = picture.width.min(self.cell.0) as usize * 4;
        for row in 0..picture.height.min(self.cell.1.saturating_sub(BELOW)) {
            let from = row as usize * picture.width as usize * 4;
            let to = 4 * ((top + row) as usize * self.image.width as usize + left as usize);
            if let (Some(from), Some(to)) =
                (picture.rgba.get(from..from + width), self.image.rgba.get_mut(to..to + width))
            {
                to.copy_from_slice(from);
            }
        }
        let top = (top + self.cell.1 - BELOW) as i32 + 3;
        Canvas::new(&mut self.image).text(line, left as i32 + 4, top, INK);
    }

    /// The sheet.
    pub fn done(self) -> Image {
        self.image
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_stand_in_rows_with_their_lines_below() {
        let red = Image { width: 30, height: 10, rgba: [200, 0, 0, 255].repeat(300) };
        let mut sheet = Sheet::new(5, 3, (30, 10)).unwrap();
        for frame in 0..5 {
            sheet.add(&red, &frame.to_string());
        }
        let sheet = sheet.done();
        assert_eq!((sheet.width, sheet.height), (90, 60));
        let at = |x: usize, y: usize| &sheet.rgba[4 * (y * 90 + x)..][..3];
        // Row by row: three pictures, then two and nothing.
        for (x, y, there) in [(0, 0, true), (89, 9, true), (59, 30, true), (60, 30, false), (0, 29, false)] {
            assert_eq!(at(x, y) == [200, 0, 0], there, "{x} {y}");
        }
        let inked = |left: usize, top: usize| {
            (top..top + 20).flat_map(|y| (left..left + 30).map(move |x| (x, y))).any(|(x, y)| at(x, y) == INK)
        };
        assert!(inked(0, 10) && inked(30, 40) && !inked(60, 40));
    }

    #[test]
    fn a_sheet_too_large_is_refused_before_it_is_made() {
        assert!(Sheet::new(256, 1, (16384, 16384)).is_err());
        assert!(Sheet::new(12, 6, (240, 240)).is_ok());
    }
}
