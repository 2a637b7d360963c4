//! Worlds made by hand for the tests.

#![allow(dead_code, reason = "every test file uses a part of it")]

pub mod programs;

use glam::Vec3;
use runtime::{Input, Simulation};
use std::sync::Arc;
use world::sketch::Sketch;
use world::{Limits, Scene};

/// A running world with the avatar's feet here.
pub fn start(mut sketch: Sketch, feet: [f32; 3]) -> Simulation {
    sketch.scene.avatar.position = Vec3::from(feet);
    start_scene(sketch.scene)
}

/// A running world.
pub fn start_scene(scene: Scene) -> Simulation {
    let (simulation, findings) = Simulation::new(Arc::new(scene), 1, &Limits::default());
    assert!(findings.is_empty(), "{findings:?}");
    simulation
}

/// The feet.
pub fn feet(simulation: &Simulation) -> Vec3 {
    simulation.state().avatar().unwrap().position
}

/// Ticks with one input.
pub fn run(simulation: &mut Simulation, input: &Input, ticks: u32) {
    for _ in 0..ticks {
        simulation.tick(input);
    }
}

/// Walks towards a compass direction: degrees to the left of north, -z.
pub fn heading(simulation: &mut Simulation, degrees: f32) {
    let at = feet(simulation);
    assert!(simulation.edit().teleport_avatar(at, degrees.to_radians(), 0.0));
    simulation.tick(&Input::default());
}

/// Straight on, walking.
pub const WALK: Input = Input {
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
/// Straight on, running.
pub const RUN: Input = Input { run: true, ..WALK };
/// Standing.
pub const STAND: Input = Input { forward: 0.0, ..WALK };
