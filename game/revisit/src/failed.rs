//! How a command that failed ends: one line on stderr for people, with `--json` one object on stdout
//! for programs, and the exit code.

use base::{Failure, output};
use binary::Finding;
use serde::Serialize;
use std::ffi::OsString;
use std::process::ExitCode;

/// Exit code of a command line that makes no sense.
const USAGE: u8 = 2;
/// Exit code of a bug.
const BUG: u8 = 4;

/// What is said of a bug; the lines above say where it is.
const REPORT_IT: &str = "this is a bug in Revisit; please report it with the command and the lines above";

/// The object that `--json` prints instead of a result.
#[derive(Serialize)]
struct Answer<'a> {
    /// `usage`, `input`, `machine` or `bug`.
    kind: &'a str,
    message: &'a str,
    exit_code: u8,
    /// The finding that prevents going on, if it is one.
    finding: Option<&'a Finding>,
}

impl Answer<'_> {
    fn print(&self) {
        // A string and three numbers are JSON always.
        let _ = output::json("error", self);
    }
}

/// True if the command line asks for JSON, whatever verb it names, and even if it makes no sense.
pub fn wants_json(arguments: &[OsString]) -> bool {
    arguments.iter().skip(1).take_while(|argument| *argument != "--").any(|argument| argument == "--json")
}

/// A command line that clap refused, or that asks for help, which is no failure.
pub fn refused(error: &clap::Error, json: bool) -> ExitCode {
    // Help goes to stdout with code 0, mistakes to stderr with code 2.
    let _ = error.print();
    if !error.use_stderr() {
        return ExitCode::SUCCESS;
    }
    if json {
        let text = error.to_string();
        // The first paragraph says what is wrong, the others how it is meant.
        let first = text.split("\n\n").next().unwrap_or(&text).trim_start_matches("error: ");
        let message = first.split_whitespace().collect::<Vec<_>>().join(" ");
        Answer { kind: "usage", message: &message, exit_code: USAGE, finding: None }.print();
    }
    ExitCode::from(USAGE)
}

/// A verb that failed. One that has answered already prints no second object.
pub fn failed(failure: &Failure, json: bool) -> ExitCode {
    if !matches!(failure, Failure::Denied) {
        output::note(&format!("error: {failure}"));
    }
    let kind = match failure {
        Failure::Denied | Failure::Answered(_) => None,
        Failure::Unusable(_) | Failure::Finding(_) => Some("input"),
        Failure::Machine(_) => Some("machine"),
    };
    if let Some(kind) = kind.filter(|_| json) {
        let finding = match failure {
            Failure::Finding(finding) => Some(&**finding),
            _ => None,
        };
        Answer { kind, message: &failure.to_string(), exit_code: failure.exit_code(), finding }.print();
    }
    ExitCode::from(failure.exit_code())
}

/// A panic, which has been reported on stderr.
pub fn panicked(json: bool) -> ExitCode {
    output::note(&format!("error: {REPORT_IT}"));
    if json {
        Answer { kind: "bug", message: REPORT_IT, exit_code: BUG, finding: None }.print();
    }
    ExitCode::from(BUG)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_asked_for_by_an_option_and_not_by_a_name() {
        let wants = |words: &[&str]| wants_json(&words.iter().map(OsString::from).collect::<Vec<_>>());
        assert!(wants(&["revisit", "load", "x", "--json"]) && wants(&["revisit", "--json", "fly"]));
        assert!(!wants(&["revisit", "load", "--", "--json"]) && !wants(&["--json"]));
    }
}
