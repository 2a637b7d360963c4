//! What vehicles are made of, for those who shoot at them.

use super::{Sources, node_below, program};
use crate::zipper::definitions::schema::Topic;
use crate::zipper::definitions::{Definition, Field, Held, find};
use crate::zipper::words;
use world::{DamageModel, Injury, NodeId, PartKind, PartLaw, PartsLaw, PoolPart, PoolsLaw, Scene};
use zbd::reader::Value;

/// A tank has its health; a 'mech parts, an aeroplane pools.
pub(super) fn model(
    scene: &Scene,
    sources: &Sources<'_>,
    own: &Definition,
    node: Option<NodeId>,
) -> DamageModel {
    if own.topic == Topic::Mech {
        return DamageModel::Parts(parts(scene, sources, own, node));
    }
    match (own.get("destroyable_parts"), own.number("armor"), own.number("health")) {
        (Some(Held::Rows(rows)), armor, health) => {
            let parts: Vec<PoolPart> = rows.iter().map(|row| pool(scene, row, node)).collect();
            let sum = |at: usize| parts.iter().map(|part| part.pool[at]).sum();
            let whole = [armor.unwrap_or_else(|| sum(0)), health.unwrap_or_else(|| sum(1))];
            DamageModel::Pools(PoolsLaw { whole, parts })
        }
        (_, Some(armor), health) => {
            let whole = [armor, health.unwrap_or_default()];
            DamageModel::Pools(PoolsLaw { whole, parts: Vec::new() })
        }
        _ => DamageModel::Health,
    }
}

fn pool(scene: &Scene, row: &[Field], node: Option<NodeId>) -> PoolPart {
    let number = |key: &str| find(row, key).and_then(Held::number).unwrap_or_default();
    let name = find(row, "name").and_then(Held::word).unwrap_or_default();
    let injuries = match find(row, "injure_anims") {
        Some(Held::Kept(value)) => pairs(value),
        _ => Vec::new(),
    };
    let injury = |(share, name): (f32, String)| Some(Injury { share, program: program(scene, &name)? });
    PoolPart {
        name: name.into(),
        pool: [number("armour"), number("hp")],
        node: node.and_then(|node| node_below(scene, node, name)),
        injuries: injuries.into_iter().filter_map(injury).collect(),
    }
}

/// Numbers and words in pairs, or one behind the other; either may come first.
pub(super) fn pairs(value: &Value) -> Vec<(f32, String)> {
    let mut flat = Vec::new();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::List(items) => open.extend(items.iter().rev()),
            other => flat.push(other),
        }
    }
    let pair = |pair: &[&Value]| match pair {
        [Value::Str(name), number] | [number, Value::Str(name)] => Some((number.number()?, name.text())),
        _ => None,
    };
    flat.chunks(2).filter_map(pair).collect()
}

/// The parts of a 'mech with the armour of its first configuration.
fn parts(scene: &Scene, sources: &Sources<'_>, own: &Definition, node: Option<NodeId>) -> PartsLaw {
    let configuration = match own.get("configurations") {
        Some(Held::Named(all)) => all.first().map(|(_, fields)| fields.as_slice()),
        _ => None,
    };
    let armor = configuration.and_then(|fields| find(fields, "armor"));
    let numbers = |key: &str| match armor.and_then(|armor| armor.get(key)) {
        Some(held) => match held.numbers() {
            [front, rear, ..] => [*front, *rear],
            [both] => [*both; 2],
            [] => [held.number().unwrap_or_default(); 2],
        },
        None => [0.0; 2],
    };
    let share = sources.one("mech.frame");
    let part = |kind: PartKind| {
        let (key, name) = match kind {
            PartKind::Head => ("head", Some(words::HEAD)),
            PartKind::Torso => ("torso", Some(words::TORSO)),
            PartKind::LeftTorso | PartKind::RightTorso => ("torsolr", None),
            PartKind::LeftArm => ("arms", Some(words::ARMS[0])),
            PartKind::RightArm => ("arms", Some(words::ARMS[1])),
            PartKind::LeftLeg => ("legs", Some(words::LEGS[0][0])),
            PartKind::RightLeg => ("legs", Some(words::LEGS[1][0])),
        };
        let armor = numbers(key);
        let node = name.and_then(|name| node_below(scene, node?, name));
        PartLaw { kind, armor, frame: armor[0] * share, node, debris: None }
    };
    PartsLaw { parts: PartKind::ALL.map(part).to_vec() }
}
