//! Writing arrays. A model is walked twice in one order: first for the sizes of its arrays, then,
//! when their offsets are known, for their bytes.

use super::layout::{Array, Block};
use super::source::Span;
use binary::{Field, Record};

/// Takes the arrays of a model in the order of the header, those of records after each table.
pub(crate) trait Sink {
    /// The arrays that follow belong to this table of the header.
    fn block(&mut self, block: Block);
    /// A list with `per` values for each element.
    fn list_of<T: Field>(&mut self, list: &[T], per: usize) -> Span;
    /// A table of `count` records of `size` bytes, which follow by [`Sink::record`].
    fn table(&mut self, count: usize, size: usize) -> Span;
    /// A record of a table.
    fn record<R: Record>(&mut self, table: Span, index: usize, record: &R, column: usize);

    /// What is laid cannot be told from the file again.
    fn fault(&mut self, _expected: &'static str) {}

    /// A list of values.
    fn list<T: Field>(&mut self, list: &[T]) -> Span {
        self.list_of(list, 1)
    }

    /// A table of records without arrays of their own.
    fn records<R: Record>(&mut self, records: &[R], column: usize) -> Span {
        let column = column.min(R::SIZES.len() - 1);
        let table = self.table(records.len(), R::SIZES[column]);
        for (index, record) in records.iter().enumerate() {
            self.record(table, index, record, column);
        }
        table
    }

    /// A table of structures, whose arrays follow it.
    fn structures<T, R: Record>(
        &mut self,
        structures: &[T],
        column: usize,
        lay: impl Fn(&T, &mut Self) -> R,
    ) -> Span {
        let column = column.min(R::SIZES.len() - 1);
        let table = self.table(structures.len(), R::SIZES[column]);
        for (index, structure) in structures.iter().enumerate() {
            let record = lay(structure, self);
            self.record(table, index, &record, column);
        }
        table
    }
}

/// The sizes of all arrays.
pub(crate) struct Measure {
    pub arrays: Vec<Array>,
    block: Block,
    /// What the first array that cannot be written should be, and where it belongs.
    pub fault: Option<(Block, &'static str)>,
}

impl Measure {
    pub(crate) fn new() -> Self {
        Measure { arrays: Vec::new(), block: Block::Name, fault: None }
    }

    fn array(&mut self, count: usize, size: usize) -> Span {
        let narrow = |number: Option<usize>| number.and_then(|number| u32::try_from(number).ok());
        let (count, size) = (narrow(Some(count)), narrow(count.checked_mul(size)));
        if count.is_none() || size.is_none() {
            self.fault("arrays below 4 GiB");
        }
        let (count, size) = (count.unwrap_or_default(), size.unwrap_or_default());
        self.arrays.push(Array { block: self.block, offset: 0, count, size, stale: false });
        Span::default()
    }
}

impl Sink for Measure {
    fn block(&mut self, block: Block) {
        self.block = block;
    }

    fn fault(&mut self, expected: &'static str) {
        self.fault.get_or_insert((self.block, expected));
    }

    fn list_of<T: Field>(&mut self, list: &[T], per: usize) -> Span {
        self.array(list.len() / per, per * T::SIZE)
    }

    fn table(&mut self, count: usize, size: usize) -> Span {
        self.array(count, size)
    }

    fn record<R: Record>(&mut self, _: Span, _: usize, _: &R, _: usize) {}
}

/// Writes arrays at their offsets, or compares them with what is there.
pub(crate) struct Put<'a> {
    bytes: &'a mut [u8],
    spans: &'a [Span],
    next: usize,
    compares: bool,
    scratch: Vec<u8>,
    /// Something is not as it was written, or has no place.
    pub conflict: bool,
}

impl<'a> Put<'a> {
    /// `spans` are those of all arrays, in the order in which they are walked.
    pub(crate) fn new(bytes: &'a mut [u8], spans: &'a [Span], compares: bool) -> Self {
        Put { bytes, spans, next: 0, compares, scratch: Vec::new(), conflict: false }
    }

    fn take(&mut self) -> Span {
        let span = self.spans.get(self.next).copied();
        self.next += 1;
        self.conflict |= span.is_none();
        span.unwrap_or_default()
    }

    fn put(&mut self, at: usize, size: usize, put: impl Fn(&mut [u8])) {
        let Some(place) = self.bytes.get_mut(at..).and_then(|rest| rest.get_mut(..size)) else {
            self.conflict = true;
            return;
        };
        if self.compares {
            self.scratch.clear();
            self.scratch.resize(size, 0);
            put(&mut self.scratch);
            self.conflict |= self.scratch != place;
        } else {
            put(place);
        }
    }

    /// Writes a record of the file itself.
    pub(crate) fn record_at<R: Record>(&mut self, at: usize, record: &R, column: usize) {
        self.put(at, R::SIZES[column], |bytes| record.put(bytes, column));
    }
}

impl Sink for Put<'_> {
    fn block(&mut self, _: Block) {}

    fn list_of<T: Field>(&mut self, list: &[T], _: usize) -> Span {
        let span = self.take();
        if !list.is_empty() {
            self.put(span.offset as usize, list.len() * T::SIZE, |bytes| {
                for (value, place) in list.iter().zip(bytes.chunks_exact_mut(T::SIZE)) {
                    value.put(place);
                }
            });
        }
        span
    }

    fn table(&mut self, _: usize, _: usize) -> Span {
        self.take()
    }

    fn record<R: Record>(&mut self, table: Span, index: usize, record: &R, column: usize) {
        self.put(table.offset as usize + index * R::SIZES[column], R::SIZES[column], |bytes| {
            record.put(bytes, column);
        });
    }
}
