//! What a condition says now.
//!
//! Source: `docs/spec/zbd/anim-events.md`, "4.30 IF (31), ELSE (32), ELSEIF (33), ENDIF (34)".

use super::Player;
use glam::{Quat, Vec3};
use world::program::Condition;
use world::{NodeId, euler_rotation};

/// High: how much detail is drawn is a matter of the picture and must not change what happens.
const DETAIL: i32 = 2;

impl Player<'_, '_, '_> {
    pub(super) fn is_true(&mut self, at: usize, condition: &Condition) -> bool {
        match *condition {
            Condition::Random(weight) => self.draw() <= weight,
            Condition::PlayerRange(most_sq) => {
                // What stands nowhere counts as near.
                let distance_sq = self.to_player_sq(&self.programs.instances[at]);
                distance_sq.is_none_or(|distance_sq| distance_sq <= most_sq)
            }
            Condition::Detail(least) => DETAIL >= least,
            Condition::PlayerUndercover(distance) => {
                let feet = self.player();
                let person = self.edit.state().person().and_then(|person| person.node);
                self.is_covered(feet + Vec3::Y * self.scene.walker.eye, distance, person)
            }
            Condition::NodeUndercover { node, distance } => {
                let distance = if distance == 0.0 { self.scene.program_rules.cover } else { distance };
                self.node(at, node).is_some_and(|node| {
                    let place = self.stands_now(node).translation.into();
                    self.is_covered(place, distance, Some(node))
                })
            }
            Condition::HardwareRender(wanted) => wanted,
            Condition::FirstPerson(wanted) => self.edit.state().rig.mode.is_first_person() == wanted,
            Condition::PlayerBelow(altitude) => self.player().y < altitude,
            Condition::NodeBelow { node, altitude } => {
                let node = self.node(at, node);
                node.is_some_and(|node| self.stands_now(node).translation.y < altitude)
            }
            Condition::PlayerLinedUp(most_sq) => {
                self.angle_sq(at).is_some_and(|angle_sq| angle_sq <= most_sq)
            }
            Condition::PlayerSpeed { min, max } => (min..=max).contains(&self.player_speed()),
            Condition::HealthBelow(most) => self.programs.instances[at].health <= most,
            Condition::HealthWithin { min, max } => (min..=max).contains(&self.programs.instances[at].health),
            Condition::NodeActive(node) => self.node(at, node).is_some_and(|node| self.is_active(node)),
        }
    }

    /// True when something is so near above a place, or below it for a distance below 0.
    fn is_covered(&mut self, place: Vec3, distance: f32, without: Option<NodeId>) -> bool {
        let end = place + Vec3::Y * distance;
        if !place.is_finite() || !end.is_finite() {
            return false;
        }
        self.edit.refresh().probe().ray_without(place, end, without.as_slice()).is_some()
    }

    fn player_speed(&self) -> f32 {
        let person = self.edit.state().person();
        person.map_or(0.0, |person| person.avatar().velocity.length())
    }

    /// The squared angle between where the person looks and how an instance is turned.
    fn angle_sq(&mut self, at: usize) -> Option<f32> {
        let node = self.programs.instances[at].node?;
        let (_, turned, _) = self.stands_now(node).to_scale_rotation_translation();
        let state = self.edit.state();
        let (yaw, pitch) = state.person().map_or((state.camera.yaw, state.camera.pitch), world::Actor::look);
        let looks: Quat = euler_rotation(Vec3::new(pitch, yaw, 0.0));
        let angle = looks.angle_between(turned);
        Some(angle * angle)
    }
}
