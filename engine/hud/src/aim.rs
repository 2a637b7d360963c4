//! The mark of the aim: where shots would go, which from outside is not the middle of the picture. What is aimed with the
//! whole picture has it in the middle.

use crate::{Seen, color, sheet::Sheet};
use glam::{Vec2, Vec3};

/// From the middle to the inner and the outer end of a line, points.
const LINE: [f32; 2] = [6.0, 16.0];

/// From the camera to where one aims, a unit vector.
pub fn way(seen: &Seen<'_>) -> Vec3 {
    let forward = seen.camera.forward();
    seen.aimed.map_or(forward, |place| (place - seen.camera.eye).normalize_or(forward))
}

/// Where that is in the picture, pixels; `None` beside it.
pub fn place(sheet: &Sheet, seen: &Seen<'_>) -> Option<Vec2> {
    match seen.aimed {
        Some(_) => sheet.place(&seen.camera, way(seen)),
        None => Some(sheet.middle().into()),
    }
}

/// Four lines around it, light on a dark rim, so that they are seen over everything.
pub fn show(sheet: &mut Sheet, seen: &Seen<'_>) {
    let Some(Vec2 { x, y }) = place(sheet, seen) else { return };
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
