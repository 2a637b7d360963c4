//! One model, a clip of it at some time, and the camera around it.

use super::posed;
use crate::failure::Failure;
use binary::Limits;
use glam::Vec3;
use load::LoadedModel;
use runtime::{Input, Simulation};
use serde::Serialize;
use std::sync::Arc;
use world::{Aabb, AnimatorId, Camera, Clock, Fog, Motion, NodeFlags, NodeId, Scene};

/// Degrees the camera sees from top to bottom.
const FIELD_OF_VIEW_DEG: f32 = 35.0;
/// Room around the model, as part of its size.
const ROOM: f32 = 1.08;
/// Places in a clip that are looked at to find how much room it takes.
const PLACES: u32 = 16;
/// Colour behind the model.
const BACKGROUND: [f32; 3] = [0.16, 0.17, 0.19];

/// What a model can do.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClipInfo {
    /// Its name.
    pub name: String,
    /// Seconds of one run.
    pub seconds: f32,
    /// Parts it moves, or frames it shows.
    pub parts: usize,
}

/// From where the model is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Degrees it is turned to the left; 0 shows its front.
    pub yaw_deg: f32,
    /// Degrees from above, -90..=90.
    pub pitch_deg: f32,
    /// Times as far away as where it just fits.
    pub distance: f32,
}

/// A model on a turntable.
#[derive(Debug)]
pub struct Stage {
    /// The model, and what moves.
    pub simulation: Simulation,
    /// How many levels of detail there are.
    pub levels: usize,
    /// What it can do, in the game's order.
    pub clips: Vec<ClipInfo>,
    bounds: Aabb,
}

impl Stage {
    /// Puts a model onto the turntable, at rest.
    pub fn new(loaded: LoadedModel) -> Self {
        let mut scene = loaded.scene;
        // The background has the colour of fog that is nowhere.
        scene.fog = Fog { on: true, color: BACKGROUND, near: 1e8, far: 1e9, ..Fog::default() };
        let playable = scene.animators.first().map_or(&[][..], |animator| &animator.clips);
        let clips = playable.iter().filter_map(|playable| {
            let clip = scene.clips.get(playable.clip.index())?;
            let parts = match &clip.motion {
                Motion::Parts(_) => playable.nodes.iter().flatten().count(),
                Motion::Frames(frames) => frames.len(),
            };
            Some(ClipInfo { name: clip.name.to_string(), seconds: clip.seconds, parts })
        });
        let clips = clips.collect();
        // What is wrong with the links is a finding of loading already.
        let (simulation, _) = Simulation::new(Arc::new(scene), 1, &Limits::default());
        let mut stage = Stage { simulation, levels: loaded.levels, clips, bounds: Aabb::EMPTY };
        stage.bounds = stage.room(None);
        stage
    }

    /// The model as a scene.
    pub fn scene(&self) -> &Scene {
        self.simulation.scene()
    }

    /// The clip of a name, whatever its case.
    ///
    /// # Errors
    /// None of that name, with what there is.
    pub fn clip(&self, name: &str) -> Result<usize, Failure> {
        let found = self.clips.iter().position(|clip| clip.name.eq_ignore_ascii_case(name));
        found.ok_or_else(|| {
            let names: Vec<&str> = self.clips.iter().map(|clip| clip.name.as_str()).collect();
            Failure::Unusable(match names.is_empty() {
                true => format!("no clip `{name}`: this model has none"),
                false => format!("no clip `{name}`: there are {}", names.join(", ")),
            })
        })
    }

    /// Plays a clip from a place in time, `speed` seconds in a second, again and
    /// again; without one it is put back as it was loaded.
    pub fn play(&mut self, clip: Option<usize>, time: f32, speed: f32) {
        let animator = self.scene().animators.first();
        let clip = clip.and_then(|clip| Some(animator?.clips.get(clip)?.clip));
        if clip.is_none() {
            self.rest();
        }
        let clock = Clock { clip, time, speed, ..Clock::default() };
        self.simulation.edit().play(AnimatorId(0), clock);
        self.simulation.edit().refresh();
    }

    fn rest(&mut self) {
        let scene = Arc::clone(self.simulation.scene());
        for (index, node) in scene.nodes.iter().enumerate() {
            self.simulation.edit().teleport_node(NodeId::from(index), node.transform);
        }
    }

    /// Where in its clip the model is, seconds.
    pub fn time(&self) -> f32 {
        self.simulation.state().clocks.first().map_or(0.0, |clock| clock.time)
    }

    /// Lets a sixtieth of a second pass.
    pub fn tick(&mut self) {
        self.simulation.tick(&Input::default());
    }

    /// Makes the camera leave room for a whole clip, and puts the model at its
    /// start.
    pub fn make_room_for(&mut self, clip: Option<usize>) {
        self.bounds = self.room(clip);
    }

    fn room(&mut self, clip: Option<usize>) -> Aabb {
        let seconds = clip.and_then(|clip| self.clips.get(clip)).map_or(0.0, |clip| clip.seconds);
        let mut room = Aabb::EMPTY;
        for place in (0..PLACES).rev() {
            if clip.is_some() {
                self.play(clip, seconds * place as f32 / PLACES as f32, 0.0);
            }
            room = room.union(self.shown());
        }
        room
    }

    /// Box around everything that is seen now.
    fn shown(&self) -> Aabb {
        let table = self.simulation.occurrences();
        let seen = table.ids().filter(|id| table.flags(*id).has(NodeFlags::ACTIVE));
        seen.fold(Aabb::EMPTY, |all, id| all.union(posed::bounds(&self.simulation, id)))
    }

    /// The camera for a picture of this shape.
    pub fn camera(&self, view: &View, (width, height): (u32, u32)) -> Camera {
        let (center, radius) = match self.bounds.is_empty() {
            true => (Vec3::ZERO, 1.0),
            false => (self.bounds.center(), self.bounds.half().length().max(1e-3) * ROOM),
        };
        let fov_y = FIELD_OF_VIEW_DEG.to_radians();
        let aspect = width.max(1) as f32 / height.max(1) as f32;
        let narrow = libm::atanf(libm::tanf(fov_y * 0.5) * aspect.min(1.0));
        let distance = radius / libm::sinf(narrow) * view.distance;
        let mut camera = Camera {
            eye: center,
            yaw: (180.0 + view.yaw_deg).to_radians(),
            pitch: -view.pitch_deg.clamp(-90.0, 90.0).to_radians(),
            fov_y,
            near: (distance - radius).max(radius * 0.01),
            far: distance + radius * 2.0,
            lod_multiplier: 1.0,
        };
        camera.eye = center - camera.forward() * distance;
        camera
    }
}
