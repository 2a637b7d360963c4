//! Opponents in the picture: corners around each, faint ones around whoever is behind something, brighter ones around the
//! target, which is the one in sight that is nearest to the mark of the aim. How much of the target is left stands as a
//! bar above it, how far away it is below the mark, and whether what is fired now reaches so far, or would find its way.
//! A diamond ahead of a target that moves is where one aims so that shots meet it.

use crate::{Seen, aim, color, health, opponents, sheet::Sheet};
use glam::{Vec2, Vec3};
use smallvec::SmallVec;
use world::{Actor, ActorId, ActorKind, HudAlign, HudColor, NodeId, SeatId, WeaponLaw, WeaponManner};

/// How far beside the mark of the aim a target is at most, radians.
const BESIDE: f32 = 0.26;
/// From the middle of an opponent to its corners, points: at least, at most.
const HALF: [f32; 2] = [7.0, 70.0];
/// Part of the way to the corners of its box at which they are: the corners themselves are hardly ever filled.
const SNUG: f32 = 0.7;
/// Part of a side that is drawn from each corner.
const CORNER: f32 = 0.4;
/// Half of the width of the bar at least, and its height, points.
const BAR: [f32; 2] = [12.0, 3.0];
/// From the mark of the aim to what is said of the target, points.
const BELOW: f32 = 22.0;
/// How far ahead of a target the place is at least that is marked, points.
const AHEAD: f32 = 4.0;
/// How often it is reckoned how long shots take to there.
const ROUNDS: usize = 3;
/// Letters of how far away a target is, "9999 m".
const FAR: usize = 6;
/// Most opponents that are marked.
const MOST: usize = 32;

/// Somebody in the picture.
struct Mark {
    /// Where one aims at, pixels.
    at: Vec2,
    /// From there to its corners, pixels.
    half: f32,
    /// That place, and how it moves, units a second.
    place: Vec3,
    velocity: Vec3,
    /// From the way to where one aims, as its cosine.
    along: f32,
    /// The same from where guns point.
    before: f32,
    /// From whoever drives, metres.
    far_m: f32,
    /// From the camera, units.
    reach: f32,
    /// Something is between the camera and that place.
    is_hidden: bool,
    /// What is left of it, 0..=1; `None` for what has no health.
    left: Option<f32>,
}

/// Shows them.
pub fn show(sheet: &mut Sheet, seen: &Seen<'_>) {
    let Some(person) = seen.state.person() else { return };
    let mut nearest: Option<Mark> = None;
    for (id, actor) in opponents::all(seen.probe.scene, seen.state).take(MOST) {
        let Some(own) = mark(sheet, seen, person, (id, actor)) else { continue };
        if own.is_hidden {
            corners(sheet, own.at, own.half, color::FAINT);
            continue;
        }
        let is_nearer = own.along >= libm::cosf(BESIDE)
            && nearest.as_ref().is_none_or(|nearest| own.along > nearest.along);
        let other = if is_nearer { nearest.replace(own) } else { Some(own) };
        if let Some(other) = other {
            corners(sheet, other.at, other.half, color::QUIET);
        }
    }
    let Some(target) = nearest else { return };
    corners(sheet, target.at, target.half, color::WARNING);
    let is_ahead = target.before >= libm::cosf(seen.probe.scene.combat.rules.seek);
    if let Some(left) = target.left {
        bar(sheet, &target, left, seen.probe.scene.combat.rules.alarm);
    }
    let (mut reach, mut is_locked, mut speed) = (None, false, None);
    // What is dropped goes nowhere.
    for weapon in fired(seen).filter(|weapon| weapon.reach() > 0.0) {
        reach = Some(weapon.reach().max(reach.unwrap_or(0.0)));
        let is_aimed = !weapon.manner.contains(WeaponManner::HOMING) && weapon.muzzle_speed() > 0.0;
        speed = speed.or(is_aimed.then(|| weapon.muzzle_speed()));
        is_locked |=
            weapon.manner.contains(WeaponManner::HOMING) && target.reach <= weapon.reach() && is_ahead;
    }
    if is_locked {
        diamond(sheet, target.at, target.half);
    }
    let ahead = speed.and_then(|speed| on_picture(sheet, seen, met(seen.camera.eye, &target, speed)));
    if let Some((at, _)) = ahead.filter(|(at, _)| at.distance(target.at) >= sheet.pixels(AHEAD)) {
        sheet.diamond(at, sheet.pixels(3.0).max(2.5), color::WARNING);
    }
    let Vec2 { x, y } = aim::place(sheet, seen).unwrap_or(sheet.middle().into());
    let letters = sheet.letters(1.0);
    let at = [x, y + sheet.pixels(BELOW).round()];
    let (ink, said) = match reach {
        _ if is_locked => (color::WARNING, "  LOCK"),
        Some(reach) if target.reach > reach => (color::QUIET, "  OUT OF RANGE"),
        _ => (color::PLAIN, ""),
    };
    // Four digits always have room, so that the ground does not jump; it hides as little as it can.
    let digits = (target.far_m.round() as u32).max(1).ilog10() as usize + 1;
    let wide = (said.len() + FAR.max(digits + 2)) as f32 * letters.advance() as f32;
    let half = wide * 0.5 + sheet.pixels(1.0);
    sheet.rect([x - half, at[1]], [x + half, at[1] + letters.height() as f32], color::DARK);
    sheet.text(at, HudAlign::Center, letters, ink, format_args!("{:.0} m{said}", target.far_m));
}

/// Somebody, if what one aims at is in the picture.
fn mark(sheet: &Sheet, seen: &Seen<'_>, person: &Actor, (id, actor): (ActorId, &Actor)) -> Option<Mark> {
    let (aimed_at, radius) = place(seen, actor);
    let way = aimed_at - seen.camera.eye;
    let (at, pixels) = on_picture(sheet, seen, aimed_at)?;
    let half = (radius * SNUG * pixels).clamp(sheet.pixels(HALF[0]), sheet.pixels(HALF[1]));
    let ends: SmallVec<[NodeId; 2]> = person.node.into_iter().chain(actor.node).collect();
    Some(Mark {
        at,
        half,
        along: way.dot(aim::way(seen)) / way.length(),
        before: way.dot(guns(seen, person)) / way.length(),
        place: aimed_at,
        velocity: actor.avatar().velocity,
        far_m: aimed_at.distance(person.position()) * seen.probe.scene.frame.metres_per_unit,
        reach: way.length(),
        left: health::left(seen.probe.scene, seen.state, id, actor),
        is_hidden: seen.probe.ray_without(seen.camera.eye, aimed_at, &ends).is_some(),
    })
}

/// Where guns point: those of an aeroplane along its nose, whatever one looks at, others to where one aims.
fn guns(seen: &Seen<'_>, person: &Actor) -> Vec3 {
    match person.kind {
        ActorKind::Aeroplane(_) => person.rotation() * Vec3::NEG_Z,
        _ => aim::way(seen),
    }
}

/// Where a place is in the picture, pixels, and how many of them a unit is there; `None` beside it.
fn on_picture(sheet: &Sheet, seen: &Seen<'_>, place: Vec3) -> Option<(Vec2, f32)> {
    let way = place - seen.camera.eye;
    let depth = way.dot(seen.camera.forward());
    if depth <= seen.camera.near || depth > seen.camera.far {
        return None;
    }
    let [_, high] = sheet.middle();
    let pixels = high / (libm::tanf(seen.camera.fov_y * 0.5) * depth);
    Some((sheet.place(&seen.camera, way)?, pixels))
}

/// Where shots of a speed meet a target that goes on as it does.
fn met(eye: Vec3, target: &Mark, speed: f32) -> Vec3 {
    let mut place = target.place;
    for _ in 0..ROUNDS {
        place = target.place + target.velocity * (place.distance(eye) / speed);
    }
    place
}

/// Where one aims at to hit somebody, as it is drawn, and how large it is: from the middle of its box to a corner; units.
fn place(seen: &Seen<'_>, actor: &Actor) -> (Vec3, f32) {
    let table = seen.probe.occurrences;
    let aimed_at = seen.probe.scene.aimed_at(actor);
    let Some(id) = actor.node.and_then(|node| table.of(node).next()) else { return (aimed_at, 0.0) };
    let back = Vec3::from(table.previous(id).translation - table.transform(id).translation);
    let bounds = table.bounds(id);
    let reach = if bounds.is_empty() { 0.0 } else { bounds.reach() };
    (aimed_at + back * (1.0 - seen.between), reach)
}

/// What the trigger fires, if any of it is left.
fn fired<'a>(seen: &Seen<'a>) -> impl Iterator<Item = &'a WeaponLaw> {
    let combat = &seen.probe.scene.combat;
    let own = seen.state.actors.piloted_by(SeatId::FIRST);
    let arms = own.and_then(|(actor, own)| {
        let law = combat.arms.get(own.vehicle()? as usize)?;
        Some((law, seen.state.combat.arms_of(actor)?))
    });
    let loaded = arms.into_iter().flat_map(|(law, arms)| {
        law.slots()
            .iter()
            .zip(&arms.slots)
            .filter(|(slot, own)| slot.groups >> arms.group & 1 == 1 && own.ammunition != Some(0))
    });
    loaded.filter_map(|(slot, _)| combat.weapons.get(slot.weapon as usize))
}

/// The corners of a square, on a dark rim.
fn corners(sheet: &mut Sheet, at: Vec2, half: f32, ink: HudColor) {
    let thick = sheet.pixels(1.5).round().max(1.0);
    for (more, ink) in [(1.0, color::rim(ink)), (0.0, ink)] {
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

/// How much of somebody is left, above the corners; below a share that is little.
fn bar(sheet: &mut Sheet, &Mark { at, half, .. }: &Mark, left: f32, alarm: f32) {
    let wide = half.max(sheet.pixels(BAR[0]));
    let foot = at.y - half - sheet.pixels(4.0);
    let (low, high) = (Vec2::new(at.x - wide, foot - sheet.pixels(BAR[1])), Vec2::new(at.x + wide, foot));
    let ink = if left < alarm { color::WARNING } else { color::GOOD };
    sheet.rect((low - 1.0).to_array(), (high + 1.0).to_array(), color::DARK);
    sheet.rect(low.to_array(), [low.x + (high.x - low.x) * left, high.y], ink);
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
    use world::sketch::{ModelSketch, Sketch};
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
        scene.combat.rules = CombatRules { seek: 0.1, alarm: 0.25, ..CombatRules::default() };
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
        let seen = Seen { camera: eye, ..Seen::new(derived.probe(scene, &state), &state, [960, 720]) };
        let mut hud = Hud::default();
        lay_out(&seen, &HudOptions { targets: true, ..HudOptions::NOTHING }, &mut hud);
        let bars = hud.parts().iter().filter_map(|part| match part {
            HudPart::Bar(bar) if bar.color != color::GOOD && bar.color[..3] != color::DARK[..3] => {
                Some((bar.center, bar.color))
            }
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
        assert_eq!(read(&scene(Vec3::NEG_Z * 200.0), |_| {}).1, "200mOUTOFRANGE");
        // Nothing that is left could reach it anyway.
        assert_eq!(read(&scene(Vec3::NEG_Z * 200.0), spent).1, "200m");
        // 20 to the side in 100 is more than 0.1 beside, and less than 0.26.
        let (bars, text) = read(&scene(Vec3::new(20.0, 0.0, -100.0)), |_| {});
        assert_eq!((bars.len(), text.as_str()), (8, "102m"));
        // Half of the height is as far as it is ahead: a fifth of 360 to the right.
        assert!((middle(&bars) - Vec2::new(552.0, 360.0)).length() < 1.0, "{bars:?}");
    }

    #[test]
    fn the_mark_and_the_range_are_where_shots_would_go() {
        // What is 20 to the left of the middle in 100 is aimed at, and not what is 20 to the right.
        let own = scene(Vec3::new(20.0, 0.0, -100.0));
        let state = State::new(&own, 1);
        let (derived, _) = Derived::build(&own, &state, 100);
        let camera = Camera { eye: Vec3::ZERO, near: 1.0, far: 1000.0, fov_y: FRAC_PI_2, ..state.camera };
        let drawn = |aimed: Option<Vec3>, options: HudOptions| {
            let probe = derived.probe(&own, &state);
            let seen = Seen { camera, aimed, ..Seen::new(probe, &state, [960, 720]) };
            let mut hud = Hud::default();
            lay_out(&seen, &options, &mut hud);
            let bars = hud.parts().iter().filter_map(|part| match part {
                HudPart::Bar(bar) => Some((bar.center, bar.color)),
                _ => None,
            });
            bars.collect::<Vec<_>>()
        };
        let mark = HudOptions { aim: true, ..HudOptions::NOTHING };
        let left = Some(Vec3::new(-20.0, 10.0, -100.0));
        for (aimed, place) in [(None, [480.0, 360.0]), (left, [408.0, 324.0])] {
            let bars = drawn(aimed, mark);
            assert!((middle(&bars) - Vec2::from_array(place)).length() < 1.0, "{aimed:?}: {bars:?}");
        }
        // Beside the picture and behind the camera there is none.
        assert_eq!(drawn(Some(Vec3::new(-200.0, 0.0, -100.0)), mark), []);
        assert_eq!(drawn(Some(Vec3::Z), mark), []);
        // 0.39 beside is no target any more, 0.26 beside the middle it is.
        let targets = HudOptions { targets: true, ..HudOptions::NOTHING };
        let is_target = |aimed| drawn(aimed, targets).iter().any(|(_, ink)| *ink == color::WARNING);
        assert!(is_target(None) && !is_target(left));
    }

    #[test]
    fn rockets_of_a_tank_find_what_is_where_one_aims_and_that_is_said_there() {
        // 0.2 to the right of the middle, where the cone is 0.1.
        let own = scene(Vec3::new(20.0, 0.0, -100.0));
        let mut state = State::new(&own, 1);
        let (id, _) = state.actors.piloted_by(SeatId::FIRST).unwrap();
        state.combat.arms.push(own.combat.arms[0].loaded(id));
        let (derived, _) = Derived::build(&own, &state, 100);
        let camera = Camera { eye: Vec3::ZERO, near: 1.0, far: 1000.0, fov_y: FRAC_PI_2, ..state.camera };
        let said = |aimed: Option<Vec3>| {
            let probe = derived.probe(&own, &state);
            let seen = Seen { camera, aimed, ..Seen::new(probe, &state, [960, 720]) };
            let mut hud = Hud::default();
            lay_out(&seen, &HudOptions { targets: true, ..HudOptions::NOTHING }, &mut hud);
            let letters = hud.parts().iter().filter_map(|part| match part {
                HudPart::Letter(own) if own.color[0] != 0 => Some((own.letter, own.at[0] as f32)),
                _ => None,
            });
            let (text, places): (String, Vec<f32>) = letters.unzip();
            (text, places.iter().sum::<f32>() / places.len() as f32)
        };
        let (text, middle) = said(None);
        assert!(text == "102m" && (middle - 480.0).abs() < 12.0, "{text} at {middle}");
        // Half of the height is as far as it is ahead: a fifth of 360 to the right.
        let (text, middle) = said(Some(Vec3::new(20.0, 0.0, -100.0)));
        assert!(text == "102mLOCK" && (middle - 552.0).abs() < 12.0, "{text} at {middle}");
    }

    #[test]
    fn rockets_of_an_aeroplane_find_what_is_before_its_nose() {
        let mut own = scene(Vec3::NEG_Z * 100.0);
        own.vehicles[0].law = LawKind::Aeroplane(Box::default());
        // 0.08 and 0.12 to the left of the target, at which one looks; the cone is 0.1.
        let turned = |yaw: f32| {
            move |state: &mut State| {
                for actor in state.actors.iter_mut() {
                    if let ActorKind::Aeroplane(plane) = &mut actor.kind {
                        (plane.health, plane.attitude) = (1.0, world::euler_rotation(Vec3::Y * yaw));
                    }
                }
            }
        };
        assert_eq!(read(&own, turned(0.08)).1, "100mLOCK");
        assert_eq!(read(&own, turned(0.12)).1, "100m");
    }

    #[test]
    fn the_bar_of_a_target_is_as_long_as_there_is_health_left() {
        let bars_below = |alarm: f32, health: f32| {
            let mut ahead = scene(Vec3::NEG_Z * 100.0);
            ahead.combat.rules.alarm = alarm;
            let mut state = State::new(&ahead, 1);
            for actor in state.actors.iter_mut() {
                if let (world::Pilot::Bot(_), ActorKind::Tank(tank)) = (&actor.pilot, &mut actor.kind) {
                    tank.health = health;
                }
            }
            let (derived, _) = Derived::build(&ahead, &state, 100);
            let mut hud = Hud::default();
            let eye = Camera { eye: Vec3::ZERO, near: 1.0, far: 1000.0, fov_y: FRAC_PI_2, ..state.camera };
            let seen = Seen { camera: eye, ..Seen::new(derived.probe(&ahead, &state), &state, [960, 720]) };
            lay_out(&seen, &HudOptions { targets: true, ..HudOptions::NOTHING }, &mut hud);
            let wide = hud.parts().iter().filter_map(|part| match part {
                HudPart::Bar(bar) if bar.half.y == 1.5 => Some((bar.half.x, bar.color)),
                _ => None,
            });
            wide.collect::<Vec<_>>()
        };
        let bars = |health: f32| bars_below(0.25, health);
        // 24 points across at least; little is orange.
        assert_eq!(bars(100.0), [(12.0, color::GOOD)]);
        assert_eq!(bars(50.0), [(6.0, color::GOOD)]);
        assert_eq!(bars(12.5), [(1.5, color::WARNING)]);
        assert_eq!(bars_below(0.6, 50.0), [(6.0, color::WARNING)]);
    }

    #[test]
    fn ahead_of_who_moves_it_is_marked_where_shots_meet_it() {
        let mut moving = scene(Vec3::NEG_Z * 100.0);
        moving.combat.weapons[0] = WeaponLaw { range: 150.0, speed: 100.0, ..WeaponLaw::default() };
        let goes = |state: &mut State| {
            for actor in state.actors.iter_mut().filter(|actor| matches!(actor.pilot, world::Pilot::Bot(_))) {
                actor.avatar_mut().velocity = Vec3::X * 30.0;
            }
        };
        let (bars, _) = read(&moving, goes);
        // Eight lines of corners, then the mark: 100 / sqrt(100^2 - 30^2) seconds to the right, 31.45 of 100, of 360.
        let (center, ink) = bars[8];
        assert!((bars.len(), ink) == (9, color::WARNING) && (center.x - 593.2).abs() < 0.5, "{bars:?}");
        // A beam is there at once, and what finds its way needs no aim.
        moving.combat.weapons[0].speed = 0.0;
        assert_eq!(read(&moving, goes).0.len(), 8);
        moving.combat.weapons[0] =
            WeaponLaw { speed: 100.0, manner: WeaponManner::HOMING, ..moving.combat.weapons[0].clone() };
        assert_eq!(read(&moving, goes).0.len(), 12);
    }

    #[test]
    fn who_is_behind_something_has_faint_corners_and_is_no_target() {
        let walled = |low: f32| {
            let mut own = scene(Vec3::NEG_Z * 100.0);
            let mut sketch = Sketch { scene: own };
            sketch.place(ModelSketch::new().double_sided(true).wall([-5.0, -50.0], [5.0, -50.0], low, 5.0));
            own = sketch.scene;
            read(&own, |_| {})
        };
        let (bars, text) = walled(-5.0);
        assert_eq!((bars.len(), text.as_str()), (8, ""));
        assert!(bars.iter().all(|(_, ink)| *ink == color::FAINT), "{bars:?}");
        // Their rim is as faint: 200 * 88 / 255.
        assert_eq!([color::FAINT, color::PLAIN].map(color::rim), [[0, 0, 0, 69], color::DARK]);
        assert!((middle(&bars) - Vec2::new(480.0, 360.0)).length() < 1.0, "{bars:?}");
        // One looks through below a wall that hangs in the air.
        let (bars, text) = walled(1.0);
        assert_eq!((bars.len(), text.as_str()), (12, "100mLOCK"));
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
                if let ActorKind::Tank(tank) = &mut actor.kind {
                    tank.health = 0.0;
                }
            }
        };
        assert!(read(&ahead, gone).0.is_empty());
    }
}
