//! MPQ archives as folders, and a tree of archives that lie over each other.

use mpq::NewFile;
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use vfs::{Kind, Vfs};

const ARCHIVES: &[vfs::ArchiveOpener] = &[vfs::MPQ];

fn write(folder: &Path, name: &str, files: &[NewFile]) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, mpq::write(files).unwrap()).unwrap();
}

fn file(name: &str, content: &str) -> NewFile {
    NewFile::new(name, content.as_bytes().to_vec())
}

fn text(vfs: &Vfs, address: &str) -> String {
    match vfs.read(address) {
        Ok(bytes) => String::from_utf8(bytes.to_vec()).unwrap(),
        Err(finding) => format!("[{}]", finding.code),
    }
}

/// An install of two archives, a patch and a loose file.
fn install() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let base = [
        file("Creature\\Wolf\\Wolf.m2", "wolf of the base"),
        file("Creature\\Bear\\Bear.m2", "bear of the base"),
        file("World\\Tree.m2", "tree of the base"),
    ];
    write(folder.path(), "Data/model.MPQ", &base);
    let secret = NewFile { listed: false, ..file("Creature\\Bear\\Bear.m2", "bear of the patch") };
    let hidden = NewFile { listed: false, ..file("Secret\\Door.m2", "door") };
    write(
        folder.path(),
        "Data/patch.MPQ",
        &[file("creature\\WOLF\\wolf.M2", "wolf of the patch"), secret, hidden],
    );
    fs::create_dir_all(folder.path().join("world")).unwrap();
    fs::write(folder.path().join("world/TREE.m2"), "tree on the disk").unwrap();
    folder
}

fn packs() -> Vec<String> {
    ["Data/model.MPQ", "data/PATCH.mpq"].map(str::to_owned).to_vec()
}

#[test]
fn an_archive_is_a_folder_whose_members_are_read_where_they_lie() {
    let folder = install();
    let vfs = Vfs::open(folder.path(), &[], ARCHIVES).unwrap();
    assert!(vfs.is_archive("data/model.mpq") && !vfs.exists("Creature"));
    assert_eq!(text(&vfs, "Data/model.MPQ/creature/wolf/WOLF.m2"), "wolf of the base");
    assert_eq!(vfs.size("Data/model.MPQ/Creature/Wolf/Wolf.m2").unwrap(), 16);
    assert_eq!(vfs.read_start("Data/model.MPQ/Creature/Wolf/Wolf.m2", 4).unwrap(), b"wolf");
    let names: Vec<String> =
        vfs.list("Data/model.MPQ").unwrap().into_iter().map(|entry| entry.name).collect();
    assert_eq!(names, ["Creature", "World"]);
    // What no list names is there for who names it.
    assert_eq!(text(&vfs, "Data/patch.MPQ/secret/door.M2"), "door");
    assert_eq!(text(&vfs, "Data/patch.MPQ/secret/window.m2"), "[vfs.missing]");
    assert_eq!(vfs.findings().iter().map(|finding| finding.code).collect::<Vec<_>>(), ["mpq.unnamed"]);
}

#[test]
fn archives_lie_over_each_other_and_loose_files_over_all() {
    let folder = install();
    let mods = tempfile::tempdir().unwrap();
    fs::create_dir_all(mods.path().join("Creature/Fox")).unwrap();
    fs::write(mods.path().join("Creature/Fox/Fox.m2"), "fox of a mod").unwrap();
    let mods = [mods.path().to_owned()];
    let vfs = Vfs::open_over(folder.path(), &packs(), &mods, ARCHIVES).unwrap();
    assert_eq!(vfs.packs(), packs());
    assert_eq!(text(&vfs, "Creature/Wolf/Wolf.m2"), "wolf of the patch");
    assert_eq!(text(&vfs, "World/Tree.m2"), "tree on the disk");
    assert_eq!(text(&vfs, "Creature/Fox/Fox.m2"), "fox of a mod");
    // The patch lists the bear nowhere, but the base does.
    assert_eq!(text(&vfs, "Creature/Bear/Bear.m2"), "bear of the patch");
    assert_eq!(text(&vfs, "Secret/Door.m2"), "door");
    let models: Vec<String> = vfs
        .walk(false)
        .into_iter()
        .filter(|entry| entry.kind == Kind::File && entry.name.to_lowercase().ends_with(".m2"))
        .map(|entry| entry.address.to_lowercase())
        .collect();
    assert_eq!(
        models,
        ["creature/bear/bear.m2", "creature/fox/fox.m2", "creature/wolf/wolf.m2", "world/tree.m2"]
    );
    let which = vfs.which("creature/wolf/wolf.m2").unwrap();
    assert!(which.winner.path.ends_with("Data/patch.MPQ"), "{which:?}");
    assert_eq!(which.winner.member.as_deref(), Some("creature/wolf/wolf.m2"));
    assert_eq!(which.hidden.len(), 1);
    assert!(which.hidden[0].path.ends_with("Data/model.MPQ"));
}

#[test]
fn an_archive_that_is_damaged_or_none_is_left_out_and_said() {
    let folder = install();
    fs::write(folder.path().join("Data/patch.MPQ"), b"MPQ\x1A and nothing else").unwrap();
    fs::write(folder.path().join("Data/other.MPQ"), b"text").unwrap();
    let packs = ["Data/model.MPQ", "Data/patch.MPQ", "Data/other.MPQ", "Data/gone.MPQ"].map(str::to_owned);
    let vfs = Vfs::open_over(folder.path(), &packs, &[], ARCHIVES).unwrap();
    assert_eq!(vfs.packs(), ["Data/model.MPQ"]);
    assert_eq!(text(&vfs, "Creature/Wolf/Wolf.m2"), "wolf of the base");
    let findings = vfs.findings();
    let codes: Vec<_> = findings.iter().map(|finding| (finding.code, finding.file.as_str())).collect();
    let none = "vfs.not_an_archive";
    let expected =
        [("mpq.truncated", "Data/patch.MPQ"), (none, "Data/other.MPQ"), ("vfs.missing", "Data/gone.MPQ")];
    assert_eq!(codes, expected);
}

/// An archive that is damaged while it is open gives an error, and others stay readable.
#[test]
fn a_member_that_is_damaged_says_so() {
    let folder = install();
    let path = folder.path().join("Data/model.MPQ");
    let long = NewFile::new("Creature\\Wolf\\Wolf.m2", vec![b'w'; 9000]);
    let mut bytes = mpq::write(&[long, file("a.txt", "a")]).unwrap();
    bytes[52] ^= 0x55;
    fs::write(path, bytes).unwrap();
    let vfs = Vfs::open_over(folder.path(), &packs()[..1], &[], ARCHIVES).unwrap();
    let finding = vfs.read("Creature/Wolf/Wolf.m2").unwrap_err();
    assert_eq!((finding.code, finding.file.as_str()), ("mpq.sector", "Creature/Wolf/Wolf.m2"));
    assert_eq!(text(&vfs, "a.txt"), "a");
}
