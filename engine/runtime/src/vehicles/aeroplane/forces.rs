//! What pushes an aeroplane: thrust, drag, lift, gravity.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "C1. Flight law", lines 3 to 6 and 12. How the wanted velocity goes
//! over from one to the other is a proposal: evenly.

use super::Pilotage;
use super::flow::{Flow, share};
use glam::Vec3;
use world::{Aeroplane, AeroplaneLaw};

/// What pushes it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Push {
    /// m/s².
    pub acceleration: Vec3,
    /// The load that is asked of the wings, which may be more than they carry.
    pub asked: f32,
    /// The load that they carry.
    pub load: f32,
    /// The share of gravity that they carry, 0..=1.
    pub carried: f32,
    /// How far it is in a stall, 0..=1.
    pub stall: f32,
}

impl Push {
    /// By the whole law.
    pub fn of(law: &AeroplaneLaw, plane: &Aeroplane, flow: &Flow, who: Pilotage) -> Self {
        let [one, ..] = law.load;
        let pull = |pounds: f32| pounds * one / law.weight;
        let drag = pull(drag(law, plane, flow));
        let drag = -flow.velocity.normalize_or_zero() * drag;
        let Lift { way, asked, pounds } = lift(law, flow, who);
        let lifted = way * pull(pounds);
        let thrust = flow.nose * pull(thrust(law, plane, flow));
        Push {
            acceleration: thrust + drag + lifted - Vec3::Y * law.gravity,
            asked,
            load: pounds.copysign(asked) / law.weight,
            carried: if law.gravity > 0.0 { (lifted.y / law.gravity).clamp(0.0, 1.0) } else { 1.0 },
            stall: stall(law, flow),
        }
    }

    /// By the simple law: of autogyros, and of opponents that are far away.
    pub fn simple(law: &AeroplaneLaw, plane: &Aeroplane, flow: &Flow) -> Self {
        let wanted = flow.nose * (law.simple_speed * plane.throttle);
        Push { acceleration: wanted - flow.velocity, carried: 1.0, ..Push::default() }
    }
}

/// Pounds along the nose.
fn thrust(law: &AeroplaneLaw, plane: &Aeroplane, flow: &Flow) -> f32 {
    let [share, base, fall, rise, start, root, power] = law.thrust;
    let mach = flow.mach.max(law.air.sound[1]);
    let stream = (rise * mach + start) * flow.sound;
    let below = mach * libm::powf(root * flow.k, power * mach);
    if below <= 0.0 {
        return 0.0;
    }
    let factor = share * (base - mach / fall) * 0.5 * flow.density * stream * stream / below;
    let [down, climb] = law.thrust_climb;
    let up = flow.nose.y;
    let dive = if up <= 0.0 { 1.0 + down * up } else { 1.0 };
    let throttle = if plane.nitro { law.nitro[0] } else { plane.throttle };
    factor * throttle * law.engine * law.wings * dive * (1.0 + climb * up)
}

/// Pounds against the way it flies.
fn drag(law: &AeroplaneLaw, plane: &Aeroplane, flow: &Flow) -> f32 {
    let [share, base, first, second, least] = law.drag_factors;
    if flow.speed <= least {
        return 0.0;
    }
    let mach = flow.mach;
    let left = if plane.nitro { law.nitro[1] } else { 1.0 };
    let by_mach = base + first * mach + second * mach * mach;
    flow.pressure * law.wings * law.drag * share * by_mach * left
}

/// What the wings do.
struct Lift {
    way: Vec3,
    /// The load that is asked of them: against the top of the body below 0.
    asked: f32,
    /// Pounds along the way.
    pounds: f32,
}

/// The wings turn the velocity to the nose, and bear the weight.
fn lift(law: &AeroplaneLaw, flow: &Flow, who: Pilotage) -> Lift {
    let [from, to, rate] = law.lift;
    let [one, least_speed, least, most] = law.load;
    let turned = if who == Pilotage::Person { share(from, to, flow.attack) } else { 1.0 };
    let wanted = flow.velocity.lerp(flow.nose * flow.speed, turned);
    let all = (wanted - flow.velocity) * rate + Vec3::Y * law.gravity;
    // Along the nose wings do nothing.
    let across = all - flow.nose * all.dot(flow.nose);
    let still = flow.speed < least_speed || one <= 0.0;
    let side = 1.0_f32.copysign(across.dot(flow.up));
    let asked = if still { 0.0 } else { side * across.length() / one };
    let bears = flow.pressure * law.wings;
    let [limit, ..] = law.lift_limit;
    let coefficient = if bears > 0.0 { asked.clamp(least, most) * law.weight / bears } else { 0.0 };
    let coefficient = coefficient.clamp(-limit, limit).min(largest(law, flow));
    Lift { way: across.normalize_or_zero(), asked, pounds: side * coefficient * bears }
}

/// The largest coefficient of lift at a Mach number.
fn largest(law: &AeroplaneLaw, flow: &Flow) -> f32 {
    let [_, slow, fall] = law.lift_limit;
    slow - fall * flow.mach
}

/// The part of the weight that the wings cannot carry.
fn stall(law: &AeroplaneLaw, flow: &Flow) -> f32 {
    let most = law.stall[0].min(largest(law, flow));
    (1.0 - flow.pressure * law.wings * most / law.weight).clamp(0.0, 1.0)
}
