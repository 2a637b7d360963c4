//! Creatures that were told to do something: what they are asked in a tick, and which clip shows it. They go as
//! somebody on foot does, with sizes and speeds of their own; what flies or swims by itself goes straight.
//!
//! Distances and pauses of fights are ours: the game's server said them. Source of what can be played:
//! `docs/spec/everquest/zone-install.md`, "10. Characters".

use super::walker::Feet;
use super::{pilot, walker};
use crate::{DT, Intent};
use glam::Vec3;
use std::f32::consts::FRAC_PI_8;
use world::{
    Act, Actor, ActorKind, Body, Creature, Foe, NodeId, Order, Probe, Scene, State, TICKS_PER_SECOND, Walker,
};

/// Whoever is within this angle of where a creature looks is struck at.
const FACES: f32 = FRAC_PI_8;
/// How far a blow reaches beyond the bodies of both, as a part of the height of who strikes.
const REACH: f32 = 0.25;
/// A creature runs to who is farther away than so many times its reach.
const RUNS_FROM: f32 = 3.0;
/// Ticks from the end of a blow to the next.
const PAUSE: u64 = TICKS_PER_SECOND as u64 / 2;
/// A turn in a tick that is less than this, radians, is no turning on the spot.
const TURNS: f32 = 1e-3;

/// What a creature knows of itself and of who it fights.
pub(super) struct Mind<'a> {
    pub scene: &'a Scene,
    pub body: Option<&'a Body>,
    /// How large and fast it is.
    pub walker: Walker,
    pub tick: u64,
    /// Where who it fights has the feet, and how wide they are.
    foe: Option<(Vec3, f32)>,
}

impl<'a> Mind<'a> {
    /// That of an actor; none for one that is no creature.
    pub fn of(scene: &'a Scene, state: &State, actor: &Actor) -> Option<Self> {
        let creature = actor.creature()?;
        let body = actor.node.and_then(|node| body_of(scene, state, node));
        let walker = body.and_then(|body| body.walker).unwrap_or(scene.walker);
        let foe = match creature.order {
            Order::Fight(Foe::Person(seat)) => {
                state.actors.piloted_by(seat).map(|(_, own)| (own.position(), scene.walker.radius))
            }
            Order::Fight(Foe::Node(node)) => place_of(scene, state, node),
            _ => None,
        };
        Some(Mind { scene, body, walker, tick: state.tick, foe })
    }
}

fn body_of<'a>(scene: &'a Scene, state: &State, node: NodeId) -> Option<&'a Body> {
    scene.body_of(state.nodes.shape(node).filter(|_| state.nodes.lives(node))?)
}

fn place_of(scene: &Scene, state: &State, node: NodeId) -> Option<(Vec3, f32)> {
    let place = state.nodes.transforms.get(node.index()).filter(|_| state.nodes.lives(node))?;
    let walker = body_of(scene, state, node).and_then(|body| body.walker).unwrap_or(scene.walker);
    place.translation.is_finite().then(|| (place.translation.into(), walker.radius))
}

/// Somebody else put its node elsewhere: it goes on from there.
pub(super) fn follow_node(creature: &mut Creature, place: Vec3) {
    let avatar = &mut creature.avatar;
    if avatar.position != place && place.is_finite() {
        (avatar.position, avatar.velocity, avatar.grounded) = (place, Vec3::ZERO, false);
    }
}

/// What it asks of itself in this tick.
pub(super) fn intent(creature: &mut Creature, mind: &Mind<'_>) -> Intent {
    let (position, yaw) = (creature.avatar.position, creature.avatar.yaw);
    match &mut creature.order {
        Order::Stand | Order::Die => Intent::default(),
        Order::Play(clip) => {
            let own = mind.body.and_then(|body| body.plays(*clip));
            let ends =
                own.filter(|own| !own.looping).map(|own| creature.since + ticks_of(mind.scene, own.clip));
            if own.is_none() || ends.is_some_and(|end| mind.tick >= end) {
                creature.order = Order::Stand;
            }
            Intent::default()
        }
        Order::Go(path) => {
            let intent = pilot::along(path, position, yaw, mind.walker.radius);
            if path.next as usize >= path.points.len() {
                creature.order = Order::Stand;
            }
            intent
        }
        Order::Fight(_) => fight(creature, mind),
    }
}

fn fight(creature: &mut Creature, mind: &Mind<'_>) -> Intent {
    let Some((foe, wide)) = mind.foe else { return Intent::default() };
    let (position, yaw) = (creature.avatar.position, creature.avatar.yaw);
    let length = struck(creature, mind).map_or(0, |act| ticks_of(mind.scene, act.clip));
    let since = mind.tick.saturating_sub(creature.since);
    if creature.blows > 0 && since < length {
        return Intent::default();
    }
    let reach = mind.walker.radius + wide + mind.walker.height * REACH;
    let way = foe - position;
    let (far, turn) = (way.with_y(0.0).length(), pilot::turn_to(foe, position, yaw));
    if far > reach {
        return pilot::towards(foe, position, yaw, far > reach * RUNS_FROM);
    }
    let faces = turn.abs() <= FACES;
    if faces && (creature.blows == 0 || since >= length + PAUSE) {
        creature.blows = creature.blows.saturating_add(1);
        creature.since = mind.tick;
    }
    Intent { yaw: pilot::in_a_tick(turn), ..Intent::default() }
}

/// The blow that it strikes, or struck last.
fn struck(creature: &Creature, mind: &Mind<'_>) -> Option<Act> {
    mind.body.and_then(|body| body.blow(creature.blows.checked_sub(1)?)).copied()
}

/// Ticks that a clip takes once.
fn ticks_of(scene: &Scene, clip: world::ClipId) -> u64 {
    let seconds = scene.clips.get(clip.index()).map_or(0.0, |clip| clip.seconds);
    // An hour at most: clips of files may be of any length.
    (seconds.clamp(0.0, 3600.0) * TICKS_PER_SECOND as f32).round() as u64
}

/// One tick: where it goes, by what it is asked.
pub(super) fn tick(probe: &Probe<'_>, creature: &mut Creature, mind: &Mind<'_>, intent: Intent) {
    let still = intent.forward == 0.0 && intent.strafe == 0.0 && !intent.jump;
    creature.turns = still && intent.yaw.abs() > TURNS;
    if mind.body.is_some_and(|body| body.floats) {
        return float(probe, creature, mind, intent);
    }
    let avatar = &mut creature.avatar;
    // Nothing carries away who stands: crowds that stand cost nothing.
    if still && avatar.grounded && avatar.velocity == Vec3::ZERO {
        walker::turn(avatar, intent);
        return;
    }
    walker::tick(probe, &mind.walker, avatar, intent);
}

/// The tick of what no ground holds: it goes straight to where it is going, as far as nothing is in the way.
fn float(probe: &Probe<'_>, creature: &mut Creature, mind: &Mind<'_>, intent: Intent) {
    let height = match &creature.order {
        Order::Go(path) => path.points.get(path.next as usize).map(|point| point.y),
        Order::Fight(_) => mind.foe.map(|(foe, _)| foe.y),
        _ => None,
    };
    let avatar = &mut creature.avatar;
    walker::turn(avatar, intent);
    avatar.grounded = true;
    let level = walker::wish(&mind.walker, avatar.yaw, intent);
    let speed = level.length();
    let rise = height.map_or(0.0, |height| ((height - avatar.position.y) / DT).clamp(-speed, speed));
    let velocity = level.with_y(rise).clamp_length_max(speed);
    let way = velocity * DT;
    if !(way.is_finite() && avatar.position.is_finite()) || way == Vec3::ZERO {
        avatar.velocity = Vec3::ZERO;
        return;
    }
    let feet = Feet { probe, walker: &mind.walker };
    let free = feet.swept(avatar.position, way).map_or(1.0, |stop| stop.fraction);
    avatar.position += way * free;
    avatar.velocity = velocity * free;
}

/// The clip that shows what it was told, with the tick in which it begins; none where its body shows how it moves.
pub(super) fn plays(actor: &Actor, mind: &Mind<'_>) -> Option<(Act, u64)> {
    let ActorKind::Creature(creature) = &actor.kind else { return None };
    let body = mind.body?;
    match creature.order {
        Order::Stand | Order::Go(_) => None,
        Order::Play(clip) => {
            let own = body.plays(clip)?;
            let doing = world::Doing::Stand;
            Some((Act { doing, clip, looping: own.looping }, creature.since))
        }
        Order::Die => Some((*body.act(world::Doing::Die)?, creature.since)),
        Order::Fight(_) => {
            let act = struck(creature, mind)?;
            let ends = creature.since + ticks_of(mind.scene, act.clip);
            (mind.tick < ends).then_some((act, creature.since))
        }
    }
}

/// True for one that stands on its ground and goes nowhere.
pub(super) fn rests(creature: &Creature) -> bool {
    creature.avatar.grounded && creature.avatar.velocity == Vec3::ZERO
}
