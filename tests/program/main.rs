//! Whole-program tests: the real binary on real files.
//!
//! The files are the plain demo, written by the program itself into a
//! temporary folder once for all tests that only look at it.

mod airship;
mod alive;
mod animations;
mod ashgate;
mod bad_input;
mod battle_heard;
#[cfg(feature = "gpu")]
mod bench;
#[cfg(target_os = "linux")]
mod bombs;
mod check;
mod citations;
mod commands_covered;
mod commands_doc;
mod console;
mod courtyard;
#[cfg(feature = "gpu")]
mod courtyard_pictures;
mod creatures;
mod daggerfall;
mod daggerfall_doc;
mod damaged;
mod definitions;
mod definitions_doc;
mod definitions_of_missions;
mod definitions_of_vehicles;
mod demo;
mod detect;
#[cfg(feature = "gpu")]
mod drawing;
mod driving;
mod escort;
mod events_doc;
mod export;
mod findings_doc;
mod flying;
mod four_games;
mod fragments_doc;
mod gamestudio;
mod general_scene;
#[cfg(feature = "gpu")]
mod golden;
mod heard;
mod implemented;
mod island;
mod json_errors;
mod json_keys;
mod kinds;
mod larkmere;
mod levels;
mod listen;
mod load;
mod m2_doc;
mod maps;
mod matrix;
mod measured;
mod missions;
mod mods;
mod music;
mod named_files;
mod packing;
mod picture;
mod places;
mod program;
#[cfg(target_os = "linux")]
mod progress;
#[cfg(feature = "gpu")]
mod same_picture;
mod scripted;
#[cfg(target_os = "linux")]
mod scripts;
mod show;
mod shrinking;
mod sim;
mod sounding;
mod sounds;
#[cfg(feature = "gpu")]
mod spawned;
mod summaries;
mod unpack;
mod untouched;
mod videos;
mod walker;
mod walking;
mod warcraft_demo;
mod warcraft_install;
mod warcraft_models;
mod water;
mod weapons;
#[cfg(unix)]
mod written;
mod zipped;
mod zone_lines;
mod zone_sight;
mod zone_sounds;
mod zone_statistics;
// Zones as the tests of the loader make them.
#[path = "../../engine/load/tests/everquest/maker.rs"]
#[allow(dead_code, reason = "tests of the loader need more of it")]
mod zone_maker;
