//! Whom a driver fights, and how: it turns to the nearest opponent that it sees and fires while that is in its sights.

use crate::ground::{is_deep, swims};
use glam::{Vec2, Vec3};
use runtime::{Input, Mark, Simulation, aim_ahead};
use world::{Actor, ActorId, Side};

/// How far it looks for opponents, metres.
const SIGHT_M: f32 = 85.0;
/// How near and how far from one it stays, metres.
const KEEPS_M: [f32; 2] = [18.0, 40.0];
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

/// The nearest opponent that it sees.
pub fn target(simulation: &Simulation, (id, own): (ActorId, &Actor), all: &[Mark]) -> Option<Mark> {
    let muzzle = simulation.sights(id)?.muzzle;
    let sight = simulation.scene().frame.units(SIGHT_M);
    let near = all.iter().take_while(|mark| mark.place.distance(own.position()) <= sight);
    let sees = |mark: &&Mark| {
        let ends: Vec<_> = own.node.into_iter().chain(mark.node).collect();
        simulation.probe().ray_without(muzzle, mark.middle, &ends).is_none()
    };
    near.copied().find(|mark| sees(&mark))
}

/// Who cannot swim drives into no water, and out of it when a slope pulls it there.
fn keep_dry(simulation: &Simulation, own: &Actor, forward: f32, metre: f32) -> f32 {
    let front = Vec3::from(-own.rotation().z_axis);
    let slides = own.avatar().velocity.with_y(0.0).normalize_or_zero();
    let is_deep = |way: Vec3| is_deep(simulation.probe(), own.position() + way * AHEAD_M * metre, metre);
    if slides != Vec3::ZERO && is_deep(slides) {
        -1.0_f32.copysign(front.dot(slides))
    } else if forward != 0.0 && is_deep(front * forward) {
        0.0
    } else {
        forward
    }
}

/// What it asks for to fight somebody.
pub fn fight(simulation: &Simulation, (id, own): (ActorId, &Actor), mark: &Mark) -> Input {
    let Some(sights) = simulation.sights(id) else { return Input::default() };
    let metre = simulation.scene().frame.units(1.0);
    let way = aim_ahead(mark.middle - sights.muzzle, mark.velocity, sights.speed);
    let flat = |way: Vec3| Vec2::new(way.x, way.z).normalize_or_zero();
    let (front, aim) = (flat((-own.rotation().z_axis).into()), flat(way));
    let (turn, is_ahead) = (front.perp_dot(aim), front.dot(aim) > 0.0);
    let steep = (own.rotation().transpose() * way.normalize_or_zero()).y;
    let nod = libm::asinf(steep.clamp(-1.0, 1.0)) - own.look().1;
    let [least, most] = KEEPS_M.map(|metres| metres * metre);
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
    let fire = is_ahead && turn.abs() <= BESIDE && nod.abs() <= BESIDE && way.length() <= sights.reach;
    // In whole hundredths, and whole thousandths of a turn, so that a recording says the same.
    let rounded = |number: f32, parts: f32| (number * parts).round() / parts;
    Input {
        forward,
        strafe: rounded(strafe, 100.0),
        pitch: rounded(nod.clamp(-NOD, NOD), 1000.0),
        fire,
        ..Input::default()
    }
}
