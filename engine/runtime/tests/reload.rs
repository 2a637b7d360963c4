//! A world that was loaded again goes on where it was.

use crate::common::{STAND, WALK, feet, run, start, start_scene};
use glam::{Affine3A, Vec3};
use runtime::Simulation;
use world::sketch::{ModelSketch, Sketch};
use world::{Limits, MaterialId, MaterialState, NodeFlags, NodeId, ScreenEffect, ScreenMix, SpaceDef};

const BOX: NodeId = NodeId(1);
const POST: NodeId = NodeId(2);

/// A floor, a box and a post.
fn field() -> Sketch {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-50.0; 2], [50.0; 2], 0.0));
    let cube =
        |sketch: &mut Sketch| sketch.place(ModelSketch::new().cuboid(Vec3::splat(-0.5), Vec3::splat(0.5)));
    for name in ["box", "post"] {
        let node = cube(&mut sketch);
        sketch.at(node).name = name.into();
    }
    sketch
}

fn at(place: Vec3) -> Affine3A {
    Affine3A::from_translation(place)
}

/// A world in which the box was moved, the post hidden and a second box made,
/// after two seconds on foot.
fn lived() -> (Simulation, NodeId) {
    let mut world = start(field(), [0.0; 3]);
    run(&mut world, &WALK, 120);
    let mut edit = world.edit();
    assert!(edit.move_node(BOX, at(Vec3::new(9.0, 0.5, 9.0))));
    assert!(edit.set_active(POST, false));
    let made = edit.spawn(BOX, None, at(Vec3::new(-9.0, 0.5, -9.0))).unwrap();
    drop(edit);
    run(&mut world, &STAND, 1);
    (world, made)
}

fn again(sketch: Sketch, before: &Simulation) -> (Simulation, runtime::Carried) {
    let mut world = start_scene(sketch.scene);
    let carried = world.go_on_from(before, &Limits::default());
    (world, carried)
}

#[test]
fn files_that_say_the_same_leave_the_world_as_it_was() {
    let (before, made) = lived();
    let (mut world, carried) = again(field(), &before);
    assert_eq!((carried.kept, carried.anew), (3, 0));
    assert_eq!(world.state(), before.state());
    assert_eq!(world.hash(), before.state().hash());
    // What follows from the state does so, too.
    let hit = world.probe().ray(Vec3::new(-9.0, 5.0, -9.0), Vec3::new(-9.0, -5.0, -9.0)).unwrap();
    assert_eq!((hit.node, hit.point.y), (made, 1.0));
    assert_eq!(world.previous().camera, world.state().camera);
    let mut old = before;
    for _ in 0..60 {
        world.tick(&WALK);
        old.tick(&WALK);
    }
    assert_eq!(feet(&world), feet(&old));
    assert_eq!(world.hash(), old.hash());
}

#[test]
fn what_was_painted_and_what_is_shown_goes_on_too() {
    let mut before = start(field(), [0.0; 3]);
    let mix = ScreenMix::Fade;
    let fade = ScreenEffect { mix, color: [0.0; 3], from: 0.0, to: 1.0, since: 0, ticks: 600 };
    let faded = MaterialState { opacity: 0.25, ..MaterialState::default() };
    let mut edit = before.edit();
    edit.show_on_screen(fade);
    assert!(edit.set_material(MaterialId(0), faded));
    drop(edit);
    run(&mut before, &STAND, 30);
    let (world, _) = again(field(), &before);
    assert_eq!(world.state(), before.state());
    assert_eq!((world.state().materials[0].opacity, world.state().effects.screen.len()), (0.25, 1));

    // A material of which the files say something else starts anew.
    let mut changed = field();
    changed.scene.materials[0].color = [0.1, 0.2, 0.3];
    let (world, _) = again(changed, &before);
    assert_eq!(world.state().materials[0], MaterialState::default());
    assert_eq!(world.state().effects, before.state().effects);
}

#[test]
fn what_the_files_say_anew_starts_anew_and_the_rest_stays() {
    let (before, made) = lived();
    let mut changed = field();
    changed.at(POST).transform = at(Vec3::new(3.0, 0.5, 0.0));
    let (world, carried) = again(changed, &before);
    assert_eq!((carried.kept, carried.anew), (2, 1));
    let nodes = &world.state().nodes;
    assert_eq!(nodes.transforms[POST.index()], at(Vec3::new(3.0, 0.5, 0.0)));
    assert!(nodes.flags[POST.index()].contains(NodeFlags::ACTIVE), "it is there again");
    assert_eq!(nodes.transforms[BOX.index()], before.state().nodes.transforms[BOX.index()]);
    assert!(nodes.lives(made));
    assert_eq!(feet(&world), feet(&before));
    assert_eq!(world.state().tick, before.state().tick);
}

#[test]
fn nodes_that_move_in_the_file_are_found_by_their_names() {
    let (before, _) = lived();
    let mut longer = Sketch::new();
    let new = longer.place(ModelSketch::new().cuboid(Vec3::splat(-0.1), Vec3::splat(0.1)));
    longer.at(new).name = "new".into();
    longer.place(ModelSketch::new().floor([-50.0; 2], [50.0; 2], 0.0));
    for name in ["box", "post"] {
        let node = longer.place(ModelSketch::new().cuboid(Vec3::splat(-0.5), Vec3::splat(0.5)));
        longer.at(node).name = name.into();
    }
    let (mut world, carried) = again(longer, &before);
    assert_eq!(carried.anew, 1);
    let nodes = &world.state().nodes;
    assert_eq!(nodes.transforms[BOX.index() + 1], before.state().nodes.transforms[BOX.index()]);
    assert!(!nodes.flags[POST.index() + 1].contains(NodeFlags::ACTIVE));
    assert_eq!(nodes.len(), 4, "what was made has no place among other nodes");
    assert!(world.state().fits(world.scene()));
    run(&mut world, &WALK, 30);
    assert!(world.take_findings().is_empty());
}

#[test]
fn a_world_without_anything_in_common_still_runs() {
    let (before, _) = lived();
    let mut other = Sketch::new();
    let node = other.place(ModelSketch::new().floor([-9.0; 2], [9.0; 2], 2.0));
    other.at(node).name = "other".into();
    other.scene.space = SpaceDef::Open;
    let (mut world, carried) = again(other, &before);
    assert_eq!((carried.kept, carried.anew), (0, 1));
    run(&mut world, &WALK, 30);
    assert!(feet(&world).is_finite() && world.state().fits(world.scene()));
}
