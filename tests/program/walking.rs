//! Walking by numbers: the demo's test places, crossed by recorded input.
//!
//! Each recording is typed by hand as a start and input changes; the places at
//! given ticks follow from the scene's geometry and the walker's speeds.

use crate::program::demo;
use binary::Limits;
use glam::Vec3;
use revisit::install::Install;
use runtime::{Input, Simulation};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use world::{Avatar, Scene};

/// The demo, loaded once.
fn scene() -> &'static Arc<Scene> {
    static SCENE: OnceLock<Arc<Scene>> = OnceLock::new();
    SCENE.get_or_init(|| {
        let install = Install::open(Path::new(demo()), &[]).unwrap();
        let request = install.request(Some("c1")).unwrap();
        Arc::new(load::zipper::load(&install.vfs, &request, &mut load::Quiet).unwrap().scene)
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
    simulation.state().avatar.position
}

const FORWARD: Input = Input { forward: 1.0, strafe: 0.0, yaw: 0.0, pitch: 0.0, run: false, jump: false };
const REST: Input = Input { forward: 0.0, ..FORWARD };
