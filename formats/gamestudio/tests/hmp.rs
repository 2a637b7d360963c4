//! Terrains against docs/spec/gamestudio.md, "5. HMP".

use crate::COUNTING;
use binary::Mode;
use gamestudio::hmp::{self, NormalPoint, NumberedPoint, Points, Skin, Terrain, Version};
use gamestudio::mdl::PackedVertex;
use gamestudio::pixels::{Format, Shape};
use gamestudio::skins::Image;
use harness::mutate::{self, Options};
use harness::typed::row;
use harness::{Outcome, Subject, hex, rules, typed};

fn hmp4() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/hmp4.hex"))
}

fn hmp5() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/hmp5.hex"))
}

fn hmp7() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/hmp7.hex"))
}

fn outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (terrain, report) = hmp::read(bytes, mode)?;
    // What a loader asks for must hold for everything that is accepted.
    for frame in 0..terrain.frames.len() {
        assert_eq!(terrain.heights(frame).len(), terrain.vertex_count as usize);
        assert_eq!(terrain.normals(frame).len(), terrain.vertex_count as usize);
    }
    if let Some((columns, rows)) = terrain.size() {
        assert_eq!(columns * rows, terrain.vertex_count);
        assert!(terrain.place(columns - 1, rows - 1).is_some());
    }
    Ok(Outcome { rewritten: hmp::write(&terrain)?, findings: report.into_findings() })
}

fn subjects() -> [Subject; 3] {
    let subject = |name, fixture| Subject { name, fixture, read: outcome, sites: hmp::fields };
    [subject("hmp4", hmp4()), subject("hmp5", hmp5()), subject("hmp7", hmp7())]
}

/// A clean terrain, read strictly.
fn read(bytes: &[u8]) -> Terrain {
    let (terrain, report) = hmp::read(bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    terrain
}

#[test]
fn hmp7_is_read_as_specified() {
    let terrain = read(&hmp7());
    assert_eq!((terrain.version, terrain.layout, terrain.vertex_count), (Version::Hmp7, 0, 6));
    assert_eq!((terrain.offset, terrain.scale[2]), ([-10.0, -5.0, 100.0], 0.25));
    assert_eq!((terrain.cell, terrain.columns), ([10.0, 10.0], 3.0));
    assert_eq!(terrain.size(), Some((3, 2)));
    let extent = terrain.extent();
    assert_eq!(extent.min, [-10.0, -5.0, 100.0]);
    assert!(extent.max.iter().zip([10.0, 5.0, 16483.75]).all(|(a, b)| (a - b).abs() < 1e-3), "{extent:?}");
    assert_eq!(terrain.heights(0), [100.0, 125.0, 16483.75, 101.0, 101.25, 101.5]);
    assert!(terrain.heights(1).is_empty());
    // Row 0 is the north edge.
    let place = terrain.place(2, 0).unwrap();
    assert!((place[0] - 10.0).abs() < 1e-3 && (place[1] - 5.0).abs() < 1e-3, "{place:?}");
    assert_eq!(terrain.place(0, 1).unwrap(), [-10.0, -5.0]);
    assert_eq!((terrain.place(3, 0), terrain.place(0, 2)), (None, None));
    // The stored parts lean uphill.
    let normals = terrain.normals(0);
    assert_eq!(normals[0], [0.0, 0.0, 1.0]);
    assert_eq!(normals[1], [-0.5, 0.0, 0.75_f32.sqrt()]);
    assert_eq!(normals[2], [1.0, 0.0, 0.0]);
    assert_eq!(normals[3], [0.0, 0.5, 0.75_f32.sqrt()]);

    let kinds: Vec<_> = terrain.skins.iter().map(|skin| skin.kind).collect();
    assert_eq!(kinds, [0x17, 4, 0x20, 6, 0x1A, 0]);
    let Image::External(name) = &terrain.skins[0].body.image else { panic!("{:?}", terrain.skins[0]) };
    assert_eq!(name.text(), "land.tga");
    assert_eq!(terrain.skins[0].body.material.as_ref().unwrap().power, 32.0);
    assert_eq!(terrain.skins[1].decode_rgba8(0, None).unwrap(), hex::bytes("03 02 01 ff 06 05 04 ff"));
    assert_eq!(terrain.skins[2].body.effect.as_ref().unwrap().text(), "abc");
    assert_eq!(terrain.skins[3].body.image, Image::Dds(b"DDS ".to_vec()));
    assert_eq!(terrain.skins[5].decode_rgba8(0, None).unwrap_err().code, "gamestudio.skin.decode");
    assert_eq!(terrain.resolve_skin(5), Some(&terrain.skins[5]));
    assert_eq!(terrain.frames[0].name.text(), "frame1");
}

#[test]
fn hmp5_has_numbered_normals_and_frames() {
    let terrain = read(&hmp5());
    assert_eq!((terrain.version, terrain.layout), (Version::Hmp5, 2));
    assert_eq!(terrain.frames.len(), 2);
    let Points::Numbered(points) = &terrain.frames[1].points else { panic!("{:?}", terrain.frames[1]) };
    assert_eq!(points[3], NumberedPoint { height: 302, normal: 5, pad: 0 });
    assert_eq!(terrain.heights(1)[3], 175.5);
    assert_eq!(terrain.normals(1)[3], [0.0, 0.0, 1.0]);
    assert_eq!(terrain.skins[1].decode_rgba8(1, None).unwrap(), hex::bytes("00 00 29 ff"));
}

#[test]
fn hmp4_has_whole_vertices_if_there_is_room_for_them() {
    let terrain = read(&hmp4());
    let Points::Packed(points) = &terrain.frames[0].points else { panic!("{:?}", terrain.frames[0]) };
    assert_eq!(points[5], PackedVertex { position: [65534, 65535, 1000], normal: 5, pad: 0 });
    assert_eq!((terrain.heights(0)[5], terrain.normals(0)[5]), (350.0, [0.0, 0.0, 1.0]));
    // The same header with 4 bytes for each.
    let mut bytes = hmp5();
    bytes[3] = b'4';
    let terrain = read(&bytes);
    assert!(matches!(&terrain.frames[1].points, Points::Numbered(points) if points[0].height == 2));
    assert_eq!(hmp::write(&terrain).unwrap(), bytes);
}

#[test]
fn each_field_is_written_at_its_offset() {
    let rows = [
        row(&[("/layout", "2")], &[(4, "02")]),
        row(&[("/scale/2", "1.0")], &[(16, "00 00 80 3f")]),
        row(&[("/offset", "[1.0, 2.0, 4.0]")], &[(20, "00 00 80 3f 00 00 00 40 00 00 80 40")]),
        row(&[("/unused32", "258")], &[(32, "02 01")]),
        row(&[("/cell", "[1.0, 2.0]")], &[(36, "00 00 80 3f 00 00 00 40")]),
        row(&[("/columns", "2.0")], &[(44, "00 00 00 40")]),
        row(&[("/unused52", "[1, 2]")], &[(52, "01 00 00 00 02 00 00 00")]),
        row(&[("/unused64", "3")], &[(64, "03")]),
        row(&[("/zero72", "[1, 2, 3]")], &[(72, "01 00 00 00 02 00 00 00 03 00 00 00")]),
        row(&[("/skins/0/width", "8")], &[(88, "08")]),
        row(&[("/skins/0/body/image/external", "\"lake.tga\"")], &[(96, "\"lake.tga\"")]),
        row(&[("/skins/0/body/material/diffuse/0", "1.0")], &[(105, "00 00 80 3f")]),
        row(&[("/skins/1/body/image/pixels", "\"CQkJCQkJ\"")], &[(185, "09*6")]),
        row(&[("/frames/0/kind", "3")], &[(331, "03")]),
        row(&[("/frames/0/bounds/15", "1")], &[(350, "01")]),
        row(&[("/frames/0/name", "\"land\"")], &[(351, "\"land\" 00*2")]),
        row(&[("/frames/0/points/normals/2/height", "258")], &[(375, "02 01")]),
        row(&[("/frames/0/points/normals/2/normal", "[1, -1]")], &[(377, "01 ff")]),
    ];
    assert_eq!(typed::run(&read(&hmp7()), hmp::write, &rows), 18);
    let rows = [
        row(&[("/frames/0/points/numbered/1/normal", "9")], &[(166, "09")]),
        row(&[("/frames/0/points/numbered/1/pad", "9")], &[(167, "09")]),
    ];
    assert_eq!(typed::run(&read(&hmp5()), hmp::write, &rows), 2);
    let rows = [row(&[("/frames/0/points/packed/1/position", "[1, 2, 3]")], &[(128, "01 00 02 00 03 00")])];
    assert_eq!(typed::run(&read(&hmp4()), hmp::write, &rows), 1);
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let refusal = |bytes: &[u8], change: &dyn Fn(&mut Terrain)| {
        let mut terrain = read(bytes);
        change(&mut terrain);
        let finding = hmp::write(&terrain).expect_err("must be refused");
        (finding.code, finding.expected.clone())
    };
    let (code, expected) = refusal(&hmp7(), &|terrain| terrain.vertex_count = 5);
    assert_eq!((code, expected.as_str()), ("gamestudio.hmp.unwritable", "5 points"));
    let (code, expected) = refusal(&hmp5(), &|terrain| terrain.version = Version::Hmp7);
    assert_eq!(
        (code, expected.as_str()),
        ("gamestudio.hmp.unwritable", "points of Hmp7, alike in all frames")
    );
    let mixed = |terrain: &mut Terrain| {
        terrain.version = Version::Hmp4;
        terrain.frames[1].points = Points::Packed(vec![PackedVertex::default(); 6]);
    };
    assert_eq!(refusal(&hmp5(), &mixed).1, "points of Hmp4, alike in all frames");
    let external = |terrain: &mut Terrain| terrain.skins[0] = Skin::external("a.tga").unwrap();
    let (code, expected) = refusal(&hmp5(), &external);
    assert_eq!((code, expected.as_str()), ("gamestudio.skin.unwritable", "pixels without a material"));
    assert_eq!(refusal(&hmp7(), &|terrain| terrain.skins[1].width = 2).0, "gamestudio.skin.unwritable");
}

#[test]
fn a_terrain_made_from_heights_comes_back() {
    let heights: Vec<f32> = (0..12).map(|at| (at % 4 * at % 4) as f32 - 1.0 + (at / 4) as f32).collect();
    let mut terrain = Terrain::from_heights(4, 8.0, [100.0, -50.0], &heights).unwrap();
    let shape = Shape { format: Format::Rgb565, width: 8, height: 8, mips: true };
    terrain.skins.push(Skin::from_rgba8(shape, &[255; 256]).unwrap());
    terrain.skins.push(Skin::external("detail.png").unwrap());
    let bytes = hmp::write(&terrain).unwrap();
    let back = read(&bytes);
    assert_eq!(back, terrain);
    assert_eq!(back.size(), Some((4, 3)));
    for (found, wanted) in back.heights(0).iter().zip(&heights) {
        assert!((found - wanted).abs() < 1e-3, "{found} for {wanted}");
    }
    let extent = back.extent();
    assert!((extent.max[0] - 124.0).abs() < 1e-3 && (extent.max[1] + 34.0).abs() < 1e-3, "{extent:?}");

    // A slope up to the east leans west; one up to the north leans south.
    let east = Terrain::from_heights(2, 1.0, [0.0; 2], &[0.0, 1.0, 0.0, 1.0]).unwrap();
    assert!(east.normals(0).iter().all(|[x, y, z]| (x + z).abs() < 0.01 && *y == 0.0));
    let north = Terrain::from_heights(2, 1.0, [0.0; 2], &[1.0, 1.0, 0.0, 0.0]).unwrap();
    assert!(north.normals(0).iter().all(|[x, y, z]| (y + z).abs() < 0.01 && *x == 0.0));
    let flat = Terrain::from_heights(2, 1.0, [0.0; 2], &[7.0; 4]).unwrap();
    assert_eq!((flat.scale[2], flat.heights(0)), (0.0, vec![7.0; 4]));
    assert_eq!(NormalPoint::new(3, [0.0, 0.0, 1.0]), NormalPoint { height: 3, normal: [0, 0] });

    assert!(Terrain::from_heights(1, 1.0, [0.0; 2], &[0.0; 4]).is_none());
    assert!(Terrain::from_heights(3, 1.0, [0.0; 2], &[0.0; 4]).is_none());
    assert!(Terrain::from_heights(0, 1.0, [0.0; 2], &[]).is_none());
    assert!(Terrain::from_heights(2, 0.0, [0.0; 2], &[0.0; 4]).is_none());
    assert!(Terrain::from_heights(2, 1.0, [0.0; 2], &[0.0, 0.0, 0.0, f32::NAN]).is_none());
}

#[test]
fn an_external_name_without_an_end_is_refused() {
    let mut bytes = hmp7();
    bytes[48] = 1;
    bytes.truncate(100);
    let finding = hmp::read(&bytes, Mode::Lenient).unwrap_err();
    assert_eq!(
        (finding.code, finding.path.as_str(), finding.offset),
        ("gamestudio.skin.name_end", "skin 0", Some(96))
    );
}

#[test]
fn every_rule_of_the_specification_is_enforced() {
    assert_eq!(rules::run(include_str!("rules/hmp.toml"), &subjects()), 29);
}

#[test]
fn every_finding_says_what_to_do() {
    for code in hmp::codes() {
        assert!(code.id.starts_with("gamestudio.") && !code.means.is_empty() && !code.advice.is_empty());
    }
}

#[test]
fn mutations_are_survived_and_written_back() {
    for (subject, seed) in subjects().iter().zip(2001..) {
        let tally = mutate::run(subject, &Options::new(seed, 100_000));
        println!("{tally}");
        tally.assert_healthy(&COUNTING);
    }
}
