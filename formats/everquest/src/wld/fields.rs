//! What the layouts of many types are made of: fields that a flag says are
//! there, lists behind their count, bulk lists of records, coded texts.

use super::codes::{TEXT, unwritable};
use super::strings::Inline;
use binary::{Cursor, Field, Record, Result, Segment, Writer};

/// A field that is there if `present`.
pub(super) fn optional<T: Field>(
    cursor: &mut Cursor<'_>,
    present: bool,
    what: &'static str,
) -> Result<Option<T>> {
    present.then(|| cursor.value(what)).transpose()
}

/// Writes a field that must be there exactly if `present`.
pub(super) fn put_optional<T: Field>(
    writer: &mut Writer,
    present: bool,
    value: Option<&T>,
    what: &str,
) -> Result<()> {
    agree(present, value.is_some(), what)?;
    if let Some(value) = value {
        writer.value(value);
    }
    Ok(())
}

/// Fails unless a field is there exactly if the flags say so.
pub(super) fn agree(present: bool, is_there: bool, what: &str) -> Result<()> {
    match (present, is_there) {
        (true, false) => unwritable(what, "a value, as the flags say", "none"),
        (false, true) => unwritable(what, "none, as the flags say", "a value"),
        _ => Ok(()),
    }
}

/// A 32-bit count and that many values.
pub(super) fn counted<T: Field>(cursor: &mut Cursor<'_>, what: &'static str) -> Result<Vec<T>> {
    let count: u32 = cursor.value("count")?;
    cursor.list(count as usize, what)
}

/// Writes a 32-bit count and the values.
pub(super) fn put_counted<T: Field>(writer: &mut Writer, list: &[T], what: &str) -> Result<()> {
    writer.value(&count(what, list.len())?);
    writer.list(list);
    Ok(())
}

/// A count as the format stores it.
pub(super) fn count(what: &str, count: usize) -> Result<u32> {
    match u32::try_from(count) {
        Ok(count) => Ok(count),
        Err(_) => unwritable(what, "less than 2^32 items", count),
    }
}

/// A count of 16 bits.
pub(super) fn count16(what: &str, count: usize) -> Result<u16> {
    match u16::try_from(count) {
        Ok(count) => Ok(count),
        Err(_) => unwritable(what, "at most 65535 items", count),
    }
}

/// `count` records, one behind the other.
pub(super) fn records<R: Record>(
    cursor: &mut Cursor<'_>,
    label: &'static str,
    count: usize,
) -> Result<Vec<R>> {
    let size = R::SIZES[0];
    cursor.expect_items(count, size, label)?;
    let mut list: Vec<R> = Vec::with_capacity(count);
    if !cursor.tracing() {
        let start = cursor.offset();
        let bytes = cursor.take(count * size, label)?;
        list.extend(bytes.chunks_exact(size).map(|chunk| R::get(chunk, 0)));
        if list.iter().all(|record| record.first_not_finite().is_none()) {
            return Ok(list);
        }
        // Read once more, one by one: the message then says which record.
        list.clear();
        cursor.seek(start)?;
    }
    for index in 0..count {
        list.push(cursor.within(Segment::at(label, index), |cursor| cursor.record(0))?);
    }
    Ok(list)
}

/// Writes records one behind the other.
pub(super) fn put_records<R: Record>(writer: &mut Writer, records: &[R]) {
    records.iter().for_each(|record| writer.record(record, 0));
}

/// `length` coded bytes.
pub(super) fn inline(cursor: &mut Cursor<'_>, length: usize, what: &'static str) -> Result<Inline> {
    let at = cursor.offset();
    let text = Inline::decode(cursor.take(length, what)?);
    cursor.trace_bytes(what, at, length);
    if length > 0 && !text.is_regular() {
        cursor.report.habit(
            &TEXT,
            at,
            format_args!("{what} that ends with its only NUL"),
            format_args!("{text:?}"),
        );
    }
    Ok(text)
}

/// A 32-bit length and that many coded bytes.
pub(super) fn user_data(cursor: &mut Cursor<'_>) -> Result<Inline> {
    let length: u32 = cursor.value("user_data_length")?;
    inline(cursor, length as usize, "user_data")
}

/// Writes the length and the coded bytes.
pub(super) fn put_user_data(writer: &mut Writer, text: &Inline) -> Result<()> {
    writer.value(&count("user_data", text.bytes().len())?);
    writer.raw(&text.encode());
    Ok(())
}
