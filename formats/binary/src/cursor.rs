//! The one checked cursor.

use crate::{Code, Field, Finding, Kind, Mode, Record, Report, Segment};

/// Outcome of reading: a value, or the structural damage that ended it.
pub type Result<T> = std::result::Result<T, Box<Finding>>;

/// The codes every format needs for what the cursor itself notices.
#[derive(Debug)]
pub struct FormatCodes {
    /// The bytes end inside a structure.
    pub truncated: &'static Code,
    /// A float is NaN or infinite.
    pub not_finite: &'static Code,
    /// Bytes follow the last structure.
    pub trailing: &'static Code,
    /// A list is longer than the limits allow.
    pub limit: &'static Code,
}

/// A place in a file, and the findings made on the way there.
///
/// Nothing read through a cursor can panic or run past the end, and no list is
/// allocated before its bytes are known to be there.
#[derive(Debug)]
pub struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    codes: &'static FormatCodes,
    /// Findings so far and the path to the structure being read.
    pub report: Report,
}

impl<'a> Cursor<'a> {
    /// Starts at the first byte.
    pub fn new(bytes: &'a [u8], codes: &'static FormatCodes, mode: Mode) -> Self {
        Self::with_report(bytes, codes, Report::new(mode))
    }

    /// Starts at the first byte with a prepared report.
    pub fn with_report(bytes: &'a [u8], codes: &'static FormatCodes, report: Report) -> Self {
        Cursor { bytes, at: 0, codes, report }
    }

    /// Offset of the next byte from the start of the file.
    #[inline]
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Bytes that are left.
    #[inline]
    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Length of the whole file.
    #[inline]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// True when the whole file is empty.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Goes to an absolute offset, at most the end of the file.
    #[inline]
    pub fn seek(&mut self, offset: usize) -> Result<()> {
        if offset > self.bytes.len() {
            return Err(self.report.broken(
                self.codes.truncated,
                self.at,
                format_args!("an offset inside the {} bytes of the file", self.bytes.len()),
                offset,
            ));
        }
        self.at = offset;
        Ok(())
    }

    /// The next `count` bytes; `what` names them in the message.
    #[inline]
    pub fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8]> {
        if count > self.remaining() {
            return Err(self.short(count, what));
        }
        let bytes = &self.bytes[self.at..self.at + count];
        self.at += count;
        Ok(bytes)
    }

    #[cold]
    fn short(&self, count: usize, what: &str) -> Box<Finding> {
        self.report.broken(
            self.codes.truncated,
            self.at,
            format_args!("{count} bytes of {what}"),
            format_args!("the {} bytes left", self.remaining()),
        )
    }

    /// One value.
    #[inline]
    pub fn value<T: Field>(&mut self, what: &'static str) -> Result<T> {
        let at = self.at;
        let value = T::get(self.take(T::SIZE, what)?);
        if !value.is_finite() {
            return Err(self.not_finite(at, what));
        }
        if self.report.tracing() {
            self.trace_list::<T>(what, at, 1, false);
        }
        Ok(value)
    }

    /// One record in the layout `column` (see [`record!`](crate::record)).
    ///
    /// Required values are compared and reported; a float that is not finite is
    /// structural damage.
    // Always inlined, so that a column known at compile time makes constants of
    // the offsets.
    #[inline(always)]
    pub fn record<R: Record>(&mut self, column: usize) -> Result<R> {
        self.record_but_for(column, |_| None)
    }

    /// The same, but for fields with a float that is not finite that mean
    /// nothing to the reader: where `kept` has a code for the first such field,
    /// that is a finding, and the number stays as it is.
    #[inline(always)]
    pub fn record_but_for<R: Record>(
        &mut self,
        column: usize,
        kept: impl FnOnce(&'static str) -> Option<&'static Code>,
    ) -> Result<R> {
        let at = self.at;
        let bytes = self.take(R::SIZES[column], R::NAME)?;
        let record = R::get(bytes, column);
        if self.report.tracing() {
            self.trace_record::<R>(at, column);
        }
        if let Some(field) = record.first_not_finite() {
            let Some(code) = kept(field) else { return Err(self.not_finite(at, field)) };
            let expected = format_args!("finite numbers in {field}");
            self.report.habit(code, at, expected, "NaN or infinity");
        }
        record.check(&mut self.report, at, column);
        Ok(record)
    }

    #[cold]
    fn trace_record<R: Record>(&mut self, at: usize, column: usize) {
        for layout in R::LAYOUT {
            if let Some(offset) = layout.offset(column) {
                for element in 0..layout.elements {
                    let index = (layout.elements > 1).then_some(element);
                    let at = at + offset + element * layout.kind.size();
                    self.report.site(layout.name, index, at, layout.kind);
                }
            }
        }
    }

    /// A list of `count` values, copied in bulk.
    #[inline]
    pub fn list<T: Field>(&mut self, count: usize, what: &'static str) -> Result<Vec<T>> {
        let mut list = Vec::new();
        self.list_into(&mut list, count, what)?;
        Ok(list)
    }

    /// Appends `count` values to `list`, copied in bulk.
    #[inline]
    pub fn list_into<T: Field>(&mut self, list: &mut Vec<T>, count: usize, what: &'static str) -> Result<()> {
        let at = self.at;
        let size = self.list_size::<T>(count, what)?;
        let bytes = self.take(size, what)?;
        let start = list.len();
        T::extend(list, bytes);
        if !T::all_finite(&list[start..]) {
            return Err(self.not_finite(at, what));
        }
        if self.report.tracing() {
            self.trace_list::<T>(what, at, count, true);
        }
        Ok(())
    }

    /// Fails unless `count` records of `size` bytes are left and the limits
    /// allow that many. Call it before reserving room for `count` of anything.
    #[inline]
    pub fn expect_items(&self, count: usize, size: usize, what: &str) -> Result<()> {
        match count.checked_mul(size) {
            Some(bytes) if bytes <= self.remaining() && count <= self.report.limits().elements => Ok(()),
            _ => Err(self.too_many(count, size, what)),
        }
    }

    #[inline]
    fn list_size<T: Field>(&self, count: usize, what: &str) -> Result<usize> {
        self.expect_items(count, T::SIZE, what)?;
        Ok(count * T::SIZE)
    }

    #[cold]
    fn too_many(&self, count: usize, size: usize, what: &str) -> Box<Finding> {
        let limit = self.report.limits().elements;
        let code = if count > limit { self.codes.limit } else { self.codes.truncated };
        self.report.broken(
            code,
            self.at,
            format_args!(
                "at most {} {what} in the {} bytes left",
                self.remaining() / size.max(1),
                self.remaining()
            ),
            format_args!("a count of {count}"),
        )
    }

    #[cold]
    fn not_finite(&self, at: usize, what: &str) -> Box<Finding> {
        self.report.broken(
            self.codes.not_finite,
            at,
            format_args!("finite numbers in {what}"),
            "NaN or infinity",
        )
    }

    /// True when the report remembers sites: bulk readers that step over the
    /// cursor's own lists then name their elements with [`Cursor::trace_items`].
    #[inline]
    pub fn tracing(&self) -> bool {
        self.report.tracing()
    }

    /// Remembers `count` values at `at` as the elements of a list, for lists
    /// that were cut out of a larger block read with [`Cursor::take`].
    pub fn trace_items<T: Field>(&mut self, what: &'static str, at: usize, count: usize) {
        if self.report.tracing() {
            self.trace_list::<T>(what, at, count, true);
        }
    }

    fn trace_list<T: Field>(&mut self, what: &'static str, at: usize, count: usize, list: bool) {
        for item in 0..count {
            for element in 0..T::ELEMENTS {
                let index = item * T::ELEMENTS + element;
                let shown = (list || T::ELEMENTS > 1).then_some(index);
                self.report.site(what, shown, at + index * T::KIND.size(), T::KIND);
            }
        }
    }

    /// Remembers raw bytes as one site, for fields read with [`Cursor::take`].
    pub fn trace_bytes(&mut self, what: &'static str, at: usize, length: usize) {
        if self.report.tracing() {
            let length = u16::try_from(length).unwrap_or(u16::MAX);
            self.report.site(what, None, at, Kind::Bytes(length));
        }
    }

    /// Runs `read` inside the structure `segment`, and steps out of it again
    /// also when `read` fails, so that a caller may go on elsewhere.
    #[inline]
    pub fn within<T>(&mut self, segment: Segment, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.report.enter(segment);
        let value = read(self);
        self.report.leave();
        value
    }

    /// Ends reading: every byte must have been consumed.
    pub fn finish(self) -> Result<Report> {
        if self.at != self.bytes.len() {
            return Err(self.report.broken(
                self.codes.trailing,
                self.at,
                "the end of the file",
                format_args!("{} more bytes", self.remaining()),
            ));
        }
        Ok(self.report)
    }
}
