//! docs/spec/zbd/interp-language.md, "3. Conditionals".

use crate::toy::{Bench, trace};
use script::commands::Game;
use script::{Library, Options};

const SET: &str = "set T TRUE\nset U TRUE\nset F FALSE\nset t true\nset E\n";

/// Whether a block with this condition is run.
fn holds(condition: &str) -> bool {
    let lines = trace(&format!("{SET}{condition}\nEcho in\nendif"));
    match lines[6].as_str() {
        "Echo in: done" => true,
        "Echo in: skipped" => false,
        other => panic!("{other}"),
    }
}

#[test]
fn only_the_exact_value_true_is_true() {
    for (condition, expected) in [
        ("ifdef T", true),
        ("ifdef F", false),
        ("ifdef t", false),
        ("ifdef E", false),
        ("ifdef NONE", false),
        ("ifdef", false),
    ] {
        assert_eq!(holds(condition), expected, "{condition}");
        assert_eq!(holds(&condition.replace("ifdef", "ifndef")), !expected, "not {condition}");
    }
}

#[test]
fn conditions_fold_from_left_to_right() {
    for (words, expected) in [
        ("T || F", true),
        ("F || T", true),
        ("F || F", false),
        ("T && U", true),
        ("T && F", false),
        // With precedence this would be true.
        ("T || T && F", false),
        ("F && F || T", true),
        // Whatever is no operator ends the fold.
        ("T or F && F", true),
        ("F | T || T", false),
        ("T &&", false),
        ("F ||", false),
        ("T ||", true),
        ("|| T", false),
    ] {
        assert_eq!(holds(&format!("ifdef {words}")), expected, "{words}");
        assert_eq!(holds(&format!("ifndef {words}")), !expected, "not {words}");
    }
}

#[test]
fn the_first_endif_ends_a_skip_whatever_stands_inside() {
    let lines = trace("ifdef A\nifdef B\nEcho x\nendif\nEcho y\nendif");
    assert_eq!(
        lines,
        [
            "ifdef A: done",
            "ifdef B: skipped",
            "Echo x: skipped",
            "endif: done",
            "Echo y: done",
            "endif: ignored"
        ]
    );
}

#[test]
fn an_endif_behind_a_block_that_was_run_is_no_finding() {
    let mut bench = Bench::of(Game::Recoil);
    bench.text("set A TRUE\nifdef A\nEcho x\nendif\nifndef A\nEcho y\nendif\nendif");
    assert_eq!(
        bench.trace[1..],
        [
            "ifdef A: done",
            "Echo x: done",
            "endif: ignored",
            "ifndef A: done",
            "Echo y: skipped",
            "endif: done",
            "endif: ignored"
        ]
    );
    assert!(bench.findings().is_empty());
}

#[test]
fn everything_in_a_skipped_block_is_dropped() {
    let lines = trace("ifdef A\nset A TRUE\nsource x\nQuit\nNoSuch\nelse\nendif\nEcho %A%");
    assert_eq!(
        lines[1..],
        [
            "set A TRUE: skipped",
            "source x: skipped",
            "Quit: skipped",
            "NoSuch: skipped",
            "else: skipped",
            "endif: done",
            "Echo : done"
        ]
    );
}

#[test]
fn words_of_conditions_are_recognised_by_their_beginnings() {
    let mut bench = Bench::of(Game::Recoil);
    bench.text("ifdefined A\nEcho x\nendifdef\nEcho y\nIfdef A\nEcho z");
    assert_eq!(
        bench.trace,
        [
            "ifdefined A: done",
            "Echo x: skipped",
            "endifdef: done",
            "Echo y: done",
            "Ifdef A: unknown",
            "Echo z: done"
        ]
    );
    assert_eq!(
        bench.findings(),
        ["script.longer typed: line 1: ifdefined taken for ifdef", "script.unknown typed: line 5: Ifdef A"]
    );
}

#[test]
fn else_and_define_are_no_words_of_the_language() {
    let lines = trace("ifndef A\nEcho x\nelse\nEcho y\nendif\ndefine A");
    assert_eq!(lines[1..4], ["Echo x: done", "else: unknown", "Echo y: done"]);
    assert_eq!(lines[5], "define A: unknown");
}

#[test]
fn else_may_be_switched_on() {
    let options = Options { has_else: true, ..Options::default() };
    let mut bench = Bench::with(Game::MechWarrior3, Library::empty(), options);
    bench.text("ifdef A\nEcho 1\nelse\nEcho 2\nendif\nifndef A\nEcho 3\nelse\nEcho 4\nendif\nelsewhere");
    let effects: Vec<_> = bench.trace.iter().map(|line| line.split(": ").last().unwrap()).collect();
    assert_eq!(
        effects,
        ["done", "skipped", "done", "done", "ignored", "done", "done", "done", "skipped", "done", "unknown"]
    );
}

#[test]
fn a_skip_ends_with_its_script() {
    let mut bench = Bench::of(Game::Recoil).file("open.gs", "ifdef A\nEcho x");
    bench.text("source open.gs\nEcho y");
    assert_eq!(bench.trace[2..], ["Echo x: skipped", "Echo y: done"]);
    assert_eq!(bench.findings(), ["script.open_block open.gs: line 2: no endif"]);
}
