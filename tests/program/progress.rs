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
        .env_remove("XDG_RUNTIME_DIR")
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
/// What stands on a terminal of 120 columns at the end: the orders that progress gives, obeyed.
fn screen(received: &str) -> Vec<String> {
    let (mut lines, mut row, mut column) = (vec![Vec::new()], 0_usize, 0_usize);
    let mut letters = received.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\n' => row += 1,
            '\r' => column = 0,
            '\u{1b}' => {
                assert_eq!(letters.next(), Some('['), "an order of another kind");
                let mut order = String::new();
                let last = letters.by_ref().find(|letter| {
                    order.push(*letter);
                    letter.is_ascii_alphabetic()
                });
                let count = order.trim_end_matches(|letter: char| letter.is_ascii_alphabetic()).parse();
                let count = count.unwrap_or(1);
                match last {
                    Some('A') => row = row.saturating_sub(count),
                    Some('B') => row += count,
                    Some('K') => lines[row].clear(),
                    Some('J') => {
                        lines.truncate(row + 1);
                        lines[row].truncate(column);
                    }
                    // Colours, and whether the cursor is seen.
                    Some('m' | 'h' | 'l') => {}
                    other => panic!("order {other:?}"),
                }
            }
            letter => {
                let line: &mut Vec<char> = &mut lines[row];
                line.resize(line.len().max(column + 1), ' ');
                line[column] = letter;
                column += 1;
            }
        }
        lines.resize(lines.len().max(row + 1), Vec::new());
        // Progress is as wide as the terminal: what follows begins a new line.
        if column == 120 {
            (row, column) = (row + 1, 0);
            lines.resize(lines.len().max(row + 1), Vec::new());
        }
    }
    lines.into_iter().map(|line| line.into_iter().collect::<String>().trim_end().to_owned()).collect()
}

#[cfg(feature = "gpu")]
#[test]
fn without_a_desktop_no_library_of_the_system_complains() {
    if crate::drawing::renderer().is_none() {
        return;
    }
    let picture = shared().path().join("without-a-desktop.png");
    let said = revisit(["shot", demo(), "--size", "64x48", "--out", picture.to_str().unwrap()]).ok().err;
    assert!(!said.contains("XDG_RUNTIME_DIR"), "{said}");
}

#[cfg(feature = "gpu")]
#[test]
fn what_is_said_meanwhile_stands_above_progress() {
    if crate::drawing::renderer().is_none() {
        return;
    }
    let install = crate::levels::install();
    let out = shared().path().join("progress-beside.png").display().to_string();
    let path = install.path().to_str().unwrap();
    // A world that is not there: one line, while the bar of the ticks is drawn.
    let beside = ["--beside", "gone@0,800,0", "--join-within", "2000"];
    let shot = ["shot", path, "one", "--size", "32x32", "--ticks", "200", "--out", &out];
    let received = on_terminal(&[&shot[..], &beside].concat());
    assert!(received.contains("running the world"), "nothing was drawn: {received:?}");
    let seen = screen(&received);
    let said: Vec<&String> = seen.iter().filter(|line| line.contains("does not join")).collect();
    assert!(said.len() == 1 && said[0].starts_with("warning: "), "{seen:#?}");
    for drawn in ["running the world", "loading one: ", "drawing"] {
        assert!(!seen.iter().any(|line| line.contains(drawn)), "progress stayed: {seen:#?}");
    }
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
