//! The clock of programs: when events start, how sequences call each other, loops and conditions.
//!
//! All times are worked out by hand: the first tick is from 0 to 1/60 s, the second from there to 2/60 s.

use crate::common::programs::{
    OTHER, ROOT, call, of_all, on_call, place, program, repeat, said, say, say_at, sequence, sketch, slide,
    told, world,
};
use crate::common::start;
use glam::Vec3;
use runtime::Simulation;
use std::sync::Arc;
use world::program::StartClock::{Animation, Event as EventClock, Sequence as SequenceClock};
use world::program::{Call, Condition, Event, LoopLimit, Operand, SequencePhase, Step};
use world::sketch::ModelSketch;
use world::{Limits, NodeId, ProgramId, State};

#[test]
fn what_has_no_time_happens_at_once_and_in_order() {
    let own = program(vec![sequence(vec![say(1), say(2)]), sequence(vec![say(3)])]);
    assert_eq!(told(vec![own], 5), [(1, 1), (1, 2), (1, 3), (1, 0)]);
}

#[test]
fn three_clocks_say_when_an_event_starts() {
    // At 3/60 s the third tick ends.
    for clock in [Animation, SequenceClock, EventClock] {
        let own = program(vec![sequence(vec![say(1), say_at(clock, 3.0, 2)])]);
        assert_eq!(told(vec![own], 9), [(1, 1), (3, 2), (3, 0)], "{clock:?}");
        // As the first event of a sequence too.
        let own = program(vec![sequence(vec![say_at(clock, 3.0, 2)])]);
        assert_eq!(told(vec![own], 9), [(3, 2), (3, 0)], "{clock:?}");
    }
    // The time since the end of an event is counted from the end of one that lasts, and from the due time
    // of one that starts in the middle of a tick.
    let own =
        program(vec![sequence(vec![slide(4.0), say_at(EventClock, 2.0, 1), say_at(Animation, 2.0, 2)])]);
    assert_eq!(told(vec![own], 9), [(6, 1), (6, 2), (6, 0)]);
    let half = |value| say_at(EventClock, 0.5, value);
    let own = program(vec![sequence(vec![half(1), half(2), half(3), half(4)])]);
    assert_eq!(told(vec![own], 9), [(1, 1), (1, 2), (2, 3), (2, 4), (2, 0)]);
}

#[test]
fn what_a_timed_event_does_not_use_of_a_tick_is_there_for_the_next_one() {
    // Two ways of two and a half ticks end with the fifth.
    let own = program(vec![sequence(vec![slide(2.5), say(1), slide(2.5), say(2)])]);
    assert_eq!(told(vec![own], 9), [(3, 1), (5, 2), (5, 0)]);
}

#[test]
fn a_timed_event_ends_with_its_exact_end() {
    let own = program(vec![sequence(vec![slide(7.0), say(1)])]);
    let mut simulation = world(vec![own]);
    assert!(simulation.edit().start_program(ProgramId(0), None));
    assert_eq!(said(&mut simulation, 3), []);
    assert!((place(&simulation, 1).x - 3.0 / 7.0).abs() < 1e-6);
    assert_eq!(said(&mut simulation, 5), [(7, 1), (7, 0)]);
    assert_eq!(place(&simulation, 1), Vec3::X);
}

#[test]
fn a_called_sequence_runs_in_the_same_tick_only_if_it_comes_later() {
    let starts =
        sequence(vec![Step::then(Event::CallSequence(Some(0))), Step::then(Event::CallSequence(Some(2)))]);
    let own = program(vec![on_call(vec![say(1)]), starts, on_call(vec![say(2)])]);
    assert_eq!(told(vec![own], 5), [(1, 2), (2, 1), (2, 0)]);
}

#[test]
fn a_sequence_that_is_called_waits_again_at_its_end_and_one_that_starts_cannot_be_called() {
    let calls = |times| {
        let first = Step::then(Event::CallSequence(Some(0)));
        let second = Step::then(Event::CallSequence(Some(2)));
        let none = Step::then(Event::CallSequence(None));
        sequence(vec![first, second, none, Step::then(Event::CallSequence(Some(9))), repeat(times)])
    };
    let own = program(vec![sequence(vec![say(1)]), calls(3), on_call(vec![say(2)])]);
    assert_eq!(told(vec![own], 9), [(1, 1), (1, 2), (2, 2), (3, 2), (4, 0)]);
}

#[test]
fn a_stopped_sequence_is_over_and_one_that_waits_cannot_be_called_any_more() {
    let stop = |number| Step::then(Event::StopSequence(Some(number)));
    let calls = vec![stop(1), Step::then(Event::CallSequence(Some(1))), stop(0), say(9)];
    let own =
        program(vec![sequence(calls), on_call(vec![say(1)]), sequence(vec![say(2), slide(3.0), say(3)])]);
    assert_eq!(told(vec![own.clone()], 9), [(1, 2), (3, 3), (3, 0)]);
    // What a sequence has begun stays as it is.
    let mut simulation = world(vec![own]);
    assert!(simulation.edit().start_program(ProgramId(0), None));
    said(&mut simulation, 2);
    let states = &simulation.state().programs.instances[0].sequences;
    let phases: Vec<_> = states.iter().map(|state| state.phase).collect();
    assert_eq!(phases, [SequencePhase::Finished, SequencePhase::Finished, SequencePhase::Running]);
}

#[test]
fn a_loop_over_instant_events_takes_a_sixtieth_of_a_second_for_each_pass() {
    let own = program(vec![sequence(vec![say(1), repeat(3), say(2)])]);
    assert_eq!(told(vec![own], 9), [(1, 1), (2, 1), (3, 1), (4, 2), (4, 0)]);
    for endless in [0, -1, -7] {
        let own = program(vec![sequence(vec![say(1), repeat(endless)])]);
        assert_eq!(told(vec![own], 90).len(), 90);
    }
}

#[test]
fn a_loop_that_asks_for_time_keeps_its_length() {
    // Passes of two and a half ticks: they end at 2.5, 5, 7.5 and 10 ticks.
    let own = program(vec![sequence(vec![slide(2.5), say(1), repeat(-1)])]);
    assert_eq!(told(vec![own], 10), [(3, 1), (5, 1), (8, 1), (10, 1)]);
    // A pause before the loop starts over is its own.
    for clock in [EventClock, SequenceClock] {
        let pause = Step::at(clock, 2.5 / 60.0, Event::Loop(LoopLimit::Count(3)));
        let own = program(vec![sequence(vec![say(1), pause, say(2)])]);
        assert_eq!(told(vec![own], 12), [(1, 1), (4, 1), (6, 1), (9, 2), (9, 0)], "{clock:?}");
    }
    // Ten ticks in passes of two and a half.
    let limit = Step::then(Event::Loop(LoopLimit::Seconds(10.0 / 60.0)));
    let own = program(vec![sequence(vec![slide(2.5), say(1), limit, say(2)])]);
    assert_eq!(told(vec![own], 12), [(3, 1), (5, 1), (8, 1), (10, 1), (11, 2), (11, 0)]);
}

#[test]
fn another_pass_of_a_loop_goes_on_from_where_the_node_is() {
    let own = program(vec![sequence(vec![slide(4.0), repeat(-1)])]);
    let mut simulation = world(vec![own]);
    assert!(simulation.edit().start_program(ProgramId(0), None));
    said(&mut simulation, 4);
    assert_eq!(place(&simulation, 1), Vec3::X);
    // It is at its end already, adds its rate all the same and snaps back.
    said(&mut simulation, 2);
    assert!((place(&simulation, 1).x - 1.5).abs() < 1e-6);
    said(&mut simulation, 2);
    assert_eq!(place(&simulation, 1), Vec3::X);
}

/// What a program says whose conditions are these: a branch of 1, one of 2, one of 3.
fn branches(first: bool, second: bool) -> Vec<u32> {
    let steps = vec![
        Step::then(Event::If(Condition::HardwareRender(first))),
        say(1),
        Step::then(Event::ElseIf(Condition::HardwareRender(second))),
        say(2),
        Step::then(Event::Else),
        say(3),
        Step::then(Event::EndIf),
        say(4),
    ];
    told(vec![program(vec![sequence(steps)])], 3).into_iter().map(|(_, value)| value).collect()
}

#[test]
fn one_branch_is_taken() {
    assert_eq!(branches(true, true), [1, 4, 0]);
    assert_eq!(branches(true, false), [1, 4, 0]);
    assert_eq!(branches(false, true), [2, 4, 0]);
    assert_eq!(branches(false, false), [3, 4, 0]);
}

#[test]
fn a_false_condition_lands_on_the_marker_of_one_inside_it() {
    let when = |holds| Event::If(Condition::HardwareRender(holds));
    // The outer condition does not hold: the inner ELSEIF is tested, and nobody counts.
    let steps = vec![
        Step::then(when(false)),
        Step::then(when(true)),
        say(1),
        Step::then(Event::ElseIf(Condition::HardwareRender(true))),
        say(2),
        Step::then(Event::EndIf),
        say(3),
        Step::then(Event::EndIf),
    ];
    assert_eq!(told(vec![program(vec![sequence(steps)])], 3), [(1, 2), (1, 3), (1, 0)]);
    // Without any marker behind it the sequence is over.
    let steps = vec![Step::then(when(false)), say(1)];
    assert_eq!(told(vec![program(vec![sequence(steps)])], 3), [(1, 0)]);
}

/// True when a condition holds in the first tick of a world.
fn holds(condition: Condition, change: impl Fn(&mut Simulation)) -> bool {
    let steps = vec![Step::then(Event::If(condition)), say(1), Step::then(Event::EndIf)];
    let mut simulation = world(vec![program(vec![sequence(steps)])]);
    change(&mut simulation);
    assert!(simulation.edit().start_program(ProgramId(0), None));
    said(&mut simulation, 1).contains(&(1, 1))
}

#[test]
fn every_condition_says_what_it_asks() {
    let at = |place: Vec3| {
        move |world: &mut Simulation| {
            assert!(world.edit().teleport_node(NodeId(1), glam::Affine3A::from_translation(place)));
        }
    };
    let plain = |_: &mut Simulation| {};
    for (condition, expected) in [
        (Condition::Random(1.0), true),
        (Condition::Random(-0.1), false),
        (Condition::Detail(2), true),
        (Condition::Detail(3), false),
        (Condition::HardwareRender(true), true),
        (Condition::HardwareRender(false), false),
        (Condition::FirstPerson(true), true),
        (Condition::FirstPerson(false), false),
        (Condition::PlayerBelow(0.1), true),
        (Condition::PlayerBelow(-0.1), false),
        (Condition::PlayerUndercover(50.0), false),
        (Condition::PlayerLinedUp(0.01), true),
        (Condition::PlayerSpeed { min: 0.0, max: 0.1 }, true),
        (Condition::PlayerSpeed { min: 0.1, max: 9.0 }, false),
        (Condition::HealthBelow(0.0), true),
        (Condition::HealthBelow(-1.0), false),
        (Condition::HealthWithin { min: -1.0, max: 1.0 }, true),
        (Condition::HealthWithin { min: 1.0, max: 2.0 }, false),
        (Condition::NodeActive(ROOT), true),
        (Condition::NodeActive(Operand::Node(7)), false),
        (Condition::NodeActive(Operand::Input), false),
    ] {
        assert_eq!(holds(condition, plain), expected, "{condition:?}");
    }
    // The range is squared.
    let far = at(Vec3::new(3.0, 0.0, 4.0));
    assert!(holds(Condition::PlayerRange(25.0), far));
    assert!(!holds(Condition::PlayerRange(24.9), far));
    // Ground below, and above a node that is under it.
    let low = |distance| Condition::NodeUndercover { node: ROOT, distance };
    assert!(holds(low(-5.0), at(Vec3::Y * 4.0)) && !holds(low(-5.0), at(Vec3::Y * 6.0)));
    let below = |altitude| Condition::NodeBelow { node: ROOT, altitude };
    assert!(holds(below(7.0), at(Vec3::Y * 6.0)) && !holds(below(6.0), at(Vec3::Y * 6.0)));
    let hidden = |world: &mut Simulation| _ = world.edit().set_active(NodeId(1), false);
    assert!(!holds(Condition::NodeActive(ROOT), hidden));
    let turned = |world: &mut Simulation| _ = world.edit().rotate_to(NodeId(1), Vec3::Y);
    assert!(!holds(Condition::PlayerLinedUp(0.99), turned) && holds(Condition::PlayerLinedUp(1.01), turned));
}

#[test]
fn somebody_is_under_cover_when_something_is_near_above_the_eye() {
    // A roof 6 above the ground: 4.2 above an eye at 1.8.
    let covered = |distance: f32| {
        let condition = Condition::PlayerUndercover(distance);
        let steps = vec![Step::then(Event::If(condition)), say(1), Step::then(Event::EndIf)];
        let mut sketch = sketch(vec![program(vec![sequence(steps)])]);
        sketch.scene.walker.eye = 1.8;
        sketch.place(ModelSketch::new().ceiling([-9.0; 2], [9.0; 2], 6.0));
        let mut simulation = start(sketch, [0.0; 3]);
        assert!(simulation.edit().start_program(ProgramId(0), None));
        said(&mut simulation, 1).contains(&(1, 1))
    };
    assert!(covered(4.3) && !covered(4.1));
    // A node looks as far as the title says where its condition does not: 6 from the ground.
    let usual = |cover: f32| {
        let condition = Condition::NodeUndercover { node: ROOT, distance: 0.0 };
        let steps = vec![Step::then(Event::If(condition)), say(1), Step::then(Event::EndIf)];
        let mut sketch = sketch(vec![program(vec![sequence(steps)])]);
        sketch.scene.program_rules.cover = cover;
        sketch.place(ModelSketch::new().ceiling([-9.0; 2], [9.0; 2], 6.0));
        let mut simulation = start(sketch, [0.0; 3]);
        assert!(simulation.edit().start_program(ProgramId(0), None));
        said(&mut simulation, 1).contains(&(1, 1))
    };
    assert!(usual(6.1) && !usual(5.9));
}

#[test]
fn every_random_condition_draws_anew_and_the_seed_decides() {
    let draw = |value| [Step::then(Event::If(Condition::Random(0.5))), say(value), Step::then(Event::EndIf)];
    let steps: Vec<Step> = draw(1).into_iter().chain(draw(2)).chain([repeat(20)]).collect();
    let own = program(vec![sequence(steps)]);
    let first = told(vec![own.clone()], 30);
    assert_eq!(first, told(vec![own], 30));
    // The generator of the time, seeded with 1, draws 41, 18467, 6334, 26500, 19169, 15724 of 32767.
    assert_eq!(first[..3], [(1, 1), (2, 1), (3, 2)]);
}

#[test]
fn who_waits_goes_on_when_what_it_called_is_over() {
    let caller = |wait| {
        let call = Call { wait, ..call(1) };
        program(vec![sequence(vec![Step::then(Event::Call(call)), say(1)])])
    };
    let callee = program(vec![sequence(vec![slide(3.0)])]);
    // What is called in the first tick begins in the second, and ends with the fourth.
    assert_eq!(told(vec![caller(false), callee.clone()], 9), [(1, 1), (1, 0)]);
    assert_eq!(told(vec![caller(true), callee.clone()], 9), [(4, 1), (4, 0)]);
    // There is nothing behind the call that could be held up.
    let waits = Step::then(Event::Call(Call { wait: true, ..call(1) }));
    let last = program(vec![sequence(vec![say(1)]), sequence(vec![waits])]);
    assert_eq!(told(vec![last, callee.clone()], 9), [(1, 1), (1, 0)]);
    // A call that is refused holds nothing up.
    let refused = world::program::Definition { disabled: true, ..callee };
    assert_eq!(told(vec![caller(true), refused], 9), [(1, 1), (1, 0)]);
    assert_eq!(told(vec![caller(true)], 9), [(1, 1), (1, 0)]);
}

#[test]
fn a_program_at_another_node_is_another_instance() {
    let at = |node| Call { bind: node, ..call(1) };
    let calls = [at(ROOT), at(OTHER), at(OTHER), call(1)].map(|call| Step::then(Event::Call(call)));
    let hide = Step::then(Event::SetActive { node: Operand::Bound, active: false });
    let callee = program(vec![sequence(vec![hide, slide(3.0), say(5)])]);
    let mut simulation = world(vec![program(vec![sequence(calls.into())]), callee]);
    assert!(simulation.edit().start_program(ProgramId(0), None));
    said(&mut simulation, 2);
    let state = simulation.state();
    assert_eq!(state.programs.instances.len(), 3);
    assert_eq!(state.programs.instances[2].node, Some(NodeId(2)));
    let hidden: Vec<bool> = state.nodes.flags.iter().map(|flags| flags.is_empty()).collect();
    assert_eq!(hidden.len(), 4);
    for node in [1, 2] {
        assert!(!state.nodes.flags[node].contains(world::NodeFlags::ACTIVE));
    }
    // Both end, and the second is gone.
    assert_eq!(said(&mut simulation, 6), [(4, 5), (4, 0), (4, 5), (4, 0)]);
    assert_eq!(simulation.state().programs.instances.len(), 2);
    assert!(simulation.state().programs.active.is_empty());
}

/// A world that is saved and loaded in each of its ticks goes on as it does.
fn is_the_same_from_a_save(mut simulation: Simulation) {
    for _ in 0..40 {
        let saved = simulation.state().to_json().unwrap();
        let state = State::from_json(&saved).unwrap();
        let scene = Arc::clone(simulation.scene());
        let (mut later, _) = Simulation::resume(scene, state, &Limits::default()).unwrap();
        assert_eq!(said(&mut simulation, 3), said(&mut later, 3));
        assert_eq!(simulation.hash(), later.hash());
        assert_eq!(simulation.hash(), simulation.state().hash());
    }
}

#[test]
fn a_save_in_the_middle_goes_on_as_the_world_did() {
    let loops = sequence(vec![
        slide(2.5),
        Step::then(Event::If(Condition::Random(0.5))),
        say(1),
        Step::then(Event::EndIf),
        repeat(-1),
    ]);
    let waits = Call { wait: true, bind: OTHER, ..call(1) };
    let calls = sequence(vec![Step::then(Event::Call(waits)), say(2), repeat(-1)]);
    let own = vec![program(vec![loops, calls]), program(vec![sequence(vec![slide(3.0), say(3)])])];
    let mut simulation = world(own);
    assert!(simulation.edit().start_program(ProgramId(0), None));
    assert!(simulation.edit().start_program(ProgramId(1), None));
    is_the_same_from_a_save(simulation);
    // With every kind of event under way.
    let mut simulation = world(vec![of_all(), of_all()]);
    for program in 0..2 {
        assert!(simulation.edit().start_program(ProgramId(program), None));
    }
    is_the_same_from_a_save(simulation);
}

#[test]
fn a_called_sequence_sees_its_clock_at_nothing_in_its_first_tick() {
    let calls = || sequence(vec![Step::then(Event::CallSequence(Some(1)))]);
    for clock in [SequenceClock, EventClock] {
        let own = program(vec![calls(), on_call(vec![say_at(clock, 1.0, 5)])]);
        assert_eq!(told(vec![own], 5), [(2, 5), (2, 0)], "{clock:?}");
    }
    let own = program(vec![calls(), on_call(vec![slide(2.0), say(5)])]);
    assert_eq!(told(vec![own], 5), [(3, 5), (3, 0)]);
    // It is the same for one that comes earlier, a tick later.
    let own = program(vec![
        on_call(vec![slide(2.0), say(5)]),
        sequence(vec![Step::then(Event::CallSequence(Some(0)))]),
    ]);
    assert_eq!(told(vec![own], 6), [(4, 5), (4, 0)]);
}

#[test]
fn a_pass_shorter_than_a_tick_leaves_over_no_more_than_one() {
    let own = program(vec![sequence(vec![slide(0.6), say(1), repeat(-1)])]);
    let mut simulation = world(vec![own]);
    assert!(simulation.edit().start_program(ProgramId(0), None));
    for carried in [0.4, 0.8, 1.0, 1.0, 1.0] {
        assert_eq!(said(&mut simulation, 1).len(), 1, "one pass in each tick");
        let carry = simulation.state().programs.instances[0].sequences[0].carry * 60.0;
        assert!((carry - carried).abs() < 1e-4, "{carry} {carried}");
    }
}
