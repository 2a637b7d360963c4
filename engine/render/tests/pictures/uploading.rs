//! Scenes that reach the device in pieces between frames.

use crate::stage::*;
use glam::{Affine3A, Vec3};
use render::{Loaded, Renderer, Size, Upload};
use world::{Alpha, Blend, Image, Occurrences, Scene, State, Texture};

const SIDE: u32 = 64;
const WALLS: u64 = 20;

/// Walls side by side, each with a picture of its own, 64 texels wide.
fn walls() -> Stage {
    let mut stage = Stage::new();
    for number in 0..WALLS {
        let color = [10 * number as u8, 255 - 10 * number as u8, 40, 255];
        let texture = stage.texture(Alpha::None, 64, &[color; 64 * 64]);
        let material = stage.material(Blend::Opaque, Some(texture));
        let x = 0.8 * number as f32 - 7.6;
        stage.show(&[Quad::facing_z([x, 0.0, -8.0], 0.4, WHITE).material(material)]);
    }
    stage
}

fn prepared(renderer: &Renderer, scene: &Scene) -> Upload {
    let (table, _) = Occurrences::build(scene, &State::new(scene, 0), 1 << 10);
    renderer.uploader().prepare(scene, &table, |_, _, _| true).unwrap().unwrap()
}

fn look(renderer: &Renderer, loaded: &Loaded, scene: &Scene) -> Picture {
    let size = Size { width: SIDE, height: SIDE };
    Picture(renderer.picture(loaded, scene, &State::new(scene, 0), size).unwrap())
}

#[test]
fn a_scene_takes_as_many_frames_as_its_bytes_need_and_looks_the_same() {
    let Some(renderer) = renderer() else { return };
    let scene = walls().scene;
    let at_once = renderer.load(&scene).unwrap();
    let expected = look(&renderer, &at_once, &scene);
    assert_eq!(expected.at(33, 32), [100, 155, 40]);
    // Each picture with its smaller ones: 64, 32, 16, 8, 4, 2 and 1 squared. Two stand-ins of 16
    // and of 1. Each wall has four corners of 40 bytes and six indices.
    let all = 4 * (WALLS * 5461 + 341 + 1) + WALLS * (4 * 40 + 6 * 4);
    for budget in [4096, 10_000, 200_000, 1 << 20] {
        let mut upload = prepared(&renderer, &scene);
        assert_eq!(upload.left(), all);
        let mut frames = 0;
        let mut done = false;
        while !done {
            let before = upload.left();
            done = upload.step(budget).unwrap();
            frames += 1;
            // Pictures are cut at their rows, at most 256 bytes.
            assert!(before - upload.left() <= budget + 256, "{budget}");
            // Others are drawn meanwhile.
            if frames % 16 == 0 {
                assert!(look(&renderer, &at_once, &scene).0 == expected.0);
            }
        }
        assert_eq!(frames, all.div_ceil(budget), "{budget} bytes a frame");
        assert!(upload.step(budget).unwrap(), "nothing is left");
        let loaded = upload.finish().unwrap();
        assert!(look(&renderer, &loaded, &scene).0 == expected.0, "{budget} bytes a frame");
    }
}

#[test]
fn an_upload_can_be_finished_at_once_or_dropped() {
    let Some(renderer) = renderer() else { return };
    let scene = walls().scene;
    let expected = look(&renderer, &renderer.load(&scene).unwrap(), &scene);
    let mut upload = prepared(&renderer, &scene);
    assert!(!upload.step(0).unwrap(), "not even nothing stops it");
    assert!(look(&renderer, &upload.finish().unwrap(), &scene).0 == expected.0);
    let mut upload = prepared(&renderer, &scene);
    upload.step(100_000).unwrap();
    drop(upload);
    assert!(look(&renderer, &renderer.load(&scene).unwrap(), &scene).0 == expected.0);
}

#[test]
fn a_scene_is_replaced_in_pieces_while_the_one_before_is_drawn() {
    let Some(renderer) = renderer() else { return };
    let before = walls().scene;
    let mut after = before.clone();
    let picture = |side: u32, texel: [u8; 4]| {
        let level = Image { width: side, height: side, rgba: texel.repeat((side * side) as usize) };
        Texture { name: String::new(), alpha: Alpha::None, levels: vec![level] }
    };
    // One of the same size, one of another, one more, and a wall that is moved.
    after.textures[1] = picture(64, [255, 0, 0, 255]);
    after.textures[2] = picture(128, [255; 4]);
    after.textures.push(picture(8, [0, 0, 255, 255]));
    after.materials[5].texture = Some(world::TextureId(WALLS as u32));
    after.nodes[10].transform = Affine3A::from_translation(Vec3::Y * 2.0);
    let expected = look(&renderer, &renderer.load(&after).unwrap(), &after);

    let mut loaded = renderer.load(&before).unwrap();
    let old = look(&renderer, &loaded, &before);
    let uploader = renderer.uploader();
    let pages = loaded.light_pages();
    let replacement = std::thread::scope(|threads| {
        threads.spawn(|| uploader.prepare_replacement(&pages, &before, &after)).join().unwrap()
    });
    let mut replacement = replacement.unwrap();
    let mut frames = 0;
    while !replacement.step(&mut loaded, 10_000).unwrap() {
        frames += 1;
        let now = look(&renderer, &loaded, &before);
        // All stays until the end: no picture is seen half written.
        for wall in 0..20 {
            let x = 2 + 16 * wall / 5;
            assert_eq!(now.at(x, 32), old.at(x, 32), "wall {wall} in frame {frames}");
        }
    }
    let replaced = replacement.replaced();
    assert_eq!((replaced.textures, replaced.models), (3, 0));
    // Pictures of 64, 128 and 8, the stand-in of a new one, and all corners and indices.
    let bytes = 4 * (5461 + 21_845 + 85 + 341) + WALLS * 184;
    assert_eq!(replaced.bytes, bytes);
    assert_eq!(frames + 1, bytes.div_ceil(10_000));
    assert!(look(&renderer, &loaded, &after).0 == expected.0);
}
