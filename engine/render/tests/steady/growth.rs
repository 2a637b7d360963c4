//! A world that is drawn for long keeps the memory of the program as it is.

use crate::{alone, scene};
use glam::Vec3;
use render::{Look, Neighbour, Settings, Shot, Size};
use world::Occurrences;

/// Memory of this process, bytes, where the system tells: its own and what it shares, without pages of files, which the
/// system takes back and reads again as it likes.
fn held() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let kib = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    };
    Some((kib("RssAnon:")? + kib("RssShmem:")?) * 1024)
}

/// With everything that is streamed: poses, light, glass, particles, a ribbon, what is ranked
/// anew, and a second place; every eighth picture in the retro look.
#[test]
fn thousands_of_frames_of_what_streams_do_not_grow() {
    let _alone = alone();
    let Some(renderer) = scene::renderer() else { return };
    let (scene, mut state) = scene::world(60);
    let (loaded, other) = (renderer.load(&scene).unwrap(), renderer.load(&scene).unwrap());
    let (mut table, _) = Occurrences::build(&scene, &state, 1 << 16);
    let (still, at_start) = (state.clone(), table.clone());
    let target = renderer.offscreen(Size { width: 48, height: 32 }).unwrap();
    let looks = [Look::Clear, Look::Faithful].map(|look| Settings { look, ..Settings::default() });
    // A driver takes megabytes and returns them, some of them hundreds of frames later: what it keeps is the least of many
    // frames.
    let mut least = [u64::MAX; 2];
    for frame in 0..2400 {
        scene::go_on(&scene, &mut state, &mut table, frame);
        let mut camera = scene.camera;
        camera.eye = Vec3::new(0.0, 5.0, 20.0 + (frame % 50) as f32);
        let beside = [Neighbour {
            loaded: &other,
            scene: &scene,
            state: &still,
            zones: still.zones,
            table: &at_start,
            between: 1.0,
            offset: Vec3::new(20.0, 0.0, 0.0),
            grown: 1.0,
        }];
        let shot = Shot {
            loaded: &loaded,
            scene: &scene,
            state: &state,
            zones: state.zones,
            table: &table,
            camera,
            feet: None,
            between: 0.5,
            settings: &looks[usize::from(frame % 8 == 7)],
            beside: if frame % 2 == 0 { &beside } else { &[] },
            hud: None,
        };
        let statistics = renderer.draw_offscreen(&shot, &target).unwrap();
        assert!(statistics.posed > 0 && statistics.particles > 0, "{statistics:?}");
        let own = match frame {
            200..800 => &mut least[0],
            1800.. => &mut least[1],
            _ => continue,
        };
        *own = held().unwrap_or(0).min(*own);
    }
    let [before, after] = least;
    let grown = after.saturating_sub(before);
    // What grows by each frame is least in the first of them: 1,600 lie between.
    assert!(grown < 4 << 20, "grown by {} KiB in 1,600 frames", grown >> 10);
}

/// What a device has of places is let go of when they leave, and what frames made for them as well.
#[test]
fn places_that_come_and_go_leave_nothing_on_the_device() {
    let _alone = alone();
    let Some(renderer) = scene::renderer() else { return };
    let (scene, state) = scene::world(8);
    let (table, _) = Occurrences::build(&scene, &state, 1 << 16);
    let loaded = renderer.load(&scene).unwrap();
    let target = renderer.offscreen(Size { width: 48, height: 32 }).unwrap();
    let settings = Settings::default();
    let mut camera = scene.camera;
    camera.eye = Vec3::new(0.0, 5.0, 20.0);
    let draw = |beside: &[Neighbour<'_>]| {
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
            beside,
            hud: None,
        };
        renderer.draw_offscreen(&shot, &target).unwrap();
        renderer.held()
    };
    let round = || {
        let others: Vec<_> = (0..3).map(|_| renderer.load(&scene).unwrap()).collect();
        let beside = (1..).zip(&others).map(|(number, loaded)| Neighbour {
            loaded,
            scene: &scene,
            state: &state,
            zones: state.zones,
            table: &table,
            between: 1.0,
            offset: Vec3::new(20.0 * number as f32, 0.0, 0.0),
            grown: 1.0,
        });
        let there = draw(&beside.collect::<Vec<_>>());
        drop(others);
        (there, draw(&[]))
    };
    // What frames need of the places beside is made in the first.
    round();
    let first = round();
    let (Some(there), Some(left)) = first else { return };
    assert!(there.buffers > left.buffers && there.textures > left.textures, "{there:?} {left:?}");
    assert!(there.bind_groups > left.bind_groups, "{there:?} {left:?}");
    for number in 2..12 {
        assert_eq!(round(), first, "round {number}");
    }
}
