//! Lights that come, go and follow their nodes; nodes that are turned by angles.

use crate::common::{STAND, run, start_scene};
use glam::{Affine3A, Vec3};
use runtime::Simulation;
use std::f32::consts::{FRAC_PI_2, PI};
use world::sketch::Sketch;
use world::{Fog, Light, LightId, NodeId};

fn lamp(node: Option<NodeId>, position: [f32; 3]) -> Light {
    Light {
        node,
        active: true,
        directional: false,
        position: Vec3::from(position),
        direction: Vec3::NEG_Z,
        color: [1.0; 3],
        diffuse: 1.0,
        ambient: 0.0,
        near: 1.0,
        far: 20.0,
    }
}

/// A carrier with a hand that holds a lamp, and a node that is placed nowhere.
fn carried() -> (Simulation, NodeId, NodeId) {
    let mut sketch = Sketch::new();
    let hand = sketch.node("hand", None, &[]);
    let carrier = sketch.node("carrier", None, &[hand]);
    let nowhere = sketch.node("nowhere", None, &[]);
    sketch.at(hand).transform = Affine3A::from_translation(Vec3::X);
    sketch.scene.roots.push(carrier);
    sketch.scene.lights = vec![lamp(Some(hand), [1.0, 0.1, 0.0]), lamp(Some(nowhere), [3.0, 0.0, 0.0])];
    (start_scene(sketch.scene), carrier, nowhere)
}

fn light(simulation: &Simulation, id: u32) -> Light {
    *simulation.state().lights.find(id).expect("the light exists")
}

#[test]
fn a_lamp_goes_where_its_node_is_carried() {
    let (mut simulation, carrier, _) = carried();
    let start = simulation.state().lights.clone();
    run(&mut simulation, &STAND, 10);
    assert_eq!(simulation.state().lights, start, "nothing moved");
    // A quarter turn to the left: what was east is north.
    let turned = Affine3A::from_translation(Vec3::Y * 5.0) * Affine3A::from_rotation_y(FRAC_PI_2);
    assert!(simulation.edit().move_node(carrier, turned));
    run(&mut simulation, &STAND, 1);
    let moved = light(&simulation, 0);
    assert!(moved.position.abs_diff_eq(Vec3::new(0.0, 5.1, -1.0), 1e-6), "{}", moved.position);
    assert!(moved.direction.abs_diff_eq(Vec3::NEG_X, 1e-6), "{}", moved.direction);
    assert_eq!(light(&simulation, 1), start[1], "its node is nowhere");
    // Back without a trace, however often.
    for step in 1..100 {
        let away = Affine3A::from_rotation_y(step as f32);
        assert!(simulation.edit().move_node(carrier, away));
        run(&mut simulation, &STAND, 1);
    }
    assert!(simulation.edit().move_node(carrier, Affine3A::IDENTITY));
    run(&mut simulation, &STAND, 1);
    assert_eq!(simulation.state().lights, start);
}

#[test]
fn a_lamp_is_dark_while_its_node_is_hidden_or_gone() {
    let (mut simulation, carrier, nowhere) = carried();
    let shines = |simulation: &mut Simulation| {
        run(simulation, &STAND, 1);
        light(simulation, 0).active
    };
    assert!(shines(&mut simulation));
    simulation.edit().set_active(carrier, false);
    assert!(!shines(&mut simulation));
    simulation.edit().set_active(carrier, true);
    assert!(shines(&mut simulation));
    assert!(simulation.edit().switch_light(LightId(0), false));
    assert!(!shines(&mut simulation));
    simulation.edit().set_active(carrier, false);
    simulation.edit().set_active(carrier, true);
    assert!(!shines(&mut simulation), "switched off, it stays off");
    assert!(simulation.edit().switch_light(LightId(0), true));
    assert!(shines(&mut simulation));
    assert!(simulation.edit().unlink(None, carrier));
    assert!(!shines(&mut simulation), "unlinked");
    assert_eq!(simulation.edit().link(None, carrier), Ok(()));
    assert!(shines(&mut simulation));
    // One that never had a place shines where it always did, and is carried from
    // where its node appears.
    assert!(light(&simulation, 1).active);
    assert_eq!(simulation.edit().link(Some(carrier), nowhere), Ok(()));
    run(&mut simulation, &STAND, 1);
    assert!(simulation.edit().move_node(carrier, Affine3A::from_translation(Vec3::Y)));
    run(&mut simulation, &STAND, 1);
    assert_eq!(light(&simulation, 1).position, Vec3::new(3.0, 1.0, 0.0));
}

#[test]
fn a_save_made_before_a_lamp_followed_is_resumed_as_it_is() {
    let (mut simulation, carrier, _) = carried();
    run(&mut simulation, &STAND, 3);
    assert!(simulation.edit().move_node(carrier, Affine3A::from_translation(Vec3::Y)));
    let state = simulation.state().clone();
    let limits = world::Limits::default();
    let (mut resumed, _) = Simulation::resume(simulation.scene().clone(), state, &limits).unwrap();
    assert_eq!(resumed.state().hash(), simulation.state().hash());
    run(&mut simulation, &STAND, 1);
    run(&mut resumed, &STAND, 1);
    assert_eq!(resumed.state(), simulation.state());
    assert_eq!(light(&resumed, 0).position, Vec3::new(1.0, 1.1, 0.0));
}

#[test]
fn lights_come_and_go_and_their_numbers_are_never_used_again() {
    let (mut simulation, carrier, _) = carried();
    let mut edit = simulation.edit();
    let flash = edit.add_light(lamp(None, [0.0, 9.0, 0.0])).unwrap();
    assert_eq!(flash, LightId(2));
    assert!(edit.remove_light(flash) && !edit.remove_light(flash));
    let next = edit.add_light(lamp(Some(carrier), [0.0, 2.0, 0.0])).unwrap();
    assert_eq!(next, LightId(3));
    assert!(!edit.switch_light(flash, true) && !edit.aim_light(flash, Vec3::X));
    assert_eq!(edit.add_light(lamp(Some(NodeId(99)), [0.0; 3])), None);
    assert_eq!(edit.add_light(lamp(None, [f32::NAN, 0.0, 0.0])), None);
    assert_eq!(edit.add_light(Light { direction: Vec3::ZERO, ..lamp(None, [0.0; 3]) }), None);
    assert!(edit.move_node(carrier, Affine3A::from_translation(Vec3::X * 4.0)));
    // Aimed while it is carried: from now on it turns from there.
    assert!(edit.aim_light(next, Vec3::X));
    drop(edit);
    run(&mut simulation, &STAND, 1);
    let half_turn = Affine3A::from_rotation_y(PI);
    assert!(simulation.edit().move_node(carrier, half_turn));
    run(&mut simulation, &STAND, 1);
    assert!(light(&simulation, next.0).direction.abs_diff_eq(Vec3::NEG_X, 1e-6));
    assert_eq!(simulation.state().lights.len(), 3);
}

#[test]
fn a_light_vanishes_with_its_node() {
    let (mut simulation, carrier, nowhere) = carried();
    let lamp_of_copy = {
        let mut edit = simulation.edit();
        let copy = edit.spawn(carrier, None, Affine3A::from_translation(Vec3::X * 7.0)).unwrap();
        let id = edit.add_light(lamp(Some(copy), [7.0, 1.0, 0.0])).unwrap();
        assert!(edit.move_node(copy, Affine3A::from_translation(Vec3::X * 8.0)));
        (copy, id)
    };
    run(&mut simulation, &STAND, 1);
    assert_eq!(light(&simulation, lamp_of_copy.1.0).position, Vec3::new(8.0, 1.0, 0.0));
    assert!(simulation.edit().despawn(lamp_of_copy.0));
    run(&mut simulation, &STAND, 1);
    assert_eq!(simulation.state().lights.ids(), [0, 1]);
    // The lamp of the hand goes with the carrier, that of a node placed nowhere with it.
    assert!(simulation.edit().despawn(carrier) && simulation.edit().despawn(nowhere));
    run(&mut simulation, &STAND, 1);
    assert!(simulation.state().lights.is_empty() && simulation.state().mounts.is_empty());
}

#[test]
fn a_flood_of_lights_ends() {
    let (mut simulation, ..) = carried();
    let mut edit = simulation.edit();
    let added = (0..70_000).filter(|_| edit.add_light(lamp(None, [0.0; 3])).is_some()).count();
    assert_eq!(added, 65_536 - 2);
}

#[test]
fn fog_is_set_and_nonsense_is_refused() {
    let (mut simulation, ..) = carried();
    let fog = Fog { on: true, near: 5.0, far: 50.0, ..Fog::default() };
    assert!(simulation.edit().set_fog(fog));
    assert!(!simulation.edit().set_fog(Fog { far: f32::NAN, ..fog }));
    assert_eq!(simulation.state().fog, fog);
}

#[test]
fn turning_adds_to_the_angles_of_the_file_about_z_then_x_then_y() {
    let mut sketch = Sketch::new();
    let node = sketch.node("door", None, &[]);
    sketch.scene.roots.push(node);
    sketch.at(node).euler = Some(Vec3::X * FRAC_PI_2);
    sketch.at(node).transform =
        Affine3A::from_translation(Vec3::Z * 3.0) * Affine3A::from_rotation_x(FRAC_PI_2);
    let mut simulation = start_scene(sketch.scene);
    let up = |simulation: &Simulation| {
        simulation.state().nodes.transforms[node.index()].transform_vector3(Vec3::Y)
    };
    assert!(up(&simulation).abs_diff_eq(Vec3::Z, 1e-6));
    assert!(simulation.edit().rotate_by(node, Vec3::Y * FRAC_PI_2));
    // About x, up becomes south; about y, south becomes east. The other way round
    // up would stay south.
    assert!(up(&simulation).abs_diff_eq(Vec3::X, 1e-6), "{}", up(&simulation));
    assert_eq!(simulation.state().nodes.transforms[node.index()].translation.z, 3.0);
    // All the way round.
    assert!(simulation.edit().rotate_by(node, Vec3::Y * 3.0 * FRAC_PI_2));
    assert!(up(&simulation).abs_diff_eq(Vec3::Z, 1e-6));
    let angles = simulation.edit().euler(node).unwrap();
    assert!(angles.abs_diff_eq(Vec3::X * FRAC_PI_2, 1e-6), "within half a turn: {angles}");
    // A matrix set by something else leaves the angles as they are.
    assert!(simulation.edit().move_node(node, Affine3A::IDENTITY));
    assert!(simulation.edit().rotate_by(node, Vec3::ZERO));
    assert!(up(&simulation).abs_diff_eq(Vec3::Z, 1e-6));
    let before = simulation.state().hash();
    assert!(!simulation.edit().rotate_by(node, Vec3::NAN));
    assert!(!simulation.edit().rotate_by(NodeId(99), Vec3::Y));
    assert_eq!(simulation.state().hash(), before);
}

#[test]
fn a_node_without_angles_of_its_own_is_turned_from_how_it_stands() {
    let mut sketch = Sketch::new();
    let node = sketch.node("barrel", None, &[]);
    sketch.scene.roots.push(node);
    sketch.at(node).transform = Affine3A::from_rotation_y(1.0) * Affine3A::from_scale(Vec3::splat(2.0));
    let mut simulation = start_scene(sketch.scene);
    assert!(simulation.edit().rotate_by(node, Vec3::Y * 0.5));
    let expected = Affine3A::from_rotation_y(1.5) * Affine3A::from_scale(Vec3::splat(2.0));
    assert!(simulation.state().nodes.transforms[node.index()].abs_diff_eq(expected, 1e-5));
}

#[test]
fn a_copy_has_the_angles_of_its_template() {
    let mut sketch = Sketch::new();
    let node = sketch.node("door", None, &[]);
    sketch.scene.roots.push(node);
    sketch.at(node).euler = Some(Vec3::X);
    let mut simulation = start_scene(sketch.scene);
    assert!(simulation.edit().rotate_by(node, Vec3::Y));
    let copy = simulation.edit().spawn(node, None, Affine3A::IDENTITY).unwrap();
    assert_eq!(simulation.edit().euler(copy), Some(Vec3::X));
    assert!(simulation.edit().rotate_by(copy, Vec3::Z));
    assert_eq!(simulation.edit().euler(copy), Some(Vec3::new(1.0, 0.0, 1.0)));
    assert!(simulation.edit().despawn(copy));
    assert_eq!(simulation.edit().euler(copy), None);
    assert_eq!(simulation.state().eulers.len(), 1);
}
