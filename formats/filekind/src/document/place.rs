//! Where in a JSON text something is, as people write it: `content.items[1].text`. Readers of JSON say line and column.

use std::fmt::Write as _;

/// An object that is open, by its key at hand, or a list, by its item at hand.
enum Step<'t> {
    Key(Option<&'t str>),
    Item(usize),
}

/// The key of the innermost value at a line and a column (both from 1, in bytes), or of the key that is written there;
/// empty for the whole text. Where an object or a list ends, `of_whole` is whether that is meant, and not the last value
/// in it. Up to there the text must be JSON, else the answer is only near.
pub fn key_at(text: &str, line: usize, column: usize, of_whole: bool) -> String {
    let start = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum::<usize>();
    let end = start.saturating_add(column.saturating_sub(1));
    let bytes = text.as_bytes();
    let mut steps = Vec::new();
    let mut at = 0;
    while at <= end && at < bytes.len() {
        match bytes[at] {
            b'{' if at < end => steps.push(Step::Key(None)),
            b'[' if at < end => steps.push(Step::Item(0)),
            b'}' | b']' if at < end || of_whole => drop(steps.pop()),
            // An empty list has no last value.
            b']' if bytes[..at].trim_ascii_end().ends_with(b"[") => drop(steps.pop()),
            b',' => match steps.last_mut() {
                Some(Step::Key(key)) => *key = None,
                Some(Step::Item(index)) => *index += 1,
                None => {}
            },
            b'"' => {
                let inside = at + 1;
                at = end_of_string(bytes, inside);
                if let Some(Step::Key(key @ None)) = steps.last_mut() {
                    // What has line ends is no key, but the rest of a text whose quote is missing.
                    *key = text.get(inside..at).filter(|key| !key.contains(char::is_control));
                }
            }
            _ => {}
        }
        at += 1;
    }
    let mut path = String::new();
    for step in &steps {
        let dot = if path.is_empty() { "" } else { "." };
        let _ = match step {
            Step::Key(None) => Ok(()),
            Step::Key(Some(key)) => write!(path, "{dot}{key}"),
            Step::Item(index) => write!(path, "[{index}]"),
        };
    }
    path
}

/// Where the quote is that ends a string.
fn end_of_string(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at.min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::key_at;

    #[test]
    fn a_place_is_named_by_all_keys_to_it() {
        assert_eq!(key_at("{\"a\": 1, \"b\n: 2}", 2, 1, true), "");
        assert_eq!(key_at("[{\"a\": 1}]", 1, 9, false), "[0].a");
        assert_eq!(key_at("[{\"a\": 1}, []]", 1, 14, false), "[1]");
        assert_eq!(key_at("[{\"a\": 1}, []]", 1, 13, false), "[1]");
        let text = "{\"a\": 1,\n \"b\": [{\"c\\\"\": \"}]\"}, [2, {}]], \"d\": {}}";
        for (line, column, key) in [
            (1, 1, ""),
            (1, 3, "a"),
            (1, 7, "a"),
            (2, 4, "b"),
            (2, 7, "b"),
            (2, 8, "b[0]"),
            (2, 10, "b[0].c\\\""),
            (2, 17, "b[0].c\\\""),
            (2, 20, "b[0]"),
            (2, 22, "b[1]"),
            (2, 24, "b[1][0]"),
            (2, 27, "b[1][1]"),
            (2, 28, "b[1][1]"),
            (2, 29, "b[1]"),
            (2, 30, "b"),
            (2, 39, "d"),
            (2, 40, ""),
            (9, 9, ""),
        ] {
            assert_eq!(key_at(text, line, column, true), key, "line {line}, column {column}");
        }
    }
}
