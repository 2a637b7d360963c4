//! Detection and worlds, on folders made for each test.

use binary::Finding;
use gamestudio::wmb::objects::Entity;
use gamestudio::wmb::{self, Level};
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use titles::{self, Confidence, Detection, Whereabouts, WorldKind, detect, detect_in, find_world, manifest};
use vfs::Vfs;

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn put(root: &Path, address: &str, content: &[u8]) {
    let path = root.join(address);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

fn gamez(version: u32) -> Vec<u8> {
    words(&[0x0297_1222, version, 0, 0, 0, 0, 0, 0, 0, 0])
}

/// A complete MechWarrior 3 install of two chapters.
fn mechwarrior3(root: &Path) {
    for name in ["interp", "reader", "mechlib", "motion", "rimage", "soundsH", "rmechtex"] {
        put(root, &format!("zbd/{name}.zbd"), b"x");
    }
    put(root, "Mech3.exe", b"MZ");
    put(root, "Mech3Msg.dll", b"MZ");
    for world in ["c1", "c4", "c4b"] {
        put(root, &format!("zbd/{world}/gamez.zbd"), &gamez(27));
        put(root, &format!("zbd/{world}/anim.zbd"), &words(&[0x0817_0616, 39]));
        put(root, &format!("zbd/{world}/reader.zbd"), b"x");
        put(root, &format!("zbd/{world}/rtexture.zbd"), b"x");
    }
    for mission in
        ["c1/readerm1", "c1/readerm2", "c1/readerm10", "c1/readerMP1", "c1/readeria1", "c4b/readerm5"]
    {
        put(root, &format!("zbd/{mission}.zbd"), b"x");
    }
    put(root, "zbd/c1/readme.zbd", b"no mission");
}

fn recoil(root: &Path) {
    for name in ["interp.zbd", "zrdr.zbd", "m1/zrdr.zbd", "m1/anim.zbd", "m1/texture.zbd", "m10/texture.zbd"]
    {
        put(root, &format!("zbd/{name}"), b"x");
    }
    put(root, "Recoil.exe", b"MZ");
    put(root, "zbd/m1/gamez.zbd", &gamez(15));
    put(root, "zbd/m10/gamez.zbd", &gamez(15));
    put(root, "zbd/maps/m1.zmap", &words(&[5]));
}

fn crimson_skies(root: &Path) {
    for name in
        ["interp.zbd", "zrdr.zbd", "C1/texture.zbd", "C1/cam_anim.zbd", "C1/M01/zrdr.zbd", "C1/MP1/zrdr.zbd"]
    {
        put(root, &format!("ZBD/{name}"), b"x");
    }
    put(root, "ZBD/C1/M01/mis_anim.zbd", b"x");
    put(root, "ZBD/C1/gamez.zbd", &gamez(42));
    put(root, "ZBD/planes.zbd", &gamez(42));
}

fn folder(build: impl Fn(&Path)) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path());
    folder
}

/// Files that are on no disk.
struct Handed(Vec<(&'static str, Vec<u8>)>);

impl vfs::Container for Handed {
    fn members(&self) -> Vec<vfs::Member> {
        let member = |(name, bytes): &(&str, Vec<u8>)| vfs::Member {
            name: (*name).to_owned(),
            size: bytes.len() as u64,
        };
        self.0.iter().map(member).collect()
    }

    fn read(&self, index: usize) -> binary::Result<vfs::Bytes> {
        Ok(vfs::Bytes::from(self.0[index].1.clone()))
    }
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

fn refused(path: &Path) -> Finding {
    *detect(path).unwrap_err()
}

fn id(detection: &Detection) -> &str {
    detection.title.map_or("", |title| &title.id)
}

fn same_folder(a: &Path, b: &Path) -> bool {
    fs::canonicalize(a).unwrap() == fs::canonicalize(b).unwrap()
}

fn missing(detection: &Detection) -> Vec<String> {
    let title = detection.known().unwrap();
    detection.missing.iter().map(|missing| missing.finding(title).to_string()).collect()
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
fn names_in_another_case_make_no_difference() {
    let install = folder(|root| {
        for name in ["INTERP.ZBD", "C1/GAMEZ.ZBD", "C1/ANIM.ZBD", "C1/RTEXTURE.ZBD", "C1/READERM1.ZBD"] {
            put(root, &format!("ZBD/{name}"), &gamez(27));
        }
    });
    let detection = detect(install.path()).unwrap();
    assert_eq!(id(&detection), "mechwarrior3");
    let vfs = Vfs::open(&detection.root, &[], load::ARCHIVES).unwrap();
    let ids: Vec<String> = titles::worlds(&detection, &vfs).into_iter().map(|world| world.id).collect();
    assert_eq!(ids, ["c1", "c1/m1"]);
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
    assert_eq!(finding.found, "MechWarrior 3 in `MW3` and Recoil in `Recoil`");
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
    assert!(nowhere.file.ends_with("nowhere") && nowhere.found == words, "{nowhere}");

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
    assert!(
        finding.expected.contains("MechWarrior 3") && finding.expected.contains("Daggerfall"),
        "{finding}"
    );
    let report = &detection.report;
    assert!(report.contains("strange.zbd  12 bytes"), "{report}");
    assert!(report.contains("data/level.wmb  13 bytes  starts 57 4d 42 36"), "{report}");
    assert!(report.contains("1 files of other kinds"), "{report}");
    assert!(!report.contains("tax") && !report.contains(install.path().to_str().unwrap()), "{report}");
    assert_eq!(detection.summary(), "unknown: no title that Revisit knows");
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
fn a_missing_world_file_is_an_error_that_says_where_and_what_to_do() {
    let install = folder(mechwarrior3);
    fs::remove_file(install.path().join("zbd/c4/gamez.zbd")).unwrap();
    let detection = detect(install.path()).unwrap();
    assert_eq!(
        missing(&detection),
        ["zbd/c4/gamez.zbd: found no such file, expected the world of MechWarrior 3; without it this world \
          cannot be opened; copy it from the disc of the game into zbd/c4 [detect.missing_required]"]
    );
    assert!(detection.summary().ends_with("1 required files missing"), "{}", detection.summary());
    let vfs = Vfs::open(&detection.root, &[], load::ARCHIVES).unwrap();
    let worlds = titles::worlds(&detection, &vfs);
    let finding = find_world(&detection, &worlds, Some("c4")).unwrap_err();
    assert_eq!(finding.code, "detect.no_such_world");
    assert_eq!(finding.found, "no world `c4`, since zbd/c4/gamez.zbd is missing");

    // All of them: the title is still known, by its animations.
    for world in ["c1", "c4b"] {
        fs::remove_file(install.path().join(format!("zbd/{world}/gamez.zbd"))).unwrap();
    }
    let detection = detect(install.path()).unwrap();
    assert_eq!((id(&detection), detection.confidence), ("mechwarrior3", Confidence::KnownFiles));
    let vfs = Vfs::open(&detection.root, &[], load::ARCHIVES).unwrap();
    let worlds = titles::worlds(&detection, &vfs);
    let finding = find_world(&detection, &worlds, None).unwrap_err();
    assert_eq!(
        (finding.code, finding.found.as_str()),
        ("detect.no_worlds", "none: zbd/c1/gamez.zbd is missing")
    );
}

#[test]
fn a_missing_texture_package_is_a_warning_that_says_what_is_lost() {
    let install = folder(mechwarrior3);
    fs::rename(install.path().join("zbd/c1/rtexture.zbd"), install.path().join("zbd/c1/texture1.zbd"))
        .unwrap();
    assert_eq!(missing(&detect(install.path()).unwrap()), [""; 0], "any of the packages will do");

    fs::remove_file(install.path().join("zbd/c1/texture1.zbd")).unwrap();
    let detection = detect(install.path()).unwrap();
    let lines = missing(&detection);
    assert_eq!(lines.len(), 1);
    assert!(
        lines[0].starts_with("zbd/c1/rtexture.zbd: found no such file, expected the textures of"),
        "{}",
        lines[0]
    );
    assert!(
        lines[0].contains("drawn with a checker") && lines[0].contains("[detect.missing_optional]"),
        "{}",
        lines[0]
    );
    let vfs = Vfs::open(&detection.root, &[], load::ARCHIVES).unwrap();
    let worlds = titles::worlds(&detection, &vfs);
    assert_eq!(find_world(&detection, &worlds, Some("c1")).unwrap().file("textures"), None);
}

#[test]
fn an_install_without_any_world_still_looks_like_its_title() {
    let install = folder(|root| {
        for name in ["Mech3.exe", "Mech3Msg.dll", "zbd/interp.zbd", "zbd/mechlib.zbd"] {
            put(root, name, b"x");
        }
    });
    let detection = detect(install.path()).unwrap();
    assert_eq!((id(&detection), detection.confidence), ("mechwarrior3", Confidence::LooksLike));
    assert!(detection.missing[0].required && detection.missing[0].any == ["zbd/c1/gamez.zbd"]);
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

    put(install.path(), "revisit-demo.toml", b"demo = 3");
    let detection = detect(install.path()).unwrap();
    assert!(detection.demo.is_none() && id(&detection) == "mechwarrior3");
    assert!(detection.all_findings().iter().any(|finding| finding.code == "detect.demo"));
}

#[test]
fn titles_that_cannot_be_opened_yet_are_recognised_and_say_so() {
    let table: [(&str, &str, Vec<u8>); 3] = [
        ("everquest", "Arena.S3D", [words(&[5000]), b"PFS \0\0\x02\0".to_vec()].concat()),
        ("daggerfall", "ARENA2/WOODS.WLD", words(&[2_000_000, 1000, 500, 0])),
        ("warcraft", "Creature/Bear/../bear.m2", [b"MD20".to_vec(), words(&[256])].concat()),
    ];
    for (expected, file, content) in table {
        let install = folder(|root| {
            fs::create_dir_all(root.join("Creature/Bear")).unwrap();
            put(root, file, &content);
        });
        let detection = detect(install.path()).unwrap();
        assert_eq!((id(&detection), detection.confidence), (expected, Confidence::KnownFiles), "{file}");
        let vfs = Vfs::open(&detection.root, &[], load::ARCHIVES).unwrap();
        let worlds = titles::worlds(&detection, &vfs);
        assert_eq!(worlds, []);
        let finding = find_world(&detection, &worlds, None).unwrap_err();
        assert_eq!(finding.code, "detect.not_loaded", "{finding}");
    }
}

#[test]
fn levels_of_gamestudio_are_files_in_any_folder() {
    for (file, below) in
        [("one.wmb", ""), ("Levels/one.wmb", ""), ("a/b/One.WMB", ""), ("Levels/one.wmb", "game")]
    {
        let parent = folder(|root| put(&root.join(below), file, b"WMB7"));
        let detection = detect(parent.path()).unwrap();
        assert_eq!((id(&detection), detection.confidence), ("gamestudio", Confidence::KnownFiles), "{file}");
        assert!(detection.missing.is_empty(), "{file}");
        let vfs = Vfs::open(&detection.root, &[], load::ARCHIVES).unwrap();
        let worlds = titles::worlds(&detection, &vfs);
        let world = find_world(&detection, &worlds, Some("ONE")).unwrap();
        assert_eq!((world.id.as_str(), world.kind), ("one", WorldKind::Level), "{file}");
        // The install is the game's folder, not the one around it; nor is it a
        // folder of levels alone where others lie beside it.
        let address = world.file("world").unwrap();
        let root = if file.starts_with("a/") { "a" } else { below };
        assert_eq!(detection.root, parent.path().join(root), "{file}");
        assert_eq!(parent.path().join(root).join(address), parent.path().join(below).join(file));
    }
    let several = folder(|root| {
        for file in ["a/one.wmb", "b/one.wmb", "b/two.wmb"] {
            put(root, file, b"WMB7");
        }
    });
    let detection = detect(several.path()).unwrap();
    let worlds = titles::worlds(&detection, &Vfs::open(&detection.root, &[], load::ARCHIVES).unwrap());
    let ids: Vec<&str> = worlds.iter().map(|world| world.id.as_str()).collect();
    assert_eq!(ids, ["a/one", "b/one", "two"]);
}

#[test]
fn a_folder_of_a_gamestudio_game_leads_to_the_game_around_it() {
    let put = |root: &Path, file: &str| {
        let bytes: &[u8] = if file.ends_with("wmb") { b"WMB7" } else { b"x" };
        put(root, file, bytes);
    };
    let found = |files: &[&str], given: &str| {
        let parent = folder(|root| files.iter().for_each(|file| put(root, file)));
        let detection = detect(&parent.path().join(given)).unwrap();
        let root = fs::canonicalize(&detection.root).unwrap();
        let below = root.strip_prefix(fs::canonicalize(parent.path()).unwrap()).unwrap().to_owned();
        let worlds = titles::worlds(&detection, &Vfs::open(&detection.root, &[], load::ARCHIVES).unwrap());
        (id(&detection).to_owned(), below.display().to_string(), detection.whereabouts, worlds.len())
    };
    let game =
        |root: &str, whereabouts, worlds| ("gamestudio".to_owned(), root.to_owned(), whereabouts, worlds);
    let parts = ["game/Level/one.wmb", "game/Level/two.wmb", "game/Assets/a.mdl", "game/words.txt"];
    for given in ["game/Level", "game/Assets", "game/Level/two.wmb", "game/Assets/a.mdl"] {
        assert_eq!(found(&parts, given), game("game", Whereabouts::Above, 2), "{given}");
    }
    assert_eq!(found(&parts, "game"), game("game", Whereabouts::Here, 2));
    // What has a program or scripts of its own is no part, nor are two games
    // beside each other, nor levels with nothing beside them.
    let whole = ["one/a.wmb", "one/game.exe", "models/a.mdl"];
    assert_eq!(found(&whole, "one"), game("one", Whereabouts::Here, 1));
    let two = ["one/a.wmb", "one/a.mdl", "two/b.wmb", "two/b.mdl"];
    assert_eq!(found(&two, "one"), game("one", Whereabouts::Here, 1));
    // Levels with models of their own are a whole, whatever stands beside them,
    // unless one names what is only there.
    let level = |names: &[&str]| {
        let mut level = Level::new();
        for name in names {
            level.add_entity(Entity::new("it", name, [0.0; 3]).unwrap());
        }
        level.seal();
        wmb::write(&level).unwrap()
    };
    let own = ["one/a.mdl", "parts/a.mdl", "parts/b.mdl", "private/letter.txt"];
    for (names, root, whereabouts) in [
        (&["A.mdl", "c.mdl"][..], "one", Whereabouts::Here),
        (&["a.mdl", "models\\B.mdl"][..], "", Whereabouts::Above),
    ] {
        let parent = folder(|root| {
            own.iter().for_each(|file| put(root, file));
            fs::write(root.join("one/level.wmb"), level(names)).unwrap();
        });
        let detection = detect(&parent.path().join("one")).unwrap();
        assert!(same_folder(&detection.root, &parent.path().join(root)), "{names:?}: {:?}", detection.root);
        assert_eq!(detection.whereabouts, whereabouts);
    }
    let alone = ["one/a.wmb", "two/words.txt"];
    assert_eq!(found(&alone, "one"), game("one", Whereabouts::Here, 1));
    // Models alone are no game.
    let models = folder(|root| put(root, "models/a.mdl"));
    assert_eq!(detect(&models.path().join("models")).unwrap().title.map(|title| &title.id), None);
}

#[test]
fn a_gamestudio_game_is_found_from_any_of_its_folders() {
    let level = |name: &str| {
        let mut level = Level::new();
        level.add_entity(Entity::new("it", name, [0.0; 3]).unwrap());
        level.seal();
        wmb::write(&level).unwrap()
    };
    let game = |program: &str, model: &str| {
        folder(|root| {
            put(root, &format!("game/{program}"), b"x");
            put(root, "game/levels/one/x.wmb", &level("a.mdl"));
            put(root, "game/levels/one/own.mdl", b"x");
            put(root, &format!("game/{model}"), b"x");
        })
    };
    // Scripts of its own make a folder the game; of any program only what the level lacks does.
    let cases = [
        ("game.wdl", "models/a.mdl", true),
        ("game.wdl", "models/b.mdl", true),
        ("setup.exe", "models/a.mdl", true),
        ("setup.exe", "models/b.mdl", false),
        ("notes.txt", "models/a.mdl", false),
    ];
    for (program, model, whole) in cases {
        let parent = game(program, model);
        for given in ["game/levels/one/x.wmb", "game/levels/one", "game/levels", "game"] {
            let detection = detect(&parent.path().join(given)).unwrap();
            let is_whole = same_folder(&detection.root, &parent.path().join("game"));
            assert_eq!(is_whole, whole, "{program}, {model}, {given}: {:?}", detection.root);
            assert_eq!(id(&detection), "gamestudio");
            if whole {
                let here = if given == "game" { Whereabouts::Here } else { Whereabouts::Above };
                assert_eq!(detection.whereabouts, here, "{given}");
                assert!(detection.missing.is_empty(), "{:?}", detection.missing);
                let vfs = Vfs::open(&detection.root, &[], load::ARCHIVES).unwrap();
                let worlds = titles::worlds(&detection, &vfs);
                assert_eq!(worlds[0].file("world"), Some("levels/one/x.wmb"));
            }
        }
    }
    let parent = game("game.wdl", "models/a.mdl");
    let detection = detect(&parent.path().join("game/models/a.mdl")).unwrap();
    assert!(same_folder(&detection.root, &parent.path().join("game")), "{:?}", detection.root);
}

#[test]
fn worlds_are_chapters_in_playing_order_with_their_missions() {
    let install = folder(mechwarrior3);
    let detection = detect(install.path()).unwrap();
    let added = folder(|root| {
        put(root, "zbd/a9/gamez.zbd", &gamez(27));
        put(root, "zbd/c1/readerm3.zbd", b"x");
        put(root, "zbd/notes/readme.txt", b"no world");
    });
    let vfs = Vfs::open(&detection.root, &[added.path().to_owned()], load::ARCHIVES).unwrap();
    let worlds = titles::worlds(&detection, &vfs);
    let ids: Vec<&str> = worlds.iter().map(|world| world.id.as_str()).collect();
    let expected =
        ["c1", "c1/m1", "c1/m2", "c1/m3", "c1/m10", "c1/mp1", "c1/ia1", "c4", "c4b", "c4b/m5", "a9"];
    assert_eq!(ids, expected);

    let mission = &worlds[2];
    assert_eq!((mission.title.as_str(), mission.kind), ("Chapter 1, mission 2", WorldKind::Mission));
    assert_eq!(mission.file("world"), Some("zbd/c1/gamez.zbd"));
    assert_eq!(mission.file("mission readers"), Some("zbd/c1/readerm2.zbd"));
    assert_eq!(mission.file("sounds"), Some("zbd/soundsH.zbd"));
    assert_eq!(worlds[0].file("mission readers"), None);
    assert!(worlds.iter().all(|world| world.files.iter().all(|file| vfs.is_file(&file.address))));
}

#[test]
fn missions_of_crimson_skies_are_folders_and_recoil_worlds_are_missions() {
    let install = folder(crimson_skies);
    let detection = detect(install.path()).unwrap();
    let vfs = Vfs::open(&detection.root, &[], load::ARCHIVES).unwrap();
    let worlds = titles::worlds(&detection, &vfs);
    let ids: Vec<&str> = worlds.iter().map(|world| world.id.as_str()).collect();
    assert_eq!(ids, ["c1", "c1/m01", "c1/mp1"]);
    assert_eq!(worlds[1].file("mission animations"), Some("zbd/c1/m01/mis_anim.zbd"));
    assert_eq!(worlds[1].file("planes"), Some("zbd/planes.zbd"));

    let install = folder(recoil);
    let detection = detect(install.path()).unwrap();
    let vfs = Vfs::open(&detection.root, &[], load::ARCHIVES).unwrap();
    let worlds = titles::worlds(&detection, &vfs);
    let shown: Vec<_> =
        worlds.iter().map(|world| (world.id.as_str(), world.kind, world.file("map"))).collect();
    let mission = WorldKind::Mission;
    assert_eq!(shown, [("m1", mission, Some("zbd/maps/m1.zmap")), ("m10", mission, None)]);
}

#[test]
fn a_world_is_found_by_what_people_type() {
    let install = folder(mechwarrior3);
    let detection = detect(install.path()).unwrap();
    let vfs = Vfs::open(&detection.root, &[], load::ARCHIVES).unwrap();
    let worlds = titles::worlds(&detection, &vfs);
    let typed = [
        (Some("C1"), "c1"),
        (Some("c1/M2"), "c1/m2"),
        (Some("C1 m2"), "c1/m2"),
        (Some("c1m10"), "c1/m10"),
        (Some("c4b"), "c4b"),
        // The fifth mission of chapter 4 lies in the folder of its second part.
        (Some("c4/m5"), "c4b/m5"),
    ];
    for (name, expected) in typed {
        assert_eq!(find_world(&detection, &worlds, name).unwrap().id, expected, "{name:?}");
    }
    let which = find_world(&detection, &worlds, None).unwrap_err();
    assert_eq!(which.code, "detect.which_world");
    assert_eq!(which.expected, "the name of one of c1, c4, c4b");
    let near = find_world(&detection, &worlds, Some("c1/m22")).unwrap_err();
    assert_eq!(near.code, "detect.no_such_world");
    assert_eq!(near.advice, "did you mean `c1/m2`?");
    assert_eq!(near.expected, "one of c1, c1/m1, c1/m2, c1/m10, c1/mp1, c1/ia1, c4, c4b, c4b/m5");
    let far = find_world(&detection, &worlds, Some("neverland")).unwrap_err();
    assert_eq!(far.advice, "name one that is there");
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

#[test]
fn the_manifest_is_complete_and_true_to_itself() {
    let manifest = manifest();
    let ids: Vec<&str> = manifest.titles.iter().map(|title| title.id.as_str()).collect();
    let all = [
        "mechwarrior3",
        "pirates-moon",
        "recoil",
        "crimson-skies",
        "everquest",
        "gamestudio",
        "daggerfall",
        "warcraft",
    ];
    assert_eq!(ids, all);
    for title in &manifest.titles {
        assert!(title.space.metres_per_unit > 0.0);
        assert!(title.hints_needed >= 2 && title.hints.files.len() >= title.hints_needed, "{}", title.id);
        assert!(title.files.iter().any(|rule| rule.required), "{}", title.id);
        for release in &title.releases {
            assert!(release.unconfirmed, "{}: nobody compared a disc", title.id);
            assert!(release.facts.iter().all(|fact| fact.words.len() == release.columns.len()));
        }
        assert_eq!(title.loads_worlds, title.worlds.is_some(), "{}", title.id);
        assert_eq!(manifest.title(&title.name.to_uppercase()).unwrap().id, title.id);
    }
    assert_eq!(manifest.title("mechwarrior3").unwrap().music.tracks, [2, 3]);
    assert_eq!(manifest.title("pirates-moon").unwrap().music.tracks, [2]);
}

#[test]
fn what_is_not_a_game_is_known_by_name_and_not_searched_for() {
    let own = manifest().title("revisit").unwrap();
    assert!(manifest().titles.iter().all(|title| title.id != own.id));
    assert!(own.loads_worlds && own.worlds.is_some() && own.signs.is_empty());
    // A file of that kind alone is no install.
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "courtyard.scene", b"courtyard");
    assert!(detect(folder.path()).unwrap().title.is_none());
}

#[test]
fn every_title_has_a_frame() {
    for title in &manifest().titles {
        assert!(
            world::Frame::parse(&title.space.axes, title.space.metres_per_unit).is_some(),
            "{}: `{}`",
            title.id,
            title.space.axes
        );
        // Only Daggerfall is left-handed.
        assert_eq!(title.space.frame().mirrors(), title.id == "daggerfall", "{}", title.id);
    }
    // Raw EverQuest frame: x north, y west, z up. North is away from the viewer.
    let everquest = manifest().title("eq").unwrap().space.frame();
    assert_eq!(everquest.to_engine([1.0, 0.0, 0.0].into()).to_array(), [0.0, 0.0, -1.0]);
    assert_eq!(everquest.to_engine([0.0, 1.0, 0.0].into()).to_array(), [-1.0, 0.0, 0.0]);
    assert_eq!(everquest.to_engine([0.0, 0.0, 1.0].into()).to_array(), [0.0, 1.0, 0.0]);
}
