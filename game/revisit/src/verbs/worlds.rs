//! `worlds`: which worlds an install holds.

use crate::cli::InstallArgs;
use base::Failure;
use base::output;
use serde::Serialize;
use titles::World;
use titles::install::Install;

#[derive(Serialize)]
struct Answer<'a> {
    title: &'a str,
    items: &'a [World],
}

/// Runs the verb.
pub fn run(args: &InstallArgs) -> Result<(), Failure> {
    let install = Install::open(&args.path, &args.mods)?;
    let items = install.worlds();
    if args.json {
        return output::json("worlds", &Answer { title: &install.detection.known()?.id, items });
    }
    if items.is_empty() {
        output::line("no worlds");
    }
    for world in items {
        output::line(&format!("{:<10} {}", world.id, world.title));
    }
    Ok(())
}
