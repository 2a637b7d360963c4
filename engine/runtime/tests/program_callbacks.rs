//! What happens in the world when programs tell the game something that its table knows.

use crate::common::programs::{ask, program, say, sequence, sketch, slide};
use crate::common::{STAND, start};
use glam::{Affine3A, Mat3A, Vec3};
use runtime::{Command, Cue, Simulation};
use std::collections::BTreeMap;
use std::f32::consts::FRAC_PI_2;
use world::program::{Definition, Step};
use world::{
    Actor, Avatar, Callback, CallbackAct, Callbacks, CameraAim, CameraMode, NodeId, Pilot, ProgramId,
};

/// A table with a row for each act, under the number of its place; 7 is not in it.
fn table() -> Callbacks {
    let acts = [
        CallbackAct::Tell,
        CallbackAct::PlayerView,
        CallbackAct::StopPlayer,
        CallbackAct::PlayerToNode,
        CallbackAct::OwnerVelocity,
    ];
    let row = |(number, act): (usize, CallbackAct)| {
        (number.to_string(), Callback { act, says: format!("{act:?}") })
    };
    Callbacks::try_from(acts.into_iter().enumerate().map(row).collect::<BTreeMap<_, _>>()).unwrap()
}

/// A world with that table and a program at node 1 that does this when it starts; somebody stands there.
fn world_of(steps: Vec<Step>, feet: [f32; 3]) -> Simulation {
    let mut sketch = sketch(vec![program(vec![sequence(steps)])]);
    sketch.scene.callbacks = table();
    start(sketch, feet)
}

/// Starts the program at a node and lets a tick pass.
fn started(simulation: &mut Simulation, node: Option<NodeId>) {
    assert!(simulation.edit().start_program(ProgramId(0), node));
    simulation.tick(&STAND);
}

fn avatar(simulation: &Simulation) -> Avatar {
    simulation.state().avatar().copied().unwrap()
}

#[test]
fn a_cue_says_what_a_known_number_means() {
    let mut simulation = world_of(vec![say(1), say(7)], [0.0; 3]);
    started(&mut simulation, None);
    let told: Vec<(u32, Option<&str>)> = simulation
        .cues()
        .iter()
        .filter_map(|cue| match cue {
            Cue::Callback { value, says, .. } => Some((*value, says.as_deref())),
            _ => None,
        })
        .collect();
    assert_eq!(told, [(1, Some("PlayerView")), (7, None), (0, Some("Tell"))]);
}

#[test]
fn the_camera_comes_back_to_the_eyes_of_the_person() {
    for (value, comes_back) in [(0, false), (1, true), (7, false)] {
        let mut simulation = world_of(vec![say(value)], [0.0; 3]);
        let fixed =
            CameraMode::Fixed { eye: Vec3::Y * 30.0, aim: CameraAim::Angles { yaw: 0.0, pitch: 0.0 } };
        ask(&mut simulation, Command::SetCamera { mode: fixed, seconds: 0.0 });
        started(&mut simulation, None);
        assert_eq!(simulation.state().rig.mode == CameraMode::Eyes, comes_back, "{value}");
    }
}

#[test]
fn somebody_who_falls_stops() {
    let falls = |value: u32| {
        let mut simulation = world_of(vec![say(value)], [0.0, 40.0, 0.0]);
        (0..20).for_each(|_| simulation.tick(&STAND));
        started(&mut simulation, None);
        avatar(&simulation).velocity.y
    };
    // Programs come before actors: what is left is the fall of that one tick.
    let gravity = 9.8 / 60.0;
    assert!((falls(0) + 21.0 * gravity).abs() < 1e-4, "{}", falls(0));
    assert!((falls(2) + gravity).abs() < 1e-6, "{}", falls(2));
}

#[test]
fn the_person_is_put_where_the_node_stands_and_looks_its_way() {
    let mut simulation = world_of(vec![say(3)], [0.0, 40.0, 0.0]);
    // A quarter turn to the left about +y: -z becomes -x.
    let turned = Affine3A {
        matrix3: Mat3A::from_rotation_y(FRAC_PI_2),
        translation: Vec3::new(8.0, 0.0, -4.0).into(),
    };
    assert!(simulation.edit().teleport_node(NodeId(2), turned));
    (0..20).for_each(|_| simulation.tick(&STAND));
    started(&mut simulation, Some(NodeId(2)));
    let there = avatar(&simulation);
    assert_eq!((there.position, there.velocity, there.pitch), (Vec3::new(8.0, 0.0, -4.0), Vec3::ZERO, 0.0));
    assert!((there.yaw - FRAC_PI_2).abs() < 1e-6, "{}", there.yaw);
}

#[test]
fn an_instance_takes_over_how_fast_its_owner_is() {
    let velocity = |value: u32, node: u32| {
        let mut simulation = world_of(vec![say(value), slide(60.0)], [0.0; 3]);
        let owner = Avatar { position: Vec3::new(20.0, 30.0, 0.0), ..Avatar::default() };
        let owner = Actor { node: Some(NodeId(2)), ..Actor::walker(owner, Pilot::Nobody) };
        let owner = simulation.edit().add_actor(owner).unwrap();
        (0..20).for_each(|_| simulation.tick(&STAND));
        let own = *simulation.state().actors.find(owner.0).unwrap().avatar();
        started(&mut simulation, Some(NodeId(node)));
        assert!(own.velocity.y < -1.0, "it falls");
        let instances = &simulation.state().programs.instances;
        let instance = instances.iter().find(|own| own.node == Some(NodeId(node))).unwrap();
        (instance.velocity, own.velocity)
    };
    let (taken, owned) = velocity(4, 2);
    assert_eq!(taken, owned);
    // Not without being asked, and not from somebody whose node is another.
    assert_eq!(velocity(0, 2).0, Vec3::ZERO);
    assert_eq!(velocity(4, 1).0, Vec3::ZERO);
}

/// Numbers that a table knows change nothing without somebody, a node or an owner.
#[test]
fn without_anybody_there_nothing_happens() {
    let own = Definition { root: None, ..program(vec![sequence((0..5).map(say).collect())]) };
    let mut sketch = sketch(vec![own]);
    sketch.scene.callbacks = table();
    let mut simulation = start(sketch, [0.0; 3]);
    let person = simulation.state().actors.piloted_by(world::SeatId::FIRST).unwrap().0;
    simulation.edit().remove_actor(person).unwrap();
    started(&mut simulation, None);
    assert_eq!(simulation.take_findings(), []);
    assert_eq!(simulation.cues().len(), 6);
}
