//! Programs made by hand.

use super::{STAND, start};
use runtime::{Command, Cue, Simulation};
use std::sync::Arc;
use world::program::{
    Blast, Bounce, Call, CallConnector, CallEnd, CameraChange, CameraTo, Change, Connector, ConnectorEnd,
    Definition, Detonation, EndPosition, Event, EventPlace, FogChange, Gravity, KeyScript, LaunchRange,
    LightAnimation, LightState, LoopLimit, MoveTo, ObjectMotion, Operand, ProgramRules, ProgramSound,
    PufferState, ScreenWash, ScriptFrame, ScriptKey, ScriptMotion, ScriptTurn, Sequence, Span, StartClock,
    Step, Tumble,
};
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

/// The numbers of the games.
pub fn rules() -> ProgramRules {
    ProgramRules {
        force: 0.01,
        reach_up: 10.0,
        rest: [0.1, 0.5],
        keeps: 0.2,
        rise: 0.5,
        groundless_s: [15.0, 35.0],
        cover: 50.0,
        jump: 200.0,
        light_range: [32.0, 64.0],
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
    sketch.scene.program_rules = rules();
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

/// A program with every kind of event that lasts or leaves something behind, each in a sequence of its own
/// that starts over for ever. It calls itself as a connector.
pub fn of_all() -> Definition {
    let hum = ProgramSound { file: "hum.wav".into(), volume: 1.0, looping: true, ..ProgramSound::default() };
    let body = ObjectMotion {
        node: ROOT,
        gravity: Some(Gravity { acceleration: -9.8, complex: true, ..Gravity::default() }),
        impact_force: true,
        range: Some(LaunchRange {
            azimuth: [0.0, 360.0],
            elevation: [20.0, 90.0],
            speed: [1.0, 9.0],
            acceleration: [0.0; 2],
        }),
        rotation: Some(Change { rate: Vec3::Y, acceleration: Vec3::X }),
        forward_rotation: Some(Tumble::Distance(1.0)),
        bounces: [Bounce { sequence: Some(1), sound: Some(0), full_volume_speed: 9.0 }; 3],
        run_time: Some(0.3),
        ..ObjectMotion::default()
    };
    let frame = |start, end| ScriptFrame {
        start,
        end,
        translation: Some(ScriptKey { base: Vec3::ZERO, delta: Vec3::X, cubic: None }),
        rotation: Some(ScriptTurn { delta: Vec3::Y, ..ScriptTurn::default() }),
        scale: Some(ScriptKey { base: Vec3::ONE, delta: Vec3::ZERO, cubic: None }),
    };
    let script = Arc::new(KeyScript { frames: vec![frame(0.0, 0.05), frame(0.08, 0.1)] });
    let light = LightState { light: Some(0), active: true, range: Some([1.0, 9.0]), ..LightState::default() };
    let glows = LightAnimation {
        light: Some(0),
        range_rate: [1.0, 2.0],
        range_acceleration: [0.5; 2],
        color_rate: [0.1; 3],
        seconds: 0.1,
    };
    let smoke = PufferState {
        puffer: Some(0),
        active: 1,
        node: Some(OTHER),
        interval: Some(0.1),
        ..PufferState::default()
    };
    let beam = Connector {
        node: OTHER,
        from: ConnectorEnd { node: ROOT, ..Connector::default().from },
        to: ConnectorEnd { node: Operand::Input, position: EndPosition::Input, ..Connector::default().to },
        seconds: 0.1,
        max_length: Some(1.0),
    };
    let near = CameraChange { near: Some(Span { from: 0.1, to: 0.2 }), ..CameraChange::default() };
    let blast = Some(Blast { radius: 100.0, damage: 1.0 });
    let calls = CallConnector {
        program: Some(ProgramId(0)),
        from: CallEnd { node: ROOT, resolved: true, position: EndPosition::At(Vec3::X) },
        to: CallEnd { node: OTHER, resolved: false, position: EndPosition::Input },
        reference: Some(0),
    };
    let sound = |active| Event::SoundNode {
        sound: Some(0),
        active,
        place: EventPlace::Node { node: ROOT, offset: Vec3::X },
    };
    let lane =
        |events: Vec<Event>| sequence(events.into_iter().map(Step::then).chain([repeat(-1)]).collect());
    Definition {
        lights: vec![None],
        sounds: vec![Some(hum.clone().into())],
        sound_nodes: vec![Some(hum.into())],
        puffers: vec!["smoke".into()],
        takes_blasts: true,
        ..program(vec![
            lane(vec![Event::Motion(body.into())]),
            on_call(vec![say(5)]),
            lane(vec![Event::Script(ScriptMotion { node: OTHER, script })]),
            lane(vec![Event::Light(light.into()), Event::LightAnimation(glows.into())]),
            lane(vec![Event::Puffer(smoke.into()), Event::ScreenRipple(0.05)]),
            lane(vec![Event::Connector(beam.into()), Event::CallConnector(calls.into())]),
            lane(vec![
                Event::CameraTo(CameraTo { change: near, seconds: 0.1 }.into()),
                Event::Fog(FogChange { range: Some([1.0, 50.0]), ..FogChange::default() }),
                Event::ScreenWash(ScreenWash { seconds: 0.1, ..ScreenWash::default() }.into()),
            ]),
            lane(vec![
                sound(true),
                Event::Sound { sound: Some(0), node: OTHER, offset: Vec3::X },
                Event::Detonate(Detonation { node: ROOT, blast, ..Detonation::default() }.into()),
                sound(false),
            ]),
        ])
    }
}
