//! MDL7, the models of A7 and A8: groups of triangles with skins, a skeleton,
//! frames that move vertices or bones. Source: `docs/spec/gamestudio.md`, "4. MDL7".
//!
//! ```
//! use binary::Mode;
//! use gamestudio::mdl7::{self, Bone, Group, Model, Transform, Triangle, Vertex, VertexForm};
//!
//! # fn make() -> Option<()> {
//! let mut model = Model::default();
//! model.bones.push(Bone::new("hinge", None, [0.0; 3])?);
//! let mut door = Group::new("door")?;
//! for position in [[0.0; 3], [40.0, 0.0, 0.0], [0.0, 0.0, 80.0]] {
//!     door.vertices.push(Vertex { bone: 0, ..Vertex::new(position, [0.0, -1.0, 0.0]) });
//!     door.uvs.push([position[0] / 40.0, 1.0 - position[2] / 80.0]);
//! }
//! door.triangles.push(Triangle::new([0, 2, 1], [0, 2, 1], -1));
//! let rest: Vec<_> = door.vertices.iter().map(|vertex| vertex.position).collect();
//! // A quarter turn about the hinge: from the east to the north.
//! let quarter = [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
//! let open = door.push_frame("open 1", &rest, None, VertexForm::Normal)?;
//! open.transforms.push(Transform::turn(0, [0.0; 3], quarter));
//! model.groups.push(door);
//!
//! let bytes = mdl7::write(&model).ok()?;
//! let (back, report) = mdl7::read(&bytes, Mode::Strict).ok()?;
//! assert!(report.findings().is_empty());
//! assert_eq!(back.posed_positions(&back.groups[0], 0)[1], [0.0, 40.0, 0.0]);
//! # Some(())
//! # }
//! # make().unwrap();
//! ```

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
#[serde(deny_unknown_fields)]
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
