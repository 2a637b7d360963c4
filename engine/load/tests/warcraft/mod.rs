//! Small models of Warcraft made with the format's own constructors, and what the loader makes of them.

mod actions;
mod effects;
mod hostile;
mod looks;
mod maker;
mod movement;
mod stage;
mod things;
