//! Files that another program cuts short while they are read: a line or a result, never a crash.
//!
//! `REVISIT_SHRINKS` says how many times; the usual number is small.

use crate::program::{copy_of_demo, shared};
use std::fs::{self, File};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What is cut, and to how much of its size.
const CUTS: [(&str, u64); 5] = [
    ("zbd/c1/gamez.zbd", 2),
    ("zbd/c1/rtexture.zbd", u64::MAX),
    ("zbd/reader.zbd", 2),
    ("zbd/c1/gamez.zbd", u64::MAX),
    ("zbd/rimage.zbd", 3),
];

fn start(verb: &str, path: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_revisit"));
    command.args([verb, path]).args((verb == "load").then_some("c1"));
    command
        .env("REVISIT_HOME", shared().path().join("home"))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn a_file_that_shrinks_while_it_is_read_ends_no_process() {
    let tries: u32 = std::env::var("REVISIT_SHRINKS").ok().and_then(|tries| tries.parse().ok()).unwrap_or(10);
    let folder = copy_of_demo();
    let path = folder.path().to_str().unwrap();
    // Cuts are spread over the time that a whole run takes.
    let whole = Instant::now();
    assert!(start("load", path).output().unwrap().status.success());
    let whole = whole.elapsed();
    let mut codes = [0; 3];
    for number in 0..tries {
        let (file, part) = CUTS[number as usize % CUTS.len()];
        let file = folder.path().join(file);
        let bytes = fs::read(&file).unwrap();
        let verb = if number % 2 == 0 { "load" } else { "check" };
        let child = start(verb, path).spawn().unwrap();
        std::thread::sleep(
            whole.mul_f64(f64::from(number * 7 % tries) / f64::from(tries)).max(Duration::from_millis(1)),
        );
        File::options().write(true).open(&file).unwrap().set_len(bytes.len() as u64 / part).unwrap();
        let output = child.wait_with_output().unwrap();
        fs::write(&file, bytes).unwrap();
        let code = output.status.code().unwrap_or_else(|| panic!("{verb}: {}", output.status));
        let err = String::from_utf8(output.stderr).unwrap();
        // What loading does without is a finding; what it cannot do without is the last line. `check`
        // answers on stdout, and 1 is what it says of damage.
        let last = err.lines().last().is_some_and(|line| line.starts_with("error: "));
        let told = code == 0 || (verb == "check" && code == 1) || (code == 2 && last);
        assert!(told && !err.contains("panicked"), "{verb}, {code}: {err}");
        codes[code as usize] += 1;
    }
    println!(
        "{tries} tries: {} with code 0, {} with 1, {} with 2, none by a signal",
        codes[0], codes[1], codes[2]
    );
}
