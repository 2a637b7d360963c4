//! The compass: a tape with the points of the compass, where one looks in its middle.

use crate::{Readings, color, sheet::Sheet};
use world::HudAlign;

/// Points of the compass, one every 45 degrees from the north on to the right.
const POINTS: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
/// Degrees from one end of the tape to the other.
const TAPE_DEG: f32 = 120.0;
/// Its width, a share of the picture's and at most points; its height, points.
const WIDTH: [f32; 2] = [0.42, 460.0];
const HEIGHT: f32 = 24.0;

/// Height of the tape, and from there to the degrees below it, pixels.
fn heights(sheet: &Sheet) -> [f32; 2] {
    [sheet.pixels(HEIGHT).round().max(20.0), sheet.pixels(7.0).max(5.0) + 2.0]
}

/// Its lower edge with the degrees, pixels.
pub fn foot(sheet: &Sheet) -> f32 {
    let [height, gap] = heights(sheet);
    sheet.top() + height + gap + sheet.letters(1.0).height() as f32
}

/// Shows it.
pub fn show(sheet: &mut Sheet, readings: &Readings) {
    let width = (sheet.width() * WIDTH[0]).min(sheet.pixels(WIDTH[1])).round();
    let [height, gap] = heights(sheet);
    let ([middle, _], top) = (sheet.middle(), sheet.top());
    let (left, bottom) = (middle - width * 0.5, top + height);
    sheet.rect([left, top], [left + width, bottom], color::DARK);
    let letters = sheet.letters(1.0);
    let room = width * 0.5 - letters.advance() as f32;
    let (short, long) = (sheet.pixels(4.0).max(3.0), gap - 2.0);
    for step in 0..24 {
        let Some(part) = on_tape(step as f32 * 15.0, readings.look) else { continue };
        let x = (middle + part * room).round();
        match POINTS.get(step / 3).filter(|_| step % 3 == 0) {
            Some(name) => {
                let ink = if name.len() == 1 { color::PLAIN } else { color::QUIET };
                let y = top + (height - letters.height() as f32) * 0.5 - 1.0;
                sheet.text([x, y], HudAlign::Center, letters, ink, format_args!("{name}"));
            }
            None => sheet.rect([x - 0.5, bottom - short], [x + 0.5, bottom], color::QUIET),
        }
    }
    // Where one looks, and below it how many degrees that is.
    let thick = sheet.pixels(1.0).round().max(1.0);
    let below = [middle, bottom + gap];
    let wide = (letters.advance() * 2) as f32 + thick;
    let foot = foot(sheet);
    sheet.rect([middle - wide, bottom], [middle + wide, foot], color::DARK);
    sheet.rect([middle - thick, bottom - 2.0], [middle + thick, bottom + long], color::WARNING);
    sheet.text(below, HudAlign::Center, letters, color::PLAIN, format_args!("{:03}", degrees(readings.look)));
    if let Some(heading) = readings.heading {
        let x = middle + goes(heading, readings.look) * room;
        let wide = sheet.pixels(5.0).round().max(4.0);
        sheet.rect([x - wide, bottom], [x + wide, bottom + short], color::GOOD);
    }
}

/// Degrees of a compass, 0..360, of where one looks in radians to the left of north.
fn degrees(look: f32) -> u32 {
    // What is no number is 0.
    ((-look.to_degrees()).rem_euclid(360.0).round() as u32) % 360
}

/// Where a direction is on the tape, as a part of its half width from the middle, -1 to 1; `None` beyond its ends.
fn on_tape(degrees: f32, look: f32) -> Option<f32> {
    let part = to_the_right(degrees, look) / (TAPE_DEG * 0.5);
    (part.abs() <= 1.0).then_some(part)
}

/// Where the block is that shows where it goes, as a part of the half width from the middle: at an end of the tape it
/// stays on the side to which one has to turn to look along. Both angles are in radians to the left of north.
fn goes(heading: f32, look: f32) -> f32 {
    (to_the_right(-heading.to_degrees(), look) / (TAPE_DEG * 0.5)).clamp(-1.0, 1.0)
}

/// Degrees that a direction of the compass is to the right of where one looks, -180 to 180.
fn to_the_right(degrees: f32, look: f32) -> f32 {
    let right = (degrees + look.to_degrees()).rem_euclid(360.0);
    if right > 180.0 { right - 360.0 } else { right }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_one_looks_is_in_the_middle() {
        let west = std::f32::consts::FRAC_PI_2;
        assert_eq!([on_tape(270.0, west), on_tape(0.0, west)], [Some(0.0), None]);
        // 45 degrees further to the right are three quarters of the half tape.
        assert!((on_tape(315.0, west).unwrap() - 0.75).abs() < 1e-5);
        assert!((on_tape(225.0, west).unwrap() + 0.75).abs() < 1e-5);
        // Legs that go where one looks are in the middle whatever that is, those that go north-west of one who looks
        // west are to the right of it, those that go south are on its left.
        for look in [0.0, west, -west, 3.0] {
            assert!(goes(look, look).abs() < 1e-5, "{look}");
        }
        assert!((goes(west * 0.5, west) - 0.75).abs() < 1e-5);
        assert_eq!([goes(2.0 * west, west), goes(0.0, west)], [-1.0, 1.0]);
        assert_eq!([0.0, west, -west, 0.001, f32::NAN].map(degrees), [0, 270, 90, 0, 0]);
    }
}
