//! The report that `check --json` gives of an install, made one file at a time, so that a page can show how far
//! it is and stop.

use base::output::{self, Findings};
use binary::{Finding, Severity};
use checking::{Checked, Checking, FileResult};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use titles::install::Install;

/// A check that is under way.
pub struct Reporting {
    checking: Checking<'static>,
    checked: Vec<Checked>,
    of_worlds: Vec<Finding>,
    /// Files and worlds that are done.
    done: usize,
}

/// How far a check is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Files and worlds that are done.
    pub done: usize,
    /// How many there are.
    pub of: usize,
    /// What is next.
    pub name: String,
}

/// A report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reported {
    /// As a file.
    pub text: String,
    /// In a line, for people.
    pub summary: String,
}

/// The same keys as those of the program.
#[derive(Serialize)]
struct Answer<'a> {
    schema: &'static str,
    path: &'static str,
    items: &'a [Finding],
    counts: &'a BTreeMap<&'static str, usize>,
    files: &'a [FileResult],
    read_bytes: u64,
}

impl std::fmt::Debug for Reporting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reporting").field("done", &self.done).finish_non_exhaustive()
    }
}

impl Reporting {
    /// Of all files of an install.
    pub fn new(install: &Arc<Install>) -> Self {
        let checking = Checking::new(kinds::all(), install, false);
        Reporting { checking, checked: Vec::new(), of_worlds: Vec::new(), done: 0 }
    }

    /// Does the next file or world.
    pub fn step(&mut self) -> Step {
        let files = self.checking.files();
        match self.done.checked_sub(files) {
            None => self.checked.extend(self.checking.file(self.done)),
            // A world that cannot be asked for was no file of this install.
            Some(world) => self.of_worlds.extend(self.checking.world(world).unwrap_or_default()),
        }
        let of = files + self.checking.worlds();
        self.done = (self.done + 1).min(of);
        let name = match self.checking.address(self.done) {
            "" => "Loading worlds".to_owned(),
            address => address.to_owned(),
        };
        Step { done: self.done, of, name }
    }

    /// What was found.
    pub fn end(self) -> Reported {
        let report = self.checking.finish(self.checked, self.of_worlds);
        let (files, findings) = (report.files, Findings::new(report.findings));
        let read_bytes = files.iter().map(|file| file.size_bytes).sum();
        let count = |severity| findings.items.iter().filter(|finding| finding.severity == severity).count();
        let summary = format!(
            "{}, {}: {}, {}.",
            output::files(files.len()),
            output::bytes(read_bytes),
            output::counted(count(Severity::Error), "error", "errors"),
            output::counted(count(Severity::Warning), "warning", "warnings"),
        );
        let answer = Answer {
            schema: "revisit.check/1",
            path: "",
            items: &findings.items,
            counts: &findings.counts,
            files: &files,
            read_bytes,
        };
        // Findings are text and numbers.
        let text = serde_json::to_string_pretty(&answer).unwrap_or_default();
        Reported { text, summary }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::built::demo;
    use demos::Demo;

    fn reported(install: Install) -> (Vec<Step>, Reported) {
        let mut reporting = Reporting::new(&Arc::new(install));
        let mut steps = Vec::new();
        while steps.last().is_none_or(|step: &Step| step.done < step.of) {
            steps.push(reporting.step());
        }
        (steps, reporting.end())
    }

    #[test]
    fn a_whole_demo_has_no_errors_and_a_damaged_one_is_told_by_its_file() {
        let (steps, report) = reported(Install::handed(&demo(Demo::Courtyard), ""));
        assert!(report.summary.ends_with(": 0 errors, 0 warnings."), "{}", report.summary);
        assert_eq!(steps.last().unwrap().of, steps.len());
        let cut = Demo::Plain.files().unwrap().into_iter().map(|file| {
            let end = if file.address.ends_with("gamez.zbd") { 100 } else { file.bytes.len() };
            (file.address, file.bytes[..end].to_vec())
        });
        let (_, report) = reported(Install::handed(&crate::built::built(cut), ""));
        assert!(report.text.contains("zbd/c1/gamez.zbd"), "{}", report.text);
        assert!(!report.summary.contains(": 0 errors"), "{}", report.summary);
    }
}
