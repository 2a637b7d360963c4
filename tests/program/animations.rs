//! Animation files as texts with the real binary: shown, unpacked, edited and packed.

use crate::program::{four, revisit};
use harness::hex;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;
use zbd::anim;

const FILES: [&str; 4] = [
    include_str!("../../formats/zbd/tests/fixtures/anim_rc.hex"),
    include_str!("../../formats/zbd/tests/fixtures/anim_mw.hex"),
    include_str!("../../formats/zbd/tests/fixtures/anim_pm.hex"),
    include_str!("../../formats/zbd/tests/fixtures/anim_cs.hex"),
];

/// An animation file and its folder.
struct Unpacked {
    folder: TempDir,
    bytes: Vec<u8>,
}

impl Unpacked {
    fn of(fixture: &str) -> Self {
        let (folder, bytes) = (tempfile::tempdir().unwrap(), hex::bytes(fixture));
        let unpacked = Unpacked { folder, bytes };
        fs::write(unpacked.path("anim.zbd"), &unpacked.bytes).unwrap();
        let run = revisit(["unpack", &unpacked.file(), &unpacked.dir()]).ok();
        assert_eq!(run.err, "");
        unpacked
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn file(&self) -> String {
        self.path("anim.zbd").display().to_string()
    }

    fn dir(&self) -> String {
        self.path("dir").display().to_string()
    }

    fn pack(&self) -> crate::program::Run {
        revisit(["pack", &self.dir(), &self.path("packed.zbd").display().to_string(), "--force"])
    }

    /// The text of a file of the folder with `from` as `to`.
    fn edit(&self, name: &str, from: &str, to: &str) {
        let path = self.path("dir").join(name);
        let before = fs::read_to_string(&path).unwrap();
        assert!(before.contains(from), "{from} is not in {before}");
        fs::write(path, before.replacen(from, to, 1)).unwrap();
    }
}

#[test]
fn an_animation_file_is_a_folder_of_texts() {
    for fixture in FILES {
        let unpacked = Unpacked::of(fixture);
        let side = fs::read_to_string(unpacked.path("dir/revisit.json")).unwrap();
        let names = ["animation_file.txt", "zero_definition.txt", "door_open.txt"];
        let places: Vec<_> = names.iter().map(|name| side.find(name).unwrap()).collect();
        assert!(places.is_sorted(), "{side}");
        unpacked.pack().ok();
        assert!(fs::read(unpacked.path("packed.zbd")).unwrap() == unpacked.bytes);
        let shown = revisit(["inspect", &unpacked.file(), "door_open"]).ok();
        let text = fs::read_to_string(unpacked.path("dir/door_open.txt")).unwrap();
        assert_eq!((shown.out.replace("\r\n", "\n"), shown.err.as_str()), (text, ""));
    }
}

#[test]
fn inspect_lists_definitions_and_prints_one_of_them() {
    let unpacked = Unpacked::of(FILES[1]);
    let file = unpacked.file();
    let listed = revisit(["inspect", &file]).ok().out;
    let line = listed.lines().find(|line| line.contains("door_open")).unwrap();
    assert!(line.trim_start().starts_with("1 door_open") && line.contains("door: 3 sequences, "), "{line}");
    let one = revisit(["inspect", &file, "DOOR_open"]).ok().out;
    assert!(one.starts_with("ANIMATION_DEFINITION(\n  ANIM_NAME(door_open)\n"), "{one}");
    assert_eq!(revisit(["inspect", &file, "1"]).ok().out, one);
    assert!(revisit(["inspect", &file, "0"]).ok().out.starts_with("ZERO_DEFINITION("));
    revisit(["inspect", &file, "gate"])
        .fails(2, &["the name or number of a definition", "`gate`", "lists them"]);
    revisit(["inspect", &file, "gate", "--json"]).fails(2, &["--json", "NAME"]);
    let other = format!("{}/zbd/rimage.zbd", four()[0].path);
    revisit(["inspect", &other, "sky"]).fails(2, &["rimage.zbd", "has no part `sky`"]);
}

#[test]
fn an_edit_of_a_text_changes_the_file() {
    let unpacked = Unpacked::of(FILES[0]);
    unpacked.edit("door_open.txt", "RESET_TIME(0.65)", "RESET_TIME(2)");
    // A definition of one's own, in a text beside the others.
    let bell = "ANIMATION_DEFINITION(ANIM_NAME(bell_ring) NAME(bell) ANIM_ROOT_NAME(bell)\n\
        ACTIVATION(ON_STARTUP) NODES(bell)\n\
        SEQUENCE_DEFINITION(NAME(main) OBJECT_ACTIVE_STATE(NAME(bell) STATE(ACTIVE))))\n";
    fs::write(unpacked.path("dir/bell.txt"), bell).unwrap();
    unpacked.edit("revisit.json", "\"door_open.txt\"", "\"door_open.txt\", \"bell.txt\"");
    unpacked.pack().ok();
    let (anim, report) =
        anim::read(&fs::read(unpacked.path("packed.zbd")).unwrap(), binary::Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    assert_eq!(anim.definitions[1].head.reset_time.get(), 2.0);
    assert_eq!(anim.definitions[2].head.anim_name.text(), "bell_ring");
    assert_eq!(anim.definitions.len(), 4);
}

#[test]
fn a_mistake_in_a_text_is_told_with_its_place() {
    let unpacked = Unpacked::of(FILES[2]);
    let refuses = |from: &str, to: &str, words: &[&str]| {
        let path = unpacked.path("dir/door_open.txt");
        let before = fs::read(&path).unwrap();
        unpacked.edit("door_open.txt", from, to);
        unpacked.pack().fails(2, &[words, &["door_open.txt"]].concat());
        assert!(!unpacked.path("packed.zbd").exists());
        fs::write(path, before).unwrap();
    };
    refuses("NAME(door)", "NAEM(door)", &["line 3, column 3", "expected one of", "found `NAEM`"]);
    refuses("RESET_TIME(0.65)", "RESET_TIME(soon)", &["expected a number for reset_time, found `soon`"]);
    refuses("CHILD(door_left)", "CHILD(door_lift)", &["the name of one of the NODES", "`door_lift`"]);
    // What the text can say and no file of the game has.
    refuses("HEALTH(12.5)", "HEALTH(-1)", &["zbd.anim.definition.health", "nothing was written"]);
    fs::remove_file(unpacked.path("dir/door_open.txt")).unwrap();
    unpacked.pack().fails(2, &["texts[2]", "no such file", "door_open.txt"]);
    fs::write(
        unpacked.path("dir/revisit.json"),
        "{\"revisit\": 1, \"kind\": \"zbd.anim\", \"content\": {\"texts\": []}}",
    )
    .unwrap();
    unpacked.pack().fails(2, &["revisit.json", "content.texts", "ANIMATION_FILE first"]);
}
