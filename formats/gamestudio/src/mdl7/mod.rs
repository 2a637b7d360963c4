//! MDL7, the models of A7 and A8: groups of triangles with skins, a skeleton,
//! frames that move vertices or bones. Source: `spec/gamestudio.md` 4.

mod author;
mod bones;
mod codes;
mod deformers;
mod file;
mod frames;
mod groups;
mod mesh;
mod pose;
mod sizes;

pub use bones::{Bone, NO_BONE};
pub use codes::CODES;
pub use deformers::{Deformation, Deformer, Element, Weight};
pub use file::{codes, fields, read, write};
pub use frames::{Frame, FrameVertex, Transform};
pub use groups::{Group, Skin};
pub use mesh::{NONE, Normal, Triangle, Vertex};
pub use pose::{Influence, Matrix};
pub use sizes::{RecordSizes, TriangleForm, VertexForm};

use crate::packed;
use serde::{Deserialize, Serialize};

/// A model of kind MDL7.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// 0.
    pub version: i32,
    /// Sizes of the records, which say what fields they have.
    pub sizes: RecordSizes,
    /// The skeleton; mostly none.
    pub bones: Vec<Bone>,
    /// Parts of the surface, 1 to 223 in known files.
    pub groups: Vec<Group>,
    /// Unknown data behind the model; none in known files.
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub rest: Vec<u8>,
    /// Settings of the entity, not needed for drawing; kept as it is.
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub entity_lump: Vec<u8>,
    /// Notes of the model editor; kept as they are.
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub editor_lump: Vec<u8>,
}

/// Why parts cannot be written: expected, found.
pub(crate) type Verdict = Result<(), (String, String)>;

pub(crate) fn refuse<T>(
    expected: impl Into<String>,
    found: impl Into<String>,
) -> Result<T, (String, String)> {
    Err((expected.into(), found.into()))
}
