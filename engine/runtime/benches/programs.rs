//! What programs cost.
//!
//! `cargo bench -p runtime --bench programs` takes the best of many ticks of 10,000 nodes of which 1,000
//! follow an endless program each: they go somewhere, ask for a random number, turn or fade, and start over.
//! A tick must take less than 1 ms. The second figure is for the same programs while all of them stand
//! still between two events, the third for a world in which none of them runs. The fourth is for programs that
//! throw a body again and again, which asks for the ground, the fifth for programs that follow a script,
//! change a light and tell their emitter once more what it is, and the sixth for beams. The sum keeps the work from being optimised
//! away. It measures this machine now and keeps no record.

use glam::{Affine3A, Vec3};
use runtime::{Input, Simulation};
use std::sync::Arc;
use std::time::{Duration, Instant};
use world::program::{
    Activation, Change, Condition, Connector, ConnectorEnd, Definition, EndPosition, Event, Gravity,
    KeyScript, Launch, LightAnimation, LightState, LoopLimit, MoveTo, ObjectMotion, Operand, PufferState,
    ScriptFrame, ScriptKey, ScriptMotion, Sequence, Span, StartClock, Step, Turn,
};
use world::sketch::{ModelSketch, Sketch};
use world::{Limits, NodeId};

const RUNS: u32 = 300;
const GROUPS: u32 = 100;
const PROGRAMS: u32 = 1000;

/// Groups of 99 boxes on a plain; ten of each follow a program.
fn world(activation: Activation, steps: &[Step]) -> Simulation {
    let mut sketch = Sketch::new();
    let model = sketch.model(ModelSketch::new().cuboid(Vec3::ZERO, Vec3::ONE));
    let mut roots = Vec::new();
    for group in 0..GROUPS {
        let boxes: Vec<NodeId> = (0..99).map(|_| sketch.node("box", Some(model), &[])).collect();
        for (index, node) in (0..).zip(&boxes) {
            let (x, z) = (group % 10 * 100 + index % 10 * 10, group / 10 * 100 + index / 10 * 10);
            sketch.at(*node).transform = Affine3A::from_translation(Vec3::new(x as f32, 0.0, z as f32));
        }
        for node in boxes.iter().take((PROGRAMS / GROUPS) as usize) {
            sketch.scene.programs.push(Definition {
                root: Some(*node),
                nodes: vec![Some(*node)],
                saved: vec![Some(*node)],
                activation,
                lights: vec![None],
                puffers: vec!["smoke".into()],
                sequences: vec![Sequence { steps: steps.to_vec(), ..Sequence::default() }],
                ..Definition::default()
            });
        }
        roots.push(sketch.node("group", None, &boxes));
    }
    sketch.scene.roots = roots;
    Simulation::new(sketch.scene.into(), 1, &Limits::default()).0
}

fn busy() -> Vec<Step> {
    let node = Operand::Node(0);
    let way = |to: f32| MoveTo {
        node,
        translation: Some(Span { from: Vec3::ZERO, to: Vec3::Y * to }),
        seconds: 0.35,
        ..MoveTo::default()
    };
    [
        Event::MoveTo(way(1.0)),
        Event::If(Condition::Random(0.5)),
        Event::Rotate { node, angles: Vec3::Y * 0.1, turn: Turn::By },
        Event::Else,
        Event::SetOpacity { node, on: true, opacity: Some(0.5) },
        Event::EndIf,
        Event::MoveTo(way(0.0)),
        Event::Loop(LoopLimit::Count(-1)),
    ]
    .map(Step::then)
    .into()
}

/// Thrown up for a third of a second; it spins.
fn thrown() -> Vec<Step> {
    let launch = Launch { velocity: Vec3::new(0.5, 3.0, 0.0), ..Launch::default() };
    let own = ObjectMotion {
        node: Operand::Node(0),
        gravity: Some(Gravity { acceleration: -9.8, complex: true, ..Gravity::default() }),
        translation: Some(launch),
        rotation: Some(Change { rate: Vec3::Y, acceleration: Vec3::ZERO }),
        run_time: Some(0.35),
        ..ObjectMotion::default()
    };
    [Event::Motion(own.into()), Event::Loop(LoopLimit::Count(-1))].map(Step::then).into()
}

fn scripted() -> Vec<Step> {
    let node = Operand::Node(0);
    let frame = |key: u8| ScriptFrame {
        start: f32::from(key) * 0.05,
        end: f32::from(key) * 0.05 + 0.05,
        translation: Some(ScriptKey { base: Vec3::Y, delta: Vec3::Y, cubic: None }),
        ..ScriptFrame::default()
    };
    let script = Arc::new(KeyScript { frames: (0..20).map(frame).collect() });
    let light = LightState { light: Some(0), active: true, point: true, ..LightState::default() };
    let glows =
        LightAnimation { light: Some(0), color_rate: [0.1; 3], seconds: 0.1, ..LightAnimation::default() };
    let smoke = PufferState { puffer: Some(0), active: 1, node: Some(node), ..PufferState::default() };
    [
        Event::Puffer(smoke.into()),
        Event::Light(light.into()),
        Event::Script(ScriptMotion { node, script }),
        Event::LightAnimation(glows.into()),
        Event::Loop(LoopLimit::Count(-1)),
    ]
    .map(Step::then)
    .into()
}

/// Stretched from its own place to another, which nothing else moves.
fn joined() -> Vec<Step> {
    let beam = Connector {
        node: Operand::Node(0),
        from: ConnectorEnd { node: Operand::Bound, ..Connector::default().from },
        to: ConnectorEnd { position: EndPosition::At(Vec3::ONE * 9.0), ..Connector::default().to },
        seconds: 0.35,
        ..Connector::default()
    };
    [Event::Connector(beam.into()), Event::Loop(LoopLimit::Count(-1))].map(Step::then).into()
}

fn measure(mut world: Simulation) -> (Duration, f32) {
    let mut best = Duration::MAX;
    for _ in 0..RUNS {
        let start = Instant::now();
        world.tick(&Input::default());
        best = best.min(start.elapsed());
    }
    (best, world.state().nodes.transforms.iter().map(|place| place.translation.y).sum())
}

fn main() {
    let steps = busy();
    let (moving, first) = measure(world(Activation::OnStartup, &steps));
    println!("{PROGRAMS} programs on 10,000 nodes that move theirs: {moving:?} (wanted: 1 ms)");
    let waits = [Step::at(StartClock::Animation, 1e6, Event::Callback(1))];
    let (waiting, second) = measure(world(Activation::OnStartup, &waits));
    println!("between two events: {waiting:?}");
    let (still, third) = measure(world(Activation::OnCall, &steps));
    println!("none started: {still:?}");
    let (falling, fourth) = measure(world(Activation::OnStartup, &thrown()));
    println!("bodies: {falling:?} (wanted: 1 ms)");
    let (led, fifth) = measure(world(Activation::OnStartup, &scripted()));
    println!("scripts, lights and emitters: {led:?} (wanted: 1 ms)");
    let (joined, sixth) = measure(world(Activation::OnStartup, &joined()));
    println!("beams: {joined:?} (wanted: 1 ms)");
    println!("sum {}", first + second + third + fourth + fifth + sixth);
}
