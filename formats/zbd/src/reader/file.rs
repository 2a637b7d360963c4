//! The binary form. Source: `docs/spec/zbd/reader.md`, "Binary readers".

use super::Value;
use crate::Lenstr;
use crate::archive::{self, Contents, TypedArchive};
use binary::{Cursor, Finding, FormatCodes, Mode, Report, Result, Segment, Severity, Site, Writer, codes};
use std::slice;

codes! {
    TRUNCATED = "zbd.reader.truncated": "the file ends inside a value" => "copy the file again from its source";
    NOT_FINITE = "zbd.reader.not_finite": "a number is NaN or infinite" => "write the file again";
    TRAILING = "zbd.reader.trailing": "bytes follow the value" => "cut the file at the stated offset";
    LIMIT = "zbd.reader.limit": "a list is larger than the limits allow" => "raise the limit if the file is trusted";
    TAG = "zbd.reader.tag": "a value is of no known kind" => "make sure that this is reader data and was copied whole";
    COUNT = "zbd.reader.count": "the count of a list is 0, where an empty list has 1" => "set it to the number of items and one more";
    DEPTH = "zbd.reader.depth": "lists are nested deeper than the limits allow" => "nest them less deeply";
    TEXT = "zbd.reader.text": "a string is not 7-bit text" => "use ASCII only";
    UNWRITABLE = "zbd.reader.unwritable": "the value does not fit the format" => "correct the named part";
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

const INT: u32 = 1;
const FLOAT: u32 = 2;
const STRING: u32 = 3;
const LIST: u32 = 4;

/// The smallest value: an empty string or list.
const SMALLEST: usize = 8;
/// Room that is reserved for a list before its items are read; the rest grows with the items, since
/// nested lists could each claim the rest of the file.
const AHEAD: usize = 8;

/// Reads a value and the findings on the way.
///
/// # Errors
/// Structural damage, in either mode: an unknown tag, a list count of 0, a
/// number that is not finite, lists nested deeper than the limits, missing or
/// trailing bytes. In strict mode the report's verdict says whether a
/// documented habit is broken.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Value, Report)> {
    read_with(bytes, Report::new(mode))
}

/// Reads a value under a prepared report, for other limits.
///
/// # Errors
/// As [`read`].
pub fn read_with(bytes: &[u8], report: Report) -> Result<(Value, Report)> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, report);
    let value = value(&mut cursor, 0)?;
    Ok((value, cursor.finish()?))
}

/// Reads a whole archive of readers (`reader*.zbd`, `zrdr.zbd`).
///
/// # Errors
/// As [`read`] and as reading an archive.
pub fn read_archive(bytes: &[u8], mode: Mode) -> Result<(TypedArchive<Value>, Report)> {
    let mut report = Report::new(mode);
    let archive =
        archive::read_all(bytes, Contents::Readers, &mut report, &FORMAT, |cursor, _| value(cursor, 0))?;
    Ok((archive, report))
}

/// Every place the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = value(&mut cursor, 0);
    cursor.report.take_sites()
}

fn value(cursor: &mut Cursor<'_>, depth: usize) -> Result<Value> {
    let at = cursor.offset();
    let tag: u32 = cursor.value("tag")?;
    Ok(match tag {
        INT => Value::Int(cursor.value("int")?),
        FLOAT => Value::Float(cursor.value("float")?),
        STRING => Value::Str(Lenstr::read(cursor, "string", &TEXT)?),
        LIST => Value::List(list(cursor, depth)?),
        other => {
            let expected = "1 integer, 2 float, 3 string or 4 list";
            return Err(cursor.report.broken(&TAG, at, expected, other));
        }
    })
}

fn list(cursor: &mut Cursor<'_>, depth: usize) -> Result<Vec<Value>> {
    let at = cursor.offset();
    let count: u32 = cursor.value("count")?;
    let Some(items) = count.checked_sub(1) else {
        return Err(cursor.report.broken(&COUNT, at, "1 or more: the number of items and one", 0));
    };
    let limit = cursor.report.limits().depth;
    if depth >= limit {
        let found = format_args!("{} lists in one another", depth + 1);
        return Err(cursor.report.broken(&DEPTH, at, format_args!("at most {limit}"), found));
    }
    let items = items as usize;
    cursor.expect_items(items, SMALLEST, "items")?;
    let mut list = Vec::with_capacity(items.min(AHEAD));
    for index in 0..items {
        list.push(cursor.within(Segment::at("item", index), |cursor| value(cursor, depth + 1))?);
    }
    Ok(list)
}

/// Writes a value.
///
/// # Errors
/// `zbd.reader.unwritable` for a float that is not finite and for lists and
/// strings that are longer than 32 bits can say.
pub fn write(value: &Value) -> Result<Vec<u8>> {
    let mut writer = Writer::with_capacity(size(value));
    // A stack of our own: nothing bounds the depth of a value made by a program.
    walk(value, |value| {
        match value {
            Value::Int(number) => {
                writer.value(&INT);
                writer.value(number);
            }
            Value::Float(number) => {
                if !number.is_finite() {
                    return Err(unwritable("a finite number", number));
                }
                writer.value(&FLOAT);
                writer.value(number);
            }
            Value::Str(text) => {
                if u32::try_from(text.bytes().len()).is_err() {
                    return Err(unwritable("a string below 4 GiB", text.bytes().len()));
                }
                writer.value(&STRING);
                text.write(&mut writer);
            }
            Value::List(items) => {
                let count = u32::try_from(items.len()).ok().and_then(|items| items.checked_add(1));
                let count = count.ok_or_else(|| unwritable("fewer than 2^32 - 1 items", items.len()))?;
                writer.value(&LIST);
                writer.value(&count);
            }
        }
        Ok(())
    })?;
    Ok(writer.into_bytes())
}

/// Writes an archive of readers. The checksum is written as it stands.
///
/// # Errors
/// As [`write()`] and as writing an archive.
pub fn write_archive(readers: &TypedArchive<Value>) -> Result<Vec<u8>> {
    archive::write(&readers.to_archive(write)?)
}

/// Size in the file in bytes.
fn size(value: &Value) -> usize {
    let mut size = 0;
    // This visitor never fails.
    let _ = walk(value, |value| {
        size += match value {
            Value::Str(text) => 4 + text.size(),
            Value::Int(_) | Value::Float(_) | Value::List(_) => 8,
        };
        Ok(())
    });
    size
}

/// Visits a value and all values in it, in file order.
fn walk(value: &Value, mut visit: impl FnMut(&Value) -> Result<()>) -> Result<()> {
    let mut open = vec![slice::from_ref(value).iter()];
    while let Some(items) = open.last_mut() {
        match items.next() {
            Some(value) => {
                visit(value)?;
                if let Value::List(items) = value {
                    open.push(items.iter());
                }
            }
            None => drop(open.pop()),
        }
    }
    Ok(())
}

fn unwritable(expected: &str, found: impl std::fmt::Display) -> Box<Finding> {
    Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found))
}
