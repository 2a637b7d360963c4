//! The node block: the scene graph of a world.
//! Source: `docs/spec/zbd/nodes.md`.

pub mod author;
mod base;
mod camera;
mod codes;
mod light;
mod links;
mod lod;
mod object3d;
mod read;
mod screen;
mod skies;
mod world;
mod write;

use super::rules;
pub(crate) use base::count_fields;
pub use base::{NodeBase, ZONE_ALWAYS, class, flags};
pub use camera::{Camera, cotangent};
pub use codes::{CODES, all_codes};
pub use light::{Light, LightInfo, inverse_range};
pub use lod::Lod;
pub use object3d::{IDENTITY, Object3d, flags as object3d_flags, transform};
pub use read::read;
pub use screen::{Display, Window};
use serde::{Deserialize, Serialize};
pub use world::{
    Grid, Partition, PartitionInfo, PartitionNode, World, WorldInfo, crude_square_root, partition_diagonal,
    partition_mid_y,
};
pub use write::write;

/// What a node has beyond its base, by class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum NodeData {
    /// A place; its parent's slot stands where other nodes keep an offset.
    Empty {
        /// Slot of the parent; PM, CS: -1.
        parent: i32,
    },
    /// See [`Camera`].
    Camera(Box<Camera>),
    /// See [`World`].
    World(Box<World>),
    /// See [`Window`].
    Window(Box<Window>),
    /// See [`Display`].
    Display(Display),
    /// See [`Object3d`].
    Object3d(Box<Object3d>),
    /// See [`Lod`].
    Lod(Box<Lod>),
    /// See [`Light`].
    Light(Box<Light>),
}

/// One node of the scene graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// What every node has.
    pub base: NodeBase,
    /// PM, CS: the word behind the base, 0x02000000 | number; 0 in RC, MW.
    pub tag: u32,
    /// What this class of node has.
    pub data: NodeData,
    /// Slots of the parents.
    pub parents: Vec<i32>,
    /// Slots of the children.
    pub children: Vec<i32>,
}

/// A slot of the zeroed tail that is not as every known file has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OddZeroSlot {
    /// Its slot number.
    pub slot: u32,
    /// Its base structure.
    pub base: NodeBase,
    /// Number of parents it claims to have.
    pub parent_count: u32,
    /// Number of children it claims to have.
    pub child_count: u32,
    /// Its trailing word.
    pub word: u32,
}

/// The node block.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nodes {
    /// Used nodes; the position is the slot.
    pub nodes: Vec<Node>,
    /// RC, MW: slots in the zeroed tail.
    pub zero_slots: u32,
    /// Zero slots that differ from the documented content.
    pub odd_zero_slots: Vec<OddZeroSlot>,
}

impl NodeData {
    /// The class of a node with this data, see [`class`].
    pub fn class(&self) -> u32 {
        match self {
            NodeData::Empty { .. } => class::EMPTY,
            NodeData::Camera(_) => class::CAMERA,
            NodeData::World(_) => class::WORLD,
            NodeData::Window(_) => class::WINDOW,
            NodeData::Display(_) => class::DISPLAY,
            NodeData::Object3d(_) => class::OBJECT3D,
            NodeData::Lod(_) => class::LOD,
            NodeData::Light(_) => class::LIGHT,
        }
    }
}

impl Nodes {
    /// PM, CS: the number in the tag of the first light.
    pub(crate) fn light_number(&self) -> Option<i32> {
        let light = self.nodes.iter().find(|node| node.base.class == class::LIGHT)?;
        Some((light.tag & 0x00FF_FFFF) as i32)
    }

    /// Slots of the array, used and unused, as the header states it.
    ///
    /// # Errors
    /// When there are more than a file can hold.
    pub fn array_size(&self) -> binary::Result<u32> {
        write::array_size(self)
    }
}
