//! A command that fails with `--json` prints one object that says why, whatever its verb.

use crate::program::{copy_of_demo, revisit};
use std::collections::BTreeSet;
use std::path::Path;

/// Verbs with `--json`, with their parents: `vfs ls`.
fn verbs(above: &[String], command: &clap::Command, into: &mut Vec<(Vec<String>, clap::Command)>) {
    if command.get_arguments().any(|argument| argument.get_id() == "json") {
        into.push((above.to_vec(), command.clone()));
    }
    for verb in command.get_subcommands() {
        let name = verb.get_name().to_owned();
        verbs(&[above, &[name]].concat(), verb, into);
    }
}

/// What a verb must be given, all of it paths to nothing.
fn missing(command: &clap::Command, folder: &Path) -> Vec<String> {
    let mut words = Vec::new();
    for argument in command.get_arguments().filter(|argument| argument.is_required_set()) {
        let ending = match argument.get_value_names().and_then(|names| names.first()) {
            Some(name) if name.contains('.') => name.rsplit('.').next().unwrap_or_default().to_owned(),
            _ => "missing".to_owned(),
        };
        words.extend(argument.get_long().map(|long| format!("--{long}")));
        words.push(match argument.get_possible_values().first() {
            Some(first) => first.get_name().to_owned(),
            None => folder.join(format!("not-there.{ending}")).display().to_string(),
        });
    }
    words
}

#[test]
fn every_verb_with_json_says_in_json_why_it_failed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("letter.txt"), "dear reader").unwrap();
    let mut all = Vec::new();
    verbs(&[], &revisit::command(), &mut all);
    let names: Vec<String> = all.iter().map(|(verb, _)| verb.join(" ")).collect();
    for known in ["detect", "check", "bench load", "vfs which", "shot", "demo", "play"] {
        assert!(names.iter().any(|name| name == known), "{known} is missing in {names:?}");
    }
    for (verb, command) in &all {
        let mut words = [verb.as_slice(), &missing(command, folder.path())].concat();
        words.push("--json".to_owned());
        // What clap does not tell of these two.
        match verb.join(" ").as_str() {
            "play" => words.extend(["--frames".to_owned(), "1".to_owned()]),
            "demo" => words.extend(["--write".to_owned(), folder.path().display().to_string()]),
            _ => {}
        }
        let run = revisit(&words).fails(2, &[]);
        let json = run.json();
        assert_eq!(json["schema"], "revisit.error/1", "{words:?}");
        assert_eq!((&json["kind"], &json["exit_code"]), (&"input".into(), &2.into()), "{words:?}");
        let message = json["message"].as_str().unwrap();
        assert!(!message.is_empty() && run.err.contains(message), "{words:?}: {run:#?}");
        let keys: BTreeSet<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, ["exit_code", "finding", "kind", "message", "schema"].into(), "{words:?}");
    }
}

#[test]
fn a_finding_that_stops_a_verb_is_in_its_error() {
    let folder = copy_of_demo();
    let file = folder.path().join("zbd/c1/gamez.zbd");
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    let path = folder.path().to_str().unwrap();
    let json = revisit(["load", path, "c1", "--json"]).fails(2, &[]).json();
    assert_eq!(json["finding"]["file"], "zbd/c1/gamez.zbd", "{json:#}");
    assert!(json["finding"]["code"].as_str().unwrap().starts_with("zbd."), "{json:#}");
    // Of a command line there is none.
    let json = revisit(["load", "--json"]).fails(2, &[]).json();
    assert_eq!((&json["kind"], &json["finding"]), (&"usage".into(), &serde_json::Value::Null), "{json:#}");
    assert!(json["message"].as_str().unwrap().contains("PATH"), "{json:#}");
}

#[test]
fn a_result_that_says_what_failed_is_the_only_object() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("letter.txt"), "dear reader").unwrap();
    let path = folder.path().to_str().unwrap();
    let json = revisit(["detect", path, "--json"]).fails(2, &[]).json();
    assert_eq!((&json["schema"], &json["title"]), (&"revisit.detect/1".into(), &serde_json::Value::Null));
    let damaged = copy_of_demo();
    std::fs::write(damaged.path().join("zbd/interp.zbd"), b"\x19\x11\x97\x08 cut").unwrap();
    let run = revisit(["check", damaged.path().to_str().unwrap(), "--json"]);
    assert_eq!((run.code, &run.json()["schema"]), (1, &"revisit.check/1".into()), "{run:#?}");
}
