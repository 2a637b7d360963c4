//! The island, a demo of a game made with Gamestudio: it is called what it is,
//! clean, the same every time, and can be walked from the jetty to the altar.

use crate::program::{island, revisit};
use titles::install::Install;

#[test]
fn the_island_is_called_what_it_is() {
    let run = revisit(["detect", island()]).ok();
    assert!(run.out.contains("Gamestudio") && run.out.contains("demo install `gamestudio`"), "{run:#?}");
    let json = revisit(["detect", island(), "--json"]).ok().json();
    assert_eq!(json["title"], "gamestudio");
    assert_eq!(json["demo"]["name"], "gamestudio");
    let worlds = revisit(["worlds", island(), "--json"]).ok().json();
    assert_eq!(worlds["items"][0]["id"], "ternholm");
    assert_eq!(worlds["items"].as_array().unwrap().len(), 1);
}

#[test]
fn the_island_loads_without_findings_and_comes_back_byte_for_byte() {
    let json = revisit(["load", island(), "--json", "--deny", "note"]).ok().json();
    assert_eq!(json["findings"]["items"].as_array().unwrap().len(), 0, "{}", json["findings"]);
    let count = |name: &str| json["counts"][name].as_u64().unwrap();
    assert!(count("nodes") > 400 && count("lights") >= 6, "{}", json["counts"]);
    let json = revisit(["check", island(), "--roundtrip", "--deny", "warning", "--json"]).ok().json();
    let files = json["files"].as_array().unwrap();
    // The demo's own description is no file of the game.
    let of_the_game = |file: &&serde_json::Value| !file["kind"].is_null() && file["kind"] != "revisit.demo";
    let known: Vec<_> = files.iter().filter(of_the_game).collect();
    for kind in ["gamestudio.wmb", "gamestudio.mdl", "gamestudio.hmp"] {
        assert!(known.iter().any(|file| file["kind"] == kind), "{kind} is missing in {files:#?}");
    }
    let (pictures, known): (Vec<_>, Vec<_>) = known.into_iter().partition(|file| file["kind"] == "picture");
    for file in known {
        assert_eq!(file["identical"], true, "{file}");
    }
    // Pictures are only decoded.
    assert!(!pictures.is_empty() && pictures.iter().all(|file| file["identical"].is_null()), "{pictures:#?}");
}

#[test]
fn two_runs_have_equal_hashes_and_something_moves() {
    let run = || revisit(["sim", island(), "--ticks", "600", "--json"]).ok().json();
    let (first, second) = (run(), run());
    assert_eq!(first, second);
    let items = first["items"].as_array().unwrap();
    assert_eq!(items.len(), 10);
    assert_ne!(items[0]["hash"], items[1]["hash"], "stags walk and gulls fly");
}

/// A person walks two quants a tick.
#[test]
fn a_recorded_walk_leads_from_the_jetty_to_the_altar() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/program/island.jsonl");
    let json = revisit(["sim", island(), "--replay", file, "--json"]).ok().json();
    let at = |tick: u64| {
        let items = json["items"].as_array().unwrap();
        let item = items.iter().find(|item| item["tick"] == tick).unwrap_or_else(|| panic!("no tick {tick}"));
        [0, 1, 2].map(|axis| item["position"][axis].as_f64().unwrap() as f32)
    };
    // North from (-640, -2216), 42 high: along the jetty, over the beach, through
    // the gate at -1240, up the stairs; then, at 480, east through the door at
    // -516, over the floor of the church, 323.2 high, and two steps of 7.2 to the
    // altar, whose slab begins at 394, a radius of 14 before which one stops.
    for (tick, expected) in [
        (120, [Some(-640.0), Some(-1976.0), Some(42.0)]),
        (480, [Some(-640.0), Some(-1256.0), None]),
        (780, [Some(-640.0), Some(-656.0), None]),
        (960, [Some(-640.0), Some(-296.0), None]),
        (1440, [Some(-456.0), Some(480.0), Some(323.2)]),
        (1680, [Some(24.0), Some(480.0), Some(323.2)]),
        (1920, [Some(380.0), Some(480.0), Some(337.6)]),
        (2040, [Some(380.0), Some(480.0), Some(337.6)]),
    ] {
        for (found, expected) in at(tick).into_iter().zip(expected) {
            let Some(expected) = expected else { continue };
            assert!((found - expected).abs() < 0.5, "tick {tick}: {:?}, not {expected}", at(tick));
        }
    }
    // Up the stairs, not through them.
    assert!(at(960)[2] > 310.0 && at(660)[2] < 175.0, "{:?} {:?}", at(960), at(660));
}

#[test]
fn what_follows_a_path_shows_how_it_moves() {
    let install = Install::open(island().as_ref(), &[]).unwrap();
    let request = install.request(None).unwrap();
    let scene = load::load(&install.vfs, &request, &mut load::Quiet).unwrap().scene;
    let shows = |name: &str| {
        let node = scene.nodes.iter().find(|node| &*node.name == name).unwrap_or_else(|| panic!("no {name}"));
        let clip = scene.animators[node.animator.unwrap().index()].start.clip.unwrap();
        scene.clips[clip.index()].name.to_string()
    };
    for (name, scene) in [
        ("stag_0", "stand"),
        ("stag_meadow_round", "walk"),
        ("gull_0", "stand"),
        ("gull_beach", "walk"),
        ("gull_bay_one", "fly"),
    ] {
        assert_eq!(shows(name), scene, "{name}");
    }
}
