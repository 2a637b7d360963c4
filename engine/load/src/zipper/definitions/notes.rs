//! What is odd about a file of definitions: of each kind one finding that names the first few.

use super::schema::{Bounds, Form};
use binary::{Code, Finding, Severity, codes};

codes! {
    UNKNOWN = "load.definitions.unknown": "a definition has keys that are not known"
        => "nothing for retail files: such a key is skipped; tell us what it does if you know; in a mod, look for a mistyped key";
    VALUES = "load.definitions.values": "a key of a definition is not followed by what belongs there"
        => "write what the list of keys in docs/definitions.md says; the key counts as missing";
    NUMBERS = "load.definitions.numbers": "a number of a definition is beyond what it can be"
        => "write a number within the bounds named; it counts as the nearest one";
    DOUBLED = "load.definitions.doubled": "a key or a name is defined more than once"
        => "remove all but one: the first counts";
    KINDS = "load.definitions.kind_of": "a definition is a kind of one that does not exist, or of itself in a ring"
        => "name a definition that exists, and none that is a kind of this one; what would come from there is missing";
    UNREADABLE = "load.definitions.unreadable": "a file of definitions cannot be read"
        => "copy the file again from its source; the game goes on without what it says";
    MANY = "load.definitions.many": "there are more definitions than a game can have"
        => "divide the file; what comes after is left out";
}

/// How many of one kind a finding names.
const NAMED: usize = 12;
/// Longest that a word of the data is shown.
const LONGEST: usize = 48;

/// What was noticed in one file.
#[derive(Debug, Default)]
pub(super) struct Notes {
    unknown: List,
    odd: List,
    numbers: List,
    doubled: List,
    kinds: List,
}

/// The first few of many.
#[derive(Debug, Default)]
pub(in crate::zipper) struct List {
    first: Vec<String>,
    count: usize,
}

impl List {
    /// One more, unless it is among those that are named.
    pub fn add(&mut self, text: impl FnOnce() -> String) {
        self.count += 1;
        if self.first.len() < NAMED {
            let text = text();
            if self.first.contains(&text) {
                self.count -= 1;
            } else {
                self.first.push(text);
            }
        }
    }

    /// As a finding about a file.
    pub fn report(
        self,
        code: &'static Code,
        severity: Severity,
        file: &str,
        expected: &str,
    ) -> Option<Finding> {
        let more = self.count - self.first.len();
        let mut found = self.first.join("; ");
        if more > 0 {
            found += &format!("; and {more} more");
        }
        (self.count > 0).then(|| Finding::new(code, severity, file, expected, found))
    }
}

/// A word of the data, not longer than a line can hold.
pub(in crate::zipper) fn short(word: &str) -> String {
    word.chars().take(LONGEST).collect()
}

impl Notes {
    /// A word where a key should stand.
    pub fn unknown(&mut self, place: &str, word: &str) {
        self.unknown.add(|| format!("`{}` in {place}", short(word)));
    }

    /// Something that is no value of the key.
    pub fn wrong(&mut self, place: &str, form: Form, found: &str) {
        self.odd.add(|| format!("{place}: {} instead of {}", short(found), form.words()));
    }

    /// Something else about the shape of a list.
    pub fn odd(&mut self, place: &str, what: &str) {
        self.odd.add(|| format!("{place}: {what}"));
    }

    /// A number beyond its bounds.
    pub fn number(&mut self, place: &str, number: f32, bounds: Bounds) {
        let Bounds { least, most } = bounds;
        self.numbers.add(|| format!("{place}: {number} instead of {least} to {most}"));
    }

    /// A key or a name that was there already.
    pub fn doubled(&mut self, place: &str, name: &str) {
        self.doubled.add(|| format!("`{}` in {place}", short(name)));
    }

    /// A definition whose `kind_of` leads nowhere.
    pub fn kind(&mut self, name: &str, what: &str) {
        self.kinds.add(|| format!("{}: {what}", short(name)));
    }

    /// As findings about a file.
    pub fn report(self, file: &str) -> impl Iterator<Item = Finding> {
        let Notes { unknown, odd, numbers, doubled, kinds } = self;
        let note = Severity::Note;
        [
            unknown.report(&UNKNOWN, note, file, "keys of docs/definitions.md"),
            odd.report(&VALUES, note, file, "keys, each with its value"),
            numbers.report(&NUMBERS, note, file, "numbers within their bounds"),
            doubled.report(&DOUBLED, note, file, "each key and each name once"),
            kinds.report(&KINDS, note, file, "definitions of which others are a kind"),
        ]
        .into_iter()
        .flatten()
    }
}
