//! What happens when in programs, as somebody is told who asks.
//!
//! All times are worked out by hand, in ticks: the first tick is from 0 to 1, the second from there to 2.

use crate::common::STAND;
use crate::common::programs::{
    ROOT, call, of_all, on_call, program, repeat, say, say_at, sequence, slide, world,
};
use runtime::{Command, EventList, EventOutcome, Simulation, Traced, TracedWhat};
use world::program::StartClock::Event as EventClock;
use world::program::{
    Activation, Call, CallConnector, CallEnd, Condition, Definition, Event, ONCE_ONLY, Operand, Prerequisite,
    Requirement, Step,
};
use world::{NodeId, ProgramId};

/// A line: how many ticks the clock of the program has gone, the program and its instance, and what.
fn line(traced: &Traced) -> String {
    let ticks = (traced.seconds * 6000.0).round() / 100.0;
    let what = match traced.what {
        TracedWhat::Event { list, place, keyword, outcome } => {
            let list = match list {
                EventList::Reset => "reset".to_owned(),
                EventList::Damage => "damage".to_owned(),
                EventList::Sequence(number) => format!("s{number}"),
            };
            let outcome = match outcome {
                EventOutcome::JumpsTo(to) => format!("jumps to {to}"),
                other => format!("{other:?}").to_lowercase(),
            };
            format!("{list} {place} {keyword} {outcome}")
        }
        TracedWhat::Refused(why) => format!("refused: {why}"),
        other => format!("{other:?}").to_lowercase(),
    };
    format!("{ticks} {}.{} {what}", traced.program.0, traced.instance)
}

fn start(program: u32) -> Command {
    Command::StartProgram { program: ProgramId(program), node: None }
}

/// What a tick with these commands brings.
fn tick(simulation: &mut Simulation, commands: &[Command]) -> Vec<String> {
    simulation.advance(&[STAND], commands);
    simulation.program_trace().iter().map(line).collect()
}

/// A world in which all programs are traced.
fn traced(programs: Vec<Definition>) -> Simulation {
    let all: Vec<ProgramId> = (0..programs.len()).map(ProgramId::from).collect();
    let mut simulation = world(programs);
    simulation.trace_programs(Some(&all));
    simulation
}

#[test]
fn a_trace_says_when_each_event_begins_and_ends_and_where_a_sequence_goes() {
    let steps = vec![
        say_at(EventClock, 1.5, 1),
        Step::then(Event::If(Condition::HardwareRender(false))),
        say(9),
        Step::then(Event::ElseIf(Condition::HardwareRender(true))),
        Step::then(Event::CallSequence(Some(1))),
        Step::then(Event::Else),
        Step::then(Event::EndIf),
        slide(2.25),
        repeat(2),
    ];
    let mut simulation = traced(vec![program(vec![sequence(steps), on_call(vec![say(2)])])]);
    let through = |at: &str, end_of_tick: &str| -> Vec<String> {
        let events = [
            "0 CALLBACK done",
            "1 IF jumps to 3",
            "3 ELSEIF done",
            "4 CALL_SEQUENCE done",
            "5 ELSE jumps to 6",
            "6 ENDIF done",
            "7 OBJECT_MOTION_FROM_TO begins",
        ];
        let called = format!("{end_of_tick} 0.0 s1 0 CALLBACK done");
        events.iter().map(|event| format!("{at} 0.0 s0 {event}")).chain([called]).collect()
    };
    // The first event is due in the middle of the second tick.
    assert_eq!(tick(&mut simulation, &[start(0)]), ["0 0.0 starts"]);
    assert_eq!(tick(&mut simulation, &[]), through("1.5", "2"));
    // What goes on says nothing.
    assert_eq!(tick(&mut simulation, &[]), [""; 0]);
    let (ends, rewinds) = ("3.75 0.0 s0 7 OBJECT_MOTION_FROM_TO ends", "3.75 0.0 s0 8 LOOP rewinds");
    assert_eq!(tick(&mut simulation, &[]), [ends, rewinds]);
    // The second pass begins where the first one ended.
    assert_eq!(tick(&mut simulation, &[]), [""; 0]);
    assert_eq!(tick(&mut simulation, &[]), through("5.25", "6"));
    assert_eq!(tick(&mut simulation, &[]), [""; 0]);
    let (ends, over) = ("7.5 0.0 s0 7 OBJECT_MOTION_FROM_TO ends", "7.5 0.0 s0 8 LOOP done");
    assert_eq!(tick(&mut simulation, &[]), [ends, over]);
    // A loop takes its tick, even when it is over.
    assert_eq!(tick(&mut simulation, &[]), ["9 0.0 stops"]);
    assert_eq!(tick(&mut simulation, &[]), [""; 0]);
}

#[test]
fn a_call_stands_before_what_it_starts_and_ends_with_it_if_it_waits() {
    let waits = Step::then(Event::Call(Call { wait: true, ..call(1) }));
    let mut simulation =
        traced(vec![program(vec![sequence(vec![waits, say(1)])]), program(vec![sequence(vec![slide(1.5)])])]);
    let first = ["0 0.0 starts", "0 0.0 s0 0 CALL_ANIMATION begins", "0 1.1 starts"];
    assert_eq!(tick(&mut simulation, &[start(0)]), first);
    assert_eq!(tick(&mut simulation, &[]), ["0 1.1 s0 0 OBJECT_MOTION_FROM_TO begins"]);
    // What was called began a tick later: its clock is one behind.
    let last = [
        "1.5 1.1 s0 0 OBJECT_MOTION_FROM_TO ends",
        "2 1.1 stops",
        "3 0.0 s0 0 CALL_ANIMATION ends",
        "3 0.0 s0 1 CALLBACK done",
        "3 0.0 stops",
    ];
    assert_eq!(tick(&mut simulation, &[]), last);
}

#[test]
fn resets_ends_and_refusals_are_told() {
    let own =
        Definition { resets_first: true, reset: vec![say(1)], ..program(vec![sequence(vec![slide(1.5)])]) };
    let mut simulation = traced(vec![own]);
    // All resets come when the world begins, which is after the first commands.
    assert_eq!(tick(&mut simulation, &[]), ["0 0.0 resets", "0 0.0 reset 0 CALLBACK done"]);
    let begins = [
        "0 0.0 resets",
        "0 0.0 reset 0 CALLBACK done",
        "0 0.0 starts",
        "0 0.0 s0 0 OBJECT_MOTION_FROM_TO begins",
    ];
    assert_eq!(tick(&mut simulation, &[start(0)]), begins);
    let ends = [
        "1 0.0 refused: it runs already",
        "1 0.0 invalidated",
        "1.5 0.0 s0 0 OBJECT_MOTION_FROM_TO ends",
        "2 0.0 stops",
    ];
    let invalidate = Command::InvalidateProgram(ProgramId(0));
    assert_eq!(tick(&mut simulation, &[start(0), invalidate.clone()]), ends);
    let refused = ["2 0.0 refused: it is invalidated"];
    assert_eq!(tick(&mut simulation, &[start(0), invalidate]), refused);
    let reset = Command::ResetProgram(ProgramId(0));
    assert_eq!(tick(&mut simulation, &[reset]), ["0 0.0 resets", "0 0.0 reset 0 CALLBACK done"]);
    tick(&mut simulation, &[start(0)]);
    assert_eq!(tick(&mut simulation, &[Command::StopProgram(ProgramId(0))]), ["1 0.0 stops"]);
}

#[test]
fn a_refusal_says_why() {
    let plain = || program(vec![sequence(vec![say(1)])]);
    let gone = Requirement::Active { node: None, active: true };
    let calls = [
        Event::Call(Call { bind: Operand::Node(9), ..call(1) }),
        Event::CallConnector(Box::new(CallConnector {
            program: Some(ProgramId(1)),
            from: CallEnd { node: Operand::Node(9), ..CallEnd::default() },
            ..CallConnector::default()
        })),
    ];
    let mut simulation = traced(vec![
        program(vec![sequence(calls.into_iter().map(Step::then).collect())]),
        plain(),
        Definition { disabled: true, ..plain() },
        Definition { reset_time: ONCE_ONLY, ..plain() },
        Definition { prerequisites: vec![Prerequisite { required: true, requirement: gone }], ..plain() },
    ]);
    let first = tick(&mut simulation, &[start(0), start(2), start(3), start(4)]);
    let refused: Vec<&String> = first.iter().filter(|line| line.contains("refused")).collect();
    let missing = "0 1.1 refused: its caller names a node that is missing";
    let wanted =
        ["0 2.2 refused: it is disabled", "0 4.4 refused: a prerequisite does not hold", missing, missing];
    assert_eq!(refused, wanted);
    assert_eq!(tick(&mut simulation, &[start(3)]), ["1 3.3 refused: it starts only once"]);
}

#[test]
fn only_what_is_asked_for_is_traced_and_nothing_depends_on_it() {
    let programs = || {
        let all = Definition { activation: Activation::OnStartup, ..of_all() };
        let bound = Event::Call(Call { bind: ROOT, ..call(2) });
        let calls = program(vec![sequence(vec![Step::then(bound), slide(3.0), repeat(-1)])]);
        let called = Definition { root: Some(NodeId(2)), ..program(vec![sequence(vec![slide(2.0)])]) };
        vec![all, Definition { activation: Activation::OnStartup, ..calls }, called]
    };
    let (mut plain, mut watched) = (world(programs()), traced(programs()));
    let (mut some, mut keywords) = (world(programs()), Vec::new());
    some.trace_programs(Some(&[ProgramId(2), ProgramId(99)]));
    for _ in 0..120 {
        plain.tick(&STAND);
        some.tick(&STAND);
        watched.tick(&STAND);
        assert_eq!(plain.program_trace(), []);
        let of_third = watched.program_trace().iter().filter(|line| line.program.0 == 2);
        assert!(some.program_trace().iter().eq(of_third));
        assert_eq!(plain.hash(), watched.hash());
        assert_eq!(plain.state(), watched.state());
        keywords.extend(watched.program_trace().iter().filter_map(|line| match line.what {
            TracedWhat::Event { keyword, .. } => Some(keyword),
            _ => None,
        }));
    }
    for keyword in ["OBJECT_MOTION", "PUFFER_STATE", "CAMERA_FROM_TO", "DETONATE_WEAPON", "LIGHT_ANIMATION"] {
        assert!(keywords.contains(&keyword), "{keyword}");
    }
    watched.trace_programs(None);
    watched.tick(&STAND);
    assert_eq!(watched.program_trace(), []);
}
