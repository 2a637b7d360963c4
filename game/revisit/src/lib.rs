//! Revisit, the program: titles and their detection, the command line, demos
//! and benchmarks.
//!
//! Formats, loading, simulation and drawing are crates of their own; this one
//! joins them to what a person can start. It is a library so that tests can
//! reach what the program is made of; the binary only calls [`run`].
//!
//! | file | holds |
//! |---|---|
//! | `cli.rs`, `cli` | the command line: verbs and options; the values that options take |
//! | `verbs` | the verbs, one file each |
//! | `eye.rs`, `picture.rs` | `--eye` and `--look`; pictures for verbs |
//! | `failed.rs` | how a command that failed ends |
//! | `findings.rs` | the list of all findings |
//! | `progress.rs` | progress of long work, on a terminal |
//! | `ffmpeg.rs` | the system's `ffmpeg` |
//! | `wav.rs` | sounds as WAV files |
//! | `main.rs` | the binary |
//!
//! ```no_run
//! // What `revisit detect /games/mech3` prints.
//! revisit::run(["revisit", "detect", "/games/mech3"]);
//! ```

#![forbid(unsafe_code)]

mod cli;
mod eye;
mod failed;
mod ffmpeg;
pub mod findings;
mod picture;
mod progress;
mod verbs;
mod wav;

use base::platform::Folders;
use base::{Failure, interrupted, log, output};
use clap::{CommandFactory as _, Parser as _};
use cli::{Cli, Verb};
use filekind::Catalog;
use std::ffi::OsString;
use std::process::ExitCode;

/// The command line as a tree of verbs and options, for whoever walks all of them.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs one command line and returns its exit code.
pub fn run<I, T>(arguments: I) -> ExitCode
where
    I: IntoIterator<Item = T>,
    T: Into<OsString> + Clone,
{
    run_with(arguments, kinds::all())
}

/// As [`run`], with other kinds of files than this version reads: for programs
/// that add formats of their own.
pub fn run_with<I, T>(arguments: I, catalog: &Catalog) -> ExitCode
where
    I: IntoIterator<Item = T>,
    T: Into<OsString> + Clone,
{
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let json = failed::wants_json(&arguments);
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => return failed::refused(&error, json),
    };
    match std::panic::catch_unwind(|| dispatch(&cli, catalog)) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(failure)) => failed::failed(&failure, json),
        Err(_) => failed::panicked(json),
    }
}

fn dispatch(cli: &Cli, catalog: &Catalog) -> Result<(), Failure> {
    log::start(cli.log.as_deref())?;
    interrupted::watch();
    let folders = || Folders::find(cli.home.as_deref());
    let recorder = replay::Recorder::default();
    if let Ok(folders) = folders() {
        replay::report::watch(&folders, recorder.clone(), titles::gate(false));
    }
    // No game is written to, not even by --home.
    let own_folders = || {
        let folders = folders()?;
        let gate = titles::gate(false);
        [&folders.cache, &folders.data, &folders.config]
            .into_iter()
            .try_for_each(|own| gate.is_outside(own))?;
        Ok(folders)
    };
    if cli.version {
        return print_version(&folders()?);
    }
    match &cli.verb {
        Some(Verb::Detect(args)) => verbs::detect::run(args, catalog),
        Some(Verb::Worlds(args)) => verbs::worlds::run(args),
        Some(Verb::Load(args)) => verbs::load::run(args),
        Some(Verb::Sim(args)) => verbs::sim::run(args),
        Some(Verb::Inspect(args)) => verbs::inspect::run(args, catalog),
        Some(Verb::Check(args)) => verbs::check::run(args, catalog),
        Some(Verb::Demo(args)) => verbs::demo::run(args, &own_folders()?, recorder),
        Some(Verb::Bench(verb)) => verbs::bench::run(verb),
        Some(Verb::Vfs(verb)) => verbs::vfs::run(verb),
        Some(Verb::Shot(args)) => verbs::shot::run(args),
        Some(Verb::Listen(args)) => verbs::listen::run(args),
        Some(Verb::Show(args)) => verbs::show::run(args, own_folders),
        Some(Verb::Play(args)) => verbs::play::run(args, own_folders()?, recorder),
        Some(Verb::Videos(args)) => verbs::videos::run(args),
        Some(Verb::Sounds(args)) => verbs::sounds::run(args),
        Some(Verb::Unpack(args)) => verbs::unpack::run(args, catalog),
        Some(Verb::Pack(args)) => verbs::pack::run(args, catalog),
        Some(Verb::Export(args)) => verbs::export::run(args),
        Some(Verb::Script(args)) => verbs::script::run(args),
        Some(Verb::Anims(args)) => verbs::anims::run(args),
        Some(Verb::Definitions(args)) => verbs::definitions::run(args),
        None => verbs::play::start(own_folders()?, recorder),
    }
}

fn print_version(folders: &Folders) -> Result<(), Failure> {
    output::line(&format!("revisit {}", env!("CARGO_PKG_VERSION")));
    for (label, folder) in [("cache", &folders.cache), ("data", &folders.data), ("config", &folders.config)] {
        output::line(&format!("{label:<7} {}", folder.display()));
    }
    Ok(())
}
