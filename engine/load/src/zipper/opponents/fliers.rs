//! Aeroplanes of Crimson Skies that act by themselves, and airships: each definition that flies and has the armour and the
//! health of an opponent stands at every node of its name. Nodes that the world shows are awake from the start; those
//! that it hides wait where they are until an objective wakes them up. An airship goes where animations move its node.
//!
//! Where the original keeps its opponents is not known: that they stand at nodes of their names is inferred from the
//! tanks of Recoil and from the names that `WAKEUP_ENEMIES` takes.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "C2. Reader keys", "D2. Objective life".

use super::super::arms::Sources;
use super::super::definitions::Definition;
use super::super::definitions::schema::Topic;
use super::super::vehicles;
use super::{MOST_VEHICLES, places, side_of, stand_at};
use glam::{Vec2, Vec3, Vec3Swizzles};
use world::{FlierMind, LawKind, MindKind, MindLaw, NodeFlags, NodeId, Scene, TurretLaw, VehicleLaw, Views};

/// Adds the aeroplanes of a world that act by themselves.
pub(super) fn add(scene: &mut Scene, sources: &Sources<'_>) {
    let driven = scene.driven().map(|vehicle| vehicle.name.clone()).unwrap_or_default();
    let acts = |own: &&Definition| {
        let is_opponent = own.number("armor").is_some() && own.number("health").is_some();
        let is_other = own.topic == Topic::Vehicle && !own.name.eq_ignore_ascii_case(&driven);
        is_other && is_opponent && (is_airship(own) || vehicles::flies(own))
    };
    let all: Vec<&Definition> = sources.own.all.iter().filter(acts).collect();
    if all.is_empty() {
        return;
    }
    let places = places(scene, all.iter().map(|own| own.name.as_str()));
    let mut left = MOST_VEHICLES;
    let all_places = places.values().flatten().map(|(_, place)| Vec3::from(place.translation));
    let bounds = around(all_places, scene.frame.units(sources.one("flier.strays")));
    for definition in all {
        let stands = places.get(&definition.name.to_ascii_lowercase());
        for (node, place) in stands.into_iter().flatten().take(left) {
            let (law, kind) = if is_airship(definition) {
                (airship(definition, *node), MindKind::default())
            } else {
                (
                    vehicles::acting(scene, sources, definition, *node),
                    MindKind::Flier(habits(scene, sources, bounds)),
                )
            };
            let mind = mind_of(scene, sources, definition, *node, kind);
            stand_at(scene, sources, definition, (*node, *place), law, mind);
            left -= 1;
        }
    }
}

/// The least and the largest x and z of some places, and so much beyond them.
fn around(places: impl Iterator<Item = Vec3>, beyond: f32) -> Option<[[f32; 2]; 2]> {
    let flat = places.filter(|place| place.is_finite()).map(|place| place.xz());
    let [least, most] = flat.fold([Vec2::INFINITY, Vec2::NEG_INFINITY], |[least, most], place| {
        [least.min(place), most.max(place)]
    });
    (least.x <= most.x).then(|| [(least - beyond).to_array(), (most + beyond).to_array()])
}

/// What needs some of its nodes, whatever else it says.
fn is_airship(own: &Definition) -> bool {
    own.get("healthy").is_some()
}

/// It is where its node is, and can be shot at.
fn airship(own: &Definition, node: NodeId) -> VehicleLaw {
    let health = own.number("health").unwrap_or_default().max(1.0);
    let law = LawKind::Turret(Box::new(TurretLaw { health, ..TurretLaw::default() }));
    VehicleLaw { name: own.name.as_str().into(), node: Some(node), views: Views::default(), law }
}

fn mind_of(scene: &Scene, sources: &Sources<'_>, own: &Definition, node: NodeId, kind: MindKind) -> MindLaw {
    let is_shown = scene.nodes.get(node.index()).is_some_and(|own| own.flags.contains(NodeFlags::ACTIVE));
    MindLaw {
        name: own.name.as_str().into(),
        side: side_of(sources, own),
        aim: sources.one("flier.aim").to_radians(),
        awake: is_shown,
        kind,
        ..MindLaw::default()
    }
}

fn habits(scene: &Scene, sources: &Sources<'_>, bounds: Option<[[f32; 2]; 2]>) -> FlierMind {
    let units = |metres: f32| scene.frame.units(metres);
    let [near, seconds] = sources.several("flier.breaks_off");
    let [height, ahead] = sources.several("flier.clearance");
    FlierMind {
        attack: units(sources.one("flier.attack")),
        patience: sources.one("flier.patience"),
        breaks_off: [units(near), seconds],
        clearance: [units(height), ahead],
        bounds,
        full_stick: sources.one("flier.full_stick").to_radians(),
        damping_s: 0.0,
        throttle: sources.one("flier.throttle"),
    }
}
