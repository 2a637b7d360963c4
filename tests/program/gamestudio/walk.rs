//! A recorded walk through the largest level of a published game, fifty seconds
//! from its start: into a wall, along a corridor, into a kitchen and out again,
//! down into a ditch, up its steps in leaps, to a door that is shut.

use super::data;
use crate::program::revisit;
use binary::Limits;
use replay::Replay;
use runtime::Simulation;
use std::path::Path;
use std::sync::Arc;
use titles::install::Install;

const WALK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/program/gamestudio/walk.jsonl");
pub(super) const LEVEL: &str = "gamelevel";

/// Where the feet are after so many ticks, in quants: east, north, up.
pub(super) const PLACES: [(u64, [f32; 3]); 10] = [
    // Running takes 8 m, 320 quants, a second.
    (240, [1280.0, 0.0, 0.0]),
    // Along the wall that stopped it, a shoulder away.
    (480, [1389.8, 1061.3, 0.0]),
    // In the kitchen, and back out.
    (960, [2312.5, 2400.0, 0.0]),
    (1140, [1352.5, 2400.0, 0.0]),
    // Along the western wall to the north.
    (1440, [1176.5, 3818.6, 0.0]),
    (1980, [3269.7, 4424.3, 0.0]),
    // On its way down into the ditch, and beyond it.
    (2040, [3589.7, 4424.3, -97.0]),
    (2520, [5590.9, 4428.4, 0.0]),
    (2820, [5589.9, 5729.6, 0.0]),
    // The door is shut.
    (3000, [5713.1, 5996.3, 0.0]),
];
/// The rooms and corridors it leads through: west, south, east, north.
const ROOMS: [[f32; 4]; 5] = [
    [-40.0, -200.0, 1404.0, 200.0],
    [1162.0, 0.0, 1404.0, 4532.0],
    [1162.0, 2200.0, 2470.0, 2600.0],
    [1162.0, 4268.0, 5605.0, 4532.0],
    [5340.0, 4268.0, 5772.0, 6060.0],
];
/// How far down and up the feet ever are.
const HEIGHTS: std::ops::RangeInclusive<f32> = -101.0..=45.0;
/// How far from a place counts as there.
const NEAR: f32 = 2.0;

fn game() -> Option<String> {
    Some(data()?.join("lottershock").display().to_string())
}

#[test]
fn the_walk_ends_where_it_was_recorded_to_and_repeats_to_the_bit() {
    let Some(game) = game() else { return };
    let folder = tempfile::tempdir().unwrap();
    let recording = folder.path().join("walk.jsonl");
    let recording = recording.to_str().unwrap();
    let first = revisit(["sim", &game, LEVEL, "--replay", WALK, "--record", recording, "--json"]).ok().json();
    // The recording has a hash for every second, which all must agree.
    let again = revisit(["sim", &game, LEVEL, "--replay", recording, "--json"]).ok().json();
    assert_eq!(first, again);
    let items = first["items"].as_array().unwrap();
    for (tick, place) in PLACES {
        let item = items.iter().find(|item| item["tick"] == tick).unwrap();
        for (axis, wanted) in place.into_iter().enumerate() {
            let found = item["position"][axis].as_f64().unwrap() as f32;
            assert!((found - wanted).abs() <= NEAR, "tick {tick}: {item}, expected {place:?}");
        }
    }
}

#[test]
fn no_step_of_the_walk_leads_through_a_wall_or_the_floor() {
    let Some(game) = game() else { return };
    let install = Install::open(Path::new(&game), &[]).unwrap();
    let request = install.request(Some(LEVEL)).unwrap();
    let scene = load::load(&install.vfs, &request, &mut load::Quiet).unwrap().scene;
    let replay = Replay::read(Path::new(WALK)).unwrap();
    let (mut simulation, _) = Simulation::new(Arc::new(scene), 1, &Limits::default());
    let mut in_the_air = 0;
    for tick in 0..replay.ticks.unwrap() {
        simulation.tick(&replay.input_at(tick));
        let avatar = simulation.state().avatar().unwrap();
        let [east, north, up] = simulation.scene().frame.to_game(avatar.position).to_array();
        let inside = ROOMS.iter().any(|[west, south, to_east, to_north]| {
            (*west..=*to_east).contains(&east) && (*south..=*to_north).contains(&north)
        });
        assert!(inside && HEIGHTS.contains(&up), "tick {tick}: {east} {north} {up}");
        in_the_air += u32::from(!avatar.grounded);
    }
    // It leaps for five seconds, and falls into the ditch.
    assert!((200..600).contains(&in_the_air), "{in_the_air} ticks in the air");
}
