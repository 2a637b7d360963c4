//! In a real window: a mission from its briefing on, begun anew, and another vehicle.

use crate::desk::{Desk, Program, distance};
use crate::program::revisit_at;
use std::fs;
use tempfile::TempDir;

/// Entries of the menu, counted from its start.
const RESTART: usize = 3;
const VEHICLE: usize = 5;
/// On foot, on the page of vehicles: after the button that leads back and three difficulties.
const ON_FOOT: usize = 5;

/// A home without sound, whose window is 960 by 600.
fn home() -> TempDir {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir_all(home.path().join("config")).unwrap();
    fs::write(home.path().join("config/settings.toml"), "[window]\nwidth = 960\nheight = 600\n").unwrap();
    home
}

/// Opens the menu and chooses an entry, counted from its start.
fn choose(program: &Program<'_>, entry: usize) {
    program.keys(&["Escape"]);
    program.keys(&vec!["Tab"; entry]);
    program.keys(&["Return"]);
}

#[test]
fn a_mission_begins_with_its_briefing_and_again_and_is_left_on_foot() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    let recoil = home.path().join("recoil");
    let recoil = recoil.to_str().unwrap();
    revisit_at(home.path(), ["demo", "recoil", "--write", recoil]).ok();
    let file = home.path().join("driven.jsonl");
    let file = file.to_str().unwrap();
    let arguments = ["play", recoil, "m1", "--vehicle", "marten", "--record", file];
    let mut program = desk.start(home.path(), &arguments);
    let title = "Revisit: Recoil, m1";
    program.wait_for_title(title);
    // Time stands still while somebody reads what is to be done.
    let (_, start) = program.picture();
    program.hold("w");
    let (_, still) = program.picture();
    assert!(distance(&start, &still) < 1e-3, "{start} {still}");
    program.keys(&["Return"]);
    program.hold("w");
    let (_, driven) = program.picture();
    assert!(distance(&start, &driven) > 3.0, "{start} {driven}");

    choose(&program, RESTART);
    let (_, again) = program.picture();
    assert!(distance(&start, &again) < 1e-3, "{start} {again}");
    // Escape is as good as the button.
    program.keys(&["Escape"]);
    program.hold("w");
    let (_, driven) = program.picture();
    assert!(distance(&start, &driven) > 3.0, "{start} {driven}");

    choose(&program, VEHICLE);
    program.keys(&["Tab"; ON_FOOT]);
    program.keys(&["Return"]);
    // Whoever walks has no mission, and time goes on.
    program.wait_for_title(title);
    program.picture_until("on foot", |place| distance(place, &driven) > 3.0);
    let (_, before) = program.picture();
    program.hold("w");
    let (_, walked) = program.picture();
    assert!(distance(&before, &walked) > 1.0, "{before} {walked}");
    program.quit();

    // The recording is of the mission as it was begun the second time.
    let json = revisit_at(home.path(), ["sim", recoil, "m1", "--replay", file, "--json"]).ok().json();
    let ticks = json["ticks"].as_u64().unwrap();
    assert!((60..1200).contains(&ticks), "{ticks}");
    let recent = fs::read_to_string(home.path().join("data/recent.toml")).unwrap();
    assert!(!recent.contains("vehicle"), "{recent}");
}
