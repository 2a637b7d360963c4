//! Animations as text that people read and edit, and back: in the manner of the readers (`.zrd`) that the
//! games' own tool compiled, with its key words. Nothing is lost: the text of a file compiles to the same
//! file, byte for byte. Source: `docs/spec/zbd/anim.md` and `docs/spec/zbd/anim-events.md`; where those
//! give no key word, the name of the field in upper case is one.
//!
//! A text is a row of key words with their values in parentheses:
//!
//! ```text
//! ANIMATION_DEFINITION(
//!   ANIM_NAME(bell_ring)
//!   NAME(bell)
//!   ANIM_ROOT_NAME(bell)
//!   ACTIVATION(ON_STARTUP)
//!   NODES(bell clapper)
//!   SEQUENCE_DEFINITION(
//!     NAME(main)
//!     OBJECT_MOTION(NAME(clapper) XYZ_ROTATION(0.0 1.5 0.0) RUN_TIME(2.0))
//!     CALLBACK(START_TIME(EVENT 0.5) VALUE(7))
//!   )
//! )
//! ```
//!
//! Words in upper case are key words. Words in lower case are fields of the file by their names in the
//! specification: addresses and old memory that no key word is for, printed only where they are not what
//! compiling would put there. Entries of lists are named; `door@2` is the second `door`, a number is a
//! position. A name that looks like something else stands in quotes, in which `\x41` is a byte. Floats have
//! their shortest digits; one that is NaN or infinite stands as its bits, `0x7fc00000`.
//!
//! | file | holds |
//! |---|---|
//! | `tree.rs`, `print.rs` | words and parentheses, read and printed |
//! | `items.rs` | the items of a list while they are compiled |
//! | `fields.rs`, `form.rs` | records as their fields, and as key words by a table |
//! | `words_*.rs`, `event.rs` | the key words of events |
//! | `lists.rs`, `definition.rs`, `file.rs` | lists, definitions, a file |
//! | `context.rs` | the names that a definition's events refer to |

mod context;
mod definition;
mod event;
mod fields;
mod file;
mod form;
mod items;
mod lists;
mod print;
mod tree;
mod words_calls;
mod words_objects;
mod words_puffer;
mod words_things;

pub(super) use context::Context;
pub(super) use event::Spelled;
pub use file::{Compiler, compile, definition, head, listing, script};
pub(super) use items::Items;
pub use tree::Error;
pub(super) use tree::Node;
