//! A running world: the same inputs give the same state, and whatever changes a
//! state changes what is derived from it.

use crate::common::{RUN, STAND, WALK, feet, heading, run, start, start_scene};
use glam::{Affine3A, Vec3};
use runtime::{Input, LinkError, Misfit, Simulation};
use std::sync::Arc;
use world::sketch::{ModelSketch, Sketch};
use world::{Cycle, Limits, NodeFlags, Random, State, TextureId};

/// Hills, boxes and a thing that moves.
fn busy() -> Sketch {
    let mut sketch = Sketch::new();
    let mut hills = ModelSketch::new();
    for x in -10..10 {
        for z in -10..10 {
            let height = |x: i32| ((x * 7) % 5) as f32 * 0.3;
            let (west, north) = (x as f32 * 5.0, z as f32 * 5.0);
            hills = hills.slope([west, north], [west + 5.0, north + 5.0], height(x), height(x + 1));
        }
    }
    sketch.place(hills);
    for index in 0..12 {
        let at = Vec3::new((index * 37 % 40) as f32 - 20.0, -1.0, (index * 23 % 40) as f32 - 20.0);
        sketch.place(ModelSketch::new().cuboid(at, at + Vec3::new(2.0, 4.0, 3.0)));
    }
    sketch.scene.materials[0].cycle = Some(Cycle {
        textures: vec![TextureId(0); 4],
        offsets: Vec::new(),
        speed: 15.0,
        looping: true,
        start: 1.0,
    });
    sketch.scene.avatar.position = Vec3::new(0.5, 5.0, 0.5);
    sketch
}

/// Ticks `from..to` of a walk that depends on nothing but the tick.
fn wander(simulation: &mut Simulation, from: u32, to: u32) -> Vec<u64> {
    (from..to)
        .map(|tick| {
            let mut random = Random(tick / 30);
            let mut draw = || f32::from(random.draw()) / 16383.5 - 1.0;
            let input = Input {
                forward: draw(),
                strafe: draw() * 0.5,
                yaw: draw() * 0.05,
                pitch: draw() * 0.01,
                run: draw() > 0.0,
                jump: tick % 50 == 0,
                sink: false,
                fire: false,
                fire_second: false,
            };
            let place = Affine3A::from_translation(Vec3::new(0.0, tick as f32 * 0.001, 0.0));
            assert!(simulation.edit().move_node(world::NodeId(3), place));
            simulation.tick(&input);
            simulation.state().hash()
        })
        .collect()
}

#[test]
fn the_same_inputs_give_the_same_state_also_through_a_save() {
    let mut first = start_scene(busy().scene);
    let mut second = start_scene(busy().scene);
    let hashes = wander(&mut first, 0, 600);
    assert_eq!(wander(&mut second, 0, 300), hashes[..300]);
    let saved = second.state().to_json().unwrap();
    let state = State::from_json(&saved).unwrap();
    let scene = Arc::new(busy().scene);
    let (mut resumed, _) = Simulation::resume(scene, state, &Limits::default()).unwrap();
    assert_eq!(wander(&mut resumed, 300, 600), hashes[300..]);
    assert!(feet(&first).distance(Vec3::new(0.5, 5.0, 0.5)) > 3.0, "it went nowhere");
}

#[test]
fn nobody_sinks_into_hilly_ground_between_boxes() {
    let mut simulation = start_scene(busy().scene);
    let hills = world::NodeId(0);
    let mut hits = Vec::new();
    for tick in 0..20_000 {
        wander(&mut simulation, tick, tick + 1);
        let at = feet(&simulation);
        if at.x.abs().max(at.z.abs()) > 45.0 {
            // Back before the edge of the world.
            assert!(simulation.edit().teleport_avatar(Vec3::new(0.5, 5.0, 0.5), 0.0, 0.0));
            continue;
        }
        simulation.probe().column(at.x, at.z, &mut hits);
        let ground = hits.iter().find(|hit| hit.node == hills).expect("hills everywhere").point.y;
        assert!(at.y >= ground - 0.001, "tick {tick}: {at} in ground at {ground}");
        if simulation.state().avatar().unwrap().grounded {
            let on = hits.iter().any(|hit| (hit.point.y - at.y).abs() < 0.001);
            assert!(on, "tick {tick}: {at} stands on nothing");
        }
    }
}

#[test]
fn a_state_of_another_world_is_refused() {
    let other = start_scene(Sketch::new().scene);
    let scene = Arc::new(busy().scene);
    let refused = Simulation::resume(scene, other.state().clone(), &Limits::default());
    assert_eq!(refused.unwrap_err(), Misfit);
}

#[test]
fn input_that_is_nan_moves_nothing() {
    let mut simulation = start_scene(busy().scene);
    run(&mut simulation, &STAND, 120);
    let before = *simulation.state().avatar().unwrap();
    let broken = Input { forward: f32::NAN, strafe: f32::INFINITY, yaw: f32::NAN, pitch: f32::NAN, ..STAND };
    run(&mut simulation, &broken, 10);
    assert_eq!(*simulation.state().avatar().unwrap(), before);
    // Too much of it counts as all of it.
    heading(&mut simulation, 0.0);
    let mut fast = Vec3::ZERO;
    for input in [WALK, Input { forward: 1e30, strafe: 1e30, ..WALK }] {
        simulation.tick(&input);
        let speed = simulation.state().avatar().unwrap().velocity.with_y(0.0);
        assert!(speed.length() < 3.001, "{speed}");
        fast = fast.max(speed.abs());
    }
    assert!(fast.length() > 2.0);
}

#[test]
fn the_camera_is_the_eye_and_teleports_are_not_seen() {
    let mut simulation = start(Sketch::new(), [0.0; 3]);
    simulation.tick(&Input { yaw: 0.25, pitch: 9.0, ..STAND });
    let State { camera, .. } = simulation.state();
    let avatar = simulation.state().avatar().unwrap();
    assert_eq!(camera.eye, avatar.position + Vec3::Y * 1.65);
    assert_eq!((camera.yaw, camera.pitch), (0.25, avatar.pitch));
    assert!(avatar.pitch < std::f32::consts::FRAC_PI_2, "no looking over backwards");
    let before = *camera;
    simulation.tick(&RUN);
    assert_eq!(simulation.previous().camera, before);
    let there = Vec3::new(500.0, 20.0, 0.0);
    assert!(simulation.edit().teleport_avatar(there, 1.0, 0.5));
    assert_eq!(simulation.state().camera.eye, there + Vec3::Y * 1.65);
    assert_eq!(simulation.previous().camera, simulation.state().camera);
    assert!(!simulation.edit().teleport_avatar(Vec3::NAN, 0.0, 0.0));
    assert_eq!(simulation.state().avatar().unwrap().position, there);
}

#[test]
fn cycles_and_scrolling_follow_the_clock() {
    let mut sketch = Sketch::new();
    let cycle = |looping, speed| {
        let textures = vec![TextureId(0); 4];
        Cycle { textures, offsets: Vec::new(), speed, looping, start: 1.0 }
    };
    for (looping, speed) in [(true, 15.0), (false, 15.0), (true, -15.0), (false, -15.0), (true, 0.0)] {
        let material = sketch.material([1.0; 3], 0);
        sketch.scene.materials[material.index()].cycle = Some(cycle(looping, speed));
    }
    sketch.place(ModelSketch::new().floor([0.0; 2], [1.0; 2], 0.0));
    sketch.scene.models[0].scroll = [0.5, -0.25];
    let mut simulation = start_scene(sketch.scene);
    let frames = |simulation: &Simulation| -> Vec<usize> {
        let shown = simulation.scene().materials.iter().zip(&simulation.state().cycles);
        shown.filter_map(|(material, at)| Some(material.cycle.as_ref()?.frame(*at))).collect()
    };
    assert_eq!(frames(&simulation), [1; 5]);
    // Four ticks are one frame.
    run(&mut simulation, &STAND, 6);
    assert_eq!(frames(&simulation), [2, 2, 3, 0, 1]);
    run(&mut simulation, &STAND, 24);
    // 7.5 frames on: 8.5 mod 4, and 1 - 7.5 = -6.5 mod 4.
    assert_eq!(frames(&simulation), [0, 3, 1, 0, 1]);
    let [u, v] = simulation.state().scrolls[0];
    assert!((u - 0.25).abs() < 1e-5 && (v - 0.875).abs() < 1e-5, "{u} {v}");
}

#[test]
fn an_edit_changes_state_and_answers_together() {
    let mut sketch = Sketch::new();
    let ground = sketch.place(ModelSketch::new().floor([-9.0; 2], [9.0; 2], 0.0));
    let model = sketch.model(ModelSketch::new().floor([-1.0; 2], [1.0; 2], 1.0));
    let plank = sketch.node("plank", Some(model), &[]);
    let carrier = sketch.node("carrier", None, &[]);
    sketch.scene.roots.push(carrier);
    let mut simulation = start_scene(sketch.scene);
    let height =
        |simulation: &Simulation, x: f32| simulation.probe().ground(x, 0.0, 50.0, 0.0).map(|hit| hit.point.y);
    assert_eq!(height(&simulation, 0.0), Some(0.0), "a template is nowhere");

    let mut edit = simulation.edit();
    assert_eq!(edit.link(Some(carrier), plank), Ok(()));
    assert_eq!(edit.link(Some(carrier), plank), Err(LinkError::Linked));
    assert_eq!(edit.link(Some(plank), carrier), Err(LinkError::Ring));
    assert_eq!(edit.link(Some(plank), plank), Err(LinkError::Ring));
    assert_eq!(edit.link(None, world::NodeId(99)), Err(LinkError::Missing));
    assert!(edit.move_node(carrier, Affine3A::from_translation(Vec3::new(5.0, 1.0, 0.0))));
    assert!(!edit.move_node(carrier, Affine3A::from_translation(Vec3::NAN)));
    assert!(edit.set_opacity(carrier, 0.5) && edit.set_opacity(plank, 7.0));
    drop(edit);
    assert_eq!((height(&simulation, 0.0), height(&simulation, 5.0)), (Some(0.0), Some(2.0)));
    let shown = simulation.occurrences().of(plank).next().unwrap();
    assert_eq!(simulation.occurrences().opacity(shown), 0.5);

    let mut edit = simulation.edit();
    assert!(edit.set_flags(plank, NodeFlags::ALTITUDE, false));
    let now = edit.refresh();
    assert_eq!(height(now, 5.0), Some(0.0));
    assert!(edit.unlink(None, ground) && !edit.unlink(None, ground));
    assert!(edit.unlink(Some(carrier), plank));
    drop(edit);
    assert_eq!(height(&simulation, 5.0), None);
    assert_eq!(simulation.occurrences().len(), 1);
    assert!(simulation.take_findings().is_empty());
}

#[test]
fn what_moved_is_seen_between_ticks_and_what_was_teleported_is_not() {
    let mut sketch = Sketch::new();
    let model = sketch.model(ModelSketch::new().floor([0.0; 2], [1.0; 2], 0.0));
    let [a, b] = [(); 2].map(|()| sketch.node("n", Some(model), &[]));
    sketch.scene.roots = vec![a, b];
    let mut simulation = start_scene(sketch.scene);
    simulation.tick(&STAND);
    let place = Affine3A::from_translation(Vec3::X);
    let mut edit = simulation.edit();
    assert!(edit.move_node(a, place) && edit.teleport_node(b, place));
    drop(edit);
    let x_before = |simulation: &Simulation| {
        [a, b].map(|node| {
            let id = simulation.occurrences().of(node).next().unwrap();
            simulation.occurrences().previous(id).translation.x
        })
    };
    assert_eq!(x_before(&simulation), [0.0, 1.0]);
    simulation.tick(&STAND);
    assert_eq!(x_before(&simulation), [1.0, 1.0]);
}

#[test]
fn a_light_that_is_aimed_is_part_of_the_state_and_nonsense_is_refused() {
    let mut sketch = busy();
    sketch.scene.lights = vec![world::Light {
        node: None,
        active: true,
        directional: true,
        position: Vec3::ZERO,
        direction: Vec3::NEG_Y,
        color: [1.0; 3],
        diffuse: 1.0,
        ambient: 0.0,
        near: 1.0,
        far: 2.0,
    }];
    let (mut simulation, _) = Simulation::new(Arc::new(sketch.scene), 1, &Limits::default());
    let before = simulation.state().hash();
    assert!(simulation.edit().aim_light(world::LightId(0), Vec3::new(0.0, -3.0, 4.0)));
    assert_eq!(simulation.state().lights[0].direction, Vec3::new(0.0, -0.6, 0.8));
    let aimed = simulation.state().hash();
    assert_ne!(aimed, before);
    let mut edit = simulation.edit();
    assert!(
        !edit.aim_light(world::LightId(1), Vec3::X)
            && !edit.aim_light(world::LightId(0), Vec3::ZERO)
            && !edit.aim_light(world::LightId(0), Vec3::NAN)
    );
    drop(edit);
    assert_eq!(simulation.state().hash(), aimed);
}
