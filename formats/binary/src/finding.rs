//! What is odd about a file, and where: the one shape used by errors, `load`,
//! `check`, JSON output and the overlay.

use serde::Serialize;
use std::borrow::Cow;
use std::fmt;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; nothing is lost.
    Note,
    /// A documented habit of the game's own files is broken, or something is
    /// missing that can be done without.
    Warning,
    /// The file, or the part named, cannot be used.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

/// A kind of finding: its stable dotted name, what it means and what to do.
///
/// Declared with [`codes!`](crate::codes) or made by
/// [`record!`](crate::record) for each field with a required value.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// Stable dotted name, for example `zbd.gamez.material.flags`.
    pub id: &'static str,
    /// What the finding means, one sentence without a full stop.
    pub means: &'static str,
    /// What a person can do about it.
    pub advice: &'static str,
}

/// Declares the finding codes of a module, and `CODES`, the list of them.
///
/// ```
/// binary::codes! {
///     FLAGS = "demo.flags": "a flag is set that no game uses" => "clear the flag";
/// }
/// assert_eq!(CODES[0].id, FLAGS.id);
/// ```
#[macro_export]
macro_rules! codes {
    ($($name:ident = $id:literal : $means:literal => $advice:literal;)*) => {
        $(#[doc = $means] pub(crate) static $name: $crate::Code =
            $crate::Code { id: $id, means: $means, advice: $advice };)*
        /// Every finding this module can report by name.
        pub static CODES: &[&$crate::Code] = &[$(&$name),*];
    };
}

/// One thing that is odd about a file, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Stable dotted name of the kind of finding.
    pub code: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// The file, as a person would name it; empty until known.
    pub file: String,
    /// The structure inside the file, for example `node 17 "house_03"`.
    pub path: String,
    /// Byte offset from the start of the file.
    pub offset: Option<u64>,
    /// What should stand there; empty where no file is judged.
    pub expected: String,
    /// What stands there, or without `expected` what is the matter.
    pub found: String,
    /// What a person can do about it.
    pub advice: Cow<'static, str>,
}

impl Finding {
    /// A finding without a place inside a file, for example a missing file.
    pub fn new(
        code: &'static Code,
        severity: Severity,
        file: impl Into<String>,
        expected: impl fmt::Display,
        found: impl fmt::Display,
    ) -> Self {
        Finding {
            code: code.id,
            severity,
            file: file.into(),
            path: String::new(),
            offset: None,
            expected: expected.to_string(),
            found: found.to_string(),
            advice: Cow::Borrowed(code.advice),
        }
    }

    /// A finding that judges no file: something is not as a person meant it.
    pub fn saying(
        code: &'static Code,
        severity: Severity,
        file: impl Into<String>,
        what: impl fmt::Display,
    ) -> Self {
        Finding::new(code, severity, file, "", what)
    }

    /// The same finding with the structure it belongs to filled in.
    pub fn inside(mut self, path: impl fmt::Display) -> Self {
        self.path = path.to_string();
        self
    }

    /// The same finding with the file's name filled in.
    pub fn in_file(mut self, file: &str) -> Self {
        self.file = file.to_owned();
        self
    }
}

/// `c1/gamez.zbd: node 17 "house_03" at 0x0003a2f4: found ..., expected ...`, or what is the matter
/// alone where nothing is expected of a file.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            write!(f, "{}: ", self.file)?;
        }
        match (self.path.as_str(), self.offset) {
            ("", None) => {}
            ("", Some(offset)) => write!(f, "at 0x{offset:08x}: ")?,
            (path, None) => write!(f, "{path}: ")?,
            (path, Some(offset)) => write!(f, "{path} at 0x{offset:08x}: ")?,
        }
        match self.expected.as_str() {
            "" => f.write_str(&self.found)?,
            expected => write!(f, "found {}, expected {expected}", self.found)?,
        }
        if !self.advice.is_empty() {
            write!(f, "; {}", self.advice)?;
        }
        write!(f, " [{}]", self.code)
    }
}

impl std::error::Error for Finding {}
