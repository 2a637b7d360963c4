//! docs/spec/zbd/interp-language.md, "2. Variables and macros".

use crate::toy::{Bench, trace};
use script::commands::Game;
use script::{NotSet, Variables};

fn variables() -> Variables {
    let mut variables = Variables::default();
    for (name, value) in [("DIR", "zbd"), ("dir", "low"), ("RAW", "%DIR%"), ("EMPTY", "")] {
        variables.set(name, value, 10).unwrap();
    }
    variables
}

#[test]
fn macros_are_replaced_once_by_names_that_are_case_sensitive() {
    let variables = variables();
    for (token, expected) in [
        ("plain", "plain"),
        ("%DIR%", "zbd"),
        ("%dir%", "low"),
        ("%Dir%", ""),
        ("%DIR%\\file.zbd", "zbd\\file.zbd"),
        ("a%DIR%b%dir%c", "azbdblowc"),
        ("%RAW%", "%DIR%"),
        ("%EMPTY%", ""),
        ("100%", "100%"),
        ("%DIR%%", "zbd%"),
        ("%%", ""),
        ("%DIR", "%DIR"),
        ("", ""),
    ] {
        assert_eq!(variables.expand(token).text, expected, "{token}");
    }
    assert_eq!(variables.expand("%Dir%x%NONE%").unknown, ["Dir", "NONE"]);
}

#[test]
fn setting_again_replaces_and_values_are_expanded_when_they_are_set() {
    let lines =
        "set A 1\nset B %A%\nset A 2\nEcho %A% %B%\nset NAME A\nset %NAME% 3\nEcho %A%\nset A\nEcho x%A%";
    assert_eq!(
        trace(lines),
        [
            "set A 1: done",
            "set B 1: done",
            "set A 2: done",
            "Echo 2 1: done",
            "set NAME A: done",
            "set A 3: done",
            "Echo 3: done",
            "set A: done",
            "Echo x: done",
        ]
    );
}

#[test]
fn the_first_word_is_never_replaced() {
    let lines = trace("set F FindNode\n%F% a\nset G GEN\nLoad%G% b");
    assert_eq!(lines[1..], ["%F% a: unknown", "set G GEN: done", "Load%G% b: unknown"]);
}

#[test]
fn macros_are_replaced_when_an_argument_is_fetched() {
    // The skipped line is shown as it stands; the one that sets what it uses shows the value of before.
    let lines = trace("set A 1\nifdef NO\nEcho %A%\nendif\nset A %A%%A%\nEcho %A%");
    assert_eq!(lines[2], "Echo %A%: skipped");
    assert_eq!(lines[4..], ["set A 11: done", "Echo 11: done"]);
}

#[test]
fn operands_of_conditions_are_not_replaced() {
    let lines = trace("set A TRUE\nset N A\nifdef %N%\nEcho in\nendif\nifdef A\nEcho in\nendif");
    assert_eq!(lines[2..4], ["ifdef %N%: done", "Echo in: skipped"]);
    assert_eq!(lines[5..7], ["ifdef A: done", "Echo in: done"]);
}

#[test]
fn names_and_values_have_their_longest() {
    let name = "n".repeat(63);
    let mut bench = Bench::of(Game::Recoil);
    let long = "v".repeat(600);
    bench.text(&format!(
        "set {name} a\nset {name}n b\nset\nEcho %{name}%\nset L {long}\nset M %L%%L%\nEcho %M%y z"
    ));
    let variables = bench.interpreter.variables();
    assert_eq!(variables.get(&name), Some("a"));
    assert_eq!(variables.get(&format!("{name}n")), None);
    assert_eq!(variables.get("M").unwrap().len(), 1023);
    assert_eq!(bench.trace[3], "Echo a: done");
    assert_eq!(bench.trace[6], format!("Echo {} z: done", "v".repeat(1023)));
    let codes: Vec<_> = bench.interpreter.findings().iter().map(|finding| finding.code).collect();
    let expected = [
        "script.name",
        "script.argument",
        "script.argument",
        "script.name",
        "script.long_text",
        "script.long_text",
    ];
    assert_eq!(codes, expected);
}

#[test]
fn there_are_only_so_many_variables() {
    let mut variables = Variables::default();
    assert_eq!(variables.set("A", "1", 1), Ok(()));
    assert_eq!(variables.set("B", "1", 1), Err(NotSet::Full));
    assert_eq!(variables.set("A", "2", 1), Ok(()));
    assert_eq!(variables.iter().collect::<Vec<_>>(), [("A", "2")]);
}

#[test]
fn helpers_of_developers_are_left_out() {
    assert_eq!(
        trace("var A set 1\nvar A |= 2\nwho\nEcho x%A%")[..3],
        ["var A set 1: ignored", "var A |= 2: ignored", "who: ignored"]
    );
}

#[test]
fn variables_outlive_a_script_and_may_be_set_before_it() {
    let mut bench = Bench::of(Game::Recoil);
    bench.interpreter.set("GAMEZ", "zbd\\m1.zbd").unwrap();
    bench.text("GameZReadZBDFile %GAMEZ%\nset A 1");
    bench.text("Echo %A%");
    assert_eq!(bench.trace, ["GameZReadZBDFile zbd\\m1.zbd: done", "set A 1: done", "Echo 1: done"]);
    assert_eq!(bench.interpreter.set("", "x"), Err(NotSet::Name));
}

#[test]
fn a_macro_that_is_not_set_is_noted() {
    let mut bench = Bench::of(Game::Recoil);
    bench.text("TextureAdd a%NONE%b");
    assert_eq!(bench.toy.calls, ["-: Textures(TextureAdd { name: \"ab\" })"]);
    assert_eq!(bench.findings(), ["script.macro typed: line 1: TextureAdd: %NONE%"]);
}
