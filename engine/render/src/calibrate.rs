//! A scene to measure a device with: 100,000 triangles in one draw.

use glam::{Affine3A, Vec3};
use world::{
    Aabb, Alpha, Camera, Fog, Frame, Image, Light, Material, MaterialId, Model, ModelId, Node, NodeFlags,
    NodeId, Polygon, Scene, Sight, Texture, TextureId, Vertex, ZoneSet,
};

/// Objects, and faces of two triangles of each.
const OBJECTS: u32 = 2000;
const FACES: u32 = 25;
/// Objects in a row.
const ROW: u32 = 50;

/// 2,000 objects of 50 triangles each on a field, lit, fogged and textured, as a single model: the
/// best case for a device.
pub fn calibration() -> Scene {
    let mut scene = Scene::empty("calibration", "calibration", Frame::identity(1.0));
    scene.textures.push(checked());
    scene.materials.push(Material { texture: Some(TextureId(0)), ..Material::default() });
    let mut model = Model { lit: true, fogged: true, ..Model::default() };
    for object in 0..OBJECTS {
        let (x, z) = ((object % ROW) as f32 - ROW as f32 / 2.0, (object / ROW) as f32);
        let height = 1.0 + ((object.wrapping_mul(2_654_435_761) >> 20) % 8) as f32;
        column(&mut model, Vec3::new(x * 4.0, 0.0, -z * 4.0 - 4.0), height);
    }
    model.bounds = Aabb::around(model.vertices.iter().map(|vertex| Vec3::from(vertex.position)));
    scene.models.push(model);
    scene.nodes.push(Node {
        model: Some(ModelId(0)),
        flags: NodeFlags::ACTIVE,
        transform: Affine3A::from_translation(Vec3::new(0.0, -6.0, 0.0)),
        opacity: 1.0,
        bounds: Aabb::EMPTY,
        ..Node::default()
    });
    scene.roots.push(NodeId(0));
    scene.lights.push(Light {
        node: None,
        active: true,
        directional: true,
        position: Vec3::ZERO,
        direction: Vec3::new(-0.48, -0.8, -0.36),
        color: [1.0; 3],
        diffuse: 0.7,
        ambient: 0.3,
        near: 0.0,
        far: 0.0,
    });
    scene.fog = Fog { on: true, color: [0.6, 0.7, 0.8], near: 50.0, far: 400.0, ..Fog::default() };
    scene.camera =
        Camera { eye: Vec3::new(0.0, 2.0, 0.0), pitch: -0.1, near: 0.1, far: 1000.0, ..scene.camera };
    scene
}

/// A column of square rings, one face per quarter of a ring, and a lid.
fn column(model: &mut Model, foot: Vec3, height: f32) {
    const RINGS: u32 = (FACES - 1) / 4;
    let corner = |quarter: u32| {
        let (x, z) = [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)][quarter as usize % 4];
        Vec3::new(x, 0.0, z)
    };
    for ring in 0..RINGS {
        let (low, high) = (height * ring as f32 / RINGS as f32, height * (ring + 1) as f32 / RINGS as f32);
        for quarter in 0..4 {
            let (a, b) = (foot + corner(quarter), foot + corner(quarter + 1));
            face(model, [a + Vec3::Y * low, b + Vec3::Y * low, b + Vec3::Y * high, a + Vec3::Y * high]);
        }
    }
    face(model, [0, 1, 2, 3].map(|quarter| foot + corner(quarter) + Vec3::Y * height));
}

fn face(model: &mut Model, corners: [Vec3; 4]) {
    let first_vertex = model.vertices.len() as u32;
    let normal = (corners[1] - corners[0]).cross(corners[3] - corners[0]).normalize_or_zero();
    for (corner, uv) in corners.into_iter().zip([[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]]) {
        model.vertices.push(Vertex {
            position: corner.into(),
            normal: Vertex::pack_normal(normal),
            uv,
            color: [255; 3],
            day: 0,
        });
    }
    model.polygons.push(Polygon {
        first_vertex,
        first_index: model.indices.len() as u32,
        index_count: 6,
        material: MaterialId(0),
        layer: 0,
        double_sided: false,
        pass: 0,
        sight: Sight::Painted,
        solid: true,
        zones: ZoneSet::default(),
    });
    model.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first_vertex + corner));
}

fn checked() -> Texture {
    const SIDE: u32 = 128;
    let rgba = (0..SIDE * SIDE)
        .flat_map(|texel| {
            let (x, y) = (texel % SIDE, texel / SIDE);
            let shade = if (x / 16 + y / 16) % 2 == 0 { 200 } else { 120 };
            [shade, (x * 2) as u8, (y * 2) as u8, 255]
        })
        .collect();
    let level = Image { width: SIDE, height: SIDE, rgba };
    Texture { name: "calibration".to_owned(), alpha: Alpha::None, levels: vec![level] }
}

#[cfg(test)]
mod tests {
    #[test]
    fn it_has_as_many_triangles_as_it_says() {
        assert_eq!(super::calibration().triangles(), 100_000);
    }
}
