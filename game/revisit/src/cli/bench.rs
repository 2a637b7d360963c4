//! The benchmarks and their options.

#[cfg(feature = "gpu")]
use super::values::{PresetName, parse_size};
use super::{InstallArgs, WorldArgs};
#[cfg(feature = "gpu")]
use crate::verbs::guests::GuestArgs;
use clap::{Args, Subcommand};
use std::path::PathBuf;

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
