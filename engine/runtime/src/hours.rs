//! The hour of a tick, and what is there in some hours only.

use crate::{Edit, Simulation};
use world::{NodeFlags, Scene};

/// Lets the time of day pass, and shows and hides what depends on it.
pub(crate) fn tick(scene: &Scene, world: &mut Simulation) {
    let Some(hours) = &scene.hours else { return };
    let tick = world.state.tick;
    world.state.time_of_day.pass_at(tick, hours.speed);
    let Some(hour) = world.state.time_of_day.hour() else { return };
    for shown in &hours.shown {
        let flags = world.state.nodes.flags.get(shown.node.index());
        let is_there = flags.is_some_and(|flags| flags.contains(NodeFlags::ACTIVE));
        if is_there != shown.is_at(hour) {
            Edit::new(world).set_active(shown.node, !is_there);
        }
    }
}
