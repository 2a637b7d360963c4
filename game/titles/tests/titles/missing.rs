//! What an install lacks, and what is said of it.

use crate::installs::{folder, id, mechwarrior3, missing, put};
use std::fs;
use titles::{Confidence, detect, find_world};
use vfs::Vfs;

#[test]
fn a_missing_world_file_is_an_error_that_says_where_and_what_to_do() {
    let install = folder(mechwarrior3);
    fs::remove_file(install.path().join("zbd/c4/gamez.zbd")).unwrap();
    let detection = detect(install.path()).unwrap();
    assert_eq!(
        missing(&detection),
        ["zbd/c4/gamez.zbd: missing: the world of MechWarrior 3; without it this world \
          cannot be opened; copy it from the disc of the game into zbd/c4 [detect.missing_required]"]
    );
    assert!(detection.summary().ends_with("1 required file missing"), "{}", detection.summary());
    let vfs = Vfs::open(&detection.root, &[], load::ARCHIVES).unwrap();
    let worlds = titles::worlds(&detection, &vfs);
    let finding = find_world(&detection, &worlds, Some("c4")).unwrap_err();
    assert_eq!(finding.code, "detect.no_such_world");
    assert!(
        finding.found.starts_with("no world `c4`, since zbd/c4/gamez.zbd is missing; there are c1,"),
        "{finding}"
    );

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
        ("detect.no_worlds", "no world of MechWarrior 3: zbd/c1/gamez.zbd is missing")
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
    assert!(lines[0].starts_with("zbd/c1/rtexture.zbd: missing: the textures of"), "{}", lines[0]);
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
