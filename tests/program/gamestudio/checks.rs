//! What `check`, `load`, `show` and `inspect` say of files that are damaged,
//! foreign or missing, and of paths to single files.

use super::made::{house, level_felt, level_with, put, skinned};
use crate::program::{Run, revisit};
use tempfile::TempDir;

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    files.iter().for_each(|(address, bytes)| put(folder.path(), address, bytes));
    folder
}

fn at(folder: &TempDir, address: &str) -> String {
    folder.path().join(address).display().to_string()
}

fn check(path: &str) -> (Run, serde_json::Value) {
    let run = revisit(["check", path, "--json"]);
    let json = run.json();
    (run, json)
}

/// File, severity and code of each finding.
fn findings(json: &serde_json::Value) -> Vec<(&str, &str, &str)> {
    let text = |item: &'_ serde_json::Value, key: &str| -> &'static str {
        String::leak(item[key].as_str().unwrap().to_owned())
    };
    items(json).map(|item| (text(item, "file"), text(item, "severity"), text(item, "code"))).collect()
}

/// What was found but that levels made of entities alone have no ground.
fn items(json: &serde_json::Value) -> impl Iterator<Item = &serde_json::Value> {
    json["items"].as_array().unwrap().iter().filter(|item| item["code"] != "load.no_ground")
}

/// A picture of one white texel.
fn bmp() -> Vec<u8> {
    let head = [b"BM".as_slice(), &[58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0]].concat();
    let info = [40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0];
    [head.as_slice(), &info, &[0; 24], &[255, 255, 255, 0]].concat()
}

#[test]
fn a_name_inside_a_file_gives_the_terminal_no_orders() {
    let game = folder(&[("level.wmb", &level_with(&["\u{1b}[2J\rgone.mdl"]))]);
    for verb in ["load", "check"] {
        let run = revisit([verb, game.path().to_str().unwrap()]);
        let said = if verb == "check" { &run.out } else { &run.err };
        assert!(said.contains(r"`\u{1b}[2J\rgone.mdl`"), "{run:#?}");
        let orders = |text: &str| text.chars().any(|letter| letter.is_control() && letter != '\n');
        assert!(!orders(&run.err) && !orders(&run.out), "{run:#?}");
    }
    // Programs get the name as it is.
    let (_, json) = check(game.path().to_str().unwrap());
    assert!(json["items"][0]["expected"].as_str().unwrap().contains("\u{1b}[2J\rgone.mdl"), "{json:#}");
}

#[test]
fn what_its_name_says_is_damaged_where_its_content_does_not() {
    let flipped = [b"MDL9".as_slice(), &house(1)[4..]].concat();
    let game = folder(&[
        ("level.wmb", &level_with(&["good.mdl"])),
        ("good.mdl", &house(1)),
        ("models/flipped.MDL", &flipped),
        ("models/empty.mdl", b""),
        ("empty.wmb", b""),
        ("land.hmp", b"HMP0 and more"),
        ("skins.wad", b"WAD1"),
        ("source.wmp", b"WMP\0\x01\x02"),
        // Older editors write text.
        ("text.wmp", b"( 1 2 3 )\r\n"),
    ]);
    let (run, json) = check(game.path().to_str().unwrap());
    assert_eq!(run.code, 1, "{run:#?}");
    let found = findings(&json);
    for file in ["models/flipped.MDL", "models/empty.mdl", "empty.wmb", "land.hmp", "skins.wad", "source.wmp"]
    {
        let own: Vec<_> = found.iter().filter(|(name, ..)| *name == file).collect();
        let [(_, severity, code)] = own[..] else { panic!("one finding for {file}: {found:#?}") };
        assert_eq!(*severity, "error", "{file}");
        let expected = if file.contains("empty") { "check.empty" } else { "gamestudio." };
        assert!(code.starts_with(expected), "{file}: {code}");
    }
    assert_eq!(found.len(), 6, "{found:#?}");
    let kind = |name: &str| {
        let files = json["files"].as_array().unwrap();
        files.iter().find(|file| file["file"] == name).unwrap()["kind"].clone()
    };
    assert!(kind("text.wmp").is_null(), "of no known kind, which is no finding: {json:#}");

    // Other games use these endings, too: only who names the file means it.
    let other = folder(&[("a.mdl", b"IDST\x0a\0\0\0"), ("b.wad", b"IWAD\x01\0\0\0")]);
    let (run, json) = check(other.path().to_str().unwrap());
    assert_eq!((run.code, findings(&json).len()), (0, 0), "{run:#?}");
    let (run, json) = check(&at(&other, "a.mdl"));
    assert_eq!((run.code, findings(&json)[0].2), (1, "gamestudio.model.kind"), "{run:#?}");
}

#[test]
fn a_level_is_named_by_its_path_its_file_or_its_name() {
    let level = level_with(&[]);
    let game = folder(&[
        ("Levels/One.wmb", &level),
        ("Levels/two.WMB", &level),
        ("more/two.wmb", &level),
        ("models/a.mdl", &house(1)),
    ]);
    let root = game.path().to_str().unwrap();
    let world = |arguments: &[&str]| {
        let json = revisit([&["load"], arguments, &["--json"]].concat()).ok().json();
        json["world"].as_str().unwrap().to_owned()
    };
    assert_eq!(world(&[&at(&game, "Levels/One.wmb")]), "one");
    assert_eq!(world(&[&at(&game, "Levels/two.WMB")]), "levels/two");
    assert_eq!(world(&[&at(&game, "more/two.wmb")]), "more/two");
    for name in ["one.wmb", "ONE.WMB", "levels/one", "Levels\\one.wmb", "./Levels/One.wmb"] {
        assert_eq!(world(&[root, name]), "one", "{name}");
    }
    assert_eq!(world(&[root, "more/two.wmb"]), "more/two");
    // A name counts more than the file that the path names.
    assert_eq!(world(&[&at(&game, "more/two.wmb"), "one"]), "one");
    revisit(["load", root, "two.wmb"]).fails(2, &["no world `two.wmb`"]);
    revisit(["load", root]).fails(2, &["which world"]);
    let sim = revisit(["sim", &at(&game, "more/two.wmb"), "--ticks", "1", "--json"]).ok().json();
    assert_eq!(sim["world"], "more/two");
    // A model is no world.
    revisit(["load", &at(&game, "models/a.mdl")]).fails(2, &["a.mdl", "revisit show"]);
    let lone = folder(&[("a.mdl", &house(1))]);
    for verb in ["load", "worlds"] {
        revisit([verb, &at(&lone, "a.mdl")]).fails(2, &["a.mdl", "revisit show"]);
    }
}

#[test]
fn every_missing_skin_is_said_once_with_who_names_it() {
    let skins = ["here.bmp", "gone.tga", "lost.tga"];
    let models = folder(&[("chair.mdl", &skinned(&skins)), ("Here.BMP", &bmp())]);
    let expected =
        [("chair.mdl", "warning", "load.file_missing"), ("chair.mdl", "warning", "load.file_missing")];
    let (run, json) = check(models.path().to_str().unwrap());
    assert_eq!(run.code, 0, "{run:#?}");
    assert_eq!(findings(&json), expected, "{json:#}");
    let (_, json) = check(&at(&models, "chair.mdl"));
    assert_eq!(findings(&json).len(), 2, "{json:#}");

    // In a game those that no level places count, too.
    let game = folder(&[
        ("Levels/one.wmb", &level_with(&["chair.mdl"])),
        ("Levels/two.wmb", &level_with(&["chair.mdl", "Table.mdl", "none.mdl"])),
        ("models/chair.mdl", &skinned(&skins)),
        ("models/stool.mdl", &skinned(&["GONE.tga", "other.pcx"])),
        ("models/table.mdl", &skinned(&["here.bmp"])),
        ("pictures/here.bmp", &bmp()),
    ]);
    let (_, json) = check(game.path().to_str().unwrap());
    let mut said: Vec<(String, String)> = items(&json)
        .map(|item| {
            assert_eq!(item["code"], "load.file_missing", "{json:#}");
            let expected = item["expected"].as_str().unwrap();
            (
                expected.to_owned(),
                format!("{}: {}", item["file"].as_str().unwrap(), item["found"].as_str().unwrap()),
            )
        })
        .collect();
    said.sort();
    let file = |name: &str| format!("the file `{name}`");
    assert_eq!(
        said,
        [
            (
                format!("{}, which models/stool.mdl names, too", file("gone.tga")),
                "models/chair.mdl: no such file".to_owned(),
            ),
            (file("lost.tga"), "models/chair.mdl: no such file".to_owned()),
            (file("none.mdl"), "Levels/two.wmb: no such file".to_owned()),
            (file("other.pcx"), "models/stool.mdl: no such file".to_owned()),
        ]
    );
}

#[test]
fn pictures_are_files_that_are_known() {
    let game = folder(&[
        ("level.wmb", &level_with(&["a.bmp", "b.bmp"])),
        ("a.bmp", &bmp()),
        ("b.bmp", &bmp()[..40]),
        ("c.tga", b"no picture"),
        ("words.txt", b"words"),
    ]);
    let (run, json) = check(game.path().to_str().unwrap());
    assert_eq!(run.code, 1, "{run:#?}");
    let mut found = findings(&json);
    found.sort_unstable();
    let expected = [("b.bmp", "error", "load.picture"), ("c.tga", "error", "load.picture")];
    assert_eq!(found, expected, "{json:#}");
    let files = json["files"].as_array().unwrap();
    let kind = |name: &str| files.iter().find(|file| file["file"] == name).unwrap()["kind"].clone();
    assert_eq!((kind("a.bmp"), kind("b.bmp")), ("picture".into(), "picture".into()));
    assert!(kind("words.txt").is_null());

    let shown = revisit(["inspect", &at(&game, "a.bmp")]).ok();
    assert!(shown.out.contains("BMP picture") && shown.out.contains("1 x 1"), "{shown:#?}");
    let json = revisit(["inspect", &at(&game, "a.bmp"), "--json"]).ok().json();
    assert_eq!((&json["kind"], &json["version"]), (&"picture".into(), &"BMP".into()));
    assert_eq!(json["content"], serde_json::json!({ "width": 1, "height": 1 }));
    revisit(["inspect", &at(&game, "b.bmp")]).fails(2, &["b.bmp", "load.picture"]);
}

#[test]
fn inspect_names_the_files_with_the_skins_of_a_model() {
    let models = folder(&[("chair.mdl", &skinned(&["wood.tga", "Iron.bmp", "WOOD.tga"]))]);
    let run = revisit(["inspect", &at(&models, "chair.mdl")]).ok();
    assert!(run.out.contains("wood.tga, Iron.bmp\n"), "{run:#?}");
}

#[test]
fn show_says_what_there_is_nothing_to_see_of() {
    let game = folder(&[
        ("level.wmb", &level_with(&["chair.mdl"])),
        ("chair.mdl", &skinned(&["a.tga"])),
        ("bare.mdl", &house(0)),
        ("skins.wad", b"WAD7"),
    ]);
    // A level with no blocks, one with blocks that are only felt, a model without
    // triangles.
    put(game.path(), "felt.wmb", &level_felt());
    let pictures = folder(&[]);
    let out = at(&pictures, "out.png");
    for name in ["level.wmb", "felt.wmb", "bare.mdl"] {
        let run = revisit(["show", game.path().to_str().unwrap(), name, "--out", &out, "--json"]);
        let json = run.ok().json();
        assert_eq!(json["findings"]["counts"]["show.nothing"], 1, "{name}: {json:#}");
    }
    revisit(["show", &at(&game, "skins.wad"), "--out", &out])
        .fails(2, &["skins.wad", "Gamestudio texture package", "revisit inspect"]);
    // Nobody has to ask for JSON to learn the names of clips.
    let install = super::made::install().display().to_string();
    revisit(["show", &install, "arm.mdl", "--sheet", &out]).fails(2, &["--clip", "stand", "wave"]);
}

#[test]
fn no_release_is_known_of_any_game_of_gamestudio() {
    let detected = revisit(["detect", super::made::install().to_str().unwrap()]).ok();
    assert!(detected.out.starts_with("a Gamestudio game: known files\n"), "{detected:#?}");
}
