//! The rooms (BSP leafs) of a level, and what is visible from each. Source:
//! `docs/spec/gamestudio.md`, "2.9 BSP lists".

use super::space::place;
use gamestudio::wmb::Level;
use gamestudio::wmb::bsp::Child;
use world::Frame;
use world::space::{Branch, LeafDef, SpaceDef, Split};

/// Content of a leaf inside walls: it sees everything and is seen from everywhere.
const SOLID: i32 = -128;

/// How the level is divided; not at all without a tree, or if its links are invalid, which is a
/// finding of the level.
pub(super) fn rooms(level: &Level, frame: &Frame) -> SpaceDef {
    let splits: Option<Vec<Split>> = level
        .bsp_nodes
        .iter()
        .map(|node| {
            let plane = level.planes.get(usize::try_from(node.plane).ok()?)?;
            let branch = |child: i32| match Child::of(child) {
                Child::Node(node) => Branch::Split(node as u32),
                Child::Leaf(leaf) => Branch::Leaf(leaf as u32),
            };
            let [front, back] = node.children.map(branch);
            Some(Split { normal: place(frame, plane.normal), distance: plane.dist, front, back })
        })
        .collect();
    let Some(mut rooms) = splits.and_then(|splits| LeafDef::new(splits, level.bsp_leafs.len()).ok()) else {
        return SpaceDef::Open;
    };
    for (number, leaf) in level.bsp_leafs.iter().enumerate() {
        if leaf.content != SOLID
            && let Some(seen) = level.seen_from(number)
        {
            rooms.see(number, seen);
        }
    }
    SpaceDef::Leafs(rooms)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gamestudio::wmb::bsp::{BspLeaf, BspNode, Plane};
    use glam::Vec3;

    /// A wall 32 quants to the east with a leaf on either side; only the eastern one sees both.
    fn level() -> Level {
        let leaf = |content, pvs_offset| BspLeaf { content, pvs_offset, ..BspLeaf::default() };
        Level {
            planes: vec![Plane { normal: [1.0, 0.0, 0.0], dist: 32.0, axis_type: 0 }],
            bsp_nodes: vec![BspNode { children: [-2, -3], ..BspNode::default() }],
            bsp_leafs: vec![leaf(SOLID, 0), leaf(-256, 0), leaf(-256, 1)],
            pvs: vec![0b11, 0b10],
            ..Level::default()
        }
    }

    #[test]
    fn rooms_are_where_the_level_has_them() {
        let SpaceDef::Leafs(rooms) = rooms(&level(), &Frame::identity(1.0)) else { panic!("no rooms") };
        let (east, west) = (Vec3::X * 40.0, Vec3::X * 20.0);
        assert_eq!((rooms.leaf_at(east), rooms.leaf_at(west)), (1, 2));
        let seen = |from: Vec3| [1, 2].map(|leaf| rooms.seen_from(from).unwrap().has(leaf));
        assert_eq!((seen(east), seen(west)), ([true, true], [false, true]));
    }

    #[test]
    fn a_level_whose_tree_is_none_is_one_room() {
        let mut broken = [level(), level(), level(), Level::default()];
        broken[0].bsp_nodes[0].plane = 1;
        broken[1].bsp_nodes[0].children = [0, -2];
        broken[2].bsp_nodes[0].children = [-2, -9];
        for level in &broken {
            assert_eq!(rooms(level, &Frame::identity(1.0)), SpaceDef::Open);
        }
    }
}
