//! Programs that never end, call each other in rings or hold nonsense: each tick does a bounded amount of
//! work, and the rest of the world lives on.

use crate::common::STAND;
use crate::common::programs::{
    OTHER, ROOT, call, place, program, repeat, said, say, sequence, sketch, slide, world,
};
use crate::common::start;
use glam::Vec3;
use runtime::Simulation;
use world::program::{
    Activation, Call, Definition, Event, LoopLimit, MOST_PROGRAMS, MoveTo, Operand, Phase, Span, StartClock,
    Step,
};
use world::{NodeId, ProgramId};

const DEEP: u32 = 1000;

/// A program that says 1 in every tick.
fn lives() -> Definition {
    Definition { activation: Activation::OnStartup, ..program(vec![sequence(vec![say(1), repeat(-1)])]) }
}

fn starts(events: Vec<Event>) -> Definition {
    let steps = events.into_iter().map(Step::then).collect();
    Definition { activation: Activation::OnStartup, ..program(vec![sequence(steps)]) }
}

fn waits(program: u32) -> Event {
    Event::Call(Call { wait: true, ..call(program) })
}

/// That a world with these programs goes on for some ticks, as the last of them says in each.
fn goes_on(mut programs: Vec<Definition>, ticks: u64) -> Simulation {
    programs.push(lives());
    let mut simulation = world(programs);
    let spoken = said(&mut simulation, ticks).into_iter().filter(|(_, value)| *value == 1).count();
    assert_eq!(spoken as u64, ticks);
    assert_eq!(simulation.hash(), simulation.state().hash());
    simulation
}

#[test]
fn programs_that_call_each_other_in_a_ring_wait_for_ever() {
    let then = || Event::Callback(9);
    goes_on(vec![starts(vec![waits(1), then()]), starts(vec![waits(0), then()])], 100);
    goes_on(vec![starts(vec![waits(0), then()])], 100);
    let ring = |next| starts(vec![Event::Call(call(next)), Event::Loop(LoopLimit::Count(-1))]);
    goes_on(vec![ring(1), ring(0)], 100);
}

#[test]
fn a_thousand_nested_calls_take_a_tick_each() {
    let mut programs: Vec<Definition> =
        (1..DEEP).map(|next| program(vec![sequence(vec![Step::then(waits(next)), say(3)])])).collect();
    programs.push(program(vec![sequence(vec![say(7), slide(2.0)])]));
    let mut simulation = world(programs);
    assert!(simulation.edit().start_program(ProgramId(0), None));
    assert_eq!(said(&mut simulation, u64::from(DEEP)).first(), Some(&(u64::from(DEEP), 7)));
    said(&mut simulation, 5);
    // When the last is over, all are in the same tick: the newest comes first.
    let over = |own: &world::program::Instance| own.phase == Phase::Executed;
    assert!(simulation.state().programs.instances.iter().all(over));
}

#[test]
fn resets_that_reset_each_other_need_no_deep_stack() {
    let resets = |next: u32| Definition {
        resets_first: true,
        reset: vec![Step::then(Event::Reset(Some(ProgramId(next)))), Step::then(Event::Call(call(next)))],
        ..program(vec![sequence(vec![slide(2.0)])])
    };
    for next in [|own: u32| (own + 1) % DEEP, |own: u32| (own + DEEP - 1) % DEEP, |own: u32| own] {
        goes_on((0..DEEP).map(|own| resets(next(own))).collect(), 20);
    }
}

#[test]
fn sequences_that_call_and_stop_each_other_and_themselves_end_their_ticks() {
    let both = |value| {
        let events = [0, 1].map(|own| Step::then(Event::CallSequence(Some(own))));
        let mut own = sequence(events.into_iter().chain([say(value)]).collect());
        own.on_call = true;
        own
    };
    let begins = sequence(vec![Step::then(Event::CallSequence(Some(0)))]);
    let own = program(vec![both(2), both(3), begins]);
    goes_on(vec![Definition { activation: Activation::OnStartup, ..own }], 50);
    let stops = vec![Event::StopSequence(Some(0)), Event::Callback(9)];
    let mut simulation = world(vec![starts(stops)]);
    assert_eq!(said(&mut simulation, 3), [(1, 0)]);
}

#[test]
fn times_that_are_no_numbers_are_found_once_and_count_as_none() {
    let bad = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -5.0, f32::MAX, f32::MIN_POSITIVE];
    for number in bad {
        for clock in [StartClock::Animation, StartClock::Sequence, StartClock::Event] {
            let way = MoveTo {
                node: ROOT,
                translation: Some(Span { from: Vec3::ZERO, to: Vec3::X }),
                angles: Some(Span { from: Vec3::splat(number), to: Vec3::Y }),
                scale: Some(Span { from: Vec3::splat(number), to: Vec3::ONE }),
                morph: Some(Span { from: number, to: 1.0 }),
                seconds: number,
            };
            let steps = vec![
                Step::then(Event::Scale { node: OTHER, scale: Vec3::splat(number) }),
                Step::then(Event::Rotate {
                    node: OTHER,
                    angles: Vec3::splat(number),
                    turn: Default::default(),
                }),
                Step::then(Event::MoveTo(way)),
                Step::at(clock, number, Event::Callback(4)),
                Step::at(clock, number, Event::Loop(LoopLimit::Seconds(number))),
            ];
            let own = Definition { reset_time: number, ..program(vec![sequence(steps)]) };
            let own = Definition { activation: Activation::OnStartup, resets_first: true, ..own };
            let mut simulation = goes_on(vec![own], 30);
            let found = simulation.take_findings();
            assert_eq!(found.len(), usize::from(!number.is_finite()), "{number} {found:?}");
            assert!(found.iter().all(|finding| finding.code == "runtime.program.unsound"));
            assert!(simulation.state().fits(simulation.scene()));
            assert!(simulation.state().nodes.transforms.iter().all(|place| place.is_finite()));
        }
    }
    let nan = program(vec![sequence(vec![Step::at(StartClock::Event, f32::NAN, Event::Callback(4))])]);
    let mut simulation = world(vec![Definition { activation: Activation::OnStartup, ..nan }]);
    assert_eq!(said(&mut simulation, 2), [(1, 4), (1, 0)]);
}

#[test]
fn there_is_an_end_to_instances() {
    let count = MOST_PROGRAMS + 100;
    let mut sketch = sketch(vec![]);
    let targets: Vec<NodeId> = (0..count).map(|_| sketch.node("target", None, &[])).collect();
    let calls = (0..count).map(|own| Event::Call(Call { bind: Operand::Node(own as u16), ..call(1) }));
    let caller = Definition { nodes: targets.into_iter().map(Some).collect(), ..starts(calls.collect()) };
    let callee = program(vec![sequence(vec![slide(20.0)])]);
    sketch.scene.programs = vec![caller, callee, lives()];
    let mut simulation = start(sketch, [0.0; 3]);
    let spoken = said(&mut simulation, 3);
    assert_eq!(spoken.iter().filter(|(_, value)| *value == 1).count(), 3);
    assert_eq!(simulation.state().programs.instances.len(), 3 + MOST_PROGRAMS);
    let found = simulation.take_findings();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].code, "runtime.program.full");
    assert!(simulation.state().fits(simulation.scene()));
    for _ in 0..30 {
        simulation.tick(&STAND);
    }
    assert_eq!(simulation.state().programs.instances.len(), 3);
}

#[test]
fn nodes_that_are_gone_hold_nothing_up() {
    let steps = vec![
        slide(4.0),
        Step::then(Event::SetActive { node: ROOT, active: true }),
        Step::then(Event::AddChild { parent: ROOT, child: OTHER }),
        Step::then(Event::Translate { node: OTHER, from: ROOT, by: Vec3::X, relative: false }),
        say(2),
    ];
    let own = Definition { reset_time: 0.0, ..program(vec![sequence(steps)]) };
    let mut simulation = world(vec![own]);
    assert!(simulation.edit().start_program(ProgramId(0), None));
    said(&mut simulation, 2);
    assert!(simulation.edit().despawn(NodeId(1)));
    assert_eq!(said(&mut simulation, 3), [(4, 2), (4, 0)]);
    assert_eq!(place(&simulation, 2), Vec3::ZERO);
    // Names that lead nowhere were never found.
    let lost = Definition { nodes: vec![None], root: None, saved: vec![None], ..starts(vec![waits(9)]) };
    goes_on(vec![lost, Definition { root: Some(NodeId(99)), ..starts(vec![]) }], 5);
    goes_on(vec![Definition { sequences: vec![], ..lives() }], 5);
}
