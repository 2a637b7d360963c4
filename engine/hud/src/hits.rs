//! Where hits came from: arcs around the middle, on the side of whoever fired, which fade away.

use crate::{Readings, color, sheet::Sheet};
use glam::Vec2;
use world::{HudColor, SeatId, State};

/// From the middle to an arc, and how thick that is, points.
const RADIUS: f32 = 78.0;
const THICK: f32 = 6.0;
/// Half of an arc, radians, and the straight pieces that it is made of.
const HALF: f32 = 0.42;
const PIECES: u8 = 6;
/// How long one is seen, ticks: a second and a half.
const TICKS: u64 = 90;

/// Shows the last hits of whoever drives; what is ahead is above the middle.
pub fn show(sheet: &mut Sheet, state: &State, readings: &Readings) {
    let arms = state.actors.piloted_by(SeatId::FIRST).and_then(|(id, _)| state.combat.arms_of(id));
    for hit in arms.map_or(&[][..], |arms| &arms.hits) {
        let age = state.tick.saturating_sub(hit.tick);
        if age < TICKS {
            let shown = 1.0 - age as f32 / TICKS as f32;
            arc(sheet, hit.yaw - readings.look, shown);
        }
    }
}

/// An arc at an angle to the left of ahead, radians.
fn arc(sheet: &mut Sheet, left: f32, shown: f32) {
    let (middle, radius) = (Vec2::from(sheet.middle()), sheet.pixels(RADIUS));
    let at = |piece: u8| {
        let angle = left + HALF * (f32::from(piece) / f32::from(PIECES) * 2.0 - 1.0);
        middle - Vec2::new(libm::sinf(angle), libm::cosf(angle)) * radius
    };
    let faded = |[red, green, blue, alpha]: HudColor| [red, green, blue, (f32::from(alpha) * shown) as u8];
    let thick = sheet.pixels(THICK).max(3.0);
    for (more, ink) in [(2.0, color::DARK), (0.0, color::WARNING)] {
        for piece in 0..PIECES {
            sheet.line(at(piece), at(piece + 1), thick + more, faded(ink));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{HudOptions, Seen, lay_out};
    use world::sketch::Sketch;
    use world::{Arms, Derived, Hud, HudPart, LawKind, Struck, TankLaw, VehicleLaw, Views};

    #[test]
    fn an_arc_is_on_the_side_of_whoever_fired_until_it_has_faded() {
        let mut scene = Sketch::new().scene;
        let law = LawKind::Tank(Box::new(TankLaw { health: 100.0, ..TankLaw::default() }));
        scene.vehicles.push(VehicleLaw { name: "tank".into(), node: None, views: Views::default(), law });
        scene.drives = Some(0);
        // It looks to the west.
        scene.avatar.yaw = std::f32::consts::FRAC_PI_2;
        let mut state = State::new(&scene, 1);
        let (own, _) = state.actors.piloted_by(SeatId::FIRST).unwrap();
        state.tick = 100;
        let (derived, _) = Derived::build(&scene, &state, 100);
        // Where the middles of the bars of the last hits are, from the middle of the picture.
        let mut seen = |yaw: f32, tick: u64| {
            state.combat.arms =
                vec![Arms { actor: own, hits: vec![Struck { yaw, tick }], ..Arms::default() }];
            let bars = |hits: bool| {
                let options = HudOptions { hits, compass: false, ..HudOptions::default() };
                let mut hud = Hud::default();
                lay_out(&Seen::new(derived.probe(&scene, &state), &state, [960, 720]), &options, &mut hud);
                let bars = hud.parts().iter().filter_map(|part| match part {
                    HudPart::Bar(bar) => Some((bar.center, bar.color[3])),
                    HudPart::Letter(_) => None,
                });
                bars.collect::<Vec<_>>()
            };
            let (with, without) = (bars(true), bars(false));
            let own: Vec<_> = with.into_iter().filter(|bar| !without.contains(bar)).collect();
            let count = own.len() as f32;
            let middle = own.iter().map(|(center, _)| *center - Vec2::new(480.0, 360.0)).sum::<Vec2>();
            (own.len(), middle / count.max(1.0), own.last().map_or(0, |(_, alpha)| *alpha))
        };
        // From the north, which is to its right: six pieces and their rims, all of it to be seen.
        let (count, middle, alpha) = seen(0.0, 100);
        assert_eq!((count, alpha), (12, 255));
        assert!(middle.x > 70.0 && middle.x < 78.0 && middle.y.abs() < 0.1, "{middle}");
        // From the west, which is ahead; half of the time is over.
        let (_, middle, alpha) = seen(std::f32::consts::FRAC_PI_2, 55);
        assert_eq!(alpha, 127);
        assert!(middle.y < -70.0 && middle.x.abs() < 0.1, "{middle}");
        // From the south: its left. From the east: behind it.
        assert!(seen(std::f32::consts::PI, 100).1.x < -70.0);
        assert!(seen(-std::f32::consts::FRAC_PI_2, 100).1.y > 70.0);
        assert_eq!(seen(0.0, 10).0, 0);
    }
}
