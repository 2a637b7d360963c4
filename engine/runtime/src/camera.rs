//! Where the camera is, by its mode; on the way from one mode to another it is
//! somewhere between.

use crate::{DT, Simulation};
use glam::{Mat3A, Quat, Vec3, Vec3A};
use std::f32::consts::FRAC_PI_2;
use world::{
    Actor, ActorKind, CameraAim, CameraKey, CameraMode, CameraPose, CameraTarget, LawKind, Neighbour, NodeId,
    Probe, Scene, State, TrailView, Walker,
};

/// The steepest look up or down, radians: a guard, since straight up there is no heading.
const STEEPEST: f32 = FRAC_PI_2 - 0.01;

/// Puts the camera where its mode wants it now. Where there is nothing to
/// follow it stays where it is.
pub(crate) fn follow(world: &mut Simulation, beyond: &[Neighbour<'_>]) {
    let cut = std::mem::take(&mut world.cut);
    let Some(goal) = goal(&Probe { beyond, ..world.probe() }, &world.state) else { return };
    let pose = blended(&mut world.state, goal);
    if pose.is_finite() {
        world.state.camera = world.state.camera.at(pose);
    }
    if cut {
        world.show_no_way();
    }
}

/// The eyes of the person in the first seat.
pub(crate) fn eyes(state: &State, walker: &Walker) -> Option<CameraPose> {
    let person = state.person()?;
    let (yaw, pitch) = person.look();
    let walker = walker.with(&person.avatar().journey);
    Some(CameraPose { eye: person.position() + Vec3::Y * walker.eye, yaw, pitch, roll: 0.0 })
}

impl Simulation {
    /// True for a person who can only look on from there: on foot, and with nothing under the feet. A level may begin at a
    /// camera high above its ground. Whoever sits in a vehicle stands in it, or flies.
    pub fn only_looks_on(&self, feet: Vec3) -> bool {
        if self.state.person().is_some_and(|person| person.vehicle().is_some()) {
            return false;
        }
        let step = self.scene.walker.step;
        let ground = self.probe().ground(feet.x, feet.z, feet.y, step);
        ground.is_none_or(|hit| feet.y - hit.point.y > step)
    }
}

/// The pose between the one that the camera came from and its goal; slow at
/// both ends.
fn blended(state: &mut State, goal: CameraPose) -> CameraPose {
    let Some(blend) = state.rig.blend else { return goal };
    let share = elapsed(state) as f32 / blend.ticks as f32;
    if share >= 1.0 {
        state.rig.blend = None;
        return goal;
    }
    blend.from.toward(&goal, share * share * (3.0 - 2.0 * share))
}

/// Ticks since the mode was set.
fn elapsed(state: &State) -> u64 {
    state.tick.saturating_sub(state.rig.since)
}

/// Where the mode wants the camera.
fn goal(probe: &Probe<'_>, state: &State) -> Option<CameraPose> {
    let walker = &probe.scene.walker;
    match &state.rig.mode {
        CameraMode::Eyes => eyes(state, walker),
        CameraMode::Chase { distance, lift } => {
            let head = eyes(state, walker)?;
            let way = Vec3::Y * *lift - head.forward() * *distance;
            let probe = Probe { without: state.person().and_then(|person| person.node), ..*probe };
            Some(CameraPose { eye: head.eye + way * room(&probe, head.eye, way), ..head })
        }
        CameraMode::Orbit { target, distance, yaw, pitch, turn } => {
            let middle = place(probe, state, *target)?;
            let turned = yaw + turn * (elapsed(state) as f32 * DT);
            let look = CameraPose { eye: middle, yaw: turned, pitch: *pitch, roll: 0.0 };
            Some(CameraPose { eye: middle - look.forward() * *distance, ..look })
        }
        CameraMode::Fixed { eye, aim: CameraAim::Angles { yaw, pitch } } => {
            Some(CameraPose { eye: *eye, yaw: *yaw, pitch: *pitch, roll: 0.0 })
        }
        CameraMode::Fixed { eye, aim: CameraAim::At(target) } => {
            Some(CameraPose::along(*eye, place(probe, state, *target)? - *eye))
        }
        CameraMode::Path { keys, looping } => along(keys, elapsed(state) as f32 * DT, *looping),
        CameraMode::Node(node) => carried(probe, *node),
        CameraMode::Follow { distance, lift, aim } => behind(probe, state, [*distance, *lift, *aim]),
        CameraMode::Trail(view) => trail(probe, state, view),
        CameraMode::Cockpit { eye } => cockpit(probe.scene, state.person()?, *eye),
    }
}

/// Behind a vehicle and above it, looking at a place over it; whoever drives looks up and down from there.
fn behind(probe: &Probe<'_>, state: &State, [distance, lift, aim]: [f32; 3]) -> Option<CameraPose> {
    let person = state.person()?;
    let (yaw, pitch) = person.look();
    let level = CameraPose { eye: person.position() + Vec3::Y * aim, yaw, pitch: 0.0, roll: 0.0 };
    let way = Vec3::Y * (lift - aim) - level.forward() * distance;
    let probe = Probe { without: person.node, ..*probe };
    let eye = level.eye + way * room(&probe, level.eye, way);
    let own = CameraPose::along(eye, -way);
    Some(CameraPose { pitch: (own.pitch + pitch).clamp(-STEEPEST, STEEPEST), yaw, ..own })
}

/// Behind what flies, as far as its speed says; place and look catch up with its turns, each at its rate.
fn trail(probe: &Probe<'_>, state: &State, view: &TrailView) -> Option<CameraPose> {
    let person = state.person()?;
    let (body, velocity) = (person.rotation(), person.avatar().velocity);
    let middle = person.position();
    let distance = view.distance_at(velocity.length());
    let behind = Vec3::from(body * Vec3A::new(0.0, view.lift, distance));
    let turn = Quat::from_mat3a(&body);
    let CameraPose { eye, yaw, pitch, roll } = state.camera.pose();
    // Where it was, seen from where the vehicle was.
    let own = eye - (middle - velocity * DT);
    let is_anew = elapsed(state) == 0 || own.length() > 2.0 * behind.length();
    let (way, turn) = if is_anew {
        (behind, turn)
    } else {
        let [place, look] = view.catch_up.map(|rate| 1.0 - libm::expf(-rate * DT));
        let before = world::euler_rotation(Vec3::new(pitch, yaw, -roll));
        let way = own.lerp(behind, place).normalize_or(behind.normalize_or_zero()) * behind.length();
        (way, world::slerp(before, turn, look))
    };
    let probe = Probe { without: person.node, ..*probe };
    let eye = middle + way * room(&probe, middle, way);
    Some(CameraPose::of(eye, &Mat3A::from_quat(turn)))
}

/// In the body of a vehicle, looking up and down as whoever is in it; what shakes a 'mech shakes whoever looks.
fn cockpit(scene: &Scene, person: &Actor, eye: Vec3) -> Option<CameraPose> {
    let body = person.seat();
    let (_, pitch) = person.look();
    let mut turned = body * Mat3A::from_rotation_x(pitch);
    let law = scene.vehicle_of(person).map(|vehicle| &vehicle.law);
    if let (ActorKind::Mech(mech), Some(LawKind::Mech(law))) = (&person.kind, law) {
        turned *= Mat3A::from_quat(world::euler_rotation(mech.jolt.shake(&law.jolt).into()));
    }
    Some(CameraPose::of(person.position() + body * eye, &turned))
}

/// Part of the way from a head that a camera can go without coming nearer to a
/// wall than a head does.
fn room(probe: &Probe<'_>, head: Vec3, way: Vec3) -> f32 {
    let walker = &probe.scene.walker;
    let radius = walker.radius.min(walker.height - walker.eye);
    if radius <= 0.0 {
        return 0.0;
    }
    probe.sweep_sphere(head, radius, way, &[]).map_or(1.0, |stop| stop.fraction)
}

fn place(probe: &Probe<'_>, state: &State, target: CameraTarget) -> Option<Vec3> {
    match target {
        CameraTarget::Actor => Some(eyes(state, &probe.scene.walker)?.eye),
        CameraTarget::Node(node) => {
            let id = probe.occurrences.of(node).next()?;
            Some(probe.occurrences.transform(id).translation.into())
        }
        CameraTarget::Point(place) => Some(place),
    }
}

fn carried(probe: &Probe<'_>, node: NodeId) -> Option<CameraPose> {
    let transform = probe.occurrences.transform(probe.occurrences.of(node).next()?);
    Some(CameraPose::along(transform.translation.into(), transform.transform_vector3(Vec3::NEG_Z)))
}

/// The place on a path after so many seconds.
fn along(keys: &[CameraKey], seconds: f32, looping: bool) -> Option<CameraPose> {
    let (first, last) = (keys.first()?, keys.last()?);
    let seconds = if looping && last.seconds > 0.0 { seconds % last.seconds } else { seconds };
    let after = keys.partition_point(|key| key.seconds <= seconds);
    let Some(from) = after.checked_sub(1).and_then(|before| keys.get(before)) else {
        return Some(first.pose);
    };
    let Some(to) = keys.get(after) else { return Some(last.pose) };
    Some(from.pose.toward(&to.pose, (seconds - from.seconds) / (to.seconds - from.seconds)))
}
