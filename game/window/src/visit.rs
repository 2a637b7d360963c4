//! A world that is being visited: its simulation, the view into it, and the recording of the input.

use super::clock::Clock;
use super::fly::{Fly, Way};
use super::input::{self, Devices, Steering};
use super::loader::{Ready, Wanted};
use crate::bindings::{Action, Bindings};
use crate::settings::{self, Control, Settings};
use load::Request;
use pictures::Viewpoint;
use replay::{HASH_EVERY, Header, Recorder, Replay};
use runtime::{Carried, Cue, Input, Simulation};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use world::{ActiveZones, Camera, CameraMode, Finding, Limits, OccurrenceId};

/// Speed factor of the free camera while running.
const FAST: f32 = 5.0;

/// Longest wait of a recording for the hashes of the files it was made with; without them it fits
/// every install.
const FINGERPRINT_WITHIN: Duration = Duration::from_secs(5);

/// A world that is being visited.
#[derive(Debug)]
pub struct Visit {
    /// The request to load this world again.
    pub wanted: Wanted,
    /// Name of the title for people.
    pub title_name: String,
    /// What was loaded.
    pub request: Request,
    /// The world.
    pub simulation: Simulation,
    /// Findings about its files.
    pub findings: Vec<Finding>,
    /// Bytes read from files.
    pub bytes_read: u64,
    /// Milliseconds per phase of loading.
    pub times_ms: Vec<(&'static str, f64)>,
    /// The free camera, if it is on.
    pub fly: Option<Fly>,
    /// The input of the next tick.
    pub steering: Steering,
    /// Whether the recording contains hashes of the state.
    pub with_hashes: bool,
    clock: Clock,
    fingerprint: Arc<OnceLock<u64>>,
    /// What the world said since somebody read it.
    said: Option<String>,
    recorder: Recorder,
    /// What went on when the world was loaded again.
    pub carried: Carried,
}

impl Visit {
    /// Enters a world, or returns to it with the eye where it was.
    pub fn enter(ready: Ready, before: Option<&Visit>, recorder: Recorder) -> Self {
        let mut visit = Visit {
            wanted: ready.wanted,
            title_name: ready.title_name,
            request: ready.request,
            simulation: ready.simulation,
            findings: ready.findings,
            bytes_read: ready.bytes_read,
            times_ms: ready.times_ms,
            fly: None,
            steering: Steering::default(),
            with_hashes: false,
            clock: Clock::default(),
            fingerprint: ready.fingerprint,
            said: None,
            recorder,
            carried: Carried::default(),
        };
        match before {
            Some(before) => {
                visit.fly = before.fly;
                visit.carried = visit.simulation.go_on_from(&before.simulation, &Limits::default());
                // A recording from the start would not lead here.
                *visit.recorder.lock() = None;
            }
            None => *visit.recorder.lock() = Some(Replay::new(visit.header())),
        }
        visit
    }

    fn header(&self) -> Header {
        Header {
            fingerprint: self.fingerprint.get().map_or_else(String::new, |value| format!("{value:016x}")),
            ..Header::new(&self.request.title, &self.request.world, self.wanted.seed)
        }
    }

    /// Advances time; while paused only the free camera moves. Returns the number of ticks.
    pub fn pass(
        &mut self,
        elapsed: Duration,
        paused: bool,
        devices: &mut Devices,
        bindings: &Bindings,
        control: &Control,
    ) -> u32 {
        if paused {
            devices.take_motion();
            return 0;
        }
        let seconds = elapsed.as_secs_f32().min(0.125);
        let turn = input::turn(devices, bindings, control, seconds);
        match &mut self.fly {
            Some(fly) => {
                fly.turn(turn);
                let between = |less, more| devices.between(bindings, control, less, more);
                let way = Way {
                    forward: between(Action::Backward, Action::Forward),
                    right: between(Action::Left, Action::Right),
                    up: between(Action::Sink, Action::Jump),
                };
                let fast = 1.0 + (FAST - 1.0) * devices.asked(bindings, control, Action::Run);
                let metres = control.fly_m_per_s * fast * seconds;
                fly.go(way, self.simulation.scene().frame.units(metres));
            }
            None => self.steering.add(turn),
        }
        let ticks = self.clock.advance(elapsed);
        for _ in 0..ticks {
            let input = match self.fly {
                Some(_) => Input::default(),
                None => self.steering.take(devices, bindings, control),
            };
            self.step(input);
        }
        for finding in self.simulation.take_findings() {
            tracing::warn!(target: "world", "{finding}");
        }
        ticks
    }

    /// One tick, recorded.
    fn step(&mut self, input: Input) {
        let tick = self.simulation.state().tick;
        if let Some(recording) = self.recorder.lock().as_mut() {
            recording.push_input(tick, input);
            recording.ticks = Some(tick + 1);
            if recording.header.fingerprint.is_empty() && self.fingerprint.get().is_some() {
                recording.header = self.header();
            }
        }
        self.simulation.tick(&input);
        if let Some(words) = last_words(self.simulation.cues()) {
            self.said = Some(words.to_owned());
        }
        if self.with_hashes && (tick + 1).is_multiple_of(HASH_EVERY) {
            self.push_hash();
        }
    }

    fn push_hash(&self) {
        let state = self.simulation.state();
        if let Some(recording) = self.recorder.lock().as_mut() {
            recording.hashes.push((state.tick, state.hash()));
        }
    }

    /// The recording so far, with a hash of its end.
    pub fn recorded(&self) -> Option<Replay> {
        let since = Instant::now();
        while self.fingerprint.get().is_none() && since.elapsed() < FINGERPRINT_WITHIN {
            std::thread::sleep(Duration::from_millis(5));
        }
        let tick = self.simulation.state().tick;
        let mut recording = self.recorder.lock().clone()?;
        recording.header = self.header();
        recording.ticks = Some(tick);
        if recording.hashes.last().is_none_or(|(last, _)| *last != tick) && tick > 0 {
            recording.hashes.push((tick, self.simulation.state().hash()));
        }
        Some(recording)
    }

    /// The last message or caption of the world, once.
    pub fn take_said(&mut self) -> Option<String> {
        self.said.take()
    }

    /// Between the last two ticks, 0..1.
    pub fn between(&self) -> f32 {
        self.clock.between()
    }

    /// The camera of this moment: between the last two ticks, and turned by the input of the next,
    /// so that the view responds at once.
    pub fn camera(&self) -> Camera {
        let now = self.simulation.state().camera;
        if let Some(fly) = &self.fly {
            return fly.camera(&now);
        }
        let before = self.simulation.previous().camera;
        let rig = &self.simulation.state().rig;
        if rig.mode != CameraMode::Eyes || rig.blend.is_some() {
            return now.at(before.pose().toward(&now.pose(), self.clock.between()));
        }
        let mut eye = before.eye.lerp(now.eye, self.clock.between());
        if !eye.is_finite() {
            eye = now.eye;
        }
        let mut turned = Fly { eye, yaw: now.yaw, pitch: now.pitch };
        turned.turn(self.steering.turn);
        turned.camera(&now)
    }

    /// The active zones of the view: those at the free camera, if it is on.
    pub fn zones(&self) -> ActiveZones {
        self.fly.map_or(self.simulation.state().zones, |fly| self.simulation.zones_at(fly.eye))
    }

    /// Turns the free camera on or off. Off, the view is the avatar's again.
    pub fn toggle_fly(&mut self) {
        self.fly = match self.fly {
            None => Some(Fly::from(&self.camera())),
            Some(_) => None,
        };
    }

    /// Moves the free camera to where an occurrence is in view.
    pub fn go_to(&mut self, id: OccurrenceId, fov_y: f32) {
        let occurrences = self.simulation.occurrences();
        let bounds = *occurrences.bounds(id);
        let bounds = if bounds.is_empty() {
            let place = occurrences.transform(id).translation;
            let near = self.simulation.scene().frame.units(2.0);
            world::Aabb::around([place.into()]).padded(near)
        } else {
            bounds
        };
        let mut fly = self.fly.unwrap_or_else(|| Fly::from(&self.camera()));
        fly.see(&bounds, fov_y);
        self.fly = Some(fly);
    }

    /// Position and direction of the view, for a picture's metadata.
    pub fn place(&self) -> Viewpoint {
        let camera = self.camera();
        Viewpoint::of(self.simulation.scene(), &camera)
    }

    /// Render options.
    pub fn look_settings(&self, settings: &Settings, view: render::DebugView) -> render::Settings {
        let picture = &settings.picture;
        let scene = self.simulation.scene();
        let metres = scene.camera.far * scene.frame.metres_per_unit * picture.view_distance;
        render::Settings {
            fov_y_deg: Some(fov_y_deg(picture.field_of_view_deg)),
            view_distance: Some(metres),
            msaa: picture.samples,
            anisotropy: picture.anisotropy,
            look: match picture.look {
                settings::Look::Clear => render::Look::Clear,
                settings::Look::Faithful => render::Look::Faithful,
            },
            view,
            vsync: picture.vsync,
            ..render::Settings::default()
        }
    }
}

/// The last message or caption of a tick.
fn last_words(cues: &[Cue]) -> Option<&str> {
    cues.iter().rev().find_map(|cue| match cue {
        Cue::Message { text } | Cue::Caption { text, .. } => Some(text.as_str()),
        _ => None,
    })
}

/// The vertical field of view of a 4:3 picture with this horizontal one.
pub fn fov_y_deg(across_deg: f32) -> f32 {
    let half = libm::tanf(across_deg.to_radians() * 0.5) * 0.75;
    2.0 * libm::atanf(half).to_degrees()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_message_or_caption_is_what_was_said() {
        let cues = [
            Cue::Message { text: "a door opens".into() },
            Cue::Caption { text: "Who is there?".into(), seconds: 2.0 },
            Cue::Rumble { strength: 1.0, seconds: 0.1 },
        ];
        assert_eq!(last_words(&cues), Some("Who is there?"));
        assert_eq!(last_words(&cues[2..]), None);
    }

    #[test]
    fn seventy_five_degrees_across_are_sixty_upright() {
        assert!((fov_y_deg(75.178_18) - 60.0).abs() < 1e-2);
    }
}
