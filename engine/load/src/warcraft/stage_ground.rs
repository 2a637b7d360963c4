//! What a stage has besides its models: ground, daylight, haze, and signs with names.

use glam::{Affine3A, Vec3};
use std::f32::consts::TAU;
use world::{
    Aabb, Alpha, Blend, Fog, Image, Light, Material, MaterialId, Model, ModelId, Node, NodeFlags, NodeId,
    Polygon, Scene, Sight, Texture, TextureId, Vertex, ZoneSet,
};

/// Ground beyond the models, yards.
const BEYOND: f32 = 120.0;
/// A tile of the ground, yards.
const TILE: f32 = 6.0;
/// Pixels of its picture.
const PIXELS: u32 = 64;
/// Corners around.
const AROUND: usize = 48;
/// Colour of the haze and of what is behind everything.
const HAZE: [f32; 3] = [0.62, 0.70, 0.78];
/// Daylight: from all sides, and from the sun.
const DAY: (f32, f32) = (0.45, 0.6);
/// Where it comes from, engine axes: from behind the person's left shoulder, so that what they see is lit.
const SUN: Vec3 = Vec3::new(0.45, -0.75, -0.48);
/// Height of a dot of a sign's letters, for each yard from which it is read: so that letters look as large, wherever
/// a sign stands.
const DOT: f32 = 0.0032;
/// At least and at most, yards.
const DOTS: [f32; 2] = [0.01, 0.08];
/// Dots around the letters of a sign.
const MARGIN: u32 = 3;
/// Pixels of a dot.
const SCALE: u32 = 4;
/// Most letters of a sign.
const LETTERS: usize = 28;
/// How high the lower edge of a sign is, yards.
const ABOVE: f32 = 0.02;
/// How far it leans back from whoever reads it, radians, so that it is low and read from above.
const LEAN: f32 = 0.9;
/// Colours of a sign's board and letters.
const BOARD: [u8; 4] = [28, 30, 34, 255];
const INK: [u8; 4] = [236, 228, 206, 255];

/// Lays ground for models that stand within a distance, and lets the day shine.
pub(super) fn lay(scene: &mut Scene, reach: f32) {
    let radius = reach + BEYOND;
    let texture = texture(scene, "ground", PIXELS, PIXELS, ground_pixel);
    let material = material(scene, "ground", texture, false);
    stand(scene, "ground", disc(radius, material), Affine3A::IDENTITY, NodeFlags::INHERITED);
    let (around, direct) = DAY;
    scene.lights.push(Light {
        node: None,
        active: true,
        directional: true,
        position: Vec3::ZERO,
        direction: SUN.normalize(),
        color: [1.0; 3],
        diffuse: direct,
        ambient: around,
        near: 0.0,
        far: 0.0,
    });
    let far = reach + BEYOND * 0.9;
    scene.fog = Fog { on: true, color: HAZE, near: reach + BEYOND * 0.2, far, ..Fog::default() };
    scene.camera.far = far * 2.0;
    scene.camera.near = scene.frame.units(0.05);
}

/// Puts up a sign with a name that is at most so wide, yards; `place` looks along x at whoever reads it, so far away.
pub(super) fn sign(scene: &mut Scene, name: &str, place: Affine3A, away: f32, widest: f32) {
    let letters: Vec<char> = name.chars().take(LETTERS).map(|letter| letter.to_ascii_uppercase()).collect();
    let columns = (letters.len().max(1) as u32 * font::ADVANCE - 1) + 2 * MARGIN;
    let rows = font::HEIGHT + 2 * MARGIN;
    let pixel = |x: u32, y: u32| {
        let dot = (x / SCALE).checked_sub(MARGIN).zip((y / SCALE).checked_sub(MARGIN));
        let is_ink = dot.is_some_and(|(column, row)| {
            let letter = letters.get((column / font::ADVANCE) as usize);
            let bits = letter.and_then(|letter| font::rows(*letter).get(row as usize).copied());
            bits.is_some_and(|bits| bits & (0x10_u8 >> (column % font::ADVANCE).min(7)) != 0)
        });
        if is_ink { INK } else { BOARD }
    };
    let texture = texture(scene, name, columns * SCALE, rows * SCALE, pixel);
    let material = material(scene, "sign", texture, true);
    let [least, most] = DOTS;
    let dot = (away * DOT).min(widest / columns as f32).clamp(least, most);
    let (half, high) = (columns as f32 * dot * 0.5, rows as f32 * dot);
    let (sin, cos) = (libm::sinf(LEAN), libm::cosf(LEAN));
    // Whoever looks against x has z to the left.
    let corner = |z: f32, up: f32, u: f32, v: f32| {
        vertex(Vec3::new(-up * sin, ABOVE + up * cos, z), Vec3::new(cos, sin, 0.0), [u, v])
    };
    let vertices = vec![
        corner(half, 0.0, 0.0, 1.0),
        corner(-half, 0.0, 1.0, 1.0),
        corner(-half, high, 1.0, 0.0),
        corner(half, high, 0.0, 0.0),
    ];
    let board = mesh(vertices, vec![0, 1, 2, 0, 2, 3], material, false);
    stand(scene, "sign", board, place, NodeFlags::ACTIVE);
}

/// Grass without any figure that would be seen again in the next tile.
fn ground_pixel(x: u32, y: u32) -> [u8; 4] {
    let mut bits = (x.wrapping_mul(0x9E37_79B1) ^ y.wrapping_mul(0x85EB_CA77)).wrapping_mul(0xC2B2_AE3D);
    bits ^= bits >> 15;
    let noise = (bits & 15) as i32 - 8;
    let shade = |base: i32| (base + noise).clamp(0, 255) as u8;
    [shade(118), shade(124), shade(96), 255]
}

fn disc(radius: f32, material: MaterialId) -> Model {
    let corner = |place: Vec3| vertex(place, Vec3::Y, [place.x / TILE, place.z / TILE]);
    let mut vertices = vec![corner(Vec3::ZERO)];
    let mut indices = Vec::with_capacity(AROUND * 3);
    for step in 0..AROUND as u32 {
        let angle = step as f32 / AROUND as f32 * TAU;
        vertices.push(corner(Vec3::new(libm::sinf(angle), 0.0, libm::cosf(angle)) * radius));
        indices.extend([0, 1 + step, 1 + (step + 1) % AROUND as u32]);
    }
    mesh(vertices, indices, material, true)
}

fn vertex(place: Vec3, normal: Vec3, uv: [f32; 2]) -> Vertex {
    Vertex { position: place.to_array(), normal: Vertex::pack_normal(normal), uv, color: [255; 3], day: 0 }
}

/// One polygon; on what is solid one can stand.
fn mesh(vertices: Vec<Vertex>, indices: Vec<u32>, material: MaterialId, solid: bool) -> Model {
    let polygon = Polygon {
        first_vertex: 0,
        first_index: 0,
        index_count: indices.len() as u32,
        material,
        layer: 0,
        double_sided: !solid,
        pass: 0,
        sight: Sight::Painted,
        solid,
        zones: ZoneSet::default(),
    };
    let bounds = Aabb::around(vertices.iter().map(|vertex| Vec3::from_array(vertex.position)));
    Model { vertices, indices, polygons: vec![polygon], lit: true, fogged: true, bounds, ..Model::default() }
}

fn texture(
    scene: &mut Scene,
    name: &str,
    width: u32,
    height: u32,
    pixel: impl Fn(u32, u32) -> [u8; 4],
) -> TextureId {
    let rgba =
        (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).flat_map(|(x, y)| pixel(x, y)).collect();
    let levels = vec![Image { width, height, rgba }];
    scene.textures.push(Texture { name: name.to_owned(), alpha: Alpha::None, levels });
    TextureId::from(scene.textures.len() - 1)
}

fn material(scene: &mut Scene, name: &str, texture: TextureId, unlit: bool) -> MaterialId {
    let name = name.to_owned();
    scene.materials.push(Material {
        name,
        texture: Some(texture),
        blend: Blend::Opaque,
        unlit,
        ..Material::default()
    });
    MaterialId::from(scene.materials.len() - 1)
}

fn stand(scene: &mut Scene, name: &str, model: Model, transform: Affine3A, flags: NodeFlags) {
    scene.models.push(model);
    scene.nodes.push(Node {
        name: name.into(),
        model: Some(ModelId::from(scene.models.len() - 1)),
        flags,
        opacity: 1.0,
        transform,
        ..Node::default()
    });
    scene.roots.push(NodeId::from(scene.nodes.len() - 1));
}
