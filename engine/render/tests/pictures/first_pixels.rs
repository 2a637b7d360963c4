//! Pictures small enough to know every pixel in advance.

use crate::stage::*;
use glam::Vec3;
use render::{Options, RenderError, Size};
use world::{Alpha, Blend, Cycle, MaterialId, TextureId};

/// A 64 x 64 picture of 90 degrees: at distance 8, a pixel is a quarter unit.
const SIDE: u32 = 64;

#[test]
fn four_corners_are_where_they_belong() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let yellow = [255, 255, 0];
    stage.show(&[
        Quad::facing_z([-2.0, 2.0, -8.0], 1.0, RED),
        Quad::facing_z([2.0, 2.0, -8.0], 1.0, GREEN),
        Quad::facing_z([-2.0, -2.0, -8.0], 1.0, BLUE),
        Quad::facing_z([2.0, -2.0, -8.0], 1.0, yellow),
    ]);
    let picture = stage.look(&renderer, "corners", SIDE);
    // Left edge at -3: 32 - 12 = 20; right edge at -1: 32 - 4 = 28, exclusive.
    assert_eq!(picture.extent(RED), Some([20, 20, 27, 27]));
    assert_eq!(picture.extent(GREEN), Some([36, 20, 43, 27]));
    assert_eq!(picture.extent(BLUE), Some([20, 36, 27, 43]));
    assert_eq!(picture.extent(yellow), Some([36, 36, 43, 43]));
    assert_eq!(picture.count(RED), 64);
    assert_eq!(picture.count(BLACK), 64 * 64 - 4 * 64);
}

#[test]
fn a_wide_picture_keeps_squares_square() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 2.0, RED)]);
    let loaded = renderer.load(&stage.scene).unwrap();
    let size = Size { width: 101, height: 64 };
    let picture = Picture(renderer.picture(&loaded, &stage.scene, &stage.state(), size).unwrap());
    assert_eq!((picture.0.width, picture.0.height), (101, 64));
    let [left, top, right, bottom] = picture.extent(RED).unwrap();
    assert_eq!((right - left + 1, bottom - top + 1), (16, 16));
}

#[test]
fn the_axes_point_right_up_and_towards_the_viewer() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    stage.show(&[
        Quad::facing_z([5.0, 0.0, 0.0], 1.0, RED),
        Quad::facing_z([0.0, 5.0, 0.0], 1.0, GREEN),
        Quad::facing_z([0.0, 0.0, 5.0], 1.0, BLUE),
    ]);
    let mut state = stage.state();
    // From the front, a little raised: nothing hides anything.
    state.camera.eye = Vec3::new(0.0, 0.0, 20.0);
    let picture = stage.look_at(&renderer, &state, "axes", 128);
    let middle = |color| picture.extent(color).map(|[l, t, r, b]| [(l + r).div_ceil(2), (t + b).div_ceil(2)]);
    // 20 away, 64 pixels per 20 units: 5 units are 16 pixels.
    assert_eq!(middle(RED), Some([64 + 16, 64]));
    assert_eq!(middle(GREEN), Some([64, 64 - 16]));
    assert_eq!(middle(BLUE), Some([64, 64]));
    let width = |color| picture.extent(color).map(|[l, _, r, _]| r - l + 1).unwrap();
    assert!(width(BLUE) > width(RED), "+z is nearer");

    // From +x, looking along -x: -z is on the right.
    state.camera.eye = Vec3::new(20.0, 0.0, 0.0);
    state.camera.yaw = std::f32::consts::FRAC_PI_2;
    let mut turned = Stage::new();
    let card = |z: f32, color| {
        let mut quad = Quad::facing_z([0.0; 3], 1.0, color);
        quad.corners = quad.corners.map(|corner| Vec3::new(0.0, corner.y, z - corner.x));
        quad
    };
    turned.show(&[card(-5.0, RED), card(5.0, BLUE)]);
    let picture = turned.look_at(&renderer, &state, "axes-from-x", 128);
    assert_eq!(picture.at(64 + 16, 64), RED);
    assert_eq!(picture.at(64 - 16, 64), BLUE);

    // Pitch looks up.
    state.camera.eye = Vec3::ZERO;
    state.camera.yaw = 0.0;
    state.camera.pitch = std::f32::consts::FRAC_PI_2;
    let mut ceiling = Stage::new();
    let mut quad = Quad::ground([0.0, 10.0, 0.0], 1.0, GREEN);
    quad.corners.reverse();
    ceiling.show(&[quad]);
    assert_eq!(ceiling.look_at(&renderer, &state, "ceiling", 64).middle(), GREEN);
}

#[test]
fn a_texture_stands_upright_and_repeats() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let opaque = |[r, g, b]: [u8; 3]| [r, g, b, 255];
    let texels = [opaque(RED), opaque(GREEN), opaque(BLUE), opaque(WHITE)];
    let texture = stage.texture(Alpha::None, 2, &texels);
    let material = stage.material(Blend::Opaque, Some(texture));
    // Texel middles show the texel alone, with any filter.
    stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 4.0, WHITE).material(material)]);
    let picture = stage.look(&renderer, "texture", SIDE);
    // 32 pixels across, from 16 to 47; texel middles at a quarter.
    assert_near(picture.at(23, 23), [255.0, 0.0, 0.0], 16.0);
    assert_near(picture.at(40, 23), [0.0, 255.0, 0.0], 16.0);
    assert_near(picture.at(23, 40), [0.0, 0.0, 255.0], 16.0);
    assert_near(picture.at(40, 40), [255.0, 255.0, 255.0], 16.0);

    // Three repeats: the upper left texel again a third further.
    let mut repeated = Stage { scene: stage.scene.clone() };
    let mut quad = Quad::facing_z([0.0, 0.0, -8.0], 4.0, WHITE).material(material);
    quad.repeat = 2.0;
    repeated.scene.models[0] = model(&[quad]);
    let picture = repeated.look(&renderer, "texture-repeated", 128);
    for (x, y) in [(40, 40), (72, 40), (40, 72), (72, 72)] {
        assert_near(picture.at(x, y), [255.0, 0.0, 0.0], 40.0);
    }
}

#[test]
fn texture_vertex_and_material_colours_multiply_in_display_space() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let texture = stage.texture(Alpha::None, 1, &[[200, 100, 50, 0]]);
    let material = stage.material(Blend::Opaque, Some(texture));
    stage.scene.materials[material.index()].color = [0.5, 1.0, 1.0];
    stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 4.0, [128, 128, 255]).material(material)]);
    let half = 128.0 / 255.0;
    assert_near(stage.look(&renderer, "product", SIDE).middle(), [100.0 * half, 100.0 * half, 50.0], 1.0);
}

#[test]
fn a_missing_texture_is_a_checker() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let empty = stage.texture(Alpha::None, 1, &[[1; 4]]);
    stage.scene.textures[empty.index()].levels.clear();
    let gone =
        [stage.material(Blend::Opaque, Some(empty)), stage.material(Blend::Opaque, Some(TextureId(99)))];
    // Quiet for one that could not be had, loud for one that nobody knows.
    for (material, colors) in
        gone.into_iter().zip([[[148, 148, 148], [132, 132, 132]], [[255, 0, 255], BLACK]])
    {
        let mut stage = Stage { scene: stage.scene.clone() };
        stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 8.0, WHITE).material(material)]);
        let picture = stage.look(&renderer, "missing", SIDE);
        let counts = colors.map(|color| picture.count(color));
        assert!(counts.into_iter().all(|count| count > 1000), "{colors:?} {counts:?}");
    }
    // A polygon without a material at all is one, too.
    stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 8.0, WHITE).material(MaterialId(77))]);
    assert!(stage.look(&renderer, "no-material", SIDE).count([255, 0, 255]) > 1000);
}

#[test]
fn a_texture_cycle_shows_the_frame_of_its_position() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let frames: Vec<_> = [RED, GREEN, BLUE]
        .iter()
        .map(|c| stage.texture(Alpha::None, 1, &[[c[0], c[1], c[2], 255]]))
        .collect();
    let material = stage.material(Blend::Opaque, Some(frames[0]));
    stage.scene.materials[material.index()].cycle =
        Some(Cycle { textures: frames, offsets: Vec::new(), speed: 15.0, looping: true, start: 1.9 });
    stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 4.0, WHITE).material(material)]);
    let mut state = stage.state();
    for (position, color) in [(1.9, GREEN), (2.0, BLUE), (3.0, RED), (7.5, GREEN), (f32::NAN, RED)] {
        state.cycles[material.index()] = position;
        assert_eq!(stage.look_at(&renderer, &state, "cycle", 16).middle(), color, "at {position}");
    }
}

#[test]
fn scrolling_moves_the_texture() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let row = [[255, 0, 0, 255], [255, 0, 0, 255], [0, 0, 255, 255], [0, 0, 255, 255]];
    let texture = stage.texture(Alpha::None, 4, &row);
    let material = stage.material(Blend::Opaque, Some(texture));
    stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 4.0, WHITE).material(material)]);
    let mut state = stage.state();
    assert_eq!(stage.look_at(&renderer, &state, "still", SIDE).at(23, 32), RED);
    state.scrolls[0] = [0.5, 0.0];
    assert_eq!(stage.look_at(&renderer, &state, "scrolled", SIDE).at(23, 32), BLUE);
}

#[test]
fn sizes_the_device_cannot_draw_are_refused() {
    let Some(renderer) = renderer() else { return };
    let stage = Stage::new();
    let loaded = renderer.load(&stage.scene).unwrap();
    let side = renderer.max_side() + 1;
    for (width, height) in [(0, 10), (10, 0), (side, 10), (10, side), (u32::MAX, u32::MAX)] {
        let error =
            renderer.picture(&loaded, &stage.scene, &stage.state(), Size { width, height }).unwrap_err();
        assert_eq!(error, RenderError::Size { width, height, limit: side - 1 });
    }
    // Odd sizes are drawn whole: rows are not padded, nothing is black.
    let mut stage = Stage::new();
    stage.show(&[Quad::facing_z([0.0, 0.0, -1.0], 100.0, RED)]);
    let size = Size { width: 67, height: 3 };
    let loaded = renderer.load(&stage.scene).unwrap();
    let picture = Picture(renderer.picture(&loaded, &stage.scene, &stage.state(), size).unwrap());
    assert_eq!(picture.count(RED), 67 * 3);
}

#[test]
fn an_adapter_nobody_has_is_an_error_of_one_line() {
    if renderer().is_none() {
        return;
    }
    let options = Options { adapter: Some("no such card".into()), ..Options::default() };
    let Err(error) = render::Renderer::new(&options) else { panic!("found one") };
    let text = error.to_string();
    assert!(text.contains("no such card") && text.contains("there is") && !text.contains('\n'), "{text}");
}

#[test]
fn a_device_with_the_limits_of_webgl2_draws_the_same() {
    let Some(renderer) = renderer() else { return };
    let options = Options { webgl2_limits: true, ..Options::from_env() };
    let Some(small) = renderer_with(&options) else { return };
    assert_eq!(small.max_side(), 2048);
    let mut stage = Stage::new();
    stage.fog([0.5, 0.6, 0.7], 2.0, 20.0);
    let texture = stage.texture(Alpha::Keyed, 2, &[[255, 0, 0, 255], [0; 4], [0; 4], [0, 0, 255, 255]]);
    let blends = [Blend::Opaque, Blend::Cutout, Blend::Alpha, Blend::AdditiveAlpha];
    for (index, blend) in blends.into_iter().enumerate() {
        let material = stage.material(blend, Some(texture));
        let node = stage
            .show(&[Quad::facing_z([index as f32 * 3.0 - 4.0, 0.0, -8.0], 2.0, WHITE).material(material)]);
        stage.model_of(node).fogged = true;
    }
    let pictures = [&renderer, &small].map(|renderer| stage.look(renderer, "webgl2", SIDE).0);
    assert!(pictures[0].rgba == pictures[1].rgba);
    assert!(Picture(pictures[0].clone()).count([128, 153, 179]) < 64 * 64, "something is drawn");
}
