//! The mark of the aim, in the middle.

use crate::{color, sheet::Sheet};

/// From the middle to the inner and the outer end of a line, points.
const LINE: [f32; 2] = [6.0, 16.0];

/// Four lines around the middle, light on a dark rim, so that they are seen over everything.
pub fn show(sheet: &mut Sheet) {
    let [x, y] = sheet.middle();
    let [from, to] = LINE.map(|points| sheet.pixels(points).round());
    let half = (sheet.pixels(0.75).round() * 0.5).max(0.5);
    for (rim, ink) in [(1.0, color::DARK), (0.0, color::PLAIN)] {
        let (thin, from, to) = (half + rim, from - rim, to + rim);
        sheet.rect([x - to, y - thin], [x - from, y + thin], ink);
        sheet.rect([x + from, y - thin], [x + to, y + thin], ink);
        sheet.rect([x - thin, y - to], [x + thin, y - from], ink);
        sheet.rect([x - thin, y + from], [x + thin, y + to], ink);
    }
}
