//! Blocks made with the constructors keep every rule, in every version.

use crate::nodes::{Block, read, write};
use binary::{Mode, NodeName, Record, Report, Severity};
use zbd::gamez::Version;
use zbd::gamez::nodes::{Camera, Light, Lod, Node, NodeBase, NodeData, Nodes, Object3d, World, flags};

const VERSIONS: [Version; 4] =
    [Version::Recoil, Version::MechWarrior3, Version::PiratesMoon, Version::CrimsonSkies];

fn name(text: &str) -> NodeName {
    NodeName::new(text).unwrap()
}

/// A world of 3 x 2 cells with a tower that has a detailed and a coarse look,
/// and a rock that belongs to nobody.
pub fn demo(version: Version) -> Nodes {
    let skies = version == Version::CrimsonSkies;
    let cell = version.cell_size() as i32;
    let world = World::new(version, -cell, -10, 2 * cell + 7, 2 * cell).unwrap();
    let camera = if skies { Camera::crimson_skies(2) } else { Camera::new(1.0, 4000.0, 1.0, 0.8) };
    let (turn, shine) = if skies { ([0.0; 3], 0.0) } else { ([-0.5, 0.25, 0.0], 0.6) };
    let sun = Light::sun(version, turn, shine, 1.0 - shine, [1.0; 3]);
    let mut nodes = Nodes::begin(version, world, camera, sun);

    let object = |text, object| Node::new(version, name(text), NodeData::Object3d(Box::new(object)));
    let tower = nodes.add(object("tower", Object3d::placed([0.0, 1.0, -3.0], [1.0; 3], [50.0, 5.0, 40.0])));
    let near = Node::new(version, name("near"), NodeData::Lod(Box::new(Lod::new(version, 0.0, 300.0))));
    let near = nodes.add(near);
    let walls = nodes.add(object("walls", Object3d::initial()));
    let rock = nodes.add(object("rock", Object3d::initial()));
    nodes.nodes[walls].base.model_index = 1;
    let bounds = [[-4.0, 0.0, -4.0], [4.0, 12.0, 4.0]];
    nodes.nodes[walls].base.bound(version, Some(bounds), None);
    nodes.nodes[near].base.bound(version, None, Some(bounds));
    nodes.nodes[tower].base.bound(version, None, Some(bounds));
    nodes.link(0, tower);
    nodes.link(tower, near);
    nodes.link(near, walls);
    if version.has_zeroed_tail() {
        let marker = nodes.add(Node::new(version, name("marker"), NodeData::Empty { parent: 0 }));
        nodes.link(tower, marker);
    }
    let size = version.cell_size();
    nodes.place(version, tower, [[46.0, 5.0, 36.0], [54.0, 17.0, 44.0]]);
    nodes.place(version, rock, [[-size, -20.0, size / 2.0], [size * 1.5, 80.0, size * 1.5]]);
    nodes.seal(version);
    nodes
}

fn world(nodes: &Nodes) -> &World {
    match &nodes.nodes[0].data {
        NodeData::World(world) => world,
        other => panic!("{other:?}"),
    }
}

#[test]
fn authored_blocks_are_clean_in_every_version() {
    for version in VERSIONS {
        let block = Block { model_slots: 2, nodes: demo(version) };
        let bytes = write(&block, version).unwrap();
        let (again, report) = read(&bytes, version, Report::new(Mode::Strict)).unwrap();
        assert_eq!(report.findings(), [], "{version:?}");
        assert_eq!(again.nodes, block.nodes, "{version:?}");
        assert_eq!(write(&again, version).unwrap(), bytes, "{version:?}");
    }
}

#[test]
fn the_layouts_have_the_sizes_of_the_specification() {
    // Slots of 192 and 208 bytes and a word; no unused slot in the later games.
    for (version, slot, zero_slots) in [
        (Version::Recoil, 196, 1),
        (Version::MechWarrior3, 212, 1),
        (Version::PiratesMoon, 212, 0),
        (Version::CrimsonSkies, 212, 0),
    ] {
        let nodes = demo(version);
        assert_eq!(nodes.zero_slots, zero_slots);
        assert_eq!(NodeBase::SIZES[version.column()] + 4, slot);
        let total = nodes.array_size().unwrap() as usize;
        assert_eq!(total, nodes.nodes.len() + zero_slots as usize);
        let bytes = write(&Block { model_slots: 2, nodes }, version).unwrap();
        let word = u32::from_le_bytes(bytes[8 + slot - 4..8 + slot].try_into().unwrap()) as usize;
        let wanted = if version.has_zeroed_tail() { 8 + total * slot } else { 0x0200_0001 };
        assert_eq!(word, wanted, "{version:?}");
    }
}

#[test]
fn a_world_has_the_whole_cells_of_its_area() {
    let nodes = demo(Version::MechWarrior3);
    let world = world(&nodes);
    assert_eq!((world.info.vp_x_count, world.info.vp_z_count), (3, 2));
    assert_eq!((world.info.area_width, world.info.area_height), (775.0, -522.0));
    assert_eq!(world.partitions.len(), 6);
    assert_eq!((world.info.vp_x_max, world.info.vp_z_max), (2, 1));
    assert_eq!(world.lights, [4]);
    assert!(World::new(Version::MechWarrior3, 0, 0, 0, 256).is_none());
    assert!(World::new(Version::MechWarrior3, 0, 256, 256, 256).is_none());
    assert!(World::new(Version::MechWarrior3, 0, 0, 257 * 256, 256).is_none());
    assert!(World::new(Version::MechWarrior3, i32::MIN, 0, i32::MAX, 256).is_none());
    let small = World::new(Version::MechWarrior3, 0, 0, 255, 255).unwrap();
    assert!(small.partitions.is_empty());
}

#[test]
fn placed_nodes_are_in_every_cell_they_touch() {
    let nodes = demo(Version::MechWarrior3);
    // Tower 5, rock 8. Cells start at (-256, 512); rows go down in z.
    let listed: Vec<Vec<i32>> = world(&nodes)
        .partitions
        .iter()
        .map(|cell| cell.nodes.iter().map(|node| node.node_index).collect())
        .collect();
    assert_eq!(listed, [vec![8], vec![8], vec![8], vec![8], vec![5, 8], vec![8]]);
    assert_eq!(nodes.nodes[5].base.area_partition, [1, 1]);
    // The rock's middle, (64, 256), is on the edge that row 1 begins with.
    assert_eq!(nodes.nodes[8].base.area_partition, [1, 1]);
    let cell = &world(&nodes).partitions[4].info;
    assert_eq!((cell.min[1], cell.max[1], cell.mid[1]), (-20.0, 80.0, 30.0));
    assert_eq!(f64::from(cell.diagonal), 196.8828125);

    let later = demo(Version::PiratesMoon);
    let listed = &world(&later).partitions[4].nodes;
    assert_eq!((listed[0].y_min, listed[0].y_max), (5.0, 17.0));
    assert_eq!((listed[1].y_min, listed[1].y_max), (-20.0, 80.0));
    assert_eq!(later.nodes[5].base.area_partition_short, [1, 1]);
}

#[test]
fn what_is_outside_the_grid_is_in_no_cell() {
    let version = Version::MechWarrior3;
    let mut nodes = demo(version);
    let before = nodes.clone();
    nodes.place(version, 8, [[600.0, 0.0, 0.0], [700.0, 1.0, 1.0]]);
    assert_eq!(nodes.nodes[8].base.area_partition, [-1, -1]);
    assert_eq!(world(&nodes), world(&before));
}

#[test]
fn sealing_completes_links_and_flags() {
    let version = Version::MechWarrior3;
    let mut nodes = demo(version);
    let whole = nodes.clone();
    nodes.nodes[7].parents.clear();
    nodes.nodes[5].children.clear();
    nodes.nodes[7].base.flags &= !flags::BBOX_MODEL;
    nodes.nodes[7].base.parent_array_ptr = 0;
    nodes.nodes[5].base.data_ptr = 0;
    nodes.zero_slots = 0;
    nodes.seal(version);
    assert_eq!(nodes, whole);
}

/// Codes of the errors that strict reading of a changed demo reports.
fn errors(version: Version, change: impl FnOnce(&mut Nodes)) -> Vec<&'static str> {
    let mut nodes = demo(version);
    change(&mut nodes);
    let bytes = write(&Block { model_slots: 2, nodes }, version).unwrap();
    let (_, report) = read(&bytes, version, Report::new(Mode::Strict)).unwrap();
    let errors = report.findings().iter().filter(|finding| finding.severity == Severity::Error);
    errors.map(|finding| finding.code).collect()
}

#[test]
fn names_over_the_rest_of_a_longer_name_pass_where_known_files_have_them() {
    let named = |version, head: &[u8; 17]| {
        let mut bytes = [0; 36];
        bytes[..17].copy_from_slice(head);
        errors(version, |nodes| {
            let last = nodes.nodes.len() - 1;
            nodes.nodes[last].base.name = NodeName::from_bytes(bytes);
        })
    };
    assert_eq!(named(Version::Recoil, b"abort_test\x00ng\x00ame"), [""; 0]);
    assert_eq!(named(Version::MechWarrior3, b"abort_test\x00ng\x00ame"), ["zbd.node.name"]);
    assert_eq!(named(Version::Recoil, b"geometry\x008\x00e_name"), ["zbd.node.name"]);
    assert_eq!(named(Version::CrimsonSkies, b"geometry\x008\x00e_name"), [""; 0]);
    assert_eq!(named(Version::CrimsonSkies, b"cockpit1\x000\x00e_name"), [""; 0]);
    assert_eq!(named(Version::CrimsonSkies, b"cockpit2\x000\x00e_name"), ["zbd.node.name"]);
}

#[test]
fn new_nodes_of_crimson_skies_have_the_names_its_tool_wrote() {
    for (text, bytes) in [("geometry", b"geometry\x008\x00e_name"), ("cockpit1", b"cockpit1\x000\x00e_name")]
    {
        let base = |version| Node::new(version, name(text), NodeData::Empty { parent: -1 }).base;
        let skies = base(Version::CrimsonSkies).name;
        assert_eq!((skies.text().as_str(), &skies.bytes()[..17]), (text, &bytes[..]));
        assert!(skies.bytes()[17..].iter().all(|byte| *byte == 0));
        assert_eq!(base(Version::PiratesMoon).name, name(text));
        // As every other tool would write it, it is worth a finding.
        let codes = errors(Version::CrimsonSkies, |nodes| nodes.nodes[8].base.name = name(text));
        assert_eq!(codes, ["zbd.node.name"]);
    }
}

#[test]
fn a_transform_of_its_own_is_an_error_in_recoil_only() {
    for version in VERSIONS {
        let codes = errors(version, |nodes| {
            let tower = nodes.nodes.iter_mut().find(|node| node.base.name.text() == "tower").unwrap();
            if let NodeData::Object3d(object) = &mut tower.data {
                object.transform[0][0] += 0.125;
            }
        });
        let expected: &[&str] =
            if version == Version::Recoil { &["zbd.node.object3d.transform"] } else { &[] };
        assert_eq!(codes, expected, "{version:?}");
    }
}

#[test]
fn later_games_have_tags_and_boxes_of_their_own() {
    for version in [Version::PiratesMoon, Version::CrimsonSkies] {
        assert_eq!(errors(version, |nodes| nodes.nodes[3].tag = 4), ["zbd.node.tag"]);
        // In Crimson Skies the nodes that stand nowhere are numbered by slot.
        let skies: &[&str] = if version == Version::CrimsonSkies { &["zbd.node.tag"] } else { &[] };
        assert_eq!(errors(version, |nodes| nodes.nodes[3].tag = 0x0200_0777), skies);
        assert_eq!(errors(version, |nodes| nodes.nodes[8].tag = 0x0200_0777), [""; 0]);
        let lod = |nodes: &mut Nodes| nodes.nodes.iter().position(|node| node.base.class == 6).unwrap();
        assert_eq!(
            errors(version, |nodes| {
                let lod = lod(nodes);
                nodes.nodes[lod].base.active_bbox = 0;
            }),
            ["zbd.node.active_bbox"]
        );
        assert_eq!(
            errors(version, |nodes| {
                let lod = lod(nodes);
                nodes.nodes[lod].base.child_bbox = [[0.0; 3]; 2];
            }),
            if version == Version::PiratesMoon { &["zbd.node.boxes"][..] } else { &[] }
        );
    }
    // Pirate's Moon has a place for a parent nowhere.
    let empty = |nodes: &mut Nodes| {
        let mut node = Node::new(Version::PiratesMoon, name("marker"), NodeData::Empty { parent: -1 });
        node.tag = 0x0200_0001;
        nodes.add(node);
    };
    assert_eq!(errors(Version::PiratesMoon, empty), [""; 0]);
}
