//! The camera's path: around and around the start of a world, or along a recorded walk, with the places that join and
//! leave on it.

use crate::cli::BenchFramesArgs;
use crate::verbs::beside::Joining;
use base::Failure;
use binary::Limits;
use glam::Vec3;
use load::{Loaded, Request};
use replay::Replay;
use runtime::places::World;
use runtime::{Input, Simulation};
use std::sync::Arc;
use titles::install::Install;
use world::{Camera, Scene};

/// Times that the camera goes around the start without a recording. Each tenth of the frames sees the same, so that memory
/// can be compared: a software device takes as much as there is to see.
const ROUNDS: f32 = 10.0;
/// Its path, looking all around.
const RADIUS_METRES: f32 = 15.0;
const RISE_METRES: f32 = 4.0;
/// Length of a recording that does not say when it ends, in ticks.
const TICKS: u64 = 600;
/// Places around a start that are not there after so many calls will not be.
const MOST_ROUNDS: usize = 64;

/// A world and the camera's path through it.
pub(super) struct Way<'a> {
    /// The world, as far as it was gone through.
    pub world: World,
    joining: Joining<'a>,
    replay: Option<Replay>,
    /// The world runs while the camera goes around.
    running: bool,
    ticks: u64,
}

impl<'a> Way<'a> {
    /// At the start, with the places around it.
    pub fn new(
        install: &'a Arc<Install>,
        request: &Request,
        loaded: Loaded,
        replay: Option<Replay>,
        args: &'a BenchFramesArgs,
    ) -> Result<Self, Failure> {
        let seed = replay.as_ref().map_or(1, |replay| replay.header.seed);
        let first = Simulation::of_loaded(Arc::new(loaded.scene), loaded.derived, seed, &Limits::default());
        let mut joining = Joining::new(install, &args.world.textures, seed);
        joining.race.clone_from(&request.guests.race);
        joining.load_ahead(install);
        let recorded = replay.as_ref().filter(|replay| replay.has_places());
        let world = match recorded {
            Some(replay) => joining.start_as_recorded(&replay.header, first),
            None => joining.start(&request.world, first, &[], None)?,
        };
        let mut way = Way { world, joining, replay, running: args.running, ticks: 0 };
        way.follow_places(0)?;
        if way.replay.as_ref().is_none_or(|replay| !replay.has_places()) {
            for _ in 0..MOST_ROUNDS {
                if way.joining.follow_wishes(&mut way.world).is_empty() {
                    break;
                }
            }
        }
        Ok(way)
    }

    /// Advances to one frame of so many.
    ///
    /// # Errors
    /// Places of a recording that cannot join.
    pub fn go(&mut self, frame: u32, of: u32) -> Result<Camera, Failure> {
        let Some(replay) = &self.replay else {
            if self.running {
                self.world.advance(&[Input::default()], &[]);
            }
            return Ok(around(
                self.world.watched_place().simulation().scene(),
                frame as f32 / of as f32 * ROUNDS,
            ));
        };
        let until = replay.ticks.unwrap_or(TICKS) * u64::from(frame) / u64::from(of);
        for tick in self.ticks..until {
            if tick > 0 {
                self.follow_places(tick)?;
            }
            self.tick(tick);
        }
        self.ticks = until.max(self.ticks);
        Ok(self.world.watched_place().simulation().state().camera)
    }

    /// Places join and leave before a tick: as was recorded, or as the person goes.
    fn follow_places(&mut self, tick: u64) -> Result<(), Failure> {
        match self.replay.as_ref().filter(|replay| replay.has_places()) {
            Some(replay) => self.joining.follow_recording(&mut self.world, replay, tick),
            None => {
                self.joining.follow_wishes(&mut self.world);
                Ok(())
            }
        }
    }

    fn tick(&mut self, tick: u64) {
        let Some(replay) = &self.replay else { return };
        let watched = self.world.watched();
        let commands = replay.commands_at(tick).iter().map(|command| (watched, command.clone()));
        self.world.advance(&[replay.input_at(tick)], &commands.collect::<Vec<_>>());
    }
}

/// A point on the path after so many rounds.
fn around(scene: &Scene, rounds: f32) -> Camera {
    let angle = rounds.fract() * std::f32::consts::TAU;
    let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
    let radius = scene.frame.units(RADIUS_METRES);
    let start = scene.camera;
    let eye = start.eye + Vec3::new(cos * radius, scene.frame.units(RISE_METRES), sin * radius);
    Camera { eye, yaw: start.yaw + angle, ..start }
}
