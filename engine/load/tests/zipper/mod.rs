//! Small installs of all four titles, made with the formats' own constructors,
//! and what the loader makes of them.

mod animations;
mod archives;
mod arms;
mod commands;
mod definitions;
mod driven;
mod events;
mod install;
mod missions;
mod models;
mod opponents;
mod scripts;
mod sound_definitions;
mod sounds;
mod vehicle_programs;
mod vehicles;
mod worlds;
