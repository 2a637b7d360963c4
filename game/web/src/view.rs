//! What is seen of a world: the camera of the moment, the free one, and being put somewhere.

use crate::Visit;
use glam::Vec3;
use runtime::Command;
use runtime::places::PlaceId;
use serde::Serialize;
use std::f32::consts::FRAC_PI_2;
use world::{ActiveZones, ActorId, Camera, CameraMode, CameraPose, FreeCamera, SeatId};

/// Steepest pitch of the view, as the runtime has it.
const MOST_PITCH: f32 = FRAC_PI_2 - 0.01;

/// Where the view is, as links and pictures say it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// The world's id.
    pub world: String,
    /// The eye, in the game's own axes and unit.
    pub eye: [f32; 3],
    /// Degrees about the up axis, growing to the left.
    pub yaw_deg: f32,
    /// Degrees; positive looks up.
    pub pitch_deg: f32,
    /// Ticks done.
    pub tick: u64,
}

impl Visit {
    /// Between the last two ticks, 0..1.
    pub fn between(&self) -> f32 {
        self.clock.between()
    }

    /// The camera of this moment: between the last two ticks, and turned by what the next will be
    /// asked, so that the view responds at once.
    pub fn camera(&self) -> Camera {
        let now = self.simulation().state().camera;
        if let Some(fly) = &self.fly {
            return fly.camera(&now);
        }
        let before = self.simulation().previous().camera;
        let pose = before.pose().toward(&now.pose(), self.clock.between());
        let rig = &self.simulation().state().rig;
        if rig.mode != CameraMode::Eyes || rig.blend.is_some() || self.replaying.is_some() {
            return now.at(pose);
        }
        let eye = if pose.eye.is_finite() { pose.eye } else { now.eye };
        let (yaw, pitch) = (now.yaw + self.turn.0, now.pitch + self.turn.1);
        now.at(CameraPose { eye, yaw, pitch: pitch.clamp(-MOST_PITCH, MOST_PITCH), roll: 0.0 })
    }

    /// The active zones of the view: those at the free camera, if it is on.
    pub fn zones(&self) -> ActiveZones {
        let simulation = self.simulation();
        self.fly.map_or(simulation.state().zones, |fly| simulation.zones_at(fly.eye))
    }

    /// Where somebody stands through whose eyes one looks; `None` while the camera is free.
    pub fn feet_of_view(&self) -> Option<Vec3> {
        self.simulation().state().feet_of_view().filter(|_| self.fly.is_none())
    }

    /// True while the camera is free.
    pub fn is_flying(&self) -> bool {
        self.fly.is_some()
    }

    /// Turns the free camera on or off. Off, the view is the person's again.
    pub fn toggle_fly(&mut self) {
        self.fly = match self.fly {
            None => Some(FreeCamera::from(&self.camera())),
            Some(_) => None,
        };
    }

    /// The person gets along in the next way, if there is another.
    pub fn change_mode(&mut self) {
        if let Some(Ok((command, _))) = self.simulation().next_mode() {
            self.asked.push(command);
        }
    }

    /// Whoever starts where there is nothing to stand on looks on as a free camera.
    pub(crate) fn fly_where_nothing_is_underfoot(&mut self) {
        let simulation = self.simulation();
        let feet = simulation.state().avatar().map(|avatar| avatar.position);
        let fly = feet.filter(|feet| simulation.only_looks_on(*feet));
        self.fly = fly.map(|_| FreeCamera::from(&simulation.state().camera));
    }

    /// The free camera stays where it is when the person went from a place into another.
    pub(crate) fn follow_place(&mut self, before: PlaceId) {
        let now = self.world.watched();
        let shift = self.world.offset(before, now).filter(|_| now != before);
        if let (Some(fly), Some(shift)) = (&mut self.fly, shift) {
            fly.eye += shift;
        }
    }

    /// Where the view is.
    pub fn view(&self) -> View {
        let (camera, frame) = (self.camera(), self.simulation().scene().frame);
        View {
            world: self.simulation().scene().world.clone(),
            eye: frame.to_game(camera.eye).to_array(),
            yaw_deg: camera.yaw.to_degrees(),
            pitch_deg: camera.pitch.to_degrees(),
            tick: self.tick(),
        }
    }

    /// Puts the eyes of the person somewhere, in the game's own axes and unit, with the next tick; the free
    /// camera as well, if it is on. What is NaN or infinite changes nothing.
    pub fn go(&mut self, eye: [f32; 3], yaw_deg: f32, pitch_deg: f32) {
        let simulation = self.simulation();
        let eye = simulation.scene().frame.to_engine(Vec3::from(eye));
        let feet = eye - Vec3::Y * simulation.scene().walker.eye;
        let (yaw, pitch) = (yaw_deg.to_radians(), pitch_deg.to_radians());
        if !(feet.is_finite() && yaw.is_finite() && pitch.is_finite()) {
            return;
        }
        let person = self.person();
        self.asked.extend(person.map(|actor| Command::PlaceActor { actor, feet, yaw, pitch }));
        if self.fly.is_some() || person.is_none() {
            self.fly = Some(FreeCamera { eye, yaw, pitch: pitch.clamp(-MOST_PITCH, MOST_PITCH) });
        }
    }

    /// The person goes back to where they began, with the next tick.
    pub fn back_to_start(&mut self) {
        self.asked.extend(self.person().map(|actor| Command::BackToStart { actor }));
        let simulation = self.simulation();
        let scene = simulation.scene();
        self.fly = simulation.only_looks_on(scene.avatar.position).then(|| FreeCamera::from(&scene.camera));
    }

    /// The actor of the person, in the place that is seen.
    fn person(&self) -> Option<ActorId> {
        self.simulation().state().actors.piloted_by(SeatId::FIRST).map(|(actor, _)| actor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::visit::tests::{ahead, courtyard};
    use crate::{Held, Visit};
    use std::time::Duration;

    #[test]
    fn a_frame_turns_the_view_at_once_and_the_walker_with_the_next_tick() {
        let mut visit = courtyard();
        visit.run(1, &Held::default());
        let before = visit.camera();
        let turned = Held { yaw: 0.25, ..Held::default() };
        assert_eq!(visit.pass(Duration::from_millis(1), &turned), 0);
        assert!((visit.camera().yaw - before.yaw - 0.25).abs() < 1e-5);
        assert_eq!(visit.pass(Duration::from_millis(16), &Held::default()), 1);
        let yaw = visit.simulation().state().avatar().unwrap().yaw;
        assert!((yaw - before.yaw - 0.25).abs() < 1e-5, "{yaw} {}", before.yaw);
        visit.pass(Duration::ZERO, &Held { yaw: f32::NAN, ..Held::default() });
        assert!(visit.camera().yaw.is_finite());
    }

    #[test]
    fn a_link_leads_to_the_view_it_was_made_of() {
        let mut visit = courtyard();
        visit.run(30, &ahead());
        let there = visit.view();
        let mut other = courtyard();
        other.go([f32::NAN; 3], 0.0, 0.0);
        other.go(there.eye, there.yaw_deg, there.pitch_deg);
        other.run(1, &Held::default());
        let here = other.view();
        let apart = Vec3::from(here.eye).distance(there.eye.into());
        assert!(apart < 0.05 && (here.yaw_deg - there.yaw_deg).abs() < 0.01, "{here:?} {there:?}");
        other.back_to_start();
        other.run(1, &Held::default());
        let start = courtyard().view();
        assert!(Vec3::from(other.view().eye).distance(start.eye.into()) < 0.05);
    }

    #[test]
    fn the_free_camera_flies_and_the_person_stays() {
        let mut visit = courtyard();
        visit.run(30, &Held::default());
        let feet = |visit: &Visit| visit.simulation().state().avatar().unwrap().position;
        let (before, stood) = (visit.camera(), feet(&visit));
        visit.toggle_fly();
        assert!(visit.is_flying() && visit.feet_of_view().is_none());
        // A tenth of a second at 20 metres a second, straight up, and five times as far with running.
        let up = Held { jump: true, fly_m_per_s: 20.0, ..Held::default() };
        let metres = visit.simulation().scene().frame.metres_per_unit;
        visit.pass(Duration::from_millis(100), &up);
        assert!(((visit.camera().eye.y - before.eye.y) * metres - 2.0).abs() < 1e-3);
        visit.pass(Duration::from_millis(100), &Held { run: true, ..up });
        assert!(((visit.camera().eye.y - before.eye.y) * metres - 12.0).abs() < 1e-3);
        assert!(feet(&visit).distance(stood) < 1e-3);
        visit.toggle_fly();
        assert!((visit.camera().eye - before.eye).length() < 1e-2);
    }
}
