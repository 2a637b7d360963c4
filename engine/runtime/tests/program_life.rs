//! When programs start, how they end, and what a reset puts back.

use crate::common::programs::{
    OTHER, ROOT, ask, call, on_call, place, program, repeat, said, say, sequence, sketch, slide, told, world,
};
use crate::common::start;
use glam::{Affine3A, Vec3};
use runtime::{Command, DamageKind, Simulation};
use world::program::{
    Activation, Call, CallPlace, Definition, Event, Gate, MoveTo, ONCE_ONLY, Operand, Phase, Prerequisite,
    Requirement, Span, Step,
};
use world::{NodeFlags, NodeId, ProgramId};

const FIRST: ProgramId = ProgramId(0);
/// The node that [`OTHER`] means.
const OTHER_NODE: NodeId = NodeId(2);

fn phase(simulation: &Simulation, program: usize) -> Phase {
    simulation.state().programs.instances[program].phase
}

/// A program that hides its second node and moves its first for three ticks.
fn opens() -> Definition {
    let hide = Step::then(Event::SetActive { node: OTHER, active: false });
    program(vec![sequence(vec![hide, slide(3.0), say(1)])])
}

fn is_hidden(simulation: &Simulation) -> bool {
    !simulation.state().nodes.flags[2].contains(NodeFlags::ACTIVE)
}

#[test]
fn a_world_begins_with_its_resets_and_then_with_what_starts_with_it() {
    let starts = Definition { activation: Activation::OnStartup, ..program(vec![sequence(vec![say(1)])]) };
    let resets =
        Definition { resets_first: true, reset: vec![say(2)], ..program(vec![sequence(vec![say(3)])]) };
    let mut simulation = world(vec![starts.clone(), resets]);
    assert_eq!(said(&mut simulation, 3), [(1, 2), (1, 1), (1, 0)]);
    // The reset comes before each start too.
    assert!(simulation.edit().start_program(ProgramId(1), None));
    assert_eq!(said(&mut simulation, 3), [(4, 3), (4, 0)]);
    let disabled = Definition { disabled: true, ..starts };
    assert_eq!(said(&mut world(vec![disabled]), 3), []);
}

#[test]
fn a_program_that_is_over_may_start_again_unless_it_is_for_once() {
    for (reset_time, times) in [(-1.0, 2), (ONCE_ONLY, 1)] {
        let mut simulation = world(vec![Definition { reset_time, ..opens() }]);
        for time in 0..2 {
            assert_eq!(simulation.edit().start_program(FIRST, None), time < times);
            assert!(time >= times || !simulation.edit().start_program(FIRST, None), "it runs");
            said(&mut simulation, 5);
            assert_eq!(phase(&simulation, 0), Phase::Executed);
            assert!(is_hidden(&simulation) && place(&simulation, 1) == Vec3::X);
        }
    }
}

#[test]
fn a_reset_puts_nodes_back_after_its_time() {
    let own = Definition { reset_time: 2.0 / 60.0, reset: vec![say(7)], ..opens() };
    let mut simulation = world(vec![own.clone()]);
    let before = simulation.state().nodes.clone();
    assert!(simulation.edit().start_program(FIRST, None));
    assert_eq!(said(&mut simulation, 4), [(3, 1), (3, 0)]);
    assert_eq!(phase(&simulation, 0), Phase::Executed);
    assert_eq!(said(&mut simulation, 1), [(5, 7)]);
    assert_eq!((phase(&simulation, 0), &simulation.state().nodes), (Phase::Ready, &before));
    assert!(simulation.state().programs.active.is_empty());
    // At once, and without putting anything back.
    let own = Definition { reset_time: 0.0, restores: false, ..own };
    let mut simulation = world(vec![own]);
    assert!(simulation.edit().start_program(FIRST, None));
    assert_eq!(said(&mut simulation, 4), [(3, 1), (3, 0), (3, 7)]);
    assert!(phase(&simulation, 0) == Phase::Ready && is_hidden(&simulation));
}

#[test]
fn a_reset_takes_the_morph_away() {
    let morph = MoveTo { node: OTHER, morph: Some(Span { from: 0.0, to: 0.5 }), ..MoveTo::default() };
    let steps = vec![Step::then(Event::MoveTo(morph)), slide(3.0)];
    let mut simulation = world(vec![Definition { reset_time: 2.0 / 60.0, ..program(vec![sequence(steps)]) }]);
    assert!(simulation.edit().start_program(FIRST, None));
    said(&mut simulation, 4);
    assert_eq!(simulation.state().programs.morphs[&OTHER_NODE], 0.5);
    said(&mut simulation, 1);
    assert_eq!((phase(&simulation, 0), simulation.state().programs.morphs[&OTHER_NODE]), (Phase::Ready, 0.0));
}

#[test]
fn a_reset_that_takes_time_goes_on_in_every_tick_and_a_start_waits_for_it() {
    let reset = vec![slide(3.0), say(7)];
    let own = Definition { resets_first: true, reset, ..program(vec![sequence(vec![say(1)])]) };
    let mut simulation = world(vec![own]);
    assert_eq!(said(&mut simulation, 1), []);
    assert_eq!(phase(&simulation, 0), Phase::Resetting);
    assert!(simulation.edit().start_program(FIRST, None));
    // Three ticks end it; what starts behind it has its first tick next.
    assert_eq!(said(&mut simulation, 9), [(3, 7), (4, 1), (4, 0)]);
}

#[test]
fn programs_stop_reset_and_invalidate_each_other_and_themselves() {
    let acts = |event: Event| program(vec![sequence(vec![Step::then(event), say(2)])]);
    for (event, expected) in [
        (Event::Stop(Some(ProgramId(1))), Phase::Executed),
        (Event::Reset(Some(ProgramId(1))), Phase::Ready),
        (Event::Invalidate(Some(ProgramId(1))), Phase::RunningThenInvalid),
        (Event::Stop(None), Phase::Running),
        (Event::Stop(Some(ProgramId(9))), Phase::Running),
    ] {
        let mut simulation = world(vec![acts(event.clone()), opens()]);
        assert!(simulation.edit().start_program(ProgramId(1), None));
        said(&mut simulation, 1);
        assert!(simulation.edit().start_program(FIRST, None));
        said(&mut simulation, 1);
        assert_eq!(phase(&simulation, 1), expected, "{event:?}");
        assert_eq!(is_hidden(&simulation), expected != Phase::Ready);
    }
    assert_eq!(told(vec![acts(Event::Stop(Some(FIRST)))], 3), [], "what is stopped says nothing more");
    assert_eq!(told(vec![acts(Event::Reset(Some(FIRST)))], 3), []);
    let mut simulation = world(vec![acts(Event::Invalidate(Some(FIRST)))]);
    assert!(simulation.edit().start_program(FIRST, None));
    assert_eq!(said(&mut simulation, 3), [(1, 2), (1, 0)]);
    assert_eq!(phase(&simulation, 0), Phase::Invalid);
    assert!(!simulation.edit().start_program(FIRST, None));
    // A reset counts it as over.
    assert!(simulation.edit().reset_program(FIRST));
    assert_eq!(phase(&simulation, 0), Phase::Executed);
}

#[test]
fn a_program_starts_only_when_its_prerequisites_hold() {
    let started = |required| Prerequisite { required, requirement: Requirement::Started(Some(ProgramId(1))) };
    let shown = |required, active| Prerequisite {
        required,
        requirement: Requirement::Active { node: Some(NodeId(2)), active },
    };
    let missing =
        Prerequisite { required: true, requirement: Requirement::Active { node: None, active: false } };
    for (prerequisites, min_to_satisfy, before, after) in [
        (vec![], 0, true, true),
        (vec![started(true)], 0, false, true),
        (vec![shown(true, true)], 0, true, false),
        (vec![shown(true, false)], 0, false, true),
        (vec![started(false), shown(false, false)], 2, false, true),
        (vec![started(false), shown(false, true)], 1, true, true),
        (vec![started(false)], 2, false, false),
        (vec![missing], 0, false, false),
    ] {
        let own = Definition { prerequisites, min_to_satisfy, ..program(vec![sequence(vec![say(1)])]) };
        let mut simulation = world(vec![own.clone(), opens()]);
        assert_eq!(simulation.edit().start_program(FIRST, None), before, "{own:?}");
        let mut simulation = world(vec![own.clone(), opens()]);
        assert!(simulation.edit().start_program(ProgramId(1), None));
        said(&mut simulation, 1);
        assert_eq!(simulation.edit().start_program(FIRST, None), after, "{own:?}");
    }
}

#[test]
fn the_clocks_of_a_program_stand_while_it_is_out_of_range_or_its_zone_does_not_exist() {
    let gate = Gate::Range { min_sq: 4.0, max_sq: 25.0 };
    let own = Definition { gate, ..program(vec![sequence(vec![say(1), repeat(-1)])]) };
    let mut simulation = world(vec![own.clone()]);
    assert!(simulation.edit().start_program(FIRST, None));
    for (x, expected) in [(0.0, 0), (2.0, 3), (4.9, 3), (5.0, 0), (9.0, 0), (3.0, 3)] {
        let there = Affine3A::from_translation(Vec3::X * x);
        assert!(simulation.edit().teleport_node(NodeId(1), there));
        assert_eq!(said(&mut simulation, 3).len(), expected, "{x}");
    }
    for (zone, expected) in [(None, 3), (Some(1), 3), (Some(2), 0)] {
        let mut sketch = sketch(vec![Definition { gate: Gate::Zone, ..own.clone() }]);
        sketch.at(NodeId(1)).zone = zone;
        sketch.scene.zones = world::ActiveZones::new(&[1]);
        let mut simulation = start(sketch, [0.0; 3]);
        assert!(simulation.edit().start_program(FIRST, None));
        assert_eq!(said(&mut simulation, 3).len(), expected, "{zone:?}");
    }
}

#[test]
fn damage_starts_what_waits_for_it_and_its_health_comes_back_at_the_end() {
    let own = |activation| Definition { activation, health: 10.0, ..opens() };
    for (activation, weapon, collision) in [
        (Activation::WeaponHit, true, false),
        (Activation::CollideHit, false, true),
        (Activation::AnyHit, true, true),
        (Activation::OnCall, false, false),
    ] {
        for (kind, expected) in [(DamageKind::Weapon, weapon), (DamageKind::Collision, collision)] {
            let mut simulation = world(vec![own(activation)]);
            let hit = Command::Damage { node: NodeId(1), amount: 6.0, kind };
            ask(&mut simulation, hit.clone());
            assert_eq!(phase(&simulation, 0), Phase::Ready);
            ask(&mut simulation, hit);
            assert_eq!(phase(&simulation, 0) == Phase::Running, expected, "{activation:?} {kind:?}");
            said(&mut simulation, 5);
            assert_eq!(simulation.state().programs.instances[0].health, 10.0);
        }
    }
    // What hangs below takes the hit for what it hangs on; without health any hit counts.
    let fragile = Definition { activation: Activation::AnyHit, ..opens() };
    let mut sketch = sketch(vec![fragile]);
    sketch.at(NodeId(1)).children = vec![NodeId(3)];
    let mut simulation = start(sketch, [0.0; 3]);
    ask(&mut simulation, Command::Damage { node: NodeId(3), amount: 0.0, kind: DamageKind::Weapon });
    assert_eq!(phase(&simulation, 0), Phase::Running);
}

#[test]
fn a_root_that_hangs_nowhere_is_in_the_world_while_its_program_runs() {
    let callee = Definition {
        root: Some(NodeId(3)),
        nodes: vec![Some(NodeId(3))],
        ..program(vec![sequence(vec![slide(2.0), say(1)])])
    };
    let mut simulation = world(vec![callee.clone()]);
    assert!(simulation.edit().start_program(FIRST, None));
    assert!(simulation.state().nodes.roots.contains(&NodeId(3)));
    // Another one brings a copy with it, which goes with it.
    said(&mut simulation, 1);
    assert!(simulation.edit().start_program(FIRST, Some(NodeId(2))));
    assert_eq!(simulation.state().programs.instances[1].copies, [(NodeId(3), NodeId(4))]);
    said(&mut simulation, 1);
    assert_eq!(place(&simulation, 3), Vec3::X);
    assert_eq!(place(&simulation, 4), Vec3::X * 0.5);
    assert!(!simulation.state().nodes.roots.contains(&NodeId(3)));
    said(&mut simulation, 1);
    assert!(!simulation.state().nodes.roots.contains(&NodeId(4)));
    assert_eq!(simulation.state().programs.instances.len(), 1);
}

#[test]
fn a_caller_says_where_what_it_calls_happens() {
    let stays = Definition {
        root: Some(NodeId(3)),
        nodes: vec![Some(NodeId(3))],
        ..program(vec![sequence(vec![say(1), repeat(-1)]), on_call(vec![])])
    };
    let placed = |place: CallPlace, own: Definition| {
        let event = Event::Call(Call { place, ..call(1) });
        let mut simulation = world(vec![program(vec![sequence(vec![Step::then(event)])]), own]);
        assert!(simulation.edit().teleport_node(NodeId(2), Affine3A::from_translation(Vec3::Y * 4.0)));
        assert!(simulation.edit().rotate_to(NodeId(2), Vec3::Y * std::f32::consts::FRAC_PI_2));
        assert!(simulation.edit().start_program(FIRST, None));
        said(&mut simulation, 1);
        simulation
    };
    let at = CallPlace::At { node: OTHER, position: Vec3::X };
    // A quarter turn about y takes x to -z.
    let simulation = placed(at, stays.clone());
    assert!(place(&simulation, 3).abs_diff_eq(Vec3::new(0.0, 4.0, -1.0), 1e-6));
    assert_eq!(simulation.state().eulers[&NodeId(3)], Vec3::ZERO);
    let simulation = placed(CallPlace::Turned { node: OTHER, angles: Vec3::Y }, stays.clone());
    assert_eq!(place(&simulation, 3), Vec3::Y * 4.0);
    let turned = simulation.state().eulers[&NodeId(3)];
    assert!(turned.abs_diff_eq(Vec3::Y * (1.0 + std::f32::consts::FRAC_PI_2), 1e-5), "{turned}");
    // What is in the world already stays where it is.
    assert_eq!(place(&placed(at, program(vec![sequence(vec![say(1)])])), 1), Vec3::ZERO);
    // A node that is handed over is the input of what is called.
    let moves = Event::Translate { node: ROOT, from: Operand::Input, by: Vec3::Y, relative: false };
    let follows = program(vec![sequence(vec![Step::then(moves)])]);
    let mut simulation = placed(CallPlace::With { node: OTHER, position: Vec3::X }, follows);
    said(&mut simulation, 1);
    assert!(place(&simulation, 1).abs_diff_eq(Vec3::new(0.0, 5.0, -1.0), 1e-6));
}

#[test]
fn commands_start_and_end_programs_and_say_what_is_wrong() {
    let mut simulation = world(vec![opens()]);
    ask(&mut simulation, Command::StartProgram { program: FIRST, node: None });
    assert_eq!(phase(&simulation, 0), Phase::Running);
    ask(&mut simulation, Command::StopProgram(FIRST));
    assert_eq!(phase(&simulation, 0), Phase::Executed);
    ask(&mut simulation, Command::ResetProgram(FIRST));
    assert_eq!(phase(&simulation, 0), Phase::Ready);
    ask(&mut simulation, Command::InvalidateProgram(FIRST));
    assert_eq!(phase(&simulation, 0), Phase::Invalid);
    let (none, node) = (ProgramId(7), NodeId(99));
    for (command, expected) in [
        (Command::StartProgram { program: FIRST, node: None }, "program 0 may not start now"),
        (Command::StartProgram { program: none, node: None }, "program 7 does not exist"),
        (Command::StartProgram { program: FIRST, node: Some(node) }, "node 99 does not exist"),
        (Command::StopProgram(none), "program 7 does not exist"),
        (Command::GiveVelocity { instance: 7, velocity: Vec3::X }, "instance 7 of programs does not exist"),
        (Command::GiveVelocity { instance: 0, velocity: Vec3::INFINITY }, "infinite"),
        (Command::ResetProgram(none), "program 7 does not exist"),
        (Command::InvalidateProgram(none), "program 7 does not exist"),
        (Command::Damage { node, amount: 1.0, kind: DamageKind::Weapon }, "node 99 does not exist"),
        (Command::Damage { node: NodeId(1), amount: f32::NAN, kind: DamageKind::Weapon }, "NaN"),
        (Command::Damage { node: NodeId(1), amount: -1.0, kind: DamageKind::Weapon }, "out of range"),
    ] {
        let error = simulation.edit().apply(&command).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
        let written = serde_json::to_string(&command).unwrap_or_default();
        let read: Option<Command> = serde_json::from_str(&written).ok();
        assert!(read == Some(command.clone()) || written.contains("null"), "{written}");
    }
}

#[test]
fn a_reset_that_calls_its_own_program_makes_no_second_one() {
    let again = Event::Call(Call { bind: ROOT, ..call(0) });
    let own = Definition { resets_first: true, reset: vec![Step::then(again)], ..opens() };
    let mut simulation = world(vec![own]);
    assert!(simulation.edit().start_program(FIRST, Some(NodeId(1))));
    said(&mut simulation, 2);
    assert_eq!(simulation.state().programs.instances.len(), 1);
    assert_eq!(phase(&simulation, 0), Phase::Running);
}

#[test]
fn programs_go_on_when_files_were_read_again_unless_they_are_others() {
    let limits = world::Limits::default();
    let mut before = world(vec![opens()]);
    assert!(before.edit().start_program(FIRST, None));
    said(&mut before, 2);
    let mut same = world(vec![opens()]);
    same.go_on_from(&before, &limits);
    assert_eq!(said(&mut same, 2), [(3, 1), (3, 0)]);
    let mut other = world(vec![Definition { reset_time: 1.0, ..opens() }]);
    other.go_on_from(&before, &limits);
    assert_eq!(phase(&other, 0), Phase::Ready);
    assert!(other.state().fits(other.scene()));
}

#[test]
fn a_reset_puts_back_what_was_there_before_the_first_resets() {
    let away = Event::Translate { node: OTHER, from: Operand::None, by: Vec3::X, relative: false };
    let resets = Definition { resets_first: true, reset: vec![Step::then(away)], ..program(vec![]) };
    let mut simulation = world(vec![resets]);
    said(&mut simulation, 1);
    assert_eq!(place(&simulation, 2), Vec3::X);
    let captured = &simulation.state().programs.instances[0].captured;
    assert_eq!(captured.len(), 2);
    assert_eq!(Vec3::from(captured[1].transform.translation), Vec3::ZERO);
}

#[test]
fn what_starts_again_is_the_newest() {
    let stays = || program(vec![sequence(vec![say(1), repeat(-1)])]);
    let mut simulation = world(vec![stays(), stays()]);
    assert!(simulation.edit().start_program(FIRST, None));
    assert!(simulation.edit().start_program(ProgramId(1), None));
    assert_eq!(simulation.state().programs.active, [0, 1]);
    assert!(simulation.edit().stop_program(FIRST));
    assert!(simulation.edit().start_program(FIRST, None));
    assert_eq!(simulation.state().programs.active, [1, 0]);
    // On a walk nothing is walked twice: each says its number once in a tick.
    let restarts = |other: u32, value| {
        let events = [Event::Stop(Some(ProgramId(other))), Event::Call(call(other)), Event::Callback(value)];
        sequence(events.map(Step::then).into_iter().chain([repeat(-1)]).collect())
    };
    let mut simulation = world(vec![program(vec![restarts(1, 5)]), program(vec![restarts(0, 6)]), stays()]);
    for program in 0..3 {
        assert!(simulation.edit().start_program(ProgramId(program), None));
    }
    for _ in 0..20 {
        let mut values: Vec<u32> = said(&mut simulation, 1).into_iter().map(|(_, value)| value).collect();
        values.sort_unstable();
        assert!(values == [1, 5] || values == [1, 6], "{values:?}");
        assert_eq!(simulation.state().programs.active.len(), 3);
    }
}

#[test]
fn copies_of_roots_are_used_again() {
    let callee = Definition {
        root: Some(NodeId(3)),
        nodes: vec![Some(NodeId(3))],
        ..program(vec![sequence(vec![
            Step::then(Event::SetOpacity { node: ROOT, on: true, opacity: Some(0.5) }),
            slide(2.0),
        ])])
    };
    let mut simulation = world(vec![callee]);
    for start in 0..10_000_u32 {
        // The first runs at its root, two others at other nodes, over and over.
        simulation.edit().start_program(FIRST, None);
        simulation.edit().start_program(FIRST, Some(NodeId(1 + start % 2)));
        said(&mut simulation, 1);
        assert!(simulation.state().nodes.len() <= 4 + 3, "{start}");
    }
    let programs = &simulation.state().programs;
    assert!(programs.fades.len() <= 4 + 3 && programs.pool.len() <= 3);
    said(&mut simulation, 5);
    let state = simulation.state();
    assert!(state.fits(simulation.scene()));
    assert_eq!(state.programs.instances.len(), 1);
    assert!(!state.programs.pool.is_empty());
    // What waits is as loading made it, and in no list.
    for own in &state.programs.pool {
        let copy = own.copies[0].1;
        assert!(!state.nodes.roots.contains(&copy) && state.nodes.lives(copy));
        assert_eq!((place(&simulation, copy.0), state.nodes.opacities[copy.index()]), (Vec3::ZERO, 1.0));
        assert!(!state.programs.fades.contains_key(&copy));
    }
    assert_eq!(simulation.hash(), simulation.state().hash());
    // One that somebody removed or changed meanwhile is not used as it is.
    let waits = simulation.state().programs.pool.last().map(|own| own.copies[0].1).unwrap();
    assert!(simulation.edit().despawn(waits));
    assert!(simulation.state().fits(simulation.scene()));
    assert!(simulation.edit().start_program(FIRST, None));
    assert!(simulation.edit().start_program(FIRST, Some(NodeId(1))));
    let copy = simulation.state().programs.instances[1].copies[0].1;
    assert!(copy != waits && simulation.state().nodes.roots.contains(&copy));
    // What was hung below a copy is not in the way of the next one.
    let adds = Definition {
        root: Some(NodeId(3)),
        nodes: vec![Some(NodeId(3)), Some(NodeId(2))],
        ..program(vec![sequence(vec![
            Step::then(Event::AddChild { parent: ROOT, child: OTHER }),
            slide(2.0),
        ])])
    };
    let mut simulation = world(vec![adds]);
    assert!(simulation.edit().start_program(FIRST, None));
    assert!(simulation.edit().start_program(FIRST, Some(NodeId(1))));
    said(&mut simulation, 1);
    assert_eq!(simulation.state().nodes.children[4], [NodeId(2)]);
    said(&mut simulation, 5);
    assert!(!simulation.state().nodes.lives(NodeId(4)) && simulation.state().nodes.lives(NodeId(2)));
    assert_eq!(simulation.state().programs.pool, []);
}

#[test]
fn times_and_health_without_end_are_saved_and_loaded() {
    for number in [f32::INFINITY, f32::NEG_INFINITY, f32::NAN, f32::MAX] {
        let own = Definition { reset_time: number, health: number, ..opens() };
        let mut simulation = world(vec![own]);
        assert!(simulation.edit().start_program(FIRST, None));
        said(&mut simulation, 9);
        let saved = simulation.state().to_json().unwrap();
        let state = world::State::from_json(&saved).unwrap();
        assert_eq!(&state, simulation.state());
        let scene = std::sync::Arc::clone(simulation.scene());
        assert!(Simulation::resume(scene, state, &world::Limits::default()).is_ok(), "{number}");
        assert_eq!(simulation.take_findings().len(), usize::from(!number.is_finite()));
    }
}

#[test]
fn a_call_at_a_node_that_is_missing_does_not_happen() {
    for bind in [Operand::Node(9), Operand::Input] {
        let calls = Event::Call(Call { bind, ..call(1) });
        let mut simulation = world(vec![program(vec![sequence(vec![Step::then(calls), say(1)])]), opens()]);
        assert!(simulation.edit().start_program(FIRST, None));
        assert_eq!(said(&mut simulation, 1), [(1, 1), (1, 0)]);
        assert_eq!(phase(&simulation, 1), Phase::Ready);
    }
}

#[test]
fn a_node_has_one_instance_even_when_the_first_is_free() {
    let mut simulation = world(vec![program(vec![sequence(vec![slide(5.0)])])]);
    assert!(simulation.edit().start_program(FIRST, None));
    said(&mut simulation, 2);
    assert!(simulation.edit().start_program(FIRST, Some(NodeId(2))));
    said(&mut simulation, 3);
    // The first is over, the second is at its node for two ticks more.
    assert_eq!(phase(&simulation, 0), Phase::Executed);
    assert!(!simulation.edit().start_program(FIRST, Some(NodeId(2))));
    assert!(simulation.edit().start_program(FIRST, Some(NodeId(1))));
    said(&mut simulation, 2);
    assert!(simulation.edit().start_program(FIRST, Some(NodeId(2))));
}

#[test]
fn what_never_ran_has_not_started() {
    let needs = Definition {
        prerequisites: vec![Prerequisite {
            required: true,
            requirement: Requirement::Started(Some(ProgramId(1))),
        }],
        ..program(vec![sequence(vec![say(1)])])
    };
    let takes_time = Definition { resets_first: true, reset: vec![slide(9.0)], ..opens() };
    for other in [Definition { disabled: true, ..opens() }, takes_time] {
        let mut simulation = world(vec![needs.clone(), other]);
        said(&mut simulation, 2);
        assert!(phase(&simulation, 1) != Phase::Ready);
        assert!(!simulation.edit().start_program(FIRST, None));
    }
    let mut simulation = world(vec![needs, opens()]);
    assert!(simulation.edit().invalidate_program(ProgramId(1)));
    assert!(!simulation.edit().start_program(FIRST, None));
}

#[test]
fn damage_goes_to_the_parent_with_the_smallest_number_in_a_save_too() {
    let own = |node| Definition {
        root: Some(NodeId(node)),
        activation: Activation::WeaponHit,
        ..program(vec![sequence(vec![slide(9.0)])])
    };
    let mut simulation = world(vec![own(1), own(2)]);
    // Linked in the other order.
    simulation.edit().link(Some(NodeId(2)), NodeId(3)).unwrap();
    simulation.edit().link(Some(NodeId(1)), NodeId(3)).unwrap();
    let state = simulation.state().clone();
    let scene = std::sync::Arc::clone(simulation.scene());
    let (later, _) = Simulation::resume(scene, state, &world::Limits::default()).unwrap();
    for mut simulation in [simulation, later] {
        ask(&mut simulation, Command::Damage { node: NodeId(3), amount: 1.0, kind: DamageKind::Weapon });
        assert_eq!([phase(&simulation, 0), phase(&simulation, 1)], [Phase::Running, Phase::Ready]);
    }
}

#[test]
fn a_save_that_says_of_a_missing_root_that_it_is_there_starts() {
    let own = Definition { root: Some(NodeId(99)), ..opens() };
    let own = vec![
        own,
        program(vec![sequence(vec![Step::then(Event::Call(Call {
            place: CallPlace::At { node: OTHER, position: Vec3::X },
            ..call(0)
        }))])]),
    ];
    let simulation = world(own);
    let mut state = simulation.state().clone();
    state.programs.instances[0].attached = true;
    let scene = std::sync::Arc::clone(simulation.scene());
    let (mut later, _) = Simulation::resume(scene, state, &world::Limits::default()).unwrap();
    assert!(later.edit().start_program(ProgramId(1), None));
    said(&mut later, 9);
    assert_eq!(phase(&later, 0), Phase::Executed);
}
