//! Long work says how far it is, on a terminal and nowhere else.

use crate::program::{demo, revisit, shared};
use std::process::Command;

/// What a terminal of 120 columns receives, colours and all.
fn on_terminal(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let line = format!("stty cols 120; '{}' {}", env!("CARGO_BIN_EXE_revisit"), quoted.join(" "));
    let output = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .env("REVISIT_HOME", shared().path().join("home"))
        .env("TERM", "xterm")
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .expect("script starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}");
    text
}

/// The work is named on a terminal; a pipe gets the result alone.
fn shows(words: &[&str], work: &[&str]) {
    let seen = on_terminal(words);
    let piped = revisit(words).ok();
    for word in work {
        assert!(seen.contains(word), "{words:?} does not say `{word}`: {seen:?}");
        assert!(!piped.err.contains(word) && !piped.out.contains(word), "{words:?}: {piped:#?}");
    }
    assert!(!piped.err.contains('\u{1b}') && !piped.out.contains('\u{1b}'), "{words:?}: {piped:#?}");
}

#[test]
fn loading_checking_and_building_show_their_progress() {
    shows(&["load", demo()], &["loading c1: "]);
    shows(&["check", demo()], &["zbd/interp.zbd"]);
    shows(&["bench", "load", demo(), "--runs", "1", "--warm-ups", "0"], &["loading, again and again"]);
    let target = shared().path().join("demo-on-a-terminal");
    let built = ["demo", "plain", "--write", target.to_str().unwrap()];
    let seen = on_terminal(&built);
    assert!(seen.matches("building the demo plain").count() > 1, "the note, and the work: {seen:?}");
    assert_eq!(revisit(built).ok().err.matches("building the demo plain").count(), 1);
}

#[cfg(feature = "gpu")]
#[test]
fn drawing_shows_its_progress() {
    if crate::drawing::renderer().is_none() {
        return;
    }
    let frames = ["bench", "frames", demo(), "--size", "32x32", "--frames", "4"];
    shows(&frames, &["drawing frames", "loading c1: "]);
    let out = shared().path().join("progress.png").display().to_string();
    let shot = ["shot", demo(), "--size", "32x32", "--ticks", "30", "--out", &out];
    shows(&shot, &["running the world", "loading c1: "]);
}
