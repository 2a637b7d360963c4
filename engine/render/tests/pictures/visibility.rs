//! Which nodes are drawn, and where.

use crate::stage::*;
use glam::{Affine3A, Quat, Vec3};
use render::Size;
use std::f32::consts::{FRAC_PI_2, PI};
use world::space::{Branch, LeafDef, SpaceDef, Split};
use world::{Aabb, ActiveZones, Dirty, Facade, LodRange, NodeFlags, NodeKind, Occurrences, State, ZoneSet};

const SIDE: u32 = 64;

#[test]
fn an_inactive_node_hides_everything_below_it() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let child = stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 2.0, RED)]);
    let parent = stage.node(None);
    stage.scene.roots = vec![parent];
    stage.at(parent).children = vec![child];
    let mut state = stage.state();
    assert_eq!(stage.look_at(&renderer, &state, "active", SIDE).count(RED), 256);
    for node in [parent, child] {
        let mut hidden = state.clone();
        hidden.nodes.flags[node.index()] = NodeFlags::default();
        assert_eq!(stage.look_at(&renderer, &hidden, "inactive", SIDE).count(RED), 0);
    }
    // Templates are drawn once something links them.
    state.nodes.children[parent.index()].clear();
    assert_eq!(stage.look_at(&renderer, &state, "unlinked", SIDE).count(RED), 0);
}

#[test]
fn a_child_stands_where_its_parents_put_it() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let child = stage.show(&[Quad::facing_z([0.0; 3], 1.0, RED)]);
    let parent = stage.node(None);
    stage.scene.roots = vec![parent];
    stage.at(parent).children = vec![child];
    stage.at(parent).transform =
        Affine3A::from_rotation_translation(Quat::from_rotation_z(FRAC_PI_2), Vec3::new(0.0, 0.0, -8.0));
    stage.at(child).transform = Affine3A::from_translation(Vec3::new(4.0, 0.0, 0.0));
    // Four to the right, turned a quarter to the left: four up.
    assert_eq!(stage.look(&renderer, "child", SIDE).extent(RED), Some([28, 12, 35, 19]));
}

#[test]
fn what_comes_while_the_world_runs_is_seen_and_lies_over_what_was_there() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let ground = stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 2.0, RED)]);
    let template = stage.show(&[Quad::facing_z([0.0; 3], 1.0, GREEN)]);
    stage.scene.roots = vec![ground];
    let loaded = renderer.load(&stage.scene).unwrap();
    let mut state = stage.state();
    let (mut table, _) = Occurrences::build(&stage.scene, &state, 100);
    let roots = Dirty { roots: true, ..Dirty::default() };
    let look = |state: &State, table: &Occurrences, name: &str| {
        let size = Size { width: SIDE, height: SIDE };
        let picture = renderer.picture_of(&loaded, &stage.scene, state, table, size).unwrap();
        let picture = Picture(picture);
        picture.save(name);
        picture
    };
    assert_eq!(look(&state, &table, "before it came").count(RED), 256);
    // Twice: in the plane of the ground, and two to the right of its edge.
    let mut came = Vec::new();
    for x in [0.0, 5.0] {
        let node = state.nodes.push(&stage.scene, template).unwrap();
        state.nodes.transforms[node.index()] = Affine3A::from_translation(Vec3::new(x, 0.0, -8.0));
        state.nodes.roots.push(node);
        came.push(node);
    }
    table.update(&stage.scene, &state, &roots);
    let picture = look(&state, &table, "it came");
    // Eight pixels each way, the second 20 farther right.
    assert_eq!((picture.count(GREEN), picture.count(RED)), (128, 256 - 64));
    assert_eq!(picture.extent(GREEN), Some([28, 28, 55, 35]));
    assert_eq!((picture.at(51, 28), picture.at(47, 28)), (GREEN, BLACK));
    state.nodes.alive[came[0].index()] = false;
    state.nodes.roots.remove(1);
    table.update(&stage.scene, &state, &Dirty { removed: vec![came[0]], ..roots });
    let picture = look(&state, &table, "it went");
    assert_eq!((picture.count(GREEN), picture.count(RED)), (64, 256));
}

#[test]
fn a_ring_of_links_ends() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let node = stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 2.0, RED)]);
    stage.at(node).children = vec![node];
    assert_eq!(stage.look(&renderer, "ring", SIDE).count(RED), 256);
}

#[test]
fn levels_of_detail_change_at_their_distance() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    // World-space vertices below identity transforms: the distance is that of
    // the stored bounds.
    let middle = Vec3::new(0.0, 0.0, -100.0);
    let ranges = [(RED, 0.0, 50.0), (GREEN, 50.0, 200.0)];
    let mut roots = Vec::new();
    for (color, near, far) in ranges {
        let shown = stage.show(&[Quad::facing_z(middle.to_array(), 20.0, color)]);
        let lod = stage.node(None);
        let node = stage.at(lod);
        node.kind = NodeKind::Lod(LodRange { near_sq: near * near, far_sq: far * far });
        node.children = vec![shown];
        node.bounds = Aabb { min: middle - 20.0, max: middle + 20.0 };
        roots.push(lod);
    }
    stage.scene.roots = roots;
    let mut state = stage.state();
    let mut seen_from = |distance: f32, multiplier: f32| {
        state.camera.eye = middle + Vec3::new(0.0, 0.0, distance);
        state.camera.lod_multiplier = multiplier;
        stage.look_at(&renderer, &state, "lod", SIDE).middle()
    };
    assert_eq!(seen_from(49.0, 1.0), RED);
    assert_eq!(seen_from(50.0, 1.0), GREEN);
    assert_eq!(seen_from(199.0, 1.0), GREEN);
    assert_eq!(seen_from(200.0, 1.0), BLACK);
    // Distances are divided by the multiplier.
    assert_eq!(seen_from(99.0, 2.0), RED);
    assert_eq!(seen_from(30.0, 0.5), GREEN);
}

#[test]
fn zones_are_tested_node_by_node_and_polygon_by_polygon() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let zoned = Quad { zones: ZoneSet::new(&[2, 3]), ..Quad::facing_z([4.0, 0.0, -8.0], 1.0, BLUE) };
    let child = stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 1.0, GREEN), zoned]);
    let parent = stage.show(&[Quad::facing_z([-4.0, 0.0, -8.0], 1.0, RED)]);
    stage.scene.roots = vec![parent];
    stage.at(parent).zone = Some(1);
    stage.at(parent).children = vec![child];
    let mut state = stage.state();
    let mut shown = |zones: &[i8]| {
        state.zones = ActiveZones::new(zones);
        let picture = stage.look_at(&renderer, &state, "zones", SIDE);
        [RED, GREEN, BLUE].map(|color| picture.count(color) > 0)
    };
    assert_eq!(shown(&[]), [true, true, true]);
    assert_eq!(shown(&[0, 1]), [true, true, false]);
    // The parent's zone does not hide the child.
    assert_eq!(shown(&[0, 2]), [false, true, true]);
}

#[test]
fn a_facade_shows_its_full_width_from_every_side() {
    let Some(renderer) = renderer() else { return };
    for facade in [Facade::CylinderY, Facade::Sphere] {
        for turned_away in [false, true] {
            let mut stage = Stage::new();
            let mut card = Quad::facing_z([0.0; 3], 2.0, RED);
            if turned_away {
                card = card.turned_away();
            }
            let node = stage.show(&[card]);
            stage.model_of(node).facade = Some(facade);
            stage.at(node).transform =
                Affine3A::from_rotation_translation(Quat::from_rotation_y(0.4), Vec3::new(100.0, 5.0, 50.0));
            let mut state = stage.state();
            for side in 0..4 {
                let yaw = side as f32 * FRAC_PI_2;
                let back = Vec3::new(libm::sinf(yaw), 0.0, libm::cosf(yaw));
                state.camera.eye = Vec3::new(100.0, 5.0, 50.0) + back * 8.0;
                state.camera.yaw = yaw;
                let picture = stage.look_at(&renderer, &state, "facade", SIDE);
                let [left, top, right, bottom] = picture.extent(RED).expect("visible");
                assert_eq!((right - left + 1, bottom - top + 1), (16, 16), "{facade:?} from side {side}");
                assert_eq!(picture.count(RED), 256);
            }
        }
    }
}

#[test]
fn pictures_of_one_model_turn_each_about_its_own_foot() {
    let Some(renderer) = renderer() else { return };
    // Two quads of 4 by 4 that stand at feet of their own, one of them far to the east of the other. Faded ones take
    // the other way through the renderer.
    for opacity in [1.0, 0.999] {
        let mut stage = Stage::new();
        let quads = [RED, BLUE].map(|color| Quad::facing_z([0.0; 3], 2.0, color));
        let node = stage.show(&quads);
        let model = stage.model_of(node);
        model.turning = true;
        let feet = [Vec3::new(100.0, 4.0, 50.0), Vec3::new(140.0, 4.0, 50.0)];
        for (foot, polygon) in feet.into_iter().zip(model.polygons.clone()) {
            let first = polygon.first_vertex as usize;
            for vertex in &mut model.vertices[first..first + 4] {
                let [right, up, _] = vertex.position;
                vertex.normal = world::Vertex::aside(right, up + 1.0);
                vertex.position = foot.to_array();
            }
        }
        model.bounds =
            Aabb { min: feet[0] - Vec3::new(2.0, 1.0, 2.0), max: feet[1] + Vec3::new(2.0, 3.0, 2.0) };
        stage.at(node).opacity = opacity;
        let mut state = stage.state();
        for (foot, color) in feet.into_iter().zip([RED, BLUE]) {
            for side in 0..4 {
                let yaw = side as f32 * FRAC_PI_2;
                let back = Vec3::new(libm::sinf(yaw), 0.0, libm::cosf(yaw));
                state.camera.eye = foot + Vec3::Y + back * 8.0;
                state.camera.yaw = yaw;
                let picture = stage.look_at(&renderer, &state, "turning", SIDE);
                // The middle of the picture, whole.
                if opacity == 1.0 {
                    assert_eq!(picture.extent(color), Some([24, 24, 39, 39]), "from side {side}");
                }
                // The faded one is a little darker, but where it was.
                let middle = picture.at(32, 32);
                assert!((0..3).all(|at| middle[at].abs_diff(color[at]) <= 2), "{middle:?} from side {side}");
                let beside = picture.at(20, 32);
                assert!((0..3).any(|at| beside[at].abs_diff(color[at]) > 100), "{beside:?} from side {side}");
            }
        }
    }
}

#[test]
fn a_sphere_facade_faces_up_to_a_high_camera_and_a_cylinder_does_not() {
    let Some(renderer) = renderer() else { return };
    let height = |facade: Facade| {
        let mut stage = Stage::new();
        let node = stage.show(&[Quad::facing_z([0.0; 3], 2.0, RED)]);
        stage.model_of(node).facade = Some(facade);
        let mut state = stage.state();
        // Sixty degrees above.
        state.camera.eye = Vec3::new(0.0, 8.0 * libm::sinf(PI / 3.0), 8.0 * libm::cosf(PI / 3.0));
        state.camera.pitch = -PI / 3.0;
        let picture = stage.look_at(&renderer, &state, "facade-high", SIDE);
        picture.count(RED)
    };
    assert_eq!(height(Facade::Sphere), 256);
    let leaning = height(Facade::CylinderY);
    assert!((100..160).contains(&leaning), "{leaning} of 256 pixels");
}

#[test]
fn facades_turn_about_their_own_axes_and_their_centroid() {
    let Some(renderer) = renderer() else { return };
    // About x: the card lies along x and leans to a camera above it.
    let mut stage = Stage::new();
    let node = stage.show(&[Quad::facing_z([0.0; 3], 2.0, RED)]);
    stage.model_of(node).facade = Some(Facade::CylinderX);
    let mut state = stage.state();
    state.camera.eye = Vec3::new(0.0, 8.0, 0.0);
    state.camera.pitch = -FRAC_PI_2;
    assert_eq!(stage.look_at(&renderer, &state, "facade-x", SIDE).count(RED), 256);

    // About z: a card that faces +y turns to a camera on the side.
    let mut stage = Stage::new();
    let node = stage.show(&[Quad::ground([0.0; 3], 2.0, RED)]);
    stage.model_of(node).facade = Some(Facade::CylinderZ);
    let mut state = stage.state();
    state.camera.eye = Vec3::new(8.0, 0.0, 0.0);
    state.camera.yaw = FRAC_PI_2;
    assert_eq!(stage.look_at(&renderer, &state, "facade-z", SIDE).count(RED), 256);

    // About the middle of a model that stands away from its node.
    for (centroid, expected) in [(true, true), (false, false)] {
        let mut stage = Stage::new();
        let node = stage.show(&[Quad::facing_z([30.0, 0.0, 0.0], 2.0, RED)]);
        let model = stage.model_of(node);
        model.facade = Some(Facade::CylinderY);
        model.facade_centroid = centroid;
        let mut state = stage.state();
        state.camera.eye = Vec3::new(38.0, 0.0, 0.0);
        state.camera.yaw = FRAC_PI_2;
        let picture = stage.look_at(&renderer, &state, "facade-centroid", SIDE);
        assert_eq!(picture.count(RED) == 256, expected, "centroid {centroid}");
    }
}

#[test]
fn the_sky_follows_the_camera_and_lies_behind_everything() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    stage.scene.camera.far = 1000.0;
    // Near enough to stand before the world, if it were part of it.
    let walls = stage.show(&[Quad::facing_z([0.0, 0.0, -5.0], 5.0, BLUE).layer(-49)]);
    let moon = stage.show(&[Quad::facing_z([0.0, 2.0, -4.0], 1.0, WHITE)]);
    let sky = stage.node(None);
    stage.at(sky).flags = NodeFlags::ACTIVE.union(NodeFlags::FOLLOWS_CAMERA);
    stage.at(sky).children = vec![moon, walls];
    let house = stage.show(&[Quad::facing_z([500.0, -20.0, -400.0], 100.0, RED)]);
    stage.scene.roots = vec![house, sky];
    let mut state = stage.state();
    for eye in [Vec3::new(500.0, 0.0, 0.0), Vec3::new(500.0, 100.0, 200.0)] {
        state.camera.eye = eye;
        let picture = stage.look_at(&renderer, &state, "sky", SIDE);
        assert_eq!(picture.at(32, 16), WHITE, "the moon hangs at the same place of the picture");
        assert_eq!(picture.at(2, 2), BLUE);
        assert!(picture.count(RED) > 100, "the house is not behind the sky");
        assert_eq!(picture.count(BLACK), 0);
    }
}

#[test]
fn what_is_too_far_is_not_drawn_unless_it_is_a_landmark() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    stage.scene.camera.far = 100.0;
    let node = stage.show(&[Quad::facing_z([0.0, 0.0, -200.0], 20.0, RED)]);
    assert_eq!(stage.look(&renderer, "too-far", SIDE).count(RED), 0);
    stage.at(node).flags = NodeFlags::ACTIVE.union(NodeFlags::LANDMARK);
    assert_ne!(stage.look(&renderer, "landmark", SIDE).count(RED), 0);
}

#[test]
fn what_somebody_sits_in_is_not_drawn_with_all_that_hangs_on_it() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let part = stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 2.0, RED)]);
    assert_ne!(stage.look(&renderer, "from-outside", SIDE).count(RED), 0);
    let whole = stage.show(&[Quad::facing_z([3.0, 0.0, -8.0], 1.0, BLUE)]);
    stage.scene.roots.retain(|root| *root != part);
    stage.at(whole).children.push(part);
    stage.at(whole).flags = NodeFlags::ACTIVE.union(NodeFlags::UNSEEN);
    let picture = stage.look(&renderer, "from-inside", SIDE);
    assert_eq!((picture.count(RED), picture.count(BLUE)), (0, 0));
}

#[test]
fn editor_marks_are_never_drawn() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let node = stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 2.0, RED)]);
    stage.model_of(node).marker = true;
    assert_eq!(stage.look(&renderer, "marker", SIDE).count(RED), 0);
}

#[test]
fn far_from_the_origin_nothing_trembles() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let far = Vec3::new(30_000.0, 100.0, -60_000.0);
    let node = stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 2.0, RED)]);
    stage.at(node).transform = Affine3A::from_translation(far);
    let mut state = stage.state();
    state.camera.eye = far;
    assert_eq!(stage.look_at(&renderer, &state, "far-away", SIDE).extent(RED), Some([24, 24, 39, 39]));
}

#[test]
fn what_stands_in_rooms_that_are_not_seen_is_left_out() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let far = stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 2.0, RED)]);
    let sky = stage.show(&[Quad::facing_z([0.0, 6.0, -8.0], 1.0, GREEN)]);
    stage.at(sky).flags |= NodeFlags::FOLLOWS_CAMERA;
    stage.scene.roots = vec![far, sky];
    // The eye is in room 0, the red square behind a plane 4 ahead, in room 1.
    let (front, back) = (Branch::Leaf(0), Branch::Leaf(1));
    let plane = Split { normal: Vec3::Z, distance: -4.0, front, back };
    let counts = |stage: &mut Stage, seen: Option<&[usize]>| {
        let mut rooms = LeafDef::new(vec![plane], 2).unwrap();
        rooms.see(1, [0].into_iter());
        if let Some(seen) = seen {
            rooms.see(0, seen.iter().copied());
        }
        stage.scene.space = SpaceDef::Leafs(rooms);
        let picture = stage.look(&renderer, "rooms", SIDE);
        (picture.count(RED), picture.count(GREEN))
    };
    assert_eq!(counts(&mut stage, Some(&[0, 1])), (256, 64));
    assert_eq!(counts(&mut stage, Some(&[0])), (0, 64), "the sky is in no room");
    assert_eq!(counts(&mut stage, None), (256, 64), "nothing known");
}

#[test]
fn a_horizon_that_keeps_its_height_follows_over_the_ground_only() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let sky = stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 2.0, RED)]);
    let mut seen = |keeps_height: bool| {
        let flags = NodeFlags::ACTIVE.union(NodeFlags::FOLLOWS_CAMERA);
        stage.at(sky).flags = flags.switched(NodeFlags::KEEPS_HEIGHT, keeps_height);
        let mut state = stage.state();
        state.camera.eye = Vec3::new(700.0, 2.0, -300.0);
        stage.look_at(&renderer, &state, "horizon", SIDE).extent(RED)
    };
    // 4 wide at a distance of 8 it takes the sixteen pixels in the middle of 64 that are a quarter of the view.
    assert_eq!(seen(false), Some([24, 24, 39, 39]));
    // Two units lower it begins where the middle of the picture is, and is as high.
    assert_eq!(seen(true), Some([24, 32, 39, 47]));
}
