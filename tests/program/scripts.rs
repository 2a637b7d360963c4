//! `scripts/play` and `scripts/test` on a machine that has nothing: what they say, and in which order
//! they install and build. The tools that install and build are played by small scripts.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// What the scripts need of any system.
const TOOLS: [&str; 18] = [
    "bash", "sh", "env", "dirname", "sed", "sort", "head", "grep", "cut", "mkdir", "cp", "cat", "chmod",
    "tr", "mktemp", "rm", "renice", "sleep",
];

/// Knows a package to be there if a line of a file says so.
const DPKG_QUERY: &str = "for last; do :; done\n\
    grep -qx \"$last\" \"$HOME/packages\" 2>/dev/null && echo 'install ok installed'";

/// Notes what is installed. On a terminal it is asked to show its progress.
const APT_GET: &str = "case \"$*\" in *Fancy*) echo 'apt-get shows its progress';; esac\n\
    [ \"$1\" = install ] || exit 0\n\
    for word; do case \"$word\" in -*|install|Dpkg*) ;; *) echo \"$word\" >> \"$HOME/packages\";; esac; done";

/// Hands out a set-up of Rust.
const CURL: &str = "echo 'mkdir -p $HOME/.cargo/bin'\n\
    echo 'cp $HOME/tools/new-cargo $HOME/.cargo/bin/cargo'\n\
    echo 'cp $HOME/tools/new-rustup $HOME/.cargo/bin/rustup'";

const CARGO: &str = "case \"$*\" in --version) echo 'cargo 1.999.0 (made up)';; *) echo \"cargo $*\";; esac";

const RUSTUP: &str = "echo x86_64-pc-windows-gnu";

/// A machine with the scripts and nothing to build with.
struct Machine(TempDir);

impl Machine {
    fn bare() -> Self {
        let home = tempfile::tempdir().unwrap();
        let tools = home.path().join("tools");
        std::fs::create_dir(&tools).unwrap();
        for tool in TOOLS {
            let found = ["/usr/bin", "/bin"].map(|folder| Path::new(folder).join(tool));
            let found = found.iter().find(|path| path.is_file()).unwrap_or_else(|| panic!("no {tool}"));
            std::os::unix::fs::symlink(found, tools.join(tool)).unwrap();
        }
        for (name, does) in [
            ("dpkg-query", DPKG_QUERY),
            ("apt-get", APT_GET),
            ("curl", CURL),
            ("new-cargo", CARGO),
            ("new-rustup", RUSTUP),
            ("id", "echo 0"),
        ] {
            program(&tools.join(name), does);
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let copy = home.path().join("revisit");
        std::fs::create_dir_all(copy.join("scripts")).unwrap();
        for file in ["Cargo.toml", "scripts/play", "scripts/test", "scripts/setup.sh"] {
            std::fs::copy(root.join(file), copy.join(file)).unwrap();
        }
        program(&copy.join("scripts/web"), "echo \"the page: $*\"");
        let tested = "echo \"==> The page${REVISIT_PAGE:+ that was built}, beside $REVISIT_PROGRAM\"";
        program(&copy.join("scripts/test-web"), tested);
        Machine(home)
    }

    /// The lines that a script prints; on a terminal, or into a pipe.
    fn lines(&self, script: &str, terminal: bool) -> Vec<String> {
        let output = self.run(script, terminal);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
        text.lines().map(|line| line.trim_end_matches('\r').to_owned()).collect()
    }

    fn run(&self, script: &str, terminal: bool) -> Output {
        let script = self.0.path().join("revisit/scripts").join(script);
        let mut command = if terminal {
            let mut command = Command::new("/usr/bin/script");
            command.args(["-qec", &format!("bash {} --scale 4", script.display()), "/dev/null"]);
            command
        } else {
            let mut command = Command::new("/usr/bin/env");
            command.arg("bash").arg(script).args(["--scale", "4"]);
            command
        };
        command
            .env_clear()
            .env("HOME", self.0.path())
            .env("PATH", self.0.path().join("tools"))
            .env("SHELL", "/bin/sh")
            .output()
            .unwrap()
    }
}

fn program(path: &PathBuf, does: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::write(path, format!("#!/bin/sh\n{does}\n")).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn play_says_what_it_installs_and_then_builds() {
    let machine = Machine::bare();
    let lines = machine.lines("play", false);
    let starts = [
        "==> Installing Debian packages: build-essential pkg-config libasound2-dev ",
        "==> Installing Rust through rustup: 1.",
        "==> Installing Debian packages: curl ca-certificates",
        "==> Building Revisit (some ten minutes on two processors the first time)",
        "cargo build --release --quiet -p revisit",
        "==> Opening the demo world",
        "cargo run --release --quiet -p revisit -- demo mechwarrior3 --scale 4",
    ];
    assert_eq!(lines.len(), starts.len(), "{lines:#?}");
    for (line, start) in lines.iter().zip(starts) {
        assert!(line.starts_with(start), "`{start}` is not how this starts: {line}");
    }
    assert!(lines[1].ends_with("or newer is needed, this machine has none"), "{lines:#?}");
    // All of it is there now: nothing is installed twice.
    assert_eq!(machine.lines("play", false), lines[3..]);
}

#[test]
fn installing_and_building_show_their_progress_on_a_terminal() {
    let lines = Machine::bare().lines("play", true);
    assert!(lines[0].contains("\u{1b}[1m==> Installing Debian packages"), "{lines:#?}");
    assert_eq!(lines[1], "apt-get shows its progress", "{lines:#?}");
    assert!(lines.iter().any(|line| line == "cargo build --release -p revisit"), "{lines:#?}");
}

#[test]
fn test_says_each_step() {
    let lines = Machine::bare().lines("test", false);
    let steps: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("==> ")).skip(3).collect();
    let expected = [
        "Format",
        "Beside what follows, the page is built, and checked are types for x86_64-pc-windows-gnu and without optional features",
        "Lints",
        "Documentation",
        "Tests are built",
        "Tests",
        "The page that was built, beside target/debug/revisit",
        "All tests passed",
    ];
    assert_eq!(steps, expected, "{lines:#?}");
    assert!(lines[0].contains("xvfb") && lines[0].contains("ffmpeg"), "{lines:#?}");
    for line in [
        "cargo test --workspace --no-run --quiet",
        "cargo test --workspace",
        "cargo check --quiet --target x86_64-pc-windows-gnu -p revisit",
        "cargo clippy --quiet -p revisit --no-default-features --",
    ] {
        assert!(lines.iter().any(|said| said.trim_end() == line), "{line}: {lines:#?}");
    }
    assert!(lines.iter().any(|line| line.starts_with("the page: --quick --build ")), "{lines:#?}");
    // The made-up release is newer than any that the lints were tried with: they are only shown.
    let lints = "cargo clippy --workspace --all-targets --quiet --";
    assert!(lines.iter().any(|line| line.trim_end() == lints), "{lines:#?}");
}

#[test]
fn what_runs_beside_the_tests_ends_when_one_of_them_fails() {
    let machine = Machine::bare();
    let fails = "case \"$*\" in --version) echo 'cargo 1.999.0 (made up)';;\n\
        'test --workspace') until [ -s \"$HOME/page\" ]; do sleep 0.01; done; exit 101;; esac";
    program(&machine.0.path().join("tools/new-cargo"), fails);
    program(&machine.0.path().join("revisit/scripts/web"), "echo $$ > \"$HOME/page\"; sleep 600");
    let output = machine.run("test", false);
    assert_eq!(output.status.code(), Some(101), "{output:?}");
    let process = std::fs::read_to_string(machine.0.path().join("page")).unwrap();
    let process = Path::new("/proc").join(process.trim()).join("cmdline");
    // What has ended may wait to be noticed for a moment.
    let is_there = || std::fs::read(&process).is_ok_and(|line| !line.is_empty());
    for _ in 0..500 {
        if !is_there() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("what builds the page goes on");
}

#[test]
fn long_runs_mutate_the_files_of_every_format() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let run = std::fs::read_to_string(root.join("fuzz/run")).unwrap();
    fn mutates(folder: &Path) -> bool {
        std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .map(|entry| entry.unwrap().path())
            .any(|path| if path.is_dir() { mutates(&path) } else { has(&path) })
    }
    fn has(path: &Path) -> bool {
        path.extension().is_some_and(|ending| ending == "rs")
            && std::fs::read_to_string(path).unwrap().contains("mutate")
    }
    let mut formats = Vec::new();
    for member in std::fs::read_dir(root.join("formats")).unwrap() {
        let member = member.unwrap().path();
        if mutates(&member.join("tests")) {
            formats.push(member.file_name().unwrap().to_str().unwrap().to_owned());
        }
    }
    assert!(formats.len() >= 3, "{formats:?}");
    for name in formats {
        assert!(run.contains(&format!(" -p {name} ")), "fuzz/run leaves {name} out");
    }
}
