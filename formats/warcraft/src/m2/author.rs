//! Making models from Rust, and turning them from one client's form into another's.

use super::bones::flags;
use super::{
    Bounds, EmitterForm, FIRST_VERSION, LAST_VERSION, Model, Particle, Rotation, Sequence, Submesh, Texture,
    View, column,
};
use crate::chars::Chars;

impl Model {
    /// An empty model of client 1.x; `None` when the name is not ASCII.
    pub fn new(name: &str) -> Option<Model> {
        Some(Model { name: Chars::new(name)?, ..Model::default() })
    }

    /// Works out what follows from the rest: which bones are animated, look-ups by id, the properties
    /// of indices, both bounds and the normals of the collision mesh. Bounds are those at rest.
    pub fn seal(&mut self) {
        for bone in &mut self.bones {
            let animated = if bone.is_animated() { flags::ANIMATED } else { 0 };
            bone.flags = bone.flags & !flags::ANIMATED | animated;
        }
        self.sequence_lookup = first_of(self.sequences.iter().map(|sequence: &Sequence| sequence.id.into()));
        self.key_bone_lookup = first_of(self.bones.iter().map(|bone| bone.key_bone.into()));
        self.attachment_lookup = first_of(self.attachments.iter().map(|attachment| attachment.id.into()));
        self.camera_lookup = Vec::new();
        for index in first_of(self.cameras.iter().map(|camera| camera.kind.into())) {
            self.camera_lookup.extend(u16::try_from(index));
        }
        self.replaceable_lookup = last_of(self.textures.iter().map(|texture: &Texture| texture.kind.into()));
        for view in &mut self.views {
            view.properties = properties(view, &self.bone_lookup, &self.vertices);
        }
        self.bounds = Bounds::of(self.vertices.iter().map(|vertex| vertex.position));
        self.collision_bounds = Bounds::of(self.collision.vertices.iter().copied());
        let (triangles, _) = self.collision.triangles.as_chunks::<3>();
        let corner =
            |index: u16| self.collision.vertices.get(usize::from(index)).copied().unwrap_or_default();
        self.collision.normals = triangles.iter().map(|corners| normal(corners.map(corner))).collect();
    }

    /// Turns the model into one of another version: rotations and emitters change their form, and
    /// what only newer clients have is dropped or 0. The file is then written anew. `None`, and no
    /// change, for versions that are not 256 to 263.
    pub fn convert(&mut self, version: u32) -> Option<()> {
        if !(FIRST_VERSION..=LAST_VERSION).contains(&version) {
            return None;
        }
        self.version = version;
        self.layout.placement = None;
        let older = column(version) == 0;
        for bone in &mut self.bones {
            if older {
                bone.rotation = Rotation::Full(bone.rotation.to_full());
                bone.name_hash = 0;
            } else {
                bone.rotation = Rotation::Packed(bone.rotation.to_packed());
            }
        }
        if older {
            for submesh in self.views.iter_mut().flat_map(|view| &mut view.submeshes) {
                *submesh = Submesh { sort_centre: [0.0; 3], sort_radius: 0.0, ..submesh.clone() };
            }
        }
        for Particle { form, .. } in &mut self.particles {
            let (blend, emitter) = (form.blend(), form.emitter());
            let color = if let EmitterForm::Bytes { color, .. } = *form { color } else { 0 };
            *form = match (u8::try_from(blend), u8::try_from(emitter)) {
                _ if older => EmitterForm::Words { blend: blend & 0xFF, emitter },
                (blend, emitter) => EmitterForm::Bytes {
                    blend: blend.unwrap_or_default(),
                    emitter: emitter.unwrap_or_default(),
                    color,
                },
            };
        }
        Some(())
    }
}

/// For each number up to the greatest of `ids` where it is first, or -1. Numbers that are negative
/// or beyond 16 bits have no entry.
fn first_of(ids: impl Iterator<Item = i64>) -> Vec<i16> {
    by_id(ids, false)
}

/// As [`first_of`], but where it is last.
fn last_of(ids: impl Iterator<Item = i64>) -> Vec<i16> {
    by_id(ids, true)
}

fn by_id(ids: impl Iterator<Item = i64>, last: bool) -> Vec<i16> {
    let mut lookup: Vec<i16> = Vec::new();
    for (index, id) in ids.enumerate() {
        let (Ok(id), Ok(index)) = (u16::try_from(id), i16::try_from(index)) else { continue };
        let id = usize::from(id);
        if lookup.len() <= id {
            lookup.resize(id + 1, -1);
        }
        if last || lookup[id] < 0 {
            lookup[id] = index;
        }
    }
    lookup
}

/// For each index the bones of its vertex, counted in its submesh's part of the bone look-up.
fn properties(view: &View, lookup: &[u16], vertices: &[super::Vertex]) -> Vec<[u8; 4]> {
    let mut properties = vec![[0; 4]; view.indices.len()];
    for submesh in &view.submeshes {
        let first = usize::from(submesh.first_bone);
        let bones = lookup.get(first..first + usize::from(submesh.bone_count)).unwrap_or_default();
        let (first, count) = (usize::from(submesh.first_vertex), usize::from(submesh.vertex_count));
        for (index, properties) in view.indices.iter().zip(&mut properties).skip(first).take(count) {
            let Some(vertex) = vertices.get(usize::from(*index)) else { continue };
            *properties = std::array::from_fn(|slot| {
                let place = bones.iter().position(|bone| *bone == u16::from(vertex.bones[slot]));
                place
                    .filter(|_| vertex.weights[slot] > 0)
                    .and_then(|place| place.try_into().ok())
                    .unwrap_or(0)
            });
        }
    }
    properties
}

/// The direction that the corners are counter-clockwise from; up for a triangle without a surface.
fn normal([a, b, c]: [[f32; 3]; 3]) -> [f32; 3] {
    let minus = |p: [f32; 3], q: [f32; 3]| [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
    let (u, v) = (minus(b, a), minus(c, a));
    let cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = cross.iter().map(|axis| axis * axis).sum::<f32>().sqrt();
    if length > 0.0 { cross.map(|axis| axis / length) } else { [0.0, 0.0, 1.0] }
}
