//! Variables, and macros that are replaced by their values.
//! Source: `docs/spec/zbd/interp-language.md`, "2. Variables and macros".

use std::collections::BTreeMap;

/// Names are shorter than this, in characters.
pub const NAME_BUFFER: usize = 64;
/// A text with its macros replaced is shorter than this, in characters.
pub const TEXT_BUFFER: usize = 1024;
/// The only value that a condition takes for true.
pub const TRUE: &str = "TRUE";

/// Most names that are not set that are listed of one text.
const MOST_UNKNOWN: usize = 8;

/// The variables of an interpreter. They outlive a script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variables {
    values: BTreeMap<String, String>,
}

/// Why a variable is not set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotSet {
    /// The name is empty, or has 64 characters or more.
    Name,
    /// There are as many as the limits allow.
    Full,
}

/// A text whose macros were replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expanded {
    /// What became of it.
    pub text: String,
    /// True when it did not fit and was cut.
    pub cut: bool,
    /// The names that are not set, the first few of them.
    pub unknown: Vec<String>,
}

impl Variables {
    /// Sets a variable, or sets it again. Values are cut where the game's buffer ends.
    ///
    /// # Errors
    /// A name that cannot be, or too many variables.
    pub fn set(&mut self, name: &str, value: &str, most: usize) -> Result<(), NotSet> {
        if name.is_empty() || name.chars().count() >= NAME_BUFFER {
            return Err(NotSet::Name);
        }
        if self.values.len() >= most && !self.values.contains_key(name) {
            return Err(NotSet::Full);
        }
        let value: String = value.chars().take(TEXT_BUFFER - 1).collect();
        self.values.insert(name.to_owned(), value);
        Ok(())
    }

    /// Removes a variable.
    pub fn unset(&mut self, name: &str) {
        self.values.remove(name);
    }

    /// The value of a variable. Names are case-sensitive.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// What a condition asks: set, and to exactly `TRUE`.
    pub fn is_true(&self, name: &str) -> bool {
        self.get(name) == Some(TRUE)
    }

    /// All variables with their values, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Replaces each `%NAME%` by its value, and a name that is not set by nothing. What a value
    /// holds is not replaced again; a `%` without a second one stays.
    pub fn expand(&self, token: &str) -> Expanded {
        let mut expanded = Expanded::default();
        let mut room = TEXT_BUFFER - 1;
        let mut rest = token;
        while let Some((before, name, after)) = next_macro(rest) {
            expanded.put(before, &mut room);
            match self.get(name) {
                Some(value) => expanded.put(value, &mut room),
                None if expanded.unknown.len() < MOST_UNKNOWN => {
                    expanded.unknown.push(name.chars().take(NAME_BUFFER).collect());
                }
                None => {}
            }
            rest = after;
            if expanded.cut {
                return expanded;
            }
        }
        expanded.put(rest, &mut room);
        expanded
    }
}

impl Expanded {
    /// Adds as much of a text as there is room for.
    fn put(&mut self, text: &str, room: &mut usize) {
        match text.char_indices().nth(*room) {
            None => {
                *room -= text.chars().count();
                self.text.push_str(text);
            }
            Some((end, _)) => {
                self.text.push_str(&text[..end]);
                *room = 0;
                self.cut = true;
            }
        }
    }
}

/// The text before the first macro, its name, and the text behind it.
fn next_macro(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('%')?;
    let (name, after) = rest.split_once('%')?;
    Some((before, name, after))
}
