//! docs/spec/zbd/interp-language.md, "4. Flow words".

use crate::toy::{Bench, trace};
use script::commands::Game;

#[test]
fn source_runs_a_script_now_and_then_goes_on() {
    let mut bench =
        Bench::of(Game::Recoil).file("a.gs", "Echo a1\nsource b.gs\nEcho a2").file("b.gs", "set B 1\nEcho b");
    let ran = bench.text("source a.gs\nEcho %B%");
    assert_eq!(
        bench.trace,
        [
            "source a.gs: done",
            "Echo a1: done",
            "source b.gs: done",
            "set B 1: done",
            "Echo b: done",
            "Echo a2: done",
            "Echo 1: done"
        ]
    );
    let depths: Vec<_> =
        bench.places.iter().map(|(script, line, depth)| format!("{script}:{line} {depth}")).collect();
    assert_eq!(
        depths,
        ["typed:1 0", "a.gs:1 1", "a.gs:2 1", "b.gs:1 2", "b.gs:2 2", "a.gs:3 1", "typed:2 0"]
    );
    assert_eq!((ran.lines, ran.scripts, ran.calls), (7, 3, 4));
}

#[test]
fn paths_may_hold_macros() {
    let mut bench = Bench::of(Game::Recoil).file("support\\m1.gw", "Echo x");
    bench.text("set DIR support\nsource %DIR%\\m1.gw");
    assert_eq!(bench.trace[1..], ["source support\\m1.gw: done", "Echo x: done"]);
}

#[test]
fn quit_leaves_its_own_script_alone() {
    let mut bench = Bench::of(Game::Recoil).file("a.gs", "Quit now\nEcho never");
    bench.text("source a.gs\nEcho y\nQuitter\nQuit\nEcho never");
    assert_eq!(
        bench.trace,
        ["source a.gs: done", "Quit now: done", "Echo y: done", "Quitter: unknown", "Quit: done"]
    );
}

#[test]
fn skipping_and_place_are_those_of_each_script() {
    let mut bench = Bench::of(Game::Recoil).file("a.gs", "endif\nifdef A\nEcho x\nendif");
    bench.text("ifndef A\nsource a.gs\nEcho y\nendif\nEcho z");
    assert_eq!(bench.trace[5..], ["endif: done", "Echo y: done", "endif: ignored", "Echo z: done"]);
}

#[test]
fn no_folder_is_made() {
    assert_eq!(trace("mkdir c1\nmkdirs"), ["mkdir c1: ignored", "mkdirs: ignored"]);
}

#[test]
fn words_but_quit_are_recognised_by_their_beginnings() {
    let mut bench = Bench::of(Game::Recoil).file("a.gs", "Echo a");
    bench.text("sources a.gs\nsetting A 1\nEcho %A%\nwhoever\nvariable\nSet A 2\nsourc a.gs");
    assert_eq!(
        bench.trace,
        [
            "sources a.gs: done",
            "Echo a: done",
            "setting A 1: done",
            "Echo 1: done",
            "whoever: ignored",
            "variable: ignored",
            "Set A 2: unknown",
            "sourc a.gs: unknown"
        ]
    );
}

#[test]
fn a_source_without_a_path_is_reported() {
    let mut bench = Bench::of(Game::Recoil);
    bench.text("source\nEcho x");
    assert_eq!(bench.trace, ["source: not there", "Echo x: done"]);
    let codes: Vec<_> = bench.interpreter.findings().iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["script.argument", "script.no_script"]);
}
