//! Pictures, materials and models that are replaced while the world is drawn,
//! and pictures that are read without waiting.

use crate::stage::*;
use render::{Loaded, Renderer, Replaced, Size};
use world::{Alpha, Blend, Image, Material, MaterialId, Scene, Texture};

const SIDE: u32 = 64;

/// Three walls side by side, each with a picture of its own, and a white one
/// behind.
fn walls() -> Stage {
    let mut stage = Stage::new();
    for (number, color) in [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]].into_iter().enumerate() {
        let texture = stage.texture(Alpha::None, 32, &[color; 32 * 32]);
        let material = stage.material(Blend::Opaque, Some(texture));
        let x = number as f32 * 4.0 - 4.0;
        stage.show(&[Quad::facing_z([x, 0.0, -8.0], 2.0, WHITE).material(material)]);
    }
    stage
}

fn texture(side: u32, texel: [u8; 4]) -> Texture {
    let level = Image { width: side, height: side, rgba: texel.repeat((side * side) as usize) };
    Texture { name: String::new(), alpha: Alpha::None, levels: vec![level] }
}

/// The middles of the three walls.
fn look(renderer: &Renderer, loaded: &Loaded, scene: &Scene) -> [[u8; 3]; 3] {
    let size = Size { width: SIDE, height: SIDE };
    let state = world::State::new(scene, 0);
    let picture = Picture(renderer.picture(loaded, scene, &state, size).unwrap());
    [16, 32, 48].map(|x| picture.at(x, 32))
}

#[test]
fn changing_one_picture_uploads_one_picture() {
    let Some(renderer) = renderer() else { return };
    let before = walls().scene;
    let mut loaded = renderer.load(&before).unwrap();
    assert_eq!(look(&renderer, &loaded, &before), [RED, GREEN, BLUE]);
    let uploader = renderer.uploader();
    assert_eq!(uploader.replace(&mut loaded, &before, &before).unwrap(), Replaced::default());

    let mut after = before.clone();
    after.textures[1] = texture(32, [255; 4]);
    let replaced = uploader.replace(&mut loaded, &before, &after).unwrap();
    // 32, 16, 8, 4, 2 and 1 squared, four bytes each.
    assert_eq!(replaced, Replaced { textures: 1, models: 0, bytes: 4 * 1365 });
    assert_eq!(look(&renderer, &loaded, &after), [RED, WHITE, BLUE]);

    // Of another size, again and again; the others stay.
    for (side, texel, expected) in
        [(64, [0, 0, 0, 255], BLACK), (16, [255, 0, 0, 255], RED), (32, [0, 255, 0, 255], GREEN)]
    {
        let old = after.clone();
        after.textures[2] = texture(side, texel);
        let replaced = uploader.replace(&mut loaded, &old, &after).unwrap();
        assert_eq!(replaced.bytes, 4 * u64::from((4 * side * side - 1) / 3));
        assert_eq!(look(&renderer, &loaded, &after), [RED, WHITE, expected]);
    }
}

#[test]
fn materials_and_models_are_replaced_and_added() {
    let Some(renderer) = renderer() else { return };
    let before = walls().scene;
    let mut loaded = renderer.load(&before).unwrap();
    let uploader = renderer.uploader();
    let mut after = before.clone();
    after.materials[1].color = [0.0; 3];
    assert_eq!(uploader.replace(&mut loaded, &before, &after).unwrap(), Replaced::default());
    assert_eq!(look(&renderer, &loaded, &after), [BLACK, GREEN, BLUE]);

    // A new texture on a new material on another model; glass instead of a wall.
    let old = after.clone();
    after.textures.push(texture(8, [255; 4]));
    let texture = Some(world::TextureId(3));
    after.materials.push(Material { texture, ..Material::default() });
    after.models[1].polygons[0].material = MaterialId(4);
    after.materials[3].opacity = 0.0;
    let replaced = uploader.replace(&mut loaded, &old, &after).unwrap();
    assert_eq!((replaced.textures, replaced.models), (1, 2));
    assert_eq!(look(&renderer, &loaded, &after), [BLACK, WHITE, BLACK]);
    // And back to what it was, with less of everything.
    let replaced = uploader.replace(&mut loaded, &after, &before).unwrap();
    assert_eq!((replaced.textures, replaced.models), (0, 2));
    assert_eq!(look(&renderer, &loaded, &before), [RED, GREEN, BLUE]);
}

#[test]
fn a_picture_is_read_without_waiting() {
    let Some(renderer) = renderer() else { return };
    let scene = walls().scene;
    let loaded = renderer.load(&scene).unwrap();
    let state = world::State::new(&scene, 0);
    let (table, _) = world::Occurrences::build(&scene, &state, 100);
    let settings = render::Settings::default();
    let shot = render::Shot {
        loaded: &loaded,
        scene: &scene,
        state: &state,
        zones: state.zones,
        table: &table,
        camera: state.camera,
        feet: None,
        between: 1.0,
        settings: &settings,
        beside: &[],
        hud: None,
    };
    let target = renderer.offscreen(Size { width: SIDE, height: SIDE }).unwrap();
    renderer.draw_offscreen(&shot, &target).unwrap();
    let waited = renderer.read(&target).unwrap();
    let mut reading = renderer.start_read(&target).unwrap();
    let mut asked = 0;
    let read = loop {
        asked += 1;
        match renderer.poll_read(&mut reading) {
            Some(read) => break read.unwrap(),
            None => std::thread::yield_now(),
        }
    };
    assert!(asked < 1_000_000 && read == waited);
    assert!(renderer.poll_read(&mut reading).unwrap().is_err(), "a picture is handed over once");
}
