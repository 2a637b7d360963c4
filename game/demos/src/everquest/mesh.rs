//! Faces as meshes of the format: shared vertices in groups by material, front
//! faces clockwise. Source: `docs/spec/everquest/wld.md`, "0x36 DmSpriteDef2".

use super::face::{Corner, Face};
use super::material::Material;
use everquest::wld::mesh::face_flags;
use everquest::wld::{self, Group, Mesh, MeshHead, Reference, Uvs, Version};
use glam::Vec3;
use std::collections::BTreeMap;

/// Faces brought into the order of a mesh.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    pub vertices: Vec<Corner>,
    /// Clockwise.
    faces: Vec<wld::Face>,
    face_groups: Vec<Group>,
    vertex_groups: Vec<Group>,
}

/// One corner among the vertices of its material: equal ones are shared.
fn key(corner: &Corner) -> [i32; 8] {
    let fine = |value: f32, steps: f32| (value * steps).round() as i32;
    let Corner { place, uv, normal } = corner;
    [
        fine(place.x, 128.0),
        fine(place.y, 128.0),
        fine(place.z, 128.0),
        fine(uv.x, 256.0),
        fine(uv.y, 256.0),
        fine(normal.x, 32.0),
        fine(normal.y, 32.0),
        fine(normal.z, 32.0),
    ]
}

impl Shape {
    pub fn new(faces: &[Face]) -> Self {
        let mut sorted: Vec<&Face> = faces.iter().collect();
        sorted.sort_by_key(|face| face.material);
        let mut shape = Shape::default();
        for group in sorted.chunk_by(|a, b| a.material == b.material) {
            let (vertices, triangles) = (shape.vertices.len(), shape.faces.len());
            let mut known: BTreeMap<[i32; 8], u16> = BTreeMap::new();
            for face in group {
                let flags = if face.passable { face_flags::PASSABLE } else { 0 };
                for [a, b, c] in face.fan() {
                    let corners = [a, c, b].map(|corner| {
                        *known.entry(key(&corner)).or_insert_with(|| {
                            shape.vertices.push(corner);
                            (shape.vertices.len() - 1) as u16
                        })
                    });
                    shape.faces.push(wld::Face { flags, vertices: corners });
                }
            }
            let of = group[0].material as u16;
            shape.vertex_groups.push(Group { count: (shape.vertices.len() - vertices) as u16, of });
            shape.face_groups.push(Group { count: (shape.faces.len() - triangles) as u16, of });
        }
        shape
    }

    /// The middle of its box, in whole units.
    pub fn center(&self) -> Vec3 {
        let [min, max] = self.extent();
        ((min + max) / 2.0).round()
    }

    pub fn extent(&self) -> [Vec3; 2] {
        let places = self.vertices.iter().map(|vertex| vertex.place);
        places.fold([Vec3::MAX, Vec3::MIN], |[min, max], place| [min.min(place), max.max(place)])
    }

    /// The mesh, about a centre, with the largest scale exponent up to `largest`.
    pub fn mesh(&self, version: Version, head: MeshHead, largest: u16, materials: &[Material<'_>]) -> Mesh {
        let seen = self.face_groups.iter().any(|group| {
            materials.get(usize::from(group.of)).is_some_and(|material| !material.frames.is_empty())
        });
        let mut mesh = Mesh {
            head,
            uvs: Uvs::none(version),
            normals: self
                .vertices
                .iter()
                .map(|vertex| (vertex.normal * 127.0).to_array().map(byte))
                .collect(),
            faces: self.faces.clone(),
            face_groups: self.face_groups.clone(),
            vertex_groups: self.vertex_groups.clone(),
            ..Mesh::default()
        };
        let places: Vec<[f32; 3]> = self.vertices.iter().map(|vertex| vertex.place.to_array()).collect();
        mesh.place(&places, largest);
        if seen {
            mesh.uvs = self.uvs(version);
        }
        mesh
    }

    fn uvs(&self, version: Version) -> Uvs {
        let uvs = self.vertices.iter().map(|vertex| vertex.uv);
        match version {
            Version::Old => {
                Uvs::Short(uvs.map(|uv| (uv * 256.0).to_array().map(|part| part.round() as i16)).collect())
            }
            Version::New => Uvs::Float(uvs.map(|uv| uv.to_array()).collect()),
        }
    }
}

fn byte(part: f32) -> i8 {
    part.round() as i8
}

/// What a mesh says of itself, but for its places.
pub(super) fn head(name: Reference, flags: u32, palette: Reference, center: Vec3) -> MeshHead {
    MeshHead { name, flags, palette, center: center.to_array(), ..MeshHead::default() }
}

/// Light as colours are stored: blue, green, red, daylight.
pub(super) fn bgra(light: Vec3, day: f32) -> [u8; 4] {
    let byte = |part: f32| (part * 255.0).clamp(0.0, 255.0).round() as u8;
    [byte(light.z), byte(light.y), byte(light.x), byte(day)]
}
