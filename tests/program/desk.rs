//! A display of its own without a window manager, and the real program on it:
//! real keys, a real mouse. What it shows is read from the pictures it saves,
//! which say where they were taken, and from the title of its window.

use crate::program::Run;
use serde_json::Value;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Longest that anything may take on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A display nobody sees.
pub struct Desk {
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
    pub fn open() -> Option<Desk> {
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
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        Some(Desk { server, display: format!(":{}", number.trim()) })
    }

    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        // Without it, graphics drivers complain of having nowhere to put sockets.
        command.env("XDG_RUNTIME_DIR", std::env::temp_dir());
        command.env("DISPLAY", &self.display).env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
        command
    }

    pub fn xdotool(&self, arguments: &[&str]) -> String {
        let output = self.command("xdotool").args(arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// Runs the program to its end.
    pub fn run(&self, home: &Path, arguments: &[&str]) -> Run {
        self.run_with(home, arguments, |_| ())
    }

    /// Runs the program to its end in a changed environment.
    pub fn run_with(&self, home: &Path, arguments: &[&str], change: impl Fn(&mut Command)) -> Run {
        let mut command = self.command(env!("CARGO_BIN_EXE_revisit"));
        change(command.args(arguments).env("REVISIT_HOME", home));
        let output = command.output().unwrap();
        Run {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Where the mouse is, pixels.
    pub fn mouse(&self) -> (i32, i32) {
        let place = self.xdotool(&["getmouselocation"]);
        let axis = |name: &str| {
            let found = place.split_whitespace().find_map(|word| word.strip_prefix(name));
            found.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{place}"))
        };
        (axis("x:"), axis("y:"))
    }

    /// Starts the program; its window has the keyboard.
    pub fn start<'a>(&'a self, home: &'a Path, arguments: &[&str]) -> Program<'a> {
        draw_less(home);
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

/// Settings for a processor that draws, where a test has none of its own: as many pictures as it takes to see what
/// happens, and none finer than that.
fn draw_less(home: &Path) {
    let config = home.join("config");
    let settings = config.join("settings.toml");
    if !settings.exists() {
        fs::create_dir_all(config).unwrap();
        fs::write(settings, "[picture]\nanisotropy = 1\nframe_limit = 20\n").unwrap();
    }
}

pub struct Program<'a> {
    desk: &'a Desk,
    home: &'a Path,
    pub child: Child,
    pub window: String,
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Program<'_> {
    #[track_caller]
    pub fn wait_for<T>(&mut self, what: &str, mut is_there: impl FnMut() -> Option<T>) -> T {
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

    pub fn focus(&self) {
        self.desk.xdotool(&["windowfocus", "--sync", &self.window]);
        std::thread::sleep(Duration::from_millis(200));
    }

    pub fn keys(&self, keys: &[&str]) {
        for key in keys {
            self.desk.xdotool(&["key", key]);
            // One frame, so that a page that opens is there for the next key.
            std::thread::sleep(Duration::from_millis(400));
        }
    }

    #[track_caller]
    pub fn wait_for_title(&mut self, start: &str) {
        let (desk, window) = (self.desk, self.window.clone());
        self.wait_for(start, || desk.xdotool(&["getwindowname", &window]).starts_with(start).then_some(()));
    }

    fn pictures(home: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(home.join("data/pictures")).into_iter().flatten();
        entries
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|kind| kind == "png"))
            .collect()
    }

    /// Saves a picture; the file and what it says of its place.
    #[track_caller]
    pub fn picture(&mut self) -> (PathBuf, Value) {
        let before = Self::pictures(self.home);
        self.keys(&["F12"]);
        let (home, desk) = (self.home, self.desk);
        let mut asked = Instant::now();
        let path = self.wait_for("a picture", || {
            // While a level is loaded nobody takes one.
            if asked.elapsed() > PATIENCE / 4 {
                desk.xdotool(&["key", "F12"]);
                asked = Instant::now();
            }
            Self::pictures(home).into_iter().find(|path| !before.contains(path))
        });
        let decoder = png::Decoder::new(BufReader::new(fs::File::open(&path).unwrap()));
        let reader = decoder.read_info().unwrap();
        let texts = &reader.info().uncompressed_latin1_text;
        let text = texts.iter().find(|text| text.keyword == "revisit").expect("a place");
        let place = serde_json::from_str(&text.text).unwrap();
        (path, place)
    }

    /// Saves pictures until one is as wanted; its place.
    #[track_caller]
    pub fn picture_until(&mut self, what: &str, is_so: impl Fn(&Value) -> bool) -> (PathBuf, Value) {
        let since = Instant::now();
        loop {
            let (path, place) = self.picture();
            if is_so(&place) {
                return (path, place);
            }
            assert!(since.elapsed() < PATIENCE / 4, "{what}: last at {place}");
        }
    }

    /// Clicks at a place of the window, pixels.
    pub fn click(&self, x: u32, y: u32) {
        let (x, y) = (x.to_string(), y.to_string());
        self.desk.xdotool(&["mousemove", "--window", &self.window, &x, &y]);
        std::thread::sleep(Duration::from_millis(200));
        self.desk.xdotool(&["click", "1"]);
        std::thread::sleep(Duration::from_millis(400));
    }

    /// Waits until a file holds all of these words.
    #[track_caller]
    pub fn wait_for_text(&mut self, file: &Path, words: &[&str]) {
        let holds = || {
            let text = fs::read_to_string(file).unwrap_or_default();
            words.iter().all(|word| text.contains(word)).then_some(())
        };
        self.wait_for(&format!("{words:?} in {}", file.display()), holds);
    }

    /// Waits until the program prints a line with these words, which nobody can read any more afterwards.
    #[track_caller]
    pub fn wait_for_line(&mut self, words: &str) {
        let stderr = self.child.stderr.take().expect("what it prints");
        let (sender, lines) = mpsc::channel();
        // It goes on reading: a program that prints into a full pipe waits.
        std::thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        let since = Instant::now();
        loop {
            match lines.recv_timeout(PATIENCE.saturating_sub(since.elapsed())) {
                Ok(line) if line.contains(words) => return,
                Ok(_) => {}
                Err(error) => panic!("waited in vain for `{words}`: {error}"),
            }
        }
    }

    /// Holds a key down for a while.
    pub fn hold(&self, key: &str) {
        self.desk.xdotool(&["keydown", key]);
        std::thread::sleep(Duration::from_millis(1500));
        self.desk.xdotool(&["keyup", key]);
        std::thread::sleep(Duration::from_millis(500));
    }

    /// Leaves through the menu.
    #[track_caller]
    pub fn quit(mut self) {
        self.keys(&["Escape", "shift+Tab", "Return"]);
        let status = self.wait_for_end();
        assert!(status.success(), "{status}");
    }

    /// How it ended, once it has.
    #[track_caller]
    pub fn wait_for_end(&mut self) -> ExitStatus {
        let since = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(since.elapsed() < PATIENCE, "it does not quit");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Where a picture was taken from.
pub fn eye(place: &Value) -> [f64; 3] {
    [0, 1, 2].map(|axis| place["eye"][axis].as_f64().unwrap())
}

/// Between the eyes of two pictures.
pub fn distance(a: &Value, b: &Value) -> f64 {
    let (a, b) = (eye(a), eye(b));
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}
