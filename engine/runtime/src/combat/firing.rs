//! Who fires what, and from where.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "A3. Input", "B3. Projectile tick".

use super::{Battle, FULL, ammunition, arms_law};
use crate::programs::{Player, Start};
use crate::{Cue, Simulation, vehicles};
use glam::{Mat3A, Vec3};
use std::f32::consts::TAU;
use world::{
    Actor, ActorId, ActorKind, ArmsLaw, CameraPose, LawKind, MOST_SHOTS, Muzzle, Pilot, SeatId, Shot, Slot,
    SlotLaw, WeaponLaw, WeaponManner, WeaponShow,
};

/// The greatest number that `Random` draws.
const MOST_DRAWN: f32 = 32767.0;

/// What is fired without speed still has a way, units/s: a guard, since the way is that of the speed.
const LEAST_SPEED: f32 = 1e-3;

/// A shot that is about to leave its muzzle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shoots {
    pub shooter: ActorId,
    pub weapon: u32,
    /// Where the muzzle is.
    pub from: Vec3,
    /// Where it points: a unit vector.
    pub way: Vec3,
    /// Half of the cone within which it misses that by chance, radians.
    pub spread: f32,
}

impl Battle<'_, '_, '_> {
    /// Fires every weapon that is asked to and can.
    pub(super) fn fire(&mut self) {
        for at in 0..self.combat.arms.len() {
            let id = self.combat.arms[at].actor;
            let Some(actor) = self.edit.simulation.state.actors.find(id.0) else { continue };
            let Some(vehicle) = actor.vehicle() else { continue };
            let law = arms_law(&self.scene.combat, vehicle);
            let arms = &self.combat.arms[at];
            let can = can_fire(actor) && !super::is_held(&self.combat, id);
            let [first, second] = self.triggers(id, actor).map(|asked| asked && can);
            let (group, other) = (1 << arms.group, 1 << arms.second);
            let wanted = |slot: &SlotLaw| {
                first && slot.groups & group != 0
                    || second && (law.second_fires_all || slot.groups & other != 0)
            };
            for (number, slot) in law.slots().iter().enumerate() {
                let Some(weapon) = self.weapon(slot.weapon) else { continue };
                let Some(own) = self.combat.arms[at].slots.get_mut(number) else { break };
                if ammunition::pull(own, weapon.period(), wanted(slot)) {
                    let shoots = self.shoots(at, law, weapon, number);
                    if let Some(shoots) = shoots {
                        self.shoot(weapon, shoots);
                    }
                }
            }
        }
    }

    /// Where the next shot of a weapon in a slot leaves, and where it points.
    fn shoots(&mut self, at: usize, law: &ArmsLaw, weapon: &WeaponLaw, number: usize) -> Option<Shoots> {
        let slot = law.slots().get(number)?;
        let shooter = self.combat.arms[at].actor;
        let own = self.combat.arms[at].slots.get_mut(number)?;
        let muzzle = next_muzzle(law, slot, own);
        let actor = self.edit.simulation.state.actors.find(shooter.0)?;
        let from = muzzle_place(self.edit.simulation, actor, muzzle);
        let mut way = vehicles::aim(actor, law);
        let acts_by_itself = matches!(actor.pilot, Pilot::Bot(_));
        if let Some(eye) = eye(self.edit.simulation, actor, law) {
            let end = eye + way * law.converges;
            let seen = self.probe_of_shots(Some(shooter)).ray(eye, end).map_or(end, |hit| hit.point);
            way = converged(eye, from, seen, self.scene.combat.rules.squint).unwrap_or(way);
        }
        if acts_by_itself {
            way = self.spread(way, self.scene.opponents.rules.spread);
        }
        let mut spread = weapon.spread;
        if let Some((stuck, most)) = self.stuck(at, weapon, from, way) {
            (way, spread) = (stuck, spread.min(most));
        }
        let shoots = Shoots { shooter, weapon: slot.weapon, from, way, spread };
        (from.is_finite() && way.is_finite()).then_some(shoots)
    }

    /// A weapon goes off at a muzzle.
    fn shoot(&mut self, weapon: &WeaponLaw, shoots: Shoots) {
        let Shoots { shooter, from, way, .. } = shoots;
        if let Some(actor) = self.edit.simulation.state.actors.find_mut(shooter.0)
            && let ActorKind::Mech(mech) = &mut actor.kind
        {
            mech.heat += super::damage::sound(weapon.heat);
            let law = self.scene.vehicles.get(mech.law as usize).map(|vehicle| &vehicle.law);
            // A beam pushes nobody.
            if let Some(LawKind::Mech(law)) = law.filter(|_| !weapon.manner.contains(WeaponManner::BEAM)) {
                vehicles::mech::jolt(law, mech, law.jolt.full[1], -way);
            }
        }
        self.edit.simulation.cues.push(Cue::Shot {
            actor: shooter,
            weapon: weapon.name.to_string(),
            at: from,
            direction: way,
        });
        self.show(&weapon.fire, from, way);
        if weapon.manner.contains(WeaponManner::BEAM) {
            self.beam(weapon, &shoots);
        } else {
            self.launch(weapon, &shoots);
        }
    }

    /// What is seen and heard of a weapon at a place.
    fn show(&mut self, show: &WeaponShow, at: Vec3, way: Vec3) {
        if show.program.is_none() && show.sound.is_none() {
            return;
        }
        let roll = if show.random_turn { self.draw() * TAU } else { 0.0 };
        Player::with(self.edit, |player| {
            if let Some(program) = show.program {
                player.start(program, Start { again: true, ..Start::at(at, angles(way).with_z(roll)) });
            }
            if let Some(sound) = &show.sound {
                player.play_at(sound, at);
            }
        });
    }

    /// A shot begins its way.
    fn launch(&mut self, weapon: &WeaponLaw, shoots: &Shoots) {
        // What comes apart later spreads then.
        let half = if weapon.cluster > 1 { 0.0 } else { shoots.spread };
        let way = self.spread(shoots.way, half);
        let goal = weapon.manner.contains(WeaponManner::HOMING).then(|| self.seek(weapon, shoots)).flatten();
        let shot = Shot {
            weapon: shoots.weapon,
            shooter: Some(shoots.shooter),
            place: shoots.from,
            velocity: way * weapon.muzzle_speed().max(LEAST_SPEED),
            goal,
            ..Shot::default()
        };
        if let Some(shot) = self.add_shot(weapon, shot) {
            self.take_over(weapon, &shot);
        }
    }

    /// Adds a shot, which gets a number and what shows it.
    pub(super) fn add_shot(&mut self, weapon: &WeaponLaw, shot: Shot) -> Option<Shot> {
        if self.combat.shots.len() >= MOST_SHOTS {
            self.report_once(&FULL, &format!("at most {MOST_SHOTS} shots"), "one more");
            return None;
        }
        let id = self.combat.next;
        self.combat.next = id.wrapping_add(1);
        let mut shot = Shot { id, ..shot };
        shot.node = weapon.model.and_then(|model| self.take_model(model, shot.place, angles(shot.velocity)));
        self.begin_flight(weapon, &mut shot);
        self.combat.shots.push(shot);
        Some(shot)
    }

    /// A way within half a cone around another, by chance.
    pub(super) fn spread(&mut self, way: Vec3, half: f32) -> Vec3 {
        if half.is_nan() || half <= 0.0 {
            return way;
        }
        let half = half.min(std::f32::consts::PI);
        // As many at each angle from the middle as at any other: most shots fly near to where they are aimed.
        let (angle, turn) = (self.draw() * half, self.draw() * TAU);
        let side = way.any_orthonormal_vector();
        let other = way.cross(side);
        let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
        let (turn_sin, turn_cos) = (libm::sinf(turn), libm::cosf(turn));
        (way * cos + (side * turn_cos + other * turn_sin) * sin).normalize_or(way)
    }

    /// 0..=1, by chance.
    pub(super) fn draw(&mut self) -> f32 {
        f32::from(self.edit.simulation.state.random.draw()) / MOST_DRAWN
    }
}

/// Where somebody looks from whose shots meet in what is seen from there.
pub(super) fn eye(simulation: &Simulation, actor: &Actor, law: &ArmsLaw) -> Option<Vec3> {
    let vehicle = simulation.scene().vehicle_of(actor).filter(|_| law.converges > 0.0)?;
    Some(actor.position() + actor.seat() * vehicle.views.cockpit)
}

/// The way of a shot to what is seen; none if that is nearer than so many times as far as the muzzle is from the eye:
/// guns would have to squint.
fn converged(eye: Vec3, from: Vec3, seen: Vec3, squint: f32) -> Option<Vec3> {
    let is_far = seen.distance(eye) > squint * from.distance(eye);
    (seen - from).try_normalize().filter(|_| is_far)
}

/// Where a muzzle is now.
pub(crate) fn muzzle_place(simulation: &Simulation, actor: &Actor, muzzle: Muzzle) -> Vec3 {
    let shown = muzzle.node.and_then(|node| simulation.occurrences.of(node).next());
    match shown {
        Some(id) => simulation.occurrences.transform(id).translation.into(),
        None => actor.position() + actor.rotation() * muzzle.place,
    }
}

/// Whether a vehicle is in a state to fire.
fn can_fire(actor: &Actor) -> bool {
    match &actor.kind {
        ActorKind::Tank(tank) => tank.health > 0.0,
        ActorKind::Mech(mech) => !mech.is_shut_down && !mech.is_down(),
        ActorKind::Aeroplane(plane) => !plane.is_wreck(),
        ActorKind::Turret(turret) => turret.health > 0.0,
        _ => true,
    }
}

/// The muzzle that is next; muzzles fire in turn.
fn next_muzzle(law: &ArmsLaw, slot: &SlotLaw, own: &mut Slot) -> Muzzle {
    let count = if slot.muzzles.is_empty() { law.muzzles.len() } else { slot.muzzles.len() };
    if count == 0 {
        return Muzzle::default();
    }
    let turn = usize::from(own.muzzle) % count;
    own.muzzle = ((turn + 1) % count).min(255) as u8;
    let number = slot.muzzles.get(turn).map_or(turn, |own| usize::from(*own));
    law.muzzles.get(number).copied().unwrap_or_default()
}

/// Pitch and yaw of a way, as angles of a node whose front is -z.
pub(super) fn angles(way: Vec3) -> Vec3 {
    let pose = CameraPose::along(Vec3::ZERO, way);
    Vec3::new(pose.pitch, pose.yaw, 0.0)
}

/// How a node is turned whose front goes along a way, and about it.
pub(super) fn turned(angles: Vec3) -> Mat3A {
    Mat3A::from_quat(world::euler_rotation(angles))
}

/// The seat that watches a shot which its driver steers.
pub(super) const WATCHED: SeatId = SeatId::FIRST;
