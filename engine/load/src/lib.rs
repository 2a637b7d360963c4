//! Loading: an install's files become a [`world::Scene`].
//!
//! One module per family of games. A loader asks the virtual file system for bytes, has the format
//! crates read them, and builds a scene through the same types whatever the family. It reports its
//! progress and can be cancelled; it has no clock of its own, so callers may time its progress
//! reports.
//!
//! It does not find out what an install is (the program does), and it does not
//! draw.
//!
//! | file | holds |
//! |---|---|
//! | `daggerfall` | cells of Daggerfall's overworld: land, nature, towns; sectors, as they are seen from afar |
//! | `everquest` | zones of EverQuest: terrain, regions, light, materials, placed objects; its archives as folders |
//! | `gamestudio` | levels of Gamestudio games: blocks, water, light and fog, entities, models, sky, the start |
//! | `warcraft` | models of Warcraft: bones, sequences, materials, skins, what they hold; stages with some of them |
//! | `zipper` | worlds of the Zipper games: nodes, light and fog, materials, water, models, 'mechs, textures, sounds, animations, scripts |
//! | `code.rs` | scenes that are made in code |
//! | `request.rs`, `progress.rs` | what to load; progress |
//! | `pictures` | image files of any kind, decoded |
//! | `model.rs`, `model_camera.rs` | a model that is shown alone, of any family; a camera of its own |
//! | `creatures.rs` | creatures that somebody wants in a world |
//! | `difficulty.rs` | how hard missions are |
//! | `avatar.rs` | where the person starts |
//! | `axes.rs` | from the game's axes to the engine's |
//!
//! ```no_run
//! use load::{Phase, Request};
//!
//! let vfs = vfs::Vfs::open(std::path::Path::new("/games/mech3"), &[], load::ARCHIVES)?;
//! let request = Request {
//!     family: load::Family::Zipper,
//!     title: "mechwarrior3".to_owned(),
//!     world: "c1".to_owned(),
//!     frame: world::Frame::identity(1.0),
//!     container: "zbd/c1/gamez.zbd".to_owned(),
//!     textures: vec!["zbd/c1/rtexture.zbd".to_owned()],
//!     more_textures: vec!["zbd/rmechtex.zbd".to_owned()],
//!     sky_names: vec!["horizon".to_owned()],
//!     start: None,
//!     scripts: None,
//!     animations: Vec::new(),
//!     machines: None,
//!     aeroplanes: None,
//!     wind: [0.0; 3],
//!     sounds: None,
//!     sound_setup: load::SoundSetup::default(),
//!     callbacks: load::Callbacks::default(),
//!     creatures: load::CreatureRules::default(),
//!     guests: load::Guests::default(),
//!     walker: None,
//!     land: load::daggerfall::Shared::default(),
//! };
//! let mut progress = |phase: Phase, done: usize, of: usize| {
//!     println!("{} {done} of {of}", phase.name());
//!     true // false cancels
//! };
//! let loaded = load::load(&vfs, &request, &mut progress)?;
//! println!("{} triangles", loaded.scene.triangles());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

// A page has one thread.
#[cfg(target_family = "wasm")]
extern crate serial as rayon;

mod avatar;
mod axes;
mod code;
mod creatures;
pub mod daggerfall;
mod difficulty;
pub mod everquest;
pub mod gamestudio;
pub mod model;
mod model_camera;
mod pictures;
mod progress;
mod request;
pub mod warcraft;
pub mod zipper;

use binary::Finding;
pub use creatures::{Activity, CreatureRules, Guests, Lends, MOST_SPAWNS, NotASpawn, Size, Spawn};
pub use difficulty::{Difficulty, NotADifficulty};
pub use model::{LoadedModel, ModelExtras, ModelFiles, ModelRequest, ModelSource, Switch, SwitchOption};
pub use model_camera::ModelCamera;
pub use progress::{Phase, Progress, Quiet};
pub use request::{CodedScene, Family, Request, ScriptSetup, SoundFiles, SoundSetup, Start};
use vfs::{ArchiveOpener, Vfs};
pub use world::Callbacks;
use world::{Derived, Scene};

/// The archives of all families, for [`Vfs::open`]: the one list of what is shown
/// as a folder.
pub const ARCHIVES: &[ArchiveOpener] = &[
    zipper::archive::ARCHIVE,
    everquest::archive::ARCHIVE,
    daggerfall::archive::ARCHIVE,
    #[cfg(feature = "mpq")]
    vfs::MPQ,
];

/// Loads a world with the loader of its family.
///
/// # Errors
/// A missing or unusable file that holds the world, or cancellation.
/// Everything else is a finding: the world loads without it.
pub fn load(vfs: &Vfs, request: &Request, progress: &mut dyn Progress) -> Result<Loaded, Error> {
    match request.family {
        Family::Zipper => zipper::load(vfs, request, progress),
        Family::Gamestudio => gamestudio::load(vfs, request, progress),
        Family::Everquest => everquest::load(vfs, request, progress),
        Family::Warcraft => warcraft::load(vfs, request, progress),
        Family::Daggerfall => daggerfall::load(vfs, request, progress),
        Family::Code(code) => code::load(code, progress),
    }
}

/// The creatures that a world can be asked for as [`Guests`]; none for worlds without such.
pub fn creatures(vfs: &Vfs, request: &Request) -> Vec<String> {
    match request.family {
        Family::Everquest => everquest::actors::offered(vfs, &request.container),
        Family::Warcraft => warcraft::stage::models(vfs),
        Family::Zipper | Family::Gamestudio | Family::Daggerfall | Family::Code(_) => Vec::new(),
    }
}

/// The vehicles that somebody can drive in a world, the usual one first; none for worlds without such.
pub fn vehicles(vfs: &Vfs, request: &Request) -> Vec<String> {
    match request.family {
        Family::Zipper => zipper::drivable(vfs, request),
        Family::Everquest | Family::Warcraft | Family::Gamestudio | Family::Daggerfall | Family::Code(_) => {
            Vec::new()
        }
    }
}

/// Further creatures that a world can be asked for: those of archives that do not belong to it, with the names of
/// these. No archive is read whole for this.
pub fn creatures_elsewhere(vfs: &Vfs, request: &Request) -> Vec<(String, String)> {
    match request.family {
        Family::Everquest => everquest::actors::elsewhere(vfs, &request.container),
        Family::Zipper | Family::Gamestudio | Family::Warcraft | Family::Daggerfall | Family::Code(_) => {
            Vec::new()
        }
    }
}

/// The map that the game has of a world, or that players drew of it, and what was odd about its files; `None` for worlds
/// of which nobody drew one.
pub fn map(vfs: &Vfs, request: &Request) -> (Option<world::Map>, Vec<Finding>) {
    match request.family {
        Family::Everquest => everquest::map(vfs, &request.container, &request.frame),
        Family::Zipper => zipper::map::map(vfs, request),
        Family::Gamestudio | Family::Warcraft | Family::Daggerfall | Family::Code(_) => (None, Vec::new()),
    }
}

fn step(progress: &mut dyn Progress, phase: Phase, done: usize, of: usize) -> Result<(), Error> {
    if progress.at(phase, done, of) { Ok(()) } else { Err(Error::Cancelled) }
}

/// A loaded world and what was noticed on the way.
#[derive(Debug)]
pub struct Loaded {
    /// The world.
    pub scene: Scene,
    /// What was derived from the scene to find the start, for `Simulation::of_loaded`; the scene's
    /// nodes and models must not change in between.
    pub derived: Derived,
    /// All findings, in the order of the files.
    pub findings: Vec<Finding>,
    /// Bytes read from files.
    pub bytes_read: u64,
}

/// Why there is no scene.
#[derive(Debug)]
pub enum Error {
    /// A file is missing or cannot be used.
    File(Box<Finding>),
    /// The progress callback asked to stop.
    Cancelled,
}

impl From<Box<Finding>> for Error {
    fn from(finding: Box<Finding>) -> Self {
        Error::File(finding)
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::File(finding) => finding.fmt(f),
            Error::Cancelled => f.write_str("loading was cancelled"),
        }
    }
}

impl std::error::Error for Error {}
