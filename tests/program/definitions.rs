//! `definitions`: what the readers of the demos define, as text and as JSON, and which mod changed a value.

use crate::program::{four, island, revisit};
use serde_json::{Value, json};
use std::fs;

fn definitions(path: &str, more: &[&str]) -> Value {
    revisit(["definitions", path, "--json"].iter().chain(more)).ok().json()
}

/// The definition of a name.
fn one<'a>(json: &'a Value, topic: &str, name: &str) -> &'a Value {
    let items = json["items"].as_array().unwrap();
    let is = |item: &&Value| item["topic"] == topic && item["name"] == name;
    items.iter().find(is).unwrap_or_else(|| panic!("{topic} {name}"))
}

/// The row of a key.
fn row<'a>(one: &'a Value, key: &str) -> &'a Value {
    let rows = one["values"].as_array().unwrap();
    rows.iter().find(|row| row["key"] == key).unwrap_or_else(|| panic!("{key} in {one:#}"))
}

#[test]
fn each_demo_defines_what_its_game_has() {
    for game in four() {
        let all = definitions(game.path, &[]);
        assert_eq!(all["title"], game.title);
        assert_eq!(all["findings"]["items"], json!([]), "{}", game.title);
        let (topic, name, key, value, file) = match game.title {
            "recoil" => ("vehicle", "marten", "rates", json!([48.0, 65.0]), "zbd/zrdr.zbd/vehicle.zrd"),
            "crimson-skies" => {
                ("vehicle", "night_heron", "fd_speed", json!(142.0), "zbd/zrdr.zbd/vehicle.zrd")
            }
            _ => ("mech", "mason", "omnimech", json!(false), "zbd/reader.zbd/dfn_mason.zrd"),
        };
        let own = one(&all, topic, name);
        assert_eq!((&own["file"], &own["layer"]), (&json!(file), &json!("install")), "{}", game.title);
        assert_eq!(row(own, key)["value"], value, "{}", game.title);
        let needed: &[(&str, &str)] = match game.title {
            "recoil" => &[
                ("weapon", "firefly"),
                ("opponent", "lookout_gun"),
                ("pickup", "pu_3400_01"),
                ("objective", "OBJECTIVE1"),
                ("rules", "vehicle"),
            ],
            "crimson-skies" => &[
                ("weapon", "wep_20"),
                ("opponent", "barge_gun"),
                ("engine", "tuned"),
                ("camera", "camparam"),
                ("objective", "OBJECTIVE2"),
                ("target", "airship"),
                ("soil", "airstrip"),
            ],
            _ => &[("mech", "brolga"), ("soil", "grass"), ("sound", "boom")],
        };
        for (topic, name) in needed {
            one(&all, topic, name);
        }
        assert!(all["constants"].as_array().unwrap().len() > 5, "{}", game.title);
    }
}

#[test]
fn a_value_says_where_it_comes_from_and_which_mod_changed_it() {
    let [.., recoil, skies] = four();
    let folder = tempfile::tempdir().unwrap();
    let named = |name: &str, text: &str| {
        let archive = folder.path().join(name).join("zbd/zrdr.zbd");
        fs::create_dir_all(&archive).unwrap();
        fs::write(archive.join("vehicle.zrd"), text).unwrap();
        folder.path().join(name).to_str().unwrap().to_owned()
    };
    let heavy = named("heavy", "( marten ( rates (48 65) mass 9 health 100 ) )");
    let strong = named("strong", "( marten ( rates (48 65) mass 9 health 250 ) )");
    let mods = ["--mod", &heavy, "--mod", &strong, "marten"];
    let json = definitions(recoil.path, &mods);
    let own = one(&json, "vehicle", "marten");
    assert_eq!(own["layer"], "strong");
    let changed = |key: &str| (row(own, key)["changed_by"].clone(), row(own, key)["was"].clone());
    assert_eq!(changed("mass"), (json!("heavy"), json!("2")));
    assert_eq!(changed("health"), (json!("strong"), json!("100")));
    assert_eq!(changed("rates"), (json!(null), json!(null)));
    assert_eq!(row(own, "stopping")["evidence"], "disasm RC");
    // What a mod leaves out is gone, unless the program has a number of its own.
    let removed = own["removed"].as_array().unwrap();
    let gone = |key: &str| removed.iter().find(|one| one["key"] == key);
    assert_eq!(gone("rate_damping").unwrap()["was"], "4, 1.25");
    assert_eq!(gone("weapons").unwrap()["removed_by"], "heavy");
    assert!(gone("stopping").is_none() && gone("mass").is_none(), "{removed:?}");
    let run = revisit(["definitions", recoil.path].iter().chain(&mods)).ok();
    for line in [
        "  mass                   9  changed by heavy, was 2",
        "  rates                  48, 65 [units/s2, units/s]",
        "  stopping               8 [1/s]  from the program (disasm RC)",
        "  rate_damping           removed by heavy, was 4, 1.25",
    ] {
        assert!(run.out.lines().any(|own| own == line), "{line}: {run:#?}");
    }

    let json = definitions(skies.path, &["night_heron", "constants"]);
    let own = one(&json, "vehicle", "night_heron");
    assert_eq!((&row(own, "weight")["of"], &row(own, "weight")["unit"]), (&json!("heron"), &json!("lb")));
    assert_eq!(json["items"].as_array().unwrap().len(), 1);
    let run = revisit(["definitions", skies.path, "constants"]).ok();
    assert!(run.out.contains("flight.longest_step_s        0.125 s  (disasm CS:"), "{run:#?}");

    // Those that count in a mission only.
    let json = definitions(skies.path, &["--world", "C1", "objective"]);
    assert_eq!(json["items"], json!([]));
    let json = definitions(skies.path, &["--world", "C1/M01", "objective"]);
    assert_eq!(json["items"].as_array().unwrap().len(), 5);
}

#[test]
fn what_is_not_there_is_told() {
    let [_, _, recoil, _] = four();
    revisit(["definitions", recoil.path, "nobody"]).fails(2, &["`nobody`", "revisit definitions"]);
    revisit(["definitions", island()]).fails(2, &["Zipper"]);
}
