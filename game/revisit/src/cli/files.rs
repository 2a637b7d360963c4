//! Options of the verbs for single files: to look into them, to list them, and to take them out and put them in again.

use super::InstallArgs;
use clap::{Args, Subcommand};
use std::path::PathBuf;

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
