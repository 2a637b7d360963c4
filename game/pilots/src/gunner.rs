//! Whom a driver fights, and how: it turns to the nearest opponent that it sees and fires while that is in its sights. A
//! tank aims with all of itself, a 'mech with its torso.

use crate::ground::{is_deep, swims};
use glam::{Vec2, Vec3};
use runtime::{Input, Mark, Simulation, aim_ahead};
use std::f32::consts::{PI, TAU};
use world::{Actor, ActorId, ActorKind, LawKind, Mech, Probe, Side};

/// How a kind of vehicle fights.
struct Habits {
    /// How far it looks for opponents, metres.
    sight: f32,
    /// How near and how far from one it stays, metres.
    keeps: [f32; 2],
}

const TANK: Habits = Habits { sight: 85.0, keeps: [18.0, 40.0] };
/// It is slow, and its weapons reach far.
const MECH: Habits = Habits { sight: 175.0, keeps: [70.0, 140.0] };
/// Share of the heat that a 'mech holds up to which it fires all that it has.
const COOL: f32 = 0.6;
/// How far beside its target it fires, radians.
const BESIDE: f32 = 0.05;
/// How near somebody is who is in its way, metres; and for how many ticks it goes one way then.
const TOUCH_M: f32 = 8.0;
const JAM: u64 = 90;
/// How far ahead it looks for water before it drives on, metres.
const AHEAD_M: f32 = 8.0;
/// How fast it looks up and down, radians a tick.
const NOD: f32 = 0.05;

/// All opponents that live, the nearest first.
pub fn opponents(simulation: &Simulation, here: Vec3) -> Vec<Mark> {
    let mut all = simulation.marks();
    all.retain(|mark| mark.side == Some(Side::Foe));
    all.sort_by(|a, b| a.place.distance_squared(here).total_cmp(&b.place.distance_squared(here)));
    all
}

fn habits(own: &Actor) -> Habits {
    if matches!(own.kind, ActorKind::Mech(_)) { MECH } else { TANK }
}

/// The nearest opponent that it sees and whom its shots would reach: what is beside the eye may be in front of a muzzle.
pub fn target(simulation: &Simulation, (id, own): (ActorId, &Actor), all: &[Mark]) -> Option<Mark> {
    let sights = simulation.sights(id)?;
    let sight = simulation.scene().frame.units(habits(own).sight);
    let near = all.iter().take_while(|mark| mark.place.distance(own.position()) <= sight);
    let sees = |mark: &&Mark| {
        let ends: Vec<_> = own.node.into_iter().chain(mark.node).collect();
        let is_free = |from| simulation.probe().ray_without(from, mark.middle, &ends).is_none();
        is_free(sights.eye) && is_free(sights.muzzle)
    };
    near.copied().find(|mark| sees(&mark))
}

/// Who cannot swim drives into no water, and out of it when a slope pulls it there.
fn keep_dry(simulation: &Simulation, own: &Actor, forward: f32, metre: f32) -> f32 {
    let front = Vec3::from(-own.rotation().z_axis);
    let slides = own.avatar().velocity.with_y(0.0).normalize_or_zero();
    let is_deep = |way: Vec3| {
        is_deep(
            Probe { without: own.node, ..simulation.probe() },
            own.position() + way * AHEAD_M * metre,
            metre,
        )
    };
    if slides != Vec3::ZERO && is_deep(slides) {
        -1.0_f32.copysign(front.dot(slides))
    } else if forward != 0.0 && is_deep(front * forward) {
        0.0
    } else {
        forward
    }
}

/// How far a way is to the side of where it aims, and above that, radians; positive to the right and up. A tank aims
/// where its front is, so that its side is that of its `turn`.
fn beside(own: &Actor, way: Vec3, turn: f32) -> [f32; 2] {
    let (yaw, pitch) = own.look();
    if let ActorKind::Mech(_) = own.kind {
        let side = yaw - libm::atan2f(-way.x, -way.z);
        let up = libm::atan2f(way.y, libm::hypotf(way.x, way.z)) - pitch;
        return [if side.abs() <= PI { side } else { side - TAU.copysign(side) }, up];
    }
    let steep = (own.rotation().transpose() * way.normalize_or_zero()).y;
    [turn, libm::asinf(steep.clamp(-1.0, 1.0)) - pitch]
}

/// Whether a 'mech is so cool that it may fire everything.
fn is_cool(simulation: &Simulation, own: &Actor, mech: &Mech) -> bool {
    let law = simulation.scene().vehicle_of(own).map(|vehicle| &vehicle.law);
    matches!(law, Some(LawKind::Mech(law)) if mech.heat < COOL * law.heat.capacity)
}

/// What it asks for to fight somebody.
pub fn fight(simulation: &Simulation, (id, own): (ActorId, &Actor), mark: &Mark) -> Input {
    let Some(sights) = simulation.sights(id) else { return Input::default() };
    let metre = simulation.scene().frame.units(1.0);
    let way = aim_ahead(mark.middle - sights.eye, mark.velocity, sights.speed);
    let flat = |way: Vec3| Vec2::new(way.x, way.z).normalize_or_zero();
    let (front, aim) = (flat((-own.rotation().z_axis).into()), flat(way));
    let (turn, is_ahead) = (front.perp_dot(aim), front.dot(aim) > 0.0);
    let [side, up] = beside(own, way, if is_ahead { turn } else { PI });
    let [least, most] = habits(own).keeps.map(|metres| metres * metre);
    let far = mark.place.distance(own.position());
    let forward = match far {
        // Who is that near is in the way: now this way, now that way.
        far if far < TOUCH_M * metre && simulation.state().tick / JAM % 2 == 1 => 1.0,
        far if far < least => {
            if is_ahead {
                -1.0
            } else {
                1.0
            }
        }
        far if far > most && is_ahead && turn.abs() < 0.4 => 1.0,
        _ => 0.0,
    };
    let forward = if swims(own) { forward } else { keep_dry(simulation, own, forward, metre) };
    let strafe = if is_ahead { (turn * 4.0).clamp(-1.0, 1.0) } else { turn.signum() };
    let fire = side.abs() <= BESIDE && up.abs() <= BESIDE && way.length() <= sights.reach;
    // In whole hundredths, and whole thousandths of a turn, so that a recording says the same.
    let rounded = |number: f32, parts: f32| (number * parts).round() / parts;
    let nod = |angle: f32| rounded(angle.clamp(-NOD, NOD), 1000.0);
    let (yaw, fire_second) = match &own.kind {
        ActorKind::Mech(mech) => (nod(-side), fire && is_cool(simulation, own, mech)),
        _ => (0.0, false),
    };
    Input {
        forward,
        strafe: rounded(strafe, 100.0),
        yaw,
        pitch: nod(up),
        fire,
        fire_second,
        ..Input::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::{Avatar, Pilot};

    #[test]
    fn a_mech_aims_by_where_its_torso_looks_and_a_tank_by_where_it_stands() {
        let avatar = Avatar { yaw: 0.3, pitch: 0.1, ..Avatar::default() };
        let kind = ActorKind::Mech(Box::new(Mech { avatar, ..Mech::default() }));
        let mech = Actor { kind, pilot: Pilot::Nobody, node: None };
        // North is -z, and a yaw to the left of it: 0.3 too far to the left, and 0.1 too high.
        let [side, up] = beside(&mech, Vec3::NEG_Z * 50.0, 0.0);
        assert!((side - 0.3).abs() < 1e-5 && (up + 0.1).abs() < 1e-5, "{side} {up}");
        // The short way round: from 3.1 to the left to 3.1 to the right are 0.083.
        let avatar = Avatar { yaw: 3.1, ..Avatar::default() };
        let kind = ActorKind::Mech(Box::new(Mech { avatar, ..Mech::default() }));
        let [side, _] = beside(&Actor { kind, ..mech.clone() }, Vec3::new(0.041_58, 0.0, 1.0), 0.0);
        assert!((side - (6.2 - TAU)).abs() < 1e-3, "{side}");
        let tank = Actor::walker(Avatar::default(), Pilot::Nobody);
        let [side, up] = beside(&tank, Vec3::new(0.0, 1.0, -1.0), 0.2);
        assert!(side == 0.2 && (up - PI / 4.0).abs() < 1e-5, "{side} {up}");
    }
}
