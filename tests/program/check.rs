//! `check` and `inspect`.

use crate::program::{copy_of_demo, demo, revisit};
use std::fs;
use tempfile::TempDir;

#[test]
fn the_demo_is_clean_and_comes_back_byte_for_byte() {
    let json = revisit(["check", demo(), "--roundtrip", "--json"]).ok().json();
    let files = json["files"].as_array().unwrap();
    assert!(files.iter().all(|file| !file["kind"].is_null()), "{files:#?}");
    let known: Vec<_> = files.iter().filter(|file| file["kind"] != "revisit.demo").collect();
    assert_eq!(known.len() + 1, files.len(), "the demo's description is known as such");
    assert!(known.len() >= 4, "{files:#?}");
    for file in &known {
        assert_eq!(file["identical"], true, "{file}");
    }
    let kinds: Vec<&str> = known.iter().map(|file| file["kind"].as_str().unwrap()).collect();
    for kind in ["zbd.gamez", "zbd.textures", "zbd.interp", "zbd.readers"] {
        assert!(kinds.contains(&kind), "{kind} is missing in {kinds:?}");
    }
    let errors =
        json["items"].as_array().unwrap().iter().filter(|finding| finding["severity"] != "note").count();
    assert_eq!(errors, 0, "{}", json["items"]);
}

/// A copy of the demo whose first node has the action_priority 9, which is 1 in every known file, and
/// the offset of that node in `zbd/c1/gamez.zbd`.
fn copy_with_a_broken_habit() -> (TempDir, usize) {
    let folder = copy_of_demo();
    let file = folder.path().join("zbd/c1/gamez.zbd");
    let mut bytes = fs::read(&file).unwrap();
    // The base of node 0 stands at the offset in header word 32.
    let nodes = u32::from_le_bytes(bytes[32..36].try_into().unwrap()) as usize;
    bytes[nodes + 68] = 9;
    fs::write(&file, bytes).unwrap();
    (folder, nodes)
}

#[test]
fn a_broken_habit_is_an_error_of_check_and_none_of_load() {
    let (folder, nodes) = copy_with_a_broken_habit();
    let path = folder.path().to_str().unwrap();
    let run = revisit(["check", path, "--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    let json = run.json();
    let finding = json["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|finding| finding["code"] == "zbd.node.action_priority")
        .unwrap_or_else(|| panic!("{json:#}"));
    assert_eq!(finding["file"], "zbd/c1/gamez.zbd");
    assert_eq!(finding["offset"], nodes as u64 + 68);
    assert_eq!(finding["found"], "9");
    revisit(["load", path, "c1"]).ok();
    assert_eq!(revisit(["load", path, "c1", "--deny", "zbd.node.action_priority"]).code, 1);
}

#[test]
fn check_says_errors_first_and_lists_files_only_when_asked() {
    let (folder, _) = copy_with_a_broken_habit();
    // Missing, which is less than an error; and of no known kind, which is nothing.
    fs::remove_file(folder.path().join("zbd/mechlib.zbd")).ok();
    fs::write(folder.path().join("letter.txt"), "dear reader").unwrap();
    let path = folder.path().to_str().unwrap();
    let run = revisit(["check", path]);
    assert_eq!(run.code, 1, "{run:#?}");
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "1 error", "{run:#?}");
    assert!(lines[1].starts_with("  1 x zbd.node.action_priority: "), "{run:#?}");
    assert!(lines[2].starts_with("    zbd/c1/gamez.zbd: ") && lines[2].contains("found 9"), "{run:#?}");
    assert!(!run.out.contains("letter.txt") && !run.out.contains("interp.zbd"), "{run:#?}");
    let last = lines.last().unwrap();
    assert!(last.contains(", 1 of other kinds left alone: 1 error"), "{last}");

    let verbose = revisit(["check", path, "--verbose"]).out;
    for file in ["letter.txt ", "zbd/interp.zbd "] {
        assert!(verbose.lines().any(|line| line.starts_with(file)), "{file}: {verbose}");
    }
    assert_eq!(verbose.lines().last(), run.out.lines().last());
    let letter = folder.path().join("letter.txt");
    let run = revisit(["check", letter.to_str().unwrap()]).ok();
    assert!(run.out.ends_with("letter.txt: not of a kind that Revisit reads\n"), "{run:#?}");
}

#[test]
fn inspect_shows_everything_of_one_file() {
    let file = format!("{}/zbd/c1/gamez.zbd", demo());
    let run = revisit(["inspect", &file]).ok();
    assert!(run.out.contains("27"), "{run:#?}");
    let json = revisit(["inspect", &file, "--json"]).ok().json();
    assert_eq!(json["kind"], "zbd.gamez");
    assert_eq!(json["content"]["nodes"]["nodes"][0]["base"]["name"], "world1");
    let interp = revisit(["inspect", &format!("{}/zbd/interp.zbd", demo()), "--json"]).ok().json();
    assert_eq!(interp["kind"], "zbd.interp");
    revisit(["inspect", &format!("{}/revisit-demo.toml", demo())]).fails(2, &["known kind"]);
    revisit(["inspect", demo()]).fails(2, &["folder"]);
}
