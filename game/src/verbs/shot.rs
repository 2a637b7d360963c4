//! `shot`: a picture of a world.

use crate::cli::ShotArgs;
use crate::failure::Failure;
use crate::install::Install;
use crate::{files, output, picture};
use world::State;

/// Runs the verb.
pub fn run(args: &ShotArgs) -> Result<(), Failure> {
    files::may_write(&args.out)?;
    let install = Install::open(&args.world.install.path, &args.world.install.mods)?;
    let request = install.request(args.world.world.as_deref())?;
    let loaded = load::zipper::load(&install.vfs, &request, &mut load::Quiet)?;
    let state = State::new(&loaded.scene, 1);
    picture::take(&loaded.scene, &state, args.size, &args.out)?;
    if args.world.install.json {
        #[derive(serde::Serialize)]
        struct Result<'a> {
            title: &'a str,
            world: &'a str,
            file: String,
            width: u32,
            height: u32,
        }
        let (width, height) = args.size;
        let file = args.out.display().to_string();
        return output::json(
            "shot",
            &Result { title: &request.title, world: &request.world, file, width, height },
        );
    }
    output::line(&format!("{}: {} {} from its start", args.out.display(), request.title, request.world));
    Ok(())
}
