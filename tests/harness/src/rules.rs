//! Tables of rules: one edit of a fixture each, and what the reader must say.

use crate::{Subject, hex, same};
use binary::{Kind, Mode, Severity, Site};
use serde::Deserialize;
use std::fmt::Write as _;

#[derive(Deserialize)]
struct Table {
    rule: Vec<Row>,
}

/// One row of a table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    spec: String,
    fixture: String,
    edit: Vec<[String; 2]>,
    code: String,
    /// Codes that the same edit cannot but break as well.
    #[serde(default)]
    also: Vec<String>,
    lenient: Lenient,
}

#[derive(Deserialize, PartialEq, Eq, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Lenient {
    Loads,
    Rejects,
}

/// Checks every row of a table and returns how many there are.
///
/// ```toml
/// [[rule]]
/// spec = "gamez.md 3.2 used slot links"      # where the rule stands
/// fixture = "gamez_mw"                       # name of a subject
/// edit = [["materials[0].link_a", "i16 7"]]  # what is changed in its fixture
/// code = "zbd.gamez.material.links"          # what strict reading must report
/// lenient = "loads"                          # or "rejects": structural damage
/// ```
///
/// The first half of an edit is a place: a path as the reader's trace names it,
/// or `@1234`, an absolute offset, or `@end`. The second half is one of
///
/// * `u8 N`, `i8`, `u16`, `i16`, `u32`, `i32`, `f32`: a number (decimal or
///   `0x`); at a path it must be as wide as the field;
/// * `hex 0a0b`: these bytes;
/// * `text abc`: these characters; at a path NULs fill the rest of the field;
/// * `fill 20`: this byte all over the field; only at a path;
/// * `insert hex 0a` or `append hex 0a`: new bytes at that place;
/// * `insert zero 12` or `append zero 12`: as many new zeros there;
/// * `remove 4`: drops the four bytes from there on;
/// * `truncate 4`: drops the last four bytes of the file.
///
/// Edits apply in order; offsets of paths are those of the untouched fixture.
///
/// In strict mode the codes of severity *error* must be exactly `code` and
/// those in `also`, or reading must end with `code`. In lenient mode `loads`
/// demands a warning with each code, no error and the edited bytes written
/// back; `rejects` demands an error with `code`.
///
/// # Panics
/// Listing every row that fails, every fixture that is not clean to begin with,
/// or the place where the table itself is malformed.
pub fn run(table_toml: &str, subjects: &[Subject]) -> usize {
    let table: Table =
        toml::from_str(table_toml).unwrap_or_else(|error| panic!("the table of rules: {error}"));
    let mut failures = String::new();
    for subject in subjects {
        if let Err(reason) = subject.verdict_on_fixture() {
            let _ = writeln!(failures, "{}: {reason}", subject.name);
        }
    }
    let sites: Vec<_> = subjects.iter().map(|subject| (subject.sites)(&subject.fixture)).collect();
    for (number, row) in table.rule.iter().enumerate() {
        let verdict = match subjects.iter().position(|subject| subject.name == row.fixture) {
            Some(index) => check(row, &subjects[index], &sites[index]),
            None => Err(format!("no subject is named `{}`", row.fixture)),
        };
        if let Err(reason) = verdict {
            let _ = writeln!(failures, "rule {} ({}) {:?}: {reason}", number + 1, row.spec, row.edit);
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    table.rule.len()
}

fn check(row: &Row, subject: &Subject, sites: &[Site]) -> Result<(), String> {
    let mut bytes = subject.fixture.clone();
    for [place, value] in &row.edit {
        apply(&mut bytes, sites, place, value).map_err(|reason| format!("`{place}` `{value}`: {reason}"))?;
    }
    if bytes == subject.fixture {
        return Err("the edits change nothing".to_owned());
    }
    let mut wanted: Vec<&str> = row.also.iter().chain([&row.code]).map(String::as_str).collect();
    wanted.sort_unstable();

    match subject.attempt(&bytes, Mode::Strict)? {
        Err(finding) if finding.code == row.code => {}
        Err(finding) => return Err(format!("strict reading ended with another code: {finding}")),
        Ok(_) if row.lenient == Lenient::Rejects => {
            return Err("structural damage must end strict reading too".to_owned());
        }
        Ok(outcome) => {
            let codes = outcome.codes(Severity::Error);
            if codes != wanted {
                return Err(format!("strict reading reports {codes:?}, not {wanted:?}"));
            }
        }
    }
    match (subject.attempt(&bytes, Mode::Lenient)?, row.lenient) {
        (Err(finding), Lenient::Rejects) if finding.code == row.code => Ok(()),
        (Err(finding), _) => Err(format!("lenient reading ended with: {finding}")),
        (Ok(_), Lenient::Rejects) => Err("lenient reading accepts it".to_owned()),
        (Ok(outcome), Lenient::Loads) => {
            let errors = outcome.codes(Severity::Error);
            if !errors.is_empty() {
                return Err(format!("lenient reading reports errors: {errors:?}"));
            }
            let warnings = outcome.codes(Severity::Warning);
            match wanted.iter().find(|code| !warnings.contains(code)) {
                Some(code) => Err(format!("lenient reading warns of {warnings:?}, not of {code}")),
                None => same("the edited file", &bytes, &outcome.rewritten),
            }
        }
    }
}

fn apply(bytes: &mut Vec<u8>, sites: &[Site], place: &str, value: &str) -> Result<(), String> {
    let (offset, kind) = locate(bytes.len(), sites, place)?;
    let (verb, rest) = value.split_once(' ').ok_or("a value has two words")?;
    let rest = rest.trim();
    match verb {
        "truncate" => {
            let count: usize = rest.parse().map_err(|_| "not a count")?;
            let length = bytes.len().checked_sub(count).ok_or("longer than the file")?;
            bytes.truncate(length);
        }
        "remove" => {
            let count: usize = rest.parse().map_err(|_| "not a count")?;
            let end = offset.checked_add(count).filter(|end| *end <= bytes.len()).ok_or("past the end")?;
            bytes.drain(offset..end);
        }
        "insert" | "append" => {
            let added = match rest.split_once(' ') {
                Some(("hex", digits)) => hex::digits(digits),
                Some(("zero", count)) => count.parse().ok().map(|count| vec![0; count]),
                _ => None,
            };
            let added = added.ok_or("expected `hex 0a0b` or `zero 12`")?;
            bytes.splice(offset..offset, added);
        }
        _ => {
            let new = encode(verb, rest, kind)?;
            let end = offset + new.len();
            bytes.get_mut(offset..end).ok_or("past the end")?.copy_from_slice(&new);
        }
    }
    Ok(())
}

/// Where a place is, and what the reader takes it for if it is a path.
fn locate(length: usize, sites: &[Site], place: &str) -> Result<(usize, Option<Kind>), String> {
    if place == "@end" {
        return Ok((length, None));
    }
    if let Some(offset) = place.strip_prefix('@') {
        let offset = number(offset).ok_or("not an offset")?;
        let offset = usize::try_from(offset).ok().filter(|offset| *offset <= length).ok_or("past the end")?;
        return Ok((offset, None));
    }
    let mut found = sites.iter().filter(|site| site.path == place);
    let Some(site) = found.next() else {
        let (label, _) = place.rsplit_once(['.', '[']).unwrap_or((place, ""));
        let near: Vec<_> = sites
            .iter()
            .map(|site| site.path.as_str())
            .filter(|path| path.starts_with(label))
            .take(8)
            .collect();
        return Err(format!("the reader looks at no such place; it knows {near:?}"));
    };
    match found.find(|other| other.offset != site.offset) {
        Some(other) => Err(format!("two places have this path: @{} and @{}", site.offset, other.offset)),
        None => Ok((site.offset, Some(site.kind))),
    }
}

fn number(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let value = match digits.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(sign * value)
}

fn encode(verb: &str, text: &str, kind: Option<Kind>) -> Result<Vec<u8>, String> {
    macro_rules! integer {
        ($ty:ty) => {{
            let value = number(text).and_then(|value| <$ty>::try_from(value).ok());
            (value.ok_or(concat!("not a ", stringify!($ty)))?.to_le_bytes().to_vec(), Some(size_of::<$ty>()))
        }};
    }
    let (mut bytes, integer) = match verb {
        "u8" => integer!(u8),
        "i8" => integer!(i8),
        "u16" => integer!(u16),
        "i16" => integer!(i16),
        "u32" => integer!(u32),
        "i32" => integer!(i32),
        "f32" => {
            if kind.is_some_and(|kind| kind != Kind::Float) {
                return Err(format!("the field is {kind:?}"));
            }
            (text.parse::<f32>().map_err(|_| "not a float")?.to_le_bytes().to_vec(), None)
        }
        "hex" => (hex::digits(text).ok_or("not hexadecimal")?, None),
        "text" => (text.as_bytes().to_vec(), None),
        "fill" => {
            let byte = hex::digits(text).filter(|bytes| bytes.len() == 1).ok_or("not a byte")?;
            (byte.repeat(kind.ok_or("not at a path")?.size()), None)
        }
        _ => return Err(format!("`{verb}` is no kind of value")),
    };
    if let Some(kind) = kind {
        if integer.is_some_and(|size| kind != Kind::Integer(size as u8)) {
            return Err(format!("the field is {kind:?}"));
        }
        if bytes.len() > kind.size() {
            return Err(format!("the field has {} bytes", kind.size()));
        }
        if verb == "text" {
            bytes.resize(kind.size(), 0);
        }
    }
    Ok(bytes)
}
