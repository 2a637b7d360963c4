//! Volumes: spheres, lists of them, and polyhedra, which are ladders to climb
//! and what collides. Source: `docs/spec/everquest/wld.md`,
//! "0x17 / 0x18 Polyhedron" and "0x16 Sphere".

use super::instance::stored_record;
use super::reference::Reference;
use binary::record;

record! {
    /// A sphere (0x16).
    #[derive(Copy)]
    pub struct Sphere in "everquest.wld.sphere" sizes [8] {
        name: Reference [0],
        /// 0.1 in zones.
        radius: f32 [4],
    }
}
stored_record!(Sphere);
