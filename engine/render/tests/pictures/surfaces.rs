//! How surfaces hide, cover, mix, fade and shine.

use crate::stage::*;
use glam::{Affine3A, Quat, Vec3};
use render::{Renderer, Size};
use world::{Alpha, Blend, Image, Light, LightMapping, NodeFlags, PointLight, State};

const SIDE: u32 = 64;
const EAST_YAW: f32 = -std::f32::consts::FRAC_PI_2;

#[test]
fn the_nearer_surface_hides_the_farther_whatever_the_order() {
    let Some(renderer) = renderer() else { return };
    for flip in [false, true] {
        let mut stage = Stage::new();
        let mut quads =
            [Quad::facing_z([0.0, 0.0, -8.0], 2.0, RED), Quad::facing_z([0.0, 0.0, -9.0], 4.0, GREEN)];
        if flip {
            quads.reverse();
        }
        for quad in quads {
            stage.show(&[quad]);
        }
        let picture = stage.look(&renderer, "depth", SIDE);
        assert_eq!(picture.count(RED), 16 * 16);
        assert_eq!(picture.at(19, 32), GREEN);
    }
    // Far away a tenth of a percent of the distance is enough.
    let mut stage = Stage::new();
    stage.show(&[Quad::facing_z([0.0, 0.0, -5000.0], 2000.0, RED)]);
    stage.show(&[Quad::facing_z([0.0, 0.0, -5005.0], 3000.0, GREEN)]);
    assert_eq!(stage.look(&renderer, "depth-far", SIDE).middle(), RED);
}

/// Draws a large surface and a small one in the same plane, tilted as floors
/// and slopes are, and says whether the small one is whole on top.
fn small_is_whole(
    renderer: &Renderer,
    distance: f32,
    quads: impl Fn(f32) -> [Quad; 2],
    small: [u8; 3],
) -> bool {
    [0.0, 0.7, 1.2].into_iter().all(|tilt| {
        let alone = |both: bool| {
            let mut stage = Stage::new();
            for quad in quads(distance) {
                if both || quad.color == small {
                    let node = stage.show(&[quad]);
                    stage.at(node).transform = Affine3A::from_rotation_translation(
                        Quat::from_rotation_x(-tilt) * Quat::from_rotation_z(0.3),
                        Vec3::new(0.01, 0.02, -distance),
                    );
                }
            }
            let name = format!("coplanar-{distance}-{tilt}-{both}");
            stage.look(renderer, &name, 256).count(small)
        };
        let visible = alone(false);
        assert!(visible > 500, "{visible} pixels are too few to tell");
        alone(true) == visible
    })
}

#[test]
fn a_larger_layer_covers_a_smaller_one_at_any_distance() {
    let Some(renderer) = renderer() else { return };
    for distance in [1.0, 50.0, 1000.0] {
        for later in [0, 1] {
            // Whichever comes first, layer 5 wins.
            let quads = |d: f32| {
                let mut quads = [
                    Quad::facing_z([0.0; 3], d * 0.9, GREEN),
                    Quad::facing_z([0.0; 3], d * 0.4, RED).layer(5),
                ];
                quads.rotate_left(later);
                quads
            };
            assert!(small_is_whole(&renderer, distance, quads, RED), "at {distance}, {later}");
        }
        let behind = |d: f32| {
            [Quad::facing_z([0.0; 3], d * 0.4, RED), Quad::facing_z([0.0; 3], d * 0.9, GREEN).layer(-1)]
        };
        assert!(small_is_whole(&renderer, distance, behind, RED), "-1 at {distance}");
    }
}

#[test]
fn of_equal_layers_the_later_covers_the_earlier_at_any_distance() {
    let Some(renderer) = renderer() else { return };
    for distance in [1.0, 50.0, 1000.0] {
        let later =
            |d: f32| [Quad::facing_z([0.0; 3], d * 0.9, GREEN), Quad::facing_z([0.0; 3], d * 0.4, RED)];
        assert!(small_is_whole(&renderer, distance, later, RED), "at {distance}");

        // The same the other way round: the small one is gone.
        let mut stage = Stage::new();
        stage.show(&[
            Quad::facing_z([0.0, 0.0, -distance], distance * 0.4, RED),
            Quad::facing_z([0.0, 0.0, -distance], distance * 0.9, GREEN),
        ]);
        assert_eq!(stage.look(&renderer, "earlier", 128).count(RED), 0, "at {distance}");
    }
}

#[test]
fn a_road_on_the_ground_is_whole_to_the_horizon() {
    let Some(renderer) = renderer() else { return };
    let road = |both: bool| {
        let mut stage = Stage::new();
        if both {
            stage.show(&[Quad::ground([0.0, -2.0, 0.0], 2000.0, GREEN)]);
        }
        let mut strip = Quad::ground([0.0, -2.0, 0.0], 1.0, RED).layer(1);
        strip.corners = strip.corners.map(|c| Vec3::new(c.x * 4.0, c.y, c.z * 1500.0));
        stage.show(&[strip]);
        stage.look(&renderer, if both { "road" } else { "road-alone" }, 256).count(RED)
    };
    assert_eq!(road(true), road(false));
}

#[test]
fn a_back_face_is_hidden_unless_it_is_double_sided() {
    let Some(renderer) = renderer() else { return };
    let away = || Quad::facing_z([0.0, 0.0, -8.0], 2.0, RED).turned_away();
    let mut stage = Stage::new();
    stage.show(&[away()]);
    assert_eq!(stage.look(&renderer, "back", SIDE).count(RED), 0);
    let mut stage = Stage::new();
    stage.show(&[Quad { double_sided: true, ..away() }]);
    assert_eq!(stage.look(&renderer, "double-sided", SIDE).count(RED), 256);
    // A mirroring transform turns the loop of the corners, not the surface.
    let mut stage = Stage::new();
    let node = stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 2.0, RED)]);
    stage.at(node).transform = Affine3A::from_scale(Vec3::new(-1.0, 1.0, 1.0));
    assert_eq!(stage.look(&renderer, "mirrored", SIDE).count(RED), 256);
}

#[test]
fn a_cut_out_shows_whole_texels_or_what_is_behind() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let hole = [255, 0, 255, 0];
    let texture = stage.texture(Alpha::Keyed, 2, &[[255, 0, 0, 255], hole, hole, [255, 0, 0, 255]]);
    let material = stage.material(Blend::Cutout, Some(texture));
    stage.show(&[Quad::facing_z([0.0, 0.0, -9.0], 9.0, GREEN)]);
    stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 8.0, WHITE).material(material)]);
    let picture = stage.look(&renderer, "cutout", SIDE);
    assert_eq!(picture.at(16, 16), RED);
    assert_eq!(picture.at(48, 48), RED);
    assert_eq!(picture.at(48, 16), GREEN);
    // No pixel between: neither the key colour nor a mixture.
    assert_eq!(picture.count(RED) + picture.count(GREEN), 64 * 64);
}

#[test]
fn blended_surfaces_mix_far_to_near_whatever_their_order() {
    let Some(renderer) = renderer() else { return };
    for flip in [false, true] {
        let mut stage = Stage::new();
        let half = stage.material(Blend::Alpha, None);
        stage.scene.materials[half.index()].opacity = 0.5;
        stage.show(&[Quad::facing_z([0.0, 0.0, -12.0], 12.0, WHITE)]);
        let mut quads = [
            Quad::facing_z([0.0, 0.0, -10.0], 10.0, RED).material(half),
            Quad::facing_z([0.0, 0.0, -8.0], 4.0, BLUE).material(half),
        ];
        if flip {
            quads.reverse();
        }
        stage.show(&quads);
        let picture = stage.look(&renderer, "blended", SIDE);
        // White under half red, then half blue.
        assert_near(picture.at(2, 2), [255.0, 127.5, 127.5], 1.0);
        assert_near(picture.middle(), [127.5, 63.75, 191.25], 1.0);
    }
}

#[test]
fn what_is_behind_an_opaque_surface_is_not_blended_over_it() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let glass = stage.material(Blend::Alpha, None);
    stage.scene.materials[glass.index()].opacity = 0.5;
    stage.show(&[Quad::facing_z([0.0, 0.0, -10.0], 10.0, RED).material(glass)]);
    stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 8.0, GREEN)]);
    assert_eq!(stage.look(&renderer, "behind", SIDE).middle(), GREEN);
}

#[test]
fn added_light_adds() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let glow = stage.texture(Alpha::Full, 1, &[[200, 100, 0, 128]]);
    let material = stage.material(Blend::AdditiveAlpha, Some(glow));
    stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 4.0, WHITE).material(material)]);
    stage.show(&[Quad::facing_z([0.0, 0.0, -9.0], 9.0, [100, 200, 50])]);
    let half = 128.0 / 255.0;
    let expected = [100.0 + 200.0 * half, 200.0 + 100.0 * half, 50.0];
    assert_near(stage.look(&renderer, "additive", SIDE).middle(), expected, 1.0);
}

#[test]
fn opacity_counts_for_the_whole_subtree() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let child = stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 4.0, WHITE)]);
    let parent = stage.node(None);
    stage.scene.roots = vec![parent];
    stage.at(parent).children = vec![child];
    stage.at(parent).opacity = 0.5;
    stage.at(child).opacity = 0.5;
    assert_near(stage.look(&renderer, "opacity", SIDE).middle(), [63.75; 3], 1.0);
    stage.at(parent).opacity = 0.0;
    assert_eq!(stage.look(&renderer, "opacity-none", SIDE).middle(), BLACK);
}

fn foggy(distance: f32, color: [u8; 3]) -> Stage {
    let mut stage = Stage::new();
    stage.fog([0.2, 0.4, 0.8], 10.0, 110.0);
    let node = stage.show(&[Quad::facing_z([0.0, 0.0, -distance], distance, color)]);
    stage.model_of(node).fogged = true;
    stage
}

#[test]
fn fog_takes_over_linearly_between_near_and_far() {
    let Some(renderer) = renderer() else { return };
    for (distance, share) in [(5.0, 0.0), (10.0, 0.0), (35.0, 0.25), (60.0, 0.5), (110.0, 1.0), (500.0, 1.0)]
    {
        let stage = foggy(distance, [255, 255, 0]);
        let expected = [0, 1, 2].map(|channel| {
            let (clear, fog) = ([255.0, 255.0, 0.0][channel], [51.0, 102.0, 204.0][channel]);
            clear + (fog - clear) * share
        });
        assert_near(stage.look(&renderer, &format!("fog-{distance}"), SIDE).middle(), expected, 2.0);
    }
    // Models without fog and a world without fog stay clear.
    let mut stage = foggy(500.0, RED);
    stage.scene.models[0].fogged = false;
    assert_eq!(stage.look(&renderer, "fog-exempt", SIDE).middle(), RED);
    let mut stage = foggy(500.0, RED);
    stage.scene.fog.on = false;
    assert_eq!(stage.look(&renderer, "fog-off", SIDE).middle(), RED);
    // Where nothing is, there is fog.
    let stage = foggy(500.0, RED);
    let mut state = stage.state();
    state.camera.yaw = std::f32::consts::PI;
    assert_eq!(stage.look_at(&renderer, &state, "fog-nothing", SIDE).middle(), [51, 102, 204]);
}

#[test]
fn fog_distance_is_horizontal_and_fog_thins_with_height() {
    let Some(renderer) = renderer() else { return };
    // 60 ahead; the upper edge is farther away but no deeper in fog.
    let stage = foggy(60.0, WHITE);
    let picture = stage.look(&renderer, "fog-horizontal", SIDE);
    assert_near(picture.at(32, 1), [153.0, 178.5, 229.5], 2.0);
    // To the side the horizontal distance grows: 60 * sqrt(2) = 84.9.
    assert_near(picture.at(0, 32), [255.0 - 204.0 * 0.742, 255.0 - 153.0 * 0.742, 255.0 - 51.0 * 0.742], 4.0);

    let mut stage = foggy(60.0, WHITE);
    stage.scene.fog.low = 0.0;
    stage.scene.fog.high = 40.0;
    let picture = stage.look(&renderer, "fog-height", SIDE);
    // Rows: 60 / 32 = 1.875 units each; row 21 is centred 10.5 rows = 19.7 up.
    let at_half = 0.5 * (40.0 - 19.6875) / 40.0;
    assert_near(
        picture.at(32, 21),
        [255.0 - 204.0 * at_half, 255.0 - 153.0 * at_half, 255.0 - 51.0 * at_half],
        2.0,
    );
    assert_near(picture.at(32, 5), [255.0; 3], 0.0);
    assert_near(picture.at(32, 50), [153.0, 178.5, 229.5], 2.0);
}

#[test]
fn fog_swallows_added_light() {
    let Some(renderer) = renderer() else { return };
    let mut stage = foggy(60.0, RED);
    let glow = stage.material(Blend::AdditiveAlpha, None);
    stage.scene.models[0].polygons[0].material = glow;
    let picture = stage.look(&renderer, "fog-additive", SIDE);
    assert_near(picture.middle(), [51.0 + 127.5, 102.0, 204.0], 2.0);
}

fn sun(direction: Vec3) -> Light {
    Light {
        node: None,
        active: true,
        directional: true,
        position: Vec3::ZERO,
        direction: direction.normalize(),
        color: [1.0, 0.8, 0.6],
        diffuse: 0.6,
        ambient: 0.3,
        near: 0.0,
        far: 0.0,
    }
}

#[test]
fn a_lit_model_is_as_bright_as_its_angle_to_the_sun() {
    let Some(renderer) = renderer() else { return };
    let lit = |direction: Vec3, lit: bool| {
        let mut stage = Stage::new();
        stage.scene.lights.push(sun(direction));
        let node = stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 4.0, [200; 3])]);
        stage.model_of(node).lit = lit;
        stage.look(&renderer, "lit", SIDE).middle()
    };
    // Sixty degrees: half of the diffuse light and all of the ambient.
    let slanted = Vec3::new(0.0, -(3.0_f32.sqrt()), -1.0);
    assert_near(lit(slanted, true), [200.0 * 0.6, 160.0 * 0.6, 120.0 * 0.6], 1.0);
    assert_near(lit(Vec3::Z, true), [200.0 * 0.3, 160.0 * 0.3, 120.0 * 0.3], 1.0);
    assert_near(lit(slanted, false), [200.0; 3], 0.0);
}

#[test]
fn normals_turn_with_the_node() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    stage.scene.lights.push(sun(Vec3::NEG_X));
    // Faces +z in its own space, turned and stretched to face +x, into the sun.
    let node = stage.show(&[Quad::facing_z([0.0; 3], 4.0, WHITE)]);
    stage.model_of(node).lit = true;
    stage.at(node).transform = Affine3A::from_scale_rotation_translation(
        Vec3::new(1.0, 3.0, 1.0),
        Quat::from_rotation_y(std::f32::consts::FRAC_PI_2),
        Vec3::ZERO,
    );
    let mut state = stage.state();
    state.camera.eye = Vec3::new(8.0, 0.0, 0.0);
    state.camera.yaw = -EAST_YAW;
    assert_near(
        stage.look_at(&renderer, &state, "turned-lit", SIDE).middle(),
        [255.0 * 0.9, 204.0 * 0.9, 153.0 * 0.9],
        1.0,
    );
}

#[test]
fn overwrite_is_drawn_over_everything_in_order() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let panel = stage.show(&[Quad::facing_z([0.0, 0.0, -20.0], 10.0, RED)]);
    let needle = stage.show(&[Quad::facing_z([0.0, 0.0, -30.0], 3.0, BLUE)]);
    stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 8.0, GREEN)]);
    for node in [panel, needle] {
        stage.at(node).flags = NodeFlags::ACTIVE.union(NodeFlags::OVERWRITE);
    }
    let picture = stage.look(&renderer, "overwrite", SIDE);
    assert_eq!(picture.middle(), BLUE);
    assert_eq!(picture.at(20, 20), RED);
    assert_eq!(picture.at(2, 2), GREEN);
}

#[test]
fn light_sprites_face_the_camera_fade_and_blink() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let node = stage.show(&[]);
    let point = Vec3::new(0.0, 0.0, -8.0);
    let light = PointLight {
        points: vec![point],
        color: [1.0, 0.0, 0.0],
        fade_near: 0.0,
        fade_far: 0.0,
        fade_slope: 0.0,
        blink: Some(0.5),
        max_pixels: 4.0,
    };
    let model = stage.model_of(node);
    model.lights.push(light);
    model.bounds = world::Aabb::around([point]);
    let mut state = stage.state();
    let at = |stage: &Stage, state: &State| stage.look_at(&renderer, state, "sprite", 128);
    // Half a metre would be four pixels of a 128 wide picture.
    assert_eq!(at(&stage, &state).extent(RED), Some([62, 62, 65, 65]));
    state.camera.eye = Vec3::new(0.0, 0.0, -7.0);
    assert_eq!(at(&stage, &state).count(RED), 16, "no more than its most pixels");
    state.tick = 30;
    assert_eq!(at(&stage, &state).count(RED), 0, "dark after half a second");
    state.tick = 60;
    state.camera.eye = Vec3::ZERO;
    let light = &mut stage.model_of(node).lights[0];
    (light.fade_far, light.fade_slope) = (10.0, 64.0);
    // 64 * (10 - 8) of 255.
    assert_near(at(&stage, &state).middle(), [128.0, 0.0, 0.0], 1.0);
}

/// A wall, a decal in its plane that hangs nowhere yet, and what somebody who
/// links it before or behind the wall sees; all turned by `tilt`.
fn linked_later(renderer: &Renderer, tilt: f32, decal_first: bool, baked: bool) -> [Picture; 2] {
    let mut stage = Stage::new();
    let wall = stage.show(&[Quad::facing_z([0.0; 3], 4.0, RED)]);
    let decal = stage.show(&[Quad::facing_z([0.0; 3], 2.0, GREEN)]);
    let place = Affine3A::from_rotation_translation(Quat::from_rotation_x(-tilt), Vec3::new(0.0, 0.0, -8.0));
    for node in [wall, decal] {
        stage.at(node).transform = place;
        if baked {
            let light = LightMapping { pages: vec![Some(0)], uvs: vec![[0.5; 2]; 4] };
            stage.model_of(node).lightmap = Some(Box::new(light));
        }
    }
    if baked {
        stage.scene.lightmaps.pages = vec![Image { width: 1, height: 1, rgba: vec![128; 4] }];
    }
    let roots = if decal_first { vec![decal, wall] } else { vec![wall, decal] };
    stage.scene.roots = vec![wall];
    let mut state = stage.state();
    state.nodes.roots = roots.clone();
    let linked = stage.look_at(renderer, &state, &format!("linked-{tilt}-{decal_first}-{baked}"), SIDE);
    stage.scene.roots = roots;
    let built = stage.look(renderer, &format!("built-{tilt}-{decal_first}-{baked}"), SIDE);
    [linked, built]
}

#[test]
fn a_decal_that_is_linked_later_lies_as_if_built_so() {
    let Some(renderer) = renderer() else { return };
    let [linked, _] = linked_later(&renderer, 0.0, false, false);
    assert_eq!((linked.count(GREEN), linked.count(RED)), (16 * 16, 32 * 32 - 16 * 16));
    // Linked before the wall it lies under it, although nothing of the wall was
    // changed: that it lies over something is new.
    let [linked, _] = linked_later(&renderer, 0.0, true, false);
    assert_eq!((linked.count(GREEN), linked.count(RED)), (0, 32 * 32));
    for (tilt, decal_first, baked) in
        [(0.7, false, false), (1.2, true, false), (0.7, false, true), (1.2, true, true)]
    {
        let [linked, built] = linked_later(&renderer, tilt, decal_first, baked);
        assert!(linked.0 == built.0, "{tilt}, {decal_first}, {baked}");
        assert!(linked.count([0; 3]) < 64 * 64 - 200, "something is seen");
    }
}

#[test]
fn a_decal_that_is_moved_onto_a_wall_and_away_looks_as_if_built_so() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let wall = stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 4.0, RED)]);
    let decal = stage.show(&[Quad::facing_z([0.0; 3], 2.0, GREEN)]);
    let loaded = renderer.load(&stage.scene).unwrap();
    let mut state = stage.state();
    let mut look = |decal_at: f32, wall_at: f32| {
        state.nodes.transforms[decal.index()].translation.z = decal_at;
        state.nodes.transforms[wall.index()].translation.z = wall_at;
        let size = Size { width: SIDE, height: SIDE };
        let picture = Picture(renderer.picture(&loaded, &stage.scene, &state, size).unwrap());
        (picture.count(GREEN), picture.count(RED))
    };
    let (on_top, hidden) = ((16 * 16, 32 * 32 - 16 * 16), (0, 32 * 32));
    assert_eq!(look(-8.0, 0.0), on_top);
    assert_eq!(look(-8.5, 0.0), hidden);
    // The wall comes to the decal: twice as far, half as large.
    assert_eq!(look(-16.0, -8.0), (8 * 8, 16 * 16 - 8 * 8));
    assert_eq!(look(-8.0, 0.0), on_top);
}

/// Corners exactly under and beside the eye have no place on the screen and are moved within their surface.
#[test]
fn what_is_painted_on_ground_whose_corners_lie_under_and_beside_the_eye_stays_where_it_is() {
    let Some(renderer) = renderer() else { return };
    let painted = |tiles: &[([f32; 3], f32)]| {
        let mut stage = Stage::new();
        let checks = stage.texture(
            Alpha::None,
            2,
            &[[255, 0, 0, 255], [0, 0, 255, 255], [0, 0, 255, 255], [255, 0, 0, 255]],
        );
        let material = stage.material(Blend::Opaque, Some(checks));
        let tile = |&(middle, half): &([f32; 3], f32)| {
            let quad = Quad::ground(middle, half, WHITE).material(material);
            Quad { repeat: half, ..quad }
        };
        stage.show(&tiles.iter().map(tile).collect::<Vec<_>>());
        stage.look(&renderer, &format!("painted-{}", tiles.len()), 256)
    };
    let tiles = [-8.0, 8.0].map(|x| [-8.0, 8.0].map(|z| ([x, -1.6, z], 8.0)));
    let (tiles, whole) = (painted(tiles.as_flattened()), painted(&[([0.0, -1.6, 0.0], 16.0)]));
    // The ground ends 16 away and 1.6 below: 12.8 of 128 pixels under the middle.
    for picture in [&tiles, &whole] {
        assert_eq!(picture.count(BLACK), 256 * 141);
    }
    // The same picture twice; only in one of them corners lie there.
    let pairs = tiles.0.rgba.iter().zip(&whole.0.rgba);
    let most = pairs.map(|(one, other)| one.abs_diff(*other)).max();
    assert!(most.is_some_and(|most| most <= 2), "{most:?}");
}
