//! `demo`: what it writes, and what it never overwrites.

use crate::program::{demo, revisit};
use std::fs;
use std::path::Path;

fn tree(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                files.push((name, fs::read(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let again = folder.path().join("again");
    let other = folder.path().join("other");
    revisit(["demo", "plain", "--write", again.to_str().unwrap()]).ok();
    revisit(["demo", "plain", "--seed", "2", "--write", other.to_str().unwrap()]).ok();
    let here = tree(Path::new(demo()));
    assert!(here == tree(&again), "two builds differ");
    assert!(here != tree(&other), "the seed changes nothing");
    let names: Vec<&str> = here.iter().map(|(name, _)| name.as_str()).collect();
    for name in ["revisit-demo.toml", "zbd/c1/gamez.zbd", "zbd/c1/rtexture.zbd", "zbd/interp.zbd"] {
        assert!(names.contains(&name), "{name} is missing in {names:?}");
    }
}

#[test]
fn an_older_demo_is_replaced_and_nothing_else_is() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("mine");
    fs::create_dir(&target).unwrap();
    let path = target.to_str().unwrap();
    revisit(["demo", "zipper", "--write", path]).ok();
    // A file that this demo does not have is somebody's, or left from an older version.
    fs::write(target.join("stale.txt"), "left from an older demo").unwrap();
    revisit(["demo", "zipper", "--write", path]).fails(2, &["stale.txt", "--force"]);
    assert!(target.join("stale.txt").exists());
    revisit(["demo", "zipper", "--write", path, "--force"]).ok();
    assert!(!target.join("stale.txt").exists(), "the older demo was not replaced as a whole");

    let precious = folder.path().join("precious");
    fs::create_dir(&precious).unwrap();
    fs::write(precious.join("thesis.tex"), "years of work").unwrap();
    revisit(["demo", "zipper", "--write", precious.to_str().unwrap()]).fails(2, &["not empty"]);
    assert_eq!(fs::read_to_string(precious.join("thesis.tex")).unwrap(), "years of work");
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "temporary folders are left: {left:?}");
}

#[test]
fn a_demo_grows_with_its_scale_or_says_that_it_has_one_size() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("demo");
    let path = target.to_str().unwrap();
    let help = revisit(["demo", "--help"]).ok().out;
    for name in ["gamestudio", "everquest", "warcraft", "courtyard"] {
        revisit(["demo", name, "--scale", "2", "--write", path]).fails(2, &[name, "--scale 2", "one size"]);
        assert!(!target.exists(), "nothing is written");
        let line = help.lines().find(|line| line.contains(&format!("- {name}:"))).expect(&help);
        assert!(line.ends_with("has one size"), "{line}");
    }
    let nodes =
        |install: &str| revisit(["load", install, "--json"]).ok().json()["counts"]["nodes"].as_u64().unwrap();
    revisit(["demo", "plain", "--scale", "4", "--write", path]).ok();
    assert!(nodes(path) > nodes(demo()), "four times the area holds more");
}

#[test]
fn the_valley_is_the_demo_of_its_title_and_without_findings() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["mechwarrior3", "zipper"].map(|name| (name, folder.path().join(name)));
    for (name, path) in &paths {
        revisit(["demo", name, "--write", path.to_str().unwrap()]).ok();
    }
    let [(_, named), (_, alias)] = &paths;
    assert!(tree(named) == tree(alias), "both names build the same");
    let valley = named.to_str().unwrap();
    let note = fs::read_to_string(named.join("revisit-demo.toml")).unwrap();
    assert!(note.contains("demo = \"zipper\""), "{note}");
    let loaded = revisit(["load", valley, "c1", "--json", "--deny", "note"]).ok().json();
    let nodes = loaded["counts"]["nodes"].as_u64().unwrap();
    assert!((3000..=8000).contains(&nodes), "{nodes} nodes");
    revisit(["check", valley, "--roundtrip", "--deny", "warning"]).ok();
    assert_ne!(note, fs::read_to_string(Path::new(demo()).join("revisit-demo.toml")).unwrap());
}
