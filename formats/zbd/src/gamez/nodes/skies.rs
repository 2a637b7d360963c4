//! What holds for the nodes of a Crimson Skies file together: the nodes it
//! begins with, the one light, cells that are there.
//! Source: `docs/spec/zbd/nodes.md`, "2. Node order" and "6.8 Crimson Skies limits".

use super::codes::{LIGHTS, ORDER, PARTITION};
use super::rules::offset_of;
use super::{Node, NodeBase, NodeData, class};
use crate::gamez::Version;
use binary::{Name, NodeName, Record, Report, Segment};

/// The first nodes of a `gamez.zbd`, slot by slot.
const BEGINNING: [(u32, &str); 6] = [
    (class::WORLD, "world1"),
    (class::DISPLAY, "display"),
    (class::WINDOW, "window1"),
    (class::CAMERA, "camera1"),
    (class::WINDOW, "sgwin"),
    (class::CAMERA, "spyglass"),
];

/// The slot of a camera's window.
pub(super) fn window_of(version: Version, camera: NodeName) -> Option<i32> {
    if version != Version::CrimsonSkies {
        return None;
    }
    match camera.text().as_str() {
        "camera1" => Some(2),
        "spyglass" => Some(4),
        _ => None,
    }
}

/// The size of a window in pixels.
pub(super) fn size_of_window(version: Version, window: NodeName) -> Option<[i32; 2]> {
    if version != Version::CrimsonSkies {
        return None;
    }
    match window.text().as_str() {
        "window1" => Some([640, 480]),
        "sgwin" => Some([96, 96]),
        _ => None,
    }
}

/// Checks all nodes, whose slots begin at `start`. A file of nothing but
/// Object3d and Lod is a `planes.zbd`: it has no world to stand in.
pub(super) fn check(report: &mut Report, nodes: &[Node], start: usize) {
    let content = |node: &Node| matches!(node.base.class, class::OBJECT3D | class::LOD);
    let planes = nodes.iter().all(content);
    let block = Block { nodes, start };
    if !planes {
        block.check_order(report);
        block.check_lights(report);
    }
    let world = nodes.iter().find_map(|node| match &node.data {
        NodeData::World(world) => Some(world.info.grid(Version::CrimsonSkies)),
        _ => None,
    });
    // Cells are counted from 0, repeated ones from 1 with 0 for none.
    let cells = world.map_or([0; 2], |grid| [grid.columns(), grid.rows()]);
    for (slot, node) in nodes.iter().enumerate().filter(|(_, node)| content(node)) {
        block.check_cells(report, slot, &node.base, cells);
    }
}

struct Block<'n> {
    nodes: &'n [Node],
    start: usize,
}

impl Block<'_> {
    /// Offset of a field of a node's base.
    fn offset(&self, slot: usize, field: &str) -> usize {
        let size = NodeBase::SIZES[Version::CrimsonSkies.column()] + 4;
        offset_of::<NodeBase>(self.start + slot * size, Version::CrimsonSkies, field)
    }

    fn within(&self, report: &mut Report, slot: usize, tell: impl FnOnce(&mut Report)) {
        let name = self.nodes.get(slot).map(|node| Name::new(node.base.name.bytes())).unwrap_or_default();
        report.enter(Segment::at("node", slot).named(name));
        tell(report);
        report.leave();
    }

    fn check_order(&self, report: &mut Report) {
        for (slot, (class, name)) in BEGINNING.into_iter().enumerate() {
            let found = self.nodes.get(slot).map(|node| (node.base.class, node.base.name.text()));
            if !found.as_ref().is_some_and(|(other, text)| *other == class && text == name) {
                let found =
                    found.map_or("no node".to_owned(), |(class, name)| format!("class {class}, \"{name}\""));
                let at = self.offset(slot, "class");
                let expected = format_args!("class {class}, \"{name}\"");
                self.within(report, slot, |report| report.habit(&ORDER, at, expected, found));
            }
        }
    }

    fn check_lights(&self, report: &mut Report) {
        let lights = self.nodes.iter().filter(|node| node.base.class == class::LIGHT).count();
        if lights != 1 {
            report.habit(&LIGHTS, self.start, "one light", lights);
        }
    }

    fn check_cells(&self, report: &mut Report, slot: usize, base: &NodeBase, [columns, rows]: [i64; 2]) {
        let [x, z] = base.area_partition_short.map(i64::from);
        // Numbers that no game has are reported with the base.
        let inside = |cell: i64, count: i64| !(0..=255).contains(&cell) || cell < count;
        if !inside(x, columns) || !inside(z, rows) {
            let at = self.offset(slot, "area_partition_short");
            let expected = format_args!("no cell, or one of {columns} columns and {rows} rows");
            let found = format_args!("{:?}", base.area_partition_short);
            self.within(report, slot, |report| report.habit(&PARTITION, at, expected, found));
        }
        let [x, z] = base.virtual_partition.map(i64::from);
        let inside = |cell: i64, count: i64| !(0..=255).contains(&cell) || cell <= count;
        if !inside(x, columns) || !inside(z, rows) {
            let at = self.offset(slot, "virtual_partition");
            let expected = format_args!("at most {columns} and {rows}");
            let found = format_args!("{:?}", base.virtual_partition);
            self.within(report, slot, |report| report.habit(&PARTITION, at, expected, found));
        }
    }
}
