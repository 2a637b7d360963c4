//! M2 models of clients 1.x and 2.x: a skeleton that moves, vertices with up to four views on them,
//! what they are painted with, and what hangs on the bones. Source: `docs/spec/m2.md`.
//!
//! Models of client 3.x and later (version 264 on) have another layout and are refused by name.
//!
//! ```
//! use binary::Mode;
//! use warcraft::m2::{self, Bone, Model, Rotation, Sequence, Track, View};
//!
//! // A card of one triangle that turns about its foot.
//! let mut model = Model::new("Card").unwrap();
//! model.sequences.push(Sequence { start: 3333, end: 5333, frequency: 32767, next: -1, ..Sequence::default() });
//! let half_turn = Track::linear([(3333, [0.0, 0.0, 0.0, 1.0]), (5333, [0.0, 0.0, 1.0, 0.0])]);
//! let rotation = Rotation::Full(Track { ranges: vec![[0, 1]], ..half_turn });
//! model.bones.push(Bone { rotation, ..Bone::default() });
//! for position in [[0.0; 3], [0.0, 1.0, 0.0], [0.0, 0.0, 2.0]] {
//!     model.vertices.push(m2::Vertex {
//!         position,
//!         weights: [255, 0, 0, 0],
//!         normal: [1.0, 0.0, 0.0],
//!         ..m2::Vertex::default()
//!     });
//! }
//! let view = View { indices: vec![0, 1, 2], triangles: vec![0, 1, 2], ..View::default() };
//! model.views.push(view);
//! model.seal();
//!
//! let bytes = m2::write(&model)?;
//! let (back, report) = m2::read(&bytes, Mode::Strict)?;
//! report.verdict()?;
//! assert_eq!(back, model);
//! assert_eq!(back.views[0].drawable(None, 3).next(), Some([0, 1, 2]));
//! # Ok::<(), Box<binary::Finding>>(())
//! ```

mod author;
mod bones;
mod check;
mod codes;
mod emitters;
mod file;
mod geometry;
mod header;
mod layout;
mod lookups;
mod materials;
mod points;
pub mod quaternion;
mod sequences;
mod settle;
mod sink;
mod source;
mod track;

pub use bones::{Bone, NO_PARENT, Rotation, flags as bone_flags};
pub use codes::CODES;
pub use emitters::{EmitterForm, Particle, Ribbon, emitter, parameter, particle_flags};
pub use file::{codes, fields, read, write};
pub use geometry::{Batch, Submesh, Vertex, View};
pub use header::Bounds;
pub use layout::{Layout, Placement, Profile, Stale};
pub use lookups::Stage;
pub use materials::{
    Color, RenderFlags, Texture, Transform, blend, render_flags, texture_flags, texture_kind,
};
pub use points::{Attachment, Camera, Event, Light};
pub use sequences::{NO_VARIATION, Playable, Sequence, flags as sequence_flags, playable};
pub use track::{NO_GLOBAL, Track, interpolation};

use crate::chars::Chars;
use crate::numbers;
use serde::{Deserialize, Serialize};

/// The oldest version.
pub const FIRST_VERSION: u32 = 256;
/// The version that models of client 2.x start with.
pub const SECOND_CLIENT: u32 = 260;
/// The newest version without another layout.
pub const LAST_VERSION: u32 = 263;

/// An M2 model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// 256 and 257 of client 1.x, 260 to 263 of 2.x.
    pub version: u32,
    /// Informative only.
    pub name: Chars,
    /// Bits 0 and 1 tilt the model on slopes about x and y.
    pub flags: u32,
    /// Milliseconds that each takes; 0 occurs.
    pub global_sequences: Vec<u32>,
    /// Parts of the time line.
    pub sequences: Vec<Sequence>,
    /// By animation the number of its first sequence, or -1.
    pub sequence_lookup: Vec<i16>,
    /// By animation what is played for it.
    pub playable_lookup: Vec<Playable>,
    /// The skeleton.
    pub bones: Vec<Bone>,
    /// By key bone its number, or -1.
    pub key_bone_lookup: Vec<i16>,
    /// The vertices of all views.
    pub vertices: Vec<Vertex>,
    /// One to four; the first one has all geometry.
    pub views: Vec<View>,
    /// Colours of batches.
    pub colors: Vec<Color>,
    /// Textures, and places for those that the game chooses.
    pub textures: Vec<Texture>,
    /// Opacities of batches, 0 to 32767.
    pub transparency: Vec<Track<i16>>,
    /// How textures move.
    pub transforms: Vec<Transform>,
    /// By kind of texture its number, or -1.
    pub replaceable_lookup: Vec<i16>,
    /// How batches are drawn.
    pub render_flags: Vec<RenderFlags>,
    /// Bones of submeshes.
    pub bone_lookup: Vec<u16>,
    /// Textures of batches.
    pub texture_lookup: Vec<u16>,
    /// Coordinates of the textures of batches: 0, 1 for the second ones, -1 for reflections.
    pub unit_lookup: Vec<i16>,
    /// Opacities of batches.
    pub transparency_lookup: Vec<u16>,
    /// Transforms of the textures of batches, or -1.
    pub transform_lookup: Vec<i16>,
    /// Around what is seen, in all sequences.
    pub bounds: Bounds,
    /// Around the collision mesh.
    pub collision_bounds: Bounds,
    /// What one bumps into; many models have none.
    pub collision: Collision,
    /// Places for other things.
    pub attachments: Vec<Attachment>,
    /// By attachment its number, or -1.
    pub attachment_lookup: Vec<i16>,
    /// What happens at times.
    pub events: Vec<Event>,
    /// Lights.
    pub lights: Vec<Light>,
    /// Cameras.
    pub cameras: Vec<Camera>,
    /// By kind of camera its number.
    pub camera_lookup: Vec<u16>,
    /// Ribbons.
    pub ribbons: Vec<Ribbon>,
    /// Particles.
    pub particles: Vec<Particle>,
    /// Where all this is in the file.
    pub layout: Layout,
}

/// A mesh that one bumps into.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Collision {
    /// Three numbers of vertices for each triangle, counter-clockwise from outside.
    pub triangles: Vec<u16>,
    /// In yards.
    #[serde(with = "numbers")]
    pub vertices: Vec<[f32; 3]>,
    /// One for each triangle.
    #[serde(with = "numbers")]
    pub normals: Vec<[f32; 3]>,
}

impl Collision {
    /// True without a mesh.
    pub fn is_empty(&self) -> bool {
        self.triangles.is_empty() && self.vertices.is_empty() && self.normals.is_empty()
    }
}

impl Default for Model {
    fn default() -> Self {
        Model {
            version: FIRST_VERSION,
            name: Chars::from_bytes(vec![0]),
            flags: 0,
            global_sequences: Vec::new(),
            sequences: Vec::new(),
            sequence_lookup: Vec::new(),
            playable_lookup: Vec::new(),
            bones: Vec::new(),
            key_bone_lookup: Vec::new(),
            vertices: Vec::new(),
            views: Vec::new(),
            colors: Vec::new(),
            textures: Vec::new(),
            transparency: Vec::new(),
            transforms: Vec::new(),
            replaceable_lookup: Vec::new(),
            render_flags: Vec::new(),
            bone_lookup: Vec::new(),
            texture_lookup: Vec::new(),
            unit_lookup: Vec::new(),
            transparency_lookup: Vec::new(),
            transform_lookup: Vec::new(),
            bounds: Bounds::default(),
            collision_bounds: Bounds::default(),
            collision: Collision::default(),
            attachments: Vec::new(),
            attachment_lookup: Vec::new(),
            events: Vec::new(),
            lights: Vec::new(),
            cameras: Vec::new(),
            camera_lookup: Vec::new(),
            ribbons: Vec::new(),
            particles: Vec::new(),
            layout: Layout::default(),
        }
    }
}

/// The column of the tables of records that differ between clients.
pub(crate) fn column(version: u32) -> usize {
    usize::from(version >= SECOND_CLIENT)
}
