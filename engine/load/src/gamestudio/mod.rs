//! Worlds of games made with Gamestudio: a WMB level and the models, terrains
//! and pictures that its entities show.
//! Source: `spec/gamestudio.md`.

pub mod alone;
mod blocks;
mod entities;
mod files;
mod images;
mod lookup;
pub mod model;
mod models;
mod paint;
mod path;
mod shape;
mod sky;
mod sounds;
mod space;
mod terrain;

use crate::{Error, Loaded, Phase, Progress, Request, Start, avatar, step};
use binary::{Finding, Limits, Mode, Severity, codes};
use gamestudio::wmb::objects::Object;
use gamestudio::wmb::{self, Level};
use glam::Vec3;
use paint::Paint;
use std::sync::Arc;
use vfs::Vfs;
use world::space::{Colliders, Probe, Space};
use world::{Occurrences, Scene, State};

codes! {
    LEVEL_MISSING = "load.level_missing": "the file that holds the level is not there"
        => "install the game again, or name another level";
    FILE_MISSING = "load.file_missing": "a file that the level or a model names is nowhere in the game's folders"
        => "install the game again; the level loads without it";
    FILE_KIND = "load.file_kind": "an entity names a file of a kind that it cannot show"
        => "name a model, a level, a terrain or a picture";
    PICTURE = "load.picture": "a picture cannot be decoded"
        => "save it again in a common form; a checker is shown in its place";
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
    let names = lookup::lookup(vfs, file);
    step(progress, Phase::Discover, 1, 1)?;

    // The level says what else is read.
    step(progress, Phase::Read, 0, 2)?;
    let bytes = vfs.read(file)?;
    let mut bytes_read = bytes.len() as u64;
    let (level, report) = wmb::read(&bytes, Mode::Lenient).map_err(|f| Box::new(f.in_file(file)))?;
    findings.extend(report.into_findings().into_iter().map(|finding| finding.in_file(file)));
    drop(bytes);
    step(progress, Phase::Read, 1, 2)?;
    let entity_files: Vec<String> = level.entities().map(|entity| entity.file).collect();
    let files = files::read(entity_files.iter().map(String::as_str), vfs, &names, file, &mut findings);
    bytes_read += files.iter().flat_map(|file| &file.bytes).map(|(_, bytes)| bytes.len() as u64).sum::<u64>();
    step(progress, Phase::Read, 2, 2)?;

    step(progress, Phase::Parse, 0, 1)?;
    let palette = files::palette(&level);
    let parsed = files::parse(&files, palette.as_ref(), &mut findings);
    step(progress, Phase::Parse, 1, 1)?;

    step(progress, Phase::Build, 0, 3)?;
    let mut scene = Scene::empty(&request.title, &request.world, request.frame);
    let mut paint = Paint::default();
    let blocks = blocks::models(&level, palette.as_ref(), &mut paint, &mut scene.lightmaps, file);
    entities::place_blocks(&mut scene, blocks);
    scene.waters = blocks::waters(&level);
    step(progress, Phase::Build, 1, 3)?;
    let mut pending = Vec::new();
    let shown = files::build(&files, parsed, &mut scene, &mut paint, &mut pending, file);
    step(progress, Phase::Build, 2, 3)?;
    entities::place_light(&mut scene, &level);
    entities::place(&mut scene, &level, &shown);
    sounds::add(&mut scene, &level, &names, file, &mut findings);
    step(progress, Phase::Build, 3, 3)?;

    let (textures, read) = paint.decode(vfs, &names, &mut findings, progress)?;
    bytes_read += read;
    scene.textures = textures;
    scene.materials = paint.materials;
    files::settle(&mut scene, &pending);

    step(progress, Phase::Collide, 0, 1)?;
    let state = State::new(&scene, 0);
    let (occurrences, odd) = Occurrences::build(&scene, &state, Limits::default().occurrences);
    findings.extend(odd.into_iter().map(|finding| finding.in_file(file)));
    let space = Space::new(&scene, &occurrences, Arc::new(Colliders::new(&scene)));
    let start = request.start.or_else(|| start(&level)).or_else(|| {
        footing(
            &level,
            &Probe { scene: &scene, occurrences: &occurrences, space: &space, zones: scene.zones },
        )
    });
    avatar::place(&mut scene, &occurrences, &space, start);
    // Not before: the middle of the world is no matter of the sky.
    let is_shown = |name: &str| shown.contains_key(&name.to_lowercase());
    bytes_read += sky::add(&mut scene, vfs, &names, is_shown, &mut findings);
    step(progress, Phase::Collide, 1, 1)?;

    Ok(Loaded { scene, findings, bytes_read })
}

/// Where a visitor starts: where the level says that the player does, or else
/// the camera. Scripts decide, but names tell.
fn start(level: &Level) -> Option<Start> {
    let tells = |name: &str| {
        let name = name.to_ascii_lowercase();
        ["player", "spawn", "start"].iter().any(|word| name.contains(word))
    };
    let positions = || {
        level.objects.iter().filter_map(|object| match object {
            Object::Position(position) => {
                let start = Start { position: position.origin.into(), yaw_deg: position.angles[0] };
                Some((position.name.text(), start))
            }
            _ => None,
        })
    };
    let regions = || {
        level.objects.iter().filter_map(|object| match object {
            Object::Region(region) => {
                let (mins, maxs) = (Vec3::from(region.mins), Vec3::from(region.maxs));
                let position = (mins + maxs) * 0.5;
                Some((region.name.text(), Start { position, yaw_deg: 0.0 }))
            }
            _ => None,
        })
    };
    let entities = || {
        level.entities().map(|entity| {
            let start = Start { position: entity.origin.into(), yaw_deg: entity.angles[0] };
            (entity.action, start)
        })
    };
    let named = positions().chain(regions()).chain(entities()).find(|(name, _)| tells(name));
    let start = named.or_else(|| positions().next()).map(|(_, start)| start);
    start.filter(|start| start.position.is_finite() && start.yaw_deg.is_finite())
}

/// How far below an entity the ground may be, in heights of a person.
const DROP: f32 = 4.0;

/// A place to stand at the entity nearest to the middle of all that has ground
/// below it and room for a person.
fn footing(level: &Level, probe: &Probe<'_>) -> Option<Start> {
    let mut places: Vec<Vec3> = level
        .entities()
        .map(|entity| space::place(entity.origin))
        .filter(|place| place.is_finite())
        .collect();
    let middle = places.iter().sum::<Vec3>() / places.len().max(1) as f32;
    places.sort_by(|a, b| a.distance_squared(middle).total_cmp(&b.distance_squared(middle)));
    let walker = &probe.scene.walker;
    places.into_iter().find_map(|place| {
        let ground = probe.ground(place.x, place.z, place.y, walker.step)?.point;
        let near = place.y - ground.y <= DROP * walker.height;
        let head = ground + Vec3::Y * walker.height;
        let room = probe.ray(ground + Vec3::Y * walker.step, head).is_none();
        let position = probe.scene.frame.to_game(ground);
        (near && room).then_some(Start { position, yaw_deg: 0.0 })
    })
}

/// A file that is nowhere, and how many entities name it.
fn file_missing(name: &str, wanted_by: &str, count: usize) -> Finding {
    let found = match count {
        1 => "no such file".to_owned(),
        _ => format!("no such file, which {count} entities show"),
    };
    Finding::new(&FILE_MISSING, Severity::Warning, wanted_by, format_args!("the file `{name}`"), found)
}
