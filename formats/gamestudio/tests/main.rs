//! Files of Gamestudio: values, offsets, rules, mutations, and real files.

mod hmp;
mod mdl;
mod mdl7;
mod model;
mod pixels;
mod real_levels;
mod real_models;
mod space;
mod wad;
mod wmb;
mod wmp;

#[global_allocator]
static COUNTING: harness::alloc::Counting = harness::alloc::Counting;
