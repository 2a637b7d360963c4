//! Texts of the repository that are part of a program (tables in TOML, shaders) without what they only say to people:
//! a page fetches every byte of them. Nothing is parsed here: a mark counts wherever a line has it, so that texts with
//! the mark within strings are none for this crate.
//!
//! ```
//! const TEXT: &str = embed::without!("a = 1 // said\n  // all of it\nb = 2", after: "//", lines: []);
//! assert_eq!(TEXT, "a = 1 \n  \nb = 2");
//!
//! const TABLE: &str = embed::without!("# said\nname = \"#1\"\nmeans = \"one\"\n", lines: ["#", "means ="]);
//! assert_eq!(TABLE, "\nname = \"#1\"\n\n");
//! ```

#![forbid(unsafe_code)]

/// A constant `&str`: the text (`include_str!("...")`) without what follows the mark `after` in any line, and without
/// the lines that begin with one of `lines` after spaces. The ends of lines stay, so that what is said of a line by its
/// number fits the file.
#[macro_export]
macro_rules! without {
    ($text:expr, lines: [$($start:expr),*]) => {
        $crate::without!($text, after: "", lines: [$($start),*])
    };
    ($text:expr, after: $mark:expr, lines: [$($start:expr),*]) => {{
        const WHOLE: &str = $text;
        const STARTS: &[&str] = &[$($start),*];
        const LENGTH: usize = $crate::length(WHOLE, $mark, STARTS);
        const SHORT: [u8; LENGTH] = $crate::shortened(WHOLE, $mark, STARTS);
        const {
            match ::core::str::from_utf8(&SHORT) {
                Ok(text) => text,
                Err(_) => panic!("only whole characters are left out"),
            }
        }
    }};
}

/// How many bytes [`shortened`] gives.
pub const fn length(text: &str, mark: &str, starts: &[&str]) -> usize {
    let text = text.as_bytes();
    let (mut length, mut at) = (0, 0);
    while at < text.len() {
        let (keep, end) = line(text, at, mark.as_bytes(), starts);
        // Its end, which the last one need not have.
        length += keep - at + (end < text.len()) as usize;
        at = end + 1;
    }
    length
}

/// The text that [`without!`] describes; `N` is its [`length`].
///
/// # Panics
/// When `N` is less than that.
pub const fn shortened<const N: usize>(text: &str, mark: &str, starts: &[&str]) -> [u8; N] {
    let text = text.as_bytes();
    let mut short = [0; N];
    let (mut length, mut at) = (0, 0);
    while at < text.len() {
        let (keep, end) = line(text, at, mark.as_bytes(), starts);
        while at < keep {
            short[length] = text[at];
            (length, at) = (length + 1, at + 1);
        }
        if end < text.len() {
            short[length] = b'\n';
            length += 1;
        }
        at = end + 1;
    }
    short
}

/// Up to where the line that begins at `at` is kept, and where it ends.
const fn line(text: &[u8], at: usize, mark: &[u8], starts: &[&str]) -> (usize, usize) {
    let mut first = at;
    while first < text.len() && text[first] == b' ' {
        first += 1;
    }
    let (mut goes, mut which) = (false, 0);
    while which < starts.len() {
        goes = goes || is_at(text, first, starts[which].as_bytes());
        which += 1;
    }
    let (mut end, mut keep) = (at, None);
    while end < text.len() && text[end] != b'\n' {
        if keep.is_none() && !mark.is_empty() && is_at(text, end, mark) {
            keep = Some(end);
        }
        end += 1;
    }
    match keep {
        _ if goes => (at, end),
        Some(keep) => (keep, end),
        None => (end, end),
    }
}

const fn is_at(text: &[u8], at: usize, word: &[u8]) -> bool {
    let mut index = 0;
    while index < word.len() {
        if at + index >= text.len() || text[at + index] != word[index] {
            return false;
        }
        index += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    #[test]
    fn ends_of_lines_stay_where_they_were() {
        const TEXT: &str = crate::without!("a//b//c\n\n //\n  d", after: "//", lines: []);
        assert_eq!(TEXT, "a\n\n \n  d");
        const LAST: &str = crate::without!("a\n# b", lines: ["#"]);
        assert_eq!(LAST, "a\n");
        const NONE: &str = crate::without!("", lines: ["#"]);
        assert_eq!(NONE, "");
    }

    #[test]
    fn a_line_goes_by_its_beginning_and_not_by_what_it_holds() {
        const TEXT: &str =
            crate::without!("é = \"# means = ß\"\n  means = 1\nmean = 2", lines: ["#", "means ="]);
        assert_eq!(TEXT, "é = \"# means = ß\"\n\nmean = 2");
    }
}
