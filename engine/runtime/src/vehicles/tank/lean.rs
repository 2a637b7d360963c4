//! How the body of a tank leans over its tracks: back as it gains speed, outwards in a turn. That is only seen: what stands
//! on the ground and what is hit is where it was.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "A2. Reader keys", "Looks".

use super::super::fading;
use super::has_hold;
use crate::{DT, Simulation};
use glam::{Affine3A, Mat3A, Vec3};
use world::{ActorKind, LawKind, Tank, TankLaw};

/// Leans for one tick, from how it was before that.
pub(super) fn tick(law: &TankLaw, before: &Tank, tank: &mut Tank) {
    // Along z of the body, which points back.
    let along = |tank: &Tank| (tank.rotation().transpose() * tank.avatar.velocity).z;
    let (was, is) = (along(before), along(tank));
    let felt = if has_hold(tank) { [(is - was) / DT, is * tank.yaw_rate] } else { [0.0; 2] };
    let left = fading(law.lean.smooth);
    for ((own, felt), [factor, most]) in tank.lean.iter_mut().zip(felt).zip([law.lean.pitch, law.lean.roll]) {
        let wanted = (felt * factor).clamp(-most.abs(), most.abs());
        *own = wanted + (*own - wanted) * left;
    }
}

/// Turns the bodies of all tanks from how their models have them.
pub(crate) fn pose(world: &mut Simulation) {
    let scene = std::sync::Arc::clone(world.scene());
    let Simulation { state, dirty, .. } = &mut *world;
    for actor in state.actors.iter() {
        let ActorKind::Tank(tank) = &actor.kind else { continue };
        let law = scene.vehicles.get(tank.law as usize).map(|vehicle| &vehicle.law);
        let Some(LawKind::Tank(law)) = law else { continue };
        let Some(node) = law.lean.body.filter(|node| state.nodes.lives(*node)) else { continue };
        let Some(rest) = scene.shape(&state.nodes, node).map(|shape| shape.transform) else { continue };
        let [pitch, roll] = tank.lean;
        let turn = Mat3A::from_quat(world::euler_rotation(Vec3::new(pitch, 0.0, roll)));
        let place = Affine3A { matrix3: turn * rest.matrix3, ..rest };
        if let Some(own) = state.nodes.transforms.get_mut(node.index())
            && place.is_finite()
            && *own != place
        {
            *own = place;
            dirty.moved.push(node);
        }
    }
}
