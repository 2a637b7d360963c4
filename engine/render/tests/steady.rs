//! Frames after the first take no memory: gathering, culling, sorting and
//! batching reuse what they have.

use glam::{Affine3A, Vec3};
use render::{Renderer, Settings, Shot, Size};
use world::{Blend, Occurrences, State, sketch::ModelSketch, sketch::Sketch};

#[global_allocator]
static COUNTING: harness::alloc::Counting = harness::alloc::Counting;

#[test]
fn steady_frames_take_no_memory() {
    assert!(harness::alloc::installed());
    let mut renderer = match Renderer::new(&render::Options::from_env()) {
        Ok(renderer) => renderer,
        Err(error) if std::env::var_os("REVISIT_REQUIRE_ADAPTER").is_none() => {
            eprintln!("skipped: {error}");
            return;
        }
        Err(error) => panic!("{error}"),
    };
    // Some of everything: in place, moved, mixed with the background.
    let mut sketch = Sketch::new();
    sketch.material([0.2, 0.4, 0.9], 0);
    sketch.scene.materials[1].blend = Blend::Alpha;
    sketch.scene.materials[1].opacity = 0.5;
    for index in 0..400 {
        let at = Vec3::new((index % 20) as f32 * 8.0 - 80.0, -2.0, (index / 20) as f32 * -8.0);
        let node = sketch.place(ModelSketch::new().cuboid(Vec3::splat(-1.0), Vec3::splat(1.0)));
        if index % 3 > 0 {
            sketch.at(node).transform = Affine3A::from_translation(at);
        }
        if index % 5 == 0 {
            let model = sketch.at(node).model.unwrap();
            for polygon in &mut sketch.scene.models[model.index()].polygons {
                polygon.material = world::MaterialId(1);
            }
        }
    }
    let scene = sketch.scene;
    let loaded = renderer.load(&scene).unwrap();
    let state = State::new(&scene, 0);
    let (table, _) = Occurrences::build(&scene, &state, 1 << 16);
    let settings = Settings::default();
    let shot = |angle: f32| {
        let mut camera = scene.camera;
        camera.eye = Vec3::new(0.0, 5.0, 20.0);
        camera.yaw = angle;
        Shot {
            loaded: &loaded,
            scene: &scene,
            state: &state,
            table: &table,
            camera,
            between: 1.0,
            settings: &settings,
        }
    };
    let size = Size { width: 640, height: 480 };
    let angles = [0.0, 0.3, -0.3, 0.1];
    for angle in angles {
        assert!(renderer.prepare(&shot(angle), size).triangles > 1000);
    }
    for angle in angles {
        let (_, peak) = harness::alloc::peak_of(|| renderer.prepare(&shot(angle), size));
        assert_eq!(peak, 0, "bytes taken by a steady frame at {angle}");
    }
}
