//! The water of the demos: one wades into a river and a sea, swims, and comes no farther than the
//! shore allows.

use crate::program::{island, valley};
use glam::Vec3;
use runtime::{Cue, Input, Simulation};
use std::sync::Arc;
use titles::install::Install;
use world::Limits;

const STAND: Input = Input {
    forward: 0.0,
    strafe: 0.0,
    yaw: 0.0,
    pitch: 0.0,
    run: false,
    jump: false,
    sink: false,
    fire: false,
    fire_second: false,
};
const WALK: Input = Input { forward: 1.0, ..STAND };

pub fn simulation(demo: &str) -> Simulation {
    let install = Install::open(demo.as_ref(), &[]).unwrap();
    let request = install.request(None).unwrap();
    let loaded = load::load(&install.vfs, &request, &mut load::Quiet).unwrap();
    Simulation::of_loaded(Arc::new(loaded.scene), loaded.derived, 1, &Limits::default())
}

/// Puts the person at a place of the game's own axes, metres, looking at another.
fn put(simulation: &mut Simulation, at: [f32; 3], toward: [f32; 3]) {
    let frame = simulation.scene().frame;
    let [at, toward] = [at, toward].map(|place| frame.to_engine(Vec3::from(place).map(|m| frame.units(m))));
    let way = toward - at;
    assert!(simulation.edit().teleport_avatar(at, libm::atan2f(-way.x, -way.z), 0.0));
}

/// The feet in the game's own axes, metres.
fn feet(simulation: &Simulation) -> Vec3 {
    let frame = simulation.scene().frame;
    frame.to_game(simulation.state().avatar().unwrap().position) * frame.metres_per_unit
}

#[test]
fn one_wades_into_the_river_of_the_valley_and_swims() {
    let mut simulation = simulation(valley());
    // From the bank, where the demo's note has a place, to the middle of the river.
    put(&mut simulation, [-92.0, -6.2, 212.0], [-130.0, -9.0, 186.0]);
    let (mut splashed, mut waded, mut swam) = (false, false, false);
    for _ in 0..1500 {
        simulation.tick(&WALK);
        splashed |= simulation.cues().iter().any(|cue| matches!(cue, Cue::Splashed { .. }));
        let avatar = simulation.state().avatar().unwrap();
        let wet = simulation.probe().water(avatar.position).is_some();
        waded |= wet && avatar.grounded;
        // The water is at -9; who floats has the feet 1.4 m below.
        swam |= wet && !avatar.grounded && (feet(&simulation).y + 10.4).abs() < 0.02;
    }
    assert!(splashed && waded && swam, "{splashed} {waded} {swam} {}", feet(&simulation));
    // Whoever falls into its middle comes up again.
    put(&mut simulation, [-130.0, -3.0, 186.0], [0.0, -9.0, 186.0]);
    for _ in 0..600 {
        simulation.tick(&STAND);
    }
    let at = feet(&simulation);
    assert!((at.y + 10.4).abs() < 0.02 && !simulation.state().avatar().unwrap().grounded, "{at}");
}

#[test]
fn the_sea_around_the_island_carries_and_has_an_end() {
    let mut simulation = simulation(island());
    // The land ends 58.6 m from the middle in this direction; up is z.
    put(&mut simulation, [0.0, -80.0, -1.0], [0.0, -500.0, -1.0]);
    for _ in 0..300 {
        simulation.tick(&STAND);
    }
    let at = feet(&simulation);
    assert!((at.z + 1.4).abs() < 0.02, "{at}");
    let mut told = 0;
    for _ in 0..60 * 60 {
        simulation.tick(&Input { run: true, ..WALK });
        told += simulation.cues().iter().filter(|cue| matches!(cue, Cue::TooFarOut { .. })).count();
    }
    let at = feet(&simulation);
    assert!((-135.0..-100.0).contains(&at.y) && (at.z + 1.4).abs() < 0.02, "{at}");
    assert_eq!(told, 1);
}
