//! Opponents in the picture: corners around each, brighter ones around the target, which is the one nearest to the mark
//! of the aim. How far away that is stands below the mark, and whether what is fired now would find its way to it.

use crate::{Seen, color, opponents, sheet::Sheet};
use glam::{Vec2, Vec3};
use world::{Actor, HudAlign, HudColor, SeatId, WeaponLaw, WeaponManner};

/// How far beside the mark of the aim a target is at most, radians.
const BESIDE: f32 = 0.26;
/// From the middle of an opponent to its corners, points: at least, at most.
const HALF: [f32; 2] = [7.0, 70.0];
/// Part of the way to the corners of its box at which they are: the corners themselves are hardly ever filled.
const SNUG: f32 = 0.7;
/// Part of a side that is drawn from each corner.
const CORNER: f32 = 0.4;
/// From the middle of the picture to what is said of the target, points.
const BELOW: f32 = 22.0;
/// Most opponents that are marked.
const MOST: usize = 32;

/// Somebody in the picture.
struct Mark {
    /// Where one aims at, pixels.
    at: Vec2,
    /// From there to its corners, pixels.
    half: f32,
    /// From the way the picture looks along, as its cosine.
    along: f32,
    /// From whoever drives, metres.
    far_m: f32,
    /// From the camera, units.
    reach: f32,
}

/// Shows them.
pub fn show(sheet: &mut Sheet, seen: &Seen<'_>) {
    let Some(person) = seen.state.person() else { return };
    let here = person.position();
    let mut nearest: Option<Mark> = None;
    for (_, actor) in opponents::all(seen.scene, seen.state).take(MOST) {
        let Some(own) = mark(sheet, seen, here, actor) else { continue };
        let is_nearer = own.along >= libm::cosf(BESIDE)
            && nearest.as_ref().is_none_or(|nearest| own.along > nearest.along);
        let other = if is_nearer { nearest.replace(own) } else { Some(own) };
        if let Some(other) = other {
            corners(sheet, other.at, other.half, color::QUIET);
        }
    }
    let Some(target) = nearest else { return };
    corners(sheet, target.at, target.half, color::WARNING);
    let is_locked = seeking(seen).is_some_and(|weapon| {
        target.reach <= weapon.reach() && target.along >= libm::cosf(seen.scene.combat.rules.seek)
    });
    if is_locked {
        diamond(sheet, target.at, target.half);
    }
    let [x, y] = sheet.middle();
    let letters = sheet.letters(1.0);
    let at = [x, y + sheet.pixels(BELOW).round()];
    let (ink, lock) = if is_locked { (color::WARNING, "  LOCK") } else { (color::PLAIN, "") };
    sheet.text(at, HudAlign::Center, letters, ink, format_args!("{:.0} m{lock}", target.far_m));
}

/// Somebody, if what one aims at is in the picture.
fn mark(sheet: &Sheet, seen: &Seen<'_>, here: Vec3, actor: &Actor) -> Option<Mark> {
    let (aimed_at, radius) = place(seen, actor);
    let way = aimed_at - seen.camera.eye;
    let (forward, right) = (seen.camera.forward(), seen.camera.right());
    let depth = way.dot(forward);
    if depth <= seen.camera.near || depth > seen.camera.far {
        return None;
    }
    let [wide, high] = sheet.middle();
    let pixels = high / (libm::tanf(seen.camera.fov_y * 0.5) * depth);
    let off = Vec2::new(way.dot(right), -way.dot(right.cross(forward))) * pixels;
    let half = (radius * SNUG * pixels).clamp(sheet.pixels(HALF[0]), sheet.pixels(HALF[1]));
    let is_inside = off.x.abs() < wide && off.y.abs() < high;
    is_inside.then(|| Mark {
        at: Vec2::new(wide, high) + off,
        half,
        along: depth / way.length(),
        far_m: aimed_at.distance(here) * seen.scene.frame.metres_per_unit,
        reach: way.length(),
    })
}

/// Where one aims at to hit somebody, as it is drawn, and how large it is: from the middle of its box to a corner; units.
fn place(seen: &Seen<'_>, actor: &Actor) -> (Vec3, f32) {
    let table = seen.occurrences;
    let aimed_at = seen.scene.aimed_at(actor);
    let Some(id) = actor.node.and_then(|node| table.of(node).next()) else { return (aimed_at, 0.0) };
    let back = Vec3::from(table.previous(id).translation - table.transform(id).translation);
    let bounds = table.bounds(id);
    let reach = if bounds.is_empty() { 0.0 } else { bounds.reach() };
    (aimed_at + back * (1.0 - seen.between), reach)
}

/// What the trigger fires that finds its way by itself, if any of it is left.
fn seeking<'a>(seen: &Seen<'a>) -> Option<&'a WeaponLaw> {
    let (actor, own) = seen.state.actors.piloted_by(SeatId::FIRST)?;
    let law = seen.scene.combat.arms.get(own.vehicle()? as usize)?;
    let arms = seen.state.combat.arms_of(actor)?;
    let loaded = law.slots().iter().zip(&arms.slots);
    let fired = loaded.filter(|(slot, own)| slot.groups >> arms.group & 1 == 1 && own.ammunition != Some(0));
    let weapons = fired.filter_map(|(slot, _)| seen.scene.combat.weapons.get(slot.weapon as usize));
    weapons.into_iter().find(|weapon| weapon.manner.contains(WeaponManner::HOMING))
}

/// The corners of a square, on a dark rim.
fn corners(sheet: &mut Sheet, at: Vec2, half: f32, ink: HudColor) {
    let thick = sheet.pixels(1.5).round().max(1.0);
    for (more, ink) in [(1.0, color::DARK), (0.0, ink)] {
        for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
            let corner = at + Vec2::new(x, y) * half;
            for end in [
                Vec2::new(corner.x - x * half * CORNER, corner.y),
                Vec2::new(corner.x, corner.y - y * half * CORNER),
            ] {
                let (low, high) =
                    (corner.min(end) - thick * 0.5 - more, corner.max(end) + thick * 0.5 + more);
                sheet.rect(low.to_array(), high.to_array(), ink);
            }
        }
    }
}

/// A square that stands on a corner, around the corners.
fn diamond(sheet: &mut Sheet, at: Vec2, half: f32) {
    let reach = half * 1.5;
    let points = [Vec2::NEG_Y, Vec2::X, Vec2::Y, Vec2::NEG_X].map(|way| at + way * reach);
    let thick = sheet.pixels(1.5).round().max(1.0);
    for (more, ink) in [(2.0, color::DARK), (0.0, color::WARNING)] {
        for side in 0..4 {
            sheet.line(points[side], points[(side + 1) % 4], thick + more, ink);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{HudOptions, lay_out};
    use std::f32::consts::FRAC_PI_2;
    use world::sketch::Sketch;
    use world::{
        ArmsLaw, Avatar, Camera, CombatRules, Derived, Hud, HudPart, LawKind, OpponentStart, Scene, SlotLaw,
        State, TankLaw, VehicleLaw, Views,
    };

    /// A tank with rockets, and another one that is against it, at a place.
    fn scene(place: Vec3) -> Scene {
        let mut scene = Sketch::new().scene;
        let law = LawKind::Tank(Box::new(TankLaw { health: 100.0, ..TankLaw::default() }));
        let own = VehicleLaw { name: "tank".into(), node: None, views: Views::default(), law };
        scene.vehicles = vec![own.clone(), own];
        scene.drives = Some(0);
        let place = Avatar { position: place, ..Avatar::default() };
        scene.opponents.starts.push(OpponentStart { vehicle: 1, mind: 0, place, node: None });
        let rockets = WeaponLaw { manner: WeaponManner::HOMING, range: 150.0, ..WeaponLaw::default() };
        let slot = SlotLaw { weapon: 0, ammunition: Some(2), groups: 1, muzzles: vec![] };
        scene.combat.weapons = vec![rockets];
        scene.combat.arms = vec![ArmsLaw { slots: vec![slot], ..ArmsLaw::default() }];
        scene.combat.rules = CombatRules { seek: 0.1, ..CombatRules::default() };
        scene
    }

    /// The middles and colours of what is drawn, and what is written, over a picture of 960 x 720 that looks north from
    /// the origin and is a quarter of a turn high.
    fn read(scene: &Scene, change: impl FnOnce(&mut State)) -> (Vec<(Vec2, HudColor)>, String) {
        let mut state = State::new(scene, 1);
        let (own, _) = state.actors.piloted_by(SeatId::FIRST).unwrap();
        state.combat.arms.push(scene.combat.arms[0].loaded(own));
        change(&mut state);
        let (derived, _) = Derived::build(scene, &state, 100);
        let eye = Camera {
            eye: Vec3::ZERO,
            yaw: 0.0,
            pitch: 0.0,
            roll: 0.0,
            fov_y: FRAC_PI_2,
            near: 1.0,
            far: 1000.0,
            ..state.camera
        };
        let seen = Seen { camera: eye, ..Seen::new(scene, &state, &derived.occurrences, [960, 720]) };
        let mut hud = Hud::default();
        lay_out(&seen, &HudOptions { targets: true, ..HudOptions::NOTHING }, &mut hud);
        let bars = hud.parts().iter().filter_map(|part| match part {
            HudPart::Bar(bar) if bar.color != color::DARK => Some((bar.center, bar.color)),
            _ => None,
        });
        let letters = hud.parts().iter().filter_map(|part| match part {
            HudPart::Letter(own) if own.color[0] != 0 => Some(own.letter),
            _ => None,
        });
        (bars.collect(), letters.collect())
    }

    fn middle(bars: &[(Vec2, HudColor)]) -> Vec2 {
        bars.iter().map(|(center, _)| *center).sum::<Vec2>() / bars.len() as f32
    }

    #[test]
    fn who_is_aimed_at_has_its_range_and_a_lock_where_rockets_would_find_it() {
        let ahead = scene(Vec3::NEG_Z * 100.0);
        let (bars, text) = read(&ahead, |_| {});
        // Two lines at each of four corners, and the four sides of a lock.
        assert_eq!((bars.len(), text.as_str()), (12, "100m LOCK".replace(' ', "").as_str()));
        assert!(bars.iter().all(|(_, ink)| *ink == color::WARNING), "{bars:?}");
        assert!((middle(&bars) - Vec2::new(480.0, 360.0)).length() < 1.0, "{bars:?}");
        // Without rockets, with others chosen, or out of their reach it is only the target.
        let spent = |state: &mut State| state.combat.arms[0].slots[0].ammunition = Some(0);
        assert_eq!(read(&ahead, spent).1, "100m");
        assert_eq!(read(&ahead, |state| state.combat.arms[0].group = 1).1, "100m");
        assert_eq!(read(&scene(Vec3::NEG_Z * 200.0), |_| {}).1, "200m");
        // 20 to the side in 100 is more than 0.1 beside, and less than 0.26.
        let (bars, text) = read(&scene(Vec3::new(20.0, 0.0, -100.0)), |_| {});
        assert_eq!((bars.len(), text.as_str()), (8, "102m"));
        // Half of the height is as far as it is ahead: a fifth of 360 to the right.
        assert!((middle(&bars) - Vec2::new(552.0, 360.0)).length() < 1.0, "{bars:?}");
    }

    #[test]
    fn who_is_beside_has_corners_alone_and_who_is_behind_or_gone_has_none() {
        let (bars, text) = read(&scene(Vec3::new(50.0, 25.0, -100.0)), |_| {});
        assert_eq!((bars.len(), text.as_str()), (8, ""));
        assert!(bars.iter().all(|(_, ink)| *ink == color::QUIET), "{bars:?}");
        assert!((middle(&bars) - Vec2::new(660.0, 270.0)).length() < 1.0, "{bars:?}");
        for place in [Vec3::Z * 100.0, Vec3::new(-140.0, 0.0, -100.0), Vec3::NEG_Z * 1001.0] {
            let (bars, text) = read(&scene(place), |_| {});
            assert!(bars.is_empty() && text.is_empty(), "{place}: {bars:?} {text}");
        }
        let ahead = scene(Vec3::NEG_Z * 100.0);
        let gone = |state: &mut State| {
            for actor in state.actors.iter_mut() {
                if let world::ActorKind::Tank(tank) = &mut actor.kind {
                    tank.health = 0.0;
                }
            }
        };
        assert!(read(&ahead, gone).0.is_empty());
    }
}
