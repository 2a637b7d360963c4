//! Small worlds built by hand, and a renderer to look at them with.

use glam::{Affine3A, Vec3};
use render::{Options, RenderError, Renderer, Size};
use world::{
    Aabb, Alpha, Blend, Fog, Frame, Image, Material, MaterialId, Model, ModelId, Node, NodeFlags, NodeId,
    Polygon, Scene, Sight, State, Texture, TextureId, Vertex, ZoneSet,
};

/// When set, a missing adapter fails the tests instead of skipping them.
const REQUIRE_VARIABLE: &str = "REVISIT_REQUIRE_ADAPTER";
/// A folder into which every picture of the tests is written as PNG.
const PICTURES_VARIABLE: &str = "REVISIT_TEST_PICTURES";

/// A renderer, or `None` after one line that says why the test is skipped.
pub fn renderer_with(options: &Options) -> Option<Renderer> {
    match Renderer::new(options) {
        Ok(renderer) => Some(renderer),
        Err(error @ RenderError::NoAdapter { .. }) if std::env::var_os(REQUIRE_VARIABLE).is_none() => {
            eprintln!("skipped: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

pub fn renderer() -> Option<Renderer> {
    renderer_with(&Options::from_env())
}

pub const RED: [u8; 3] = [255, 0, 0];
pub const GREEN: [u8; 3] = [0, 255, 0];
pub const BLUE: [u8; 3] = [0, 0, 255];
pub const WHITE: [u8; 3] = [255; 3];
pub const BLACK: [u8; 3] = [0; 3];

/// A quad: corners counter-clockwise from the lower left, seen from the front.
pub struct Quad {
    pub corners: [Vec3; 4],
    pub color: [u8; 3],
    pub layer: i8,
    pub material: MaterialId,
    pub double_sided: bool,
    pub zones: ZoneSet,
    /// Texture widths across; the lower left corner is (0, repeat).
    pub repeat: f32,
    pub sight: Sight,
}

impl Quad {
    /// Faces +z, around a middle.
    pub fn facing_z(middle: [f32; 3], half: f32, color: [u8; 3]) -> Self {
        let middle = Vec3::from(middle);
        let corner = |x: f32, y: f32| middle + Vec3::new(x, y, 0.0) * half;
        Quad {
            corners: [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)],
            color,
            layer: 0,
            material: MaterialId(0),
            double_sided: false,
            zones: ZoneSet::default(),
            repeat: 1.0,
            sight: Sight::Painted,
        }
    }

    /// Lies on the ground, facing up; its texture's top is north (-z).
    pub fn ground(middle: [f32; 3], half: f32, color: [u8; 3]) -> Self {
        let middle = Vec3::from(middle);
        let corner = |x: f32, z: f32| middle + Vec3::new(x, 0.0, z) * half;
        Quad {
            corners: [corner(-1.0, 1.0), corner(1.0, 1.0), corner(1.0, -1.0), corner(-1.0, -1.0)],
            ..Self::facing_z([0.0; 3], 1.0, color)
        }
    }

    pub fn layer(self, layer: i8) -> Self {
        Quad { layer, ..self }
    }

    pub fn material(self, material: MaterialId) -> Self {
        Quad { material, ..self }
    }

    pub fn turned_away(mut self) -> Self {
        self.corners.reverse();
        self
    }
}

pub fn model(quads: &[Quad]) -> Model {
    let mut model = Model::default();
    for quad in quads {
        let first_vertex = model.vertices.len() as u32;
        let [a, b, c, d] = quad.corners;
        let normal = (b - a).cross(d - a).normalize();
        let r = quad.repeat;
        for (corner, uv) in [a, b, c, d].into_iter().zip([[0.0, r], [r, r], [r, 0.0], [0.0, 0.0]]) {
            model.vertices.push(Vertex {
                position: corner.into(),
                normal: Vertex::pack_normal(normal),
                uv,
                color: quad.color,
                day: 0,
            });
        }
        model.polygons.push(Polygon {
            first_vertex,
            first_index: model.indices.len() as u32,
            index_count: 6,
            material: quad.material,
            layer: quad.layer,
            double_sided: quad.double_sided,
            pass: 0,
            sight: quad.sight,
            solid: true,
            zones: quad.zones,
        });
        model.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first_vertex + corner));
    }
    model.bounds = Aabb::around(model.vertices.iter().map(|vertex| Vec3::from(vertex.position)));
    model
}

/// A world under construction. The camera stands at the origin, looks along -z,
/// and sees as far to each side as ahead (90 degrees).
pub struct Stage {
    pub scene: Scene,
}

impl Stage {
    /// Material 0 is plain white and opaque.
    pub fn new() -> Self {
        let mut scene = Scene::empty("test", "stage", Frame::identity(1.0));
        scene.camera.fov_y = std::f32::consts::FRAC_PI_2;
        scene.camera.near = 0.1;
        scene.camera.far = 10_000.0;
        let mut stage = Stage { scene };
        stage.material(Blend::Opaque, None);
        stage
    }

    pub fn material(&mut self, blend: Blend, texture: Option<TextureId>) -> MaterialId {
        self.scene.materials.push(Material { texture, blend, ..Material::default() });
        MaterialId::from(self.scene.materials.len() - 1)
    }

    pub fn texture(&mut self, alpha: Alpha, width: u32, texels: &[[u8; 4]]) -> TextureId {
        let height = texels.len() as u32 / width;
        let level = Image { width, height, rgba: texels.concat() };
        self.scene.textures.push(Texture { name: String::new(), alpha, levels: vec![level] });
        TextureId::from(self.scene.textures.len() - 1)
    }

    /// A new root that shows these quads.
    pub fn show(&mut self, quads: &[Quad]) -> NodeId {
        self.show_model(model(quads))
    }

    pub fn show_model(&mut self, model: Model) -> NodeId {
        let model_id = ModelId::from(self.scene.models.len());
        self.scene.models.push(model);
        let node = self.node(Some(model_id));
        self.scene.roots.push(node);
        node
    }

    /// A node that is nobody's child yet.
    pub fn node(&mut self, model: Option<ModelId>) -> NodeId {
        self.scene.nodes.push(Node {
            model,
            flags: NodeFlags::ACTIVE,
            transform: Affine3A::IDENTITY,
            opacity: 1.0,
            bounds: Aabb::EMPTY,
            ..Node::default()
        });
        NodeId::from(self.scene.nodes.len() - 1)
    }

    pub fn at(&mut self, node: NodeId) -> &mut Node {
        &mut self.scene.nodes[node.index()]
    }

    pub fn model_of(&mut self, node: NodeId) -> &mut Model {
        let model = self.scene.nodes[node.index()].model.unwrap();
        &mut self.scene.models[model.index()]
    }

    /// Fog from `near` to `far` at every height.
    pub fn fog(&mut self, color: [f32; 3], near: f32, far: f32) -> &mut Fog {
        self.scene.fog = Fog { on: true, color, near, far, ..Fog::default() };
        &mut self.scene.fog
    }

    pub fn state(&self) -> State {
        State::new(&self.scene, 0)
    }

    pub fn look(&self, renderer: &Renderer, name: &str, size: u32) -> Picture {
        self.look_at(renderer, &self.state(), name, size)
    }

    pub fn look_at(&self, renderer: &Renderer, state: &State, name: &str, size: u32) -> Picture {
        let loaded = renderer.load(&self.scene).unwrap();
        let size = Size { width: size, height: size };
        let picture = Picture(renderer.picture(&loaded, &self.scene, state, size).unwrap());
        picture.save(name);
        picture
    }
}

pub struct Picture(pub Image);

impl Picture {
    /// A pixel, from the left and from the top.
    pub fn at(&self, x: u32, y: u32) -> [u8; 3] {
        let first = (y * self.0.width + x) as usize * 4;
        assert_eq!(self.0.rgba[first + 3], 255, "alpha at {x}, {y}");
        [0, 1, 2].map(|channel| self.0.rgba[first + channel])
    }

    pub fn middle(&self) -> [u8; 3] {
        self.at(self.0.width / 2, self.0.height / 2)
    }

    /// Number of pixels of exactly this colour.
    pub fn count(&self, color: [u8; 3]) -> usize {
        self.0.rgba.chunks_exact(4).filter(|pixel| pixel[..3] == color).count()
    }

    /// Smallest x, smallest y, largest x and largest y with this colour.
    pub fn extent(&self, color: [u8; 3]) -> Option<[u32; 4]> {
        let mut extent: Option<[u32; 4]> = None;
        for (index, pixel) in self.0.rgba.chunks_exact(4).enumerate() {
            if pixel[..3] == color {
                let (x, y) = (index as u32 % self.0.width, index as u32 / self.0.width);
                let [left, top, right, bottom] = extent.unwrap_or([x, y, x, y]);
                extent = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
            }
        }
        extent
    }

    pub fn save(&self, name: &str) {
        let Some(folder) = std::env::var_os(PICTURES_VARIABLE) else { return };
        std::fs::create_dir_all(&folder).unwrap();
        let path = std::path::Path::new(&folder).join(format!("{name}.png"));
        let mut encoder =
            png::Encoder::new(std::fs::File::create(path).unwrap(), self.0.width, self.0.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.write_header().unwrap().write_image_data(&self.0.rgba).unwrap();
    }
}

/// Fails unless every channel is within `tolerance` of what is expected.
#[track_caller]
pub fn assert_near(found: [u8; 3], expected: [f32; 3], tolerance: f32) {
    let near =
        found.iter().zip(expected).all(|(found, expected)| (f32::from(*found) - expected).abs() <= tolerance);
    assert!(near, "found {found:?}, expected {expected:?} +- {tolerance}");
}
