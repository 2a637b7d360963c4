//! Frames after the first take no memory: gathering, culling, sorting and
//! batching reuse what they have, and so does ranking what moves on and off
//! what is coplanar with it. What is streamed to the device is freed again.

mod growth;
mod scene;

use glam::Vec3;
use render::{Settings, Shot, Size};
use std::sync::{Mutex, MutexGuard, PoisonError};
use world::Occurrences;

#[global_allocator]
static COUNTING: harness::alloc::Counting = harness::alloc::Counting;

/// These tests measure the memory of the whole process: one after the other.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[test]
fn steady_frames_take_no_memory() {
    let _alone = alone();
    assert!(harness::alloc::installed());
    let Some(mut renderer) = scene::renderer() else { return };
    let (scene, mut state) = scene::world(400);
    let loaded = renderer.load(&scene).unwrap();
    let (mut table, _) = Occurrences::build(&scene, &state, 1 << 16);
    let settings = Settings::default();
    let size = Size { width: 640, height: 480 };
    let angles = [0.0, 0.3, -0.3, 0.1];
    for (frame, angle) in angles.into_iter().chain(angles).enumerate() {
        scene::go_on(&scene, &mut state, &mut table, frame);
        let mut camera = scene.camera;
        camera.eye = Vec3::new(0.0, 5.0, 20.0);
        camera.yaw = angle;
        let shot = Shot {
            loaded: &loaded,
            scene: &scene,
            state: &state,
            zones: state.zones,
            table: &table,
            camera,
            feet: None,
            between: 0.5,
            settings: &settings,
            beside: &[],
            hud: None,
        };
        let (statistics, peak) = harness::alloc::peak_of(|| renderer.prepare(&shot, size));
        assert!(statistics.triangles > 1000 && statistics.posed > 10, "{statistics:?}");
        assert!(statistics.particles > 500, "{statistics:?}");
        if frame >= angles.len() {
            assert_eq!(peak, 0, "bytes taken by a steady frame at {angle}");
        }
    }
}
