//! The set around a model: a backdrop, a floor with lines, and the model's shadow on it. All of it
//! is nodes of the model's own scene, after those of the model, so that the renderer needs no
//! special case.

use glam::{Affine3A, Mat3, Vec3};
use runtime::Simulation;
use std::collections::HashMap;
use std::f32::consts::{FRAC_PI_2, TAU};
use world::{
    Aabb, Alpha, Attachment, Blend, Image, Material, MaterialId, Model, ModelId, Motion, Node, NodeFlags,
    NodeId, Polygon, Scene, Sight, Texture, TextureId, Vertex, ZoneSet,
};

/// Colour where floor and backdrop meet.
pub(super) const HORIZON: [f32; 3] = [0.31, 0.34, 0.38];
/// Colour of the backdrop at the top.
const ZENITH: [f32; 3] = [0.11, 0.13, 0.17];
/// Colour of the floor below the model.
const FLOOR: [f32; 3] = [0.37, 0.38, 0.39];
/// Colour of the floor in the shadow.
const SHADOW: [f32; 3] = [0.175, 0.185, 0.205];

/// Segments around floor and backdrop.
const AROUND: usize = 48;
/// Rings of the floor: radius relative to the model's, and share of the horizon's colour.
const RINGS: [(f32, f32); 6] = [(0.0, 0.0), (1.2, 0.06), (2.2, 0.35), (3.5, 0.72), (5.5, 0.94), (9.0, 1.0)];
/// Radius of the backdrop relative to the model's.
pub(super) const BACKDROP: f32 = 9.0;
/// Approximate number of lines of the floor below the model.
const LINES: f32 = 6.0;
/// Pixels of the picture of the floor.
const TILE: u32 = 256;
/// Pixels of a line on it.
const LINE: u32 = 4;
/// How much brighter lines are.
const LIGHTER: f32 = 1.14;
/// Factor on heights in the shadow, so that its polygons do not share a plane.
const FLATTENED: f32 = 1e-3;
/// How far above the floor its lowest point lies, relative to the radius of the model.
const ABOVE: f32 = 2e-3;
/// The floor is drawn before whatever lies on it.
const FLOOR_LAYER: i8 = -20;

/// Where in a scene the set is.
#[derive(Clone, Copy, Debug)]
pub struct Set {
    floor: NodeId,
    shadow: NodeId,
    backdrop: NodeId,
    radius: f32,
}

impl Set {
    /// Adds a set that fits a model of this radius to its scene.
    pub fn build(scene: &mut Scene, radius: f32) -> Self {
        let shadow = cast(scene);
        let metre = if scene.frame.metres_per_unit > 0.0 { 1.0 / scene.frame.metres_per_unit } else { 1.0 };
        let spacing = spacing(2.0 * radius / metre) * metre;
        let paint = paint(scene);
        let floor = floor(radius, spacing, paint);
        let plain = material(scene, "backdrop", [1.0; 3], None, Blend::Opaque);
        let floor = stand(scene, "floor", floor, NodeFlags::ACTIVE);
        let backdrop = backdrop(radius * BACKDROP, plain);
        let flags = NodeFlags::ACTIVE.union(NodeFlags::FOLLOWS_CAMERA);
        let backdrop = stand(scene, "backdrop", backdrop, flags);
        Set { floor, shadow, backdrop, radius }
    }

    /// Puts floor and shadow at this height, for light from this direction.
    pub fn lay(&self, simulation: &mut Simulation, height: f32, light: Vec3) {
        let floor = Affine3A::from_translation(Vec3::Y * height);
        let slide = if light.y < -1e-3 { light / -light.y } else { Vec3::ZERO };
        let flat = Mat3::from_cols(Vec3::X, Vec3::new(slide.x, FLATTENED, slide.z), Vec3::Z);
        let above = Vec3::Y * (height + self.radius * ABOVE);
        let shadow = Affine3A::from_mat3_translation(flat, above - flat * (Vec3::Y * height));
        let mut edit = simulation.edit();
        edit.teleport_node(self.floor, floor);
        edit.teleport_node(self.shadow, shadow);
    }

    /// The first node that belongs neither to the model nor to its shadow.
    pub fn first(&self) -> usize {
        self.shadow.index()
    }

    /// Shows the set, or the model alone.
    pub fn show(&self, simulation: &mut Simulation, shown: bool) {
        for node in [self.floor, self.shadow, self.backdrop] {
            simulation.edit().set_active(node, shown);
        }
    }
}

/// A round number of metres between lines.
fn spacing(across: f32) -> f32 {
    let wanted = (across / LINES).clamp(1e-3, 1e6);
    let power = libm::powf(10.0, libm::floorf(libm::log10f(wanted)));
    let step = [1.0, 2.0, 5.0].into_iter().rev().find(|step| step * power <= wanted).unwrap_or(1.0);
    step * power
}

fn material(
    scene: &mut Scene,
    name: &str,
    color: [f32; 3],
    texture: Option<TextureId>,
    blend: Blend,
) -> MaterialId {
    let id = MaterialId::from(scene.materials.len());
    let material = Material {
        name: name.to_owned(),
        color,
        opacity: 1.0,
        texture,
        cycle: None,
        blend,
        sways: false,
        soil: 0,
        ..Material::default()
    };
    scene.materials.push(material);
    id
}

fn stand(scene: &mut Scene, name: &str, model: Model, flags: NodeFlags) -> NodeId {
    let id = NodeId::from(scene.nodes.len());
    let node = Node {
        name: name.into(),
        model: Some(ModelId::from(scene.models.len())),
        flags,
        opacity: 1.0,
        bounds: Aabb::EMPTY,
        ..Node::default()
    };
    scene.models.push(model);
    scene.nodes.push(node);
    scene.roots.push(id);
    id
}

/// The picture of a tile of the floor: lines along two edges.
fn paint(scene: &mut Scene) -> MaterialId {
    let mut rgba = Vec::with_capacity((TILE * TILE * 4) as usize);
    for pixel in 0..TILE * TILE {
        let line = pixel % TILE < LINE || pixel / TILE < LINE;
        let shade = if line { 255.0 } else { 255.0 / LIGHTER } as u8;
        rgba.extend([shade, shade, shade, 255]);
    }
    let texture = TextureId::from(scene.textures.len());
    let level = Image { width: TILE, height: TILE, rgba };
    scene.textures.push(Texture { name: "floor".to_owned(), alpha: Alpha::None, levels: vec![level] });
    material(scene, "floor", [1.0; 3], Some(texture), Blend::Opaque)
}

fn mix(from: [f32; 3], to: [f32; 3], share: f32) -> Vec3 {
    Vec3::from_array(from).lerp(Vec3::from_array(to), share)
}

fn floor(radius: f32, spacing: f32, material: MaterialId) -> Model {
    // The middle of a line lies below the middle of the model.
    let half_line = LINE as f32 * 0.5 / TILE as f32;
    let rows: Vec<Vec<Vertex>> = RINGS
        .iter()
        .map(|(ring, far)| {
            let color = mix(FLOOR, HORIZON, *far) * LIGHTER;
            around(|sin, cos| {
                let place = Vec3::new(cos, 0.0, sin) * *ring * radius;
                let uv = [place.x / spacing + half_line, place.z / spacing + half_line];
                corner(place, color, uv)
            })
        })
        .collect();
    sheet(&rows, material, FLOOR_LAYER)
}

fn backdrop(radius: f32, material: MaterialId) -> Model {
    // From below the horizon to overhead, seen from inside.
    let rows: Vec<Vec<Vertex>> = [-1.0_f32, 0.0, 0.08, 0.2, 0.4, 0.65, 1.0]
        .iter()
        .map(|height| {
            let (sin, cos) = (libm::sinf(height * FRAC_PI_2), libm::cosf(height * FRAC_PI_2));
            let color = mix(HORIZON, ZENITH, height.clamp(0.0, 1.0).sqrt());
            around(|across, along| {
                corner(Vec3::new(along * cos, sin, across * cos) * radius, color, [0.0; 2])
            })
        })
        .collect();
    sheet(&rows, material, 0)
}

fn around(vertex: impl Fn(f32, f32) -> Vertex) -> Vec<Vertex> {
    let angle = |at: usize| at as f32 / AROUND as f32 * TAU;
    (0..=AROUND).map(|at| vertex(libm::sinf(angle(at)), libm::cosf(angle(at)))).collect()
}

fn corner(place: Vec3, color: Vec3, uv: [f32; 2]) -> Vertex {
    let color = (color * 255.0).clamp(Vec3::ZERO, Vec3::splat(255.0)).round().to_array();
    Vertex {
        position: place.to_array(),
        normal: Vertex::pack_normal(Vec3::Y),
        uv,
        color: color.map(|channel| channel as u8),
        day: 0,
    }
}

/// Quads between rows of as many corners each.
fn sheet(rows: &[Vec<Vertex>], material: MaterialId, layer: i8) -> Model {
    let mut model = Model::default();
    for pair in rows.windows(2) {
        for (near, far) in pair[0].windows(2).zip(pair[1].windows(2)) {
            let first = model.vertices.len() as u32;
            let first_index = model.indices.len() as u32;
            let corners = [near[0], far[0], far[1], near[1]];
            model.vertices.extend(corners);
            model.indices.extend([0, 2, 1, 0, 3, 2].map(|corner| first + corner));
            model.polygons.push(Polygon {
                first_vertex: first,
                first_index,
                index_count: 6,
                material,
                layer,
                double_sided: false,
                pass: 0,
                sight: Sight::Painted,
                solid: false,
                zones: ZoneSet::default(),
            });
        }
    }
    model.bounds = Aabb::around(model.vertices.iter().map(|vertex| Vec3::from_array(vertex.position)));
    model
}

/// Adds a copy of everything the scene shows, in the colour of the shadow, moved by the same clips,
/// below a node that flattens it.
fn cast(scene: &mut Scene) -> NodeId {
    let nodes = scene.nodes.len();
    let mut shadows = Shadows::default();
    let models = scene.models.len();
    for model in 0..models {
        let shadow = shadows.model(scene, model);
        scene.models.push(shadow);
    }
    for index in 0..nodes {
        let mut node = scene.nodes[index].clone();
        node.model = node.model.map(|model| ModelId::from(model.index() + models));
        node.children.iter_mut().for_each(|child| *child = NodeId::from(child.index() + nodes));
        scene.nodes.push(node);
    }
    for clip in &mut scene.clips {
        if let Motion::Parts(tracks) = &mut clip.motion {
            tracks.extend_from_within(..);
        }
    }
    for playable in scene.animators.iter_mut().flat_map(|animator| &mut animator.clips) {
        let again: Vec<_> =
            playable.nodes.iter().map(|node| node.map(|node| NodeId::from(node.index() + nodes))).collect();
        playable.nodes.extend(again);
    }
    // What bones carry throws a shadow where they carry it.
    let carried = scene.attachments.clone().into_iter().map(|own| Attachment {
        node: NodeId::from(own.node.index() + nodes),
        carrier: NodeId::from(own.carrier.index() + nodes),
        ..own
    });
    scene.attachments.extend(carried);
    let children = scene.roots.iter().map(|root| NodeId::from(root.index() + nodes)).collect();
    let id = NodeId::from(scene.nodes.len());
    let flags = NodeFlags::ACTIVE;
    scene.nodes.push(Node { name: "shadow".into(), flags, opacity: 1.0, children, ..Node::default() });
    scene.roots.push(id);
    id
}

/// Shadow materials by the materials of what casts them.
#[derive(Default)]
struct Shadows {
    known: HashMap<MaterialId, Option<MaterialId>>,
}

impl Shadows {
    /// The shadow of a model; a model that turns to the camera has none.
    fn model(&mut self, scene: &mut Scene, index: usize) -> Model {
        let mut model = scene.models[index].clone();
        model.lights.clear();
        (model.lit, model.fogged, model.lightmap) = (false, false, None);
        let facade = model.facade.is_some();
        let mut polygons = std::mem::take(&mut model.polygons);
        polygons.retain_mut(|polygon| {
            let painted = polygon.sight == Sight::Painted && polygon.pass == 0 && !facade;
            let Some(material) = self.material(scene, polygon.material).filter(|_| painted) else {
                return false;
            };
            (polygon.material, polygon.double_sided, polygon.layer, polygon.solid) =
                (material, true, 0, false);
            let corners = model.indices.get(polygon.first_index as usize..).unwrap_or_default();
            for corner in corners.iter().take(polygon.index_count as usize) {
                if let Some(vertex) = model.vertices.get_mut(*corner as usize) {
                    vertex.color = [255; 3];
                }
            }
            true
        });
        model.polygons = polygons;
        model
    }

    /// Cut-outs keep their holes; translucent surfaces cast no shadow.
    fn material(&mut self, scene: &mut Scene, id: MaterialId) -> Option<MaterialId> {
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        let source = scene.materials.get(id.index());
        let (blend, texture) = source.map_or((Blend::Opaque, None), |source| (source.blend, source.texture));
        let shadow = match blend {
            Blend::Opaque => Some(material(scene, "shadow", SHADOW, None, Blend::Opaque)),
            Blend::Cutout => {
                let white = texture.and_then(|texture| white(scene, texture));
                Some(material(scene, "shadow", SHADOW, white, Blend::Cutout))
            }
            _ => None,
        };
        self.known.insert(id, shadow);
        shadow
    }
}

/// A texture with its holes and without its colours.
fn white(scene: &mut Scene, id: TextureId) -> Option<TextureId> {
    let mut texture = scene.textures.get(id.index())?.clone();
    for pixel in texture.levels.iter_mut().flat_map(|level| level.rgba.chunks_exact_mut(4)) {
        pixel[..3].fill(255);
    }
    scene.textures.push(texture);
    Some(TextureId::from(scene.textures.len() - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_a_round_number_of_metres_apart() {
        for (across, wanted) in [(11.0, 1.0), (12.5, 2.0), (31.0, 5.0), (0.5, 0.05), (900.0, 100.0)] {
            let found = spacing(across);
            assert!((found / wanted - 1.0).abs() < 1e-4, "{across}: {found}");
        }
    }
}
