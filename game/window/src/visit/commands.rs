//! What a menu does to the open world. All of it goes through commands of the next tick, so that a
//! recording holds it.

use super::Visit;
use glam::Vec3;
use runtime::Command;
use world::{ActorId, FreeCamera, SeatId};

/// Ticks within which whoever asks twice to eject does.
const EJECTS_WITHIN: u64 = 120;

impl Visit {
    /// The next tick carries this out in the place that is seen; recorded.
    pub fn ask(&mut self, command: Command) {
        self.asked.push(command);
    }

    /// The person leaves what they drive for good, if they ask for it twice within a moment. Gives what there is to say.
    pub fn eject(&mut self) -> Option<String> {
        let actor = self.person()?;
        if let Err(error) = self.simulation().may_eject(actor) {
            self.ejects = None;
            return self.simulation().state().person()?.vehicle().map(|_| error.to_string());
        }
        let tick = self.simulation().state().tick;
        let is_asked = self.ejects.is_some_and(|before| tick.saturating_sub(before) <= EJECTS_WITHIN);
        self.ejects = (!is_asked).then_some(tick);
        if is_asked {
            self.ask(Command::Eject { actor });
            return Some("Ejected".to_owned());
        }
        Some("Press again to eject".to_owned())
    }

    /// The person goes back to the start of the place; false when nobody is there. A start without
    /// ground is looked at with the free camera, as on entering.
    pub fn back_to_start(&mut self) -> bool {
        let Some(actor) = self.person() else { return false };
        self.ask(Command::BackToStart { actor });
        let simulation = self.simulation();
        let scene = simulation.scene();
        self.fly = simulation.only_looks_on(scene.avatar.position).then(|| FreeCamera::from(&scene.camera));
        true
    }

    /// Puts the eyes of the person here, in engine axes, radians; the free camera as well, if it is
    /// on. A place that is NaN or infinite changes nothing.
    pub fn go_to_eye(&mut self, eye: Vec3, yaw: f32, pitch: f32) {
        if !(eye.is_finite() && yaw.is_finite() && pitch.is_finite()) {
            return;
        }
        let person = self.person();
        if let Some(actor) = person {
            let feet = eye - Vec3::Y * self.simulation().scene().walker.eye;
            self.ask(Command::PlaceActor { actor, feet, yaw, pitch });
        }
        if self.fly.is_some() || person.is_none() {
            self.fly = Some(FreeCamera { eye, yaw, pitch });
        }
    }

    /// Turns the free camera on, where the view is.
    pub fn fly_from_here(&mut self) {
        self.fly = Some(FreeCamera::from(&self.camera()));
    }

    /// The actor of the person, in the place that is seen.
    fn person(&self) -> Option<ActorId> {
        self.simulation().state().actors.piloted_by(SeatId::FIRST).map(|(id, _)| id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bindings::Bindings;
    use crate::input::Devices;
    use crate::loader::{End, Loading};
    use crate::settings::Control;
    use crate::small_world::{uploader, wait, wanted};
    use crate::visit::Time;
    use replay::Recorder;
    use runtime::Input;
    use std::time::Duration;
    use winit::keyboard::KeyCode;

    fn visit() -> Option<(Visit, Recorder)> {
        let folder = tempfile::tempdir().unwrap();
        let End::Ready(ready, _) = wait(&mut Loading::start(wanted(folder.path()), uploader()?, || ()))
        else {
            panic!("not ready")
        };
        let recorder = Recorder::default();
        Some((Visit::enter(*ready, None, recorder.clone()), recorder))
    }

    fn feet(visit: &Visit) -> Vec3 {
        visit.simulation().state().avatar().unwrap().position
    }

    #[test]
    fn a_way_back_to_the_start_and_one_elsewhere_are_commands_of_the_next_tick() {
        let Some((mut visit, recorder)) = visit() else { return };
        let start = feet(&visit);
        for _ in 0..60 {
            visit.step(Input { forward: 1.0, ..Input::default() });
        }
        assert!(feet(&visit).distance(start) > visit.simulation().scene().frame.units(1.0));
        assert!(visit.back_to_start());
        visit.step(Input::default());
        assert!(feet(&visit).distance(start) < 0.1, "{} {start}", feet(&visit));
        let eye = start + Vec3::new(1.0, visit.simulation().scene().walker.eye, 0.0);
        visit.go_to_eye(eye, 0.5, 0.1);
        visit.go_to_eye(Vec3::NAN, 0.0, 0.0);
        visit.step(Input::default());
        let at = feet(&visit);
        assert!((at.x - start.x - 1.0).abs() < 0.01 && (at.z - start.z).abs() < 0.01, "{at} {start}");
        assert_eq!(visit.simulation().state().avatar().unwrap().yaw, 0.5);
        let recording = recorder.lock().clone().unwrap();
        assert!(matches!(recording.commands_at(60), [Command::BackToStart { .. }]), "{recording:?}");
        assert!(matches!(recording.commands_at(61), [Command::PlaceActor { .. }]), "{recording:?}");
    }

    #[test]
    fn while_time_is_frozen_only_the_free_camera_moves() {
        let Some((mut visit, _)) = visit() else { return };
        let (bindings, control) = (Bindings::default(), Control::default());
        let mut devices = Devices::default();
        devices.key(KeyCode::KeyW, true);
        visit.fly_from_here();
        let mut eyes = [Time::Paused, Time::Frozen].map(|time| {
            let ticks = visit.pass(Duration::from_millis(100), time, &mut devices, &bindings, &control);
            assert_eq!((ticks, visit.world.tick()), (0, 0));
            visit.camera().eye
        });
        eyes[1] -= eyes[0];
        // A tenth of a second of flight.
        let metres = eyes[1].length() * visit.simulation().scene().frame.metres_per_unit;
        assert!((metres - control.fly_m_per_s * 0.1).abs() < 0.01, "{metres}");
        let start = visit.simulation().state().camera.eye;
        assert_eq!(eyes[0], start, "nothing moves while it is paused");
    }
}
