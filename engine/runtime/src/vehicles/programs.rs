//! Animations that begin with what a vehicle does: it changes its mode, its jets burn, it flies low.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "A1. Modes and states", "C2. Reader keys";
//! `docs/spec/zbd/mw3-runtime.md`, "5.1 animations".

use crate::programs::{Player, Start};
use crate::tick::Tick;
use crate::{Edit, Simulation};
use smallvec::SmallVec;
use std::sync::Arc;
use world::{Actor, ActorKind, NodeId, ProgramId, Scene, VehiclePrograms};

/// What becomes of an animation.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wish {
    /// It begins.
    Begins,
    /// It runs, or not.
    Runs(bool),
}

/// After all vehicles have moved.
pub(crate) fn tick(tick: &mut Tick<'_>) {
    let scene = Arc::clone(&tick.scene);
    if scene.vehicle_programs.is_empty() {
        return;
    }
    let mut wishes: SmallVec<[(ProgramId, NodeId, Wish); 8]> = SmallVec::new();
    let world = &mut *tick.world;
    for at in 0..world.state.actors.len() {
        let Some(own) = of(&scene, &world.state.actors[at]) else { continue };
        let flies_low = own.ground_blow.map(|(program, near)| (program, flies_low(world, at, near)));
        let actor = &mut world.state.actors[at];
        let Some(node) = actor.node else { continue };
        match &mut actor.kind {
            ActorKind::Tank(tank) if tank.shown != tank.mode => {
                let program = own.between(tank.shown, tank.mode);
                tank.shown = tank.mode;
                wishes.extend(program.map(|program| (program, node, Wish::Begins)));
            }
            ActorKind::Mech(mech) => {
                wishes.extend(own.jets.map(|program| (program, node, Wish::Runs(mech.burns))));
            }
            ActorKind::Aeroplane(_) => {
                wishes.extend(flies_low.map(|(program, low)| (program, node, Wish::Runs(low))));
            }
            _ => {}
        }
    }
    carry_out(&mut Edit::new(tick.world), &wishes);
}

/// A vehicle comes into the world.
pub(crate) fn begin(edit: &mut Edit<'_>, actor: world::ActorId) {
    let scene = Arc::clone(&edit.simulation.scene);
    let Some(actor) = edit.simulation.state.actors.find(actor.0) else { return };
    let (Some(own), Some(node)) = (of(&scene, actor), actor.node) else { return };
    let wishes: SmallVec<[_; 8]> =
        own.start.iter().map(|program| (*program, node, Wish::Runs(true))).collect();
    carry_out(edit, &wishes);
}

/// Whoever sits in a vehicle ejects.
pub(crate) fn eject(edit: &mut Edit<'_>, actor: world::ActorId) {
    let scene = Arc::clone(&edit.simulation.scene);
    let Some(actor) = edit.simulation.state.actors.find(actor.0) else { return };
    if let (Some(program), Some(node)) = (of(&scene, actor).and_then(|own| own.eject), actor.node) {
        carry_out(edit, &[(program, node, Wish::Begins)]);
    }
}

fn carry_out(edit: &mut Edit<'_>, wishes: &[(ProgramId, NodeId, Wish)]) {
    if wishes.is_empty() {
        return;
    }
    Player::with(edit, |player| {
        for (program, node, wish) in wishes.iter().copied() {
            match wish {
                Wish::Begins => {
                    player.start(program, Start { target: Some(node), again: true, ..Start::default() });
                }
                Wish::Runs(on) => player.show_at(program, node, on),
            }
        }
    });
}

fn of<'s>(scene: &'s Scene, actor: &Actor) -> Option<&'s VehiclePrograms> {
    scene.vehicle_programs.get(actor.vehicle()? as usize)
}

/// Whether an aeroplane that flies has ground or water so near below it.
fn flies_low(world: &Simulation, at: usize, near: f32) -> bool {
    let actor = &world.state.actors[at];
    let ActorKind::Aeroplane(plane) = &actor.kind else { return false };
    if plane.is_wreck() || plane.throttle <= 0.0 || plane.wheels != 0 {
        return false;
    }
    let place = plane.avatar.position;
    let probe = world.probe_of(actor);
    let ground = probe.ground(place.x, place.z, place.y, 0.0).map(|hit| hit.point.y);
    let water = probe.water(place.with_y(place.y - near));
    ground.into_iter().chain(water).any(|height| place.y - height < near)
}
