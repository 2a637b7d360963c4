//! Indices of things in a [`Scene`](crate::Scene), one type for each.

use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$meta:meta])* $name:ident),* $(,)?) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// Index in the list of its kind.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<usize> for $name {
            #[inline]
            fn from(index: usize) -> Self {
                $name(index as u32)
            }
        }
    )*};
}

ids! {
    /// A node. Zipper nodes keep the slot of their file.
    NodeId,
    /// A model.
    ModelId,
    /// A material.
    MaterialId,
    /// A texture.
    TextureId,
    /// A clip.
    ClipId,
    /// An animator: something with a clock.
    AnimatorId,
    /// A program; see [`Definition`](crate::program::Definition).
    ProgramId,
    /// A law of particles.
    EmitterLawId,
    /// A law of ribbons.
    RibbonLawId,
    /// One path from a root to a node; see [`Occurrences`](crate::Occurrences).
    OccurrenceId,
}
