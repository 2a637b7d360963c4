//! Worlds of the Zipper games: a GameZ container and its texture packages.
//! Source: `spec/zbd/rendering.md`, `spec/zbd/engine-behaviour.md`.

mod materials;
mod models;
mod nodes;
mod textures;

use crate::{Error, Loaded, Phase, Progress, Request, avatar, step};
use binary::{Finding, Limits, Mode, Severity, codes};
use std::sync::Arc;
use vfs::Vfs;
use world::space::{Colliders, Space};
use world::{Occurrences, Scene, State};
use zbd::gamez::{self, GameZ};

codes! {
    WORLD_MISSING = "load.world_missing": "the file that holds the world is not there"
        => "copy it from the game's disc or installation into the folder named";
    PACKAGE_MISSING = "load.package_missing": "a texture package is not there"
        => "copy it from the game's disc; the world loads without it, checkered";
    TEXTURE_MISSING = "load.texture_missing": "no texture package holds a texture the world names"
        => "nothing to do for retail worlds, some lack textures; a mod must ship it in a texture package";
    MATERIAL_MISSING = "load.material_missing": "a polygon names a material that does not exist"
        => "name an existing material; the polygon is drawn in the colour of missing things";
    NODE_LINK = "load.node_link": "a node, cell or light list names a node that does not exist or does not fit"
        => "name an existing node; the link is left out";
    MODEL_MISSING = "load.model_missing": "a node names a model slot that holds no model"
        => "name a used model slot; the node stays without a model";
    NO_WORLD_NODE = "load.no_world_node": "the container has no World node"
        => "load a file that holds a world; this one may hold only parts";
}

/// Loads a world.
///
/// # Errors
/// A missing or unusable world container, or cancellation. Everything else is
/// a finding: the world loads without it.
pub fn load(vfs: &Vfs, request: &Request, progress: &mut dyn Progress) -> Result<Loaded, Error> {
    let mut findings = Vec::new();
    let mut bytes_read = 0;

    step(progress, Phase::Discover, 0, 1)?;
    if !vfs.exists(&request.container) {
        return Err(Error::File(Box::new(Finding::new(
            &WORLD_MISSING,
            Severity::Error,
            &request.container,
            format_args!("the world {} of {}", request.world, request.title),
            "no such file",
        ))));
    }
    let (packages, missing): (Vec<_>, Vec<_>) =
        request.textures.iter().partition(|address| vfs.exists(address));
    for address in missing {
        findings.push(Finding::new(
            &PACKAGE_MISSING,
            Severity::Warning,
            address,
            "a texture package",
            "no such file",
        ));
    }
    step(progress, Phase::Discover, 1, 1)?;

    let files = 1 + packages.len();
    step(progress, Phase::Read, 0, files)?;
    let container = vfs.read(&request.container)?;
    bytes_read += container.len() as u64;
    let mut package_bytes = Vec::with_capacity(packages.len());
    for (index, address) in packages.iter().enumerate() {
        step(progress, Phase::Read, 1 + index, files)?;
        match vfs.read(address) {
            Ok(bytes) => {
                bytes_read += bytes.len() as u64;
                package_bytes.push((address.as_str(), bytes));
            }
            Err(finding) => findings.push(*finding),
        }
    }
    step(progress, Phase::Read, files, files)?;

    step(progress, Phase::Parse, 0, files)?;
    let (gamez, report) =
        gamez::read(&container, Mode::Lenient).map_err(|f| Box::new(f.in_file(&request.container)))?;
    findings.extend(report.into_findings().into_iter().map(|finding| finding.in_file(&request.container)));
    drop(container);
    let mut parsed = Vec::with_capacity(package_bytes.len());
    for (index, (address, bytes)) in package_bytes.iter().enumerate() {
        step(progress, Phase::Parse, 1 + index, files)?;
        match zbd::textures::read(bytes, Mode::Lenient) {
            Ok((package, report)) => {
                findings.extend(report.into_findings().into_iter().map(|finding| finding.in_file(address)));
                parsed.push(package);
            }
            Err(finding) => findings.push(finding.in_file(address)),
        }
    }
    drop(package_bytes);
    step(progress, Phase::Parse, files, files)?;

    let mut scene = build(gamez, &parsed, request, &mut findings, progress)?;
    drop(parsed);

    step(progress, Phase::Collide, 0, 1)?;
    let state = State::new(&scene, 0);
    let (occurrences, odd) = Occurrences::build(&scene, &state, Limits::default().occurrences);
    findings.extend(odd.into_iter().map(|finding| finding.in_file(&request.container)));
    let space = Space::new(&scene, &occurrences, Arc::new(Colliders::new(&scene)));
    avatar::place(&mut scene, &occurrences, &space, request.start);
    step(progress, Phase::Collide, 1, 1)?;

    Ok(Loaded { scene, findings, bytes_read })
}

/// Builds the scene of a container that is already read.
fn build(
    gamez: GameZ,
    packages: &[zbd::textures::TexturePackage],
    request: &Request,
    findings: &mut Vec<Finding>,
    progress: &mut dyn Progress,
) -> Result<Scene, Error> {
    let mut scene = Scene::empty(&request.title, &request.world, request.frame);
    let file = request.container.as_str();

    step(progress, Phase::Build, 0, 3)?;
    nodes::build(&mut scene, &gamez, request, findings);
    step(progress, Phase::Build, 1, 3)?;
    let GameZ { version, textures, materials, models, nodes, .. } = gamez;
    drop(nodes);
    scene.materials = materials::build(&materials, textures.len());
    step(progress, Phase::Build, 2, 3)?;
    scene.models = models::build(models, version, &materials, file, findings);
    nodes::drop_unknown_models(&mut scene, file, findings);
    step(progress, Phase::Build, 3, 3)?;

    scene.textures = textures::decode(&textures, packages, file, findings, progress)?;
    materials::settle_blending(&mut scene.materials, &scene.textures);
    Ok(scene)
}
