//! The window: what a person does to it, and what comes of it.

mod cast;
mod desk;
mod levels;
mod mapped;
mod pages;
mod playing;
#[allow(dead_code, reason = "shared with the tests that need no window")]
mod program;
mod reloading;
#[allow(dead_code, reason = "shared with the tests that need no window")]
mod scripted;
mod sounding;
mod staged;
mod travelling;
mod typing;
mod walker;
// Zones and archives as the tests of the loader make them.
#[path = "../../engine/load/tests/creatures/maker.rs"]
#[allow(dead_code, clippy::type_complexity, reason = "tests of the loader need more of it")]
mod creature_maker;
#[path = "../../engine/load/tests/everquest/maker.rs"]
#[allow(dead_code, reason = "tests of the loader need more of it")]
mod zone_maker;

use desk::{Desk, PATIENCE, distance, eye};
use program::{copy_of_demo, demo, revisit_at};
use serde_json::Value;
use std::io::BufReader;
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn home() -> TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn without_a_sound_device_one_line_says_so_and_the_world_is_silent() {
    let Some(desk) = Desk::open() else { return };
    let (home, game) = (home(), tempfile::tempdir().unwrap());
    sounding::install(game.path(), &sounding::tone(441.0));
    let arguments = ["play", game.path().to_str().unwrap(), "--frames", "20", "--size", "160x120"];
    // A system without any device, whatever this one has.
    let silent = |command: &mut Command| {
        command.env("ALSA_CONFIG_PATH", "/dev/null");
    };
    let run = desk.run_with(home.path(), &arguments, silent).ok();
    let lines: Vec<&str> = run.err.lines().filter(|line| !line.is_empty()).collect();
    assert!(matches!(lines[..], [line] if line.starts_with("warning: no sound: ")), "{lines:#?}");
    // A world without sounds asks for no device.
    let arguments = ["play", demo(), "--frames", "20", "--size", "160x120"];
    let run = desk.run_with(home.path(), &arguments, silent).ok();
    assert!(!run.err.contains("no sound"), "{}", run.err);
}

#[test]
fn a_disc_image_is_played_and_without_its_music_one_line_says_how_to_rip_it() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    // Without its note the demo is a game like any other.
    let file = |name: &str| std::fs::read(std::path::Path::new(demo()).join(name)).unwrap();
    let [world, textures] = ["zbd/c1/gamez.zbd", "zbd/c1/rtexture.zbd"].map(|name| (name, file(name)));
    let files = [(world.0, &*world.1), (textures.0, &*textures.1)];
    let iso = home.path().join("game.iso");
    std::fs::write(&iso, harness::disc::iso(&files, false)).unwrap();
    let arguments = ["play", iso.to_str().unwrap(), "--frames", "20", "--size", "160x120"];
    let run = desk.run_with(home.path(), &arguments, |command| {
        command.env("REVISIT_LOG", "music=warn");
    });
    let run = run.ok();
    let lines: Vec<&str> = run.err.lines().filter(|line| line.contains("of the CD is missing")).collect();
    assert!(
        matches!(lines[..], [line] if line.contains("track 2") && line.contains("rip the disc")),
        "{}",
        run.err
    );
}

#[test]
fn from_the_start_screen_into_a_world_and_about_in_it() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    let mut program = desk.start(home.path(), &[]);
    program.wait_for_title("Revisit");
    desk.xdotool(&["type", "--delay", "5", demo()]);
    program.keys(&["Return"]);
    program.wait_for_title("Revisit: MechWarrior 3, c1");

    let (_, start) = program.picture();
    assert_eq!(start["title"], "mechwarrior3");
    program.hold("w");
    let (_, walked) = program.picture();
    assert!(distance(&start, &walked) > 0.5, "{start} {walked}");

    // A hundred counts of the mouse are twelve degrees, once.
    desk.xdotool(&["mousemove_relative", "100", "50"]);
    let by = |place: &Value, key: &str| place[key].as_f64().unwrap() - walked[key].as_f64().unwrap();
    let (turned_file, turned) =
        program.picture_until("the mouse turns", |place| by(place, "yaw_deg").abs() > 0.01);
    assert!((by(&turned, "yaw_deg") + 12.0).abs() < 0.01, "{walked} {turned}");
    assert!((by(&turned, "pitch_deg") + 6.0).abs() < 0.01, "{walked} {turned}");

    // Loaded again, the eye is where it was.
    program.keys(&["F5"]);
    std::thread::sleep(Duration::from_millis(1500));
    let (_, again) = program.picture();
    assert!(distance(&turned, &again) < 0.01, "{turned} {again}");
    assert_eq!(turned["yaw_deg"], again["yaw_deg"]);

    // In the menu nothing walks, and the free camera leaves the ground.
    program.keys(&["Escape", "w", "w", "Escape"]);
    let (_, paused) = program.picture();
    assert!(distance(&again, &paused) < 0.01, "{again} {paused}");
    program.keys(&["v"]);
    program.hold("space");
    let (_, above) = program.picture();
    assert!(eye(&above)[1] > eye(&paused)[1] + 2.0, "{paused} {above}");
    program.keys(&["v"]);
    let (_, landed) = program.picture();
    assert!(distance(&paused, &landed) < 0.01, "{paused} {landed}");

    // Panels open and close over it.
    program.keys(&["F1", "F3", "F4", "F8", "F4", "F3", "F1"]);
    program.quit();

    // A picture leads back to its place.
    let out = home.path().join("back.png");
    let arguments = ["shot", demo(), "--from", turned_file.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let back =
        revisit_at(home.path(), arguments.into_iter().chain(["--json", "--size", "64x48"])).ok().json();
    assert!(distance(&turned, &back) < 0.01, "{turned} {back}");
    assert!((turned["yaw_deg"].as_f64().unwrap() - back["yaw_deg"].as_f64().unwrap()).abs() < 0.01);

    // The world is among the recent ones.
    let recent = std::fs::read_to_string(home.path().join("data/recent.toml")).unwrap();
    assert!(recent.contains(demo()), "{recent}");
}

#[test]
fn settings_and_bindings_outlive_the_program() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    let settings = home.path().join("config/settings.toml");
    let small = ["play", demo(), "--size", "640x480"];
    let mut program = desk.start(home.path(), &small);
    program.wait_for_title("Revisit: MechWarrior 3, c1");
    program.picture();
    // The whole screen is a setting with a key of its own.
    program.keys(&["F11"]);
    let is_saved = || std::fs::read_to_string(&settings).is_ok_and(|text| text.contains("fullscreen = true"));
    program.wait_for("the setting in its file", || is_saved().then_some(()));
    program.quit();

    std::fs::write(home.path().join("config/bindings.toml"), "forward = [\"E\"]\n").unwrap();
    let mut program = desk.start(home.path(), &small);
    program.wait_for_title("Revisit: MechWarrior 3, c1");
    let (_, start) = program.picture();
    for (key, walks) in [("w", false), ("e", true)] {
        program.hold(key);
        let (_, after) = program.picture();
        assert_eq!(distance(&start, &after) > 0.5, walks, "{key}: {start} {after}");
    }
    program.quit();
    assert!(is_saved());
}

#[test]
fn frames_are_counted_and_broken_choices_set_aside() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    let config = home.path().join("config");
    std::fs::create_dir_all(&config).unwrap();
    std::fs::write(config.join("settings.toml"), "[picture").unwrap();
    std::fs::write(config.join("bindings.toml"), "dance = [\"W\"]").unwrap();
    let run = desk.run(home.path(), &["play", demo(), "--frames", "20", "--size", "320x240"]).ok();
    assert!(run.out.starts_with("20 frames, "), "{run:#?}");
    let warnings: Vec<&str> = run.err.lines().filter(|line| line.starts_with("warning: ")).collect();
    assert_eq!(warnings.len(), 2, "{run:#?}");
    assert!(warnings[1].contains("dance"), "{run:#?}");
    for file in ["settings.toml.broken-1", "bindings.toml.broken-1"] {
        assert!(config.join(file).exists(), "{file}");
    }
    desk.run(home.path(), &["play", demo(), "--frames", "5", "--size", "1x1"]).ok();

    let damaged = copy_of_demo();
    std::fs::write(damaged.path().join("zbd/c1/gamez.zbd"), b"short").unwrap();
    let damaged = damaged.path().to_str().unwrap();
    assert_eq!(desk.run(home.path(), &["play", damaged, "--frames", "5"]).code, 2);
}

#[test]
fn any_size_at_any_time() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    let mut program = desk.start(home.path(), &["play", demo(), "--size", "640x480"]);
    program.wait_for_title("Revisit: MechWarrior 3, c1");
    for round in 0..12_u32 {
        for (width, height) in
            [(1, 1), (400 + round, 300), (3, 900), (1280, 800), (1200, 2), (64 + round, 64)]
        {
            let window = program.window.clone();
            desk.xdotool(&["windowsize", &window, &width.to_string(), &height.to_string()]);
        }
    }
    let window = program.window.clone();
    // Larger than the display, too.
    desk.xdotool(&["windowsize", "--sync", &window, "2000", "1300"]);
    std::thread::sleep(Duration::from_millis(500));
    desk.xdotool(&["windowsize", "--sync", &window, "200", "100"]);
    program.focus();
    let since = Instant::now();
    loop {
        let (path, _) = program.picture();
        let decoder = png::Decoder::new(BufReader::new(std::fs::File::open(path).unwrap()));
        let size = decoder.read_info().map(|reader| (reader.info().width, reader.info().height)).unwrap();
        if size == (200, 100) {
            break;
        }
        assert!(since.elapsed() < PATIENCE / 4, "still {size:?}");
    }
}

#[test]
fn clicks_in_the_settings_are_for_good() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    let config = home.path().join("config");
    let (settings, bindings) = (config.join("settings.toml"), config.join("bindings.toml"));
    let small = ["play", demo(), "--size", "640x480"];
    let mut program = desk.start(home.path(), &small);
    program.wait_for_title("Revisit: MechWarrior 3, c1");
    program.picture();
    // Settings are the second entry of the menu, and fill the window.
    program.keys(&["Escape", "Tab", "Tab", "Return"]);
    let [faithful, smooth_edges, keys, more_for_forward] = [(299, 157), (215, 331), (298, 44), (269, 181)];
    program.click(faithful.0, faithful.1);
    program.click(smooth_edges.0, smooth_edges.1);
    program.wait_for_text(&settings, &["look = \"faithful\"", "samples = 4"]);
    program.click(keys.0, keys.1);
    program.click(more_for_forward.0, more_for_forward.1);
    program.keys(&["j"]);
    program.wait_for_text(&bindings, &["forward", "\"J\""]);
    program.keys(&["Escape", "Escape"]);
    program.quit();

    let mut program = desk.start(home.path(), &small);
    program.wait_for_title("Revisit: MechWarrior 3, c1");
    let (_, start) = program.picture();
    program.hold("j");
    let (_, walked) = program.picture();
    assert!(distance(&start, &walked) > 0.5, "{start} {walked}");
    // One more setting is written with all that were read.
    program.keys(&["F11"]);
    program.wait_for_text(&settings, &["fullscreen = true", "look = \"faithful\"", "samples = 4"]);
    program.quit();
}

#[test]
fn without_the_keyboard_it_waits_and_the_mouse_is_free() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    let mut program = desk.start(home.path(), &["play", demo(), "--size", "640x480"]);
    program.wait_for_title("Revisit: MechWarrior 3, c1");
    let (_, start) = program.picture();
    desk.xdotool(&["mousemove", "1000", "700"]);
    let (x, y) = desk.mouse();
    assert!(x < 640 && y < 480, "the mouse left the window: {x} {y}");

    desk.xdotool(&["keydown", "w"]);
    std::thread::sleep(Duration::from_millis(500));
    let root = desk.xdotool(&["search", "--maxdepth", "0", ""]);
    desk.xdotool(&["windowfocus", root.trim()]);
    let free = || {
        desk.xdotool(&["mousemove", "1000", "700"]);
        (desk.mouse() == (1000, 700)).then_some(())
    };
    program.wait_for("a free mouse", free);
    // At three metres a second this would be far.
    std::thread::sleep(Duration::from_secs(6));
    desk.xdotool(&["keyup", "w"]);
    desk.xdotool(&["mousemove", "300", "200"]);
    program.focus();
    let (_, after) = program.picture();
    let way = distance(&start, &after);
    assert!((0.1..12.0).contains(&way), "{start} {after}");
    std::thread::sleep(Duration::from_millis(500));
    let (_, still) = program.picture();
    assert!(distance(&after, &still) < 0.01, "{after} {still}");
    program.quit();
}

#[test]
fn a_lost_device_is_replaced() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    let small = ["play", demo(), "--size", "320x240", "--frames", "30"];
    let run = desk.run(home.path(), &[&small[..], &["--lose-device", "10"]].concat()).ok();
    assert!(run.out.starts_with("30 frames, "), "{run:#?}");
    let warnings: Vec<&str> = run.err.lines().filter(|line| line.starts_with("warning: ")).collect();
    assert_eq!(warnings.len(), 1, "{run:#?}");
    assert!(warnings[0].contains("opening another"), "{run:#?}");
}

#[test]
fn a_walk_is_recorded_and_comes_out_the_same() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    let file = home.path().join("walk.jsonl");
    let file = file.to_str().unwrap();
    let mut program = desk.start(home.path(), &["play", demo(), "--size", "320x240", "--record", file]);
    program.wait_for_title("Revisit: MechWarrior 3, c1");
    let (_, start) = program.picture();
    program.hold("w");
    desk.xdotool(&["mousemove_relative", "120", "10"]);
    program.hold("d");
    program.keys(&["space"]);
    program.hold("Left");
    // Pausing and flying about leave no trace.
    program.keys(&["Escape", "Escape", "v"]);
    program.hold("w");
    program.keys(&["v"]);
    let (_, end) = program.picture();
    assert!(distance(&start, &end) > 1.0, "{start} {end}");
    program.quit();

    let text = std::fs::read_to_string(file).unwrap();
    let hashes = text.lines().filter(|line| line.contains("\"hash\"")).count();
    assert!(hashes > 3, "{text}");
    assert!(!text.contains("\"fingerprint\":\"\""), "{text}");
    let replayed = revisit_at(home.path(), ["sim", demo(), "c1", "--replay", file, "--json"]).ok().json();
    let last = replayed["items"].as_array().unwrap().last().unwrap();
    let feet = [0, 2].map(|axis| last["position"][axis].as_f64().unwrap());
    for (feet, eye) in feet.into_iter().zip([eye(&end)[0], eye(&end)[2]]) {
        assert!((feet - eye).abs() < 0.1, "{last} {end}");
    }
    let changed = text.replace("\"forward\":1.0", "\"forward\":0.5");
    std::fs::write(file, changed).unwrap();
    revisit_at(home.path(), ["sim", demo(), "c1", "--replay", file]).fails(2, &["the replay differs"]);
    revisit_at(home.path(), ["play", demo(), "--record", "/no/such/folder/x"]).fails(2, &["/no/such/folder"]);
}

/// Without any graphics driver.
fn without_drivers(command: &mut Command) {
    for variable in ["VK_ICD_FILENAMES", "VK_DRIVER_FILES", "__EGL_VENDOR_LIBRARY_FILENAMES"] {
        command.env(variable, "/nonexistent");
    }
}

#[test]
fn without_an_adapter_there_is_one_clear_line() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    let play = ["play", demo(), "--frames", "3"];
    desk.run_with(home.path(), &play, without_drivers)
        .fails(3, &["no graphics adapter", "mesa-vulkan-drivers"]);
    let like = |command: &mut Command| {
        command.env("REVISIT_ADAPTER", "no such thing");
    };
    desk.run_with(home.path(), &play, like).fails(3, &["no such thing"]);
    let picture = home.path().join("x.png");
    let shot = ["shot", demo(), "--out", picture.to_str().unwrap()];
    desk.run_with(home.path(), &shot, without_drivers)
        .fails(3, &["no graphics adapter", "mesa-vulkan-drivers"]);
    desk.run_with(home.path(), &shot, like).fails(3, &["no such thing"]);
    assert!(!picture.exists());
}

#[test]
fn counted_frames_are_told_as_json() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    let run = desk.run(home.path(), &["play", demo(), "--frames", "20", "--size", "320x240", "--json"]).ok();
    let json = run.json();
    assert_eq!(json["schema"], "revisit.play/1");
    assert_eq!(json["frames"], 20);
    assert!(json["first_frame_ms"].as_f64().unwrap() > 0.0);
    let keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
    let documented = [
        "first_frame_ms",
        "frames",
        "max_frame",
        "max_ms",
        "max_places_ms",
        "max_ticks_ms",
        "mean_ms",
        "p95_ms",
        "private_bytes",
        "schema",
    ];
    assert_eq!(keys, documented);
}

#[test]
fn a_model_turns_in_a_window_of_its_own() {
    let Some(desk) = Desk::open() else { return };
    let home = home();
    let arguments = ["show", walker::install(), "walker", "--clip", "walk", "--view", "joints"];
    let mut program = desk.start(home.path(), &arguments);
    program.wait_for_title("Revisit: mech_walker");
    // Down the panel from top to bottom: whatever is there is pressed once.
    for y in (20..420).step_by(22) {
        program.click(60, y);
    }
    // Then the model itself: taken hold of, and come nearer to.
    desk.xdotool(&["mousemove", "--window", &program.window, "700", "400", "mousedown", "1"]);
    desk.xdotool(&[
        "mousemove_relative",
        "120",
        "40",
        "mouseup",
        "1",
        "click",
        "4",
        "click",
        "5",
        "key",
        "space",
    ]);
    std::thread::sleep(Duration::from_millis(300));
    assert!(program.child.try_wait().unwrap().is_none(), "it goes on");
    program.keys(&["Escape"]);
    let status = program.wait_for_end();
    assert!(status.success(), "{status}");

    let counted =
        ["show", walker::install(), "walker", "--lod", "1", "--size", "320x240", "--quit-after", "5"];
    desk.run(home.path(), &counted).ok();
}

#[test]
fn without_a_display_there_is_one_clear_line() {
    let home = home();
    revisit_at(home.path(), [] as [&str; 0]).fails(3, &["no display", "revisit shot"]);
    revisit_at(home.path(), ["play", demo()]).fails(3, &["no display", "revisit shot"]);
    revisit_at(home.path(), ["play", "/no/such/folder"]).fails(2, &["/no/such/folder"]);
}
