//! Bodies of actors: which clip a body plays follows from what its actor did in this tick. All of it is read off
//! the actor and off the clip that is played; there is no state besides.
//!
//! Source: `docs/spec/everquest/zone-install.md`, "10. Characters".

use super::walker::Feet;
use super::{climb, creature, swim};
use crate::tick::Tick;
use crate::{Edit, Simulation, zones};
use world::{
    Act, ActorKind, AnimatorId, Avatar, Body, CameraMode, Clock, Doing, NodeFlags, NodeId, Pilot, Probe,
    SeatId, State, Walker,
};

/// Seconds in which one clip goes over into another.
const BLEND_S: f32 = 0.2;
/// Part of the walking speed below which somebody stands.
const STANDS: f32 = 0.1;
/// Seconds of falling from which on it looks like a fall: less is a step down.
const FALLS_S: f32 = 0.25;
/// Slowest and fastest at which a clip is played, of what was authored.
const RATES: [f32; 2] = [0.3, 2.0];

/// What a body is about to show.
struct Change {
    node: NodeId,
    hidden: bool,
    animator: AnimatorId,
    act: Act,
    /// The clip begins anew if it was begun before this tick.
    since: Option<u64>,
    rate: f32,
}

/// Every body shows what its actor does.
pub(super) fn tick(tick: &mut Tick<'_>) {
    if tick.scene.bodies.is_empty() {
        return;
    }
    for at in 0..tick.world.state.actors.len() {
        let Some(change) = change(tick, at) else { continue };
        let Change { node, hidden, animator, act, since, rate } = change;
        // A body that moves is no change from outside.
        let mut edit = Edit::new(tick.world);
        edit.set_flags(node, NodeFlags::ACTIVE, !hidden);
        let shown = shown(&edit.simulation.state, animator);
        let plays = shown.filter(|clock| clock.clip == Some(act.clip));
        if plays.is_some_and(|clock| since.is_none_or(|since| clock.since >= since)) {
            set_rate(&mut edit.simulation.state, animator, &act, rate);
            continue;
        }
        let clock = Clock { speed: rate, looping: act.looping, ..Clock::looping(act.clip) };
        match shown.and_then(|clock| clock.clip) {
            Some(_) => edit.fade_to(animator, clock, BLEND_S),
            None => edit.play(animator, clock),
        };
    }
}

fn change(tick: &Tick<'_>, at: usize) -> Option<Change> {
    let Simulation { state, occurrences, space, .. } = &*tick.world;
    let scene = &*tick.scene;
    let actor = state.actors.get(at)?;
    let node = actor.node.filter(|node| state.nodes.lives(*node))?;
    let body = scene.body_of(state.nodes.shape(node)?)?;
    let animator = state.animator_of(scene, node).unwrap_or(body.animator);
    let avatar = actor.avatar();
    let sees = actor.pilot == Pilot::Person(SeatId::FIRST) && state.rig.mode == CameraMode::Eyes;
    let mind = creature::Mind::of(scene, state, actor);
    if let Some((act, since)) = mind.as_ref().and_then(|mind| creature::plays(actor, mind)) {
        return Some(Change { node, hidden: sees, animator, act, since: Some(since), rate: 1.0 });
    }
    let own = Probe::new(scene, occurrences, space, state.zones);
    let zones = zones::of_actor(&own, actor);
    let probe = Probe { without: actor.node, beyond: tick.beyond, zones, ..own };
    let walker = mind.as_ref().map_or(scene.walker, |mind| mind.walker);
    let now = playing(body, shown(state, animator));
    let doing = match &actor.kind {
        ActorKind::Creature(own) if own.turns => Doing::Turn,
        // What floats swims wherever there is water around it.
        ActorKind::Creature(_) if body.floats => {
            doing(&walker, avatar, probe.water(avatar.position).is_some(), now)
        }
        ActorKind::Creature(own) if creature::rests(own) => Doing::Stand,
        _ => on_foot(&probe, &walker, avatar, now),
    };
    let act = best(body, doing)?;
    // Its feet keep up at the speeds that its clips were made for.
    let rate = rate(&body.walker.unwrap_or(walker), avatar, act.doing);
    Some(Change { node, hidden: sees, animator, act, since: None, rate })
}

/// What somebody on foot does, or in the water or on a ladder.
fn on_foot(probe: &Probe<'_>, walker: &Walker, avatar: &Avatar, now: Option<Doing>) -> Doing {
    let swims = swim::surface(&Feet { probe, walker }, avatar.position, avatar.grounded).is_some();
    let climbs = !swims
        && !avatar.journey.levitates
        && avatar.journey.flies == 0.0
        && climb::hangs(probe, walker, avatar);
    if climbs { Doing::Climb } else { doing(walker, avatar, swims, now) }
}

/// The clock that shows, or that will when what fades in has done so.
fn shown(state: &State, animator: AnimatorId) -> Option<Clock> {
    let fading = state.layers_of(animator).iter().rev().find(|layer| layer.replaces);
    fading.map(|layer| layer.clock).or_else(|| state.clock(animator).copied())
}

/// What the clip of a clock shows.
fn playing(body: &Body, clock: Option<Clock>) -> Option<Doing> {
    let clip = clock?.clip?;
    body.acts.iter().find(|act| act.clip == clip).map(|act| act.doing)
}

/// What somebody does, given what was shown of it.
fn doing(walker: &Walker, avatar: &Avatar, swims: bool, now: Option<Doing>) -> Doing {
    let speed = avatar.velocity.with_y(0.0).length();
    if swims {
        let along = if avatar.velocity.y < 0.0 { avatar.velocity.length() } else { speed };
        return if along > walker.swim_speed * STANDS { Doing::Swim } else { Doing::Tread };
    }
    if !avatar.grounded {
        let fall = -avatar.velocity.y;
        if fall > walker.gravity * FALLS_S {
            return Doing::Fall;
        }
        // Whoever is just leaving the ground goes on as before, unless it is a jump.
        let rises = avatar.velocity.y > walker.jump_speed * STANDS;
        return match now {
            _ if rises => Doing::Jump,
            Some(now) if now != Doing::Tread && now != Doing::Swim => now,
            _ => Doing::Fall,
        };
    }
    if speed < walker.walk_speed * STANDS {
        Doing::Stand
    } else if speed > (walker.walk_speed + walker.run_speed) * 0.5 {
        Doing::Run
    } else {
        Doing::Walk
    }
}

/// The clip for what somebody does, or for what is most like it.
fn best(body: &Body, doing: Doing) -> Option<Act> {
    let like: &[Doing] = match doing {
        Doing::Jump => &[Doing::Jump, Doing::Fall, Doing::Stand],
        Doing::Fall => &[Doing::Fall, Doing::Jump, Doing::Stand],
        Doing::Swim => &[Doing::Swim, Doing::Tread, Doing::Walk, Doing::Stand],
        Doing::Tread => &[Doing::Tread, Doing::Swim, Doing::Stand],
        Doing::Walk => &[Doing::Walk, Doing::Run, Doing::Stand],
        Doing::Run => &[Doing::Run, Doing::Walk, Doing::Stand],
        Doing::Climb => &[Doing::Climb, Doing::Walk, Doing::Stand],
        Doing::Turn => &[Doing::Turn, Doing::Stand],
        Doing::Stand | Doing::Sit | Doing::Fight | Doing::Die => &[Doing::Stand],
    };
    like.iter().find_map(|doing| body.act(*doing)).copied()
}

/// How fast a clip runs, of what was authored: legs keep up with the ground.
fn rate(walker: &Walker, avatar: &Avatar, doing: Doing) -> f32 {
    let speed = avatar.velocity.with_y(0.0).length();
    let authored = match doing {
        Doing::Walk => walker.walk_speed,
        Doing::Run => walker.run_speed,
        // Who hangs still keeps still.
        Doing::Climb => return (avatar.velocity.y.abs() / climb::speed(walker)).min(1.0),
        _ => return 1.0,
    };
    let rate = speed / authored;
    if rate.is_finite() { rate.clamp(RATES[0], RATES[1]) } else { 1.0 }
}

/// The clip goes on where it is, at another rate.
fn set_rate(state: &mut State, animator: AnimatorId, act: &Act, rate: f32) {
    let plays = |clock: &Clock| clock.clip == Some(act.clip);
    for layer in state.layers.iter_mut().filter(|layer| layer.animator == animator && plays(&layer.clock)) {
        layer.clock.speed = rate;
    }
    // What has come to its end and stays there has no speed.
    if let Some(clock) = state.clock_mut(animator).filter(|clock| plays(clock) && act.looping) {
        clock.speed = rate;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::{ClipId, Frame};

    fn walker() -> Walker {
        Walker {
            walk_speed: 7.0,
            run_speed: 16.0,
            gravity: 60.0,
            jump_speed: 22.0,
            swim_speed: 10.0,
            ..Walker::person(&Frame::identity(0.3))
        }
    }

    fn avatar(velocity: [f32; 3], grounded: bool) -> Avatar {
        Avatar { velocity: velocity.into(), grounded, ..Avatar::default() }
    }

    #[test]
    fn what_somebody_does_follows_from_speed_ground_and_water() {
        let walker = walker();
        let does =
            |velocity, grounded, swims| doing(&walker, &avatar(velocity, grounded), swims, Some(Doing::Walk));
        assert_eq!(does([0.5, 0.0, 0.0], true, false), Doing::Stand);
        assert_eq!(does([0.0, 0.0, 7.0], true, false), Doing::Walk);
        // Half way between walking and running is 11.5.
        assert_eq!(does([11.0, 0.0, 0.0], true, false), Doing::Walk);
        assert_eq!(does([12.0, 0.0, 0.0], true, false), Doing::Run);
        assert_eq!(does([0.0, 20.0, 0.0], false, false), Doing::Jump);
        // A quarter of a second of falling is 15 a second; less is a step down.
        assert_eq!(does([0.0, -14.0, 0.0], false, false), Doing::Walk);
        assert_eq!(does([0.0, -16.0, 0.0], false, false), Doing::Fall);
        assert_eq!(does([3.0, 0.0, 0.0], false, true), Doing::Swim);
        assert_eq!(does([0.0, 0.0, 0.0], false, true), Doing::Tread);
        assert_eq!(does([0.0, -5.0, 0.0], false, true), Doing::Swim);
    }

    #[test]
    fn a_body_without_a_clip_shows_what_is_most_like_it() {
        let act = |doing, clip| Act { doing, clip: ClipId(clip), looping: true };
        let acts = vec![act(Doing::Stand, 0), act(Doing::Run, 1)];
        let body = Body {
            node: NodeId(0),
            animator: AnimatorId(0),
            acts,
            moves: Vec::new(),
            walker: None,
            floats: false,
        };
        let clip = |doing| best(&body, doing).map(|act| act.clip.0);
        assert_eq!(
            [Doing::Walk, Doing::Run, Doing::Jump, Doing::Tread].map(clip),
            [Some(1), Some(1), Some(0), Some(0)]
        );
        let none = Body { acts: Vec::new(), ..body };
        assert!(best(&none, Doing::Walk).is_none());
    }
}
