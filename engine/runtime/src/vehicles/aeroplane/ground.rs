//! Wheels on the ground. Three wheels make a plane, so a body that stands lies on the ground exactly; of one that lands
//! or takes off those wheels stand that are down, and the others go down as fast as its weight tips it.
//!
//! All of it is a proposal of this project: the game's own aeroplanes are set down by animations.

use super::{Demand, fading};
use crate::DT;
use glam::{Quat, Vec3};
use world::{Aeroplane, AeroplaneLaw, Hit, Probe};

const WHEELS: usize = AeroplaneLaw::WHEELS;
/// How often it lies down on the ground below its wheels, which are elsewhere once it is turned: rounds of reckoning.
const ROUNDS: usize = 4;

/// Puts one that is put somewhere on its wheels, at rest; false where there is no ground near them.
pub(super) fn stand(probe: &Probe<'_>, law: &AeroplaneLaw, plane: &mut Aeroplane) -> bool {
    let put = law.gear.put;
    let depth = law.gear.wheels.iter().map(|wheel| -wheel.y).fold(0.0, f32::max);
    let at = plane.avatar.position;
    let Some(ground) = probe.ground(at.x, at.z, at.y, put) else { return false };
    if at.y - ground.point.y > depth + put {
        return false;
    }
    let before = *plane;
    plane.avatar.position.y = ground.point.y + depth;
    for _ in 0..ROUNDS {
        let Some(hits) = all(below(probe, law, plane, depth + put)) else { break };
        lie(law, plane, hits.map(|hit| hit.point.y));
    }
    let stands = all(below(probe, law, plane, depth + put));
    let Some(hits) = stands.filter(|hits| hits.iter().all(|hit| hit.normal.y >= law.gear.slope)) else {
        *plane = before;
        return false;
    };
    (plane.wheels, plane.avatar.soil) = (Aeroplane::ALL_WHEELS, hits[0].soil);
    plane.avatar.velocity = Vec3::ZERO;
    true
}

/// Rolls, lands or takes off; `weight` is the share of its weight that wings do not carry. Gives the speed at which it
/// came down, if it did.
pub(super) fn tick(
    probe: &Probe<'_>,
    law: &AeroplaneLaw,
    plane: &mut Aeroplane,
    demand: Demand,
    weight: f32,
    before: &Aeroplane,
) -> Option<f32> {
    let had = plane.wheels;
    let reach = plane.avatar.velocity.length() * DT + law.gear.reach;
    let hits = below(probe, law, plane, reach);
    let gaps = gaps(law, plane, &hits);
    // What touched the ground goes on doing so over dips, as far as it has weight.
    let near = if had == 0 { 0.0 } else { law.gear.reach * weight };
    let touches = gaps.iter().any(|gap| gap.is_some_and(|gap| gap <= near));
    if !touches {
        plane.wheels = 0;
        return None;
    }
    let normal = hits.iter().flatten().map(|hit| hit.normal).fold(Vec3::ZERO, |sum, own| sum + own);
    let normal = normal.try_normalize().unwrap_or(Vec3::Y);
    let against = -plane.avatar.velocity.dot(normal);
    let settles = law.gear.tip_rate * weight * DT;
    let stands = lie_down(probe, law, plane, (hits, gaps), [reach, near, settles]);
    plane.wheels = stands;
    plane.avatar.soil = hits.iter().flatten().next().map_or(plane.avatar.soil, |hit| hit.soil);
    if roll(law, plane, demand, normal, weight) {
        hold_still(plane, before, normal);
    }
    let landed = (had == 0).then_some(against).filter(|speed| *speed > 0.0);
    if let Some(speed) = landed {
        let [harmless, damage] = law.gear.harm;
        let steep = if normal.y < law.gear.slope { speed } else { 0.0 };
        let hard = (speed * law.metres - harmless).max(0.0) + steep * law.metres;
        plane.health = (plane.health - hard * damage).max(0.0);
    }
    landed
}

type Hits = [Option<Hit>; WHEELS];

/// The ground below each wheel, or above it by no more than a reach.
fn below(probe: &Probe<'_>, law: &AeroplaneLaw, plane: &Aeroplane, reach: f32) -> Hits {
    places(law, plane).map(|at| probe.ground(at.x, at.z, at.y, reach))
}

/// Where its wheels touch, in the world.
fn places(law: &AeroplaneLaw, plane: &Aeroplane) -> [Vec3; WHEELS] {
    law.gear.wheels.map(|wheel| plane.avatar.position + plane.attitude * wheel)
}

fn gaps(law: &AeroplaneLaw, plane: &Aeroplane, hits: &Hits) -> [Option<f32>; WHEELS] {
    let places = places(law, plane);
    std::array::from_fn(|at| Some(places[at].y - hits[at]?.point.y))
}

fn all(hits: Hits) -> Option<[Hit; WHEELS]> {
    let [a, b, c] = hits;
    Some([a?, b?, c?])
}

/// Turns and lifts it so that no wheel is in the ground, and those stand that are down; gives which do.
fn lie_down(
    probe: &Probe<'_>,
    law: &AeroplaneLaw,
    plane: &mut Aeroplane,
    (mut hits, gaps): (Hits, [Option<f32>; WHEELS]),
    [reach, near, settles]: [f32; 3],
) -> u8 {
    let heights = places(law, plane).map(|place| place.y);
    let levers = law.gear.wheels.map(|wheel| wheel.with_y(0.0).length());
    let falls: [f32; WHEELS] = std::array::from_fn(|at| (settles * levers[at]).max(near));
    let stands = |at: usize| gaps[at].is_some_and(|gap| gap <= falls[at].max(0.0));
    for _ in 0..ROUNDS {
        let goals = std::array::from_fn(|at| match hits[at].filter(|_| stands(at)) {
            Some(hit) => hit.point.y,
            None => heights[at] - falls[at],
        });
        lie(law, plane, goals);
        hits = below(probe, law, plane, reach);
    }
    (0..WHEELS).filter(|at| stands(*at)).fold(0, |bits, at| bits | 1 << at)
}

/// Lies on the plane through three heights below its wheels, by the shortest turn.
fn lie(law: &AeroplaneLaw, plane: &mut Aeroplane, heights: [f32; WHEELS]) {
    let now = places(law, plane);
    let goal: [Vec3; WHEELS] = std::array::from_fn(|at| now[at].with_y(heights[at]));
    let normal = |of: &[Vec3; WHEELS]| (of[1] - of[0]).cross(of[2] - of[0]).try_normalize();
    if let (Some(from), Some(to)) = (normal(&now), normal(&goal)) {
        plane.attitude = (Quat::from_rotation_arc(from, to) * plane.attitude).normalize();
    }
    let turned = places(law, plane);
    let lifts = turned.iter().zip(heights).map(|(place, height)| height - place.y);
    plane.avatar.position.y += lifts.sum::<f32>() / WHEELS as f32;
}

/// Wheels that hold do not let it turn: neither by its rudder nor by wind.
fn hold_still(plane: &mut Aeroplane, before: &Aeroplane, normal: Vec3) {
    let turned = plane.attitude * before.attitude.inverse();
    let about = 2.0 * libm::atan2f(Vec3::new(turned.x, turned.y, turned.z).dot(normal), turned.w);
    plane.attitude = (Quat::from_axis_angle(normal, -about) * plane.attitude).normalize();
}

/// What wheels do to its speed and its turning; true if they hold it.
fn roll(law: &AeroplaneLaw, plane: &mut Aeroplane, demand: Demand, normal: Vec3, weight: f32) -> bool {
    let gear = &law.gear;
    let stands = plane.wheels == Aeroplane::ALL_WHEELS;
    let away = plane.avatar.velocity.dot(normal);
    // With all of them down it goes along the ground; otherwise the ground only stops it.
    if away < 0.0 || stands && weight > 0.0 {
        plane.avatar.velocity -= normal * away;
    }
    let nose = Vec3::from(-plane.rotation().z_axis);
    let ahead = (nose - normal * nose.dot(normal)).normalize_or_zero();
    let side = ahead.cross(normal);
    let velocity = plane.avatar.velocity;
    let along = velocity.dot(ahead);
    let speed = along.abs() * law.metres;
    let parks = plane.lever == 0.0 && speed < gear.parking;
    let brakes = demand.brakes || parks;
    // What its whole weight on the wheels would change of its speed in a tick: less on a slope.
    let weighs = law.gravity * weight * normal.y * DT / law.metres;
    let holds = brakes && stands && (velocity - normal * velocity.dot(normal)).length() <= gear.hold * weighs;
    if holds {
        // Wheels that do not turn stand still until more pulls at them than they can hold.
        plane.avatar.velocity = Vec3::ZERO;
    } else {
        let stop = (gear.rolling[usize::from(brakes)] * weighs).min(along.abs());
        let slip = velocity.dot(side);
        // To the side a wheel never rolls: what it can hold there is gone at once, the rest fades away.
        let grips =
            (slip.abs() * (1.0 - fading(gear.grip * weight))).max((gear.hold * weighs).min(slip.abs()));
        plane.avatar.velocity = velocity - ahead * stop.copysign(along) - side * grips.copysign(slip);
    }
    let [most, from] = gear.steer;
    let held = if from > 0.0 { (speed / from).min(1.0) } else { 1.0 };
    let turn = -demand.rudder * most * held * weight * 1.0_f32.copysign(along);
    plane.attitude = (Quat::from_axis_angle(normal, turn * DT) * plane.attitude).normalize();
    if stands {
        // What would push a wheel into the ground is the ground's, and so is all of it where they stand still.
        plane.momentum = if holds { Vec3::ZERO } else { normal * plane.momentum.dot(normal) };
    }
    holds
}
