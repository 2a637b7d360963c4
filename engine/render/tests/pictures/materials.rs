//! Ways of mixing, depth, sides, second textures, environment maps, and rows of
//! the material table that change.

use crate::stage::*;
use glam::{Affine3A, Quat, Vec3};
use world::{
    Alpha, Blend, Combine, Cull, LampLighting, Light, Material, MaterialId, MaterialState, NodeId, TextureId,
    TextureLayer, UvSource,
};

const SIDE: u32 = 64;
const FAR: [u8; 3] = [100, 200, 50];

/// A small wall before a wall of [`FAR`]; what the small one is painted with.
fn before_a_wall(material: Material) -> (Stage, NodeId, MaterialId) {
    let mut stage = Stage::new();
    stage.scene.materials.push(material);
    let id = MaterialId(1);
    let node = stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 4.0, WHITE).material(id)]);
    stage.show(&[Quad::facing_z([0.0, 0.0, -9.0], 9.0, FAR)]);
    (stage, node, id)
}

fn texel(stage: &mut Stage, texel: [u8; 4]) -> TextureId {
    stage.texture(Alpha::Full, 1, &[texel])
}

#[test]
fn every_blend_mixes_as_worked_out_by_hand() {
    let Some(renderer) = renderer() else { return };
    let half = 128.0 / 255.0;
    // The texel is (200, 100, 0) with half alpha; behind it is (100, 200, 50).
    let expected: [(Blend, [f32; 3]); 8] = [
        (Blend::Opaque, [200.0, 100.0, 0.0]),
        (Blend::Cutout, [200.0, 100.0, 0.0]),
        (Blend::Decal, [150.2, 149.8, 24.9]),
        (Blend::Alpha, [150.2, 149.8, 24.9]),
        (Blend::Modulate, [100.0 * 200.0 / 255.0, 200.0 * 100.0 / 255.0, 0.0]),
        (Blend::Modulate2x, [2.0 * 100.0 * 200.0 / 255.0, 2.0 * 200.0 * 100.0 / 255.0, 0.0]),
        (Blend::Additive, [255.0, 255.0, 50.0]),
        (Blend::AdditiveAlpha, [100.0 + 200.0 * half, 200.0 + 100.0 * half, 50.0]),
    ];
    for (blend, expected) in expected {
        let (mut stage, ..) = before_a_wall(Material { blend, ..Material::default() });
        stage.scene.materials[1].texture = Some(texel(&mut stage, [200, 100, 0, 128]));
        let picture = stage.look(&renderer, &format!("blend-{blend:?}"), SIDE);
        assert_near(picture.middle(), expected, 1.0);
        assert_eq!(picture.at(2, 2), FAR, "{blend:?}");
    }
}

#[test]
fn every_blend_fades_and_drowns_in_fog_into_nothing_strange() {
    let Some(renderer) = renderer() else { return };
    // Half faded; the texel is (200, 100, 0) with full alpha.
    let expected: [(Blend, [f32; 3]); 8] = [
        (Blend::Opaque, [150.0, 150.0, 25.0]),
        (Blend::Cutout, [150.0, 150.0, 25.0]),
        (Blend::Decal, [150.0, 150.0, 25.0]),
        (Blend::Alpha, [150.0, 150.0, 25.0]),
        // Factors are half way between 1 and the texel.
        (Blend::Modulate, [100.0 * 227.5 / 255.0, 200.0 * 177.5 / 255.0, 25.0]),
        // Half way between one half and the texel.
        (Blend::Modulate2x, [200.0 * 163.75 / 255.0, 400.0 * 113.75 / 255.0, 100.0 * 63.75 / 255.0]),
        (Blend::Additive, [200.0, 250.0, 50.0]),
        (Blend::AdditiveAlpha, [200.0, 250.0, 50.0]),
    ];
    for (blend, expected) in expected {
        let (mut stage, node, _) = before_a_wall(Material { blend, ..Material::default() });
        stage.scene.materials[1].texture = Some(texel(&mut stage, [200, 100, 0, 255]));
        stage.at(node).opacity = 0.5;
        assert_near(stage.look(&renderer, &format!("faded-{blend:?}"), SIDE).middle(), expected, 2.0);
        // Where there is nothing but fog, what is added or multiplied is gone.
        if blend > Blend::Alpha {
            stage.at(node).opacity = 1.0;
            stage.model_of(node).fogged = true;
            stage.fog([0.1; 3], 0.0, 1.0);
            let drowned = stage.look(&renderer, &format!("drowned-{blend:?}"), SIDE).middle();
            assert_near(drowned, FAR.map(f32::from), 1.0);
        }
    }
}

#[test]
fn decals_lie_under_what_is_mixed_however_far_they_are() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let decal = stage.material(Blend::Decal, None);
    let glass = stage.material(Blend::Alpha, None);
    stage.scene.materials[decal.index()].color = [1.0, 0.0, 0.0];
    stage.scene.materials[glass.index()].opacity = 0.5;
    // The decal is nearer: far to near it would come last and cover the glass.
    stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 4.0, WHITE).material(decal)]);
    stage.show(&[Quad::facing_z([0.0, 0.0, -8.5], 4.0, BLUE).material(glass)]);
    assert_near(stage.look(&renderer, "decal", SIDE).middle(), [127.5, 0.0, 127.5], 1.0);
}

#[test]
fn priority_decides_between_mixed_polygons_in_one_place() {
    let Some(renderer) = renderer() else { return };
    for first_on_top in [false, true] {
        let mut stage = Stage::new();
        let material = |priority| Material { blend: Blend::Decal, priority, ..Material::default() };
        let order = if first_on_top { [1, 0] } else { [0, 1] };
        stage.scene.materials.extend(order.map(material));
        let quad = |number: u32, color| {
            Quad::facing_z([0.0, 0.0, -8.0], 4.0, color).material(MaterialId(number)).layer(number as i8 - 1)
        };
        // Without a depth test, so that the order of drawing alone decides.
        stage.scene.materials.iter_mut().for_each(|material| material.depth_test = false);
        stage.show(&[quad(1, RED), quad(2, GREEN)]);
        let expected = if first_on_top { RED } else { GREEN };
        assert_eq!(stage.look(&renderer, "priority", SIDE).middle(), expected);
    }
}

#[test]
fn depth_is_tested_and_written_as_the_material_says() {
    let Some(renderer) = renderer() else { return };
    let near = |stage: &mut Stage, material| {
        stage.show(&[Quad::facing_z([0.0, 0.0, -6.0], 3.0, GREEN).material(material)]);
    };
    // Hidden by a nearer wall, unless it does not ask.
    for (depth_test, expected) in [(true, GREEN), (false, RED)] {
        let mut stage = Stage::new();
        let glass = stage.material(Blend::Alpha, None);
        stage.scene.materials[glass.index()].depth_test = depth_test;
        near(&mut stage, MaterialId(0));
        stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 4.0, RED).material(glass)]);
        assert_eq!(stage.look(&renderer, "depth-test", SIDE).middle(), expected, "{depth_test}");
    }
    // Light added behind glass that writes depth is hidden by it.
    for (depth_write, expected) in [(None, [255, 255, 0]), (Some(true), RED), (Some(false), [255, 255, 0])] {
        let mut stage = Stage::new();
        let glass = stage.material(Blend::Alpha, None);
        let glow = stage.material(Blend::Additive, None);
        stage.scene.materials[glass.index()].depth_write = depth_write;
        stage.show(&[Quad::facing_z([0.0, 0.0, -6.0], 3.0, RED).material(glass)]);
        stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 4.0, GREEN).material(glow)]);
        assert_eq!(stage.look(&renderer, "depth-write", SIDE).middle(), expected, "{depth_write:?}");
    }
}

#[test]
fn the_material_says_which_side_is_left_out() {
    let Some(renderer) = renderer() else { return };
    for blend in [Blend::Opaque, Blend::Alpha] {
        for mirrored in [false, true] {
            let seen = |cull, away: bool| {
                let mut stage = Stage::new();
                stage.scene.materials.push(Material { cull, blend, ..Material::default() });
                let quad = Quad::facing_z([0.0, 0.0, -8.0], 4.0, RED).material(MaterialId(1));
                let node = stage.show(&[if away { quad.turned_away() } else { quad }]);
                if mirrored {
                    stage.at(node).transform = Affine3A::from_scale(Vec3::new(-1.0, 1.0, 1.0));
                }
                stage.look(&renderer, "cull", SIDE).middle() == RED
            };
            for away in [false, true] {
                assert_eq!(seen(None, away), !away);
                assert_eq!(seen(Some(Cull::Back), away), !away);
                assert_eq!(seen(Some(Cull::Front), away), away, "{blend:?} {mirrored}");
                assert!(seen(Some(Cull::None), away));
            }
        }
    }
}

/// A wall with two textures: one texel each, or a second one of two halves.
fn layered(combine: Combine, first: [u8; 4], second: &[[u8; 4]]) -> (Stage, NodeId) {
    let (mut stage, node, _) = before_a_wall(Material::default());
    let first = texel(&mut stage, first);
    let second = stage.texture(Alpha::Full, second.len() as u32, second);
    stage.scene.materials[1].texture = Some(first);
    stage.scene.materials[1].layer =
        Some(TextureLayer { texture: Some(second), combine, ..TextureLayer::default() });
    (stage, node)
}

#[test]
fn two_textures_are_combined_in_four_ways_however_they_are_drawn() {
    let Some(renderer) = renderer() else { return };
    let (first, second) = ([200, 100, 40, 255], [100, 255, 200, 51]);
    let expected = [
        (Combine::Modulate, [78.4, 100.0, 31.4]),
        (Combine::Modulate2x, [156.9, 200.0, 62.7]),
        (Combine::Add, [255.0, 255.0, 240.0]),
        // A fifth of the second.
        (Combine::Mix, [180.0, 131.0, 72.0]),
    ];
    for (combine, expected) in expected {
        let (mut stage, node) = layered(combine, first, &[second]);
        let gathered = stage.look(&renderer, &format!("layers-{combine:?}"), SIDE);
        assert_near(gathered.middle(), expected, 1.0);
        stage.at(node).transform = Affine3A::from_translation(Vec3::Z * 1e-4);
        assert_near(stage.look(&renderer, "layers-placed", SIDE).middle(), expected, 1.0);
        stage.at(node).opacity = 0.5;
        let half = [0, 1, 2].map(|channel| {
            // Where alpha is multiplied, a fifth of the half is left.
            let alpha = if combine <= Combine::Modulate2x { 0.1 } else { 0.5 };
            expected[channel] * alpha + f32::from(FAR[channel]) * (1.0 - alpha)
        });
        assert_near(stage.look(&renderer, "layers-faded", SIDE).middle(), half, 2.0);
    }
}

#[test]
fn the_second_texture_has_coordinates_and_a_motion_of_its_own() {
    let Some(renderer) = renderer() else { return };
    // Left half dark, right half bright; whole across the wall.
    let halves = [[0, 0, 0, 255], [255; 4]];
    for opacity in [1.0, 0.999] {
        let (mut stage, node) = layered(Combine::Modulate, [255; 4], &halves);
        stage.at(node).opacity = opacity;
        let sides = |stage: &Stage, state: &world::State| {
            let picture = stage.look_at(&renderer, state, "second-uv", SIDE);
            // A quarter and three quarters across the wall.
            [picture.at(24, 32), picture.at(40, 32)].map(|pixel| pixel[2] > 127)
        };
        assert_eq!(sides(&stage, &stage.state()), [false, true]);
        // The other half in front.
        let model = stage.model_of(node);
        model.second_uvs = model.vertices.iter().map(|vertex| [1.0 - vertex.uv[0], vertex.uv[1]]).collect();
        assert_eq!(sides(&stage, &stage.state()), [false, true]);
        stage.scene.materials[1].layer.as_mut().unwrap().uv = UvSource::Second;
        assert_eq!(sides(&stage, &stage.state()), [true, false]);
        // Half a picture on by the row of another material, which the first
        // texture does not follow.
        stage.material(Blend::Opaque, None);
        stage.scene.materials[1].layer.as_mut().unwrap().moved_by = Some(MaterialId(2));
        let mut state = stage.state();
        state.materials[2].offset = [0.5, 0.0];
        assert_eq!(sides(&stage, &state), [false, true]);
        state.materials[2] = MaterialState { rotation: std::f32::consts::PI, ..MaterialState::default() };
        assert_eq!(sides(&stage, &state), [false, true]);
    }
}

#[test]
fn a_state_row_moves_turns_and_scales_the_picture_and_tints_it() {
    let Some(renderer) = renderer() else { return };
    let (mut stage, node, material) = before_a_wall(Material::default());
    let quarters = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]];
    let texture = stage.texture(Alpha::None, 2, &quarters);
    stage.scene.materials[1].texture = Some(texture);
    stage.at(node).flags.insert(world::NodeFlags::UNFILTERED);
    // The wall covers pixels 16..48; a quarter of it is 8 pixels from its middle.
    let corners = |row: MaterialState| {
        let mut state = stage.state();
        state.materials[material.index()] = row;
        let picture = stage.look_at(&renderer, &state, "row", SIDE);
        [picture.at(24, 24), picture.at(40, 24), picture.at(24, 40), picture.at(40, 40)]
    };
    let still = MaterialState::default();
    assert_eq!(corners(still), [RED, GREEN, BLUE, WHITE]);
    assert_eq!(corners(MaterialState { offset: [0.5, 0.0], ..still }), [GREEN, RED, WHITE, BLUE]);
    // The right edge reads what is below: the picture turns to the left.
    let quarter = std::f32::consts::FRAC_PI_2;
    assert_eq!(corners(MaterialState { rotation: quarter, ..still }), [GREEN, WHITE, RED, BLUE]);
    assert_eq!(corners(MaterialState { scale: [-1.0, 1.0], ..still }), [GREEN, RED, WHITE, BLUE]);
    let dim = corners(MaterialState { color: [0.5, 1.0, 0.0], ..still });
    assert_near(dim[3], [127.5, 255.0, 0.0], 1.0);
    // A sphere map and a turned row at once keep within the picture.
    assert_near(corners(MaterialState { opacity: 0.5, ..still })[0], [177.5, 100.0, 25.0], 1.0);
}

#[test]
fn what_a_track_fades_is_mixed_from_that_frame_on_and_hides_again_after() {
    let Some(renderer) = renderer() else { return };
    // Two walls of one model: only the one whose material fades lets through.
    let mut stage = Stage::new();
    let own = stage.material(Blend::Opaque, None);
    let node = stage.show(&[
        Quad::facing_z([-2.0, 0.0, -8.0], 2.0, RED).material(own),
        Quad::facing_z([2.0, 0.0, -8.0], 2.0, GREEN),
    ]);
    stage.show(&[Quad::facing_z([0.0, 0.0, -9.0], 9.0, BLUE)]);
    for placed in [false, true] {
        if placed {
            stage.at(node).transform = Affine3A::from_translation(Vec3::Z * 1e-4);
        }
        let loaded = renderer.load(&stage.scene).unwrap();
        let mut state = stage.state();
        for (opacity, expected) in
            [(1.0, [255.0, 0.0, 0.0]), (0.25, [63.75, 0.0, 191.25]), (0.0, [0.0, 0.0, 255.0])]
                .into_iter()
                .chain([(1.0, [255.0, 0.0, 0.0])])
        {
            state.materials[own.index()].opacity = opacity;
            let size = render::Size { width: SIDE, height: SIDE };
            let picture = Picture(renderer.picture(&loaded, &stage.scene, &state, size).unwrap());
            assert_near(picture.at(24, 32), expected, 1.0);
            assert_eq!(picture.at(40, 32), GREEN, "{opacity}");
        }
    }
}

#[test]
fn nodes_wear_the_paint_that_they_or_the_state_name() {
    let Some(renderer) = renderer() else { return };
    for blend in [Blend::Opaque, Blend::Alpha] {
        let mut stage = Stage::new();
        for color in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] {
            stage.scene.materials.push(Material { color, blend, ..Material::default() });
        }
        let model = stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 1.0, WHITE).material(MaterialId(1))]);
        let model = stage.at(model).model;
        for (x, paint) in [(-3.0, 1), (3.0, 2)] {
            let node = stage.node(model);
            stage.at(node).transform = Affine3A::from_translation(Vec3::X * x);
            stage.at(node).paint = paint;
            stage.scene.roots.push(node);
        }
        let mut state = stage.state();
        let across = |state: &world::State| {
            let picture = stage.look_at(&renderer, state, "paint", SIDE);
            [20, 32, 44].map(|x| picture.at(x, 32))
        };
        assert_eq!(across(&state), [GREEN, RED, BLUE], "{blend:?}");
        state.effects.set_paint(NodeId(0), Some(2));
        state.effects.set_paint(NodeId(1), Some(0));
        // Beyond the last material: the loud squares of what is missing.
        state.effects.set_paint(NodeId(2), Some(u32::MAX));
        let [left, middle, right] = across(&state);
        assert_eq!([left, middle], [RED, BLUE]);
        assert!([BLACK, [255, 0, 255]].contains(&right), "{right:?}");
    }
}

#[test]
fn an_environment_map_shows_what_is_reflected() {
    let Some(renderer) = renderer() else { return };
    // Left red, right green; upper half bright, lower half dark.
    let quarters = [[255, 0, 0, 255], [0, 255, 0, 255], [100, 0, 0, 255], [0, 100, 0, 255]];
    for blend in [Blend::Opaque, Blend::Alpha] {
        let look = |turn: Quat| {
            let mut stage = Stage::new();
            let texture = stage.texture(Alpha::None, 2, &quarters);
            let uv = UvSource::Sphere;
            stage.scene.materials.push(Material { texture: Some(texture), uv, blend, ..Material::default() });
            let node = stage.show(&[Quad::facing_z([0.0; 3], 3.0, WHITE).material(MaterialId(1))]);
            let place = Affine3A::from_rotation_translation(turn, Vec3::NEG_Z * 8.0);
            stage.at(node).transform = place;
            stage.at(node).flags.insert(world::NodeFlags::UNFILTERED);
            stage.look(&renderer, "sphere", SIDE).middle()
        };
        // Turned to its left (our right) and up it reflects what is there.
        let (yaw, pitch) = (Quat::from_rotation_y, Quat::from_rotation_x);
        assert_eq!(look(yaw(0.4) * pitch(-0.4)), GREEN, "{blend:?}");
        assert_eq!(look(yaw(-0.4) * pitch(-0.4)), RED);
        assert_eq!(look(yaw(0.4) * pitch(0.4)), [0, 100, 0]);
        assert_eq!(look(yaw(-0.4) * pitch(0.4)), [100, 0, 0]);
    }
}

#[test]
fn a_node_with_vertex_colours_shows_them_and_its_twin_does_not() {
    let Some(renderer) = renderer() else { return };
    for blend in [Blend::Opaque, Blend::Alpha] {
        let mut stage = Stage::new();
        let material = stage.material(blend, None);
        let left = stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 2.0, WHITE).material(material)]);
        let model = stage.at(left).model;
        stage.at(left).transform = Affine3A::from_translation(Vec3::X * -3.0);
        // Dark below, red above.
        stage.at(left).colors = Some(vec![[0; 4], [0; 4], [200, 0, 0, 0], [200, 0, 0, 0]].into());
        let right = stage.node(model);
        stage.at(right).transform = Affine3A::from_translation(Vec3::X * 3.0);
        // Colours for another model are none.
        stage.at(right).colors = Some(vec![[0; 4]; 3].into());
        stage.scene.roots.push(right);
        let picture = stage.look(&renderer, "vertex-colours", SIDE);
        assert_near(picture.at(20, 31), [106.0, 0.0, 0.0], 7.0);
        assert_near(picture.at(20, 25), [181.0, 0.0, 0.0], 7.0);
        assert_eq!(picture.at(44, 32), WHITE);
    }
}

#[test]
fn lamps_light_corner_by_corner_where_a_world_wants_it() {
    let Some(renderer) = renderer() else { return };
    for blend in [Blend::Opaque, Blend::Alpha] {
        let mut stage = Stage::new();
        let material = stage.material(blend, None);
        // 8 wide: the lamp stands 3 before its left edge, and reaches 5.
        let node = stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 4.0, WHITE).material(material)]);
        stage.model_of(node).lit = true;
        let dark = Light {
            node: None,
            active: true,
            directional: true,
            position: Vec3::ZERO,
            direction: Vec3::NEG_Y,
            color: [1.0; 3],
            diffuse: 0.0,
            ambient: 0.0,
            near: 0.0,
            far: 0.0,
        };
        let lamp = Light {
            directional: false,
            position: Vec3::new(-4.0, -4.0, -5.0),
            color: [1.0, 0.5, 0.0],
            diffuse: 0.75,
            ambient: 0.25,
            near: 1.0,
            far: 5.0,
            ..dark
        };
        stage.scene.lights = vec![dark, lamp];
        stage.scene.lamp_lighting = LampLighting::Vertex;
        let picture = stage.look(&renderer, "lamps", SIDE);
        // The lower left corner: 3 away and straight before it, so (5 - 3) / (5 - 1)
        // of the light. The others are out of reach; along the lower edge the light
        // falls evenly.
        let full = [127.5, 63.75, 0.0];
        assert_near(picture.at(16, 47), full.map(|channel| channel * 0.97), 4.0);
        assert_near(picture.at(32, 47), full.map(|channel| channel * 0.5), 4.0);
        assert_near(picture.at(47, 16), [0.0; 3], 4.0);
        stage.scene.materials[material.index()].unlit = true;
        assert_eq!(stage.look(&renderer, "unlit", SIDE).middle(), WHITE);
    }
}

#[test]
fn a_material_may_stand_clear_in_fog() {
    let Some(renderer) = renderer() else { return };
    for blend in [Blend::Opaque, Blend::Alpha] {
        let (mut stage, node, material) = before_a_wall(Material { blend, ..Material::default() });
        stage.fog([0.0; 3], 0.0, 1.0);
        stage.model_of(node).fogged = true;
        assert_eq!(stage.look(&renderer, "fogged", SIDE).middle(), BLACK);
        stage.scene.materials[material.index()].unfogged = true;
        assert_eq!(stage.look(&renderer, "unfogged", SIDE).middle(), WHITE);
    }
}

#[test]
fn a_picture_starts_over_or_its_edge_goes_on() {
    let Some(renderer) = renderer() else { return };
    // A picture of two texels, red and green, on a wall whose coordinates go from -1 to 2 both ways.
    for (clamp, expected) in [
        // Thirds of the wall from the left, in the middle of the halves of each third.
        ([false, false], [RED, GREEN, RED, GREEN, RED, GREEN]),
        ([true, false], [RED, RED, RED, GREEN, GREEN, GREEN]),
        ([false, true], [RED, GREEN, RED, GREEN, RED, GREEN]),
        ([true, true], [RED, RED, RED, GREEN, GREEN, GREEN]),
    ] {
        for as_second in [false, true] {
            let mut stage = Stage::new();
            let texels: Vec<[u8; 4]> = (0..64)
                .map(|texel| if texel % 8 < 4 { [255, 0, 0, 255] } else { [0, 255, 0, 255] })
                .collect();
            let texture = Some(stage.texture(Alpha::None, 8, &texels));
            let material = if as_second {
                let layer = TextureLayer { texture, clamp, ..TextureLayer::default() };
                Material { layer: Some(layer), ..Material::default() }
            } else {
                Material { texture, clamp, ..Material::default() }
            };
            stage.scene.materials.push(material);
            let node = stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 6.0, WHITE).material(MaterialId(1))]);
            let model = stage.model_of(node);
            for vertex in &mut model.vertices {
                let side = |place: f32| if place > 0.0 { 2.0 } else { -1.0 };
                vertex.uv = [side(vertex.position[0]), side(-vertex.position[1])];
            }
            // Six of eight to each side at 96 pixels: 72 pixels, twelve for each half of a third.
            let picture = stage.look(&renderer, "clamp", 96);
            let found: Vec<[u8; 3]> = (0..6).map(|part| picture.at(12 + 12 * part + 6, 48)).collect();
            assert_eq!(found, expected, "{clamp:?} {as_second}");
        }
    }
}
