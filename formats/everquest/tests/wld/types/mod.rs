//! One fragment of each type, typed from the tables of docs/spec/everquest/wld.md.
//! The names of these tests stand in the table of types.

mod actors;
mod lights;
mod meshes;
mod pictures;
mod regions;
mod skeletons;
mod sprites;

use binary::Mode;
use everquest::wld::*;
use harness::hex;

/// A file of one fragment. Its string table is `A` to `F` at the offsets 1, 3,
/// 5, 7, 9 and 11, so that each reference of a fragment can be another name.
fn file(id: u32, version: Version, body: &[u8]) -> Vec<u8> {
    let strings = code(b"\0A\0B\0C\0D\0E\0F\0");
    let mut strings = strings[..13].to_vec();
    strings.resize(16, 0);
    let regions = u32::from(id == 0x22);
    let mut words = vec![0x5450_3D02, version.word(), 1, regions, body.len() as u32, 16, 6];
    let mut bytes: Vec<u8> = words.drain(..).flat_map(u32::to_le_bytes).collect();
    bytes.extend(strings);
    bytes.extend((body.len() as u32).to_le_bytes());
    bytes.extend(id.to_le_bytes());
    bytes.extend(body);
    bytes.extend([0xFF; 4]);
    bytes
}

/// The fragment of this body, which must be clean, and be the same again after
/// writing and after JSON.
fn clean(id: u32, version: Version, body: &str) -> Body {
    let bytes = file(id, version, &hex::bytes(body));
    let (wld, report) = read(&bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    assert_eq!(wld.fragments.len(), 1);
    assert_eq!(wld.fragments[0].body.id(), id);
    assert_eq!(wld.fragments[0].odd_padding, None);
    assert!(write(&wld).unwrap() == bytes, "written back differently");
    harness::typed::through_json(&wld);
    assert!(!fields(&bytes).is_empty());
    wld.fragments[0].body.clone()
}

fn old(id: u32, body: &str) -> Body {
    clean(id, Version::Old, body)
}

/// The names `A` to `F`.
const A: Reference = Reference(-1);
const B: Reference = Reference(-3);
const C: Reference = Reference(-5);
const D: Reference = Reference(-7);
const E: Reference = Reference(-9);

fn inline(text: &str) -> Inline {
    Inline::new(text).unwrap()
}

#[test]
fn every_row_of_the_table_of_types_names_a_test() {
    assert_eq!(TYPES.len(), 0x37);
    let sources = [
        include_str!("mod.rs"),
        include_str!("actors.rs"),
        include_str!("lights.rs"),
        include_str!("meshes.rs"),
        include_str!("pictures.rs"),
        include_str!("regions.rs"),
        include_str!("skeletons.rs"),
        include_str!("sprites.rs"),
    ];
    for (id, row) in (1..).zip(TYPES) {
        assert_eq!(row.id, id);
        let named = format!("\nfn {}() {{", row.test);
        assert_eq!(sources.iter().filter(|source| source.contains(&named)).count(), 1, "{row:?}");
        assert!(!row.keyword.is_empty() && !row.occurs.is_empty() && !row.holds.is_empty());
        assert_eq!(row.typed, row.test != "types_without_known_layout", "{row:?}");
    }
    assert_eq!(type_of(0x36).unwrap().extractor, Some("Mesh"));
    assert_eq!(type_of(0x38), None);
    assert_eq!(type_of(0), None);
}

#[test]
fn types_without_known_layout() {
    for id in [0x02, 0x0E, 0x1D, 0x1E, 0x1F, 0x20, 0x23, 0x24, 0x25] {
        let bytes = file(id, Version::Old, &[1, 2, 3, 4]);
        let (wld, report) = read(&bytes, Mode::Strict).unwrap();
        assert_eq!(wld.fragments[0].body, Body::Raw(Raw { id, data: vec![1, 2, 3, 4] }));
        assert_eq!(report.findings().len(), 1);
        assert_eq!(report.findings()[0].code, "everquest.wld.undescribed");
        assert_eq!(report.findings()[0].severity, binary::Severity::Note);
        assert_eq!(write(&wld).unwrap(), bytes);
    }
}

#[test]
fn deleted_fragments_are_kept_and_counted() {
    // A placement whose type was set to 0 by an editor, ahead of a reference
    // that counts it.
    let mut bytes = file(0, Version::Old, &[0; 12]);
    bytes.truncate(bytes.len() - 4);
    bytes[8] = 3;
    // A light, and a light inst that refers to it as number 2.
    let more =
        "18 00 00 00 1b 00 00 00  00 00 00 00 10 00 00 00 01 00 00 00  00 00 80 3f 00 00 00 3f 00 00 00 00
                0c 00 00 00 1c 00 00 00  00 00 00 00 02 00 00 00 00 00 00 00  ff ff ff ff";
    bytes.extend(hex::bytes(more));
    bytes[16] = 24;
    let (wld, report) = read(&bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    assert_eq!(wld.fragments[0].body, Body::Raw(Raw { id: 0, data: vec![0; 12] }));
    assert!(matches!(wld.body(Reference(2)), Some(Body::LightDef(_))));
    assert_eq!(write(&wld).unwrap(), bytes);
}

#[test]
fn instances() {
    let ids = [0x05, 0x07, 0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x1A, 0x1C, 0x27, 0x2D, 0x2F, 0x33];
    for id in ids {
        let body = old(id, "ff ff ff ff fd ff ff ff 50 00 00 00");
        assert_eq!(body.name(), A);
        let (Body::SimpleSprite(instance)
        | Body::TwoDSprite(instance)
        | Body::ThreeDSprite(instance)
        | Body::FourDSprite(instance)
        | Body::ParticleSprite(instance)
        | Body::CompositeSprite(instance)
        | Body::HierarchicalSprite(instance)
        | Body::SphereList(instance)
        | Body::Light(instance)
        | Body::BlitSprite(instance)
        | Body::DmSprite(instance)
        | Body::DmTrack(instance)
        | Body::DmRgbTrack(instance)) = body
        else {
            panic!("{body:?}")
        };
        assert_eq!(instance, Instance { name: A, definition: B, flags: 0x50 });
    }
}
