//! The findings of a tree, gathered while its folders and archives are opened.

use binary::{Code, Finding, Severity};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Repeats of one code beyond this are counted, not kept.
const REPEATS: u32 = 20;

#[derive(Debug, Default)]
pub(crate) struct Log(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    findings: Vec<Finding>,
    counts: BTreeMap<&'static str, u32>,
}

impl Log {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        // Nothing that can panic runs under the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn warn(&self, code: &'static Code, file: &str, expected: impl Display, found: impl Display) {
        self.push(Finding::new(code, Severity::Warning, file, expected, found));
    }

    pub(crate) fn push(&self, finding: Finding) {
        let mut kept = self.kept();
        if kept.findings.contains(&finding) {
            return;
        }
        let count = kept.counts.entry(finding.code).or_insert(0);
        *count += 1;
        if *count <= REPEATS {
            kept.findings.push(finding);
        }
    }

    pub(crate) fn findings(&self) -> Vec<Finding> {
        self.kept().findings.clone()
    }

    pub(crate) fn counts(&self) -> BTreeMap<&'static str, u32> {
        self.kept().counts.clone()
    }
}
