//! What a tank stands on: gravity, the ground below its points, its attitude there, slopes, ground that swallows,
//! water, and what carries it.
//!
//! A vehicle of the original that is long asks for the middles between its points, too; how long that is is not known,
//! so these are left out.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "Ground contact (TRACK)".

use super::tank::{PLANE, fading};
use crate::DT;
use glam::{Affine3A, Vec3};
use world::{Hit, LAVA, NodeId, Platform, Probe, QUICKSAND, Tank, TankLaw};

/// Points that stand on the ground.
const POINTS: usize = 4;

/// Goes where what it stands on went since the last tick, and turns with it.
pub(super) fn carry(probe: &Probe<'_>, tank: &mut Tank) {
    let Some(platform) = &mut tank.platform else { return };
    let Some(now) = place(probe, platform.node) else {
        tank.platform = None;
        return;
    };
    if now == platform.place {
        return;
    }
    let way = now * platform.place.inverse();
    platform.place = now;
    if way.is_finite() {
        tank.position = way.transform_point3(tank.position);
        let ahead = way.transform_vector3(Vec3::NEG_Z);
        tank.yaw += libm::atan2f(-ahead.x, -ahead.z);
    }
}

fn place(probe: &Probe<'_>, node: NodeId) -> Option<Affine3A> {
    probe.occurrences.of(node).next().map(|id| *probe.occurrences.transform(id))
}

/// Falls or stands for one tick; gives the speed at which it came down, if it did.
pub(super) fn tick(probe: &Probe<'_>, law: &TankLaw, tank: &mut Tank) -> Option<f32> {
    let was = *tank;
    let surface = probe.water(tank.position);
    tank.pitch += tank.pitch_rate * DT;
    tank.roll += tank.roll_rate * DT;
    tank.velocity.y -= law.gravity * lightness(law, tank, surface.is_some()) * DT;
    let fall = tank.velocity.y;
    tank.position.y += fall * DT;

    let body = tank.rotation();
    let points = law.supports.map(|point| tank.position + body * point);
    let step = law.step + tank.sunk;
    let hits = points.map(|point| probe.ground(point.x, point.z, point.y, step));
    let mut stands: [Option<(Vec3, f32)>; POINTS] = [None; POINTS];
    let mut first: Option<Hit> = None;
    for (at, (hit, point)) in hits.iter().zip(points).enumerate() {
        let Some(hit) = hit else { continue };
        let height = hit.point.y - tank.sunk;
        if height >= point.y - law.contact_speed * DT {
            stands[at] = Some((law.supports[at], height));
            first = first.or(Some(*hit));
        }
    }
    let contacts = stands.iter().flatten().count() as u8;
    match contacts {
        0 => drop_nose(law, tank),
        1 | 2 => tip(law, tank, &stands, &points),
        _ => align(law, tank, &stands, &points),
    }
    tank.contacts = contacts;
    settle_speed(law, tank, was.position.y);
    sink(law, tank, first.as_ref());
    stand_on(probe, tank, first.as_ref());
    drown(law, tank, surface);
    (was.contacts == 0 && contacts > 0 && fall < 0.0).then_some(-fall)
}

/// The part of gravity that counts.
fn lightness(law: &TankLaw, tank: &Tank, in_water: bool) -> f32 {
    let [water, quicksand] = law.light_gravity;
    match (in_water, tank.soil) {
        (true, _) => water,
        (false, QUICKSAND) if tank.contacts > 0 => quicksand,
        _ => 1.0,
    }
}

/// In the air the nose goes down, the more so the higher it is.
fn drop_nose(law: &TankLaw, tank: &mut Tank) {
    let [angle, factor, least] = law.nose_drop;
    let wanted = ((tank.pitch + angle) * factor).max(least);
    tank.pitch_rate = wanted + (tank.pitch_rate - wanted) * fading(law.attitude_damping);
}

/// On one or two points it turns about them, towards the side that has none.
fn tip(law: &TankLaw, tank: &mut Tank, stands: &[Option<(Vec3, f32)>; POINTS], points: &[Vec3; POINTS]) {
    let own = stands.iter().flatten();
    let middle = own.clone().map(|(point, _)| *point).sum::<Vec3>() / own.count().max(1) as f32;
    let [half, long] =
        law.supports.iter().fold([0.0_f32; 2], |[x, z], point| [x.max(point.x.abs()), z.max(point.z.abs())]);
    let part = |lever: f32, all: f32| if all > 0.0 { (lever / all).clamp(-1.0, 1.0) } else { 0.0 };
    // Points in front hold the nose up, points on the right that side.
    tank.pitch_rate = -part(middle.z, long) * law.tip_rate;
    tank.roll_rate = part(middle.x, half) * law.tip_rate;
    let below = stands.iter().zip(points).filter_map(|(stand, point)| Some(stand.as_ref()?.1 - point.y));
    tank.position.y += below.fold(0.0, f32::max);
}

/// On three points or four it lies on their plane, and slides down it.
fn align(law: &TankLaw, tank: &mut Tank, stands: &[Option<(Vec3, f32)>; POINTS], points: &[Vec3; POINTS]) {
    let on_ground = |at: usize| stands[at].map(|(_, height)| points[at].with_y(height));
    let [front_left, front_right, rear_left, rear_right] = [0, 1, 2, 3].map(on_ground);
    let normal = match (front_left, front_right, rear_left, rear_right) {
        (Some(a), Some(b), Some(c), Some(d)) => (a - d).cross(c - b),
        (Some(a), Some(b), Some(c), None) | (Some(a), Some(b), None, Some(c)) => (b - a).cross(c - a),
        (Some(a), None, Some(b), Some(c)) | (None, Some(a), Some(b), Some(c)) => (b - a).cross(c - a),
        _ => Vec3::Y,
    };
    let normal = if normal.y < 0.0 { -normal } else { normal };
    let Some(normal) = normal.try_normalize().filter(|normal| normal.y > 0.0) else { return };
    (tank.pitch, tank.roll) = attitude(normal, tank.yaw);
    (tank.pitch_rate, tank.roll_rate) = (0.0, 0.0);
    let body = tank.rotation();
    let own = stands.iter().flatten();
    let heights = own.clone().map(|(point, height)| height - (body * *point).y).sum::<f32>();
    tank.position.y = heights / own.count().max(1) as f32;
    // Along the slope, as steep as it is.
    let down = normal * normal.y - Vec3::Y;
    tank.velocity += down * (law.slide * law.gravity * DT);
}

/// Pitch and roll of a body that looks along a yaw and stands on a plane.
fn attitude(normal: Vec3, yaw: f32) -> (f32, f32) {
    let (sin, cos) = (libm::sinf(yaw), libm::cosf(yaw));
    let (ahead, right) = (Vec3::new(-sin, 0.0, -cos), Vec3::new(cos, 0.0, -sin));
    let pitch = libm::atanf(-ahead.dot(normal) / normal.y);
    let up = Vec3::Y * libm::cosf(pitch) - ahead * libm::sinf(pitch);
    (pitch, -libm::atan2f(right.dot(normal), up.dot(normal)))
}

/// The vertical speed is how far it went; the level one stays what driving made of it.
fn settle_speed(law: &TankLaw, tank: &mut Tank, from: f32) {
    let mut rise = (tank.position.y - from) / DT;
    if matches!(tank.contacts, 1..PLANE) {
        rise -= law.contact_speed * DT;
    }
    tank.velocity.y = if rise > law.largest_rise { 0.0 } else { rise };
}

/// Quicksand and lava take it in as far as they do; other ground lets it out again.
fn sink(law: &TankLaw, tank: &mut Tank, ground: Option<&Hit>) {
    let Some(hit) = ground else { return };
    tank.soil = hit.soil;
    let depth = match hit.soil {
        QUICKSAND => law.quicksand[1],
        LAVA => law.lava[1],
        _ => 0.0,
    };
    tank.sunk = depth + (tank.sunk - depth) * fading(law.attitude_damping);
}

/// Takes note of what it stands on.
fn stand_on(probe: &Probe<'_>, tank: &mut Tank, ground: Option<&Hit>) {
    let own = ground.filter(|hit| hit.neighbour.is_none());
    let platform = own.and_then(|hit| Some(Platform { node: hit.node, place: place(probe, hit.node)? }));
    tank.platform = platform;
}

/// Loses health in water that is too deep.
fn drown(law: &TankLaw, tank: &mut Tank, surface: Option<f32>) {
    let [depth, rate] = law.drown;
    if surface.is_some_and(|surface| surface - tank.position.y > depth) {
        tank.health = (tank.health - rate * DT).max(0.0);
    }
}
