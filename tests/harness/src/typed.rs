//! Values changed field by field, and where each change must show in the file:
//! the offsets are typed from the specification, not taken from the code.

use crate::{Reason, fail, hex};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::{Debug, Write as _};

/// What is changed in a value, and which bytes of its file must change.
#[derive(Clone, Copy, Debug)]
pub struct Row<'t> {
    /// JSON pointers with the JSON that is put there.
    pub edits: &'t [(&'t str, &'t str)],
    /// Offsets with the bytes ([`hex::bytes`]) that must then stand there.
    pub bytes: &'t [(usize, &'t str)],
}

/// One row of a table for [`run`].
pub const fn row<'t>(edits: &'t [(&'t str, &'t str)], bytes: &'t [(usize, &'t str)]) -> Row<'t> {
    Row { edits, bytes }
}

/// The value through JSON and back, which must not change it, and no key that means nothing is passed over; returns
/// the JSON.
///
/// # Panics
/// When the value changed on the way, and when a key more is not noticed.
pub fn through_json<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let json = serde_json::to_string(value).unwrap_or_else(|error| panic!("to JSON: {error}"));
    let back: T = serde_json::from_str(&json).unwrap_or_else(|error| panic!("from JSON: {error}\n{json}"));
    assert!(back == *value, "JSON changes the value\n{json}");
    if json.len() > LARGEST_WITH_SLIPS {
        return json;
    }
    let mut whole: Value = serde_json::from_str(&json).unwrap_or_default();
    let mut objects = BTreeMap::new();
    find_objects(&whole, String::new(), String::new(), &mut objects);
    for pointer in objects.values() {
        let Some(Value::Object(object)) = whole.pointer_mut(pointer) else { continue };
        object.insert(SLIP.to_owned(), Value::Null);
        // A map of names takes it for one of them.
        let passed_over = serde_json::from_str::<T>(&whole.to_string()).is_ok_and(|read| read == *value);
        assert!(!passed_over, "a key of `{pointer}` that means nothing is passed over");
        if let Some(Value::Object(object)) = whole.pointer_mut(pointer) {
            object.remove(SLIP);
        }
    }
    json
}

/// Whole levels would be read again for each of their types, which fixtures show as well.
const LARGEST_WITH_SLIPS: usize = 1 << 20;

/// A key that nothing has.
const SLIP: &str = "slip of the hand";

/// Pointers to the objects in a value, one for each place of its type: items of a list are alike.
fn find_objects(value: &Value, pointer: String, place: String, found: &mut BTreeMap<String, String>) {
    match value {
        Value::Array(list) => {
            for (index, item) in list.iter().enumerate() {
                find_objects(item, format!("{pointer}/{index}"), format!("{place}/-"), found);
            }
        }
        Value::Object(object) => {
            for (key, item) in object {
                let step = key.replace('~', "~0").replace('/', "~1");
                find_objects(item, format!("{pointer}/{step}"), format!("{place}/{step}"), found);
            }
            found.insert(place, pointer);
        }
        _ => {}
    }
}

/// By way of text, like all that is read: reading from a [`Value`] would be compiled once more for each type.
fn from_json<T: DeserializeOwned>(json: &Value) -> Result<T, Reason> {
    serde_json::from_str(&json.to_string()).map_err(|error| error.to_string().into())
}

/// Applies each row to `value`, writes it and compares the file with the
/// untouched one: exactly the named bytes may differ. Returns the number of
/// rows.
///
/// # Panics
/// Listing every row that fails.
pub fn run<T, F>(value: &T, write: F, rows: &[Row<'_>]) -> usize
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
    F: Fn(&T) -> binary::Result<Vec<u8>>,
{
    let before = write(value).unwrap_or_else(|finding| panic!("the untouched value: {finding}"));
    let json = through_json(value);
    let mut failures = String::new();
    for row in rows {
        if let Err(reason) = check(&json, &before, &write, row) {
            let _ = writeln!(failures, "{:?}: {reason}", row.edits);
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    rows.len()
}

fn check<T: DeserializeOwned>(
    json: &str,
    before: &[u8],
    write: impl Fn(&T) -> binary::Result<Vec<u8>>,
    row: &Row<'_>,
) -> Result<(), Reason> {
    let mut json: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
    for (pointer, new) in row.edits {
        let place = json.pointer_mut(pointer).ok_or_else(|| format!("no `{pointer}` in the JSON"))?;
        *place = serde_json::from_str(new).map_err(|error| format!("`{new}`: {error}"))?;
    }
    let changed: T = from_json(&json)?;
    let after = write(&changed).map_err(|finding| finding.to_string())?;
    let mut expected = before.to_vec();
    for (offset, bytes) in row.bytes {
        let bytes = hex::bytes(bytes);
        let place = expected.get_mut(*offset..offset + bytes.len()).ok_or("past the end of the file")?;
        place.copy_from_slice(&bytes);
    }
    if expected == before {
        return fail("the row changes nothing");
    }
    if after.len() != expected.len() {
        return fail(format!("{} bytes are written, not {}", after.len(), expected.len()));
    }
    match after.iter().zip(&expected).position(|(a, b)| a != b) {
        Some(at) => fail(format!("byte {at} is {:02x}, not {:02x}", after[at], expected[at])),
        None => Ok(()),
    }
}

/// A structure of a value and of its file, for [`run_tables`].
#[derive(Clone, Copy, Debug)]
pub struct Structure<'t> {
    /// JSON pointer to the structure.
    pub pointer: &'t str,
    /// Where it starts in the file.
    pub offset: usize,
    /// Its table, as the specification has it.
    pub table: &'t str,
}

/// One structure for [`run_tables`].
pub const fn structure<'t>(pointer: &'t str, offset: usize, table: &'t str) -> Structure<'t> {
    Structure { pointer, offset, table }
}

/// Writes `value` with one number changed after the other and expects exactly
/// the bytes at that number's offset to change. Returns how many it changed.
///
/// A table has a line for each field: its offset in each column, `-` where that
/// layout lacks it, its name (`.` for the structure itself) and kind, and after
/// some the step by which it is changed, 1 if there is none. Kinds are `u8`,
/// `i8`, `u16`, `i16`, `u32`, `i32` and `f32`, `name` (a text, whose first
/// character is changed) and `=` (not changed: it must agree with something
/// else). `*3` behind a kind says how many of them stand one behind the other.
///
/// ```text
/// 0 0 0 name name
/// - 4 4 flags u32 0x100
/// 4 8 - corner f32*3
/// ```
///
/// # Panics
/// Listing every number that is written elsewhere, and every field of a
/// structure that its table lacks.
pub fn run_tables<T, F>(value: &T, write: F, column: usize, structures: &[Structure<'_>]) -> usize
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
    F: Fn(&T) -> binary::Result<Vec<u8>>,
{
    let before = write(value).unwrap_or_else(|finding| panic!("the untouched value: {finding}"));
    let json: Value = serde_json::from_str(&through_json(value)).unwrap_or_default();
    let (mut changes, mut failures) = (0, String::new());
    for structure in structures {
        match numbers(&json, structure, column) {
            Ok(numbers) => {
                for number in numbers {
                    changes += 1;
                    if let Err(reason) = change_one(&json, &before, &write, &number) {
                        let _ = writeln!(failures, "{}: {reason}", number.pointer);
                    }
                }
            }
            Err(reason) => {
                let _ = writeln!(failures, "{}: {reason}", structure.pointer);
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    changes
}

/// One number of a value, or the first character of a text.
struct Number {
    pointer: String,
    offset: usize,
    size: usize,
    step: i64,
}

/// The numbers of a structure that its table puts somewhere in this column.
fn numbers(json: &Value, structure: &Structure<'_>, column: usize) -> Result<Vec<Number>, Reason> {
    let place = json.pointer(structure.pointer).ok_or("nothing is there in the JSON")?;
    let (mut numbers, mut listed) = (Vec::new(), Vec::new());
    for line in structure.table.lines().filter(|line| !line.trim().is_empty()) {
        let words: Vec<_> = line.split_whitespace().collect();
        let is_offset = |word: &&&str| **word == "-" || word.parse::<usize>().is_ok();
        let columns = words.iter().take_while(is_offset).count();
        let (Some(name), Some(kind)) = (words.get(columns), words.get(columns + 1)) else {
            return fail(format!("`{line}` has no name and kind"));
        };
        listed.push(*name);
        let offset =
            words[..columns].get(column).ok_or_else(|| format!("`{line}` has no column {column}"))?;
        // A layout without the field has no offset for it.
        let Ok(offset) = offset.parse::<usize>() else { continue };
        let step = words.get(columns + 2).map_or(Ok(1), |step| parse_step(step))?;
        let (kind, count) = kind.split_once('*').unwrap_or((kind, "1"));
        let size = match kind {
            "u8" | "i8" | "name" => 1,
            "u16" | "i16" => 2,
            "u32" | "i32" | "f32" => 4,
            "=" => continue,
            _ => return fail(format!("`{kind}` is no kind")),
        };
        let (pointer, field) = match *name {
            "." => (structure.pointer.to_owned(), Some(place)),
            name => (format!("{}/{name}", structure.pointer), place.get(name)),
        };
        let mut pointers = Vec::new();
        leaves(field.ok_or_else(|| format!("no `{name}` in the JSON"))?, &pointer, &mut pointers);
        if count.parse() != Ok(pointers.len()) {
            return fail(format!("`{name}` has {} numbers, not {count}", pointers.len()));
        }
        for (index, pointer) in pointers.into_iter().enumerate() {
            numbers.push(Number { pointer, offset: structure.offset + offset + index * size, size, step });
        }
    }
    let known = place.as_object().into_iter().flat_map(|object| object.keys());
    match known.into_iter().find(|name| listed != ["."] && !listed.contains(&name.as_str())) {
        Some(name) => fail(format!("the table lacks `{name}`")),
        None => Ok(numbers),
    }
}

fn parse_step(text: &str) -> Result<i64, Reason> {
    let step = match text.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(hex, 16),
        None => text.parse(),
    };
    step.map_err(|_| Reason::from(format!("`{text}` is no step")))
}

/// Pointers to the numbers and texts below a value, in order.
fn leaves(value: &Value, pointer: &str, found: &mut Vec<String>) {
    match value {
        Value::Array(list) => {
            list.iter()
                .enumerate()
                .for_each(|(index, item)| leaves(item, &format!("{pointer}/{index}"), found));
        }
        _ => found.push(pointer.to_owned()),
    }
}

fn change_one<T: DeserializeOwned>(
    json: &Value,
    before: &[u8],
    write: impl Fn(&T) -> binary::Result<Vec<u8>>,
    number: &Number,
) -> Result<(), Reason> {
    let mut json = json.clone();
    let place = json.pointer_mut(&number.pointer).ok_or("nothing is there in the JSON")?;
    *place = match &*place {
        Value::String(text) => Value::from(format!("X{}", text.get(1..).unwrap_or_default())),
        value => match (value.as_i64(), value.as_f64()) {
            (Some(integer), _) => Value::from(integer + number.step),
            (None, Some(float)) => Value::from(float + number.step as f64),
            _ => return fail(format!("{value} is no number")),
        },
    };
    let changed: T = from_json(&json)?;
    let after = write(&changed).map_err(|finding| finding.to_string())?;
    if after.len() != before.len() {
        return fail(format!("{} bytes are written, not {}", after.len(), before.len()));
    }
    let differ: Vec<_> = (0..before.len()).filter(|at| before[*at] != after[*at]).collect();
    let wanted = number.offset..number.offset + number.size;
    match differ.iter().find(|at| !wanted.contains(at)) {
        _ if differ.is_empty() => fail("it is written nowhere"),
        Some(at) => fail(format!("byte {at} changes, not one of {wanted:?}")),
        None => Ok(()),
    }
}
