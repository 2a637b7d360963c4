//! Approaches: what begins when the person flies into a volume as it is wanted there.
//!
//! Source: `docs/spec/zbd/engine-behaviour.md`, "14.5 Approach triggers, CS".

use crate::tick::Tick;
use crate::{Edit, Simulation};
use std::sync::Arc;
use world::{ActorKind, Approach, LawKind, NodeId};

/// After all have moved: the first that fits begins, while none is under way.
pub(crate) fn approach(tick: &mut Tick<'_>) {
    let scene = Arc::clone(&tick.scene);
    if scene.approaches.is_empty() {
        return;
    }
    let world = &mut *tick.world;
    let is_under_way = |own: &Approach| {
        let first = world.state.programs.instances.get(own.program.index());
        first.is_some_and(|own| own.phase.is_running())
    };
    if scene.approaches.iter().any(is_under_way) {
        return;
    }
    if let Some(own) = scene.approaches.iter().find(|own| fits(world, own)) {
        // It may not be able to start; then it is tried again.
        Edit::new(world).start_program(own.program, None);
    }
}

fn fits(world: &Simulation, own: &Approach) -> bool {
    let state = &world.state;
    let Some(person) = state.person() else { return false };
    let law = world.scene.vehicle_of(person).map(|vehicle| &vehicle.law);
    let (ActorKind::Aeroplane(plane), Some(LawKind::Aeroplane(law))) = (&person.kind, law) else {
        return false;
    };
    let place = |node: NodeId| {
        let id = world.occurrences.of(node).next()?;
        Some(*world.occurrences.transform(id))
    };
    let is_armed = own.armed.is_none_or(|node| state.is_active(node));
    let (Some(node), Some(volume)) = (place(own.node), place(own.place)) else { return false };
    let speed = plane.avatar.velocity.length() * law.metres;
    !plane.is_wreck() && is_armed && own.fits(speed, plane.rotation(), plane.avatar.position, &node, &volume)
}
