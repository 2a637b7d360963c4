//! The demos, built in a page of a browser: a module of its own beside the engine's (`web`), so that whoever opens
//! a game they own does not wait for what builds demos. A worker has it build the files of one demo, hands them over,
//! and ends. There is nothing in it but calls from the page; which demos there are is in the crate `demos`.
//!
//! | file | holds |
//! |---|---|
//! | `worker.rs` | calls from the page (only for `wasm32`) |

#![forbid(unsafe_code)]

// Without it sums of vectors are made in another order, and demos part from those of the program.
#[cfg(all(target_family = "wasm", not(target_feature = "simd128")))]
compile_error!("the page is built with `-C target-feature=+simd128`, as `scripts/web` does");

#[cfg(target_family = "wasm")]
mod worker;
