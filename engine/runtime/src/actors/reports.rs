//! Cues of what happened to an actor.

use crate::Cue;
use crate::cue::Cues;
use crate::vehicles::Knocks;
use glam::Vec3;
use world::{ActorId, Avatar, Probe, RegionKind, Scene};

/// What happened to a walker in a tick.
pub(super) fn of_walker(probe: &Probe<'_>, id: ActorId, before: &Avatar, after: &Avatar, cues: &mut Cues) {
    if before.position == after.position {
        return;
    }
    let walker = &probe.scene.walker;
    let fall = -before.velocity.y;
    // Faster than after a fall of one step.
    let hard = fall > 0.0 && fall * fall > 2.0 * walker.gravity * walker.step;
    if after.grounded && !before.grounded && hard {
        let ground = probe.scene.soil_name(after.soil).map(str::to_owned);
        cues.push(Cue::Landed { actor: id, at: after.position, speed: fall, soil: after.soil, ground });
    }
    if probe.water(after.position).is_some() && probe.water(before.position).is_none() {
        cues.push(Cue::Splashed { actor: id, at: after.position, speed: before.velocity.length() });
    }
    crossings(probe.scene, id, before.position, after.position, cues);
}

/// What happened to a vehicle in a tick.
pub(super) fn of_vehicle(
    probe: &Probe<'_>,
    id: ActorId,
    before: &Avatar,
    after: &Avatar,
    knocks: Knocks,
    cues: &mut Cues,
) {
    if let Some(speed) = knocks.bumped.filter(|speed| *speed > 0.0) {
        cues.push(Cue::Bumped { actor: id, at: after.position, speed });
    }
    if let Some(speed) = knocks.landed.filter(|speed| *speed > 0.0) {
        let ground = probe.scene.soil_name(after.soil).map(str::to_owned);
        cues.push(Cue::Landed { actor: id, at: after.position, speed, soil: after.soil, ground });
    }
    if probe.water(after.position).is_some() && probe.water(before.position).is_none() {
        cues.push(Cue::Splashed { actor: id, at: after.position, speed: before.velocity.length() });
    }
    crossings(probe.scene, id, before.position, after.position, cues);
}

/// True for kinds of regions whose borders somebody is told of.
fn is_told(kind: RegionKind) -> bool {
    !kind.is_liquid() && kind != RegionKind::Climb
}

/// The regions that someone left and entered on the way from one place to
/// another; of water there is [`Cue::Splashed`], of ladders nothing.
pub(crate) fn crossings(scene: &Scene, id: ActorId, from: Vec3, to: Vec3, cues: &mut Cues) {
    for region in scene.regions.iter().filter(|region| is_told(region.kind)) {
        let [was, is] = [from, to].map(|place| region.has(&scene.space, place));
        match (was, is) {
            (false, true) => cues.push(Cue::Entered { actor: id, region: region.name.clone() }),
            (true, false) => cues.push(Cue::Left { actor: id, region: region.name.clone() }),
            _ => {}
        }
    }
}
