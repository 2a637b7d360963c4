//! Programs made by hand.

use super::{STAND, start};
use runtime::{Command, Cue, Simulation};
use world::program::{Call, Definition, Event, LoopLimit, MoveTo, Operand, Sequence, Span, StartClock, Step};
use world::sketch::{ModelSketch, Sketch};
use world::{NodeId, ProgramId};

use glam::Vec3;

/// The first node of a definition: what it stands at.
pub const ROOT: Operand = Operand::Node(0);
/// The second.
pub const OTHER: Operand = Operand::Node(1);

/// Says a number.
pub fn say(value: u32) -> Step {
    Step::then(Event::Callback(value))
}

/// Says a number so many ticks after something.
pub fn say_at(clock: StartClock, ticks: f32, value: u32) -> Step {
    Step::at(clock, ticks / 60.0, Event::Callback(value))
}

/// Moves its root from x = 0 to x = 1 in so many ticks.
pub fn slide(ticks: f32) -> Step {
    let span = Span { from: Vec3::ZERO, to: Vec3::X };
    let way = MoveTo { node: ROOT, translation: Some(span), seconds: ticks / 60.0, ..MoveTo::default() };
    Step::then(Event::MoveTo(way))
}

pub fn repeat(times: i16) -> Step {
    Step::then(Event::Loop(LoopLimit::Count(times)))
}

pub fn sequence(steps: Vec<Step>) -> Sequence {
    Sequence { steps, ..Sequence::default() }
}

pub fn on_call(steps: Vec<Step>) -> Sequence {
    Sequence { on_call: true, ..sequence(steps) }
}

pub fn call(program: u32) -> Call {
    Call { program: Some(ProgramId(program)), ..Call::default() }
}

/// A program at the first node.
pub fn program(sequences: Vec<Sequence>) -> Definition {
    Definition {
        root: Some(NodeId(1)),
        nodes: vec![Some(NodeId(1)), Some(NodeId(2))],
        saved: vec![Some(NodeId(1)), Some(NodeId(2))],
        sequences,
        ..Definition::default()
    }
}

/// A plain, on which two nodes stand and somebody at (0, 0, 0), and a third that hangs nowhere.
pub fn sketch(programs: Vec<Definition>) -> Sketch {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-50.0; 2], [50.0; 2], 0.0));
    for name in ["one", "two", "three"] {
        let node = sketch.node(name, None, &[]);
        if name != "three" {
            sketch.scene.roots.push(node);
        }
    }
    sketch.scene.programs = programs;
    sketch
}

/// A world with these programs.
pub fn world(programs: Vec<Definition>) -> Simulation {
    start(sketch(programs), [0.0; 3])
}

/// What programs said, with the tick; 0 is the end of one.
pub fn said(simulation: &mut Simulation, ticks: u64) -> Vec<(u64, u32)> {
    let mut said = Vec::new();
    for _ in 0..ticks {
        simulation.tick(&STAND);
        let tick = simulation.state().tick;
        said.extend(simulation.cues().iter().filter_map(|cue| match cue {
            Cue::Callback { value, .. } => Some((tick, *value)),
            _ => None,
        }));
    }
    said
}

/// What the first program says in its first ticks, when it starts in the first.
pub fn told(programs: Vec<Definition>, ticks: u64) -> Vec<(u64, u32)> {
    let mut simulation = world(programs);
    assert!(simulation.edit().start_program(ProgramId(0), None));
    said(&mut simulation, ticks)
}

/// A tick with one command.
pub fn ask(simulation: &mut Simulation, command: Command) {
    simulation.advance(&[STAND], &[command]);
    assert_eq!(simulation.take_findings(), []);
}

/// Where a node stands.
pub fn place(simulation: &Simulation, node: u32) -> Vec3 {
    simulation.state().nodes.transforms[node as usize].translation.into()
}
