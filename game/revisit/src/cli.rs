//! The command line: verbs and their options.

use crate::verbs::beside::BesideArgs;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::fmt;
use std::path::PathBuf;

/// Walk through the worlds of games you own.
#[derive(Debug, Parser)]
#[command(name = "revisit", disable_version_flag = true, max_term_width = 100, after_help = EXIT_CODES)]
pub struct Cli {
    /// The verb.
    #[command(subcommand)]
    pub verb: Option<Verb>,
    /// Folder for everything the program writes (else REVISIT_HOME, else the system's usual folders)
    #[arg(long, global = true, value_name = "DIR")]
    pub home: Option<PathBuf>,
    /// Log on stderr: a level (error, warn, info, debug, trace) or subsystem=level, with commas
    /// between (else REVISIT_LOG, else warn)
    #[arg(long, global = true, value_name = "FILTER")]
    pub log: Option<String>,
    /// Version, and the folders the program writes to
    #[arg(long)]
    pub version: bool,
}

const EXIT_CODES: &str = "Exit codes: 0 done, 1 check or --deny found something, 2 unusable input or command \
                          line, 3 this machine lacks something, 4 a bug in Revisit.";

/// One verb per task.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// What is in this folder, and what is missing
    Detect(PathArgs),
    /// Which worlds it holds
    Worlds(InstallArgs),
    /// Load a world without a screen: counts, findings, times, memory
    Load(LoadArgs),
    /// Run a world without a screen, with a hash of its state every second
    Sim(SimArgs),
    /// What a file of any known kind holds
    Inspect(InspectArgs),
    /// Read every file strictly; findings and broken references
    Check(CheckArgs),
    /// Build a demo install of our own, and open it
    Demo(DemoArgs),
    /// Run a benchmark
    #[command(subcommand)]
    Bench(BenchVerb),
    /// List files as the program sees them: an install with its mods
    #[command(subcommand)]
    Vfs(VfsVerb),
    /// Take a picture of a world
    Shot(ShotArgs),
    /// Write what a world sounds like from a place
    Listen(ListenArgs),
    /// Show a model on a turntable, in a window or as a picture; without a name, list what there is
    Show(ShowArgs),
    /// Walk through a world in a window
    Play(PlayArgs),
    /// List its videos, or convert them for today's players
    Videos(VideosArgs),
    /// List its sounds and where each comes from, or write them as they are stored
    Sounds(SoundsArgs),
    /// Turn a file into a folder that people can edit: textures as PNG, archives as their members, else JSON
    Unpack(UnpackArgs),
    /// Turn such a folder into the file again
    Pack(PackArgs),
    /// Write a world, a part of it or a model with its motions as glTF for other programs
    Export(ExportArgs),
}

/// A path, and how to print.
#[derive(Debug, Args)]
pub struct PathArgs {
    /// Folder of the game, its parent, a folder inside it or a file in it
    pub path: PathBuf,
    /// One JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// An install with its mods.
#[derive(Debug, Args)]
pub struct InstallArgs {
    /// Folder of the game, its parent, a folder inside it or a file in it
    pub path: PathBuf,
    /// Folder or zip file laid over the install; may be given several times, the last wins
    #[arg(long = "mod", value_name = "DIR|ZIP")]
    pub mods: Vec<PathBuf>,
    /// One JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// A world of an install.
#[derive(Debug, Args)]
pub struct WorldArgs {
    /// The install.
    #[command(flatten)]
    pub install: InstallArgs,
    /// chapter, chapter/mission or level, as `worlds` lists them, or a level's file; may be left out where there is only one or the path is its file
    pub world: Option<String>,
    /// Quality of textures: best, or what else the game has (medium, low, software, the name of a package)
    #[arg(long, default_value = titles::BEST, value_name = "QUALITY")]
    pub textures: String,
}

/// `load`
#[derive(Debug, Args)]
pub struct LoadArgs {
    /// The world.
    #[command(flatten)]
    pub world: WorldArgs,
    /// Fail (exit code 1) on findings of this code or severity (note, warning, error); may be
    /// repeated
    #[arg(long, value_name = "CODE|SEVERITY")]
    pub deny: Vec<String>,
}

/// `sim`
#[derive(Debug, Args)]
pub struct SimArgs {
    /// The world.
    #[command(flatten)]
    pub world: WorldArgs,
    /// What lies beside it.
    #[command(flatten)]
    pub beside: BesideArgs,
    /// How many ticks of 1/60 second to run [default: all of the replay, else 600]
    #[arg(long, value_name = "N")]
    pub ticks: Option<u64>,
    /// Seed of the random generator
    #[arg(long, value_name = "N")]
    pub seed: Option<u32>,
    /// Write input and hashes to this file
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Take input and commands from this file and compare its hashes
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
    /// Print what the world wants heard, shown or said, with the tick
    #[arg(long)]
    pub trace_cues: bool,
}

/// `inspect`
#[derive(Debug, Args)]
pub struct InspectArgs {
    /// A file; members of archives follow behind a slash
    pub file: PathBuf,
    /// Everything in the file as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// `check`
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The install, or one file.
    #[command(flatten)]
    pub install: InstallArgs,
    /// Also write every file back in memory and compare all bytes
    #[arg(long)]
    pub roundtrip: bool,
    /// Fail (exit code 1) on findings of this code or severity (note, warning, error); may be repeated
    #[arg(long, value_name = "CODE|SEVERITY")]
    pub deny: Vec<String>,
}

/// Demos that can be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DemoName {
    /// A valley in MechWarrior 3's own layout
    #[value(name = "mechwarrior3", alias = "zipper")]
    MechWarrior3,
    /// The same valley in Pirate's Moon's layout
    #[value(name = "pirates-moon")]
    PiratesMoon,
    /// The same valley in Recoil's layout
    #[value(name = "recoil")]
    Recoil,
    /// The same valley in Crimson Skies' layout
    #[value(name = "crimson-skies")]
    CrimsonSkies,
    /// An island with a ruined abbey, as a game made with Gamestudio
    #[value(name = "gamestudio", alias = "acknex")]
    Gamestudio,
    /// A test ground in MechWarrior 3's layout, with one of everything
    #[value(name = "plain")]
    Plain,
    /// A courtyard at dusk, made in code: what the engine can show at once
    #[value(name = "courtyard")]
    Courtyard,
}

/// `demo`
#[derive(Debug, Args)]
pub struct DemoArgs {
    /// Which demo; `zipper` is `mechwarrior3`
    pub name: DemoName,
    /// Build it into the cache and open it (the default)
    #[arg(long, conflicts_with = "write")]
    pub play: bool,
    /// Only write it, into an empty folder or over an older demo
    #[arg(long, value_name = "DIR")]
    pub write: Option<PathBuf>,
    /// How many times larger than usual
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64), value_name = "N")]
    pub scale: u32,
    /// Seed for randomly placed objects
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u32,
    /// One JSON object instead of text
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
    /// Time drawing a world along a fixed path around its start, or along a recorded one
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
    /// Counted frames
    #[arg(long, default_value_t = 240, value_parser = clap::value_parser!(u32).range(1..=100_000), value_name = "N")]
    pub frames: u32,
    /// Pixels
    #[arg(long, default_value = "640x480", value_parser = parse_size, value_name = "WxH")]
    pub size: (u32, u32),
    /// Also time 100,000 triangles in one draw, frame by frame in turn, to compare with
    #[arg(long)]
    pub calibrate: bool,
    /// Let the world run, one tick a frame; without it, it stands still
    #[arg(long, conflicts_with = "replay")]
    pub running: bool,
    /// Move along this recording of `sim` or `play`, instead of around the start
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
    /// One JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// `vfs`
#[derive(Debug, Subcommand)]
pub enum VfsVerb {
    /// List a folder or archive as the program sees it
    Ls(VfsArgs),
    /// Which layer an address comes from, and what that hides
    Which(VfsArgs),
}

/// `vfs ls`, `vfs which`
#[derive(Debug, Args)]
pub struct VfsArgs {
    /// The install.
    #[command(flatten)]
    pub install: InstallArgs,
    /// Address inside it, for example zbd/reader.zbd/soils.zrd
    #[arg(default_value = "")]
    pub address: String,
}

/// Debug views of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum View {
    /// Edges of triangles
    Wireframe,
    /// Boxes around what is drawn
    Bounds,
    /// Cells of the world's grid
    Cells,
    /// A colour per zone
    Zones,
    /// A colour per level of detail
    Lod,
    /// How often each pixel is drawn
    Overdraw,
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
    /// The picture to write, PNG
    #[arg(long, value_name = "FILE.png")]
    pub out: PathBuf,
    /// Pixels
    #[arg(long, default_value = "1280x720", value_parser = parse_size, value_name = "WxH")]
    pub size: (u32, u32),
    /// Position of the camera, in the game's own axes and unit
    #[arg(long, value_parser = parse_point, allow_hyphen_values = true, value_name = "X,Y,Z")]
    pub eye: Option<[f32; 3]>,
    /// Point the camera looks at, in the game's own axes and unit
    #[arg(long, value_parser = parse_point, allow_hyphen_values = true, value_name = "X,Y,Z")]
    pub look: Option<[f32; 3]>,
    /// Take it where this picture was taken
    #[arg(long, conflicts_with_all = ["eye", "look"], value_name = "FILE.png")]
    pub from: Option<PathBuf>,
    /// Ticks of 1/60 second to run before
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub ticks: u64,
    /// Draw this debug view, instead of or over the plain picture
    #[arg(long, value_enum, value_name = "VIEW")]
    pub view: Option<View>,
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
    /// The sound to write, WAV of 16 bits, stereo
    #[arg(long, value_name = "FILE.wav")]
    pub out: PathBuf,
    /// Duration in seconds
    #[arg(long, default_value_t = 5.0, value_parser = parse_seconds, value_name = "SECONDS")]
    pub seconds: f32,
    /// Position of the listener, in the game's own axes and unit
    #[arg(long, value_parser = parse_point, allow_hyphen_values = true, value_name = "X,Y,Z")]
    pub eye: Option<[f32; 3]>,
    /// Point the listener looks at, in the game's own axes and unit
    #[arg(long, value_parser = parse_point, allow_hyphen_values = true, value_name = "X,Y,Z")]
    pub look: Option<[f32; 3]>,
    /// --eye and --look are in the engine's axes: x right, y up, z back
    #[arg(long)]
    pub engine_axes: bool,
}

/// A value of an option that is not what the option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadValue {
    /// A duration.
    Seconds,
    /// A place.
    Point,
    /// Any number.
    Number,
    /// An angle above or below the horizon.
    Pitch,
    /// The size of a picture.
    Size,
}

impl fmt::Display for BadValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadValue::Seconds => "expected seconds from 0 to 600, for example 2.5",
            BadValue::Point => "expected three numbers with commas between, for example 10,2.5,-30",
            BadValue::Number => "expected a number, for example 30 or -12.5",
            BadValue::Pitch => "expected degrees from -90 to 90, for example 12",
            BadValue::Size => "expected WIDTHxHEIGHT, each 1 to 16384, for example 1280x720",
        })
    }
}

impl std::error::Error for BadValue {}

fn parse_seconds(text: &str) -> Result<f32, BadValue> {
    match text.trim().parse::<f32>() {
        Ok(seconds) if (0.0..=600.0).contains(&seconds) => Ok(seconds),
        _ => Err(BadValue::Seconds),
    }
}

fn parse_point(text: &str) -> Result<[f32; 3], BadValue> {
    let numbers: Vec<f32> = text.split(',').filter_map(|part| part.trim().parse().ok()).collect();
    match <[f32; 3]>::try_from(numbers) {
        Ok(point) if text.split(',').count() == 3 && point.iter().all(|axis| axis.is_finite()) => Ok(point),
        _ => Err(BadValue::Point),
    }
}

/// Debug views of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ModelView {
    /// Edges of triangles
    Wireframe,
    /// Boxes around what is drawn
    Bounds,
    /// Lines between joints
    Joints,
}

/// `show`
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// The install.
    #[command(flatten)]
    pub install: InstallArgs,
    /// Name of the model, as listed; source/name where several have one of that name; not needed where the path is that of one model
    pub model: Option<String>,
    /// Write a picture, PNG, and open no window
    #[arg(long, conflicts_with = "sheet", value_name = "FILE.png")]
    pub out: Option<PathBuf>,
    /// Write a sheet of pictures of one clip, PNG, and open no window
    #[arg(long, value_name = "FILE.png")]
    pub sheet: Option<PathBuf>,
    /// Pixels of the picture, of each picture of a sheet, or of the window [default: 960x720, 240x240 on a sheet]
    #[arg(long, value_parser = parse_size, value_name = "WxH")]
    pub size: Option<(u32, u32)>,
    /// Degrees the model is rotated to the left; 0 shows its front
    #[arg(long, default_value_t = 30.0, value_parser = parse_number, allow_negative_numbers = true, value_name = "DEGREES")]
    pub yaw: f32,
    /// Degrees from above; -90 to 90
    #[arg(long, default_value_t = 12.0, value_parser = parse_pitch, allow_negative_numbers = true, value_name = "DEGREES")]
    pub pitch: f32,
    /// Clip to play
    #[arg(long, value_name = "NAME")]
    pub clip: Option<String>,
    /// Seconds from the start of the clip
    #[arg(long, default_value_t = 0.0, requires = "clip", value_parser = parse_number, value_name = "SECONDS")]
    pub at: f32,
    /// Level of detail, 0 for the best
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub lod: usize,
    /// Draw this debug view
    #[arg(long, value_enum, value_name = "VIEW")]
    pub view: Option<ModelView>,
    /// Pictures on a sheet
    #[arg(long, default_value_t = 12, requires = "sheet", value_parser = clap::value_parser!(u32).range(1..=256), value_name = "N")]
    pub frames: u32,
    /// Pictures beside each other on a sheet
    #[arg(long, default_value_t = 6, requires = "sheet", value_parser = clap::value_parser!(u32).range(1..=64), value_name = "N")]
    pub columns: u32,
    /// Quality of textures: best, or what else the game has (medium, low, software, the name of a package)
    #[arg(long, default_value = titles::BEST, value_name = "QUALITY")]
    pub textures: String,
    /// For tests: quit after this many frames in the window
    #[arg(long, hide = true, value_name = "N")]
    pub quit_after: Option<u64>,
}

fn parse_number(text: &str) -> Result<f32, BadValue> {
    match text.trim().parse::<f32>() {
        Ok(number) if number.is_finite() && number.abs() <= 1e6 => Ok(number),
        _ => Err(BadValue::Number),
    }
}

fn parse_pitch(text: &str) -> Result<f32, BadValue> {
    match text.trim().parse::<f32>() {
        Ok(degrees) if (-90.0..=90.0).contains(&degrees) => Ok(degrees),
        _ => Err(BadValue::Pitch),
    }
}

/// `play`
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// Folder of the game, its parent, a folder inside it or a file in it
    pub path: PathBuf,
    /// Folder or zip file laid over the install; may be given several times, the last wins
    #[arg(long = "mod", value_name = "DIR|ZIP")]
    pub mods: Vec<PathBuf>,
    /// chapter, chapter/mission or level, as `worlds` lists them, or a level's file; may be left out where there is only one or the path is its file
    pub world: Option<String>,
    /// Quality of textures: best, or what else the game has (medium, low, software, the name of a package) [default: as in the settings]
    #[arg(long, value_name = "QUALITY")]
    pub textures: Option<String>,
    /// Quit after this many frames, and report their times
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), value_name = "N")]
    pub frames: Option<u64>,
    /// Pixels of the window [default: as it was left]
    #[arg(long, value_parser = parse_size, value_name = "WxH")]
    pub size: Option<(u32, u32)>,
    /// What lies beside it.
    #[command(flatten)]
    pub beside: BesideArgs,
    /// Seed of the random generator
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u32,
    /// Write input and hashes to this file, for `sim --replay`; it ends where the world is left or loaded again
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// One JSON object instead of text
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
    /// Write them into this folder as WebM (VP9 and Opus); needs ffmpeg
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
    /// Only these, whatever the case, with or without .wav
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Which archive, where a game has several: best, high, medium, low; one that is missing becomes the next worse, then the best
    #[arg(long, default_value = titles::BEST, value_name = "QUALITY")]
    pub quality: String,
    /// Write them into this folder, as they are stored
    #[arg(long, value_name = "DIR")]
    pub write: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long, requires = "write")]
    pub force: bool,
}

/// `unpack`
#[derive(Debug, Args)]
pub struct UnpackArgs {
    /// A file of a game
    pub file: PathBuf,
    /// A new or empty folder
    pub dir: PathBuf,
    /// Replace what was unpacked there before
    #[arg(long)]
    pub force: bool,
    /// One JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// `pack`
#[derive(Debug, Args)]
pub struct PackArgs {
    /// A folder that `unpack` wrote
    pub dir: PathBuf,
    /// The file to write
    pub file: PathBuf,
    /// Replace the file if it is there
    #[arg(long)]
    pub force: bool,
    /// One JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// `export`
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The world.
    #[command(flatten)]
    pub world: WorldArgs,
    /// The file to write, binary glTF 2.0
    #[arg(long, value_name = "FILE.glb")]
    pub out: PathBuf,
    /// Only the first node of this name and all below it, placed or not
    #[arg(long, value_name = "NAME")]
    pub node: Option<String>,
    /// Instead of a world: a 'mech, an aeroplane or any other model, as `show` lists them, with its motions
    #[arg(long, conflicts_with_all = ["node", "world"], value_name = "NAME")]
    pub model: Option<String>,
    /// Level of detail of the model, 0 for the best
    #[arg(long, default_value_t = 0, requires = "model", value_name = "N")]
    pub lod: usize,
}

fn parse_size(text: &str) -> Result<(u32, u32), BadValue> {
    let parsed = text.split_once(['x', 'X']).and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    match parsed {
        Some((width @ 1..=16384, height @ 1..=16384)) => Ok((width, height)),
        _ => Err(BadValue::Size),
    }
}
