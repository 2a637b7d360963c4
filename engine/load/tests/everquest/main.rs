//! Small zones made with the format's own constructors, and what the loader makes of them; its archives as folders.

mod archives;
mod maker;
mod zones;
