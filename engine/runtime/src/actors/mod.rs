//! Who moves by intent: each kind of actor has a module with its law. A pilot
//! says what an actor is asked; the law does not see who that was.

mod bodies;
mod climb;
mod fallen;
mod journey;
mod levitate;
mod pilot;
mod reports;
mod steps;
mod swim;
mod walker;

use crate::tick::Tick;
use crate::{Cue, Input, Intent, Simulation, vehicles};
use glam::{Affine3A, Mat3A, Vec3};
pub(crate) use journey::{FADE_TICKS, fade_in, turn_away};
pub(crate) use reports::crossings;
pub(crate) use steps::Footsteps;
use world::{Actor, ActorId, ActorKind, Dirty, NodeStates, Pilot, Probe, Scene, euler_rotation};

/// Every actor goes on for one tick.
pub(crate) fn tick(tick: &mut Tick<'_>) {
    let scene = &*tick.scene;
    let Simulation { state, occurrences, space, dirty, cues, footsteps, .. } = &mut *tick.world;
    footsteps.keep(state.actors.ids());
    for at in 0..state.actors.len() {
        let id = ActorId(state.actors.ids()[at]);
        let actor = &mut state.actors[at];
        let intent = intent(scene, actor, tick.inputs);
        let own = Probe::new(scene, occurrences, space, state.zones);
        let probe = Probe { without: actor.node, beyond: tick.beyond, ..own };
        match &mut actor.kind {
            ActorKind::Walker(avatar) => {
                let before = *avatar;
                let is_person = matches!(actor.pilot, Pilot::Person(_));
                if avatar.journey.crossing.is_none() && walker::tick(&probe, &scene.walker, avatar, intent) {
                    cues.push(Cue::TooFarOut { actor: id, at: avatar.position });
                }
                if is_person {
                    journey::tick(&probe, &before, avatar, state.tick, &mut state.effects, cues);
                }
                reports::of_walker(&probe, id, &before, avatar, cues);
                footsteps.of_walker(scene, id, &before, avatar, cues);
            }
            ActorKind::Tank(tank) => {
                let Some(law) = scene.tanks.get(tank.law as usize) else { continue };
                let before = *tank;
                let landed = vehicles::tank::tick(&probe, law, tank, intent);
                reports::of_tank(&probe, id, &before, tank, landed, cues);
            }
        }
        show(scene, actor, &mut state.nodes, dirty);
    }
    bodies::tick(tick);
    fallen::put_back(tick);
}

/// What an actor is asked in this tick.
fn intent(scene: &Scene, actor: &mut Actor, inputs: &[Input]) -> Intent {
    let (position, (yaw, _)) = (actor.position(), actor.look());
    match &mut actor.pilot {
        Pilot::Nobody => Intent::default(),
        Pilot::Person(seat) => inputs.get(usize::from(seat.0)).map_or_else(Intent::default, Intent::from),
        Pilot::Path(path) => pilot::along(path, position, yaw, scene.walker.radius),
    }
}

/// Where an actor's node belongs: at the actor, turned about +y from how the
/// scene has it. None for an actor without a node, or whose node was removed.
pub(crate) fn standing(scene: &Scene, nodes: &NodeStates, actor: &Actor) -> Option<Affine3A> {
    let node = actor.node.filter(|node| nodes.lives(*node))?;
    let rest = scene.shape(nodes, node)?.transform.matrix3;
    let turned = match &actor.kind {
        ActorKind::Walker(avatar) => Mat3A::from_quat(euler_rotation(Vec3::Y * avatar.yaw)),
        ActorKind::Tank(tank) => tank.rotation(),
    };
    let place = Affine3A { matrix3: turned * rest, translation: actor.position().into() };
    place.is_finite().then_some(place)
}

fn show(scene: &Scene, actor: &Actor, nodes: &mut NodeStates, dirty: &mut Dirty) {
    let (Some(node), Some(place)) = (actor.node, standing(scene, nodes, actor)) else { return };
    if let Some(own) = nodes.transforms.get_mut(node.index()).filter(|own| **own != place) {
        *own = place;
        dirty.moved.push(node);
    }
}
