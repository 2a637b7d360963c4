//! The verbs, one module each. A verb reads its options, calls the crates that do the work and
//! prints the result.

pub mod anims;
pub mod bench;
#[cfg(feature = "gpu")]
pub mod bench_frames;
pub mod bench_models;
pub mod beside;
pub mod check;
pub mod definitions;
pub mod demo;
pub mod detect;
pub mod export;
pub mod guests;
pub mod inspect;
pub mod listen;
pub mod load;
pub mod pack;
pub mod play;
pub mod script;
pub mod shot;
pub mod show;
pub mod sim;
mod sim_audio;
pub mod sim_mission;
mod sim_pace;
pub mod sounds;
mod tracing;
mod typing;
pub mod unpack;
pub mod vfs;
pub mod videos;
pub mod worlds;
