//! Bytes of a file that belong to none of its parts, and files whose parts stand at stated offsets.

use crate::packed;
use binary::Record;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Bytes that belong to no part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gap {
    /// Offset from the start of the file.
    pub offset: u32,
    /// The bytes there.
    #[serde(with = "packed")]
    pub bytes: Vec<u8>,
}

/// The bytes that no part covers and that are not zero: each uncovered piece without the zeros around
/// it. Parts may overlap and come in any order.
pub(crate) fn leftovers(bytes: &[u8], mut parts: Vec<Range<usize>>) -> Vec<Gap> {
    parts.sort_unstable_by_key(|part| (part.start, part.end));
    let mut gaps = Vec::new();
    let mut end = 0;
    let mut piece = |range: Range<usize>| {
        let start = range.start;
        let uncovered = bytes.get(range).unwrap_or_default();
        let first = uncovered.iter().position(|byte| *byte != 0);
        let last = uncovered.iter().rposition(|byte| *byte != 0);
        if let (Some(first), Some(last)) = (first, last) {
            gaps.push(Gap { offset: (start + first) as u32, bytes: uncovered[first..=last].to_vec() });
        }
    };
    for part in &parts {
        if part.start > end {
            piece(end..part.start);
        }
        end = end.max(part.end);
    }
    if end < bytes.len() {
        piece(end..bytes.len());
    }
    gaps
}

/// A file in the making whose length is known and whose parts are put at their offsets.
#[derive(Debug)]
pub(crate) struct Canvas {
    bytes: Vec<u8>,
    /// The first part that did not fit.
    outside: Option<(usize, usize)>,
}

impl Canvas {
    /// Zeros, with the bytes of no part over them.
    pub(crate) fn new(length: usize, gaps: &[Gap]) -> Self {
        let mut canvas = Canvas { bytes: vec![0; length], outside: None };
        for gap in gaps {
            canvas.put(gap.offset as usize, &gap.bytes);
        }
        canvas
    }

    pub(crate) fn put(&mut self, at: usize, part: &[u8]) {
        let end = at.saturating_add(part.len());
        match self.bytes.get_mut(at..end) {
            Some(place) => place.copy_from_slice(part),
            None => {
                self.outside.get_or_insert((at, end));
            }
        }
    }

    pub(crate) fn record<R: Record>(&mut self, at: usize, record: &R) {
        let end = at.saturating_add(R::SIZES[0]);
        match self.bytes.get_mut(at..end) {
            Some(place) => record.put(place, 0),
            None => {
                self.outside.get_or_insert((at, end));
            }
        }
    }

    /// The file, or the place of a part that is not inside it.
    pub(crate) fn finish(self) -> Result<Vec<u8>, (usize, usize)> {
        self.outside.map_or(Ok(self.bytes), Err)
    }
}
