//! A world that is being visited: its simulation, the view into it, and the
//! recording of what was asked.

use super::clock::Clock;
use super::fly::{Fly, Way};
use super::input::{self, Devices, Steering};
use super::loader::{Ready, Wanted};
use crate::bindings::{Action, Bindings};
use crate::settings::{self, Control, Settings};
use load::Request;
use pictures::Viewpoint;
use replay::report;
use replay::{FORMAT, HASH_EVERY, Header, Replay};
use runtime::{Simulation, TICKS_PER_SECOND};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use world::{Camera, Finding, OccurrenceId, State};

/// Times as fast the free camera flies while running.
const FAST: f32 = 5.0;

/// A recording waits no longer to learn which files it was made with; without
/// them it fits every install.
const FINGERPRINT_WITHIN: Duration = Duration::from_secs(5);

/// A world that is being visited.
#[derive(Debug)]
pub struct Visit {
    /// What to load to come here again.
    pub wanted: Wanted,
    /// Name of the title for people.
    pub title_name: String,
    /// What was loaded.
    pub request: Request,
    /// The world.
    pub simulation: Simulation,
    /// Everything odd about its files.
    pub findings: Vec<Finding>,
    /// Bytes read from files.
    pub bytes_read: u64,
    /// Milliseconds per phase of loading.
    pub times_ms: Vec<(&'static str, f64)>,
    /// A camera apart from the avatar.
    pub fly: Option<Fly>,
    /// What the next tick is asked.
    pub steering: Steering,
    /// The recording is to hold hashes of the state.
    pub with_hashes: bool,
    clock: Clock,
    fingerprint: Arc<OnceLock<u64>>,
    /// The state with other zones, while the free camera is where others exist.
    elsewhere: Option<Box<State>>,
}

impl Visit {
    /// Enters a world, or comes back to it: then the eye is put where it was.
    pub fn enter(ready: Ready, before: Option<&Visit>) -> Self {
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
            elsewhere: None,
        };
        *report::recording() = Some(Replay::new(visit.header()));
        if let Some(before) = before {
            let avatar = before.simulation.state().avatar;
            visit.simulation.edit().teleport_avatar(avatar.position, avatar.yaw, avatar.pitch);
            visit.fly = before.fly;
            // What was recorded would not lead here again.
            *report::recording() = None;
        }
        visit
    }

    fn header(&self) -> Header {
        Header {
            format: FORMAT.to_owned(),
            title: self.request.title.clone(),
            world: self.request.world.clone(),
            fingerprint: self.fingerprint.get().map_or_else(String::new, |value| format!("{value:016x}")),
            seed: self.wanted.seed,
            tick_rate: TICKS_PER_SECOND,
        }
    }

    /// Lets some time pass; paused, only the free camera moves. The number of
    /// ticks.
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
                Some(_) => runtime::Input::default(),
                None => self.steering.take(devices, bindings, control),
            };
            let tick = self.simulation.state().tick;
            if let Some(recording) = report::recording().as_mut() {
                recording.push_input(tick, input);
                recording.ticks = Some(tick + 1);
                if recording.header.fingerprint.is_empty() && self.fingerprint.get().is_some() {
                    recording.header = self.header();
                }
            }
            self.simulation.tick(&input);
            if self.with_hashes && (tick + 1).is_multiple_of(HASH_EVERY) {
                self.push_hash();
            }
        }
        for finding in self.simulation.take_findings() {
            tracing::warn!(target: "world", "{finding}");
        }
        ticks
    }

    fn push_hash(&self) {
        let state = self.simulation.state();
        if let Some(recording) = report::recording().as_mut() {
            recording.hashes.push((state.tick, state.hash()));
        }
    }

    /// The recording up to now, with a hash of where it ends; `None` once the
    /// world was loaded again.
    pub fn recorded(&self) -> Option<Replay> {
        let since = Instant::now();
        while self.fingerprint.get().is_none() && since.elapsed() < FINGERPRINT_WITHIN {
            std::thread::sleep(Duration::from_millis(5));
        }
        let tick = self.simulation.state().tick;
        let mut recording = report::recording().clone()?;
        recording.header = self.header();
        recording.ticks = Some(tick);
        if recording.hashes.last().is_none_or(|(last, _)| *last != tick) && tick > 0 {
            recording.hashes.push((tick, self.simulation.state().hash()));
        }
        Some(recording)
    }

    /// Between the last two ticks, 0..1.
    pub fn between(&self) -> f32 {
        self.clock.between()
    }

    /// Where to look from now: between the last two ticks, and turned by what
    /// the next will be asked, so that the view answers at once.
    pub fn camera(&self) -> Camera {
        let now = self.simulation.state().camera;
        if let Some(fly) = &self.fly {
            return fly.camera(&now);
        }
        let before = self.simulation.previous().camera;
        let mut eye = before.eye.lerp(now.eye, self.clock.between());
        if !eye.is_finite() {
            eye = now.eye;
        }
        let mut turned = Fly { eye, yaw: now.yaw, pitch: now.pitch };
        turned.turn(self.steering.turn);
        turned.camera(&now)
    }

    /// Prepares [`Visit::drawn_state`] for a camera.
    pub fn look(&mut self) {
        self.elsewhere = None;
        let Some(fly) = &self.fly else { return };
        let zones = self.simulation.zones_at(fly.eye);
        if zones != self.simulation.state().zones {
            self.elsewhere = Some(Box::new(State { zones, ..self.simulation.state().clone() }));
        }
    }

    /// The state to be drawn.
    pub fn drawn_state(&self) -> &State {
        self.elsewhere.as_deref().unwrap_or_else(|| self.simulation.state())
    }

    /// The free camera on or off. Off, the eye is the avatar's again.
    pub fn toggle_fly(&mut self) {
        self.fly = match self.fly {
            None => Some(Fly::from(&self.camera())),
            Some(_) => None,
        };
    }

    /// Flies to where an occurrence is in sight.
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

    /// Where the view is, for a picture's metadata.
    pub fn place(&self) -> Viewpoint {
        let camera = self.camera();
        Viewpoint::of(self.simulation.scene(), &camera)
    }

    /// How the renderer is to draw it.
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
        }
    }
}

/// The vertical field of view of a picture of 4:3 that is so many degrees wide.
pub fn fov_y_deg(across_deg: f32) -> f32 {
    let half = libm::tanf(across_deg.to_radians() * 0.5) * 0.75;
    2.0 * libm::atanf(half).to_degrees()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seventy_five_degrees_across_are_sixty_upright() {
        assert!((fov_y_deg(75.178_18) - 60.0).abs() < 1e-2);
    }
}
