//! 'Mechs that act by themselves, and the nets of ways that they go: each 'mech stands at every node that is called as its
//! definition, or as that and a number: `brolga_2`. Nodes that the world hides wait until an objective wakes them up.
//!
//! Where the original keeps its opponents is not known: that they stand at nodes of their names is inferred from the tanks of
//! Recoil. Of a net the places are known: that its ways lead from each to the next in the file is a proposal.
//!
//! Source: `docs/spec/zbd/mw3-runtime.md`, "7. Other MW schemas known"; `docs/spec/zbd/vehicles-and-combat.md`, "B5. AI
//! vehicles".

use super::super::arms::Sources;
use super::super::definitions::schema::Topic;
use super::super::definitions::{Definition, Held};
use super::super::vehicles;
use super::{Brings, places, stand_at};
use crate::Error;
use glam::{Affine3A, Vec3};
use world::{DriverMind, MindKind, MindLaw, NodeFlags, NodeId, PathNet, Scene, Strategy};

/// Most of them in a world: each has a model of its own.
const MOST: usize = 24;
/// Most points of a net.
const MOST_POINTS: usize = 4096;

/// Where one stands.
struct Stand<'d> {
    definition: &'d Definition,
    name: String,
    place: Affine3A,
    is_shown: bool,
}

pub(super) fn add(scene: &mut Scene, sources: &Sources<'_>, brings: &mut Brings<'_>) -> Result<(), Error> {
    let nets = sources.own.all.iter().filter(|own| own.topic == Topic::PathNet);
    let nets: Vec<PathNet> = nets.filter_map(|own| net(scene, own)).collect();
    scene.opponents.nets.extend(nets);
    for stand in stands(scene, sources) {
        let (Some(root), animator) = brings(scene, &stand.definition.name)? else { continue };
        if let Some(own) = scene.nodes.get_mut(root.index()) {
            own.name = stand.name.as_str().into();
            own.flags = own.flags.switched(NodeFlags::ACTIVE, stand.is_shown);
        }
        let law = vehicles::walking(scene, sources, stand.definition, (root, animator));
        let mind = mind_of(scene, sources, &stand);
        stand_at(scene, sources, stand.definition, (root, stand.place), law, mind);
    }
    Ok(())
}

/// Places of the nodes that are called as definitions; what animations move from the start is none of them.
fn stands<'d>(scene: &Scene, sources: &Sources<'d>) -> Vec<Stand<'d>> {
    let all: Vec<&Definition> = sources.own.all.iter().filter(|own| own.topic == Topic::Mech).collect();
    let of = |name: &str| all.iter().copied().find(|own| is_of(&own.name, name));
    let named = scene.nodes.iter().map(|node| &*node.name).filter(|name| of(name).is_some());
    let is_machine = |node: NodeId| scene.machines.iter().any(|machine| machine.root == node);
    let mut found = Vec::new();
    for (node, place) in places(scene, named).into_values().flatten() {
        let Some(own) = scene.nodes.get(node.index()).filter(|_| !is_machine(node)) else { continue };
        let Some(definition) = of(&own.name) else { continue };
        if Some(node) != scene.driven().and_then(|driven| driven.node) && found.len() < MOST {
            let is_shown = own.flags.contains(NodeFlags::ACTIVE);
            found.push(Stand { definition, name: own.name.to_string(), place, is_shown });
        }
    }
    found
}

/// `brolga` and `brolga_2` are a brolga.
fn is_of(definition: &str, name: &str) -> bool {
    let Some((start, rest)) = name.split_at_checked(definition.len()) else { return false };
    let digits = rest.strip_prefix('_').unwrap_or(rest);
    let is_numbered =
        rest.starts_with('_') && !digits.is_empty() && digits.bytes().all(|own| own.is_ascii_digit());
    start.eq_ignore_ascii_case(definition) && (rest.is_empty() || is_numbered)
}

/// A net from its places; none without any.
fn net(scene: &Scene, own: &Definition) -> Option<PathNet> {
    let places = own.fields.iter().filter_map(|field| {
        match *field.held.get("position").map_or(&[][..], Held::numbers) {
            [x, y, z] => Some(scene.frame.to_engine(Vec3::new(x, y, z))),
            _ => None,
        }
    });
    let points: Vec<Vec3> = places.filter(|place| place.is_finite()).take(MOST_POINTS).collect();
    let name = own.word("name").unwrap_or(&own.name);
    (!points.is_empty()).then(|| PathNet::ring(name, points))
}

/// Nothing is known of how they act: all of it is a proposal of the title's file.
fn mind_of(scene: &Scene, sources: &Sources<'_>, stand: &Stand<'_>) -> MindLaw {
    let [activate, attack, attack_dwell, wait, least, most, strays] = sources.several("opponent.mech");
    let units = |metres: f32| scene.frame.units(metres);
    let here = Vec3::from(stand.place.translation);
    let near = |net: &PathNet| net.points.iter().any(|point| point.distance(here) <= units(strays));
    let net = scene.opponents.nets.iter().position(near).map(|at| at as u32);
    let [hides, hide_s] = sources.several("opponent.hides");
    MindLaw {
        name: stand.name.as_str().into(),
        aim: sources.one("opponent.aim").to_radians(),
        wakes_on_hit: true,
        kind: MindKind::Driver(DriverMind {
            activate: units(activate),
            attack: units(attack),
            attack_dwell,
            wait,
            keeps: [units(least), units(most)],
            strays: units(strays),
            path_width: units(sources.one("opponent.path_width")).max(sources.one("opponent.near")),
            net,
            strategy: Strategy::Pursues,
            misses: u32::MAX,
            nod: sources.one("opponent.nod"),
            full_lock: sources.one("opponent.full_lock").to_radians(),
            hides,
            hide_times: vec![hide_s],
            cool: sources.one("opponent.cool"),
            buddies: Vec::new(),
        }),
        ..MindLaw::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zipper::definitions::{Constants, Definitions};
    use crate::zipper::sound_table::SoundTable;
    use world::Frame;

    #[test]
    fn a_mech_comes_as_near_to_its_way_as_its_title_says() {
        let (own, heard) = (Definitions::default(), SoundTable::default());
        let definition = Definition {
            topic: Topic::Mech,
            name: "brolga".to_owned(),
            file: String::new(),
            layer: String::new(),
            fields: Vec::new(),
        };
        let scene = Scene::empty("none", "field", Frame::identity(2.0));
        let width = |path_width: f32, near: f32| {
            let table = format!(
                "[[constant]]\nname = \"opponent.path_width\"\nvalue = {path_width:?}\nevidence = \"proposal\"\n\
                 [[constant]]\nname = \"opponent.near\"\nvalue = {near:?}\nevidence = \"proposal\"\n"
            );
            let constants: &Constants = Box::leak(Box::new(toml::from_str(&table).unwrap()));
            let name = "brolga".to_owned();
            let stand = Stand { definition: &definition, name, place: Affine3A::IDENTITY, is_shown: true };
            let mind = mind_of(&scene, &Sources { own: &own, constants, heard: &heard }, &stand);
            let MindKind::Driver(driver) = mind.kind else { panic!("{:?}", mind.kind) };
            driver.path_width
        };
        // Metres of a way in the units of the world, and never less than so many units.
        let metre = scene.frame.units(1.0);
        assert_eq!([[3.0, 0.5], [0.25, 4.0]].map(|[own, near]| width(own, near)), [3.0 * metre, 4.0]);
    }
}
