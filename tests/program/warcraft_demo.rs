//! The demo of Warcraft's models: whole, without findings, and every model can be shown.

use crate::program::{heath, revisit};

#[test]
fn every_byte_is_written_back_and_nothing_is_odd() {
    let json = revisit(["check", heath(), "--roundtrip", "--deny", "note", "--json"]).ok().json();
    assert_eq!(json["items"].as_array().unwrap().len(), 0, "{json:#}");
    let files = json["files"].as_array().unwrap();
    let kept = files.iter().filter(|file| file["identical"] == true).count();
    // All but the note of the demo: 14 models, 36 textures, 2 tables.
    assert_eq!((files.len(), kept), (53, 52), "{json:#}");
    let detected = revisit(["detect", heath(), "--json"]).ok().json();
    assert_eq!(detected["title"], "warcraft", "{detected:#}");
}

#[test]
fn every_model_of_both_clients_is_shown_without_a_warning() {
    let list = revisit(["show", heath(), "--json"]).ok().json();
    let items = list["items"].as_array().unwrap();
    assert_eq!(items.len(), 14);
    for item in items {
        let name = format!("{}/{}", item["source"].as_str().unwrap(), item["name"].as_str().unwrap());
        let json = revisit(["show", heath(), &name, "--json"]).ok().json();
        let found = json["findings"]["items"].as_array().unwrap();
        let worse = found.iter().find(|finding| finding["severity"] != "note");
        assert!(worse.is_none(), "{name}: {worse:?}");
        assert!(json["triangles"].as_u64().unwrap() > 50, "{name}");
        assert!(!json["clips"].as_array().unwrap().is_empty(), "{name}");
    }
}

#[test]
fn a_fox_wears_a_skin_and_carries_a_blade() {
    let json = revisit(["show", heath(), "heathfox", "--json"]).ok().json();
    let words = |list: &serde_json::Value, key: &str| -> Vec<String> {
        let word = |one: &serde_json::Value| if key.is_empty() { one.clone() } else { one[key].clone() };
        list.as_array().unwrap().iter().map(|one| word(one).as_str().unwrap().to_owned()).collect()
    };
    let clips = words(&json["clips"], "name");
    assert_eq!(clips, ["Stand", "Stand 2", "Walk", "Run", "AttackUnarmed", "Attack1H", "Death"]);
    assert_eq!(words(&json["cameras"], ""), ["portrait", "character"]);
    let choices = words(&json["choices"], "");
    for choice in ["skin02", "skin03", "geoset102", "geoset1502"] {
        assert!(choices.iter().any(|known| known.ends_with(choice)), "{choice} of {choices:?}");
    }
    let alone = json["triangles"].as_u64().unwrap();
    for name in ["heathfox", "heathfox_2x"] {
        let name = format!("{name}+skin02+geoset102+right=heathblade");
        let json = revisit(["show", heath(), &name, "--json"]).ok().json();
        let codes = words(&json["findings"]["items"], "code");
        assert!(!codes.iter().any(|code| code == "load.warcraft.item"), "{codes:?}");
        assert!(json["triangles"].as_u64().unwrap() > alone, "{name} holds nothing");
    }
}

#[test]
fn what_a_model_holds_is_counted() {
    let path = std::path::Path::new(heath()).join("Creature/HeathWisp/HeathWisp_2x.m2");
    let json = revisit(["inspect", path.to_str().unwrap(), "--json"]).ok().json();
    for (key, wanted) in [
        ("version", "260"),
        ("name", "HeathWisp"),
        ("sequences", "3"),
        ("bones", "10"),
        ("ribbons", "3"),
        ("particles", "2"),
        ("lights", "1"),
        ("cameras", "3"),
        ("attachments", "3"),
    ] {
        let found = &json["summary"][key];
        let text = found.as_str().map_or_else(|| found.to_string(), str::to_owned);
        assert_eq!(text, wanted, "{key}: {json:#}");
    }
}

/// A picture of a model: bytes of red, green, blue.
#[cfg(feature = "gpu")]
fn picture(name: &str, clip: &str, at: &str) -> Vec<u8> {
    let out = tempfile::tempdir().unwrap();
    let file = out.path().join("model.png");
    let words = ["show", heath(), name, "--clip", clip, "--at", at, "--size", "96x96", "--out"];
    revisit(words.into_iter().chain([file.to_str().unwrap()])).ok();
    let decoder = png::Decoder::new(std::io::BufReader::new(std::fs::File::open(&file).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let step = info.line_size / info.width as usize;
    pixels.chunks_exact(step).flat_map(|pixel| pixel[..3].to_vec()).collect()
}

#[test]
#[cfg(feature = "gpu")]
fn both_clients_look_alike() {
    if std::env::var_os("REVISIT_REQUIRE_ADAPTER").is_none() {
        return;
    }
    let mean = |a: &[u8], b: &[u8]| {
        assert_eq!(a.len(), b.len());
        a.iter().zip(b).map(|(a, b)| f64::from(a.abs_diff(*b))).sum::<f64>() / a.len() as f64
    };
    let mut before = Vec::new();
    // Each in the middle of what it does, where turns, particles and ribbons are far from rest.
    for (name, clip, at) in [
        ("heathfox+skin02+geoset102+right=heathblade", "Attack1H", "0.4"),
        ("heathwisp", "Walk", "1.1"),
        ("heathblade", "Stand", "1.1"),
        ("heathbanner", "Stand", "1.1"),
        ("heathfire", "Stand", "1.1"),
        ("heathfountain", "Stand", "1.1"),
        ("heathlantern", "Stand", "1.1"),
    ] {
        let (file, worn) =
            name.split_once('+').map_or((name, String::new()), |(file, worn)| (file, format!("+{worn}")));
        let [first, second] = ["", "_2x"].map(|client| picture(&format!("{file}{client}{worn}"), clip, at));
        // Turns of client 2.x are rounded to 16 bits, which may move an edge by a part of a pixel.
        let off = mean(&first, &second);
        assert!(off < 0.25, "{name}: {off} of 255");
        // That is no wonder of empty pictures: the next model is far from this one.
        if !before.is_empty() {
            assert!(mean(&before, &first) > 2.0, "{name}");
        }
        before = first;
    }
}
