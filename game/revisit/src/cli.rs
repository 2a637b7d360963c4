//! The command line: verbs and their options.

mod values;

use crate::verbs::beside::BesideArgs;
use crate::verbs::guests::GuestArgs;
use crate::verbs::sim_mission::PilotName;
use base::Failure;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use titles::install::Install;
pub use values::{DemoName, Hour, ModelView, PresetName, View};
use values::{parse_number, parse_pitch, parse_point, parse_seconds, parse_size};

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

/// `sim`
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("written").multiple(true).args(["record", "audio_out"]))]
pub struct SimArgs {
    /// The world.
    #[command(flatten)]
    pub world: WorldArgs,
    /// What lies beside it.
    #[command(flatten)]
    pub beside: BesideArgs,
    /// Who else is there.
    #[command(flatten)]
    pub guests: GuestArgs,
    /// Play the mission of the world, in the usual vehicle if none is named, until it is over, without a person
    #[arg(long, value_enum, conflicts_with = "replay", value_name = "WHO")]
    pub pilot: Option<PilotName>,
    /// Hour of the day at the start, in worlds that have hours, as 21:30 [default: noon]
    #[arg(long, value_name = "HH:MM")]
    pub hour: Option<Hour>,
    /// Number of ticks to run, 60 a second [default: the whole replay, the whole mission with --pilot, or 600]
    #[arg(long, value_name = "N")]
    pub ticks: Option<u64>,
    /// Seed of the random number generator
    #[arg(long, value_name = "N")]
    pub seed: Option<u32>,
    /// Record input and hashes to this file
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Write what would have been heard to this WAV file, 735 frames of 44,100 Hz a tick
    #[arg(long, value_name = "FILE")]
    pub audio_out: Option<PathBuf>,
    /// Replace the files even if Revisit did not write them
    #[arg(long, requires = "written")]
    pub force: bool,
    /// Replay input and commands from this file and compare the hashes
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
    /// Print the sounds, effects and messages that the world asks for, with their tick
    #[arg(long)]
    pub trace_cues: bool,
    /// Print what happens when in the animations of this name, as listed by `anims`; * for all; may be repeated
    #[arg(long, value_name = "NAME")]
    pub trace_anim: Vec<String>,
    /// Line for the console, as typed in the window; may be repeated, one line a tick
    #[arg(long = "console", value_name = "LINE")]
    pub console: Vec<String>,
    /// Tick of the first line for the console
    #[arg(long, value_name = "N", default_value_t = 0, requires = "console")]
    pub at_tick: u64,
    /// Let ticks take as long as in a window, so that places that are loaded meanwhile have the time that they have
    /// there
    #[arg(long)]
    pub real_time: bool,
}

/// `inspect`
#[derive(Debug, Args)]
pub struct InspectArgs {
    /// File to look into, or ARCHIVE/MEMBER
    pub file: PathBuf,
    /// Print only this part of it: an animation definition, by its name or number
    #[arg(value_name = "NAME", conflicts_with = "json")]
    pub name: Option<String>,
    /// Print everything in the file as one JSON object
    #[arg(long)]
    pub json: bool,
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

/// `bench`
#[derive(Debug, Subcommand)]
pub enum BenchVerb {
    /// Time loading a world
    Load(BenchLoadArgs),
    /// Time loading every model once, each alone
    Models(BenchModelsArgs),
    /// Time drawing a world along a fixed path around its start, or along a recorded walk
    #[cfg(feature = "gpu")]
    Frames(BenchFramesArgs),
    /// Compare two results written with --json, as ratios
    Compare(CompareArgs),
}

/// `bench load`
#[derive(Debug, Args)]
pub struct BenchLoadArgs {
    /// The world.
    #[command(flatten)]
    pub world: WorldArgs,
    /// Counted runs
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1000), value_name = "N")]
    pub runs: u32,
    /// Warm-up runs before them
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=100), value_name = "N")]
    pub warm_ups: u32,
}

/// `bench models`
#[derive(Debug, Args)]
pub struct BenchModelsArgs {
    /// The install, a folder of models, or one model.
    #[command(flatten)]
    pub install: InstallArgs,
    /// Only these, by the names that `show` lists
    #[arg(value_name = "MODEL")]
    pub models: Vec<String>,
}

/// `bench frames`
#[cfg(feature = "gpu")]
#[derive(Debug, Args)]
pub struct BenchFramesArgs {
    /// The world.
    #[command(flatten)]
    pub world: WorldArgs,
    /// Who else is there.
    #[command(flatten)]
    pub guests: GuestArgs,
    /// Counted frames
    #[arg(long, default_value_t = 240, value_parser = clap::value_parser!(u32).range(1..=100_000), value_name = "N")]
    pub frames: u32,
    /// Size of the picture in pixels
    #[arg(long, default_value = "640x480", value_parser = parse_size, value_name = "WxH")]
    pub size: (u32, u32),
    /// Draw with this graphics preset instead of the best quality at the game's own view distance
    #[arg(long, value_enum, value_name = "PRESET")]
    pub preset: Option<PresetName>,
    /// Also time a reference scene of 100,000 triangles, frame by frame in turn
    #[arg(long)]
    pub calibrate: bool,
    /// Let the world run, one tick a frame; without it, it stands still
    #[arg(long, conflicts_with = "replay")]
    pub running: bool,
    /// Follow this recording of `sim` or `play` instead of circling the start
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
}

/// `bench compare`
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// The result before
    pub before: PathBuf,
    /// The result after
    pub after: PathBuf,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// `vfs`
#[derive(Debug, Subcommand)]
pub enum VfsVerb {
    /// List a folder or archive as the program sees it
    Ls(VfsArgs),
    /// Tell whether a file comes from the game or from a mod, and what it overrides
    Which(VfsArgs),
}

/// `vfs ls`, `vfs which`
#[derive(Debug, Args)]
pub struct VfsArgs {
    /// The install.
    #[command(flatten)]
    pub install: InstallArgs,
    /// Path inside the game, for example zbd/reader.zbd/soils.zrd
    #[arg(default_value = "")]
    pub address: String,
}

/// `shot`
#[derive(Debug, Args)]
pub struct ShotArgs {
    /// The world.
    #[command(flatten)]
    pub world: WorldArgs,
    /// What lies beside it.
    #[command(flatten)]
    pub beside: BesideArgs,
    /// Who else is there.
    #[command(flatten)]
    pub guests: GuestArgs,
    /// Hour of the day at the start, in worlds that have hours, as 21:30 [default: noon]
    #[arg(long, value_name = "HH:MM")]
    pub hour: Option<Hour>,
    /// Picture to write, as PNG
    #[arg(long, value_name = "FILE.png")]
    pub out: PathBuf,
    /// Replace the file even if Revisit did not write it
    #[arg(long)]
    pub force: bool,
    /// Size of the picture in pixels
    #[arg(long, default_value = "1280x720", value_parser = parse_size, value_name = "WxH")]
    pub size: (u32, u32),
    /// Camera position, in the game's own axes and units
    #[arg(long, value_parser = parse_point, allow_hyphen_values = true, value_name = "X,Y,Z")]
    pub eye: Option<[f32; 3]>,
    /// Point the camera looks at, in the game's own axes and units
    #[arg(long, value_parser = parse_point, allow_hyphen_values = true, value_name = "X,Y,Z")]
    pub look: Option<[f32; 3]>,
    /// Take it from where this screenshot was taken
    #[arg(long, conflicts_with_all = ["eye", "look"], value_name = "FILE.png")]
    pub from: Option<PathBuf>,
    /// Follow this recording of `sim` or `play` up to where the picture is taken
    #[arg(long, conflicts_with_all = ["from", "hour"], value_name = "FILE")]
    pub replay: Option<PathBuf>,
    /// Number of ticks to run first, 60 a second [default: 0, with --replay to its end]
    #[arg(long, value_name = "N")]
    pub ticks: Option<u64>,
    /// Draw this debug view
    #[arg(long, value_enum, value_name = "VIEW")]
    pub view: Option<View>,
    /// Draw what the driver of a vehicle reads: compass, speed, gauges
    #[arg(long)]
    pub hud: bool,
    /// Draw with this graphics preset
    #[arg(long, value_enum, value_name = "PRESET")]
    pub preset: Option<PresetName>,
    /// --eye and --look are in the engine's axes: x right, y up, z back
    #[arg(long)]
    pub engine_axes: bool,
}

/// `listen`
#[derive(Debug, Args)]
pub struct ListenArgs {
    /// The world.
    #[command(flatten)]
    pub world: WorldArgs,
    /// Sound file to write, as WAV (16 bits, stereo)
    #[arg(long, value_name = "FILE.wav")]
    pub out: PathBuf,
    /// Replace the file even if Revisit did not write it
    #[arg(long)]
    pub force: bool,
    /// Length in seconds
    #[arg(long, default_value_t = 5.0, value_parser = parse_seconds, value_name = "SECONDS")]
    pub seconds: f32,
    /// Listener position, in the game's own axes and units
    #[arg(long, value_parser = parse_point, allow_hyphen_values = true, value_name = "X,Y,Z")]
    pub eye: Option<[f32; 3]>,
    /// Point the listener faces, in the game's own axes and units
    #[arg(long, value_parser = parse_point, allow_hyphen_values = true, value_name = "X,Y,Z")]
    pub look: Option<[f32; 3]>,
    /// --eye and --look are in the engine's axes: x right, y up, z back
    #[arg(long)]
    pub engine_axes: bool,
}

/// `show`
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// The install.
    #[command(flatten)]
    pub install: InstallArgs,
    /// Name of the model, as listed; source/name if several models share the name; not needed if PATH is the file of a model
    pub model: Option<String>,
    /// Write a picture (PNG) instead of opening a window
    #[arg(long, conflicts_with = "sheet", value_name = "FILE.png")]
    pub out: Option<PathBuf>,
    /// Write a contact sheet of one clip (PNG) instead of opening a window
    #[arg(long, value_name = "FILE.png")]
    pub sheet: Option<PathBuf>,
    /// Replace the file even if Revisit did not write it
    #[arg(long)]
    pub force: bool,
    /// Size in pixels of the picture, of each picture on a sheet, or of the window [default: 960x720, 240x240 on a sheet]
    #[arg(long, value_parser = parse_size, value_name = "WxH")]
    pub size: Option<(u32, u32)>,
    /// Degrees by which the model is turned to the left; 0 shows its front
    #[arg(long, default_value_t = 30.0, value_parser = parse_number, allow_negative_numbers = true, value_name = "DEGREES")]
    pub yaw: f32,
    /// Degrees by which the camera looks down, -90 to 90
    #[arg(long, default_value_t = 12.0, value_parser = parse_pitch, allow_negative_numbers = true, value_name = "DEGREES")]
    pub pitch: f32,
    /// Animation clip to play
    #[arg(long, value_name = "NAME")]
    pub clip: Option<String>,
    /// Seconds into the clip
    #[arg(long, default_value_t = 0.0, requires = "clip", value_parser = parse_number, value_name = "SECONDS")]
    pub at: f32,
    /// Look through a camera of the model, by its name in --json, instead of around it
    #[arg(long, value_name = "NAME")]
    pub camera: Option<String>,
    /// Level of detail; 0 is the best
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub lod: usize,
    /// Draw this debug view
    #[arg(long, value_enum, value_name = "VIEW")]
    pub view: Option<ModelView>,
    /// Number of pictures on the sheet
    #[arg(long, default_value_t = 12, requires = "sheet", value_parser = clap::value_parser!(u32).range(1..=256), value_name = "N")]
    pub frames: u32,
    /// Number of pictures in a row of the sheet
    #[arg(long, default_value_t = 6, requires = "sheet", value_parser = clap::value_parser!(u32).range(1..=64), value_name = "N")]
    pub columns: u32,
    /// Texture quality: best, or another that the game has (medium, low, software, the name of a package)
    #[arg(long, default_value = titles::BEST, value_name = "QUALITY")]
    pub textures: String,
    /// For tests: quit after this many frames in the window
    #[arg(long, hide = true, value_name = "N")]
    pub quit_after: Option<u64>,
}

/// `play`
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// Folder, zip file or disc image (.cue, .iso) of the game; the folder around it or anything inside it will do, too
    pub path: PathBuf,
    /// Mod, a folder or a zip file, whose files replace those of the game; may be repeated, the last one wins
    #[arg(long = "mod", value_name = "DIR|ZIP")]
    pub mods: Vec<PathBuf>,
    /// World to open, as listed by `worlds`: chapter, chapter/mission, level or the file of a level; not needed if there is only one or if PATH is its file
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
    /// Texture quality: best, or another that the game has (medium, low, software, the name of a package) [default: as in the settings]
    #[arg(long, value_name = "QUALITY")]
    pub textures: Option<String>,
    /// Quit after this many frames and print their times
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), value_name = "N")]
    pub frames: Option<u64>,
    /// Choose this graphics preset, as the settings page does
    #[arg(long, value_enum, value_name = "PRESET")]
    pub preset: Option<PresetName>,
    /// Size of the window in pixels [default: as it was left]
    #[arg(long, value_parser = parse_size, value_name = "WxH")]
    pub size: Option<(u32, u32)>,
    /// Look for the music of its CD here first: a folder with a .cue or with tracks, or a .cue [default: as in the settings]
    #[arg(long, value_name = "DIR|CUE")]
    pub music: Option<PathBuf>,
    /// What lies beside it.
    #[command(flatten)]
    pub beside: BesideArgs,
    /// Who else is there.
    #[command(flatten)]
    pub guests: GuestArgs,
    /// Hour of the day at the start, in worlds that have hours, as 21:30 [default: noon]
    #[arg(long, value_name = "HH:MM")]
    pub hour: Option<Hour>,
    /// Seed of the random number generator
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u32,
    /// Watch this recording of `sim` or `play`; at its end one goes on from there
    #[arg(long, conflicts_with = "hour", value_name = "FILE")]
    pub replay: Option<PathBuf>,
    /// Record input and hashes to this file, for `sim --replay`; ends when the world is left or reloaded
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Replace the file even if Revisit did not write it
    #[arg(long, requires = "record")]
    pub force: bool,
    /// Print one JSON object instead of text
    #[arg(long, requires = "frames")]
    pub json: bool,
    /// For tests: lose the device after this many frames
    #[arg(long, hide = true, requires = "frames", value_name = "N")]
    pub lose_device: Option<u64>,
}

/// `videos`
#[derive(Debug, Args)]
pub struct VideosArgs {
    /// The install, or any folder.
    #[command(flatten)]
    pub install: InstallArgs,
    /// Convert them to WebM (VP9 and Opus) in this folder; needs ffmpeg
    #[arg(long, value_name = "DIR")]
    pub convert: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long, requires = "convert")]
    pub force: bool,
}

/// `sounds`
#[derive(Debug, Args)]
pub struct SoundsArgs {
    /// The install, or any folder.
    #[command(flatten)]
    pub install: InstallArgs,
    /// Only these sounds, in any case, with or without .wav
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Which archive to use if the game has several: best, high, medium, low; if it is missing, the next lower one, then the best
    #[arg(long, default_value = titles::BEST, value_name = "QUALITY")]
    pub quality: String,
    /// Extract them into this folder, as they are stored
    #[arg(long, value_name = "DIR")]
    pub write: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long, requires = "write")]
    pub force: bool,
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

/// `unpack`
#[derive(Debug, Args)]
pub struct UnpackArgs {
    /// File of a game
    pub file: PathBuf,
    /// New or empty folder
    pub dir: PathBuf,
    /// Replace what was unpacked there before
    #[arg(long)]
    pub force: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// `pack`
#[derive(Debug, Args)]
pub struct PackArgs {
    /// Folder that `unpack` wrote
    pub dir: PathBuf,
    /// File to write
    pub file: PathBuf,
    /// Replace the file if it exists: files of games do not say who wrote them
    #[arg(long)]
    pub force: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
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

/// `export`
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The world.
    #[command(flatten)]
    pub world: WorldArgs,
    /// File to write, as binary glTF 2.0
    #[arg(long, value_name = "FILE.glb")]
    pub out: PathBuf,
    /// Replace the file even if Revisit did not write it
    #[arg(long)]
    pub force: bool,
    /// Only the first node of this name and everything below it
    #[arg(long, value_name = "NAME")]
    pub node: Option<String>,
    /// A model with its animations instead of a world, as listed by `show`
    #[arg(long, conflicts_with_all = ["node", "world"], value_name = "NAME")]
    pub model: Option<String>,
    /// Level of detail of the model; 0 is the best
    #[arg(long, default_value_t = 0, requires = "model", value_name = "N")]
    pub lod: usize,
}
