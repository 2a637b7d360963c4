//! Switches of single nodes, polygons that show the sky or nothing, and frames
//! that are parts of one picture.

use crate::stage::*;
use glam::{Affine3A, Vec3};
use world::{Alpha, Blend, Cycle, Light, NodeFlags, NodeId, Sight, State, TextureId};

const SIDE: u32 = 64;

/// A wall at 16, and before it a lit and fogged card in half fog and a dim sun.
fn dusk() -> (Stage, NodeId) {
    let mut stage = Stage::new();
    stage.show(&[Quad::facing_z([0.0, 0.0, -16.0], 16.0, [20, 40, 60])]);
    let card = stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 4.0, [100, 120, 140])]);
    let model = stage.model_of(card);
    (model.lit, model.fogged) = (true, true);
    stage.fog([1.0, 0.0, 0.0], 0.0, 16.0);
    stage.scene.lights.push(Light {
        node: None,
        active: true,
        directional: true,
        position: Vec3::ZERO,
        direction: Vec3::NEG_Y,
        color: [1.0; 3],
        diffuse: 0.0,
        ambient: 0.5,
        near: 0.0,
        far: 0.0,
    });
    (stage, card)
}

#[test]
fn a_node_can_be_left_out_of_light_and_fog_and_be_added() {
    let Some(renderer) = renderer() else { return };
    let (unlit, unfogged, additive) = (NodeFlags::UNLIT, NodeFlags::UNFOGGED, NodeFlags::ADDITIVE);
    let cases: [(NodeFlags, [f32; 3]); 6] = [
        (NodeFlags::default(), [25.0 + 127.5, 30.0, 35.0]),
        (unlit, [50.0 + 127.5, 60.0, 70.0]),
        (unfogged, [50.0, 60.0, 70.0]),
        (unlit.union(unfogged), [100.0, 120.0, 140.0]),
        // What is added is swallowed by fog.
        (additive, [20.0 + 25.0, 40.0 + 30.0, 60.0 + 35.0]),
        (additive.union(unlit).union(unfogged), [120.0, 160.0, 200.0]),
    ];
    for (flags, expected) in cases {
        // In place, moved, and mixed with what is behind it.
        for (way, shift, blend) in [(0, 0.0, Blend::Opaque), (1, 1e-4, Blend::Opaque), (2, 0.0, Blend::Alpha)]
        {
            let (mut stage, card) = dusk();
            let material = stage.material(blend, None);
            for polygon in &mut stage.model_of(card).polygons {
                polygon.material = material;
            }
            stage.at(card).flags = NodeFlags::ACTIVE.union(flags);
            stage.at(card).transform = Affine3A::from_translation(Vec3::new(shift, 0.0, 0.0));
            let found = stage.look(&renderer, &format!("bright-{}-{way}", flags.bits()), SIDE).middle();
            let near = found.iter().zip(expected).all(|(a, b)| (f32::from(*a) - b).abs() <= 1.5);
            assert!(near, "{flags:?} way {way}: found {found:?}, expected {expected:?}");
        }
    }
}

#[test]
fn a_sun_makes_surfaces_brighter_than_their_own_colours_as_far_as_the_world_lets_it() {
    let Some(renderer) = renderer() else { return };
    for (limit, expected) in [(1.0, 1.0), (1.25, 1.25), (2.0, 1.5)] {
        for (way, blend) in [Blend::Opaque, Blend::Alpha].into_iter().enumerate() {
            let (mut stage, card) = dusk();
            let material = stage.material(blend, None);
            for polygon in &mut stage.model_of(card).polygons {
                polygon.material = material;
            }
            stage.scene.fog.on = false;
            stage.scene.sunlight_limit = limit;
            let sun = stage.scene.lights.last_mut().unwrap();
            (sun.color, sun.ambient) = ([1.5; 3], 1.0);
            let found = stage.look(&renderer, &format!("sun-{limit}-{way}"), SIDE).middle();
            assert_near(found, [100.0, 120.0, 140.0].map(|channel: f32| channel * expected), 1.5);
        }
    }
}

#[test]
fn a_node_s_own_light_is_added_to_that_of_the_world() {
    let Some(renderer) = renderer() else { return };
    // In a sun of a half, without fog.
    for (glow, expected) in [(0.0, 0.5), (0.25, 0.75), (1.0, 1.0), (-0.25, 0.25), (-1.0, 0.0)] {
        for (way, blend) in [Blend::Opaque, Blend::Alpha].into_iter().enumerate() {
            let (mut stage, card) = dusk();
            let material = stage.material(blend, None);
            for polygon in &mut stage.model_of(card).polygons {
                polygon.material = material;
            }
            stage.scene.fog.on = false;
            stage.at(card).glow = glow;
            let found = stage.look(&renderer, &format!("glow-{glow}-{way}"), SIDE).middle();
            assert_near(found, [100.0, 120.0, 140.0].map(|channel: f32| channel * expected), 1.0);
        }
    }
}

#[test]
fn a_picture_that_sways_goes_to_and_fro_and_others_stand() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let opaque = |[r, g, b]: [u8; 3]| [r, g, b, 255];
    // Red on the left, green on the right.
    let row = [[opaque(RED); 32], [opaque(GREEN); 32]].concat();
    let texture = stage.texture(Alpha::None, 64, &row);
    let material = stage.material(Blend::Opaque, Some(texture));
    stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 8.0, WHITE).material(material)]);
    for blend in [Blend::Opaque, Blend::Alpha] {
        stage.scene.materials[material.index()].blend = blend;
        for sways in [false, true] {
            stage.scene.materials[material.index()].sways = sways;
            // Where the seam is, a quarter and three quarters down, in pixels
            // right of the middle.
            let seams = |tick: u64| {
                let state = State { tick, ..stage.state() };
                let name = format!("sway-{blend:?}-{sways}-{tick}");
                let picture = stage.look_at(&renderer, &state, &name, 256);
                [64, 192].map(|y| {
                    let is_green = |x: &u32| picture.at(*x, y)[1] > picture.at(*x, y)[0];
                    (64..192).find(is_green).unwrap() as f32 - 128.0
                })
            };
            // 3 hundredths of 256 pixels, and back half a way later.
            let (start, later) = (seams(0), seams(120));
            let wanted = if sways { 7.7 } else { 0.0 };
            let near = |found: [f32; 2], wanted: f32| {
                (found[0] + wanted).abs() <= 1.5 && (found[1] - wanted).abs() <= 1.5
            };
            assert!(near(start, wanted) && near(later, -wanted), "{sways}: {start:?} {later:?}");
        }
    }
}

#[test]
fn what_is_bright_is_so_with_all_its_children_and_fades() {
    let Some(renderer) = renderer() else { return };
    let (mut stage, card) = dusk();
    let bright = NodeFlags::ADDITIVE.union(NodeFlags::UNLIT).union(NodeFlags::UNFOGGED);
    let parent = stage.node(None);
    stage.scene.roots[1] = parent;
    stage.at(parent).children = vec![card];
    stage.at(parent).flags = NodeFlags::ACTIVE.union(bright);
    stage.at(parent).opacity = 0.5;
    assert_near(stage.look(&renderer, "bright-child", SIDE).middle(), [70.0, 100.0, 130.0], 1.0);
}

#[test]
fn an_unfiltered_node_shows_whole_texels() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let opaque = |[r, g, b]: [u8; 3]| [r, g, b, 255];
    let texture = stage.texture(Alpha::None, 2, &[RED, GREEN, BLUE, WHITE].map(opaque));
    let material = stage.material(Blend::Opaque, Some(texture));
    let node = stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 8.0, WHITE).material(material)]);
    let whole = |stage: &Stage, name| {
        let picture = stage.look(&renderer, name, SIDE);
        [RED, GREEN, BLUE, WHITE].map(|color| picture.count(color))
    };
    assert!(whole(&stage, "filtered").iter().sum::<usize>() < 64 * 64 / 2);
    stage.at(node).flags = NodeFlags::ACTIVE.union(NodeFlags::UNFILTERED);
    assert_eq!(whole(&stage, "unfiltered"), [32 * 32; 4]);
}

#[test]
fn a_sky_polygon_shows_the_sky_before_what_is_behind_it() {
    let Some(renderer) = renderer() else { return };
    for shift in [0.0, 1e-4] {
        for opacity in [1.0, 0.5] {
            let mut stage = Stage::new();
            stage.fog([0.0, 0.0, 1.0], 100.0, 200.0);
            // A sky over the upper half; below it is the background alone.
            let sky = stage.show(&[Quad::facing_z([0.0, 4.0, -8.0], 4.0, WHITE)]);
            stage.at(sky).flags = NodeFlags::ACTIVE.union(NodeFlags::FOLLOWS_CAMERA);
            stage.show(&[Quad::facing_z([0.0, 0.0, -20.0], 20.0, RED)]);
            let ceiling = Quad { sight: Sight::Sky, ..Quad::facing_z([0.0, 0.0, -10.0], 5.0, BLACK) };
            let ceiling = stage.show(&[ceiling]);
            stage.at(ceiling).transform = Affine3A::from_translation(Vec3::X * shift);
            stage.at(ceiling).opacity = opacity;
            stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 1.0, GREEN)]);
            let picture = stage.look(&renderer, "skylight", SIDE);
            // 10 away, 5 to each side: the middle 32 pixels.
            assert_eq!(picture.at(20, 20), WHITE);
            assert_eq!(picture.at(20, 44), BLUE);
            assert_eq!(picture.at(14, 20), RED);
            assert_eq!(picture.at(50, 44), RED);
            assert_eq!(picture.middle(), GREEN);
        }
    }
}

#[test]
fn an_unseen_polygon_shows_what_is_behind_it_and_lifts_nothing() {
    let Some(renderer) = renderer() else { return };
    for opacity in [1.0, 0.5] {
        let mut stage = Stage::new();
        stage.show(&[Quad::facing_z([0.0, 0.0, -20.0], 20.0, RED)]);
        let hidden = || Quad { sight: Sight::Unseen, ..Quad::facing_z([0.0, 0.0, -10.0], 10.0, BLUE) };
        let walls = stage.show(&[hidden(), Quad::facing_z([-4.0, 0.0, -10.0], 2.0, GREEN), hidden()]);
        stage.at(walls).opacity = opacity;
        let picture = stage.look(&renderer, "unseen", SIDE);
        assert_eq!(picture.middle(), RED);
        assert_near(picture.at(19, 32), [255.0 * (1.0 - opacity), 255.0 * opacity, 0.0], 1.0);
        assert_eq!(picture.0.rgba.chunks_exact(4).filter(|pixel| pixel[2] > 0).count(), 0);
    }
}

#[test]
fn frames_of_a_strip_are_shown_one_after_the_other() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let opaque = |[r, g, b]: [u8; 3]| [r, g, b, 255];
    // Three frames of 4 x 4 texels, side by side.
    let row: Vec<_> = [RED, GREEN, BLUE].iter().flat_map(|color| [opaque(*color); 4]).collect();
    let strip = stage.texture(Alpha::None, 12, &row.repeat(4));
    let material = stage.material(Blend::Opaque, Some(strip));
    let third = 1.0 / 3.0;
    stage.scene.materials[material.index()].cycle = Some(Cycle {
        textures: vec![TextureId(0); 3],
        offsets: vec![[0.0, 0.0], [third, 0.0], [2.0 * third, 0.0]],
        speed: 10.0,
        looping: true,
        start: 0.0,
    });
    for (way, blend) in [Blend::Opaque, Blend::Alpha].into_iter().enumerate() {
        stage.scene.materials[material.index()].blend = blend;
        stage.scene.roots.clear();
        let node = stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 6.0, WHITE).material(material)]);
        for vertex in &mut stage.model_of(node).vertices {
            vertex.uv[0] *= third;
        }
        let mut state = stage.state();
        for (position, color) in [(0.0, RED), (1.5, GREEN), (2.9, BLUE), (3.0, RED)] {
            state.cycles[material.index()] = position;
            let picture = stage.look_at(&renderer, &state, &format!("strip-{way}-{position}"), SIDE);
            assert_eq!(picture.middle(), color);
            assert_eq!((picture.at(14, 32), picture.at(49, 32)), (color, color));
        }
    }
}
