//! What a tank stands on: gravity, the ground below its points, its attitude there, slopes, ground that swallows,
//! water, and what carries it.
//!
//! A vehicle of the original that is long asks for the middles between its points, too; how long that is is not known,
//! so these are left out.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "Ground contact (TRACK)".

use super::{PLANE, fading};
use crate::DT;
use glam::{Affine3A, Mat3A, Vec3};
use world::{Hit, LAVA, NodeId, Platform, Probe, QUICKSAND, Tank, TankLaw};

/// Points that stand on the ground.
const POINTS: usize = 4;
/// A lever that is shorter than this tips nothing, units: a guard against what rounding leaves of none.
const LEVER: f32 = 1e-3;

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
        tank.avatar.position = way.transform_point3(tank.avatar.position);
        let ahead = way.transform_vector3(Vec3::NEG_Z);
        tank.avatar.yaw += libm::atan2f(-ahead.x, -ahead.z);
    }
}

fn place(probe: &Probe<'_>, node: NodeId) -> Option<Affine3A> {
    probe.occurrences.of(node).next().map(|id| *probe.occurrences.transform(id))
}

/// The ground below the points of a tank.
pub(super) struct Under {
    /// The points, in the world.
    points: [Vec3; POINTS],
    hits: [Option<Hit>; POINTS],
}

impl Under {
    /// Ground counts that is not above a point by more than a step and what it may climb in a tick.
    pub fn of(probe: &Probe<'_>, law: &TankLaw, tank: &Tank) -> Self {
        Under::after_fall(probe, law, tank, 0.0)
    }

    /// The same for one that has fallen by so much in this tick: ground counts from where it came from, since what falls
    /// fast is below it already.
    fn after_fall(probe: &Probe<'_>, law: &TankLaw, tank: &Tank, fallen: f32) -> Self {
        let body = tank.rotation();
        let points = law.supports.map(|point| tank.avatar.position + body * point);
        let climbs = tank.avatar.velocity.with_y(0.0).length() * DT;
        let step = law.step + tank.sunk + climbs + fallen;
        Under { points, hits: points.map(|point| probe.ground(point.x, point.z, point.y, step)) }
    }

    /// How high it is in the middle; none if a point is over none.
    pub fn middle(&self) -> Option<f32> {
        let [a, b, c, d] = self.hits;
        Some((a?.point.y + b?.point.y + c?.point.y + d?.point.y) / POINTS as f32)
    }

    /// The normal of the plane through all of it.
    pub fn normal(&self) -> Option<Vec3> {
        plane(self.hits.map(|hit| hit.map(|hit| hit.point)))
    }
}

/// Falls or stands for one tick; gives the speed at which it came down, if it did.
pub(super) fn tick(probe: &Probe<'_>, law: &TankLaw, tank: &mut Tank) -> Option<f32> {
    let was = *tank;
    let surface = probe.water(tank.avatar.position);
    turn(tank);
    tank.avatar.velocity.y -= law.gravity * lightness(law, tank, surface.is_some()) * DT;
    let fall = tank.avatar.velocity.y;
    tank.avatar.position.y += fall * DT;

    let Under { points, hits } = Under::after_fall(probe, law, tank, (-fall * DT).max(0.0));
    let mut stands: [Option<f32>; POINTS] = [None; POINTS];
    for (stand, (hit, point)) in stands.iter_mut().zip(hits.iter().zip(points)) {
        let height = hit.map(|hit| hit.point.y - tank.sunk);
        *stand = height.filter(|height| *height >= point.y - law.contact_speed * DT);
    }
    let first = hits.iter().zip(&stands).find_map(|(hit, stand)| stand.and(hit.as_ref()));
    tank.contacts = stands.iter().flatten().count() as u8;
    tank.pivot = pivot(law, &stands);
    match tank.contacts {
        0 => drop_nose(law, tank),
        1 | 2 => tip(law, tank, &stands, &hits, &points),
        _ => align(probe, law, tank, &stands, &points),
    }
    settle_speed(law, tank, was.avatar.position.y);
    sink(law, tank, first);
    stand_on(probe, tank, first);
    drown(law, tank, surface);
    (was.contacts == 0 && tank.contacts > 0 && fall < 0.0).then_some(-fall)
}

/// Pitch and roll go on: about the points that stand, or about the origin.
fn turn(tank: &mut Tank) {
    let before = tank.rotation();
    tank.pitch += tank.pitch_rate * DT;
    tank.roll += tank.roll_rate * DT;
    if matches!(tank.contacts, 1..PLANE) {
        tank.avatar.position += before * tank.pivot - tank.rotation() * tank.pivot;
    }
}

/// The middle of the points that stand, in the space of the body.
fn pivot(law: &TankLaw, stands: &[Option<f32>; POINTS]) -> Vec3 {
    let own = law.supports.iter().zip(stands).filter(|(_, stand)| stand.is_some());
    let (sum, count) = own.fold((Vec3::ZERO, 0.0), |(sum, count), (point, _)| (sum + *point, count + 1.0));
    if count > 0.0 { sum / count } else { Vec3::ZERO }
}

/// The part of gravity that counts.
fn lightness(law: &TankLaw, tank: &Tank, in_water: bool) -> f32 {
    let [water, quicksand] = law.light_gravity;
    match (in_water, tank.avatar.soil) {
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

/// On one or two points it turns about them, so that its middle goes down; on two points under its middle, so that
/// of the others the one does that is nearer to the ground.
fn tip(
    law: &TankLaw,
    tank: &mut Tank,
    stands: &[Option<f32>; POINTS],
    hits: &[Option<Hit>; POINTS],
    points: &[Vec3; POINTS],
) {
    let mut own =
        law.supports.iter().zip(stands).filter(|(_, stand)| stand.is_some()).map(|(point, _)| *point);
    let (first, second) = (own.next().unwrap_or_default(), own.next());
    // From the axis to what goes down.
    let middle = -first;
    let axis = second.map_or(middle.cross(Vec3::Y), |second| (second - first).with_y(0.0));
    let axis = axis.normalize_or_zero();
    let lever = |place: Vec3| axis.cross(place).y;
    let longest = law.supports.iter().map(|point| lever(point.with_y(0.0)).abs()).fold(0.0, f32::max);
    let down = if lever(middle).abs() > LEVER {
        lever(middle)
    } else {
        let gap = |at: usize| hits[at].map_or(f32::INFINITY, |hit| points[at].y - hit.point.y);
        let free = (0..POINTS).filter(|at| stands[*at].is_none());
        let nearest = free.min_by(|a, b| gap(*a).total_cmp(&gap(*b)));
        nearest.map_or(0.0, |at| lever(law.supports[at] - first))
    };
    let share = if longest > 0.0 { (down / longest).clamp(-1.0, 1.0) } else { 0.0 };
    let rate = -share * law.tip_rate;
    (tank.pitch_rate, tank.roll_rate) = (rate * axis.x, rate * axis.z);
    let below = stands.iter().zip(points).filter_map(|(stand, point)| Some((*stand)? - point.y));
    tank.avatar.position.y += below.fold(0.0, f32::max);
}

/// On three points or four it lies on their plane, and slides down it.
fn align(
    probe: &Probe<'_>,
    law: &TankLaw,
    tank: &mut Tank,
    stands: &[Option<f32>; POINTS],
    points: &[Vec3; POINTS],
) {
    let Some(normal) = lie(law, tank, stands, points) else { return };
    // Its points are elsewhere on a plane that is tilted otherwise, and so is their ground.
    let normal = lie_again(probe, law, tank, stands.map(|stand| stand.is_some())).unwrap_or(normal);
    if tank.is_wreck() {
        return;
    }
    // Along the slope, as steep as it is.
    let down = normal * normal.y - Vec3::Y;
    tank.avatar.velocity += down * (law.slide * law.gravity * DT);
}

/// True for one that was put somewhere: it neither stands nor moves.
pub(super) fn is_put(tank: &Tank) -> bool {
    tank.contacts == 0 && tank.avatar.velocity == Vec3::ZERO
}

/// What was put somewhere lies on the ground there, if that is no farther away than a step: to be lifted out of a slope by
/// the contact of a tick would be a speed, and throw it up.
pub(super) fn put_down(probe: &Probe<'_>, law: &TankLaw, tank: &mut Tank) {
    // Its points are elsewhere on a plane that is tilted otherwise, and so is their ground.
    for _ in 0..2 {
        let Under { points, hits } = Under::of(probe, law, tank);
        let ground = std::array::from_fn(|at| {
            let height = hits[at]?.point.y;
            (points[at].y - height <= law.step).then_some(height)
        });
        lie(law, tank, &ground, &points);
        tank.contacts = ground.iter().flatten().count() as u8;
    }
}

/// What was thrown back stands on the ground of another place, unless that is a step higher or lower, or something is in
/// the way of how it would stand there.
pub(super) fn stand_again(
    probe: &Probe<'_>,
    law: &TankLaw,
    tank: &mut Tank,
    is_free: impl FnOnce(&Tank) -> bool,
) {
    if tank.contacts < PLANE {
        return;
    }
    let mut again = *tank;
    let lies = lie_again(probe, law, &mut again, [true; POINTS]).is_some();
    let is_near = (again.avatar.position.y - tank.avatar.position.y).abs() <= law.contact_speed * DT;
    if lies && is_near && is_free(&again) {
        *tank = again;
    }
}

/// Puts a body on the plane of the ground below those of its points that stand; gives its normal.
fn lie_again(probe: &Probe<'_>, law: &TankLaw, tank: &mut Tank, stands: [bool; POINTS]) -> Option<Vec3> {
    let Under { points, hits } = Under::of(probe, law, tank);
    // Ground that is much lower is an edge, over which it stands out.
    let reach = tank.avatar.velocity.length() * DT + law.contact_speed * DT;
    let ground = std::array::from_fn(|at| {
        let height = hits[at].filter(|_| stands[at])?.point.y - tank.sunk;
        (height >= points[at].y - reach).then_some(height)
    });
    lie(law, tank, &ground, &points)
}

/// Puts a body on the plane of the ground below the points of it that stand; gives its normal.
fn lie(
    law: &TankLaw,
    tank: &mut Tank,
    stands: &[Option<f32>; POINTS],
    points: &[Vec3; POINTS],
) -> Option<Vec3> {
    let ground = std::array::from_fn(|at| stands[at].map(|height| points[at].with_y(height)));
    let normal = plane(ground)?;
    [tank.pitch, tank.roll] = attitude(normal, tank.avatar.yaw);
    (tank.pitch_rate, tank.roll_rate) = (0.0, 0.0);
    tank.avatar.position.y = height(&law.supports, &tank.rotation(), stands);
    Some(normal)
}

/// How high the origin is of a body whose points are on the ground on average.
fn height(supports: &[Vec3; POINTS], body: &Mat3A, stands: &[Option<f32>; POINTS]) -> f32 {
    let own = supports.iter().zip(stands).filter_map(|(point, stand)| Some((*stand)? - (*body * *point).y));
    let (sum, count) = own.fold((0.0, 0.0), |(sum, count), height| (sum + height, count + 1.0));
    sum / f32::max(count, 1.0)
}

/// The normal of the plane through points on the ground, front first, left first: of four that between the diagonals.
fn plane(ground: [Option<Vec3>; POINTS]) -> Option<Vec3> {
    let [front_left, front_right, rear_left, rear_right] = ground;
    let normal = match (front_left, front_right, rear_left, rear_right) {
        (Some(a), Some(b), Some(c), Some(d)) => (a - d).cross(c - b),
        (Some(a), Some(b), Some(c), None) | (Some(a), Some(b), None, Some(c)) => (b - a).cross(c - a),
        (Some(a), None, Some(b), Some(c)) | (None, Some(a), Some(b), Some(c)) => (b - a).cross(c - a),
        _ => return None,
    };
    let normal = if normal.y < 0.0 { -normal } else { normal };
    normal.try_normalize().filter(|normal| normal.y > 0.0)
}

/// Pitch and roll of a body that looks along a yaw and stands on a plane.
pub(super) fn attitude(normal: Vec3, yaw: f32) -> [f32; 2] {
    let (sin, cos) = (libm::sinf(yaw), libm::cosf(yaw));
    let (ahead, right) = (Vec3::new(-sin, 0.0, -cos), Vec3::new(cos, 0.0, -sin));
    let pitch = libm::atanf(-ahead.dot(normal) / normal.y);
    let up = Vec3::Y * libm::cosf(pitch) - ahead * libm::sinf(pitch);
    [pitch, -libm::atan2f(right.dot(normal), up.dot(normal))]
}

/// The vertical speed is how far it went; the level one stays what driving made of it.
fn settle_speed(law: &TankLaw, tank: &mut Tank, from: f32) {
    let mut rise = (tank.avatar.position.y - from) / DT;
    if matches!(tank.contacts, 1..PLANE) {
        rise -= law.contact_speed * DT;
    }
    tank.avatar.velocity.y = if rise > law.largest_rise { 0.0 } else { rise };
}

/// Quicksand and lava take it in as far as they do; other ground lets it out again.
fn sink(law: &TankLaw, tank: &mut Tank, ground: Option<&Hit>) {
    let Some(hit) = ground else { return };
    tank.avatar.soil = hit.soil;
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
    if surface.is_some_and(|surface| surface - tank.avatar.position.y > depth) {
        tank.health = (tank.health - rate * DT).max(0.0);
    }
}
