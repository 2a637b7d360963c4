//! The tree of planes that says in which region a point is. Source:
//! `docs/spec/everquest/wld.md`, "0x21 WorldTree".

use super::fields::{count, put_records, records};
use super::fragment::Stored;
use super::header::Version;
use super::reference::Reference;
use binary::{Cursor, Result, Writer, record};
use serde::{Deserialize, Serialize};

record! {
    /// A node: an inner one with a plane and children, or a leaf with a region.
    #[derive(Copy)]
    pub struct BspNode in "everquest.wld.bsp_node" sizes [28] {
        /// Of length 1; 0 in leaves.
        normal: [f32; 3] [0],
        /// A point is in front where `normal . point + distance` is above 0.
        distance: f32 [12],
        /// Number of the region, from 1; 0 in inner nodes.
        region: u32 [16],
        /// Number of the node in front, from 1.
        front: u32 [20],
        /// Number of the node behind, from 1; 0 where it is solid.
        back: u32 [24],
    }
}

/// The tree (0x21); its root is the first node.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorldTree {
    /// Its name.
    pub name: Reference,
    /// In any order but for the root.
    pub nodes: Vec<BspNode>,
}

impl WorldTree {
    /// The region of a point, from 1; none where the walk ends in solid, and in
    /// trees that lead nowhere.
    ///
    /// Faces lie exactly on the planes of solid trees: never ask with a point on
    /// the ground, but 0.1 above it.
    pub fn region_at(&self, point: [f32; 3]) -> Option<u32> {
        let mut node = self.nodes.first()?;
        // A walk that takes more steps than there are nodes goes in a circle.
        for _ in 0..=self.nodes.len() {
            if node.region != 0 {
                return Some(node.region);
            }
            let side = node.normal.iter().zip(point).map(|(normal, at)| normal * at).sum::<f32>();
            let next = if side + node.distance > 0.0 { node.front } else { node.back };
            node = self.nodes.get((next as usize).checked_sub(1)?)?;
        }
        None
    }
}

impl Stored for WorldTree {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let name = cursor.value("name")?;
        let count: u32 = cursor.value("count")?;
        Ok(WorldTree { name, nodes: records(cursor, "node", count as usize)? })
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.value(&self.name);
        writer.value(&count("nodes", self.nodes.len())?);
        put_records(writer, &self.nodes);
        Ok(())
    }

    fn name(&self) -> Reference {
        self.name
    }
}
