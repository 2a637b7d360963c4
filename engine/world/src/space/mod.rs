//! How a world is divided, and the questions one can ask of it: where is the
//! ground, what does this ray or moving capsule hit, what can be seen from here.
//!
//! [`Space`] is an index over the [`Occurrences`](crate::Occurrences) and
//! derived from them; [`Probe`] asks. Neither answer nor order of answers ever
//! depends on how the world is divided or in which order things moved.

mod beyond;
mod collider;
mod grid;
mod index;
mod leafs;
mod liquids;
mod probe;
mod queries;
mod shape;
mod tree;
mod triangle;
mod walls;

#[cfg(test)]
mod tests;

pub use beyond::Neighbour;
pub use collider::Colliders;
pub use grid::{GridDef, SpaceDef};
pub use index::Space;
pub use leafs::{Branch, LeafDef, LeafError, Seen, Split};
pub use probe::{Capsule, Hit, Near, Overlap, Probe, SweepHit};
