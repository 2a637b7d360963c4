//! The window, on a display of its own without a window manager: the real
//! program, real keys, a real mouse. What it shows is read from the pictures it
//! saves, which say where they were taken, and from the title of its window.

#[allow(dead_code, reason = "shared with the tests that need no window")]
mod program;

use program::{Run, copy_of_demo, demo, revisit_at};
use serde_json::Value;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Longest that anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// One window at a time: keys must not come faster than frames are drawn.
static TURN: Mutex<()> = Mutex::new(());

/// A display nobody sees.
struct Desk {
    _turn: MutexGuard<'static, ()>,
    server: Child,
    display: String,
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

impl Desk {
    /// A display, or none where the programs for it are missing.
    fn open() -> Option<Desk> {
        let there = |program: &str| {
            let mut version = Command::new(program);
            version.arg("-version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
        };
        if !(there("Xvfb") && there("xdotool")) {
            assert!(
                std::env::var_os("REVISIT_REQUIRE_ADAPTER").is_none(),
                "the window cannot be tested: install xvfb and xdotool"
            );
            println!("skipped: the window cannot be tested without xvfb and xdotool");
            return None;
        }
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        Some(Desk { _turn: turn, server, display: format!(":{}", number.trim()) })
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("DISPLAY", &self.display).env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
        command
    }

    fn xdotool(&self, arguments: &[&str]) -> String {
        let output = self.command("xdotool").args(arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// Runs the program to its end.
    fn run(&self, home: &Path, arguments: &[&str]) -> Run {
        let output = self
            .command(env!("CARGO_BIN_EXE_revisit"))
            .args(arguments)
            .env("REVISIT_HOME", home)
            .output()
            .unwrap();
        Run {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Starts the program; its window has the keyboard.
    fn start<'a>(&'a self, home: &'a Path, arguments: &[&str]) -> Program<'a> {
        let child = self
            .command(env!("CARGO_BIN_EXE_revisit"))
            .args(arguments)
            .env("REVISIT_HOME", home)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut program = Program { desk: self, home, child, window: String::new() };
        program.window = program.wait_for("a window", || {
            let found = self.xdotool(&["search", "--onlyvisible", "--name", "^Revisit"]);
            found.lines().next().map(str::to_owned)
        });
        program.focus();
        program
    }
}

struct Program<'a> {
    desk: &'a Desk,
    home: &'a Path,
    child: Child,
    window: String,
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Program<'_> {
    #[track_caller]
    fn wait_for<T>(&mut self, what: &str, mut is_there: impl FnMut() -> Option<T>) -> T {
        let since = Instant::now();
        loop {
            if let Some(found) = is_there() {
                return found;
            }
            if let Some(status) = self.child.try_wait().unwrap() {
                let mut err = String::new();
                let _ = self.child.stderr.take().map(|mut stderr| stderr.read_to_string(&mut err));
                panic!("waiting for {what}, but the program ended: {status}\n{err}");
            }
            assert!(since.elapsed() < PATIENCE, "waited in vain for {what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn focus(&self) {
        self.desk.xdotool(&["windowfocus", "--sync", &self.window]);
        std::thread::sleep(Duration::from_millis(200));
    }

    fn keys(&self, keys: &[&str]) {
        for key in keys {
            self.desk.xdotool(&["key", key]);
            // One frame, so that a page that opens is there for the next key.
            std::thread::sleep(Duration::from_millis(400));
        }
    }

    #[track_caller]
    fn wait_for_title(&mut self, start: &str) {
        let (desk, window) = (self.desk, self.window.clone());
        self.wait_for(start, || desk.xdotool(&["getwindowname", &window]).starts_with(start).then_some(()));
    }

    fn pictures(home: &Path) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(home.join("data/pictures")).into_iter().flatten();
        entries
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|kind| kind == "png"))
            .collect()
    }

    /// Saves a picture; the file and what it says of its place.
    #[track_caller]
    fn picture(&mut self) -> (PathBuf, Value) {
        let before = Self::pictures(self.home);
        self.keys(&["F12"]);
        let home = self.home;
        let path = self
            .wait_for("a picture", || Self::pictures(home).into_iter().find(|path| !before.contains(path)));
        let decoder = png::Decoder::new(BufReader::new(std::fs::File::open(&path).unwrap()));
        let reader = decoder.read_info().unwrap();
        let texts = &reader.info().uncompressed_latin1_text;
        let text = texts.iter().find(|text| text.keyword == "revisit").expect("a place");
        let place = serde_json::from_str(&text.text).unwrap();
        (path, place)
    }

    /// Saves pictures until one is as wanted; its place.
    #[track_caller]
    fn picture_until(&mut self, what: &str, is_so: impl Fn(&Value) -> bool) -> (PathBuf, Value) {
        let since = Instant::now();
        loop {
            let (path, place) = self.picture();
            if is_so(&place) {
                return (path, place);
            }
            assert!(since.elapsed() < PATIENCE / 4, "{what}: last at {place}");
        }
    }

    /// Holds a key down for a while.
    fn hold(&self, key: &str) {
        self.desk.xdotool(&["keydown", key]);
        std::thread::sleep(Duration::from_millis(1500));
        self.desk.xdotool(&["keyup", key]);
        std::thread::sleep(Duration::from_millis(500));
    }

    /// Leaves through the menu.
    #[track_caller]
    fn quit(mut self) {
        self.keys(&["Escape", "shift+Tab", "Return"]);
        let since = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return assert!(status.success(), "{status}");
            }
            assert!(since.elapsed() < PATIENCE, "it does not quit");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

fn eye(place: &Value) -> [f64; 3] {
    [0, 1, 2].map(|axis| place["eye"][axis].as_f64().unwrap())
}

fn distance(a: &Value, b: &Value) -> f64 {
    let (a, b) = (eye(a), eye(b));
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

fn home() -> TempDir {
    tempfile::tempdir().unwrap()
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
    program.keys(&["F1", "F3", "F4", "F6", "F4", "F3", "F1"]);
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
        for (width, height) in [(1, 1), (400 + round, 300), (3, 900), (1200, 2), (64 + round, 64)] {
            let window = program.window.clone();
            desk.xdotool(&["windowsize", &window, &width.to_string(), &height.to_string()]);
        }
    }
    let window = program.window.clone();
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
fn without_a_display_there_is_one_clear_line() {
    let home = home();
    revisit_at(home.path(), [] as [&str; 0]).fails(3, &["no display", "revisit shot"]);
    revisit_at(home.path(), ["play", demo()]).fails(3, &["no display", "revisit shot"]);
    revisit_at(home.path(), ["play", "/no/such/folder"]).fails(2, &["/no/such/folder"]);
}
