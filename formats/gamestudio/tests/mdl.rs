//! Models before MDL7 against docs/spec/gamestudio.md, "3. MDL3 / MDL4 / MDL5".

use crate::COUNTING;
use binary::{Mode, Severity};
use gamestudio::mdl::{self, Model, PackedVertex, Packing, Triangle, Version, alias};
use gamestudio::text::Text;
use gamestudio::{normals, scenes};
use harness::mutate::{self, Options};
use harness::typed::row;
use harness::{Outcome, Subject, hex, rules, typed};

fn mdl3() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/mdl3.hex"))
}

fn mdl4() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/mdl4.hex"))
}

fn mdl5() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/mdl5.hex"))
}

fn mdl2() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/mdl2.hex"))
}

fn idpo() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/idpo.hex"))
}

fn outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (model, report) = mdl::read(bytes, mode)?;
    // What a loader asks for must hold for everything that is accepted.
    for triangle in model.drawable() {
        for (vertex, uv) in triangle.vertices.into_iter().zip(triangle.uvs) {
            model.uv(uv);
            for frame in &model.frames {
                model.position(&frame.vertices[usize::from(vertex)]);
            }
        }
    }
    for skin in &model.skins {
        skin.decode_rgba8(0, Some(&[[0; 3]; 256]))?;
    }
    model.scenes();
    Ok(Outcome { rewritten: mdl::write(&model)?, findings: report.into_findings() })
}

fn alias_outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (model, report) = alias::read(bytes, mode)?;
    for triangle in model.drawable() {
        for (corner, vertex) in triangle.vertices.into_iter().enumerate() {
            model.uv(triangle, corner);
            for frame in model.all_frames() {
                model.position(&frame.vertices[vertex as usize]);
            }
        }
    }
    for skin in 0..model.skins.len() {
        model.decode_rgba8(skin, Some(&[[0; 3]; 256]))?;
    }
    model.scenes();
    Ok(Outcome { rewritten: alias::write(&model)?, findings: report.into_findings() })
}

fn subjects() -> [Subject; 5] {
    let ours = |name, fixture| Subject { name, fixture, read: outcome, sites: mdl::fields };
    let theirs = |name, fixture| Subject { name, fixture, read: alias_outcome, sites: alias::fields };
    [
        ours("mdl3", mdl3()),
        ours("mdl4", mdl4()),
        ours("mdl5", mdl5()),
        theirs("mdl2", mdl2()),
        theirs("idpo", idpo()),
    ]
}

/// A clean model, read strictly.
fn read(bytes: &[u8]) -> Model {
    let (model, report) = mdl::read(bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    model
}

fn read_alias(bytes: &[u8]) -> alias::Model {
    let (model, report) = alias::read(bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    model
}

fn packed(position: [u16; 3], normal: u8, pad: u8) -> PackedVertex {
    PackedVertex { position, normal, pad }
}

#[test]
fn mdl3_is_read_as_specified() {
    let model = read(&mdl3());
    assert_eq!(model.version, Version::Mdl3);
    assert_eq!((model.scale, model.offset), ([0.5, 1.0, 2.0], [-10.0, -20.0, -30.0]));
    assert_eq!((model.radius, model.vertex_count), (40.0, 3));
    assert_eq!((model.skin_width, model.skin_height), (2, 2));
    assert_eq!(model.skins.iter().map(|skin| skin.kind).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(
        model.skins[0].decode_rgba8(0, None).unwrap(),
        hex::bytes("ff 00 00 ff  00 ff 00 ff  00 00 ff ff  ff ff ff ff")
    );
    assert_eq!(
        model.skins[1].decode_rgba8(0, None).unwrap(),
        hex::bytes("ff 00 00 ff  00 ff 00 88  00 00 ff 00  ff ff ff ff")
    );
    assert_eq!(model.uvs, [[0, 1], [2, 0], [-6, 512]]);
    assert_eq!(model.uv(2), Some([-3.0, 256.0]));
    assert_eq!(model.uv(3), None);
    assert_eq!(model.triangles, [Triangle { vertices: [0, 1, 2], uvs: [2, 1, 0] }]);
    let frame = &model.frames[0];
    assert_eq!((frame.packing, frame.name.text().as_str()), (Packing::Byte, "walk 1"));
    assert_eq!((frame.box_min, frame.box_max), (packed([0; 3], 0, 0), packed([20, 30, 40], 0, 0)));
    assert_eq!(
        frame.vertices,
        [packed([0; 3], 5, 0), packed([20, 0, 40], 0, 0), packed([20, 15, 40], 161, 0)]
    );
    // scale * packed + offset
    assert_eq!(model.position(&frame.vertices[2]), [0.0, -5.0, 50.0]);
    assert_eq!(model.normal(&frame.vertices[0]), [0.0, 0.0, 1.0]);
    assert_eq!(model.scenes().len(), 1);
    assert_eq!(
        (model.scenes()[0].name.as_str(), model.scenes()[0].frames.as_slice()),
        ("walk", [0, 1].as_slice())
    );
}

#[test]
fn mdl4_has_word_frames() {
    let model = read(&mdl4());
    assert_eq!((model.version, model.skin_width, model.skin_height), (Version::Mdl4, 2, 1));
    assert_eq!(model.skins[0].pixels, [1, 0, 2, 0]);
    let frame = &model.frames[0];
    assert_eq!((frame.packing, frame.box_max), (Packing::Word, packed([9, 9, 9], 0, 0)));
    assert_eq!(frame.vertices, [packed([256, 512, 65535], 7, 0)]);
    assert_eq!(model.position(&frame.vertices[0]), [118.0, 492.0, 131040.0]);
}

#[test]
fn mdl5_skins_have_sizes_of_their_own() {
    let model = read(&mdl5());
    assert_eq!((model.skin_width, model.skin_height), (0, 0));
    let shapes: Vec<_> = model.skins.iter().map(|skin| (skin.kind, skin.width, skin.height)).collect();
    assert_eq!(shapes, [(4, 2, 1), (8, 8, 8), (5, 1, 2), (0, 3, 1), (11, 2, 2)]);
    assert_eq!(model.skins[0].decode_rgba8(0, None).unwrap(), hex::bytes("10 20 30 ff 40 50 60 ff"));
    assert_eq!(model.skins[2].decode_rgba8(0, None).unwrap(), hex::bytes("03 02 01 04 07 06 05 08"));
    let mut palette = [[0; 3]; 256];
    palette[2] = [1, 2, 3];
    // The third level is 2 x 2 of index 2.
    let level = model.skins[1].decode_rgba8(2, Some(&palette)).unwrap();
    assert_eq!(level, hex::bytes("01 02 03 ff 01 02 03 ff 01 02 03 ff 01 02 03 ff"));
    assert_eq!(model.skins[1].decode_rgba8(0, None).unwrap_err().code, "gamestudio.skin.decode");
    assert_eq!(model.skins[0].decode_rgba8(1, None).unwrap_err().code, "gamestudio.skin.decode");
    assert_eq!(model.uv(3), Some([419.5, -1.0]));
    let names: Vec<_> = model.frames.iter().map(|frame| frame.name.text()).collect();
    assert_eq!(names, ["stand1", "sixteencharsname", "Stand 12"]);
    let packings: Vec<_> = model.frames.iter().map(|frame| frame.packing).collect();
    assert_eq!(packings, [Packing::Word, Packing::Word, Packing::Byte]);
    assert_eq!(model.frames[1].vertices[2], packed([65535, 300, 3], 32, 5));
    assert_eq!(model.frames[2].vertices[0], packed([1, 2, 3], 4, 0));
    let scenes: Vec<_> = model.scenes().into_iter().map(|scene| (scene.name, scene.frames)).collect();
    assert_eq!(scenes, [("stand".to_owned(), vec![0, 2]), ("sixteencharsname".to_owned(), vec![1])]);
}

#[test]
fn mdl2_is_quakes_layout() {
    let model = read_alias(&mdl2());
    assert_eq!((model.version, model.layout, model.eyes), (alias::Version::Mdl2, 0, [1.0, 2.0, 3.0]));
    assert_eq!((model.sync, model.flags, model.size), (1, 8, 12.5));
    assert_eq!(model.skins[0], alias::Skin::Pal8(vec![1, 2, 3, 4]));
    assert_eq!(model.skins[1], alias::Skin::Rgb565(vec![0, 0xF8, 0xE0, 7, 0x1F, 0, 0, 0]));
    let pixels = vec![5, 6, 7, 8, 9, 10, 11, 12];
    assert_eq!(model.skins[2], alias::Skin::Group { times: vec![0.25, 0.5], pixels });
    assert_eq!(
        model.decode_rgba8(1, None).unwrap(),
        hex::bytes("ff 00 00 ff 00 ff 00 ff 00 00 ff ff 00 00 00 ff")
    );
    assert_eq!(model.decode_rgba8(0, None).unwrap_err().code, "gamestudio.skin.decode");
    assert_eq!(model.uvs[1], alias::Uv { on_seam: 32, s: 2, t: 0 });
    // Half a pixel to its middle; on the back, half a width further.
    assert_eq!(model.uv(&model.triangles[0], 1), Some([2.5 / 4.0, 0.5]));
    assert_eq!(model.uv(&model.triangles[1], 1), Some([4.5 / 4.0, 0.5]));
    assert_eq!(model.uv(&model.triangles[1], 0), Some([3.5 / 4.0, 0.5]));
    assert_eq!(model.triangles[1], alias::Triangle { front: 0, vertices: [2, 1, 0] });
    let names: Vec<_> = model.all_frames().map(|frame| frame.name.text()).collect();
    assert_eq!(names, ["stand1", "flame1", "flame2"]);
    let alias::Pose::Group { box_min, box_max, times, frames } = &model.frames[1] else {
        panic!("{:?}", model.frames[1])
    };
    assert_eq!((*box_min, *box_max), (packed([0, 1, 2], 3, 0), packed([4, 5, 6], 7, 0)));
    assert_eq!((times.as_slice(), frames.len()), ([0.1, 0.2].as_slice(), 2));
    assert_eq!(frames[1].vertices[2], packed([20, 30, 2], 7, 0));
    assert_eq!(model.position(&frames[1].vertices[2]), [0.0, 10.0, -26.0]);
    assert_eq!(model.scenes()[1].frames, [1, 2]);
}

#[test]
fn quakes_own_models_are_read_too() {
    let model = read_alias(&idpo());
    assert_eq!((model.version, model.layout, model.skins.len()), (alias::Version::Idpo, 6, 2));
    assert_eq!(model.frames.len(), 2);
}

#[test]
fn quakes_own_models_may_have_skins_of_565_words() {
    // Skin 0, at 84, becomes one of type 2: twice the bytes for its 4 x 1 pixels.
    let red_to_black = hex::bytes("02 00 00 00  00 f8 e0 07 1f 00 00 00");
    let bytes = [&idpo()[..84], &red_to_black, &idpo()[92..]].concat();
    let model = read_alias(&bytes);
    assert_eq!(model.skins[0], alias::Skin::Rgb565(vec![0, 0xF8, 0xE0, 7, 0x1F, 0, 0, 0]));
    assert_eq!(model.decode_rgba8(0, None).unwrap()[..8], [255, 0, 0, 255, 0, 255, 0, 255]);
    assert_eq!(alias::write(&model).unwrap(), bytes);
}

#[test]
fn each_field_is_written_at_its_offset() {
    let rows = [
        row(&[("/version", "\"MDL4\"")], &[(3, "\"4\"")]),
        row(&[("/zero04", "1")], &[(4, "01")]),
        row(&[("/scale", "[1.0, 2.0, 4.0]")], &[(8, "00 00 80 3f 00 00 00 40 00 00 80 40")]),
        row(&[("/offset", "[1.0, 2.0, 4.0]")], &[(20, "00 00 80 3f 00 00 00 40 00 00 80 40")]),
        row(&[("/radius", "1.0")], &[(32, "00 00 80 3f")]),
        row(&[("/unused36", "[1, 2, 3]")], &[(36, "01 00 00 00 02 00 00 00 03 00 00 00")]),
        row(&[("/zero76", "-1")], &[(76, "ff ff ff ff")]),
        row(&[("/zero80", "1")], &[(80, "01")]),
        row(&[("/skins/1/kind", "2")], &[(96, "02")]),
        row(&[("/skins/0/pixels", "\"AQIDBAUGBwg=\"")], &[(88, "01 02 03 04 05 06 07 08")]),
        row(&[("/uvs/2", "[-2, 3]")], &[(116, "fe ff 03 00")]),
        row(&[("/triangles/0/vertices", "[2, 1, 0]")], &[(120, "02 00 01 00 00 00")]),
        row(&[("/triangles/0/uvs", "[0, 1, 258]")], &[(126, "00 00 01 00 02 01")]),
        row(&[("/frames/0/box_min/position", "[1, 2, 3]")], &[(136, "01 02 03")]),
        row(&[("/frames/0/box_max/normal", "9")], &[(143, "09")]),
        row(&[("/frames/0/name", "\"walking\"")], &[(144, "\"walking\"")]),
        row(&[("/frames/0/vertices/1/position", "[1, 2, 255]")], &[(164, "01 02 ff")]),
        row(&[("/frames/0/vertices/1/normal", "200")], &[(167, "c8")]),
    ];
    assert_eq!(typed::run(&read(&mdl3()), mdl::write, &rows), 18);
    let rows = [
        row(
            &[("/skins/0/kind", "4"), ("/skins/0/width", "1"), ("/skins/0/height", "2")],
            &[(88, "01"), (92, "02")],
        ),
        row(&[("/skins/3/pixels", "\"AQID\"")], &[(231, "01 02 03")]),
        row(&[("/frames/0/box_max/pad", "5")], &[(315, "05")]),
        row(&[("/frames/0/vertices/1/position/0", "65535")], &[(340, "ff ff")]),
        row(&[("/frames/0/vertices/1/pad", "1")], &[(347, "01")]),
    ];
    assert_eq!(typed::run(&read(&mdl5()), mdl::write, &rows), 5);
    let rows = [
        row(&[("/layout", "2")], &[(4, "02")]),
        row(&[("/eyes", "[0.0, 1.0, 2.0]")], &[(36, "00 00 00 00 00 00 80 3f 00 00 00 40")]),
        row(&[("/sync", "0")], &[(72, "00")]),
        row(&[("/flags", "256")], &[(76, "00 01")]),
        row(&[("/size", "1.0")], &[(80, "00 00 80 3f")]),
        row(&[("/skins/0/pal8", "\"CQkJCQ==\"")], &[(88, "09 09 09 09")]),
        row(&[("/skins/2/group/times", "[1.0, 2.0]")], &[(112, "00 00 80 3f 00 00 00 40")]),
        row(&[("/uvs/1/on_seam", "0")], &[(140, "00")]),
        row(&[("/uvs/1/s", "-1")], &[(144, "ff ff ff ff")]),
        row(&[("/uvs/1/t", "7")], &[(148, "07")]),
        row(&[("/triangles/0/front", "0")], &[(164, "00")]),
        row(&[("/triangles/0/vertices", "[2, 1, 0]")], &[(168, "02 00 00 00 01 00 00 00 00 00 00 00")]),
        row(&[("/frames/0/single/name", "\"x\"")], &[(208, "\"x\" 00*5")]),
        row(&[("/frames/1/group/box_min/position/0", "9")], &[(244, "09")]),
        row(&[("/frames/1/group/times/1", "1.0")], &[(256, "00 00 80 3f")]),
        row(&[("/frames/1/group/frames/0/vertices/0/normal", "9")], &[(287, "09")]),
    ];
    assert_eq!(typed::run(&read_alias(&mdl2()), alias::write, &rows), 16);
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let refusal = |bytes: &[u8], change: &dyn Fn(&mut Model)| {
        let mut model = read(bytes);
        change(&mut model);
        let finding = mdl::write(&model).expect_err("must be refused");
        (finding.code, finding.path.clone(), finding.expected.clone())
    };
    let (code, path, _) = refusal(&mdl3(), &|model| model.vertex_count = 4);
    assert_eq!((code, path.as_str()), ("gamestudio.mdl.unwritable", "frame 0 \"walk 1\""));
    let (code, path, _) = refusal(&mdl3(), &|model| model.frames[1].vertices[0].position[0] = 256);
    assert_eq!((code, path.as_str()), ("gamestudio.mdl.unwritable", "frame 1 \"walk 2\""));
    assert_eq!(refusal(&mdl3(), &|model| model.frames[1].box_max.pad = 1).0, "gamestudio.mdl.unwritable");
    let (code, path, expected) = refusal(&mdl3(), &|model| model.skins[1].width = 1);
    assert_eq!((code, path.as_str()), ("gamestudio.skin.unwritable", "skin 1"));
    assert_eq!(expected, "4 bytes of pixels");
    let (_, _, expected) = refusal(&mdl3(), &|model| (model.skins[1].width, model.skins[1].height) = (4, 1));
    assert_eq!(expected, "the size in the header, 2 x 2");
    assert_eq!(refusal(&mdl5(), &|model| model.skins[0].kind = 7).0, "gamestudio.skin.unwritable");
    assert_eq!(refusal(&mdl5(), &|model| model.skins[0].width = -2).0, "gamestudio.skin.unwritable");

    let refusal = |bytes: &[u8], change: &dyn Fn(&mut alias::Model)| {
        let mut model = read_alias(bytes);
        change(&mut model);
        let finding = alias::write(&model).expect_err("must be refused");
        assert_eq!(finding.code, "gamestudio.mdl.unwritable");
        (finding.path.clone(), finding.expected.clone())
    };
    let short = alias::Skin::Rgb565(vec![0; 6]);
    assert_eq!(refusal(&idpo(), &|model| model.skins[0] = short.clone()).1, "2 times 4 bytes, at least once");
    assert_eq!(refusal(&mdl2(), &|model| model.skin_width = 3).0, "skin 0");
    assert_eq!(refusal(&mdl2(), &|model| model.skin_width = -4).1, "skins of 0 or more pixels");
    assert_eq!(refusal(&mdl2(), &|model| model.uvs.truncate(2)).0, "frame 0");
    let words = |model: &mut alias::Model| {
        if let alias::Pose::Single(frame) = &mut model.frames[0] {
            frame.packing = Packing::Word;
        }
    };
    assert_eq!(refusal(&mdl2(), &words).1, "frames packed into bytes");
    let times = |model: &mut alias::Model| {
        if let alias::Pose::Group { times, .. } = &mut model.frames[1] {
            times.pop();
        }
    };
    assert_eq!(refusal(&mdl2(), &times).1, "a time for each of one or more frames");
}

#[test]
fn odd_names_survive_json() {
    let mut bytes = mdl3();
    bytes[144..150].copy_from_slice(b"w\xE4lk\0x");
    let (model, report) = mdl::read(&bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    assert_eq!(model.frames[0].name.text(), "w\u{e4}lk");
    let json = typed::through_json(&model);
    let back: Model = serde_json::from_str(&json).unwrap();
    assert_eq!(mdl::write(&back).unwrap(), bytes);
    assert_eq!(Text::<4>::new("w\u{e4}lk").unwrap().bytes(), b"w\xE4lk");
    assert_eq!(Text::<4>::new("walks"), None);
    assert_eq!(Text::<4>::new("\u{2603}"), None);
}

#[test]
fn a_model_beyond_the_limits_is_refused_before_it_is_made() {
    let mut huge = mdl3();
    huge[52..60].copy_from_slice(&[0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0x7F]);
    let finding = mdl::read(&huge, Mode::Lenient).unwrap_err();
    assert_eq!((finding.code, finding.path.as_str()), ("gamestudio.skin.limit", "skin 0"));
    let mut huge = mdl2();
    huge[52..60].copy_from_slice(&[0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0x7F]);
    assert_eq!(alias::read(&huge, Mode::Lenient).unwrap_err().code, "gamestudio.mdl.limit");
}

#[test]
fn the_table_of_normals_is_sound() {
    for (number, normal) in normals::NORMALS.iter().enumerate() {
        let length: f32 = normal.iter().map(|part| part * part).sum();
        assert!((length - 1.0).abs() < 1e-5, "{number}");
        assert_eq!(usize::from(normals::nearest(*normal)), number);
        // The figure is symmetric: the mirrored direction is there too.
        let mirrored = normal.map(|part| 0.0 - part);
        assert!(normals::NORMALS.contains(&mirrored), "{number}");
    }
    assert_eq!(normals::normal(5), [0.0, 0.0, 1.0]);
    assert_eq!(normals::normal(52), [1.0, 0.0, 0.0]);
    assert_eq!(normals::normal(161), [-0.688191, -0.587785, -0.425325]);
    assert_eq!(normals::normal(162), [0.0, 0.0, 1.0]);
    assert_eq!(normals::nearest([0.0; 3]), 5);
    assert_eq!(normals::nearest([0.0, 0.0, -7.0]), 84);
}

#[test]
fn scenes_are_found_by_name() {
    assert_eq!(scenes::scene_name("walk 12"), "walk");
    assert_eq!(scenes::scene_name("walk12 "), "walk");
    assert_eq!(scenes::scene_name("attack2 3"), "attack2");
    assert_eq!(scenes::scene_name("12"), "12");
    assert_eq!(scenes::scene_name(""), "");
    let found = scenes::scenes(["stand 1", "walk1", "Walk 2", "stand 2", "walk3"]);
    let found: Vec<_> = found.into_iter().map(|scene| (scene.name, scene.frames)).collect();
    assert_eq!(found, [("stand".to_owned(), vec![0, 3]), ("walk".to_owned(), vec![1, 2, 4])]);
}

#[test]
fn every_rule_of_the_specification_is_enforced() {
    assert_eq!(rules::run(include_str!("rules/mdl.toml"), &subjects()), 39);
}

#[test]
fn every_finding_says_what_to_do() {
    for code in mdl::codes() {
        assert!(code.id.starts_with("gamestudio.") && !code.means.is_empty() && !code.advice.is_empty());
    }
}

#[test]
fn odd_files_load_with_warnings_only() {
    let mut odd = mdl5();
    odd[52] = 1;
    let (_, report) = mdl::read(&odd, Mode::Lenient).unwrap();
    let [finding] = report.findings() else { panic!("{:?}", report.findings()) };
    assert_eq!((finding.code, finding.severity), ("gamestudio.mdl.header_skin", Severity::Warning));
}

#[test]
fn mutations_are_survived_and_written_back() {
    for (subject, seed) in subjects().iter().zip(1996..) {
        let tally = mutate::run(subject, &Options::new(seed, 100_000));
        println!("{tally}");
        tally.assert_healthy(&COUNTING);
    }
}
