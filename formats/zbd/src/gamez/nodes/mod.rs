//! The node block: the scene graph of a world.
//! Source: `spec/zbd/nodes.md`.

mod base;
mod camera;
mod light;
mod lod;
mod object3d;
mod screen;
mod world;

pub use base::{NodeBase, class, flags};
pub use camera::Camera;
pub use light::{Light, LightInfo};
pub use lod::Lod;
pub use object3d::{Object3d, flags as object3d_flags};
pub use screen::{Display, Window};
use serde::{Deserialize, Serialize};
pub use world::{Partition, PartitionInfo, PartitionNode, World, WorldInfo};

/// What a node has beyond its base, by class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum NodeData {
    /// A place; its parent's slot stands where other nodes keep an offset.
    Empty {
        /// Slot of the parent.
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
pub struct OddZeroSlot {
    /// Its slot number.
    pub slot: u32,
    /// Its base structure.
    pub base: NodeBase,
    /// Its trailing word.
    pub word: u32,
}

/// The node block.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Nodes {
    /// Used nodes; the position is the slot.
    pub nodes: Vec<Node>,
    /// RC, MW: slots in the zeroed tail.
    pub zero_slots: u32,
    /// Zero slots that differ from the documented content.
    pub odd_zero_slots: Vec<OddZeroSlot>,
}
