//! Laws of the tick, each with numbers worked out by hand.
//!
//! One test binary, since linking the runtime for each of these files took longer than running them.
//! What counts allocations is a binary of its own: `program_steady.rs`.

mod common;

mod actions;
mod actors;
mod aeroplane;
mod aeroplane_bounds;
mod aeroplane_crash;
mod aeroplane_ground;
mod aeroplane_units;
mod aeroplane_wheels;
mod atlas;
mod bad_saves;
mod camera;
mod climb;
mod clips;
mod combat;
mod command_table;
mod commands;
mod copies;
mod creatures;
mod effects;
mod fallen;
mod flip_books;
mod lights;
mod lines;
mod living;
mod machines;
mod mech;
mod mech_parts;
mod mech_walk;
mod missions;
mod motion;
mod music;
mod opponents;
mod places;
mod program_bodies;
mod program_bounds;
mod program_callbacks;
mod program_connect;
mod program_damage;
mod program_events;
mod program_groups;
mod program_hold;
mod program_hostile;
mod program_life;
mod program_lights;
mod program_sounds;
mod program_trace;
mod programs;
mod reload;
mod simulation;
mod swim;
mod tank;
mod tank_ground;
mod tank_lean;
mod tank_modes;
mod tank_ram;
mod tank_slopes;
mod tank_tracks;
mod tank_walls;
mod vehicle_programs;
mod walker;
