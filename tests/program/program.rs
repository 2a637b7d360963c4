//! Runs the program and holds the shared demo install.

use demos::DemoFile;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use tempfile::TempDir;

/// What a run of the program gave.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    /// The one JSON object on stdout.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error} in {self:#?}"))
    }

    /// The same run, which must have ended with exit code 0.
    #[track_caller]
    pub fn ok(self) -> Self {
        assert_eq!(self.code, 0, "{self:#?}");
        self
    }

    /// The same run, which must have failed with this code and one error line
    /// that holds every one of these words.
    #[track_caller]
    pub fn fails(self, code: i32, words: &[&str]) -> Self {
        assert_eq!(self.code, code, "{self:#?}");
        let errors: Vec<&str> = self.err.lines().filter(|line| line.starts_with("error: ")).collect();
        assert_eq!(errors.len(), 1, "one clear line, not {self:#?}");
        for word in words {
            assert!(errors[0].contains(word), "`{word}` is missing in: {}", errors[0]);
        }
        self
    }
}

/// Runs the program with these arguments and a home folder of its own.
pub fn revisit<S: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = S>) -> Run {
    let home = shared().path().join("home");
    revisit_at(&home, arguments)
}

/// Runs the program with this home folder.
pub fn revisit_at<S: AsRef<std::ffi::OsStr>>(home: &Path, arguments: impl IntoIterator<Item = S>) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_revisit"))
        .args(arguments)
        .env("REVISIT_HOME", home)
        // No test opens a window where somebody works.
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .env_remove("XDG_RUNTIME_DIR")
        .output()
        .expect("the program starts");
    Run {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).expect("stdout is text"),
        err: String::from_utf8(output.stderr).expect("stderr is text"),
    }
}

/// A folder that lives as long as the tests.
pub fn shared() -> &'static TempDir {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    FOLDER.get_or_init(|| tempfile::tempdir().expect("a temporary folder"))
}

/// The plain demo at scale 1, written once. Tests only look at it.
pub fn demo() -> &'static str {
    static DEMO: OnceLock<PathBuf> = OnceLock::new();
    DEMO.get_or_init(|| written("plain")).to_str().unwrap()
}

/// The valley at scale 1, likewise: the one that [`four`] begins with.
#[cfg(feature = "gpu")]
pub fn valley() -> &'static str {
    four()[0].path
}

/// The island, likewise.
pub fn island() -> &'static str {
    static ISLAND: OnceLock<PathBuf> = OnceLock::new();
    ISLAND.get_or_init(|| written("gamestudio")).to_str().unwrap()
}

/// The models of Warcraft, likewise.
pub fn heath() -> &'static str {
    static HEATH: OnceLock<PathBuf> = OnceLock::new();
    HEATH.get_or_init(|| written("warcraft")).to_str().unwrap()
}

/// Larkmere, a zone of EverQuest, likewise.
pub fn larkmere() -> &'static str {
    static LARKMERE: OnceLock<PathBuf> = OnceLock::new();
    LARKMERE.get_or_init(|| written("everquest")).to_str().unwrap()
}

/// The archipelago in the files of Daggerfall, likewise.
pub fn archipelago() -> &'static str {
    static ARCHIPELAGO: OnceLock<PathBuf> = OnceLock::new();
    ARCHIPELAGO.get_or_init(|| written("daggerfall")).to_str().unwrap()
}

/// The courtyard, likewise.
pub fn courtyard() -> &'static str {
    static COURTYARD: OnceLock<PathBuf> = OnceLock::new();
    COURTYARD.get_or_init(|| written("courtyard")).to_str().unwrap()
}

/// Files of an install as they were written: building a demo again takes a while.
pub fn files_of(install: &str) -> Vec<DemoFile> {
    let root = Path::new(install);
    let mut files = Vec::new();
    let mut open = vec![root.to_path_buf()];
    while let Some(next) = open.pop() {
        if next.is_dir() {
            open.extend(std::fs::read_dir(&next).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            let address = next.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            files.push(DemoFile { address, bytes: std::fs::read(&next).unwrap() });
        }
    }
    files.sort_by(|a, b| a.address.cmp(&b.address));
    files
}

/// The valley in a game's layout.
#[derive(Clone, Copy, Debug)]
pub struct Four {
    /// Id of the title.
    pub title: &'static str,
    /// Where it was written.
    pub path: &'static str,
}

/// The valley in the layouts of all four games, MechWarrior 3 first.
pub fn four() -> [Four; 4] {
    static PATHS: OnceLock<[PathBuf; 4]> = OnceLock::new();
    const TITLES: [&str; 4] = ["mechwarrior3", "pirates-moon", "recoil", "crimson-skies"];
    let paths = PATHS.get_or_init(|| TITLES.map(written));
    std::array::from_fn(|index| Four { title: TITLES[index], path: paths[index].to_str().unwrap() })
}

fn written(name: &str) -> PathBuf {
    let target = shared().path().join(format!("demo-{name}"));
    let home = shared().path().join(format!("home-{name}"));
    revisit_at(&home, ["demo", name, "--write", target.to_str().unwrap()]).ok();
    target
}

/// A copy of the demo that a test may damage.
pub fn copy_of_demo() -> TempDir {
    copy_of(demo())
}

/// A copy of an install that a test may damage.
pub fn copy_of(install: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    copy(Path::new(install), folder.path());
    folder
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}
