//! Files that a person names: pipes, devices and endless files are refused at once with one line.

use crate::program::{demo, revisit};
use std::fs::{self, File};
use std::path::Path;

/// Every verb that reads a file by its name, with this file.
fn verbs(file: &str) -> Vec<Vec<String>> {
    let out = Path::new(file).with_file_name("out").display().to_string();
    let picture = Path::new(file).with_file_name("out.png").display().to_string();
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    vec![
        words(&["check", file]),
        words(&["inspect", file]),
        words(&["unpack", file, &out]),
        words(&["sim", demo(), "c1", "--replay", file]),
        words(&["shot", demo(), "c1", "--from", file, "--out", &picture]),
        words(&["bench", "compare", file, file]),
    ]
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let link = folder.path().join("zeros");
    std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
    for file in [pipe, link] {
        let file = file.to_str().unwrap();
        for arguments in verbs(file) {
            revisit(&arguments).fails(2, &[file, "not a regular file"]);
        }
    }
}

#[test]
fn a_file_larger_than_such_a_file_ever_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large");
    // Takes no room on the disk.
    File::create(&path).unwrap().set_len(3 << 30).unwrap();
    let file = path.to_str().unwrap();
    for arguments in verbs(file) {
        revisit(&arguments).fails(2, &[file, "3.0 GiB, but such a file has at most"]);
    }
}

#[test]
fn a_recording_has_an_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("walk.jsonl");
    let file = path.to_str().unwrap();
    revisit(["sim", demo(), "c1", "--ticks", "60", "--record", file]).ok();
    let text = fs::read_to_string(&path).unwrap();
    let endless = text.replace(r#"{"tick":60,"end":true}"#, r#"{"tick":1152921504606846976,"end":true}"#);
    assert_ne!(text, endless);
    fs::write(&path, endless).unwrap();
    let words = [file, "tick 1152921504606846976", "at most 5184000 ticks, which is a day"];
    revisit(["sim", demo(), "c1", "--replay", file]).fails(2, &words);
    #[cfg(feature = "gpu")]
    revisit(["bench", "frames", demo(), "c1", "--replay", file]).fails(2, &words);
    revisit(["sim", demo(), "c1", "--ticks", "5184001"]).fails(2, &["--ticks 5184001", "a day"]);
}
