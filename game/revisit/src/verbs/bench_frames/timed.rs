//! A world on the device and how long its frames take. Places that join on the way are handed over in the frames, as a
//! window does it: so many bytes a frame, and each is drawn once all of it is there.

use render::{Loaded, Neighbour, Renderer, Settings, Shot, Size, Statistics, Upload};
use runtime::places::{Place, PlaceId, World};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Instant;
use world::{Camera, Hud, Limits};

/// A world on the device and its frame times.
pub(super) struct Timed<'r> {
    renderer: &'r Renderer,
    /// Places that are drawn.
    loaded: BTreeMap<PlaceId, Loaded>,
    /// Places on their way to the device.
    uploads: VecDeque<(PlaceId, Upload)>,
    settings: Settings,
    size: Size,
    /// What a driver reads over the frame.
    over: Hud,
    pub target: render::Offscreen,
    /// The places of the start.
    pub upload_ms: f64,
    /// Milliseconds of each frame that counts.
    pub times: Vec<f64>,
    /// The most of any frame.
    pub most: Statistics,
    pub most_places: usize,
    /// Places that joined after the start.
    pub joined: usize,
}

impl<'r> Timed<'r> {
    /// With all places of a world on the device.
    pub fn new(
        renderer: &'r Renderer,
        world: &World,
        size: Size,
        settings: Settings,
    ) -> Result<Self, render::RenderError> {
        let since = Instant::now();
        let mut loaded = BTreeMap::new();
        for place in world.places() {
            let simulation = place.simulation();
            loaded.insert(place.id(), renderer.load_of(simulation.scene(), simulation.occurrences())?);
        }
        let upload_ms = since.elapsed().as_secs_f64() * 1000.0;
        Ok(Timed {
            renderer,
            loaded,
            uploads: VecDeque::new(),
            settings,
            size,
            over: Hud::default(),
            target: renderer.offscreen(size)?,
            upload_ms,
            times: Vec::new(),
            most: Statistics::default(),
            most_places: 0,
            joined: 0,
        })
    }

    /// Prepares what joined and lets go of what left; a window does that on threads, so that no frame takes longer.
    pub fn follow(&mut self, world: &World) -> Result<(), render::RenderError> {
        self.loaded.retain(|id, _| world.place(*id).is_some());
        self.uploads.retain(|(id, _)| world.place(*id).is_some());
        for place in world.places() {
            let id = place.id();
            if self.loaded.contains_key(&id) || self.uploads.iter().any(|(known, _)| *known == id) {
                continue;
            }
            let (scene, table) = (place.simulation().scene(), place.simulation().occurrences());
            if let Some(upload) = self.renderer.uploader().prepare(scene, table, |_, _, _| true)? {
                self.uploads.push_back((id, upload));
                self.joined += 1;
            }
        }
        Ok(())
    }

    /// One frame: what it hands over, what a driver reads, and drawing.
    pub fn draw(&mut self, world: &World, camera: Camera, counts: bool) -> Result<(), render::RenderError> {
        let since = Instant::now();
        self.hand_over(world.watched())?;
        let here = world.watched_place();
        let simulation = here.simulation();
        let size = [self.size.width, self.size.height];
        let seen = hud::Seen {
            camera,
            aimed: simulation.aimed(1.0),
            ..hud::Seen::new(simulation.probe(), simulation.state(), size)
        };
        hud::lay_out(&seen, &hud::HudOptions::default(), &mut self.over);
        let Some(loaded) = self.loaded.get(&here.id()) else { return Ok(()) };
        let beside: Vec<Neighbour<'_>> =
            world.places().iter().filter_map(|place| self.neighbour(world, place)).collect();
        let shot = Shot {
            loaded,
            scene: simulation.scene(),
            state: simulation.state(),
            zones: simulation.state().zones,
            table: simulation.occurrences(),
            camera,
            feet: simulation.state().feet_of_view(),
            between: 1.0,
            settings: &self.settings,
            beside: &beside,
            hud: Some(&self.over),
        };
        let statistics = self.renderer.draw_offscreen(&shot, &self.target)?;
        let places = 1 + beside.len();
        if counts {
            self.times.push(since.elapsed().as_secs_f64() * 1000.0);
            self.most_places = self.most_places.max(places);
            let most = &mut self.most;
            most.triangles = most.triangles.max(statistics.triangles);
            most.draws = most.draws.max(statistics.draws);
            most.instances = most.instances.max(statistics.instances);
            most.occurrences_drawn = most.occurrences_drawn.max(statistics.occurrences_drawn);
            most.occurrences_culled = most.occurrences_culled.max(statistics.occurrences_culled);
        }
        Ok(())
    }

    /// The next piece of the place that waits longest; all of the one that is stood in.
    fn hand_over(&mut self, watched: PlaceId) -> Result<(), render::RenderError> {
        while let Some((id, upload)) = self.uploads.front_mut() {
            let is_there = upload.step(Upload::FRAME_BYTES)?;
            let id = *id;
            if is_there && let Some((_, upload)) = self.uploads.pop_front() {
                self.loaded.insert(id, upload.finish()?);
            }
            if self.loaded.contains_key(&watched) {
                return Ok(());
            }
        }
        Ok(())
    }

    fn neighbour<'a>(&'a self, world: &'a World, place: &'a Place) -> Option<Neighbour<'a>> {
        let simulation = place.simulation();
        if place.id() == world.watched() {
            return None;
        }
        Some(Neighbour {
            loaded: self.loaded.get(&place.id())?,
            scene: simulation.scene(),
            state: simulation.state(),
            zones: simulation.state().zones,
            table: simulation.occurrences(),
            between: 1.0,
            offset: world.offset(place.id(), world.watched())?,
            grown: 1.0,
        })
    }
}

/// The scene that worlds are compared with.
pub(super) struct Calibration<'r> {
    still: World,
    timed: Timed<'r>,
}

impl<'r> Calibration<'r> {
    /// It, on the device.
    pub fn new(renderer: &'r Renderer, size: Size) -> Result<Self, render::RenderError> {
        let scene = Arc::new(render::calibration());
        let still = runtime::Simulation::new(scene, 1, &Limits::default()).0;
        let still = World::new("calibration", still);
        let timed = Timed::new(renderer, &still, size, Settings::default())?;
        Ok(Calibration { still, timed })
    }

    /// One frame.
    pub fn draw(&mut self, counts: bool) -> Result<(), render::RenderError> {
        let camera = self.still.watched_place().simulation().state().camera;
        self.timed.draw(&self.still, camera, counts)
    }

    /// Milliseconds of each frame that counted.
    pub fn into_times(self) -> Vec<f64> {
        self.timed.times
    }
}
