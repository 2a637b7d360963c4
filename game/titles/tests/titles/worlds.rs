//! The worlds of an install, and the names people type for them.

use crate::installs::{crimson_skies, folder, gamez, id, mechwarrior3, put, recoil};
use titles::{Confidence, WorldKind, detect, find_world};
use vfs::Vfs;

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
    assert_eq!(which.found, "which world? There are c1, c4, c4b");
    let near = find_world(&detection, &worlds, Some("c1/m22")).unwrap_err();
    assert_eq!(near.code, "detect.no_such_world");
    assert_eq!(near.advice, "did you mean `c1/m2`?");
    let there = "c1, c1/m1, c1/m2, c1/m10, c1/mp1, c1/ia1, c4, c4b, c4b/m5";
    assert_eq!(near.found, format!("no world `c1/m22`; there are {there}"));
    let far = find_world(&detection, &worlds, Some("neverland")).unwrap_err();
    assert_eq!(far.advice, "name one that is there");
}
