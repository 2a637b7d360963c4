//! The vehicle that somebody drives: its law from the game's definitions and, where these say nothing, from the
//! constants of its program; its node and its points in the world.
//!
//! | file | holds |
//! |---|---|
//! | `aeroplane.rs` | aeroplanes of Crimson Skies |
//! | `heard.rs` | what is heard of them |
//! | `mech.rs` | 'mechs of MechWarrior 3 and Pirate's Moon |
//! | `programs.rs` | animations that begin with what they do |
//! | `tank.rs` | tanks of Recoil |
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "A2. Reader keys".

mod aeroplane;
pub(super) mod heard;
mod mech;
pub(super) mod programs;
mod tank;

use super::arms::Sources;
use super::definitions::schema::Topic;
use super::definitions::{Constants, Definition, Definitions, Held};
use super::{machines, words};
use crate::{Error, Progress, Request};
use binary::{Finding, Severity, codes};
use glam::{Affine3A, Vec3};
use vfs::Vfs;
use world::{Aabb, ActorKind, AnimatorId, LawKind, NodeFlags, NodeId, Scene, VehicleLaw};

codes! {
    VEHICLE = "load.vehicle": "the vehicle that somebody wants to drive cannot be driven"
        => "choose one of those that `revisit definitions` lists as vehicles of the game";
    CONFIGURATION = "load.vehicle_configuration": "the configuration that somebody wants to drive is none of the vehicle's"
        => "choose one of those that `revisit definitions` lists for it, or the name of the vehicle alone";
    VEHICLE_NODE = "load.vehicle_node": "no node of the world shows the vehicle that somebody drives"
        => "choose a vehicle that stands in this world; it can be driven, but not seen";
}

/// What every aeroplane says.
const FLIES: [&str; 4] = ["engine", "fd_speed", "weight", "wing_area"];
/// How deep nodes hang below a vehicle's.
const DEEPEST: usize = 32;

/// What a title's vehicles are.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Tank,
    Mech,
    Aeroplane,
}

impl Kind {
    /// What definitions of such vehicles are about.
    fn topic(self) -> Topic {
        match self {
            Kind::Tank | Kind::Aeroplane => Topic::Vehicle,
            Kind::Mech => Topic::Mech,
        }
    }

    /// Whether a definition says enough to be driven: aeroplanes stand among boats, lorries and airships.
    fn drives(self, own: &Definition) -> bool {
        self != Kind::Aeroplane || flies(own)
    }
}

/// Whether a definition says all that every aeroplane says.
pub(super) fn flies(own: &Definition) -> bool {
    FLIES.iter().all(|key| own.number(key).is_some_and(|number| number > 0.0))
}

/// The titles whose vehicles can be driven.
const TITLES: &[(&str, Kind)] = &[
    ("recoil", Kind::Tank),
    ("mechwarrior3", Kind::Mech),
    ("pirates-moon", Kind::Mech),
    ("crimson-skies", Kind::Aeroplane),
];

fn kind_of(title: &str) -> Option<Kind> {
    TITLES.iter().find(|(own, _)| *own == title).map(|(_, kind)| *kind)
}

/// Puts the person of a world into the vehicle that the request names; gives what the game defines, if it names one.
///
/// # Errors
/// No such vehicle, or a game whose vehicles cannot be driven.
pub(super) fn seat(
    scene: &mut Scene,
    vfs: &Vfs,
    request: &Request,
    bytes_read: &mut u64,
    findings: &mut Vec<Finding>,
    progress: &mut dyn Progress,
) -> Result<Option<Definitions>, Error> {
    let Some(name) = &request.guests.vehicle else { return Ok(None) };
    let difficulty = request.guests.difficulty;
    let mut own = Definitions::read_for(vfs, &request.title, &request.sound_setup.readers, difficulty);
    *bytes_read += own.bytes_read;
    let (name, configuration) = configured(name);
    if let (Some(wanted), Some(kind)) = (configuration, kind_of(&request.title))
        && let Some(definition) = own.find(kind.topic(), name)
    {
        let known = configurations(definition).collect::<Vec<&str>>().join(", ");
        if !own.choose_configuration(kind.topic(), name, wanted) {
            let expected = if known.is_empty() { "none".to_owned() } else { format!("one of {known}") };
            let found = format!("`{}` of {name}", wanted.chars().take(60).collect::<String>());
            return Err(Error::File(Box::new(Finding::new(
                &CONFIGURATION,
                Severity::Error,
                "",
                expected,
                found,
            ))));
        }
    }
    let found = kind_of(&request.title).and_then(|kind| Some((kind, own.find(kind.topic(), name)?)));
    let Some((kind, definition)) = found.filter(|(kind, own)| kind.drives(own)) else {
        return Err(unknown(request, name, &own));
    };
    findings.extend(own.findings.iter().cloned());
    let models = match kind {
        Kind::Tank => None,
        Kind::Mech => request.machines.as_ref(),
        Kind::Aeroplane => request.aeroplanes.as_ref(),
    };
    let (node, animator) = match models {
        Some(files) => {
            machines::add_one(scene, vfs, files, &definition.name, bytes_read, findings, progress)?
        }
        None => {
            let is_one = |node: &world::Node| node.name.eq_ignore_ascii_case(&definition.name);
            (scene.nodes.iter().position(is_one).map(NodeId::from), None)
        }
    };
    if node.is_none() {
        let found = "none of that name";
        findings.push(Finding::new(&VEHICLE_NODE, Severity::Warning, &request.container, name, found));
    }
    let rules = own.all.iter().find(|one| one.topic == Topic::Rules);
    let numbers = Numbers { own: definition, rules, constants: Constants::of(&request.title) };
    let (mut law, mut views) = match kind {
        Kind::Tank => tank::law(scene, &numbers, node),
        Kind::Mech => mech::law(scene, &numbers, node, animator),
        Kind::Aeroplane => {
            let camera = own.all.iter().find(|one| one.topic == Topic::Camera);
            aeroplane::law(scene, &numbers, camera, node)
        }
    };
    if let Some(node) = node.filter(|_| models.is_none()) {
        show(scene, node);
    }
    if let (Some(files), Some(name)) = (models, cage(definition)) {
        let (cage, _) = machines::add_one(scene, vfs, files, &name, bytes_read, findings, progress)?;
        views.cage = cage;
        if let Some(own) = cage.and_then(|cage| scene.nodes.get_mut(cage.index())) {
            // Whoever looks out of it is alone in noticing that it is there.
            let there = NodeFlags::ACTIVE | NodeFlags::INTERSECT | NodeFlags::ALTITUDE;
            own.flags = own.flags.difference(there);
        }
    }
    if let LawKind::Aeroplane(law) = &mut law {
        law.gauges = aeroplane::gauges(scene, &numbers, node.into_iter().chain(views.cage));
    }
    scene.drives = Some(scene.vehicles.len() as u32);
    scene.vehicles.push(VehicleLaw { name: definition.name.as_str().into(), node, views, law });
    Ok(Some(own))
}

/// The model of a cockpit: a 'mech says it, of an aeroplane it is called as that.
fn cage(own: &Definition) -> Option<String> {
    if own.topic == Topic::Vehicle {
        return Some(format!("{}{}", own.name, words::COCKPIT));
    }
    own.get("hud")?.get("cage")?.words().first().cloned()
}

/// The name of a vehicle, and after a `/` that of one of its configurations.
fn configured(name: &str) -> (&str, Option<&str>) {
    name.split_once('/').map_or((name, None), |(name, configuration)| (name, Some(configuration)))
}

/// The configurations of a vehicle, the usual one first.
fn configurations(own: &Definition) -> impl Iterator<Item = &str> {
    let all = match own.get("configurations") {
        Some(Held::Named(all)) => all.as_slice(),
        _ => &[],
    };
    all.iter().map(|(name, _)| name.as_str())
}

/// The vehicles of a game that can be driven, the usual one first, each with its further configurations as `NAME/OF_IT`;
/// none for other games.
pub(super) fn drivable(vfs: &Vfs, request: &Request) -> Vec<String> {
    let Some(kind) = kind_of(&request.title) else { return Vec::new() };
    let difficulty = request.guests.difficulty;
    let own = Definitions::read_for(vfs, &request.title, &request.sound_setup.readers, difficulty);
    let is_one = |one: &&Definition| one.topic == kind.topic() && kind.drives(one);
    let mut all: Vec<&Definition> = own.all.iter().filter(is_one).collect();
    if let Some(usual) = all.iter().position(|one| one.name.eq_ignore_ascii_case(words::USUAL_VEHICLE)) {
        all.swap(0, usual);
    }
    let names = all.into_iter().flat_map(|one| {
        let further = configurations(one).skip(1).map(|name| format!("{}/{name}", one.name));
        std::iter::once(one.name.clone()).chain(further)
    });
    names.collect()
}

fn unknown(request: &Request, name: &str, own: &Definitions) -> Error {
    let kind = kind_of(&request.title);
    let is_one = |one: &&Definition| kind.is_some_and(|kind| one.topic == kind.topic() && kind.drives(one));
    let vehicles = own.all.iter().filter(is_one);
    let known: Vec<&str> = vehicles.take(12).map(|one| one.name.as_str()).collect();
    let expected = match known.as_slice() {
        [] => "a vehicle of Recoil, MechWarrior 3, Pirate's Moon or Crimson Skies".to_owned(),
        known => format!("one of {}", known.join(", ")),
    };
    let found = format!("`{}` in {}", name.chars().take(60).collect::<String>(), request.title);
    Error::File(Box::new(Finding::new(&VEHICLE, Severity::Error, "", expected, found)))
}

/// The law of a tank or an aeroplane that acts by itself. Its node is a root as that of a person's vehicle is, and
/// hidden if the world hides it.
pub(super) fn acting(
    scene: &mut Scene,
    sources: &Sources<'_>,
    definition: &Definition,
    node: NodeId,
) -> VehicleLaw {
    let rules = sources.own.all.iter().find(|one| one.topic == Topic::Rules);
    let numbers = Numbers { own: definition, rules, constants: sources.constants };
    let (mut law, views) = if flies(definition) {
        let camera = sources.own.all.iter().find(|one| one.topic == Topic::Camera);
        aeroplane::law(scene, &numbers, camera, Some(node))
    } else {
        tank::law(scene, &numbers, Some(node))
    };
    if let LawKind::Tank(law) = &mut law {
        tank::leave_shared(scene, node, &mut law.tracks);
    }
    uproot(scene, node);
    VehicleLaw { name: definition.name.as_str().into(), node: Some(node), views, law }
}

/// The law of a 'mech that acts by itself.
pub(super) fn walking(
    scene: &Scene,
    sources: &Sources<'_>,
    definition: &Definition,
    (node, animator): (NodeId, Option<AnimatorId>),
) -> VehicleLaw {
    let numbers = Numbers { own: definition, rules: None, constants: sources.constants };
    let (law, views) = mech::law(scene, &numbers, Some(node), animator);
    VehicleLaw { name: definition.name.as_str().into(), node: Some(node), views, law }
}

/// A vehicle's node is a root, shown where the vehicle is.
fn show(scene: &mut Scene, node: NodeId) {
    uproot(scene, node);
    if let Some(own) = scene.nodes.get_mut(node.index()) {
        own.flags = own.flags.union(NodeFlags::ACTIVE);
        own.transform = Affine3A::IDENTITY;
    }
}

/// A node hangs below no other.
fn uproot(scene: &mut Scene, node: NodeId) {
    for own in &mut scene.nodes {
        own.children.retain(|child| *child != node);
    }
    if !scene.roots.contains(&node) {
        scene.roots.push(node);
    }
}

/// Whoever flies starts in the air, over where the person of the world would stand.
pub(super) fn lift(scene: &mut Scene) {
    let Some(LawKind::Aeroplane(law)) = scene.driven().map(|vehicle| &vehicle.law) else { return };
    let [above, ..] = law.start;
    if above > 0.0 {
        scene.avatar.position.y += above;
        scene.avatar.grounded = false;
    }
}

/// Puts the node of the vehicle that somebody drives where it starts. True if one moved.
pub(super) fn park(scene: &mut Scene) -> bool {
    let (actor, _) = scene.person_at_start();
    let is_vehicle = !matches!(actor.kind, ActorKind::Walker(_));
    let Some(node) = actor.node.filter(|_| is_vehicle) else { return false };
    let Some(own) = scene.nodes.get_mut(node.index()) else { return false };
    own.transform = Affine3A { matrix3: actor.rotation(), translation: actor.position().into() };
    true
}

/// The numbers of a definition, of the rules of all vehicles and of the program.
struct Numbers<'a> {
    own: &'a Definition,
    rules: Option<&'a Definition>,
    constants: &'a Constants,
}

impl Numbers<'_> {
    /// Those of a key; 0 for what nobody says.
    fn of<const N: usize>(&self, key: &str) -> [f32; N] {
        filled(self.own.numbers(key))
    }

    fn rule(&self, key: &str) -> f32 {
        let said = self.rules.and_then(|rules| rules.number(key));
        said.or_else(|| self.constants.number(&format!("rules.{key}"))).unwrap_or_default()
    }

    fn constant<const N: usize>(&self, name: &str) -> [f32; N] {
        filled(self.constants.numbers(name))
    }

    fn one(&self, name: &str) -> f32 {
        self.constant::<1>(name)[0]
    }

    fn number(&self, key: &str) -> f32 {
        self.of::<1>(key)[0]
    }

    /// A fraction that is written as what is above and what is below.
    fn fraction(&self, name: &str) -> f32 {
        let [above, below] = self.constant(name);
        if below == 0.0 { 0.0 } else { above / below }
    }
}

fn filled<const N: usize>(numbers: &[f32]) -> [f32; N] {
    std::array::from_fn(|at| numbers.get(at).copied().unwrap_or_default())
}

/// The box of all models of a node and below it, in its own space.
fn bounds(scene: &Scene, node: NodeId) -> Option<Aabb> {
    let mut all = Aabb::EMPTY;
    below(scene, node, &mut |id, place| {
        let model = scene.nodes.get(id.index()).and_then(|node| node.model);
        let Some(model) = model.and_then(|model| scene.models.get(model.index())) else { return };
        let Aabb { min, max } = model.bounds;
        if !model.bounds.is_empty() {
            for corner in 0..8_u8 {
                let pick = |axis: usize| if corner >> axis & 1 == 0 { min[axis] } else { max[axis] };
                all.grow(place.transform_point3(Vec3::new(pick(0), pick(1), pick(2))));
            }
        }
    });
    (!all.is_empty()).then_some(all)
}

/// Visits a node and all below it with their places in its space.
pub(super) fn below(scene: &Scene, node: NodeId, visit: &mut impl FnMut(NodeId, Affine3A)) {
    let mut open = vec![(node, Affine3A::IDENTITY, 0)];
    let mut left = scene.nodes.len();
    while let Some((id, place, depth)) = open.pop() {
        visit(id, place);
        let Some(own) = scene.nodes.get(id.index()) else { continue };
        for child in own.children.iter().rev() {
            let Some(below) = scene.nodes.get(child.index()) else { continue };
            // Links may form rings in a damaged file.
            if depth < DEEPEST && left > 0 {
                left -= 1;
                open.push((*child, place * below.transform, depth + 1));
            }
        }
    }
}
