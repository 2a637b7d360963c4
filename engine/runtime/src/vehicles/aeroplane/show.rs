//! What is seen of a running engine and of instruments: the airscrew and the hands turn.

use crate::Simulation;
use glam::{Affine3A, Mat3A};
use world::{
    ActorKind, Aeroplane, AeroplaneLaw, Dirty, GaugeReading, LawKind, NodeId, NodeStates, Scene, State,
};

/// Feet in a metre.
const FEET: f32 = 3.280_84;

/// Turns the airscrews and the instruments of all aeroplanes from how their models have them.
pub(crate) fn pose(world: &mut Simulation) {
    let scene = std::sync::Arc::clone(world.scene());
    let Simulation { state, dirty, .. } = &mut *world;
    let State { actors, nodes, .. } = state;
    for actor in actors.iter() {
        let ActorKind::Aeroplane(plane) = &actor.kind else { continue };
        let law = scene.vehicles.get(plane.law as usize).map(|vehicle| &vehicle.law);
        let Some(LawKind::Aeroplane(law)) = law else { continue };
        for node in law.airscrews.iter().copied() {
            turn(&scene, nodes, dirty, node, plane.airscrew);
        }
        for gauge in &law.gauges {
            let angle = gauge.turn * reading(law, plane, gauge.shows);
            turn(&scene, nodes, dirty, gauge.node, -angle);
        }
    }
}

fn reading(law: &AeroplaneLaw, plane: &Aeroplane, shows: GaugeReading) -> f32 {
    match shows {
        GaugeReading::Speed => plane.avatar.velocity.length() * law.metres,
        GaugeReading::Height => plane.avatar.position.y * law.metres * FEET,
        GaugeReading::Heading => -plane.avatar.yaw,
    }
}

fn turn(scene: &Scene, nodes: &mut NodeStates, dirty: &mut Dirty, node: NodeId, angle: f32) {
    let rest = scene.shape(nodes, node).map(|shape| shape.transform);
    let Some(rest) = rest.filter(|_| nodes.lives(node)) else { return };
    let place = Affine3A { matrix3: rest.matrix3 * Mat3A::from_rotation_z(angle), ..rest };
    let own = nodes.transforms.get_mut(node.index()).filter(|own| **own != place && place.is_finite());
    if let Some(own) = own {
        *own = place;
        dirty.moved.push(node);
    }
}
