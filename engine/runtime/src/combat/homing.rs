//! What finds its way, and what its driver steers.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "B2. Reader keys", "B3. Projectile tick": there is a delay, and a turn
//! that grows. What a shot goes to is inferred: what is nearest to the line of the aim, within a cone.

use super::Battle;
use super::firing::Shoots;
use crate::programs::Player;
use crate::{DT, Intent};
use glam::Vec3;
use std::f32::consts::{FRAC_PI_2, PI};
use world::{ActorId, CameraMode, Goal, NodeFlags, NodeId, Pilot, Shot, Side, WeaponLaw, WeaponManner};

/// A way that is turned towards another by at most an angle; both are unit vectors.
pub(super) fn turned_toward(way: Vec3, wanted: Vec3, most: f32) -> Vec3 {
    let angle = libm::acosf(way.dot(wanted).clamp(-1.0, 1.0));
    if angle <= most {
        return wanted;
    }
    let side = (wanted - way * way.dot(wanted)).normalize_or(way.any_orthonormal_vector());
    (way * libm::cosf(most) + side * libm::sinf(most)).normalize_or(way)
}

/// How fast a shot turns at an age, radians/s.
fn turn_at(weapon: &WeaponLaw, age: f32) -> f32 {
    let since = age - weapon.homing_delay;
    let share = if weapon.turn_ramp > 0.0 { (since / weapon.turn_ramp).clamp(0.0, 1.0) } else { 1.0 };
    if since >= 0.0 { weapon.turn.clamp(0.0, PI / DT) * share } else { 0.0 }
}

impl Battle<'_, '_, '_> {
    /// A shot turns to where it goes, or where its driver wants it.
    pub(super) fn steer(&mut self, weapon: &WeaponLaw, shot: &mut Shot) {
        let turns = WeaponManner::HOMING.union(WeaponManner::REMOTE);
        let speed = shot.velocity.length();
        if !weapon.manner.intersects(turns) || speed <= 0.0 {
            return;
        }
        let way = shot.velocity / speed;
        let most = turn_at(weapon, shot.age) * DT;
        let wanted = if weapon.manner.contains(WeaponManner::REMOTE) {
            self.steered(shot, way)
        } else {
            let goal = shot.goal.and_then(|goal| self.goal_place(goal));
            goal.and_then(|place| (place - shot.place).try_normalize())
        };
        if let Some(wanted) = wanted {
            shot.velocity = turned_toward(way, wanted, most) * speed;
        }
    }

    /// Where the driver of a shot wants it to go; as it goes, if nobody steers it.
    fn steered(&self, shot: &Shot, way: Vec3) -> Option<Vec3> {
        let shooter = shot.shooter?;
        let arms = self.combat.arms_of(shooter).filter(|arms| arms.steers == Some(shot.id))?;
        let actor = self.state().actors.find(arms.actor.0)?;
        let Pilot::Person(seat) = actor.pilot else { return None };
        let asked: Intent = self.inputs.get(usize::from(seat.0))?.into();
        let level = libm::hypotf(way.x, way.z);
        let pitch = libm::atan2f(way.y, level) + asked.pitch;
        let yaw = libm::atan2f(-way.x, -way.z) + asked.yaw;
        // A guard, since straight up there is no heading.
        let pitch = pitch.clamp(-FRAC_PI_2 + 0.01, FRAC_PI_2 - 0.01);
        let flat = libm::cosf(pitch);
        Some(Vec3::new(-libm::sinf(yaw) * flat, libm::sinf(pitch), -libm::cosf(yaw) * flat))
    }

    /// What a shot goes to that is about to be fired.
    pub(super) fn seek(&mut self, weapon: &WeaponLaw, shoots: &Shoots) -> Option<Goal> {
        let (reach, cone) = (weapon.reach(), libm::cosf(self.scene.combat.rules.seek.clamp(0.0, PI)));
        let mut best: Option<(f32, Goal)> = None;
        let mut offer = |place: Vec3, goal: Goal| {
            let to = place - shoots.from;
            let along = to.normalize_or_zero().dot(shoots.way);
            if along >= cone && to.length() <= reach && best.is_none_or(|(known, _)| along > known) {
                best = Some((along, goal));
            }
        };
        let side = self.side_of(shoots.shooter);
        for arms in self.combat.arms.iter().filter(|arms| arms.actor != shoots.shooter && !arms.destroyed) {
            // Whoever is on the same side is none, and who is hidden is not there yet, or not any more.
            let is_friend = side.is_some() && self.side_of(arms.actor) == side;
            if is_friend || self.is_hidden(arms.actor) {
                continue;
            }
            if let Some(place) = self.goal_place(Goal::Actor(arms.actor)) {
                offer(place, Goal::Actor(arms.actor));
            }
        }
        let Battle { edit, memory, .. } = self;
        let near = &mut memory.near;
        edit.simulation.probe().within(shoots.from, reach, NodeFlags::PROXIMITY, near);
        Player::with(edit, |player| {
            for near in near.iter() {
                let Some(target) = player.target_of(near.node) else { continue };
                let table = &player.simulation().occurrences;
                offer(table.own_bounds(near.occurrence).center(), Goal::Node(target));
            }
        });
        best.map(|(_, goal)| goal)
    }

    fn side_of(&self, id: ActorId) -> Option<Side> {
        self.state().actors.find(id.0).and_then(|actor| self.scene.side_of(actor))
    }

    /// True for an actor whose node is switched off.
    pub(super) fn is_hidden(&self, id: ActorId) -> bool {
        let node = self.state().actors.find(id.0).and_then(|actor| actor.node);
        node.is_some_and(|node| !self.state().is_active(node))
    }

    /// Where a goal is now; none for one that is gone.
    fn goal_place(&self, goal: Goal) -> Option<Vec3> {
        match goal {
            Goal::Actor(actor) => self.middle_of(actor),
            Goal::Node(node) => self.node_place(node),
        }
    }

    /// The middle of an actor's box, or where it stands.
    pub(super) fn middle_of(&self, id: ActorId) -> Option<Vec3> {
        let actor = self.state().actors.find(id.0)?;
        Some(actor.node.and_then(|node| self.node_place(node)).unwrap_or(actor.position()))
    }

    /// The middle of the box of a node.
    pub(super) fn node_place(&self, node: NodeId) -> Option<Vec3> {
        let table = &self.edit.simulation.occurrences;
        let id = table.of(node).next()?;
        let bounds = table.bounds(id);
        Some(if bounds.is_empty() { table.transform(id).translation.into() } else { bounds.center() })
    }

    /// The driver of a vehicle steers a shot from now on, and sees with it if it says so.
    pub(super) fn take_over(&mut self, weapon: &WeaponLaw, shot: &Shot) {
        let Some(shooter) = shot.shooter.filter(|_| weapon.manner.contains(WeaponManner::REMOTE)) else {
            return;
        };
        let Some(arms) = self.combat.arms_of_mut(shooter).filter(|arms| arms.steers.is_none()) else {
            return;
        };
        arms.steers = Some(shot.id);
        if let Some(node) = shot.node.filter(|_| weapon.manner.contains(WeaponManner::TETHER))
            && self.is_watched(shooter)
        {
            self.edit.set_camera(CameraMode::Node(node), 0.0);
        }
    }

    /// A shot that somebody steers is over.
    pub(super) fn let_go_of(&mut self, shot: &Shot) {
        let Some(shooter) = shot.shooter else { return };
        let Some(arms) = self.combat.arms_of_mut(shooter).filter(|arms| arms.steers == Some(shot.id)) else {
            return;
        };
        arms.steers = None;
        let sees_with_it = shot.node.is_some_and(|node| self.state().rig.mode == CameraMode::Node(node));
        if sees_with_it {
            let vehicle = self.state().actors.find(shooter.0).and_then(|own| self.scene.vehicle_of(own));
            let mode = vehicle.map_or(CameraMode::Eyes, world::VehicleLaw::outside);
            self.edit.set_camera(mode, 0.0);
        }
    }

    fn is_watched(&self, actor: ActorId) -> bool {
        let person = self.state().actors.piloted_by(super::firing::WATCHED);
        person.is_some_and(|(id, _)| id == actor) && self.state().rig.mode.is_of_person()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_turns_by_no_more_than_it_may() {
        let found = turned_toward(Vec3::NEG_Z, Vec3::X, 0.5);
        assert!(found.abs_diff_eq(Vec3::new(libm::sinf(0.5), 0.0, -libm::cosf(0.5)), 1e-6), "{found}");
        assert_eq!(turned_toward(Vec3::NEG_Z, Vec3::X, 1.6), Vec3::X);
        // Straight back it turns to some side.
        let found = turned_toward(Vec3::NEG_Z, Vec3::Z, 0.5);
        assert!((found.dot(Vec3::NEG_Z) - libm::cosf(0.5)).abs() < 1e-6, "{found}");
        // What goes there already goes on, whatever rounding makes of its length.
        for number in 0..200 {
            let way = Vec3::new(libm::sinf(number as f32), 0.3, libm::cosf(number as f32)).normalize();
            assert_eq!(turned_toward(way, way, 0.5), way);
        }
    }

    #[test]
    fn the_turn_grows_behind_the_delay() {
        let weapon = WeaponLaw { homing_delay: 0.5, turn: 2.0, turn_ramp: 1.0, ..WeaponLaw::default() };
        assert_eq!([0.25, 0.5, 1.0, 1.5, 9.0].map(|age| turn_at(&weapon, age)), [0.0, 0.0, 1.0, 2.0, 2.0]);
        let slow = WeaponLaw { turn_ramp: 2.0, ..weapon.clone() };
        assert_eq!([1.0, 1.5, 2.5].map(|age| turn_at(&slow, age)), [0.5, 1.0, 2.0]);
        // Without a ramp all of it is there at once; a turn is one of half a circle in a tick at most, and not back.
        let at_once = WeaponLaw { turn_ramp: 0.0, ..weapon.clone() };
        assert_eq!([0.5, 0.75].map(|age| turn_at(&at_once, age)), [2.0, 2.0]);
        let turns = |turn: f32| turn_at(&WeaponLaw { turn, ..at_once.clone() }, 1.0);
        assert_eq!([-2.0, 1e9].map(turns), [0.0, PI / DT]);
    }
}
