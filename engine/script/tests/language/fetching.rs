//! docs/spec/zbd/interp-language.md, "Argument fetch".

use crate::toy::{Bench, index};
use script::commands::Game;
use script::{Library, Options};
use zbd::interp::Line;

/// The last command that a line becomes, and the codes of what is odd about it.
fn fetched(line: &str) -> (String, Vec<&'static str>) {
    let mut bench = Bench::of(Game::CrimsonSkies).nodes(&["a"]);
    bench.text(&format!("FindNode a\n{line}"));
    let codes = bench.interpreter.findings().iter().map(|finding| finding.code).collect();
    let call = bench.toy.calls.pop().unwrap();
    (call.strip_prefix("a: ").unwrap().to_owned(), codes)
}

fn number(word: &str) -> String {
    let (command, _) = fetched(&format!("LightSetAmbient {word}"));
    command.replace("Lights(LightSetAmbient { strength: ", "").replace(" })", "")
}

fn whole(word: &str) -> String {
    let (command, _) = fetched(&format!("WindowBuffer {word}"));
    command.replace("Views(WindowBuffer { buffer: ", "").replace(" })", "")
}

#[test]
fn numbers_are_read_as_far_as_they_go() {
    for (word, expected) in [
        ("1", "1.0"),
        ("-2.5", "-2.5"),
        ("+.5", "0.5"),
        ("3.", "3.0"),
        ("1e2", "100.0"),
        ("1E-2", "0.01"),
        ("1e", "1.0"),
        ("1e+", "1.0"),
        ("1.5.7", "1.5"),
        ("12units", "12.0"),
        ("0x10", "0.0"),
        (".", "0.0"),
        ("-", "0.0"),
        ("abc", "0.0"),
        ("nan", "0.0"),
        ("inf", "0.0"),
        ("1e39", "0.0"),
        ("-1e999", "0.0"),
        ("1e-999", "0.0"),
        ("--1", "0.0"),
        ("", "0.0"),
    ] {
        assert_eq!(number(word), expected, "{word}");
    }
}

#[test]
fn whole_numbers_are_read_as_far_as_they_go() {
    for (word, expected) in [
        ("7", "7"),
        ("-7", "-7"),
        ("+7", "7"),
        ("7.9", "7"),
        ("1e3", "1"),
        ("7x", "7"),
        ("x7", "0"),
        ("-", "0"),
        ("99999999999", "2147483647"),
        ("-99999999999", "-2147483648"),
        ("", "0"),
    ] {
        assert_eq!(whole(word), expected, "{word}");
    }
}

#[test]
fn blanks_before_a_number_are_skipped() {
    let mut compiled = index(&[("c.gs", "")]);
    let line = |words: &[&str]| Line::new(words).unwrap();
    compiled.scripts[0].lines = vec![line(&["FindNode", "a"]), line(&["WindowOrigin", " \t4", "\n-5 6"])];
    let mut bench = Bench::with(Game::Recoil, Library::of(&compiled), Options::default()).nodes(&["a"]);
    bench.run("c.gs");
    assert_eq!(bench.toy.calls[1], "a: Views(WindowOrigin { x: 4, y: -5 })");
}

#[test]
fn on_and_true_switch_on_whatever_their_case() {
    for word in ["on", "ON", "On", "true", "TRUE", "tRuE"] {
        assert_eq!(fetched(&format!("NodeSetActive {word}")).0, "Flags(NodeSetActive { active: true })");
    }
    for word in ["off", "false", "1", "yes", "onn", "o", ""] {
        assert_eq!(fetched(&format!("NodeSetActive {word}")).0, "Flags(NodeSetActive { active: false })");
    }
}

#[test]
fn missing_arguments_are_nothing_zero_and_off() {
    for (line, expected, missing) in [
        ("Object3DTranslate 1", "Objects(Object3DTranslate { x: 1.0, y: 0.0, z: 0.0 })", 2),
        ("NodeSetActive", "Flags(NodeSetActive { active: false })", 1),
        ("DeleteTree", "Nodes(DeleteTree { name: \"\" })", 1),
        ("LensFlareTexture", "Textures(LensFlareTexture { stage: 0, texture: \"\" })", 2),
        ("AddClutterTemplates", "Loading(AddClutterTemplates { arguments: [] })", 0),
    ] {
        let (command, codes) = fetched(line);
        assert_eq!((command.as_str(), codes), (expected, vec!["script.argument"; missing]), "{line}");
    }
}

#[test]
fn more_arguments_than_a_command_takes_are_left_alone() {
    let (command, codes) = fetched("CameraSetFOV 72 45 x %NONE%");
    assert_eq!(command, "Views(CameraSetFOV { horizontal: 72.0, vertical: 45.0 })");
    assert!(codes.is_empty());
}

#[test]
fn what_is_no_number_is_noted() {
    for (line, noted) in [
        ("LightSetAmbient x", true),
        ("LightSetAmbient 1e39", true),
        ("WindowBuffer 99999999999", true),
        ("LightSetAmbient 1x", false),
    ] {
        assert_eq!(fetched(line).1, vec!["script.number"; usize::from(noted)], "{line}");
    }
}

#[test]
fn macros_make_numbers_and_switches() {
    let mut bench = Bench::of(Game::Recoil).nodes(&["a"]);
    bench.text("set N 5\nset S on\nFindNode a\nObject3DTranslate %N%.25 -%N% %NONE%\nNodeSetActive %S%");
    assert_eq!(
        bench.toy.calls[1..],
        [
            "a: Objects(Object3DTranslate { x: 5.25, y: -5.0, z: 0.0 })",
            "a: Flags(NodeSetActive { active: true })"
        ]
    );
}

#[test]
fn texts_and_everything_that_follows_are_taken_as_they_are() {
    assert_eq!(fetched("DeleteTree A.flt").0, "Nodes(DeleteTree { name: \"A.flt\" })");
    assert_eq!(fetched("Echo a 1 on").0, "Diagnostics(Echo { text: [\"a\", \"1\", \"on\"] })");
}
