//! Modes of the camera, against places and angles worked out by hand.

use crate::common::{RUN, STAND, WALK, run, start};
use glam::{Affine3A, Vec3};
use runtime::{Input, Simulation};
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, SQRT_2};
use world::sketch::{ModelSketch, Sketch};
use world::{
    ActorId, CameraAim, CameraKey, CameraMode, CameraPose, CameraTarget, NodeId, Random, SeatId, State,
};

fn field() -> Sketch {
    let mut sketch = Sketch::new();
    sketch.scene.avatar.grounded = true;
    sketch.place(ModelSketch::new().floor([-50.0; 2], [50.0; 2], 0.0));
    sketch
}

fn set(simulation: &mut Simulation, mode: CameraMode) {
    assert!(simulation.edit().set_camera(mode, 0.0));
}

fn see(simulation: &Simulation, eye: [f32; 3], yaw: f32, pitch: f32) {
    let pose = simulation.state().camera.pose();
    let near = pose.eye.abs_diff_eq(Vec3::from(eye), 2e-3);
    assert!(near && (pose.yaw - yaw).abs() < 1e-4 && (pose.pitch - pitch).abs() < 1e-4, "{pose:?}");
}

const CHASE: CameraMode = CameraMode::Chase { distance: 4.0, lift: 1.0 };

#[test]
fn third_person_is_behind_the_head_and_nearer_before_a_wall() {
    let mut simulation = start(field(), [0.0; 3]);
    set(&mut simulation, CHASE);
    run(&mut simulation, &STAND, 1);
    see(&simulation, [0.0, 2.65, 4.0], 0.0, 0.0);
    run(&mut simulation, &Input { yaw: FRAC_PI_2, pitch: 0.5, ..STAND }, 1);
    // Looking west and up: 4 cos 0.5 to the east, 4 sin 0.5 down, and 1 up.
    see(&simulation, [3.51033, 1.65 - 1.91770 + 1.0, 0.0], FRAC_PI_2, 0.5);

    // A wall that looks at the back, 2 m behind: the head keeps 0.15 m away from it,
    // so 1.85 of 4 m are left.
    let mut sketch = field();
    sketch.place(ModelSketch::new().double_sided(true).wall([-9.0, 2.0], [9.0, 2.0], 0.0, 9.0));
    let mut simulation = start(sketch, [0.0; 3]);
    set(&mut simulation, CHASE);
    run(&mut simulation, &STAND, 1);
    see(&simulation, [0.0, 1.65 + 0.4625, 1.85], 0.0, 0.0);
}

#[test]
fn third_person_is_never_in_a_wall() {
    let mut sketch = Sketch::new();
    sketch.scene.avatar.grounded = true;
    let (min, max) = (Vec3::new(-3.0, 0.0, -3.0), Vec3::new(3.0, 2.5, 3.0));
    sketch.place(ModelSketch::new().double_sided(true).cuboid(min, max));
    let pillar = ModelSketch::new().cuboid(Vec3::new(0.5, 0.0, 0.5), Vec3::new(1.5, 2.5, 1.5));
    sketch.place(pillar);
    let mut simulation = start(sketch, [-1.0, 0.0, -1.0]);
    set(&mut simulation, CHASE);
    let mut random = Random(5);
    let mut farthest = 0.0_f32;
    for _ in 0..3000 {
        let mut draw = || f32::from(random.draw()) / 16383.5 - 1.0;
        let input = Input { forward: draw() + 0.5, yaw: draw() * 0.4, pitch: draw() * 0.2, ..STAND };
        simulation.tick(&input);
        let eye = simulation.state().camera.eye;
        let room = (eye - min).min_element().min((max - eye).min_element());
        assert!(room > 0.149, "{eye} is {room} from a wall of the room");
        let beside = (eye.x - 1.0).abs().max((eye.z - 1.0).abs());
        assert!(beside > 0.5 + 0.1, "{eye} is in the pillar");
        farthest = farthest.max(eye.distance(simulation.state().avatar().unwrap().position));
    }
    assert!(farthest > 3.0, "it went away from the head: {farthest}");
}

#[test]
fn an_orbit_goes_round_its_target() {
    let mut simulation = start(field(), [0.0; 3]);
    let target = CameraTarget::Point(Vec3::new(10.0, 2.0, 0.0));
    let orbit = CameraMode::Orbit { target, distance: 5.0, yaw: 0.0, pitch: 0.0, turn: FRAC_PI_2 };
    set(&mut simulation, orbit);
    run(&mut simulation, &STAND, 1);
    see(&simulation, [10.0, 2.0, 5.0], 0.0, 0.0);
    run(&mut simulation, &STAND, 60);
    // A second later it looks west, from the east.
    see(&simulation, [15.0, 2.0, 0.0], FRAC_PI_2, 0.0);
    let target = CameraTarget::Actor;
    let above = CameraMode::Orbit { target, distance: 2.0, yaw: 0.0, pitch: -FRAC_PI_4, turn: 0.0 };
    set(&mut simulation, above);
    run(&mut simulation, &WALK, 60);
    // The person went 3 m to the north; 2 m away at 45 degrees.
    see(&simulation, [0.0, 1.65 + SQRT_2, -3.0 + SQRT_2], 0.0, -FRAC_PI_4);
}

#[test]
fn a_fixed_camera_stays_and_may_look_at_somebody() {
    let mut simulation = start(field(), [0.0; 3]);
    let eye = Vec3::new(0.0, 1.65, 10.0);
    set(&mut simulation, CameraMode::Fixed { eye, aim: CameraAim::Angles { yaw: 1.0, pitch: -0.25 } });
    run(&mut simulation, &RUN, 30);
    see(&simulation, [0.0, 1.65, 10.0], 1.0, -0.25);
    set(&mut simulation, CameraMode::Fixed { eye, aim: CameraAim::At(CameraTarget::Actor) });
    let place = |simulation: &mut Simulation, feet: [f32; 3]| {
        assert!(simulation.edit().teleport_avatar(Vec3::from(feet), 0.0, 0.0));
        simulation.tick(&STAND);
    };
    place(&mut simulation, [0.0, 0.0, 0.0]);
    see(&simulation, [0.0, 1.65, 10.0], 0.0, 0.0);
    place(&mut simulation, [10.0, 0.0, 10.0]);
    see(&simulation, [0.0, 1.65, 10.0], -FRAC_PI_2, 0.0);
}

#[test]
fn a_path_is_followed_by_the_clock() {
    let key = |seconds: f32, x: f32, yaw: f32| {
        let pose = CameraPose { eye: Vec3::new(x, 5.0, 0.0), yaw, pitch: 0.0, roll: 0.0 };
        CameraKey { seconds, pose }
    };
    let path = |looping| {
        let keys = vec![key(0.0, 0.0, 0.0), key(2.0, 4.0, FRAC_PI_2), key(3.0, 6.0, FRAC_PI_2)];
        CameraMode::Path { keys, looping }
    };
    let mut simulation = start(field(), [0.0; 3]);
    for (looping, at_end) in [(false, 6.0), (true, 2.0)] {
        set(&mut simulation, path(looping));
        run(&mut simulation, &STAND, 1);
        see(&simulation, [0.0, 5.0, 0.0], 0.0, 0.0);
        run(&mut simulation, &STAND, 60);
        see(&simulation, [2.0, 5.0, 0.0], FRAC_PI_4, 0.0);
        run(&mut simulation, &STAND, 90);
        see(&simulation, [5.0, 5.0, 0.0], FRAC_PI_2, 0.0);
        // Four seconds after the start.
        run(&mut simulation, &STAND, 90);
        see(&simulation, [at_end, 5.0, 0.0], if looping { FRAC_PI_4 } else { FRAC_PI_2 }, 0.0);
    }
}

#[test]
fn a_node_carries_the_camera_and_one_that_is_gone_leaves_it_where_it_was() {
    let mut sketch = field();
    let arm = sketch.node("camera1", None, &[]);
    let crane = sketch.node("crane", None, &[arm]);
    sketch.at(arm).transform = Affine3A::from_translation(Vec3::new(0.0, 0.0, 2.0));
    sketch.scene.roots.push(crane);
    let mut simulation = start(sketch, [0.0; 3]);
    set(&mut simulation, CameraMode::Node(arm));
    let turned = Affine3A::from_rotation_y(FRAC_PI_2);
    let up = Affine3A::from_translation(Vec3::Y * 7.0);
    assert!(simulation.edit().move_node(crane, up * turned));
    run(&mut simulation, &STAND, 1);
    see(&simulation, [2.0, 7.0, 0.0], FRAC_PI_2, 0.0);
    assert!(simulation.edit().unlink(Some(crane), arm));
    run(&mut simulation, &WALK, 60);
    see(&simulation, [2.0, 7.0, 0.0], FRAC_PI_2, 0.0);
    assert!(!simulation.edit().set_camera(CameraMode::Node(NodeId(99)), 0.0));
}

#[test]
fn a_blend_begins_where_the_camera_is_and_goes_slowly_at_both_ends() {
    let mut simulation = start(field(), [0.0; 3]);
    run(&mut simulation, &STAND, 1);
    let there = CameraMode::Fixed {
        eye: Vec3::new(8.0, 1.65, 0.0),
        aim: CameraAim::Angles { yaw: -1.0, pitch: 0.0 },
    };
    assert!(simulation.edit().set_camera(there, 1.0));
    run(&mut simulation, &STAND, 1);
    see(&simulation, [0.0, 1.65, 0.0], 0.0, 0.0);
    // A quarter of the time is 0.25 * 0.25 * (3 - 0.5) of the way, half of it is half.
    run(&mut simulation, &STAND, 15);
    see(&simulation, [8.0 * 0.15625, 1.65, 0.0], -0.15625, 0.0);
    run(&mut simulation, &STAND, 15);
    see(&simulation, [4.0, 1.65, 0.0], -0.5, 0.0);
    // Interrupted, it turns back from there without a jump.
    assert!(simulation.edit().set_camera(CameraMode::Eyes, 0.5));
    let mut last = simulation.state().camera;
    for _ in 0..60 {
        run(&mut simulation, &STAND, 1);
        let now = simulation.state().camera;
        // At most 1.5 times the mean speed: 4 m in 30 ticks.
        assert!(now.eye.distance(last.eye) <= 1.5 * 4.0 / 30.0 + 1e-4);
        assert_eq!(simulation.previous().camera, last, "seen on the way");
        last = now;
    }
    see(&simulation, [0.0, 1.65, 0.0], 0.0, 0.0);
    assert_eq!(simulation.state().rig.blend, None);
}

#[test]
fn a_cut_is_not_seen_on_the_way_and_a_teleport_ends_a_blend() {
    let mut simulation = start(field(), [0.0; 3]);
    run(&mut simulation, &STAND, 1);
    set(&mut simulation, CHASE);
    run(&mut simulation, &STAND, 1);
    assert_eq!(simulation.previous().camera, simulation.state().camera);
    run(&mut simulation, &WALK, 1);
    assert_ne!(simulation.previous().camera, simulation.state().camera);
    assert!(simulation.edit().set_camera(CameraMode::Eyes, 5.0));
    run(&mut simulation, &STAND, 2);
    assert!(simulation.edit().teleport_avatar(Vec3::X * 20.0, 0.0, 0.0));
    see(&simulation, [20.0, 1.65, 0.0], 0.0, 0.0);
    assert!(!simulation.edit().set_camera(CameraMode::Eyes, f32::NAN));
}

#[test]
fn who_enters_another_actor_sees_the_way_there() {
    let mut simulation = start(field(), [0.0; 3]);
    run(&mut simulation, &STAND, 1);
    let avatar = world::Avatar { position: Vec3::X * 10.0, grounded: true, ..Default::default() };
    let other = simulation.edit().add_actor(world::Actor::walker(avatar, world::Pilot::Nobody)).unwrap();
    assert_eq!(simulation.edit().enter(SeatId::FIRST, other, 2.0), Ok(()));
    run(&mut simulation, &STAND, 61);
    see(&simulation, [5.0, 1.65, 0.0], 0.0, 0.0);
    run(&mut simulation, &STAND, 60);
    see(&simulation, [10.0, 1.65, 0.0], 0.0, 0.0);
    assert_eq!(other, ActorId(1));
}

#[test]
fn a_save_in_the_middle_of_a_blend_goes_on_as_if_nothing_had_been() {
    let mut simulation = start(field(), [0.0; 3]);
    assert!(simulation.edit().set_camera(CHASE, 1.0));
    run(&mut simulation, &RUN, 20);
    let saved = simulation.state().to_json().unwrap();
    let state = State::from_json(&saved).unwrap();
    let limits = world::Limits::default();
    let (mut resumed, _) = Simulation::resume(simulation.scene().clone(), state, &limits).unwrap();
    for _ in 0..60 {
        simulation.tick(&RUN);
        resumed.tick(&RUN);
        assert_eq!(simulation.state().hash(), resumed.state().hash());
    }
    assert_eq!(simulation.state(), resumed.state());
}
