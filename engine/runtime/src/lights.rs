//! Lights that follow the nodes they stand at.

use crate::Simulation;
use std::collections::btree_map::Entry;
use world::{Light, LightId, Mount, NodeFlags, State};

/// Puts every light where its node carries it. A light is mounted when its node
/// is first placed in the world, with what it is then; from then on it shines
/// while its node is shown, and goes with it when the node is removed.
pub(crate) fn follow_nodes(world: &mut Simulation) {
    let Simulation { state, occurrences, lit, .. } = world;
    if *lit == Some(occurrences.stamp()) {
        return;
    }
    *lit = Some(occurrences.stamp());
    vanish(state);
    for at in 0..state.lights.len() {
        let id = LightId(state.lights.ids()[at]);
        let light = &mut state.lights[at];
        let Some(node) = light.node else { continue };
        let mount = state.mounts.entry(id);
        let Some(occurrence) = occurrences.of(node).next() else {
            light.active &= matches!(mount, Entry::Vacant(_));
            continue;
        };
        let transform = occurrences.transform(occurrence);
        let mount = mount.or_insert_with(|| Mount::new(light, *transform));
        if let Some((position, direction)) = mount.carried(transform) {
            light.position = position;
            light.direction = direction;
        }
        light.active = mount.on && occurrences.flags(occurrence).contains(NodeFlags::ACTIVE);
    }
}

/// Takes out the lights of nodes that were removed.
fn vanish(state: &mut State) {
    let nodes = &state.nodes;
    let gone =
        |light: &Light| light.node.is_some_and(|node| node.index() < nodes.len() && !nodes.lives(node));
    let lights = state.lights.ids().iter().zip(state.lights.iter());
    let gone: Vec<u32> = lights.filter(|(_, light)| gone(light)).map(|(id, _)| *id).collect();
    for id in gone {
        state.lights.remove(id);
        state.mounts.remove(&LightId(id));
    }
}
