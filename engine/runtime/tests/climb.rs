//! Ladders in worlds made by hand, against numbers worked out by hand. A person walks 3 m and climbs 2.1 m a second.

use crate::common::{RUN, STAND, WALK, feet, heading, run, start};
use glam::{Affine3A, Vec3};
use runtime::{Input, Simulation};
use world::sketch::{ModelSketch, Sketch};
use world::{Aabb, Hull, Region, RegionKind};

const EAST: f32 = -90.0;
const BACK: Input = Input { forward: -1.0, ..WALK };
const JUMP: Input = Input { jump: true, ..STAND };

/// A ground at height 0, a cliff of 5 m from x = 2 on, and a ladder of 1 m by 30 cm at it, as high as `top`.
fn cliff(top: f32) -> Sketch {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-50.0; 2], [50.0; 2], 0.0));
    sketch.place(ModelSketch::new().cuboid(Vec3::new(2.0, 0.0, -20.0), Vec3::new(20.0, 5.0, 20.0)));
    let bounds = Aabb { min: Vec3::new(1.7, 0.0, -0.5), max: Vec3::new(2.0, top, 0.5) };
    let hull = Hull::of_box(&bounds, &Affine3A::IDENTITY).unwrap();
    sketch.scene.regions.push(Region::of_hull(RegionKind::Climb, hull));
    sketch
}

fn grounded(simulation: &Simulation) -> bool {
    simulation.state().avatar().unwrap().grounded
}

/// Somebody who hangs on the ladder of a cliff, about 2 m up.
fn hanging() -> Simulation {
    let mut simulation = start(cliff(5.0), [1.0, 0.0, 0.0]);
    heading(&mut simulation, EAST);
    // 65 cm to the wall are 13 ticks; 57 more lead up by 3.5 cm each.
    run(&mut simulation, &WALK, 70);
    assert!((feet(&simulation).y - 2.0).abs() < 0.15, "{}", feet(&simulation));
    assert!(!grounded(&simulation));
    simulation
}

#[test]
fn whoever_walks_against_a_ladder_climbs_it_and_walks_on_over_its_end() {
    let mut simulation = hanging();
    let before = feet(&simulation).y;
    run(&mut simulation, &WALK, 60);
    let climbed = feet(&simulation).y - before;
    assert!((climbed - 2.1).abs() < 0.01, "{climbed}");
    run(&mut simulation, &WALK, 120);
    let at = feet(&simulation);
    assert!(at.y == 5.0 && at.x > 2.5 && grounded(&simulation), "{at}");
}

#[test]
fn a_ladder_that_reaches_over_the_edge_leads_over_it_too() {
    let mut simulation = start(cliff(6.5), [1.0, 0.0, 0.0]);
    heading(&mut simulation, EAST);
    run(&mut simulation, &RUN, 260);
    let at = feet(&simulation);
    assert!(at.y == 5.0 && at.x > 3.0 && grounded(&simulation), "{at}");
}

#[test]
fn one_hangs_goes_down_by_holding_back_or_looking_down_and_stands_at_the_foot() {
    let mut simulation = hanging();
    let held = feet(&simulation);
    run(&mut simulation, &STAND, 120);
    assert_eq!(feet(&simulation), held);
    run(&mut simulation, &BACK, 30);
    let down = held.y - feet(&simulation).y;
    assert!((down - 1.05).abs() < 0.01, "{down}");
    let at = feet(&simulation);
    assert!(simulation.edit().teleport_avatar(at, EAST.to_radians(), -1.0));
    run(&mut simulation, &WALK, 14);
    let down = at.y - feet(&simulation).y;
    assert!((down - 0.49).abs() < 0.05, "{down}");
    assert!(simulation.edit().teleport_avatar(at, EAST.to_radians(), 0.0));
    run(&mut simulation, &BACK, 90);
    assert!(grounded(&simulation) && feet(&simulation).y == 0.0);
    // And away from it, as on any ground.
    assert!(feet(&simulation).x < 1.3, "{}", feet(&simulation));
}

#[test]
fn a_jump_lets_go_until_there_is_ground_again() {
    let mut simulation = hanging();
    run(&mut simulation, &JUMP, 1);
    let mut last = feet(&simulation).y;
    let mut ticks = 0;
    while !grounded(&simulation) && ticks < 120 {
        run(&mut simulation, &STAND, 1);
        assert!(feet(&simulation).y < last, "it falls all the way");
        last = feet(&simulation).y;
        ticks += 1;
    }
    // 2 m of fall are 0.64 s.
    assert!((30..45).contains(&ticks), "{ticks}");
    run(&mut simulation, &STAND, 2);
    assert!(!simulation.state().avatar().unwrap().journey.let_go);
    run(&mut simulation, &WALK, 60);
    assert!(feet(&simulation).y > 1.0, "it is climbed anew");
}

#[test]
fn whoever_walks_past_a_ladder_stays_on_the_ground_and_whoever_falls_is_caught() {
    let mut simulation = start(cliff(5.0), [1.5, 0.0, 3.0]);
    heading(&mut simulation, 0.0);
    for _ in 0..120 {
        run(&mut simulation, &WALK, 1);
        assert!(grounded(&simulation) && feet(&simulation).y == 0.0);
    }
    assert!(feet(&simulation).z < -2.5, "{}", feet(&simulation));
    let mut caught = start(cliff(5.0), [1.5, 4.0, 0.0]);
    heading(&mut caught, EAST);
    run(&mut caught, &STAND, 60);
    assert!(feet(&caught).y > 3.9 && !grounded(&caught), "{}", feet(&caught));
    // Sideways off it, one falls.
    run(&mut caught, &Input { strafe: 1.0, ..STAND }, 120);
    assert!(grounded(&caught) && feet(&caught).y == 0.0, "{}", feet(&caught));
}

#[test]
fn a_climb_that_is_done_again_is_the_same_and_a_ladder_let_go_of_is_in_the_hash() {
    let done = || {
        let mut simulation = hanging();
        run(&mut simulation, &JUMP, 1);
        run(&mut simulation, &WALK, 200);
        (simulation.hash(), feet(&simulation))
    };
    assert_eq!(done(), done());
    let mut state = hanging().state().clone();
    let before = state.hash();
    let avatar = state.actors[0].avatar_mut();
    avatar.journey.let_go = true;
    assert_ne!(state.hash(), before);
}
