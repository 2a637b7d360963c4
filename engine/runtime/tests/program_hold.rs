//! Programs that somebody holds to look at them, and lets go step by step.
//!
//! All times are worked out by hand, in ticks.

use crate::common::programs::{ask, place, program, said, say_at, sequence, slide, world};
use crate::common::{STAND, start_scene};
use runtime::{Command, Simulation};
use world::program::StartClock::Animation;
use world::program::{Activation, Definition, Phase};
use world::{Limits, ProgramId, State};

const FIRST: ProgramId = ProgramId(0);

/// Says 1 in its third tick and 2 in its fifth, and 0 as every program that is over.
fn speaks() -> Definition {
    program(vec![sequence(vec![say_at(Animation, 3.0, 1), say_at(Animation, 5.0, 2)])])
}

#[test]
fn time_stands_for_a_program_that_is_held_and_passes_step_by_step() {
    let mut simulation = world(vec![speaks()]);
    ask(&mut simulation, Command::StartProgram { program: FIRST, node: None });
    ask(&mut simulation, Command::HoldProgram { program: FIRST, held: true });
    // It had one tick; however many pass, it says nothing.
    assert_eq!(said(&mut simulation, 30), []);
    assert_eq!(simulation.state().programs.instances[0].phase, Phase::Running);
    let clock = |simulation: &Simulation| (simulation.state().programs.instances[0].clock * 60.0).round();
    assert_eq!(clock(&simulation), 1.0);
    // One tick, and it stands again.
    ask(&mut simulation, Command::StepProgram { program: FIRST, ticks: 1 });
    assert_eq!((clock(&simulation), said(&mut simulation, 10)), (2.0, vec![]));
    // In the third tick it says 1. Tick 44 is the next one.
    simulation.edit().step_program(FIRST, 1);
    assert_eq!(said(&mut simulation, 10), [(44, 1)]);
    // Several at once, and then by itself.
    simulation.edit().step_program(FIRST, 2);
    assert_eq!(said(&mut simulation, 1), []);
    assert_eq!(said(&mut simulation, 10), [(55, 2), (55, 0)]);
    assert!(simulation.edit().hold_program(FIRST, false));
    assert!(simulation.state().programs.held.is_empty());
}

#[test]
fn a_program_that_is_held_starts_stops_and_is_reset_and_the_others_go_on() {
    let slides = Definition { reset_time: 0.1, ..program(vec![sequence(vec![slide(10.0)])]) };
    let at_startup = Definition { activation: Activation::OnStartup, ..speaks() };
    let mut simulation = world(vec![slides, at_startup]);
    ask(&mut simulation, Command::HoldProgram { program: FIRST, held: true });
    ask(&mut simulation, Command::StartProgram { program: FIRST, node: None });
    assert_eq!(said(&mut simulation, 3), [(3, 1), (5, 2), (5, 0)]);
    assert_eq!(place(&simulation, 1).x, 0.0);
    ask(&mut simulation, Command::StepProgram { program: FIRST, ticks: 5 });
    said(&mut simulation, 20);
    // Half of the way in five of ten ticks.
    assert!((place(&simulation, 1).x - 0.5).abs() < 1e-4, "{}", place(&simulation, 1));
    ask(&mut simulation, Command::StopProgram(FIRST));
    assert_eq!(simulation.state().programs.instances[0].phase, Phase::Executed);
    // The time to its reset stands, too.
    said(&mut simulation, 30);
    assert_eq!(simulation.state().programs.instances[0].phase, Phase::Executed);
    ask(&mut simulation, Command::ResetProgram(FIRST));
    assert_eq!(simulation.state().programs.instances[0].phase, Phase::Ready);
    assert_eq!(place(&simulation, 1).x, 0.0);
}

#[test]
fn what_is_held_is_in_the_hash_and_in_a_save() {
    let scene = || crate::common::programs::sketch(vec![speaks()]).scene;
    let (mut plain, mut held) = (start_scene(scene()), start_scene(scene()));
    plain.tick(&STAND);
    held.advance(&[STAND], &[Command::StepProgram { program: FIRST, ticks: 7 }]);
    assert_ne!(plain.hash(), held.hash());
    assert_eq!(held.state().programs.held.get(&FIRST), Some(&6));
    let saved = held.state().to_json().unwrap();
    let state = State::from_json(&saved).unwrap();
    let (mut resumed, _) = Simulation::resume(held.scene().clone(), state, &Limits::default()).unwrap();
    assert_eq!(resumed.hash(), held.hash());
    // Let go, it is as if it had never been held.
    held.edit().hold_program(FIRST, false);
    assert_eq!(plain.hash(), held.hash());
    // One of another world does not fit.
    let mut state = plain.state().clone();
    state.programs.held.insert(ProgramId(9), 0);
    assert!(Simulation::resume(plain.scene().clone(), state, &Limits::default()).is_err());
    for command in [
        Command::HoldProgram { program: ProgramId(9), held: true },
        Command::StepProgram { program: ProgramId(9), ticks: 1 },
    ] {
        let error = plain.edit().apply(&command).unwrap_err().to_string();
        assert_eq!(error, "program 9 does not exist");
    }
}

#[test]
fn a_lens_is_what_was_asked_for_unless_it_can_see_nothing() {
    let mut simulation = world(vec![]);
    ask(&mut simulation, Command::SetLens { fov_y: 0.5, near: 2.0, far: 90.0, lod_multiplier: 3.0 });
    let camera = simulation.state().camera;
    assert_eq!((camera.fov_y, camera.near, camera.far, camera.lod_multiplier), (0.5, 2.0, 90.0, 3.0));
    for (fov_y, near, far, lod) in [
        (0.0, 2.0, 90.0, 1.0),
        (4.0, 2.0, 90.0, 1.0),
        (0.5, 90.0, 2.0, 1.0),
        (0.5, 0.0, 2.0, 1.0),
        (0.5, 1.0, f32::INFINITY, 1.0),
        (f32::NAN, 1.0, 2.0, 1.0),
        (0.5, 1.0, 2.0, 0.0),
    ] {
        assert!(!simulation.edit().set_lens(fov_y, near, far, lod));
    }
    assert_eq!(simulation.state().camera, camera);
}
