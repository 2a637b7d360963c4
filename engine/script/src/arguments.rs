//! Fetching the arguments of a line: macros are replaced here and nowhere else, and words become
//! numbers and switches as they do in the game.
//! Source: `docs/spec/zbd/interp-language.md`, "Argument fetch".

use crate::codes::{ARGUMENT, LONG_TEXT, MACRO, NUMBER, shown};
use crate::variables::Variables;
use binary::{Code, Severity};

/// The arguments of a line that are still to be fetched, and what was odd about the others.
#[derive(Debug)]
pub(crate) struct Arguments<'a> {
    words: std::iter::Skip<std::str::Split<'a, char>>,
    variables: &'a Variables,
    /// Characters that the line may still grow to.
    room: usize,
    length: usize,
    oddities: Vec<Oddity>,
}

/// Something odd about an argument.
#[derive(Debug)]
pub(crate) struct Oddity {
    /// What.
    pub code: &'static Code,
    /// How much it matters.
    pub severity: Severity,
    /// The argument.
    pub what: String,
}

/// Most oddities of one line that are kept.
const MOST_ODDITIES: usize = 8;

impl<'a> Arguments<'a> {
    /// Those behind the first of `words`; `room` is the most characters of all together.
    pub(crate) fn new(words: std::str::Split<'a, char>, variables: &'a Variables, room: usize) -> Self {
        Arguments { words: words.skip(1), variables, room, length: 0, oddities: Vec::new() }
    }

    /// The next one with its macros replaced.
    fn next(&mut self) -> Option<String> {
        let expanded = self.variables.expand(self.words.next()?);
        for name in expanded.unknown {
            self.odd(&MACRO, Severity::Note, format!("%{name}%"));
        }
        let mut text = expanded.text;
        let end = text.char_indices().nth(self.room).map(|(end, _)| end);
        if let Some(end) = end {
            text.truncate(end);
        }
        if expanded.cut || end.is_some() {
            self.odd(&LONG_TEXT, Severity::Warning, shown(&text));
        }
        let length = text.chars().count();
        self.length += length;
        self.room -= length.min(self.room);
        Some(text)
    }

    /// The next one, or nothing with a finding.
    fn expected(&mut self, name: &str) -> Option<String> {
        let found = self.next();
        if found.is_none() {
            self.odd(&ARGUMENT, Severity::Note, format!("no {name}"));
        }
        found
    }

    /// The next one as a number, or the number that stands for what is none.
    fn parsed<T: Default>(&mut self, name: &str, parse: fn(&str) -> Option<T>, cap: fn(&str) -> T) -> T {
        let Some(word) = self.expected(name) else { return T::default() };
        parse(&word).unwrap_or_else(|| {
            self.odd(&NUMBER, Severity::Note, format!("{name}: {}", shown(&word)));
            cap(&word)
        })
    }

    fn odd(&mut self, code: &'static Code, severity: Severity, what: String) {
        if self.oddities.len() < MOST_ODDITIES {
            self.oddities.push(Oddity { code, severity, what });
        }
    }

    /// Characters of those that were fetched, with their macros replaced.
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// What was odd about those that were fetched.
    pub(crate) fn into_oddities(self) -> Vec<Oddity> {
        self.oddities
    }
}

/// A value that an argument can become.
pub(crate) trait Fetch {
    /// Fetches the next argument; `name` is what it is called if it is missing.
    fn fetch(arguments: &mut Arguments<'_>, name: &str) -> Self;
}

/// The word; nothing if it is missing.
impl Fetch for String {
    fn fetch(arguments: &mut Arguments<'_>, name: &str) -> Self {
        arguments.expected(name).unwrap_or_default()
    }
}

/// On for `on` and `true`, whatever their case.
impl Fetch for bool {
    fn fetch(arguments: &mut Arguments<'_>, name: &str) -> Self {
        arguments.expected(name).is_some_and(|word| switch(&word))
    }
}

/// The number that the word begins with.
impl Fetch for f32 {
    fn fetch(arguments: &mut Arguments<'_>, name: &str) -> Self {
        arguments.parsed(name, number, |_| 0.0)
    }
}

/// The whole number that the word begins with.
impl Fetch for i32 {
    fn fetch(arguments: &mut Arguments<'_>, name: &str) -> Self {
        arguments.parsed(name, whole, nearest)
    }
}

/// All words that are left, as far as a line may grow.
impl Fetch for Vec<String> {
    fn fetch(arguments: &mut Arguments<'_>, _: &str) -> Self {
        let mut words = Vec::new();
        // A word takes a place even where macros leave nothing of it.
        while arguments.room > 0 {
            let Some(word) = arguments.next() else { return words };
            arguments.room = arguments.room.saturating_sub(1);
            words.push(word);
        }
        if arguments.words.next().is_some() {
            arguments.odd(&LONG_TEXT, Severity::Warning, "the rest of the line".to_owned());
        }
        words
    }
}

/// True for `on` and `true`, whatever their case.
pub(crate) fn switch(word: &str) -> bool {
    word.eq_ignore_ascii_case("on") || word.eq_ignore_ascii_case("true")
}

/// The number that a word begins with, as `atof` of C finds it; none if it does not begin with one,
/// or with one that is too large.
pub(crate) fn number(word: &str) -> Option<f32> {
    let word = word.trim_start_matches(C_BLANKS);
    let mut end = sign(word) + digits(&word[sign(word)..]);
    let mut any = end > sign(word);
    if word[end..].starts_with('.') {
        let decimals = digits(&word[end + 1..]);
        any |= decimals > 0;
        end += 1 + decimals;
    }
    if !any {
        return None;
    }
    end += exponent(&word[end..]);
    let value = word[..end].parse::<f64>().ok()? as f32;
    value.is_finite().then_some(value)
}

/// The whole number that a word begins with, as `atoi` of C finds it; none if it does not begin with
/// one, or with one that is too large.
pub(crate) fn whole(word: &str) -> Option<i32> {
    let word = word.trim_start_matches(C_BLANKS);
    let sign = sign(word);
    word[..sign + digits(&word[sign..])].parse().ok()
}

/// For a word whose number is too large, the largest of its sign; 0 for any other.
fn nearest(word: &str) -> i32 {
    let word = word.trim_start_matches(C_BLANKS);
    match (digits(&word[sign(word)..]), word.starts_with('-')) {
        (0, _) => 0,
        (_, true) => i32::MIN,
        (_, false) => i32::MAX,
    }
}

/// What C takes for blanks.
const C_BLANKS: [char; 6] = [' ', '\t', '\n', '\x0B', '\x0C', '\r'];

/// The length of a sign, if there is one.
fn sign(text: &str) -> usize {
    usize::from(text.starts_with(['+', '-']))
}

/// The length of the digits at the beginning.
fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// The length of an exponent, if there is a whole one.
fn exponent(text: &str) -> usize {
    let Some(rest) = text.strip_prefix(['e', 'E']) else { return 0 };
    match (sign(rest), digits(&rest[sign(rest)..])) {
        (_, 0) => 0,
        (sign, digits) => 1 + sign + digits,
    }
}
