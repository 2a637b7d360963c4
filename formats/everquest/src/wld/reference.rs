//! References: one signed word that is a fragment, a text, or nothing. Source:
//! `docs/spec/everquest/wld.md`, "References".

use binary::{Field, Kind};
use serde::{Deserialize, Serialize};

/// A reference as the file stores it. JSON shows the stored number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Reference(pub i32);

/// What a reference means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Nothing. In a name field: unnamed.
    None,
    /// A fragment of this file, counted from 1.
    Fragment(u32),
    /// A text at this offset of the string table. Where a fragment is meant, it
    /// is the fragment of this name, or the text itself if there is none.
    Name(u32),
}

impl Reference {
    /// Nothing.
    pub const NONE: Reference = Reference(0);

    /// The fragment of a number, from 1; nothing for 0 and for numbers that no
    /// file can hold.
    pub fn fragment(number: usize) -> Self {
        Reference(i32::try_from(number).unwrap_or(0))
    }

    /// The text at an offset of the string table; nothing for offset 0, where
    /// the empty text is, and for offsets that no file can hold.
    pub fn name(offset: usize) -> Self {
        Reference(i32::try_from(offset).map_or(0, |offset| -offset))
    }

    /// What it means.
    #[inline]
    pub const fn target(self) -> Target {
        match self.0 {
            0 => Target::None,
            number @ 1.. => Target::Fragment(number.unsigned_abs()),
            offset => Target::Name(offset.unsigned_abs()),
        }
    }

    /// Position of the fragment in [`Wld::fragments`](super::Wld::fragments), if
    /// it is a fragment's number.
    #[inline]
    pub fn index(self) -> Option<usize> {
        usize::try_from(self.0).ok()?.checked_sub(1)
    }

    /// True for nothing.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

impl Field for Reference {
    const SIZE: usize = 4;
    const KIND: Kind = Kind::Integer(4);

    #[inline]
    fn get(bytes: &[u8]) -> Self {
        Reference(i32::get(bytes))
    }

    #[inline]
    fn put(&self, bytes: &mut [u8]) {
        self.0.put(bytes);
    }

    fn show(&self) -> String {
        self.0.to_string()
    }
}
