//! Whatever writes a file or a folder passes one gate: nothing is written into a game, nothing that
//! the program did not make is replaced without `--force`, nothing that is no plain file is replaced
//! at all, and a run that is cut off leaves nothing and loses nothing.

mod rows;

use crate::program::{copy_of, copy_of_demo, demo, revisit, revisit_at, shared};
use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::{FileTypeExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use tempfile::TempDir;

use rows::{Output, READ, ROWS, Row};

fn has_adapter() -> bool {
    #[cfg(feature = "gpu")]
    return crate::drawing::renderer().is_some();
    #[cfg(not(feature = "gpu"))]
    false
}

/// A file of the demo, unpacked once.
fn unpacked() -> &'static str {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let made = || {
        let folder = shared().path().join("written-unpacked");
        revisit(["unpack", &format!("{}/zbd/interp.zbd", demo()), folder.to_str().unwrap()]).ok();
        folder
    };
    FOLDER.get_or_init(made).to_str().unwrap()
}

/// A folder with a video that takes a while to convert; none where there is no ffmpeg.
fn videos() -> Option<&'static str> {
    static FOLDER: OnceLock<Option<TempDir>> = OnceLock::new();
    let how = ["-f", "lavfi", "-i", "testsrc=size=320x240:rate=25:duration=2", "-c:v", "mjpeg"];
    let made = FOLDER.get_or_init(|| crate::videos::made(&[("intro.avi", &how)]));
    made.as_ref().map(|folder| folder.path().to_str().unwrap())
}

/// Everything in a folder, with the bytes of files and where links lead; of what is special, that it is.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let (path, kind) = entry.map(|entry| (entry.path(), entry.file_type().unwrap())).unwrap();
            let held = if kind.is_file() {
                fs::read(&path).unwrap()
            } else if kind.is_symlink() {
                fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes()
            } else {
                kind.is_fifo().to_string().into_bytes()
            };
            if kind.is_dir() {
                open.push(path.clone());
            }
            all.insert(path, held);
        }
    }
    all
}

/// Refused in one line with these words, and nothing in the folder is another than before.
#[track_caller]
fn refused(row: &Row, out: &Path, more: &[&str], folder: &Path, words: &[&str]) {
    let before = tree(folder);
    let run = row.run(out, more);
    assert!(run.code == 2, "{} --{} {more:?} to {}: {run:#?}", row.verb, row.option, out.display());
    // Some of many files say on lines of their own why they were not written.
    run.fails(2, words);
    let after = tree(folder);
    let names = |tree: &BTreeMap<PathBuf, Vec<u8>>| tree.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&before), names(&after), "{} --{}", row.verb, row.option);
    assert!(before == after, "{} --{} changed what was there", row.verb, row.option);
}

#[test]
fn every_option_that_takes_a_path_is_in_a_table() {
    fn walk(above: &str, command: &clap::Command, found: &mut BTreeSet<(String, String)>) {
        for argument in command.get_arguments() {
            let id = argument.get_id().to_string();
            let is_path = argument.get_value_parser().type_id() == TypeId::of::<PathBuf>();
            let names = argument.get_value_names().unwrap_or_default();
            let is_called = names.iter().any(|name| name.starts_with("FILE") || name.starts_with("DIR"));
            assert!(is_path || !is_called, "{above} {id} is a path by its name, but not by its type");
            if is_path {
                found.insert((above.to_owned(), id));
            }
        }
        for verb in command.get_subcommands() {
            walk(format!("{above} {}", verb.get_name()).trim(), verb, found);
        }
    }
    let mut found = BTreeSet::new();
    walk("", &revisit::command(), &mut found);
    let pair = |verb: &str, id: &str| (verb.to_owned(), id.to_owned());
    let read: BTreeSet<_> = READ.iter().flat_map(|(verb, ids)| ids.iter().map(|id| pair(verb, id))).collect();
    let written: BTreeSet<_> = ROWS.iter().map(|row| pair(row.verb, row.option)).collect();
    assert!(read.is_disjoint(&written));
    let known: BTreeSet<_> = read.union(&written).cloned().collect();
    let new: Vec<_> = found.difference(&known).collect();
    assert!(new.is_empty(), "say of these whether they are read, or give them a row: {new:?}");
    let gone: Vec<_> = known.difference(&found).filter(|(verb, _)| *verb != "bench frames").collect();
    assert!(gone.is_empty(), "these are no more: {gone:?}");
}

#[test]
fn nothing_is_written_into_a_game() {
    let game = copy_of_demo();
    let outside = tempfile::tempdir().unwrap();
    let before = tree(game.path());
    symlink(game.path().join("zbd"), outside.path().join("link")).unwrap();
    for row in &ROWS {
        // The game of the verb is another one: it is known by what is in it.
        for folder in [game.path().to_owned(), game.path().join("zbd/c1"), outside.path().join("link")] {
            for more in [&[][..], &["--force"]] {
                let run = row.run(&row.out(&folder), more);
                run.fails(2, &["inside the install, which is never written to"]);
            }
        }
        // A file of the game that something outside leads to.
        if row.output == Output::File {
            let link = outside.path().join(row.name);
            symlink(game.path().join("zbd/interp.zbd"), &link).unwrap();
            row.run(&link, &["--force"]).fails(2, &["inside the install"]);
            fs::remove_file(link).unwrap();
        }
        assert!(tree(game.path()) == before, "{} --{} changed a game", row.verb, row.option);
    }
    assert_eq!(tree(outside.path()).len(), 1, "only the link");
}

#[test]
fn a_game_that_is_open_is_closed_to_output_whatever_it_looks_like() {
    // One file of a game and a mod of one file: nobody would know them for a game.
    let (part, mods) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for folder in [&part, &mods] {
        fs::create_dir_all(folder.path().join("zbd/c1")).unwrap();
        fs::copy(format!("{}/zbd/c1/gamez.zbd", demo()), folder.path().join("zbd/c1/gamez.zbd")).unwrap();
    }
    let [game, laid_over] = [&part, &mods].map(|folder| folder.path().to_str().unwrap());
    for folder in [game, laid_over] {
        let before = tree(folder.as_ref());
        let out = format!("{folder}/walk.jsonl");
        let sim = ["sim", game, "--mod", laid_over, "--ticks", "1", "--force", "--record", &out];
        revisit(sim).fails(2, &["inside the install"]);
        assert!(tree(folder.as_ref()) == before);
    }
    // A mod that is not open is a folder as any other: a file is packed into it.
    let file = format!("{laid_over}/zbd/interp.zbd");
    revisit(["pack", unpacked(), &file]).ok();
    assert_eq!(fs::read(&file).unwrap(), fs::read(format!("{}/zbd/interp.zbd", demo())).unwrap());
}

#[test]
fn a_game_in_a_zip_file_is_not_replaced() {
    for inside in ["", "Mech/"] {
        let (_folder, zip) = crate::zipped::zipped(demo(), inside);
        let before = fs::read(&zip).unwrap();
        for game in [demo(), &zip] {
            let sim = ["sim", game, "--ticks", "1", "--record", &zip, "--force"];
            revisit(sim).fails(2, &["inside the install"]);
        }
        assert!(fs::read(&zip).unwrap() == before);
    }
}

#[test]
fn the_folders_of_the_program_are_not_in_a_game() {
    let game = copy_of_demo();
    let before = tree(game.path());
    let home = game.path().join("home");
    let show = ["show", crate::walker::install(), "walker"];
    for words in [&["demo", "plain"][..], &["play", demo()], &show, &[]] {
        revisit_at(&home, words).fails(2, &["inside the install"]);
    }
    assert!(tree(game.path()) == before);
}

#[test]
fn nothing_else_is_replaced_unless_asked() {
    for row in &ROWS {
        let folder = tempfile::tempdir().unwrap();
        let (out, there) = (row.out(folder.path()), folder.path().join(row.name));
        match row.output {
            Output::Folder => fs::create_dir(&there).unwrap(),
            _ => fs::create_dir_all(there.parent().unwrap()).unwrap(),
        }
        let letter = if row.output == Output::Folder { there.join("letter.txt") } else { there.clone() };
        fs::write(&letter, "dear reader").unwrap();
        if !row.can_be_asked() {
            continue;
        }
        if row.output == Output::Folder {
            // A folder of something else is not replaced at all.
            for more in [&[][..], &["--force"]] {
                refused(row, &out, more, folder.path(), &["not empty", "name an empty or a new folder"]);
            }
        } else {
            refused(row, &out, &[], folder.path(), &[row.name, "--force"]);
        }
        assert_eq!(fs::read(&letter).unwrap(), b"dear reader", "{} --{}", row.verb, row.option);
        if row.output != Output::Folder && row.can_be_written() {
            row.run(&out, &["--force"]).ok();
            assert_ne!(fs::read(&there).unwrap(), b"dear reader", "{} --{}", row.verb, row.option);
            assert_eq!(fs::read_dir(there.parent().unwrap()).unwrap().count(), 1, "{}", row.verb);
        }
    }
}

#[test]
fn what_it_made_itself_is_replaced() {
    for row in ROWS.iter().filter(|row| row.can_be_written()) {
        let folder = tempfile::tempdir().unwrap();
        let (out, there) = (row.out(folder.path()), folder.path().join(row.name));
        row.run(&out, &[]).ok();
        let first = tree(folder.path());
        assert!(there.exists(), "{} --{}", row.verb, row.option);
        if row.says_so {
            row.run(&out, &[]).ok();
        } else {
            refused(row, &out, &[], folder.path(), &["--force"]);
            row.run(&out, &["--force"]).ok();
        }
        let names = |tree: &BTreeMap<PathBuf, Vec<u8>>| tree.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&tree(folder.path())), names(&first), "{} --{}", row.verb, row.option);
    }
}

#[test]
fn somebodys_file_in_an_older_demo_is_not_lost() {
    let folder = tempfile::tempdir().unwrap();
    let demo = folder.path().join("demo");
    let write = ["demo", "plain", "--write", demo.to_str().unwrap()];
    revisit(write).ok();
    fs::write(demo.join("notes.txt"), "mine").unwrap();
    revisit(write).fails(2, &["notes.txt", "--force"]);
    assert_eq!(fs::read(demo.join("notes.txt")).unwrap(), b"mine");
    revisit(write.iter().chain(&["--force"])).ok();
    assert!(!demo.join("notes.txt").exists());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn only_plain_files_and_folders_are_replaced() {
    let make = |what: &str, path: &Path| match what {
        "a FIFO" => assert!(Command::new("mkfifo").arg(path).status().unwrap().success()),
        "a socket" => drop(std::os::unix::net::UnixListener::bind(path).unwrap()),
        "a device" => symlink("/dev/null", path).unwrap(),
        "leads nowhere" => symlink("nothing", path).unwrap(),
        "a folder" => fs::create_dir(path).unwrap(),
        _ => fs::write(path, "a file").unwrap(),
    };
    for row in ROWS.iter().filter(|row| row.can_be_asked()) {
        let other = if row.output == Output::Folder { "a file" } else { "a folder" };
        for what in ["a FIFO", "a socket", "a device", "leads nowhere", other] {
            for linked in [false, true] {
                let folder = tempfile::tempdir().unwrap();
                let there = folder.path().join(row.name);
                fs::create_dir_all(there.parent().unwrap()).unwrap();
                if linked {
                    make(what, &folder.path().join("real"));
                    symlink(folder.path().join("real"), &there).unwrap();
                } else {
                    make(what, &there);
                }
                refused(row, &row.out(folder.path()), &["--force"], folder.path(), &[what]);
            }
        }
    }
}

#[test]
fn a_link_to_a_file_stays_a_link() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("disk")).unwrap();
    let link = folder.path().join("walk.jsonl");
    let real = folder.path().join("disk/real.jsonl");
    fs::write(&real, "dear reader").unwrap();
    symlink(&real, &link).unwrap();
    let row = &ROWS[0];
    refused(row, &link, &[], folder.path(), &["--force"]);
    row.run(&link, &["--force"]).ok();
    row.run(&link, &[]).ok();
    assert_eq!(fs::read_link(&link).unwrap(), real);
    assert!(fs::read_to_string(&real).unwrap().starts_with("{\"format\":\"revisit.replay/"));
    assert_eq!(fs::read_dir(folder.path().join("disk")).unwrap().count(), 1);
}

/// Starts the program.
fn started(words: &[String]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_revisit"));
    command.args(words).env("REVISIT_HOME", shared().path().join("home"));
    for display in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(display);
    }
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Waits until a working folder stands in a folder, or the program has ended; true for the first.
fn works(child: &mut Child, folder: &Path) -> bool {
    loop {
        let mut names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
        if names.any(|name| name.to_string_lossy().starts_with(".revisit-")) {
            return true;
        }
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        std::thread::yield_now();
    }
}

/// Signals a program and returns its exit code.
fn signal(mut child: Child, signal: &str) -> Option<i32> {
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
    child.wait().unwrap().code()
}

#[test]
fn an_interrupted_run_leaves_nothing() {
    for (number, row) in ROWS.iter().filter(|row| row.can_be_written()).enumerate() {
        let folder = tempfile::tempdir().unwrap();
        let (out, there) = (row.out(folder.path()), folder.path().join(row.name));
        let mut child = started(&row.words(&out, &[]));
        // Quick work may be done before it is interrupted: then it is there, and whole.
        let code = match works(&mut child, there.parent().unwrap()) {
            true => signal(child, ["-INT", "-TERM"][number % 2]),
            false => child.wait().unwrap().code(),
        };
        match code {
            // It may also be interrupted when its output is in place: then that is whole, too.
            Some(130) if there.exists() && row.output == Output::File => {
                let other = tempfile::tempdir().unwrap();
                row.run(&row.out(other.path()), &[]).ok();
                let whole = fs::read(other.path().join(row.name)).unwrap();
                assert!(fs::read(&there).unwrap() == whole, "{} left a part of its output", row.verb);
            }
            Some(130) => {}
            _ => assert!(code == Some(0) && there.exists(), "{}: {code:?}", row.verb),
        }
        let left: Vec<_> = tree(folder.path()).into_keys().filter(|path| !path.starts_with(&there)).collect();
        let left: Vec<_> = left.iter().filter(|path| !there.starts_with(path)).collect();
        assert!(left.is_empty(), "{} --{} left {left:?}", row.verb, row.option);
    }
}

#[test]
fn a_run_that_is_interrupted_long_before_its_end_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("walk.jsonl");
    let words = ["sim", demo(), "--ticks", "5000000", "--record", out.to_str().unwrap()].map(str::to_owned);
    for name in ["-INT", "-TERM"] {
        let mut child = started(&words);
        assert!(works(&mut child, folder.path()));
        assert_eq!(signal(child, name), Some(130));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
    // One that is killed leaves its working folder to the next.
    let mut child = started(&words);
    assert!(works(&mut child, folder.path()));
    assert_eq!(signal(child, "-KILL"), None);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    ROWS[0].run(&out, &[]).ok();
    assert_eq!(tree(folder.path()).into_keys().collect::<Vec<_>>(), [out]);
}

#[test]
fn an_interrupted_conversion_takes_ffmpeg_along() {
    let Some(from) = videos() else { return };
    let folder = tempfile::tempdir().unwrap();
    let words = ["videos", from, "--convert", folder.path().to_str().unwrap()].map(str::to_owned);
    let mut child = started(&words);
    assert!(works(&mut child, folder.path()), "converting takes a while");
    assert_eq!(signal(child, "-INT"), Some(130));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn what_an_earlier_run_left_is_put_back_or_removed() {
    for row in ROWS.iter().filter(|row| row.can_be_written()) {
        let folder = tempfile::tempdir().unwrap();
        let (out, there) = (row.out(folder.path()), folder.path().join(row.name));
        row.run(&out, &[]).ok();
        let whole = tree(folder.path());
        let parent = there.parent().unwrap();
        let left = parent.join(".revisit-1-0");
        fs::create_dir_all(left.join("old")).unwrap();
        fs::write(left.join("lock"), "").unwrap();
        fs::write(left.join("new"), "half").unwrap();
        match row.output {
            // Between two steps of replacing a folder.
            Output::Folder => {
                fs::rename(&there, left.join("old").join(row.name)).unwrap();
                fs::write(left.join("old").join(row.name).join("notes.txt"), "mine").unwrap();
                let run = row.run(&out, &[]);
                run.fails(2, &["--force"]);
                assert_eq!(fs::read(there.join("notes.txt")).unwrap(), b"mine", "{}", row.verb);
                row.run(&out, &["--force"]).ok();
            }
            _ => drop(row.run(&out, &["--force"]).ok()),
        }
        let names = |tree: &BTreeMap<PathBuf, Vec<u8>>| tree.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&tree(folder.path())), names(&whole), "{} --{}", row.verb, row.option);
    }
}

#[test]
fn a_failure_of_the_gate_is_said_in_json_too() {
    let game = copy_of(demo());
    let out = game.path().join("walk.jsonl");
    let json = revisit(["sim", demo(), "--record", out.to_str().unwrap(), "--json"]).fails(2, &[]).json();
    assert_eq!((&json["schema"], &json["kind"]), (&"revisit.error/1".into(), &"input".into()));
    assert!(json["message"].as_str().unwrap().contains("inside the install"), "{json:#}");
}

#[test]
fn nothing_else_in_the_program_writes() {
    /// Files that write by themselves, and why.
    const OWN: [(&str, &str); 6] = [
        ("base/src/gate.rs", "the gate"),
        ("base/src/swap.rs", "what the gate does"),
        ("base/src/leftovers.rs", "what the gate does"),
        ("replay/src/report.rs", "a bug may be in the gate; it asks where it may write"),
        ("window/src/own_files.rs", "renames a file of its own that cannot be used"),
        ("revisit/src/verbs/videos.rs", "a copy for ffmpeg in a working folder of the gate"),
    ];
    const WRITES: [&str; 9] = [
        "fs::write(",
        "File::create",
        "fs::create_dir",
        "fs::rename(",
        "fs::copy(",
        "fs::remove",
        "OpenOptions",
        "File::options(",
        "fs::symlink(",
    ];
    fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path);
            }
        }
    }
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut found = Vec::new();
    for member in fs::read_dir(game).unwrap() {
        sources(&member.unwrap().path().join("src"), &mut found);
    }
    assert!(found.len() > 100, "{} files", found.len());
    let mut writers = BTreeSet::new();
    for path in found {
        let text = fs::read_to_string(&path).unwrap();
        // Examples in comments and tests write what they like; so do files of tests alone.
        let program = text.split("\nmod tests {").next().unwrap();
        let name = path.strip_prefix(game).unwrap().display().to_string();
        let is_of_tests = name.contains("tests") || name == "window/src/small_world.rs";
        let lines = program.lines().filter(|line| !line.trim_start().starts_with("//"));
        // `pfs::write` writes an archive into memory.
        let writes = |line: &str| {
            let mut found = WRITES.iter().flat_map(|word| line.match_indices(word));
            found.any(|(at, _)| !line[..at].ends_with(|before: char| before.is_alphanumeric()))
        };
        if !is_of_tests && lines.into_iter().any(writes) {
            writers.insert(name);
        }
    }
    let own: BTreeSet<String> = OWN.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(writers, own, "write through `base::gate`");
}
