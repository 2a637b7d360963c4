//! Levels of every family, loaded from files that are made here, and real ones.

mod authored;
mod bounds;
mod creatures;
mod daggerfall;
mod everquest;
mod level;
mod real_levels;
mod sign;
mod start;
mod surroundings;
mod warcraft;
mod zipper;

#[global_allocator]
static COUNTING: harness::alloc::Counting = harness::alloc::Counting;
