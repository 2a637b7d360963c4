//! The tree that a level is cut into: planes along the axes between the blocks,
//! a leaf for each room between them.
//! Source: `docs/spec/gamestudio.md`, "2.9 BSP lists".

use gamestudio::wmb::Level;
use gamestudio::wmb::blocks::{Block, SOLID};
use gamestudio::wmb::bsp::{BspLeaf, BspNode, Plane, pack_short};
use std::collections::BTreeMap;

/// Blocks that a leaf may hold without being cut again.
const FEW: usize = 6;
/// Deepest leaf.
const DEEPEST: u32 = 14;
/// How far the root's box reaches over the level, quants.
const MARGIN: f32 = 24.0;
/// A room with nothing solid in it.
const EMPTY: i32 = -256;

/// A box in quants.
#[derive(Clone, Copy)]
struct Room {
    mins: [f32; 3],
    maxs: [f32; 3],
}

struct Cutter<'l> {
    level: &'l mut Level,
    planes: BTreeMap<(usize, u32), i32>,
    boxes: Vec<Room>,
}

/// Cuts a level whose blocks are sealed. What lies outside of `inside` is
/// solid; every leaf sees every other, as on an open island it does.
pub(super) fn cut(level: &mut Level, inside: [[f32; 3]; 2]) {
    let [mins, maxs] = inside;
    let boxed = |block: &Block| {
        let mut room = Room { mins: block.mins, maxs: block.maxs };
        // Water is a plane: it gets a thickness, so that it is in some room.
        for axis in 0..3 {
            room.maxs[axis] = room.maxs[axis].max(room.mins[axis] + 1.0);
        }
        room
    };
    let boxes: Vec<Room> = level.blocks.iter().map(boxed).collect();
    level.bsp_leafs = vec![BspLeaf { content: SOLID, ..BspLeaf::default() }];
    let whole = Room { mins: mins.map(|low| low - MARGIN), maxs: maxs.map(|high| high + MARGIN) };
    let mut cutter = Cutter { level, planes: BTreeMap::new(), boxes };
    cutter.outside(whole, Room { mins, maxs }, 0);
    // Visibility: a row of bits for each leaf but the solid one.
    let leafs = level.bsp_leafs.len() - 1;
    let row = leafs.div_ceil(8);
    level.pvs = vec![0xFF; row * leafs];
    for (number, leaf) in level.bsp_leafs.iter_mut().skip(1).enumerate() {
        leaf.pvs_offset = (row * number) as i32;
    }
}

impl Cutter<'_> {
    fn plane(&mut self, axis: usize, dist: f32) -> i32 {
        let planes = &mut self.level.planes;
        *self.planes.entry((axis, dist.to_bits())).or_insert_with(|| {
            let mut normal = [0.0; 3];
            normal[axis] = 1.0;
            planes.push(Plane { normal, dist, axis_type: axis as i32 });
            planes.len() as i32 - 1
        })
    }

    fn node(&mut self, room: Room, axis: usize, dist: f32) -> usize {
        let plane = self.plane(axis, dist);
        let [mins, maxs] = packed(room);
        self.level.bsp_nodes.push(BspNode { plane, mins, maxs, ..BspNode::default() });
        self.level.bsp_nodes.len() - 1
    }

    /// Takes off what lies outside, side by side; returns the child's number.
    fn outside(&mut self, mut room: Room, inside: Room, side: usize) -> i32 {
        if side == 6 {
            let all = (0..self.boxes.len()).collect();
            return self.inside(inside, all, 0);
        }
        let (axis, upper) = (side / 2, side % 2 == 1);
        let dist = if upper { inside.maxs[axis] } else { inside.mins[axis] };
        let node = self.node(room, axis, dist);
        if upper {
            room.maxs[axis] = dist
        } else {
            room.mins[axis] = dist
        }
        let rest = self.outside(room, inside, side + 1);
        // In front of a plane is where its normal points.
        self.level.bsp_nodes[node].children = if upper { [-1, rest] } else { [rest, -1] };
        node as i32
    }

    fn inside(&mut self, room: Room, blocks: Vec<usize>, depth: u32) -> i32 {
        let cut = if blocks.len() > FEW && depth < DEEPEST { self.best(room, &blocks) } else { None };
        let Some((axis, dist)) = cut else { return self.leaf(room, &blocks) };
        let node = self.node(room, axis, dist);
        let (mut front, mut back) = (room, room);
        front.mins[axis] = dist;
        back.maxs[axis] = dist;
        let of = |room: Room, boxes: &[Room]| -> Vec<usize> {
            blocks.iter().copied().filter(|block| touch(&boxes[*block], &room)).collect()
        };
        let (in_front, behind) = (of(front, &self.boxes), of(back, &self.boxes));
        let front = self.inside(front, in_front, depth + 1);
        let back = self.inside(back, behind, depth + 1);
        self.level.bsp_nodes[node].children = [front, back];
        node as i32
    }

    /// The side of a block that parts the others best.
    fn best(&self, room: Room, blocks: &[usize]) -> Option<(usize, f32)> {
        let mut best: Option<(usize, usize, f32)> = None;
        for axis in 0..3 {
            for block in blocks {
                for dist in [self.boxes[*block].mins[axis], self.boxes[*block].maxs[axis]] {
                    if dist <= room.mins[axis] + 1.0 || dist >= room.maxs[axis] - 1.0 {
                        continue;
                    }
                    let front = blocks.iter().filter(|block| self.boxes[**block].maxs[axis] > dist).count();
                    let back = blocks.iter().filter(|block| self.boxes[**block].mins[axis] < dist).count();
                    // Blocks on both sides count twice.
                    let cost = front.max(back) * 2 + (front + back - blocks.len());
                    if front.max(back) < blocks.len() && best.is_none_or(|(least, ..)| cost < least) {
                        best = Some((cost, axis, dist));
                    }
                }
            }
        }
        best.map(|(_, axis, dist)| (axis, dist))
    }

    fn leaf(&mut self, room: Room, blocks: &[usize]) -> i32 {
        let [mins, maxs] = packed(room);
        let first_block = self.level.bsp_blocks.len() as i32;
        self.level.bsp_blocks.extend(blocks.iter().map(|block| *block as i32));
        let leaf = BspLeaf {
            content: EMPTY,
            mins,
            maxs,
            first_block,
            block_count: blocks.len() as i32,
            ..BspLeaf::default()
        };
        self.level.bsp_leafs.push(leaf);
        // A leaf's number is turned over.
        !(self.level.bsp_leafs.len() as i32 - 1)
    }
}

fn touch(a: &Room, b: &Room) -> bool {
    (0..3).all(|axis| a.mins[axis] < b.maxs[axis] && a.maxs[axis] > b.mins[axis])
}

fn packed(room: Room) -> [[i16; 3]; 2] {
    let short = |value: f32| pack_short(value as i32).unwrap_or_default();
    [room.mins.map(|low| short(low.floor())), room.maxs.map(|high| short(high.ceil()))]
}
