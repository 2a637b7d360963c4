//! A zip file of a game is an install like its folder.

use crate::program::{demo, island, revisit};
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;

/// Every file of a folder in a zip file, its names behind `inside`.
pub fn zipped(install: &str, inside: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Game of mine.ZIP");
    let mut zip = zip::ZipWriter::new(File::create(&path).unwrap());
    let mut open = vec![PathBuf::from(install)];
    while let Some(next) = open.pop() {
        if next.is_dir() {
            open.extend(std::fs::read_dir(&next).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let name = next.strip_prefix(install).unwrap().to_str().unwrap().replace('\\', "/");
        zip.start_file(format!("{inside}{name}"), SimpleFileOptions::default()).unwrap();
        zip.write_all(&std::fs::read(&next).unwrap()).unwrap();
    }
    zip.finish().unwrap();
    let path = path.display().to_string();
    (folder, path)
}

fn json(words: &[&str]) -> serde_json::Value {
    revisit(words.iter().copied().chain(["--json"])).ok().json()
}

#[test]
fn every_verb_opens_a_zipped_game_as_its_folder() {
    let (_folder, zip) = zipped(demo(), "Mech/");
    let detected = json(&["detect", &zip]);
    assert_eq!(detected["title"], "mechwarrior3");
    assert_eq!(detected["root"], Path::new(&zip).join("Mech").display().to_string());
    assert_eq!(json(&["worlds", &zip])["items"], json(&["worlds", demo()])["items"]);
    assert_eq!(json(&["load", &zip, "c1"])["counts"], json(&["load", demo(), "c1"])["counts"]);
    let run = |install: &str| json(&["sim", install, "c1", "--ticks", "60"])["items"].clone();
    assert_eq!(run(&zip), run(demo()));
    let checked = json(&["check", &zip, "--roundtrip"]);
    assert_eq!(checked["files"], json(&["check", demo(), "--roundtrip"])["files"]);
    assert_eq!(json(&["vfs", "ls", &zip, "zbd"])["items"][0]["name"], "c1");
    assert_eq!(json(&["show", &zip])["items"], json(&["show", demo()])["items"]);
    json(&["sounds", &zip]);
    json(&["videos", &zip]);
    let member = format!("{zip}/Mech/zbd/c1/gamez.zbd");
    assert_eq!(json(&["inspect", &member])["kind"], "zbd.gamez");
    // The path of a world in it is that world.
    assert_eq!(json(&["load", &member])["world"], "c1");
    assert_eq!(json(&["detect", &format!("{zip}/Mech/zbd")])["root"], detected["root"]);
}

#[test]
fn a_mod_lies_over_a_zipped_game() {
    let (_folder, zip) = zipped(demo(), "");
    let changed = tempfile::tempdir().unwrap();
    let place = changed.path().join("zbd/c1");
    std::fs::create_dir_all(&place).unwrap();
    let package = |name: &str| Path::new(demo()).join("zbd/c1").join(name);
    std::fs::copy(package("rtexture2.zbd"), place.join("rtexture.zbd")).unwrap();
    let plain = json(&["load", &zip, "c1"]);
    let modded = json(&["load", &zip, "c1", "--mod", changed.path().to_str().unwrap()]);
    assert!(modded["texture_bytes"].as_u64().unwrap() < plain["texture_bytes"].as_u64().unwrap());
}

#[test]
fn a_zipped_gamestudio_game_is_the_whole_game() {
    let (_folder, zip) = zipped(island(), "");
    let counts = |install: &str| json(&["load", install])["counts"].clone();
    assert_eq!(counts(&zip), counts(island()));
}

#[test]
fn a_large_zip_file_is_not_read_into_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.zip");
    let world = std::fs::read(format!("{}/zbd/c1/gamez.zbd", demo())).unwrap();
    let private = |megabytes: usize| {
        let mut zip = zip::ZipWriter::new(File::create(&path).unwrap());
        let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
        zip.start_file("zbd/c1/gamez.zbd", stored).unwrap();
        zip.write_all(&world).unwrap();
        zip.start_file("video/intro.avi", stored).unwrap();
        (0..megabytes).for_each(|_| zip.write_all(&[7; 1 << 20]).unwrap());
        zip.finish().unwrap();
        json(&["load", path.to_str().unwrap()])["private_memory_bytes"].as_u64()
    };
    // Not every system tells.
    if let (Some(small), Some(large)) = (private(0), private(96)) {
        assert!(large < small + (32 << 20), "{large} bytes with 96 MiB more in the file, {small} without");
    }
}

#[test]
fn two_games_in_a_zip_file_are_told_apart_by_the_person() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("both.zip");
    let mut zip = zip::ZipWriter::new(File::create(&path).unwrap());
    let world = std::fs::read(format!("{}/zbd/c1/gamez.zbd", demo())).unwrap();
    for game in ["one", "two"] {
        zip.start_file(format!("{game}/zbd/c1/gamez.zbd"), SimpleFileOptions::default()).unwrap();
        zip.write_all(&world).unwrap();
    }
    zip.finish().unwrap();
    let path = path.display().to_string();
    let one = format!("{path}/one");
    revisit(["load", &path]).fails(2, &["several games", &one]);
    assert_eq!(json(&["load", &one])["world"], "c1");
}

#[test]
fn a_zip_file_without_a_game_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letters.zip");
    let mut zip = zip::ZipWriter::new(File::create(&path).unwrap());
    zip.start_file("letter.txt", SimpleFileOptions::default()).unwrap();
    zip.write_all(b"dear reader").unwrap();
    zip.finish().unwrap();
    revisit(["load", path.to_str().unwrap()]).fails(2, &["letters.zip", "detect.unknown"]);
    std::fs::write(&path, b"PK no zip").unwrap();
    revisit(["load", path.to_str().unwrap()]).fails(2, &["letters.zip", "zip file"]);
    revisit(["load", folder.path().join("gone.zip").to_str().unwrap()]).fails(2, &["gone.zip"]);
}
