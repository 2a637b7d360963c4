//! Who moves by intent: each kind of actor has a module with its law. A pilot
//! says what an actor is asked; the law does not see who that was.

mod bodies;
mod climb;
mod creature;
mod fallen;
mod fly;
mod journey;
mod levitate;
mod modes;
mod pilot;
mod reports;
mod steps;
mod swim;
mod walker;

use crate::tick::Tick;
use crate::{Cue, Input, Intent, Simulation, combat, vehicles, zones};
use glam::{Affine3A, Mat3A};
pub(crate) use journey::{FADE_TICKS, fade_in, turn_away};
pub(crate) use reports::crossings;
pub(crate) use steps::Footsteps;
use vehicles::Knocks;
use vehicles::aeroplane::{self, Pilotage};
pub(crate) use walker::Feet;
use world::{Actor, ActorId, ActorKind, Dirty, LawKind, NodeStates, Pilot, Plan, Probe, Scene, SeatId};

/// Every actor goes on for one tick.
pub(crate) fn tick(tick: &mut Tick<'_>) {
    let scene = &*tick.scene;
    let Simulation { state, occurrences, space, dirty, cues, footsteps, opponents, .. } = &mut *tick.world;
    footsteps.keep(state.actors.ids());
    let person = state.actors.piloted_by(SeatId::FIRST).map(|(_, own)| own.position());
    for at in 0..state.actors.len() {
        let id = ActorId(state.actors.ids()[at]);
        let mind = creature::Mind::of(scene, state, &state.actors[at]);
        let actor = &mut state.actors[at];
        let is_held = combat::is_held(&state.combat, id);
        let is_destroyed = state.combat.arms_of(id).is_some_and(|arms| arms.destroyed);
        let intent = match &actor.pilot {
            _ if is_held => Intent::default(),
            Pilot::Bot(_) => opponents.of(id).intent,
            _ => intent(scene, actor, tick.inputs),
        };
        let law = actor.vehicle().and_then(|law| scene.vehicles.get(law as usize)).map(|own| &own.law);
        let pilotage = match law {
            Some(LawKind::Aeroplane(law)) => Pilotage::of(law, actor, person),
            _ => Pilotage::Person,
        };
        let own = Probe::new(scene, occurrences, space, state.zones);
        let zones = zones::of_actor(&own, actor);
        let probe = Probe { without: actor.node, beyond: tick.beyond, zones, ..own };
        let mut rammed = None;
        match &mut actor.kind {
            ActorKind::Walker(avatar) => {
                let before = *avatar;
                let is_person = matches!(actor.pilot, Pilot::Person(_));
                let walker = scene.walker.with(&avatar.journey);
                if avatar.journey.crossing.is_none() && walker::tick(&probe, &walker, avatar, intent) {
                    cues.push(Cue::TooFarOut { actor: id, at: avatar.position });
                }
                if is_person {
                    journey::tick(&probe, &before, avatar, state.tick, &mut state.effects, cues);
                }
                reports::of_walker(&probe, id, &before, avatar, cues);
                footsteps.of_walker(scene, id, &before, avatar, cues);
            }
            ActorKind::Creature(creature) => {
                let Some(mind) = &mind else { continue };
                let place = actor.node.and_then(|node| state.nodes.transforms.get(node.index()));
                if let Some(place) = place {
                    creature::follow_node(creature, place.translation.into());
                }
                // A person in it moves it; otherwise it does what it was told.
                let intent = match actor.pilot {
                    Pilot::Nobody => creature::intent(creature, mind),
                    _ => intent,
                };
                creature::tick(&probe, creature, mind, intent);
            }
            ActorKind::Tank(tank) => {
                let Some(LawKind::Tank(law)) = law else { continue };
                let before = tank.avatar;
                let knocks = vehicles::tank::tick(&probe, law, tank, intent);
                rammed = knocks.rammed;
                reports::of_vehicle(&probe, id, &before, &tank.avatar, knocks, cues);
            }
            ActorKind::Mech(mech) => {
                let Some(LawKind::Mech(law)) = law else { continue };
                let before = mech.avatar;
                let landed = vehicles::mech::tick(&probe, law, mech, intent);
                vehicles::mech::fall(law, mech, is_destroyed);
                reports::of_vehicle(&probe, id, &before, &mech.avatar, Knocks::landing(landed), cues);
            }
            ActorKind::Aeroplane(plane) => {
                let Some(LawKind::Aeroplane(law)) = law else { continue };
                // It waits in the air until it is woken up.
                let sleeps = matches!(&actor.pilot, Pilot::Bot(bot) if bot.plan == Plan::Asleep);
                if sleeps && !plane.is_wreck() {
                    continue;
                }
                let before = plane.avatar;
                let done = aeroplane::tick(&probe, law, plane, intent, pilotage);
                reports::of_vehicle(&probe, id, &before, &plane.avatar, Knocks::landing(done.landed), cues);
                if let Some(cue) = aeroplane::report(id, plane, &done) {
                    cues.push(cue);
                }
            }
            ActorKind::Turret(turret) => {
                let Some(LawKind::Turret(law)) = law else { continue };
                let shown = actor.node.and_then(|node| occurrences.of(node).next());
                let place = shown.map(|id| *occurrences.transform(id));
                vehicles::turret::tick(law, turret, place, intent);
            }
        }
        show(scene, actor, &mut state.nodes, dirty);
        if let Some(ram) = rammed {
            vehicles::tank::ram::tick(scene, occurrences, &mut state.actors, id, &ram);
        }
    }
    forget_creatures(tick);
    bodies::tick(tick);
    vehicles::programs::tick(tick);
    aeroplane::approach(tick);
    vehicles::hide(tick);
    aeroplane::put_back(tick);
    fallen::tick(tick);
}

/// A creature whose node was removed is no more.
fn forget_creatures(tick: &mut Tick<'_>) {
    let Simulation { state, .. } = &mut *tick.world;
    let is_gone =
        |actor: &Actor| actor.creature().is_some() && !actor.node.is_some_and(|node| state.nodes.lives(node));
    let gone = |at: usize| is_gone(&state.actors[at]).then(|| state.actors.ids()[at]);
    let gone: Vec<u32> = (0..state.actors.len()).filter_map(gone).collect();
    for id in gone {
        let _ = state.actors.remove(id);
    }
}

/// What an actor is asked in this tick.
fn intent(scene: &Scene, actor: &mut Actor, inputs: &[Input]) -> Intent {
    let (position, (yaw, _)) = (actor.position(), actor.look());
    match &mut actor.pilot {
        Pilot::Nobody | Pilot::Bot(_) => Intent::default(),
        Pilot::Person(seat) => inputs.get(usize::from(seat.0)).map_or_else(Intent::default, Intent::from),
        Pilot::Path(path) => pilot::along(path, position, yaw, scene.walker.radius),
    }
}

/// Where an actor's node belongs: at the actor, turned about +y from how the
/// scene has it. None for an actor without a node, or whose node was removed.
pub(crate) fn standing(scene: &Scene, nodes: &NodeStates, actor: &Actor) -> Option<Affine3A> {
    let node = actor.node.filter(|node| nodes.lives(*node))?;
    let rest = match &actor.kind {
        ActorKind::Walker(_) | ActorKind::Tank(_) | ActorKind::Mech(_) | ActorKind::Aeroplane(_) => {
            scene.shape(nodes, node)?.transform.matrix3
        }
        // It stands where its node is, and not the other way round.
        ActorKind::Turret(_) => return None,
        // How it looked at the start is in where it looks now.
        ActorKind::Creature(_) => sizes(nodes.transforms.get(node.index())?),
    };
    let place = Affine3A { matrix3: actor.rotation() * rest, translation: actor.position().into() };
    place.is_finite().then_some(place)
}

/// How much larger than made something is along each axis, to a thousandth: so it is the same after each turn.
fn sizes(place: &Affine3A) -> Mat3A {
    let Mat3A { x_axis, y_axis, z_axis } = place.matrix3;
    let size = [x_axis, y_axis, z_axis].map(|axis| (axis.length() * 1024.0).round() / 1024.0);
    Mat3A::from_diagonal(size.into())
}

fn show(scene: &Scene, actor: &Actor, nodes: &mut NodeStates, dirty: &mut Dirty) {
    let (Some(node), Some(place)) = (actor.node, standing(scene, nodes, actor)) else { return };
    if let Some(own) = nodes.transforms.get_mut(node.index()).filter(|own| **own != place) {
        *own = place;
        dirty.moved.push(node);
    }
}
