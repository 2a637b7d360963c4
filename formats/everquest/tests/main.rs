//! Files of EverQuest: values, offsets, rules, mutations and files made from scratch.

mod kinds;
mod pfs;
mod side_files;
mod texts;
mod wld;

#[global_allocator]
static COUNTING: harness::alloc::Counting = harness::alloc::Counting;
