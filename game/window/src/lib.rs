//! The window: shows worlds and turns a person's input into actions.
//!
//! [`run`] opens it and returns when it is closed. Events become values in `input`, time becomes
//! ticks in `clock`; a world is a `visit`; what lies over the picture is drawn in `overlay`.
//! Worlds are loaded on a thread of their own, see [`loader`]. It reads no file format, and
//! whatever it can do to a world `runtime` does.
//!
//! | file | holds |
//! |---|---|
//! | `bindings` | keys and buttons: what F1 to F12 do, and all others |
//! | `joysticks.rs` | gamepads and joysticks that were ever connected, and how their axes answer |
//! | `own_files.rs` | how settings, keys and lists are opened, saved, and set aside when damaged |
//! | `settings.rs`, `settings`, `recent.rs`, `stand.rs`, `saves.rs` | settings; those of overworlds; recent levels; where one stood in them; quick saves |
//! | `bookmarks.rs`, `thumbnails.rs` | named places; pictures of visited levels |
//! | `mods.rs`, `overlaps.rs`, `media.rs` | the mods of each game; what they override; models, sounds and videos of a game |
//! | `app` | the application: events, pages, what they request, frames |
//! | `overlay` | pages and panels: start, a game with its levels and mods, menu, settings (`choices.rs`), missions and vehicles, captions, bookmarks, photo mode, statistics, scene tree, console, animations, map, controls, credits |
//! | `timeline.rs`, `typed_lines.rs` | when the events of an animation are due; lines that were typed in the console |
//! | `visit.rs` (`visit` has what menus and the console ask of it), `loader.rs`, `background.rs`, `watch.rs` | the open world; loading on a thread; threads that give way to drawing; mods that change |
//! | `neighbours.rs`, `neighbours` | the places around the person: loaded, joined, left; before they are wished for; as a recording says it |
//! | `model_viewer.rs`, `model_viewer` | the window of one model; the turntable in it |
//! | `input.rs`, `pads.rs`, `pointer.rs` | state of keys; gamepads; the mouse |
//! | `find.rs`, `look_into.rs`, `completion.rs` | games on this machine; a chosen folder; paths as they are typed |
//! | `screen.rs`, `sound.rs`, `theme.rs` | the surface; what is heard; the look of menus |
//! | `maps.rs` | the map of a world, read or made on a thread |
//! | `screen_cover.rs` | what cues show over the picture |
//! | `cd_music.rs` | music of the CD, as the settings want it |
//! | `small_world.rs` | what tests share |
//!
//! ```no_run
//! use base::platform::Folders;
//! use window::{First, Launch, Outcome};
//!
//! # fn main() -> Result<(), base::Failure> {
//! let launch = Launch::new(Folders::find(None)?, First::Start, replay::report::Recorder::default());
//! if let Outcome::NoDisplay(why) = window::run(launch)? {
//!     println!("no display: {why}");
//! }
//! # Ok(())
//! # }
//! ```

#![forbid(unsafe_code)]

mod app;
mod background;
mod bindings;
mod bookmarks;
mod cd_music;
mod completion;
mod find;
mod input;
mod joysticks;
pub mod loader;
mod look_into;
mod maps;
mod media;
pub mod model_viewer;
mod mods;
mod neighbours;
mod overlaps;
mod overlay;
mod own_files;
mod pads;
mod pointer;
mod recent;
mod saves;
mod screen;
mod screen_cover;
mod settings;
#[cfg(test)]
mod small_world;
mod sound;
mod stand;
mod theme;
mod thumbnails;
mod timeline;
mod typed_lines;
mod visit;
mod watch;

pub use app::{First, Launch, Outcome, run};
