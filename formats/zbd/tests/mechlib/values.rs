//! What the typed library means, and where each of its fields is written.

use crate::mechlib::{mechwarrior, outcome, pirates_moon, read, tree};
use binary::{Limits, Mode, Report};
use harness::alloc;
use harness::typed::{self, row};
use zbd::archive::Footer;
use zbd::gamez::Version;
use zbd::mechlib::{self, Content, ModelTree, TreeData};

/// Offsets of the structures, counted by hand from the sizes in the
/// specification: two words, then nodes of 208 + 144 bytes and, behind the
/// second, a model.
const ROOT: usize = 8;
const HIP: usize = ROOT + 208 + 144;
const HIP_MODEL: usize = HIP + 208 + 144;
const HIP_DATA: usize = HIP_MODEL + 92;
const HIP_LIGHT: usize = HIP_DATA + 6 * 12;
const HIP_POLYGONS: usize = HIP_LIGHT + 76 + 12;
/// Two records, three corners with normals and coordinates, four without.
const TORSO: usize = HIP_POLYGONS + 2 * 36 + 3 * (4 + 4 + 8 + 12) + 4 * (4 + 12);
const HEAD: usize = TORSO + 352;
const RLEG: usize = HEAD + 352;
const MATERIALS: usize = RLEG + 352 + 92 + 76 + 2 * 12;
const TOC: usize = MATERIALS + 4 + 40 + 11 + 40;
/// Pirate's Moon: three polygon records; 3 corners with normals, 4 with two
/// materials, 3 without coordinates; two references. Then the Lod.
const PM_LOD: usize = HIP
    + 352
    + 100
    + 6 * 12
    + 76
    + 12
    + 3 * 40
    + (3 * (4 + 4 + 8 + 12) + 4)
    + (4 * (4 + 2 * 8 + 12) + 8)
    + (3 * (4 + 12) + 4)
    + 2 * 12;
/// Lod, torso, leg with a lamp, materials, table, footer.
const PM_SIZE: usize = PM_LOD + 300 + 352 + (352 + 100 + 76 + 24) + 95 + 4 * 148 + 12;

#[test]
fn members_are_what_their_names_say() {
    for (bytes, version, footer) in [
        (mechwarrior(), Version::MechWarrior3, Footer::Version1),
        (pirates_moon(), Version::PiratesMoon, Footer::Version2 { checksum: 0, unit_lengths: false }),
    ] {
        let mechlib = read(&bytes);
        assert_eq!((mechlib.version, mechlib.archive.footer), (version, footer));
        let names: Vec<_> = mechlib.archive.entries.iter().map(|entry| entry.name.text()).collect();
        assert_eq!(names, ["format", "version", "mech_demo.flt", "materials"]);
        assert_eq!(mechlib.archive.entries[0].content, Content::Format(1));
        assert_eq!(mechlib.archive.entries[1].content, Content::Version);
        assert!(mechlib.archive.get("Mech_Demo.FLT").is_some());
        // Random memory is kept.
        assert_eq!(mechlib.archive.entries[1].comment.bytes()[5..], [0xCD; 59]);
    }
}

#[test]
fn materials_have_names_or_colours() {
    for bytes in [mechwarrior(), pirates_moon()] {
        let mechlib = read(&bytes);
        let [armor, paint] = mechlib.materials() else { panic!() };
        assert_eq!(armor.texture.as_ref().unwrap().text(), "armor01");
        assert_eq!((armor.info.flags, armor.info.texture_index), (0x11, 0x00EE_1234));
        assert_eq!((paint.texture.is_none(), paint.info.alpha), (true, 128));
        assert_eq!(paint.info.color, [64.5, 0.0, 255.0]);
    }
}

fn outline(tree: &ModelTree) -> Vec<(usize, String)> {
    tree.outline().map(|(depth, node)| (depth, node.base.name.text())).collect()
}

#[test]
fn a_tree_is_listed_from_the_root() {
    let library = read(&mechwarrior());
    let mech = tree(&library);
    let expected = [(0, "mech_demo.flt"), (1, "hip"), (2, "torso"), (3, "head"), (2, "rleg")];
    assert_eq!(outline(mech), expected.map(|(depth, name)| (depth, name.to_owned())));
    assert_eq!(mech.parents(), [None, Some(0), Some(1), Some(2), Some(1)]);

    let library = read(&pirates_moon());
    let mech = tree(&library);
    let expected = [(0, "mech_demo.flt"), (1, "hip"), (2, "lod_near"), (3, "torso"), (2, "rleg")];
    assert_eq!(outline(mech), expected.map(|(depth, name)| (depth, name.to_owned())));
    let TreeData::Lod(lod) = &mech.nodes[2].data else { panic!() };
    assert_eq!((lod.range_near_sq, lod.range_far, lod.field68, lod.field76), (100.0, 300.0, 4.0, 16.0));
    assert_eq!(mech.nodes[2].base.child_bbox, [[-1.0, 0.0, -1.0], [2.0, 2.0, 1.0]]);
}

#[test]
fn nodes_and_models_are_those_of_worlds() {
    let library = read(&mechwarrior());
    let mech = tree(&library);
    let TreeData::Object3d(hip) = &mech.nodes[1].data else { panic!() };
    assert_eq!(hip.transform[3], [0.0, 4.0, 0.0]);
    assert!(hip.transform[3][2].is_sign_negative(), "the sign of zero is kept");
    assert_eq!(mech.nodes[1].base.area_partition, [3, 0]);
    let model = mech.nodes[1].model.as_ref().unwrap();
    assert_eq!((model.vertices.len(), model.normals.len(), model.morphs.len()), (4, 1, 1));
    assert_eq!(model.lights[0].vertices, [[1.0, 2.0, 3.0]]);
    let polygons: Vec<_> = model.polygons(Version::MechWarrior3).collect();
    assert_eq!((polygons[0].materials, polygons[1].materials), ([0].as_slice(), [1].as_slice()));
    assert_eq!((polygons[0].show_backface, polygons[1].tri_strip), (true, true));
    assert_eq!(polygons[1].vertex_indices, [3, 2, 1, 0]);
    assert!(polygons[0].uvs.is_some() && polygons[1].uvs.is_none());
    let lamp = mech.nodes[4].model.as_ref().unwrap();
    assert_eq!(lamp.lights[0].vertices, [[0.0, 1.0, 0.0], [0.0, 2.0, 0.0]]);

    let library = read(&pirates_moon());
    let model = tree(&library).nodes[1].model.as_ref().unwrap();
    let polygons: Vec<_> = model.polygons(Version::PiratesMoon).collect();
    assert_eq!(polygons[1].materials, [1, 0]);
    assert_eq!(polygons[1].uvs.unwrap().len(), 8);
    let uses: Vec<_> =
        model.material_refs.iter().map(|used| (used.material_index, used.usage_count)).collect();
    assert_eq!(uses, [(0, 2), (1, 1)]);
}

#[test]
fn members_can_be_read_alone() {
    for bytes in [mechwarrior(), pirates_moon()] {
        let library = read(&bytes);
        let (directory, _) = zbd::archive::read_directory(&bytes, Mode::Strict).unwrap();
        let data = |index: usize| &bytes[directory.members[index].range.clone()];
        let (materials, report) = mechlib::read_materials(data(3), Mode::Strict).unwrap();
        assert_eq!(report.findings(), []);
        assert_eq!(materials, library.materials());
        assert_eq!(mechlib::write_materials(&materials).unwrap(), data(3));
        let (model, report) =
            mechlib::read_model(data(2), library.version, materials.len(), Mode::Strict).unwrap();
        assert_eq!(report.findings(), []);
        assert_eq!(&model, tree(&library));
        assert_eq!(mechlib::write_model(&model, library.version).unwrap(), data(2));
        assert_eq!(
            mechlib::read_materials(data(2), Mode::Lenient).unwrap_err().code,
            "zbd.mechlib.materials.count"
        );
        let longer = [data(2), &[0]].concat();
        let finding = mechlib::read_model(&longer, library.version, 2, Mode::Lenient).unwrap_err();
        assert_eq!(finding.code, "zbd.mechlib.trailing");
    }
}

#[test]
fn each_field_is_written_at_its_offset() {
    let rows = [
        row(&[("/archive/entries/0/content/format", "67305985")], &[(0, "01 02 03 04")]),
        row(&[("/archive/entries/2/content/model/nodes/0/base/update_flags", "5")], &[(ROOT + 44, "05")]),
        row(&[("/archive/entries/2/content/model/nodes/0/parent_count", "7")], &[(ROOT + 84, "07")]),
        row(&[("/archive/entries/2/content/model/nodes/1/base/name", "\"hop\"")], &[(HIP + 1, "\"o\"")]),
        row(
            &[("/archive/entries/2/content/model/nodes/1/base/model_index", "1")],
            &[(HIP + 60, "01 00 00 00")],
        ),
        row(
            &[("/archive/entries/2/content/model/nodes/1/data/Object3d/rotate/1", "2")],
            &[(HIP + 208 + 28, "00 00 00 40")],
        ),
        row(
            &[("/archive/entries/2/content/model/nodes/1/model/info/facade_mode", "3")],
            &[(HIP_MODEL + 4, "03")],
        ),
        row(
            &[("/archive/entries/2/content/model/nodes/1/model/vertices/1/0", "2")],
            &[(HIP_DATA + 12, "00 00 00 40")],
        ),
        row(
            &[("/archive/entries/2/content/model/nodes/1/model/lights/0/info/unk04", "2")],
            &[(HIP_LIGHT + 4, "02")],
        ),
        row(
            &[("/archive/entries/2/content/model/nodes/1/model/polygon_infos/1/priority", "9")],
            &[(HIP_POLYGONS + 36 + 4, "09 00 00 00")],
        ),
        // The other way round: the torso becomes the parent of both.
        row(
            &[
                ("/archive/entries/2/content/model/nodes/1/child_count", "1"),
                ("/archive/entries/2/content/model/nodes/2/child_count", "2"),
            ],
            &[(HIP + 92, "01"), (TORSO + 92, "02")],
        ),
        row(&[("/archive/entries/2/content/model/nodes/3/base/zone_id", "3")], &[(HEAD + 48, "03")]),
        row(
            &[("/archive/entries/2/content/model/nodes/4/model/lights/0/vertices/1/2", "2")],
            &[(RLEG + 352 + 92 + 76 + 20, "00 00 00 40")],
        ),
        row(&[("/archive/entries/3/content/materials/0/info/alpha", "1")], &[(MATERIALS + 4, "01")]),
        row(
            &[("/archive/entries/3/content/materials/0/texture", "\"armor02\"")],
            &[(MATERIALS + 4 + 44 + 6, "\"2\"")],
        ),
        row(&[("/archive/entries/3/content/materials/1/info/soil", "5")], &[(MATERIALS + 4 + 51 + 32, "05")]),
        row(&[("/archive/entries/2/name", "\"Mech_demo.flt\"")], &[(TOC + 2 * 148 + 8, "\"M\"")]),
    ];
    assert_eq!(typed::run(&read(&mechwarrior()), mechlib::write, &rows), rows.len());
    // The checksum is the last word of the file.
    let checksum = [(PM_SIZE - 4, "01")];
    let rows = [
        row(&[("/archive/footer/version2/checksum", "1")], &checksum),
        row(&[("/archive/entries/2/content/model/nodes/0/parent_count", "7")], &[(ROOT + 84, "07")]),
        row(
            &[("/archive/entries/2/content/model/nodes/1/model/material_refs/1/polygon_ptr", "7")],
            &[(PM_LOD - 4, "07")],
        ),
        row(
            &[("/archive/entries/2/content/model/nodes/2/data/Lod/field84", "7")],
            &[(PM_LOD + 208 + 84, "07")],
        ),
        row(
            &[("/archive/entries/2/content/model/nodes/3/base/area_partition_short/1", "7")],
            &[(PM_LOD + 208 + 92 + 78, "07 00")],
        ),
    ];
    assert_eq!(typed::run(&read(&pirates_moon()), mechlib::write, &rows), rows.len());
}

#[test]
fn json_keeps_everything() {
    for bytes in [mechwarrior(), pirates_moon()] {
        let library = read(&bytes);
        typed::through_json(&library);
        let json = serde_json::to_string(&library).unwrap();
        assert_eq!(mechlib::write(&serde_json::from_str(&json).unwrap()).unwrap(), bytes);
    }
}

#[test]
fn nesting_is_limited() {
    // The torso below the torso, as often as it takes.
    let mut library = read(&mechwarrior());
    let Content::Model(mech) = &mut library.archive.entries[2].content else { panic!() };
    let torso = mech.nodes[2].clone();
    let last = mech.nodes[3].clone();
    mech.nodes.truncate(1);
    mech.nodes.extend(std::iter::repeat_n(torso, 62));
    mech.nodes.push(last);
    assert_eq!(mech.nodes.len(), 64);
    let bytes = mechlib::write(&library).unwrap();
    assert_eq!(outcome(&bytes, Mode::Lenient).unwrap().rewritten, bytes);
    typed::through_json(&library);
    let Content::Model(mech) = &mut library.archive.entries[2].content else { panic!() };
    mech.nodes.insert(1, mech.nodes[1].clone());
    let bytes = mechlib::write(&library).unwrap();
    let finding = mechlib::read(&bytes, Mode::Lenient).unwrap_err();
    assert_eq!(finding.code, "zbd.mechlib.node.depth");
    assert_eq!(finding.path, "entry 2 \"mech_demo.flt\", node 64 \"head\"");
    let limits = Limits { depth: 65, ..Limits::default() };
    let report = Report::new(Mode::Lenient).with_limits(limits);
    assert_eq!(mechlib::read_with(&bytes, report).unwrap().0, library);
}

#[test]
fn memory_follows_the_size_of_the_file() {
    // As many nodes as fit, some below one another, some side by side; then as
    // many materials.
    let mut wide = read(&mechwarrior());
    let Content::Model(mech) = &mut wide.archive.entries[2].content else { panic!() };
    let (torso, head) = (mech.nodes[2].clone(), mech.nodes[3].clone());
    mech.nodes.truncate(1);
    mech.nodes[0].child_count = 2000;
    for _ in 0..2000 {
        mech.nodes.extend([torso.clone(), head.clone()]);
    }
    let mut many = read(&mechwarrior());
    let Content::Materials(materials) = &mut many.archive.entries[3].content else { panic!() };
    *materials = vec![materials[1].clone(); 32_767];
    for library in [wide, many] {
        let bytes = mechlib::write(&library).unwrap();
        let (_, peak) = alloc::peak_of(|| outcome(&bytes, Mode::Lenient).unwrap());
        assert!(peak <= alloc::allowance(bytes.len()), "{peak} bytes for {}", bytes.len());
    }
}

#[test]
fn messages_name_the_member_the_node_and_the_place_in_the_file() {
    let mut bytes = mechwarrior();
    bytes[HIP + 92..HIP + 96].fill(0xFF);
    let message = mechlib::read(&bytes, Mode::Lenient).unwrap_err().to_string();
    let start =
        format!("entry 2 \"mech_demo.flt\", node 1 \"hip\" at 0x{:08x}: found -1, expected", HIP + 92);
    assert!(message.starts_with(&start), "{message}");
}

#[test]
fn what_no_file_can_hold_is_not_written() {
    let refused = |what: &str, code: &str, spoil: &dyn Fn(&mut mechlib::Mechlib)| {
        let mut library = read(&mechwarrior());
        spoil(&mut library);
        assert_eq!(mechlib::write(&library).map_err(|finding| finding.code), Err(code), "{what}");
    };
    let tree = |library: &mut mechlib::Mechlib, spoil: &dyn Fn(&mut ModelTree)| match &mut library
        .archive
        .entries[2]
        .content
    {
        Content::Model(tree) => spoil(tree),
        other => panic!("{other:?}"),
    };
    let library = "zbd.mechlib.unwritable";
    refused("another game", library, &|library| library.version = Version::Recoil);
    refused("no version", library, &|library| drop(library.archive.entries.remove(1)));
    refused("no materials", library, &|library| drop(library.archive.entries.pop()));
    refused("two versions", library, &|library| {
        let version = library.archive.entries[1].clone();
        library.archive.entries.push(version);
    });
    refused("a model by another name", library, &|library| {
        library.archive.entries[2].name = binary::Padded::new("mech_demo").unwrap();
    });
    refused("other bytes by the name of a model", library, &|library| {
        library.archive.entries[2].content = Content::Other(vec![1]);
    });
    let code = "zbd.mechlib.write.tree";
    refused("a child too few", code, &|library| tree(library, &|tree| drop(tree.nodes.pop())));
    refused("two roots", code, &|library| tree(library, &|tree| tree.nodes[0].child_count = 0));
    refused("no node", code, &|library| tree(library, &|tree| tree.nodes.clear()));
    refused("a model without address", code, &|library| {
        tree(library, &|tree| tree.nodes[1].base.model_index = 0);
    });
    refused("an address without model", code, &|library| tree(library, &|tree| tree.nodes[1].model = None));
    refused("class and data", code, &|library| tree(library, &|tree| tree.nodes[1].base.class = 6));
    refused("a Lod", code, &|library| {
        let pirates_moon = read(&pirates_moon());
        tree(library, &|tree| tree.nodes[2] = crate::mechlib::tree(&pirates_moon).nodes[2].clone());
    });
    refused("too many children", code, &|library| {
        tree(library, &|tree| tree.nodes[4].child_count = 32_768);
    });
    refused("a model that contradicts itself", "zbd.gamez.write.corners", &|library| {
        tree(library, &|tree| {
            tree.nodes[1].model.as_mut().unwrap().uvs.pop();
        });
    });
    refused("a texture without flag", "zbd.mechlib.write.material", &|library| match &mut library
        .archive
        .entries[3]
        .content
    {
        Content::Materials(materials) => materials[0].info.flags = 0x10,
        other => panic!("{other:?}"),
    });
    // Pirate's Moon counts with 16 bits.
    let mut library = read(&pirates_moon());
    tree(&mut library, &|tree| tree.nodes[1].parent_count = 0x1_0001);
    let finding = mechlib::write(&library).unwrap_err();
    assert_eq!(
        (finding.code, finding.path.as_str()),
        ("zbd.mechlib.write.tree", "entry 2 \"mech_demo.flt\", node 1 \"hip\"")
    );
}
