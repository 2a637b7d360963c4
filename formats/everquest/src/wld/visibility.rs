//! Which regions are seen from a region: lists as the original compiler wrote
//! them, and the decoder of any mixture of codes. Source:
//! `docs/spec/everquest/wld.md`, "0x22 Region", and
//! `docs/spec/everquest/writing.md`, "5. Visibility encoder".

use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A list of a region, in one of the two forms. Regions count from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VisibilityList {
    /// Lengths of runs of hidden and visible regions, as [`runs`] reads them.
    Bytes(#[serde(with = "crate::packed")] Box<[u8]>),
    /// The numbers, ascending and without the own region.
    Numbers(Box<[u16]>),
}

impl VisibilityList {
    /// The list that the original compiler writes for a region, counted from 0,
    /// that sees these regions: ascending, each once, itself included.
    pub fn of(own: u32, visible: &[u32]) -> Self {
        let bytes = encode(visible);
        // A tie goes to the bytes.
        if visible.len().saturating_sub(1) * 2 < bytes.len() {
            let numbers: Option<Box<[u16]>> = visible
                .iter()
                .filter(|region| **region != own)
                .map(|region| u16::try_from(*region).ok())
                .collect();
            if let Some(numbers) = numbers {
                return VisibilityList::Numbers(numbers);
            }
        }
        VisibilityList::Bytes(bytes.into())
    }

    /// The visible regions below `count`, ascending, each once, the own region
    /// included: it is visible whatever the list says.
    pub fn visible(&self, own: u32, count: u32) -> Vec<u32> {
        let mut visible: Vec<u32> = match self {
            VisibilityList::Bytes(bytes) => {
                runs(bytes).flat_map(|run| run.start..run.end.min(count)).collect()
            }
            VisibilityList::Numbers(numbers) => {
                numbers.iter().map(|region| u32::from(*region)).filter(|region| *region < count).collect()
            }
        };
        if own < count {
            visible.push(own);
        }
        visible.sort_unstable();
        visible.dedup();
        visible
    }

    /// True if it has the own region of its owner, as all lists of bytes do;
    /// those of numbers leave it out, and mean it.
    pub(super) fn has_own(&self, own: u32) -> bool {
        match self {
            VisibilityList::Bytes(bytes) => runs(bytes).any(|run| run.contains(&own)),
            VisibilityList::Numbers(_) => true,
        }
    }

    /// What is wrong with it in a file of `count` regions.
    pub fn fault(&self, count: u32) -> Option<Fault> {
        match self {
            VisibilityList::Bytes(bytes) => {
                let mut runs = runs(bytes);
                let end = runs.by_ref().map(|run| run.end).max().unwrap_or(0);
                if runs.cut { Some(Fault::Cut) } else { (end > count).then_some(Fault::PastCount) }
            }
            VisibilityList::Numbers(numbers) => {
                numbers.iter().any(|region| u32::from(*region) >= count).then_some(Fault::PastCount)
            }
        }
    }
}

/// What can be wrong with a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The operand of the last code is cut.
    Cut,
    /// It names regions that there are not.
    PastCount,
}

/// The runs of visible regions in a byte list, from the lowest to the highest.
/// Ends at an operand that is cut.
pub fn runs(bytes: &[u8]) -> Runs<'_> {
    Runs { bytes, region: 0, cut: false }
}

/// See [`runs`].
#[derive(Clone, Debug)]
pub struct Runs<'b> {
    bytes: &'b [u8],
    /// Where the next run starts.
    region: u32,
    cut: bool,
}

impl Runs<'_> {
    /// True when the end of the list was reached inside an operand.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    fn operand(&mut self) -> Option<u32> {
        let Some((operand, rest)) = self.bytes.split_first_chunk::<2>() else {
            self.cut = true;
            self.bytes = &[];
            return None;
        };
        self.bytes = rest;
        Some(u32::from(u16::from_le_bytes(*operand)))
    }
}

impl Iterator for Runs<'_> {
    type Item = Range<u32>;

    /// The next run that is not empty.
    #[inline]
    fn next(&mut self) -> Option<Range<u32>> {
        while let Some((code, rest)) = self.bytes.split_first() {
            self.bytes = rest;
            let (high, low) = (u32::from(*code >> 3 & 7), u32::from(*code & 7));
            // How many are skipped, seen, and skipped again.
            let (before, seen, after) = match *code {
                0x00..=0x3E => (u32::from(*code), 0, 0),
                0x3F => (self.operand()?, 0, 0),
                0x40..=0x7F => (high, low, 0),
                0x80..=0xBF => (0, high, low),
                0xC0..=0xFE => (0, u32::from(*code - 0xC0), 0),
                0xFF => (0, self.operand()?, 0),
            };
            let start = self.region.saturating_add(before);
            let end = start.saturating_add(seen);
            self.region = end.saturating_add(after);
            if seen > 0 {
                return Some(start..end);
            }
        }
        None
    }
}

/// Regions that one small token can hold.
const SMALL: u32 = 62;
/// Small tokens from which on there is one large one instead.
const LARGE_FROM: u32 = 4;
/// Largest multiple of [`SMALL`] that an operand can hold.
const LARGEST: u32 = u16::MAX as u32 / SMALL * SMALL;
/// Largest count of one of two small tokens in one byte.
const MERGED: u32 = 7;

/// Some hidden or visible regions in a row, as one code says it.
#[derive(Clone, Copy)]
struct Token {
    visible: bool,
    count: u32,
    large: bool,
}

/// The byte list of regions (ascending, each once, the own region included) by
/// the rule of the original compiler.
pub fn encode(visible: &[u32]) -> Vec<u8> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut rest = visible;
    while let Some(first) = rest.first() {
        let length = rest.iter().zip(*first..).take_while(|(region, wanted)| **region == *wanted).count();
        push_run(&mut tokens, false, first.saturating_sub(at));
        push_run(&mut tokens, true, length as u32);
        at = first.saturating_add(length as u32);
        rest = &rest[length..];
    }
    let mut bytes = Vec::new();
    let mut tokens = tokens.as_slice();
    while let Some((token, rest)) = tokens.split_first() {
        tokens = rest;
        let low = token.count as u8;
        match rest.first() {
            _ if token.large => {
                bytes.push(if token.visible { 0xFF } else { 0x3F });
                bytes.extend((token.count as u16).to_le_bytes());
            }
            Some(next) if merges(*token, *next) => {
                tokens = &rest[1..];
                bytes.push(if token.visible { 0x80 } else { 0x40 } | low << 3 | next.count as u8);
            }
            _ if token.visible => bytes.push(0xC0 + low),
            _ => bytes.push(low),
        }
    }
    bytes
}

fn merges(first: Token, second: Token) -> bool {
    let small = |token: Token| !token.large && token.count <= MERGED;
    small(first) && small(second) && first.visible != second.visible
}

fn push_run(tokens: &mut Vec<Token>, visible: bool, count: u32) {
    let (mut whole, rest) = (count / SMALL, count % SMALL);
    if whole >= LARGE_FROM {
        let mut left = whole * SMALL;
        while left > 0 {
            tokens.push(Token { visible, count: left.min(LARGEST), large: true });
            left = left.saturating_sub(LARGEST);
        }
        whole = 0;
    }
    tokens.extend((0..whole).map(|_| Token { visible, count: SMALL, large: false }));
    if rest > 0 {
        tokens.push(Token { visible, count: rest, large: false });
    }
}
