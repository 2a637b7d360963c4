//! A tick of a 'mech: aim, turn, throttle, jump jets, walking, falls, heat. Its legs go where they are told, its torso
//! looks where whoever is in it looks; which gait it walks in follows from its speed (`machines.rs`), and what its feet
//! stand on, what its torso and its arms do comes over that (`parts.rs`).
//!
//! | file | holds |
//! |---|---|
//! | `parts.rs` | torso, arms and legs over the motions |
//!
//! Source: `docs/spec/zbd/mw3-runtime.md`, "10. Proposed MW movement model".

mod parts;

use super::fading;
use crate::actors::Feet;
use crate::{DT, Intent};
use glam::Vec3;
pub(crate) use parts::pose;
use std::f32::consts::{PI, TAU};
use world::{Jolt, Mech, MechLaw, Probe};

/// After so many seconds nothing is left of a jolt: no number of a game, but what keeps the sum of ticks precise.
const LONGEST_JOLT: f32 = 3600.0;

/// One tick; gives the speed in units/s at which it came down on the ground, if it did.
pub(crate) fn tick(probe: &Probe<'_>, law: &MechLaw, mech: &mut Mech, intent: Intent) -> Option<f32> {
    let is_sound = |mech: &Mech| {
        mech.is_finite() && mech.avatar.position.is_finite() && mech.avatar.velocity.is_finite()
    };
    if !is_sound(mech) || law.body.radius <= 0.0 || law.body.step <= 0.0 {
        return None;
    }
    let before = *mech;
    let intent = if mech.is_shut_down || mech.is_down() { Intent::default() } else { intent };
    aim(law, mech, intent);
    turn(law, mech, -intent.strafe);
    throttle(law, mech, intent.forward);
    crouch(law, mech, intent.sink);
    let burns = jets(law, mech, intent);
    mech.burns = burns;
    mech.jolt.since = (mech.jolt.since + DT).min(LONGEST_JOLT);
    let landed = walk(probe, law, mech, intent.forward, burns);
    if let Some(speed) = landed {
        hurt(law, mech, speed);
    }
    footing(probe, law, mech);
    heat(probe, law, mech, burns);
    if !is_sound(mech) {
        // Numbers beyond what can be reckoned with lead nowhere: it stays.
        *mech = before;
        (mech.speed, mech.avatar.velocity) = (0.0, Vec3::ZERO);
    }
    landed
}

/// One that is destroyed, or has no legs, goes down on them.
pub(crate) fn fall(law: &MechLaw, mech: &mut Mech, is_destroyed: bool) {
    let goes_down = is_destroyed || mech.is_down();
    mech.fallen = if goes_down { (mech.fallen + DT / law.collapse.seconds.abs()).min(1.0) } else { 0.0 };
}

/// A shot or a hit shakes it, unless what is left of the one before is stronger. `way` is where it pushes, in the world.
pub(crate) fn jolt(law: &MechLaw, mech: &mut Mech, strength: f32, way: Vec3) {
    let strength = strength.clamp(0.0, 1.0);
    if way.with_y(0.0) == Vec3::ZERO || strength <= mech.jolt.left(&law.jolt) {
        return;
    }
    let yaw = libm::atan2f(-way.x, -way.z);
    mech.jolt = Jolt { strength, way: whole_turn(yaw - mech.heading - mech.twist), since: 0.0 };
}

fn whole_turn(angle: f32) -> f32 {
    if angle.abs() <= PI { angle } else { angle - TAU * (angle / TAU).round() }
}

/// Where whoever is in it looks, within what its torso can do; the torso follows.
fn aim(law: &MechLaw, mech: &mut Mech, intent: Intent) {
    let [side, down, up] = [law.torso[0].abs(), law.torso[1], law.torso[2]];
    let side_now = whole_turn(mech.avatar.yaw - mech.heading) + intent.yaw;
    let wanted = side_now.clamp(-side, side);
    mech.avatar.yaw = whole_turn(mech.heading + wanted);
    mech.avatar.pitch = (mech.avatar.pitch + intent.pitch).clamp(down.min(up), up.max(down));
    let left = fading(law.aim);
    mech.twist = wanted + (mech.twist - wanted) * left;
    mech.nod = mech.avatar.pitch + (mech.nod - mech.avatar.pitch) * left;
}

/// Turns its legs, slower the faster it is, and leans into it; the torso goes with them.
fn turn(law: &MechLaw, mech: &mut Mech, demand: f32) {
    let [most, left] = law.turn;
    let share = if law.speeds[0] > 0.0 { (mech.speed.abs() / law.speeds[0]).min(1.0) } else { 0.0 };
    let is_up = mech.avatar.grounded || law.jets.lift > 0.0;
    mech.turning = if is_up { most * (1.0 + (left - 1.0) * share) * demand } else { 0.0 };
    mech.heading = whole_turn(mech.heading + mech.turning * DT);
    mech.avatar.yaw = whole_turn(mech.avatar.yaw + mech.turning * DT);
    let [factor, most] = law.lean;
    let wanted = (mech.turning * share * factor).clamp(-most.abs(), most.abs());
    mech.lean = wanted + (mech.lean - wanted) * fading(law.aim);
}

/// The speed follows the throttle: it gains slower than it loses, or as its rates say.
fn throttle(law: &MechLaw, mech: &mut Mech, demand: f32) {
    let wanted = wanted(law, mech, demand);
    if !mech.avatar.grounded {
        return;
    }
    let gains = wanted * mech.speed >= 0.0 && wanted.abs() > mech.speed.abs();
    let rate = law.rates[usize::from(!gains)] * DT;
    mech.speed += (wanted - mech.speed).clamp(-rate, rate);
}

/// The speed that is asked for: as much as its legs are good for.
fn wanted(law: &MechLaw, mech: &Mech, demand: f32) -> f32 {
    let [ahead, back] = law.speeds;
    let limp = if mech.legs.contains(&0.0) { law.limp } else { 1.0 };
    let low = 1.0 - mech.crouch;
    demand * if demand < 0.0 { back } else { ahead } * limp * low
}

fn crouch(law: &MechLaw, mech: &mut Mech, down: bool) {
    let [_, seconds] = law.crouch;
    let step = if seconds > 0.0 { DT / seconds } else { 1.0 };
    let wanted = f32::from(u8::from(down && mech.avatar.grounded));
    mech.crouch += (wanted - mech.crouch).clamp(-step, step);
}

/// Burns fuel while it is asked to and there is some; true if the jets lift it.
fn jets(law: &MechLaw, mech: &mut Mech, intent: Intent) -> bool {
    let burns = intent.jump && mech.fuel > 0.0 && law.jets.lift > 0.0;
    if burns {
        mech.fuel = (mech.fuel - DT).max(0.0);
        mech.avatar.velocity.y += law.jets.lift * DT;
        mech.avatar.grounded = false;
    } else if mech.avatar.grounded {
        mech.fuel = (mech.fuel + law.jets.refill * DT).min(law.jets.fuel);
    }
    burns
}

/// Goes a tick's way; gives the speed at which it came down.
fn walk(probe: &Probe<'_>, law: &MechLaw, mech: &mut Mech, demand: f32, burns: bool) -> Option<f32> {
    let ahead = Vec3::new(-libm::sinf(mech.heading), 0.0, -libm::cosf(mech.heading));
    let fall = mech.avatar.velocity.y;
    let mut velocity = mech.avatar.velocity;
    if mech.avatar.grounded {
        velocity = ahead * mech.speed;
    } else if burns {
        // Little can be steered in the air.
        let level = velocity.with_y(0.0);
        let change = (ahead * wanted(law, mech, demand) - level).clamp_length_max(law.jets.steer * DT);
        velocity = (level + change).with_y(velocity.y);
    }
    let was_up = !mech.avatar.grounded;
    let feet = Feet { probe, walker: &law.body };
    let (start, grounded) = (mech.avatar.position, mech.avatar.grounded);
    feet.go(&mut mech.avatar, start, velocity, grounded);
    // Whoever runs against a wall stands.
    let along = mech.avatar.velocity.dot(ahead);
    let most = mech.speed.abs();
    mech.speed = if grounded { along.clamp(-most, most) } else { along };
    (was_up && mech.avatar.grounded && fall < 0.0).then_some(-fall)
}

/// A hard landing is the legs'.
fn hurt(law: &MechLaw, mech: &mut Mech, speed: f32) {
    let [harmless, damage] = law.fall;
    let loss = (speed - harmless).max(0.0) * damage;
    for leg in &mut mech.legs {
        *leg = (*leg - loss).max(0.0);
    }
}

/// What its feet stand on: each goes as far up or down as its ground is, against the place between them.
fn footing(probe: &Probe<'_>, law: &MechLaw, mech: &mut Mech) {
    let left = fading(law.aim);
    let right = Vec3::new(libm::cosf(mech.heading), 0.0, -libm::sinf(mech.heading));
    let (at, grounded) = (mech.avatar.position, mech.avatar.grounded);
    for (foot, side) in mech.feet.iter_mut().zip([-law.track, law.track]) {
        let own = if foot.stands { foot.place } else { at + right * side };
        let ground = probe.ground(own.x, own.z, at.y, law.body.step).filter(|_| grounded);
        let rise = ground.map_or(0.0, |hit| hit.point.y - at.y);
        let wanted = if rise.abs() <= law.body.step { rise } else { 0.0 };
        foot.rise = wanted + (foot.rise - wanted) * left;
    }
}

/// Heat comes of the jets and goes by the sinks, faster in water; beyond its limit nothing works until it is cooler.
fn heat(probe: &Probe<'_>, law: &MechLaw, mech: &mut Mech, burns: bool) {
    let made = if burns { law.jets.heat } else { 0.0 };
    let is_wet = probe.water(mech.avatar.position).is_some();
    let sinks = law.heat.sinks * if is_wet { law.heat.in_water } else { 1.0 };
    mech.heat = (mech.heat + (made - sinks) * DT).max(0.0);
    let [down, up] = law.heat.limits.map(|share| share * law.heat.capacity);
    if mech.heat > down {
        mech.is_shut_down = true;
    } else if mech.heat <= up {
        mech.is_shut_down = false;
    }
}
