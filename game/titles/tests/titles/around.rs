//! The game around a part of it.

use crate::installs::{folder, id, put, same_folder};
use gamestudio::wmb::objects::Entity;
use gamestudio::wmb::{self, Level};
use std::fs;
use std::path::Path;
use titles::{Whereabouts, detect};
use vfs::Vfs;

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
