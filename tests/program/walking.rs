//! Walking by numbers: the demo's test places, crossed on foot.
//!
//! A person walks 3 m a second, 5 cm a tick, over the ground however steep it
//! is; one unit of MechWarrior 3 is a metre. Where someone is after so many
//! ticks therefore follows from the geometry of the place.

use crate::program::{demo, revisit};
use binary::Limits;
use glam::Vec3;
use runtime::{Input, Simulation};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use titles::install::Install;
use world::{Avatar, Scene};

/// The demo, loaded once.
fn scene() -> &'static Arc<Scene> {
    static SCENE: OnceLock<Arc<Scene>> = OnceLock::new();
    SCENE.get_or_init(|| {
        let install = Install::open(Path::new(demo()), &[]).unwrap();
        let request = install.request(Some("c1")).unwrap();
        Arc::new(load::load(&install.vfs, &request, &mut load::Quiet).unwrap().scene)
    })
}

/// A place that the demo names.
fn place(name: &str) -> Vec3 {
    let install = Install::open(Path::new(demo()), &[]).unwrap();
    let demo = install.detection.demo.as_ref().expect("a demo");
    let place = demo.places.iter().find(|place| place.name == name);
    place.unwrap_or_else(|| panic!("the demo names no place {name}")).position.into()
}

/// Someone standing at `feet`, looking along `yaw` degrees.
fn stand(feet: Vec3, yaw_deg: f32) -> Simulation {
    let mut scene = Scene::clone(scene());
    scene.avatar = Avatar { position: feet, yaw: yaw_deg.to_radians(), ..Avatar::default() };
    Simulation::new(Arc::new(scene), 1, &Limits::default()).0
}

/// Where the feet are after some ticks of one input.
fn walk(simulation: &mut Simulation, ticks: u32, input: Input) -> Vec3 {
    for _ in 0..ticks {
        simulation.tick(&input);
    }
    simulation.state().avatar().unwrap().position
}

const FORWARD: Input = Input {
    forward: 1.0,
    strafe: 0.0,
    yaw: 0.0,
    pitch: 0.0,
    run: false,
    jump: false,
    sink: false,
    fire: false,
    fire_second: false,
};

/// Metres.
const CENTIMETRE: f32 = 0.01;
const RADIUS: f32 = 0.35;

#[track_caller]
fn near(found: f32, expected: f32, what: &str) {
    assert!((found - expected).abs() <= CENTIMETRE, "{what}: {found}, expected {expected}");
}

#[test]
fn feet_are_on_the_slope() {
    for (name, degrees, length) in
        [("slope_10", 10.0f32, 20.0), ("slope_30", 30.0, 10.0), ("slope_45", 45.0, 6.0)]
    {
        let start = place(name);
        // Every ramp begins at z = 44 and rises to the north.
        let height = |z: f32| (44.0 - z).clamp(0.0, length) * libm::tanf(degrees.to_radians());
        let mut simulation = stand(start, 0.0);
        for tick in 1..=(20.0 * (length + 3.0)) as u32 {
            let feet = walk(&mut simulation, 1, FORWARD);
            near(feet.z, start.z - 0.05 * tick as f32, name);
            near(feet.y, height(feet.z), name);
            assert!(simulation.state().avatar().unwrap().grounded, "{name}: off the ground at {feet}");
        }
        // Back down, facing up.
        for _ in 0..(20.0 * (length + 1.0)) as u32 {
            let feet = walk(&mut simulation, 1, Input { forward: -1.0, ..FORWARD });
            near(feet.y, height(feet.z), name);
        }
    }
}

#[test]
fn the_wall_stops_the_capsule() {
    // The wall's south face is z = 40.5.
    let mut simulation = stand(place("wall"), 0.0);
    let feet = walk(&mut simulation, 60, FORWARD);
    near(feet.z, 41.0, "still on the way");
    let feet = walk(&mut simulation, 60, FORWARD);
    near(feet.z, 40.5 + RADIUS, "at the wall");
    assert_eq!(walk(&mut simulation, 60, FORWARD), feet, "someone who stands at a wall does not tremble");
    // Running into it at 45 degrees slides along it to the west.
    let mut simulation = stand(place("wall"), 45.0);
    let before = walk(&mut simulation, 100, FORWARD);
    let after = walk(&mut simulation, 30, FORWARD);
    near(after.z, 40.5 + RADIUS, "along the wall");
    // 1.5 m along the wall's 45 degrees leave 1.06 m of way.
    assert!((before.x - after.x - 1.06).abs() < 0.02, "slides from {before} to {after}");
    // Nobody runs through, not even in a jump.
    let mut simulation = stand(place("wall"), 0.0);
    let feet = walk(&mut simulation, 300, Input { run: true, jump: true, ..FORWARD });
    assert!(feet.z > 40.5, "through the wall at {feet}");
}

#[test]
fn a_low_step_is_climbed_and_a_high_one_is_not() {
    let feet = walk(&mut stand(place("step_low"), 0.0), 90, FORWARD);
    near(feet.y, 0.3, "on the low step");
    near(feet.z, 42.0, "on the low step");
    let feet = walk(&mut stand(place("step_high"), 0.0), 90, FORWARD);
    near(feet.y, 0.0, "before the high step");
    assert!(feet.z > 44.0, "in the high step at {feet}");
}

#[test]
fn the_bridge_carries_and_lets_pass_below() {
    let mut simulation = stand(place("bridge_top"), -90.0);
    let feet = walk(&mut simulation, 480, FORWARD);
    near(feet.x, 160.0, "over the bridge");
    near(feet.y, 0.2, "over the bridge");
    let mut simulation = stand(place("bridge_under"), 180.0);
    for _ in 0..8 {
        let feet = walk(&mut simulation, 20, FORWARD);
        near(feet.y, -4.8, "under the bridge");
        near(feet.x, 136.0, "under the bridge");
    }
    near(simulation.state().avatar().unwrap().position.z, 16.0, "out on the other side");
}

#[test]
fn the_tunnel_neither_drops_nor_lifts_anyone() {
    // In at x = -100, through the mouths at -120 and -184, out at -205.
    let mut simulation = stand(place("tunnel_in"), 90.0);
    let mut zones = Vec::new();
    for tick in 1..=2100 {
        let feet = walk(&mut simulation, 1, FORWARD);
        near(feet.y, 0.0, "in the tunnel");
        near(feet.x, -100.0 - 0.05 * tick as f32, "in the tunnel");
        let now = simulation.state().zones.zones().to_vec();
        if zones.last() != Some(&now) {
            zones.push(now);
        }
    }
    assert!(zones.contains(&vec![2]), "the inside is a zone of its own: {zones:?}");
    // The hill above is solid for someone on it.
    let mut simulation = stand(place("hill_top"), 90.0);
    let feet = walk(&mut simulation, 60, Input::default());
    near(feet.y, place("hill_top").y, "on the hill");
    let feet = walk(&mut simulation, 60, FORWARD);
    assert!(feet.y > 10.0, "fell into the tunnel: {feet}");
}

#[test]
fn falling_and_jumping_by_hand() {
    // From 4.9 m, which takes one second: 9.8 / 2 per second squared.
    let ground = Vec3::new(0.0, 0.0, 80.0);
    let mut simulation = stand(ground + Vec3::Y * 4.9, 0.0);
    let mut ticks = 0;
    while !simulation.state().avatar().unwrap().grounded {
        walk(&mut simulation, 1, Input::default());
        ticks += 1;
        assert!(ticks < 200, "never lands");
    }
    assert!((59..=61).contains(&ticks), "one second is 60 ticks, not {ticks}");
    assert_eq!(simulation.state().avatar().unwrap().position, ground);
    // A jump at 4.5 m a second rises 4.5 * 4.5 / (2 * 9.8) = 1.033 m.
    let mut top = 0.0f32;
    for tick in 0..90 {
        let feet = walk(&mut simulation, 1, Input { jump: tick == 0, ..Input::default() });
        top = top.max(feet.y);
    }
    assert!((top - 1.033).abs() < 0.05, "rises {top}");
    assert_eq!(simulation.state().avatar().unwrap().position, ground);
}

#[test]
fn a_recorded_walk_is_where_it_must_be() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/program/walk.jsonl");
    let json = revisit(["sim", demo(), "c1", "--replay", file, "--json"]).ok().json();
    let at = |tick: u64| {
        let items = json["items"].as_array().unwrap();
        let item = items.iter().find(|item| item["tick"] == tick).unwrap_or_else(|| panic!("no tick {tick}"));
        [0, 1, 2].map(|axis| item["position"][axis].as_f64().unwrap() as f32)
    };
    // From (0, 0, 80): a quarter turn to the left and 28 m west in 560 ticks, a
    // quarter turn back and north, onto the ramp of 45 degrees at z = 44.
    for (tick, expected) in [
        (300, [-15.0, 0.0, 80.0]),
        (540, [-27.0, 0.0, 80.0]),
        (1260, [-28.0, 0.0, 45.0]),
        (1320, [-28.0, 2.0, 42.0]),
        (1380, [-28.0, 5.0, 39.0]),
        (1440, [-28.0, 6.0, 36.0]),
    ] {
        for (found, expected) in at(tick).into_iter().zip(expected) {
            near(found, expected, &format!("tick {tick}"));
        }
    }
}
