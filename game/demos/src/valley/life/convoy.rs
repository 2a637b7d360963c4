//! Three vehicles on patrol through the base: their way is keyframes, which begin for each where it is
//! when the world begins.

use crate::builders::graph::{Home, ModelId, New, Pose};
use crate::game::Game;
use crate::valley::Site;
use crate::valley::base::{scout_body, truck_body};
use crate::valley::mesh::Mesh;
use glam::{Vec2, Vec3};
use std::f32::consts::{FRAC_PI_2, PI};
use std::fmt::Write;

/// Units per second.
const SPEED: f32 = 6.5;
/// How far one drives behind the other.
const APART: f32 = 15.0;
/// Radius of the bends.
const BEND: f32 = 8.0;
/// Keyframes of a bend.
const PIECES: u32 = 6;
/// West, north, east and south of the way: up the street on its right side, and back behind the depot.
const WAY: [f32; 4] = [-20.0, -48.0, 18.5, 83.0];
/// The vehicles, the first ahead.
const NAMES: [&str; 3] = ["convoy_scout", "convoy_truck_1", "convoy_truck_2"];

pub(super) fn build(site: &mut Site) {
    let mut bodies: Vec<ModelId> = Vec::new();
    for body in [scout_body, truck_body] {
        let mut mesh = Mesh::new();
        body(&mut mesh);
        bodies.push(site.graph.model(mesh.free()));
    }
    for (number, name) in NAMES.into_iter().enumerate() {
        let start = keys(number)[0];
        let at = Vec3::new(start.place.x, 0.0, start.place.y);
        let pose = Pose::Turned([0.0, start.heading, 0.0], [1.0; 3], at);
        site.graph.add(New::object(name, Home::World, pose).solid().model(bodies[number.min(1)]));
    }
}

/// A moment of the way: seconds after the start of the piece before, where, and which way the front
/// looks, 0 to the south, growing to the east.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Key {
    seconds: f32,
    place: Vec2,
    heading: f32,
}

/// The way of a vehicle from where it starts back to there, the last key the first again, a turn later.
fn keys(number: usize) -> Vec<Key> {
    let [west, north, east, south] = WAY;
    // Each corner by its middle, and the heading in which it is entered.
    let corners = [
        (Vec2::new(east - BEND, north + BEND), PI),
        (Vec2::new(west + BEND, north + BEND), PI + FRAC_PI_2),
        (Vec2::new(west + BEND, south - BEND), 2.0 * PI),
        (Vec2::new(east - BEND, south - BEND), 2.0 * PI + FRAC_PI_2),
    ];
    // The middle of a bend is to the left of whoever drives it.
    let on = |middle: Vec2, heading: f32| {
        let (sin, cos) = libm::sincosf(heading);
        middle + Vec2::new(-cos, sin) * BEND
    };
    let first = Vec2::new(east, 40.0 + number as f32 * APART);
    let mut keys = vec![Key { seconds: 0.0, place: first, heading: PI }];
    let mut add = |place: Vec2, heading: f32, length: f32| {
        keys.push(Key { seconds: length / SPEED, place, heading });
    };
    let mut last = first;
    for (middle, heading) in corners {
        let entry = on(middle, heading);
        add(entry, heading, last.distance(entry));
        for piece in 1..=PIECES {
            let heading = heading + FRAC_PI_2 * piece as f32 / PIECES as f32;
            last = on(middle, heading);
            add(last, heading, BEND * FRAC_PI_2 / PIECES as f32);
        }
    }
    add(first, 3.0 * PI, last.distance(first));
    keys
}

/// Adds the definitions, and the scripts of games whose events do not hold their keyframes.
pub(super) fn define(game: Game, text: &mut String) {
    let has_table = matches!(game, Game::PiratesMoon | Game::CrimsonSkies);
    let mut scripts = String::new();
    for (number, name) in NAMES.into_iter().enumerate() {
        let mut frames = String::new();
        let mut time = 0.0;
        for pair in keys(number).windows(2) {
            let [from, to] = [pair[0], pair[1]];
            let rate = (to.place - from.place) / to.seconds;
            // Turns are stored as half angles: `docs/spec/zbd/anim-events.md`, "4.12 OBJECT_MOTION_SI_SCRIPT".
            let turn = (to.heading - from.heading) * 0.5 / to.seconds;
            let (sin, cos) = libm::sincosf(from.heading * 0.5);
            let _ = writeln!(
                frames,
                "    FRAME({time:.6} {:.6} TRANSLATE({:.6} 0.0 {:.6} {:.6} 0.0 {:.6}) ROTATE({cos:.6} 0.0 {sin:.6} 0.0 0.0 {turn:.6} 0.0))",
                time + to.seconds,
                from.place.x,
                from.place.y,
                rate.x,
                rate.y,
            );
            time += to.seconds;
        }
        let way = match game {
            // Crimson Skies counts the scripts of the definition, of which there is one.
            Game::CrimsonSkies => "SCRIPT_INDEX(0)".to_owned(),
            Game::PiratesMoon => format!("SCRIPT_INDEX({number})"),
            Game::Recoil | Game::MechWarrior3 => frames.clone(),
        };
        let table =
            if game == Game::CrimsonSkies { format!("SCRIPT_INDICES({number})") } else { String::new() };
        let dust = if game == Game::Recoil {
            String::new()
        } else {
            format!(
                "SEQUENCE_DEFINITION(NAME(dust)
    PUFFER_STATE(NAME({name}_dust) ACTIVE_STATE(1) AT_NODE({name}) TRANSLATE(0.0 0.4 -3.0)
      WORLD_VELOCITY(0.0 0.5 0.0) MIN_RANDOM_VELOCITY(-0.3 0.0 -0.3) MAX_RANDOM_VELOCITY(0.3 0.4 0.3)
      INTERVAL_TYPE(DISTANCE) INTERVAL_VALUE(1.2) SIZE_RANGE(0.4 0.8) LIFETIME_RANGE(1.2 2.2) DEVIATION_DISTANCE(1.2)
      TEXTURES(TEXTURE(puff)) COLORS(STOP(0.0 0.86 0.78 0.66 0.0) STOP(0.15 0.86 0.78 0.66 0.3) STOP(1.0 0.9 0.84 0.74 0.0))
      GROWTH(STOP(0.0 1.0) STOP(1.0 2.4)))
  )"
            )
        };
        let puffers = if game == Game::Recoil { String::new() } else { format!("PUFFERS({name}_dust)") };
        let _ = write!(
            text,
            "ANIMATION_DEFINITION(
  ANIM_NAME({name}_drives) NAME({name}) ANIM_ROOT_NAME({name}) ACTIVATION(ON_STARTUP)
  NODES({name}) {puffers} {table}
  SEQUENCE_DEFINITION(NAME(drives)
    OBJECT_MOTION_SI_SCRIPT(NAME({name}) {way})
    LOOP(COUNT(-1))
  )
  {dust}
)\n"
        );
        let _ = write!(scripts, "SCRIPT(NAME({name}.zan) OBJECT({name})\n{frames})\n");
    }
    if has_table {
        *text += &scripts;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vehicle_comes_back_to_where_it_started_along_a_way_without_jumps() {
        for number in 0..NAMES.len() {
            let keys = keys(number);
            let (first, last) = (keys[0], keys[keys.len() - 1]);
            assert_eq!(first.place, last.place);
            assert!((last.heading - first.heading - 2.0 * PI).abs() < 1e-5, "one turn to the left");
            // 22.5 and 115 units of straights twice, and a circle of 8, at 6.5 units a second.
            let seconds: f32 = keys.iter().map(|key| key.seconds).sum();
            let by_hand = (2.0 * 22.5 + 2.0 * 115.0 + 2.0 * PI * 8.0) / 6.5;
            assert!((seconds - by_hand).abs() < 0.01, "{seconds} {by_hand}");
            for pair in keys.windows(2) {
                let step = pair[0].place.distance(pair[1].place);
                assert!(step <= pair[1].seconds * SPEED + 1e-3, "{pair:?}");
            }
        }
        // Northwards up the street first: from the start to the first bend.
        assert_eq!(keys(0)[1].place, Vec2::new(18.5, -40.0));
        assert_eq!(keys(0)[0].place.y + APART, keys(1)[0].place.y);
    }
}
