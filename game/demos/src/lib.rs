//! The demo worlds: small original installs in a game's own layout, made by
//! our writers, so that everyone can see the program without owning a game.
//!
//! They open no files and draw nothing; the same options give the same bytes on
//! every machine.
//!
//! | file | holds |
//! |---|---|
//! | `valley`, `island`, `plain` | the worlds: the valley, the island (its sea is in `island/pictures/water.rs`), the test ground |
//! | `daggerfall` | an archipelago in the layout of Daggerfall: land, climates, places, models, pictures |
//! | `everquest` | two zones of EverQuest, their things, creatures and sounds |
//! | `warcraft` | models of Warcraft, of both clients |
//! | `courtyard` | a courtyard at dusk: a scene made in code, without files of any game |
//! | `walkers`, `planes.rs` | walking machines; an aeroplane |
//! | `ports`, `game.rs` | the valley in the layouts of the other games; these games |
//! | `named.rs` | all demos by name |
//! | `builders` | what every demo is made with |
//! | `checked.rs`, `walked.rs` | demos as tests find them |
//!
//! ```no_run
//! let options = demos::Options { scale: 1, seed: 1 };
//! let files = demos::plain(&options)?;
//! assert!(files.iter().any(|file| file.address == "zbd/c1/gamez.zbd"));
//! # Ok::<(), Box<binary::Finding>>(())
//! ```
//!
//! Source: `docs/spec/zbd`, the sections on writing valid files, and
//! `docs/spec/gamestudio.md`.

#![forbid(unsafe_code)]

// A page has one thread.
#[cfg(target_family = "wasm")]
extern crate serial as rayon;

mod builders;
#[cfg(test)]
mod checked;
mod courtyard;
mod daggerfall;
mod everquest;
mod game;
mod island;
mod named;
mod plain;
mod planes;
mod ports;
mod valley;
#[cfg(test)]
mod walked;
mod walkers;
mod warcraft;

use binary::Result;
use glam::Vec3;

pub use builders::graph::CODES;
pub use game::Game;
pub use named::{Demo, Part, Unknown};

/// A day in May 1999, as seconds since 1970: when every demo was exported.
const EXPORTED: u32 = 928_065_600;

/// What a demo is built with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many times the usual area the world has, 1..=64.
    pub scale: u32,
    /// Seed of everything that is strewn about.
    pub seed: u32,
}

/// One file of a demo install.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemoFile {
    /// Address relative to the install, with `/`.
    pub address: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

impl DemoFile {
    fn new(address: &str, bytes: Vec<u8>) -> Self {
        DemoFile { address: address.to_owned(), bytes }
    }
}

/// A place that tests and visitors are sent to.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    name: &'static str,
    /// The feet.
    position: Vec3,
    /// 0 looks north, along -z; grows to the left.
    yaw_deg: f32,
    /// Where walking straight on from there should lead to.
    target: Option<Vec3>,
}

/// Builds the valley in a game's layout.
///
/// # Errors
/// `demo.count` when the world does not fit its format at this scale, which no
/// scale up to 64 does; any other finding is a mistake in the demo itself.
pub fn valley(game: Game, options: &Options) -> Result<Vec<DemoFile>> {
    valley::build(game, options)
}

/// Builds the test ground in MechWarrior 3's layout.
///
/// # Errors
/// As those of [`valley()`].
pub fn plain(options: &Options) -> Result<Vec<DemoFile>> {
    plain::build(options)
}

/// Builds the island, an install of a game made with Gamestudio. It has one
/// size: the scale is noted and not used.
///
/// # Errors
/// A finding is a mistake in the demo itself.
pub fn island(options: &Options) -> Result<Vec<DemoFile>> {
    island::build(options)
}

/// Builds the courtyard: an install that only says which scene it is. It has one
/// size and one seed: both are noted and not used.
///
/// # Errors
/// None; for the sake of the others.
pub fn courtyard(options: &Options) -> Result<Vec<DemoFile>> {
    Ok(courtyard::files(options))
}

/// Builds Larkmere and Ashgate, an install of EverQuest with two zones. It has one
/// size: the scale is noted and not used.
///
/// # Errors
/// A finding is a mistake in the demo itself.
pub fn everquest(options: &Options) -> Result<Vec<DemoFile>> {
    everquest::build(options)
}

/// Builds models of Warcraft, of clients 1.x and 2.x, as loose files. They have one size: the scale is
/// noted and not used.
///
/// # Errors
/// A finding is a mistake in the demo itself.
pub fn warcraft(options: &Options) -> Result<Vec<DemoFile>> {
    warcraft::build(options)
}

/// Builds the archipelago, an install of Daggerfall with a whole map. It has one size: the scale is noted and
/// not used.
///
/// # Errors
/// A finding is a mistake in the demo itself.
pub fn daggerfall(options: &Options) -> Result<Vec<DemoFile>> {
    daggerfall::build(options)
}

/// What is in a file whose name says which scene in code is meant.
pub const SCENE_FILE: &str = courtyard::NOTE;

/// The scene of the courtyard, which is made in code.
pub fn courtyard_scene() -> world::Scene {
    courtyard::scene()
}
