//! What is seen of a running engine: the airscrew turns.

use crate::Simulation;
use glam::{Affine3A, Mat3A};
use world::{ActorKind, LawKind};

/// Turns the airscrews of all aeroplanes from how their models have them.
pub(crate) fn pose(world: &mut Simulation) {
    let scene = std::sync::Arc::clone(world.scene());
    let Simulation { state, dirty, .. } = &mut *world;
    for actor in state.actors.iter() {
        let ActorKind::Aeroplane(plane) = &actor.kind else { continue };
        let law = scene.vehicles.get(plane.law as usize).map(|vehicle| &vehicle.law);
        let Some(LawKind::Aeroplane(law)) = law else { continue };
        for node in law.airscrews.iter().copied() {
            let rest = scene.shape(&state.nodes, node).map(|shape| shape.transform);
            let Some(rest) = rest.filter(|_| state.nodes.lives(node)) else { continue };
            let place = Affine3A { matrix3: rest.matrix3 * Mat3A::from_rotation_z(plane.airscrew), ..rest };
            if let Some(own) = state.nodes.transforms.get_mut(node.index()).filter(|own| **own != place) {
                *own = place;
                dirty.moved.push(node);
            }
        }
    }
}
