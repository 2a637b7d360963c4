//! The scene while it is built: what every part of it asks for.

use super::mesh::Mesh;
use super::pictures;
use crate::builders::numbers::Random;
use crate::builders::paint::Canvas;
use glam::{Affine3A, Vec3};
use world::{
    Alpha, Attachment, Blend, EmitterLaw, EmitterLawId, Facing, Frame, Image, LampLighting, Light, Material,
    MaterialId, Model, ModelId, Node, NodeFlags, NodeId, Ramp, Rate, RibbonLaw, RibbonLawId, Scene, Texture,
    TextureId,
};

/// Materials of stone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stone {
    pub ashlar: MaterialId,
    pub coping: MaterialId,
    pub flags: MaterialId,
    pub rubble: MaterialId,
    pub voussoir: MaterialId,
}

/// The scene while it is built.
pub(super) struct Site {
    pub scene: Scene,
    pub random: Random,
    pub stone: Stone,
    pub grass: MaterialId,
    pub iron: MaterialId,
    /// A soft round light.
    pub glow: MaterialId,
    flame: Option<EmitterLawId>,
}

impl Site {
    pub fn new() -> Self {
        let mut scene = Scene::empty("revisit", "courtyard", Frame::identity(1.0));
        scene.lamp_lighting = LampLighting::Vertex;
        let none = MaterialId(0);
        let stone = Stone { ashlar: none, coping: none, flags: none, rubble: none, voussoir: none };
        let random = Random::new(super::SEED, 900);
        let mut site = Site { scene, random, stone, grass: none, iron: none, glow: none, flame: None };
        site.stone = Stone {
            ashlar: site.painted("ashlar", crate::island::pictures::ashlar(super::SEED)),
            coping: site.painted("coping", crate::island::pictures::coping(super::SEED)),
            flags: site.painted("flags", crate::island::pictures::flags(super::SEED)),
            rubble: site.painted("rubble", crate::island::pictures::rubble(super::SEED)),
            voussoir: site.painted("voussoir", crate::island::pictures::voussoir(super::SEED)),
        };
        site.grass = site.painted("grass", pictures::grass());
        site.iron = site.plain("iron", [0.26, 0.25, 0.27]);
        let glow = site.texture("glow", Alpha::Full, &pictures::glow());
        site.glow = site.material(Material {
            name: "glow".into(),
            texture: Some(glow),
            blend: Blend::AdditiveAlpha,
            unlit: true,
            unfogged: true,
            ..Material::default()
        });
        site
    }

    /// Adds a picture.
    pub fn texture(&mut self, name: &str, alpha: Alpha, canvas: &Canvas) -> TextureId {
        let image = Image { width: canvas.width, height: canvas.height, rgba: canvas.to_rgba8() };
        self.scene.textures.push(Texture { name: name.into(), alpha, levels: vec![image] });
        TextureId::from(self.scene.textures.len() - 1)
    }

    pub fn material(&mut self, material: Material) -> MaterialId {
        self.scene.materials.push(material);
        MaterialId::from(self.scene.materials.len() - 1)
    }

    /// An opaque material with a picture.
    pub fn painted(&mut self, name: &str, canvas: Canvas) -> MaterialId {
        let texture = Some(self.texture(name, Alpha::None, &canvas));
        self.material(Material { name: name.into(), texture, ..Material::default() })
    }

    /// A material whose picture is cut out.
    pub fn cut_out(&mut self, name: &str, canvas: Canvas) -> MaterialId {
        let texture = Some(self.texture(name, Alpha::Keyed, &canvas));
        self.material(Material { name: name.into(), texture, blend: Blend::Cutout, ..Material::default() })
    }

    /// A material of one colour.
    pub fn plain(&mut self, name: &str, color: [f32; 3]) -> MaterialId {
        self.material(Material { name: name.into(), color, ..Material::default() })
    }

    pub fn model(&mut self, model: Model) -> ModelId {
        self.scene.models.push(model);
        ModelId::from(self.scene.models.len() - 1)
    }

    /// A node that is linked to nothing yet.
    pub fn node(&mut self, name: &str, model: Option<ModelId>, at: Vec3) -> NodeId {
        self.scene.nodes.push(Node {
            name: name.into(),
            model,
            flags: NodeFlags::ACTIVE | NodeFlags::ALTITUDE | NodeFlags::INTERSECT,
            transform: Affine3A::from_translation(at),
            opacity: 1.0,
            ..Node::default()
        });
        NodeId::from(self.scene.nodes.len() - 1)
    }

    pub fn at(&mut self, node: NodeId) -> &mut Node {
        &mut self.scene.nodes[node.index()]
    }

    /// A root at the origin.
    pub fn place(&mut self, name: &str, mesh: Mesh) -> NodeId {
        self.place_at(name, mesh.done(), Vec3::ZERO)
    }

    pub fn place_at(&mut self, name: &str, model: Model, at: Vec3) -> NodeId {
        let model = self.model(model);
        let node = self.node(name, Some(model), at);
        self.scene.roots.push(node);
        node
    }

    /// A lamp, at a node or by itself: its light is full up to the first distance
    /// and gone at the second.
    pub fn lamp(&mut self, node: Option<NodeId>, position: Vec3, color: [f32; 3], [near, far]: [f32; 2]) {
        let (direction, active) = (Vec3::NEG_Y, true);
        self.scene.lights.push(Light {
            node,
            active,
            directional: false,
            position,
            direction,
            color,
            diffuse: 1.0,
            ambient: 0.0,
            near,
            far,
        });
    }

    pub fn emitter(&mut self, law: EmitterLaw) -> EmitterLawId {
        self.scene.emitters.push(law);
        EmitterLawId::from(self.scene.emitters.len() - 1)
    }

    pub fn emit(&mut self, node: NodeId, law: EmitterLawId) {
        self.scene.emitting.push((node, law));
    }

    pub fn ribbon(&mut self, node: NodeId, law: RibbonLaw) {
        self.scene.ribbons.push(law);
        let law = RibbonLawId::from(self.scene.ribbons.len() - 1);
        self.scene.trailing.push((node, law));
    }

    pub fn attach(&mut self, attachment: Attachment) {
        self.at(attachment.carrier).children.push(attachment.node);
        self.scene.attachments.push(attachment);
        self.scene.attachments.sort_by_key(|one| one.node);
    }

    /// A small flame at a node.
    pub fn flame(&mut self, node: NodeId) {
        let law = match self.flame {
            Some(law) => law,
            None => self.emitter(EmitterLaw {
                name: "flame".into(),
                material: self.glow,
                rate: Rate::PerSecond { births: Ramp::constant(26.0), period: None },
                life: [0.35, 0.75],
                birth: world::Birth::Sphere { inner: 0.0, outer: 0.05 },
                vertical_range: 0.5,
                speed: Ramp::constant(0.30),
                speed_variation: 0.4,
                acceleration: Vec3::Y * 1.1,
                size: [0.10, 0.17],
                sizes: ramp(&[(0.0, 0.6), (0.25, 1.0), (1.0, 0.15)]),
                colors: ramp(&[
                    (0.0, [1.0, 0.72, 0.30, 0.9]),
                    (0.4, [1.0, 0.45, 0.12, 0.7]),
                    (1.0, [0.7, 0.12, 0.03, 0.0]),
                ]),
                facing: Facing::Camera,
                follows: false,
                ..EmitterLaw::default()
            }),
        };
        self.flame = Some(law);
        self.emit(node, law);
    }
}

/// A ramp whose stops are in order.
pub(super) fn ramp<T: world::Mix>(stops: &[(f32, T)]) -> Ramp<T> {
    let first = stops[0].1;
    Ramp::new(stops.iter().copied()).unwrap_or_else(|| Ramp::constant(first))
}
