//! docs/spec/zbd/interp-language.md, "1. Where a script comes from".

use crate::toy::{Bench, Loose, index};
use script::commands::Game;
use script::{Library, Options, Script};
use zbd::interp::Line;

fn bench(scripts: &[(&str, &str)]) -> Bench {
    Bench::with(Game::MechWarrior3, Library::of(&index(scripts)), Options::default())
}

#[test]
fn the_index_is_looked_for_in_the_install_and_then_in_zbd() {
    let bytes = zbd::interp::write(&index(&[("c1.gs", "Quit")])).unwrap();
    let mut loose = Loose::default();
    loose.files.insert("zbd\\interp.zbd".to_owned(), bytes);
    let (library, findings) = Library::open(&mut loose);
    assert_eq!((library.names().collect::<Vec<_>>(), findings), (vec!["c1.gs"], vec![]));
    assert_eq!(loose.reads, ["interp.zbd", "zbd\\interp.zbd"]);

    let (library, findings) = Library::open(&mut Loose::default());
    assert_eq!((library.names().count(), findings.len()), (0, 0));
}

#[test]
fn a_damaged_index_is_a_finding_and_holds_nothing() {
    let mut loose = Loose::default();
    loose.files.insert("interp.zbd".to_owned(), b"not an index".to_vec());
    let (library, findings) = Library::open(&mut loose);
    assert_eq!(library.names().count(), 0);
    assert_eq!((findings[0].code, findings[0].file.as_str()), ("zbd.interp.signature", "interp.zbd"));
}

#[test]
fn names_are_found_without_regard_to_case_and_slashes() {
    let mut bench = bench(&[("support\\C1\\Init.gw", "FindNode a"), ("SUPPORT/c1/init.GW", "FindNode b")]);
    bench.run("Support/c1\\INIT.gw");
    assert_eq!(bench.trace, ["FindNode a: not there"]);
    assert!(bench.loose.reads.is_empty());
    assert!(bench.interpreter.has_run("support/c1/init.gw"));
}

#[test]
fn a_source_that_is_newer_replaces_the_compiled_script() {
    for (time, says) in [(999, "compiled"), (1000, "compiled"), (1001, "loose")] {
        let mut bench = bench(&[("c1.gs", "FindNode compiled")]).file("c1.gs", "FindNode loose");
        bench.loose.time = time;
        bench.run("c1.gs");
        assert_eq!(bench.trace, [format!("FindNode {says}: not there")]);
    }
}

#[test]
fn what_is_not_in_the_index_is_read_as_text() {
    let mut bench = bench(&[("c1.gs", "source c2.gs")]).file("c2.gs", "# text\nFindNode, loose");
    bench.run("c1.gs");
    assert_eq!(bench.trace, ["source c2.gs: done", "FindNode loose: not there"]);
    assert_eq!(bench.places[1], ("c2.gs".to_owned(), 2, 1));
}

#[test]
fn a_script_that_is_nowhere_is_reported_and_left_out() {
    let mut bench = bench(&[("c1.gs", "source none.gs\nFindNode a")]);
    let ran = bench.run("c1.gs");
    assert_eq!(bench.trace, ["source none.gs: not there", "FindNode a: not there"]);
    assert_eq!(bench.findings(), ["script.no_script c1.gs: line 1: none.gs"]);
    assert_eq!((ran.lines, ran.scripts, ran.calls, ran.stopped), (2, 1, 1, false));

    let ran = bench.run("other.gs");
    assert_eq!((ran.lines, ran.scripts), (0, 0));
    assert_eq!(bench.findings()[1], "script.no_script other.gs: other.gs");
}

#[test]
fn texts_are_split_at_commas_and_white_space_and_end_at_a_hash() {
    let text = b"  WorldOrigin ,1,,2\t ,\n\n# all of it\n \t,\nEcho a#b c\r\nEcho \"a b\" \\\nQuit";
    let script = Script::of_text("t", text);
    let lines: Vec<_> = script.lines().iter().map(|line| (line.number(), line.to_string())).collect();
    let expected = [(1, "WorldOrigin 1 2"), (5, "Echo a"), (6, "Echo \"a b\" \\"), (7, "Quit")]
        .map(|(n, s)| (n, s.to_owned()));
    assert_eq!(lines, expected);
    assert_eq!(script.lines()[2].arguments().collect::<Vec<_>>(), ["\"a", "b\"", "\\"]);
}

#[test]
fn lines_of_text_end_where_the_games_buffer_does() {
    let fits = format!("Echo {}", "x".repeat(1018));
    let script = Script::of_text("t", format!("{fits}\r\n{fits}y\nQuit").as_bytes());
    assert_eq!(script.lines()[0].to_string(), fits);
    assert_eq!(script.lines()[1].to_string(), fits);
    assert_eq!(script.too_long(), [2]);

    let mut bench = Bench::of(Game::Recoil).file("long.gs", &format!("{fits}y"));
    bench.run("long.gs");
    assert_eq!(bench.findings(), ["script.long_line long.gs: line 1: 1024 bytes or more"]);
}

#[test]
fn bytes_that_are_no_text_are_latin_1_and_a_nul_ends_its_line() {
    let script = Script::of_text("t", b"FindNode H\xFCtte\xFF\nFindNode a\0b c\n\0\n\xC3\xBC");
    let lines: Vec<_> = script.lines().iter().map(ToString::to_string).collect();
    assert_eq!(lines, ["FindNode H\u{FC}tte\u{FF}", "FindNode a", "\u{C3}\u{BC}"]);
}

#[test]
fn words_of_compiled_scripts_are_taken_as_they_are() {
    let mut interp = index(&[("c1.gs", "")]);
    let line = |words: &[&str]| Line::new(words).unwrap();
    interp.scripts[0].lines = vec![
        line(&["FindNode", "a b, # c"]),
        line(&["# FindNode", "d"]),
        line(&[""]),
        line(&["FindNode", "", "e"]),
    ];
    let mut bench = Bench::with(Game::MechWarrior3, Library::of(&interp), Options::default());
    bench.run("c1.gs");
    assert_eq!(
        bench.trace,
        ["FindNode a b, # c: not there", "# FindNode d: unknown", ": unknown", "FindNode  e: not there"]
    );
    assert_eq!(
        bench.toy.calls,
        ["-: Nodes(FindNode { name: \"a b, # c\" })", "-: Nodes(FindNode { name: \"\" })"]
    );
    assert_eq!(bench.places[3].1, 4);
}

#[test]
fn as_many_words_are_compiled_as_the_line_says() {
    let text = b"FindNode\0a\0b\0";
    let mut bytes = zbd::interp::write(&index(&[("c1.gs", "FindNode a b")])).unwrap();
    let at = bytes.windows(text.len()).position(|window| window == text).unwrap();
    for (count, expected) in
        [(0, None), (1, Some("FindNode")), (2, Some("FindNode a")), (9, Some("FindNode a b"))]
    {
        bytes[at - 4] = count;
        let (interp, _) = zbd::interp::read(&bytes, binary::Mode::Lenient).unwrap();
        let script = Script::of_compiled(&interp.scripts[0]);
        assert_eq!(script.lines().first().map(ToString::to_string).as_deref(), expected);
    }
}

#[test]
fn a_script_is_found_by_the_end_of_its_path() {
    let names = ["game\\support\\c1\\init.gw", "game\\support\\c2\\init.gw", "scripts\\C1.gs", "c2.gs"];
    let library = Library::of(&index(&names.map(|name| (name, "Echo x"))));
    assert_eq!(library.alike("c2.gs"), Some("c2.gs"));
    assert_eq!(library.alike("c1.gs"), Some("scripts\\C1.gs"));
    assert_eq!(library.alike("support\\c1\\init.gw"), Some("game\\support\\c1\\init.gw"));
    // Two are called so, and nothing says which is meant.
    assert_eq!(library.alike("support\\c3\\init.gw"), None);
    assert_eq!(library.alike("load.gw"), None);
}
