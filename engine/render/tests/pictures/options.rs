//! Settings and views, and what a frame is said to have taken.

use crate::stage::*;
use glam::{Affine3A, Vec3};
use render::{DebugView, Look, Renderer, Settings, Shot, Size, Statistics};
use world::{Blend, GridDef, NodeFlags, Occurrences, ScreenColor, SpaceDef, State};

const SIDE: u32 = 64;

fn draw(
    renderer: &Renderer,
    stage: &Stage,
    state: &State,
    settings: Settings,
    (width, height): (u32, u32),
) -> (Picture, Statistics) {
    let loaded = renderer.load(&stage.scene).unwrap();
    let (table, _) = Occurrences::build(&stage.scene, state, 1 << 16);
    let shot = Shot {
        loaded: &loaded,
        scene: &stage.scene,
        state,
        zones: state.zones,
        table: &table,
        camera: state.camera,
        feet: None,
        between: 1.0,
        settings: &settings,
        beside: &[],
        hud: None,
    };
    let target = renderer.offscreen(Size { width, height }).unwrap();
    let statistics = renderer.draw_offscreen(&shot, &target).unwrap();
    (Picture(renderer.read(&target).unwrap()), statistics)
}

fn square() -> Stage {
    let mut stage = Stage::new();
    stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 4.0, RED)]);
    stage
}

#[test]
fn several_samples_smooth_edges_and_nothing_else() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let node = stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 4.0, RED)]);
    stage.at(node).transform = Affine3A::from_rotation_z(0.2);
    let mixed = |msaa| {
        let settings = Settings { msaa, ..Settings::default() };
        let (picture, _) = draw(&renderer, &stage, &stage.state(), settings, (SIDE, SIDE));
        (64 * 64 - picture.count(RED) - picture.count(BLACK), picture.middle())
    };
    assert_eq!(mixed(1), (0, RED));
    let (edges, middle) = mixed(4);
    assert!((50..300).contains(&edges), "{edges} pixels are mixed");
    assert_eq!(middle, RED);
}

#[test]
fn a_wider_window_shows_more_and_a_wider_view_makes_things_smaller() {
    let Some(renderer) = renderer() else { return };
    let stage = square();
    let width = |size, fov_y_deg| {
        let settings = Settings { fov_y_deg, ..Settings::default() };
        let (picture, _) = draw(&renderer, &stage, &stage.state(), settings, size);
        picture.extent(RED).map(|[left, _, right, _]| right - left + 1)
    };
    assert_eq!(width((64, 64), None), Some(32));
    assert_eq!(width((192, 64), None), Some(32));
    // The tangent of half the angle is half of that of 45 degrees.
    assert_eq!(width((64, 64), Some(53.130_1)), Some(64));
}

#[test]
fn a_view_distance_in_metres_ends_the_world() {
    let Some(renderer) = renderer() else { return };
    let mut stage = square();
    stage.scene.frame = world::Frame::identity(0.5);
    let count = |metres| {
        let settings = Settings { view_distance: Some(metres), ..Settings::default() };
        draw(&renderer, &stage, &stage.state(), settings, (SIDE, SIDE)).0.count(RED)
    };
    // Eight units are four metres; the nearest part of its sphere is nearer.
    assert!(count(4.0) > 0);
    assert_eq!(count(1.0), 0);
}

#[test]
fn the_faithful_look_is_coarse_in_colour_and_in_pixels() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 20.0, [100, 100, 100])]);
    let settings = Settings { look: Look::Faithful, ..Settings::default() };
    let (picture, _) = draw(&renderer, &stage, &stage.state(), settings, (960, 960));
    // 480 rows enlarged twice: every pixel four times.
    for (x, y) in [(0, 0), (100, 200), (478, 480), (958, 958)] {
        let color = picture.at(x, y);
        assert!(
            [(1, 0), (0, 1), (1, 1)].iter().all(|(right, down)| picture.at(x + right, y + down) == color)
        );
    }
    let mut seen: Vec<[u8; 3]> = picture.0.rgba.chunks_exact(4).map(|p| [p[0], p[1], p[2]]).collect();
    seen.sort_unstable();
    seen.dedup();
    // 100 / 255 lies between two of 32 steps of red and blue, and two of 64 of
    // green.
    let steps = |channel: usize| {
        let mut steps: Vec<u8> = seen.iter().map(|color| color[channel]).collect();
        steps.sort_unstable();
        steps.dedup();
        steps
    };
    assert_eq!(steps(0), [99, 107]);
    assert_eq!(steps(1), [97, 101]);
    let mean = picture.0.rgba.chunks_exact(4).map(|p| f32::from(p[0])).sum::<f32>() / (960.0 * 960.0);
    assert!((mean - 100.0).abs() < 0.5, "dither keeps the mean: {mean}");
}

#[test]
fn a_render_scale_draws_fewer_or_more_pixels_and_shows_as_many() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let node = stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 4.0, RED)]);
    let scaled = |stage: &Stage, render_scale, side| {
        let settings = Settings { render_scale, ..Settings::default() };
        draw(&renderer, stage, &stage.state(), settings, (side, side)).0
    };
    // The square covers 16..48 of 64 pixels; drawn on 32 it is 8..24, whose edges lie between pixels.
    let (plain, half) = (scaled(&stage, 1.0, SIDE), scaled(&stage, 0.5, SIDE));
    assert_eq!((half.0.width, half.0.height), (SIDE, SIDE));
    for (x, y) in (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y))) {
        let edge = |at: u32| at.abs_diff(16).min(at.abs_diff(48)) < 2;
        if !edge(x) && !edge(y) {
            assert_eq!(half.at(x, y), plain.at(x, y), "at {x}, {y}");
        }
    }
    // A pixel of 32 and the next meet at a quarter and at three quarters.
    assert_near(half.at(15, 32), [255.0 * 0.25, 0.0, 0.0], 1.0);
    assert_near(half.at(16, 32), [255.0 * 0.75, 0.0, 0.0], 1.0);
    // Twice as many pixels smooth an edge that is at a slant; one sample does not.
    stage.at(node).transform = Affine3A::from_rotation_z(0.2);
    let mixed = |picture: &Picture| 64 * 64 - picture.count(RED) - picture.count(BLACK);
    assert_eq!(mixed(&scaled(&stage, 1.0, SIDE)), 0);
    assert!((50..300).contains(&mixed(&scaled(&stage, 2.0, SIDE))));
}

#[test]
fn brightness_changes_greys_and_leaves_black_and_white() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    for (x, grey) in [(-4.0, 0), (0.0, 64), (4.0, 255)] {
        stage.show(&[Quad::facing_z([x, 0.0, -8.0], 2.0, [grey; 3])]);
    }
    let greys = |brightness, look| {
        let settings = Settings { brightness, look, ..Settings::default() };
        let (picture, _) = draw(&renderer, &stage, &stage.state(), settings, (SIDE, SIDE));
        [16, 32, 48].map(|x| f32::from(picture.at(x, 32)[1]))
    };
    let plain = greys(1.0, Look::Clear);
    assert_eq!(plain, [0.0, 64.0, 255.0]);
    // A quarter of full light to the power of a half is a half; to the power of two, a sixteenth.
    for (brightness, expected) in [(2.0, 127.75), (0.5, 16.06)] {
        let [black, grey, white] = greys(brightness, Look::Clear);
        assert_eq!((black, white), (0.0, 255.0));
        assert!((grey - expected).abs() < 1.0, "{grey}");
    }
    // 64 is 15.8 of 63 steps of green; dither gives 15 or 16, which brightness takes to about a half.
    let [_, grey, _] = greys(2.0, Look::Faithful);
    assert!((122.0..=130.0).contains(&grey), "{grey}");
}

#[test]
fn a_tint_colours_the_picture_below_covers_and_is_no_flash() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 20.0, [200; 3])]);
    let tint = ScreenColor { factor: [0.5, 0.5, 1.0], sum: [0.0, 0.2, 0.0] };
    let cover = ScreenColor { factor: [0.5; 3], sum: [0.0; 3] };
    let middle = |flashes_per_second, cover, render_scale| {
        let settings = Settings { flashes_per_second, tint, cover, render_scale, ..Settings::default() };
        draw(&renderer, &stage, &stage.state(), settings, (SIDE, SIDE)).0.middle()
    };
    // Shown also where no flash is.
    for scale in [1.0, 0.5] {
        assert_near(middle(0, ScreenColor::NONE, scale), [100.0, 151.0, 200.0], 1.0);
    }
    for scale in [1.0, 0.5] {
        assert_near(middle(3, cover, scale), [50.0, 75.5, 100.0], 1.0);
    }
}

#[test]
fn views_for_finding_faults_show_what_they_say() {
    let Some(renderer) = renderer() else { return };
    let mut stage = square();
    let child = stage.show(&[Quad::facing_z([0.0, 0.0, -6.0], 1.0, RED)]);
    stage.at(child).zone = Some(0);
    stage.scene.space =
        SpaceDef::Grid(GridDef { min_x: -8.0, min_z: -16.0, cell: 8.0, columns: 2, rows: 2, border: 0 });
    let look =
        |view| draw(&renderer, &stage, &stage.state(), Settings { view, ..Settings::default() }, (64, 64));
    let (plain, statistics) = look(DebugView::None);
    assert_eq!((statistics.triangles, statistics.occurrences_drawn), (4, 2));
    let (wire, _) = look(DebugView::Wireframe);
    assert!((100..600).contains(&wire.count(RED)), "lines, not areas: {}", wire.count(RED));
    assert_eq!(wire.at(17, 40), BLACK);
    let yellow = |picture: &Picture| picture.count([255, 220, 60]);
    assert!(yellow(&plain) == 0 && yellow(&look(DebugView::Bounds).0) > 50);
    let blue = |picture: &Picture| picture.count([80, 255, 255]);
    assert!(blue(&plain) == 0 && blue(&look(DebugView::Cells).0) > 30);
    let (zones, _) = look(DebugView::Zones);
    assert!(zones.middle()[1] > 80 && zones.at(20, 20) != zones.middle() && zones.at(20, 20) != RED);
    let (overdraw, _) = look(DebugView::Overdraw);
    assert!(overdraw.middle()[0] > overdraw.at(20, 20)[0] && overdraw.at(20, 20)[0] > overdraw.at(2, 2)[0]);
    let (lod, _) = look(DebugView::Lod);
    assert_ne!(lod.middle(), RED);
}

#[test]
fn border_cells_are_drawn_again_beyond_every_edge() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    // Three by three cells of 10 around the origin. One post in the north-west
    // cell, one in the middle; one follows the camera.
    stage.scene.space =
        SpaceDef::Grid(GridDef { min_x: -15.0, min_z: -15.0, cell: 10.0, columns: 3, rows: 3, border: 1 });
    let corner = stage.show(&[Quad::ground([0.0; 3], 1.0, RED)]);
    stage.at(corner).transform = Affine3A::from_translation(Vec3::new(-10.0, 0.0, -10.0));
    stage.show(&[Quad::ground([0.0; 3], 1.0, GREEN)]);
    let sky = stage.show(&[Quad::ground([-10.0, -30.0, -10.0], 1.0, BLUE)]);
    stage.at(sky).flags = NodeFlags::ACTIVE.union(NodeFlags::FOLLOWS_CAMERA);
    let mut state = stage.state();
    // From high above the corner; two units are one pixel.
    state.camera.eye = Vec3::new(-15.0, 64.0, -15.0);
    state.camera.pitch = -std::f32::consts::FRAC_PI_2;
    let (picture, statistics) = draw(&renderer, &stage, &state, Settings::default(), (64, 64));
    // Once inside, twice more to the west, twice more to the north, and all of
    // these together: a step of ten units is five pixels.
    let red = |x: f32, z: f32| {
        let pixel = |unit: f32| (32.0 + unit / 2.0) as u32;
        picture.at(pixel(x + 15.0), pixel(z + 15.0)) == RED
    };
    for x in [-10.0, -20.0, -30.0, -40.0] {
        for z in [-10.0, -20.0, -30.0, -40.0] {
            assert!(red(x, z), "at {x}, {z}");
        }
    }
    assert!(!red(0.0, -10.0) && !red(10.0, -10.0) && !red(10.0, 10.0));
    assert!(picture.count(GREEN) <= 4, "the middle is there once: {}", picture.count(GREEN));
    assert!(statistics.instances >= 15);
}

#[test]
fn many_copies_take_few_draws() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let glass = stage.material(Blend::Alpha, None);
    stage.scene.materials[glass.index()].opacity = 0.5;
    let first = stage.show(&[Quad::facing_z([0.0; 3], 0.5, RED)]);
    let shared = stage.at(first).model;
    for index in 0..300 {
        let node = stage.node(shared);
        stage.scene.roots.push(node);
        stage.at(node).transform = Affine3A::from_translation(Vec3::new(
            (index % 20) as f32 - 10.0,
            (index / 20) as f32 - 7.0,
            -20.0,
        ));
        // And as many in world space, and as many one sees through.
        let at = [(index % 20) as f32 - 10.0, (index / 20) as f32 - 7.0, -25.0];
        stage.show(&[Quad::facing_z(at, 0.4, GREEN)]);
        stage.show(&[Quad::facing_z(at, 0.3, BLUE).material(glass)]);
    }
    let (_, statistics) = draw(&renderer, &stage, &stage.state(), Settings::default(), (64, 64));
    assert!(statistics.triangles >= 3 * 600, "{statistics:?}");
    assert!(statistics.draws <= 3, "{statistics:?}");
}
