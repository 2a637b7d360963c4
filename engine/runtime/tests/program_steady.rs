//! Programs that run in circles take no new memory once they have gone around.

mod common;

use common::STAND;
use common::programs::{OTHER, ROOT, call, of_all, on_call, program, repeat, say, sequence, slide, world};
use glam::Vec3;
use world::program::{
    Activation, Call, Condition, Definition, Event, FadeTo, Operand, Sequence, Span, Step, Turn,
};

#[global_allocator]
static COUNTING: harness::alloc::Counting = harness::alloc::Counting;

#[test]
fn a_steady_tick_allocates_nothing() {
    assert!(harness::alloc::installed());
    let fade = FadeTo {
        node: OTHER,
        on: Span { from: Some(true), to: None },
        opacity: Span { from: 1.0, to: 0.5 },
        seconds: 0.05,
    };
    let steps = [
        Event::If(Condition::Random(0.5)),
        Event::Rotate { node: OTHER, angles: Vec3::Y * 0.1, turn: Turn::By },
        Event::ElseIf(Condition::PlayerRange(100.0)),
        Event::SetActive { node: OTHER, active: true },
        Event::EndIf,
        Event::FadeTo(fade),
        Event::CallSequence(Some(1)),
        Event::Call(Call { bind: ROOT, wait: true, ..call(1) }),
        Event::Stop(Some(world::ProgramId(2))),
        Event::Translate { node: OTHER, from: ROOT, by: Vec3::Y, relative: false },
    ];
    let circle = sequence(steps.map(Step::then).into_iter().chain([repeat(-1)]).collect());
    let own = program(vec![circle, on_call(vec![slide(2.5), say(1)])]);
    let hides = Step::then(Event::SetActive { node: Operand::Bound, active: true });
    let callee = Definition {
        reset_time: 0.0,
        resets_first: true,
        reset: vec![hides],
        ..program(vec![sequence(vec![slide(3.0), say(2)])])
    };
    let own = Definition { activation: Activation::OnStartup, ..own };
    // What is heard and told takes memory, once for each time; connectors call.
    let is_told = |own: &Sequence| {
        own.steps.iter().any(|step| matches!(step.event, Event::Sound { .. } | Event::CallConnector(_)))
    };
    let mut all = Definition { activation: Activation::OnStartup, ..of_all() };
    all.sequences.retain(|own| !is_told(own));
    all.sounds.clear();
    let mut simulation = world(vec![own, callee.clone(), callee, all]);
    let mut ticks = |count: u32| (0..count).for_each(|_| simulation.tick(&STAND));
    // The table of what stands where remembers the last thousand changes.
    ticks(3000);
    assert_eq!(harness::alloc::peak_of(|| ticks(600)).1, 0);
}
