//! The kinds of the client's files: how they are recognised, summed up and laid out as folders.

use binary::Mode;
use filekind::{Catalog, document};
use harness::hex;
use warcraft::kinds::{KINDS, MODEL, TABLE, TEXTURE};

fn catalog() -> Catalog {
    Catalog::new(&[KINDS])
}

#[test]
fn files_are_recognised_by_their_first_letters() {
    let fixtures = [
        (hex::bytes(include_str!("fixtures/m2_first.hex")), &MODEL),
        (hex::bytes(include_str!("fixtures/blp1_jpeg.hex")), &TEXTURE),
        (hex::bytes(include_str!("fixtures/blp2_plain.hex")), &TEXTURE),
        (hex::bytes(include_str!("fixtures/dbc_models.hex")), &TABLE),
    ];
    for (bytes, kind) in fixtures {
        let identity = catalog().identify(&bytes).unwrap();
        assert_eq!(identity.kind, kind);
        let (content, _) = identity.read(&bytes, Mode::Strict).unwrap();
        assert_eq!(content.to_bytes().unwrap().unwrap(), bytes);
        // A document, and back.
        let form = kind.folder.unwrap();
        let head =
            document::Head { revisit: 1, kind: form.id.to_owned(), findings: document::Known::default() };
        let text = content.to_document(&head).unwrap();
        let again = form.parse.unwrap()("revisit.json", &text).unwrap();
        assert_eq!(again.to_bytes().unwrap().unwrap(), bytes);
    }
    assert!(catalog().identify(b"MD22").is_none());
    assert_eq!(catalog().promised("Fox.M2", b"nonsense").unwrap().kind, &MODEL);
    // Models of later clients are models that cannot be read.
    for start in [b"MD20\x08\x01\0\0", b"MD21\x08\x01\0\0"] {
        let finding = catalog().identify(start).unwrap().read(start, Mode::Lenient).unwrap_err();
        assert_eq!(finding.code, "warcraft.m2.version");
    }
}

#[test]
fn a_model_is_summed_up() {
    let bytes = hex::bytes(include_str!("fixtures/m2_second.hex"));
    let (content, _) = catalog().identify(&bytes).unwrap().read(&bytes, Mode::Strict).unwrap();
    let expected = [
        ("version", "263"),
        ("name", "Fixture"),
        ("vertices", "4"),
        ("triangles", "2, 2"),
        ("sequences", "3"),
        ("bones", "3"),
        ("textures", "2"),
        ("batches", "3, 2"),
        ("particles", "1"),
        ("ribbons", "1"),
        ("attachments", "1"),
        ("events", "2"),
        ("lights", "1"),
        ("cameras", "2"),
        ("bounds", "[0.0, 0.0, 0.0] to [0.0, 1.0, 2.0] yards, radius 1.125"),
    ];
    let found = content.summary();
    let found: Vec<(&str, &str)> = found.iter().map(|(label, value)| (*label, value.as_str())).collect();
    assert_eq!(found, expected);
    assert_eq!(content.version().as_deref(), Some("263"));
    assert_eq!(content.external_skins(), ["World\\Fixture.blp"]);
    assert_eq!(content.kept_raw_bytes(), 0);
}

#[test]
fn textures_and_tables_are_summed_up() {
    let summary = |text: &str| {
        let bytes = hex::bytes(text);
        let (content, _) = catalog().identify(&bytes).unwrap().read(&bytes, Mode::Strict).unwrap();
        content.summary().into_iter().map(|(_, value)| value).collect::<Vec<_>>()
    };
    assert_eq!(summary(include_str!("fixtures/blp2_palette.hex")), ["4 x 2", "palette, 4 bit alpha", "3"]);
    assert_eq!(summary(include_str!("fixtures/blp2_dxt1.hex")), ["8 x 4", "DXT1, opaque", "4"]);
    assert_eq!(summary(include_str!("fixtures/blp1_jpeg.hex")), ["2 x 1", "JPEG", "2"]);
    assert_eq!(summary(include_str!("fixtures/dbc_displays.hex")), ["4", "12", "48 bytes", "24 bytes"]);
}
