//! The window: the console, and the panel of animations.

use crate::desk::{Desk, distance};
use crate::program::{demo, revisit_at};
use crate::scripted::living;
use std::time::Duration;

const TITLE: &str = "Revisit: MechWarrior 3, c1";

#[test]
fn a_line_that_is_typed_acts_and_no_letter_of_it_walks() {
    let Some(desk) = Desk::open() else { return };
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("typed.jsonl").display().to_string();
    let mut program = desk.start(home.path(), &["play", demo(), "--size", "960x600", "--record", &file]);
    program.wait_for_title(TITLE);
    let (_, start) = program.picture();
    program.keys(&["F2"]);
    program.picture();
    // All these letters are keys that walk, jump or fly.
    desk.xdotool(&["type", "--delay", "60", "wasd dwsa vvpp"]);
    std::thread::sleep(Duration::from_millis(500));
    program.keys(&["Return"]);
    // Tab goes on with the command, and then with the name.
    desk.xdotool(&["type", "--delay", "60", "tele"]);
    program.keys(&["Tab"]);
    desk.xdotool(&["type", "--delay", "60", "20 30 40"]);
    program.keys(&["Return"]);
    let typed = home.path().join("data/console.txt");
    program.wait_for_text(&typed, &["wasd dwsa vvpp\nteleport 20 30 40\n"]);
    // Up brings the line back, and Enter carries it out again.
    program.keys(&["Up", "Return"]);
    program.keys(&["Escape"]);
    let there = |place: &serde_json::Value| {
        let at = crate::desk::eye(place);
        (at[0] - 20.0).abs() < 0.5 && (at[2] - 40.0).abs() < 0.5
    };
    let (_, moved) = program.picture_until("where the line leads", there);
    assert!(distance(&start, &moved) > 1.0, "{start} {moved}");
    // The console is closed: letters walk again.
    program.hold("w");
    let (_, walked) = program.picture();
    assert!(distance(&moved, &walked) > 0.5, "{moved} {walked}");
    program.quit();

    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text.matches("place_actor").count(), 2, "{text}");
    assert!(text.lines().filter(|line| line.contains("forward")).count() <= 3, "{text}");
    revisit_at(home.path(), ["sim", demo(), "c1", "--replay", &file, "--json"]).ok();

    // What was typed is there in the next visit.
    let mut program = desk.start(home.path(), &["play", demo(), "--size", "960x600"]);
    program.wait_for_title(TITLE);
    program.picture();
    program.keys(&["F2", "Up", "Return", "F2"]);
    program.picture_until("where the line leads", there);
    program.quit();
}

#[test]
fn buttons_of_an_animation_are_commands_of_the_recording() {
    let Some(desk) = Desk::open() else { return };
    let (home, install) = (tempfile::tempdir().unwrap(), living());
    let path = install.path().to_str().unwrap();
    let file = home.path().join("played.jsonl").display().to_string();
    let mut program = desk.start(home.path(), &["play", path, "--size", "960x600", "--record", &file]);
    program.wait_for_title(TITLE);
    program.picture();
    program.keys(&["F9"]);
    // The first row of the list, and then the buttons beside it.
    program.click(120, 467);
    for x in BUTTONS {
        program.click(x, 470);
    }
    program.keys(&["F9"]);
    program.quit();
    let text = std::fs::read_to_string(&file).unwrap();
    for words in ["start_program", "stop_program", "reset_program", "hold_program", "step_program"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    revisit_at(home.path(), ["sim", path, "c1", "--replay", &file, "--json"]).ok();
}

/// Where the buttons are, pixels from the left.
const BUTTONS: [u32; 5] = [362, 418, 479, 538, 612];
