//! What the typed blocks of the other three games mean, and what passes in one
//! game but not in another.
#![expect(clippy::excessive_precision, reason = "digits as the specification prints them")]

use crate::nodes::{Block, crimson_skies, pirates_moon, planes, read, recoil, version, write};
use binary::{Mode, Report, Severity};
use harness::Subject;
use zbd::gamez::Version;
use zbd::gamez::nodes::{IDENTITY, NodeData, Nodes, ZONE_ALWAYS, class, flags};

/// The data of a node of one class.
macro_rules! data {
    ($nodes:expr, $slot:literal, $class:ident) => {
        match &$nodes.nodes[$slot].data {
            NodeData::$class(data) => data,
            other => panic!("node {} is {other:?}", $slot),
        }
    };
}

fn game(subject: &Subject) -> Version {
    match subject.name {
        "nodes_rc" => version::<15>(),
        "nodes_pm" => version::<41>(),
        "nodes_cs" | "nodes_cs_planes" => version::<42>(),
        _ => version::<27>(),
    }
}

fn nodes(subject: &Subject) -> Nodes {
    let (block, report) = read(&subject.fixture, game(subject), Report::new(Mode::Strict)).unwrap();
    assert_eq!(report.findings(), [], "{}", subject.name);
    block.nodes
}

/// Codes of the errors in strict mode once `change` is done.
fn errors(subject: &Subject, change: impl FnOnce(&mut Nodes)) -> Vec<&'static str> {
    let mut nodes = nodes(subject);
    change(&mut nodes);
    let bytes = write(&Block { model_slots: 2, nodes }, game(subject)).unwrap();
    let (_, report) = read(&bytes, game(subject), Report::new(Mode::Strict)).unwrap();
    let errors = report.findings().iter().filter(|finding| finding.severity == Severity::Error);
    errors.map(|finding| finding.code).collect()
}

#[test]
fn the_order_of_the_first_nodes_is_that_of_the_game() {
    let first = |subject, count| -> Vec<String> {
        nodes(&subject).nodes[..count].iter().map(|node| node.base.name.text()).collect()
    };
    let others = ["world1", "window1", "camera1", "display", "sunlight"];
    assert_eq!(first(recoil(), 5), others);
    assert_eq!(first(pirates_moon(), 5), others);
    assert_eq!(
        first(crimson_skies(), 7),
        ["world1", "display", "window1", "camera1", "sgwin", "spyglass", "sunlight"]
    );
    assert_eq!(first(planes(), 4), ["devastator", "body_lod", "body", "cockpit1"]);
}

#[test]
fn links_lead_through_the_slots() {
    let links = |subject: Subject| -> Vec<(Vec<i32>, Vec<i32>)> {
        nodes(&subject).nodes.into_iter().map(|node| (node.parents, node.children)).collect()
    };
    let found = links(recoil());
    assert_eq!(found[5], (vec![0], vec![6, 8, 10]));
    // Objects of Recoil may have several parents.
    assert_eq!(found[10], (vec![5, 8], vec![]));
    let found = links(pirates_moon());
    assert_eq!(found[5], (vec![0], vec![6, 8]));
    assert_eq!((&found[6], &found[7]), (&(vec![5], vec![7]), &(vec![6], vec![])));
    let found = links(crimson_skies());
    assert_eq!(found[7], (vec![0], vec![8, 10]));
    // Tags may repeat and name no slot; links never use them.
    let tags: Vec<_> = nodes(&crimson_skies()).nodes.iter().map(|node| node.tag).collect();
    assert_eq!(tags[5..], [0x0200_0006, 0x0200_0007, 0x0200_0008, 0x0200_0009, 0x0200_0777, 0x0200_0777]);
    let found = links(planes());
    assert_eq!(found, [(vec![], vec![1, 3]), (vec![0], vec![2]), (vec![1], vec![]), (vec![0], vec![])]);
}

#[test]
fn bases_have_the_fields_of_their_version() {
    let rc = &nodes(&recoil()).nodes[5].base;
    assert_eq!((rc.flags, rc.update_flags, rc.zone_id, rc.model_index), (0x0308_071C, 4, 3, 0));
    assert_eq!((rc.area_partition, rc.field196), ([0, 0], 0));
    assert_eq!(rc.node_bbox, [[-20.0, 0.0, -20.0], [20.0, 10.0, 20.0]]);
    assert_eq!((rc.parent_array_ptr, rc.child_array_ptr), (0xB0_1000, 0xC0_1000));

    let pm = &nodes(&pirates_moon()).nodes[5].base;
    assert_eq!((pm.area_partition_short, pm.virtual_partition, pm.active_bbox), ([0, 0], [2, 1], 1));
    assert_eq!((pm.parent_array_ptr, pm.child_array_ptr, pm.field196), (0xB0_1000, 0xC0_1000, 160));
    assert_eq!(pm.model_bbox, [[-8.0, 0.0, -8.0], [8.0, 6.0, 8.0]]);

    let cs = nodes(&crimson_skies());
    assert_eq!((cs.nodes[7].base.field040, cs.nodes[7].base.zone_id), (0x082A_AAAA, 3));
    assert_ne!(cs.nodes[7].base.flags & flags::FLUFF, 0);
    // The sun of Crimson Skies is not active.
    assert_eq!((cs.nodes[6].base.flags, cs.nodes[6].base.zone_id), (0x0108_0118, ZONE_ALWAYS));
    assert_eq!(
        (cs.nodes[10].base.name.text().as_str(), cs.nodes[10].base.update_flags),
        ("geometry", 0x14A81)
    );
    let planes = nodes(&planes());
    assert_eq!((planes.nodes[3].base.field040, planes.nodes[3].base.zone_id), (0x9055_5555, 2));
}

#[test]
fn worlds_have_cells_of_their_game() {
    for (subject, edge, diagonal) in [
        (recoil(), 256.0, 196.8828125),
        (pirates_moon(), 256.0, 196.8828125),
        (crimson_skies(), 1024.0, 769.220703125),
    ] {
        let nodes = nodes(&subject);
        let world = data!(nodes, 0, World);
        assert_eq!((world.info.area_right, world.info.area_bottom), (2.0 * edge, edge), "{}", subject.name);
        assert_eq!((world.info.vp_x_count, world.info.vp_z_count), (2, 1));
        assert_eq!((world.info.vp_x_size, world.info.vp_z_inv), (edge, -1.0 / edge));
        let [west, east] = &world.partitions[..] else { panic!("{}", world.partitions.len()) };
        assert_eq!((west.info.x, west.info.z, west.info.diagonal), (0.0, edge, diagonal));
        assert_eq!(west.info.mid, [edge / 2.0, 50.0, edge / 2.0]);
        assert_eq!((east.info.x, east.info.min[1], east.nodes.len()), (edge, -10.0, 0));
        let listed = &west.nodes[0];
        let later = !game(&subject).has_zeroed_tail();
        assert_eq!((listed.y_min, listed.y_max), (0.0, if later { 100.0 } else { 0.0 }));
        assert_eq!(nodes.nodes[listed.node_index as usize].base.name.text(), "hangar");
        assert_eq!(world.lights, [listed.node_index - 1]);
    }
    let rc = nodes(&recoil());
    let fog = &data!(rc, 0, World).info;
    assert_eq!((fog.fog_color, fog.fog_range), ([0.25, 0.5, 0.75], [100.0, 400.0]));
    assert_eq!((fog.fog_altitude, fog.virtual_partition), ([300.0, -50.0], 0));
    let pm = nodes(&pirates_moon());
    let info = &data!(pm, 0, World).info;
    assert_eq!(
        (info.area_left2, info.area_bottom2, info.area_right2, info.area_top2),
        (-3.0, 259.0, 515.0, -3.0)
    );
    assert_eq!((info.vp_x_min, info.vp_x_max, info.vp_z_min, info.vp_z_max), (1, 1, 1, 0));
    let cs = nodes(&crimson_skies());
    let info = &data!(cs, 0, World).info;
    assert_eq!((info.flags, info.vp_x_min, info.vp_x_max, info.vp_z_min, info.vp_z_max), (1, 1, 1, 0, 1));
}

#[test]
fn lights_keep_their_switches_where_their_game_has_them() {
    let rc = nodes(&recoil());
    let info = &data!(rc, 4, Light).info;
    assert_eq!((info.recalc, info.unk1, info.directional, info.directed_source), (1, 1, 0, 1));
    assert_eq!((info.point_source, info.saturated, info.unk9, info.flags), (0, 1, 1, 0));
    assert_eq!((info.orientation[1], info.diffuse, info.ambient), (0.25, 0.5, 0.25));
    assert_eq!((info.range_far_sq, info.range_inv), (25.0, 0.25));
    let pm = nodes(&pirates_moon());
    let info = &data!(pm, 4, Light).info;
    assert_eq!((info.flags, info.color_ambient, info.color_diffuse_mixed), (0xB0B, [1.0; 3], [0.5; 3]));
    assert_eq!((info.color_ambient_mixed, info.color_da_combined), ([0.25; 3], [0.75; 3]));
    assert_eq!((info.range_near_sq, info.orientation[0]), (1.0, -std::f32::consts::FRAC_PI_6));
    let cs = nodes(&crimson_skies());
    let light = data!(cs, 6, Light);
    assert_eq!((light.info.flags, light.info.range_near_sq, light.info.ambient), (2225, 1024.0, 1.0));
    assert_eq!((light.info.color_da_combined, &light.parents[..]), ([1.0; 3], &[0][..]));
}

#[test]
fn cameras_windows_and_displays() {
    for (subject, slot) in [(recoil(), 2), (pirates_moon(), 2)] {
        match &nodes(&subject).nodes[slot].data {
            NodeData::Camera(camera) => {
                assert_eq!((camera.window_index, camera.clip_far, camera.fov_v_half), (1, 4000.0, 0.375));
                assert_eq!(camera.fov_h_cot, 1.8304877);
            }
            other => panic!("{other:?}"),
        }
    }
    let cs = nodes(&crimson_skies());
    let [camera, spyglass] = [data!(cs, 3, Camera), data!(cs, 5, Camera)];
    assert_eq!((camera.window_index, spyglass.window_index), (2, 4));
    assert_eq!((camera.clip_near, camera.clip_far), (1.0, 5000.0));
    assert_eq!((camera.lod_multiplier, camera.fov_h_scale, camera.fov_h_base), (0.0, 1.0, 0.0));
    assert_eq!(data!(cs, 2, Window).resolution, [640, 480]);
    assert_eq!(data!(cs, 4, Window).resolution, [96, 96]);
    assert_eq!(data!(cs, 1, Display).resolution, [640, 480]);
}

#[test]
fn distances_of_detail_stand_where_their_game_has_them() {
    let rc = nodes(&recoil());
    let lod = data!(rc, 6, Lod);
    assert_eq!((lod.range_near_sq, lod.range_far, lod.field68_word), (10_000.0, 500.0, 1));
    assert_eq!((lod.field72_word, lod.field76_word), (1, 0xF0_1000));
    let pm = nodes(&pirates_moon());
    let lod = data!(pm, 6, Lod);
    assert_eq!((lod.field64, lod.field68, lod.field72, lod.field76, lod.field80), (3.0, 9.0, 2.0, 4.0, 1));
    assert_eq!(pm.nodes[6].base.active_bbox, 2);
    let planes = nodes(&planes());
    let lod = data!(planes, 1, Lod);
    assert_eq!((lod.level, lod.range_near_sq, lod.range_far_sq), (1, 9_000_000.0, 16_000_000.0));
}

#[test]
fn objects_have_the_modes_of_their_game() {
    let rotated = [
        [0.423_697_2, -0.738_460_24, -0.524_554_13],
        [1.758_795_7, 0.948_319_7, 0.085_597_426],
        [0.217_117_4, -0.479_425_55, 0.850_300_6],
        [100.0, 5.0, -30.0],
    ];
    for subject in [recoil(), pirates_moon()] {
        let nodes = nodes(&subject);
        assert_eq!(data!(nodes, 5, Object3d).transform, IDENTITY);
        let wall = data!(nodes, 7, Object3d);
        assert_eq!((wall.flags, wall.scale, wall.transform), (0x20, [1.0, 2.0, 1.0], rotated));
        let glow = data!(nodes, 8, Object3d);
        assert_eq!((glow.flags, glow.opacity, glow.color), (0x36, 0.5, [0.25, 0.5, 0.75]));
        assert!(glow.transform[3][1].is_sign_negative(), "the sign of zero is kept");
    }
    let nodes = nodes(&crimson_skies());
    let wall = data!(nodes, 9, Object3d);
    // Without a scale the second row is half of that above.
    assert_eq!(wall.transform[1], rotated[1].map(|value| value / 2.0));
    assert_eq!((wall.flags, wall.scale, wall.transform[3]), (0x20, [1.0; 3], [100.0, 5.0, -30.0]));
    assert_eq!(data!(nodes, 10, Object3d).flags, 0x20);
}

#[test]
fn empty_nodes_know_their_parent_in_recoil_only() {
    assert_eq!(nodes(&recoil()).nodes[9].data, NodeData::Empty { parent: 5 });
    let pm = nodes(&pirates_moon());
    assert_eq!((&pm.nodes[9].data, pm.nodes[9].tag), (&NodeData::Empty { parent: -1 }, 0x0200_000A));
}

#[test]
fn recoil_takes_what_others_refuse() {
    // The world of its second mission.
    let flags = 1 << 2 | 1 << 4 | 1 << 7 | 1 << 19 | 1 << 24;
    assert_eq!(errors(&recoil(), |nodes| nodes.nodes[0].base.flags = flags), [""; 0]);
    assert_eq!(errors(&pirates_moon(), |nodes| nodes.nodes[0].base.flags = flags), ["zbd.node.flags"]);
    // A Lod that belongs to nobody and shows nothing.
    let alone = |nodes: &mut Nodes| {
        nodes.nodes[5].children.retain(|child| *child != 6);
        (nodes.nodes[6].base.parent_array_ptr, nodes.nodes[6].base.child_array_ptr) = (0, 0);
        nodes.nodes[7].base.parent_array_ptr = 0;
        nodes.nodes[6].parents.clear();
        nodes.nodes[6].children.clear();
        nodes.nodes[7].parents.clear();
    };
    assert_eq!(errors(&recoil(), alone), [""; 0]);
    assert_eq!(errors(&pirates_moon(), alone), ["zbd.node.parents", "zbd.node.children"]);
    // Boxes of a Lod as they come.
    assert_eq!(errors(&recoil(), |nodes| nodes.nodes[6].base.node_bbox = [[0.0; 3]; 2]), [""; 0]);
}

#[test]
fn crimson_skies_takes_what_others_refuse() {
    let none_on_one_axis =
        |nodes: &mut Nodes, slot: usize| nodes.nodes[slot].base.area_partition_short = [-1, 0];
    assert_eq!(errors(&crimson_skies(), |nodes| none_on_one_axis(nodes, 7)), [""; 0]);
    assert_eq!(errors(&pirates_moon(), |nodes| none_on_one_axis(nodes, 5)), ["zbd.node.partition"]);
    // A child box of a Lod need not be there.
    assert_eq!(errors(&crimson_skies(), |nodes| nodes.nodes[8].base.child_bbox = [[0.0; 3]; 2]), [""; 0]);
    // Without a transform, flag 0x08 may be missing.
    assert_eq!(data!(nodes(&crimson_skies()), 10, Object3d).transform, IDENTITY);
    // The last cells that there are.
    let last = |nodes: &mut Nodes| {
        nodes.nodes[7].base.area_partition_short = [1, 0];
        nodes.nodes[7].base.virtual_partition = [2, 1];
    };
    assert_eq!(errors(&crimson_skies(), last), [""; 0]);
    for value in [0, 1, 0xE481, 0x13281, 0x14A81, 0x1FE81, 0x0400_0001] {
        assert_eq!(errors(&crimson_skies(), |nodes| nodes.nodes[9].base.update_flags = value), [""; 0]);
    }
    for value in
        [0, 0x0040_0000, 0x1015_5555, 0x8000_0000, 0x8040_0000, 0x882A_AAAA, 0x886A_AAAA, 0x9015_5555]
    {
        assert_eq!(errors(&crimson_skies(), |nodes| nodes.nodes[9].base.field040 = value), [""; 0]);
    }
}

#[test]
fn planes_have_no_world_and_need_none() {
    let nodes = nodes(&planes());
    assert!(nodes.nodes.iter().all(|node| matches!(node.base.class, class::OBJECT3D | class::LOD)));
    assert_eq!(nodes.zero_slots, 0);
}

#[test]
fn json_carries_every_version() {
    for subject in [recoil(), pirates_moon(), crimson_skies(), planes()] {
        let json = serde_json::to_string(&nodes(&subject)).unwrap();
        let nodes: Nodes = serde_json::from_str(&json).unwrap();
        let written = write(&Block { model_slots: 2, nodes }, game(&subject)).unwrap();
        assert!(written == subject.fixture, "{}", subject.name);
    }
}
