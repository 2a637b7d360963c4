//! Whole files: what they mean, what is kept, and what is noted.

use crate::wld::{all, new, read, smallest};
use binary::{Mode, Severity};
use everquest::wld::{self, Body, Builder, Medium, Names, RegionKind, Target, Version, Wld, ZoneLine};
use std::collections::BTreeSet;

/// The codes of a file's findings with their severity, lenient, and that it is
/// written back as it is.
fn findings(bytes: &[u8]) -> Vec<(&'static str, Severity)> {
    let (wld, report) = wld::read(bytes, Mode::Lenient).unwrap();
    assert!(wld::write(&wld).unwrap() == bytes, "written back differently");
    report.findings().iter().map(|finding| (finding.code, finding.severity)).collect()
}

/// A world with one change, and what reading it again finds.
fn changed(bytes: &[u8], change: impl FnOnce(&mut Wld)) -> Vec<(&'static str, Severity)> {
    let mut wld = read(bytes);
    change(&mut wld);
    wld.seal().unwrap();
    findings(&wld::write(&wld).unwrap())
}

fn note(code: &'static str) -> Vec<(&'static str, Severity)> {
    vec![(code, Severity::Note)]
}

#[test]
fn references_are_fragments_names_or_nothing() {
    let wld = read(&smallest());
    let Body::SimpleSprite(sprite) = &wld.fragments[3].body else { panic!() };
    assert_eq!(sprite.name.target(), Target::None);
    assert_eq!(sprite.definition.target(), Target::Fragment(3));
    assert!(matches!(wld.body(sprite.definition), Some(Body::SimpleSpriteDef(_))));
    let name = wld.fragments[2].name();
    assert_eq!(name.target(), Target::Name(8));
    assert_eq!(wld.text(name).unwrap(), "GROUND_SPRITE");
    assert_eq!(wld.body(name), None);
    assert_eq!(wld::Reference(i32::MIN).target(), Target::Name(1 << 31));
    assert_eq!(wld.text(wld::Reference(i32::MIN)), None);
    assert_eq!(wld::Reference(i32::MAX).index(), Some(i32::MAX as usize - 1));
}

#[test]
fn names_are_found_in_any_case() {
    let wld = read(&all());
    let names = Names::of(&wld);
    assert_eq!(names.number("flg_ACTORDEF"), Some(47));
    assert_eq!(names.number("FLG"), None);
    // The placement names its actor; the camera's has a number.
    let actors: Vec<_> = wld
        .fragments
        .iter()
        .filter_map(|fragment| match &fragment.body {
            Body::ActorInst(actor) => Some(names.resolve(&wld, actor.actor)),
            _ => None,
        })
        .collect();
    assert_eq!(actors, [wld::Reference(24), wld::Reference(47)]);
}

#[test]
fn a_point_is_in_front_where_normal_times_point_plus_distance_is_positive() {
    let tree = |bytes: &[u8]| {
        let wld = read(bytes);
        wld.fragments
            .iter()
            .find_map(|fragment| match &fragment.body {
                Body::WorldTree(tree) => Some(tree.clone()),
                _ => None,
            })
            .unwrap()
    };
    // Plane x = 0, region 1 in front.
    let closed = tree(&all());
    assert_eq!(closed.region_at([1.0, 0.0, 0.0]), Some(1));
    assert_eq!(closed.region_at([-1.0, 0.0, 0.0]), Some(2));
    assert_eq!(closed.region_at([0.0, 0.0, 0.0]), Some(2));
    assert_eq!(closed.region_at([1e30, 0.0, -1e30]), Some(1));
    // Solid below z = -8 where x is not above 0: a point on the ground is in no
    // region, one lifted by 0.1 is.
    let solid = tree(&new());
    assert_eq!(solid.region_at([-1.0, 0.0, -8.0]), None);
    assert_eq!(solid.region_at([-1.0, 0.0, -7.9]), Some(2));
    assert_eq!(solid.region_at([1.0, 0.0, -20.0]), Some(1));
    // A ring ends after as many steps as there are nodes.
    let mut ring = closed;
    ring.nodes[1].region = 0;
    ring.nodes[1].front = 1;
    assert_eq!(ring.region_at([1.0, 0.0, 0.0]), None);
    ring.nodes.clear();
    assert_eq!(ring.region_at([0.0; 3]), None);
}

#[test]
fn kinds_of_regions_come_from_names_and_user_data() {
    let line = RegionKind { zone_line: Some(ZoneLine::Reference(1)), ..RegionKind::default() };
    let water = RegionKind { medium: Medium::Water, ..RegionKind::default() };
    assert_eq!(read(&all()).region_kinds(), [line, water]);
    // One region in both lists.
    let mut wld = read(&new());
    for fragment in &mut wld.fragments {
        if let Body::Zone(zone) = &mut fragment.body {
            zone.regions = vec![1, 9];
        }
    }
    assert_eq!(wld.region_kinds(), [RegionKind::default(), line.and(water)]);
}

#[test]
fn an_empty_file_of_a_public_zone_maker_is_kept() {
    // 33 bytes: no fragment, a string table of one byte, nonsense in the advice.
    let mut bytes: Vec<u8> = [0x5450_3D02, 0x0001_5500, 0, 0, 0x0006_80D4, 1, 0xFFFF_FFFB]
        .into_iter()
        .flat_map(u32::to_le_bytes)
        .collect();
    bytes.extend([0, 0xFF, 0xFF, 0xFF, 0xFF]);
    assert_eq!(bytes.len(), 33);
    let notes = [note("everquest.wld.largest_body"), note("everquest.wld.string_count")].concat();
    assert_eq!(findings(&bytes), notes);
    bytes[28] = 0x95;
    assert_eq!(findings(&bytes), notes);
}

#[test]
fn odd_padding_is_noted_and_kept() {
    let bytes = smallest();
    // The last of three bytes behind "ground.bmp".
    let at = 28 + 64 + 12 + 8 + 21 + 2;
    assert_eq!(bytes[at - 3..=at], [0xC5, 0, 0, 0]);
    let mut odd = bytes.clone();
    odd[at] = 0x41;
    assert_eq!(findings(&odd), note("everquest.wld.padding"));
    let wld = wld::read(&odd, Mode::Strict).unwrap().0;
    assert_eq!(wld.fragments[1].odd_padding.as_deref(), Some(&[0, 0, 0x41][..]));
    harness::typed::through_json(&wld);
}

#[test]
fn habits_that_files_break_are_notes() {
    let bytes = all();
    let mut odd = bytes.clone();
    odd[16] ^= 1;
    assert_eq!(findings(&odd), note("everquest.wld.largest_body"));
    let mut odd = bytes.clone();
    odd[24] ^= 1;
    assert_eq!(findings(&odd), note("everquest.wld.string_count"));
    let inside = |wld: &mut Wld| {
        let Body::SimpleSpriteDef(sprite) = &mut wld.fragments[3].body else { panic!() };
        sprite.name.0 -= 1;
    };
    assert_eq!(changed(&bytes, inside), note("everquest.wld.name_start"));
    let without_own = |wld: &mut Wld| {
        let Body::Region(region) = &mut wld.fragments[18].body else { panic!() };
        region.visibility_lists[0] = wld::VisibilityList::Bytes([0x49].into());
    };
    assert_eq!(changed(&bytes, without_own), note("everquest.wld.visible.self"));
    let long = |wld: &mut Wld| {
        let Body::TrackDef(track) = &mut wld.fragments[37].body else { panic!() };
        let wld::Frames::Short(frames) = &mut track.frames else { panic!() };
        frames[0].rotation[0] = 16_000;
    };
    assert_eq!(changed(&bytes, long), note("everquest.wld.quaternion_length"));
    let no_time = |wld: &mut Wld| {
        let Body::Track(track) = &mut wld.fragments[42].body else { panic!() };
        (track.flags, track.sleep_ms) = (4, None);
    };
    assert_eq!(changed(&bytes, no_time), note("everquest.wld.track_time"));
    let root = |wld: &mut Wld| {
        let Body::HierarchicalSpriteDef(skeleton) = &mut wld.fragments[44].body else { panic!() };
        skeleton.bones[0].children.clear();
    };
    assert_eq!(changed(&bytes, root), note("everquest.wld.bone.roots"));
    let short = |wld: &mut Wld| {
        let zone = wld.fragments.iter_mut().find_map(|fragment| match &mut fragment.body {
            Body::Zone(zone) => Some(zone),
            _ => None,
        });
        zone.unwrap().user_data = wld::Inline::new("DRNTP0002500012").unwrap();
    };
    assert_eq!(changed(&bytes, short), note("everquest.wld.zone_short"));
}

#[test]
fn fields_that_a_zone_line_lacks_are_as_before() {
    let parse = |text: &str| RegionKind::parse(text).0.zone_line.unwrap();
    let to = |position, heading| ZoneLine::Absolute(wld::Arrival { zone: 25, position, heading });
    // The fields are 6 wide from the tenth letter on, the heading 3; a sign and a point count.
    let whole = "DRNTP00025-02698-645.6-00020128_ZONE";
    assert_eq!(parse(whole), to([Some(-2698.0), Some(-645.6), Some(-20.0)], Some(128.0)));
    assert_eq!(parse(&whole[..28]), to([Some(-2698.0), Some(-645.6), Some(-20.0)], None));
    assert_eq!(parse(&whole[..20]), to([Some(-2698.0), None, None], None));
    assert_eq!(parse(&whole[..10]), to([None; 3], None));
    assert_eq!(parse("drntp_zone"), ZoneLine::Reference(0));
    assert_eq!(parse("WTNTP00255000007_ZONE"), ZoneLine::Reference(7));
    // Cut inside the number of the zone it is a reference that no table has, and not a zone of its own.
    assert_eq!(parse("DRNTP0025"), ZoneLine::Reference(0));
}

/// Codes of notes, which the table of rules cannot hold; each is in a test of
/// this file or, for `undescribed`, of `types/mod.rs`.
const NOTES: [&str; 10] = [
    "everquest.wld.bone.roots",
    "everquest.wld.largest_body",
    "everquest.wld.name_start",
    "everquest.wld.padding",
    "everquest.wld.quaternion_length",
    "everquest.wld.string_count",
    "everquest.wld.track_time",
    "everquest.wld.undescribed",
    "everquest.wld.visible.self",
    "everquest.wld.zone_short",
];

#[test]
fn every_code_has_a_row_or_a_test() {
    let rules = include_str!("../rules/wld.toml");
    let mut tested: BTreeSet<&str> =
        rules.lines().filter_map(|line| line.strip_prefix("code = \"")?.strip_suffix('"')).collect();
    tested.extend(NOTES);
    tested.insert("everquest.wld.unwritable");
    let codes: BTreeSet<&str> = wld::codes().iter().map(|code| code.id).collect();
    assert_eq!(tested, codes);
}

#[test]
fn old_versions_differ_in_their_lowest_bit() {
    let mut bytes = smallest();
    bytes[4] = 1;
    assert_eq!(findings(&bytes), []);
    assert_eq!(read(&bytes).version(), Version::Old);
    assert_eq!(read(&new()).version(), Version::New);
}

#[test]
fn faces_have_their_material_and_those_without_vertices_are_left_out() {
    let mut wld = read(&all());
    let Body::DmSpriteDef2(mesh) = &mut wld.fragments[13].body else { panic!() };
    let materials = |mesh: &wld::Mesh| mesh.faces().map(|(_, material)| material).collect::<Vec<_>>();
    assert_eq!(materials(mesh), [Some(0), Some(1)]);
    assert_eq!(mesh.position(0), Some([0.0, -32.0, 0.0]));
    mesh.faces[0].vertices[2] = 4;
    assert_eq!(materials(mesh), [Some(1)]);
    mesh.face_groups.pop();
    assert_eq!(materials(mesh), [None]);
    mesh.scale = 40;
    assert!(mesh.position(1).unwrap().iter().all(|part| part.is_finite()));
}

#[test]
fn methods_of_materials_are_those_of_the_specification() {
    use wld::RenderMethod::*;
    use wld::materials::method;
    let user = |number: u32| 0x8000_0000 | number;
    let opaque = [0x01, 0x02, 0x07, 0x12, 0x14, 0x15, 0x1A, 0x31, 0x77].map(|number| (user(number), Opaque));
    let rows = [
        (0, Invisible),
        (user(0x03), Invisible),
        (user(0x05), Blended(128)),
        (user(0x09), Blended(64)),
        (user(0x0A), Blended(191)),
        (user(0x0B), Additive { lit: false }),
        (user(0x17), Additive { lit: true }),
        (user(0x18), Additive { lit: true }),
        (user(0x0D), SkyOpaque),
        (user(0x0F), SkyBlended),
        (user(0x10), SkyAdditive),
        (user(0x13), Masked),
        (user(0x19), Masked),
        (0x553, Opaque),
        (0x487, Masked),
        (0x4B, Invisible),
        (0x53, Invisible),
    ];
    for (word, expected) in rows.into_iter().chain(opaque) {
        assert_eq!(method(word, true), expected, "{word:#x}");
    }
    // Without a picture, numbers that mean nothing are invisible.
    assert_eq!(method(user(0x77), false), Invisible);
    assert_eq!(method(0x553, false), Invisible);
    assert_eq!(method(user(0x01), false), Opaque);
}

#[test]
fn the_largest_scale_fits_sixteen_bits() {
    assert_eq!(wld::mesh::largest_scale(32767.0), 0);
    assert_eq!(wld::mesh::largest_scale(32767.0 / 32.0), 5);
    assert_eq!(wld::mesh::largest_scale(1024.0), 4);
    assert_eq!(wld::mesh::largest_scale(0.5), 15);
    assert_eq!(wld::mesh::largest_scale(40_000.0), 0);
    let mut mesh = wld::Mesh::default();
    mesh.head.center = [100.0, 0.0, 0.0];
    mesh.place(&[[132.0, 0.0, 0.0], [68.0, 0.03125, -1.0]], 5);
    assert_eq!((mesh.scale, &mesh.vertices[..]), (5, &[[1024, 0, 0], [-1024, 1, -32]][..]));
    assert_eq!(mesh.position(1), Some([68.0, 0.03125, -1.0]));
    assert!((mesh.head.radius - 32.015_62).abs() < 1e-3);
}

/// The smallest zone once more, by the builder.
#[test]
fn the_builder_makes_the_smallest_zone_byte_for_byte() {
    let made = build().unwrap();
    assert!(made == smallest());
}

fn build() -> binary::Result<Vec<u8>> {
    let mut builder = Builder::new(Version::Old);
    builder.add(Body::GlobalAmbientLightDef(wld::GlobalAmbientLight { bgra: [0, 0, 0, 255] }));
    let name = builder.name("GROUND")?;
    let files = vec![wld::Inline::new("ground.bmp").unwrap()];
    let bitmap = builder.add(Body::BmInfo(wld::BitmapInfo { name, files }));
    let name = builder.name("GROUND_SPRITE")?;
    let sprite = builder.add(Body::SimpleSpriteDef(wld::SimpleSpriteDef::still(name, bitmap)));
    let sprite = builder.add(Body::SimpleSprite(wld::Instance::of(sprite, 0x50)));
    let name = builder.name("GROUND_MDF")?;
    let material = builder.add(Body::MaterialDef(wld::MaterialDef::zone(name, 0x8000_0001, sprite)));
    let name = builder.name("TZ_MP")?;
    let palette = wld::MaterialPalette { name, flags: 0, materials: vec![material] };
    let palette = builder.add(Body::MaterialPalette(palette));
    let name = builder.name("R1_DMSPRITEDEF")?;
    let mut mesh = wld::Mesh::zone(name, palette, [0.0; 3]);
    let corners = [[-32.0, -32.0, 0.0], [32.0, -32.0, 0.0], [32.0, 32.0, 0.0], [-32.0, 32.0, 0.0]];
    mesh.place(&corners, 5);
    mesh.uvs = wld::Uvs::of(Version::Old, &[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]);
    mesh.normals = vec![[0, 0, 127]; 4];
    mesh.colors = vec![[0, 0, 0, 0xC0]; 4];
    mesh.faces = [[0, 3, 2], [0, 2, 1]].map(|vertices| wld::Face { flags: 0, vertices }).to_vec();
    mesh.face_groups = vec![wld::Group { count: 2, of: 0 }];
    mesh.vertex_groups = vec![wld::Group { count: 4, of: 0 }];
    let radius = mesh.head.radius;
    let mesh = builder.add(Body::DmSpriteDef2(Box::new(mesh)));
    let leaf = wld::BspNode { region: 1, ..wld::BspNode::default() };
    builder.add(Body::WorldTree(wld::WorldTree { name: wld::Reference::NONE, nodes: vec![leaf] }));
    let name = builder.name("R000001")?;
    let mut region = wld::Region::new(name, 0, &[0], [0.0, 0.0, 0.0, radius], Some(mesh));
    // The example has the list as bytes, though numbers are shorter.
    region.head.flags = 0x181;
    region.visibility_lists = vec![wld::VisibilityList::Bytes(wld::visibility::encode(&[0]).into())];
    builder.add(Body::Region(Box::new(region)));
    wld::write(&builder.finish()?)
}

#[test]
fn the_builder_reuses_names_and_refuses_what_no_table_can_hold() {
    let mut builder = Builder::new(Version::New);
    let first = builder.name("TREE_MDF").unwrap();
    assert_eq!(builder.name("TREE_MDF").unwrap(), first);
    assert_eq!(builder.name("").unwrap(), wld::Reference::NONE);
    assert_eq!(builder.name("É").unwrap(), wld::Reference(-10));
    assert_eq!(builder.name("A\0B").unwrap_err().code, "everquest.wld.unwritable");
    assert_eq!(builder.name("木").unwrap_err().code, "everquest.wld.unwritable");
    assert_eq!(builder.next(), wld::Reference(1));
    let wld = builder.finish().unwrap();
    assert_eq!(wld.header.string_count, 2);
    let bytes = wld::write(&wld).unwrap();
    // 12 bytes of text; the padding of a table is not coded, and there is none.
    assert_eq!(bytes.len(), 28 + 12 + 4);
    assert_eq!(findings(&bytes), []);
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let refusal = |bytes: &[u8], change: &dyn Fn(&mut Wld)| {
        let mut wld = read(bytes);
        change(&mut wld);
        let finding = wld::write(&wld).expect_err("must be refused");
        assert_eq!(finding.code, "everquest.wld.unwritable");
        finding.path
    };
    macro_rules! refused {
        ($number:literal $variant:ident $body:ident, $change:expr, $path:literal) => {
            let path = refusal(&all(), &|wld| {
                let Body::$variant($body) = &mut wld.fragments[$number - 1].body else { panic!() };
                $change;
            });
            assert_eq!(path, concat!("fragment ", $number, ", ", $path));
        };
    }
    refused!(3 BmInfo body, body.files.clear(), "files");
    refused!(4 SimpleSpriteDef body, body.sleep_ms = Some(1), "sleep_ms");
    refused!(9 SimpleSpriteDef body, body.sleep_ms = None, "sleep_ms");
    refused!(11 MaterialDef body, body.pair = Some((0, 0.0)), "pair");
    refused!(14 DmSpriteDef2 body, body.uvs = wld::Uvs::Float(vec![[0.0; 2]]), "uvs");
    refused!(14 DmSpriteDef2 body, body.vertices.resize(65_536, [0; 3]), "vertices");
    refused!(19 Region body, body.mesh = None, "mesh");
    refused!(19 Region body, body.visibility_lists = vec![wld::VisibilityList::Numbers([].into())], "visibility_lists");
    refused!(20 Region body, body.visibility_lists = vec![wld::VisibilityList::Bytes([].into())], "visibility_lists");
    refused!(29 DmTrackDef2 body, body.vertices.clear(), "vertices");
    refused!(38 TrackDef body, body.flags = 0, "frames");
    refused!(44 TrackDef body, body.flags = 8, "frames");
    refused!(45 HierarchicalSpriteDef body, body.skins = None, "skins");
    refused!(48 DmRgbTrackDef body, body.colors.clear(), "colors");
    refused!(50 ActorInst body, body.location = None, "location");
    refused!(52 LightDef body, body.colors = Some(vec![]), "colors");
    refused!(56 DmSpriteDef body, body.face_groups = None, "face_groups");
    refused!(57 DmTrackDef body, body.vertices.clear(), "vertices");
    refused!(60 TwoDSpriteDef body, body.pitches[0].headings.clear(), "headings");
    refused!(63 ParticleSpriteDef body, body.pens.clear(), "pens");
    let path = refusal(&all(), &|wld| wld.fragments[0].odd_padding = Some(vec![0; 4].into()));
    assert_eq!(path, "fragment 1");
}
