//! Who acts by itself in a world: its turrets and tanks, as the readers say, and what the constants of the title say
//! where these say nothing.
//!
//! | file | holds |
//! |---|---|
//! | `drivers.rs` | tanks, and their ways |
//! | `fliers.rs` | aeroplanes |
//! | `walkers.rs` | 'mechs, and the nets of their ways |
//!
//! A turret is found by the node of its name, or else by its weak node. Which weapon it fires no known key says, and none
//! how fast it turns: both are proposals in the title's file. A turret of Recoil is awake from the start.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "B4. Turrets (`ai.zrd`)", "C5. Turrets".

mod drivers;
mod fliers;
mod walkers;

use super::arms::{self, Sources, muzzles};
use super::definitions::schema::{Games, Topic};
use super::definitions::{Constants, Definition, Definitions, Held};
use super::sound_table::SoundTable;
use super::vehicles::{below, heard, programs};
use crate::{Difficulty, Error};
use glam::{Affine3A, Vec3};
use std::collections::BTreeMap;
use world::{
    AnimatorId, ArmsLaw, Avatar, CameraPose, DamageModel, Derived, LawKind, MOST_SLOTS, Measure, MindKind,
    MindLaw, Muzzle, NodeId, OpponentRules, OpponentStart, Scene, Side, SlotLaw, TurretLaw, TurretMind,
    VehicleLaw, Views,
};

/// Most turrets of a world; more are left out.
const MOST: usize = 1024;
/// Most nodes of a turret that turn.
const MOST_PARTS: usize = 3;
/// Most vehicles of a world that act by themselves; more are left out.
const MOST_VEHICLES: usize = 256;

/// Where the nodes of a name stand in the world.
type Places = BTreeMap<String, Vec<(NodeId, Affine3A)>>;

/// What brings a 'mech of the library into the world by its name: its root, and what plays its motions.
pub(super) type Brings<'a> =
    dyn FnMut(&mut Scene, &str) -> Result<(Option<NodeId>, Option<AnimatorId>), Error> + 'a;

/// Adds the opponents of a world in which somebody drives.
///
/// # Errors
/// Cancellation only, while a 'mech is read.
pub(super) fn add(
    scene: &mut Scene,
    title: &str,
    own: &Definitions,
    table: &SoundTable,
    difficulty: Difficulty,
    brings: &mut Brings<'_>,
) -> Result<(), Error> {
    let sources = Sources { own, constants: Constants::of(title), heard: table };
    scene.opponents.rules = OpponentRules {
        looks: sources.one("opponent.looks").max(0.0) as u32,
        firing: sources.one("turret.firing").max(0.0) as u32,
        aim_height: sources.one("opponent.aim_height"),
        spread: sources.one("opponent.spread").to_radians(),
    };
    match Games::of_title(title) {
        Some(Games::RECOIL) => drivers::add(scene, &sources),
        Some(Games::SKIES) => fliers::add(scene, &sources),
        Some(game) if Games::MECHS.has(game) => walkers::add(scene, &sources, brings)?,
        _ => {}
    }
    harden(scene, &sources, difficulty);
    let turrets = own.all.iter().filter(|one| one.topic == Topic::Opponent);
    for definition in turrets.take(MOST) {
        if let Some(node) = node_of(scene, definition) {
            turret(scene, &sources, definition, node);
        }
    }
    Ok(())
}

/// The vehicles of the other side hold out as much longer, or less long, as the constants of the title say.
fn harden(scene: &mut Scene, sources: &Sources<'_>, difficulty: Difficulty) {
    let factors = sources.constants.numbers("damage.difficulty");
    let Some(&factor) = factors.get(difficulty as usize).filter(|factor| **factor > 0.0) else { return };
    for start in &scene.opponents.starts {
        let side = scene.opponents.minds.get(start.mind as usize).map(|mind| mind.side);
        let arms = scene.combat.arms.get_mut(start.vehicle as usize);
        if let (Some(Side::Foe), Some(DamageModel::Pools(pools))) = (side, arms.map(|arms| &mut arms.damage))
        {
            let parts = pools.parts.iter_mut().flat_map(|part| &mut part.pool);
            pools.whole.iter_mut().chain(parts).for_each(|pool| *pool *= factor);
        }
    }
}

/// Places of the nodes of some names, each node once.
fn places<'n>(scene: &Scene, names: impl Iterator<Item = &'n str>) -> Places {
    let mut places: Places = names.map(|name| (name.to_ascii_lowercase(), Vec::new())).collect();
    for root in &scene.roots {
        let Some(base) = scene.nodes.get(root.index()).map(|own| own.transform) else { continue };
        below(scene, *root, &mut |id, place| {
            let name = scene.nodes.get(id.index()).map_or("", |own| &own.name);
            let own = places.get_mut(&name.to_ascii_lowercase());
            if let Some(own) =
                own.filter(|own| own.len() < MOST_VEHICLES && own.iter().all(|(node, _)| *node != id))
            {
                own.push((id, base * place));
            }
        });
    }
    places
}

/// Puts a vehicle that acts by itself where its node is.
fn stand_at(
    scene: &mut Scene,
    sources: &Sources<'_>,
    own: &Definition,
    (node, place): (NodeId, Affine3A),
    law: VehicleLaw,
    mind: MindLaw,
) {
    let position = Vec3::from(place.translation);
    let yaw = CameraPose::along(position, place.transform_vector3(Vec3::NEG_Z)).yaw;
    if !position.is_finite() || !yaw.is_finite() {
        return;
    }
    let (vehicle, number) = (scene.vehicles.len() as u32, scene.opponents.minds.len() as u32);
    scene.vehicles.push(law);
    let arms = arms::arms(scene, sources, own, Some(node));
    scene.combat.arms.resize(vehicle as usize, ArmsLaw::default());
    scene.combat.arms.push(arms);
    heard::add(scene, sources, own, vehicle as usize);
    programs::add(scene, sources, own, vehicle as usize);
    scene.opponents.minds.push(mind);
    let place = Avatar { position, yaw, ..Avatar::default() };
    if let Some(shown) = scene.nodes.get_mut(node.index()) {
        shown.transform = Affine3A::from_rotation_y(yaw);
        shown.transform.translation = position.into();
    }
    scene.opponents.starts.push(OpponentStart { vehicle, mind: number, place, node: Some(node) });
}

/// Who names no team is against the person.
fn side_of(sources: &Sources<'_>, own: &Definition) -> Side {
    own.word("TEAM").map_or(Side::Foe, |team| side_of_team(sources.constants, team))
}

/// Which word means the person's side is a proposal of the title's file.
pub(super) fn side_of_team(constants: &Constants, team: &str) -> Side {
    match team.parse::<f32>() {
        Ok(team) if Some(team) == constants.number("team.own") => Side::Friend,
        _ => Side::Foe,
    }
}

/// One that says that it does not stand alone belongs to a vehicle: it sleeps until an objective wakes it up.
fn stands_alone(own: &Definition) -> bool {
    own.number("CREATE_STANDALONE").is_none_or(|flag| flag != 0.0)
}

fn node_of(scene: &Scene, own: &Definition) -> Option<NodeId> {
    let named = |name: &str| {
        let found = scene.nodes.iter().position(|node| node.name.eq_ignore_ascii_case(name));
        found.map(NodeId::from)
    };
    named(&own.name).or_else(|| named(own.word("DAMAGE_PART")?))
}

/// Where a node is in the space of one above it.
fn place_below(scene: &Scene, above: NodeId, node: NodeId) -> Option<Vec3> {
    let mut found = None;
    below(scene, above, &mut |id, place| {
        if id == node && found.is_none() {
            found = Some(Vec3::from(place.translation));
        }
    });
    found
}

fn turret(scene: &mut Scene, sources: &Sources<'_>, own: &Definition, node: NodeId) {
    let weak = own.word("DAMAGE_PART").map(str::to_owned);
    let weak = weak.and_then(|name| arms::node_below(scene, node, &name));
    let named: Vec<Muzzle> = own
        .get("FIRE_POINTS")
        .map_or(&[][..], Held::words)
        .iter()
        .take(MOST_SLOTS)
        .filter_map(|name| arms::node_below(scene, node, name))
        .map(|node| Muzzle { node: Some(node), place: Vec3::ZERO })
        .collect();
    let muzzles = if named.is_empty() { muzzles(scene, sources, Some(node)) } else { named };
    let words = own.get("PARTS").map_or(&[][..], Held::words).iter().take(MOST_PARTS);
    let parts: Vec<NodeId> = words.filter_map(|name| arms::node_below(scene, node, name)).collect();
    let first = parts.first().and_then(|part| place_below(scene, node, *part));
    let pivot = first.or(muzzles.first().map(|muzzle| muzzle.place)).unwrap_or_default();
    let limits = |key: &str| match *own.numbers(key) {
        [least, most] if least != most => Some([least.to_radians(), most.to_radians()]),
        _ => None,
    };
    let law = TurretLaw {
        weak,
        health: own.number("HEALTH").unwrap_or_else(|| sources.one("turret.health")),
        pivot,
        turns: sources.several("turret.turns"),
        yaw: limits("YAW"),
        pitch: limits("PITCH"),
        parts,
    };
    let (vehicle, mind) = (scene.vehicles.len() as u32, scene.opponents.minds.len() as u32);
    let name: Box<str> = own.name.as_str().into();
    let law = LawKind::Turret(Box::new(law));
    scene.vehicles.push(VehicleLaw { name: name.clone(), node: Some(node), views: Views::default(), law });
    let slot = |weapon| SlotLaw { weapon, ammunition: None, groups: 1, muzzles: Vec::new() };
    let slots = arms::of_turrets(scene, sources).map(slot).into_iter().collect();
    scene.combat.arms.resize(vehicle as usize, ArmsLaw::default());
    scene.combat.arms.push(ArmsLaw { slots, muzzles, damage: DamageModel::Health, ..ArmsLaw::default() });
    let law = mind_of(scene, sources, own);
    scene.opponents.minds.push(law);
    let place = Avatar::default();
    scene.opponents.starts.push(OpponentStart { vehicle, mind, place, node: Some(node) });
}

fn mind_of(scene: &Scene, sources: &Sources<'_>, own: &Definition) -> MindLaw {
    let targets = own.get("TARGETS").map(|held| {
        let is_one = |name: &str| held.words().iter().any(|word| word.eq_ignore_ascii_case(name));
        let most = sources.constants.number("turret.targets").map_or(usize::MAX, |most| most as usize);
        let all = scene.vehicles.iter().enumerate().filter(|(_, vehicle)| is_one(&vehicle.name));
        all.map(|(at, _)| at as u32).take(most).collect()
    });
    // The flag of Crimson Skies; where there is none it is awake.
    let awake = stands_alone(own) && own.number("ACTIVATED").is_none_or(|flag| flag != 0.0);
    let first = |key: &str| own.numbers(key).first().copied().or_else(|| own.number(key)).unwrap_or_default();
    let added_up = sources.one("turret.range_added_up") != 0.0;
    MindLaw {
        name: own.name.as_str().into(),
        side: side_of(sources, own),
        targets,
        aim: sources.one("opponent.aim").to_radians(),
        wakes_on_hit: own.number("ACTIVATE_ON_HIT").is_some_and(|flag| flag != 0.0),
        awake,
        kind: MindKind::Turret(TurretMind {
            range: own.number("DETECTION_RANGE").unwrap_or_default(),
            measure: if added_up { Measure::AddedUp } else { Measure::Straight },
            dwell: own.number("FIRE_DWELL").unwrap_or_default(),
            spells: [first("ATTACK_INTERVAL"), first("BORED_INTERVAL")],
        }),
    }
}

/// Puts turrets where their nodes are.
pub(super) fn stand(scene: &mut Scene, derived: &Derived) {
    let table = &derived.occurrences;
    let place = |node: NodeId| table.of(node).next().map(|id| *table.transform(id));
    for start in &mut scene.opponents.starts {
        let law = scene.vehicles.get(start.vehicle as usize).map(|vehicle| &vehicle.law);
        if let (Some(LawKind::Turret(law)), Some(place)) = (law, start.node.and_then(place)) {
            start.place = standing(law, place);
        }
    }
}

fn standing(law: &TurretLaw, place: Affine3A) -> Avatar {
    let front = place.transform_vector3(Vec3::NEG_Z);
    let yaw = if front.with_y(0.0) == Vec3::ZERO { 0.0 } else { libm::atan2f(-front.x, -front.z) };
    Avatar { position: place.transform_point3(law.pivot), yaw, ..Avatar::default() }
}
