//! Actors alone: those of one archive, each also with the skins, heads and bodies that it can wear.

use super::build::{Builder, of_skin, skin_of};
use super::cast::{At, Cast};
use super::spec::Outfit;
use super::{gather, listed, put, report_links, stand};
use crate::everquest::archives::{self, Archives};
use crate::everquest::materials::Paint;
use crate::everquest::textures::Pictures;
use crate::model::MODEL_UNKNOWN;
use crate::{Error, LoadedModel, ModelExtras, ModelRequest, ModelSource, Phase, Progress, step};
use binary::{Finding, Severity};
use everquest::wld::{Body, Reference};
use glam::Affine3A;
use hashbrown::HashMap;
use order::Order;
use std::collections::BTreeSet;
use vfs::Vfs;
use world::{Clock, NodeFlags, Scene};

/// Ending of archives.
const ENDING: &str = ".s3d";
/// Numbers that skins, heads and bodies may have.
const NUMBERS: std::ops::Range<u8> = 0..100;

/// The archives of an install's top folder that hold actors: those of creatures, then of equipment, then of
/// objects.
pub fn sources(vfs: &Vfs) -> Vec<ModelSource> {
    let is = |name: &str, part: &str| {
        let stem = name.strip_suffix(ENDING).unwrap_or_default();
        stem.ends_with(part) || stem.ends_with(&format!("{part}2"))
    };
    let mut all = listed(vfs, "", |name| name.ends_with("_chr.s3d") || is(name, "_chr"));
    all.order();
    all.extend(listed(vfs, "", |name| name.starts_with("gequip") && name.ends_with(ENDING)));
    let mut objects = listed(vfs, "", |name| is(name, "_obj"));
    objects.order();
    all.extend(objects);
    let source = |address: String| ModelSource {
        id: address.strip_suffix(ENDING).unwrap_or(&address).to_owned(),
        address,
        textures: Vec::new(),
    };
    all.into_iter().map(source).collect()
}

/// Reads the one archive of a source.
fn cast_of(vfs: &Vfs, source: &ModelSource) -> Result<Cast, Error> {
    let mut findings = Vec::new();
    let cast = Cast::read(vfs, std::slice::from_ref(&source.address), &mut findings, &mut 0);
    let broken = findings.into_iter().find(|finding| finding.severity == Severity::Error);
    match broken {
        Some(finding) if cast.worlds.is_empty() => Err(Box::new(finding).into()),
        _ => Ok(cast),
    }
}

/// The actors of an archive in the order of their codes, each followed by what else it can wear.
///
/// # Errors
/// An archive that is missing or damaged.
pub fn names(vfs: &Vfs, source: &ModelSource) -> Result<Vec<String>, Error> {
    Ok(names_in(&cast_of(vfs, source)?))
}

fn names_in(cast: &Cast) -> Vec<String> {
    let skins = skins(cast);
    let mut names = Vec::new();
    for code in cast.codes() {
        names.push(code.to_owned());
        names.extend(variants(cast, code, &skins).into_iter().map(|variant| format!("{code}+{variant}")));
    }
    names
}

/// The creatures that a zone offers: those of its own archives, and the playable races and others that all zones
/// share; in the order of their codes, each followed by what else it can wear. What cannot be read is left out.
pub fn offered(vfs: &Vfs, archive: &str) -> Vec<String> {
    let archives = Archives::new(vfs, archive);
    let mut all = archives.creatures();
    let shared =
        listed(vfs, archives.folder(), |name| name.starts_with("global") && name.ends_with("_chr.s3d"));
    all.extend(shared.into_iter().filter(|shared| !all.contains(shared)).collect::<Vec<_>>());
    names_in(&Cast::read(vfs, &all, &mut Vec::new(), &mut 0))
}

/// What an actor can wear besides what it wears by itself.
fn variants(cast: &Cast, code: &str, skins: &HashMap<String, BTreeSet<u8>>) -> Vec<String> {
    let Some(at) = cast.actor(code) else { return Vec::new() };
    let Some(world) = cast.worlds.get(at.world) else { return Vec::new() };
    // What it wears by itself, by the names of its meshes.
    let worn = worn(cast, at);
    let mesh = |number: u8, part: &str| {
        let name = format!("{code}{part}{number:02}_dmspritedef");
        world.names().number(&name).is_some() && !worn.contains(&name)
    };
    let bodies = NUMBERS.filter(|number| mesh(*number, "")).map(|number| format!("body{number:02}"));
    let heads = NUMBERS.filter(|number| mesh(*number, "he")).map(|number| format!("head{number:02}"));
    let skins = skins.get(code).into_iter().flatten().map(|skin| format!("skin{skin:02}"));
    bodies.chain(heads).chain(skins).collect()
}

/// Numbers of the skins of each model that replace something of skin 00, by its code.
fn skins(cast: &Cast) -> HashMap<String, BTreeSet<u8>> {
    let mut skins: HashMap<String, BTreeSet<u8>> = HashMap::new();
    for world in &cast.worlds {
        for fragment in
            world.wld.fragments.iter().filter(|fragment| matches!(fragment.body, Body::MaterialDef(_)))
        {
            let name = world.wld.text(fragment.name()).unwrap_or_default().to_ascii_lowercase();
            let Some((code, skin)) = skin_of(&name) else { continue };
            // As it is in skin 00, if it is of another.
            let plain = of_skin(&name, code, 0).filter(|plain| *plain != name);
            if plain.is_some_and(|plain| world.names().number(&plain).is_some()) {
                skins.entry(code.to_owned()).or_default().insert(skin);
            }
        }
    }
    skins
}

/// Names of the meshes in the list of skins of an actor, lower case.
fn worn(cast: &Cast, at: At) -> BTreeSet<String> {
    let Some(world) = cast.worlds.get(at.world) else { return BTreeSet::new() };
    let Some(Body::ActorDef(actor)) = cast.body(at) else { return BTreeSet::new() };
    let skeletons = actor.sprites.iter().filter_map(|sprite| match world.body(*sprite)? {
        Body::HierarchicalSprite(instance) => world.body(instance.definition),
        _ => None,
    });
    let skins = skeletons.flat_map(|skeleton| match skeleton {
        Body::HierarchicalSpriteDef(skeleton) => skeleton.skins.iter().flatten().collect::<Vec<_>>(),
        _ => Vec::new(),
    });
    let name = |mesh: Reference| {
        let mesh = super::shape::mesh(world, mesh)?;
        Some(world.wld.text(mesh.head.name)?.to_ascii_lowercase())
    };
    skins.filter_map(|skin| name(skin.mesh)).collect()
}

/// Which actor a person means: case does not matter, the end `_ACTORDEF` may be there, and what is worn may be
/// any mixture (`orc+skin02+right=it10`) on an actor that is listed.
pub fn meant(names: &[String], wanted: &str) -> Option<String> {
    let wanted = wanted.to_ascii_lowercase();
    let wanted = wanted.strip_suffix("_actordef").unwrap_or(&wanted);
    let outfit = Outfit::parse(wanted).ok()?;
    (names.iter().any(|name| *name == wanted) || names.contains(&outfit.code)).then(|| wanted.to_owned())
}

/// Loads an actor.
///
/// # Errors
/// An archive that is missing or damaged, `load.model_unknown`, or cancellation. Everything else is a finding.
pub fn load(
    vfs: &Vfs,
    request: &ModelRequest<'_>,
    progress: &mut dyn Progress,
) -> Result<LoadedModel, Error> {
    let ModelRequest { files, source, name, .. } = *request;
    let (mut findings, mut bytes_read) = (Vec::new(), 0);
    step(progress, Phase::Read, 0, 1)?;
    let unknown = |found: &dyn std::fmt::Display| {
        let expected = format_args!("an actor \"{name}\"");
        Error::from(Box::new(Finding::new(&MODEL_UNKNOWN, Severity::Error, &source.id, expected, found)))
    };
    let outfit = Outfit::parse(name).map_err(|wrong| unknown(&wrong))?;
    let folder =
        source.address.get(..source.address.rfind('/').map_or(0, |slash| slash + 1)).unwrap_or_default();
    let first = vec![source.address.clone()];
    let cast = gather(vfs, folder, first, &[&outfit], &files.creatures, &mut findings, &mut bytes_read);
    step(progress, Phase::Read, 1, 1)?;
    step(progress, Phase::Build, 0, 1)?;
    let world = format!("{}/{}", source.id, name);
    let mut scene = Scene::empty(&files.title, &world, files.frame);
    let mut paint = Paint::default();
    let mut around: Vec<String> = cast.worlds.iter().map(|world| world.archive.clone()).collect();
    around.dedup();
    around.extend(archives::armour(vfs, folder));
    let mut pictures = Pictures::new(vfs, around);
    let built = Builder {
        cast: &cast,
        paint: &mut paint,
        pictures: &mut pictures,
        rules: &files.creatures,
        frame: files.frame,
        findings: &mut findings,
    }
    .build(&outfit);
    let Some(built) = built else { return Err(unknown(&"none of that name")) };
    report_links(&paint, &cast, &mut findings);
    let guest = put(&mut scene, name, built, 0);
    for clip in &mut scene.clips {
        // Alone, animations need no name before theirs.
        let short = clip.name.rsplit(' ').next().unwrap_or_default();
        clip.name = short.into();
    }
    let root = stand(&mut scene, name, &guest, Affine3A::IDENTITY, NodeFlags::ACTIVE);
    // One root, the first node.
    let last = scene.nodes.len() - 1;
    scene.nodes.swap(0, last);
    let swap = |node: &mut world::NodeId| match *node {
        world::NodeId(0) => *node = root,
        own if own == root => *node = world::NodeId(0),
        _ => {}
    };
    scene.nodes.iter_mut().flat_map(|node| &mut node.children).for_each(swap);
    scene.attachments.iter_mut().flat_map(|own| [&mut own.node, &mut own.carrier]).for_each(swap);
    scene.emitting.iter_mut().for_each(|(node, _)| swap(node));
    scene.roots = vec![world::NodeId(0)];
    scene.bodies.clear();
    for animator in &mut scene.animators {
        animator.start = Clock::default();
    }
    step(progress, Phase::Build, 1, 1)?;
    let (textures, read) = pictures.decode(&mut findings, progress)?;
    scene.textures = textures;
    scene.materials = paint.materials;
    Ok(LoadedModel {
        scene,
        gaits: Vec::new(),
        levels: 1,
        extras: ModelExtras::default(),
        findings,
        bytes_read: bytes_read + read,
    })
}
