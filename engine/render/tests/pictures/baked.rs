//! Baked light.

use crate::stage::*;
use glam::Affine3A;
use render::{Options, Renderer, Settings, Shot, Size};
use world::{Alpha, Blend, Image, Light, LightMapping, NodeId, Occurrences};

const SIDE: u32 = 64;

fn page(texels: &[[u8; 3]]) -> Image {
    let rgba = texels.iter().flat_map(|[r, g, b]| [*r, *g, *b, 255]).collect();
    Image { width: texels.len().isqrt() as u32, height: texels.len().isqrt() as u32, rgba }
}

fn even(color: [u8; 3]) -> Image {
    page(&[color; 16])
}

/// Gives every polygon of a node's model a page and the whole of it.
fn map(stage: &mut Stage, node: NodeId, pages: &[Option<u16>]) {
    let whole = [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]];
    let uvs = whole.into_iter().cycle().take(pages.len() * 4).collect();
    stage.model_of(node).lightmap = Some(Box::new(LightMapping { pages: pages.to_vec(), uvs }));
}

/// A textured wall in full view, on page 1.
fn wall() -> (Stage, NodeId) {
    let mut stage = Stage::new();
    let texture = stage.texture(Alpha::None, 1, &[[200, 100, 50, 255]]);
    let material = stage.material(Blend::Opaque, Some(texture));
    let node = stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 8.0, WHITE).material(material)]);
    stage.scene.lightmaps.pages = vec![even([2; 3]), even([51, 102, 255])];
    map(&mut stage, node, &[Some(1)]);
    (stage, node)
}

#[test]
fn a_surface_shows_texture_times_page_times_two_at_most_one() {
    let Some(renderer) = renderer() else { return };
    let (mut stage, node) = wall();
    // 200 * 0.2 * 2, 100 * 0.4 * 2, 50 * 1 * 2.
    assert_near(stage.look(&renderer, "baked", SIDE).middle(), [80.0, 80.0, 100.0], 1.0);
    stage.scene.lightmaps.factor = 4.0;
    assert_near(stage.look(&renderer, "baked-4", SIDE).middle(), [160.0, 160.0, 200.0], 1.0);
    stage.scene.lightmaps.factor = 10.0;
    assert_near(stage.look(&renderer, "baked-10", SIDE).middle(), [255.0; 3], 0.0);
    // Fog is mixed with what would be seen, not with what is brighter than white.
    stage.fog([0.0; 3], 0.0, 16.0);
    stage.model_of(node).fogged = true;
    assert_near(stage.look(&renderer, "baked-fog", SIDE).middle(), [127.5; 3], 1.0);
}

#[test]
fn every_way_of_drawing_takes_the_same_light() {
    let Some(renderer) = renderer() else { return };
    let (stage, node) = wall();
    let expected = stage.look(&renderer, "baked-gathered", SIDE);
    let mut placed = Stage { scene: stage.scene.clone() };
    placed.at(node).transform = Affine3A::from_translation([0.0, 0.0, 1e-4].into());
    assert!(placed.look(&renderer, "baked-placed", SIDE).0 == expected.0);
    let mut cut = Stage { scene: stage.scene.clone() };
    cut.scene.materials[1].blend = Blend::Cutout;
    assert!(cut.look(&renderer, "baked-cutout", SIDE).0 == expected.0);
    let mut streamed = Stage { scene: stage.scene.clone() };
    streamed.scene.materials[1].blend = Blend::Alpha;
    assert!(streamed.look(&renderer, "baked-streamed", SIDE).0 == expected.0);
    // Half of it over black; something without baked light streamed before.
    let glass = streamed.material(Blend::Alpha, None);
    streamed.show(&[Quad::facing_z([0.0, 0.0, -9.0], 1.0, BLACK).material(glass)]);
    streamed.scene.roots.reverse();
    streamed.at(node).opacity = 0.5;
    assert_near(streamed.look(&renderer, "baked-faded", SIDE).middle(), [40.0, 40.0, 50.0], 1.0);
    let mut added = Stage { scene: stage.scene.clone() };
    added.scene.materials[1].blend = Blend::AdditiveAlpha;
    added.show(&[Quad::facing_z([0.0, 0.0, -9.0], 9.0, [10, 20, 30])]);
    assert_near(added.look(&renderer, "baked-added", SIDE).middle(), [90.0, 100.0, 130.0], 1.0);
}

#[test]
fn the_second_coordinates_choose_the_place_on_the_page() {
    let Some(renderer) = renderer() else { return };
    let (mut stage, _) = wall();
    let (dark, bright) = ([0; 3], [127, 127, 127]);
    let row = [dark, dark, bright, bright];
    stage.scene.lightmaps.pages[1] = page(row.repeat(4).as_flattened().as_chunks().0);
    let picture = stage.look(&renderer, "baked-halves", SIDE);
    // The halves of the page, and no light from the other side at the edges.
    assert_eq!(picture.at(0, 32), BLACK);
    assert_eq!(picture.at(20, 32), BLACK);
    assert_near(picture.at(44, 32), [200.0, 100.0, 50.0], 2.0);
    assert_near(picture.at(63, 32), [200.0, 100.0, 50.0], 2.0);
}

#[test]
fn polygons_without_a_page_are_lit_as_ever_and_those_with_one_take_no_sun() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let quads = [-6.0, -2.0, 2.0, 6.0].map(|x| Quad::facing_z([x, 0.0, -8.0], 2.0, WHITE));
    let node = stage.show(&quads);
    let plain = stage.show(&[Quad::facing_z([0.0, 6.0, -8.0], 2.0, WHITE)]);
    stage.scene.lightmaps.pages = vec![even([51, 51, 102]), even([127; 3]), even([0; 3])];
    // A page of another size lights like none.
    stage.scene.lightmaps.pages[2].width = 2;
    map(&mut stage, node, &[Some(0), None, Some(2), Some(9)]);
    for node in [node, plain] {
        stage.model_of(node).lit = true;
    }
    stage.scene.lights.push(Light {
        node: None,
        active: true,
        directional: true,
        position: glam::Vec3::ZERO,
        direction: glam::Vec3::NEG_Z,
        color: [1.0; 3],
        diffuse: 0.0,
        ambient: 0.6,
        near: 0.0,
        far: 0.0,
    });
    let picture = stage.look(&renderer, "baked-some", SIDE);
    assert_near(picture.at(8, 32), [102.0, 102.0, 204.0], 1.0);
    for x in [24, 40, 56] {
        assert_near(picture.at(x, 32), [153.0; 3], 1.0);
    }
    assert_near(picture.at(32, 8), [153.0; 3], 1.0);
}

/// Eighty walls on forty pages.
fn many() -> Stage {
    let mut stage = Stage::new();
    stage.scene.lightmaps.pages = (0..40).map(|level| even([level * 3; 3])).collect();
    for index in 0..80_u16 {
        let (x, y) = (f32::from(index % 10) * 1.6 - 7.2, f32::from(index / 10) * 2.0 - 7.0);
        let node = stage.show(&[Quad::facing_z([x, y, -8.0], 0.8, WHITE)]);
        map(&mut stage, node, &[Some(index / 2)]);
    }
    stage
}

fn draws(renderer: &Renderer, stage: &Stage) -> (u32, Picture) {
    let loaded = renderer.load(&stage.scene).unwrap();
    let state = stage.state();
    let (table, _) = Occurrences::build(&stage.scene, &state, 1 << 16);
    let shot = Shot {
        loaded: &loaded,
        scene: &stage.scene,
        state: &state,
        zones: state.zones,
        table: &table,
        camera: state.camera,
        feet: None,
        between: 1.0,
        settings: &Settings::default(),
        beside: &[],
        hud: None,
    };
    let target = renderer.offscreen(Size { width: 160, height: 160 }).unwrap();
    let statistics = renderer.draw_offscreen(&shot, &target).unwrap();
    (statistics.draws, Picture(renderer.read(&target).unwrap()))
}

#[test]
fn many_pages_are_one_draw() {
    let Some(renderer) = renderer() else { return };
    let (draws, picture) = draws(&renderer, &many());
    assert_eq!(draws, 1);
    // Row 4 from below, column 3: wall 43 on page 21.
    assert_near(picture.at(3 * 16 + 8, 160 - (4 * 20 + 10)), [126.0; 3], 1.0);
}

#[test]
fn a_device_with_the_limits_of_webgl2_draws_the_same() {
    let Some(renderer) = renderer() else { return };
    let options = Options { webgl2_limits: true, ..Options::from_env() };
    let Some(limited) = renderer_with(&options) else { return };
    assert!(draws(&renderer, &many()).1.0 == draws(&limited, &many()).1.0);
    let (stage, _) = wall();
    assert!(stage.look(&renderer, "baked", SIDE).0 == stage.look(&limited, "baked-webgl2", SIDE).0);
}
