//! Saves that somebody changed: whatever is in them, a world refuses them or goes
//! on, and does so within bounds.

use crate::common::{WALK, start_scene};
use glam::{Affine3A, Vec3};
use runtime::{Command, Simulation};
use serde_json::Value;
use world::program::{
    Activation, Call, Definition, Event, Gate, LoopLimit, MoveTo, Operand, Sequence, Span, Step,
};
use world::sketch::{ModelSketch, Sketch};
use world::{
    Actor, ActorId, Animator, AnimatorId, Attachment, Avatar, Bone, BoneMotion, BoneTrack, CameraMode,
    CameraTarget, Clip, ClipId, Clock, Curve, Cycle, Deform, EmitterLaw, EmitterLawId, Light, Limits, Mask,
    Motion, NodeId, PathPilot, Pilot, Playable, ProgramId, RibbonLaw, RibbonLawId, ScreenMix, Skeleton,
    State, TextureId, TransformCurves,
};

const BODY: NodeId = NodeId(1);
const HELD: NodeId = NodeId(2);

/// A world in which there is some of everything that a state can hold.
fn busy() -> Simulation {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-50.0; 2], [50.0; 2], 0.0));
    let model = sketch.model(ModelSketch::new().cuboid(Vec3::ZERO, Vec3::ONE));
    let skeleton = Skeleton::new(vec![Bone::default(); 2], Vec::new()).unwrap();
    sketch.scene.models[model.index()].deform = Some(Box::new(Deform { skeleton, ..Deform::default() }));
    let body = sketch.node("body", Some(model), &[HELD]);
    let held = sketch.node("held", Some(model), &[]);
    assert_eq!((body, held), (BODY, HELD));
    let loose = sketch.node("loose", None, &[]);
    sketch.at(body).animator = Some(AnimatorId(0));
    sketch.scene.roots.push(body);
    let translation = Curve::linear(vec![0.0, 1.0], vec![Vec3::ZERO, Vec3::X]).unwrap();
    let track = BoneTrack { bone: 1, curves: TransformCurves { translation, ..TransformCurves::default() } };
    sketch.scene.clips = vec![Clip::new("go", 1.0, Motion::Bones(BoneMotion::new(vec![track])))];
    sketch.scene.animators = vec![Animator {
        clips: vec![Playable::default()],
        start: Clock::looping(ClipId(0)),
        masks: vec![Mask::new("arm", Vec::new(), vec![1])],
        ..Animator::default()
    }];
    sketch.scene.attachments =
        vec![Attachment { node: held, carrier: body, bone: 1, offset: Affine3A::IDENTITY }];
    sketch.scene.emitters = vec![EmitterLaw::default()];
    sketch.scene.emitting = vec![(held, EmitterLawId(0))];
    sketch.scene.ribbons = vec![RibbonLaw::default()];
    sketch.scene.trailing = vec![(held, RibbonLawId(0))];
    sketch.scene.lights = vec![Light {
        node: Some(held),
        active: true,
        directional: false,
        position: Vec3::Y,
        direction: Vec3::NEG_Y,
        color: [1.0; 3],
        diffuse: 1.0,
        ambient: 0.0,
        near: 1.0,
        far: 9.0,
    }];
    let textures = vec![TextureId(0); 3];
    let cycle = Cycle { textures, offsets: Vec::new(), speed: 3.0, looping: true, start: 0.0 };
    sketch.scene.materials[0].cycle = Some(cycle);

    let way = MoveTo {
        node: Operand::Node(0),
        translation: Some(Span { from: Vec3::ZERO, to: Vec3::X }),
        seconds: 0.04,
        ..MoveTo::default()
    };
    let fade = Event::SetOpacity { node: Operand::Node(0), on: true, opacity: Some(0.5) };
    let calls = Call { program: Some(ProgramId(1)), wait: true, ..Call::default() };
    let steps = |last: Event| {
        let repeat = Event::Loop(LoopLimit::Count(-1));
        [Event::MoveTo(way.clone()), fade.clone(), last, repeat].map(Step::then).into()
    };
    let program = Definition {
        root: Some(loose),
        nodes: vec![Some(HELD)],
        saved: vec![Some(HELD)],
        reset_time: 0.02,
        sequences: vec![
            Sequence { steps: steps(Event::Call(calls)), ..Sequence::default() },
            Sequence { steps: steps(Event::EndIf), on_call: true, ..Sequence::default() },
        ],
        reset: steps(Event::EndIf),
        ..Definition::default()
    };
    // Bodies, lights, sounds, emitters and connectors are in the save, too.
    let all = Definition { activation: Activation::OnStartup, ..crate::common::programs::of_all() };
    sketch.scene.programs = vec![program.clone(), Definition { gate: Gate::Zone, ..program }, all];

    let mut simulation = start_scene(sketch.scene);
    let path = PathPilot { points: vec![Vec3::X * 9.0, Vec3::Z], looping: true, ..PathPilot::default() };
    let walker = Actor {
        node: Some(BODY),
        ..Actor::walker(Avatar { position: Vec3::X * 4.0, ..Avatar::default() }, Pilot::Path(path))
    };
    let clock = Clock::looping(ClipId(0));
    let orbit = CameraMode::Orbit {
        target: CameraTarget::Node(BODY),
        distance: 5.0,
        yaw: 0.0,
        pitch: -0.5,
        turn: 1.0,
    };
    let flash =
        Command::ShowOnScreen { mix: ScreenMix::Fade, color: [0.0; 3], from: 0.0, to: 1.0, seconds: 1.0 };
    let commands = [
        Command::Spawn { template: BODY, parent: None, transform: Affine3A::from_translation(Vec3::Z) },
        Command::AddActor(walker),
        Command::FadeTo { animator: AnimatorId(0), clock, seconds: 9.0 },
        Command::FadeTo { animator: AnimatorId(1), clock, seconds: 9.0 },
        Command::SetPaint { node: BODY, paint: Some(1) },
        Command::RotateBy { node: HELD, angles: Vec3::Y },
        Command::SetCamera { mode: orbit, seconds: 9.0 },
        flash,
        Command::StartProgram { program: ProgramId(0), node: None },
        Command::StartProgram { program: ProgramId(0), node: Some(BODY) },
    ];
    simulation.advance(&[WALK], &commands);
    assert_eq!(simulation.take_findings(), []);
    for _ in 0..5 {
        simulation.tick(&WALK);
    }
    assert!(simulation.edit().remove_actor(ActorId(9)).is_err());
    simulation
}

/// Every place in a value, as the way there; long lists by their first entries.
fn places(value: &Value, way: &str, all: &mut Vec<String>) {
    all.push(way.to_owned());
    match value {
        Value::Array(items) => {
            (0..items.len().min(4)).for_each(|at| places(&items[at], &format!("{way}/{at}"), all));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(name, own)| places(own, &format!("{way}/{name}"), all));
        }
        _ => {}
    }
}

/// What somebody may have made of a value.
fn changed(value: &Value) -> Vec<Value> {
    let numbers = [-1.0, 0.0, 0.5, 1.0, 99.0, 4_294_967_295.0, 3e38, -3e38, 1e-40];
    match value {
        Value::Number(_) => {
            let whole = [0_u64, 1, 99, u64::from(u32::MAX), u64::MAX].map(Value::from);
            numbers.map(Value::from).into_iter().chain(whole).collect()
        }
        Value::Bool(on) => vec![Value::Bool(!on)],
        Value::Array(items) => {
            let mut longer = items.clone();
            longer.extend(items.iter().cloned());
            let shorter = items.iter().skip(1).cloned().collect();
            let turned = items.iter().rev().cloned().collect();
            vec![Value::Array(vec![]), Value::Array(longer), Value::Array(shorter), Value::Array(turned)]
        }
        Value::Null => vec![Value::from(0), Value::from(99)],
        _ => vec![Value::Null],
    }
}

#[test]
fn a_save_that_somebody_changed_is_refused_or_goes_on() {
    let simulation = busy();
    let saved = serde_json::from_str(&simulation.state().to_json().unwrap()).unwrap();
    let mut all = Vec::new();
    places(&saved, "", &mut all);
    let (mut unread, mut refused, mut went_on) = (0, 0, 0);
    for way in &all {
        let Some(own) = saved.pointer(way).filter(|_| !way.is_empty()) else { continue };
        for new in changed(own) {
            let mut saved = saved.clone();
            *saved.pointer_mut(way).unwrap() = new.clone();
            let Ok(state) = State::from_json(&saved.to_string()) else {
                unread += 1;
                continue;
            };
            let scene = simulation.scene().clone();
            let Ok((mut later, _)) = Simulation::resume(scene, state, &Limits::default()) else {
                refused += 1;
                continue;
            };
            went_on += 1;
            for _ in 0..3 {
                later.tick(&WALK);
            }
            assert_eq!(later.hash(), later.state().hash(), "{way} as {new}");
            let roots = later.state().nodes.roots.clone();
            roots.iter().for_each(|node| _ = later.edit().despawn(*node));
            let program = ProgramId(0);
            let commands = [
                Command::Spawn { template: BODY, parent: None, transform: Affine3A::IDENTITY },
                Command::StartProgram { program, node: Some(HELD) },
                Command::StopProgram(program),
                Command::ResetProgram(program),
            ];
            later.advance(&[WALK], &commands);
        }
    }
    assert!(unread > 500 && refused > 100 && went_on > 1000, "{unread} {refused} {went_on}");
}
