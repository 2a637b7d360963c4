//! Where the parts of a file are, if a writer would put them elsewhere: in another order, with
//! gaps, or overlapping.

use crate::packed;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Offsets of parts, and the bytes between them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placement {
    /// The offset of each part, as the file states it.
    pub offsets: Vec<i32>,
    /// Bytes that belong to no part, in file order.
    pub gaps: Vec<Gap>,
}

/// Bytes that belong to no part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gap {
    /// Offset, counted like those of the parts.
    pub offset: u32,
    /// The bytes there.
    #[serde(with = "packed")]
    pub bytes: Vec<u8>,
}

impl Gap {
    /// The bytes of `range`, with their offset counted from `base`.
    pub(crate) fn of(bytes: &[u8], base: usize, range: Range<usize>) -> Gap {
        Gap {
            offset: range.start.saturating_sub(base) as u32,
            bytes: bytes.get(range).unwrap_or_default().to_vec(),
        }
    }
}

/// The pieces of `whole` that no part covers. Sorts the parts by their start;
/// they may overlap.
pub(crate) fn uncovered(parts: &mut [Range<usize>], whole: Range<usize>) -> Vec<Range<usize>> {
    parts.sort_unstable_by_key(|part| (part.start, part.end));
    let mut pieces = Vec::new();
    let mut end = whole.start;
    for part in parts.iter() {
        if part.start > end {
            pieces.push(end..part.start);
        }
        end = end.max(part.end);
    }
    if end < whole.end {
        pieces.push(end..whole.end);
    }
    pieces
}

/// Puts parts and gaps at their offsets; bytes that neither covers are zero. Overlapping parts must
/// agree; otherwise the error is the offset of the first byte that differs.
pub(crate) fn assemble(parts: &[(usize, &[u8])], gaps: &[Gap]) -> Result<Vec<u8>, usize> {
    let gaps = gaps.iter().map(|gap| (gap.offset as usize, gap.bytes.as_slice()));
    let all = || parts.iter().copied().chain(gaps.clone());
    let length = all().map(|(at, bytes)| at + bytes.len()).max().unwrap_or(0);
    let mut whole = vec![0; length];
    for (at, bytes) in all() {
        whole[at..at + bytes.len()].copy_from_slice(bytes);
    }
    for (at, bytes) in all() {
        if let Some(first) = whole[at..].iter().zip(bytes).position(|(written, wanted)| written != wanted) {
            return Err(at + first);
        }
    }
    Ok(whole)
}
