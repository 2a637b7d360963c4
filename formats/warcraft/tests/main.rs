//! Files of Warcraft: values, offsets, rules, mutations and files made from scratch.

mod blp;
mod dbc;
mod kinds;
mod m2;
mod structures;

#[global_allocator]
static COUNTING: harness::alloc::Counting = harness::alloc::Counting;
