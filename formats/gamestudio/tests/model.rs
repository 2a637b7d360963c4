//! Models are recognised by their first bytes, whatever the file is called.

use binary::Mode;
use gamestudio::model::{self, Model};
use harness::{hex, typed};

#[test]
fn every_kind_is_recognised_and_written_back() {
    let fixtures = [
        (include_str!("fixtures/mdl2.hex"), "alias"),
        (include_str!("fixtures/idpo.hex"), "alias"),
        (include_str!("fixtures/mdl3.hex"), "mdl"),
        (include_str!("fixtures/mdl4.hex"), "mdl"),
        (include_str!("fixtures/mdl5.hex"), "mdl"),
        (include_str!("fixtures/mdl7_all.hex"), "mdl7"),
    ];
    for (fixture, kind) in fixtures {
        let bytes = hex::bytes(fixture);
        let (model, report) = model::read(&bytes, Mode::Strict).unwrap();
        assert_eq!(report.findings(), []);
        let found = match &model {
            Model::Alias(_) => "alias",
            Model::Mdl(_) => "mdl",
            Model::Mdl7(_) => "mdl7",
        };
        assert_eq!(found, kind);
        assert_eq!(model::write(&model).unwrap(), bytes);
        assert!(typed::through_json(&model).starts_with(&format!("{{\"{kind}\":")));
        assert!(!model::fields(&bytes).is_empty());
    }
}

#[test]
fn other_files_are_refused_by_name() {
    for bytes in [b"".as_slice(), b"MDL", b"MDL6....", b"HMP7"] {
        assert_eq!(model::read(bytes, Mode::Lenient).unwrap_err().code, "gamestudio.model.kind");
        assert!(model::fields(bytes).is_empty());
    }
    let finding = model::read(b"DDS |", Mode::Lenient).unwrap_err().in_file("a.mdl");
    assert!(finding.to_string().starts_with("a.mdl: found \"DDS \", expected \"MDL7\""), "{finding}");
}

#[test]
fn each_code_is_listed_once() {
    let codes = model::codes();
    assert!(codes.iter().any(|code| code.id == "gamestudio.model.kind"));
    assert!(codes.windows(2).all(|pair| pair[0].id < pair[1].id));
}
