//! Why a verb ends without success, and the exit code that goes with it.

use binary::Finding;
use std::fmt;

/// Why a verb ends without success.
#[derive(Debug)]
pub enum Failure {
    /// `check` or `--deny` found something, which has been printed already.
    Denied,
    /// The verb has printed its result, which says what failed; this says it for people.
    Answered(String),
    /// The input or the command line is unusable.
    Unusable(String),
    /// The same, because of something odd about a file or a folder.
    Finding(Box<Finding>),
    /// This machine lacks something.
    Machine(String),
}

impl Failure {
    /// 1, 2 or 3; 4 is kept for bugs.
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::Denied => 1,
            Failure::Answered(_) | Failure::Unusable(_) | Failure::Finding(_) => 2,
            Failure::Machine(_) => 3,
        }
    }

    /// A path to a model where a world is needed.
    pub fn model_alone(path: &str) -> Self {
        Failure::Unusable(format!("{path}: a model, not a game or a world; `revisit show {path}` shows it"))
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
            Failure::Answered(message) | Failure::Unusable(message) | Failure::Machine(message) => {
                f.write_str(message)
            }
            Failure::Finding(finding) => fmt::Display::fmt(finding, f),
        }
    }
}

impl From<Box<Finding>> for Failure {
    fn from(finding: Box<Finding>) -> Self {
        Failure::Finding(finding)
    }
}

impl From<load::Error> for Failure {
    fn from(error: load::Error) -> Self {
        match error {
            load::Error::File(finding) => Failure::Finding(finding),
            load::Error::Cancelled => Failure::Unusable(error.to_string()),
        }
    }
}
