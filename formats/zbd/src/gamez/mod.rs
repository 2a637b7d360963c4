//! GameZ, the world container (`gamez.zbd`, in Crimson Skies also
//! `planes.zbd`): textures by name, materials, models, nodes.
//! Source: `spec/zbd/gamez.md` and `spec/zbd/nodes.md`.

mod header;
pub mod materials;
pub mod models;
pub mod nodes;
pub mod textures;
mod version;

pub use header::SIGNATURE;
use serde::{Deserialize, Serialize};
pub use version::Version;

/// A world file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameZ {
    /// Which game's layout.
    pub version: Version,
    /// PM, CS: Unix time of the export.
    pub timestamp: u32,
    /// Slot the node allocator freed last; not a count.
    pub node_last_free: i32,
    /// Texture files by name; materials refer to them by position.
    pub textures: Vec<textures::TextureEntry>,
    /// The material array.
    pub materials: materials::Materials,
    /// The model array.
    pub models: models::Models,
    /// The scene graph.
    pub nodes: nodes::Nodes,
}
