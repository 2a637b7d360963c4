//! `--mod` and `vfs`: the last layer wins.

use crate::program::{demo, four, revisit};
use std::fs;
use std::path::Path;

#[test]
fn a_mod_file_wins_and_the_program_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let over = folder.path().join("snow");
    fs::create_dir_all(over.join("ZBD/C1")).unwrap();
    // The smaller set of textures in place of the best.
    fs::copy(format!("{}/zbd/c1/rtexture2.zbd", demo()), over.join("ZBD/C1/RTEXTURE.ZBD")).unwrap();
    let over = over.to_str().unwrap();

    let plain = revisit(["load", demo(), "c1", "--json"]).ok().json();
    let modded = revisit(["load", demo(), "c1", "--mod", over, "--json"]).ok().json();
    assert!(modded["texture_bytes"].as_u64().unwrap() < plain["texture_bytes"].as_u64().unwrap());

    let which = revisit(["vfs", "which", demo(), "zbd/c1/rtexture.zbd", "--mod", over, "--json"]).ok().json();
    assert!(which["winner"]["path"].as_str().unwrap().contains("snow"), "{which}");
    assert_eq!(which["hidden"].as_array().unwrap().len(), 1, "{which}");
    let list = revisit(["vfs", "ls", demo(), "zbd/c1", "--mod", over, "--json"]).ok().json();
    let names: Vec<&str> =
        list["items"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert!(names.iter().any(|name| name.eq_ignore_ascii_case("gamez.zbd")), "{names:?}");
    revisit(["load", demo(), "c1", "--mod", "/no/such/mod"]).fails(2, &["/no/such/mod"]);
}

/// Lays files into a folder, which is a mod then.
fn lay(over: &Path, files: &[(&str, &[u8])]) {
    for (address, bytes) in files {
        let path = over.join(address);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

/// A member of an archive of the demo, as it stands there.
fn member(archive: &str, name: &str) -> Vec<u8> {
    let bytes = fs::read(Path::new(four()[0].path).join("zbd").join(archive)).unwrap();
    let (archive, _) = zbd::archive::read(&bytes, binary::Mode::Strict).unwrap();
    archive.entries.into_iter().find(|entry| entry.name.text() == name).unwrap().data
}

/// What `show --json` says of a model, and how long a clip of it is.
fn shown(model: &str, clip: &str, more: &[&str]) -> (serde_json::Value, f64) {
    let json = revisit(["show", four()[0].path, model, "--json"].iter().chain(more)).ok().json();
    let clips = json["clips"].as_array().unwrap();
    let clip = clips.iter().find(|known| known["name"] == clip).unwrap_or_else(|| panic!("{clips:?}"));
    let seconds = clip["seconds"].as_f64().unwrap();
    (json, seconds)
}

#[test]
fn a_definition_as_unpack_writes_it_is_used_from_a_mod() {
    let folder = tempfile::tempdir().unwrap();
    let unpacked = folder.path().join("reader");
    let archive = format!("{}/zbd/reader.zbd", four()[0].path);
    revisit(["unpack", &archive, unpacked.to_str().unwrap()]).ok();
    let text = fs::read_to_string(unpacked.join("dfn_mason.zrd")).unwrap();
    let changed = text.replace("walk(anim mason_walk", "walk(anim mason_run");
    assert_ne!(text, changed);
    let over = folder.path().join("mod");
    lay(&over, &[("zbd/reader.zbd/dfn_mason.zrd", changed.as_bytes())]);

    let (_, run) = shown("mech_mason", "run", &[]);
    let (json, walk) = shown("mech_mason", "walk", &["--mod", over.to_str().unwrap()]);
    assert_eq!(walk, run);
    assert_eq!(json["findings"]["items"], serde_json::json!([]));
}

#[test]
fn models_and_motions_of_a_mod_are_shown_and_known() {
    let folder = tempfile::tempdir().unwrap();
    let (brolga, run) = (member("mechlib.zbd", "mech_brolga.flt"), member("motion.zbd", "mason_run"));
    lay(
        folder.path(),
        &[("zbd/mechlib.zbd/mech_mason.flt", brolga.as_slice()), ("zbd/motion.zbd/mason_walk", &run)],
    );
    let over = ["--mod", folder.path().to_str().unwrap()];
    let (plain, walk) = shown("mason", "walk", &[]);
    let (other, _) = shown("brolga", "walk", &[]);
    let (_, running) = shown("mason", "run", &[]);
    let (modded, now) = shown("mason", "walk", &over);
    assert_ne!(plain["triangles"], other["triangles"]);
    assert_eq!(modded["triangles"], other["triangles"]);
    assert!(now == running && now != walk, "{now} {running} {walk}");

    let check = ["check", four()[0].path, "--roundtrip", "--json"];
    let json = revisit(check.iter().chain(&over)).ok().json();
    let inside = json["files"].as_array().unwrap().iter().filter(|file| {
        let address = file["file"].as_str().unwrap();
        address.matches(".zbd").count() == 1 && !address.ends_with(".zbd")
    });
    let inside: Vec<_> = inside.map(|file| (&file["file"], &file["kind"], &file["identical"])).collect();
    assert_eq!(
        serde_json::json!(inside),
        serde_json::json!([
            ["zbd/mechlib.zbd/mech_mason.flt", "zbd.mechlib.model", true],
            ["zbd/motion.zbd/mason_walk", "zbd.motion", true]
        ]),
        "the members of the archives themselves are not listed again"
    );
}

#[test]
fn a_mod_that_changes_nothing_is_named_whatever_the_verb() {
    let folder = tempfile::tempdir().unwrap();
    let [pictures, deep] = ["pictures", "deep"].map(|name| folder.path().join(name));
    lay(&pictures, &[("zbd/c1/rtexture.zbd/grass.png", b"a picture")]);
    lay(&deep, &[("mymod/zbd/c1/rtexture.zbd", b"a package"), ("mymod/readme.txt", b"x")]);
    let picture = folder.path().join("picture.png");
    let picture = picture.to_str().unwrap();
    for (layer, words) in [
        (&pictures, &["zbd/c1/rtexture.zbd", "`pictures`", "revisit pack", "[vfs.overlay]"][..]),
        (&deep, &["deep: ", "`mymod`", "one folder too deep", "[vfs.idle_mod]"][..]),
    ] {
        let layer = layer.to_str().unwrap();
        let mut verbs = vec![vec!["load", demo()], vec!["sim", demo(), "--ticks", "1"], vec!["show", demo()]];
        if cfg!(feature = "gpu") && std::env::var_os("REVISIT_REQUIRE_ADAPTER").is_some() {
            verbs.push(vec!["shot", demo(), "--size", "32x32", "--out", picture]);
        }
        if cfg!(feature = "window") {
            verbs.push(vec!["play", demo()]);
        }
        for verb in verbs {
            let run = revisit(verb.iter().copied().chain(["--mod", layer]));
            // Where there is no display, it is said before that is.
            assert_eq!(run.code, if verb[0] == "play" { 3 } else { 0 }, "{verb:?}: {run:#?}");
            let warnings: Vec<_> = run.err.lines().filter(|line| line.starts_with("warning: ")).collect();
            assert_eq!(warnings.len(), 1, "{verb:?}: {run:#?}");
            for word in words {
                assert!(warnings[0].contains(word), "{verb:?}: `{word}` is missing in {}", warnings[0]);
            }
        }
    }
}

#[test]
fn a_quality_that_a_game_does_not_have_is_named_with_those_it_has() {
    let [_, _, recoil, skies] = four();
    for (path, quality, wanted) in [
        (skies.path, "software", "it has best, low; `best` is used"),
        (recoil.path, "medium", "it has best, software; `best` is used"),
    ] {
        let run = revisit(["sim", path, "--ticks", "1", "--textures", quality]).ok();
        let warnings: Vec<_> = run.err.lines().filter(|line| line.starts_with("warning: ")).collect();
        assert_eq!(warnings.len(), 1, "{run:#?}");
        assert!(warnings[0].contains(wanted) && warnings[0].contains(quality), "{run:#?}");
        let json = revisit(["load", path, "--textures", quality, "--json"]).ok().json();
        assert_eq!(json["findings"]["counts"]["detect.quality"], 1, "{json}");
    }
    for (path, quality) in [(skies.path, "low"), (recoil.path, "software"), (skies.path, "best")] {
        let run = revisit(["sim", path, "--ticks", "1", "--textures", quality]).ok();
        assert!(!run.err.contains("warning"), "{run:#?}");
    }
}
