//! Speed: a number, and a bar from the fastest backwards to the fastest forwards; above it how one moves, and how high.

use crate::{Readings, color, sheet::Sheet};
use std::fmt::Arguments;
use world::{HudAlign, HudColor};

/// The bar, points.
const BAR: [f32; 2] = [10.0, 84.0];

/// Shows it on the left; gives where its upper edge is, pixels.
pub fn show(sheet: &mut Sheet, readings: &Readings) -> f32 {
    let [left, bottom] = sheet.lower_left();
    let [wide, high] = BAR.map(|points| sheet.pixels(points).round());
    let [back, forth] = readings.fastest_kmh;
    let (top, right) = (bottom - high, left + wide);
    let (huge, small) = (sheet.letters(2.0), sheet.letters(1.0));
    let x = right + sheet.pixels(12.0);
    // Three digits and a sign have room, so that nothing jumps.
    let unit = x + (huge.advance() * 4) as f32;
    let line = small.height() as f32 + 2.0;
    let y = bottom - huge.height() as f32;
    let lines = [readings.mode.is_some(), readings.height.is_some(), readings.load.is_some()];
    let lines = lines.iter().filter(|is_there| **is_there).count();
    // The longest of the modes has room, too.
    let end = (unit + small.width("km/h") as f32).max(x + small.width("on the ground") as f32);
    let edge = top.min(y - line * lines as f32);
    sheet.panel([left, edge], [end, bottom]);
    if back + forth > 0.0 {
        let zero = bottom - high * back / (back + forth);
        let now = bottom - high * ((readings.speed_kmh + back) / (back + forth)).clamp(0.0, 1.0);
        sheet.rect([left, top], [right, bottom], color::DARK);
        let ink = if readings.speed_kmh < 0.0 { color::WARNING } else { color::GOOD };
        sheet.rect([left, zero.min(now)], [right, zero.max(now)], ink);
        // Where it stands still.
        sheet.rect([left - 2.0, zero - 1.0], [right + 2.0, zero + 1.0], color::PLAIN);
        sheet.outline([left, top], [right, bottom], color::QUIET);
    }
    // What stands moves by less than what is shown, either way: no "-0".
    let kmh = readings.speed_kmh.round() + 0.0;
    let gap = (small.advance() / 2) as f32;
    sheet.text([unit - gap, y], HudAlign::Right, huge, color::PLAIN, format_args!("{kmh:.0}"));
    let foot = bottom - small.height() as f32 - (huge.height() - small.height()) as f32 * 0.2;
    sheet.text([unit, foot], HudAlign::Left, small, color::QUIET, format_args!("km/h"));
    let mut above = y - line;
    let mut write = |ink: HudColor, text: Arguments<'_>| {
        sheet.text([x, above], HudAlign::Left, small, ink, text);
        above -= line;
    };
    if let Some(mode) = readings.mode {
        let ink = if readings.is_mode_urgent { color::WARNING } else { color::QUIET };
        write(ink, format_args!("{mode}"));
    }
    if let Some(load) = readings.load {
        write(color::QUIET, format_args!("{:.1} g", load + 0.0));
    }
    if let Some(metres) = readings.height {
        write(color::PLAIN, format_args!("{metres:.0} m"));
    }
    edge
}
