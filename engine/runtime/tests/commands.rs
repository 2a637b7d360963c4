//! Commands: what was asked of a world at a tick happens again in a replay.

use crate::common::programs::{program, repeat, say, sequence, slide};
use crate::common::{RUN, STAND, WALK, feet, start, start_scene};
use glam::{Affine3A, Vec3};
use runtime::{Command, Cue, DamageKind, Input, Overlay, Simulation, stages};
use world::program::{Activation, Definition};
use world::sketch::{ModelSketch, Sketch};
use world::{
    Actor, ActorId, Animator, AnimatorId, Attachment, Avatar, Bone, CameraMode, CameraTarget, Clip, ClipId,
    Clock, Cycle, Deform, EmitterLaw, EmitterLawId, Finding, Fog, Light, LightId, MaterialId, MaterialState,
    Motion, NodeFlags, NodeId, PathPilot, Pilot, Playable, ProgramId, Random, RibbonLaw, RibbonLawId,
    ScreenMix, SeatId, Skeleton, TextureId, Track, TransformCurves,
};

const PLANK: NodeId = NodeId(1);
const CARRIER: NodeId = NodeId(2);

fn light() -> Light {
    Light {
        node: Some(CARRIER),
        active: true,
        directional: false,
        position: Vec3::new(0.1, 2.0, 0.3),
        direction: Vec3::NEG_Y,
        color: [1.0, 0.9, 0.7],
        diffuse: 0.8,
        ambient: 0.1,
        near: 1.0,
        far: 9.0,
    }
}

/// Ground, a plank, something to carry it, and a clip that moves it.
fn sketch() -> Sketch {
    let mut sketch = Sketch::new();
    sketch.scene.avatar.grounded = true;
    sketch.place(ModelSketch::new().floor([-50.0; 2], [50.0; 2], 0.0));
    let model = sketch.model(ModelSketch::new().floor([-1.0; 2], [1.0; 2], 0.2));
    let plank = sketch.node("plank", Some(model), &[]);
    let body = sketch.model(ModelSketch::new());
    let skeleton = Skeleton::new(vec![Bone::default()], Vec::new()).unwrap();
    sketch.scene.models[body.index()].deform = Some(Box::new(Deform { skeleton, ..Deform::default() }));
    let carrier = sketch.node("carrier", Some(body), &[]);
    assert_eq!((plank, carrier), (PLANK, CARRIER));
    sketch.scene.roots.extend([plank, carrier]);
    let curves = TransformCurves::even(vec![Vec3::ZERO, Vec3::new(0.0, 0.0, -3.0)], Vec::new()).unwrap();
    let track = Track { part: "carrier".into(), curves };
    sketch.scene.clips = vec![Clip::new("go", 2.0, Motion::Parts(vec![track]))];
    let clips = vec![Playable { nodes: vec![Some(CARRIER)], ..Playable::default() }];
    sketch.scene.animators = vec![Animator { clips, ..Animator::default() }];
    sketch.scene.emitters = vec![EmitterLaw::default(); 2];
    sketch.scene.ribbons = vec![RibbonLaw::default()];
    let textures = vec![TextureId(0); 4];
    let cycle = Cycle { textures, offsets: Vec::new(), speed: 3.0, looping: true, start: 0.0 };
    sketch.scene.materials[0].cycle = Some(cycle);
    sketch
}

const MATERIAL: MaterialId = MaterialId(0);
const CHANGED: MaterialState =
    MaterialState { offset: [0.25; 2], rotation: 1.0, scale: [2.0; 2], color: [0.5; 3], opacity: 0.75 };

fn shown(from: f32) -> Command {
    Command::ShowOnScreen { mix: ScreenMix::Fade, color: [0.1, 0.2, 0.3], from, to: 1.0, seconds: 0.5 }
}

/// One of everything, by the tick at which it is asked.
fn script() -> Vec<(u64, Vec<Command>)> {
    let path = PathPilot { points: vec![Vec3::X * 9.0, Vec3::Z * 9.0], looping: true, ..Default::default() };
    let bystander = Actor::walker(Avatar { position: Vec3::X * 4.0, ..Avatar::default() }, Pilot::Path(path));
    let orbit = CameraMode::Orbit {
        target: CameraTarget::Node(CARRIER),
        distance: 7.5,
        yaw: 0.3,
        pitch: -0.4,
        turn: 0.7,
    };
    let fog = Fog { on: true, near: 0.1, ..Fog::default() };
    let moved = Affine3A::from_translation(Vec3::new(0.1, 0.2, 0.3));
    let overlay = Overlay { clock: Clock { time: 0.5, ..Clock::once(ClipId(0)) }, mask: None, seconds: 0.1 };
    let held = Attachment { node: PLANK, carrier: CARRIER, bone: 0, offset: moved };
    vec![
        (0, vec![Command::SetSeed(99), Command::AddActor(bystander), Command::AddLight(light())]),
        (3, vec![Command::Move { node: PLANK, transform: moved }]),
        (4, vec![Command::Unlink { parent: None, child: PLANK }]),
        (5, vec![Command::Link { parent: Some(CARRIER), child: PLANK }]),
        (10, vec![Command::Play { animator: AnimatorId(0), clock: Clock::looping(ClipId(0)) }]),
        (12, vec![Command::FadeTo { animator: AnimatorId(0), clock: Clock::once(ClipId(0)), seconds: 0.5 }]),
        (14, vec![Command::Overlay { animator: AnimatorId(0), overlay }]),
        (18, vec![Command::FadeOut { animator: AnimatorId(0), clip: ClipId(0), seconds: 0.5 }]),
        (20, vec![Command::SetCamera { mode: orbit, seconds: 0.5 }, Command::SetFog(fog)]),
        (25, vec![Command::RotateBy { node: PLANK, angles: Vec3::new(0.1, 0.2, 0.3) }]),
        (26, vec![Command::RotateTo { node: PLANK, angles: Vec3::Y }]),
        (30, vec![Command::AimLight { light: LightId(0), direction: Vec3::X }]),
        (31, vec![Command::SwitchLight { light: LightId(0), on: false }]),
        (40, vec![Command::SetFlags { node: PLANK, flags: NodeFlags::ALTITUDE, on: false }]),
        (41, vec![Command::SetOpacity { node: PLANK, opacity: 0.3 }]),
        (50, vec![Command::Enter { seat: SeatId::FIRST, actor: ActorId(1), seconds: 0.25 }]),
        (55, vec![Command::SetPilot { actor: ActorId(0), pilot: Pilot::Person(SeatId(1)) }]),
        (60, vec![Command::Teleport { node: PLANK, transform: Affine3A::from_translation(Vec3::Y) }]),
        (70, vec![Command::PlaceActor { actor: ActorId(1), feet: Vec3::Z, yaw: 0.1, pitch: 0.2 }]),
        (75, vec![Command::BackToStart { actor: ActorId(1) }]),
        (80, vec![Command::Cue(Cue::Message { text: "hello".into() })]),
        (90, vec![Command::Leave { seat: SeatId::FIRST }, Command::RemoveLight(LightId(0))]),
        (95, vec![Command::RemoveActor(ActorId(0))]),
        (100, vec![Command::Attach(held)]),
        (110, vec![Command::Detach { node: PLANK }]),
        (112, vec![Command::Spawn { template: PLANK, parent: Some(CARRIER), transform: moved }]),
        (114, vec![Command::Despawn(PLANK)]),
        (6, vec![Command::SetPaint { node: CARRIER, paint: Some(2) }]),
        (7, vec![Command::SetMaterial { material: MATERIAL, new: CHANGED }]),
        (8, vec![Command::SetCycle { material: MATERIAL, frame: 2.5 }]),
        (9, vec![Command::Emit { law: EmitterLawId(0), node: CARRIER, seed: 7 }]),
        (11, vec![Command::ChangeEmitter { id: 0, law: EmitterLawId(1) }]),
        (13, vec![Command::LeaveRibbon { law: RibbonLawId(0), node: CARRIER }]),
        (15, vec![Command::EndEffect { id: 2 }]),
        (16, vec![shown(0.0)]),
        (17, vec![shown(0.5)]),
        (19, vec![Command::ClearScreen]),
        (21, vec![Command::SetLight { light: LightId(0), new: Light { far: 4.0, ..light() } }]),
    ]
}

fn play(script: &[(u64, Vec<Command>)]) -> (Vec<u64>, Vec<Finding>) {
    let mut simulation = start_scene(sketch().scene);
    let hashes = (0..120)
        .map(|tick| {
            let commands = script.iter().filter(|(at, _)| *at == tick).flat_map(|(_, commands)| commands);
            let commands: Vec<Command> = commands.cloned().collect();
            simulation.advance(&[Input { yaw: 0.01, ..RUN }, WALK], &commands);
            simulation.state().hash()
        })
        .collect();
    (hashes, simulation.take_findings())
}

#[test]
fn a_replay_with_commands_gives_the_same_hashes_also_from_text() {
    let script = script();
    let (hashes, findings) = play(&script);
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(play(&script).0, hashes);
    let text = serde_json::to_string(&script).unwrap();
    let read: Vec<(u64, Vec<Command>)> = serde_json::from_str(&text).unwrap();
    assert_eq!(read, script);
    assert_eq!(play(&read).0, hashes);
    // Every one of them counts, but for the message, which is no state.
    for (left_out, (tick, commands)) in script.iter().enumerate() {
        let mut others = script.clone();
        others.remove(left_out);
        let differs = play(&others).0 != hashes;
        assert_eq!(differs, *tick != 80, "{commands:?}");
    }
}

#[test]
fn a_command_is_seen_by_the_tick_it_comes_with() {
    let names: Vec<_> = stages().collect();
    assert_eq!(
        names,
        [
            "commands",
            "flip books",
            "programs",
            "opponents",
            "actors",
            "combat",
            "clips",
            "materials",
            "lights",
            "camera",
            "zones",
            "missions",
            "effects",
            "hours",
            "music"
        ]
    );
    let mut simulation = start(sketch(), [0.0; 3]);
    let there = Vec3::new(20.0, 0.0, 5.0);
    let commands = [
        Command::PlaceActor { actor: ActorId(0), feet: there, yaw: 0.0, pitch: 0.0 },
        Command::Cue(Cue::Caption { text: "Wake up.".into(), seconds: 2.0 }),
        Command::Play { animator: AnimatorId(0), clock: Clock::once(ClipId(0)) },
    ];
    simulation.advance(&[STAND], &commands);
    assert_eq!(feet(&simulation), there);
    assert_eq!(simulation.state().camera.eye, there + Vec3::Y * 1.65);
    // The clip went on for one tick: 1.5 m a second.
    let carrier = simulation.state().nodes.transforms[CARRIER.index()].translation.z;
    assert!((carrier + 1.5 / 60.0).abs() < 1e-5, "{carrier}");
    assert_eq!(simulation.cues(), [Cue::Caption { text: "Wake up.".into(), seconds: 2.0 }]);
    simulation.tick(&STAND);
    assert!(simulation.cues().is_empty(), "cues are those of the last tick");
}

#[test]
fn what_cannot_be_carried_out_is_a_finding_and_the_rest_is_done() {
    let (node, light, actor) = (NodeId(1000), LightId(1000), ActorId(1000));
    let transform = Affine3A::IDENTITY;
    let unsound = Affine3A::from_translation(Vec3::NAN);
    let broken = Light { far: f32::INFINITY, ..self::light() };
    let clock = Clock::looping(ClipId(7));
    let known = Clock::looping(ClipId(0));
    let overlay = Overlay { clock: known, mask: None, seconds: 0.0 };
    let held = Attachment { node: PLANK, carrier: CARRIER, bone: 0, offset: Affine3A::IDENTITY };
    let pose = CameraMode::Node(node);
    let wrong = [
        (Command::Move { node, transform }, "node 1000 does not exist"),
        (Command::Teleport { node, transform }, "node 1000 does not exist"),
        (Command::Move { node: PLANK, transform: unsound }, "NaN"),
        (Command::RotateBy { node, angles: Vec3::Y }, "node 1000 does not exist"),
        (Command::RotateTo { node: PLANK, angles: Vec3::NAN }, "NaN"),
        (Command::SetFlags { node, flags: NodeFlags::ACTIVE, on: true }, "node 1000 does not exist"),
        (Command::SetOpacity { node: PLANK, opacity: f32::NAN }, "NaN"),
        (Command::Link { parent: None, child: node }, "does not exist"),
        (Command::Link { parent: Some(PLANK), child: PLANK }, "below the child"),
        (Command::Unlink { parent: Some(PLANK), child: CARRIER }, "is not linked to that parent"),
        (Command::Spawn { template: node, parent: None, transform }, "the scene has no such node"),
        (Command::Spawn { template: PLANK, parent: Some(node), transform }, "to hang below does not exist"),
        (Command::Spawn { template: PLANK, parent: None, transform: unsound }, "NaN"),
        (Command::Despawn(node), "node 1000 does not exist"),
        (Command::Play { animator: AnimatorId(1000), clock }, "animator 1000"),
        (Command::Play { animator: AnimatorId(0), clock }, "does not know the clip"),
        (Command::Play { animator: AnimatorId(0), clock: Clock { time: f32::NAN, ..clock } }, "NaN"),
        (Command::Perform { animator: AnimatorId(0), action: 9 }, "does not know the clip"),
        (Command::FadeTo { animator: AnimatorId(0), clock, seconds: 1.0 }, "does not know the clip"),
        (Command::FadeTo { animator: AnimatorId(0), clock: known, seconds: f32::NAN }, "NaN"),
        (Command::Overlay { animator: AnimatorId(1000), overlay }, "animator 1000"),
        (Command::Overlay { animator: AnimatorId(0), overlay: Overlay { mask: Some(3), ..overlay } }, "NaN"),
        (Command::FadeOut { animator: AnimatorId(0), clip: ClipId(0), seconds: 1.0 }, "NaN, infinite, empty"),
        (Command::Attach(Attachment { node, ..held }), "does not exist"),
        (Command::Attach(Attachment { bone: 1, ..held }), "no such bone"),
        (Command::Detach { node: PLANK }, "no bone carries node 1"),
        (Command::AddLight(broken), "NaN"),
        (Command::AddLight(Light { node: Some(node), ..self::light() }), "node 1000 does not exist"),
        (Command::RemoveLight(light), "light 1000 does not exist"),
        (Command::AimLight { light, direction: Vec3::X }, "light 1000 does not exist"),
        (Command::SwitchLight { light, on: true }, "light 1000 does not exist"),
        (Command::SetLight { light, new: self::light() }, "light 1000 does not exist"),
        (Command::SetLight { light, new: Light { node: Some(node), ..self::light() } }, "node 1000"),
        (Command::SetPaint { node, paint: None }, "node 1000 does not exist"),
        (Command::SetMaterial { material: MaterialId(9), new: CHANGED }, "material 9"),
        (
            Command::SetMaterial { material: MATERIAL, new: MaterialState { rotation: f32::NAN, ..CHANGED } },
            "NaN",
        ),
        (Command::SetCycle { material: MaterialId(9), frame: 0.0 }, "material 9"),
        (Command::SetCycle { material: MATERIAL, frame: f32::INFINITY }, "NaN"),
        (Command::Emit { law: EmitterLawId(0), node, seed: 0 }, "node 1000 does not exist"),
        (
            Command::Emit { law: EmitterLawId(2), node: PLANK, seed: 0 },
            "no law of particles or ribbons has number 2",
        ),
        (Command::ChangeEmitter { id: 0, law: EmitterLawId(0) }, "emitter or ribbon 0 does not exist"),
        (
            Command::LeaveRibbon { law: RibbonLawId(1), node: PLANK },
            "no law of particles or ribbons has number 1",
        ),
        (Command::EndEffect { id: 3 }, "emitter or ribbon 3 does not exist"),
        (shown(f32::NAN), "NaN"),
        (Command::SetFog(Fog { near: f32::NAN, ..Fog::default() }), "NaN"),
        (Command::RemoveActor(actor), "actor 1000 does not exist"),
        (Command::PlaceActor { actor, feet: Vec3::ZERO, yaw: 0.0, pitch: 0.0 }, "actor 1000 does not exist"),
        (Command::BackToStart { actor }, "actor 1000 does not exist"),
        (Command::SetPilot { actor, pilot: Pilot::Nobody }, "actor 1000 does not exist"),
        (Command::Enter { seat: SeatId::FIRST, actor, seconds: 0.0 }, "actor 1000 does not exist"),
        (Command::Leave { seat: SeatId(9) }, "seat 9"),
        (Command::SetCamera { mode: pose, seconds: 0.0 }, "node 1000 does not exist"),
        (Command::SetCamera { mode: CameraMode::Eyes, seconds: f32::NAN }, "NaN"),
        (
            Command::SetCamera { mode: CameraMode::Path { keys: vec![], looping: true }, seconds: 0.0 },
            "empty",
        ),
        (Command::Cue(Cue::Rumble { strength: f32::NAN, seconds: 1.0 }), "NaN"),
    ];
    let mut simulation = start_scene(sketch().scene);
    let mut untouched = start_scene(sketch().scene);
    let commands: Vec<Command> = wrong.iter().map(|(command, _)| command.clone()).collect();
    simulation.advance(&[WALK], &commands);
    untouched.tick(&WALK);
    assert_eq!(simulation.state().hash(), untouched.state().hash());
    let findings = simulation.take_findings();
    assert_eq!(findings.len(), wrong.len());
    for (finding, (command, expected)) in findings.iter().zip(&wrong) {
        assert_eq!(finding.code, "runtime.command.refused");
        assert!(finding.found.contains(expected), "{command:?}: {finding}");
    }
    assert_eq!(findings[2].path, "tick 0, command 2");
    // The next one after a wrong one is carried out.
    let good = Command::SetOpacity { node: PLANK, opacity: 0.5 };
    simulation.advance(&[], &[wrong[0].0.clone(), good]);
    assert_eq!(simulation.state().nodes.opacities[PLANK.index()], 0.5);
}

#[test]
fn a_storm_of_wrong_commands_and_cues_is_bounded() {
    let mut simulation = start_scene(sketch().scene);
    let wrong = vec![Command::RemoveLight(LightId(7)); 20_000];
    simulation.advance(&[], &wrong);
    assert_eq!(simulation.take_findings().len(), 1000);
    let loud = vec![Command::Cue(Cue::Message { text: "again".into() }); 20_000];
    simulation.advance(&[], &loud);
    assert_eq!(simulation.cues().len(), 1024);
}

#[test]
fn a_state_whose_lists_of_actors_or_lights_are_broken_is_refused() {
    let simulation = start_scene(sketch().scene);
    let saved = serde_json::from_str(&simulation.state().to_json().unwrap()).unwrap();
    let resume = |saved: &serde_json::Value| {
        let state = world::State::from_json(&saved.to_string()).unwrap();
        let scene = simulation.scene().clone();
        Simulation::resume(scene, state, &world::Limits::default()).is_ok()
    };
    assert!(resume(&saved));
    let mut broken = saved.clone();
    broken["actors"]["ids"] = serde_json::json!([0, 1]);
    assert!(!resume(&broken));
    let mut broken = saved.clone();
    broken["lights"]["next"] = serde_json::json!(0);
    broken["lights"]["ids"] = serde_json::json!([3]);
    assert!(!resume(&broken));
    let mut broken = saved;
    broken["rig"]["mode"] = serde_json::json!({"path": {"keys": [], "looping": true}});
    assert!(!resume(&broken));
}

/// Commands by chance: about half of them name something that is not there, and
/// every tenth number is NaN or infinite.
struct Chance(Random);

impl Chance {
    fn below(&mut self, end: u16) -> u32 {
        u32::from(self.0.draw() % end)
    }

    fn number(&mut self) -> f32 {
        match self.below(30) {
            0 => f32::NAN,
            1 => f32::INFINITY,
            2 => f32::MAX,
            _ => f32::from(self.0.draw()) / 1000.0 - 16.0,
        }
    }

    fn vector(&mut self) -> Vec3 {
        Vec3::new(self.number(), self.number(), self.number())
    }

    fn transform(&mut self) -> Affine3A {
        let (turn, place) = (self.vector(), self.vector());
        Affine3A::from_rotation_y(turn.y) * Affine3A::from_translation(place)
    }

    fn command(&mut self) -> Command {
        let (node, other) = (NodeId(self.below(30)), NodeId(self.below(30)));
        let (light, actor) = (LightId(self.below(8)), ActorId(self.below(8)));
        let (seat, seconds) = (SeatId(self.below(3) as u8), self.number());
        let on = self.below(2) == 0;
        let points = vec![self.vector(), self.vector()];
        let path = PathPilot { points, next: self.below(4), looping: on, run: on };
        let pilot = [Pilot::Nobody, Pilot::Person(seat), Pilot::Path(path)][self.below(3) as usize].clone();
        let target = [CameraTarget::Actor, CameraTarget::Node(node), CameraTarget::Point(self.vector())];
        let (law, id, material) = (EmitterLawId(self.below(3)), self.below(8), MaterialId(self.below(2)));
        let program = ProgramId(self.below(4));
        match self.below(39) {
            0 => Command::Move { node, transform: self.transform() },
            1 => Command::Teleport { node, transform: self.transform() },
            2 => Command::RotateBy { node, angles: self.vector() },
            3 => Command::RotateTo { node, angles: self.vector() },
            4 => Command::SetFlags { node, flags: NodeFlags::ACTIVE, on },
            5 => Command::Link { parent: on.then_some(other), child: node },
            6 => Command::Unlink { parent: on.then_some(other), child: node },
            7 => Command::AddLight(Light {
                node: on.then_some(node),
                position: self.vector(),
                ..self::light()
            }),
            8 => Command::RemoveLight(light),
            9 => Command::AimLight { light, direction: self.vector() },
            10 => Command::AddActor(Actor {
                node: on.then_some(node),
                ..Actor::walker(Avatar { position: self.vector(), ..Avatar::default() }, pilot)
            }),
            11 => Command::RemoveActor(actor),
            12 => Command::PlaceActor { actor, feet: self.vector(), yaw: self.number(), pitch: 0.0 },
            13 => Command::SetPilot { actor, pilot },
            14 => Command::Enter { seat, actor, seconds },
            15 => Command::Leave { seat },
            16 => Command::SetCamera { mode: CameraMode::Node(node), seconds },
            17 => Command::SetCamera {
                mode: CameraMode::Orbit {
                    target: target[self.below(3) as usize],
                    distance: self.number(),
                    yaw: self.number(),
                    pitch: self.number(),
                    turn: self.number(),
                },
                seconds,
            },
            18 => Command::Spawn { template: node, parent: on.then_some(other), transform: self.transform() },
            19 => Command::Despawn(node),
            22 => Command::Emit { law, node, seed: 1 },
            23 => Command::ChangeEmitter { id, law },
            24 => Command::LeaveRibbon { law: RibbonLawId(self.below(2)), node },
            25 => Command::EndEffect { id },
            26 => Command::SetCycle { material, frame: seconds },
            27 => Command::SetMaterial { material, new: MaterialState { opacity: seconds, ..CHANGED } },
            28 => Command::SetLight { light, new: Light { position: self.vector(), ..self::light() } },
            29 => shown(seconds),
            30 => Command::StartProgram { program, node: on.then_some(node) },
            31 => Command::StopProgram(program),
            32 => Command::ResetProgram(program),
            34 => Command::GiveVelocity { instance: self.below(4), velocity: self.vector() },
            33 => Command::Damage { node, amount: seconds, kind: DamageKind::Weapon },
            35 => Command::HoldProgram { program, held: on },
            36 => Command::StepProgram { program, ticks: self.below(9) },
            37 => Command::SetLens {
                fov_y: seconds,
                near: self.number(),
                far: self.number(),
                lod_multiplier: 1.0,
            },
            20 => Command::SetCamera { mode: CameraMode::Chase { distance: 4.0, lift: seconds }, seconds },
            _ => Command::SetCamera { mode: CameraMode::Eyes, seconds },
        }
    }
}

#[test]
fn no_commands_whatever_end_a_world_and_its_save_goes_on_as_it_does() {
    let mut sketch = sketch();
    let moves = || sequence(vec![slide(9.0), say(1), repeat(-1)]);
    let hit = Definition { activation: Activation::AnyHit, reset_time: 0.1, ..program(vec![moves()]) };
    sketch.scene.programs = vec![program(vec![moves()]), hit, crate::common::programs::of_all()];
    let mut simulation = start_scene(sketch.scene);
    let mut chance = Chance(Random(11));
    for tick in 0..5000 {
        let commands: Vec<Command> = (0..chance.below(4)).map(|_| chance.command()).collect();
        simulation.advance(&[RUN, WALK], &commands);
        simulation.take_findings();
        let camera = simulation.state().camera;
        assert!(camera.pose().is_finite(), "tick {tick}: {camera:?} after {commands:?}");
        if tick % 500 == 499 {
            let state = simulation.state().clone();
            let scene = simulation.scene().clone();
            let (mut resumed, _) = Simulation::resume(scene, state, &world::Limits::default()).unwrap();
            for _ in 0..20 {
                simulation.tick(&RUN);
                resumed.tick(&RUN);
                assert_eq!(resumed.state().hash(), simulation.state().hash());
            }
        }
    }
    assert!(simulation.state().lights.next_id() > 50 && simulation.state().actors.next_id() > 50);
}
