//! Creatures and other actors that move: built from the archives that hold them, put into a zone or shown alone.
//!
//! An actor is one model whose points hang at its bones, and a clip for each of its animations. Tracks, meshes and
//! materials are found by their names over all archives that were read. Source:
//! `docs/spec/everquest/zone-install.md`, "10. Characters", `docs/spec/everquest/wld.md`, "5. Skeletons and
//! animation".
//!
//! | file | holds |
//! |---|---|
//! | `cast.rs` | actors and tracks of some archives by their names |
//! | `spec.rs` | how a person names an actor with what it wears |
//! | `rig.rs` | bones: how they stand, what a pose does to them |
//! | `animations.rs` | tracks as clips, own and borrowed |
//! | `shape.rs` | the model of all meshes |
//! | `held.rs` | what hands hold |
//! | `gait.rs` | how fast an actor goes, by its feet |
//! | `build.rs` | an actor from all of these |
//! | `alone.rs` | what `show` shows |
//! | `elsewhere.rs` | which actors other archives have, without reading these whole |

mod alone;
mod animations;
mod build;
mod cast;
mod elsewhere;
mod gait;
mod held;
mod rig;
mod shape;
mod spec;

pub use alone::{load, meant, names, offered, sources};
pub use elsewhere::elsewhere;
pub use spec::NotAnActor;

use super::LINK;
use super::archives::{self, Archives};
use super::materials::Paint;
use super::textures::Pictures;
use crate::{Activity, CreatureRules, Request, Spawn};
use animations::Animation;
use binary::{Finding, Severity, codes};
use build::{Builder, Built, Cloud};
use cast::Cast;
use glam::{Affine3A, Vec3};
use hashbrown::HashMap;
use order::Order as _;
use spec::Outfit;
use vfs::Vfs;
use world::{
    Act, Animator, AnimatorId, Attachment, Body, ClipId, Clock, Derived, Doing, EmitterLawId, Foe,
    MaterialId, ModelId, Move, Node, NodeFlags, NodeId, Order, PathPilot, Playable, Probe, Scene, SeatId,
    Walker,
};

codes! {
    CREATURE = "load.everquest.creature": "no archive has a creature that somebody wants in a zone"
        => "name one that `show` lists";
    WEARS = "load.everquest.wears": "a creature has no such head or body, or nothing to hold"
        => "name what `show` lists; the creature is shown without it";
    BONES = "load.everquest.bones": "a skeleton has more bones than the limit allows"
        => "use fewer; the others are left out";
    MESH = "load.everquest.actor_mesh": "meshes of an actor lead nowhere, or it has two skeletons"
        => "name existing fragments; the actor is shown without them";
    ACTIVITY = "load.everquest.activity": "a creature lacks the animation that it is to play from the start on"
        => "name one that `show` lists; it stands";
    TRACKS = "load.everquest.tracks": "tracks of an actor have no frames, or not as many as their animation"
        => "nothing to do for original files; without frames bones keep their pose, and a short track stays on its last";
}

/// What is seen of a creature and what meets it: its shape changes, so that nobody stands on it.
const GUEST: NodeFlags = NodeFlags::ACTIVE.union(NodeFlags::INTERSECT).union(NodeFlags::PROXIMITY);
/// The body of a person is in nobody's way.
const PERSON: NodeFlags = NodeFlags::ACTIVE;

/// Clips for what somebody does: each with the animations that show it, the best first. Source:
/// `docs/spec/everquest/zone-install.md`, "10. Characters".
const DOINGS: [(Doing, &[&str]); 11] = [
    (Doing::Stand, &["P01", "P04", "O01"]),
    (Doing::Walk, &["L01", "L02"]),
    (Doing::Run, &["L02", "L01"]),
    (Doing::Jump, &["L04", "L03"]),
    (Doing::Fall, &["L05"]),
    (Doing::Swim, &["P06", "L09", "L01"]),
    (Doing::Tread, &["L09", "P06"]),
    (Doing::Climb, &["L07"]),
    (Doing::Turn, &["P03"]),
    (Doing::Sit, &["P02"]),
    (Doing::Die, &["D05"]),
];
/// The blows of a creature, each of which it strikes in turn; those with a bow and in the water only where it has no
/// others.
const BLOWS: [&[&str]; 2] =
    [&["C01", "C02", "C03", "C04", "C05", "C06", "C07", "C08", "C11", "T07", "T08", "T09"], &["C09", "C10"]];

/// A creature in a scene, before it stands anywhere.
struct Guest {
    model: ModelId,
    clips: Vec<ClipId>,
    acts: Vec<Act>,
    moves: Vec<Move>,
    walker: Walker,
    floats: bool,
    lift: f32,
    clouds: Vec<GuestCloud>,
}

/// A cloud of particles that comes with a creature.
struct GuestCloud {
    law: EmitterLawId,
    bone: Option<u32>,
    place: Affine3A,
}

/// What a zone's guests are made of.
pub(super) struct Making<'a, 'v> {
    pub vfs: &'v Vfs,
    pub archives: &'a Archives<'v>,
    pub request: &'a Request,
    pub paint: &'a mut Paint,
    pub pictures: &'a mut Pictures<'v>,
    pub findings: &'a mut Vec<Finding>,
    pub bytes_read: &'a mut u64,
}

/// A creature that stands in a zone, and is not on its ground yet.
pub(super) struct Placed {
    node: NodeId,
    /// It is put on the ground at or below this height, in the engine's axes; without it on the highest.
    height: Option<f32>,
}

/// The code of the model that a name means.
pub(super) fn code(name: &str) -> Option<String> {
    Outfit::parse(name).ok().map(|outfit| outfit.code)
}

/// Adds the creatures that somebody wants in a zone. Gives those that have to be put on the ground.
pub(super) fn add(scene: &mut Scene, making: Making<'_, '_>) -> Vec<Placed> {
    let Making { vfs, archives, request, paint, pictures, findings, bytes_read } = making;
    let guests = &request.guests;
    let mut placed = Vec::new();
    if guests.is_empty() {
        return placed;
    }
    let names = guests.spawns.iter().map(|spawn| spawn.name.as_str()).chain(guests.race.as_deref());
    let mut outfits: Vec<(String, Outfit)> = Vec::new();
    for name in names {
        let name = name.to_ascii_lowercase();
        if outfits.iter().any(|(known, _)| *known == name) {
            continue;
        }
        match Outfit::parse(&name) {
            Ok(outfit) => outfits.push((name, outfit)),
            Err(wrong) => {
                findings.push(Finding::new(&CREATURE, Severity::Warning, name, "a creature", wrong))
            }
        }
    }
    let wanted: Vec<&Outfit> = outfits.iter().map(|(_, outfit)| outfit).collect();
    let folder = archives.folder();
    let cast = gather(vfs, folder, archives.creatures(), &wanted, &request.creatures, findings, bytes_read);
    // Its materials come behind those of the zone.
    let mut own = Paint::default();
    let first_material = paint.materials.len();
    let mut made: HashMap<&str, Guest> = HashMap::new();
    for (name, outfit) in &outfits {
        let mut builder = Builder {
            cast: &cast,
            paint: &mut own,
            pictures,
            rules: &request.creatures,
            frame: scene.frame,
            findings,
        };
        match builder.build(outfit) {
            Some(built) => {
                let mut guest = put(scene, name, built, first_material);
                guest.floats = request.creatures.floats(&outfit.code);
                made.insert(name, guest);
            }
            None => {
                let expected = format_args!("a creature `{}`", outfit.code);
                let found = format_args!("none among {}", cast.codes().len());
                findings.push(Finding::new(
                    &CREATURE,
                    Severity::Warning,
                    folder_name(folder),
                    expected,
                    found,
                ));
            }
        }
    }
    report_links(&own, &cast, findings);
    paint.materials.extend(own.materials);
    let frame = scene.frame;
    for spawn in &guests.spawns {
        let Some(guest) = made.get(spawn.name.to_ascii_lowercase().as_str()) else { continue };
        // Headings count 512 to a turn, counter-clockwise from above.
        let turn = Affine3A::from_rotation_z(spawn.heading * std::f32::consts::TAU / 512.0);
        let place = frame.transform(Affine3A::from_translation(spawn.feet) * turn);
        let node = stand(scene, &spawn.name, guest, place, GUEST);
        match spawn.activity.as_ref().map(|activity| order(scene, spawn, activity)) {
            Some(Ok(order)) => scene.orders.push((node, order)),
            Some(Err(lacks)) => {
                let expected = format_args!("an animation of `{}`", spawn.name);
                let found = format_args!("\"{}\"", lacks.escape_debug());
                findings.push(Finding::new(
                    &ACTIVITY,
                    Severity::Warning,
                    folder_name(folder),
                    expected,
                    found,
                ));
            }
            None => {}
        }
        // What flies or swims is where somebody wants it.
        if !(spawn.has_height && guest.floats) {
            let height = spawn.has_height.then(|| place.translation.y);
            placed.push(Placed { node, height });
        }
    }
    if let Some(guest) = guests.race.as_deref().and_then(|race| made.get(race.to_ascii_lowercase().as_str()))
    {
        let person =
            stand(scene, guests.race.as_deref().unwrap_or_default(), guest, Affine3A::IDENTITY, PERSON);
        scene.person = Some(person);
    }
    placed
}

/// What a creature that was placed last is told at the start; else the animation that it lacks.
fn order<'s>(scene: &Scene, spawn: &Spawn, activity: &'s Activity) -> Result<Order, &'s str> {
    Ok(match activity {
        Activity::Go { points, run, looping } => {
            let point = |point: &Vec3| if point.z.is_nan() { point.with_z(spawn.feet.z) } else { *point };
            let points = points.iter().map(|own| scene.frame.to_engine(point(own))).collect();
            Order::Go(PathPilot { points, next: 0, looping: *looping, run: *run })
        }
        Activity::Fight => Order::Fight(Foe::Person(SeatId::FIRST)),
        Activity::Die => Order::Die,
        Activity::Play(name) => {
            let own = scene.bodies.last().and_then(|body| body.named(name));
            Order::Play(own.ok_or(name.as_str())?.clip)
        }
    })
}

/// Puts creatures on the ground below them; false if all are where they were. Where there is none they stay.
pub(super) fn put_on_ground(scene: &mut Scene, derived: &Derived, placed: &[Placed]) -> bool {
    let probe = Probe::new(scene, &derived.occurrences, &derived.space, scene.zones).in_all_zones();
    let top = derived.occurrences.roots().map(|root| derived.occurrences.bounds(root).max.y);
    let top = top.filter(|top| top.is_finite()).fold(0.0, f32::max);
    let ground = |placed: &Placed| {
        let at = scene.nodes.get(placed.node.index())?.transform.translation;
        // Feet that are a little below the ground are meant to be on it.
        let (from, step) = placed.height.map_or((top, 0.0), |height| (height, scene.walker.step));
        let others = Probe { without: Some(placed.node), ..probe };
        Some((placed.node, others.ground(at.x, at.z, from, step)?.point.y))
    };
    let found: Vec<(NodeId, f32)> = placed.iter().filter_map(ground).collect();
    let mut moved = false;
    for (node, height) in found {
        let Some(node) = scene.nodes.get_mut(node.index()) else { continue };
        moved |= node.transform.translation.y != height;
        node.transform.translation.y = height;
    }
    moved
}

/// Puts the body of the person where it starts; false without one.
pub(super) fn stand_at_start(scene: &mut Scene) -> bool {
    let start = scene.avatar;
    let Some(node) = scene.person.and_then(|person| scene.nodes.get_mut(person.index())) else {
        return false;
    };
    // A tick turns it, from how it stands here.
    node.transform = Affine3A::from_translation(start.position);
    true
}

/// Says how many materials lead nowhere, for each world.
fn report_links(paint: &Paint, cast: &Cast, findings: &mut Vec<Finding>) {
    for (number, count) in paint.broken() {
        let Some(world) = cast.worlds.get(number) else { continue };
        let found = format_args!("{count} without");
        let address = world.address.as_str();
        findings.push(Finding::new(&LINK, Severity::Warning, address, "materials with pictures", found));
    }
}

fn folder_name(folder: &str) -> &str {
    if folder.is_empty() { "." } else { folder }
}

/// Reads the archives in which actors, their tracks and what they hold are looked for, no more than needed.
/// `folder` ends with a slash, or is empty.
fn gather(
    vfs: &Vfs,
    folder: &str,
    first: Vec<String>,
    wanted: &[&Outfit],
    rules: &CreatureRules,
    findings: &mut Vec<Finding>,
    bytes_read: &mut u64,
) -> Cast {
    let mut cast = Cast::read(vfs, &first, findings, bytes_read);
    let mut known = first;
    let mut more = |cast: &mut Cast, archives: Vec<String>| {
        let new: Vec<String> = archives.into_iter().filter(|archive| !known.contains(archive)).collect();
        for world in Cast::read(vfs, &new, findings, bytes_read).worlds {
            cast.add(world);
        }
        known.extend(new);
    };
    let lacks = |cast: &Cast, code: &str| !code.is_empty() && cast.actor(code).is_none();
    // Late collections have a creature in each archive.
    let alone = |code: &str| Some(format!("{folder}{code}_chr.s3d")).filter(|archive| vfs.is_file(archive));
    let own =
        wanted.iter().filter(|outfit| lacks(&cast, &outfit.code)).filter_map(|outfit| alone(&outfit.code));
    let own: Vec<String> = own.collect();
    more(&mut cast, own);
    let needs_shared = wanted.iter().any(|outfit| {
        lacks(&cast, &outfit.code) || rules.lenders(&outfit.code).iter().any(|code| lacks(&cast, code))
    });
    if needs_shared {
        more(&mut cast, listed(vfs, folder, |name| name.starts_with("global") && name.ends_with("_chr.s3d")));
    }
    // Whatever any other archive of creatures has may be wanted, too.
    for outfit in wanted {
        if lacks(&cast, &outfit.code)
            && let Some(archive) = elsewhere::archive_of(vfs, folder, &outfit.code)
        {
            more(&mut cast, vec![archive]);
        }
    }
    if wanted.iter().any(|outfit| outfit.skin.is_some()) {
        more(&mut cast, archives::armour(vfs, folder));
    }
    let items = wanted.iter().flat_map(|outfit| &outfit.held);
    if items.clone().any(|(_, item)| lacks(&cast, item)) {
        more(&mut cast, listed(vfs, folder, |name| name.starts_with("gequip") && name.ends_with(".s3d")));
    }
    cast
}

/// Archives of a folder by their names in lower case, short ones first: `global_chr` is before `global2_chr`.
fn listed(vfs: &Vfs, folder: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let entries = vfs.list(folder.trim_end_matches('/')).unwrap_or_default().into_iter();
    let names = entries.map(|entry| entry.name.to_ascii_lowercase()).filter(|name| fits(name));
    let mut found: Vec<String> = names.map(|name| format!("{folder}{name}")).collect();
    found.order_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    found
}

/// Adds the model and the clips of a built actor. Its materials will be those from `first_material` on.
fn put(scene: &mut Scene, name: &str, built: Built, first_material: usize) -> Guest {
    let Built { mut model, animations, lift, height, clouds } = built;
    let walker = CreatureRules::of_height(height, scene.walker);
    for polygon in &mut model.polygons {
        polygon.material = MaterialId::from(first_material + polygon.material.index());
    }
    scene.models.push(model);
    let model = ModelId::from(scene.models.len() - 1);
    let first_clip = scene.clips.len();
    let id = |at: usize| ClipId::from(first_clip + at);
    let named = |name: &str| animations.iter().position(|own| *own.clip.name == *name);
    let shows = |doing: Doing, at: usize| {
        animations.get(at).map(|own| Act { doing, clip: id(at), looping: own.looping })
    };
    let of = |doing: Doing| {
        let (_, names) = DOINGS.iter().find(|(own, _)| *own == doing)?;
        names.iter().find_map(|name| named(name))
    };
    let mut acts: Vec<Act> = DOINGS.iter().filter_map(|(doing, _)| shows(*doing, of(*doing)?)).collect();
    let blows = |names: &&[&str]| names.iter().filter_map(|name| named(name)).collect::<Vec<usize>>();
    let blows = BLOWS.iter().map(blows).find(|blows| !blows.is_empty()).unwrap_or_default();
    acts.extend(blows.into_iter().filter_map(|at| shows(Doing::Fight, at)));
    let pace = |doing: Doing, usual: f32| {
        let own = of(doing).and_then(|at| animations.get(at));
        let deform = scene.models.last().and_then(|model| model.deform.as_deref());
        let pace = own.zip(deform).and_then(|(own, deform)| gait::speed(deform, &own.clip, &scene.walker));
        pace.unwrap_or(usual)
    };
    let walker = Walker {
        walk_speed: pace(Doing::Walk, walker.walk_speed),
        run_speed: pace(Doing::Run, walker.run_speed),
        ..walker
    };
    let moves = animations.iter().enumerate().map(|(at, own)| Move {
        name: own.clip.name.clone(),
        clip: id(at),
        looping: own.looping,
    });
    let moves = moves.collect();
    let clips = (0..animations.len()).map(id).collect();
    scene.clips.extend(animations.into_iter().map(|Animation { mut clip, .. }| {
        clip.name = format!("{name} {}", clip.name).into();
        clip
    }));
    let clouds = clouds.into_iter().map(|Cloud { mut law, bone, place }| {
        law.material = MaterialId::from(first_material + law.material.index());
        scene.emitters.push(law);
        GuestCloud { law: EmitterLawId::from(scene.emitters.len() - 1), bone, place }
    });
    let clouds = clouds.collect();
    Guest { model, clips, acts, moves, walker, floats: false, lift, clouds }
}

/// Puts a creature somewhere, on its feet. Gives the node that stands there.
fn stand(scene: &mut Scene, name: &str, guest: &Guest, place: Affine3A, flags: NodeFlags) -> NodeId {
    let stands = guest.acts.iter().find(|act| act.doing == Doing::Stand);
    let start =
        stands.map_or_else(Clock::default, |act| Clock { looping: act.looping, ..Clock::looping(act.clip) });
    scene.animators.push(Animator {
        name: name.into(),
        clips: guest.clips.iter().map(|clip| Playable { clip: *clip, ..Playable::default() }).collect(),
        start,
        ..Animator::default()
    });
    let animator = AnimatorId::from(scene.animators.len() - 1);
    let node =
        |flags| Node { name: name.into(), flags, opacity: 1.0, animator: Some(animator), ..Node::default() };
    let first_cloud = scene.nodes.len() + 1;
    scene.nodes.push(Node {
        model: Some(guest.model),
        children: (0..guest.clouds.len()).map(|at| NodeId::from(first_cloud + at)).collect(),
        transform: Affine3A::from_translation(scene.frame.to_engine(Vec3::Z * guest.lift)),
        ..node(flags)
    });
    let shown = NodeId::from(scene.nodes.len() - 1);
    for GuestCloud { law, bone, place } in &guest.clouds {
        let flags = flags & NodeFlags::ACTIVE;
        scene.nodes.push(Node {
            name: "cloud".into(),
            flags,
            opacity: 1.0,
            transform: *place,
            ..Node::default()
        });
        let cloud = NodeId::from(scene.nodes.len() - 1);
        scene.emitting.push((cloud, *law));
        if let Some(bone) = *bone {
            scene.attachments.push(Attachment { node: cloud, carrier: shown, bone, offset: *place });
        }
    }
    scene.nodes.push(Node { children: vec![shown], transform: place, ..node(flags) });
    let root = NodeId::from(scene.nodes.len() - 1);
    scene.roots.push(root);
    scene.bodies.push(Body {
        node: root,
        animator,
        acts: guest.acts.clone(),
        moves: guest.moves.clone(),
        walker: Some(guest.walker),
        floats: guest.floats,
    });
    root
}
