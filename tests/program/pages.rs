//! In a real window: the pages around the levels. Levels that were visited, a game with its levels, models and mods,
//! and a demo that is built in the window.

use crate::desk::{Desk, Program, distance};
use crate::levels;
use crate::program::{copy_of_demo, demo, revisit_at};
use crate::walker;
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Entries of the menu, counted from its end.
const MAIN_MENU: usize = 2;
const MODS: usize = 4;
const OTHER_LEVEL: usize = 5;

/// Places in a window of 640 by 400: on the start screen, and on the pages of the menu.
const RECENT: (u32, u32) = (250, 228);
const RECENT_GAME: (u32, u32) = (595, 231);
const SECOND_LEVEL: (u32, u32) = (320, 165);
const MOD_FIELD: (u32, u32) = (150, 122);
const MOD_SWITCH: (u32, u32) = (49, 165);
const MODELS: (u32, u32) = (115, 104);
const FIRST_MODEL: (u32, u32) = (115, 200);

/// A home whose window is 640 by 400.
fn home() -> TempDir {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir_all(home.path().join("config")).unwrap();
    let small = "[window]\nwidth = 640\nheight = 400\n";
    fs::write(home.path().join("config/settings.toml"), small).unwrap();
    home
}

/// Time for a page to be drawn, and for its threads.
fn pause() {
    std::thread::sleep(std::time::Duration::from_millis(1500));
}

/// Opens the menu of a level and chooses an entry, counted from its end.
fn choose(program: &Program<'_>, entry: usize) {
    program.keys(&["Escape"]);
    program.keys(&vec!["shift+Tab"; entry]);
    program.keys(&["Return"]);
}

#[test]
fn a_demo_opens_its_window_at_once_and_is_built_in_it() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    let mut program = desk.start(home.path(), &["demo", "gamestudio"]);
    program.wait_for_title("Revisit: loading the island demo");
    assert!(!home.path().join("cache/demos/gamestudio-1-1/revisit-demo.toml").exists(), "built before");
    program.wait_for_title("Revisit: Island demo, ");
    assert!(home.path().join("cache/demos/gamestudio-1-1/revisit-demo.toml").exists());
    // Its first picture takes longer than a menu waits for its keys.
    program.picture();
    program.quit();
}

#[test]
fn a_recent_level_goes_on_where_one_stood() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    let title = "Revisit: MechWarrior 3, c1: Test ground demo";
    // A path with dots in it means the same level.
    let dots = format!("{}/../{}", demo(), Path::new(demo()).file_name().unwrap().to_str().unwrap());
    let mut program = desk.start(home.path(), &["play", &dots]);
    program.wait_for_title(title);
    program.hold("w");
    desk.xdotool(&["mousemove_relative", "200", "30"]);
    let turned = |place: &Value| place["yaw_deg"].as_f64().is_some_and(|yaw| yaw.abs() > 1.0);
    let (_, left) = program.picture_until("the mouse turns", turned);
    program.quit();
    let recent = fs::read_to_string(home.path().join("data/recent.toml")).unwrap();
    assert!(recent.contains(demo()) && !recent.contains(".."), "{recent}");
    let pictures = fs::read_dir(home.path().join("data/thumbnails")).unwrap().count();
    assert_eq!(pictures, 1, "a picture of the level");

    let mut program = desk.start(home.path(), &[]);
    program.wait_for_title("Revisit");
    pause();
    program.click(RECENT.0, RECENT.1);
    program.wait_for_title(title);
    let (_, back) = program.picture();
    assert!(distance(&left, &back) < 0.05, "{left} {back}");
    for angle in ["yaw_deg", "pitch_deg"] {
        let [left, back] = [&left, &back].map(|place| place[angle].as_f64().unwrap());
        assert!((left - back).abs() < 0.1, "{angle}: {left} {back}");
    }
    program.quit();

    // Opened by its path it begins at its start.
    let mut program = desk.start(home.path(), &["play", demo()]);
    program.wait_for_title(title);
    let (_, start) = program.picture();
    assert!(distance(&left, &start) > 0.5, "{left} {start}");
    program.quit();
}

#[test]
fn another_level_of_the_game_is_chosen_in_its_menu() {
    let Some(desk) = Desk::open() else { return };
    let (home, game) = (home(), levels::install());
    let name = game.path().file_name().unwrap().to_str().unwrap();
    let mut program = desk.start(home.path(), &["play", game.path().to_str().unwrap(), "one"]);
    program.wait_for_title(&format!("Revisit: {name}, one"));
    program.picture();
    choose(&program, OTHER_LEVEL);
    pause();
    program.click(SECOND_LEVEL.0, SECOND_LEVEL.1);
    program.wait_for_title(&format!("Revisit: {name}, two"));
    program.picture();
    program.quit();
}

#[test]
fn a_mod_of_the_page_lies_over_the_game_until_it_is_switched_off() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    let over = home.path().join("mod");
    fs::create_dir_all(over.join("zbd/c1")).unwrap();
    let world = "zbd/c1/gamez.zbd";
    fs::copy(Path::new(demo()).join(world), over.join(world)).unwrap();
    let log = ["play", demo(), "--log", "load=info"];
    let mut program = desk.start(home.path(), &log);
    program.wait_for_title("Revisit: MechWarrior 3, c1");
    program.picture();
    choose(&program, MODS);
    pause();
    program.click(MOD_FIELD.0, MOD_FIELD.1);
    desk.xdotool(&["type", "--delay", "5", over.to_str().unwrap()]);
    program.keys(&["Return"]);
    let list = home.path().join("config/mods.toml");
    program.wait_for_text(&list, &[over.to_str().unwrap(), "on = true"]);
    program.click(MOD_SWITCH.0, MOD_SWITCH.1);
    program.wait_for_text(&list, &["on = false"]);
    program.click(MOD_SWITCH.0, MOD_SWITCH.1);
    program.wait_for_text(&list, &["on = true"]);
    program.keys(&["Escape", "Escape"]);
    program.wait_for_line("loaded again in");
    program.picture();
    program.quit();
    // The next visit finds a damaged mod at once: it is used.
    fs::write(over.join(world), b"short").unwrap();
    assert_eq!(desk.run(home.path(), &["play", demo(), "--frames", "3"]).code, 2);
    let text = fs::read_to_string(&list).unwrap().replace("on = true", "on = false");
    fs::write(&list, text).unwrap();
    desk.run(home.path(), &["play", demo(), "--frames", "3"]).ok();
}

#[test]
fn a_model_of_a_game_is_shown_in_the_window_that_is_open() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    let mut program = desk.start(home.path(), &["play", walker::install()]);
    program.wait_for_title("Revisit: MechWarrior 3, c1");
    program.picture();
    // From the level to the start screen, and from its entry there to the page of its game.
    choose(&program, MAIN_MENU);
    program.click(RECENT_GAME.0, RECENT_GAME.1);
    pause();
    program.click(MODELS.0, MODELS.1);
    pause();
    program.click(FIRST_MODEL.0, FIRST_MODEL.1);
    program.wait_for_title("Revisit: mech_walker");
    program.keys(&["F1", "space", "F1", "Escape"]);
    program.wait_for_title("Revisit");
    assert!(program.child.try_wait().unwrap().is_none(), "it goes on");
}

#[cfg(unix)]
#[test]
fn a_game_in_a_folder_with_a_name_in_latin_1_opens() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join(std::ffi::OsStr::from_bytes(b"M\xE9ch"));
    fs::rename(copy_of_demo().keep(), &game).unwrap();
    let home = home();
    // By the command line,
    let run = revisit_at(home.path(), [std::ffi::OsStr::new("load"), game.as_os_str()]).ok();
    assert!(run.out.starts_with("mechwarrior3 c1"), "{run:#?}");
    // by the path field, where Tab completes what nobody can type,
    let Some(desk) = Desk::open() else { return };
    let title = "Revisit: MechWarrior 3, c1";
    let mut program = desk.start(home.path(), &[]);
    program.wait_for_title("Revisit");
    // Keys that come before the first frame are lost: until it opens they come again.
    let text = format!("{}/M", folder.path().display());
    let is_open =
        || desk.xdotool(&["search", "--onlyvisible", "--name", "^Revisit: "]).lines().next().is_some();
    let opens = || {
        (0..20).any(|_| {
            pause();
            is_open()
        })
    };
    pause();
    for _ in 0..10 {
        program.keys(&["ctrl+a"]);
        desk.xdotool(&["type", "--delay", "5", &text]);
        pause();
        program.keys(&["Tab", "Return"]);
        // Keys that came after it opened would be those of the world.
        if opens() {
            break;
        }
    }
    program.wait_for_title(title);
    let (_, first) = program.picture();
    program.quit();
    // and by the list of recent levels.
    let mut program = desk.start(home.path(), &[]);
    program.wait_for_title("Revisit");
    pause();
    program.click(RECENT.0, RECENT.1);
    program.wait_for_title(title);
    let (_, again) = program.picture();
    assert!(distance(&first, &again) < 0.05, "{first} {again}");
    program.quit();
}
