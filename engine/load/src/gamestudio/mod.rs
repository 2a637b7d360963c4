//! Worlds of games made with Gamestudio: a WMB level and the models, terrains
//! and pictures that its entities show.
//! Source: `docs/spec/gamestudio.md`.

mod actions;
pub mod alone;
mod backdrop;
mod blocks;

mod entities;
mod files;

mod light_and_fog;
mod lookup;
pub mod model;
mod models;
mod nodes;
mod overview;
mod paint;
mod path;

mod rooms;
mod scripts;
mod shape;
mod sky;
mod sounds;
mod space;
mod start;
mod terrain;
mod tokens;
mod water;
mod words;

use crate::pictures::Budget;
use crate::{Error, Loaded, Phase, Progress, Request, step};
use binary::{Finding, Limits, Mode, Severity, codes};
use gamestudio::wmb;
use paint::Paint;
use scripts::Scripts;
use vfs::Vfs;
use world::{Derived, Scene, State};

codes! {
    LEVEL_MISSING = "load.level_missing": "the file that holds the level is not there"
        => "install the game again, or name another level";
    FILE_MISSING = "load.file_missing": "a file that the level or a model names is nowhere in the game's folders"
        => "install the game again; everything else loads without it";
    FILE_KIND = "load.file_kind": "an entity names a file of a kind that it cannot show"
        => "name a model, a level, a terrain or a picture";
    NO_GROUND = "load.no_ground": "there is no ground below the start of a level, nor below anything in it"
        => "fly, or name a place to start at";
    TOO_MANY = "load.too_many": "entities show more than the limit allows; the rest show nothing"
        => "place fewer copies of levels and terrains in the level";
    PICTURE = "load.picture": "a picture cannot be decoded"
        => "save it again in a common form; a checkerboard is shown instead";
    SCRIPT = "load.script": "a script is damaged"
        => "copy it again from its source; what it says is used as far as it is understood";
    NO_SKIN = "load.no_skin": "a surface of a model has neither a picture nor a colour"
        => "give the model a skin; the surface is shown grey";
    TOO_LARGE = "load.too_large": "the pictures of a world have more pixels than there is room for"
        => "make them smaller; a checkerboard is shown instead of each that does not fit";
}

/// Loads a level.
///
/// # Errors
/// A missing or unusable level, or cancellation. Everything else is a finding:
/// the level loads without it.
pub fn load(vfs: &Vfs, request: &Request, progress: &mut dyn Progress) -> Result<Loaded, Error> {
    let file = request.container.as_str();
    let mut findings = Vec::new();

    step(progress, Phase::Discover, 0, 1)?;
    if !vfs.exists(file) {
        return Err(Error::File(Box::new(Finding::new(
            &LEVEL_MISSING,
            Severity::Error,
            file,
            format_args!("the level {}", request.world),
            "no such file",
        ))));
    }
    let scripts = Scripts::read(vfs, file);
    let names = lookup::lookup(vfs, file, &scripts);
    step(progress, Phase::Discover, 1, 1)?;

    // The level decides what else is read.
    step(progress, Phase::Read, 0, 2)?;
    let bytes = vfs.read(file)?;
    let mut bytes_read = bytes.len() as u64;
    let (level, report) = wmb::read(&bytes, Mode::Lenient).map_err(|f| Box::new(f.in_file(file)))?;
    findings.extend(report.into_findings().into_iter().map(|finding| finding.in_file(file)));
    drop(bytes);
    step(progress, Phase::Read, 1, 2)?;
    let entity_files: Vec<String> =
        level.entities().filter_map(|entity| entities::shown_file(entity, &scripts.actions)).collect();
    let files = files::read(entity_files.iter().map(String::as_str), vfs, &names, file, &mut findings);
    bytes_read += files.iter().flat_map(|file| &file.bytes).map(|(_, bytes)| bytes.len() as u64).sum::<u64>();
    step(progress, Phase::Read, 2, 2)?;

    step(progress, Phase::Parse, 0, 1)?;
    let palette = files::palette(&level);
    let parsed = files::parse(&files, &request.frame, palette.as_ref(), &mut findings);
    step(progress, Phase::Parse, 1, 1)?;

    step(progress, Phase::Build, 0, 3)?;
    let mut scene = Scene::empty(&request.title, &request.world, request.frame);
    let mut paint = Paint::new(&names);
    let blocks =
        blocks::models(&level, &request.frame, palette.as_ref(), &mut paint, &mut scene.lightmaps, file);
    entities::place_blocks(&mut scene, blocks);
    let waters = water::volumes(&level, &request.frame).into_iter();
    scene.regions = waters.map(|volume| water::region(volume, &request.frame)).collect();
    scene.space = rooms::rooms(&level, &request.frame);
    step(progress, Phase::Build, 1, 3)?;
    let mut pending = Vec::new();
    let shown = files::build(&files, parsed, &mut scene, &mut paint, &mut pending, file);
    step(progress, Phase::Build, 2, 3)?;
    light_and_fog::place(&mut scene, &level, scripts.backdrop.fog(file));
    let limit = Limits::default().occurrences;
    let beyond = entities::place(&mut scene, &level, &shown, &scripts.actions, limit);
    findings.extend(beyond.map(|finding| finding.in_file(file)));
    sounds::add(&mut scene, &level, &names, file, &mut findings);
    step(progress, Phase::Build, 3, 3)?;

    let mut budget = Budget::default();
    let (textures, read) = paint.decode(vfs, &mut budget, &mut findings, progress)?;
    bytes_read += read;
    scene.textures = textures;
    scene.materials = paint.materials;
    files::settle(&mut scene, &pending);

    let is_shown = |name: &str| shown.contains_key(&name.to_lowercase());
    let mut of_sky = Vec::new();
    let behind = sky::Level { file, info: level.info(), scripts: &scripts };
    bytes_read += sky::add(&mut scene, vfs, &names, &behind, is_shown, &mut budget, &mut of_sky);

    step(progress, Phase::Collide, 0, 1)?;
    let (derived, odd) = Derived::build(&scene, &State::new(&scene, 0), limit);
    findings.extend(odd.into_iter().map(|finding| finding.in_file(file)));
    let nowhere = start::place(&mut scene, &derived, &level, request.start);
    findings.extend(nowhere.map(|finding| finding.in_file(file)));
    findings.extend(of_sky);
    step(progress, Phase::Collide, 1, 1)?;

    Ok(Loaded { scene, derived, findings, bytes_read })
}

/// A file that is nowhere, and how many entities name it.
fn file_missing(name: &str, wanted_by: &str, count: usize) -> Finding {
    let found = match count {
        1 => "no such file".to_owned(),
        _ => format!("no such file, which {count} entities show"),
    };
    Finding::new(&FILE_MISSING, Severity::Warning, wanted_by, format_args!("the file `{name}`"), found)
}
