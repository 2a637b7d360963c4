//! Stick, rudder and lever of an aeroplane whose pilot wants to fly some way: above the ground, and within the world.
//!
//! All of it is a proposal of this project. Source: `docs/spec/zbd/vehicles-and-combat.md`, "C1. Flight law".

use crate::{DT, Intent, Simulation};
use glam::{Mat3A, Quat, Vec3};
use smallvec::SmallVec;
use world::{Actor, ActorKind, Aeroplane, AeroplaneLaw, AutopilotLaw, FlierMind, LawKind, NodeId, Probe};

impl Simulation {
    /// What the pilot of an aeroplane asks for to fly along a way, as steep and as fast as these habits are; none for
    /// other vehicles. With a target the way leads to that, as near as its pilot likes; without one it is a direction.
    pub fn flight(
        &self,
        actor: &Actor,
        habits: &FlierMind,
        way: Vec3,
        target: Option<NodeId>,
    ) -> Option<crate::Input> {
        let law = self.scene.vehicle_of(actor).map(|vehicle| &vehicle.law);
        let (ActorKind::Aeroplane(plane), Some(LawKind::Aeroplane(law))) = (&actor.kind, law) else {
            return None;
        };
        let probe = self.probe_of(actor);
        let Intent { forward, strafe, yaw, pitch, .. } = fly(&probe, law, habits, plane, (way, target));
        Some(crate::Input { forward, strafe, yaw, pitch, ..crate::Input::default() })
    }
}

/// What it asks for: along the way to a target, unless the ground or something else is too near or the world ends.
pub(super) fn fly(
    probe: &Probe<'_>,
    law: &AeroplaneLaw,
    own: &FlierMind,
    plane: &Aeroplane,
    (way, target): (Vec3, Option<NodeId>),
) -> Intent {
    let clear =
        above_ground(probe, law, own, plane, (way, target)).or_else(|| past(probe, law, own, plane, target));
    let goes = clear.or_else(|| turned_back(own, plane)).unwrap_or(way);
    flown(law, own, plane, turning(&law.autopilot, plane, goes))
}

/// Up, where the ground comes too near within a while, as it flies or as it wants to; where that is steeper than it
/// climbs, to the lower side, too.
fn above_ground(
    probe: &Probe<'_>,
    law: &AeroplaneLaw,
    own: &FlierMind,
    plane: &Aeroplane,
    (way, target): (Vec3, Option<NodeId>),
) -> Option<Vec3> {
    let [height, seconds] = own.clearance;
    let (here, velocity) = (plane.avatar.position, plane.avatar.velocity);
    // From as high as it could climb until then.
    let bottom = |way: Vec3| {
        let there = here + way;
        let ground = probe.ground(there.x, there.z, there.y.max(here.y), way.length()).map(|hit| hit.point.y);
        ground.into_iter().chain(probe.water(there)).reduce(f32::max)
    };
    let far = velocity.length() * seconds;
    let rises = |(way, height): (Vec3, f32)| {
        let least = bottom(way)? + height;
        (here.y + way.y < least).then(|| (least - here.y) / way.length().max(height))
    };
    // Its target may be on the ground: it comes lower on its way there, and climbs where it breaks off.
    let low = target.map_or(height, |_| height * law.autopilot.low);
    let reach = target.map_or(far, |_| (way.length() - own.breaks_off[0]).max(0.0).min(far));
    let [goes, wants] = [velocity * seconds, way.normalize_or_zero() * reach];
    let ways = [(Vec3::ZERO, height), (goes * 0.5, height), (goes, height), (wants * 0.5, low), (wants, low)];
    let steepest = ways.into_iter().filter_map(rises).reduce(f32::max);
    let steepest = steepest.filter(|_| plane.wheels == 0)?;
    let ahead = ahead(plane);
    let right = ahead.cross(Vec3::Y);
    let side = |way: Vec3| bottom((ahead + way).normalize_or_zero() * far).unwrap_or(f32::MIN);
    let lower = if side(right) <= side(-right) { right } else { -right };
    let climb = law.autopilot.climb;
    Some(if steepest > climb { lower } else { ahead } + Vec3::Y * climb)
}

/// Up and to a side, where it would fly into something that is not its target.
fn past(
    probe: &Probe<'_>,
    law: &AeroplaneLaw,
    own: &FlierMind,
    plane: &Aeroplane,
    target: Option<NodeId>,
) -> Option<Vec3> {
    let (here, way) = (plane.avatar.position, plane.avatar.velocity * own.clearance[1]);
    let without: SmallVec<[NodeId; 2]> = probe.without.into_iter().chain(target).collect();
    let right = ahead(plane).cross(Vec3::Y);
    // It is as wide as half of what it keeps from the ground.
    let wide = right * own.clearance[0] * 0.5;
    let is_there = |beside: Vec3| probe.ray_without(here + beside, here + beside + way, &without).is_some();
    let [middle, on_right, on_left] = [Vec3::ZERO, wide, -wide].map(is_there);
    let from = if on_right && !on_left { right } else { Vec3::ZERO };
    let law = &law.autopilot;
    let is_blocked = middle || on_right || on_left;
    (plane.wheels == 0 && is_blocked).then(|| aside(law, plane, from) + Vec3::Y * law.climb)
}

/// Past what lies some way off, level: to the right of what is straight ahead, since who comes from there does the same.
pub(super) fn aside(law: &AutopilotLaw, plane: &Aeroplane, from: Vec3) -> Vec3 {
    let ahead = ahead(plane);
    let right = ahead.cross(Vec3::Y);
    let is_right = right.dot(from.normalize_or_zero()) > law.beside;
    ahead + if is_right { -right } else { right }
}

/// Level, the way that it flies.
pub(super) fn ahead(plane: &Aeroplane) -> Vec3 {
    let nose = Vec3::from(-plane.rotation().z_axis);
    let level = nose.with_y(0.0).normalize_or_zero();
    if level == Vec3::ZERO {
        Vec3::from(plane.rotation().y_axis).with_y(0.0).normalize_or_zero()
    } else {
        level
    }
}

/// To the middle of the world, beyond its edge.
fn turned_back(own: &FlierMind, plane: &Aeroplane) -> Option<Vec3> {
    let [[west, north], [east, south]] = own.bounds?;
    let here = plane.avatar.position;
    let is_in = (west..=east).contains(&here.x) && (north..=south).contains(&here.z);
    let middle = Vec3::new((west + east) * 0.5, here.y, (north + south) * 0.5);
    (!is_in).then(|| middle - here)
}

/// The way to what is behind goes round to the side, level: over the top it would lose its speed.
fn turning(law: &AutopilotLaw, plane: &Aeroplane, way: Vec3) -> Vec3 {
    let (ahead, level) = (ahead(plane), way.with_y(0.0));
    if ahead.dot(level) >= 0.0 {
        return way;
    }
    let right = ahead.cross(Vec3::Y);
    let banked = -plane.rotation().x_axis.y * law.stays;
    let side = if right.dot(level) < -banked * level.length() { -right } else { right };
    let steepest = law.turn_climb.abs();
    side + Vec3::Y * (way.y / level.length()).clamp(-steepest, steepest)
}

/// How its body is turned, or will be after a while if it goes on turning so.
fn reckoned(plane: &Aeroplane, seconds: f32) -> Mat3A {
    if seconds > 0.0 {
        Mat3A::from_quat(Quat::from_scaled_axis(plane.momentum * seconds) * plane.attitude)
    } else {
        plane.rotation()
    }
}

/// Stick, rudder and lever to fly along a way: for a large angle it rolls until its top points there, and pulls; a small
/// one it takes by rudder and elevators, with its wings level.
fn flown(law: &AeroplaneLaw, own: &FlierMind, plane: &Aeroplane, way: Vec3) -> Intent {
    let body = reckoned(plane, own.damping_s);
    let local = body.transpose() * way.normalize_or_zero();
    let full = own.full_stick.max(f32::EPSILON);
    let fine = (full * law.autopilot.fine).max(f32::MIN_POSITIVE);
    let beside = if way == Vec3::ZERO { 0.0 } else { libm::acosf((-local.z).clamp(-1.0, 1.0)) };
    // How much of it is a large angle.
    let large = (beside / full - 1.0).clamp(0.0, 1.0);
    let mixed = |small: f32, far: f32| small.clamp(-1.0, 1.0) * (1.0 - large) + far.clamp(-1.0, 1.0) * large;
    let bank = libm::atan2f(local.x, local.y);
    let level = libm::atan2f(body.x_axis.y, body.y_axis.y);
    let [right, pull] = [mixed(level, bank), mixed(local.y / fine, libm::cosf(bank).max(0.0))];
    let rudder = mixed(local.x / fine, 0.0);
    let lever = law.lever * DT;
    let throttle = if lever > 0.0 { ((own.throttle - plane.lever) / lever).clamp(-1.0, 1.0) } else { 0.0 };
    let stick = law.stick[0] * DT;
    Intent {
        forward: throttle,
        strafe: rudder,
        yaw: -right * stick,
        pitch: pull * stick,
        ..Intent::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_turns_to_what_is_behind_stays_with_the_side_that_it_is_banked_to() {
        // To the north, its right wing down by an angle; the way leads to the south, so far to the east.
        let law = AutopilotLaw { stays: 0.25, turn_climb: 0.3, ..AutopilotLaw::default() };
        let east = |down: f32, beside: f32| {
            let attitude = world::euler_rotation(Vec3::new(0.0, 0.0, -down));
            let plane = Aeroplane { attitude, ..Aeroplane::default() };
            turning(&law, &plane, Vec3::new(beside, 0.0, 1.0)).x
        };
        assert_eq!([east(0.0, 0.1), east(0.0, -0.1)], [1.0, -1.0]);
        // On its right wing it turns to the right, up to 0.25 behind its left: 0.24 of 1.028, 0.28 of 1.038.
        let quarter = std::f32::consts::FRAC_PI_2;
        assert_eq!([east(quarter, -0.24), east(quarter, -0.28)], [1.0, -1.0]);
        assert_eq!([east(-quarter, 0.24), east(-quarter, 0.28)], [-1.0, 1.0]);
        // What is ahead is where it is.
        let way = Vec3::new(0.3, 0.0, -1.0);
        assert_eq!(turning(&law, &Aeroplane::default(), way), way);
    }

    #[test]
    fn how_steep_and_to_which_side_it_goes_are_numbers_of_its_law() {
        let plane = Aeroplane::default();
        // To the south and up by 1 in 1: to the side, and no steeper than so.
        let up = |turn_climb: f32| {
            let law = AutopilotLaw { turn_climb, ..AutopilotLaw::default() };
            turning(&law, &plane, Vec3::new(0.1, 1.0, 1.0)).y
        };
        assert_eq!([0.3, 0.2, -0.2].map(up), [0.3, 0.2, 0.2]);
        // On its right wing, and 0.4 of 1.077 behind its left: that is far enough beyond 0.25 and not beyond 0.5.
        let attitude = world::euler_rotation(Vec3::new(0.0, 0.0, -std::f32::consts::FRAC_PI_2));
        let banked = Aeroplane { attitude, ..Aeroplane::default() };
        let east = |stays: f32| {
            let law = AutopilotLaw { stays, ..AutopilotLaw::default() };
            turning(&law, &banked, Vec3::new(-0.4, 0.0, 1.0)).x
        };
        assert_eq!([0.25, 0.5].map(east), [-1.0, 1.0]);
        // What is 0.2 to the right is passed on its left from 0.1 on, and not from 0.3 on; what is to the left, or
        // nowhere, on its right.
        let past = |beside: f32, x: f32| {
            let law = AutopilotLaw { beside, ..AutopilotLaw::default() };
            aside(&law, &plane, Vec3::new(x, 0.0, -0.979_796)).x
        };
        assert_eq!([past(0.1, 0.2), past(0.3, 0.2), past(0.1, -0.2)], [-1.0, 1.0, 1.0]);
        assert_eq!(
            aside(&AutopilotLaw { beside: 0.1, ..AutopilotLaw::default() }, &plane, Vec3::ZERO).x,
            1.0
        );
    }
}
