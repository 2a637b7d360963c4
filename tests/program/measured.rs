//! Runs of the program of which the memory is measured.

use crate::program::{Run, shared};
use std::io::Read;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// A run of the program, and the most memory that was resident in bytes, as the system kept it until
/// shortly before the end.
pub fn measured(arguments: &[&str]) -> (Run, u64) {
    let home = shared().path().join("home");
    let mut child = Command::new(env!("CARGO_BIN_EXE_revisit"))
        .args(arguments)
        .env("REVISIT_HOME", home)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let (out, err) = (text(child.stdout.take().unwrap()), text(child.stderr.take().unwrap()));
    // What `wait4` tells counts the memory of the tests in, which the process shared before it began.
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    let code = loop {
        let now = std::fs::read_to_string(&status).unwrap_or_default();
        let line = now.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0_u64);
        peak = peak.max(kib << 10);
        match child.try_wait().unwrap() {
            Some(status) => break status.code().unwrap_or(-1),
            None => thread::sleep(Duration::from_millis(1)),
        }
    };
    assert!(peak > 1 << 20, "the system tells");
    (Run { code, out: out.join().unwrap(), err: err.join().unwrap() }, peak)
}

/// Reads a stream to its end.
fn text(mut stream: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    })
}
