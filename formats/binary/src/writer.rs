//! The writer that mirrors the cursor.

use crate::{Field, Record};

/// Bytes of a file in the making.
#[derive(Debug, Default)]
pub struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    /// An empty file.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty file with room for `capacity` bytes.
    pub fn with_capacity(capacity: usize) -> Self {
        Writer { bytes: Vec::with_capacity(capacity) }
    }

    /// Offset of the next byte.
    #[inline]
    pub fn offset(&self) -> usize {
        self.bytes.len()
    }

    /// Appends raw bytes.
    #[inline]
    pub fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Appends one value.
    #[inline]
    pub fn value<T: Field>(&mut self, value: &T) {
        let at = self.grow(T::SIZE);
        value.put(&mut self.bytes[at..]);
    }

    /// Appends one record in the layout `column`.
    #[inline]
    pub fn record<R: Record>(&mut self, record: &R, column: usize) {
        let at = self.grow(R::SIZES[column]);
        record.put(&mut self.bytes[at..], column);
    }

    /// Appends a list of values.
    pub fn list<T: Field>(&mut self, list: &[T]) {
        let at = self.grow(T::SIZE * list.len());
        for (value, bytes) in list.iter().zip(self.bytes[at..].chunks_exact_mut(T::SIZE)) {
            value.put(bytes);
        }
    }

    /// Overwrites the 32-bit word at `offset`, which must already be written.
    ///
    /// # Panics
    /// When `offset + 4` is past the end.
    #[inline]
    pub fn patch(&mut self, offset: usize, word: u32) {
        self.bytes[offset..offset + 4].copy_from_slice(&word.to_le_bytes());
    }

    /// The finished file.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    #[inline]
    fn grow(&mut self, size: usize) -> usize {
        let at = self.bytes.len();
        self.bytes.resize(at + size, 0);
        at
    }
}
