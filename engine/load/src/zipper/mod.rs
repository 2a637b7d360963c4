//! Worlds of the Zipper games: a GameZ container and its texture packages.
//!
//! Files have y up, and so have all of these games; the title's frame may still
//! mirror them or turn them about. What turns to the camera and the grid of cells
//! keep to that: height is height.
//! Source: `docs/spec/zbd/rendering.md`, `docs/spec/zbd/engine-behaviour.md`.

mod approaches;
pub mod archive;
mod arms;
mod clips;
pub mod definitions;
mod library;
mod light_and_fog;
mod machines;
pub(crate) mod map;
mod materials;
mod members;
mod missions;
pub mod model;
mod models;
mod nodes;
mod opponents;
mod programs;
mod prune;
pub mod script;
pub mod sound_definitions;
mod sound_table;
pub mod sounds;
mod textures;
mod vehicles;
mod water;
mod words;

pub use missions::CODES as MISSION_CODES;
pub use programs::CODES as ANIM_CODES;
pub use sound_table::CODES as SOUND_CODES;
pub use vehicles::CODES as VEHICLE_CODES;

use crate::{Error, Loaded, Phase, Progress, Request, avatar, step};
use binary::{Finding, Limits, Mode, Severity, codes};
use script::Extras;
use sound_table::SoundTable;
use textures::Wanted;
use vfs::Vfs;
use world::{ActiveZones, Derived, NodeFlags, Scene, State};
use zbd::gamez::textures::TextureEntry;
use zbd::gamez::{self, GameZ, Version};

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
    MOTION = "load.motion": "a motion or the definition that names it cannot be used"
        => "copy the file again from the game's disc; the model is shown without it";
    MEMBER = "load.member": "a mod has files for an archive that are not its members, so they change nothing"
        => "`revisit pack` an unpacked folder into a file and put that in its place; or lay members over the archive as the game has them";
    SCRIPTS = "load.scripts": "the scripts of a game load no world"
        => "nothing, if the world is as it should be: its file is read directly, without what scripts say of it";
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
    let files = 1 + request.textures.len();
    step(progress, Phase::Discover, 1, 1)?;
    step(progress, Phase::Read, 0, files)?;
    let (mut gamez, extras) = container(vfs, request, &mut bytes_read, &mut findings)?;
    let animations = animations(vfs, request, &extras);
    let anims = programs::read(vfs, &animations, gamez.version, &mut bytes_read, &mut findings);
    let named = |name: &String| TextureEntry::named(name).filter(|_| !is_listed(&gamez.textures, name));
    let more: Vec<TextureEntry> = programs::textures(&anims).iter().filter_map(named).collect();
    gamez.textures.extend(more);
    step(progress, Phase::Read, files, files)?;
    step(progress, Phase::Parse, 0, files)?;
    let mut packages = Vec::with_capacity(request.textures.len());
    for (index, address) in request.textures.iter().enumerate() {
        step(progress, Phase::Parse, 1 + index, files)?;
        packages.extend(textures::open(vfs, address, &mut bytes_read, &mut findings));
    }
    let wanted = textures::wanted(&gamez.textures, gamez.version);
    textures::open_until_found(
        vfs,
        &request.more_textures,
        wanted.iter(),
        &mut packages,
        &mut bytes_read,
        &mut findings,
    );
    step(progress, Phase::Parse, files, files)?;

    let mut scene = build(gamez, &extras, &wanted, &packages, request, &mut findings, progress)?;
    drop(packages);
    let models = request.machines.as_ref();
    let machines = machines::add(&mut scene, vfs, models, &anims, &mut bytes_read, &mut findings, progress)?;
    let file = animations.first().map_or("", String::as_str);
    scene.program_rules = programs::rules(definitions::Constants::of(&request.title));
    scene.sound_rules = request.sound_setup.rules;
    scene.callbacks = request.callbacks.clone();
    let heard = match &request.sounds {
        Some(files) if !anims.is_empty() || request.guests.vehicle.is_some() => {
            SoundTable::new(vfs, files, &request.sound_setup, &mut findings)
        }
        _ => SoundTable::default(),
    };
    programs::build(&anims, &mut scene, &heard, file, &mut findings);
    machines::settle(&mut scene, &machines);
    let own = vehicles::seat(&mut scene, vfs, request, &mut bytes_read, &mut findings, progress)?;
    if let Some(own) = own {
        arms::equip(&mut scene, &request.title, &own, &heard);
        // Objectives name opponents.
        let mut brings = |scene: &mut Scene, name: &str| match &request.machines {
            Some(files) => {
                machines::add_one(scene, vfs, files, name, &mut bytes_read, &mut findings, progress)
            }
            None => Ok((None, None)),
        };
        let difficulty = request.guests.difficulty;
        opponents::add(&mut scene, &request.title, &own, &heard, difficulty, &mut brings)?;
        approaches::add(&mut scene, &own);
        missions::brief(&mut scene, &request.title, &own, &heard, &mut findings);
    }
    machines::set_pace(&mut scene, definitions::Constants::of(&request.title));
    scene.sound_groups = heard.into_groups();
    drop(anims);
    materials::settle_blending(&mut scene.materials, &scene.textures);

    step(progress, Phase::Collide, 0, 1)?;
    let state = State::new(&scene, 0);
    let (mut derived, odd) = Derived::build(&scene, &state, Limits::default().occurrences);
    findings.extend(odd.into_iter().map(|finding| finding.in_file(&request.container)));
    scene.regions = water::regions(&scene, &derived, definitions::Constants::of(&request.title));
    derived.space.follow_regions(&scene);
    opponents::stand(&mut scene, &derived);
    avatar::place(&mut scene, &derived, request.start);
    vehicles::lift(&mut scene);
    let derived = match vehicles::park(&mut scene) {
        true => Derived::build(&scene, &State::new(&scene, 0), Limits::default().occurrences).0,
        false => derived,
    };
    step(progress, Phase::Collide, 1, 1)?;

    Ok(Loaded { scene, derived, findings, bytes_read })
}

/// The vehicles of a game that can be driven, the usual one first; none for other games.
pub fn drivable(vfs: &Vfs, request: &Request) -> Vec<String> {
    vehicles::drivable(vfs, request)
}

/// The container of the world as the game's scripts leave it, or as it is where no script reads one.
fn container(
    vfs: &Vfs,
    request: &Request,
    bytes_read: &mut u64,
    findings: &mut Vec<Finding>,
) -> Result<(GameZ, Extras), Error> {
    let mut extras = Extras::default();
    if let Some(setup) = &request.scripts {
        let made = script::run(vfs, setup, &mut ::script::Untraced);
        *bytes_read += made.bytes_read;
        findings.extend(made.findings);
        match made.gamez {
            Some(gamez) => return Ok((gamez, made.extras)),
            None if made.ran.scripts > 0 => {
                extras = made.extras;
                let found = format!("{} scripts that do not", made.ran.scripts);
                let expected = format!("scripts that load {}", request.world);
                findings.push(Finding::new(&SCRIPTS, Severity::Note, &request.container, expected, found));
            }
            None => {}
        }
    }
    if !vfs.exists(&request.container) {
        return Err(Error::File(Box::new(Finding::new(
            &WORLD_MISSING,
            Severity::Error,
            &request.container,
            format_args!("the world {} of {}", request.world, request.title),
            "no such file",
        ))));
    }
    let bytes = vfs.read(&request.container)?;
    *bytes_read += bytes.len() as u64;
    let (gamez, report) =
        gamez::read(&bytes, Mode::Lenient).map_err(|f| Box::new(f.in_file(&request.container)))?;
    findings.extend(report.into_findings().into_iter().map(|finding| finding.in_file(&request.container)));
    Ok((gamez, extras))
}

/// Addresses of the files of animations: those that scripts name, then the others that belong to the world.
fn animations(vfs: &Vfs, request: &Request, extras: &Extras) -> Vec<String> {
    let named = extras.animations.iter().filter_map(|path| script::address(vfs, path));
    let mut all: Vec<String> = named.chain(request.animations.iter().cloned()).collect();
    let mut seen = std::collections::BTreeSet::new();
    all.retain(|address| vfs.is_file(address) && seen.insert(address.to_ascii_lowercase()));
    all
}

/// Whether the directory of textures has a name, whatever the ending of its file.
fn is_listed(textures: &[TextureEntry], name: &str) -> bool {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    textures.iter().any(|entry| entry.name.stem().eq_ignore_ascii_case(stem))
}

/// Builds the scene of a container that is already read.
fn build(
    gamez: GameZ,
    extras: &Extras,
    wanted: &[Wanted],
    packages: &[zbd::textures::TexturePackage],
    request: &Request,
    findings: &mut Vec<Finding>,
    progress: &mut dyn Progress,
) -> Result<Scene, Error> {
    let mut scene = Scene::empty(&request.title, &request.world, request.frame);
    let file = request.container.as_str();

    step(progress, Phase::Build, 0, 3)?;
    nodes::build(&mut scene, &gamez, request, findings);
    for (slot, keeps_height) in &extras.horizons {
        if let Some(node) = scene.nodes.get_mut(*slot) {
            let flags = node.flags.union(NodeFlags::FOLLOWS_CAMERA);
            node.flags = flags.switched(NodeFlags::KEEPS_HEIGHT, *keeps_height);
        }
    }
    for (slot, book) in &extras.flip_books {
        script::place_flip_book(&mut scene, *slot, book);
    }
    scene.wind = request.frame.to_engine(extras.wind.unwrap_or(request.wind).into());
    scene.gusts = extras.gusts;
    for light in &mut scene.lights {
        let slot = light.node.map(|node| node.index());
        light.directional &= !slot.is_some_and(|slot| extras.lamps.contains(&slot));
    }
    step(progress, Phase::Build, 1, 3)?;
    let GameZ { version, textures, materials, models, nodes, .. } = gamez;
    drop(nodes);
    scene.materials = materials::build(&materials, textures.len());
    scene.soils = materials::soils(version);
    // The tables of the later games are known; a list of texts need not be one of names alone.
    if let Some(own) = &extras.soils
        && scene.soils.len() == materials::BUILT_IN_SOILS
    {
        scene.soils.extend(own.iter().cloned());
    }
    scene.zones = start_zones(version);
    step(progress, Phase::Build, 2, 3)?;
    scene.models = models::build(models, version, &request.frame, &materials, file, findings);
    water::open(&mut scene.models, &scene.materials);
    nodes::drop_unknown_models(&mut scene, file, findings);
    step(progress, Phase::Build, 3, 3)?;

    let all: Vec<usize> = (0..wanted.len()).collect();
    scene.textures = textures::decode(wanted, &all, packages, file, findings, progress)?;
    materials::settle_blending(&mut scene.materials, &scene.textures);
    Ok(scene)
}

/// The active zones where the ground has none. Recoil and Crimson Skies begin outside, in clear
/// weather; what is in other zones there belongs to caves and clouds.
///
/// Source: `docs/spec/zbd/rendering.md`, "Zones"; `docs/spec/zbd/engine-behaviour.md`, "5. Zones".
fn start_zones(version: Version) -> ActiveZones {
    match version {
        Version::Recoil | Version::CrimsonSkies => ActiveZones::new(&[0, 1]),
        Version::MechWarrior3 | Version::PiratesMoon => ActiveZones::default(),
    }
}
