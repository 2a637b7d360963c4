//! What turns an aeroplane: its controls, its bank, the air that takes the nose along, a stall.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "C1. Flight law", lines 7 to 11. Proposals: which way the bank turns
//! (into the turn, and over until it is upright again), that levelling is something that one asks for, that between the
//! speeds of the rudder's shares they go over evenly, and that the rotation is by the rate once, not twice.

use super::flow::{Flow, share};
use super::forces::Push;
use super::{Demand, fading};
use crate::DT;
use glam::{Quat, Vec3};
use world::{Aeroplane, AeroplaneLaw};

/// Turns for one tick.
pub(super) fn tick(law: &AeroplaneLaw, plane: &mut Aeroplane, flow: &Flow, push: &Push, demand: Demand) {
    let mut torque = controls(law, plane, flow, push, demand) + air(law, flow);
    if plane.wheels == 0 {
        torque += bank(law, flow) + flow.nose.cross(Vec3::NEG_Y) * (law.stall[1] * push.stall);
    }
    plane.momentum = (plane.momentum + torque * DT) * fading(law.damping);
    let body = plane.rotation();
    let own = body.transpose() * plane.momentum;
    let rate = body * (own * law.inertia);
    let turned = Quat::from_scaled_axis(rate * DT) * plane.attitude;
    plane.attitude = if turned.is_finite() { turned.normalize() } else { plane.attitude };
}

/// Stick and rudder, and levelling.
fn controls(law: &AeroplaneLaw, plane: &Aeroplane, flow: &Flow, push: &Push, demand: Demand) -> Vec3 {
    let [pitch, roll, rudder] = law.torques;
    let [right, back] = plane.stick;
    let held = grip(law, flow);
    let [from, to] = law.authority;
    let counts = share(from, to, flow.speed) * held;
    let elevators = flow.right * (pitch * back * loads(law, push, back));
    let ailerons = flow.nose * (roll * right);
    let level = if demand.level { flow.up.cross(Vec3::Y) * law.level_rate } else { Vec3::ZERO };
    let side = -flow.up * (rudder * demand.rudder * rudder_share(law, flow.speed) * held);
    (elevators + ailerons + level) * counts + side
}

/// What a stall leaves of the controls: less, the farther the air comes from the side.
fn grip(law: &AeroplaneLaw, flow: &Flow) -> f32 {
    let lost = libm::cosf(law.stall_angle);
    share(lost, 1.0, libm::cosf(flow.attack))
}

/// What loads leave of the elevators.
fn loads(law: &AeroplaneLaw, push: &Push, back: f32) -> f32 {
    let [pull_from, pull_to, push_from, push_to] = law.load_fade;
    if back >= 0.0 {
        1.0 - share(pull_from, pull_to, push.asked)
    } else {
        1.0 - share(-push_from, -push_to, -push.asked)
    }
}

/// What the rudder does at a speed.
fn rudder_share(law: &AeroplaneLaw, speed: f32) -> f32 {
    let [slow, full, fast, left] = law.rudder;
    if speed < full {
        slow + (1.0 - slow) * share(law.authority[0], full, speed)
    } else {
        1.0 + (left - 1.0) * share(full, fast, speed)
    }
}

/// A bank turns; upside down it also pulls.
fn bank(law: &AeroplaneLaw, flow: &Flow) -> Vec3 {
    let [turn, by_bank, by_top] = law.bank;
    let pull = if flow.up.y < 0.0 { by_bank * flow.right.y.abs() - by_top * flow.up.y } else { 0.0 };
    flow.up * (turn * flow.right.y) + flow.right * pull
}

/// The air turns the nose to the way it flies.
fn air(law: &AeroplaneLaw, flow: &Flow) -> Vec3 {
    let axis = flow.nose.cross(flow.velocity).normalize_or_zero();
    axis * (law.return_rate * flow.attack * 0.5)
}
