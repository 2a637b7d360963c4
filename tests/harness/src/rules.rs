//! Tables of rules: one edit of a fixture each, and what the reader must say.

use crate::{Reason, Subject, fail, hex, same};
use binary::{Kind, Mode, Severity, Site};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    rule: Vec<Row>,
    /// By fixture: where the head of a path leads in that fixture.
    #[serde(default)]
    places: BTreeMap<String, BTreeMap<String, String>>,
}

/// One row of a table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    spec: String,
    fixture: OneOrMore,
    edit: Vec<[String; 2]>,
    code: String,
    /// Codes that the same edit necessarily breaks as well.
    #[serde(default)]
    also: Vec<String>,
    lenient: Lenient,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl OneOrMore {
    fn names(&self) -> &[String] {
        match self {
            OneOrMore::One(name) => std::slice::from_ref(name),
            OneOrMore::More(names) => names,
        }
    }
}

#[derive(Deserialize, PartialEq, Eq, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Lenient {
    Loads,
    Notes,
    Rejects,
}

/// Checks every row of a table and returns how many there are, a row counted
/// once for each fixture it names.
///
/// ```toml
/// [[rule]]
/// spec = "gamez.md 3.2 used slot links"      # where the rule stands
/// fixture = "gamez_mw"                       # name of a subject, or a list of them
/// edit = [["materials[0].link_a", "i16 7"]]  # what is changed in its fixture
/// code = "zbd.gamez.material.links"          # what strict reading must report
/// lenient = "loads"                          # or "rejects": structural damage, or "notes": no rule is broken
///
/// [places.gamez_cs]                          # where this fixture keeps what
/// "node[1]" = "node[2]"                      # the rows call `node[1]`
/// ```
///
/// The first half of an edit is a place: a path as the reader's trace names it,
/// or `@1234`, an absolute offset, or `@end`. In a path `*` stands for any
/// text: the edit is made at every place that fits. The second half is one of
///
/// * `u8 N`, `i8`, `u16`, `i16`, `u32`, `i32`, `f32`: a number (decimal or
///   `0x`); at a path it must be as wide as the field;
/// * `add N`: moves the integer that stands there up by N; only at a path;
/// * `hex 0a0b`: these bytes;
/// * `text abc`: these characters; at a path NULs fill the rest of the field;
/// * `fill 20`: this byte all over the field; only at a path;
/// * `insert hex 0a` or `append hex 0a`: new bytes ahead of that place; with
///   `insert hex 0a times 40` as often as that;
/// * `insert zero 12` or `append zero 12`: as many new zeros there;
/// * `remove 4`: drops the four bytes from there on;
/// * `truncate 4`: drops the last four bytes of the file.
///
/// Edits apply in order. Places are those of the untouched fixture, also behind
/// bytes that an earlier edit inserted or removed; offsets and counts stored in
/// the file follow only where an edit says so.
///
/// In strict mode the codes of severity *error* must be exactly `code` and
/// those in `also`, or reading must end with `code`. In lenient mode `loads`
/// demands a warning with each code, no error and the edited bytes written
/// back; `rejects` demands an error with `code`. `notes` demands a note with each code and nothing worse, in both
/// modes, and the edited bytes written back.
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
    let fixtures: Vec<_> = subjects
        .iter()
        .map(|subject| Fixture {
            subject,
            sites: (subject.sites)(&subject.fixture),
            places: table.places.get(subject.name),
        })
        .collect();
    let mut count = 0;
    for (number, row) in table.rule.iter().enumerate() {
        for name in row.fixture.names() {
            count += 1;
            let verdict = match fixtures.iter().find(|fixture| fixture.subject.name == name) {
                Some(fixture) => check(row, fixture),
                None => fail(format!("no subject is named `{name}`")),
            };
            if let Err(reason) = verdict {
                let (number, spec, edit) = (number + 1, &row.spec, &row.edit);
                let _ = writeln!(failures, "rule {number} ({spec}) {edit:?} on {name}: {reason}");
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    count
}

/// A subject with what its reader knows of its fixture.
struct Fixture<'t> {
    subject: &'t Subject,
    sites: Vec<Site>,
    places: Option<&'t BTreeMap<String, String>>,
}

/// A fixture being edited, and which of its bytes moved.
struct Edited {
    bytes: Vec<u8>,
    /// Offset in the fixture, bytes inserted ahead of it, bytes removed from it on.
    moves: Vec<(usize, usize, usize)>,
}

impl Edited {
    /// The current offset of a place of the fixture.
    fn offset(&self, place: usize) -> Result<usize, Reason> {
        let mut offset = place;
        for (at, inserted, removed) in &self.moves {
            if (*at..at + removed).contains(&place) {
                return fail("an edit before this one removed the place");
            }
            if place >= *at {
                offset = offset + inserted - removed;
            }
        }
        Ok(offset)
    }
}

fn check(row: &Row, fixture: &Fixture<'_>) -> Result<(), Reason> {
    let subject = fixture.subject;
    let mut edited = Edited { bytes: subject.fixture.clone(), moves: Vec::new() };
    for [place, value] in &row.edit {
        edited.apply(fixture, place, value).map_err(|reason| format!("`{place}` `{value}`: {reason}"))?;
    }
    let bytes = edited.bytes;
    if bytes == subject.fixture {
        return fail("the edits change nothing");
    }
    let mut wanted: Vec<&str> = row.also.iter().chain([&row.code]).map(String::as_str).collect();
    wanted.sort_unstable();

    match subject.attempt(&bytes, Mode::Strict)? {
        Err(finding) if finding.code == row.code => {}
        Err(finding) => return fail(format!("strict reading ended with another code: {finding}")),
        Ok(_) if row.lenient == Lenient::Rejects => {
            return fail("structural damage must end strict reading too");
        }
        Ok(outcome) => {
            let codes = outcome.codes(Severity::Error);
            let notes = outcome.codes(Severity::Note);
            let is_right = match row.lenient {
                Lenient::Notes => codes.is_empty() && wanted.iter().all(|code| notes.contains(code)),
                Lenient::Loads | Lenient::Rejects => codes == wanted,
            };
            if !is_right {
                return fail(format!("strict reading reports {codes:?}, not {wanted:?}"));
            }
        }
    }
    match (subject.attempt(&bytes, Mode::Lenient)?, row.lenient) {
        (Err(finding), Lenient::Rejects) if finding.code == row.code => Ok(()),
        (Err(finding), _) => fail(format!("lenient reading ended with: {finding}")),
        (Ok(_), Lenient::Rejects) => fail("lenient reading accepts it"),
        (Ok(outcome), Lenient::Loads | Lenient::Notes) => {
            let errors = outcome.codes(Severity::Error);
            if !errors.is_empty() {
                return fail(format!("lenient reading reports errors: {errors:?}"));
            }
            let is_note = row.lenient == Lenient::Notes;
            let warnings = outcome.codes(if is_note { Severity::Note } else { Severity::Warning });
            match wanted.iter().find(|code| !warnings.contains(code)) {
                Some(code) => fail(format!("lenient reading warns of {warnings:?}, not of {code}")),
                None => same("the edited file", &bytes, &outcome.rewritten),
            }
        }
    }
}

/// One place of a fixture, and the site of the reader's trace if it is a path.
#[derive(Clone, Copy)]
struct Place {
    offset: usize,
    kind: Option<Kind>,
}

impl Edited {
    fn apply(&mut self, fixture: &Fixture<'_>, place: &str, value: &str) -> Result<(), Reason> {
        let (verb, rest) = value.split_once(' ').ok_or("a value has two words")?;
        let rest = rest.trim();
        if place == "@end" {
            return self.apply_at_end(verb, rest);
        }
        for place in fixture.locate(place)? {
            self.apply_at(place, verb, rest)?;
        }
        Ok(())
    }

    fn apply_at_end(&mut self, verb: &str, rest: &str) -> Result<(), Reason> {
        match verb {
            "truncate" => {
                let count: usize = rest.parse().map_err(|_| "not a count")?;
                let length = self.bytes.len().checked_sub(count).ok_or("longer than the file")?;
                self.bytes.truncate(length);
            }
            "insert" | "append" => self.bytes.extend(added(rest)?),
            _ => return fail("only `append` and `truncate` go with the end"),
        }
        Ok(())
    }

    fn apply_at(
        &mut self,
        Place { offset: place, kind }: Place,
        verb: &str,
        rest: &str,
    ) -> Result<(), Reason> {
        let offset = self.offset(place)?;
        match verb {
            "truncate" => self.apply_at_end(verb, rest)?,
            "remove" => {
                let count: usize = rest.parse().map_err(|_| "not a count")?;
                let end = offset.checked_add(count).filter(|end| *end <= self.bytes.len());
                self.bytes.drain(offset..end.ok_or("past the end")?);
                self.moves.push((place, 0, count));
            }
            "insert" | "append" => {
                let added = added(rest)?;
                self.moves.push((place, added.len(), 0));
                self.bytes.splice(offset..offset, added);
            }
            _ => {
                let new = match verb {
                    "add" => self.sum(offset, rest, kind)?,
                    _ => encode(verb, rest, kind)?,
                };
                let end = offset + new.len();
                self.bytes.get_mut(offset..end).ok_or("past the end")?.copy_from_slice(&new);
            }
        }
        Ok(())
    }

    /// The integer at `offset` and `text` together.
    fn sum(&self, offset: usize, text: &str, kind: Option<Kind>) -> Result<Vec<u8>, Reason> {
        let Some(Kind::Integer(size)) = kind else { return fail("not at an integer") };
        let old = self.bytes.get(offset..offset + usize::from(size)).ok_or("past the end")?;
        let old = old.iter().rev().fold(0, |value, byte| value << 8 | i64::from(*byte));
        let new = old.wrapping_add(number(text).ok_or("not a number")?);
        Ok(new.to_le_bytes()[..usize::from(size)].to_vec())
    }
}

/// The bytes that an insertion names.
fn added(text: &str) -> Result<Vec<u8>, Reason> {
    let (text, times) = match text.rsplit_once(" times ") {
        Some((text, times)) => (text, times.parse().map_err(|_| "not a number of times")?),
        None => (text, 1),
    };
    let added = match text.split_once(' ') {
        Some(("hex", digits)) => hex::digits(digits),
        Some(("zero", count)) => count.parse().ok().map(|count| vec![0; count]),
        _ => None,
    };
    Ok(added.ok_or("expected `hex 0a0b` or `zero 12`")?.repeat(times))
}

impl Fixture<'_> {
    /// Where a place other than the end is; several with a `*`.
    fn locate(&self, place: &str) -> Result<Vec<Place>, Reason> {
        if let Some(offset) = place.strip_prefix('@') {
            let offset = number(offset).and_then(|offset| usize::try_from(offset).ok());
            let offset = offset.ok_or("not an offset")?;
            if offset > self.subject.fixture.len() {
                return fail("past the end");
            }
            return Ok(vec![Place { offset, kind: None }]);
        }
        let place = self.place(place);
        let fits = |site: &&Site| match place.split_once('*') {
            Some((head, tail)) => {
                site.path.len() >= head.len() + tail.len()
                    && site.path.starts_with(head)
                    && site.path.ends_with(tail)
            }
            None => site.path == place,
        };
        let found: Vec<_> = self.sites.iter().filter(fits).collect();
        let Some(first) = found.first() else {
            let (label, _) = place.rsplit_once(['.', '[', '*']).unwrap_or((&place, ""));
            let near: Vec<_> = self
                .sites
                .iter()
                .map(|site| site.path.as_str())
                .filter(|path| path.starts_with(label))
                .take(8)
                .collect();
            return fail(format!("the reader looks at no such place; it knows {near:?}"));
        };
        if !place.contains('*')
            && let Some(other) = found.iter().find(|other| other.offset != first.offset)
        {
            return fail(format!("two places have this path: @{} and @{}", first.offset, other.offset));
        }
        let mut places: Vec<_> =
            found.iter().map(|site| Place { offset: site.offset, kind: Some(site.kind) }).collect();
        places.dedup_by_key(|place| place.offset);
        Ok(places)
    }

    /// The path in this fixture for a path of the table.
    fn place(&self, path: &str) -> String {
        let head = path.find('.').unwrap_or(path.len());
        match self.places.and_then(|places| places.get(&path[..head])) {
            Some(other) => format!("{other}{}", &path[head..]),
            None => path.to_owned(),
        }
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

fn encode(verb: &str, text: &str, kind: Option<Kind>) -> Result<Vec<u8>, Reason> {
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
                return fail(format!("the field is {kind:?}"));
            }
            (text.parse::<f32>().map_err(|_| "not a float")?.to_le_bytes().to_vec(), None)
        }
        "hex" => (hex::digits(text).ok_or("not hexadecimal")?, None),
        "text" => (text.as_bytes().to_vec(), None),
        "fill" => {
            let byte = hex::digits(text).filter(|bytes| bytes.len() == 1).ok_or("not a byte")?;
            (byte.repeat(kind.ok_or("not at a path")?.size()), None)
        }
        _ => return fail(format!("`{verb}` is no kind of value")),
    };
    if let Some(kind) = kind {
        if integer.is_some_and(|size| kind != Kind::Integer(size as u8)) {
            return fail(format!("the field is {kind:?}"));
        }
        if bytes.len() > kind.size() {
            return fail(format!("the field has {} bytes", kind.size()));
        }
        if verb == "text" {
            bytes.resize(kind.size(), 0);
        }
    }
    Ok(bytes)
}
