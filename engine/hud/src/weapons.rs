//! Weapons: a line each with what is left, the ones that the trigger fires marked.

use crate::{color, sheet::Sheet};
use world::{HudAlign, Scene, SeatId, State};

/// Most lines; a vehicle with more shows the first.
const MOST: usize = 8;

/// Letters of what is left, with a gap before it.
const LEFT: usize = 6;

/// Shows those of the vehicle in the first seat on the right, from `bottom` up, as wide as the gauges.
pub fn show(sheet: &mut Sheet, scene: &Scene, state: &State, bottom: f32) {
    let Some((actor, own)) = state.actors.piloted_by(SeatId::FIRST) else { return };
    let law = own.vehicle().and_then(|vehicle| scene.combat.arms.get(vehicle as usize));
    let (Some(law), Some(arms)) = (law, state.combat.arms_of(actor)) else { return };
    let count = law.slots().len().min(arms.slots.len()).min(MOST);
    if count == 0 {
        return;
    }
    let letters = sheet.letters(1.0);
    let row = letters.height() as f32 + sheet.pixels(2.0).round();
    let [right, _] = sheet.lower_right();
    let left = right - crate::gauges::width(sheet);
    let foot = bottom - sheet.pixels(20.0).round();
    let top = foot - row * count as f32;
    sheet.panel([left, top], [right, foot]);
    for (number, (slot, loaded)) in law.slots().iter().zip(&arms.slots).take(count).enumerate() {
        let Some(weapon) = scene.combat.weapons.get(slot.weapon as usize) else { continue };
        let y = top + row * number as f32;
        let is_chosen = slot.groups >> arms.group & 1 == 1;
        let is_empty = loaded.ammunition == Some(0);
        let ink = match (is_empty, is_chosen) {
            (true, _) => color::WARNING,
            (_, true) => color::PLAIN,
            _ => color::QUIET,
        };
        if is_chosen {
            let wide = sheet.pixels(4.0).round().max(3.0);
            sheet.rect([left, y + 1.0], [left + wide, y + row - 2.0], color::GOOD);
        }
        let x = left + sheet.pixels(10.0).round();
        // What it is called makes room for what is left of it.
        let room = ((right - x) / letters.advance() as f32) as usize;
        let most = room.saturating_sub(LEFT);
        sheet.text([x, y], HudAlign::Left, letters, ink, format_args!("{:.most$}", weapon.label));
        match loaded.ammunition {
            Some(0) => sheet.text([right, y], HudAlign::Right, letters, ink, format_args!("empty")),
            Some(left) => sheet.text([right, y], HudAlign::Right, letters, ink, format_args!("{left}")),
            None => {}
        }
    }
}
