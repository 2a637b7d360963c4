//! Values changed field by field, and where each change must show in the file:
//! the offsets are typed from the specification, not taken from the code.

use crate::hex;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::{Debug, Write as _};

/// What is changed in a value and which bytes of its file that must change.
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

/// The value through JSON and back, which must not change it; returns the JSON.
///
/// # Panics
/// When the value changed on the way.
pub fn through_json<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let json = serde_json::to_string(value).unwrap_or_else(|error| panic!("to JSON: {error}"));
    let back: T = serde_json::from_str(&json).unwrap_or_else(|error| panic!("from JSON: {error}\n{json}"));
    assert!(back == *value, "JSON changes the value\n{json}");
    json
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
) -> Result<(), String> {
    let mut json: serde_json::Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
    for (pointer, new) in row.edits {
        let place = json.pointer_mut(pointer).ok_or_else(|| format!("no `{pointer}` in the JSON"))?;
        *place = serde_json::from_str(new).map_err(|error| format!("`{new}`: {error}"))?;
    }
    let changed: T = serde_json::from_value(json).map_err(|error| error.to_string())?;
    let after = write(&changed).map_err(|finding| finding.to_string())?;
    let mut expected = before.to_vec();
    for (offset, bytes) in row.bytes {
        let bytes = hex::bytes(bytes);
        let place = expected.get_mut(*offset..offset + bytes.len()).ok_or("past the end of the file")?;
        place.copy_from_slice(&bytes);
    }
    if expected == before {
        return Err("the row changes nothing".to_owned());
    }
    if after.len() != expected.len() {
        return Err(format!("{} bytes are written, not {}", after.len(), expected.len()));
    }
    match after.iter().zip(&expected).position(|(a, b)| a != b) {
        Some(at) => Err(format!("byte {at} is {:02x}, not {:02x}", after[at], expected[at])),
        None => Ok(()),
    }
}
