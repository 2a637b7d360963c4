//! The language and the table of commands against docs/spec/zbd/interp-language.md, with traces
//! worked out by hand.

mod conditionals;
mod dispatch;
mod fetching;
mod flow;
mod forms;
mod helping;
mod limits;
mod mutations;
mod outcomes;
mod registers;
mod sources;
mod table;
mod toy;
mod two_lives;
mod variables;

use harness::alloc::Counting;

#[global_allocator]
static COUNTING: Counting = Counting;
