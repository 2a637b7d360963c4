//! Tanks that act by themselves: each definition of a vehicle that says how it attacks stands at every node of its
//! name, and goes its way along the nodes that it lists.
//!
//! Where the original keeps its ways is not known, nor by what it finds the node of a vehicle: both are inferred.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "A2. Reader keys", "B5. AI vehicles".

use super::super::arms::{self, Sources};
use super::super::definitions::schema::Topic;
use super::super::definitions::{Definition, Held, Origin};
use super::super::vehicles::{self, below};
use glam::{Affine3A, Vec3};
use std::collections::BTreeMap;
use world::{
    ArmsLaw, Avatar, CameraPose, DriverMind, MindKind, MindLaw, NodeId, OpponentStart, PathNet, Scene,
};

/// Most tanks of a world that act by themselves; more are left out.
const MOST: usize = 256;
/// Most points of a way.
const MOST_POINTS: usize = 256;
/// What only those say that act by themselves.
const ACTS: [&str; 8] = [
    "path_width",
    "path_net",
    "activate_rad",
    "attack_rad",
    "attack_dwell",
    "pursuit_range",
    "buddies",
    "attack_strategy",
];

/// Where the nodes of a name stand in the world.
type Places = BTreeMap<String, Vec<(NodeId, Affine3A)>>;

/// Adds the tanks of a world that act by themselves.
pub(super) fn add(scene: &mut Scene, sources: &Sources<'_>) {
    let driven = scene.driven().map(|vehicle| vehicle.name.clone()).unwrap_or_default();
    let acts = |own: &&Definition| {
        own.topic == Topic::Vehicle && !own.name.eq_ignore_ascii_case(&driven) && acts_by_itself(own)
    };
    let all: Vec<&Definition> = sources.own.all.iter().filter(acts).collect();
    if all.is_empty() {
        return;
    }
    let places = places(scene, &all);
    let first = scene.opponents.minds.len();
    let mut names: Vec<&str> = Vec::new();
    for definition in &all {
        let net = net(scene, &places, definition);
        let stands = places.get(&definition.name.to_ascii_lowercase());
        for (node, place) in stands.into_iter().flatten().take(MOST.saturating_sub(names.len())) {
            names.push(&definition.name);
            tank(scene, sources, definition, (*node, *place), net);
        }
    }
    // They are told by their names once all of them have a number.
    for (own, name) in names.iter().enumerate() {
        let definition = all.iter().find(|one| one.name == *name);
        let words = definition.and_then(|one| one.get("buddies")).map_or(&[][..], Held::words);
        let is_one = |other: &str| words.iter().any(|word| word.eq_ignore_ascii_case(other));
        let buddies = names.iter().enumerate().filter(|(at, other)| *at != own && is_one(other));
        let buddies = buddies.map(|(at, _)| (first + at) as u32).collect();
        if let Some(MindKind::Driver(mind)) =
            scene.opponents.minds.get_mut(first + own).map(|own| &mut own.kind)
        {
            mind.buddies = buddies;
        }
    }
}

/// The values that the program gives to all vehicles say nothing of that.
fn acts_by_itself(own: &Definition) -> bool {
    own.fields.iter().any(|field| {
        let is_said = !matches!(field.from, Origin::Constant(_));
        is_said && ACTS.iter().any(|key| field.name.eq_ignore_ascii_case(key))
    })
}

/// Places of the nodes that definitions name, each node once.
fn places(scene: &Scene, all: &[&Definition]) -> Places {
    let ways = all.iter().flat_map(|own| own.get("path_net").map_or(&[][..], Held::words));
    let names = all.iter().map(|own| &own.name).chain(ways);
    let mut places: Places = names.map(|name| (name.to_ascii_lowercase(), Vec::new())).collect();
    for root in &scene.roots {
        let Some(base) = scene.nodes.get(root.index()).map(|own| own.transform) else { continue };
        below(scene, *root, &mut |id, place| {
            let name = scene.nodes.get(id.index()).map_or("", |own| &own.name);
            let own = places.get_mut(&name.to_ascii_lowercase());
            if let Some(own) = own.filter(|own| own.len() < MOST && own.iter().all(|(node, _)| *node != id)) {
                own.push((id, base * place));
            }
        });
    }
    places
}

/// The way of a definition, as the scene numbers it: a ring through the nodes that it lists.
fn net(scene: &mut Scene, places: &Places, own: &Definition) -> Option<u32> {
    let words = own.get("path_net").map_or(&[][..], Held::words).iter().take(MOST_POINTS);
    let point = |word: &String| places.get(&word.to_ascii_lowercase())?.first().map(|(_, place)| *place);
    let points: Vec<Vec3> = words.filter_map(point).map(|place| place.translation.into()).collect();
    let nets = &mut scene.opponents.nets;
    (!points.is_empty()).then(|| {
        nets.push(PathNet::ring(&own.name, points));
        nets.len() as u32 - 1
    })
}

fn tank(
    scene: &mut Scene,
    sources: &Sources<'_>,
    own: &Definition,
    (node, place): (NodeId, Affine3A),
    net: Option<u32>,
) {
    let position = Vec3::from(place.translation);
    let yaw = CameraPose::along(position, place.transform_vector3(Vec3::NEG_Z)).yaw;
    if !position.is_finite() || !yaw.is_finite() {
        return;
    }
    let (vehicle, mind) = (scene.vehicles.len() as u32, scene.opponents.minds.len() as u32);
    let law = vehicles::acting(scene, sources, own, node);
    scene.vehicles.push(law);
    let arms = arms::arms(scene, sources, own, Some(node));
    scene.combat.arms.resize(vehicle as usize, ArmsLaw::default());
    scene.combat.arms.push(arms);
    scene.opponents.minds.push(mind_of(sources, own, net));
    let place = Avatar { position, yaw, ..Avatar::default() };
    if let Some(shown) = scene.nodes.get_mut(node.index()) {
        shown.transform = Affine3A::from_rotation_y(yaw);
        shown.transform.translation = position.into();
    }
    scene.opponents.starts.push(OpponentStart { vehicle, mind, place, node: Some(node) });
}

fn mind_of(sources: &Sources<'_>, own: &Definition, net: Option<u32>) -> MindLaw {
    let number = |key: &str| own.number(key).unwrap_or_default();
    // Two keys are squares of distances.
    let root = |key: &str| libm::sqrtf(number(key).max(0.0));
    let keeps = match *own.numbers("pursuit_range") {
        [least, most] => [least.min(most), most.max(least)],
        _ => sources.several("opponent.keeps"),
    };
    MindLaw {
        name: own.name.as_str().into(),
        targets: None,
        aim: sources.one("opponent.aim").to_radians(),
        wakes_on_hit: true,
        awake: false,
        kind: MindKind::Driver(DriverMind {
            activate: own.number("activate_rad").unwrap_or_else(|| root("activation")),
            attack: number("attack_rad"),
            attack_dwell: number("attack_dwell"),
            wait: number("not_pursuit_dwell"),
            keeps,
            strays: root("return_range"),
            path_width: number("path_width"),
            net,
            strategy: number("attack_strategy").max(0.0) as u32,
            misses: sources.one("opponent.misses").max(0.0) as u32,
            full_lock: sources.one("opponent.full_lock").to_radians(),
            buddies: Vec::new(),
        }),
    }
}
