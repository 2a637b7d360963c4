//! Levels (`.wmb`): what the level editor built. WMB7 (A6 to A8) is read and
//! written whole; WMB1 to WMB6 are recognised and refused. Not here: the models
//! and pictures that entities name, and scripts. Source: `docs/spec/gamestudio.md`, "2. WMB7 level".
//!
//! Axes are X east, Y north, Z up; lengths in quants, about 40 to a metre;
//! angles in degrees; front faces are clockwise.

mod author;
pub mod blocks;
pub mod bsp;
pub(crate) mod codes;
pub mod lightmaps;
mod lists;
pub mod materials;
pub mod objects;
mod read;
mod table;
pub(crate) mod textures;
mod write;

pub use codes::CODES;
pub use lists::{List, OutsideList, RawList};
pub use read::{fields, read};
pub use textures::{ColorTable, Texture};
pub use write::write;

use crate::placement::Placement;
use binary::{Code, Record};
use serde::{Deserialize, Serialize};

/// Every finding that reading or writing a level can make.
pub fn codes() -> Vec<&'static Code> {
    let mut codes = CODES.to_vec();
    codes.extend(objects::codes().concat());
    codes.extend([bsp::BspNode::CODES, bsp::Hull::CODES, blocks::Skin::CODES].concat());
    codes
}

/// A level. [`Level::new`] is an empty one as the editor would build it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// Colours for textures of palette indices; every known level has them.
    pub palette: Option<LevelPalette>,
    /// Planes of the trees.
    pub planes: Vec<bsp::Plane>,
    /// Textures of blocks; `None` where the table says that there is none.
    pub textures: Vec<Option<Box<Texture>>>,
    /// Visibility from leaf to leaf.
    #[serde(with = "crate::packed")]
    pub pvs: Vec<u8>,
    /// Nodes of the tree; the first is the root.
    pub bsp_nodes: Vec<bsp::BspNode>,
    /// Mapping records.
    pub materials: Vec<materials::Material>,
    /// Nodes of the collision trees.
    pub hulls: Vec<bsp::Hull>,
    /// Leafs of the tree; the first is the solid one, and the only one of a
    /// level without a tree.
    pub bsp_leafs: Vec<bsp::BspLeaf>,
    /// Numbers of blocks, leaf by leaf.
    pub bsp_blocks: Vec<i32>,
    /// One for the whole level.
    pub submodels: Vec<bsp::Submodel>,
    /// Entities, lamps, paths and the like.
    pub objects: Vec<objects::Object>,
    /// Pages of light maps, one behind the other: blue, green, red for each
    /// pixel. See [`Level::lightmap_rgba8`].
    #[serde(with = "crate::packed")]
    pub lightmaps: Vec<u8>,
    /// The solid parts.
    pub blocks: Vec<blocks::Block>,
    /// Light maps of terrains.
    pub terrain_lightmaps: Vec<lightmaps::TerrainLightmap>,
    /// Lists of older versions that are not empty.
    pub legacy: Vec<RawList>,
    /// The layout of the file.
    pub layout: Layout,
}

/// The palette of a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelPalette {
    /// 0.
    pub zero00: [u8; 16],
    /// The colours.
    pub colors: ColorTable,
}

/// The layout of a file where it differs from what a writer would do. The default asks for the
/// writer's own layout: set it after adding or removing anything.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    /// Offsets of the lists, in the order of [`List`], from the start of the file.
    pub lists: Option<Placement>,
    /// Offsets of the textures, from the start of their list.
    pub textures: Option<Placement>,
    /// Offsets of the objects, from the start of their list.
    pub objects: Option<Placement>,
    /// Lists that are left out while empty, instead of holding a count of 0.
    pub left_out: Vec<List>,
    /// Bytes after the last whole item of a list.
    pub tails: Vec<RawList>,
    /// Lists that were left out and are kept as they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<RawList>,
    /// Lists that were left out for where the header has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outside: Vec<OutsideList>,
}

/// Offsets of lists in the file, for findings made when all are read.
struct Origins {
    planes: usize,
    bsp_nodes: usize,
    bsp_leafs: usize,
    hulls: usize,
    bsp_blocks: usize,
}
