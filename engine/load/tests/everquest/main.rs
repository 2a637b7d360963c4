//! Small zones made with the format's own constructors, and what the loader makes of them; its archives as folders.

/// Counts what is live while damaged zones are loaded.
#[global_allocator]
static COUNTING: harness::alloc::Counting = harness::alloc::Counting;

mod archives;
mod clouds;
mod colours;
mod crossing;
mod hostile;
mod living;
mod maker;
mod maps;
mod materials;
mod placements;
mod regions;
mod sky;
mod sounds;
mod space;
mod zones;
