//! Names of the files in an unpacked folder.

use super::NAME;
use std::collections::HashSet;
use std::fmt;

/// Why a name is no name of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadName {
    /// It leads elsewhere, or some system takes it for something else.
    NoName(&'static str),
    /// It has a letter that some systems do not allow.
    Letter(char),
}

impl fmt::Display for BadName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadName::NoName(what) => f.write_str(what),
            BadName::Letter(letter) => write!(f, "a name with `{letter}` in it"),
        }
    }
}

impl std::error::Error for BadName {}

/// Fails, saying what is wrong, for anything but the name of a file in this
/// very folder, on any system: paths, drives, devices, odd characters.
pub fn check(name: &str) -> Result<(), BadName> {
    vfs::check_name(name).map_err(BadName::NoName)?;
    match name.chars().find(|letter| "<>\"|?*".contains(*letter)) {
        Some(letter) => Err(BadName::Letter(letter)),
        None => Ok(()),
    }
}

/// The names in a folder, so that no two fall together on any system.
pub struct Names {
    used: HashSet<String>,
}

impl Names {
    /// With the side file.
    pub fn new() -> Self {
        Names { used: HashSet::from([NAME.to_owned()]) }
    }

    /// A free name: the wanted one with `ending`, with `#2`, `#3` and so on in
    /// front of the ending if it is taken, or one with the number `index` if it
    /// is none that files can have.
    pub fn take(&mut self, wanted: &str, ending: &str, index: usize) -> String {
        let plain = wanted.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ');
        let stem = if plain && check(&format!("{wanted}{ending}")).is_ok() {
            wanted.to_owned()
        } else {
            format!("member-{index}")
        };
        let mut name = format!("{stem}{ending}");
        let mut number = 2;
        while !self.used.insert(name.to_ascii_lowercase()) {
            name = format!("{stem}#{number}{ending}");
            number += 1;
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_leave_the_folder_or_name_no_file_are_refused() {
        let bad = [
            "", ".", "..", "../a", "a/b", "a\\b", "/a", "C:a", "C:\\a", "con", "NUL.png", "com1.txt", "a.",
            "a ", "a\0", "a\nb", "a?b", "a*",
        ];
        for name in bad {
            assert!(check(name).is_err(), "{name:?}");
        }
        for name in ["a", "a.png", "a b.zrd", "a#2.wav", "\u{e9}"] {
            assert_eq!(check(name), Ok(()), "{name:?}");
        }
    }

    #[test]
    fn no_two_names_fall_together() {
        let mut names = Names::new();
        assert_eq!(names.take("a", ".png", 0), "a.png");
        assert_eq!(names.take("A", ".png", 1), "A#2.png");
        assert_eq!(names.take("a", ".png", 2), "a#3.png");
        assert_eq!(names.take("../../etc/passwd", "", 3), "member-3");
        assert_eq!(names.take("nul", ".png", 4), "member-4.png");
        assert_eq!(names.take("revisit.json", "", 5), "revisit.json#2");
    }
}
