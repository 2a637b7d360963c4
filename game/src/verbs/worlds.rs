//! `worlds`: which worlds an install holds.

use crate::cli::InstallArgs;
use crate::failure::Failure;
use crate::install::Install;
use crate::output;
use crate::titles::World;
use serde::Serialize;

#[derive(Serialize)]
struct Result<'a> {
    title: &'a str,
    items: &'a [World],
}

/// Runs the verb.
pub fn run(args: &InstallArgs) -> std::result::Result<(), Failure> {
    let install = Install::open(&args.path, &args.mods)?;
    let items = install.worlds();
    if args.json {
        return output::json("worlds", &Result { title: &install.detection.known()?.id, items });
    }
    if items.is_empty() {
        output::line("no worlds");
    }
    for world in items {
        output::line(&format!("{:<10} {}", world.id, world.title));
    }
    Ok(())
}
