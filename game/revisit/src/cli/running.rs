//! Options of the verbs that run a world: `sim` without a window, `play` in one.

use super::WorldArgs;
use super::values::{Hour, PresetName, parse_size};
use crate::verbs::beside::BesideArgs;
use crate::verbs::guests::GuestArgs;
use crate::verbs::sim_mission::PilotName;
use clap::Args;
use std::path::PathBuf;

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
