//! Interpreter files against docs/spec/zbd/interp.md.

use crate::COUNTING;
use binary::{Mode, Padded};
use harness::alloc;
use harness::mutate::{self, Options};
use harness::typed::row;
use harness::{Outcome, Subject, hex, rules, typed};
use zbd::interp::{self, Interp, Line, Script};

fn small() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/interp.hex"))
}

fn all() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/interp_all.hex"))
}

fn outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (interp, report) = interp::read(bytes, mode)?;
    Ok(Outcome { rewritten: interp::write(&interp)?, findings: report.into_findings() })
}

/// A clean file, read strictly.
fn read(bytes: &[u8]) -> Interp {
    let (interp, report) = interp::read(bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    interp
}

#[test]
fn a_script_is_read_as_specified() {
    let expected = Interp {
        scripts: vec![Script {
            name: Padded::new("c1\\support.gw").unwrap(),
            timestamp: 0x386D_4380,
            lines: vec![Line::new(&["Cmd", "Arg1", "Arg20"]).unwrap()],
        }],
    };
    let interp = read(&small());
    assert_eq!(interp, expected);
    let line = &interp.scripts[0].lines[0];
    assert_eq!(line.to_string(), "Cmd Arg1 Arg20");
    assert_eq!((line.text(), line.token_count()), (b"Cmd\0Arg1\0Arg20\0".as_slice(), 3));
}

#[test]
fn scripts_may_be_empty_and_names_long() {
    let interp = read(&all());
    let lines: Vec<Vec<String>> =
        interp.scripts.iter().map(|script| script.lines.iter().map(ToString::to_string).collect()).collect();
    let long = format!("{} {}", "x".repeat(40), "7".repeat(20));
    let expected: [&[&str]; 4] =
        [&["LoadWorld c1\\gamez.zbd", "SetSky sky 1.5 -20", "Quit"], &[], &["FindMe  last"], &[&long]];
    assert_eq!(lines, expected);
    let names: Vec<_> = interp.scripts.iter().map(|script| script.name.text()).collect();
    assert_eq!(names, ["mission\\load_world.gw", "empty.gs", "one.gs", ""]);
    let tokens: Vec<_> = interp.scripts[2].lines[0].tokens().collect();
    assert_eq!(tokens, ["FindMe", "", "last"]);
}

#[test]
fn lines_are_made_of_tokens_that_fit() {
    assert_eq!(Line::new(&["a", "b"]).unwrap().text(), b"a\0b\0");
    assert_eq!(Line::new(&[""]).unwrap().text(), b"\0");
    assert_eq!(Line::new::<&str>(&[]), None);
    assert_eq!(Line::new(&["a\0b"]), None);
    assert_eq!(Line::new(&["caf\u{e9}"]), None);
}

#[test]
fn each_field_is_written_at_its_offset() {
    let rows = [
        row(&[("/scripts/0/name", "\"c2\\\\support.gw\"")], &[(13, "\"2\"")]),
        row(&[("/scripts/0/timestamp", "67305985")], &[(132, "01 02 03 04")]),
        row(&[("/scripts/0/lines/0/1", "\"Arg9\"")], &[(155, "\"9\"")]),
        row(&[("/scripts/0/lines/0", "[\"Cmd\", \"Arg1 Arg20\"]")], &[(144, "02"), (156, "\" \"")]),
        row(
            &[("/scripts/0/lines/0", "{\"raw\": \"Q21kIEFyZzEgQXJnMjAh\", \"token_count\": 513}")],
            &[(144, "01 02"), (151, "\" Arg1 Arg20!\"")],
        ),
    ];
    assert_eq!(typed::run(&read(&small()), interp::write, &rows), rows.len());
    // Starts follow from what the scripts before hold.
    let mut interp = read(&all());
    interp.scripts[0].lines.pop();
    let bytes = interp::write(&interp).unwrap();
    assert_eq!(bytes.len(), all().len() - 13);
    assert_eq!(bytes[140 + 124..140 + 128], [0x57 - 13, 0x02, 0, 0]);
}

#[test]
fn json_shows_tokens_and_keeps_odd_lines() {
    let json = typed::through_json(&read(&all()));
    assert!(json.contains("[\"SetSky\",\"sky\",\"1.5\",\"-20\"]"), "{json}");
    let odd: [&[(usize, u8)]; 4] =
        [&[(144, 9)], &[(162, b'!')], &[(148, 0x80)], &[(144, 0), (151, b' '), (156, 1)]];
    for changes in odd {
        let mut bytes = small();
        for (offset, byte) in changes {
            bytes[*offset] = *byte;
        }
        let (interp, report) = interp::read(&bytes, Mode::Lenient).unwrap();
        assert!(!report.findings().is_empty());
        let json = typed::through_json(&interp);
        assert!(json.contains("\"raw\":"), "{json}");
        assert_eq!(interp::write(&serde_json::from_str(&json).unwrap()).unwrap(), bytes);
    }
    for bad in
        ["[]", "[\"a\\u0000\"]", "{\"raw\":\"\",\"token_count\":1}", "{\"raw\":\"?\",\"token_count\":1}"]
    {
        assert!(serde_json::from_str::<Line>(bad).is_err(), "{bad}");
    }
}

#[test]
fn an_empty_line_is_not_written() {
    // It would end the script.
    let mut interp = read(&all());
    interp.scripts[0].lines.insert(1, Line::default());
    let finding = interp::write(&interp).unwrap_err();
    assert_eq!(finding.code, "zbd.interp.unwritable");
    assert_eq!(finding.path, "script 0 \"mission\\load_world.gw\", line 1");
}

#[test]
fn short_lines_stay_within_the_memory_bound() {
    // The costliest file there is: lines of one byte each.
    let lines = vec![Line::new(&[""]).unwrap(); 100_000];
    let interp = Interp { scripts: vec![Script { lines, ..Script::default() }] };
    let bytes = interp::write(&interp).unwrap();
    let (read, peak) = alloc::peak_of(|| interp::read(&bytes, Mode::Strict).unwrap().0);
    assert_eq!(read, interp);
    assert!(peak > bytes.len() && peak <= alloc::allowance(bytes.len()), "{peak} for {} bytes", bytes.len());
}

#[test]
fn every_finding_says_what_to_do() {
    for code in interp::codes() {
        assert!(code.id.starts_with("zbd.interp.") && !code.means.is_empty(), "{code:?}");
        assert!(!code.advice.is_empty(), "{code:?}");
    }
}

#[test]
fn every_rule_of_the_specification_is_enforced() {
    let subject = Subject { name: "interp", fixture: all(), read: outcome, sites: interp::fields };
    assert_eq!(rules::run(include_str!("rules/interp.toml"), &[subject]), 14);
}

#[test]
fn mutations_are_survived_and_written_back() {
    let subject = Subject { name: "interp", fixture: all(), read: outcome, sites: interp::fields };
    let tally = mutate::run(&subject, &Options::new(1999, 100_000));
    println!("{tally}");
    tally.assert_healthy(&COUNTING);
}
