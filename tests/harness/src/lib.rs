//! What the format tests share: fixtures typed as hexadecimal text, tables of
//! rules that a reader must notice, and mutations it must survive.
//!
//! It is not a fuzzer: every input comes from a fixture and a seed, so each failure names the
//! numbers that reproduce it. It knows no format; a test describes one by a [`Subject`].
//!
//! | file | holds |
//! |---|---|
//! | `hex.rs` | fixtures as hexadecimal text |
//! | `typed.rs` | where each value of a fixture stands |
//! | `rules.rs` | tables of edits, and what a reader must say |
//! | `mutate.rs` | mutations that a reader must survive |
//! | `alloc.rs` | memory of a reader |
//! | `disc.rs` | small images of compact discs |
//! | `timing.rs` | how long a format takes to be read and written |

pub mod alloc;
pub mod disc;
pub mod hex;
pub mod mutate;
pub mod rules;
pub mod timing;
pub mod typed;

use binary::{Finding, Mode, Severity, Site};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A file kind under test: a good file, its reader and the offsets it reads.
#[derive(Debug)]
pub struct Subject {
    /// Name in tables of rules and in failures.
    pub name: &'static str,
    /// A file without any finding in strict mode.
    pub fixture: Vec<u8>,
    /// Reads the bytes and writes the value again.
    pub read: fn(&[u8], Mode) -> binary::Result<Outcome>,
    /// Every place the reader looks at.
    pub sites: fn(&[u8]) -> Vec<Site>,
}

/// The result of reading and writing an input.
#[derive(Debug)]
pub struct Outcome {
    /// The bytes written from the value just read.
    pub rewritten: Vec<u8>,
    /// The reader's report.
    pub findings: Vec<Finding>,
}

impl Outcome {
    /// Codes of the findings of one severity, each once, sorted.
    pub fn codes(&self, severity: Severity) -> Vec<&'static str> {
        let mut codes: Vec<_> =
            self.findings.iter().filter(|found| found.severity == severity).map(|found| found.code).collect();
        codes.sort_unstable();
        codes.dedup();
        codes
    }
}

impl Subject {
    /// Fails unless the fixture reads without a finding in strict mode and is
    /// written back byte for byte.
    ///
    /// # Panics
    /// With the reason.
    pub fn assert_clean(&self) {
        if let Err(reason) = self.verdict_on_fixture() {
            panic!("{}: {reason}", self.name);
        }
    }

    fn verdict_on_fixture(&self) -> Result<(), Reason> {
        match self.attempt(&self.fixture, Mode::Strict)? {
            Err(finding) => fail(format!("the fixture is rejected: {finding}")),
            Ok(outcome) => match outcome.findings.first() {
                Some(finding) => fail(format!("the fixture is not clean: {finding}")),
                None => same("the fixture", &self.fixture, &outcome.rewritten),
            },
        }
    }

    /// Reads, and turns a panic into the outer error.
    fn attempt(&self, bytes: &[u8], mode: Mode) -> Result<binary::Result<Outcome>, Reason> {
        catch_unwind(AssertUnwindSafe(|| (self.read)(bytes, mode))).map_err(|payload| {
            let message = payload
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| payload.downcast_ref::<&str>().copied())
                .unwrap_or("no message");
            Reason(format!("the reader or the writer panicked: {message}"))
        })
    }
}

/// Why a row or a fixture fails, in words for whoever reads the test's output.
#[derive(Debug)]
pub(crate) struct Reason(String);

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Reason {}

impl From<String> for Reason {
    fn from(reason: String) -> Self {
        Reason(reason)
    }
}

impl From<&str> for Reason {
    fn from(reason: &str) -> Self {
        Reason(reason.to_owned())
    }
}

fn fail<T>(reason: impl Into<Reason>) -> Result<T, Reason> {
    Err(reason.into())
}

/// Fails with the first difference unless both are the same bytes.
fn same(what: &str, read: &[u8], rewritten: &[u8]) -> Result<(), Reason> {
    if read == rewritten {
        return Ok(());
    }
    let at = read.iter().zip(rewritten).position(|(a, b)| a != b).unwrap_or(read.len().min(rewritten.len()));
    fail(format!(
        "{what} is written back differently from offset {at} = 0x{at:x} on: {} bytes with {:02x?} there, {} bytes with {:02x?} written",
        read.len(),
        read.get(at),
        rewritten.len(),
        rewritten.get(at),
    ))
}
