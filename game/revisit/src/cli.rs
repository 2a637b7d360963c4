//! The command line: its verbs, and the options that name an install, a world, and what is asked of one without running
//! it.
//!
//! | file | holds |
//! |---|---|
//! | `running.rs` | `sim` and `play` |
//! | `pictures.rs` | `shot`, `listen`, `show`, `export` |
//! | `files.rs` | single files: `inspect`, `vfs`, `unpack`, `pack`, `videos`, `sounds` |
//! | `bench.rs` | the benchmarks |
//! | `values.rs` | the values that options take |

mod bench;
mod files;
mod pictures;
mod running;
mod values;

use crate::verbs::guests::GuestArgs;
use base::Failure;
#[cfg(feature = "gpu")]
pub use bench::BenchFramesArgs;
pub use bench::{BenchLoadArgs, BenchModelsArgs, BenchVerb, CompareArgs};
use clap::{Args, Parser, Subcommand};
pub use files::{InspectArgs, PackArgs, SoundsArgs, UnpackArgs, VfsArgs, VfsVerb, VideosArgs};
pub use pictures::{ExportArgs, ListenArgs, ShotArgs, ShowArgs};
pub use running::{PlayArgs, SimArgs};
use std::path::PathBuf;
use titles::install::Install;
#[cfg(feature = "gpu")]
pub use values::ModelView;
pub use values::{DemoName, PresetName, View};

/// Walk through the worlds of games you own.
#[derive(Debug, Parser)]
#[command(name = "revisit", disable_version_flag = true, max_term_width = 100, after_help = EXIT_CODES)]
pub struct Cli {
    /// The verb.
    #[command(subcommand)]
    pub verb: Option<Verb>,
    /// Folder for everything the program writes [default: REVISIT_HOME, or the usual folders of this system]
    #[arg(long, global = true, value_name = "DIR")]
    pub home: Option<PathBuf>,
    /// What to log on stderr: a level (error, warn, info, debug, trace) or subsystem=level, separated by
    /// commas [default: REVISIT_LOG, or warn]
    #[arg(long, global = true, value_name = "FILTER")]
    pub log: Option<String>,
    /// Print the version and the folders the program writes to
    #[arg(long)]
    pub version: bool,
}

const EXIT_CODES: &str = "Exit codes: 0 success, 1 check or --deny found something, 2 bad input or command line, \
                          3 this machine lacks something, 4 a bug in Revisit, 130 interrupted.";

/// One verb per task.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Tell which game a folder, a zip file or a disc image holds, and what is missing
    Detect(DetectArgs),
    /// List the worlds of a game, or the models of a game that is shown on a stage
    Worlds(WorldsArgs),
    /// Load a world without a window: counts, findings, times, memory
    Load(LoadArgs),
    /// Run a world without a window, with a hash of its state every second
    Sim(SimArgs),
    /// Show what a file of any known kind holds
    Inspect(InspectArgs),
    /// Check all files of a game for damage and broken references
    Check(CheckArgs),
    /// Build one of our demo worlds and open it
    Demo(DemoArgs),
    /// Run a benchmark
    #[command(subcommand)]
    Bench(BenchVerb),
    /// List files as the program sees them: a game with its mods
    #[command(subcommand)]
    Vfs(VfsVerb),
    /// Take a screenshot of a world, without a window
    Shot(ShotArgs),
    /// Write what a world sounds like from a place as WAV
    Listen(ListenArgs),
    /// Show a model on a turntable, in a window or as a picture; without a name, list the models
    Show(ShowArgs),
    /// Walk through a world in a window
    Play(PlayArgs),
    /// List the videos of a game, or convert them to WebM
    Videos(VideosArgs),
    /// List the sounds of a game and where each comes from, or extract them
    Sounds(SoundsArgs),
    /// Unpack a file into a folder for editing: textures as PNG, archives as their members, animation definitions as text, all else as JSON
    Unpack(UnpackArgs),
    /// Pack such a folder into a file again
    Pack(PackArgs),
    /// Export a world, a part of it or a model with its animations as glTF
    Export(ExportArgs),
    /// Run the scripts that load a world: trace them, or write what they build as a file of a world
    Script(ScriptArgs),
    /// List the animations of a world
    Anims(WorldArgs),
    /// List what a game defines: vehicles, weapons, objectives; with a name, its values, where they come from and which mod changed them
    Definitions(DefinitionsArgs),
}

/// `detect`
#[derive(Debug, Args)]
pub struct DetectArgs {
    /// Folder, zip file or disc image (.cue, .iso) of the game; the folder around it or anything inside it will do, too
    pub path: PathBuf,
    /// Look for the music of its CD here first: a folder with a .cue or with tracks, or a .cue
    #[arg(long, value_name = "DIR|CUE")]
    pub music: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// An install with its mods.
#[derive(Debug, Args)]
pub struct InstallArgs {
    /// Folder, zip file or disc image (.cue, .iso) of the game; the folder around it or anything inside it will do, too
    pub path: PathBuf,
    /// Mod, a folder or a zip file, whose files replace those of the game; may be repeated, the last one wins
    #[arg(long = "mod", value_name = "DIR|ZIP")]
    pub mods: Vec<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// `worlds`
#[derive(Debug, Args)]
pub struct WorldsArgs {
    /// The install.
    #[command(flatten)]
    pub install: InstallArgs,
    /// Only those with this in their names; of models, with all of these words in their addresses
    pub filter: Option<String>,
}

/// A world of an install.
#[derive(Debug, Args)]
pub struct WorldArgs {
    /// The install.
    #[command(flatten)]
    pub install: InstallArgs,
    /// World to open, as listed by `worlds`: chapter, chapter/mission, level or the file of a level; not needed if there is only one or if PATH is its file; of a game that is shown on a stage, models separated by commas
    pub world: Option<String>,
    /// Where on an overworld, instead of WORLD: a location by its name or a part of it, or a cell of the map
    /// by its numbers, as 207,213
    #[arg(long, conflicts_with = "world", value_name = "NAME|X,Y")]
    pub at: Option<String>,
    /// What to choose of an overworld; may be repeated: winter, reading=unity|plain|original|noise,
    /// step=1..64, vertical=1..10, nature=0..1, placement=header|centred, flats=still|turned,
    /// weather=climate|clear|fog|rain|snow, speed=0..1000, view=2..24, around=1..4, memory=64..8192
    #[arg(long, value_name = "CHOICE")]
    pub land: Vec<String>,
    /// Texture quality: best, or another that the game has (medium, low, software, the name of a package)
    #[arg(long, default_value = titles::BEST, value_name = "QUALITY")]
    pub textures: String,
}

impl WorldArgs {
    /// The world that is named, one way or the other.
    pub fn name(&self) -> Option<&str> {
        self.at.as_deref().or(self.world.as_deref())
    }

    /// Opens the install, with what is chosen of its overworld.
    ///
    /// # Errors
    /// As [`Install::open`], and a choice that is not understood.
    pub fn open(&self) -> Result<Install, Failure> {
        let mut install = Install::open(&self.install.path, &self.install.mods)?;
        install.land = land(&self.land)?;
        Ok(install)
    }
}

/// An overworld with some choices.
///
/// # Errors
/// One that is not understood.
pub fn land(choices: &[String]) -> Result<load::daggerfall::Shared, Failure> {
    Ok(load::daggerfall::Shared::new(land_settings(choices)?))
}

/// What is chosen of an overworld.
///
/// # Errors
/// A choice that is not understood.
pub fn land_settings(choices: &[String]) -> Result<load::daggerfall::Settings, Failure> {
    let mut settings = load::daggerfall::Settings::default();
    for choice in choices {
        settings.choose(choice).map_err(|why| Failure::Unusable(format!("--land {choice}: {why}")))?;
    }
    Ok(settings)
}

/// `load`
#[derive(Debug, Args)]
pub struct LoadArgs {
    /// The world.
    #[command(flatten)]
    pub world: WorldArgs,
    /// Who else is there.
    #[command(flatten)]
    pub guests: GuestArgs,
    /// Fail (exit code 1) on findings of this code or severity (note, warning, error); may be
    /// repeated
    #[arg(long, value_name = "CODE|SEVERITY")]
    pub deny: Vec<String>,
}

/// `check`
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The install, or one file.
    #[command(flatten)]
    pub install: InstallArgs,
    /// Also write every file again, in memory, and compare it byte for byte
    #[arg(long)]
    pub roundtrip: bool,
    /// Fail (exit code 1) on findings of this code or severity (note, warning, error); may be repeated
    #[arg(long, value_name = "CODE|SEVERITY")]
    pub deny: Vec<String>,
    /// List every finding and every file, also those without findings
    #[arg(long)]
    pub verbose: bool,
}

/// `demo`
#[derive(Debug, Args)]
pub struct DemoArgs {
    /// Which demo; `zipper` is `mechwarrior3`
    pub name: DemoName,
    /// Build it into the cache and open it (the default)
    #[arg(long, conflicts_with = "write")]
    pub play: bool,
    /// Only write it to this folder: a new or empty one, or that of an older demo
    #[arg(long, value_name = "DIR")]
    pub write: Option<PathBuf>,
    /// Replace an older demo even if other files lie in it, which are lost
    #[arg(long, requires = "write")]
    pub force: bool,
    /// How many times larger the world is, for demos that come in more than one size
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64), value_name = "N")]
    pub scale: u32,
    /// Seed for randomly placed objects
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u32,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// `definitions`
#[derive(Debug, Args)]
pub struct DefinitionsArgs {
    /// The install.
    #[command(flatten)]
    pub install: InstallArgs,
    /// Only these, by name or by what they are about (vehicle, weapon, mech, objective), with their values; `constants` shows the numbers of the game's program
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Only those that count in this world, the mission's first [default: all of the install]
    #[arg(long, value_name = "WORLD")]
    pub world: Option<String>,
}

/// `script`
#[derive(Debug, Args)]
pub struct ScriptArgs {
    /// The world.
    #[command(flatten)]
    pub world: WorldArgs,
    /// Print every line with what became of it
    #[arg(long)]
    pub trace: bool,
    /// Run this script instead of those of the game
    #[arg(long, value_name = "FILE.gs")]
    pub source: Option<PathBuf>,
    /// Take the road of the tools that built the world, not that of the game
    #[arg(long)]
    pub build: bool,
    /// Write what the scripts build as a GameZ file
    #[arg(long, value_name = "FILE.zbd")]
    pub export: Option<PathBuf>,
    /// Replace the file if it exists: files of games do not say who wrote them
    #[arg(long, requires = "export")]
    pub force: bool,
}
