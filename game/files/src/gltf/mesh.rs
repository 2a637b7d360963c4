//! Models as meshes: one primitive for each material and side.

use super::buffer::{Buffer, Numbers};
use super::paint::{Paint, linear};
use super::shape::{self, Parts};
use glam::Vec3;
use gltf_json::accessor::{ComponentType, Type};
use gltf_json::buffer::Target;
use gltf_json::mesh::{Mesh, Primitive, Semantic};
use gltf_json::validation::Checked;
use gltf_json::{Accessor, Index, Root, Value};
use std::collections::{BTreeMap, HashMap};
use world::{MaterialId, Model, ModelId, Polygon, Scene, Sight};

/// Normals shorter than this are none.
const SHORT: f32 = 0.5;

/// The meshes written so far.
pub struct Meshes<'s> {
    scene: &'s Scene,
    paint: Paint<'s>,
    written: HashMap<ModelId, Option<Index<Mesh>>>,
    parts: HashMap<ModelId, Parts>,
    /// Triangles written.
    pub triangles: usize,
}

impl<'s> Meshes<'s> {
    /// None yet.
    pub fn new(scene: &'s Scene) -> Self {
        Meshes {
            scene,
            paint: Paint::new(scene),
            written: HashMap::new(),
            parts: HashMap::new(),
            triangles: 0,
        }
    }

    /// From now on these parts of how a model changes are written with its mesh.
    pub fn change(&mut self, id: ModelId, parts: Parts) {
        self.parts.insert(id, parts);
    }

    /// The mesh of a model; none if it shows no triangle.
    pub fn index(&mut self, id: ModelId, root: &mut Root, buffer: &mut Buffer) -> Option<Index<Mesh>> {
        if let Some(known) = self.written.get(&id) {
            return *known;
        }
        let model = self.scene.models.get(id.index()).filter(|model| !model.marker);
        let parts = self.parts.get(&id).cloned().unwrap_or_default();
        let index = model.and_then(|model| self.write(model, &parts, root, buffer));
        self.written.insert(id, index);
        index
    }

    fn write(
        &mut self,
        model: &Model,
        changes: &Parts,
        root: &mut Root,
        buffer: &mut Buffer,
    ) -> Option<Index<Mesh>> {
        let mut parts: BTreeMap<(MaterialId, bool), Vec<u32>> = BTreeMap::new();
        let painted = |polygon: &&Polygon| polygon.sight == Sight::Painted && polygon.index_count >= 3;
        for polygon in model.polygons.iter().filter(painted) {
            let corners = model.polygon_indices(polygon);
            parts.entry((polygon.material, polygon.double_sided)).or_default().extend(corners);
        }
        parts.retain(|_, corners| !corners.is_empty());
        if parts.is_empty() {
            return None;
        }
        let normals = normals(model);
        let mut attributes = attributes(model, &normals, root, buffer);
        let mut targets = None;
        if let Some(deform) = &model.deform {
            if changes.bones {
                shape::carried(model, deform, &mut attributes, root, buffer);
            }
            if !changes.targets.is_empty() {
                targets = Some(shape::targets(model, &normals, deform, &changes.targets, root, buffer));
            }
        }
        let mut primitives = Vec::with_capacity(parts.len());
        for ((material, double_sided), corners) in parts {
            self.triangles += corners.len() / 3;
            let bytes: Vec<u8> = corners.iter().flat_map(|corner| corner.to_le_bytes()).collect();
            let numbers = Numbers {
                component: ComponentType::U32,
                shape: Type::Scalar,
                normalized: false,
                target: Some(Target::ElementArrayBuffer),
            };
            let indices = buffer.accessor(root, &bytes, corners.len(), numbers, None);
            primitives.push(Primitive {
                attributes: attributes.clone(),
                extensions: None,
                extras: Default::default(),
                indices: Some(indices),
                material: self.paint.material(material, double_sided, root, buffer),
                mode: Default::default(),
                targets: targets.clone(),
            });
        }
        Some(root.push(Mesh {
            extensions: None,
            extras: Default::default(),
            name: None,
            primitives,
            weights: None,
        }))
    }
}

/// The corners, which all primitives of a model share.
fn attributes(
    model: &Model,
    normals: &[[f32; 3]],
    root: &mut Root,
    buffer: &mut Buffer,
) -> BTreeMap<Checked<Semantic>, Index<Accessor>> {
    let count = model.vertices.len();
    let floats = |shape: Type| Numbers {
        component: ComponentType::F32,
        shape,
        normalized: false,
        target: Some(Target::ArrayBuffer),
    };
    // Pictures that turn to the eye stand still there, and face south.
    let place = |vertex: &world::Vertex| match (model.turning, vertex.position, vertex.beside_foot()) {
        (true, [x, y, z], [right, up]) => [x + right, y + up, z],
        (false, position, _) => position,
    };
    let positions: Vec<[f32; 3]> = model.vertices.iter().map(place).collect();
    let places: Vec<[f32; 2]> = model.vertices.iter().map(|vertex| vertex.uv).collect();
    let mut attributes = BTreeMap::new();
    let mut put = |semantic, index| {
        attributes.insert(Checked::Valid(semantic), index);
    };
    let bounds = Some(bounds(&positions));
    put(Semantic::Positions, buffer.accessor(root, &bytes(&positions), count, floats(Type::Vec3), bounds));
    put(Semantic::Normals, buffer.accessor(root, &bytes(normals), count, floats(Type::Vec3), None));
    put(Semantic::TexCoords(0), buffer.accessor(root, &bytes(&places), count, floats(Type::Vec2), None));
    if model.vertices.iter().any(|vertex| vertex.by_day() != [255; 3]) {
        let table: Vec<u16> =
            (0..=255).map(|shade| (linear(shade as f32 / 255.0) * 65535.0).round() as u16).collect();
        let color = |[red, green, blue]: [u8; 3]| {
            [table[usize::from(red)], table[usize::from(green)], table[usize::from(blue)], u16::MAX]
        };
        let colors = model.vertices.iter().flat_map(|vertex| color(vertex.by_day()));
        let colors: Vec<u8> = colors.flat_map(u16::to_le_bytes).collect();
        let numbers = Numbers {
            component: ComponentType::U16,
            shape: Type::Vec4,
            normalized: true,
            target: Some(Target::ArrayBuffer),
        };
        put(Semantic::Colors(0), buffer.accessor(root, &colors, count, numbers, None));
    }
    attributes
}

fn bytes<const N: usize>(items: &[[f32; N]]) -> Vec<u8> {
    items.as_flattened().iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Lowest and highest of each coordinate.
fn bounds(positions: &[[f32; 3]]) -> (Value, Value) {
    let mut points = positions.iter().map(|point| Vec3::from_array(*point));
    let first = points.next().unwrap_or_default();
    let (min, max) = points.fold((first, first), |(min, max), point| (min.min(point), max.max(point)));
    (Value::from(min.to_array().to_vec()), Value::from(max.to_array().to_vec()))
}

/// Normals of length one, as glTF wants them; where a game has none, that of
/// the polygon.
fn normals(model: &Model) -> Vec<[f32; 3]> {
    if model.turning {
        return vec![Vec3::Z.to_array(); model.vertices.len()];
    }
    let mut normals: Vec<Vec3> = model.vertices.iter().map(|vertex| vertex.normal()).collect();
    for polygon in &model.polygons {
        let corners = model.polygon_indices(polygon);
        let [a, b, c, ..] = corners else { continue };
        let point = |corner: &u32| {
            model.vertices.get(*corner as usize).map_or(Vec3::ZERO, |vertex| vertex.position.into())
        };
        let face = (point(b) - point(a)).cross(point(c) - point(a)).normalize_or(Vec3::Y);
        for corner in corners {
            if let Some(normal) = normals.get_mut(*corner as usize).filter(|normal| normal.length() < SHORT) {
                *normal = face;
            }
        }
    }
    normals.into_iter().map(|normal| normal.normalize_or(Vec3::Y).to_array()).collect()
}
