//! Writing a node block.

use super::codes::UNWRITABLE;
use super::read::{LAST_WORD, zero_slot, zero_word};
use super::rules::COUNT32_MAX;
use super::{Node, NodeBase, NodeData, Nodes, OddZeroSlot, World};
use crate::gamez::Version;
use binary::{Finding, Record, Result, Severity, Writer};
use std::fmt::Display;

/// Writes the node block at the writer's place, which must be its offset in
/// the file: data offsets are absolute.
///
/// Counts and data offsets are derived; everything else is written as it
/// stands, see [`Nodes::seal`].
///
/// # Errors
/// When reading could not give the same nodes back: lists that are too long,
/// cells that are not those of the area, a class that is not that of the data.
pub fn write(writer: &mut Writer, version: Version, nodes: &Nodes) -> Result<()> {
    let total = array_size(nodes)? as usize;
    let count = nodes.nodes.len();
    let size = NodeBase::SIZES[version.column()];
    if nodes.zero_slots != 0 && !version.has_zeroed_tail() {
        return Err(unwritable("no unused slots in this version", nodes.zero_slots));
    }
    let start = writer.offset();
    for (index, node) in nodes.nodes.iter().enumerate() {
        check_node(version, index, node)?;
        let mut base = node.base.clone();
        base.set_counts([length(&node.parents, "parents")?, length(&node.children, "children")?]);
        writer.record(&base, version.column());
        writer.value(&match node.data {
            _ if !version.has_zeroed_tail() => node.tag,
            NodeData::Empty { parent } => parent as u32,
            // Patched when it is known.
            _ => 0,
        });
    }

    let zero = zero_slot(size);
    let mut odd = nodes.odd_zero_slots.iter().peekable();
    for index in count..total {
        if let Some(OddZeroSlot { base, parent_count, child_count, word, .. }) =
            odd.next_if(|odd| odd.slot as usize == index)
        {
            if index == count && !base.name.is_zero() {
                return Err(unwritable("no name in the first unused slot", base.name));
            }
            let mut base = base.clone();
            base.set_counts([*parent_count, *child_count]);
            writer.record(&base, version.column());
            writer.value(word);
        } else {
            writer.raw(&zero);
            writer.value(&zero_word(index, total));
        }
    }
    if let Some(odd) = odd.next() {
        return Err(unwritable("odd unused slots in rising order inside the tail", odd.slot));
    }

    for (index, node) in nodes.nodes.iter().enumerate() {
        let at = writer.offset();
        if version.has_zeroed_tail() && node.data.class() != super::class::EMPTY {
            let word = u32::try_from(at).map_err(|_| unwritable("a file below 4 GB", at))?;
            writer.patch(start + index * (size + 4) + size, word);
        }
        write_data(writer, version, &node.data)?;
        writer.list(&node.parents);
        writer.list(&node.children);
    }
    Ok(())
}

fn write_data(writer: &mut Writer, version: Version, data: &NodeData) -> Result<()> {
    let column = version.column();
    match data {
        NodeData::Empty { .. } => {}
        NodeData::Camera(camera) => writer.record(&**camera, column),
        NodeData::Window(window) => writer.record(&**window, column),
        NodeData::Display(display) => writer.record(display, column),
        NodeData::Object3d(object) => writer.record(&**object, column),
        NodeData::Lod(lod) => writer.record(&**lod, column),
        NodeData::Light(light) => {
            let mut info = light.info.clone();
            info.parent_count = length(&light.parents, "parents of the light")?;
            writer.record(&info, column);
            writer.list(&light.parents);
        }
        NodeData::World(world) => write_world(writer, version, world)?,
    }
    Ok(())
}

fn write_world(writer: &mut Writer, version: Version, world: &World) -> Result<()> {
    let cells = world.info.grid(version).cells();
    if world.partitions.len() != cells {
        return Err(unwritable(
            format_args!("{cells} partitions, as the area has cells"),
            world.partitions.len(),
        ));
    }
    let mut info = world.info.clone();
    info.light_count = length(&world.lights, "lights")?;
    info.sound_count = length(&world.sounds, "sounds")?;
    writer.record(&info, version.column());
    writer.list(&world.lights);
    writer.list(&world.sounds);
    for partition in &world.partitions {
        let mut info = partition.info.clone();
        info.node_count = length(&partition.nodes, "nodes in a partition")? as i16;
        writer.record(&info, version.column());
        for node in &partition.nodes {
            writer.record(node, version.column());
        }
    }
    Ok(())
}

fn check_node(version: Version, index: usize, node: &Node) -> Result<()> {
    if node.base.class != node.data.class() {
        let expected = format_args!("class {} for the data of node {index}", node.data.class());
        return Err(unwritable(expected, node.base.class));
    }
    if version.has_zeroed_tail() {
        if node.base.name.is_zero() {
            return Err(unwritable("a name: without one the slot is unused", format_args!("node {index}")));
        }
        if node.tag != 0 {
            return Err(unwritable(format_args!("no tag in node {index} in this version"), node.tag));
        }
    }
    if let NodeData::Empty { parent } = node.data {
        if !version.has_zeroed_tail() && parent != -1 {
            return Err(unwritable(format_args!("parent -1 in node {index} in this version"), parent));
        }
        if !node.parents.is_empty() || !node.children.is_empty() {
            return Err(unwritable("no lists in a node of class Empty", format_args!("node {index}")));
        }
    }
    Ok(())
}

/// Slots of the array.
pub(super) fn array_size(nodes: &Nodes) -> Result<u32> {
    u32::try_from(nodes.nodes.len())
        .ok()
        .and_then(|used| used.checked_add(nodes.zero_slots))
        .filter(|total| *total <= LAST_WORD)
        .ok_or_else(|| unwritable(format_args!("at most {LAST_WORD} slots"), "more"))
}

fn length<T>(list: &[T], what: &str) -> Result<u32> {
    if list.len() > COUNT32_MAX {
        return Err(unwritable(format_args!("at most {COUNT32_MAX} {what}"), list.len()));
    }
    Ok(list.len() as u32)
}

fn unwritable(expected: impl Display, found: impl Display) -> Box<Finding> {
    Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found))
}
