//! Reading arrays: each is found by its pair of count and offset, and is left out with a finding if
//! it cannot be where that says. Which bytes were read is remembered.

use super::codes::{EMPTY_OFFSET, HEADER_OFFSET, NOT_FINITE, OUTSIDE, OVERLAPS, TRUNCATED};
use super::layout::{Array, Block, HEADER};
use binary::{Cursor, Field, Kind, Record, Report, Result, Segment};
use serde::{Deserialize, Serialize};

/// Count and offset of an array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Span {
    pub count: u32,
    pub offset: u32,
}

impl Field for Span {
    const SIZE: usize = 8;
    const KIND: Kind = Kind::Integer(4);
    const ELEMENTS: usize = 2;

    #[inline]
    fn get(bytes: &[u8]) -> Self {
        let [count, offset] = Field::get(bytes);
        Span { count, offset }
    }

    #[inline]
    fn put(&self, bytes: &mut [u8]) {
        [self.count, self.offset].put(bytes);
    }
}

/// A structure that is stored as a record with arrays of its own.
pub(crate) trait Entry: Sized {
    /// The record.
    type Record: Record;
    /// Reads the arrays of a record.
    fn open(record: Self::Record, source: &mut Source<'_>) -> Self;
}

/// A file being read.
pub(crate) struct Source<'a> {
    cursor: Cursor<'a>,
    arrays: Vec<Array>,
    /// The table of the header whose arrays are being read.
    pub block: Block,
    /// Column of records that differ between the clients: 0 for 1.x, 1 for 2.x.
    pub column: usize,
    /// How many global sequences there are.
    pub globals: usize,
    /// Bytes that further arrays may have.
    left: usize,
    /// Offset of the record whose arrays are being read, for findings.
    pub place: usize,
    /// NaN is known to occur in what is being read.
    pub nan_known: bool,
}

impl<'a> Source<'a> {
    pub(crate) fn new(cursor: Cursor<'a>) -> Self {
        // Overlapping arrays could ask for any multiple of the file.
        let left = cursor.len().saturating_mul(2);
        Source {
            cursor,
            arrays: Vec::new(),
            block: Block::Name,
            column: 0,
            globals: 0,
            left,
            place: 0,
            nan_known: false,
        }
    }

    pub(crate) fn report(&mut self) -> &mut Report {
        &mut self.cursor.report
    }

    /// The next bytes as a record of the file itself.
    pub(crate) fn header<R: Record>(&mut self) -> Result<R> {
        self.cursor.record_but_for(0, |_| Some(&NOT_FINITE))
    }

    /// Runs `read` inside a structure.
    pub(crate) fn within<T>(&mut self, segment: Segment, read: impl FnOnce(&mut Self) -> T) -> T {
        self.cursor.report.enter(segment);
        let value = read(self);
        self.cursor.report.leave();
        value
    }

    /// Fails when an array without which there is no model reaches beyond the end of the file.
    pub(crate) fn demand(&self, span: Span, size: usize, what: &'static str) -> Result<()> {
        let end = u64::from(span.offset) + u64::from(span.count) * size as u64;
        if span.count == 0 || end <= self.cursor.len() as u64 {
            return Ok(());
        }
        let expected = format_args!("{what} inside the {} bytes of the file", self.cursor.len());
        let found = format_args!("{} of {size} bytes at 0x{:x}", span.count, span.offset);
        Err(self.cursor.report.broken(&TRUNCATED, self.place, expected, found))
    }

    /// The bytes of an array of `count` times `size` bytes, if it can be there.
    fn bytes(&mut self, span: Span, size: usize) -> Option<&'a [u8]> {
        let Span { count, offset } = span;
        let length = (count as usize).checked_mul(size);
        let bytes = length.filter(|_| count > 0).and_then(|length| self.look(offset, length));
        let size = bytes.map_or(0, |bytes| bytes.len() as u32);
        let stale = count > 0 && bytes.is_none();
        self.arrays.push(Array { block: self.block, offset, count, size, stale });
        if let Some(bytes) = bytes {
            self.left -= bytes.len();
        } else if count == 0 && offset != 0 {
            self.cursor.report.note(&EMPTY_OFFSET, self.place, 0, format_args!("0x{offset:x}"));
        } else if stale {
            self.complain(span, length);
        }
        bytes
    }

    fn look(&mut self, offset: u32, length: usize) -> Option<&'a [u8]> {
        if offset < HEADER || length > self.left {
            return None;
        }
        self.cursor.seek(offset as usize).ok()?;
        self.cursor.take(length, "an array").ok()
    }

    #[cold]
    fn complain(&mut self, span: Span, length: Option<usize>) {
        let all = self.cursor.len();
        let inside =
            length.and_then(|length| length.checked_add(span.offset as usize)).is_some_and(|end| end <= all);
        let found = format_args!("{} elements at 0x{:x}", span.count, span.offset);
        let report = &mut self.cursor.report;
        if !inside {
            report.habit(
                &OUTSIDE,
                self.place,
                format_args!("an array inside the {all} bytes of the file"),
                found,
            );
        } else if span.offset < HEADER {
            report.habit(&HEADER_OFFSET, self.place, format_args!("0x{HEADER:x} or more"), found);
        } else {
            report.habit(&OVERLAPS, self.place, format_args!("arrays of at most {} bytes", 2 * all), found);
        }
    }

    /// A list of values.
    pub(crate) fn list<T: Field>(&mut self, span: Span, what: &'static str) -> Vec<T> {
        self.list_of(span, 1, what, true)
    }

    /// A list of `per` values for each element; `loud` when NaN is worth a finding.
    pub(crate) fn list_of<T: Field>(
        &mut self,
        span: Span,
        per: usize,
        what: &'static str,
        loud: bool,
    ) -> Vec<T> {
        let Some(bytes) = self.bytes(span, per * T::SIZE) else { return Vec::new() };
        let at = span.offset as usize;
        let mut list = Vec::with_capacity(bytes.len() / T::SIZE);
        T::extend(&mut list, bytes);
        if loud && !T::all_finite(&list) {
            let (expected, found) = (format_args!("finite numbers in {what}"), "NaN or infinity");
            if self.nan_known {
                self.cursor.report.note(&NOT_FINITE, at, expected, found);
            } else {
                self.cursor.report.habit(&NOT_FINITE, at, expected, found);
            }
        }
        self.cursor.trace_items::<T>(what, at, list.len());
        list
    }

    /// Raw bytes.
    pub(crate) fn raw(&mut self, span: Span, what: &'static str) -> Vec<u8> {
        let Some(bytes) = self.bytes(span, 1) else { return Vec::new() };
        self.cursor.trace_bytes(what, span.offset as usize, bytes.len());
        bytes.to_vec()
    }

    /// The column of a record's table for this file.
    fn column_of<R: Record>(&self) -> usize {
        self.column.min(R::SIZES.len() - 1)
    }

    /// The records of a table.
    pub(crate) fn records<R: Record>(&mut self, span: Span) -> Vec<R> {
        let column = self.column_of::<R>();
        let size = R::SIZES[column];
        let Some(bytes) = self.bytes(span, size) else { return Vec::new() };
        let mut list = Vec::with_capacity(bytes.len() / size);
        if !self.cursor.tracing() && R::CODES.is_empty() {
            list.extend(bytes.chunks_exact(size).map(|chunk| R::get(chunk, column)));
            if list.iter().all(|record| record.first_not_finite().is_none()) {
                return list;
            }
            // Once more, one by one: the findings then say which record.
            list.clear();
        }
        for index in 0..bytes.len() / size {
            let at = span.offset as usize + index * size;
            self.cursor.report.enter(Segment::at(label_of::<R>(), index));
            let record =
                self.cursor.seek(at).and_then(|()| self.cursor.record_but_for(column, |_| Some(&NOT_FINITE)));
            self.cursor.report.leave();
            list.extend(record);
        }
        list
    }

    /// The structures of a table, each with its arrays.
    pub(crate) fn table<E: Entry>(&mut self, span: Span) -> Vec<E> {
        let records = self.records::<E::Record>(span);
        self.open(span, records, E::open)
    }

    /// The structures of records that were read, each with its arrays.
    pub(crate) fn open<R: Record, T>(
        &mut self,
        span: Span,
        records: Vec<R>,
        open: impl Fn(R, &mut Self) -> T,
    ) -> Vec<T> {
        let size = R::SIZES[self.column_of::<R>()];
        let mut list = Vec::with_capacity(records.len());
        self.cursor.report.enter(Segment::at(label_of::<R>(), 0));
        for (index, record) in records.into_iter().enumerate() {
            self.cursor.report.step(index);
            self.place = span.offset as usize + index * size;
            list.push(open(record, self));
        }
        self.cursor.report.leave();
        self.place = 0;
        list
    }

    /// How many arrays were read so far, see [`Source::cut`].
    pub(crate) fn mark(&self) -> usize {
        self.arrays.len()
    }

    /// Takes out what was read since a mark, to put it behind what is read next.
    pub(crate) fn cut(&mut self, mark: usize) -> Vec<Array> {
        self.arrays.split_off(mark.min(self.arrays.len()))
    }

    /// Puts back what was taken out.
    pub(crate) fn append(&mut self, mut arrays: Vec<Array>) {
        self.arrays.append(&mut arrays);
    }

    /// The arrays since a mark are not where the file says.
    pub(crate) fn make_stale(&mut self, which: impl IntoIterator<Item = usize>) {
        for index in which {
            if let Some(array) = self.arrays.get_mut(index) {
                array.stale = array.count > 0;
                array.size = 0;
            }
        }
    }

    /// An array that is not read whatever it says.
    pub(crate) fn skip(&mut self, span: Span) {
        let Span { count, offset } = span;
        self.arrays.push(Array { block: self.block, offset, count, size: 0, stale: count > 0 });
        if count == 0 && offset != 0 {
            self.cursor.report.note(&EMPTY_OFFSET, self.place, 0, format_args!("0x{offset:x}"));
        }
    }

    pub(crate) fn arrays(&self) -> &[Array] {
        &self.arrays
    }

    /// Length of the file.
    pub(crate) fn len(&self) -> usize {
        self.cursor.len()
    }

    /// All arrays and the report.
    pub(crate) fn finish(self) -> (Vec<Array>, Report) {
        (self.arrays, self.cursor.report)
    }
}

/// The last word of a record's name: `bone` of `warcraft.m2.bone`.
fn label_of<R: Record>() -> &'static str {
    R::NAME.rsplit('.').next().unwrap_or(R::NAME)
}
