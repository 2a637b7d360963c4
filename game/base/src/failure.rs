//! Why a verb ends without success, and the exit code that goes with it.

use binary::Finding;
use std::fmt;
use std::process::ExitCode;

/// Why a verb ends without success.
#[derive(Debug)]
pub enum Failure {
    /// `check` or `--deny` found something, which has been printed already.
    Denied,
    /// The input or the command line is unusable.
    Unusable(String),
    /// This machine lacks something.
    Machine(String),
}

impl Failure {
    /// 1, 2 or 3; 4 is kept for bugs.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Failure::Denied => 1,
            Failure::Unusable(_) => 2,
            Failure::Machine(_) => 3,
        })
    }

    /// A path to a model where a world is needed.
    pub fn model_alone(path: &str) -> Self {
        Failure::Unusable(format!(
            "{path}: found a model alone, expected a game or the file of a world; `revisit show {path}` shows it"
        ))
    }

    /// A file could not be read or written.
    pub fn io(what: &str, path: &std::path::Path, error: &std::io::Error) -> Self {
        Failure::Unusable(format!("{}: cannot {what}: {error}", path.display()))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Denied => f.write_str("findings were denied"),
            Failure::Unusable(message) | Failure::Machine(message) => f.write_str(message),
        }
    }
}

impl From<Box<Finding>> for Failure {
    fn from(finding: Box<Finding>) -> Self {
        Failure::Unusable(finding.to_string())
    }
}

impl From<load::Error> for Failure {
    fn from(error: load::Error) -> Self {
        Failure::Unusable(error.to_string())
    }
}
