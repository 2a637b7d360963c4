//! A running world.

use crate::{Edit, Input, clips::Clips, materials, walker, zones};
use glam::Vec3;
use std::fmt;
use std::sync::Arc;
use world::{
    ActiveZones, Avatar, Camera, Colliders, Dirty, Finding, Fog, Light, Limits, Occurrences, Probe, Scene,
    Space, State,
};

pub use world::TICKS_PER_SECOND;

/// Seconds in a tick.
pub const DT: f32 = 1.0 / TICKS_PER_SECOND as f32;

/// A state that belongs to another scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misfit;

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the state belongs to another world")
    }
}

impl std::error::Error for Misfit {}

/// What interpolation needs of the tick before; where nodes stood is
/// [`Occurrences::previous`].
#[derive(Clone, Debug)]
pub struct Previous {
    /// The person.
    pub avatar: Avatar,
    /// The camera.
    pub camera: Camera,
    /// The lights; as many as now.
    pub lights: Vec<Light>,
    /// The fog.
    pub fog: Fog,
}

impl Previous {
    fn of(state: &State) -> Self {
        Previous { avatar: state.avatar, camera: state.camera, lights: state.lights.clone(), fog: state.fog }
    }

    fn follow(&mut self, state: &State) {
        self.avatar = state.avatar;
        self.camera = state.camera;
        self.lights.clone_from(&state.lights);
        self.fog = state.fog;
    }
}

/// A running world: its state and what is derived from it.
#[derive(Debug)]
pub struct Simulation {
    pub(crate) scene: Arc<Scene>,
    pub(crate) state: State,
    previous: Previous,
    occurrences: Occurrences,
    space: Space,
    pub(crate) dirty: Dirty,
    pub(crate) clips: Clips,
    findings: Vec<Finding>,
}

impl Simulation {
    /// A world at its start, and what is wrong with its links.
    pub fn new(scene: Arc<Scene>, seed: u32, limits: &Limits) -> (Self, Vec<Finding>) {
        let mut state = State::new(&scene, seed);
        state.camera = look(&scene, &state);
        Self::around(scene, state, limits)
    }

    /// A world as a save left it.
    ///
    /// # Errors
    ///
    /// When the state belongs to another scene.
    pub fn resume(scene: Arc<Scene>, state: State, limits: &Limits) -> Result<(Self, Vec<Finding>), Misfit> {
        if state.fits(&scene) { Ok(Self::around(scene, state, limits)) } else { Err(Misfit) }
    }

    fn around(scene: Arc<Scene>, state: State, limits: &Limits) -> (Self, Vec<Finding>) {
        let (occurrences, findings) = Occurrences::build(&scene, &state, limits.occurrences);
        let space = Space::new(&scene, &occurrences, Arc::new(Colliders::new(&scene)));
        let previous = Previous::of(&state);
        let dirty = Dirty::default();
        let clips = Clips::new(&scene);
        let simulation =
            Simulation { scene, state, previous, occurrences, space, dirty, clips, findings: Vec::new() };
        (simulation, findings)
    }

    /// Everything loading made.
    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// Everything a tick may change.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The tick before, for interpolation.
    pub fn previous(&self) -> &Previous {
        &self.previous
    }

    /// What is where.
    pub fn occurrences(&self) -> &Occurrences {
        &self.occurrences
    }

    /// Asks about the world as it is now, in the zones that exist now.
    pub fn probe(&self) -> Probe<'_> {
        Probe {
            scene: &self.scene,
            occurrences: &self.occurrences,
            space: &self.space,
            zones: self.state.zones,
        }
    }

    /// The zones that would exist if the camera were here: for a view that is no
    /// part of the state.
    pub fn zones_at(&self, eye: Vec3) -> ActiveZones {
        zones::around(&self.probe(), eye, 0.0, eye)
    }

    /// What was found wrong with links made since the start; taken out.
    pub fn take_findings(&mut self) -> Vec<Finding> {
        std::mem::take(&mut self.findings)
    }

    /// Changes the world; see [`Edit`].
    pub fn edit(&mut self) -> Edit<'_> {
        Edit::new(self)
    }

    /// One tick.
    pub fn tick(&mut self, input: &Input) {
        self.refresh();
        self.occurrences.settle();
        self.previous.follow(&self.state);

        let scene = self.scene.clone();
        let mut avatar = self.state.avatar;
        walker::tick(&self.probe(), &scene.walker, &mut avatar, input.sound());
        self.state.avatar = avatar;
        materials::tick(&scene, &mut self.state);
        self.clips.tick(&scene, &mut self.state, &mut self.dirty);
        self.refresh();
        self.look_around();
        self.state.tick += 1;
    }

    /// Zones and camera follow the avatar.
    fn look_around(&mut self) {
        let camera = look(&self.scene, &self.state);
        let walker = &self.scene.walker;
        let zones = zones::around(&self.probe(), self.state.avatar.position, walker.step, camera.eye);
        self.state.zones = zones;
        self.state.camera = camera;
    }

    /// Puts the avatar somewhere without a way there.
    pub(crate) fn place_avatar(&mut self, feet: Vec3, yaw: f32, pitch: f32) {
        self.refresh();
        let avatar = Avatar { position: feet, yaw, pitch, ..Avatar::default() };
        self.state.avatar = avatar;
        // Ground in a zone that did not exist where the avatar came from.
        self.state.zones = self.scene.zones;
        self.look_around();
        self.previous.avatar = self.state.avatar;
        self.previous.camera = self.state.camera;
    }

    /// Brings occurrences and space up to date with the state.
    pub(crate) fn refresh(&mut self) {
        if self.dirty.is_empty() {
            return;
        }
        let found = self.occurrences.update(&self.scene, &self.state, &self.dirty);
        self.findings.extend(found);
        self.space.update(&self.scene, &self.occurrences);
        self.dirty.clear();
    }
}

/// The camera at the avatar's eye.
fn look(scene: &Scene, state: &State) -> Camera {
    let Avatar { position, yaw, pitch, .. } = state.avatar;
    Camera { eye: position + Vec3::Y * scene.walker.eye, yaw, pitch, ..state.camera }
}
