//! Small zones made with the format's own constructors, and what the loader makes of them; its archives as folders.

mod archives;
mod clouds;
mod colours;
mod crossing;
mod hostile;
mod living;
pub mod maker;
mod maps;
mod materials;
mod placements;
mod regions;
mod sky;
mod sounds;
mod space;
mod zones;
