//! What a tick may change.

use crate::{
    AnimatorId, Attachment, Clock, Layer, MOST_LAYERS, MaterialState, Node, NodeFlags, NodeId, Scene,
};
use glam::{Affine3A, Vec3};
use serde::{Deserialize, Serialize};

/// Everything a tick may change. It can be cloned and serialised; a hash, a
/// save, a replay and a restart see this and nothing else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Ticks since the start, 60 a second.
    pub tick: u64,
    /// The random generator.
    pub random: Random,
    /// Per node.
    pub nodes: NodeStates,
    /// Per material: position in its texture cycle, in frames.
    pub cycles: Vec<f32>,
    /// Per material: what clips make of it.
    pub materials: Vec<MaterialState>,
    /// Per model: texture coordinates moved so far, 0..1.
    pub scrolls: Vec<[f32; 2]>,
    /// Per animator: where it is in its clip.
    pub clocks: Vec<Clock>,
    /// What animators play over their clocks: ordered by animator, lowest first;
    /// at most [`MOST_LAYERS`] each.
    pub layers: Vec<Layer>,
    /// What is carried by bones, ordered by the node that is carried.
    pub attachments: Vec<Attachment>,
    /// Lights of the world.
    pub lights: Vec<Light>,
    /// Fog.
    pub fog: Fog,
    /// Zones that exist for the camera and the avatar.
    pub zones: ActiveZones,
    /// The person in the world.
    pub avatar: Avatar,
    /// What pictures are taken with.
    pub camera: Camera,
}

/// What a tick may change of nodes; every list is indexed by [`NodeId`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NodeStates {
    /// Placed roots in slot order.
    pub roots: Vec<NodeId>,
    /// Children in drawing order.
    pub children: Vec<Vec<NodeId>>,
    /// Place below the parent.
    pub transforms: Vec<Affine3A>,
    /// Switches.
    pub flags: Vec<NodeFlags>,
    /// 0..=1.
    pub opacities: Vec<f32>,
    /// Tick of the last teleport: interpolation skips it.
    pub teleports: Vec<u64>,
}

impl NodeStates {
    /// The state nodes start in.
    pub fn new(nodes: &[Node], roots: &[NodeId]) -> Self {
        NodeStates {
            roots: roots.to_vec(),
            children: nodes.iter().map(|node| node.children.clone()).collect(),
            transforms: nodes.iter().map(|node| node.transform).collect(),
            flags: nodes.iter().map(|node| node.flags).collect(),
            opacities: nodes.iter().map(|node| node.opacity).collect(),
            teleports: vec![0; nodes.len()],
        }
    }
}

/// The games' own generator: the C library's of the time.
///
/// Source: `spec/zbd/engine-behaviour.md`, "1.3 Random numbers".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Random(pub u32);

impl Random {
    /// The next number, 0..=0x7FFF.
    pub fn draw(&mut self) -> u16 {
        self.0 = self.0.wrapping_mul(214_013).wrapping_add(2_531_011);
        (self.0 >> 16 & 0x7FFF) as u16
    }
}

/// A light of the world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Light {
    /// The node it stands at.
    pub node: Option<NodeId>,
    /// Shines or not.
    pub active: bool,
    /// Shines everywhere along `direction` instead of around `position`.
    pub directional: bool,
    /// Engine axes; where a light with range stands.
    pub position: Vec3,
    /// Unit vector from the light into the world.
    pub direction: Vec3,
    /// 0..=1 in display space.
    pub color: [f32; 3],
    /// 0..=1.
    pub diffuse: f32,
    /// 0..=1.
    pub ambient: f32,
    /// Units: full weight nearer than this.
    pub near: f32,
    /// Units: no weight beyond this.
    pub far: f32,
}

/// How the distance fades.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fog {
    /// Off draws everything clear.
    pub on: bool,
    /// 0..=1 in display space.
    pub color: [f32; 3],
    /// Units: clear nearer than this, horizontal distance.
    pub near: f32,
    /// Units: nothing but fog beyond this.
    pub far: f32,
    /// World height at and above which there is no fog.
    pub high: f32,
    /// World height at and below which fog is full.
    pub low: f32,
}

impl Default for Fog {
    fn default() -> Self {
        Fog { on: false, color: [0.5; 3], near: 0.0, far: 1000.0, high: f32::MAX, low: f32::MAX }
    }
}

/// The zones that exist now: at most three; none means no filter.
///
/// Source: `spec/zbd/engine-behaviour.md`, "5. Zones".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActiveZones {
    count: u8,
    zones: [i8; 3],
}

impl ActiveZones {
    /// The first three of `zones`.
    pub fn new(zones: &[i8]) -> Self {
        let mut active = ActiveZones::default();
        for (slot, zone) in active.zones.iter_mut().zip(zones) {
            *slot = *zone;
            active.count += 1;
        }
        active
    }

    /// The zones.
    pub fn zones(&self) -> &[i8] {
        // A count read from a save may be anything.
        self.zones.get(..usize::from(self.count)).unwrap_or(&self.zones)
    }

    /// True when something of this zone exists; `None` always does.
    pub fn shows(&self, zone: Option<i8>) -> bool {
        let Some(zone) = zone else { return true };
        zone == -1 || self.zones().is_empty() || self.zones().contains(&zone) || self.zones().contains(&-1)
    }

    /// True when a polygon of these zones exists: no zones or -1 always do.
    pub fn shows_any(&self, zones: &[i8]) -> bool {
        zones.is_empty() || zones.iter().any(|zone| self.shows(Some(*zone)))
    }
}

/// The person in the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Avatar {
    /// The feet, engine axes, the game's units.
    pub position: Vec3,
    /// Units per second.
    pub velocity: Vec3,
    /// Radians about +y; 0 looks along -z, growing to the left.
    pub yaw: f32,
    /// Radians; positive looks up.
    pub pitch: f32,
    /// Feet on something.
    pub grounded: bool,
    /// Soil under the feet.
    pub soil: u8,
}

/// What pictures are taken with; zones and ranges depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Camera {
    /// Engine axes, the game's units.
    pub eye: Vec3,
    /// Radians about +y; 0 looks along -z.
    pub yaw: f32,
    /// Radians; positive looks up.
    pub pitch: f32,
    /// Vertical field of view, radians.
    pub fov_y: f32,
    /// Units.
    pub near: f32,
    /// Units: what is farther is not drawn, landmarks apart.
    pub far: f32,
    /// Distances to LOD nodes are divided by it.
    pub lod_multiplier: f32,
}

impl Camera {
    /// Unit vector the camera looks along.
    pub fn forward(&self) -> Vec3 {
        let (sin_yaw, cos_yaw) = libm_sin_cos(self.yaw);
        let (sin_pitch, cos_pitch) = libm_sin_cos(self.pitch);
        Vec3::new(-sin_yaw * cos_pitch, sin_pitch, -cos_yaw * cos_pitch)
    }
}

fn libm_sin_cos(angle: f32) -> (f32, f32) {
    (libm::sinf(angle), libm::cosf(angle))
}

impl State {
    /// The state a scene starts in.
    pub fn new(scene: &Scene, seed: u32) -> Self {
        let clocks: Vec<Clock> = scene.animators.iter().map(|animator| animator.start).collect();
        let mut nodes = NodeStates::new(&scene.nodes, &scene.roots);
        nodes.follow(scene, &clocks);
        let mut state = State {
            tick: 0,
            random: Random(seed),
            nodes,
            cycles: scene
                .materials
                .iter()
                .map(|m| m.cycle.as_ref().map_or(0.0, |cycle| cycle.start))
                .collect(),
            materials: vec![MaterialState::default(); scene.materials.len()],
            scrolls: vec![[0.0; 2]; scene.models.len()],
            clocks,
            layers: Vec::new(),
            attachments: scene.attachments.clone(),
            lights: scene.lights.clone(),
            fog: scene.fog,
            zones: scene.zones,
            avatar: scene.avatar,
            camera: scene.camera,
        };
        state.start_motion(scene);
        state
    }

    /// Materials, lights and what bones carry, as the clocks of the start say.
    fn start_motion(&mut self, scene: &Scene) {
        for animator in 0..self.clocks.len() {
            self.paint(scene, AnimatorId::from(animator), 0.0);
        }
        for index in 0..self.attachments.len() {
            let attachment = self.attachments[index];
            let place = attachment.place(scene, self, 0.0);
            if let (Some(place), Some(own)) = (place, self.nodes.transforms.get_mut(attachment.node.index()))
            {
                *own = place;
            }
        }
    }

    /// True when every list is as long as the scene wants it: a save of another
    /// world does not fit.
    pub fn fits(&self, scene: &Scene) -> bool {
        let nodes = scene.nodes.len();
        self.nodes.children.len() == nodes
            && self.nodes.transforms.len() == nodes
            && self.nodes.flags.len() == nodes
            && self.nodes.opacities.len() == nodes
            && self.nodes.teleports.len() == nodes
            && self.cycles.len() == scene.materials.len()
            && self.materials.len() == scene.materials.len()
            && self.scrolls.len() == scene.models.len()
            && self.clocks.len() == scene.animators.len()
            && self.layers_fit()
            && self.attachments.is_sorted_by(|a, b| a.node < b.node)
    }

    /// True when layers are in order, and not too many.
    fn layers_fit(&self) -> bool {
        self.layers.is_sorted_by_key(|layer| layer.animator)
            && self.layers.chunk_by(|a, b| a.animator == b.animator).all(|own| own.len() <= MOST_LAYERS)
            && self.layers.last().is_none_or(|layer| layer.animator.index() < self.clocks.len())
            && self.layers.iter().all(|layer| (0.0..=1.0).contains(&layer.weight) && layer.rate.is_finite())
    }
}
