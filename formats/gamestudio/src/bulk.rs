//! Lists of records that may be longer than their known fields: newer tools append fields, and
//! those bytes are kept.

use binary::{Cursor, Record, Result, Segment, Writer};

/// Reads `count` records, one every `stride` bytes, and the unknown bytes at the end of each, one
/// after the other.
///
/// `stride` must be at least the record's size in the layout `column`.
pub(crate) fn records<R: Record, T>(
    cursor: &mut Cursor<'_>,
    label: &'static str,
    count: usize,
    stride: usize,
    column: usize,
    make: impl Fn(R) -> T,
) -> Result<(Vec<T>, Vec<u8>)> {
    cursor.expect_items(count, stride, label)?;
    let size = R::SIZES[column];
    let start = cursor.offset();
    let mut list = Vec::with_capacity(count);
    let mut tails = Vec::new();
    if !cursor.tracing() {
        let bytes = cursor.take(count * stride, label)?;
        let mut finite = true;
        list.extend(bytes.chunks_exact(stride).map(|chunk| {
            let record = R::get(&chunk[..size], column);
            finite &= record.first_not_finite().is_none();
            make(record)
        }));
        if finite {
            if stride > size {
                tails.reserve_exact(count * (stride - size));
                for chunk in bytes.chunks_exact(stride) {
                    tails.extend_from_slice(&chunk[size..]);
                }
            }
            return Ok((list, tails));
        }
        // Read once more, one by one: the message then says which record.
        list.clear();
        cursor.seek(start)?;
    }
    for index in 0..count {
        cursor.within(Segment::at(label, index), |cursor| {
            list.push(make(cursor.record(column)?));
            tails.extend_from_slice(tail(cursor, stride - size)?);
            Ok(())
        })?;
    }
    Ok((list, tails))
}

/// The bytes of a record after its known fields.
pub(crate) fn tail<'a>(cursor: &mut Cursor<'a>, length: usize) -> Result<&'a [u8]> {
    let at = cursor.offset();
    let bytes = cursor.take(length, "a record's newer fields")?;
    if length > 0 {
        cursor.trace_bytes("tail", at, length);
    }
    Ok(bytes)
}

/// Writes records and their unknown bytes; `tails` holds `tail` bytes for each.
pub(crate) fn put_records<R: Record>(
    writer: &mut Writer,
    column: usize,
    tail: usize,
    tails: &[u8],
    records: impl Iterator<Item = R>,
) {
    let mut tails = tails.chunks_exact(tail.max(1));
    for record in records {
        writer.record(&record, column);
        if tail > 0 {
            writer.raw(tails.next().unwrap_or_default());
        }
    }
}
