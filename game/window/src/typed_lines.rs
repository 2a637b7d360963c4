//! Lines that were typed in the console, kept from one visit to the next in the data folder.

use crate::own_files::{self, Unusable};
use base::Failure;
use std::path::Path;

/// Name of the file in the data folder: a line each, oldest first.
pub const FILE: &str = "console.txt";
/// Most lines that are kept.
const MOST: usize = 500;

/// The lines, and which of them is shown again.
#[derive(Debug, Default, PartialEq)]
pub struct TypedLines {
    lines: Vec<String>,
    /// Place of the line that is shown again; none for a new one.
    at: Option<usize>,
    /// What was typed before an older line was shown.
    draft: String,
}

impl TypedLines {
    /// Reads the file; the line says if it cannot be used.
    pub fn open(folder: &Path) -> (Self, Option<String>) {
        own_files::open(&folder.join(FILE), |text| Ok::<_, Unusable>(Self::parse(text)))
    }

    /// Writes the file.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn save(&self, folder: &Path) -> Result<(), Failure> {
        let text: String = self.lines.iter().map(|line| format!("{line}\n")).collect();
        own_files::save(&folder.join(FILE), &text)
    }

    fn parse(text: &str) -> Self {
        let mut own = TypedLines::default();
        text.lines().filter(|line| !line.trim().is_empty()).for_each(|line| own.push(line));
        own
    }

    /// Keeps a line that was typed, unless it is the one before it again.
    pub fn push(&mut self, line: &str) {
        (self.at, self.draft) = (None, String::new());
        let line: String =
            line.chars().filter(|letter| !letter.is_control()).take(console::LONGEST).collect();
        if self.lines.last() != Some(&line) {
            self.lines.push(line);
        }
        let surplus = self.lines.len().saturating_sub(MOST);
        self.lines.drain(..surplus);
    }

    /// The line before the one that is shown; `now` is what stands there.
    pub fn older(&mut self, now: &str) -> Option<&str> {
        let at = match self.at {
            None => {
                now.clone_into(&mut self.draft);
                self.lines.len().checked_sub(1)?
            }
            Some(at) => at.saturating_sub(1),
        };
        self.at = Some(at);
        self.lines.get(at).map(String::as_str)
    }

    /// The line after the one that is shown, and after the last what was typed before.
    pub fn newer(&mut self) -> Option<&str> {
        let at = self.at? + 1;
        self.at = (at < self.lines.len()).then_some(at);
        Some(self.lines.get(at).unwrap_or(&self.draft))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_lines_come_back_and_so_does_what_was_being_typed() {
        let mut own = TypedLines::parse("one\n\ntwo\ntwo\nthree\n");
        assert_eq!(own.newer(), None);
        let seen: Vec<_> = (0..4).map(|_| own.older("hal").unwrap().to_owned()).collect();
        assert_eq!(seen, ["three", "two", "one", "one"]);
        let seen: Vec<_> = (0..3).map(|_| own.newer().unwrap().to_owned()).collect();
        assert_eq!(seen, ["two", "three", "hal"]);
        assert_eq!(own.newer(), None);
        own.push("four");
        assert_eq!(own.older(""), Some("four"));
        assert_eq!(TypedLines::default().older("x"), None);
    }

    #[test]
    fn lines_outlive_the_program_and_the_oldest_go() {
        let folder = tempfile::tempdir().unwrap();
        let mut own = TypedLines::open(folder.path()).0;
        (0..600).for_each(|number| own.push(&format!("line {number}")));
        own.push("odd\u{7}\nline");
        own.save(folder.path()).unwrap();
        let (mut again, line) = TypedLines::open(folder.path());
        assert_eq!((again.lines.len(), line), (MOST, None));
        assert_eq!(again.lines[0], "line 101");
        assert_eq!(again.older(""), Some("oddline"));
    }
}
