//! `detect`: what is this, what is missing.

use crate::program::{copy_of_demo, demo, revisit};
use std::fs;

#[test]
fn the_demo_is_called_what_it_is() {
    let run = revisit(["detect", demo()]).ok();
    assert!(run.out.contains("MechWarrior 3") && run.out.contains("demo"), "{run:#?}");
    let json = revisit(["detect", demo(), "--json"]).ok().json();
    assert_eq!(json["title"], "mechwarrior3");
    assert_eq!(json["demo"]["name"], "plain");
    assert!(json["files_read"].as_u64().unwrap() <= 3, "{json}");
}

#[test]
fn any_place_in_or_above_the_install_will_do() {
    let below = format!("{}/zbd", demo());
    let chapter = format!("{}/zbd/c1", demo());
    let file = format!("{}/zbd/c1/gamez.zbd", demo());
    for path in [below.as_str(), &chapter, &file] {
        let json = revisit(["detect", path, "--json"]).ok().json();
        assert_eq!(json["root"], demo(), "from {path}");
    }
    let parent = tempfile::tempdir().unwrap();
    let install = copy_of_demo();
    let inside = parent.path().join("games");
    fs::rename(install.path(), &inside).unwrap();
    let json = revisit(["detect", parent.path().to_str().unwrap(), "--json"]).ok().json();
    assert_eq!(json["title"], "mechwarrior3");
    assert_eq!(json["root"], inside.to_str().unwrap());
    fs::rename(&inside, install.path()).unwrap();
}

#[test]
fn an_unknown_folder_prints_what_can_be_reported() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("world.dat"), [1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
    let path = folder.path().to_str().unwrap();
    let run = revisit(["detect", path]).fails(2, &["no game that Revisit knows"]);
    let (_, report) = run.out.split_once("with these lines:").expect("a report");
    assert!(report.contains("world.dat") || report.contains("1 file of other kinds"), "{run:#?}");
    assert!(!report.contains(path), "the report names a personal folder: {run:#?}");
}
