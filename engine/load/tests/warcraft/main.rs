//! Small models of Warcraft made with the format's own constructors, and what the loader makes of them.

/// Counts what is live while damaged models are loaded.
#[global_allocator]
static COUNTING: harness::alloc::Counting = harness::alloc::Counting;

mod actions;
mod effects;
mod hostile;
mod looks;
mod maker;
mod movement;
mod stage;
mod things;
