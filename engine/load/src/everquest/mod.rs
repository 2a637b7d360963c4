//! EverQuest: zones of classic archives, and these archives as folders.
//!
//! A zone is an archive with three worlds: its own, with terrain and regions, one of placed objects and one of
//! lights; what is placed is in archives beside it. Raw coordinates are right-handed with z up; front faces are
//! clockwise in them. Source: `docs/spec/everquest/zone-install.md`, `docs/spec/everquest/wld.md`.
//!
//! | file | holds |
//! |---|---|
//! | `archive.rs` | PFS archives, for the virtual file system |
//! | `archives.rs` | the archives that belong to a zone, and the worlds in them |
//! | `textures.rs`, `bitmap.rs` | pictures: found, decoded, made transparent |
//! | `materials.rs`, `layers.rs` | materials by render method; pictures over each other |
//! | `surfaces.rs`, `meshes.rs` | meshes of either kind; models |
//! | `skeletons.rs`, `objects.rs` | objects of several parts; placed objects |
//! | `clouds.rs` | clouds of particles, and flat pictures that turn to the viewer |
//! | `ladders.rs` | what one climbs |
//! | `lights.rs` | baked light, lamps, daylight, fog |
//! | `space.rs`, `regions.rs` | the tree of regions and what is seen from each; what regions are |
//! | `actors` | creatures: skeletons, tracks, what they wear; alone and in zones |
//! | `zone_lines` | where lines into other zones lead; what is known of the original ones |
//! | `maps.rs` | maps that players drew |
//! | `sounds.rs`, `music.rs` | what is heard at places; music of areas |
//! | `sky.rs` | the sky |
//! | `start.rs` | where one starts |

pub mod actors;
pub mod archive;
mod archives;
mod bitmap;
mod clouds;
mod ladders;
mod layers;
mod lights;
mod maps;
mod materials;
mod meshes;
mod music;
mod objects;
mod regions;
mod skeletons;
mod sky;
mod sounds;
mod space;
mod start;
mod surfaces;
mod textures;
mod zone_lines;

pub use archives::{holds_zone, may_be_zone};
pub use maps::map;
pub(crate) use sky::plain as plain_sky;
pub use zone_lines::TABLE as ZONE_LINE_TABLE;

use crate::{Error, Loaded, Phase, Progress, Request, step};
use archives::{Archives, LIGHTS, PLACEMENTS, World};
use binary::{Finding, Limits, Severity, codes};
use everquest::wld::{Body, Reference};
use glam::Vec3;
use lights::Shade;
use materials::Paint;
use objects::Objects;
use surfaces::{Hold, Surface};
use textures::Pictures;
use vfs::Vfs;
use world::{Derived, Hours, ModelId, Node, NodeFlags, NodeId, Scene, State};
use zone_lines::ZoneLines;

codes! {
    ZONE_MISSING = "load.everquest.zone_missing": "the archive of a zone is not there, or no zone is in it"
        => "install the game again, or name another zone";
    ARCHIVE = "load.everquest.archive": "an archive of a zone lacks the world that it is named after"
        => "install the game again; the zone loads without it";
    ACTOR_MISSING = "load.everquest.actor_missing": "a zone places objects that no archive of it has"
        => "install the game again, with the archives of the zone (`_obj.s3d`); these objects are left out";
    LINK = "load.everquest.link": "references lead to nothing of the kind that is meant"
        => "name existing fragments; what they are for is left out";
    TEXTURE_MISSING = "load.everquest.texture_missing": "pictures that a world names are in no archive of the zone"
        => "nothing to do for original files, some lack pictures; grey is shown instead";
    PICTURE = "load.everquest.picture": "a picture of a zone cannot be decoded"
        => "save it again as BMP or DDS; a checkerboard is shown instead";
    TOO_LARGE = "load.everquest.too_large": "the pictures of a zone have more pixels than there is room for"
        => "make them smaller; a checkerboard is shown instead of each that does not fit";
    TREE = "load.everquest.tree": "the tree of a zone's regions leads nowhere, or in a circle"
        => "copy the file again from its source; everything in sight is drawn, and there is no water";
    COLORS = "load.everquest.colors": "the colours of placed objects do not fit their meshes"
        => "give as many colours as the mesh has vertices; the objects are shown without them";
    TOO_MANY = "load.everquest.too_many": "a zone places more objects than the limit allows"
        => "place fewer; the rest is left out";
    ZONE_LINES = "load.everquest.zone_lines": "the table of where lines into other zones lead cannot be used, or lacks a row"
        => "correct or add the row in `zone_lines.toml`; whoever crosses such a line stays in the zone";
    KNOWN_LINES = "load.everquest.known_lines": "a line into another zone leads where public servers have it lead; the install says nothing of it"
        => "nothing to do; if the place is wrong, add a row to `zone_lines.toml`";
    NOWHERE = "load.everquest.nowhere": "the table of lines into other zones leads to a zone that is not there"
        => "correct the row in `zone_lines.toml`, or add the archive of that zone; whoever crosses the line stays";
    SOUNDS = "load.everquest.sounds": "sounds of a zone have no recording"
        => "install the game again, with its `snd*.pfs`; they are not heard";
    MAP = "load.everquest.map": "a map that players drew has lines or labels that are on no map of a zone"
        => "remove them; the map is shown without them";
    MUSIC = "load.everquest.music": "areas of a zone have music that is not there"
        => "install the game again, with `mp3index.txt` and the files that it names; these areas are silent";
    SEQUENCES = "load.everquest.sequences": "areas of a zone have music as MIDI sequences, for which there is no synthesiser"
        => "nothing to do; these areas are silent";
    SKY = "load.everquest.sky": "the archive of the sky has no dome"
        => "install the game again, with its `sky.s3d`; a sky without clouds and sun is shown";
    NO_GROUND = "load.everquest.no_ground": "there is no solid ground below any region of a zone"
        => "fly, or name a place to start at";
}

/// The hour at the start.
const NOON: f32 = 12.0;
/// What all terrain answers.
const TERRAIN: NodeFlags =
    NodeFlags::ACTIVE.union(NodeFlags::ALTITUDE).union(NodeFlags::INTERSECT).union(NodeFlags::TERRAIN);

/// Loads a zone.
///
/// # Errors
/// A missing archive, one without a zone, or cancellation. Everything else is a finding: the zone loads without
/// it.
pub fn load(vfs: &Vfs, request: &Request, progress: &mut dyn Progress) -> Result<Loaded, Error> {
    let archive = request.container.as_str();
    let (mut findings, mut bytes_read) = (Vec::new(), 0);

    step(progress, Phase::Discover, 0, 1)?;
    let archives = Archives::new(vfs, archive);
    let missing = |found: &str| {
        let expected = format_args!("the zone {}", request.world);
        Error::File(Box::new(Finding::new(&ZONE_MISSING, Severity::Error, archive, expected, found)))
    };
    if !vfs.is_file(archive) {
        return Err(missing("no such file"));
    }
    let own = archives::world_in(vfs, archive).ok_or_else(|| missing("no world with its name"))?;
    step(progress, Phase::Discover, 1, 1)?;

    step(progress, Phase::Read, 0, 1)?;
    let wanted: Vec<_> = [Some((archive.to_owned(), own))]
        .into_iter()
        .chain(
            [PLACEMENTS, LIGHTS]
                .map(|name| archives.member(name).map(|address| (archive.to_owned(), address))),
        )
        .chain([archives.lit().and_then(|lit| Some((lit.clone(), archives::world_in(vfs, &lit)?)))])
        .chain(archives.objects().into_iter().map(|object| {
            let world = archives::world_of(vfs, &object, &mut findings);
            world.map(|world| (object, world))
        }))
        .collect();
    let mut read = archives::read_all(vfs, wanted, &mut findings, &mut bytes_read).into_iter();
    let (zone, placements, lamps) = (read.next().flatten(), read.next().flatten(), read.next().flatten());
    let lit = read.next().flatten();
    let objects: Vec<World> = read.flatten().collect();
    step(progress, Phase::Read, 1, 1)?;
    step(progress, Phase::Parse, 0, 1)?;
    let Some(zone) = zone else {
        let first = findings.into_iter().find(|finding| finding.severity == Severity::Error);
        return Err(
            first.map_or_else(|| missing("a world that cannot be read"), |finding| Box::new(finding).into())
        );
    };
    step(progress, Phase::Parse, 1, 1)?;

    step(progress, Phase::Build, 0, 2)?;
    let mut scene = Scene::empty(&request.title, &request.world, request.frame);
    if let Some(walker) = request.walker {
        scene.walker = walker;
    }
    if let Some(code) = request.guests.race.as_deref().and_then(actors::code) {
        scene.walker = request.creatures.sized(&code, scene.walker);
    }
    let mut paint = Paint::default();
    let mut pictures = Pictures::new(vfs, archives.pictures());
    let shade = Shade::of(&zone.wld);
    let mut broken = Broken::default();
    let owned = terrain(&mut scene, &zone, lit.as_ref(), &shade, &mut paint, &mut pictures, &mut broken);
    let lines = ZoneLines::read(vfs, &archives, &mut findings);
    scene.regions = regions::regions(&zone, &lines, &request.frame, &mut findings);
    scene.space = space::rooms(&zone, &request.frame, &mut findings);
    step(progress, Phase::Build, 1, 2)?;
    lights::place_day(&mut scene, &shade);
    scene.hours = Some(Hours { start: NOON, daylight: shade.is_outdoors(), ..Hours::default() });
    if let Some(lamps) = &lamps {
        let count = lights::place_lamps(&mut scene, lamps);
        broken.report(count, "lamps with a light and a place", &lamps.address, &mut findings);
    }
    bytes_read += sounds::add(&mut scene, vfs, &archives, &mut findings);
    let limit = Limits::default().occurrences;
    let first_object = scene.nodes.len();
    let mut objects = Objects {
        vfs,
        archives: &archives,
        worlds: objects,
        first: 1,
        paint: &mut paint,
        pictures: &mut pictures,
        shade,
        findings: &mut findings,
        bytes_read: &mut bytes_read,
    };
    if let Some(placements) = &placements {
        objects.place(&mut scene, placements, limit);
    }
    let objects = objects.worlds;
    let first_guest = scene.nodes.len();
    let making = actors::Making {
        vfs,
        archives: &archives,
        request,
        paint: &mut paint,
        pictures: &mut pictures,
        findings: &mut findings,
        bytes_read: &mut bytes_read,
    };
    let placed = actors::add(&mut scene, making);
    let has_sky = shade.is_outdoors()
        && sky::add(
            &mut scene,
            sky::Making {
                vfs,
                archives: &archives,
                paint: &mut paint,
                pictures: &mut pictures,
                findings: &mut findings,
                bytes_read: &mut bytes_read,
            },
        );
    let of_paint = |number: usize| number.checked_sub(1).map_or(&zone, |at| objects.get(at).unwrap_or(&zone));
    for (number, count) in paint.broken() {
        broken.report(count, "materials with pictures", &of_paint(number).address, &mut findings);
    }
    broken.report(broken.meshes, "regions with meshes", &zone.address, &mut findings);
    step(progress, Phase::Build, 2, 2)?;

    let (textures, read) = pictures.decode(&mut findings, progress)?;
    bytes_read += read;
    scene.textures = textures;
    scene.materials = paint.materials;
    if shade.is_outdoors() && !has_sky {
        sky::plain(&mut scene);
    }

    step(progress, Phase::Collide, 0, 1)?;
    let (derived, odd) = Derived::build(&scene, &State::new(&scene, 0), limit);
    findings.extend(odd.into_iter().map(|finding| finding.in_file(&zone.address)));
    space::settle(&mut scene, &derived.occurrences, &owned);
    let stands = |root: &&NodeId| (first_object..first_guest).contains(&root.index());
    let places = scene.roots.iter().filter(stands).filter_map(|root| scene.nodes.get(root.index()));
    let places: Vec<Vec3> = places.map(|node| node.transform.translation.into()).collect();
    findings.extend(start::place(&mut scene, &derived, &zone, &places, request.start));
    let on_ground = actors::put_on_ground(&mut scene, &derived, &placed);
    let derived = match actors::stand_at_start(&mut scene) || on_ground {
        true => Derived::build(&scene, &State::new(&scene, 0), limit).0,
        false => derived,
    };
    step(progress, Phase::Collide, 1, 1)?;

    Ok(Loaded { scene, derived, findings, bytes_read })
}

/// References that lead nowhere.
#[derive(Default)]
struct Broken {
    meshes: usize,
}

impl Broken {
    fn report(&self, count: usize, expected: &str, file: &str, findings: &mut Vec<Finding>) {
        if count > 0 {
            let found = format_args!("{count} without");
            findings.push(Finding::new(&LINK, Severity::Warning, file, expected, found));
        }
    }
}

/// The number of the world with meshes that were lit anew, where those of a zone have theirs.
const LIT: usize = usize::MAX;

/// The mesh of another world that bears the name of one of a zone.
fn lit_mesh(zone: &World, mesh: Reference, lit: &World) -> Option<Reference> {
    let name = match zone.wld.body(mesh)? {
        Body::DmSpriteDef2(mesh) => mesh.head.name,
        Body::DmSpriteDef(mesh) => mesh.name,
        _ => return None,
    };
    let name = zone.wld.text(name).filter(|name| !name.is_empty())?.to_ascii_lowercase();
    let found = Reference::fragment(lit.names().number(&name)? as usize);
    let is_mesh = matches!(lit.wld.body(found), Some(Body::DmSpriteDef2(_) | Body::DmSpriteDef(_)));
    is_mesh.then_some(found)
}

/// Adds the meshes of a zone, each as a root: those of its regions, in their order, then those that are in none.
/// Returns the room of each node, for those of regions.
fn terrain(
    scene: &mut Scene,
    zone: &World,
    lit: Option<&World>,
    shade: &Shade,
    paint: &mut Paint,
    pictures: &mut Pictures<'_>,
    broken: &mut Broken,
) -> Vec<Option<u32>> {
    let mut meshes: Vec<(Reference, Option<u32>)> = Vec::new();
    // By fragment: its place in the list.
    let mut place: Vec<Option<usize>> = vec![None; zone.wld.fragments.len()];
    for (number, region) in (0..).zip(zone.wld.regions()) {
        let Some(mesh) = region.and_then(|region| region.mesh).filter(|mesh| !mesh.is_none()) else {
            continue;
        };
        let mesh = zone.number(mesh);
        let Some(at) = mesh.index().filter(|at| *at < place.len()) else {
            broken.meshes += 1;
            continue;
        };
        match place[at] {
            // One that several regions show is where its box reaches.
            Some(known) => meshes[known].1 = None,
            None => {
                place[at] = Some(meshes.len());
                meshes.push((mesh, Some(number)));
            }
        }
    }
    for (at, fragment) in zone.wld.fragments.iter().enumerate() {
        let is_mesh = matches!(fragment.body, Body::DmSpriteDef2(_) | Body::DmSpriteDef(_));
        if is_mesh && place[at].is_none() {
            meshes.push((Reference::fragment(at + 1), None));
        }
    }
    let bare = paint.bare();
    // A mesh that was lit anew takes the place of that of its name.
    let shown: Vec<(&World, usize, Reference)> = meshes
        .iter()
        .map(|(mesh, _)| match lit.and_then(|lit| Some((lit, lit_mesh(zone, *mesh, lit)?))) {
            Some((lit, mesh)) => (lit, LIT, mesh),
            None => (zone, 0, *mesh),
        })
        .collect();
    let looks: Vec<_> = shown
        .iter()
        .map(|(world, number, mesh)| match world.wld.body(*mesh) {
            Some(Body::DmSpriteDef2(mesh)) => {
                paint.palette(world, *number, mesh.head.palette, pictures).to_vec()
            }
            Some(Body::DmSpriteDef(mesh)) => paint.palette(world, *number, mesh.palette, pictures).to_vec(),
            _ => Vec::new(),
        })
        .collect();
    let frame = scene.frame;
    let build = |(((_, room), (world, _, mesh)), looks): ((&(Reference, Option<u32>), &_), &Vec<_>)| {
        let (world, mesh): (&&World, &Reference) = (world, mesh);
        let surface = Surface::of(world, *mesh, &frame, Hold::Nothing)?;
        // What has no light baked into it takes that of the day.
        let baked = Some(shade).filter(|_| !surface.colors.is_empty());
        Some((*room, meshes::build(&surface, looks, bare, &frame, baked), surface.name))
    };
    use rayon::prelude::*;
    let built: Vec<_> = meshes.par_iter().zip(&shown).zip(&looks).map(build).collect();
    let mut owned = Vec::with_capacity(built.len());
    for made in built {
        let Some((room, made, name)) = made else {
            broken.meshes += 1;
            continue;
        };
        if made.model.vertices.is_empty() {
            continue;
        }
        let animator = meshes::animator(scene, &name, &made);
        scene.models.push(made.model);
        scene.nodes.push(Node {
            name: name.into(),
            model: Some(ModelId::from(scene.models.len() - 1)),
            animator,
            flags: TERRAIN,
            opacity: 1.0,
            ..Node::default()
        });
        scene.roots.push(NodeId::from(scene.nodes.len() - 1));
        owned.push(room);
    }
    owned
}
