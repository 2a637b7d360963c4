//! A tick of an aeroplane: stick and throttle, air, forces, turns, moving, wheels on the ground, walls in the way.
//!
//! The nose points along -z of the body. Momentum and velocity are in the world. Wheels on the ground, what a wall does
//! and how the stick follows a hand are proposals of this project; the law of the flight is the game's.
//!
//! | file | holds |
//! |---|---|
//! | `approach.rs` | volumes in which the game takes over |
//! | `flow.rs` | the air around it |
//! | `forces.rs` | thrust, drag, lift, gravity |
//! | `turns.rs` | controls, bank, return of the nose, stall |
//! | `ground.rs` | wheels on the ground: taking off, landing, rolling |
//! | `crash.rs` | what is in the way, and what becomes of a wreck |
//! | `show.rs` | the airscrew |
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "C1. Flight law".

mod approach;
mod crash;
mod flow;
mod forces;
mod ground;
mod show;
mod turns;

use super::fading;
use crate::tick::Tick;
use crate::{Cue, DT, Edit, Intent};
pub(crate) use approach::approach;
use flow::Flow;
use forces::Push;
use glam::Vec3;
pub(crate) use show::pose;
use world::{Actor, ActorId, ActorKind, Aeroplane, AeroplaneLaw, LawKind, Pilot, Probe, Scene};

/// Who flies it: the law does not treat all the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Pilotage {
    /// A person.
    Person,
    /// An opponent near the person.
    Near,
    /// An opponent far away.
    Far,
}

impl Pilotage {
    /// Who flies an actor, while the person of the first seat is at a place.
    pub fn of(law: &AeroplaneLaw, actor: &Actor, person: Option<Vec3>) -> Self {
        let is_far = |person: Vec3| person.distance(actor.position()) > law.opponent[1];
        match actor.pilot {
            Pilot::Person(_) => Pilotage::Person,
            _ if person.is_some_and(is_far) => Pilotage::Far,
            _ => Pilotage::Near,
        }
    }
}

/// What a pilot asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Demand {
    /// The lever forwards, -1..=1.
    lever: f32,
    /// The stick to the right and back, -1..=1 at its ends.
    stick: [f32; 2],
    /// To the right, -1..=1.
    rudder: f32,
    nitro: bool,
    /// Wings and nose to the horizon.
    level: bool,
    brakes: bool,
}

impl Demand {
    /// Keys and mouse of somebody on foot: forwards is the lever, to the side the rudder; turning and looking up are the
    /// stick, running is nitro, jumping levels off, and what crouches brakes.
    fn of(law: &AeroplaneLaw, intent: Intent) -> Self {
        let full = law.stick[0] * DT;
        let over = law.stick_over.abs();
        let pull = |turn: f32| if full > 0.0 { (turn / full).clamp(-over, over) } else { 0.0 };
        Demand {
            lever: intent.forward,
            stick: [pull(-intent.yaw), pull(intent.pitch)],
            rudder: intent.strafe,
            nitro: intent.run,
            level: intent.jump,
            brakes: intent.sink,
        }
    }
}

/// What a tick did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Done {
    /// The speed in units/s at which its wheels came down on the ground, if they did.
    pub landed: Option<f32>,
    /// The speed in units/s against what it hit when it became a wreck, if it did.
    pub wrecked: Option<f32>,
}

/// One tick.
pub(crate) fn tick(
    probe: &Probe<'_>,
    law: &AeroplaneLaw,
    plane: &mut Aeroplane,
    intent: Intent,
    who: Pilotage,
) -> Done {
    let is_sound = |plane: &Aeroplane| {
        plane.is_finite() && plane.avatar.position.is_finite() && plane.avatar.velocity.is_finite()
    };
    let is_whole = law.metres > 0.0 && law.weight > 0.0 && law.wings > 0.0;
    if !is_sound(plane) || !is_whole {
        return Done::default();
    }
    if plane.is_placed {
        set_off(probe, law, plane);
    }
    let before = *plane;
    let done = if plane.is_wreck() {
        crash::fall(probe, law, plane);
        Done::default()
    } else {
        fly(probe, law, plane, Demand::of(law, intent), who)
    };
    let ahead = -plane.rotation().z_axis;
    if libm::hypotf(ahead.x, ahead.z) > f32::EPSILON {
        plane.avatar.yaw = libm::atan2f(-ahead.x, -ahead.z);
    }
    plane.avatar.grounded = plane.wheels != 0;
    if !is_sound(plane) {
        // Numbers beyond what can be reckoned with lead nowhere: it stays.
        *plane = before;
        (plane.avatar.velocity, plane.momentum) = (Vec3::ZERO, Vec3::ZERO);
    }
    done
}

/// Who is put somewhere stands if there is ground below the wheels, and flies otherwise.
fn set_off(probe: &Probe<'_>, law: &AeroplaneLaw, plane: &mut Aeroplane) {
    plane.is_placed = false;
    if ground::stand(probe, law, plane) {
        return;
    }
    let [_, share, throttle] = law.start;
    let nose = Vec3::from(-plane.rotation().z_axis);
    plane.avatar.velocity = nose * (law.simple_speed * share / law.metres);
    (plane.lever, plane.throttle) = (throttle, throttle);
}

fn fly(probe: &Probe<'_>, law: &AeroplaneLaw, plane: &mut Aeroplane, demand: Demand, who: Pilotage) -> Done {
    let before = *plane;
    engine(law, plane, demand, who);
    follow_hand(law, plane, demand);
    let flow = Flow::of(law, plane);
    let is_simple = law.is_autogyro || who == Pilotage::Far;
    let push = match is_simple {
        true => Push::simple(law, plane, &flow),
        false => Push::of(law, plane, &flow, who),
    };
    (plane.load, plane.stall) = (push.load, push.stall);
    turns::tick(law, plane, &flow, &push, demand);
    plane.avatar.velocity += push.acceleration * (DT / law.metres);
    if who != Pilotage::Person {
        keep_way(law, plane);
    }
    plane.avatar.position += plane.avatar.velocity * DT;
    let landed = ground::tick(probe, law, plane, demand, 1.0 - push.carried, &before);
    let hit = crash::tick(probe, law, &before, plane);
    let wrecked = hit.or(landed).filter(|_| plane.is_wreck());
    Done { landed: landed.filter(|_| wrecked.is_none()), wrecked }
}

/// Lever, throttle, nitro and fuel.
fn engine(law: &AeroplaneLaw, plane: &mut Aeroplane, demand: Demand, who: Pilotage) {
    plane.lever = (plane.lever + demand.lever * law.lever * DT).clamp(0.0, 1.0);
    let [rate, burns] = law.throttle;
    let step = rate * DT;
    plane.throttle += (plane.lever - plane.throttle).clamp(-step, step);
    if who == Pilotage::Person {
        plane.fuel = (plane.fuel - burns * plane.throttle * DT).max(0.0);
        if plane.fuel == 0.0 {
            plane.throttle = 0.0;
        }
    }
    plane.nitro = demand.nitro && plane.throttle > 0.0;
    let [idle, more] = law.airscrew;
    let turns = if plane.fuel > 0.0 { idle + more * plane.throttle } else { 0.0 };
    plane.airscrew = (plane.airscrew + turns * DT) % std::f32::consts::TAU;
}

fn follow_hand(law: &AeroplaneLaw, plane: &mut Aeroplane, demand: Demand) {
    let left = fading(law.stick[1]);
    for (own, hand) in plane.stick.iter_mut().zip(demand.stick) {
        *own = (hand + (*own - hand) * left).clamp(-1.0, 1.0);
    }
}

/// An opponent never comes to a stand.
fn keep_way(law: &AeroplaneLaw, plane: &mut Aeroplane) {
    let nose = Vec3::from(-plane.rotation().z_axis);
    let short = law.opponent[0] / law.metres - plane.avatar.velocity.dot(nose);
    if plane.wheels == 0 && short > 0.0 {
        plane.avatar.velocity += nose * short;
    }
}

/// Whoever sits in a wreck long enough is put back to the start.
pub(crate) fn put_back(tick: &mut Tick<'_>) {
    for at in 0..tick.world.state.actors.len() {
        let actor = &tick.world.state.actors[at];
        if !is_over(&tick.scene, actor) {
            continue;
        }
        let id = ActorId(tick.world.state.actors.ids()[at]);
        // It is no change from outside: the world stays untouched.
        let _ = Edit::new(tick.world).back_to_start(id);
    }
}

fn is_over(scene: &Scene, actor: &Actor) -> bool {
    let ActorKind::Aeroplane(plane) = &actor.kind else { return false };
    let law = scene.vehicles.get(plane.law as usize).map(|vehicle| &vehicle.law);
    let Some(LawKind::Aeroplane(law)) = law else { return false };
    let is_person = matches!(actor.pilot, Pilot::Person(_));
    is_person && plane.is_wreck() && plane.wreck_s >= law.crash.pause_s
}

/// Tells that it became a wreck.
pub(crate) fn report(id: ActorId, plane: &Aeroplane, done: &Done) -> Option<Cue> {
    let speed = done.wrecked?;
    Some(Cue::Crashed { actor: id, at: plane.avatar.position, speed })
}
