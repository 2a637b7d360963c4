//! Events with numbers that are NaN, infinite or too large, with names that lead nowhere, and connectors
//! that call each other: the world goes on, and what it saves can be loaded.

use crate::common::programs::{OTHER, ROOT, on_call, program, said, say, sequence, sketch, world};
use crate::common::start;
use glam::{Quat, Vec3};
use runtime::Simulation;
use std::sync::Arc;
use world::program::{
    Activation, Blast, Bounce, CallConnector, CallEnd, CameraChange, CameraTo, Change, Connector,
    ConnectorEnd, Definition, Detonation, EndPosition, Event, EventPlace, FogChange, Gravity, KeyScript,
    Launch, LaunchRange, LightAnimation, LightState, ObjectMotion, Operand, Phase, ProgramSound, ScreenWash,
    ScriptFrame, ScriptKey, ScriptMotion, ScriptTurn, Span, Step, Tumble,
};
use world::{LightId, ProgramId, State};

const BAD: [f32; 6] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -1.0, f32::MIN_POSITIVE];

fn body(number: f32) -> ObjectMotion {
    let (vector, pair) = (Vec3::splat(number), [number; 2]);
    let change = Some(Change { rate: vector, acceleration: vector });
    ObjectMotion {
        node: ROOT,
        gravity: Some(Gravity {
            acceleration: number,
            complex: true,
            no_altitude: false,
            intersections: false,
        }),
        impact_force: true,
        translation: Some(Launch { velocity: vector, acceleration: vector, direction: vector }),
        range: Some(LaunchRange { azimuth: pair, elevation: pair, speed: pair, acceleration: pair }),
        rotation: change,
        forward_rotation: Some(Tumble::Time(Change { rate: number, acceleration: number })),
        scale: change,
        morph: Some(number),
        run_time: None,
        bounces: [Bounce { sequence: Some(9), sound: Some(0), full_volume_speed: number }; 3],
    }
}

/// The cubics of a key, one for each axis.
type Cubics = Option<Box<[[f32; 4]; 3]>>;

fn script(number: f32) -> ScriptMotion {
    let vector = Vec3::splat(number);
    let frame = |start, end, cubic: fn(f32) -> Cubics| ScriptFrame {
        start,
        end,
        translation: Some(ScriptKey { base: vector, delta: vector, cubic: cubic(number) }),
        rotation: Some(ScriptTurn {
            base: Quat::from_array([number; 4]),
            delta: vector,
            cubic: cubic(number),
        }),
        scale: Some(ScriptKey { base: vector, delta: vector, cubic: cubic(number) }),
    };
    let none = |_| None;
    let all = |number| Some(Box::new([[number; 4]; 3]));
    // Out of order, backwards, and without end.
    let frames =
        vec![frame(0.0, 0.02, none), frame(0.1, 0.05, all), frame(number, 0.03, none), frame(0.0, 0.2, all)];
    ScriptMotion { node: OTHER, script: Arc::new(KeyScript { frames }) }
}

fn view(number: f32) -> Vec<Event> {
    let (pair, three) = ([number; 2], Some([number; 3]));
    let all = |value| CameraChange {
        near: Some(value),
        far: Some(value),
        lod_multiplier: Some(value),
        fov_x: Some(value),
        fov_y: Some(value),
        zoom_x: Some(value),
        zoom_y: Some(value),
    };
    let span = Some(Span { from: number, to: 1.0 });
    let to = CameraChange { near: span, fov_y: span, zoom_x: span, ..CameraChange::default() };
    vec![
        Event::Camera(all(number).into()),
        Event::CameraTo(CameraTo { change: to, seconds: 0.05 }.into()),
        Event::Fog(FogChange { kind: None, color: three, altitude: Some(pair), range: Some(pair) }),
        Event::ScreenWash(
            ScreenWash { color: Span { from: [number; 4], to: [number; 4] }, seconds: 0.05 }.into(),
        ),
        Event::CycleTexture { node: ROOT, restart: true, frame: u16::MAX },
    ]
}

fn lights(number: f32) -> Vec<Event> {
    let (pair, three, vector) = ([number; 2], [number; 3], Vec3::splat(number));
    let light = LightState {
        light: Some(0),
        active: true,
        place: EventPlace::Node { node: ROOT, offset: vector },
        orientation: Some(vector),
        range: Some(pair),
        color: Some(three),
        ambient: Some(number),
        diffuse: Some(number),
        ..LightState::default()
    };
    let plain = LightState { light: Some(0), active: true, ..LightState::default() };
    let glows = LightAnimation {
        light: Some(0),
        range_rate: pair,
        range_acceleration: pair,
        color_rate: three,
        seconds: 0.05,
    };
    vec![Event::Light(light.into()), Event::Light(plain.into()), Event::LightAnimation(glows.into())]
}

fn places(number: f32) -> Vec<Event> {
    let vector = Vec3::splat(number);
    let end = ConnectorEnd {
        node: ROOT,
        position: EndPosition::At(vector),
        part: Span { from: number, to: number },
    };
    let handed = CallEnd { node: ROOT, resolved: true, position: EndPosition::At(vector) };
    vec![
        Event::Sound { sound: Some(0), node: ROOT, offset: vector },
        Event::SoundNode { sound: Some(0), active: true, place: EventPlace::At(vector) },
        Event::SoundNode { sound: Some(0), active: true, place: EventPlace::Keep },
        Event::Effect { effect: Some(0), node: ROOT, offset: vector },
        Event::Detonate(
            Detonation {
                node: ROOT,
                offset: vector,
                blast: Some(Blast { radius: number, damage: number }),
                ..Detonation::default()
            }
            .into(),
        ),
        Event::Detonate(
            Detonation {
                node: ROOT,
                blast: Some(Blast { radius: 9.0, damage: number }),
                ..Detonation::default()
            }
            .into(),
        ),
        Event::Connector(
            Connector { node: OTHER, from: end, to: end, seconds: 0.05, max_length: Some(number) }.into(),
        ),
        Event::CallConnector(
            CallConnector { program: Some(ProgramId(1)), from: handed, to: handed, reference: Some(0) }
                .into(),
        ),
        Event::ScreenRipple(0.05),
    ]
}

/// A world in which these events happen in a sequence each goes on, and can be saved and loaded.
fn goes_on(events: Vec<Event>, number: f32) {
    let sound = ProgramSound {
        file: "x.wav".into(),
        volume: number,
        looping: true,
        range: Some([number; 2]),
        ..ProgramSound::default()
    };
    let own = Definition {
        activation: Activation::OnStartup,
        takes_blasts: true,
        health: number,
        lights: vec![None],
        sounds: vec![Some(sound.clone().into())],
        sound_nodes: vec![Some(sound.into())],
        ..program(events.into_iter().map(|event| sequence(vec![Step::then(event), say(1)])).collect())
    };
    let other = Definition { activation: Activation::AnyHit, ..own.clone() };
    let mut simulation = world(vec![own, other]);
    said(&mut simulation, 30);
    let state = simulation.state();
    assert!(state.fits(simulation.scene()), "{number}");
    assert!(state.nodes.transforms.iter().all(|place| place.is_finite()), "{number}");
    assert!(state.lights.iter().all(world::Light::is_finite), "{number}");
    assert!(state.camera.fov_y.is_finite() && state.camera.near > 0.0, "{number}");
    assert!(simulation.cues().iter().all(runtime::Cue::is_finite), "{number}");
    let saved = state.to_json().unwrap();
    let loaded = State::from_json(&saved).unwrap_or_else(|error| panic!("{number}: {error}"));
    assert_eq!(loaded.hash(), state.hash(), "{number}");
}

#[test]
fn numbers_that_are_none_stay_out_of_the_world() {
    for number in BAD {
        goes_on(vec![Event::Motion(body(number).into())], number);
        let timed = ObjectMotion { run_time: Some(number), ..body(1.0) };
        goes_on(vec![Event::Motion(timed.into())], number);
        goes_on(vec![Event::Script(script(number))], number);
        goes_on(view(number), number);
        goes_on(lights(number), number);
        goes_on(places(number), number);
    }
}

#[test]
fn names_that_lead_nowhere_are_nothing() {
    let lost = Operand::Node(99);
    let motion = ObjectMotion { node: lost, ..body(1.0) };
    let timed = ObjectMotion { run_time: Some(2.0 / 60.0), ..motion.clone() };
    let light = LightState { light: None, active: true, ..LightState::default() };
    let slide = LightAnimation { light: Some(9), seconds: 2.0 / 60.0, ..LightAnimation::default() };
    let connector = CallConnector { program: Some(ProgramId(77)), ..CallConnector::default() };
    let events = vec![
        Event::Motion(motion.into()),
        Event::Motion(timed.into()),
        Event::Script(ScriptMotion { node: lost, ..script(0.0) }),
        Event::Light(light.into()),
        Event::LightAnimation(slide.into()),
        Event::Connector(Connector { node: lost, ..Connector::default() }.into()),
        Event::CallConnector(connector.into()),
        Event::CycleTexture { node: lost, restart: true, frame: 1 },
        Event::Sound { sound: None, node: Operand::None, offset: Vec3::ZERO },
        Event::SoundNode { sound: Some(7), active: true, place: EventPlace::Keep },
        Event::Effect { effect: None, node: Operand::None, offset: Vec3::ZERO },
        Event::Detonate(Detonation { node: lost, ..Detonation::default() }.into()),
        Event::Puffer(world::program::PufferState::default().into()),
        Event::Callback(4),
    ];
    let own = program(vec![sequence(events.into_iter().map(Step::then).collect()), on_call(vec![])]);
    let own = Definition { lights: vec![Some(LightId(5))], ..own };
    let mut simulation = start(sketch(vec![own]), [0.0; 3]);
    let before = simulation.state().nodes.clone();
    assert!(simulation.edit().start_program(ProgramId(0), None));
    // Two ticks, the last end of the keys at 0.2 seconds, and two more.
    assert_eq!(said(&mut simulation, 20), [(16, 4), (16, 0)]);
    assert_eq!(simulation.state().nodes, before);
    assert!(simulation.state().programs.instances[0].owned.is_empty());
}

#[test]
fn a_thousand_connectors_that_call_each_other_end_together() {
    const DEEP: u32 = 1000;
    let calls = |next: u32| {
        let own =
            CallConnector { program: Some(ProgramId(next)), reference: Some(0), ..CallConnector::default() };
        let stays = Event::ScreenRipple(1e6);
        program(vec![sequence(vec![Step::then(Event::CallConnector(own.into())), Step::then(stays)])])
    };
    // The last calls the first, which runs.
    let mut simulation = world((0..DEEP).map(|own| calls((own + 1) % DEEP)).collect());
    assert!(simulation.edit().start_program(ProgramId(0), None));
    said(&mut simulation, u64::from(DEEP) + 1);
    let runs = |simulation: &Simulation| {
        simulation.state().programs.instances.iter().filter(|own| own.phase == Phase::Running).count()
    };
    assert_eq!(runs(&simulation), DEEP as usize);
    assert!(simulation.edit().stop_program(ProgramId(0)));
    assert_eq!(runs(&simulation), 0);
    assert!(simulation.state().programs.active.is_empty());
}
