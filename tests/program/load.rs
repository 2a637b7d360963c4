//! `load` and `worlds`: the demo in numbers.

use crate::program::{copy_of_demo, demo, revisit};
use std::fs;

#[test]
fn the_demo_loads_without_findings() {
    let json = revisit(["load", demo(), "c1", "--json", "--deny", "note"]).ok().json();
    assert_eq!(json["schema"], "revisit.load/1");
    assert_eq!(json["findings"]["items"].as_array().unwrap().len(), 0, "{}", json["findings"]);
    let count = |name: &str| json["counts"][name].as_u64().unwrap();
    assert!(count("nodes") > 100 && count("nodes") <= 2000, "{}", json["counts"]);
    assert!(count("occurrences") > 100);
    assert!(count("triangles") > 20_000);
    assert!(count("lights") > 1, "the sun and lamps");
    let on_disk = ["gamez.zbd", "rtexture.zbd"]
        .map(|name| fs::metadata(format!("{}/zbd/c1/{name}", demo())).unwrap().len());
    assert!(json["read_bytes"].as_u64().unwrap() >= on_disk.iter().sum(), "{json}");
}

#[test]
fn the_only_world_needs_no_name() {
    let named = revisit(["load", demo(), "C1", "--json"]).ok().json();
    let unnamed = revisit(["load", demo(), "--json"]).ok().json();
    assert_eq!(named["counts"], unnamed["counts"]);
    let worlds = revisit(["worlds", demo(), "--json"]).ok().json();
    assert_eq!(worlds["schema"], "revisit.worlds/1");
    assert_eq!(worlds["items"][0]["id"], "c1");
}

#[test]
fn a_denied_finding_fails_with_code_1() {
    let folder = copy_of_demo();
    for name in ["rtexture", "rtexture3", "rtexture2", "texture", "texture2", "texture1"] {
        fs::remove_file(folder.path().join(format!("zbd/c1/{name}.zbd"))).unwrap();
    }
    let path = folder.path().to_str().unwrap();
    assert_eq!(revisit(["load", path, "c1", "--deny", "warning"]).code, 1);
    assert_eq!(revisit(["load", path, "c1", "--deny", "load.texture_missing"]).code, 1);
    assert_eq!(revisit(["load", path, "c1", "--deny", "error"]).code, 0);
    assert_eq!(revisit(["load", path, "c1", "--deny", "load.world_missing"]).code, 0);
}

#[test]
fn a_path_to_the_file_of_a_world_names_that_world() {
    let folder = copy_of_demo();
    let chapter = folder.path().join("zbd/c2");
    fs::create_dir_all(&chapter).unwrap();
    for entry in fs::read_dir(folder.path().join("zbd/c1")).unwrap() {
        let file = entry.unwrap().path();
        fs::copy(&file, chapter.join(file.file_name().unwrap())).unwrap();
    }
    revisit(["load", folder.path().to_str().unwrap()]).fails(2, &["which world"]);
    let file = chapter.join("gamez.zbd");
    let json = revisit(["load", file.to_str().unwrap(), "--json"]).ok().json();
    assert_eq!(json["world"], "c2");
    // Any other file only says which game.
    revisit(["load", chapter.join("rtexture.zbd").to_str().unwrap()]).fails(2, &["which world"]);
}
