//! What drives: each kind of vehicle has a module with its law. A driver asks for a demand on each axis, a person or
//! a pilot; the law does not see who that was.
//!
//! | file | holds |
//! |---|---|
//! | `tank.rs` | a tick of a tank on tracks, in the order of the original |
//! | `contact.rs` | what its points stand on, and how it stands there |
//! | `bounce.rs` | walls and ceilings |

mod bounce;
mod contact;
pub(crate) mod tank;
