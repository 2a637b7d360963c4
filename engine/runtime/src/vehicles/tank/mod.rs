//! A tick of a tank: steering, turning, throttle and skid, moving, contact or floating, collisions.
//!
//! The forward axis is -z of the body. The velocity is in the world between ticks; while it is driven it is in the
//! space of the body. Where there are fewer than three points on the ground, only its level part is, so that
//! driving does not change a fall.
//!
//! | file | holds |
//! |---|---|
//! | `contact.rs` | what its points stand on, and how it stands there |
//! | `modes.rs` | which mode it is in, and what floats and dives |
//! | `bounce.rs` | walls and ceilings |
//! | `ram.rs` | who is in its way |
//! | `lean.rs` | how its body leans |
//! | `tracks.rs` | how its tracks run |
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "A4. Tick order", "Steering", "Throttle", "Skid".

mod bounce;
mod contact;
mod lean;
mod modes;
pub(crate) mod ram;
mod tracks;

use super::{Knocks, fading};
use crate::{DT, Intent};
use glam::{Mat3A, Vec3};
pub(crate) use lean::pose;
pub(crate) use modes::change;
use std::f32::consts::{FRAC_PI_2, PI, TAU};
pub(crate) use tracks::run_tracks;
use world::{LAVA, Probe, QUICKSAND, Tank, TankLaw};

/// The steepest look up or down, radians: a guard, since straight up there is no heading.
const MOST_PITCH: f32 = FRAC_PI_2 - 0.01;
/// Points on the ground that make a plane.
const PLANE: u8 = 3;

/// What a driver asks for, -1..=1 each.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Demand {
    /// Forwards.
    drive: f32,
    /// To the left.
    steer: f32,
    /// Up, where it dives.
    rise: f32,
}

impl Demand {
    /// The keys and the mouse of somebody on foot: forwards, and both ways to the side; a mouse that moves as fast
    /// as the tank turns asks for all of it. Jumping is up, crouching down.
    fn of(law: &TankLaw, intent: Intent) -> Self {
        let full = law.turns[1] * DT;
        let turn = if full > 0.0 { intent.yaw / full } else { 0.0 };
        let rise = f32::from(u8::from(intent.jump)) - f32::from(u8::from(intent.sink));
        Demand { drive: intent.forward, steer: (turn - intent.strafe).clamp(-1.0, 1.0), rise }
    }
}

/// One tick; gives what it met.
pub(crate) fn tick(probe: &Probe<'_>, law: &TankLaw, tank: &mut Tank, intent: Intent) -> Knocks {
    if !(tank.is_finite() && tank.avatar.position.is_finite() && tank.avatar.velocity.is_finite()) {
        return Knocks::default();
    }
    tank.avatar.pitch = (tank.avatar.pitch + intent.pitch).clamp(-MOST_PITCH, MOST_PITCH);
    let demand = if tank.is_wreck() { Demand::default() } else { Demand::of(law, intent) };
    if contact::is_put(tank) && modes::stands(probe, law, tank) {
        contact::put_down(probe, law, tank);
    }
    contact::carry(probe, tank);
    modes::choose(probe, law, tank);
    let before = *tank;
    steer(law, tank, demand.steer);
    let yaw = tank.avatar.yaw + tank.yaw_rate * DT;
    tank.avatar.yaw = if yaw.abs() <= PI { yaw } else { yaw - TAU * (yaw / TAU).round() };
    drive(law, tank, demand.drive);
    tank.avatar.position += tank.avatar.velocity.with_y(0.0) * DT;
    let landed = modes::tick(probe, law, tank, demand.rise);
    let bumped = bounce::tick(probe, law, &before, tank);
    if bumped.is_some() {
        contact::stand_again(probe, law, tank, |again| !bounce::meets(probe, law, &before, again));
    }
    tank.avatar.grounded = tank.contacts > 0 || tank.floats;
    lean::tick(law, &before, tank);
    let avatar = &tank.avatar;
    if !(tank.is_finite() && avatar.position.is_finite() && avatar.velocity.is_finite()) {
        // Numbers beyond what can be reckoned with lead nowhere: it stays.
        *tank = before;
        tank.avatar.velocity = Vec3::ZERO;
    }
    Knocks { landed, bumped: bumped.map(|(speed, _)| speed), rammed: bumped.map(|(_, ram)| ram) }
}

/// True on the ground and where it floats: it steers there alone. The throttle asks for no hold.
fn has_hold(tank: &Tank) -> bool {
    tank.contacts > 0 || tank.floats
}

/// On the ground only, or where it floats.
fn steer(law: &TankLaw, tank: &mut Tank, demand: f32) {
    if !has_hold(tank) {
        return;
    }
    let [acceleration, most] = law.turns;
    if demand == 0.0 {
        tank.yaw_rate *= fading(law.turn_damping);
    } else if demand * tank.yaw_rate < 0.0 {
        tank.yaw_rate = 0.0;
    }
    tank.yaw_rate = (tank.yaw_rate + acceleration * DT * demand).clamp(-most, most);
}

/// Throttle and skid, in the space of the body.
fn drive(law: &TankLaw, tank: &mut Tank, demand: f32) {
    let body = tank.rotation();
    let velocity = tank.avatar.velocity;
    let on_plane = tank.contacts >= PLANE;
    let mut own = own_velocity(tank, &body);
    if on_plane {
        own.y = 0.0;
    }
    own.z = throttle(law, tank, &body, own.z, demand);
    own.x = skid(law, tank, &body, own);
    let moved = body * own;
    tank.avatar.velocity = if on_plane { moved } else { Vec3::new(moved.x, velocity.y, moved.z) };
}

/// The velocity in the space of the body: of its level part alone where fewer than three points stand.
fn own_velocity(tank: &Tank, body: &Mat3A) -> Vec3 {
    let velocity = tank.avatar.velocity;
    body.transpose() * if tank.contacts >= PLANE { velocity } else { velocity.with_y(0.0) }
}

/// The speed along z of the body after a demand to go forwards.
fn throttle(law: &TankLaw, tank: &Tank, body: &Mat3A, mut speed: f32, demand: f32) -> f32 {
    // The tracks of a wreck do not run: it slides until it stands.
    if tank.is_wreck() {
        return speed * fading(law.friction[1]);
    }
    let [acceleration, most] = law.rates;
    let demand = demand * slope_drive(law, tank, body, demand);
    if speed.abs() < law.dead_speed * DT {
        speed = 0.0;
    }
    if demand == 0.0 {
        return speed * fading(law.rate_damping[0]);
    }
    // Forwards is against z.
    if demand * speed < 0.0 {
        speed *= fading(law.rate_damping[1]);
    }
    speed -= acceleration * DT * demand;
    let share = if tank.skids { 1.0 } else { demand.abs() };
    let most = share * most * ground_speed(law, tank.avatar.soil);
    speed.clamp(-most, most)
}

/// What is left of a demand: ground that is too steep gives no hold to whoever drives up.
fn slope_drive(law: &TankLaw, tank: &Tank, body: &Mat3A, demand: f32) -> f32 {
    let [least, left] = law.slope;
    let is_steep = tank.contacts >= PLANE && body.y_axis.y < least;
    let leads_up = -body.z_axis.y * demand > 0.0;
    if is_steep && leads_up { left } else { 1.0 }
}

/// The part of the fastest speed that a kind of ground leaves.
fn ground_speed(law: &TankLaw, soil: u8) -> f32 {
    match soil {
        QUICKSAND => law.quicksand[0],
        LAVA => law.lava[0],
        _ => 1.0,
    }
}

/// The speed along x of the body: none while the tracks grip.
fn skid(law: &TankLaw, tank: &mut Tank, body: &Mat3A, own: Vec3) -> f32 {
    let [grip, friction] = law.friction;
    let acceleration = law.side_gravity * body.x_axis.y - own.z * tank.yaw_rate;
    tank.skids = acceleration.abs() > grip;
    if tank.skids { (own.x + acceleration * DT) * fading(friction) } else { 0.0 }
}
