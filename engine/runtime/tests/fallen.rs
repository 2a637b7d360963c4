//! Falling out of worlds made by hand, against numbers worked out by hand.

use crate::common::{STAND, WALK, feet, run, start, start_scene};
use glam::{Affine3A, Vec3};
use runtime::{Command, Cue, Simulation};
use std::sync::Arc;
use world::sketch::{ModelSketch, Sketch};
use world::{Actor, ActorId, Avatar, Limits, NodeId, Pilot};

const PERSON: ActorId = ActorId(0);
const GROUND: NodeId = NodeId(0);

/// Ground of 20 by 20 m at height 0; the person starts in its middle, looking east.
fn table() -> Sketch {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-10.0; 2], [10.0; 2], 0.0));
    sketch.scene.avatar.yaw = -std::f32::consts::FRAC_PI_2;
    sketch.scene.avatar.grounded = true;
    sketch
}

/// Ticks until somebody falls out, at most 900, and the lowest height on the way.
fn falls_out(simulation: &mut Simulation) -> Option<(u32, f32)> {
    let mut lowest = 0.0_f32;
    for tick in 1..=900 {
        simulation.tick(&WALK);
        if let Some(Cue::FellOut { at, .. }) =
            simulation.cues_of_person().find(|cue| matches!(cue, Cue::FellOut { .. }))
        {
            return Some((tick, at.y));
        }
        lowest = lowest.min(feet(simulation).y);
    }
    assert!(lowest < -400.0, "{lowest}");
    None
}

#[test]
fn whoever_walks_off_the_edge_of_the_world_is_back_at_the_start() {
    let mut simulation = start(table(), [0.0; 3]);
    let (tick, lowest) = falls_out(&mut simulation).expect("the limit is reached");
    // 10 m at 5 cm a tick; then 20 m of fall, which take 2.02 s.
    assert!((200 + 121..=200 + 124).contains(&tick), "{tick}");
    // The tick that passes the limit goes a third of a metre at most.
    assert!((-20.34..-20.0).contains(&lowest), "{lowest}");
    let back = *simulation.state().avatar().unwrap();
    assert_eq!((back.position, back.velocity), (Vec3::ZERO, Vec3::ZERO));
    assert_eq!(back.yaw, -std::f32::consts::FRAC_PI_2);
    let eye = Vec3::Y * 1.65;
    assert_eq!((simulation.state().camera.eye, simulation.previous().camera.eye), (eye, eye), "no way there");
    assert!(!simulation.is_touched(), "a fall leaves the world as it was");
    run(&mut simulation, &STAND, 60);
    assert_eq!(feet(&simulation), Vec3::ZERO);
    assert!(simulation.state().avatar().unwrap().grounded && simulation.cues().is_empty());
}

#[test]
fn the_limit_lies_below_the_lowest_ground_of_the_scene() {
    let mut sketch = table();
    // Elsewhere the world goes down to -30; what is no ground does not count.
    sketch.place(ModelSketch::new().floor([100.0; 2], [110.0; 2], -30.0));
    let decoration = sketch.place(ModelSketch::new().floor([100.0; 2], [110.0; 2], -300.0));
    sketch.at(decoration).flags.remove(world::NodeFlags::ALTITUDE);
    let (_, lowest) = falls_out(&mut start(sketch, [0.0; 3])).expect("the limit is reached");
    // At 31 m a second a tick goes 0.52 m.
    assert!((-50.53..-50.0).contains(&lowest), "{lowest}");
}

#[test]
fn without_ground_there_is_no_limit_and_nobody_but_persons_comes_back() {
    let empty = Sketch::new();
    assert_eq!(falls_out(&mut start(empty, [0.0; 3])), None);

    let mut simulation = start(table(), [0.0; 3]);
    let aside = Avatar { position: Vec3::X * 20.0, ..Avatar::default() };
    let idle = simulation.edit().add_actor(Actor::walker(aside, Pilot::Nobody)).unwrap();
    run(&mut simulation, &STAND, 300);
    let idle = simulation.state().actors.find(idle.0).unwrap().position();
    // Five seconds at 9.8 m a second squared.
    assert!((idle.y + 122.5).abs() < 0.1, "{idle}");
    assert_eq!(feet(&simulation), Vec3::ZERO);
}

#[test]
fn whoever_still_rises_below_the_limit_has_not_fallen_out() {
    let mut sketch = table();
    let own = &mut sketch.scene.avatar;
    (own.position, own.velocity, own.grounded) = (Vec3::new(20.0, -60.0, 0.0), Vec3::Y * 5.0, false);
    let mut simulation = start_scene(sketch.scene);
    // At 9.8 m a second squared they rise for 0.51 s, which is 30.6 ticks.
    let (tick, lowest) = falls_out(&mut simulation).expect("the limit is reached");
    assert!((31..=32).contains(&tick), "{tick}");
    assert!((-60.0..-58.0).contains(&lowest), "{lowest}");
}

#[test]
fn ground_below_the_limit_catches_as_any_other() {
    let mut simulation = start(table(), [0.0; 3]);
    let below = Affine3A::from_translation(Vec3::Y * -60.0);
    assert!(simulation.edit().teleport_node(GROUND, below));
    run(&mut simulation, &STAND, 600);
    assert_eq!(feet(&simulation), Vec3::Y * -60.0);
}

#[test]
fn a_save_falls_as_the_run_that_it_was_taken_of() {
    let mut simulation = start(table(), [0.0; 3]);
    run(&mut simulation, &WALK, 240);
    // Where the ground is now does not count: that of the start does.
    assert!(simulation.edit().teleport_node(GROUND, Affine3A::from_translation(Vec3::Y * -500.0)));
    let (scene, state) = (Arc::clone(simulation.scene()), simulation.state().clone());
    let (mut resumed, _) = Simulation::resume(scene, state, &Limits::default()).unwrap();
    let fell = [&mut simulation, &mut resumed].map(|run| falls_out(run).expect("the limit is reached"));
    assert_eq!(fell[0], fell[1]);
    assert_eq!(simulation.state().hash(), resumed.state().hash());
}

#[test]
fn a_command_leads_back_to_the_start() {
    let mut scene = table().scene;
    scene.avatar.position = Vec3::new(3.0, 0.0, -4.0);
    let mut simulation = start_scene(scene);
    run(&mut simulation, &WALK, 60);
    assert!(feet(&simulation).x > 5.9, "{}", feet(&simulation));
    simulation.advance(&[STAND], &[Command::BackToStart { actor: PERSON }]);
    let back = simulation.state().avatar().unwrap();
    assert_eq!((back.position, back.velocity.x), (Vec3::new(3.0, 0.0, -4.0), 0.0));
    assert!(simulation.take_findings().is_empty());
}
