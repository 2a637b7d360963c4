//! No verb changes a byte, a size or a time stamp of an install.

use crate::program::{copy_of, demo, island, revisit};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

fn snapshot(folder: &Path) -> BTreeMap<PathBuf, (u64, SystemTime, Vec<u8>)> {
    let mut files = BTreeMap::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        let about = std::fs::metadata(&next).unwrap();
        if about.is_dir() {
            files.insert(next.clone(), (0, about.modified().unwrap(), Vec::new()));
            open.extend(std::fs::read_dir(&next).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            let bytes = std::fs::read(&next).unwrap();
            files.insert(next, (about.len(), about.modified().unwrap(), bytes));
        }
    }
    files
}

#[test]
fn every_verb_leaves_the_install_as_it_was() {
    leave(demo(), "c1", "zbd/c1/gamez.zbd", "zbd");
}

#[test]
fn every_verb_leaves_the_island_as_it_was() {
    leave(island(), "ternholm", "Level/ternholm.wmb", "Level");
}

/// Runs every verb on a copy of an install.
fn leave(install: &str, world: &str, file: &str, inside: &str) {
    let folder = copy_of(install);
    let before = snapshot(folder.path());
    let out = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let picture = out.path().join("shot.png");
    let recording = out.path().join("walk.jsonl");
    let sounds = out.path().join("sounds");
    let inspected = format!("{path}/{file}");
    for arguments in [
        &["detect", path][..],
        &["worlds", path],
        &["load", path, world],
        &["sim", path, world, "--ticks", "60", "--record", recording.to_str().unwrap()],
        &["inspect", &inspected],
        &["check", path, "--roundtrip"],
        &["bench", "load", path, world, "--runs", "1", "--warm-ups", "0"],
        &["vfs", "ls", path, inside],
        &["videos", path],
        &["sounds", path, "--write", sounds.to_str().unwrap()],
        &["vfs", "which", path, file],
        &["shot", path, world, "--out", picture.to_str().unwrap(), "--size", "64x48"],
    ] {
        let run = revisit(arguments);
        assert!(run.code == 0 || (run.code == 3 && arguments[0] == "shot"), "{arguments:?}: {run:#?}");
    }
    assert!(before == snapshot(folder.path()), "the install was changed");
}
