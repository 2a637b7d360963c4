//! Everything loading made.

use crate::{
    ActiveZones, Animator, Avatar, Camera, Clip, Fog, Frame, Light, LightMaps, Material, Model, Node, NodeId,
    SpaceDef, Texture, Walker,
};

/// A loaded world. Nothing changes it afterwards: it is shared by `Arc`
/// between simulation, drawing and sound.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Title's id, for example `mechwarrior3`.
    pub title: String,
    /// World's id, for example `c1`.
    pub world: String,
    /// Axes and unit.
    pub frame: Frame,
    /// Node table at the start.
    pub nodes: Vec<Node>,
    /// Placed roots in slot order; nodes not reachable from them are templates.
    pub roots: Vec<NodeId>,
    /// Models.
    pub models: Vec<Model>,
    /// Materials.
    pub materials: Vec<Material>,
    /// Textures.
    pub textures: Vec<Texture>,
    /// Baked light.
    pub lightmaps: LightMaps,
    /// What can move by itself.
    pub clips: Vec<Clip>,
    /// What has a clock of its own.
    pub animators: Vec<Animator>,
    /// How the world is divided.
    pub space: SpaceDef,
    /// Lights at the start.
    pub lights: Vec<Light>,
    /// Fog at the start.
    pub fog: Fog,
    /// Zones at the start.
    pub zones: ActiveZones,
    /// Camera at the start.
    pub camera: Camera,
    /// Where the avatar starts.
    pub avatar: Avatar,
    /// Sizes and speeds of a person on foot, in units.
    pub walker: Walker,
}

impl Scene {
    /// A scene with nothing in it, to be filled.
    pub fn empty(title: &str, world: &str, frame: Frame) -> Self {
        Scene {
            title: title.to_owned(),
            world: world.to_owned(),
            frame,
            nodes: Vec::new(),
            roots: Vec::new(),
            models: Vec::new(),
            materials: Vec::new(),
            textures: Vec::new(),
            lightmaps: LightMaps::default(),
            clips: Vec::new(),
            animators: Vec::new(),
            space: SpaceDef::Open,
            lights: Vec::new(),
            fog: Fog::default(),
            zones: ActiveZones::default(),
            camera: Camera {
                eye: glam::Vec3::ZERO,
                yaw: 0.0,
                pitch: 0.0,
                fov_y: std::f32::consts::FRAC_PI_3,
                near: frame.units(0.1),
                far: frame.units(2000.0),
                lod_multiplier: 1.0,
            },
            avatar: Avatar::default(),
            walker: Walker::person(&frame),
        }
    }

    /// Triangles of all models together, each model once.
    pub fn triangles(&self) -> usize {
        self.models.iter().map(Model::triangles).sum()
    }
}
