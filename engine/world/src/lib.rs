//! The world as the engine sees it, whatever game it came from.
//!
//! [`Scene`] is everything loading made and never changes; [`State`] is
//! everything a tick may change. `load` makes scenes, `runtime` changes states,
//! `render` and `audio` only look.
//!
//! This crate knows no file format, no clock, no thread and no GPU.

#![forbid(unsafe_code)]

mod bounds;
mod frame;
mod hash;
mod ids;
mod material;
mod model;
mod node;
mod occurrences;
mod scene;
pub mod sketch;
pub mod space;
mod state;
mod walker;

pub use binary::{Finding, Limits};
pub use bounds::Aabb;
pub use frame::Frame;
pub use hash::HASH_VERSION;
pub use ids::{MaterialId, ModelId, NodeId, OccurrenceId, TextureId};
pub use material::{Alpha, Blend, Cycle, Image, Material, Texture};
pub use model::{Facade, Model, PointLight, Polygon, Vertex, ZoneSet};
pub use node::{LodRange, Node, NodeFlags, NodeKind};
pub use occurrences::{CODES, Dirty, Occurrences};
pub use scene::Scene;
pub use space::{Capsule, Colliders, GridDef, Hit, Overlap, Probe, Space, SpaceDef, SweepHit};
pub use state::{ActiveZones, Avatar, Camera, Fog, Light, NodeStates, Random, State};
pub use walker::Walker;
