//! Nodes that are made and removed while a world runs, in its picture.

use crate::drawing::{Stage, renderer};
use glam::{Affine3A, Vec3};
use render::{Renderer, Size};
use runtime::Simulation;
use std::f32::consts::FRAC_PI_2;
use std::sync::Arc;
use world::sketch::{ModelSketch, Sketch};
use world::{Camera, Image, NodeId, Scene};

/// With a field of view of a quarter turn, half the picture is as wide as the distance.
const SIZE: Size = Size { width: 64, height: 64 };
/// Pixels of the middle row: in the cube that is there from the start, in the copy, and beside both.
const CUBE: u32 = 32;
const COPY: u32 = 52;
const BESIDE: u32 = 20;

/// A red cube of two metres whose front is four metres ahead: a quarter of the picture's half to
/// either side of the middle, so columns 24 to 39.
fn sketch() -> (Scene, NodeId) {
    let mut sketch = Sketch::new();
    let red = sketch.material([1.0, 0.0, 0.0], 0);
    let cube = ModelSketch::new().material(red).cuboid(Vec3::splat(-1.0), Vec3::splat(1.0));
    let node = sketch.place(cube);
    sketch.at(node).transform = Affine3A::from_translation(Vec3::new(0.0, 0.0, -5.0));
    let camera = Camera { eye: Vec3::ZERO, yaw: 0.0, pitch: 0.0, fov_y: FRAC_PI_2, ..sketch.scene.camera };
    sketch.scene.camera = camera;
    (sketch.scene, node)
}

fn look(renderer: &Renderer, stage: &Stage<'_>, simulation: &Simulation) -> Image {
    let state = simulation.state();
    stage.look_at(renderer, state, simulation.occurrences(), stage.scene.camera, SIZE)
}

fn is_red(image: &Image, column: u32) -> bool {
    let at = ((SIZE.height / 2 * SIZE.width + column) * 4) as usize;
    let [red, green, blue] = [image.rgba[at], image.rgba[at + 1], image.rgba[at + 2]];
    red > 100 && green < 10 && blue < 10
}

#[test]
fn what_is_made_is_seen_and_what_is_removed_is_not() {
    let Some(renderer) = renderer() else { return };
    let (scene, cube) = sketch();
    let scene = Arc::new(scene);
    let (mut simulation, _) = Simulation::new(scene.clone(), 1, &binary::Limits::default());
    let stage = Stage::new(&renderer, &scene);
    let at_start = look(&renderer, &stage, &simulation);
    assert_eq!([CUBE, BESIDE, COPY].map(|column| is_red(&at_start, column)), [true, false, false]);

    // 2.5 metres to the right at a distance of four: 20 pixels, so its front is in columns 44 to 59.
    let place = Affine3A::from_translation(Vec3::new(2.5, 0.0, -5.0));
    let copy = simulation.edit().spawn(cube, None, place).unwrap();
    let with_copy = look(&renderer, &stage, &simulation);
    assert_eq!([CUBE, BESIDE, COPY].map(|column| is_red(&with_copy, column)), [true, false, true]);

    // The template goes, and its copy stays.
    assert!(simulation.edit().despawn(cube));
    let copy_alone = look(&renderer, &stage, &simulation);
    assert_eq!([CUBE, BESIDE, COPY].map(|column| is_red(&copy_alone, column)), [false, false, true]);

    assert!(simulation.edit().despawn(copy));
    let nothing = look(&renderer, &stage, &simulation);
    assert_eq!([CUBE, BESIDE, COPY].map(|column| is_red(&nothing, column)), [false; 3]);
}
