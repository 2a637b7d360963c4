//! Where the parts of a file are if no known writer would put them there, and the
//! bytes that belong to no part.

use crate::packed;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Bytes that belong to no part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gap {
    /// Offset from the start of the file.
    pub offset: u32,
    /// The bytes there.
    #[serde(with = "packed")]
    pub bytes: Vec<u8>,
}

/// The bytes of `bytes` from `from` on that no part covers and that are not zero: each
/// uncovered piece without the zeros around it. Sorts the parts by their start; they may overlap.
pub(crate) fn leftovers(bytes: &[u8], parts: &mut [Range<u32>], from: usize) -> Vec<Gap> {
    parts.sort_unstable_by_key(|part| (part.start, part.end));
    let mut gaps = Vec::new();
    let mut end = from;
    let mut piece = |range: Range<usize>| {
        let start = range.start;
        let uncovered = bytes.get(range).unwrap_or_default();
        let first = uncovered.iter().position(|byte| *byte != 0);
        let last = uncovered.iter().rposition(|byte| *byte != 0);
        if let (Some(first), Some(last)) = (first, last) {
            gaps.push(Gap { offset: (start + first) as u32, bytes: uncovered[first..=last].to_vec() });
        }
    };
    for part in parts.iter() {
        if part.start as usize > end {
            piece(end..part.start as usize);
        }
        end = end.max(part.end as usize);
    }
    if end < bytes.len() {
        piece(end..bytes.len());
    }
    gaps
}
