//! The part of `rayon` that the engine uses, one item after the other: a page has one thread, and what
//! shares work between several would only make it larger to fetch. Crates name it `rayon` there.
//!
//! | file | holds |
//! |---|---|
//! | `prelude.rs` | iterators that are called as the parallel ones |
//!
//! ```
//! use serial::prelude::*;
//!
//! let halves: Vec<i32> = [2, 4].par_iter().map(|value| value / 2).collect();
//! assert_eq!(halves, [1, 2]);
//! assert_eq!(serial::join(|| 1, || 2), (1, 2));
//! ```

#![forbid(unsafe_code)]

pub mod prelude;

/// Both, the first one first.
pub fn join<A, B>(first: impl FnOnce() -> A, second: impl FnOnce() -> B) -> (A, B) {
    let first = first();
    (first, second())
}
