//! What is wrong with a JSON file, in the words of `docs/unpacked.md` instead
//! of those of the program's own types.

use serde_json::Error;
use serde_json::error::Category;

/// One line on what was expected and found, and where in the text.
pub fn explain(error: &Error) -> String {
    let (line, column) = (error.line(), error.column());
    let text = error.to_string();
    if line == 0 {
        return reworded(&text, error.classify());
    }
    let text = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text);
    format!("{} (line {line}, column {column})", reworded(text, error.classify()))
}

/// Whether it is of an object or a list as a whole, and not of the last value in it. The place is the end in both cases
/// where a value could be read, but not be what it has to be.
pub fn is_of_whole(error: &Error) -> bool {
    let text = error.to_string();
    ["missing field ", "invalid length "].iter().any(|start| text.starts_with(start))
}

fn reworded(text: &str, category: Category) -> String {
    if category == Category::Eof {
        return format!("not all of the JSON is there: {text}");
    }
    if text == "trailing characters" {
        return "expected the end of the list, found more in it".to_owned();
    }
    // Said of what is no JSON, and of a number where a word belongs.
    if text == "expected value" {
        return "expected a value that fits here, such as a word in quotes".to_owned();
    }
    if text == "number out of range" {
        return "expected a number that can be kept, found a larger one".to_owned();
    }
    if category != Category::Data {
        return format!("not JSON: {text}");
    }
    if let Some(field) = text.strip_prefix("missing field ") {
        return format!("expected the key {field}, found none");
    }
    if let Some(rest) = text.strip_prefix("unknown field ") {
        return format!("unknown key {}", rest.replace("there are no fields", "none"));
    }
    if let Some(field) = text.strip_prefix("duplicate field ") {
        return format!("the key {field} is there twice");
    }
    if let Some((found, expected)) =
        text.strip_prefix("unknown variant ").and_then(|rest| rest.split_once(", expected "))
    {
        return format!("expected {expected}, found {found}");
    }
    let odd = ["invalid type: ", "invalid value: "].into_iter().find_map(|start| text.strip_prefix(start));
    // What was found may be a text with anything in it.
    if let Some((found, expected)) = odd.and_then(|rest| rest.rsplit_once(", expected ")) {
        return format!("expected {}, found {}", wanted(expected), seen(found));
    }
    if let Some((found, expected)) =
        text.strip_prefix("invalid length ").and_then(|rest| rest.rsplit_once(", expected "))
    {
        return format!("expected {}, found {found}", wanted(expected));
    }
    text.to_owned()
}

/// What serde expects.
fn wanted(expected: &str) -> String {
    let whole = |from: &str, to: &str| format!("a whole number from {from} to {to}");
    match expected {
        "u8" => whole("0", "255"),
        "u16" => whole("0", "65535"),
        "u32" => whole("0", "4294967295"),
        "u64" | "usize" => "a whole number from 0 on".to_owned(),
        "i8" => whole("-128", "127"),
        "i16" => whole("-32768", "32767"),
        "i32" => whole("-2147483648", "2147483647"),
        "i64" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a string" => "a text".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a map" => "an object with keys".to_owned(),
        "string or map" => "a word, or an object with one key".to_owned(),
        _ => counted(expected),
    }
}

/// What serde expects of lists and of the program's own types.
fn counted(expected: &str) -> String {
    let lists = ["an array of length ", "a tuple of size "];
    if let Some(count) = lists.into_iter().find_map(|start| expected.strip_prefix(start)) {
        return format!("a list of {count}");
    }
    if expected.starts_with("tuple ") {
        return "a list".to_owned();
    }
    if expected.starts_with("struct ") {
        return "an object with keys".to_owned();
    }
    if expected.starts_with("enum ") {
        return "a word, or an object with one key".to_owned();
    }
    expected.to_owned()
}

/// What serde found.
fn seen(found: &str) -> String {
    let number = ["integer ", "floating point "].into_iter().find_map(|start| found.strip_prefix(start));
    if let Some(number) = number {
        return format!("the number {}", number.trim_matches('`'));
    }
    if let Some(text) = found.strip_prefix("string ") {
        return format!("the text {text}");
    }
    if let Some(truth) = found.strip_prefix("boolean ") {
        return truth.trim_matches('`').to_owned();
    }
    match found {
        "map" => "an object",
        "sequence" => "a list",
        other => other,
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Part {
        #[expect(dead_code, reason = "only whether it can be read counts")]
        size: [f32; 3],
        #[expect(dead_code, reason = "only whether it can be read counts")]
        kind: Kind,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        Round,
        Flat,
    }

    #[test]
    fn no_word_of_the_programs_own_types_is_left() {
        for (text, expected) in [
            ("[]", "expected an object with keys, found"),
            ("5", "expected an object with keys, found the number 5"),
            (r#"{"size": 1}"#, "expected a list of 3, found the number 1"),
            (r#"{"size": [1, 2]}"#, "expected a list of 3, found 2"),
            (r#"{"size": [1, 2, 3, 4]}"#, "expected the end of the list, found more in it"),
            (r#"{"size": [1, 2, "x, expected y"]}"#, "expected a number, found the text \"x, expected y\""),
            (r#"{"size": [1, 2, 3]}"#, "expected the key `kind`, found none"),
            (r#"{"kind": "square"}"#, "expected `round` or `flat`, found `square`"),
            (r#"{"kind": 2}"#, "expected a value that fits here, such as a word in quotes"),
            (r#"{"size": [1, 2, 1e999]}"#, "expected a number that can be kept, found a larger one"),
            (r#"{"colour": 2}"#, "unknown key `colour`, expected `size` or `kind`"),
            (r#"{"kind": "flat", "kind": "flat"}"#, "the key `kind` is there twice"),
            (r#"{"kind": "flat""#, "not all of the JSON is there"),
            ("{kind: 1}", "not JSON: key must be a string"),
        ] {
            let error = serde_json::from_str::<Part>(text).unwrap_err();
            let said = explain(&error);
            assert!(said.starts_with(expected), "{said}");
            assert!(said.ends_with(&format!("(line 1, column {})", error.column())), "{said}");
        }
    }
}
