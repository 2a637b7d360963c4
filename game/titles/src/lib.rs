//! Detection of games: which one is it, what is missing, and which worlds does it have?
//!
//! What makes a title is data: `assets-manifest.toml`, see [`Manifest`]. [`detect`] compares a
//! folder with it, [`worlds`] lists what can be opened. An [`install::Install`] joins both with the
//! files. No file is parsed here, and at most the first 64 bytes of three are read.
//! [`demo_install`] writes demos to disk.
//!
//! | file | holds |
//! |---|---|
//! | `manifest.rs` | the table of games, `assets-manifest.toml`, as types |
//! | `detect.rs` | which game a path belongs to |
//! | `around.rs`, `zipped.rs` | the game around a part of it; games in zip files |
//! | `candidate.rs`, `pattern.rs` | one folder compared with the table; paths of the table |
//! | `handed.rs` | games among files that somebody handed over |
//! | `installs_around.rs` | the game that an output would land in |
//! | `install.rs`, `worlds.rs`, `chapters.rs` | an install with its mods; its worlds; the folders that hold them |
//! | `packs.rs` | archives that lie over each other; the files of an install as the program sees them |
//! | `overworld.rs` | locations and cells of an overworld as worlds |
//! | `names.rs` | what games and levels are called |
//! | `missing.rs`, `needs.rs`, `report.rs` | what is missing; what levels show that lies elsewhere; a report on an unknown variant |
//! | `qualities.rs` | files in several qualities |
//! | `coded.rs` | installs of scenes that are made in code |
//! | `demo.rs`, `demo_install.rs` | installs made by Revisit; writing them |
//! | `codes.rs` | findings about folders |
//!
//! ```
//! # let folder = tempfile::tempdir()?;
//! # let place = folder.path().join("zbd/c1");
//! # std::fs::create_dir_all(&place)?;
//! # std::fs::write(place.join("gamez.zbd"), [0x22, 0x12, 0x97, 0x02, 27, 0, 0, 0])?;
//! # let path = folder.path();
//! let detection = titles::detect(path)?;
//! println!("{}", detection.summary());
//! let title = detection.known()?;
//! assert_eq!(title.id, "mechwarrior3");
//!
//! let vfs = vfs::Vfs::open(&detection.root, &[], load::ARCHIVES)?;
//! let worlds = titles::worlds(&detection, &vfs);
//! let world = titles::find_world(&detection, &worlds, Some("C1"))?;
//! assert_eq!(world.file("world"), Some("zbd/c1/gamez.zbd"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod around;
mod candidate;
mod chapters;
mod coded;
mod codes;
mod demo;
pub mod demo_install;
mod detect;
mod handed;
pub mod install;
mod installs_around;
mod manifest;
mod missing;
mod names;
mod needs;
mod overworld;
mod packs;
mod pattern;
mod qualities;
mod report;
mod worlds;
mod zipped;

pub use candidate::Confidence;
use coded::coded_scene;
pub use coded::content as coded_content;
pub use codes::CODES;
pub use demo::{DemoInfo, DemoPlace, DemoStart, FILE as DEMO_FILE, WorldStart, parse as parse_demo};
pub use detect::{
    Detection, Neighbour, Whereabouts, detect, detect_in, detect_in_with, detect_with, games_in,
    is_loose_model, loose_models, title_at,
};
pub use handed::{HandedGame, games_among};
pub use installs_around::{gate, gate_beside};
pub use manifest::{
    Fact, FileRule, Hints, KnownWorld, Manifest, MissionKind, MissionMusic, Music, Parts, Release, Sign,
    Space, Title, WorldRules, manifest,
};
pub use missing::Missing;
pub use names::{is_mission, is_test};
pub use packs::open_files;
pub use qualities::{BEST, Quality, choose, is_quality, other_quality, qualities, ring};
pub use worlds::{World, WorldFile, WorldKind, find_world, stage, worlds};
