//! The regions of a zone as the rooms of its space: the tree, and what is seen from each. Source:
//! `docs/spec/everquest/wld.md`, "8. The zone tree".

use super::TREE;
use super::archives::World;
use binary::{Finding, Severity};
use everquest::wld::{Body, BspNode, WorldTree};
use glam::Vec3;
use world::space::{Branch, LeafDef, LeafError, Split};
use world::{Frame, Occurrences, Scene, SpaceDef};

/// Points on the ground are in the region above it: they are lifted by so many units before the tree is asked.
/// Source: `docs/spec/everquest/wld.md`, "0x21 WorldTree".
const LIFT: f32 = 0.1;
/// Most rooms of all nodes together; where nodes beyond stand is looked for in each frame.
const MOST_STANDING: usize = 1 << 23;

/// How a zone is divided: a room for each region, counted from 0, and one more for what is solid. Not at all
/// without a sound tree, which is a finding.
pub(super) fn rooms(zone: &World, frame: &Frame, findings: &mut Vec<Finding>) -> SpaceDef {
    let tree = zone.wld.fragments.iter().find_map(|fragment| match &fragment.body {
        Body::WorldTree(tree) => Some(tree),
        _ => None,
    });
    let regions = zone.wld.regions().count() as u32;
    let odd = |found: String| {
        let expected = format_args!("a tree of planes over {regions} regions");
        Finding::new(&TREE, Severity::Warning, zone.address.as_str(), expected, found)
    };
    let Some(tree) = tree else {
        findings.push(odd("none".to_owned()));
        return SpaceDef::Open;
    };
    let mut rooms = match leafs(tree, regions, frame) {
        Ok(rooms) => rooms,
        Err(problem) => {
            findings.push(odd(problem.to_string()));
            return SpaceDef::Open;
        }
    };
    rooms.set_solid(regions);
    rooms.set_lift(LIFT);
    rooms.set_walked();
    for (own, region) in (0..).zip(zone.wld.regions()) {
        let Some(list) = region.and_then(|region| region.visibility()) else { continue };
        // Lists are worked out one by one, and only as long as there is room for what is seen.
        let seen = std::iter::once_with(|| list.visible(own, regions)).flatten();
        rooms.see(own as usize, seen.map(|region| region as usize));
    }
    SpaceDef::Leafs(rooms)
}

fn leafs(tree: &WorldTree, regions: u32, frame: &Frame) -> Result<LeafDef, LeafError> {
    // Numbers of nodes and of regions count from 1; child 0 is solid, the room behind the last.
    let branch = |number: u32| match number.checked_sub(1) {
        None => Branch::Leaf(regions),
        Some(at) => match tree.nodes.get(at as usize) {
            Some(BspNode { region, .. }) if *region != 0 => Branch::Leaf(region - 1),
            _ => Branch::Split(at),
        },
    };
    let split = |node: &BspNode| {
        // What lies on a plane is behind it, so that the plane is turned: here it is in front.
        let normal = frame.to_engine(-Vec3::from(node.normal));
        Split { normal, distance: node.distance, front: branch(node.back), back: branch(node.front) }
    };
    let leaf = |leaf: Branch| Split { normal: Vec3::Y, distance: 0.0, front: leaf, back: leaf };
    // Leaves of the file keep their places, so that numbers stay; nothing leads to them.
    let splits = tree.nodes.iter().map(split).collect::<Vec<_>>();
    let splits = match tree.nodes.first() {
        Some(root) if root.region != 0 => vec![leaf(Branch::Leaf(root.region - 1))],
        _ => splits,
    };
    LeafDef::new(splits, regions as usize + 1)
}

/// Tells the space of a scene in which rooms each node stands as it was loaded: `owned` are those that files put
/// into rooms, by node; all others are where their boxes reach.
pub(super) fn settle(scene: &mut Scene, occurrences: &Occurrences, owned: &[Option<u32>]) {
    let SpaceDef::Leafs(rooms) = &mut scene.space else { return };
    let (mut touched, mut all) = (Vec::new(), 0);
    for root in occurrences.roots() {
        let (node, bounds) = (occurrences.node(root), *occurrences.bounds(root));
        touched.clear();
        match owned.get(node.index()).copied().flatten() {
            Some(room) => touched.push(room),
            None => rooms.rooms_in(&bounds, &mut touched),
        }
        all += touched.len();
        if all > MOST_STANDING {
            break;
        }
        rooms.stand(node, bounds, &touched);
    }
}
