//! Models of Warcraft: from loose files to lists, results and pictures.

use crate::program::revisit;
use std::path::Path;

/// A folder with a model of each client.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (fixture, name) in [("m2_first", "boar.m2"), ("m2_second", "Wisp.m2")] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../formats/warcraft/tests/fixtures");
        let hex = std::fs::read_to_string(path.join(format!("{fixture}.hex"))).unwrap();
        std::fs::write(folder.path().join(name), harness::hex::bytes(&hex)).unwrap();
    }
    folder
}

#[test]
fn loose_models_are_listed_and_say_what_they_can_do() {
    let folder = folder();
    let path = folder.path().to_str().unwrap();
    let json = revisit(["show", path, "--json"]).ok().json();
    assert_eq!(json["title"], "warcraft");
    let names: Vec<&str> =
        json["items"].as_array().unwrap().iter().map(|item| item["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["boar.m2", "Wisp.m2"]);
    for name in ["boar", "WISP.mdx"] {
        let json = revisit(["show", path, name, "--json"]).ok().json();
        assert!(!json["clips"].as_array().unwrap().is_empty(), "{json:#}");
        let camera = json["cameras"][0].as_str().unwrap();
        assert_eq!(camera, "portrait");
    }
    let file = folder.path().join("boar.m2");
    let json = revisit(["show", file.to_str().unwrap(), "--json"]).ok().json();
    assert_eq!(json["model"], "boar.m2");
    revisit(["show", path, "boar+hat"]).fails(2, &["hat", "skinNN"]);
    revisit(["show", path, "boar", "--camera", "side", "--json"]).fails(2, &["side", "portrait"]);
}

#[test]
#[cfg(feature = "gpu")]
fn a_model_is_drawn_and_seen_through_its_camera() {
    if std::env::var_os("REVISIT_REQUIRE_ADAPTER").is_none() {
        return;
    }
    let folder = folder();
    let path = folder.path().to_str().unwrap();
    let out = tempfile::tempdir().unwrap();
    let picture = |name: &str| out.path().join(name);
    for (name, more) in [("around.png", &[][..]), ("own.png", &["--camera", "portrait"][..])] {
        let file = picture(name);
        let words = ["show", path, "boar", "--size", "64x64", "--out", file.to_str().unwrap()];
        revisit(words.iter().chain(more).copied()).ok();
    }
    let [around, own] = ["around.png", "own.png"].map(|name| std::fs::read(picture(name)).unwrap());
    assert!(around != own, "the camera of the model is elsewhere");
}
