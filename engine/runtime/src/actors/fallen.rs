//! Falling out of the world: whoever is farther below all ground of the scene than a fall can lead back from. A person is
//! put back at the start, or where the feet last stood in safety. A vehicle that acts by itself is destroyed: nobody could
//! go there to do it, and a mission that asks for it would never end.

use crate::tick::Tick;
use crate::{Cue, Edit};
use glam::Vec3;
use world::{Actor, ActorId, Limits, NodeFlags, Occurrences, Pilot, Probe, Scene, State};

/// What becomes of everyone who fell out of the world in this tick.
pub(super) fn tick(tick: &mut Tick<'_>) {
    for at in 0..tick.world.state.actors.len() {
        let actor = &tick.world.state.actors[at];
        let Some(feet) = falling(actor) else { continue };
        let probe = Probe { without: actor.node, beyond: tick.beyond, ..tick.world.probe() };
        if has_something_below(&probe, feet) {
            continue;
        }
        let limit = *tick.world.limit.get_or_init(|| limit(&tick.scene));
        if limit.is_none_or(|limit| feet.y >= limit) {
            continue;
        }
        let (safe, (yaw, pitch), acts_by_itself) =
            (safe_ground(actor), actor.look(), matches!(actor.pilot, Pilot::Bot(_)));
        let actor = ActorId(tick.world.state.actors.ids()[at]);
        if acts_by_itself {
            if !tick.world.state.combat.arms_of(actor).is_some_and(|arms| arms.destroyed) {
                Edit::new(tick.world).wreck(actor);
            }
            continue;
        }
        // A fall is no change from outside: the world stays untouched.
        let is_back = match safe {
            Some(safe) => Edit::new(tick.world).place_actor(actor, safe, yaw, pitch),
            None => Edit::new(tick.world).back_to_start(actor),
        };
        if is_back.is_ok() {
            tick.world.cues.push(Cue::FellOut { actor, at: feet });
        }
    }
}

fn safe_ground(actor: &Actor) -> Option<Vec3> {
    actor.avatar().journey.safe
}

/// The feet of an actor in free fall that a person pilots, or that acts by itself.
fn falling(actor: &Actor) -> Option<Vec3> {
    let avatar = actor.avatar();
    let falls = !avatar.grounded && avatar.velocity.y < 0.0 && avatar.position.is_finite();
    let counts = matches!(actor.pilot, Pilot::Person(_) | Pilot::Bot(_));
    (falls && counts).then_some(avatar.position)
}

/// True over ground at any depth, in any zone, and in water.
fn has_something_below(probe: &Probe<'_>, feet: Vec3) -> bool {
    let step = probe.scene.walker.step;
    probe.ground(feet.x, feet.z, feet.y, step).is_some()
        || probe.in_all_zones().ground(feet.x, feet.z, feet.y, step).is_some()
        || probe.water(feet).is_some()
}

/// The height below which nobody comes back: from the scene as it starts, so that it is the same
/// throughout a run and after a save. `None` for a scene without ground.
fn limit(scene: &Scene) -> Option<f32> {
    let (start, _) = Occurrences::build(scene, &State::new(scene, 0), Limits::default().occurrences);
    let is_ground = |flags: NodeFlags| {
        flags.contains(NodeFlags::ACTIVE | NodeFlags::ALTITUDE) && !flags.contains(NodeFlags::FOLLOWS_CAMERA)
    };
    let heights = start.ids().filter(|id| is_ground(start.flags(*id))).map(|id| start.own_bounds(id).min.y);
    let lowest = heights.filter(|height| height.is_finite()).min_by(f32::total_cmp)?;
    Some(lowest - scene.walker.lost_depth)
}
