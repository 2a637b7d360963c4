//! Options of the verbs that write what a world or a model looks and sounds like.

use super::values::{
    Hour, ModelView, PresetName, View, parse_number, parse_pitch, parse_point, parse_seconds, parse_size,
};
use super::{InstallArgs, WorldArgs};
use crate::verbs::beside::BesideArgs;
use crate::verbs::guests::GuestArgs;
use clap::Args;
use std::path::PathBuf;

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
