//! Which game a path belongs to, and where its install is.

use crate::installs::{
    crimson_skies, folder, gamez, id, mechwarrior3, put, recoil, refused, same_folder, words,
};
use std::fs;
use titles::{Confidence, Whereabouts, World, WorldKind, detect, detect_in, find_world};
use vfs::Vfs;

/// Files that are on no disk.
struct Handed(Vec<(&'static str, Vec<u8>)>);

impl vfs::Container for Handed {
    fn members(&self) -> Vec<vfs::Member> {
        let member = |(name, bytes): &(&str, Vec<u8>)| vfs::Member {
            name: (*name).to_owned(),
            size: Some(bytes.len() as u64),
        };
        self.0.iter().map(member).collect()
    }

    fn read(&self, index: usize) -> binary::Result<vfs::Bytes> {
        Ok(vfs::Bytes::from(self.0[index].1.clone()))
    }
}

#[test]
fn every_zipper_title_is_known_by_the_version_of_its_world() {
    for (expected, install) in [
        ("mechwarrior3", folder(mechwarrior3)),
        ("recoil", folder(recoil)),
        ("crimson-skies", folder(crimson_skies)),
    ] {
        let detection = detect(install.path()).unwrap();
        assert_eq!((id(&detection), detection.confidence), (expected, Confidence::KnownFiles));
        assert_eq!(detection.whereabouts, Whereabouts::Here);
        assert!(detection.missing.iter().all(|missing| !missing.required), "{:?}", detection.missing);
        assert_eq!(detection.files_read, 1);
    }
}

#[test]
fn the_header_of_a_retail_chapter_names_the_release() {
    let install = folder(mechwarrior3);
    // Pirate's Moon, c1: docs/spec/zbd/gamez.md, "Retail identification values".
    let header = [0x0297_1222, 41, 942_371_914, 437, 40, 19268, 65452, 5793, 1240, 4_909_452];
    put(install.path(), "zbd/c1/gamez.zbd", &words(&header));
    let detection = detect(install.path()).unwrap();
    assert_eq!((id(&detection), detection.confidence), ("pirates-moon", Confidence::ExactRelease));
    assert_eq!(detection.release.unwrap().id, "retail");
    assert!(
        detection.summary().contains("Pirate's Moon: a known release (retail"),
        "{}",
        detection.summary()
    );

    let mut changed = header;
    changed[7] += 1;
    put(install.path(), "zbd/c1/gamez.zbd", &words(&changed));
    let detection = detect(install.path()).unwrap();
    assert_eq!((id(&detection), detection.confidence), ("pirates-moon", Confidence::KnownFiles));
}

#[test]
fn a_demo_install_is_called_what_it_is() {
    let install = folder(|root| {
        put(root, "zbd/c1/gamez.zbd", &gamez(27));
        let text = "demo = \"zipper\"\ntitle = \"mechwarrior3\"\nseed = 7\nscale = 2\nversion = \"0.1.0\"\n";
        put(root, "revisit-demo.toml", text.as_bytes());
    });
    let detection = detect(install.path()).unwrap();
    let demo = detection.demo.as_ref().unwrap();
    assert_eq!((demo.demo.as_str(), demo.seed, demo.scale), ("zipper", 7, 2));
    assert!(
        detection
            .summary()
            .starts_with("MechWarrior 3: demo install `zipper` (seed 7, scale 2, version 0.1.0)"),
        "{}",
        detection.summary()
    );
    assert!(detection.files_read <= 3);
    // Its levels are called as what they show, and missions as what one does.
    let world = |id: &str, kind: WorldKind| World {
        id: id.to_owned(),
        title: "Chapter 1".to_owned(),
        kind,
        chapter: "c1".to_owned(),
        mission: None,
        files: Vec::new(),
    };
    let named = |demo: &str, kind: WorldKind| {
        let mut detection = detect(install.path()).unwrap();
        detection.demo.as_mut().unwrap().demo = demo.to_owned();
        detection.level_name(&world("c1", kind))
    };
    assert_eq!(named("zipper", WorldKind::Chapter), "c1: Valley demo");
    assert_eq!(named("zipper", WorldKind::Mission), "c1: Escort");
    assert_eq!(named("recoil", WorldKind::Mission), "c1: Three pumps");
    assert_eq!(named("crimson-skies", WorldKind::Mission), "c1: Airship");
    assert_eq!(named("plain", WorldKind::Mission), "c1: Test ground demo");

    put(install.path(), "revisit-demo.toml", b"demo = 3");
    let detection = detect(install.path()).unwrap();
    assert!(detection.demo.is_none() && id(&detection) == "mechwarrior3");
    assert!(detection.all_findings().iter().any(|finding| finding.code == "detect.demo"));
}

#[test]
fn a_game_of_models_has_stages_that_somebody_names() {
    let archive = b"MPQ\x1A\x20\0\0\0".to_vec();
    let model = [b"MD20".to_vec(), words(&[256])].concat();
    for (file, content) in
        [("Data/model.MPQ", archive.clone()), ("Data/common.MPQ", archive), ("Creature/Bear/Bear.m2", model)]
    {
        let install = folder(|root| put(root, file, &content));
        let detection = detect(install.path()).unwrap();
        assert_eq!((id(&detection), detection.confidence), ("warcraft", Confidence::KnownFiles), "{file}");
        assert!(!detection.missing.iter().any(|missing| missing.required), "{file}");
        let finding = titles::stage(&detection, None).unwrap_err();
        assert_eq!(finding.code, "detect.which_models", "{finding}");
        let stage = titles::stage(&detection, Some(" bear , wolf+skin02,")).unwrap().unwrap();
        assert_eq!((stage.id.as_str(), stage.kind), ("bear,wolf+skin02", WorldKind::Stage));
    }
    let other = folder(|root| put(root, "ARENA2/WOODS.WLD", &words(&[2_000_000, 1000, 500, 0])));
    assert_eq!(titles::stage(&detect(other.path()).unwrap(), Some("bear")).unwrap(), None);
}

#[test]
fn an_overworld_without_locations_is_opened_in_its_middle() {
    let install = folder(|root| put(root, "ARENA2/WOODS.WLD", &words(&[2_000_000, 1000, 500, 0])));
    // The folder around ARENA2, or ARENA2 itself.
    for path in [install.path().to_path_buf(), install.path().join("ARENA2")] {
        let detection = detect(&path).unwrap();
        assert_eq!((id(&detection), detection.confidence), ("daggerfall", Confidence::KnownFiles));
        let vfs = Vfs::open(&detection.root, &[], load::ARCHIVES).unwrap();
        let worlds = titles::worlds(&detection, &vfs);
        let world = find_world(&detection, &worlds, None).unwrap();
        assert_eq!(world.id, "500,250");
        assert!(world.file("world").unwrap().eq_ignore_ascii_case("arena2/woods.wld"));
    }
}

#[test]
fn an_archive_without_a_zone_makes_an_everquest_without_worlds() {
    let archive = [words(&[5000]), b"PFS \0\0\x02\0".to_vec()].concat();
    let install = folder(|root| put(root, "Arena.S3D", &archive));
    let detection = detect(install.path()).unwrap();
    assert_eq!((id(&detection), detection.confidence), ("everquest", Confidence::KnownFiles));
    let vfs = Vfs::open(&detection.root, &[], load::ARCHIVES).unwrap();
    let worlds = titles::worlds(&detection, &vfs);
    assert_eq!(worlds, []);
    assert_eq!(find_world(&detection, &worlds, None).unwrap_err().code, "detect.no_worlds");
}

#[test]
fn an_unknown_folder_gets_a_report_without_private_names() {
    let install = folder(|root| {
        put(root, "strange.zbd", &words(&[1, 2, 3]));
        put(root, "data/level.wmb", b"WMB6 and more");
        put(root, "tax return 2003.doc", b"private");
    });
    let detection = detect(install.path()).unwrap();
    assert_eq!(detection.confidence, Confidence::Unknown);
    let finding = detection.known().unwrap_err();
    assert_eq!(finding.code, "detect.unknown");
    assert!(finding.found.contains("MechWarrior 3") && finding.found.contains("Daggerfall"), "{finding}");
    let report = &detection.report;
    assert!(report.contains("strange.zbd  12 bytes"), "{report}");
    assert!(report.contains("data/level.wmb  13 bytes  starts 57 4d 42 36"), "{report}");
    assert!(report.contains("1 file of other kinds"), "{report}");
    assert!(!report.contains("tax") && !report.contains(install.path().to_str().unwrap()), "{report}");
    assert_eq!(detection.summary(), "unknown: no game that Revisit knows");
}

#[test]
fn any_path_in_or_just_above_an_install_finds_it() {
    let outer = folder(|root| mechwarrior3(&root.join("games/MechWarrior 3")));
    let install = outer.path().join("games/MechWarrior 3");
    let table = [
        ("games/MechWarrior 3", Whereabouts::Here),
        ("games/MechWarrior 3/", Whereabouts::Here),
        ("games", Whereabouts::Below),
        ("", Whereabouts::Below),
        ("games/MechWarrior 3/zbd", Whereabouts::Above),
        ("games/MechWarrior 3/zbd/c1", Whereabouts::Above),
        ("games/MechWarrior 3/Mech3.exe", Whereabouts::Above),
        ("games/MechWarrior 3/zbd/c1/gamez.zbd", Whereabouts::Above),
    ];
    for (path, whereabouts) in table {
        let detection = detect(&outer.path().join(path)).unwrap();
        assert_eq!((id(&detection), detection.whereabouts), ("mechwarrior3", whereabouts), "{path}");
        assert!(same_folder(&detection.root, &install), "{path}");
        assert!(detection.files_read <= 3, "{path}");
    }
}

#[test]
fn two_installs_side_by_side_are_told_apart_by_the_person() {
    let outer = folder(|root| {
        mechwarrior3(&root.join("MW3"));
        recoil(&root.join("Recoil"));
    });
    let finding = refused(outer.path());
    assert_eq!(finding.code, "detect.ambiguous");
    assert_eq!(finding.found, "several games: MechWarrior 3 in `MW3` and Recoil in `Recoil`");
    for typed in ["MW3", "Recoil"] {
        let path = outer.path().join(typed);
        assert!(finding.advice.contains(&format!("`{}`", path.display())), "{}", finding.advice);
        assert!(detect(&path).is_ok(), "what it says to type works");
    }

    let same = folder(|root| {
        for edition in ["first", "gold", "patched", "german", "demo"] {
            mechwarrior3(&root.join(edition));
        }
    });
    let finding = refused(same.path());
    assert_eq!(finding.code, "detect.ambiguous");
    assert_eq!(
        finding.found.matches("MechWarrior 3 in").count(),
        5,
        "also beyond the files that may be read"
    );
}

#[test]
fn paths_that_are_no_folder_of_a_game_are_one_clear_line_each() {
    let outer = folder(|root| {
        put(root, "letter.txt", b"dear reader");
        fs::create_dir(root.join("empty")).unwrap();
    });
    let nowhere = refused(&outer.path().join("nowhere"));
    assert_eq!(nowhere.code, "detect.nothing_there");
    let words = fs::metadata(outer.path().join("nowhere")).unwrap_err().to_string();
    assert!(
        nowhere.file.ends_with("nowhere") && nowhere.found == format!("nothing there: {words}"),
        "{nowhere}"
    );

    let file = refused(&outer.path().join("letter.txt"));
    assert_eq!(file.code, "detect.not_a_folder");
    assert!(file.advice.contains("name the folder the game is installed in"));

    let through = refused(&outer.path().join("letter.txt/zbd"));
    assert_eq!(through.code, "detect.nothing_there");

    let empty = refused(&outer.path().join("empty"));
    assert_eq!(empty.code, "detect.empty");
    for finding in [nowhere, file, through, empty] {
        let line = finding.to_string();
        assert!(!line.contains('\n') && !finding.advice.is_empty(), "{line}");
    }
}

#[test]
fn a_file_in_place_of_the_data_folder_is_said() {
    let install = folder(|root| {
        put(root, "Mech3.exe", b"MZ");
        put(root, "zbd", b"a file");
    });
    let finding = refused(install.path());
    assert_eq!((finding.code, finding.file.as_str()), ("detect.not_a_folder", "zbd"));
}

#[cfg(unix)]
#[test]
fn a_data_folder_that_cannot_be_opened_is_said_in_the_systems_words() {
    let install = folder(|root| put(root, "Mech3.exe", b"MZ"));
    std::os::unix::fs::symlink("gone", install.path().join("ZBD")).unwrap();
    let finding = refused(install.path());
    assert_eq!((finding.code, finding.file.as_str()), ("detect.unreadable", "ZBD"));
    assert!(finding.found.contains("No such file"), "{finding}");
}

#[test]
fn files_that_are_on_no_disk_are_known_as_those_of_a_folder() {
    let handed = Handed(vec![("ZBD/M1/GameZ.zbd", gamez(15)), ("Recoil.exe", b"MZ".to_vec())]);
    let detection = detect_in(Vfs::over(Box::new(handed), Vec::new(), load::ARCHIVES));
    assert_eq!(detection.title.map(|title| title.id.as_str()), Some("recoil"));
    assert!(detection.confidence >= Confidence::KnownFiles, "{:?}", detection.confidence);
    assert_eq!(detection.whereabouts, Whereabouts::Here);
    // What is missing is said as for any install.
    assert!(!detection.missing.is_empty());

    let nothing = detect_in(Vfs::over(Box::new(Handed(Vec::new())), Vec::new(), load::ARCHIVES));
    assert_eq!(nothing.known().unwrap_err().code, "detect.unknown");
}

#[test]
fn a_zip_file_is_searched_as_a_folder_is() {
    let zipped = |names: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.zip");
        fs::write(&path, stored_zip(names, &gamez(27))).unwrap();
        (folder, path)
    };
    // Alone, in one folder, and in a folder beside others.
    for (names, root, whereabouts) in [
        (&["zbd/c1/gamez.zbd", "Mech3.exe"][..], "game.zip", Whereabouts::Here),
        (&["Mech/Gold/zbd/c1/gamez.zbd"], "game.zip/Mech/Gold", Whereabouts::Below),
        (&["notes/a.txt", "Mech/zbd/c1/gamez.zbd", "__MACOSX/a"], "game.zip/Mech", Whereabouts::Below),
    ] {
        let (folder, path) = zipped(names);
        let detection = detect(&path).unwrap();
        assert_eq!((id(&detection), detection.whereabouts), ("mechwarrior3", whereabouts), "{names:?}");
        assert_eq!(detection.root, folder.path().join(root), "{names:?}");
        assert!(detection.files_read <= 3);
        let slash = path.join("");
        assert_eq!(detect(&slash).unwrap().root, detection.root, "a slash at the end is no other path");
        let again = detect(&detection.root.join("zbd/c1")).unwrap();
        assert_eq!(again.root, detection.root, "from inside {names:?}");
    }
    // A zip file in the folder of a game is no game by that.
    let install = folder(mechwarrior3);
    let path = install.path().join("saves.zip");
    fs::write(&path, stored_zip(&["letter.txt"], b"dear reader")).unwrap();
    assert!(same_folder(&detect(&path).unwrap().root, install.path()));
}

/// A zip file without compression, whose members all hold the same.
fn stored_zip(names: &[&str], content: &[u8]) -> Vec<u8> {
    let crc = content.iter().fold(!0_u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg()))
    });
    let size = (content.len() as u32).to_le_bytes();
    let shared = |name: &str| {
        let length = (name.len() as u16).to_le_bytes();
        [&[20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0][..], &(!crc).to_le_bytes(), &size, &size, &length, &[0, 0]]
            .concat()
    };
    let (mut files, mut directory) = (Vec::new(), Vec::new());
    for name in names {
        let at = (files.len() as u32).to_le_bytes();
        files.extend([b"PK\x03\x04", &shared(name)[..], name.as_bytes(), content].concat());
        directory
            .extend([b"PK\x01\x02", &[20, 0][..], &shared(name), &[0; 10], &at, name.as_bytes()].concat());
    }
    let count = (names.len() as u16).to_le_bytes();
    let [length, start] = [directory.len(), files.len()].map(|size| (size as u32).to_le_bytes());
    let end = [b"PK\x05\x06", &[0; 4][..], &count, &count, &length, &start, &[0, 0]].concat();
    [files, directory, end].concat()
}

#[test]
fn detection_reads_three_files_at_most_in_a_large_folder() {
    let outer = folder(|root| {
        for i in 0..3000 {
            put(root, &format!("files/picture{i:05}.s3d"), b"no archive");
        }
        for i in 0..100 {
            put(root, &format!("files/folder{i:03}/zbd/c1/gamez.zbd"), b"no world");
        }
    });
    let detection = detect(&outer.path().join("files")).unwrap();
    assert_eq!(detection.confidence, Confidence::Unknown);
    assert!(detection.files_read <= 3, "{}", detection.files_read);
}
