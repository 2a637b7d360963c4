//! What the fixture says, and what is said about odd ones.
#![expect(clippy::excessive_precision, reason = "digits as the specification prints them")]

use crate::nodes::{CODES, Outcome, TABLES, mechwarrior, read, read_again, sink, sites, write};
use binary::{Cursor, Mode, NodeName, Report, Severity};
use zbd::gamez::Version;
use zbd::gamez::nodes::{
    self, IDENTITY, Node, NodeData, Nodes, World, all_codes, class, flags, object3d_flags,
};

/// The data of a node of one class.
macro_rules! data {
    ($nodes:expr, $slot:literal, $class:ident) => {
        match &$nodes.nodes[$slot].data {
            NodeData::$class(data) => data,
            other => panic!("node {} is {other:?}", $slot),
        }
    };
}

fn outcome(bytes: &[u8], mode: Mode) -> Outcome {
    match read_again::<27>(bytes, mode) {
        Ok(outcome) => outcome,
        Err(finding) => panic!("{finding}"),
    }
}

fn with(edits: &[(usize, &[u8])]) -> Vec<u8> {
    let mut bytes = sink();
    for (offset, new) in edits {
        bytes[*offset..offset + new.len()].copy_from_slice(new);
    }
    bytes
}

#[test]
fn the_block_has_its_nodes_in_order() {
    let nodes = mechwarrior(&sink());
    let names: Vec<_> = nodes.nodes.iter().map(|node| node.base.name.text()).collect();
    assert_eq!(
        names,
        [
            "world1",
            "window1",
            "camera1",
            "display",
            "sunlight",
            "hangar",
            "hangar_lod",
            "wall_with_a_name_of_35_characters_x",
            "glow",
            "marker"
        ]
    );
    let classes: Vec<_> = nodes.nodes.iter().map(|node| node.base.class).collect();
    assert_eq!(
        classes,
        [
            class::WORLD,
            class::WINDOW,
            class::CAMERA,
            class::DISPLAY,
            class::LIGHT,
            class::OBJECT3D,
            class::LOD,
            class::OBJECT3D,
            class::OBJECT3D,
            class::EMPTY
        ]
    );
    assert_eq!((nodes.zero_slots, nodes.odd_zero_slots.len()), (2, 0));
    assert_eq!(nodes.array_size().unwrap(), 12);
    let links: Vec<_> = nodes.nodes.iter().map(|node| (&node.parents[..], &node.children[..])).collect();
    assert_eq!(links[0], (&[][..], &[5][..]));
    assert_eq!(links[5], (&[0][..], &[6, 8][..]));
    assert_eq!(links[6], (&[5][..], &[7][..]));
    assert_eq!(links[7], (&[6][..], &[][..]));
    assert_eq!(links[8], (&[5][..], &[][..]));
    assert_eq!(nodes.nodes[9].data, NodeData::Empty { parent: 5 });
}

#[test]
fn a_base_says_what_stands_in_its_fields() {
    let base = &mechwarrior(&sink()).nodes[5].base;
    assert_eq!(base.flags, 0x0308_071C);
    assert_ne!(base.flags & flags::BBOX_MODEL, 0);
    assert_eq!((base.update_flags, base.zone_id, base.model_index), (1, 3, 0));
    assert_eq!(base.area_partition, [0, 0]);
    assert_eq!(base.node_bbox, [[-20.0, 0.0, -20.0], [20.0, 10.0, 20.0]]);
    assert_eq!(base.model_bbox, [[-8.0, 0.0, -8.0], [8.0, 6.0, 8.0]]);
    assert_eq!(base.child_bbox, base.node_bbox);
    assert_eq!(base.field196, 160);
    assert_eq!(
        (base.data_ptr, base.parent_array_ptr, base.child_array_ptr),
        (0xA0_1005, 0xB0_1000, 0xC0_1000)
    );
}

#[test]
fn the_world_has_its_area_and_cells() {
    let nodes = mechwarrior(&sink());
    let world: &World = data!(nodes, 0, World);
    let info = &world.info;
    assert_eq!((info.area_left, info.area_right, info.area_top, info.area_bottom), (0.0, 512.0, 0.0, 256.0));
    assert_eq!((info.area_width, info.area_height), (512.0, -256.0));
    assert_eq!((info.fog_type, info.max_dec_feature_count, info.virtual_partition), (1, 16, 1));
    assert_eq!((info.vp_x_min, info.vp_x_max, info.vp_z_min, info.vp_z_max), (1, 1, 1, 0));
    assert_eq!((info.vp_x_count, info.vp_z_count), (2, 1));
    assert_eq!((&world.lights[..], &world.sounds[..]), (&[4][..], &[][..]));
    assert_eq!(world.partitions.len(), 2);
    let [west, east] = [&world.partitions[0], &world.partitions[1]];
    assert_eq!((west.info.x, west.info.z), (0.0, 256.0));
    assert_eq!((west.info.min, west.info.max), ([0.0, 0.0, 0.0], [256.0, 100.0, 256.0]));
    assert_eq!((west.info.mid, west.info.diagonal), ([128.0, 50.0, 128.0], 196.8828125));
    assert_eq!(west.nodes.iter().map(|node| node.node_index).collect::<Vec<_>>(), [5]);
    assert_eq!((east.info.x, east.info.min[1], east.info.max[1]), (256.0, -10.0, 50.0));
    assert!(east.nodes.is_empty());
}

#[test]
fn the_fixed_nodes_have_their_data() {
    let nodes = mechwarrior(&sink());
    let window = data!(nodes, 1, Window);
    assert_eq!((window.resolution, window.buffer_index), ([320, 200], -1));
    let camera = data!(nodes, 2, Camera);
    assert_eq!((camera.world_index, camera.window_index, camera.focus_node_xy), (0, 1, -1));
    assert_eq!((camera.clip_near, camera.clip_far), (1.0, 4000.0));
    assert_eq!((camera.lod_multiplier, camera.lod_mul_inv_sq), (2.0, 0.25));
    assert_eq!(
        (camera.fov_v_base, camera.fov_v_scale, camera.fov_v_scaled, camera.fov_v_half),
        (1.5, 0.5, 0.75, 0.375)
    );
    assert_eq!((camera.fov_h_cot, camera.zone_set), (1.8304877, 0xFFFF_FF00));
    let display = data!(nodes, 3, Display);
    assert_eq!((display.resolution, display.clear_color), ([640, 400], [0.392, 0.392, 1.0]));
    let light = data!(nodes, 4, Light);
    assert_eq!(light.info.orientation, [-std::f32::consts::FRAC_PI_6, 0.25, 0.0]);
    assert_eq!((light.info.diffuse, light.info.ambient, light.info.color), (0.5, 0.25, [1.0; 3]));
    assert_eq!((light.info.flags, light.info.range_far, light.info.range_inv), (0x38B, 5.0, 0.25));
    assert_eq!(light.parents, [0]);
}

#[test]
fn objects_have_their_three_modes() {
    let nodes = mechwarrior(&sink());
    let initial = data!(nodes, 5, Object3d);
    assert_eq!((initial.flags, initial.transform), (0x28, IDENTITY));
    let lod = data!(nodes, 6, Lod);
    assert_eq!((lod.range_near_sq, lod.range_far, lod.field60, lod.field64), (10_000.0, 500.0, 3.0, 9.0));
    assert_eq!((lod.field72_word, lod.field76_word), (1, 0xF0_1000));
    let placed = data!(nodes, 7, Object3d);
    assert_eq!((placed.flags, placed.rotate, placed.scale), (0x20, [0.5, 0.25, -1.0], [1.0, 2.0, 1.0]));
    assert_eq!(placed.transform[3], [100.0, 5.0, -30.0]);
    let matrix = data!(nodes, 8, Object3d);
    assert_ne!(matrix.flags & object3d_flags::USE_MATRIX, 0);
    assert_eq!(matrix.transform[0], [0.0, 0.0, -1.0]);
    assert_eq!((matrix.opacity, matrix.color, matrix.field020), (0.5, [0.25, 0.5, 0.75], 0.125));
    // The sign of a zero is kept.
    assert!(matrix.transform[3][1].is_sign_negative());
}

#[test]
fn a_transform_of_its_own_is_worth_a_note_in_mechwarrior() {
    // Node 7's transform, row 0, column 0; node 7's data stand at 4116.
    let bytes = with(&[(4116 + 48, &0.5f32.to_le_bytes())]);
    let outcome = outcome(&bytes, Mode::Strict);
    assert_eq!(outcome.codes(Severity::Error), [""; 0]);
    assert_eq!(outcome.codes(Severity::Note), ["zbd.node.object3d.transform"]);
    assert_eq!(outcome.rewritten, bytes);
}

#[test]
fn middles_may_be_off_by_a_little() {
    // Cell 1 stands at 2552 + 188 + 4 + 76; its mid.y is 20.
    for (mid, codes) in [(20.0001f32, &[][..]), (20.0003, &["zbd.node.partition.mid"][..])] {
        let outcome = outcome(&with(&[(2820 + 44, &mid.to_le_bytes())]), Mode::Strict);
        assert_eq!(outcome.codes(Severity::Error), codes, "{mid}");
    }
}

#[test]
fn negative_zero_passes_for_zero_and_is_kept() {
    // bbox_diag of node 5, then a required zero of the camera's.
    let bytes = with(&[(1068 + 112, &(-0.0f32).to_le_bytes()), (3144 + 20, &(-0.0f32).to_le_bytes())]);
    let outcome = outcome(&bytes, Mode::Strict);
    assert!(outcome.findings.is_empty());
    assert_eq!(outcome.rewritten, bytes);
}

#[test]
fn messages_name_the_node_and_the_place() {
    let damaged = with(&[(1068 + 92, &u32::MAX.to_le_bytes())]);
    let finding = read_again::<27>(&damaged, Mode::Lenient).unwrap_err();
    let message = finding.to_string();
    assert!(
        message.starts_with(
            "node 5 \"hangar\" at 0x00000488: found a count of 4294967295, expected at most 135 children in the 540 bytes left"
        ),
        "{message}"
    );
    let odd = with(&[(3144 + 180, &0.5f32.to_le_bytes())]);
    let message = outcome(&odd, Mode::Lenient).findings[0].to_string();
    assert!(
        message.starts_with(
            "node 2 \"camera1\", camera at 0x00000cfc: found 0.5, expected a distance above 1.0"
        ),
        "{message}"
    );
    let odd = with(&[(1068 + 68, &[0])]);
    let message = outcome(&odd, Mode::Lenient).findings[0].to_string();
    assert!(message.starts_with("node 5 \"hangar\" at 0x00000470: found 0, expected 1"), "{message}");
}

#[test]
fn odd_unused_slots_are_kept() {
    // Flags, counts and a name in the second of the two, another word behind
    // the first.
    let bytes = with(&[
        (2340, b"left"),
        (2340 + 36, &[4]),
        (2340 + 84, &7u32.to_le_bytes()),
        (2340 + 92, &u32::MAX.to_le_bytes()),
        (2128 + 208, &u32::MAX.to_le_bytes()),
    ]);
    let nodes = mechwarrior(&bytes);
    assert_eq!((nodes.nodes.len(), nodes.zero_slots), (10, 2));
    let [first, second] = &nodes.odd_zero_slots[..] else { panic!("{:?}", nodes.odd_zero_slots) };
    assert_eq!((first.slot, first.word, first.base.flags), (10, u32::MAX, 0));
    assert_eq!((second.slot, second.word, second.base.flags), (11, 0x00FF_FFFF, 4));
    assert_eq!((second.parent_count, second.child_count), (7, u32::MAX));
    assert_eq!(outcome(&bytes, Mode::Lenient).rewritten, bytes);
    assert_eq!(through_json(&bytes), bytes);
}

/// Reads, goes through JSON, and writes.
fn through_json(bytes: &[u8]) -> Vec<u8> {
    let version = Version::MechWarrior3;
    let (mut block, _) = read(bytes, version, Report::new(Mode::Lenient)).unwrap();
    let text = serde_json::to_string(&block.nodes).unwrap();
    let parsed: Nodes = serde_json::from_str(&text).unwrap();
    assert_eq!(parsed, block.nodes);
    block.nodes = parsed;
    write(&block, version).unwrap()
}

#[test]
fn json_carries_everything() {
    let bytes = sink();
    assert_eq!(through_json(&bytes), bytes);
    // A name that is not padded as usual, a denormal number, a link to nowhere.
    let odd = with(&[(1068 + 7, b"!!!!"), (4116 + 48, &[1, 0, 0, 0]), (4260, &(-9i32).to_le_bytes())]);
    assert_eq!(through_json(&odd), odd);
}

#[test]
fn what_no_file_can_hold_is_not_written() {
    let version = Version::MechWarrior3;
    let (mut block, _) = read(&sink(), version, Report::new(Mode::Strict)).unwrap();
    let good = block.nodes.clone();
    let mut refused = |what: &str, spoil: &dyn Fn(&mut Nodes)| {
        block.nodes = good.clone();
        spoil(&mut block.nodes);
        let code = write(&block, version).map_err(|finding| finding.code);
        assert_eq!(code, Err("zbd.nodes.unwritable"), "{what}");
    };
    refused("class and data differ", &|nodes| nodes.nodes[5].base.class = class::LOD);
    refused("no name", &|nodes| nodes.nodes[5].base.name = NodeName::from_bytes([0; 36]));
    refused("a tag", &|nodes| nodes.nodes[5].tag = 1);
    refused("too many children", &|nodes| nodes.nodes[5].children = vec![0; 32768]);
    refused("too many parents", &|nodes| nodes.nodes[5].parents = vec![0; 32768]);
    refused("children of Empty", &|nodes| nodes.nodes[9].children = vec![5]);
    refused("too many slots", &|nodes| nodes.zero_slots = u32::MAX);
    refused("another number of cells", &|nodes| {
        if let NodeData::World(world) = &mut nodes.nodes[0].data {
            world.partitions.pop();
        }
    });
    refused("an odd slot outside the tail", &|nodes| {
        let base = nodes.nodes[9].base.clone();
        nodes.odd_zero_slots =
            vec![nodes::OddZeroSlot { slot: 3, base, parent_count: 0, child_count: 0, word: 0 }];
    });
    refused("a name in the first unused slot", &|nodes| {
        let base = nodes.nodes[9].base.clone();
        nodes.odd_zero_slots =
            vec![nodes::OddZeroSlot { slot: 10, base, parent_count: 0, child_count: 0, word: 0 }];
    });
}

#[test]
fn rings_and_dense_graphs_are_walked_once() {
    // A chain of 20,000 nodes that ends where it starts, the first with 30,000
    // links to its neighbour, and each of the second half with two links to the next, which makes
    // 2 to the power of 9,999 ways down: no node is walked twice, or this would never end, and nothing
    // overflows.
    let version = Version::MechWarrior3;
    let mut nodes = mechwarrior(&sink());
    let first = nodes.nodes.len();
    let mut plain: Node = nodes.nodes[8].clone();
    plain.base.name = NodeName::new("ring").unwrap();
    let count = 20_000;
    for index in 0..count {
        let links = |from: usize| if (count / 2..count - 1).contains(&from) { 2 } else { 1 };
        plain.parents =
            vec![(first + (index + count - 1) % count) as i32; links((index + count - 1) % count)];
        plain.children = vec![(first + (index + 1) % count) as i32; links(index)];
        nodes.nodes.push(plain.clone());
    }
    nodes.nodes[first].children = vec![first as i32 + 1; 30_000];
    nodes.nodes[first + 1].parents = vec![first as i32; 30_000];
    let bytes = write(&crate::nodes::Block { model_slots: 2, nodes }, version).unwrap();
    let outcome = outcome(&bytes, Mode::Lenient);
    assert_eq!(outcome.rewritten, bytes);
    let cycles: Vec<_> = outcome.findings.iter().filter(|found| found.code == "zbd.node.cycle").collect();
    assert_eq!(cycles.len(), 1);
    assert_eq!(cycles[0].path, format!("node {} \"ring\"", first + count - 1));
    assert!(!outcome.codes(Severity::Warning).contains(&"zbd.node.links"));
}

#[test]
fn every_code_has_a_rule_or_a_reason() {
    let elsewhere = [
        // Needs a file of 3.5 GB.
        "zbd.nodes.array_size",
        // Of the writer.
        "zbd.nodes.unwritable",
    ];
    let mut missing: Vec<_> = all_codes()
        .map(|code| code.id)
        .filter(|id| !TABLES.iter().any(|(table, _)| table.contains(&format!("code = \"{id}\""))))
        .collect();
    missing.sort_unstable();
    let mut elsewhere = elsewhere.to_vec();
    elsewhere.sort_unstable();
    assert_eq!(missing, elsewhere);
}

#[test]
fn sites_cover_the_fixture_once() {
    let bytes = sink();
    let mut sites = sites::<27>(&bytes);
    sites.sort_by_key(|site| site.offset);
    let mut end = 0;
    for site in &sites {
        assert_eq!(site.offset, end, "{}", site.path);
        end += site.kind.size();
    }
    assert_eq!(end, bytes.len());
}

#[test]
fn the_block_may_stand_anywhere() {
    // Offsets count from the start of the file, not of the block.
    let version = Version::MechWarrior3;
    let nodes = mechwarrior(&sink());
    let mut writer = binary::Writer::new();
    writer.raw(&[0; 1000]);
    nodes::write(&mut writer, version, &nodes).unwrap();
    let bytes = writer.into_bytes();
    assert_eq!(bytes[1000 + 208..][..4], 3544u32.to_le_bytes());
    let mut cursor = Cursor::new(&bytes, &CODES, Mode::Strict);
    cursor.seek(1000).unwrap();
    assert_eq!(nodes::read(&mut cursor, version, 12, 2).unwrap(), nodes);
    assert!(cursor.finish().unwrap().findings().is_empty());
}
