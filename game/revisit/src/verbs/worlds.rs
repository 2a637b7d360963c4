//! `worlds`: which worlds an install holds; of a game that is shown on a stage, its models.

use crate::cli::WorldsArgs;
use base::Failure;
use base::output;
use serde::Serialize;
use titles::install::Install;
use titles::{World, WorldFile, WorldKind};

#[derive(Serialize)]
struct Answer<'a> {
    title: &'a str,
    items: Vec<Item<'a>>,
    /// Of a game that is shown on a stage: the addresses of the models that can stand there.
    models: &'a [String],
}

/// A world, and which mission it is.
#[derive(Serialize)]
struct Item<'a> {
    id: &'a str,
    title: &'a str,
    kind: WorldKind,
    chapter: &'a str,
    /// The folder of the mission that it is; none for one that is no mission.
    mission: Option<&'a str>,
    files: &'a [WorldFile],
}

impl<'a> Item<'a> {
    fn of(world: &'a World) -> Self {
        let World { id, title, kind, chapter, mission, files } = world;
        // In Recoil each folder is a mission of its own.
        let alone = (*kind == WorldKind::Mission).then_some(chapter.as_str());
        Item { id, title, kind: *kind, chapter, mission: mission.as_deref().or(alone), files }
    }
}

/// Runs the verb.
pub fn run(args: &WorldsArgs) -> Result<(), Failure> {
    let install = Install::open(&args.install.path, &args.install.mods)?;
    let title = &install.detection.known()?.id;
    let wanted = args.filter.as_deref().unwrap_or_default();
    let low = wanted.to_lowercase();
    let fits = |world: &&World| world.id.contains(&low) || world.title.to_lowercase().contains(&low);
    let items: Vec<World> = install.worlds().iter().filter(fits).cloned().collect();
    let is_staged = install.is_staged();
    let models = if is_staged { install.stage_models(wanted) } else { Vec::new() };
    if is_staged {
        install.warn(None, titles::BEST)?;
    }
    if args.install.json {
        let items = items.iter().map(Item::of).collect();
        return output::json("worlds", &Answer { title, items, models: &models });
    }
    if items.is_empty() && models.is_empty() {
        output::line(match (is_staged, wanted.is_empty()) {
            (true, true) => "no models",
            (true, false) => "no model has this in its name",
            (false, true) => "no worlds",
            (false, false) => "no world has this in its name",
        });
    }
    for world in items {
        output::line(&format!("{:<10} {}", world.id, world.title));
    }
    models.iter().for_each(|model| output::line(model));
    Ok(())
}
