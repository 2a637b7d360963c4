//! The tree into which the level is divided, its planes and the remains of older versions. Drawing
//! and collision can do without: blocks hold all geometry.
//! Source: `docs/spec/gamestudio.md`, "2.1 Header" and "2.9 BSP lists".

use super::codes::{BSP_LINK, PLANE_AXIS};
use super::{Level, Origins};
use binary::{Record, Report, Segment, record};

record! {
    /// A plane of the level. Source: `docs/spec/gamestudio.md`, "2.1 Header", list 1.
    #[derive(Copy)]
    pub struct Plane in "gamestudio.wmb.plane" sizes [20] {
        /// Unit vector.
        normal: [f32; 3] [0],
        /// Distance from the origin along the normal, in quants.
        dist: f32 [12],
        /// 0 to 2: along x, y, z; 3 to 5: mostly so.
        axis_type: i32 [16],
    }
}

record! {
    /// A node of the tree. Source: `docs/spec/gamestudio.md`, "2.9 BSP lists".
    #[derive(Copy)]
    pub struct BspNode in "gamestudio.wmb.bsp_node" sizes [40] {
        plane: i32 [0],
        zero04: i32 [4] must 0,
        /// Packed, see [`unpack_short`].
        mins: [i16; 3] [8],
        /// Packed, see [`unpack_short`].
        maxs: [i16; 3] [14],
        zero20: i32 [20] must 0,
        /// See [`Child`].
        children: [i32; 2] [24],
        first_face: i32 [32],
        face_count: i32 [36],
    }
}

record! {
    /// A room of the tree. Source: `docs/spec/gamestudio.md`, "2.9 BSP lists".
    #[derive(Copy)]
    pub struct BspLeaf in "gamestudio.wmb.bsp_leaf" sizes [36] {
        /// -256 empty, -128 solid, -112 detail.
        content: i32 [0],
        /// Offset into the visibility bytes, or -1.
        pvs_offset: i32 [4],
        /// Packed, see [`unpack_short`].
        mins: [i16; 3] [8],
        /// Packed, see [`unpack_short`].
        maxs: [i16; 3] [14],
        unknown20: [i32; 2] [20],
        /// First of its numbers in [`Level::bsp_blocks`].
        first_block: i32 [28],
        block_count: i32 [32],
    }
}

record! {
    /// A node of a collision tree. Source: `docs/spec/gamestudio.md`, "2.1 Header", list 9.
    #[derive(Copy)]
    pub struct Hull in "gamestudio.wmb.hull" sizes [16] {
        plane: i32 [0],
        zero04: i32 [4] must 0,
        /// Below 0: content; otherwise the number of a hull node.
        children: [i32; 2] [8],
    }
}

record! {
    /// The level as a whole: its box and where its trees start. The fields after the box follow the
    /// layout of older engines. Source: `docs/spec/gamestudio.md`, "2.1 Header", list 14.
    #[derive(Copy)]
    pub struct Submodel in "gamestudio.wmb.submodel" sizes [160] {
        mins: [f32; 3] [0],
        maxs: [f32; 3] [12],
        origin: [f32; 3] [24],
        /// Roots: a node, then hull nodes.
        head_nodes: [i32; 4] [36],
        /// The boxes that the hulls were grown by.
        hull_mins: [[i32; 3]; 4] [52],
        hull_maxs: [[i32; 3]; 4] [100],
        /// Leafs but the solid one, or -1.
        leaf_count: i32 [148],
        first_face: i32 [152],
        face_count: i32 [156],
    }
}

/// The target of a link in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Child {
    /// Another node.
    Node(usize),
    /// A leaf.
    Leaf(usize),
}

impl Child {
    /// What a number among [`BspNode::children`] stands for: 0 and above a
    /// node, below 0 the leaf `-(number + 1)`.
    pub const fn of(number: i32) -> Child {
        if number >= 0 { Child::Node(number as usize) } else { Child::Leaf(!number as usize) }
    }
}

/// The largest coordinate that is stored as it is.
const SHORT_LIMIT: i32 = 29000;
/// Quants for each step beyond.
const SHORT_STEP: i32 = 1024;

/// The coordinate in quants that a packed one of a tree's box stands for:
/// beyond 29000 steps are 1024 quants long.
pub const fn unpack_short(packed: i16) -> i32 {
    let value = packed as i32;
    if value > SHORT_LIMIT {
        SHORT_LIMIT + (value - SHORT_LIMIT) * SHORT_STEP
    } else if value < -SHORT_LIMIT {
        -SHORT_LIMIT + (value + SHORT_LIMIT) * SHORT_STEP
    } else {
        value
    }
}

/// The packed coordinate for one in quants, rounded towards zero; `None` beyond
/// about 3.9 million quants.
pub fn pack_short(quants: i32) -> Option<i16> {
    let beyond = quants.unsigned_abs().saturating_sub(SHORT_LIMIT as u32) / SHORT_STEP as u32;
    let size = (quants.unsigned_abs().min(SHORT_LIMIT as u32)).checked_add(beyond)?;
    let size = i16::try_from(size).ok()?;
    Some(if quants < 0 { -size } else { size })
}

/// Links of the tree that lead nowhere.
pub(super) fn check(level: &Level, origins: &Origins, report: &mut Report) {
    let axis = |plane: &Plane| (0..=5).contains(&plane.axis_type);
    for (index, plane) in level.planes.iter().enumerate().filter(|(_, plane)| !axis(plane)) {
        let at = origins.planes + index * Plane::SIZES[0] + 16;
        inside(report, "plane", index, |report| report.habit(&PLANE_AXIS, at, "0 to 5", plane.axis_type));
    }
    let below = |number: i32, count: usize| usize::try_from(number).is_ok_and(|number| number < count);
    let link = |report: &mut Report, label, index, at, number: i32, what: &str, count: usize| {
        inside(report, label, index, |report| {
            report.habit(&BSP_LINK, at, format_args!("one of {count} {what}"), number);
        });
    };
    for (index, node) in level.bsp_nodes.iter().enumerate() {
        let at = origins.bsp_nodes + index * BspNode::SIZES[0];
        if !below(node.plane, level.planes.len()) {
            link(report, "bsp_node", index, at, node.plane, "planes", level.planes.len());
        }
        for (side, number) in node.children.into_iter().enumerate() {
            let at = at + 24 + 4 * side;
            match Child::of(number) {
                Child::Node(child) if child >= level.bsp_nodes.len() => {
                    link(report, "bsp_node", index, at, number, "nodes", level.bsp_nodes.len());
                }
                Child::Leaf(child) if child >= level.bsp_leafs.len() => {
                    link(report, "bsp_node", index, at, number, "leafs", level.bsp_leafs.len());
                }
                _ => {}
            }
        }
    }
    for (index, leaf) in level.bsp_leafs.iter().enumerate() {
        let at = origins.bsp_leafs + index * BspLeaf::SIZES[0];
        // The one leaf of a level without a tree has offset 0 without any bytes.
        if !matches!(leaf.pvs_offset, -1 | 0) && !below(leaf.pvs_offset, level.pvs.len()) {
            link(report, "bsp_leaf", index, at + 4, leaf.pvs_offset, "bytes", level.pvs.len());
        }
        if level.leaf_blocks(leaf).is_none() {
            link(report, "bsp_leaf", index, at + 28, leaf.first_block, "bsp blocks", level.bsp_blocks.len());
        }
    }
    for (index, hull) in level.hulls.iter().enumerate() {
        let at = origins.hulls + index * Hull::SIZES[0];
        if !below(hull.plane, level.planes.len()) {
            link(report, "hull", index, at, hull.plane, "planes", level.planes.len());
        }
        for (side, number) in hull.children.into_iter().enumerate() {
            if number >= 0 && !below(number, level.hulls.len()) {
                link(report, "hull", index, at + 8 + 4 * side, number, "hulls", level.hulls.len());
            }
        }
    }
    for (index, block) in level.bsp_blocks.iter().enumerate() {
        if !below(*block, level.blocks.len()) {
            link(
                report,
                "bsp_block",
                index,
                origins.bsp_blocks + 4 * index,
                *block,
                "blocks",
                level.blocks.len(),
            );
        }
    }
}

fn inside(report: &mut Report, label: &'static str, index: usize, say: impl FnOnce(&mut Report)) {
    report.enter(Segment::at(label, index));
    say(report);
    report.leave();
}

impl Level {
    /// The numbers of the leafs that are seen from a leaf, in ascending order;
    /// `None` without bytes for it, or when those end too early.
    ///
    /// Each leaf but the first, the solid one, has a bit in a row, from the
    /// lowest of the first byte on; a byte of 0 is followed by how many such
    /// bytes there are. In the real levels every row ends where the next one
    /// begins, and every leaf sees itself.
    pub fn seen_from(&self, leaf: usize) -> Option<impl Iterator<Item = usize> + '_> {
        let leafs = self.bsp_leafs.len().checked_sub(1)?;
        let start = usize::try_from(self.bsp_leafs.get(leaf)?.pvs_offset).ok()?;
        let bytes = self.pvs.get(start..)?;
        let row = leafs.div_ceil(8);
        let mut pieces = Vec::new();
        let (mut at, mut done) = (0, 0);
        while done < row {
            match *bytes.get(at..)? {
                [0, 0, ..] | [0] | [] => return None,
                [0, zeros, ..] => {
                    done += usize::from(zeros);
                    at += 2;
                }
                [byte, ..] => {
                    pieces.push((done, byte));
                    done += 1;
                    at += 1;
                }
            }
        }
        let bits = move |(place, byte): (usize, u8)| {
            (0..8).filter(move |bit| byte >> bit & 1 != 0).map(move |bit| 8 * place + bit + 1)
        };
        Some(pieces.into_iter().flat_map(bits).filter(move |leaf| *leaf <= leafs))
    }

    /// The numbers of the blocks in a leaf; `None` when the leaf refers to ones
    /// that are not there.
    pub fn leaf_blocks(&self, leaf: &BspLeaf) -> Option<&[i32]> {
        let first = usize::try_from(leaf.first_block).ok()?;
        let count = usize::try_from(leaf.block_count).ok()?;
        self.bsp_blocks.get(first..first.checked_add(count)?)
    }
}
