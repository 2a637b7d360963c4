//! One model, a clip of it at some time, the camera around it and the lamps
//! beside the camera.

use super::joints::segments;
use super::posed;
use super::set::{BACKDROP, HORIZON, Set};
use base::Failure;
use binary::Limits;
use glam::Vec3;
use load::{LoadedModel, ModelExtras};
use runtime::{Input, Simulation};
use serde::Serialize;
use std::borrow::Cow;
use std::sync::Arc;
use world::{
    Aabb, AnimatorId, Camera, Clock, Fog, Light, Motion, NodeFlags, NodeId, OccurrenceId, Occurrences, Scene,
    State, TICKS_PER_SECOND,
};

/// Vertical field of view, degrees.
const FIELD_OF_VIEW_DEG: f32 = 35.0;
/// Margin around the model, relative to its size.
const ROOM: f32 = 1.04;
/// Samples of a clip for finding how much room it takes.
const PLACES: u32 = 16;
/// Near plane relative to the distance of the model: the floor lies in front of it, too.
const NEAR: f32 = 0.1;

/// Seconds that are played, at most, before a picture is taken of what sends out particles.
const LONGEST_WAIT: f32 = 6.0;
/// Samples on the rim of the room that a model takes.
const RIM: u32 = 24;

/// A lamp that stands beside the camera.
struct Lamp {
    /// Direction of its light: right, up, away from the camera.
    direction: [f32; 3],
    color: [f32; 3],
    diffuse: f32,
    ambient: f32,
}

/// The lamps: one over the camera's left shoulder, which casts the shadow, a
/// weak one from the right, one from behind that draws edges.
const LAMPS: [Lamp; 3] = [
    Lamp { direction: [0.62, -1.0, 0.50], color: [1.0, 0.97, 0.92], diffuse: 0.62, ambient: 0.40 },
    Lamp { direction: [-0.90, -0.25, 0.40], color: [0.80, 0.90, 1.0], diffuse: 0.26, ambient: 0.0 },
    Lamp { direction: [-0.35, -0.55, -0.80], color: [1.0, 1.0, 1.0], diffuse: 0.26, ambient: 0.0 },
];

/// A clip of a model.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClipInfo {
    /// Its name.
    pub name: String,
    /// Duration in seconds.
    pub seconds: f32,
    /// Number of parts it moves, or of frames it shows.
    pub parts: usize,
}

/// The orbit of the camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Degrees it is turned to the left; 0 shows its front.
    pub yaw_deg: f32,
    /// Degrees from above, -90..=90.
    pub pitch_deg: f32,
    /// Distance as a multiple of that at which it just fits.
    pub distance: f32,
}

/// A model on a turntable.
#[derive(Debug)]
pub struct Stage {
    /// The model, and what moves it.
    pub simulation: Simulation,
    /// Number of levels of detail.
    pub levels: usize,
    /// Its clips, in the game's order.
    pub clips: Vec<ClipInfo>,
    /// What its family knows of it besides.
    pub extras: ModelExtras,
    /// Bounds of the model alone.
    pub counts: Counts,
    /// Clips that are played start over at their end.
    pub looping: bool,
    set: Set,
    bounds: Aabb,
    /// Lowest point in the clip that the camera leaves room for, engine axes.
    ground: f32,
    /// Distance of the model's farthest point from the vertical axis through its middle.
    reach: f32,
}

/// Counts of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Triangles, each model once.
    pub triangles: usize,
    /// Parts.
    pub nodes: usize,
    /// Textures.
    pub textures: usize,
}

impl Stage {
    /// Puts a model onto the turntable, at rest.
    pub fn new(loaded: LoadedModel) -> Self {
        let mut scene = loaded.scene;
        // The background is the colour of the fog.
        scene.fog = Fog { on: true, color: HORIZON, near: 1e8, far: 1e9, ..Fog::default() };
        // The lamps come first, the model's own lights behind them; only those follow its clips.
        scene.lights.splice(..0, LAMPS.iter().map(|lamp| lamp.light(0.0)));
        let lights =
            scene.animators.iter_mut().flat_map(|own| &mut own.clips).flat_map(|clip| &mut clip.lights);
        lights.flatten().for_each(|light| light.0 += LAMPS.len() as u32);
        let playable = scene.animators.first().map_or(&[][..], |animator| &animator.clips);
        let clips = playable.iter().filter_map(|playable| {
            let clip = scene.clips.get(playable.clip.index())?;
            let parts = match &clip.motion {
                Motion::Parts(_) => playable.nodes.iter().flatten().count(),
                Motion::Frames(frames) => frames.len(),
                Motion::Bones(motion) => motion.tracks().len(),
            };
            Some(ClipInfo { name: clip.name.to_string(), seconds: clip.seconds, parts })
        });
        let clips = clips.collect();
        let counts =
            Counts { triangles: scene.triangles(), nodes: scene.nodes.len(), textures: scene.textures.len() };
        let radius = radius_at_rest(&scene);
        let set = Set::build(&mut scene, radius);
        // Faults of the links are findings of loading already.
        let (simulation, _) = Simulation::new(Arc::new(scene), 1, &Limits::default());
        let (levels, bounds, ground, reach) = (loaded.levels, Aabb::EMPTY, 0.0, 0.0);
        let mut stage = Stage {
            simulation,
            levels,
            clips,
            extras: loaded.extras,
            counts,
            looping: true,
            set,
            bounds,
            ground,
            reach,
        };
        stage.make_room_for(None);
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

    /// Plays a clip in a loop from a time, `speed` seconds per second; without a clip it returns to
    /// its rest pose.
    pub fn play(&mut self, clip: Option<usize>, time: f32, speed: f32) {
        let animator = self.scene().animators.first();
        let clip = clip.and_then(|clip| Some(animator?.clips.get(clip)?.clip));
        if clip.is_none() {
            self.rest();
        }
        let clock = Clock { clip, time, speed, looping: self.looping, ..Clock::default() };
        self.simulation.edit().play(AnimatorId(0), clock);
        self.simulation.edit().refresh();
    }

    /// Stands at a time in a clip, with the particles and ribbons that there are when it was played up to then.
    pub fn settle(&mut self, clip: Option<usize>, time: f32) {
        let scene = self.scene();
        let lives = scene.emitters.iter().map(world::EmitterLaw::longest_life);
        let lives = lives.chain(scene.ribbons.iter().map(world::RibbonLaw::longest_life));
        let seconds = lives.fold(0.0, f32::max).min(LONGEST_WAIT);
        let ticks = (seconds * TICKS_PER_SECOND as f32).ceil();
        if ticks > 0.0 {
            self.play(clip, time - ticks / TICKS_PER_SECOND as f32, 1.0);
            (0..ticks as u32).for_each(|_| self.tick());
        }
        self.play(clip, time, 0.0);
    }

    fn rest(&mut self) {
        let scene = Arc::clone(self.simulation.scene());
        for (index, node) in scene.nodes.iter().enumerate().take(self.set.first()) {
            self.simulation.edit().teleport_node(NodeId::from(index), node.transform);
        }
    }

    /// The state as it is drawn, with its particles and its ribbons or without.
    pub fn seen(&self, particles: bool, ribbons: bool) -> Cow<'_, State> {
        let state = self.simulation.state();
        if (particles || state.effects.emitters.is_empty()) && (ribbons || state.effects.ribbons.is_empty()) {
            return Cow::Borrowed(state);
        }
        let mut seen = state.clone();
        if !particles {
            seen.effects.emitters.clear();
        }
        if !ribbons {
            seen.effects.ribbons.clear();
        }
        Cow::Owned(seen)
    }

    /// Current time in its clip, seconds.
    pub fn time(&self) -> f32 {
        self.simulation.state().clocks.first().map_or(0.0, |clock| clock.time)
    }

    /// Advances by a sixtieth of a second.
    pub fn tick(&mut self) {
        self.simulation.tick(&Input::default());
    }

    /// Moves the camera so that the whole clip fits, and sets the model to its start.
    pub fn make_room_for(&mut self, clip: Option<usize>) {
        (self.bounds, self.ground, self.reach) = (Aabb::EMPTY, f32::INFINITY, 0.0);
        self.at_each_place(clip, |stage| {
            stage.bounds = stage.bounds.union(stage.shown());
            stage.ground = stage.ground.min(stage.lowest());
        });
        let middle = self.bounds.center();
        self.at_each_place(clip, |stage| stage.reach = stage.reach.max(stage.reach_from(middle)));
        self.light(0.0);
    }

    /// Samples the model over a clip, ending at its start, or at rest.
    fn at_each_place(&mut self, clip: Option<usize>, mut look: impl FnMut(&mut Self)) {
        let seconds = clip.and_then(|clip| self.clips.get(clip)).map_or(0.0, |clip| clip.seconds);
        let places = if clip.is_some() { PLACES } else { 1 };
        for place in (0..places).rev() {
            if clip.is_some() {
                self.play(clip, seconds * place as f32 / PLACES as f32, 0.0);
            }
            look(self);
        }
    }

    /// What is visible of the model now, without the set.
    fn parts(&self) -> impl Iterator<Item = OccurrenceId> + '_ {
        let table = self.simulation.occurrences();
        let own = |id: &OccurrenceId| table.node(*id).index() < self.counts.nodes;
        table.ids().filter(own).filter(|id| table.flags(*id).contains(NodeFlags::ACTIVE))
    }

    /// Bounding box of the visible model.
    fn shown(&self) -> Aabb {
        self.parts().fold(Aabb::EMPTY, |all, id| all.union(posed::bounds(&self.simulation, id)))
    }

    /// Largest distance of anything visible from a vertical axis.
    fn reach_from(&self, middle: Vec3) -> f32 {
        let bounds = self.parts().map(|id| posed::bounds(&self.simulation, id));
        let bounds = bounds.filter(|bounds| !bounds.is_empty());
        let furthest = bounds.map(|bounds| (bounds.min - middle).abs().max((bounds.max - middle).abs()));
        furthest.fold(0.0, |reach, way| reach.max(way.with_y(0.0).length()))
    }

    /// Height of the lowest visible corner; infinite without any.
    fn lowest(&self) -> f32 {
        let (scene, table) = (self.scene(), self.simulation.occurrences());
        let mut lowest = f32::INFINITY;
        for id in self.parts() {
            let model = table.shape(scene, id).and_then(|node| node.model);
            let Some(model) = model.and_then(|model| scene.models.get(model.index())) else { continue };
            if model.deform.is_some() || model.facade.is_some() {
                lowest = lowest.min(posed::bounds(&self.simulation, id).min.y);
                continue;
            }
            let transform = table.transform(id);
            let heights =
                model.vertices.iter().map(|vertex| transform.transform_point3(vertex.position.into()).y);
            lowest = heights.fold(lowest, f32::min);
        }
        lowest
    }

    /// Puts the lamps beside the camera, for a model turned by so many degrees.
    pub fn light(&mut self, yaw_deg: f32) {
        for (index, lamp) in LAMPS.iter().enumerate() {
            self.simulation.edit().aim_light(world::LightId(index as u32), lamp.light(yaw_deg).direction);
        }
        let ground = if self.ground.is_finite() { self.ground } else { 0.0 };
        self.set.lay(&mut self.simulation, ground, LAMPS[0].light(yaw_deg).direction);
        self.simulation.edit().refresh();
    }

    /// Shows floor, shadow and backdrop, or the model alone.
    pub fn show_set(&mut self, shown: bool) {
        self.set.show(&mut self.simulation, shown);
        self.simulation.edit().refresh();
    }

    /// Lines from each part of the model to the one it hangs on, engine axes.
    pub fn joints(&self) -> Vec<[Vec3; 2]> {
        segments(&self.simulation, self.counts.nodes)
    }

    /// The model's own camera of this name, whatever its case.
    ///
    /// # Errors
    /// None of that name, with what there is.
    pub fn own_camera(&self, name: &str) -> Result<usize, Failure> {
        let cameras = &self.extras.cameras;
        let found = cameras.iter().position(|camera| camera.name.eq_ignore_ascii_case(name));
        found.ok_or_else(|| {
            let names: Vec<&str> = cameras.iter().map(|camera| camera.name.as_str()).collect();
            Failure::Unusable(match names.is_empty() {
                true => format!("no camera `{name}`: this model has none"),
                false => format!("no camera `{name}`: there are {}", names.join(", ")),
            })
        })
    }

    /// What a camera of the model sees now, for a picture of this shape; `None` for one that does not exist.
    pub fn through(&self, camera: usize, size: (u32, u32)) -> Option<Camera> {
        let own = self.extras.cameras.get(camera)?;
        let scene = self.scene();
        let state = self.simulation.state();
        let clock = state.clocks.first();
        let playing = clock.and_then(|clock| Some((clock, clock.clip?)));
        let clip = playing.and_then(|(clock, id)| {
            let number = scene.animators.first()?.clips.iter().position(|playable| playable.clip == id)?;
            let clip = scene.clips.get(id.index())?;
            Some((number, clip.moment(clock.time, clock.looping, state.world_seconds(1.0))))
        });
        let (number, moment) = clip.unzip();
        let aspect = size.0.max(1) as f32 / size.1.max(1) as f32;
        let seen = own.at(number, &moment.unwrap_or_default(), aspect);
        // The backdrop is farther than such cameras see.
        let far = self.camera(&View { yaw_deg: 0.0, pitch_deg: 0.0, distance: 1.0 }, size).far;
        Some(Camera { far: seen.far.max(far), ..seen })
    }

    /// The camera for a picture of this shape. The vertical cylinder around the model fits, however
    /// it is turned.
    pub fn camera(&self, view: &View, (width, height): (u32, u32)) -> Camera {
        let (center, radius, high) = match self.bounds.is_empty() {
            true => (Vec3::ZERO, 1.0, 1.0),
            false => (self.bounds.center(), self.reach.max(1e-3) * ROOM, self.bounds.half().y * ROOM),
        };
        let fov_y = FIELD_OF_VIEW_DEG.to_radians();
        let aspect = width.max(1) as f32 / height.max(1) as f32;
        let up = libm::tanf(fov_y * 0.5);
        let right = up * aspect;
        let pitch = -view.pitch_deg.clamp(-90.0, 90.0).to_radians();
        let (sin, cos) = (libm::sinf(pitch), libm::cosf(pitch));
        let mut fits = 0.0_f32;
        for step in 0..RIM {
            let angle = step as f32 / RIM as f32 * std::f32::consts::TAU;
            let (across, along) = (radius * libm::sinf(angle), radius * libm::cosf(angle));
            for level in [-high, high] {
                // Above the middle of the picture, and behind it.
                let (above, behind) = (level * cos - along * sin, level * sin + along * cos);
                fits = fits.max(across.abs() / right - behind).max(above.abs() / up - behind);
            }
        }
        let distance = fits * view.distance;
        let reach = libm::sqrtf(radius * radius + high * high);
        let mut camera = Camera {
            eye: center,
            yaw: (180.0 + view.yaw_deg).to_radians(),
            pitch,
            roll: 0.0,
            fov_y,
            near: ((distance - reach) * NEAR).max(reach * 0.01),
            far: distance + reach * (BACKDROP + 1.0),
            lod_multiplier: 1.0,
        };
        camera.eye = center - camera.forward() * distance;
        camera
    }
}

impl Lamp {
    /// A direction relative to the camera, for a model turned by so many degrees.
    fn light(&self, yaw_deg: f32) -> Light {
        let yaw = (180.0 + yaw_deg).to_radians();
        let (sin, cos) = (libm::sinf(yaw), libm::cosf(yaw));
        let (right, away) = (Vec3::new(cos, 0.0, -sin), Vec3::new(-sin, 0.0, -cos));
        let [x, y, z] = self.direction;
        Light {
            node: None,
            active: true,
            directional: true,
            position: Vec3::ZERO,
            direction: (right * x + Vec3::Y * y + away * z).normalize(),
            color: self.color,
            diffuse: self.diffuse,
            ambient: self.ambient,
            near: 1.0,
            far: 1e6,
        }
    }
}

/// Half the longest diagonal of the model as loaded.
fn radius_at_rest(scene: &Scene) -> f32 {
    let state = State::new(scene, 1);
    let (table, _) = Occurrences::build(scene, &state, Limits::default().occurrences);
    let bounds = table.ids().fold(Aabb::EMPTY, |all, id| all.union(*table.own_bounds(id)));
    if bounds.is_empty() { 1.0 } else { bounds.half().length().max(1e-3) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use load::{LoadedModel, ModelExtras};
    use world::{
        Animator, Blend, Clip, ClipId, Frame, Material, MaterialId, Model, ModelId, Node, Polygon, Sight,
        Track, TransformCurves, Vertex, ZoneSet,
    };

    /// A plate of two by two, three above the ground, that goes from left to
    /// right and back.
    fn plate() -> LoadedModel {
        let mut scene = Scene::empty("none", "plate", Frame::identity(1.0));
        let corner = |x: f32, y: f32| Vertex { position: [x, y, 0.0], ..Vertex::default() };
        let bounds = Aabb { min: Vec3::new(-1.0, 3.0, 0.0), max: Vec3::new(1.0, 5.0, 0.0) };
        scene.models = vec![Model {
            vertices: vec![corner(-1.0, 3.0), corner(1.0, 3.0), corner(1.0, 5.0), corner(-1.0, 5.0)],
            indices: vec![0, 1, 2, 0, 2, 3],
            polygons: vec![Polygon {
                first_vertex: 0,
                first_index: 0,
                index_count: 6,
                material: MaterialId(0),
                layer: 0,
                double_sided: false,
                pass: 0,
                sight: Sight::Painted,
                solid: true,
                zones: ZoneSet::default(),
            }],
            bounds,
            ..Model::default()
        }];
        scene.materials = vec![Material {
            name: String::new(),
            color: [1.0; 3],
            opacity: 1.0,
            texture: None,
            cycle: None,
            blend: Blend::Opaque,
            sways: false,
            soil: 0,
            ..Material::default()
        }];
        scene.nodes = vec![Node {
            name: "plate".into(),
            model: Some(ModelId(0)),
            flags: NodeFlags::ACTIVE,
            opacity: 1.0,
            ..Node::default()
        }];
        scene.roots = vec![NodeId(0)];
        let places = [-2.0, 2.0, -2.0].map(|x| Vec3::X * x).to_vec();
        let curves = TransformCurves::even(places, Vec::new()).unwrap();
        let track = Track { part: "plate".into(), curves };
        scene.clips = vec![Clip::new("slide", 1.0, Motion::Parts(vec![track]))];
        let clips = vec![scene.playable(ClipId(0), NodeId(0))];
        scene.animators = vec![Animator { name: "plate".into(), clips, ..Animator::default() }];
        LoadedModel {
            scene,
            gaits: Vec::new(),
            levels: 1,
            extras: ModelExtras::default(),
            findings: Vec::new(),
            bytes_read: 0,
        }
    }

    /// Box around everything of this name that is not the model itself.
    fn around(stage: &Stage, name: &str) -> Aabb {
        let table = stage.simulation.occurrences();
        let set = table.ids().filter(|id| table.node(*id).index() >= stage.counts.nodes);
        let named = set.filter(|id| table.shape(stage.scene(), *id).is_some_and(|node| &*node.name == name));
        named.fold(Aabb::EMPTY, |all, id| all.union(*table.own_bounds(id)))
    }

    #[test]
    fn a_shadow_lies_on_the_floor_below_the_model_and_moves_with_it() {
        let mut stage = Stage::new(plate());
        assert_eq!(stage.counts, Counts { triangles: 2, nodes: 1, textures: 0 });
        assert_eq!((stage.clips.len(), stage.clips[0].parts), (1, 1), "the shadow is no part");
        stage.make_room_for(Some(0));
        stage.light(0.0);
        assert!((around(&stage, "floor").max.y - 3.0).abs() < 1e-3, "below the lowest corner");
        let mut middles = Vec::new();
        for time in [0.0, 0.5] {
            stage.play(Some(0), time, 0.0);
            let shadow = around(&stage, "plate");
            assert!(shadow.min.y > 3.0 && shadow.max.y < 3.05, "{shadow:?}");
            // The camera looks along +z: away from it, to its right.
            assert!(shadow.max.z > 0.5 && shadow.min.z > -0.1, "{shadow:?}");
            middles.push(shadow.center().x);
        }
        assert!((middles[1] - middles[0] - 4.0).abs() < 1e-3, "{middles:?}");
        assert!(middles[1] < 2.0, "to the right of someone who looks at its front");
        // The drum of its whole way fits the picture.
        let camera = stage.camera(&View { yaw_deg: 0.0, pitch_deg: 0.0, distance: 1.0 }, (100, 100));
        let projection = super::super::Projection::new(&camera, (100.0, 100.0));
        for x in [-3.0, 3.0] {
            let [at, _] = projection.at(Vec3::new(x, 4.0, 0.0)).unwrap();
            assert!((0.0..=12.0).contains(&at.min(100.0 - at)), "{x} is at {at}");
        }
        // The lamps go around with the camera.
        let toward = |stage: &Stage| stage.simulation.state().lights[0].direction;
        let front = toward(&stage);
        stage.light(180.0);
        let back = toward(&stage);
        assert!(front.z > 0.2 && front.y < -0.5, "{front}");
        assert!(Vec3::new(-front.x, front.y, -front.z).abs_diff_eq(back, 1e-5), "{back}");
        assert!(around(&stage, "plate").min.z < -0.5, "and so does the shadow");
        stage.show_set(false);
        let table = stage.simulation.occurrences();
        let seen = table.ids().filter(|id| table.flags(*id).contains(NodeFlags::ACTIVE)).count();
        assert_eq!(seen, 1, "the model alone");
    }

    #[test]
    fn a_picture_shows_the_particles_that_there_are_by_then() {
        let mut loaded = plate();
        let rate = world::Rate::PerSecond { births: world::Ramp::constant(10.0), period: None };
        loaded.scene.emitters.push(world::EmitterLaw { rate, ..world::EmitterLaw::default() });
        loaded.scene.emitting.push((NodeId(0), world::EmitterLawId(0)));
        let mut stage = Stage::new(loaded);
        stage.settle(Some(0), 0.25);
        assert_eq!(stage.time(), 0.25);
        // Ten a second that live for one.
        let state = stage.simulation.state();
        let mut count = 0;
        let law = &stage.scene().emitters[0];
        state.effects.emitters[0].particles(law, state.tick as f64, |_| count += 1);
        assert_eq!(count, 10);
    }
}
