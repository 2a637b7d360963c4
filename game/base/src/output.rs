//! How results are printed: text for people, one JSON object for programs.

use crate::Failure;
use binary::{Finding, Severity};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::OnceLock;

/// Runs something that prints a line, while nothing else is drawn on the terminal.
pub type Apart = fn(&mut dyn FnMut());

static APART: OnceLock<Apart> = OnceLock::new();

/// From now on every line, also of the log, is printed so: for who draws on the terminal, as progress
/// does.
pub fn print_apart(apart: Apart) {
    // A second call within one process (tests) keeps the first.
    let _ = APART.set(apart);
}

pub(crate) fn apart(print: &mut dyn FnMut()) {
    match APART.get() {
        Some(apart) => apart(print),
        None => print(),
    }
}

/// Stderr as the log writes to it: each write is lines of their own.
#[derive(Debug)]
pub(crate) struct Lines;

impl Write for Lines {
    fn write(&mut self, lines: &[u8]) -> std::io::Result<usize> {
        let mut written = Ok(());
        apart(&mut || written = std::io::stderr().lock().write_all(lines));
        written.map(|()| lines.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        std::io::stderr().flush()
    }
}

/// Prints one JSON object with its schema in front.
pub fn json(verb: &str, result: &impl Serialize) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct Envelope<'a, T> {
        schema: String,
        #[serde(flatten)]
        result: &'a T,
    }
    let envelope = Envelope { schema: format!("revisit.{verb}/1"), result };
    let text = serde_json::to_string_pretty(&envelope)
        .map_err(|error| Failure::Unusable(format!("the result cannot be printed as JSON: {error}")))?;
    // JSON has escapes of its own; its line breaks are meant.
    apart(&mut || drop(writeln!(std::io::stdout().lock(), "{text}")));
    Ok(())
}

/// Prints a line to stdout. A closed pipe (`| head`) is not a failure.
pub fn line(text: &str) {
    apart(&mut || drop(writeln!(std::io::stdout().lock(), "{}", shown(text))));
}

/// Prints a line to stderr.
pub fn note(text: &str) {
    apart(&mut || drop(writeln!(std::io::stderr().lock(), "{}", shown(text))));
}

/// Text as a terminal may see it. Names inside files may hold anything: characters that would move
/// the cursor, change colours, forge a line or reverse the text are shown as escapes, `\u{1b}`.
pub fn shown(text: &str) -> Cow<'_, str> {
    let orders = |letter: char| matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let commands = |letter: char| letter.is_control() || orders(letter);
    if !text.contains(commands) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        match commands(letter) {
            true => safe.extend(letter.escape_default()),
            false => safe.push(letter),
        }
    }
    Cow::Owned(safe)
}

/// Findings for JSON: the list and how often each code occurred.
#[derive(Debug, Serialize)]
pub struct Findings {
    /// Every finding.
    pub items: Vec<Finding>,
    /// How often each code is in `items`.
    pub counts: BTreeMap<&'static str, usize>,
}

impl Findings {
    /// Counts the codes.
    pub fn new(items: Vec<Finding>) -> Self {
        let mut counts = BTreeMap::new();
        for finding in &items {
            *counts.entry(finding.code).or_insert(0) += 1;
        }
        Findings { items, counts }
    }

    /// One line per finding to stderr.
    pub fn print(&self) {
        for finding in &self.items {
            note(&format!("{}: {finding}", finding.severity));
        }
    }

    /// Fails when a finding is among the denied codes and severities. A
    /// severity denies the more serious ones, too.
    pub fn deny(&self, denied: &[String]) -> Result<(), Failure> {
        let found = |wanted: &String| {
            let severity = match wanted.as_str() {
                "note" => Some(Severity::Note),
                "warning" => Some(Severity::Warning),
                "error" => Some(Severity::Error),
                _ => None,
            };
            self.items.iter().any(|finding| match severity {
                Some(severity) => finding.severity >= severity,
                None => finding.code == wanted,
            })
        };
        if denied.iter().any(found) { Err(Failure::Denied) } else { Ok(()) }
    }
}

/// A number of things, with the word for one of them or for any other number.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A number of files, in words.
pub fn files(count: usize) -> String {
    counted(count, "file", "files")
}

/// A number of bytes with a unit.
pub fn bytes(count: u64) -> String {
    const UNITS: [&str; 4] = ["bytes", "KiB", "MiB", "GiB"];
    let mut value = count as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    if unit == 0 { counted(count as usize, "byte", "bytes") } else { format!("{value:.1} {}", UNITS[unit]) }
}

/// A duration such as `1:05.3`.
pub fn minutes(ms: u64) -> String {
    let tenths = (ms + 50) / 100;
    format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_has_no_plural() {
        assert_eq!((files(1), files(2), files(0)), ("1 file".into(), "2 files".into(), "0 files".into()));
        assert_eq!(
            (bytes(1), bytes(1023), bytes(1024)),
            ("1 byte".into(), "1023 bytes".into(), "1.0 KiB".into())
        );
    }

    #[test]
    fn times_are_rounded_to_tenths() {
        assert_eq!(minutes(0), "0:00.0");
        assert_eq!(minutes(59_960), "1:00.0");
        assert_eq!(minutes(65_249), "1:05.2");
    }

    #[test]
    fn what_a_terminal_would_obey_is_shown_as_its_escape() {
        assert_eq!(shown("a\u{1b}[31mred\u{7}\r\n\u{9b}2J"), r"a\u{1b}[31mred\u{7}\r\n\u{9b}2J");
        assert_eq!(shown("a\u{202e}ldm"), r"a\u{202e}ldm");
        assert!(matches!(shown("Gr\u{fc}\u{df}e, 100 % \u{1f980}"), Cow::Borrowed(_)));
    }
}
