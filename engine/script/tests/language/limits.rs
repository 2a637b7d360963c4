//! What scripts that run away come to.

use crate::toy::{Bench, index};
use harness::alloc;
use script::commands::Game;
use script::{Library, Limits, Options};

#[test]
fn a_script_that_runs_itself_ends_at_the_nesting_limit() {
    let mut bench = Bench::of(Game::Recoil).file("a.gs", "source a.gs\nEcho x");
    let ran = bench.run("a.gs");
    assert_eq!((ran.scripts, ran.lines, ran.stopped), (64, 128, false));
    assert_eq!(bench.trace[63], "source a.gs: failed");
    assert_eq!(bench.findings(), ["script.nesting a.gs: line 1: a.gs"]);
    assert_eq!(bench.loose.reads.len(), 1, "each text is read once a run");
}

#[test]
fn scripts_in_a_ring_end_at_the_nesting_limit() {
    let scripts =
        [("a.gs", "source b.gs\nEcho a"), ("b.gs", "source c.gs\nEcho b"), ("c.gs", "source A.GS\nEcho c")];
    let mut bench = Bench::with(Game::MechWarrior3, Library::of(&index(&scripts)), Options::default());
    let ran = bench.run("a.gs");
    assert_eq!((ran.scripts, ran.lines, ran.stopped), (64, 128, false));
    assert_eq!(bench.trace[127], "Echo a: done");
}

#[test]
fn a_ring_that_doubles_ends_at_the_budget() {
    let mut bench = Bench::of(Game::Recoil).file("a.gs", "source a.gs\nsource a.gs");
    let ran = bench.run("a.gs");
    assert_eq!((ran.lines, ran.stopped), (Limits::default().lines, true));
    let last = bench.findings().pop().unwrap();
    assert!(last.starts_with("script.budget a.gs: line "), "{last}");
    // The next run has a budget of its own.
    let ran = bench.text("Echo x");
    assert_eq!((ran.lines, ran.stopped), (1, false));
}

#[test]
fn a_thousand_scripts_may_nest_where_the_limits_allow_it() {
    let limits = Limits { nesting: 1001, ..Limits::default() };
    let mut bench = Bench::limited(limits);
    for index in 0..1000 {
        bench = bench.file(&format!("s{index}.gs"), &format!("source s{}.gs\nEcho {index}", index + 1));
    }
    bench = bench.file("s1000.gs", "Echo deepest");
    let ran = bench.run("s0.gs");
    assert_eq!((ran.scripts, ran.lines, ran.stopped), (1001, 2001, false));
    assert_eq!(bench.trace[1000], "Echo deepest: done");
    assert_eq!((bench.trace[1001].as_str(), bench.trace[2000].as_str()), ("Echo 999: done", "Echo 0: done"));
    assert_eq!(bench.places[1000], ("s1000.gs".to_owned(), 1, 1000));
    assert!(bench.findings().is_empty());
}

#[test]
fn a_thousand_scripts_may_follow_each_other() {
    let mut bench = Bench::of(Game::Recoil).file("a.gs", "Echo x\nQuit\nEcho y");
    let ran = bench.text(&"source a.gs\n".repeat(1000));
    assert_eq!((ran.scripts, ran.lines, ran.stopped), (1001, 3000, false));
}

#[test]
fn values_that_grow_come_to_an_end() {
    let (_, peak) = alloc::peak_of(|| {
        let mut bench = Bench::of(Game::Recoil);
        bench.text(&format!("set A xx\n{}", "set A %A%%A%\n".repeat(40)));
        assert_eq!(bench.interpreter.variables().get("A").unwrap().len(), 1023);
        assert_eq!(bench.interpreter.finding_counts()["script.long_text"], 40 - 8);
        bench.trace.clear();
        bench.text(&format!("Echo{}", " %A%".repeat(200)));
        let longest = bench.trace.iter().map(String::len).max().unwrap();
        assert!(longest <= Limits::default().line + 32, "{longest}");
    });
    assert!(peak < 4 << 20, "{peak} bytes");
}

#[test]
fn long_lines_of_compiled_scripts_cost_what_they_are_long() {
    let words = " %A%".repeat(20_000);
    let script = format!("Echo{words}\nNoSuch{words}\nifdef{words}\nendif\nsource a.gs\nsource a.gs");
    let library = Library::of(&index(&[("a.gs", &script)]));
    let (_, peak) = alloc::peak_of(|| {
        let mut bench = Bench::with(Game::MechWarrior3, library, Options::default());
        bench.interpreter.set("A", &"v".repeat(1000)).unwrap();
        let ran = bench.run_quietly("a.gs");
        assert!(ran.stopped && ran.lines < 50_000, "{ran:?}");
        let counts = bench.interpreter.finding_counts();
        assert!(counts["script.long_text"] > 0 && counts["script.unknown"] > 0);
        assert!(bench.findings().iter().all(|finding| finding.len() < 400));
    });
    assert!(peak < 4 << 20, "{peak} bytes");
}

#[test]
fn variables_polygons_and_lists_have_their_most() {
    let limits = Limits { variables: 3, corners: 4, names: 2, ..Limits::default() };
    let mut bench = Bench::limited(limits);
    let mut text = "ModelNew m\n".to_owned();
    for index in 0..10 {
        text += &format!("set V{index} 1\nModelPolygonVertex 1 2 3\nModelPolygonUV 0 0\nNoSuch{index}\n");
    }
    bench.text(&text);
    let (variables, registers) = (bench.interpreter.variables(), bench.interpreter.registers());
    assert_eq!(variables.iter().count(), 3);
    assert_eq!((registers.polygon.corners.len(), registers.polygon.uvs.len()), (4, 4));
    assert_eq!(bench.interpreter.unknown_words().len(), 2);
    let counts = bench.interpreter.finding_counts();
    assert_eq!((counts["script.variables"], counts["script.corners"], counts["script.unknown"]), (7, 12, 10));
}

#[test]
fn texts_have_their_largest() {
    let limits = Limits { script_bytes: 10, all_bytes: 15, ..Limits::default() };
    let mut bench = Bench::limited(limits)
        .file("eleven.gs", "Echo abcdef")
        .file("ten.gs", "Echo abcde")
        .file("six.gs", "Echo a");
    bench.text("source eleven.gs\nsource ten.gs\nsource six.gs\nsource ten.gs");
    assert_eq!(
        bench.trace,
        [
            "source eleven.gs: not there",
            "source ten.gs: done",
            "Echo abcde: done",
            "source six.gs: not there",
            "source ten.gs: done",
            "Echo abcde: done"
        ]
    );
    assert_eq!(
        bench.findings(),
        [
            "script.too_large typed: line 1: eleven.gs of 11 bytes",
            "script.too_large typed: line 3: six.gs of 6 bytes"
        ]
    );
    // Each run counts anew.
    bench.text("source six.gs");
    assert_eq!(bench.trace.last().unwrap(), "Echo a: done");
}

#[test]
fn no_limit_is_too_small() {
    let limits = Limits {
        lines: 0,
        nesting: 0,
        script_bytes: 0,
        all_bytes: 0,
        variables: 0,
        line: 0,
        corners: 0,
        names: 0,
    };
    let mut bench = Bench::limited(limits).file("a.gs", "Echo x");
    assert!(bench.text("Echo x").stopped);
    assert!(!bench.run("a.gs").stopped);
    let mut bench = Bench::limited(Limits { lines: 10, ..limits });
    bench.text("Echo %A% x\nset A b\nsource a\nModelNew a\nModelPolygonUV 0 0\nNoSuch\nifdef A");
    assert!(!bench.findings().is_empty());
}

#[test]
fn a_text_that_is_missing_or_too_large_is_asked_for_once_a_run() {
    let limits = Limits { script_bytes: 10, ..Limits::default() };
    let mut bench = Bench::limited(limits).file("large.gs", "Echo large text");
    bench.text("source none.gs\nsource NONE.gs\nsource large.gs\nsource large.gs");
    assert_eq!(bench.loose.reads, ["none.gs", "large.gs"]);
    assert_eq!(bench.trace.iter().filter(|line| line.ends_with(": not there")).count(), 4);
    assert_eq!(
        bench.findings(),
        ["script.no_script typed: line 1: none.gs", "script.too_large typed: line 3: large.gs of 15 bytes"]
    );
    // The next run looks again.
    bench.text("source none.gs");
    assert_eq!(bench.loose.reads.len(), 3);
}

#[test]
fn what_macros_make_of_a_line_counts_in_the_budget() {
    let limits = Limits { lines: 100, ..Limits::default() };
    let mut bench = Bench::limited(limits);
    // A value of 512 characters: four of them in a line fill the buffer of 1024 twice.
    let doubled = "set A xx\n".to_owned() + &"set A %A%%A%\n".repeat(8);
    let ran = bench.text(&(doubled + &"Echo %A% %A% %A% %A%\n".repeat(91)));
    // 9 lines of one each; an echo costs its line and two more.
    assert_eq!((ran.stopped, ran.lines), (true, 9 + 31));
}
