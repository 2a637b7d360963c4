//! An install of Warcraft as its client has it: archives that lie over each other, loose files, what is missing or
//! damaged in them, and a stage to walk around in.

use crate::program::revisit;
use mpq::NewFile;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn fixture(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../formats/warcraft/tests/fixtures");
    harness::hex::bytes(&fs::read_to_string(path.join(format!("{name}.hex"))).unwrap())
}

fn pack(root: &Path, name: &str, files: &[(&str, Vec<u8>)]) {
    let files: Vec<NewFile> = files.iter().map(|(name, bytes)| NewFile::new(name, bytes.clone())).collect();
    let path = root.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, mpq::write(&files).unwrap()).unwrap();
}

/// Two models in the base, one of them newer in a patch; the textures that they name are nowhere.
fn install() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let base = [
        ("Creature\\Boar\\Boar.m2", fixture("m2_first")),
        ("World\\Generic\\Wisp.m2", fixture("m2_first")),
        ("DBFilesClient\\CreatureModelData.dbc", fixture("dbc_models")),
    ];
    pack(root, "Data/model.MPQ", &base);
    pack(root, "Data/patch.MPQ", &[("creature\\boar\\BOAR.m2", b"no model".to_vec())]);
    pack(root, "Data/patch-2.MPQ", &[("world\\generic\\wisp.M2", fixture("m2_second"))]);
    // Loose files win over all archives.
    fs::create_dir_all(root.join("Creature/Boar")).unwrap();
    fs::write(root.join("Creature/Boar/Boar.m2"), fixture("m2_first")).unwrap();
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn the_models_of_all_archives_are_one_list_that_can_be_searched() {
    let folder = install();
    let path = text(folder.path());
    let detected = revisit(["detect", path, "--json"]).ok().json();
    assert_eq!(
        (&detected["title"], &detected["confidence"]),
        (&"warcraft".into(), &"known files in a release that is not in the table".into())
    );
    assert_eq!(detected["items"], serde_json::json!([]));
    let models = |more: &[&str]| {
        let words = ["worlds", path, "--json"].into_iter().chain(more.iter().copied());
        revisit(words).ok().json()["models"].clone()
    };
    let all = serde_json::json!(["Creature/Boar/Boar.m2", "world/generic/wisp.M2"]);
    assert_eq!(models(&[]), all);
    assert_eq!(models(&["GENERIC wisp"]), serde_json::json!(["world/generic/wisp.M2"]));
    assert_eq!(revisit(["worlds", path, "fox"]).ok().out.trim(), "no model has this in its name");
}

#[test]
fn the_strongest_archive_wins_and_loose_files_win_over_all() {
    let folder = install();
    let path = text(folder.path());
    // The second patch has the model of the later client.
    let member = folder.path().join("Data/patch-2.MPQ/World/Generic/WISP.m2");
    assert_eq!(revisit(["inspect", text(&member), "--json"]).ok().json()["summary"]["version"], "263");
    let base = folder.path().join("Data/model.MPQ/World/Generic/Wisp.m2");
    assert_eq!(revisit(["inspect", text(&base), "--json"]).ok().json()["summary"]["version"], "256");
    let shown = revisit(["show", path, "wisp", "--json"]).ok().json();
    assert_eq!(shown["model"], "wisp.M2");
    let which = revisit(["vfs", "which", path, "world/generic/wisp.m2", "--json"]).ok().json();
    assert!(which["winner"]["path"].as_str().unwrap().ends_with("patch-2.MPQ"), "{which:#}");
    assert!(which["hidden"][0]["path"].as_str().unwrap().ends_with("model.MPQ"), "{which:#}");
    // What a patch broke, a loose file mends.
    revisit(["show", path, "boar", "--json"]).ok();
    fs::remove_dir_all(folder.path().join("Creature")).unwrap();
    revisit(["show", path, "boar", "--json"]).fails(2, &["boar", "warcraft.m2.magic"]);
}

#[test]
fn a_missing_texture_is_a_finding_and_the_model_is_shown() {
    let folder = install();
    let json = revisit(["show", text(folder.path()), "boar", "--json"]).ok().json();
    let findings = json["findings"]["items"].as_array().unwrap();
    assert!(findings.iter().any(|one| one["code"] == "load.warcraft.texture_missing"), "{json:#}");
    assert!(json["triangles"].as_u64().unwrap() > 0);
}

#[test]
fn a_model_of_a_later_client_and_a_damaged_archive_are_refused_in_one_line() {
    let folder = install();
    let mut later = fixture("m2_first");
    later[4..8].copy_from_slice(&264_u32.to_le_bytes());
    fs::write(folder.path().join("Creature/Boar/Later.m2"), later).unwrap();
    let path = text(folder.path());
    revisit(["show", path, "later", "--json"]).fails(2, &["Later.m2", "264"]);
    // A damaged archive is left out and named; what the others have is there.
    let patch = folder.path().join("Data/patch-2.MPQ");
    let bytes = fs::read(&patch).unwrap();
    fs::write(&patch, &bytes[..bytes.len() / 2]).unwrap();
    let said = revisit(["worlds", path]).ok();
    let lines: Vec<&str> = said.err.lines().collect();
    assert!(
        lines.len() == 1 && lines[0].contains("patch-2.MPQ") && lines[0].contains("mpq.truncated"),
        "{lines:?}"
    );
    assert!(said.out.contains("World/Generic/Wisp.m2"), "{}", said.out);
    // Alone it cannot be listed.
    revisit(["inspect", text(&patch)]).fails(2, &["patch-2.MPQ", "mpq.truncated"]);
}

#[test]
fn archives_are_inspected_listed_and_checked() {
    let folder = install();
    let path = text(folder.path());
    let archive = folder.path().join("Data/model.MPQ");
    let json = revisit(["inspect", text(&archive), "--json"]).ok().json();
    assert_eq!((&json["kind"], &json["summary"]["files"]), (&"mpq.archive".into(), &"3".into()));
    let out = tempfile::tempdir().unwrap();
    let into = out.path().join("unpacked");
    let member = archive.join("creature/boar/boar.m2");
    revisit(["unpack", text(&member), text(&into)]).ok();
    assert!(into.join("revisit.json").is_file());
    let whole = out.path().join("whole");
    revisit(["unpack", text(&archive), text(&whole)]).fails(2, &["one file at a time"]);
    let listed = revisit(["vfs", "ls", path, "data/model.mpq/creature"]).ok().out;
    assert!(listed.contains("Boar"), "{listed}");
    let top = revisit(["vfs", "ls", path]).ok().out;
    assert!(
        ["creature", "data", "dbfilesclient", "world"].iter().all(|name| top.to_lowercase().contains(name)),
        "{top}"
    );
    let checked = revisit(["check", path, "--json"]).ok().json();
    let kind = |file: &str| {
        let files = checked["files"].as_array().unwrap();
        files
            .iter()
            .find(|one| one["file"].as_str().unwrap().eq_ignore_ascii_case(file))
            .map(|one| one["kind"].clone())
    };
    assert_eq!(kind("data/model.mpq"), Some("mpq.archive".into()));
    assert_eq!(kind("world/generic/wisp.m2"), Some("warcraft.m2".into()));
    assert_eq!(kind("dbfilesclient/creaturemodeldata.dbc"), Some("warcraft.dbc".into()));
}

#[test]
fn named_models_stand_on_a_stage() {
    let folder = install();
    let path = text(folder.path());
    revisit(["load", path]).fails(2, &["which models", "detect.which_models"]);
    revisit(["load", path, "fox"]).fails(2, &["fox", "load.warcraft.no_model"]);
    let one = revisit(["load", path, "boar", "--json"]).ok().json();
    let two = revisit(["load", path, "boar, wisp,fox", "--json"]).ok().json();
    assert!(two["counts"]["nodes"].as_u64().unwrap() > one["counts"]["nodes"].as_u64().unwrap());
    let missing = two["findings"]["items"].as_array().unwrap();
    assert!(missing.iter().any(|one| one["code"] == "load.warcraft.no_such_model" && one["file"] == "fox"));
    // A part of an address means all that have it.
    let all = revisit(["load", path, ".m2", "--json"]).ok().json();
    assert_eq!(all["counts"], two["counts"]);
    // Without a display `play` says what to give; a body may be any model of the game, but nobody is placed.
    revisit(["play", path]).fails(3, &["name models after the path", "revisit worlds"]);
    revisit(["sim", path, "boar", "--spawn", "wisp@1,2,3"]).fails(2, &["--spawn", "name the models"]);
    let last = |more: &[&str]| {
        let words = ["sim", path, "boar", "--ticks", "10", "--json"].into_iter().chain(more.iter().copied());
        revisit(words).ok().json()["items"].as_array().unwrap().last().unwrap()["hash"].clone()
    };
    assert_ne!(last(&[]), last(&["--race", "wisp"]));
    // A recording is of the body's file, too.
    let (out, body) = (tempfile::tempdir().unwrap(), folder.path().join("World/Generic/Wisp.m2"));
    let record = out.path().join("walk.jsonl");
    let words = ["sim", path, "boar", "--race", "wisp", "--ticks", "10", "--record", text(&record)];
    revisit(words).ok();
    revisit(["sim", path, "boar", "--replay", text(&record)]).ok();
    fs::create_dir_all(body.parent().unwrap()).unwrap();
    fs::write(&body, fixture("m2_first")).unwrap();
    revisit(["sim", path, "boar", "--replay", text(&record)]).fails(2, &["fingerprint"]);
    fs::remove_file(&body).unwrap();
    // It runs, and runs the same again.
    let hash = || {
        let json = revisit(["sim", path, "boar,wisp", "--ticks", "60", "--json"]).ok().json();
        json["items"].as_array().unwrap().last().unwrap()["hash"].as_str().unwrap().to_owned()
    };
    assert_eq!(hash(), hash());
}

#[test]
#[cfg(feature = "gpu")]
fn a_stage_is_drawn() {
    if std::env::var_os("REVISIT_REQUIRE_ADAPTER").is_none() {
        return;
    }
    let folder = install();
    let out = tempfile::tempdir().unwrap();
    let picture = out.path().join("stage.png");
    let words = ["shot", text(folder.path()), "boar,wisp", "--size", "160x120", "--out", text(&picture)];
    revisit(words).ok();
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(&picture).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let step = info.line_size / info.width as usize;
    let at = |x: usize, y: usize| &pixels[y * info.line_size + x * step..][..3];
    // Haze above, and ground below whoever stands on it: greener than blue.
    let (sky, ground) = (at(80, 4), at(80, 116));
    assert!(sky[2] > sky[0], "{sky:?}");
    assert!(ground[1] > ground[2], "{ground:?}");
}
