//! Findings: how they read, how many are kept, what is an error.

use binary::{Finding, Mode, Name, Report, Segment, Severity, codes};

codes! {
    CHILDREN = "demo.children": "a node has more children than the file holds" => "export the world again";
    SPARE = "demo.spare": "a spare word is set" => "";
}

#[test]
fn a_finding_reads_as_file_structure_offset_found_expected() {
    let mut report = Report::new(Mode::Strict);
    report.enter(Segment::at("node", 17).named(Name::new(b"house_03\0rest")));
    let finding =
        report.broken(&CHILDREN, 0x0003_A2F4, "at most 3 children in the 12 bytes left", "a count of 9");
    assert_eq!(
        finding.in_file("c1/gamez.zbd").to_string(),
        "c1/gamez.zbd: node 17 \"house_03\" at 0x0003a2f4: found a count of 9, \
         expected at most 3 children in the 12 bytes left; export the world again [demo.children]"
    );
}

#[test]
fn a_finding_without_a_place_reads_well_too() {
    let bare = || Finding::new(&SPARE, Severity::Error, "", "a folder", "nothing");
    assert_eq!(bare().to_string(), "found nothing, expected a folder [demo.spare]");
    assert_eq!(
        bare().inside("texture 3").to_string(),
        "texture 3: found nothing, expected a folder [demo.spare]"
    );
    assert_eq!(bare().in_file("a.zbd").to_string(), "a.zbd: found nothing, expected a folder [demo.spare]");
    let placed = Report::new(Mode::Strict).broken(&SPARE, 16, "0", "7");
    assert_eq!(placed.to_string(), "at 0x00000010: found 7, expected 0 [demo.spare]");
}

#[test]
fn the_path_shows_labels_indices_and_names() {
    let mut report = Report::new(Mode::Strict);
    assert_eq!(report.path(), "");
    report.enter(Segment::one("world"));
    report.enter(Segment::at("node", 4_000_000).named(Name::new(b"caf\xE9\x07")));
    report.enter(Segment::at("child", 0));
    assert_eq!(report.path(), "world, node 4000000 \"caf\u{e9}?\", child 0");
    report.leave();
    assert_eq!(report.path(), "world, node 4000000 \"caf\u{e9}?\"");
}

#[test]
fn repeats_beyond_twenty_are_counted_and_not_kept() {
    let mut report = Report::new(Mode::Lenient);
    for offset in 0..1000 {
        report.habit(&SPARE, offset, 0, 1);
    }
    report.habit(&CHILDREN, 0, 0, 1);
    assert_eq!(report.findings().len(), 21);
    assert_eq!(report.findings()[19].offset, Some(19));
    assert_eq!(report.counts()["demo.spare"], 1000);
    assert_eq!(report.counts()["demo.children"], 1);
}

#[test]
fn a_habit_is_an_error_only_in_strict_mode_and_a_note_in_none() {
    for (mode, severity) in [(Mode::Strict, Severity::Error), (Mode::Lenient, Severity::Warning)] {
        let mut report = Report::new(mode);
        report.note(&CHILDREN, 0, "few", "many");
        assert!(report.verdict().is_ok());
        report.habit(&SPARE, 8, 0, 1);
        assert_eq!(report.findings()[0].severity, Severity::Note);
        assert_eq!(report.findings()[1].severity, severity);
        let verdict = report.verdict().map_err(|error| error.code);
        assert_eq!(verdict, if mode == Mode::Strict { Err("demo.spare") } else { Ok(()) });
        assert_eq!(report.broken(&SPARE, 8, 0, 1).severity, Severity::Error);
    }
}

#[test]
fn declared_codes_are_listed() {
    assert_eq!(CODES.iter().map(|code| code.id).collect::<Vec<_>>(), ["demo.children", "demo.spare"]);
    assert_eq!(CODES[0].means, "a node has more children than the file holds");
}

#[test]
fn a_finding_serialises_with_words_a_program_can_match() {
    let finding = Report::new(Mode::Strict).broken(&CHILDREN, 16, "1", "2").in_file("a.zbd");
    let json = serde_json::to_value(&finding).unwrap();
    let expected = serde_json::json!({
        "code": "demo.children", "severity": "error", "file": "a.zbd", "path": "", "offset": 16,
        "expected": "1", "found": "2", "advice": "export the world again",
    });
    assert_eq!(json, expected);
}
