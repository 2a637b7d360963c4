//! EverQuest's creatures through the program: listed and shown alone, placed in a zone, and as the body of the walker.

use crate::program::{demo, revisit};
use crate::zone_maker;
use std::fs;
use tempfile::TempDir;

// Archives as the tests of the loader make them.
#[path = "../../engine/load/tests/creatures/maker.rs"]
#[allow(dead_code, clippy::type_complexity, reason = "tests of the loader need more of it")]
mod creature_maker;

use creature_maker::{Maker, STRAIGHT, archive, beetle, pose};

/// A zone `arena` with a beetle that walks, and a hammer among the equipment.
fn install() -> TempDir {
    let zone = zone_maker::Install::of_zone(zone_maker::two_regions());
    let mut creatures = Maker::new();
    beetle(&mut creatures);
    let steps = [2.0, 2.5, 2.0, 1.5].map(|height| pose(STRAIGHT, [0.0, 0.0, height], 1.0));
    creatures.track("P01BUG_TRACK", 100, &steps[..1]);
    creatures.track("L01BUG_TRACK", 100, &steps);
    let mut items = Maker::new();
    let metal = items.material("IT4_MDF");
    let palette = items.palette(&[metal]);
    let hammer = items.mesh("IT4_DMSPRITEDEF", palette, &[([[0., 0., 0.], [0., 0., 3.], [1., 0., 0.]], 0)]);
    items.shown("IT4", hammer);
    for (name, bytes) in [archive("arena_chr", creatures), archive("gequip", items)] {
        zone.put(&name, &bytes);
    }
    zone.folder
}

#[test]
fn actors_are_listed_by_archive_and_shown_with_what_they_hold() {
    let folder = install();
    let path = folder.path().to_str().unwrap();
    let all = revisit(["show", path, "--json"]).ok().json();
    let names = |value: &serde_json::Value| -> Vec<(String, String)> {
        let items = value["items"].as_array().unwrap().iter();
        let text = |item: &serde_json::Value, key: &str| item[key].as_str().unwrap().to_owned();
        items.map(|item| (text(item, "source"), text(item, "name"))).collect()
    };
    let own = |source: &str, name: &str| (source.to_owned(), name.to_owned());
    let beetles = [own("arena_chr", "bug"), own("arena_chr", "bug+skin01")];
    assert_eq!(names(&all), [&beetles[..], &[own("gequip", "it4")]].concat());
    let archive = folder.path().join("arena_chr.s3d");
    assert_eq!(names(&revisit(["show", archive.to_str().unwrap(), "--json"]).ok().json()), beetles);
    revisit(["show", path, "buk", "--json"]).fails(2, &["buk", "`bug`"]);
    revisit(["show", path, "bug+hat"]).fails(2, &["bug+hat"]);
}

#[cfg(feature = "gpu")]
#[test]
fn a_sheet_shows_an_animation_of_an_armed_creature() {
    let folder = install();
    let path = folder.path().to_str().unwrap();
    let sheet = folder.path().with_extension("png");
    let sheet = sheet.to_str().unwrap();
    let asked = ["show", path, "BUG+right=IT4", "--clip", "l01", "--frames", "4", "--sheet", sheet, "--json"];
    let shown = revisit(asked).ok().json();
    assert_eq!((&shown["model"], &shown["triangles"]), (&"bug+right=it4".into(), &3.into()));
    let clips: Vec<(&str, f64)> = shown["clips"]
        .as_array()
        .unwrap()
        .iter()
        .map(|clip| {
            (clip["name"].as_str().unwrap(), (clip["seconds"].as_f64().unwrap() * 100.0).round() / 100.0)
        })
        .collect();
    assert_eq!(clips, [("L01", 0.4), ("P01", 0.1)]);
    assert!(fs::metadata(sheet).unwrap().len() > 500);
    fs::remove_file(sheet).unwrap();
}

#[test]
fn a_recording_holds_who_was_placed_and_whose_body_the_person_had() {
    let folder = install();
    let path = folder.path().to_str().unwrap();
    let kept = folder.path().with_extension("jsonl");
    let kept = kept.to_str().unwrap();
    let asked =
        ["--spawn", "bug+right=it4@10,20,0,128", "--spawn", "bug@-5,-60,0", "--race", "bug", "--ticks", "60"];
    let first = [&["sim", path, "arena", "--record", kept, "--json"][..], &asked].concat();
    let hash = |run: serde_json::Value| run["items"][0]["hash"].as_str().unwrap().to_owned();
    let with = hash(revisit(first).ok().json());
    assert_eq!(hash(revisit(["sim", path, "arena", "--replay", kept, "--json"]).ok().json()), with);
    let alone = hash(revisit(["sim", path, "arena", "--ticks", "60", "--json"]).ok().json());
    assert_ne!(alone, with);
    revisit(["sim", path, "arena", "--replay", kept, "--race", "bug"]).fails(2, &["--race", "recording"]);
    fs::remove_file(kept).unwrap();
}

/// In the window a body is chosen, and a creature placed, while the zone runs.
#[test]
fn a_recording_goes_on_with_a_body_and_creatures_that_came_on_the_way() {
    let folder = install();
    let path = folder.path().to_str().unwrap();
    let files = tempfile::tempdir().unwrap();
    let [walk, kept] = ["walk.jsonl", "kept.jsonl"].map(|name| files.path().join(name));
    let text = concat!(
        r#"{"format":"revisit.replay/2","title":"everquest","world":"arena","fingerprint":"","seed":1,"#,
        r#""tick_rate":60,"hash_version":3}"#,
        "\n{\"tick\":0,\"input\":{\"forward\":1.0}}",
        "\n{\"tick\":60,\"places\":[{\"guests\":{\"key\":\"arena\",\"spawns\":[\"bug@10,20,,128\"],\"race\":\"bug\"}}]}",
        "\n{\"tick\":120,\"end\":true}\n",
    );
    fs::write(&walk, text).unwrap();
    let run = |recording: &std::path::Path, more: &[&str]| {
        let replayed = ["sim", path, "arena", "--json", "--replay", recording.to_str().unwrap()];
        revisit(replayed.iter().chain(more)).ok().json()
    };
    let first = run(&walk, &["--record", kept.to_str().unwrap()]);
    assert_eq!(first["places"][0]["tick"], 60, "{first}");
    assert_eq!(first["places"][0]["guests"]["race"], "bug");
    let items = |run: &serde_json::Value| run["items"].as_array().unwrap().clone();
    // The recording of the replay has the same hashes, and is compared with them.
    assert_eq!(items(&run(&kept, &[])), items(&first));
    // Whoever walks goes on walking, as without the body.
    let alone = text.lines().filter(|line| !line.contains("guests")).collect::<Vec<_>>().join("\n");
    fs::write(&walk, alone + "\n").unwrap();
    let alone = run(&walk, &[]);
    let [with, without] = [&first, &alone].map(|run| items(run)[1].clone());
    assert_eq!(with["position"], without["position"]);
    assert_ne!(with["hash"], without["hash"]);
    let at_60 = [&first, &alone].map(|run| items(run)[0]["hash"].clone());
    assert_eq!(at_60[0], at_60[1]);
    // A place that is not there is one line.
    fs::write(&walk, text.replace("\"key\":\"arena\"", "\"key\":\"moon\"")).unwrap();
    revisit(["sim", path, "arena", "--replay", walk.to_str().unwrap()]).fails(2, &["moon", "not there"]);
}

#[test]
fn who_is_placed_nowhere_is_told_what_is_expected() {
    let folder = install();
    let path = folder.path().to_str().unwrap();
    revisit(["sim", path, "arena", "--spawn", "bug@1"]).fails(2, &["NAME@X,Y,Z"]);
    revisit(["sim", demo(), "--race", "bug"]).fails(2, &["--race", "EverQuest"]);
    // A zone without the creature is a zone all the same.
    revisit(["sim", path, "arena", "--spawn", "bee@1,2,3", "--ticks", "1"]).ok();
}
