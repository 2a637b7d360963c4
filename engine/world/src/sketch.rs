//! Scenes built in code from quads and boxes: for tests, for calibration and for generated worlds.
//!
//! It has no files and no textures: every material is one colour.

use crate::{
    Aabb, Frame, Material, MaterialId, Model, ModelId, Node, NodeFlags, NodeId, NodeKind, Polygon, Scene,
    Sight, Vertex, ZoneSet,
};
use glam::{Affine3A, Vec3};

/// Builds a model. Corners are given counter-clockwise as seen from the front.
#[derive(Clone, Debug)]
pub struct ModelSketch {
    model: Model,
    material: u32,
    zones: ZoneSet,
    double_sided: bool,
    sight: Sight,
    solid: bool,
}

impl Default for ModelSketch {
    fn default() -> Self {
        ModelSketch {
            model: Model::default(),
            material: 0,
            zones: ZoneSet::default(),
            double_sided: false,
            sight: Sight::Painted,
            solid: true,
        }
    }
}

impl ModelSketch {
    /// An empty model; its polygons get material 0, no zones, one side, and are visible and solid.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the material of the polygons that follow.
    pub fn material(mut self, material: MaterialId) -> Self {
        self.material = material.0;
        self
    }

    /// Sets the zones of the polygons that follow.
    pub fn zones(mut self, zones: &[i8]) -> Self {
        self.zones = ZoneSet::new(zones);
        self
    }

    /// Makes the polygons that follow two-sided, or one-sided.
    pub fn double_sided(mut self, on: bool) -> Self {
        self.double_sided = on;
        self
    }

    /// Sets the visibility of the polygons that follow.
    pub fn sight(mut self, sight: Sight) -> Self {
        self.sight = sight;
        self
    }

    /// Makes the polygons that follow solid, or not.
    pub fn solid(mut self, on: bool) -> Self {
        self.solid = on;
        self
    }

    /// A convex polygon of at least three corners.
    pub fn polygon(mut self, corners: &[Vec3]) -> Self {
        let model = &mut self.model;
        let first_vertex = model.vertices.len() as u32;
        let first_index = model.indices.len() as u32;
        let normal = match corners {
            [a, b, c, ..] => (*b - *a).cross(*c - *a).normalize_or_zero(),
            _ => Vec3::ZERO,
        };
        for corner in corners {
            model.bounds.grow(*corner);
            model.vertices.push(Vertex {
                position: corner.to_array(),
                normal: Vertex::pack_normal(normal),
                color: [255; 3],
                ..Vertex::default()
            });
        }
        for corner in 1..(corners.len() as u32).saturating_sub(1) {
            model.indices.extend([first_vertex, first_vertex + corner, first_vertex + corner + 1]);
        }
        model.polygons.push(Polygon {
            first_vertex,
            first_index,
            index_count: model.indices.len() as u32 - first_index,
            material: MaterialId(self.material),
            layer: 0,
            double_sided: self.double_sided,
            pass: 0,
            sight: self.sight,
            solid: self.solid,
            zones: self.zones,
        });
        self
    }

    /// A level rectangle at height `y` that faces up.
    pub fn floor(self, min: [f32; 2], max: [f32; 2], y: f32) -> Self {
        self.slope(min, max, y, y)
    }

    /// A rectangle that faces up, `west` high at its least x and `east` high at
    /// its greatest.
    pub fn slope(self, min: [f32; 2], max: [f32; 2], west: f32, east: f32) -> Self {
        self.polygon(&[
            Vec3::new(min[0], west, max[1]),
            Vec3::new(max[0], east, max[1]),
            Vec3::new(max[0], east, min[1]),
            Vec3::new(min[0], west, min[1]),
        ])
    }

    /// A level rectangle at height `y` that faces down.
    pub fn ceiling(self, min: [f32; 2], max: [f32; 2], y: f32) -> Self {
        self.polygon(&[
            Vec3::new(min[0], y, min[1]),
            Vec3::new(max[0], y, min[1]),
            Vec3::new(max[0], y, max[1]),
            Vec3::new(min[0], y, max[1]),
        ])
    }

    /// An upright rectangle over the ground line `a` to `b`, (x, z) each, from
    /// height `low` to `high`. Its front is to the right of someone who walks
    /// from `a` to `b`.
    pub fn wall(self, a: [f32; 2], b: [f32; 2], low: f32, high: f32) -> Self {
        self.polygon(&[
            Vec3::new(a[0], low, a[1]),
            Vec3::new(b[0], low, b[1]),
            Vec3::new(b[0], high, b[1]),
            Vec3::new(a[0], high, a[1]),
        ])
    }

    /// The six faces of a box, seen from outside: top first, bottom last.
    pub fn cuboid(self, min: Vec3, max: Vec3) -> Self {
        let (near, far) = ([min.x, min.z], [max.x, max.z]);
        let (min_max, max_min) = ([min.x, max.z], [max.x, min.z]);
        self.floor(near, far, max.y)
            .wall(min_max, far, min.y, max.y)
            .wall(far, max_min, min.y, max.y)
            .wall(max_min, near, min.y, max.y)
            .wall(near, min_max, min.y, max.y)
            .ceiling(near, far, min.y)
    }

    /// The finished model.
    pub fn done(self) -> Model {
        self.model
    }
}

/// Builds a scene.
#[derive(Clone, Debug)]
pub struct Sketch {
    /// The scene so far.
    pub scene: Scene,
}

impl Default for Sketch {
    fn default() -> Self {
        Self::new()
    }
}

impl Sketch {
    /// An empty scene in metres with one grey material.
    pub fn new() -> Self {
        let mut sketch = Sketch { scene: Scene::empty("sketch", "sketch", Frame::identity(1.0)) };
        sketch.material([0.5; 3], 0);
        sketch
    }

    /// Adds a material of one colour and a soil.
    pub fn material(&mut self, color: [f32; 3], soil: u8) -> MaterialId {
        self.scene.materials.push(Material { color, soil, ..Material::default() });
        MaterialId::from(self.scene.materials.len() - 1)
    }

    /// Adds a model.
    pub fn model(&mut self, model: ModelSketch) -> ModelId {
        self.scene.models.push(model.done());
        ModelId::from(self.scene.models.len() - 1)
    }

    /// Adds a node that is active, solid and ground, not yet linked to anything.
    pub fn node(&mut self, name: &str, model: Option<ModelId>, children: &[NodeId]) -> NodeId {
        self.scene.nodes.push(Node {
            name: name.into(),
            kind: NodeKind::Object,
            model,
            flags: NodeFlags::ACTIVE.union(NodeFlags::ALTITUDE).union(NodeFlags::INTERSECT),
            transform: Affine3A::IDENTITY,
            euler: None,
            opacity: 1.0,
            bounds: Aabb::EMPTY,
            children: children.to_vec(),
            ..Node::default()
        });
        NodeId::from(self.scene.nodes.len() - 1)
    }

    /// Adds a root that shows a model.
    pub fn place(&mut self, model: ModelSketch) -> NodeId {
        let model = self.model(model);
        let node = self.node("placed", Some(model), &[]);
        self.scene.roots.push(node);
        node
    }

    /// The node, to be changed.
    ///
    /// # Panics
    ///
    /// When it is not of this scene.
    pub fn at(&mut self, node: NodeId) -> &mut Node {
        &mut self.scene.nodes[node.index()]
    }
}
