//! Three vehicles on patrol through the base, and a machine that walks beside the hangars: their ways are
//! keyframes, which begin for each where it is when the world begins.

use crate::builders::graph::{Home, ModelId, New, Pose};
use crate::game::Game;
use crate::valley::Site;
use crate::valley::base::{scout_body, truck_body};
use crate::valley::mesh::Mesh;
use glam::{Vec2, Vec3};
use std::f32::consts::{FRAC_PI_2, PI};
use std::fmt::Write;

/// Keyframes of a bend.
const PIECES: u32 = 6;

/// A way around a rectangle, to the left.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// West, north, east and south of it.
    sides: [f32; 4],
    /// Radius of its bends.
    bend: f32,
    /// Where one begins on its eastern side.
    start: f32,
    /// Units per second.
    speed: f32,
    /// Seconds that one stands at the start.
    rest: f32,
    /// Radians from the front of what moves to where it goes.
    front: f32,
}

/// Up the street on its right side, and back behind the depot.
const STREET: Way =
    Way { sides: [-20.0, -48.0, 18.5, 83.0], bend: 8.0, start: 10.0, speed: 6.5, rest: 0.0, front: 0.0 };
/// How far one vehicle drives behind the other.
const APART: f32 = 15.0;
/// The vehicles, the first ahead.
const NAMES: [&str; 3] = ["convoy_scout", "convoy_truck_1", "convoy_truck_2"];
/// Around the lamps in front of the hangars, at the pace of the machine's walk; machines look north.
const HANGARS: Way =
    Way { sides: [-92.0, -6.0, -28.0, 30.0], bend: 7.0, start: 16.0, speed: 2.5, rest: 5.0, front: PI };
/// The machine.
const MACHINE: &str = "mech_mason";

pub(super) fn build(site: &mut Site) {
    let mut bodies: Vec<ModelId> = Vec::new();
    for body in [scout_body, truck_body] {
        let mut mesh = Mesh::new();
        body(&mut mesh);
        bodies.push(site.graph.model(mesh.free()));
    }
    for (number, name) in NAMES.into_iter().enumerate() {
        let start = keys(&STREET, number as f32 * APART)[0];
        let at = Vec3::new(start.place.x, 0.0, start.place.y);
        let pose = Pose::Turned([0.0, start.heading, 0.0], [1.0; 3], at);
        site.graph.add(New::object(name, Home::World, pose).solid().model(bodies[number.min(1)]));
    }
}

/// A moment of the way: seconds after the moment before, where, and which way one goes, 0 to the south,
/// growing to the east.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Key {
    seconds: f32,
    place: Vec2,
    heading: f32,
}

/// A way from where one starts, so far behind its own start, back to there; the last key is the first again,
/// a turn later.
fn keys(way: &Way, behind: f32) -> Vec<Key> {
    let Way { sides: [west, north, east, south], bend, start, speed, .. } = *way;
    // Each corner by its middle, and the heading in which it is entered.
    let corners = [
        (Vec2::new(east - bend, north + bend), PI),
        (Vec2::new(west + bend, north + bend), PI + FRAC_PI_2),
        (Vec2::new(west + bend, south - bend), 2.0 * PI),
        (Vec2::new(east - bend, south - bend), 2.0 * PI + FRAC_PI_2),
    ];
    // The middle of a bend is to the left of whoever drives it.
    let on = |middle: Vec2, heading: f32| {
        let (sin, cos) = libm::sincosf(heading);
        middle + Vec2::new(-cos, sin) * bend
    };
    let first = Vec2::new(east, start + behind);
    let mut keys = vec![Key { seconds: 0.0, place: first, heading: PI }];
    let mut add = |place: Vec2, heading: f32, length: f32| {
        keys.push(Key { seconds: length / speed, place, heading });
    };
    let mut last = first;
    for (middle, heading) in corners {
        let entry = on(middle, heading);
        add(entry, heading, last.distance(entry));
        for piece in 1..=PIECES {
            let heading = heading + FRAC_PI_2 * piece as f32 / PIECES as f32;
            last = on(middle, heading);
            add(last, heading, bend * FRAC_PI_2 / PIECES as f32);
        }
    }
    add(first, 3.0 * PI, last.distance(first));
    keys
}

/// The keyframes of a way.
fn frames(way: &Way, behind: f32) -> String {
    let mut frames = String::new();
    let mut time = way.rest;
    for pair in keys(way, behind).windows(2) {
        let [from, to] = [pair[0], pair[1]];
        let rate = (to.place - from.place) / to.seconds;
        // Turns are stored as half angles: `docs/spec/zbd/anim-events.md`, "4.12 OBJECT_MOTION_SI_SCRIPT".
        let turn = (to.heading - from.heading) * 0.5 / to.seconds;
        let (sin, cos) = libm::sincosf((from.heading + way.front) * 0.5);
        let (x, z) = (from.place.x, from.place.y);
        let _ = writeln!(
            frames,
            "    FRAME({time:.6} {:.6} TRANSLATE({x:.6} 0.0 {z:.6} {:.6} 0.0 {:.6}) \
             ROTATE({cos:.6} 0.0 {sin:.6} 0.0 0.0 {turn:.6} 0.0))",
            time + to.seconds,
            rate.x,
            rate.y,
        );
        time += to.seconds;
    }
    frames
}

/// Dust behind a vehicle, whose name stands for `%`, as lines for all but Recoil.
const DUST: &str = "
+  PUFFERS(%_dust)
+  SEQUENCE_DEFINITION(NAME(dust)
+    PUFFER_STATE(NAME(%_dust) ACTIVE_STATE(1) AT_NODE(%) TRANSLATE(0.0 0.4 -3.0)
+      WORLD_VELOCITY(0.0 0.5 0.0) MIN_RANDOM_VELOCITY(-0.3 0.0 -0.3) MAX_RANDOM_VELOCITY(0.3 0.4 0.3)
+      INTERVAL_TYPE(DISTANCE) INTERVAL_VALUE(1.2) SIZE_RANGE(0.4 0.8) LIFETIME_RANGE(1.2 2.2)
+      DEVIATION_DISTANCE(1.2) TEXTURES(TEXTURE(puff))
+      COLORS(STOP(0.0 0.86 0.78 0.66 0.0) STOP(0.15 0.86 0.78 0.66 0.3) STOP(1.0 0.9 0.84 0.74 0.0))
+      GROWTH(STOP(0.0 1.0) STOP(1.0 2.4)))
+  )
";

/// Adds the definitions, and the scripts of games whose events do not hold their keyframes.
pub(super) fn define(game: Game, text: &mut String) {
    let mut all: Vec<(&str, String, &str)> = Vec::new();
    for (number, name) in NAMES.into_iter().enumerate() {
        all.push((name, frames(&STREET, number as f32 * APART), DUST));
    }
    // The other games have no such machines.
    if matches!(game, Game::MechWarrior3 | Game::PiratesMoon) {
        all.push((MACHINE, frames(&HANGARS, 0.0), ""));
    }
    for (number, (name, frames, more)) in all.iter().enumerate() {
        let (way, table) = match game {
            // Crimson Skies counts the scripts of the definition, of which there is one.
            Game::CrimsonSkies => ("SCRIPT_INDEX(0)".to_owned(), format!("SCRIPT_INDICES({number})")),
            Game::PiratesMoon => (format!("SCRIPT_INDEX({number})"), String::new()),
            Game::Recoil | Game::MechWarrior3 => (frames.clone(), String::new()),
        };
        let more = super::meant_for(game, &more.replace('%', name));
        let _ = write!(
            text,
            "ANIMATION_DEFINITION(
  ANIM_NAME({name}_moves) NAME({name}) ANIM_ROOT_NAME({name}) ACTIVATION(ON_STARTUP)
  NODES({name}) {table}
  SEQUENCE_DEFINITION(NAME(moves)
    OBJECT_MOTION_SI_SCRIPT(NAME({name}) {way})
    LOOP(COUNT(-1))
  )
  {more}
)\n"
        );
    }
    if matches!(game, Game::PiratesMoon | Game::CrimsonSkies) {
        for (name, frames, _) in &all {
            let _ = write!(text, "SCRIPT(NAME({name}.zan) OBJECT({name})\n{frames})\n");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vehicle_comes_back_to_where_it_started_along_a_way_without_jumps() {
        for number in 0..NAMES.len() {
            let keys = keys(&STREET, number as f32 * APART);
            let (first, last) = (keys[0], keys[keys.len() - 1]);
            assert_eq!(first.place, last.place);
            assert!((last.heading - first.heading - 2.0 * PI).abs() < 1e-5, "one turn to the left");
            // 22.5 and 115 units of straights twice, and a circle of 8, at 6.5 units a second.
            let seconds: f32 = keys.iter().map(|key| key.seconds).sum();
            let by_hand = (2.0 * 22.5 + 2.0 * 115.0 + 2.0 * PI * 8.0) / 6.5;
            assert!((seconds - by_hand).abs() < 0.01, "{seconds} {by_hand}");
            for pair in keys.windows(2) {
                let step = pair[0].place.distance(pair[1].place);
                assert!(step <= pair[1].seconds * STREET.speed + 1e-3, "{pair:?}");
            }
        }
        // Northwards up the street first: from the start to the first bend.
        assert_eq!(keys(&STREET, 0.0)[1].place, Vec2::new(18.5, -40.0));
        assert_eq!(keys(&STREET, 0.0)[0].place.y + APART, keys(&STREET, APART)[0].place.y);
    }
}
