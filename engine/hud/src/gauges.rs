//! Gauges: a row each with a name, a bar and a number.

use crate::{Readings, color, sheet::Sheet};
use world::HudAlign;

/// Width of a row, points.
pub const WIDTH: f32 = 190.0;
/// Height of a row with its gap, and of its bar, points.
const ROW: f32 = 34.0;
const BAR: f32 = 8.0;

/// How wide the parts on the right are, pixels: the longest name and the longest warning have room, however small the
/// bar may be.
pub fn width(sheet: &Sheet) -> f32 {
    sheet.pixels(WIDTH).max((sheet.letters(1.0).advance() * 20) as f32).round()
}

/// Shows them on the right, the most important at the top; gives where their upper edge is, pixels.
pub fn show(sheet: &mut Sheet, readings: &Readings) -> f32 {
    let [right, bottom] = sheet.lower_right();
    let letters = sheet.letters(1.0);
    let (line, bar) = (letters.height() as f32, sheet.pixels(BAR).round().max(6.0));
    let row = sheet.pixels(ROW).max(line + bar + 6.0).round();
    let width = width(sheet);
    let left = right - width;
    let count = readings.gauges().count();
    if count == 0 {
        return bottom;
    }
    let top = bottom - row * (count - 1) as f32 - bar - line - 2.0;
    sheet.panel([left, top], [right, bottom]);
    for (number, gauge) in readings.gauges().enumerate() {
        let foot = bottom - row * (count - 1 - number) as f32;
        let ink = if gauge.warning.is_some() { color::WARNING } else { color::GOOD };
        let over = foot - bar - line - 2.0;
        sheet.text([left, over], HudAlign::Left, letters, color::PLAIN, format_args!("{}", gauge.name));
        let percent = (gauge.share * 100.0).round() + 0.0;
        let told = gauge.warning.unwrap_or_default();
        let gap = if told.is_empty() { "" } else { " " };
        let text = format_args!("{told}{gap}{percent:.0} %");
        let number = if gauge.warning.is_some() { color::WARNING } else { color::QUIET };
        sheet.text([right, over], HudAlign::Right, letters, number, text);
        sheet.rect([left, foot - bar], [right, foot], color::DARK);
        let end = left + width * gauge.share.clamp(0.0, 1.0);
        sheet.rect([left, foot - bar], [end, foot], ink);
        if gauge.limit > 0.0 && gauge.limit < 1.0 {
            let mark = left + width * gauge.limit;
            sheet.rect([mark - 1.0, foot - bar - 2.0], [mark + 1.0, foot], color::PLAIN);
        }
        sheet.outline([left, foot - bar], [right, foot], color::QUIET);
    }
    top
}
